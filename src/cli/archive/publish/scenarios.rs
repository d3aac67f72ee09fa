//! The scenarios: results by side, length of matches, and dice.

use std::collections::BTreeMap;

use archive::fairness::tenths;
use archive::index::Row;
use archive::stats::{self, Group};

use super::lists;
use super::site_data::{SiteData, scenario_page, scenario_title};
use crate::cli::archive::match_count::count;
use crate::cli::archive::stats as counted;
use crate::cli::game_titles::game_title;
use crate::cli::site::frame::Page;
use crate::cli::site::html::{facts, inline_quote, link, table};
use crate::cli::site::search::Search;
use crate::report::grammar::side_name;
use crate::report::markup;

/// The columns with figures in a table of dice.
pub const DICE_FIGURES: [usize; 3] = [2, 3, 4];

/// The matches of each scenario, ordered by game and scenario.
fn each(site_data: &SiteData) -> BTreeMap<(String, String), Vec<Row>> {
    let mut each: BTreeMap<(String, String), Vec<Row>> = BTreeMap::new();
    for row in &site_data.rows {
        each.entry((game_title(&row.game), row.scenario.clone())).or_default().push(row.clone());
    }
    each
}

/// The combined statistics of matches of one scenario.
fn together(rows: &[Row]) -> Group {
    stats::groups(rows, |_| String::new()).into_iter().next().unwrap_or_default()
}

/// A table of all scenarios.
pub fn table_of(site_data: &SiteData) -> String {
    let line = |((game, _), rows): (&(String, String), &Vec<Row>)| {
        let group = together(rows);
        let wins: Vec<String> = group.wins.iter().map(|(side, won)| format!("{} {won}", side_name(side))).collect();
        vec![
            markup(game),
            link(&scenario_page(&rows[0]), &markup(&scenario_title(&rows[0]))),
            group.matches.to_string(),
            markup(&wins.join(", ")),
            group.draws.to_string(),
            group.open.to_string(),
            tenths(group.steps, group.matches - group.open).unwrap_or_default(),
        ]
    };
    let each = each(site_data);
    let lines: Vec<Vec<String>> = each.iter().map(line).collect();
    let head = ["Game", "Scenario", "Matches", "Won", "Drawn", "Not over", "Mean steps"];
    table("Scenarios", &head, &lines, &[2, 4, 5, 6])
}

/// The list of scenarios with the dice of all games, and a page for each scenario.
pub fn pages(site_data: &SiteData, search: &mut Search) -> Vec<Page> {
    let mut body = table_of(site_data);
    let fell =
        site_data.dice(&site_data.rows, |row, side| vec![format!("{}, {}", game_title(&row.game), side_name(side))]);
    body += &format!(
        "<section>\n<h2>Dice</h2>\n{}<p class=\"faint\">Chi-squared is Pearson’s test of whether dice are fair. Its \
         chances are corrected for the number of all tests on this site.</p>\n</section>\n",
        lists::of_block("Dice", &counted::dice(&fell), &DICE_FIGURES)
    );
    if let Some([high, low]) = stats::extremes(&site_data.rows) {
        let line = |what: &str, one| format!("<li>{}</li>\n", inline_quote(&counted::extreme(what, one)));
        body += &format!(
            "<section>\n<h2>Luck</h2>\n<ul>\n{}{}</ul>\n</section>\n",
            line("Highest mean", &high),
            line("Lowest mean", &low)
        );
    }
    let mut pages = vec![Page::new("scenarios.html", "Scenarios and dice", body)];
    for rows in each(site_data).into_values() {
        let (game, scenario) = (game_title(&rows[0].game), scenario_title(&rows[0]));
        search.entry("Scenario", &scenario, &scenario_page(&rows[0]), &game);
        pages.extend(of_scenario(site_data, &rows, &game, &scenario));
    }
    pages
}

fn of_scenario(site_data: &SiteData, rows: &[Row], game: &str, scenario: &str) -> Vec<Page> {
    let group = together(rows);
    let over = group.matches - group.open;
    let lines: Vec<Vec<String>> = group
        .wins
        .iter()
        .map(|(side, won)| {
            let share = tenths(won * 100, over).map(|share| format!("{share} %")).unwrap_or_default();
            vec![markup(&side_name(side)), won.to_string(), share]
        })
        .collect();
    let about = [
        ("Game", markup(game)),
        ("Matches", group.matches.to_string()),
        ("Drawn", group.draws.to_string()),
        ("Not over", group.open.to_string()),
        ("Mean steps", tenths(group.steps, over).unwrap_or_else(|| "–".to_owned())),
    ];
    let fell = site_data.dice(rows, |_, side| vec![side_name(side)]);
    let mut head = format!("{}<section>\n<h2>Results by side</h2>\n", facts(&about));
    head += &table("Results by side", &["Side", "Won", "Of those over"], &lines, &[1, 2]);
    head += "</section>\n";
    if !fell.is_empty() {
        head += &format!(
            "<section>\n<h2>Dice</h2>\n{}</section>\n",
            lists::of_block("Dice", &counted::dice(&fell), &DICE_FIGURES)
        );
    }
    head += &format!("<h2>{}</h2>\n", count(group.matches));
    let rows: Vec<&Row> = rows.iter().collect();
    lists::of_matches(&scenario_page(rows[0]), scenario, head, &rows)
}
