//! Facts about the printed map, counters and set-up that the rulebook states and a pack must agree with.

use crate::sorted::SortedSet;
use std::fmt::Display;

use super::Findings;
use crate::board::Area;
use crate::document::Id;
use crate::pack::{BridgeState, Factors, Pack, Scenario, Side, Water};

/// How many areas there are (3.2).
const AREAS: u8 = 45;
/// Areas named in module 14, which red circles mark (3.2.6).
const DECISIVE: [u8; 5] = [17, 19, 27, 35, 44];
/// Areas on the James (15.6).
const JAMES: [u8; 7] = [23, 26, 27, 28, 29, 36, 37];
/// The bridges that the Union holds at the start, by the areas that they connect (15.4).
const BRIDGES: [(u8, u8); 11] =
    [(6, 41), (7, 40), (15, 33), (33, 34), (36, 37), (35, 36), (29, 35), (26, 27), (25, 31), (19, 32), (21, 22)];
/// The colours of the commands (4.3.3).
const COLOURS: [(Side, &[&str]); 2] = [
    (Side::Union, &["black", "blue", "brown", "green", "purple", "red", "white", "yellow"]),
    (
        Side::Confederate,
        &["black", "blue", "brown", "green", "grey", "purple", "red", "rose", "teal", "white", "yellow"],
    ),
];
/// Units whose factors the set-up gives, with the units that replace them (5.2.2, 15.5).
const FACTORS: [(&str, [u8; 3], &str, [u8; 3]); 3] = [
    ("ap_hill_infantry", [6, 7, 5], "ap_hill_reduced", [4, 4, 5]),
    ("anderson_infantry", [6, 6, 5], "anderson_reduced", [4, 4, 5]),
    ("dh_hill_infantry", [5, 6, 5], "dh_hill_reduced", [3, 4, 5]),
];
/// The lowest roll that makes each Army Leader Active (6.2.1).
const ARMIES: [(&str, u8); 2] = [("lee", 3), ("mcclellan", 5)];
/// The days of the Game Turn Track (3.3, 5.1).
const DAYS: [&str; 8] = ["June 25", "June 26", "June 27", "June 28", "June 29", "June 30", "July 1", "July 2"];

/// The scenario of the rulebook.
const SCENARIO: &str = "seven_days";
/// Who is set up where (5.2), leaders first.
const SET_UP: [(u8, &[&str], &[&str]); 17] = [
    (1, &["stuart"], &["stuart_cavalry", "stuart_artillery"]),
    (
        2,
        &["jackson", "ewell"],
        &[
            "whiting_infantry",
            "whiting_artillery",
            "winder_infantry",
            "winder_artillery",
            "ewell_infantry",
            "ewell_artillery",
            "johnson_infantry",
            "johnson_artillery",
            "virginia_2_cavalry",
        ],
    ),
    (6, &["porter"], &["mccall_infantry", "mccall_artillery", "illinois_8_cavalry"]),
    (
        7,
        &[],
        &[
            "morell_infantry",
            "morell_artillery",
            "sykes_infantry",
            "sykes_artillery",
            "reserve_a_artillery",
            "reserve_b_artillery",
        ],
    ),
    (9, &[], &["blake_cavalry"]),
    (10, &[], &["emory_cavalry"]),
    (17, &["casey"], &["white_house_infantry"]),
    (
        33,
        &["mcclellan"],
        &["army_hq_infantry", "army_hq_cavalry", "new_york_6_cavalry", "penn_3_cavalry", "new_york_1_cavalry"],
    ),
    (36, &[], &["penn_8_cavalry"]),
    (38, &["keyes"], &["couch_infantry", "couch_artillery", "peck_infantry", "peck_artillery", "iv_corps_artillery"]),
    (
        39,
        &["heintzelman"],
        &["hooker_infantry", "hooker_artillery", "kearny_infantry", "kearny_artillery", "iii_corps_artillery"],
    ),
    (
        40,
        &["franklin", "sumner"],
        &[
            "slocum_infantry",
            "slocum_artillery",
            "smith_infantry",
            "smith_artillery",
            "richardson_infantry",
            "richardson_artillery",
            "sedgwick_infantry",
            "sedgwick_artillery",
            "ii_corps_artillery",
        ],
    ),
    (
        41,
        &["magruder"],
        &[
            "jones_infantry",
            "jones_artillery",
            "mclaws_infantry",
            "mclaws_artillery",
            "cobb_infantry",
            "cobb_artillery",
        ],
    ),
    (42, &["huger", "pendleton"], &["huger_infantry", "huger_artillery", "ransom_infantry", "reserve_artillery"]),
    (43, &["holmes"], &["north_carolina_infantry", "north_carolina_artillery", "wise_infantry"]),
    (44, &[], &["richmond_infantry"]),
    (
        45,
        &["lee", "ap_hill", "longstreet", "dh_hill"],
        &[
            "ap_hill_infantry",
            "ap_hill_artillery",
            "anderson_infantry",
            "anderson_artillery",
            "dh_hill_infantry",
            "dh_hill_artillery",
        ],
    ),
];
/// Entrenchments of the set-up (5.2).
const WORKS: [(u8, u8); 7] = [(6, 1), (38, 1), (39, 2), (40, 2), (41, 2), (42, 2), (44, 2)];

/// Things in words: `1, 2`, or `nothing`.
fn list<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    let words: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    if words.is_empty() { "nothing".to_owned() } else { words.join(", ") }
}

impl Pack {
    pub(super) fn check_known(&self, findings: &mut Findings) {
        self.check_known_map(findings);
        self.check_known_forces(findings);
        let dates: Vec<&str> =
            self.charts.turns.iter().filter(|day| day.turn <= 7).map(|day| day.date.as_str()).collect();
        let numbered = self.charts.turns.first().is_some_and(|day| day.turn == 0);
        let message = format!("the track begins with {}, as turns 0 to 7", list(DAYS));
        findings.expect(numbered && dates == DAYS, "charts.yaml:turns", "3.3", message);
        if let Some(scenario) = self.scenarios.values().find(|scenario| scenario.id.as_str() == SCENARIO) {
            self.check_known_scenario(scenario, findings);
        }
    }

    fn check_known_map(&self, findings: &mut Findings) {
        let areas = &self.map.areas;
        for area in (1..=AREAS).map(Area).filter(|area| !areas.contains_key(area)) {
            let message = format!("area {area} is missing: there are {AREAS}, numbered from 1");
            findings.expect(false, "map.yaml:areas", "3.2", message);
        }
        for area in areas.keys().filter(|area| !(1..=AREAS).contains(&area.0)) {
            let message = format!("area {area} does not exist: there are {AREAS}, numbered from 1");
            findings.expect(false, format!("map.yaml:areas.{area}"), "3.2", message);
        }
        for (id, area) in areas {
            for (flag, known, word, rule) in
                [(area.victory, &DECISIVE[..], "victory", "14"), (area.james, &JAMES, "james", "15.6")]
            {
                let message = format!("the `{word}` areas are {}", list(known));
                findings.expect(flag == known.contains(&id.0), format!("map.yaml:areas.{id}.{word}"), rule, message);
            }
        }
        for (a, b) in BRIDGES {
            let boundary = self.map.boundary(Area(a), Area(b));
            let bridged = boundary.is_some_and(|found| found.water == Water::Major && found.bridge.is_some());
            let message = format!("a bridge joins areas {a} and {b} over Major Water");
            findings.expect(bridged, "map.yaml:boundaries", "15.4", message);
        }
    }

    fn check_known_forces(&self, findings: &mut Findings) {
        let forces = &self.forces;
        for (side, colours) in COLOURS {
            let own = forces.commands.values().filter(|command| command.side == side);
            let found: SortedSet<&str> = own.map(|command| command.colour.as_str()).collect();
            let message = format!("the {} commands are {}", side.title(), list(colours));
            findings.expect(found.into_iter().eq(colours.iter().copied()), "forces.yaml:commands", "4.3.3", message);
        }
        for (unit, known, reduced, lower) in FACTORS {
            for (id, [attack, defense, movement]) in [(unit, known), (reduced, lower)] {
                let found = forces.units.get(&Id::known(id));
                let holds = found.is_some_and(|unit| unit.factors == Factors { attack, defense, movement });
                let message = format!("the factors of {id} are {attack}-{defense}-{movement}");
                findings.expect(holds, format!("forces.yaml:units.{id}.factors"), "5.2.2", message);
            }
            let replaced = forces.units.get(&Id::known(unit)).and_then(|unit| unit.reduced.as_ref());
            let message = format!("{reduced} takes the place of {unit}");
            let holds = replaced.is_some_and(|id| id.as_str() == reduced);
            findings.expect(holds, format!("forces.yaml:units.{unit}.reduced"), "15.5", message);
        }
        let replaced = forces.units.values().filter(|unit| unit.reduced.is_some());
        for unit in replaced.filter(|unit| !FACTORS.iter().any(|(id, ..)| unit.id.as_str() == *id)) {
            let path = format!("forces.yaml:units.{}.reduced", unit.id);
            findings.expect(false, path, "15.5", "nothing takes its place");
        }
        for (id, initiative) in ARMIES {
            let leader = forces.leaders.get(&Id::known(id));
            let message = format!("{id} is an Army Leader, Active on {initiative} to 6");
            let holds = leader.is_some_and(|leader| leader.is_army() && leader.initiative == initiative);
            findings.expect(holds, format!("forces.yaml:leaders.{id}.initiative"), "6.2.1", message);
        }
        // The kind is the last part of their ids.
        for id in SET_UP.iter().flat_map(|(.., units)| *units) {
            let Some(unit) = forces.units.get(&Id::known(id)) else { continue };
            let holds = id.rsplit('_').next() == Some(unit.kind.word());
            findings.expect(holds, format!("forces.yaml:units.{id}.kind"), "5.2", "the set-up names another kind");
            let horse = *id == "stuart_artillery";
            let message = "the horse artillery is Stuart's";
            findings.expect(unit.horse == horse, format!("forces.yaml:units.{id}.horse"), "4.2.2", message);
            let garrison = *id == "richmond_infantry";
            let message = "the garrison is the Richmond Infantry";
            findings.expect(unit.garrison == garrison, format!("forces.yaml:units.{id}.garrison"), "10.7.4", message);
        }
    }

    fn check_known_scenario(&self, scenario: &Scenario, findings: &mut Findings) {
        let file = format!("scenarios/{}.yaml", scenario.id);
        let turns = (scenario.first_turn, scenario.last_turn) == (1, 7);
        findings.expect(turns, format!("{file}:first_turn"), "3.3", "seven turns are played, from 1 to 7");
        let first = scenario.advantage == Side::Confederate;
        findings.expect(first, format!("{file}:advantage"), "5.1", "the Confederate begins with the Advantage");
        for (area, known, field) in [
            (scenario.train, 17, "train"),
            (scenario.train_to, 27, "train_to"),
            (scenario.richmond, 44, "richmond"),
            (scenario.malvern_hill, 35, "malvern_hill"),
            (scenario.providence_church, 19, "providence_church"),
        ] {
            findings.expect(area.0 == known, format!("{file}:{field}"), "14", format!("it is area {known}"));
        }
        for area in self.map.areas.keys() {
            let known = SET_UP.iter().find(|(number, ..)| *number == area.0);
            let (leaders, units) = known.map_or((&[][..], &[][..]), |(_, leaders, units)| (leaders, units));
            for (found, known, field) in
                [(scenario.leaders.get(area), leaders, "leaders"), (scenario.units.get(area), units, "units")]
            {
                let found: SortedSet<&str> = found.into_iter().flatten().map(Id::as_str).collect();
                let holds = found == known.iter().copied().collect();
                findings.expect(
                    holds,
                    format!("{file}:{field}.{area}"),
                    "5.2",
                    format!("the set-up has {}", list(known)),
                );
            }
            let known = WORKS.iter().find(|(number, _)| *number == area.0).map(|(_, level)| level);
            let message =
                known.map_or_else(|| "no entrenchment is set up".to_owned(), |level| format!("it is +{level}"));
            let holds = scenario.entrenchments.get(area) == known;
            findings.expect(holds, format!("{file}:entrenchments.{area}"), "5.2", message);
        }
        for (a, b) in BRIDGES {
            let bridge = self.map.boundary(Area(a), Area(b)).and_then(|boundary| boundary.bridge.as_ref());
            let Some(bridge) = bridge else { continue };
            let held = scenario.bridges.get(&bridge.id) == Some(&BridgeState::Union);
            findings.expect(held, format!("{file}:bridges.{}", bridge.id), "15.4", "the Union holds it at the start");
        }
    }
}
