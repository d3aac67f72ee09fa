//! The ground: hexes with their numbers, borders, the coast, and who controls it.

use crate::sorted::{SortedMap, SortedSet};

use crate::board::{Direction, Hex};
use crate::report::svg::{Path, Point, Shape};

use super::super::vocabulary;
use super::Scene;
use super::geometry::{PLACES, drawn_in, place};
use super::labels::{Area, Labels, rimmed};
use crate::pack::{HexData, Side, Source, Terrain};

/// The class of a terrain.
pub fn class(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear",
        Terrain::Forest => "forest",
        Terrain::Swamp => "swamp",
        // Bare ground, in the color of mountains without their pattern.
        Terrain::Desert => "mountain-ground",
        Terrain::Mountain => "mountain",
        Terrain::AllSea => "sea",
    }
}

/// The hexes.
pub fn hexes(scene: &Scene) -> Vec<Shape> {
    if scene.described_hexes.is_some() {
        return regions(scene);
    }
    let shape = |(hex, data): (Hex, &HexData)| {
        let states: Vec<&str> = data.states.iter().map(|state| vocabulary::state(&scene.rules.pack, state)).collect();
        let states = if states.is_empty() { String::new() } else { format!(", {}", states.join(" and ")) };
        let also = if data.also.is_empty() { String::new() } else { format!(" ({})", data.also.join(", ")) };
        let title = format!("{hex} {}{also}: {}{states}", data.display_name(), vocabulary::terrain(data.terrain));
        let title = scene.marked_title(title, &data.source);
        let outline = Path::area(&scene.corners(hex));
        Shape::path(format!("hex {}", class(data.terrain)), outline).titled(title)
    };
    scene.hexes().map(shape).collect()
}

/// The grounds in outline, with the hexes as a pattern.
fn regions(scene: &Scene) -> Vec<Shape> {
    let mut grounds: SortedMap<&str, SortedSet<Hex>> = SortedMap::new();
    for (hex, data) in scene.hexes() {
        grounds.entry(class(data.terrain)).or_default().insert(hex);
    }
    let area = |hexes: &SortedSet<Hex>| outline_of(scene, hexes);
    let all = area(&scene.hexes.iter().copied().collect());
    // Everything else is clear.
    let clear = class(Terrain::Clear);
    let mut shapes = vec![Shape::path(clear, all.clone())];
    let others = grounds.iter().filter(|(class, _)| **class != clear);
    shapes.extend(others.map(|(class, hexes)| Shape::path(*class, area(hexes))));
    shapes.push(Shape::path("grid", all));
    shapes
}

/// The outline of hexes.
pub fn outline_of(scene: &Scene, hexes: &SortedSet<Hex>) -> Path {
    let mut within = vec![false; PLACES];
    hexes.iter().for_each(|hex| within[place(*hex)] = true);
    let beyond = |hex: Hex, side: Direction| hex.neighbor(side).is_none_or(|there| !within[place(there)]);
    let sides = |&hex: &Hex| Direction::ALL.map(|side| beyond(hex, side).then(|| scene.side(hex, side)));
    Path::outlines(hexes.iter().flat_map(sides).flatten())
}

/// The hexes' numbers, which are kept free; with a light rim where something runs along or across the side above. Where
/// reconstructions are marked, the exceptions are: with a dagger what rests on one, or, on a map that mostly does, in
/// bold what does not.
pub fn numbers(scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
    let map = scene.map();
    let mostly = is_mostly_reconstructed(scene);
    let number = |(hex, data): (Hex, &HexData)| {
        let at = scene.centre(hex).by(0, -245);
        labels.take(Area::around(at.by(0, -30), if scene.marked { 252 } else { 220 }, 84));
        let busy = hex.neighbor(Direction::North).is_some_and(|north| {
            let border = map.hex(north).is_some_and(|there| there.states.first() != data.states.first());
            border || map.rail(hex, north) || map.hexside(hex, north).is_some()
        });
        let (class, dagger) = match (scene.marked, mostly, is_reconstructed(data)) {
            (true, false, true) => ("number", "†"),
            (true, true, false) => ("number known", ""),
            _ => ("number", ""),
        };
        let number = format!("{hex}{dagger}");
        if busy { rimmed(class, at, 0, &number) } else { vec![Shape::text(class, at, number)] }
    };
    scene.hexes().filter(|(hex, _)| scene.shows_number(*hex)).flat_map(number).collect()
}

/// Whether more than half of the whole map rests on a reconstruction.
pub fn is_mostly_reconstructed(scene: &Scene) -> bool {
    let (mut all, mut reconstructed) = (0_usize, 0_usize);
    for (_, data) in scene.map().hexes() {
        all += 1;
        reconstructed += usize::from(is_reconstructed(data));
    }
    2 * reconstructed > all
}

/// Whether the ground of a hex or its city rests on a reconstruction.
pub fn is_reconstructed(data: &HexData) -> bool {
    let city = data.city.as_ref().map(|city| &city.source);
    std::iter::once(&data.source).chain(city).any(Source::is_reconstructed)
}

/// Each hexside between a hex and its neighbor on the map, once a hex.
fn sides<'a>(scene: &'a Scene<'a>) -> impl Iterator<Item = (Hex, Hex, Direction)> + 'a {
    let neighbors = |hex: Hex| {
        let there = move |side: Direction| Some((hex, hex.neighbor(side)?, side));
        Direction::ALL.into_iter().filter_map(there)
    };
    let on_map = |(_, there, _): &(Hex, Hex, Direction)| scene.map().hex(*there).is_some();
    scene.hexes().flat_map(move |(hex, _)| neighbors(hex)).filter(on_map)
}

/// The borders of states, between hexes whose first states differ: a band below the rivers and a dashed line.
pub fn borders(scene: &Scene) -> Vec<Shape> {
    let first = |hex: Hex| scene.map().hex(hex).and_then(|data| data.states.first());
    let mut lines = Vec::new();
    for (hex, there, side) in sides(scene) {
        let once = hex < there || !scene.contains(there);
        if let (true, Some(one), Some(other)) = (once, first(hex), first(there))
            && one != other
        {
            lines.push(scene.side(hex, side).to_vec());
        }
    }
    let path = Path::joined(&lines);
    match path.is_empty() {
        true => Vec::new(),
        false => vec![Shape::path("border", path.clone()), Shape::path("border-line", path)],
    }
}

/// The shore between land and sea, and a rim in coastal hexes.
pub fn coast(scene: &Scene) -> Vec<Shape> {
    let sea = |hex: Hex| scene.map().hex(hex).is_some_and(|data| data.terrain == Terrain::AllSea);
    let shores = sides(scene).filter(|(hex, there, _)| !sea(*hex) && sea(*there));
    let shores: Vec<Vec<Point>> = shores.map(|(hex, _, side)| scene.side(hex, side).to_vec()).collect();
    let (shore, mut coast) = (Path::joined(&shores), Path::default());
    let rims = scene.hexes().filter(|(_, data)| data.coastal && data.terrain != Terrain::AllSea);
    for (hex, _) in rims.filter(|_| scene.described_hexes.is_none()) {
        let [first, others @ ..] = drawn_in(scene.centre(hex), 6);
        coast.add(&[&[first], &others[..], &[first]].concat());
    }
    let paths = [("coast", coast), ("shore", shore)].into_iter().filter(|(_, path)| !path.is_empty());
    paths.map(|(class, path)| Shape::path(class, path)).collect()
}

/// Control of the ground: a line inside each side's hexes along the border to the rest.
pub fn fronts(scene: &Scene) -> Vec<Shape> {
    let mut lines: SortedMap<Side, Vec<Vec<Point>>> = SortedMap::new();
    // Each hex is asked for by all its neighbors.
    let mut holders: Vec<Option<(Option<Side>, bool)>> = vec![None; PLACES];
    for (hex, data) in scene.map().hexes() {
        holders[place(hex)] = Some((scene.holder(data), data.terrain == Terrain::AllSea));
    }
    for &hex in &scene.hexes {
        let Some((Some(own), _)) = holders[place(hex)] else { continue };
        for side in Direction::ALL {
            let there = hex.neighbor(side).and_then(|there| holders[place(there)]);
            let Some((other, false)) = there else { continue };
            if other == Some(own) {
                continue;
            }
            let centre = scene.centre(hex);
            let inside: Vec<Point> = scene.side(hex, side).iter().map(|end| end.toward(centre, 21)).collect();
            lines.entry(own).or_default().push(inside);
        }
    }
    lines.into_iter().map(|(side, lines)| Shape::path(edge(side), Path::joined(&lines))).collect()
}

/// A rim in each hex that a side has taken from the other.
pub fn control(scene: &Scene) -> Vec<Shape> {
    let taken = scene.game.into_iter().flat_map(|game| &game.control).filter(|(hex, _)| scene.contains(**hex));
    let rim = |(hex, side): (&Hex, &Side)| {
        let corners = drawn_in(scene.centre(*hex), 12);
        Shape::path(edge(*side), Path::area(&corners)).titled(format!("held by {}", vocabulary::side(*side)))
    };
    taken.map(rim).collect()
}

/// The class of the line along a side's ground.
pub fn edge(side: Side) -> &'static str {
    match side {
        Side::Union => "union-edge",
        Side::Confederate => "confederate-edge",
    }
}
