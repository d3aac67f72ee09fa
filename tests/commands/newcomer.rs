//! What the program says to somebody who does not know it yet.

use crate::refereed_match;
use adjutant::document::Value;
use adjutant::report::grammar::side_name;
use refereed_match::RefereedMatch;

fn out(table: &RefereedMatch, seat: &str, args: &[&str]) -> String {
    let ran = table.run(seat, args);
    assert_eq!(ran.code, 0, "{args:?}: {}{}", ran.out, ran.err);
    ran.out
}

#[test]
fn legal_says_whose_list_it_is_how_much_is_like_it_and_that_the_turn_is_signed() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    counts_orders_that_are_alike(&table, &seat);
    let (other, own, theirs) = match seat.as_str() {
        "union" => ("confederate", "jackson", "mcdowell"),
        _ => ("union", "mcdowell", "jackson"),
    };
    let mover = seat.to_uppercase();

    // A player who is not asked gets the list of the one who is, and is told so; about his own leader he gets his own
    // list.
    let said = out(&table, other, &["legal"]);
    assert!(said.contains(&format!("It is not your move now; this is what {mover} may do.")), "{said}");
    let said = out(&table, other, &["legal", "--for", own]);
    let heading = format!(
        "It is not your move now: {mover} ({}) is to move.\nOptions of {}: ",
        side_name(&seat),
        side_name(other)
    );
    assert!(said.starts_with(&heading), "{said}");
    let refused = table.run(other, &["legal", "--for", theirs]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains(&format!("use --seat {seat}")), "{}", refused.err);
    assert!(
        out(&table, other, &["legal", "--for", theirs, "--seat", &seat])
            .contains(&format!("Options of {}: ", side_name(&seat)))
    );

    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.run_ok(&seat, &["sign"]);
    for args in [["legal"].as_slice(), &["legal", "--for", theirs]] {
        let said = out(&table, &seat, args);
        assert!(said.starts_with("You have already signed your turn for this step, turns/"), "{args:?}: {said}");
    }
    let said = out(&table, other, &["legal"]);
    assert!(
        said.starts_with(&format!("{mover} ({}) has already signed a turn for this step, turns/", side_name(&seat))),
        "{said}"
    );
    let json: Value = serde_json::from_str(&out(&table, &seat, &["legal", "--format", "json"])).unwrap();
    assert!(json["signed"].as_str().is_some_and(|file| file.starts_with("turns/")), "{json}");
}

/// That a short list and a long one have as many orders.
fn counts_orders_that_are_alike(table: &RefereedMatch, seat: &str) {
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
    assert!(short.contains(" more like these; --all lists them all"), "{short}");
    assert!(entries(&short) < orders.len() + later.len());
    assert_eq!(entries(&short) + more(&short), orders.len() + later.len(), "{short}");
    let long = out(table, seat, &["legal", "--all"]);
    assert_eq!((entries(&long), more(&long)), (orders.len() + later.len(), 0), "{long}");
}

#[test]
fn a_side_is_joined_once() {
    let table = RefereedMatch::new();
    let folder = table.root.path().join("june").display().to_string();
    table.run_ok("union", &["match", "new", &folder, "--title", "June", "--game", "seven_days"]);
    table.run_ok("union", &["match", "join", &folder, "--seat", "ann", "--name", "Ann", "--side", "union"]);
    let join = |side: &str| {
        table.run("confederate", &["match", "join", &folder, "--seat", "bob", "--name", "Bob", "--side", side])
    };
    let refused = join("union");
    assert_eq!(refused.code, 2, "{}", refused.out);
    assert!(refused.err.contains("Ann already plays the side 'union', in the seat 'ann'"), "{}", refused.err);
    assert!(refused.err.contains("take the other side with --side confederate"), "{}", refused.err);
    assert_eq!(join("confederate").code, 0);
}

#[test]
fn sign_repeats_what_check_has_warned_of() {
    let table = RefereedMatch::playing(&["--game", "seven_days"]);
    let seat = table.until_orders();
    table.drafted(&seat, "orders: [{wait: {}}]");
    let warning = "Warning: order 1 waits before any other order: you will be asked for the same orders again [9.2.2].";
    assert!(out(&table, &seat, &["check"]).contains(warning));
    assert!(out(&table, &seat, &["sign"]).contains(warning));
    // A turn that is signed already is handed out again without mentioning it.
    assert!(!out(&table, &seat, &["sign"]).contains("Warning"));
}

#[test]
fn who_has_no_secrets_may_ask_what_is_legal() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let said = out(&table, "nobody", &["legal"]);
    assert!(said.starts_with(&format!("{} ({}) is to move", seat.to_uppercase(), side_name(&seat))), "{said}");
    assert!(["keys", "seeds"].iter().all(|part| !table.home("nobody").join(part).exists()), "to look makes no secrets");
    // Where both are asked, both are mentioned.
    let both = RefereedMatch::new();
    let said = out(&both, "nobody", &["legal"]);
    let awaited = both.awaited();
    assert!(
        awaited.iter().all(|(seat, _)| said.contains(&format!(
            "{} ({}) is to move",
            seat.to_uppercase(),
            side_name(seat)
        ))),
        "{said}"
    );
    let json: Value = serde_json::from_str(&out(&both, "nobody", &["legal", "--format", "json"])).unwrap();
    let told = json["seats"].as_array().map_or(1, Vec::len);
    assert_eq!(told, awaited.len(), "{json}");
}

#[test]
fn the_report_of_a_player_tells_all_since_his_last_turn() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.run_ok(&seat, &["sign"]);
    table.run_ok("adjudicator", &["adjudicate"]);
    let newest = table.state()["step"].as_u64().unwrap();
    // What he signed last was resolved in this step: that one alone.
    let alone = out(&table, &seat, &["report", &newest.to_string()]);
    assert_eq!(out(&table, &seat, &["report"]), alone);
    // A reader without a seat sees the newest step; with a starting step, all steps since.
    assert_eq!(out(&table, "nobody", &["report"]), alone);
    let since = (newest - 2).to_string();
    let said = out(&table, "nobody", &["report", "--since", &since]);
    let heading = format!("A summer by mail: steps {} to {newest}", newest - 1);
    assert!(said.starts_with(&heading), "{said}");
    for step in newest - 1..=newest {
        assert!(said.contains(&format!("\nStep {step}\n")), "{said}");
    }
    assert_eq!(said.matches("Next move").count(), 1, "{said}");
    let markdown = out(&table, "nobody", &["report", "--since", &since, "--markdown"]);
    assert!(
        markdown.starts_with(&format!("# {heading}\n")) && markdown.contains(&format!("\n## Step {newest}\n")),
        "{markdown}"
    );
    let json: Value =
        serde_json::from_str(&out(&table, "nobody", &["report", "--since", &since, "--format", "json"])).unwrap();
    assert_eq!(json["sections"].as_array().map(Vec::len), Some(2), "{json}");
    let page = table.root.path().join("since.html");
    table.run_ok("nobody", &["report", "--since", &since, "--html", page.to_str().unwrap()]);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains(&format!("<h2>Step {newest}</h2>")) && page.contains("<svg"), "no page");
    // No two rows of the page have one name.
    let ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let distinct: std::collections::BTreeSet<&&str> = ids.iter().collect();
    assert_eq!(distinct.len(), ids.len(), "{ids:?}");
    let refused = table.run("nobody", &["report", "--since", &newest.to_string()]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("nothing has happened since step"), "{}", refused.err);
    // The player whose last turn is further back reads more than the newest step.
    let other = if seat == "union" { "confederate" } else { "union" };
    let said = out(&table, other, &["report"]);
    assert!(said.contains(": steps ") || said == alone, "{said}");
}
