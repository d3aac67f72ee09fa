//! What may be ordered after the orders that the draft has: by what was pointed at, each order with what it names.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Value, json};

use super::played_match::{After, Board};
use super::requests::{Question, problem_values};
use crate::cli::Failure;
use crate::cli::legal::{names_any, problem_value, unknown_cards};
use crate::report::targets::named_in;
use crate::report::{Offer, Options, OptionsFor, Target, TargetKind};
use crate::session::{HandTracker, Session};

/// The orders that involve everything in `select`, after those of the draft; without a selection, a few of each kind.
///
/// # Errors
/// There is no such thing.
pub fn offers(board: &Board<'_, '_>, question: &Question) -> Result<Value, Failure> {
    let decisions = Board::decisions(question);
    let orders = Board::orders(&decisions);
    // After orders that are not legal, what may be ordered at first.
    let (after, faulty) = match board.after(&orders) {
        Ok(after) => (after, Vec::new()),
        Err(problems) => (board.after(&[]).map_err(|_| crate::cli::seat::no_side())?, problems),
    };
    // A card that everybody sees on the table is known.
    let seen = |card: &String| board.targets().iter().any(|target| target.id == json!(card));
    let mut unknown = unknown_cards(board.table(), &board.side);
    unknown.retain(|card| !seen(card));
    let finder = Finder {
        board,
        after,
        orders: if faulty.is_empty() { orders } else { Vec::new() },
        named: Named::of(board),
        unknown,
    };
    let select: Vec<String> = question.list("select").iter().map(text_of).collect();
    let mut value = match select.split_first() {
        None => finder.in_general(),
        Some((subject, others)) => finder.about(
            subject,
            others,
            question.fields.get("to").filter(|to| !to.is_null()).map(text_of).as_deref(),
        )?,
    };
    value["problems"] = json!(problem_values(&faulty));
    value["known"] = json!(finder.after.1);
    Ok(value)
}

/// An id as text.
fn text_of(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), str::to_owned)
}

/// The values by which orders can name what is on the board, and the player's own cards.
struct Named {
    places: HashSet<String>,
    others: HashSet<String>,
}

impl Named {
    fn of(board: &Board<'_, '_>) -> Named {
        let own = board.table().hand_tracker(&board.side).map(HandTracker::cards);
        let cards = own.iter().flat_map(|own| own.piles.keys().flat_map(|pile| own.known_cards(pile)));
        let (places, others): (Vec<_>, Vec<_>) =
            board.targets().iter().partition(|target| target.kind == TargetKind::Place);
        let others = others.into_iter().map(|target| target.id.to_string());
        Named {
            places: places.into_iter().map(|target| target.id.to_string()).collect(),
            others: others.chain(cards.map(|card| json!(card).to_string())).collect(),
        }
    }

    fn is_known(&self, value: &Value) -> bool {
        !value.is_object() && !value.is_array() && {
            let text = value.to_string();
            self.places.contains(&text) || self.others.contains(&text)
        }
    }

    fn is_place(&self, value: &Value) -> bool {
        self.places.contains(&value.to_string())
    }
}

/// Looks for orders after those of the draft.
struct Finder<'b, 'm, 'f> {
    board: &'b Board<'m, 'f>,
    after: After,
    /// The orders of the draft, if they are legal.
    orders: Vec<Value>,
    named: Named,
    /// The cards that the hand may have, if nobody here knows it.
    unknown: BTreeSet<String>,
}

impl Finder<'_, '_, '_> {
    fn table(&self) -> &dyn Session {
        &*self.after.0
    }

    /// Whether an order may follow those of the draft: the check of all of them together decides, because a hand is
    /// not what it was, and the turn may have passed on.
    fn fits(&self, order: &Value) -> bool {
        let all = || self.orders.iter().chain(std::iter::once(order)).cloned().collect();
        !names_any(order, &self.unknown) && (self.orders.is_empty() || self.board.passes(all()))
    }

    /// Everything that is offered where nothing is selected.
    fn in_general(&self) -> Value {
        let side = &self.board.side;
        let legal = self.table().legal(side);
        let orders: Vec<Value> =
            legal.orders.iter().filter(|order| self.fits(order)).map(|order| self.order(order)).collect();
        let later = self.table().later(side).map(|(when, orders)| {
            json!({"when": when, "orders": orders.iter().map(|order| self.order(order)).collect::<Vec<_>>()})
        });
        json!({"orders": orders, "later": later})
    }

    /// What is offered for what is selected.
    fn about(&self, subject: &str, others: &[String], to: Option<&str>) -> Result<Value, Failure> {
        let asked = OptionsFor { subject, to, all: true };
        let mut options = match self.table().options(&self.board.side, &asked) {
            Ok(options) => options,
            // A card of the hand that has no name of its own, such as a copy, and an id that only orders know.
            Err(_) if self.named.is_known(&json!(subject)) => self.naming(subject),
            Err(problem) => return Err(Failure::no(problem)),
        };
        if to.is_none() && options.offers.iter().all(|offer| offer.orders.is_empty()) {
            self.add_cards_at(subject, &mut options);
        }
        let wanted = |named: &[Value]| others.iter().all(|other| named.iter().any(|one| text_of(one) == *other));
        let offer = |offer: &Offer<Value>| {
            let orders: Vec<Value> = offer
                .orders
                .iter()
                .filter(|order| wanted(&self.names(order)) && self.fits(order))
                .map(|order| self.order(order))
                .collect();
            (!orders.is_empty() || offer.orders.is_empty()).then(|| {
                json!({"what": offer.what, "cost": offer.cost, "rule": offer.rule, "orders": orders,
                       "because": offer.because.iter().map(problem_value).collect::<Vec<_>>()})
            })
        };
        let notes: Vec<Value> =
            options.notes.iter().map(|(said, rule)| json!({"message": said, "rule": rule})).collect();
        Ok(
            json!({"title": options.title, "notes": notes, "offers": options.offers.iter().filter_map(offer).collect::<Vec<_>>()}),
        )
    }

    /// Adds to the offers of a place those of the side's own cards that lie there.
    fn add_cards_at(&self, place: &str, options: &mut Options<Value>) {
        let is_here = |target: &&Target| {
            let own = target.kind == TargetKind::Card && target.side.as_ref() == Some(&self.board.side);
            own && target.at.as_ref().is_some_and(|at| text_of(at) == place)
        };
        for card in self.board.targets().iter().filter(is_here) {
            let id = text_of(&card.id);
            let asked = OptionsFor { subject: &id, to: None, all: true };
            let Ok(found) = self.table().options(&self.board.side, &asked) else { continue };
            for mut offer in found.offers {
                match options.offers.iter_mut().find(|known| known.what == offer.what) {
                    Some(known) => {
                        offer.orders.retain(|order| !known.orders.contains(order));
                        known.orders.append(&mut offer.orders);
                        if !known.orders.is_empty() {
                            known.because.clear();
                        }
                    }
                    None => options.offers.push(offer),
                }
            }
        }
    }

    /// The legal orders that name something, as one offer.
    fn naming(&self, subject: &str) -> Options<Value> {
        let names = |order: &Value| self.names(order).iter().any(|one| text_of(one) == subject);
        let orders: Vec<Value> = self.table().legal(&self.board.side).orders.into_iter().filter(names).collect();
        let title = self.table().card_words(&self.board.side, subject);
        let rule = self.table().asked().map(|(_, rule)| rule).unwrap_or_default();
        let offer = Offer {
            what: "What it may do".to_owned(),
            cost: String::new(),
            rule,
            orders,
            more: None,
            because: Vec::new(),
        };
        Options { title, notes: Vec::new(), offers: vec![offer] }
    }

    fn names(&self, order: &Value) -> Vec<Value> {
        named_in(order, &|value| self.named.is_known(value))
    }

    /// An order with its words, what it names, where it ends, and its numbers that may be smaller.
    fn order(&self, order: &Value) -> Value {
        let names = self.names(order);
        let end = names.iter().rev().find(|one| self.named.is_place(one)).cloned();
        let mut counts = Vec::new();
        self.counts(order, &mut Vec::new(), &mut counts);
        json!({"order": order, "words": self.table().order_words(&self.board.side, order),
               "cost": self.table().order_cost(&self.board.side, order), "names": names, "end": end,
               "chance": self.table().order_chance(&self.board.side, order), "counts": counts})
    }

    /// The numbers in an order that name nothing: strength points and the like. An offered order has the highest.
    fn counts(&self, value: &Value, path: &mut Vec<String>, found: &mut Vec<Value>) {
        let fields: Vec<(String, &Value)> = match value {
            Value::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), value)).collect(),
            Value::Array(items) => items.iter().enumerate().map(|(n, value)| (n.to_string(), value)).collect(),
            Value::Number(number) if !self.named.is_known(value) => {
                if let Some(most) = number.as_u64().filter(|most| *most > 1) {
                    found.push(json!({"path": path, "least": 1, "most": most}));
                }
                return;
            }
            _ => return,
        };
        for (key, value) in fields {
            path.push(key);
            self.counts(value, path, found);
            path.pop();
        }
    }
}
