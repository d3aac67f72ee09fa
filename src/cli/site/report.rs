//! The reports of a match's steps: as one page, and as text for the search.

use serde_json::{Value, json};

use super::STYLE;
use super::files::shared;
use super::html::{link, name, truncated};
use super::match_paths::MatchPaths;
use crate::report::grammar::capital;
use crate::report::html::{self, HtmlPage};
use crate::report::replay::{ReplayStep, packed, unpacked};
use crate::report::{ASKED, Block, Report, Section, Span, Text, clean, markup};

/// The maximum length of a step's text; the page has the rest.
const LONGEST: usize = 20_000;
/// The maximum unpacked size of a file with the texts of a match.
const MAX_BYTES: u64 = 256 << 20;

/// The text of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub number: u64,
    pub text: String,
}

/// The text of a step's report, without what the report of the step before says in the same words.
pub fn step(frame: &ReplayStep, number: u64, before: &[Section]) -> Step {
    let mut words = Vec::new();
    for section in frame.report.sections.iter().filter(|section| !before.contains(section)) {
        words.push(section.heading.clone());
        section.blocks.iter().for_each(|block| block_text(block, &mut words));
    }
    let joined = words.iter().map(|words| clean(words)).collect::<Vec<_>>().join(" ");
    let text = joined.split_whitespace().collect::<Vec<_>>().join(" ");
    let end = text.char_indices().nth(LONGEST).map_or(text.len(), |(end, _)| end);
    Step { number, text: text[..end].to_owned() }
}

fn spans(text: &[Span]) -> String {
    let words = |span: &Span| match span {
        Span::Plain(words) | Span::Strong(words) => words.clone(),
        Span::Rule(rule) => format!(" [{rule}]"),
        Span::Roll(_) => String::new(),
    };
    text.iter().map(words).collect()
}

/// The words of a block; maps, dice, figures and calculations have none that are worth searching.
fn block_text(block: &Block, words: &mut Vec<String>) {
    match block {
        Block::Paragraph(text) => words.push(spans(text)),
        Block::List(points) => words.extend(points.iter().map(|point| spans(point))),
        Block::Audit { title, .. } => words.push(spans(title)),
        Block::Quote { by, text } => words.push(format!("{by}: {text}")),
        Block::Table { .. } | Block::Preformatted(_) | Block::Drawn(_) | Block::Ledger { .. } | Block::Dice(_) => {}
    }
}

/// The texts as a file that the search loads.
pub fn text_file(called: &str, steps: &[Step]) -> String {
    let steps: Vec<Value> = steps.iter().map(|step| json!([step.number, step.text])).collect();
    format!("adjutantText({},{});\n", json!(called), json!(packed(&steps)))
}

/// The texts in such a file.
pub fn steps_of(file: &[u8]) -> Option<Vec<Step>> {
    let text = std::str::from_utf8(file).ok()?.strip_prefix("adjutantText(")?.strip_suffix(");\n")?;
    let given: Value = serde_json::from_str(&format!("[{text}]")).ok()?;
    let list = unpacked(given[1].as_str()?, MAX_BYTES)?;
    let step = |step: &Value| Some(Step { number: step[0].as_u64()?, text: step[1].as_str()?.to_owned() });
    list.as_array()?.iter().map(step).collect()
}

/// The page of a match's reports, step by step.
pub struct ReportPage<'p> {
    place: &'p MatchPaths,
    body: String,
    steps: String,
    /// The report of the last step, and what is asked after it.
    before: Vec<Section>,
    asked: String,
}

impl<'p> ReportPage<'p> {
    /// A page without steps.
    pub fn new(place: &'p MatchPaths) -> ReportPage<'p> {
        ReportPage { place, body: String::new(), steps: String::new(), before: Vec::new(), asked: String::new() }
    }

    /// What the report of the last step said.
    pub fn before(&self) -> &[Section] {
        &self.before
    }

    /// Adds the report of a step.
    pub fn push(&mut self, frame: &ReplayStep, number: u64) {
        let when = markup(&frame.when.words);
        self.steps += &format!("<li><a href=\"#step-{number}\">Step {number}</a> {when}</li>\n");
        let (asked, told): (Vec<Section>, Vec<Section>) =
            abridged(&frame.report, &self.before).into_iter().partition(|section| section.heading == ASKED);
        let sections = written(&told);
        // Every step numbers its calculations from 0.
        let sections = sections.replace("id=\"audit-", &format!("id=\"s{number}-audit-"));
        self.before.clone_from(&frame.report.sections);
        self.asked = written(&asked);
        self.body += &format!(
            "<article id=\"step-{number}\">\n<h2>Step {number}<span class=\"faint\"> · {when}</span></h2>\n{sections}</article>\n"
        );
    }

    /// The page, and the style sheet that it shares with others.
    pub fn write(self) -> Vec<(String, String)> {
        let style = format!("{}{STYLE}", html::BLOCKS);
        let style_at = shared("report", "css", &style);
        let place = self.place;
        let title = format!("Reports of {}", truncated(&place.called));
        let body = format!(
            "<header>\n<p class=\"site\">{}</p>\n</header>\n<main>\n<h1>Reports of {}</h1>\n<p class=\"lead\">{}</p>\n\
             <p class=\"faint\">Anything that has not changed since the step before is left out. The {} has the maps, the dice \
             and the statistics of every step.</p>\n<details class=\"contents\">\n<summary>The steps</summary>\n<ol class=\"plain\">\n{}</ol>\n</details>\n\
             <div class=\"report\">\n{}{}</div>\n</main>",
            link(&place.relative_link(""), &format!("← {}", name(&capital(&place.called)))),
            name(&place.called),
            place.players,
            link(&place.relative_link("-replay"), "replay"),
            self.steps,
            self.body,
            self.asked,
        );
        let shell = HtmlPage { title: &title, styles: &[], body: &body, data: &[], scripts: &[] };
        let page = shell.write_linked(&format!("../{style_at}"), &[]);
        vec![(style_at, style), (place.reports(), page)]
    }
}

/// Sections as the page shows them, without what only a replay's script reads.
fn written(sections: &[Section]) -> String {
    let mut out = String::new();
    let markup = html::sections(sections, 3);
    let mut parts = markup.split(" data-rule=\"");
    out += parts.next().unwrap_or_default();
    for part in parts {
        out += part.split_once('"').map_or(part, |(_, rest)| rest);
    }
    out
}

/// The report as the page shows it: what the report of the step before says in the same words is left out, and so are
/// dice, maps and the counts of both sides, which the replay shows for every step.
fn abridged(report: &Report, before: &[Section]) -> Vec<Section> {
    let new = report.sections.iter().filter(|section| !before.contains(section));
    let rolls = |section: &&Section| section.blocks.iter().any(|block| matches!(block, Block::Dice(_)));
    let new = new.filter(|section| !rolls(section));
    let kept = |block: &&Block| !matches!(block, Block::Drawn(_) | Block::Preformatted(_) | Block::Ledger { .. });
    let section = |section: &Section| {
        let told: Vec<&Block> =
            before.iter().filter(|other| other.heading == section.heading).flat_map(|other| &other.blocks).collect();
        let blocks = section.blocks.iter().filter(kept).filter_map(|block| what_is_new(block, &told));
        Section { heading: section.heading.clone(), blocks: blocks.map(|block| unrolled(&block)).collect() }
    };
    new.map(section).filter(|section| !section.blocks.is_empty()).collect()
}

/// The rows of a table that it did not have in the step before; any other block unchanged.
fn what_is_new(block: &Block, before: &[&Block]) -> Option<Block> {
    let Block::Table { header, rows } = block else { return Some(block.clone()) };
    let same = |other: &&&Block| matches!(other, Block::Table { header: head, .. } if head == header);
    let known: Vec<&Vec<String>> = before
        .iter()
        .filter(same)
        .flat_map(|other| match other {
            Block::Table { rows, .. } => rows.as_slice(),
            _ => &[],
        })
        .collect();
    let new: Vec<Vec<String>> = rows.iter().filter(|row| !known.contains(row)).cloned().collect();
    (!new.is_empty()).then(|| Block::Table { header: header.clone(), rows: new })
}

/// A block that names rolls without linking to them.
fn unrolled(block: &Block) -> Block {
    let plain = |text: &Text| -> Text {
        let span = |span: &Span| match span {
            Span::Roll(n) => Span::plain(format!("(roll {n})")),
            other => other.clone(),
        };
        text.iter().map(span).collect()
    };
    match block {
        Block::Paragraph(text) => Block::Paragraph(plain(text)),
        Block::List(points) => Block::List(points.iter().map(plain).collect()),
        Block::Audit { title, lines } => Block::Audit {
            title: plain(title),
            lines: lines.iter().map(|(label, text)| (label.clone(), plain(text))).collect(),
        },
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(rows: &[[&str; 2]]) -> Block {
        let rows = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        Block::Table { header: vec!["Position".to_owned(), "Held by".to_owned()], rows }
    }

    fn section(heading: &str, blocks: Vec<Block>) -> Section {
        Section { heading: heading.to_owned(), blocks }
    }

    #[test]
    fn a_step_tells_what_the_one_before_did_not() {
        let before = [
            section("The line", vec![table(&[["Left", "USA"], ["Right", "CSA"]])]),
            section("In brief", vec![Block::Paragraph(vec![Span::plain("A fires.".to_owned())])]),
        ];
        let told = |blocks: Vec<Block>, heading: &str| {
            let report =
                Report { title: String::new(), subtitle: String::new(), sections: vec![section(heading, blocks)] };
            abridged(&report, &before)
        };
        let new = told(vec![table(&[["Left", "USA"], ["Right", "USA"]])], "The line");
        assert_eq!(new, [section("The line", vec![table(&[["Right", "USA"]])])]);
        assert_eq!(told(vec![table(&[["Right", "CSA"]])], "The line"), [], "nothing of it is new");
        let elsewhere = vec![table(&[["Left", "USA"]])];
        assert_eq!(
            told(elsewhere.clone(), "Another"),
            [section("Another", elsewhere)],
            "another section is another table"
        );
        // An event that happened twice is reported twice.
        let twice =
            ["A fires.", "B fires."].map(|words| Block::Paragraph(vec![Span::plain(words.to_owned())])).to_vec();
        assert_eq!(told(twice.clone(), "In brief"), [section("In brief", twice)]);
        let dice = vec![Block::Paragraph(vec![Span::plain("The first:".to_owned())]), Block::Dice(Vec::new())];
        assert_eq!(told(dice, "The dice of this step"), []);
    }

    #[test]
    fn texts_come_back_as_they_were_packed() {
        let steps =
            vec![Step { number: 0, text: "Set up.".to_owned() }, Step { number: 1, text: "\"É\" & <b>".to_owned() }];
        let file = text_file("r01-b01", &steps);
        assert!(file.starts_with("adjutantText(\"r01-b01\",\"") && !file.contains('<'), "{file}");
        assert_eq!(steps_of(file.as_bytes()), Some(steps));
        assert_eq!(steps_of(b"adjutantText(\"r01-b01\",\"AAAA\");\n"), None);
    }
}
