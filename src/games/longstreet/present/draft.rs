//! The notes of a draft: what is asked, examples of orders with cards by their titles, and of answers in advance.

use serde_json::{Value, json};

use super::{names, order_text};
use crate::Longstreet;
use crate::document::{Id, inline};
use crate::engine::{OwnCards, Pending, Position};
use crate::legal;
use crate::pack::{Effect, Moment};
use crate::report::examples;
use crate::side::Side;
use crate::sorted::SortedSet;
use crate::table::Spot;
use crate::view::View;

/// The notes of a side's draft; with its own cards, of cards that it has.
pub fn notes(rules: &Longstreet, position: &Position<Longstreet>, id: &Id, own: Option<&OwnCards>) -> Vec<String> {
    let Ok(side) = Side::named(id) else { return Vec::new() };
    let mut legal = legal::orders(rules, &position.game, side, own);
    // One copy of a card is as good as another.
    let mut seen = SortedSet::new();
    legal.retain(|order| seen.insert(order_text::order(rules, side, order)));
    let mut lines = examples::notes_of(rules, position, id, &legal);
    for line in &mut lines {
        *line = names::titled(rules, &position.game, line);
    }
    if matches!(position.pending, Some(Pending::Orders { .. } | Pending::Answer { .. })) {
        let at = lines.iter().position(String::is_empty).unwrap_or(lines.len());
        lines.splice(at..at, in_advance(View { rules, game: &position.game, side, own }));
    }
    lines
}

/// What may be answered in advance, an example of each kind; a card stands there by its id.
fn in_advance(view: View<'_>) -> Vec<String> {
    let mut lines = vec![
        "Choices that may stand under commit, with cards by their ids (if none fits, no card is played):".to_owned(),
    ];
    let hand = view.hand();
    let mut example = |window: &str, choice: Value, words: String| {
        lines.push(format!("  {window}: {}  # {words}", inline(&choice)));
    };
    for moment in Moment::ALL {
        let fits = |id: &&String| view.card(id).is_some_and(|card| card.interrupt == Some(moment));
        let Some((id, card)) = hand.iter().find(fits).and_then(|id| Some((id, view.card(id)?))) else { continue };
        let (mut plan, title) = (json!({"card": id}), &card.title);
        let mut words = format!("plays {title}");
        match card.effect {
            Effect::BatterySilent => {
                plan["when"] = json!({"by": {"kinds": ["artillery"]}, "at": {"wings": ["left"]}});
                words += " if the enemy fires with artillery at your left";
            }
            _ if moment != Moment::Start => {
                plan["when"] = json!({"by": {"kinds": ["infantry"]}});
                words += " if enemy infantry acts";
            }
            _ => {}
        }
        if let Some(battle) = view.rules.battle(view.game).filter(|_| card.effect.wants_spot()) {
            let to = Spot { east: battle.width / 2, north: battle.depth / 2, facing: 0 };
            plan["to"] = json!(to);
            words += &format!(", at {}", names::spot(to));
        }
        example(moment.window(), json!([plan]), words);
    }
    let brigade =
        view.rules.battle(view.game).and_then(|battle| battle.of(view.side).first()).map(|unit| &unit.brigade);
    let mut best: Vec<&String> = hand.iter().collect();
    best.sort_by_key(|id| std::cmp::Reverse(view.card(id).map_or(0, |card| card.morale)));
    best.truncate(2);
    if let (Some(brigade), false) = (brigade, best.is_empty()) {
        let (most, cards) = (best.len(), names::number(best.len(), "card"));
        let choice = json!([{"spend": best, "cards": most, "for": {"brigades": [brigade]}}]);
        example("morale", choice, format!("spends up to {cards} on {brigade}'s brigade"));
    }
    example("confirm", json!("accept"), "confirms whatever is declared".to_owned());
    lines
}
