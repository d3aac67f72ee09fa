//! `match accept`: accept an invitation that came by mail, in one go.

use std::path::{Path, PathBuf};

use super::setup_steps::remaining_setup_steps;
use super::{join, sign};
use crate::chain::seats::ADJUDICATOR;
use crate::cli::folder::Folder;
use crate::cli::mail::receive::{self, charter_in};
use crate::cli::tournament::seats;
use crate::cli::{CommandResult, Failure, Format, escrow, files, home, seat, suggested_commands};
use crate::document::{Problem, write};

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
    /// Your name, as it will appear in reports.
    #[arg(long)]
    name: String,
    /// The name of the key to sign with [default: your only key, or the one named default].
    #[arg(long)]
    key: Option<String>,
    /// Take the seat and do not sign yet.
    #[arg(long)]
    join_only: bool,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = match (args.folder, args.named) {
        (Some(folder), Some(named)) if folder != named => {
            let shown = format!("two folders are named: {} and {}", named.display(), folder.display());
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
    if charter.typed.event.is_some() {
        let key = vault.public_key(&seat::key_name(&vault, args.key.clone())?).map_err(Failure::cannot)?;
        let id = seat::id("seat", &args.seat)?;
        let wanted = seats::SeatRequest { side: Some(&id).filter(|id| id.as_str() != ADJUDICATOR), key: &key };
        let cwd = std::env::current_dir().unwrap_or_default();
        if let Some(wrong) = seats::wrong_seat(&charter.typed, &wanted, &[&folder, &mail, &cwd]) {
            let problem = Problem { mark: None, ..wrong.problem };
            let Some(own) = wrong.own else { return Err(Failure::no_in(args.mail, problem)) };
            let place = if is_here { String::new() } else { format!(" {}", suggested_commands::shell_quoted(&folder)) };
            let (mail, name) =
                (suggested_commands::shell_quoted(&args.mail), suggested_commands::shell_quoted(Path::new(&args.name)));
            let advice = format!("take your own: `adjutant match accept {mail}{place} --seat {own} --name {name}`");
            return Err(Failure::no_in(args.mail, problem.advice(advice)));
        }
        if let Some(first) = seats::accepts_first(&charter.typed, wanted.side, &[&folder, &mail, &cwd]) {
            let problem =
                Problem::new(format!("{first} plays the first side of this game, and must take a seat first"));
            let advice = "wait until that player mails the charter, take it in with `adjutant tournament take MAIL`, and run this command again; otherwise the game would have two charters";
            return Err(Failure::no_in(args.mail, problem.rule("protocol 12.3").advice(advice)));
        }
    }
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
    let joined = join::Args::of(folder.clone(), args.seat.clone(), args.name, args.key).checked();
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
    if charter.typed.continues.is_some() {
        // The mail contains the state from which the match continues.
        receive::run(receive::Args::of(mail.clone(), folder.clone()), format)?;
    }
    let read = Folder::read(&folder)?;
    let (charter, game) = (read.charter()?, read.game()?);
    let complete =
        game.sides().iter().all(|side| charter.typed.seats.iter().any(|seat| seat.side.as_ref() == Some(side)));
    let waits = remaining_setup_steps(&charter.typed, &game.sides()).iter().any(|line| line.contains("match join"));
    // The adjudicator signs once the hands have been entrusted to him.
    let waits = waits || escrow::adjudicator(&charter.typed).is_some_and(|own| own.seat.as_str() == args.seat);
    if args.join_only || !complete || waits {
        return Ok(());
    }
    sign::run(sign::Args::of(folder, args.seat), format)
}
