//! What the game says of itself before it is loaded.

use std::sync::Arc;

use crate::Dixie;
use crate::document::{Id, PackFiles, Problem};
use crate::engine::Ruleset;
use crate::pack::{PACK, Pack};
use crate::report::svg::Drawing;
use crate::session::Game;
use crate::session::game_entry::{GameEntry, Introduction, PackData, loaded, opening_board};

/// *Dixie*: what the program knows of it before it is loaded.
pub const GAME: GameEntry = GameEntry {
    id: Dixie::ID,
    title: "Dixie",
    revision: Dixie::REVISION,
    scenario: ("first_bull_run", "First Bull Run"),
    outcome: (
        "{winner: csa, how: ruled}",
        "`winner` may also be usa, or none, and `how` occupation, envelopment, last_day, stalemate, resigned, default or \
         draw_agreed",
    ),
    illegal_turn: (r#"{"fire": {"cards": ["mcdowell"]}}"#, "All at once!"),
    introduction: Introduction {
        goal: "The side that occupies two of the three enemy positions wins [4.0].",
        other_goals: &[
            (
                "shiloh",
                "The CSA wins by occupying the enemy's Center-Back, the USA by occupying the Center-Front on Day 2 [4.0, 15.1].",
            ),
            (
                "gettysburg_three_days",
                "The CSA wins by occupying two of the three enemy positions; the USA wins if that has not happened by the end \
                 of Day 3 [4.0, 15.2].",
            ),
        ],
        mails: &[("first_bull_run", 60)],
    },
    pack: Some(PackData {
        game: Dixie::ID,
        shipped: || PACK.files(),
        optional: &[],
        mark: Pack::MARK,
        check: |files| Ok(Pack::parse(files)?.check()),
        add_sources: None,
        board,
        examples: "a card",
    }),
    make,
};

// These are functions, not closures, so that this crate compiles what they need, and not whoever lists the games.

fn make(files: &PackFiles) -> Result<Arc<dyn Game>, Problem> {
    loaded(files, Pack::from_files, Dixie::new)
}

fn board(files: &PackFiles) -> Result<Drawing, Problem> {
    opening_board(&Dixie::new(Pack::from_files(files)?), &Id::known("first_bull_run"))
}
