//! The `if` of an order: what must hold when its turn comes.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::document::Id;

use crate::pack::Side;
use crate::position::ledger::Game;
use crate::refusal::Unmet;

/// A condition: all of it must hold when the order is carried out, otherwise the order is skipped.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Friendly strength points are in the hex.
    pub ours: Option<Hex>,
    /// Enemy strength points are in the hex.
    pub theirs: Option<Hex>,
    /// No strength points of either side are in the hex.
    pub empty: Option<Hex>,
    /// Friendly strength points in the hex are at least this many.
    pub own_sp: Option<SpIn>,
    /// Enemy strength points in the hex are at most this many.
    pub enemy_sp: Option<SpIn>,
    /// The leader is in the hex.
    pub leader: Option<LeaderIn>,
    /// Friendly strength points in the hex are demoralized.
    pub demoralized: Option<Hex>,
    /// This does not hold.
    pub not: Option<Box<Condition>>,
}

/// A number of strength points in a hex.
#[sparse(all_but(at))]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SpIn {
    pub at: Hex,
    pub at_least: Option<u32>,
    pub at_most: Option<u32>,
}

/// A leader in a hex.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LeaderIn {
    pub name: Id,
    pub at: Hex,
}

impl Condition {
    /// `None` if all that is given holds for `side`; else the first part that does not.
    pub fn fails(&self, game: &Game, side: Side) -> Option<Unmet> {
        let enemy = side.other();
        let within = |range: &SpIn, sp: u32| {
            range.at_least.is_none_or(|least| sp >= least) && range.at_most.is_none_or(|most| sp <= most)
        };
        let parts = [
            self.ours.filter(|&hex| game.sp_at(hex, side) == 0).map(|hex| Unmet::NoneOfOurs { hex }),
            self.theirs.filter(|&hex| game.sp_at(hex, enemy) == 0).map(|hex| Unmet::NoEnemy { hex }),
            self.empty.filter(|&hex| game.occupier(hex).is_some()).map(|hex| Unmet::NotEmpty { hex }),
            self.own_sp.as_ref().and_then(|range| {
                let sp = game.sp_at(range.at, side);
                (!within(range, sp)).then_some(Unmet::OwnStrength { hex: range.at, sp })
            }),
            self.enemy_sp.as_ref().and_then(|range| {
                let sp = game.sp_at(range.at, enemy);
                (!within(range, sp)).then_some(Unmet::EnemyStrength { hex: range.at, sp })
            }),
            self.leader.as_ref().and_then(|wanted| match game.find_leader(&wanted.name) {
                Some((_, hex, _)) if hex == wanted.at => None,
                _ => Some(Unmet::LeaderElsewhere { leader: wanted.name.clone(), hex: wanted.at }),
            }),
            self.demoralized.filter(|&hex| !game.demoralized_at(hex, side)).map(|hex| Unmet::NotDemoralized { hex }),
            self.not.as_ref().filter(|inner| inner.fails(game, side).is_none()).map(|_| Unmet::NotHolds),
        ];
        parts.into_iter().flatten().next()
    }
}
