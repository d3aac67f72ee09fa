//! `odds`: what may come of an order, every throw reckoned.

use serde_json::{Value, json};

use crate::document::Problem;
use crate::engine::{Cx, Events, Position, Ruleset};
use crate::report::{Block, Reckoned, Span};

use super::super::SevenDays;
use super::super::ledger::{Game, Phase};
use super::super::orders::{Assault, Attack, Order};
use super::super::pack::Side;
use super::super::values::Engaged;
use super::super::{Frame, assault};
use super::ahead::{self, percent};
use super::{prospect, words};

/// All throws of two dice by both sides.
const ALL: u32 = 1296;

/// What may come of an order of a side.
///
/// # Errors
/// Why it is illegal.
pub fn reckon(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    side: Side,
    order: &Order,
) -> Result<Reckoned<SevenDays>, Vec<Problem>> {
    let game = &position.game;
    let of_impulse = matches!(order, Order::Move(_) | Order::Attack(_) | Order::End(_));
    if of_impulse && game.current.is_none() && game.phase == Phase::Daylight {
        let said = "What comes of it depends on the assault order before it; `adjutant check` looks at both together.";
        return Ok(Reckoned::Chances(vec![paragraph(said)], json!({"after": "assault"})));
    }
    let mut trial = game.clone();
    let cx = Cx { game: &mut trial, standing: &position.standing, events: &mut Events::unheard() };
    rules.begin(cx, &side.id(), order)?;
    let chances = match order {
        Order::Assault(order) => activation(rules, game, side, order),
        Order::Attack(order) => attack(rules, game, side, order),
        Order::End(_) | Order::Pass(_) | Order::Regroup(_) => sunset(game, side),
        _ => None,
    };
    if let Some((blocks, value)) = chances {
        return Ok(Reckoned::Chances(blocks, value));
    }
    Ok(match ahead::carried(rules, position, game, side, order) {
        // An activation with any die is no matter of chance.
        Some(after) if after.sure || matches!(order, Order::Assault(_)) => {
            let mut position = position.clone();
            position.game = after.game;
            Reckoned::Sure(Box::new(position))
        }
        _ => Reckoned::Chances(
            vec![paragraph("What comes of it depends on what the other side does, or on dice that follow.")],
            json!({"depends": true}),
        ),
    })
}

fn paragraph(words: impl Into<String>) -> Block {
    Block::Paragraph(vec![Span::plain(words)])
}

/// Whether a leader activates his command; nothing where no die decides.
fn activation(rules: &SevenDays, game: &Game, side: Side, order: &Assault) -> Option<(Vec<Block>, Value)> {
    if order.build.is_some() {
        let said = "A die for the bridge is thrown first; what follows depends on it.";
        return Some((vec![paragraph(said)], json!({"depends": true})));
    }
    let leader = order.leader.as_ref()?;
    let least = ahead::needs(rules, game, side, leader);
    if least <= 1 {
        return None;
    }
    let ways = 7 - u32::from(least);
    let said = format!(
        "{} activates his command with a die of {least} or more: {}. Else one unit and the Independent ones act.",
        words::leader(&rules.pack, leader),
        percent(ways, 6)
    );
    Some((vec![paragraph(said)], json!({"activates": {"ways": ways, "of": 6}})))
}

/// The results of an assault.
fn attack(rules: &SevenDays, game: &Game, side: Side, order: &Attack) -> Option<(Vec<Block>, Value)> {
    let found = ahead::chances(rules, game, side, order)?;
    let above = i32::from(found.attack) - i32::from(found.defense);
    let spared = spared(rules, game, side, order);
    let [repulse, stalemate, success] = found.of;
    let row = |what: String, ways: u32| vec![what, percent(ways, ALL), ways.to_string()];
    let mut rows = vec![row("Repulse".to_owned(), repulse), row("Stalemate".to_owned(), stalemate)];
    let mut points = Vec::new();
    for margin in 1..=above.saturating_add(10) {
        let ways = ways_by(above, margin);
        if ways == 0 {
            continue;
        }
        let due = u32::try_from(margin).unwrap_or(0).saturating_sub(u32::from(spared));
        let empties = if rules.must_empty(game, order.area, side.other(), due) { ", which empty the area" } else { "" };
        rows.push(row(format!("Success, {}{empties}", super::spoken::points(due)), ways));
        points.push(json!([due, ways]));
    }
    let header = ["Result", "Chance", "of 1296"].map(str::to_owned).to_vec();
    let note = format!(
        "An Attack Value of {} against {}, with the Forward Unit that makes it highest.{} Taken for granted: no Heroic Defence.",
        found.attack,
        found.defense,
        if spared { " The entrenchment spares one Casualty Point." } else { "" }
    );
    let value = json!({
        "attack": found.attack, "defense": found.defense, "of": ALL,
        "repulse": repulse, "stalemate": stalemate, "success": success, "points": points,
    });
    Some((vec![paragraph(note), Block::Table { header, rows }], value))
}

/// Whether the defender's entrenchment counts.
fn spared(rules: &SevenDays, game: &Game, side: Side, order: &Attack) -> bool {
    let mut trial = game.clone();
    let Ok(Some(Frame::Assault(fight))) =
        assault::begin(rules, &mut trial, &mut crate::engine::Events::unheard(), side, order)
    else {
        return false;
    };
    let (area, units, point, leaders) = (fight.area, &fight.units, &fight.point, &fight.leaders);
    rules.works_value(&trial, &Engaged { area, side, units, point, leaders, mandatory: fight.mandatory }) > 0
}

/// The throws by which the attacker's total is so much above the defender's.
fn ways_by(above: i32, margin: i32) -> u32 {
    let ways = |sum: i32| if (2..=12).contains(&sum) { 6 - (sum - 7).unsigned_abs() } else { 0 };
    (2..=12).map(|attack| ways(attack) * ways(above.saturating_add(attack - margin))).sum()
}

/// Whether the day ends.
fn sunset(game: &Game, side: Side) -> Option<(Vec<Block>, Value)> {
    // It may have been thrown already.
    if game.current.as_ref().is_some_and(|current| current.sunset.is_some()) {
        return None;
    }
    let ways = prospect::sunset_ways(game, side)?;
    let said = format!("The day ends with this impulse: {}.", percent(ways, 36));
    Some((vec![paragraph(said)], json!({"sunset": {"ways": ways, "of": 36}})))
}

#[cfg(test)]
mod tests {
    use super::super::telling::position;
    use super::*;

    fn value(changes: Value, side: Side, order: Value) -> Option<Value> {
        let (rules, position) = position(changes);
        let order = serde_json::from_value(order).expect("an order");
        match reckon(&rules, &position, side, &order).expect("a legal order") {
            Reckoned::Sure(_) => None,
            Reckoned::Chances(_, value) => Some(value),
        }
    }

    #[test]
    fn throws_above_one_another() {
        // Two throws differ by nothing in 146 cases, and 12 is above 2 by ten in one.
        assert_eq!((ways_by(0, 0), ways_by(0, 10), ways_by(0, 11)), (146, 1, 0));
        let all: u32 = (-30..=30).map(|margin| ways_by(3, margin)).sum();
        assert_eq!(all, ALL);
    }

    #[test]
    fn an_assault_in_the_active_area() {
        // Both stand in 6: infantry of 6 against an Exhausted regiment of 1 on ground of 3, both army leaders away, who count
        // as Inactive: 5 against 4. It is Contested, so that the assault is optional.
        let (rules, position) =
            position(json!({"set_up": false, "confederate": {"6": {"units": ["ap_hill_infantry"]}},
            "union": {"6": {"units": ["illinois_8_cavalry-"]}}}));
        let order = |value: Value| serde_json::from_value::<Order>(value).expect("an order");
        let begun = reckon(&rules, &position, Side::Confederate, &order(json!({"assault": {"area": 6}})));
        let Ok(Reckoned::Sure(after)) = begun else { panic!("no die decides") };
        let attack = reckon(&rules, &after, Side::Confederate, &order(json!({"attack": {"area": 6}})));
        let Ok(Reckoned::Chances(_, value)) = attack else { panic!("dice decide") };
        assert_eq!((value["attack"].as_i64(), value["defense"].as_i64()), (Some(5), Some(4)));
        // One above: the attacker's throw may be one less than equal. 6·5 and so on make 140 of 1296 for a stalemate.
        assert_eq!((value["stalemate"].as_u64(), value["of"].as_u64()), (Some(140), Some(1296)));
        let of = |key: &str| value[key].as_u64().expect("a count");
        assert_eq!(of("repulse") + of("stalemate") + of("success"), 1296);
    }

    #[test]
    fn dice_and_no_dice() {
        let jackson = value(json!({}), Side::Confederate, json!({"assault": {"area": 2, "leader": "jackson"}}));
        assert_eq!(jackson, Some(json!({"activates": {"ways": 4, "of": 6}})));
        // A. P. Hill needs no more than a 1 while Lee is Active.
        assert_eq!(value(json!({}), Side::Confederate, json!({"assault": {"area": 45, "leader": "ap_hill"}})), None);
        assert_eq!(value(json!({}), Side::Confederate, json!({"pass": {}})), None);
        // 2, 3 and 4 on two dice.
        let dusk = value(json!({"impulse": 4}), Side::Confederate, json!({"pass": {}}));
        assert_eq!(dusk, Some(json!({"sunset": {"ways": 6, "of": 36}})));
        let later = value(json!({}), Side::Confederate, json!({"end": {}}));
        assert_eq!(later, Some(json!({"after": "assault"})));
        let (rules, position) = position(json!({}));
        let order = serde_json::from_value(json!({"assault": {"area": 17}})).expect("an order");
        assert!(reckon(&rules, &position, Side::Confederate, &order).is_err());
    }
}
