//! Deliberately broken packs, given to the program itself: each is refused with its file, line and column, with exit
//! code 1 or 2, at once, and nothing on the disk changes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with a copy of the pack in `ours`.
struct Copy {
    folder: tempfile::TempDir,
}

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Copy {
    /// Of the compiled files without the scenarios; with the sources if they are wanted.
    fn new(sources: bool) -> Copy {
        let copy = Copy { folder: tempfile::tempdir().expect("a folder") };
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/civil_war");
        fs::create_dir_all(copy.path("ours/scenarios")).expect("a folder");
        let take = |from: &Path, to: &str| assert!(fs::copy(from, copy.path(to)).is_ok(), "{to}");
        for name in ["map.yaml", "charts.yaml", "leaders.yaml"] {
            take(&pack.join(name), &format!("ours/{name}"));
        }
        if sources {
            fs::create_dir_all(copy.path("ours/sources")).expect("a folder");
            for entry in fs::read_dir(pack.join("sources")).expect("the sources") {
                let path = entry.expect("a source").path();
                let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
                take(&path, &format!("ours/sources/{name}"));
            }
        }
        copy
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).expect("a text")
    }

    fn write(&self, file: &str, bytes: impl AsRef<[u8]>) -> &Copy {
        fs::write(self.path(file), bytes).expect("written");
        self
    }

    /// Replaces the first of some words in a file, which must be there.
    fn edit(&self, file: &str, from: &str, to: &str) -> &Copy {
        let text = self.text(file);
        assert!(text.contains(from), "{file} has no {from:?}");
        self.write(file, text.replacen(from, to, 1))
    }

    fn run(&self, args: &[&str]) -> Ran {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(args).current_dir(self.folder.path()).env("ADJUTANT_HOME", self.path("home"));
        let output = command.output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        Ran { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }

    /// Every file and folder, with its contents.
    fn everything(&self) -> BTreeMap<PathBuf, Option<Vec<u8>>> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                let kind = path.symlink_metadata().expect("an entry").file_type();
                found.insert(path.clone(), kind.is_file().then(|| fs::read(&path).expect("a file")));
                folders.extend(kind.is_dir().then_some(path));
            }
        }
        found
    }

    /// Runs what must be refused: the exit code, the words that the refusal has, and nothing else.
    fn refused(&self, args: &[&str], code: i32, words: &[&str]) {
        let before = self.everything();
        let ran = self.run(args);
        assert_eq!(ran.code, Some(code), "{args:?}\n{}{}", ran.err, ran.out);
        for word in words {
            assert!(ran.err.contains(word), "{args:?}: no {word:?} in\n{}", ran.err);
        }
        let harmful = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!ran.err.contains("panicked") && !ran.err.contains(harmful), "{args:?}\n{}", ran.err);
        assert!(before == self.everything(), "{args:?} has changed what is on the disk");
    }
}

const CHECK: [&str; 3] = ["pack", "check", "ours"];
const BUILD: [&str; 3] = ["pack", "build", "ours"];
const NEW: [&str; 7] = ["match", "new", "m", "--title", "x", "--pack", "ours"];

#[test]
fn a_file_that_is_no_yaml_is_refused_with_its_line() {
    let copy = Copy::new(false);
    let deep = format!("about: x\na: {}", "[".repeat(100_000));
    let spoilt: [(&[u8], &str, &str); 13] = [
        (b"", "map.yaml:1:1", "contains no document"),
        (b"- a\n", "map.yaml:1:1", "a document is a mapping"),
        (b"about: x\nhexes: [\n", "map.yaml:2:8", "not closed"),
        (b"about: x\n  hexes: {}\n", "map.yaml:1:8", "several lines"),
        (b"about: x\nabout: z\n", "map.yaml:2:1", "appears twice"),
        (b"about: &a x\nhexes: *a\n", "map.yaml:1:8", "an anchor"),
        (b"about: !!binary x\n", "map.yaml:1:8", "a tag"),
        (b"about: x\n---\nabout: z\n", "map.yaml:2:1", "second document"),
        (b"about: caf\xe9\n", "map.yaml:1:11", "UTF-8"),
        (b"about: \"\x1b[31m\"\n", "map.yaml:1:9", "differently"),
        (b"about: x\n\tb: y\n", "map.yaml:2:1", "a tab"),
        (b"about: x\nhexes:\n", "map.yaml:2:1", "no value"),
        (deep.as_bytes(), "map.yaml:2:68", "deeper than 64"),
    ];
    for (bytes, place, words) in spoilt {
        copy.write("ours/map.yaml", bytes);
        copy.refused(&CHECK, 1, &[place, words]);
    }
    copy.refused(&NEW, 1, &["map.yaml:2:68"]);
    let long = [b"about: \"".as_slice(), &[b'x'; 1 << 20], b"\"\n"].concat();
    copy.write("ours/map.yaml", &long).refused(&CHECK, 1, &["map.yaml", "larger than 1 MiB"]);
    // It is not even opened.
    let file = fs::File::create(copy.path("ours/map.yaml")).expect("a file");
    file.set_len(100_000_000_000).expect("a hole");
    let ran = copy.run(&CHECK);
    assert!(ran.code == Some(1) && ran.err.contains("larger than the limit of 2 MiB"), "{}", ran.err);
}

#[test]
fn an_entry_that_is_not_understood_or_does_not_fit_is_refused_with_its_line() {
    let copy = Copy::new(false);
    let whole = |file: &str| copy.text(&format!("ours/{file}"));
    let texts: BTreeMap<&str, String> =
        ["map.yaml", "charts.yaml", "leaders.yaml"].into_iter().map(|file| (file, whole(file))).collect();
    let side = "\nhexsides:\n";
    for (file, from, to, words) in [
        ("map.yaml", "terrain: clear", "terrain: sandy", "`sandy` is not allowed here"),
        ("map.yaml", "terrain: clear", "terran: clear", "did you mean `terrain`?"),
        ("map.yaml", "\nhexes:\n", "\nhexes:\n  \"0000\": {name: X, terrain: clear, states: []}\n", "four digits"),
        (
            "map.yaml",
            "\nhexes:\n",
            "\nhexes:\n  \"9999\": {name: X, terrain: clear, states: [virginia]}\n",
            "six neighbors",
        ),
        ("map.yaml", "name: Culpeper", "name: \"Cul\\e[2J\"", "visible characters"),
        ("map.yaml", "name: Culpeper", "name: \"Cul\\u202e\"", "visible characters"),
        ("map.yaml", "vp: 4", "vp: 200", "at most 20 points"),
        ("map.yaml", "vp: 4", "vp: 99999999999999999999", "too large for some YAML readers"),
        ("map.yaml", "vp: 4", "vp: 4.5", "found the number 4.5"),
        (
            "map.yaml",
            side,
            "\nhexsides:\n  - {name: X, kind: river, between: [[\"0101\", \"0101\"]]}\n",
            "are not adjacent",
        ),
        (
            "map.yaml",
            side,
            "\nhexsides:\n  - {name: X, kind: river, between: [[\"9998\", \"9999\"]]}\n",
            "does not exist",
        ),
        (
            "map.yaml",
            "\nexits:\n",
            "\nexits:\n  - {hex: \"5106\", side: union, to: X, vp: 1, source: none}\n",
            "no \"none\"",
        ),
        ("charts.yaml", "infantry: 4", "infantry: 255", "255 is not from 1 to 20"),
        ("charts.yaml", "clear, movement: 1", "clear, movement: 0", "1 to 20 movement points"),
        ("charts.yaml", "{roll: 5,", "{roll: 4,", "two rows for 4"),
        ("charts.yaml", "- {terrain: swamp", "- {terrain: forest", "two rows for"),
        ("leaders.yaml", "rank: 3", "rank: 9", "1 to 4 stars"),
        ("leaders.yaml", "id: mcdowell", "id: \"Mc Dowell\"", "expected an id"),
        ("leaders.yaml", "source: {", "source: {implied: x, ", "a mapping with 2 entries"),
    ] {
        let text = &texts[file];
        let at = text.find(from).unwrap_or_else(|| panic!("{file} has no {from:?}"));
        // The inserted entry is on a line of its own.
        let line = text[..at].matches('\n').count() + 1 + to.trim_end().matches('\n').count();
        copy.edit(&format!("ours/{file}"), from, to);
        let place = format!("{file}:{line}:");
        copy.refused(&CHECK, 1, &[&place, words]);
        copy.write(&format!("ours/{file}"), text);
    }
    copy.write("ours/notes.yaml", "a: 1\n").refused(&CHECK, 1, &["no file \"notes.yaml\"", "ours/notes.yaml"]);
    copy.refused(&NEW, 1, &["ours/notes.yaml"]);
    fs::remove_file(copy.path("ours/notes.yaml")).expect("removed");
    fs::remove_file(copy.path("ours/charts.yaml")).expect("removed");
    copy.refused(&CHECK, 1, &["ours/charts.yaml", "has no charts.yaml"]);
    copy.write("ours/charts.yaml", &texts["charts.yaml"]);
    // Names may have any letters.
    copy.edit("ours/map.yaml", "name: Culpeper", "name: \"Cülpeper 東京\"");
    assert_eq!(copy.run(&CHECK).code, Some(0));
}

#[test]
fn sources_that_are_not_understood_are_refused_with_their_line() {
    let copy = Copy::new(true);
    let monterey = "lat: 38.41, lon: -79.58, state: virginia, hex: \"4607\"";
    for (from, to, words) in [
        ("lat: 38.41", "lat: .nan", "expected a number"),
        ("lat: 38.41", "lat: 1e309", "expected a number"),
        ("lat: 38.41", "lat: -38.41", "from 20 to 50 degrees north"),
        ("lat: 38.41", "lat: 99999999999999999999", "too large for some YAML readers"),
        ("lat: 38.41", "lat: ", "no value"),
        ("lon: -79.58", "lon: 79.58", "negative in the west"),
        (monterey, "lat: 38.41, lat: 38.41", "appears twice"),
        (monterey, "latt: 38.41", "did you mean `lat`?"),
        ("name: Monterey", "name: \"Mon\\e[31m\"", "visible characters"),
        ("  monterey:", "  piedmont:", "appears twice"),
    ] {
        let whole = copy.text("ours/sources/towns.yaml");
        let line = whole[..whole.find(from).expect("it is there")].matches('\n').count() + 1;
        copy.edit("ours/sources/towns.yaml", from, to);
        copy.refused(&BUILD, 1, &[&format!("towns.yaml:{line}:"), words]);
        copy.write("ours/sources/towns.yaml", whole);
    }
    for (file, from, to, words) in [
        ("terrain.yaml", "[[38.15, -92.75]", "[[38.15, -1000000000.5]", "negative in the west"),
        ("borders.yaml", "[[3500, -8820]", "[[3500, 2000000000]", "in hundredths"),
        ("borders.yaml", "  alabama:\n", "  alabama:\n    - []\n", "three points"),
        ("railroads.yaml", "[grafton, clarksburg, parkersburg]", "[grafton, 5106]", "a hex in quotes"),
        ("virginia.yaml", "terrain: forest", "terrain: forest, foo: 1", "there is no field `foo`"),
        ("states.yaml", "theater: east", "theater: middle", "`middle` is not allowed here"),
    ] {
        let path = format!("ours/sources/{file}");
        let whole = copy.text(&path);
        copy.edit(&path, from, to).refused(&BUILD, 1, &[&format!("{file}:"), words, " | "]);
        copy.write(&path, whole);
    }
    let two = ["towns.yaml", "rivers.yaml"].map(|file| copy.path(&format!("ours/sources/{file}")));
    two.iter().for_each(|path| fs::remove_file(path).expect("removed"));
    copy.refused(&BUILD, 1, &["ours/sources/towns.yaml", "ours/sources/rivers.yaml", "missing"]);
    copy.refused(&["pack", "build", "ours", "--to", "ours/sources/seas.yaml"], 2, &["a source of the map"]);
    copy.refused(&["pack", "build", "ours", "--anyway", "--check"], 2, &["--anyway"]);
    copy.refused(&["pack", "build"], 2, &["no map sources"]);
}

#[test]
fn whatever_the_map_would_leave_out_is_told_of_at_once() {
    let copy = Copy::new(true);
    let sources = |file: &str| format!("ours/sources/{file}.yaml");
    let mut expected = Vec::new();
    let mut plant = |file: &str, from: &str, to: &str, words: &str| {
        copy.edit(&sources(file), from, to);
        expected.push(words.to_owned());
    };
    plant("towns", "state: virginia, hex: \"4607\"}", "state: virgina, hex: \"4607\"}", "no state virgina");
    plant("towns", "hex: \"4607\", rank: 2", "hex: \"9999\", rank: 2", "the hex 9999 is beyond");
    plant(
        "towns",
        "lat: 37.41, lon: -79.14, state: virginia, hex: \"4710\", vp: 2",
        "lat: 48.0, lon: -79.14, state: virginia, vp: 2",
        "Lynchburg is beyond",
    );
    plant("towns", "hex: \"4905\", vp: 1", "hex: \"4905\", vp: 3", "in virginia.yaml, which covers 4905");
    plant(
        "rivers",
        "rivers:\n",
        "rivers:\n  - {name: Nowhere Creek, course: [{joins: Nowhere Creek}, {point: [35.0, -85.0]}]}\n",
        "no river \"Nowhere Creek\" comes before it",
    );
    plant(
        "rivers",
        "rivers:\n",
        "rivers:\n  - {name: Nothing Creek, course: [{limit: ocean}]}\n",
        "must pass at least one place",
    );
    plant(
        "rivers",
        "rivers:\n",
        "rivers:\n  - {name: Far Creek, course: [{point: [35.0, -85.0]}, {point: [45.0, -110.0]}]}\n",
        "cannot continue to point",
    );
    plant("railroads", "[grafton, clarksburg, parkersburg]", "[grafton]", "at least two stations");
    plant(
        "railroads",
        "railroads:\n",
        "railroads:\n  - {name: X, stations: [graften, wheeling]}\n",
        "no town \"graften\"",
    );
    plant(
        "virginia",
        "\nhexes:\n",
        "\nhexes:\n  \"9998\": {name: X, terrain: clear, states: [virginia]}\n",
        "the hex 9998 is beyond",
    );
    plant("states", "river: Ohio", "river: Hio", "no river \"Hio\"");
    let words: Vec<&str> = expected.iter().map(String::as_str).collect();
    copy.refused(&BUILD, 1, &words);
    let told = copy.run(&BUILD).err;
    let problems = told.matches("error: ").count();
    assert!(problems >= words.len() && told.matches(".yaml:").count() >= problems, "{told}");
    // Nothing that is asked for in spite of it is another than a map.
    let ran = copy.run(&["pack", "build", "ours", "--anyway", "--to", "any.yaml", "--format", "json"]);
    assert_eq!(ran.code, Some(1));
    let answer: serde_json::Value = serde_json::from_str(&ran.out).expect("one JSON value");
    assert!(
        answer["problems"].as_array().expect("problems").iter().all(|problem| problem["line"].is_u64()),
        "{answer:#}"
    );
    assert!(copy.text("any.yaml").starts_with("# Compiled by"));
}

#[test]
fn line_ends_and_byte_order_marks_do_not_matter() {
    let copy = Copy::new(true);
    for file in ["towns", "rivers", "virginia", "borders"] {
        let path = format!("ours/sources/{file}.yaml");
        let text = copy.text(&path);
        copy.write(&path, format!("\u{feff}{}", text.replace('\n', "\r\n")));
    }
    assert_eq!(copy.run(&["pack", "build", "ours", "--check"]).code, Some(0));
    let map = copy.text("ours/map.yaml");
    copy.write("ours/map.yaml", format!("\u{feff}{}", map.replace('\n', "\r\n")));
    let ran = copy.run(&["pack", "diff", "ours", "ours"]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "The packs are the same.\n"));
}

#[cfg(unix)]
#[test]
fn links_pipes_and_folders_in_place_of_files_are_refused() {
    use std::os::unix::fs::symlink;
    let copy = Copy::new(false);
    let map = copy.path("ours/map.yaml");
    let text = copy.text("ours/map.yaml");
    for (to, code, words) in [
        ("map.yaml", 2, "cannot read"),
        ("/nowhere/at/all", 2, "no such file"),
        ("/dev/zero", 2, "a pipe or a device"),
        ("scenarios", 1, "has no map.yaml"),
    ] {
        fs::remove_file(&map).expect("removed");
        symlink(to, &map).expect("a link");
        copy.refused(&CHECK, code, &[words, "ours/map.yaml"]);
    }
    // A link that leads to the file is as good as the file.
    fs::remove_file(&map).expect("removed");
    copy.write("elsewhere.yaml", &text);
    symlink("../elsewhere.yaml", &map).expect("a link");
    assert_eq!(copy.run(&CHECK).code, Some(0));
    // A folder that holds itself.
    fs::remove_dir(copy.path("ours/scenarios")).expect("removed");
    symlink(".", copy.path("ours/scenarios")).expect("a link");
    copy.refused(&CHECK, 1, &["ours/scenarios/"]);
    for file in ["ours", "/dev/null"] {
        copy.refused(&["pack", "map", "--svg", file], 2, &["not a file"]);
    }
    copy.refused(&["pack", "map", "--svg", "elsewhere.yaml/map.svg"], 2, &["cannot write"]);
}

#[test]
fn questions_that_cannot_be_asked_are_refused() {
    let copy = Copy::new(false);
    for (args, code, words) in [
        (&["pack", "check", "nowhere"][..], 2, "no such folder"),
        (&["pack", "check", "ours/map.yaml"], 2, "this is a file"),
        (&["pack", "check", "ours/scenarios"], 2, "has no data pack"),
        (&["pack", "diff", "ours", "nowhere"], 2, "no such folder"),
        (&["pack", "diff", "ours"], 2, "<B>"),
        (&["pack", "show", "nonsuch"], 1, "no entry \"nonsuch\""),
        (&["pack", "show", ""], 1, "no entry \"\""),
        (&["pack", "show", "\u{1b}[31m"], 1, "\\u{1b}[31m"),
        (&["pack", "show", "5106", "--certainty"], 2, "--certainty"),
        (&["pack", "map"], 2, "only as a picture"),
        (&["pack", "map", "nowhere", "--svg", "x.svg"], 2, "no such file"),
        (&["pack", "map", "--svg", "x.svg", "--width", "80"], 2, "--width"),
        (&["pack", "map", "--svg", "x.svg", "--radius", "3"], 2, "--around"),
        (&["pack", "map", "--svg", "x.svg", "--around", "9999"], 1, "9999"),
        (&["pack", "map", "--svg", "x.svg", "--columns", "90-99"], 1, "no column 90"),
        (&["pack", "map", "--svg", "x.svg", "--theater", "north"], 1, "north"),
        (&["pack", "map", "--svg", "x.svg", "--scenario", "nope"], 1, "no scenario 'nope'"),
        (&["pack", "map", "ours/map.yaml", "--svg", "x.svg", "--scenario", "campaign_1861"], 2, "this is a file"),
        (&["match", "new", "m", "--title", "x", "--pack", "nowhere"], 2, "no such folder"),
        (&["match", "new", "m", "--title", "x", "--pack", "ours"], 2, "no scenario"),
        (&["match", "new", "ours/map.yaml", "--title", "x"], 2, "this is a file"),
        (&["match", "new", "m", "--title", "x", "--option", "none=1"], 2, "none"),
    ] {
        copy.refused(args, code, &[words]);
    }
    // If a part of the match cannot be written, nothing is written.
    fs::create_dir(copy.path("m")).expect("a folder");
    for file in ["m/packs", "m/refusals"] {
        copy.write(file, "in the way").refused(&["match", "new", "m", "--title", "x"], 2, &[file]);
        fs::remove_file(copy.path(file)).expect("removed");
    }
}

#[test]
fn without_a_folder_the_program_shows_its_own_pack() {
    let copy = Copy::new(false);
    assert_eq!(copy.run(&["pack", "check"]).code, Some(0));
    let ran = copy.run(&["pack", "show", "command_points"]);
    let rolls: Vec<String> = (2..=12).map(|roll| format!("charts.yaml:command_points.{roll}")).collect();
    let told: Vec<&str> = ran.out.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(told, rolls);
    let ran = copy.run(&["pack", "show", "--certainty", "--format", "json"]);
    let table: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(table["all"]["all"].as_u64().expect("a count") > 5_000, "{table:#}");
    assert_eq!(copy.run(&["pack", "map", "--svg", "map.svg"]).code, Some(0));
}
