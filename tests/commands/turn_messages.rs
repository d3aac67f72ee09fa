//! What a player is told before and after a turn: the questions, what is still open, what his turn would do, why one
//! was refused. Played with the program itself.

use crate::refereed_match;
use std::fs;

use refereed_match::RefereedMatch;
use serde_json::Value;

fn out(table: &RefereedMatch, seat: &str, args: &[&str]) -> String {
    let ran = table.run(seat, args);
    assert_eq!(ran.code, 0, "{args:?} as {seat}: {}{}", ran.out, ran.err);
    ran.out
}

fn err(table: &RefereedMatch, seat: &str, args: &[&str]) -> String {
    let ran = table.run(seat, args);
    assert_ne!(ran.code, 0, "{args:?} as {seat}: {}", ran.out);
    ran.err
}

fn all(text: &str, wanted: &[&str]) {
    for words in wanted {
        assert!(text.contains(words), "no '{words}' in:\n{text}");
    }
}

fn other(seat: &str) -> &'static str {
    if seat == "union" { "confederate" } else { "union" }
}

fn report(table: &RefereedMatch) -> String {
    out(table, "adjudicator", &["report"])
}

/// Writes a turn of a seat, signs it, and has it answered.
fn play(table: &RefereedMatch, seat: &str, lines: &str) -> String {
    let path = table.root.path().join("turn.yaml");
    fs::write(&path, format!("adjutant: 1\nkind: turn\n{lines}\n")).unwrap();
    table.run_ok(seat, &["sign", path.to_str().unwrap()]);
    out(table, "adjudicator", &["adjudicate"])
}

/// The seat from which orders are asked, and its first legal order.
fn orders(table: &RefereedMatch) -> (String, Value) {
    let seat = table.until_orders();
    let order = table.legal_order(&seat);
    (seat, order)
}

#[test]
fn what_is_asked_is_said_in_sentences() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let status = out(&table, other(&seat), &["match", "status"]);
    all(
        &status,
        &[
            ": orders.",
            "may spend up to",
            "in this half-pulse",
            "It must first bring in its free reinforcement",
            "[4.2]",
        ],
    );
    assert!(!status.contains("{turn") && !status.contains("difference_left"), "{status}");
    let draft = fs::read_to_string(table.draft(&seat)).unwrap();
    all(
        &draft,
        &["# Your move: orders.\n", "# offer: draw", "# take_back: {to_step: ", "-- After the free reinforcement:"],
    );
    let legal = out(&table, other(&seat), &["legal"]);
    let who = format!("{} ({}) is to move: orders.", seat.to_uppercase(), capital(&seat));
    all(&legal, &[&who, "It is not your move now", "# After the free reinforcement, in the same turn or the next:"]);
    all(&legal, &["  - {}  # withdraws your standing orders", "  # bring "]);
}

#[test]
fn an_open_offer_is_told_and_its_acceptance_is_announced() {
    let table = RefereedMatch::new();
    let (seat, order) = orders(&table);
    let told = play(&table, &seat, &format!("orders: [{order}]\noffer: draw"));
    let name = seat.to_uppercase();
    let offer = format!("{name} ({}) has offered a draw.", capital(&seat));
    all(&told, &[&offer]);
    let mut asked = table.until_orders();
    for _ in 0..20 {
        if asked != seat {
            break;
        }
        let order = table.legal_order(&seat);
        play(&table, &seat, &format!("orders: [{order}]"));
        asked = table.until_orders();
    }
    assert_ne!(asked, seat, "the other side is asked for orders in the end");
    all(&out(&table, &asked, &["match", "status"]), &[&offer]);
    all(&fs::read_to_string(table.draft(&asked)).unwrap(), &[&format!("# {offer}")]);
    let page = report(&table).split_whitespace().collect::<Vec<_>>().join(" ");
    all(&page, &[&offer, "accepts it and ends the match"]);
    let turn = table.root.path().join("turn.yaml");
    let path = turn.to_str().unwrap();
    let check = |lines: &str| {
        fs::write(&turn, format!("adjutant: 1\nkind: turn\n{lines}\n")).unwrap();
        out(&table, &asked, &["check", path])
    };
    let order = table.legal_order(&asked);
    all(&check(&format!("orders: [{order}]")), &["It declines the draw that"]);
    all(&check("offer: resign"), &["You resign: the match ends"]);
    all(&check("take_back: {to_step: 1}"), &["This proposes to go back to the position of step 1"]);
    all(
        &check("offer: draw"),
        &[&format!("This accepts the draw that {name} ({}) offers, and ends the match.", capital(&seat))],
    );
    all(&out(&table, &asked, &["sign", path]), &["This accepts the draw"]);
    all(
        &out(&table, "adjudicator", &["adjudicate"]),
        &["The match is over: drawn by agreement, Union 0 to Confederate 0."],
    );
    all(
        &out(&table, &seat, &["match", "status"]),
        &["The match is over: drawn by agreement, Union 0 to Confederate 0."],
    );
    all(&out(&table, &seat, &["verify"]), &["outcome: drawn by agreement, Union 0 to Confederate 0"]);
    let page = report(&table);
    all(&page, &["Drawn by agreement, Union 0"]);
    assert!(!page.contains("left to\nspend") && !page.contains("By: draw"), "{page}");
}

#[test]
fn an_answer_to_a_take_back_says_what_an_empty_turn_does() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    play(&table, &seat, "take_back: {to_step: 1}");
    let asked = other(&seat);
    all(
        &out(&table, asked, &["match", "status"]),
        &["accept or decline the take-back to step 1", "an empty turn declines"],
    );
    all(&out(&table, asked, &["legal"]), &["take_back: {to_step: 1}  # to agree; an empty turn declines"]);
    table.draft(asked);
    all(&out(&table, asked, &["check"]), &["This turn is empty: it declines to go back to step 1"]);
}

#[test]
fn a_refused_turn_is_explained_to_the_player_and_in_the_next_report() {
    let table = RefereedMatch::new();
    let (seat, order) = orders(&table);
    // What no draft lets through: the file is signed by hand.
    let draft = table.drafted(&seat, &format!("orders: [{order}]"));
    let seeds = table.home(&seat).join("seeds");
    let log = fs::read_dir(&seeds).unwrap().next().unwrap().unwrap().path().join("log");
    let before = fs::read(&log).unwrap();
    table.run_ok(&seat, &["sign"]);
    fs::write(&log, before).unwrap();
    let step = table.state()["step"].as_u64().unwrap() + 1;
    let path = table.folder().join(format!("turns/{step:04}-{seat}.yaml"));
    let mut turn = refereed_match::load(&path);
    turn["orders"] = serde_json::json!([{"spend": {"east": 19}}]);
    fs::write(&path, table.sealed(&turn, &seat, &seat)).unwrap();
    err(&table, "adjudicator", &["adjudicate"]);
    all(
        &out(&table, &seat, &["match", "status"]),
        &["was refused", "orders[0]", "the winner of the initiative brings in a free"],
    );
    fs::remove_file(draft).unwrap();
    // The log holds only what the program signed, so a document signed by hand must be reported to it.
    let folder = table.folder().display().to_string();
    let drafted = table.draft(&seat);
    all(
        &fs::read_to_string(&drafted).unwrap(),
        &["Your last turn for this step was refused", "the winner of the initiative brings in a free"],
    );
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.run_ok(&seat, &["sign", "--recover", &folder]);
    table.run_ok("adjudicator", &["adjudicate"]);
    let page = report(&table).split_whitespace().collect::<Vec<_>>().join(" ");
    all(&page, &["was refused", "the winner of the initiative brings in a free reinforcement first"]);
}

#[test]
fn what_lacks_a_draft_or_a_signature_says_what_to_run() {
    let table = RefereedMatch::new();
    let (seat, order) = orders(&table);
    all(&err(&table, &seat, &["check"]), &["there is no draft of your turn yet", "write one with `adjutant draft`"]);
    let draft = table.draft(&seat);
    let path = draft.to_str().unwrap().to_owned();
    all(
        &err(&table, "adjudicator", &["adjudicate", &path]),
        &["this is a draft, and nobody has signed it", "adjutant sign"],
    );
    table.drafted(&seat, &format!("orders: [{order}]"));
    all(&err(&table, "adjudicator", &["adjudicate", &path]), &["this is a draft, and nobody has signed it"]);
    all(&out(&table, &seat, &["check"]), &["These orders spend 0 of your ", "left, and you will be asked again [4.2]"]);
    table.run_ok(&seat, &["sign"]);
    let again = out(&table, &seat, &["sign"]);
    all(&again, &["this is the same file.\n"]);
    assert!(!again.contains("what you have written since"), "{again}");
    // Both files are lost: the log has the turn.
    let turns = || fs::read_dir(table.folder().join("turns")).unwrap().map(|one| one.unwrap().path());
    let newest = turns().max().unwrap();
    let text = fs::read_to_string(&newest).unwrap();
    fs::remove_file(&newest).unwrap();
    fs::remove_file(&draft).unwrap();
    all(&err(&table, &seat, &["draft"]), &["`adjutant sign", "writes that file again"]);
    all(&out(&table, &seat, &["sign"]), &["this is the same file.\n"]);
    assert_eq!(fs::read_to_string(&newest).unwrap(), text);
}

#[test]
fn new_standing_orders_are_told_in_words_and_their_withdrawal_too() {
    let table = RefereedMatch::new();
    let (seat, order) = orders(&table);
    play(&table, &seat, &format!("orders: [{order}]\nstanding: {{rerolls: never}}"));
    let page = report(&table).split_whitespace().collect::<Vec<_>>().join(" ");
    all(&page, &["gives new standing orders. Combat dice are never rerolled."]);
    let (seat, order) = orders(&table);
    play(&table, &seat, &format!("orders: [{order}]\nstanding: {{}}"));
    all(&report(&table), &["withdraws all standing orders."]);
}

#[test]
fn a_choice_made_twice_is_one_mistake() {
    let table = RefereedMatch::new();
    let seat = "union";
    table.run_ok("union", &["sign"]);
    table.run_ok("confederate", &["sign"]);
    table.run_ok("adjudicator", &["adjudicate"]);
    let draft = table.draft(seat);
    let text = fs::read_to_string(&draft).unwrap();
    all(
        &text,
        &["# Uncomment one line for each choice", "  # East primary, West secondary, Trans-Mississippi tertiary"],
    );
    fs::write(&draft, text.replacen("  # - ", "  - ", 2)).unwrap();
    let told = err(&table, seat, &["check"]);
    all(&told, &["'priorities-1' is chosen twice", "keep one of the two lines"]);
    assert_eq!(told.matches("error:").count(), 1, "{told}");
}

/// The name of a hex with its number, as `show hex` heads it.
fn called(table: &RefereedMatch, hex: &str) -> String {
    out(table, "union", &["show", "hex", hex]).lines().next().unwrap().to_owned()
}

/// The name of a side, a track or an order as a person writes it.
fn capital(word: &str) -> String {
    word[..1].to_uppercase() + &word[1..]
}

#[test]
fn names_are_understood_in_drafts_and_signed_in_standard_form() {
    let table = RefereedMatch::new();
    let (seat, order) = orders(&table);
    let (from, at) = (
        order["reinforce"]["from"].as_str().unwrap().to_owned(),
        order["reinforce"]["at"].as_str().unwrap().to_owned(),
    );
    let place = called(&table, &at);
    let bare = place.split(" (").next().unwrap();
    for at in [place.as_str(), bare] {
        let order = format!("Reinforce: {{From: {}, at: \"{at}\"}}", capital(&from));
        table.drafted(&seat, &format!("orders:\n  - {order}\n  - Spend: {{West: 1}}"));
        let said = out(&table, &seat, &["check"]);
        all(
            &said,
            &[
                "is a legal turn for",
                &format!("  {place} is written "),
                &format!("{} is written {from}.", capital(&from)),
            ],
        );
    }
    // The command line accepts the same.
    all(&out(&table, &seat, &["legal", "--seat", &capital(&seat)]), &["Your move ("]);
    all(
        &out(&table, &seat, &["odds", "--order", &format!("Reinforce: {{from: {from}, at: \"{place}\"}}")]),
        &["Order 1"],
    );
    let said = out(&table, &seat, &["sign"]);
    all(
        &said,
        &[&format!("{place} is written "), &format!("reinforce: {{from: {from}, at: \"{at}\"}}"), "spend: {west: 1}"],
    );
    all(&out(&table, "adjudicator", &["adjudicate"]), &["is adjudicated"]);
    // Words that are ambiguous, misspelt or contradict their number are not guessed.
    let table = RefereedMatch::new();
    let (seat, order) = orders(&table);
    let from = order["reinforce"]["from"].as_str().unwrap();
    for (written, wanted) in [
        ("Wincester", "did you mean \"4905\" (Winchester)?"),
        ("Winchester (5106)", "expected the four digits of a hex"),
        ("Winch", "Winchester (4905) is written \"4905\""),
    ] {
        table.drafted(&seat, &format!("orders:\n  - reinforce: {{from: {from}, at: \"{written}\"}}"));
        all(&err(&table, &seat, &["check"]), &[wanted]);
    }
}

#[test]
fn a_wrong_shape_is_answered_with_what_to_write() {
    let table = RefereedMatch::new();
    let (seat, order) = orders(&table);
    let (from, at) = (order["reinforce"]["from"].as_str().unwrap(), order["reinforce"]["at"].as_str().unwrap());
    let own = format!("reinforce: {{from: {from}, at: \"{at}\"}}");
    for (lines, line, wanted) in [
        (
            format!("orders:\n  - reinforce:\n    from: {from}\n    at: \"{at}\""),
            1,
            format!("indent the details further than `reinforce`, or write: - {own}"),
        ),
        (
            format!("orders:\n  - {own}\n    spend: {{west: 1}}"),
            1,
            format!("start each order with its own dash: - {own}, then - spend: {{west: 1}}"),
        ),
        (format!("orders:\n  {own}"), 1, format!("start each with a dash: - {own}")),
        (
            format!("orders:\n  - {own}\n  - move: {{leader: jackson, path: [5106 5006]}}"),
            2,
            "write a comma between the entries: path: [5106, 5006]".to_owned(),
        ),
        (
            format!("orders:\n  - {own}\n  - move: {{leader: jackson, path: [\"5106\" \"5006\"]}}"),
            2,
            "write a comma between the entries".to_owned(),
        ),
        (
            format!("orders:\n  - {own}\n  - move: {{leader: jackson, path: 5106}}"),
            2,
            "write it in brackets: path: [5106]".to_owned(),
        ),
        (
            format!("orders:\n  - {own}\n  - move: {{leader: jackson, path: {{a: 5106}}}}"),
            2,
            "write it in brackets: path: [5106]".to_owned(),
        ),
        (
            format!("orders:\n  - reinforce: [{from}, \"{at}\"]"),
            1,
            "name each detail, as in: - {reinforce: {from: ".to_owned(),
        ),
        (
            format!("orders:\n  - reinforce {from} at {at}"),
            1,
            "write a colon after the order, and its details in braces: - {reinforce: {from: ".to_owned(),
        ),
        (
            format!("orders:\n  - {own}\n  - move: {{leader: jackson path: [5106]}}"),
            2,
            "write a comma between the entries: jackson, path: …".to_owned(),
        ),
        (format!("orders:\n  - {own}\n  - attack: {{at: 5106}}"), 2, "to attack, move into the enemy's hex".to_owned()),
        (format!("orders:\n  - {own}\n  - pass: {{}}"), 2, "you cannot pass; use `spend` or `finish`".to_owned()),
        (format!("orders:\n  - {own}\n  - pass"), 2, "you cannot pass; use `spend` or `finish`".to_owned()),
        (
            format!("orders:\n  - {own}\n  - move: {{leader: jackson, path: [51066]}}"),
            2,
            "write the number of the hex, as on the map".to_owned(),
        ),
        (format!("orders:\n  - {own}\n  -finish"), 2, "write `- finish: …`, a space after the dash".to_owned()),
        (format!("orders:\n  - {own}\n  -finish: {{}}"), 2, "write `- finish: …`, a space after the dash".to_owned()),
        ("orders:\n  -finish".to_owned(), 1, "a space after the dash".to_owned()),
        (
            format!("orders: {{{own}, finish: {{}}}}"),
            0,
            format!("start each with a dash: - {own}, then - finish: {{}}"),
        ),
        (
            "answers:\n  id: react-1\n  answer: {none: {}}".to_owned(),
            1,
            "start each with a dash: - {id: react-1, answer: {none: {}}}".to_owned(),
        ),
        (format!("orders:\n  - reinforce: {{from: {from}, at: “{at}”}}"), 1, "write a straight \" or none".to_owned()),
        (format!("orders:\n\t- {own}"), 1, "replace the tab by spaces".to_owned()),
        (format!("orders:\n  - reinforce: {{from: {from}, at: \"{at}}}"), 1, "write a \" at its end".to_owned()),
    ] {
        let draft = table.drafted(&seat, &lines);
        let text = fs::read_to_string(draft).unwrap();
        let field = |line: &str| line.starts_with("orders:") || line.starts_with("answers:");
        let number = text.lines().position(field).unwrap() + 1 + line;
        all(&err(&table, &seat, &["check"]), &[&wanted, &format!(".yaml:{number}:")]);
    }
}
