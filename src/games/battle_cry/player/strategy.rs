//! The phases between battles: resources, command points, battles and blocks, movement, generals, discards. Every order
//! is one of those that [`strategy_legal`](crate::strategy_legal) offers, the one that is worth most.

use serde_json::{Value, json};

use super::{Plan, worth};
use crate::command_points::laid;
use crate::document::Id;
use crate::engine::Events;
use crate::events::Wanted;
use crate::ledger::HAND_LIMIT;
use crate::ledger::{Game, HAND, Phase, Placed};
use crate::legal;
use crate::orders::{Half, LaidCard, MovementPlay, NONE, Order, PlacedBattles};
use crate::pack::{BattleCard, Effect, Theater};
use crate::shared::Side;
use crate::sorted::SortedMap;
use crate::strategy_legal::{self, is_concealed};
use crate::view::View;

impl Plan<'_> {
    /// The orders of a phase, and of those that may follow it in the same file.
    pub(super) fn plan_turn(&mut self) {
        match self.game.phase {
            Phase::FirstResources | Phase::CommandPoints => {
                if !self.game.has_acted(Phase::FirstResources, self.side) {
                    self.resource(Phase::CommandPoints);
                }
                if !self.game.has_acted(Phase::CommandPoints, self.side) {
                    let points = self.wanted_points();
                    self.best(|plan, order| plan.distance(order, points));
                }
                // The Union's battles are sealed: the answer to them goes with the points.
                let stands = self.game.has_acted(Phase::CommandPoints, Side::Union) && self.has_sealed("placement");
                if self.side == Side::Confederate && stands {
                    self.orders.push(Order::Block(self.policy()));
                    // Who holds no movement card passes, whatever the Union places.
                    let view = self.view();
                    let moves = |card: &&str| view.fitting(card, Half::Fitting, Wanted::Movement).is_ok();
                    if !view.hand().iter().any(moves) {
                        let play = MovementPlay { card: NONE.to_owned(), ..MovementPlay::default() };
                        self.orders.push(Order::Movement(play));
                    }
                }
            }
            Phase::Battles if self.side == Side::Union => self.orders.push(Order::Place(self.placement())),
            Phase::Battles => self.orders.push(Order::Block(self.policy())),
            Phase::Movement => self.movement(),
            Phase::Discretionary => {
                self.best(|plan, order| plan.reinforces(order));
                if self.side == Side::Union || self.game.has_acted(Phase::Generals, Side::Union) {
                    self.game.phase = Phase::Generals;
                    self.generals();
                }
            }
            Phase::Generals => self.generals(),
            Phase::BattleOrder => self.best(|plan, order| match order {
                Order::First(theater) => plan.is_city(*theater),
                _ => 0,
            }),
            Phase::SecondResources if !self.game.has_acted(Phase::SecondResources, self.side) => {
                self.resource(Phase::Discard);
                let ahead = self.game.ahead == Some((self.side, Phase::Discard));
                if ahead && self.game.count(self.side, HAND) > HAND_LIMIT {
                    self.discards();
                }
            }
            Phase::SecondResources | Phase::Discard => self.discards(),
            _ => self.best(|_, _| 0),
        }
        if self.orders.is_empty() {
            self.orders.extend(legal::orders(self.view()).into_iter().next());
        }
    }

    /// Gives the offered order that is worth most.
    fn best(&mut self, worth: impl Fn(&Plan<'_>, &Order) -> i32) {
        let mut found = strategy_legal::candidates(self.view());
        let legal =
            |order: &Order| is_concealed(self.view(), order) || self.rules.refused(self.view(), order).is_empty();
        found.retain(|order| legal(order));
        let best = found.into_iter().rev().max_by_key(|order| worth(self, order));
        best.into_iter().for_each(|order| self.carry_out(order));
    }

    fn carry_out(&mut self, order: Order) {
        if !matches!(order, Order::Lay { .. } | Order::Embark { .. } | Order::Discretionary { .. }) {
            order.carry_out_strategy(self.rules, &mut self.game, &mut Events::discarding(), self.side);
        }
        self.orders.push(order);
    }

    fn has_sealed(&self, window: &str) -> bool {
        let union = self.game.cards.of(&Side::Union.id());
        union.is_some_and(|own| own.advance.contains_key(window))
    }

    /// Plays the resource that brings most, if one brings anything; `next` may follow it in the file.
    fn resource(&mut self, next: Phase) {
        self.game.foreseen = Some(next);
        self.best(|plan, order| {
            let Order::Resource { card, general, replaced, .. } = order else { return i32::MIN };
            if card == NONE {
                return 0;
            }
            let mut game = plan.game.clone();
            order.carry_out_strategy(plan.rules, &mut game, &mut Events::discarding(), plan.side);
            if game.won.is_some() {
                return 1_000;
            }
            let lead =
                |game: &Game| i32::from(game.side(plan.side).points) - i32::from(game.side(plan.side.other()).points);
            let stars = |general: &Option<String>| general.as_deref().map_or(0, |card| stars(plan.view(), card));
            let effects = crate::resources::event_of(plan.rules, plan.side, card, crate::events::Wanted::Resource);
            let later: i32 = effects.iter().flat_map(|event| &event.effects).map(|effect| later(plan, effect)).sum();
            10 * (lead(&game) - lead(&plan.game)) + later + 3 * (stars(general) - stars(replaced))
        });
        if let Some(Order::Resource { card, .. }) = self.orders.last() {
            let card = card.clone();
            legal::spend(&mut self.own, &card);
        }
    }

    /// What the Union wants to place: the battle that helps most, by itself.
    pub(super) fn placement(&self) -> PlacedBattles {
        let value = |battles: &PlacedBattles| {
            let all = [(Theater::East, &battles.east), (Theater::West, &battles.west)];
            let of = |(theater, id): (Theater, &Option<Id>)| {
                let card = self.rules.pack.battle(id.as_ref()?)?;
                let [own, enemy] = Side::BOTH.map(|side| self.strength(side, theater));
                Some(self.target(card, battles.amphibious) + 2 * (own - enemy))
            };
            let found: Vec<i32> = all.into_iter().filter_map(of).collect();
            // Two battles divide the cards.
            found.iter().sum::<i32>() - 200 * (found.len() as i32 - 1).max(0)
        };
        let found = strategy_legal::placements(self.view());
        found.into_iter().rev().max_by_key(value).unwrap_or_default()
    }

    /// What a battle is worth to the Union, in tenths of a command point.
    pub(super) fn target(&self, card: &BattleCard, by_sea: bool) -> i32 {
        let free = |id: &Id| {
            let from_hand = self.rules.pack.battle(id).is_some_and(|card| card.from_hand);
            !self.game.holds(id) && !self.game.removed.contains(id) && !from_hand
        };
        let blocked = card.blocked_by.iter().any(free);
        let opens = |city: &&BattleCard| {
            let helps = city.blocked_by.contains(&card.id) || city.needs.contains(&card.id);
            city.city && !self.game.holds(&city.id) && helps
        };
        let cities = self.rules.pack.battles.iter().filter(opens).count() as i32;
        let points: i32 = card.union.iter().map(|points| i32::from(*points)).sum();
        let city = match (card.city, blocked) {
            (true, true) => -20,
            (true, false) => 45,
            _ => 0,
        };
        let sea = if card.by_sea.is_some() && by_sea { -15 } else { 0 };
        10 * points + 15 * cities + city + sea
    }

    /// How strong the generals of a side are in a theater: each engages once.
    pub(super) fn strength(&self, side: Side, theater: Theater) -> i32 {
        let view = View { side, ..self.view() };
        self.game.generals(side, theater).map(|one| 6 + 2 * stars(view, &one.card)).sum()
    }

    /// How the Confederate blocks: cities always, and what is worth more to the Union than the blocker.
    pub(super) fn policy(&self) -> SortedMap<Id, Vec<Id>> {
        let worth = |id: &Id| self.rules.pack.battle(id).map_or(0, |card| self.target(card, false));
        let blocks = |card: &BattleCard| {
            let view = self.view();
            let can = |by: &&Id| {
                let blocker = self.rules.pack.battle(by);
                let from_hand = blocker.is_some_and(|blocker| blocker.from_hand);
                let held = !from_hand || self.rules.blocking_card(view, by).is_some();
                let least = self.side == Side::Union || card.city || worth(by) + 10 < worth(&card.id);
                held && least && !self.game.holds(by) && !self.game.removed.contains(by)
            };
            let mut by: Vec<Id> = card.blocked_by.iter().filter(can).cloned().collect();
            let from_hand = |id: &Id| self.rules.pack.battle(id).is_some_and(|card| card.from_hand);
            by.sort_by_key(|id| (!from_hand(id), worth(id)));
            (!by.is_empty()).then(|| (card.id.clone(), by))
        };
        self.rules.pack.battles.iter().filter(|card| !self.game.holds(&card.id)).filter_map(blocks).collect()
    }

    /// How the points are to be laid in phase C: the least, where they are most likely needed.
    fn wanted_points(&self) -> [i32; 2] {
        let least = i32::from(self.game.side(self.side).points.div_ceil(2));
        if self.side == Side::Confederate {
            return [least - least / 2, least / 2];
        }
        let battles = self.placement();
        match (battles.east.is_some(), battles.west.is_some()) {
            (true, false) => [least, 0],
            (false, true) => [0, least],
            _ => [least - least / 2, least / 2],
        }
    }

    fn distance(&self, order: &Order, [east, west]: [i32; 2]) -> i32 {
        let Order::Lay { east: in_east, west: in_west } = order else { return i32::MIN };
        let of = |laid: &Option<LaidCard>| match laid {
            None => 0,
            Some(LaidCard::Points(points)) => i32::from(*points),
            Some(LaidCard::Card(card)) => {
                crate::options::command_points(self.side, card).map_or(0, |(_, points)| i32::from(points))
            }
        };
        -(of(in_east) - east).abs() - (of(in_west) - west).abs()
    }

    /// What discretionary points are worth: where a battle is placed, and most where there is a city.
    fn reinforces(&self, order: &Order) -> i32 {
        let Order::Discretionary { east, west } = order else { return i32::MIN };
        let there = laid(self.view(), self.side).map(|points| i32::from(points.unwrap_or(0)));
        let all = [(Theater::East, there[0] + i32::from(*east)), (Theater::West, there[1] + i32::from(*west))];
        all.into_iter()
            .map(|(theater, points)| {
                let used = self.game.placed.contains_key(&theater);
                // The first cards in a theater are worth more than further ones.
                if used { (10 + 6 * self.is_city(theater)) * points - points * points / 2 } else { 0 }
            })
            .sum()
    }

    fn is_city(&self, theater: Theater) -> i32 {
        let placed: Option<&Placed> = self.game.placed.get(&theater);
        i32::from(placed.and_then(|placed| self.rules.pack.battle(&placed.battle)).is_some_and(|card| card.city))
    }

    /// Better generals come into play, for worse ones where there is no room.
    fn generals(&mut self) {
        let (mut recall, mut place): (Vec<String>, SortedMap<String, Theater>) = (Vec::new(), SortedMap::new());
        let view = self.view();
        let refused = |recall: &Vec<String>, place: &SortedMap<String, Theater>| {
            let missing =
                |refusal: &crate::events::Refusal| matches!(refusal, crate::events::Refusal::MustMatch { .. });
            let found = crate::generals::refused(view, recall, place);
            (found.iter().any(|(refusal, _)| !missing(refusal)), !found.is_empty())
        };
        let mut hand: Vec<&str> = view.hand().into_iter().filter(|card| view.general(card).is_some()).collect();
        hand.sort_by_key(|card| std::cmp::Reverse(stars(view, card)));
        for card in hand {
            let battle = |theater: &Theater| self.game.placed.contains_key(theater);
            let mut theaters = Theater::BOTH.to_vec();
            theaters.sort_by_key(|theater| (!battle(theater), self.strength(self.side, *theater)));
            for theater in theaters {
                let mut with = place.clone();
                with.insert(card.to_owned(), theater);
                if !refused(&recall, &with).0 {
                    place = with;
                    break;
                }
                let worst = self.game.generals(self.side, theater).map(|one| &one.card);
                let worst = worst.filter(|one| !recall.contains(one)).min_by_key(|one| stars(view, one));
                let Some(worst) = worst.filter(|one| stars(view, one) < stars(view, card)) else { continue };
                let less = [recall.clone(), vec![worst.clone()]].concat();
                if !refused(&less, &with).0 {
                    (recall, place) = (less, with);
                    break;
                }
            }
        }
        if refused(&recall, &place).1 {
            return self.best(|_, order| i32::from(matches!(order, Order::Generals { .. })));
        }
        self.orders.push(Order::Generals { recall, place });
    }

    /// The cards that are worth least are discarded (K).
    fn discards(&mut self) {
        let view = self.view();
        let many = self.game.count(self.side, HAND).saturating_sub(HAND_LIMIT);
        let mut hand = view.hand();
        hand.sort_by_key(|card| (worth::of_card(view, card), self.whim(card)));
        let cards = hand.into_iter().take(many).map(str::to_owned).collect();
        self.orders.push(Order::Discard { cards, general: None });
    }

    /// Its answers in advance between battles: what the Union places, its first move, and which battle comes first.
    pub(super) fn plans_in_advance(&self, windows: &[&'static str]) -> Vec<(&'static str, Value)> {
        let placement = self.placement();
        let mut after = self.game.clone();
        crate::placement::place(self.rules, &mut after, &mut Events::discarding(), &placement);
        after.phase = Phase::Movement;
        after.maneuver.side = Side::Union;
        let moves = |blocked: Option<Theater>| {
            let mut game = after.clone();
            if let Some(theater) = blocked {
                let by = self.rules.blockers(&game, Side::Confederate, theater).first().map(|card| card.id.clone());
                let (Some(by), Some(placed)) = (by, game.placed.get_mut(&theater)) else { return json!("pass") };
                placed.blocked = Some(std::mem::replace(&mut placed.battle, by));
            }
            let play = self.best_move(View { game: &game, ..self.view() });
            if play.card == NONE { json!("pass") } else { json!(play) }
        };
        let says = |window: &'static str| match window {
            "placement" => Some((window, json!(placement))),
            "unblocked" => Some((window, moves(None))),
            "blocked_east" => Some((window, moves(Some(Theater::East)))),
            "blocked_west" => Some((window, moves(Some(Theater::West)))),
            // It matters only where there are two.
            "first_battle" if self.game.placed.len() > 1 => {
                let west = self.is_city(Theater::West) > self.is_city(Theater::East);
                let first = if west { Theater::West } else { Theater::East };
                // The program takes an answer back that names what the orders name.
                let named = self.orders.iter().any(|order| match order {
                    Order::Generals { place, .. } => place.values().any(|theater| *theater == first),
                    order => !matches!(order, Order::Discretionary { .. }),
                });
                (!named).then(|| (window, json!(first)))
            }
            _ => None,
        };
        windows.iter().filter_map(|window| says(window)).collect()
    }
}

/// What an event brings later, in tenths of a command point.
fn later(plan: &Plan<'_>, effect: &Effect) -> i32 {
    match effect {
        Effect::Later { .. } => 10 * worth::points(plan.side, effect),
        // Two points now, for six later.
        Effect::Points(points) if points.of(plan.side) < 0 => 25,
        Effect::FewerDraws(_) | Effect::ReturnRandom(_) => 10,
        Effect::Pressure {} | Effect::AttackCapNextTurn(_) => 6,
        Effect::MustPlace(_) => 3,
        _ => 0,
    }
}

/// The stars of a general, both numbers.
fn stars(view: View<'_>, card: &str) -> i32 {
    view.general(card).map_or(0, |general| i32::from(general.offense + general.defense))
}
