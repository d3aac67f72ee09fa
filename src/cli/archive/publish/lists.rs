//! Lists of matches, split over pages.

use archive::index::Row;

use super::site_data::{
    SiteData, match_page, name_of, player, scenario_page, scenario_title, seats_with_sides, short_result,
};
use crate::cli::site::frame::Page;
use crate::cli::site::html::{inline_quote, link, name, table};
use crate::report::grammar::side_name;
use crate::report::{Block, markup};

/// How many lines of a list are on one page.
pub const ROWS_PER_PAGE: usize = 100;

/// All matches.
pub fn all(site_data: &SiteData) -> Vec<Page> {
    let rows: Vec<&Row> = site_data.rows.iter().collect();
    let mut pages = of_matches("matches.html", "Matches", String::new(), &rows);
    if let Some(first) = pages.first_mut().filter(|_| !site_data.left_out.is_empty()) {
        let list: String = site_data.left_out.iter().map(|line| format!("<li>{}</li>\n", inline_quote(line))).collect();
        first.body += &format!("<section>\n<h2>Files that are not published</h2>\n<ul>\n{list}</ul>\n</section>\n");
    }
    pages
}

/// Pages with a list of matches; the first has the given path and head.
pub fn of_matches(path: &str, title: &str, head: String, rows: &[&Row]) -> Vec<Page> {
    if rows.is_empty() {
        return vec![Page::new(path, title, head + "<p>There are no matches.</p>\n")];
    }
    let up = Page::up(path);
    let lines: Vec<Vec<String>> = rows.iter().map(|row| line(row, &up)).collect();
    over_pages(path, title, head, "Matches", &HEAD, &lines, &[4])
}

/// The columns of a list of matches.
const HEAD: [&str; 6] = ["Ended", "Match", "Players", "Scenario", "Steps", "Result"];

/// A short list of matches as a single table.
pub fn short(label: &str, rows: &[&Row], up: &str) -> String {
    let lines: Vec<Vec<String>> = rows.iter().map(|row| line(row, up)).collect();
    table(label, &HEAD, &lines, &[4])
}

fn line(row: &Row, up: &str) -> Vec<String> {
    let players = seats_with_sides(row).map(|(seat, side)| format!("{} ({})", player(&seat.name, up), side_name(side)));
    vec![
        markup(row.ended.get(..10).unwrap_or(&row.ended)),
        link(&format!("{up}{}", match_page(&row.id)), &name(&name_of(row))),
        players.collect::<Vec<_>>().join(" – "),
        link(&format!("{up}{}", scenario_page(row)), &markup(&scenario_title(row))),
        row.steps.to_string(),
        markup(&short_result(row)),
    ]
}

/// A table split over pages. The first page has the given path and head; each page links to all others.
pub fn over_pages(
    path: &str,
    title: &str,
    head: String,
    label: &str,
    columns: &[&str],
    lines: &[Vec<String>],
    figures: &[usize],
) -> Vec<Page> {
    let of = lines.len().div_ceil(ROWS_PER_PAGE);
    let at = |n: usize| if n == 1 { path.to_owned() } else { path.replace(".html", &format!("-{n}.html")) };
    let leaf = |n: usize| {
        let to = at(n);
        to.rsplit('/').next().unwrap_or_default().to_owned()
    };
    let mut pages = Vec::new();
    for (n, part) in (1..).zip(lines.chunks(ROWS_PER_PAGE)) {
        let mut body = if n == 1 { head.clone() } else { String::new() };
        body += &table(label, columns, part, figures);
        if of > 1 {
            let to = |other: usize| match other == n {
                true => format!("<li><strong aria-current=\"page\">{n}</strong></li>\n"),
                false => format!("<li>{}</li>\n", link(&leaf(other), &other.to_string())),
            };
            let list: String = (1..=of).map(to).collect();
            body += &format!("<nav aria-label=\"Pages of this list\">\n<ul>\n{list}</ul>\n</nav>\n");
        }
        let title = if n == 1 { title.to_owned() } else { format!("{title}, page {n}") };
        pages.push(Page::new(at(n), title, body));
    }
    pages
}

/// Turns a table of a report into a table of a page.
pub fn of_block(label: &str, block: &Block, figures: &[usize]) -> String {
    let Block::Table { header, rows } = block else { return String::new() };
    let cells = |row: &Vec<String>| row.iter().map(|cell| markup(cell)).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = rows.iter().map(cells).collect();
    let header = cells(header);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    table(label, &header, &rows, figures)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_takes_several_pages_that_lead_to_each_other() {
        let lines: Vec<Vec<String>> = (0..250).map(|n| vec![format!("line {n}")]).collect();
        let pages = over_pages("players/x.html", "X", "<p>head</p>".to_owned(), "Lines", &["Line"], &lines, &[]);
        let paths: Vec<&str> = pages.iter().map(|page| page.path.as_str()).collect();
        assert_eq!(paths, ["players/x.html", "players/x-2.html", "players/x-3.html"]);
        let rows: Vec<usize> = pages.iter().map(|page| page.body.matches("<td>line").count()).collect();
        assert_eq!(rows, [100, 100, 50]);
        assert!(pages[0].body.starts_with("<p>head</p>") && !pages[1].body.contains("head</p>"));
        assert!(
            pages[1].body.contains("<a href=\"x.html\">1</a>") && pages[1].body.contains("<a href=\"x-3.html\">3</a>")
        );
        assert!(pages[1].body.contains("aria-current=\"page\">2<") && pages[1].title == "X, page 2");
        let one = over_pages("a.html", "A", String::new(), "Lines", &["Line"], &lines[..100], &[]);
        assert!(one.len() == 1 && !one[0].body.contains("<nav"));
    }
}
