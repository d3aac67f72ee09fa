//! What clubs do all year: entries that are acknowledged and wait for a place, players who are kept apart, teams, holidays,
//! and small mistakes of directors.
#![cfg(unix)]

use std::fs;
use std::process::Command;

use adjutant::document::{self, Bytes32, Form, read};
use serde_json::Value;
use sha2::{Digest, Sha256};

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
    assert!(
        said.contains("two players meet who may not")
            && said.contains("the pairing that breaks the fewest rules is `--board"),
        "{said}"
    );
    // Lots decide who of the two has the first side.
    let apart = |said: &str| said.contains("ann and bob are kept apart") || said.contains("bob and ann are kept apart");
    assert!(apart(&said) && said.contains("are kept apart): pair by hand"), "{said}");
    let said = club.director(&["pair", "--board", "ann-bob", "--reason", "nobody else has come"]);
    assert!(apart(&said), "{said}");
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
        assert!(mail.contains("room for 3 players, in the order in which the director takes their entries"), "{mail}");
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
    // The site has the same table.
    club.run_ok("director", &["tournament", "publish", "season", "--out", "site"]);
    let page = fs::read_to_string(club.path("site/index.html")).unwrap();
    let shown = page.split("<h2>Teams</h2>").nth(1).unwrap_or_else(|| panic!("{page}"));
    let shown = shown.split("</section>").next().unwrap();
    for team in ["rifles", "guards", "zouaves"] {
        assert!(shown.contains(&format!("<td>{team}</td>")), "{shown}");
    }
    assert!(shown.contains("Of each team the best 2 members count in the standings."), "{shown}");
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
    let long = "x".repeat(2_001);
    for (reason, why) in [
        ("", "a reason says why"),
        ("  ", "a reason says why"),
        ("drawn\u{202e}tol", "characters that one does not see"),
        (long.as_str(), "write at most 2000"),
    ] {
        let args = ["tournament", "pair", "season", "--full", "ann", "--reason", reason];
        let (code, said) = club.run("director", &args);
        assert!(code == 2 && said.contains(why), "{said}");
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
    // A rehearsal goes on where it has stopped, and leaves what has begun alone unless it is asked.
    assert!(club.director(&["rehearse", "--secrets", "homes"]).contains("Every game has already begun."));
    club.director(&["rehearse", "--secrets", "homes", "--continue", "--steps", "4"]);
    assert!(club.path("season/matches/r01-b01/states/0004.yaml").exists());
    club.director(&["verify"]);
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

/// The digests that a document of the chain takes.
fn taken(club: &Club, file: &str) -> Vec<String> {
    let text = fs::read(club.path("season/documents").join(file)).unwrap();
    let content = read(file, &text, Form::Signed).unwrap().content;
    content["takes"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
}

/// Which of the entries that come together is first follows from their digests and from the document before (TN-18): a date
/// that a player makes up gives him nothing.
#[test]
fn no_date_of_a_player_steers_the_waiting_list() {
    let club = Club::announced(&plan("most_players: 2\n"));
    let names = ["ann", "bob", "cat", "dan", "eve"];
    names.iter().for_each(|player| club.enters(player));
    club.director(&["roster"]);
    let head = read("0", &fs::read(club.path("season/documents/0000-tournament.yaml")).unwrap(), Form::Signed).unwrap();
    let drawn = |digest: &String| {
        let digest: Bytes32 = digest.parse().unwrap();
        let hash = Sha256::new().chain_update(b"adjutant/1 waiting\n").chain_update(document::digest(&head.content).0);
        hash.chain_update(digest.0).finalize()
    };
    let order = taken(&club, "0001-roster.yaml");
    assert_eq!(order.len(), 5);
    assert!(order.is_sorted_by_key(drawn), "{order:?}");
}

#[test]
fn who_waits_can_withdraw_and_who_is_turned_away_stays_away() {
    let club = Club::announced(&plan("most_players: 2\n"));
    let names = ["ann", "bob", "cat", "dan", "eve"];
    names.iter().for_each(|player| club.enters(player));
    let said = club.director(&["roster", "--without", "eve"]);
    assert!(said.contains("The entry of eve is not accepted; a decision says so."), "{said}");
    let line = said.lines().find(|line| line.starts_with("On the waiting list")).unwrap_or_else(|| panic!("{said}"));
    let waits: Vec<&str> = line.trim_end_matches('.').rsplit(": ").next().unwrap().split(", ").collect();
    assert_eq!(waits.len(), 2);
    let before = waits[0];
    // The roster is full: each answer is about the player who is named.
    let said = club.refused(&["roster", "--without", "eve"]);
    assert!(said.contains("eve is turned away already"), "{said}");
    let listed = names.into_iter().find(|name| !waits.contains(name) && *name != "eve").unwrap();
    let (code, said) = club.run("director", &["tournament", "roster", "season", "--without", listed]);
    assert!(code == 2 && said.contains("decide") && said.contains(&format!("--withdraw {listed}")), "{said}");
    club.enters("fay");
    let said = club.director(&["roster", "--without", "fay"]);
    assert!(said.contains("The entry of fay is not accepted; a decision says so."), "{said}");
    club.director(&["mail", "--send"]);
    let mails: Vec<String> = club.spool().iter().map(|mail| plain(mail)).collect();
    let of_eve: Vec<&String> = mails.iter().filter(|mail| mail.contains("<eve@example.org>")).collect();
    let [of_eve] = of_eve[..] else { panic!("{of_eve:?}") };
    assert!(of_eve.contains("that you do not play in this tournament: the entry is not accepted"), "{of_eve}");
    // The first of the waiting list no longer wants to wait; the second moves up.
    club.run_ok(before, &["tournament", "withdraw", "--folder", before]);
    let other = waits[1];
    let (code, said) = club.run(other, &["tournament", "withdraw", "--player", before, "--folder", other]);
    assert!(code == 2 && said.contains("has no key of a player"), "{said}");
    club.director(&["take", &format!("{before}/players/withdrawal-{before}.yaml")]);
    let said = club.director(&["status"]);
    assert!(said.contains(&format!("On the waiting list, in this order: {other}.")), "{said}");
    club.director(&["pair"]);
    nobody_plays(&club, 1);
    let leaves = names.into_iter().find(|name| !waits.contains(name) && *name != "eve").unwrap();
    club.director(&["decide", "--withdraw", leaves, "--reason", "moved"]);
    let said = club.director(&["roster"]);
    assert!(said.contains(other) && !said.contains("eve") && !said.contains(before), "{said}");
    let said = club.refused(&["roster"]);
    assert!(said.contains("there are no new entries"), "{said}");
    club.director(&["verify"]);
    keep_for_a_stranger(&club.path("season"), "turned-away");
    // Nobody who has left is put on a roster, whoever signs it.
    let (code, said) = club.run("director", &["tournament", "roster", "season", "--without", other]);
    assert!(code == 2 && said.contains("is on the roster"), "{said}");
}

#[test]
fn names_are_lines_that_others_can_read() {
    let club = Club::announced(&plan(""));
    club.joins("ann");
    let long = "x".repeat(6_000);
    for (name, why) in [
        ("", "the name is empty"),
        ("  ", "the name is empty"),
        (long.as_str(), "the name has 6000 characters"),
        ("Ann\u{202e}nnA", "characters that one does not see"),
        ("Ann\nBob", "control characters"),
        ("Ann\u{200b}", "characters that one does not see"),
    ] {
        let args = ["tournament", "enter", "--player", "ann", "--name", name, "--folder", "ann"];
        let (code, said) = club.run("ann", &args);
        assert!(code == 2 && said.contains(why), "{name:?}: {said}");
        let title = ["match", "new", "other", "--title", name];
        let (code, said) = club.run("ann", &title);
        assert!(code == 2 && said.contains(&why.replace("name", "title")), "{name:?}: {said}");
        // A plan with such a title, or such a director, announces nothing.
        for field in ["title: Club", "director: Dora Diaz"] {
            let (what, _) = field.split_once(": ").unwrap();
            let named = format!("{what}: {}", serde_json::to_string(name).unwrap());
            fs::write(club.path("wrong.yaml"), plan("").replace(field, &named)).unwrap();
            let (code, said) = club.run("director", &["tournament", "new", "other", "--plan", "wrong.yaml"]);
            assert!(code != 0 && !club.path("other/documents").exists(), "{field} {name:?}: {said}");
        }
    }
    assert!(!club.path("other").exists() && !club.path("ann/players/entry-ann.yaml").exists());
    for id in ["director", "adjudicator"] {
        let args = ["tournament", "enter", "--player", id, "--name", "Ann", "--folder", "ann"];
        let (code, said) = club.run("ann", &args);
        assert!(code == 2 && said.contains("is no player's id"), "{said}");
    }
    // An entry that somebody has signed with another program is not taken.
    let entry = club.signs_entry("ann", "ann", "Ann");
    let text = fs::read_to_string(club.path(&entry)).unwrap();
    fs::write(club.path(&entry), text.replacen("name: Ann", "name: \"Ann\\u202E\"", 1)).unwrap();
    let (code, said) = club.run("director", &["tournament", "take", &entry, "--folder", "season"]);
    assert!(code != 0 && said.contains("characters that one does not see"), "{said}");
}

/// What was altered is told as altered, with its file.
#[test]
fn an_altered_document_is_named() {
    let club = Club::announced(&plan(""));
    ["ann", "bob"].iter().for_each(|player| club.enters(player));
    club.director(&["roster"]);
    club.director(&["pair"]);
    let altered = |file: &str, from: &str, to: &str, check: &dyn Fn(&str)| {
        let path = club.path("season").join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{from}: {text}");
        fs::write(&path, text.replacen(from, to, 1)).unwrap();
        let (code, said) = club.run("director", &["tournament", "verify", "season"]);
        assert!(code != 0 && said.contains(file), "{file}: {said}");
        check(&said);
        fs::write(&path, text).unwrap();
    };
    altered("players/entry-ann.yaml", "Player ann", "Player bob", &|said| {
        assert!(said.contains("this entry was altered after it was signed"), "{said}");
    });
    altered("documents/0000-tournament.yaml", "title: Club", "title: Pub", &|said| {
        assert!(said.contains("the announcement was altered after it was signed"), "{said}");
    });
    club.director(&["verify"]);
}

/// A fault of a plan is told with its line.
#[test]
fn a_fault_of_a_plan_has_a_place() {
    let club = Club::founded();
    let place = |text: &str, line: usize, why: &str| {
        fs::write(club.path("plan.yaml"), text).unwrap();
        let (code, said) = club.run("director", &["tournament", "new", "season", "--plan", "plan.yaml"]);
        assert!(code != 0 && said.contains(why), "{said}");
        assert!(said.contains(&format!("plan.yaml:{line}:")), "{line}: {said}");
    };
    let games = "title: Club\ndirector: Dora\ngames:\n  - {id: crossroads, game: crossroads, scenario: nowhere}\n";
    let stages = "stages:\n  - {format: {swiss: {rounds: 3}}, games: [crossroads]}\n";
    place(&format!("{games}{stages}"), 4, "nowhere");
    let games = games.replace(", scenario: nowhere", "");
    place(&format!("{games}{}", stages.replace("[crossroads]", "[checkers]")), 6, "no game called 'checkers'");
    let games = games.replace("game: crossroads", "game: checkers");
    place(&format!("{games}{stages}"), 4, "checkers");
    let games = games.replace("game: checkers", "game: crossroads");
    place(&format!("{games}{stages}holidays:\n  - {{from: \"2026-12-24\", to: soon}}\n"), 8, "is not a day");
}

/// More time does not run out on holidays, and `match new` has holidays too.
#[test]
fn more_time_skips_holidays() {
    let year = chrono_year();
    let holidays = format!("holidays: [{{from: \"{0}-01-01\", to: \"{0}-12-31\"}}]\n", year);
    let club = Club::announced(&plan(&holidays));
    ["ann", "bob"].iter().for_each(|player| club.enters(player));
    club.director(&["roster"]);
    club.director(&["pair"]);
    let said = club.director(&["decide", "--extend", "1/1=10", "--reason", "exams"]);
    assert!(said.contains(&format!("may be played until {}-01-11T00:00:00Z", year + 1)), "{said}");
    let range = format!("{0}-12-24..{0}-12-26", year);
    club.run_ok("ann", &["match", "new", "own", "--title", "Own", "--holiday", &range]);
    let charter = fs::read_to_string(club.path("own/charter.yaml")).unwrap();
    assert!(charter.contains(&format!("{year}-12-24T00:00:00Z")), "{charter}");
    assert!(charter.contains(&format!("{year}-12-27T00:00:00Z")), "{charter}");
    for (wrong, why) in [("soon", "is not a day"), ("2026-12-26..2026-12-24", "ends before it begins")] {
        let (code, said) = club.run("ann", &["match", "new", "other", "--title", "Own", "--holiday", wrong]);
        assert!(code == 2 && said.contains(why), "{said}");
    }
}
