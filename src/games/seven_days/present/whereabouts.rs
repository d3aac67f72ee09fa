//! Where everybody is whom a reader may want to follow: leaders, and the commands of several units.

use crate::sorted::SortedMap;

use crate::board::Area;
use crate::document::Id;
use crate::report::{Follow, Whereabouts};

use super::{picture, vocabulary};
use crate::SevenDays;
use crate::pack::{Command, Leader};
use crate::position::ledger::Game;

/// Leaders where they stand; commands, without the Independent units, where most of their units are.
pub fn whereabouts(rules: &SevenDays, game: &Game) -> Vec<Whereabouts> {
    let (pack, spots) = (&rules.pack, picture::area_centres(rules));
    let bodies = main_bodies(rules, game);
    let leader = |leader: &Leader| {
        let area = game.leader_at(&leader.id)?;
        Some((Follow::Leader, vocabulary::leader(pack, &leader.id), leader.side, area))
    };
    let command = |command: &Command| {
        let area = bodies.get(&command.id).copied().filter(|_| !command.independent)?;
        Some((Follow::Army, vocabulary::command(command), command.side, area))
    };
    let leaders = pack.forces.leaders.values().filter_map(leader);
    leaders
        .chain(pack.forces.commands.values().filter_map(command))
        .filter_map(|(kind, name, side, area)| {
            let (at, place) = (*spots.get(&area)?, vocabulary::place(pack, area));
            Some(Whereabouts { kind, name, side: side.id(), at, place })
        })
        .collect()
}

/// The area with most of the units of each command; of equal ones that of the lowest number.
pub fn main_bodies(rules: &SevenDays, game: &Game) -> SortedMap<Id, Area> {
    let mut counts: SortedMap<(Id, Area), u32> = SortedMap::new();
    for (id, state) in &game.units {
        if let Some(unit) = rules.unit(id) {
            *counts.entry((unit.command.clone(), state.at)).or_default() += 1;
        }
    }
    let mut most: SortedMap<Id, (u32, Area)> = SortedMap::new();
    for ((command, area), units) in counts {
        // The areas of a command come in the order of their numbers.
        let found = most.entry(command).or_insert((units, area));
        if units > found.0 {
            *found = (units, area);
        }
    }
    most.into_iter().map(|(command, (_, area))| (command, area)).collect()
}
