use serde_json::{Value, json};

use crate::word_table_checks::{Known, check_refusals};
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
    let known = Known { made: MADE, forms: &FORMS };
    assert_eq!(check_refusals(&chapters, &load().expect("the tables"), &known), Vec::<String>::new());
}
