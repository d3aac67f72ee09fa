//! The bids for the sides (16.1).

use crate::sorted::SortedMap;

use serde_json::{Value, json};

use crate::document::{Id, Problem, from_value, inline};
use crate::engine::{Events, Input, Next};

use crate::SevenDays;
use crate::events::Event;
use crate::pack::Side;
use crate::position::ledger::{Bid, Game};
use crate::position::stage::{Stage, Turn};

/// The id of the choice that both sides commit to.
pub const BID: &str = "bid";
/// The highest bid (SD-50).
pub const MAX_BID: u32 = 20;

/// The bids, from the commitments to the decision who plays which side.
pub fn step(
    turn: &mut Turn,
    _: &SevenDays,
    game: &mut Game,
    events: &mut Events,
    input: Input<SevenDays>,
) -> Next<SevenDays> {
    let id = Id::known(BID);
    match (input, &game.bids) {
        (Input::Chosen(chosen), _) => {
            let bid = |side: Side| chosen.get(&side.id()).and_then(read).unwrap_or(Bid { side, bid: 0 });
            game.bids = Some(Side::BOTH.into_iter().map(|side| (side, bid(side))).collect());
            Next::Continue
        }
        (Input::Faces(faces), Some(bids)) => {
            let die = |n: usize| crate::total(faces.get(n..=n).unwrap_or_default());
            let dice: SortedMap<Side, u8> = [(Side::Union, die(0)), (Side::Confederate, die(1))].into();
            events.emit("16.1.1", &Event::BidTie { dice: dice.clone() });
            let winner = match die(0).cmp(&die(1)) {
                std::cmp::Ordering::Greater => Side::Union,
                std::cmp::Ordering::Less => Side::Confederate,
                std::cmp::Ordering::Equal => return roll(),
            };
            let bids = bids.clone();
            decide(turn, game, events, &bids, Some(winner))
        }
        (_, Some(bids)) => {
            let (union, confederate) = (bids[&Side::Union], bids[&Side::Confederate]);
            let bids = bids.clone();
            if union.side != confederate.side {
                return decide(turn, game, events, &bids, None);
            }
            match union.bid.cmp(&confederate.bid) {
                std::cmp::Ordering::Greater => decide(turn, game, events, &bids, Some(Side::Union)),
                std::cmp::Ordering::Less => decide(turn, game, events, &bids, Some(Side::Confederate)),
                std::cmp::Ordering::Equal => roll(),
            }
        }
        (Input::Proceed, None) if !game.bidding => {
            game.bidding = true;
            Next::Commit { id, rule: "16.1.1" }
        }
        (_, None) => Next::Reveal { id, rule: "16.1.1" },
    }
}

/// Both roll a die each (16.1.1).
fn roll() -> Next<SevenDays> {
    Next::Roll { purpose: "bid_tie".to_owned(), rule: "16.1.1", count: 2, sides: 6 }
}

/// Decides who plays which side, and what the other gets for it. `winner` is the seat, given by the side it has in the
/// charter, whose wish is granted if both want the same side.
fn decide(
    turn: &mut Turn,
    game: &mut Game,
    events: &mut Events,
    bids: &SortedMap<Side, Bid>,
    winner: Option<Side>,
) -> Next<SevenDays> {
    let mut points = SortedMap::new();
    game.exchanged = match winner {
        // They want different sides, and get them.
        None => bids[&Side::Union].side == Side::Confederate,
        Some(seat) => {
            let wish = bids[&seat];
            if wish.bid > 0 {
                points.insert(wish.side.other(), wish.bid);
            }
            wish.side != seat
        }
    };
    for (side, more) in &points {
        *game.points.entry(*side).or_insert(0) += more;
    }
    let event = Event::Bids { bids: bids.clone(), exchanged: game.exchanged, points };
    events.emit("16.1.1", &event);
    game.bids = None;
    game.bidding = false;
    turn.stage = Stage::Dawn;
    Next::Continue
}

/// A bid as it was written: `{side: confederate, bid: 3}`.
pub fn read(value: &Value) -> Option<Bid> {
    let bid: Bid = from_value(value).ok()?;
    (bid.bid <= MAX_BID).then_some(bid)
}

/// The problem that a value is not a legal bid.
pub fn refuse(value: &Value) -> Problem {
    Problem::new(format!("{} is not a legal bid", inline(value)))
        .rule("16.1.1")
        .advice(format!("bid 0 to {MAX_BID} (SD-50) for the side union or confederate: {{side: union, bid: 3}}"))
}

/// Every legal bid.
pub fn values() -> Vec<Value> {
    let of = |side: Side| (0..=MAX_BID).map(move |bid| json!(Bid { side, bid }));
    Side::BOTH.into_iter().flat_map(of).collect()
}

/// The bid that is used if both forfeit: the side that the charter gives, for 0 points.
pub fn default(side: Side) -> Value {
    json!(Bid { side, bid: 0 })
}
