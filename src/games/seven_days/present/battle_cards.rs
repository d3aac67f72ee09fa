//! Assaults as cards: who attacked whom, the parts of the values, the dice, and what happened to both sides.

use serde_json::Value;

use crate::engine::Position;
use crate::report::battle_card::BattleCard;

use super::event_groups::Groups;
use super::picture;
use crate::SevenDays;

/// The assaults of a step whose dice were rolled in it, in order.
pub fn cards(rules: &SevenDays, before: &Position<SevenDays>, events: &[Value]) -> Vec<BattleCard> {
    let spots = picture::area_centres(rules);
    let card = |fight: &super::fights::Fight| {
        Some(BattleCard { at: spots.get(&fight.area).copied(), ..fight.card(&rules.pack)? })
    };
    Groups::of(rules, before, events).fights.iter().filter_map(card).collect()
}
