//! The header of a state, read quickly from text that this program wrote, without the parts that are only ever compared
//! as a whole.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::document::kinds::{HiddenDraw, Opened, Roll, Ruling, Spent, Version, present};
use crate::document::{Bytes32, Form, Id, Kind, Signature, decode_at, read};

/// A state without the parts that are only compared as a whole and never read field by field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateHeader {
    pub adjutant: Version,
    pub kind: Kind,
    #[serde(rename = "match")]
    pub match_id: Bytes32,
    pub step: u64,
    pub parent: Bytes32,
    pub turns: Vec<Bytes32>,
    pub responder: Id,
    #[serde(deserialize_with = "present")]
    pub reveal: Option<Bytes32>,
    pub rolls: Vec<Roll>,
    #[serde(deserialize_with = "passed_over")]
    pub events: (),
    #[serde(deserialize_with = "passed_over")]
    pub position: (),
    pub awaiting: Vec<Value>,
    #[serde(deserialize_with = "present")]
    pub outcome: Option<Value>,
    #[serde(default)]
    pub ruling: Option<Ruling>,
    #[serde(default)]
    pub draws: Option<Vec<HiddenDraw>>,
    #[serde(default)]
    pub opened: Option<Vec<Opened>>,
    #[serde(default)]
    pub refusal: Option<Bytes32>,
    #[serde(default)]
    pub spent: Option<Spent>,
    #[serde(default)]
    pub received: Option<String>,
    pub issued: String,
    #[serde(default)]
    pub signatures: Vec<Signature>,
}

impl StateHeader {
    /// The header as [`peek_header`] gives it.
    pub fn without_rolls(&self) -> StateHeader {
        StateHeader { rolls: Vec::new(), ..self.clone() }
    }
}

fn passed_over<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| ())
}

/// The largest header that is skimmed. This program writes none that is larger; a larger one is read in full on first
/// access.
const MAX_BYTES: usize = 64 * 1024;

/// The header of a state without its rolls, as its text seems to state it; `None` if the text does not look like this
/// program's own writing. Proves nothing.
pub fn peek_header(bytes: &[u8]) -> Option<StateHeader> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.starts_with("adjutant: 1\nkind: state\n"))?;
    // The header needs nothing between `rolls` and `awaiting`, so two searches skip it.
    let before = text.find("\nrolls:").map(|end| &text[..end + 1])?;
    let after = text.rfind("\nawaiting:").map(|start| &text[start + 1..])?;
    if before.len() + after.len() > MAX_BYTES {
        return None;
    }
    let few = format!("{before}rolls: []\nevents: []\nposition: {{}}\n{after}");
    let document = read("", few.as_bytes(), Form::State).ok()?;
    decode_at(None, "", &document.content).ok()
}
