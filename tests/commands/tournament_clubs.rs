//! What clubs do all year: entries that are acknowledged and wait for a place, players who are kept apart, teams, holidays,
//! and small mistakes of directors.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use serde_json::Value;

use crate::club::{Club, plain};
use crate::tournament_season::keep_for_a_stranger;

fn plan(more: &str) -> String {
    format!(
        "title: Club\ndirector: Dora Diaz\nemail: dora@example.org\ngames: [{{id: crossroads, game: crossroads}}]\n\
         stages: [{{format: {{swiss: {{rounds: 3}}}}, games: [crossroads]}}]\nseeding: lot\n{more}"
    )
}

/// Where every pairing breaks a rule, the director pairs by hand, and that is all that `verify` says of it.
#[test]
fn a_round_without_a_legal_pairing_is_paired_by_hand() {
    let club = Club::announced(&plan(""));
    ["ann", "bob"].iter().for_each(|player| club.enters(player));
    club.director(&["roster"]);
    club.director(&["decide", "--apart", "ann,bob", "--reason", "they live together"]);
    let said = club.refused(&["pair"]);
    assert!(said.contains("two players meet who may not") && said.contains("pair by hand with --board"), "{said}");
    let said = club.director(&["pair", "--board", "ann-bob", "--reason", "nobody else has come"]);
    assert!(said.contains("ann and bob are kept apart"), "{said}");
    let said = club.director(&["verify"]);
    assert!(said.contains("round 1 is paired by hand: nobody else has come"), "{said}");
    keep_for_a_stranger(&club.path("season"), "by-hand");
}

/// The player's program says who has signed a reminder; a reminder that nobody entitled has signed is not believed.
#[test]
fn reminders_are_signed_by_an_official() {
    let club = Club::announced(&plan(""));
    ["ann", "bob"].iter().for_each(|player| club.enters(player));
    club.director(&["roster"]);
    club.director(&["pair"]);
    club.director(&["mail", "--send"]);
    let mails = club.spool();
    club.director(&["remind", "--send"]);
    let reminders = club.spool();
    let of_ann = |mails: &[String]| mails.iter().find(|mail| mail.contains("<ann@example.org>")).unwrap().clone();
    for (name, mail) in [("news.eml", of_ann(&mails)), ("reminder.eml", of_ann(&reminders))] {
        fs::write(club.path(name), mail).unwrap();
    }
    club.run_ok("ann", &["tournament", "take", "news.eml", "--folder", "ann"]);
    let before = club.files("ann");
    let said = club.run_ok("ann", &["tournament", "take", "reminder.eml", "--folder", "ann"]);
    assert!(
        said.contains("Dora Diaz (director) reminded Player ann of game 1/1, on ") && said.contains(": signed."),
        "{said}"
    );
    assert!(!said.contains("Not taken") && club.files("ann") == before, "{said}");
    // Another tournament of the same director, and a player who writes one himself, prove nothing.
    let other = Club::announced(&plan(""));
    other.joins("ann");
    fs::copy(club.path("reminder.eml"), other.path("reminder.eml")).unwrap();
    let (code, said) = other.run("ann", &["tournament", "take", "reminder.eml", "--folder", "ann"]);
    assert!(code == 1 && said.contains("the reminder belongs to another tournament"), "{said}");
    club.run_ok("bob", &["tournament", "take", "season", "--folder", "bob"]);
    club.run_ok("bob", &["tournament", "remind", "bob", "--all", "--again"]);
    let own = club.files("bob").into_iter().find(|(path, _)| path.to_string_lossy().contains("remind-"));
    let own = own.map(|(_, bytes)| String::from_utf8(bytes).unwrap()).unwrap_or_default();
    assert!(!plain(&own).contains("This reminder is signed"), "{own}");
}

/// Records that nobody has played the games of a round.
fn nobody_plays(club: &Club, round: u32) {
    for board in 1..=club.boards(round).len() {
        let game = format!("{round}/{board}");
        club.director(&["result", "--game", &game, "--double-forfeit", "--reason", "nobody played"]);
    }
}

#[test]
fn entries_are_acknowledged_and_wait_for_a_place() {
    let club = Club::announced(&plan("most_players: 3\n"));
    let names = ["ann", "bob", "cat", "dan"];
    names.iter().for_each(|player| club.enters(player));
    let said = club.director(&["mail", "--send"]);
    assert_eq!(said.matches("Sent: ").count(), 4, "{said}");
    let mails: Vec<String> = club.spool().iter().map(|mail| plain(mail)).collect();
    for player in names {
        let mail = mails.iter().find(|mail| mail.contains(&format!("<{player}@example.org>"))).expect("a mail");
        assert!(mail.contains(&format!("your entry in 'Club' as {player} has arrived")), "{mail}");
        assert!(mail.contains("room for 3 players, in the order of their entries"), "{mail}");
    }
    assert!(club.director(&["mail", "--send"]).contains("There is nothing to mail"));
    let said = club.director(&["roster"]);
    assert!(said.contains("The roster has 3 players"), "{said}");
    let line = said.lines().find(|line| line.starts_with("On the waiting list")).unwrap_or_else(|| panic!("{said}"));
    let waits = line.trim_end_matches('.').rsplit(' ').next().unwrap().to_owned();
    assert!(club.director(&["status"]).contains(&format!("On the waiting list, in this order: {waits}.")));
    let said = club.refused(&["roster"]);
    assert!(said.contains("room for 3 players, and all places are taken") && said.contains(&waits), "{said}");
    club.director(&["mail", "--send"]);
    let mails: Vec<String> = club.spool().iter().map(|mail| plain(mail)).collect();
    assert_eq!(mails.len(), 4);
    let of_waiting = mails.iter().find(|mail| mail.contains(&format!("<{waits}@example.org>"))).expect("a mail");
    assert!(of_waiting.contains("You are number 1 on the waiting list"), "{of_waiting}");
    // Who waits is not asked about before each round, until somebody leaves.
    club.director(&["pair"]);
    nobody_plays(&club, 1);
    let leaves = names.into_iter().find(|name| *name != waits).unwrap();
    club.run_ok(leaves, &["tournament", "take", "season", "--folder", leaves]);
    club.run_ok(leaves, &["tournament", "withdraw", "--folder", leaves]);
    club.director(&["take", &format!("{leaves}/players/withdrawal-{leaves}.yaml")]);
    let said = club.refused(&["pair"]);
    assert!(said.contains(&format!("the entry of Player {waits} ({waits}) has arrived")), "{said}");
    let said = club.director(&["roster"]);
    assert!(said.contains(&waits) && !said.contains("waiting list"), "{said}");
    club.director(&["standings", "--sign"]);
    club.director(&["pair"]);
    club.director(&["verify"]);
    keep_for_a_stranger(&club.path("season"), "waiting-list");
}

#[test]
fn who_is_kept_apart_does_not_meet_and_teams_have_standings() {
    let club = Club::announced(&plan("teams: {counted: 2, apart: true}\n"));
    for (player, team) in [("ann", "rifles"), ("bob", "rifles"), ("cat", "guards"), ("dan", "guards"), ("eve", "")] {
        club.joins(player);
        let team = if team.is_empty() { Vec::new() } else { vec!["--team", team] };
        let name = format!("Player {player}");
        let args = ["tournament", "enter", "--player", player, "--name", &name, "--folder", player];
        club.run_ok(player, &[&args[..], &team].concat());
        club.director(&["take", &format!("{player}/players/entry-{player}.yaml")]);
    }
    let said = club.director(&["roster", "--team", "eve=zouaves"]);
    assert!(said.contains("Player ann, for rifles") && said.contains("Player eve, for zouaves"), "{said}");
    let (code, said) =
        club.run("director", &["tournament", "decide", "--apart", "ann", "--reason", "alone", "--folder", "season"]);
    assert!(code == 1 && said.contains("between 2 and 64 players"), "{said}");
    let said = club.director(&["decide", "--apart", "ann,cat", "--reason", "they share a computer"]);
    assert!(said.contains("no two of ann, cat meet in a Swiss"), "{said}");
    let apart = [["ann", "bob"], ["cat", "dan"], ["ann", "cat"]];
    for round in 1..=2 {
        club.director(&["pair"]);
        for [one, other] in club.boards(round) {
            let met = |pair: &[&str; 2]| pair.contains(&one.as_str()) && pair.contains(&other.as_str());
            assert!(!apart.iter().any(met), "{one} meets {other} in round {round}");
        }
        for (n, [one, _]) in club.boards(round).iter().enumerate() {
            let game = format!("{round}/{}", n + 1);
            club.director(&["result", "--game", &game, "--adjudicated", one, "--reason", "ahead"]);
        }
        let said = club.director(&["standings", "--sign"]);
        assert!(said.contains("Teams:") && said.contains("sum of places") && said.contains("rifles"), "{said}");
    }
    // The points of a team are those of its members.
    let told = club.run_ok("director", &["tournament", "standings", "season", "--format", "json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    let points =
        |id: &str| told["rows"].as_array().unwrap().iter().find(|row| row["player"] == id).unwrap()["points"].as_i64();
    for (team, members) in [("rifles", &["ann", "bob"][..]), ("guards", &["cat", "dan"]), ("zouaves", &["eve"])] {
        let row = told["teams"].as_array().unwrap().iter().find(|row| row["team"] == team).unwrap();
        assert_eq!(row["points"].as_i64(), members.iter().map(|id| points(id)).sum(), "{told}");
    }
    // By hand the director may, also if nothing else is left, and is told.
    let said = club.director(&["pair", "--preview", "--board", "ann-cat", "--board", "bob-dan", "--reason", "a final"]);
    assert!(said.contains("ann and cat are kept apart by a decision or as a team"), "{said}");
    let said = club.director(&["verify"]);
    assert!(said.contains("no two of ann, cat meet"), "{said}");
    keep_for_a_stranger(&club.path("season"), "teams");
    // A tournament without teams takes none.
    let club = Club::announced(&plan(""));
    club.joins("ann");
    let args = ["tournament", "enter", "--player", "ann", "--name", "Ann", "--team", "x", "--folder", "ann"];
    let (code, said) = club.run("ann", &args);
    assert!(code == 2 && said.contains("this tournament has no teams"), "{said}");
}

#[test]
fn no_clock_runs_on_the_holidays_of_a_tournament() {
    let year = chrono_year();
    let holidays = format!(
        "holidays: [{{from: \"{0}-01-01\", to: \"{0}-12-31\"}}]\nlimit: {{days: 10, unfinished: draw}}\n",
        year
    );
    let club = Club::announced(&plan(&holidays));
    for player in ["ann", "bob"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    // The days of the round begin when the holidays end, and every charter has them.
    let round = fs::read_to_string(club.path("season/documents/0002-round.yaml")).unwrap();
    assert!(round.contains(&format!("{}-01-11T00:00:00Z", year + 1)), "{round}");
    let charter = fs::read_to_string(club.path("season/matches/r01-b01/charter.yaml")).unwrap();
    assert!(charter.contains("holidays:") && charter.contains(&format!("{year}-01-01T00:00:00Z")), "{charter}");
    club.director(&["rehearse", "--secrets", "homes", "--steps", "1"]);
    let stands =
        format!("All clocks stand still until {}-01-01 00:00 UTC: the charter has a holiday until then.", year + 1);
    for command in ["clock", "status"] {
        let said = club.run_ok("director", &["--utc", "match", command, "season/matches/r01-b01"]);
        assert!(said.split_whitespace().collect::<Vec<_>>().join(" ").contains(&stands), "{command}: {said}");
    }
    let said = club.run_ok("director", &["match", "clock", "season/matches/r01-b01"]);
    assert!(said.contains(&format!("no clock runs from {year}-01-01 00:00 UTC")), "{said}");
    assert!(club.director(&["remind"]).contains("Nobody is late."));
    club.director(&["verify"]);
    keep_for_a_stranger(&club.path("season"), "holidays");
    // A day that is none, and one after the other, are refused before anything is signed.
    for (wrong, why) in [("2026-13-01", "is not a day"), ("2026-01-01", "ends before it begins")] {
        let wrong = plan(&format!("holidays: [{{from: \"2026-12-24\", to: \"{wrong}\"}}]\n"));
        fs::write(club.path("wrong.yaml"), wrong).unwrap();
        let (code, said) = club.run("director", &["tournament", "new", "other", "--plan", "wrong.yaml"]);
        assert!(code == 2 && said.contains(why), "{said}");
        assert!(!club.path("other/documents").exists());
    }
}

#[test]
fn a_reason_says_something_and_a_second_full_bye_is_named() {
    let club = Club::announced(&plan(""));
    ["ann", "bob", "cat"].iter().for_each(|player| club.enters(player));
    club.director(&["roster"]);
    for blank in ["", "  "] {
        let args = ["tournament", "pair", "season", "--full", "ann", "--reason", blank];
        let (code, said) = club.run("director", &args);
        assert!(code == 2 && said.contains("a reason says why"), "{said}");
    }
    club.director(&["pair", "--full", "ann", "--reason", "the director erred"]);
    nobody_plays(&club, 1);
    let said = club.director(&["pair", "--preview", "--full", "ann", "--reason", "again"]);
    assert!(said.contains("ann has had a full-point bye before, in round 1."), "{said}");
}

#[test]
fn a_match_that_was_altered_is_named_by_status_and_result() {
    let club = Club::announced(&plan(""));
    ["ann", "bob"].iter().for_each(|player| club.enters(player));
    club.director(&["roster"]);
    club.director(&["pair"]);
    club.director(&["rehearse", "--secrets", "homes", "--steps", "2"]);
    assert!(club.director(&["result"]).contains("There is nothing to record"));
    let state = club.path("season/matches/r01-b01/states/0001.yaml");
    let text = fs::read_to_string(&state).unwrap();
    let at = text.find("\nposition:").unwrap_or_else(|| panic!("{text}"));
    let digit = at + text[at..].find(|c: char| c.is_ascii_digit()).unwrap();
    let other = if &text[digit..=digit] == "1" { "2" } else { "1" };
    fs::write(&state, format!("{}{other}{}", &text[..digit], &text[digit + 1..])).unwrap();
    let said = club.director(&["status"]);
    assert!(said.contains("its match cannot be used: "), "{said}");
    let said = club.refused(&["result"]);
    assert!(said.contains("Not recorded, season/matches/r01-b01"), "{said}");
}

fn chrono_year() -> i32 {
    let said = Command::new("date").args(["-u", "+%Y"]).output().unwrap();
    String::from_utf8(said.stdout).unwrap().trim().parse().unwrap()
}
