//! `practice hint`: what the sensible player would do.

use serde_json::{Value, json};

use super::go;
use super::running::Practice;
use crate::chain::adjudicate::Adjudication;
use crate::cli::draft::{self, envelope, must_be_asked, names_schema};
use crate::cli::local_match::as_draft;
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::open_match::Match;
use crate::cli::out::Printout;
use crate::cli::prompts::consequences;
use crate::cli::turn_draft::Draft;
use crate::cli::{CommandResult, Failure, Format, out, own_hand, seat};
use crate::document::inline;
use crate::document::{Problem, harmless};

/// Show what the sensible player would do in your place, as a draft.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// Make it your draft.
    #[arg(long)]
    write: bool,
    /// Overwrite what you have written in your draft.
    #[arg(long, requires = "write")]
    force: bool,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let practice = Practice::open(args.place.find()?)?;
    let found = Match::open_verified(&practice.party.folder)?;
    let adjudication = own_hand::with_own_cards(found.adjudication()?, &practice.me, &seat::key)?;
    must_be_asked(&found, &practice.me)?;
    let asked = found.asked(&practice.me.seat).cloned().unwrap_or_default();
    let side = adjudication.side_of(&practice.me.seat).unwrap_or(&practice.me.seat);
    let body = practice.player().body(&adjudication, side, &asked);
    let text = text(&practice, &found, &adjudication, &body)?;
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
    out::answer(
        format,
        words,
        || json!({"seat": practice.me.seat, "step": found.step() + 1, "turn": body, "file": file}),
    )
}

/// A draft of that turn, with a description of what it would do.
fn text(
    practice: &Practice,
    found: &Match<'_>,
    adjudication: &Adjudication<'_, '_>,
    body: &Value,
) -> Result<String, Failure> {
    let mut text = names_schema();
    let charter = &found.chain.charter.typed;
    let title = harmless(&charter.title).into_owned();
    let seat = &practice.me.seat;
    text += &format!("# '{title}', step {}: what the sensible player would do as {seat}.\n", found.step() + 1);
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
