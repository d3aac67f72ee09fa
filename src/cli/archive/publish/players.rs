//! The players: each one's results by side and opponent, dice, and keys.

use std::collections::{BTreeMap, BTreeSet};

use archive::index::Row;
use archive::stats::{self, Score};

use super::lists::{self, over_pages};
use super::scenarios::DICE_FIGURES;
use super::site_data::{SiteData, player, player_page, seats_with_sides};
use crate::cli::archive::match_count::count;
use crate::cli::archive::stats as counted;
use crate::cli::game_titles::game_title;
use crate::cli::site::frame::Page;
use crate::cli::site::html::{table, truncated};
use crate::cli::site::search::Search;
use crate::report::grammar::side_name;
use crate::report::markup;

/// The list of players, and a page for each.
pub fn pages(site_data: &SiteData, search: &mut Search) -> Vec<Page> {
    let scores = stats::scores(&site_data.rows, |_, seat, _| seat.name.clone());
    let mut sorted: Vec<(&String, &Score)> = scores.iter().collect();
    sorted.sort_by_key(|(name, _)| (name.to_lowercase(), *name));
    let lines: Vec<Vec<String>> =
        sorted.iter().map(|(name, score)| std::iter::once(player(name, "")).chain(figures(score)).collect()).collect();
    let mut pages = match lines.is_empty() {
        true => vec![Page::new("players.html", "Players", "<p>There are no players.</p>\n".to_owned())],
        false => over_pages("players.html", "Players", String::new(), "Players", &head("Player"), &lines, &FIGURES),
    };
    let mut of_player: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    for row in &site_data.rows {
        // Somebody who played both sides himself has played one match.
        let names: BTreeSet<&str> = seats_with_sides(row).map(|(seat, _)| seat.name.as_str()).collect();
        names.into_iter().for_each(|name| of_player.entry(name).or_default().push(row));
    }
    for (name, rows) in of_player {
        search.entry("Player", &truncated(name), &player_page(name), &count(rows.len() as u64));
        pages.extend(of_one(site_data, name, &rows));
    }
    pages
}

/// The columns of a score.
fn head(what: &str) -> [&str; 6] {
    [what, "Played", "Won", "Lost", "Drawn", "Not over"]
}

const FIGURES: [usize; 5] = [1, 2, 3, 4, 5];

fn figures(score: &Score) -> impl Iterator<Item = String> {
    [score.played, score.won, score.lost, score.drawn, score.open].into_iter().map(|count| count.to_string())
}

fn of_one(site_data: &SiteData, name: &str, rows: &[&Row]) -> Vec<Page> {
    let own: Vec<Row> = rows.iter().map(|&row| row.clone()).collect();
    let sides = stats::scores(&own, |row, seat, side| match seat.name == name {
        true => format!("{}: {}", game_title(&row.game), side_name(side)),
        false => String::new(),
    });
    let sides = sides.iter().filter(|(side, _)| !side.is_empty());
    let lines: Vec<Vec<String>> =
        sides.map(|(side, score)| std::iter::once(markup(side)).chain(figures(score)).collect()).collect();
    let mut body = section("By side", &table("By side", &head("Side"), &lines, &FIGURES));
    let pairs = stats::pairs(&own);
    let against = |pair: &stats::Pair| {
        let at = usize::from(pair.players[1] == name);
        let counts = [pair.won[at], pair.won[1 - at], pair.drawn, pair.open].map(|count| count.to_string());
        std::iter::once(player(&pair.players[1 - at], "../")).chain(counts).collect()
    };
    let lines: Vec<Vec<String>> =
        pairs.iter().filter(|pair| pair.players.iter().any(|one| one == name)).map(against).collect();
    if !lines.is_empty() {
        let columns = ["Opponent", "Won", "Lost", "Drawn", "Not over"];
        body += &section("By opponent", &table("By opponent", &columns, &lines, &[1, 2, 3, 4]));
    }
    let plays = |row: &Row, side: &str| seats_with_sides(row).any(|(seat, plays)| plays == side && seat.name == name);
    let mut fell = site_data.dice(&own, |row, side| if plays(row, side) { vec![truncated(name)] } else { Vec::new() });
    fell.retain(|one| one.whose.is_some());
    if !fell.is_empty() {
        body += &section("Dice", &lists::of_block("Dice", &counted::dice(&fell), &DICE_FIGURES));
    }
    let keys: BTreeSet<&str> = rows
        .iter()
        .flat_map(|row| seats_with_sides(row))
        .filter(|(seat, _)| seat.name == name)
        .map(|(seat, _)| seat.fingerprint.as_str())
        .collect();
    let list: String =
        keys.iter().map(|key| format!("<li><code class=\"digest\">{}</code></li>\n", markup(key))).collect();
    let note = match keys.len() {
        0 | 1 => "",
        _ => {
            "<p>Several keys have this name: a player may have replaced a lost key, or several people may share the name.</p>\n"
        }
    };
    body +=
        &section(if keys.len() > 1 { "Keys" } else { "Key" }, &format!("{note}<ul class=\"plain\">\n{list}</ul>\n"));
    body += &format!("<h2>{}</h2>\n", count(rows.len() as u64));
    lists::of_matches(&player_page(name), &truncated(name), body, rows)
}

fn section(title: &str, body: &str) -> String {
    format!("<section>\n<h2>{title}</h2>\n{body}</section>\n")
}
