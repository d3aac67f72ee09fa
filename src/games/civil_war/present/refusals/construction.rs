//! The words for refused orders to build or destroy.

use crate::board::Hex;
use crate::document::Problem;

use super::super::vocabulary;
use super::RefusalText;
use crate::orders::Work;
use crate::pack::FortKind;
use crate::refusal::WorksRefusal as Refused;

impl RefusalText<'_> {
    pub(super) fn works(&self, refusal: &Refused) -> Problem {
        match refusal {
            Refused::DepotNeedsCity { hex, nearest } => {
                Problem::new(format!("a depot needs a city or a stockade, and {} has neither", self.place(*hex)))
                    .advice(match nearest {
                        Some(_) => self.other_depot(*nearest),
                        None => "build it where one is".to_owned(),
                    })
            }
            Refused::DepotEnemyThere { hex, nearest } => {
                Problem::new(format!("{} is in {}", self.enemy(), self.place(*hex))).advice(self.other_depot(*nearest))
            }
            Refused::DepotEnemyControls { hex } => {
                Problem::new(format!("{} controls {}", self.enemy(), self.place(*hex)))
                    .advice("take it first with strength points")
            }
            Refused::DepotNobodyControls { hex } => Problem::new(format!("nobody controls {}", self.place(*hex)))
                .advice("take it first with strength points"),
            Refused::DepotAlreadyThere { hex, nearest } => {
                Problem::new(format!("{} has a depot, and a hex never has more than 1", self.place(*hex)))
                    .advice(self.other_depot(*nearest))
            }

            Refused::FortressNeedsFort { hex } => {
                Problem::new(format!("a fortress is an upgraded fort, and {} has no fort", self.place(*hex)))
                    .advice("build a fort there first")
            }
            Refused::FortToUpgradeNotOwn { hex } => {
                Problem::new(format!("the fort in {} is not {}", self.place(*hex), self.yours()))
                    .advice("enter it with infantry, which destroys it; then build your own")
            }
            Refused::FortifiedAlready { hex, kind, what } => {
                Problem::new(format!("{} has a {} already", self.place(*hex), vocabulary::fort(*kind))).advice(
                    match (kind, what) {
                        (FortKind::Fort, Work::Fort) => "make it a fortress",
                        _ => "build elsewhere",
                    },
                )
            }
            Refused::NobodyToFortify { hex } => {
                Problem::new(format!("{} no strength points in {} to build it", self.you_have(), self.place(*hex)))
                    .advice("move one there first")
            }
            Refused::FortifiedOutOfSupply { hex } => Problem::new(format!(
                "{} is out of supply, and strength points fortify only where they are in supply",
                self.place(*hex)
            ))
            .advice("open a supply line to it first"),

            Refused::NoDepotToDestroy { hex, own } => {
                Problem::new(format!("{} no depot in {}", self.you_have(), self.place(*hex))).advice(
                    match own.as_slice() {
                        [] => "leave the order out: you have no depots".to_owned(),
                        own => format!(
                            "choose one of yours: {}",
                            vocabulary::list(own.iter().map(|&hex| self.place(hex)), "or")
                        ),
                    },
                )
            }
            Refused::DestroyedOtherKind { hex, kind } => {
                let kind = vocabulary::fort(*kind);
                Problem::new(format!("the fortification in {} is a {kind}", self.place(*hex)))
                    .advice(format!("write what: {kind}"))
            }
            Refused::DestroyedPrinted { hex, kind } => {
                Problem::new(format!("the {} in {} is printed on the map", vocabulary::fort(*kind), self.place(*hex)))
                    .advice("destroy only what was built")
            }
            Refused::DestroyedStockade { hex } => Problem::new(format!(
                "the fortification in {} is a stockade, which cannot be destroyed",
                self.place(*hex)
            ))
            .advice("destroy only what was built"),
            Refused::DestroyedNotOwn { hex, kind } => {
                Problem::new(format!("the {} in {} is not {}", vocabulary::fort(*kind), self.place(*hex), self.yours()))
                    .advice("enter it with strength points: they destroy a fort")
            }
            Refused::NoFortToDestroy { hex } => {
                Problem::new(format!("{} has no fort", self.place(*hex))).advice("name a hex where you have built one")
            }
            Refused::DepotLeavesLeadersAlone { hex, leaders } => {
                let (count, them) = match leaders {
                    1 => ("leader".to_owned(), "him"),
                    _ => (vocabulary::plural(*leaders, "leader"), "them"),
                };
                let (your, place) = (self.your(), self.place(*hex));
                Problem::new(format!("{your} {count} in {place} would be alone without the depot"))
                    .advice(format!("move {them} first"))
            }
            Refused::DepotLeavesTooManyLeaders { hex, leaders, sp } => Problem::new(format!(
                "without the depot {} would have {} and only {}",
                self.place(*hex),
                vocabulary::plural(*leaders, "leader"),
                vocabulary::sp(*sp)
            ))
            .advice("move one of the leaders first"),
        }
    }

    fn other_depot(&self, nearest: Option<Hex>) -> String {
        match nearest {
            Some(hex) => format!("build it in {}, the nearest hex that may have one", self.place(hex)),
            None => "wait: no hex of yours may have one now".to_owned(),
        }
    }

    /// `yours`, `the Union's`: after `is`.
    fn yours(&self) -> &'static str {
        if self.is_owner() { "yours" } else { self.your() }
    }
}
