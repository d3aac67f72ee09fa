//! `match accept`: accept an invitation that came by mail, in one go.

use std::path::{Path, PathBuf};

use super::setup_steps::may_sign;
use super::{join, sign};
use crate::chain::seats::ADJUDICATOR;
use crate::chain::successor;
use crate::cli::folder::Folder;
use crate::cli::mail::receive::{self, charter_in};
use crate::cli::match_args::check_name;
use crate::cli::paths::Shown;
use crate::cli::tournament::seats;
use crate::cli::{
    CommandResult, Failure, Format, continued, earlier_matches, files, home, seat, shell_quotes, suggested_commands,
};
use crate::document::{Charter, Problem, write};
use crate::trust::Vault;

/// Accept an invitation: put the charter into a new folder, take a seat, and sign if every seat is then taken.
///
/// Before you sign, compare the fingerprints over the telephone: the person who holds a key plays that seat. Then mail
/// the charter back with `adjutant mail`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The mail with the invitation, or charter.yaml itself; or a folder in which `tournament take` has put the
    /// charter.
    #[arg(value_name = "MAIL")]
    mail: PathBuf,
    /// The new folder of the match.
    #[arg(value_name = "FOLDER")]
    named: Option<PathBuf>,
    /// The new folder of the match, the same as FOLDER.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The seat: a side of the game, or adjudicator in a refereed match.
    #[arg(long)]
    seat: String,
    /// Your name, as it will appear in reports [default: in a tournament, the name of your entry].
    #[arg(long, value_parser = crate::cli::names::name)]
    name: Option<String>,
    /// The name of the key to sign with [default: your only key, or the one named default].
    #[arg(long)]
    key: Option<String>,
    /// Take the seat and do not sign yet.
    #[arg(long)]
    join_only: bool,
    /// Do not ask: take the seat under this name although the tournament knows you by another, and sign even if the match
    /// continues one in which a turn waits for an answer.
    #[arg(long, short)]
    yes: bool,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = match (args.folder, args.named) {
        (Some(folder), Some(named)) if folder != named => {
            let shown = format!("two folders are named: {} and {}", named.shown(), folder.shown());
            return Err(Failure::cannot(Problem::new(shown).advice("name only one folder")));
        }
        (folder, named) => folder.or(named),
    };
    let is_here = args.mail.join("charter.yaml").is_file();
    let folder = match folder {
        Some(folder) => folder,
        None if is_here => args.mail.clone(),
        None => {
            let problem = Problem::new("no folder is named for the match");
            let mail = suggested_commands::shell_quoted(&args.mail);
            let advice = format!("name a new one: `adjutant match accept {mail} FOLDER --seat SEAT --name NAME`");
            return Err(Failure::cannot(problem.advice(advice)));
        }
    };
    check_name(&folder)?;
    let path = folder.join("charter.yaml");
    let is_here = is_here && folder == args.mail;
    let mail = if is_here { path.clone() } else { args.mail.clone() };
    if path.exists() && !is_here {
        let problem = Problem::new("this folder already has a charter.yaml");
        let advice =
            "name a new folder; to take a seat in this match run `adjutant match join --seat SEAT --name NAME`";
        return Err(Failure::cannot_in(folder, problem.advice(advice)));
    }
    let charter = charter_in(&mail)?;
    let vault = home::vault()?;
    let cwd = std::env::current_dir().unwrap_or_default();
    // A charter in the folder of a tournament belongs to that copy of it.
    let near: [&Path; 3] = if args.mail.is_dir() { [&mail, &folder, &cwd] } else { [&folder, &mail, &cwd] };
    if charter.typed.event.is_some() {
        let key = vault.public_key(&seat::key_name(&vault, args.key.clone())?).map_err(Failure::cannot)?;
        let id = seat::id("seat", &args.seat)?;
        let wanted = seats::SeatRequest { side: Some(&id).filter(|id| id.as_str() != ADJUDICATOR), key: &key };
        if let Some(wrong) = seats::wrong_seat(&charter.typed, &wanted, &near) {
            let problem = Problem { mark: None, ..wrong.problem };
            let Some(own) = wrong.own else { return Err(Failure::no_in(args.mail, problem)) };
            let place = if is_here { String::new() } else { format!(" {}", suggested_commands::shell_quoted(&folder)) };
            let mail = suggested_commands::shell_quoted(&args.mail);
            let name = args.name.iter().map(|name| format!(" {}", shell_quotes::option("--name", name)));
            let name: String = name.collect();
            let advice = format!("take your own: `adjutant match accept {mail}{place} --seat {own}{name}`");
            return Err(Failure::no_in(args.mail, problem.advice(advice)));
        }
        if let Some(first) = seats::accepts_first(&charter.typed, wanted.side, &near) {
            let problem =
                Problem::new(format!("{first} plays the first side of this game, and must take a seat first"));
            let advice = "wait until that player mails the charter, take it in with `adjutant tournament take MAIL`, and run this command again; otherwise the game would have two charters";
            return Err(Failure::no_in(args.mail, problem.rule("protocol 12.3").advice(advice)));
        }
    }
    check_new_key(&folder, &charter.typed, (args.seat.as_str(), &args.key), &vault)?;
    let key = vault.public_key(&seat::key_name(&vault, args.key.clone())?).map_err(Failure::cannot)?;
    let name = seats::seat_name(&charter.typed, &key, args.name.as_deref(), (&near, args.yes, format))?;
    let is_new = !folder.exists();
    if !is_here {
        files::write(&path, write(&charter.document.content).as_bytes())
            .map_err(|problem| Failure::cannot_in(&path, problem))?;
    }
    suggested_commands::set_folder(&folder);
    if !charter.typed.packs.iter().all(|pin| sign::is_shipped(&charter.typed, pin)) {
        // The mail contains the players' own data.
        receive::run(receive::Args::of(mail.clone(), folder.clone()), format)?;
    }
    let joined = join::Args::of(folder.clone(), args.seat.clone(), name, args.key).checked();
    let joined = if args.join_only { joined } else { joined.then_sign() };
    if let Err(failure) = join::run(joined, format) {
        // Nothing was filed: the folder is as it was.
        if !is_here {
            let _ = std::fs::remove_file(&path);
        }
        if is_new {
            let _ = std::fs::remove_dir(&folder);
        }
        return Err(failure);
    }
    if let Some(continues) = &charter.typed.continues
        && let Some(old) = earlier_matches::beside(&folder, &continues.match_id)
    {
        continued::note(&old, &folder)?;
    }
    if charter.typed.source().is_some() {
        // The mail contains the state from which the match continues or begins.
        receive::run(receive::Args::of(mail.clone(), folder.clone()), format)?;
    }
    let read = Folder::read(&folder)?;
    let (charter, game) = (read.charter()?, read.game()?);
    if charter.typed.source().is_some() {
        let here = successor::state_before(&read.chain()?).map(|_| ());
        here.map_err(|problem| read.refused(&charter.file, charter.place(problem)))?;
    }
    if args.join_only || !may_sign(&charter.typed, &game.sides(), &args.seat) {
        return Ok(());
    }
    sign::run(sign::Args::of(folder, args.seat, args.yes), format)
}

/// Checks that somebody who replaces the holder of a seat does not use the same key, as far as the match that this one
/// continues is here. A charter that nobody can sign would otherwise be filed.
fn check_new_key(
    folder: &Path,
    charter: &Charter,
    (seat, key): (&str, &Option<String>),
    vault: &Vault,
) -> CommandResult {
    let Some(continues) = &charter.continues else { return Ok(()) };
    let replaced = continues.replaced.iter().flatten().any(|one| one.seat.as_str() == seat);
    let Some(path) = earlier_matches::find(folder, &continues.match_id).filter(|_| replaced) else { return Ok(()) };
    let key = vault.public_key(&seat::key_name(vault, key.clone())?).map_err(Failure::cannot)?;
    let before = Folder::read(&path)?;
    if !before.charter()?.typed.seats.iter().any(|one| one.seat.as_str() == seat && one.key == key) {
        return Ok(());
    }
    let message = format!("'{seat}' keeps its key but is named as replaced");
    let advice = "make a new key with `adjutant keygen --name NAME`, then run this command again with `--key NAME`";
    Err(Failure::no(Problem::new(message).advice(advice)))
}
