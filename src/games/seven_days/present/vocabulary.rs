//! The game's nouns in plain English: places, units, leaders, bridges, dates.

use crate::board::Area;
use crate::document::Id;
use crate::report::grammar;

use crate::events::Victory;
use crate::pack::{BridgeState, Command, Kind, Pack, Side};
use crate::position::ledger::{LeaderPlace, Phase, Train, Weather, Works};

pub use crate::report::grammar::{capital, count, plural};

/// The year of the campaign, which no track prints.
const YEAR: u16 = 1862;

/// A side in the middle of a sentence.
pub fn side(side: Side) -> &'static str {
    side.in_words()
}

/// A side at the start of a sentence.
pub fn side_cap(side: Side) -> &'static str {
    side.opening()
}

/// Parts in a sentence: `a, b and c`; of none `nobody`.
pub fn list(parts: impl IntoIterator<Item = String>, word: &str) -> String {
    grammar::list(parts, word, "nobody")
}

/// A name that stands for something unknown to the pack.
fn unknown(id: &Id) -> String {
    id.as_str().replace('_', " ")
}

/// An area by name and number: `Ellerson's Mill (6)`.
pub fn place(pack: &Pack, area: Area) -> String {
    pack.map.area(area).map_or_else(|| format!("area {area}"), |data| format!("{} ({area})", data.name))
}

/// Several areas; of none `nowhere`.
pub fn places<'a>(pack: &Pack, areas: impl IntoIterator<Item = &'a Area>) -> String {
    let mut named = areas.into_iter().map(|area| place(pack, *area)).peekable();
    if named.peek().is_none() { "nowhere".to_owned() } else { list(named, "and") }
}

/// Areas of which the first that will do is taken.
pub fn first_of<'a>(pack: &Pack, areas: impl IntoIterator<Item = &'a Area>) -> String {
    list(areas.into_iter().map(|area| place(pack, *area)), "or else")
}

/// A unit's name.
pub fn unit(pack: &Pack, id: &Id) -> String {
    pack.forces.units.get(id).map_or_else(|| unknown(id), |unit| unit.name.clone())
}

/// A unit's name with its factors: `McCall Infantry 4-5-5`.
pub fn unit_with_factors(pack: &Pack, id: &Id) -> String {
    let factors = pack.forces.units.get(id).map(|unit| unit.factors);
    let factors = factors.map(|given| format!(" {}-{}-{}", given.attack, given.defense, given.movement));
    unit(pack, id) + &factors.unwrap_or_default()
}

/// The name of a unit without its kind, where the name ends in it: `McCall`.
fn name_without_kind(pack: &Pack, id: &Id) -> Option<(String, Kind)> {
    let unit = pack.forces.units.get(id)?;
    let (stem, kind) = unit.name.rsplit_once(' ')?;
    (kind.to_lowercase() == unit.kind.word()).then(|| (stem.to_owned(), unit.kind))
}

/// The kinds of units: `infantry and artillery`.
fn kinds(pack: &Pack, ids: &[&Id]) -> String {
    let mut kinds: Vec<Kind> = ids.iter().filter_map(|id| name_without_kind(pack, id)).map(|(_, kind)| kind).collect();
    kinds.sort();
    list(kinds.into_iter().map(|kind| kind.word().to_owned()), "and")
}

/// Leaders who go only with the divisions that bear their names: `A.P. Hill with his infantry and artillery`.
fn leaders_with_their_own(pack: &Pack, of_units: &[&Id], of_leaders: &[&Id]) -> Option<String> {
    let bears = |unit: &Id, name: &str| name_without_kind(pack, unit).is_some_and(|(stem, _)| stem == name);
    let mut left = of_units.to_vec();
    let mut each = Vec::new();
    for name in of_leaders.iter().map(|id| leader(pack, id)) {
        let (own, others): (Vec<&Id>, Vec<&Id>) = left.into_iter().partition(|unit| bears(unit, &name));
        each.push(format!("{name} with his {}", kinds(pack, &own)));
        left = others;
        if own.is_empty() {
            return None;
        }
    }
    left.is_empty().then(|| list(each, "and"))
}

/// Several units: those of one division together, as in `McCall (infantry and artillery)`.
pub fn units<'a>(pack: &Pack, ids: impl IntoIterator<Item = &'a Id>) -> String {
    let mut groups: Vec<(Option<String>, Vec<&Id>)> = Vec::new();
    for id in ids {
        let stem = name_without_kind(pack, id).map(|(stem, _)| stem);
        match groups.iter_mut().find(|(other, _)| stem.is_some() && *other == stem) {
            Some((_, members)) => members.push(id),
            None => groups.push((stem, vec![id])),
        }
    }
    let text = groups.into_iter().map(|(name, members)| match (name, members.as_slice()) {
        (Some(name), [_, _, ..]) => format!("{name} ({})", kinds(pack, &members)),
        (_, members) => list(members.iter().map(|id| unit(pack, id)), "and"),
    });
    list(text, "and")
}

/// A leader's name.
pub fn leader(pack: &Pack, id: &Id) -> String {
    pack.forces.leaders.get(id).map_or_else(|| unknown(id), |leader| leader.name.clone())
}

/// Several leaders.
pub fn leaders<'a>(pack: &Pack, ids: impl IntoIterator<Item = &'a Id>) -> String {
    list(ids.into_iter().map(|id| leader(pack, id)), "and")
}

/// Units and leaders: `Jackson with Winder Infantry`; `None` for nobody.
pub fn units_and_leaders<'a>(
    pack: &Pack,
    of_units: impl IntoIterator<Item = &'a Id>,
    of_leaders: impl IntoIterator<Item = &'a Id>,
) -> Option<String> {
    let (of_units, of_leaders): (Vec<&Id>, Vec<&Id>) =
        (of_units.into_iter().collect(), of_leaders.into_iter().collect());
    match (of_units.is_empty(), of_leaders.is_empty()) {
        (true, true) => None,
        (true, false) => Some(leaders(pack, of_leaders)),
        (false, true) => Some(units(pack, of_units)),
        (false, false) => leaders_with_their_own(pack, &of_units, &of_leaders)
            .or_else(|| Some(format!("{} with {}", leaders(pack, of_leaders), units(pack, of_units)))),
    }
}

/// Whether units and leaders, as [`units_and_leaders`] names them, are one subject: one leader with whatever units, or
/// one unit.
pub fn is_singular<A, B>(of_units: impl IntoIterator<Item = A>, of_leaders: impl IntoIterator<Item = B>) -> bool {
    match of_leaders.into_iter().count() {
        0 => of_units.into_iter().count() == 1,
        leaders => leaders == 1,
    }
}

/// A unit or a leader.
pub fn unit_or_leader(pack: &Pack, id: &Id) -> String {
    if pack.forces.leaders.contains_key(id) && !pack.forces.units.contains_key(id) {
        leader(pack, id)
    } else {
        unit(pack, id)
    }
}

/// A bridge in the middle of a sentence: `New Bridge`, `the bridge over Turkey Run`.
pub fn bridge(pack: &Pack, id: &Id) -> String {
    let found = pack.map.bridge(id).and_then(|boundary| boundary.bridge.as_ref());
    let name = found.map_or_else(|| unknown(id), |bridge| bridge.name.clone());
    if name.to_lowercase().contains("bridge") { name } else { format!("the bridge over {name}") }
}

/// Several bridges.
pub fn bridges<'a>(pack: &Pack, ids: impl IntoIterator<Item = &'a Id>) -> String {
    list(ids.into_iter().map(|id| bridge(pack, id)), "and")
}

/// A bridge with the areas that it joins: `New Bridge (6-41)`.
pub fn bridge_between(pack: &Pack, id: &Id) -> String {
    let ends = pack.map.bridge(id).map(|boundary| boundary.areas);
    bridge(pack, id) + &ends.map_or(String::new(), |[a, b]| format!(" ({a}-{b})"))
}

/// Who controls a bridge, as the end of a sentence.
pub fn bridge_state(state: BridgeState) -> &'static str {
    match state {
        BridgeState::Union => "controlled by the Union",
        BridgeState::Confederate => "controlled by the Confederacy",
        BridgeState::Destroyed => "destroyed",
    }
}

/// A command's name: `V Corps`, `Jackson's command`, `the Independent units`.
pub fn command(command: &Command) -> String {
    match (command.independent, command.name.contains("Corps")) {
        (true, _) => "the Independent units".to_owned(),
        (false, true) => command.name.clone(),
        (false, false) => format!("{}'s command", command.name),
    }
}

/// A command of an id.
pub fn command_of(pack: &Pack, id: &Id) -> String {
    pack.forces.commands.get(id).map_or_else(|| unknown(id), command)
}

/// The day of a turn: `June 27`.
pub fn day(pack: &Pack, turn: u8) -> String {
    let found = pack.charts.turns.iter().find(|entry| entry.turn == turn);
    found.map_or_else(|| format!("turn {turn}"), |entry| entry.date.clone())
}

/// The day with its year: `June 27, 1862`.
pub fn date(pack: &Pack, turn: u8) -> String {
    match pack.charts.turns.iter().any(|entry| entry.turn == turn) {
        true => format!("{}, {YEAR}", day(pack, turn)),
        false => day(pack, turn),
    }
}

/// A phase, as a heading has it.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Bids => "the bids",
        Phase::Dawn => "dawn",
        Phase::Daylight => "daylight",
        Phase::Night => "night",
        Phase::End => "the end of the day",
    }
}

/// The weather.
pub fn weather(weather: Weather) -> &'static str {
    match weather {
        Weather::Clear => "clear",
        Weather::Rain => "rain",
    }
}

/// An entrenchment: `a Union +2 entrenchment`.
pub fn works(works: Works) -> String {
    format!("a {} +{} entrenchment", works.side.title(), works.level)
}

/// Where the Supply Train is: `at White House Landing (17)`.
pub fn train(pack: &Pack, train: Train) -> String {
    match train {
        Train::At(area) => format!("at {}", place(pack, area)),
        Train::Arrives(turn) => format!("in transit and arrives on {}", day(pack, turn)),
    }
}

/// Where a leader is: `in Richmond (44)`.
pub fn whereabouts(pack: &Pack, place_of: LeaderPlace) -> String {
    match place_of {
        LeaderPlace::At(area) => format!("in {}", place(pack, area)),
        LeaderPlace::Wounded(turn) => format!("wounded and returns on the night of {}", day(pack, turn)),
        LeaderPlace::Killed(turn) => format!("killed; his successor arrives at dawn on {}", day(pack, turn)),
    }
}

/// How a match was won, behind `wins:`.
pub fn victory(how: Victory, by: Side) -> String {
    match how {
        Victory::Richmond => "a Fresh Union unit is in Richmond, with a path to the Supply Train",
        Victory::BothLandings => "White House Landing and Harrison's Landing are both under Confederate control",
        Victory::TrainTaken => "the Supply Train is captured",
        Victory::LastDay if by == Side::Union => {
            "on the last day the Confederacy does not control the areas that it needs"
        }
        Victory::LastDay => "on the last day it controls the areas that it needs",
    }
    .to_owned()
}
