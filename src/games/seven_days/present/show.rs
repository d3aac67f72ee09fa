//! `show`: parts of a position for a reader.

mod area;
pub mod battles;
pub mod find;
mod forces;
mod map;
mod page_parts;
mod supply;
mod tracks;

use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::report::{Block, Report, Section, Show, Span};

use super::{report, standing_orders_text, vocabulary};
use crate::SevenDays;
use crate::pack::Side;

pub use map::{part, title as map_title};
pub use tracks::victory;

/// Part of a position.
pub fn show(rules: &SevenDays, position: &Position<SevenDays>, what: &Show) -> Result<Report, Problem> {
    let game = &position.game;
    let (title, sections) = match what {
        Show::Map(view) => map::page(rules, game, view)?,
        Show::Hex(text) | Show::Place(text) => match find::place(rules, text)? {
            find::Place::Area(area) => (vocabulary::place(&rules.pack, area), area::page(rules, game, area)),
            find::Place::Bridge(id) => {
                (vocabulary::capital(&vocabulary::bridge_between(&rules.pack, &id)), area::bridge(rules, game, &id))
            }
        },
        Show::Stack(text) => {
            let at = find::area_of(rules, game, text)?;
            let place = vocabulary::place(&rules.pack, at);
            match find::unit_only(rules, text) {
                None => (format!("In {place}"), area::stack(rules, game, at)),
                Some(id) => {
                    let mut sections = vec![area::units(rules, game, "The unit", &[&id], true)];
                    sections.extend(area::stack(rules, game, at));
                    (format!("{}, in {place}", vocabulary::unit(&rules.pack, &id)), sections)
                }
            }
        }
        Show::Leader(text) => {
            let id = find::leader(rules, text)?;
            (vocabulary::leader(&rules.pack, &id), forces::leader(rules, game, &id))
        }
        Show::Army(text) => forces::army(rules, game, text)?,
        Show::Supply(text) => {
            let at = find::area_of(rules, game, text)?;
            (format!("Supply in {}", vocabulary::place(&rules.pack, at)), supply::page(rules, game, at))
        }
        Show::River(text) => {
            let id = find::bridge(rules, text)?;
            (vocabulary::capital(&vocabulary::bridge_between(&rules.pack, &id)), area::bridge(rules, game, &id))
        }
        Show::Fleet(_) => return Err(no_fleet(game.options.gunboats)),
        Show::Track => ("The tracks".to_owned(), tracks::page(rules, game)),
        Show::Standing(side) => ("Standing orders".to_owned(), standing_orders(rules, position, side.as_ref())?),
    };
    Ok(Report { title, subtitle: format!("{}.", report::title(rules, game)), sections })
}

fn no_fleet(gunboats: bool) -> Problem {
    let problem = Problem::new("this game has no fleets").rule("15.6");
    problem.advice(match gunboats {
        true => "the gunboats on the James never move; `show place` says whether they support an area",
        false => "the option `gunboats` adds the flotilla on the James, which never moves",
    })
}

fn standing_orders(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    only: Option<&Id>,
) -> Result<Vec<Section>, Problem> {
    let only = only.map(|id| rules.side(id)).transpose()?;
    let shown = Side::BOTH.into_iter().filter(|side| only.is_none_or(|only| only == *side));
    let section = |side: Side| {
        let orders = position.standing.get(&side.id()).cloned().unwrap_or_default();
        let mut lines = standing_orders_text::sentences(&rules.pack, &orders);
        if lines.is_empty() {
            lines.push("No standing orders.".to_owned());
        }
        let point = |words: String| vec![Span::plain(words)];
        let mut blocks = vec![Block::List(lines.into_iter().map(point).collect())];
        let defaults = standing_orders_text::defaults(side, &orders);
        if !defaults.is_empty() {
            blocks.push(Block::Paragraph(vec![Span::plain("Default answers:")]));
            blocks.push(Block::List(defaults.into_iter().map(point).collect()));
        }
        Section { heading: side.title().to_owned(), blocks }
    };
    Ok(shown.map(section).collect())
}
