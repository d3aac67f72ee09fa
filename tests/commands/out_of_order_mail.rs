//! Head-to-head by mail: documents that come early, twice or in two versions are neither lost nor answered wrongly.

use crate::folders::copy_all;
use crate::refereed_match;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

#[cfg(unix)]
use crate::outlook_mail::saved;
use adjutant::chain::sign::seal;
use adjutant::document::write;
use adjutant::trust::Vault;
use refereed_match::load;
use serde_json::json;

/// Two players with a folder and secrets each.
struct Pair {
    root: tempfile::TempDir,
}

impl Pair {
    /// Up to state 1, which asks bob for a choice; ann has her first turn and state 0.
    fn begun() -> Pair {
        let pair = Pair { root: tempfile::tempdir().unwrap() };
        pair.run_ok("ann", &["match", "new", "ann", "--title", "By mail"]);
        pair.run_ok("ann", &["keygen"]);
        pair.run_ok("ann", &["match", "join", "ann", "--seat", "union", "--name", "Ann"]);
        pair.mail("ann/charter.yaml", "bob/charter.yaml");
        pair.run_ok("bob", &["keygen"]);
        pair.run_ok("bob", &["match", "join", "bob", "--seat", "confederate", "--name", "Bob"]);
        pair.run_ok("bob", &["match", "sign", "bob"]);
        pair.mail("bob/charter.yaml", "ann/charter.yaml");
        pair.run_ok("ann", &["match", "sign", "ann"]);
        pair.mail("ann/charter.yaml", "bob/charter.yaml");
        pair.run_ok("ann", &["adjudicate", "--folder", "ann"]);
        pair.run_ok("bob", &["adjudicate", "--folder", "bob", "ann/states/0000.yaml", "ann/turns/0001-union.yaml"]);
        pair
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn mail(&self, from: &str, to: &str) {
        let to = self.path(to);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::copy(self.path(from), to).unwrap();
    }

    fn run(&self, who: &str, args: &[&str]) -> (i32, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
        command.args(args).current_dir(self.root.path()).env_remove("ADJUTANT_PASSPHRASE");
        let ran = command.env("ADJUTANT_HOME", self.path(&format!("{who}-secrets"))).output().unwrap();
        let text = [ran.stdout, ran.stderr].concat();
        (ran.status.code().unwrap(), String::from_utf8(text).unwrap())
    }

    fn run_ok(&self, who: &str, args: &[&str]) {
        let (code, text) = self.run(who, args);
        assert_eq!(code, 0, "{args:?} as {who}:\n{text}");
    }

    /// Everything in a match folder.
    fn snapshot(&self, folder: &str) -> BTreeMap<PathBuf, Vec<u8>> {
        fn walk(folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    walk(&path, files);
                } else {
                    files.insert(path.clone(), fs::read(&path).unwrap());
                }
            }
        }
        let mut files = BTreeMap::new();
        walk(&self.path(folder), &mut files);
        files
    }
}

/// Bob's choice, signed.
fn bob_chooses(pair: &Pair) {
    pair.run_ok("bob", &["draft", "--folder", "bob"]);
    let draft = pair.path("bob/drafts/0002-confederate.yaml");
    let text = fs::read_to_string(&draft).unwrap();
    fs::write(&draft, text.replacen("  # - ", "  - ", 1)).unwrap();
    pair.run_ok("bob", &["sign", "--folder", "bob"]);
}

#[test]
fn a_turn_that_comes_before_its_state_is_not_refused() {
    let pair = Pair::begun();
    bob_chooses(&pair);
    let before = pair.snapshot("ann");
    let (code, text) = pair.run("ann", &["adjudicate", "--folder", "ann", "bob/turns/0002-confederate.yaml"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("the state that it answers is missing"), "{text}");
    assert_eq!(pair.snapshot("ann"), before, "nothing is kept or signed");
    let both = ["adjudicate", "--folder", "ann", "bob/turns/0002-confederate.yaml", "bob/states/0001.yaml"];
    pair.run_ok("ann", &both);
    pair.run_ok("ann", &["verify", "ann"]);
}

#[test]
fn a_step_that_was_answered_before_is_not_answered_with_another_turn() {
    let pair = Pair::begun();
    let first = pair.path("bob/turns/0001-union.yaml");
    let mut other = load(&first);
    other.as_object_mut().unwrap().shift_remove("signatures");
    other["comment"] = json!("another word");
    let key = Vault::open(pair.path("ann-secrets")).unwrap().load_key("default", || None).unwrap();
    let other = write(&seal(&other, &"union".parse().unwrap(), &key).unwrap());
    fs::write(pair.path("other.yaml"), other).unwrap();
    fs::remove_file(&first).unwrap();
    fs::remove_file(pair.path("bob/states/0001.yaml")).unwrap();
    let before = pair.snapshot("bob");
    let (code, text) = pair.run("bob", &["adjudicate", "--folder", "bob", "other.yaml"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("you have already signed the state of step 1, and it answers other turns"), "{text}");
    assert_eq!(pair.snapshot("bob"), before);
}

#[test]
fn files_that_would_have_one_name_are_both_kept() {
    let pair = Pair::begun();
    bob_chooses(&pair);
    // The same turn, its text laid out otherwise: two files for one name.
    let turn = fs::read_to_string(pair.path("bob/turns/0002-confederate.yaml")).unwrap();
    fs::write(pair.path("again.yaml"), format!("# as it came the second time\n{turn}")).unwrap();
    let came = ["bob/states/0001.yaml", "bob/turns/0002-confederate.yaml", "again.yaml"];
    pair.run_ok("ann", &[["adjudicate", "--folder", "ann"].as_slice(), &came].concat());
    let kept = fs::read_to_string(pair.path("ann/turns/0002-confederate.yaml")).unwrap();
    let second = fs::read_to_string(pair.path("ann/turns/0002-confederate-2.yaml")).unwrap();
    assert_eq!(kept, turn);
    assert!(second.ends_with(&turn) && second != turn);
    pair.run_ok("ann", &["verify", "ann"]);
}

/// Bob dragged a mail out of Outlook, and Ann receives the file.
#[test]
#[cfg(unix)]
fn a_turn_in_a_mail_that_outlook_saved_is_filed_with_the_mail_as_evidence() {
    let pair = Pair::begun();
    bob_chooses(&pair);
    let turn = fs::read(pair.path("bob/turns/0002-confederate.yaml")).unwrap();
    let saved = saved("My turn is attached.", &turn);
    fs::write(pair.path("A turn.msg"), &saved).unwrap();
    let before = pair.snapshot("ann");
    let (code, text) = pair.run("ann", &["receive", "A turn.msg", "--folder", "ann"]);
    assert!(code == 0 && text.contains("turns/0002-confederate.yaml"), "{text}");
    assert_eq!(fs::read(pair.path("ann/turns/0002-confederate.yaml")).unwrap(), turn);
    let after = pair.snapshot("ann");
    let new: Vec<&PathBuf> = after.keys().filter(|path| !before.contains_key(*path)).collect();
    let kept: Vec<&&PathBuf> = new.iter().filter(|path| after[**path] == saved).collect();
    assert_eq!(kept.len(), 1, "{new:?}");
    // Again it is known, and nothing changes.
    let (code, text) = pair.run("ann", &["receive", "A turn.msg", "--folder", "ann"]);
    assert!(code == 0 && text.contains("nothing new"), "{text}");
    assert_eq!(pair.snapshot("ann"), after);
}

/// Ann mails a state 2 that resolves a turn of Bob which he never signed: Bob's signing log says so, he refuses the state,
/// and plays on from state 1 with somebody in Ann's place.
#[test]
fn a_state_that_resolves_an_invented_turn_is_refused_and_the_match_goes_on() {
    for has_signed in [false, true] {
        let pair = Pair::begun();
        let [secrets, before] = ["bob-secrets", "bob-secrets-before"].map(|name| pair.path(name));
        copy_all(&secrets, &before);
        bob_chooses(&pair);
        let both = ["adjudicate", "--folder", "ann", "bob/turns/0002-confederate.yaml", "bob/states/0001.yaml"];
        pair.run_ok("ann", &both);
        let mut state = load(&pair.path("ann/states/0002.yaml"));
        state["turns"] = json!(["aa".repeat(32)]);
        state.as_object_mut().unwrap().shift_remove("signatures");
        let key = Vault::open(pair.path("ann-secrets")).unwrap().load_key("default", || None).unwrap();
        let invented = write(&seal(&state, &"union".parse().unwrap(), &key).unwrap());
        fs::write(pair.path("invented.yaml"), invented).unwrap();
        if !has_signed {
            fs::remove_file(pair.path("bob/turns/0002-confederate.yaml")).unwrap();
            fs::remove_dir_all(&secrets).unwrap();
            copy_all(&before, &secrets);
        }
        pair.run("bob", &["receive", "invented.yaml", "--folder", "bob"]);
        assert!(pair.path("bob/states/0002.yaml").is_file());

        let never = "resolves a turn of confederate for step 2 that confederate never signed";
        for command in [&["match", "status", "bob"][..], &["draft", "--folder", "bob"]] {
            let (_, text) = pair.run("bob", command);
            assert!(text.contains(never) && text.contains("`adjutant refuse bob`"), "{command:?}: {text}");
            assert!(!text.contains("ask for it"), "{command:?}: {text}");
        }
        // Ann cannot know what Bob has signed: to her a document is missing.
        let (_, text) = pair.run("ann", &["match", "status", "bob"]);
        assert!(text.contains("ask for it") && !text.contains(never), "{text}");

        pair.run_ok("bob", &["refuse", "bob"]);
        let refusal = load(&pair.path("bob/refusals/0002-confederate.yaml"));
        assert!(refusal["reasons"][0]["message"].as_str().unwrap().contains("never signed such a turn"), "{refusal}");
        let (_, text) = pair.run("bob", &["match", "status", "bob"]);
        assert!(text.contains("has refused it") && text.contains("--left union"), "{text}");
        assert_eq!(pair.run("bob", &["match", "continue", "new", "--from", "bob"]).0, 1, "not from that state");
        pair.run_ok("bob", &["match", "continue", "new", "--from", "bob", "--step", "1", "--left", "union"]);
        pair.run_ok("carl", &["keygen"]);
        pair.run_ok("bob", &["match", "invite", "new", "--to", "carl@example.org", "--from", "bob@example.org"]);
        let mail = fs::read_dir(pair.path("new/mail/out")).unwrap().next().unwrap().unwrap().path();
        fs::rename(mail, pair.path("invitation.eml")).unwrap();
        let accept = ["match", "accept", "invitation.eml", "carl", "--seat", "union", "--name", "Carl", "--yes"];
        let (code, text) = pair.run("carl", &accept);
        assert_eq!(code, 0, "{text}");
        pair.mail("carl/charter.yaml", "new/charter.yaml");
        pair.run_ok("bob", &["match", "sign", "new", "--yes"]);
        pair.mail("new/charter.yaml", "carl/charter.yaml");
        pair.run_ok("bob", &["adjudicate", "--folder", "new"]);
        let first = ["new/states/0000.yaml", "new/turns/0001-confederate.yaml"];
        pair.run_ok("carl", &[["adjudicate", "--folder", "carl"].as_slice(), &first].concat());
        pair.mail("carl/states/0001.yaml", "new/states/0001.yaml");
        pair.run_ok("bob", &["verify", "new"]);
        let (_, text) = pair.run("bob", &["match", "status", "new"]);
        assert!(text.contains("To move: Union (Carl): the secret choice"), "{text}");
    }
}
