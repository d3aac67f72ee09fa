//! The angles at which texts are written.

/// Thousandths of the cosines and sines of the angles at which texts are written.
const TURNS: [(i32, i32, i32); 12] = [
    (-75, 259, -966),
    (-60, 500, -866),
    (-45, 707, -707),
    (-30, 866, -500),
    (-15, 966, -259),
    (0, 1000, 0),
    (15, 966, 259),
    (30, 866, 500),
    (45, 707, 707),
    (60, 500, 866),
    (75, 259, 966),
    (90, 0, 1000),
];

/// The direction of an angle, in thousandths.
pub fn direction(turn: i32) -> (i32, i32) {
    TURNS.into_iter().find(|(angle, _, _)| *angle == turn).map_or((1000, 0), |(_, x, y)| (x, y))
}

/// The angle nearest to a direction, either way along it.
pub fn turn(x: i32, y: i32) -> i32 {
    let along =
        |(_, cos, sin): &(i32, i32, i32)| (i64::from(x) * i64::from(*cos) + i64::from(y) * i64::from(*sin)).abs();
    TURNS.into_iter().max_by_key(along).map_or(0, |(angle, _, _)| angle)
}
