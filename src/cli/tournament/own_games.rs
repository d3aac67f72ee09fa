//! What a tournament waits for from the player who reads, with the command for it.

use tournament::state::{GameKey, Player, TournamentState};

use super::folder::{MATCHES, TournamentFolder};
use super::result::match_folder;
use super::seats::game_words;
use crate::chain::status::{Next, status};
use crate::cli::folder::Folder;
use crate::cli::matches::setup_steps::may_sign;
use crate::cli::{Failure, home, shell_quotes, suggested_commands};
use crate::document::{Bytes32, Id, harmless};

/// The reader of a tournament's folder, if he plays in it.
pub struct Reader<'s> {
    pub player: &'s Player,
    /// What he has to do, with commands.
    pub waits: Vec<String>,
}

impl<'s> Reader<'s> {
    /// The player whose newest key is on this machine; `None` if it has that of no player.
    pub fn of(folder: &TournamentFolder, season: &'s TournamentState<'_>) -> Option<Reader<'s>> {
        let vault = home::existing_vault()?;
        let has = |key: &Bytes32| vault.name_of(key).is_ok_and(|name| name.is_some());
        let player = season.players.iter().find(|player| player.keys.last().is_some_and(has))?;
        let own = |key: &GameKey| season.players_of(*key).is_ok_and(|both| both.contains(&player.id));
        let games = season.open_games().into_iter().filter(own);
        let waits = games.filter_map(|key| own_game(folder, season, player, key)).collect();
        Some(Reader { player, waits })
    }
}

/// What a game waits for from its player; `None` if the other has to act.
fn own_game(folder: &TournamentFolder, season: &TournamentState<'_>, player: &Player, key: GameKey) -> Option<String> {
    let path = match_folder(folder, key);
    let game = game_words(key);
    if !path.join("charter.yaml").is_file() {
        let take = folder.hint("take MAIL");
        return Some(format!("game {game}: its charter comes with the director's mail, which `{take}` takes in"));
    }
    let place = suggested_commands::shell_quoted(&path);
    let asked = asked(&path, season, player, key);
    match asked {
        Ok(Some(Asked::Join(side))) => {
            let name = shell_quotes::option("--name", &harmless(&player.name));
            Some(format!("game {game}: take your seat: `adjutant match accept {place} --seat {side} {name}`"))
        }
        Ok(Some(Asked::Sign)) => Some(format!("game {game}: sign the charter: `adjutant match sign {place}`")),
        Ok(Some(Asked::Move)) => Some(format!("game {game}: it is your move: `adjutant go {place}`")),
        Ok(Some(Asked::Report)) => {
            let send = folder.hint("send --send");
            Some(format!("game {game} is over; mail the match to the director: `{send}`"))
        }
        Ok(None) => None,
        Err(_) => Some(format!("game {game}: its match in {MATCHES}/ cannot be read: `adjutant verify {place}`")),
    }
}

/// What a player is asked for in his match.
enum Asked {
    Join(Id),
    Sign,
    Move,
    Report,
}

fn asked(
    path: &std::path::Path,
    season: &TournamentState<'_>,
    player: &Player,
    key: GameKey,
) -> Result<Option<Asked>, Failure> {
    let read = Folder::read_cached(path)?;
    let charter = &read.charter()?.typed;
    let own = charter.seats.iter().find(|entry| player.keys.contains(&entry.key));
    let Some(own) = own else {
        let sides = season.seats_of(key).into_iter().flatten();
        let mut sides = sides.filter(|(_, id)| *id == player.id).map(|(side, _)| side.clone());
        return Ok(sides.next().map(Asked::Join));
    };
    let Ok(chain) = read.chain() else { return Ok(None) };
    let is_mine = |seat: &Id| *seat == own.seat;
    Ok(match &status(&chain).next {
        Next::Signatures(seats) => {
            let plan = season.round(key.0).and_then(|round| season.game_of(round));
            let may = plan.is_some_and(|plan| may_sign(charter, &plan.sides, own.seat.as_str()));
            (may && seats.iter().any(is_mine)).then_some(Asked::Sign)
        }
        Next::Turns(asked) => asked.iter().any(|one| one.turn.is_none() && is_mine(&one.seat)).then_some(Asked::Move),
        Next::SetUp(seat) | Next::State { seat, .. } | Next::Replacement { seat, .. } => {
            is_mine(seat).then_some(Asked::Move)
        }
        Next::Over(_) => Some(Asked::Report),
        Next::Charter(_) => None,
    })
}
