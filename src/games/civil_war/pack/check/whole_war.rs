//! Checks the consistency of everything about the whole war: the turn track, victory points, and the scenarios that
//! play it to the end (2.2, 3.0, 9.4, 17).

use crate::sorted::SortedSet;

use super::Findings;
use crate::document::Id;
use crate::pack::{Pack, Scenario, Side};

impl Pack {
    /// The turn track and the list of what earns points.
    pub(super) fn check_track(&self, findings: &mut Findings) {
        let charts = &self.charts;
        let path = "charts.yaml:calendar";
        for row in &charts.calendar {
            findings.source(&row.source, format!("{path} {}", row.turn));
            findings.name(&row.period, format!("{path} {}", row.turn));
            findings.expect(
                row.months == 2 || row.months == 4,
                format!("{path} {}", row.turn),
                "a turn is two months, and the winter turn four (3.0)",
            );
        }
        let turns: Vec<u8> = charts.calendar.iter().map(|row| row.turn).collect();
        findings.expect(
            turns.is_empty() || turns.iter().copied().eq(1..=charts.last_turn()),
            path,
            format!("the turns must be numbered from 1 to {}", charts.last_turn()),
        );
        let path = "charts.yaml:blockade_percents";
        for row in &charts.blockade_percents {
            findings.source(&row.source, format!("{path} {}", row.through_turn));
            findings.expect(row.percent <= 100, format!("{path} {}", row.through_turn), "a percentage is at most 100");
        }
        let through: Vec<u8> = charts.blockade_percents.iter().map(|row| row.through_turn).collect();
        self.reaches_the_end(&through, path, findings);
        let tightens = charts.blockade_percents.windows(2).all(|pair| pair[0].percent <= pair[1].percent);
        findings.expect(tightens, path, "the blockade must not weaken");
        let path = "charts.yaml:sea_lift";
        for row in &charts.sea_lift {
            findings.source(&row.source, format!("{path} {}", row.through_turn));
        }
        let through: Vec<u8> = charts.sea_lift.iter().map(|row| row.through_turn).collect();
        self.reaches_the_end(&through, path, findings);
        findings.expect(
            charts.sea_lift.windows(2).all(|pair| pair[0].sp <= pair[1].sp),
            path,
            "the capacity must not fall",
        );
        self.check_schedule(findings);
        self.check_states(findings);
        if let Some(beginning) = &charts.beginning {
            findings.source(&beginning.source, "charts.yaml:beginning");
        }
        self.check_worth(findings);
    }

    /// The Victory Schedule (17.4): a line for every turn before the last, the Confederacy's below the Union's and
    /// never falling.
    fn check_schedule(&self, findings: &mut Findings) {
        let path = "charts.yaml:victory_schedule";
        let schedule = &self.charts.victory_schedule;
        for row in schedule.values() {
            let path = format!("{path} {}", row.turn);
            findings.source(&row.source, path.clone());
            findings.expect(row.confederate < row.union, path, "the Confederacy's line must be below the Union's");
        }
        let last = self.charts.last_turn();
        let all = schedule.is_empty() || schedule.keys().copied().eq(1..last);
        findings.expect(
            all,
            path,
            format!("there must be a line for each turn from 1 to {}, the last but one", last.saturating_sub(1)),
        );
        let rows: Vec<_> = schedule.values().collect();
        let rises = rows.windows(2).all(|pair| pair[0].confederate <= pair[1].confederate);
        findings.expect(rises, path, "the Confederacy's line must not fall from turn to turn");
    }

    /// Neutral states with rules of their own, and militia (15, 16).
    fn check_states(&self, findings: &mut Findings) {
        for row in self.charts.neutral_states.values() {
            let path = format!("charts.yaml:neutral_states {}", row.state);
            findings.source(&row.source, path.clone());
            for id in std::iter::once(&row.state).chain(&row.with) {
                let known = self.map.states.contains_key(id);
                findings.expect(known, path.clone(), format!("there is no state {id}"));
            }
            let neutral = self.map.states.get(&row.state).is_none_or(|state| state.friendly_to.is_none());
            findings.expect(neutral, path.clone(), "the state is not neutral");
            let own = |id: &Id| *id == row.state || row.with.contains(id);
            let cities = self.map.hexes().filter_map(|(_, data)| data.city.as_ref());
            let all: u32 = cities.filter(|city| own(&city.state)).map(|city| u32::from(city.vp)).sum();
            let points = row.points.map(u32::from);
            findings.expect(
                points.is_none_or(|points| points > 0 && points * 2 > all),
                path.clone(),
                format!("it must be more than half of its {all} points, so that only one side can have them"),
            );
            findings.expect(
                points.is_none_or(|points| points <= all),
                path,
                format!("nobody can have so many: its cities are worth {all} points"),
            );
        }
        for row in self.charts.militia.values() {
            let path = format!("charts.yaml:militia {}", row.state);
            findings.source(&row.source, path.clone());
            let known = self.map.states.contains_key(&row.state);
            findings.expect(known, path.clone(), format!("there is no state {}", row.state));
            findings.expect(row.sp > 0, path, "a state without militia must not have a row");
        }
    }

    /// Rows that hold up to a turn each: rising, and up to the last.
    fn reaches_the_end(&self, through: &[u8], path: &str, findings: &mut Findings) {
        let rising = through.windows(2).all(|pair| pair[0] < pair[1]);
        let last = through.last().is_none_or(|&last| last == self.charts.last_turn());
        findings.expect(rising && last, path, format!("the turns must rise up to {}", self.charts.last_turn()));
    }

    /// The points of the cities of each state are those of the list.
    fn check_worth(&self, findings: &mut Findings) {
        let Some(worth) = &self.charts.worth else { return };
        let mut listed = SortedSet::new();
        for state in &worth.states {
            let path = format!("charts.yaml:worth.states {}", state.state);
            findings.source(&state.source, path.clone());
            findings.expect(listed.insert(&state.state), path.clone(), "listed twice");
            let Some(data) = self.map.states.get(&state.state) else { continue };
            let own = |id: &Id| *id == state.state || state.with.contains(id);
            let cities = self.map.hexes().filter_map(|(_, data)| data.city.as_ref());
            let points: u32 = cities.filter(|city| own(&city.state)).map(|city| u32::from(city.vp)).sum();
            // A ground may show a part of a state.
            let worth = u32::from(state.points);
            let fits = if data.whole { points == worth } else { points <= worth };
            findings.expect(fits, path, format!("its cities on the map have {points} points, not {worth}"));
        }
        let mut deeds = SortedSet::new();
        for award in &worth.awards {
            let path = format!("charts.yaml:worth.awards {:?}", award.deed);
            findings.source(&award.source, path.clone());
            findings.expect(deeds.insert(award.deed), path.clone(), "listed twice");
            findings.expect(award.each > 0, path, "the award must not be 0");
        }
    }

    /// A scenario that plays the war to its end: every leader of the whole war is somewhere, arrives on his turn, or is
    /// out of the game.
    pub(super) fn check_whole_war(&self, scenario: &Scenario, file: &str, findings: &mut Findings) {
        let mut here: SortedSet<Id> = SortedSet::new();
        let mut take = |name: &Id, turn: Option<u8>, path: &str, findings: &mut Findings| {
            let Some((leader, counter)) = self.named_counter(name) else { return };
            here.insert(leader.id.clone());
            let Some(enters) = leader.enters.as_ref().map(|entry| entry.turn) else { return };
            let lowest = leader.counters.first().is_some_and(|first| first.rank == counter.rank);
            let fits = match turn {
                // Later leaders arrive on their turn, unless they have been promoted since.
                Some(turn) if turn > scenario.first_turn => turn == enters || (turn > enters && !lowest),
                _ => enters <= scenario.first_turn,
            };
            findings.expect(fits, path, format!("{} enters on turn {enters}", leader.id));
        };
        for side in Side::BOTH {
            for (hex, garrison) in scenario.start(side) {
                let path = format!("{file}:setup.{side}.{hex}");
                garrison.leaders.iter().for_each(|name| take(name, None, &path, findings));
            }
            for entry in &scenario.reinforcements {
                let path = format!("{file}:reinforcements {} {side}", entry.turn);
                let Some(arrivals) = scenario.arrivals(entry.turn, side) else { continue };
                arrivals.leaders.iter().for_each(|name| take(name, Some(entry.turn), &path, findings));
            }
        }
        for (at, squadron) in scenario.ships.iter().enumerate() {
            let path = format!("{file}:ships[{at}]");
            squadron.leaders.iter().for_each(|name| take(name, None, &path, findings));
        }
        for (name, list) in [("killed", &scenario.killed), ("removed", &scenario.removed)] {
            let path = format!("{file}:{name}");
            list.iter().for_each(|leader| take(leader, None, &path, findings));
        }
        for leader in self.leaders.values().filter(|leader| !leader.additional && leader.enters.is_some()) {
            findings.expect(
                here.contains(&leader.id),
                format!("{file}:reinforcements"),
                format!("{} is missing: he is neither set up, nor a reinforcement, nor lost", leader.id),
            );
        }
        let due: Vec<&Id> = self
            .charts
            .ships
            .keys()
            .filter(|id| {
                let named = |ids: &[Id]| ids.contains(id);
                !scenario.ships.iter().any(|squadron| named(&squadron.ships))
                    && !scenario.reinforcements.iter().any(|e| named(&e.union.ships) || named(&e.confederate.ships))
                    && !named(&scenario.sunk)
            })
            .collect();
        for id in due {
            findings.expect(
                false,
                format!("{file}:ships"),
                format!("{id} is missing: it is neither set up, nor a reinforcement, nor sunk"),
            );
        }
    }
}
