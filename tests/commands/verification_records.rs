//! Records of what was verified never count for more than they prove: whatever is done to a match folder or its record,
//! a question gives the same answer as without records.

use crate::example;
use crate::seat;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use adjutant::document::{Form, Value, read};
use example::{HEAD_TO_HEAD, REFEREED, SEVEN_DAYS};

/// A copy of an example and a folder of secrets, at first without a record.
pub struct Place {
    pub root: tempfile::TempDir,
    pub files: example::Files,
}

impl Place {
    /// The example as it stood after a step.
    pub fn at(example: &str, step: u64) -> Place {
        let place = Place { root: tempfile::tempdir().unwrap(), files: example::read_files(example, false) };
        place.stand_at(step);
        place
    }

    pub fn folder(&self) -> PathBuf {
        self.root.path().join("match")
    }

    fn cache(&self) -> PathBuf {
        self.root.path().join("home/cache")
    }

    /// Puts the folder as it was after a step.
    pub fn stand_at(&self, step: u64) {
        let _ = fs::remove_dir_all(self.folder());
        for (name, text) in example::prefix(&self.files, step) {
            let path = self.folder().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(args).current_dir(self.folder()).env("ADJUTANT_HOME", self.root.path().join("home"));
        command.env_remove("ADJUTANT_CACHE").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn ask(&self, args: &[&str]) -> Answer {
        answer(self.command(args).output().unwrap())
    }

    /// The answer where no records are kept.
    fn plain(&self, args: &[&str]) -> Answer {
        answer(self.command(args).env("ADJUTANT_CACHE", "off").output().unwrap())
    }

    /// The record of the folder, which is the only one.
    fn record(&self) -> PathBuf {
        let entries = fs::read_dir(self.cache()).unwrap().map(|entry| entry.unwrap().path());
        let mut records: Vec<PathBuf> = entries.filter(|path| !path.ends_with("key")).collect();
        assert_eq!(records.len(), 1, "{records:?}");
        records.remove(0)
    }

    #[track_caller]
    fn answers_alike(&self, what: &str, questions: &[&[&str]]) {
        for question in questions {
            let plain = self.plain(question);
            assert_eq!(self.ask(question), plain, "{question:?}: {what}");
            assert_eq!(self.ask(question), plain, "{question:?} again: {what}");
        }
    }

    /// Asks with a record of the folder as it is, changes the folder, and asks again.
    #[track_caller]
    fn notices(&self, what: &str, done: impl FnOnce(&Path)) {
        assert_eq!(self.ask(&["show", "track"]).0, 0);
        assert!(self.record().is_file());
        done(&self.folder());
        self.answers_alike(what, FEW);
        let warned = self.ask(&["show", "track"]);
        assert!(warned.0 != 0 || warned.2.contains("does not verify"), "{what}: {warned:?}");
    }
}

/// What somebody does to a match folder.
type Attack<'a> = &'a dyn Fn(&Path);

/// Exit code, standard output and standard error.
pub type Answer = (i32, String, String);

pub fn answer(ran: Output) -> Answer {
    let text = |bytes| String::from_utf8(bytes).unwrap();
    // How long ago a state was issued is another answer every time.
    let lines = text(ran.stdout).lines().filter(|line| !line.contains("issued 20")).collect::<Vec<_>>().join("\n");
    (ran.status.code().unwrap(), lines, text(ran.stderr))
}

const FEW: &[&[&str]] = &[&["match", "status", "."], &["show", "track"], &["report"]];

/// Changes a file and leaves its size and times as they were.
fn alter(path: &Path, from: &str, to: &str) {
    let about = fs::metadata(path).unwrap();
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains(from) && from.len() == to.len());
    fs::write(path, text.replacen(from, to, 1)).unwrap();
    fs::File::options().write(true).open(path).unwrap().set_modified(about.modified().unwrap()).unwrap();
    let after = fs::metadata(path).unwrap();
    assert_eq!((after.len(), after.modified().unwrap()), (about.len(), about.modified().unwrap()));
}

#[test]
fn every_question_is_answered_alike_with_a_record_and_without() {
    let cases = [
        (HEAD_TO_HEAD, "union", "Richmond", &[1, 9, 30][..]),
        (REFEREED, "confederate", "Manassas", &[10]),
        (SEVEN_DAYS, "ann", "Gaines's Mill", &[0, 17]),
    ];
    for (example, seat, town, steps) in cases {
        let place = Place::at(example, 0);
        for step in steps {
            place.stand_at(*step);
            let (middle, format) = ((step / 2).to_string(), ["--format", "json"]);
            let mut questions: Vec<Vec<&str>> = vec![
                vec!["match", "status", "."],
                vec!["show", "map"],
                vec!["show", "track"],
                vec!["show", "track", "--step", &middle],
                vec!["show", "place", town],
                vec!["report"],
                vec!["report", &middle],
                vec!["report", "9999"],
                vec!["legal", "--seat", seat],
                vec!["odds", "--seat", seat, "--order", "end: {}"],
            ];
            let json: Vec<Vec<&str>> = questions.iter().map(|one| [one.as_slice(), &format].concat()).collect();
            questions.extend(json.into_iter().take(4));
            let questions: Vec<&[&str]> = questions.iter().map(Vec::as_slice).collect();
            place.answers_alike(&format!("{example}, step {step}"), &questions);
            assert!(place.record().is_file());
        }
    }
}

#[test]
fn a_changed_file_is_seen_though_its_time_and_size_are_kept() {
    let place = Place::at(HEAD_TO_HEAD, 20);
    place.notices("a state of the middle", |folder| {
        alter(&folder.join("states/0010.yaml"), "issued: \"20", "issued: \"19");
    });
}

#[test]
fn the_page_of_a_match_is_the_same_with_a_record_and_without() {
    let place = Place::at(HEAD_TO_HEAD, 9);
    let page = |recorded: bool| {
        let args = ["replay", "--out", "../page.html"];
        let (code, _, told) = if recorded { place.ask(&args) } else { place.plain(&args) };
        assert_eq!(code, 0, "{told}");
        (fs::read_to_string(place.root.path().join("page.html")).unwrap(), told)
    };
    let whole = page(false);
    assert!(whole.1.is_empty(), "{}", whole.1);
    assert!(page(true) == whole, "while the record is written");
    assert!(place.record().is_file());
    assert!(page(true) == whole, "with the record");
    alter(&place.folder().join("states/0004.yaml"), "issued: \"20", "issued: \"19");
    let doubted = page(false);
    assert!(doubted.1.contains("does not verify") && doubted.0 != whole.0);
    assert!(page(true) == doubted, "after a state was altered");
}

#[test]
fn files_that_go_come_and_change_places_are_seen() {
    let step = 20;
    let state = format!("states/{step:04}.yaml");
    let second = |folder: &Path| {
        let text = fs::read_to_string(folder.join("states/0019.yaml")).unwrap();
        fs::write(folder.join("states/0019-2.yaml"), text.replacen("issued: \"20", "issued: \"19", 1)).unwrap();
    };
    let attacks: [(&str, Attack); 6] = [
        ("a state of the middle is gone", &|folder| fs::remove_file(folder.join("states/0007.yaml")).unwrap()),
        ("a turn is gone", &|folder| {
            let turns = fs::read_dir(folder.join("turns")).unwrap().map(|entry| entry.unwrap().path());
            fs::remove_file(turns.min().unwrap()).unwrap();
        }),
        ("a forged second state", &second),
        ("a state cut short", &|folder| {
            let text = fs::read_to_string(folder.join(&state)).unwrap();
            fs::write(folder.join(&state), &text[..text.len() / 2]).unwrap();
        }),
        ("a file that is no YAML", &|folder| fs::write(folder.join("turns/9999-union.yaml"), "{").unwrap()),
        ("another charter", &|folder| {
            let text = fs::read_to_string(folder.join("charter.yaml")).unwrap();
            fs::write(folder.join("charter.yaml"), text.replacen("title:", "title: x", 1)).unwrap();
        }),
    ];
    for (what, attack) in attacks {
        Place::at(HEAD_TO_HEAD, step).notices(what, attack);
    }
    // A document that is known does not count twice, however it is written and whatever its name.
    let place = Place::at(HEAD_TO_HEAD, step);
    place.ask(FEW[0]);
    let text = fs::read_to_string(place.folder().join("turns/0020-union.yaml")).unwrap();
    fs::write(place.folder().join("turns/0001-another.yaml"), text.replacen("step: 20", "step:   20", 1)).unwrap();
    place.answers_alike("the last turn, written otherwise", FEW);
    // Names mean nothing: nothing is wrong with these.
    let place = Place::at(HEAD_TO_HEAD, step);
    place.ask(FEW[0]);
    fs::rename(place.folder().join(&state), place.folder().join("states/x.yaml")).unwrap();
    place.answers_alike("a state renamed", FEW);
    fs::copy(place.folder().join("states/0003.yaml"), place.folder().join("states/y.yaml")).unwrap();
    place.answers_alike("a state twice", FEW);
    // A name is printed differently from how it is written, and the file is found all the same.
    #[cfg(unix)]
    {
        fs::rename(place.folder().join("states/0004.yaml"), place.folder().join("states/a\nb\u{1b}.yaml")).unwrap();
        place.answers_alike("a state with an odd name", FEW);
        fs::copy(place.folder().join("states/0005.yaml"), place.folder().join("states/z.yaml")).unwrap();
        place.answers_alike("another one twice", FEW);
    }
}

#[test]
fn a_pack_that_changes_or_comes_is_seen() {
    let place = Place::at(HEAD_TO_HEAD, 12);
    let pack = place.folder().join("packs/civil_war");
    fs::create_dir_all(&pack).unwrap();
    place.ask(FEW[0]);
    fs::write(pack.join("map.yaml"), "about: another\n").unwrap();
    place.answers_alike("a copy of the pack that is none", FEW);
    assert!(place.ask(&["show", "track"]).2.contains("does not verify"));
    place.stand_at(12);
    place.ask(FEW[0]);
    fs::write(pack.join("more.yaml"), "about: more\n").unwrap();
    place.answers_alike("a pack with a file more", FEW);
    place.stand_at(12);
    place.ask(FEW[0]);
    fs::remove_file(pack.join("map.yaml")).unwrap();
    place.answers_alike("a pack with a file less", FEW);
}

/// A turn of a match, from its draft to the state that answers it, and the program's output. The times of the state and
/// its signature are left out.
fn play_on(example: &str, at: u64, records: &str) -> (Vec<Answer>, Vec<Value>) {
    let place = Place::at(example, at);
    let ask = |seat: &str, args: &[&str]| {
        let home = place.root.path().join(seat);
        answer(place.command(args).env("ADJUTANT_HOME", home).env("ADJUTANT_CACHE", records).output().unwrap())
    };
    let content = |name: &str, text: &str| {
        let form = if name.starts_with("states") { Form::State } else { Form::Signed };
        read(name, text.as_bytes(), form).unwrap().content
    };
    let next = |part: &str| {
        let start = format!("{part}/{:04}", at + 1);
        let (name, text) = place.files.iter().find(|(name, _)| name.starts_with(&start)).unwrap();
        (name.clone(), content(name, text))
    };
    let ((turn, drafted), (state, answered)) = (next("turns"), next("states"));
    let (mover, responder) = (drafted["seat"].as_str().unwrap(), answered["responder"].as_str().unwrap());
    for seat in [mover, responder] {
        seat::secrets(&place.root.path().join(seat), example, seat);
        assert_eq!(ask(seat, FEW[0]).0, 0);
    }
    let draft = "drafts/next.yaml";
    fs::create_dir_all(place.folder().join("drafts")).unwrap();
    fs::write(place.folder().join(draft), seat::draft_of(&drafted)).unwrap();
    let mut answers = vec![
        ask(mover, &["check", draft, "--seat", mover]),
        ask(mover, &["sign", draft, "--seat", mover, "--recover", "."]),
        ask(mover, FEW[0]),
    ];
    let done = ask(responder, &["adjudicate", "--seat", responder, "--recover", "."]);
    assert_eq!(done.0, 0, "{done:?}");
    answers.extend([ask(mover, FEW[0]), ask(mover, FEW[1]), ask(responder, FEW[2]), ask(mover, &["verify", "."])]);
    assert!(answers.iter().all(|(code, ..)| *code == 0), "{answers:?}");
    let written = [turn, state].map(|name| {
        let mut document = content(&name, &fs::read_to_string(place.folder().join(&name)).unwrap());
        let fields = document.as_object_mut().unwrap();
        fields.retain(|field, _| !["issued", "received", "signatures"].contains(&field.as_str()));
        document
    });
    // The time at which the state was issued is printed to the minute, which may pass between two runs.
    let issued = |(code, out, err): Answer| (code, timeless(&out), err);
    (answers.into_iter().map(issued).collect(), written.into())
}

/// A text without the times of day in it.
pub fn timeless(text: &str) -> String {
    let word = |word: &str| {
        let bytes = word.as_bytes();
        let clock = bytes.len() == 5 && bytes[2] == b':' && [0, 1, 3, 4].iter().all(|&n| bytes[n].is_ascii_digit());
        if clock { "??:??".to_owned() } else { word.to_owned() }
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_turn_is_checked_signed_and_answered_alike() {
    for (example, at) in [(HEAD_TO_HEAD, 22), (REFEREED, 9), (SEVEN_DAYS, 20)] {
        let (with, without) = (play_on(example, at, "on"), play_on(example, at, "off"));
        assert_eq!(with.1, without.1, "{example}");
        for (with, without) in with.0.iter().zip(&without.0) {
            assert_eq!(with, without, "{example}");
        }
    }
}

#[test]
fn a_folder_restored_to_an_older_time_answers_for_that_time() {
    let place = Place::at(HEAD_TO_HEAD, 20);
    let older = {
        place.stand_at(10);
        place.ask(FEW[0]);
        fs::read(place.record()).unwrap()
    };
    place.stand_at(20);
    place.answers_alike("a record of an older time, and the match went on", FEW);
    place.stand_at(10);
    place.answers_alike("a record of a later time", FEW);
    place.stand_at(20);
    place.ask(FEW[0]);
    fs::write(place.record(), older).unwrap();
    place.answers_alike("an older record put back", FEW);
    // New documents on top of known ones are verified.
    alter(&place.folder().join("states/0020.yaml"), "step: 20", "step: 21");
    place.answers_alike("a later state that is false", FEW);
}

#[test]
fn a_forged_record_is_no_record() {
    let (place, other) = (Place::at(HEAD_TO_HEAD, 12), Place::at(REFEREED, 12));
    place.ask(FEW[0]);
    other.ask(FEW[0]);
    let (record, key) = (place.record(), place.cache().join("key"));
    let good = fs::read(&record).unwrap();
    fs::write(&record, fs::read(other.record()).unwrap()).unwrap();
    fs::copy(other.cache().join("key"), &key).unwrap();
    // The match does not hold, whatever its record says.
    alter(&place.folder().join("states/0005.yaml"), "step: 5", "step: 6");
    let forged = [fs::read(&record).unwrap(), good, Vec::new(), vec![7; 100_000], b"adjutant record\n".to_vec()];
    for forged in forged {
        fs::write(&record, forged).unwrap();
        place.answers_alike("a forged record", FEW);
        assert!(place.ask(&["show", "track"]).2.contains("does not verify"));
    }
    fs::write(&key, "short").unwrap();
    place.answers_alike("a key that is none", FEW);
    // Where the match holds, whatever is wrong with its record is mended.
    place.stand_at(12);
    place.ask(FEW[0]);
    let good = fs::read(&record).unwrap();
    for at in (0..good.len()).step_by(good.len() / 4) {
        let mut flipped = good.clone();
        flipped[at] ^= 1;
        fs::write(&record, &flipped).unwrap();
        place.answers_alike("a bit flipped", &FEW[..1]);
        assert_ne!(fs::read(&record).unwrap(), flipped);
    }
}

#[test]
fn a_record_that_cannot_be_kept_does_no_harm() {
    let place = Place::at(HEAD_TO_HEAD, 6);
    fs::create_dir_all(place.cache().parent().unwrap()).unwrap();
    fs::write(place.cache(), "a file where the folder ought to be").unwrap();
    place.answers_alike("no folder", FEW);
    fs::remove_file(place.cache()).unwrap();
    fs::create_dir_all(place.cache().join("key")).unwrap();
    place.answers_alike("no key", FEW);
    fs::remove_dir(place.cache().join("key")).unwrap();
    place.ask(FEW[0]);
    let record = place.record();
    fs::remove_file(&record).unwrap();
    fs::create_dir_all(record.join("x")).unwrap();
    place.answers_alike("a folder where the record ought to be", FEW);
}

#[test]
fn many_programs_at_once_answer_alike() {
    let place = Place::at(HEAD_TO_HEAD, 16);
    let plain = place.plain(&["show", "track"]);
    for round in 0..3 {
        let running: Vec<_> = (0..6).map(|_| place.command(&["show", "track"]).spawn().unwrap()).collect();
        for one in running {
            assert_eq!(answer(one.wait_with_output().unwrap()), plain, "round {round}");
        }
    }
    assert!(place.record().is_file());
}

#[test]
fn a_record_lies_with_the_secrets_and_can_be_done_without() {
    let place = Place::at(HEAD_TO_HEAD, 4);
    place.plain(&["show", "track"]);
    assert!(!place.cache().exists(), "switched off");
    let before = names(&place.folder());
    place.ask(&["verify", "."]);
    assert!(!place.cache().exists(), "a verification asks no record and keeps none");
    place.ask(&["show", "track"]);
    assert_eq!(names(&place.folder()), before, "nothing lies in the match folder");
    #[cfg(unix)]
    for file in [place.record(), place.cache().join("key")] {
        let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).unwrap().permissions());
        assert_eq!(mode & 0o077, 0, "{}", file.display());
    }
    // With all secrets, the program can tell that the record there is sealed.
    let text = fs::read(place.record()).unwrap();
    assert!(!text.windows(9).any(|part| part == b"responder"));
}

fn names(folder: &Path) -> Vec<PathBuf> {
    let mut names: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    names
}
