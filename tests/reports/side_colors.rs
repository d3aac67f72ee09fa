//! A side has one color, in every game and in every chart.

use crate::example;

use adjutant::chain::Chain;

/// The colors of the two sides, as the charts of a page have them by day.
const COLORS: [&str; 2] = ["#0072b2", "#f2a93b"];
/// The classes of what belongs to a side: counters, bases, the edges of a table.
const CLASSES: [[&str; 6]; 2] = [
    ["union-force", "union-fresh", "union-counter", "first-base", "first-edge", "first-general"],
    ["confederate-force", "confederate-fresh", "confederate-counter", "second-base", "second-edge", "second-general"],
];

/// What a style sheet fills a class with.
fn fill<'s>(sheet: &'s str, class: &str) -> Option<&'s str> {
    let rule = sheet.split('}').find(|rule| {
        let selectors = rule.split('{').next().unwrap_or_default();
        selectors.split(',').any(|selector| selector.trim() == format!(".{class}"))
    })?;
    rule.split_once("fill:")?.1.split([';', '}']).next()
}

#[test]
fn a_side_has_one_color_in_all_games_and_charts() {
    for page in ["step.css", "replay.css"] {
        let folder = format!("{}/src/core/report/page", env!("CARGO_MANIFEST_DIR"));
        let style = std::fs::read_to_string(format!("{folder}/{page}")).expect("a style sheet");
        let day = style.lines().next().expect("the colors of the day");
        assert!(day.contains(&format!("--first:{};--second:{};", COLORS[0], COLORS[1])), "{page}: {day}");
    }
    for name in [example::HEAD_TO_HEAD, example::SEVEN_DAYS, example::DIXIE, example::LONGSTREET, "battle-cry-campaign"]
    {
        let loaded = example::load(&example::read_files(name, false));
        let chain = Chain::build(&loaded).expect("a chain");
        let game = adjutant::registry::games().for_charter(&chain.charter.typed, &loaded).expect("the game");
        let table = game.load(&chain.line[0].state.document.content["position"]).expect("a table");
        let sheet = table.board(None).expect("a board").style.concat();
        for (classes, color) in CLASSES.iter().zip(COLORS) {
            let fills: Vec<&str> = classes.iter().filter_map(|class| fill(&sheet, class)).collect();
            assert!(!fills.is_empty() && fills.iter().all(|fill| *fill == color), "{name}: {fills:?}");
        }
    }
}
