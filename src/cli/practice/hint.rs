//! `practice hint`: what the sensible or the strong player would do.

use serde_json::{Value, json};

use super::go;
use super::opponent::Level;
use super::plan_words::{percent, plan_data, said, why};
use super::running::Practice;
use crate::chain::adjudicate::Adjudication;
use crate::cli::draft::{self, envelope, must_be_asked, names_schema};
use crate::cli::local_match::{self, Player, Thinker, as_draft};
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::Match;
use crate::cli::out::Printout;
use crate::cli::prompts::consequences;
use crate::cli::turn_draft::Draft;
use crate::cli::{CommandResult, Failure, Format, out, own_hand, seat};
use crate::document::{Id, Problem, harmless, inline};
use crate::session::Session;
use crate::session::search::Found;

/// Show what the sensible or the strong player would do in your place, as a draft.
///
/// The strong player tries plans in imagined futures, knowing no more than you do. It says how often it wins with its
/// plan, and what the two next best plans would have brought.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// Which player to ask.
    #[arg(long, value_enum, default_value_t = Asked::Sensible)]
    level: Asked,
    /// How many seconds the strong player thinks [default: 5].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=3600), conflicts_with = "futures")]
    think: Option<u32>,
    /// In how many imagined futures the strong player tries its plans, instead of a time: the answer is then the same
    /// on every machine.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    futures: Option<u32>,
    /// Make it your draft.
    #[arg(long)]
    write: bool,
    /// Overwrite what you have written in your draft.
    #[arg(long, requires = "write")]
    force: bool,
}

/// The players that can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Asked {
    Sensible,
    Strong,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let asked_level = match args.level {
        Asked::Sensible => Level::Sensible,
        Asked::Strong => Level::Strong,
    };
    let seconds = asked_level.thinks(args.think)?;
    if args.futures.is_some() {
        asked_level.thinks(args.futures)?;
    }
    let practice = Practice::open(args.place.find()?)?;
    let found = Match::open_verified(&practice.party.folder)?;
    let adjudication = own_hand::with_own_cards(found.adjudication()?, &practice.me, &seat::key)?;
    must_be_asked(&found, &practice.me)?;
    let asked = found.asked(&practice.me.seat).cloned().unwrap_or_default();
    let side = adjudication.side_of(&practice.me.seat).unwrap_or(&practice.me.seat);
    let seed = practice.opponent.seed;
    let thinker = Thinker { seed, seconds, futures: args.futures };
    let searched = (args.level == Asked::Strong).then(|| thinker.search(&adjudication, side)).flatten();
    let body = match &searched {
        Some(searched) => local_match::in_advance(&adjudication, side, searched.best().plan.clone()),
        None => Player::Sensible(seed).body(&adjudication, side, &asked),
    };
    let level = if searched.is_some() { Level::Strong } else { Level::Sensible };
    let chances = searched.as_ref().map(|found| found_words(found, &*adjudication.table, side)).unwrap_or_default();
    let text = text(&practice, &found, &adjudication, (&body, level, &chances))?;
    let path = go::own_draft_path(&practice, &found);
    if args.write {
        let own = path.exists() && !Draft::read(&path).is_ok_and(|draft| draft.is_empty());
        if own && !args.force {
            let problem = Problem::new("your draft already has something that you wrote");
            return Err(Failure::cannot_in(&path, problem.advice("overwrite it with --force")));
        }
        draft::write_draft(&found, &path, || text.clone())?;
    }
    let words = || {
        let mut words = Printout::default();
        words.turn(text.as_str());
        if args.write {
            words.line(format!("\nThis is your draft now: {}\nNext:\n  adjutant practice go\n", path.display()));
        }
        words.fitted()
    };
    let file = args.write.then_some(&path);
    out::answer(format, words, || {
        let mut answer = json!({"seat": practice.me.seat, "step": found.step() + 1, "turn": body, "file": file});
        if let Some(searched) = &searched {
            answer["chances"] = found_data(searched);
        }
        answer
    })
}

/// How many of the next best plans are told.
const NEXT_BEST: usize = 2;
/// What a search found, in sentences.
fn found_words(found: &Found, table: &dyn Session, side: &Id) -> Vec<String> {
    let best = found.best();
    let futures = out::counted(best.futures as usize, "imagined future");
    let mut words = vec![format!(
        "Winning chance now {}, with this turn {} in {futures}; {} were compared{}.",
        percent(found.before),
        percent(best.chance),
        out::counted(found.tried.len(), "plan"),
        if found.stopped { " until the time was up" } else { "" }
    )];
    for other in found.tried.iter().skip(1).take(NEXT_BEST) {
        let said = said(table, side, &other.plan);
        let alike = if other.chance >= best.chance { ", too close to tell" } else { "" };
        words.push(format!("Next best, {}{alike}{}: {}", percent(other.chance), why(best, other), said));
    }
    words
}

/// What a search found, as data; chances are in ten-thousandths.
fn found_data(found: &Found) -> Value {
    json!({"before": found.before, "stopped": found.stopped,
           "plans": found.tried.iter().take(1 + NEXT_BEST).map(plan_data).collect::<Vec<_>>()})
}

/// A draft of that turn, with a description of what it would do.
fn text(
    practice: &Practice,
    found: &Match<'_>,
    adjudication: &Adjudication<'_, '_>,
    (body, level, chances): (&Value, Level, &[String]),
) -> Result<String, Failure> {
    let mut text = names_schema();
    let charter = &found.chain.charter.typed;
    let title = harmless(&charter.title).into_owned();
    let seat = &practice.me.seat;
    let level = level.word();
    text += &format!("# '{title}', step {}: what the {level} player would do as {seat}.\n", found.step() + 1);
    chances.iter().for_each(|line| text += &format!("# {}\n", harmless(line)));
    // Cards that it lays and choices that it opens are sealed as in a signed turn.
    let draft = match own_hand::find_owner(adjudication, &practice.me, &seat::key)?
        .filter(|_| own_hand::has_hands(adjudication))
    {
        Some(owner) => as_draft(found, seat, body.clone())?.concealed(found, adjudication, &owner)?,
        None => as_draft(found, seat, body.clone())?,
    };
    let problems = draft.problems(found, adjudication, &practice.me);
    if !problems.is_empty() {
        out::warn("this is not legal, which is a bug in this program; do not sign it");
    }
    let turn = draft.turn(found, &practice.me.seat);
    for line in turn.map(|turn| consequences(found, adjudication, &turn)).unwrap_or_default() {
        text += &format!("# {}\n", harmless(&line));
    }
    text += &envelope(found, adjudication, &practice.me);
    for (field, value) in body.as_object().into_iter().flatten() {
        match value {
            Value::Array(entries) => {
                text += &format!("{field}:\n");
                entries.iter().for_each(|entry| text += &format!("  - {}\n", inline(entry)));
            }
            value => text += &format!("{field}: {}\n", inline(value)),
        }
    }
    Ok(text)
}
