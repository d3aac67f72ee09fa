//! Luck and decisions of a match that is over.

use adjutant::document::{Bytes32, Id};
use adjutant::engine::decision::Decision;
use adjutant::engine::dice::{Dice, OpenedValue};
use adjutant::registry;
use adjutant::session::luck;
use adjutant::session::search::{Origin, Secrets, Settings, compare};
use adjutant::session::self_play::{Player, SelfPlay};
use adjutant::session::{Plan, Request, Session};
use serde_json::Map;

/// Dice that show these faces, and say how many sides the next die has when they have run out.
struct Given<'f> {
    faces: &'f [u64],
    at: usize,
    next: Option<u64>,
}

impl Dice for Given<'_> {
    fn roll(&mut self, _: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let shown = self.faces.get(self.at..self.at + count);
        if shown.is_none() && self.next.is_none() {
            self.next = Some(sides);
        }
        self.at += count;
        Some(shown.map_or_else(|| vec![1; count], <[u64]>::to_vec))
    }
    fn open(&mut self, _: &Id, _: &Id, _: &Bytes32) -> OpenedValue {
        OpenedValue::NotHere
    }
}

/// The mean chance over all faces that may follow these, and how many dice there are at most.
fn mean(table: &dyn Session, acts: &[(Id, Decision)], side: &Id, faces: &mut Vec<u64>) -> (f64, usize) {
    let mut dice = Given { faces, at: 0, next: None };
    let (after, _) = table.adjudicated(acts, &mut dice).unwrap();
    let Some(sides) = dice.next else { return (luck::settled_chance(&*after, side) as f64, faces.len()) };
    let (mut sum, mut deepest) = (0.0, 0);
    for face in 1..=sides {
        faces.push(face);
        let (chance, depth) = mean(table, acts, side, faces);
        sum += chance;
        deepest = deepest.max(depth);
        faces.pop();
    }
    (sum / sides as f64, deepest)
}

/// In matches of Crossroads, the mean of every step with up to three dice is that of all faces, each tried by itself.
#[test]
fn luck_is_measured_against_every_face_of_the_dice() {
    let entry = registry::GAMES.iter().find(|entry| entry.id == "crossroads").unwrap();
    let game = entry.make(&entry.shipped()).unwrap();
    let sides = game.sides();
    let mut exact = 0;
    for seed in 0..4 {
        let table = game.setup(&entry.scenario.0.parse().unwrap(), &Map::new()).unwrap();
        let mut play = SelfPlay::new(table, &sides, seed);
        let mut players = [Player::random(seed), Player::sensible(seed)];
        while play.table.outcome().is_none() && play.steps < 60 {
            let asked = play.table.awaiting();
            let starts = asked.iter().all(|awaited| matches!(awaited.want, Request::Empty(_)));
            let mut plans: Vec<(Id, Plan)> = Vec::new();
            for (side, player) in sides.iter().zip(&mut players) {
                if asked.iter().any(|awaited| awaited.side == *side) && (starts || plans.is_empty()) {
                    plans.extend(play.plan(side, player).map(|plan| (side.clone(), plan)));
                }
            }
            let acts: Vec<(Id, Decision)> = plans.iter().map(|(side, plan)| (side.clone(), plan.act.clone())).collect();
            match luck::mean(&*play.table, &acts, &[], &sides[0]) {
                Some(found) if found.is_exact => {
                    let (all, dice) = mean(&*play.table, &acts, &sides[0], &mut Vec::new());
                    if dice <= 3 {
                        assert!((all - found.chance as f64).abs() <= 1.0, "{all} and {found:?} of {acts:?}");
                        exact += 1;
                    }
                }
                _ => {}
            }
            play.step(&sides, &plans).unwrap();
        }
    }
    assert!(exact > 10, "{exact} steps");
}

/// A blunder is found: the side that ends its turn without an order, where the sensible player has one, does worse than
/// he in the same futures; his own plan is never told as worse than itself.
#[test]
fn what_was_played_is_measured_by_the_same_futures() {
    let entry = registry::GAMES.iter().find(|entry| entry.id == "crossroads").unwrap();
    let game = entry.make(&entry.shipped()).unwrap();
    let sides = game.sides();
    let table = game.setup(&entry.scenario.0.parse().unwrap(), &Map::new()).unwrap();
    let mut play = SelfPlay::new(table, &sides, 5);
    let mut players = [Player::sensible(1), Player::sensible(2)];
    let mut looked = 0;
    for more in 1..30 {
        play.run(&sides, &mut players, more, &mut |_, _| {}).unwrap();
        let asked = play.table.awaiting();
        let Some(asked) = asked.into_iter().find(|awaited| matches!(awaited.want, Request::Orders(_))) else {
            continue;
        };
        let settings = Settings { turns: 2, candidates: 4, ..Settings::new(24, 9) };
        let sensible = play.table.recommend_plan(&asked.side, settings.seed).unwrap();
        let found = compare(&*play.table, &sides, &asked.side, &Secrets::new(), sensible.clone(), settings).unwrap();
        assert!(found.tried.iter().all(|tried| tried.origin != Origin::Sensible), "the same plan is tried once");
        let played = found.tried.iter().find(|tried| tried.origin == Origin::Played).unwrap();
        assert_eq!(played.plan.act.orders, sensible.act.orders);
        let most = found.tried.iter().map(|tried| tried.futures).max().unwrap();
        assert_eq!(played.futures, most, "what was played is tried in every future");
        looked += 1;
    }
    assert!(looked > 5, "{looked}");
}
