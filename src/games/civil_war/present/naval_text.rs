//! The war on water in words: ships, their places, orders, answers, questions and events.

use super::vocabulary::{army, leader_name, list, place, plural, sp};
use crate::events::Broadside;
use crate::events::combat::{Defence, Ships};
use crate::orders::{FleetStanding, Launch, Question, Sail, Sea};
use crate::pack::{Branch, Hexside, NavalResult, Pack, Side, Station, Waters};
use crate::position::ledger::{Hull, Hulls};
use crate::report::grammar::capital;

/// Where ships lie: `the Mississippi at 2211/2112 (between Cairo and …)`, a coastal hex by its name.
pub fn station(pack: &Pack, at: Station) -> String {
    match at {
        Station::Hex(hex) => place(pack, hex),
        Station::Hexside(a, b) => match pack.map.hexside(a, b) {
            Some(side) if !side.name.is_empty() => {
                format!("{at} {} {}", if side.water.is_river() { "on" } else { "in" }, named(side))
            }
            _ => at.to_string(),
        },
    }
}

/// A river with its article, a bay or sound or lake as it is called.
pub fn named(side: &Hexside) -> String {
    if side.water.is_river() { format!("the {}", side.name) } else { side.name.clone() }
}

/// Where ships lie, with what is on either side: `2211/2112 on the Mississippi, between Cairo and Charleston`.
pub fn between(pack: &Pack, at: Station) -> String {
    let Station::Hexside(a, b) = at else { return station(pack, at) };
    let named = |hex| super::vocabulary::place_name(pack, hex).filter(|name| !super::vocabulary::is_described(name));
    match (named(a), named(b)) {
        (Some(one), Some(other)) => format!("{}, between {one} and {other}", station(pack, at)),
        (Some(one), None) | (None, Some(one)) => format!("{}, by {one}", station(pack, at)),
        (None, None) => station(pack, at),
    }
}

/// A ship by its name, transports by their kind.
pub fn hull(pack: &Pack, hull: &Hull) -> String {
    match hull {
        Hull::Ship(id) => {
            format!("the {}", pack.charts.ships.get(id).map_or(id.as_str(), |ship| ship.name.as_str()))
        }
        Hull::Transport(Waters::River) => "a river transport".to_owned(),
        Hull::Transport(Waters::Ocean) => "an ocean transport".to_owned(),
    }
}

/// Ships: `the Benton, the Cairo and 3 river transports`.
pub fn hulls(pack: &Pack, hulls: &Hulls) -> String {
    let named = hulls.ships.iter().map(|id| hull(pack, &Hull::Ship(id.clone())));
    let kinds = [(hulls.river, "river transport"), (hulls.ocean, "ocean transport")];
    let transports = kinds.into_iter().filter(|(count, _)| *count > 0).map(|(count, noun)| plural(count, noun));
    list(named.chain(transports), "and")
}

/// What ships add to an attack, and by which rule.
pub fn support(pack: &Pack, ships: &Ships, landing: bool) -> (String, &'static str) {
    let led = ships
        .leader
        .as_ref()
        .map_or(String::new(), |piece| format!(" under {}", super::vocabulary::leader(pack, piece)));
    let beyond = match ships.idle {
        0 => String::new(),
        idle => format!("; {idle} more are not used, since ships may not add more than the strength points ashore"),
    };
    let adds = does(ships.hulls.points(), "add");
    let said =
        format!("{}{led} {adds} {}{beyond}.", capital(&hulls(pack, &ships.hulls)), plural(ships.strength, "point"));
    (said, if landing { "8.8.2e" } else { "8.9.3b" })
}

/// What a hex is worth against a landing.
pub fn defence(defence: &Defence) -> String {
    let fort = defence.kind.map_or(String::new(), |kind| format!("the {}", super::vocabulary::fort(kind)));
    let parts = [("the hex", defence.hex), ("strength points", defence.sp), ("the city", defence.city)];
    let parts = parts.into_iter().chain([(fort.as_str(), defence.fort)]).filter(|(_, points)| *points > 0);
    let parts = list(parts.map(|(what, points)| format!("{points} for {what}")), "and");
    format!("{parts}; {} in total, regardless of terrain.", defence.strength())
}

/// A `sail` order in words.
pub fn sail(pack: &Pack, order: &Sail) -> String {
    let ships = order.hulls();
    let ships = if ships.is_empty() { "its ships".to_owned() } else { hulls(pack, &ships) };
    let mut said = match &order.leader {
        Some(leader) => format!("sail {} with {ships}", leader_name(pack, leader)),
        None => format!("sail {ships}"),
    };
    if let Some(from) = order.from {
        said.push_str(&format!(" from {}", station(pack, from)));
    }
    if let Some(load) = &order.load {
        let strength = (load.sp > 0).then(|| sp(load.sp));
        let who = strength.into_iter().chain(load.leaders.iter().map(|leader| leader_name(pack, leader).to_owned()));
        said.push_str(&format!(", carrying {} from {}", list(who, "and"), place(pack, load.at)));
    }
    let way: Vec<String> = order.to.iter().map(|at| station(pack, *at)).collect();
    if let Some((last, before)) = way.split_last() {
        said.push_str(&format!(" to {last}"));
        if !before.is_empty() {
            said.push_str(&format!(" via {}", list(before.iter().cloned(), "and")));
        }
    }
    for drop in &order.drop {
        let at = place(pack, drop.at);
        let strength = (drop.sp > 0).then(|| sp(drop.sp));
        let who = strength.into_iter().chain(drop.leaders.iter().map(|leader| leader_name(pack, leader).to_owned()));
        said.push_str(&format!(", leaving {} in {at} on the way", list(who, "and")));
    }
    if let Some(hex) = order.land {
        said.push_str(&format!(", landing in {}", place(pack, hex)));
    }
    said
}

/// A `sea` order in words.
pub fn sea(pack: &Pack, order: &Sea) -> String {
    let what = match (&order.army, order.sp) {
        (Some(own), _) => army(pack, own),
        (None, points) => sp(points.unwrap_or(1)),
    };
    let under = order.leader.as_ref().map_or(String::new(), |leader| {
        let naval = pack.leaders.get(leader).is_some_and(|leader| leader.branch == Branch::Naval);
        format!(" {} {}", if naval { "under" } else { "with" }, leader_name(pack, leader))
    });
    let from = order.from.map_or(String::new(), |hex| format!(" from {}", place(pack, hex)));
    let to = order.to.map_or(String::new(), |hex| format!(" to {}", place(pack, hex)));
    format!("ship {what}{under} by sea{from}{to}")
}

/// A `launch` order in words.
pub fn launch(pack: &Pack, order: &Launch) -> String {
    let each = order.ships.iter().map(|launched| {
        let to = launched.at.map_or("at sea".to_owned(), |at| format!("at {}", station(pack, at)));
        format!("{} {to}", hulls(pack, &launched.hulls()))
    });
    format!("bring in {}", list(each, "and"))
}

/// What a fleet does while its owner is away, a sentence each.
pub fn standing(pack: &Pack, wanted: &FleetStanding) -> Vec<String> {
    let mut lines = Vec::new();
    if !wanted.hits.is_empty() {
        let order: Vec<String> = wanted.hits.iter().map(|one| hull(pack, one)).collect();
        lines.push(format!(
            "Of the ships that are present, these take hits first, in this order: {}. Then the others take hits, \
             transports before other ships.",
            order.join(", ")
        ));
    }
    if !wanted.flight.is_empty() {
        let order = list(wanted.flight.iter().map(|at| station(pack, *at)), "or else");
        lines.push(format!("Ships move to {order} when a fort is built beside them."));
    }
    match wanted.pursuit {
        None => {}
        Some(0) => lines.push("The Union spends no naval command points against raiders.".to_owned()),
        Some(spent) => {
            let commands = plural(spent, "naval command point");
            lines.push(format!(
                "The Union spends up to {commands} a turn against raiders, before the first raider rolls."
            ));
        }
    }
    lines
}

/// A question about ships; [`super::risks::flight`] has that of their flight.
pub fn question(pack: &Pack, question: &Question) -> Option<String> {
    Some(match question {
        Question::Hit { side, at, sunk, options } => format!(
            "{} ships at {} are hit: one is {}. Which one: {}?",
            side.title(),
            station(pack, *at),
            if *sunk { "sunk" } else { "damaged" },
            list(options.iter().map(|one| hull(pack, one)), "or"),
        ),
        Question::Pursuit { raider, others, commands, .. } => {
            let others = match others {
                0 => String::new(),
                1 => " The points also count against the next raider.".to_owned(),
                others => format!(" The points also count against the {others} raiders that follow."),
            };
            format!(
                "{} is at sea. How many of {commands} naval command points are spent to hunt it? Each adds 1 to its \
                 dice roll; it is lost on a total of {} or more.{others}",
                capital(&hull(pack, &Hull::Ship(raider.clone()))),
                pack.charts.naval.raider_lost_on,
            )
        }
        _ => return None,
    })
}

/// A verb that agrees with a count.
fn does(count: u32, verb: &str) -> String {
    match (count, verb) {
        (1, "go") => "goes".to_owned(),
        (1, _) => format!("{verb}s"),
        _ => verb.to_owned(),
    }
}

/// What a result does to a side's ships: those of the Confederacy that are damaged are lost (8.10.4).
pub fn effect(result: NavalResult, target: Side) -> &'static str {
    match (result, target) {
        (NavalResult::None, _) => "no effect",
        (NavalResult::Damaged, Side::Union) => "a ship is damaged",
        (NavalResult::Damaged, Side::Confederate) => "a ship is damaged, which sinks it",
        (NavalResult::Sunk, _) => "a ship is sunk",
    }
}

/// The roll of a side's ships in a round between ships.
pub fn broadside(pack: &Pack, side: Side, shot: &Broadside) -> String {
    let added = match (&shot.leader, shot.added) {
        (Some(piece), added) if added > 0 => format!(" plus {added} for {}", leader_name(pack, &piece.leader)),
        _ => String::new(),
    };
    format!(
        "fires with {} and rolls {}{added}: {}",
        plural(shot.strength, "point"),
        shot.face,
        effect(shot.result, side.other())
    )
}
