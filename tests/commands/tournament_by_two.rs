//! A season of sixteen players and two games, run by two directors by mail alone: entries, a late one, rounds, results that the
//! deputy signs, standings. Nobody copies a folder.
#![cfg(unix)]

use std::fs;

use crate::club::{Club, plain};
use crate::tournament_season::keep_for_a_stranger;

const PLAYERS: [&str; 16] =
    ["abe", "ben", "cal", "deb", "eli", "fay", "gil", "hal", "ira", "jed", "kit", "lou", "mae", "ned", "ora", "pat"];

/// Everybody's folder of the tournament.
fn folder_of(who: &str) -> &str {
    if who == "director" { "season" } else { who }
}

/// Delivers every mail that was sent: each reader takes it in on a machine of his own.
fn deliver(club: &Club) -> usize {
    let mails = club.spool();
    for (n, mail) in mails.iter().enumerate() {
        let head = plain(mail);
        let to = head.lines().find(|line| line.starts_with("To: ")).expect("an address");
        let address = to.rsplit(['<', ' ']).next().unwrap().trim_end_matches('>');
        let who = match address.trim_end_matches("@example.org") {
            "dora" => "director",
            "dan" => "deputy",
            player => player,
        };
        let file = format!("mail-{n}.eml");
        fs::write(club.path(&file), mail).unwrap();
        // An acknowledgment has nothing to take in.
        if !head.contains("your entry in '") {
            club.run_ok(who, &["tournament", "take", &file, "--folder", folder_of(who)]);
        }
    }
    mails.len()
}

#[test]
fn two_directors_run_a_season_of_sixteen_by_mail() {
    let club = Club::founded();
    let key = club.run_ok("deputy", &["keygen"]);
    let key =
        key.split(|c: char| !c.is_ascii_hexdigit()).find(|word| word.len() == 64).unwrap_or_else(|| panic!("{key}"));
    club.announces(&format!(
        "title: The year
director: Dora Diaz
email: dora@example.org
deputies: [{{id: dan, name: Dan Dorn, key: \"{key}\", email: dan@example.org}}]
games:
  - {{id: open, game: crossroads}}
  - {{id: judged, game: crossroads, trust: refereed}}
stages: [{{format: {{swiss: {{rounds: 3}}}}, games: [open, judged]}}]
most_players: 16
teams: {{counted: 3, apart: true}}
limit: {{days: 60, unfinished: adjudicate}}
byes: {{most: 1, except_last: 1}}
"
    ));
    club.run_ok("deputy", &["tournament", "take", "season/documents/0000-tournament.yaml", "--folder", "deputy"]);
    let enters = |(n, player): (usize, &&str)| {
        club.joins(player);
        let (name, email) = (format!("Player {player}"), format!("{player}@example.org"));
        let team = ["blue", "gray", "red", "white"][n % 4];
        club.run_ok(
            player,
            &[
                "tournament",
                "enter",
                "--player",
                player,
                "--name",
                &name,
                "--email",
                &email,
                "--team",
                team,
                "--folder",
                player,
            ],
        );
        club.run_ok(player, &["tournament", "send", player, "--send"]);
    };
    // Fifteen enter in time.
    PLAYERS[..15].iter().enumerate().for_each(enters);
    assert_eq!(deliver(&club), 15);
    club.director(&["mail", "--send"]);
    // The deputy, who has an address, gets the chain as well.
    assert_eq!(deliver(&club), 16);
    club.director(&["roster"]);
    for round in 1..=3 {
        club.director(&["pair"]);
        club.director(&["mail", "--send"]);
        deliver(&club);
        if round == 1 {
            // The sixteenth is late, and plays from the next round on.
            PLAYERS.iter().enumerate().skip(15).for_each(enters);
            deliver(&club);
        }
        // The players play; all but one report, and that one has left without a word.
        club.director(&["rehearse", "--secrets", "homes", "--except", &format!("{round}/1")]);
        club.director(&["result"]);
        club.director(&["mail", "--send"]);
        deliver(&club);
        let [winner, _] = &club.boards(round)[0];
        let game = format!("{round}/1");
        let reason = "no answer since the reminder";
        club.run_ok(
            "deputy",
            &["tournament", "result", "deputy", "--game", &game, "--forfeit", winner, "--reason", reason],
        );
        club.run_ok("deputy", &["tournament", "mail", "deputy", "--send"]);
        deliver(&club);
        let said = club.director(&["standings", "--sign"]);
        assert!(said.contains("Teams:"), "{said}");
        if round == 1 {
            let said = club.director(&["roster"]);
            assert!(said.contains("The roster has 16 players") && said.contains("Player pat, for white"), "{said}");
        }
    }
    club.director(&["mail", "--send"]);
    deliver(&club);
    assert!(club.director(&["status"]).contains("The tournament is over"));
    // From the mails alone, everybody has the same chain, and each verifies it.
    let head = |who: &str| {
        let said = club.run_ok(who, &["tournament", "status", folder_of(who), "--format", "json"]);
        let value: serde_json::Value = serde_json::from_str(&said).unwrap();
        (value["head"].clone(), value["number"].clone())
    };
    for who in PLAYERS.iter().copied().chain(["deputy"]) {
        assert_eq!(head(who), head("director"), "{who}");
    }
    club.run_ok("pat", &["tournament", "verify", "pat", "--documents-only"]);
    let said = club.director(&["verify"]);
    assert!(said.contains("no answer since the reminder"), "{said}");
    keep_for_a_stranger(&club.path("season"), "by-two");
}
