//! The tables of refusals against the refusals: each has a row, and no template asks for what its refusal does not have.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::present::schema_fields::{fields, unknown};
use civil_war::present::refusals::tables::{FORMS, MADE, load};
use civil_war::refusal::{
    ArmyRefusal, MoveRefusal, NavalRefusal, PayRefusal, RailBar, RailRefusal, RallyRefusal, ReinforceRefusal,
    TurnRefusal, Unmet, WorksRefusal,
};

#[test]
fn every_refusal_has_a_row_and_no_row_asks_for_more() {
    let chapters: [Value; 11] = [
        json!(schemars::schema_for!(ArmyRefusal)),
        json!(schemars::schema_for!(MoveRefusal)),
        json!(schemars::schema_for!(NavalRefusal)),
        json!(schemars::schema_for!(PayRefusal)),
        json!(schemars::schema_for!(RailRefusal)),
        json!(schemars::schema_for!(RailBar)),
        json!(schemars::schema_for!(RallyRefusal)),
        json!(schemars::schema_for!(ReinforceRefusal)),
        json!(schemars::schema_for!(TurnRefusal)),
        json!(schemars::schema_for!(Unmet)),
        json!(schemars::schema_for!(WorksRefusal)),
    ];
    let table = load().expect("the tables");
    let mut left: BTreeSet<String> = table.keys().cloned().collect();
    for root in &chapters {
        for variant in root["oneOf"].as_array().expect("variants") {
            let named =
                variant["properties"].as_object().into_iter().flatten().map(|(name, part)| (name.clone(), part));
            let bare = variant["enum"].as_array().into_iter().flatten().chain(variant.get("const"));
            let bare = bare.map(|name| (name.as_str().expect("a name").to_owned(), &Value::Null));
            for (name, part) in named.chain(bare) {
                let row = table.get(&name).unwrap_or_else(|| panic!("no row for {name}"));
                let texts = [&row.says, &row.advice].into_iter().chain(row.words.values());
                assert_eq!(unknown(texts, &fields(root, part), MADE, &FORMS), Vec::<String>::new(), "{name}");
                left.remove(&name);
            }
        }
    }
    assert!(left.is_empty(), "rows of no refusal: {left:?}");
}
