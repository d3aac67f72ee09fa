//! Bids for the sides and handicaps on the command line (TN-19).
#![cfg(unix)]

use std::fs;

use serde_json::json;

use crate::club::Club;
use crate::refereed_match::RefereedMatch;
use crate::seven_days_commands::bid;
use crate::tournament_season::keep_for_a_stranger;

#[test]
fn the_higher_bidder_plays_the_side_in_games_with_and_without_hands() {
    for (game, gets) in [
        (["--game", "crossroads", "--option", "side_bids"].as_slice(), "The Union begins with 2 points."),
        (&["--scenario", "virginia_1861", "--option", "side_bids"], "The Union begins with 2 victory points."),
        (
            &["--game", "battle_cry", "--scenario", "gettysburg", "--option", "side_bids"],
            "The Union begins with 2 more cards in its first hand.",
        ),
    ] {
        let table = RefereedMatch::playing(game);
        for _ in 0..2 {
            for (seat, asked) in table.awaited() {
                match asked.get("commit") {
                    Some(_) => bid(&table, &seat, "confederate", if seat == "union" { 2 } else { 1 }),
                    None => table.run_ok(&seat, &["sign"]),
                }
            }
            table.run_ok("adjudicator", &["adjudicate"]);
        }
        table.awaited().iter().for_each(|(seat, _)| table.run_ok(seat, &["sign"]));
        table.run_ok("adjudicator", &["adjudicate"]);
        let terms = json!({"settled": {"exchanged": true, "handicap": {"side": "union", "points": 2}}});
        assert_eq!(table.state()["position"]["sides"], terms, "{game:?}");

        let status = table.run("confederate", &["match", "status"]).out;
        let exchanged =
            "The players have exchanged sides: UNION plays the Confederate side, CONFEDERATE plays the Union side.";
        assert!(status.contains(exchanged) && status.contains(gets), "{game:?}: {status}");
        let report = table.run("union", &["report"]).out;
        let report = report.split_whitespace().collect::<Vec<_>>().join(" ");
        let said =
            "Both want the same side, and the higher bidder gets it: they exchange sides; the Union begins with 2";
        assert!(report.contains(said), "{game:?}: {report}");
        assert!(report.contains("UNION now plays the Confederate side"), "{game:?}: {report}");
        assert!(
            report.contains("reveals the bid for a side: play the Confederacy; the Union begins with 2"),
            "{report}"
        );
        assert!(!report.contains("Side bids:") && !report.contains("Exchanged:"), "{game:?}: {report}");
        // A referee cannot change how the bids were settled.
        for change in
            [json!({"settled": {"handicap": {"side": "union", "points": 2}}}), json!({"settled": {"exchanged": true}})]
        {
            let mut position = table.state()["position"].clone();
            position["sides"] = change;
            let file = table.root.path().join("position.json");
            fs::write(&file, position.to_string()).unwrap();
            let rule = ["rule", "--position", file.to_str().unwrap(), "--reason", "r"];
            let ran = table.run("adjudicator", &rule);
            assert_eq!(ran.code, 1, "{game:?}: {}{}", ran.out, ran.err);
            assert!(ran.err.contains("cannot change what a side has bid or begun with"), "{game:?}: {}", ran.err);
        }
        // Who plays the Union now has its cards or points, and is asked for it.
        table.run_ok("confederate", &["verify"]);
        table.run_ok("union", &["verify"]);
        let first = table.awaited()[0].0.clone();
        let legal = table.run(&first, &["legal"]).out;
        assert!(legal.contains("Union as Confederate") || legal.contains("Confederate as Union"), "{game:?}: {legal}");
        let page = table.root.path().join("replay.html");
        table.run_ok("union", &["replay", "--out", page.to_str().unwrap()]);
    }
}

#[test]
fn a_handicap_in_the_charter_is_told() {
    let table =
        RefereedMatch::playing(&["--game", "crossroads", "--option", "handicap={side: confederate, points: 3}"]);
    table.awaited().iter().for_each(|(seat, _)| table.run_ok(seat, &["sign"]));
    table.run_ok("adjudicator", &["adjudicate"]);
    let report = table.run("union", &["report"]).out;
    assert!(report.contains("The Confederacy begins with 3 points. [TN-19]"), "{report}");
    assert!(table.run("union", &["match", "status"]).out.contains("The Confederacy begins with 3 points."));
    let score = table.run("union", &["show", "turn"]).out;
    assert!(score.contains('3'), "{score}");
    table.run_ok("union", &["verify"]);
    // What a charter cannot say is refused before anybody joins.
    let folder = table.root.path().join("other");
    let both = ["--option", "side_bids", "--option", "handicap={side: union, points: 3}"];
    let new = [&["match", "new", folder.to_str().unwrap(), "--title", "T", "--game", "crossroads"], both.as_slice()];
    let ran = table.run("union", &new.concat());
    assert_eq!(ran.code, 2, "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("the bids decide") && !folder.exists(), "{}", ran.err);
}

/// The result is of the player who has won, whichever side he has bid for.
#[test]
fn a_season_is_played_with_bids() {
    let club = Club::announced(
        "title: Bids\ndirector: Dora Diaz\nemail: dora@example.org\n\
         games: [{id: crossroads, game: crossroads, options: {side_bids: true}}]\n\
         stages: [{format: {swiss: {rounds: 2}}, games: [crossroads]}]\nseeding: lot\n",
    );
    for player in ["ann", "bob", "cat", "dan"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    // The keys, which are new each time, decide who bids what, and so whether sides are exchanged.
    for _ in 0..2 {
        club.director(&["pair"]);
        club.director(&["rehearse", "--secrets", "homes"]);
        let results = club.director(&["result"]);
        assert!(results.contains("wins") || results.contains("draw"), "{results}");
    }
    for match_folder in fs::read_dir(club.path("season/matches")).unwrap() {
        let states = fs::read_dir(match_folder.unwrap().path().join("states")).unwrap();
        let texts: Vec<String> = states.map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
        assert!(texts.iter().any(|text| text.contains("event: side_bids")), "a match without bids");
    }
    club.director(&["standings", "--sign"]);
    club.director(&["verify"]);
    let sides = club.director(&["export", "--to", "sides"]);
    assert!(!sides.contains("crossroads"), "who played which side is not in the chain: {sides}");
    keep_for_a_stranger(&club.path("season"), "side-bids");
}
