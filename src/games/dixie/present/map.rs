//! The table as text: the two lines side by side in columns, or one position below the other where a page is too narrow.

use super::{line, names, statistics};
use crate::Dixie;
use crate::engine::Position;
use crate::ledger::{Game, Placed};
use crate::pack::{Card, Kind};
use crate::place::Place;
use crate::report::model::{Run, Tint, Which};
use crate::report::{Block, MapView, Report, Section};
use crate::side::Side;

/// The width of a page that does not say it.
const USUAL: usize = 80;
/// The least width of a column that can be read.
const LEAST: usize = 23;

/// A line of a position: its text, and whose it is.
type Line = (String, Tint);

/// The page of the table.
pub fn page(rules: &Dixie, position: &Position<Dixie>, view: &MapView) -> Report {
    let game = &position.game;
    let lines = drawn(rules, game, view.width.unwrap_or(USUAL));
    let key = "i infantry, c cavalry, a artillery (fire at long and short range), g general (attack/defense), s special, ? face \
               down; the number is the CV, each * a hit.";
    let blocks = vec![Block::Drawn(lines), Block::Paragraph(vec![crate::report::Span::plain(key)])];
    let table = line::section(rules, game);
    let counts = Section { heading: "Off the table".to_owned(), blocks: table.blocks.into_iter().skip(1).collect() };
    Report {
        title: "The table".to_owned(),
        subtitle: format!("{}.", statistics::when(game).words),
        sections: vec![Section { heading: String::new(), blocks }, counts],
    }
}

fn drawn(rules: &Dixie, game: &Game, width: usize) -> Vec<Vec<Run>> {
    let [usa, across] = game.lines();
    let columns = usa.len();
    let each = (width + 1) / columns.max(1);
    let together = each > LEAST;
    let wide = if together { each - 1 } else { width.max(LEAST) };
    let mut out = Vec::new();
    for (n, row) in [across, usa].into_iter().enumerate() {
        if n == 1 {
            let rule = "-".repeat(if together { columns * (wide + 1) - 1 } else { wide });
            out.push(vec![Run { text: rule, tint: Tint::None }]);
        }
        let cells: Vec<Vec<Line>> = row.iter().map(|place| cell(rules, game, *place)).collect();
        for row in cells.chunks(if together { columns } else { 1 }) {
            out.extend(beside(row, wide));
            out.extend((!together).then(Vec::new));
        }
    }
    out
}

/// Cells side by side, each filled up with blanks.
fn beside(cells: &[Vec<Line>], wide: usize) -> Vec<Vec<Run>> {
    let high = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut out = Vec::new();
    for n in 0..high {
        let mut runs = Vec::new();
        for (at, cell) in cells.iter().enumerate() {
            let (text, tint) = cell.get(n).cloned().unwrap_or_default();
            let text = cut(&text, wide);
            let gap = if at + 1 < cells.len() { wide + 1 - text.chars().count() } else { 0 };
            runs.extend([Run { text, tint }, Run { text: " ".repeat(gap), tint: Tint::None }]);
        }
        runs.retain(|run| !run.text.is_empty());
        out.push(runs);
    }
    out
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// A position: its name and holder, the cards of the CSA, its terrain, the cards of the USA.
fn cell(rules: &Dixie, game: &Game, place: Place) -> Vec<Line> {
    let which = if place.line() == Some(Side::Usa) { Which::First } else { Which::Second };
    let title = format!("{} [{}]", names::title(place), line::holder(rules, game, place));
    let mut lines = vec![(title, Tint::Ground(which))];
    let cards = |side: Side, tint: Which| {
        let mut cards: Vec<&Placed> = game.there(place, side).iter().collect();
        cards.sort_by_key(|placed| rules.kind(game, side, &placed.card) != Some(Kind::General));
        let card = move |placed: &Placed| (card(rules, game, side, placed), Tint::Force(tint));
        cards.into_iter().map(card).collect::<Vec<_>>()
    };
    lines.extend(cards(Side::Csa, Which::Second));
    lines.extend(rules.terrain(game, place).map(|card| (format!(" = {}", names::full(card)), Tint::None)));
    lines.extend(cards(Side::Usa, Which::First));
    lines
}

fn card(rules: &Dixie, game: &Game, side: Side, placed: &Placed) -> String {
    let (mark, name) = match rules.card(game, side, &placed.card) {
        Some(card) => (mark(card), card.name.as_str()),
        None => ("?".to_owned(), placed.card.as_str()),
    };
    format!(" {} {mark} {name} {}", names::side(side), "*".repeat(placed.hits.into())).trim_end().to_owned()
}

fn mark(card: &Card) -> String {
    let kind = match card.kind {
        Kind::Infantry => "i",
        Kind::Cavalry => "c",
        Kind::Artillery => "a",
        Kind::General => "g",
        Kind::Terrain | Kind::Special => "s",
    };
    format!("{kind} {}", names::rating(card)).trim_end().to_owned()
}
