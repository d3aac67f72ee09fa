//! `show leader` and `show army`: a leader, a command, the whole army of a side.

use crate::document::{Id, Problem};
use crate::report::Section;

use super::super::vocabulary;
use super::area::{leader_words, units};
use super::find::{self, CommandOrArmy};
use super::page_parts::{dagger, facts, line, note, ruled, table};
use crate::SevenDays;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::projection;

/// A leader.
pub fn leader(rules: &SevenDays, game: &Game, id: &Id) -> Vec<Section> {
    let Some(leader) = rules.pack.forces.leaders.get(id) else { return Vec::new() };
    let mark = dagger(leader.ratings_source.is_reconstructed());
    let mut lines = vec![line("Side", format!("{}.", leader.side.title()))];
    match &leader.command {
        None => lines.push(ruled(
            "Army Leader",
            format!("He is Active on a roll of {}{mark} or more at dawn.", leader.initiative),
            "6.2.1",
        )),
        Some(command) => {
            lines.push(ruled(
                "Command",
                format!("{}.", vocabulary::capital(&vocabulary::command_of(&rules.pack, command))),
                "4.3.3",
            ));
            let needed = projection::activation_roll_needed(rules, game, leader.side, id);
            let now = match needed {
                _ if needed == leader.initiative || !game.leaders.contains_key(id) => String::new(),
                1 => " after modifiers; as things stand, on any roll".to_owned(),
                7 => " after modifiers; as things stand, on no roll".to_owned(),
                needed => format!(" after modifiers; as things stand, a roll of {needed} is enough"),
            };
            let words = format!("He activates it on a roll of {}{mark} or more{now}.", leader.initiative);
            lines.push(ruled("Initiative", words, "8.1.1"));
            lines.push(ruled("Combat", format!("{:+}{mark} in an assault.", leader.combat), "10.4.2"));
        }
    }
    match game.leaders.get(id) {
        None => lines.push(line("Where", "He is not in play.")),
        Some(state) => {
            let place = vocabulary::whereabouts(&rules.pack, state.place);
            lines.push(line("Where", format!("{}.", vocabulary::capital(&place))));
            let active = if state.inactive { "Inactive" } else { "Active" };
            lines.push(ruled("State", format!("{active}."), "9.6"));
            if state.successor {
                lines.push(ruled("Successor", "He adds no Combat Rating, and no modifier to activations.", "15.2"));
            }
            let activated = game.current.as_ref().is_some_and(|current| current.leaders.contains(id));
            if activated {
                lines.push(ruled("This impulse", "He has activated his command.", "8.1.1"));
            }
        }
    }
    let mut sections = vec![facts("The leader", lines)];
    if let Some(command) = &leader.command {
        sections.push(command_units(rules, game, command));
    }
    sections.push(note(&["SD-5", "SD-7"]));
    sections
}

fn command_units(rules: &SevenDays, game: &Game, command: &Id) -> Section {
    let all = rules.pack.forces.units.values().filter(|unit| unit.command == *command);
    let ids: Vec<&Id> =
        all.map(|unit| &unit.id).filter(|id| game.units.contains_key(*id) || game.lost.contains(*id)).collect();
    let heading = vocabulary::capital(&vocabulary::command_of(&rules.pack, command));
    units(rules, game, &heading, &ids, true)
}

/// A command, or the whole army of a side.
///
/// # Errors
/// If there is none of that name; the advice names the nearest.
pub fn army(rules: &SevenDays, game: &Game, text: &str) -> Result<(String, Vec<Section>), Problem> {
    Ok(match find::army(rules, text)? {
        CommandOrArmy::Command(id) => {
            let title = vocabulary::capital(&vocabulary::command_of(&rules.pack, &id));
            let mut sections = Vec::new();
            if let Some(leader) = rules.pack.forces.leader_of(&id) {
                let place = match game.leaders.get(&leader.id) {
                    Some(state) => format!(" He is {}.", vocabulary::whereabouts(&rules.pack, state.place)),
                    None => " He is not in play.".to_owned(),
                };
                let words = leader_words(rules, game, &leader.id) + &place;
                sections.push(facts("Its leader", vec![line("Leader", words)]));
            }
            sections.push(command_units(rules, game, &id));
            sections.push(note(&["SD-5", "SD-6", "SD-7"]));
            (title, sections)
        }
        CommandOrArmy::Army(side) => (format!("The {} army", side.title()), army_sections(rules, game, side)),
    })
}

fn army_sections(rules: &SevenDays, game: &Game, side: Side) -> Vec<Section> {
    let mut rows = Vec::new();
    for command in rules.pack.forces.commands.values().filter(|command| command.side == side) {
        let own = |id: &&Id| rules.unit(id).is_some_and(|unit| unit.command == command.id);
        let ids: Vec<&Id> = game.units.keys().filter(own).collect();
        let lost = vocabulary::count(game.lost.iter().filter(own));
        if ids.is_empty() && lost == 0 {
            continue;
        }
        let tired = vocabulary::count(ids.iter().filter(|id| game.units[**id].exhausted));
        let mut places: Vec<_> = ids.iter().map(|id| game.units[*id].at).collect();
        places.sort_unstable();
        places.dedup();
        let leader = rules.pack.forces.leader_of(&command.id).map_or(String::new(), |leader| leader.name.clone());
        rows.push(vec![
            vocabulary::capital(&vocabulary::command(command)),
            leader,
            (vocabulary::count(&ids) - tired).to_string(),
            tired.to_string(),
            lost.to_string(),
            places.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "),
        ]);
    }
    let mut sections = vec![table("Commands", &["Command", "Leader", "Fresh", "Exhausted", "Lost", "Areas"], rows)];
    let leaders = game.leaders.iter().filter(|(id, _)| rules.side_of(id) == Some(side));
    let row = |(id, state): (&Id, &crate::position::ledger::LeaderState)| {
        let active = if state.inactive { "Inactive" } else { "Active" };
        let place = vocabulary::capital(&vocabulary::whereabouts(&rules.pack, state.place));
        vec![vocabulary::leader(&rules.pack, id), active.to_owned(), place]
    };
    sections.push(table("Leaders", &["Leader", "State", "Where"], leaders.map(row).collect()));
    sections
}
