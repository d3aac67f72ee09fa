//! Towns, ports, sites, fortifications, depots, and the forces of a position.

use crate::board::Hex;
use crate::report::svg::{Form, Path, Point, Shape};

use super::super::vocabulary;
use super::Scene;
use super::labels::{Area, Labels, width};
use crate::pack::{Fort, FortKind, HexData, Side, Terrain, Unit};
use crate::position::ledger::{Game, Works};
use crate::{leaders::army, movement::territory};

/// The radius of a city with victory points.
pub const CITY: i32 = 88;
/// The radius of a town without.
pub const TOWN: i32 = 46;
/// The size of the numbers beside signs.
const SMALL: i32 = 84;

/// How far from the middle of its hex a depot may stand, the best place first.
const STORES: [(i32, i32); 10] = [
    (215, 145),
    (215, 215),
    (140, 260),
    (-215, 145),
    (-140, 260),
    (0, 270),
    (-290, 60),
    (185, -265),
    (-185, -265),
    (0, -140),
];
/// How far from where it would be printed a fortification may stand that was built in play, the best place first.
const BUILT: [(i32, i32); 9] =
    [(0, 0), (0, 70), (0, -70), (-60, 0), (0, 140), (0, -140), (-60, 140), (60, 140), (60, -140)];

/// A city or town.
pub fn city(at: Point, vp: u8) -> Vec<Shape> {
    match vp {
        0 => vec![Shape::circle("town", at, TOWN)],
        vp => vec![Shape::circle("city", at, CITY), Shape::text("points", at.by(0, 40), vp.to_string())],
    }
}

/// A port: an anchor, with its port points.
pub fn port(at: Point, points: Option<u8>) -> Vec<Shape> {
    let mut anchor = Path::line(&[at.by(0, -45), at.by(0, 75)]);
    anchor.add(&[at.by(-40, -20), at.by(40, -20)]);
    anchor.add(&[at.by(-62, 20), at.by(-45, 60), at.by(0, 78), at.by(45, 60), at.by(62, 20)]);
    let mut shapes = vec![Shape::circle("port", at.by(0, -66), 20), Shape::path("port", anchor)];
    shapes.extend(points.map(|points| Shape::text("small", at.by(98, 22), points.to_string())));
    shapes
}

/// A resource site: a diamond.
pub fn site(at: Point, vp: u8) -> Vec<Shape> {
    let corners = [at.by(0, -95), at.by(95, 0), at.by(0, 95), at.by(-95, 0)];
    vec![Shape::path("site", Path::area(&corners)), Shape::text("small", at.by(0, 30), vp.to_string())]
}

/// A fortification: a stockade is a small square, a fort a square with bastions, a fortress a star.
pub fn work(at: Point, kind: FortKind, holder: Option<Side>) -> Vec<Shape> {
    let class = match holder {
        Some(Side::Union) => "union-work",
        Some(Side::Confederate) => "confederate-work",
        None => "nobody-work",
    };
    let points: &[(i32, i32)] = match kind {
        FortKind::Stockade => &[(-50, -50), (50, -50), (50, 50), (-50, 50)],
        FortKind::Fort => &[
            (-92, -92),
            (-40, -60),
            (40, -60),
            (92, -92),
            (60, -40),
            (60, 40),
            (92, 92),
            (40, 60),
            (-40, 60),
            (-92, 92),
            (-60, 40),
            (-60, -40),
        ],
        FortKind::Fortress => &[
            (0, -135),
            (40, -62),
            (117, -68),
            (77, 0),
            (117, 68),
            (40, 62),
            (0, 135),
            (-40, 62),
            (-117, 68),
            (-77, 0),
            (-117, -68),
            (-40, -62),
        ],
    };
    let points: Vec<Point> = points.iter().map(|(x, y)| at.by(*x, *y)).collect();
    vec![Shape::path(class, Path::area(&points))]
}

/// A depot: a D in a circle of its side's kind.
pub fn depot(at: Point) -> Vec<Shape> {
    vec![Shape::circle("depot", at, 62), Shape::text("small", at.by(2, 31), "D")]
}

/// A force: a rectangle of the Union, one with its corners cut of the Confederacy, from its middle so far to each side,
/// and up and down.
pub fn rectangle(at: Point, side: Side, half: (i32, i32), cut: i32) -> Shape {
    let cut = if side == Side::Union { 0 } else { cut };
    Shape::path(format!("{side}-force"), Path::counter(at, half, cut))
}

/// Strength points.
pub fn force(at: Point, side: Side, sp: u32) -> Vec<Shape> {
    let number = Shape::text(format!("{side}-strength"), at.by(0, 45), sp.to_string());
    vec![rectangle(at, side, (125, 95), 45), number]
}

/// The mark of an army on its strength points: a white dot in a corner.
pub fn army_mark(at: Point) -> Vec<Shape> {
    vec![Shape::circle("army", at.by(110, -80), 38)]
}

/// The mark of a demoralized force: a black corner, which leaves its strength to be read.
pub fn demoralized_mark(at: Point) -> Vec<Shape> {
    vec![Shape::path("shaken", Path::area(&[at.by(-125, 95), at.by(-125, 5), at.by(-20, 95)]))]
}

/// The counters of the Far West among the strength points of a hex, by their letters: `R` Texas Rangers, `I` Civilized
/// Indians.
fn counters_of(game: &Game, hex: Hex, side: Side) -> String {
    let kinds = Unit::ALL.into_iter().zip(["R", "I"]);
    kinds.filter(|(unit, _)| game.counters_at(hex, side, *unit) > 0).map(|(_, letter)| letter).collect()
}

/// The letters of counters in a corner of a force.
pub fn counter_mark(at: Point, side: Side, letters: &str) -> Vec<Shape> {
    let class = format!("{side}-counter");
    if letters.is_empty() { Vec::new() } else { vec![Shape::text(class, at.by(-82, -18), letters)] }
}

/// Whether a place has the name of its fortification: Fort Union that of Ft. Union.
pub fn is_called_alike(data: &HexData, fort: &Fort) -> bool {
    data.display_name() == fort.name.replacen("Ft.", "Fort", 1)
}

/// Where the fortification of a hex stands: in its middle if nothing else does.
pub fn work_place(data: &HexData, centre: Point) -> Point {
    if data.city.is_some() { centre.by(-225, 0) } else { centre }
}

/// Towns, ports and sites; what they cover is taken.
pub fn places(scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
    let mut shapes = Vec::new();
    let counts = |data: &HexData| data.site.is_some() || data.city.as_ref().is_some_and(|city| city.vp > 0);
    for (hex, data) in scene.hexes().filter(|(hex, data)| scene.shows_number(*hex) || counts(data)) {
        let centre = scene.centre(hex);
        let mut group = Vec::new();
        if let Some(city) = &data.city {
            group.extend(self::city(centre, city.vp));
            if city.port {
                group.extend(port(port_place(centre), city.imports.as_ref().map(|port| port.points)));
            }
        }
        if let Some(site) = &data.site {
            group.extend(self::site(site_place(centre), site.vp));
        }
        take(data, centre, labels);
        if !group.is_empty() {
            shapes.push(Shape::new("place", Form::Group(group)).titled(hex_title(scene, hex, data)));
        }
    }
    shapes
}

fn port_place(centre: Point) -> Point {
    centre.by(-195, -150)
}

fn site_place(centre: Point) -> Point {
    centre.by(-215, 150)
}

/// Takes the area of a hex's town, port and site.
fn take(data: &HexData, centre: Point, labels: &mut Labels) {
    let mut take = |at: Point, size: i32| labels.take(Area::around(at, size, size));
    if data.site.is_some() {
        take(site_place(centre), 170);
    }
    if let Some(city) = &data.city {
        take(centre, if city.vp > 0 { 2 * CITY } else { 2 * TOWN });
        if city.port {
            take(port_place(centre), 150);
            // Its points, of one digit or two.
            let digits = city.imports.as_ref().map_or(0, |port| width(&port.points.to_string(), SMALL));
            labels.take(Area::around(port_place(centre).by(98, -8), digits.max(60), 60));
        }
    }
}

/// Where the first of two forces in a hex may be on the board, and where the second.
pub fn force_places(scene: &Scene) -> (Vec<Area>, Vec<Area>) {
    let hexes = scene.hexes().filter(|(_, data)| data.terrain != Terrain::AllSea);
    let places = hexes.map(|(hex, _)| (force_place(scene.centre(hex)), second_place(scene, hex)));
    places.map(|(first, second)| (Area::around(first, 260, 200), Area::around(second, 260, 200))).unzip()
}

/// Fortifications and depots; the area that they cover is taken. Those built during play go where they cover least: the
/// names on a board do not make way for them.
pub fn works(scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (hex, data) in scene.hexes() {
        let centre = scene.centre(hex);
        if let Some((kind, holder)) = fort(scene, hex, data) {
            let printed = work_place(data, centre);
            let at = match &data.fort {
                Some(_) => printed,
                None => least(labels, printed, &BUILT, 170),
            };
            // The place may be called after its fortification.
            let name = data.fort.as_ref().filter(|fort| !is_called_alike(data, fort));
            let name = name.map_or("", |fort| fort.name.as_str());
            let holder_words = holder.map_or("nobody", vocabulary::side);
            let said = format!("{name} {} of {holder_words}", vocabulary::fort(kind));
            let place = vocabulary::place(&scene.rules.pack, hex);
            let title = format!("{place}, {}", said.trim());
            shapes.push(Shape::new("work", Form::Group(work(at, kind, holder))).titled(title));
            labels.take(Area::around(at, 190, 190));
        }
        if let Some(fort) = data.fort.as_ref().filter(|_| is_razed(scene, hex)) {
            let at = work_place(data, centre);
            let title = format!("{}, {} eliminated for good", vocabulary::place(&scene.rules.pack, hex), fort.name);
            shapes.push(Shape::path("razed", cross(at)).titled(title));
            labels.take(Area::around(at, 190, 190));
        }
        if let Some(side) = scene.game.and_then(|game| game.depots.get(&hex)) {
            let at = least(labels, centre, &STORES, 130);
            let title = format!("{}: depot in {}", side.title(), vocabulary::place(&scene.rules.pack, hex));
            shapes.push(Shape::new("store", Form::Group(depot(at))).titled(title));
            labels.take(Area::around(at, 130, 130));
        }
    }
    shapes
}

/// Whether a tribe has eliminated the stockade that is printed in a hex (CW-321).
fn is_razed(scene: &Scene, hex: Hex) -> bool {
    let razed = scene.game.is_some_and(|game| game.works.get(&hex) == Some(&Works::Razed));
    let printed = scene.map().hex(hex).and_then(|data| data.fort.as_ref());
    razed && printed.is_some_and(|fort| fort.kind == FortKind::Stockade)
}

/// What stands where a stockade was eliminated.
fn cross(at: Point) -> Path {
    let mut cross = Path::line(&[at.by(-55, -55), at.by(55, 55)]);
    cross.add(&[at.by(-55, 55), at.by(55, -55)]);
    cross
}

/// Of the points that lie so far from one the first where a sign of that size covers least.
fn least(labels: &Labels, from: Point, offs: &[(i32, i32)], size: i32) -> Point {
    let place = |(x, y): &(i32, i32)| (from.by(*x, *y), Area::around(from.by(*x, *y), size, size));
    let places: Vec<(Point, Area)> = offs.iter().map(place).collect();
    labels.least(&places).map_or(from, |(at, _)| *at)
}

/// The fortification of a hex now, or as it is printed.
fn fort(scene: &Scene, hex: Hex, data: &HexData) -> Option<(FortKind, Option<Side>)> {
    match scene.game {
        Some(game) => territory::fort(scene.rules, game, hex).map(|fort| (fort.kind, fort.holder)),
        None => data.fort.as_ref().map(|fort| (fort.kind, Some(fort.owner))),
    }
}

/// What there is in a hex, in words.
fn hex_title(scene: &Scene, hex: Hex, data: &HexData) -> String {
    let mut said = vec![vocabulary::place(&scene.rules.pack, hex)];
    if let Some(city) = data.city.as_ref().filter(|city| city.vp > 0) {
        said.push(vocabulary::plural(city.vp.into(), "victory point"));
    }
    if let Some(site) = &data.site {
        said.push(format!("resource site {}", site.name));
    }
    said.join(", ")
}

/// Where the force of a hex stands; of two the first.
pub fn force_place(centre: Point) -> Point {
    centre.by(215, -70)
}

/// The place of the second of two forces: on the other side, below a fortification if there is one.
pub fn second_place(scene: &Scene, hex: Hex) -> Point {
    let centre = scene.centre(hex);
    let works = scene.map().hex(hex).is_some_and(|data| data.city.is_some() && fort(scene, hex, data).is_some());
    if works { centre.by(-200, 190) } else { centre.by(-215, -70) }
}

/// The forces of both sides; what they cover is taken.
pub fn forces(scene: &Scene, labels: &mut Labels) -> Vec<Shape> {
    let Some(game) = scene.game else { return Vec::new() };
    let mut shapes = Vec::new();
    for hex in scene.occupied_hexes() {
        let centre = scene.centre(hex);
        let mut at = force_place(centre);
        for side in Side::BOTH {
            let sp = game.sp_at(hex, side);
            let leaders = game.leaders_at(&scene.rules.pack, hex, side);
            if sp == 0 && leaders.is_empty() {
                continue;
            }
            let mut group = force(at, side, sp);
            group.extend(counter_mark(at, side, &counters_of(game, hex, side)));
            let armies = army::armies_at(scene.rules, game, hex, side);
            if !armies.is_empty() {
                group.extend(army_mark(at));
            }
            if game.demoralized_at(hex, side) {
                group.extend(demoralized_mark(at));
            }
            labels.take(Area::around(at, 260, 200));
            let mut said =
                format!("{} in {}", vocabulary::force_at(game, hex, side), vocabulary::place(&scene.rules.pack, hex));
            if !armies.is_empty() {
                said = format!("{said}, {}", vocabulary::armies(&scene.rules.pack, &armies));
            }
            if !leaders.is_empty() {
                said = format!("{said}: {}", vocabulary::leaders(&scene.rules.pack, &leaders));
            }
            shapes.push(Shape::new("force", Form::Group(group)).titled(format!("{}: {said}", side.title())));
            // Where both stand in one hex the second is drawn on the other side.
            at = second_place(scene, hex);
        }
    }
    shapes
}
