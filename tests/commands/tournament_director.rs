//! What a tournament director needs besides the normal course of a season: clashing entries, a chain with a gap,
//! pairing by hand, boards of two games, the end of a tournament.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;

use crate::club::{Club, SWISS, digest_of};

#[test]
fn entries_that_clash_wait_for_the_director() {
    let club = Club::announced(SWISS);
    club.enters("ann");
    club.enters("bob");
    // A stranger enters as ann; bob's twin has his name; cleo has signed under two ids with one key.
    club.joins("mallory");
    let false_entry = club.signs_entry("mallory", "ann", "Mallory");
    let said = club.refused(&["take", &false_entry]);
    assert!(
        said.contains("Entries clash: 'Mallory' enters as 'ann', but 'ann' has already entered with a different key"),
        "{said}"
    );
    club.joins("twin");
    let same_name = club.signs_entry("twin", "bob2", "PLAYER  Bob");
    let said = club.refused(&["take", &same_name]);
    assert!(said.contains("'bob2' enters under the same name as 'bob'"), "{said}");
    club.enters("cleo");
    fs::create_dir(club.path("second")).unwrap();
    club.run_ok("cleo", &["tournament", "take", "season/documents/0000-tournament.yaml", "--folder", "second"]);
    club.run_ok("cleo", &["tournament", "enter", "--player", "clio", "--name", "Clio", "--folder", "second"]);
    let said = club.refused(&["take", "second/players/entry-clio.yaml"]);
    assert!(said.contains("with the same key as 'cleo'"), "{said}");
    // What is here already is not taken in a second time.
    let kept = club.files("season");
    let (code, said) = club.run("director", &["tournament", "take", "season", "--folder", "season"]);
    assert!(code == 2 && said.contains("the tournament's own folder") && club.files("season") == kept, "{said}");
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
    // ann's entry is now in the chain: the other can only be rejected.
    let (ann, bob, clio) = (named("entry-ann-"), named("entry-bob2-"), named("entry-clio-"));
    let said = club.refused(&["roster", "--entry", &ann, "--reject", &clio, "--entry", &bob]);
    assert!(said.contains("whose entry is in the chain"), "{said}");
    let said = club.director(&["roster", "--reject", &ann, "--reject", &clio, "--entry", &bob]);
    assert!(said.contains("The roster has 4 players") && said.contains("2 entries are rejected"), "{said}");
    let said = club.director(&["status"]);
    assert!(!said.contains("clash"), "{said}");
    club.director(&["verify"]);
    assert!(club.path(&format!("season/players/rejected/entry-{ann}.yaml")).is_file());

    // A late entry is on no page, under nobody's name.
    let late = club.refused(&["take", &false_entry]);
    assert!(late.contains("Entries clash"), "{late}");
    club.run_ok("director", &["tournament", "publish", "season", "--out", "site"]);
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
    // Two players of the same name both play, though neither was taken in yet.
    club.joins("twin");
    let twin = club.signs_entry("twin", "rob", "player BOB");
    club.refused(&["take", &twin]);
    let clashing = fs::read_dir(club.path("season/players/clashing")).unwrap().map(|entry| entry.unwrap().path());
    let clashing: Vec<String> = clashing.map(|path| digest_of(&path)).collect();
    let said = club.director(&["roster", "--entry", &clashing[0], "--entry", &clashing[1]]);
    assert!(said.contains("Ann Archer") && !said.contains("Mallory") && said.contains("1 entry is rejected"), "{said}");
    assert!(said.contains("The roster has 3 players"), "{said}");
    assert!(!club.director(&["status"]).contains("clash"));
    club.director(&["verify"]);
    // In a shared folder nobody signs under the id, the key or the name of another.
    let enter = |who: &str, id: &str, name: &str| {
        club.run_refused(who, &["tournament", "enter", "--player", id, "--name", name, "--folder", "season"])
    };
    assert!(enter("mallory", "bob", "Mal").contains("already entered with this id"));
    assert!(enter("ann", "ann2", "Ann Again").contains("already entered with this key"));
    assert!(enter("mallory", "mal", "ann  archer").contains("already entered with this name"));
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
            assert!(top.contains(words) && top.contains("Restore it from a backup"), "{args:?}: {said}");
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
        assert!(said.contains("you have signed document 3, which is missing here"), "{said}");
    }
    for args in [&["mail"][..], &["export", "--to", "csv"], &["publish", "--out", "site"]] {
        assert!(club.refused(args).contains("you have signed document 3, which is missing here"), "{args:?}");
    }
    // Whatever would be signed next, it is put back first.
    let judged = ["result", "--game", "1/1", "--forfeit", "ann", "--reason", "x"];
    for args in [&["decide", "--reason", "x"][..], &["pair"], &["standings", "--sign"], &["result"], &judged] {
        let said = club.refused(args);
        assert!(said.contains("you had already signed document 3 of the chain"), "{args:?}: {said}");
        assert_eq!(fs::read_to_string(&round).unwrap(), kept);
        assert_eq!(fs::read_dir(club.path("season/documents")).unwrap().count(), 4);
        fs::remove_file(&round).unwrap();
    }
    fs::write(&round, &kept).unwrap();
    // A player who is missing a mail is told so too, and can still withdraw.
    club.run_ok("ann", &["tournament", "take", "season", "--folder", "ann"]);
    fs::remove_file(club.path("ann/documents/0002-decision.yaml")).unwrap();
    let said = club.run_ok("ann", &["tournament", "status", "ann"]);
    assert!(said.lines().next().unwrap().contains(missing), "{said}");
    club.run_ok("ann", &["tournament", "withdraw", "--folder", "ann"]);
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
        (&["--board", "ann-bob"][..], "not on any board: cleo, dan, eve"),
        (&["--board", "ann-bob", "--board", "ann-cleo", "--board", "ann-dan"], "'ann' appears twice in this round"),
        (&["--board", "ann-bob", "--board", "cleo-zoe", "--board", "dan-eve"], "'zoe' is not on the roster"),
        (&["--board", "ann"], "'ann' is not a board"),
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
    // Somebody has joined: nobody may rehearse his game.
    for player in ["ann", "bob"] {
        club.run_ok(player, &["tournament", "take", "season", "--folder", player]);
    }
    let accept = |who: &str, seat: &str| {
        club.run(who, &["match", "accept", &format!("{who}/matches/r01-b01-g2"), "--seat", seat, "--name", who])
    };
    // The player of the first side takes a seat first: so a game has one charter.
    let (code, said) = accept("ann", "csa");
    assert!(code == 1 && said.contains("Player bob plays the first side of this game"), "{said}");
    assert_eq!(accept("bob", "usa").0, 0);
    club.director(&["take", "bob/matches"]);
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
    assert!(said.contains("Document 8 already has these standings"), "{said}");
    assert!(!club.path("season/documents/0009-standings.yaml").exists());
    let csv = club.director(&["export", "--to", "csv"]);
    assert!(csv.contains(",ann,\"Player ann\",1.5,") && csv.contains(",dan,\"Player dan\",-0.5,"), "{csv}");
    assert!(club.director(&["export"]).contains(" -0.5 "));

    club.director(&["pair"]);
    let [[first, _]] = <[[String; 2]; 1]>::try_from(club.boards(2)).unwrap();
    club.director(&["result", "--game", "2/1", "--forfeit", &first, "--reason", "no answer"]);
    let said = club.director(&["export"]);
    assert!(said.contains("round 2 of the knock-out is not in the file"), "{said}");
    club.director(&["standings", "--sign"]);
    let said = club.director(&["status"]);
    assert!(said.contains(&format!("The tournament is over: Player {first} has won it.")), "{said}");
    assert!(said.contains("publish --out SITE"), "{said}");
    club.run_ok("director", &["tournament", "publish", "season", "--out", "site"]);
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
    assert!(club.refused(&["export"]).contains("cannot hold a knock-out"));
    club.director(&["export", "--to", "csv"]);
    // The plan says no address of the director.
    let (code, said) = club.run("ann", &["tournament", "send", "ann"]);
    assert!(code == 2 && said.contains("gives no mail address"), "{said}");
}

/// Extra time counts from the game's own time limit; a result that is to be replaced is pending, and delays the next
/// round; half byes exist only in a Swiss; and documents of another tournament are not taken in.
#[test]
fn nothing_that_was_decided_is_forgotten() {
    let club = Club::announced(
        "title: Cup\ndirector: Dora\ngames: [{id: crossroads, game: crossroads}]\nlimit: {days: 30, unfinished: adjudicate}\nstages:\n  - {format: \
         {knockout: {}}, games: [crossroads]}\n",
    );
    for player in ["ann", "bob", "cleo", "dan"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    let until = |club: &Club| {
        let said: serde_json::Value =
            serde_json::from_str(&club.director(&["status", "--format", "json"])).expect("an answer");
        said["games"][0]["due"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap()
    };
    let first = until(&club);
    club.director(&["decide", "--extend", "1/1=14", "--reason", "holidays"]);
    assert_eq!((until(&club) - first).num_days(), 14);
    let wins = |game: &str, winner: &str, more: &[&str]| {
        let judged = ["result", "--game", game, "--adjudicated", winner, "--reason", "ahead"];
        club.director(&[judged.as_slice(), more].concat())
    };
    let boards = club.boards(1);
    wins("1/1", &boards[0][0], &[]);
    wins("1/2", &boards[1][0], &[]);
    let said = club.refused(&["decide", "--extend", "1/1=14", "--reason", "holidays"]);
    assert!(said.contains("has a result and needs no more time"), "{said}");
    club.director(&["decide", "--replace", "1/1", "--reason", "miscounted"]);
    let said = club.director(&["status"]);
    assert!(said.contains("orders the result of 1/1 to be replaced"), "{said}");
    for args in [&["pair"][..], &["standings", "--sign"]] {
        let said = club.refused(args);
        assert!(said.contains("to be replaced, and nobody has recorded the new one"), "{said}");
    }
    let said = club.director(&["verify"]);
    assert!(
        said.contains("the result of round 1, board 1 was to be replaced, but nobody has recorded the new one"),
        "{said}"
    );
    let said = wins("1/1", &boards[0][1], &["--decision", "6"]);
    assert!(said.contains("by adjudication"), "{said}");
    let said = club.refused(&["pair", "--half", &boards[0][1]]);
    assert!(said.contains("only rounds of a Swiss have them"), "{said}");
    let rehearse = ["tournament", "rehearse", "--secrets", "homes", "--game", "1/9", "--folder", "season"];
    let (code, said) = club.run("director", &rehearse);
    assert_eq!(code, 2);
    assert!(said.contains("1/9 is not a game without a result"), "{said}");
    // A drawn final is decided by lot, and the site says so.
    club.director(&["pair"]);
    wins("2/1", "draw", &[]);
    club.director(&["standings", "--sign"]);
    club.director(&["publish", "--out", "site"]);
    let cross = fs::read_to_string(club.path("site/cross.html")).unwrap();
    assert!(cross.contains("by lot"), "{cross}");

    let other = Club::announced(SWISS);
    for player in ["ann", "bob"] {
        other.enters(player);
    }
    other.director(&["roster"]);
    other.director(&["pair"]);
    let charter = other.path("season/matches/r01-b01/charter.yaml");
    let (code, said) =
        club.run("director", &["tournament", "take", &charter.display().to_string(), "--folder", "season"]);
    assert!(code == 1 && said.contains("it is not a game of this tournament"), "{said}");
}

/// A report file of another program: four players, of whom two have won a round, by hand.
#[test]
fn a_report_file_is_read() {
    let club = Club::announced(SWISS);
    let player = |number: u32, name: &str, points: &str, round: &str| {
        format!("001 {number:>4}      {name:<33} 0000                            {points:>4} {number:>4}  {round}\n")
    };
    // Ann has White against Cleo and wins; Bob has Black against Dan and wins.
    let file = [
        "012 Winter open\nXXR 3\n".to_owned(),
        player(1, "Ann", "1.0", "   3 w 1"),
        player(2, "Bob", "1.0", "   4 b 1"),
        player(3, "Cleo", "0.0", "   1 b 0"),
        player(4, "Dan", "0.0", "   2 w 0"),
    ]
    .concat();
    fs::write(club.path("open.trf"), &file).unwrap();
    let (code, said) = club.run("director", &["tournament", "import", "open.trf", "--format", "json"]);
    assert_eq!(code, 0, "{said}");
    let said: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!((&said["title"], &said["after"]), (&"Winter open".into(), &1.into()));
    let ranks: Vec<_> =
        said["rows"].as_array().unwrap().iter().map(|row| (row["rank"].clone(), row["name"].clone())).collect();
    assert_eq!(ranks[..2], [(1.into(), "Ann".into()), (1.into(), "Bob".into())]);
    // The winners meet, and each has the side that he did not have: so do the losers.
    assert_eq!(said["boards"], serde_json::json!([["p2", "p1"], ["p3", "p4"]]));
    let (code, said) = club.run("director", &["tournament", "import", "open.trf", "--tie-breaks", "wins,buchholz"]);
    assert!(code == 0 && said.contains("wins  Buchholz") && said.contains("board  1  Bob – Ann"), "{said}");
    fs::write(club.path("bad.trf"), file.replace("   3 w 1", "   3 w 0")).unwrap();
    let (code, said) = club.run("director", &["tournament", "import", "bad.trf"]);
    assert!(code == 1 && said.contains("bad.trf") && said.contains("line"), "{said}");
    let (code, said) = club.run("director", &["tournament", "import", "open.trf", "--tie-breaks", "luck"]);
    assert!(code == 2 && said.contains("there is no tie-break called 'luck'"), "{said}");
}

/// The ratings of a tournament that is over carry over to the next by the players' keys, and anybody can check them.
#[test]
fn ratings_carry_over_from_tournament_to_tournament() {
    let club = Club::announced(
        "title: First\ndirector: Dora\ngames: [{id: crossroads, game: crossroads}]\nstages:\n  - {format: {round_robin: {cycles: \
         1}}, games: [crossroads]}\n",
    );
    club.enters("ann");
    club.enters("bob");
    club.director(&["roster", "--rating", "bob=5400"]);
    club.director(&["pair"]);
    club.run_ok("director", &["tournament", "new", "next", "--plan", "plan.yaml"]);
    // In the next one ann is called anna; carl is new.
    club.run_ok("carl", &["keygen"]);
    for (who, player) in [("ann", "anna"), ("bob", "bob"), ("carl", "carl")] {
        let own = format!("{who}-next");
        club.run_ok(who, &["tournament", "take", "next/documents/0000-tournament.yaml", "--folder", &own]);
        let enter = ["tournament", "enter", "--player", player, "--name", player, "--folder", &own];
        club.run_ok(who, &enter);
        let entry = format!("{own}/players/entry-{player}.yaml");
        club.run_ok("director", &["tournament", "take", &entry, "--folder", "next"]);
    }
    let before = club.files("next");
    let roster = ["tournament", "roster", "next", "--ratings-from", "season"];
    let said = club.run_refused("director", &roster);
    assert!(said.contains("this tournament is not over") && club.files("next") == before, "{said}");
    // `result` takes the tournament's folder as `pair` does; a match and a game exclude each other.
    let judged = ["--game", "1/1", "--adjudicated", "ann", "--reason", "time is up"];
    let (code, said) =
        club.run("director", &[&["tournament", "result", "season", "season/matches/r01-b01"], &judged[..]].concat());
    assert!(code == 2 && said.contains("you name both the game 1/1 and the match"), "{said}");
    let (code, said) = club.run("director", &["tournament", "result", "season", "--folder", "next"]);
    assert!(code == 2 && said.contains("two folders are named"), "{said}");
    club.run_ok("director", &[&["tournament", "result", "season"], &judged[..]].concat());
    // Ann, at 5000, has beaten bob, at 5400: 100 and a twentieth of 400.
    let said = club.run_ok("director", &roster);
    assert!(said.contains("anna, rated 5120") && said.contains("bob, rated 5280"), "{said}");
    assert!(said.contains("carl\n"), "carl begins without a rating: {said}");
    let verify = ["tournament", "verify", "next", "--ratings-from", "season"];
    assert!(club.run_ok("carl", &verify).contains("are those with which the earlier tournaments have ended"));
    // Without the first tournament, or with another rating, they differ.
    let said = club.run_refused("carl", &["tournament", "verify", "season", "--ratings-from", "season"]);
    assert!(said.contains("'bob' has 5400 on the roster, and 5280 after season"), "{said}");
    assert!(said.contains("'ann' has no rating on the roster, and 5120 after season"), "{said}");
}

/// A full-point bye by hand, and boards by hand whose players have met.
#[test]
fn a_full_bye_is_given_by_hand_and_rematches_are_named() {
    let club = Club::announced(
        "title: Four\ndirector: Dora\ngames: [{id: crossroads, game: crossroads}]\nstages:\n  - {format: {swiss: {rounds: 3}}, \
         games: [crossroads]}\n",
    );
    for player in ["ann", "bob", "cleo", "dan"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    let before = club.files("season");
    for args in [
        &["--full", "dan"][..],
        &["--full", "dan", "--half", "dan", "--reason", "x"],
        &["--full", "zoe", "--reason", "x"],
    ] {
        let (code, said) = club.run("director", &[&["tournament", "pair", "season"], args].concat());
        assert!(code == 1 || code == 2, "{args:?}: {said}");
    }
    assert!(club.files("season") == before);
    let said = club.director(&["pair", "--full", "dan", "--reason", "the ferry was late"]);
    assert!(said.contains("dan has the bye") && said.matches("has the bye").count() == 2, "{said}");
    assert!(club.director(&["verify"]).contains("round 1 is paired by hand: the ferry was late"));
    let [[first, second]] = <[[String; 2]; 1]>::try_from(club.boards(1)).unwrap();
    club.director(&["result", "--game", "1/1", "--adjudicated", "draw", "--reason", "time is up"]);
    // A full bye is worth a win: with one round over, dan is ahead of those who drew.
    let standings = club.director(&["standings"]);
    let place = |who: &str| standings.find(who).unwrap_or_else(|| panic!("{who}: {standings}"));
    assert!(
        place("Player dan") < place(&format!("Player {first}"))
            && place("Player dan") < place(&format!("Player {second}")),
        "{standings}"
    );
    let other = ["ann", "bob", "cleo"].into_iter().find(|who| *who != first && *who != second).unwrap();
    let boards = [format!("{second}-{first}"), format!("{other}-dan")];
    let said =
        club.director(&["pair", "--board", &boards[0], "--board", &boards[1], "--reason", "a wish", "--preview"]);
    assert!(said.contains(&format!("{second} and {first} have met before, in round 1.")), "{said}");
    assert!(!said.contains("dan have met"), "{said}");
}
