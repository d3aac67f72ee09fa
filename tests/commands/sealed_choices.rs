//! Sealed choices and sealed cards: what a player's own program can know to be illegal is never signed.

use std::fs;

use serde_json::{Value, json};

use crate::refereed_match::RefereedMatch;

/// Matches in which somebody chooses in secret: the arguments of `match new`, and choices that are not legal.
fn tables() -> Vec<(&'static [&'static str], Vec<Value>)> {
    let priorities = || {
        vec![
            json!({"primary": "east", "secondary": "east"}),
            json!({"primary": "north", "secondary": "west"}),
            json!({"primary": "east"}),
            json!("east"),
            json!(null),
        ]
    };
    vec![
        (&["--game", "crossroads"], vec![json!("charge"), json!(["hold"]), json!({"posture": "hold"}), json!(1)]),
        (
            &["--game", "seven_days", "--option", "side_bids"],
            vec![
                json!({"side": "union", "bid": -1}),
                json!({"side": "union", "bid": 1000}),
                json!({"side": "usa", "bid": 1}),
                json!({"side": "union"}),
                json!(3),
            ],
        ),
        (
            &["--game", "crossroads", "--option", "side_bids"],
            vec![json!({"side": "union", "bid": 11}), json!({"side": "usa", "bid": 1}), json!(3)],
        ),
        (&["--scenario", "virginia_1861"], priorities()),
        (&["--scenario", "campaign_1861", "--option", "hidden_leaders"], priorities()),
    ]
}

#[test]
fn an_illegal_sealed_choice_is_refused_before_it_is_signed() {
    for (game, wrong) in tables() {
        let table = RefereedMatch::playing(game);
        let chooses =
            |table: &RefereedMatch| table.awaited().into_iter().find(|(_, asked)| asked.get("commit").is_some());
        for _ in 0..6 {
            if chooses(&table).is_some() {
                break;
            }
            table.awaited().iter().for_each(|(seat, _)| table.run_ok(seat, &["sign"]));
            table.run_ok("adjudicator", &["adjudicate"]);
        }
        let (seat, _) = chooses(&table).unwrap_or_else(|| panic!("{game:?}: nobody chooses"));
        let draft = table.draft(&seat);
        let text = fs::read_to_string(&draft).unwrap();
        let offered = text.lines().find(|line| line.starts_with("  # - {id: ")).unwrap_or_else(|| panic!("{text}"));
        let id = offered.trim_start_matches("  # - {id: ").split(',').next().unwrap();
        let turns = || fs::read_dir(table.folder().join("turns")).unwrap().count();
        let before = turns();
        for choice in wrong {
            fs::write(&draft, format!("adjutant: 1\nkind: turn\ncommit:\n  - {{id: {id}, choice: {choice}}}\n"))
                .unwrap();
            let draft = draft.to_str().unwrap();
            for command in ["check", "sign"] {
                let ran = table.run(&seat, &[command, draft]);
                assert_eq!(ran.code, 1, "{game:?} {command} {choice}: {}{}", ran.out, ran.err);
                assert!(ran.err.contains(&format!("{draft}:4")), "{game:?} {command} {choice}: {}", ran.err);
            }
            assert_eq!(turns(), before, "{game:?}: {choice} is signed");
        }
        // A digest, as the signed turn has it, or nothing in place of the choice.
        let digest = "0".repeat(64);
        let opening = format!("  - {{id: {id}");
        for (rest, message, path, column) in [
            (
                format!(", digest: \"{digest}\"}}"),
                "a secret choice in a draft has no digest: the program seals it",
                "commit[0].digest",
                opening.len() + ", digest: ".len(),
            ),
            ("}".to_owned(), "this secret choice does not say what you choose", "commit[0]", "  - ".len()),
        ] {
            fs::write(&draft, format!("adjutant: 1\nkind: turn\ncommit:\n{opening}{rest}\n")).unwrap();
            let draft = draft.to_str().unwrap();
            for command in ["check", "sign"] {
                let ran = table.run(&seat, &[command, draft]);
                let said = format!(
                    "error: {message}\n --> {draft}:4:{}\n  |\n4 | {opening}{rest}\n  | {}^ {path}\n  |\n  = rule: protocol 7\n  \
                     = help: write the choice itself: - {{id: {id}, choice: …}}\n",
                    column + 1,
                    " ".repeat(column)
                );
                assert_eq!((ran.code, ran.err.as_str()), (1, said.as_str()), "{game:?} {command}");
            }
            assert_eq!(turns(), before, "{game:?}: {rest} is signed");
        }
        fs::write(&draft, text.replacen("  # - ", "  - ", 1)).unwrap();
        table.run_ok(&seat, &["sign"]);
    }
}
