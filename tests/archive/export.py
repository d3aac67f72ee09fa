#!/usr/bin/env python3
"""Reads the exports of an archive with DuckDB, and compares its answers with those of `archive stats`.

usage: tests/archive/export.py ADJUTANT FOLDER...   (the program, and folders of matches or a folder with many)
       tests/archive/export.py --spark ADJUTANT FOLDER...   (the same questions also to Spark, in local mode)

Needs duckdb from PyPI; with --spark also pyspark and Java. The SQL of docs/archive.md is run too, as it stands there.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FORMS = ["csv", "jsonl", "parquet"]

# Numbers as the program rounds them: half a unit up.
MEAN = "CASE WHEN {of} = 0 THEN NULL ELSE ({sum} * 10 + {of} // 2) // {of} END"

GROUPS = f"""
SELECT {{by}} AS name, count(*) AS matches, count(*) FILTER (WHERE finished = 1 AND winner IS NULL) AS draws,
  count(*) FILTER (WHERE finished = 0) AS open,
  {MEAN.format(sum="sum(steps) FILTER (WHERE finished = 1)", of="count(*) FILTER (WHERE finished = 1)")} AS mean
FROM matches m GROUP BY 1 ORDER BY 1"""

WINS = """
SELECT {by} AS name, s.side, count(DISTINCT m.id) FILTER (WHERE m.winner = s.side) AS won
FROM matches m JOIN seats s ON s.match = m.id WHERE s.side IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2"""

SCORES = f"""
SELECT {{by}} AS name, count(*) AS played, count(*) FILTER (WHERE s.result = 'won') AS won, count(*) FILTER (WHERE s.result = 'lost') AS lost,
  count(*) FILTER (WHERE s.result = 'drawn') AS drawn, count(*) FILTER (WHERE s.result = 'open') AS open,
  {MEAN.format(sum="sum(m.steps) FILTER (WHERE s.result <> 'open')", of="count(*) FILTER (WHERE s.result <> 'open')")} AS mean,
  count(DISTINCT s.key) AS keys
FROM matches m JOIN seats s ON s.match = m.id WHERE s.side IS NOT NULL GROUP BY 1 ORDER BY 1"""

PAIRS = """
SELECT a.name AS one, b.name AS other, count(*) FILTER (WHERE a.result = 'won') AS first, count(*) FILTER (WHERE b.result = 'won') AS second,
  count(*) FILTER (WHERE a.result = 'drawn') AS drawn, count(*) FILTER (WHERE a.result = 'open') AS open
FROM seats a JOIN seats b ON a.match = b.match AND a.name < b.name
WHERE a.side IS NOT NULL AND b.side IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2"""

# From the table of single rolls: the faces of all dice, and of those of each player by the side that he played in the end.
DICE = """
WITH one AS (SELECT match, side, sides, unnest(string_split(faces, ' '))::BIGINT AS face FROM rolls WHERE sides BETWEEN 2 AND 100),
  whose AS (SELECT sides, NULL AS name, face FROM one UNION ALL
    SELECT o.sides, s.name, o.face FROM one o JOIN seats s ON s.match = o.match AND s.side = o.side),
  counted AS (SELECT sides, name, face, count(*) AS n FROM whose GROUP BY ALL)
SELECT sides, name, list(n ORDER BY face) AS counts, list(face ORDER BY face) AS faces,
  (sum(face * n) * 1000 + sum(n) // 2) // sum(n) AS mean,
  CASE WHEN sum(n) < 5 * sides THEN NULL
    ELSE ((sides * sum(n * n) - sum(n) * sum(n)) * 1000 + sum(n) // 2) // sum(n) END AS chi
FROM counted GROUP BY 1, 2 ORDER BY 1, 2 NULLS FIRST"""


def run(program, *args, cwd):
    ran = subprocess.run([program, *args], cwd=cwd, capture_output=True, text=True)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(args)}: {ran.stdout}{ran.stderr}")
    return ran.stdout


def decimal(value, places):
    """An integer as the program prints it with so many places."""
    return None if value is None else f"{value // 10**places}.{value % 10**places:0{places}}"


def expect(what, ours, theirs):
    if ours != theirs:
        sys.exit(f"{what} differs:\n  the export: {ours}\n  archive stats: {theirs}")


def compare(ask, stats):
    """`ask` runs a query and returns its rows."""
    for part, by in [("games", "m.game"), ("scenarios", "m.game || ': ' || m.scenario"), ("events", "coalesce(m.tournament, 'none')")]:
        wins = {}
        for name, side, won in ask(WINS.format(by=by)):
            wins.setdefault(name, {})[side] = won
        ours = [(name, n, wins.get(name, {}), draws, left, decimal(mean, 1)) for name, n, draws, left, mean in ask(GROUPS.format(by=by))]
        fields = ["name", "matches", "won", "drawn", "open", "mean_steps"]
        expect(part, ours, [tuple(one[field] for field in fields) for one in stats[part]])
    fields = ["name", "played", "won", "lost", "drawn", "open", "mean_steps"]
    for part, by in [("sides", "m.game || ': ' || m.scenario || ', ' || s.side"), ("players", "s.name")]:
        rows = ask(SCORES.format(by=by))
        ours = [(*row[:6], decimal(row[6], 1)) for row in rows]
        expect(part, ours, [tuple(one[field] for field in fields) for one in stats[part]])
        if part == "players":
            expect("keys", [row[7] for row in rows], [one["keys"] for one in stats["players"]])
    ours = [([one, other], [first, second], drawn, left) for one, other, first, second, drawn, left in ask(PAIRS)]
    expect("pairs", ours, [(one["players"], one["won"], one["drawn"], one["open"]) for one in stats["pairs"]])
    ours = []
    for sides, name, counts, faces, mean, chi in ask(DICE):
        fell = [0] * sides
        for face, count in zip(faces, counts):
            fell[face - 1] = count
        ours.append((sides, name, fell, decimal(mean, 3), decimal(chi, 3)))
    theirs = [(one["sides"], one["whose"], one["faces"], one["mean"], one["chi_squared"]) for one in stats["dice"]]
    expect("dice", ours, theirs)
    return len(ours)


def documented():
    """The SQL blocks of docs/archive.md, as they stand there: they read the folder `tables`."""
    text = open(os.path.join(ROOT, "docs/archive.md"), encoding="utf-8").read()
    return re.findall(r"^```sql\n(.*?)^```", text, re.M | re.S)


def copies(program, folders, place):
    """Copies of the matches and a forgery in the folder `played`; how many are no forgery, and a `PATH` with the program."""
    matches = [folder for folder in folders if os.path.isfile(os.path.join(folder, "charter.yaml"))]
    for folder in matches:
        shutil.copytree(folder, os.path.join(place, "played", os.path.basename(folder)))
    forged = os.path.join(place, "played", "forged")
    shutil.copytree(matches[0], forged)
    state = os.path.join(forged, "states", sorted(os.listdir(os.path.join(forged, "states")))[-1])
    with open(state, encoding="utf-8") as file:
        changed = file.read().replace("step:", "step: 1", 1)
    with open(state, "w", encoding="utf-8") as file:
        file.write(changed)
    os.makedirs(os.path.join(place, "bin"))
    os.symlink(program, os.path.join(place, "bin", "adjutant"))
    return len(matches), os.path.join(place, "bin") + os.pathsep + os.environ["PATH"]


def block(language, word):
    """The block of docs/archive.md in a language that has a word in it."""
    text = open(os.path.join(ROOT, "docs/archive.md"), encoding="utf-8").read()
    return next(block for block in re.findall(rf"^```{language}\n(.*?)^```", text, re.M | re.S) if word in block)


def spread(matches, path, place):
    """The commands of docs/archive.md that spread verification by GNU parallel."""
    if not (shutil.which("parallel") and shutil.which("jq")):
        return print("  GNU parallel or jq is not installed: the commands that spread verification are not tested")
    commands = block("sh", "parallel")
    ran = subprocess.run(["bash", "-c", commands], cwd=place, env={**os.environ, "PATH": path}, capture_output=True, text=True)
    expect("what does not verify", ran.stdout.split(), ["played/forged"])
    with open(os.path.join(place, "verified.jsonl"), encoding="utf-8") as file:
        expect("the number of results", len(file.readlines()), matches + 1)
    print(f"  spread by GNU parallel: {matches} matches verify, and the forgery does not")


def spread_by_spark(matches, path, place):
    """The program of docs/archive.md that spreads verification by Spark."""
    ran = subprocess.run([sys.executable, "-c", block("python", "def verified")], cwd=place, env={**os.environ, "PATH": path},
                         capture_output=True, text=True)
    expect("what does not verify", re.findall(r"played/[\w-]+", ran.stdout), ["played/forged"])
    print(f"  spread by Spark: {matches} matches verify, and the forgery does not")


def main():
    args = sys.argv[1:]
    spark = args[:1] == ["--spark"]
    program, *folders = args[1:] if spark else args
    import duckdb

    program, folders = os.path.abspath(program), [os.path.abspath(folder) for folder in folders]
    with tempfile.TemporaryDirectory() as place:
        os.environ["ADJUTANT_HOME"] = os.path.join(place, "home")
        begun = time.monotonic()
        run(program, "archive", "add", "--unfinished", "--partial", *folders, cwd=place)
        added = time.monotonic()
        for form in FORMS:
            run(program, "archive", "export", "--to", form, "--out", "tables", cwd=place)
        exported = time.monotonic()
        stats = json.loads(run(program, "archive", "stats", "--format", "json", cwd=place))
        counted = time.monotonic()
        tables = sorted(name[:-8] for name in os.listdir(os.path.join(place, "tables")) if name.endswith(".parquet"))
        base = duckdb.connect()
        here = os.path.join(place, "tables")
        rows = 0
        for table in tables:
            base.execute(f"CREATE VIEW {table} AS SELECT * FROM read_parquet('{here}/{table}.parquet')")
            columns = base.execute(f"DESCRIBE {table}").fetchall()
            kinds = "{" + ", ".join(f"'{name}': '{kind}'" for name, kind, *_ in columns) + "}"
            jsonl = f"read_json('{here}/{table}.jsonl', format = 'newline_delimited', maximum_object_size = 67108864, columns = {kinds})"
            csv = f"read_csv('{here}/{table}.csv', header = true, quote = '\"', escape = '\"', all_varchar = true, max_line_size = 67108864)"
            count = base.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for other in [jsonl, csv]:
                expect(f"the number of rows of {table}", base.execute(f"SELECT count(*) FROM {other}").fetchone()[0], count)
            differ = base.execute(f"SELECT count(*) FROM ((FROM {table} EXCEPT ALL FROM {jsonl}) UNION ALL (FROM {jsonl} EXCEPT ALL FROM {table}))")
            expect(f"{table} as JSON Lines and as Parquet", differ.fetchone()[0], 0)
            rows += count
        lines = compare(lambda query: base.execute(query).fetchall(), stats)
        print(f"DuckDB {duckdb.__version__}: {stats['matches']} matches, {len(tables)} tables, {rows} rows in three forms; all groups, scores, pairs and "
              f"{lines} lines of dice are those of `archive stats`")
        os.chdir(place)
        for query in documented():
            found = duckdb.connect().execute(query).fetchall()
            print(f"  the SQL of docs/archive.md that begins '{query.split(chr(10))[0][:60]}': {len(found)} rows")
            if not found:
                sys.exit(f"this query of docs/archive.md finds nothing:\n{query}")
        matches, path = copies(program, folders, place)
        spread(matches, path, place)
        if spark:
            with_spark(here, tables, stats)
            spread_by_spark(matches, path, place)
        print(f"  add {added - begun:.1f} s, three exports {exported - added:.1f} s, stats {counted - exported:.1f} s")


def with_spark(here, tables, stats):
    """The same answers from Spark: its SQL differs in a few words."""
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    for table in tables:
        session.read.parquet(f"{here}/{table}.parquet").createOrReplaceTempView(table)

    def ask(query):
        # Spark writes integer division with `div`, and a list of texts with `split`.
        query = query.replace(" // ", " div ")
        query = query.replace("unnest(string_split(faces, ' '))::BIGINT AS face", "CAST(explode(split(faces, ' ')) AS BIGINT) AS face")
        query = query.replace("GROUP BY ALL", "GROUP BY sides, name, face")
        query = query.replace("CAST(explode(split(faces, ' ')) AS BIGINT) AS face FROM rolls WHERE",
                              "CAST(part AS BIGINT) AS face FROM rolls LATERAL VIEW explode(split(faces, ' ')) AS part WHERE")
        query = query.replace("list(n ORDER BY face)", "transform(array_sort(collect_list(struct(face, n))), x -> x.n)")
        query = query.replace("list(face ORDER BY face)", "array_sort(collect_list(face))")
        return [tuple(row) for row in session.sql(query).collect()]

    lines = compare(ask, stats)
    print(f"Spark {session.version}: the same answers, {lines} lines of dice")
    session.stop()


main()
