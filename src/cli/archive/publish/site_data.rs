//! The archive as the pages see it: its matches, where their pages are, and what they are called.

use std::collections::BTreeMap;

use archive::index::Row;
use archive::model::Seat;
use archive::stats::{self, DiceStatistics};

use crate::cli::game_titles;
use crate::cli::site::files::sha256;
use crate::cli::site::html::{link, name, truncated};
use crate::cli::site::match_paths::MatchPaths;
use crate::report::grammar::side_name;

/// How many digits of a match's id are in the names of its pages.
const DIGITS: usize = 24;
/// The maximum length of a player's page name.
const SLUG: usize = 40;

/// What all pages are made from.
#[derive(Debug)]
pub struct SiteData {
    /// The title of the site.
    pub title: String,
    /// The matches, the latest first.
    pub rows: Vec<Row>,
    /// The file of each match, by the match's id.
    pub packed: BTreeMap<String, Packed>,
    /// The matches in the archive that are not published, with the reason.
    pub left_out: Vec<String>,
    /// How many lines of dice all pages together test.
    pub tests: u64,
}

impl SiteData {
    /// How dice fell, as [`stats::dice`] counts them; judged as some of all tests of the site.
    pub fn dice(&self, rows: &[Row], by: impl Fn(&Row, &str) -> Vec<String>) -> Vec<DiceStatistics> {
        let mut fell = stats::dice(rows, by);
        stats::judge_among(&mut fell, self.tests);
        fell
    }
}

/// How many lines of dice the pages of these matches test: those of all games, of each scenario, of each player, of each match.
pub fn tests_of(rows: &[Row]) -> u64 {
    let side = |row: &Row, side: &str| vec![format!("{} {side}", row.game)];
    let of_scenario = |row: &Row, side: &str| vec![format!("{} {} {side}", row.game, row.scenario)];
    let of_player = |row: &Row, side: &str| {
        seats_with_sides(row).filter(|(_, plays)| *plays == side).map(|(seat, _)| seat.name.clone()).collect()
    };
    let together = stats::tests(&stats::dice(rows, side))
        + stats::tests(&stats::dice(rows, of_scenario))
        + stats::tests(&stats::dice(rows, of_player));
    together + rows.iter().map(|row| stats::tests(&stats::dice(std::slice::from_ref(row), side))).sum::<u64>()
}

/// The file of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packed {
    pub sha256: String,
    pub bytes: u64,
}

/// The part of a match's id that is used in file names.
fn file(id: &str) -> &str {
    id.get(..DIGITS).unwrap_or(id)
}

/// The path of a match's page.
pub fn match_page(id: &str) -> String {
    format!("matches/{}.html", file(id))
}

/// The path of a match's file. It has the same name as in the archive.
pub fn packed_file(id: &str) -> String {
    format!("files/{id}{}", archive::packed::ENDING)
}

/// The paths of an attachment: of the document that was signed, and of the file. No browser takes it for a page.
pub fn attached_files(match_id: &str, sha256: &str) -> [String; 2] {
    ["yaml", "bin"].map(|ending| format!("attachments/{}/{sha256}.{ending}", file(match_id)))
}

/// The path of a player's page: the readable part of his name, and a digest, since names may be alike.
pub fn player_page(player: &str) -> String {
    let mut slug = String::new();
    for c in player.to_lowercase().chars() {
        match c {
            'a'..='z' | '0'..='9' => slug.push(c),
            _ if slug.ends_with('-') || slug.is_empty() => {}
            _ => slug.push('-'),
        }
    }
    slug.truncate(SLUG);
    let digest = sha256(player.as_bytes()).to_string();
    format!("players/{}-{}.html", slug.trim_end_matches('-'), digest.get(..8).unwrap_or_default())
}

/// The path of a scenario's page.
pub fn scenario_page(row: &Row) -> String {
    format!("scenarios/{}.{}.html", row.game, row.scenario)
}

/// The paths of a match's pages, and what the match is called.
pub fn place_of(row: &Row) -> MatchPaths {
    let players = seats_with_sides(row).map(|(seat, side)| format!("{} ({})", name(&seat.name), side_name(side)));
    let players = players.collect::<Vec<_>>().join(" – ");
    MatchPaths { folder: "matches", file: file(&row.id).to_owned(), called: name_of(row), players }
}

/// A match's name, in plain text.
pub fn name_of(row: &Row) -> String {
    let title = truncated(&row.title);
    if title.trim().is_empty() { "A match".to_owned() } else { title }
}

/// The seats of a match that play a side, each with its side.
pub fn seats_with_sides(row: &Row) -> impl Iterator<Item = (&Seat, &String)> {
    row.seats.iter().filter_map(|seat| Some((seat, seat.side.as_ref()?)))
}

/// The title of a match's scenario.
pub fn scenario_title(row: &Row) -> String {
    game_titles::scenario_title(&row.game, &row.scenario)
}

/// A player's name, as a link to his page. `up` leads to the root of the site.
pub fn player(called: &str, up: &str) -> String {
    link(&format!("{up}{}", player_page(called)), &name(called))
}

/// How a match ended, in a few words: who won, by how much.
pub fn short_result(row: &Row) -> String {
    let Some(result) = &row.result else { return "not over".to_owned() };
    let Some(winner) = &result.winner else { return "drawn".to_owned() };
    let by = result.margin.filter(|margin| *margin > 0).map(|margin| format!(" by {margin}")).unwrap_or_default();
    format!("{}{by}", side_name(winner))
}

/// The result of a match for a side: `won`, `lost`, `drawn` or `not over`.
pub fn result_of_side(row: &Row, side: &str) -> &'static str {
    match row.result.as_ref().map(|result| result.winner.as_deref()) {
        None => "not over",
        Some(None) => "drawn",
        Some(Some(winner)) if winner == side => "won",
        Some(Some(_)) => "lost",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_have_pages_of_their_own_whatever_they_are_called() {
        let pages = ["Ann Carter", "ann carter", "../../x", "", "Østergård"].map(player_page);
        assert!(pages[0].starts_with("players/ann-carter-") && pages[0] != pages[1], "{pages:?}");
        assert!(pages.iter().all(|page| page.matches('/').count() == 1 && !page.contains("..")), "{pages:?}");
    }
}
