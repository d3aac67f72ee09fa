//! The game in words and pictures: the [`report`] of a step, which a [`narrator`] writes from the [`accounts`] of its
//! events, with each [`combat`] as an audit; the [`highlights`], an index of the same; [`show`] with the [`map`] as text
//! and as a [`picture`]; and the notes of a [`draft`].

pub mod accounts;
mod audit;
pub mod battle_cards;
mod changes;
mod combat;
mod combat_cost;
mod decision_context;
mod draft;
mod event_groups;
mod fights;
mod hexside_lines;
pub mod highlights;
mod idle_pulses;
mod leader_location;
mod map;
mod marches;
pub mod narrator;
pub mod naval_text;
mod odds;
mod optional_rules;
pub mod options;
pub mod order_text;
pub mod orders;
pub mod picture;
mod preview;
mod prompts;
pub mod refusals;
mod report;
mod risks;
pub mod show;
pub mod statistics;
mod targets;
pub mod tracks;
pub mod vocabulary;
mod warnings;
mod whereabouts;

use crate::document::kinds::Roll;
use crate::document::{Id, Problem, from_value};
use crate::engine::{OwnCards, Position, Reason};
use crate::report::svg::{Drawing, Point};
use crate::report::{
    BattleCard, Highlight, MapView, Options, OptionsFor, OrderOdds, Past, Pieces, Present, Report, Show, StepFacts,
    Tally, Target, When, Whereabouts, sentence,
};
use serde_json::Value;

use crate::CivilWar;
use crate::homefront::priorities_turn;
use crate::orders::{Answer, Order, Standing};
use crate::position::ledger::{Game, Priorities, hidden_leaders};
use crate::refusal::Refusal;
use tracks::Tracks;

pub use naval_text::hulls;
pub use order_text::reacting;
pub use picture::draw;
pub use refusals::{open_places, waiting_ships};
pub use show::find_leader_of;
pub use vocabulary::{leader_name, place, plural, there_are, track as track_name};

impl CivilWar {
    /// What happened on the map in the step that led to a position.
    fn trail(&self, position: &Position<Self>, past: Option<Past<'_, Position<Self>>>) -> Option<Tracks> {
        past.map(|Past { before, facts }| Tracks::of(self, before, &position.game, facts))
    }
}

impl Present for CivilWar {
    fn reason_words(&self, side: &Id, reason: &Reason) -> Option<String> {
        Some(Refusal::of(reason)?.to_everyone(self, self.side(side).ok()?))
    }

    fn card_words(&self, _position: &Position<Self>, _side: &Id, card: &str) -> String {
        card.parse().map_or_else(|_| card.to_owned(), |piece| vocabulary::leader(&self.pack, &piece))
    }

    fn card_noun(&self) -> &'static str {
        "leader"
    }

    fn shows_pile(&self, pile: &str) -> bool {
        pile != hidden_leaders::ELSEWHERE
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
        picture::draw(self, Some(&position.game), view, self.trail(position, past).as_ref())
    }

    fn board(&self, _position: &Position<Self>) -> Result<Drawing, Problem> {
        Ok(picture::board(self))
    }

    fn pieces(&self, position: &Position<Self>, past: Option<Past<'_, Position<Self>>>) -> Pieces {
        picture::pieces(self, &position.game, self.trail(position, past).as_ref())
    }

    fn sheets(&self) -> Vec<(&'static str, [Point; 2])> {
        picture::sheets(self)
    }

    fn parts(&self) -> Vec<(String, String)> {
        let theaters = self.pack.map.theaters().iter();
        theaters.map(|&theater| (theater.as_str().to_owned(), vocabulary::theater(theater).to_owned())).collect()
    }

    fn targets(&self, position: &Position<Self>) -> Vec<Target> {
        targets::targets(self, &position.game)
    }

    fn when(&self, position: &Position<Self>) -> When {
        statistics::when(self, &position.game)
    }

    fn moments(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Vec<Highlight> {
        highlights::moments(self, before, after, facts)
    }

    fn battles(&self, before: &Position<Self>, _after: &Position<Self>, facts: &StepFacts) -> Vec<BattleCard> {
        battle_cards::battles(self, before, facts)
    }

    fn current_winner(&self, position: &Position<Self>) -> Option<String> {
        statistics::current_winner(self, &position.game)
    }

    fn whereabouts(&self, position: &Position<Self>) -> Vec<Whereabouts> {
        whereabouts::whereabouts(self, &position.game)
    }

    fn tallies(&self, position: &Position<Self>) -> Vec<Tally> {
        statistics::tallies(self, position)
    }

    fn roller(&self, position: &Position<Self>, roll: &Roll) -> Option<Id> {
        statistics::roller(self, position, roll)
    }

    fn draft_notes(&self, position: &Position<Self>, side: &Id, _: Option<&OwnCards>) -> Vec<String> {
        draft::notes(self, position, side)
    }

    fn changes(&self, before: &Position<Self>, after: &Position<Self>) -> Vec<String> {
        changes::changes(self, before, after)
    }

    fn changes_in_words(&self, before: &Position<Self>, after: &Position<Self>) -> Vec<String> {
        changes::changes(self, before, after)
    }

    fn asked(&self, position: &Position<Self>) -> Option<(String, String)> {
        prompts::asked(self, position)
    }

    fn outcome_words(&self, outcome: &Value, _end: Option<&Position<Self>>) -> String {
        prompts::outcome(outcome).unwrap_or_else(|| sentence(outcome))
    }

    fn order_words(&self, position: &Position<Self>, side: &Id, order: &Order) -> String {
        match self.side(side) {
            Ok(side) => prompts::order(self, position, side, order),
            Err(_) => String::new(),
        }
    }

    fn order_cost(&self, position: &Position<Self>, side: &Id, order: &Order) -> Option<u32> {
        Some(order.kind().cost(self, &position.game, self.side(side).ok()?))
    }

    fn similarity_key(&self, order: &Order) -> String {
        prompts::similarity_key(order)
    }

    fn answer_words(&self, position: &Position<Self>, answer: &Answer) -> String {
        prompts::answer(self, position, answer)
    }

    fn choice_words(&self, choice: &Value) -> String {
        match from_value::<Priorities>(choice) {
            Ok(priorities) => vocabulary::priorities(&priorities),
            Err(_) => sentence(choice),
        }
    }

    fn choice_called(&self, id: &Id) -> Option<String> {
        priorities_turn(id).map(|turn| format!("Resource Allocation for turn {turn}"))
    }

    fn roll_words(&self, purpose: &str) -> String {
        statistics::roll_words(self, purpose)
    }

    fn standing_words(&self, standing: &Standing) -> Vec<String> {
        order_text::standing(&self.pack, standing)
    }

    fn preview(&self, position: &Position<Self>, side: &Id, orders: &[Order]) -> Vec<String> {
        let Ok(side) = self.side(side) else { return Vec::new() };
        preview::preview(self, position, side, orders)
    }

    fn odds(
        &self,
        position: &Position<Self>,
        side: &Id,
        _: Option<&OwnCards>,
        order: &Order,
    ) -> Result<OrderOdds<Self>, Vec<Problem>> {
        odds::order_odds(self, position, side, order)
    }

    fn warnings(&self, position: &Position<Self>, side: &Id, _: Option<&OwnCards>, orders: &[Order]) -> Vec<Problem> {
        self.side(side).map_or_else(|_| Vec::new(), |side| warnings::warnings(self, position, side, orders))
    }

    fn supposing(&self, position: &Position<Self>, side: &Id) -> Option<(Position<Self>, String)> {
        let after = preview::after_free_reinforcement(position, side)?;
        Some((after, "one reinforcement is brought in first, free, and elsewhere [4.2.5]".to_owned()))
    }

    fn later(&self, position: &Position<Self>, side: &Id) -> Option<(String, Vec<Order>)> {
        preview::later(self, position, side)
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
        show::suggest_key(within, field, written)
    }

    fn standard(&self, game: &Game, field: &str, written: &str) -> Option<(Value, String)> {
        show::standard(self, game, field, written)
    }

    fn suggest_for(&self, game: &Game, side: &Id, (within, field): (&str, &str), written: &str) -> Option<String> {
        if (within, field) == ("reinforce", "leader") && game.hidden.is_none() {
            return Some("the leader who enters is drawn at random: leave `leader` out".to_owned());
        }
        show::suggest(self, game, self.side(side).ok(), field, written)
    }
}
