//! What a tournament director needs besides the run of a season: entries that clash, a chain with a hole, players who take the
//! wrong side, mails in both directions, byes that are asked for, hand pairing, boards of two games.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A director and players, each with a folder of secrets and a copy of the tournament.
struct Club {
    root: tempfile::TempDir,
}

impl Club {
    /// A tournament with these lines of a plan.
    fn announced(plan: &str) -> Club {
        let club = Club { root: tempfile::tempdir().unwrap() };
        fs::create_dir(club.path("homes")).unwrap();
        fs::create_dir(club.path("spool")).unwrap();
        fs::write(club.path("plan.yaml"), plan).unwrap();
        // What stands for sendmail puts each mail into one folder.
        let script = format!("#!/bin/sh\ncat > {}/$$-$(date +%N).eml\n", club.path("spool").display());
        fs::write(club.path("sendmail"), script).unwrap();
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(club.path("sendmail"), fs::Permissions::from_mode(0o755)).unwrap();
        club.yes("director", &["keygen"]);
        club.yes("director", &["tournament", "new", "season", "--plan", "plan.yaml"]);
        club
    }

    fn path(&self, name: &str) -> PathBuf {
        self.root.path().join(name)
    }

    fn run(&self, who: &str, args: &[&str]) -> (i32, String) {
        let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(args)
            .current_dir(self.root.path())
            .env("ADJUTANT_HOME", self.path("homes").join(who))
            .env("ADJUTANT_CACHE", "off")
            .env("ADJUTANT_SENDMAIL", self.path("sendmail"))
            .env_remove("ADJUTANT_PASSPHRASE")
            .output()
            .unwrap();
        (ran.status.code().unwrap(), String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap())
    }

    fn yes(&self, who: &str, args: &[&str]) -> String {
        let (code, told) = self.run(who, args);
        assert_eq!(code, 0, "{args:?} as {who}:\n{told}");
        told
    }

    /// A command that is refused with exit code 1.
    fn no(&self, who: &str, args: &[&str]) -> String {
        let (code, told) = self.run(who, args);
        assert_eq!(code, 1, "{args:?} as {who}:\n{told}");
        told
    }

    fn director(&self, args: &[&str]) -> String {
        self.yes("director", &[&["tournament"], args, &["--folder", "season"]].concat())
    }

    fn refused(&self, args: &[&str]) -> String {
        self.no("director", &[&["tournament"], args, &["--folder", "season"]].concat())
    }

    /// A key and a copy of the announcement, in a folder named for the player.
    fn joins(&self, who: &str) {
        self.yes(who, &["keygen"]);
        self.yes(who, &["tournament", "take", "season/documents/0000-tournament.yaml", "--folder", who]);
    }

    fn signs_entry(&self, who: &str, player: &str, name: &str) -> String {
        let email = format!("{who}@example.org");
        let args = ["tournament", "enter", "--player", player, "--name", name, "--email", &email, "--folder", who];
        self.yes(who, &args);
        format!("{who}/players/entry-{player}.yaml")
    }

    fn enters(&self, who: &str) {
        self.joins(who);
        let entry = self.signs_entry(who, who, &format!("Player {who}"));
        self.director(&["take", &entry]);
    }

    /// Every mail that was sent since this was asked last.
    fn spool(&self) -> Vec<String> {
        let mut mails: Vec<PathBuf> =
            fs::read_dir(self.path("spool")).unwrap().map(|entry| entry.unwrap().path()).collect();
        mails.sort();
        let texts = mails.iter().map(|path| fs::read_to_string(path).unwrap()).collect();
        mails.iter().for_each(|path| fs::remove_file(path).unwrap());
        texts
    }

    /// The boards of a round: the players in the order of the game's sides.
    fn boards(&self, round: u32) -> Vec<[String; 2]> {
        let told = self.yes("director", &["tournament", "status", "--all", "--folder", "season", "--format", "json"]);
        let status: Value = serde_json::from_str(&told).unwrap();
        let mut games: Vec<&Value> = status["games"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|game| game["round"] == round && game["game"] == 1)
            .collect();
        games.sort_by_key(|game| game["board"].as_u64());
        let id = |name: &str| name.trim_start_matches("Player ").to_owned();
        let pair = |game: &&Value| {
            let (first, second) = game["players"].as_str().unwrap().split_once(" – ").unwrap();
            [id(first), id(second)]
        };
        games.iter().map(pair).collect()
    }

    /// What lies in the season's folder, by path: for telling that nothing has changed.
    fn files(&self, folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
        let (mut found, mut open) = (Vec::new(), vec![self.path(folder)]);
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                match path.is_dir() {
                    true => open.push(path),
                    false => found.push((path.clone(), fs::read(&path).unwrap())),
                }
            }
        }
        found.sort();
        found
    }
}

fn digest_of(path: &Path) -> String {
    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
    name.rsplit('-').next().unwrap().to_owned()
}

const SWISS: &str = "title: Spring
director: Dora Diaz
email: dora@example.org
games: [{id: crossroads, game: crossroads}]
stages:
  - {format: {swiss: {rounds: 3}}, games: [crossroads]}
limit: {days: 30, unfinished: adjudicate}
byes: {most: 1, except_last: 1}
";

#[test]
fn entries_that_clash_wait_for_the_director() {
    let club = Club::announced(SWISS);
    club.enters("ann");
    club.enters("bob");
    // A stranger enters as ann; bob's twin has his name; cleo has signed under two ids with one key.
    club.joins("mallory");
    let false_entry = club.signs_entry("mallory", "ann", "Mallory");
    let said = club.refused(&["take", &false_entry]);
    assert!(said.contains("Entries clash: 'Mallory' enters as 'ann' with another key"), "{said}");
    club.joins("twin");
    let same_name = club.signs_entry("twin", "bob2", "PLAYER  Bob");
    let said = club.refused(&["take", &same_name]);
    assert!(said.contains("that of 'bob'"), "{said}");
    club.enters("cleo");
    fs::create_dir(club.path("second")).unwrap();
    club.yes("cleo", &["tournament", "take", "season/documents/0000-tournament.yaml", "--folder", "second"]);
    club.yes("cleo", &["tournament", "enter", "--player", "clio", "--name", "Clio", "--folder", "second"]);
    let said = club.refused(&["take", "second/players/entry-clio.yaml"]);
    assert!(said.contains("with the key with which 'cleo' has entered"), "{said}");
    // The same again is known, and no alarm.
    club.director(&["take", &false_entry]);

    let said = club.director(&["status"]);
    assert_eq!(said.matches("entries clash:").count(), 3, "{said}");
    // Decisions take none of the clashing entries along, and the entries cannot be closed before they are decided on.
    club.director(&["decide", "--reason", "Welcome."]);
    let before = club.files("season");
    let said = club.refused(&["roster"]);
    assert!(said.contains("--reject") && said.contains("Mallory") && said.contains("clio"), "{said}");
    assert!(club.files("season") == before);
    let clashing: Vec<PathBuf> =
        fs::read_dir(club.path("season/players/clashing")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let named = |part: &str| digest_of(clashing.iter().find(|path| path.display().to_string().contains(part)).unwrap());
    // ann's entry stands in the chain by now: the other can only be rejected.
    let (ann, bob, clio) = (named("entry-ann-"), named("entry-bob2-"), named("entry-clio-"));
    let said = club.refused(&["roster", "--entry", &ann, "--reject", &clio, "--entry", &bob]);
    assert!(said.contains("whose entry stands in the chain"), "{said}");
    let said = club.director(&["roster", "--reject", &ann, "--reject", &clio, "--entry", &bob]);
    assert!(said.contains("The roster has 4 players") && said.contains("2 entries are rejected"), "{said}");
    let said = club.director(&["status"]);
    assert!(!said.contains("clash"), "{said}");
    club.director(&["verify"]);
    assert!(club.path(&format!("season/players/rejected/entry-{ann}.yaml")).is_file());

    // A late one is on no page, under nobody's name.
    let late = club.refused(&["take", &false_entry]);
    assert!(late.contains("Entries clash"), "{late}");
    club.yes("director", &["tournament", "publish", "season", "--out", "site"]);
    for (path, bytes) in club.files("site") {
        assert!(!String::from_utf8_lossy(&bytes).contains("Mallory"), "{}", path.display());
    }
    let word = fs::read_to_string(club.path("site/word.html")).unwrap();
    assert!(!word.contains("has not taken"), "{word}");
    club.director(&["roster", "--reject", &ann]);
    assert!(!club.director(&["status"]).contains("clash"));
}

#[test]
fn the_second_of_two_entries_counts_if_the_director_says_so() {
    let club = Club::announced(SWISS);
    club.enters("bob");
    // The false entry came first.
    club.joins("mallory");
    let false_entry = club.signs_entry("mallory", "ann", "Mallory");
    club.director(&["take", &false_entry]);
    club.joins("ann");
    let own = club.signs_entry("ann", "ann", "Ann Archer");
    club.refused(&["take", &own]);
    let clashing = fs::read_dir(club.path("season/players/clashing")).unwrap().next().unwrap().unwrap().path();
    let said = club.director(&["roster", "--entry", &digest_of(&clashing)]);
    assert!(said.contains("Ann Archer") && !said.contains("Mallory") && said.contains("1 entry is rejected"), "{said}");
    club.director(&["verify"]);
    // In a folder that several use nobody signs under the id, the key or the name of another.
    let enter = |who: &str, id: &str, name: &str| {
        club.no(who, &["tournament", "enter", "--player", id, "--name", name, "--folder", "season"])
    };
    assert!(enter("mallory", "bob", "Mal").contains("with this id before"));
    assert!(enter("ann", "ann2", "Ann Again").contains("with this key before"));
    assert!(enter("mallory", "mal", "ann  archer").contains("with this name before"));
}

#[test]
fn a_damaged_chain_is_told_and_nothing_goes_on_from_it() {
    let club = Club::announced(SWISS);
    for player in ["ann", "bob", "cleo", "dan"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["decide", "--reason", "Play fair."]);
    club.director(&["pair"]);
    let decision = club.path("season/documents/0002-decision.yaml");
    let kept = fs::read_to_string(&decision).unwrap();
    let wholly = |damage: &dyn Fn(), words: &str| {
        damage();
        let before = club.files("season");
        for args in [&["status"][..], &["standings"]] {
            let said = club.director(args);
            let top = said.lines().next().unwrap();
            assert!(top.contains(words) && top.contains("restore it from a backup"), "{args:?}: {said}");
        }
        let game = ["result", "--game", "1/1", "--forfeit", "ann", "--reason", "no answer"];
        for args in [
            &["pair"][..],
            &["mail"],
            &["mail", "--send"],
            &["export", "--to", "csv"],
            &["publish", "--out", "site"],
            &["standings", "--sign"],
            &["result"],
            &game,
            &["roster"],
            &["decide", "--reason", "x"],
            &["remind"],
        ] {
            let said = club.refused(args);
            assert!(said.contains(words) && said.contains("tournament verify"), "{args:?}: {said}");
        }
        assert!(club.files("season") == before && !club.path("site").exists() && club.spool().is_empty());
        fs::write(&decision, &kept).unwrap();
    };
    let missing = "document 2 is missing or was altered, so document 3 does not count";
    wholly(&|| fs::remove_file(&decision).unwrap(), missing);
    wholly(&|| fs::write(&decision, kept.replace("Play fair.", "Play foul.")).unwrap(), missing);
    wholly(&|| fs::write(&decision, "kind: decision\nreason: [").unwrap(), missing);
    // The end of the chain: the director's log knows of it.
    let round = club.path("season/documents/0003-round.yaml");
    let kept = fs::read_to_string(&round).unwrap();
    fs::remove_file(&round).unwrap();
    for args in [&["status"][..], &["standings"]] {
        let said = club.director(args);
        assert!(said.contains("you have signed document 3, which is not here"), "{said}");
    }
    for args in [&["mail"][..], &["export", "--to", "csv"], &["publish", "--out", "site"]] {
        assert!(club.refused(args).contains("you have signed document 3, which is not here"), "{args:?}");
    }
    let said = club.refused(&["decide", "--reason", "x"]);
    assert!(said.contains("you have signed document 3 of the chain before"), "{said}");
    assert_eq!(fs::read_to_string(&round).unwrap(), kept);
    // A player who lacks a mail is told too, and can still say that he leaves.
    club.yes("ann", &["tournament", "take", "season", "--folder", "ann"]);
    fs::remove_file(club.path("ann/documents/0002-decision.yaml")).unwrap();
    let said = club.yes("ann", &["tournament", "status", "ann"]);
    assert!(said.lines().next().unwrap().contains(missing), "{said}");
    club.yes("ann", &["tournament", "withdraw", "--folder", "ann"]);
}

#[test]
fn players_take_their_own_sides_and_officials_referee() {
    let club = Club::announced(
        "title: Cup\ndirector: Dora\nemail: dora@example.org\ngames: [{id: crossroads, game: crossroads, trust: refereed}]\nstages:\n  - {format: \
         {round_robin: {cycles: 1}}, games: [crossroads]}\n",
    );
    for player in ["ann", "bob"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    club.director(&["mail", "--send"]);
    let mails = club.spool();
    assert_eq!(mails.len(), 2);
    for (who, other) in [("ann", "bob"), ("bob", "ann")] {
        let mail = mails.iter().find(|mail| mail.contains(&format!("{who}@example.org>"))).expect("a mail");
        let text = plain(mail);
        assert!(text.contains(&format!("({other}@example.org)")) && text.contains("Dora referees it"), "{text}");
        assert!(text.contains("accept FOLDER/matches/r01-b01 --seat"), "{text}");
        fs::write(club.path(&format!("{who}.eml")), mail).unwrap();
        // One command takes in the documents and puts the charter into its place.
        let said = club.yes(who, &["tournament", "take", &format!("{who}.eml"), "--folder", who]);
        assert!(said.contains("the charter of game 1/1") && !said.contains("Not taken"), "{said}");
    }
    // The director's own copies of what he sent raise no alarm.
    let said = club.director(&["take", "ann.eml", "bob.eml"]);
    assert!(said.starts_with("0 new documents") && !said.contains("Not taken"), "{said}");

    let [[first, second]] = <[[String; 2]; 1]>::try_from(club.boards(1)).unwrap();
    let place = |who: &str| format!("{who}/matches/r01-b01");
    let accept = |who: &str, seat: &str| {
        club.run(who, &["match", "accept", &place(who), "--seat", seat, "--name", "Player One"])
    };
    let before = club.files(&first);
    let (code, said) = accept(&first, "confederate");
    let right = format!("adjutant match accept {} --seat union --name 'Player One'", place(&first));
    assert!(code == 1 && said.contains(&format!("{first} plays union")) && said.contains(&right), "{said}");
    let (code, said) = accept(&first, "adjudicator");
    assert!(code == 1 && said.contains("does not referee his own game"), "{said}");
    // From the mail into a folder of his own the same.
    let (code, said) = club.run(
        &first,
        &[
            "match",
            "accept",
            &format!("{first}.eml"),
            &format!("{first}/own"),
            "--seat",
            "confederate",
            "--name",
            "One",
        ],
    );
    assert!(code == 1 && said.contains(&format!("accept {first}.eml {first}/own --seat union")), "{said}");
    assert!(club.files(&first) == before);
    let join = ["match", "join", &place(&first), "--seat", "confederate", "--name", "One"];
    assert!(club.no(&first, &join).contains(&format!("adjutant match join {} --seat union", place(&first))));
    // A stranger has no seat, and does not referee.
    club.yes("mallory", &["keygen"]);
    for seat in ["union", "adjudicator"] {
        let (code, said) = club.run("mallory", &["match", "accept", &place(&first), "--seat", seat, "--name", "Mal"]);
        assert!(code == 1 && (said.contains("is neither's") || said.contains("may not referee")), "{said}");
    }
    assert_eq!(accept(&first, "union").0, 0);
    // The charter goes round, and each takes it in with the same command.
    fs::copy(club.path(&place(&first)).join("charter.yaml"), club.path("one.yaml")).unwrap();
    club.yes(&second, &["tournament", "take", "one.yaml", "--folder", &second]);
    assert_eq!(accept(&second, "confederate").0, 0);
    fs::copy(club.path(&place(&second)).join("charter.yaml"), club.path("two.yaml")).unwrap();
    let said = club.director(&["take", "two.yaml"]);
    assert!(said.contains("r01-b01"), "{said}");
    let (code, said) =
        club.run("director", &["match", "accept", "season/matches/r01-b01", "--seat", "adjudicator", "--name", "Dora"]);
    assert_eq!(code, 0, "{said}");
    let said = club.yes("director", &["match", "status", "season/matches/r01-b01"]);
    assert!(!said.contains("Wrong"), "{said}");
    // Mails of the match find the addresses with which the players have entered.
    let said = club.yes("director", &["mail", "season/matches/r01-b01"]);
    assert!(
        said.contains(&format!("{first}@example.org")) && said.contains(&format!("{second}@example.org")),
        "{said}"
    );
}

#[test]
fn a_charter_with_sides_exchanged_is_not_signed() {
    let club = Club::announced(SWISS);
    for player in ["ann", "bob"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    let [[first, second]] = <[[String; 2]; 1]>::try_from(club.boards(1)).unwrap();
    // Far from the tournament nobody can look, and a warning says so.
    let far = tempfile::tempdir().unwrap();
    let deep = far.path().join("a/b/c/d/e");
    fs::create_dir_all(&deep).unwrap();
    fs::copy(club.path("season/matches/r01-b01/charter.yaml"), deep.join("charter.yaml")).unwrap();
    let deep = deep.display().to_string();
    let far_from = |who: &str, seat: &str| {
        let ran = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(["match", "join", &deep, "--seat", seat, "--name", who])
            .current_dir(&deep)
            .env("ADJUTANT_HOME", club.path("homes").join(who))
            .output()
            .unwrap();
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8(ran.stderr).unwrap()
    };
    assert!(far_from(&first, "confederate").contains("a tournament that is not here"));
    far_from(&second, "union");
    fs::copy(Path::new(&deep).join("charter.yaml"), club.path("season/matches/r01-b01/charter.yaml")).unwrap();
    let said = club.no(&first, &["match", "sign", "season/matches/r01-b01"]);
    assert!(said.contains("does not play the side") && said.contains("sign nothing"), "{said}");
    let said = club.yes(&first, &["match", "status", "season/matches/r01-b01"]);
    assert!(said.contains("Wrong: charter.yaml"), "{said}");
    // It is no charter of this game for `take` either.
    fs::remove_file(club.path("season/matches/r01-b01/charter.yaml")).unwrap();
    let said = club.run("director", &["tournament", "take", &format!("{deep}/charter.yaml"), "--folder", "season"]).1;
    assert!(said.contains("does not play the side"), "{said}");
    assert!(!club.path("season/matches/r01-b01/charter.yaml").exists());
}

#[test]
fn byes_are_asked_for_by_mail_and_granted_as_announced() {
    let club = Club::announced(SWISS);
    for player in ["ann", "bob", "cleo", "dan"] {
        club.joins(player);
        club.signs_entry(player, player, &format!("Player {player}"));
        // Entries go to the director's address by mail.
        let said = club.yes(player, &["tournament", "send", player, "--send"]);
        assert!(said.contains("dora@example.org"), "{said}");
    }
    let mails = club.spool();
    assert_eq!(mails.len(), 4);
    assert!(mails.iter().all(|mail| mail.contains("<dora@example.org>") && mail.contains("Dora Diaz")), "{mails:?}");
    fs::write(club.path("in.mbox"), mbox(&mails)).unwrap();
    let said = club.director(&["take", "in.mbox"]);
    assert!(said.starts_with("4 new documents"), "{said}");
    club.director(&["roster"]);
    let news = |who: &str| club.yes(who, &["tournament", "take", "season", "--folder", who]);
    let asks = |who: &str, args: &[&str]| {
        news(who);
        let args = [&["tournament", "bye-request"], args, &["--folder", who]].concat();
        let said = club.yes(who, &args);
        assert!(said.contains("send --send"), "{said}");
        club.yes(who, &["tournament", "send", who, "--send"]);
        fs::write(club.path("in.mbox"), mbox(&club.spool())).unwrap();
        club.director(&["take", "in.mbox"]);
    };
    asks("ann", &["--reason", "a journey"]);
    let said = club.director(&["status"]);
    assert!(said.contains("bye request of ann has come"), "{said}");
    let said = club.director(&["pair"]);
    assert!(said.contains("ann has a half-point bye"), "{said}");
    let drawn = |round: u32| {
        for board in 1..=club.boards(round).len() {
            let game = format!("{round}/{board}");
            club.director(&["result", "--game", &game, "--adjudicated", "draw", "--reason", "time is up"]);
        }
    };
    drawn(1);
    // A second bye, and one in the last round, are the director's to decide; one in a paired round is not signed at all.
    news("ann");
    let said = club.no("ann", &["tournament", "bye-request", "--round", "1", "--folder", "ann"]);
    assert!(said.contains("round 1 is paired"), "{said}");
    asks("ann", &["--round", "2"]);
    asks("bob", &["--round", "3"]);
    let said = club.no("bob", &["tournament", "bye-request", "--round", "3", "--reason", "again", "--folder", "bob"]);
    assert!(said.contains("has asked for a bye in round 3 before"), "{said}");
    let before = club.files("season");
    let said = club.refused(&["pair"]);
    assert!(said.contains("a player may have 1 of them, and has had 1") && said.contains("--deny ann"), "{said}");
    assert!(club.files("season") == before);
    club.director(&["pair", "--deny", "ann", "--half", "cleo"]);
    drawn(2);
    let said = club.refused(&["pair"]);
    assert!(said.contains("there are none after round 2"), "{said}");
    club.director(&["pair", "--half", "bob"]);
    drawn(3);
    let said = club.director(&["verify"]);
    for word in [
        "round 2: ann has asked for a bye and was not given one",
        "round 2: cleo has a half-point bye and has signed no request for it",
        "round 3: bob has the half-point bye that he asked for: there are none after round 2",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert!(!said.contains("round 1: ann") && said.contains("every check passes"), "{said}");
    // Without an address in the announcement, and with a wrong one.
    let said = club.run("ann", &["tournament", "send", "ann", "--to", "nobody"]).1;
    assert!(said.contains("is no mail address"), "{said}");
}

/// A mail as it is read: lines that were broken for the way are whole again.
fn plain(mail: &str) -> String {
    mail.replace("=\r\n", "").replace("=\n", "")
}

/// Mails as one mailbox.
fn mbox(mails: &[String]) -> String {
    let mail = |mail: &String| format!("From someone Thu Nov 26 10:00:00 2026\n{}\n\n", mail.trim_end());
    mails.iter().map(mail).collect()
}

#[test]
fn a_match_that_is_over_goes_to_the_director_by_mail() {
    let club = Club::announced(SWISS);
    for player in ["ann", "bob"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    // The players play on their own machines; here the sensible player does, in a copy.
    let args = ["tournament", "rehearse", "--secrets", "homes", "--folder", "season"];
    club.yes("director", &args);
    copy_all(&club.path("season/matches/r01-b01"), &club.path("ann/matches/r01-b01"));
    fs::remove_dir_all(club.path("season/matches/r01-b01")).unwrap();
    club.yes("ann", &["tournament", "take", "season/documents", "season/players", "--folder", "ann"]);
    let said = club.yes("ann", &["tournament", "send", "ann", "--send"]);
    assert!(said.contains("dora@example.org"), "{said}");
    let mails = club.spool();
    assert!(plain(&mails[0]).contains("the match of game 1/1"), "{}", mails[0]);
    fs::write(club.path("report.eml"), &mails[0]).unwrap();
    let said = club.director(&["take", "report.eml"]);
    assert!(said.contains("r01-b01") && said.contains("The match is over"), "{said}");
    let said = club.director(&["result"]);
    assert!(said.contains("Round 1, board 1"), "{said}");
    club.director(&["verify"]);
    news_is_over(&club);
}

/// The mails of a round name its results; what was sent is not written again.
fn news_is_over(club: &Club) {
    club.director(&["mail", "--send"]);
    let mails = club.spool();
    assert_eq!(mails.len(), 2);
    assert!(
        mails.iter().all(|mail| plain(mail).contains("document 3") && plain(mail).contains("round 1, board 1: ")),
        "{mails:?}"
    );
    let said = club.director(&["mail"]);
    assert!(said.contains("There is nothing to mail"), "{said}");
    let said = club.director(&["mail", "--again", "--to", "ann"]);
    assert!(said.contains("ann@example.org") && !said.contains("bob@example.org"), "{said}");
    let (code, said) = club.run("director", &["tournament", "mail", "--to", "nobody", "--folder", "season"]);
    assert!(code == 2 && said.contains("no player of this tournament"), "{said}");
}

fn copy_all(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let place = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy_all(&path, &place),
            false => drop(fs::copy(&path, &place).unwrap()),
        }
    }
}

#[test]
fn hand_pairing_two_games_on_a_board_and_the_end_of_a_tournament() {
    let club = Club::announced(
        "title: Two games\ndirector: Dora\nemail: dora@example.org\ngames: [{id: bull_run, game: dixie}]\nstages:\n  - {format: {swiss: \
         {rounds: 1}}, games: [bull_run], legs: 2}\n  - {format: {knockout: {players: 2}}, games: [bull_run]}\nlimit: {days: 30, \
         unfinished: draw}\n",
    );
    for player in ["ann", "bob", "cleo", "dan", "eve"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    // Every board must be given, with players who are here, and a reason.
    let before = club.files("season");
    let pair = |args: &[&str]| {
        let args = [&["tournament", "pair", "--reason", "a wish"], args, &["--folder", "season"]].concat();
        club.run("director", &args)
    };
    for (args, words) in [
        (&["--board", "ann-bob"][..], "cleo, dan, eve are on no board"),
        (&["--board", "ann-bob", "--board", "ann-cleo", "--board", "ann-dan"], "'ann' stands in this round twice"),
        (&["--board", "ann-bob", "--board", "cleo-zoe", "--board", "dan-eve"], "'zoe' is not on the roster"),
        (&["--board", "ann"], "'ann' is no board"),
    ] {
        let (code, said) = pair(args);
        assert!((code == 1 || code == 2) && said.contains(words), "{args:?}: {said}");
    }
    assert!(club.files("season") == before);
    let said = pair(&["--board", "ann-bob", "--board", "cleo-dan"]);
    assert!(said.0 == 0 && said.1.contains("eve has the bye") && said.1.contains("4 charters"), "{}", said.1);
    assert!(club.director(&["verify"]).contains("paired by hand: a wish"));
    let said = club.director(&["status"]);
    assert!(
        said.contains("The games of round 1 must be over by") && said.contains("1/1/2  Player bob – Player ann"),
        "{said}"
    );
    assert!(said.contains("have not been mailed"), "{said}");
    // Somebody has joined: nobody rehearses his game.
    club.yes("ann", &["tournament", "take", "season", "--folder", "ann"]);
    club.yes("ann", &["match", "accept", "ann/matches/r01-b01-g2", "--seat", "csa", "--name", "Ann"]);
    club.director(&["take", "ann/matches"]);
    let said = club.refused(&["rehearse", "--secrets", "homes"]);
    assert!(said.contains("somebody has joined this match") && said.contains("--except"), "{said}");
    // One game of each board is played by somebody else's clock: both are judged, with a draw.
    for (game, judged) in [("1/1/1", "ann"), ("1/1/2", "draw"), ("1/2/1", "cleo"), ("1/2/2", "cleo")] {
        club.director(&["result", "--game", game, "--adjudicated", judged, "--reason", "time is up"]);
    }
    let said = club.run(
        "director",
        &["tournament", "result", "--game", "1/1", "--double-forfeit", "--reason", "x", "--folder", "season"],
    );
    assert!(said.0 == 2 && said.1.contains("board 1 of round 1 has 2 games"), "{}", said.1);
    let said = club.director(&["status", "--all"]);
    assert!(said.contains("drawn by adjudication") && !said.contains("nobody"), "{said}");
    let said = club.director(&["decide", "--penalty", "dan=1", "--reason", "rude"]);
    assert!(said.contains("dan loses 0.5 points"), "{said}");

    // The table and its export divide points alike.
    let said = club.director(&["standings", "--sign"]);
    assert!(said.contains("Signed as document 8"), "{said}");
    let said = club.director(&["standings", "--sign"]);
    assert!(said.contains("Document 8 has these standings already"), "{said}");
    assert!(!club.path("season/documents/0009-standings.yaml").exists());
    let csv = club.director(&["export", "--to", "csv"]);
    assert!(csv.contains(",ann,\"Player ann\",1.5,") && csv.contains(",dan,\"Player dan\",-0.5,"), "{csv}");
    club.director(&["export"]);

    club.director(&["pair"]);
    let [[first, _]] = <[[String; 2]; 1]>::try_from(club.boards(2)).unwrap();
    club.director(&["result", "--game", "2/1", "--forfeit", &first, "--reason", "no answer"]);
    let said = club.director(&["export"]);
    assert!(said.contains("round 2 of the knock-out is not in the file"), "{said}");
    club.director(&["standings", "--sign"]);
    let said = club.director(&["status"]);
    assert!(said.contains(&format!("The tournament is over: Player {first} has won it.")), "{said}");
    assert!(said.contains("publish --out SITE"), "{said}");
    club.yes("director", &["tournament", "publish", "season", "--out", "site"]);
    let game = fs::read_to_string(club.path("site/games/r01-b01.html")).unwrap();
    // As the game itself calls them.
    assert!(game.contains("<td>USA</td>") && game.contains("<td>CSA</td>"), "{game}");
    assert!(!game.contains("Csa") && !game.contains("Usa"));
}

#[test]
fn a_knock_out_alone_has_no_report_file_and_tie_breaks_suit_the_format() {
    let announced = |format: &str| {
        let club = Club::announced(&format!(
            "title: T\ndirector: D\ngames: [{{id: crossroads, game: crossroads}}]\nstages: [{{format: {format}, games: [crossroads]}}]\n"
        ));
        let text = fs::read_to_string(club.path("season/documents/0000-tournament.yaml")).unwrap();
        let ties = text.split("tie_breaks:").nth(1).and_then(|rest| rest.split("unplayed:").next()).unwrap();
        let ties: String = ties.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { ' ' }).collect();
        (club, ties.split_whitespace().collect::<Vec<_>>().join(" "))
    };
    let (_, swiss) = announced("{swiss: {rounds: 3}}");
    assert_eq!(swiss, "buchholz_cut_1 buchholz direct_encounter wins margin");
    let (_, robin) = announced("{round_robin: {cycles: 1}}");
    assert_eq!(robin, "direct_encounter wins sonneborn_berger margin");
    let (club, knockout) = announced("{knockout: {}}");
    assert_eq!(knockout, "games_won margin");
    for player in ["ann", "bob"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    assert!(club.refused(&["export"]).contains("no place for a knock-out"));
    club.director(&["export", "--to", "csv"]);
    // The plan says no address of the director.
    let (code, said) = club.run("ann", &["tournament", "send", "ann"]);
    assert!(code == 2 && said.contains("gives no mail address"), "{said}");
}
