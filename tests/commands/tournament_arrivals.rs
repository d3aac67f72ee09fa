//! What arrives between two rounds, and when nobody is left: the director is told before anything is signed, and every
//! command that he is told can be run.
#![cfg(unix)]

use std::process::Command;

use crate::club::{Club, plain};

const PLAN: &str = "title: Small
director: Dora Diaz
email: dora@example.org
games: [{id: crossroads, game: crossroads}]
stages: [{format: {swiss: {rounds: 3}}, games: [crossroads]}]
seeding: lot
";

/// Runs a line as `sh` does, in the club's folder.
fn paste(club: &Club, who: &str, line: &str) -> (i32, String) {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_adjutant")).parent().unwrap();
    let ran = Command::new("sh")
        .args(["-c", line])
        .current_dir(club.path("."))
        .env("PATH", format!("{}:{}", program.display(), std::env::var("PATH").unwrap()))
        .env("ADJUTANT_HOME", club.path("homes").join(who))
        .env("ADJUTANT_CACHE", "off")
        .env("ADJUTANT_SENDMAIL", club.path("sendmail"))
        .output()
        .unwrap();
    (ran.status.code().unwrap(), String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap())
}

/// The commands between backticks, with what a person fills in.
fn commands(said: &str) -> Vec<String> {
    let inside = said.split('`').skip(1).step_by(2).filter(|part| part.starts_with("adjutant "));
    inside.map(|command| command.replace('…', "because").replace("WINNER", "draw").replace("SITE", "site")).collect()
}

/// Three players, a first round that both of its players forfeit.
fn after_round_one(plan: &str) -> Club {
    let club = Club::announced(plan);
    for player in ["ann", "bob", "cat"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    club.director(&["result", "--game", "1/1", "--double-forfeit", "--reason", "nobody played"]);
    club
}

fn signs(club: &Club, who: &str, args: &[&str]) {
    club.run_ok(who, &[&["tournament"], args, &["--folder", "season"]].concat());
}

#[test]
fn when_nobody_is_left_the_tournament_ends_with_final_standings() {
    for leave in [&["ann", "bob", "cat"][..], &["ann", "bob"]] {
        let club = after_round_one(PLAN);
        for player in leave {
            signs(&club, player, &["withdraw"]);
        }
        let before = club.files("season");
        let said = club.refused(&["pair"]);
        assert!(
            said.contains("so the tournament is over after round 1 of 3") && said.contains("standings --sign"),
            "{said}"
        );
        assert!(club.files("season") == before);
        let said = club.director(&["status"]);
        for player in leave {
            assert!(said.contains(&format!("the withdrawal of {player} has arrived")), "{said}");
        }
        // The one command takes the withdrawals, and the tournament is over.
        let told = commands(&said);
        let sign = told.iter().find(|line| line.contains("standings --sign")).unwrap_or_else(|| panic!("{said}"));
        assert!(!told.iter().any(|line| line.contains(" pair")), "{said}");
        let (code, signed) = paste(&club, "director", sign);
        assert_eq!(code, 0, "{signed}");
        let said = club.director(&["status"]);
        assert!(
            said.contains("The tournament is over after round 1 of 3, because fewer than two players are left"),
            "{said}"
        );
        assert!(said.contains("won it") && !said.contains("has arrived") && !said.contains(" pair "), "{said}");
        club.director(&["verify"]);
        assert!(club.refused(&["pair"]).contains("standings --sign"));
    }
}

/// Standings that were signed before the withdrawals came do not keep them out of the chain.
#[test]
fn withdrawals_after_the_standings_are_taken_too() {
    let club = after_round_one(PLAN);
    club.director(&["standings", "--sign"]);
    for player in ["ann", "bob", "cat"] {
        signs(&club, player, &["withdraw"]);
    }
    let said = club.director(&["status"]);
    let sign =
        commands(&said).into_iter().find(|line| line.contains("standings --sign")).unwrap_or_else(|| panic!("{said}"));
    let (code, signed) = paste(&club, "director", &sign);
    assert!(code == 0 && signed.contains("Signed as document"), "{signed}");
    assert!(club.director(&["status"]).contains("The tournament is over after round 1 of 3"));
    // With nothing new, nothing is signed again.
    assert!(club.director(&["standings", "--sign"]).contains("nothing was signed"));
}

#[test]
fn a_late_entry_and_an_appeal_are_named_before_the_round_is_signed() {
    let club = after_round_one(PLAN);
    club.director(&["standings", "--sign"]);
    club.joins("hal");
    let entry = club.signs_entry("hal", "hal", "Hal");
    club.director(&["take", &entry]);
    signs(&club, "ann", &["appeal", "1/1", "--reason", "I was there."]);
    signs(&club, "cat", &["withdraw"]);
    let before = club.files("season");
    let said = club.refused(&["pair"]);
    for words in [
        "the entry of Hal (hal) has arrived and is on no roster",
        "ann has appealed, and nobody has decided: I was there.",
        "--yes",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    assert!(club.files("season") == before, "nothing is signed");
    let said = club.director(&["pair", "--preview"]);
    assert!(
        said.contains("the entry of Hal (hal) has arrived") && said.contains("cat plays no further round"),
        "{said}"
    );
    // What `status` says can be run, in its order, until the round can be paired.
    let said = club.director(&["status"]);
    assert!(said.contains("the entry of Hal (hal) has arrived") && said.contains("ann has appealed"), "{said}");
    for line in commands(&said).iter().filter(|line| line.contains(" roster") || line.contains(" decide")) {
        let (code, told) = paste(&club, "director", line);
        assert_eq!(code, 0, "{line}: {told}");
    }
    let said = club.director(&["pair"]);
    assert!(said.contains("hal"), "{said}");
    club.director(&["verify"]);
}

/// An entry that another document took along is asked about as well; one that a roster left out is not.
#[test]
fn an_entry_that_a_result_took_along_is_not_forgotten() {
    let club = Club::announced(PLAN);
    for player in ["ann", "bob", "cat"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    club.joins("hal");
    let entry = club.signs_entry("hal", "hal", "Hal");
    club.director(&["take", &entry]);
    club.director(&["result", "--game", "1/1", "--double-forfeit", "--reason", "nobody played"]);
    assert!(club.refused(&["pair"]).contains("the entry of Hal (hal) has arrived"));
    assert!(club.director(&["status"]).contains("the entry of Hal (hal) has arrived"));
    let said = club.director(&["pair", "--yes"]);
    assert!(said.contains("the entry of Hal (hal) has arrived") && said.contains("in season/matches"), "{said}");
    let club = Club::announced(PLAN);
    for player in ["ann", "bob", "hal"] {
        club.enters(player);
    }
    club.director(&["roster", "--without", "hal"]);
    assert!(!club.director(&["pair"]).contains("hal"));
}

/// Every command of `status`, in every state of a small season, runs as it is printed.
#[test]
fn the_commands_of_the_status_run_as_they_are_printed() {
    let mut ran = 0;
    let mut follow = |club: &Club, state: &str| {
        let said = club.director(&["status"]);
        for line in commands(&said) {
            // What sends mails or signs for good is run in the other tests; here, with what it would refuse.
            let line = match line.contains(" pair") {
                true => format!("{line} --preview"),
                false => line,
            };
            let (code, told) = paste(club, "director", &line);
            assert_eq!(code, 0, "{state}: {line}\n{told}\n{said}");
            ran += 1;
        }
    };
    let club = Club::announced(PLAN);
    for player in ["ann", "bob", "cat", "dan"] {
        club.enters(player);
    }
    follow(&club, "entries have come");
    follow(&club, "the roster is signed");
    club.director(&["pair"]);
    follow(&club, "the round runs");
    let boards = club.boards(1);
    signs(&club, &boards[0][0], &["withdraw"]);
    follow(&club, "a player has left a running game");
    follow(&club, "his opponent has won");
    club.director(&["result", "--game", "1/2", "--double-forfeit", "--reason", "nobody played"]);
    follow(&club, "the round is over");
    follow(&club, "the standings are signed");
    signs(&club, &boards[1][0], &["bye-request", "--round", "2"]);
    follow(&club, "a bye is asked for");
    club.director(&["pair", "--half", &boards[1][0]]);
    follow(&club, "the second round runs");
    assert!(ran >= 8, "{ran}");
}

/// Names that shells have trouble with.
const NAMES: [&str; 8] = [
    "Ann Archer",
    "Bob O'Neil",
    "Cleo \"Buster\" O\u{2019}Neil; `id`",
    "$HOME $(id) \\ it's!",
    "--yes",
    "M\u{fc}ller \u{1f600}",
    "-x it's `y`",
    "@home, 'quoted'",
];

/// The mail of a round names the opponent and his address, and its command joins the reader under his own name, whatever
/// that is.
#[test]
fn the_command_of_a_mail_joins_a_player_under_his_name() {
    let club = Club::announced(PLAN);
    let ids: Vec<String> = (0..NAMES.len()).map(|n| format!("p{n}")).collect();
    for (id, name) in ids.iter().zip(NAMES) {
        club.joins(id);
        let email = format!("{id}@example.org");
        let name = format!("--name={name}");
        club.run_ok(id, &["tournament", "enter", "--player", id, &name, "--email", &email, "--folder", id]);
        club.director(&["take", &format!("{id}/players/entry-{id}.yaml")]);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    club.director(&["mail", "--send"]);
    let mails: Vec<String> = club.spool();
    let of = |id: &str| {
        let to = format!("{id}@example.org");
        let is_to = |mail: &&String| mail.split("\n\n").next().unwrap().replace("\r\n", "\n").contains(&to);
        mails.iter().find(is_to).unwrap_or_else(|| panic!("no mail to {id}"))
    };
    let boards = club.boards(1);
    let id_of =
        |name: &String| ids[NAMES.iter().position(|other| other == name).unwrap_or_else(|| panic!("{name}"))].clone();
    let mut joined = 0;
    for [first, second] in boards {
        let (first, second) = (id_of(&first), id_of(&second));
        std::fs::write(club.path("mail.eml"), of(&first)).unwrap();
        club.run_ok(&first, &["tournament", "take", "mail.eml", "--folder", &first]);
        let text = decoded(of(&first));
        let (name, other) = (NAMES[place(&first)], NAMES[place(&second)]);
        assert!(text.contains(&format!("against {other} ({second}@example.org)")), "{text}");
        let line = text.lines().find(|line| line.trim().starts_with("adjutant match accept")).unwrap();
        let line = line.trim().replace("FOLDER/", &format!("{first}/"));
        let (code, said) = paste(&club, &first, &line);
        assert_eq!(code, 0, "{line}\n{said}");
        let place = line.split(' ').nth(3).unwrap();
        let charter = std::fs::read_to_string(club.path(&format!("{place}/charter.yaml"))).unwrap();
        let charter =
            adjutant_core::document::read("c", charter.as_bytes(), adjutant_core::document::Form::Draft).unwrap();
        assert_eq!(charter.content["seats"][0]["name"], name, "{line}");
        // The first mail of the game goes to the opponent, whose address is in his entry.
        let said = club.run_ok(&first, &["mail", place]);
        assert!(said.contains(&format!("{second}@example.org")), "{said}");
        joined += 1;
    }
    assert_eq!(joined, NAMES.len() / 2);
}

fn place(id: &str) -> usize {
    id[1..].parse().unwrap()
}

/// The text of a mail, of whose parts the first is the text, with its transport undone.
fn decoded(mail: &str) -> String {
    let mail = plain(mail);
    let (mut bytes, mut rest) = (Vec::new(), mail.as_bytes());
    while let Some((first, more)) = rest.split_first() {
        let code = more.get(..2).and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        match (*first, code) {
            (b'=', Some(byte)) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            (byte, _) => {
                bytes.push(byte);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[test]
fn a_name_that_is_not_the_one_of_the_entry_is_asked_about() {
    let club = Club::announced(PLAN);
    for (id, name) in [("ann", "Ann Archer"), ("bob", "Bob O'Neil")] {
        club.joins(id);
        let entry = club.signs_entry(id, id, name);
        club.director(&["take", &entry]);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    let [[first, _]] = <[[String; 2]; 1]>::try_from(club.boards(1)).unwrap();
    let (first, name) = if first == "Ann Archer" { ("ann", first) } else { ("bob", first) };
    let half = name.split(' ').next().unwrap();
    let before = club.files("season/matches");
    // Without quotation marks, half of the name is the name of the player, and the other half that of the folder.
    let (code, said) =
        paste(&club, first, &format!("adjutant match accept season/matches/r01-b01 --seat union --name {half} Archer"));
    assert_eq!(code, 1, "{said}");
    assert!(said.contains(&format!("in this tournament you are '{name}', and you give the name '{half}'")), "{said}");
    assert!(club.files("season/matches") == before && !club.path("Archer").exists());
    let (code, said) =
        paste(&club, first, &format!("adjutant match join season/matches/r01-b01 --seat union --name {half}"));
    assert!(code == 1 && said.contains("quotation marks"), "{said}");
    // Without a name, he has that of his entry; the same in other letters is not asked about.
    let (code, said) = paste(&club, first, "adjutant match accept season/matches/r01-b01 --seat union");
    assert!(code == 0 && said.contains(&name), "{said}");
}

/// A player who floods the director with appeals fills neither his folder nor his status.
#[test]
fn only_some_appeals_of_one_player_are_kept() {
    let club = Club::announced(PLAN);
    for player in ["ann", "bob"] {
        club.enters(player);
    }
    club.director(&["roster"]);
    club.director(&["pair"]);
    for player in ["ann", "bob"] {
        club.run_ok(player, &["tournament", "take", "season", "--folder", player]);
    }
    let appeal = |who: &str, n: usize| {
        club.run_ok(who, &["tournament", "appeal", "2", "--reason", &format!("reason {n}"), "--folder", who])
    };
    (0..12).for_each(|n| drop(appeal("ann", n)));
    appeal("bob", 0);
    let kept = |who: &str| {
        let all = club.files("season/players");
        all.iter().filter(|(path, _)| path.to_string_lossy().contains(&format!("appeal-{who}"))).count()
    };
    let take = || club.run("director", &["tournament", "take", "ann/players", "bob/players", "--folder", "season"]).1;
    let said = take();
    assert!(said.contains("4 appeals of ann") && said.contains("8 appeals of ann wait for a decision"), "{said}");
    assert_eq!((kept("ann"), kept("bob")), (8, 1));
    assert_eq!(club.director(&["status"]).matches("ann has appealed").count(), 8);
    // Taken in again nothing is added; after a decision there is room for one.
    take();
    assert_eq!(kept("ann"), 8);
    club.director(&["decide", "--appeal", "ann", "--reason", "no"]);
    let said = take();
    assert!(said.contains("3 appeals of ann"), "{said}");
    assert_eq!(kept("ann"), 9);
    club.director(&["verify", "--documents-only"]);
}
