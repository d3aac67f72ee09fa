//! The `odds` command: what fire, melee and morale may lead to, over every roll.

use num_rational::BigRational;
use serde_json::json;

use super::names;
use crate::Dixie;
use crate::card_values::firepower;
use crate::document::{Id, Problem};
use crate::engine::{Events, Position, Ruleset, StepContext};
use crate::events::Range;
use crate::fire::FireOrder;
use crate::ledger::Game;
use crate::orders::Order;
use crate::place::Place;
use crate::report::chances::{self, fraction, percent, tenths};
use crate::report::dice_chances::{and, at_least, average_above, none, sixths, table, values};
use crate::report::{Block, Chances, OrderOdds};
use crate::side::Side;

/// What an order may lead to.
///
/// # Errors
/// Why it is illegal; or that there are too many possible results.
pub fn order_odds(
    rules: &Dixie,
    position: &Position<Dixie>,
    id: &Id,
    order: &Order,
) -> Result<OrderOdds<Dixie>, Vec<Problem>> {
    let game = &position.game;
    let side = Side::of(id);
    let mut trial = game.clone();
    let cx = StepContext { game: &mut trial, standing: &position.standing, events: &mut Events::discarding() };
    rules.begin(cx, id, order)?;
    let mut blocks = Vec::new();
    let mut value = json!({});
    let line;
    match order {
        Order::Fire { cards, at, target, until_hits } => {
            let aimed = FireOrder { cards, at: *at, target: target.as_deref() };
            // Enfilade of a vacant position wins at once.
            let aim = aimed.begin(rules, &mut game.clone(), side, None);
            let Some(fire) = aim else { return chances::order_odds(rules, position, id, order) };
            let all = hits(rules, game, (side, cards), (fire.from, fire.at), fire.range);
            let title = format!("Hits of {} on {}", names::cards(rules, game, side, cards), names::place(fire.at));
            let costs = losses(rules, game, fire.at, side.other(), false);
            blocks.extend([table(&title, &all), expected(&all), Block::sentence(&costs)]);
            if let Some(most) = until_hits {
                // The chance of this many hits does not depend on later fire.
                let so_many = names::hits(u32::from(*most));
                blocks.push(Block::sentence(&format!(
                    "the order stops at {so_many}: the chances of fewer are as above, and only the last card to fire can score more"
                )));
            }
            value["hits"] = values(&all);
            line = format!(
                "{} hits on average on {}; at least one: {}",
                tenths(&average_above(&all, 0)),
                names::place(fire.at),
                percent(&at_least(&all, 1))
            );
        }
        Order::Melee { place, .. } => {
            let mut averages = Vec::new();
            for one in [side, side.other()] {
                let cards: Vec<String> =
                    rules.troops(game, *place, one).iter().map(|placed| placed.card.clone()).collect();
                let all = hits(rules, game, (one, &cards), (*place, *place), Range::Melee);
                let title = format!("Hits of {} in the first round", one.in_words());
                let costs = losses(rules, game, *place, one, true);
                blocks.extend([table(&title, &all), expected(&all), Block::sentence(&costs)]);
                value[one.as_str()] = values(&all);
                averages.push(format!("{} hits by {}", tenths(&average_above(&all, 0)), one.in_words()));
            }
            line = format!("on average {} in the first round", averages.join(" and "));
            blocks.push(Block::sentence("specials played before the dice are rolled are not counted"));
        }
        _ => return chances::order_odds(rules, position, id, order),
    }
    Ok(OrderOdds::Chances(Chances { line: Some(line), blocks, data: value }))
}

/// The hits of cards together.
fn hits(
    rules: &Dixie,
    game: &Game,
    (side, cards): (Side, &[String]),
    (from, at): (Place, Place),
    range: Range,
) -> Vec<BigRational> {
    let own_line = game.own_line(side).contains(&from);
    let known = cards.iter().filter_map(|id| rules.card(game, side, id));
    known.fold(none(), |all, card| {
        let dice = rules.dice(game, (side, card), (from, at), range).total();
        and(all, usize::try_from(dice).unwrap_or(0), &sixths(firepower(card, range, own_line)))
    })
}

/// What a hit on each card leads to at its next morale check.
fn losses(rules: &Dixie, game: &Game, place: Place, side: Side, melee: bool) -> String {
    let one = |placed: &crate::ledger::Placed| {
        let card = rules.card(game, side, &placed.card)?;
        let value = rules.morale(game, (side, card), place, melee).total();
        let hits = usize::from(placed.hits) + 1;
        let chance = fraction(&pass_all(value, hits));
        let hits = names::hits(hits);
        Some(format!("with {hits}, {} of {} passes its morale check: {chance}", card.name, side.in_words()))
    };
    let troops = rules.troops(game, place, side);
    let mut text: Vec<String> = troops.iter().filter_map(|placed| one(placed)).collect();
    if text.len() < troops.len() {
        text.push("the morale of face-down cards is not known".to_owned());
    }
    if text.is_empty() { "there are no troops there".to_owned() } else { text.join("; ") }
}

fn expected(hits: &[BigRational]) -> Block {
    Block::sentence(&format!("on average {} hits", tenths(&average_above(hits, 0))))
}

/// The probability that a card passes this many morale rolls (6.0).
pub fn pass_all(value: i64, rolls: usize) -> BigRational {
    let faces = value.clamp(1, 5) as u8;
    and(none(), rolls, &sixths(faces)).pop().unwrap_or_default()
}
