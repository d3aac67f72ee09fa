//! A table in words: what is asked, what was ordered, how it ended, in the game's own terms.

use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, enumerated, from_value, spell_words};
use crate::report::{Block, Chances, Options, OptionsFor, OrderOdds, Present, Span, sentence, side_terms};

use super::Session;
use super::cards::parse_advance_id;
use super::request_check::is_shallow;
use super::rules::{RulesetSession, decode};
use crate::engine::decision::Decision;
use crate::engine::dice::NoDice;
use crate::engine::events::{Events, SeatEvent};
use crate::engine::position::{Pending, Position};
use crate::engine::ruleset::{Input, Ruleset};
use crate::engine::run::{Stop, run, to_value};
use crate::engine::side_terms::{BID, Bid, SideTerms, TIE};

/// What an order may lead to.
#[derive(Clone, Debug)]
pub struct OrderChances {
    /// The order in words.
    pub words: String,
    /// What the dice decide, for people and as data; `None` if they decide nothing.
    pub chances: Option<Chances>,
}

/// The words of a table. A value that cannot be read is given as it is.
pub trait SessionText {
    /// What is asked now, in complete sentences, with the rule.
    fn asked(&self) -> Option<(String, String)>;
    /// What has changed since an earlier position of the game, one sentence each; empty if that cannot be read.
    fn changes(&self, before: &Value) -> Vec<String>;
    /// The same of what the game has names for, in its own words, and nothing else.
    fn changes_in_words(&self, before: &Value) -> Vec<String>;
    /// How the match ended, as the end of a sentence.
    fn outcome_words(&self) -> Option<String>;
    /// A side within a sentence: `the Union`.
    fn side_words(&self, side: &Id) -> String;
    /// A card of a side: what it is and what it does.
    fn card_words(&self, side: &Id, card: &str) -> String;
    /// The game's word for a card: `card`.
    fn card_noun(&self) -> &'static str;
    /// A pile of cards, worded to follow `its`.
    fn pile_words(&self, pile: &str) -> String;
    /// The place of a side's face-down card, by the id of its commitment, if the game gives one.
    fn face_down_place(&self, side: &Id, id: &Id) -> Option<String>;
    /// Whether a pile is worth showing.
    fn shows_pile(&self, pile: &str) -> bool;
    /// A side's order, as it would be carried out here.
    fn order_words(&self, side: &Id, order: &Value) -> String;
    /// What a side's order costs, in the points that the game's orders are paid with; `None` if they are not paid for.
    fn order_cost(&self, side: &Id, order: &Value) -> Option<u32>;
    /// How likely the roll with which an order begins is to succeed, in a few words; `None` if it begins with none.
    fn order_chance(&self, side: &Id, order: &Value) -> Option<String>;
    /// A key that similar orders share: lists of orders show only a few of each.
    fn similarity_key(&self, order: &Value) -> String;
    /// An answer to the current question.
    fn answer_words(&self, answer: &Value) -> String;
    /// A secret choice.
    fn choice_words(&self, choice: &Value) -> String;
    /// A side's answer in advance, under its id, for its own player; `None` if the game has no words for it.
    fn advance_words(&self, side: &Id, id: &Id, says: &Value) -> Option<String>;
    /// An opened secret choice, if a report should state it next to the player's name.
    fn opened_words(&self, choice: &Value) -> Option<String>;
    /// The name of a secret choice, by its id; `None` if it has no other name.
    fn choice_called(&self, id: &Id) -> Option<String>;
    /// What an event says about who plays which side and what a side begins with; `None` for the exchange itself.
    fn side_terms_words(&self, event: &SeatEvent) -> Option<String>;
    /// What a side has begun with, as a sentence without its stop, if there is a handicap.
    fn handicap_words(&self) -> Option<String>;
    /// What a roll is for.
    fn roll_words(&self, purpose: &str) -> String;
    /// What is wrong with an illegal value of a choice, if the game has words for it.
    fn refuse_choice(&self, side: &Id, id: &Id, choice: &Value) -> Option<Problem>;
    /// Standing orders, one sentence each; empty if they say nothing.
    fn standing_words(&self, standing: &Map<String, Value>) -> Vec<String>;
    /// The standing orders in force for a side.
    fn in_force(&self, side: &Id) -> Vec<String>;
    /// What a legal act leads to, as far as no die decides it.
    fn preview(&self, side: &Id, act: &Decision) -> Vec<String>;
    /// What is legal in an act but probably unwanted, each with the order concerned (`orders[2]`) and its rule.
    fn warnings(&self, side: &Id, act: &Decision) -> Vec<Problem>;
    /// What each order of an act may lead to. Each order is looked at after the earlier ones that no die decides, or
    /// after those whose result the game assumes.
    ///
    /// # Errors
    /// What is wrong with the act; that it is not this side's time to give orders; or that an order has too many
    /// possible results.
    fn odds(&self, side: &Id, act: &Decision) -> Result<Vec<OrderChances>, Vec<Problem>>;
    /// The table after the orders of an act, as [`SessionText::odds`] looks at the next one, and how many of them it
    /// contains: an order whose result dice or the enemy decide is left out unless the game assumes a result.
    ///
    /// # Errors
    /// As [`SessionText::odds`].
    fn after_orders(&self, side: &Id, act: &Decision) -> Result<(Box<dyn Session>, usize), Vec<Problem>>;
    /// A table that assumes the missing order before these has been given, so that they are legal, and a description of
    /// that assumption. `None` if they are legal anyway, or if the assumption removes no problem. Their remaining
    /// problems show at that table.
    fn supposing(&self, side: &Id, act: &Decision) -> Option<(Box<dyn Session>, String)>;
    /// Orders that become legal once another order has been given first, and that order.
    fn later(&self, side: &Id) -> Option<(String, Vec<Value>)>;
    /// What a player writes by name under a field: its signed form, and its full name.
    fn standard(&self, field: &str, written: &str) -> Option<(Value, String)>;
    /// Writes the words of the schema in a draft's part (`orders`, `answers`, `standing`) as the schema spells them,
    /// where they differ in capitals, spaces or hyphens.
    fn spell_words(&self, part: &str, value: &mut Value);
    /// The same for a choice that a draft commits to.
    fn spell_choice(&self, id: &Id, choice: &mut Value);
    /// What a place, a person, a force or a card of a side can do now, and at what cost.
    ///
    /// # Errors
    /// There is no such thing; the advice names the most similar one.
    fn options(&self, side: &Id, asked: &OptionsFor<'_>) -> Result<Options<Value>, Problem>;
}

impl<R: Present> RulesetSession<R> {
    /// A secret choice as a bid for a side, if the players bid before the game.
    fn bid(&self, choice: &Value) -> Option<Bid> {
        self.position.sides.as_ref().and_then(|_| from_value(choice).ok())
    }
}

impl<R: Present> SessionText for RulesetSession<R> {
    fn asked(&self) -> Option<(String, String)> {
        side_terms::asked(&self.rules, &self.position).or_else(|| self.rules.asked(&self.position))
    }

    fn changes(&self, before: &Value) -> Vec<String> {
        match decode("position", before) {
            Ok(before) => self.rules.changes(&self.rules.view(&before, None), &self.rules.view(&self.position, None)),
            Err(_) => Vec::new(),
        }
    }

    fn changes_in_words(&self, before: &Value) -> Vec<String> {
        match decode("position", before) {
            Ok(before) => {
                self.rules.changes_in_words(&self.rules.view(&before, None), &self.rules.view(&self.position, None))
            }
            Err(_) => Vec::new(),
        }
    }

    fn side_words(&self, side: &Id) -> String {
        self.rules.side_words(side)
    }

    fn card_words(&self, side: &Id, card: &str) -> String {
        self.rules.card_words(&self.position, side, card)
    }

    fn card_noun(&self) -> &'static str {
        self.rules.card_noun()
    }

    fn pile_words(&self, pile: &str) -> String {
        self.rules.pile_words(pile)
    }

    fn face_down_place(&self, side: &Id, id: &Id) -> Option<String> {
        self.rules.face_down_place(&self.position, side, id)
    }

    fn shows_pile(&self, pile: &str) -> bool {
        self.rules.shows_pile(pile)
    }

    fn outcome_words(&self) -> Option<String> {
        let outcome = self.position.outcome.as_ref()?;
        Some(self.rules.outcome_words(outcome, Some(&self.position)))
    }

    fn order_words(&self, side: &Id, order: &Value) -> String {
        match decode::<R::Order>("", order) {
            Ok(order) => self.rules.order_words(&self.position, side, &order),
            Err(_) => sentence(order),
        }
    }

    fn order_cost(&self, side: &Id, order: &Value) -> Option<u32> {
        self.rules.order_cost(&self.position, side, &decode("", order).ok()?)
    }

    fn order_chance(&self, side: &Id, order: &Value) -> Option<String> {
        self.rules.order_chance(&self.position, side, &decode("", order).ok()?)
    }

    fn similarity_key(&self, order: &Value) -> String {
        decode::<R::Order>("", order).map_or_else(|_| String::new(), |order| self.rules.similarity_key(&order))
    }

    fn answer_words(&self, answer: &Value) -> String {
        match decode::<R::Answer>("", answer) {
            Ok(answer) => self.rules.answer_words(&self.position, &answer),
            Err(_) => self.choice_words(answer),
        }
    }

    fn choice_words(&self, choice: &Value) -> String {
        match self.bid(choice) {
            Some(bid) => side_terms::bid(&self.rules, &|side| self.rules.side_words(side), &bid),
            None => self.rules.choice_words(choice),
        }
    }

    fn advance_words(&self, side: &Id, id: &Id, says: &Value) -> Option<String> {
        let (window, _) = parse_advance_id(id)?;
        self.rules.advance_words(&self.position, side, window, says)
    }

    fn opened_words(&self, choice: &Value) -> Option<String> {
        match self.bid(choice) {
            Some(bid) => Some(side_terms::bid(&self.rules, &|side| self.rules.side_words(side), &bid)),
            None => self.rules.opened_words(choice),
        }
    }

    fn choice_called(&self, id: &Id) -> Option<String> {
        match self.position.sides.is_some() && id.as_str() == BID {
            true => Some("bid for a side".to_owned()),
            false => self.rules.choice_called(id),
        }
    }

    fn side_terms_words(&self, event: &SeatEvent) -> Option<String> {
        side_terms::event(&self.rules, &|side| self.rules.side_words(side), event)
    }

    fn handicap_words(&self) -> Option<String> {
        match &self.position.sides {
            Some(SideTerms::Settled { handicap: Some(handicap), .. }) => {
                Some(side_terms::handicap(&self.rules, &|side| self.rules.side_words(side), handicap))
            }
            _ => None,
        }
    }

    fn roll_words(&self, purpose: &str) -> String {
        match purpose {
            TIE => "tied bids for the sides".to_owned(),
            _ => self.rules.roll_words(purpose),
        }
    }

    fn refuse_choice(&self, side: &Id, id: &Id, choice: &Value) -> Option<Problem> {
        self.position.refuse_choice(&self.rules, side, id, choice)
    }

    fn standing_words(&self, standing: &Map<String, Value>) -> Vec<String> {
        let standing = Value::Object(standing.clone());
        match decode::<R::Standing>("", &standing) {
            Ok(standing) => self.rules.standing_words(&standing),
            Err(_) => vec![sentence(&standing)],
        }
    }

    fn in_force(&self, side: &Id) -> Vec<String> {
        self.position.standing.get(side).map_or_else(Vec::new, |standing| self.rules.standing_words(standing))
    }

    fn preview(&self, side: &Id, act: &Decision) -> Vec<String> {
        let orders: Result<Vec<R::Order>, _> = act.orders.iter().map(|order| decode("", order)).collect();
        orders.map_or_else(|_| Vec::new(), |orders| self.rules.preview(&self.position, side, &orders))
    }

    fn warnings(&self, side: &Id, act: &Decision) -> Vec<Problem> {
        let orders: Result<Vec<R::Order>, _> = act.orders.iter().map(|order| decode("", order)).collect();
        let Ok(orders) = orders else { return Vec::new() };
        let mut found = match orders.is_empty() {
            true => Vec::new(),
            false => self.rules.warnings(&self.position, side, self.own_cards(side).as_ref(), &orders),
        };
        let questions = self.advance_questions(side);
        let said = act.choices.iter().filter_map(|(id, says)| Some((parse_advance_id(id)?.0.to_owned(), says.clone())));
        let whole = self.whole_advance(&said.collect::<Vec<_>>());
        for (n, (id, says)) in act.choices.iter().enumerate() {
            let Some((question, _)) = parse_advance_id(id).filter(|(name, _)| questions.contains(name)) else {
                continue;
            };
            let says = whole.iter().find(|(name, _)| name == question).map_or(says, |(_, says)| says);
            let warned = self.rules.advance_warnings(&self.position, side, question, says).into_iter();
            found.extend(warned.map(|problem| problem.under(&format!("commit[{n}].choice"))));
        }
        found
    }

    fn odds(&self, side: &Id, act: &Decision) -> Result<Vec<OrderChances>, Vec<Problem>> {
        Ok(self.walk(side, act)?.chances)
    }

    fn after_orders(&self, side: &Id, act: &Decision) -> Result<(Box<dyn Session>, usize), Vec<Problem>> {
        let concealed = match self.own.get(side) {
            Some(_) => Some(self.conceal(side, act)?.act),
            None => None,
        };
        if let Some(after) = self.without_dice(side, concealed.as_ref().unwrap_or(act)) {
            return Ok((Box::new(after), act.orders.len()));
        }
        let Walk { mut position, known, .. } = self.walk(side, act)?;
        if position.pending.is_none() && position.outcome.is_none() {
            // The last order is carried out, and nobody has been asked for the next one yet.
            let mut next = position.clone();
            let stop = run(&self.rules, &mut next, Input::Proceed, &mut NoDice, &mut Events::discarding());
            if matches!(stop, Stop::Waiting | Stop::Over) {
                position = next;
            }
        }
        let after = RulesetSession::new(self.rules.as_played(&position.game), position);
        let table = RulesetSession { own: self.own.clone(), ..after };
        Ok((Box::new(table), known))
    }

    fn supposing(&self, side: &Id, act: &Decision) -> Option<(Box<dyn Session>, String)> {
        let wrong = self.check(side, act).err()?;
        let (position, what) = self.rules.supposing(&self.position, side)?;
        let table = RulesetSession::new(self.rules.as_played(&position.game), position);
        let left = table.check(side, act).err().unwrap_or_default();
        let alike = |one: &Problem, other: &Problem| (&one.path, &one.rule) == (&other.path, &other.rule);
        let improved = wrong.iter().any(|problem| !left.iter().any(|other| alike(problem, other)));
        improved.then(|| (Box::new(table) as Box<dyn Session>, what))
    }

    fn later(&self, side: &Id) -> Option<(String, Vec<Value>)> {
        let (first, orders) = self.rules.later(&self.position, side)?;
        Some((first, orders.iter().map(to_value).collect()))
    }

    fn standard(&self, field: &str, written: &str) -> Option<(Value, String)> {
        self.rules.standard(&self.position.game, field, written)
    }

    fn spell_words(&self, part: &str, value: &mut Value) {
        match (part, value) {
            ("orders", Value::Array(orders)) => {
                orders.iter_mut().filter(|order| is_shallow(order)).for_each(spell_words::<R::Order>);
            }
            ("answers", Value::Array(answers)) => {
                let answers = answers.iter_mut().filter_map(|entry| entry.get_mut("answer"));
                answers.filter(|answer| is_shallow(answer)).for_each(spell_words::<R::Answer>);
            }
            ("standing", standing) if is_shallow(standing) => spell_words::<R::Standing>(standing),
            _ => {}
        }
    }

    fn spell_choice(&self, id: &Id, choice: &mut Value) {
        let Value::String(text) = choice else { return };
        let word = enumerated(text);
        let game = &self.position.game;
        let sides = self.rules.sides();
        let is_window = |side: &Id| {
            let window = parse_advance_id(id).map(|(window, _)| window);
            window.is_some_and(|window| self.rules.advance_questions(game, side).contains(&window))
        };
        let known = match sides.iter().any(is_window) {
            true => ["ask", "pass", "accept"].contains(&word.as_str()),
            false => {
                let values: Vec<Value> =
                    sides.iter().flat_map(|side| self.position.choice_values(&self.rules, side, id)).collect();
                !values.contains(&json!(text)) && values.contains(&json!(word))
            }
        };
        if known {
            *text = word;
        }
    }

    fn options(&self, side: &Id, asked: &OptionsFor<'_>) -> Result<Options<Value>, Problem> {
        let own = self.own_cards(side);
        let found = self.rules.options(&self.position, side, own.as_ref(), asked)?;
        Ok(found.map(|order| to_value(&order)))
    }
}

/// Where the orders of an act lead.
struct Walk<R: Ruleset> {
    /// What each of them may lead to.
    chances: Vec<OrderChances>,
    /// The position after those whose result is known or assumed.
    position: Position<R>,
    /// How many those are.
    known: usize,
}

impl<R: Present> RulesetSession<R> {
    /// Goes through the orders of an act, each after the earlier ones that no die decides, or after those whose result
    /// the game assumes.
    fn walk(&self, side: &Id, act: &Decision) -> Result<Walk<R>, Vec<Problem>> {
        let known = self.own_cards(side);
        match &known {
            Some(_) => self.check(side, &self.conceal(side, act)?.act)?,
            None => self.check(side, act)?,
        };
        if !matches!(&self.position.pending, Some(Pending::Orders { side: asked }) if asked == side) {
            let problem = Problem::new(format!("{} is not asked for orders now", self.rules.side_words(side)));
            return Err(vec![problem.advice("odds are calculated only for orders that can be given now")]);
        }
        let mut position = self.position.clone();
        // A player who asks for himself knows what he has laid face down.
        if let (Some(known), Some(cards)) = (&known, self.rules.cards_mut(&mut position.game)) {
            cards.reveal_to_owner(side, known);
        }
        let mut found = Vec::new();
        let (mut sure, mut known_results) = (true, 0);
        for (n, order) in act.orders.iter().enumerate() {
            let order: R::Order = decode(&format!("orders[{n}]"), order).map_err(|problem| vec![problem])?;
            let words = self.rules.order_words(&position, side, &order);
            let under = |problems: Vec<Problem>| -> Vec<Problem> {
                problems.into_iter().map(|problem| problem.under(&format!("orders[{n}]"))).collect()
            };
            let later = act.orders[n + 1..].iter().map_while(|later| decode("", later).ok());
            self.rules.foresee(&mut position.game, &later.collect::<Vec<R::Order>>());
            let chances = match self.rules.odds(&position, side, known.as_ref(), &order) {
                Ok(OrderOdds::Sure(after)) => {
                    position = *after;
                    known_results += 1;
                    None
                }
                Ok(OrderOdds::Chances(chances)) => {
                    sure = false;
                    Some(chances)
                }
                Ok(OrderOdds::Supposed(after, chances)) => {
                    sure = false;
                    position = *after;
                    known_results += 1;
                    Some(chances)
                }
                // It passed the check of the whole act, so something before it would have to turn out differently.
                Err(_) if !sure => {
                    let said = "Its result depends on the results of the orders before it.";
                    Some(Chances::new(vec![Block::Paragraph(vec![Span::plain(said)])], json!({"depends": true})))
                }
                Err(problems) => return Err(under(problems)),
            };
            found.push(OrderChances { words, chances });
        }
        Ok(Walk { chances: found, position, known: known_results })
    }
}
