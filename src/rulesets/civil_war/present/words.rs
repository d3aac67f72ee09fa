//! The game's nouns in plain English: places, leaders, tracks, forces.

use crate::board::Hex;
use crate::document::Id;

use super::super::ledger::{Game, Piece, Place, Points, Priorities, Track};
use super::super::orders::{Answer, Condition, Move, Order, Reroll, RerollStanding, Source, Spend, Standing};
use super::super::pack::{Branch, FortKind, HexData, HexsideKind, Level, Pack, Side, Terrain, Theater};

/// A side in the middle of a sentence.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::Union => "the Union",
        Side::Confederate => "the Confederacy",
    }
}

/// A side at the start of a sentence.
pub fn side_cap(side: Side) -> &'static str {
    match side {
        Side::Union => "The Union",
        Side::Confederate => "The Confederacy",
    }
}

/// Whose: the start of a heading.
pub fn possessive(side: Side) -> &'static str {
    match side {
        Side::Union => "The Union's",
        Side::Confederate => "The Confederacy's",
    }
}

/// A place in a row.
pub fn ordinal(place: u64) -> String {
    let ending = match (place % 10, place % 100) {
        (1, 1) | (1, 21..) => "st",
        (2, 2) | (2, 22..) => "nd",
        (3, 3) | (3, 23..) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

/// How often.
pub fn times(count: u32) -> String {
    match count {
        0 => "not once".to_owned(),
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    }
}

/// The name of a hex: its city, else what the map calls it.
pub fn place_name(pack: &Pack, hex: Hex) -> Option<&str> {
    pack.map.hex(hex).map(HexData::called)
}

/// A hex by name and number: `Alexandria (5106)`.
pub fn place(pack: &Pack, hex: Hex) -> String {
    match place_name(pack, hex) {
        Some(name) => format!("{name} ({hex})"),
        None => format!("hex {hex}"),
    }
}

/// Several places: `Leesburg (5005), Manassas (5006) and Alexandria (5106)`.
pub fn places(pack: &Pack, hexes: &[Hex]) -> String {
    list(hexes.iter().map(|&hex| place(pack, hex)), "and")
}

/// A leader's name.
pub fn leader_name<'a>(pack: &'a Pack, leader: &'a Id) -> &'a str {
    pack.leaders.get(leader).map_or(leader.as_str(), |leader| leader.name.as_str())
}

/// A leader with his rank: `McDowell (3 stars)`.
pub fn leader(pack: &Pack, piece: &Piece) -> String {
    format!("{} ({})", leader_name(pack, &piece.leader), stars(piece.rank))
}

/// Several leaders with their ranks.
pub fn leaders(pack: &Pack, pieces: &[Piece]) -> String {
    list(pieces.iter().map(|piece| leader(pack, piece)), "and")
}

/// A rank.
pub fn stars(rank: u8) -> String {
    plural(rank.into(), "star")
}

/// A count with its noun: `1 star`, `2 stars`.
pub fn plural(count: u32, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// Strength points.
pub fn sp(count: u32) -> String {
    plural(count, "strength point")
}

/// Parts in a sentence: `a, b and c`.
pub fn list(parts: impl IntoIterator<Item = String>, word: &str) -> String {
    let mut parts: Vec<String> = parts.into_iter().collect();
    match parts.pop() {
        None => "none".to_owned(),
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} {word} {last}", parts.join(", ")),
    }
}

/// A track's name.
pub fn track(track: Track) -> &'static str {
    match track {
        Track::East => "East",
        Track::West => "West",
        Track::TransMississippi => "Trans-Mississippi",
        Track::Discretionary => "discretionary",
        Track::Naval => "naval",
    }
}

/// A theater's name.
pub fn theater(theater: Theater) -> &'static str {
    track(Track::of(theater))
}

/// Points by track: `3 East and 1 discretionary`.
pub fn points(points: &Points) -> String {
    list(points.iter().filter(|(_, count)| **count > 0).map(|(on, count)| format!("{count} {}", track(*on))), "and")
}

/// Command points by track: `3 East and 1 discretionary command points`.
pub fn commands(paid: &Points) -> String {
    let noun = if paid.values().sum::<u32>() == 1 { "command point" } else { "command points" };
    format!("{} {noun}", points(paid))
}

/// An order of theaters.
pub fn priorities(priorities: &Priorities) -> String {
    let Priorities { primary, secondary, tertiary } = *priorities;
    format!("{} first, then {}, then {}", theater(primary), theater(secondary), theater(tertiary))
}

/// Terrain in words.
pub fn terrain(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear",
        Terrain::Forest => "forest",
        Terrain::Swamp => "swamp",
        Terrain::Mountain => "mountain",
        Terrain::AllSea => "sea",
    }
}

/// A hexside in words.
pub fn hexside(kind: HexsideKind) -> &'static str {
    match kind {
        HexsideKind::River => "river",
        HexsideKind::NavigableRiver => "navigable river",
        HexsideKind::Gap => "gap",
        HexsideKind::Road => "mountain road",
        HexsideKind::Mountain => "mountains, no way across",
        HexsideKind::Impassable => "impassable",
    }
}

/// A fortification in words.
pub fn fort(kind: FortKind) -> &'static str {
    match kind {
        FortKind::Stockade => "stockade",
        FortKind::Fort => "fort",
        FortKind::Fortress => "fortress",
    }
}

/// A branch in words.
pub fn branch(branch: Branch) -> &'static str {
    match branch {
        Branch::Infantry => "infantry",
        Branch::Cavalry => "cavalry",
        Branch::Naval => "naval",
    }
}

/// The level of a victory.
pub fn level(level: Level) -> &'static str {
    match level {
        Level::Draw => "a draw",
        Level::Marginal => "a marginal victory",
        Level::Decisive => "a decisive victory",
    }
}

/// A turn with its period: `turn 2, September-October 1861`.
pub fn turn(pack: &Pack, game: &Game, turn: u8) -> String {
    match pack.scenarios.get(&game.scenario).and_then(|scenario| scenario.period(turn)) {
        Some(period) => format!("turn {turn}, {period}"),
        None => format!("turn {turn}"),
    }
}

/// Where a leader's counter is.
pub fn whereabouts(pack: &Pack, game: &Game, at: Option<&Place>) -> String {
    match at {
        None => "not in play yet".to_owned(),
        Some(Place::Map { hex, moved: false, .. }) => format!("in {}", place(pack, *hex)),
        Some(Place::Map { hex, moved: true, .. }) => format!("in {}, moved this pulse", place(pack, *hex)),
        Some(Place::Pool) => "in the leader pool, to be drawn as a reinforcement".to_owned(),
        Some(Place::Track(due)) => format!("on the turn track, due in {}", turn(pack, game, *due)),
        Some(Place::Removed) => "removed from command".to_owned(),
        Some(Place::Killed) => "killed".to_owned(),
        Some(Place::Discarded) => "out of play: replaced by a higher rank, or discarded".to_owned(),
    }
}

/// An order of a side in plain words, for readers of either.
pub fn order(pack: &Pack, by: Side, order: &Order) -> String {
    let (words, condition) = match order {
        Order::Reinforce(order) => {
            let what = match order.from {
                Source::Leaders => "a leader from the pool".to_owned(),
                from => format!("a strength point from the {} track", from.track().map_or("", track)),
            };
            (format!("bring {what} to {}", place(pack, order.at)), &order.condition)
        }
        Order::Move(order) => (movement(pack, order), &order.condition),
        Order::Rally(order) => (format!("rally the force in {}", place(pack, order.at)), &order.condition),
        Order::Spend(order) => (spend(order), &order.condition),
        other => (super::super::check::order_name(other).to_owned(), &None),
    };
    match condition {
        Some(given) => format!("{words}, if {}", condition_words(pack, by, given)),
        None => words,
    }
}

fn movement(pack: &Pack, order: &Move) -> String {
    let strength = order.strength();
    let who = match (&order.leader, strength) {
        (Some(leader), 0) => format!("{} alone", leader_name(pack, leader)),
        (Some(leader), count) => format!("{} with {}", leader_name(pack, leader), sp(count)),
        (None, count) => sp(count),
    };
    let from = order.from.map_or(String::new(), |hex| format!(" from {}", place(pack, hex)));
    let to = order.path.last().map_or(String::new(), |hex| format!(" to {}", place(pack, *hex)));
    let by = match order.path.split_last() {
        Some((_, [])) | None => String::new(),
        Some((_, by)) => format!(" by way of {}", places(pack, by)),
    };
    let drop: Vec<String> =
        order.drop.iter().map(|drop| format!(", leaving {} in {}", sp(drop.sp), place(pack, drop.at))).collect();
    format!("move {who}{from}{by}{to}{}", drop.concat())
}

fn spend(order: &Spend) -> String {
    format!("burn {}", commands(&order.points()))
}

fn condition_words(pack: &Pack, by: Side, condition: &Condition) -> String {
    let enemy = side(by.other());
    let mut parts = Vec::new();
    let range = |at_least: Option<u32>, at_most: Option<u32>| match (at_least, at_most) {
        (Some(least), Some(most)) => format!("{least} to {most} strength points"),
        (Some(least), None) => format!("at least {}", sp(least)),
        (None, Some(most)) => format!("at most {}", sp(most)),
        (None, None) => "any strength points".to_owned(),
    };
    if let Some(hex) = condition.ours {
        parts.push(format!("{} is in {}", side(by), place(pack, hex)));
    }
    if let Some(hex) = condition.theirs {
        parts.push(format!("{enemy} is in {}", place(pack, hex)));
    }
    if let Some(hex) = condition.empty {
        parts.push(format!("{} is empty", place(pack, hex)));
    }
    if let Some(own) = &condition.own_sp {
        parts.push(format!("{} has {} in {}", side(by), range(own.at_least, own.at_most), place(pack, own.at)));
    }
    if let Some(theirs) = &condition.enemy_sp {
        parts.push(format!("{enemy} has {} in {}", range(theirs.at_least, theirs.at_most), place(pack, theirs.at)));
    }
    if let Some(wanted) = &condition.leader {
        parts.push(format!("{} is in {}", leader_name(pack, &wanted.name), place(pack, wanted.at)));
    }
    if let Some(hex) = condition.demoralized {
        parts.push(format!("the {} force in {} is demoralized", by.title(), place(pack, hex)));
    }
    if let Some(inner) = &condition.not {
        parts.push(format!("it is not so that {}", condition_words(pack, by, inner)));
    }
    list(parts, "and")
}

/// An answer in plain words.
pub fn answer(pack: &Pack, answer: &Answer) -> String {
    match answer {
        Answer::Retreat(hex) => format!("retreat to {}", place(pack, *hex)),
        Answer::Reroll(Reroll::Own) => "roll one's own die again".to_owned(),
        Answer::Reroll(Reroll::Enemy) => "roll the enemy's die again".to_owned(),
        Answer::Reroll(Reroll::Pass) => "keep both dice".to_owned(),
        Answer::React(_) | Answer::Reaction(_) | Answer::Screen(_) => String::new(),
    }
}

/// Standing orders in plain words, a line each.
pub fn standing(pack: &Pack, standing: &Standing) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(retreat) = &standing.retreat {
        for (from, to) in &retreat.from {
            let wanted = list(to.iter().map(|&hex| place(pack, hex)), "or else");
            lines.push(format!("A force that must retreat from {} goes to {wanted}.", place(pack, *from)));
        }
        if let Some(toward) = retreat.toward {
            let other = if retreat.from.is_empty() { "A" } else { "Any other" };
            let toward = place(pack, toward);
            lines.push(format!(
                "{other} force that must retreat goes to the legal hex nearest {toward}; of two, the lower number."
            ));
        }
    }
    match standing.rerolls {
        Some(RerollStanding::Never) => lines.push("Combat dice are never rolled again.".to_owned()),
        Some(RerollStanding::Best) => {
            lines.push("A combat die is rolled again where that promises the better result (CW-114).".to_owned());
        }
        None => {}
    }
    lines
}
