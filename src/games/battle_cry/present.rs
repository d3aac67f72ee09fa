//! The game in words and pictures: sentences for events ([`sentences`], [`strategy`]), which are first grouped and get
//! names in place of ids ([`event_groups`]); the table in text ([`roster`]) and as a picture ([`picture`]).

mod battle_cards;
mod draft;
mod event_groups;
mod layout;
mod names;
pub mod odds;
mod order_text;
mod picture;
mod questions;
mod reasons;
mod refusals;
mod roster;
mod sentences;
mod statistics;
mod strategy;
mod warnings;

use serde_json::Value;

use crate::BattleCry;
use crate::document::{Id, Problem, from_value};
use crate::engine::{Audience, OwnCards, Pending, Position, Reason};
use crate::events::Refusal;
use crate::ledger::{DECK, DISCARD, EndReason, Game, HAND, RETURNED};
use crate::legal;
use crate::name_resolution::titled;
use crate::orders::{Answer, Order, Standing};
use crate::pack::BattleCard;
use crate::report;
use crate::report::svg::Sheet;
use crate::report::text_builder::Rolls;
use crate::report::{
    AdvanceSample, EventText, Highlight, Named, Options, OptionsFor, OrderKind, OrderOdds, Present, Report, Show,
    StepFacts, Tally, Target, When, Whereabouts, lookup, narrator,
};
use crate::shared::Side;
use crate::spelling::certain;
use crate::view::View;

/// The fields in which a player writes battles.
const BATTLES: &[&str] = &["battle", "east", "west", "block"];

/// The record and the own cards as they will be once the enemy's send is settled; `None` if there is none to settle.
fn after_settlement(view: View<'_>) -> Option<(Game, Option<OwnCards>)> {
    let sent = view.battle()?.sent.as_ref()?;
    let due = sent.side != view.side && !sent.held && view.rules.owed_choice(view).is_none();
    due.then(|| legal::settled(view))
}

/// The battle that is certainly meant.
fn battle_named<'r>(rules: &'r BattleCry, text: &str) -> Option<&'r BattleCard> {
    let named: Vec<(&str, usize)> =
        rules.pack.battles.iter().enumerate().map(|(n, battle)| (battle.name.as_str(), n)).collect();
    rules.pack.battles.get(certain(text, &named)?)
}

/// The card that is meant by an id, or by a title of one of its halves: one of the hand, if there is one.
fn card_named(view: View<'_>, text: &str) -> Option<String> {
    let found = titled(view, text);
    let held = found.iter().find(|(card, _)| view.own.is_some_and(|own| own.contains(HAND, card)));
    held.or(found.first()).map(|(card, _)| card.clone())
}

impl Present for BattleCry {
    fn event_text(&self, _: &Position<Self>, event: &Value, _: &mut Rolls) -> Option<EventText> {
        sentences::text(self, event)
    }
    fn side_words(&self, side: &Id) -> String {
        Side::of(side).in_words().to_owned()
    }
    fn card_words(&self, _: &Position<Self>, _: &Id, card: &str) -> String {
        names::full(self, card)
    }
    fn pile_words(&self, pile: &str) -> String {
        match pile {
            DISCARD => "discards",
            DECK => "deck",
            RETURNED => "cards returned to its deck",
            "aside" => "cards set aside",
            "command_east" => "command cards for the East",
            "command_west" => "command cards for the West",
            "table" => "cards on the table",
            other => return other.replace('_', " "),
        }
        .to_owned()
    }
    fn shows_pile(&self, pile: &str) -> bool {
        matches!(pile, HAND | RETURNED | DISCARD | "table")
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
            OrderKind::new("pick", "Choose for the set-up", "Set-Up"),
            OrderKind::new("resource", "Play a resource", "B, J"),
            OrderKind::new("lay", "Lay command points", "C"),
            OrderKind::new("place", "Place battles", "D"),
            OrderKind::new("block", "Block battles", "Blocking"),
            OrderKind::new("movement", "Play a movement card", "E"),
            OrderKind::new("discretionary", "Add command points", "F"),
            OrderKind::new("generals", "Recall generals and bring them into play", "G"),
            OrderKind::new("first", "Say which battle is fought first", "H.1"),
            OrderKind::new("draw", "Draw fewer cards for a battle", "H.2"),
            OrderKind::new("embark", "Go by sea", "Peninsula Campaign"),
            OrderKind::new("react", "Answer a play of the enemy's", "Immediately"),
            OrderKind::new("choose", "Choose what a play of the enemy's takes", "BC-26"),
            OrderKind::new("attack", "Engage a general for a battle event", "I.5"),
            OrderKind::new("special", "Play a special event", "I.6"),
            OrderKind::new("engage", "Engage cavalry to draw a card", "Cavalry General"),
            OrderKind::new("send", "Hand over", "I.4"),
            OrderKind::new("hold", "Stop until this is settled, and go on", "BC-28"),
            OrderKind::new("settle", "Let the enemy's send be settled", "BC-26"),
            OrderKind::new("pass", "Pass", "I.4"),
            OrderKind::new("discard", "Discard, or exchange a general", "K"),
        ];
        KINDS
    }
    fn orders_rule(&self) -> Option<&'static str> {
        Some("Detailed Sequence of Play")
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
    /// What the enemy may hold depends on the cards of the player's own hand, which a preview does not see.
    fn preview(&self, _: &Position<Self>, _side: &Id, _orders: &[Order]) -> Vec<String> {
        Vec::new()
    }
    fn warnings(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>, orders: &[Order]) -> Vec<Problem> {
        warnings::warnings(self, position, side, own, orders)
    }
    fn report(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Report {
        let facts = event_groups::annotated(self, &before.game, &after.game, facts);
        let mut report = narrator::report(self, before, after, &facts);
        // Before what is asked next.
        let at = report.sections.len().saturating_sub(1);
        report.sections.splice(at..at, roster::fight(self, &after.game, false));
        report
    }
    fn show(&self, position: &Position<Self>, what: &Show) -> Result<Report, Problem> {
        let named = |text: &str| {
            let known = lookup::find(self, text).is_ok();
            let view = |side| View::of(self, &position.game, side);
            let card = || Side::BOTH.into_iter().find_map(|side| card_named(view(side), text));
            let battle = || battle_named(self, text).filter(|one| !one.from_hand).map(|one| one.id.to_string());
            if known { None } else { battle().or_else(card) }.unwrap_or_else(|| text.to_owned())
        };
        match what {
            Show::Map(_) => Ok(roster::page(self, &position.game)),
            Show::Place(text) | Show::Hex(text) | Show::Stack(text) | Show::Leader(text) | Show::Army(text) => {
                lookup::show(self, position, &Show::Place(named(text)))
            }
            what => lookup::show(self, position, what),
        }
    }
    fn sheet(&self, position: &Position<Self>, past: Option<&StepFacts>) -> Option<Result<Box<dyn Sheet>, Problem>> {
        Some(Ok(Box::new(picture::table(self, &position.game, past))))
    }
    fn targets(&self, position: &Position<Self>) -> Vec<Target> {
        picture::targets(self, &position.game)
    }
    fn when(&self, position: &Position<Self>) -> When {
        statistics::when(self, &position.game)
    }
    fn moments(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Vec<Highlight> {
        narrator::moments(self, before, &event_groups::annotated(self, &before.game, &after.game, facts))
    }
    fn battles(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Vec<report::BattleCard> {
        let attacker = before.game.battle.as_ref().map(|battle| battle.attacker);
        battle_cards::cards(self, attacker, &event_groups::annotated(self, &before.game, &after.game, facts))
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
    fn draft_notes(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>) -> Vec<String> {
        draft::notes(self, position, side, own)
    }
    fn card_in_draft(&self, position: &Position<Self>, side: &Id, own: &OwnCards, card: &str) -> String {
        draft::card(View { own: Some(own), ..View::of(self, &position.game, Side::of(side)) }, card)
    }
    fn advance_samples(&self, position: &Position<Self>, side: &Id) -> Option<(&'static str, Vec<AdvanceSample>)> {
        Some(draft::advance_samples(View::of(self, &position.game, Side::of(side)), position))
    }
    fn asked(&self, position: &Position<Self>) -> Option<(String, String)> {
        let view = |side: &Id| View::of(self, &position.game, Side::of(side));
        match position.pending.as_ref()? {
            Pending::Orders { side } => {
                let (text, rule) = questions::orders(view(side));
                Some((text, rule.to_owned()))
            }
            Pending::Answer { side, rule, question, .. } => {
                Some((questions::question(view(side), question), rule.clone()))
            }
            _ => lookup::asked(self, position),
        }
    }
    fn how_words(&self, how: &str) -> Option<String> {
        from_value::<EndReason>(&Value::from(how)).ok().map(|how| reasons::won(how).to_owned())
    }
    fn order_words(&self, position: &Position<Self>, side: &Id, order: &Order) -> String {
        order_text::order(View::of(self, &position.game, Side::of(side)), order)
    }
    fn answer_words(&self, _: &Position<Self>, answer: &Answer) -> String {
        order_text::answer(self, answer)
    }
    fn advance_words(&self, _: &Position<Self>, _: &Id, window: &str, says: &Value) -> Option<String> {
        questions::in_advance(self, Audience::Owner, window, says)
    }
    fn revealed_words(&self, _: &Id, window: &str, says: &Value) -> Option<String> {
        questions::in_advance(self, Audience::Everyone, window, says)
    }
    fn window_words(&self, window: &str) -> String {
        match window {
            "failure" => "if an event is answered",
            "saved" => "if something is saved",
            "enemy_passes" => "once the other side passes",
            "continue" => "Battle Continues",
            "special" => "a special event",
            "threatened" => "a card that would be lost",
            other => return other.replace('_', " "),
        }
        .to_owned()
    }
    fn is_reported_by_events(&self, answer: &Answer) -> bool {
        !matches!(answer, Answer::Accept | Answer::GoOn | Answer::No)
    }
    fn standing_words(&self, standing: &Standing) -> Vec<String> {
        questions::standing(standing)
    }
    fn options(
        &self,
        position: &Position<Self>,
        side: &Id,
        own: Option<&OwnCards>,
        asked: &OptionsFor<'_>,
    ) -> Result<Options<Order>, Problem> {
        let view = View { own, ..View::of(self, &position.game, Side::of(side)) };
        let card = own.and_then(|_| card_named(view, asked.subject));
        let subject = card.as_deref().unwrap_or(asked.subject);
        lookup::options(self, position, side, own, &OptionsFor { subject, ..*asked })
    }
    /// Battles only: which card or general is meant depends on the hand and the table, and `conceal` finds it.
    fn standard(&self, _: &Game, field: &str, written: &str) -> Option<(Value, String)> {
        let of_battle = BATTLES.contains(&field) || self.pack.battles.iter().any(|one| one.id.as_str() == field);
        let battle = battle_named(self, written).filter(|battle| of_battle && battle.id.as_str() != written)?;
        Some((Value::from(battle.id.as_str()), battle.name.clone()))
    }
}
