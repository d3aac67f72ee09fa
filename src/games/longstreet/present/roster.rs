//! The pages about what is on the table and in which condition, where the cards come from, and about a unit, a card,
//! ground or a victory condition.

use super::{names, picture, statistics};
use crate::Longstreet;
use crate::board::table::Spot;
use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::ledger::{Game, OUT_OF_GAME};
use crate::pack::{Card, Condition};
use crate::report::grammar::{capital, list};
use crate::report::{ASKED, Block, Named, Report, Section, Span};
use crate::shared::table::{Ground, UnitData};
use crate::side::Side;

/// The most answers that a report lists.
const ANSWERS: usize = 12;

/// The report of a step with the table before what is asked, and cards by their titles in the answers.
pub fn report(rules: &Longstreet, after: &Position<Longstreet>, mut report: Report) -> Report {
    let at = report.sections.iter().position(|section| section.heading == ASKED).unwrap_or(report.sections.len());
    for block in report.sections.iter_mut().skip(at).flat_map(|section| &mut section.blocks) {
        if let Block::Preformatted(lines) = block {
            *lines = answers(&names::titled(rules, &after.game, lines));
        }
    }
    report.before_asked([section(rules, &after.game), victory(rules, &after.game)])
}

/// Lines of answers, each once, and no more than a reader reads.
fn answers(lines: &str) -> String {
    let mut found: Vec<&str> = Vec::new();
    lines.lines().for_each(|line| found.extend((!found.contains(&line)).then_some(line)));
    let more = found.len().saturating_sub(ANSWERS + 1);
    found.truncate(ANSWERS + 1);
    let rest = (more > 0).then(|| format!("  # and {more} more; `adjutant legal` lists them all"));
    found.into_iter().map(str::to_owned).chain(rest).collect::<Vec<_>>().join("\n")
}

/// The units of both sides, rough ground that cards have placed, and where the cards come from.
pub fn section(rules: &Longstreet, game: &Game) -> Section {
    let row = |data: &UnitData| {
        let [brigade, _, _, bases, stands, state] = unit(game, data);
        vec![data.name.clone(), data.id.to_string(), brigade, bases, stands.replace(" facing ", ", "), state]
    };
    let table = |side: Side| {
        let header = [side.title(), "Id", "Brigade", "Bases", "Place, facing", "State"].map(str::to_owned).to_vec();
        let units = rules.battle(game).map(|battle| battle.of(side)).unwrap_or_default();
        Block::Table { header, rows: units.iter().map(row).collect() }
    };
    let placed = list(game.placed.iter().map(|at| names::spot(*at)), "and", "");
    let placed = (!placed.is_empty()).then(|| paragraph(&format!("Cards have placed rough ground at {placed}.")));
    let where_from = format!("Places are in base widths from the southwest corner. {}", names::SOURCES);
    let blocks = Side::BOTH.into_iter().map(table).chain(placed).chain([paragraph(&where_from)]);
    Section { heading: "The table".to_owned(), blocks: blocks.collect() }
}

/// What each side has to do to win, and how much of it is done (LS-16).
fn victory(rules: &Longstreet, game: &Game) -> Section {
    let row = |one: &Condition| {
        let so_far = statistics::progress(rules, game, one).1;
        vec![one.side.title().to_owned(), one.name.clone(), names::needs(&one.needs), so_far]
    };
    let header = ["Side", "Wins by", "Needs", "So far"].map(str::to_owned).to_vec();
    let rows = rules.battle(game).map(|battle| battle.victory.iter().map(row).collect()).unwrap_or_default();
    Section { heading: "Victory".to_owned(), blocks: vec![Block::Table { header, rows }] }
}

/// The page of the table: the map, and who stands on it.
///
/// # Errors
/// The pack does not have the battle.
pub fn page(rules: &Longstreet, position: &Position<Longstreet>, width: Option<usize>) -> Result<Report, Problem> {
    let table = picture::table(rules, &position.game, None)?;
    let map = Section { heading: String::new(), blocks: table.text(width).to_vec() };
    let sections = vec![map, section(rules, &position.game), victory(rules, &position.game)];
    Ok(Report { title: table.title, subtitle: table.subtitle, sections })
}

fn paragraph(words: &str) -> Block {
    Block::Paragraph(vec![Span::plain(words)])
}

/// A unit: brigade, kind and quality, commander, bases, where it stands, its state.
fn unit(game: &Game, data: &UnitData) -> [String; 6] {
    let state = game.units.get(&data.id);
    let bases = format!("{} of {}", state.map_or(0, |unit| unit.bases), data.bases);
    let there = state.filter(|unit| unit.is_in_play());
    [
        data.brigade.clone(),
        format!("{}, {}", names::word(data.kind), data.quality),
        data.commander.clone().unwrap_or_else(|| "not named".to_owned()),
        bases,
        there.map_or_else(|| "off the table".to_owned(), |unit| names::place_and_facing(unit.at)),
        state.map_or_else(|| "removed".to_owned(), names::state),
    ]
}

/// What there is to say of something by its name.
pub fn facts(rules: &Longstreet, game: &Game, about: &Named) -> Vec<(&'static str, String)> {
    let none = || vec![("here", "not in this battle".to_owned())];
    let (Some(id), Some(battle)) = (about.value.as_str(), rules.battle(game)) else { return none() };
    let known = id.parse::<Id>().ok();
    if let Some((side, data)) = known.as_ref().and_then(|id| battle.unit(id)) {
        let [brigade, kind, commander, bases, stands, state] = unit(game, data);
        let side = side.title().to_owned();
        let values = [data.id.to_string(), side, brigade, kind, commander, bases, stands, state];
        let what = ["id", "side", "brigade", "kind", "commander", "bases", "stands", "state"];
        return what.into_iter().zip(values).collect();
    }
    if let Some(ground) = battle.terrain.iter().find(|ground| ground.id.as_str() == id) {
        return ground_facts(ground);
    }
    if let Some(one) = battle.victory.iter().find(|one| one.id.as_str() == id) {
        return condition_facts(rules, game, one);
    }
    let side = Side::BOTH.into_iter().find(|side| rules.pack.national(*side).iter().any(|card| card.id.as_str() == id));
    let card = Side::BOTH.into_iter().flat_map(|side| rules.pack.of(side)).find(|card| card.id.as_str() == id);
    card.map_or_else(none, |card| {
        let owners: Vec<Side> = side.map_or_else(|| Side::BOTH.to_vec(), |side| vec![side]);
        let copies = owners.into_iter().map(|side| (side.title(), copies(rules, game, side, card)));
        card_facts(game, side, card).into_iter().chain(copies).collect()
    })
}

/// Where the copies of a card in a side's deck are, as far as everybody has seen them (LS-4).
fn copies(rules: &Longstreet, game: &Game, side: Side, card: &Card) -> String {
    let deck = rules.pack.deck(side, game.year).into_iter();
    let mut left: Vec<String> =
        deck.filter(|id| rules.pack.card(side, id).is_some_and(|one| one.id == card.id)).collect();
    let mut take = |seen: &[String]| {
        let before = left.len();
        left.retain(|id| !seen.contains(id));
        before - left.len()
    };
    let gone = take(game.cards.open(&side.id(), OUT_OF_GAME));
    let discarded = take(game.shown.get(&side).map_or(&[], Vec::as_slice));
    let counts = [
        (discarded, "among the discards".to_owned()),
        (gone, "out of the game".to_owned()),
        (left.len(), format!("unseen, in its hand, deck, discards or removed cards: {}", left.join(", "))),
    ];
    let counts =
        counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, where_to)| format!("{count} {where_to}"));
    list(counts, "and", "no copy")
}

fn ground_facts(ground: &Ground) -> Vec<(&'static str, String)> {
    let point = |[x, y]: &[i32; 2]| names::spot(Spot { east: *x, north: *y, facing: 0 });
    let points = list(ground.points.iter().map(point), "and", "nowhere");
    vec![("ground", names::word(ground.kind)), ("through", points)]
}

fn condition_facts(rules: &Longstreet, game: &Game, one: &Condition) -> Vec<(&'static str, String)> {
    let so_far = statistics::progress(rules, game, one).1;
    vec![("wins for", one.side.title().to_owned()), ("needs", names::needs(&one.needs)), ("so far", so_far)]
}

fn card_facts(game: &Game, side: Option<Side>, card: &Card) -> Vec<(&'static str, String)> {
    let years = match card.years {
        None => "all".to_owned(),
        Some([first, last]) if first == last => first.to_string(),
        Some([first, last]) => format!("{first} to {last}"),
    };
    let used = if card.in_use(game.year) { "" } else { ", not in this battle" };
    let modifies = card.symbol.map_or("no phase".to_owned(), |symbol| format!("a {} phase", names::word(symbol)));
    let mut interrupts = card.interrupt.map_or("no", |moment| names::moment(moment)).to_owned();
    if card.color == crate::pack::Color::Red {
        interrupts += "; then it leaves the game";
    }
    vec![
        ("deck", side.map_or("both", Side::title).to_owned()),
        ("morale value", card.morale.to_string()),
        ("modifies", modifies),
        ("interrupts", interrupts),
        ("years", years + used),
        ("copies", format!("{}{}", card.copies, if side.is_some() { "" } else { " in each deck" })),
        ("effect", format!("{} (a reconstruction)", capital(&card.text))),
    ]
}
