//! `show`: parts of a position for a reader.

mod army;
pub mod find;
mod fleet;
mod hexes;
mod leader;
mod places;
mod supply;
mod tracks;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::report::{Block, Report, Section, Show, Span, Text};

use super::{map, order_text, vocabulary};
use crate::CivilWar;
use crate::leaders::army::hex_of;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::report::grammar::capital;

use find::namesakes;
pub use find::{
    find_army, find_called, find_hex, find_leader, find_leader_of, find_stretch, is_linear_feature_name, is_main_name,
    most_similar, standard, suggest, suggest_key,
};
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

/// A hex by number or name, or the one of a leader or an army.
///
/// # Errors
/// There is none; the advice names the most similar.
pub fn find_stack(rules: &CivilWar, game: &Game, text: &str) -> Result<Hex, Problem> {
    find_force(rules, game, text).map(|(hex, _)| hex)
}

/// The same, with who is there, if the hex was found by his name: `Jackson`.
///
/// # Errors
/// As [`find_stack`].
pub fn find_force(rules: &CivilWar, game: &Game, text: &str) -> Result<(Hex, Option<String>), Problem> {
    let place = find_hex(rules, text);
    // A hamlet, or a place whose name only begins like this, comes after a person's or an army's own name.
    if let Ok(hex) = place.as_ref()
        && find::is_main_name(rules, text, *hex)
    {
        return Ok((*hex, None));
    }
    let leader = find_leader(rules, game, text);
    let army = find_army(rules, game, text);
    let led = leader.as_ref().ok().and_then(|leader| {
        let (_, hex, _) = game.find_leader(leader)?;
        Some((hex, Some(vocabulary::leader_name(&rules.pack, leader).to_owned())))
    });
    let host = || {
        let army = army.as_ref().ok()?;
        Some((hex_of(game, army)?, Some(vocabulary::army(&rules.pack, army))))
    };
    if let Some(found) = led.or_else(host) {
        return Ok(found);
    }
    // That several places or leaders have the name is more useful to know than that nothing is similar.
    let several = |problem: &Problem| !problem.message.starts_with("there is no");
    let problem = match (place, &leader) {
        // Leesburg is not meant by Lee.
        (Ok(hex), Err(which)) if several(which) && !find::is_name(rules, text, hex) => return Err(which.clone()),
        (Ok(hex), _) => return Ok((hex, None)),
        (Err(problem), _) => problem,
    };
    let absent = match (&leader, &army) {
        (Err(which), _) if several(&problem) && several(which) => {
            // Neither the places nor the men of the name are one.
            let choices = [&problem, which].map(|problem| problem.advice.clone().unwrap_or_default());
            let men = choices[1].trim_start_matches("say which: ");
            return Err(problem.advice(format!("{}; or of the leaders {men}", choices[0])));
        }
        _ if several(&problem) => return Err(problem),
        (Ok(leader), _) => vocabulary::leader_name(&rules.pack, leader).to_owned(),
        (_, Ok(army)) => vocabulary::army(&rules.pack, army),
        (Err(which), _) if several(which) => return Err(which.clone()),
        _ => {
            let message = format!("there is no place, leader or army '{}' in this scenario", text.trim());
            return Err(Problem::new(message).advice(find::most_similar(rules, game, text)));
        }
    };
    Err(Problem::new(format!("{absent} is not on the map")).advice("name a hex, or a force on the map"))
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

fn line(label: &str, words: impl Into<String>) -> (String, Text) {
    (label.to_owned(), vec![Span::plain(words)])
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
