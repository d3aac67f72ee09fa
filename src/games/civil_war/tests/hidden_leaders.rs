//! Campaigns with leaders who are drawn face-down, both hands followed.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use adjutant_core::document::{Bytes32, Id};
use adjutant_core::engine::{Dice, Events, Position, Ruleset};
use adjutant_core::hidden::piles::Numbers;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, HandTracker, Plan, Request, Rules};
use civil_war::CivilWar;
use civil_war::pack::{Pack, Side};
use civil_war::position::ledger::Piece;
use civil_war::position::ledger::hidden_leaders::{ELSEWHERE, HAND, HiddenLeaders, decks};

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

/// The plans of the next step: both sides' at the beginning, then one side's at a time.
fn plans(play: &SelfPlay, sides: &[Id; 2], players: &mut [Player; 2]) -> Vec<(Id, Plan)> {
    let asked = play.table.awaiting();
    let both = asked.iter().all(|awaited| matches!(awaited.want, Request::Empty(_)));
    let asked_of = |side: &Id| asked.iter().any(|awaited| awaited.side == *side);
    let of_sides = sides.iter().zip(players).filter(|(side, _)| asked_of(side));
    let plans = of_sides.filter_map(|(side, player)| Some((side.clone(), play.plan(side, player)?)));
    plans.take(if both { 2 } else { 1 }).collect()
}

/// What a match came to.
#[derive(Default)]
struct Played {
    placed: usize,
    /// How often an answer was given that had been sealed, how often one was left to its owner, and how often he opened
    /// it.
    sealed: usize,
    asked: usize,
    by_owner: usize,
}

/// A match of this many game-turns. Each step is resolved with both hands and without either, and gives the same.
/// `seal` adds to what a side does.
fn plays(
    seed: u64,
    players: &mut [Player; 2],
    (turns, most): (u64, u64),
    seal: &dyn Fn(&SelfPlay, &Id, &mut Plan),
) -> Played {
    let (mut play, sides) = hidden(seed);
    let rules = Rules(CivilWar::shipped());
    let mut played = Played::default();
    while play.steps < most && play.table.outcome().is_none() {
        let mut plans = plans(&play, &sides, players);
        plans.iter_mut().for_each(|(side, plan)| seal(&play, side, plan));
        let blind = rules.load(&play.table.position()).expect("the position");
        let (after, reported) = play.resolved(&*blind, &sides, &plans).unwrap_or_else(|wrong| {
            panic!("seed {seed}, step {}: {wrong:?}, {plans:?}", play.steps + 1);
        });
        let events = play.step(&sides, &plans).expect("a step");
        assert_eq!(reported, events, "seed {seed}, step {}", play.steps);
        assert_eq!(after.position().to_string(), play.table.position().to_string(), "seed {seed}, step {}", play.steps);
        assert_eq!(play.table.invariants(), [], "seed {seed}, step {}", play.steps);
        let turned_up = |event: &&Value| event["event"] == "turned_up";
        let asks = |event: &&Value| event["choice"] == "ask";
        played.placed += count(&events, "placed");
        played.sealed += events.iter().filter(|event| event["by"] == "advance").count();
        played.asked += events.iter().filter(turned_up).filter(asks).count();
        played.by_owner += play.table.awaiting().iter().filter(|awaited| owes(&awaited.want)).count();
        if play.table.position()["game"]["turn"].as_u64() > Some(turns) {
            break;
        }
    }
    played
}

/// Whether what is wanted is the opening of an answer in advance.
fn owes(want: &Request) -> bool {
    matches!(want, Request::Open(ids) if ids.iter().any(|id| !id.as_str().starts_with("priorities")))
}

/// Seals nothing.
fn unsealed(_: &SelfPlay, _: &Id, _: &mut Plan) {}

#[test]
fn sensible_players_bring_in_whom_they_hold() {
    let played = plays(1, &mut [Player::sensible(1), Player::sensible(2)], (4, 600), &unsealed);
    assert!(played.placed > 10, "{} leaders", played.placed);
}

#[test]
fn random_players_bring_in_whom_they_hold() {
    let match_of = |seed| plays(seed, &mut [Player::random(seed), Player::random(seed + 9)], (4, 400), &unsealed);
    let placed: usize = (0..2).map(|seed| match_of(seed).placed).sum();
    assert!(placed > 10, "{placed} leaders");
}

/// Commits a side to these sealed standing orders.
fn commit(play: &SelfPlay, plan: &mut Plan, says: &[(&str, Value)]) {
    for (window, says) in says {
        let id: Id = format!("{window}-{}", play.steps + 1).parse().expect("an id");
        plan.act.commit.push((id.clone(), Bytes32([0; 32])));
        plan.act.choices.push((id.clone(), says.clone()));
        plan.choose.push((id, says.clone()));
    }
    plan.act.commit.sort();
}

/// As [`alert`], beside orders.
fn alert_between_marches(play: &SelfPlay, side: &Id, plan: &mut Plan) {
    if !plan.act.orders.is_empty() {
        alert(play, side, plan);
    }
}

/// As [`alert`], also beside an answer while the enemy marches.
fn alert_at_all_times(play: &SelfPlay, side: &Id, plan: &mut Plan) {
    if !plan.act.orders.is_empty() || !plan.act.answers.is_empty() {
        alert(play, side, plan);
    }
}

/// Armies meet whoever comes, by orders under seal or when they are asked, and cavalry leaves; every fourth time all is
/// left open.
fn alert(play: &SelfPlay, side: &Id, plan: &mut Plan) {
    let position = play.table.position();
    let armies = position["game"]["sides"][side.as_str()]["armies"].as_object().cloned().unwrap_or_default();
    let announced = |army: &String| (army.clone(), json!({"into": "announced"}));
    let reaction = json!({"reaction": armies.keys().map(announced).collect::<Map<_, _>>()});
    let all = [json!("pass"), reaction.clone(), json!("ask")];
    let react = if armies.is_empty() { json!("pass") } else { all[(play.steps % 3) as usize].clone() };
    let reaction = if armies.is_empty() { json!("ask") } else { reaction };
    let retreat = json!({"retreat": {"toward": "5010"}});
    let screen = json!({"screen": {"before_sp": 2}});
    match play.steps % 4 {
        0 => commit(play, plan, &["react", "reaction", "retreat", "screen"].map(|window| (window, json!("ask")))),
        _ => commit(play, plan, &[("react", react), ("reaction", reaction), ("retreat", retreat), ("screen", screen)]),
    }
}

/// What is sealed is opened by whoever resolves, when its question comes, and answers it; nobody waits for it (CW-282).
#[test]
fn standing_orders_under_seal_answer_when_their_question_comes() {
    let all = sealed_in(&alert_between_marches);
    assert!(all.sealed > 3 && all.asked > 0, "{} sealed, {} asked", all.sealed, all.asked);
    assert_eq!(all.by_owner, 0);
}

/// What a side seals while the enemy's march is under way it opens itself, since the other resolves its turn; then all
/// goes on.
#[test]
fn what_is_sealed_in_the_middle_of_a_march_is_opened_by_its_owner() {
    let all = sealed_in(&alert_at_all_times);
    assert!(all.by_owner > 0, "{} sealed, {} asked", all.sealed, all.asked);
}

fn sealed_in(seal: &dyn Fn(&SelfPlay, &Id, &mut Plan)) -> Played {
    let mut all = Played::default();
    for seed in 0..3 {
        let played = plays(seed, &mut [Player::random(seed), Player::sensible(seed)], (9, 250), seal);
        all.sealed += played.sealed;
        all.asked += played.asked;
        all.by_owner += played.by_owner;
    }
    all
}

#[test]
fn what_is_sealed_says_what_its_question_needs() {
    let (play, sides) = hidden(5);
    let wrong = |window: &str, says: Value| {
        let position = serde_json::from_value::<Position<CivilWar>>(play.table.position()).expect("the position");
        let found = CivilWar::shipped().refuse_advance(&position.game, &sides[0], window, &says);
        found.map_or(String::new(), |problem| problem.to_string())
    };
    let reaction = json!({"reaction": {"potomac": {"into": "announced"}}});
    for (window, says) in [("react", &reaction), ("reaction", &reaction), ("screen", &json!("pass"))] {
        assert_eq!(wrong(window, says.clone()), "");
    }
    assert!(wrong("retreat", json!("pass")).contains("CW-282"));
    assert!(wrong("retreat", reaction.clone()).contains("an answer sealed for 'retreat' may say only `retreat: …`"));
    assert!(wrong("react", json!({})).contains("may say only `reaction: …`"));
    assert!(wrong("screen", json!({"screens": {}})).contains("screens"));
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
            let (mut hidden, mut events) = (HiddenLeaders::new(&pack), Events::default());
            hidden.update_pool(&mut events, Side::Union, pool.clone());
            hidden.update_pool(&mut events, Side::Union, vec![pool[0].clone(), pool[2].clone()]);
            assert!(hidden.matches_list(&pack, Side::Union) && hidden.draws(Side::Union) == 2);
            let mut own = HandTracker::new(&Side::Union.id(), &decks(&pack));
            let number = move |below: u64| if below == 2 { second } else { first % below };
            let mut next = || -> Option<Box<Numbers<'static>>> { Some(Box::new(number)) };
            assert_eq!(own.follow(events.as_slice(), &mut next, &|_, _| true), Ok(true));
            held.insert(own.cards().known_cards(HAND).join(" "));
        }
    }
    assert_eq!(held.into_iter().collect::<Vec<_>>(), ["grant-2", "meade-3"]);
}

/// Plays on until a side holds one of several leaders and can bring him in; that side, and the orders with which it
/// does.
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
    let own = play.table.hand_tracker(&side).expect("a hand").cards();
    assert_eq!(json!(own.known_cards(HAND)), json!([plan.act.orders[0]["reinforce"]["leader"]]));
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
    let mut own = play.table.hand_tracker(&side).expect("a hand").clone();
    let (_, found) = own.follow(&events, &mut || None, &|_, _| true).expect_err("a lie");
    assert!(found.statement.ends_with(&lie) && !found.truth.is_empty(), "{found:?}");
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
    assert!(play.table.cards().is_none() && sides.iter().all(|side| play.table.hand_tracker(side).is_none()));
    assert!(play.table.position()["game"].get("hidden").is_none());
    assert_eq!(campaign(json!({"hidden_leaders": false}), 1).0.table.position(), play.table.position());
}
