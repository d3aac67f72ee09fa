//! What the game says of itself before it is loaded.

use std::sync::Arc;

use crate::CivilWar;
use crate::document::{PackFiles, Problem};
use crate::engine::Ruleset;
use crate::pack::{OPTIONAL_FILES, Pack};
use crate::present::draw;
use crate::report::MapView;
use crate::report::svg::Drawing;
use crate::session::Game;
use crate::session::game_entry::{GameEntry, Introduction, PackData, loaded};

/// *The Civil War*: what the program knows of it before it is loaded.
pub const GAME: GameEntry = GameEntry {
    id: CivilWar::ID,
    title: "The Civil War",
    revision: CivilWar::REVISION,
    scenario: ("virginia_1861", "Virginia 1861"),
    outcome: (
        "{level: marginal, points: {union: 6, confederate: 3}, winner: union}",
        "`level` is draw, marginal or decisive, and a draw names no winner",
    ),
    illegal_turn: (r#"{"spend": {"east": 99}}"#, "Everything at once!"),
    introduction: Introduction {
        goal: "At the end of each turn the Union's points less the Confederacy's are compared with the Victory Schedule, which may \
               end the war; points are the cities that a side takes and holds, Washington, and the Confederacy's uses of the \
               Command Points Table [CW-274]. `adjutant show track` has the calculation.",
        other_goals: &[
            (
                "virginia_1861",
                "After turn 3 the Union's points less the Confederacy's decide: the cities that each side holds outside its \
                 own territory, Washington, and the Confederacy's uses of the Command Points Table; 0 or more wins for the \
                 Union, -3 or less for the Confederacy [CW-7]. `adjutant show track` has the calculation.",
            ),
            (
                "virginia_1862",
                "After turn 7 the Union's points less the Confederacy's decide: the cities that each side holds outside its \
                 own territory, which count twice, Washington, and the Confederacy's uses of the Command Points Table; 0 or \
                 more wins for the Union, -3 or less for the Confederacy [CW-175]. `adjutant show track` has the calculation.",
            ),
        ],
        mails: &[("virginia_1861", 75), ("campaign_1861", 600)],
    },
    pack: Some(PackData {
        game: CivilWar::ID,
        shipped: Pack::shipped_files,
        optional: &OPTIONAL_FILES,
        mark: "leaders.yaml",
        check: |files| Ok(Pack::parse(files)?.check_thoroughly()),
        add_sources: None,
        board,
        examples: "a hex, a hexside, a town, a leader or a chart",
    }),
    make,
};

// These are functions, not closures, so that this crate compiles what they need, and not whoever lists the games.

fn make(files: &PackFiles) -> Result<Arc<dyn Game>, Problem> {
    loaded(files, Pack::from_files, CivilWar::new)
}

fn board(files: &PackFiles) -> Result<Drawing, Problem> {
    let rules = CivilWar::new(Pack::parse(files)?);
    draw(&rules, None, &MapView::default(), None)
}
