//! What an order may lead to, over every roll: probabilities in words, and the table of an order's possible results.

use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use serde_json::json;

use super::{Block, OrderOdds, Present, Span};
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
    let mut found = explore(rules, position, side, order, &DefaultGuide { rules })?;
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
    Ok(OrderOdds::Chances(blocks, json!({"ends": ends.iter().map(value).collect::<Vec<_>>()})))
}
