//! What the game says of itself before it is loaded.

use std::sync::Arc;

use crate::Longstreet;
use crate::document::{PackFiles, Problem};
use crate::engine::Ruleset;
use crate::pack::{PACK, Pack};
use crate::report::svg::Drawing;
use crate::session::Game;
use crate::session::game_entry::{GameEntry, Introduction, PackData, loaded, opening_board};

/// *Longstreet*: what the program knows of it before it is loaded.
pub const GAME: GameEntry = GameEntry {
    id: Longstreet::ID,
    title: "Longstreet",
    revision: Longstreet::REVISION,
    scenario: ("brawners_farm", "Brawner's Farm"),
    outcome: (
        "{winner: federal, how: ruled}",
        "`winner` may also be confederate, or none, and `how` no_cards, conditions, resigned, default or draw_agreed",
    ),
    illegal_turn: (r#"{"end_turn": {}}"#, "Nothing to see here!"),
    introduction: Introduction {
        goal: "Each side has victory conditions of its own; `adjutant show map` lists them, and how near each is [LS-16].",
        other_goals: &[],
        mails: &[("brawners_farm", 20)],
    },
    pack: Some(PackData {
        game: Longstreet::ID,
        shipped: || PACK.files(),
        optional: &[],
        mark: Pack::MARK,
        check: |files| Ok(Pack::parse(files)?.check()),
        add_sources: None,
        board,
        examples: "a card, a unit or a piece of terrain",
    }),
    make,
};

// These are functions, not closures, so that this crate compiles what they need, and not whoever lists the games.

fn make(files: &PackFiles) -> Result<Arc<dyn Game>, Problem> {
    loaded(files, Pack::from_files, Longstreet::new)
}

fn board(files: &PackFiles) -> Result<Drawing, Problem> {
    let rules = Longstreet::new(Pack::from_files(files)?);
    let battle = rules.pack.battles.keys().next().cloned();
    let battle = battle.ok_or_else(|| Problem::new("the pack has no battle").in_path("scenarios"))?;
    opening_board(&rules, &battle)
}
