//! A turn of a game as one picture to paste into a mail or forum: the map of what changed, the points, the losses, and
//! two lines about what happened.

use std::fmt::Write;

use super::history::Pieces;
use super::model::{Block, Report, Section, Span};
use super::sanitize::{clean, markup};
use super::svg::text_width::{widest, wrap_widest};
use super::svg::{self, Detail, Drawing, Point, Role};

/// The size of the picture in pixels.
pub const SIZE: (i32, i32) = (1200, 675);
/// The width of the map, beside which the panel stands.
pub const MAP: i32 = 760;
const PANEL: i32 = SIZE.0 - MAP;
const MARGIN: i32 = 24;
/// The largest part of a map, in pixels of the drawing, that is shown in full detail, and the largest that is shown
/// without hex numbers.
const NEAR: i32 = 900;
const MIDDLE: i32 = 2000;
/// The most that a table measures that is always shown whole.
const TABLE: i32 = 1000;
/// The minimum width of the part shown, so that a fight in one hex is shown with its surroundings.
pub const MIN_WIDTH: i32 = 520;
/// The height of a line of what happened, and the lowest line of the panel above its foot.
const LINE: i32 = 21;
const LOWEST: i32 = SIZE.1 - 44;

/// The class of the layer with the title of a map.
const HEADING: &str = "heading";

/// The text beside the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnPicture {
    pub title: String,
    /// The turn in words: `Turn 5, May-June 1862`.
    pub when: String,
    /// The sides' names: `Union`.
    pub sides: [String; 2],
    /// The score that decides the match: its title, and each side's value at the end of the turn and at its beginning.
    pub score: Option<(String, [i64; 2], [i64; 2])>,
    /// Who wins if nothing changes, in a sentence.
    pub current_winner: Option<String>,
    /// How the match ended, as the end of a sentence, if it is over when the turn ends. Nobody leads then.
    pub outcome: Option<String>,
    /// What each side lost in the turn, with the title of the count.
    pub losses: Option<(String, [i64; 2])>,
    /// What happened, most important first; two are shown.
    pub lines: Vec<String>,
    /// The line at the bottom: the match and its steps.
    pub foot: String,
}

/// The board with the pieces at the end of a turn, and the events of all of its steps.
pub fn map(board: Drawing, end: Pieces, steps: Vec<Pieces>) -> Drawing {
    let mut drawing = svg::parted(&board).0;
    drawing.layers.retain(|layer| layer.class != HEADING);
    let mut fill = |pieces: Pieces, role: Role| {
        for filled in pieces.layers.into_iter().filter(|layer| layer.role == role) {
            let layer = drawing.layers.iter_mut().find(|layer| layer.class == filled.class);
            layer.into_iter().for_each(|layer| layer.shapes.extend(filled.shapes.iter().cloned()));
        }
    };
    fill(end, Role::Position);
    steps.into_iter().for_each(|step| fill(step, Role::Step));
    drawing
}

impl TurnPicture {
    /// How the match ended; or, while it is played, who leads and by how much, and who wins if nothing changes.
    pub fn standing(&self) -> Vec<String> {
        match &self.outcome {
            Some(outcome) => vec![format!("The match is over: {outcome}.")],
            None => self.leader().into_iter().chain(self.current_winner.clone()).collect(),
        }
    }

    /// Who leads and by how much, in a sentence; `None` without a score, or if the match is over.
    pub fn leader(&self) -> Option<String> {
        if self.outcome.is_some() {
            return None;
        }
        let (title, [one, other], _) = self.score.as_ref()?;
        let what = title.to_lowercase();
        Some(match (one - other, &self.sides) {
            (0, _) => format!("Even: {one} {what} each."),
            (ahead @ 1.., [side, _]) => format!("{side} leads by {ahead}."),
            (behind, [_, side]) => format!("{side} leads by {}.", behind.unsigned_abs()),
        })
    }

    /// The picture as SVG, with the map from [`map`], and the part of it where something happened (all of it if that is
    /// not known).
    pub fn write(&self, map: Option<&Drawing>, part: Option<(Point, Point)>) -> String {
        let (wide, high) = SIZE;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\" \
             role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<style>\n{STYLE}</style>\n\
             <rect class=\"turn-paper\" width=\"{wide}\" height=\"{high}\"/>\n",
            markup(&format!("{}: {}", self.title, self.when)),
            markup(&self.words()),
        );
        if let Some(map) = map {
            out += &window(map, part, 0, MAP);
        }
        self.panel(&mut out);
        out += "</svg>\n";
        out
    }

    /// The panel beside the map.
    fn panel(&self, out: &mut String) {
        let (left, most) = (MAP + MARGIN, PANEL - 2 * MARGIN);
        let mut y = 46;
        let line = |out: &mut String, class: &str, x: i32, y: i32, words: &str| {
            let _ = writeln!(out, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", markup(words));
        };
        let text = |out: &mut String, class: &str, y: &mut i32, lines: usize, words: &str| {
            let (size, bold) = font(class);
            for words in cut(wrap_widest(&clean(words), size, bold, most), lines) {
                line(out, class, left, *y, &words);
                *y += size * 5 / 4;
            }
        };
        text(out, "turn-title", &mut y, 3, &self.title);
        text(out, "turn-when", &mut y, 2, &self.when);
        y += 14;
        if let Some((title, now, before)) = &self.score {
            text(out, "turn-label", &mut y, 1, title);
            y += 34;
            for (n, (now, before)) in (0..).zip(now.iter().zip(before)) {
                let x = left + n * most / 2;
                let side = usize::try_from(n).unwrap_or(0);
                let _ = writeln!(
                    out,
                    "<rect class=\"turn-side-{n}\" x=\"{x}\" y=\"{}\" width=\"8\" height=\"62\"/>",
                    y - 38
                );
                line(out, "turn-score", x + 18, y, &now.to_string());
                let beside = x + 24 + widest(&now.to_string(), 46, true);
                line(out, "turn-change", beside, y, &change(now - before));
                line(out, "turn-label", x + 18, y + 22, &self.sides[side]);
            }
            y += 62;
        }
        for (n, words) in self.standing().into_iter().enumerate() {
            text(out, if n == 0 { "turn-strong" } else { "turn-firm" }, &mut y, 7, &words);
        }
        y += 8;
        if let Some((title, lost)) = &self.losses {
            let greatest = lost.iter().copied().max().unwrap_or(0).max(1);
            text(out, "turn-label", &mut y, 1, &format!("{title} this turn"));
            for (n, lost) in lost.iter().enumerate() {
                let bar = (i64::from(most) * 2 / 5 * (*lost).max(0) / greatest).max(2);
                let _ = writeln!(
                    out,
                    "<rect class=\"turn-side-{n}\" x=\"{left}\" y=\"{}\" width=\"{bar}\" height=\"18\"/>",
                    y - 10
                );
                let beside = left + i32::try_from(bar).unwrap_or(0) + 8;
                line(out, "turn-text", beside, y + 5, &format!("{} {}", self.sides[n], loss(*lost)));
                y += 26;
            }
            y += 14;
        }
        let told: Vec<&String> = self.lines.iter().take(2).collect();
        for (n, words) in told.iter().enumerate() {
            // Each has its part of the room that is left.
            let room = (LOWEST - y) / i32::try_from(told.len() - n).unwrap_or(1) - 10 + LINE;
            let rows = usize::try_from(room / LINE).unwrap_or(0);
            if rows > 0 {
                let (size, bold) = font("turn-text");
                let whole = whole_sentences(&clean(words), |words| wrap_widest(words, size, bold, most).len() <= rows);
                text(out, "turn-text", &mut y, rows, &whole);
                y += 10;
            }
        }
        line(out, "turn-foot", left, SIZE.1 - 18, &clean(&self.foot));
    }

    /// The text on it, as a report.
    pub fn report(&self) -> Report {
        let mut blocks = Vec::new();
        if let Some((title, [one, other], [one_before, other_before])) = &self.score {
            let [first, second] = &self.sides;
            let had = |now: i64, before: i64| format!("{now} ({})", change(now - before));
            let row = [had(*one, *one_before), had(*other, *other_before)];
            let mut rows = vec![[vec![title.clone()], row.into()].concat()];
            if let Some((title, lost)) = &self.losses {
                rows.push([vec![format!("{title} this turn")], lost.iter().copied().map(loss).collect()].concat());
            }
            blocks.push(Block::Table { header: vec![String::new(), first.clone(), second.clone()], rows });
        }
        let told = self.standing().into_iter().chain(self.lines.iter().take(2).cloned());
        blocks.extend(told.map(|line| Block::Paragraph(vec![Span::plain(line)])));
        let sections = vec![Section { heading: String::new(), blocks }];
        Report { title: format!("{}: {}", self.title, self.when), subtitle: self.foot.clone(), sections }
    }

    /// The same in words.
    fn words(&self) -> String {
        let losses = self.losses.as_ref().map(|(title, [one, other])| {
            let [first, second] = &self.sides;
            format!("{title} this turn: {first} {}, {second} {}.", loss(*one), loss(*other))
        });
        let told = self.standing().into_iter().chain(losses).chain(self.lines.iter().take(2).cloned());
        told.collect::<Vec<_>>().join(" ")
    }
}

/// A map through a window of this width, so far down: SVG clips the rest.
fn window(map: &Drawing, part: Option<(Point, Point)>, down: i32, wide: i32) -> String {
    let View { x, y, width, height, detail } = View::of(map, part);
    let mut seen = map.clone().at(detail);
    seen.layers.retain(|layer| layer.class != svg::TRACKS);
    let drawn = svg::write(&seen);
    let inner = drawn.split_once('>').map_or("", |(_, inner)| inner);
    let high = wide * SIZE.1 / MAP;
    let place = if down == 0 { String::new() } else { format!(" y=\"{down}\"") };
    format!(
        "<svg{place} width=\"{wide}\" height=\"{high}\" viewBox=\"{x} {y} {width} {height}\" \
         preserveAspectRatio=\"xMidYMid slice\">{inner}\n"
    )
}

/// A sheet with a small map below it: of the part where something happened, or of all of it.
pub fn above_map(sheet: &Drawing, map: &Drawing, part: Option<(Point, Point)>) -> String {
    let (wide, high) = (sheet.width / 10, sheet.height / 10);
    let drawn = svg::write(sheet);
    let inner = drawn.split_once('>').map_or("", |(_, inner)| inner);
    let total = high + wide * SIZE.1 / MAP;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{wide}\" height=\"{total}\" viewBox=\"0 0 {wide} {total}\" \
         role=\"img\">\n<title>{}</title>\n<rect width=\"{wide}\" height=\"{total}\" fill=\"#ffffff\"/>\n\
         <svg width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {wide} {high}\">{inner}{}</svg>\n",
        markup(&sheet.title),
        window(map, part, high, wide)
    )
}

/// The part of a map that is shown, in pixels of the drawing, and its detail.
pub struct View {
    /// Its corner.
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
    pub detail: Detail,
}

impl View {
    /// A part of a map between two corners, or all of it.
    pub fn of(map: &Drawing, part: Option<(Point, Point)>) -> View {
        // What is drawn, without margins and without the tracks, which the panel tells in words.
        let drawn = map.layers.iter().filter(|layer| !["paper-layer", svg::TRACKS].contains(&layer.class));
        let all = svg::extent(drawn.flat_map(|layer| &layer.shapes));
        // Margins are a quarter of a sheet at most.
        let all = all.map_or((Point::default(), Point { x: map.width, y: map.height }), |(low, high)| {
            let low = Point { x: low.x.clamp(0, map.width / 4), y: low.y.clamp(0, map.height / 4) };
            let high_x = high.x.clamp(map.width * 3 / 4, map.width);
            (low, Point { x: high_x, y: high.y.clamp(map.height * 3 / 4, map.height) })
        });
        // A table is seen whole: a part of it would cut the words at its edges.
        let part = part.filter(|_| map.width.max(map.height) > 10 * TABLE);
        let (from, to) = part.unwrap_or(all);
        let room = (to.x - from.x).max(to.y - from.y) / 80 + 6;
        let (mut x, mut y) = (from.x / 10 - room, from.y / 10 - room);
        let (mut width, mut height) = ((to.x - from.x) / 10 + 2 * room, (to.y - from.y) / 10 + 2 * room);
        // With the window's proportions, and at least the minimum width.
        let broad = width.max(height * MAP / SIZE.1).max(MIN_WIDTH);
        (x, width) = (x - (broad - width) / 2, broad);
        let high = width * SIZE.1 / MAP;
        (y, height) = (y - (high - height) / 2, high);
        // No more than necessary lies beyond the map.
        let within = |at: i32, length: i32, all: i32| match length >= all {
            true => (all - length) / 2,
            false => at.clamp(0, all - length),
        };
        (x, y) = (within(x, width, map.width / 10), within(y, height, map.height / 10));
        let detail = match width {
            width if width <= NEAR => Detail::Near,
            width if width <= MIDDLE => Detail::Middle,
            _ => Detail::Far,
        };
        View { x, y, width, height, detail }
    }
}

/// By how much something has changed, with its sign.
fn change(by: i64) -> String {
    match by {
        0 => "\u{b1}0".to_owned(),
        1.. => format!("+{by}"),
        less => format!("\u{2212}{}", less.unsigned_abs()),
    }
}

/// What is lost; what has come back is said to be regained.
fn loss(lost: i64) -> String {
    if lost < 0 { format!("0 ({} regained)", lost.unsigned_abs()) } else { lost.to_string() }
}

/// The font size and weight of a class of the panel.
fn font(class: &str) -> (i32, bool) {
    match class {
        "turn-title" => (27, true),
        "turn-when" => (19, false),
        "turn-strong" => (20, true),
        "turn-firm" => (17, true),
        "turn-label" => (16, false),
        _ => (17, false),
    }
}

/// As many sentences of a text from its beginning as fit, at least the first.
fn whole_sentences(text: &str, fits: impl Fn(&str) -> bool) -> String {
    // The full stop of an initial ends no sentence.
    let is_end = |at: &usize| !text[..*at].ends_with(char::is_uppercase);
    let ends = text.match_indices(". ").map(|(at, _)| at).filter(is_end).map(|at| at + 1);
    let mut ends: Vec<usize> = ends.chain([text.len()]).collect();
    while let [.., _, last] = ends.as_slice()
        && !fits(&text[..*last])
    {
        ends.pop();
    }
    ends.last().map_or(String::new(), |end| text[..*end].to_owned())
}

/// The first `most` lines; if there are more, the last ends with dots.
fn cut(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            last.push_str(" …");
        }
    }
    lines
}

const STYLE: &str = "\
.turn-paper{fill:#ffffff}
.turn-side-0{fill:#0072b2}.turn-side-1{fill:#f2a93b;stroke:#5a3300;stroke-width:1}
.turn-title,.turn-when,.turn-label,.turn-score,.turn-change,.turn-strong,.turn-firm,.turn-text,.turn-foot{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;fill:#1a1a1a;text-anchor:start}
.turn-title{font-size:27px;font-weight:bold}.turn-when{font-size:19px}
.turn-label{font-size:16px;fill:#56524a}.turn-score{font-size:46px;font-weight:bold}
.turn-change{font-size:19px;fill:#56524a}.turn-strong{font-size:20px;font-weight:bold}.turn-firm{font-size:17px;font-weight:bold}
.turn-text{font-size:17px}.turn-foot{font-size:13px;fill:#56524a}
";
