//! Packs that a player has copied and changed, given to the program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder with a copy of a pack in `ours`.
struct Copy(tempfile::TempDir);

impl Copy {
    /// Of *Lee and the Seven Days*.
    fn new() -> Copy {
        let files = ["map.yaml", "forces.yaml", "charts.yaml", "scenarios/seven_days.yaml", "README.md"];
        Copy::of("scenarios/seven_days", &files)
    }

    /// Of The Civil War, with a file of its own for the Far West.
    fn with_far_west() -> Copy {
        let scenarios = ["campaign_1861", "campaign_1862", "campaign_1863", "campaign_1864", "virginia_1861"];
        let scenarios = scenarios.map(|name| format!("scenarios/{name}.yaml"));
        let files = ["map.yaml", "charts.yaml", "leaders.yaml"].into_iter();
        let files: Vec<&str> = files.chain(scenarios.iter().map(String::as_str)).collect();
        let copy = Copy::of("scenarios/civil_war", &files);
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        fs::copy(root.join("src/games/civil_war/pack/far_west.yaml"), copy.path("ours/far_west.yaml")).expect("a copy");
        copy
    }

    /// With a file of its own for the optional rules.
    fn with_optional_rules(&self) -> &Copy {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games/civil_war/pack/optional_rules.yaml");
        fs::copy(root, self.path("ours/optional_rules.yaml")).expect("a copy");
        self
    }

    fn of(pack: &str, files: &[&str]) -> Copy {
        let copy = Copy(tempfile::tempdir().expect("a folder"));
        let pack = Path::new(env!("CARGO_MANIFEST_DIR")).join(pack);
        fs::create_dir_all(copy.path("ours/scenarios")).expect("a folder");
        for name in files {
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

    /// The line and column of some words that follow others, or are a part of them.
    fn place_after(&self, file: &str, first: &str, words: &str) -> String {
        let text = fs::read_to_string(self.path("ours").join(file)).expect("a text");
        let from = text.find(first).unwrap_or_else(|| panic!("{file} has no {first:?}"));
        let at = from + text[from..].find(words).unwrap_or_else(|| panic!("no {words:?} after {first:?}"));
        let line = text[..at].matches('\n').count() + 1;
        let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1) + 1;
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

#[test]
fn what_a_far_west_of_ones_own_names_must_be_there() {
    const FILE: &str = "far_west.yaml";
    Copy::with_far_west().assert_output(&CHECK, 0, &["all consistent"]);
    // What is wrong, and the line and column of the entry; `None` for the words that replace it.
    for (from, to, words, at) in [
        ("leaders: [sibley]", "leaders: [sibly]", "there is no leader sibly", Some("sibly]")),
        ("leaders: [sibley]", "leaders: [sibly]", "did you mean sibley?", None),
        ("leaders: [canby]}", "leaders: [canby-7]}", "there is no leader canby-7", Some("canby-7]")),
        (
            "B4530\", side: confederate, sp: 1}",
            "B4530\", side: union, sp: 1, leaders: [magruder]}",
            "magruder is on the other side",
            Some("magruder]"),
        ),
        ("leaders: [slough]}", "leaders: [canby, slough]}", "canby enters twice", Some("canby, slough]")),
        ("{hex: \"B2418\", side: union, sp: 1}", "{hex: \"B9918\", side: union, sp: 1}", "B9918", None),
        (
            "{hex: \"B2418\", side: union, sp: 1}",
            "{hex: \"B0418\", side: union, sp: 1}",
            "B0418 is not land on the map",
            Some("\"B0418\", side"),
        ),
        (
            "{hex: \"B2515\", side: union, depot: true}",
            "{hex: \"B2514\", side: union, depot: true}",
            "all consistent",
            None,
        ),
        (
            "{hex: \"B2515\", side: union, depot: true}",
            "{hex: \"B2414\", side: union, depot: true}",
            "a depot must be in a city or a stockade",
            Some("true}"),
        ),
        ("{hex: \"B2515\", side: union, depot: true}", "{hex: \"B2515\", side: union}", "nothing is there", None),
        (
            "{hex: \"B2515\", side: union, depot: true}",
            "{hex: \"B4530\", side: union, depot: true}",
            "both sides are there",
            None,
        ),
        (
            "  campaign_1862:",
            "  campaign_1862b:",
            "did you mean campaign_1862",
            Some("source: {reconstructed: \"CW-317: March 1862"),
        ),
        ("  campaign_1862:", "  virginia_1861:", "is played on a part of the main map", None),
        ("home: [texas]", "home: [texass]", "there is no state texass", Some("texass]")),
        ("with: [watie]", "with: [watie-2]", "leave out the rank", Some("watie-2]")),
        ("with: [watie]", "with: [wattie]", "did you mean watie?", Some("wattie]")),
        ("movement: 6,", "movement: 60,", "60 is not from 1 to 12: a leader alone has 12", Some("60, source")),
        ("apache: \"B2115\"", "apache: \"B4118\"", "all consistent", None),
        ("apache: \"B2115\"", "apache: \"B4018\"", "live in B4018 already", None),
        ("apache: \"B2115\"", "apache: \"B4840\"", "B4840 is not land on the map", Some("\"B4840\"")),
        ("eliminates_on: 5", "eliminates_on: 7", "7 is not from 1 to 6", Some("7")),
        ("reach: 6", "reach: 99", "99 is not from 1 to 12", Some("99")),
        (
            "texas_ranger: 1,",
            "texas_ranger: 99,",
            "99 is not from 0 to 5: such a counter is 200 to 1,000 men (2.3)",
            Some("99,"),
        ),
        ("sp: 1, texas_ranger: 2", "sp: 200, texas_ranger: 99", "200 is not from 0 to 10", Some("200, ")),
        ("sp: 1, texas_ranger: 2", "sp: 200, texas_ranger: 99", "99 is not from 0 to 5", Some("99")),
        ("{turn: 2, at:", "{turn: 1, at:", "what is there on turn 1 belongs under `setups`", Some("1, at:")),
        (
            "hex: \"B3110\", side: union, to:",
            "hex: \"B4940\", side: union, to:",
            "B4940 is not land on sheet B",
            Some("\"B4940\", side"),
        ),
        ("- states: [colorado]", "- states: [colorada]", "did you mean colorado?", Some("colorada]")),
        (
            "\"B2305\", \"B2505\"",
            "\"2305\", \"B2505\"",
            "write the columns of sheet B with the letter",
            Some("\"2305\", "),
        ),
        ("\"B2305\", \"B2505\"", "\"B2306\", \"B2505\"", "B2306 is listed twice", Some("\"B2306\", \"B2505\"")),
        (
            "\"B1718\": {name: Apache Pass",
            "\"B0418\": {name: Apache Pass",
            "add the hex to a list of `ground`",
            Some("{name: Apache Pass"),
        ),
        ("vp: 2, state: new_mexico", "vp: 2, state: mexico", "did you mean new_mexico?", Some("mexico}}")),
        ("vp: 2, state: new_mexico", "vp: 2, state: texas", "its city is in another state", None),
        (
            "[\"B2810\", \"B2911\"]",
            "[\"B2810\", \"B2912\"]",
            "B2810 and B2912 are not adjacent",
            Some("[\"B2810\", \"B2912\"]"),
        ),
        ("  - id: slough\n", "  - id: grant\n", "grant is already in leaders.yaml", Some("grant")),
        (
            "initiative: 3, tactical: 1, source: {reconstructed: \"CW-317: Gl",
            "initiative: 9, tactical: 1, source: {reconstructed: \"CW-317: Gl",
            "9 is not from 1 to 4: no counter has another figure (5.1)",
            Some("9, tactical"),
        ),
        ("inner: [\"0106-0133\"]", "inner: [\"0106-0199\"]", "0134 is not on the main map", Some("\"0106-0199\"")),
        (
            "desert: {movement: 2",
            "desert: {movement: 0",
            "0 is not from 1 to 4: strength points have 4",
            Some("0, shift"),
        ),
        ("side: union, sp: 1}", "side: mexico, sp: 1}", "mexico", Some("mexico, sp")),
        ("\"B0413\", \"B0512-B0514\"", "\"B0413\", \"B0512-B0614\"", "hexes must run down one column", None),
    ] {
        let copy = Copy::with_far_west();
        copy.edit(FILE, from, to);
        let place = at.map(|at| copy.place_after(FILE, to, at));
        let code = if words == "all consistent" { 0 } else { 1 };
        let expected: Vec<&str> = [words].into_iter().chain(place.as_deref()).collect();
        copy.assert_output(&CHECK, code, &expected);
    }
}

#[test]
fn a_new_leader_among_the_modified_needs_the_word_additional() {
    let leader = |more: &str| {
        format!(
            "about: Ours\nleaders:\n  - id: pelham\n    name: Pelham\n    side: confederate\n    branch: infantry\n    enters: {{turn: 2, source: {{reconstructed: ours}}}}\n{more}    source: {{reconstructed: ours}}\n    counters:\n      - {{rank: 1, seniority: 90, initiative: 3, tactical: 1, source: {{reconstructed: ours}}}}\n"
        )
    };
    let copy = Copy::with_far_west();
    let write = |text: String| fs::write(copy.path("ours/modified_leaders.yaml"), text).expect("written");
    write(leader(""));
    let told =
        ["pelham is not in leaders.yaml, and no scenario brings him", "modified_leaders.yaml:3:5", "additional: true"];
    copy.assert_output(&CHECK, 1, &told);
    let (_, told) = copy.run(&CHECK);
    assert_eq!(told.matches("pelham is").count(), 1, "told once:\n{told}");
    write(leader("    additional: true\n"));
    copy.assert_output(&CHECK, 0, &["all consistent"]);
}

#[test]
fn a_figure_of_the_optional_rules_is_told_with_its_line_and_range() {
    const FILE: &str = "optional_rules.yaml";
    for (from, to, words, at) in [
        ("captivity: 3", "captivity: 0", "0 is not from 1 to 19: these are the turns of the war (2.2)", "0"),
        ("last_return: 14", "last_return: 44", "44 is not from 1 to 19", "44"),
        ("three_stars: {again: [7]}", "three_stars: {again: [17]}", "17 is not from 2 to 12", "17]"),
        ("stacking: {sp: 25", "stacking: {sp: 0", "0 is not from 1 to 50: two of the largest armies", "0, source"),
        ("{capacity: 2", "{capacity: 0", "0 is not from 1 to 10", "0, source"),
        ("loses: 1", "loses: 0", "0 is not from 1 to 10: CW-311 has 1", "0, source"),
        ("usual: {initiative: 3", "usual: {initiative: 9", "9 is not from 1 to 4", "9}"),
        ("{leader: buckner, turn: 3", "{leader: buckner, turn: 30", "30 is not from 1 to 19", "30}"),
        ("after_losses: 2", "after_losses: 0", "0 is not from 1 to 10: the chart of 22.3 has 2", "0}"),
    ] {
        let copy = Copy::with_far_west();
        copy.with_optional_rules().edit(FILE, from, to);
        let place = copy.place_after(FILE, to, at);
        copy.assert_output(&CHECK, 1, &[words, &place]);
    }
    let copy = Copy::with_far_west();
    copy.with_optional_rules().assert_output(&CHECK, 0, &["all consistent"]);
}

#[test]
fn a_neutral_state_needs_no_more_points_than_its_cities_have() {
    let copy = Copy::with_far_west();
    let (from, to) =
        ("{state: missouri, with: [st_louis], points: 9", "{state: missouri, with: [st_louis], points: 13");
    copy.edit("charts.yaml", from, to).assert_output(
        &CHECK,
        1,
        &["nobody can have so many", "12 points", "charts.yaml:"],
    );
}

/// Sheet B alone, from the program's pack and from a folder; refused where there is no such sheet.
#[test]
fn the_far_west_is_drawn_or_sensibly_refused() {
    const WEST: [&str; 5] = ["pack", "map", "ours", "--theater", "far_west"];
    let copy = Copy::with_far_west();
    let with = |more: &[&'static str]| [&WEST[..], more].concat();
    let drawn = |file: &str| fs::read_to_string(copy.path(file)).expect("a picture");
    copy.assert_output(&["pack", "map", "--theater", "far_west", "--svg", "own.svg"], 0, &["own.svg"]);
    copy.assert_output(&with(&["--svg", "west.svg"]), 0, &["west.svg"]);
    assert_eq!(drawn("own.svg"), drawn("west.svg"), "the file is a copy of the usual one");
    let sheet = drawn("west.svg");
    for name in ["Santa Fe", "San Antonio", "Fort Union"] {
        assert!(sheet.contains(name), "{name}");
    }
    assert!(!sheet.contains("Chattanooga"), "the main map is another sheet");
    // With the set-up, as text too.
    copy.assert_output(
        &with(&["--scenario", "campaign_1861"]),
        0,
        &["The map: the Far West", "From column B04 to column B20"],
    );
    copy.assert_output(&with(&[]), 2, &["can be drawn only as a picture", "--svg FILE", "--scenario ID"]);
    copy.assert_output(
        &with(&["--scenario", "virginia_1861"]),
        1,
        &["to which the Far West is not joined", "name a part of the main map, or choose a scenario of the whole war"],
    );
    let other = ["pack", "map", "--game", "seven_days", "--theater", "far_west", "--svg", "x.svg"];
    copy.assert_output(&other, 2, &["this game's map can be drawn only as a whole"]);
    // A place of the folder's own file is on the sheet that is drawn from it; a broken one is told with its line.
    copy.edit("far_west.yaml", "name: Santa Fe, also: [Fort Marcy]", "name: La Villa Real, also: [Fort Marcy]");
    copy.assert_output(&with(&["--svg", "west.svg"]), 0, &["west.svg"]);
    assert!(drawn("west.svg").contains("La Villa Real"));
    copy.edit("far_west.yaml", "reach: 6", "reach: far");
    copy.assert_output(&with(&["--svg", "west.svg"]), 1, &["expected a whole number", "ours/far_west.yaml:"]);
}
