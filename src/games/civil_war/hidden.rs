//! Leaders who are drawn face-down, by the option `hidden_leaders` (3.2, 5.5, 10.3, CW-281): each side holds the one who comes
//! next, and nobody else knows him until an order names him. Who is in a pool or a hand is public, and which of them is held
//! is not.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::Problem;
use crate::engine::cards::{CardTable, Decks, Draw, OwnCards};
use crate::engine::{Events, Position};
use crate::legality::check;
use crate::orders::{Order, Reinforce, Source};
use crate::pack::{Pack, Side};
use crate::position::ledger::{Game, Piece, side_of};
use crate::refusal::ReinforceRefusal;
use crate::sorted::SortedMap;
use crate::{CivilWar, player};

#[cfg(test)]
mod tests;

/// The pile of all counters that are in no pool.
const ELSEWHERE: &str = "elsewhere";
/// The pile of a pool whose order nobody knows.
const POOL: &str = "leader pool";
/// The pile of the leader who comes next.
pub const HAND: &str = "leaders in hand";

const RULE: &str = "CW-281";

/// What everybody knows of leaders who are drawn face-down.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hidden {
    pub cards: CardTable,
    pub sides: SortedMap<Side, Known>,
}

/// What everybody knows of those of a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Known {
    /// Who is in the pool or in the hand, as of the last draw.
    pub leaders: Vec<Piece>,
    /// How often the side has drawn.
    pub draws: u64,
}

/// Whether a charter's options have leaders drawn face-down.
///
/// # Errors
/// An option is not known, or is no `true` or `false`.
pub fn option(options: &Map<String, Value>) -> Result<bool, Problem> {
    let mut on = false;
    for (option, value) in options {
        let path = format!("options.{option}");
        if option != "hidden_leaders" {
            let problem = Problem::new(format!("there is no option '{option}'")).in_path(path);
            return Err(problem.advice("the game has the option `hidden_leaders`: leave others out"));
        }
        let expected = || Problem::new("expected `true` or `false`").in_path(path);
        on = value.as_bool().ok_or_else(expected)?;
    }
    Ok(on)
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

impl Hidden {
    /// Before any leader is due.
    pub fn new(pack: &Pack) -> Hidden {
        let sides = Side::BOTH.into_iter().map(|side| (side, Known::default())).collect();
        Hidden { cards: CardTable::new(&decks(pack)), sides }
    }

    /// How often a side has drawn: by this number an order says which leader it means.
    pub fn draws(&self, side: Side) -> u64 {
        self.sides.get(&side).map_or(0, |known| known.draws)
    }

    fn leaders(&self, side: Side) -> &[Piece] {
        self.sides.get(&side).map_or(&[], |known| &known.leaders)
    }

    /// Brings a side's piles up to the pool: who has come into it or left it otherwise than by entering is sorted in or out,
    /// and the hand with them, since nobody may know whether it was he; then the next leader is drawn.
    fn settle(&mut self, events: &mut Events, side: Side, pool: Vec<Piece>) {
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
                cards.look(events, draw(POOL, cards.count(&id, POOL)));
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

    /// Whether the piles of a side and the public list agree.
    pub fn fits(&self, pack: &Pack, side: Side) -> bool {
        let count = |pile| self.cards.count(&side.id(), pile);
        let own = pack.leaders.values().filter(|leader| leader.side == side);
        let (waiting, all) = (self.leaders(side), own.map(|leader| leader.counters.len()).sum::<usize>());
        count(HAND) <= 1
            && count(HAND) + count(POOL) == waiting.len()
            && count(ELSEWHERE) + waiting.len() == all
            && waiting.iter().all(|piece| side_of(pack, piece) == Some(side))
    }
}

/// Before a side gives orders it knows who comes next.
pub fn settle(rules: &CivilWar, game: &mut Game, events: &mut Events, side: Side) {
    let pool = game.pool(&rules.pack, side);
    if let Some(hidden) = &mut game.hidden {
        hidden.settle(events, side, pool);
    }
}

/// Turns up the leader whom an order names: the audit finds it if another was held.
pub fn turn_up(game: &mut Game, events: &mut Events, side: Side, piece: &Piece) {
    if let Some(hidden) = &mut game.hidden {
        let (id, name) = (side.id(), piece.to_string());
        hidden.cards.play(events, RULE, &id, &name, HAND);
        hidden.cards.leave(events, RULE, &id, &name, ELSEWHERE);
        let known = hidden.sides.entry(side).or_default();
        known.leaders.retain(|other| other != piece);
    }
}

/// What is wrong with the leader whom an order names, or does not name, as far as everybody knows; and where.
pub fn misnamed(game: &Game, side: Side, order: &Reinforce) -> Option<(ReinforceRefusal, &'static str)> {
    let Some(hidden) = game.hidden.as_ref().filter(|_| order.from == Source::Leaders) else {
        let named = order.leader.is_some() || order.draw.is_some();
        return named.then_some((ReinforceRefusal::LeaderNamed, "leader"));
    };
    match &order.leader {
        None => Some((ReinforceRefusal::LeaderNotNamed, "leader")),
        Some(leader) if !hidden.leaders(side).contains(leader) => {
            Some((ReinforceRefusal::LeaderNotInPool { leader: leader.clone() }, "leader"))
        }
        Some(_) if order.draw != Some(hidden.draws(side)) => {
            Some((ReinforceRefusal::LeaderHandChanged { draw: hidden.draws(side) }, "draw"))
        }
        Some(_) => None,
    }
}

/// Writes into orders which draw they mean, where they do not say so: the newest.
pub fn dated(game: &Game, side: Side, mut orders: Vec<Order>) -> Vec<Order> {
    for order in &mut orders {
        if let (Order::Reinforce(order), Some(hidden)) = (order, &game.hidden)
            && order.leader.is_some()
        {
            order.draw = order.draw.or(Some(hidden.draws(side)));
        }
    }
    orders
}

/// Legal orders. Those that bring in a leader name whom the side holds, or without its cards anybody whom it may hold.
pub fn legal(rules: &CivilWar, game: &Game, side: Side, own: Option<&OwnCards>) -> Vec<Order> {
    let Some(hidden) = &game.hidden else { return check::legal(rules, game, side) };
    let next = next(hidden, side, own);
    let orders = check::legal(rules, &open(game), side).into_iter();
    orders.flat_map(|order| named(order, &next, hidden.draws(side))).collect()
}

/// Orders of a sensible player: as with an open pool, up to a second leader, whom nobody knows yet.
pub fn counsel(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    (side, seed): (Side, u64),
    own: Option<&OwnCards>,
) -> Vec<Order> {
    let Some(hidden) = &position.game.hidden else { return player::orders(rules, position, side, seed) };
    let next: Vec<Piece> = next(hidden, side, own).into_iter().take(1).collect();
    let shown = Position { game: open(&position.game), ..position.clone() };
    let mut entered = 0;
    let within = player::orders(rules, &shown, side, seed).into_iter().take_while(|order| {
        entered += u32::from(is_leader(order));
        entered < 2
    });
    within.flat_map(|order| named(order, &next, hidden.draws(side))).collect()
}

/// The position as with an open pool.
fn open(game: &Game) -> Game {
    Game { hidden: None, ..game.clone() }
}

/// Whom a side holds, if its cards are known; otherwise whom it may hold.
fn next(hidden: &Hidden, side: Side, own: Option<&OwnCards>) -> Vec<Piece> {
    match own {
        Some(own) => own.seen(HAND).into_iter().filter_map(|card| card.parse().ok()).collect(),
        None => hidden.leaders(side).to_vec(),
    }
}

fn is_leader(order: &Order) -> bool {
    matches!(order, Order::Reinforce(order) if order.from == Source::Leaders)
}

/// An order that brings in a leader, with each of these; another as it is.
fn named(order: Order, leaders: &[Piece], draw: u64) -> Vec<Order> {
    match order {
        Order::Reinforce(order) if order.from == Source::Leaders => {
            let with = |leader: &Piece| Reinforce { leader: Some(leader.clone()), draw: Some(draw), ..order.clone() };
            leaders.iter().map(|leader| Order::Reinforce(with(leader))).collect()
        }
        order => vec![order],
    }
}
