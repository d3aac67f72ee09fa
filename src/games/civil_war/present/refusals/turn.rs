//! The words for orders that come at the wrong moment, or are wrong whenever they come.

use crate::document::Problem;

use super::super::vocabulary;
use super::RefusalText;
use crate::refusal::TurnRefusal;

impl RefusalText<'_> {
    pub(super) fn turn(&self, refusal: &TurnRefusal) -> Problem {
        match refusal {
            // When it comes.
            TurnRefusal::HalfOver => Problem::new(match self.is_owner() {
                true => "the orders before this one end your half-pulse".to_owned(),
                false => format!("the {} half-pulse is over", self.side.title()),
            })
            .advice("leave this order out"),
            TurnRefusal::ActionPhaseOver => Problem::new("the Action Phase is over"),
            TurnRefusal::FreeReinforcementFirst => {
                Problem::new("the winner of the initiative brings in a free reinforcement first")
                    .advice("begin with a reinforce order")
            }
            TurnRefusal::AfterFinish => {
                Problem::new("no order can follow `finish`, which ends the half-pulse").advice("put `finish` last")
            }

            // Names in an order of any kind.
            TurnRefusal::NoSuchHex { hex, near } => {
                Problem::new(format!("hex {hex} is not on this map")).advice(match near {
                    Some(near) => format!("the nearest hex on it is {}", self.place(*near)),
                    None => "`adjutant show map` draws it".to_owned(),
                })
            }
            TurnRefusal::NoSuchLeader { leader } => Problem::new(format!("there is no leader '{leader}'")),
            TurnRefusal::NotYourLeader { leader } => {
                Problem::new(format!("{} is not one of {} leaders", self.leader(leader), self.your()))
                    .advice("name a leader of your own: `adjutant legal` lists who can act")
            }

            // `spend` and `finish`.
            TurnRefusal::SpendsMoreThanTrack { track, points, left } => {
                let (spends, few, track) = (spends(self, *points), only(*left), vocabulary::track(*track));
                Problem::new(format!("{spends}, but {few} left on the {track} track")).advice(match left {
                    0 => "name another track, or leave this one out".to_owned(),
                    left => at_most(*left),
                })
            }
            TurnRefusal::SpendsNothing => {
                Problem::new("the order spends no points").advice("name a track, as in spend: {east: 1}")
            }
            TurnRefusal::SpendsMoreThanInitiative { points, left } => {
                let spends = spends(self, *points);
                Problem::new(match left {
                    0 => format!("{spends}, but no initiative points are left"),
                    1 => format!("{spends}, but only 1 initiative point is left"),
                    left => format!("{spends}, but only {left} initiative points are left"),
                })
                .advice(match left {
                    0 => "leave this order out".to_owned(),
                    left => at_most(*left),
                })
            }
            TurnRefusal::FinishTrackTwice { track } => {
                Problem::new(format!("the {} track is listed twice", vocabulary::track(*track)))
                    .advice("name each track once")
            }
        }
    }
}

/// `you spend 3 command points`, `the Union spends 1 command point`.
fn spends(voice: &RefusalText<'_>, points: u32) -> String {
    let verb = if voice.is_owner() { "spend" } else { "spends" };
    format!("{} {verb} {}", voice.you(), vocabulary::plural(points, "command point"))
}

/// How many points to spend: `spend 2 or fewer`.
fn at_most(left: u32) -> String {
    if left == 1 { "spend only 1".to_owned() } else { format!("spend {left} or fewer") }
}

/// `none is`, `only 1 is`, `only 2 are`.
pub(super) fn only(count: u32) -> String {
    match count {
        0 => "none is".to_owned(),
        1 => "only 1 is".to_owned(),
        count => format!("only {count} are"),
    }
}
