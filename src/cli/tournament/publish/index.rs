//! The front page: the standings, what is being played now, and how the tournament is run.

use tournament::crosstable::TieBreak;
use tournament::documents::TeamRow;

use super::labels::{block_quote, digest, facts, link, name, player, points_words, table, time, truncated};
use super::rounds::{self, capital};
use super::site_data::{SiteData, format_words, round_page};
use crate::cli::game_titles::planned_title;
use crate::cli::out::counted;
use crate::cli::site::frame::Page;
use crate::cli::tournament::standings::tie_title;
use crate::report::markup;

/// The page.
pub fn page(site_data: &SiteData<'_>) -> Page {
    let season = site_data.season;
    let tournament = season.tournament;
    let mut body = format!("<p class=\"lead\">{}</p>\n", status_text(site_data));
    body += &standings(site_data);
    body += &teams(site_data);
    if let Some(round) = season.rounds.last() {
        body += &format!(
            "<section>\n<h2>{}</h2>\n{}</section>\n",
            link(&round_page(round.round), &format!("Round {}", round.round)),
            rounds::boards(site_data, round.round, "")
        );
    }
    body += &next(site_data);
    let officials = tournament.deputies.iter().flatten();
    let deputies: Vec<String> = officials.map(|one| format!("{} ({})", name(&one.name), one.id)).collect();
    let stages: Vec<String> = tournament.stages.iter().map(|stage| stage_words(site_data, stage)).collect();
    let mut about = vec![
        ("Director", name(&tournament.director.name)),
        ("Announced", time(&tournament.date)),
        ("Format", stages.join("; then ")),
        ("Players", season.players.len().to_string()),
        ("Tournament", digest(&season.id)),
        ("The chain ends with", format!("document {}, {}", season.next - 1, digest(&season.head))),
    ];
    if !deputies.is_empty() {
        about.insert(1, ("Deputies", deputies.join(", ")));
    }
    body += &format!("<section>\n<h2>About</h2>\n{}", facts(&about));
    if let Some(rules) = &tournament.rules {
        body += &format!("<h3>The director’s rules</h3>\n{}", block_quote(rules));
    }
    body += "</section>\n";
    Page::new("index.html", truncated(&tournament.title), body)
}

fn stage_words(site_data: &SiteData<'_>, stage: &tournament::documents::Stage) -> String {
    let legs = if stage.legs.unwrap_or(1) > 1 { ", two games on each board with sides exchanged" } else { "" };
    let planned = |id| site_data.season.planned_game(id);
    let games: Vec<String> = stage.games.iter().filter_map(planned).map(planned_title).collect();
    format!("{}{legs}: {}", format_words(&stage.format), games.join("; "))
}

/// The status of the tournament, in a sentence.
fn status_text(site_data: &SiteData<'_>) -> String {
    let season = site_data.season;
    let (paired, all) = (season.rounds.len(), season.schedule().len());
    if season.players.is_empty() {
        return format!("Entries are open: {}.", counted(season.entries.len(), "player"));
    }
    if paired == 0 {
        return format!("The entries are closed: {}. No round is paired yet.", counted(season.players.len(), "player"));
    }
    let open = season.open_games().len();
    let open = match open {
        0 => String::new(),
        open => format!(" {} without a result.", counted(open, "game")),
    };
    match season.is_over() {
        true => {
            format!("The tournament is over after {}.{}", counted(all, "round"), super::bracket::champion(site_data))
        }
        false => format!("Round {paired} of {all}.{open}"),
    }
}

/// The standings with every tie-break.
pub fn standings(site_data: &SiteData<'_>) -> String {
    let season = site_data.season;
    let ties = &season.tournament.tie_breaks;
    let mut head = vec!["Rank", "Player", "Points"];
    head.extend(ties.iter().map(|tie| tie_title(*tie)));
    let row = |row: &tournament::documents::StandingsRow| {
        let left = season.player(&row.player).and_then(|player| player.leaves);
        let left = if left.is_some() { " <span class=\"faint\">left</span>" } else { "" };
        let mut cells = vec![
            row.rank.to_string(),
            format!("{}{left}", player(season, &row.player, "")),
            format!("<strong>{}</strong>", points_words(row.points, &season.tournament.scoring)),
        ];
        cells.extend(ties.iter().map(|tie| match row.tie_breaks.get(&tie.name()) {
            Some(value) => tie.show(*value, &season.tournament.scoring),
            None => "–".to_owned(),
        }));
        cells
    };
    let rows: Vec<Vec<String>> = site_data.standings.iter().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let figures: Vec<usize> = std::iter::once(0).chain(2..head.len()).collect();
    let about: String = ties
        .iter()
        .map(|tie| format!("<div><dt>{}</dt><dd>{}</dd></div>\n", tie_title(*tie), tie_about(*tie)))
        .collect();
    let signed = match season.published {
        0 => "The director has published no standings yet; these follow from the results.".to_owned(),
        round if round as usize == season.rounds.len() => {
            format!("The director has signed these standings after round {round}.")
        }
        round => {
            format!("The director has signed the standings after round {round}; these follow from the results so far.")
        }
    };
    format!(
        "<section>\n<h2>Standings</h2>\n{}<p class=\"faint\">{signed}</p>\n<details>\n<summary>The tie-breaks</summary>\n\
         <p>If points are equal, these decide, in this order.</p>\n<dl class=\"facts\">\n{about}</dl>\n</details>\n</section>\n",
        table("Standings", &head, &rows, &figures)
    )
}

/// The standings of the teams, if the tournament has any.
fn teams(site_data: &SiteData<'_>) -> String {
    let season = site_data.season;
    let rows = season.team_rows(&site_data.standings);
    let row = |row: &TeamRow| {
        let members = season.players.iter().filter(|one| one.team.as_ref() == Some(&row.team));
        let members: Vec<String> = members.map(|one| player(season, &one.id, "")).collect();
        vec![
            row.rank.to_string(),
            markup(row.team.as_str()),
            members.join(", "),
            format!("<strong>{}</strong>", points_words(row.points, &season.tournament.scoring)),
            row.places.to_string(),
        ]
    };
    let lines: Vec<Vec<String>> = rows.iter().map(row).collect();
    if lines.is_empty() {
        return String::new();
    }
    let counted = match season.tournament.teams.and_then(|teams| teams.counted) {
        Some(most) => format!("Of each team the best {} in the standings.", counted_members(most)),
        None => "All members of a team count.".to_owned(),
    };
    format!(
        "<section>\n<h2>Teams</h2>\n{}<p class=\"faint\">{counted} If points are equal, the lower sum of places comes \
         first.</p>\n</section>\n",
        table("Teams", &["Rank", "Team", "Members", "Points", "Sum of places"], &lines, &[0, 3, 4])
    )
}

fn counted_members(most: u32) -> String {
    if most == 1 { "member counts".to_owned() } else { format!("{most} members count") }
}

/// What happens next.
fn next(site_data: &SiteData<'_>) -> String {
    let season = site_data.season;
    let next = season.rounds.len() as u32 + 1;
    let Some(scheduled) = season.scheduled(next).filter(|_| !season.rounds.is_empty()) else { return String::new() };
    let stage = &season.tournament.stages[scheduled.stage];
    let when = match season.open_games().len() {
        0 => "The director pairs it next.".to_owned(),
        1 => "It is paired when 1 more game has a result.".to_owned(),
        open => format!("It is paired when {open} more games have a result."),
    };
    format!("<section>\n<h2>Round {next}</h2>\n<p>{}. {when}</p>\n</section>\n", capital(&format_words(&stage.format)))
}

/// The explanation of a tie-break.
fn tie_about(tie: TieBreak) -> &'static str {
    match tie {
        TieBreak::Buchholz => {
            "the sum of the opponents’ points, with FIDE’s adjustment for rounds that were not played"
        }
        TieBreak::BuchholzCut1 => "Buchholz without the lowest opponent",
        TieBreak::BuchholzCut2 => "Buchholz without the two lowest opponents",
        TieBreak::BuchholzMedian => "Buchholz without the lowest and the highest opponent",
        TieBreak::SonnebornBerger => "the sum of each opponent’s points times the points scored against him",
        TieBreak::DirectEncounter => "the ranking in the games between the tied players",
        TieBreak::Wins => "games that scored as much as a win",
        TieBreak::GamesWon => "games won by play or by adjudication",
        TieBreak::SecondSideGames => "games played with the second side",
        TieBreak::SecondSideWins => "games won with the second side",
        TieBreak::Progressive => "the sum of the points after each round",
        TieBreak::Margin => "winning margins minus losing margins, in the games’ own points",
        TieBreak::Rating => "the rating before the first round",
        TieBreak::Lot => "the draw of lots; the lower lot ranks first",
    }
}
