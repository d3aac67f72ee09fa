//! The games: players, sides, how each ended and why; its match, its reports and its replay.

use tournament::crosstable::How;
use tournament::state::{GameKey, RecordedResult};

use super::labels::{
    block_quote, by_side, digest, ended, facts, game_page, game_short, inline_quote, link, name, number, player,
    points_for, replay_page, report_page, sentence, table, time,
};
use super::site_data::{SiteData, round_page};
use crate::cli::game_titles::{game_title, scenario_title};
use crate::cli::site::frame::Page;
use crate::cli::tournament::seats::referees;
use crate::document::kinds::TrustMode;
use crate::report::markup;

/// The list of games, and a page for each.
pub fn pages(site_data: &SiteData<'_>) -> Vec<Page> {
    let season = site_data.season;
    let games = season.games();
    let row = |key: &GameKey| {
        let players = by_side(season, *key)?;
        let [first, second] = players.each_ref().map(|id| player(season, id, ""));
        let what = match site_data.result(*key) {
            Some(result) => ended(season, result),
            None => "<span class=\"faint\">no result yet</span>".to_owned(),
        };
        let replay =
            site_data.matches.get(key).map(|_| link(&replay_page(*key), &format!("replay of {}", game_short(*key))));
        Some(vec![link(&game_page(*key), &game_short(*key)), first, second, what, replay.unwrap_or_default()])
    };
    let rows: Vec<Vec<String>> = games.iter().filter_map(row).collect();
    let mut body = match rows.is_empty() {
        true => "<p>No round is paired yet.</p>\n".to_owned(),
        false => table("Games", &["Game", "First side", "Second side", "Result", "Match"], &rows, &[]),
    };
    if !site_data.left_out.is_empty() {
        let list: String = site_data.left_out.iter().map(|line| format!("<li>{}</li>\n", inline_quote(line))).collect();
        body += &format!("<section>\n<h2>Matches that are not shown</h2>\n<ul>\n{list}</ul>\n</section>\n");
    }
    let mut pages = vec![Page::new("games.html", "Games", body)];
    pages.extend(games.into_iter().map(|key| page(site_data, key)));
    pages
}

fn page(site_data: &SiteData<'_>, key: GameKey) -> Page {
    let season = site_data.season;
    let (round, board, leg) = key;
    let up = "../";
    let mut body = String::new();
    if let Some(players) = by_side(season, key) {
        let scoring = &season.tournament.scoring;
        let rows: Vec<Vec<String>> = players
            .iter()
            .zip(site_data.sides_of(round))
            .map(|(id, side)| {
                let points = site_data.result(key).map(|result| points_for(result, id, scoring)).unwrap_or_default();
                vec![markup(&side), player(season, id, up), points]
            })
            .collect();
        body += &table("Players", &["Side", "Player", "Points"], &rows, &[2]);
    }
    body += &match season.results.get(&key) {
        Some(recorded) => result(site_data, recorded),
        None => {
            let until = season.deadline(key).map(|until| format!(" It must be over by {}.", time(&until)));
            format!("<p class=\"lead\">This game has no result yet.{}</p>\n", until.unwrap_or_default())
        }
    };
    body += &the_match(site_data, key);
    let mut about =
        vec![("Round", link(&format!("{up}{}", round_page(round)), &round.to_string())), ("Board", board.to_string())];
    if season.scheduled(round).is_some_and(|scheduled| scheduled.legs > 1) {
        about.push(("Game of the board", leg.to_string()));
    }
    if let Some(planned) = season.round(round).and_then(|round| season.game_of(round)) {
        let game = planned.ruleset.id.as_str();
        about.push(("Rules", format!("{}, revision {}", game_title(game), planned.ruleset.revision)));
        if planned.trust == TrustMode::Refereed {
            let names: Vec<String> = referees(season, key).iter().map(|one| name(&one.name)).collect();
            about.push(("Referee", names.join(" or ")));
        }
        about.push(("Scenario", markup(&scenario_title(game, planned.scenario.as_str()))));
    }
    body += &format!("<section>\n<h2>About</h2>\n{}</section>\n", facts(&about));
    let before: String = season
        .superseded
        .iter()
        .filter(|one| (one.result.round, one.result.board, one.result.leg.unwrap_or(1)) == key)
        .map(|one| {
            let reason = one.result.reason.as_ref().map(|reason| block_quote(reason)).unwrap_or_default();
            format!("<li><del>{}</del> ({}){reason}</li>\n", ended(season, &one.result), number(one.number))
        })
        .collect();
    if !before.is_empty() {
        body += &format!("<section>\n<h2>Results that were replaced</h2>\n<ul>\n{before}</ul>\n</section>\n");
    }
    Page::new(game_page(key), format!("Game {}", game_short(key)), body)
}

/// The result of a game, and its basis.
fn result(site_data: &SiteData<'_>, recorded: &RecordedResult) -> String {
    let result = &recorded.result;
    let mut out = format!("<p class=\"lead\">{}</p>\n", sentence(&ended(site_data.season, result)));
    let rests = match result.how {
        How::Played => "The match, which proves it.",
        How::Adjudicated => "The word of the official who judged it; the match shows the position.",
        How::Forfeit | How::DoubleForfeit => "The director’s word.",
    };
    if let Some(reason) = &result.reason {
        out += &format!("<h2>The reason</h2>\n{}", block_quote(reason));
    }
    let mut about = vec![
        ("Rests on", rests.to_owned()),
        ("Recorded", format!("{}, {}, by {}", time(&result.issued), number(recorded.number), result.by)),
    ];
    if let Some(decision) = &result.decision {
        about.push(("Ordered by", site_data.about(decision, "../")));
    }
    let appeals = site_data.season.appeals.iter().filter(|one| one.appeal.of == recorded.digest);
    let appeals: Vec<String> = appeals.map(|one| site_data.about(&one.digest, "../")).collect();
    if !appeals.is_empty() {
        about.push(("Appealed", appeals.join(", ")));
    }
    out + &facts(&about)
}

/// The match of a game, with links to view it.
fn the_match(site_data: &SiteData<'_>, key: GameKey) -> String {
    let named = site_data.result(key).and_then(|result| result.match_id);
    let Some(shown) = site_data.matches.get(&key) else {
        return match named {
            Some(id) => format!(
                "<section>\n<h2>The match</h2>\n<p>The result names this match, but the match is not on this site: {}</p>\n</section>\n",
                digest(&id)
            ),
            None => String::new(),
        };
    };
    let local = |path: String| path.rsplit('/').next().unwrap_or_default().to_owned();
    let mut out = format!(
        "<section>\n<h2>The match</h2>\n<p class=\"ways\">{} {}</p>\n",
        link(&local(replay_page(key)), "See the replay"),
        link(&local(report_page(key)), "Read the reports")
    );
    let facts_of = &shown.facts;
    if !facts_of.doubts.is_empty() {
        let list: String = facts_of.doubts.iter().map(|doubt| format!("<li>{}</li>\n", inline_quote(doubt))).collect();
        out += &format!(
            "<div class=\"bad\">\n<p>This match does not agree with the result:</p>\n<ul>\n{list}</ul>\n</div>\n"
        );
    }
    let stands = match &facts_of.outcome {
        Some(words) => inline_quote(words),
        None => "not over".to_owned(),
    };
    let mut about =
        vec![("Steps", facts_of.step.to_string()), ("Outcome", stands), ("Match", digest(&facts_of.match_id))];
    if let Some(state) = &facts_of.state {
        about.push(("Last state", digest(state)));
    }
    out += &facts(&about);
    if !facts_of.rulings.is_empty() {
        let list: String =
            facts_of.rulings.iter().map(|ruling| format!("<li>{}</li>\n", inline_quote(ruling))).collect();
        out += &format!("<h3>Rulings within the match</h3>\n<ul>\n{list}</ul>\n");
    }
    out + "</section>\n"
}
