//! The `odds` command: what fire and charges may lead to, which cards a side may draw, and which interrupts the enemy
//! may hold.

use serde_json::{Value, json};

use crate::Longstreet;
use crate::document::{Id, Problem};
use crate::engine::{OwnCards, Position};
use crate::events::Refusal;
use crate::forecast::{apply_certain_effects, apply_turn_start};
use crate::ledger::{DECK, DISCARD, Game, HAND, OUT_OF_GAME};
use crate::name_resolution::replace_titles_by_ids;
use crate::orders::{Dice, Order};
use crate::pack::{Card, Moment, Symbol};
use crate::report::chances::{self, fraction, tenths};
use crate::report::dice_chances::{at_least, average_above, hits, one_of, table, value, values};
use crate::report::{Block, Chances, OrderOdds};
use crate::side::Side;
use crate::view::View;

/// What an order may lead to, as far as dice and cards decide.
///
/// # Errors
/// Why it is illegal; or that there are too many possible results.
pub fn order_odds(
    rules: &Longstreet,
    position: &Position<Longstreet>,
    id: &Id,
    own: Option<&OwnCards>,
    order: &Order,
) -> Result<OrderOdds<Longstreet>, Vec<Problem>> {
    let side = Side::of(id);
    let mut after = position.clone();
    apply_turn_start(&mut after.game, side);
    let view = View { rules, game: &after.game, side, own };
    // Its player may write cards by their titles.
    let by_id = own.and_then(|_| replace_titles_by_ids(view, vec![order.clone()], None).orders.pop());
    let order = by_id.as_ref().unwrap_or(order);
    let refused = order.refused(view);
    if !refused.is_empty() {
        return Err(Refusal::to_problems(refused, rules, side));
    }
    let mut output = OddsOutput { lines: Vec::new(), blocks: Vec::new(), value: json!({}) };
    match order {
        Order::Volley { target, dice, reroll, .. } => output.dice(view, "hits", (dice, *reroll), Some(target)),
        Order::Roll { dice, .. } => output.dice(view, "hits", (dice, false), None),
        Order::Charge { unit, target, dice: Some(dice), against, .. } => {
            output.dice(view, "losses", (dice, false), Some(target));
            if let Some(against) = against {
                output.dice(view, "own_losses", (against, false), Some(unit));
            }
            output.interrupt(view, Moment::Charge);
        }
        Order::Fire { .. } => output.interrupt(view, Moment::Fire),
        Order::Movement { .. } => output.interrupt(view, Moment::Movement),
        Order::Combat { .. } => output.interrupt(view, Moment::Combat),
        Order::Pass {} | Order::EndTurn {} => match own {
            Some(own) => output.draw(view, own),
            None => return chances::order_odds(rules, &after, id, order),
        },
        _ => return chances::order_odds(rules, &after, id, order),
    }
    apply_certain_effects(&mut after.game, order);
    let line = (!output.lines.is_empty()).then(|| output.lines.join("; "));
    Ok(OrderOdds::Supposed(Box::new(after), Chances { line, blocks: output.blocks, data: output.value }))
}

/// What is said: in a line each, for people and as data.
struct OddsOutput {
    lines: Vec<String>,
    blocks: Vec<Block>,
    value: Value,
}

impl OddsOutput {
    /// The hits of dice on a unit, and what is left of it after morale has removed some (LS-11, Morale Value).
    fn dice(&mut self, view: View<'_>, what: &str, (dice, again): (&Dice, bool), unit: Option<&Id>) {
        let all = hits(dice.count, dice.hit_on, again);
        let on = unit.map_or(String::new(), |unit| format!(" on {}", super::names::unit(view.rules, unit)));
        self.blocks.push(table(&format!("Hits{on}"), &all));
        self.value[what] = values(&all);
        self.lines.push(format!("{} hits{on} on average before morale", tenths(&average_above(&all, 0))));
        let Some(unit) = unit else { return };
        let bases = view.game.units.get(unit).map_or(0, |unit| usize::from(unit.bases));
        let most = all.len().saturating_sub(1).min(4);
        let gone = |saved: usize| at_least(&all, bases.max(1) + saved);
        // No more bases are lost than there are.
        let lost = |saved: usize| average_above(&all, saved) - average_above(&all, bases + saved);
        let row = |n: usize| vec![n.to_string(), tenths(&lost(n)), fraction(&gone(n))];
        let header = ["With morale of".to_owned(), "Bases lost on average".to_owned(), format!("All {bases} are lost")];
        self.blocks.push(Block::Table { header: header.to_vec(), rows: (0..=most).map(row).collect() });
        self.value[format!("{what}_gone")] = Value::Array((0..=most).map(|n| value(&gone(n))).collect());
    }

    /// Whether the enemy may hold an interrupt for a moment, assuming that his hand is any of the possible cards
    /// (LS-4).
    fn interrupt(&mut self, view: View<'_>, moment: Moment) {
        let enemy = View::of(view.rules, view.game, view.side.other());
        let may_be = enemy.hand();
        let of = |id: &&String| enemy.card(id).is_some_and(|card| card.interrupt == Some(moment));
        let sought = may_be.iter().filter(of).count();
        let played = view.game.interrupt.is_some();
        let drawn = if played { 0 } else { view.game.count(enemy.side, HAND) };
        let chance = one_of(sought, may_be.len(), drawn);
        self.blocks.push(Block::sentence(&match played {
            true => format!("{} has already interrupted this turn and cannot do so again", enemy.side.in_words()),
            false => format!(
                "the chance that {} holds a card that interrupts this is {}, if its hand is any {drawn} of the {} cards that it \
                 may hold",
                enemy.side.in_words(),
                fraction(&chance),
                may_be.len()
            ),
        }));
        self.value["interrupt"] = value(&chance);
    }

    /// What a side's next draw may bring from its own point of view (Redraw): all unseen cards are equally likely.
    fn draw(&mut self, view: View<'_>, own: &OwnCards) {
        let (unseen, drawn) = (unseen(view, own), next_draw(view.game, view.side));
        if drawn == 0 {
            self.blocks.push(Block::sentence("nothing is drawn at the end of this turn"));
            self.value["draw"] = json!(0);
            return;
        }
        type Sought = (&'static str, &'static str, fn(&Card) -> bool);
        const SOUGHT: [Sought; 5] = [
            ("fire", "A fire modifier", |card| card.symbol == Some(Symbol::Fire)),
            ("movement", "A movement modifier", |card| card.symbol == Some(Symbol::Movement)),
            ("combat", "A combat modifier", |card| card.symbol == Some(Symbol::Combat)),
            ("interrupts", "An interrupt", |card| card.interrupt.is_some()),
            ("morale", "A morale value of 2 or more", |card| card.morale >= 2),
        ];
        let mut rows = Vec::new();
        for (key, words, sought) in SOUGHT {
            let count = unseen.iter().filter(|card| sought(card)).count();
            let chance = one_of(count, unseen.len(), drawn);
            rows.push(vec![words.to_owned(), fraction(&chance), format!("{count} of {}", unseen.len())]);
            self.value[key] = value(&chance);
        }
        self.value["draw"] = json!(drawn);
        let header = [format!("In the next draw of {drawn}"), "Chance".to_owned(), "Of the unseen cards".to_owned()];
        self.blocks.push(Block::Table { header: header.to_vec(), rows });
    }
}

/// How many cards a side draws at the end of this turn (Redraw).
pub fn next_draw(game: &Game, side: Side) -> usize {
    game.hand_size(side).saturating_sub(game.count(side, HAND)).min(game.count(side, DECK))
}

/// The cards of a side's deck that it cannot see: they are in its deck, or were removed (Reshuffling Penalty).
pub fn unseen<'v>(view: View<'v>, own: &OwnCards) -> Vec<&'v Card> {
    let seen: Vec<&str> = [HAND, DISCARD, OUT_OF_GAME].iter().flat_map(|pile| own.known_cards(pile)).collect();
    let deck = view.rules.pack.deck(view.side, view.game.year);
    deck.iter().filter(|id| !seen.contains(&id.as_str())).filter_map(|id| view.card(id)).collect()
}
