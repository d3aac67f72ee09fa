//! The rules that a charter can switch on: the advanced game (15) and the optional rules (16).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::Problem;
use crate::shared::read_options;

/// The rules that are played besides modules 3 to 14. `options` of a charter: `{advanced: true}` switches on the whole
/// of module 15, any other name a single rule of module 15 or 16.
#[sparse]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// All of module 15.
    pub advanced: bool,
    /// 15.1
    pub weather: bool,
    /// 15.2
    pub leader_casualties: bool,
    /// 15.3
    pub forced_march: bool,
    /// 15.4
    pub bridges: bool,
    /// 15.5
    pub reduced_divisions: bool,
    /// 15.6
    pub gunboats: bool,
    /// 16.1
    pub side_bids: bool,
    /// 16.2, a reconstruction.
    pub siege_guns: bool,
    /// 16.3, a reconstruction.
    pub alternate_army_leader: bool,
    /// 16.4, a reconstruction.
    pub alternate_start: bool,
    /// 16.5, a reconstruction.
    pub lincoln_sends_help: bool,
    /// 16.6, a reconstruction.
    pub jackson_sleeps: bool,
}

impl Options {
    /// The options of a charter.
    ///
    /// # Errors
    /// An option is unknown, or is neither true nor false.
    pub fn read(options: &Map<String, Value>) -> Result<Options, Problem> {
        let read: Options = read_options(options, "give it the value `true` or `false`")?;
        Ok(read.spelt_out())
    }

    /// Replaces `advanced` by the six rules that it stands for.
    fn spelt_out(self) -> Options {
        if !self.advanced {
            return self;
        }
        Options {
            advanced: false,
            weather: true,
            leader_casualties: true,
            forced_march: true,
            bridges: true,
            reduced_divisions: true,
            gunboats: true,
            ..self
        }
    }

    /// Whether only modules 3 to 14 are played.
    pub fn is_plain(&self) -> bool {
        *self == Options::default()
    }
}
