//! Words on the site: what players wrote made harmless, names, times, links.

use std::fmt::Write;

use serde_json::json;
use tournament::crosstable::{How, Scoring, show_points};
use tournament::documents::GameResult;
use tournament::season::{GameKey, Season};

use crate::document::{Id, Value};
use crate::report::{markup, quoted};

/// The most characters of a name or a title.
const NAME: usize = 80;

/// A name that somebody chose, on one line, cut; nothing of it turns the writing around it.
pub fn name(text: &str) -> String {
    format!("<bdi class=\"name\">{}</bdi>", markup(&cut(text)))
}

/// The same as plain text, for titles of pages.
pub fn cut(text: &str) -> String {
    let text = crate::report::clean(text);
    match text.char_indices().nth(NAME) {
        None => text.into_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

/// What somebody wrote, in paragraphs.
pub fn said(text: &str) -> String {
    let (lines, left) = quoted(text);
    let mut out = String::from("<blockquote>");
    for line in lines.iter().filter(|line| !line.is_empty()) {
        let _ = write!(out, "<p dir=\"auto\">{}</p>", markup(line));
    }
    if left > 0 {
        let _ = write!(out, "<p class=\"faint\">(cut here: {left} more characters in the document)</p>");
    }
    out + "</blockquote>\n"
}

/// The same on one line.
pub fn in_line(text: &str) -> String {
    let (lines, left) = quoted(text);
    let more = if left > 0 { " …" } else { "" };
    format!("<bdi class=\"words\">{}{more}</bdi>", markup(&lines.join(" ")))
}

/// A time of a document: `2026-11-20T17:00:00Z` as `2026-11-20 17:00 UTC`.
pub fn time(text: &str) -> String {
    match (text.get(..10), text.get(11..16)) {
        (Some(day), Some(hour)) => {
            format!("<time datetime=\"{}\">{} {} UTC</time>", markup(text), markup(day), markup(hour))
        }
        _ => markup(text),
    }
}

/// A digest, so that it may break anywhere.
pub fn digest(text: &impl ToString) -> String {
    format!("<code class=\"digest\">{}</code>", text.to_string())
}

/// A link; the words are markup.
pub fn link(to: &str, words: &str) -> String {
    format!("<a href=\"{}\">{words}</a>", markup(to))
}

/// Words of the program as a sentence of their own: with a capital, and with a full stop. They are markup.
pub fn sentence(words: &str) -> String {
    let mut chars = words.chars();
    let first = chars.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(chars).chain(['.']).collect()
}

/// Where a player's page lies.
pub fn player_page(id: &Id) -> String {
    format!("players/{id}.html")
}

/// What files call a game: `r03-b12`, or `r03-b12-g2`.
pub fn game_file((round, board, leg): GameKey) -> String {
    let leg = if leg > 1 { format!("-g{leg}") } else { String::new() };
    format!("r{round:02}-b{board:02}{leg}")
}

/// Where a game's page lies.
pub fn game_page(key: GameKey) -> String {
    format!("games/{}.html", game_file(key))
}

/// What people call a game: `3/12`, or `3/12/2`.
pub fn game_short((round, board, leg): GameKey) -> String {
    if leg > 1 { format!("{round}/{board}/{leg}") } else { format!("{round}/{board}") }
}

/// The name of a player as he entered.
pub fn plain_name(season: &Season<'_>, id: &Id) -> String {
    season.player(id).map_or_else(|| id.to_string(), |player| cut(&player.name))
}

/// A player by name, as a link to his page. `up` leads to the site's folder.
pub fn player(season: &Season<'_>, id: &Id, up: &str) -> String {
    link(&format!("{up}{}", player_page(id)), &name(&plain_name(season, id)))
}

/// The players of a game by their sides: who plays the first side of the game comes first.
pub fn by_side(season: &Season<'_>, key: GameKey) -> Option<[Id; 2]> {
    let [first, second] = season.players_of(key).ok()?;
    Some(if key.2.is_multiple_of(2) { [second, first] } else { [first, second] })
}

/// How a game ended, as the second part of a sentence; the words are markup.
pub fn ended(season: &Season<'_>, result: &GameResult) -> String {
    let winner = result.winner.as_ref().map(|winner| name(&plain_name(season, winner)));
    let margin = result.margin.filter(|margin| *margin > 0).map(|margin| format!(" by {margin}")).unwrap_or_default();
    match (result.how, winner) {
        (How::DoubleForfeit, _) => "both forfeit".to_owned(),
        (How::Forfeit, Some(winner)) => format!("{winner} wins by forfeit"),
        (How::Adjudicated, Some(winner)) => format!("{winner} wins by adjudication{margin}"),
        (How::Adjudicated, None) => "drawn by adjudication".to_owned(),
        (_, Some(winner)) => format!("{winner} wins{margin}"),
        (_, None) => "drawn".to_owned(),
    }
}

/// What a game is worth to a player, as points are shown.
pub fn worth(result: &GameResult, player: &Id, scoring: &Scoring) -> String {
    let won = result.winner.as_ref() == Some(player);
    let points = match (result.how, &result.winner) {
        (How::DoubleForfeit, _) => scoring.forfeit_loss,
        (How::Forfeit, _) if won => scoring.forfeit_win,
        (How::Forfeit, _) => scoring.forfeit_loss,
        (_, None) => scoring.draw,
        (_, Some(_)) if won => scoring.win,
        (_, Some(_)) => scoring.loss,
    };
    points_words(i64::from(points), scoring)
}

/// Points, with a half as ½.
pub fn points_words(points: i64, scoring: &Scoring) -> String {
    let shown = show_points(points, scoring);
    match shown.strip_suffix(".5") {
        Some("0") => "½".to_owned(),
        Some(whole) => format!("{whole}½"),
        None => shown,
    }
}

/// A table in a box that scrolls if it is too wide; the head and the rows are markup, cells of `figures` stand right.
pub fn table(label: &str, head: &[&str], rows: &[Vec<String>], figures: &[usize]) -> String {
    let class = |n: usize| if figures.contains(&n) { " class=\"figure\"" } else { "" };
    let mut out = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{}\">\n<table>\n<thead><tr>",
        markup(label)
    );
    for (n, words) in head.iter().enumerate() {
        let _ = match words.is_empty() {
            true => write!(out, "<td></td>"),
            false => write!(out, "<th scope=\"col\"{}>{words}</th>", class(n)),
        };
    }
    out += "</tr></thead>\n<tbody>\n";
    for row in rows {
        out += "<tr>";
        for (n, cell) in row.iter().enumerate() {
            let _ = write!(out, "<td{}>{cell}</td>", class(n));
        }
        out += "</tr>\n";
    }
    out + "</tbody>\n</table>\n</div>\n"
}

/// Pairs of what and which, as a list of definitions; both are markup.
pub fn facts(facts: &[(&str, String)]) -> String {
    let each = |(what, which): &(&str, String)| format!("<div><dt>{what}</dt><dd>{which}</dd></div>\n");
    format!("<dl class=\"facts\">\n{}</dl>\n", facts.iter().map(each).collect::<String>())
}

/// A document of the chain, as people name it.
pub fn number(number: u64) -> String {
    format!("document {number}")
}

/// The pages of a match, where they lie in the site.
pub fn replay_page(key: GameKey) -> String {
    game_page(key).replace(".html", "-replay.html")
}

/// As [`replay_page`].
pub fn report_page(key: GameKey) -> String {
    game_page(key).replace(".html", "-report.html")
}

/// The text of a match for a script: who reads it calls `adjutantText`.
pub fn call(function: &str, game: &str, value: &Value) -> String {
    format!("{function}({},{});\n", json!(game), value)
}
