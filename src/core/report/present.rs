//! The trait [`Present`]: what a game supplies so that it can be reported, shown and drafted for.

use serde_json::Value;

use super::battle_card::BattleCard;
use super::history::{Highlight, Past, Pieces, Tally, When, Whereabouts};
use super::lookup::{Named, OrderKind};
use super::model::{Block, MapView, Options, OptionsFor, Report, Show, StepFacts};
use super::narrator::EventText;
use super::svg::{Drawing, Measure, Point, Sheet};
use super::targets::Target;
use super::text_builder::Rolls;
use crate::document::kinds::Roll;
use crate::document::{Id, Problem};
use crate::engine::outcome::words;
use crate::engine::run::to_value;
use crate::engine::{OwnCards, Position, Reason, Ruleset};
use crate::pack::Side;
use crate::pack::areas::{AreaPack, Field};

/// What an order may lead to.
#[derive(Clone, Debug)]
pub enum OrderOdds<R: Ruleset> {
    /// No die decides: the position after it.
    Sure(Box<Position<R>>),
    /// The probabilities.
    Chances(Chances),
    /// The same, with the position in which later orders are examined: as if the order had the result that the words
    /// assume.
    Supposed(Box<Position<R>>, Chances),
}

/// The probabilities of what an order may lead to.
#[derive(Clone, Debug)]
pub struct Chances {
    /// The most important ones in a clause, for a preview of the order.
    pub line: Option<String>,
    pub blocks: Vec<Block>,
    pub data: Value,
}

impl Chances {
    /// Without a line for previews.
    pub fn new(blocks: Vec<Block>, data: Value) -> Chances {
        Chances { line: None, blocks, data }
    }
}

/// An answer in advance as a draft shows it: the name of the question, what may be written, and its meaning.
pub type AdvanceSample = (&'static str, Value, String);

/// A game in words and pictures. A ruleset that implements this can be reported, shown and drafted for.
///
/// A small game supplies the words of its events, orders and things (the first group of methods) and gets pages made
/// from them. A game with more to say overrides the second group with pages of its own.
pub trait Present: Ruleset {
    // -- What a small game supplies

    /// An event in the game's words; `None` for an event that does not belong to the game. `before` is the position at
    /// the beginning of the step. Rolls that the words mention are taken out of `rolls`.
    fn event_text(&self, _before: &Position<Self>, _event: &Value, _rolls: &mut Rolls) -> Option<EventText> {
        None
    }

    /// A side in the middle of a sentence: `the Union`.
    fn side_words(&self, side: &Id) -> String {
        Side::named(side).map_or_else(|_| format!("the {side} side"), |side| side.in_words().to_owned())
    }

    /// A card of a side in the middle of a sentence: by its name if everybody knows it, or else by the id under which
    /// it lies face down.
    fn card_words(&self, _position: &Position<Self>, _side: &Id, card: &str) -> String {
        card.to_owned()
    }

    /// A pile of cards, after `its`: `hand`.
    fn pile_words(&self, pile: &str) -> String {
        pile.replace('_', " ")
    }

    /// The game's word for a card: `card`.
    fn card_noun(&self) -> &'static str {
        "card"
    }

    /// Whether a pile is worth showing; one that only holds cards not yet in play is not.
    fn shows_pile(&self, _pile: &str) -> bool {
        true
    }

    /// Why a side's order was not carried out, for every reader, as the end of a sentence; `None` if the game has no
    /// words for it.
    fn reason_words(&self, _side: &Id, _reason: &Reason) -> Option<String> {
        None
    }

    /// The printed map and counters, if it is a game of areas.
    fn area_pack(&self) -> Option<&AreaPack> {
        None
    }

    /// The units on that map.
    fn field<'p>(&self, _position: &'p Position<Self>) -> Option<&'p Field> {
        None
    }

    /// The table of a game that the core draws, with the events of a step if given: of miniatures
    /// ([`TableMap`](super::table_map::TableMap)), or of cards in two lines ([`LineMap`](super::line_map::LineMap)).
    fn sheet(&self, _: &Position<Self>, _past: Option<&StepFacts>) -> Option<Result<Box<dyn Sheet>, Problem>> {
        None
    }

    /// Everything on the map that has a name.
    fn names(&self) -> Vec<Named> {
        self.area_pack().map_or_else(Vec::new, super::area_view::names)
    }

    /// The kinds of orders, in the order in which a player considers them.
    fn kinds(&self) -> &'static [OrderKind] {
        &[]
    }
    /// The rule under which a side gives orders: that of the first kind unless the game says otherwise.
    fn orders_rule(&self) -> Option<&'static str> {
        Some(self.kinds().first()?.rule)
    }

    /// What is legal in an order but probably unwanted, with its rule. `after` is the position that the order leads to,
    /// if no die and no answer decides.
    fn warning(
        &self,
        _before: &Position<Self>,
        _after: Option<&Position<Self>>,
        _side: &Id,
        _order: &Self::Order,
    ) -> Option<Problem> {
        None
    }

    /// The facts about a named thing, as pairs of name and value. Things of a kind have the same facts, in the same
    /// order.
    fn facts(&self, position: &Position<Self>, about: &Named) -> Vec<(&'static str, String)> {
        let field = self.area_pack().zip(self.field(position));
        field.map_or_else(Vec::new, |(pack, field)| super::area_view::facts(pack, field, about))
    }

    /// What an order of a side has led to, in a few words; results with the same words are counted as one.
    fn end_words(&self, before: &Position<Self>, end: &Position<Self>, _side: &Id) -> String {
        match (self.area_pack(), self.field(before), self.field(end)) {
            (Some(pack), Some(before), Some(end)) => super::area_view::end_words(pack, before, end),
            _ => super::lookup::changes(self, before, end).join("; "),
        }
    }

    // -- The pages

    /// The game's own sections of the report of a step: situation, orders and their results, combats with their
    /// calculations, orders that were not carried out, what is asked next. The caller adds title and subtitle.
    fn report(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Report {
        super::narrator::report(self, before, after, facts)
    }

    /// Part of a position, for a reader.
    ///
    /// # Errors
    /// There is no such hex, area, place, stack or leader; the message names the most similar.
    fn show(&self, position: &Position<Self>, what: &Show) -> Result<Report, Problem> {
        super::lookup::show(self, position, what)
    }

    /// The map or a part of it as a drawing; with the events of the step that led there, if given.
    ///
    /// # Errors
    /// The game has no drawing, or there is no such part.
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
        super::area_view::map_of(self, position, past).ok_or_else(none)?.draw()
    }

    /// The board of a match, the same from its first position to its last; everything that changes is an empty layer,
    /// which [`Present::pieces`] fills.
    ///
    /// # Errors
    /// The game has no drawing.
    fn board(&self, position: &Position<Self>) -> Result<Drawing, Problem> {
        if let Some(table) = self.sheet(position, None) {
            return Ok(table?.board());
        }
        let none = || Problem::new("this game draws no map");
        super::area_view::map_of(self, position, None).ok_or_else(none)?.board()
    }

    /// The pieces on the board in a position, and the events of the step that led there.
    fn pieces(&self, position: &Position<Self>, past: Option<Past<'_, Position<Self>>>) -> Pieces {
        if let Some(table) = self.sheet(position, past.as_ref().map(|past| past.facts)) {
            return table.map(|table| table.pieces()).unwrap_or_default();
        }
        super::area_view::map_of(self, position, past).map(|map| map.pieces()).unwrap_or_default()
    }

    /// What can be pointed at in a position: the places, pieces and cards on the board that orders can name.
    fn targets(&self, position: &Position<Self>) -> Vec<Target> {
        let field = self.area_pack().zip(self.field(position));
        field.map_or_else(Vec::new, |(pack, field)| super::area_view::targets(pack, field))
    }

    /// How places on a table without printed places lie on its picture.
    fn measure(&self, position: &Position<Self>) -> Option<Measure> {
        self.sheet(position, None)?.ok()?.measure()
    }

    /// The sheets of a map that has several: the name of each, and two corners of what it covers on the board.
    fn sheets(&self) -> Vec<(&'static str, [Point; 2])> {
        Vec::new()
    }

    /// The regions of the map that the game has names for, each with its id: `east`, `East`.
    fn parts(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The time of a position.
    fn when(&self, _position: &Position<Self>) -> When {
        When::default()
    }

    /// What happened in a step, in one line each, in order.
    fn moments(&self, before: &Position<Self>, _after: &Position<Self>, facts: &StepFacts) -> Vec<Highlight> {
        super::narrator::moments(self, before, facts)
    }

    /// The combats of a step as cards, in the order in which they were fought.
    fn battles(&self, _before: &Position<Self>, _after: &Position<Self>, facts: &StepFacts) -> Vec<BattleCard> {
        self.area_pack().map_or_else(Vec::new, |pack| super::combats::cards(pack, &facts.events))
    }

    /// Who wins if nothing changes, in a sentence: what the points of [`Present::tallies`] mean. `None` if more points
    /// simply win.
    fn current_winner(&self, _position: &Position<Self>) -> Option<String> {
        None
    }

    /// The places of everybody whom a reader may want to follow.
    fn whereabouts(&self, position: &Position<Self>) -> Vec<Whereabouts> {
        let field = self.area_pack().zip(self.field(position));
        field.map_or_else(Vec::new, |(pack, field)| super::area_view::whereabouts(pack, field))
    }

    /// The statistics of a position; the same ones, in the same order, in every position of a match.
    fn tallies(&self, position: &Position<Self>) -> Vec<Tally> {
        let field = self.area_pack().zip(self.field(position));
        field.map_or_else(Vec::new, |(pack, field)| super::area_view::tallies(pack, field))
    }

    /// The side that a roll belongs to, in the step that led to a position: the side that its purpose names, unless the
    /// game knows better.
    fn roller(&self, _position: &Position<Self>, roll: &Roll) -> Option<Id> {
        self.sides().into_iter().find(|side| roll.purpose.split([' ', '_']).any(|word| word == side.as_str()))
    }

    /// Comment lines for a drafted turn: what is asked and what may be spent; after the first empty line, example
    /// orders in YAML, each of them legal. `own`: the side's own cards, if they are known.
    fn draft_notes(&self, position: &Position<Self>, side: &Id, _own: Option<&OwnCards>) -> Vec<String> {
        super::draft_examples::notes(self, position, side)
    }

    /// A card of the player's own hand in his draft: what it is, and what it may do now.
    fn card_in_draft(&self, position: &Position<Self>, side: &Id, _own: &OwnCards, card: &str) -> String {
        self.card_words(position, side, card)
    }

    /// What a draft says of answers in advance, and a sample of each with its meaning; `None` where `ask` is a good
    /// sample of all.
    fn advance_samples(&self, _: &Position<Self>, _side: &Id) -> Option<(&'static str, Vec<AdvanceSample>)> {
        None
    }

    /// What is asked now, in complete sentences, with the rule: what may be spent, where to retreat. `None` if the kind
    /// of question says it all.
    fn asked(&self, position: &Position<Self>) -> Option<(String, String)> {
        super::lookup::asked(self, position)
    }

    /// What differs between two positions, one sentence each, for example by a ruling.
    fn changes(&self, before: &Position<Self>, after: &Position<Self>) -> Vec<String> {
        let found = super::differences(&to_value(before), &to_value(after));
        found.iter().map(super::Change::words).collect()
    }

    /// The same of what the game has names for, in its own words.
    fn changes_in_words(&self, before: &Position<Self>, after: &Position<Self>) -> Vec<String> {
        super::lookup::changes(self, before, after)
    }

    /// An outcome, as the end of a sentence: `drawn by agreement`. With the last position, if it is known, points that
    /// decide are told as numbers.
    fn outcome_words(&self, outcome: &Value, end: Option<&Position<Self>>) -> String {
        let own = |how: &str, winner: Option<&Id>| {
            let points = end.zip(winner).filter(|_| how == "more_points");
            points.and_then(|(end, winner)| super::lookup::score(self, end, winner)).or_else(|| self.how_words(how))
        };
        let said = words(&self.sides(), outcome, |side| self.side_words(side), own);
        said.unwrap_or_else(|| super::sentence(outcome))
    }

    /// How the rules have ended a match: the game's own words for the `how` of an outcome, as the end of a sentence.
    fn how_words(&self, how: &str) -> Option<String> {
        Some(how.replace('_', " "))
    }

    /// An order in words, as it would be carried out here.
    fn order_words(&self, _position: &Position<Self>, _side: &Id, order: &Self::Order) -> String {
        super::sentence(&to_value(order))
    }

    /// What an order costs, in the points that the game's orders are paid with; `None` if they are not paid for.
    fn order_cost(&self, _position: &Position<Self>, _side: &Id, _order: &Self::Order) -> Option<u32> {
        None
    }

    /// How likely the roll with which an order begins is to succeed, in a few words: `on 4 rolls in 6`; `None` if it
    /// begins with no such roll.
    fn order_chance(&self, _position: &Position<Self>, _side: &Id, _order: &Self::Order) -> Option<String> {
        None
    }

    /// A key that similar orders share: lists of orders show only a few of each.
    fn similarity_key(&self, order: &Self::Order) -> String {
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

    /// A side's answer in advance to the question of that name, in words for its own player.
    fn advance_words(&self, _position: &Position<Self>, _side: &Id, _window: &str, _says: &Value) -> Option<String> {
        None
    }

    /// A revealed answer in advance, as something that the side does: `it plays Bad Fuses`; `None` if it says no more
    /// than the answer that follows.
    fn revealed_words(&self, _side: &Id, _window: &str, _says: &Value) -> Option<String> {
        None
    }

    /// The name of a question that is answered in advance: `before fire`.
    fn window_words(&self, window: &str) -> String {
        window.replace('_', " ")
    }

    /// Whether the events after an answer already tell all of it.
    fn is_reported_by_events(&self, _answer: &Self::Answer) -> bool {
        false
    }

    /// An opened secret choice, if the report should state it next to the player's name.
    fn opened_words(&self, _choice: &Value) -> Option<String> {
        None
    }

    /// The name of a secret choice, by its id: `Resource Allocation for turn 3`; `None` if it has no other name.
    fn choice_called(&self, _id: &Id) -> Option<String> {
        None
    }

    /// What a roll is for, in the table of dice: `combat, Union`.
    fn roll_words(&self, purpose: &str) -> String {
        super::grammar::roll(purpose, &self.sides())
    }

    /// Standing orders in words, one sentence each; none for those that say nothing.
    fn standing_words(&self, _standing: &Self::Standing) -> Vec<String> {
        Vec::new()
    }

    /// What legal orders lead to, as far as can be said before any die is rolled: what they use, what is left, the
    /// chances of attacks. One sentence each.
    fn preview(&self, position: &Position<Self>, side: &Id, orders: &[Self::Order]) -> Vec<String> {
        super::chances::preview(self, position, side, orders)
    }

    /// What an order may lead to, over every roll, for people and as data. `own`: the side's own cards, if they are
    /// known. `None` if no die decides.
    ///
    /// # Errors
    /// Why the order is illegal; or that there are too many possible results.
    fn odds(
        &self,
        position: &Position<Self>,
        side: &Id,
        _own: Option<&OwnCards>,
        order: &Self::Order,
    ) -> Result<OrderOdds<Self>, Vec<Problem>> {
        super::chances::order_odds(self, position, side, order)
    }

    /// What is legal in orders but probably unwanted: each with the order concerned (`orders[2]`) and its rule. `own`:
    /// the side's own cards, if they are known.
    fn warnings(
        &self,
        position: &Position<Self>,
        side: &Id,
        _own: Option<&OwnCards>,
        orders: &[Self::Order],
    ) -> Vec<Problem> {
        super::draft_examples::warnings(self, position, side, orders)
    }

    /// What a legal answer in advance to a question shows the enemy, or what is probably unwanted in it: each with its place
    /// in the answer.
    fn advance_warnings(&self, _position: &Position<Self>, _side: &Id, _question: &str, _says: &Value) -> Vec<Problem> {
        Vec::new()
    }

    /// Orders that become legal only once another order has been given first, and that order.
    fn later(&self, _position: &Position<Self>, _side: &Id) -> Option<(String, Vec<Self::Order>)> {
        None
    }

    /// The position as if the order that must come first had been given, with a description of that assumption; for a
    /// player who only asks about the orders after it. The missing order must not affect them otherwise.
    fn supposing(&self, _position: &Position<Self>, _side: &Id) -> Option<(Position<Self>, String)> {
        None
    }

    /// What a place, a person or a force of a side can do now, with the cost of each order, or why it can do nothing.
    /// `own`: the side's own cards, if they are known.
    ///
    /// # Errors
    /// There is no such thing; the advice names the most similar.
    fn options(
        &self,
        position: &Position<Self>,
        side: &Id,
        own: Option<&OwnCards>,
        asked: &OptionsFor<'_>,
    ) -> Result<Options<Self::Order>, Problem> {
        super::lookup::options(self, position, side, own, asked)
    }

    /// The place of a side's face-down card, by the id of its commitment: `in the CSA Left`.
    fn face_down_place(&self, _position: &Position<Self>, _side: &Id, _id: &Id) -> Option<String> {
        None
    }

    /// The signed form and the full name of something that a player writes by name under a field: `Manassas` is
    /// `"5006"`. `None` if it already has that form, or if it is not certain what is meant. Keys are asked about under
    /// the field that contains them.
    fn standard(&self, _game: &Self::Game, _field: &str, written: &str) -> Option<(Value, String)> {
        super::lookup::standard(self, written)
    }

    /// What may be meant by a field that an order, answer or standing order of that name does not have.
    fn suggest_key(&self, _game: &Self::Game, _within: &str, _field: &str, _written: &Value) -> Option<String> {
        None
    }

    /// What may be meant by a text that is not valid in an order, answer or standing order: the value at a path that
    /// ends in the field of that name.
    fn suggest(&self, _game: &Self::Game, _field: &str, written: &str) -> Option<String> {
        super::lookup::suggest(self, written)
    }

    /// What may be meant by a number, list or mapping under a field, where another form belongs.
    fn suggest_form(&self, _field: &str, _written: &serde_json::Value) -> Option<String> {
        None
    }

    /// As [`Present::suggest`], in the turn of a side; `within` is the order, answer or standing order.
    fn suggest_for(
        &self,
        game: &Self::Game,
        _side: &Id,
        (_within, field): (&str, &str),
        written: &str,
    ) -> Option<String> {
        self.suggest(game, field, written)
    }
}
