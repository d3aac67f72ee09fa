//! The notes of a draft: what is asked, examples of orders with cards by their titles, and of answers in advance.

use serde_json::{Value, json};

use super::{names, order_text};
use crate::Longstreet;
use crate::document::{Id, inline};
use crate::engine::{Audience, OwnCards, Pending, Position};
use crate::legal;
use crate::pack::{Effect, Moment};
use crate::report::draft_examples;
use crate::shared::table::{Unit, UnitData};
use crate::side::Side;
use crate::sorted::{SortedMap, SortedSet};
use crate::view::View;

/// The notes of a side's draft; with its own cards, of cards that it has.
pub fn notes(rules: &Longstreet, position: &Position<Longstreet>, id: &Id, own: Option<&OwnCards>) -> Vec<String> {
    let side = Side::of(id);
    let mut legal = legal::orders(rules, &position.game, side, own);
    // One copy of a card is as good as another.
    let mut seen = SortedSet::new();
    legal.retain(|order| seen.insert(order_text::order(rules, side, order)));
    let mut lines = draft_examples::notes_of(rules, position, id, &legal);
    for line in &mut lines {
        *line = names::titled(rules, &position.game, line);
    }
    if matches!(position.pending, Some(Pending::Orders { .. } | Pending::Answer { .. })) {
        let at = lines.iter().position(String::is_empty).unwrap_or(lines.len());
        let view = View { rules, game: &position.game, side, own };
        lines.splice(at..at, units(view).into_iter().chain(in_advance(view)));
    }
    lines
}

/// Questions that may be answered in advance, with an example of each kind; cards appear by their ids.
fn in_advance(view: View<'_>) -> Vec<String> {
    let mut lines = vec![
        "Answers in advance, to write under `commit`, with cards by id or title (if no entry fits, you play no card):"
            .to_owned(),
    ];
    let hand = view.hand();
    let mut example = |window: &str, choice: Value| {
        let words = order_text::in_advance(view.rules, view.side, Audience::Owner, window, &choice).unwrap_or_default();
        lines.push(format!("  {window}: {}  # {words}", inline(&choice)));
    };
    let Some(battle) = view.rules.battle(view.game) else { return Vec::new() };
    let [own, enemy] = [view.side, view.side.other()].map(|side| battle.of(side).first());
    for moment in Moment::ALL {
        let fits = |id: &&String| view.card(id).is_some_and(|card| card.interrupt == Some(moment));
        let Some((id, card)) = hand.iter().find(fits).and_then(|id| Some((id, view.card(id)?))) else { continue };
        let mut plan = json!({"card": id});
        match card.effect {
            Effect::BatterySilent => {
                plan["when"] = json!({"by": {"kinds": ["artillery"]}, "at": {"wings": ["left"]}});
            }
            Effect::MoveEnemy => plan["unit"] = json!(enemy.map(|unit| &unit.id)),
            _ if moment != Moment::Start => plan["when"] = json!({"by": {"kinds": ["infantry"]}}),
            _ => {}
        }
        if card.effect.needs_place() {
            plan["to"] = json!({"east": battle.width / 2, "north": battle.depth / 2});
        }
        example(moment.window(), json!([plan]));
    }
    let mut best: Vec<&String> = hand.iter().collect();
    best.sort_by_key(|id| std::cmp::Reverse(view.card(id).map_or(0, |card| card.morale)));
    best.truncate(2);
    if let (Some(own), false) = (own, best.is_empty()) {
        let choice = json!([{"spend": best, "cards": best.len(), "for": {"brigades": [own.brigade]}}]);
        example("morale", choice);
    }
    example("confirm", json!("accept"));
    lines
}

/// The units of both sides by their ids, brigade by brigade.
fn units(view: View<'_>) -> Vec<String> {
    let Some(battle) = view.rules.battle(view.game) else { return Vec::new() };
    let mut lines = Vec::new();
    for (whose, side) in [("Your units", view.side), ("Enemy units", view.side.other())] {
        lines.push(format!("{whose}, by the ids that orders may name:"));
        let mut brigades: SortedMap<&str, Vec<String>> = SortedMap::new();
        let there = |unit: &&UnitData| view.game.units.get(&unit.id).is_some_and(Unit::is_in_play);
        for unit in battle.of(side).iter().filter(there) {
            brigades.entry(unit.brigade.as_str()).or_default().push(format!("{} {}", unit.id, unit.name));
        }
        lines.extend(brigades.iter().map(|(brigade, units)| format!("  {brigade}: {}", units.join(", "))));
    }
    lines
}
