//! What an order may lead to, over every roll: probabilities in words, and the table of an order's possible results.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::json;

use super::{Block, Chances, OrderOdds, Present, Span};
use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::engine::explore::explore;
use crate::engine::lookahead::DefaultGuide;

/// `55.6% (5 in 9)`.
pub fn fraction(chance: &BigRational) -> String {
    let small = chance.denom().to_u32().is_some_and(|of| of > 1 && of <= 46_656);
    match small {
        true => format!("{} ({} in {})", percent(chance), chance.numer(), chance.denom()),
        false => percent(chance),
    }
}

/// A probability in percent, rounded to a tenth; only 0 and 1 are shown as 0% and 100%.
pub fn percent(chance: &BigRational) -> String {
    let thousand = BigRational::from_integer(1000.into());
    match rounded(&(chance * thousand)) {
        0 if !chance.is_zero() => "under 0.1%".to_owned(),
        1000 if !chance.is_one() => "over 99.9%".to_owned(),
        0 => "0%".to_owned(),
        1000 => "100%".to_owned(),
        tenths => format!("{}.{}%", tenths / 10, tenths % 10),
    }
}

/// A figure rounded to a tenth.
pub fn tenths(figure: &BigRational) -> String {
    let tenths = rounded(&(figure * BigRational::from_integer(10.into())));
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// The nearest whole number; halves are rounded up.
pub fn rounded(figure: &BigRational) -> usize {
    let half = BigRational::new(1.into(), 2.into());
    (figure + half).floor().to_integer().to_usize().unwrap_or(0)
}

/// What an order of `side` may lead to: a table of the game's words for each result ([`Present::end_words`]), the most
/// likely first.
///
/// # Errors
/// Why the order is illegal; or that there are too many possible results.
pub fn order_odds<R: Present>(
    rules: &R,
    position: &Position<R>,
    side: &Id,
    order: &R::Order,
) -> Result<OrderOdds<R>, Vec<Problem>> {
    let mut found = explore(rules, position, side, order, &DefaultGuide { rules, haste: None })?;
    if found.rolled.is_empty() && found.answered.is_empty() && found.ends.len() == 1 {
        return Ok(OrderOdds::Sure(Box::new(found.ends.remove(0).position)));
    }
    let mut ends: Vec<(String, BigRational)> = Vec::new();
    for end in &found.ends {
        let words = rules.end_words(position, &end.position, side);
        match ends.iter_mut().find(|(known, _)| *known == words) {
            Some((_, chance)) => *chance += &end.chance,
            None => ends.push((words, end.chance.clone())),
        }
    }
    ends.sort_by(|(_, one), (_, other)| other.cmp(one));
    let row = |(words, chance): &(String, BigRational)| vec![fraction(chance), words.clone()];
    let header = ["Chance", "What happens"].map(str::to_owned).to_vec();
    let mut blocks = vec![Block::Table { header, rows: ends.iter().map(row).collect() }];
    if !found.answered.is_empty() {
        let said = "These odds assume that a player who is asked answers by standing orders, or as `adjutant practice hint` would.";
        blocks.push(Block::Paragraph(vec![Span::plain(said)]));
    }
    let value = |(words, chance): &(String, BigRational)| json!({"n": chance.numer().to_string(), "of": chance.denom().to_string(), "ends": words});
    let data = json!({"ends": ends.iter().map(value).collect::<Vec<_>>()});
    Ok(OrderOdds::Chances(Chances { line: line(&ends, !found.answered.is_empty()), blocks, data }))
}

/// The likely results with their chances; none where there is only one result. `assumed`: a player is asked, and his answer
/// is assumed.
fn line(ends: &[(String, BigRational)], assumed: bool) -> Option<String> {
    let one = |(words, chance): &(String, BigRational)| format!("{} ({})", words, percent(chance));
    let mut said: Vec<String> = ends.iter().take(LIKELY).map(one).collect();
    if ends.len() > LIKELY {
        said.push("or something less likely".to_owned());
    }
    let told = ends.len() > 1 && ends.iter().all(|(words, _)| !words.is_empty());
    let assumption = if assumed { ", if the enemy answers as a sensible player would" } else { "" };
    told.then(|| said.join("; ") + assumption)
}

/// How many of the likely results of an order stand in its preview.
const LIKELY: usize = 3;

/// The chances of orders in a sentence each, as far as the results of the orders before are certain or assumed.
pub fn preview<R: Present>(rules: &R, position: &Position<R>, side: &Id, orders: &[R::Order]) -> Vec<String> {
    let (mut said, mut now) = (Vec::new(), position.clone());
    for (n, order) in orders.iter().enumerate() {
        rules.foresee(&mut now.game, &orders[n + 1..]);
        let (after, chances) = match rules.odds(&now, side, None, order) {
            Ok(OrderOdds::Sure(after)) => (Some(after), None),
            Ok(OrderOdds::Supposed(after, chances)) => (Some(after), Some(chances)),
            Ok(OrderOdds::Chances(chances)) => (None, Some(chances)),
            Err(_) => break,
        };
        let line = chances.and_then(|chances| chances.line);
        said.extend(line.map(|line| format!("Order {}: {line}.", n + 1)));
        match after {
            Some(after) => now = *after,
            None => break,
        }
    }
    said
}
