//! What the site's search finds: players, rounds, games, decisions, appeals, and the words of all reports.

use super::labels::{by_side, game_file, game_page, game_short, plain_name, player_page, report_page, truncated};
use super::site_data::{SiteData, appeal_page, decision_page, round_page};
use crate::cli::game_titles::planned_title;
use crate::cli::site::search::Search;

/// The index of the search.
pub fn index(site_data: &SiteData<'_>) -> Search {
    let season = site_data.season;
    let mut search = Search::default();
    for player in &season.players {
        search.entry("Player", &truncated(&player.name), &player_page(&player.id), player.id.as_str());
    }
    for round in &season.rounds {
        let reason = round.reason.clone().unwrap_or_default();
        search.entry("Round", &format!("Round {}", round.round), &round_page(round.round), &reason);
    }
    let title = |key| {
        let players = by_side(season, key).map(|players| players.map(|id| plain_name(season, &id)));
        let [first, second] = players.unwrap_or_default();
        format!("{}: {first} – {second}", game_short(key))
    };
    for key in season.games() {
        let result = site_data.result(key);
        let reason = result.and_then(|result| result.reason.clone()).unwrap_or_default();
        let played = season.round(key.0).and_then(|round| season.game_of(round)).map(planned_title);
        let outcome = site_data.matches.get(&key).and_then(|shown| shown.facts.outcome.clone()).unwrap_or_default();
        let text = format!("{} {outcome} {reason}", played.unwrap_or_default());
        search.entry("Game", &title(key), &game_page(key), &text);
    }
    for one in &season.decisions {
        let title = format!("Decision {}", one.number);
        search.entry("Decision", &title, &decision_page(one.number), &one.decision.reason);
    }
    for one in &season.appeals {
        let title = format!("An appeal by {}", one.appeal.player);
        search.entry("Appeal", &title, &appeal_page(&one.appeal.player, &one.digest), &one.appeal.reason);
    }
    for (key, shown) in &site_data.matches {
        search.reports(&game_file(*key), &title(*key), &report_page(*key), &shown.steps);
    }
    search
}
