//! Whole wars with open hands of players who do anything legal, with every invariant after every step; and a turn by
//! mail, file by file.
//!
//! `ADJUTANT_MATCHES=200 cargo test -p adjutant-battle-cry campaign_play:: -- --nocapture` plays this many.

use std::collections::BTreeMap;

use adjutant_core::document::{Bytes32, Id, Problem};
use adjutant_core::engine::{Decision, Ruleset};
use adjutant_core::session::Game as _;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Plan, Rules, Session};
use battle_cry::BattleCry;
use serde_json::{Value, json};

use crate::self_play::matches;

fn campaign(open: bool) -> Box<dyn Session> {
    let rules = Rules(BattleCry::shipped());
    let table = rules.setup(&"campaign".parse().unwrap(), &serde_json::Map::new()).unwrap();
    if !open {
        return table;
    }
    let mut position = table.position();
    position["game"]["cards"]["open_handed"] = json!(true);
    rules.load(&position).unwrap()
}

/// Plays wars with open hands to their ends.
fn played(count: u64) -> BTreeMap<String, u64> {
    let sides = BattleCry::shipped().sides();
    let mut all: BTreeMap<String, u64> = BTreeMap::new();
    let (mut ends, mut turns, mut mails) = (BTreeMap::<String, u64>::new(), 0, 0);
    let first = std::env::var("ADJUTANT_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    for seed in first..first + count {
        let mut play = SelfPlay::new(campaign(true), &sides, seed);
        let mut players = [Player::random(seed), Player::random(seed + 1_000)];
        let mut last: Vec<Value> = Vec::new();
        let mut look = |table: &dyn Session, happened: &[Value]| {
            last = happened.to_vec();
            let broken = table.invariants();
            assert!(broken.is_empty(), "seed {seed}: {broken:?}\n{happened:#?}\n{:#}", table.position());
            for event in happened {
                *all.entry(event["event"].as_str().unwrap().to_owned()).or_default() += 1;
            }
        };
        let over = play.run(&sides, &mut players, 6_000, &mut look);
        let over = over.unwrap_or_else(|why| {
            let game = &play.table.position()["game"];
            panic!("seed {seed}, step {}: {why:#?} {last:#?} {game:#}", play.steps)
        });
        let over = over.unwrap_or_else(|| panic!("seed {seed}: no end after {} steps: {last:#?}", play.steps));
        *ends.entry(format!("{} {}", over["winner"], over["how"]).replace('"', "")).or_default() += 1;
        turns += play.table.position()["game"]["turn"].as_u64().unwrap();
        mails += play.steps;
    }
    println!("{ends:?} of {count}; {turns} turns, {mails} mails; {all:?}");
    all
}

#[test]
fn campaigns_with_open_hands() {
    let all = played(matches(10));
    for event in ["negated", "lifted", "held", "retaken", "removed", "promoted", "points_changed"] {
        assert!(all.get(event).is_some_and(|count| *count > 0), "no {event} in {all:?}");
    }
}

/// A match with hidden hands at the beginning of a turn.
struct Mail {
    play: SelfPlay,
    sides: [Id; 2],
}

impl Mail {
    fn at_phase_b() -> Mail {
        let sides = BattleCry::shipped().sides();
        let mut play = SelfPlay::new(campaign(false), &sides, 3);
        let mut players = [Player::random(3), Player::random(4)];
        while play.table.position()["game"]["phase"] != "first_resources" {
            let most = play.steps + 1;
            play.run(&sides, &mut players, most, &mut |_, _| {}).unwrap();
        }
        Mail { play, sides }
    }

    fn game(&self) -> Value {
        self.play.table.position()["game"].clone()
    }

    /// A file of a side: orders, and answers in advance.
    fn plan(&self, side: usize, orders: Value, advance: Value) -> Result<Plan, Vec<Problem>> {
        let orders = orders.as_array().unwrap().clone();
        let mut plan = self.play.table.concealed(&self.sides[side], &Decision { orders, ..Decision::default() })?;
        plan.commits_in_advance(self.play.steps + 1);
        for (window, says) in advance.as_object().unwrap() {
            let id: Id = format!("{window}-{}", self.play.steps + 1).parse().unwrap();
            plan.act.commit.push((id.clone(), Bytes32([0; 32])));
            plan.act.choices.push((id.clone(), says.clone()));
            plan.choose.push((id, says.clone()));
        }
        plan.act.commit.sort();
        self.play.table.check(&self.sides[side], &plan.act).map(|_| plan)
    }

    fn send(&mut self, side: usize, orders: Value, advance: Value) {
        let plan = self.plan(side, orders, advance).unwrap_or_else(|why| panic!("{why:#?}"));
        let plans = [(self.sides[side].clone(), plan)];
        self.play.step(&self.sides, &plans).unwrap_or_else(|why| panic!("{why:#?}"));
        assert!(self.play.table.invariants().is_empty());
    }

    fn refused(&self, side: usize, orders: Value, advance: Value) -> Vec<String> {
        let problems = self.plan(side, orders, advance).err().unwrap_or_default();
        let code = |problem: &Problem| {
            problem
                .refusal
                .as_ref()
                .map_or(problem.message.clone(), |why| why["code"].as_str().unwrap_or_default().to_owned())
        };
        problems.iter().map(code).collect()
    }
}

/// The quickest turn: four mails from the Union's resource to the battle (BC-33 to BC-35), with hidden points.
#[test]
fn a_turn_by_mail() {
    let mut mail = Mail::at_phase_b();
    let points = ["union", "confederate"].map(|side| mail.game()["sides"][side]["points"].as_u64().unwrap());
    let none = json!({"resource": {"card": "none"}});
    let pass = json!({"movement": {"card": "none"}});
    let half = points.map(|points| points.div_ceil(2));
    let plans =
        json!({"placement": {"west": "shiloh"}, "unblocked": "pass", "blocked_east": "pass", "blocked_west": "pass"});
    // Their owner sees that fewer than half are laid, and that a question is not answered.
    let few = json!([none, {"lay": {"west": half[0] - 1}}]);
    assert_eq!(mail.refused(0, few, json!({})), ["points_laid"]);
    let laid = json!([none, {"lay": {"west": half[0]}}]);
    for (says, why) in
        [(json!("ask"), "this question is answered, or left out"), (json!({"west": "atlanta"}), "cannot_place")]
    {
        let mut plans = plans.clone();
        plans["placement"] = says;
        assert_eq!(mail.refused(0, laid.clone(), plans), [why]);
    }
    let steps = mail.play.steps;
    mail.send(0, laid, plans);
    mail.send(1, json!([none, {"lay": {"east": half[1], "west": 0}}, pass]), json!({}));
    assert_eq!((mail.game()["phase"].as_str(), mail.play.steps - steps), (Some("discretionary"), 2));
    assert_eq!(mail.game()["placed"]["west"]["battle"], "shiloh");
    let rest = points[0] - half[0];
    assert_eq!(mail.refused(0, json!([{"discretionary": {"west": rest + 1}}]), json!({})), ["points_laid"]);
    mail.send(0, json!([{"discretionary": {"west": rest}}, {"generals": {}}]), json!({}));
    let rest = points[1] - half[1];
    mail.send(1, json!([{"discretionary": {"west": rest}}, {"generals": {}}]), json!({}));
    assert_eq!((mail.game()["battle"]["id"].as_str(), mail.play.steps - steps), (Some("shiloh"), 4));
    assert_eq!(mail.game()["laying"]["confederate"], json!({"east": {"open": half[1]}, "west": {"open": rest}}));
    // Command cards go back to their piles.
    assert_eq!(mail.game()["cards"]["sides"]["union"]["piles"]["command_west"], 16);
}
