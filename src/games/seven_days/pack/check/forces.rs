//! Checks the consistency of the counters.

use crate::sorted::SortedSet;

use super::Findings;
use crate::document::Problem;
use crate::pack::{Forces, Kind, Leader, Pack, Side, Unit};

/// The highest plausible factor of a unit, twice that of the strongest known one.
const MAX_FACTOR: u8 = 20;

impl Pack {
    pub(super) fn check_forces(&self, findings: &mut Findings) {
        let forces = &self.forces;
        for (id, command) in &forces.commands {
            let path = format!("forces.yaml:commands.{id}");
            findings.name(&command.name, format!("{path}.name"));
            findings.name(&command.colour, format!("{path}.colour"));
            findings.source(&command.source, format!("{path}.source"));
            let led = forces.leader_of(id).is_some();
            let message = "Independent units have no leader";
            findings.expect(!(command.independent && led), path.clone(), "4.3.3", message);
            findings.expect(command.independent || led, path, "4.3.3", "nobody leads this command");
        }
        for side in Side::BOTH {
            let own = || forces.commands.values().filter(move |command| command.side == side);
            let colour = |command: &super::super::Command| format!("forces.yaml:commands.{}.colour", command.id);
            let mut colours = SortedSet::new();
            for command in own() {
                let message = format!("the {} side has two commands in {}", side.title(), command.colour);
                findings.expect(colours.insert(&command.colour), colour(command), "4.3.3", message);
            }
            let independent = own().filter(|command| command.independent).count();
            let message =
                format!("the {} side has {independent} commands of Independent units and must have one", side.title());
            findings.expect(independent == 1, "forces.yaml:commands", "4.3.3", message);
        }
        for unit in forces.units.values() {
            check_unit(forces, unit, findings);
        }
        for leader in forces.leaders.values() {
            check_leader(forces, leader, findings);
        }
        check_armies(forces, findings);
        let unit = |unit: &Unit| format!("forces.yaml:units.{}.name", unit.id);
        let leader = |leader: &Leader| format!("forces.yaml:leaders.{}.name", leader.id);
        findings.distinct(forces.units.values().map(|counter| (counter.name.as_str(), unit(counter))));
        findings.distinct(forces.leaders.values().map(|counter| (counter.name.as_str(), leader(counter))));
        for id in forces.leaders.keys().filter(|id| forces.units.contains_key(*id)) {
            let problem =
                Problem::new(format!("a unit also has the id {id}")).in_path(format!("forces.yaml:leaders.{id}.id"));
            findings.0.push(problem.advice("units and leaders must have different ids"));
        }
    }
}

fn check_unit(forces: &Forces, unit: &Unit, findings: &mut Findings) {
    let path = |field: &str| format!("forces.yaml:units.{}.{field}", unit.id);
    findings.name(&unit.name, path("name"));
    findings.source(&unit.source, path("source"));
    findings.source(&unit.factors_source, path("factors_source"));
    let command = forces.commands.get(&unit.command);
    let of_side = |command: &super::super::Command| command.side == unit.side;
    let message = format!("there is no command {}", unit.command);
    findings.expect(command.is_some(), path("command"), "4.3.3", message);
    let message = format!("{} is a command of the other side", unit.command);
    findings.expect(command.is_none_or(of_side), path("command"), "4.3.3", message);
    let factors = &unit.factors;
    findings.expect(
        factors.attack <= MAX_FACTOR && factors.defense <= MAX_FACTOR && (1..=MAX_FACTOR).contains(&factors.movement),
        path("factors"),
        "4.3.2",
        format!("factors are at most {MAX_FACTOR}, and a Movement Factor is at least 1"),
    );
    let guns = unit.kind == Kind::Artillery;
    findings.expect(guns || !unit.horse, path("horse"), "4.2.2", "only artillery is horse artillery");
    let Some(id) = &unit.reduced else { return };
    let Some(reduced) = forces.units.get(id) else {
        return findings.expect(false, path("reduced"), "15.5", format!("there is no unit {id}"));
    };
    let alike = (reduced.side, reduced.kind, &reduced.command) == (unit.side, unit.kind, &unit.command);
    findings.expect(alike, path("reduced"), "15.5", format!("{id} is of another side, kind or command"));
    findings.expect(
        reduced.reduced.is_none(),
        path("reduced"),
        "15.5",
        format!("{id} is itself replaced by another unit"),
    );
    let weaker = reduced.factors.attack <= factors.attack && reduced.factors.defense <= factors.defense;
    findings.expect(weaker && reduced.factors != *factors, path("reduced"), "15.5", format!("{id} is not weaker"));
    let twice = forces.units.values().any(|other| other.id < unit.id && other.reduced.as_ref() == Some(id));
    findings.expect(!twice, path("reduced"), "15.5", format!("{id} already takes the place of another unit"));
}

fn check_leader(forces: &Forces, leader: &Leader, findings: &mut Findings) {
    let path = |field: &str| format!("forces.yaml:leaders.{}.{field}", leader.id);
    findings.name(&leader.name, path("name"));
    findings.source(&leader.source, path("source"));
    findings.source(&leader.ratings_source, path("ratings_source"));
    let ratings = "an Initiative Rating must be 1 to 6";
    findings.expect((1..=6).contains(&leader.initiative), path("initiative"), "8.1.1", ratings);
    let Some(command) = &leader.command else {
        let message = "an Army Leader has no Combat Rating: 0 stands for none";
        return findings.expect(leader.combat == 0, path("combat"), "4.4.1", message);
    };
    findings.expect(leader.combat <= 6, path("combat"), "4.4.1", "a Combat Rating is at most 6");
    findings.expect(!leader.alternate, path("alternate"), "16.3", "only an Army Leader can have an alternate");
    let known = forces.commands.get(command);
    findings.expect(known.is_some(), path("command"), "4.3.3", format!("there is no command {command}"));
    let message = format!("{command} is a command of the other side");
    findings.expect(known.is_none_or(|known| known.side == leader.side), path("command"), "4.3.3", message);
    let first = forces.leader_of(command).is_some_and(|first| first.id == leader.id);
    findings.expect(first, path("command"), "4.3.3", format!("{command} has two leaders"));
}

/// Each side has one Army Leader (4.4.1), at most one who can lead in his place (16.3), and there is one garrison of
/// Richmond (10.7.4).
fn check_armies(forces: &Forces, findings: &mut Findings) {
    for side in Side::BOTH {
        let armies = || forces.leaders.values().filter(move |leader| leader.side == side && leader.is_army());
        let (others, own): (Vec<_>, Vec<_>) = armies().partition(|leader| leader.alternate);
        let message = format!("the {} side has {} Army Leaders and must have one", side.title(), own.len());
        findings.expect(own.len() == 1, "forces.yaml:leaders", "4.4.1", message);
        let message = format!("the {} side has {} leaders in place of its Army Leader", side.title(), others.len());
        findings.expect(others.len() <= 1, "forces.yaml:leaders", "16.3", message);
    }
    let garrisons: Vec<&Unit> = forces.units.values().filter(|unit| unit.garrison).collect();
    let message = format!("there are {} garrisons of Richmond and there must be one", garrisons.len());
    findings.expect(garrisons.len() == 1, "forces.yaml:units", "10.7.4", message);
    for unit in garrisons {
        let path = format!("forces.yaml:units.{}.garrison", unit.id);
        findings.expect(unit.side == Side::Confederate, path, "10.7.4", "the garrison of Richmond is Confederate");
    }
}
