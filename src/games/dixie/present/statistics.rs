//! What is counted: positions held, losses in CV, cards in play; when it is, who is ahead, where everybody is.

use super::{names, picture_positions, sentences};
use crate::Dixie;
use crate::ledger::{Game, Phase};
use crate::pack::{Edition, Kind};
use crate::place::Place;
use crate::report::grammar::{capital, list};
use crate::report::{Follow, Tally, TallyKind, When, Whereabouts};
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
fn positions_held(rules: &Dixie, game: &Game, side: Side) -> Vec<Place> {
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
    let tally = |title, about, kind, of: &dyn Fn(Side) -> i64| Tally { title, about, values: Side::BOTH.map(of), kind };
    let alone = |side| positions_held(rules, game, side).len() as i64;
    let gone = |side| lost(rules, game, side);
    let in_line = |side| game.places.keys().map(|place| rules.troops(game, *place, side).len() as i64).sum();
    let reserve = |side| game.reserve(side) as i64;
    let other = TallyKind::Other;
    vec![
        tally("Positions", "The positions that a side holds alone with troops.", TallyKind::Score, &alone),
        tally("CV lost", "The total CV of the troop cards that are out of play.", TallyKind::Losses, &gone),
        tally("Troop cards in line", "The troop cards in battle positions, face-down cards included.", other, &in_line),
        tally("Reserve", "The cards in the Reserve.", other, &reserve),
    ]
}

/// How near each side is to winning.
pub fn current_winner(rules: &Dixie, game: &Game) -> String {
    if let Some(won) = game.won {
        return match won.side {
            Some(side) => format!("{} has won: {}.", side.opening(), sentences::won(won.how)),
            None => format!("The battle is drawn: {}.", sentences::won(won.how)),
        };
    }
    let needs = |side: Side| match (game.edition, side, game.rules.five_positions) {
        (Edition::Shiloh, Side::Csa, _) => "it needs the Center-Back to win",
        (Edition::Shiloh, Side::Usa, _) => "it needs the Center-Front to win on Day 2",
        (_, _, true) => "it needs 3 to win",
        (_, _, false) => "it needs 2 to win",
    };
    let one = |side: Side| {
        let places =
            positions_held(rules, game, side).into_iter().filter(|place| place.line() != Some(side)).map(names::place);
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
            for placed in game.cards_in(*place, side) {
                let Some(card) = rules.card(game, side, &placed.card) else { continue };
                let Some(at) = picture_positions::middle(game, *place) else { continue };
                let kind = if card.kind == Kind::General { Follow::Leader } else { Follow::Unit };
                let (side, words) = (side.id(), names::title(*place));
                found.push(Whereabouts { kind, name: card.name.clone(), side, at, place: words });
            }
        }
    }
    found
}
