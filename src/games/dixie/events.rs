//! What happens, and what the rules hold against an order: codes and facts.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::sum::Sum;
pub use crate::ledger::EliminationReason;
use crate::ledger::{EndReason, Phase};
use crate::pack::Effect;
use crate::place::Place;
use crate::side::Side;
use crate::sorted::SortedMap;

/// What happens. A card is named by its id where everybody knows it, else by the id under which it lies face down.
#[sparse(Fired(target), Special(place, target), Ended(winner))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    /// A Battle Turn begins (5.0).
    Turn { turn: u32, day: u8, side: Side },
    /// A side has deployed: this many cards in each position (3.2).
    Deployed { side: Side, cards: SortedMap<Place, usize> },
    /// A card that may not stand in its position goes back to the Reserve (DX-6).
    Returned { side: Side, card: String, place: Place },
    /// Of two creeks in a column one is removed at random (8.3).
    WaterRemoved { side: Side, card: String, place: Place, face: u64 },
    /// A morale check: what it needs, and what was rolled (6.0).
    Check { side: Side, card: String, place: Place, why: MoraleCheckReason, value: Sum, faces: Vec<u64>, passed: bool },
    /// A card is out of play.
    Eliminated { side: Side, card: String, place: Place, because: EliminationReason },
    /// A card fires (7.0): dice for its CV, the firepower, what was rolled.
    Fired {
        side: Side,
        card: String,
        from: Place,
        at: Place,
        range: Range,
        target: Option<String>,
        dice: Sum,
        firepower: u8,
        faces: Vec<u64>,
        hits: u8,
    },
    /// A card does not fire: out of ammunition, or no CV left (10.3, 12.0).
    HeldFire { side: Side, card: String, place: Place, because: NoFire },
    /// A card takes hits; how many it has now (7.3, 11.2).
    Hit { side: Side, card: String, place: Place, hits: u8, now: u8 },
    /// Hits that no card is left to take.
    Wasted { side: Side, place: Place, hits: u8 },
    /// A special is played (12.0).
    Special { side: Side, card: String, effect: Effect, place: Option<Place>, target: Option<String> },
    /// The roll of the Sharpshooters (DX-30).
    Sharpshot { side: Side, target: String, place: Place, face: u64, hit: bool },
    /// A special ends hits before they are marked (DX-30).
    Covered { side: Side, place: Place, hits: u8 },
    /// A routed card goes to the Reserve (DX-30).
    Rallied { side: Side, card: String },
    /// A melee is declared, or its second round is fought (13.2).
    Melee { side: Side, place: Place, round: u8 },
    /// A side leaves a melee, or has to (13.2).
    LeavesMelee { side: Side, place: Place, must: bool },
    /// A card moves (8.0), engages (8.1), disengages (8.2), withdraws (8.4): the rule tells.
    Moved { side: Side, card: String, from: Place, to: Place },
    /// A card that nobody sees rolls too much to outflank, and stays in the Reserve (13.1).
    StaysBack { side: Side, card: String, place: Place, face: u64 },
    /// More cards are in a position than may be (8.4).
    Disorganized { side: Side, place: Place, over: u8 },
    /// A terrain card is played (10.2).
    Terrain { side: Side, card: String, place: Place },
    /// A side holds alone a position that the other defended (10.4).
    Captured { side: Side, place: Place },
    /// Reinforcements are drawn (9.0).
    Reinforced { side: Side, count: usize },
    /// A day of battle ends (15.1, 15.2).
    DayEnds { day: u8 },
    /// What comes overnight (15.1, 15.2).
    Night { side: Side, count: usize },
    /// The remaining reinforcements are exchanged for this many cards of the Army of the Ohio (15.1).
    Ohio { count: usize },
    /// A general commands the army (13.9).
    Commander { side: Side, card: String },
    /// The battle is over (4.0).
    Ended { winner: Option<Side>, how: EndReason },
}

/// Why morale is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MoraleCheckReason {
    /// 6.0, 11.2
    Hits,
    /// 13.2
    Melee,
    /// 8.4
    Disorganization,
    /// 8.6
    ForceMarch,
    /// 13.1
    Outflanking,
    /// 13.5
    Support,
    /// 13.7
    Scouting,
}

/// How far a card fires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Range {
    /// In its own position (7.2).
    #[default]
    Short,
    /// Across the Centerline (7.2).
    Long,
    /// Into an engagement across the Centerline (13.5).
    Support,
    /// Along the line (13.3).
    Enfilade,
    /// In a melee (13.2).
    Melee,
}

/// Why a card does not fire after all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NoFire {
    /// Its CV comes to nothing (10.3).
    NoCv,
    /// Low Ammunition (DX-30).
    Ammunition,
    /// It turned out to be no troop card (DX-7).
    NoTroop,
    /// The order has scored the hits that it was to score, or no target is left.
    Enough,
}

/// What the rules hold against an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The side has no such card in play, or in its set.
    NoSuchCard { card: String },
    /// It cannot be in the Reserve: it is elsewhere, or the Reserve is empty.
    NotInReserve { card: String },
    /// It was eliminated in this Battle Turn.
    Eliminated { card: String, place: Place, because: EliminationReason },
    /// It is named twice.
    Twice { card: String },
    /// No card is named.
    NoCards,
    /// It is no card of the kind that the order is about.
    WrongKind { card: String },
    /// The charter does not have this rule.
    NotPlayed { option: String },
    /// The time for such an order is another phase.
    WrongPhase { phase: Phase },
    /// The battlefield has no such position, or it cannot be meant here.
    NoPlace { place: Place },
    /// The cards named stand in several positions.
    Apart { card: String },
    /// The position is not the side's own.
    NotOwn { place: Place },
    /// Enemy cards are there.
    Engaged { place: Place },
    /// Cavalry does not scout where its side is engaged already.
    NothingToScout { place: Place },
    /// No enemy cards are there.
    NotEngaged { place: Place },
    /// It has fired or moved already.
    HasActed { card: String },
    /// More cards than may stand there.
    TooMany { place: Place, most: u8 },
    /// Shiloh: each position takes from 1 to 4 cards.
    TooFew { place: Place },
    /// Another general is there.
    TwoGenerals { place: Place },
    /// Two terrain cards are there.
    TwoTerrain { place: Place },
    /// The column has a creek or a pond already.
    TwoCreeks { place: Place },
    /// The terrain card names another position, or another day.
    WrongGround { card: String, place: Place },
    /// The card can fire there neither at long nor at short range.
    CannotFire { card: String, at: Place },
    /// Its CV comes to nothing there.
    NoCv { card: String, at: Place },
    /// Combat in that position is over.
    CombatOver { place: Place },
    /// Melees come before all fire.
    AfterFire,
    /// The card named as target is no revealed artillery there.
    BadTarget { card: String },
    /// One position does not lead to the other.
    NotAdjacent { from: Place, to: Place },
    /// More moves than the card may make.
    TooFar { card: String },
    /// Two moves may not engage and disengage.
    EngageAndDisengage { card: String },
    /// This many may cross there in a Battle Turn.
    CrossingLimit { place: Place, limit: u8 },
    /// Terrain never moves.
    FixedCard { card: String },
    /// The special cannot be played now or there.
    BadSpecial { card: String },
    /// Two specials on a position in a phase, and different ones.
    SpecialLimit { place: Place },
    /// No flank position, or one that cannot be outflanked.
    NoFlank { place: Place },
    /// A general does not stand where those stand whom he is to help.
    GeneralElsewhere { card: String },
    /// The orders of this Battle Turn are over.
    TurnOver,
    /// An answer about cards that only their owner knows is true of these.
    OtherCards { cards: Vec<String> },
    /// An answer names the wrong cards, or the wrong number of them.
    BadChoice,
}
