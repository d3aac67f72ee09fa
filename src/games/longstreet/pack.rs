//! The cards and the battles, as the data pack has them (Anatomy of the Action Cards, LS-1).

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::table::Spot;
use crate::document::{Id, PackFiles, Problem};
use crate::shared::table::{Ground, UnitData, VictoryCondition};
use crate::shared::{NO_NAME, Shipped, Source, by_id, in_file, is_name, only_files, read_file, read_scenarios};
use crate::side::Side;
use crate::sorted::{SortedMap, SortedSet};

/// A modifying symbol, and the phase that it modifies (Modifier Symbol).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Symbol {
    Fire,
    Movement,
    Combat,
}

/// When an interrupt may be played, as its effect text says (Interrupt, LS-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// At the start of the enemy's turn, before he declares whether he reshuffles.
    Start,
    /// Immediately after he invokes the phase, and modifies it.
    Fire,
    Movement,
    Combat,
    /// When he has declared charges, before any is carried out.
    Charge,
}

impl Moment {
    /// All of them, in the order in which a turn comes to them.
    pub const ALL: [Moment; 5] = [Moment::Start, Moment::Fire, Moment::Movement, Moment::Combat, Moment::Charge];

    /// The window in which it is asked for, by the name that answers in advance have.
    pub fn window(self) -> &'static str {
        match self {
            Moment::Start => "start",
            Moment::Fire => "after_fire",
            Moment::Movement => "after_movement",
            Moment::Combat => "after_combat",
            Moment::Charge => "charge",
        }
    }

    /// The moment of a window.
    pub fn of_window(window: &str) -> Option<Moment> {
        Moment::ALL.into_iter().find(|moment| moment.window() == window)
    }
}

/// What the program does when a card is played for its effect (Banners and Effect Text, LS-9). The players apply the
/// rest of the card's text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// It only shows the card: the players apply it.
    #[default]
    Shown,
    /// One enemy battery does not fire in this phase.
    BatterySilent,
    /// One enemy unit does not move in this phase.
    UnitStays,
    /// One enemy unit does not charge in this phase.
    NoCharge,
    /// The misses of one firing unit are rolled again.
    RerollMisses,
    /// The enemy rolls a die and loses that many random cards of his hand.
    LoseCards,
    /// One enemy unit is moved by the other side.
    MoveEnemy,
    /// A patch of rough ground is placed.
    RoughGround,
}

impl Effect {
    /// Whether it is played on a unit of the enemy's.
    pub fn targets_unit(self) -> bool {
        matches!(self, Effect::BatterySilent | Effect::UnitStays | Effect::NoCharge | Effect::MoveEnemy)
    }

    /// Whether it needs a place.
    pub fn needs_place(self) -> bool {
        matches!(self, Effect::MoveEnemy | Effect::RoughGround)
    }
}

/// The color of a banner (Red = Remove).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    #[default]
    Blue,
    /// Played as an interrupt, the card is removed from the game.
    Red,
}

/// A card, of which there may be several copies.
#[sparse(all_but(id, title, morale, copies, text))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Card {
    pub id: Id,
    /// What its banner says (Banner).
    pub title: String,
    pub morale: u8,
    pub symbol: Option<Symbol>,
    pub interrupt: Option<Moment>,
    pub color: Color,
    /// The first and the last year of its use, if it has a year indicator (Year Indicators).
    pub years: Option<[u16; 2]>,
    pub copies: u8,
    pub effect: Effect,
    /// The effect in words of our own.
    pub text: String,
    pub source: Option<Source>,
}

impl Card {
    /// Whether it is in use in a year (Year Indicators).
    pub fn in_use(&self, year: u16) -> bool {
        self.years.is_none_or(|[first, last]| (first..=last).contains(&year))
    }
}

/// The manifest of the action cards (The Action Cards).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct CardFile {
    #[allow(dead_code, reason = "for readers of the file")]
    about: String,
    #[allow(dead_code, reason = "for readers of the file")]
    source: Source,
    /// The size of each deck by year, as a checksum.
    decks: SortedMap<Side, SortedMap<String, u16>>,
    neutral: Vec<Card>,
    federal: Vec<Card>,
    confederate: Vec<Card>,
}

/// A victory condition of a side, of the players' choosing (LS-16).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    pub id: Id,
    pub side: Side,
    pub name: String,
    pub needs: VictoryCondition,
}

/// A battle.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub id: Id,
    pub name: String,
    pub about: String,
    /// Its source; the names and numbers of units come from there too, unless stated otherwise.
    pub source: Source,
    pub year: u16,
    /// Who has the first turn.
    pub first: Side,
    /// The table, in tenths of a base width.
    pub width: i32,
    pub depth: i32,
    /// Hand sizes, if they are not the standard six (Hand Size).
    #[serde(default)]
    pub hand: SortedMap<Side, u8>,
    pub federal: Vec<UnitData>,
    pub confederate: Vec<UnitData>,
    #[serde(default)]
    pub terrain: Vec<Ground>,
    pub victory: Vec<Condition>,
}

impl Battle {
    /// The units of a side.
    pub fn of(&self, side: Side) -> &[UnitData] {
        match side {
            Side::Federal => &self.federal,
            Side::Confederate => &self.confederate,
        }
    }

    /// A unit, and whose it is.
    pub fn unit(&self, id: &Id) -> Option<(Side, &UnitData)> {
        Side::BOTH.into_iter().find_map(|side| Some((side, self.of(side).iter().find(|unit| unit.id == *id)?)))
    }

    /// Whether a spot is on the table.
    pub fn is_on_table(&self, at: Spot) -> bool {
        (0..=self.width).contains(&at.east) && (0..=self.depth).contains(&at.north) && at.facing < 360
    }

    /// The inconsistencies.
    fn check(&self) -> Vec<Problem> {
        let mut found = Vec::new();
        let mut never = |wrong: bool, path: &str, words: &str| {
            found.extend(wrong.then(|| Problem::new(words).in_path(path)));
        };
        let long = |length: i32| (10..=3_000).contains(&length);
        never(!(1861..=1865).contains(&self.year), "year", "the year must be 1861 to 1865");
        let words = "the table must be 1 to 300 base widths wide and deep";
        never(!long(self.width) || !long(self.depth), "width", words);
        let mut seen = SortedSet::new();
        for side in Side::BOTH {
            let wrong = self.hand.get(&side).is_some_and(|size| !(1..=20).contains(size));
            never(wrong, &format!("hand.{side}"), "a hand has 1 to 20 cards");
            for unit in self.of(side) {
                let path = format!("{side}.{}", unit.id);
                never(!seen.insert(unit.id.clone()), &path, "there are two units of this id");
                let names = [&unit.name, &unit.brigade, &unit.quality];
                never(!names.iter().all(|name| is_name(name)), &path, NO_NAME);
                never(
                    unit.bases == 0 || !self.is_on_table(unit.at),
                    &path,
                    "a unit has bases, and stands on the table",
                );
            }
            never(self.of(side).is_empty(), side.as_str(), "a side has units");
        }
        for ground in &self.terrain {
            let on = |[x, y]: &[i32; 2]| self.is_on_table(Spot { east: *x, north: *y, facing: 0 });
            let fits = ground.points.len() > 1 && ground.points.iter().all(on) && is_name(&ground.name);
            never(!fits, &format!("terrain.{}", ground.id), "terrain has a name, and points on the table");
        }
        for (n, condition) in self.victory.iter().enumerate() {
            let path = format!("victory.{}", condition.id);
            let twice = self.victory[..n].iter().any(|other| other.id == condition.id);
            never(twice, &path, "there are two conditions of this id");
            never(!is_name(&condition.name), &path, NO_NAME);
        }
        found
    }
}

/// The cards, and the battles by their ids.
#[derive(Clone, Debug, PartialEq)]
pub struct Pack {
    pub neutral: Vec<Card>,
    pub federal: Vec<Card>,
    pub confederate: Vec<Card>,
    /// The intended size of each deck, by year.
    pub decks: SortedMap<Side, SortedMap<String, u16>>,
    pub battles: SortedMap<Id, Battle>,
}

/// The pack that comes with the program, and its digest, which a test verifies.
pub static PACK: Shipped<Pack> = Shipped::new(
    &[
        ("cards.yaml", include_str!("../../../scenarios/longstreet/cards.yaml")),
        ("scenarios/brawners_farm.yaml", include_str!("../../../scenarios/longstreet/scenarios/brawners_farm.yaml")),
        ("scenarios/millers_ford.yaml", include_str!("../../../scenarios/longstreet/scenarios/millers_ford.yaml")),
    ],
    "140fbfd0b3b43df2e11daa915825f363d91b590631a4526365615fdb6ba1a1b6",
    Pack::from_files,
);

impl Pack {
    /// The file by which a pack of this game is recognized.
    pub const MARK: &'static str = "cards.yaml";

    /// The national cards of a side.
    pub fn national(&self, side: Side) -> &[Card] {
        match side {
            Side::Federal => &self.federal,
            Side::Confederate => &self.confederate,
        }
    }

    /// The cards that a side may have: the neutral ones and its own, never the enemy's (The Action Cards).
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Card> {
        self.neutral.iter().chain(self.national(side))
    }

    /// The ids of all the cards of a side's deck in a year: one side's deck grows as the war goes on, the other's
    /// shrinks (Year Indicators, The Year Indicators and the National Cards).
    pub fn deck(&self, side: Side, year: u16) -> Vec<String> {
        let used = self.of(side).filter(|card| card.in_use(year));
        used.flat_map(|card| (1..=card.copies).map(|n| copy_id(side, &card.id, n))).collect()
    }

    /// The card of that id, one of a side's copies: `us_quickstep_2`.
    pub fn card(&self, side: Side, id: &str) -> Option<&Card> {
        let (name, copy) = id.strip_prefix(side.flag())?.strip_prefix('_')?.rsplit_once('_')?;
        let card = self.of(side).find(|card| card.id.as_str() == name)?;
        (1..=card.copies).any(|n| n.to_string() == copy).then_some(card)
    }

    /// The cards that a word may mean: their title or id, whichever copy it is.
    pub fn titled(&self, side: Side, word: &str) -> Option<&Card> {
        self.of(side).find(|card| card.id.as_str() == word || card.title.eq_ignore_ascii_case(word))
    }

    /// Reads a pack.
    ///
    /// # Errors
    /// A file is missing, unknown or cannot be read.
    pub fn parse(files: &PackFiles) -> Result<Pack, Problem> {
        only_files(files, "longstreet", &[Pack::MARK])?;
        let file: CardFile = read_file(files, Pack::MARK)?;
        for (list, cards) in
            [("neutral", &file.neutral), ("federal", &file.federal), ("confederate", &file.confederate)]
        {
            by_id(cards.clone(), list, |card| &card.id).map_err(|problem| in_file(Pack::MARK, problem))?;
        }
        let battles = read_scenarios(files, |battle: &Battle| &battle.id)?;
        let CardFile { decks, neutral, federal, confederate, .. } = file;
        Ok(Pack { neutral, federal, confederate, decks, battles })
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
        let mut found = Vec::new();
        for side in Side::BOTH {
            for card in self.of(side) {
                let mut never = |wrong: bool, words: &str| {
                    let path = || format!("{}:{side}.{}", Pack::MARK, card.id);
                    found.extend(wrong.then(|| Problem::new(words).in_path(path())));
                };
                let short = (1..=400).contains(&card.text.trim().len());
                never(!is_name(&card.title) || !short, "a card has a title and a short text");
                let many = (1..=40).contains(&card.copies) && card.morale <= 9;
                never(!many, "a card has 1 to 40 copies, and a morale value of 0 to 9");
                never(card.years.is_some_and(|[first, last]| first > last), "its years begin before they end");
                let interrupts = card.interrupt.is_some();
                never(card.color == Color::Red && !interrupts, "only interrupts have red banners");
                let fits = match card.effect {
                    Effect::Shown => true,
                    Effect::RerollMisses => card.symbol == Some(Symbol::Fire) && !interrupts,
                    _ => interrupts,
                };
                never(!fits, "its effect does not fit its symbols");
                let twice = |other: &Card| other.id == card.id;
                let twice = self.national(side).iter().any(twice) && self.neutral.iter().any(twice);
                never(twice, "a neutral card has this id");
            }
            for (year, count) in self.decks.get(&side).into_iter().flat_map(SortedMap::iter) {
                let cards = year.parse().map_or(0, |year| self.deck(side, year).len());
                if cards != usize::from(*count) {
                    let words = format!("the deck of {year} has {cards} cards, and is to have {count}");
                    found.push(Problem::new(words).in_path(format!("{}:decks.{side}.{year}", Pack::MARK)));
                }
            }
        }
        for (id, battle) in &self.battles {
            let name = format!("scenarios/{id}.yaml");
            found.extend(battle.check().into_iter().map(|problem| in_file(&name, problem)));
            for side in Side::BOTH {
                if self.deck(side, battle.year).len() < usize::from(battle.hand.get(&side).copied().unwrap_or(6)) {
                    found.push(Problem::new(format!("{side} has fewer cards than a hand")).in_path(name.as_str()));
                }
            }
        }
        found
    }
}

/// The id of a copy of a card in a side's deck.
pub fn copy_id(side: Side, card: &Id, n: u8) -> String {
    format!("{}_{card}_{n}", side.flag())
}
