//! Lengths, places and directions on a table in words. Lengths are tenths of a base width.

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

/// A direction in degrees from north: `south-east`, `100 degrees`.
pub fn way(degrees: u16) -> String {
    const ROSE: [&str; 8] = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];
    match ROSE.get(usize::from(degrees / 45)).filter(|_| degrees.is_multiple_of(45)) {
        Some(way) => (*way).to_owned(),
        None => format!("{degrees} degrees"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_places_and_directions() {
        assert_eq!([0, 10, 25, -5].map(length), ["0", "1", "2.5", "-0.5"]);
        assert_eq!([distance(10), distance(1)], ["1 base width", "0.1 base widths"]);
        assert_eq!(place([95, 120]), "(9.5, 12)");
        assert_eq!([0, 135, 100, 359].map(way), ["north", "south-east", "100 degrees", "359 degrees"]);
    }
}
