//! `replay`: a whole match as an HTML page.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::{Value, json};

use super::folder::Folder;
use super::match_args::MatchFolderArgs;
use super::open_match::Match;
use super::ordered_parallel::parallel_in_order;
use super::progress::Progress;
use super::{CommandResult, Failure, Format, animation, files, out, report};
use crate::cli::paths::Shown;
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Id, Problem};
use crate::report::When;
use crate::report::replay::{self, CardNames, Replay, ReplayStep};
use crate::report::targets;
use crate::session::{Session, StepView, completed};
use crate::sorted::SortedMap;

/// Write a whole match as one HTML page: the map with a slider over the steps, the log, and charts over time. The page
/// needs no network, and verifies documents and dice in the browser.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to write [default: reports/replay.html in the match folder].
    #[arg(long, value_name = "FILE", conflicts_with = "compare")]
    out: Option<PathBuf>,
    /// Write nothing; check whether this page is the one that the program makes from the match's documents.
    #[arg(long, value_name = "FILE")]
    compare: Option<PathBuf>,
    /// Write the match to this GIF file instead, as an animation of half a minute.
    #[arg(long, value_name = "FILE.gif", conflicts_with_all = ["out", "compare"])]
    animate: Option<PathBuf>,
    #[command(flatten)]
    place: MatchFolderArgs,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read_cached(&args.place.find_to_read()?)?;
    let found = Match::open_to_read(&folder)?;
    if let Some(file) = args.compare {
        return compare(&found, &file, format);
    }
    if let Some(file) = args.animate {
        return animation::write(&found, &file, format);
    }
    if args.out.is_none() && folder.packed_earlier().is_some() {
        let problem = Problem::new("a match in one file has no folder for the page");
        return Err(Failure::cannot(problem.advice("name the page with --out FILE.html")));
    }
    let page = page(&found)?;
    let file = args.out.unwrap_or_else(|| folder.path_of("reports/replay.html"));
    files::write_page(&file, page.as_bytes()).map_err(|problem| Failure::cannot_in(&file, problem))?;
    let (steps, size) = (found.chain.line.len(), page.len());
    out::answer(
        format,
        || format!("{}: {steps} steps, {} KiB\n", file.shown(), size.div_ceil(1024)),
        || json!({"ok": true, "file": file, "steps": steps, "bytes": size}),
    )
}

/// Whether a page is exactly the one that the match gives, byte for byte.
fn compare(found: &Match<'_>, file: &Path, format: Format) -> CommandResult {
    let page = page(found)?;
    // A file longer than the page must differ from it.
    let given = match files::read(file, page.len() as u64) {
        Ok(given) => Some(given),
        Err(Failure::Negative(_)) => None,
        Err(cannot) => return Err(cannot),
    };
    if given.as_deref() == Some(page.as_bytes()) {
        return out::answer(
            format,
            || "The page matches the documents of this match.\n".to_owned(),
            || json!({"ok": true}),
        );
    }
    let problem = Problem::new("the page differs from the one that this program makes from this match").advice(
        "another version of the program may have made it; write your own page with `adjutant replay`, and trust that one",
    );
    Err(Failure::no_in(file, problem))
}

/// The documents with which a page verifies itself.
#[derive(Serialize)]
pub struct Proof<'d> {
    charter: &'d Value,
    states: Vec<&'d Value>,
    turns: Vec<&'d Value>,
    refusals: Vec<&'d Value>,
    disclosures: Vec<&'d Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decks: Option<Value>,
}

/// The page of a match.
///
/// # Errors
/// A state or a position cannot be read.
pub fn page(found: &Match<'_>) -> Result<String, Failure> {
    let (page, proof) = replay(found, |_| {})?;
    Ok(page.write(&proof))
}

/// The page of a match before it is written, with its documents; `told` is called for each step.
///
/// # Errors
/// A state or a position cannot be read.
pub fn replay<'m>(found: &'m Match<'_>, mut told: impl FnMut(&ReplayStep)) -> Result<(Replay, Proof<'m>), Failure> {
    let chain = &found.chain;
    let first = report::state_of(found, 0)?;
    let last = report::state_of(found, found.step())?;
    let load = |state: &Value| found.game.load(&state["position"]).map_err(Failure::no);
    let (table, end) = (load(&first)?, load(&last)?);
    let sides = found.game.sides().map(|id| {
        // If the players exchanged sides, show who plays which side at the end.
        let plays = |seat: &&SeatEntry| chain.seats.side_of(&*end, &seat.seat) == Some(&id);
        let seats = chain.charter.typed.seats.iter().filter(plays);
        let names: Vec<&str> = seats.map(|seat| seat.name.as_str()).collect();
        replay::Side { id: id.clone(), player: names.join(", ") }
    });
    let mut page = Replay::new(&replay::Match {
        title: chain.charter.typed.title.clone(),
        game: found.game.id().to_owned(),
        match_id: chain.match_id,
        sides,
        parts: table.parts(),
        outcome: end.outcome_words(),
        doubt: found.doubt.clone(),
        // A game without a map still has its log and charts.
        board: table.board(None).ok(),
        cards: card_names(&*table, &*end),
    });
    let progress = Progress::new("drawing", chain.line.len());
    let mut last: Option<When> = None;
    parallel_in_order(chain.line.len(), &|n| frame(found, n), |mut frame| {
        let now = frame.when.clone();
        // A step belongs to the half or phase in which it began, unless a new game turn began during it.
        if let Some(last) = last.take().filter(|last| last.turn == now.turn) {
            frame.when = last;
        }
        last = Some(now);
        told(&frame);
        page.push(frame);
        progress.step();
    })?;
    drop(progress);
    // After the states of the line come those that were refused and replaced.
    let line = chain.line.iter().map(|step| step.state);
    let on_line: BTreeSet<Bytes32> = line.clone().map(|state| state.digest).collect();
    let beside = chain.states.values().copied().filter(|state| !on_line.contains(&state.digest));
    let of_match = chain.files.disclosures.iter().filter(|one| one.typed.match_id == chain.match_id);
    let proof = Proof {
        charter: &chain.charter.document.content,
        states: line.chain(beside).map(|state| &state.document.content).collect(),
        turns: chain.turns.values().map(|turn| &turn.document.content).collect(),
        refusals: chain.refusals.values().map(|refusal| &refusal.document.content).collect(),
        disclosures: of_match.map(|one| &one.document.content).collect(),
        // The contents of the card piles at the start, from which the page follows every hand.
        decks: table.cards().is_some().then(|| json!(table.decks())),
    };
    Ok((page, proof))
}

/// The names of the cards and piles of both sides, as they are at the end.
fn card_names(start: &dyn Session, end: &dyn Session) -> CardNames {
    let of_side = |(side, piles): (&Id, &SortedMap<String, Vec<String>>)| {
        let cards = piles.values().flatten();
        (side.clone(), cards.map(|card| (card.clone(), end.card_words(side, card))).collect())
    };
    let now = end.cards().into_iter().flat_map(|table| table.sides.values()).flat_map(|side| side.piles.keys());
    let decks = start.decks();
    let piles = decks.values().flat_map(SortedMap::keys).chain(now);
    let piles = piles.map(|pile| (pile.clone(), end.pile_words(pile))).collect();
    CardNames { cards: decks.iter().map(of_side).collect(), piles }
}

/// A step of a match.
fn frame(found: &Match<'_>, n: usize) -> Result<ReplayStep, Failure> {
    let step = &found.chain.line[n];
    let told = report::step_of_line(found, step)?;
    let table = &told.table;
    let first = told.past().is_none();
    let shown = table.shown(&told.before, &told.facts, first).map_err(Failure::no)?;
    let StepView { report, pieces, moments, battles } = shown;
    let meta = report::meta_of(found, &told);
    Ok(ReplayStep {
        digest: step.state.digest,
        when: table.when(),
        report: completed(report, &meta, &**table, &told.before, &told.facts),
        pieces,
        hover: targets::hover(&table.targets(None)),
        moments,
        current_winner: table.current_winner(),
        battles,
        whereabouts: table.whereabouts(),
        tallies: table.tallies(),
        rolls: told.facts.rolls.iter().map(|roll| (roll.clone(), table.roller(roll))).collect(),
    })
}
