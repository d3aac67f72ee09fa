//! `tournament roster`: close the entries, or let players in late.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde_json::{Map, Value, json};
use tournament::chain::Chain;
use tournament::documents::{Effect, Kind, RosterPlayer};
use tournament::state::{Decided, TournamentState};

use super::carried_ratings::CarriedRatings;
use super::clashing_entries::{EntryClash, clashes, short, waiting};
use super::folder::{REJECTED, TournamentArgs, TournamentFolder};
use super::issue_document::{Official, Signer};
use crate::cli::{CommandResult, Failure, Format, out, seat};
use crate::document::{Bytes32, Id, Problem};

/// The reason in the decision on an entry that the director does not accept.
const TURNED_AWAY: &str = "the entry is not accepted";

/// Close the entries: sign the list of players. If you run it again later, it adds players who have entered since, from
/// the next round on.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: TournamentArgs,
    /// A player's rating, for the seeding. May be given several times.
    #[arg(long, value_name = "PLAYER=RATING")]
    rating: Vec<String>,
    /// The folder of an earlier tournament: players who have the same key there begin with the AREA rating with which it ended.
    /// May be given several times, the earliest first.
    #[arg(long, value_name = "SEASON")]
    ratings_from: Vec<PathBuf>,
    /// The team of a player, if it is not the one that his entry names; `PLAYER=` for none. May be given several times.
    #[arg(long, value_name = "PLAYER=TEAM")]
    team: Vec<String>,
    /// A player whose entry is not accepted, now or later; a decision says so. May be given several times.
    #[arg(long, value_name = "PLAYER")]
    without: Vec<String>,
    /// Of clashing entries, accept this one, named by the first 8 digits of its digest. May be given several times.
    #[arg(long, value_name = "DIGEST")]
    entry: Vec<String>,
    /// Of clashing entries, reject this one. Given alone, it signs no roster. May be given several times.
    #[arg(long, value_name = "DIGEST")]
    reject: Vec<String>,
    #[command(flatten)]
    signer: Signer,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let ratings = ratings(&args.rating)?;
    let teams = teams(&args.team)?;
    let carried = CarriedRatings::read(&args.ratings_from)?;
    let without: Vec<Id> = args.without.iter().map(|name| seat::id("player", name)).collect::<Result<_, _>>()?;
    let mut folder = TournamentFolder::read(&args.place.find()?)?;
    let rejected = choose(&mut folder, &args.entry, &args.reject)?;
    let chain = folder.chain()?;
    let mut season = folder.season(&chain)?;
    let official = args.signer.official(&chain)?;
    // The tournament as it will be once the new entries are taken.
    let mut after = season.clone();
    for filed in waiting(&folder, &chain, &season) {
        after.try_take(filed).map_err(|problem| folder.refused(&filed.file, filed.place(problem)))?;
    }
    if let Some(unknown) =
        without.iter().chain(ratings.keys()).chain(teams.keys()).find(|id| !after.entries.contains_key(id))
    {
        let problem = Problem::new(format!("nobody has entered as '{unknown}'"));
        let known: Vec<&str> = after.entries.keys().map(Id::as_str).collect();
        return Err(Failure::cannot(problem.advice(format!("these players have entered: {}", known.join(", ")))));
    }
    if let Some(listed) = ratings.keys().chain(teams.keys()).find(|id| season.player(id).is_some()) {
        let problem =
            Problem::new(format!("{listed} is already on the roster, with the rating and the team that it has"));
        return Err(Failure::cannot(problem.advice("leave out --rating and --team for players on the roster")));
    }
    // Who has entered first plays first; the others wait for a place.
    let candidates: Vec<Id> = after.waiting_list().into_iter().filter(|id| !without.contains(id)).cloned().collect();
    let (chosen, waiting) = candidates.split_at(after.room().unwrap_or(usize::MAX).min(candidates.len()));
    let new = after.entries.iter().filter(|(id, _)| chosen.contains(id));
    let players: Vec<RosterPlayer> = new
        .map(|(id, (digest, entry))| {
            let rating = ratings.get(id).copied().or_else(|| carried.of(&entry.key));
            let asked = entry.team.clone().filter(|_| chain.tournament.teams.is_some());
            let team = teams.get(id).cloned().unwrap_or(asked);
            RosterPlayer { player: id.clone(), entry: *digest, rating, team }
        })
        .collect();
    // Rejecting an entry does not close the entries.
    let rejects_alone =
        args.entry.is_empty() && args.without.is_empty() && args.rating.is_empty() && args.team.is_empty();
    if !rejected.is_empty() && (players.is_empty() || rejects_alone) {
        file_away(&folder, &rejected)?;
        let next = folder.hint("roster");
        let words = || match players.is_empty() {
            true => format!("No player is added to the roster. {}", rejected_words(&rejected)),
            false => format!("{}No roster is signed.\nTo close the entries:\n  {next}\n", rejected_words(&rejected)),
        };
        return out::answer(format, words, || json!({"players": [], "rejected": values(&rejected)}));
    }
    if let Some(listed) = without.iter().find(|id| season.player(id).is_some()) {
        let problem = Problem::new(format!("{listed} is on the roster"));
        let command = folder.hint(&format!("decide --withdraw {listed} --reason WHY"));
        return Err(Failure::cannot(problem.advice(format!("let {listed} play no further rounds: `{command}`"))));
    }
    if let Some(away) = without.iter().find(|id| season.left.contains(*id)) {
        let decides = |one: &Decided| one.decision.effect == Some(Effect::Withdraw(away.clone()));
        let problem = match season.decisions.iter().any(decides) {
            true => Problem::new(format!("{away} is turned away already")),
            false => Problem::new(format!("{away} has withdrawn, and is on no later roster")),
        };
        return Err(Failure::no(problem.rule("protocol 12.2").advice(format!("leave out --without {away}"))));
    }
    if players.is_empty() && !without.is_empty() {
        turn_away(&official, &folder, &chain, &mut season, &without)?;
        let words = || format!("No player is added to the roster. {}", turned_away_words(&without));
        return out::answer(format, words, || json!({"players": [], "turned_away": without}));
    }
    if let (true, Some(first)) = (players.is_empty(), waiting.first()) {
        let most = chain.tournament.most_players.unwrap_or_default();
        let problem = Problem::new(format!("the tournament has room for {most} players, and all places are taken"));
        let advice = format!("{first} is the first on the waiting list: run this again when a player has left");
        return Err(Failure::no(problem.rule("protocol 12.2").advice(advice)));
    }
    if players.is_empty() {
        let problem = Problem::new("there are no new entries");
        return Err(Failure::no(problem.advice("take in the mails with entries with `adjutant tournament take MAIL`")));
    }
    let mut fields = Map::new();
    fields.insert("players".to_owned(), json!(players));
    let filed = official.issue(&folder, &chain, &mut season, Kind::Roster, &fields)?;
    file_away(&folder, &rejected)?;
    turn_away(&official, &folder, &chain, &mut season, &without)?;
    let next = folder.hint("pair");
    let words = || {
        let lines: String = players
            .iter()
            .filter_map(|listed| season.player(&listed.player))
            .map(|player| {
                let rating = player.rating.map(|rating| format!(", rated {rating}")).unwrap_or_default();
                let team = player.team.as_ref().map(|team| format!(", for {team}")).unwrap_or_default();
                format!("  {:<16} {}{rating}{team}\n", player.id.as_str(), player.name)
            })
            .collect();
        let rejected = rejected_words(&rejected);
        let names: Vec<&str> = waiting.iter().map(Id::as_str).collect();
        let waiting = match names.is_empty() {
            true => String::new(),
            false => format!("On the waiting list, in this order: {}.\n", names.join(", ")),
        };
        let players = out::counted(season.active().count(), "player");
        let away = turned_away_words(&without);
        format!("The roster has {players}:\n{lines}{waiting}{away}{rejected}Next:\n  {next}\n")
    };
    let value = || {
        let players: Vec<Value> = players.iter().map(|player| json!(player)).collect();
        json!({"number": filed.link().map(|link| link.number), "digest": filed.digest, "turned_away": without, "players": players, "waiting_list": waiting,
               "rejected": values(&rejected), "next": next})
    };
    out::answer(format, words, value)
}

/// Signs for each of these players that his entry is not accepted: so he is on no later roster either.
fn turn_away(
    official: &Official,
    folder: &TournamentFolder,
    chain: &Chain<'_>,
    season: &mut TournamentState<'_>,
    without: &[Id],
) -> CommandResult {
    for player in without {
        if season.left.contains(player) {
            continue;
        }
        let fields = json!({"reason": TURNED_AWAY, "effect": Effect::Withdraw(player.clone())});
        let fields = fields.as_object().cloned().unwrap_or_default();
        official.issue(folder, chain, season, Kind::Decision, &fields)?;
    }
    Ok(())
}

fn turned_away_words(without: &[Id]) -> String {
    match without {
        [] => String::new(),
        [one] => format!("The entry of {one} is not accepted; a decision says so.\n"),
        several => {
            let names: Vec<&str> = several.iter().map(Id::as_str).collect();
            format!("The entries of {} are not accepted; decisions say so.\n", names.join(", "))
        }
    }
}

/// Accepts the entries that the director names, and returns the digests and files of those that he rejects.
///
/// # Errors
/// A digest names no clashing entry, an entry cannot count because another was taken, or an entry is still undecided.
fn choose(
    folder: &mut TournamentFolder,
    accept: &[String],
    reject: &[String],
) -> Result<Vec<(Bytes32, String)>, Failure> {
    let (mut accepted, mut rejected, mut undecided) = (BTreeSet::new(), BTreeMap::new(), Vec::new());
    {
        let chain = folder.chain()?;
        let season = folder.season(&chain)?;
        let first = clashes(folder, &chain, &season);
        for text in accept {
            let clash = named(&first, text)?;
            if let Some(other) = first.iter().find(|other| reject.contains(text) && other.short() == clash.short()) {
                let problem = Problem::new(format!("you both accept and reject the entry {}", other.short()));
                return Err(Failure::cannot(problem.advice("name it with --entry or with --reject, not with both")));
            }
            if clash.is_exclusive() && season.has_taken(&clash.other_digest) {
                let problem = Problem::new(format!("{}, whose entry is in the chain", clash.words()));
                let advice = "reject this one with --reject; a player who has lost his key gets another with \
                              `adjutant tournament decide --key PLAYER=KEY --reason WHY`";
                return Err(Failure::no(problem.rule("protocol 12.2").advice(advice)));
            }
            accepted.insert(clash.filed.digest);
        }
        for text in reject {
            let clash = named(&first, text)?;
            rejected.insert(clash.filed.digest, clash.filed.file.clone());
        }
        // When a clashing entry is accepted, the one that it replaces does not count.
        for clash in first.iter().filter(|clash| accepted.contains(&clash.filed.digest) && clash.is_exclusive()) {
            if let Some(other) = chain.from_players.get(&clash.other_digest) {
                rejected.insert(other.digest, other.file.clone());
            }
        }
        for clash in first.iter().filter(|clash| !accepted.contains(&clash.filed.digest)) {
            if !rejected.contains_key(&clash.filed.digest) {
                let which = clash.short();
                let advice = format!("accept it with --entry {which}, or reject it with --reject {which}");
                let problem = Problem::new(clash.words()).rule("protocol 12.2").advice(advice);
                undecided.push(folder.printed(&clash.filed.file, problem));
            }
        }
    }
    if !undecided.is_empty() {
        return Err(Failure::Negative(undecided));
    }
    folder.documents.read.retain(|digest, _| !rejected.contains_key(digest));
    folder.accepted = accepted;
    Ok(rejected.into_iter().collect())
}

/// The entry that a director names by the first digits of its digest.
fn named<'c, 'd>(clashes: &'c [EntryClash<'d>], text: &str) -> Result<&'c EntryClash<'d>, Failure> {
    let text = text.trim();
    let mut found = clashes.iter().filter(|clash| clash.filed.digest.to_string().starts_with(text));
    match (found.next(), found.next()) {
        (Some(one), None) if text.len() >= 4 => Ok(one),
        _ => {
            let problem = Problem::new(format!("'{text}' does not name a clashing entry"));
            let known: Vec<String> = clashes.iter().map(EntryClash::short).collect();
            Err(Failure::cannot(match known.is_empty() {
                true => problem.advice("there are no clashing entries: leave the option out"),
                false => problem.advice(format!("the clashing entries are {}", known.join(", "))),
            }))
        }
    }
}

/// Moves rejected entries to the folder where they are kept but no longer read.
fn file_away(folder: &TournamentFolder, rejected: &[(Bytes32, String)]) -> CommandResult {
    for (digest, file) in rejected {
        let from = folder.path.join(file);
        let to = folder.path.join(REJECTED).join(format!("entry-{}.yaml", short(digest)));
        let moved = std::fs::create_dir_all(folder.path.join(REJECTED)).and_then(|()| std::fs::rename(&from, &to));
        moved.map_err(|error| Failure::cannot_in(&from, Problem::new(format!("cannot move the file: {error}"))))?;
    }
    Ok(())
}

fn rejected_words(rejected: &[(Bytes32, String)]) -> String {
    match rejected.len() {
        0 => String::new(),
        count => format!("{} rejected, and kept in {REJECTED}.\n", entries(count)),
    }
}

fn entries(count: usize) -> String {
    if count == 1 { "1 entry is".to_owned() } else { format!("{count} entries are") }
}

fn values(rejected: &[(Bytes32, String)]) -> Vec<Value> {
    rejected.iter().map(|(digest, _)| json!(digest)).collect()
}

fn teams(given: &[String]) -> Result<BTreeMap<Id, Option<Id>>, Failure> {
    let mut teams = BTreeMap::new();
    for text in given {
        let (player, team) = text.split_once('=').ok_or_else(|| {
            let problem = Problem::new(format!("'{text}' is not a player's team"));
            Failure::cannot(problem.advice("write --team ann=rifles"))
        })?;
        let team = Some(team).filter(|team| !team.is_empty()).map(|team| seat::id("team", team)).transpose()?;
        teams.insert(seat::id("player", player)?, team);
    }
    Ok(teams)
}

fn ratings(given: &[String]) -> Result<BTreeMap<Id, u32>, Failure> {
    let mut ratings = BTreeMap::new();
    for text in given {
        let wrong = || {
            let problem = Problem::new(format!("'{text}' is not a player's rating"));
            Failure::cannot(problem.advice("write --rating ann=5120"))
        };
        let (player, rating) = text.split_once('=').ok_or_else(wrong)?;
        ratings.insert(seat::id("player", player)?, rating.parse().map_err(|_| wrong())?);
    }
    Ok(ratings)
}
