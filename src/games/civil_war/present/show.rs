//! `show`: parts of a position for a reader.

mod army;
pub mod find;
mod find_force;
mod fleet;
pub mod hexes;
mod labelled_line;
mod leader;
mod places;
mod supply;
mod tracks;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::report::{Block, Report, Section, Show, Span};

use super::{map, order_text, vocabulary};
use crate::CivilWar;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::report::grammar::capital;

use find::namesakes;
pub use find::{
    find_army, find_called, find_hex, find_leader, find_leader_of, find_stretch, is_linear_feature_name, is_main_name,
    most_similar, standard, suggest, suggest_key,
};
pub use find_force::{find_force, find_stack};
pub use hexes::one_leader;
pub use tracks::{ledger_table, neutral};

/// Part of a position.
pub fn show(rules: &CivilWar, position: &Position<CivilWar>, what: &Show) -> Result<Report, Problem> {
    let game = &position.game;
    let (title, sections) = match what {
        Show::Map(view) => map::report(rules, game, view)?,
        Show::Hex(text) | Show::Place(text) => places::page(rules, game, text)?,
        Show::Stack(text) => {
            let hex = find_stack(rules, game, text)?;
            let mut sections = vec![hexes::stack(rules, game, hex)];
            sections.extend(namesakes_section(rules, game, text, &[hex]));
            (format!("In {}", vocabulary::place(&rules.pack, hex)), sections)
        }
        Show::Army(text) => {
            let id = find_army(rules, game, text)?;
            (capital(&vocabulary::army(&rules.pack, &id)), army::army(rules, position, &id))
        }
        Show::Supply(text) => {
            let hex = find_stack(rules, game, text)?;
            (format!("Supply in {}", vocabulary::place(&rules.pack, hex)), supply::pages(rules, game, hex))
        }
        Show::Fleet(text) => fleet::page(rules, game, text.as_deref())?,
        Show::River(text) => fleet::river(rules, game, text)?,
        Show::Leader(text) => {
            let id = find_leader(rules, game, text)?;
            (vocabulary::leader_name(&rules.pack, &id).to_owned(), leader::leader(rules, game, &id))
        }
        Show::Track => ("The tracks".to_owned(), tracks::tracks(rules, game)),
        Show::Standing(side) => ("Standing orders".to_owned(), standing(rules, position, side.as_ref())?),
    };
    let subtitle = moment(rules, game);
    Ok(Report { title, subtitle, sections })
}

/// [`namesakes`] as a section.
fn namesakes_section(rules: &CivilWar, game: &Game, text: &str, found: &[Hex]) -> Option<Section> {
    let said = namesakes(rules, game, text, found)?;
    Some(Section { heading: String::new(), blocks: vec![Block::Paragraph(vec![Span::plain(said)])] })
}

/// The moment of the match: `Turn 1, July-August 1861. Pulse 3, the Union's half-pulse.`
pub fn moment(rules: &CivilWar, game: &Game) -> String {
    let turn = vocabulary::turn(&rules.pack, game, game.turn);
    let pulse = match &game.pulse {
        Some(pulse) => format!(" Pulse {}, {}'s half-pulse.", pulse.number, vocabulary::side(pulse.phasing)),
        None => String::new(),
    };
    format!("T{}.{pulse}", turn.trim_start_matches('t'))
}

fn standing(rules: &CivilWar, position: &Position<CivilWar>, only: Option<&Id>) -> Result<Vec<Section>, Problem> {
    let only = only.map(|id| rules.side(id)).transpose()?;
    let mut sections = Vec::new();
    for side in Side::BOTH.into_iter().filter(|side| only.is_none_or(|only| only == *side)) {
        let orders = position.standing.iter().find(|(id, _)| id.as_str() == side.as_str()).map(|(_, orders)| orders);
        let mut lines = orders.map_or(Vec::new(), |orders| order_text::standing(&rules.pack, orders));
        if lines.is_empty() {
            lines.push("None: the player is asked for every decision.".to_owned());
        }
        let points = lines.into_iter().map(|line| vec![Span::plain(line)]).collect();
        sections.push(Section { heading: side.title().to_owned(), blocks: vec![Block::List(points)] });
    }
    Ok(sections)
}
