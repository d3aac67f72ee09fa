//! The counters: commands, units and leaders (4).

use crate::sorted::SortedMap;

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Side, Source};
use crate::document::{Id, Problem};
use crate::shared::by_id;

/// The kind of a unit (4.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Infantry,
    Artillery,
    Cavalry,
}

impl Kind {
    /// The word in reports.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Infantry => "infantry",
            Kind::Artillery => "artillery",
            Kind::Cavalry => "cavalry",
        }
    }
}

/// A Command ID: the colour of a unit's factors (4.3.3).
#[sparse(independent)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Command {
    pub id: Id,
    pub name: String,
    pub side: Side,
    pub colour: String,
    /// Whether its units are Independent (9.1.3).
    pub independent: bool,
    pub source: Source,
}

/// The three numbers of a unit (4.3.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Factors {
    pub attack: u8,
    pub defense: u8,
    pub movement: u8,
}

/// A unit (4.2).
#[sparse(horse, reduced, garrison)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    pub id: Id,
    pub name: String,
    pub side: Side,
    pub kind: Kind,
    /// Horse artillery: artillery that screens, and that does not need roads (4.2.2, 9.2).
    pub horse: bool,
    pub command: Id,
    pub factors: Factors,
    /// The weaker unit that replaces it when it is eliminated (15.5).
    pub reduced: Option<Id>,
    /// Whether it is eliminated if it has to leave Richmond (10.7.4).
    pub garrison: bool,
    /// The source of its name, kind and command.
    pub source: Source,
    pub factors_source: Source,
}

impl Unit {
    /// Whether it may screen, and moves across country like cavalry (9.2, 9.4).
    pub fn is_mounted(&self) -> bool {
        self.kind == Kind::Cavalry || self.horse
    }
}

/// A leader (4.4.1). One without a command is the side's Army Leader.
#[sparse(command, alternate)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leader {
    pub id: Id,
    pub name: String,
    pub side: Side,
    pub command: Option<Id>,
    /// The Initiative Rating: the lowest roll that activates him.
    pub initiative: u8,
    /// The Combat Rating; 0 for an Army Leader.
    pub combat: u8,
    /// Whether he is the one of his side's two Army Leaders who leads under an optional rule (16.3).
    pub alternate: bool,
    /// The source of his name, side and command.
    pub source: Source,
    pub ratings_source: Source,
}

impl Leader {
    /// Whether he leads the army (4.4.1).
    pub fn is_army(&self) -> bool {
        self.command.is_none()
    }
}

/// The file `forces.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForcesFile {
    #[allow(dead_code)]
    about: String,
    commands: Vec<Command>,
    units: Vec<Unit>,
    leaders: Vec<Leader>,
}

/// The counters, by id.
#[derive(Clone, Debug, PartialEq)]
pub struct Forces {
    pub commands: SortedMap<Id, Command>,
    pub units: SortedMap<Id, Unit>,
    pub leaders: SortedMap<Id, Leader>,
}

impl TryFrom<ForcesFile> for Forces {
    type Error = Problem;
    fn try_from(file: ForcesFile) -> Result<Forces, Problem> {
        Ok(Forces {
            commands: by_id(file.commands, "commands", |command| &command.id)?,
            units: by_id(file.units, "units", |unit| &unit.id)?,
            leaders: by_id(file.leaders, "leaders", |leader| &leader.id)?,
        })
    }
}

impl Forces {
    /// Whether a unit is Independent (4.3.1).
    pub fn is_independent(&self, unit: &Unit) -> bool {
        self.commands.get(&unit.command).is_some_and(|command| command.independent)
    }

    /// A side's Army Leader in the set-up.
    pub fn army_leader(&self, side: Side) -> Option<&Leader> {
        self.leaders.values().find(|leader| leader.side == side && leader.is_army() && !leader.alternate)
    }

    /// The leader of a command.
    pub fn leader_of(&self, command: &Id) -> Option<&Leader> {
        self.leaders.values().find(|leader| leader.command.as_ref() == Some(command))
    }
}
