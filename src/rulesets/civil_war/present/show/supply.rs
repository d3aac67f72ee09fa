//! `show supply`: the line that feeds a hex, segment by segment, or what breaks it.

use crate::board::Hex;
use crate::report::{Block, Section, Span};

use super::super::super::ledger::Game;
use super::super::super::pack::Side;
use super::super::super::supply::{Source, supply_line};
use super::super::super::{CivilWar, territory};
use super::super::words;

/// How a force is supplied, if it is.
pub fn sentence(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> String {
    let Some(line) = supply_line(rules, game, hex, side, None) else { return "out of supply".to_owned() };
    let depots = line.depots();
    let over = match depots.is_empty() {
        true => String::new(),
        false => format!(" over the depots in {}", words::places(&rules.pack, &depots)),
    };
    match &line.source {
        Source::Sea { .. } => format!("in supply{over} by sea"),
        Source::Depot { at } => format!("in supply{over}, the last of them in {}", words::place(&rules.pack, *at)),
        Source::Rail(reached) => {
            let way = match (over.is_empty(), line.overland().split_last()) {
                (false, _) => over,
                (true, None) => " on the railroad".to_owned(),
                (true, Some((rail, []))) => {
                    format!(" over land to the railroad in {}", words::place(&rules.pack, *rail))
                }
                (true, Some((rail, by))) => format!(
                    " over land by way of {} to the railroad in {}",
                    words::places(&rules.pack, by),
                    words::place(&rules.pack, *rail)
                ),
            };
            let to = match (reached.north, reached.points) {
                (true, _) => "which leads to the North".to_owned(),
                (false, points) => format!("which connects towns worth {}", words::plural(points, "point")),
            };
            format!("in supply{way}, {to}")
        }
    }
}

/// The pages of a hex: one for each side that stands there or, where nobody does, for the one that holds it.
pub fn pages(rules: &CivilWar, game: &Game, hex: Hex) -> Vec<Section> {
    let there: Vec<Side> = Side::BOTH.into_iter().filter(|&side| game.sp_at(hex, side) > 0).collect();
    let sides = match (there.is_empty(), territory::controller(rules, game, hex)) {
        (false, _) => there,
        (true, Some(side)) => vec![side],
        (true, None) => Side::BOTH.to_vec(),
    };
    let page = |side: Side| {
        let said = format!("A {} force here is {}.", side.title(), sentence(rules, game, hex, side));
        let blocks = vec![Block::Paragraph(vec![Span::plain(said), Span::plain(" "), Span::rule("9.2")])];
        Section { heading: side.title().to_owned(), blocks }
    };
    sides.into_iter().map(page).collect()
}
