//! What is on the table.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::engine::CardTable;
use crate::orders::Order;
use crate::pack::{Edition, Effect};
use crate::place::Place;
use crate::side::Side;
use crate::sorted::SortedMap;

/// Everything on the table.
#[sparse(fought, routed, held, resting, played, today, commander, quiet, won, eliminated)]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    pub edition: Edition,
    /// The rules that the charter adds (13.0 to 15.2).
    #[serde(default)]
    pub rules: Rules,
    /// How many Battle Turns have begun, counting both sides' (5.0).
    pub turn: u32,
    /// The day of a battle of several days, from 1 (15.0).
    pub day: u8,
    /// Whose Battle Turn it is.
    pub side: Side,
    pub phase: Phase,
    /// The battle positions (3.0).
    pub places: SortedMap<Place, Position>,
    /// Decks, hands, and the face-up and face-down cards. The Reserve is the pile `hand`, the Reinforcement deck
    /// `deck`, the cards out of play `lost`.
    pub cards: CardTable,
    /// The positions in which the side has begun its combat, in order; the last one is not finished (7.0).
    pub fought: Vec<Place>,
    /// Cards that have routed in this Battle Turn's Morale Phase, for a Rally (12.0).
    pub routed: Vec<String>,
    /// Cards of the Reserve that may not move in this Battle Turn: they returned in it, or failed a force march or an
    /// outflanking move (8.0, 8.6, 13.1).
    pub held: Vec<String>,
    /// Face-down cards of the moving side, by id, that belong to its Reserve and rest until the Battle Turn ends: they
    /// returned in it, or failed to outflank (8.0, 13.1, DX-16).
    pub resting: Vec<String>,
    /// The specials that were played in this phase, and where (12.0).
    pub played: Vec<Played>,
    /// The reinforcements that a side may still draw on this day (15.2).
    pub today: SortedMap<Side, u8>,
    /// Who commands the army (13.9).
    pub commander: SortedMap<Side, String>,
    /// How many Battle Turns in a row had no fighting, engagement or draw (DX-8).
    pub quiet: u8,
    /// Who has won, and how; the match ends with it (4.0).
    pub won: Option<BattleResult>,
    /// The cards that were eliminated in this Battle Turn.
    pub eliminated: Vec<Eliminated>,
    /// The orders that follow in the same turn file, while one is checked: only the end of movement has to be legal
    /// (8.0, DX-17).
    #[serde(skip)]
    pub coming: Vec<Order>,
}

/// A card that was eliminated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Eliminated {
    pub side: Side,
    pub card: String,
    pub place: Place,
    pub because: EliminationReason,
}

/// The rules that a charter adds.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Rules {
    /// All of 13.1 to 13.5 with one option.
    pub advanced: bool,
    /// Gettysburg in three days (15.2).
    pub three_days: bool,
    /// 13.1
    pub outflanking: bool,
    /// 13.2
    pub melee: bool,
    /// 13.3
    pub enfilade: bool,
    /// 13.4
    pub counter_battery: bool,
    /// 13.5
    pub artillery_support: bool,
    /// 13.6
    pub decoys: bool,
    /// 13.7
    pub scouting: bool,
    /// 13.8
    pub five_positions: bool,
    /// 13.9
    pub corps_integrity: bool,
    /// 13.9, the further option.
    pub division_integrity: bool,
    /// The Army of the Ohio comes overnight (15.1).
    pub ohio: bool,
    /// And with it the 3rd division of the Army of the Tennessee (15.1).
    pub third_division: bool,
    /// Only cards that are marked for Day 1 are used on Day 1 (15.2).
    pub day_1_cards: bool,
    /// The battle decks of the players' own design (14.0).
    pub decks: SortedMap<Side, Vec<String>>,
}

/// The current point in a Battle Turn (5.0).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    #[default]
    Deployment,
    Morale,
    /// Melees come before all other combat (13.2).
    Combat,
    Move,
    /// After all movement (13.1).
    Outflank,
    Reinforce,
}

/// A battle position.
#[sparse(all_but(defender))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Its defender: the side that last held it alone (10.4, 11.1), or for an empty one the side in whose line it is
    /// (DX-37).
    pub defender: Side,
    /// The cards there except terrain, by side, in the order in which their owner lists them (DX-14).
    pub cards: SortedMap<Side, Vec<Placed>>,
    pub terrain: Vec<Terrain>,
    /// Fords, which raise its Movement Limit (10.3).
    pub fords: u8,
    /// How many cards have crossed the Centerline into or out of it in this Battle Turn; they count against its limit
    /// (8.3).
    pub crossed: u8,
    /// How many cards have tried to outflank it in this Battle Turn (13.1).
    pub flanked: u8,
    /// How many of them have failed.
    pub repelled: u8,
}

/// A card in a position.
#[sparse(all_but(card))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// Its id, or the id of its commitment if it was laid face down: once it is revealed, the table knows the card.
    pub card: String,
    /// Hit markers (7.3).
    pub hits: u8,
    /// What it has done in this Battle Turn.
    pub did: Option<CardAction>,
    /// Whether it was laid face down as a troop card; if it is none, it is a decoy (13.6).
    pub laid: bool,
}

/// A terrain card in a position, and whose it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    pub side: Side,
    pub card: String,
}

/// What a card has done in its side's Battle Turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum CardAction {
    /// It has fired or fought a melee (7.0, 13.2).
    Fired,
    /// It has moved (8.0), engaged (8.1) or disengaged (8.2).
    Moved,
    Engaged,
    Disengaged,
    /// It has failed a force march, and may not move (8.6).
    Held,
    /// It was revealed or played in this Move Phase.
    Played,
}

/// A special that was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Played {
    pub side: Side,
    pub place: Place,
    pub effect: Effect,
}

/// A side that has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BattleResult {
    /// Nobody, if the battle is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    pub how: EndReason,
}

/// Why a card is out of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EliminationReason {
    /// It has failed a morale check (6.0), or a general was killed (11.2).
    Routed,
    /// It has taken more hits than its CV (7.3).
    Hits,
    /// A general or special that is engaged without troops (11.2, DX-12).
    Alone,
    /// A decoy that was engaged or hit (13.6).
    Decoy,
}

/// How a battle ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// Enough enemy positions are occupied, unopposed (4.0).
    Occupation,
    /// An enfilading card may fire at a vacant enemy position (13.3).
    Envelopment,
    /// The CSA has not won by the end of Day 3 (15.2).
    LastDay,
    /// Neither side fights any more (DX-8).
    Stalemate,
}
