//! A glance at a state that the tool wrote: its head, without what is compared as a whole and not read field by field.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::document::kinds::{HiddenDraw, Opened, Roll, Ruling, Spent, Version, present};
use crate::document::{Bytes32, Form, Id, Kind, Signature, decode_at, read};

/// A state without what is compared as a whole and never read field by field.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StateHead {
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

impl StateHead {
    /// What a glance at the state shows.
    pub fn without_rolls(&self) -> StateHead {
        StateHead { rolls: Vec::new(), ..self.clone() }
    }
}

fn passed_over<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| ())
}

/// No head of the tool's own writing is larger; a larger one is read whole, when it is looked into.
const MOST_BYTES: usize = 64 * 1024;

/// The head of a state without its rolls, as its text seems to say; `None` if the text does not look like the tool's own.
/// It proves nothing.
pub fn skim(bytes: &[u8]) -> Option<StateHead> {
    let text = std::str::from_utf8(bytes).ok().filter(|text| text.starts_with("adjutant: 1\nkind: state\n"))?;
    // Nothing that is wanted stands from `rolls` to `awaiting`; it is passed over in two searches.
    let before = text.find("\nrolls:").map(|end| &text[..end + 1])?;
    let after = text.rfind("\nawaiting:").map(|start| &text[start + 1..])?;
    if before.len() + after.len() > MOST_BYTES {
        return None;
    }
    let few = format!("{before}rolls: []\nevents: []\nposition: {{}}\n{after}");
    let document = read("", few.as_bytes(), Form::State).ok()?;
    decode_at(None, "", &document.content).ok()
}
