//! What the game says of itself before it is loaded.

use std::sync::Arc;

use crate::document::{Id, PackFiles, Problem};
use crate::engine::Ruleset;
use crate::report::svg::Drawing;
use crate::session::Game;
use crate::session::game_entry::{GameEntry, Introduction, PackData, loaded, opening_board};
use crate::shared::areas::AreaPack;
use crate::{Crossroads, PACK};

/// *Crossroads, the teaching game*: what the program knows of it before it is loaded.
pub const GAME: GameEntry = GameEntry {
    id: Crossroads::ID,
    title: "Crossroads, the teaching game",
    revision: Crossroads::REVISION,
    scenario: ("meeting", "A meeting engagement"),
    outcome: (
        "{winner: union, how: ruled}",
        "`winner` may also be confederate, or none, and `how` more_points, no_enemies_left, equal_points, resigned, \
         default or draw_agreed",
    ),
    illegal_turn: (r#"{"march": {"unit": "hale", "to": 7}}"#, "All the way round!"),
    introduction: Introduction {
        goal: "The side that controls areas worth more points wins; a side without units loses [6.1].",
        other_goals: &[],
        mails: &[("meeting", 55)],
    },
    pack: Some(PackData {
        game: Crossroads::ID,
        shipped: || PACK.files(),
        optional: &[],
        mark: AreaPack::FILE,
        check: |files| Ok(AreaPack::parse(files)?.check()),
        add_sources: None,
        board,
        examples: "an area or a unit",
    }),
    make,
};

// These are functions, not closures, so that this crate compiles what they need, and not whoever lists the games.

fn make(files: &PackFiles) -> Result<Arc<dyn Game>, Problem> {
    loaded(files, AreaPack::from_files, Crossroads::new)
}

fn board(files: &PackFiles) -> Result<Drawing, Problem> {
    opening_board(&Crossroads::new(AreaPack::from_files(files)?), &Id::known("meeting"))
}
