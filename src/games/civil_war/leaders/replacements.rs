//! Additional leaders for those who are lost (22.3, CW-303).

use serde::{Deserialize, Serialize};

use super::{LeaderLoss, next_turn};
use crate::CivilWar;
use crate::document::Id;
use crate::engine::{Events, Input, Next};
use crate::events::Event;
use crate::pack::{Branch, Side};
use crate::position::ledger::{Game, Piece, Place, side_of};

/// A lost leader calls for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub side: Side,
    /// The branch of him who is lost.
    pub branch: Branch,
}

impl Call {
    /// The call for another leader in place of one who is about to be lost, by the option `variant_leaders`.
    pub(super) fn of(rules: &CivilWar, game: &Game, piece: &Piece) -> Option<Call> {
        let leader = rules.pack.leaders.get(&piece.leader)?;
        game.options.variant_leaders.then_some(Call { side: leader.side, branch: leader.branch })
    }

    /// Who may come: those of the list whose turn has come and who are not in the game yet; for a naval leader a naval
    /// one, for any other an infantry leader; in the order of their ids.
    fn eligible(&self, rules: &CivilWar, game: &Game) -> Vec<Piece> {
        let branch = if self.branch == Branch::Naval { Branch::Naval } else { Branch::Infantry };
        let listed = rules.pack.optional.additional(&rules.pack.leaders, self.side, branch).into_iter();
        let due = listed
            .filter(|(one, _)| one.turn.is_some_and(|turn| turn <= game.turn) && unused(rules, game, &one.leader));
        due.map(|(one, rank)| Piece { leader: one.leader.clone(), rank }).collect()
    }
}

/// Whether nobody has used a counter of this leader, and he does not come untried (21.10).
fn unused(rules: &CivilWar, game: &Game, leader: &Id) -> bool {
    game.pieces.keys().all(|piece| piece.leader != *leader) && !rules.pack.untried.stands_for(leader)
}

impl LeaderLoss {
    /// Draws additional leaders for those who are lost, one after the other: a die with as many sides as may come; no die
    /// where one may. They come to the pool of the next turn. A second cavalry leader who is lost brings the additional
    /// one of that branch besides. `None` once all have come.
    pub(super) fn replace(
        &mut self,
        rules: &CivilWar,
        game: &mut Game,
        events: &mut Events,
        input: Input<CivilWar>,
    ) -> Option<Next<CivilWar>> {
        let call = self.calls.first()?.clone();
        let eligible = call.eligible(rules, game);
        let drawn = match input {
            Input::Faces(faces) => {
                let face = faces.first().and_then(|face| usize::try_from(*face).ok()).unwrap_or(1);
                eligible.get(face.saturating_sub(1)).cloned()
            }
            _ if eligible.len() > 1 => {
                let purpose = format!("replacement {}", call.side);
                return Some(Next::Roll { purpose, rule: "22.3", count: 1, sides: eligible.len() as u64 });
            }
            _ => eligible.first().cloned(),
        };
        self.calls.remove(0);
        if let Some(piece) = drawn {
            enter(game, events, call.side, piece);
        }
        by_losses(rules, game, events, &call);
        Some(Next::Continue)
    }
}

/// The additional leaders of a branch who come once so many of it are lost.
fn by_losses(rules: &CivilWar, game: &mut Game, events: &mut Events, call: &Call) {
    let gone = |(piece, place): (&Piece, &Place)| {
        let same = rules.pack.leaders.get(&piece.leader).is_some_and(|leader| leader.branch == call.branch);
        let lost = matches!(place, Place::Killed | Place::Terminated | Place::Captive(_));
        (same && lost && side_of(&rules.pack, piece) == Some(call.side)).then(|| piece.leader.clone())
    };
    let mut lost: Vec<_> = game.pieces.iter().filter_map(gone).collect();
    lost.dedup();
    let come: Vec<Piece> = rules
        .pack
        .optional
        .additional(&rules.pack.leaders, call.side, call.branch)
        .into_iter()
        .filter(|(one, _)| {
            one.after_losses.is_some_and(|losses| lost.len() >= usize::from(losses)) && unused(rules, game, &one.leader)
        })
        .map(|(one, rank)| Piece { leader: one.leader.clone(), rank })
        .collect();
    for piece in come {
        enter(game, events, call.side, piece);
    }
}

/// An additional leader waits on the turn track for the next turn's pool.
fn enter(game: &mut Game, events: &mut Events, side: Side, piece: Piece) {
    let due = next_turn(game);
    game.pieces.insert(piece.clone(), Place::Track(due));
    events.emit("22.3", &Event::Called { side, piece, due });
}
