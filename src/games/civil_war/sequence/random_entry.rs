//! Leaders who enter at random in place of those whom the turn track lists, by the option `random_entry` (20.5, CW-314).

use crate::CivilWar;
use crate::document::Id;
use crate::engine::{Events, Input, Next};
use crate::events::Event;
use crate::pack::{Branch, Scenario, Side};
use crate::position::ledger::{Game, Piece, Place, Points};

/// Whether a listed counter is a promotion of a leader who is in the game: it comes as the list says (5.2.1, CW-176).
pub fn is_promotion(game: &Game, piece: &Piece) -> bool {
    game.pieces.keys().any(|other| other.leader == piece.leader && other.rank < piece.rank)
}

/// The branches of the leaders whom a side's list has for this turn: as many are drawn, a branch for a branch.
pub fn due(rules: &CivilWar, game: &Game, scenario: &Scenario, side: Side) -> Vec<Branch> {
    let listed = scenario.arrivals(game.turn, side).map(|arrivals| arrivals.leaders.as_slice()).unwrap_or_default();
    let branch = |name: &Id| {
        let (leader, counter) = rules.pack.named_counter(name)?;
        let piece = Piece { leader: leader.id.clone(), rank: counter.rank };
        (!is_promotion(game, &piece)).then_some(leader.branch)
    };
    listed.iter().filter_map(branch).collect()
}

/// Those of a branch who may enter: everybody whom the scenario lists for any turn, and of whom no counter is in the game
/// yet, in alphabetical order, with the counter that is listed.
fn candidates(rules: &CivilWar, game: &Game, scenario: &Scenario, (side, branch): (Side, Branch)) -> Vec<Piece> {
    let turns = scenario.first_turn..=scenario.last_turn;
    let listed = turns.filter_map(|turn| scenario.arrivals(turn, side)).flat_map(|arrivals| &arrivals.leaders);
    let counters =
        listed.filter_map(|name| rules.pack.named_counter(name)).filter(|(leader, _)| leader.branch == branch);
    let pieces = counters.map(|(leader, counter)| Piece { leader: leader.id.clone(), rank: counter.rank });
    let mut found: Vec<Piece> =
        pieces.filter(|piece| game.pieces.keys().all(|other| other.leader != piece.leader)).collect();
    found.sort();
    // Of a leader who is listed twice, the second time to be promoted, the lower counter enters (5.2.1).
    found.dedup_by(|later, first| later.leader == first.leader);
    found
}

/// Draws the next leader of a side, or rolls for him: a die with as many sides as may enter, none where one may. `None`
/// once all have been drawn.
pub fn draw(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    scenario: &Scenario,
    (side, branches): (Side, &mut Vec<Branch>),
    input: Input<CivilWar>,
) -> Option<Next<CivilWar>> {
    let branch = *branches.first()?;
    let may = candidates(rules, game, scenario, (side, branch));
    let drawn = match input {
        Input::Faces(faces) => {
            let face = faces.first().and_then(|face| usize::try_from(*face).ok()).unwrap_or(1);
            may.get(face.saturating_sub(1)).cloned()
        }
        _ if may.len() > 1 => {
            let purpose = format!("leader_entry {side}");
            return Some(Next::Roll { purpose, rule: "20.5", count: 1, sides: may.len() as u64 });
        }
        _ => may.first().cloned(),
    };
    branches.remove(0);
    if let Some(piece) = drawn {
        game.pieces.insert(piece.clone(), Place::Pool);
        events.emit("20.5", &Event::Due { side, sp: Points::new(), leaders: vec![piece] });
    }
    Some(Next::Continue)
}
