//! The front page: the number of matches of each scenario, and the latest matches.

use archive::index::Row;

use super::lists::{self, ROWS_PER_PAGE};
use super::scenarios;
use super::site_data::SiteData;
use crate::cli::archive::match_count::count;
use crate::cli::site::frame::Page;
use crate::cli::site::html::{link, truncated};

/// How many matches the front page lists.
const LATEST: usize = 20;

/// The page.
pub fn page(site_data: &SiteData) -> Page {
    let over = site_data.rows.iter().filter(|row| row.result.is_some()).count();
    let all = count(site_data.rows.len() as u64);
    let mut body = match site_data.rows.len() - over {
        0 => format!("<p class=\"lead\">{all}.</p>\n"),
        open => format!("<p class=\"lead\">{all}, {open} of them unfinished.</p>\n"),
    };
    if !site_data.rows.is_empty() {
        body += &format!("<section>\n<h2>By scenario</h2>\n{}</section>\n", scenarios::table_of(site_data));
        let latest: Vec<&Row> = site_data.rows.iter().take(LATEST).collect();
        let more = match site_data.rows.len() {
            0..=LATEST => String::new(),
            all => {
                let pages = all.div_ceil(ROWS_PER_PAGE);
                let words =
                    if pages == 1 { "All matches".to_owned() } else { format!("All matches, on {pages} pages") };
                format!("<p>{}</p>\n", link("matches.html", &words))
            }
        };
        body += &format!(
            "<section>\n<h2>Latest matches</h2>\n{}{more}</section>\n",
            lists::short("Latest matches", &latest, "")
        );
    }
    if !site_data.left_out.is_empty() {
        let files = if site_data.left_out.len() == 1 {
            "1 file is".to_owned()
        } else {
            format!("{} files are", site_data.left_out.len())
        };
        body += &format!("<p class=\"bad\">{files} not published: {}.</p>\n", link("matches.html", "which, and why"));
    }
    Page::new("index.html", truncated(&site_data.title), body)
}
