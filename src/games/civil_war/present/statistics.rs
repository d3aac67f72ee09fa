//! Statistics of a match, the time of a position, and the side that rolls.

use crate::sorted::SortedSet;

use crate::board::Hex;
use crate::document::kinds::Roll;
use crate::document::{Id, from_value};
use crate::engine::{Position, Ruleset};
use crate::report::{Tally, TallyKind, When};

use super::vocabulary;
use crate::pack::{Scenario, Side};
use crate::position::ledger::{Game, Hulls, Place, side_of};
use crate::report::grammar::{self, capital};
use crate::{CivilWar, movement::territory, victory};

/// When a position is: `Turn 3, November 1861-February 1862, pulse 4, the Union's half-pulse`.
pub fn when(rules: &CivilWar, game: &Game) -> When {
    let name = capital(&vocabulary::turn(&rules.pack, game, game.turn));
    let mut said = name.clone();
    if let Some(pulse) = &game.pulse {
        let whose = vocabulary::possessive(pulse.phasing).replace("The ", "the ");
        said.push_str(&format!(", pulse {}, {whose} half-pulse", pulse.number));
    }
    When { turn: game.turn.into(), name, words: said }
}

/// The title of what decides a match.
const VICTORY_POINTS: &str = "Victory points";
/// The title of what both sides have lost.
const LOST: &str = "Strength points lost";

/// The statistics, each with both sides' figures. What a scenario does not have is left out in all of its positions. The
/// points of a match that is over are those of its outcome.
pub fn tallies(rules: &CivilWar, position: &Position<CivilWar>) -> Vec<Tally> {
    let game = &position.game;
    let outcome: Option<victory::Outcome> = position.outcome.as_ref().and_then(|outcome| from_value(outcome).ok());
    let points = outcome.map_or_else(|| victory::Score::if_ended_now(rules, game), |outcome| outcome.points);
    let scenario = rules.pack.scenarios.get(&game.scenario);
    let mut tallies = Vec::new();
    let mut count = |title: &'static str, about, of: &dyn Fn(Side) -> i64| {
        let kind = match title {
            LOST => TallyKind::Losses,
            title if title.starts_with(VICTORY_POINTS) => TallyKind::Score,
            _ => TallyKind::Other,
        };
        tallies.push(Tally { title, about, values: Side::BOTH.map(of), kind });
    };
    count(
        "Strength points on the map",
        "Soldiers in the field, about 5,000 per point, including those aboard ships.",
        &|side| strength(game, side).into(),
    );
    count(
        LOST,
        "Soldiers lost in combat and for lack of supply since the match began, about 5,000 per point.",
        &|side| game.side(side).lost,
    );
    match victory::is_running(rules, game) {
        true => count(
            VICTORY_POINTS,
            "They decide the match: points for what a side has done, and for the cities that it controls now.",
            &|side| points.side(side),
        ),
        false => count(
            "Victory points with cities",
            "They decide the match: points for what a side has done, and those that its cities give at the end.",
            &|side| points.side(side),
        ),
    }
    count("Command points left", "They pay for orders; each turn brings new ones by a dice roll.", &|side| {
        game.commands_left(side).into()
    });
    count("Reinforcements waiting", "Strength points and leaders that are due and not yet on the map.", &|side| {
        game.reinforcements_left(&rules.pack, side).into()
    });
    if has_ships(scenario, game) {
        count("Naval strength points afloat", "Ironclads, transports and raiders on rivers and at sea.", &|side| {
            afloat(game, side).into()
        });
    }
    count("Leaders killed", "Generals and admirals killed in action.", &|side| killed(rules, game, side) as i64);
    if scenario.map_or(game.net.is_some(), |scenario| scenario.home_front.is_some()) {
        count(
            "Supply of the Confederacy",
            "Confederate production and imports, as last counted; the Union's supply is not counted.",
            &|side| match (side, &game.net) {
                (Side::Confederate, Some(net)) => {
                    let beyond = net.trans_mississippi.map_or(0, |beyond| beyond.total());
                    i64::from(net.main.total()) + i64::from(beyond)
                }
                _ => 0,
            },
        );
    }
    tallies
}

/// Who wins with what both sides have now, in a sentence, and by which lead.
pub fn current_winner(rules: &CivilWar, game: &Game) -> Option<String> {
    let (winner, level) = victory::current_winner(rules, game)?;
    let whose = winner.map_or(String::new(), |side| format!(" for {}", vocabulary::side(side)));
    let scenario = rules.pack.scenarios.get(&game.scenario)?;
    let lead = vocabulary::lead_reached(&scenario.victory, (winner, level));
    let why = lead.map_or(String::new(), |lead| format!(" ({lead})"));
    Some(format!("If the match ended now: {}{whose}{why}.", vocabulary::level(level)))
}

/// A side's strength points on the map.
pub fn strength(game: &Game, side: Side) -> u32 {
    game.groups.values().filter(|group| group.side == side).map(|group| group.sp).sum()
}

/// How many of a side's leaders are dead.
fn killed(rules: &CivilWar, game: &Game, side: Side) -> usize {
    let dead = game.pieces.iter().filter(|(_, place)| **place == Place::Killed).map(|(piece, _)| piece);
    let own = dead.filter(|piece| side_of(&rules.pack, piece) == Some(side));
    own.map(|piece| &piece.leader).collect::<SortedSet<_>>().len()
}

/// Whether a match of the scenario has ships at some time.
fn has_ships(scenario: Option<&Scenario>, game: &Game) -> bool {
    let Some(scenario) = scenario else { return !game.squadrons.is_empty() };
    let brings = |turn: u8| {
        let sides = Side::BOTH.into_iter().filter_map(|side| scenario.arrivals(turn, side));
        sides.into_iter().any(|arrivals| !arrivals.ships.is_empty() || !arrivals.transports.is_empty())
    };
    !scenario.ships.is_empty() || (scenario.first_turn..=scenario.last_turn).any(brings)
}

/// Naval strength points of a side on the map and at sea.
pub fn afloat(game: &Game, side: Side) -> u32 {
    let squadrons = game.squadrons.values().filter(|squadron| squadron.side == side);
    let raiders = Hulls { ships: game.side(side).navy.at_sea.clone(), ..Hulls::default() };
    squadrons.map(|squadron| squadron.hulls.points()).sum::<u32>() + raiders.points()
}

/// The side that a roll belongs to, in the step that led to a position; `None` for a fortification that fired and may
/// have changed hands since.
pub fn roller(rules: &CivilWar, position: &Position<CivilWar>, roll: &Roll) -> Option<Id> {
    let (what, whose) = roll.purpose.split_once(' ')?;
    let pack = &rules.pack;
    let side = match what {
        "leader_loss" | "leader_loss_again" | "serious_wound" => pack.leader(whose)?.side,
        "reaction" => pack.charts.armies.get(&whose.parse::<Id>().ok()?)?.side,
        "raider" => pack.charts.ships.get(&whose.parse::<Id>().ok()?)?.side,
        "battery" => battery(rules, &position.game, whose.parse().ok()?)?,
        _ => Side::BOTH.into_iter().find(|side| side.as_str() == whose)?,
    };
    Some(side.id())
}

/// What a roll is for, in the table of dice: `Leader Loss Check, J.E. Johnston`.
pub fn roll_words(rules: &CivilWar, purpose: &str) -> String {
    named_roll(rules, purpose).unwrap_or_else(|| grammar::roll(purpose, &Ruleset::sides(rules)))
}

/// The same for a roll of which the rules have a name, or that is of a leader, an army, a ship or a place.
fn named_roll(rules: &CivilWar, purpose: &str) -> Option<String> {
    let (what, whose) = purpose.split_once(' ')?;
    let pack = &rules.pack;
    let leader = || pack.leader(whose).map(|leader| leader.name.clone());
    let (what, name) = match what {
        "commands" => ("Command Points Table", Some(grammar::side_name(whose))),
        "leader_draw" => ("leader from the pool", Some(grammar::side_name(whose))),
        "leader_entry" => ("leader who enters", Some(grammar::side_name(whose))),
        "replacement" => ("additional leader", Some(grammar::side_name(whose))),
        "tribes" => ("tribal Indians", Some(grammar::side_name(whose))),
        "tribal_raid" => ("tribal raid", whose.parse().ok().map(|tribe| vocabulary::tribe(&tribe))),
        "serious_wound" => ("length of a serious wound", leader()),
        "leader_loss" => ("Leader Loss Check", leader()),
        "leader_loss_again" => ("second roll of the Leader Loss Check", leader()),
        "reaction" => ("reaction", whose.parse().ok().map(|army| vocabulary::army_name(pack, &army))),
        "battery" => ("fortification's fire", whose.parse().ok().map(|hex| vocabulary::place(pack, hex))),
        "raider" => {
            let ship = whose.parse::<Id>().ok().and_then(|ship| pack.charts.ships.get(&ship));
            ("raider's cruise", ship.map(|ship| ship.name.clone()))
        }
        _ => return None,
    };
    Some(format!("{what}, {}", name.as_deref().unwrap_or(whose)))
}

/// Who holds a fortification, and has held it for the whole of a step.
fn battery(rules: &CivilWar, game: &Game, fort: Hex) -> Option<Side> {
    let printed = rules.pack.map.hex(fort).and_then(|data| data.fort.as_ref()).map(|fort| fort.owner);
    let holder = territory::fort(rules, game, fort).map(|fort| fort.owner);
    holder.filter(|holder| printed.is_none_or(|printed| printed == *holder))
}
