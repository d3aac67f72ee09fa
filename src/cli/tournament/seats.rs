//! Who has which seat in a tournament match: the round assigns the sides to players, and an official referees.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use adjutant_mail::compose::is_address;
use tournament::documents::Official;
use tournament::signed::ParsedDocument;
use tournament::state::{GameKey, Player, TournamentState};

use super::clashing_entries::plain;
use super::folder::{DOCUMENTS, TournamentFolder};
use crate::chain::seats::ADJUDICATOR;
use crate::cli::{Failure, Format, files, out, question};
use crate::document::kinds::{TournamentGame, TrustMode};
use crate::document::{Bytes32, Charter, Id, Problem, harmless};
use crate::report::grammar::capital;

/// How many levels above a folder its tournament is looked for.
const MAX_LEVELS_UP: usize = 4;
/// The maximum number of neighboring folders that are searched.
const MAX_NEIGHBORS: usize = 200;

/// What to do if a key has no seat in a game.
const ASK: &str = "sign with the key that you entered with (--key NAME), or ask the director whose game this is";

/// The folder of a charter's tournament, if it is in one of these places, above them, or beside those.
pub fn tournament_folder(id: &Bytes32, near: &[&Path]) -> Option<TournamentFolder> {
    let is_it = |folder: &Path| {
        let path = folder.join(DOCUMENTS).join("0000-tournament.yaml");
        let bytes = path.is_file().then(|| files::read(&path, files::MAX_BYTES).ok()).flatten()?;
        let announced = ParsedDocument::read("the announcement", &bytes).ok()?;
        (announced.digest == *id).then(|| TournamentFolder::read(folder).ok()).flatten()
    };
    let mut seen: Vec<PathBuf> = Vec::new();
    for place in near {
        let place = std::path::absolute(place).ok()?;
        for above in place.ancestors().take(MAX_LEVELS_UP) {
            let mut beside: Vec<PathBuf> = std::fs::read_dir(above)
                .map(|all| all.take(MAX_NEIGHBORS).filter_map(|entry| Some(entry.ok()?.path())).collect())
                .unwrap_or_default();
            beside.sort();
            beside.insert(0, above.to_owned());
            for folder in beside {
                if seen.contains(&folder) {
                    continue;
                }
                if let Some(found) = is_it(&folder) {
                    return Some(found);
                }
                seen.push(folder);
            }
        }
    }
    None
}

/// Reasons why a charter is not that of a game: other terms, or seats that are not its players'. Seats that nobody has
/// taken count as problems if the charter must be `complete`.
pub fn unfit(charter: &Charter, season: &TournamentState<'_>, key: GameKey, complete: bool) -> Vec<Problem> {
    let (round, board, leg) = key;
    let mut problems = Vec::new();
    let mut wrong = |path: &str, message: String| {
        problems.push(Problem::new(message).in_path(path).rule("protocol 12.3"));
    };
    let event = TournamentGame { tournament: season.id, round, board, leg };
    if charter.event.as_ref() != Some(&event) {
        wrong("event", format!("the charter does not say that this is game {leg} of board {board} in round {round}"));
    }
    let Some(plan) = season.round(round).and_then(|paired| season.game_of(paired)) else {
        wrong("event", format!("round {round} is not paired"));
        return problems;
    };
    for (path, differs) in [
        ("ruleset", charter.ruleset != plan.ruleset),
        ("packs", charter.packs != plan.packs),
        ("scenario", charter.scenario != plan.scenario),
        ("options", charter.options != plan.options),
        ("trust", charter.trust != plan.trust),
        ("pace", charter.pace != plan.pace),
    ] {
        if differs {
            wrong(path, format!("`{path}` differs from that of the game in the announcement"));
        }
    }
    if charter.from.is_some() {
        wrong("from", "a game of a tournament begins at its set-up".to_owned());
    }
    let Some(seats) = season.seats_of(key) else {
        wrong("event", format!("round {round} has no game {leg} on board {board}"));
        return problems;
    };
    for (side, id) in &seats {
        let keys = season.player(id).map(|player| player.keys.as_slice()).unwrap_or_default();
        let mut of_side = charter.seats.iter().filter(|entry| entry.side.as_ref() == Some(*side)).peekable();
        if of_side.peek().is_none() && !complete {
            continue;
        }
        if !of_side.any(|entry| keys.contains(&entry.key)) {
            wrong("seats", format!("{id} does not play the side '{side}' with his key"));
        }
    }
    for entry in charter.seats.iter().filter(|entry| entry.seat.as_str() == ADJUDICATOR && entry.side.is_none()) {
        if !referees(season, key).iter().any(|official| official.key == entry.key) {
            let officials = referees_words(season, key);
            wrong("seats", format!("'{}' may not referee this game; {officials}", entry.name));
        }
    }
    problems
}

/// The officials who may referee a game: those who do not play in it.
pub fn referees<'s>(season: &'s TournamentState<'_>, key: GameKey) -> Vec<&'s Official> {
    let players = season.players_of(key).map(Vec::from).unwrap_or_default();
    let plays = |official: &&Official| {
        players.iter().filter_map(|id| season.player(id)).any(|player| player.keys.contains(&official.key))
    };
    let tournament = season.tournament;
    std::iter::once(&tournament.director)
        .chain(tournament.deputies.iter().flatten())
        .filter(|official| !plays(official))
        .collect()
}

/// The same, as part of a sentence.
pub fn referees_words(season: &TournamentState<'_>, key: GameKey) -> String {
    let names: Vec<String> = referees(season, key).iter().map(|one| harmless(&one.name).into_owned()).collect();
    match names.as_slice() {
        [] => "every official plays in this game, so the announcement needs another deputy".to_owned(),
        [one] => format!("{one} referees it"),
        several => format!("{} referees it", several.join(" or ")),
    }
}

/// Somebody who wants a seat in a match.
pub struct SeatRequest<'a> {
    /// The side; `None` for the adjudicator.
    pub side: Option<&'a Id>,
    pub key: &'a Bytes32,
}

/// Why somebody may not take a seat, and the seat that he may take; if there is none, the problem says what else he can
/// do.
pub struct WrongSeat {
    pub problem: Problem,
    pub own: Option<Id>,
}

/// Whether the round gives somebody a different seat from the one that he wants; `None` if the seat is right, or if the
/// charter is not of a tournament. If the tournament is not at hand, prints a warning.
pub fn wrong_seat(charter: &Charter, wanted: &SeatRequest<'_>, near: &[&Path]) -> Option<WrongSeat> {
    let event = charter.event.as_ref()?;
    let key = (event.round, event.board, event.leg);
    let Some(folder) = tournament_folder(&event.tournament, near) else {
        out::warn(&format!(
            "this is game {} of a tournament that you do not have here, so the program cannot check which side is yours; take in the director's mail with `adjutant tournament take MAIL --folder FOLDER`, and accept the charter in that folder",
            game_words(key)
        ));
        return None;
    };
    let chain = folder.chain().ok()?;
    let season = folder.season_so_far(&chain).ok()?;
    let refuse = |message: String, own: Option<Id>| {
        let problem = Problem::new(message).rule("protocol 12.3");
        Some(WrongSeat { problem: if own.is_none() { problem.advice(ASK) } else { problem }, own })
    };
    if let Some(problem) = unfit(charter, &season, key, false).into_iter().next() {
        return Some(WrongSeat { problem: problem.advice("start from the director's charter again"), own: None });
    }
    let seats = season.seats_of(key)?;
    let plays = |id: &Id| season.player(id).is_some_and(|player| player.keys.contains(wanted.key));
    let own = seats.iter().find(|(_, id)| plays(id));
    let who = seats.iter().map(|(side, id)| format!("{id} plays {side}")).collect::<Vec<_>>().join(" and ");
    let game = game_words(key);
    match (own, wanted.side) {
        (Some((side, id)), Some(taken)) if *side != taken => {
            refuse(format!("in game {game} {who}: '{taken}' is not the side of {id}"), Some((*side).clone()))
        }
        (Some((side, id)), None) => {
            refuse(format!("in game {game} {who}: {id} does not referee his own game"), Some((*side).clone()))
        }
        (Some(_), Some(_)) => None,
        (None, Some(_)) => refuse(format!("in game {game} {who}, and this key belongs to neither"), None),
        (None, None) => match referees(&season, key).iter().any(|official| official.key == *wanted.key) {
            true => None,
            false => refuse(format!("this key may not referee game {game}: {}", referees_words(&season, key)), None),
        },
    }
}

/// The name of the player who has to be the first to join a tournament game, so that there is only one charter: the
/// player of its first side. `None` if somebody has joined, if the wanted side is the first one, or if the tournament
/// is not at hand.
pub fn accepts_first(charter: &Charter, side: Option<&Id>, near: &[&Path]) -> Option<String> {
    let event = charter.event.as_ref().filter(|_| charter.seats.is_empty())?;
    let folder = tournament_folder(&event.tournament, near)?;
    let chain = folder.chain().ok()?;
    let season = folder.season_so_far(&chain).ok()?;
    let [(first, id), _] = season.seats_of((event.round, event.board, event.leg))?;
    let name = season.player(&id).map_or_else(|| id.to_string(), |player| player.name.clone());
    (side != Some(first)).then(|| harmless(&name).into_owned())
}

/// The name under which somebody takes a seat: the one that he gives, else the one by which the tournament knows his key.
/// At a terminal, who gives another is asked. In a script he is warned; but a name that is the beginning of his own, or
/// that of somebody else or its beginning, is refused: quotation marks are missing, or the command is another's.
///
/// # Errors
/// No name is given, and no tournament knows one; or the name is not meant.
pub fn seat_name(
    charter: &Charter,
    key: &Bytes32,
    given: Option<&str>,
    (near, is_meant, format): (&[&Path], bool, Format),
) -> Result<String, Failure> {
    let names = names_by_key(charter, near).unwrap_or_default();
    let known = names.iter().find(|(keys, _)| keys.contains(key)).map(|(_, name)| name.clone());
    let Some(given) = given else {
        return known.ok_or_else(|| {
            let problem = Problem::new("you give no name for the reports");
            Failure::cannot(problem.advice("add --name NAME, in quotation marks if it has several words"))
        });
    };
    let is_same = |name: &str| plain(name) == plain(given);
    let Some(known) = known.filter(|known| !is_same(known) && !is_meant) else { return Ok(given.to_owned()) };
    let begins = |name: &str| plain(name).starts_with(&format!("{} ", plain(given)));
    let is_suspect = names.iter().any(|(_, name)| is_same(name) || begins(name));
    let differs =
        format!("in this tournament you are '{}', and you give the name '{}'", harmless(&known), harmless(given));
    let asks = question::is_interactive(format);
    if asks && question::ask(&format!("{}. Take the seat under this name? [y/N] ", capital(&differs))) {
        return Ok(given.to_owned());
    }
    if !asks && !is_suspect {
        out::warn(&differs);
        return Ok(given.to_owned());
    }
    let advice =
        "put a name of several words in quotation marks, or leave --name out; if you mean this name, add --yes";
    Err(Failure::no(Problem::new(differs).rule("protocol 12.2").advice(advice)))
}

/// The names of the players and officials of a charter's tournament, each with the keys.
fn names_by_key(charter: &Charter, near: &[&Path]) -> Option<Vec<(Vec<Bytes32>, String)>> {
    let folder = tournament_folder(&charter.event.as_ref()?.tournament, near)?;
    let chain = folder.chain().ok()?;
    let season = folder.season_so_far(&chain).ok()?;
    let players = season.players.iter().map(|player| (player.keys.clone(), player.name.clone()));
    let officials = std::iter::once(&season.tournament.director).chain(season.tournament.deputies.iter().flatten());
    Some(players.chain(officials.map(|one| (vec![one.key], one.name.clone()))).collect())
}

/// Those who have not taken their seats in a tournament's game, as receivers of a mail: the charter goes to them first.
pub fn unseated(charter: &Charter, near: &Path) -> Vec<String> {
    let read = || {
        let event = charter.event.as_ref()?;
        let folder = tournament_folder(&event.tournament, &[near])?;
        let chain = folder.chain().ok()?;
        let season = folder.season_so_far(&chain).ok()?;
        let key = (event.round, event.board, event.leg);
        let open = season
            .seats_of(key)?
            .into_iter()
            .filter(|(side, _)| !charter.seats.iter().any(|entry| entry.side.as_ref() == Some(*side)));
        let players = open.filter_map(|(_, id)| {
            let player = season.player(&id)?;
            Some(addressed(&player.name, address_of(player)?))
        });
        let mut all: Vec<String> = players.collect();
        let no_referee = charter.trust == TrustMode::Refereed
            && !charter.seats.iter().any(|entry| entry.seat.as_str() == ADJUDICATOR);
        if let ([referee], true) = (referees(&season, key).as_slice(), no_referee) {
            let address = referee.email.as_deref().filter(|address| is_address(address));
            all.extend(address.map(|address| addressed(&referee.name, address)));
        }
        Some(all)
    };
    read().unwrap_or_default()
}

/// What is wrong with the seats and terms of a tournament charter whose tournament's folder is near; empty if the
/// folder is not found.
pub fn wrong_charter(charter: &Charter, near: &Path, complete: bool) -> Vec<Problem> {
    let Some(event) = &charter.event else { return Vec::new() };
    let cwd = std::env::current_dir().unwrap_or_default();
    let Some(folder) = tournament_folder(&event.tournament, &[near, &cwd]) else { return Vec::new() };
    let Ok(chain) = folder.chain() else { return Vec::new() };
    let Ok(season) = folder.season_so_far(&chain) else { return Vec::new() };
    unfit(charter, &season, (event.round, event.board, event.leg), complete)
}

/// The mail address from a player's entry, if it is a single address: other text could be read as several addresses, or
/// as other headers.
pub fn address_of(player: &Player) -> Option<&str> {
    player.email.as_deref().filter(|address| is_address(address))
}

/// `NAME <ADDRESS>`; the address alone, if it contains a name already.
pub fn addressed(name: &str, address: &str) -> String {
    let plain = |c: &char| !c.is_control() && !matches!(c, '<' | '>' | '"');
    let name: String = name.chars().filter(plain).collect();
    if address.contains('<') { address.to_owned() } else { format!("{} <{address}>", name.trim()) }
}

/// The mail addresses from the entries of the players in a charter's tournament, by their keys.
pub fn addresses(charter: &Charter, near: &Path) -> BTreeMap<String, String> {
    let read = || {
        let folder = tournament_folder(&charter.event.as_ref()?.tournament, &[near])?;
        let chain = folder.chain().ok()?;
        let season = folder.season_so_far(&chain).ok()?;
        let officials = std::iter::once(&season.tournament.director).chain(season.tournament.deputies.iter().flatten());
        let officials = officials.filter_map(|one| Some((one.key.to_string(), one.email.clone()?)));
        let players = season.players.iter().filter_map(|player| {
            let address = address_of(player)?.to_owned();
            Some(player.keys.iter().map(move |key| (key.to_string(), address.clone())))
        });
        Some(officials.chain(players.flatten()).collect())
    };
    read().unwrap_or_default()
}

/// The number of a game on its board, if it is not the first: `, game 2`.
pub fn of_leg(leg: u32) -> String {
    if leg > 1 { format!(", game {leg}") } else { String::new() }
}

/// A game as people write it: `1/2`, or `1/2/2`.
pub fn game_words((round, board, leg): GameKey) -> String {
    if leg > 1 { format!("{round}/{board}/{leg}") } else { format!("{round}/{board}") }
}
