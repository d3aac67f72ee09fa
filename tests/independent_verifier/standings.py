#!/usr/bin/env python3
"""Points, tie-breaks and places of a Swiss tournament, worked out by a stranger from FIDE's tie-break regulations (C.07).

    standings.py FILE.trf [--edition 2023]    print them
    standings.py FOLDER                       check every NAME.trf there against NAME.2026.txt and NAME.2023.txt

It shares no code with Adjutant, reads nothing but the report file, and needs nothing but Python; `crosstable.py` beside it has the
regulations. The edition is that of article 16
on unplayed rounds: of March 2026, or before. A line of a text that is checked is a player's number, his place, his points, and
his tie-breaks in the order of the first line. Exits 1 if anything differs.
"""

import sys
from fractions import Fraction
from pathlib import Path

import crosstable

# In half points, as in chess.
SCORING = {"win": 2, "draw": 1, "loss": 0, "forfeit_win": 2, "forfeit_loss": 0, "full_bye": 2, "half_bye": 1, "zero_bye": 0}
BYES = {"U": "full", "F": "full", "H": "half"}
# How many of what is counted make one that is shown.
UNITS = {"sonneborn_berger": 4, "buchholz": 2, "buchholz_cut_1": 2, "buchholz_cut_2": 2, "buchholz_median": 2, "progressive": 2}


def rounds_of(line):
    """The rounds of a player's line: (number of the opponent or None, side, letter of the result)."""
    for at in range(91, len(line), 10):
        opponent, side, letter = line[at : at + 4].strip(), line[at + 5 : at + 6], line[at + 7 : at + 8]
        yield int(opponent or 0) or None, side.strip(), letter.strip() or "Z"


def result(letters, pair):
    """The result of a board from the letters of its first and second player."""
    if letters == ("-", "-"):
        return {"how": "double_forfeit", "winner": None}
    winner = next((player for player, letter in zip(pair, letters) if letter in "1W+"), None)
    return {"how": "forfeit" if "+" in letters or "-" in letters else "played", "winner": winner}


def table_of(text, edition):
    """The table of a report file, and the numbers of its players."""
    lines = text.splitlines()
    players = {int(line[4:8]): list(rounds_of(line)) for line in lines if line.startswith("001")}
    numbers = sorted(players)
    longest = max(map(len, players.values()))
    planned = next((int(line[3:]) for line in lines if line.startswith(("XXR", "142"))), longest)
    rounds = []
    for n in range(longest):
        one = {"format": "swiss", "boards": [], "byes": []}
        for at, number in enumerate(numbers):
            opponent, side, letter = players[number][n] if n < len(players[number]) else (None, "", "Z")
            if opponent is None:
                one["byes"].append({"player": at, "kind": BYES.get(letter, "zero")})
            elif side == "w" or (side != "b" and number < opponent):
                pair = [at, numbers.index(opponent)]
                one["boards"].append({"pair": pair, "legs": [result((letter, players[opponent][n][2]), pair)]})
        rounds.append(one)
    blank = {"rating": None, "enters": 1, "leaves": None, "penalty": 0}
    players = [{"lot": number, **blank} for number in numbers]
    return crosstable.Table(players, rounds, SCORING, 1, planned, f"fide{edition}"), numbers


def standings(text, tie_breaks, edition):
    table, numbers = table_of(text, edition)
    rows = {}
    for row in crosstable.standings(table, tie_breaks):
        values = [row["tie_breaks"].get(name) for name in tie_breaks]
        values = [value if value is None else Fraction(value, UNITS.get(name, 1)) for name, value in zip(tie_breaks, values)]
        rows[numbers[row["player"]]] = [row["rank"], Fraction(row["points"], 2)] + values
    return rows


DEFAULT = ["direct_encounter", "buchholz_cut_1", "buchholz", "sonneborn_berger", "wins", "progressive"]


def shown(value):
    return "-" if value is None else str(float(value)).removesuffix(".0")


def check(folder):
    wrong = checked = values = 0
    for file in sorted(folder.glob("*.trf")):
        for edition in (2026, 2023):
            said = file.with_suffix(f".{edition}.txt").read_text().splitlines()
            rows = standings(file.read_text(), said[0].split()[3:], edition)
            told = {int(line.split()[0]): line.split()[1:] for line in said[1:]}
            checked += 1
            for number in rows.keys() | told.keys():
                mine = [shown(value) for value in rows.get(number, [])]
                values += len(mine)
                if mine != told.get(number):
                    wrong += 1
                    print(f"{file.name}, {edition}, player {number}: {' '.join(mine)}, not {' '.join(told.get(number, []))}")
    print(f"{checked} standings, {values} values, {wrong} lines that differ")
    return 1 if wrong or not checked else 0


def main(arguments):
    edition = 2026
    if "--edition" in arguments:
        at = arguments.index("--edition")
        edition = int(arguments[at + 1])
        del arguments[at : at + 2]
    if len(arguments) != 1:
        print(__doc__)
        return 2
    path = Path(arguments[0])
    if path.is_dir():
        return check(path)
    print("number place points " + " ".join(DEFAULT))
    rows = standings(path.read_text(), DEFAULT, edition)
    for number, row in sorted(rows.items(), key=lambda item: (item[1][0], item[0])):
        print(number, " ".join(shown(value) for value in row))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
