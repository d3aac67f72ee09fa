//! The page of a match: who played it, how it ended, what happened, how the dice fell, and how to view and verify
//! it.

use archive::index::{Details, Row};
use archive::model::{Attached, Count, Moment};

use super::scenarios::DICE_FIGURES;
use super::site_data::{
    SiteData, match_page, name_of, packed_file, place_of, player, result_of_side, scenario_page, scenario_title,
    seats_with_sides,
};
use super::{attached, lists};
use crate::cli::archive::stats as counted;
use crate::cli::game_titles::game_title;
use crate::cli::site::frame::Page;
use crate::cli::site::html::{digest, facts, inline_quote, link, sentence, table, time, truncated};
use crate::cli::site::search::Search;
use crate::report::grammar::side_name;
use crate::report::markup;

/// How many events are listed.
const MAX_EVENTS: usize = 24;

/// The page.
pub fn page(site_data: &SiteData, row: &Row, details: &Details, attached: &[Attached], search: &mut Search) -> Page {
    let place = place_of(row);
    let told = most_important(&details.moments);
    let ended = match &row.result {
        Some(result) => result.words.clone(),
        None => "not over".to_owned(),
    };
    // A very long name must not hide the other player's.
    let names: Vec<String> = seats_with_sides(row).map(|(seat, _)| truncated(&seat.name)).collect();
    let peaks: Vec<&str> = told.iter().filter_map(|moment| moment.peak.as_deref()).collect();
    let text =
        format!("{} {} {} {ended} {}", game_title(&row.game), scenario_title(row), names.join(" "), peaks.join(" "));
    search.entry("Match", &name_of(row), &match_page(&row.id), &text);

    let mut body = format!("<p class=\"lead\">{}</p>\n", sentence(&markup(&ended)));
    body += &seats(row);
    let bytes = site_data.packed.get(&row.id).map_or(0, |packed| packed.bytes);
    body += &format!(
        "<p class=\"ways\">{} {} {}</p>\n",
        link(&place.relative_link("-replay"), "See the replay"),
        link(&place.relative_link("-report"), "Read the reports"),
        link(&format!("../{}", packed_file(&row.id)), &format!("Download the match, {} KiB", bytes.div_ceil(1024)))
    );
    if !told.is_empty() {
        let line = |moment: &&Moment| {
            let step = link(
                &format!("{}#step-{}", place.relative_link("-report"), moment.step),
                &format!("Step {}", moment.step),
            );
            format!("<li>{step}: {}</li>\n", inline_quote(&moment.words))
        };
        let list: String = told.iter().map(line).collect();
        body += &section("What happened", &format!("<ul class=\"plain\">\n{list}</ul>\n"));
    }
    body += &counts(row, &details.counts);
    let fell = site_data.dice(std::slice::from_ref(row), |_, side| vec![side_name(side)]);
    if !fell.is_empty() {
        body += &section("Dice", &lists::of_block("Dice", &counted::dice(&fell), &DICE_FIGURES));
    }
    body += &rests(row, details);
    if !attached.is_empty() {
        body += &section("Files of other programs", &attached::of_match(attached));
    }
    body += &section("About", &facts(&about(site_data, row)));
    Page::new(match_page(&row.id), name_of(row), body)
}

fn section(title: &str, body: &str) -> String {
    format!("<section>\n<h2>{title}</h2>\n{body}</section>\n")
}

fn seats(row: &Row) -> String {
    let line = |seat: &archive::model::Seat| match &seat.side {
        Some(side) => vec![
            markup(&side_name(side)),
            player(&seat.name, "../"),
            result_of_side(row, side).to_owned(),
            format!("<code class=\"digest\">{}</code>", markup(&seat.fingerprint)),
        ],
        None => vec![
            markup(&crate::report::grammar::capital(&seat.seat.replace('_', " "))),
            crate::cli::site::html::name(&seat.name),
            String::new(),
            format!("<code class=\"digest\">{}</code>", markup(&seat.fingerprint)),
        ],
    };
    let lines: Vec<Vec<String>> = row.seats.iter().map(line).collect();
    table("Players", &["Side", "Player", "Result", "Key"], &lines, &[])
}

/// The most important events, in order: combats by their losses, then control, leaders, and points.
fn most_important(moments: &[Moment]) -> Vec<&Moment> {
    let rank = |moment: &Moment| match moment.kind.as_str() {
        "combat" if moment.peak.is_some() => Some(4),
        "control" => Some(3),
        "leader" => Some(2),
        "score" => Some(1),
        _ => None,
    };
    let mut ranked: Vec<(usize, &Moment)> =
        moments.iter().enumerate().filter(|(_, moment)| rank(moment).is_some()).collect();
    ranked.sort_by_key(|(n, moment)| std::cmp::Reverse((moment.weight, rank(moment), std::cmp::Reverse(*n))));
    ranked.truncate(MAX_EVENTS);
    ranked.sort_by_key(|(n, _)| *n);
    ranked.into_iter().map(|(_, moment)| moment).collect()
}

/// The game's own counts at the end of the match.
fn counts(row: &Row, counts: &[Count]) -> String {
    let sides: Vec<&String> = seats_with_sides(row).map(|(_, side)| side).collect();
    let mut titles: Vec<&str> = Vec::new();
    for count in counts {
        if !titles.contains(&count.title.as_str()) {
            titles.push(&count.title);
        }
    }
    if titles.is_empty() || sides.is_empty() {
        return String::new();
    }
    let value = |title: &str, side: &str| {
        let found = counts.iter().find(|count| count.title == title && count.side == side);
        found.map(|count| count.value.to_string()).unwrap_or_default()
    };
    let line = |title: &&str| {
        let values = sides.iter().map(|side| value(title, side));
        std::iter::once(markup(title)).chain(values).collect::<Vec<_>>()
    };
    let lines: Vec<Vec<String>> = titles.iter().map(line).collect();
    let names: Vec<String> = sides.iter().map(|side| markup(&side_name(side))).collect();
    let head: Vec<&str> = std::iter::once("").chain(names.iter().map(String::as_str)).collect();
    let figures: Vec<usize> = (1..head.len()).collect();
    section("At the end", &table("At the end", &head, &lines, &figures))
}

/// What verification cannot derive, and what is only partly proved.
fn rests(row: &Row, details: &Details) -> String {
    let mut out = String::new();
    if row.partial {
        out += "<p>Part of this match cannot be checked until a player discloses his secrets.</p>\n";
    }
    if !details.notices.is_empty() {
        let line = |notice: &archive::model::Notice| {
            format!("<li>Step {}, {}: {}</li>\n", notice.step, markup(&notice.kind), inline_quote(&notice.words))
        };
        let list: String = details.notices.iter().map(line).collect();
        out += &format!("<ul class=\"spaced\">\n{list}</ul>\n");
    }
    if out.is_empty() { out } else { section("What rests on a person’s word", &out) }
}

fn about(site_data: &SiteData, row: &Row) -> Vec<(&'static str, String)> {
    let mut about = vec![
        ("Game", markup(&game_title(&row.game))),
        ("Scenario", link(&format!("../{}", scenario_page(row)), &markup(&scenario_title(row)))),
        ("Began", time(&row.began)),
        (if row.result.is_some() { "Ended" } else { "Last played" }, time(&row.ended)),
        ("Steps", row.steps.to_string()),
    ];
    if let Some(event) = &row.event {
        let part = [("round", event.round), ("board", event.board), ("game", event.leg)];
        let part = part.iter().filter_map(|(what, number)| number.map(|number| format!("{what} {number}")));
        let place = part.collect::<Vec<_>>().join(", ");
        about.push(("Tournament", format!("{}<br>{place}", digest(&markup(&event.tournament)))));
    }
    about.push(("Match", digest(&markup(&row.id))));
    if let Some(packed) = site_data.packed.get(&row.id) {
        about.push(("SHA-256 of its file", digest(&packed.sha256)));
    }
    about
}
