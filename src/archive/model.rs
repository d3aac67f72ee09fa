//! What an archive records about a match, as plain values. Texts may come from players; make them harmless before
//! printing.

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
    /// The match that it continues.
    pub continues: Option<String>,
    /// When the charter was written, and when the first and the newest state were issued; RFC 3339, in UTC.
    pub written: String,
    pub began: String,
    pub ended: String,
    /// The step of the newest state.
    pub steps: u64,
    /// The time of that step in the game's own calendar: `Turn 3, November 1861`.
    pub when: String,
    pub result: Option<Outcome>,
    /// Whether something could not be checked, such as a hand that its owner has not disclosed.
    pub partial: bool,
    pub seats: Vec<Seat>,
    pub dice: Vec<Dice>,
    pub rolls: Vec<DiceRoll>,
    pub decisions: Vec<Decision>,
    pub counts: Vec<Count>,
    pub combats: Vec<Combat>,
    pub moments: Vec<Moment>,
    /// What rests on somebody's word.
    pub notices: Vec<Notice>,
    /// The text of each step's report, without positions, tables and dice.
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
    /// The side that won; `None` for a draw.
    pub winner: Option<String>,
    /// The game's own code for it: `last_day`, `resigned`.
    pub how: String,
    /// In words.
    pub words: String,
    /// By how many of the game's points the winner was ahead; in a draw, the first side.
    pub margin: Option<i64>,
}

/// A seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Seat {
    pub seat: String,
    /// The side that it played at the end; `None` for an adjudicator.
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
    /// `None` if they belong to neither side.
    pub side: Option<String>,
    /// The number of faces of such a die.
    pub sides: u64,
    pub rolls: u64,
    /// How often each face came up: of 1, 2, …
    pub faces: Vec<u64>,
}

/// A single roll of dice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DiceRoll {
    pub step: u64,
    /// Its number among the rolls and shuffles of the step, from 0.
    pub n: u64,
    /// The side that it was rolled for, and the seat that played this side then; `None` if for neither.
    pub side: Option<String>,
    pub seat: Option<String>,
    pub purpose: String,
    pub rule: String,
    /// The number of faces of such a die.
    pub sides: u64,
    pub faces: Vec<u64>,
}

/// Something that a player decided in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Decision {
    /// The step that the turn led to.
    pub step: u64,
    /// Its number among the decisions of the step, from 0.
    pub n: u64,
    pub seat: String,
    /// The side that the seat played then.
    pub side: Option<String>,
    /// `order`, `answer`, `standing`, `commit`, `open`, `take_back` or `offer`.
    pub kind: String,
    /// The kind of order (`march`), or the id of the question or choice.
    pub name: String,
    /// All of it, as JSON.
    pub value: String,
}

/// A tournament of matches in the archive, as its director has announced it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tournament {
    /// The digest of the announcement, in hexadecimal.
    pub id: String,
    pub title: String,
    /// The director's name and key.
    pub director: String,
    pub key: String,
    /// The day, or the time, of the announcement.
    pub announced: String,
}

/// A file of another program beside a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Attached {
    /// The match, and the digest of the file, in hexadecimal.
    pub match_id: String,
    pub sha256: String,
    /// What the file was called, and its size.
    pub name: String,
    pub bytes: u64,
    /// Who brought it, with his key, and when.
    pub person: String,
    pub key: String,
    pub brought: String,
    /// What he said about it.
    pub note: String,
    /// Its text.
    pub words: String,
}

/// A statistic of a game at the end of the match, for one side.
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
    /// The losses of each side.
    pub attacker_result: String,
    pub defender_result: String,
    pub outcome: String,
}

/// Something that happened, in one line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Moment {
    pub step: u64,
    /// `combat`, `leader`, …
    pub kind: String,
    pub words: String,
    pub side: Option<String>,
    /// Who took part, separated by commas.
    pub people: String,
    /// Its name as a peak of the match.
    pub peak: Option<String>,
    /// Its weight among moments of its kind: for a combat, the losses of both sides.
    pub weight: u32,
}

/// Something that verification cannot derive.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// `ruling`, `replaced`, `forfeit`, …
    pub kind: String,
    pub step: u64,
    pub words: String,
}

impl Match {
    /// The name of the player of a seat.
    pub fn name_of(&self, seat: &str) -> Option<&str> {
        self.seats.iter().find(|one| one.seat == seat).map(|one| one.name.as_str())
    }

    /// The result for a seat: `won`, `lost`, `drawn` or `open`; `None` for a seat without a side.
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
    /// The number of dice.
    pub fn total(&self) -> u64 {
        self.faces.iter().sum()
    }
}
