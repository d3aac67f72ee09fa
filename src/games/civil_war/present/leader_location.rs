//! Where the counters of leaders are, in words.

use super::naval_text;
use super::vocabulary::{army, place, turn};
use crate::pack::Pack;
use crate::position::ledger::{Game, Place};

/// Where a leader's counter is.
pub fn whereabouts(pack: &Pack, game: &Game, at: Option<&Place>) -> String {
    match at {
        None => "not in play yet".to_owned(),
        Some(Place::Map { hex, moved, army: own, down, .. }) => {
            let mut said = format!("in {}", place(pack, *hex));
            if let Some(own) = own {
                said.push_str(&format!(", in {}", army(pack, own)));
            }
            for (holds, mark) in [(*moved, "moved this pulse"), (*down, "face-down")] {
                if holds {
                    said.push_str(&format!(", {mark}"));
                }
            }
            said
        }
        Some(Place::Afloat { at, moved, .. }) => {
            let moved = if *moved { ", moved this pulse" } else { "" };
            format!("with the ships at {}{moved}", naval_text::station(pack, *at))
        }
        Some(Place::Pool) => "in the leader pool".to_owned(),
        Some(Place::Track(due)) => format!("on the Turn Record Track, due in {}", turn(pack, game, *due)),
        Some(Place::Removed) => "in the Removed Leaders Box; he returns only as commander of an army".to_owned(),
        Some(Place::Captive(since)) => format!("a prisoner since {}", turn(pack, game, *since)),
        Some(Place::Terminated) => "out of the game: he has been relieved for good".to_owned(),
        Some(Place::Killed) => "killed".to_owned(),
        Some(Place::Discarded) => "out of play: replaced by a higher rank, or discarded".to_owned(),
    }
}
