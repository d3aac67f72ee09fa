//! Archives of matches: what is accepted, what is refused, what is found, and that an index is never trusted.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::crossroads_match;
use crate::example;
use crate::folders::copy_all;

/// A folder in which somebody keeps an archive.
struct Keeper {
    root: tempfile::TempDir,
}

/// The result of running the program.
struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Keeper {
    fn new() -> Keeper {
        Keeper { root: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn run(&self, args: &[&str]) -> Ran {
        self.run_as("home", args)
    }

    fn run_as(&self, home: &str, args: &[&str]) -> Ran {
        let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(args)
            .current_dir(self.root.path())
            .env("ADJUTANT_HOME", self.path(home))
            .env("COLUMNS", "100")
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        Ran { code: ran.status.code().expect("no signal"), out: text(ran.stdout), err: text(ran.stderr) }
    }

    /// Runs the program, which must answer yes and warn of nothing.
    fn run_ok(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}: {}", ran.out);
        ran.out
    }

    fn json(&self, args: &[&str]) -> Value {
        let ran = self.run(&[args, &["--format", "json"]].concat());
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{args:?}: {error}: {}{}", ran.out, ran.err))
    }

    /// The files of the archive with their bytes.
    fn files(&self, archive: &str) -> Vec<(String, Vec<u8>)> {
        let entries = fs::read_dir(self.path(archive).join("matches")).unwrap();
        let mut files: Vec<(String, Vec<u8>)> = entries
            .map(|entry| entry.unwrap())
            .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
            .collect();
        files.sort();
        files
    }

    /// Writes a match into a folder here.
    fn write_match(&self, name: &str, files: &crossroads_match::Files) {
        crossroads_match::write_files(&self.path(name), files);
    }

    /// Three small matches in an archive: Ann against Bob twice, Bob against Cy.
    fn with_three() -> Keeper {
        let keeper = Keeper::new();
        for (n, players) in [(1, ["Ann", "Bob"]), (2, ["Bob", "Ann"]), (3, ["Bob", "Cy Young"])] {
            keeper.write_match(&format!("played/{n}"), &crossroads_match::play(n, players, 8));
        }
        keeper.run_ok(&["archive", "add", "played"]);
        keeper
    }
}

fn example_folder(name: &str) -> String {
    example::folder(name).display().to_string()
}

const EXAMPLES: [&str; 7] = [
    example::HEAD_TO_HEAD,
    example::REFEREED,
    example::SEVEN_DAYS,
    "dixie",
    "longstreet",
    "battle-cry-gettysburg",
    "battle-cry-campaign",
];

#[test]
fn the_examples_are_kept_found_counted_and_verified() {
    let keeper = Keeper::new();
    let folders: Vec<String> = EXAMPLES.iter().map(|name| example_folder(name)).collect();
    let add = |archive: &str, order: Vec<&String>| {
        let mut args = vec!["archive", "add", "--archive", archive];
        args.extend(order.into_iter().map(String::as_str));
        keeper.run_ok(&args)
    };
    let said = add("archive", folders.iter().collect());
    assert_eq!(said.lines().filter(|line| line.starts_with("added: ")).count(), EXAMPLES.len(), "{said}");
    let before = keeper.files("archive");
    let said = add("archive", folders.iter().collect());
    assert_eq!(said.lines().filter(|line| line.starts_with("unchanged: ")).count(), EXAMPLES.len(), "{said}");
    add("another", folders.iter().rev().collect());
    assert!(
        before == keeper.files("archive") && before == keeper.files("another"),
        "the same documents, the same bytes"
    );
    for (_, bytes) in &before {
        let read = archive::packed::unpack(bytes).unwrap();
        assert!(read.plain);
        let ours = |name: &str| {
            ["turns/", "states/", "refusals/", "disclosures/", "packs/"].iter().any(|part| name.starts_with(part))
        };
        assert!(
            read.files.iter().all(|(name, _)| name == "charter.yaml" || ours(name)),
            "nothing but documents and packs"
        );
    }
    let found = [
        keeper.run_ok(&["archive", "find"]),
        keeper.run_ok(&[
            "archive",
            "find",
            "--player",
            "ann carter test key",
            "--side",
            "union",
            "--game",
            "civil war",
        ]),
        keeper.run_ok(&["archive", "find", "Beauregard"]),
        keeper.run_ok(&["archive", "find", "retreat*", "attack", "--limit", "3"]),
        keeper.run_ok(&["archive", "find", "\"31st Georgia\" hits", "--scenario", "brawners", "--limit", "2"]),
        keeper.run_ok(&["archive", "find", "zouaves", "zeppelin"]),
    ];
    golden("archive-find.txt", &found.join("\n---\n\n"));
    let verified = keeper.run_ok(&["archive", "verify", "--all"]);
    let all = format!("{0} of {0} matches verify.\n", EXAMPLES.len());
    assert!(verified.contains(&all) && verified.contains("The index agrees with the files."), "{verified}");
    // The referee of the example ruled once.
    assert!(
        verified.contains("on a person's word: ") && verified.contains("Both asked to play the last turn again"),
        "{verified}"
    );
    let stats = keeper.json(&["archive", "stats"]);
    // By the outcomes in examples/README.md: a draw and a resignation that the Confederacy wins in Virginia.
    let virginia =
        stats["scenarios"].as_array().unwrap().iter().find(|one| one["name"] == "civil_war: virginia_1861").unwrap();
    assert_eq!(
        (&virginia["matches"], &virginia["drawn"], &virginia["won"]["confederate"]),
        (&2.into(), &1.into(), &1.into())
    );
    let seven_days = &keeper.json(&["archive", "find", "--game", "seven_days"])["matches"][0];
    // Ann and Ben exchanged their sides; the Confederacy won, and Ann played it in the end.
    assert_eq!(
        (&seven_days["seats"][1]["name"], &seven_days["seats"][1]["side"]),
        (&"Ben Doyle (test key)".into(), &"union".into())
    );
    let won = keeper.json(&["archive", "find", "--game", "seven_days", "--player", "ann carter", "--won"]);
    assert_eq!(won["all"], 1);
}

/// Compares a text with a golden file of the repository, or, with `ADJUTANT_BLESS=1`, writes the file.
fn golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        fs::write(&path, text).unwrap();
    }
    assert_eq!(text, fs::read_to_string(&path).unwrap_or_default(), "ADJUTANT_BLESS=1 writes {}", path.display());
}

#[test]
fn a_match_in_one_file_is_read_like_its_folder() {
    let keeper = Keeper::new();
    keeper.write_match("match", &crossroads_match::play(5, ["Ann", "Bob"], 8));
    keeper.run_ok(&["archive", "add", "match"]);
    let file = format!("archive/matches/{}", keeper.files("archive")[0].0);
    for command in
        [&["verify"][..], &["report"], &["report", "3"], &["match", "status"], &["show", "map"], &["match", "clock"]]
    {
        let of_folder = keeper.run(&[command, &["match"]].concat());
        let of_file = keeper.run(&[command, &[file.as_str()]].concat());
        assert_eq!((of_folder.code, of_file.code), (0, 0), "{command:?}: {}", of_file.err);
        let (folder, packed) =
            (of_folder.out.replace("match", "MATCH"), of_file.out.replace(&file, "match").replace("match", "MATCH"));
        assert_eq!(folder, packed, "{command:?}");
    }
    let named = keeper.run(&["replay", &file]);
    assert!(named.code == 2 && named.err.contains("--out"), "{}", named.err);
    keeper.run_ok(&["replay", &file, "--out", "page.html"]);
    keeper.run_ok(&["replay", "match", "--compare", "page.html"]);
    let draft = keeper.run(&["draft", &file]);
    assert!(
        draft.code == 2
            && draft.err.contains("this command needs a folder")
            && draft.err.contains("adjutant archive unpack "),
        "{}",
        draft.err
    );
    keeper.run_ok(&["archive", "unpack", &file, "unpacked/again"]);
    keeper.run_ok(&["verify", "unpacked/again"]);
    let over = keeper.run(&["archive", "unpack", &file, "match"]);
    assert!(over.code == 2 && over.err.contains("nothing is unpacked over it"), "{}", over.err);
    assert_eq!(fs::read_dir(keeper.path("unpacked")).unwrap().count(), 1, "nothing is left beside it");
    // Anybody can unpack it.
    fs::create_dir(keeper.path("by hand")).unwrap();
    let tar = Command::new("tar").args(["-xzf", &file, "-C", "by hand"]).current_dir(keeper.root.path()).status();
    if tar.is_ok_and(|status| status.success()) {
        keeper.run_ok(&["verify", "by hand"]);
    }
}

#[test]
fn what_does_not_hold_or_is_not_over_is_refused() {
    let keeper = Keeper::new();
    let begun = crossroads_match::begin(7, ["Ann", "Bob"], 6);
    keeper.write_match("begun", &begun);
    let ran = keeper.run(&["archive", "add", "begun"]);
    assert!(
        ran.code == 1 && ran.out.contains("refused: begun: the match is not over; add it anyway with --unfinished"),
        "{}{}",
        ran.out,
        ran.err
    );
    let mut forged = crossroads_match::play(8, ["Ann", "Bob"], 6);
    let state = forged.iter_mut().find(|(name, _)| name == "states/0003.yaml").unwrap();
    state.1 = state.1.replace("issued: \"2026-01-09T03", "issued: \"2026-01-09T04");
    keeper.write_match("forged", &forged);
    keeper.write_match("good", &crossroads_match::play(9, ["Ann", "Bob"], 6));
    let ran = keeper.run(&["archive", "add", "forged", "good"]);
    assert_eq!(ran.code, 1);
    assert!(ran.out.contains("refused: forged: states/0003.yaml: ") && ran.out.contains("added: good"), "{}", ran.out);
    assert_eq!(keeper.files("archive").len(), 1);
    let ran = keeper.run(&["archive", "add", "nowhere"]);
    assert!(ran.code == 2 && ran.err.contains("there is no such folder"), "{}", ran.err);
    let ran = keeper.run(&["archive", "find", "--archive", "elsewhere"]);
    assert!(ran.code == 2 && ran.err.contains("there is no archive here"), "{}", ran.err);
}

#[test]
fn a_longer_copy_takes_the_place_of_a_shorter_one_and_a_contradiction_is_refused() {
    let keeper = Keeper::new();
    // Left after six steps, played on to the end, and resigned after seven: two of these cannot both be.
    let (begun, whole, resigned) = (
        crossroads_match::begin(7, ["Ann", "Bob"], 6),
        crossroads_match::play(7, ["Ann", "Bob"], 12),
        crossroads_match::play(7, ["Ann", "Bob"], 8),
    );
    keeper.write_match("begun", &begun);
    keeper.write_match("whole", &whole);
    keeper.write_match("resigned", &resigned);
    let became =
        |folder: &str| keeper.json(&["archive", "add", "--unfinished", folder])["matches"][0]["became"].clone();
    assert_eq!(became("begun"), "added");
    assert_eq!(keeper.json(&["archive", "find", "--open"])["all"], 1);
    assert_eq!(became("whole"), "grown");
    let files = keeper.files("archive");
    assert_eq!(became("begun"), "unchanged");
    let ran = keeper.run(&["archive", "add", "resigned"]);
    assert!(ran.code == 1 && ran.out.contains("it contradicts the copy in the archive"), "{}{}", ran.out, ran.err);
    assert!(files == keeper.files("archive"), "what was there stays");
    assert_eq!(keeper.json(&["archive", "find", "--open"])["all"], 0);
}

#[test]
fn an_index_that_is_not_this_programs_own_is_made_anew() {
    let keeper = Keeper::with_three();
    let listed = keeper.run_ok(&["archive", "find"]);
    let index = keeper.path("archive/index.sqlite");
    let good = fs::read(&index).unwrap();
    let mut forged = good.clone();
    let name = forged.windows(8).position(|part| part == b"Cy Young").unwrap();
    forged[name..name + 8].copy_from_slice(b"Nobody!!");
    let half = &good[..good.len() / 2];
    for (what, bytes) in
        [("forged", forged.as_slice()), ("cut", half), ("empty", b""), ("text", b"SQLite format 3\0 no")]
    {
        fs::write(&index, bytes).unwrap();
        let verified = keeper.run(&["archive", "verify"]);
        assert!(verified.code == 1 && verified.out.contains("The index does not agree"), "{what}: {}", verified.out);
        assert!(verified.err.contains("archive index --rebuild"), "{}", verified.err);
        let ran = keeper.run(&["archive", "find"]);
        assert_eq!((ran.code, ran.out.as_str()), (0, listed.as_str()), "{what}: {}", ran.err);
        assert!(ran.err.contains("made again from the files"), "{what}: {}", ran.err);
        keeper.run_ok(&["archive", "verify"]);
    }
    fs::remove_file(&index).unwrap();
    assert_eq!(keeper.run_ok(&["archive", "find"]), listed);
    // On another machine it is somebody else's: it is not looked at, and no harm to the files.
    let verified = keeper.run_as("other home", &["archive", "verify"]);
    assert!(verified.code == 0 && !verified.out.contains("index"), "{}", verified.out);
    let ran = keeper.run_as("other home", &["archive", "find"]);
    assert!(ran.code == 0 && ran.out == listed && ran.err.contains("made again"), "{}", ran.err);
    let rebuilt = keeper.run(&["archive", "index", "--rebuild"]);
    assert!(rebuilt.code == 0 && rebuilt.out.contains("3 matches"), "{}{}", rebuilt.out, rebuilt.err);
}

#[test]
fn a_file_that_was_changed_is_left_out_and_named() {
    let keeper = Keeper::with_three();
    let files = keeper.files("archive");
    let (name, bytes) = &files[0];
    let path = keeper.path("archive/matches").join(name);
    let mut read = archive::packed::unpack(bytes).unwrap().files;
    let state = read.iter_mut().find(|(name, _)| name == "states/0002.yaml").unwrap();
    let text = String::from_utf8(state.1.clone()).unwrap().replace("issued: \"2026", "issued: \"2025");
    state.1 = text.into_bytes();
    fs::write(&path, archive::packed::pack(&read).unwrap()).unwrap();
    let ran = keeper.run(&["archive", "find"]);
    assert!(
        ran.code == 0 && ran.out.starts_with("2 matches.") && ran.err.contains("is left out: states/0002.yaml"),
        "{}",
        ran.err
    );
    let ran = keeper.run(&["archive", "verify"]);
    assert!(
        ran.code == 1 && ran.out.contains("does not verify: ") && ran.out.contains("2 of 3 matches verify."),
        "{}",
        ran.out
    );
    // Names decide nothing: a file under the name of another match is refused.
    fs::write(&path, &files[1].1).unwrap();
    let ran = keeper.run(&["archive", "find"]);
    assert!(ran.err.contains("but is not named after it"), "{}", ran.err);
    fs::remove_file(&path).unwrap();
    assert!(keeper.run_ok(&["archive", "find"]).starts_with("2 matches."));
    fs::write(&path, bytes).unwrap();
    assert!(keeper.run_ok(&["archive", "find"]).starts_with("3 matches."));
}

/// An archive with one entry of any kind.
fn hostile(kind: tar::EntryType, name: &str, link: Option<&str>) -> Vec<u8> {
    let mut header = tar::Header::new_ustar();
    header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
    header.set_entry_type(kind);
    header.set_mode(0o644);
    header.set_size(if link.is_some() { 0 } else { 4 });
    if let Some(link) = link {
        header.set_link_name(link).unwrap();
    }
    header.set_cksum();
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    builder.append(&header, if link.is_some() { &b""[..] } else { b"evil" }).unwrap();
    builder.into_inner().unwrap().finish().unwrap()
}

#[test]
fn hostile_archives_are_refused_with_a_reason_and_write_nothing() {
    let keeper = Keeper::new();
    let place = keeper.path("archive/matches");
    fs::create_dir_all(&place).unwrap();
    let outside = keeper.path("outside.yaml");
    let cases = [
        (hostile(tar::EntryType::Regular, "../../outside.yaml", None), "leads outside the folder"),
        (hostile(tar::EntryType::Regular, outside.to_str().unwrap(), None), "not a name inside a folder"),
        (hostile(tar::EntryType::Symlink, "charter.yaml", Some("/etc/passwd")), "is a link"),
        (hostile(tar::EntryType::Link, "charter.yaml", Some("states/0000.yaml")), "is a link"),
        (hostile(tar::EntryType::Char, "charter.yaml", Some("x")), "is a device"),
        (hostile(tar::EntryType::Regular, "\u{1b}[2Jcharter.yaml", None), "has a character"),
        (b"no archive".to_vec(), "gzip"),
    ];
    for (bytes, why) in cases {
        let file = place.join(format!("{}.tar.gz", "ab".repeat(32)));
        fs::write(&file, bytes).unwrap();
        for command in [&["verify"][..], &["report"], &["archive", "add"]] {
            let ran = keeper.run(&[command, &[file.to_str().unwrap()]].concat());
            let said = format!("{}{}", ran.out, ran.err);
            assert!(ran.code == 1 && said.contains(why) && !said.contains('\u{1b}'), "{command:?}, {why}: {said}");
        }
        let ran = keeper.run(&["archive", "verify"]);
        assert!(ran.code == 1 && ran.out.contains(why), "{why}: {}", ran.out);
        assert!(!outside.exists());
    }
}

#[test]
fn filters_names_and_days() {
    let keeper = Keeper::with_three();
    let all = |args: &[&str]| keeper.json(&[&["archive", "find"], args].concat())["all"].as_u64().unwrap();
    assert_eq!((all(&[]), all(&["--player", "ann"]), all(&["--player", "Bob", "--player", "ann"])), (3, 2, 2));
    assert_eq!(all(&["--player", "young"]), 1, "a word of a name");
    // The player to move after eight steps resigns.
    let won =
        all(&["--player", "bob", "--won"]) + all(&["--player", "bob", "--lost"]) + all(&["--player", "bob", "--drawn"]);
    assert_eq!(won, 3);
    // Match 2 began on the third of January.
    assert_eq!((all(&["--since", "2026-01-03"]), all(&["--until", "2026-01-02"])), (2, 1));
    assert_eq!((all(&["--scenario", "meeting"]), all(&["--game", "Crossroads"]), all(&["--limit", "1"])), (3, 3, 3));
    let fingerprint =
        keeper.json(&["archive", "find", "--player", "cy young"])["matches"][0]["seats"][1]["fingerprint"].clone();
    assert_eq!(all(&["--player", &fingerprint.as_str().unwrap()[..9]]), 1);
    for (args, advice) in [
        (&["--player", "anne"][..], "did you mean Ann?"),
        (&["--scenario", "meating"], "did you mean meeting?"),
        (&["--won"], "--player NAME"),
        (&["--since", "2026-02-30"], "2026-01-31"),
        (&["--event", "cup"], "no match in it has any tournament"),
        (&["--event", "s"], "at least 3 letters of its title"),
        (&["\"*'"], "archive find Shiloh"),
    ] {
        let ran = keeper.run(&[&["archive", "find"], args].concat());
        assert!(ran.code == 2 && ran.err.contains(advice), "{args:?}: {}", ran.err);
    }
    assert!(all(&["resign*"]) >= 3 && all(&["\"better of me\""]) == 3, "the players' own words, too");
    assert_eq!(all(&["NOT", "(x", "AND"]), 0);
}

#[test]
fn what_is_counted_and_exported_agrees() {
    let keeper = Keeper::with_three();
    let stats = keeper.json(&["archive", "stats"]);
    assert_eq!((&stats["matches"], &stats["games"][0]["matches"]), (&3.into(), &3.into()));
    let bob = stats["players"].as_array().unwrap().iter().find(|one| one["name"] == "Bob").unwrap();
    assert_eq!((&bob["played"], &bob["keys"]), (&3.into(), &1.into()), "his key is the same in all of them");
    let pair = &stats["pairs"][0];
    assert_eq!(pair["players"], serde_json::json!(["Ann", "Bob"]));
    let met: u64 = pair["won"].as_array().unwrap().iter().map(|won| won.as_u64().unwrap()).sum();
    assert_eq!(met + pair["drawn"].as_u64().unwrap(), 2);
    for by in ["game", "scenario", "side", "player", "event"] {
        assert!(keeper.run_ok(&["archive", "stats", "--by", by]).contains("Dice"), "{by}");
    }
    // Every die of every state is in the index, and no other.
    let export = keeper.json(&["archive", "export", "--to", "json"]);
    let indexed: u64 = export["dice"].as_array().unwrap().iter().map(|one| one["dice"].as_u64().unwrap()).sum();
    let mut rolled = 0;
    let (mut rolls, mut decided) = (Vec::new(), 0);
    for (_, bytes) in keeper.files("archive") {
        let files = archive::packed::unpack(&bytes).unwrap().files;
        for (_, text) in files.iter().filter(|(name, _)| name.starts_with("states/")) {
            let state = adjutant::document::read("state", text, adjutant::document::Form::State).unwrap();
            let of_state = state.content["rolls"].as_array().unwrap();
            rolled += of_state.iter().filter_map(|roll| roll["faces"].as_array()).map(Vec::len).sum::<usize>() as u64;
            for roll in of_state.iter().filter(|roll| roll["faces"].is_array()) {
                let faces: Vec<String> = roll["faces"].as_array().unwrap().iter().map(ToString::to_string).collect();
                let (id, step, n) = (state.content["match"].clone(), state.content["step"].clone(), roll["n"].clone());
                let (purpose, rule) = (roll["purpose"].clone(), roll["rule"].clone());
                rolls.push([id, step, n, purpose, rule, roll["sides"].clone(), faces.join(" ").into()]);
            }
        }
        for (_, text) in files.iter().filter(|(name, _)| name.starts_with("turns/")) {
            let turn = adjutant::document::read("turn", text, adjutant::document::Form::Signed).unwrap().content;
            let lists = ["orders", "answers", "commit", "open"].map(|field| turn[field].as_array().map_or(0, Vec::len));
            let others = ["standing", "take_back", "offer"].iter().filter(|field| turn.get(**field).is_some()).count();
            decided += lists.into_iter().sum::<usize>() + others;
        }
    }
    assert!(indexed == rolled && rolled > 0, "{indexed} {rolled}");
    // Each roll by itself, with what it was for; and each decision of the turns, all of which were resolved.
    let columns = ["match", "step", "n", "purpose", "rule", "sides", "faces"];
    let mut exported: Vec<[Value; 7]> =
        export["rolls"].as_array().unwrap().iter().map(|roll| columns.map(|column| roll[column].clone())).collect();
    let order = |roll: &[Value; 7]| (roll[0].to_string(), roll[1].as_u64(), roll[2].as_u64());
    rolls.sort_by_key(order);
    exported.sort_by_key(order);
    assert_eq!(exported, rolls);
    let decisions = export["decisions"].as_array().unwrap();
    assert!(decisions.len() == decided && decided > 0, "{} {decided}", decisions.len());
    assert!(
        decisions.iter().any(|one| one["kind"] == "commit" && one["name"] == "posture-1" && one["player"] == "Ann")
    );
    keeper.run_ok(&["archive", "export", "--to", "csv", "--out", "tables"]);
    // In each form every table has a file; Parquet files begin and end with their mark.
    let tables = export.as_object().unwrap();
    for form in ["jsonl", "parquet"] {
        keeper.run_ok(&["archive", "export", "--to", form, "--out", "tables"]);
        for (table, rows) in tables {
            let written = fs::read(keeper.path(&format!("tables/{table}.{form}"))).unwrap();
            match form {
                "jsonl" => {
                    assert_eq!(String::from_utf8(written).unwrap().lines().count(), rows.as_array().unwrap().len())
                }
                _ => assert!(written.starts_with(b"PAR1") && written.ends_with(b"PAR1"), "{table}"),
            }
        }
    }
    assert_eq!(fs::read_dir(keeper.path("tables")).unwrap().count(), 3 * tables.len(), "no file is left over");
    let matches = fs::read_to_string(keeper.path("tables/matches.csv")).unwrap();
    assert_eq!(matches.lines().count(), 4, "the columns and three matches");
    let seats = keeper.run_ok(&["archive", "export", "--to", "csv", "--table", "seats"]);
    assert_eq!(seats.lines().count(), 7);
    let sql = keeper.run_ok(&["archive", "export", "--to", "sql"]);
    assert_eq!(sql.matches("INSERT INTO matches ").count(), 3);
    for (args, advice) in [
        (&["--to", "csv"][..], "--out"),
        (&["--to", "csv", "--table", "seat"], "did you mean seats?"),
        (&["--to", "sql", "--table", "seats"], "leave it out"),
        (&["--to", "parquet", "--table", "seats"], "--out"),
    ] {
        let ran = keeper.run(&[&["archive", "export"], args].concat());
        assert!(ran.code == 2 && ran.err.contains(advice), "{args:?}: {}", ran.err);
    }
}

/// A log of VASSAL beside a match: it is found by what was said in it, goes along to another archive, and whatever is changed
/// in it or about it is named.
/// Exports stay outside of the archive's own files, and what is among them from elsewhere is named.
#[test]
fn what_does_not_belong_to_the_archive_is_kept_out_and_named() {
    let keeper = Keeper::with_three();
    keeper.run_ok(&["archive", "stats"]);
    for out in ["archive/matches", "archive/matches/tables", "archive/tournaments/x", "archive/index.sqlite"] {
        let to = if out.ends_with("sqlite") { "sql" } else { "csv" };
        let ran = keeper.run(&["archive", "export", "--to", to, "--out", out]);
        assert!(ran.code == 2 && ran.err.contains("a place for the archive's own files"), "{out}: {}", ran.err);
    }
    keeper.run_ok(&["archive", "export", "--to", "csv", "--out", "archive/tables"]);
    assert!(!keeper.run_ok(&["archive", "verify"]).contains("not a file of the archive"));
    fs::write(keeper.path("archive/matches/notes.txt"), "mine").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(keeper.path("archive/matches/notes.txt"), keeper.path("archive/matches/link.txt"))
        .unwrap();
    let said = keeper.run_ok(&["archive", "verify"]);
    assert!(said.contains("not a file of the archive: archive/matches/notes.txt"), "{said}");
    #[cfg(unix)]
    assert!(said.contains("not a file of the archive: archive/matches/link.txt"), "{said}");
}

#[test]
fn a_log_of_another_program_is_kept_beside_a_match() {
    let keeper = Keeper::with_three();
    let files = keeper.files("archive");
    let id = files[0].0.strip_suffix(".tar.gz").unwrap().to_owned();
    let log = "begin\u{1b}LOG\tCHAT<Ann> - Flanking through the cornfield\u{1b}LOG\tCHAT* Ann rolls 2d6: 11";
    let hidden: String = log.bytes().map(|byte| format!("{:02x}", byte ^ 0xa7)).collect();
    fs::write(keeper.path("game.vlog"), format!("!VCSKa7{hidden}")).unwrap();
    let attach = |of: &str, file: &str, name: &str| keeper.run(&["archive", "attach", of, file, "--name", name]);
    for (of, file, name, advice) in [
        (&id[..8], "game.vlog", "Ann", "adjutant keygen"),
        ("abc", "game.vlog", "Ann", "at least four digits"),
        (&id[..8], "nowhere.vlog", "Ann", "nowhere.vlog"),
        (&id[..8], "game.vlog", " ", "the name is empty"),
        (&id[..8], "game.vlog", &"Ann".repeat(50), "write at most 100"),
        (&id[..8], "game.vlog", "Ann\u{202e}nnA", "characters that one does not see"),
    ] {
        let ran = attach(of, file, name);
        assert!(ran.code == 2 && ran.err.contains(advice), "{of} {file} {name}: {}", ran.err);
    }
    assert!(!keeper.path("archive/attachments").exists(), "nothing is written on a failure");
    keeper.run_ok(&["keygen"]);
    let ran = attach(&id[..8], "game.vlog", "Ann Archer");
    assert!(ran.code == 0 && ran.out.starts_with("Kept: game.vlog as "), "{}{}", ran.out, ran.err);
    let ran = attach(&id[..8], "game.vlog", "Bob");
    assert!(ran.code == 1 && ran.err.contains("Ann Archer has already brought this file"), "{}", ran.err);
    assert_eq!(keeper.files("archive"), files, "no match has changed");

    let found = keeper.json(&["archive", "find", "flank*", "cornfield"]);
    assert_eq!(
        (&found["all"], &found["all_files"], &found["files"][0]["by"]),
        (&0.into(), &1.into(), &"Ann Archer".into())
    );
    assert_eq!(found["files"][0]["snippet"], "<Ann> - [Flanking] through the [cornfield] * Ann rolls 2d6: 11");
    assert_eq!(found["files"][0]["match"], id.as_str());
    let kept = keeper.path(found["files"][0]["file"].as_str().unwrap());
    assert_eq!(fs::read(&kept).unwrap(), fs::read(keeper.path("game.vlog")).unwrap());
    assert!(keeper.run_ok(&["archive", "find", "cornfield"]).contains("game.vlog, brought by Ann Archer"));
    assert_eq!(keeper.json(&["archive", "find", "cornfield", "--since", "2999-01-01"])["all_files"], 0);
    let said = keeper.run_ok(&["archive", "verify"]);
    assert!(said.contains("1 file beside the matches as signed by whoever brought them"), "{said}");
    let table = keeper.run_ok(&["archive", "export", "--to", "csv", "--table", "attachments"]);
    assert!(table.contains(",game.vlog,167,Ann Archer,"), "{table}");
    assert!(keeper.run_ok(&["archive", "export", "--to", "sql"]).contains("INSERT INTO attachments VALUES ("));

    // Another archive that takes the match from this one takes the log along.
    keeper.run_ok(&["archive", "add", "archive/matches", "--archive", "other"]);
    assert_eq!(keeper.json(&["archive", "find", "cornfield", "--archive", "other"])["all_files"], 1);

    // A changed file, a changed name, another match: each is named, and searched no longer.
    let document = kept.with_extension("yaml");
    let (text, bytes) = (fs::read_to_string(&document).unwrap(), fs::read(&kept).unwrap());
    let other = files[1].0.strip_suffix(".tar.gz").unwrap();
    for (document_text, contents, why) in [
        (text.clone(), [&bytes[..], b"0"].concat(), "the file has been changed"),
        (text.replace("Ann Archer", "Ann Butcher"), bytes.clone(), "signature"),
        (text.replace(&id, other), bytes.clone(), "not the document of this file and this match"),
    ] {
        fs::write(&document, document_text).unwrap();
        fs::write(&kept, contents).unwrap();
        let ran = keeper.run(&["archive", "verify"]);
        assert!(ran.code == 1 && ran.out.contains("does not verify: ") && ran.out.contains(why), "{why}: {}", ran.out);
        assert_eq!(keeper.json(&["archive", "find", "cornfield"])["all_files"], 0, "{why}");
    }
    fs::remove_file(&document).unwrap();
    let ran = keeper.run(&["archive", "verify"]);
    assert!(ran.code == 1 && ran.out.contains("the file cannot be read"), "a file alone is not attached: {}", ran.out);
}

#[test]
fn without_a_cache_everything_is_found_out_anew() {
    let keeper = Keeper::with_three();
    let listed = keeper.run_ok(&["archive", "find"]);
    let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(["archive", "find"])
        .current_dir(keeper.root.path())
        .env("ADJUTANT_HOME", keeper.path("home"))
        .env("ADJUTANT_CACHE", "off")
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(ran.stdout).unwrap(), listed);
}

#[test]
fn copies_of_one_match_with_other_documents_beside_it_come_together() {
    let keeper = Keeper::new();
    let whole = crossroads_match::play(11, ["Ann", "Bob"], 6);
    keeper.write_match("ann", &whole);
    keeper.write_match("bob", &whole);
    // Ann's copy lacks its data, which comes with the program, and has a draft and notes; Bob's files have other names.
    fs::create_dir_all(keeper.path("ann/drafts")).unwrap();
    fs::write(keeper.path("ann/drafts/0009-union.yaml"), "secret: plans\n").unwrap();
    fs::write(keeper.path("ann/notes.txt"), "secret\n").unwrap();
    copy_all(&keeper.path("bob/turns"), &keeper.path("bob/came"));
    fs::remove_dir_all(keeper.path("bob/turns")).unwrap();
    keeper.run_ok(&["archive", "add", "ann", "--archive", "one"]);
    keeper.run_ok(&["archive", "add", "bob", "--archive", "other"]);
    assert!(keeper.files("one") == keeper.files("other"));
    let said = keeper.run_ok(&["archive", "add", "bob", "--archive", "one"]);
    assert!(said.starts_with("unchanged: bob"), "{said}");
    let file = format!("other/matches/{}", keeper.files("other")[0].0);
    assert!(keeper.run_ok(&["archive", "add", &file, "--archive", "third"]).starts_with("added: "));
    assert!(keeper.files("one") == keeper.files("third"), "taken over from another archive");
}
