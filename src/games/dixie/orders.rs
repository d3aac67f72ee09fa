//! What players can write: orders, standing orders, questions and answers.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::place::Place;

use crate::sorted::SortedMap;

/// An order of the side whose Battle Turn it is. A card is written by its id; one that lies face down stands in a
/// signed turn under the id of its commitment.
#[sparse(Deploy(decoys), Melee(specials, again), Fire(at, target, until_hits), ForceMarch(general))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Cards of the Reserve are deployed (3.2). `decoys` names those of them that stay face down and are no troops
    /// (13.6).
    Deploy { cards: SortedMap<Place, Vec<String>>, decoys: Vec<String> },
    /// The cards in an engaged position fight a melee (13.2).
    Melee {
        place: Place,
        /// Specials that are played on it.
        specials: Vec<String>,
        /// Whether a second round is fought.
        again: Again,
    },
    /// Cards of one position fire, one after the other (7.0).
    Fire {
        cards: Vec<String>,
        /// Where they fire: without it, in their own position if it is engaged, else across the Centerline.
        at: Option<Place>,
        /// A revealed artillery card that takes all hits (13.4).
        target: Option<String>,
        /// Once they have scored this many hits together, the rest of them hold their fire.
        until_hits: Option<u8>,
    },
    /// A special of the Reserve is played (12.0).
    Special(Play),
    /// Cards make a battle move, or two (8.0, 8.5): all from one position, along the places named.
    Move { cards: Vec<String>, path: Vec<Place> },
    /// Infantry or artillery make two battle moves, each after a morale check (8.6). A general who goes with them
    /// helps.
    ForceMarch { cards: Vec<String>, path: Vec<Place>, general: Option<String> },
    /// A terrain card of the Reserve is played (10.2).
    Terrain { card: String, place: Place },
    /// Cards of the Reserve engage a flank position that is engaged, each after a morale check, and fire (13.1). Only
    /// those that pass are shown.
    Outflank(Outflanking),
    /// Cavalry scouts the opposing position (13.7).
    Scout { cards: Vec<String>, place: Place },
    /// A general, special or terrain card of the Reserve is laid face down as a decoy (13.6).
    Decoy { card: String, place: Place },
    /// Cards of one's own that are face down are turned up (13.6).
    Reveal { cards: Vec<String> },
    /// The side's orders are over; reinforcements come (9.0).
    EndTurn {},
}

/// Cards of the Reserve that go for a flank (13.1).
#[sparse(all_but(cards, place))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outflanking {
    pub cards: Vec<String>,
    pub place: Place,
    pub general: Option<String>,
    /// A Flank March, for the first of the cards (12.0).
    pub special: Option<String>,
    /// A revealed artillery card that takes all hits (13.4).
    pub target: Option<String>,
    /// Whether the cards are named before they roll, so that nobody has to be asked which of them pass.
    pub named: bool,
}

/// A special card and where it is played (12.0).
#[sparse(all_but(card))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    pub card: String,
    /// The position on which it is played; none for a Railway and a Rally.
    pub place: Option<Place>,
    /// The card that it is played on: the general of the Sharpshooters, the firing card of a Low Ammunition and of a
    /// Uniform Confusion, the routed card of a Rally.
    pub target: Option<String>,
}

/// Whether a side fights a second round of melee (13.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Again {
    /// If it has more CV there than the enemy.
    #[default]
    IfStronger,
    Always,
    Never,
    /// It is asked.
    Ask,
}

/// Which card comes first, where cards are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum First {
    /// The lowest CV.
    #[default]
    Weakest,
    /// The highest CV.
    Strongest,
    /// As they are listed in their position.
    Listed,
    /// The owner is asked.
    Ask,
}

/// A side's standing orders. What it does not say is default: nobody is asked.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Standing {
    /// Which troops take hits first, among those with the fewest (7.3); cards that lie face down come after those that
    /// do not, in the order in which they are listed (DX-14).
    pub hits: First,
    /// Cards that take hits before all others.
    pub first: Vec<String>,
    /// Which cards withdraw from an overstacked position first (8.4).
    pub withdraw: First,
    /// Whether it fights on in the second round of a melee that the enemy has begun (13.2).
    pub melee: Again,
    /// Whether it is asked for specials before the enemy rolls (12.0).
    pub ask_specials: bool,
}

/// A question to a side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Question {
    /// Enemy cards are about to fire at a position: does it play specials (12.0)?
    BeforeFire { from: Place, at: Place, cards: Vec<String> },
    /// The enemy has declared a melee: does it play specials (12.0)?
    BeforeMelee { place: Place },
    /// Which of its cards take hits: this many, one for each (7.3).
    Hits { place: Place, hits: u8, cards: Vec<String> },
    /// Does it fight a second round of melee, or disengage (13.2)?
    SecondRound { place: Place },
    /// Which cards withdraw to the Reserve: this many (8.4).
    Withdraw { place: Place, count: u8, cards: Vec<String> },
    /// Both sides have deployed: which of its face-down cards are turned up, since they are no troops (3.1, DX-5).
    TurnUp { cards: Vec<String> },
    /// Which of its cards pass with what they have rolled, and outflank (13.1).
    Outflanked {
        place: Place,
        cards: Vec<String>,
        faces: Vec<u64>,
        /// The general who goes along.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        general: Option<String>,
    },
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Answer {
    /// No special is played.
    Pass {},
    /// Specials are played.
    Specials(Vec<Play>),
    /// These cards take the hits, in this order; a card is named once for each of its hits.
    Hits(Vec<String>),
    /// The second round is fought.
    Fight {},
    /// It disengages.
    Disengage {},
    /// These cards withdraw.
    Withdraw(Vec<String>),
    /// These cards are turned up.
    TurnUp(Vec<String>),
    /// These cards pass; the others do not.
    Passed(Vec<String>),
}

impl Question {
    /// The position that it is about; the Reserve if it is not about a single one.
    pub fn place(&self) -> Place {
        match self {
            Question::BeforeFire { at, .. } => *at,
            Question::TurnUp { .. } => Place::Reserve,
            Question::BeforeMelee { place }
            | Question::Outflanked { place, .. }
            | Question::Hits { place, .. }
            | Question::SecondRound { place }
            | Question::Withdraw { place, .. } => *place,
        }
    }
}
