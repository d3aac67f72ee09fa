//! What has been read of a report file so far.

use adjutant_core::document::Problem;

use super::Heading;
use super::line::Row;
use crate::crosstable::model::{ByeKind, Scoring};

/// A bye that a line of its own gives (240, XXZ): of a round counted from 1, or of the next one.
pub(super) struct ByeLine {
    pub line: usize,
    pub kind: ByeKind,
    pub round: Option<usize>,
    pub player: usize,
}

/// Points that are taken from a player (299).
pub(super) struct Penalty {
    pub line: usize,
    pub player: usize,
    pub points: i64,
}

/// Points for the pairing of some rounds alone (250, XXA): of all players from one number to another, in tenths.
pub(super) struct GivenLine {
    pub line: usize,
    pub rounds: [u32; 2],
    pub players: [usize; 2],
    pub points: i64,
}

/// Players of whom no two meet in some rounds (260, XXP).
pub(super) struct ApartLine {
    pub line: usize,
    pub rounds: [u32; 2],
    pub players: Vec<usize>,
}

/// The lines of a report file, taken in one by one.
pub(super) struct Reader {
    pub(super) heading: Heading,
    pub(super) scoring: Scoring,
    pub(super) full_bye: Option<u32>,
    /// What a game that is still running is worth in the file's sums.
    pub(super) running: Option<u32>,
    pub(super) rounds: Option<u32>,
    /// The side of the first player in the first round, by which lots are read.
    pub(super) first_side: Option<usize>,
    pub(super) byes: Vec<ByeLine>,
    pub(super) penalties: Vec<Penalty>,
    pub(super) given: Vec<GivenLine>,
    pub(super) apart: Vec<ApartLine>,
    /// Whether the code of the type (192) names the Baku acceleration. Lines 250 take its place.
    pub(super) is_baku: bool,
    pub(super) players: Vec<Row>,
    pub(super) problems: Vec<Problem>,
}

impl Default for Reader {
    fn default() -> Self {
        let scoring = Scoring {
            win: 10,
            draw: 5,
            loss: 0,
            forfeit_win: 10,
            forfeit_loss: 0,
            full_bye: 10,
            half_bye: 5,
            zero_bye: 0,
            per_point: 10,
        };
        Reader {
            heading: Heading::default(),
            scoring,
            full_bye: None,
            running: None,
            rounds: None,
            first_side: None,
            byes: Vec::new(),
            penalties: Vec::new(),
            given: Vec::new(),
            apart: Vec::new(),
            is_baku: false,
            players: Vec::new(),
            problems: Vec::new(),
        }
    }
}
