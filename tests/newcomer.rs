//! What the program says to somebody who does not know it yet.

#[path = "support/table.rs"]
mod table;

use adjutant::document::Value;
use table::Table;

fn out(table: &Table, seat: &str, args: &[&str]) -> String {
    let ran = table.run(seat, args);
    assert_eq!(ran.code, 0, "{args:?}: {}{}", ran.out, ran.err);
    ran.out
}

#[test]
fn legal_says_whose_list_it_is_how_much_is_like_it_and_that_the_turn_is_signed() {
    let table = Table::new();
    let seat = table.until_orders();
    counts_orders_that_are_alike(&table, &seat);
    let (other, own, theirs) = match seat.as_str() {
        "union" => ("confederate", "jackson", "mcdowell"),
        _ => ("union", "mcdowell", "jackson"),
    };
    let (mover, waits) = (seat.to_uppercase(), other.to_uppercase());

    // Whoever is not asked reads the list of him who is, and is told so; about his own man he reads what is his.
    let said = out(&table, other, &["legal"]);
    assert!(said.contains(&format!("Nothing is asked of you now; this is what {mover} may do.")), "{said}");
    let said = out(&table, other, &["legal", "--for", own]);
    let heading = format!("Nothing is asked of you now: {mover} ({seat}) is to move.\nFor {waits} ({other}): ");
    assert!(said.starts_with(&heading), "{said}");
    let refused = table.run(other, &["legal", "--for", theirs]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains(&format!("with --seat {seat}")), "{}", refused.err);
    assert!(
        out(&table, other, &["legal", "--for", theirs, "--seat", &seat]).contains(&format!("For {mover} ({seat}): "))
    );

    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.yes(&seat, &["sign"]);
    for args in [["legal"].as_slice(), &["legal", "--for", theirs]] {
        let said = out(&table, &seat, args);
        assert!(said.starts_with("You have signed your turn for this step already, turns/"), "{args:?}: {said}");
    }
    let said = out(&table, other, &["legal"]);
    assert!(said.starts_with(&format!("{mover} ({seat}) has signed a turn for this step already, turns/")), "{said}");
    let json: Value = serde_json::from_str(&out(&table, &seat, &["legal", "--format", "json"])).unwrap();
    assert!(json["signed"].as_str().is_some_and(|file| file.starts_with("turns/")), "{json}");
}

/// That a short list and a long one have as many orders.
fn counts_orders_that_are_alike(table: &Table, seat: &str) {
    let json: Value = serde_json::from_str(&out(table, seat, &["legal", "--format", "json"])).unwrap();
    let (orders, later) = (json["orders"].as_array().unwrap(), json["later"].as_array().unwrap());
    let entries = |said: &str| -> usize {
        let until = said.find("# One of these, under standing").unwrap();
        said[..until].lines().filter(|line| line.starts_with("  - {")).count()
    };
    let more = |said: &str| -> usize {
        let counts =
            said.lines().filter_map(|line| line.strip_prefix("  # … and ")?.split(' ').next()?.parse::<usize>().ok());
        counts.sum()
    };
    let short = out(table, seat, &["legal"]);
    assert!(short.contains(" more like it; --all prints them"), "{short}");
    assert!(entries(&short) < orders.len() + later.len());
    assert_eq!(entries(&short) + more(&short), orders.len() + later.len(), "{short}");
    let long = out(table, seat, &["legal", "--all"]);
    assert_eq!((entries(&long), more(&long)), (orders.len() + later.len(), 0), "{long}");
}

#[test]
fn a_side_is_joined_once() {
    let table = Table::new();
    let folder = table.root.path().join("june").display().to_string();
    table.yes("union", &["match", "new", &folder, "--title", "June", "--game", "seven_days"]);
    table.yes("union", &["match", "join", &folder, "--seat", "ann", "--name", "Ann", "--side", "union"]);
    let join = |side: &str| {
        table.run("confederate", &["match", "join", &folder, "--seat", "bob", "--name", "Bob", "--side", side])
    };
    let refused = join("union");
    assert_eq!(refused.code, 2, "{}", refused.out);
    assert!(refused.err.contains("Ann plays the side 'union' already, as 'ann'"), "{}", refused.err);
    assert!(refused.err.contains("take the other one with --side confederate"), "{}", refused.err);
    assert_eq!(join("confederate").code, 0);
}

#[test]
fn sign_repeats_what_check_has_warned_of() {
    let table = Table::playing(&["--game", "seven_days"]);
    let seat = table.until_orders();
    table.drafted(&seat, "orders: [{wait: {}}]");
    let warning = "Beware. Order 1 waits, and nothing is done: you are asked the same again [9.2.2].";
    assert!(out(&table, &seat, &["check"]).contains(warning));
    assert!(out(&table, &seat, &["sign"]).contains(warning));
    // What is signed already is handed out again without a word of that.
    assert!(!out(&table, &seat, &["sign"]).contains("Beware"));
}
