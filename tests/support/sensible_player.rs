//! What the player of any card game must keep to: he sees his own cards only.

use adjutant_core::document::Id;
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, HandTracker, Request, Session};

/// Brings a match between two sensible players to several turns of orders, so many steps apart, and looks at the table
/// there.
pub fn visit_positions(
    game: &dyn Game,
    scenario: &str,
    seed: u64,
    (stops, steps): (usize, u64),
    mut look: impl FnMut(&SelfPlay, &Id),
) {
    let sides = game.sides();
    let start = game.setup(&scenario.parse().unwrap(), &serde_json::Map::new()).unwrap();
    let mut play = SelfPlay::new(start, &sides, seed);
    let mut players = [Player::sensible(seed), Player::sensible(seed + 1)];
    for _ in 0..stops {
        let over = play.run(&sides, &mut players, play.steps + steps, &mut |_, _| {}).expect("a match");
        let wants = play.table.awaiting().into_iter().find(|awaited| matches!(awaited.want, Request::Orders(_)));
        match (over, wants) {
            (Some(_), _) => return,
            (None, Some(awaited)) => look(&play, &awaited.side),
            _ => {}
        }
    }
}

/// Everything that the player says: orders, standing orders, answers in advance.
pub fn player_output(table: &dyn Session, side: &Id) -> String {
    let plan = table.recommend_plan(side, 5).expect("a plan");
    format!("{:?} {:?}", plan.act, table.recommend_advance(side, &plan.act))
}

/// In these matches, each a scenario and a seed, other cards of the enemy's change nothing that the player says, and other
/// cards of his own most of it.
pub fn assert_sees_own_cards_only(game: &dyn Game, matches: &[(&str, u64)], stops: (usize, u64)) {
    let (mut compared, mut moved) = (0, 0);
    for (scenario, seed) in matches {
        visit_positions(game, scenario, *seed, stops, |play, side| {
            // The table as if a side had drawn no card.
            let without = |of: &Id| {
                let mut table = play.table.clone();
                table.follow(of, HandTracker::new(of, &play.table.decks()));
                table
            };
            let other = game.sides().into_iter().find(|one| one != side).unwrap();
            assert_eq!(player_output(&*without(&other), side), player_output(&*play.table, side));
            let act = |table: &dyn Session| table.recommend_plan(side, 5).map(|plan| format!("{:?}", plan.act));
            compared += 1;
            moved += u32::from(act(&*without(side)) != act(&*play.table));
        });
    }
    assert!(compared >= 12 && moved * 2 > compared, "{compared}, {moved}");
}
