use adjutant_core::board::Area;
use adjutant_core::document::Id;
use adjutant_core::engine::Reason;
use seven_days::SevenDays;
use seven_days::pack::Side;
use seven_days::present::refusals::{FORMS, MADE, load};
use seven_days::refusal::{ImpulseRefusal, MoveRefusal, NameRefusal, NightRefusal, Refusal, Unmet};

use crate::word_table_checks::{Known, check_refusals};

#[test]
fn every_refusal_has_a_row_and_no_row_asks_for_more() {
    let chapters = [
        serde_json::json!(schemars::schema_for!(ImpulseRefusal)),
        serde_json::json!(schemars::schema_for!(MoveRefusal)),
        serde_json::json!(schemars::schema_for!(NameRefusal)),
        serde_json::json!(schemars::schema_for!(NightRefusal)),
        serde_json::json!(schemars::schema_for!(Unmet)),
    ];
    let known = Known { made: MADE, forms: &FORMS };
    assert_eq!(check_refusals(&chapters, &load().expect("the tables"), &known), Vec::<String>::new());
}

/// What a refusal says to the player of a side, and to everybody who reads the reason in a report.
fn both(refusal: impl Into<Refusal>, side: Side) -> [String; 2] {
    let (rules, refusal) = (SevenDays::shipped(), refusal.into());
    let problem = refusal.to_owner(&rules, side);
    let reason = Reason::of(&problem);
    assert_eq!(Refusal::of(&reason), Some(refusal), "{reason:?}");
    [problem.message, adjutant_core::report::shared_sections::because(&rules, &side.id(), &[reason])]
}

#[test]
fn a_refusal_reads_right_to_its_player_and_to_everybody() {
    let (area, id) = (Area(5), Id::known);
    assert_eq!(
        both(NameRefusal::EnemyCounter { id: id("mccall_infantry") }, Side::Confederate),
        ["McCall Infantry belongs to the enemy", "McCall Infantry belongs to the Union"]
    );
    assert_eq!(
        both(MoveRefusal::AreaFull { area }, Side::Confederate),
        [
            "Mechanicsville (5) is full: it has ten of your units",
            "Mechanicsville (5) is full: it has ten of the Confederacy's units"
        ]
    );
    assert_eq!(
        both(MoveRefusal::BuildsInEnemyArea { area }, Side::Union),
        ["you do not control Mechanicsville (5)", "the Union does not control Mechanicsville (5)"]
    );
    assert_eq!(
        both(MoveRefusal::NoEnemyAtBridge { bridge: id("new_bridge") }, Side::Union),
        ["the enemy is at neither end of New Bridge", "the Confederacy is at neither end of New Bridge"]
    );
    assert_eq!(
        both(ImpulseRefusal::WithoutAdvantage { used: true }, Side::Union),
        ["you do not have the Advantage", "the Union does not have the Advantage"]
    );
    assert_eq!(
        both(NightRefusal::TooFewReplacementPoints { used: 1, have: 0 }, Side::Confederate),
        [
            "the order uses 1 Replacement Point, and you have 0",
            "the order uses 1 Replacement Point, and the Confederacy has 0"
        ]
    );
    assert_eq!(
        both(NightRefusal::NoReplacementPath { unit: id("mccall_infantry"), to: Area(17) }, Side::Union),
        [
            "no path of areas that you control leads from McCall Infantry to White House Landing (17)",
            "no path of areas that the Union controls leads from McCall Infantry to White House Landing (17)"
        ]
    );
}

#[test]
fn lists_and_numbers_are_kept_as_facts() {
    let units = vec![Id::known("hooker_infantry"), Id::known("kearny_infantry")];
    let [owner, everybody] = both(ImpulseRefusal::NoRoomToRegroup { to: Area(40), units }, Side::Union);
    let wanted =
        "Hooker Infantry and Kearny Infantry cannot go to Fair Oaks (40), which would then have more than ten units";
    assert_eq!((owner.as_str(), everybody.as_str()), (wanted, wanted));
    let far = MoveRefusal::TooFewMovementFactors { who: Id::known("mccall_infantry"), to: Area(6), left: 1, cost: 4 };
    let [owner, _] = both(far, Side::Union);
    assert_eq!(owner, "McCall Infantry has 1 Movement Factor left, and Ellerson's Mill (6) costs 4");
}
