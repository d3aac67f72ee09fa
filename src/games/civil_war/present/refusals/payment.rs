//! The words for why an order cannot be paid for.

use crate::document::Problem;

use super::super::vocabulary;
use super::RefusalText;
use super::turn::only;
use crate::command::expense::Expense;
use crate::pack::{Side, Theater};
use crate::position::ledger::Track;
use crate::refusal::{Barred, PayRefusal as Refused};

/// What to do with points that do not pay for the order.
const CHEAPER: &str = "give a cheaper order, or spend what is left with a `spend` order";

impl RefusalText<'_> {
    pub(super) fn pay(&self, refusal: &Refused) -> Problem {
        match refusal {
            Refused::CostsMoreThanInitiative { cost, left } => over_initiative("", *cost, *left),
            Refused::CostsMoreThanInitiativeAtLeast { cost, left } => over_initiative("at least ", *cost, *left),

            Refused::TrackDoesNotPay { track, purse, theater } => {
                let action = match purse {
                    Expense::Land => format!("an action in the {theater}"),
                    Expense::Naval => "ships".to_owned(),
                    Expense::Admiral => format!("a naval leader in the {theater}"),
                };
                Problem::new(format!(
                    "command points of the {} track cannot pay for {action}",
                    vocabulary::track(*track)
                ))
                .advice(format!("pay from {}", keys(purse.tracks(self.side, *theater))))
            }
            Refused::DiscretionaryBarred { purse, theater, because } => {
                let mut others = purse.tracks(self.side, *theater);
                others.retain(|track| *track != Track::Discretionary);
                Problem::new(format!(
                    "no discretionary command points may be spent in the {theater}: {}",
                    self.barred(*because)
                ))
                .advice(match others.is_empty() {
                    true => "give another order: no other track pays for this one".to_owned(),
                    false => format!("pay from {}", keys(others)),
                })
            }
            Refused::PaidMoreThanTrack { track, paid, left } => {
                let (paid, left, track) = (commands(*paid), only(*left), vocabulary::track(*track));
                Problem::new(format!("the order pays {paid}, but {left} left on the {track} track"))
            }
            Refused::PaidOtherThanCost { paid, cost } => {
                Problem::new(format!("the order pays {}, and the action costs {cost}", commands(*paid)))
            }

            Refused::TooFewWithoutDiscretionary { cost, own, purse, theater, because } => {
                let (costs, barred) = (commands(*cost), self.barred(*because));
                if purse.tracks(self.side, *theater) == [Track::Discretionary] {
                    return Problem::new(format!(
                        "this costs {costs} of the discretionary track, and none of these may be spent in the \
                         {theater}: {barred}"
                    ))
                    .advice("give another order: no other track pays for this one");
                }
                let tracks = on_tracks(*purse, self.side, *theater);
                let own = match own {
                    0 => format!("no {tracks} points"),
                    own => format!("only {own} {tracks}"),
                };
                Problem::new(format!(
                    "this costs {costs}, but {} {own} left, and no discretionary points may be spent in the \
                     {theater}: {barred}",
                    self.you_have()
                ))
                .advice(CHEAPER)
            }
            Refused::TooFewCommands { cost, own, discretionary, purse, theater } => {
                let costs = commands(*cost);
                Problem::new(match purse.tracks(self.side, *theater).as_slice() {
                    [Track::Discretionary] => {
                        let left = match discretionary {
                            0 => "no discretionary points".to_owned(),
                            free => format!("only {}", vocabulary::plural(*free, "discretionary point")),
                        };
                        format!("this costs {costs}, but {} {left} left", self.you_have())
                    }
                    _ => {
                        let tracks = on_tracks(*purse, self.side, *theater);
                        let left = match (own, discretionary) {
                            (0, 0) => format!("no {tracks} or discretionary points"),
                            (0, free) => format!("no {tracks} points and only {free} discretionary"),
                            (own, 0) => format!("only {own} {tracks} and no discretionary"),
                            (own, free) => format!("only {own} {tracks} and {free} discretionary"),
                        };
                        format!("this costs {costs}, but {} {left} left", self.you_have())
                    }
                })
                .advice(CHEAPER)
            }
        }
    }

    /// Why a side has no use of its discretionary points.
    pub(super) fn barred(&self, because: Barred) -> &'static str {
        match because {
            Barred::WashingtonHeld => "the Confederacy holds Washington",
            Barred::WashingtonIsolated => "Washington is isolated",
            Barred::MississippiLost => "the Mississippi is lost",
        }
    }
}

fn over_initiative(at_least: &str, cost: u32, left: u32) -> Problem {
    let costs = format!("this costs {at_least}{}", commands(cost));
    let (left, advice) = match left {
        0 => ("no initiative points are left".to_owned(), "leave this order out"),
        left => (
            format!("only {} {} left", vocabulary::plural(left, "initiative point"), are(left)),
            "give a cheaper order: an action is paid for in full in one half-pulse",
        ),
    };
    Problem::new(format!("{costs}, but {left}")).advice(advice)
}

/// `1 command point`, `2 command points`.
fn commands(count: u32) -> String {
    vocabulary::plural(count, "command point")
}

fn are(count: u32) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

/// Which points pay before the discretionary ones: `West`, `naval or West`.
fn on_tracks(purse: Expense, side: Side, theater: Theater) -> String {
    let tracks = purse.tracks(side, theater).into_iter().filter(|track| *track != Track::Discretionary);
    vocabulary::list(tracks.map(|track| vocabulary::track(track).to_owned()), "or")
}

/// Tracks as an order names them.
fn keys(tracks: Vec<Track>) -> String {
    vocabulary::list(tracks.into_iter().map(|track| track.as_str().to_owned()), "or")
}
