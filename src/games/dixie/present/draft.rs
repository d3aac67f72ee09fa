//! The notes of a draft: those of every game, with what the specials in the player's Reserve do.

use super::names;
use crate::Dixie;
use crate::document::Id;
use crate::engine::{OwnCards, Position, Ruleset};
use crate::orders::Order;
use crate::pack::Effect;
use crate::report::draft_examples;
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::state_changes::HAND;

/// The notes of a side's draft; with its own cards, examples for those that it has, and its specials before them.
pub fn notes(rules: &Dixie, position: &Position<Dixie>, id: &Id, own: Option<&OwnCards>) -> Vec<String> {
    let mut legal = rules.legal(position, id, own);
    let deploys_none =
        |order: &Order| matches!(order, Order::Deploy { cards, .. } if cards.values().all(Vec::is_empty));
    // No card is no example of a deployment, unless there is no other.
    if !legal.iter().all(deploys_none) {
        legal.retain(|order| !deploys_none(order));
    }
    let mut lines = draft_examples::notes_of(rules, position, id, &legal);
    let at = lines.iter().position(String::is_empty).unwrap_or(lines.len());
    lines.splice(at..at, own.into_iter().flat_map(|own| specials(rules, position, Side::of(id), own)));
    lines
}

/// Each kind of special in the Reserve, with what it does (12.0, DX-30); nothing if there is none.
fn specials(rules: &Dixie, position: &Position<Dixie>, side: Side, own: &OwnCards) -> Vec<String> {
    let set = rules.set(&position.game);
    let held = own.known_cards(HAND).into_iter().filter_map(|id| set.card(side, id));
    let kinds: SortedMap<&str, Effect> = held.filter_map(|card| Some((card.name.as_str(), card.special?))).collect();
    let line = |(name, effect): (&&str, &Effect)| format!("  {name}: {}", names::effect(*effect));
    let lines: Vec<String> = kinds.iter().map(line).collect();
    let heading = (!lines.is_empty()).then(|| "What your specials do [12.0, DX-30]:".to_owned());
    heading.into_iter().chain(lines).collect()
}
