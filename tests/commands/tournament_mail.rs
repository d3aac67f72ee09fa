//! A tournament by mail: mails to players and to the director, seats assigned by the round, byes on request, matches
//! that are reported.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

use adjutant::chain::sign::seal;
use adjutant::document::{digest, write};
use adjutant::trust::Vault;
use serde_json::json;

use crate::club::{Club, SWISS, mbox, plain};
use crate::folders::copy_all;
use crate::refereed_match::load;

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
    // Nobody has joined: each is reminded, with the command, and only once of the same.
    let said = club.director(&["remind", "--send"]);
    assert_eq!(said.matches("Sent: ").count(), 2, "{said}");
    let reminders: Vec<String> =
        club.spool().iter().map(|mail| plain(mail)).filter(|mail| mail.contains("is waiting for you")).collect();
    assert_eq!(reminders.len(), 2);
    for words in [
        "the charter is waiting for you to join",
        "The charter promises an answer within",
        "adjutant match accept FOLDER --seat",
    ] {
        assert!(reminders.iter().all(|mail| mail.contains(words)), "{words}: {}", reminders[0]);
    }
    let said = club.director(&["remind", "--send"]);
    assert!(
        said.contains("2 players reminded before") && said.contains("Nobody else is late") && !said.contains("Sent"),
        "{said}"
    );
    assert_eq!(club.director(&["remind", "--send", "--again"]).matches("Sent: ").count(), 2);
    for (who, other) in [("ann", "bob"), ("bob", "ann")] {
        let mail = mails.iter().find(|mail| mail.contains(&format!("{who}@example.org>"))).expect("a mail");
        let text = plain(mail);
        assert!(text.contains(&format!("({other}@example.org)")) && text.contains("Dora referees it"), "{text}");
        assert!(text.contains("accept FOLDER/matches/r01-b01 --seat"), "{text}");
        fs::write(club.path(&format!("{who}.eml")), mail).unwrap();
        // `receive` says once where the documents of a tournament belong.
        let apart = format!("{who}-apart");
        fs::create_dir(club.path(&apart)).unwrap();
        let (_, said) = club.run(who, &["receive", &format!("{who}.eml"), "--folder", &apart]);
        let told = "it has documents of a tournament, which `adjutant tournament take MAIL --folder FOLDER` takes in";
        assert!(said.contains(told) && !said.contains("not allowed here"), "{said}");
        assert_eq!(said.matches("Not taken").count(), 1, "{said}");
        // One command takes in the documents and puts the charter into its place.
        let said = club.run_ok(who, &["tournament", "take", &format!("{who}.eml"), "--folder", who]);
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
    // `status` tells each player what waits for him, and only the director his commands.
    let status = |who: &str| club.run_ok(who, &["tournament", "status", who]);
    let said = status(&first);
    assert!(
        said.contains(&format!(
            "Waiting for you, Player {first}:\n  game 1/1: take your seat: `adjutant match accept "
        )),
        "{said}"
    );
    assert!(said.contains("--seat union"), "{said}");
    assert!(!said.contains("adjutant tournament mail"), "{said}");
    assert!(!club.director(&["status"]).contains("Waiting for you"));
    let before = club.files(&first);
    let (code, said) = accept(&first, "confederate");
    let right = format!("adjutant match accept {} --seat union --name 'Player One'", place(&first));
    assert!(code == 1 && said.contains(&format!("{first} plays union")) && said.contains(&right), "{said}");
    let (code, said) = accept(&first, "adjudicator");
    assert!(code == 1 && said.contains("does not referee his own game"), "{said}");
    // The same, from the mail into a folder of his own.
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
    assert!(club.run_refused(&first, &join).contains(&format!("adjutant match join {} --seat union", place(&first))));
    // A stranger has no seat, and does not referee.
    club.run_ok("mallory", &["keygen"]);
    for seat in ["union", "adjudicator"] {
        let (code, said) = club.run("mallory", &["match", "accept", &place(&first), "--seat", seat, "--name", "Mal"]);
        assert!(code == 1 && (said.contains("belongs to neither") || said.contains("may not referee")), "{said}");
    }
    assert_eq!(accept(&first, "union").0, 0);
    assert!(status(&first).contains(&format!("Nothing waits for you, Player {first}.")));
    // The charter goes round, and each player takes it in with the same command.
    fs::copy(club.path(&place(&first)).join("charter.yaml"), club.path("one.yaml")).unwrap();
    club.run_ok(&second, &["tournament", "take", "one.yaml", "--folder", &second]);
    assert_eq!(accept(&second, "confederate").0, 0);
    fs::copy(club.path(&place(&second)).join("charter.yaml"), club.path("two.yaml")).unwrap();
    let said = club.director(&["take", "two.yaml"]);
    assert!(said.contains("r01-b01"), "{said}");
    let (code, said) =
        club.run("director", &["match", "accept", "season/matches/r01-b01", "--seat", "adjudicator", "--name", "Dora"]);
    assert_eq!(code, 0, "{said}");
    let said = club.run_ok("director", &["match", "status", "season/matches/r01-b01"]);
    assert!(!said.contains("Wrong"), "{said}");
    // Mails of the match find the addresses with which the players have entered.
    let said = club.run_ok("director", &["mail", "season/matches/r01-b01"]);
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
    // Outside the folder of the tournament nothing can be looked up, and a warning says so.
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
    assert!(far_from(&first, "confederate").contains("a tournament that you do not have here"));
    far_from(&second, "union");
    fs::copy(Path::new(&deep).join("charter.yaml"), club.path("season/matches/r01-b01/charter.yaml")).unwrap();
    let said = club.run_refused(&first, &["match", "sign", "season/matches/r01-b01"]);
    assert!(said.contains("does not play the side") && said.contains("sign nothing"), "{said}");
    let said = club.run_ok(&first, &["match", "status", "season/matches/r01-b01"]);
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
        let said = club.run_ok(player, &["tournament", "send", player, "--send"]);
        assert!(said.contains("dora@example.org"), "{said}");
    }
    let mails = club.spool();
    assert_eq!(mails.len(), 4);
    assert!(mails.iter().all(|mail| mail.contains("<dora@example.org>") && mail.contains("Dora Diaz")), "{mails:?}");
    fs::write(club.path("in.mbox"), mbox(&mails)).unwrap();
    let said = club.director(&["take", "in.mbox"]);
    assert!(said.starts_with("4 new documents"), "{said}");
    club.director(&["roster"]);
    let news = |who: &str| club.run_ok(who, &["tournament", "take", "season", "--folder", who]);
    let asks = |who: &str, args: &[&str]| {
        news(who);
        let args = [&["tournament", "bye-request"], args, &["--folder", who]].concat();
        let said = club.run_ok(who, &args);
        assert!(said.contains("send --send"), "{said}");
        club.run_ok(who, &["tournament", "send", who, "--send"]);
        fs::write(club.path("in.mbox"), mbox(&club.spool())).unwrap();
        club.director(&["take", "in.mbox"]);
    };
    asks("ann", &["--reason", "a journey"]);
    let said = club.director(&["status"]);
    assert!(said.contains("bye request of ann has arrived"), "{said}");
    let said = club.director(&["pair"]);
    assert!(said.contains("ann has a half-point bye"), "{said}");
    let drawn = |round: u32| {
        for board in 1..=club.boards(round).len() {
            let game = format!("{round}/{board}");
            club.director(&["result", "--game", &game, "--adjudicated", "draw", "--reason", "time is up"]);
        }
    };
    drawn(1);
    // A second bye, and one in the last round, are the director's to decide; one in a paired round is not signed at
    // all.
    news("ann");
    let said = club.run_refused("ann", &["tournament", "bye-request", "--round", "1", "--folder", "ann"]);
    assert!(said.contains("round 1 is paired"), "{said}");
    asks("ann", &["--round", "2"]);
    asks("bob", &["--round", "3"]);
    let said =
        club.run_refused("bob", &["tournament", "bye-request", "--round", "3", "--reason", "again", "--folder", "bob"]);
    assert!(said.contains("has already asked for a bye in round 3"), "{said}");
    let before = club.files("season");
    let said = club.refused(&["pair"]);
    assert!(
        said.contains("each player may have 1, and this player has had 1") && said.contains("--deny ann"),
        "{said}"
    );
    assert!(club.files("season") == before);
    club.director(&["pair", "--deny", "ann", "--half", "cleo"]);
    drawn(2);
    let said = club.refused(&["pair"]);
    assert!(said.contains("there are no byes after round 2"), "{said}");
    club.director(&["pair", "--half", "bob"]);
    drawn(3);
    let said = club.director(&["verify"]);
    for word in [
        "round 2: ann asked for a bye and did not get one",
        "round 2: cleo has a half-point bye and has signed no request for it",
        "round 3: bob has the half-point bye that he asked for: there are no byes after round 2",
    ] {
        assert!(said.contains(word), "{word}: {said}");
    }
    assert!(!said.contains("round 1: ann") && said.contains("every check passes"), "{said}");
    // Without an address in the announcement, and with a wrong one.
    let said = club.run("ann", &["tournament", "send", "ann", "--to", "nobody"]).1;
    assert!(said.contains("is not a mail address"), "{said}");
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
    club.run_ok("director", &args);
    copy_all(&club.path("season/matches/r01-b01"), &club.path("ann/matches/r01-b01"));
    fs::remove_dir_all(club.path("season/matches/r01-b01")).unwrap();
    club.run_ok("ann", &["tournament", "take", "season/documents", "season/players", "--folder", "ann"]);
    let said = club.run_ok("ann", &["tournament", "send", "ann", "--send"]);
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

/// The mails of a round give its results; a mail that was sent is not written again.
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

/// The loser of a match mails a refusal of his own turn: only who responds to a turn may refuse it (protocol 9).
#[test]
fn what_a_player_may_not_write_is_kept_apart_and_spoils_no_match() {
    let club = Club::announced(SWISS);
    for player in ["ann", "bob"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    club.director(&["rehearse", "--secrets", "homes"]);
    let place = club.path("season/matches/r01-b01");
    let first = fs::read_dir(place.join("turns")).unwrap().map(|entry| entry.unwrap().path()).min().unwrap();
    let turn = load(&first);
    let seat = turn["seat"].as_str().unwrap();
    // Each board names its players in the order of the game's sides: the Union first.
    let [players] = <[[String; 2]; 1]>::try_from(club.boards(1)).unwrap();
    let loser = &players[usize::from(seat == "confederate")];
    let refusal = json!({
        "adjutant": 1, "kind": "refusal", "match": turn["match"], "step": 1, "of": digest(&turn), "seat": seat,
        "reasons": [{"message": "I lost"}], "issued": "2026-11-28T19:00:00Z",
    });
    let key = Vault::open(club.path("homes").join(loser)).unwrap().load_key("default", || None).unwrap();
    let refusal = seal(&refusal, &seat.parse().unwrap(), &key).unwrap();
    fs::write(club.path("refusal.yaml"), write(&refusal)).unwrap();

    let before = club.files("season/matches/r01-b01");
    let (_, said) = club.run("director", &["tournament", "take", "refusal.yaml", "--folder", "season"]);
    let why = format!(
        "changes nothing: '{seat}' does not respond to the turns of '{seat}' [protocol 9]. It is kept apart, in"
    );
    assert!(said.starts_with("0 new documents") && said.contains(&why), "{said}");
    let after = club.files("season/matches/r01-b01");
    let new: Vec<_> = after.iter().filter(|file| !before.contains(file)).map(|(path, _)| path.clone()).collect();
    assert!(!new.iter().any(|path| path.to_string_lossy().contains("/refusals/")), "{new:?}");
    let apart = new.iter().filter(|path| path.to_string_lossy().contains("mail/not-filed/")).count();
    assert_eq!(apart, 1, "{new:?}");
    // Again it is nothing new, and the match stands: it verifies, and its result counts.
    let said = club.director(&["take", "refusal.yaml"]);
    assert!(said.starts_with("0 new documents, 1 known."), "{said}");
    club.run_ok("director", &["verify", "season/matches/r01-b01"]);
    let said = club.director(&["result"]);
    assert!(said.contains("Round 1, board 1"), "{said}");
    let said = club.director(&["verify"]);
    assert!(said.contains("every check passes"), "{said}");
}
