//! The game in words and pictures: sentences for events ([`sentences`]), which know what was declared before
//! ([`facts`]); the units on the table ([`roster`]); and the table itself ([`picture`]).

mod battle_cards;
mod draft;
mod facts;
mod names;
pub mod odds;
mod order_text;
mod picture;
mod refusals;
mod roster;
mod sentences;
mod statistics;
pub mod warnings;

use serde_json::Value;

use crate::Longstreet;
use crate::document::kinds::Roll;
use crate::document::{Id, Problem, from_value};
use crate::engine::{Audience, OwnCards, Pending, Position, Reason};
use crate::events::Refusal;
use crate::ledger::{EndReason, Game};
use crate::legal;
use crate::orders::{Answer, Order, Standing};
use crate::report::svg::Sheet;
use crate::report::text_builder::Rolls;
use crate::report::{
    BattleCard, EventText, Highlight, Named, OrderKind, OrderOdds, Present, Report, Show, StepFacts, Tally, Target,
    When, Whereabouts, lookup, narrator,
};
use crate::sealed_hand;
use crate::side::Side;
use crate::view::View;

/// Whom a position asks, for words about cards of a side that is not named.
fn asked(position: &Position<Longstreet>) -> Side {
    match &position.pending {
        Some(Pending::Answer { question, .. }) => legal::asked(&position.game, question),
        _ => position.game.side,
    }
}

/// The fields in which a player writes names.
const NAMED: &[&str] = &["unit", "units", "target", "card", "cards", "modify", "spend", "condition"];

impl Present for Longstreet {
    fn event_text(&self, before: &Position<Self>, event: &Value, rolls: &mut Rolls) -> Option<EventText> {
        sentences::text(self, &before.game, event, rolls)
    }
    fn side_words(&self, side: &Id) -> String {
        Side::of(side).in_words().to_owned()
    }
    fn card_words(&self, _: &Position<Self>, side: &Id, card: &str) -> String {
        self.pack.card(Side::of(side), card).map_or_else(|| card.to_owned(), names::full)
    }
    fn pile_words(&self, pile: &str) -> String {
        match pile {
            "discard" => "discards",
            "removed" => "removed cards",
            "gone" => "cards out of the game",
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
        roster::facts(self, &position.game, about)
    }
    fn kinds(&self) -> &'static [OrderKind] {
        const KINDS: &[OrderKind] = &[
            OrderKind::new("reshuffle", "Reshuffle", "Reshuffle"),
            OrderKind::new("fire", "Invoke a fire phase", "Playing Card(s) to Invoke a Phase"),
            OrderKind::new("volley", "Fire at a unit", "LS-11"),
            OrderKind::new("movement", "Invoke a movement phase", "Playing Card(s) to Invoke a Phase"),
            OrderKind::new("move", "Move a unit", "LS-10"),
            OrderKind::new("combat", "Invoke a combat phase", "Playing Card(s) to Invoke a Phase"),
            OrderKind::new("charge", "Charge a unit", "LS-12"),
            OrderKind::new("mark", "Note what has happened to a unit", "LS-10"),
            OrderKind::new("roll", "Roll dice for something else", "LS-11"),
            OrderKind::new("claim", "Claim a victory condition", "LS-16"),
            OrderKind::new("settle", "Ask for confirmation of what was declared", "LS-13"),
            OrderKind::new("pass", "Pass", "Pass"),
            OrderKind::new("end_turn", "End the turn", "Redraw"),
        ];
        KINDS
    }
    fn orders_rule(&self) -> Option<&'static str> {
        Some("The Sequence of Play")
    }
    fn odds(
        &self,
        position: &Position<Self>,
        side: &Id,
        own: Option<&OwnCards>,
        order: &Order,
    ) -> Result<OrderOdds<Self>, Vec<Problem>> {
        odds::order_odds(self, position, side, own, order)
    }
    fn warnings(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>, orders: &[Order]) -> Vec<Problem> {
        warnings::warnings(self, position, side, own, orders)
    }
    fn advance_warnings(&self, position: &Position<Self>, side: &Id, question: &str, says: &Value) -> Vec<Problem> {
        warnings::in_advance(View::of(self, &position.game, Side::of(side)), question, says)
    }
    fn report(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Report {
        let facts = facts::annotated(self, &before.game, facts);
        roster::report(self, after, narrator::report(self, before, after, &facts))
    }
    fn show(&self, position: &Position<Self>, what: &Show) -> Result<Report, Problem> {
        // A copy of a card is shown as its card.
        let card =
            |text: &str| Side::BOTH.into_iter().find_map(|side| Some(self.pack.card(side, text)?.id.to_string()));
        match what {
            Show::Map(view) => roster::page(self, position, view.width),
            Show::Place(text) | Show::Hex(text) | Show::Stack(text) | Show::Leader(text) | Show::Army(text) => {
                lookup::show(self, position, &Show::Place(card(text).unwrap_or_else(|| text.clone())))
            }
            what => lookup::show(self, position, what),
        }
    }
    fn sheet(&self, position: &Position<Self>, past: Option<&StepFacts>) -> Option<Result<Box<dyn Sheet>, Problem>> {
        Some(picture::table(self, &position.game, past).map(|table| Box::new(table) as Box<dyn Sheet>))
    }
    fn targets(&self, position: &Position<Self>) -> Vec<Target> {
        picture::targets(self, &position.game)
    }
    fn when(&self, position: &Position<Self>) -> When {
        statistics::when(&position.game)
    }
    fn moments(&self, before: &Position<Self>, _: &Position<Self>, facts: &StepFacts) -> Vec<Highlight> {
        narrator::moments(self, before, &facts::annotated(self, &before.game, facts))
    }
    fn battles(&self, before: &Position<Self>, _: &Position<Self>, facts: &StepFacts) -> Vec<BattleCard> {
        battle_cards::cards(self, &before.game, facts)
    }
    fn current_winner(&self, position: &Position<Self>) -> Option<String> {
        Some(statistics::current_winner(self, &position.game))
    }
    fn whereabouts(&self, position: &Position<Self>) -> Vec<Whereabouts> {
        statistics::whereabouts(self, &position.game)
    }
    fn tallies(&self, position: &Position<Self>) -> Vec<Tally> {
        statistics::tallies(self, &position.game)
    }
    fn roll_words(&self, purpose: &str) -> String {
        statistics::roll_words(purpose)
    }
    fn roller(&self, position: &Position<Self>, roll: &Roll) -> Option<Id> {
        Some(statistics::roller(&position.game, &roll.purpose))
    }
    fn draft_notes(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>) -> Vec<String> {
        draft::notes(self, position, side, own)
    }
    fn asked(&self, position: &Position<Self>) -> Option<(String, String)> {
        match position.pending.as_ref()? {
            Pending::Orders { side } => {
                let (text, rule) = order_text::orders(&position.game, Side::of(side));
                Some((text, rule.to_owned()))
            }
            Pending::Answer { side, rule, question, .. } => {
                let side = Side::of(side);
                Some((order_text::question(self, position, side, question), rule.clone()))
            }
            _ => lookup::asked(self, position),
        }
    }
    fn how_words(&self, how: &str) -> Option<String> {
        from_value::<EndReason>(&Value::from(how)).ok().map(|how| sentences::won(how).to_owned())
    }
    fn order_words(&self, _: &Position<Self>, side: &Id, order: &Order) -> String {
        order_text::order(self, Side::of(side), order)
    }
    fn answer_words(&self, position: &Position<Self>, answer: &Answer) -> String {
        order_text::answer(self, &position.game, asked(position), answer)
    }
    fn advance_words(&self, _: &Position<Self>, side: &Id, window: &str, says: &Value) -> Option<String> {
        order_text::in_advance(self, Side::of(side), Audience::Owner, window, says)
    }
    fn revealed_words(&self, side: &Id, window: &str, says: &Value) -> Option<String> {
        order_text::in_advance(self, Side::of(side), Audience::Everyone, window, says)
    }
    fn window_words(&self, window: &str) -> String {
        match window {
            "start" => "start of the turn".to_owned(),
            "confirm" => "confirmation".to_owned(),
            part if sealed_hand::part(part).is_some() => "one sealed card".to_owned(),
            other => other.replace('_', " "),
        }
    }
    fn is_reported_by_events(&self, answer: &Answer) -> bool {
        !matches!(answer, Answer::Pass {})
    }
    fn standing_words(&self, standing: &Standing) -> Vec<String> {
        order_text::standing(standing)
    }
    fn standard(&self, _: &Game, field: &str, written: &str) -> Option<(Value, String)> {
        NAMED.contains(&field).then(|| lookup::standard(self, written))?
    }
    fn suggest_form(&self, field: &str, written: &Value) -> Option<String> {
        names::form(field, written)
    }
    fn suggest(&self, _: &Game, field: &str, written: &str) -> Option<String> {
        match field {
            "east" | "north" => names::in_tenths(written),
            _ => NAMED.contains(&field).then(|| lookup::suggest(self, written))?,
        }
    }
}
