//! The game can read every example in `docs/civil_war.md`, and those of a scenario are legal in it.

use adjutant::document::{Form, Value, read};
use adjutant::engine::Decision;
use adjutant::games::civil_war::CivilWar;
use adjutant::games::civil_war::orders::{Answer, Order, Standing};
use adjutant::session::{Game, Rules};
use serde::de::DeserializeOwned;
use serde_json::json;

const PAGE: &str = include_str!("../../docs/civil_war.md");

fn game() -> Rules<CivilWar> {
    Rules(CivilWar::shipped())
}

/// A text under the profile of drafts.
fn yaml(text: &str) -> Value {
    let document = read("docs/civil_war.md", format!("adjutant: 1\n{text}\n").as_bytes(), Form::Draft);
    document.unwrap_or_else(|problem| panic!("{problem:?} in:\n{text}")).content
}

#[track_caller]
fn reads<T: DeserializeOwned>(value: &Value) -> T {
    serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{error}: {value}"))
}

/// The indented blocks of the page, each with the field that it begins with.
fn blocks() -> Vec<String> {
    let mut blocks: Vec<String> = Vec::new();
    let mut inside = false;
    for line in PAGE.lines() {
        match line.strip_prefix("    ") {
            Some(line) if inside => {
                let block = blocks.last_mut().expect("a block");
                block.push_str(line);
                block.push('\n');
            }
            Some(line) if !line.starts_with(' ') => {
                blocks.push(format!("{line}\n"));
                inside = true;
            }
            // An empty line parts blocks.
            _ => inside = false,
        }
    }
    blocks
}

/// The section of the options of a charter.
const OPTIONS: &str = "## Optional rules";

/// The first code span of each row of the tables in the sections that are wanted, by their headings.
fn rows(wanted: impl Fn(&str) -> bool) -> Vec<&'static str> {
    let mut heading = "";
    let mut rows = Vec::new();
    for line in PAGE.lines() {
        if line.starts_with("## ") {
            heading = line;
        } else if let Some(row) = line.strip_prefix("| `").filter(|_| wanted(heading)) {
            rows.push(row.split('`').next().expect("a span"));
        }
    }
    rows
}

/// Every option of the table can be switched on, and excludes what the table says.
#[test]
fn every_optional_rule_of_the_page_is_one_of_the_game() {
    let options = rows(|heading| heading == OPTIONS);
    assert_eq!(options.len(), 17);
    for option in options {
        let chosen = [(option.to_owned(), json!(true))].into_iter().collect();
        match game().setup(&"campaign_1862".parse().expect("an id"), &chosen) {
            Ok(_) => assert_ne!(option, "modified_leaders", "the pack has no other leaders"),
            Err(problem) => {
                assert_eq!((option, problem.rule.as_deref()), ("modified_leaders", Some("CW-332")))
            }
        }
    }
}

#[test]
fn every_order_and_every_condition_of_the_tables_is_understood() {
    let mut orders = Vec::new();
    for row in rows(|heading| heading != OPTIONS) {
        let order = match row.strip_prefix("- ") {
            Some(_) => yaml(&format!("orders:\n  {row}"))["orders"][0].clone(),
            // A condition: the part in its place is described in words.
            None if row.contains('…') => continue,
            None => yaml(&format!("orders: [{{spend: {{east: 1, if: {{{row}}}}}}}]"))["orders"][0].clone(),
        };
        reads::<Order>(&order);
        orders.extend(order.as_object().expect("an order").keys().cloned());
    }
    for kind in ["reinforce", "move", "rail", "rally", "build", "destroy", "create", "remove", "transfer", "spend"] {
        assert!(orders.iter().any(|order| order == kind), "no {kind} on the page");
    }
}

#[test]
fn every_answer_and_every_standing_order_is_understood_and_legal() {
    let (mut answers, mut standing) = (0, 0);
    for block in blocks() {
        if block.starts_with("answers:") {
            for entry in yaml(&block)["answers"].as_array().expect("a list") {
                reads::<Answer>(&entry["answer"]);
                answers += 1;
            }
        } else if block.starts_with("standing:") {
            let value = yaml(&block)["standing"].clone();
            let orders: Standing = reads(&value);
            assert_ne!(orders, Standing::default());
            let table =
                game().setup(&"campaign_1862".parse().expect("an id"), &Default::default()).expect("a scenario");
            let act = Decision { standing: value.as_object().cloned(), ..Decision::default() };
            let problems = table.check(&"confederate".parse().expect("a side"), &act).err().unwrap_or_default();
            let of_standing: Vec<_> = problems
                .iter()
                .filter(|problem| problem.path.as_deref().is_some_and(|path| path.starts_with("standing.")))
                .collect();
            assert!(of_standing.is_empty(), "{of_standing:?}");
            standing += 1;
        }
    }
    assert!(answers >= 8 && standing >= 2, "{answers} answers, {standing} standing orders");
}

#[test]
fn the_turn_in_the_peninsula_is_legal() {
    let block = blocks().into_iter().find(|block| block.starts_with("orders:")).expect("orders");
    let orders = yaml(&block)["orders"].as_array().expect("a list").clone();
    assert!(orders.len() > 2);
    let given = json!({"scenario": "virginia_1862", "set_up": true, "phasing": "union", "difference": 9,
        "union": {"commands": {"east": 9}}});
    let table = game().case(&given).expect("a position");
    let act = Decision { orders, ..Decision::default() };
    assert_eq!(table.check(&"union".parse().expect("a side"), &act), Ok(()));
}
