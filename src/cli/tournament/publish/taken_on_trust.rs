//! What rests on a person's word.

use tournament::audit::Attestation;

use super::labels::{game_page, game_short, inline_quote, link, name, player};
use super::site_data::SiteData;
use crate::cli::site::frame::Page;

/// The page.
pub fn page(site_data: &SiteData<'_>) -> Page {
    let season = site_data.season;
    let mut body = String::from(
        "<p class=\"lead\">What is listed here rests on a person’s word. Documents and matches prove everything else.</p>\n",
    );
    let who = |word: &Attestation| match season.player(&word.by) {
        Some(_) => player(season, &word.by, ""),
        None => {
            let officials =
                std::iter::once(&season.tournament.director).chain(season.tournament.deputies.iter().flatten());
            let official = officials.into_iter().find(|one| one.id == word.by);
            match official {
                Some(official) if official.id.as_str() == "director" => format!("{}, director", name(&official.name)),
                Some(official) => format!("{}, deputy", name(&official.name)),
                None => word.by.to_string(),
            }
        }
    };
    let mut list: String = site_data
        .words
        .iter()
        .map(|word| {
            let filed = std::iter::once(site_data.chain.announcement).chain(site_data.chain.line.iter().copied());
            let digest = filed.into_iter().find(|filed| filed.file == word.file).map(|filed| filed.digest);
            let digest = digest.or_else(|| {
                site_data.chain.from_players.values().find(|filed| filed.file == word.file).map(|filed| filed.digest)
            });
            let to = digest.map(|digest| site_data.about(&digest, "")).unwrap_or_default();
            format!("<li>{}: {}<br><span class=\"faint\">{to}</span></li>\n", who(word), inline_quote(&word.what))
        })
        .collect();
    for (key, shown) in &site_data.matches {
        let game = link(&game_page(*key), &format!("game {}", game_short(*key)));
        let ruling =
            |ruling: &String| format!("<li>The adjudicator of {game}: a ruling, {}</li>\n", inline_quote(ruling));
        list += &shown.facts.rulings.iter().map(ruling).collect::<String>();
    }
    body += &match list.is_empty() {
        true => "<p>Nothing: a match proves every result, and there were no decisions.</p>\n".to_owned(),
        false => format!("<ul class=\"spaced\">\n{list}</ul>\n"),
    };
    let doubted: String = site_data
        .matches
        .iter()
        .filter(|(_, shown)| !shown.facts.doubts.is_empty())
        .map(|(key, shown)| {
            let game = link(&game_page(*key), &format!("Game {}", game_short(*key)));
            format!("<li>{game}: {}</li>\n", inline_quote(&shown.facts.doubts.join("; ")))
        })
        .collect();
    if !doubted.is_empty() {
        body += &format!(
            "<section class=\"bad\">\n<h2>Matches that do not agree with their results</h2>\n<ul>\n{doubted}</ul>\n</section>\n"
        );
    }
    Page::new("word.html", "On a person’s word", body)
}
