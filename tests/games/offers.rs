//! What the board offers: orders after those of a draft, in matches of every game.

use adjutant::registry;
use adjutant_core::document::Id;
use adjutant_core::engine::Decision;
use adjutant_core::report::{OptionsFor, TargetKind, targets};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::session_text::OrderChances;
use adjutant_core::session::{Request, Session};
use serde_json::{Map, Value};

/// Each game with a scenario, and how many steps are looked at.
const MATCHES: [(&str, &str, u64); 6] = [
    ("crossroads", "meeting", 60),
    ("civil_war", "virginia_1861", 60),
    ("seven_days", "seven_days", 60),
    ("dixie", "first_bull_run", 40),
    ("longstreet", "brawners_farm", 40),
    ("battle_cry", "gettysburg", 20),
];

/// The side that is asked for orders.
fn asked(table: &dyn Session) -> Option<Id> {
    let orders = table.awaiting().into_iter().find(|one| matches!(one.want, Request::Orders(_)));
    orders.map(|one| one.side)
}

fn passes(table: &dyn Session, side: &Id, orders: Vec<Value>) -> bool {
    let act = Decision { orders, ..Decision::default() };
    let concealed = table.hand_tracker(side).map(|_| table.concealed(side, &act));
    match concealed {
        Some(plan) => plan.is_ok_and(|plan| table.check(side, &plan.act).is_ok()),
        None => table.check(side, &act).is_ok(),
    }
}

/// What is looked at: the game, its table, the side that is asked for orders, and what its player would order.
type Look<'l> = dyn FnMut(&str, &dyn Session, &Id, &[Value]) + 'l;

/// Calls `look` at each position of sensible matches in which orders are asked for, with what the player would order.
fn each_position(look: &mut Look<'_>) {
    for (game, scenario, steps) in MATCHES {
        let rules = registry::shared().shipped(game).expect(game);
        let table = rules.setup(&Id::known(scenario), &Map::new()).expect(scenario);
        let sides = rules.sides();
        let mut played = SelfPlay::new(table, &sides, 7);
        let mut players = [Player::sensible(7), Player::sensible(8)];
        let mut seen = |table: &dyn Session| {
            if let Some(side) = asked(table) {
                let plan = table.recommend_plan(&side, 7).unwrap_or_default();
                look(game, table, &side, &plan.act.orders);
            }
        };
        played.run(&sides, &mut players, steps, &mut |table, _| seen(table)).expect("a match");
    }
}

#[test]
fn what_is_offered_after_orders_passes_the_check_together_with_them() {
    let (mut offered, mut after_orders) = (0, 0);
    each_position(&mut |game, table, side, orders| {
        for n in 0..=orders.len().min(3) {
            let first = &orders[..n];
            let act = Decision { orders: first.to_vec(), ..Decision::default() };
            let Ok((after, known)) = table.after_orders(side, &act) else { continue };
            // Where a die decides, a result is assumed, and a hand is not followed through the orders; the board checks each
            // order that it offers then.
            if n > 0 && table.cards().is_some() {
                continue;
            }
            let sure = |one: &OrderChances| one.chances.is_none();
            if known < n || n > 0 && !table.odds(side, &act).is_ok_and(|odds| odds.iter().all(sure)) {
                continue;
            }
            for order in after.legal(side).orders.into_iter().step_by(7).take(4) {
                let all: Vec<Value> = first.iter().cloned().chain([order]).collect();
                assert!(passes(table, side, all.clone()), "{game}: {all:?}");
                offered += 1;
                after_orders += usize::from(n > 0);
            }
        }
    });
    assert!(offered > 300 && after_orders > 50, "{offered} {after_orders}");
}

#[test]
fn what_can_be_pointed_at_is_named_by_orders_and_has_its_outline_on_the_board() {
    let mut named = 0;
    each_position(&mut |game, table, side, _| {
        let found = table.targets(Some(side));
        let board = table.board(Some(side)).expect("a drawing");
        for target in &found {
            for corner in &target.outline {
                let inside = (0..=board.width).contains(&corner.x) && (0..=board.height).contains(&corner.y);
                assert!(inside, "{game}: {} lies outside the drawing", target.name);
            }
            let at = target.at.as_ref().is_none_or(|at| found.iter().any(|other| other.id == *at));
            assert!(at, "{game}: {} is nowhere", target.name);
            assert!(target.kind != TargetKind::Place || !target.outline.is_empty(), "{game}: {}", target.name);
        }
        let known = |value: &Value| found.iter().any(|target| target.id == *value);
        let orders = table.legal(side).orders;
        named += orders.iter().filter(|order| !targets::named_in(order, &known).is_empty()).count();
        // Whatever orders name can be asked about.
        if let Some(target) = found.iter().find(|target| target.side.as_ref() == Some(side)) {
            let key = target.key();
            assert!(table.options(side, &OptionsFor::new(&key)).is_ok(), "{game}: {key}");
        }
    });
    assert!(named > 500, "{named}");
}
