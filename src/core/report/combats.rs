//! The combats in a game of areas, taken from the events of a step: events named `combat`, with `side`, `area`,
//! `result` and both sides' sums, `attack` and `defense`. Events named `hit` after a combat are its losses.

use serde_json::Value;

use super::area_view::middle;
use super::battle_card::{BattleCard, CardSide};
use super::grammar::{capital, list, sentence};
use crate::board::Area;
use crate::document::from_value;
use crate::engine::sum::Sum;
use crate::pack::Side;
use crate::pack::areas::AreaPack;

/// The name of the die's part in a sum.
const DIE: &str = "die";

/// Whether an event has this name.
fn is(event: &Value, name: &str) -> bool {
    event.get("event").and_then(Value::as_str) == Some(name)
}

fn part<T: serde::de::DeserializeOwned>(event: &Value, key: &str) -> Option<T> {
    from_value(event.get(key)?).ok()
}

/// The name of a combat as a peak of the match's curve, its area, and its weight: the hits until the next combat.
/// `None` for any other event.
pub fn peak(pack: &AreaPack, event: &Value, after: &[Value]) -> Option<(String, u32)> {
    let area: Area = part(event, "area").filter(|_| is(event, "combat"))?;
    let name = pack.areas.get(&area).map(|data| data.name.clone())?;
    let hits = after.iter().take_while(|event| !is(event, "combat")).filter(|event| is(event, "hit")).count();
    Some((name, u32::try_from(hits).unwrap_or(u32::MAX)))
}

/// The combats as cards.
pub fn cards(pack: &AreaPack, events: &[Value]) -> Vec<BattleCard> {
    let card = |(n, event): (usize, &Value)| {
        if !is(event, "combat") {
            return None;
        }
        let (side, area): (Side, Area) = (part(event, "side")?, part(event, "area")?);
        let (attack, defense): (Sum, Sum) = (part(event, "attack")?, part(event, "defense")?);
        let after = events[n + 1..].iter().take_while(|event| !is(event, "combat"));
        let hits: Vec<&Value> = after.filter(|event| is(event, "hit")).collect();
        let difference = attack.total() - defense.total();
        Some(BattleCard {
            title: pack.place(area),
            table: vec![format!("difference {difference:+}")],
            at: middle(pack, area),
            sides: [
                card_side(pack, side, "attacks", &attack, &hits),
                card_side(pack, side.other(), "defends", &defense, &hits),
            ],
            outcome: format!("{}.", capital(&sentence(event.get("result")?))),
        })
    };
    events.iter().enumerate().filter_map(card).collect()
}

fn card_side(pack: &AreaPack, side: Side, verb: &str, sum: &Sum, hits: &[&Value]) -> CardSide {
    let units = sum.0.iter().map(|(what, _)| what).filter(|what| pack.units.keys().any(|id| id.as_str() == *what));
    let hurt = hits.iter().filter(|event| part::<Side>(event, "side") == Some(side)).filter_map(|event| {
        let how = if part(event, "eliminated")? { "eliminated" } else { "shaken" };
        Some(format!("{} is {how}", pack.unit(event.get("unit")?.as_str()?)))
    });
    let hurt: Vec<String> = hurt.collect();
    CardSide {
        side: side.id(),
        heading: format!("{} {verb}", side.opening().trim_start_matches("The ")),
        force: vec![list(units.map(|id| pack.unit(id)), "and", "nobody")],
        dice: sum.0.iter().filter(|(what, _)| what == DIE).filter_map(|(_, face)| u64::try_from(*face).ok()).collect(),
        modifiers: sum.0.iter().filter(|(what, _)| what != DIE).map(|(what, n)| (pack.unit(what), *n)).collect(),
        total: Some(sum.total()),
        result: if hurt.is_empty() { "no losses".to_owned() } else { hurt.join("; ") },
    }
}
