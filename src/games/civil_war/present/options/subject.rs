//! The subject of `legal --for`.

use crate::board::Hex;
use crate::document::{Id, Problem};

use super::super::{show, vocabulary};
use crate::pack::{Ship, Side, Station};
use crate::position::ledger::Game;
use crate::{CivilWar, leaders::army, position::roster};

/// Before the name of a ship that is also that of a town.
const PREFIX: &str = "ship ";

/// What a player asks about.
pub enum Subject {
    Leader(Id),
    Army(Id),
    Hex(Hex),
    Ships(Station),
    Ship(Id),
}

/// What a text names: a leader, an army or a ship of the side, ships by their hexside, or a hex.
pub fn find(rules: &CivilWar, game: &Game, side: Side, text: &str) -> Result<Subject, Problem> {
    let own = |whose: Option<Side>, plays: bool, what: String| match whose {
        _ if !plays => Err(Problem::new(format!("{what} is not in this scenario"))),
        Some(whose) if whose != side => {
            let advice =
                format!("use --seat {} to see the options of that side, or name a force of your own", whose.as_str());
            Err(Problem::new(format!("{what} belongs to {}", vocabulary::side(whose))).advice(advice))
        }
        _ => Ok(()),
    };
    let ship =
        |ship: &Ship| own(Some(ship.side), true, format!("the {}", ship.name)).map(|()| Subject::Ship(ship.id.clone()));
    let lower = text.trim().to_lowercase();
    if let Some(found) = lower.strip_prefix(PREFIX).and_then(|name| find_ship(rules, name)) {
        return ship(found);
    }
    if text.trim().parse::<Hex>().is_ok() {
        return show::find_hex(rules, text).map(Subject::Hex);
    }
    if let Ok(at @ Station::Hexside(..)) = text.trim().parse::<Station>() {
        let lies = rules.pack.map.waterways().station_kind(at).map(|_| Subject::Ships(at));
        let advice = "`adjutant show fleet` and `show river NAME` list the hexsides where ships are";
        return lies.ok_or_else(|| Problem::new(format!("ships cannot be at {at}")).rule("8.3.1").advice(advice));
    }
    if let Ok(id) = show::find_army(rules, game, text) {
        let whose = rules.pack.charts.armies.get(&id).map(|data| data.side);
        let plays = whose.is_some_and(|side| army::of_scenario(rules, game, side).any(|data| data.id == id));
        own(whose, plays, vocabulary::army(&rules.pack, &id))?;
        return Ok(Subject::Army(id));
    }
    let named = find_ship(rules, &lower);
    let leader = show::find_leader(rules, game, text);
    if let Ok(id) = &leader {
        let whose = rules.pack.leaders.get(id).map(|data| data.side);
        own(whose, roster::is_in_scenario(rules, game, id), vocabulary::leader_name(&rules.pack, id).to_owned())?;
        return Ok(Subject::Leader(id.clone()));
    }
    let several = |problem: &Problem| !problem.message.starts_with("there is no");
    match (show::find_hex(rules, text), leader) {
        // A ship may be called like a town; a hamlet does not hide it.
        (Ok(hex), _) if named.is_none() || show::is_main_name(rules, text, hex) => Ok(Subject::Hex(hex)),
        (found, leader) => match (named, found, leader) {
            (Some(named), Err(_), _) => ship(named),
            (Some(named), _, _) if named.side == side => ship(named),
            (_, Ok(hex), _) => Ok(Subject::Hex(hex)),
            (_, _, Err(problem)) | (_, Err(problem), _) if several(&problem) => Err(problem),
            _ => {
                let message = format!("there is no hex, leader, army or ship '{}' in this scenario", text.trim());
                Err(Problem::new(message).advice(show::most_similar(rules, game, text)))
            }
        },
    }
}

/// The ship of an id or a name, in lower case.
fn find_ship<'a>(rules: &'a CivilWar, lower: &str) -> Option<&'a Ship> {
    let lower = lower.trim();
    rules.pack.charts.ships.values().find(|ship| ship.id.as_str() == lower || ship.name.to_lowercase() == lower)
}

/// That a ship of the side is called like the place that is asked about.
pub fn namesake(rules: &CivilWar, game: &Game, side: Side, text: &str) -> Option<(String, String)> {
    let ship = find_ship(rules, &text.to_lowercase()).filter(|ship| ship.side == side)?;
    let afloat = game.squadrons.values().any(|squadron| squadron.hulls.ships.contains(&ship.id));
    afloat.then(|| {
        let said = format!("For the ship of that name, ask for \"{PREFIX}{}\".", ship.id);
        (said, "8.1".to_owned())
    })
}
