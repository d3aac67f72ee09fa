//! The tournament as the pages see it.

use std::collections::BTreeMap;

use tournament::audit::Attestation;
use tournament::chain::Chain;
use tournament::crosstable::Crosstable;
use tournament::documents::{Acceleration, GameResult, StageFormat, StandingsRow};
use tournament::state::{GameKey, TournamentState};

use super::labels::{game_page, game_short, link, number, points_for};
use super::matches::PublishedMatch;
use crate::document::{Bytes32, Id};

/// What all pages are made from.
pub struct SiteData<'s> {
    pub chain: &'s Chain<'s>,
    pub season: &'s TournamentState<'s>,
    /// The table of results; `None` before the entries are closed.
    pub table: Option<Crosstable>,
    pub standings: Vec<StandingsRow>,
    pub matches: BTreeMap<GameKey, PublishedMatch>,
    /// What rests on a person's word.
    pub words: Vec<Attestation>,
    /// Matches in the folder that the site does not show, with the reason.
    pub left_out: Vec<String>,
    /// The names of each game's sides.
    pub sides: BTreeMap<Id, [String; 2]>,
}

impl SiteData<'_> {
    /// The result of a game, if it has one.
    pub fn result(&self, key: GameKey) -> Option<&GameResult> {
        self.season.results.get(&key).map(|recorded| &recorded.result)
    }

    /// The names of the sides in a round's game.
    pub fn sides_of(&self, round: u32) -> [String; 2] {
        let of_game = |round: &tournament::documents::Round| self.sides.get(&round.game).cloned();
        self.season.round(round).and_then(of_game).unwrap_or_default()
    }

    /// The rank of a player.
    pub fn rank(&self, id: &Id) -> Option<u32> {
        self.standings.iter().find(|row| row.player == *id).map(|row| row.rank)
    }

    /// The players in the order of the standings; in the order of the roster before the first round.
    pub fn in_order(&self) -> Vec<&Id> {
        self.standings.iter().map(|row| &row.player).collect()
    }

    /// The number of a document of the chain.
    pub fn number_of(&self, digest: &Bytes32) -> Option<u64> {
        if self.season.id == *digest {
            return Some(0);
        }
        let filed = self.chain.line.iter().find(|filed| filed.digest == *digest)?;
        filed.link().map(|link| link.number)
    }

    /// A document that another document is about, as a link if it has a page.
    pub fn about(&self, digest: &Bytes32, up: &str) -> String {
        let season = self.season;
        let recorded = season.results.values().chain(&season.superseded).find(|one| one.digest == *digest);
        if let Some(recorded) = recorded {
            let result = &recorded.result;
            let key = (result.round, result.board, result.leg.unwrap_or(1));
            let words = format!("the result of game {} ({})", game_short(key), number(recorded.number));
            return link(&format!("{up}{}", game_page(key)), &words);
        }
        if let Some(decided) = season.decisions.iter().find(|one| one.digest == *digest) {
            return link(&format!("{up}{}", decision_page(decided.number)), &format!("decision {}", decided.number));
        }
        if let Some(appealed) = season.appeals.iter().find(|one| one.digest == *digest) {
            let words = format!("the appeal by {}", appealed.appeal.player);
            return link(&format!("{up}{}", appeal_page(&appealed.appeal.player, digest)), &words);
        }
        match self.number_of(digest) {
            Some(found) => {
                let round = self.chain.line.iter().find(|filed| filed.digest == *digest);
                match round.map(|filed| &filed.typed) {
                    Some(tournament::signed::Typed::Round(round)) => {
                        let words = format!("the pairings of round {} ({})", round.round, number(found));
                        link(&format!("{up}{}", round_page(round.round)), &words)
                    }
                    _ => number(found),
                }
            }
            None => super::labels::digest(digest),
        }
    }

    /// A game in a table: its points for a player, as a link.
    pub fn cell(&self, key: GameKey, player: &Id, up: &str) -> String {
        let shown = match self.result(key) {
            Some(result) => points_for(result, player, &self.season.tournament.scoring),
            None => "·".to_owned(),
        };
        let label = format!("game {}", game_short(key));
        format!("<a href=\"{up}{}\" aria-label=\"{shown}, {label}\">{shown}</a>", game_page(key))
    }

    /// The games of a player, in order.
    pub fn games_of(&self, id: &Id) -> Vec<GameKey> {
        let plays = |key: &GameKey| self.season.players_of(*key).is_ok_and(|players| players.contains(id));
        self.season.games().into_iter().filter(plays).collect()
    }
}

/// The path of a round's page.
pub fn round_page(round: u32) -> String {
    format!("rounds/{round:02}.html")
}

/// The path of a decision's page, by its number in the chain.
pub fn decision_page(number: u64) -> String {
    format!("decisions/{number:04}.html")
}

/// The path of an appeal's page.
pub fn appeal_page(player: &Id, digest: &Bytes32) -> String {
    let digest = digest.to_string();
    format!("appeals/{player}-{}.html", digest.get(..8).unwrap_or_default())
}

/// A format in words.
pub fn format_words(format: &StageFormat) -> String {
    let times = |cycles: u32| if cycles > 1 { ", each pair twice" } else { "" };
    match format {
        StageFormat::Swiss { rounds: 1, .. } => "Swiss, 1 round".to_owned(),
        StageFormat::Swiss { rounds, acceleration: None } => format!("Swiss, {rounds} rounds"),
        StageFormat::Swiss { rounds, acceleration: Some(Acceleration::Baku) } => {
            format!("Swiss, {rounds} rounds, accelerated (Baku)")
        }
        StageFormat::RoundRobin { cycles } => format!("round robin{}", times(*cycles)),
        StageFormat::Pools { size, cycles } => format!("pools of at most {size}{}", times(*cycles)),
        StageFormat::Knockout { players: Some(players) } => format!("knock-out of {players} players"),
        StageFormat::Knockout { players: None } => "knock-out".to_owned(),
    }
}
