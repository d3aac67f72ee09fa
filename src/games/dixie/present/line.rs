//! The line of battle as a table, what is off the table as counts, and the facts of a card or a position.

use super::names;
use crate::Dixie;
use crate::document::from_value;
use crate::engine::Position;
use crate::ledger::{Game, Placed};
use crate::pack::{Card, Kind};
use crate::place::Place;
use crate::report::line_map::{self, Spot};
use crate::report::svg::Point;
use crate::report::words::list;
use crate::report::{ASKED, Block, Named, Report, Section, Span};
use crate::side::Side;

/// What every report says of the cards.
pub const SOURCES: &str = "The decks are a reconstruction: regiments and commanders come from published orders of battle; ratings, \
                           terrain, specials and Battle Points are this program's own.";

/// Where a position is in the two lines; nothing for the Reserve.
pub fn spot(game: &Game, place: Place) -> Option<Spot> {
    let in_line = |(second, line): (bool, &[Place])| {
        Some(Spot { second, column: line.iter().position(|other| *other == place)? })
    };
    [false, true].into_iter().zip(game.lines()).find_map(in_line)
}

/// The middle of a position on the picture.
pub fn middle(game: &Game, place: Place) -> Option<Point> {
    spot(game, place).map(|spot| line_map::middle(game.lines()[0].len(), spot))
}

/// The report of a step with the line of battle before what is asked.
pub fn report(rules: &Dixie, after: &Position<Dixie>, told: Report) -> Report {
    let mut sections = told.sections;
    let at = sections.iter().position(|section| section.heading == ASKED).unwrap_or(sections.len());
    sections.insert(at, section(rules, &after.game));
    Report { sections, ..told }
}

/// The line of battle, the counts of what is off the table, and where the cards come from.
pub fn section(rules: &Dixie, game: &Game) -> Section {
    let header = ["Position", "Held by", "USA", "CSA", "Terrain"].map(str::to_owned).to_vec();
    let [usa, across] = game.lines();
    let rows = across.iter().chain(usa).map(|place| row(rules, game, *place)).collect();
    let blocks = vec![Block::Table { header, rows }, off_table(game), Block::Paragraph(vec![Span::plain(SOURCES)])];
    Section { heading: "The line of battle".to_owned(), blocks }
}

fn row(rules: &Dixie, game: &Game, place: Place) -> Vec<String> {
    let terrain = rules.terrain(game, place).map(names::full);
    let fords = game.position(place).map(|position| position.fords).filter(|fords| *fords > 0);
    let fords = fords.map(|fords| format!("Ford +{fords}"));
    let terrain = list(terrain.chain(fords), "and", "open");
    let [usa, csa] = Side::BOTH.map(|side| stands(rules, game, place, side));
    vec![names::title(place), holder(rules, game, place), usa, csa, terrain]
}

/// Who holds a position: its defender, or both sides where they are engaged.
pub fn holder(rules: &Dixie, game: &Game, place: Place) -> String {
    if rules.engaged(game, place) {
        return "engaged".to_owned();
    }
    let held = game.position(place).filter(|position| {
        Side::BOTH.into_iter().any(|side| position.cards.get(&side).is_some_and(|cards| !cards.is_empty()))
    });
    held.map_or("nobody", |position| position.defender.title()).to_owned()
}

/// The cards of a side in a position: generals first, then those that are known, then how many lie face down.
pub fn stands(rules: &Dixie, game: &Game, place: Place, side: Side) -> String {
    let cards = game.there(place, side);
    let mut known: Vec<(&Card, &Placed)> =
        cards.iter().filter_map(|placed| Some((rules.card(game, side, &placed.card)?, placed))).collect();
    known.sort_by_key(|(card, _)| card.kind != Kind::General);
    let mut said: Vec<String> = known
        .into_iter()
        .map(|(card, placed)| match placed.hits {
            0 => names::full(card),
            hits => format!("{} with {}", names::full(card), names::hits(hits)),
        })
        .collect();
    // What is hit is revealed (7.2).
    let down: Vec<&str> = cards.iter().map(|placed| placed.card.as_str()).collect();
    let down: Vec<String> = game.face_down(side, down).iter().map(|id| id.as_str().to_owned()).collect();
    said.extend((!down.is_empty()).then(|| format!("{} face down ({})", down.len(), down.join(", "))));
    if said.is_empty() { "none".to_owned() } else { said.join("; ") }
}

/// How many cards each side has off the table.
fn off_table(game: &Game) -> Block {
    let row = |what: &str, pile: &str| {
        let counts = Side::BOTH.map(|side| i64::try_from(game.cards.count(&side.id(), pile)).unwrap_or(i64::MAX));
        (what.to_owned(), counts)
    };
    let mut rows = vec![row("Reserve", "hand"), row("Reinforcement deck", "deck"), row("Out of play", "lost")];
    rows.extend([row("Army of the Ohio", "ohio")].into_iter().filter(|(_, counts)| counts[0] > 0));
    Block::Ledger { sides: Side::BOTH.map(|side| side.title().to_owned()), rows }
}

/// What there is to say of a card or a position.
pub fn facts(rules: &Dixie, game: &Game, about: &Named) -> Vec<(&'static str, String)> {
    if let Ok(place) = from_value::<Place>(&about.value) {
        if !game.places.contains_key(&place) {
            return vec![("position", "not on this battlefield".to_owned())];
        }
        let [_, held, usa, csa, terrain] = <[String; 5]>::try_from(row(rules, game, place)).unwrap_or_default();
        let limits = Side::BOTH.map(|side| format!("{} {}", rules.limit(game, place, side), side.title()));
        return vec![
            ("held by", held),
            ("USA cards", usa),
            ("CSA cards", csa),
            ("terrain", terrain),
            ("takes troop cards", limits.join(", ")),
        ];
    }
    let id = about.value.as_str().unwrap_or_default();
    let found = Side::BOTH.into_iter().find_map(|side| Some((side, rules.set(game).card(side, id)?)));
    let Some((side, card)) = found else { return vec![("card", "not of this edition".to_owned())] };
    let at = where_is(rules, game, side, card);
    let hits = game.placed(side, &card.id).map_or(0, |placed| placed.hits);
    vec![
        ("side", side.title().to_owned()),
        ("card", names::ratings(card)),
        ("effect", card.special.map_or("none", names::effect).to_owned()),
        ("formation", card.formation.clone().or_else(|| card.corps.clone()).unwrap_or_else(|| "none".to_owned())),
        ("Battle Points", card.points.to_string()),
        ("at", at),
        ("hits", hits.to_string()),
    ]
}

/// Where a card is, as far as everybody can see.
fn where_is(rules: &Dixie, game: &Game, side: Side, card: &Card) -> String {
    if let Some((place, _)) = game.find(side, &card.id) {
        return names::place(place);
    }
    let under = |place: &&Place| rules.terrain(game, **place).any(|terrain| terrain.id == card.id);
    if let Some(place) = game.places.keys().find(under) {
        return names::place(*place);
    }
    let lost = game.cards.open(&side.id(), "lost").contains(&card.id);
    if lost { "out of play" } else { "nowhere to be seen" }.to_owned()
}
