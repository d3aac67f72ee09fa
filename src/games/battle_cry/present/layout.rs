//! The layout of the picture, its signs and its style sheet. It is 900 pixels wide; lengths are tenths of a pixel.

use crate::BattleCry;
use crate::ledger::{Game, InPlay};
use crate::pack::Theater;
use crate::report::svg::legend::{Entry, Grid};
use crate::report::svg::{Point, Shape};
use crate::shared::Side;

pub const WIDTH: i32 = 9000;
pub const MARGIN: i32 = 200;
/// Half of the picture, and the gap between both halves.
pub const COLUMN: i32 = 4225;
pub const GAP: i32 = 150;
pub const TRACK: i32 = 820;
pub const TRACK_CELL: i32 = 405;
/// The size of a battle's cell.
pub const CELL: (i32, i32) = (2090, 290);
/// How many generals stand in a row, and how many of a side in a theater have room.
const IN_ROW: usize = 4;
pub const MOST_GENERALS: usize = 8;
/// The height of a card.
pub const STRIP: i32 = 240;
pub const GRID: Grid = Grid { width: 2860, height: 330, margin: MARGIN, sign: (220, 200), words: (300, 45) };

/// Where the parts begin, from the top.
#[derive(Clone, Copy)]
pub struct Rows {
    /// Whether both theaters are drawn; or one battle, each side's generals beneath its piles.
    war: bool,
    pub piles: i32,
    pub battles: i32,
    generals: i32,
    pub fight: i32,
    pub key: i32,
}

impl Rows {
    /// Whether both theaters are drawn.
    pub fn is_war(self) -> bool {
        self.war
    }

    pub fn of(rules: &BattleCry, game: &Game) -> Rows {
        let war = super::roster::theaters(rules, game).len() > 1;
        let (piles, battles) = if war { (1580, 2620) } else { (TRACK, 0) };
        let generals = if war { battles + 4 * 330 + 80 } else { piles + 830 };
        let fight = generals + if war { 4 * 380 } else { 2 * 380 } + 120;
        Rows { war, piles, battles, generals, fight, key: fight + 600 + 8 * 262 + 160 }
    }
}

/// The left edge of a theater: the East is on the right.
pub fn left(theater: Theater) -> i32 {
    match theater {
        Theater::West => MARGIN,
        Theater::East => MARGIN + COLUMN + GAP,
    }
}

/// The corner of a theater's battle, by its number.
pub fn cell(corner: Point, n: usize) -> Point {
    let size = |n: usize| i32::try_from(n).unwrap_or(0);
    corner.by(size(n % 2) * (CELL.0 + 45), size(n / 2) * 330)
}

/// The generals of a side who are in play, each with the corner of his counter.
pub fn generals(rows: Rows, game: &Game, one: Side) -> Vec<(&InPlay, Point)> {
    let of = |theater: Theater| {
        let corner = match (rows.war, one) {
            (true, Side::Union) => Point { x: left(theater), y: rows.generals + 2 * 380 },
            (true, Side::Confederate) => Point { x: left(theater), y: rows.generals },
            (false, Side::Union) => Point { x: MARGIN, y: rows.generals },
            (false, Side::Confederate) => Point { x: MARGIN + COLUMN + GAP, y: rows.generals },
        };
        let at = move |n: usize| {
            let n = n.min(MOST_GENERALS - 1);
            let size = |n: usize| i32::try_from(n).unwrap_or(0);
            corner.by(size(n % IN_ROW) * (COLUMN / 4), size(n / IN_ROW) * 380)
        };
        game.generals(one, theater).enumerate().map(move |(n, general)| (general, at(n)))
    };
    Theater::BOTH.into_iter().flat_map(of).collect()
}

/// The prefix of a side's classes.
pub fn side(side: Side) -> &'static str {
    if side == Side::Union { "first" } else { "second" }
}

type Counter = fn(&str, Point, (i32, i32), Side) -> Shape;
type Leaning = fn(&str, Point, (i32, i32)) -> Shape;

/// What the signs mean.
pub fn entries(counter: Counter, leaning: Leaning) -> Vec<Entry> {
    let mut entries = Vec::new();
    for one in Side::BOTH {
        let title = one.title();
        let upright = |class: &str, words: &str| {
            let (class, sign) = (format!("{}-{class}", side(one)), format!("{}-{class}", side(one)));
            Entry::new(
                class,
                move |at: Point| vec![counter(&sign, at.by(-180, -100), (360, 200), one)],
                format!("{title}: {words}"),
            )
        };
        let leans = |class: &str, words: &str| {
            let (class, sign) = (format!("{}-{class}", side(one)), format!("{}-{class}", side(one)));
            Entry::new(
                class,
                move |at: Point| vec![leaning(&sign, at.by(-180, -100), (360, 200))],
                format!("{title}: {words}"),
            )
        };
        entries.push(upright("general", "free general"));
        entries.push(leans("engaged", "engaged general"));
        entries.push(upright("card", "card in play"));
        entries.push(upright("sent", "announced card"));
        entries.push(leans("canceled", "canceled card"));
    }
    for (class, words) in [
        ("fought", "battle fought now"),
        ("placed", "battle placed"),
        ("blocked", "battle blocked"),
        ("held", "held by the Union"),
        ("removed", "out of the game"),
    ] {
        entries.push(Entry::new(class, move |at: Point| vec![Shape::rect(class, at.by(-180, -90), 360, 180)], words));
    }
    entries.push(Entry::new(
        "battle",
        |at: Point| vec![Shape::text("legend-sign", at.by(0, 45), "★")],
        "star: city, or a general's",
    ));
    entries
}

/// Nothing is shown by color alone: the Union's counters have square corners, the Confederacy's cut ones.
pub const STYLE: &str = "\
.track,.battle{fill:#faf8f2;stroke:#a79f8d;stroke-width:1}
.first-total{fill:#7fb8dd;stroke:#00324f;stroke-width:2}
.second-total{fill:#f8cf8c;stroke:#5a3300;stroke-width:2}
.first-edge{fill:#0072b2}.second-edge{fill:#f2a93b}
.first-back{fill:#0072b2;fill-opacity:.25;stroke:#00324f;stroke-width:1.4}
.second-back{fill:#f2a93b;fill-opacity:.5;stroke:#5a3300;stroke-width:1.4}
.first-face,.second-face{fill:#ffffff;stroke:#5a3300;stroke-width:1.2}
.fought{fill:#ffe9a8;stroke:#a3151f;stroke-width:3}
.placed{fill:#fff6d8;stroke:#a3151f;stroke-width:2.2}
.blocked{fill:#f1e3e3;stroke:#a3151f;stroke-width:1.6;stroke-dasharray:5 3}
.held{fill:#d7e8f4;stroke:#00324f;stroke-width:1.6}
.removed{fill:#e6e3dc;stroke:#6b6557;stroke-width:1.2;stroke-dasharray:3 3}
.first-general,.first-card{fill:#0072b2;stroke:#00324f;stroke-width:1.2}
.second-general,.second-card{fill:#f2a93b;stroke:#5a3300;stroke-width:1.2}
.first-engaged,.first-canceled{fill:#d7e8f4;stroke:#00324f;stroke-width:1.2}
.second-engaged,.second-canceled{fill:#fdeed3;stroke:#5a3300;stroke-width:1.2}
.first-sent{fill:#e6f0fb;stroke:#00324f;stroke-width:2.6;stroke-dasharray:7 4}
.second-sent{fill:#fff8ea;stroke:#5a3300;stroke-width:2.6;stroke-dasharray:7 4}
.struck{fill:none;stroke:#a3151f;stroke-width:1.4}
.balance{fill:#f4f1e8;stroke:#a79f8d;stroke-width:1}
.first-lead{fill:#0072b2}.second-lead{fill:#f2a93b}
.middle{fill:none;stroke:#1a1a1a;stroke-width:2}
text.title{font-size:30px;font-weight:bold;text-anchor:start}
text.when{font-size:15px;text-anchor:start}
text.label{font-size:13px;font-weight:bold;text-anchor:start}
text.points{font-size:13px}
text.theater{font-size:18px;font-weight:bold;text-anchor:start}
text.battle-name{font-size:11.5px;text-anchor:start}
text.state{font-size:11px;font-style:italic;text-anchor:end}
text.edge{font-size:14px;text-anchor:start}
text.pile{font-size:12px;text-anchor:start}
text.count{font-size:13px;font-weight:bold}
text.general{font-size:11.5px}
text.stars{font-size:11px}
text.more{font-size:11px;text-anchor:start}
text.fight{font-size:17px;font-weight:bold;text-anchor:start}
text.value{font-size:12px;font-weight:bold;text-anchor:end}
text.card-name{font-size:11px;text-anchor:start}
text.first-ink{fill:#ffffff}text.second-ink{fill:#1a1a1a}text.dark-ink{fill:#1a1a1a}
text.legend{font-size:12px;text-anchor:start}
text.legend-sign{font-size:14px}
";
