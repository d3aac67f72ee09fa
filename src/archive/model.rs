//! What an archive wants to know of a match, as plain values. Words may come from players; whoever prints them makes them
//! harmless.

use serde::{Deserialize, Serialize};

/// A match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Match {
    /// The digest of its charter, in hexadecimal.
    pub id: String,
    pub title: String,
    pub game: String,
    /// The revision of the game's rules.
    pub revision: u32,
    pub scenario: String,
    /// The options of the charter, as JSON.
    pub options: String,
    /// `head_to_head` or `refereed`.
    pub trust: String,
    /// The tournament that it is part of, if the charter names one.
    pub event: Option<Event>,
    /// The match that it goes on with.
    pub continues: Option<String>,
    /// When the charter was written, and when the first and the newest state were issued; RFC 3339, in UTC.
    pub written: String,
    pub began: String,
    pub ended: String,
    /// The step of the newest state.
    pub steps: u64,
    /// When that is on the game's own calendar: `Turn 3, November 1861`.
    pub when: String,
    pub result: Option<Outcome>,
    /// Whether something could not be checked, such as a hand that its owner has not disclosed.
    pub partial: bool,
    pub seats: Vec<Seat>,
    pub dice: Vec<Dice>,
    pub counts: Vec<Count>,
    pub combats: Vec<Combat>,
    pub moments: Vec<Moment>,
    /// What rests on somebody's word.
    pub notices: Vec<Notice>,
    /// What the report of each step says, without positions, tables and dice.
    pub reports: Vec<(u64, String)>,
}

/// A match's place in a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// The tournament's id.
    pub tournament: String,
    pub round: Option<u64>,
    pub board: Option<u64>,
    pub leg: Option<u64>,
}

/// How a match ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The side that won; none: it is drawn.
    pub winner: Option<String>,
    /// The game's own word for it: `last_day`, `resigned`.
    pub how: String,
    /// In words.
    pub words: String,
    /// By how many of the game's own points the winner was ahead; of a draw, the first side.
    pub margin: Option<i64>,
}

/// A seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Seat {
    pub seat: String,
    /// The side that it played in the end; an adjudicator has none.
    pub side: Option<String>,
    /// The player's name.
    pub name: String,
    /// His public key, in hexadecimal, and its fingerprint.
    pub key: String,
    pub fingerprint: String,
}

/// The dice of one size that were rolled for a side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Dice {
    /// None: nobody's in particular.
    pub side: Option<String>,
    /// How many faces such a die has.
    pub sides: u64,
    pub rolls: u64,
    /// How often each face came up: of 1, 2, …
    pub faces: Vec<u64>,
}

/// Something that a game counts, as it stood in the end, of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Count {
    pub title: String,
    /// `score`, `losses` or `other`.
    pub tells: String,
    pub side: String,
    pub value: i64,
}

/// A combat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Combat {
    pub step: u64,
    /// Where it was fought.
    pub place: String,
    pub attacker: String,
    pub defender: String,
    /// How the result was looked up: the odds, the column.
    pub odds: String,
    /// What each side suffered.
    pub attacker_result: String,
    pub defender_result: String,
    pub outcome: String,
}

/// Something that happened, in a line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moment {
    pub step: u64,
    /// `combat`, `leader`, …
    pub kind: String,
    pub words: String,
    pub side: Option<String>,
    /// Who took part, separated by commas.
    pub people: String,
    /// What a peak of the match is called.
    pub peak: Option<String>,
    /// How much it weighs among others of its kind: of a combat, the losses of both sides.
    pub weight: u32,
}

/// Something that no verification derives.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// `ruling`, `replaced`, `forfeit`, …
    pub kind: String,
    pub step: u64,
    pub words: String,
}

impl Match {
    /// What the match was to a seat: `won`, `lost`, `drawn` or `open`; nothing for a seat without a side.
    pub fn result_of(&self, seat: &Seat) -> Option<&'static str> {
        let side = seat.side.as_ref()?;
        Some(match &self.result {
            None => "open",
            Some(Outcome { winner: None, .. }) => "drawn",
            Some(Outcome { winner: Some(winner), .. }) if winner == side => "won",
            Some(_) => "lost",
        })
    }
}

impl Dice {
    /// How many dice.
    pub fn total(&self) -> u64 {
        self.faces.iter().sum()
    }
}
