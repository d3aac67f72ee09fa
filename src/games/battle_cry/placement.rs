//! The Union places its battles, and the Confederate blocks them (D, Blocking).

use crate::BattleCry;
use crate::document::Id;
use crate::engine::Events;
use crate::engine::refusal::RefusalListExt;
use crate::events::{Event, Refusal, Unplaceable};
use crate::ledger::{DISCARD, Game, HAND, Phase, Placed};
use crate::orders::PlacedBattles;
use crate::pack::{BattleCard, Theater};
use crate::shared::Side;
use crate::sorted::SortedMap;
use crate::view::{RefusalList, View};

impl PlacedBattles {
    /// The battle of a theater.
    pub fn of(&self, theater: Theater) -> Option<&Id> {
        match theater {
            Theater::East => self.east.as_ref(),
            Theater::West => self.west.as_ref(),
        }
    }
}

impl BattleCry {
    /// Why the Union cannot place a battle in a theater (D.1).
    fn unplaceable(&self, game: &Game, card: &BattleCard, theater: Theater) -> Option<Unplaceable> {
        let needed = card.needs.iter().find(|needed| !game.holds(needed));
        Some(match () {
            () if card.theater != theater => Unplaceable::OtherTheater,
            () if card.invasion => Unplaceable::Invasion,
            () if card.from_hand => Unplaceable::FromHand,
            () if game.holds(&card.id) => Unplaceable::Held,
            () if game.removed.contains(&card.id) => Unplaceable::Removed,
            () if theater == Theater::East && game.effects.washington_taken => Unplaceable::WashingtonTaken,
            () => Unplaceable::Needs(needed?.clone()),
        })
    }

    /// The battles that the Union may place in a theater: those of the Battle Deck (Set-Up E).
    pub fn placeable<'r>(&'r self, game: &'r Game, theater: Theater) -> impl Iterator<Item = &'r BattleCard> {
        self.pack.battles.iter().filter(move |card| self.unplaceable(game, card, theater).is_none())
    }

    /// Whether the Union must place a battle in a theater: by a card (On to Richmond, Pressure).
    fn must_place(&self, game: &Game, theater: Theater) -> bool {
        let wanted = game.effects.pressure || game.effects.must_place.contains(&theater);
        wanted && self.placeable(game, theater).next().is_some()
    }

    /// The battles that may block the one that is placed in a theater, as far as everybody can see (Blocking).
    pub fn blockers(&self, game: &Game, side: Side, theater: Theater) -> Vec<&BattleCard> {
        let Some(placed) = game.placed.get(&theater) else { return Vec::new() };
        let Some(card) = self.pack.battle(&placed.battle) else { return Vec::new() };
        let open = |other: &BattleCard| {
            let opens = other.by_sea.as_ref().is_some_and(|by_sea| by_sea.opens == card.id);
            opens && game.holds(&other.id)
        };
        let blocks = if placed.offensive { card.capital && side == Side::Union } else { side == Side::Confederate };
        if !blocks || placed.amphibious || placed.blocked.is_some() || self.pack.battles.iter().any(open) {
            return Vec::new();
        }
        let free = |other: &&BattleCard| {
            let in_hand = || self.blocking_card(View::of(self, game, side), &other.id).is_some();
            !game.holds(&other.id) && !game.removed.contains(&other.id) && (!other.from_hand || in_hand())
        };
        card.blocked_by.iter().filter_map(|id| self.pack.battle(id)).filter(free).collect()
    }

    /// The card of the hand by which a battle blocks.
    pub fn blocking_card<'v>(&self, view: View<'v>, battle: &Id) -> Option<&'v str> {
        let has = |card: &&'v crate::pack::Card| card.upper == *battle || card.lower == *battle;
        let cards = view.pack().of(view.side).cards.iter().filter(has).map(|card| card.id.as_str());
        cards.into_iter().find(|card| view.in_hand(card))
    }

    /// Whether a side could block any battle.
    pub fn may_block(&self, game: &Game, side: Side) -> bool {
        Theater::BOTH.into_iter().any(|theater| !self.blockers(game, side, theater).is_empty())
    }
}

/// Why the Union cannot place these battles (D.1, BC-7).
pub fn refused(view: View<'_>, battles: &PlacedBattles) -> RefusalList {
    let (game, rules) = (view.game, view.rules);
    let again = game.maneuver.places.filter(|_| game.phase == Phase::Movement && game.maneuver.side == view.side);
    // Sealed in advance, it is judged before the phase has begun.
    let first = game.phase <= Phase::Battles && game.phase > Phase::Draw && !game.has_acted(Phase::Battles, view.side);
    if view.side != Side::Union || !first && again.is_none() {
        return vec![(Refusal::WrongPhase { phase: game.phase }, "D")];
    }
    let mut found = RefusalList::new();
    let mut by_sea = false;
    for theater in Theater::BOTH {
        let Some(battle) = battles.of(theater) else {
            let must = again.is_none() && rules.must_place(game, theater);
            found.when(must, Refusal::MustPlace { theater: Some(theater) }, "D.1");
            continue;
        };
        let Some(card) = rules.pack.battle(battle) else {
            found.push((Refusal::NoSuchBattle { battle: battle.clone() }, "D.1"));
            continue;
        };
        by_sea |= card.by_sea.is_some();
        let why = rules.unplaceable(game, card, theater);
        found.extend(why.map(|why| (Refusal::CannotPlace { battle: battle.clone(), why }, "D.1")));
        let elsewhere = again.is_some_and(|again| again != theater);
        found.when(elsewhere, Refusal::WrongPhase { phase: game.phase }, "BC-7");
    }
    let none = battles.east.is_none() && battles.west.is_none();
    let free = Theater::BOTH.into_iter().any(|theater| rules.placeable(game, theater).next().is_some());
    found.when(none && free && found.is_empty(), Refusal::MustPlace { theater: None }, "D.1");
    found.when(battles.amphibious && !by_sea, Refusal::NotBySea, "Peninsula Campaign");
    found
}

/// The Union places battles.
pub fn place(rules: &BattleCry, game: &mut Game, events: &mut Events, battles: &PlacedBattles) {
    for theater in Theater::BOTH {
        let Some(battle) = battles.of(theater).cloned() else { continue };
        let by_sea = rules.pack.battle(&battle).is_some_and(|card| card.by_sea.is_some());
        let amphibious = battles.amphibious && by_sea;
        let placed = Placed { battle: battle.clone(), blocked: None, offensive: false, amphibious, draw_cap: None };
        game.placed.insert(theater, placed);
        events.emit("D.1", &Event::Placed { battle, theater, amphibious });
    }
    if game.phase == Phase::Movement {
        let may = rules.may_block(game, Side::Confederate);
        let maneuver = &mut game.maneuver;
        (maneuver.places, maneuver.passes, maneuver.last) = (None, 0, None);
        maneuver.blocks = may.then_some(Side::Confederate);
    } else {
        game.act(Phase::Battles, Side::Union);
    }
}

/// Why a side cannot block so: each battle with those that block it, the first that can (D.2).
pub fn block_refused(view: View<'_>, policy: &SortedMap<Id, Vec<Id>>) -> RefusalList {
    let game = view.game;
    let first = game.phase == Phase::Battles
        && view.side == Side::Confederate
        && game.has_acted(Phase::Battles, Side::Union)
        && !game.has_acted(Phase::Battles, view.side);
    let again = game.phase == Phase::Movement && game.maneuver.blocks == Some(view.side);
    if !first && !again {
        return vec![(Refusal::WrongPhase { phase: game.phase }, "D.2")];
    }
    let mut found = RefusalList::new();
    for (battle, blockers) in policy {
        let Some(card) = view.pack().battle(battle) else {
            found.push((Refusal::NoSuchBattle { battle: battle.clone() }, "D.2"));
            continue;
        };
        let lies = |by: &Id| {
            view.rules.pack.battle(by).is_some_and(|card| card.from_hand)
                && view.rules.blocking_card(view, by).is_none()
        };
        let gone = |by: &Id| game.holds(by) || game.removed.contains(by) || lies(by);
        // A list may name more than can block now, but not only such battles.
        let none_left = blockers.iter().all(gone);
        for by in blockers {
            let refusal = Refusal::CannotBlock { battle: battle.clone(), by: by.clone() };
            found.when(none_left || !card.blocked_by.contains(by), refusal, "Blocking");
        }
    }
    found
}

/// The battles of a policy that block from the hand, and whose cards its owner does not hold (Battle Card).
pub fn not_held(view: View<'_>, policy: &SortedMap<Id, Vec<Id>>) -> RefusalList {
    let from_hand = |by: &&Id| view.pack().battle(by).is_some_and(|card| card.from_hand);
    let named = policy.values().flatten().filter(from_hand);
    let missing = named.filter(|by| view.rules.blocking_card(view, by).is_none());
    missing.map(|by| (Refusal::NotInHand { card: by.to_string() }, "Blocking")).collect()
}

/// A side blocks: the blocked battle goes back to the Battle Deck, and the other one is fought (D.2).
pub fn block(rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side, policy: &SortedMap<Id, Vec<Id>>) {
    for theater in Theater::BOTH {
        let Some(placed) = game.placed.get(&theater).cloned() else { continue };
        let wanted = policy.get(&placed.battle).into_iter().flatten();
        let can = rules.blockers(game, side, theater);
        let Some(by) = wanted.into_iter().find_map(|id| can.iter().find(|card| card.id == *id)) else { continue };
        let (by, from_hand) = (by.id.clone(), by.from_hand);
        let card = rules.blocking_card(View::of(rules, game, side), &by).filter(|_| from_hand).map(str::to_owned);
        if let Some(card) = card {
            game.cards.play(events, "Blocking", &side.id(), &card, HAND);
            game.cards.leave(events, "Blocking", &side.id(), &card, DISCARD);
        }
        events.emit("D.2", &Event::Blocked { battle: placed.battle.clone(), by: by.clone(), theater });
        game.placed.insert(theater, Placed { battle: by, blocked: Some(placed.battle.clone()), ..placed });
    }
    if game.phase == Phase::Movement {
        (game.maneuver.blocks, game.maneuver.last) = (None, None);
    } else {
        game.act(Phase::Battles, side);
    }
}

/// The theaters in which battles are blocked.
pub fn blocked(game: &Game) -> Vec<Theater> {
    game.placed.iter().filter(|(_, placed)| placed.blocked.is_some()).map(|(theater, _)| *theater).collect()
}
