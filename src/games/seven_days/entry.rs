//! What the game says of itself before it is loaded.

use std::sync::Arc;

use crate::SevenDays;
use crate::document::{PackFiles, Problem};
use crate::engine::Ruleset;
use crate::options::Options;
use crate::pack::{Pack, with_known_sources};
use crate::report::Present;
use crate::report::svg::Drawing;
use crate::session::Game;
use crate::session::game_entry::{GameEntry, Introduction, PackData, loaded};

/// *Lee and the Seven Days*: what the program knows of it before it is loaded.
pub const GAME: GameEntry = GameEntry {
    id: SevenDays::ID,
    title: "Lee and the Seven Days",
    revision: SevenDays::REVISION,
    scenario: ("seven_days", "The Seven Days"),
    outcome: (
        "{winner: confederate, how: ruled}",
        "`winner` may also be union, or none, and `how` richmond, both_landings, train_taken, last_day, resigned, \
         default or draw_agreed",
    ),
    illegal_turn: (r#"{"assault": {"area": 45, "leader": "lee"}}"#, "I lead them myself!"),
    introduction: Introduction {
        goal: "The Union wins at the end of a day with a fresh unit in Richmond and a path to its Supply Train [14.1], the \
               Confederacy if it controls both landings, or the one with the Supply Train, with a path to Richmond [14.2]; on \
               the last day the ground that the Confederacy controls decides [14.3].",
        other_goals: &[],
        mails: &[("seven_days", 85)],
    },
    pack: Some(PackData {
        game: SevenDays::ID,
        shipped: Pack::shipped_files,
        optional: &[],
        mark: "forces.yaml",
        check: |files| Ok(Pack::parse(files)?.check()),
        add_sources: Some(with_known_sources),
        board,
        examples: "an area, a boundary, a unit, a leader or a track",
    }),
    make,
};

// These are functions, not closures, so that this crate compiles what they need, and not whoever lists the games.

fn make(files: &PackFiles) -> Result<Arc<dyn Game>, Problem> {
    loaded(files, Pack::from_files, SevenDays::new)
}

fn board(files: &PackFiles) -> Result<Drawing, Problem> {
    let rules = SevenDays::new(Pack::from_files(files)?);
    let scenario = rules.pack.scenarios.values().next();
    let scenario = scenario.ok_or_else(|| Problem::new("the pack has no scenario").in_path("scenarios"))?;
    rules.board(&rules.opening(rules.set_up(scenario, Options::default())))
}
