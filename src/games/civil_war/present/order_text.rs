//! Orders, answers and standing orders in plain English.

use serde_json::Value;

use crate::board::Hex;
use crate::document::{Id, from_value};

use super::naval_text;
use super::vocabulary::{army, leader_name, list, place, side, sp};
use crate::CivilWar;
use crate::orders::{
    Answer, Condition, Go, Order, React, ReactInto, Reaction, ReactionStanding, RemovalStanding, Removing, Reroll,
    RerollStanding, Screen, ScreenStanding, Standing,
};
use crate::pack::{Pack, Side};
use crate::position::force::force_hex;

/// An order as an event records it, in words. If it is skipped, the reason says which condition does not hold.
pub fn recorded(rules: &CivilWar, side: &Id, order: &Value, is_skipped: bool) -> String {
    let (Ok(known), Ok(side)) = (from_value::<Order>(order), rules.side(side)) else { return order.to_string() };
    match known.kind().condition() {
        Some(given) if is_skipped && given.not.is_none() => known.words().sentence(&rules.pack, side),
        _ => self::order(&rules.pack, side, &known),
    }
}

/// An order of a side in plain words, for readers of either.
pub fn order(pack: &Pack, by: Side, order: &Order) -> String {
    let words = order.words().sentence(pack, by);
    match order.kind().condition() {
        Some(given) => format!("{words}, if {}", condition(pack, by, given)),
        None => words,
    }
}

/// Leaders by their names.
pub(super) fn leaders(pack: &Pack, leaders: &[Id]) -> String {
    list(leaders.iter().map(|leader| leader_name(pack, leader).to_owned()), "and")
}

/// Strength points and leaders: `3 strength points, Burnside and Hooker`; `None` for nobody.
pub(super) fn company(pack: &Pack, points: u32, leaders: &[Id]) -> Option<String> {
    let strength = (points > 0).then(|| sp(points));
    let parts: Vec<String> =
        strength.into_iter().chain(leaders.iter().map(|leader| leader_name(pack, leader).to_owned())).collect();
    (!parts.is_empty()).then(|| list(parts, "and"))
}

/// A condition as the end of a sentence that begins with `if`.
pub fn condition(pack: &Pack, by: Side, given: &Condition) -> String {
    let enemy = side(by.other());
    let mut parts = Vec::new();
    if let Some(hex) = given.ours {
        parts.push(format!("{} is in {}", side(by), place(pack, hex)));
    }
    if let Some(hex) = given.theirs {
        parts.push(format!("{enemy} is in {}", place(pack, hex)));
    }
    if let Some(hex) = given.empty {
        parts.push(format!("{} is empty", place(pack, hex)));
    }
    if let Some(own) = &given.own_sp {
        parts.push(format!("{} has {} in {}", side(by), range(own.at_least, own.at_most), place(pack, own.at)));
    }
    if let Some(theirs) = &given.enemy_sp {
        parts.push(format!("{enemy} has {} in {}", range(theirs.at_least, theirs.at_most), place(pack, theirs.at)));
    }
    if let Some(wanted) = &given.leader {
        parts.push(format!("{} is in {}", leader_name(pack, &wanted.name), place(pack, wanted.at)));
    }
    if let Some(hex) = given.demoralized {
        parts.push(format!("the {} force in {} is demoralized", by.title(), place(pack, hex)));
    }
    if let Some(inner) = &given.not {
        parts.push(format!("it is not true that {}", condition(pack, by, inner)));
    }
    list(parts, "and")
}

fn range(at_least: Option<u32>, at_most: Option<u32>) -> String {
    match (at_least, at_most) {
        (Some(least), Some(most)) => format!("{least} to {most} strength points"),
        (Some(least), None) => format!("at least {}", sp(least)),
        (None, Some(most)) => format!("at most {}", sp(most)),
        (None, None) => "any strength points".to_owned(),
    }
}

/// What a side does by an answer, after its name: `retreats to Manassas (5006)`.
pub fn answered(pack: &Pack, answer: &Answer) -> String {
    match answer {
        Answer::Retreat(hex) => format!("retreats to {}", place(pack, *hex)),
        Answer::Reroll(Reroll::Own) => "rerolls its own die".to_owned(),
        Answer::Reroll(Reroll::Enemy) => "rerolls the other side's die".to_owned(),
        Answer::Reroll(Reroll::Pass) => "keeps both dice".to_owned(),
        Answer::React(React::Decline) => "does not roll for reaction".to_owned(),
        Answer::React(React::Roll) => "rolls for reaction".to_owned(),
        Answer::React(React::Together) => {
            "rolls once for every army in the hex, using the four-star leader's initiative".to_owned()
        }
        Answer::Reaction(Reaction::Stay) => "decides to stay".to_owned(),
        Answer::Reaction(Reaction::Go(go)) => format!("decides to {}", going(pack, go)),
        Answer::Screen(Screen::Stand) => "stands and fights".to_owned(),
        Answer::Screen(Screen::Retreat) => "chooses to retreat before combat".to_owned(),
        Answer::Removal(Removing::Keep) => "keeps the leader".to_owned(),
        Answer::Removal(Removing::Remove) => "removes the leader".to_owned(),
        Answer::Hit(hull) => format!("chooses to lose {}", naval_text::hull(pack, hull)),
        Answer::Flight(at) => format!("moves the ships to {}", naval_text::station(pack, *at)),
        Answer::Pursuit(0) => "spends nothing against the raiders".to_owned(),
        Answer::Pursuit(points) => {
            format!("spends {} against the raiders", super::vocabulary::plural(*points, "naval command point"))
        }
    }
}

/// An answer in plain words.
pub fn answer(pack: &Pack, answer: &Answer) -> String {
    match answer {
        Answer::Retreat(hex) => format!("retreat to {}", place(pack, *hex)),
        Answer::Reroll(Reroll::Own) => "reroll own die".to_owned(),
        Answer::Reroll(Reroll::Enemy) => "reroll the enemy's die".to_owned(),
        Answer::Reroll(Reroll::Pass) => "keep both dice".to_owned(),
        Answer::React(React::Decline) => "do not roll for reaction".to_owned(),
        Answer::React(React::Roll) => "roll for reaction".to_owned(),
        Answer::React(React::Together) => {
            "roll once for every army in the hex, using the four-star leader's initiative".to_owned()
        }
        Answer::Reaction(Reaction::Stay) => "leave the army where it is".to_owned(),
        Answer::Reaction(Reaction::Go(go)) => going(pack, go),
        Answer::Screen(Screen::Stand) => "stand and fight".to_owned(),
        Answer::Screen(Screen::Retreat) => {
            "retreat before combat, if its leader survives his Leader Loss Check".to_owned()
        }
        Answer::Removal(Removing::Keep) => "keep him".to_owned(),
        Answer::Removal(Removing::Remove) => "remove him".to_owned(),
        Answer::Hit(hull) => format!("lose {}", naval_text::hull(pack, hull)),
        Answer::Flight(at) => format!("go to {}", naval_text::station(pack, *at)),
        Answer::Pursuit(0) => "spend nothing against it".to_owned(),
        Answer::Pursuit(points) => {
            format!("spend {} against it", super::vocabulary::plural(*points, "naval command point"))
        }
    }
}

fn going(pack: &Pack, go: &Go) -> String {
    let who = match (&go.leader, go.sp) {
        (Some(leader), Some(points)) => format!("send {} with {}", leader_name(pack, leader), sp(points)),
        (Some(leader), None) => {
            format!("send {} with as many strength points as he may move", leader_name(pack, leader))
        }
        (None, Some(points)) => format!("move with {}", sp(points)),
        (None, None) => "move".to_owned(),
    };
    let without = match go.leave.as_slice() {
        [] => String::new(),
        leave => format!(", without {}", leaders(pack, leave)),
    };
    format!("{who} to {}{without}", place(pack, go.to))
}

/// Standing orders in plain words, a line each.
pub fn standing(pack: &Pack, standing: &Standing) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(retreat) = &standing.retreat {
        for (from, to) in &retreat.from {
            lines.push(format!(
                "A force that must retreat from {} goes to {}.",
                place(pack, *from),
                first_of(pack, to)
            ));
        }
        if let Some(toward) = retreat.toward {
            let other = if retreat.from.is_empty() { "A" } else { "Any other" };
            let toward = place(pack, toward);
            lines.push(format!(
                "{other} force that must retreat goes to the legal hex nearest {toward}; if two are equally near, \
                 to the one with the lower number."
            ));
        }
    }
    match standing.rerolls {
        Some(RerollStanding::Never) => lines.push("Combat dice are never rerolled.".to_owned()),
        Some(RerollStanding::Best) => {
            lines.push("A combat die is rerolled whenever a reroll promises a better result (CW-114).".to_owned());
        }
        None => {}
    }
    lines.extend(standing.reaction.iter().map(|(own, wanted)| reaction(pack, own, wanted)));
    lines.extend(standing.screen.as_ref().map(|wanted| screen(pack, wanted)));
    if !standing.depots.is_empty() {
        let order = list(standing.depots.iter().map(|&hex| place(pack, hex)), "then");
        lines.push(format!("A defense that must use up a depot uses the first available of these: {order}."));
    }
    lines.extend(standing.removals.as_ref().map(|wanted| match wanted {
        RemovalStanding::Always => "Every leader is removed whom the chart lets go after a defeat.".to_owned(),
        RemovalStanding::Never => "No leader is removed after a defeat.".to_owned(),
        RemovalStanding::Leaders(ids) if ids.is_empty() => "No leader is removed after a defeat.".to_owned(),
        RemovalStanding::Leaders(ids) => {
            format!("Of the leaders whom the chart lets go after a defeat, these are removed: {}.", leaders(pack, ids))
        }
    }));
    if standing.decline_free {
        lines.push("The free reinforcement is declined whenever there is one.".to_owned());
    }
    lines.extend(standing.fleet.iter().flat_map(|wanted| naval_text::standing(pack, wanted)));
    lines
}

/// Hexes of which the first legal one is taken.
fn first_of(pack: &Pack, hexes: &[Hex]) -> String {
    list(hexes.iter().map(|&hex| place(pack, hex)), "or else")
}

/// What an army does when the enemy comes near, from its first wish to its last.
pub fn reaction(pack: &Pack, own: &Id, wanted: &ReactionStanding) -> String {
    let mut said = match force_hex(own) {
        None => format!("When the enemy enters the reaction radius of {}", army(pack, own)),
        Some(hex) => format!("When the enemy is about to enter {}, for the force there", place(pack, hex)),
    };
    let who = reacting(own);
    let mut next = Some(wanted);
    let mut first = true;
    while let Some(wanted) = next {
        let given = circumstances(pack, who, wanted);
        if !first {
            said.push_str(". Otherwise");
        }
        if !given.is_empty() {
            let word = if first { " and" } else { ", if" };
            said.push_str(&format!("{word} {}", list(given.clone(), "and")));
        }
        said.push_str(&format!("{} {}", if first || !given.is_empty() { "," } else { "" }, reacts(pack, who, wanted)));
        next = wanted.otherwise.as_deref();
        if next.is_none() && !given.is_empty() && wanted.into != ReactInto::Nowhere {
            said.push_str(&format!(". Otherwise {who} does not roll"));
        }
        first = false;
    }
    said + "."
}

/// What reacts: an army, or the force of a hex (21.9).
pub fn reacting(own: &Id) -> &'static str {
    if force_hex(own).is_some() { "the force" } else { "the army" }
}

/// When an army's standing orders hold.
fn circumstances(pack: &Pack, who: &str, wanted: &ReactionStanding) -> Vec<String> {
    let mut given = Vec::new();
    match (wanted.when_enemy_sp_at_least, wanted.when_enemy_sp_at_most) {
        (None, None) => {}
        (least, most) => given.push(format!("the enemy force has {}", range(least, most))),
    }
    if !wanted.when_entering.is_empty() {
        let into = list(wanted.when_entering.iter().map(|&hex| place(pack, hex)), "or");
        given.push(format!("the enemy is about to enter {into}"));
    }
    if !wanted.when_in.is_empty() {
        given.push(format!("{who} is in {}", list(wanted.when_in.iter().map(|&hex| place(pack, hex)), "or")));
    }
    given
}

/// What it then does.
fn reacts(pack: &Pack, who: &str, wanted: &ReactionStanding) -> String {
    let to = match &wanted.into {
        ReactInto::Nowhere => return format!("{who} does not roll"),
        ReactInto::Announced => "into the hex that the enemy is about to enter, to fight there".to_owned(),
        ReactInto::Toward(hex) => {
            format!(
                "to the legal hex nearest {}, but not into the hex that the enemy is about to \
                     enter",
                place(pack, *hex)
            )
        }
        ReactInto::First(hexes) => format!("to {}", first_of(pack, hexes)),
    };
    let mut said = match &wanted.leader {
        Some(leader) => {
            let name = leader_name(pack, leader);
            format!("{who} rolls, and {name} reacts with as many strength points as he may move {to}")
        }
        None => format!("{who} rolls and reacts {to}"),
    };
    if let Some(behind) = company(pack, wanted.leave_sp.unwrap_or(0), &wanted.leave) {
        said.push_str(&format!("; left behind: {behind}"));
    }
    said
}

fn screen(pack: &Pack, wanted: &ScreenStanding) -> String {
    let before = match wanted.before_sp {
        0 | 1 => "whatever the size of the enemy force".to_owned(),
        least => format!("of at least {}", sp(least)),
    };
    let mut said = match wanted.before_sp {
        0 | 1 => format!("Cavalry retreats before combat, {before}"),
        _ => format!("Cavalry retreats before a force {before}, and stands against a smaller one"),
    };
    if !wanted.stand_in.is_empty() {
        let hexes = list(wanted.stand_in.iter().map(|&hex| place(pack, hex)), "and");
        said.push_str(&format!("; in {hexes} it always stands"));
    }
    said + "."
}
