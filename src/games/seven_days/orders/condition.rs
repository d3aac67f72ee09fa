//! The `if` of an order: what must hold when its turn comes.

use crate::sorted::SortedSet;

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Area;
use crate::document::{Id, distinct};

use crate::pack::{Pack, Side};
use crate::position::ledger::{Game, Outcome};
use crate::refusal::Unmet;

/// A condition: all of it must hold when the order is carried out, otherwise the order is skipped.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Whether the leader of the impulse's `assault` order has activated his command.
    pub activated: Option<bool>,
    /// No enemy unit is in any of these areas.
    #[serde(deserialize_with = "distinct")]
    pub clear: SortedSet<Area>,
    /// Units of both sides are in each of these areas.
    #[serde(deserialize_with = "distinct")]
    pub contested: SortedSet<Area>,
    /// Each of these areas is under friendly control.
    #[serde(deserialize_with = "distinct")]
    pub ours: SortedSet<Area>,
    /// Each of these units is Fresh, and in play.
    #[serde(deserialize_with = "distinct")]
    pub fresh: SortedSet<Id>,
    /// Results of assaults of this impulse, by area: each of these.
    pub results: Vec<Holds>,
    /// The impulse number is at most this.
    pub impulse_at_most: Option<u8>,
    /// The side has the Advantage (`false`: it does not).
    pub advantage: Option<bool>,
    /// This does not hold.
    pub not: Option<Box<Condition>>,
}

/// How an assault ended: a Rout counts as a Success too.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holds {
    pub area: Area,
    #[schemars(with = "String")]
    pub was: Outcome,
}

impl Condition {
    /// `None` if all that is given holds for `side`; else the first part that does not.
    pub fn fails(&self, game: &Game, pack: &Pack, side: Side) -> Option<Unmet> {
        let current = game.current.as_ref();
        let found = current.map(|impulse| !impulse.leaders.is_empty());
        let own = |area: Area| game.has_units(pack, area, side);
        let enemy = |area: Area| game.has_units(pack, area, side.other());
        let was = |holds: &&Holds| {
            let found = current.and_then(|impulse| impulse.assaulted.get(&holds.area)).copied();
            found != Some(holds.was) && !(found == Some(Outcome::Rout) && holds.was == Outcome::Success)
        };
        let parts = [
            self.activated.filter(|wanted| found != Some(*wanted)).map(|wanted| match wanted {
                true => Unmet::NotActivated,
                false => Unmet::Activated,
            }),
            self.clear.iter().find(|area| enemy(**area)).map(|&area| Unmet::NotClear { area }),
            self.contested
                .iter()
                .find(|area| !(own(**area) && enemy(**area)))
                .map(|&area| Unmet::NotContested { area }),
            self.ours.iter().find(|area| game.control(**area) != side).map(|&area| Unmet::NotOurs { area }),
            self.fresh
                .iter()
                .find(|unit| game.units.get(unit).is_none_or(|state| state.exhausted))
                .map(|unit| Unmet::NotFresh { unit: unit.clone() }),
            self.results.iter().find(was).map(|holds| Unmet::OtherResult { area: holds.area, was: holds.was }),
            self.impulse_at_most
                .filter(|most| game.impulse > *most)
                .map(|at_most| Unmet::TooLate { impulse: game.impulse, at_most }),
            self.advantage.filter(|wanted| game.has_advantage(side) != *wanted).map(|wanted| match wanted {
                true => Unmet::NoAdvantage,
                false => Unmet::HasAdvantage,
            }),
            self.not.as_ref().filter(|inner| inner.fails(game, pack, side).is_none()).map(|_| Unmet::NotHolds),
        ];
        parts.into_iter().flatten().next()
    }
}
