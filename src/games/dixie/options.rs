//! Scenarios and options of a charter: the set-up of each edition (2.0), and the additional rules.

use serde_json::{Map, Value};

use crate::document::{Id, Problem};
use crate::engine::{CardTable, Decks};
use crate::ledger::{Game, Position, Rules};
use crate::pack::{Army, Card, Edition, Pack};
use crate::place::Place;
use crate::shared::{find_scenario, read_options};
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::state_changes::{DECK, HELD_BACK, LOST, OHIO, UNUSED};

/// The scenarios, each with its edition and whether it has three days.
fn scenarios() -> SortedMap<Id, (Edition, bool)> {
    [
        (Id::known("first_bull_run"), (Edition::BullRun, false)),
        (Id::known("shiloh"), (Edition::Shiloh, false)),
        (Id::known("gettysburg"), (Edition::Gettysburg, false)),
        (Id::known("gettysburg_three_days"), (Edition::Gettysburg, true)),
    ]
    .into()
}

/// The sizes of a side's battle deck and of its Muster (2.0, 14.0, 15.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeckSizes {
    pub deck: u8,
    pub muster: u8,
}

impl DeckSizes {
    /// Those of a side in a match.
    pub fn of(game: &Game, side: Side) -> DeckSizes {
        if let Some(list) = game.rules.decks.get(&side) {
            let deck = list.len().min(255) as u8;
            let muster = most_points(game.edition, side, game.rules.five_positions) * 6 / 100;
            return DeckSizes { deck, muster: deck.min(muster as u8) };
        }
        let (deck, muster) = match (game.edition, side) {
            (Edition::BullRun, Side::Csa) => (30, 15),
            (Edition::BullRun, Side::Usa) => (30, 18),
            (Edition::Shiloh, Side::Csa) => (30, 18),
            (Edition::Shiloh, Side::Usa) => (40, 18),
            (Edition::Gettysburg, Side::Csa) if game.rules.three_days => (48, 18),
            (Edition::Gettysburg, Side::Usa) if game.rules.three_days => (60, 18),
            (Edition::Gettysburg, Side::Csa) => (24, 18),
            (Edition::Gettysburg, Side::Usa) => (30, 18),
        };
        DeckSizes { deck, muster }
    }
}

/// The battle points of a custom deck (14.1 to 14.3).
pub fn most_points(edition: Edition, side: Side, five: bool) -> u16 {
    match (edition, side, five) {
        (Edition::BullRun, _, false) => 240,
        (Edition::BullRun, _, true) => 400,
        (Edition::Shiloh, Side::Csa, _) => 225,
        (Edition::Shiloh, Side::Usa, _) => 300,
        (Edition::Gettysburg, Side::Csa, false) => 270,
        (Edition::Gettysburg, Side::Usa, false) => 300,
        (Edition::Gettysburg, Side::Csa, true) => 450,
        (Edition::Gettysburg, Side::Usa, true) => 500,
    }
}

/// The ledger of a scenario before anything is done.
///
/// # Errors
/// The scenario or an option is not known, or does not fit the scenario.
pub fn set_up(pack: &Pack, scenario: &Id, options: &Map<String, Value>) -> Result<Game, Problem> {
    let known = scenarios();
    let (edition, three_days) = *find_scenario(&known, scenario)?;
    let given: Rules = read_options(options, "write true, or leave it out; `decks` has a list of cards for each side")?;
    let mut rules = given.complete();
    rules.three_days |= three_days;
    check_options(pack, (edition, three_days), &rules)?;
    let mut game = Game { edition, rules, day: 1, side: Side::Csa, ..Game::default() };
    for place in game.lines().into_iter().flatten().copied() {
        game.places.insert(place, empty(edition, place));
    }
    game.cards = CardTable::new(&decks(pack, &game));
    Side::BOTH.into_iter().for_each(|side| game.cards.make_face_up(&side.id(), LOST));
    Ok(game)
}

fn empty(edition: Edition, place: Place) -> Position {
    // The USA holds all six positions of Shiloh (3.21).
    let line = place.line().unwrap_or(Side::Usa);
    let defender = if edition == Edition::Shiloh { Side::Usa } else { line };
    Position { defender, cards: SortedMap::new(), terrain: Vec::new(), fords: 0, crossed: 0, flanked: 0, repelled: 0 }
}

impl Rules {
    /// Adds the options that others imply.
    fn complete(mut self) -> Rules {
        let advanced = [
            &mut self.outflanking,
            &mut self.melee,
            &mut self.enfilade,
            &mut self.counter_battery,
            &mut self.artillery_support,
        ];
        advanced.into_iter().for_each(|rule| *rule |= self.advanced);
        self.corps_integrity |= self.division_integrity;
        self.ohio |= self.third_division;
        Rules { advanced: false, ..self }
    }
}

/// Whether the options fit the scenario and each other.
fn check_options(pack: &Pack, (edition, three_days): (Edition, bool), rules: &Rules) -> Result<(), Problem> {
    let wrong = |option: &str, words: &str, rule: &str, advice: &str| {
        let problem = Problem::new(words).rule(rule).in_path(format!("options.{option}"));
        Err(problem.advice(advice))
    };
    if rules.three_days && !three_days {
        let advice = "choose the scenario gettysburg_three_days, and leave the option out";
        return wrong("three_days", "three days are a scenario of their own", "15.2", advice);
    }
    if rules.five_positions && edition == Edition::Shiloh {
        return wrong("five_positions", "Shiloh is not played with five positions", "13.8", "leave the option out");
    }
    if rules.five_positions && rules.decks.is_empty() {
        let advice = "name the cards of both sides under `decks`";
        return wrong("five_positions", "five positions are played with custom battle decks", "13.8", advice);
    }
    if rules.corps_integrity && edition != Edition::Gettysburg {
        return wrong("corps_integrity", "only the cards of Gettysburg name a Corps", "13.9", "leave the option out");
    }
    if rules.ohio && edition != Edition::Shiloh {
        return wrong("ohio", "the Army of the Ohio is for Shiloh only", "15.1", "leave the option out");
    }
    if rules.day_1_cards && !rules.three_days {
        return wrong(
            "day_1_cards",
            "cards of Day 1 are for gettysburg_three_days only",
            "15.2",
            "leave the option out",
        );
    }
    if rules.decks.is_empty() {
        return Ok(());
    }
    if rules.three_days || rules.ohio {
        return wrong("decks", "custom battle decks have no nights", "14.0", "leave it out");
    }
    for side in Side::BOTH {
        let path = format!("decks.{side}");
        let Some(list) = rules.decks.get(&side).filter(|list| !list.is_empty()) else {
            return wrong(&path, "both sides have a custom battle deck, or none", "14.0", "name the cards of both");
        };
        let mut points = 0;
        for (n, id) in list.iter().enumerate() {
            let at = format!("decks.{side}[{n}]");
            let Some(card) = pack.set(edition).card(side, id) else {
                return wrong(&at, &format!("{side} has no card {id}"), "14.0", "`pack show` lists the cards");
            };
            if list[..n].contains(id) {
                return wrong(&at, &format!("{id} is named twice"), "14.0", "name it once");
            }
            points += card.points;
        }
        let most = most_points(edition, side, rules.five_positions);
        if points > most {
            let words = format!("this deck comes to {points} battle points of {most}");
            return wrong(&path, &words, "14.0", "leave cards out");
        }
    }
    Ok(())
}

/// All cards of both sides at the start: each side's set, or what the options make of it.
pub fn decks(pack: &Pack, game: &Game) -> Decks {
    let of = |side: Side| {
        let mut piles: SortedMap<String, Vec<String>> = SortedMap::new();
        match game.rules.decks.get(&side) {
            Some(list) => drop(piles.insert(DECK.to_owned(), list.clone())),
            None => {
                for card in pack.set(game.edition).of(side) {
                    piles.entry(pile(game, side, card).to_owned()).or_default().push(card.id.clone());
                }
            }
        }
        (side.id(), piles)
    };
    Side::BOTH.into_iter().map(of).collect()
}

/// The pile that a card starts in (2.0, 15.1, 15.2).
fn pile(game: &Game, side: Side, card: &Card) -> &'static str {
    let third = game.rules.third_division && (57..=71).contains(&card.number);
    if game.rules.ohio && side == Side::Usa && (card.army == Some(Army::Ohio) || third) {
        OHIO
    } else if game.rules.day_1_cards && !card.day_1 {
        HELD_BACK
    } else {
        UNUSED
    }
}
