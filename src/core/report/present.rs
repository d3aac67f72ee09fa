//! What a game supplies so that it can be reported, shown and drafted for.

use serde_json::Value;

use super::battle_card::BattleCard;
use super::history::{Highlight, Past, Pieces, Tally, When, Whereabouts};
use super::model::{Block, MapView, Options, Report, Show, StepFacts};
use super::pages::{Named, OrderKind};
use super::say::Rolls;
use super::svg::{Drawing, Sheet};
use super::tale::EventText;
use super::words::side_name;
use crate::document::kinds::Roll;
use crate::document::{Id, Problem};
use crate::engine::outcome::words;
use crate::engine::run::to_value;
use crate::engine::{OwnCards, Position, Reason, Ruleset};
use crate::pack::Side;
use crate::pack::areas::{AreaPack, Field};

/// What may come of an order.
#[derive(Clone, Debug)]
pub enum OrderOdds<R: Ruleset> {
    /// No die decides: the position after it.
    Sure(Box<Position<R>>),
    /// For people, and as data.
    Chances(Vec<Block>, Value),
    /// The same, and the position in which the orders after it are looked at: as if it came out as the words say.
    Supposed(Box<Position<R>>, Vec<Block>, Value),
}

/// How a game tells its story. A ruleset that implements this can be reported, shown and drafted for.
///
/// A small game supplies the words of its events, orders and things, and gets the pages that are made of them: the methods
/// of the first group. A game with more to say has pages of its own instead: those of the second.
pub trait Present: Ruleset {
    // -- What a small game supplies

    /// An event of the game in words, `None` for one that is not of the game. `before` is the position in which the step
    /// began; from `rolls` the rolls of the step are taken as they are told.
    fn event_text(&self, _before: &Position<Self>, _event: &Value, _rolls: &mut Rolls) -> Option<EventText> {
        None
    }

    /// A side in the middle of a sentence: `the Union`.
    fn side_words(&self, side: &Id) -> String {
        Side::named(side).map_or_else(|_| format!("the {side} side"), |side| side.in_words().to_owned())
    }

    /// A card of a side in the middle of a sentence: by its name where everybody knows it, else by the id under which it lies
    /// face down.
    fn card_words(&self, _position: &Position<Self>, _side: &Id, card: &str) -> String {
        card.to_owned()
    }

    /// A pile of cards, after `its`: `hand`.
    fn pile_words(&self, pile: &str) -> String {
        pile.replace('_', " ")
    }

    /// What a card is called: `card`.
    fn card_noun(&self) -> &'static str {
        "card"
    }

    /// Whether a pile is worth showing: one that only keeps what is not in play yet is not.
    fn shows_pile(&self, _pile: &str) -> bool {
        true
    }

    /// Why an order of a side was not carried out, to everybody, as the end of a sentence; `None` where the game has no
    /// words for it.
    fn reason_words(&self, _side: &Id, _reason: &Reason) -> Option<String> {
        None
    }

    /// The map and the counters of a game of areas: what is printed.
    fn area_pack(&self) -> Option<&AreaPack> {
        None
    }

    /// What stands on that map.
    fn field<'p>(&self, _position: &'p Position<Self>) -> Option<&'p Field> {
        None
    }

    /// The table of a game that is drawn by one of the core's sheets, with what happened in a step if that is given: of miniatures
    /// ([`TableMap`](super::table_map::TableMap)), of cards in two lines ([`LineMap`](super::line_map::LineMap)).
    fn sheet(&self, _: &Position<Self>, _past: Option<&StepFacts>) -> Option<Result<Box<dyn Sheet>, Problem>> {
        None
    }

    /// Everything on the map that has a name.
    fn names(&self) -> Vec<Named> {
        self.area_pack().map_or_else(Vec::new, super::field::names)
    }

    /// The kinds of orders, in the order in which a player thinks of them.
    fn kinds(&self) -> &'static [OrderKind] {
        &[]
    }
    /// The rule under which a side gives orders: that of the first kind unless the game says otherwise.
    fn orders_rule(&self) -> Option<&'static str> {
        Some(self.kinds().first()?.rule)
    }

    /// What is legal in an order and probably unwanted, with its rule. `after` is the position that it leads to, where no die
    /// and no answer decides.
    fn warning(
        &self,
        _before: &Position<Self>,
        _after: Option<&Position<Self>>,
        _side: &Id,
        _order: &Self::Order,
    ) -> Option<Problem> {
        None
    }

    /// What is to be said of something that has a name: what, and what it is. Things of a kind have the same facts, in the
    /// same order.
    fn facts(&self, position: &Position<Self>, about: &Named) -> Vec<(&'static str, String)> {
        let field = self.area_pack().zip(self.field(position));
        field.map_or_else(Vec::new, |(pack, field)| super::field::facts(pack, field, about))
    }

    /// What an order of a side has brought about, in a few words; ends of which the words are the same count as one.
    fn end_words(&self, before: &Position<Self>, end: &Position<Self>, _side: &Id) -> String {
        super::pages::changes(self, before, end).join("; ")
    }

    // -- The pages

    /// The game's own sections of the report of a step: situation, orders and what came of them, combats as audits,
    /// what was handed back, what is asked next. Title and subtitle are the caller's to complete.
    fn report(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Report {
        super::tale::report(self, before, after, facts)
    }

    /// Part of a position, for a reader.
    ///
    /// # Errors
    /// If there is no such hex, area, place, stack or leader; the message names the nearest.
    fn show(&self, position: &Position<Self>, what: &Show) -> Result<Report, Problem> {
        super::pages::show(self, position, what)
    }

    /// The map, or a part of it, as a drawing; with what happened in the step that led there, if that is given.
    ///
    /// # Errors
    /// If the game draws none, or there is no such part.
    fn draw(
        &self,
        position: &Position<Self>,
        _view: &MapView,
        past: Option<Past<'_, Position<Self>>>,
    ) -> Result<Drawing, Problem> {
        if let Some(table) = self.sheet(position, past.as_ref().map(|past| past.facts)) {
            return Ok(table?.draw());
        }
        let none = || Problem::new("this game draws no map").advice("`show map` prints its map as text");
        super::field::map_of(self, position, past).ok_or_else(none)?.draw()
    }

    /// The whole board of a match, as it stays from its first position to its last; what changes stands on it as empty
    /// layers, which [`Present::pieces`] fills.
    ///
    /// # Errors
    /// If the game draws none.
    fn board(&self, position: &Position<Self>) -> Result<Drawing, Problem> {
        if let Some(table) = self.sheet(position, None) {
            return Ok(table?.board());
        }
        let none = || Problem::new("this game draws no map");
        super::field::map_of(self, position, None).ok_or_else(none)?.board()
    }

    /// What stands on the board in a position, and what happened in the step that led there.
    fn pieces(&self, position: &Position<Self>, past: Option<Past<'_, Position<Self>>>) -> Pieces {
        if let Some(table) = self.sheet(position, past.as_ref().map(|past| past.facts)) {
            return table.map(|table| table.pieces()).unwrap_or_default();
        }
        super::field::map_of(self, position, past).map(|map| map.pieces()).unwrap_or_default()
    }

    /// The parts of the map that the game has names for, each with its id: `east`, `East`.
    fn parts(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// When a position is.
    fn when(&self, _position: &Position<Self>) -> When {
        When::default()
    }

    /// What happened in a step, each in a line, in the order in which it happened.
    fn moments(&self, before: &Position<Self>, _after: &Position<Self>, facts: &StepFacts) -> Vec<Highlight> {
        super::tale::moments(self, before, facts)
    }

    /// The combats of a step, each on a card, in the order in which they were fought.
    fn battles(&self, _before: &Position<Self>, _after: &Position<Self>, facts: &StepFacts) -> Vec<BattleCard> {
        self.area_pack().map_or_else(Vec::new, |pack| super::combats::cards(pack, &facts.events))
    }

    /// Who wins if all stays as it is, in a sentence: what the points of [`Present::tallies`] come to. Nothing where more points
    /// win.
    fn as_it_stands(&self, _position: &Position<Self>) -> Option<String> {
        None
    }

    /// Where everybody is whom a reader may want to follow.
    fn whereabouts(&self, position: &Position<Self>) -> Vec<Whereabouts> {
        let field = self.area_pack().zip(self.field(position));
        field.map_or_else(Vec::new, |(pack, field)| super::field::whereabouts(pack, field))
    }

    /// What is counted in a position; the same things, in the same order, in every position of a match.
    fn tallies(&self, position: &Position<Self>) -> Vec<Tally> {
        let field = self.area_pack().zip(self.field(position));
        field.map_or_else(Vec::new, |(pack, field)| super::field::tallies(pack, field))
    }

    /// Whose dice a roll is, in the step that led to a position: the side that its purpose names, unless the game knows
    /// better.
    fn roller(&self, _position: &Position<Self>, roll: &Roll) -> Option<Id> {
        self.sides().into_iter().find(|side| roll.purpose.split([' ', '_']).any(|word| word == side.as_str()))
    }

    /// Comment lines for a drafted turn: what is asked and what may be spent; after the first empty line, example orders
    /// in YAML, each a legal one.
    fn draft_notes(&self, position: &Position<Self>, side: &Id) -> Vec<String> {
        super::examples::notes(self, position, side)
    }

    /// The same to a player whose own cards are known here.
    fn draft_notes_with(&self, position: &Position<Self>, side: &Id, _own: &OwnCards) -> Vec<String> {
        self.draft_notes(position, side)
    }

    /// What is asked now, in sentences that stand by themselves, with their rule: what may be spent, where to retreat.
    /// Nothing where the kind of question says it all.
    fn asked(&self, position: &Position<Self>) -> Option<(String, String)> {
        super::pages::asked(self, position)
    }

    /// What differs between two positions, a sentence each: what a ruling changes.
    fn changes(&self, before: &Position<Self>, after: &Position<Self>) -> Vec<String> {
        let found = super::differences(&to_value(before), &to_value(after));
        found.iter().map(super::Change::words).collect()
    }

    /// An outcome, as the end of a sentence: `drawn by agreement`.
    fn outcome_words(&self, outcome: &Value) -> String {
        let own = |how: &str, _: Option<&Id>| self.how_words(how);
        let said = words(&self.sides(), outcome, |side| self.side_words(side), own);
        said.unwrap_or_else(|| super::sentence(outcome))
    }

    /// How the rules have ended a match: the game's own word in an outcome, as the end of a sentence.
    fn how_words(&self, how: &str) -> Option<String> {
        Some(how.replace('_', " "))
    }

    /// An order in words, as it would be carried out here.
    fn order_words(&self, _position: &Position<Self>, _side: &Id, order: &Self::Order) -> String {
        super::sentence(&to_value(order))
    }

    /// What an order has in common with others of which a few stand for all in a list.
    fn likeness(&self, order: &Self::Order) -> String {
        to_value(order).as_object().and_then(|order| order.keys().next().cloned()).unwrap_or_default()
    }

    /// An answer in words.
    fn answer_words(&self, _position: &Position<Self>, answer: &Self::Answer) -> String {
        super::sentence(&to_value(answer))
    }

    /// A secret choice in words.
    fn choice_words(&self, choice: &Value) -> String {
        super::sentence(choice)
    }

    /// An answer in advance of a side to a question of that name, in words, for its own player.
    fn advance_words(&self, _position: &Position<Self>, _side: &Id, _window: &str, _says: &Value) -> Option<String> {
        None
    }

    /// An answer in advance that is revealed, as a side's doing: `it plays Bad Fuses`; nothing for one that says no more than
    /// the answer that follows from it.
    fn revealed_words(&self, _side: &Id, _window: &str, _says: &Value) -> Option<String> {
        None
    }

    /// Whether the events that follow an answer tell all of it.
    fn tells_itself(&self, _answer: &Self::Answer) -> bool {
        false
    }

    /// A secret choice that has been opened, where the report of the step is to tell it beside its player's name.
    fn opened_words(&self, _choice: &Value) -> Option<String> {
        None
    }

    /// What a secret choice is called, by its id: `Resource Allocation for turn 3`. Nothing where it has no name but that.
    fn choice_called(&self, _id: &Id) -> Option<String> {
        None
    }

    /// What a roll is for, in the table of dice: `combat, Union`.
    fn roll_words(&self, purpose: &str) -> String {
        let said = purpose.replace('_', " ");
        match said.rsplit_once(' ') {
            Some((what, side)) if self.sides().iter().any(|one| one.as_str() == side) => {
                format!("{what}, {}", side_name(side))
            }
            _ => said,
        }
    }

    /// Standing orders in words, a sentence each; none for those that say nothing.
    fn standing_words(&self, _standing: &Self::Standing) -> Vec<String> {
        Vec::new()
    }

    /// What legal orders come to, as far as it can be said before any die: what they use, what is left, what to beware
    /// of. Each is a sentence.
    fn prospect(&self, _position: &Position<Self>, _side: &Id, _orders: &[Self::Order]) -> Vec<String> {
        Vec::new()
    }

    /// What may come of an order, every throw reckoned, for people and as data. `None` where no die decides.
    ///
    /// # Errors
    /// Why it is illegal; or that more may come of it than can be reckoned.
    fn odds(&self, position: &Position<Self>, side: &Id, order: &Self::Order) -> Result<OrderOdds<Self>, Vec<Problem>> {
        super::chances::order_odds(self, position, side, order)
    }
    /// The same for a side whose own cards are known.
    ///
    /// # Errors
    /// As [`Present::odds`].
    fn odds_with(
        &self,
        position: &Position<Self>,
        side: &Id,
        _own: &OwnCards,
        order: &Self::Order,
    ) -> Result<OrderOdds<Self>, Vec<Problem>> {
        self.odds(position, side, order)
    }

    /// What is legal in orders and probably unwanted: each with the order that it is about (`orders[2]`) and its rule.
    fn warnings(&self, position: &Position<Self>, side: &Id, orders: &[Self::Order]) -> Vec<Problem> {
        super::examples::warnings(self, position, side, orders)
    }
    /// The same for a side whose own cards are known.
    fn warnings_with(
        &self,
        position: &Position<Self>,
        side: &Id,
        _own: &OwnCards,
        orders: &[Self::Order],
    ) -> Vec<Problem> {
        self.warnings(position, side, orders)
    }

    /// Orders that become legal only once another, which must come first, is given; with what that is.
    fn later(&self, _position: &Position<Self>, _side: &Id) -> Option<(String, Vec<Self::Order>)> {
        None
    }

    /// The position as if the order had been given that must come first and says nothing of those after it, with what was
    /// supposed, for who only asks about the others.
    fn supposing(&self, _position: &Position<Self>, _side: &Id) -> Option<(Position<Self>, String)> {
        None
    }

    /// What a place, a person or a force of a side can do now, with the cost of each order; where nothing, why. With
    /// `to` only what comes to that place, and all of it.
    ///
    /// # Errors
    /// If there is no such thing; the advice names the nearest.
    fn options(
        &self,
        position: &Position<Self>,
        side: &Id,
        subject: &str,
        to: Option<&str>,
    ) -> Result<Options<Self::Order>, Problem> {
        super::pages::options(self, position, side, subject, to)
    }

    /// The same to one who knows the side's own cards.
    ///
    /// # Errors
    /// As [`Present::options`].
    fn options_with(
        &self,
        position: &Position<Self>,
        side: &Id,
        _own: &OwnCards,
        (subject, to): (&str, Option<&str>),
    ) -> Result<Options<Self::Order>, Problem> {
        self.options(position, side, subject, to)
    }

    /// Where a face-down card of a side lies, by the id of its commitment: `in the CSA Left`.
    fn lies_at(&self, _position: &Position<Self>, _side: &Id, _id: &Id) -> Option<String> {
        None
    }

    /// What a player writes by its name under a field, in the form that is signed, and what it is called: `Manassas` is
    /// `"5006"`. None where it stands so already, or it is not certain what is meant. Keys are asked for under the field
    /// that holds them.
    fn standard(&self, _game: &Self::Game, _field: &str, written: &str) -> Option<(Value, String)> {
        super::pages::standard(self, written)
    }

    /// What may be meant by a field that an order, an answer or a standing order of that name does not have.
    fn suggest_key(&self, _within: &str, _field: &str, _written: &Value) -> Option<String> {
        None
    }

    /// What may be meant by a text that is no order, answer or standing order as it stands: the value at a path that
    /// ends in the field of that name.
    fn suggest(&self, _game: &Self::Game, _field: &str, written: &str) -> Option<String> {
        super::pages::suggest(self, written)
    }
}
