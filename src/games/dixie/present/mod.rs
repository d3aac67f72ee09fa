//! How the game tells its story: what happens in sentences ([`sentences`], [`volleys`]), what belongs together told at once
//! ([`groups`]), the line of battle as a table ([`line`]), the table of cards as a picture ([`picture`]) and as text ([`map`]).

mod battles;
mod groups;
mod line;
mod map;
mod names;
mod odds;
mod order_text;
mod picture;
mod refusals;
mod sentences;
mod statistics;
mod volleys;
mod warnings;

use serde_json::Value;

use crate::Dixie;
use crate::document::{Id, Problem};
use crate::engine::{OwnCards, Pending, Position, Reason};
use crate::events::Refusal;
use crate::ledger::Game;
use crate::orders::{Answer, Order, Standing};
use crate::report::say::Rolls;
use crate::report::svg::Drawing;
use crate::report::{
    BattleCard, EventText, Highlight, MapView, Named, Options, OrderKind, OrderOdds, Past, Pieces, Present, Report,
    Show, StepFacts, Tally, When, Whereabouts, pages, tale,
};
use crate::side::Side;

/// Whom a position asks, for words about cards of a side that is not named: the side whose Battle Turn it is otherwise.
fn asked(position: &Position<Dixie>) -> Side {
    let side = match &position.pending {
        Some(Pending::Answer { side, .. } | Pending::Orders { side } | Pending::TurnUp { side, .. }) => Some(side),
        _ => None,
    };
    side.map_or(position.game.side, Side::of)
}

impl Present for Dixie {
    fn event_text(&self, before: &Position<Self>, event: &Value, rolls: &mut Rolls) -> Option<EventText> {
        sentences::text(self, &before.game, event, rolls)
    }
    fn side_words(&self, side: &Id) -> String {
        Side::of(side).in_words().to_owned()
    }
    fn card_words(&self, position: &Position<Self>, side: &Id, card: &str) -> String {
        names::card(self, &position.game, Side::of(side), card)
    }
    fn pile_words(&self, pile: &str) -> String {
        match pile {
            "hand" => "Reserve",
            "deck" => "Reinforcement deck",
            "lost" => "cards out of play",
            "set" => "unused cards",
            "ohio" => "Army of the Ohio",
            "later" => "cards of later days",
            "table" => "cards on the table",
            other => other,
        }
        .to_owned()
    }
    fn reason_words(&self, side: &Id, reason: &Reason) -> Option<String> {
        Some(reason.refusal::<Refusal>()?.to_everyone(self, Side::of(side)))
    }
    fn names(&self) -> Vec<Named> {
        names::all(self)
    }
    fn facts(&self, position: &Position<Self>, about: &Named) -> Vec<(&'static str, String)> {
        line::facts(self, &position.game, about)
    }
    fn kinds(&self) -> &'static [OrderKind] {
        const fn kind(key: &'static str, title: &'static str, rule: &'static str) -> OrderKind {
            OrderKind { key, title, rule }
        }
        const {
            &[
                kind("deploy", "Deploy cards of the Reserve", "3.2"),
                kind("melee", "Fight a melee", "13.2"),
                kind("fire", "Fire", "7.0"),
                kind("special", "Play a special", "12.0"),
                kind("move", "Move cards", "8.0"),
                kind("force_march", "Force-march cards", "8.6"),
                kind("terrain", "Play a terrain card", "10.2"),
                kind("scout", "Scout a position", "13.7"),
                kind("decoy", "Lay a decoy", "13.6"),
                kind("reveal", "Turn up cards", "13.6"),
                kind("outflank", "Outflank a position", "13.1"),
                kind("end_turn", "End the Battle Turn", "9.0"),
            ]
        }
    }
    fn orders_rule(&self) -> Option<&'static str> {
        Some("5.0")
    }
    fn warning(
        &self,
        before: &Position<Self>,
        after: Option<&Position<Self>>,
        side: &Id,
        order: &Order,
    ) -> Option<Problem> {
        warnings::warning(self, &before.game, after.map(|after| &after.game), Side::of(side), order)
    }
    fn report(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Report {
        line::report(self, after, tale::report(self, before, after, &groups::grouped(facts)))
    }
    fn show(&self, position: &Position<Self>, what: &Show) -> Result<Report, Problem> {
        match what {
            Show::Map(view) => Ok(map::page(self, position, view)),
            what => pages::show(&names::seated(self, &position.game), position, what),
        }
    }
    fn draw(
        &self,
        position: &Position<Self>,
        _: &MapView,
        past: Option<Past<'_, Position<Self>>>,
    ) -> Result<Drawing, Problem> {
        Ok(picture::draw(self, position, past.map(|past| past.facts)))
    }
    fn board(&self, position: &Position<Self>) -> Result<Drawing, Problem> {
        Ok(picture::board(self, position))
    }
    fn pieces(&self, position: &Position<Self>, past: Option<Past<'_, Position<Self>>>) -> Pieces {
        picture::pieces(self, position, past.map(|past| past.facts))
    }
    fn when(&self, position: &Position<Self>) -> When {
        statistics::when(&position.game)
    }
    fn moments(&self, before: &Position<Self>, _: &Position<Self>, facts: &StepFacts) -> Vec<Highlight> {
        tale::moments(self, before, &groups::grouped(facts))
    }
    fn battles(&self, before: &Position<Self>, _: &Position<Self>, facts: &StepFacts) -> Vec<BattleCard> {
        battles::cards(self, &before.game, &groups::grouped(facts))
    }
    fn as_it_stands(&self, position: &Position<Self>) -> Option<String> {
        Some(statistics::as_it_stands(self, &position.game))
    }
    fn whereabouts(&self, position: &Position<Self>) -> Vec<Whereabouts> {
        statistics::whereabouts(self, &position.game)
    }
    fn tallies(&self, position: &Position<Self>) -> Vec<Tally> {
        statistics::tallies(self, &position.game)
    }
    fn asked(&self, position: &Position<Self>) -> Option<(String, String)> {
        match position.pending.as_ref()? {
            Pending::Orders { side } => {
                let (said, rule) = order_text::orders(&position.game, Side::of(side));
                Some((said, rule.to_owned()))
            }
            Pending::Answer { side, rule, question, .. } => {
                let side = Side::of(side);
                Some((order_text::question(self, &position.game, side, question), rule.clone()))
            }
            _ => pages::asked(self, position),
        }
    }
    fn outcome_words(&self, outcome: &Value) -> String {
        statistics::outcome(self, outcome)
    }
    fn order_words(&self, position: &Position<Self>, side: &Id, order: &Order) -> String {
        let side = Side::of(side);
        order_text::order(self, &position.game, side, order)
    }
    fn answer_words(&self, position: &Position<Self>, answer: &Answer) -> String {
        order_text::answer(self, &position.game, asked(position), answer)
    }
    fn standing_words(&self, standing: &Standing) -> Vec<String> {
        order_text::standing(self, standing)
    }
    fn odds(&self, position: &Position<Self>, side: &Id, order: &Order) -> Result<OrderOdds<Self>, Vec<Problem>> {
        odds::order_odds(self, position, side, order)
    }
    fn options(
        &self,
        position: &Position<Self>,
        side: &Id,
        subject: &str,
        to: Option<&str>,
    ) -> Result<Options<Order>, Problem> {
        pages::options(&names::seated(self, &position.game), position, side, subject, to)
    }
    fn options_with(
        &self,
        position: &Position<Self>,
        side: &Id,
        own: &OwnCards,
        asked: (&str, Option<&str>),
    ) -> Result<Options<Order>, Problem> {
        pages::options_with(&names::seated(self, &position.game), position, side, Some(own), asked)
    }
    fn lies_at(&self, position: &Position<Self>, side: &Id, id: &Id) -> Option<String> {
        let place = position.game.find(Side::of(side), id.as_str()).map(|(place, _)| place);
        place.map(|place| format!("in {}", names::place(place)))
    }
    fn standard(&self, game: &Game, _: &str, written: &str) -> Option<(Value, String)> {
        pages::standard(&names::seated(self, game), written)
    }
    fn suggest(&self, game: &Game, _: &str, written: &str) -> Option<String> {
        pages::suggest(&names::seated(self, game), written)
    }
}
