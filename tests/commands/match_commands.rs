//! Whole exchanges from the command line: what is signed once, refused, ruled, recovered and kept secret.

use crate::refereed_match;
use std::fs;

use crate::folders::copy_all;
use adjutant::document::Value;
use refereed_match::{RefereedMatch, load};
use serde_json::json;

fn json_of(table: &RefereedMatch, seat: &str, args: &[&str]) -> (i32, Value) {
    let ran = table.run(seat, &[args, &["--format", "json"]].concat());
    let value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{args:?}: {}{}", ran.out, ran.err));
    (ran.code, value)
}

/// The number of the next step.
fn next_step(table: &RefereedMatch) -> u64 {
    table.state()["step"].as_u64().unwrap() + 1
}

#[test]
fn names_that_there_are_not_are_answered_with_the_nearest_and_with_all() {
    let table = RefereedMatch::new();
    let fresh = table.root.path().join("fresh").display().to_string();
    let begin = ["match", "new", &fresh, "--title", "T"];
    for (args, wanted) in [
        (
            [&begin[..], &["--scenario", "campain_1862"]].concat(),
            "did you mean campaign_1862? The pack has campaign_1861,",
        ),
        (
            [&begin[..], &["--game", "civl_war"]].concat(),
            "did you mean civil_war? Its games are civil_war, seven_days, dixie, longstreet, battle_cry and crossroads",
        ),
        ([&begin[..], &["--game", "seven_days", "--option", "wether"]].concat(), "did you mean `weather`?"),
        ([&begin[..], &["--option", "lenght=3"]].concat(), "there is no option `lenght`"),
        ([&begin[..], &["--option", "atrition"]].concat(), "did you mean `attrition`?"),
        (
            [&begin[..], &["--option", "hidden_leaders", "--option", "leaders_revealed"]].concat(),
            "the options `hidden_leaders` and `leaders_revealed` exclude each other",
        ),
        (vec!["practice", "new", &fresh, "--side", "unoin"], "did you mean union? Its sides are union and confederate"),
        (vec!["legal", "--seat", "unoin"], "did you mean union? Its seats are union, confederate and adjudicator"),
        (vec!["legal", "--side", "confedrate"], "did you mean confederate? Its seats are union"),
        (vec!["show", "standing", "unoin"], "did you mean union? The sides are union and confederate"),
        (vec!["show", "place", "Manasas"], "did you mean Manassas?"),
        (vec!["legal", "--for", "Jacksn"], "did you mean Jackson?"),
        (vec!["rule", "--reason", "The mail was lost.", "--default", "unoin", "--preview"], "did you mean union?"),
    ] {
        let seat = if args[0] == "rule" { "adjudicator" } else { "union" };
        let ran = table.run(seat, &args);
        assert_ne!(ran.code, 0, "{args:?}: {}", ran.out);
        assert!(ran.err.contains(wanted), "{args:?}: {}", ran.err);
    }
}

#[test]
fn why_everybody_is_awaited_before_anything_is_decided_is_said() {
    let table = RefereedMatch::new();
    // Protocol 3: the first turns are empty, and reveal a link of each seat's chain.
    let said = "There is nothing to decide yet: before the first die roll every seat must reveal a first secret";
    let status = table.run("union", &["match", "status"]).out;
    assert_eq!(status.matches(said).count(), 1, "{status}");
    assert!(status.contains("[protocol 3]"), "{status}");
    assert!(status.contains("`adjutant sign` writes it"), "{status}");
    // The adjudicator has nothing to sign.
    let status = table.run("adjudicator", &["match", "status"]).out;
    assert!(status.contains(said) && !status.contains("adjutant sign"), "{status}");
    table.run_ok("union", &["sign"]);
    table.run_ok("confederate", &["sign"]);
    table.run_ok("adjudicator", &["adjudicate"]);
    assert!(!table.run("union", &["match", "status"]).out.contains(said));
    // Nor does he open the players' choices.
    for seat in ["union", "confederate"] {
        table.run_ok(seat, &["draft"]);
        let file = table.folder().join(format!("drafts/0002-{seat}.yaml"));
        let draft = fs::read_to_string(&file).unwrap();
        fs::write(&file, draft.replacen("  # - ", "  - ", 1)).unwrap();
        table.run_ok(seat, &["sign", "--yes"]);
    }
    let told = table.run("adjudicator", &["adjudicate"]).out;
    let opening = "the opening of the secret choice priorities-1;";
    assert!(told.contains(&format!("Union is to move: {opening}")) && !told.contains("adjutant sign"), "{told}");
    let status = table.run("union", &["match", "status"]).out;
    assert!(status.contains("priorities-1, which `adjutant sign` adds for you;"), "{status}");
    assert!(status.contains(&format!("(CONFEDERATE): {opening}")), "{status}");
}

#[test]
#[cfg(unix)]
fn secrets_are_their_owners_alone_and_lie_outside_the_match() {
    use std::os::unix::fs::PermissionsExt;
    let table = RefereedMatch::new();
    let mode = |path: &std::path::Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let home = table.home("union");
    assert_eq!(mode(&home), 0o700);
    assert_eq!(mode(&home.join("keys")), 0o700);
    assert_eq!(mode(&home.join("keys/default")), 0o600);
    for entry in fs::read_dir(home.join("seeds")).unwrap() {
        let seed = entry.unwrap().path();
        assert_eq!(mode(&seed), 0o700);
        for file in fs::read_dir(&seed).unwrap() {
            assert_eq!(mode(&file.unwrap().path()), 0o600);
        }
    }
    let inside = table.folder().join("secrets");
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .arg("keygen")
        .env("ADJUTANT_HOME", &inside)
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("your secrets would be in a match folder"));
    assert!(!inside.exists());
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .arg("keygen")
        .current_dir(table.folder())
        .env("ADJUTANT_HOME", "../beside")
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(table.root.path().join("beside/keys/default").exists());
}

#[test]
fn check_tells_the_faults_of_every_order_and_leaves_nothing_open_without_dice() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let game = &table.state()["position"]["game"];
    let enemy = game["groups"].as_object().unwrap().values().find(|group| group["side"] != seat.as_str()).unwrap();
    let first = table.legal_order(&seat);
    let condition = json!({"theirs": enemy["hex"]});
    let last = json!({"spend": {"east": 1, "if": condition}});
    table.drafted(&seat, &format!("orders: [{first}, {last}]"));
    let (code, told) = json_of(&table, &seat, &["check"]);
    assert_eq!((code, &told["undecided"]), (0, &json!([])));
    table.drafted(
        &seat,
        &format!("orders:\n  - {first}\n  - {{rally: {{at: 5206, cost: 1}}}}\n  - {{spend: {{est: 1}}}}\n"),
    );
    let (code, told) = json_of(&table, &seat, &["check"]);
    assert_eq!(code, 1);
    let paths: Vec<&str> =
        told["problems"].as_array().unwrap().iter().filter_map(|problem| problem["path"].as_str()).collect();
    assert_eq!(paths, ["orders[1].rally.cost", "orders[2].spend.est"]);
}

#[test]
fn a_step_is_signed_once_whatever_the_draft_says_later() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.run_ok(&seat, &["check"]);
    table.run_ok(&seat, &["sign"]);
    let signed = table.folder().join(format!("turns/{:04}-{seat}.yaml", next_step(&table)));
    let bytes = fs::read(&signed).unwrap();
    let draft = table.folder().join(format!("drafts/{:04}-{seat}.yaml", next_step(&table)));
    let drafted = fs::read_to_string(&draft).unwrap();
    fs::write(&draft, drafted + "comment: on second thoughts\n").unwrap();
    let ran = table.run(&seat, &["draft", "--force"]);
    assert_eq!(ran.code, 1, "a draft that cannot be signed is not written");
    assert!(
        ran.err.contains("you have already signed your turn") && ran.err.contains("a step is signed only once"),
        "{}",
        ran.err
    );
    let ran = table.run(&seat, &["check"]);
    assert!(ran.out.contains("you have already signed your turn for this step"), "{}", ran.out);
    let (code, value) = json_of(&table, &seat, &["sign"]);
    assert_eq!((code, &value["again"]), (0, &json!(true)));
    assert_eq!(fs::read(&signed).unwrap(), bytes);
    fs::remove_file(&signed).unwrap();
    table.run_ok(&seat, &["sign"]);
    assert_eq!(fs::read(&signed).unwrap(), bytes, "a lost file is written again");
    table.run_ok("adjudicator", &["adjudicate"]);
    table.run_ok("union", &["verify"]);
}

#[test]
fn a_restored_backup_signs_nothing_before_it_recovers() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let seeds = table.home(&seat).join("seeds");
    let log = fs::read_dir(&seeds).unwrap().next().unwrap().unwrap().path().join("log");
    let whole = fs::read(&log).unwrap();
    // The log as it was after the charter was signed.
    let first = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    fs::write(&log, &whole[..first]).unwrap();
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    let ran = table.run(&seat, &["sign"]);
    assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("--recover") && ran.err.contains("for step 1,"), "the first that it lacks: {}", ran.err);
    table.run_ok(&seat, &["sign", "--recover", table.folder().to_str().unwrap()]);
    table.run_ok("adjudicator", &["adjudicate"]);
    table.run_ok(&seat, &["verify"]);
}

#[test]
fn a_false_state_is_refused_and_replaced_with_the_same_dice_and_a_right_one_is_not() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let ran = table.run(&seat, &["refuse"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("is right"), "{}", ran.err);

    // Without a turn that the state answers there is nothing to hold it against: somebody has that turn.
    let step = next_step(&table) - 1;
    let turn = table.folder().join(format!("turns/{step:04}-union.yaml"));
    let kept = fs::read(&turn).unwrap();
    fs::remove_file(&turn).unwrap();
    let ran = table.run(&seat, &["refuse"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("is missing") && ran.err.contains("ask for it"), "{}", ran.err);
    assert_eq!(fs::read_dir(table.folder().join("refusals")).map_or(0, Iterator::count), 0);
    fs::write(&turn, kept).unwrap();

    // The adjudicator gives a side one command point too many, and signs that.
    let path = table.folder().join(format!("states/{step:04}.yaml"));
    let right = load(&path);
    let mut wrong = right.clone();
    wrong["position"]["game"]["sides"][&seat]["commands"]["east"] = json!(40);
    fs::write(&path, table.sealed(&wrong, "adjudicator", "adjudicator")).unwrap();
    let (code, verdict) = json_of(&table, &seat, &["verify"]);
    assert_eq!(code, 1);
    assert_eq!(verdict["failures"][0]["proof"], json!("false_state"), "{verdict:#}");
    table.run_ok(&seat, &["refuse", "--reason", "forty commands in the East?"]);

    // The adjudicator's log holds what he let out, and not the right state.
    let seeds = table.home("adjudicator").join("seeds");
    let log = fs::read_dir(&seeds).unwrap().next().unwrap().unwrap().path().join("log");
    let whole = fs::read(&log).unwrap();
    let last = whole[..whole.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    fs::write(&log, &whole[..last]).unwrap();
    table.run_ok("adjudicator", &["adjudicate", "--recover", table.folder().to_str().unwrap()]);
    table.run_ok(&seat, &["verify"]);
    let replaced = load(&table.folder().join(format!("states/{step:04}-2.yaml")));
    for field in ["reveal", "rolls", "position"] {
        assert_eq!(replaced[field], right[field], "{field}");
    }
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.run_ok(&seat, &["sign"]);
    table.run_ok("adjudicator", &["adjudicate"]);
    table.run_ok(&seat, &["verify"]);
}

#[test]
fn a_ruling_takes_back_or_ends_the_match_and_stands_at_the_head_of_the_answer() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let ran = table.run(&seat, &["rule", "--reason", "I win", "--default", "union"]);
    assert_eq!(ran.code, 2, "a player does not rule: {}", ran.out);
    table.run_ok("adjudicator", &["rule", "--reason", "a snowstorm in July", "--take-back", "1"]);
    let ran = table.run("union", &["refuse"]);
    assert!(ran.err.contains("this state is a ruling") && ran.err.contains("write to 'adjudicator'"), "{}", ran.err);
    table.until_orders();
    let ran = table
        .run("adjudicator", &["rule", "--reason", "he never answered", "--default", "confederate", "--rule", "CW-1"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    for said in ["the Confederacy loses by default and the Union wins", ".yaml\n", ".txt\n", ".md\n"] {
        assert!(ran.out.contains(said), "{said} in {}", ran.out);
    }
    let ran = table.run("union", &["verify"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.starts_with("ruling: "), "{}", ran.out);
    for ruled in
        ["play goes back to the position of step 1: a snowstorm", "confederate loses by default [CW-1]: he never"]
    {
        assert!(ran.out.contains(ruled), "{ruled} in {}", ran.out);
    }
    let (_, status) = json_of(&table, "union", &["match", "status"]);
    assert_eq!(status["next"]["over"]["winner"], json!("union"), "{status:#}");
    let ran = table.run("union", &["draft"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("the match is over"), "{}", ran.err);
}

#[test]
fn what_is_shown_comes_as_text_and_as_json() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    for args in [
        &["show", "map"][..],
        &["show", "hex", "5206"],
        &["show", "leader", "mcdowell"],
        &["show", "stack", "5206"],
        &["show", "track"],
        &["show", "standing"],
        &["report"],
        &["report", "--markdown"],
        &["report", "0"],
        &["legal"],
        &["match", "status"],
        &["verify"],
    ] {
        let ran = table.run(&seat, args);
        assert_eq!(ran.code, 0, "{args:?}: {}{}", ran.out, ran.err);
        assert!(ran.out.lines().count() >= 1, "{args:?} says nothing");
        json_of(&table, &seat, args);
    }
    let ran = table.run(&seat, &["show", "leader", "napoleon"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("napoleon"), "{}", ran.err);
    assert_eq!(table.run(&seat, &["report", "99"]).code, 2);
}

#[test]
fn copies_are_compared() {
    let table = RefereedMatch::new();
    table.until_orders();
    let folder = table.folder();
    let copy = table.root.path().join("copy");
    let names = |folder: &str| fs::read_dir(table.folder().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    for part in ["states", "turns"] {
        fs::create_dir_all(copy.join(part)).unwrap();
        for path in names(part) {
            fs::copy(&path, copy.join(part).join(path.file_name().unwrap())).unwrap();
        }
    }
    fs::copy(folder.join("charter.yaml"), copy.join("charter.yaml")).unwrap();
    let (one, two) = (folder.to_str().unwrap(), copy.to_str().unwrap());
    table.run_ok("union", &["dispute", one, two]);
    // One seat signs another turn for a step that is done: two signatures prove it.
    let mut turn = load(&copy.join("turns/0002-union.yaml"));
    turn["comment"] = json!("or rather this");
    fs::write(copy.join("turns/0002-union.yaml"), table.sealed(&turn, "union", "union")).unwrap();
    let (code, found) = json_of(&table, "union", &["dispute", one, two]);
    assert_eq!(code, 1);
    assert_eq!(found["failure"]["proof"], json!("double_dealing"), "{found:#}");
    assert_eq!(found["failure"]["seat"], json!("union"));
    let loose = copy.join("turns/0002-union.yaml");
    // Two signatures by one seat for one step: both are to be kept.
    let ran = table.run("adjudicator", &["adjudicate", loose.to_str().unwrap()]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("turns/0002-union.yaml and ") && ran.err.contains("keep both files"), "{}", ran.err);
    assert!(!ran.err.contains("ask its sender"), "{}", ran.err);
    let (_, found) = json_of(&table, "union", &["dispute", one, loose.to_str().unwrap()]);
    assert_eq!(found["failure"]["proof"], json!("double_dealing"), "{found:#}");
}

#[test]
fn who_refused_a_state_answers_only_what_comes_in_its_place() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let step = next_step(&table) - 1;
    let newest = table.folder().join(format!("states/{step:04}.yaml"));
    let mut state = load(&newest);
    state["position"]["game"]["sides"][&seat]["vp"] = json!(7);
    fs::write(&newest, table.sealed(&state, "adjudicator", "adjudicator")).unwrap();
    let ran = table.run(&seat, &["show", "track"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.contains("this match does not verify"), "a reader is warned: {}", ran.err);
    table.run_ok(&seat, &["refuse"]);
    for command in [["draft", "--force"].as_slice(), &["sign"], &["check"]] {
        let ran = table.run(&seat, command);
        assert_eq!(ran.code, 1, "{command:?}: {}{}", ran.out, ran.err);
        let waits = format!("'{seat}' has refused it: wait for the state with which 'adjudicator' answers");
        assert!(ran.err.contains(&waits), "{command:?}: {}", ran.err);
    }
}

#[test]
fn a_position_that_cannot_be_is_named_and_brings_nothing_down() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let step = next_step(&table) - 1;
    let newest = table.folder().join(format!("states/{step:04}.yaml"));
    let right = load(&newest);
    let mut harmed: Vec<(Value, &str)> = Vec::new();
    let mut harm = |pointer: &str, value: Value, words: &'static str| {
        let mut state = right.clone();
        *state.pointer_mut(pointer).unwrap() = value;
        harmed.push((state, words));
    };
    harm("/position/game/sides", json!({"union": {}}), "the confederate side is missing");
    harm("/position/game/scenario", json!("nowhere"), "there is no scenario nowhere");
    let (group, _) = right["position"]["game"]["groups"].as_object().unwrap().iter().next().unwrap();
    harm(&format!("/position/game/groups/{group}/sp"), json!(4_294_967_295_u32), "more than 9999");
    harm(&format!("/position/game/groups/{group}/hex"), json!("9999"), "not on this map");
    for (state, words) in harmed {
        fs::write(&newest, table.sealed(&state, "adjudicator", "adjudicator")).unwrap();
        for command in [["show", "track"].as_slice(), &["report"], &["legal"], &["draft", "--force"]] {
            let ran = table.run(&seat, command);
            assert_eq!(ran.code, 1, "{command:?}: {}{}", ran.out, ran.err);
            assert!(ran.err.contains(words) || ran.err.contains("adjudicating gives"), "{command:?}: {}", ran.err);
        }
        let ran = table.run(&seat, &["verify"]);
        assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
        let position = table.folder().join("position.txt");
        fs::write(&position, adjutant::document::write(&state["position"])).unwrap();
        fs::write(&newest, table.sealed(&right, "adjudicator", "adjudicator")).unwrap();
        let path = position.display().to_string();
        let ran = table.run("adjudicator", &["rule", "--reason", "a correction", "--position", &path]);
        assert_eq!(ran.code, 1, "{}{}", ran.out, ran.err);
        assert!(ran.err.contains(words), "{}", ran.err);
    }
}

#[test]
fn a_turn_that_was_not_mailed_is_asked_for_in_one_sentence() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let lost = table.folder().join("turns/0001-confederate.yaml");
    fs::remove_file(&lost).unwrap();
    let ran = table.run(&seat, &["draft"]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    let words = "confederate's turn of step 1 (turns/0001-confederate.yaml) is missing: states/0001.yaml answers it";
    assert!(ran.err.contains(words) && ran.err.contains("ask for it"), "{}", ran.err);
    assert_eq!(ran.err.matches("error:").count(), 1, "{}", ran.err);
    assert!(!ran.err.contains("remove the files"), "{}", ran.err);
    for args in [&["match", "status"][..], &["legal"]] {
        let ran = table.run(&seat, args);
        assert!(ran.out.contains(words), "{args:?}: {}", ran.out);
        let (_, value) = json_of(&table, &seat, args);
        assert_eq!(value["missing"][0]["file"], json!("turns/0001-confederate.yaml"), "{value:#}");
    }
    let ran = table.run(&seat, &["verify"]);
    assert_eq!(ran.code, 1);
    let because = "because turns/0001-confederate.yaml (confederate's turn of step 1) is missing";
    assert!(ran.out.contains(&format!("not checked: the adjudication of step 1, {because}")), "{}", ran.out);
    assert!(!ran.err.contains("signed by"), "nobody is accused: {}", ran.err);
}

#[test]
fn status_names_missing_states_a_wrong_newest_one_and_a_changed_charter() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let step = next_step(&table) - 1;
    let (lost, newest) =
        (table.folder().join("states/0002.yaml"), table.folder().join(format!("states/{step:04}.yaml")));
    let kept = fs::read(&lost).unwrap();
    fs::remove_file(&lost).unwrap();
    let status = table.run(&seat, &["match", "status"]).out;
    assert!(status.contains("here, but state 2 is missing (states/0002.yaml)"), "{status}");
    fs::write(&lost, kept).unwrap();

    let mut wrong = load(&newest);
    wrong["position"]["game"]["sides"][&seat]["commands"]["east"] = json!(40);
    let right = fs::read(&newest).unwrap();
    fs::write(&newest, table.sealed(&wrong, "adjudicator", "adjudicator")).unwrap();
    let status = table.run(&seat, &["match", "status"]).out;
    assert!(status.contains("Wrong: ") && status.contains("adjutant refuse"), "{status}");
    let ran = table.run(&seat, &["draft", "--force"]);
    assert!(ran.err.contains("the newest state is wrong") && ran.err.contains("`adjutant refuse`"), "{}", ran.err);
    assert!(!ran.err.contains("remove the files"), "{}", ran.err);
    fs::write(&newest, right).unwrap();

    let charter = table.folder().join("charter.yaml");
    let text = fs::read_to_string(&charter).unwrap();
    fs::write(&charter, text.replacen("days: 7", "days: 9", 1)).unwrap();
    let status = table.run(&seat, &["match", "status"]).out;
    let words = "The charter was changed after it was signed: the signatures of union and confederate and adjudicator";
    assert!(status.contains(words) && !status.contains(", signed"), "{status}");
    for part in ["states", "turns"] {
        fs::remove_dir_all(table.folder().join(part)).unwrap();
    }
    let ran = table.run("adjudicator", &["adjudicate"]);
    assert_eq!(ran.code, 1);
    assert!(
        ran.err.contains("the charter was changed after 'union'") && ran.err.contains("charter.yaml:"),
        "{}",
        ran.err
    );
}

#[test]
fn dispute_and_verify_name_the_file_of_an_altered_pack() {
    let table = RefereedMatch::new();
    let (folder, copy) = (table.folder(), table.root.path().join("copy"));
    let part = std::path::Path::new("packs/civil_war/charts.yaml");
    copy_all(&folder, &copy);
    let text = fs::read_to_string(copy.join(part)).unwrap();
    let digit = text.rfind(|c: char| c.is_ascii_digit() && c != '0').unwrap();
    let other = if text.as_bytes()[digit] == b'1' { "2" } else { "1" };
    fs::write(copy.join(part), format!("{}{other}{}", &text[..digit], &text[digit + 1..])).unwrap();
    let (one, two) = (folder.to_str().unwrap(), copy.to_str().unwrap());
    let (code, found) = json_of(&table, "union", &["dispute", one, two]);
    assert_eq!(code, 1, "{found:#}");
    assert_eq!(found["failure"]["file"], json!(format!("{two}: packs/civil_war/charts.yaml")), "{found:#}");
    let ran = table.run("union", &["verify", two]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("copy/packs/civil_war/charts.yaml\n"), "a file, and no line: {}", ran.err);
    assert!(ran.err.contains(" in that pack"), "{}", ran.err);
}

#[test]
fn adjudicate_says_what_becomes_of_each_file_and_who_is_still_awaited() {
    let table = RefereedMatch::new();
    for part in ["turns", "states", "refusals"] {
        assert!(table.folder().join(part).is_dir(), "what comes by mail can be copied into {part}/");
    }
    let told = |args: &[&str]| {
        let ran = table.run("adjudicator", &[&["adjudicate"], args].concat());
        assert_eq!(ran.code, 0, "{args:?}: {}{}", ran.out, ran.err);
        ran.out
    };
    let here = told(&["states/0000.yaml"]);
    assert!(here.contains("State 0 is already here: ./states/0000.yaml."), "{here}");
    assert!(here.contains("To move: union: ") && !here.contains("Still"), "{here}");
    assert!(told(&["charter.yaml"]).contains("charter.yaml: this is the match's charter; nothing to do."));
    assert_eq!(table.run("adjudicator", &["adjudicate"]).code, 1, "nothing to answer yet");

    table.run_ok("union", &["sign"]);
    let turn = table.folder().join("turns/0001-union.yaml");
    let mail = |path: &std::path::Path| {
        let mailed = table.root.path().join(path.file_name().unwrap());
        fs::rename(path, &mailed).unwrap();
        mailed.display().to_string()
    };
    let words = "The turn of union is legal. It is filed: ./turns/0001-union.yaml.\nStill to move: confederate: ";
    assert!(told(&[]).contains(words));
    assert!(told(&[&mail(&turn)]).contains(words));

    table.run_ok("confederate", &["sign"]);
    let resolved = told(&[]);
    assert!(
        resolved.contains(
            "the turns that this state answers, to anyone who does not have them:\n  ./turns/0001-union.yaml\n"
        ),
        "{resolved}"
    );
    let words = "The turn of union for step 1 is filed: ./turns/0001-union.yaml.\nTo move: ";
    let again = told(&[&mail(&turn)]);
    assert!(again.contains(words), "{again}");
    let again = told(&[&mail(&table.folder().join("states/0001.yaml"))]);
    assert!(again.contains("State 1 is filed: ./states/0001.yaml."), "{again}");
}

#[test]
fn an_imported_key_keeps_its_passphrase_and_comment_unless_asked_otherwise() {
    use adjutant::trust::openssh::read_openssh;
    let root = tempfile::tempdir().unwrap();
    let fixture = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/keys/passphrase");
    let home = root.path().join("secrets");
    let import = |name: &str, more: &[&str], passphrase: Option<&str>| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(["keygen", "--import", fixture, "--name", name]).args(more);
        command.env("ADJUTANT_HOME", &home).env_remove("ADJUTANT_PASSPHRASE").stdin(std::process::Stdio::null());
        if let Some(passphrase) = passphrase {
            command.env("ADJUTANT_PASSPHRASE", passphrase);
        }
        let ran = command.output().unwrap();
        (ran.status.success(), String::from_utf8(ran.stdout).unwrap())
    };
    let text = fs::read_to_string(fixture).unwrap();
    let before = read_openssh(&text, || Some("correct horse".to_owned())).unwrap();
    let kept = |name: &str| fs::read_to_string(home.join("keys").join(name)).unwrap();

    let (yes, out) = import("kept", &[], Some("correct horse"));
    assert!(yes && out.contains("keeps the passphrase of the imported file"), "{out}");
    assert!(read_openssh(&kept("kept"), || None).is_err(), "it is under a passphrase still");
    let after = read_openssh(&kept("kept"), || Some("correct horse".to_owned())).unwrap();
    assert_eq!((after.key.public(), &after.comment), (before.key.public(), &before.comment));
    assert!(!before.comment.is_empty() && kept("kept.pub").trim_end().ends_with(&before.comment));

    let (yes, out) = import("open", &["--no-passphrase"], Some("correct horse"));
    assert!(yes && out.contains("It has no passphrase now"), "{out}");
    assert!(read_openssh(&kept("open"), || None).is_ok());
}

#[test]
fn a_ruling_refuses_the_turn_that_it_displaces() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.run_ok(&seat, &["sign"]);
    let before = table.snapshot();
    let rule = ["rule", "--reason", "both asked for it", "--take-back", "1"];
    let ran = table.run("adjudicator", &[&rule[..], &["--preview"]].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("It replaces the turn in turns/"), "{}", ran.out);
    assert_eq!(table.snapshot(), before, "a preview signs nothing");
    let ran = table.run("adjudicator", &rule);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("refusals/"), "it is to be mailed: {}", ran.out);
    let ran = table.run("union", &["verify"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("a turn that was in order"), "{}", ran.out);
    table.until_orders();
    table.run_ok("union", &["verify"]);
}

#[test]
fn a_draft_is_checked_and_signed_from_anywhere() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let order = table.legal_order(&seat);
    let draft = table.drafted(&seat, &format!("orders: [{order}]")).display().to_string();
    for command in ["check", "sign"] {
        let ran = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args([command, &draft])
            .current_dir(table.root.path())
            .env("ADJUTANT_HOME", table.home(&seat))
            .output()
            .unwrap();
        assert_eq!(ran.status.code(), Some(0), "{command}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}

/// A tab or a line break in a folder's name would break every command that names the folder.
#[test]
fn no_folder_is_made_or_taken_whose_name_no_line_can_have() {
    let table = RefereedMatch::new();
    let root = table.root.path();
    let charter = table.folder().join("charter.yaml").display().to_string();
    let mail = root.join("mail.yaml").display().to_string();
    fs::copy(&charter, &mail).unwrap();
    for (name, said) in
        [("a\tb", "a tab"), ("a\nb", "a line break"), ("a'\n`b", "a line break"), ("a\u{2028}b", "U+2028")]
    {
        let folder = root.join(name).display().to_string();
        let accept = ["match", "accept", &charter, &folder, "--seat", "union", "--name", "N"];
        for args in [
            &["match", "new", &folder, "--title", "T"][..],
            &["match", "new", "--folder", &folder, "--title", "T"],
            &accept,
            &["match", "continue", &folder, "--from", "."],
            &["practice", "new", &folder, "--side", "union"],
            &["tournament", "new", &folder],
        ] {
            let ran = table.run("union", args);
            let advice = "choose a name of letters, digits, blanks and dashes";
            assert!(
                ran.code == 2 && ran.err.contains(said) && ran.err.contains(advice),
                "{args:?}: {}{}",
                ran.out,
                ran.err
            );
            assert!(!root.join(name).exists(), "{args:?}");
        }
        fs::create_dir(root.join(name)).unwrap();
        copy_all(&table.folder(), &root.join(name));
        for args in [
            &["receive", &mail, "--folder", &folder][..],
            &["match", "status", &folder],
            &["draft", "--folder", &folder],
            &["tournament", "status", &folder],
        ] {
            let ran = table.run("union", args);
            assert!(ran.code == 2 && ran.err.contains("rename the folder"), "{args:?}: {}{}", ran.out, ran.err);
        }
        // Beneath a folder with many matches, its name is on one line.
        let ran = table.run("union", &["receive", &mail, "--folder", &root.display().to_string()]);
        let commands = ran.out.split('`').filter(|part| part.starts_with("adjutant "));
        commands
            .filter(|_| !name.contains('`'))
            .for_each(|command| assert!(shlex::split(command).is_some(), "{command}"));
        fs::remove_dir_all(root.join(name)).unwrap();
    }
}
