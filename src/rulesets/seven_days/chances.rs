//! What may come of an order, every throw reckoned: the result of an assault, and what each side loses; whether a leader
//! activates, a bridge is built.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::{Value, json};

use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::engine::explore::{Guide, Weighed, explore, surely};
use crate::report::{Block, Reckoned, Span};

use super::ledger::{Game, Outcome};
use super::orders::{Answer, Order, Question};
use super::pack::{BridgeState, Side};
use super::{Frame, SevenDays, player};

/// What an order has come to, as far as a table tells it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    what: String,
    own: Toll,
    enemy: Toll,
}

/// What has become of a side's units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Toll {
    exhausted: usize,
    eliminated: usize,
    moved: usize,
}

/// What is taken for granted while the dice are reckoned.
struct Taken<'a>(&'a SevenDays);

impl Guide<SevenDays> for Taken<'_> {
    fn at_once(&self, _: &Position<SevenDays>) -> Option<Vec<Weighed<SevenDays>>> {
        None
    }

    /// Leaders are taken to be unhurt.
    fn assumed(&self, purpose: &str) -> Option<Vec<u64>> {
        purpose.starts_with("leader_check").then(|| vec![1, 1])
    }

    /// Only the total of two dice matters: each is written as one way to throw it.
    fn trim(&self, position: &mut Position<SevenDays>) {
        for frame in &mut position.stack {
            if let Frame::Assault(fight) = frame {
                for dice in [&mut fight.attack, &mut fight.defense].into_iter().flatten() {
                    let total = dice[0] + dice[1];
                    let one = total.saturating_sub(1).min(6);
                    *dice = [one, total - one];
                }
            }
        }
    }

    fn mark(&self, position: &Position<SevenDays>) -> u64 {
        let mut mark = DefaultHasher::new();
        position.stack.len().hash(&mut mark);
        for (id, state) in &position.game.units {
            (id, state.at, state.exhausted).hash(&mut mark);
        }
        if let Some(Frame::Assault(fight)) = position.stack.last() {
            (fight.attack, fight.defense).hash(&mut mark);
        }
        mark.finish()
    }

    fn answer(&self, position: &Position<SevenDays>, question: &Question) -> Option<Answer> {
        let asked = position.pending.as_ref().and_then(|pending| match pending {
            crate::engine::Pending::Answer { side, .. } => self.0.side(side).ok(),
            _ => None,
        });
        player::answer(self.0, &position.game, asked?, question)
    }
}

/// What may come of an order of a side.
///
/// # Errors
/// Why it is illegal; or that more may come of it than can be reckoned.
pub fn reckon(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    side: &Id,
    order: &Order,
) -> Result<Reckoned<SevenDays>, Vec<Problem>> {
    if let Some(after) = surely(rules, position, side, order)? {
        return Ok(Reckoned::Sure(Box::new(after)));
    }
    let own = rules.side(side).map_err(|problem| vec![problem])?;
    let explored = explore(rules, position, side, order, &Taken(rules))?;
    let mut ends: BTreeMap<End, BigRational> = BTreeMap::new();
    for end in &explored.ends {
        let told = told(rules, order, own, &position.game, &end.position.game);
        *ends.entry(told).or_insert_with(BigRational::zero) += &end.chance;
    }
    let mut ends: Vec<(End, BigRational)> = ends.into_iter().collect();
    ends.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let assumed = !explored.assumed.is_empty();
    Ok(Reckoned::Chances(blocks(&ends, own, assumed), value(&ends)))
}

/// What an order has come to.
fn told(rules: &SevenDays, order: &Order, own: Side, before: &Game, after: &Game) -> End {
    let what = match order {
        Order::Attack(order) => {
            let outcome = after.current.as_ref().and_then(|current| current.assaulted.get(&order.area)).copied();
            outcome.map_or("no assault", Outcome::word).to_owned()
        }
        Order::Assault(order) => {
            let led = after.current.as_ref().is_some_and(|current| !current.leaders.is_empty());
            let tried = order.leader.is_some() || order.combined.is_some();
            let built =
                order.build.as_ref().map(|build| after.bridges.get(&build.bridge) != Some(&BridgeState::Destroyed));
            let parts = [
                built.map(|built| if built { "the bridge is built" } else { "the bridge is not built" }),
                tried.then_some(if led { "the command is activated" } else { "the command is not activated" }),
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        _ => "done".to_owned(),
    };
    End { what, own: toll(rules, own, before, after), enemy: toll(rules, own.other(), before, after) }
}

/// What has become of a side's units between two positions.
fn toll(rules: &SevenDays, side: Side, before: &Game, after: &Game) -> Toll {
    let mut toll = Toll::default();
    for (id, was) in before.units.iter().filter(|(id, _)| rules.side_of(id) == Some(side)) {
        match after.units.get(id) {
            None => toll.eliminated += 1,
            Some(is) => {
                toll.exhausted += usize::from(is.exhausted && !was.exhausted);
                toll.moved += usize::from(is.at != was.at);
            }
        }
    }
    toll
}

fn blocks(ends: &[(End, BigRational)], own: Side, assumed: bool) -> Vec<Block> {
    let header = ["chance", "result", own.title(), own.other().title()].map(str::to_owned).to_vec();
    let row =
        |(end, chance): &(End, BigRational)| vec![percent(chance), end.what.clone(), words(end.own), words(end.enemy)];
    let mut by_result: BTreeMap<&str, BigRational> = BTreeMap::new();
    for (end, chance) in ends {
        *by_result.entry(&end.what).or_insert_with(BigRational::zero) += chance;
    }
    let mut results: Vec<(&str, BigRational)> = by_result.into_iter().collect();
    results.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let lines = results.iter().map(|(what, chance)| vec![Span::plain(format!("{what}: {}", fraction(chance)))]);
    let mut blocks = vec![Block::List(lines.collect())];
    if ends.len() > results.len()
        || ends.iter().any(|(end, _)| (end.own, end.enemy) != (Toll::default(), Toll::default()))
    {
        blocks.push(Block::Table { header, rows: ends.iter().map(row).collect() });
    }
    if assumed {
        blocks.push(Block::Paragraph(vec![Span::plain("Taken for granted: no leader is hit.")]));
    }
    blocks
}

fn words(toll: Toll) -> String {
    let parts = [(toll.exhausted, "exhausted"), (toll.eliminated, "eliminated"), (toll.moved, "retreated")];
    let said: Vec<String> =
        parts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
    if said.is_empty() { "unhurt".to_owned() } else { said.join(", ") }
}

fn value(ends: &[(End, BigRational)]) -> Value {
    let toll =
        |toll: Toll| json!({"exhausted": toll.exhausted, "eliminated": toll.eliminated, "retreated": toll.moved});
    let each = |(end, chance): &(End, BigRational)| json!({"chance": chance.to_string(), "result": end.what, "own": toll(end.own), "enemy": toll(end.enemy)});
    json!({"ends": ends.iter().map(each).collect::<Vec<Value>>()})
}

/// A chance in percent, with the fraction that it is.
fn fraction(chance: &BigRational) -> String {
    match chance.is_one() {
        true => percent(chance),
        false => format!("{} ({} in {})", percent(chance), chance.numer(), chance.denom()),
    }
}

/// A chance in percent, rounded to a tenth; what is neither 0 nor 1 never reads so.
fn percent(chance: &BigRational) -> String {
    let thousand = BigRational::from_integer(1000.into());
    let half = BigRational::new(1.into(), 2.into());
    match (chance * thousand + half).floor().to_integer().to_u32().unwrap_or(0) {
        0 if !chance.is_zero() => "< 0.1 %".to_owned(),
        1000 if !chance.is_one() => "> 99.9 %".to_owned(),
        tenths => format!("{}.{} %", tenths / 10, tenths % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Ruleset;
    use crate::rulesets::seven_days::orders::{Assault, Attack};

    fn position(given: Value) -> Position<SevenDays> {
        SevenDays::shipped().case(&given).expect("a position")
    }

    fn chances(position: &Position<SevenDays>, order: &Order) -> BTreeMap<String, String> {
        let rules = SevenDays::shipped();
        let side = "confederate".parse().expect("a side");
        let Reckoned::Chances(_, value) = reckon(&rules, position, &side, order).expect("chances") else {
            panic!("nothing is left to the dice");
        };
        let mut by_result: BTreeMap<String, BigRational> = BTreeMap::new();
        for end in value["ends"].as_array().expect("a list") {
            let chance: BigRational = end["chance"].as_str().expect("text").parse().expect("a fraction");
            *by_result.entry(end["result"].as_str().expect("text").to_owned()).or_insert_with(BigRational::zero) +=
                chance;
        }
        by_result.into_iter().map(|(what, chance)| (what, chance.to_string())).collect()
    }

    #[test]
    fn a_leader_of_initiative_two_activates_on_five_faces_of_six() {
        let given = json!({"confederate": {"45": {"units": ["ap_hill_infantry"], "leaders": ["ap_hill"]}}});
        let area = crate::board::Area(45);
        let order = Order::Assault(Assault { area, leader: "ap_hill".parse().ok(), ..Assault::default() });
        let found = chances(&position(given), &order);
        let wanted = [("the command is activated", "5/6"), ("the command is not activated", "1/6")];
        assert_eq!(found, wanted.map(|(what, chance)| (what.to_owned(), chance.to_owned())).into());
    }

    #[test]
    fn an_even_assault_is_a_stalemate_as_often_as_two_throws_are_equal() {
        // Winder 5, without his army's leader 4; Casey's guard 2 in ground of 2: even. Two throws of two dice are equal in
        // 146 cases of 1296, and of the rest half is for either side.
        let mut position = position(json!({
            "confederate": {"17": {"units": ["winder_infantry"]}},
            "union": {"17": {"units": ["white_house_infantry"]}}
        }));
        let area = crate::board::Area(17);
        let mut current = super::super::ledger::Impulse::new(super::super::ledger::ImpulseKind::Assault);
        current.area = Some(area);
        current.contested = [area].into();
        current.began = ["winder_infantry".parse().expect("an id")].into();
        current.single = super::super::ledger::Single::Any;
        position.game.current = Some(current);
        let found = chances(&position, &Order::Attack(Attack { area, ..Attack::default() }));
        assert_eq!(found.get("stalemate").map(String::as_str), Some("73/648"));
        assert_eq!(found.get("repulse").map(String::as_str), Some("575/1296"));
    }
}
