//! A report as an HTML page: a single file with its map that can be mailed or archived and loads nothing.

pub mod blocks;
pub mod page;

pub use blocks::{each_section, sections};
pub use page::{HtmlPage, SplitPage};

use super::model::{Block, Report, Section};
use super::sanitize::markup;
use super::shared_sections::{BRIEF, SITUATION};
use super::svg::{self, CompactSvg, Drawing};

/// The style sheet of a report's blocks, for any page that contains them.
pub const BLOCKS: &str = include_str!("page/report.css");
/// The scripts of a page that checks documents itself, in this order: digests, signatures, the canonical form, and
/// unpacking the documents in the page.
pub const CHECKS: [&str; 4] = [
    include_str!("page/hash.js"),
    include_str!("page/curve.js"),
    include_str!("page/canon.js"),
    include_str!("page/blob.js"),
];
/// The style sheet of a step's page.
const STEP: &str = include_str!("page/step.css");
/// Copies a command, and unfolds the target of a link.
const SCRIPT: &str = include_str!("page/step.js");

/// The sections with the news in front: the summary, and what the situation says in sentences before its tables.
fn news_first(sections: &[Section]) -> Vec<Section> {
    let mut told = sections.to_vec();
    let Some(at) = told.iter().position(|section| section.heading == SITUATION).filter(|at| *at <= 1) else {
        return told;
    };
    let is_sentence = |block: &Block| matches!(block, Block::Paragraph(_));
    let tables = told[at].blocks.iter().position(|block| !is_sentence(block));
    let Some(end @ 1..) = tables else { return told };
    let rest = told[at].blocks.split_off(end);
    let said = std::mem::replace(&mut told[at].blocks, rest);
    told.insert(at, Section { heading: String::new(), blocks: said });
    told
}

/// Writes a report as a page, with a picture if there is one. The page contains everything that it shows, loads
/// nothing, and runs only its own script; it is also readable without scripts.
pub fn write(report: &Report, picture: Option<&Drawing>) -> String {
    let mut body = format!("<header>\n<h1><bdi>{}</bdi></h1>\n", markup(&report.title));
    if !report.subtitle.is_empty() {
        body += &format!("<p>{}</p>\n", markup(&report.subtitle));
    }
    body += "</header>\n<main>\n";
    // What is new comes before the map, however small the window is.
    let told = news_first(&report.sections);
    let news = told.iter().take_while(|section| section.heading == BRIEF || section.heading.is_empty()).count();
    let mut told = each_section(&told, 2);
    let others = told.split_off(news);
    if news > 0 {
        body += &format!("<div class=\"report news\">\n{}</div>\n", told.concat());
    }
    let drawn = picture.map(svg::page);
    if let (Some(picture), Some(CompactSvg { map, key, .. })) = (picture, &drawn) {
        let key = key.as_ref().map_or(String::new(), |key| {
            format!(
                "<details class=\"key\">\n<summary>Map key</summary>\n<div class=\"sheet\">\n{key}</div>\n</details>\n"
            )
        });
        let title = markup(&picture.title);
        body += &format!(
            "<figure class=\"map\">\n<div class=\"sheet\" role=\"group\" aria-label=\"{title}\">\n{map}</div>\n\
             <figcaption>{title}</figcaption>\n{key}</figure>\n"
        );
    }
    body += &format!("<div class=\"report rest\">\n{}</div>\n</main>\n", others.concat());
    let style = drawn.as_ref().map_or("", |drawn| &drawn.style);
    HtmlPage { title: &report.title, styles: &[BLOCKS, STEP, style], body: &body, data: &[], scripts: &[SCRIPT] }
        .write()
}
