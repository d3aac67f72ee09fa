//! The cards, Battle Cards and scenarios, as the data pack has them (Components; BC-1: the play decks are a
//! reconstruction).

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::{Id, PackFiles, Problem};
use crate::shared::{Shipped, Side, Source, by_id, fitting, in_file, only_files, read_file, read_scenarios};
use crate::sorted::SortedMap;

mod check;
mod event;

pub use event::{Cancelled, Condition, Effect, Event, EventKind, Negated, Points, Trait, VictoryKind};

/// A theater of war (Theater Cards).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Theater {
    East,
    West,
}

impl Theater {
    /// Both, the East first.
    pub const BOTH: [Theater; 2] = [Theater::East, Theater::West];

    /// The other one.
    pub fn other(self) -> Theater {
        match self {
            Theater::East => Theater::West,
            Theater::West => Theater::East,
        }
    }

    /// The word in documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Theater::East => "east",
            Theater::West => "west",
        }
    }

    /// The word in sentences.
    pub fn in_words(self) -> &'static str {
        match self {
            Theater::East => "East",
            Theater::West => "West",
        }
    }
}

/// A play card with two halves; each also has Frontal Assault at its foot.
#[sparse(number)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its id, which is unique: no two cards are the same.
    pub id: String,
    /// The printed number, where the rulebook states it.
    pub number: Option<u16>,
    pub upper: Id,
    pub lower: Id,
}

/// A general card (General Card).
#[sparse(cavalry, replaces)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct General {
    pub id: String,
    pub name: String,
    pub theater: Theater,
    /// Stars while his side has the initiative, and while it has not.
    pub offense: u8,
    pub defense: u8,
    pub cavalry: bool,
    /// The general whom this three-star card replaces; it begins outside the deck (Set-Up D).
    pub replaces: Option<String>,
    pub source: Source,
}

/// One of the two sides' cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayDeck {
    pub generals: Vec<General>,
    pub cards: Vec<Card>,
}

/// How many cards of a side have one of these events: a checksum (BC-1).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedCopies {
    pub side: Side,
    pub events: Vec<Id>,
    pub copies: usize,
    pub source: Source,
}

/// Two halves that share a card: a checksum (BC-1).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StatedPair {
    pub side: Side,
    pub upper: Id,
    pub lower: Id,
    pub source: Source,
}

/// The manifest of the play cards.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    #[allow(dead_code, reason = "for readers of the file")]
    about: String,
    #[allow(dead_code, reason = "for readers of the file")]
    source: Source,
    /// How many cards a play deck has, three-star generals not counted.
    deck: u16,
    /// The copies and pairs of halves that the rulebook states.
    stated: Vec<StatedCopies>,
    pairs: Vec<StatedPair>,
    /// Every event, once.
    events: Vec<Event>,
    union: PlayDeck,
    confederate: PlayDeck,
}

/// A Battle Card (Battle Card).
#[sparse(city, invasion, capital, from_hand, by_sea, blocked_by, needs, union, confederate, major)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BattleCard {
    pub id: Id,
    pub name: String,
    pub theater: Theater,
    /// A Victory Condition City.
    pub city: bool,
    /// An Invasion Card.
    pub invasion: bool,
    /// An Invasion Card that the Union retakes a turn after it has lost it (Washington, D.C.).
    pub capital: bool,
    /// It is half of a card of the Confederate's, whose event has the same id: it is never in the Battle Deck, and
    /// only blocks, from the hand (Battle Card, Blocking).
    pub from_hand: bool,
    /// The Union may go there by sea (Peninsula Campaign).
    pub by_sea: Option<BySea>,
    /// The battles that may block it (Theater of War Flow Charts).
    pub blocked_by: Vec<Id>,
    /// The battles that the Union must hold before it places this one.
    pub needs: Vec<Id>,
    /// Command points gained by the winner and lost by the loser, if the Union wins.
    pub union: [u8; 2],
    /// The same, if the Confederate wins.
    pub confederate: [u8; 2],
    /// What the winner gains more by a Major Victory (I.8).
    pub major: u8,
    pub source: Source,
}

/// What a battle costs that the Union reaches by sea, where nothing blocks it (Peninsula Campaign).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BySea {
    /// Cards, no generals, that return to the top of the deck before combat.
    pub cards: u8,
    /// Generals who engage.
    pub generals: u8,
    /// The battle that nothing blocks while the Union holds this one, however it went there.
    pub opens: Id,
}

impl BattleCard {
    /// The command points that it brings if this side wins (I.8).
    pub fn points(&self, winner: Side) -> Points {
        Points::to(winner, if winner == Side::Union { self.union } else { self.confederate })
    }

    /// Whether it can come into the Union's possession: invasions it only repels (Invasion).
    pub fn can_be_held(&self) -> bool {
        !self.invasion
    }
}

/// The manifest of the Battle Cards.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct BattleFile {
    #[allow(dead_code, reason = "for readers of the file")]
    about: String,
    battles: Vec<BattleCard>,
}

/// One side of a scenario.
#[sparse(points, generals, available, chosen, from_day, removed, picked)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideSetup {
    /// Command points (Command Point Track).
    pub points: u8,
    /// One or two.
    pub deck: u8,
    /// Generals in play, by card id, with their theater.
    pub generals: SortedMap<String, Theater>,
    /// Generals of whom the player puts `chosen` into play (Gettysburg).
    pub available: Vec<String>,
    /// How many of them he chooses.
    pub chosen: u8,
    /// Further generals, who may not be chosen, and enter from this day on, or by card (Gettysburg).
    pub from_day: SortedMap<String, u8>,
    /// Cards out of the game, generals and others.
    pub removed: Vec<String>,
    /// How many cards he draws first.
    pub hand: u8,
    /// How many cards of his deck he picks before that (Deck Two Scenario).
    pub picked: u8,
}

/// A scenario.
#[sparse(held, played, battle, first_resources, days, ends_with_deck_one)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub id: Id,
    pub name: String,
    pub about: String,
    pub source: Source,
    pub union: SideSetup,
    pub confederate: SideSetup,
    /// Battles that the Union holds.
    pub held: Vec<Id>,
    /// Events that count as played; one card of each is among the `removed` (BC-18).
    pub played: Vec<Id>,
    /// The battle with which it begins, and who has the initiative in it.
    pub battle: Option<FirstBattle>,
    /// Without such a battle it begins with phase B, not C.
    pub first_resources: bool,
    /// It is this one battle, of so many days (Gettysburg).
    pub days: u8,
    /// The game ends with the turn in which a side completes its first deck.
    pub ends_with_deck_one: bool,
}

/// The battle with which a scenario begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstBattle {
    pub id: Id,
    pub initiative: Side,
    /// Whether the side with the initiative may not pass before it has played a battle event of positive value (BC-3).
    pub must_attack: bool,
}

impl Scenario {
    /// A side's set-up.
    pub fn of(&self, side: Side) -> &SideSetup {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }
}

/// The cards, Battle Cards and scenarios.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    /// How many cards a play deck is to have.
    pub deck: u16,
    /// The copies and pairs of halves that the rulebook states.
    pub stated: Vec<StatedCopies>,
    pub pairs: Vec<StatedPair>,
    pub events: SortedMap<Id, Event>,
    pub union: PlayDeck,
    pub confederate: PlayDeck,
    /// The Battle Cards, in the order of the file.
    pub battles: Vec<BattleCard>,
    pub scenarios: SortedMap<Id, Scenario>,
}

/// The pack that comes with the program, and its digest, which a test verifies.
pub static PACK: Shipped<Pack> = Shipped::new(
    &[
        ("cards.yaml", include_str!("../../../scenarios/battle_cry/cards.yaml")),
        ("battles.yaml", include_str!("../../../scenarios/battle_cry/battles.yaml")),
        ("scenarios/campaign.yaml", include_str!("../../../scenarios/battle_cry/scenarios/campaign.yaml")),
        ("scenarios/deck_one.yaml", include_str!("../../../scenarios/battle_cry/scenarios/deck_one.yaml")),
        ("scenarios/deck_two.yaml", include_str!("../../../scenarios/battle_cry/scenarios/deck_two.yaml")),
        ("scenarios/gettysburg.yaml", include_str!("../../../scenarios/battle_cry/scenarios/gettysburg.yaml")),
    ],
    "8a03a4c6da67937b6a022ffbd52ea63de0b3f649d8131f4e9f95d986c5a62a3a",
    Pack::from_files,
);

/// What a play card is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayCard<'p> {
    Halves(&'p Card),
    General(&'p General),
}

impl Pack {
    /// The file by which a pack of this game is recognized.
    pub const MARK: &'static str = "battles.yaml";
    /// The file of the play cards.
    pub const CARDS: &'static str = "cards.yaml";

    /// A side's play cards.
    pub fn of(&self, side: Side) -> &PlayDeck {
        match side {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }

    /// A card of a side.
    pub fn card(&self, side: Side, id: &str) -> Option<PlayCard<'_>> {
        let own = self.of(side);
        let halves = || own.cards.iter().find(|card| card.id == id).map(PlayCard::Halves);
        self.general(side, id).map(PlayCard::General).or_else(halves)
    }

    /// The cards of a side that have an event, as either half.
    pub fn having<'p>(&'p self, side: Side, event: &'p Id) -> impl Iterator<Item = &'p Card> {
        self.of(side).cards.iter().filter(move |card| card.upper == *event || card.lower == *event)
    }

    /// A general of a side.
    pub fn general(&self, side: Side, id: &str) -> Option<&General> {
        self.of(side).generals.iter().find(|general| general.id == id)
    }

    /// Whose card it is.
    pub fn owner(&self, id: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.card(*side, id).is_some())
    }

    /// A Battle Card.
    pub fn battle(&self, id: &Id) -> Option<&BattleCard> {
        self.battles.iter().find(|battle| battle.id == *id)
    }

    /// The cities of a theater (Victory Condition Cities).
    pub fn cities(&self, theater: Theater) -> impl Iterator<Item = &BattleCard> {
        self.battles.iter().filter(move |battle| battle.city && battle.theater == theater)
    }

    /// The ids of all the cards that a side's deck begins with: without three-star versions.
    pub fn deck(&self, side: Side) -> impl Iterator<Item = &str> {
        let own = self.of(side);
        let generals = own.generals.iter().filter(|general| general.replaces.is_none());
        generals.map(|general| general.id.as_str()).chain(own.cards.iter().map(|card| card.id.as_str()))
    }

    /// Reads a pack.
    ///
    /// # Errors
    /// A file is missing, unknown or cannot be read.
    pub fn parse(files: &PackFiles) -> Result<Pack, Problem> {
        only_files(files, "battle_cry", &[Pack::CARDS, Pack::MARK])?;
        let file: CardFile = read_file(files, Pack::CARDS)?;
        let BattleFile { battles, .. } = read_file(files, Pack::MARK)?;
        let events =
            by_id(file.events, "events", |event: &Event| &event.id).map_err(|problem| in_file(Pack::CARDS, problem))?;
        by_id(battles.clone(), "battles", |battle| &battle.id).map_err(|problem| in_file(Pack::MARK, problem))?;
        let scenarios = read_scenarios(files, |scenario: &Scenario| &scenario.id)?;
        let CardFile { deck, stated, pairs, union, confederate, .. } = file;
        Ok(Pack { deck, stated, pairs, events, union, confederate, battles, scenarios })
    }

    /// Reads a pack and checks its consistency.
    ///
    /// # Errors
    /// As [`Pack::parse`], or the first problem that [`Pack::check`] finds.
    pub fn from_files(files: &PackFiles) -> Result<Pack, Problem> {
        let pack = Pack::parse(files)?;
        let problems = pack.check();
        fitting(pack, problems)
    }
}
