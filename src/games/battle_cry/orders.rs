//! What players can write: orders, questions and answers, and standing orders.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::Id;
use crate::pack::Theater;
use crate::sorted::SortedMap;

/// The part of a card that its player uses (sequence of play, introduction).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Half {
    /// The half that fits: the upper one, unless only the lower one can be played so.
    #[default]
    Fitting,
    Upper,
    Lower,
    /// Frontal Assault, at the foot of every card.
    Frontal,
}

/// The word for no card.
pub const NONE: &str = "none";

/// An order. A card is written by its id, or by the title of an event where any copy will do.
#[sparse(
    Resource(general, replaced, theater),
    Lay(east, west),
    Discretionary(east, west),
    Generals(recall, place),
    Attack(half, target),
    Special(half, general, target, take),
    Discard(cards, general),
    Embark(cards, generals)
)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Cards or generals are picked for the set-up (Deck Two Scenario, Gettysburg).
    Pick { cards: Vec<String> },
    /// A Resource Event is played in phase B or J, or none: `card: none`.
    Resource { card: String, general: Option<String>, replaced: Option<String>, theater: Option<Theater> },
    /// Command points are laid face down in phase C: a command card for each theater, or a number of points.
    Lay { east: Option<LaidCard>, west: Option<LaidCard> },
    /// The Union places its battles in phase D.
    Place(PlacedBattles),
    /// How the Confederate blocks battles, each with those that block it, the first that can (Blocking).
    Block(SortedMap<Id, Vec<Id>>),
    /// A movement card is played in phase E, or none: `card: none`. `theater` and `battle` are its target; `fights`:
    /// the Union fights under a cap on its draw; `east` and `west`: what it moves there.
    Movement(MovementPlay),
    /// Discretionary command points are laid face up in phase F.
    Discretionary { east: u8, west: u8 },
    /// Generals return to the hand and come into play in phase G.
    Generals { recall: Vec<String>, place: SortedMap<String, Theater> },
    /// Fewer cards are drawn for the battle of a theater than command points allow (H.2).
    Draw(SortedMap<Theater, u8>),
    /// The battle of this theater is fought first (H.1).
    First(Theater),
    /// Before a battle that the Union reaches by sea, cards return to the top of its deck and generals engage
    /// (Peninsula Campaign).
    Embark { cards: Vec<String>, generals: Vec<String> },
    /// The enemy's announced play `to` is answered at once (Immediately, BC-26).
    React(Reaction),
    /// What the enemy's announced play `for` forces upon the side.
    Choose(Choice),
    /// A battle event is played, and a general engages for it (I.5).
    Attack { card: String, half: Half, general: String, target: Option<String> },
    /// A special event is played (I.6).
    Special { card: String, half: Half, general: Option<String>, target: Option<String>, take: Option<String> },
    /// A cavalry general engages to draw a card (Cavalry General).
    Engage { general: String },
    /// The send is handed over.
    Send {},
    /// The enemy reacts to what was announced, and the send goes on (BC-28).
    Hold {},
    /// The enemy's send is settled, and nothing more is played for now.
    Settle {},
    /// The side passes (I.4); `continue` is its word about Battle Continues, should both pass (BC-30).
    Pass {
        #[serde(default, rename = "continue")]
        continues: ContinueBattle,
    },
    /// Cards are discarded in phase K, or a general is exchanged for a card.
    Discard { cards: Vec<String>, general: Option<String> },
}

/// A command card by its name, or points laid openly by their number (BC-34, BC-36).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, expecting = "expected points from 0 to 15, or the id of a command card")]
pub enum LaidCard {
    Points(u8),
    Card(String),
}

/// Whether Battle Continues is played after both have passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ContinueBattle {
    #[default]
    No,
    Yes,
    /// The side is asked when both have passed.
    Ask,
}

/// An immediate card against an announced play.
#[sparse(half, save, insist, go_on)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reaction {
    pub card: String,
    pub half: Half,
    /// The number of the play in the send, from 1.
    pub to: u8,
    /// The own card, or general, that it saves.
    pub save: Option<String>,
    /// What its player does if it meets Command Failure itself.
    pub insist: Insist,
    /// The rest of the turn is carried out even if the reaction comes to nothing.
    pub go_on: bool,
}

/// What the owner of a special event does that meets Command Failure (Immediately).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Insist {
    /// The event is canceled.
    #[default]
    Accept,
    /// A general engages, and random cards return to the deck.
    Pay(String),
    /// Another immediate card is played against it: Command Failure, or Heroic Effort.
    Card(String),
}

/// A forced choice.
#[sparse(discard, engage, cancel, attack, wounded)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Choice {
    /// The number of the enemy's play in the send, from 1.
    #[serde(rename = "for")]
    pub play: u8,
    /// Cards of the hand that are discarded.
    pub discard: Vec<String>,
    /// The general who engages.
    pub engage: Option<String>,
    /// The own card in play that is canceled, or turned to its reverse value.
    pub cancel: Option<String>,
    /// The +1 attack card that is played, and the general who engages for it.
    pub attack: Option<ForcedAttack>,
    /// The engaged general who is wounded.
    pub wounded: Option<String>,
}

/// A +1 attack card that a side is forced to play.
#[sparse(half)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ForcedAttack {
    pub card: String,
    pub half: Half,
    pub general: String,
}

/// A question to a side in the middle of a turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// The side's play `card` meets the enemy's card `by` (Immediately).
    Failure { card: String, by: String },
    /// The enemy saves `card` with his card `by`.
    Saved { card: String, by: String },
    /// The enemy has played this special event: is it answered at once (option `interrupts: card`)?
    Special { card: String },
    /// He would cancel an own card with it, or wound a general: is that saved?
    Threatened { card: String, by: String },
    /// What his card forces upon the side.
    Force { card: String },
    /// The enemy has passed: pass as well, or go on (BC-30).
    EnemyPasses {},
    /// Both have passed: is Battle Continues played?
    Continue {},
    /// Which generals disengage, where the battle goes on (BC-37).
    Disengage { count: u8 },
    /// Which generals arrive for those wounded on the day before (Gettysburg).
    Reinforce { count: u8 },
    /// Which battles the Union places (D).
    Placement {},
    /// The Union's movement after the Confederate has blocked in these theaters, or in none (E).
    Moves { blocked: Vec<Theater> },
    /// Which battle is fought first (H.1).
    FirstBattle {},
}

/// An answer. `accept`, `pass`, `go_on`, `yes` and `no` are words by themselves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// The card is canceled, or saved, as the enemy wants it.
    Accept,
    Pass,
    GoOn,
    Yes,
    No,
    /// This general engages, and random cards return to the deck.
    Pay(String),
    /// This immediate card is played.
    Card(String),
    /// This is what a card forces upon the side.
    Choose(Choice),
    /// These generals disengage, or arrive.
    Generals(Vec<String>),
    /// These battles are placed.
    Place(PlacedBattles),
    /// This battle is fought first.
    First(Theater),
    /// This movement card is played.
    Move(MovementPlay),
}

/// Battles to be placed, by theater.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedBattles {
    pub east: Option<Id>,
    pub west: Option<Id>,
    pub amphibious: bool,
}

/// A movement card with its target. Where the enemy's card leaves the Union the choice, `fights` says whether it fights
/// on its condition: under a cap, or at the price of a general who engages and cards that it discards.
#[sparse(theater, battle, fights, general, discard, east, west)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MovementPlay {
    pub card: String,
    pub theater: Option<Theater>,
    pub battle: Option<Id>,
    pub fights: Option<bool>,
    pub general: Option<String>,
    pub discard: Vec<String>,
    pub east: Option<u8>,
    pub west: Option<u8>,
}

/// A side's standing orders.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Standing {
    /// Whether the generals with the most stars disengage where a battle goes on, or the side is asked (BC-37).
    pub disengage: ChosenGenerals,
    /// The same, for generals who arrive on a new day (Gettysburg).
    pub reinforce: ChosenGenerals,
}

/// Who chooses generals where a battle goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ChosenGenerals {
    #[default]
    MostStars,
    Ask,
}
