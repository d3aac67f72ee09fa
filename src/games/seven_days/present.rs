//! The game in words and pictures: the [`narrator`] arranges a step from the [`accounts`] of its events;
//! [`order_text`] describes orders, answers and standing orders; [`show`] shows parts of a position, [`picture`] draws
//! the map, and [`draft`] writes the notes of a drafted turn.

pub mod accounts;
pub mod assault_odds;
pub mod battle_cards;
pub mod draft;
pub mod event_groups;
pub mod fights;
pub mod highlights;
pub mod map_regions;
pub mod marches;
pub mod narrator;
pub mod odds;
pub mod options;
pub mod order_text;
pub mod percentages;
pub mod picture;
pub mod preview;
pub mod prompts;
pub mod refusals;
pub mod report;
pub mod show;
pub mod standing_orders_text;
pub mod statistics;
mod targets;
pub mod tracks;
pub mod vocabulary;
pub mod warnings;
pub mod whereabouts;

use serde_json::Value;

use crate::document::kinds::Roll;
use crate::document::{Id, Problem};
use crate::engine::{OwnCards, Position, Reason};
use crate::report::battle_card::BattleCard;
use crate::report::grammar::capital;
use crate::report::svg::Drawing;
use crate::report::{
    Highlight, MapView, Options, OptionsFor, OrderOdds, Past, Pieces, Present, Report, Show, StepFacts, Tally, Target,
    When, Whereabouts, sentence,
};

use crate::SevenDays;
use crate::orders::{Answer, Order, Standing};
use crate::position::ledger::Game;
use crate::refusal::Refusal;
use tracks::Tracks;

/// What happened on the map in a step.
fn tracks(rules: &SevenDays, past: Option<Past<'_, Position<SevenDays>>>) -> Option<Tracks> {
    past.map(|Past { facts, .. }| Tracks::of(rules, facts))
}

impl Present for SevenDays {
    fn reason_words(&self, side: &Id, reason: &Reason) -> Option<String> {
        Some(Refusal::of(reason)?.to_everyone(self, self.side(side).ok()?))
    }

    fn report(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Report {
        report::report(self, before, after, facts)
    }

    fn show(&self, position: &Position<Self>, what: &Show) -> Result<Report, Problem> {
        show::show(self, position, what)
    }

    fn draw(
        &self,
        position: &Position<Self>,
        view: &MapView,
        past: Option<Past<'_, Position<Self>>>,
    ) -> Result<Drawing, Problem> {
        picture::draw(self, &position.game, view, tracks(self, past).as_ref())
    }

    fn board(&self, _position: &Position<Self>) -> Result<Drawing, Problem> {
        picture::board(self)
    }

    fn pieces(&self, position: &Position<Self>, past: Option<Past<'_, Position<Self>>>) -> Pieces {
        picture::pieces(self, &position.game, tracks(self, past).as_ref())
    }

    fn parts(&self) -> Vec<(String, String)> {
        map_regions::MapRegion::ALL.iter().map(|part| (part.id().to_owned(), part.name().to_owned())).collect()
    }

    fn targets(&self, position: &Position<Self>) -> Vec<Target> {
        targets::targets(self, &position.game)
    }

    fn when(&self, position: &Position<Self>) -> When {
        statistics::when(self, &position.game)
    }

    fn moments(&self, before: &Position<Self>, _after: &Position<Self>, facts: &StepFacts) -> Vec<Highlight> {
        highlights::moments(self, before, facts)
    }

    fn battles(&self, before: &Position<Self>, _after: &Position<Self>, facts: &StepFacts) -> Vec<BattleCard> {
        battle_cards::cards(self, before, &facts.events)
    }

    fn current_winner(&self, position: &Position<Self>) -> Option<String> {
        Some(capital(&picture::standing(self, &position.game)))
    }

    fn whereabouts(&self, position: &Position<Self>) -> Vec<Whereabouts> {
        whereabouts::whereabouts(self, &position.game)
    }

    fn tallies(&self, position: &Position<Self>) -> Vec<Tally> {
        statistics::tallies(self, &position.game)
    }

    fn roller(&self, _position: &Position<Self>, roll: &Roll) -> Option<Id> {
        statistics::roller(roll)
    }

    fn draft_notes(&self, position: &Position<Self>, side: &Id, _: Option<&OwnCards>) -> Vec<String> {
        draft::notes(self, position, side)
    }

    fn asked(&self, position: &Position<Self>) -> Option<(String, String)> {
        prompts::asked(self, position)
    }

    fn outcome_words(&self, outcome: &Value, _end: Option<&Position<Self>>) -> String {
        prompts::outcome(outcome).unwrap_or_else(|| sentence(outcome))
    }

    fn order_words(&self, position: &Position<Self>, side: &Id, order: &Order) -> String {
        match self.side(side) {
            Ok(side) => prompts::order(self, &position.game, side, order),
            Err(_) => order_text::order(&self.pack, order),
        }
    }

    fn similarity_key(&self, order: &Order) -> String {
        draft::similarity_key(order)
    }

    fn answer_words(&self, _position: &Position<Self>, answer: &Answer) -> String {
        order_text::answer(&self.pack, answer)
    }

    fn choice_words(&self, choice: &Value) -> String {
        prompts::choice(choice).unwrap_or_else(|| sentence(choice))
    }

    fn opened_words(&self, choice: &Value) -> Option<String> {
        prompts::choice(choice)
    }

    fn choice_called(&self, id: &Id) -> Option<String> {
        prompts::called(id)
    }

    fn standing_words(&self, standing: &Standing) -> Vec<String> {
        standing_orders_text::sentences(&self.pack, standing)
    }

    fn order_chance(&self, position: &Position<Self>, side: &Id, order: &Order) -> Option<String> {
        preview::activation_chance(self, &position.game, self.side(side).ok()?, order)
    }

    fn preview(&self, position: &Position<Self>, side: &Id, orders: &[Order]) -> Vec<String> {
        self.side(side).map_or_else(|_| Vec::new(), |side| preview::chances(self, position, side, orders))
    }

    fn odds(
        &self,
        position: &Position<Self>,
        side: &Id,
        _: Option<&OwnCards>,
        order: &Order,
    ) -> Result<OrderOdds<Self>, Vec<Problem>> {
        odds::order_odds(self, position, self.side(side).map_err(|problem| vec![problem])?, order)
    }

    fn warnings(&self, position: &Position<Self>, side: &Id, _: Option<&OwnCards>, orders: &[Order]) -> Vec<Problem> {
        self.side(side).map_or_else(|_| Vec::new(), |side| warnings::warnings(self, position, side, orders))
    }

    fn later(&self, position: &Position<Self>, side: &Id) -> Option<(String, Vec<Order>)> {
        preview::later(self, position, self.side(side).ok()?)
    }

    fn options(
        &self,
        position: &Position<Self>,
        side: &Id,
        _own: Option<&OwnCards>,
        asked: &OptionsFor<'_>,
    ) -> Result<Options<Order>, Problem> {
        options::options(self, position, self.side(side)?, asked)
    }

    fn suggest_key(&self, _: &Game, within: &str, field: &str, written: &Value) -> Option<String> {
        show::find::suggest_key(within, field, written)
    }

    fn standard(&self, _game: &Game, field: &str, written: &str) -> Option<(Value, String)> {
        show::find::standard(self, field, written)
    }

    fn suggest(&self, _game: &Game, field: &str, written: &str) -> Option<String> {
        show::find::suggest(self, field, written)
    }
}
