//! `tournament roster`: the entries are closed, or players let in late.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use tournament::documents::{Kind, RosterPlayer};

use super::folder::{Named, TournamentFolder};
use super::issue::{Signer, waiting};
use crate::cli::{Answer, Failure, Format, out, seat};
use crate::document::{Id, Problem};

/// Close the entries: sign who plays. Given again, it lets in whoever has entered since, from the next round on.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Named,
    /// A player's rating, for the seeding. May be given several times.
    #[arg(long, value_name = "PLAYER=RATING")]
    rating: Vec<String>,
    /// A player whose entry is not accepted. May be given several times.
    #[arg(long, value_name = "PLAYER")]
    without: Vec<String>,
    #[command(flatten)]
    signer: Signer,
}

pub fn run(args: Args, format: Format) -> Answer {
    let ratings = ratings(&args.rating)?;
    let without: Vec<Id> = args.without.iter().map(|name| seat::id("player", name)).collect::<Result<_, _>>()?;
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let mut season = folder.season(&chain)?;
    let official = args.signer.official(&chain)?;
    // As it will be once the new entries are taken.
    let mut after = season.clone();
    for filed in waiting(&chain, &season) {
        after.try_take(filed).map_err(|problem| folder.refused(&filed.file, filed.place(problem)))?;
    }
    if let Some(unknown) = without.iter().chain(ratings.keys()).find(|id| !after.entries.contains_key(id)) {
        let problem = Problem::new(format!("nobody has entered as '{unknown}'"));
        let known: Vec<&str> = after.entries.keys().map(Id::as_str).collect();
        return Err(Failure::cannot(problem.advice(format!("who has entered: {}", known.join(", ")))));
    }
    let new = after.entries.iter().filter(|(id, _)| after.player(id).is_none() && !without.contains(id));
    let players: Vec<RosterPlayer> = new
        .map(|(id, (entry, _))| RosterPlayer { player: id.clone(), entry: *entry, rating: ratings.get(id).copied() })
        .collect();
    if players.is_empty() {
        let problem = Problem::new("nobody has entered who is not on the roster");
        return Err(Failure::no(problem.advice("take in the entries that came with `adjutant tournament take MAIL`")));
    }
    let mut fields = Map::new();
    fields.insert("players".to_owned(), json!(players));
    let filed = official.issue(&folder, &chain, &mut season, Kind::Roster, &fields)?;
    let next = folder.hint("pair");
    let words = || {
        let lines: String = players
            .iter()
            .filter_map(|listed| season.player(&listed.player))
            .map(|player| match player.rating {
                Some(rating) => format!("  {:<16} {}, rated {rating}\n", player.id.as_str(), player.name),
                None => format!("  {:<16} {}\n", player.id.as_str(), player.name),
            })
            .collect();
        format!("The roster has {}:\n{lines}Next:\n  {next}\n", out::counted(season.players.len(), "player"))
    };
    let value = || {
        let players: Vec<Value> = players.iter().map(|player| json!(player)).collect();
        json!({"number": season.next - 1, "digest": filed.digest, "players": players, "next": next})
    };
    out::answer(format, words, value)
}

fn ratings(given: &[String]) -> Result<BTreeMap<Id, u32>, Failure> {
    let mut ratings = BTreeMap::new();
    for text in given {
        let wrong = || {
            let problem = Problem::new(format!("'{text}' is no rating of a player"));
            Failure::cannot(problem.advice("write --rating ann=5120"))
        };
        let (player, rating) = text.split_once('=').ok_or_else(wrong)?;
        ratings.insert(seat::id("player", player)?, rating.parse().map_err(|_| wrong())?);
    }
    Ok(ratings)
}
