//! Ships on the drawings, and the list of them below (8.1).

use crate::sorted::SortedSet;

use crate::board::Hex;
use crate::report::{Block, Section};

use super::super::{naval_text, vocabulary};
use crate::CivilWar;
use crate::pack::{Side, Station};
use crate::position::ledger::Game;

/// Every place where ships lie.
pub fn stations(game: &Game) -> SortedSet<Station> {
    game.squadrons.values().map(|squadron| squadron.at).collect()
}

/// Whose ships lie there and how many naval strength points: `u4`, `c2`, `x6` of both sides together; nothing if none
/// do.
pub fn mark(game: &Game, at: Station) -> String {
    let points = Side::BOTH.map(|side| game.hulls_at(at, side).points());
    match points {
        [0, 0] => String::new(),
        [union, 0] => format!("u{union}"),
        [0, confederate] => format!("c{confederate}"),
        [union, confederate] => format!("x{}", union.saturating_add(confederate)),
    }
}

/// The hexsides with ships that the sheet shows, each as one of its hexes there, the hex beyond, and the mark.
pub fn on_hexsides(game: &Game, hexes: &[Hex]) -> Vec<(Hex, Hex, String)> {
    let shown = |at: Station| {
        let Station::Hexside(a, b) = at else { return None };
        let (hex, beyond) = if hexes.contains(&a) { (a, b) } else { (b, a) };
        hexes.contains(&hex).then(|| (hex, beyond, mark(game, at)))
    };
    stations(game).into_iter().filter_map(shown).collect()
}

/// The ships in these hexes and on their hexsides.
pub fn table(rules: &CivilWar, game: &Game, within: impl Fn(Hex) -> bool) -> Option<Section> {
    let pack = &rules.pack;
    let mut rows = Vec::new();
    for side in Side::BOTH {
        for at in stations(game).into_iter().filter(|at| at.hexes().any(&within)) {
            let hulls = game.hulls_at(at, side);
            if hulls.is_empty() {
                continue;
            }
            let leaders = game.afloat_at(pack, at, side);
            let leaders = if leaders.is_empty() { String::new() } else { vocabulary::leaders(pack, &leaders) };
            let points = hulls.points().to_string();
            rows.push(vec![
                naval_text::between(pack, at),
                side.title().to_owned(),
                points,
                naval_text::hulls(pack, &hulls),
                leaders,
            ]);
        }
    }
    let header = ["Where", "Side", "Points", "Ships", "Under"].map(str::to_owned).to_vec();
    let table = || Section { heading: "Ships".to_owned(), blocks: vec![Block::Table { header, rows: rows.clone() }] };
    (!rows.is_empty()).then(table)
}
