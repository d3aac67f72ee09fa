//! `practice new`: keys, charter, set-up, and the first draft.

use super::from_position;
use super::go;
use super::opponent::{Level, Opponent};
use super::running::{OTHER, Practice, REFEREE, vault};
use crate::chain::seats::ADJUDICATOR;
use crate::cli::from_position::FromArgs;
use crate::cli::local_match::{LocalMatch, MatchTerms, SeatPlayer, charter_of};
use crate::cli::match_args::{NewFolderArgs, check_not_inside_match};
use crate::cli::practice_match::YOU;
use crate::cli::{CommandResult, Failure, Format, game_choice, seat};
use crate::document::kinds::TrustMode;
use crate::document::{Id, Problem};
use crate::games::spelling::instead;
use crate::report::grammar::side_name;
use crate::trust::{Vault, seeds};

/// Start a practice match, and play it to your first turn.
///
/// Makes new keys for you, for your opponent and for an adjudicator, separate from the keys that you use against
/// people; writes and signs a charter whose title begins with 'Practice'; and sets up the match. With --from it begins at a
/// position of another match, which must verify: the adjudicator rules so, and `verify` says where it comes from. Secret
/// choices that were not opened yet are those that the players revealed later.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: NewFolderArgs,
    #[command(flatten)]
    game: game_choice::GameArgs,
    #[command(flatten)]
    origin: FromArgs,
    /// The side that you play [default: the game's first].
    #[arg(long)]
    side: Option<String>,
    /// Your name, as it will appear in reports.
    #[arg(long, default_value = "You", value_parser = crate::cli::names::name)]
    name: String,
    /// How well your opponent plays.
    #[arg(long, value_enum, default_value_t = Level::Sensible)]
    level: Level,
    /// How many seconds the strong player thinks about each of its decisions [default: 5].
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u32).range(1..=3600))]
    think: Option<u32>,
    /// A number that decides between orders that your opponent rates equally. It does not affect the dice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = args.place.path()?;
    if folder.join("charter.yaml").symlink_metadata().is_ok() {
        let problem = Problem::new("this folder already has a match");
        return Err(Failure::cannot_in(
            &folder,
            problem.advice("name a new folder, or continue with `adjutant practice go`"),
        ));
    }
    check_not_inside_match(&folder)?;
    if folder.exists() && !folder.is_dir() {
        let problem = Problem::new("this is a file, not a folder");
        return Err(Failure::cannot_in(&folder, problem.advice("name a new folder")));
    }
    let (played, first) = match args.origin.read(from_position::read)? {
        Some((played, first)) => (played, Some(first)),
        None => (args.game.chosen()?, None),
    };
    let from = first.as_ref().map(|first| format!(", from {}", first.called)).unwrap_or_default();
    let sides = played.game.sides();
    let side = args.side.as_deref().map_or_else(|| Ok(sides[0].clone()), |side| seat::id("side", side))?;
    let Some(other) = sides.iter().find(|one| **one != side).filter(|_| sides.contains(&side)) else {
        let problem = Problem::new(format!("the game has no side '{side}'"));
        let known = [sides[0].as_str(), sides[1].as_str()];
        return Err(Failure::cannot(problem.advice(instead(side.as_str(), &known, "its sides are"))));
    };
    let think = args.level.thinks(args.think)?;
    let opponent = Opponent { level: args.level, seed: args.seed, think };
    let vault = vault()?;
    let number = keys(&vault)?;
    let cast = |seat: &Id, side: Option<&Id>, name: &str, whose: &str| SeatPlayer {
        seat: seat.clone(),
        side: side.cloned(),
        name: name.to_owned(),
        vault: vault.clone(),
        key: key_name(number, whose),
    };
    let mut people = vec![
        cast(&side, Some(&side), &args.name, YOU),
        cast(other, Some(other), &opponent.called(), OTHER),
        cast(&seat::id("seat", ADJUDICATOR)?, None, "This program", REFEREE),
    ];
    // The charter lists the sides in the game's order.
    people[..2].sort_by_key(|one| sides.iter().position(|side| Some(side) == one.side.as_ref()));
    let terms = MatchTerms {
        charter: charter_of(
            &played,
            format!(
                "Practice: {}, {} against the {} player{from}",
                played.called(),
                side_name(side.as_str()),
                args.level.word()
            ),
            TrustMode::Refereed,
        )?,
        played: &played,
        length: *seeds::LENGTHS.end(),
        open: false,
    };
    let party = LocalMatch::begin(&folder, &terms, people, true)?;
    if let Some(first) = first {
        first.rule(&party)?;
    }
    let practice = Practice::open(folder)?;
    go::play_on(&practice, None, false, format)
}

fn key_name(number: u32, whose: &str) -> String {
    format!("practice-{number}-{whose}")
}

/// Makes the keys of a new practice match, and returns its number.
fn keys(vault: &Vault) -> Result<u32, Failure> {
    let number = own_number(vault)?;
    for whose in [OTHER, REFEREE] {
        vault.create_key(&key_name(number, whose), None).map_err(Failure::cannot)?;
    }
    Ok(number)
}

/// A number that no practice match has, taken by making the user's key: of two programs that look for one at the same time, one
/// makes that key, and the other takes the next number.
fn own_number(vault: &Vault) -> Result<u32, Failure> {
    let mut tried = 0;
    loop {
        let names = vault.key_names().map_err(Failure::cannot)?;
        let taken = |number: u32| names.iter().any(|name| name.starts_with(&format!("practice-{number}-")));
        let number = (tried + 1..).find(|&number| !taken(number)).unwrap_or_default();
        match vault.create_key(&key_name(number, YOU), None) {
            Ok(_) => return Ok(number),
            // Somebody else has made it since.
            Err(_) if vault.key_names().is_ok_and(|names| names.contains(&key_name(number, YOU))) => tried = number,
            Err(problem) => return Err(Failure::cannot(problem)),
        }
    }
}
