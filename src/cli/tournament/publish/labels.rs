//! Text on the site of a tournament: its games, players and results.

use tournament::crosstable::{How, Scoring, show_points};
use tournament::documents::GameResult;
use tournament::state::{GameKey, TournamentState};

pub use crate::cli::site::html::{
    block_quote, digest, facts, inline_quote, link, name, sentence, table, time, truncated,
};
use crate::document::Id;

/// The path of a player's page.
pub fn player_page(id: &Id) -> String {
    format!("players/{id}.html")
}

pub use crate::cli::tournament::result::match_name as game_file;
pub use crate::cli::tournament::seats::game_words as game_short;

/// The path of a game's page.
pub fn game_page(key: GameKey) -> String {
    format!("games/{}.html", game_file(key))
}

/// The name of a player as he entered.
pub fn plain_name(season: &TournamentState<'_>, id: &Id) -> String {
    season.player(id).map_or_else(|| id.to_string(), |player| truncated(&player.name))
}

/// A player's name, as a link to his page. `up` leads to the root of the site.
pub fn player(season: &TournamentState<'_>, id: &Id, up: &str) -> String {
    link(&format!("{up}{}", player_page(id)), &name(&plain_name(season, id)))
}

/// The players of a game by their sides: the player of the game's first side comes first.
pub fn by_side(season: &TournamentState<'_>, key: GameKey) -> Option<[Id; 2]> {
    let [first, second] = season.players_of(key).ok()?;
    Some(if key.2.is_multiple_of(2) { [second, first] } else { [first, second] })
}

/// How a game ended, as the second part of a sentence; the words are markup.
pub fn ended(season: &TournamentState<'_>, result: &GameResult) -> String {
    let winner = result.winner.as_ref().map(|winner| name(&plain_name(season, winner)));
    let margin = result.margin.filter(|margin| *margin > 0).map(|margin| format!(" by {margin}")).unwrap_or_default();
    match (result.how, winner) {
        (How::DoubleForfeit, _) => "both forfeit".to_owned(),
        (How::Forfeit, Some(winner)) => format!("{winner} wins by forfeit"),
        (How::Adjudicated, Some(winner)) => format!("{winner} wins by adjudication{margin}"),
        (How::Adjudicated, None) => "drawn by adjudication".to_owned(),
        (_, Some(winner)) => format!("{winner} wins{margin}"),
        (_, None) => "drawn".to_owned(),
    }
}

/// A player's points for a game, as text.
pub fn points_for(result: &GameResult, player: &Id, scoring: &Scoring) -> String {
    let won = result.winner.as_ref() == Some(player);
    let points = match (result.how, &result.winner) {
        (How::DoubleForfeit, _) => scoring.forfeit_loss,
        (How::Forfeit, _) if won => scoring.forfeit_win,
        (How::Forfeit, _) => scoring.forfeit_loss,
        (_, None) => scoring.draw,
        (_, Some(_)) if won => scoring.win,
        (_, Some(_)) => scoring.loss,
    };
    points_words(i64::from(points), scoring)
}

/// Points as text, with a half as ½.
pub fn points_words(points: i64, scoring: &Scoring) -> String {
    let shown = show_points(points, scoring);
    match shown.strip_suffix(".5") {
        Some("0") => "½".to_owned(),
        Some(whole) => format!("{whole}½"),
        None => shown,
    }
}

/// A document of the chain, by its number.
pub fn number(number: u64) -> String {
    format!("document {number}")
}

/// The path of a match's replay on the site.
pub fn replay_page(key: GameKey) -> String {
    game_page(key).replace(".html", "-replay.html")
}

/// As [`replay_page`].
pub fn report_page(key: GameKey) -> String {
    game_page(key).replace(".html", "-report.html")
}
