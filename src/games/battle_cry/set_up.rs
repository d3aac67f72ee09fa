//! The set-up: generals and cards that a side picks, the first hand, and what the scenario says (Set-Up).

use crate::BattleCry;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::document::{Id, Problem};
use crate::engine::cards::{CardTable, TABLE};
use crate::engine::refusal::RefusalListExt;
use crate::engine::{Decks, Events};
use crate::events::{DrawReason, Refusal};
use crate::ledger::{
    ASIDE, DECK, DISCARD, Game, HAND, INCOMING, InPlay, Maneuver, Phase, RETURNED, SideState, TurnEffects, command_pile,
};
use crate::options::{Discards, Interrupts, MOST_POINTS, Options, command_card};
use crate::pack::{Pack, Scenario, Theater};
use crate::shared::{Side, find_scenario, read_options};
use crate::sorted::SortedMap;
use crate::view::{RefusalList, View};

/// The options as a charter writes them.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct CharterOptions {
    /// `interrupts: card` and `discards: after` in one.
    by_the_letter: bool,
    interrupts: Option<Interrupts>,
    interrupt_resets: bool,
    discards: Option<Discards>,
}

/// The record of a scenario before anything is done (Set-Up B, Campaign Game, Deck Two Scenario).
///
/// # Errors
/// The scenario or an option is not known.
pub fn record(pack: &Pack, scenario: &Id, options: &Map<String, Value>) -> Result<Game, Problem> {
    let scenario = find_scenario(&pack.scenarios, scenario)?;
    let given: CharterOptions = read_options(
        options,
        "`by_the_letter` and `interrupt_resets` are true or false, `interrupts` is send or card, `discards` is together or after",
    )?;
    let by_the_letter = (Interrupts::Card, Discards::After);
    let usual = if given.by_the_letter { by_the_letter } else { Default::default() };
    let options = Options {
        interrupts: given.interrupts.unwrap_or(usual.0),
        interrupt_resets: given.interrupt_resets,
        discards: given.discards.unwrap_or(usual.1),
    };
    let side = |side: Side| {
        let own = scenario.of(side);
        let in_play =
            |(card, theater): (&String, &Theater)| InPlay { card: card.clone(), theater: *theater, engaged: false };
        let generals = own.generals.iter().map(in_play).collect();
        (side, SideState { points: own.points, deck: own.deck, generals, veterans: Vec::new() })
    };
    let mut game = Game {
        scenario: scenario.id.clone(),
        options,
        turn: 1,
        phase: Phase::SetUp,
        cards: CardTable::default(),
        sides: Side::BOTH.map(side).into(),
        aside: Side::BOTH.map(|side| (side, cards_aside(pack, scenario, side))).into(),
        held: scenario.held.clone(),
        removed: Vec::new(),
        // Not in Deck One, or the Confederate would still answer the emancipation (BC-18).
        played: scenario.played.iter().map(|event| (event.clone(), 2)).collect(),
        placed: SortedMap::new(),
        victories: Vec::new(),
        effects: TurnEffects::default(),
        battle: None,
        day: 0,
        wounded: SortedMap::new(),
        laying: SortedMap::new(),
        named_first: None,
        acted: SortedMap::new(),
        ahead: None,
        maneuver: Maneuver::default(),
        draws: SortedMap::new(),
        invasions_won: 0,
        won: None,
        foreseen: None,
    };
    game.cards = CardTable::new(&decks(pack, scenario));
    for side in Side::BOTH {
        for open in [DISCARD, TABLE] {
            game.cards.make_face_up(&side.id(), open);
        }
    }
    Ok(game)
}

/// The piles of each side at the start: the deck, generals who begin in play or aside, and command cards from 0 to 15.
pub fn decks(pack: &Pack, scenario: &Scenario) -> Decks {
    let of = |side: Side| {
        let aside = cards_aside(pack, scenario, side);
        let deck = pack.deck(side).filter(|id| !aside.iter().any(|card| card == id)).map(str::to_owned).collect();
        let mut piles = SortedMap::from([(DECK.to_owned(), deck), (ASIDE.to_owned(), aside)]);
        for empty in [HAND, DISCARD, RETURNED, INCOMING] {
            piles.insert(empty.to_owned(), Vec::new());
        }
        for theater in Theater::BOTH {
            let card = |points: u8| command_card(side, theater, points);
            piles.insert(command_pile(theater).to_owned(), (0..=MOST_POINTS).map(card).collect());
        }
        (side.id(), piles)
    };
    Side::BOTH.into_iter().map(of).collect()
}

/// The cards of a side that do not begin in its deck: generals in play, three-star versions, those who are chosen for
/// the set-up, and cards out of the game, those of events that count as played among them (BC-18).
fn cards_aside(pack: &Pack, scenario: &Scenario, side: Side) -> Vec<String> {
    let (own, cards) = (scenario.of(side), pack.of(side));
    let general = |id: &String| {
        own.generals.contains_key(id)
            || own.available.contains(id)
            || own.from_day.contains_key(id)
            || own.removed.contains(id)
    };
    let generals = cards.generals.iter().filter(|one| one.replaces.is_some() || general(&one.id));
    let halves = cards.cards.iter().filter(|card| own.removed.contains(&card.id));
    generals.map(|one| one.id.clone()).chain(halves.map(|card| card.id.clone())).collect()
}

/// Generals come into play; the deck is shuffled, and the first hand drawn (Set-Up D).
pub fn set_up(scenario: &Scenario, game: &mut Game, events: &mut Events, side: Side) {
    let own = scenario.of(side);
    game.side_mut(side).generals.clear();
    for (general, theater) in own.generals.iter() {
        game.enter(events, "Set-Up D", side, general, *theater);
    }
    // Who picks cards of his deck first still knows it.
    if own.picked == 0 {
        first_hand(game, events, side, own.hand);
    }
}

/// The deck is shuffled, and a side draws (Set-Up D).
fn first_hand(game: &mut Game, events: &mut Events, side: Side, count: u8) {
    game.cards.shuffle(events, "Set-Up D", &side.id(), &[DECK], DECK);
    let count = usize::from(count) + game.cards.handicap(&side.id());
    game.draw_cards(events, "Set-Up C", side, count, DrawReason::FirstHand);
}

/// How many generals, or cards of its deck, a side still picks.
pub fn picks_owed(scenario: &Scenario, game: &Game, side: Side) -> usize {
    let own = scenario.of(side);
    let chosen = own.available.iter().filter(|general| game.in_play(side, general).is_some()).count();
    let picked = if game.count(side, HAND) == 0 { usize::from(own.picked) } else { 0 };
    usize::from(own.chosen).saturating_sub(chosen) + picked
}

impl BattleCry {
    /// The scenario that is played.
    pub fn scenario<'s>(&'s self, game: &Game) -> Option<&'s Scenario> {
        self.pack.scenarios.get(&game.scenario)
    }

    /// How many days a scenario of one battle has; 0 for others.
    pub fn days(&self, game: &Game) -> u8 {
        self.scenario(game).map_or(0, |scenario| scenario.days)
    }

    /// Whether a general who is set aside may come into the battle: at Gettysburg, those who were not chosen, and those
    /// who arrive on a later day (BC-19).
    pub fn is_reinforcement(&self, game: &Game, side: Side, general: &str) -> bool {
        let Some(own) = self.scenario(game).map(|scenario| scenario.of(side)) else { return false };
        let listed = || own.available.iter().any(|other| other == general);
        listed() || own.from_day.contains_key(general)
    }

    /// Why a side cannot choose these generals, or these cards of its deck, for the set-up (Gettysburg, Deck Two).
    pub fn picks_refused(&self, view: View<'_>, cards: &[String]) -> RefusalList {
        let mut found = RefusalList::new();
        let Some(scenario) = self.scenario(view.game) else { return found };
        let own = scenario.of(view.side);
        let wanted = picks_owed(scenario, view.game, view.side);
        if view.game.phase != Phase::SetUp || wanted == 0 {
            return vec![(Refusal::WrongPhase { phase: view.game.phase }, "Set-Up")];
        }
        found.when(cards.len() != wanted, Refusal::WrongCount { wanted, given: cards.len() }, "Set-Up");
        for (n, card) in cards.iter().enumerate() {
            found.when(cards[..n].contains(card), Refusal::Twice { card: card.clone() }, "Set-Up");
            let available = match own.picked {
                0 => own.available.contains(card),
                // With hidden hands only their owner sees which cards they are.
                _ if !view.game.cards.open_handed => CardTable::is_lay(card),
                _ => view.is_unseen(card),
            };
            let known = view.pack().owner(card).is_some() || CardTable::is_lay(card);
            let refusal = match known {
                true => Refusal::NotAvailable { general: card.clone() },
                false => Refusal::NoSuchCard { card: card.clone() },
            };
            found.when(!available, refusal, "Set-Up");
        }
        found
    }

    /// Generals come into play; or cards of the deck into the hand, and the rest of it is drawn.
    pub fn pick(&self, game: &mut Game, events: &mut Events, side: Side, cards: &[String]) {
        let Some(scenario) = self.scenario(game) else { return };
        let (own, first) = (scenario.of(side), scenario.battle.as_ref());
        let theater = first.and_then(|first| self.theater(&first.id)).unwrap_or(Theater::East);
        if own.picked == 0 {
            cards.iter().for_each(|card| game.enter(events, "Gettysburg", side, card, theater));
            return;
        }
        for card in cards {
            match card.parse::<Id>().ok().filter(|_| CardTable::is_lay(card)) {
                Some(id) => game.cards.lay(events, "Deck Two Scenario", &side.id(), &id, DECK),
                None => game.cards.play(events, "Deck Two Scenario", &side.id(), card, DECK),
            }
            game.cards.leave(events, "Deck Two Scenario", &side.id(), card, HAND);
        }
        first_hand(game, events, side, own.hand);
    }

    /// The theater of a battle.
    pub fn theater(&self, battle: &Id) -> Option<Theater> {
        self.pack.battle(battle).map(|battle| battle.theater)
    }
}
