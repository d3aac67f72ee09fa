use serde_json::json;

use crate::present::test_reports::position;
use adjutant_core::board::Area;
use adjutant_core::document::from_value;
use seven_days::orders::Attack;
use seven_days::pack::Side;
use seven_days::position::ledger::Outcome;
use seven_days::present::assault_odds::*;
use seven_days::projection;

#[test]
fn throws_are_counted() {
    // Two throws of two dice are equal in 146 of 1296 cases, and 12 is above 2 by ten in one.
    assert_eq!((throws(0).0, throws(10), throws(11)), (146, (1, Some((12, 2))), (0, None)));
    assert_eq!((-10..=10).map(|above| throws(above).0).sum::<u32>(), ALL_ROLLS);
}

/// An assault of A. P. Hill's infantry on what stands in 6, where it stood when the impulse began.
fn assault_odds_of(union: serde_json::Value, more: serde_json::Value) -> AssaultOdds {
    let mut given =
        json!({"set_up": false, "confederate": {"6": {"units": ["ap_hill_infantry"]}}, "union": {"6": union}});
    given.as_object_mut().expect("a mapping").extend(more.as_object().expect("a mapping").clone());
    let (rules, position) = position(given);
    let order = |value| from_value(value).expect("an order");
    let begun = order(json!({"assault": {"area": 6}}));
    let game = projection::after_assumed_order(&rules, &position, &position.game, Side::Confederate, &begun)
        .expect("an impulse");
    let attack = Attack { area: Area(6), ..Attack::default() };
    assault(&rules, &position, &game, Side::Confederate, &attack).expect("an assault")
}

#[test]
fn a_regiment_alone_is_routed_by_two_points() {
    // 6, less 1 for the Army Leader who is away, against 1 and ground of 3: one above. An Exhausted unit retreats for
    // one point, so that any Success empties the area.
    let found = assault_odds_of(json!({"units": ["illinois_8_cavalry-"]}), json!({}));
    assert_eq!(found.values(), (5, 4));
    // One below equal: the attacker throws one less than the defender in 140 of 1296 cases; less by two or more in 435.
    assert_eq!(found.counts(), ([435, 140, 721], 721));
    assert_eq!(found.results[2].outcome, Outcome::Rout);
    // It takes two points at most, by being eliminated.
    assert!(found.results.iter().all(|came| came.points <= 2), "{:?}", found.results);
    assert!(!found.heroic);
}

#[test]
fn works_spare_a_point_and_forbid_the_rout_and_a_heroic_defence_turns_it() {
    let held = assault_odds_of(json!({"units": ["illinois_8_cavalry-"], "works": 1}), json!({}));
    assert_eq!((held.values(), held.absorbed_points), ((5, 5), 1));
    let (three, routs) = held.counts();
    assert_eq!((three[1], routs), (146, 0));
    // By one above the first point is spared: no point is taken.
    assert_eq!(held.results[2], PossibleResult { outcome: Outcome::Success, points: 0, ways: 140 });
    let heroic = assault_odds_of(
        json!({"units": ["mccall_infantry", "mccall_artillery"]}),
        json!({"advantage": "union", "standing": {"union": {"elsewhere": {"heroic": "always"}}}}),
    );
    assert!(heroic.heroic && heroic.counts().0[2] == heroic.counts().1, "{:?}", heroic.results);
}
