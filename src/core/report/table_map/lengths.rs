//! Lengths, places, directions, arms and ground of a table in words. Lengths are tenths of a base width.

use std::fmt::Debug;

use crate::board::table::{Ammunition, Goal, Spot};
use crate::pack::table::{Unit, VictoryCondition};
use crate::report::grammar::number;

/// A length in base widths: `9.5`.
pub fn length(tenths: i64) -> String {
    let (sign, tenths) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs());
    if tenths.is_multiple_of(10) {
        format!("{sign}{}", tenths / 10)
    } else {
        format!("{sign}{}.{}", tenths / 10, tenths % 10)
    }
}

/// How far it is: `1 base width`, `2.5 base widths`.
pub fn distance(tenths: u32) -> String {
    format!("{} base {}", length(tenths.into()), if tenths == 10 { "width" } else { "widths" })
}

/// A place: `(9.5, 12)`.
pub fn place([x, y]: [i32; 2]) -> String {
    format!("({}, {})", length(x.into()), length(y.into()))
}

/// A spot without where it looks: `(9.5, 12)`.
pub fn spot(at: Spot) -> String {
    place(at.place())
}

/// A place with where a unit looks, if that is said: `(9.5, 12) facing south`.
pub fn place_and_facing(at: impl Into<Goal>) -> String {
    let Goal { east, north, facing } = at.into();
    place([east, north]) + &facing.map_or(String::new(), |facing| format!(" facing {}", way(facing)))
}

/// A word of an enumeration that is its own name, such as an arm or a kind of ground: `artillery`, `woods`.
pub fn word(of: impl Debug) -> String {
    format!("{of:?}").to_lowercase()
}

/// A direction in degrees from north: `southeast`, `100 degrees`.
pub fn way(degrees: u16) -> String {
    const ROSE: [&str; 8] = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];
    match ROSE.get(usize::from(degrees / 45)).filter(|_| degrees.is_multiple_of(45)) {
        Some(way) => (*way).to_owned(),
        None => format!("{degrees} degrees"),
    }
}

/// What a unit has left to fire, if that is not enough: `low on ammunition`.
pub fn ammunition(left: Ammunition) -> &'static str {
    match left {
        Ammunition::Full => "",
        Ammunition::Low => "low on ammunition",
        Ammunition::Out => "out of ammunition",
    }
}

/// In what state a unit is: `smoke, disordered`.
pub fn state(unit: &Unit) -> String {
    if !unit.is_in_play() {
        return "removed".to_owned();
    }
    let marks = [(unit.smoke, "smoke"), (unit.disorder, "disordered"), (true, ammunition(unit.ammunition))];
    let marks: Vec<&str> = marks.into_iter().filter(|(has, word)| *has && !word.is_empty()).map(|(_, w)| w).collect();
    if marks.is_empty() { "in order".to_owned() } else { marks.join(", ") }
}

/// What a victory condition needs.
pub fn needs(needs: &VictoryCondition) -> String {
    match needs {
        VictoryCondition::Destroyed { bases } => format!("the enemy has lost {}", number(*bases, "base")),
        VictoryCondition::Gone { units } => format!("the enemy has lost {}", number(*units, "unit")),
        VictoryCondition::Held { at, within, units } => {
            let (units, far) = (number(*units, "unit"), distance(*within));
            format!("{units} within {far} of {}, and no enemy", spot(*at))
        }
        VictoryCondition::Turns { turns } => format!("the battle lasts {}", number(*turns, "turn")),
        VictoryCondition::Agreed { words } => format!("both players agree: {words}"),
    }
}

/// How much of it there is, and how much it needs: `3 of 20 bases`.
pub fn progress(needs: &VictoryCondition, have: u32, need: u32) -> String {
    let noun = match needs {
        _ if have >= need => return "met".to_owned(),
        VictoryCondition::Destroyed { .. } => "base",
        VictoryCondition::Gone { .. } | VictoryCondition::Held { .. } => "unit",
        VictoryCondition::Turns { .. } => "turn",
        VictoryCondition::Agreed { .. } => return "not agreed".to_owned(),
    };
    format!("{have} of {}", number(need, noun))
}
