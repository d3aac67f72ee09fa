//! The line of battle as a table, what is off the table as counts, and the facts of a card or a position.

use super::{names, picture};
use crate::Dixie;
use crate::document::from_value;
use crate::engine::Position;
use crate::ledger::Game;
use crate::pack::{Card, Kind};
use crate::place::Place;
use crate::report::{Block, Named, Report, Section, Span};
use crate::side::Side;

/// What every report says of the cards.
pub const SOURCES: &str = "The decks are a reconstruction: regiments and commanders come from published orders of battle; ratings, \
                           terrain, specials and Battle Points are this program's own.";

/// The report of a step with the line of battle before what is asked.
pub fn report(rules: &Dixie, after: &Position<Dixie>, report: Report) -> Report {
    report.before_asked([section(rules, &after.game)])
}

/// The line of battle, the counts of what is off the table, and where the cards come from.
fn section(rules: &Dixie, game: &Game) -> Section {
    let map = picture::table(rules, game, None);
    let blocks = vec![map.table(), off_table(game), Block::Paragraph(vec![Span::plain(SOURCES)])];
    Section { heading: "The line of battle".to_owned(), blocks }
}

/// The page of the table: the map, and the counts of what is off it.
pub fn page(rules: &Dixie, game: &Game, width: Option<usize>) -> Report {
    let map = picture::table(rules, game, None);
    let section = |heading: &str, blocks: Vec<Block>| Section { heading: heading.to_owned(), blocks };
    let counts = self::section(rules, game).blocks.into_iter().skip(1).collect();
    let sections = vec![section("", map.text(width).to_vec()), section("Off the table", counts)];
    Report { title: "The table".to_owned(), subtitle: map.subtitle, sections }
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
            return vec![("position", "not part of this battle".to_owned())];
        }
        let [held, usa, csa, terrain] = picture::line_position(rules, game, place).cells();
        let limits = Side::BOTH.map(|side| format!("{} {}", rules.stacking_limit(game, place, side), side.title()));
        return vec![
            ("held by", held),
            ("USA cards", usa),
            ("CSA cards", csa),
            ("terrain", terrain),
            ("stacking limit", format!("{} troop cards", limits.join(", "))),
        ];
    }
    let id = about.value.as_str().unwrap_or_default();
    let found = Side::BOTH.into_iter().find_map(|side| Some((side, rules.set(game).card(side, id)?)));
    let Some((side, card)) = found else { return vec![("card", "not in this edition".to_owned())] };
    let at = where_is(rules, game, side, card);
    let hits = game.placed(side, &card.id).map_or(0, |placed| placed.hits);
    let formation = card.formation.clone().or_else(|| card.corps.clone());
    let effect = card.special.map(|special| ("effect", names::effect(special).to_owned()));
    let takes_hits = card.kind != Kind::Terrain;
    let facts = [("side", side.title().to_owned()), ("card", names::ratings(card))].into_iter().chain(effect);
    let facts = facts.chain(formation.map(|formation| ("formation", formation)));
    let facts = facts.chain([("Battle Points", card.points.to_string()), ("at", at)]);
    facts.chain(takes_hits.then(|| ("hits", hits.to_string()))).collect()
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
    if lost { "out of play" } else { "not visible: in the Reserve, in a deck or face down" }.to_owned()
}
