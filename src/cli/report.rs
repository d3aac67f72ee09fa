//! `report`: what happened in a step.

use std::borrow::Cow;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::folder::Folder;
use super::mail::brief_points;
use super::match_args::FolderArgument;
use super::match_args::FolderOption;
use super::open_match::{Match, Outgoing};
use super::pictures::PictureFiles;
use super::{CommandResult, Failure, Format, files, out, seat, show_cards};
use crate::chain::Step;
use crate::cli::paths::Shown;
use crate::document::kinds::{Reason, SeatEntry};
use crate::document::{Document, Id, Problem, State, Turn};
use crate::engine::events::SeatEvent;
use crate::report::grammar::side_name;
use crate::report::shared_sections::SITUATION;
use crate::report::svg::{Drawing, Point};
use crate::report::{
    ASKED, Block, Kind, MapView, Past, Report, Section, Span, StepFacts, battle_card, html, markdown, targets, text,
    turn_picture,
};
use crate::session::Session;
use crate::session::{StepMeta, step_report};

/// Print the report: the situation, each order with its result, each combat in full detail, and who moves next.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this step [default: everything since your last turn, or the newest step if you have had none].
    step: Option<String>,
    /// Everything that has happened since this step, in one report.
    #[arg(long, value_name = "STEP")]
    since: Option<u64>,
    #[command(flatten)]
    also: FolderArgument,
    /// Write Markdown.
    #[arg(long)]
    markdown: bool,
    /// Write an HTML page with the map to this file, and the same report as plain text to a file of that name that ends
    /// in .txt. The page needs no network.
    #[arg(long, value_name = "FILE", conflicts_with = "markdown")]
    html: Option<PathBuf>,
    /// The map on the page: `whole`, `none`, or a named part such as a theater [default: the area around what
    /// happened].
    #[arg(long, value_name = "PART", requires = "html")]
    map: Option<String>,
    /// Add what only you know: the cards that you have drawn, and your hand. Such a report is never mailed.
    #[arg(long, conflicts_with = "html")]
    mine: bool,
    #[command(flatten)]
    card: PictureFiles,
    #[command(flatten)]
    place: FolderOption,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let (place, step) = args.place.or_other(args.step, args.also.named, |step| step.parse::<u64>().is_ok())?;
    let folder = Folder::read_cached(&place.find_to_read()?)?;
    let found = Match::open_to_read(&folder)?;
    let steps = match (step.as_deref(), args.since) {
        (Some(_), Some(_)) => {
            let problem = Problem::new("you give both --since and a single step");
            return Err(Failure::cannot(problem.advice("leave one of them out")));
        }
        (Some(step), None) => {
            let step = step_number(step)?;
            step..=step
        }
        (None, Some(since)) => after(&found, since)?,
        (None, None) => {
            let own = seat::user_seat(&found.chain.charter.typed);
            own.and_then(|own| last_turn(&found, &own.seat)).unwrap_or(found.step())..=found.step()
        }
    };
    let told = reported_steps(&found, steps)?;
    if args.card.are_wanted() {
        return cards(&found, &told, &args.card, format);
    }
    let mut report = match told.as_slice() {
        [only] => report_of(&found, only)?,
        several => together(&found, several)?,
    };
    if args.mine {
        let own = seat::user_seat(&found.chain.charter.typed).ok_or_else(show_cards::no_cards)?;
        let steps = told.iter().map(|one| one.state.step);
        report.sections.insert(0, show_cards::owners_section(&found.adjudication()?, own, &seat::key, steps)?);
    }
    if let Some(file) = args.html {
        let twin = file.with_extension("txt");
        if twin == file {
            let problem = Problem::new("the page and its plain text would be the same file");
            return Err(Failure::cannot(problem.advice("give the page a name that ends in .html")));
        }
        let page = page(&told, &report, args.map.as_deref())?;
        if let Some(folder) = [&file, &twin].into_iter().find(|file| file.is_dir()) {
            return Err(Failure::cannot_in(folder, Problem::new("this is a directory, not a file")));
        }
        for (file, text) in [(&file, page), (&twin, text::write(&report))] {
            files::write_page(file, text.as_bytes()).map_err(|problem| Failure::cannot_in(file, problem))?;
        }
        return out::answer(
            format,
            || format!("{}\n{}\n", file.shown(), twin.shown()),
            || json!({"ok": true, "file": file, "text": twin}),
        );
    }
    match (format, args.markdown) {
        (Format::Json, _) => out::answer(format, String::new, || json!(report)),
        (_, true) => out::print_paged(&markdown::write(&report)),
        (_, false) => out::print_paged(&text::write_for(&report, &out::page())),
    }
}

/// Draws the combats of steps, each on a card, into one picture.
fn cards(found: &Match<'_>, told: &[ReportedStep<'_>], files: &PictureFiles, format: Format) -> CommandResult {
    let mut cards = Vec::new();
    for one in told {
        cards.extend(one.table.battles(&one.before, &one.facts).map_err(Failure::no)?);
    }
    let steps = match told {
        [only] => format!("step {}", only.state.step),
        [first, .., last] => format!("steps {} to {}", first.state.step, last.state.step),
        [] => "no step".to_owned(),
    };
    if cards.is_empty() {
        let problem = Problem::new(format!("there was no combat in {steps}"));
        return Err(Failure::no(problem.advice("name a step with a combat: `adjutant report` lists what happened")));
    }
    let when = told.last().map_or(String::new(), |last| last.table.when().words);
    let when = if when.is_empty() { format!("Combats of {steps}") } else { format!("Combats of {steps}; {when}") };
    let charter = &found.chain.charter.typed;
    let players = told.last().map(|last| players(found, &*last.table)).unwrap_or_default();
    let title = if charter.title.trim().is_empty() { "A match" } else { &charter.title };
    let sheet = battle_card::sheet(title, &[when, players.join(" ")], &cards);
    match small_map(told)? {
        Some((map, part)) => files.write_svg(&turn_picture::above_map(&sheet, &map, part), format),
        None => files.write(&sheet, format),
    }
}

/// Who plays each side in a position, a sentence each: `Union: Ann.`
pub fn players(found: &Match<'_>, table: &dyn Session) -> Vec<String> {
    let side = |seat: &SeatEntry| {
        let side = found.chain.seats.side_of(table, &seat.seat)?;
        Some(format!("{}: {}.", side_name(side.as_str()), seat.name))
    };
    found.chain.charter.typed.seats.iter().filter_map(side).collect()
}

/// The map at the end of steps with what happened in them, and the part of it where that was; `None` for a game without a
/// map.
fn small_map(told: &[ReportedStep<'_>]) -> Result<Option<(Drawing, Option<Corners>)>, Failure> {
    let Some(last) = told.last() else { return Ok(None) };
    let Ok(board) = last.table.board(None) else { return Ok(None) };
    let (mut pieces, mut part) = (Vec::new(), None);
    for one in told {
        let happened = one.table.pieces(None, one.past()).map_err(Failure::no)?;
        part = joined(part, happened.focus);
        pieces.push(happened);
    }
    let end = last.table.pieces(None, None).map_err(Failure::no)?;
    Ok(Some((turn_picture::map(board, end, pieces), part)))
}

/// The steps after one.
///
/// # Errors
/// Nothing has happened since that step.
fn after(found: &Match<'_>, since: u64) -> Result<RangeInclusive<u64>, Failure> {
    let newest = found.step();
    match since < newest {
        true => Ok(since + 1..=newest),
        false => {
            let problem = Problem::new(format!("nothing has happened since step {since}: the newest is step {newest}"));
            Err(Failure::cannot(problem.advice(format!("see `adjutant report {newest}` for what happened in it"))))
        }
    }
}

/// The step that resolved the last turn of a seat; `None` if it has had none in this match.
pub fn last_turn(found: &Match<'_>, seat: &Id) -> Option<u64> {
    let resolves = |step: &&Step<'_>| step.turns.iter().any(|turn| turn.typed.seat == *seat);
    found.chain.line.iter().rev().find(resolves).map(|step| step.state.typed.step)
}

/// The step that resolved the last turn in which a seat decided something; `None` before its first move.
pub fn last_move(found: &Match<'_>, seat: &Id) -> Option<u64> {
    let decides = |turn: &Turn| {
        turn.seat == *seat
            && (turn.orders.is_some() || turn.answers.is_some() || turn.standing.is_some() || turn.commit.is_some())
    };
    let resolves = |step: &&Step<'_>| step.turns.iter().any(|turn| decides(&turn.typed));
    found.chain.line.iter().rev().find(resolves).map(|step| step.state.typed.step)
}

/// Several steps with their reports' data, in order.
fn reported_steps<'a>(found: &'a Match<'_>, steps: RangeInclusive<u64>) -> Result<Vec<ReportedStep<'a>>, Failure> {
    steps.map(|step| step_of_state(found, &state_of(found, step)?)).collect()
}

/// A step as it is told in brief.
pub struct StepStory {
    pub step: u64,
    /// The whole report.
    pub report: Report,
    /// What happened, in one line each.
    pub points: Vec<String>,
}

impl StepStory {
    /// The story of a step: the summary of its report or, where nothing was worth one, everything that happened.
    ///
    /// # Errors
    /// As [`of_step`].
    pub fn of(found: &Match<'_>, step: u64) -> Result<StepStory, Failure> {
        let told = step_of_state(found, &state_of(found, step)?)?;
        let report = report_of(found, &told)?;
        let mut points = brief_points(report.clone());
        if points.is_empty() && step > 0 {
            let moments = told.table.moments(&told.before, &told.facts).map_err(Failure::no)?;
            points.extend(moments.into_iter().filter(|one| one.kind != Kind::Turn).map(|one| one.words));
        }
        let about_sides = told.facts.events.iter().filter_map(SeatEvent::of).map(|event| {
            let said = told.table.side_terms_words(&event);
            said.unwrap_or_else(|| "The players exchange sides.".to_owned())
        });
        points.splice(0..0, about_sides);
        Ok(StepStory { step, report, points })
    }
}

/// How many lines the last step's title, situation and question may take beside what happened.
const NEWEST_BESIDE: usize = 30;
/// How many lines each step may have, from as many as it has down to one.
const EACH: [usize; 8] = [usize::MAX, 16, 12, 8, 5, 3, 2, 1];

/// Steps as one report: what happened in brief, with the situation and what is asked at the end. Every step is told, with as
/// many lines each as fit into `most` in all; only if one line each is too much, the earliest are left out. Also returns how
/// many. `None` for no steps.
pub fn in_brief(steps: &[StepStory], most: usize) -> Option<(Report, usize)> {
    let newest = steps.last()?;
    let end = newest.report.sections.iter().filter(|section| [SITUATION, ASKED].contains(&section.heading.as_str()));
    let story = |steps: &[StepStory], each: usize| {
        let told = steps.iter().filter(|story| !story.points.is_empty()).map(|story| told_in(story, each));
        let title = title_of_steps(&newest.report, steps[0].step, newest.step);
        let sections = told.chain(end.clone().cloned()).collect();
        Report { title, subtitle: newest.report.subtitle.clone(), sections }
    };
    let all = EACH.iter().map(|each| (story(steps, *each), 0));
    let some = (1..steps.len()).map(|left_out| (story(&steps[left_out..], 1), left_out));
    let fits = |(story, _): &(Report, usize)| text::write(story).lines().count() <= most;
    // Even the last step alone may be too long: it is told up to where the room ends.
    let room = most.saturating_sub(NEWEST_BESIDE).max(1);
    all.chain(some).find(fits).or_else(|| Some((story(&steps[steps.len() - 1..], room), steps.len() - 1)))
}

/// What happened in a step, in at most so many lines.
fn told_in(story: &StepStory, each: usize) -> Section {
    let more = story.points.len().saturating_sub(each);
    let points = story.points.iter().take(each).map(|point| vec![Span::plain(point.as_str())]);
    let rest = (more > 0).then(|| vec![Span::plain(format!("… and {more} more."))]);
    Section { heading: format!("Step {}", story.step), blocks: vec![Block::List(points.chain(rest).collect())] }
}

/// The title of a report of several steps, from that of the last.
fn title_of_steps(newest: &Report, first: u64, last: u64) -> String {
    match newest.title.strip_suffix(&format!("tep {last}")) {
        Some(begin) if first < last => format!("{begin}teps {first} to {last}"),
        _ => newest.title.clone(),
    }
}

/// One report of several steps, with a section for each. What is asked next is said once, at the end.
fn together(found: &Match<'_>, told: &[ReportedStep<'_>]) -> Result<Report, Failure> {
    let mut whole = Report { title: String::new(), subtitle: String::new(), sections: Vec::new() };
    for (n, one) in told.iter().enumerate() {
        let step = one.state.step;
        let report = report_of(found, one)?;
        let last = n + 1 == told.len();
        if last {
            let first = told.first().map_or(step, |first| first.state.step);
            whole.title = title_of_steps(&report, first, step);
            whole.subtitle.clone_from(&report.subtitle);
        }
        let mut blocks = Vec::new();
        for section in report.sections.into_iter().filter(|section| last || section.heading != ASKED) {
            blocks.push(Block::Paragraph(vec![Span::Strong(section.heading)]));
            blocks.extend(section.blocks);
        }
        whole.sections.push(Section { heading: format!("Step {step}"), blocks });
    }
    Ok(whole)
}

/// A step by its number.
fn step_number(text: &str) -> Result<u64, Failure> {
    text.parse().map_err(|_| {
        let problem = Problem::new(format!("'{text}' is neither the number of a step nor a match folder"));
        Failure::cannot(problem.advice("write the step as a number: `adjutant report 3`"))
    })
}

/// The content of a state on the line.
///
/// # Errors
/// There is no such step.
pub fn state_of(found: &Match<'_>, step: u64) -> Result<Value, Failure> {
    let place = usize::try_from(step).ok().and_then(|step| found.chain.line.get(step));
    place.map(|step| step.state.document.content.clone()).ok_or_else(|| {
        let problem = Problem::new(format!("the match has no step {step}"));
        Failure::cannot(match found.chain.line.len() {
            0 => problem.advice("the match has no state yet"),
            count => problem.advice(format!("its steps are 0 to {}", count - 1)),
        })
    })
}

/// A step that a state resolves, with what led to it.
pub struct ReportedStep<'a> {
    pub state: State,
    /// The table after it.
    pub table: Box<dyn Session>,
    /// The position before it; for the set-up, the set-up's own position.
    pub before: Cow<'a, Value>,
    pub facts: StepFacts,
}

impl ReportedStep<'_> {
    /// What a picture of the step needs; `None` for the set-up, in which nothing happened.
    pub fn past(&self) -> Option<Past<'_, Value>> {
        (self.state.step > 0).then_some(Past { before: &self.before, facts: &self.facts })
    }
}

/// Reads the step that a state resolves. The state need not be in the folder yet; what it names must be.
///
/// # Errors
/// The state or its position cannot be read.
pub fn step_of_state<'a>(found: &'a Match<'_>, content: &Value) -> Result<ReportedStep<'a>, Failure> {
    step_of(found, &Document::unplaced("the state", content.clone()), |position| found.game.load(position))
}

/// The same for a step of the line. If the match has been verified, positions are not checked again.
///
/// # Errors
/// As [`step_of_state`].
pub fn step_of_line<'a>(found: &'a Match<'_>, step: &Step<'_>) -> Result<ReportedStep<'a>, Failure> {
    let proven = found.folder.is_verified();
    let load = |position: &Value| if proven { found.game.load_unchecked(position) } else { found.game.load(position) };
    step_of(found, &step.state.document, load)
}

fn step_of<'a>(
    found: &'a Match<'_>,
    document: &Document,
    load: impl Fn(&Value) -> Result<Box<dyn Session>, Problem>,
) -> Result<ReportedStep<'a>, Failure> {
    let state: State = crate::document::decode(document).map_err(Failure::no)?;
    let table = load(&state.position).map_err(Failure::no)?;
    let parent = found.chain.line.iter().find(|step| step.state.digest == state.parent);
    let before = match parent.and_then(|step| step.state.document.content.get("position")) {
        Some(before) => Cow::Borrowed(before),
        None => Cow::Owned(state.position.clone()),
    };
    let facts = StepFacts { step: state.step, rolls: state.rolls.clone(), events: state.events.clone(), reader: None };
    Ok(ReportedStep { state, table, before, facts })
}

/// The position at the beginning of a state's step (for the first state, its own), and what happened in the step.
///
/// # Errors
/// The state cannot be read.
pub fn past_of(found: &Match<'_>, content: &Value) -> Result<(Value, StepFacts), Failure> {
    let state: State =
        crate::document::decode(&Document::unplaced("the state", content.clone())).map_err(Failure::no)?;
    let parent = found.chain.line.iter().find(|step| step.state.digest == state.parent);
    let before = parent.and_then(|step| step.state.document.content.get("position"));
    let before = before.cloned().unwrap_or(state.position);
    Ok((before, StepFacts { step: state.step, rolls: state.rolls, events: state.events, reader: None }))
}

/// The report of the step that a state resolves.
///
/// # Errors
/// As [`step_of_state`]; or an earlier position cannot be read.
pub fn of_step(found: &Match<'_>, content: &Value) -> Result<Report, Failure> {
    report_of(found, &step_of_state(found, content)?)
}

/// The report of a step.
///
/// # Errors
/// The position before it cannot be read.
pub fn report_of(found: &Match<'_>, told: &ReportedStep<'_>) -> Result<Report, Failure> {
    step_report(&meta_of(found, told), &*told.table, &told.before, &told.facts).map_err(Failure::no)
}

/// What the report of a step contains besides what happened in the game.
pub fn meta_of(found: &Match<'_>, told: &ReportedStep<'_>) -> StepMeta {
    let (chain, state) = (&found.chain, &told.state);
    let turns: Vec<Turn> =
        state.turns.iter().filter_map(|digest| chain.turns.get(digest)).map(|turn| turn.typed.clone()).collect();
    let parent = chain.line.iter().find(|step| step.state.digest == state.parent);
    let mut reveals = match parent {
        Some(step) => step.reveals.clone(),
        None => chain.seats.entries.iter().map(|entry| entry.seed.anchor).collect(),
    };
    let new = turns.iter().map(|turn| (&turn.seat, Some(turn.reveal))).chain([(&state.responder, state.reveal)]);
    for (seat, reveal) in new {
        if let (Some(at), Some(reveal)) = (chain.seats.index(seat), reveal) {
            reveals[at] = reveal;
        }
    }
    let mut meta = StepMeta::of(&chain.charter.typed, state, &turns, Some(reveals));
    let resolved = state.turns.iter().filter_map(|digest| chain.turns.get(digest));
    let queued = resolved.filter_map(|turn| Some((turn.typed.seat.clone(), chain.queued(turn)?.words(state.step))));
    meta.queued = queued.collect();
    meta.refused = turns.iter().flat_map(|turn| refused_before(found, turn)).collect();
    meta
}

/// The report of a step as a page, with a map of where something happened, or of the named part.
///
/// # Errors
/// As [`report_of`]; or there is no such part of the map.
pub fn page_of(found: &Match<'_>, told: &ReportedStep<'_>, part: Option<&str>) -> Result<String, Failure> {
    page(std::slice::from_ref(told), &report_of(found, told)?, part)
}

/// A report of steps as a page, with a map of where something happened in any of them, or of the named part.
fn page(told: &[ReportedStep<'_>], report: &Report, part: Option<&str>) -> Result<String, Failure> {
    let [first, .., last] = told else {
        return page_with(told.first(), None, report, part);
    };
    let facts = StepFacts {
        step: last.facts.step,
        rolls: told.iter().flat_map(|told| told.facts.rolls.clone()).collect(),
        events: told.iter().flat_map(|told| told.facts.events.clone()).collect(),
        reader: None,
    };
    page_with(Some(last), Some(Past { before: &first.before, facts: &facts }), report, part)
}

/// The same for one or several steps: the map shows the position after the last one, with what happened in all.
fn page_with(
    told: Option<&ReportedStep<'_>>,
    past: Option<Past<'_, Value>>,
    report: &Report,
    part: Option<&str>,
) -> Result<String, Failure> {
    let Some(told) = told else { return Ok(html::write(report, None)) };
    let past = past.or_else(|| told.past());
    let view = match part {
        None => MapView { happened: true, ..MapView::default() },
        Some("whole") => MapView::default(),
        Some(part) => MapView { part: Some(part.to_owned()), ..MapView::default() },
    };
    let picture = match (part, told.table.draw(&view, None, past)) {
        (Some("none"), _) => None,
        (_, Ok(picture)) => {
            let origin = told.table.board(None).map_or(picture.origin, |board| board.origin);
            Some(targets::hovered(picture, &told.table.targets(None), origin))
        }
        // A game without a map still has its report.
        (None, Err(_)) => None,
        (Some(_), Err(problem)) => {
            return Err(Failure::cannot(problem.advice("name a part such as a theater, `whole` or `none`")));
        }
    };
    Ok(html::write(report, picture.as_ref()))
}

/// The turns that a turn replaces because they were refused, the earliest first.
fn refused_before(found: &Match<'_>, turn: &Turn) -> Vec<(Id, Vec<Reason>)> {
    let chain = &found.chain;
    let mut refused = Vec::new();
    let mut named = turn.refusal;
    // A malicious folder may contain a cycle, so no more refusals are followed than there are.
    for _ in 0..chain.refusals.len() {
        let Some(refusal) = named.and_then(|digest| chain.refusals.get(&digest)) else { break };
        let Some(first) = chain.turns.get(&refusal.typed.of) else { break };
        refused.push((first.typed.seat.clone(), refusal.typed.reasons.clone()));
        named = first.typed.refusal;
    }
    refused.reverse();
    refused
}

/// The report of a new state, as text and Markdown, to be stored in `reports/`.
///
/// # Errors
/// As [`of_step`].
pub fn outgoing(found: &Match<'_>, state: &Value) -> Result<Vec<Outgoing>, Failure> {
    let report = of_step(found, state)?;
    Ok(vec![kept(state, "txt", text::write(&report)), kept(state, "md", markdown::write(&report))])
}

/// The report of a new state as a page, to be stored in `reports/` beside those of [`outgoing`].
///
/// # Errors
/// As [`of_step`].
pub fn outgoing_page(found: &Match<'_>, state: &Value) -> Result<Outgoing, Failure> {
    Ok(kept(state, "html", page_of(found, &step_of_state(found, state)?, None)?))
}

/// The path of a step's page.
pub fn page_name(step: u64) -> String {
    format!("reports/{step:04}.html")
}

fn kept(state: &Value, ending: &str, text: String) -> Outgoing {
    let step = state["step"].as_u64().unwrap_or_default();
    Outgoing { name: format!("reports/{step:04}.{ending}"), text }
}

/// Two opposite corners of a part of the board, the north-western first.
pub type Corners = (Point, Point);

/// The smallest rectangle that contains both parts of the board.
pub fn joined(one: Option<Corners>, other: Option<Corners>) -> Option<Corners> {
    let (Some((from, to)), Some((other_from, other_to))) = (one, other) else { return one.or(other) };
    let least = Point { x: from.x.min(other_from.x), y: from.y.min(other_from.y) };
    Some((least, Point { x: to.x.max(other_to.x), y: to.y.max(other_to.y) }))
}
