//! Legal orders of the phases between battles: enough to play on.

use crate::command_points::{discretionary_by_hand, lays_openly};
use crate::generals::{embarkation, names_first, next_battle};
use crate::ledger::{DECK, HAND, HAND_LIMIT, Phase};
use crate::options::command_card;
use crate::orders::{Answer, LaidCard, MovementPlay, NONE, Order, PlacedBattles};
use crate::pack::Theater;
use crate::shared::Side;
use crate::sorted::SortedMap;
use crate::view::View;

/// Orders that a side might give now; those that the rules refuse are among them.
pub fn candidates(view: View<'_>) -> Vec<Order> {
    let game = view.game;
    match game.phase {
        Phase::SetUp => picks(view),
        Phase::FirstResources | Phase::SecondResources if !game.has_acted(game.phase, view.side) => resources(view),
        Phase::FirstResources | Phase::CommandPoints => lays(view),
        Phase::Battles if view.side == Side::Union => placements(view).into_iter().map(Order::Place).collect(),
        Phase::Battles => blocks(view),
        Phase::Movement => moves(view),
        Phase::Discretionary if !game.has_acted(game.phase, view.side) => discretionary(view),
        Phase::Discretionary | Phase::Generals => generals(view),
        Phase::BattleOrder => battle_order(view),
        Phase::SecondResources | Phase::Discard => discards(view),
        _ => Vec::new(),
    }
}

/// The first cards of a deck of which some are picked, generals left out (Deck Two Scenario).
fn picks(view: View<'_>) -> Vec<Order> {
    let picked = view.rules.scenario(view.game).map_or(0, |scenario| scenario.of(view.side).picked);
    let Some(own) = view.own.filter(|_| picked > 0) else { return Vec::new() };
    let cards = own.known_cards(DECK).into_iter().filter(|card| view.general(card).is_none());
    vec![Order::Pick { cards: cards.take(usize::from(picked)).map(str::to_owned).collect() }]
}

fn resource(card: &str, general: Option<&str>, replaced: Option<&str>, theater: Option<Theater>) -> Order {
    let owned = |text: Option<&str>| text.map(str::to_owned);
    Order::Resource { card: card.to_owned(), general: owned(general), replaced: owned(replaced), theater }
}

fn resources(view: View<'_>) -> Vec<Order> {
    let mut found = vec![resource(NONE, None, None, None)];
    let new = view.hand().into_iter().find(|card| view.general(card).is_some());
    for card in view.hand().into_iter().filter(|card| view.general(card).is_none()) {
        found.push(resource(card, None, None, None));
        found.extend(Theater::BOTH.map(|theater| resource(card, None, None, Some(theater))));
        let own = &view.game.side(view.side).generals;
        found.extend(own.iter().filter(|_| new.is_some()).map(|old| resource(card, new, Some(&old.card), None)));
    }
    found
}

/// Half of the points and all of them, in one theater, in the other, and divided.
fn splits(most: u8, least: u8) -> Vec<[u8; 2]> {
    let of = |sum: u8| [[sum, 0], [0, sum], [sum / 2, sum - sum / 2], [sum - sum / 3, sum / 3]];
    let mut found = [of(most), of(least), of(most - (most - least) / 2)].concat();
    found.sort_unstable();
    found.dedup();
    found
}

fn lays(view: View<'_>) -> Vec<Order> {
    let points = view.game.side(view.side).points;
    let openly = lays_openly(view.game, view.side);
    let lay = |theater: Theater, points: u8| {
        let card = command_card(view.side, theater, points);
        let laid = if openly { LaidCard::Points(points) } else { LaidCard::Card(card) };
        Some(laid).filter(|_| !view.rules.is_cleared(view.game, theater))
    };
    let cleared = |theater| view.rules.is_cleared(view.game, theater);
    let fits = |[east, west]: &[u8; 2]| {
        let nothing = *east > 0 && cleared(Theater::East) || *west > 0 && cleared(Theater::West);
        let majority = view.side == Side::Union && view.game.effects.washington_taken && !cleared(Theater::East);
        !(nothing || majority && east <= west && *west > 0)
    };
    let order = |[east, west]: [u8; 2]| Order::Lay { east: lay(Theater::East, east), west: lay(Theater::West, west) };
    let nowhere = Theater::BOTH.into_iter().all(cleared);
    let amounts = if nowhere { vec![[0, 0]] } else { splits(points, points.div_ceil(2)) };
    amounts.into_iter().filter(fits).map(order).collect()
}

/// Everything that the Union may place.
pub fn placements(view: View<'_>) -> Vec<PlacedBattles> {
    let of = |theater| {
        let ids = view.rules.placeable(view.game, theater).map(|card| Some(card.id.clone()));
        [None].into_iter().chain(ids).collect::<Vec<_>>()
    };
    let west = of(Theater::West);
    let both = |east: Option<crate::document::Id>| {
        let battles = west.iter().map(move |west| (east.clone(), west.clone()));
        battles.flat_map(|(east, west)| {
            [false, true].map(|amphibious| PlacedBattles { east: east.clone(), west: west.clone(), amphibious })
        })
    };
    let all = of(Theater::East).into_iter().flat_map(both);
    all.filter(|battles| crate::placement::refused(view, battles).is_empty()).collect()
}

/// No block, and each one that is possible by itself.
fn blocks(view: View<'_>) -> Vec<Order> {
    let mut found = vec![Order::Block(SortedMap::new())];
    for (theater, placed) in &view.game.placed {
        for by in view.rules.blockers(view.game, view.side, *theater) {
            let order = SortedMap::from([(placed.battle.clone(), vec![by.id.clone()])]);
            if crate::placement::not_held(view, &order).is_empty() {
                found.push(Order::Block(order));
            }
        }
    }
    found
}

fn moves(view: View<'_>) -> Vec<Order> {
    let game = view.game;
    let mut found = Vec::new();
    if game.maneuver.blocks == Some(view.side) {
        found.extend(blocks(view).into_iter().skip(usize::from(game.maneuver.side == view.side)));
    }
    if game.maneuver.side == view.side {
        if game.maneuver.places.is_some() && view.side == Side::Union {
            found.extend(placements(view).into_iter().map(Order::Place));
        }
        found.extend(plays(view).into_iter().map(Order::Movement));
    }
    found
}

/// The moves that a side may make, a pass first.
pub fn plays(view: View<'_>) -> Vec<MovementPlay> {
    let plain = |card: &str| MovementPlay { card: card.to_owned(), ..MovementPlay::default() };
    let mut found = vec![plain(NONE)];
    let battles = view.pack().battles.iter().filter(|card| card.invasion || view.game.holds(&card.id));
    let battles: Vec<_> = battles.map(|card| card.id.clone()).collect();
    for card in view.hand().into_iter().filter(|card| view.general(card).is_none()) {
        found.push(plain(card));
        found.extend(Theater::BOTH.map(|theater| MovementPlay { theater: Some(theater), ..plain(card) }));
        found.extend(battles.iter().map(|battle| MovementPlay { battle: Some(battle.clone()), ..plain(card) }));
        found.push(MovementPlay { east: Some(1), ..plain(card) });
    }
    let Some(owed) = view.game.maneuver.owed.as_ref().filter(|_| view.side == Side::Union) else { return found };
    let general = view.game.generals(view.side, owed.theater).filter(|one| !one.engaged);
    let general = general.map(|one| one.card.clone()).next().filter(|_| owed.price > 0);
    let price = |card: &str| {
        let others = view.hand().into_iter().filter(|other| view.general(other).is_none() && *other != card);
        others.take(usize::from(owed.price)).map(str::to_owned).collect::<Vec<_>>()
    };
    let decided = |play: MovementPlay| {
        let (general, discard) = (general.clone(), price(&play.card));
        let fights = MovementPlay { fights: Some(true), general, discard, ..play.clone() };
        [MovementPlay { fights: Some(false), ..play }, fights]
    };
    found.into_iter().flat_map(decided).collect()
}

fn discretionary(view: View<'_>) -> Vec<Order> {
    // Whoever does not know the cards that lie face down lays nothing more.
    let known = crate::command_points::laid(view, view.side);
    let sum = known.iter().try_fold(0_u8, |sum, points| Some(sum + (*points)?));
    let left = sum.map_or(0, |sum| view.game.side(view.side).points.saturating_sub(sum));
    let mut found = splits(left, 0);
    found.retain(|points| discretionary_by_hand(view, *points).is_empty());
    found.into_iter().map(|[east, west]| Order::Discretionary { east, west }).collect()
}

fn generals(view: View<'_>) -> Vec<Order> {
    // Whoever must have some in a theater puts them there in any case.
    let base = crate::generals::matching(view);
    let order = |recall: Option<&String>, place: Option<(&str, Theater)>| {
        let place = place.into_iter().map(|(card, theater)| (card.to_owned(), theater));
        Order::Generals {
            recall: recall.into_iter().cloned().collect(),
            place: base.clone().into_iter().chain(place).collect(),
        }
    };
    let mut found = vec![order(None, None)];
    let own = &view.game.side(view.side).generals;
    found.extend(own.iter().map(|old| order(Some(&old.card), None)));
    for card in view.hand().into_iter().filter(|card| view.general(card).is_some()) {
        for theater in Theater::BOTH {
            found.push(order(None, Some((card, theater))));
            found.extend(own.iter().map(|old| order(Some(&old.card), Some((card, theater)))));
        }
    }
    found.extend([0, 2].map(|count| Order::Draw(SortedMap::from([(Theater::East, count), (Theater::West, count)]))));
    found
}

fn battle_order(view: View<'_>) -> Vec<Order> {
    let game = view.game;
    let theater = next_battle(game).filter(|_| game.named_first.is_some() || game.placed.len() < 2);
    let Some((wanted, engaged)) = theater.and_then(|theater| embarkation(view.rules, game, theater)) else {
        return Theater::BOTH.map(Order::First).to_vec();
    };
    let cards = view.hand().into_iter().filter(|card| view.general(card).is_none()).take(wanted);
    let free = theater.into_iter().flat_map(|theater| game.generals(view.side, theater)).filter(|one| !one.engaged);
    let generals = free.take(engaged).map(|one| one.card.clone()).collect();
    vec![Order::Embark { cards: cards.map(str::to_owned).collect(), generals }]
}

fn discards(view: View<'_>) -> Vec<Order> {
    let many = view.game.count(view.side, HAND).saturating_sub(HAND_LIMIT);
    let hand = view.hand();
    let of = |cards: Vec<&str>, general: Option<&str>| Order::Discard {
        cards: cards.into_iter().map(str::to_owned).collect(),
        general: general.map(str::to_owned),
    };
    let general = hand.iter().copied().find(|card| view.general(card).is_some()).filter(|_| many == 0);
    let first = of(hand.iter().copied().take(many).collect(), None);
    let last = of(hand.iter().rev().copied().take(many).collect(), None);
    let exchange = general.map(|general| of(Vec::new(), Some(general)));
    [first, last].into_iter().chain(exchange).collect()
}

/// The orders that need no further check: they are not what the driver will see, because they lay cards.
pub fn is_concealed(view: View<'_>, order: &Order) -> bool {
    match order {
        Order::Lay { .. } => true,
        Order::Pick { .. } => view.rules.scenario(view.game).is_some_and(|one| one.of(view.side).picked > 0),
        // The file opens the cards.
        Order::Discretionary { .. } => view.own.is_some(),
        Order::Embark { .. } => true,
        _ => false,
    }
}

/// The legal answers to a question of these phases.
pub fn answers(view: View<'_>, question: &crate::orders::Question) -> Vec<Answer> {
    use crate::orders::Question;
    match question {
        Question::Placement {} => placements(view).into_iter().map(Answer::Place).collect(),
        Question::FirstBattle {} => {
            let named = Theater::BOTH.into_iter().filter(|theater| view.game.placed.contains_key(theater));
            named.filter(|_| names_first(view.game) == view.side).map(Answer::First).collect()
        }
        _ => {
            let legal = plays(view).into_iter().filter(|play| crate::movement::refused(view, play).is_empty());
            [Answer::Pass].into_iter().chain(legal.filter(|play| play.card != NONE).map(Answer::Move)).collect()
        }
    }
}
