//! The table as text: the two lines side by side in columns, or one position below the other where a page is too
//! narrow.

use crate::report::model::{Block, Run, Span, Tint, Which};

use super::model::{LineMap, LinePosition, Mark, Strip};

/// The width of a page that does not say it.
const DEFAULT_WIDTH: usize = 80;
/// The least width of a column that can be read.
const MIN_WIDTH: usize = 23;

/// A line of a position: its text, and whose it is.
type Line = (String, Tint);

impl LineMap {
    /// The table on a page this many characters wide, and what its signs mean.
    pub fn text(&self, width: Option<usize>) -> [Block; 2] {
        [Block::Drawn(self.drawn(width.unwrap_or(DEFAULT_WIDTH))), Block::Paragraph(vec![Span::plain(self.key)])]
    }

    fn drawn(&self, width: usize) -> Vec<Vec<Run>> {
        let columns = self.columns();
        let each = (width + 1) / columns.max(1);
        let together = each > MIN_WIDTH;
        let wide = if together { each - 1 } else { width.max(MIN_WIDTH) };
        let mut out = Vec::new();
        for second in [true, false] {
            if !second {
                let rule = "-".repeat(if together { columns * (wide + 1) - 1 } else { wide });
                out.push(vec![Run { text: rule, tint: Tint::None }]);
            }
            let stands = self.lines[usize::from(second)].iter();
            let cells: Vec<Vec<Line>> = stands.map(|stand| self.cell(stand, second)).collect();
            for row in cells.chunks(if together { columns } else { 1 }) {
                out.extend(side_by_side(row, wide));
                out.extend((!together).then(Vec::new));
            }
        }
        out
    }

    /// A position: its name and holder, the cards of the second side, its terrain, the cards of the first.
    fn cell(&self, stand: &LinePosition, second: bool) -> Vec<Line> {
        let title = format!("{} [{}]", stand.name, stand.holder_word());
        let mut lines = vec![(title, Tint::Ground(which(second)))];
        let cards = |second: bool| {
            let card = move |card: &Strip| (self.card(card, second), Tint::Force(which(second)));
            stand.cards[usize::from(second)].iter().map(card).collect::<Vec<_>>()
        };
        lines.extend(cards(true));
        lines.extend(stand.terrain.iter().map(|terrain| (format!(" = {terrain}"), Tint::None)));
        lines.extend(cards(false));
        lines
    }

    fn card(&self, card: &Strip, second: bool) -> String {
        let sign = match card.mark {
            Some(Mark::Infantry) => "i",
            Some(Mark::Cavalry) => "c",
            Some(Mark::Artillery) => "a",
            Some(Mark::General) => "g",
            Some(Mark::Other) => "s",
            None => "?",
        };
        let sign = format!("{sign} {}", card.rating);
        let hits = "*".repeat(card.hits.into());
        format!(" {} {} {} {hits}", self.name(second), sign.trim_end(), card.name).trim_end().to_owned()
    }
}

fn which(second: bool) -> Which {
    if second { Which::Second } else { Which::First }
}

/// Cells side by side, each filled up with blanks.
fn side_by_side(cells: &[Vec<Line>], wide: usize) -> Vec<Vec<Run>> {
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
