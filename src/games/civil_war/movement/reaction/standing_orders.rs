//! What standing orders do when the enemy comes near an army.

use super::reactor;
use crate::CivilWar;
use crate::orders::{Go, Question, React, ReactInto, Reaction, ReactionStanding, Standing};
use crate::position::ledger::Game;

/// Whether an army rolls: it does if one of its entries applies that takes it somewhere. The army group rolls together
/// where it may, since its four-star leader's initiative is as good as any.
pub fn react_by_standing(game: &Game, standing: &Standing, question: &Question) -> Option<React> {
    let Question::React { army, hex, enemy_sp, together, .. } = question else { return None };
    let entry = standing.reaction.get(army)?;
    let applies = applying(game, entry, army, *hex, *enemy_sp);
    Some(match applies.map(|entry| &entry.into) {
        None | Some(ReactInto::Nowhere) => React::Decline,
        Some(_) if *together => React::Together,
        Some(_) => React::Roll,
    })
}

/// What the army does then: what the entry says, if that is legal; otherwise it stays.
pub fn reaction_by_standing(
    rules: &CivilWar,
    game: &Game,
    standing: &Standing,
    question: &Question,
) -> Option<Reaction> {
    let Question::Reaction { army, hex, enemy_sp, options, .. } = question else { return None };
    let entry = standing.reaction.get(army)?;
    let Some(entry) = applying(game, entry, army, *hex, *enemy_sp) else { return Some(Reaction::Stay) };
    let at = reactor::hex_of(game, army)?;
    let to = match &entry.into {
        ReactInto::Nowhere => None,
        ReactInto::Announced => options.iter().copied().find(|to| to == hex),
        ReactInto::Toward(goal) => options
            .iter()
            .copied()
            .filter(|to| to != hex && to.distance(*goal) < at.distance(*goal))
            .min_by_key(|to| (to.distance(*goal), *to)),
        ReactInto::First(wanted) => wanted.iter().copied().find(|to| options.contains(to)),
    };
    let Some(to) = to else { return Some(Reaction::Stay) };
    let own = reactor::most(rules, game, army);
    let there = |leader: &&crate::document::Id| {
        reactor::leaders(rules, game, army).iter().any(|piece| piece.leader == **leader)
    };
    let leader = entry.leader.as_ref().filter(there).cloned();
    if entry.leader.is_some() && leader.is_none() {
        // The leader who was to lead the part is not there.
        return Some(Reaction::Stay);
    }
    let (sp, leave) = match &leader {
        Some(_) => (None, Vec::new()),
        None => {
            let sp = entry.leave_sp.filter(|left| *left > 0).map(|left| own.saturating_sub(left).max(1));
            (sp, entry.leave.iter().filter(there).cloned().collect())
        }
    };
    Some(Reaction::Go(Go { to, leader, sp, leave }))
}

/// The first entry of the chain whose conditions hold.
fn applying<'s>(
    game: &Game,
    entry: &'s ReactionStanding,
    army: &crate::document::Id,
    hex: crate::board::Hex,
    enemy_sp: u32,
) -> Option<&'s ReactionStanding> {
    let mut entry = entry;
    loop {
        let holds = entry.when_enemy_sp_at_most.is_none_or(|most| enemy_sp <= most)
            && entry.when_enemy_sp_at_least.is_none_or(|least| enemy_sp >= least)
            && (entry.when_entering.is_empty() || entry.when_entering.contains(&hex))
            && (entry.when_in.is_empty() || reactor::hex_of(game, army).is_some_and(|at| entry.when_in.contains(&at)));
        if holds {
            return Some(entry);
        }
        entry = entry.otherwise.as_deref()?;
    }
}
