//! A whole match as one page: a slider over its steps, the changing board, the log beside it, statistics over time, and
//! the documents, with which the page verifies itself where it is opened. Everything is in a single file.
//!
//! The page's script reads its content as data; [`view`] makes that data, with each shape and each step stored once.

mod view;

use std::io::{Read, Write};
use std::thread;

use data_encoding::BASE64;
use flate2::bufread::GzDecoder;
use flate2::{Compression, GzBuilder};
use serde::Serialize;
use serde_json::Value;

use super::battle_card::BattleCard;
use super::history::{Highlight, Pieces, Tally, When, Whereabouts};
use super::html::{self, HtmlPage, SplitPage};
use super::model::Report;
use super::sanitize::{clean, markup};
use super::svg::{self, Detail, Drawing, Shape};
use super::turn_picture;
use crate::document::kinds::Roll;
use crate::document::{Bytes32, Id};
use crate::sorted::SortedMap;

use view::View;

const BODY: &str = include_str!("page/replay.html");
const STYLE: &str = include_str!("page/replay.css");
/// The scripts of the page, in this order: the verification, which recomputes digests, signatures, reveals and dice,
/// after what it depends on; then the parts of the page.
const SCRIPTS: [&str; 31] = [
    include_str!("page/hash.js"),
    include_str!("page/dice.js"),
    include_str!("page/curve.js"),
    include_str!("page/canon.js"),
    include_str!("page/hidden.js"),
    include_str!("page/forms.js"),
    include_str!("page/findings.js"),
    include_str!("page/archive.js"),
    include_str!("page/chain.js"),
    include_str!("page/seeds.js"),
    include_str!("page/audit.js"),
    include_str!("page/proof.js"),
    include_str!("page/blob.js"),
    include_str!("page/chart.js"),
    include_str!("page/tools.js"),
    include_str!("page/letters.js"),
    include_str!("page/board.js"),
    include_str!("page/key.js"),
    include_str!("page/overlay.js"),
    include_str!("page/timeline.js"),
    include_str!("page/cards.js"),
    include_str!("page/follow.js"),
    include_str!("page/compare.js"),
    include_str!("page/log.js"),
    include_str!("page/filter.js"),
    include_str!("page/statistics.js"),
    include_str!("page/jumps.js"),
    include_str!("page/keys.js"),
    include_str!("page/hands.js"),
    include_str!("page/verdict.js"),
    include_str!("page/replay.js"),
];

/// A side, as the page names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    pub id: Id,
    /// The name, in the charter, of the person who plays it.
    pub player: String,
}

/// What holds for the whole match.
#[derive(Clone, Debug)]
pub struct Match {
    pub title: String,
    /// The id of the game in the charter.
    pub game: String,
    pub match_id: Bytes32,
    /// In the game's order.
    pub sides: [Side; 2],
    /// The regions of the map, each with its id.
    pub parts: Vec<(String, String)>,
    /// How it ended, as the end of a sentence; `None` while it is played.
    pub outcome: Option<String>,
    /// What in the match does not verify, as a note to readers of the page; `None` if everything does.
    pub doubt: Option<String>,
    /// The whole board; `None` if the game has no drawing.
    pub board: Option<Drawing>,
    /// What the ids of cards and piles stand for.
    pub cards: CardNames,
}

/// The names of cards and piles, for the panel of hands; empty in a game without cards.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardNames {
    /// The cards of each side, by their ids.
    pub cards: SortedMap<Id, SortedMap<String, String>>,
    /// The piles, by their ids: `hand` is the `Reserve`.
    pub piles: SortedMap<String, String>,
}

/// A step, as the page shows it.
#[derive(Clone, Debug)]
pub struct ReplayStep {
    /// The digest of its state.
    pub digest: Bytes32,
    pub when: When,
    pub report: Report,
    pub pieces: Pieces,
    /// What a pointer over the pieces tells: see [`targets::hover`](super::targets::hover).
    pub hover: Vec<Shape>,
    pub moments: Vec<Highlight>,
    /// Who wins if nothing changes, in a sentence.
    pub current_winner: Option<String>,
    pub battles: Vec<BattleCard>,
    pub whereabouts: Vec<Whereabouts>,
    pub tallies: Vec<Tally>,
    /// The rolls, each with the side that it belongs to.
    pub rolls: Vec<(Roll, Option<Id>)>,
}

/// The pages next to a match's page on a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteLinks {
    /// The address of the page about the match, and the name of the match there.
    pub page: String,
    pub called: String,
    /// The address of its reports.
    pub reports: String,
    /// The address of the site's front page.
    pub front: String,
}

/// Builds the page of a match, step by step from the set-up.
#[derive(Debug)]
pub struct Replay {
    title: String,
    style: String,
    view: View,
    board: Option<Drawing>,
    /// The last step: shown to readers without scripts.
    last: Option<(Pieces, Report)>,
}

impl Replay {
    /// A match without steps.
    pub fn new(of: &Match) -> Replay {
        let board = of.board.iter().flat_map(|board| board.style).copied();
        let style = board.chain([BattleCard::style()]).collect();
        Replay { title: of.title.clone(), style, view: View::new(of), board: of.board.clone(), last: None }
    }

    /// Adds the next step.
    pub fn push(&mut self, frame: ReplayStep) {
        self.view.push(&frame, self.last.as_ref().map(|(pieces, _)| pieces));
        self.last = Some((frame.pieces, frame.report));
    }

    /// The page, with the documents of the match (see `docs/replay.md`).
    pub fn write(self, proof: &(impl Serialize + Sync)) -> String {
        self.shell(proof, None, |shell| shell.write())
    }

    /// The same page with its style sheet and its script in files of their own, as [`HtmlPage::write_split`] has it.
    pub fn write_split(
        self,
        proof: &(impl Serialize + Sync),
        beside: &SiteLinks,
        address: impl FnOnce(&str, &str) -> [String; 2],
    ) -> SplitPage {
        self.shell(proof, Some(beside), |shell| shell.write_split(address))
    }

    fn shell<T>(
        self,
        proof: &(impl Serialize + Sync),
        beside: Option<&SiteLinks>,
        write: impl FnOnce(&HtmlPage<'_>) -> T,
    ) -> T {
        let view = self.view.into_value();
        // Two threads share the work; they are independent.
        let (view, proof) = thread::scope(|scope| {
            let other = thread::Builder::new().spawn_scoped(scope, || packed(proof));
            let view = packed(&view);
            let packed_there = other.ok().and_then(|other| other.join().ok());
            (view, packed_there.unwrap_or_else(|| packed(proof)))
        });
        let still = self.last.map_or_else(String::new, |(pieces, report)| {
            let told = match beside {
                Some(beside) => format!(
                    "<p class=\"r-plain\"><a href=\"{}\">The reports of all steps</a></p>\n",
                    markup(&beside.reports)
                ),
                None => html::sections(&report.sections, 2),
            };
            without_scripts(self.board, pieces, &told)
        });
        let back = beside.map_or_else(String::new, |beside| {
            let (page, called, front) = (markup(&beside.page), markup(&beside.called), markup(&beside.front));
            format!("<p class=\"r-home\"><a href=\"{page}\">← {called}</a> · <a href=\"{front}\">Front page</a></p>\n")
        });
        let body =
            BODY.replace("{{back}}\n", &back).replace("{{still}}", &still).replace("{{title}}", &markup(&self.title));
        write(&HtmlPage {
            title: &clean(&self.title),
            styles: &[html::BLOCKS, STYLE, &self.style],
            body: &body,
            data: &[("view", view), ("proof", proof)],
            scripts: &SCRIPTS,
        })
    }
}

/// The last map at a small scale and the text beside it, for readers without scripts.
fn without_scripts(board: Option<Drawing>, pieces: Pieces, told: &str) -> String {
    let map = board.map(|board| {
        let drawn = turn_picture::map(board, pieces, Vec::new()).at(Detail::Far);
        format!("<div class=\"r-still\">{}</div>\n", svg::board(&drawn))
    });
    format!("{}<div class=\"r-plainly\">{told}</div>\n", map.unwrap_or_default())
}

/// A value as compressed JSON in base 64. The same value gives the same text on every machine: no time and no name of a
/// system is written into it.
pub fn packed(value: &impl Serialize) -> String {
    let mut gzip = GzBuilder::new().mtime(0).operating_system(255).write(Vec::new(), Compression::best());
    // Writing into memory does not fail, and every value can be written as JSON.
    let text = serde_json::to_vec(value).unwrap_or_default();
    let bytes = gzip.write_all(&text).and_then(|()| gzip.finish()).unwrap_or_default();
    BASE64.encode(&bytes)
}

/// Reverses [`packed`]; `None` if the text is damaged or has more than `most` bytes.
pub fn unpacked(text: &str, most: u64) -> Option<Value> {
    let bytes = BASE64.decode(text.as_bytes()).ok()?;
    let mut json = Vec::new();
    GzDecoder::new(bytes.as_slice()).take(most).read_to_end(&mut json).ok()?;
    serde_json::from_slice(&json).ok()
}
