//! Who may react: an army, named by its id; or by the option `non_army_reaction` the force of a hex that has a leader
//! and no army, named by its hex (7.1 step 2a, 21.9, CW-301).

use super::{ReactionAttempt, RolledForce};
use crate::CivilWar;
use crate::board::Hex;
use crate::document::Id;
use crate::leaders::army;
use crate::movement::sp_limit;
use crate::pack::Side;
use crate::position::force::{force_hex, force_id};
use crate::position::ledger::{Game, Piece, highest, is_naval};

/// The force of a side in a hex, as a reaction names it, if it may roll when that hex is announced: it has strength
/// points and a ground leader, and no army is there (21.9, CW-301).
pub fn force_without_army(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Option<Id> {
    let may = game.options.non_army_reaction
        && game.sp_at(hex, side) > 0
        && army::armies_at(rules, game, hex, side).is_empty();
    let id = force_id(hex).filter(|_| may)?;
    head(rules, game, &id).is_some().then_some(id)
}

/// Where it is.
pub fn hex_of(game: &Game, id: &Id) -> Option<Hex> {
    match force_hex(id) {
        Some(hex) => game.occupier(hex).map(|_| hex),
        None => army::hex_of(game, id),
    }
}

/// Its strength points.
pub fn sp(game: &Game, id: &Id) -> u32 {
    match force_hex(id) {
        Some(hex) => game.occupier(hex).map_or(0, |side| game.sp_at(hex, side)),
        None => army::sp(game, id),
    }
}

/// Its leaders, by id.
pub fn leaders(rules: &CivilWar, game: &Game, id: &Id) -> Vec<Piece> {
    match force_hex(id) {
        Some(hex) => game.occupier(hex).map_or_else(Vec::new, |side| game.leaders_at(&rules.pack, hex, side)),
        None => army::leaders(game, id),
    }
}

/// By whose initiative it rolls: an army's commander, a force's ranking leader; no naval one counts (8.2.4).
pub fn head(rules: &CivilWar, game: &Game, id: &Id) -> Option<Piece> {
    match force_hex(id) {
        Some(_) => {
            let ashore = leaders(rules, game, id).into_iter().filter(|piece| !is_naval(&rules.pack, piece));
            highest(&rules.pack, ashore)
        }
        None => army::commander(rules, game, id),
    }
}

/// How many of its strength points may go at most: all of an army's, of a force those that its leader may move
/// (12.3.14, 21.9).
pub fn most(rules: &CivilWar, game: &Game, id: &Id) -> u32 {
    most_under(rules, id, head(rules, game, id), sp(game, id))
}

fn most_under(rules: &CivilWar, id: &Id, head: Option<Piece>, own: u32) -> u32 {
    match force_hex(id) {
        Some(_) => head.map_or(0, |piece| sp_limit(rules, &piece)).min(own),
        None => own,
    }
}

/// What may still go of an army or a force that has rolled.
impl ReactionAttempt {
    /// Notes who is there as the force of a hex rolls.
    pub fn note_force(&mut self, rules: &CivilWar, game: &Game) {
        let own = || RolledForce { sp: sp(game, &self.army), leaders: leaders(rules, game, &self.army) };
        self.rolled = force_hex(&self.army).map(|_| own());
    }

    /// Whether it is still what rolled: a force that an army has taken in reacts no more (12.3.11, 21.9).
    pub fn is_still(&self, rules: &CivilWar, game: &Game, side: Side) -> bool {
        force_hex(&self.army).is_none_or(|hex| force_without_army(rules, game, hex, side).as_ref() == Some(&self.army))
    }

    /// Its strength points.
    pub fn sp(&self, game: &Game) -> u32 {
        let most = self.rolled.as_ref().map_or(u32::MAX, |rolled| rolled.sp);
        sp(game, &self.army).min(most)
    }

    /// Its leaders.
    pub fn leaders(&self, rules: &CivilWar, game: &Game) -> Vec<Piece> {
        let mut all = leaders(rules, game, &self.army);
        all.retain(|piece| self.rolled.as_ref().is_none_or(|rolled| rolled.leaders.contains(piece)));
        all
    }

    /// The leader by whose initiative it rolls.
    pub fn head(&self, rules: &CivilWar, game: &Game) -> Option<Piece> {
        if force_hex(&self.army).is_none() {
            return head(rules, game, &self.army);
        }
        let ashore = self.leaders(rules, game).into_iter().filter(|piece| !is_naval(&rules.pack, piece));
        highest(&rules.pack, ashore)
    }

    /// How many of its strength points may go at most.
    pub fn most(&self, rules: &CivilWar, game: &Game) -> u32 {
        most_under(rules, &self.army, self.head(rules, game), self.sp(game))
    }
}
