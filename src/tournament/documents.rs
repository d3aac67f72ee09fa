//! The ten kinds of document of a tournament as Rust types (`docs/protocol.md` section 12).
//!
//! Six belong to the director's chain, each naming the one before it; four are signed by players and taken into the
//! chain by the director's next document.

use std::collections::BTreeMap;

use adjutant_core::document::kinds::{Bytes32, Id, Pace, PackPin, RulesetPin, Signature, TrustMode, Version};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::crosstable::{ByeKind, How, Scoring, TieBreak, UnplayedRounds};

/// The kind of a tournament's document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Tournament,
    Roster,
    Round,
    Result,
    Decision,
    Standings,
    Entry,
    Withdrawal,
    ByeRequest,
    Appeal,
}

impl Kind {
    /// Every kind, those of the chain first.
    pub const ALL: [Kind; 10] = [
        Kind::Tournament,
        Kind::Roster,
        Kind::Round,
        Kind::Result,
        Kind::Decision,
        Kind::Standings,
        Kind::Entry,
        Kind::Withdrawal,
        Kind::ByeRequest,
        Kind::Appeal,
    ];

    /// The word in the document and in the signed message.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Tournament => "tournament",
            Kind::Roster => "roster",
            Kind::Round => "round",
            Kind::Result => "result",
            Kind::Decision => "decision",
            Kind::Standings => "standings",
            Kind::Entry => "entry",
            Kind::Withdrawal => "withdrawal",
            Kind::ByeRequest => "bye_request",
            Kind::Appeal => "appeal",
        }
    }

    /// Whether players sign it; the director and his deputies sign the others.
    pub fn is_players(self) -> bool {
        matches!(self, Kind::Entry | Kind::Withdrawal | Kind::ByeRequest | Kind::Appeal)
    }
}

/// The director, or a deputy who judges the games that the director plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Official {
    /// `director`, or the id of a deputy, as in `by` of his signatures.
    pub id: Id,
    pub name: String,
    pub key: Bytes32,
    /// Where players write to him.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
}

/// What is played on a board: a game, one of its scenarios, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePlan {
    /// Its id in rounds.
    pub id: Id,
    pub ruleset: RulesetPin,
    pub packs: Vec<PackPin>,
    pub scenario: Id,
    pub options: Map<String, Value>,
    pub trust: TrustMode,
    pub pace: Pace,
    /// The two sides; the first player of a board plays the first of them.
    pub sides: [Id; 2],
}

/// How a stage is paired.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum StageFormat {
    /// Players with similar scores meet, nobody twice.
    Swiss {
        rounds: u32,
        /// Whether the stronger half meets the stronger half in the first rounds; if absent, it does not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        acceleration: Option<Acceleration>,
    },
    /// Everybody meets everybody else, `cycles` times, with exchanged sides the second time.
    RoundRobin { cycles: u32 },
    /// Pools of at most `size` players, in which everybody meets everybody else `cycles` times.
    Pools { size: u32, cycles: u32 },
    /// The loser is out. `players` is how many qualify from the stage before; if absent, everybody.
    Knockout {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        players: Option<u32>,
    },
}

/// How the first rounds of a Swiss are accelerated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Acceleration {
    /// FIDE's Baku acceleration (C.04.5.1): for the pairing the upper half by seed has points that it did not score.
    Baku,
}

/// Teams, whose members play as single players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamRule {
    /// How many members count, the best of each team; if absent, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<u32>,
    /// Whether players of one team do not meet in a Swiss; if absent, they may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub apart: Option<bool>,
}

/// A part of the tournament that is paired in one way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stage {
    pub format: StageFormat,
    /// The games of its rounds, in order, starting over if there are more rounds.
    pub games: Vec<Id>,
    /// Two games on every board, the second with exchanged sides; if absent, one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legs: Option<u32>,
}

/// What happens to a game that is not over in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Unfinished {
    /// The director decides, by the announced rules, who has the better position, and says why.
    Adjudicate,
    Draw,
    DoubleForfeit,
}

/// The time that a round may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TimeLimit {
    /// How many days a round has, counted from the day on which it is issued.
    pub days: u32,
    pub unfinished: Unfinished,
}

/// The byes that players may ask for: half of a round's points, for a Swiss round that they miss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByeRule {
    /// How many byes a player may have.
    pub most: u32,
    /// In how many of the last rounds of the tournament there are no byes; if absent, 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub except_last: Option<u32>,
}

/// How players are numbered before the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Seeding {
    /// By rating, then by lot.
    Rating,
    /// By lot alone.
    Lot,
}

/// The announcement of a tournament. Its digest is the tournament's id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tournament {
    pub adjutant: Version,
    pub kind: Kind,
    pub title: String,
    pub date: String,
    pub director: Official,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deputies: Option<Vec<Official>>,
    /// The commitment to the seed of the draw of lots.
    pub lots: Bytes32,
    pub seeding: Seeding,
    pub games: Vec<GamePlan>,
    pub stages: Vec<Stage>,
    pub scoring: Scoring,
    /// In the order in which they count.
    pub tie_breaks: Vec<TieBreak>,
    /// Which version of FIDE's article on unplayed rounds the tie-breaks follow.
    pub unplayed: UnplayedRounds,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<TimeLimit>,
    /// Which requested byes are granted; if absent, the director decides on each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byes: Option<ByeRule>,
    /// How many players can be in the tournament at a time; later entries wait. If absent, everybody may play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_players: Option<u32>,
    /// If players are in teams that have standings of their own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teams: Option<TeamRule>,
    /// Rules in words, beyond what the documents contain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

/// What every document of the chain but the first has in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub tournament: Bytes32,
    /// Its place in the chain: the tournament is number 0.
    pub number: u64,
    /// The digest of the document before it.
    pub parent: Bytes32,
    /// The documents of players that have arrived since then, in the order in which the director took them.
    pub takes: Vec<Bytes32>,
    /// `director`, or the deputy who signs.
    pub by: Id,
    pub issued: String,
}

macro_rules! chained {
    ($(#[$about:meta])* $name:ident { $($(#[$field_about:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            pub adjutant: Version,
            pub kind: Kind,
            pub tournament: Bytes32,
            /// Its place in the chain: the tournament is number 0.
            pub number: u64,
            /// The digest of the document before it.
            pub parent: Bytes32,
            /// The documents of players that have arrived since then, in the order in which the director took them.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub takes: Vec<Bytes32>,
            /// `director`, or the deputy who signs.
            pub by: Id,
            $($(#[$field_about])* pub $field: $type,)*
            pub issued: String,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub signatures: Vec<Signature>,
        }

        impl $name {
            /// Its link in the chain.
            pub fn link(&self) -> Link {
                Link {
                    tournament: self.tournament,
                    number: self.number,
                    parent: self.parent,
                    takes: self.takes.clone(),
                    by: self.by.clone(),
                    issued: self.issued.clone(),
                }
            }
        }
    };
}

/// A player of the roster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RosterPlayer {
    pub player: Id,
    /// The digest of the player's entry.
    pub entry: Bytes32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// The player's team, in a tournament with teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Id>,
}

chained! {
    /// Closes the entries: who plays. A later roster adds players who enter late.
    Roster {
        players: Vec<RosterPlayer>,
    }
}

/// Two players who meet, by the sides that they play in the first game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BoardPlan {
    pub board: u32,
    /// Who plays which side, in the first game.
    pub sides: BTreeMap<Id, Id>,
}

/// A player without an opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ByePlan {
    pub player: Id,
    pub kind: ByeKind,
}

chained! {
    /// The pairings of a round.
    Round {
        /// The number of the round from 1, counted through all stages.
        round: u32,
        /// In the first round: the seed of the draw of lots.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<Bytes32>,
        /// What is played.
        game: Id,
        boards: Vec<BoardPlan>,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        byes: Vec<ByePlan>,
        /// When its games must be over.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<String>,
        /// Why these are not the pairings that the rules give.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
}

chained! {
    /// The result of one game.
    GameResult {
        round: u32,
        board: u32,
        /// Which game of the board, from 1; if absent, 1.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        leg: Option<u32>,
        how: How,
        /// The winner; absent if the game is drawn or both forfeit.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Id>,
        /// The winner's margin, in the game's own points.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        margin: Option<u32>,
        /// The digest of the match's charter.
        #[serde(rename = "match", default, skip_serializing_if = "Option::is_none")]
        match_id: Option<Bytes32>,
        /// The digest of its last state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        state: Option<Bytes32>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
        /// The digest of the result that it replaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        supersedes: Option<Bytes32>,
        /// The digest of the decision that orders the replacement.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decision: Option<Bytes32>,
    }
}

/// The effect of a decision, beyond its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// The player plays no further round.
    Withdraw(Id),
    /// Points are taken from a player, in the units of the scoring: where `per_point` is 2, 1 is half a point.
    Penalty { player: Id, points: u32 },
    /// The player signs with another key from now on.
    Key { player: Id, key: Bytes32 },
    /// A game gets more time.
    Extend { round: u32, board: u32, until: String },
    /// A result is to be replaced.
    Replace { round: u32, board: u32, leg: u32 },
    /// No two of these players meet in a round of a Swiss from now on.
    Apart(Vec<Id>),
}

chained! {
    /// What the director or a deputy decides.
    Decision {
        /// The digest of the appeal, result or other document that it is about.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        on: Option<Bytes32>,
        reason: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        effect: Option<Effect>,
    }
}

/// A player's place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StandingsRow {
    /// Equal for players who are separated only by lot.
    pub rank: u32,
    pub player: Id,
    pub points: i64,
    /// The player's tie-break values, by name.
    pub tie_breaks: BTreeMap<String, i64>,
}

/// A team's place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamRow {
    pub rank: u32,
    pub team: Id,
    /// The points of its members who count.
    pub points: i64,
    /// The sum of their places in the standings.
    pub places: u32,
}

chained! {
    /// The standings after a round, as the director publishes them.
    Standings {
        after: u32,
        rows: Vec<StandingsRow>,
        /// In a tournament with teams, their standings.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        teams: Vec<TeamRow>,
    }
}

macro_rules! player_documents {
    ($(#[$about:meta])* $name:ident { $($(#[$field_about:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            pub adjutant: Version,
            pub kind: Kind,
            pub tournament: Bytes32,
            pub player: Id,
            $($(#[$field_about])* pub $field: $type,)*
            pub written: String,
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pub signatures: Vec<Signature>,
        }
    };
}

player_documents! {
    /// A player enters, with his key.
    Entry {
        name: String,
        key: Bytes32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        email: Option<String>,
        /// The team for which the player would like to play.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        team: Option<Id>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        comment: Option<String>,
    }
}

player_documents! {
    /// A player plays no further round.
    Withdrawal {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
}

player_documents! {
    /// A player asks to miss a round that is not paired yet, for the points of a half bye.
    ByeRequest {
        /// The number of the round from 1, counted through all stages.
        round: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    }
}

player_documents! {
    /// A player asks for another decision.
    Appeal {
        /// The digest of the result, decision or round that it is against.
        of: Bytes32,
        reason: String,
    }
}
