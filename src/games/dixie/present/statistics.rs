//! What is counted: positions held, losses in CV, cards in play; when it is, who is ahead, where everybody is.

use serde_json::Value;

use super::picture::layout;
use super::{names, sentences};
use crate::Dixie;
use crate::document::from_value;
use crate::engine::outcome;
use crate::ledger::{Game, How, Phase};
use crate::pack::{Edition, Kind};
use crate::place::Place;
use crate::report::words::{capital, list};
use crate::report::{Follow, Present, Tally, Tells, When, Whereabouts, sentence as data};
use crate::side::Side;

/// When it is.
pub fn when(game: &Game) -> When {
    let name = match (game.turn, game.rules.three_days || game.edition == Edition::Shiloh) {
        (0, _) => "Deployment".to_owned(),
        (turn, true) => format!("Battle Turn {turn}, Day {}", game.day),
        (turn, false) => format!("Battle Turn {turn}"),
    };
    let edition = names::edition(game.edition);
    let words = match game.phase {
        _ if game.turn == 0 => format!("{edition}, deployment"),
        Phase::Outflank => format!("{edition}, {name}, {}: outflanking", game.side.in_words()),
        phase => format!("{edition}, {name}, {}: {phase:?} Phase", game.side.in_words()),
    };
    When { turn: game.turn.into(), name, words }
}

/// The positions that a side holds alone with troops (4.0).
fn held(rules: &Dixie, game: &Game, side: Side) -> Vec<Place> {
    let alone = |place: &Place| {
        let [own, enemy] = [side, side.other()].map(|side| rules.has_troops(game, *place, side));
        own && !enemy
    };
    game.places.keys().copied().filter(alone).collect()
}

/// The CV of the troop cards of a side among the cards out of play that everybody sees.
fn lost(rules: &Dixie, game: &Game, side: Side) -> i64 {
    let cards = game.cards.open(&side.id(), "lost").iter().filter_map(|id| rules.set(game).card(side, id));
    cards.map(|card| i64::from(card.cv)).sum()
}

/// What is counted in every position.
pub fn tallies(rules: &Dixie, game: &Game) -> Vec<Tally> {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let on_table = |side: Side| count(game.places.keys().map(|place| rules.troops(game, *place, side).len()).sum());
    vec![
        Tally {
            title: "Positions",
            about: "The positions that a side holds alone with troops.",
            values: Side::BOTH.map(|side| count(held(rules, game, side).len())),
            tells: Tells::Score,
        },
        Tally {
            title: "CV lost",
            about: "The Combat Values of the troop cards that are out of play.",
            values: Side::BOTH.map(|side| lost(rules, game, side)),
            tells: Tells::Losses,
        },
        Tally {
            title: "Troop cards in line",
            about: "The troop cards in battle positions, face-down cards counted.",
            values: Side::BOTH.map(on_table),
            tells: Tells::Other,
        },
        Tally {
            title: "Reserve",
            about: "The cards in the Reserve.",
            values: Side::BOTH.map(|side| count(game.reserve(side))),
            tells: Tells::Other,
        },
    ]
}

/// How near each side is to winning.
pub fn as_it_stands(rules: &Dixie, game: &Game) -> String {
    if let Some(won) = game.won {
        return match won.side {
            Some(side) => format!("{} has won: {}.", side.opening(), sentences::won(won.how)),
            None => format!("The battle is drawn: {}.", sentences::won(won.how)),
        };
    }
    let needs = |side: Side| match (game.edition, side, game.rules.five_positions) {
        (Edition::Shiloh, Side::Csa, _) => "the Center-Back wins",
        (Edition::Shiloh, Side::Usa, _) => "the Center-Front wins on Day 2",
        (_, _, true) => "3 win",
        (_, _, false) => "2 win",
    };
    let one = |side: Side| {
        let places = held(rules, game, side).into_iter().filter(|place| place.line() != Some(side)).map(names::place);
        let places = list(places, "and", "no enemy position");
        format!("{} occupies {places} ({})", side.in_words(), needs(side))
    };
    format!("{}.", capital(&Side::BOTH.map(one).join("; ")))
}

/// Where everybody is whom everybody sees.
pub fn whereabouts(rules: &Dixie, game: &Game) -> Vec<Whereabouts> {
    let mut found = Vec::new();
    for place in game.places.keys() {
        for side in Side::BOTH {
            for placed in game.there(*place, side) {
                let Some(card) = rules.card(game, side, &placed.card) else { continue };
                let kind = if card.kind == Kind::General { Follow::Leader } else { Follow::Unit };
                let (at, side, words) = (layout::middle(game, *place), side.id(), names::title(*place));
                found.push(Whereabouts { kind, name: card.name.clone(), side, at, place: words });
            }
        }
    }
    found
}

/// An outcome as the end of a sentence.
pub fn outcome(rules: &Dixie, outcome: &Value) -> String {
    let own =
        |how: &str, _: Option<&_>| from_value::<How>(&Value::from(how)).ok().map(|how| sentences::won(how).to_owned());
    let sides = Side::BOTH.map(Side::id);
    outcome::words(&sides, outcome, |side| rules.side_words(side), own).unwrap_or_else(|| data(outcome))
}
