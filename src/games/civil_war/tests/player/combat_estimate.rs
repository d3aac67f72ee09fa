//! The player's estimate of a fight, compared with the exact chances of the order that leads to it.

use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::{Value, json};

use crate::opening::hex;
use adjutant_core::document::from_value;
use adjutant_core::engine::Ruleset;
use civil_war::CivilWar;
use civil_war::chances::odds;
use civil_war::combat::{Assault, assess};
use civil_war::orders::Order;
use civil_war::pack::Side;
use civil_war::player::combat_estimate::*;
use civil_war::player::situation::Situation;
use civil_war::position::ledger::Piece;

/// An attack on its way, with the leaders who take part: who commands an army, and those who add their ratings.
struct Plain {
    given: Value,
    order: Value,
    side: Side,
    from: &'static str,
    to: &'static str,
    sp: u32,
    commanders: [Option<&'static str>; 2],
    others: [&'static [&'static str]; 2],
    firm: bool,
}

/// Those who attack Manassas from Alexandria, with one leader on each side and no army.
fn at_manassas(sp: u32, defence: Value, works: Value) -> Plain {
    Plain {
        given: json!({
            "phasing": "union",
            "union": {"at": {"5106": {"sp": sp, "leaders": ["hooker-2"]}, "5206": {"sp": 1}}},
            "confederate": {"at": {"5006": defence}},
            "works": works,
        }),
        order: json!({"move": {"leader": "hooker", "sp": sp, "path": ["5006"]}}),
        side: Side::Union,
        from: "5106",
        to: "5006",
        sp,
        commanders: [None; 2],
        others: [&["hooker-2"], &["longstreet-2"]],
        firm: false,
    }
}

/// McClellan's army, which attacks with 11 at most (6.2.8), against Lee's; either of them may have dice rolled again
/// (7.4.5a).
fn armies(attackers: u32, defenders: u32, demoralized: bool) -> Plain {
    let lee = ["re_lee-3", "jackson-2"];
    let mut defence = json!({"sp": defenders, "leaders": lee, "army": "northern_virginia"});
    if demoralized {
        defence["demoralized"] = true.into();
    }
    Plain {
        given: json!({
            "phasing": "union",
            "difference": 9,
            "union": {
                "at": {"5005": {"sp": attackers, "leaders": ["mcclellan-3", "sumner-2"], "army": "potomac"}},
                "standing": {"rerolls": "best"},
            },
            "confederate": {
                "at": {"5006": defence},
                "standing": {
                    "rerolls": "best",
                    "reaction": {"northern_virginia": {"when_enemy_sp_at_most": 1, "into": "announced"}},
                },
            },
        }),
        order: json!({"move": {"army": "potomac", "path": ["5006"]}}),
        side: Side::Union,
        from: "5005",
        to: "5006",
        sp: attackers,
        commanders: [Some("mcclellan-3"), Some("re_lee-3")],
        others: [&["sumner-2"], &["jackson-2"]],
        firm: false,
    }
}

/// Across the Rappahannock into the Wilderness: a river and woods.
fn across_the_river(sp: u32, defenders: u32) -> Plain {
    Plain {
        given: json!({
            "phasing": "union",
            "union": {"at": {"5006": {"sp": sp, "leaders": ["meade-2"]}, "5106": {"sp": 1}}},
            "confederate": {"at": {"5007": {"sp": defenders, "leaders": ["jackson-2"]}, "5108": {"sp": 1}}},
        }),
        order: json!({"move": {"leader": "meade", "sp": sp, "path": ["5007"]}}),
        side: Side::Union,
        from: "5006",
        to: "5007",
        sp,
        commanders: [None; 2],
        others: [&["meade-2"], &["jackson-2"]],
        firm: false,
    }
}

fn attacks() -> Vec<(&'static str, Plain)> {
    let led = |sp: u32| json!({"sp": sp, "leaders": ["longstreet-2"]});
    let built = |kind: &str| json!({"5006": {"held": {"side": "confederate", "kind": kind}}});
    let nobody = |plain: Plain| Plain { others: [plain.others[0], &[]], ..plain };
    vec![
        ("open ground, evenly", at_manassas(4, led(4), json!({}))),
        ("open ground, six against two", at_manassas(6, led(2), json!({}))),
        ("open ground, five against one", at_manassas(5, led(1), json!({}))),
        ("open ground, three against six", at_manassas(3, led(6), json!({}))),
        ("nobody leads the defence", nobody(at_manassas(6, json!({"sp": 4}), json!({})))),
        ("a fort", at_manassas(6, led(3), built("fort"))),
        ("a fortress in supply", Plain { firm: true, ..at_manassas(6, led(3), built("fortress")) }),
        ("a river and woods", across_the_river(6, 3)),
        ("a demoralized force", nobody(at_manassas(4, json!({"sp": 4, "demoralized": true}), json!({})))),
        ("two armies", armies(9, 8, false)),
        ("two armies, twice as strong", armies(11, 5, false)),
        ("two armies, one of them demoralized", armies(8, 8, true)),
    ]
}

fn lead(rules: &CivilWar, commander: Option<&str>, others: &[&str]) -> LeaderModifiers {
    let piece = |text: &str| text.parse::<Piece>().expect("a piece");
    let commander = commander.map(piece);
    let others: Vec<Piece> = others.iter().copied().map(piece).collect();
    LeaderModifiers::of(rules, commander.as_ref(), &others.iter().collect::<Vec<_>>())
}

/// Both reckon with the same throws and choices, so that nothing but the thousandth that [`CombatEstimate`] cuts off
/// may be between them.
#[test]
fn a_fight_comes_to_what_the_rules_say_of_the_order() {
    let shipped = CivilWar::shipped();
    for (what, plain) in attacks().into_iter() {
        let rules = shipped.ground(&plain.given).expect("the ground").into_owned();
        let position = rules.case(&plain.given).expect("a position");
        let order: Order = from_value(plain.order).expect("an order");
        let computed = odds(&rules, &position, plain.side, &order).expect("a legal order").0;
        let (side, from, to) = (plain.side, hex(plain.from), hex(plain.to));
        let found = assess(&rules, &position.game, Assault { side, from, hex: to, sp: plain.sp, demoralized: false });
        // What the player itself makes of the ground and of the enemy's leaders.
        let picture = Situation::new(&rules, &position.game, side, 0);
        let [at, start] = [to, from].map(|hex| picture.chart.ix(hex).expect("a hex"));
        let seen =
            picture.estimate(start, at, plain.sp, found.defenders, lead(&rules, plain.commanders[0], plain.others[0]));
        let fight = Fight {
            attackers: found.attackers,
            defenders: found.defenders,
            left: found.net.into(),
            attacker_lead: lead(&rules, plain.commanders[0], plain.others[0]),
            defender_lead: lead(&rules, plain.commanders[1], plain.others[1]),
            defender_demoralized: found.defender_demoralized,
            firm: plain.firm,
        };
        let toll = fight.estimate(&rules);
        assert_eq!(seen, toll, "{what}");
        let near = |expected: i64, exact: BigRational, of: &str| {
            let exact = exact.to_f64().expect("a number");
            let off = exact - expected as f64 / 1000.0;
            assert!((-1e-9..0.001).contains(&off), "{what}, {of}: {expected} thousandths, {exact} exactly");
        };
        near(toll.wins, computed.chance(|end| end.succeeds), "the hex");
        near(toll.attacker_lost, computed.mean(|end| end.own.sp), "own losses");
        near(toll.defender_lost, computed.mean(|end| end.enemy.sp), "the enemy's losses");
        near(toll.attacker_shaken, computed.chance(|end| end.own.demoralized), "own morale");
        if !found.defender_demoralized {
            near(toll.defender_shaken, computed.chance(|end| end.enemy.demoralized), "the enemy's morale");
        }
    }
}
