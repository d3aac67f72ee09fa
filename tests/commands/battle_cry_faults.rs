//! Battle Cry of Freedom: faulty turns through the program. Each is refused with exit code 1, the rule, the line and the
//! column, and what was probably meant; and nothing on the disk changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use crate::practice::tree;

/// A match for practice at Gettysburg, in which the Union answers the first send.
struct Place(tempfile::TempDir);

impl Place {
    /// Begun anew until the first send leaves no choice to the Union, which would have to come first.
    fn begun() -> Place {
        let begun = (0..30).map(|_| Place::begun_once());
        let free = |place: &Place| !fs::read_to_string(place.draft()).unwrap().contains("choose: {for:");
        begun.into_iter().find(free).expect("a send that leaves no choice")
    }

    fn begun_once() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        let new = ["practice", "new", "game", "--game", "battle_cry", "--scenario", "gettysburg"];
        place.run_ok(&[&new[..], &["--side", "union", "--seed", "7"]].concat());
        for _ in 0..2 {
            place.run_ok(&["practice", "hint", "game", "--write"]);
            place.run_ok(&["practice", "go", "game"]);
        }
        place
    }

    fn run(&self, args: &[&str]) -> (i32, String) {
        let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(args)
            .current_dir(self.0.path())
            .env("ADJUTANT_HOME", self.0.path().join("secrets"))
            .output()
            .unwrap();
        let text = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
        (ran.status.code().expect("an exit code"), text)
    }

    fn run_ok(&self, args: &[&str]) {
        let (code, text) = self.run(args);
        assert_eq!(code, 0, "{args:?}: {text}");
    }

    /// The draft of the turn that is asked for.
    fn draft(&self) -> PathBuf {
        let drafts = fs::read_dir(self.0.path().join("game/drafts")).unwrap().map(|entry| entry.unwrap().path());
        drafts.filter(|path| path.to_string_lossy().ends_with("-union.yaml")).max().unwrap()
    }

    /// What `check` says of these orders; nothing changes.
    fn refused(&self, draft: &Path, orders: &str) -> String {
        let text = fs::read_to_string(draft).unwrap();
        let (before, _) = text.split_once("\norders:").expect("orders");
        let turn = self.0.path().join("turn.yaml");
        fs::write(&turn, format!("{before}\norders:\n{orders}")).unwrap();
        let tree = tree(self.0.path());
        let started = Instant::now();
        for args in [&["check", "turn.yaml", "--folder", "game"][..], &["sign", "turn.yaml", "--folder", "game"]] {
            let (code, text) = self.run(args);
            assert!(matches!(code, 1 | 2), "{args:?} of {orders:.200}: {code} {text}");
            assert!(!text.contains("panicked"), "{text}");
            assert!(tree == self::tree(self.0.path()), "{args:?} of {orders:.200}: something on the disk has changed");
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
        self.run(&["check", "turn.yaml", "--folder", "game"]).1
    }
}

#[test]
fn faulty_turns_are_refused_and_change_nothing() {
    let place = Place::begun();
    let draft = place.draft();
    for (order, rule, says) in [
        ("special: {card: us_wods_u_1}", "I.3", "did you mean us_woods_u_1"),
        ("special: {card: cs_woods_c_1}", "I.3", "is a card of the enemy"),
        ("attack: {card: us_blockade, half: lower, general: us_hancok}", "I.5", "us_hancock"),
        ("attack: {card: us_blockade, half: lower, general: cs_lee}", "I.5", "is a card of the enemy"),
        ("react: {card: us_heroic_u_1, to: 7}", "BC-26", "has no play 7"),
        ("choose: {for: 9}", "BC-26", "has no play 9"),
        ("resource: {card: us_blockade}", "I", "is not given in combat"),
        ("lay: {east: 300}", "", "expected points from 0 to 15"),
        ("special: {card: [1], unheard: 3}", "", "there is no field `unheard`"),
        ("pick: {cards: [us_grant]}", "I", "is not given in combat"),
    ] {
        let said = place.refused(&draft, &format!("  - {order}\n"));
        let line = said.lines().find(|line| line.contains("turn.yaml:")).unwrap_or_else(|| panic!("{said}"));
        let place = line.rsplit("turn.yaml:").next().unwrap();
        assert!(place.split(':').all(|number| number.trim().parse::<u32>().is_ok_and(|n| n > 0)), "{line}");
        assert!(rule.is_empty() || said.contains(&format!("rule: {rule}\n")), "{order}: {said}");
        assert!(said.contains(says), "{order}: {said}");
    }
}

#[test]
fn ten_thousand_plays_are_refused_and_change_nothing() {
    let place = Place::begun();
    let said = place.refused(&place.draft(), &"  - special: {card: us_woods_u_1}\n".repeat(10_000));
    assert!(said.len() < 100_000, "{} bytes", said.len());
}

/// `show hand` has the hand first, each card with both halves; `show card` says of an own card, and of no other, that it
/// is there.
#[test]
fn an_own_card_says_where_it_is() {
    let place = Place::begun();
    let (code, hand) = place.run(&["show", "hand", "game"]);
    assert_eq!(code, 0, "{hand}");
    assert!(hand.starts_with("Hand ("), "{hand}");
    let own = |line: &&str| line.starts_with("  us_") && line.contains("  # ") && line.contains(" / ");
    let line = hand.lines().skip(1).find(own).expect("a card with two halves");
    let (card, _) = line.trim().split_once("  # ").expect("an id");
    let (_, shown) = place.run(&["show", "card", card, "game"]);
    let seen = shown.lines().find(|line| line.contains("Only you see")).unwrap_or_else(|| panic!("{shown}"));
    assert!(seen.ends_with("Hand"), "{shown}");
    for other in ["cs_cotton", "us_meade"] {
        let (code, shown) = place.run(&["show", "card", other, "game"]);
        assert!(code == 0 && !shown.contains("Only you see"), "{shown}");
    }
}
