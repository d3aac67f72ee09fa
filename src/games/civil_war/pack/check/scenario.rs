//! Checks a scenario against the pack: its calendar, forces, armies, reinforcements and the war at home.

use crate::sorted::{SortedMap, SortedSet};

use super::{Findings, Lazy};
use crate::board::Hex;
use crate::document::Id;
use crate::pack::{Branch, FortKind, Garrison, HomeFront, Pack, Scenario, Side, Terrain, Theater};

impl Pack {
    /// The ground of a scenario: it is on the map, and rails lead off it at its edge.
    pub(super) fn check_ground(&self, scenario: &Scenario, findings: &mut Findings) {
        let Some(ground) = &scenario.ground else { return };
        let path = format!("scenarios/{}.yaml:ground", scenario.id);
        let kept = ground.all_hexes();
        for hex in ground.named() {
            let lies = kept.contains(&hex) && self.map.hex(hex).is_some();
            findings.expect(lies, Lazy(|| path.clone()), Lazy(|| format!("there is no hex {hex} on it")));
        }
        let map = self.map.within(ground);
        for (hex, data) in map.hexes() {
            findings.expect(
                data.map_edge || !data.north_edge,
                Lazy(|| path.clone()),
                Lazy(|| format!("{hex} is on the northern edge, but not on the map edge")),
            );
        }
        for exit in &map.exits {
            let path = format!("{path}.exits {}", exit.hex);
            findings.source(&exit.source, path.clone());
            findings.expect(map.rail_hex(exit.hex), path.clone(), "an exit needs a rail in its hex");
            let edge = map.hex(exit.hex).is_some_and(|data| data.map_edge);
            findings.expect(edge, path, "an exit must be in a hex on the edge");
        }
    }

    pub(super) fn check_scenario(&self, scenario: &Scenario, findings: &mut Findings) {
        let file = format!("scenarios/{}.yaml", scenario.id);
        findings.source(&scenario.source, file.clone());
        findings.name(&scenario.title, file.clone());
        findings.source(&scenario.victory.source, format!("{file}:victory"));
        findings.source(&scenario.victory.awards.source, format!("{file}:victory.awards"));
        findings.source(&scenario.elsewhere.source, format!("{file}:elsewhere"));
        findings.expect(scenario.first_turn <= scenario.last_turn, file.clone(), "the scenario ends before it begins");
        for turn in scenario.first_turn..=scenario.last_turn {
            findings.expect(
                scenario.period(turn).is_some(),
                Lazy(|| format!("{file}:calendar")),
                Lazy(|| format!("turn {turn} has no name")),
            );
        }
        let named = |hex: Hex, part: &str, findings: &mut Findings| {
            let exists = self.map.hex(hex).is_some();
            findings.expect(exists, Lazy(|| format!("{file}:{part}")), Lazy(|| format!("there is no hex {hex}")));
        };
        named(scenario.washington, "washington", findings);
        for &hex in scenario.controlled.union.iter().chain(&scenario.controlled.confederate) {
            named(hex, "controlled", findings);
        }
        for &hex in &scenario.mississippi {
            named(hex, "mississippi", findings);
        }
        for (&hex, built) in &scenario.works {
            named(hex, "works", findings);
            findings.source(&built.source, Lazy(|| format!("{file}:works.{hex}")));
        }
        self.check_forces(scenario, &file, findings);
        self.check_ships(scenario, &file, findings);
        self.check_past(scenario, &file, findings);
        if scenario.last_turn == self.charts.last_turn() {
            self.check_whole_war(scenario, &file, findings);
        }
        if let Some(home) = &scenario.home_front {
            self.check_home_front(scenario, home, &file, findings);
        }
        let v = &scenario.victory;
        self.check_lines(scenario, &file, findings);
        let falling = v.union_decisive >= v.union_marginal
            && v.union_marginal > v.confederate_marginal
            && v.confederate_marginal >= v.confederate_decisive;
        findings.expect(
            falling,
            format!("{file}:victory"),
            "the figures must fall from Union decisive to Confederate decisive",
        );
        let here: SortedSet<Theater> = self.map.hexes().map(|(_, data)| data.theater).collect();
        for theater in scenario.elsewhere.points.keys() {
            findings.expect(!here.contains(theater), format!("{file}:elsewhere"), format!("{theater} is on the map"));
        }
    }

    /// The Victory Schedule of a scenario that counts points as they happen (17.3, 17.4): lines for every turn before
    /// the last, and an election that is not decided by them.
    fn check_lines(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        let Some(schedule) = &scenario.victory.schedule else {
            let awards = &scenario.victory.awards;
            let once = awards.state_factor == 0 && scenario.victory.election.is_none();
            let message = "states and an election count only with a schedule (17.3)";
            findings.expect(once, format!("{file}:victory"), message);
            return;
        };
        let path = format!("{file}:victory.schedule");
        findings.source(&schedule.source, path.clone());
        for (turn, line) in &schedule.lines {
            let below = line.confederate < line.union;
            findings.expect(below, format!("{path}.lines.{turn}"), "the Confederacy's line must be below the Union's");
        }
        for turn in scenario.first_turn..scenario.last_turn {
            let has_line = match schedule.lines.is_empty() {
                true => self.charts.victory_schedule.contains_key(&turn),
                false => schedule.lines.range(..=turn).next().is_some(),
            };
            findings.expect(has_line, Lazy(|| path.clone()), Lazy(|| format!("turn {turn} has no line")));
        }
    }

    /// Who is where, and who arrives when.
    fn check_forces(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        let mut seen: SortedSet<Id> = SortedSet::new();
        let mut armies: SortedMap<&Id, Hex> = SortedMap::new();
        for side in Side::BOTH {
            for (&hex, garrison) in scenario.start(side) {
                let place = || format!("{file}:setup.{side}.{hex}");
                let path = Lazy(&place);
                findings.source(&garrison.source, path);
                let land = self.map.hex(hex).is_some_and(|data| data.terrain != Terrain::AllSea);
                findings.expect(land, path, "there is no land hex of that number");
                findings.expect(!scenario.start(side.other()).contains_key(&hex), path, "both sides are there");
                let room = usize::from(garrison.sp) + usize::from(garrison.depot);
                let enough = hex == scenario.washington || garrison.army.is_some() || garrison.leaders.len() <= room;
                findings.expect(enough, path, "there are more leaders than strength points and depots (6.2)");
                findings.expect(
                    !garrison.depot || self.holds_depot(hex, scenario),
                    path,
                    "a depot must be in a city or a stockade (9.2)",
                );
                self.check_roster(&garrison.leaders, side, &place, &mut seen, findings);
                if let Some(army) = &garrison.army {
                    findings.expect(scenario.armies, path, "this scenario has no armies (12.1)");
                    let first = armies.insert(army, hex).is_none();
                    findings.expect(first, path, Lazy(|| format!("the army {army} is in two hexes")));
                    // In a war that has gone on for some turns an army may be away from where it was formed (12.1).
                    let marched = scenario.last_turn == self.charts.last_turn() && scenario.first_turn > 1;
                    self.check_army(army, side, (hex, garrison), marched, &place(), findings);
                }
            }
            for entry in &scenario.reinforcements {
                let place = || format!("{file}:reinforcements {} {side}", entry.turn);
                let path = Lazy(&place);
                findings.source(&entry.source, path);
                findings.expect(
                    (scenario.first_turn..=scenario.last_turn).contains(&entry.turn),
                    path,
                    "this is outside the scenario",
                );
                if let Some(arrivals) = scenario.arrivals(entry.turn, side) {
                    let most = self.charts.track_maximum;
                    findings.expect(
                        arrivals.sp.values().all(|&sp| sp <= most),
                        path,
                        Lazy(|| format!("a track holds at most {most}")),
                    );
                    self.check_roster(&arrivals.leaders, side, &place, &mut seen, findings);
                }
            }
        }
    }

    /// What a scenario says about the time before it: losses, points so far, states that have changed sides; and the
    /// election still to come.
    fn check_past(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        for (name, list) in [("killed", &scenario.killed), ("removed", &scenario.removed)] {
            for id in list {
                let known = self.named_counter(id);
                let path = Lazy(|| format!("{file}:{name}"));
                findings.expect(known.is_some(), path, Lazy(|| format!("there is no leader {id}")));
            }
        }
        for id in &scenario.removed {
            let commander = self.named_counter(id).is_some_and(|(_, counter)| counter.rank == 3);
            findings.expect(
                commander,
                format!("{file}:removed"),
                format!("{id}: only three-star leaders can be removed (5.3.3)"),
            );
        }
        for id in &scenario.sunk {
            let known = self.charts.ships.contains_key(id);
            findings.expect(known, format!("{file}:sunk"), format!("there is no ship {id}"));
        }
        if let Some(past) = &scenario.so_far {
            let path = format!("{file}:so_far");
            findings.source(&past.source, path.clone());
            for (state, side) in &past.converted {
                let turns = self.map.states.get(state).is_some_and(|data| data.friendly_to != Some(*side));
                findings.expect(turns, path.clone(), format!("{state} cannot join the {side} side"));
            }
        }
        if let Some(states) = &scenario.states {
            let path = format!("{file}:states");
            findings.source(&states.source, path.clone());
            for id in &states.militia_out {
                let known = self.charts.militia.contains_key(id);
                findings.expect(known, path.clone(), format!("{id} has no militia that could have been mustered (16)"));
            }
        }
        if let Some(election) = &scenario.victory.election {
            let path = format!("{file}:victory.election");
            findings.source(&election.source, path.clone());
            let within = (scenario.first_turn..=scenario.last_turn).contains(&election.turn);
            findings.expect(within, path, "this is outside the scenario");
        }
    }

    /// Whether a depot may be there (9.2).
    pub(super) fn holds_depot(&self, hex: Hex, scenario: &Scenario) -> bool {
        let Some(data) = self.map.hex(hex) else { return false };
        let printed = data.fort.as_ref().map(|fort| fort.kind);
        let built = scenario.works.get(&hex).map(|built| built.kind);
        data.city.is_some() || built.or(printed) == Some(FortKind::Stockade)
    }

    /// An army on the map at the start: of that side and theater, within its maximum, with a leader who can command it
    /// (5.3.1, 5.3.4, 12.1).
    fn check_army(
        &self,
        army: &Id,
        side: Side,
        (hex, garrison): (Hex, &Garrison),
        marched: bool,
        path: &str,
        findings: &mut Findings,
    ) {
        let Some(data) = self.charts.armies.get(army) else {
            let known: Vec<&str> =
                self.charts.armies.iter().filter(|(_, data)| data.side == side).map(|(id, _)| id.as_str()).collect();
            findings.expect(false, path, format!("there is no army {army}; the side has {}", known.join(", ")));
            return;
        };
        findings.expect(data.side == side, path, format!("the {} is on the other side", data.name));
        let theater = self.map.hex(hex).map(|data| data.theater);
        findings.expect(
            theater == Some(data.theater) || marched,
            path,
            format!("the {} is formed in the {} (12.1)", data.name, data.theater),
        );
        findings.expect(garrison.sp > 0, path, format!("the {} has no strength points", data.name));
        findings.expect(
            garrison.sp <= data.maximum,
            path,
            format!("the {} has at most {} strength points", data.name, data.maximum),
        );
        let commands = |id: &Id| {
            self.named_counter(id)
                .is_some_and(|(leader, counter)| leader.branch == Branch::Infantry && counter.rank >= 3)
        };
        findings.expect(
            garrison.leaders.iter().any(commands),
            path,
            format!("there is no three-star leader to command the {} (5.3.1)", data.name),
        );
    }

    /// The war at home (9.4).
    fn check_home_front(&self, scenario: &Scenario, home: &HomeFront, file: &str, findings: &mut Findings) {
        let path = format!("{file}:home_front");
        findings.source(&home.source, path.clone());
        for turn in scenario.first_turn..=scenario.last_turn {
            let share = match home.blockade.is_empty() {
                true => Some(self.charts.blockade_percent(turn)),
                false => home.blockade.get(&turn).copied(),
            };
            findings.expect(
                share.is_some_and(|share| share <= 100),
                format!("{path}.blockade"),
                format!("turn {turn} has no percentage from 0 to 100"),
            );
        }
        for (&hex, port) in &home.ports {
            let is_port = self.map.hex(hex).and_then(|data| data.city.as_ref()).is_some_and(|city| city.port);
            findings.expect(is_port, format!("{path}.ports.{hex}"), "there is no port");
            for &other in &port.shut_by {
                findings.expect(
                    self.map.hex(other).is_some(),
                    format!("{path}.ports.{hex}"),
                    format!("there is no hex {other}"),
                );
            }
        }
    }

    /// Leaders: they exist, with the rank that is named, on that side, and come once.
    fn check_roster(
        &self,
        ids: &[Id],
        side: Side,
        place: &dyn Fn() -> String,
        seen: &mut SortedSet<Id>,
        findings: &mut Findings,
    ) {
        let path = Lazy(place);
        for id in ids {
            let Some((leader, _)) = self.named_counter(id) else {
                let of = id.as_str().rsplit_once('-').and_then(|(leader, _)| self.leader(leader));
                let message = match of {
                    Some(leader) => {
                        let ranks: Vec<String> =
                            leader.counters.iter().map(|counter| format!("{}-{}", leader.id, counter.rank)).collect();
                        format!("there is no counter {id}; there is {}", ranks.join(", "))
                    }
                    None => format!("there is no leader {id}"),
                };
                findings.expect(false, path, message);
                continue;
            };
            findings.expect(leader.side == side, path, Lazy(|| format!("{id} is on the other side")));
            findings.expect(seen.insert(leader.id.clone()), path, Lazy(|| format!("{} enters twice", leader.id)));
        }
    }
}
