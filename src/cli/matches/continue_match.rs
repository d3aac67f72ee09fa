//! `match continue`: a new charter for a match that continues after a player has lost his secrets or has left.

use std::path::PathBuf;

use super::{join, new};
use crate::chain::charter;
use crate::chain::charter::NewMatch;
use crate::chain::successor;
use crate::cli::folder::Folder;
use crate::cli::match_args::{NewFolderArgs, find_at};
use crate::cli::open_match::Match;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, continued, earlier_matches, home, seat, wall_clock};
use crate::document::kinds::{Continues, Replaced, ReplacedBecause};
use crate::document::{Problem, write};

/// Continue a match under a new charter because a player has lost his secrets, somebody takes his place, or the seeds
/// are used up.
///
/// Writes a new match folder that begins with the position of the old match and keeps the old match as its proof, and
/// takes your seat in it. Then invite the others with `adjutant match invite`: they accept it like any other match. By
/// signing, the remaining seats (and in a refereed match the adjudicator) attest that it is the same match.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder of the match to continue.
    #[arg(long, value_name = "DIR")]
    from: PathBuf,
    #[command(flatten)]
    place: NewFolderArgs,
    /// The state to continue from [default: the newest].
    #[arg(long, value_name = "STEP")]
    step: Option<u64>,
    /// A seat whose player has lost his key or his secrets and plays on with new ones.
    #[arg(long, value_name = "SEAT")]
    lost: Vec<String>,
    /// A seat whose player has left and that somebody else takes over.
    #[arg(long, value_name = "SEAT")]
    left: Vec<String>,
    /// Your seat [default: the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
    /// Your name [default: as in the old match].
    #[arg(long, value_parser = crate::cli::names::name)]
    name: Option<String>,
    /// The name of the key to sign with [default: the one that you have signed with].
    #[arg(long)]
    key: Option<String>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let path = args.place.path()?;
    // The folder must be new or empty, so that it can be removed if the match cannot be begun.
    let is_free = match std::fs::read_dir(&path) {
        Ok(mut inside) => inside.next().is_none(),
        Err(_) => path.symlink_metadata().is_err(),
    };
    if !is_free {
        let problem = Problem::new("this folder already exists").advice("name a new folder");
        return Err(Failure::cannot_in(&path, problem));
    }
    let old_path = find_at(&args.from)?;
    let mut old = Folder::read_cached(&old_path)?;
    if let Some(step) = args.step {
        let left_out = refused_after(&Match::open(&old)?, step);
        if !left_out.is_empty() {
            old = old.without(&left_out.iter().map(String::as_str).collect::<Vec<_>>());
        }
    }
    let found = Match::open_verified(&old)?;
    let before = &found.chain.charter.typed;
    if before.seats.iter().any(|entry| entry.hidden.is_some()) {
        let problem =
            Problem::new("a match with hidden hands cannot be continued under a new charter").rule("protocol 8.1");
        let advice = "a seat without its secret cannot continue: resign, agree on a draw, or let the referee rule; then start a new match";
        return Err(Failure::no(problem.advice(advice)));
    }
    let vault = home::vault()?;
    let mut replaced = Vec::new();
    for (names, reason) in [(&args.lost, ReplacedBecause::Lost), (&args.left, ReplacedBecause::Left)] {
        for name in names {
            let seat = seat::by_name(before, name)?.seat.clone();
            replaced.push(Replaced { seat, reason });
        }
    }
    let me = match &args.seat {
        Some(name) => seat::by_name(before, name)?,
        None => seat::acting_seat(&vault, before, None)?,
    };
    let mine_is_new = replaced.iter().any(|one| one.seat == me.seat);
    let key = match (&args.key, mine_is_new) {
        (Some(key), _) => Some(key.clone()),
        (None, true) => None,
        (None, false) => vault.name_of(&me.key).map_err(Failure::cannot)?,
    };
    if key.is_none() && !mine_is_new {
        let problem = Problem::new(format!("the key of the seat '{}' is not in {}", me.seat, vault.dir().shown()));
        return Err(Failure::cannot(problem.advice(format!("if it is lost, say so with --lost {}", me.seat))));
    }
    let step = args.step.unwrap_or(found.step());
    let at = usize::try_from(step).ok().and_then(|at| found.chain.line.get(at));
    let state = at.map(|at| at.state).ok_or_else(|| {
        let problem = Problem::new(format!("the match has no step {step}"));
        Failure::no(problem.advice(format!("its newest is {}", found.step())))
    })?;
    if state.typed.outcome.is_some() {
        let problem = Problem::new("the match is over with that state, so it cannot continue");
        return Err(Failure::no(problem.rule("protocol 3").advice("name an earlier state with --step")));
    }
    let draft = charter::draft(&NewMatch {
        title: before.title.clone(),
        date: wall_clock::now(),
        ruleset: before.ruleset.clone(),
        packs: before.packs.clone(),
        scenario: before.scenario.clone(),
        options: before.options.clone(),
        trust: before.trust,
        pace: before.pace.clone(),
        continues: Some(Continues {
            match_id: found.chain.match_id,
            state: state.digest,
            replaced: (!replaced.is_empty()).then_some(replaced),
            earlier: successor::earlier_matches(before),
            unanswered: successor::unanswered_digests(&found.chain),
            clocks: successor::clocks(&found.chain, chrono::Utc::now()),
        }),
        from: None,
        event: before.event.clone(),
    });
    let draft = if before.open_queues == Some(true) { charter::with_open_queues(draft) } else { draft };
    let mut written: Vec<(PathBuf, String)> = Vec::new();
    for (name, bytes) in old.raw().filter(|(name, _)| name.starts_with("packs/")) {
        written.push((path.join(name), String::from_utf8_lossy(bytes).into_owned()));
    }
    for (name, bytes) in earlier_matches::files_to_start_from(&old, &state.file)? {
        written.push((path.join(name), String::from_utf8_lossy(&bytes).into_owned()));
    }
    written.push((path.join("charter.yaml"), write(&draft)));
    new::begin(&path, &written)?;
    let name = args.name.clone().unwrap_or_else(|| me.name.clone());
    let side = me.side.as_ref().map(ToString::to_string);
    let joined = join::Args::with(path.clone(), me.seat.to_string(), side, name, key, Some(me.seed.length));
    if let Err(failure) = join::run(joined, format) {
        let _ = std::fs::remove_dir_all(&path);
        return Err(failure);
    }
    for turn in successor::unanswered(&found.chain) {
        let words = successor::waiting_words(&found.chain, &turn.typed);
        crate::cli::out::warn(&format!("{words}; the charter says so, and everybody who signs it agrees"));
    }
    continued::note(&old_path, &path)?;
    if format == Format::Text {
        let invite = "The other players keep their seats. Invite them with `adjutant match invite --to ADDRESS`.\n";
        crate::cli::out::print(&crate::cli::suggested_commands::in_folder(invite, &path))?;
    }
    Ok(())
}

/// The files of the newest state, if it was refused and comes after a step, and of what rests on it: the match goes on as if
/// it were not there.
fn refused_after(found: &Match<'_>, step: u64) -> Vec<String> {
    let chain = &found.chain;
    let refusals = chain.open_refusals();
    let Some(newest) = chain.newest().map(|newest| newest.state).filter(|_| !refusals.is_empty()) else {
        return Vec::new();
    };
    if newest.typed.step <= step {
        return Vec::new();
    }
    let turns = chain.turns_to(&newest.digest).iter().map(|turn| turn.file.clone());
    let refusals = refusals.iter().map(|refusal| refusal.file.clone());
    turns.chain(refusals).chain([newest.file.clone()]).collect()
}
