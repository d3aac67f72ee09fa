//! The context of a decision: who approaches, what a die must show, the current result of a combat.

use crate::document::Id;
use crate::engine::Position;

use super::vocabulary;
use crate::combat::Combat;
use crate::events::combat::Harm;
use crate::movement::reaction::reactor::{hex_of, leaders};
use crate::pack::Side;
use crate::position::ledger::{Game, Piece, by_command, counter, is_cavalry, side_of};
use crate::{CivilWar, Procedure};

/// The force that is on the march: `11 strength points of the Army of the Potomac under McDowell (3 stars)`.
pub fn marching(rules: &CivilWar, position: &Position<CivilWar>, sp: u32) -> String {
    let pack = &rules.pack;
    let mut said = vocabulary::sp(sp);
    let march = position.stack.iter().rev().find_map(|frame| match frame {
        Procedure::March(march) => Some(&march.force),
        _ => None,
    });
    if let Some(force) = march {
        if !force.armies.is_empty() {
            said.push_str(&format!(" of {}", vocabulary::armies(pack, &force.armies)));
        }
        if let Some(piece) = &force.leader {
            said.push_str(&format!(" under {}", vocabulary::leader(pack, piece)));
        }
    }
    said
}

/// The faces with which an army may react, by its commander's initiative (12.3.6, 12.3.13).
pub fn reacts(rules: &CivilWar, game: &Game, army: &Id, commander: &Piece) -> String {
    let side = side_of(&rules.pack, commander);
    let demoralized = hex_of(game, army).zip(side).is_some_and(|(hex, side)| game.demoralized_at(hex, side));
    face_needed(rules, &leaders(rules, game, army), commander, demoralized)
}

/// The faces with which every army of a hex may react at once, by its four-star leader's initiative (6.2.16a).
pub fn react_together(rules: &CivilWar, game: &Game, army: &Id, side: Side) -> Option<(Piece, String)> {
    let hex = hex_of(game, army)?;
    let leader = game.ranking_leader(&rules.pack, hex, side).filter(|piece| piece.rank == 4)?;
    let all = game.leaders_at(&rules.pack, hex, side);
    let needed = face_needed(rules, &all, &leader, game.demoralized_at(hex, side));
    Some((leader, needed))
}

fn face_needed(rules: &CivilWar, leaders: &[Piece], commander: &Piece, demoralized: bool) -> String {
    let initiative = counter(&rules.pack, commander).map_or(6, |counter| counter.initiative);
    let cavalry = by_command(&rules.pack, leaders.to_vec()).into_iter().find(|piece| is_cavalry(&rules.pack, piece));
    let rating = cavalry.as_ref().and_then(|piece| counter(&rules.pack, piece)).map_or(0, |counter| counter.tactical);
    let needed = i64::from(initiative) + 1 - i64::from(rating) + i64::from(demoralized);
    let name = vocabulary::leader_name(&rules.pack, &commander.leader);
    let mut added = Vec::new();
    if let Some(piece) = cavalry.filter(|_| rating > 0) {
        let cavalry = vocabulary::leader_name(&rules.pack, &piece.leader);
        added.push(format!("+{rating} to the roll for the cavalry under {cavalry}"));
    }
    if demoralized {
        added.push("-1 to the roll because the force is demoralized".to_owned());
    }
    // An unmodified 1 always fails (CW-125).
    let faces = match needed.max(2) {
        needed @ 2..=5 => format!("on a roll of {needed} or more"),
        6 => "on a roll of 6".to_owned(),
        _ => "on no roll".to_owned(),
    };
    let added = match added.is_empty() {
        true => String::new(),
        false => format!(", with {}", vocabulary::list(added, "and")),
    };
    format!("{faces} (above {name}'s initiative of {initiative}{added})")
}

/// The result of a combat for both sides if its dice stay as they are.
pub fn current_winner(rules: &CivilWar, combat: &Combat) -> Option<String> {
    let outcome = combat.current_winner(rules)?;
    let suffers = |harm: &Harm| {
        let mut parts = Vec::new();
        if harm.lost > 0 {
            parts.push(format!("loses {}", super::combat::losses(harm)));
        }
        if harm.demoralized && harm.left > 0 {
            parts.push("is demoralized".to_owned());
        }
        if parts.is_empty() { "is unaffected".to_owned() } else { vocabulary::list(parts, "and") }
    };
    let [attacker, defender] =
        [&outcome.attacker, &outcome.defender].map(|harm| (vocabulary::force(harm.side), suffers(harm)));
    Some(match attacker.1 == "is demoralized" && defender.1 == "is demoralized" {
        true => "As rolled, both forces are demoralized.".to_owned(),
        false => format!("As rolled, {} {}, and {} {}.", attacker.0, attacker.1, defender.0, defender.1),
    })
}
