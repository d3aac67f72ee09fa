//! The Blockade Effects Phase (3.5, 9.4).

use crate::board::Hex;
use crate::engine::Events;
use crate::events::{Event, Phase, Region};
use crate::pack::{HomeFront, Port, Scenario, Side, Theater};
use crate::position::ledger::{Game, Net, Totals};
use crate::{CivilWar, movement::territory};

/// The Blockade Effects Phase, if the scenario has one (3.5): production and imports are counted again (9.4.2, 9.4.3)
/// and apply for the turn (9.4.7). They are counted together, or for each part of the Confederacy separately while the
/// Mississippi is lost (4.1.4c, 9.4.9), which is checked only in this phase (9.4.9b).
pub fn phase(rules: &CivilWar, game: &mut Game, scenario: &Scenario, events: &mut Events) {
    let Some(home) = &scenario.home_front else { return };
    events.emit("3.5", &Event::Phase { turn: game.turn, phase: Phase::Blockade });
    let blockade = percentage(rules, game, home);
    let mut production_of = |region: Option<Region>| {
        let (production, ports) = (production(rules, game, home, region), ports(rules, game, home, region));
        let imports = rules.pack.charts.blockade.as_ref().map_or(0, |table| table.imports(ports, blockade));
        let totals = Totals { production, imports };
        let (total, blockade) = (totals.total(), u32::from(blockade));
        let rule = if region.is_some() { "9.4.9" } else { "9.4.5" };
        events.emit(rule, &Event::Supply { region, production, ports, blockade, imports, total });
        totals
    };
    game.net = Some(if game.mississippi_lost {
        let main = production_of(Some(Region::Main));
        Net { main, trans_mississippi: Some(production_of(Some(Region::TransMississippi))) }
    } else {
        Net { main: production_of(None), trans_mississippi: None }
    });
}

/// The Union Blockade Percentage of the turn (9.4.4), by the scenario's list or else the turn track's: none any more
/// after foreign intervention (4.1.6c).
fn percentage(rules: &CivilWar, game: &Game, home: &HomeFront) -> u8 {
    let listed = match home.blockade.is_empty() {
        true => rules.pack.charts.blockade_percent(game.turn),
        false => home.blockade.range(..=game.turn).next_back().map_or(0, |(_, &percent)| percent),
    };
    if game.intervention { 0 } else { listed }
}

/// Whether a theater is in a part of the Confederacy; without one, any is.
fn within(theater: Theater, region: Option<Region>) -> bool {
    match region {
        // The totals of the whole Confederacy begin at 100 and 140 with either map (9.4.2, 9.4.4, CW-316).
        None => theater != Theater::FarWest,
        Some(Region::Main) => !theater.is_beyond_river(),
        Some(Region::TransMississippi) => theater.is_beyond_river(),
    }
}

/// What is not on the map, for a part of the Confederacy: `beyond` of `all` is in the Trans-Mississippi, plus `texas`,
/// which the main map does not show (9.4.9a, CW-153).
fn off_map(all: u8, beyond: u8, texas: u8, region: Option<Region>) -> u32 {
    let (all, beyond) = (u32::from(all), u32::from(beyond) + u32::from(texas));
    match region {
        None => all,
        Some(Region::Main) => all.saturating_sub(beyond),
        Some(Region::TransMississippi) => beyond,
    }
}

/// Production: the points of cities and resource sites that the Confederacy controls in ground friendly to it (3.5,
/// 9.4.3), with a neutral state's that has joined it (9.4.3a).
fn production(rules: &CivilWar, game: &Game, home: &HomeFront, region: Option<Region>) -> u32 {
    let ours = |hex: Hex, state| {
        territory::friendly_side(rules, game, state) == Some(Side::Confederate)
            && territory::controller(rules, game, hex) == Some(Side::Confederate)
    };
    let mut points = 0;
    for (hex, data) in rules.pack.map.hexes().filter(|(_, data)| within(data.theater, region)) {
        let city = data.city.iter().map(|city| (city.vp, &city.state));
        let site = data.site.iter().map(|site| (site.vp, &site.state));
        points += city.chain(site).filter(|(_, state)| ours(hex, *state)).map(|(vp, _)| u32::from(vp)).sum::<u32>();
    }
    let texas = rules.pack.charts.texas.as_ref().map_or(0, |texas| texas.production);
    points + off_map(home.production_elsewhere, home.production_trans_mississippi, texas, region)
}

/// Port points that are open (3.5a, 9.4.5).
fn ports(rules: &CivilWar, game: &Game, home: &HomeFront, region: Option<Region>) -> u32 {
    let all = rules.pack.ports(home);
    let here = all.iter().filter(|(hex, _)| within(rules.pack.map.theater(**hex), region));
    let open: u32 =
        here.filter(|(hex, port)| is_open(rules, game, **hex, port)).map(|(_, port)| u32::from(port.points)).sum();
    let texas = rules.pack.charts.texas.as_ref().map_or(0, |texas| texas.ports);
    open + off_map(home.ports_elsewhere, home.ports_trans_mississippi, texas, region)
}

/// A port is lost while the Union controls its hex or one of those listed for it (9.4.6).
fn is_open(rules: &CivilWar, game: &Game, hex: Hex, port: &Port) -> bool {
    let mut keys = port.shut_by.iter().copied().chain([hex]);
    !keys.any(|key| territory::controller(rules, game, key) == Some(Side::Union))
}
