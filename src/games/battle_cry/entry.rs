//! What the game says of itself before it is loaded.

use std::sync::Arc;

use crate::BattleCry;
use crate::document::{Id, PackFiles, Problem};
use crate::engine::Ruleset;
use crate::pack::{PACK, Pack};
use crate::report::svg::Drawing;
use crate::session::Game;
use crate::session::game_entry::{GameEntry, Introduction, PackData, loaded, opening_board};

/// *Battle Cry of Freedom*: what the program knows of it before it is loaded.
pub const GAME: GameEntry = GameEntry {
    id: BattleCry::ID,
    title: "Battle Cry of Freedom",
    revision: BattleCry::REVISION,
    scenario: ("campaign", "The Campaign"),
    outcome: (
        "{winner: union, how: ruled}",
        "`winner` may also be confederate, or none, and `how` cities, election, decks_exhausted, deck_one, battle, \
         resigned, default or draw_agreed",
    ),
    illegal_turn: (r#"{"hold": {}}"#, "Hold on a moment!"),
    introduction: Introduction {
        goal: "The Union wins with Richmond, Atlanta and Vicksburg, or with two of them and the election of 1864; otherwise \
               the Confederacy wins [Victory Condition Cities].",
        other_goals: &[
            ("gettysburg", "The side that wins the battle wins."),
            (
                "deck_one",
                "The game ends with the turn in which a side completes its first deck; points, cities and invasions decide.",
            ),
        ],
        mails: &[("gettysburg", 20), ("campaign", 220), ("deck_one", 155), ("deck_two", 105)],
    },
    pack: Some(PackData {
        game: BattleCry::ID,
        shipped: || PACK.files(),
        optional: &[],
        mark: Pack::MARK,
        check: |files| Ok(Pack::parse(files)?.check()),
        add_sources: None,
        board,
        examples: "an event, a general or a battle (`adjutant show card NAME` shows a card of a match)",
    }),
    make,
};

// These are functions, not closures, so that this crate compiles what they need, and not whoever lists the games.

fn make(files: &PackFiles) -> Result<Arc<dyn Game>, Problem> {
    loaded(files, Pack::from_files, BattleCry::new)
}

fn board(files: &PackFiles) -> Result<Drawing, Problem> {
    opening_board(&BattleCry::new(Pack::from_files(files)?), &Id::known("campaign"))
}
