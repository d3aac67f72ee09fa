//! Face-down leaders, by the option `hidden_leaders` (3.2, 5.5, 10.3, CW-281): each side holds the next one, and nobody
//! else knows him until an order names him. Who is in a pool or hand is public; which of them is in the hand is not.

use serde::{Deserialize, Serialize};

use super::pieces::{Piece, side_of};
use crate::engine::Events;
use crate::engine::cards::{CardTable, Decks, Draw};
use crate::pack::{Pack, Side};
use crate::sorted::SortedMap;

/// The pile of all counters that are in no pool.
pub const ELSEWHERE: &str = "elsewhere";
/// The pile of a pool, whose order nobody knows.
const POOL: &str = "leader pool";
/// The pile of the next leader.
pub const HAND: &str = "leaders in hand";

const RULE: &str = "CW-281";

/// What is public about face-down leaders.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HiddenLeaders {
    pub cards: CardTable,
    pub sides: SortedMap<Side, PublicLeaders>,
}

/// What is public about those of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicLeaders {
    /// The leaders in the pool or in the hand, as of the last draw.
    pub leaders: Vec<Piece>,
    /// How often the side has drawn.
    pub draws: u64,
}

/// All counters of both sides, before any is due.
pub fn decks(pack: &Pack) -> Decks {
    let of = |side: Side| {
        let own = pack.leaders.values().filter(move |leader| leader.side == side);
        let pieces = own.flat_map(|leader| leader.counters.iter().map(|one| (leader.id.clone(), one.rank)));
        let mut names: Vec<String> = pieces.map(|(leader, rank)| Piece { leader, rank }.to_string()).collect();
        names.sort();
        (side.id(), SortedMap::from([(ELSEWHERE.to_owned(), names)]))
    };
    Side::BOTH.into_iter().map(of).collect()
}

impl HiddenLeaders {
    /// Before any leader is due.
    pub fn new(pack: &Pack) -> HiddenLeaders {
        let sides = Side::BOTH.into_iter().map(|side| (side, PublicLeaders::default())).collect();
        HiddenLeaders { cards: CardTable::new(&decks(pack)), sides }
    }

    /// How often a side has drawn: by this number an order says which leader it means.
    pub fn draws(&self, side: Side) -> u64 {
        self.sides.get(&side).map_or(0, |known| known.draws)
    }

    /// The leaders in a side's pool or hand, as of the last draw.
    pub fn leaders(&self, side: Side) -> &[Piece] {
        self.sides.get(&side).map_or(&[], |known| &known.leaders)
    }

    /// Updates a side's piles to match its pool: leaders who have come into it, or left it other than by entering, are
    /// added or removed, and the hand is shuffled in with them, because nobody may know whether he was in it; then the
    /// next leader is drawn.
    pub fn update_pool(&mut self, events: &mut Events, side: Side, pool: Vec<Piece>) {
        let (id, cards) = (side.id(), &mut self.cards);
        let known = self.sides.entry(side).or_default();
        let draw = |pile: &str, count| {
            let (side, purpose, rule) = (id.clone(), format!("leader_draw {side}"), RULE.to_owned());
            Draw { side, pile: pile.to_owned(), count, purpose, rule }
        };
        let gone: Vec<&Piece> = known.leaders.iter().filter(|piece| !pool.contains(piece)).collect();
        let come: Vec<&Piece> = pool.iter().filter(|piece| !known.leaders.contains(piece)).collect();
        if !(gone.is_empty() && come.is_empty()) {
            cards.shuffle(events, RULE, &id, &[HAND, POOL], POOL);
            if !gone.is_empty() {
                cards.peek(events, draw(POOL, cards.count(&id, POOL)));
            }
            let moved = gone.into_iter().map(|piece| (piece, POOL, ELSEWHERE));
            for (piece, from, to) in moved.chain(come.into_iter().map(|piece| (piece, ELSEWHERE, POOL))) {
                cards.play(events, RULE, &id, &piece.to_string(), from);
                cards.leave(events, RULE, &id, &piece.to_string(), to);
            }
            cards.shuffle(events, RULE, &id, &[POOL], POOL);
        }
        known.leaders = pool;
        if cards.count(&id, HAND) == 0 && cards.draw(events, draw(POOL, 1), HAND) > 0 {
            known.draws += 1;
        }
    }

    /// Gives a side its pool with one leader in hand, as after this many draws; without a number, after the first.
    pub fn set_pool(&mut self, side: Side, pool: Vec<Piece>, draws: Option<u64>) {
        let (id, cards, events) = (side.id(), &mut self.cards, &mut Events::discarding());
        for piece in &pool {
            cards.play(events, RULE, &id, &piece.to_string(), ELSEWHERE);
            cards.leave(events, RULE, &id, &piece.to_string(), POOL);
        }
        let held = cards.deal(events, RULE, &id, (POOL, 1), HAND);
        self.sides.insert(side, PublicLeaders { leaders: pool, draws: draws.unwrap_or(held as u64) });
    }

    /// Turns up the leader whom an order names: the audit finds it if another was held.
    pub fn reveal(&mut self, events: &mut Events, side: Side, piece: &Piece) {
        let (id, name) = (side.id(), piece.to_string());
        self.cards.play(events, RULE, &id, &name, HAND);
        self.cards.leave(events, RULE, &id, &name, ELSEWHERE);
        self.sides.entry(side).or_default().leaders.retain(|other| other != piece);
    }

    /// Whether the piles of a side and the public list agree.
    pub fn matches_list(&self, pack: &Pack, side: Side) -> bool {
        let count = |pile| self.cards.count(&side.id(), pile);
        let own = pack.leaders.values().filter(|leader| leader.side == side);
        let (waiting, all) = (self.leaders(side), own.map(|leader| leader.counters.len()).sum::<usize>());
        count(HAND) <= 1
            && count(HAND) + count(POOL) == waiting.len()
            && count(ELSEWHERE) + waiting.len() == all
            && waiting.iter().all(|piece| side_of(pack, piece) == Some(side))
    }
}
