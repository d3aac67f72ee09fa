//! What a hex without a name of its own is called.

use crate::board::Hex;
use crate::sorted::SortedSet;

/// From one column to the next, in heights of a hex.
pub const COLUMN: f64 = 0.866_025_403_784_438_6;

/// The winds, every thirty degrees clockwise from the north.
const WINDS: [&str; 12] = [
    "north",
    "north-north-east",
    "north-east",
    "east",
    "south-east",
    "south-south-east",
    "south",
    "south-south-west",
    "south-west",
    "west",
    "north-west",
    "north-north-west",
];

/// Numbers in words, as far as a description goes.
pub const NUMBERS: [&str; 20] = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];

/// The position of a hex relative to a named one: `two hexes south of Culpeper`.
pub fn relative_name(hex: Hex, known: &[(Hex, String)], used: &SortedSet<String>) -> String {
    let mut near: Vec<(u32, &Hex, &String)> = known
        .iter()
        .map(|(there, name)| (hex.distance(*there), there, name))
        .filter(|(apart, ..)| (*apart as usize) < NUMBERS.len())
        .collect();
    near.sort_unstable();
    let mut words = near.into_iter().map(|(apart, there, name)| {
        let wind = WINDS[compass_index(*there, hex)];
        match apart {
            1 => format!("{wind} of {name}"),
            _ => format!("{} hexes {wind} of {name}", NUMBERS.get(apart as usize).copied().unwrap_or("many")),
        }
    });
    words.find(|words| !used.contains(words)).map_or_else(|| format!("hex {hex}"), |words| capital(&words))
}

/// The wind from one hex to another, by its number.
fn compass_index(from: Hex, to: Hex) -> usize {
    let centre = |hex: Hex| {
        (f64::from(hex.col()) * COLUMN, f64::from(2 * i32::from(hex.row()) + i32::from(hex.is_lower())) / 2.0)
    };
    let (a, b) = (centre(from), centre(to));
    // The wind whose unit vector it points along most; of two, the earlier.
    let unit = |n: usize| {
        let (half, root) = (0.5, COLUMN);
        [
            (0.0, -1.0),
            (half, -root),
            (root, -half),
            (1.0, 0.0),
            (root, half),
            (half, root),
            (0.0, 1.0),
            (-half, root),
            (-root, half),
            (-1.0, 0.0),
            (-root, -half),
            (-half, -root),
        ][n]
    };
    let along = |n: usize| (b.0 - a.0) * unit(n).0 + (b.1 - a.1) * unit(n).1;
    (0..12).fold(0, |best, n| if along(n) > along(best) + 1e-9 { n } else { best })
}

/// The words with a capital at their beginning.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
