//! The war on water in words: ships, their places, orders, answers, questions and events.

use super::narrator::{Narrator, capital};
use super::vocabulary::{army, leader_name, list, place, plural, side_cap, sp};
use crate::events::combat::{Defence, Ships};
use crate::events::{Broadside, Event};
use crate::orders::{FleetStanding, Launch, Question, Sail, Sea};
use crate::pack::{Branch, Hexside, NavalResult, Pack, Side, Station, Waters};
use crate::position::ledger::{Hull, Hulls, Piece};

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

impl Narrator<'_> {
    /// Tells an event of the war on water.
    pub(super) fn of_water(&mut self, event: Event, rule: &str) {
        let pack = &self.rules.pack;
        match event {
            Event::ShipsDue { side, hulls: ships } => {
                let what = hulls(pack, &ships);
                let said = match side {
                    Side::Union => format!("{} {} the Union Naval Pool.", capital(&what), does(ships.points(), "join")),
                    Side::Confederate => format!("{} can buy {what}.", side_cap(side)),
                };
                self.say("Ships", said, rule);
            }
            Event::Launched { side, hulls: ships, at } => {
                let (side, ships) = (side_cap(side), hulls(pack, &ships));
                let said = match at {
                    Some(at) => format!("{side} places {ships} at {}", station(pack, at)),
                    None => format!("{side} sends {ships} to sea"),
                };
                self.add_summary_point(format!("{said}."));
                let paid = self.price();
                self.say("Ships", format!("{said}{paid}."), rule);
            }
            Event::Sailed { leader, hulls: ships, from, way, sp: points, aboard, .. } => {
                let mut said = match &leader {
                    Some(piece) => format!("{} sails with {}", self.leader(piece), hulls(pack, &ships)),
                    None => format!("{} {}", capital(&hulls(pack, &ships)), does(ships.points(), "sail")),
                };
                let strength = (points > 0).then(|| sp(points));
                let guests = aboard.iter().filter(|piece| leader.as_ref() != Some(piece));
                let cargo: Vec<String> = strength.into_iter().chain(guests.map(|piece| self.leader(piece))).collect();
                if !cargo.is_empty() {
                    said.push_str(&format!(", carrying {},", list(cargo, "and")));
                }
                said.push_str(&format!(" from {}", station(pack, from)));
                if let Some(to) = way.last() {
                    said.push_str(&format!(" to {}", station(pack, *to)));
                }
                self.add_summary_point(format!("{said}."));
                let paid = self.price();
                self.say("Ships", format!("{said}{paid}."), rule);
            }
            Event::Moored { hulls: ships, at, .. } => {
                let stops = does(ships.points(), "stop");
                self.say("", format!("{} {stops} at {}.", capital(&hulls(pack, &ships)), station(pack, at)), rule);
            }
            Event::Ashore { hex, from, sp: points, leaders, .. } => {
                let strength = (points > 0).then(|| sp(points));
                let who = strength.into_iter().chain(leaders.iter().map(|piece| self.leader(piece)));
                let who = list(who.collect::<Vec<_>>(), "and");
                let goes = does(points.saturating_add(leaders.len() as u32), "go");
                let said =
                    format!("{} {goes} ashore in {} from {}.", capital(&who), self.place(hex), station(pack, from));
                self.say("", said, rule);
            }
            Event::TurnedBack { hulls: ships, from, to, .. } => {
                let (from, to) = (station(pack, from), station(pack, to));
                let turns = does(ships.points(), "turn");
                let said = format!("{} {turns} back from {from} to {to}.", capital(&hulls(pack, &ships)));
                self.add_summary_point(said.clone());
                self.say("", said, rule);
            }
            Event::SeaMoved { side, leader, army: whole, sp: points, leaders, from, to, used, capacity, .. } => {
                let mut who = vec![match &whole {
                    Some(id) => format!("{} ({})", self.army(id), sp(points)),
                    None if points == 1 => format!("a {} strength point", side.title()),
                    None => format!("{points} {} strength points", side.title()),
                }];
                let guests: Vec<&Piece> = leaders.iter().filter(|piece| leader.as_ref() != Some(piece)).collect();
                who.extend(guests.iter().map(|piece| self.leader(piece)));
                let under = leader.as_ref().map_or(String::new(), |piece| format!(" under {}", self.leader(piece)));
                let moves = does(points.saturating_add(guests.len() as u32), "move");
                let said = format!(
                    "{}{under} {moves} by sea from {} to {}",
                    capital(&list(who, "and")),
                    self.place(from),
                    self.place(to)
                );
                self.add_summary_point(format!("{said}."));
                let paid = self.price();
                self.say(
                    "By sea",
                    format!("{said}{paid}; sea lift used this turn: {used} of {capacity} strength points."),
                    rule,
                );
            }
            Event::Lifted { sp: points, used, capacity, .. } => {
                self.add_consequence(
                    "Sea lift",
                    format!(
                        "That is {} by sea; sea lift used this turn: {used} of {capacity} strength points.",
                        sp(points)
                    ),
                    rule,
                );
            }
            Event::NavalRound { at, round, union, confederate } => {
                let said = format!(
                    "Round {round} at {}: {} {}; {} {}.",
                    station(pack, at),
                    super::vocabulary::side(Side::Union),
                    broadside(pack, Side::Union, &union),
                    super::vocabulary::side(Side::Confederate),
                    broadside(pack, Side::Confederate, &confederate),
                );
                self.say("Naval combat", said, rule);
            }
            Event::Battery { side, fort, kind, manned, at, face, result } => {
                let guns = if manned { "manned" } else { "unmanned" };
                let said = format!(
                    "The {guns} {} of {} fires at the ships at {} and rolls {face}: {}.",
                    super::vocabulary::fort(kind),
                    self.place(fort),
                    station(pack, at),
                    effect(result, side.other())
                );
                self.say("Guns", said, rule);
            }
            Event::Hit { hull: one, due, .. } => {
                let what = capital(&hull(pack, &one));
                let said = match due {
                    Some(due) => format!("{what} is damaged; {}.", self.return_text("it", due)),
                    None => format!("{what} is sunk."),
                };
                self.add_summary_point(said.clone());
                self.say("Hit", said, rule);
            }
            Event::CargoHit { sp: points, sunk, hex, .. } => {
                let said = match sunk {
                    true => format!("{} {} down with it.", capital(&sp(points)), does(points, "go")),
                    false if points == 1 => format!("{} is returned to {}.", capital(&sp(points)), self.place(hex)),
                    false => format!("{} are returned to {}.", capital(&sp(points)), self.place(hex)),
                };
                self.say("Cargo", said, rule);
            }
            Event::Raid { raider, dice, added, merchants, lost, sunk_so_far } => {
                let ship = capital(&hull(pack, &Hull::Ship(raider)));
                let plus = match added {
                    0 => String::new(),
                    added => format!(", plus {added} for the naval command points spent to hunt it,"),
                };
                let said = match lost {
                    true => format!("{ship} rolls {dice}{plus} and is lost"),
                    false => format!(
                        "{ship} rolls {dice}{plus} and sinks {} ({sunk_so_far} since the war began)",
                        plural(merchants, "merchant ship")
                    ),
                };
                // The words name the points already, and there are no initiative points in this phase.
                self.paid = None;
                self.add_summary_point(format!("{said}."));
                self.say("Raider", format!("{said}."), rule);
            }
            _ => {}
        }
    }
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
fn effect(result: NavalResult, target: Side) -> &'static str {
    match (result, target) {
        (NavalResult::None, _) => "no effect",
        (NavalResult::Damaged, Side::Union) => "a ship is damaged",
        (NavalResult::Damaged, Side::Confederate) => "a ship is damaged, which sinks it",
        (NavalResult::Sunk, _) => "a ship is sunk",
    }
}

fn broadside(pack: &Pack, side: Side, shot: &Broadside) -> String {
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
