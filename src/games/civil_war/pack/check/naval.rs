//! Checks the consistency of the naval charts and a scenario's ships (8, 10.4, 10.5).

use crate::sorted::SortedSet;

use super::Findings;
use crate::board::Hex;
use crate::document::Id;
use crate::pack::{Berth, FortKind, HexsideKind, Pack, Scenario, ShipKind, Side, Squadron, Terrain, Waters};

impl Pack {
    /// The naval charts: results that worsen with strength and roll, cells as known, ships that can exist.
    pub(super) fn check_naval(&self, findings: &mut Findings) {
        self.check_naval_combat(findings);
        let charts = &self.charts;
        let (figures, path) = (&charts.naval, "charts.yaml:naval");
        findings.source(&figures.source, path);
        let possible = figures.leader_ships > 0 && figures.transports_a_point > 0;
        findings.expect(
            possible,
            path,
            "a leader must be able to command ships, and transports must count for something",
        );
        findings.expect((2..=12).contains(&figures.raider_lost_on), path, "a roll of two dice is 2 to 12");
        if let Some(landing) = &charts.landing {
            let path = "charts.yaml:landing";
            findings.source(&landing.source, path);
            let forts: Vec<u8> = [FortKind::Stockade, FortKind::Fort, FortKind::Fortress]
                .iter()
                .map(|kind| landing.forts.get(kind).copied().unwrap_or(0))
                .collect();
            findings.expect(forts.is_sorted(), path, "a stronger fortification defends less");
        }
        let mut named = SortedSet::new();
        for fort in &charts.fort_shots {
            let path = format!("charts.yaml:fort_shots {}", fort.fort);
            findings.source(&fort.source, path.clone());
            findings.name(&fort.water, path.clone());
            findings.expect(named.insert(&fort.fort), path.clone(), "listed twice");
            findings.expect((1..=6).contains(&fort.shots), path.clone(), "a hex has six hexsides");
            let built = |hex: &Hex| {
                self.map.hex(*hex).and_then(|data| data.fort.as_ref()).is_some_and(|there| there.name == fort.fort)
            };
            if let Some(hex) = self.map.hexes().map(|(hex, _)| hex).find(built) {
                let water = self.map.neighbors(hex).filter(|&next| self.is_navigable(hex, next)).count();
                findings.expect(
                    water >= usize::from(fort.shots),
                    path,
                    format!("{hex} has {water} hexsides of navigable water"),
                );
            }
        }
        for ship in charts.ships.values() {
            let path = format!("charts.yaml:ships {}", ship.id);
            findings.source(&ship.source, path.clone());
            findings.source(&ship.enters.source, path.clone());
            findings.name(&ship.name, path.clone());
            ship.with.iter().for_each(|name| findings.name(name, path.clone()));
            let within = (1..=charts.last_turn()).contains(&ship.enters.turn);
            findings.expect(within, path.clone(), format!("there is no turn {} to enter on", ship.enters.turn));
            findings.expect(
                ship.kind != ShipKind::Raider || ship.side == Side::Confederate,
                path.clone(),
                "commerce raiders are Confederate (8.1)",
            );
            findings.expect(
                ship.kind != ShipKind::Ironclad || ship.side == Side::Union || ship.waters == Waters::River,
                path.clone(),
                "Confederate ironclads stay on the rivers (8.1)",
            );
            findings.expect(
                ship.side == Side::Union || ship.with.is_empty(),
                path,
                "a Confederate counter is one ship (2.3)",
            );
        }
        for (at, transports) in charts.transports.iter().enumerate() {
            let path = format!("charts.yaml:transports[{at}]");
            findings.source(&transports.source, path.clone());
            let first = charts.transports.iter().position(|other| other.waters == transports.waters) == Some(at);
            findings.expect(first, path, "listed twice");
        }
    }

    fn check_naval_combat(&self, findings: &mut Findings) {
        let Some(table) = &self.charts.naval_combat else { return };
        for column in &table.columns {
            let path = format!("charts.yaml:naval_combat {}", column.ships);
            findings.source(&column.source, path.clone());
            findings.expect(column.results.len() == 6, path.clone(), "there must be one result for each of 1 to 6");
            findings.expect(column.results.is_sorted(), path.clone(), "a higher total does less");
            findings.expect(column.fort != FortKind::Stockade, path, "a stockade has no guns");
        }
        for pair in table.columns.windows(2) {
            let path = format!("charts.yaml:naval_combat {}", pair[1].ships);
            findings.expect(pair[0].ships < pair[1].ships, path.clone(), "the strengths of the columns must rise");
            let worse = pair[0].results.iter().zip(&pair[1].results).all(|(less, more)| less <= more);
            findings.expect(worse, path, "more strength does less");
        }
        for cell in &table.known {
            let path = format!("charts.yaml:naval_combat {} {}", cell.ships, cell.total);
            findings.source(&cell.source, path.clone());
            let ours = table.ships(cell.ships.into(), cell.total.into());
            findings.expect(
                ours == cell.result,
                path,
                format!("known to be {:?}, but the table has {ours:?}", cell.result),
            );
        }
    }

    /// Whether the hexside between two hexes is navigable water (8.3).
    fn is_navigable(&self, a: Hex, b: Hex) -> bool {
        self.map.hexside(a, b).is_some_and(|side| side.kind == HexsideKind::NavigableRiver)
    }

    /// The ships of a scenario: where they lie, when they come, none twice. In the whole war each comes on its turn.
    pub(super) fn check_ships(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        let mut seen: SortedSet<Id> = SortedSet::new();
        let whole = scenario.last_turn == self.charts.last_turn();
        for (at, squadron) in scenario.ships.iter().enumerate() {
            let path = format!("{file}:ships[{at}]");
            findings.source(&squadron.source, path.clone());
            self.check_berth(squadron, &path, findings);
            for id in &squadron.ships {
                self.check_ship(id, squadron.side, &path, &mut seen, findings);
                let Some(ship) = self.charts.ships.get(id) else { continue };
                let fits = (squadron.at == Berth::AtSea) == (ship.kind == ShipKind::Raider);
                findings.expect(
                    fits,
                    path.clone(),
                    format!("{id}: only raiders are at sea, and they are nowhere else (8.1)"),
                );
                let early = !whole || ship.enters.turn <= scenario.first_turn;
                findings.expect(early, path.clone(), format!("{id} enters only on turn {}", ship.enters.turn));
            }
        }
        for (waters, limit) in self.charts.transports.iter().map(|kind| (kind.waters, kind.points)) {
            let here = scenario.ships.iter().filter_map(|squadron| squadron.transports.get(&waters));
            let coming = scenario.reinforcements.iter().filter_map(|turn| turn.union.transports.get(&waters));
            let all: u32 = here.chain(coming).map(|&points| u32::from(points)).sum();
            findings.expect(
                all <= limit.into(),
                format!("{file}:ships"),
                format!("there are {all} transport points, but counters for only {limit} (10.4)"),
            );
        }
        for entry in &scenario.reinforcements {
            for side in Side::BOTH {
                let path = format!("{file}:reinforcements {} {side}", entry.turn);
                let Some(arrivals) = scenario.arrivals(entry.turn, side) else { continue };
                findings.expect(
                    side == Side::Union || arrivals.transports.is_empty(),
                    path.clone(),
                    "only the Union has transports (8.1)",
                );
                for id in &arrivals.ships {
                    self.check_ship(id, side, &path, &mut seen, findings);
                    let Some(ship) = self.charts.ships.get(id) else { continue };
                    let due = ship.enters.turn.max(scenario.first_turn);
                    findings.expect(
                        !whole || entry.turn == due,
                        path.clone(),
                        format!("{id} enters on turn {}", ship.enters.turn),
                    );
                }
            }
        }
    }

    fn check_ship(&self, id: &Id, side: Side, path: &str, seen: &mut SortedSet<Id>, findings: &mut Findings) {
        match self.charts.ships.get(id) {
            None => findings.expect(false, path, format!("there is no ship {id}")),
            Some(ship) => {
                findings.expect(ship.side == side, path, format!("{id} is on the other side"));
                findings.expect(seen.insert(id.clone()), path, format!("{id} enters twice"));
            }
        }
    }

    /// Whether ships can lie there (8.3, 8.4, 10.4).
    fn check_berth(&self, squadron: &Squadron, path: &str, findings: &mut Findings) {
        let river = squadron.transports.contains_key(&Waters::River)
            || squadron
                .ships
                .iter()
                .filter_map(|id| self.charts.ships.get(id))
                .any(|ship| ship.waters == Waters::River);
        match squadron.at {
            Berth::Hexside(a, b) => {
                findings.expect(
                    self.is_navigable(a, b),
                    path,
                    format!("there is no navigable water between {a} and {b} (8.3)"),
                );
            }
            Berth::Hex(hex) => {
                let data = self.map.hex(hex);
                let sea = data.is_some_and(|data| data.terrain == Terrain::AllSea);
                let coast = data.is_some_and(|data| data.coastal);
                findings.expect(coast || sea, path, format!("{hex} is neither coast nor sea (8.3)"));
                findings.expect(!(sea && river), path, "river ships cannot go to sea (8.1)");
            }
            Berth::AtSea => {
                findings.expect(squadron.side == Side::Confederate, path, "only commerce raiders are at sea (8.1)");
            }
            Berth::NavalPool => {
                findings.expect(squadron.side == Side::Union, path, "only the Union has a Naval Pool (10.4)");
            }
        }
        findings.expect(
            squadron.side == Side::Union || squadron.transports.is_empty(),
            path,
            "only the Union has transports (8.1)",
        );
    }
}
