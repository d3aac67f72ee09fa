//! `odds`: what fire, melee and morale may come to, every throw counted.

use serde_json::{Value, json};

use super::names;
use crate::Dixie;
use crate::chances::{self as dice, Hits};
use crate::document::{Id, Problem};
use crate::engine::{Cx, Events, Position, Ruleset};
use crate::events::Range;
use crate::fire::Aimed;
use crate::ledger::Game;
use crate::orders::Order;
use crate::place::Place;
use crate::report::chances::{self, fraction, tenths};
use crate::report::words::capital;
use crate::report::{Block, OrderOdds, Span};
use crate::side::Side;
use crate::values::firepower;

/// What may come of an order.
///
/// # Errors
/// Why it is illegal; or that more may come of it than can be reckoned.
pub fn order_odds(
    rules: &Dixie,
    position: &Position<Dixie>,
    id: &Id,
    order: &Order,
) -> Result<OrderOdds<Dixie>, Vec<Problem>> {
    let game = &position.game;
    let side = Side::named(id).map_err(|problem| vec![problem])?;
    let found = match order {
        Order::Fire { cards, at, target, .. } => {
            let aimed = Aimed { cards, at: *at, target: target.as_deref() };
            aim(rules, game, side, &aimed).map(|(from, at, range)| fire(rules, game, (side, cards), (from, at), range))
        }
        Order::Melee { place, .. } => Some(melee(rules, game, side, *place)),
        _ => None,
    };
    let Some((blocks, value)) = found else { return chances::order_odds(rules, position, id, order) };
    let mut trial = game.clone();
    let cx = Cx { game: &mut trial, standing: &position.standing, events: &mut Events::unheard() };
    rules.begin(cx, id, order)?;
    Ok(OrderOdds::Chances(blocks, value))
}

/// Where cards stand, where they fire, and how far that is; nothing where the enfilade of a vacant position wins at once.
fn aim(rules: &Dixie, game: &Game, side: Side, aimed: &Aimed<'_>) -> Option<(Place, Place, Range)> {
    let mut trial = game.clone();
    let fire = aimed.begin(rules, &mut trial, side, None)?;
    Some((fire.from, fire.at, fire.range))
}

/// The hits of cards that fire one after the other.
fn fire(
    rules: &Dixie,
    game: &Game,
    (side, cards): (Side, &[String]),
    (from, at): (Place, Place),
    range: Range,
) -> (Vec<Block>, Value) {
    let mut all = Hits::none();
    let mut dice = 0;
    for id in cards {
        let Some(card) = rules.card(game, side, id) else { continue };
        let count = rules.dice(game, (side, card), (from, at), range).total();
        let line = game.own_line(side).contains(&from);
        all = all.and(u32::try_from(count).unwrap_or(0), firepower(card, range, line));
        dice += count.max(0);
    }
    let enemy = side.other();
    let title = format!("Hits of {} on {}, {} dice", names::cards(rules, game, side, cards), names::place(at), dice);
    let costs = format!("{}: {}", enemy.in_words(), losses(rules, game, at, enemy, false));
    let blocks = vec![table(&title, &all), expected(&all), paragraph(&costs)];
    let value = json!({"hits": all.value(), "dice": dice});
    (blocks, value)
}

/// The first round of a melee: both sides roll at once.
fn melee(rules: &Dixie, game: &Game, side: Side, place: Place) -> (Vec<Block>, Value) {
    let mut blocks = Vec::new();
    let mut value = json!({});
    for one in [side, side.other()] {
        let mut all = Hits::none();
        for placed in rules.troops(game, place, one) {
            let Some(card) = rules.card(game, one, &placed.card) else { continue };
            let count = rules.dice(game, (one, card), (place, place), Range::Melee).total();
            all = all.and(u32::try_from(count).unwrap_or(0), firepower(card, Range::Melee, true));
        }
        blocks.push(table(&format!("Hits of {} in the first round", one.in_words()), &all));
        blocks.push(expected(&all));
        blocks.push(paragraph(&format!("{}: {}", one.in_words(), losses(rules, game, place, one, true))));
        value[one.as_str()] = all.value();
    }
    blocks.push(paragraph("specials that are played before the dice are not counted"));
    (blocks, value)
}

/// What a hit on each card comes to at its next morale check.
fn losses(rules: &Dixie, game: &Game, place: Place, side: Side, melee: bool) -> String {
    let one = |placed: &crate::ledger::Placed| {
        let card = rules.card(game, side, &placed.card)?;
        let value = rules.morale(game, (side, card), place, melee).total();
        let hits = u32::from(placed.hits) + 1;
        let passes = dice::passes(value, hits);
        Some(format!(
            "{} with {} passes its morale check on {}",
            card.name,
            names::hits(placed.hits + 1),
            fraction(&passes)
        ))
    };
    let troops = rules.troops(game, place, side);
    let mut said: Vec<String> = troops.iter().filter_map(|placed| one(placed)).collect();
    if said.len() < troops.len() {
        said.push("nobody can reckon with cards that lie face down".to_owned());
    }
    if said.is_empty() { "no troops there".to_owned() } else { said.join("; ") }
}

fn table(title: &str, hits: &Hits) -> Block {
    let header = vec![title.to_owned(), "Chance".to_owned(), "At least".to_owned()];
    let row = |n: usize| vec![n.to_string(), fraction(&hits.exactly(n)), fraction(&hits.at_least(n))];
    Block::Table { header, rows: (0..hits.len()).map(row).collect() }
}

fn expected(hits: &Hits) -> Block {
    paragraph(&format!("on average {} hits", tenths(&hits.average())))
}

fn paragraph(words: &str) -> Block {
    Block::Paragraph(vec![Span::plain(format!("{}.", capital(words)))])
}
