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
    let (pack, spots) = (&rules.pack, picture::spots(rules));
    let leader = |leader: &Leader| {
        let area = game.leader_at(&leader.id)?;
        Some((Follow::Leader, vocabulary::leader(pack, &leader.id), leader.side, area))
    };
    let command = |command: &Command| {
        let area = main_body(rules, game, &command.id).filter(|_| !command.independent)?;
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

/// The area with most of a command's units; of equal ones that of the lowest number.
pub fn main_body(rules: &SevenDays, game: &Game, command: &Id) -> Option<Area> {
    let mut counts: SortedMap<Area, u32> = SortedMap::new();
    for (_, state) in game.units.iter().filter(|(id, _)| rules.unit(id).is_some_and(|unit| unit.command == *command)) {
        *counts.entry(state.at).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(area, units)| (*units, std::cmp::Reverse(*area))).map(|(area, _)| area)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::test_reports::position;
    use super::*;

    #[test]
    fn leaders_and_commands_of_the_set_up() {
        let (rules, position) = position(json!({}));
        let found = whereabouts(&rules, &position.game);
        // By 5.2: Jackson at Enon Church with most of his command, McClellan at White Oak Swamp.
        let place = |kind, name: &str| {
            found
                .iter()
                .find(|one| one.kind == kind && one.name == name)
                .map(|one| (one.side.as_str(), one.place.as_str()))
        };
        assert_eq!(place(Follow::Leader, "Jackson"), Some(("confederate", "Enon Church (2)")));
        assert_eq!(place(Follow::Army, "Jackson's command"), Some(("confederate", "Enon Church (2)")));
        assert_eq!(place(Follow::Leader, "McClellan"), Some(("union", "White Oak Swamp (33)")));
        // Four units of the corps are at Gaines Mill, two at Ellerson's Mill.
        assert_eq!(place(Follow::Army, "V Corps"), Some(("union", "Gaines Mill/Cold Harbor (7)")));
        assert_eq!(found.iter().filter(|one| one.kind == Follow::Leader).count(), 18);
        assert!(!found.iter().any(|one| one.name.contains("Independent")));
    }

    #[test]
    fn who_is_off_the_map_is_nowhere() {
        let (rules, position) = position(json!({"away": {"jackson": {"wounded": 3}}}));
        assert!(!whereabouts(&rules, &position.game).iter().any(|one| one.name == "Jackson"));
    }
}
