//! Who takes command of an army that has lost its commander (5.4.4).

use crate::document::Id;
use crate::engine::Events;

use super::{commander, free_to_command, leaders, may_command, on_map};
use crate::CivilWar;
use crate::events::{Event, Succession};
use crate::leaders::reveal::reveal;
use crate::pack::Side;
use crate::position::ledger::{ArmyPlace, Game, Piece, Place, highest, side_of};

/// Fills every vacant command, army by army (5.4.4): by the most senior two-star leader with the army, promoted at once
/// and free (5.2.5a, 5.4.4a); or else the most senior of three or four stars on the map who commands none (5.4.4b); or
/// else the highest of those removed (5.4.4c); or else the most senior two-star leader on the map who can be promoted
/// (5.4.4d). `before`: who commanded which army, so that a change within an army is reported too. An army for which
/// there is nobody has no commander and is not lost because of that (5.4.5, CW-123).
pub fn succeed(rules: &CivilWar, game: &mut Game, events: &mut Events, before: &[(Id, Option<Piece>)]) {
    for side in Side::BOTH {
        let armies: Vec<Id> = on_map(rules, game, side).map(|(army, _)| army.clone()).collect();
        for army in armies {
            let was = before.iter().find(|(id, _)| *id == army).and_then(|(_, was)| was.as_ref());
            if let Some(now) = commander(rules, game, &army) {
                if was.is_some_and(|was| was.leader != now.leader) {
                    let how = Succession::Senior;
                    events.emit("5.4.4", &Event::TakesCommand { side, army, piece: now, how });
                }
                continue;
            }
            if was.is_none() {
                // It was vacant before: any leader who arrives takes it (CW-123).
                continue;
            }
            if let Some((piece, how, rule)) = successor(rules, game, side, &army, was) {
                appoint(game, &army, &piece, how);
                reveal(rules, game, events, std::slice::from_ref(&piece));
                events.emit(rule, &Event::TakesCommand { side, army, piece, how });
            }
        }
    }
}

/// Who commands which army now.
pub fn commanders(rules: &CivilWar, game: &Game) -> Vec<(Id, Option<Piece>)> {
    let armies = Side::BOTH.into_iter().flat_map(|side| on_map(rules, game, side).map(|(army, _)| army.clone()));
    armies.map(|army| (army.clone(), commander(rules, game, &army))).collect()
}

/// The successor of whoever `was` the commander, as the counter with which he commands.
fn successor(
    rules: &CivilWar,
    game: &Game,
    side: Side,
    army: &Id,
    was: Option<&Piece>,
) -> Option<(Piece, Succession, &'static str)> {
    let own = |piece: &Piece| side_of(&rules.pack, piece) == Some(side);
    // Nobody is called away from a march in progress.
    let still = |piece: &Piece| !matches!(game.pieces.get(piece), Some(Place::Map { marching: true, .. }));
    let on_map = || game.leaders_on_map(&rules.pack, side).map(|(piece, _)| piece).filter(still);
    // A two-star general who can be promoted to three, and may then command.
    let rising = |pieces: &mut dyn Iterator<Item = Piece>| {
        let able = |piece: &Piece| promoted_counter(rules, game, piece).is_some();
        let found = highest(&rules.pack, pieces.filter(able).collect::<Vec<_>>())?;
        promoted_counter(rules, game, &found)
    };
    if let Some(piece) = rising(&mut leaders(game, army).into_iter()) {
        return Some((piece, Succession::Promoted, "5.4.4a"));
    }
    if let Some(piece) = highest(&rules.pack, on_map().filter(|piece| free_to_command(rules, game, piece))) {
        return Some((piece, Succession::Called, "5.4.4b"));
    }
    // Whom his owner has just removed by the chart of 22.1 is not recalled at once (CW-302).
    let dismissed = |piece: &Piece| game.options.variant_leaders && was == Some(piece);
    let removed = game.pieces.iter().filter(|(_, place)| **place == Place::Removed).map(|(piece, _)| piece.clone());
    let removed = removed.filter(|piece| !dismissed(piece));
    if let Some(piece) = highest(&rules.pack, removed.filter(|piece| own(piece) && may_command(rules, piece))) {
        return Some((piece, Succession::Recalled, "5.4.4c"));
    }
    rising(&mut on_map()).map(|piece| (piece, Succession::CalledAndPromoted, "5.4.4d"))
}

/// The counter of three stars that one of two stars is promoted to, if he has one that may command and is not out of
/// the game (5.3.3d).
fn promoted_counter(rules: &CivilWar, game: &Game, piece: &Piece) -> Option<Piece> {
    let next = rules.pack.leaders.get(&piece.leader)?.promotion(piece.rank)?;
    let next = Piece { leader: piece.leader.clone(), rank: next.rank };
    let gone = matches!(
        game.pieces.get(&next),
        Some(Place::Discarded | Place::Killed | Place::Removed | Place::Terminated | Place::Captive(_))
    );
    (piece.rank == 2 && next.rank == 3 && may_command(rules, &next) && !gone).then_some(next)
}

/// Puts the successor with the army. A lower counter of his makes room for the higher.
fn appoint(game: &mut Game, army: &Id, piece: &Piece, how: Succession) {
    let Some(ArmyPlace::At(hex)) = game.armies.get(army).copied() else { return };
    let promoted = matches!(how, Succession::Promoted | Succession::CalledAndPromoted);
    let lower = |other: &Piece| other.leader == piece.leader && other.rank < piece.rank;
    let mut place = Place::Map { hex, moved: false, army: Some(army.clone()), down: false, marching: false };
    for (other, at) in &mut game.pieces {
        let same = other == piece || promoted && lower(other);
        if let (true, Place::Map { moved, down, .. }) = (same, &*at) {
            let army = Some(army.clone());
            place = Place::Map { hex, moved: *moved, army, down: *down, marching: false };
        }
        if promoted && lower(other) {
            *at = Place::Discarded;
        }
    }
    game.pieces.insert(piece.clone(), place);
}
