//! The rounds: pairings, results, byes, deadlines.

use tournament::crosstable::ByeKind;
use tournament::documents::Round;

use super::labels::{
    block_quote, by_side, ended, facts, game_page, game_short, link, number, player, points_for, table, time,
};
use super::site_data::{SiteData, format_words, round_page};
use crate::cli::game_titles::planned_title;
use crate::cli::out::counted;
use crate::cli::site::frame::Page;

/// The list of rounds, and a page for each.
pub fn pages(site_data: &SiteData<'_>) -> Vec<Page> {
    let season = site_data.season;
    let mut list = String::new();
    for (n, scheduled) in season.schedule().iter().enumerate() {
        let round = n as u32 + 1;
        let format = format_words(&season.tournament.stages[scheduled.stage].format);
        let open = season.open_games().into_iter().filter(|key| key.0 == round).count();
        let (words, stands) = match season.round(round) {
            None => (format!("Round {round}"), "not paired yet".to_owned()),
            Some(_) => (
                link(&round_page(round), &format!("Round {round}")),
                match open {
                    0 => "complete".to_owned(),
                    open => format!("{} without a result", counted(open, "game")),
                },
            ),
        };
        list += &format!("<li>{words}<span class=\"faint\"> · {format} · {} · {stands}</span></li>\n", scheduled.game);
    }
    let list = match list.is_empty() {
        true => "<p>The first round will be paired when the entries are closed.</p>\n".to_owned(),
        false => format!("<ol class=\"plain\">\n{list}</ol>\n"),
    };
    let mut pages = vec![Page::new("rounds.html", "Rounds", list)];
    pages.extend(season.rounds.iter().map(|round| page(site_data, round)));
    pages
}

fn page(site_data: &SiteData<'_>, round: &Round) -> Page {
    let season = site_data.season;
    let path = round_page(round.round);
    let scheduled = season.scheduled(round.round);
    let format = scheduled.map(|one| format_words(&season.tournament.stages[one.stage].format)).unwrap_or_default();
    let game = season.game_of(round);
    let played = game.map(planned_title);
    let mut about = vec![
        ("Format", format),
        ("Game", played.unwrap_or_default()),
        ("Issued", format!("{}, {}", time(&round.issued), number(round.number))),
    ];
    if let Some(until) = &round.until {
        about.push(("Games must be over by", time(until)));
    }
    if let Some(seed) = &round.seed {
        about.push(("Seed of the draw of lots", super::labels::digest(seed)));
    }
    let mut body = boards(site_data, round.round, "../");
    body += &byes(site_data, round);
    if let Some(reason) = &round.reason {
        body += &format!(
            "<section>\n<h2>Paired by hand</h2>\n<p>By the rules the pairings would be different. The director’s reason:</p>\n{}</section>\n",
            block_quote(reason)
        );
    }
    body += &format!("<section>\n<h2>About</h2>\n{}</section>\n", facts(&about));
    let to = |round: u32, words: &str| {
        season.round(round).map(|_| link(&format!("../{}", round_page(round)), words)).unwrap_or_default()
    };
    let ways = [to(round.round.wrapping_sub(1), "← Previous round"), to(round.round + 1, "Next round →")];
    body += &format!("<p class=\"ways\">{} {}</p>\n", ways[0], ways[1]);
    Page::new(path, format!("Round {}", round.round), body)
}

/// The boards of a round, with the result of each game.
pub fn boards(site_data: &SiteData<'_>, round: u32, up: &str) -> String {
    let season = site_data.season;
    let Some(paired) = season.round(round) else { return String::new() };
    let [first, second] = site_data.sides_of(paired.round).map(|side| crate::report::markup(&side));
    let scoring = &season.tournament.scoring;
    let mut rows = Vec::new();
    for key in season.games().into_iter().filter(|key| key.0 == round) {
        let Some(players) = by_side(season, key) else { continue };
        let each = players.each_ref().map(|id| player(season, id, up));
        let (points, what) = match site_data.result(key) {
            Some(result) => {
                let points = players.each_ref().map(|id| points_for(result, id, scoring));
                (format!("{}&nbsp;–&nbsp;{}", points[0], points[1]), ended(season, result))
            }
            None => {
                let extended = season.extensions.get(&(key.0, key.1));
                let until = extended.map(|until| format!(", until {}", time(until))).unwrap_or_default();
                (String::new(), format!("<span class=\"faint\">no result yet{until}</span>"))
            }
        };
        let [one, other] = each;
        rows.push(vec![link(&format!("{up}{}", game_page(key)), &game_short(key)), one, other, points, what]);
    }
    table(&format!("Round {round}"), &["Game", &first, &second, "Points", "Result"], &rows, &[])
}

fn byes(site_data: &SiteData<'_>, round: &Round) -> String {
    if round.byes.is_empty() {
        return String::new();
    }
    let words = |kind: ByeKind| match kind {
        ByeKind::Full => "a full-point bye",
        ByeKind::Half => "a half-point bye",
        ByeKind::Zero => "absent",
    };
    let line = |bye: &tournament::documents::ByePlan| {
        format!("<li>{}: {}</li>\n", player(site_data.season, &bye.player, "../"), words(bye.kind))
    };
    let list: String = round.byes.iter().map(line).collect();
    format!("<section>\n<h2>Without a board</h2>\n<ul>\n{list}</ul>\n</section>\n")
}

/// A text with a capital letter.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    crate::report::markup(&(first + chars.as_str()))
}
