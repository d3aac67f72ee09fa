//! Statistics (how near each side is to victory, bases and cards), the time, who is ahead, and where everybody is.

use super::{names, sentences};
use crate::Longstreet;
use crate::document::Id;
use crate::ledger::{DECK, DISCARD, Game, HAND, Phase, REMOVED};
use crate::pack::Condition;
use crate::report::grammar::{capital, list};
use crate::report::{Follow, Tally, TallyKind, When, Whereabouts};
use crate::sequence::condition_progress;
use crate::shared::table::BattleUnit;
use crate::side::Side;

/// When it is.
pub fn when(game: &Game) -> When {
    let name = if game.turn == 0 { "Set-up".to_owned() } else { format!("Turn {}", game.turn) };
    let phase = match game.phase {
        Phase::Start => "start of the turn",
        Phase::Choice => "before a phase is invoked",
        Phase::Fire => "fire phase",
        Phase::Movement => "movement phase",
        Phase::Combat => "combat phase",
        Phase::Status => "status phase",
    };
    When { turn: game.turn.into(), words: format!("{name}, {}: {phase}", game.side.in_words()), name }
}

/// How many bases a side has lost.
fn lost(rules: &Longstreet, game: &Game, side: Side) -> i64 {
    rules.force(game, side).map(|force| i64::from(force.lost())).sum()
}

/// How much of a victory condition is there, in hundredths, and in words.
pub fn progress(rules: &Longstreet, game: &Game, one: &Condition) -> (i64, String) {
    let (have, need) = condition_progress(rules, game, one);
    (i64::from(have.min(need)) * 100 / i64::from(need.max(1)), names::progress(&one.needs, have, need))
}

fn conditions<'g>(rules: &'g Longstreet, game: &Game, side: Side) -> impl Iterator<Item = &'g Condition> {
    let all = rules.battle(game).map(|battle| battle.victory.as_slice()).unwrap_or_default();
    all.iter().filter(move |one| one.side == side)
}

/// What is counted in every position.
pub fn tallies(rules: &Longstreet, game: &Game) -> Vec<Tally> {
    let tally = |title, about, kind, of: &dyn Fn(Side) -> i64| Tally { title, about, values: Side::BOTH.map(of), kind };
    let gone = |side| lost(rules, game, side);
    let near = |side| conditions(rules, game, side).map(|one| progress(rules, game, one).0).max().unwrap_or(0);
    let standing = |side| rules.force(game, side).filter(|force| force.unit.is_in_play());
    let bases = |side| standing(side).map(|force| i64::from(force.unit.bases)).sum();
    let there = |side| standing(side).count() as i64;
    let pile = |pile: &'static str| move |side: Side| game.count(side, pile) as i64;
    let (score, losses, other) = (TallyKind::Score, TallyKind::Losses, TallyKind::Other);
    vec![
        tally("Progress toward victory (%)", "How much of its nearest victory condition a side has met.", score, &near),
        tally("Bases lost", "The bases that units have lost since the battle began.", losses, &gone),
        tally("Bases on the table", "The bases of the units that are still there.", other, &bases),
        tally("Units on the table", "The units that are still there.", other, &there),
        tally("Hand", "The cards in hand.", other, &pile(HAND)),
        tally("Deck", "The cards that can still be drawn before a reshuffle.", other, &pile(DECK)),
        tally("Discards", "The cards that a reshuffle brings back.", other, &pile(DISCARD)),
        tally("Removed cards", "The cards that reshuffles have removed, and nobody has seen.", other, &pile(REMOVED)),
    ]
}

/// How near each side is to winning.
pub fn current_winner(rules: &Longstreet, game: &Game) -> String {
    if let Some(won) = &game.won {
        return format!("{} has won: {}.", won.side.opening(), sentences::won(won.how));
    }
    let one = |side: Side| {
        let text = conditions(rules, game, side).map(|one| format!("{} ({})", one.name, progress(rules, game, one).1));
        format!("{}: {}", side.in_words(), list(text, "or", "no victory condition"))
    };
    format!("{}.", capital(&Side::BOTH.map(one).join("; ")))
}

/// Where every unit is.
pub fn whereabouts(rules: &Longstreet, game: &Game) -> Vec<Whereabouts> {
    let Some(battle) = rules.battle(game) else { return Vec::new() };
    let of = |side: Side| {
        rules.force(game, side).filter(|force| force.unit.is_in_play()).map(move |BattleUnit { data, unit }| {
            Whereabouts {
                kind: Follow::Unit,
                name: data.name.clone(),
                side: side.id(),
                at: names::point(battle, unit.at),
                place: names::spot(unit.at),
            }
        })
    };
    Side::BOTH.into_iter().flat_map(of).collect()
}

/// What a roll is for, in the table of dice; the number of a fact is the one that the report has behind its words.
pub fn roll_words(purpose: &str) -> String {
    match purpose.split_once(' ') {
        Some(("volley", n)) => format!("volley (fact {n})"),
        Some(("reroll", n)) => format!("misses of the volley rolled again (fact {n})"),
        Some(("charge", n)) => format!("hits on the target of the charge (fact {n})"),
        Some(("against", n)) => format!("hits on the charger (fact {n})"),
        Some(("lost", "cards")) => "how many cards are lost".to_owned(),
        None if purpose == "roll" => "dice for something else".to_owned(),
        _ => purpose.replace('_', " "),
    }
}

/// The side that a roll of the step that led to a position belongs to: the active side, except for the dice against a
/// charge. If the new turn has not begun yet, the active side is still the one whose turn it was.
pub fn roller(game: &Game, purpose: &str) -> Id {
    let active = if game.phase == Phase::Start { game.side.other() } else { game.side };
    if purpose.starts_with("against") { active.other() } else { active }.id()
}
