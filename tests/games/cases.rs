//! Runs every case file in `tests/cases/`: one test per ruleset, with every difference listed. Also tests which fields
//! a case may have.

use std::path::{Path, PathBuf};
use std::process::Command;

use adjutant::document::{Form, read};
use adjutant::engine::case::{Case, Played};
use adjutant::games::battle_cry::BattleCry;
use adjutant::games::civil_war::CivilWar;
use adjutant::games::crossroads::Crossroads;
use adjutant::games::dixie::Dixie;
use adjutant::games::longstreet::Longstreet;
use adjutant::games::seven_days::SevenDays;
use adjutant::session::{Game, Rules};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder of cases")
        .map(|entry| entry.expect("a case file").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "yaml"))
        .collect();
    files.sort();
    files
}

#[test]
fn the_cases_of_the_civil_war_hold() {
    assert_cases_pass(&Rules(CivilWar::shipped()), "tests/cases/civil_war");
}

#[test]
fn the_cases_of_the_seven_days_hold() {
    assert_cases_pass(&Rules(SevenDays::shipped()), "tests/cases/seven_days");
}

#[test]
fn the_cases_of_dixie_hold() {
    assert_cases_pass(&Rules(Dixie::shipped()), "tests/cases/dixie");
}

#[test]
fn the_cases_of_battle_cry_hold() {
    assert_cases_pass(&Rules(BattleCry::shipped()), "tests/cases/battle_cry");
}

#[test]
fn the_cases_of_longstreet_hold() {
    assert_cases_pass(&Rules(Longstreet::shipped()), "tests/cases/longstreet");
}

#[test]
fn the_cases_of_the_teaching_game_hold() {
    assert_cases_pass(&Rules(Crossroads::shipped()), "tests/cases/crossroads");
}

/// A rule as the name of a file begins with it: its number, or its heading without what does not belong in a name.
fn file_of(rule: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || ".¶-".contains(c) { c.to_ascii_lowercase() } else { ' ' };
    rule.chars().map(plain).collect::<String>().split_whitespace().collect::<Vec<_>>().join("_")
}

fn assert_cases_pass(game: &dyn Game, folder: &str) {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    assert!(!files.is_empty(), "there are no cases");
    let mut failures = Vec::new();
    for path in &files {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain file name");
        let bytes = std::fs::read(path).expect("a readable case");
        let case = read(name, &bytes, Form::Draft).and_then(|document| Case::of_document(&document));
        match case {
            Err(problem) => failures.push(format!("{name}: {problem}")),
            Ok(case) => {
                if !name.starts_with(&case.rule) && !name.starts_with(&file_of(&case.rule)) {
                    failures.push(format!("{name}: is not named after its rule {}", case.rule));
                }
                match case.run(game) {
                    Ok(differences) => failures.extend(differences.iter().map(|found| format!("{name}: {found}"))),
                    Err(problem) => failures.push(format!("{name}: {problem}")),
                }
            }
        }
    }
    assert!(failures.is_empty(), "{} of {} cases differ:\n{}", failures.len(), files.len(), failures.join("\n"));
}

/// Plays a case of The Civil War.
fn played(text: &str) -> Played {
    let document = read("case.yaml", text.as_bytes(), Form::Draft).expect("it is YAML");
    let case = Case::of_document(&document).expect("it is a case");
    match case.ruleset.as_str() {
        "seven_days" => case.play(&Rules(SevenDays::shipped())),
        _ => case.play(&Rules(CivilWar::shipped())),
    }
    .expect("its position reads")
}

/// The differences from what a case of The Civil War expects.
fn differences(text: &str) -> Vec<String> {
    played(text).differences.iter().map(ToString::to_string).collect()
}

/// The second half of a pulse, of which the order spends all: then the next roll for initiative is due.
const SPENT: &str = "
case: the second half is spent
rule: \"10.2\"
ruleset: civil_war
given:
  phasing: union
  winner: confederate
  difference: 1
  union: {reinforcements: {east: 2}, commands: {east: 2}}
  confederate: {commands: {east: 2}, at: {\"5109\": {sp: 1}}}
turns:
  - union: {orders: [{reinforce: {from: east, at: \"5206\"}}]}
expect: {position: {left: 0, union: {at: {\"5206\": {sp: 1}}}}, events: [{event: reinforced, side: union}]}
";

#[test]
fn dice_that_run_out_show_what_happened_and_the_next_roll() {
    let played = played(SPENT);
    let told: Vec<String> = played.differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["the dice have run out; the next roll is 'initiative union' [4.2.3], 2 dice of 6 sides"],
        "the position is not compared: it is not to be had"
    );
    let names: Vec<&str> = played.events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(names, ["order", "reinforced", "half_over"]);
    let due = played.due.expect("a roll is due");
    assert_eq!((due.purpose.as_str(), due.rule.as_str(), due.count, due.sides), ("initiative union", "4.2.3", 2, 6));
}

#[test]
fn dice_for_another_roll_say_which_is_next() {
    let text = SPENT.replace("expect:", "dice: [{purpose: combat, faces: [1, 2]}]\nexpect:");
    let played = played(&text);
    let told: Vec<String> = played.differences.iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["the script has dice for 'combat', but the next roll is 'initiative union' [4.2.3], 2 dice of 6 sides"]
    );
    assert_eq!(played.differences[0].path.as_deref(), Some("dice[0]"));
    assert_eq!(played.events.len(), 3);
}

#[test]
fn a_case_may_stop_where_its_orders_end() {
    let text = SPENT.replace("expect:", "stop: true\nexpect:");
    assert_eq!(differences(&text), Vec::<String>::new());
    assert!(played(&text).events.iter().all(|event| event["event"] != "half_over"), "nothing after the order");
}

#[test]
fn an_order_that_rolls_is_carried_out_before_the_case_stops() {
    let text = "
case: a combat that ends the half
rule: \"7.4\"
ruleset: civil_war
given:
  phasing: union
  winner: confederate
  difference: 3
  union: {at: {\"5106\": {sp: 2, leaders: [hooker-1]}}}
  confederate: {at: {\"5107\": {sp: 2}}}
turns:
  - union: {orders: [{move: {leader: hooker, sp: 2, path: [\"5107\"]}}]}
stop: true
expect: {}
";
    let played = played(text);
    let due =
        played.due.unwrap_or_else(|| panic!("the combat rolls before the case may stop: {:?}", played.differences));
    assert_eq!(due.purpose, "combat union");
}

#[test]
fn an_impulse_stops_before_the_throw_for_sunset() {
    let text = "
case: the impulse ends
rule: \"6.3.1\"
ruleset: seven_days
given:
  impulse: 4
  confederate: {\"2\": {units: [winder_infantry]}}
turns:
  - confederate: {orders: [{assault: {area: 2}}, {move: {units: [winder_infantry], path: [4]}}, {end: {}}]}
stop: true
expect:
  position: {impulse: 4, confederate: {\"4\": {units: [winder_infantry]}}}
  not_events: [{event: sunset}]
";
    assert_eq!(differences(text), Vec::<String>::new());
    let due = played(&text.replace("stop: true\n", "")).due.expect("a throw is due");
    assert_eq!(due.purpose, "sunset");
}

#[test]
fn stop_without_orders_is_refused() {
    let text = "
case: nobody gives orders
rule: \"4.2\"
ruleset: civil_war
given: {at: initiative, union: {commands: {east: 1}, at: {\"5206\": {sp: 2}}}}
dice: [6, 1, 1, 1]
stop: true
expect: {}
";
    assert_eq!(differences(text), ["`stop` has no effect, since the case gives no orders; leave it out"]);
}

const REACTION: &str = "
case: an army reacts
rule: \"12.3\"
ruleset: civil_war
given:
  phasing: union
  union: {at: {\"5106\": {sp: 2, leaders: [hooker-1]}}}
  confederate: {at: {\"5108\": {sp: 8, leaders: [re_lee-3], army: northern_virginia}}}
turns:
  - union: {orders: [{move: {leader: hooker, sp: 2, path: [\"5107\"]}}]}
  - confederate: {answers: ANSWER}
expect: {events: [{event: answered, by: turn, answer: {react: decline}}]}
";

#[test]
fn an_answer_may_be_given_by_the_kind_of_its_question() {
    for answer in [
        "[{id: react-1, answer: {react: decline}}]",
        "[{id: react, answer: {react: decline}}]",
        "[{react: decline}]",
        "[{react: {react: decline}}]",
        "{react: decline}",
        "{id: react, answer: {react: decline}}",
    ] {
        assert_eq!(differences(&REACTION.replace("ANSWER", answer)), Vec::<String>::new(), "{answer}");
    }
    let wrong = differences(&REACTION.replace("ANSWER", "{reaction: stay}"));
    assert!(wrong[0].contains("you are not asked 'reaction'"), "{wrong:?}");
}

#[test]
fn a_refusal_takes_the_rule_above_it() {
    let case = |expected: &str| {
        let text = format!(
            "
case: what has moved moves no more
rule: \"6.1.7\"
ruleset: civil_war
given:
  phasing: union
  union: {{at: {{\"5105\": {{sp: 2, moved: 2}}}}}}
turns:
  - union: {{orders: [{{move: {{from: \"5105\", path: [\"5104\"]}}}}]}}
expect: {{refused: [{{{expected}}}]}}
"
        );
        differences(&text)
    };
    for expected in ["rule: \"6.1.7\"", "rule: \"6.1\"", "rule: \"6\", order: 0"] {
        assert_eq!(case(expected), Vec::<String>::new(), "{expected}");
    }
    for expected in ["rule: \"6.1.70\"", "rule: \"6.10\"", "rule: \"6.1\", order: 1"] {
        assert_eq!(case(expected).len(), 2, "{expected}: neither expected nor explained");
    }
}

#[test]
fn an_event_that_differs_names_the_field() {
    let text = SPENT.replace("{event: reinforced, side: union}", "{event: reinforced, at: \"5107\", free: false}");
    let told = differences(&text.replace("expect:", "stop: true\nexpect:"));
    assert_eq!(
        told,
        [
            "no event {event: reinforced, at: \"5107\", free: false}: the nearest differs in at: expected \"5107\", found \"5206\""
        ]
    );
    let text = SPENT.replace("[{event: reinforced, side: union}]", "[{event: reinforced}, {event: order}]");
    let told = differences(&text.replace("expect:", "stop: true\nexpect:"));
    assert_eq!(told, ["no event {event: order} after the event that is expected before it: it came earlier"]);
}

/// Why a position is refused.
fn refused(ruleset: &str, given: &str) -> String {
    let text =
        format!("case: what is given\nrule: \"1\"\nruleset: {ruleset}\ngiven: {given}\nstop: true\nexpect: {{}}\n");
    let document = read("case.yaml", text.as_bytes(), Form::Draft).expect("it is YAML");
    let case = Case::of_document(&document).expect("it is a case");
    let played = match ruleset {
        "seven_days" => case.play(&Rules(SevenDays::shipped())),
        _ => case.play(&Rules(CivilWar::shipped())),
    };
    let problem = played.map(|_| ()).expect_err(given);
    format!("{}: {problem}", problem.path.as_deref().unwrap_or_default())
}

#[test]
fn what_is_given_without_effect_is_refused_in_the_civil_war() {
    for (given, path, why) in [
        ("{at: start, left: 3}", "given.left", "the case begins at `at: start`"),
        ("{at: rally, winner: union}", "given.winner", "this belongs to a half-pulse"),
        ("{at: blockade, pulses: 2}", "given.pulses", "this belongs to a half-pulse"),
        ("{at: start, phasing: union}", "given.phasing", "this belongs to a half-pulse"),
        ("{phasing: union, union: {at: {\"5206\": {moved: 1}}}}", "given.union.at.5206", "nothing is placed there"),
        ("{phasing: union, union: {at: {\"5206\": {sp: 1, moved: 2}}}}", "given.union.at.5206.moved", "out of 1"),
        (
            "{phasing: union, union: {at: {\"5206\": {leaders: [hooker-1], demoralized: true}}}}",
            "given.union.at.5206.demoralized",
            "there are no strength points there",
        ),
        (
            "{phasing: union, union: {at: {\"5206\": {sp: 1, leaders_moved: [hooker-1]}}}}",
            "given.union.at.5206.leaders_moved",
            "not among the `leaders`",
        ),
        (
            "{phasing: union, union: {pool: [hooker-1], at: {\"5206\": {sp: 1, leaders: [hooker-1]}}}}",
            "given.union.pool[0]",
            "hooker-1 is already in `at.5206.leaders[0]`",
        ),
        ("{phasing: union, confederate: {commands: {naval: 2}}}", "given.confederate.commands.naval", "only the Union"),
        ("{phasing: union, union: {ships: {\"2518/2617\": {}}}}", "given.union.ships[\"2518/2617\"]", "no ship"),
        ("{phasing: union, control: {\"5207\": union}}", "given.control.5207", "no rail, city or fortress"),
        // 4.1: each theater has one place in the order; 5.1: every leader is a side's own.
        (
            "{phasing: union, union: {priorities: {primary: east, secondary: west, tertiary: west}}}",
            "given.union.priorities.tertiary",
            "west is named twice",
        ),
        (
            "{phasing: union, union: {pool: [hooker-1, jackson-1]}}",
            "given.union.pool[1]",
            "jackson-1 is a leader of the confederate side",
        ),
        ("{phasing: union, confederate: {track: {hooker-1: 5}}}", "given.confederate.track.hooker-1", "union side"),
        // The scenario begins on turn 1, and no scenario of the war has a turn 99.
        ("{phasing: union, turn: 99}", "given.turn", "turn 99"),
        // 2.2: a command track ends at 19.
        ("{phasing: union, union: {commands: {east: 20}}}", "given.union.commands.east", "exceeds 19"),
        // Both sides' strength points are in Washington.
        (
            "{phasing: union, union: {at: {\"5206\": {sp: 2}}}, confederate: {at: {\"5206\": {sp: 1}}}}",
            "given.union.at.5206",
            "both sides have strength points",
        ),
        ("{at: initativ}", "given.at", "did you mean initiative? The moments are start"),
        ("{phasing: union, scenario: virgina_1861}", "given.scenario", "did you mean virginia_1861?"),
    ] {
        let told = refused("civil_war", given);
        assert!(told.starts_with(&format!("{path}: ")) || path == "given" && told.starts_with(path), "{given}: {told}");
        assert!(told.contains(why), "{given}: {told}");
    }
    // Whatever the rules look at in this phase is accepted.
    let held = "given: {at: initiative, phasing: union, union: {commands: {east: 1}, at: {\"5206\": {sp: 2}}}}";
    let text = format!("case: a roll\nrule: \"4.2\"\nruleset: civil_war\n{held}\nexpect: {{}}\n");
    assert_eq!(played(&text).due.expect("initiative is rolled").purpose, "initiative union");
}

#[test]
fn what_is_given_without_effect_is_refused_in_the_seven_days() {
    for (given, path, why) in [
        ("{at: night, active: union, impulse: 8}", "given.impulse", "there are no impulses"),
        ("{at: dawn, active: union}", "given.active", "neither side is active"),
        ("{siege_guns: 2}", "given.siege_guns", "the option `siege_guns` is not played"),
        ("{weather_turns: true}", "given.weather_turns", "the option `weather` is not played"),
        ("{weather: rain}", "given.weather", "the option `weather` is not played"),
        ("{engineers: new_bridge}", "given.engineers", "the option `bridges` is not played"),
        ("{built: true}", "given.built", "the option `bridges` is not played"),
        ("{union: {\"3\": {}}}", "given.union.3", "nothing is placed there"),
        (
            "{confederate: {\"2\": {units: [winder_infantry]}, \"4\": {units: [winder_infantry-]}}}",
            "given.confederate.4.units[0]",
            "is already in `given.confederate.2.units[0]`",
        ),
    ] {
        let told = refused("seven_days", given);
        assert!(told.starts_with(&format!("{path}: ")) && told.contains(why), "{given}: {told}");
    }
}

#[test]
fn a_position_that_cannot_be_is_refused_at_the_key_that_is_to_blame() {
    for (given, path, why) in [
        // 6.2.2: the Supply Train stands at White House Landing (17) or Harrison's Landing (27), or is three turns
        // under way.
        ("{train: 99}", "given.train", "never in area 99 [6.2.2]; it is in 17, in 27, or under way"),
        ("{train: 5}", "given.train", "never in area 5"),
        ("{turn: 3, train: {arrives: 7}}", "given.train", "not on turn 7"),
        ("{turn: 3, train: {arrives: 2}}", "given.train", "arrived on turn 2"),
        // 3.3: seven turns; 13.3.2: the Record Track ends at 99; 3.4: twelve impulses.
        ("{turn: 8}", "given.turn", "no turn 8"),
        ("{points: {union: 100}}", "given.points.union", "ends at 99"),
        ("{impulse: 13}", "given.impulse", "beyond its track"),
        ("{confederate: {\"2\": {units: [winder_infantry], works: 3}}}", "given.confederate.2", "of level 1 or 2"),
        ("{options: {bridges: true}, engineers: old_bridge}", "given.engineers", "there is no bridge 'old_bridge'"),
        ("{options: {siege_guns: true}, siege_guns: 99}", "given.siege_guns", "99"),
        ("{control: {\"99\": union}}", "given.control.99", "99"),
        ("{lost: [winder_cavalry]}", "given.lost", "no unit 'winder_cavalry'"),
        ("{at: down}", "given.at", "did you mean dawn? The moments are bids"),
        ("{scenario: seven_day}", "given.scenario", "did you mean seven_days?"),
    ] {
        let told = refused("seven_days", given);
        assert!(told.starts_with(&format!("{path}: ")) && told.contains(why), "{given}: {told}");
    }
}

/// The program's exit code and all that it says.
fn command(arguments: &[&str]) -> (i32, String) {
    let done = Command::new(env!("CARGO_BIN_EXE_adjutant")).arg("case").args(arguments).output().expect("it runs");
    let said = [done.stdout, done.stderr].map(|said| String::from_utf8(said).expect("UTF-8")).concat();
    (done.status.code().expect("it exits"), said)
}

#[test]
fn the_command_takes_files_and_folders_and_says_where_a_case_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    std::fs::create_dir(path("below")).expect("a folder");
    std::fs::create_dir(path("empty")).expect("a folder");
    let stops = SPENT.replace("expect:", "stop: true\nexpect:");
    std::fs::write(path("below/good.yaml"), &stops).expect("a file");
    std::fs::write(path("below/notes.txt"), "no case").expect("a file");
    let (code, said) = command(&[&path("below")]);
    assert_eq!((code, said.contains("1 of 1 cases as expected")), (0, true), "{said}");
    // What differs has its place.
    std::fs::write(path("differs.yaml"), stops.replace("left: 0", "left: 3")).expect("a file");
    let (code, said) = command(&[&path("below"), &path("differs.yaml")]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("line 14, column 27: position.left: expected 3, found 0"), "{said}");
    // A case that cannot be read is reported with its line; the others are run.
    std::fs::write(path("wrong.yaml"), stops.replace("  winner:", "  winer:")).expect("a file");
    let (code, said) = command(&[folder.path().to_str().expect("UTF-8")]);
    assert_eq!(code, 2, "{said}");
    assert!(said.contains("1 of 2 cases as expected"), "{said}");
    assert!(said.contains("wrong.yaml:7:3") && said.contains("did you mean `winner`?"), "{said}");
    let (code, said) = command(&[&path("empty")]);
    assert!(code == 2 && said.contains("there is no case in this folder"), "{said}");
    // The same for programs.
    let (code, said) = command(&["--format", "json", folder.path().to_str().expect("UTF-8")]);
    let value: serde_json::Value = serde_json::from_str(&said).expect("one value");
    assert_eq!((code, &value["ok"], &value["problems"][0]["line"]), (2, &false.into(), &7.into()), "{value:#}");
    assert_eq!(value["cases"][1]["places"][0]["line"], 14, "{value:#}");
    std::fs::write(path("short.yaml"), SPENT).expect("a file");
    let (code, said) = command(&["--format", "json", &path("short.yaml")]);
    let value: serde_json::Value = serde_json::from_str(&said).expect("one value");
    assert_eq!((code, &value["cases"][0]["next_roll"]["purpose"]), (1, &"initiative union".into()), "{value:#}");
    let (_, said) = command(&[&path("short.yaml")]);
    assert!(said.contains("    {event: half_over, rule: \"4.2.6\", side: union, unspent: 0"), "{said}");
}

#[test]
fn an_event_that_the_game_does_not_have_is_refused_and_not_looked_for_in_vain() {
    let refused = |text: &str| {
        let document = read("case.yaml", text.as_bytes(), Form::Draft).expect("it is YAML");
        let case = Case::of_document(&document).expect("it is a case");
        case.play(&Rules(CivilWar::shipped())).expect_err("no such event")
    };
    let whole = SPENT.replace("expect:", "stop: true\nexpect:");
    let with = |unwanted: &str| whole.replace("events: [", &format!("not_events: [{unwanted}], events: ["));
    assert_eq!(differences(&with("{event: combat, hex: \"5006\"}")), Vec::<String>::new());
    let problem = refused(&with("{event: handed_bak}"));
    assert_eq!(problem.message, "this game has no event 'handed_bak'");
    assert_eq!(problem.path.as_deref(), Some("expect.not_events[0].event"));
    assert!(problem.advice.is_some_and(|advice| advice.contains("did you mean `handed_back`?")));
    let problem = refused(&with("{event: combat, hx: \"5006\"}"));
    assert_eq!(problem.message, "the event 'combat' has no field 'hx'");
    assert_eq!(refused(&with("{hex: \"5006\"}")).message, "this does not name an event");
}

#[test]
fn a_case_may_say_that_the_match_goes_on() {
    let text = SPENT.replace("expect: {", "stop: true\nexpect: {outcome: null, ");
    assert_eq!(differences(&text), Vec::<String>::new());
    let text = SPENT.replace("expect: {", "stop: true\nexpect: {outcome: {winner: union}, ");
    assert_eq!(differences(&text), ["outcome: expected {winner: union}, found null"]);
}
