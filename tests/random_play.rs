//! Whole matches of the Civil War played at random on a table, with every invariant after every step.

#[path = "support/random.rs"]
mod random;

use std::collections::BTreeMap;

use adjutant::document::Id;
use adjutant::engine::table::Game;
use adjutant::engine::{Act, RandomPlayer, Table, Want};
use random::{Fixed, Met, game};
use serde_json::{Map, json};

fn scenario() -> Id {
    "virginia_1861".parse().expect("an id")
}

fn play(game: &dyn Game, seed: u64, met: &mut Met, each: impl FnMut(&dyn Table)) -> Box<dyn Table> {
    random::play(game, "virginia_1861", (seed, false), met, each)
}

#[test]
fn random_matches_reach_everything_and_break_nothing() {
    let game = game();
    let mut met = Met::default();
    for seed in 0..60 {
        play(&game, seed, &mut met, |_| {});
    }
    let seen = |kinds: &BTreeMap<String, u32>, wanted: &[&str]| {
        let missing: Vec<&&str> = wanted.iter().filter(|kind| !kinds.contains_key(**kind)).collect();
        assert!(missing.is_empty(), "never met: {missing:?}; met: {kinds:?}");
    };
    seen(&met.orders, &["reinforce", "move", "rally", "spend"]);
    seen(&met.questions, &["retreat", "reroll"]);
    // Not here: an overrun (8 to 1, and no leader moves more than 6 without an army), a leader left alone (no order may
    // leave him so) and a force that is demoralized and out of supply as a turn ends (too seldom); cases show them.
    let events = [
        "order",
        "answered",
        "committed",
        "opened",
        "forfeited",
        "named",
        "standing",
        "handed_back",
        "phase",
        "due",
        "allocation",
        "commands",
        "initiative",
        "tie",
        "half",
        "half_over",
        "action_over",
        "burnt",
        "paid",
        "scored",
        "ended",
        "reinforced",
        "drawn",
        "promoted",
        "march",
        "entered",
        "dropped",
        "halted",
        "control",
        "spread",
        "combat",
        "hopeless",
        "combat_dice",
        "reroll",
        "combat_result",
        "lost",
        "demoralized",
        "must_retreat",
        "retreated",
        "destroyed",
        "leader_check",
        "eligible",
        "displaced",
        "rallied",
        "advanced",
    ];
    seen(&met.events, &events);
    let purposes = ["commands", "initiative", "leader_draw", "combat", "reroll", "leader_loss", "leader_loss_again"];
    let missing: Vec<&&str> = purposes.iter().filter(|purpose| !met.purposes.contains(**purpose)).collect();
    assert!(missing.is_empty(), "never rolled: {missing:?}; rolled: {:?}", met.purposes);
    println!("{} steps; outcomes {:?}; events {:?}", met.steps, met.outcomes, met.events);
}

#[test]
fn every_order_that_legal_offers_passes_check() {
    let game = game();
    let mut tried = 0;
    for seed in 1_000..1_006 {
        let mut step = 0;
        play(&game, seed, &mut Met::default(), |table| {
            step += 1;
            if step % 7 != 0 {
                return;
            }
            for awaited in table.awaiting() {
                for order in table.legal(&awaited.side).orders {
                    let act = Act { orders: vec![order.clone()], ..Act::default() };
                    let checked = table.check(&awaited.side, &act);
                    assert!(checked.is_ok(), "match {seed}: {order} is offered and refused: {checked:?}");
                    tried += 1;
                }
            }
        });
    }
    assert!(tried > 1_000, "only {tried} orders were tried");
}

#[test]
fn the_same_match_is_played_twice_alike_even_when_written_down_at_every_step() {
    let game = game();
    let straight = play(&game, 7, &mut Met::default(), |_| {});
    let mut table = game.setup(&scenario(), &Map::new()).expect("the scenario");
    let mut dice = Fixed::new(7);
    let mut player = RandomPlayer::new(7);
    table.adjudicate(&[], &mut dice).expect("the start");
    while table.outcome().is_none() {
        table = game.load(&table.position()).expect("a position that reads");
        let awaited = table.awaiting().remove(0);
        let plan = player.plan(table.as_ref(), &awaited.side).expect("something is asked");
        table.adjudicate(&[(awaited.side, plan.act)], &mut dice).expect("a legal act");
    }
    assert_eq!(straight.position(), table.position());
}

/// Orders that were carried out one after the other, each in a turn of its own, are carried out in one turn by the same
/// dice: `check` may not refuse that turn.
#[test]
fn nothing_is_refused_that_some_roll_makes_legal() {
    let game = game();
    let (mut turns, mut longest, mut diced) = (0, 0, 0);
    for seed in 2_000..2_030 {
        let mut step = 0;
        play(&game, seed, &mut Met::default(), |table| {
            step += 1;
            let awaited = table.awaiting().remove(0);
            if step % 3 != 0 || !matches!(awaited.want, Want::Orders(_)) {
                return;
            }
            let mut dice = Fixed::new(seed * 1_000 + step);
            let mut player = RandomPlayer::new(seed * 1_000 + step);
            let mut then = table.boxed_clone();
            let mut orders = Vec::new();
            while orders.len() < 6 {
                let Some(now) = then.awaiting().into_iter().next() else { break };
                match now.want {
                    Want::Orders(_)
                        if now.side == awaited.side
                            && then.position()["game"]["pulse"]["number"]
                                == table.position()["game"]["pulse"]["number"] =>
                    {
                        let legal = then.legal(&now.side).orders;
                        let Some(mut order) = player.pick(&legal) else { break };
                        if orders.len() % 3 == 2 {
                            let hexes = ["5206", "5006", "5106", "4905", "5109"];
                            let at = hexes[(seed + step) as usize % hexes.len()];
                            let condition = json!({"own_sp": {"at": at, "at_least": step % 4}});
                            if let Some(details) =
                                order.as_object_mut().and_then(|order| order.values_mut().next()?.as_object_mut())
                            {
                                details.insert("if".to_owned(), condition);
                            }
                        }
                        let act = Act { orders: vec![order.clone()], ..Act::default() };
                        then.adjudicate(&[(now.side, act)], &mut dice).expect("an order that is offered");
                        orders.push(order);
                    }
                    Want::Answer { .. } => {
                        let plan = player.plan(then.as_ref(), &now.side).expect("an answer");
                        then.adjudicate(&[(now.side, plan.act)], &mut dice).expect("a legal answer");
                    }
                    _ => break,
                }
            }
            turns += 1;
            longest = longest.max(orders.len());
            let act = Act { orders: orders.clone(), ..Act::default() };
            diced += u32::from(dice.n > 0);
            if let Err(problems) = table.check(&awaited.side, &act) {
                let told: Vec<String> =
                    problems.iter().map(|p| format!("{}: {p}", p.path.as_deref().unwrap_or(""))).collect();
                panic!(
                    "match {seed}, step {step}: {}\nrefused: {}\nfrom {}",
                    json!(orders),
                    told.join("\n"),
                    table.notation()
                );
            }
        });
    }
    println!("{turns} turns, the longest of {longest} orders, {diced} with dice");
    assert!(turns > 300 && diced > 100 && longest == 6, "{turns} turns, longest {longest}, {diced} with dice");
}
