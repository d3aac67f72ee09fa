//! What is counted: how near each side is to victory, bases and cards; when it is, who is ahead, where everybody is.

use serde_json::Value;

use super::{names, sentences};
use crate::Longstreet;
use crate::document::{Id, from_value};
use crate::engine::outcome;
use crate::ledger::{DECK, DISCARD, Game, HAND, How, Phase, REMOVED};
use crate::pack::{Condition, Needs, UnitData};
use crate::report::words::{capital, list};
use crate::report::{Follow, Present, Tally, Tells, When, Whereabouts, sentence as data};
use crate::sequence::is_met;
use crate::side::Side;
use crate::table::Unit;

/// When it is.
pub fn when(game: &Game) -> When {
    let name = if game.turn == 0 { "Set-up".to_owned() } else { format!("Turn {}", game.turn) };
    let phase = match game.phase {
        Phase::Start => "start",
        Phase::Choice => "before a phase is invoked",
        Phase::Fire => "fire phase",
        Phase::Movement => "movement phase",
        Phase::Combat => "combat phase",
        Phase::Status => "status phase",
    };
    When { turn: game.turn.into(), words: format!("{name}, {}: {phase}", game.side.in_words()), name }
}

/// The units of a side, as they began and as they are.
fn units<'g>(rules: &'g Longstreet, game: &'g Game, side: Side) -> impl Iterator<Item = (&'g UnitData, &'g Unit)> {
    let all = rules.battle(game).map(|battle| battle.of(side)).unwrap_or_default();
    all.iter().filter_map(|data| Some((data, game.units.get(&data.id)?)))
}

/// How many bases a side has lost.
fn lost(rules: &Longstreet, game: &Game, side: Side) -> i64 {
    units(rules, game, side).map(|(data, unit)| i64::from(data.bases.saturating_sub(unit.bases))).sum()
}

/// What a victory condition needs.
pub fn needs(needs: &Needs) -> String {
    match needs {
        Needs::Destroyed { bases } => format!("the enemy has lost {}", names::number(*bases, "base")),
        Needs::Gone { units } => format!("the enemy has lost {}", names::number(*units, "unit")),
        Needs::Held { at, within, units } => {
            let (units, far) = (names::number(*units, "unit"), names::distance(*within));
            format!("{units} within {far} of {}, and no enemy", names::spot(*at))
        }
        Needs::Turns { turns } => format!("the battle lasts {}", names::number(*turns, "turn")),
        Needs::Agreed { words } => format!("both players agree: {words}"),
    }
}

/// How much of a victory condition is there, in hundredths, and in words.
pub fn progress(rules: &Longstreet, game: &Game, one: &Condition) -> (i64, String) {
    let enemy = one.side.other();
    let of = |have: i64, need: i64, noun: &str| {
        let need = need.max(1);
        ((have.clamp(0, need) * 100 / need), format!("{have} of {}", names::number(need, noun)))
    };
    match &one.needs {
        _ if is_met(rules, game, one) => (100, "met".to_owned()),
        Needs::Destroyed { bases } => of(lost(rules, game, enemy), (*bases).into(), "base"),
        Needs::Gone { units: needed } => {
            let gone = units(rules, game, enemy).filter(|(_, unit)| !unit.is_there()).count() as i64;
            of(gone, (*needed).into(), "unit")
        }
        Needs::Held { at, within, units: needed } => {
            let near = |(_, unit): &(&UnitData, &Unit)| unit.is_there() && unit.at.distance(*at) <= *within;
            of(units(rules, game, one.side).filter(near).count() as i64, (*needed).into(), "unit")
        }
        Needs::Turns { turns } => of(game.turn.into(), (*turns).into(), "turn"),
        Needs::Agreed { .. } => (0, "not agreed".to_owned()),
    }
}

fn conditions<'g>(rules: &'g Longstreet, game: &Game, side: Side) -> impl Iterator<Item = &'g Condition> {
    let all = rules.battle(game).map(|battle| battle.victory.as_slice()).unwrap_or_default();
    all.iter().filter(move |one| one.side == side)
}

/// What is counted in every position.
pub fn tallies(rules: &Longstreet, game: &Game) -> Vec<Tally> {
    let tally =
        |title, about, tells, of: &dyn Fn(Side) -> i64| Tally { title, about, values: Side::BOTH.map(of), tells };
    let gone = |side| lost(rules, game, side);
    let near = |side| conditions(rules, game, side).map(|one| progress(rules, game, one).0).max().unwrap_or(0);
    let bases = |side| units(rules, game, side).filter(|(_, u)| u.is_there()).map(|(_, u)| i64::from(u.bases)).sum();
    let there = |side| units(rules, game, side).filter(|(_, unit)| unit.is_there()).count() as i64;
    let pile = |pile: &'static str| move |side: Side| game.count(side, pile) as i64;
    let (score, losses, other) = (Tells::Score, Tells::Losses, Tells::Other);
    vec![
        tally("Nearest to victory (%)", "The victory condition of a side of which most is there.", score, &near),
        tally("Bases lost", "The bases that units have lost since the battle began.", losses, &gone),
        tally("Bases on the table", "The bases of the units that are still there.", other, &bases),
        tally("Units on the table", "The units that are still there.", other, &there),
        tally("Hand", "The cards in hand.", other, &pile(HAND)),
        tally("Deck", "The cards that can still be drawn before a reshuffle.", other, &pile(DECK)),
        tally("Discards", "The cards that a reshuffle brings back.", other, &pile(DISCARD)),
        tally("Removed cards", "The cards that reshuffles have removed unseen.", other, &pile(REMOVED)),
    ]
}

/// How near each side is to winning.
pub fn as_it_stands(rules: &Longstreet, game: &Game) -> String {
    if let Some(won) = &game.won {
        return format!("{} has won: {}.", won.side.opening(), sentences::won(won.how));
    }
    let one = |side: Side| {
        let said = conditions(rules, game, side).map(|one| format!("{} ({})", one.name, progress(rules, game, one).1));
        format!("{}: {}", side.in_words(), list(said, "or", "no victory condition"))
    };
    format!("{}.", capital(&Side::BOTH.map(one).join("; ")))
}

/// Where every unit is.
pub fn whereabouts(rules: &Longstreet, game: &Game) -> Vec<Whereabouts> {
    let Some(battle) = rules.battle(game) else { return Vec::new() };
    let of = |side: Side| {
        units(rules, game, side).filter(|(_, unit)| unit.is_there()).map(move |(data, unit)| Whereabouts {
            kind: Follow::Unit,
            name: data.name.clone(),
            side: side.id(),
            at: names::point(battle, unit.at),
            place: names::spot(unit.at),
        })
    };
    Side::BOTH.into_iter().flat_map(of).collect()
}

/// Who rolls, in the step that led to a position: the active side, but for the dice against a charge. A turn that has not been
/// looked at yet follows on the one whose dice they are.
pub fn roller(game: &Game, purpose: &str) -> Id {
    let active = if game.phase == Phase::Start { game.side.other() } else { game.side };
    if purpose.starts_with("against") { active.other() } else { active }.id()
}

/// An outcome as the end of a sentence.
pub fn outcome(rules: &Longstreet, outcome: &Value) -> String {
    let own =
        |how: &str, _: Option<&_>| from_value::<How>(&Value::from(how)).ok().map(|how| sentences::won(how).to_owned());
    let sides = Side::BOTH.map(Side::id);
    outcome::words(&sides, outcome, |side| rules.side_words(side), own).unwrap_or_else(|| data(outcome))
}
