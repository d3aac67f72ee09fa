//! `practice`: a match against the sensible player, through turn files.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

struct Ran {
    code: i32,
    out: String,
    err: String,
}

/// A place with a folder of secrets and, in `game`, a match for practice.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn begun(side: &str) -> Place {
        let place = Place::new();
        let ran = place.run(&["practice", "new", "game", "--side", side, "--seed", "7"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        place
    }

    fn run(&self, args: &[&str]) -> Ran {
        let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(args)
            .current_dir(self.0.path())
            .env("ADJUTANT_HOME", self.0.path().join("secrets"))
            .output()
            .unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Ran { code: ran.status.code().unwrap(), out: text(ran.stdout), err: text(ran.stderr) }
    }

    fn json(&self, args: &[&str]) -> Value {
        let ran = self.run(&[args, &["--format", "json"]].concat());
        assert_eq!(ran.code, 0, "{args:?}: {}{}", ran.out, ran.err);
        serde_json::from_str(&ran.out).unwrap()
    }

    fn game(&self) -> PathBuf {
        self.0.path().join("game")
    }

    /// Follows the hint this many times; returns the last answer.
    fn on(&self, times: u32) -> Value {
        let mut went = Value::Null;
        for _ in 0..times {
            let hinted = self.run(&["practice", "hint", "game", "--write"]);
            assert_eq!(hinted.code, 0, "{}", hinted.err);
            went = self.json(&["practice", "go", "game"]);
        }
        went
    }

    fn verifies(&self) {
        let ran = self.run(&["verify", "game"]);
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    }
}

/// Every file under a folder, with its bytes; but not the record of what was verified.
pub fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true if path.ends_with("cache") => {}
                true => folders.push(path),
                false => drop(found.insert(path.clone(), fs::read(&path).unwrap())),
            }
        }
    }
    found
}

#[test]
fn a_newcomer_plays_through_drafts_and_what_he_plays_verifies() {
    let place = Place::begun("confederate");
    let charter = fs::read_to_string(place.game().join("charter.yaml")).unwrap();
    assert!(charter.contains("Practice: Virginia 1861, Confederate against the sensible player"), "{charter}");
    assert!(charter.contains("The sensible player (seed 7)"), "{charter}");

    // A secret choice of theaters is asked first. The draft as it was written decides nothing: nothing changes.
    let before = tree(place.0.path());
    let refused = place.run(&["practice", "go", "game"]);
    assert_eq!(refused.code, 1, "{}", refused.out);
    let checked = place.run(&["check", "game/drafts/0002-confederate.yaml"]);
    assert_eq!((checked.code, &checked.err), (1, &refused.err));
    assert!(tree(place.0.path()) == before, "a refused draft changed something");

    // Illegal orders are refused in the same words as by `check`, and nothing changes.
    let asked = place.on(1);
    let mut asked = asked["asked"].clone();
    for _ in 0..4 {
        if asked.get("orders").is_some() {
            break;
        }
        asked = place.on(1)["asked"].clone();
    }
    assert!(asked.get("orders").is_some(), "{asked}");
    let step = place.json(&["match", "status", "game"])["step"].as_u64().unwrap() + 1;
    let draft = format!("game/drafts/{step:04}-confederate.yaml");
    let path = place.0.path().join(&draft);
    let text = fs::read_to_string(&path).unwrap().replace("\norders:\n", "\norders:\n  - spend: {east: 99}\n");
    fs::write(&path, text).unwrap();
    let before = tree(place.0.path());
    let refused = place.run(&["practice", "go", "game"]);
    let checked = place.run(&["check", &draft]);
    assert_eq!((refused.code, checked.code), (1, 1));
    assert_eq!(refused.err, checked.err);
    assert!(refused.err.contains("99"), "{}", refused.err);
    assert!(tree(place.0.path()) == before, "a refused draft changed something");

    // What he wrote is not written over unasked.
    let kept = place.run(&["practice", "hint", "game", "--write"]);
    assert_eq!(kept.code, 2, "{}", kept.out);
    assert!(kept.err.contains("--force"), "{}", kept.err);
    assert_eq!(place.run(&["practice", "hint", "game", "--write", "--force"]).code, 0);
    let went = place.run(&["practice", "go", "game"]);
    assert_eq!(went.code, 0, "{}", went.err);
    assert!(went.out.contains("Next move"), "{}", went.out);
    place.on(2);
    place.verifies();
    // What looks at a match looks at this one too; what signs says which command does.
    assert_eq!(place.run(&["legal", "--folder", "game", "--seat", "confederate"]).code, 0);
    let sign = place.run(&["sign", "--folder", "game"]);
    assert_eq!(sign.code, 2);
    assert!(sign.err.contains("adjutant practice go"), "{}", sign.err);
}

#[test]
fn a_run_that_was_broken_off_hands_out_the_same_bytes_again() {
    let place = Place::begun("union");
    let went = place.on(4);
    let steps: Vec<u64> = went["steps"].as_array().unwrap().iter().map(|step| step.as_u64().unwrap()).collect();
    let done = tree(&place.game());
    let lost = |what: &dyn Fn(&str) -> bool| {
        for path in done.keys() {
            let name = path.strip_prefix(place.game()).unwrap().to_str().unwrap();
            if what(name) {
                fs::remove_file(path).unwrap();
            }
        }
        let ran = place.run(&["practice", "go", "game"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let now = tree(&place.game());
        // Of a turn that was signed no draft is wanted any more.
        for (path, bytes) in done.iter().filter(|(path, _)| !path.starts_with(place.game().join("drafts"))) {
            assert!(now.get(path) == Some(bytes), "{} has other bytes", path.display());
        }
        place.verifies();
    };
    let of_step = |name: &str, step: u64| name.contains(&format!("/{step:04}")) && !name.starts_with("drafts");
    let (first, last) = (steps[0], *steps.last().unwrap());
    // Killed before the last state was written; and with the turns that it resolves; and all of the last run.
    lost(&|name| of_step(name, last) && !name.starts_with("turns"));
    lost(&|name| of_step(name, last));
    lost(&|name| (first..=last).any(|step| of_step(name, step)));
    // The same if the draft is gone; but a draft that has been changed since is not silently ignored.
    let drafted = format!("drafts/{first:04}-union.yaml");
    lost(&|name| (first..=last).any(|step| of_step(name, step)) || name == drafted);
    for path in done.keys() {
        let name = path.strip_prefix(place.game()).unwrap().to_str().unwrap();
        if (first..=last).any(|step| of_step(name, step)) {
            fs::remove_file(path).unwrap();
        }
    }
    fs::write(place.game().join(&drafted), "adjutant: 1\nkind: turn\norders: []\n").unwrap();
    let before = tree(&place.game());
    let ran = place.run(&["practice", "go", "game"]);
    assert!(ran.code == 1 && ran.err.contains("is already signed"), "{} {}", ran.code, ran.err);
    assert!(ran.err.contains(&drafted) && tree(&place.game()) == before, "{}", ran.err);
    fs::remove_file(place.game().join(&drafted)).unwrap();
    assert_eq!(place.run(&["practice", "go", "game"]).code, 0);
    place.verifies();
}

#[test]
fn what_happened_is_told_in_brief_unless_everything_is_wanted() {
    for (game, seed) in [("dixie", "3"), ("longstreet", "5"), ("crossroads", "2")] {
        let place = Place::new();
        let begun = place.run(&["practice", "new", "game", "--game", game, "--seed", seed]);
        assert_eq!(begun.code, 0, "{}", begun.err);
        for n in 0..12 {
            let hinted = place.run(&["practice", "hint", "game", "--write", "--force"]);
            assert_eq!(hinted.code, 0, "{}", hinted.err);
            // In a game of cards the draft lays them by the ids of their commitments.
            if game == "dixie" && hinted.out.contains("\norders:\n") {
                let odds = place.run(&["odds", "game"]);
                assert_eq!(odds.code, 0, "{game}: {}{}", hinted.out, odds.err);
            }
            let went = match n % 3 {
                2 => place.run(&["practice", "go", "game", "--yes", "--full"]),
                _ => place.run(&["practice", "go", "game", "--yes"]),
            };
            assert_eq!(went.code, 0, "{game}: {}", went.err);
            let is_brief = went.out.contains("Every order and roll: ");
            assert_eq!(is_brief, n % 3 != 2, "{game}: {}", went.out);
            // A question with many answers may take some lines more.
            assert!(!is_brief || went.out.lines().count() <= 80, "{game}: {}", went.out);
            if went.out.contains("The match is over") {
                break;
            }
        }
    }
}

#[test]
fn a_choice_that_is_changed_after_the_signing_is_not_passed_over() {
    let place = Place::begun("union");
    let legal = place.json(&["legal", "--folder", "game", "--seat", "union"]);
    let (id, values) = legal["choices"].as_object().and_then(|choices| choices.iter().next()).expect("a choice");
    let (one, other) = (&values[0], &values[1]);
    assert_ne!(one, other);
    let drafted = fs::read_dir(place.game().join("drafts")).unwrap().next().unwrap().unwrap().path();
    let draft = |choice: &Value| {
        let commit = serde_json::json!([{"id": id, "choice": choice}]);
        fs::write(&drafted, format!("adjutant: 1\nkind: turn\ncommit: {commit}\n")).unwrap();
    };
    draft(one);
    let began = tree(&place.game());
    place.json(&["practice", "go", "game"]);
    for path in tree(&place.game()).into_keys().filter(|path| !began.contains_key(path)) {
        fs::remove_file(path).unwrap();
    }
    draft(other);
    let ran = place.run(&["practice", "go", "game"]);
    assert!(ran.code == 1 && ran.err.contains("is already signed"), "{} {}", ran.code, ran.err);
    draft(one);
    let ran = place.run(&["practice", "go", "game"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    place.verifies();
}

#[test]
fn practice_keeps_its_keys_apart() {
    let place = Place::begun("union");
    let names = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(place.0.path().join("secrets").join(folder));
        let mut names: Vec<String> = entries
            .map(|entries| entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect())
            .unwrap_or_default();
        names.sort();
        names
    };
    assert_eq!(names("keys"), Vec::<String>::new());
    assert_eq!(names("seeds"), Vec::<String>::new());
    let own = ["practice-1-opponent", "practice-1-referee", "practice-1-you"];
    let own: Vec<String> = own.iter().flat_map(|name| [(*name).to_owned(), format!("{name}.pub")]).collect();
    assert_eq!(names("practice/keys"), own);
    // A second match has keys of its own; a folder that holds a match is left alone.
    assert_eq!(place.run(&["practice", "new", "game"]).code, 2);
    assert_eq!(place.run(&["practice", "new", "other"]).code, 0);
    assert_eq!(names("practice/keys").len(), 12);
    // No key of practice is offered for a match against people.
    assert_eq!(place.run(&["match", "new", "people", "--title", "With people"]).code, 0);
    let joined = place.run(&["match", "join", "people", "--seat", "union", "--name", "Ann"]);
    assert_eq!(joined.code, 2, "{}", joined.out);
    assert!(joined.err.contains("there is no key"), "{}", joined.err);
    // And a match against people is not gone on with as practice.
    let strange = place.run(&["practice", "go", "people"]);
    assert_eq!(strange.code, 2);
    assert!(strange.err.contains("this folder has no practice match"), "{}", strange.err);
}

#[test]
fn a_take_back_is_granted_and_who_resigns_has_lost() {
    let place = Place::begun("union");
    let mut asked = place.on(1);
    while asked["asked"].get("orders").is_none() {
        asked = place.on(1);
    }
    let back = asked["step"].as_u64().unwrap();
    let played = place.on(1);
    let draft = |went: &Value, body: &str| {
        let path = place.0.path().join(went["draft"].as_str().unwrap());
        let seat = "adjutant: 1\nkind: turn\nseat: union\n";
        fs::write(path, format!("{seat}{body}\n")).unwrap();
        place.json(&["practice", "go", "game"])
    };
    let taken = draft(&played, &format!("take_back: {{to_step: {back}}}"));
    assert_eq!(taken["asked"], asked["asked"]);
    let over = draft(&taken, "offer: resign");
    assert_eq!(over["asked"], Value::Null);
    assert_eq!(over["outcome"]["winner"], "confederate", "{}", over["outcome"]);
    place.verifies();
    // Nobody can play on from the state in which the opponent was asked: the proposal was made in this match.
    let asks_to_agree = |step: &u64| {
        let state = fs::read(place.game().join(format!("states/{step:04}.yaml"))).unwrap();
        let state = adjutant::document::read("state", &state, adjutant::document::Form::State).unwrap().content;
        state["awaiting"].as_array().unwrap().iter().any(|one| one.get("take_back").is_some())
    };
    let step = (back..back + 9).find(asks_to_agree).expect("a state that asks about the take-back").to_string();
    let ran = place.run(&["practice", "new", "other", "--from", "game", "--step", &step]);
    assert!(ran.code == 1 && ran.err.contains("waits for the answer to his proposal"), "{}{}", ran.out, ran.err);
    assert!(!place.0.path().join("other").exists());
    let again = place.run(&["practice", "go", "game"]);
    assert_eq!(again.code, 0);
    assert!(again.out.contains("The match is over"), "{}", again.out);
}

#[test]
fn what_looks_at_a_draft_finds_the_practice_player_s_own_seat() {
    let place = Place::begun("union");
    place.on(1);
    assert_eq!(place.run(&["practice", "hint", "game", "--write", "--force"]).code, 0);
    for args in [["check", "--folder", "game"].as_slice(), &["check", "game"], &["legal", "game"], &["report", "game"]]
    {
        let ran = place.run(args);
        assert_eq!(ran.code, 0, "{args:?}: {}{}", ran.out, ran.err);
    }
    let said = place.run(&["check", "--folder", "game"]).out;
    assert!(said.contains("is a legal turn for") && said.contains("practice go"), "{said}");
}

#[test]
fn what_a_draft_is_warned_of_is_told_before_and_after_what_came_of_it() {
    // Not every throw leaves a point for the second order.
    let went = (0..20).map(|_| goes_with_a_warning()).find(|went| went.code == 0).expect("a legal draft");
    let told = went.out.matches("Warning: order 2 spends 1 command point").count();
    assert_eq!(told, 2, "{}{}", went.out, went.err);
}

/// Plays a draft whose second order spends a point for nothing while reinforcements wait.
fn goes_with_a_warning() -> Ran {
    let place = Place::begun("union");
    for _ in 0..6 {
        if place.on(1)["asked"].get("orders").is_some() {
            break;
        }
    }
    let legal = place.json(&["legal", "--folder", "game", "--seat", "union"]);
    let first = &legal["orders"][0];
    let step = place.json(&["match", "status", "game"])["step"].as_u64().unwrap() + 1;
    let path = place.0.path().join(format!("game/drafts/{step:04}-union.yaml"));
    let orders = format!("\norders: [{first}, {{spend: {{west: 1}}}}]\n");
    let text = fs::read_to_string(&path).unwrap().replace("\norders:\n", &orders);
    fs::write(&path, text).unwrap();
    place.run(&["practice", "go", "game"])
}

/// Every level plays the teaching game to its end, and the other seat's name says which it was.
#[test]
fn easy_and_strong_opponents_play_to_the_end() {
    for (level, named) in [("easy", "The easy player (seed 7)"), ("strong", "The strong player (seed 7, 1 s)")] {
        let place = Place::new();
        let new = ["practice", "new", "game", "--game", "crossroads", "--option", "rounds=3", "--seed", "7"];
        let thinking: &[&str] = if level == "strong" { &["--think", "1"] } else { &[] };
        let ran = place.run(&[&new[..], &["--level", level], thinking].concat());
        assert_eq!(ran.code, 0, "{}", ran.err);
        let charter = fs::read_to_string(place.game().join("charter.yaml")).unwrap();
        assert!(charter.contains(named) && charter.contains(&format!("against the {level} player")), "{charter}");
        let mut went = Value::Null;
        for _ in 0..60 {
            went = place.on(1);
            if !went["outcome"].is_null() {
                break;
            }
        }
        assert!(!went["outcome"].is_null(), "{level}: {went}");
        place.verifies();
        let over = place.run(&["practice", "hint", "game"]);
        assert!(over.code == 1 && over.err.contains("adjutant review"), "{}", over.err);
    }
    let place = Place::new();
    for told in [
        &["practice", "new", "game", "--game", "crossroads", "--level", "easy", "--think", "1"][..],
        &["practice", "new", "game", "--game", "crossroads", "--think", "1"],
    ] {
        let ran = place.run(told);
        assert!(ran.code == 2 && ran.err.contains("answers at once") && !place.game().exists(), "{}", ran.err);
    }
}

#[test]
fn the_strong_player_says_how_often_its_plan_wins() {
    let place = Place::new();
    let ran = place.run(&["practice", "new", "game", "--game", "crossroads", "--seed", "7"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    // The first turn chooses a posture; the next ones give orders.
    place.on(1);
    let before = tree(&place.game());
    let ask = ["practice", "hint", "game", "--level", "strong", "--futures", "60"];
    let told = place.run(&ask);
    assert_eq!(told.code, 0, "{}", told.err);
    assert!(
        told.out.contains("what the strong player would do") && told.out.contains("# Winning chance now "),
        "{}",
        told.out
    );
    assert!(told.out.matches("# Next best, ").count() == 2, "{}", told.out);
    assert_eq!(place.run(&ask).out, told.out, "the same futures, another answer");
    assert_eq!(tree(&place.game()), before, "a hint changes nothing");
    let chances = &place.json(&ask)["chances"];
    assert_eq!(chances["plans"].as_array().map(Vec::len), Some(3), "{chances}");
    assert!(chances["plans"][0]["chance"].as_i64().is_some_and(|chance| (0..=10_000).contains(&chance)), "{chances}");
}

/// A practice match begins at a position of another match, and its referee says so.
#[test]
fn practice_begins_at_a_position_of_another_match() {
    let place = Place::new();
    let example = |name: &str| crate::example::folder(name).display().to_string();
    let read = |path: &Path| {
        let bytes = fs::read(path).unwrap();
        adjutant::document::read("state", &bytes, adjutant::document::Form::State).unwrap().content
    };
    let source = example(crate::example::HEAD_TO_HEAD);
    // A step after which orders are due, and nothing is secret.
    let is_plain = |step: &u64| {
        let state = read(&Path::new(&source).join(format!("states/{step:04}.yaml")));
        state["awaiting"].as_array().is_some_and(|all| all.iter().any(|one| one.get("orders").is_some()))
    };
    let step = (20..70).find(is_plain).expect("a step with orders");
    let number = step.to_string();
    let ran = place.run(&["practice", "new", "game", "--side", "union", "--from", &source, "--step", &number]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let (origin, begun) = (
        read(&Path::new(&source).join(format!("states/{step:04}.yaml"))),
        read(&place.game().join("states/0001.yaml")),
    );
    // All of it but the commitments to secret choices, which hold in one match alone.
    let known = |position: &Value| {
        let mut position = position.clone();
        position.as_object_mut().unwrap().shift_remove("choices");
        position
    };
    assert_eq!(known(&begun["position"]), known(&origin["position"]));
    let sealed = |state: &Value| state["position"]["choices"]["priorities-2"]["commitments"].clone();
    assert!(sealed(&begun)["union"].is_string() && sealed(&begun)["union"] != sealed(&origin)["union"]);
    assert_eq!(begun["awaiting"][0].get("orders"), origin["awaiting"][0].get("orders"));
    let reason = begun["ruling"]["reason"].as_str().unwrap().to_owned();
    let id = origin["match"].as_str().unwrap();
    assert!(reason.contains(&format!("after step {step} of")) && reason.contains(id), "{reason}");
    // It is played on until the next turn has begun, for which both sides have chosen in secret.
    let turn =
        |step: usize| read(&place.game().join(format!("states/{step:04}.yaml")))["position"]["game"]["turn"].clone();
    let steps = || fs::read_dir(place.game().join("states")).unwrap().count() - 1;
    while turn(steps()) == turn(1) {
        assert!(steps() < 300, "the turn does not end");
        place.on(1);
    }
    // The Confederacy opens what it chose in the other match; the Union's choice was revealed there, too, or made anew.
    let opened = (2..=steps()).find_map(|step| {
        let turn = place.game().join(format!("turns/{step:04}-confederate.yaml"));
        let open = read(&turn.exists().then_some(turn)?)["open"].as_array()?.first()?.clone();
        (open["id"] == "priorities-2").then(|| open["choice"].clone())
    });
    let before = (step..74).find_map(|step| {
        let turn = Path::new(&source).join(format!("turns/{step:04}-confederate.yaml"));
        let open = read(&turn.exists().then_some(turn)?)["open"].as_array()?.first()?.clone();
        (open["id"] == "priorities-2").then(|| open["choice"].clone())
    });
    assert!(opened.is_some() && opened == before, "{opened:?} {before:?}");
    let ran = place.run(&["verify", "game"]);
    assert!(ran.code == 0 && ran.out.contains(&format!("after step {step} of")), "{}{}", ran.out, ran.err);

    // What nobody else can play on from, and what does not verify, is refused, and nothing is written.
    let forged = place.0.path().join("forged");
    crate::folders::copy_all(Path::new(&source), &forged);
    let state = forged.join(format!("states/{step:04}.yaml"));
    let text = fs::read_to_string(&state).unwrap().replacen("turn: ", "turn: 1", 1);
    fs::write(&state, text).unwrap();
    let forged = forged.display().to_string();
    let hands = example("dixie");
    for (args, why) in [
        (vec!["--from", &source], "the match is over"),
        (vec!["--from", &source, "--step", "999"], "the match has no step 999"),
        (vec!["--from", &hands, "--step", "10"], "cards that only they know"),
        (vec!["--from", &forged, "--step", &number], "verify"),
        (vec!["--from", &source, "--scenario", "virginia_1862"], "cannot be used with"),
        (vec!["--step", &number], "--from"),
        (vec!["--from", "nowhere"], "there is no such folder"),
    ] {
        let ran = place.run(&[&["practice", "new", "other"][..], &args].concat());
        assert!(ran.code == 1 || ran.code == 2, "{args:?}: {}", ran.out);
        assert!(ran.err.contains(why) && !place.0.path().join("other").exists(), "{args:?}: {}{}", ran.out, ran.err);
    }
}

/// Two that begin at the same time have keys of their own, and a match is not begun inside another.
#[test]
fn practice_matches_begin_beside_each_other() {
    let place = &Place::new();
    std::thread::scope(|scope| {
        let begin =
            |name: &'static str| scope.spawn(move || place.run(&["practice", "new", name, "--ruleset", "crossroads"]));
        for running in ["one", "two", "three"].map(begin) {
            let ran = running.join().unwrap();
            assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
        }
    });
    let ran = place.run(&["practice", "new", "one/inside", "--ruleset", "crossroads"]);
    assert!(ran.code == 2 && ran.err.contains("inside that of another match"), "{}", ran.err);
    assert!(!place.0.path().join("one/inside").exists());
}
