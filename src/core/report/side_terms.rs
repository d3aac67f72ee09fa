//! Bids for the sides and handicaps in words (TN-19).

use super::grammar::{capital, list};
use crate::document::Id;
use crate::engine::events::SeatEvent;
use crate::engine::side_terms::{BID, Bid, Handicap, SideTerms};
use crate::engine::{Pending, Position, Ruleset};

/// The name of a side within a sentence: `the Union`.
type Names<'n> = &'n dyn Fn(&Id) -> String;

/// What one side begins with, as a sentence without its stop: `the Confederacy begins with 3 victory points`.
pub fn handicap<R: Ruleset>(rules: &R, who: Names<'_>, handicap: &Handicap) -> String {
    let points = rules.handicap_unit().map_or_else(|| handicap.points.to_string(), |unit| unit.count(handicap.points));
    format!("{} begins with {points}", who(&handicap.side))
}

/// A bid, as a player reads it: `play the Union; the Confederacy begins with 3 victory points`.
pub fn bid<R: Ruleset>(rules: &R, who: Names<'_>, bid: &Bid) -> String {
    let Bid { side, bid } = bid;
    let Some(other) = rules.sides().into_iter().find(|other| other != side) else { return side.to_string() };
    let price = match bid {
        0 => format!("{} gets nothing for it", who(&other)),
        _ => handicap(rules, who, &Handicap { side: other, points: *bid }),
    };
    format!("play {}; {price}", who(side))
}

/// What an event about the sides tells; `None` for the exchange, of which the report tells by the players' names.
pub fn event<R: Ruleset>(rules: &R, who: Names<'_>, event: &SeatEvent) -> Option<String> {
    Some(match event {
        SeatEvent::Exchanged {} => return None,
        SeatEvent::Handicap { side, points } => {
            format!("{}.", capital(&handicap(rules, who, &Handicap { side: side.clone(), points: *points })))
        }
        SeatEvent::SideBidTie { dice } => {
            let rolls = rules.sides().map(|side| {
                let die = dice.get(&side).copied().unwrap_or_default();
                format!("{die} for the player whom the charter gives {}", who(&side))
            });
            let [one, two] = rules.sides().map(|side| dice.get(&side).copied());
            let again = if one == two { "; they roll again" } else { "" };
            format!("Both bid as much for the same side, and roll a die each: {}{again}.", list(rolls, "and", ""))
        }
        SeatEvent::SideBids { bids, exchanged, handicap: given } => {
            let wishes: Vec<&Bid> = bids.values().collect();
            let same = matches!(wishes.as_slice(), [one, two] if one.side == two.side);
            let equal = matches!(wishes.as_slice(), [one, two] if one.bid == two.bid);
            let wins = if same && equal {
                "Both want the same side and bid as much, and the dice give it to one of them"
            } else if same {
                "Both want the same side, and the higher bidder gets it"
            } else {
                "Each gets the side that he wants"
            };
            let plays = if *exchanged { "they exchange sides" } else { "the sides stay as in the charter" };
            let gets = given
                .as_ref()
                .map_or_else(|| "nobody begins with more".to_owned(), |given| handicap(rules, who, given));
            format!("{wins}: {plays}; {gets}.")
        }
    })
}

/// What both players are asked while they bid, with its rule.
pub fn asked<R: Ruleset>(rules: &R, position: &Position<R>) -> Option<(String, String)> {
    let unit = rules.handicap_unit().filter(|_| position.sides.as_ref().is_some_and(SideTerms::is_open))?;
    let (said, rule) = match position.pending.as_ref()? {
        Pending::Commit { id, rule } if id.as_str() == BID => {
            ("Both bids are revealed once both sides have committed.", rule)
        }
        Pending::Open { id, rule } if id.as_str() == BID => {
            ("Both sides have committed and now reveal their bids.", rule)
        }
        Pending::Name { id, rule, .. } if id.as_str() == BID => {
            ("One side did not reveal a legal bid, and the other side now makes it.", rule)
        }
        _ => return None,
    };
    let words = format!(
        "Each player bids for the side that he wants: the higher bidder plays it, and the other side begins with as many \
         {} as he bid, at most {}. {said}",
        unit.words.1, unit.most
    );
    Some((words, rule.clone()))
}
