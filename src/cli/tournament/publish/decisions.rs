//! Decisions and appeals, each with its reason.

use tournament::state::{Appealed, Decided};

use super::labels::{block_quote, digest, facts, inline_quote, link, number, player, table, time};
use super::site_data::{SiteData, appeal_page, decision_page};
use crate::cli::site::frame::Page;
use crate::report::markup;
use tournament::state::effect_words;

/// The list of decisions and appeals, and a page for each.
pub fn pages(site_data: &SiteData<'_>) -> Vec<Page> {
    let season = site_data.season;
    let decided = |one: &Decided| {
        let effect = one
            .decision
            .effect
            .as_ref()
            .map(|effect| inline_quote(&effect_words(effect, &season.tournament.scoring)))
            .unwrap_or_default();
        vec![link(&decision_page(one.number), &one.number.to_string()), inline_quote(&one.decision.reason), effect]
    };
    let appealed = |one: &Appealed| {
        let page = appeal_page(&one.appeal.player, &one.digest);
        let stands = match &one.decided {
            Some(decision) => site_data.about(decision, ""),
            None => "not decided yet".to_owned(),
        };
        vec![
            link(&page, &number(one.taken)),
            player(season, &one.appeal.player, ""),
            inline_quote(&one.appeal.reason),
            stands,
        ]
    };
    let rows: Vec<Vec<String>> = season.decisions.iter().map(decided).collect();
    let mut body = match rows.is_empty() {
        true => "<p>Nothing has been decided.</p>\n".to_owned(),
        false => table("Decisions", &["Number", "Reason", "What it does"], &rows, &[]),
    };
    let rows: Vec<Vec<String>> = season.appeals.iter().map(appealed).collect();
    body += &match rows.is_empty() {
        true => "<section>\n<h2>Appeals</h2>\n<p>Nobody has appealed.</p>\n</section>\n".to_owned(),
        false => format!(
            "<section>\n<h2>Appeals</h2>\n{}</section>\n",
            table("Appeals", &["Taken with", "Player", "Reason", "Decided by"], &rows, &[])
        ),
    };
    let mut pages = vec![Page::new("decisions.html", "Decisions", body)];
    pages.extend(season.decisions.iter().map(|one| decision(site_data, one)));
    pages.extend(season.appeals.iter().map(|one| appeal(site_data, one)));
    pages
}

fn decision(site_data: &SiteData<'_>, one: &Decided) -> Page {
    let decision = &one.decision;
    let mut about = Vec::new();
    if let Some(on) = &decision.on {
        about.push(("About", site_data.about(on, "../")));
    }
    if let Some(effect) = &decision.effect {
        about.push(("What it does", markup(&effect_words(effect, &site_data.season.tournament.scoring))));
    }
    about.push(("Signed", format!("{}, {}, by {}", time(&decision.issued), number(one.number), decision.by)));
    let carried = site_data.season.results.values().chain(&site_data.season.superseded);
    let carried: Vec<String> = carried
        .filter(|result| result.result.decision == Some(one.digest))
        .map(|result| site_data.about(&result.digest, "../"))
        .collect();
    if !carried.is_empty() {
        about.push(("Carried out by", carried.join(", ")));
    }
    about.push(("Digest", digest(&one.digest)));
    let body = format!("<h2>The reason</h2>\n{}{}", block_quote(&decision.reason), facts(&about));
    Page::new(decision_page(one.number), format!("Decision {}", one.number), body)
}

fn appeal(site_data: &SiteData<'_>, one: &Appealed) -> Page {
    let appeal = &one.appeal;
    let mut about = vec![
        ("Player", player(site_data.season, &appeal.player, "../")),
        ("Against", site_data.about(&appeal.of, "../")),
        ("Written", time(&appeal.written)),
        ("Taken with", number(one.taken)),
    ];
    about.push((
        "Decided by",
        match &one.decided {
            Some(decision) => site_data.about(decision, "../"),
            None => "nobody yet".to_owned(),
        },
    ));
    about.push(("Digest", digest(&one.digest)));
    let body = format!("<h2>The reason</h2>\n{}{}", block_quote(&appeal.reason), facts(&about));
    Page::new(appeal_page(&appeal.player, &one.digest), format!("An appeal by {}", appeal.player), body)
}
