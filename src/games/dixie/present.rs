//! The game in words and pictures: sentences for events ([`sentences`], [`combat_audits`]), grouping of related events
//! ([`event_groups`]), the line of battle as a table ([`battle_line`]), and the card table as picture and text
//! ([`picture`]).

mod battle_cards;
mod battle_line;
mod combat_audits;
mod draft;
mod event_groups;
mod names;
pub mod odds;
mod order_text;
mod picture;
mod picture_positions;
mod refusals;
mod sentences;
mod statistics;
mod targets;
mod warnings;

use serde_json::{Value, json};

use crate::Dixie;
use crate::document::{Id, Problem, from_value, inline};
use crate::engine::{OwnCards, Pending, Position, Reason};
use crate::events::Refusal;
use crate::ledger::{EndReason, Game};
use crate::orders::{Answer, Order, Standing};
use crate::place::Place;
use crate::report::event_groups::grouped;
use crate::report::svg::Sheet;
use crate::report::text_builder::Rolls;
use crate::report::{
    BattleCard, EventText, Highlight, Named, OrderKind, OrderOdds, Present, Report, Show, StepFacts, Tally, Target,
    When, Whereabouts, lookup, narrator,
};
use crate::side::Side;
use event_groups::Group;

/// The side that is asked in a position, for words about cards when no side is named: by default the side whose Battle
/// Turn it is.
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
        battle_line::facts(self, &position.game, about)
    }
    fn kinds(&self) -> &'static [OrderKind] {
        const KINDS: &[OrderKind] = &[
            OrderKind::new("deploy", "Deploy cards of the Reserve", "3.2"),
            OrderKind::new("melee", "Fight a melee", "13.2"),
            OrderKind::new("fire", "Fire", "7.0"),
            OrderKind::new("special", "Play a special", "12.0"),
            OrderKind::new("move", "Move cards", "8.0"),
            OrderKind::new("force_march", "Force-march cards", "8.6"),
            OrderKind::new("terrain", "Play a terrain card", "10.2"),
            OrderKind::new("scout", "Scout a position", "13.7"),
            OrderKind::new("decoy", "Lay a decoy", "13.6"),
            OrderKind::new("reveal", "Reveal cards", "13.6"),
            OrderKind::new("outflank", "Outflank a position", "13.1"),
            OrderKind::new("end_turn", "End the Battle Turn", "9.0"),
        ];
        KINDS
    }
    fn suggest_key(&self, game: &Game, within: &str, field: &str, written: &Value) -> Option<String> {
        if within != "deploy" || !names::is_like_a_place(field) {
            return None;
        }
        let whole =
            || format!("write the positions under `cards`: - {{deploy: {{cards: {{{field}: {}}}}}}}", inline(written));
        let like = || format!("write it under `cards`; {}", names::instead_of_place(game, field));
        Some(if from_value::<Place>(&json!(field)).is_ok() { whole() } else { like() })
    }
    fn orders_rule(&self) -> Option<&'static str> {
        Some("5.0")
    }
    fn warnings(&self, position: &Position<Self>, side: &Id, _: Option<&OwnCards>, orders: &[Order]) -> Vec<Problem> {
        warnings::warnings(self, &position.game, Side::of(side), orders)
    }
    fn report(&self, before: &Position<Self>, after: &Position<Self>, facts: &StepFacts) -> Report {
        battle_line::report(self, after, narrator::report(self, before, after, &grouped::<Group>(facts)))
    }
    fn show(&self, position: &Position<Self>, what: &Show) -> Result<Report, Problem> {
        match what {
            Show::Map(view) => Ok(battle_line::page(self, &position.game, view.width)),
            what => lookup::show(self, position, what),
        }
    }
    fn sheet(&self, position: &Position<Self>, past: Option<&StepFacts>) -> Option<Result<Box<dyn Sheet>, Problem>> {
        Some(Ok(Box::new(picture::table(self, &position.game, past))))
    }
    fn targets(&self, position: &Position<Self>) -> Vec<Target> {
        targets::targets(self, &position.game)
    }
    fn when(&self, position: &Position<Self>) -> When {
        statistics::when(&position.game)
    }
    fn moments(&self, before: &Position<Self>, _: &Position<Self>, facts: &StepFacts) -> Vec<Highlight> {
        narrator::moments(self, before, &grouped::<Group>(facts))
    }
    fn battles(&self, before: &Position<Self>, _: &Position<Self>, facts: &StepFacts) -> Vec<BattleCard> {
        battle_cards::cards(self, &before.game, &grouped::<Group>(facts))
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
    fn asked(&self, position: &Position<Self>) -> Option<(String, String)> {
        match position.pending.as_ref()? {
            Pending::Orders { side } => {
                let (text, rule) = order_text::orders(&position.game, Side::of(side));
                Some((text, rule.to_owned()))
            }
            Pending::Answer { side, rule, question, .. } => {
                let side = Side::of(side);
                Some((order_text::question(self, &position.game, side, question), rule.clone()))
            }
            _ => lookup::asked(self, position),
        }
    }
    fn how_words(&self, how: &str) -> Option<String> {
        from_value::<EndReason>(&Value::from(how)).ok().map(|how| sentences::won(how).to_owned())
    }
    fn order_words(&self, position: &Position<Self>, side: &Id, order: &Order) -> String {
        let side = Side::of(side);
        order_text::order(self, &position.game, side, order)
    }
    fn answer_words(&self, position: &Position<Self>, answer: &Answer) -> String {
        order_text::answer(self, &position.game, asked(position), answer)
    }
    fn is_reported_by_events(&self, answer: &Answer) -> bool {
        match answer {
            Answer::Specials(plays) => !plays.is_empty(),
            Answer::Hits(_) | Answer::Withdraw(_) | Answer::Disengage {} => true,
            Answer::TurnUp(cards) => !cards.is_empty(),
            Answer::Pass {} | Answer::Fight {} | Answer::Passed(_) => false,
        }
    }
    fn standing_words(&self, standing: &Standing) -> Vec<String> {
        order_text::standing(self, standing)
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
    fn suggest(&self, game: &Game, field: &str, written: &str) -> Option<String> {
        let is_place = |text: &str| from_value::<Place>(&Value::from(text)).is_ok();
        let lists = match field {
            "path" => is_place(written),
            field => (field == "cards" || is_place(field)) && lookup::find(self, written).is_ok(),
        };
        match field {
            _ if lists => Some(format!("write a list in brackets: {}", inline(&json!([written])))),
            "place" | "path" | "at" => Some(names::instead_of_place(game, written)),
            _ => lookup::suggest(self, written),
        }
    }
    fn face_down_place(&self, position: &Position<Self>, side: &Id, id: &Id) -> Option<String> {
        let place = position.game.find(Side::of(side), id.as_str()).map(|(place, _)| place);
        place.map(|place| format!("in {}", names::place(place)))
    }
}
