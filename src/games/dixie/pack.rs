//! The cards of the three editions (1.0), as the data pack has them.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::{Id, PackFiles, Problem};
use crate::shared::{Shipped, Source, is_name, only_files, read_file};
use crate::side::Side;
use crate::sorted::{SortedMap, SortedSet};

/// An edition of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Edition {
    #[default]
    BullRun,
    Shiloh,
    Gettysburg,
}

impl Edition {
    /// The three editions.
    pub const ALL: [Edition; 3] = [Edition::BullRun, Edition::Shiloh, Edition::Gettysburg];

    /// The file of its cards.
    pub fn file(self) -> &'static str {
        match self {
            Edition::BullRun => "bull_run.yaml",
            Edition::Shiloh => "shiloh.yaml",
            Edition::Gettysburg => "gettysburg.yaml",
        }
    }
}

/// What a card is (1.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Infantry,
    Cavalry,
    Artillery,
    General,
    Terrain,
    Special,
}

impl Kind {
    /// Whether it is a troop card (7.1).
    pub fn is_troop(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Cavalry | Kind::Artillery)
    }
}

/// A troop's morale at Gettysburg (6.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum MoraleRating {
    A,
    B,
    C,
}

/// What a terrain card is (10.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TerrainKind {
    Woods,
    Hill,
    Ridge,
    Field,
    Creek,
    Pond,
}

impl TerrainKind {
    /// Whether it limits movement (10.3).
    pub fn is_water(self) -> bool {
        matches!(self, TerrainKind::Creek | TerrainKind::Pond)
    }
}

/// The position that a terrain card names (10.1): at Gettysburg of its side's line, at Shiloh of the two lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TerrainPosition {
    Left,
    Center,
    Right,
    FrontLeft,
    FrontCenter,
    FrontRight,
    BackLeft,
    BackCenter,
    BackRight,
}

/// What a special card does (12.0, DX-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    Sharpshooters,
    Ford,
    Railway,
    ColorGuard,
    JohnnyShiloh,
    RebelYell,
    BayonetCharge,
    Cover,
    UniformConfusion,
    Rally,
    Ammunition,
    FlankMarch,
}

impl Effect {
    /// Whether it stays in its position and takes hits like a general (12.0).
    pub fn stays(self) -> bool {
        matches!(self, Effect::ColorGuard | Effect::JohnnyShiloh)
    }
}

/// What a general commands (13.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    Division,
    Corps,
    Wing,
    Army,
}

/// The only arm that a general commands, if he is bound to one (13.9).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arm {
    Cavalry,
    Artillery,
}

/// An army at Shiloh (15.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Army {
    Tennessee,
    Ohio,
}

/// What befell a general at the battle (Historical Notes).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Wound {
    Wounded,
    Killed,
}

/// A card.
#[sparse(all_but(id, number, name, kind, points))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub id: String,
    pub number: u16,
    pub name: String,
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Combat Value of a troop card (7.1).
    pub cv: u8,
    /// Firepower of artillery at long range, and at short range (7.2).
    pub long: u8,
    pub short: u8,
    /// Horse artillery moves and fires (7.2).
    pub horse: bool,
    pub morale: Option<MoraleRating>,
    /// A general's ratings (11.1) and his stacking bonus (11.3).
    pub attack: u8,
    pub defense: u8,
    pub stacking: u8,
    pub command: Option<Command>,
    /// The Corps that the commander of a wing commands beside an army commander (13.9).
    pub commands: Vec<String>,
    pub arm: Option<Arm>,
    pub stars: u8,
    pub wound: Option<Wound>,
    pub corps: Option<String>,
    pub division: Option<String>,
    pub army: Option<Army>,
    /// Its place in the order of battle.
    pub formation: Option<String>,
    pub terrain: Option<TerrainKind>,
    pub place: Option<TerrainPosition>,
    /// The Movement Limit of a creek or pond (8.3).
    pub limit: u8,
    pub no_outflanking: bool,
    pub special: Option<Effect>,
    /// Marked for Day 1 (15.2).
    pub day_1: bool,
    /// Battle Points (14.0).
    pub points: u16,
    /// Where it comes from, if not as most of its file: a name of the file's `sources`.
    pub source: Option<String>,
}

impl Card {
    /// Its division, for a troop card that of its formation: `I/1` of `I/1/2` (13.9).
    pub fn division(&self) -> Option<String> {
        let of_formation = || Some(self.formation.as_ref()?.split('/').take(2).collect::<Vec<_>>().join("/"));
        self.division.clone().or_else(of_formation)
    }
}

/// The cards of an edition, as its file has them.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    #[allow(dead_code, reason = "for readers of the file")]
    about: String,
    sources: SortedMap<String, Source>,
    source: String,
    usa: Vec<Card>,
    csa: Vec<Card>,
}

/// The cards of an edition, by side and id.
#[derive(Clone, Debug, PartialEq)]
pub struct CardSet {
    pub cards: SortedMap<Side, SortedMap<String, Card>>,
}

impl CardSet {
    /// A card of a side.
    pub fn card(&self, side: Side, id: &str) -> Option<&Card> {
        self.cards.get(&side)?.get(id)
    }

    /// The cards of a side, by their ids.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Card> {
        self.cards.get(&side).into_iter().flat_map(SortedMap::values)
    }
}

/// The cards of the three editions.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    pub sets: SortedMap<Edition, CardSet>,
}

/// The pack that comes with the program, and its digest, which a test verifies.
pub static PACK: Shipped<Pack> = Shipped::new(
    &[
        ("bull_run.yaml", include_str!("../../../scenarios/dixie/bull_run.yaml")),
        ("gettysburg.yaml", include_str!("../../../scenarios/dixie/gettysburg.yaml")),
        ("shiloh.yaml", include_str!("../../../scenarios/dixie/shiloh.yaml")),
    ],
    "05d7c82e5b72c82ab4c98e20eebe28b5856f38898b884d79cbe5c1a41d593708",
    Pack::from_files,
);

impl Pack {
    /// The file by which a pack of this game is recognized.
    pub const MARK: &'static str = "bull_run.yaml";

    /// The cards of an edition.
    pub fn set(&self, edition: Edition) -> &CardSet {
        static NONE: CardSet = CardSet { cards: SortedMap::new() };
        self.sets.get(&edition).unwrap_or(&NONE)
    }

    /// Reads a pack.
    ///
    /// # Errors
    /// A file is missing, unknown or cannot be read, or has the same card twice.
    pub fn parse(files: &PackFiles) -> Result<Pack, Problem> {
        let known = Edition::ALL.map(Edition::file);
        only_files(files, "dixie", &known)?;
        let mut sets = SortedMap::new();
        for edition in Edition::ALL {
            let file: CardFile = read_file(files, edition.file())?;
            let mut cards = SortedMap::new();
            for (side, list) in [(Side::Usa, file.usa), (Side::Csa, file.csa)] {
                let mut own = SortedMap::new();
                for card in list {
                    let id = card.id.clone();
                    let source = card.source.as_ref().unwrap_or(&file.source);
                    if !file.sources.contains_key(source) {
                        return Err(at(edition, side, &id, "its source is not among those of the file"));
                    }
                    if own.insert(id.clone(), card).is_some() {
                        return Err(at(edition, side, &id, "there are two cards of this id"));
                    }
                }
                cards.insert(side, own);
            }
            sets.insert(edition, CardSet { cards });
        }
        Ok(Pack { sets })
    }

    /// Reads a pack and checks its consistency.
    ///
    /// # Errors
    /// As [`Pack::parse`], or the first problem that [`Pack::check`] finds.
    pub fn from_files(files: &PackFiles) -> Result<Pack, Problem> {
        let pack = Pack::parse(files)?;
        let problems = pack.check();
        crate::shared::fitting(pack, problems)
    }

    /// Every inconsistency.
    pub fn check(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        for (edition, set) in &self.sets {
            let mut seen = SortedSet::new();
            for side in Side::BOTH {
                for card in set.of(side) {
                    let mut never = |wrong: bool, what: &str| {
                        problems.extend(wrong.then(|| at(*edition, side, &card.id, what)));
                    };
                    never(!seen.insert(card.id.clone()), "both sides have a card of this id");
                    let odd = !is_name(&card.name) || card.id.parse::<Id>().is_err();
                    never(odd, "its name or its id cannot be read");
                    never(card.id.starts_with("card-"), "an id that begins with `card-` is a face-down card's");
                    let fits = match card.kind {
                        Kind::Infantry | Kind::Cavalry => (1..=4).contains(&card.cv),
                        Kind::Artillery => {
                            (1..=4).contains(&card.cv) && (1..=3).contains(&card.long) && (1..=3).contains(&card.short)
                        }
                        Kind::General => card.attack <= 4 && card.defense <= 4 && card.stacking <= 3,
                        Kind::Terrain => card.terrain.is_some_and(|ground| ground.is_water() == (card.limit > 0)),
                        Kind::Special => card.special.is_some(),
                    };
                    never(!fits, "its values do not fit its type");
                }
            }
        }
        problems
    }
}

fn at(edition: Edition, side: Side, id: &str, what: &str) -> Problem {
    Problem::new(format!("{id}: {what}")).in_path(format!("{}:{side}.{id}", edition.file()))
}
