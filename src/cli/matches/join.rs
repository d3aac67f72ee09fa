//! `match join`: take a seat.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::json;

use crate::chain::charter;
use crate::chain::seats::ADJUDICATOR;
use crate::cli::folder::Folder;
use crate::cli::match_args::MatchFolderArgs;
use crate::cli::tournament::seats;
use crate::cli::{CommandResult, Failure, Format, files, home, out, seat, shell_quotes, suggested_commands};
use crate::document::kinds::{SeatEntry, SeedPin, TrustMode};
use crate::document::{Bytes32, Charter, Problem, write};
use crate::games::spelling::instead;
use crate::hidden::hidden_digest;
use crate::session::Game;
use crate::trust::{fingerprint, seeds};

/// Take a seat in a match whose charter is not signed yet.
///
/// Draws a secret seed for this seat and this match, keeps it in your secrets folder, and adds your key and the public
/// end of the seed to charter.yaml. Mail charter.yaml to the next player who joins.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The seat: a side of the game, or adjudicator in a refereed match.
    #[arg(long)]
    seat: String,
    /// Your name, as it will appear in reports [default: in a tournament, the name of your entry].
    #[arg(long, value_parser = crate::cli::names::name)]
    name: Option<String>,
    /// The side that this seat plays [default: the side with the seat's name].
    #[arg(long)]
    side: Option<String>,
    /// The name of the key to sign with [default: your only key, or the one named default].
    #[arg(long)]
    key: Option<String>,
    /// How many secrets to commit to; each exchange of turns uses two. All seats use the same number.
    #[arg(long, value_name = "LINKS")]
    length: Option<u32>,
    /// In a game of cards, play with open hands: everybody can see them.
    #[arg(long)]
    open: bool,
    /// Take the seat under this name without asking, although the tournament knows you by another.
    #[arg(long, short)]
    yes: bool,
    /// Whether it was looked at before that the tournament gives this seat to this player.
    #[arg(skip)]
    is_checked: bool,
    /// Whether this seat signs at once if it can, so that its next step is not to sign.
    #[arg(skip)]
    then_signs: bool,
}

impl Args {
    /// The arguments for taking a seat in the match of a folder.
    pub(super) fn of(folder: PathBuf, seat: String, name: String, key: Option<String>) -> Args {
        Args {
            place: MatchFolderArgs::at(folder),
            seat,
            name: Some(name),
            side: None,
            key,
            length: None,
            open: false,
            // Whoever calls this has the name already.
            yes: true,
            is_checked: false,
            then_signs: false,
        }
    }

    /// The same for a seat that the tournament has already been found to give to this player.
    pub(super) fn checked(self) -> Args {
        Args { is_checked: true, ..self }
    }

    /// The same for a seat that signs at once if it can.
    pub(super) fn then_sign(self) -> Args {
        Args { then_signs: true, ..self }
    }

    /// The same, with a side and a number of secrets.
    pub(super) fn with(
        folder: PathBuf,
        seat: String,
        side: Option<String>,
        name: String,
        key: Option<String>,
        length: Option<u32>,
    ) -> Args {
        Args { side, length, ..Args::of(folder, seat, name, key) }
    }
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = Folder::read(&args.place.find()?)?;
    let found = folder.charter()?;
    let charter = &found.typed;
    let game = folder.game()?;
    let seat_id = seat::id("seat", &args.seat)?;
    if !charter.signatures.is_empty() {
        let problem = Problem::new("the charter is signed, so nobody can join now");
        return Err(folder
            .refused(&found.file, problem.advice("start a new match with `adjutant match new FOLDER --title TITLE`")));
    }
    if let Some(problem) = charter::check_escrow(charter) {
        return Err(folder.refused(&found.file, problem));
    }
    let wrong = [charter::check_form(charter, &BTreeSet::new()), charter::check_terms(charter, &*game)].concat();
    if let Some(problem) = wrong.into_iter().find(|problem| !charter::awaits_seats(problem)) {
        return Err(folder.refused(&found.file, found.place(problem)));
    }
    let adjudicates = charter.trust == TrustMode::Refereed && seat_id.as_str() == ADJUDICATOR;
    let side = match &args.side {
        _ if adjudicates => None,
        Some(side) => Some(seat::id("side", side)?),
        None => Some(seat_id.clone()),
    };
    let sides = game.sides();
    if let Some(side) = side.as_ref().filter(|side| !sides.contains(side)) {
        let referee = if charter.trust == TrustMode::Refereed { ", or take the seat adjudicator" } else { "" };
        let problem = Problem::new(format!("the game has no side '{side}'"));
        let known = [sides[0].as_str(), sides[1].as_str()];
        let advice = instead(side.as_str(), &known, "its sides are");
        return Err(Failure::cannot(problem.advice(format!("{advice}: choose one with --seat or --side{referee}"))));
    }
    if let Some(other) =
        charter.seats.iter().find(|other| side.is_some() && other.side == side && other.seat != seat_id)
    {
        let taken = side.as_ref().map_or("", crate::document::Id::as_str);
        let problem =
            Problem::new(format!("{} already plays the side '{taken}', in the seat '{}'", other.name, other.seat));
        let free = sides.iter().find(|free| !charter.seats.iter().any(|seat| seat.side.as_ref() == Some(free)));
        return Err(Failure::cannot(problem.rule("protocol 3").advice(match free {
            Some(free) => format!("take the other side with --side {free}"),
            None => "both sides are taken; start a new match with `adjutant match new FOLDER --title TITLE`".to_owned(),
        })));
    }
    let vault = home::vault()?;
    let name = seat::key_name(&vault, args.key)?;
    let public = vault.public_key(&name).map_err(Failure::cannot)?;
    let wanted = seats::SeatRequest { side: side.as_ref(), key: &public };
    let cwd = std::env::current_dir().unwrap_or_default();
    let wrong = (!args.is_checked).then(|| seats::wrong_seat(charter, &wanted, &[&folder.path, &cwd])).flatten();
    if let Some(wrong) = wrong {
        let advice = wrong.own.map(|own| {
            let place = suggested_commands::shell_quoted(&folder.path);
            let name = args.name.iter().map(|name| format!(" {}", shell_quotes::option("--name", name)));
            format!("take your own: `adjutant match join {place} --seat {own}{}`", name.collect::<String>())
        });
        let problem = wrong.problem;
        let problem = if let Some(advice) = advice { problem.advice(advice) } else { problem };
        return Err(folder.refused(&found.file, problem));
    }
    let near: [&Path; 2] = [&folder.path, &cwd];
    let player = seats::seat_name(charter, &public, args.name.as_deref(), (&near, args.yes, format))?;
    let length = args.length.or(charter.seats.first().map(|seat| seat.seed.length)).unwrap_or(seeds::DEFAULT_LENGTH);
    // A trial run with a made-up anchor, so that no seed is drawn for a seat that cannot be taken.
    let mut entry = SeatEntry {
        seat: seat_id.clone(),
        side,
        name: player,
        key: public,
        seed: SeedPin { anchor: Bytes32([0; 32]), length },
        hidden: None,
    };
    let refused = |problem| folder.refused(&found.file, problem);
    charter::join(&found.document.content, &entry).map_err(refused)?;
    let key = seat::load(&vault, &name)?;
    let cards = entry.side.is_some()
        && game.setup(&charter.scenario, &charter.options).is_ok_and(|table| table.cards().is_some());
    let has_hand = has_hand(charter, &*game, &entry, args.open)?;
    entry.seed = vault.new_seed(&key, length).map_err(Failure::cannot)?;
    if has_hand {
        let secret = vault.new_hidden(&key, &entry.seed.anchor).map_err(Failure::cannot)?;
        entry.hidden = Some(hidden_digest(&public, &secret));
    }
    let joined = charter::join(&found.document.content, &entry).map_err(refused)?;
    let path = folder.path.join(&found.file);
    let text = write(&joined);
    let typed: Charter = crate::document::decode(&files::parse(&path, text.as_bytes())?).map_err(refused)?;
    folder.write_packs()?;
    Folder::create_subfolders(&folder.path)?;
    files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    let next = super::setup_steps::remaining_setup_steps(&typed, &sides);
    let words = || {
        let signs = args.then_signs && super::setup_steps::may_sign(&typed, &sides, seat_id.as_str());
        let lines: String = next.iter().filter(|_| !signs).map(|line| format!("  {line}\n")).collect();
        let next = if signs { "" } else { "Next:\n" };
        let hands = match (cards, entry.hidden) {
            (false, _) => "",
            (true, Some(_)) => "  hands        hidden: nobody sees yours but you\n",
            (true, None) => "  hands        open: everybody sees every hand\n",
        };
        format!(
            "{} ({}) has joined '{}' with the key {}.\n  fingerprint  {}\n{hands}{next}{lines}",
            seat_id,
            entry.name,
            typed.title,
            name,
            fingerprint(&public)
        )
    };
    out::answer(format, words, || json!({"seat": seat_id, "key": public, "seed": entry.seed, "next": next}))
}

/// Whether somebody who joins draws a secret for a hand: in a card game, as the first seat that acts for its side,
/// unless hands are open. Either both sides have hidden hands, or neither has.
fn has_hand(charter: &Charter, game: &dyn Game, entry: &SeatEntry, open: bool) -> Result<bool, Failure> {
    let table = game.setup(&charter.scenario, &charter.options).map_err(Failure::cannot)?;
    let first = |n: usize, other: &SeatEntry| !charter.seats[..n].iter().any(|earlier| earlier.side == other.side);
    let others = || {
        let seats = charter.seats.iter().enumerate();
        let acting = seats.filter(|(n, other)| other.side.is_some() && other.seat != entry.seat && first(*n, other));
        acting.map(|(_, other)| other)
    };
    let acts = entry.side.is_some() && !others().any(|other| other.side == entry.side);
    if table.cards().is_none() {
        let problem = Problem::new("in this game players have no hands of cards").advice("leave --open out");
        return if open { Err(Failure::cannot(problem)) } else { Ok(false) };
    }
    if open && charter.escrow.is_some() {
        let problem = Problem::new("in this match the hands are hidden and entrusted to the adjudicator");
        return Err(Failure::cannot(problem.rule("protocol 8.6").advice("leave --open out")));
    }
    let (hidden, opened) = (others().any(|other| other.hidden.is_some()), others().any(|other| other.hidden.is_none()));
    if acts && open && hidden {
        let problem = Problem::new("the other side has joined with a hidden hand").rule("protocol 8.1");
        return Err(Failure::cannot(
            problem.advice("leave --open out, or agree with the other side on open hands and start a new match"),
        ));
    }
    Ok(acts && !open && (hidden || !opened))
}
