//! The places of leaders and armies that a reader may want to follow.

use crate::report::svg::Point;
use crate::report::{Follow, Whereabouts};

use super::{naval_text, picture, vocabulary};
use crate::CivilWar;
use crate::leaders::army;
use crate::pack::{Side, Station};
use crate::position::ledger::{Game, Place, side_of};

/// Every leader whose name is known, and every army, on the map or with ships.
pub fn whereabouts(rules: &CivilWar, game: &Game) -> Vec<Whereabouts> {
    let pack = &rules.pack;
    let spots = picture::spots(rules);
    let spot = |hex| spots.get(&hex).copied().unwrap_or_default();
    let station = |at: Station| -> (Point, String) {
        let middle = match at {
            Station::Hex(hex) => spot(hex),
            Station::Hexside(a, b) => spot(a).toward(spot(b), 50),
        };
        let place = match at {
            Station::Hex(hex) => vocabulary::place(pack, hex),
            Station::Hexside(..) => naval_text::station(pack, at),
        };
        (middle, place)
    };
    let leaders = game.pieces.iter().filter_map(|(piece, place)| {
        let at = match place {
            // A leader whom nobody has seen yet cannot be followed (5.5).
            Place::Map { hex, down: false, .. } => Station::Hex(*hex),
            Place::Afloat { at, .. } => *at,
            _ => return None,
        };
        let (middle, place) = station(at);
        let name = vocabulary::leader_name(pack, &piece.leader).to_owned();
        Some(Whereabouts { kind: Follow::Leader, name, side: side_of(pack, piece)?.id(), at: middle, place })
    });
    let armies = Side::BOTH.into_iter().flat_map(|side| army::on_map(rules, game, side).map(move |it| (side, it)));
    let armies = armies.map(|(side, (army, hex))| {
        let (at, place) = station(Station::Hex(hex));
        Whereabouts { kind: Follow::Army, name: vocabulary::army_name(pack, army), side: side.id(), at, place }
    });
    leaders.chain(armies).collect()
}
