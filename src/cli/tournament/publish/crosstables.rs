//! The cross table of each stage: a wall chart for a Swiss, a table of everybody against everybody, pools, a
//! bracket.

use tournament::documents::StageFormat;
use tournament::state::GameKey;

use super::bracket;
use super::labels::{name, plain_name, player, points_words, table};
use super::site_data::{SiteData, format_words};
use crate::cli::site::frame::Page;
use crate::document::Id;

/// The page.
pub fn page(site_data: &SiteData<'_>) -> Page {
    let season = site_data.season;
    let mut body = String::new();
    let schedule = season.schedule();
    let several = season.tournament.stages.len() > 1;
    for (n, stage) in season.tournament.stages.iter().enumerate() {
        let numbers = (1..).zip(&schedule).filter(|(_, round)| round.stage == n).map(|(number, _)| number);
        let rounds: Vec<u32> = numbers.collect();
        let shown = match &stage.format {
            StageFormat::Swiss { .. } => wall_chart(site_data, &rounds),
            StageFormat::RoundRobin { .. } => {
                let ids: Vec<&Id> = site_data.in_order().into_iter().filter(|id| first_roster(site_data, id)).collect();
                everybody(site_data, "Cross table", &ids, &rounds)
            }
            StageFormat::Pools { size, .. } => pools(site_data, *size, &rounds),
            StageFormat::Knockout { players } => bracket::bracket(site_data, n, *players, &rounds),
        };
        if several {
            body +=
                &format!("<section>\n<h2>Stage {}: {}</h2>\n{shown}</section>\n", n + 1, format_words(&stage.format));
        } else {
            body += &shown;
        }
    }
    if season.players.is_empty() {
        body = "<p>There is no cross table until the entries are closed.</p>\n".to_owned();
    }
    Page::new("cross.html", "Cross table", body)
}

fn first_roster(site_data: &SiteData<'_>, id: &Id) -> bool {
    site_data.season.player(id).is_some_and(|player| player.enters == 1)
}

/// The games of two players, in some rounds.
fn between(site_data: &SiteData<'_>, one: &Id, other: &Id, rounds: &[u32]) -> Vec<GameKey> {
    let both = |key: &GameKey| {
        rounds.contains(&key.0)
            && site_data.season.players_of(*key).is_ok_and(|players| players.contains(one) && players.contains(other))
    };
    site_data.season.games().into_iter().filter(both).collect()
}

/// One line for each player, with what he did in each round: the points, and the rank of his opponent.
fn wall_chart(site_data: &SiteData<'_>, rounds: &[u32]) -> String {
    let season = site_data.season;
    // Players who tie share a rank: then each line has a number of its own, by which the cells name it.
    let tied = site_data.standings.windows(2).any(|rows| rows[0].rank == rows[1].rank);
    let number = |id: &Id| site_data.standings.iter().position(|row| row.player == *id).map_or(0, |at| at + 1);
    let mut head = vec![if tied { "No." } else { "Rank" }.to_owned()];
    head.extend(tied.then(|| "Rank".to_owned()));
    head.push("Player".to_owned());
    head.extend(rounds.iter().map(|round| format!("<abbr title=\"round {round}\">R{round}</abbr>")));
    head.push("Points".to_owned());
    let cell = |id: &Id, round: u32| {
        let Some(paired) = season.round(round) else { return String::new() };
        let games: Vec<GameKey> = site_data.games_of(id).into_iter().filter(|key| key.0 == round).collect();
        if let Some(first) = games.first() {
            let players = season.players_of(*first).ok();
            let opponent = players.and_then(|players| players.into_iter().find(|other| other != id));
            let number = opponent.as_ref().map_or(0, number);
            let name = opponent.as_ref().map(|other| name(&plain_name(season, other))).unwrap_or_default();
            let points: Vec<String> = games.iter().map(|key| site_data.cell(*key, id, "")).collect();
            return format!(
                "{} <span class=\"faint\">v{number}<span class=\"told\"> {name}</span></span>",
                points.join(" ")
            );
        }
        match paired.byes.iter().find(|bye| bye.player == *id).map(|bye| bye.kind) {
            Some(tournament::crosstable::ByeKind::Full) => "bye".to_owned(),
            Some(tournament::crosstable::ByeKind::Half) => "½ bye".to_owned(),
            Some(tournament::crosstable::ByeKind::Zero) => "absent".to_owned(),
            None => "–".to_owned(),
        }
    };
    let row = |row: &tournament::documents::StandingsRow| {
        let mut cells = vec![number(&row.player).to_string()];
        cells.extend(tied.then(|| row.rank.to_string()));
        cells.push(player(season, &row.player, ""));
        cells.extend(rounds.iter().map(|round| cell(&row.player, *round)));
        cells.push(format!("<strong>{}</strong>", points_words(row.points, &season.tournament.scoring)));
        cells
    };
    let rows: Vec<Vec<String>> = site_data.standings.iter().map(row).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let what = if tied { "number 4" } else { "ranked 4" };
    let whose = if tied { "number in the first column" } else { "rank" };
    let note = format!(
        "<p class=\"faint\">Each cell shows the points of the game and the opponent’s {whose}: 1 v4 is a win against the \
         player {what}. A dot is a game without a result.</p>\n"
    );
    let figures: &[usize] = if tied { &[0, 1, head.len() - 1] } else { &[0, head.len() - 1] };
    table("Wall chart", &head, &rows, figures) + &note
}

/// Everybody against everybody.
fn everybody(site_data: &SiteData<'_>, label: &str, ids: &[&Id], rounds: &[u32]) -> String {
    let season = site_data.season;
    let mut head = vec![String::new(), "Player".to_owned()];
    head.extend((1..=ids.len()).map(|n| n.to_string()));
    head.push("Points".to_owned());
    let row = |(n, id): (usize, &&Id)| {
        let mut cells = vec![(n + 1).to_string(), player(season, id, "")];
        let mut games_of_all = Vec::new();
        for other in ids {
            let games = between(site_data, id, other, rounds);
            let shown: Vec<String> = games.iter().map(|key| site_data.cell(*key, id, "")).collect();
            cells.push(match (id == other, shown.is_empty()) {
                (true, _) => "<span class=\"self\" aria-label=\"himself\" role=\"img\">×</span>".to_owned(),
                (false, true) => String::new(),
                (false, false) => shown.join(" "),
            });
            if id != other {
                games_of_all.extend(games);
            }
        }
        let row = site_data.standings.iter().find(|row| row.player == **id);
        let points = row.map(|row| points_words(row.points, &season.tournament.scoring)).unwrap_or_default();
        cells.push(format!("<strong>{points}</strong>"));
        cells
    };
    let rows: Vec<Vec<String>> = ids.iter().enumerate().map(row).collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let figures: Vec<usize> = std::iter::once(0).chain(std::iter::once(head.len() - 1)).collect();
    table(label, &head, &rows, &figures)
}

fn pools(site_data: &SiteData<'_>, size: u32, rounds: &[u32]) -> String {
    let Some(of) = &site_data.table else { return String::new() };
    let order = site_data.in_order();
    let mut out = String::new();
    for (n, pool) in site_data.season.pools(of, size).iter().enumerate() {
        let mut ids: Vec<&Id> = pool.iter().map(|player| &of.players()[*player].id).collect();
        ids.sort_by_key(|id| order.iter().position(|other| other == id));
        let label = format!("Pool {}", n + 1);
        out += &format!("<h3>{label}</h3>\n{}", everybody(site_data, &label, &ids, rounds));
    }
    out
}
