//! The kinds of document as Rust types (`docs/protocol.md` section 1).
//!
//! Whatever belongs to a game (orders, answers, standing orders, events, the position) is an untyped [`Value`] here;
//! the ruleset gives it its types.

mod queue;

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

pub use queue::{OpenedFromQueue, PlayedFromQueue, Queue, QueueCondition, QueuedChoice, QueuedTurn, ShownTurn};

/// Thirty-two bytes, written as 64 lower-case hexadecimal digits: a digest, key, reveal, anchor or salt.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes32(pub [u8; 32]);

impl fmt::Display for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Bytes32 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Bytes32 {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let complaint = || "expected 64 lower-case hexadecimal digits".to_owned();
        let digits = text.as_bytes();
        if digits.len() != 64 || !digits.iter().all(|d| matches!(d, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(complaint());
        }
        let bytes = data_encoding::HEXLOWER.decode(digits).map_err(|_| complaint())?;
        bytes.try_into().map(Bytes32).map_err(|_| complaint())
    }
}

impl Serialize for Bytes32 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match serializer.is_human_readable() {
            true => serializer.collect_str(self),
            false => serializer.serialize_bytes(&self.0),
        }
    }
}

/// Reads the hexadecimal digits, or raw bytes in formats that are not for people.
struct DigitsOrBytes;

impl Visitor<'_> for DigitsOrBytes {
    type Value = Bytes32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }
    fn visit_str<E: Error>(self, digits: &str) -> Result<Bytes32, E> {
        digits.parse().map_err(E::custom)
    }
    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Bytes32, E> {
        bytes.try_into().map(Bytes32).map_err(|_| E::invalid_length(bytes.len(), &self))
    }
}

impl<'de> Deserialize<'de> for Bytes32 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match deserializer.is_human_readable() {
            true => deserializer.deserialize_str(DigitsOrBytes),
            false => deserializer.deserialize_bytes(DigitsOrBytes),
        }
    }
}

impl JsonSchema for Bytes32 {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Bytes32".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^[0-9a-f]{64}$"})
    }
}

/// The id of a seat, side, scenario, pack or choice: `[a-z][a-z0-9_-]{0,31}`.
///
/// ```
/// use adjutant_core::document::Id;
///
/// assert_eq!("army-of-virginia".parse::<Id>().unwrap().as_str(), "army-of-virginia");
/// assert!("The Army".parse::<Id>().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Id(String);

impl Id {
    /// An id that is a constant of the program; it must be valid.
    pub fn known(text: &'static str) -> Id {
        // Checked wherever the tests run.
        #[cfg(feature = "toy")]
        assert!(text.parse::<Id>().is_ok(), "{text}");
        Id(text.to_owned())
    }
    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What is wrong with a text that is no id.
pub const EXPECTED_ID: &str =
    "expected an id: a lower-case letter, then at most 31 lower-case letters, digits, '_' or '-'";

impl FromStr for Id {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let letters = text.as_bytes();
        let fits = matches!(letters.first(), Some(b'a'..=b'z'))
            && letters.len() <= 32
            && letters.iter().all(|l| matches!(l, b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-'));
        if fits { Ok(Id(text.to_owned())) } else { Err(EXPECTED_ID.to_owned()) }
    }
}

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Letters;
        impl serde::de::Visitor<'_> for Letters {
            type Value = Id;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Id, E> {
                text.parse().map_err(E::custom)
            }
        }
        deserializer.deserialize_str(Letters)
    }
}

impl JsonSchema for Id {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Id".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"type": "string", "pattern": "^[a-z][a-z0-9_-]{0,31}$"})
    }
}

/// The protocol's version, the number 1, in the field `adjutant` of every document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(1)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match i64::deserialize(deserializer)? {
            1 => Ok(Version),
            other => Err(serde::de::Error::custom(format!(
                "this is version {other} of the protocol, and this program reads version 1"
            ))),
        }
    }
}

impl JsonSchema for Version {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Version".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({"const": 1})
    }
}

/// The kind of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Charter,
    Turn,
    State,
    Refusal,
    Disclosure,
    Receipt,
    Leave,
    Queue,
}

impl Kind {
    /// The word in the document and in the signed message.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Charter => "charter",
            Kind::Turn => "turn",
            Kind::State => "state",
            Kind::Refusal => "refusal",
            Kind::Disclosure => "disclosure",
            Kind::Receipt => "receipt",
            Kind::Leave => "leave",
            Kind::Queue => "queue",
        }
    }
}

/// One signature under a document: Ed25519 over `adjutant/1 KIND DIGEST\n`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Signature {
    /// The seat that signs.
    pub by: Id,
    /// Its public key.
    pub key: Bytes32,
    /// Base64, 88 characters, white space ignored.
    pub sig: String,
}

impl Signature {
    /// A signature in base64 as documents carry it: with a space in the middle, which readers ignore and where the line
    /// may be broken (protocol 2).
    pub fn new(by: Id, key: Bytes32, sig: &str) -> Self {
        let sig = match sig.split_at_checked(sig.len() / 2) {
            Some((first, second)) => format!("{first} {second}"),
            None => sig.to_owned(),
        };
        Signature { by, key, sig }
    }
}

/// How a match is adjudicated (protocol 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TrustMode {
    /// A third seat, the adjudicator, responds to every turn.
    Refereed,
    /// Two seats; each responds to the other's turns.
    HeadToHead,
}

/// The rules that a match is played by, with their revision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RulesetPin {
    pub id: Id,
    /// Raised by every change of the rules' code or rulings that alters a result.
    pub revision: u32,
}

/// A data pack, pinned by the digest of its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PackPin {
    pub name: Id,
    pub sha256: Bytes32,
}

/// The clock of a match: how soon the players promise to answer (protocol 11). Whatever is left out is zero or absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Days for each answer.
    pub days: u32,
    /// The time bank of each seat in days, for answers that take longer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank: Option<u32>,
    /// Days added to the bank with each answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<u32>,
    /// The days up to which increments fill the bank; where it is left out, the bank grows without end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
    /// The days of leave that each seat may declare in the whole match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leave: Option<u32>,
    /// How many days a seat's first miss may last and still be forgiven.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grace: Option<u32>,
    /// What a miss leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub miss: Option<Miss>,
    /// Times at which the clocks of all seats stand still, such as the holidays of a tournament.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub holidays: Option<Vec<Away>>,
}

impl Pace {
    /// The clock of a new match: increments fill the bank up to twice what it holds in the beginning, or the days of one
    /// answer if that is more, unless the clock says something else.
    pub fn capped(mut self) -> Pace {
        if self.most.is_none() && self.increment.is_some_and(|increment| increment > 0) {
            self.most = Some(self.bank.unwrap_or(0).saturating_mul(2).max(self.days));
        }
        self
    }
}

/// What it means that a seat has missed its time. No program enforces it: people decide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Miss {
    /// A reminder.
    #[default]
    Reminder,
    /// The other side may claim the match.
    Claim,
    /// The referee is to rule that the seat has lost by default.
    Default,
}

/// The public end of a seat's chain of secrets (protocol 4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeedPin {
    pub anchor: Bytes32,
    pub length: u32,
}

/// One seat at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatEntry {
    pub seat: Id,
    /// The side that it plays; absent for the adjudicator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// The person's name, for reports.
    pub name: String,
    pub key: Bytes32,
    pub seed: SeedPin,
    /// Binds the seat to the secret of its hands (protocol 8.1).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<Bytes32>,
}

/// The match that this one continues, and the state that it starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Continues {
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub state: Bytes32,
    /// Seats that are now played by another person, or by the same person with another key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced: Option<Vec<Replaced>>,
    /// The matches before that one, if it is itself a continuation: latest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Vec<Bytes32>>,
    /// The turns of that match that wait for an answer: whoever was to answer them may know their dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unanswered: Option<Vec<Bytes32>>,
    /// The clocks of the seats as they stood; where it is left out, clocks begin anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Vec<CarriedClock>>,
}

/// The clock of a seat as it stood when its match was continued (protocol 11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CarriedClock {
    pub seat: Id,
    /// What is left of its bank, in seconds.
    pub reserve: u64,
    /// What is left of its leave, in seconds.
    pub leave: u64,
    /// Whether it has been late already, so that no first miss is left to forgive.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub missed: bool,
    /// Leave that was declared, and had not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub away: Option<Vec<Away>>,
}

/// A time during which the clock of a seat stands still.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Away {
    pub from: String,
    pub until: String,
}

impl Continues {
    /// Every earlier match, latest first.
    pub fn matches(&self) -> impl Iterator<Item = Bytes32> {
        std::iter::once(self.match_id).chain(self.earlier.iter().flatten().copied())
    }
}

/// A seat whose key changes when a match is continued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Replaced {
    pub seat: Id,
    /// Why the key changes: attested by those who sign the charter.
    pub reason: ReplacedBecause,
}

/// Why a seat has another key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReplacedBecause {
    /// The player has lost his key or his secrets, and plays on with new ones.
    Lost,
    /// The player has left the match, and another person plays on.
    Left,
}

/// The game of a tournament that this match is (protocol 12.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TournamentGame {
    /// The digest of the tournament's announcement.
    pub tournament: Bytes32,
    pub round: u32,
    pub board: u32,
    /// Which game of its pairing, from 1.
    pub leg: u32,
}

/// A position of another match, from which a match begins (protocol 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FirstPosition {
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub step: u64,
    /// The digest of the state of that step.
    pub state: Bytes32,
}

/// The agreement that every seat signs before the first move. Its digest is the match id.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Charter {
    pub adjutant: Version,
    pub kind: Kind,
    pub title: String,
    pub date: String,
    pub ruleset: RulesetPin,
    pub packs: Vec<PackPin>,
    pub scenario: Id,
    pub options: serde_json::Map<String, Value>,
    pub trust: TrustMode,
    pub pace: Pace,
    /// In charter order.
    pub seats: Vec<SeatEntry>,
    /// Whether the seats with a hand entrust their secrets to the adjudicator (protocol 8.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escrow: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub continues: Option<Continues>,
    /// The position from which this match begins, if not at the set-up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<FirstPosition>,
    /// The game of a tournament that this match is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<TournamentGame>,
    /// Whether queued turns are shown to everybody at once; where it is left out, they are sealed (protocol 13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_queues: Option<bool>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

impl Charter {
    /// The match from whose position this one starts: it continues that match, or begins at a position of it.
    pub fn source(&self) -> Option<Bytes32> {
        let continued = self.continues.as_ref().map(|before| before.match_id);
        continued.or_else(|| self.from.as_ref().map(|first| first.match_id))
    }

    /// The state of another match from which this one starts; it lies among the documents of this match.
    pub fn source_state(&self) -> Option<Bytes32> {
        let continued = self.continues.as_ref().map(|before| before.state);
        continued.or_else(|| self.from.as_ref().map(|first| first.state))
    }
}

/// A commitment to a secret choice (protocol 7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commit {
    pub id: Id,
    pub digest: Bytes32,
}

/// The opening of a committed choice, or its forfeit (protocol 7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Open {
    pub id: Id,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<Bytes32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<Value>,
    /// `true`, and then nothing but the id: the seat cannot or will not open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<bool>,
}

/// The step that a take-back returns to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TakeBack {
    pub to_step: u64,
}

/// What a seat offers with or instead of orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    Draw,
    Resign,
}

/// What a seat does at one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Turn {
    pub adjutant: Version,
    pub kind: Kind,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub step: u64,
    pub parent: Bytes32,
    pub seat: Id,
    pub reveal: Bytes32,
    /// The format depends on the game; see its ruleset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub orders: Option<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<serde_json::Map<String, Value>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<Vec<Commit>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open: Option<Vec<Open>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<TakeBack>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offer: Option<Offer>,
    /// The refusal of the turn, or of the state, that this turn replaces or follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Bytes32>,
    /// The queued turn that this one plays (protocol 13).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queued: Option<PlayedFromQueue>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

/// One roll or shuffle of a state, numbered from 0 (protocol 5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Roll {
    pub n: u64,
    /// What the roll is for, in a word or two: `initiative`, `leader_loss mcdowell`.
    pub purpose: String,
    pub rule: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sides: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub faces: Option<Vec<u64>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cards: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<u64>>,
}

impl Roll {
    /// Dice with this many sides, as they fell.
    pub fn of_dice(n: u64, purpose: &str, rule: &str, sides: u64, faces: Vec<u64>) -> Roll {
        let (purpose, rule) = (purpose.to_owned(), rule.to_owned());
        Roll { n, purpose, rule, sides: Some(sides), faces: Some(faces), cards: None, order: None }
    }
}

/// A referee's decision where no rule decides (protocol 6). Besides `reason` and perhaps `rule`, exactly one of the
/// other fields is set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ruling {
    pub reason: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The seat whose side loses the match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Id>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub take_back: Option<TakeBack>,
}

/// A seat's draw in a state: never which cards came (protocol 8.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HiddenDraw {
    pub seat: Id,
    /// The number of the draw among the seat's draws in this state, from 0.
    pub d: u64,
    pub pile: String,
    /// How many cards were drawn, looked at or picked.
    pub count: u64,
    pub purpose: String,
    pub rule: String,
}

/// A hidden choice of a seat, opened by a state because a rule needs it (protocol 8.4).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    pub seat: Id,
    pub id: Id,
    pub salt: Bytes32,
    pub choice: Value,
}

/// A reveal shown in a turn that became void; it is not used again (protocol 6).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spent {
    /// The digest of the turn.
    pub turn: Bytes32,
    pub reveal: Bytes32,
}

/// The position after a step, with everything that led to it from the one before.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct State {
    pub adjutant: Version,
    pub kind: Kind,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub step: u64,
    pub parent: Bytes32,
    pub turns: Vec<Bytes32>,
    pub responder: Id,
    /// Null in state 0 and in a ruling.
    #[serde(deserialize_with = "present")]
    pub reveal: Option<Bytes32>,
    pub rolls: Vec<Roll>,
    pub events: Vec<Value>,
    pub position: Value,
    /// Who may sign turns for the next step, each as `{seat, …what is asked}`.
    pub awaiting: Vec<Value>,
    /// Null until the match is over.
    #[serde(deserialize_with = "present")]
    pub outcome: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<Ruling>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draws: Option<Vec<HiddenDraw>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened: Option<Vec<Opened>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Bytes32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<Spent>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<String>,
    pub issued: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

/// A field that must be written but may be null.
pub fn present<'de, D: Deserializer<'de>, T: serde::de::DeserializeOwned>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    if !deserializer.is_human_readable() {
        return Option::deserialize(deserializer);
    }
    match Value::deserialize(deserializer)? {
        Value::Null => Ok(None),
        value => T::deserialize(super::deserializer::Node::strict(&value)).map(Some).map_err(serde::de::Error::custom),
    }
}

/// One reason of a refusal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// Where in the refused document: `orders[2].move.sp`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#where: Option<String>,
}

/// A signed refusal of a turn or of a state (protocol 6).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    pub adjutant: Version,
    pub kind: Kind,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub step: u64,
    /// The digest of the document refused.
    pub of: Bytes32,
    pub seat: Id,
    pub reasons: Vec<Reason>,
    pub issued: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

/// A hidden choice of a turn that the chain does not open (protocol 8.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DisclosedChoice {
    /// The step of the turn that committed to it.
    pub step: u64,
    pub id: Id,
    pub choice: Value,
}

/// What a seat with a hand makes public when the match is over (protocol 8.7).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Disclosure {
    pub adjutant: Version,
    pub kind: Kind,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub seat: Id,
    /// With escrow: the seat in whose place the adjudicator discloses (protocol 8.6).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand: Option<Id>,
    /// The digest of the final state.
    pub state: Bytes32,
    /// The secret whose digest is the `hidden` of the seat in the charter.
    pub secret: Bytes32,
    pub choices: Vec<DisclosedChoice>,
    pub issued: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

impl Disclosure {
    /// The seat whose hand it discloses.
    pub fn holder(&self) -> &Id {
        self.hand.as_ref().unwrap_or(&self.seat)
    }
}

/// Which documents of others a seat has, and when they arrived: evidence outside the chain (protocol 11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Receipt {
    pub adjutant: Version,
    pub kind: Kind,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    /// The step of the latest of the documents.
    pub step: u64,
    /// The seat that has received them.
    pub seat: Id,
    /// The digests of the documents.
    pub of: Vec<Bytes32>,
    /// When they arrived, according to the recipient's mail server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub came: Option<String>,
    pub written: String,
    /// A random number that marks a question: the others are asked which documents of this seat they have (protocol 4).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asks: Option<Bytes32>,
    /// The number of another seat's question; `of` lists that seat's documents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Bytes32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}

/// Days on which a seat's clock is stopped, or its agreement to a pause of all clocks (protocol 11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Leave {
    pub adjutant: Version,
    pub kind: Kind,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub seat: Id,
    /// When it begins: not before it was written.
    pub from: String,
    pub days: u32,
    /// Whether it is an agreement to a pause, which replaces the seat's former one and uses up no leave.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pause: bool,
    pub written: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub signatures: Vec<Signature>,
}
