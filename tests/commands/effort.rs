//! What commands cost, counted in work and not in time: states adjudicated, signatures checked, documents parsed. A
//! command that goes on from a record of an earlier verification does only the work that is new, whatever its name.

use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

use adjutant::document::{Form, Value, read};

use crate::example::{self, HEAD_TO_HEAD};
use crate::seat;
use crate::verification_records::{Answer, Place, answer, timeless};

/// The step at which the commands are run; the example goes on after it.
const STEP: u64 = 60;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Effort {
    states: u64,
    signatures: u64,
    documents: u64,
}

/// A match at [`STEP`] with a mail for each seat, and both seats' secrets.
struct MatchBetweenTwo {
    place: Place,
    /// Every file of the folder and of the secrets as they were before a command: path and bytes.
    before: RefCell<Vec<(PathBuf, Vec<u8>)>>,
    mover: String,
    responder: String,
}

impl MatchBetweenTwo {
    fn new() -> MatchBetweenTwo {
        let place = Place::at(HEAD_TO_HEAD, STEP);
        let turn = next(&place, "turns");
        let state = next(&place, "states");
        let [mover, responder] = [(&turn.1, "seat"), (&state.1, "responder")]
            .map(|(content, field)| content[field].as_str().unwrap().to_owned());
        let players = MatchBetweenTwo { place, before: RefCell::default(), mover, responder };
        for (name, file) in [("turn.yaml", &turn.0), ("state.yaml", &state.0)] {
            let (_, text) = players.place.files.iter().find(|(name, _)| name == file).unwrap();
            fs::write(players.place.root.path().join(name), text).unwrap();
        }
        fs::write(players.place.root.path().join("draft.yaml"), seat::draft_of(&turn.1)).unwrap();
        for seat in [&players.mover, &players.responder] {
            seat::secrets(&players.home(seat), HEAD_TO_HEAD, seat);
            assert_eq!(players.run(seat, "on", &["match", "status", "."]).0.0, 0);
        }
        // The mover's log learns of the documents that he signed before; his turn is forgotten again.
        let signed =
            players.run(&players.mover, "on", &["sign", "../draft.yaml", "--seat", &players.mover, "--recover", "."]);
        assert_eq!(signed.0.0, 0, "{signed:?}");
        fs::remove_file(players.place.folder().join(&turn.0)).unwrap();
        let seeds = players.home(&players.mover).join("seeds");
        let log = fs::read_dir(seeds).unwrap().map(|entry| entry.unwrap().path().join("log")).find(|log| log.exists());
        let log = log.unwrap();
        let lines = fs::read_to_string(&log).unwrap();
        fs::write(log, &lines[..=lines.trim_end().rfind('\n').unwrap()]).unwrap();
        players.keep();
        players
    }

    fn home(&self, seat: &str) -> PathBuf {
        self.place.root.path().join(format!("home of {seat}"))
    }

    /// Notes how everything stands.
    fn keep(&self) {
        fn walk(folder: &Path, files: &mut Vec<(PathBuf, Vec<u8>)>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => walk(&path, files),
                    false => files.push((path.clone(), fs::read(&path).unwrap())),
                }
            }
        }
        self.before.borrow_mut().clear();
        walk(self.place.root.path(), &mut self.before.borrow_mut());
    }

    /// Puts everything as it was.
    fn restore(&self) {
        for entry in fs::read_dir(self.place.root.path()).unwrap() {
            let path = entry.unwrap().path();
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        for (path, bytes) in self.before.borrow().iter() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        }
    }

    fn run(&self, seat: &str, records: &str, args: &[&str]) -> (Answer, Effort) {
        let told = tempfile::NamedTempFile::new().unwrap();
        let mut command = self.place.command(args);
        command.env("ADJUTANT_HOME", self.home(seat)).env("ADJUTANT_CACHE", records);
        let ran = command.env("ADJUTANT_EFFORT", told.path()).output().unwrap();
        let counts = fs::read_to_string(told.path()).unwrap();
        let counts: Vec<u64> = counts.split(' ').map(|count| count.parse().unwrap()).collect();
        (answer(ran), Effort { states: counts[0], signatures: counts[1], documents: counts[2] })
    }
}

/// The name and content of the file of the next step in a folder.
fn next(place: &Place, part: &str) -> (String, Value) {
    let start = format!("{part}/{:04}", STEP + 1);
    let (name, text) = place.files.iter().find(|(name, _)| name.starts_with(&start)).unwrap();
    let form = if part == "states" { Form::State } else { Form::Signed };
    (name.clone(), read(name, text.as_bytes(), form).unwrap().content)
}

/// Exit code and words, without times; of a clock, which runs on between two runs, without numbers.
fn words(args: &[&str], (code, out, err): &Answer) -> (i32, String, String) {
    let runs_on = args.contains(&"clock") || args.contains(&"remind");
    let plain = |text: &str| match runs_on {
        true => text.chars().filter(|letter| !letter.is_ascii_digit()).collect(),
        false => timeless(text),
    };
    (*code, plain(out), plain(err))
}

#[test]
fn every_command_does_only_what_is_new_beside_a_record_and_answers_alike() {
    let players = MatchBetweenTwo::new();
    let (mover, responder) = (players.mover.clone(), players.responder.clone());
    let (mover, responder) = (mover.as_str(), responder.as_str());
    let verify = players.run(mover, "on", &["verify", "."]).1;
    assert!(verify.states >= STEP && verify.signatures >= 2 * STEP && verify.documents >= STEP, "{verify:?}");
    let commands: [(&str, &[&str]); 23] = [
        (responder, &["receive", "../turn.yaml"]),
        (mover, &["receive", "../turn.yaml", "../state.yaml"]),
        (responder, &["receive", "../turn.yaml", "--receipt"]),
        (mover, &["match", "status", "."]),
        (mover, &["match", "clock"]),
        (mover, &["show", "track"]),
        (mover, &["show", "map"]),
        (mover, &["show", "place", "Richmond"]),
        (mover, &["report"]),
        (mover, &["report", "30"]),
        (mover, &["legal", "--seat", mover]),
        (mover, &["odds", "--seat", mover, "--order", "end: {}"]),
        (mover, &["draft", "--force", "--seat", mover]),
        (mover, &["check", "../draft.yaml", "--seat", mover]),
        (mover, &["sign", "../draft.yaml", "--seat", mover]),
        (mover, &["refuse", "--seat", mover]),
        (mover, &["bundle", "--for", responder, "--out", "-"]),
        (mover, &["mail", "--again", "--seat", mover]),
        (mover, &["remind", "--early", "--seat", mover]),
        (responder, &["remind", "--early", "--seat", responder]),
        (mover, &["receipt", "--seat", mover]),
        (mover, &["match", "leave", "--days", "2", "--seat", mover]),
        (mover, &["adjudicate", "../turn.yaml", "--seat", mover]),
    ];
    for (seat, args) in commands {
        let without = players.run(seat, "off", args);
        players.restore();
        let with = players.run(seat, "on", args);
        players.restore();
        assert_eq!(words(args, &with.0), words(args, &without.0), "{args:?}");
        assert!(without.1.states >= STEP, "{args:?} verified nothing without a record: {:?}", without.1);
        // Eleven of the documents are tables of words, which a report reads.
        let most = Effort { states: 6, signatures: 32, documents: 40 };
        let Effort { states, signatures, documents } = with.1;
        let little = states <= most.states && signatures <= most.signatures && documents <= most.documents;
        assert!(little, "{args:?}: {:?}, without a record {:?}", with.1, without.1);
    }
}

/// Whatever has come into the folder since the record was made.
#[test]
fn every_command_answers_alike_after_a_hostile_document_arrived() {
    let players = MatchBetweenTwo::new();
    let (mover, responder) = (players.mover.clone(), players.responder.clone());
    let (mover, responder) = (mover.as_str(), responder.as_str());
    let text = |file: &str| players.place.files.iter().find(|(name, _)| name == file).unwrap().1.clone();
    let newest = format!("states/{STEP:04}.yaml");
    let old = players.place.files.iter().map(|(name, _)| name).find(|name| name.starts_with("turns/0030")).unwrap();
    let hostile = [
        ("states/0060-2.yaml", text(&newest).replacen("issued: \"20", "issued: \"19", 1)),
        ("turns/0030-2.yaml", text(old).replacen("sig: \"", "sig: \"A", 1)),
        ("turns/0061-x.yaml", "kind: [".to_owned()),
        ("states/0099.yaml", text(&newest).replacen("step: 60", "step: 99", 1)),
    ];
    let commands: [(&str, &[&str]); 9] = [
        (responder, &["receive", "../turn.yaml"]),
        (mover, &["match", "status", "."]),
        (mover, &["report"]),
        (mover, &["legal", "--seat", mover]),
        (mover, &["check", "../draft.yaml", "--seat", mover]),
        (mover, &["sign", "../draft.yaml", "--seat", mover]),
        (mover, &["refuse", "--seat", mover]),
        (mover, &["bundle", "--for", responder, "--out", "-"]),
        (mover, &["receipt", "--seat", mover]),
    ];
    for (name, text) in &hostile {
        for (seat, args) in commands {
            let path = players.place.folder().join(name);
            fs::write(&path, text).unwrap();
            let without = players.run(seat, "off", args).0;
            players.restore();
            fs::write(&path, text).unwrap();
            let with = players.run(seat, "on", args).0;
            players.restore();
            assert_eq!(words(args, &with), words(args, &without), "{args:?} beside {name}");
        }
    }
}

/// The first answer verifies the match once, and does nothing else that costs as much.
#[test]
fn the_first_answer_costs_what_a_verification_costs() {
    let players = MatchBetweenTwo::new();
    let verify = players.run(&players.mover, "off", &["verify", "."]).1;
    let commands: [&[&str]; 6] = [
        &["match", "status", "."],
        &["show", "track"],
        &["report"],
        &["bundle", "--out", "-"],
        &["receive", "../turn.yaml"],
        &["sign", "../draft.yaml", "--seat", &players.mover],
    ];
    for args in commands {
        fs::remove_dir_all(players.home(&players.mover).join("cache")).unwrap();
        let first = players.run(&players.mover, "on", args).1;
        players.restore();
        let near = |one: u64, other: u64| one <= other + other / 20 + 24;
        assert!(near(first.states, verify.states), "{args:?}: {first:?}, {verify:?}");
        assert!(near(first.signatures, verify.signatures), "{args:?}: {first:?}, {verify:?}");
        assert!(near(first.documents, verify.documents), "{args:?}: {first:?}, {verify:?}");
    }
}

/// What two copies share is read and verified once.
#[test]
fn copies_that_are_compared_are_verified_once() {
    let players = MatchBetweenTwo::new();
    let verify = players.run(&players.mover, "off", &["verify", "."]).1;
    let copy = players.place.root.path().join("copy");
    for (name, text) in example::prefix(&players.place.files, STEP + 1) {
        let path = copy.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let (compared, effort) = players.run(&players.mover, "off", &["dispute", ".", "../copy"]);
    assert!(compared.1.contains("Nothing fails, but . does not have"), "{compared:?}");
    assert!(effort.states <= verify.states + 2, "{effort:?}, {verify:?}");
    assert!(effort.signatures <= verify.signatures + 8, "{effort:?}, {verify:?}");
    assert!(effort.documents <= verify.documents + 8, "{effort:?}, {verify:?}");
    // A copy that was saved with other line ends is read, and compared with what it is a copy of.
    for entry in fs::read_dir(copy.join("states")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace('\n', "\r\n")).unwrap();
    }
    let (again, effort) = players.run(&players.mover, "off", &["dispute", ".", "../copy"]);
    assert_eq!(again.1.lines().next(), compared.1.lines().next());
    assert!(effort.states <= verify.states + 2, "{effort:?}, {verify:?}");
}
