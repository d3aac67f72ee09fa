//! The players: games, opponents, points round by round, keys.

use tournament::crosstable::{ByeKind, Format, Outcome, PlayerCard};
use tournament::documents::Effect;
use tournament::state::Player;

use super::labels::{
    by_side, digest, ended, facts, game_page, game_short, link, player as linked, player_page, points_for,
    points_words, table, truncated,
};
use super::site_data::{SiteData, decision_page, round_page};
use crate::cli::out::counted;
use crate::cli::site::frame::Page;
use crate::report::markup;
use crate::trust::fingerprint;

/// The list of players, and a page for each.
pub fn pages(site_data: &SiteData<'_>) -> Vec<Page> {
    let season = site_data.season;
    let row = |player: &Player| {
        let rank = site_data.rank(&player.id).map_or("–".to_owned(), |rank| rank.to_string());
        let points = site_data.standings.iter().find(|row| row.player == player.id);
        vec![
            linked(season, &player.id, ""),
            player.id.to_string(),
            rank,
            points.map(|row| points_words(row.points, &season.tournament.scoring)).unwrap_or_default(),
            player.rating.map_or("–".to_owned(), |rating| rating.to_string()),
            withdrawn(player).unwrap_or_default(),
        ]
    };
    let mut players: Vec<&Player> = season.players.iter().collect();
    players.sort_by_key(|player| (player.name.to_lowercase(), player.id.clone()));
    let rows: Vec<Vec<String>> = players.into_iter().map(row).collect();
    let mut body = table("Players", &["Player", "Id", "Rank", "Points", "Rating", ""], &rows, &[2, 3, 4]);
    // Until the roster accepts an entry, nobody can tell whose it is.
    let waiting = season.entries.keys().filter(|id| season.player(id).is_none()).count();
    if waiting > 0 {
        body += &format!("<p>{} more not on the roster.</p>\n", counted(waiting, "entry").replace("entrys", "entries"));
    }
    let mut pages = vec![Page::new("players.html", "Players", body)];
    pages.extend(season.players.iter().map(|player| page(site_data, player)));
    pages
}

fn withdrawn(player: &Player) -> Option<String> {
    let leaves = player.leaves?;
    Some(match leaves {
        0 | 1 => "left before the first round".to_owned(),
        leaves => format!("left after round {}", leaves - 1),
    })
}

fn page(site_data: &SiteData<'_>, player: &Player) -> Page {
    let season = site_data.season;
    let scoring = &season.tournament.scoring;
    let row = site_data.standings.iter().find(|row| row.player == player.id);
    let mut about = vec![("Id", player.id.to_string())];
    if let Some(row) = row {
        about.push(("Rank", row.rank.to_string()));
        about.push(("Points", points_words(row.points, scoring)));
    }
    if let Some(rating) = player.rating {
        about.push(("Rating", rating.to_string()));
    }
    if player.enters > 1 {
        about.push(("Enters", format!("from round {} on", player.enters)));
    }
    about.extend(withdrawn(player).map(|words| ("Withdrawal", words)));
    if player.penalty > 0 {
        about.push(("Penalty", format!("{} by decision", points_words(-i64::from(player.penalty), scoring))));
    }
    let keys: Vec<String> = player.keys.iter().map(|key| format!("{}<br>{}", fingerprint(key), digest(key))).collect();
    about.push((if keys.len() > 1 { "Keys, newest last" } else { "Key" }, keys.join("<br>")));
    let mut body = facts(&about);
    body += &rounds(site_data, player);
    body += &decisions(site_data, player);
    body += "<p class=\"faint\">A fingerprint identifies a key. To be sure whose it is, compare it with the player by telephone.</p>\n";
    Page::new(player_page(&player.id), truncated(&player.name), body)
}

/// The player's games, round by round.
fn rounds(site_data: &SiteData<'_>, player: &Player) -> String {
    let season = site_data.season;
    let scoring = &season.tournament.scoring;
    let Some(table_of) = &site_data.table else { return String::new() };
    let Some(at) = table_of.players().iter().position(|one| one.id == player.id) else { return String::new() };
    let card = PlayerCard::of(table_of, at);
    let mut entries = card.rounds.iter();
    let mut sum = 0;
    let mut rows = Vec::new();
    for (n, round) in table_of.rounds().iter().enumerate() {
        let number = n as u32 + 1;
        let entry = (round.format != Format::Knockout).then(|| entries.next()).flatten();
        sum += entry.map_or(0, |entry| entry.points);
        let total = if entry.is_some() { points_words(sum, scoring) } else { "–".to_owned() };
        let to_round = link(&format!("../{}", round_page(number)), &number.to_string());
        let games: Vec<_> = site_data.games_of(&player.id).into_iter().filter(|key| key.0 == number).collect();
        for key in &games {
            let Some(players) = by_side(season, *key) else { continue };
            let at = usize::from(players[1] == player.id);
            let side = markup(&site_data.sides_of(number)[at]);
            let (points, what) = match site_data.result(*key) {
                Some(result) => (points_for(result, &player.id, scoring), ended(season, result)),
                None => (String::new(), "<span class=\"faint\">no result yet</span>".to_owned()),
            };
            rows.push(vec![
                to_round.clone(),
                link(&format!("../{}", game_page(*key)), &game_short(*key)),
                linked(season, &players[1 - at], "../"),
                side,
                points,
                total.clone(),
                what,
            ]);
        }
        if games.is_empty() {
            let words = match entry.map(|entry| entry.outcome) {
                Some(Outcome::Bye(ByeKind::Full)) => "a bye",
                Some(Outcome::Bye(ByeKind::Half)) => "a half-point bye",
                Some(Outcome::Bye(ByeKind::Zero)) => "absent",
                _ if season.rounds[n].byes.iter().any(|bye| bye.player == player.id) => "a bye",
                _ => "no board",
            };
            let points = entry.map_or(String::new(), |entry| points_words(entry.points, scoring));
            let none = String::new;
            rows.push(vec![
                to_round,
                none(),
                none(),
                none(),
                points,
                total,
                format!("<span class=\"faint\">{words}</span>"),
            ]);
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    let head = ["Round", "Game", "Opponent", "Side", "Points", "Sum", "Result"];
    format!("<section>\n<h2>Round by round</h2>\n{}</section>\n", table("Round by round", &head, &rows, &[4, 5]))
}

/// The decisions that concern a player.
fn decisions(site_data: &SiteData<'_>, player: &Player) -> String {
    let concerns = |effect: &Option<Effect>| match effect {
        Some(Effect::Withdraw(id) | Effect::Penalty { player: id, .. } | Effect::Key { player: id, .. }) => {
            *id == player.id
        }
        Some(Effect::Extend { round, board, .. } | Effect::Replace { round, board, .. }) => {
            site_data.season.players_of((*round, *board, 1)).is_ok_and(|players| players.contains(&player.id))
        }
        Some(Effect::Apart(players)) => players.contains(&player.id),
        None => false,
    };
    let of_player = |on: Option<crate::document::Bytes32>| {
        site_data.season.appeals.iter().any(|one| Some(one.digest) == on && one.appeal.player == player.id)
    };
    let found = site_data.season.decisions.iter();
    let found = found.filter(|one| concerns(&one.decision.effect) || of_player(one.decision.on));
    let list: String = found
        .map(|one| {
            let to = link(&format!("../{}", decision_page(one.number)), &format!("Decision {}", one.number));
            format!("<li>{to}: {}</li>\n", super::labels::inline_quote(&one.decision.reason))
        })
        .collect();
    if list.is_empty() { list } else { format!("<section>\n<h2>Decisions</h2>\n<ul>\n{list}</ul>\n</section>\n") }
}
