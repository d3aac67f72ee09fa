//! The ways that were gone in a step, as arrows: of the Union one dark line with a full head, of the Confederacy a double
//! line with a pale head; and bursts where it came to an assault.

use crate::sorted::SortedMap;

use crate::board::Area;
use crate::report::svg::{Form, Path, Point, Shape};

use super::super::tracks::{Course, Fate, Mark, Sign, Tracks, Way};
use super::super::vocabulary;
use super::Scene;
use super::frame::{along, distance, heading};
use crate::pack::Side;

/// How far to the right of the middle the first way runs, and how far beside it the next.
const ASIDE: i32 = 70;
const LANE: i32 = 110;
/// The most ways beside each other; the next ones lie on the last.
const LANES: i32 = 3;
/// How far from the middle of its first area a way begins, and how far from the middle of its last it ends.
const BEGIN: i32 = 290;
/// The length of a head, and half its width.
const HEAD: i32 = 220;
const BROAD: i32 = 120;

/// The ways, the first below.
pub fn courses(scene: &Scene, trail: &Tracks) -> Vec<Shape> {
    let mut taken: SortedMap<(Area, Area), i32> = SortedMap::new();
    let mut shapes = Vec::new();
    for course in &trail.courses {
        if !course.path.iter().any(|area| scene.holds(*area)) {
            continue;
        }
        let steps = || course.path.windows(2).map(|pair| (pair[0], pair[1]));
        let lane = steps().filter_map(|step| taken.get(&step)).max().copied().unwrap_or(0);
        steps().for_each(|step| {
            taken.insert(step, (lane + 1).min(LANES - 1));
        });
        let drawn = arrow(scene, course, ASIDE + LANE * lane);
        if !drawn.is_empty() {
            shapes.push(Shape::new("course", Form::Group(drawn)).titled(told(scene, course)));
        }
    }
    shapes
}

/// What is told of a way.
fn told(scene: &Scene, course: &Course) -> String {
    let pack = &scene.rules.pack;
    let who = vocabulary::list(course.who.iter().map(|id| vocabulary::anybody(pack, id)), "and");
    let ends =
        [course.path.first(), course.path.last()].into_iter().flatten().map(|area| vocabulary::place(pack, *area));
    format!("{}, {}: {who}, {}", course.side.title(), course.way.word(), ends.collect::<Vec<_>>().join(" to "))
}

/// The shapes of a way so far to the right of the line through its areas.
fn arrow(scene: &Scene, course: &Course, off: i32) -> Vec<Shape> {
    let middles: Vec<Point> = course.path.iter().map(|area| scene.centre(*area)).collect();
    let [first, second, ..] = middles.as_slice() else { return Vec::new() };
    if first == second {
        return Vec::new();
    }
    let aside = |n: usize| -> Point {
        let before = n.checked_sub(1).map(|before| heading(middles[before], middles[n]));
        let after = middles.get(n + 1).map(|after| heading(middles[n], *after));
        let way = before.or(after).unwrap_or((0, 0));
        along(middles[n], way, 0, off)
    };
    let mut points: Vec<Point> = (0..middles.len()).map(aside).collect();
    let last = points.len() - 1;
    points[0] = along(points[0], heading(points[0], points[1]), BEGIN.min(distance(points[0], points[1]) / 3), 0);
    let (before, end) = (points[last - 1], points[last]);
    let (way, room) = (heading(before, end), distance(before, end));
    let tip = along(end, way, -BEGIN.min(room / 4), 0);
    let base = along(tip, way, -HEAD.min(room * 2 / 3), 0);
    points[last] = along(base, way, 30, 0);
    if points.len() == 2 {
        let middle = points[0].toward(points[1], 50);
        points.insert(1, along(middle, way, 0, 60));
    }
    let head = [along(base, way, 0, BROAD), tip, along(base, way, 0, -BROAD)];
    drawn(course.side, course.way, &Path::bend(&points), head)
}

/// A line and its head as they are drawn.
pub fn drawn(side: Side, way: Way, path: &Path, head: [Point; 3]) -> Vec<Shape> {
    let broken = match way {
        Way::March => "",
        Way::Regroup => " regroup",
        Way::Retreat => " retreat",
    };
    let (line, head_class) = match side {
        Side::Union => ("union-way", "union-head"),
        Side::Confederate => ("confederate-way", "confederate-head"),
    };
    let stroke = |class: String| Shape::path(class, path.clone());
    let mut shapes = vec![stroke("way-rim".to_owned()), stroke(format!("{line}{broken}"))];
    if side == Side::Confederate {
        shapes.push(stroke(format!("confederate-core{broken}")));
    }
    shapes.push(Shape::path(head_class, Path::area(&head)));
    shapes
}

/// Assaults, areas taken, and who came in.
pub fn marks(scene: &Scene, trail: &Tracks) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for Mark { area, sign } in &trail.marks {
        if !scene.holds(*area) {
            continue;
        }
        let at = scene.centre(*area);
        let place = vocabulary::place(&scene.rules.pack, *area);
        let said = match sign {
            Sign::Assault(n, side, fate) => {
                let by = side.map_or(String::new(), |side| format!(" of {}", vocabulary::side(side)));
                let ended = match fate {
                    None => "not decided yet",
                    Some(Fate::Repelled) => "repulsed",
                    Some(Fate::Undecided) => "a Stalemate",
                    Some(Fate::Won) => "won by the attacker",
                };
                format!("Assault {n}{by} on {place}: {ended}")
            }
            Sign::Taken(side) => format!("{place} comes under {} control", side.title()),
            Sign::Arrived(side) => format!("{} forces arrive in {place}", side.title()),
        };
        shapes.push(Shape::new("event", Form::Group(drawn_sign(at, *sign))).titled(said));
    }
    shapes
}

/// A mark as it is drawn in an area with its middle at a point.
pub fn drawn_sign(at: Point, sign: Sign) -> Vec<Shape> {
    match sign {
        Sign::Assault(n, _, fate) => {
            let at = at.by(430, -110);
            let words = match fate {
                None => "?",
                Some(Fate::Repelled) => "−",
                Some(Fate::Undecided) => "=",
                Some(Fate::Won) => "+",
            };
            vec![Shape::path("burst", burst(at)), Shape::text("burst-number", at.by(0, 45), format!("{n}{words}"))]
        }
        Sign::Taken(side) => super::forces::flag(at.by(-300, -230), side, false),
        Sign::Arrived(side) => {
            let head = [at.by(-80, -330), at.by(0, -215), at.by(80, -330)];
            let class = if side == Side::Union { "union-head" } else { "confederate-head" };
            vec![Shape::path(class, Path::area(&head))]
        }
    }
}

/// A star of eight points.
fn burst(at: Point) -> Path {
    let rays = [
        (0, -190),
        (45, -110),
        (135, -135),
        (110, -45),
        (190, 0),
        (110, 45),
        (135, 135),
        (45, 110),
        (0, 190),
        (-45, 110),
        (-135, 135),
        (-110, 45),
        (-190, 0),
        (-110, -45),
        (-135, -135),
        (-45, -110),
    ];
    Path::area(&rays.map(|(x, y)| at.by(x, y)))
}
