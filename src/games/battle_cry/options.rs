//! Scenarios, the options of a charter, and the decks that follow from them (Set-Up).

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::{Id, Problem};
use crate::engine::cards::TABLE;
use crate::engine::{CardTable, Decks};
use crate::ledger::{
    ASIDE, DECK, DISCARD, Game, HAND, INCOMING, InPlay, Phase, RETURNED, SideState, TurnEffects, command_pile,
};
use crate::pack::{Pack, Scenario, Theater};
use crate::shared::{Side, find_scenario, read_options};
use crate::sorted::SortedMap;

/// The highest value of a command card (BC-34).
pub const MOST_POINTS: u8 = 15;

/// What a charter may set.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// The count of the cards in a send starts again after an immediate card of the enemy's (BC-5).
    pub interrupt_resets: bool,
    /// In phases J and K the Union discards after it has seen the Confederate's resource (BC-31).
    pub discards: Discards,
}

/// When the Union discards in phase K.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Discards {
    /// In the file of its resource (BC-31).
    #[default]
    Together,
    /// After the Confederate's resource, as the rulebook has it.
    After,
}

/// The record of a scenario before anything is done.
///
/// # Errors
/// The scenario or an option is not known.
pub fn set_up(pack: &Pack, scenario: &Id, options: &Map<String, Value>) -> Result<Game, Problem> {
    let scenario = find_scenario(&pack.scenarios, scenario)?;
    let options: Options =
        read_options(options, "`interrupt_resets` is true or false, `discards` is together or after")?;
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
        won: None,
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

/// The command card of a value: `us_east_5`.
pub fn command_card(side: Side, theater: Theater, points: u8) -> String {
    format!("{}_{}_{points}", flag(side), theater.as_str())
}

/// The value of a command card, and its theater.
pub fn command_points(side: Side, card: &str) -> Option<(Theater, u8)> {
    let (theater, points) = card.strip_prefix(flag(side))?.strip_prefix('_')?.split_once('_')?;
    let theater = Theater::BOTH.into_iter().find(|other| other.as_str() == theater)?;
    let points = points.parse().ok().filter(|points| *points <= MOST_POINTS)?;
    (command_card(side, theater, points) == card).then_some((theater, points))
}

/// The prefix of the ids of a side's cards.
pub fn flag(side: Side) -> &'static str {
    match side {
        Side::Union => "us",
        Side::Confederate => "cs",
    }
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
