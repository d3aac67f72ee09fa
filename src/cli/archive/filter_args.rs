//! The selection of matches that a command is about.

use archive::{Filter, Index};

use super::archive_folder::Archive;
use crate::cli::Failure;
use crate::document::Problem;
use crate::games::spelling::{NameMatch, enumerated, instead, match_name, plain};

/// Which matches are wanted.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Which matches")]
pub struct FilterArgs {
    /// Matches of this player, by his name or the first digits of his key's fingerprint; given twice: of both against
    /// each other.
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Matches that the player, or the side, has won.
    #[arg(long, conflicts_with_all = ["lost", "drawn", "open"])]
    won: bool,
    /// Matches that the player, or the side, has lost.
    #[arg(long, conflicts_with_all = ["drawn", "open"])]
    lost: bool,
    /// Matches that were drawn.
    #[arg(long, conflicts_with = "open")]
    drawn: bool,
    /// Matches that are not over.
    #[arg(long)]
    open: bool,
    /// Matches in which the player played this side in the end.
    #[arg(long, value_name = "SIDE")]
    side: Option<String>,
    /// Matches of this game.
    #[arg(long, visible_alias = "ruleset", value_name = "GAME")]
    game: Option<String>,
    /// Matches of this scenario.
    #[arg(long, value_name = "NAME")]
    scenario: Option<String>,
    /// Matches of this tournament, by its title or the first digits of its id.
    #[arg(long, value_name = "TOURNAMENT")]
    event: Option<String>,
    /// Matches whose newest state is of this day or a later one.
    #[arg(long, value_name = "YYYY-MM-DD")]
    since: Option<String>,
    /// Matches whose newest state is of this day or an earlier one.
    #[arg(long, value_name = "YYYY-MM-DD")]
    until: Option<String>,
}

impl FilterArgs {
    /// The same selection in the terms of the index.
    ///
    /// # Errors
    /// A name matches nothing or several things in this archive, or a date is invalid.
    pub fn filter(&self, archive: &Archive, index: &Index) -> Result<Filter, Failure> {
        let names = |kind: &str| index.names(kind).map_err(|fault| archive.fault(&fault));
        let one = |kind: &str, given: &Option<String>| match given {
            Some(text) => Ok::<_, Failure>(Some(named(kind, text, &names(kind)?)?)),
            None => Ok(None),
        };
        if (self.won || self.lost) && self.player.is_empty() && self.side.is_none() {
            let problem = Problem::new("--won or --lost needs a player or a side");
            return Err(Failure::cannot(problem.advice("add --player NAME or --side SIDE")));
        }
        let results = [(self.won, "won"), (self.lost, "lost"), (self.drawn, "drawn"), (self.open, "open")];
        let mut players = Vec::new();
        for text in &self.player {
            players.push(player(text, &names("player")?, || index.keys(text).map_err(|fault| archive.fault(&fault)))?);
        }
        Ok(Filter {
            ids: Vec::new(),
            players,
            result: results.into_iter().find_map(|(given, word)| given.then_some(word)),
            side: one("side", &self.side)?,
            game: one("game", &self.game)?,
            scenario: one("scenario", &self.scenario)?,
            event: match &self.event {
                Some(text) => {
                    let titles = index.tournaments().map_err(|fault| archive.fault(&fault))?;
                    Some(tournament(text, &names("event")?, &titles)?)
                }
                None => None,
            },
            since: day("--since", self.since.as_ref())?,
            until: day("--until", self.until.as_ref())?,
        })
    }
}

/// The names or keys of a player.
fn player(
    text: &str,
    names: &[String],
    keys: impl FnOnce() -> Result<Vec<String>, Failure>,
) -> Result<Vec<String>, Failure> {
    let alike: Vec<String> = names.iter().filter(|name| plain(name) == plain(text) || *name == text).cloned().collect();
    if !alike.is_empty() {
        return Ok(alike);
    }
    let digits = text.chars().all(|c| c.is_ascii_digit() || c == ' ');
    if digits && text.chars().filter(char::is_ascii_digit).count() >= 4 {
        let keys = keys()?;
        if !keys.is_empty() {
            return Ok(keys);
        }
    }
    Ok(vec![named("player", text, names)?])
}

/// The fewest letters that mean a tournament of which they are not the whole title.
const FEWEST_LETTERS: usize = 3;

/// The id of the tournament that a text means: the beginning of its id, or its title if the archive has its announcement.
fn tournament(text: &str, ids: &[String], titles: &[(String, String)]) -> Result<String, Failure> {
    let begun: Vec<&String> = ids.iter().filter(|id| text.len() >= 4 && id.starts_with(text)).collect();
    if let [one] = begun.as_slice() {
        return Ok((*one).clone());
    }
    let known: Vec<&(String, String)> = titles.iter().filter(|(id, _)| ids.contains(id)).collect();
    let exact: Vec<&&(String, String)> = known.iter().filter(|(_, title)| title == text).collect();
    if let [(id, _)] = exact.as_slice() {
        return Ok(id.clone());
    }
    if plain(text).chars().count() < FEWEST_LETTERS {
        let problem = Problem::new(format!("'{text}' is too short to mean a tournament"));
        return Err(Failure::cannot(problem.advice(format!("write at least {FEWEST_LETTERS} letters of its title"))));
    }
    let named: Vec<(&str, &String)> = known.iter().map(|(id, title)| (title.as_str(), id)).collect();
    match match_name(text, &named) {
        NameMatch::One(id) => Ok(id.clone()),
        NameMatch::Several(found) => {
            let problem = Problem::new(format!("'{text}' means several tournaments in this archive"));
            let found: Vec<String> =
                found.into_iter().map(|(title, id)| format!("{} ({title})", id.get(..8).unwrap_or(id))).collect();
            Err(Failure::cannot(problem.advice(format!("write the first digits of its id: {}", found.join(", ")))))
        }
        NameMatch::Near(_) => {
            let problem = Problem::new(format!("no match in this archive has the tournament '{text}'"));
            let titles: Vec<&str> = known.iter().map(|(_, title)| title.as_str()).collect();
            Err(Failure::cannot(match (titles.len(), ids.len()) {
                (_, 0) => problem.advice("no match in it has any tournament"),
                (0, _) => problem.advice(
                    "the archive knows no tournament by its title: add a match from the tournament's folder again, as \
                     `adjutant archive add SEASON/matches`, or write the first digits of its id",
                ),
                _ => problem.advice(instead(text, &titles, "its tournaments are")),
            }))
        }
    }
}

/// The one name that a text matches.
fn named(kind: &str, text: &str, names: &[String]) -> Result<String, Failure> {
    if let Some(exact) = names.iter().find(|name| *name == text || **name == enumerated(text)) {
        return Ok(exact.clone());
    }
    let known: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), name.as_str())).collect();
    match match_name(text, &known) {
        NameMatch::One(name) => Ok(name.to_owned()),
        NameMatch::Several(found) => {
            let found: Vec<&str> = found.into_iter().map(|(name, _)| name).collect();
            let problem = Problem::new(format!("'{text}' has several meanings in this archive"));
            Err(Failure::cannot(problem.advice(format!("write one of {}", few(&found)))))
        }
        NameMatch::Near(_) => {
            let problem = Problem::new(format!("no match in this archive has the {kind} '{text}'"));
            let all: Vec<&str> = names.iter().map(String::as_str).collect();
            Err(Failure::cannot(match all.len() {
                0 => problem.advice(format!("no match in it has any {kind}")),
                1..=12 => problem.advice(instead(text, &all, &format!("its {kind}s are"))),
                _ => problem.advice(near(text, &all)),
            }))
        }
    }
}

fn near(text: &str, all: &[&str]) -> String {
    let near = crate::games::spelling::near(text, all.iter().copied());
    crate::games::spelling::offered(&near, "`adjutant archive stats` lists what the archive has")
}

fn few(names: &[&str]) -> String {
    crate::games::spelling::listed(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
}

/// A day of the calendar.
fn day(option: &str, given: Option<&String>) -> Result<Option<String>, Failure> {
    let Some(text) = given else { return Ok(None) };
    // Dates in this format sort chronologically.
    match chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d") {
        Ok(date) if date.format("%Y-%m-%d").to_string() == *text => Ok(Some(text.clone())),
        _ => {
            let problem = Problem::new(format!("'{text}' is not a date"));
            Err(Failure::cannot(problem.advice(format!("write year, month and day: {option} 2026-01-31"))))
        }
    }
}
