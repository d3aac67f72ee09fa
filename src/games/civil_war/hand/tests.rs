//! Campaigns with leaders who are drawn face-down, both hands followed.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::CivilWar;
use crate::document::Id;
use crate::engine::{Dice, Events, Ruleset};
use crate::pack::{Pack, Side};
use crate::position::ledger::Piece;
use crate::position::ledger::hidden::{ELSEWHERE, HAND, Hidden, decks};
use crate::session::selfplay::{Player, SelfPlay};
use crate::session::{Following, Game, Plan, Request, Rules, Session};
use adjutant_core::hidden::piles::Numbers;

fn campaign(options: Value, seed: u64) -> (SelfPlay, [Id; 2]) {
    let (rules, options) = (CivilWar::shipped(), options.as_object().cloned().unwrap_or_default());
    let sides = rules.sides();
    let game: Arc<dyn Game> = Arc::new(Rules(rules));
    let table = game.setup(&Id::known("campaign_1861"), &options).expect("a campaign");
    (SelfPlay::new(table, &sides, seed), sides)
}

fn hidden(seed: u64) -> (SelfPlay, [Id; 2]) {
    campaign(json!({"hidden_leaders": true}), seed)
}

/// Dice that show another face with every roll.
struct Changing(u64);

impl Dice for Changing {
    fn roll(&mut self, _: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        self.0 += 1;
        Some(vec![1 + self.0 % sides; count])
    }
}

fn count(events: &[Value], what: &str) -> usize {
    events.iter().filter(|event| event["event"] == what).count()
}

/// How many leaders entered, and how often a pool was searched, in a match of so many game-turns.
fn plays(seed: u64, players: &mut [Player; 2], turns: u64, most: u64) -> (usize, usize) {
    let (mut play, sides) = hidden(seed);
    let (mut placed, mut searched) = (0, 0);
    let mut last = 0;
    for _ in 0..most {
        let mut look = |table: &dyn Session, events: &[Value]| {
            assert_eq!(table.invariants(), [], "seed {seed}");
            placed += count(events, "placed");
            searched += count(events, "looked");
            last = table.position()["game"]["turn"].as_u64().unwrap_or(0);
        };
        let steps = play.steps + 1;
        let over = play.run(&sides, players, steps, &mut look);
        assert!(over.is_ok(), "seed {seed}: {over:?}");
        if last > turns {
            break;
        }
    }
    (placed, searched)
}

#[test]
fn sensible_players_bring_in_whom_they_hold() {
    let (placed, _) = plays(1, &mut [Player::sensible(1), Player::sensible(2)], 5, 800);
    assert!(placed > 10, "{placed} leaders");
}

#[test]
fn random_players_bring_in_whom_they_hold() {
    let seen = (0..2).map(|seed| plays(seed, &mut [Player::random(seed), Player::random(seed + 9)], 4, 500));
    let placed: usize = seen.map(|(placed, _)| placed).sum();
    assert!(placed > 10, "{placed} leaders");
}

/// Who leaves the pool is found there whoever was held, and whoever is held then is one of the others.
#[test]
fn who_leaves_the_pool_is_searched_for() {
    let pack = Pack::shipped();
    let piece = |name: &str| name.parse::<Piece>().expect("a counter");
    let pool = ["grant-2", "mcclellan-3", "meade-3"].map(piece).to_vec();
    assert!(pool.iter().all(|piece| decks(&pack)[&Side::Union.id()][ELSEWHERE].contains(&piece.to_string())));
    let mut held = BTreeSet::new();
    for first in 0..3 {
        for second in 0..2 {
            let (mut hidden, mut events) = (Hidden::new(&pack), Events::default());
            hidden.settle(&mut events, Side::Union, pool.clone());
            hidden.settle(&mut events, Side::Union, vec![pool[0].clone(), pool[2].clone()]);
            assert!(hidden.fits(&pack, Side::Union) && hidden.draws(Side::Union) == 2);
            let mut own = Following::new(&Side::Union.id(), &decks(&pack));
            let number = move |below: u64| if below == 2 { second } else { first % below };
            let mut next = || -> Option<Box<Numbers<'static>>> { Some(Box::new(number)) };
            assert_eq!(own.follow(events.as_slice(), &mut next, &|_, _| true), Ok(true));
            held.insert(own.cards().seen(HAND).join(" "));
        }
    }
    assert_eq!(held.into_iter().collect::<Vec<_>>(), ["grant-2", "meade-3"]);
}

/// Plays on until a side holds one of several leaders and can bring him in; that side, and the orders with which it does.
fn holding(play: &mut SelfPlay, sides: &[Id; 2]) -> (Id, Plan) {
    let mut players = [Player::sensible(3), Player::sensible(4)];
    for _ in 0..400 {
        let asked = play.table.awaiting().into_iter().find(|awaited| matches!(awaited.want, Request::Orders(_)));
        if let Some(side) = asked.map(|awaited| awaited.side) {
            let legal = play.table.legal(&side).orders;
            let brings = legal.into_iter().find(|order| order["reinforce"]["from"] == "leaders");
            let several =
                play.table.position()["game"]["hidden"]["sides"][side.as_str()]["leaders"].as_array().map(Vec::len);
            if let Some(order) = brings.filter(|_| several > Some(1)) {
                let mut plan = Plan::default();
                plan.act.orders = vec![order];
                return (side, plan);
            }
        }
        let steps = play.steps + 1;
        play.run(sides, &mut players, steps, &mut |_, _| {}).expect("a step");
    }
    panic!("nobody holds a leader");
}

#[test]
fn the_position_has_counts_and_the_owner_the_name() {
    let (mut play, sides) = hidden(5);
    let (side, plan) = holding(&mut play, &sides);
    let position = play.table.position();
    let piles = &position["game"]["hidden"]["cards"]["sides"][side.as_str()]["piles"];
    assert_eq!(piles[HAND], json!(1));
    assert!(piles["leader pool"].as_u64() > Some(0));
    let own = play.table.own(&side).expect("a hand").cards();
    assert_eq!(json!(own.seen(HAND)), json!([plan.act.orders[0]["reinforce"]["leader"]]));
}

#[test]
fn whoever_brings_in_another_than_he_holds_is_found_out() {
    let (mut play, sides) = hidden(5);
    let (side, mut plan) = holding(&mut play, &sides);
    let named = plan.act.orders[0]["reinforce"]["leader"].clone();
    let position = play.table.position();
    let pool = position["game"]["hidden"]["sides"][side.as_str()]["leaders"].as_array().expect("leaders").clone();
    let other = pool.iter().find(|leader| **leader != named).expect("another").clone();
    plan.act.orders[0]["reinforce"]["leader"] = other.clone();
    let lie = format!("shows {} of its {HAND}", other.as_str().unwrap_or_default());
    // His own program warns him; to everybody else it might be he.
    let warned = play.table.check(&side, &plan.act).expect_err("a warning");
    assert!(format!("{warned:?}").contains(other.as_str().unwrap_or_default()), "{warned:?}");
    let table = Rules(CivilWar::shipped()).load(&position).expect("the table of somebody else");
    assert_eq!(table.check(&side, &plan.act), Ok(()));
    let (_, events) = table.adjudicated(&[(side.clone(), plan.act)], &mut Changing(0)).expect("a step");
    let mut own = play.table.own(&side).expect("a hand").clone();
    let (_, found) = own.follow(&events, &mut || None, &|_, _| true).expect_err("a lie");
    assert!(found.said.ends_with(&lie) && !found.truth.is_empty(), "{found:?}");
}

#[test]
fn a_turn_brings_in_only_the_leader_who_is_held() {
    let (mut play, sides) = hidden(5);
    let (side, plan) = holding(&mut play, &sides);
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut act = plan.act.clone();
        change(&mut act.orders[0]["reinforce"]);
        let problems = play.table.check(&side, &act).expect_err("a refusal");
        problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert!(refused(&|order| order["draw"] = json!(99)).contains("another leader has been drawn since"));
    assert!(refused(&|order| order["leader"] = json!("grant-4")).contains("is not in your leader pool"));
    assert!(
        refused(&|order| drop(order.as_object_mut().map(|order| order.remove("leader")))).contains("does not name")
    );
    // The program fills in which draw he is.
    let mut act = plan.act.clone();
    act.orders[0]["reinforce"].as_object_mut().map(|order| order.remove("draw"));
    let concealed = play.table.concealed(&side, &act).expect("orders");
    assert_eq!(concealed.act.orders, plan.act.orders);
}

#[test]
fn without_the_option_nobody_has_a_hand() {
    let (play, sides) = campaign(json!({}), 1);
    assert!(play.table.cards().is_none() && sides.iter().all(|side| play.table.own(side).is_none()));
    assert!(play.table.position()["game"].get("hidden").is_none());
    assert_eq!(campaign(json!({"hidden_leaders": false}), 1).0.table.position(), play.table.position());
}
