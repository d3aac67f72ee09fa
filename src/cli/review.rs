//! `review`: what decided a match that is over: how the winning chances went, what was luck, and which decisions cost most.

mod decisions;

use serde_json::{Value, json};

use super::folder::Folder;
use super::match_args::MatchFolderArgs;
use super::open_match::Match;
use super::out::{Printout, Tone};
use super::practice::plan_words::percent;
use super::progress::Progress;
use super::{CommandResult, Failure, Format, out};
use crate::chain::ProgressObserver;
use crate::chain::adjudicate::{Adjudication, TurnAction};
use crate::chain::hands::openings_in;
use crate::chain::status::{Next, status};
use crate::document::{Id, Problem, harmless};
use crate::engine::decision::Decision;
use crate::report::grammar::capital;
use crate::session::luck::{self, Mean, OpenedChoice};
use decisions::{Costliest, Decided};

/// Review a match that is over: how the winning chances went, what was luck, and which decisions cost most.
///
/// The chances are the program's judgement of a position (docs/balance.md says how often it is right). Luck is how far the
/// dice of a step fell from their mean. A decision is compared with other plans in the same imagined futures, knowing no
/// more than its player did. While a match runs there is no review: nobody is to be advised.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// In how many imagined futures each decision is looked at first, and those that seem to have cost most in ten times as
    /// many; 0 leaves the decisions out.
    #[arg(long, value_name = "NUMBER", default_value_t = 24, value_parser = clap::value_parser!(u32).range(0..=10_000))]
    futures: u32,
}

/// A position of the match.
struct Point {
    step: u64,
    /// The turn of the game, in words.
    turn: String,
    /// The winning chance of the first side, in ten-thousandths.
    chance: i64,
}

/// What the dice of a step brought.
struct Luck {
    step: u64,
    when: String,
    /// What was rolled for, in the words of the rolls.
    rolled: Vec<String>,
    /// What they added to the winning chance of the first side, in ten-thousandths, against their mean.
    by: i64,
    is_exact: bool,
}

/// The whole review.
struct Review {
    sides: [Id; 2],
    /// What the sides are called: `the Union`.
    names: [String; 2],
    outcome: String,
    curve: Vec<Point>,
    luck: Vec<Luck>,
    decisions: Costliest,
    /// Why the decisions of a side were not looked at.
    not_looked_at: Vec<String>,
}

/// How many lines the curve has at most, and how many events are named.
const CURVE: usize = 40;
const NAMED: usize = 5;
/// What is less than this, in ten-thousandths, is not worth a line.
const SLIGHT: i64 = 100;

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read_cached(&args.place.find_to_read()?)?;
    let found = Match::open_verified(&folder)?;
    if !matches!(status(&found.chain).next, Next::Over(_)) {
        let problem = Problem::new("the match is not over, and while it runs nobody is advised");
        return Err(Failure::no(
            problem.advice("review it when it is over; a practice match has `adjutant practice hint`"),
        ));
    }
    let review = review(&found, args.futures)?;
    let title = harmless(&found.chain.charter.typed.title).into_owned();
    out::answer(format, || words(&title, &review), || value(&review))
}

fn review(found: &Match<'_>, futures: u32) -> Result<Review, Failure> {
    let (chain, game) = (&found.chain, &*found.game);
    let sides = game.sides();
    let openings: Vec<(&Id, &Id, &Value)> = chain
        .seats
        .entries
        .iter()
        .flat_map(|entry| openings_in(chain, &entry.seat).map(|(id, _, choice)| (&entry.seat, id, choice)))
        .collect();
    let mut looks = decisions::Looks::new(found, &openings, futures)?;
    let (mut curve, mut luck) = (Vec::new(), Vec::new());
    let mut before: Option<Adjudication<'_, '_>> = None;
    let progress = Progress::new("reviewing", chain.line.len());
    for at in 0..chain.line.len() {
        progress.done(at, chain.line.len());
        let now = Adjudication::at(chain, game, at).map_err(Failure::no)?;
        let (table, step) = (&*now.table, now.state().typed.step);
        let (chance, when) = (table.winning_chance(&sides[0]), table.when());
        if let Some(before) = before.take() {
            let acts = acts(&before, at);
            let rolled = rolled(&now);
            if !rolled.is_empty()
                && let Some(Mean { chance: mean, is_exact }) =
                    luck::mean(&*before.table, &acts, &opened_by(&before, &now), &sides[0])
            {
                let by = luck::settled_chance(table, &sides[0]) - mean;
                luck.push(Luck { step, when: before.table.when().words, rolled, by, is_exact });
            }
            looks.look(&before, &acts, step);
        }
        curve.push(Point { step, turn: when.name, chance });
        before = Some(now);
    }
    drop(progress);
    let last = &before.ok_or_else(|| Failure::no(Problem::new("the match has no state")))?.table;
    let outcome = last.outcome_words().unwrap_or_default();
    let names = sides.each_ref().map(|side| last.side_words(side));
    let (decisions, not_looked_at) = looks.costliest(NAMED);
    Ok(Review { sides, names, outcome, curve, luck, decisions, not_looked_at })
}

/// What the turns of a step do; empty if one of them is not a move of the game, and if no turn was resolved.
fn acts(before: &Adjudication<'_, '_>, at: usize) -> Vec<(Id, Decision)> {
    let turns = &before.chain.line[at].turns;
    let act = |turn: &&&crate::chain::ParsedDocument<crate::document::Turn>| {
        let side = before.side_of(&turn.typed.seat)?.clone();
        matches!(before.meaning(&turn.typed), Some(TurnAction::Play)).then(|| (side, Decision::of_turn(&turn.typed)))
    };
    turns.iter().map(|turn| act(&turn)).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// The choices that a state opened for its responder.
fn opened_by(before: &Adjudication<'_, '_>, now: &Adjudication<'_, '_>) -> Vec<OpenedChoice> {
    let opened = now.state().document.content["opened"].as_array().into_iter().flatten();
    let choice = |one: &Value| {
        let id = |field: &str| one[field].as_str()?.parse::<Id>().ok();
        Some((before.side_of(&id("seat")?)?.clone(), id("id")?, one["choice"].clone()))
    };
    opened.filter_map(choice).collect()
}

/// What the dice of a state were for, each once.
fn rolled(of: &Adjudication<'_, '_>) -> Vec<String> {
    let content = &of.state().document.content;
    let mut all: Vec<String> = Vec::new();
    for roll in content["rolls"].as_array().into_iter().flatten().filter(|roll| roll.get("faces").is_some()) {
        let purpose = harmless(roll["purpose"].as_str().unwrap_or_default()).replace('_', " ");
        if !all.contains(&purpose) {
            all.push(purpose);
        }
    }
    all
}

fn words(title: &str, review: &Review) -> Printout {
    let mut words = Printout::default();
    let [first, second] = &review.names;
    words.tone(Tone::Title, format!("'{title}': {}", review.outcome));
    words.line("");
    words.tone(Tone::Title, format!("Winning chance of {first}"));
    let every = review.curve.len().div_ceil(CURVE).max(1);
    let last = review.curve.len().saturating_sub(1);
    let mut turn = "";
    for (n, point) in review.curve.iter().enumerate().filter(|(n, _)| n % every == 0 || *n == last) {
        let bar = "█".repeat(usize::try_from((point.chance + 250) / 500).unwrap_or(0));
        let named = if point.turn == turn || n == last { "" } else { &point.turn };
        words.line(
            format!("  step {:>3} {:>5} {bar:<20} {named}", point.step, percent(point.chance)).trim_end().to_owned(),
        );
        turn = &point.turn;
    }
    words.line("");
    words.tone(Tone::Title, "Luck");
    let mut most: Vec<&Luck> = review.luck.iter().filter(|luck| luck.by.abs() >= SLIGHT).collect();
    most.sort_by_key(|luck| (std::cmp::Reverse(luck.by.abs()), luck.step));
    words.line(match (review.luck.len(), most.len()) {
        (0, _) => "No dice were thrown.".to_owned(),
        (_, 0) => "No step's dice changed the chances by a percentage point against their mean.".to_owned(),
        _ => "What the dice of a step brought, against the mean of all that they could have shown:".to_owned(),
    });
    for luck in most.into_iter().take(2 * NAMED) {
        let side = if luck.by > 0 { first } else { second };
        let about = if luck.is_exact { "" } else { "about " };
        let mut rolled = luck.rolled.iter().take(3).cloned().collect::<Vec<_>>().join(", ");
        if luck.rolled.len() > 3 {
            rolled += ", …";
        }
        words.line(format!(
            "- step {}, {}: {about}{} for {side} ({rolled})",
            luck.step,
            luck.when,
            points(luck.by.abs())
        ));
    }
    for (side, (looked_at, costly)) in &review.decisions {
        words.line("");
        words.tone(Tone::Title, format!("Decisions of {}", if *side == review.sides[0] { first } else { second }));
        if costly.is_empty() {
            words
                .line(format!("None of {} was clearly worse than another plan.", out::counted(*looked_at, "decision")));
        }
        costly.iter().for_each(|decided| decided.tell(&mut words));
    }
    if !review.not_looked_at.is_empty() {
        words.line("");
    }
    review.not_looked_at.iter().for_each(|reason| words.line(capital(reason)));
    words.fitted().paged()
}

/// Percentage points, from ten-thousandths.
fn points(chance: i64) -> String {
    out::counted(usize::try_from((chance + 50) / 100).unwrap_or(0), "percentage point")
}

/// The review as data; chances are in ten-thousandths, those of the curve and of luck the first side's.
fn value(review: &Review) -> Value {
    let curve =
        review.curve.iter().map(|point| json!({"step": point.step, "turn": point.turn, "chance": point.chance}));
    let luck = review.luck.iter().map(|luck| {
        json!({"step": luck.step, "when": luck.when, "rolled": luck.rolled, "by": luck.by, "exact": luck.is_exact})
    });
    let decisions = review.decisions.iter().map(|(side, (looked_at, costly))| {
        let costly: Vec<Value> = costly.iter().map(Decided::value).collect();
        json!({"side": side, "looked_at": looked_at, "costliest": costly})
    });
    json!({"ok": true, "side": review.sides[0], "outcome": review.outcome, "curve": curve.collect::<Vec<_>>(),
           "luck": luck.collect::<Vec<_>>(), "decisions": decisions.collect::<Vec<_>>(),
           "not_looked_at": review.not_looked_at})
}
