//! Command points that a side receives (4.1.2, 4.2.11).

use crate::CivilWar;
use crate::events::Event;
use crate::pack::Side;
use crate::position::ledger::{Game, Points, Track};

/// Adds what the Command Points Table gives for a total to a side's tracks (4.1.2, 4.2.12a), by the allocation for the
/// current turn (4.2.12b), up to the maximum (4.2.18).
pub fn receive(rules: &CivilWar, game: &mut Game, side: Side, total: u32) -> Event {
    let charts = &rules.pack.charts;
    let mut gained = Points::new();
    let row = u8::try_from(total).ok().and_then(|total| charts.command_row(total));
    if let (Some(row), Some(priorities)) = (row, game.side(side).priorities) {
        let naval = if side == Side::Union { row.union_naval } else { 0 };
        // The Far West has a track of its own, filled as the tertiary theater's is (19.1, CW-316).
        let west = if game.options.far_west { row.tertiary } else { 0 };
        let parts = [
            (Track::of(priorities.primary), row.primary),
            (Track::of(priorities.secondary), row.secondary),
            (Track::of(priorities.tertiary), row.tertiary),
            (Track::Discretionary, row.discretionary),
            (Track::Naval, naval),
            (Track::FarWest, west),
        ];
        gained =
            parts.into_iter().filter(|(_, points)| *points > 0).map(|(track, points)| (track, points.into())).collect();
    }
    let mut lost = Points::new();
    let commands = &mut game.side_mut(side).commands;
    for (&track, &points) in &gained {
        let have = commands.entry(track).or_default();
        *have += points;
        let most = u32::from(charts.track_maximum);
        if *have > most {
            lost.insert(track, *have - most);
            *have = most;
        }
    }
    Event::Commands { side, total, gained, lost }
}
