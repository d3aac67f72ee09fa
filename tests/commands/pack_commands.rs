//! A pack of *Lee and the Seven Days* that a player has copied and changed, given to the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with a copy of the pack in `ours`.
struct Copy(tempfile::TempDir);

impl Copy {
    fn new() -> Copy {
        let copy = Copy(tempfile::tempdir().expect("a folder"));
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/seven_days");
        fs::create_dir_all(copy.path("ours/scenarios")).expect("a folder");
        for name in ["map.yaml", "forces.yaml", "charts.yaml", "scenarios/seven_days.yaml", "README.md"] {
            fs::copy(pack.join(name), copy.path("ours").join(name)).expect(name);
        }
        copy
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Replaces the first of some words in a file of the pack, which must be there.
    fn edit(&self, file: &str, from: &str, to: &str) -> &Copy {
        let path = self.path("ours").join(file);
        let text = fs::read_to_string(&path).expect("a text");
        assert!(text.contains(from), "{file} has no {from:?}");
        fs::write(path, text.replacen(from, to, 1)).expect("written");
        self
    }

    /// The line of a file of the pack, from 1, that has some words first, and their column.
    fn place(&self, file: &str, words: &str) -> String {
        let text = fs::read_to_string(self.path("ours").join(file)).expect("a text");
        let found = text.lines().enumerate().find_map(|(n, line)| Some((n + 1, line.find(words)? + 1)));
        let (line, column) = found.unwrap_or_else(|| panic!("{file} has no {words:?}"));
        format!("{file}:{line}:{column}")
    }

    /// The output of a command, on both streams, and its exit code.
    fn run(&self, args: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(args).current_dir(self.0.path()).env("ADJUTANT_HOME", self.path("home"));
        let output = command.output().expect("it runs");
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        (output.status.code(), text(&output.stdout) + &text(&output.stderr))
    }

    fn assert_output(&self, args: &[&str], code: i32, words: &[&str]) {
        let (found, told) = self.run(args);
        assert_eq!(found, Some(code), "{args:?}\n{told}");
        for word in words {
            assert!(told.contains(word), "{args:?}: no {word:?} in\n{told}");
        }
        assert!(!told.contains("panicked"), "{args:?}\n{told}");
    }
}

const CHECK: [&str; 3] = ["pack", "check", "ours"];

#[test]
fn what_does_not_fit_is_told_with_its_line_and_column() {
    let copy = Copy::new();
    copy.assert_output(&CHECK, 0, &["all consistent"]);
    for (file, from, to, words, at) in [
        (
            "map.yaml",
            "{id: 6, name: \"Ellerson's Mill\", tem: 3",
            "{id: 6, name: \"Ellerson's Mill\", tem: 5",
            "a modifier is 1, 2, 3 or 4",
            "5, at",
        ),
        (
            "map.yaml",
            "{areas: [7, 41], water: major",
            "{areas: [7, 41], water: major, road: true",
            "without a bridge",
            "true, source: {reconstructed: \"SD-4: the Chickahominy\"}}",
        ),
        (
            "forces.yaml",
            "attack: 6, defense: 7",
            "attack: 6, defense: 8",
            "the factors of ap_hill_infantry are 6-7-5",
            "{attack: 6, defense: 8",
        ),
        (
            "forces.yaml",
            "initiative: 3, combat: 2",
            "initiative: 7, combat: 2",
            "an Initiative Rating must be 1 to 6",
            "7, combat: 2",
        ),
        ("charts.yaml", "last_impulse: 12", "last_impulse: 100", "must end between 2 and 99", "100"),
        (
            "scenarios/seven_days.yaml",
            "\"6\": [mccall_infantry",
            "\"6\": [sykes_infantry",
            "is in two areas",
            "[morell_infantry",
        ),
        (
            "scenarios/seven_days.yaml",
            "  new_bridge: union",
            "  new_bridge: destroyed",
            "the Union holds it at the start",
            "destroyed",
        ),
    ] {
        let copy = Copy::new();
        copy.edit(file, from, to);
        copy.assert_output(&CHECK, 1, &[words, &copy.place(file, at)]);
    }
}

#[test]
fn what_is_not_understood_is_told_with_its_line() {
    for (file, from, to, words) in [
        ("map.yaml", "tem: 1", "tem: many", "expected a whole number"),
        ("map.yaml", "tem: 1", "tam: 1", "there is no field `tam`"),
        ("map.yaml", "{areas: [1, 2]", "{areas: [1, 200]", "there is no area 200"),
        ("map.yaml", "{areas: [1, 3]", "{areas: [2, 1]", "share one boundary, of which only one is allowed"),
        ("forces.yaml", "kind: cavalry", "kind: dragoons", "`dragoons` is not allowed here"),
        ("scenarios/seven_days.yaml", "id: seven_days", "id: six_days", "holds the scenario six_days"),
    ] {
        let copy = Copy::new();
        copy.edit(file, from, to).assert_output(&CHECK, 1, &[words, &format!("ours/{file}:")]);
    }
    let copy = Copy::new();
    fs::remove_file(copy.path("ours/charts.yaml")).expect("removed");
    copy.assert_output(&CHECK, 1, &["the pack has no charts.yaml"]);
    // Without its mark it is taken for the first game's.
    fs::remove_file(copy.path("ours/forces.yaml")).expect("removed");
    copy.assert_output(&["pack", "check", "ours", "--game", "seven_days"], 1, &["the pack has no forces.yaml"]);
}

#[test]
fn two_packs_are_compared_entry_by_entry() {
    let copy = Copy::new();
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/seven_days");
    copy.edit("map.yaml", "{id: 35, name: \"Malvern Hill\", tem: 4", "{id: 35, name: \"Malvern Hill\", tem: 3")
        .edit("map.yaml", "{areas: [8, 9], water: open", "{areas: [8, 9], water: minor")
        .edit("scenarios/seven_days.yaml", "\"9\": [blake_cavalry]", "\"9\": [emory_cavalry]")
        .edit("scenarios/seven_days.yaml", "\"10\": [emory_cavalry]", "\"10\": [blake_cavalry]");
    let (code, told) = copy.run(&["pack", "diff", shipped.to_str().expect("a path"), "ours"]);
    let expected = "\
map.yaml:areas.35.tem
  - 4 [reconstructed: SD-2: Malvern Hill]
  + 3 [reconstructed: SD-2: Malvern Hill]
map.yaml:boundaries.8/9
  - water: open, id: 8/9 [reconstructed: SD-4: no road]
  + water: minor, id: 8/9 [reconstructed: SD-4: no road]
scenarios/seven_days.yaml:units.9
  - units: blake_cavalry [stated: 5.1, 5.2]
  + units: emory_cavalry [stated: 5.1, 5.2]
scenarios/seven_days.yaml:units.10
  - units: emory_cavalry [stated: 5.1, 5.2]
  + units: blake_cavalry [stated: 5.1, 5.2]
4 entries differ.
";
    assert_eq!((code, told.as_str()), (Some(1), expected));
}

#[test]
fn the_bare_map_is_drawn_whole() {
    let copy = Copy::new();
    copy.assert_output(&["pack", "map", "ours", "--svg", "map.svg"], 0, &["map.svg"]);
    let drawn = fs::read_to_string(copy.path("map.svg")).expect("a picture");
    for name in ["Malvern Hill", "White House Landing", "Glendale"] {
        assert!(drawn.contains(name), "{name}");
    }
    copy.assert_output(&["pack", "map", "--game", "seven_days", "--svg", "own.svg"], 0, &["own.svg"]);
    assert_eq!(fs::read_to_string(copy.path("own.svg")).expect("a picture"), drawn, "the program's own pack");
    copy.assert_output(&["pack", "map", "ours"], 2, &["only as a picture"]);
    let part = ["pack", "map", "ours", "--svg", "part.svg", "--around", "6"];
    copy.assert_output(&part, 2, &["drawn only as a whole", "--scenario"]);
    copy.edit("map.yaml", "{id: 44, name: \"Richmond\", tem: 4", "{id: 44, name: \"Richmond\", tem: 9");
    copy.assert_output(
        &["pack", "map", "ours", "--svg", "map.svg"],
        1,
        &["a modifier is 1, 2, 3 or 4", "ours/map.yaml:"],
    );
}
