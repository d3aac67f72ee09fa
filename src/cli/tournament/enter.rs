//! What players sign: entries, withdrawals, requests for byes, appeals.

use adjutant_mail::compose::is_address;
use serde_json::{Value, json};
use tournament::chain::Chain;
use tournament::documents::Kind;
use tournament::signed::{ParsedDocument, Typed, seal};

use super::clashing_entries::{plain, waiting};
use super::folder::{TournamentFolder, TournamentOption};
use super::issue_document::keep;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, home, names, out, reason, seat, wall_clock};
use crate::document::{Bytes32, Id, Problem, write};
use crate::trust::SigningKey;

/// Enter a tournament: sign an entry with your key, and mail it to the director.
#[derive(Debug, clap::Args)]
pub struct Enter {
    /// Your id in the tournament's documents, in lower case: ann.
    #[arg(long, value_name = "ID")]
    player: String,
    /// Your name, as it appears in pairings and standings.
    #[arg(long, value_parser = names::name)]
    name: String,
    /// Your mail address, which everybody in the tournament can read.
    #[arg(long, value_name = "ADDRESS")]
    email: Option<String>,
    /// The team for which you play, in lower case, if the tournament has teams.
    #[arg(long, value_name = "TEAM")]
    team: Option<String>,
    /// A message to the director.
    #[arg(long)]
    comment: Option<String>,
    /// The name of the key to sign with [default: your only key, or the one named default].
    #[arg(long)]
    key: Option<String>,
    #[command(flatten)]
    place: TournamentOption,
}

/// Leave a tournament: sign a withdrawal, and mail it to the director.
#[derive(Debug, clap::Args)]
pub struct Withdraw {
    /// Who withdraws [default: the player whose key is on this machine].
    #[arg(long, value_name = "ID")]
    player: Option<String>,
    /// The reason, for the director.
    #[arg(long, value_parser = reason::given)]
    reason: Option<String>,
    #[command(flatten)]
    place: TournamentOption,
}

/// Ask for a bye in a round that is not paired yet: sign the request, and mail it to the director.
///
/// A bye that is granted is worth half the points of a round. If the announcement does not say when byes are granted,
/// the director decides.
#[derive(Debug, clap::Args)]
pub struct ByeRequest {
    /// The round that you will miss [default: the next one].
    #[arg(long)]
    round: Option<u32>,
    /// The reason, for the director.
    #[arg(long, value_parser = reason::given)]
    reason: Option<String>,
    /// Who asks [default: the player whose key is on this machine].
    #[arg(long, value_name = "ID")]
    player: Option<String>,
    #[command(flatten)]
    place: TournamentOption,
}

/// Appeal against a result, a round or a decision: sign the appeal, and mail it to the director.
#[derive(Debug, clap::Args)]
pub struct Appeal {
    /// What it is against: a game as ROUND/BOARD or ROUND/BOARD/GAME, or the number of a document of the chain, as 7.
    #[arg(value_name = "AGAINST")]
    against: String,
    /// Why.
    #[arg(long, value_parser = reason::given)]
    reason: String,
    /// Who appeals [default: the player whose key is on this machine].
    #[arg(long, value_name = "ID")]
    player: Option<String>,
    #[command(flatten)]
    place: TournamentOption,
}

pub fn enter(args: Enter, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let vault = home::vault()?;
    let name = seat::key_name(&vault, args.key)?;
    let key = seat::load(&vault, &name)?;
    let player = seat::id("player", &args.player)?;
    if ["director", "adjudicator"].contains(&player.as_str()) {
        let problem = Problem::new(format!("'{player}' is no player's id")).rule("protocol 12.2");
        return Err(Failure::cannot(problem.advice("enter under another id, such as your first name")));
    }
    let mut content = json!({
        "adjutant": 1, "kind": Kind::Entry.as_str(), "tournament": chain.announcement.digest, "player": player,
        "name": args.name, "key": key.public(),
    });
    if let Some(wrong) = args.email.as_ref().filter(|email| !is_address(email)) {
        let problem = Problem::new(format!("'{wrong}' is not a mail address"));
        return Err(Failure::cannot(problem.advice("write --email name@example.org")));
    }
    if let Some(team) = &args.team {
        if chain.tournament.teams.is_none() {
            let problem = Problem::new("this tournament has no teams").rule("protocol 12.2");
            return Err(Failure::cannot(problem.advice("leave --team out")));
        }
        content["team"] = json!(seat::id("team", team)?);
    }
    set_field(&mut content, "email", args.email);
    set_field(&mut content, "comment", args.comment);
    nobody_else(&folder, &chain, &content)?;
    sign(&folder, Kind::Entry, content, &player, &key, format)
}

pub fn withdraw(args: Withdraw, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let (player, key) = match own_player(&folder, &chain, args.player.as_deref()) {
        Ok(found) => found,
        Err(failure) => waiting_player(&chain, args.player.as_deref())?.ok_or(failure)?,
    };
    let mut content = json!({
        "adjutant": 1, "kind": Kind::Withdrawal.as_str(), "tournament": chain.announcement.digest, "player": player,
    });
    set_field(&mut content, "reason", args.reason);
    sign(&folder, Kind::Withdrawal, content, &player, &key, format)
}

pub fn bye_request(args: ByeRequest, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let (player, key) = own_player(&folder, &chain, args.player.as_deref())?;
    let season = folder.season_so_far(&chain)?;
    let round = args.round.unwrap_or(season.rounds.len() as u32 + 1);
    let mut content = json!({
        "adjutant": 1, "kind": Kind::ByeRequest.as_str(), "tournament": chain.announcement.digest, "player": player,
        "round": round,
    });
    set_field(&mut content, "reason", args.reason);
    content["written"] = json!(wall_clock::now());
    // A document that the chain could not take must not be signed.
    let trial = write(&seal(Kind::ByeRequest, &content, &player, &key));
    let trial = ParsedDocument::read("the request", trial.as_bytes()).map_err(Failure::no)?;
    let untaken = waiting(&folder, &chain, &season);
    let mut after = season.clone();
    untaken.iter().for_each(|filed| drop(after.try_take(filed)));
    after.try_take(&trial).map_err(|problem| Failure::no(Problem { mark: None, ..problem }))?;
    sign(&folder, Kind::ByeRequest, content, &player, &key, format)
}

pub fn appeal(args: Appeal, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let (player, key) = own_player(&folder, &chain, args.player.as_deref())?;
    let of = document_named(&folder, &chain, &args.against)?;
    let content = json!({
        "adjutant": 1, "kind": Kind::Appeal.as_str(), "tournament": chain.announcement.digest, "player": player,
        "of": of, "reason": args.reason,
    });
    sign(&folder, Kind::Appeal, content, &player, &key, format)
}

/// The digest of a document, given as the result of a game or as a number in the chain.
///
/// # Errors
/// There is no such document.
pub fn document_named(folder: &TournamentFolder, chain: &Chain<'_>, text: &str) -> Result<Bytes32, Failure> {
    if let Ok(number) = text.parse::<usize>() {
        let found = match number {
            0 => Some(chain.announcement.digest),
            number => chain.line.get(number - 1).map(|filed| filed.digest),
        };
        let problem =
            || Problem::new(format!("the chain has no document {number}; its newest is document {}", chain.line.len()));
        return found.ok_or_else(|| Failure::cannot(problem()));
    }
    let season = folder.season_so_far(chain)?;
    let game = super::result::game_named(text)?;
    season.results.get(&game).map(|recorded| recorded.digest).ok_or_else(|| {
        let problem = Problem::new(format!("the game {text} has no result"));
        Failure::cannot(problem.advice("see `adjutant tournament status`"))
    })
}

/// The player whose key is on this machine.
fn own_player(folder: &TournamentFolder, chain: &Chain<'_>, wanted: Option<&str>) -> Result<(Id, SigningKey), Failure> {
    let season = folder.season_so_far(chain)?;
    let vault = home::vault()?;
    let wanted = wanted.map(|wanted| seat::id("player", wanted)).transpose()?;
    let mut here = season.players.iter().filter(|player| wanted.as_ref().is_none_or(|wanted| player.id == *wanted));
    let found = here.find_map(|player| Some((player, vault.name_of(player.keys.last()?).ok()??)));
    let Some((player, name)) = found else {
        let problem = Problem::new(format!("{} has no key of a player of this tournament", vault.dir().shown()));
        return Err(Failure::cannot(
            problem.advice("set ADJUTANT_HOME to the secrets folder that you used when you entered"),
        ));
    };
    Ok((player.id.clone(), seat::load(&vault, &name)?))
}

/// The player whose key is on this machine, if he has entered and is on no roster yet.
fn waiting_player(chain: &Chain<'_>, wanted: Option<&str>) -> Result<Option<(Id, SigningKey)>, Failure> {
    let vault = home::vault()?;
    let entries = chain.from_players.values().filter_map(|filed| match &filed.typed {
        Typed::Entry(entry) => Some(entry),
        _ => None,
    });
    let mut own = entries.filter(|entry| wanted.is_none_or(|wanted| entry.player.as_str() == wanted));
    let found = own.find_map(|entry| Some((entry.player.clone(), vault.name_of(&entry.key).ok()??)));
    found.map(|(player, name)| Ok((player, seat::load(&vault, &name)?))).transpose()
}

/// Checks that nobody in this folder has entered under this id, with this key or under this name.
fn nobody_else(folder: &TournamentFolder, chain: &Chain<'_>, content: &Value) -> CommandResult {
    let text = |field: &str| content[field].as_str().unwrap_or_default().to_owned();
    let (player, name) = (text("player"), text("name"));
    for filed in chain.from_players.values() {
        let Typed::Entry(other) = &filed.typed else { continue };
        // A repeat of the same entry is put back by the caller.
        let key = other.key.to_string() == text("key");
        let (same, advice) = match () {
            () if other.player.as_str() == player && !key => ("id", "enter under another id with --player"),
            () if other.player.as_str() != player && key => ("key", "each player needs his own key"),
            () if other.player.as_str() != player && plain(&other.name) == plain(&name) => {
                ("name", "add something to your name that tells you apart from the other player, such as your town")
            }
            () => continue,
        };
        let problem = Problem::new(format!("'{}' has already entered with this {same}", other.player));
        return Err(folder.refused(&filed.file, problem.rule("protocol 12.2").advice(advice)));
    }
    Ok(())
}

fn set_field(content: &mut Value, key: &str, value: Option<String>) {
    if let Some(value) = value {
        content[key] = json!(value);
    }
}

/// Signs a document for a player and writes it to its place.
fn sign(
    folder: &TournamentFolder,
    kind: Kind,
    mut content: Value,
    player: &Id,
    key: &SigningKey,
    format: Format,
) -> CommandResult {
    content["written"] = json!(wall_clock::now());
    let text = write(&seal(kind, &content, player, key));
    let filed = ParsedDocument::read("the document", text.as_bytes()).map_err(Failure::no)?;
    let name = keep(folder, &filed, &text)?;
    let path = folder.path.join(name);
    let send = folder.hint("send --send");
    let words = || format!("Signed: {}\nMail it to the director, {}:\n  {send}\n", path.shown(), director(folder));
    out::answer(format, words, || json!({"file": path, "digest": filed.digest}))
}

fn director(folder: &TournamentFolder) -> String {
    folder.chain().map(|chain| chain.tournament.director.name.clone()).unwrap_or_default()
}
