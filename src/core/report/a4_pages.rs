//! A report on sheets of paper: tables and paragraphs on A4 pages, as pictures to be printed.

use super::model::{Block, Report, Section, Span};
use super::svg::text_width::{width, wrap};
use super::svg::{Details, Drawing, Form, Layer, Path, Point, Role, Shape, style};

/// A4 upright in tenths of a pixel, at 96 pixels per inch.
pub const SHEET: (i32, i32) = (7_940, 11_230);
/// The margin on each side.
pub const MARGIN: i32 = 560;
const TEXT: i32 = 105;
const LINE: i32 = 155;
const HEADING: i32 = 160;
/// The space left and right of a cell's content.
const CELL: i32 = 45;

const STYLE: &str = "\
text.sheet-title{font-size:22px;font-weight:bold;text-anchor:start}
text.sheet-heading{font-size:15px;font-weight:bold;text-anchor:start}
text.sheet-text{font-size:10.5px;text-anchor:start}
text.sheet-figure{font-size:10.5px;text-anchor:end}
text.sheet-head{font-size:10.5px;font-weight:bold;text-anchor:start}
text.sheet-head-figure{font-size:10.5px;font-weight:bold;text-anchor:end}
text.sheet-foot{font-size:9px;fill:#56524a;text-anchor:end}
.sheet-line{fill:none;stroke:#8b8575;stroke-width:0.6}
.sheet-band{fill:#f1ede2}
";

/// Lays out a report on as many sheets as needed; blocks that are not text, lists or tables are left out.
pub fn sheets(report: &Report) -> Vec<Drawing> {
    let mut press = Press { title: report.title.clone(), done: Vec::new(), shapes: Vec::new(), y: MARGIN };
    press.lines("sheet-title", 220, 290, &report.title);
    if !report.subtitle.is_empty() {
        press.lines("sheet-text", TEXT, LINE, &report.subtitle);
    }
    for section in &report.sections {
        press.section(section);
    }
    press.turn_over();
    let count = press.done.len();
    for (n, sheet) in press.done.iter_mut().enumerate() {
        let at = Point { x: SHEET.0 - MARGIN, y: SHEET.1 - MARGIN / 2 };
        let words = format!("{}, sheet {} of {count}", report.title, n + 1);
        sheet.layers[0].shapes.push(Shape::text("sheet-foot", at, words));
    }
    press.done
}

/// Lays out a report, and keeps track of the current place.
struct Press {
    title: String,
    done: Vec<Drawing>,
    shapes: Vec<Shape>,
    /// Where the next block begins.
    y: i32,
}

impl Press {
    /// The lowest point that is used.
    const BOTTOM: i32 = SHEET.1 - MARGIN;
    const ROOM: i32 = SHEET.0 - 2 * MARGIN;

    /// Ends the sheet, if there is anything on it.
    fn turn_over(&mut self) {
        let mut shapes = std::mem::take(&mut self.shapes);
        self.y = MARGIN;
        if shapes.is_empty() {
            return;
        }
        shapes.insert(0, Shape::rect("paper", Point::default(), SHEET.0, SHEET.1));
        self.done.push(Drawing {
            title: self.title.clone(),
            about: String::new(),
            width: SHEET.0,
            height: SHEET.1,
            origin: Point::default(),
            zoom: 100,
            style: &[style::BASE, STYLE],
            patterns: Vec::new(),
            layers: vec![Layer { class: "sheet", role: Role::Ground, details: Details::Always, shapes }],
        });
    }

    /// Ends the sheet if less than this height is left.
    fn need(&mut self, height: i32) {
        if self.y + height > Press::BOTTOM {
            self.turn_over();
        }
    }

    fn lines(&mut self, class: &str, size: i32, line: i32, text: &str) {
        for words in wrap(text, size, Press::ROOM) {
            self.need(line);
            self.y += line;
            self.shapes.push(Shape::text(class, Point { x: MARGIN, y: self.y }, words));
        }
    }

    fn section(&mut self, section: &Section) {
        if !section.heading.is_empty() {
            // A heading stays together with the beginning of its section.
            self.need(HEADING * 2 + 6 * LINE);
            self.y += HEADING;
            self.lines("sheet-heading", HEADING * 95 / 100, HEADING * 5 / 4, &section.heading);
            self.y += LINE / 3;
        }
        for block in &section.blocks {
            match block {
                Block::Paragraph(text) => self.lines("sheet-text", TEXT, LINE, &words(text)),
                Block::List(points) => {
                    points.iter().for_each(|text| self.lines("sheet-text", TEXT, LINE, &format!("– {}", words(text))));
                }
                Block::Table { header, rows } => self.table(header, rows),
                _ => {}
            }
        }
    }

    /// A table; its header is repeated on every further sheet.
    fn table(&mut self, header: &[String], rows: &[Vec<String>]) {
        let columns = rows.iter().map(Vec::len).chain([header.len()]).max().unwrap_or(0);
        let cell = |row: &[String], n: usize| row.get(n).cloned().unwrap_or_default();
        let wide = |n: usize| {
            let all = rows.iter().map(|row| cell(row, n)).chain([cell(header, n)]);
            all.map(|text| width(&text, TEXT)).max().unwrap_or(0) + 2 * CELL
        };
        let mut widths: Vec<i32> = (0..columns).map(wide).collect();
        // A table that is too wide for the sheet is narrowed at its widest column.
        while widths.iter().sum::<i32>() > Press::ROOM {
            let Some(widest) = widths.iter_mut().max() else { break };
            *widest -= 100;
        }
        let figures: Vec<bool> =
            (0..columns).map(|n| n > 0 && rows.iter().all(|row| cell(row, n).chars().count() <= 8)).collect();
        let wrapped = |row: &[String]| -> Vec<Vec<String>> {
            (0..columns).map(|n| wrap(&cell(row, n), TEXT, widths[n] - 2 * CELL)).collect()
        };
        self.y += LINE / 3;
        let head = wrapped(header);
        let high = |cells: &[Vec<String>]| {
            i32::try_from(cells.iter().map(Vec::len).max().unwrap_or(1)).unwrap_or(1) * LINE + 30
        };
        self.need(high(&head) + 2 * LINE);
        self.row(&head, &widths, &figures, true);
        for row in rows {
            let cells = wrapped(row);
            if self.y + high(&cells) > Press::BOTTOM {
                self.turn_over();
                self.row(&head, &widths, &figures, true);
            }
            self.row(&cells, &widths, &figures, false);
        }
        self.y += LINE / 2;
    }

    fn row(&mut self, cells: &[Vec<String>], widths: &[i32], figures: &[bool], is_head: bool) {
        let lines = i32::try_from(cells.iter().map(Vec::len).max().unwrap_or(1)).unwrap_or(1);
        let (height, across) = (lines * LINE + 30, widths.iter().sum::<i32>());
        let corner = Point { x: MARGIN, y: self.y };
        if is_head {
            self.shapes.push(Shape::rect("sheet-band", corner, across, height));
        }
        let mut left = MARGIN;
        for ((cell, wide), figure) in cells.iter().zip(widths).zip(figures) {
            for (n, words) in (1..).zip(cell) {
                let class = match (is_head, figure) {
                    (true, true) => "sheet-head-figure",
                    (true, false) => "sheet-head",
                    (false, true) => "sheet-figure",
                    (false, false) => "sheet-text",
                };
                let x = if *figure { left + wide - CELL } else { left + CELL };
                let at = Point { x, y: self.y + n * LINE - 30 };
                self.shapes.push(Shape::new(class, Form::Text { at, turn: 0, text: words.clone() }));
            }
            left += wide;
        }
        self.y += height;
        let end = Point { x: MARGIN, y: self.y };
        self.shapes.push(Shape::path("sheet-line", Path::line(&[end, end.by(across, 0)])));
    }
}

/// A text without its emphasis.
fn words(text: &[Span]) -> String {
    let of = |span: &Span| match span {
        Span::Plain(words) | Span::Strong(words) => words.clone(),
        Span::Rule(rule) => format!("[{rule}]"),
        Span::Roll(n) => format!("(roll {n})"),
    };
    text.iter().map(of).collect()
}

/// Converts one of our own Markdown pages with tables into a report: headings, paragraphs and tables.
pub fn from_markdown(page: &str) -> Report {
    let plain = |text: &str| text.replace("\\*", "\u{0}").replace(['`', '*'], "").replace('\u{0}', "*");
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| plain(cell.trim())).collect()
    };
    let mut report = Report { title: String::new(), subtitle: String::new(), sections: Vec::new() };
    for line in page.lines() {
        let blocks = |report: &mut Report, heading: &str| {
            report.sections.push(Section { heading: plain(heading), blocks: Vec::new() });
        };
        if let Some(title) = line.strip_prefix("# ") {
            report.title = plain(title);
        } else if let Some(heading) = line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")) {
            blocks(&mut report, heading);
        } else if line.starts_with("|-") || line.starts_with("|:") || line.trim().is_empty() {
        } else if let Some(section) = report.sections.last_mut() {
            match (line.starts_with('|'), section.blocks.last_mut()) {
                (true, Some(Block::Table { rows, .. })) => rows.push(cells(line)),
                (true, _) => section.blocks.push(Block::Table { header: cells(line), rows: Vec::new() }),
                (false, _) => section.blocks.push(Block::Paragraph(vec![Span::plain(plain(line))])),
            }
        }
    }
    report
}
