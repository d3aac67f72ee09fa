//! The movements of a step, as arrows: of the Union one dark line with a full head, of the Confederacy a
//! double line with a pale head; and bursts where it came to an assault.

use crate::sorted::SortedMap;

use crate::board::Area;
use crate::report::svg::{
    Form, Path, Point, Shape,
    arrows::{Arrow, ArrowStyle, along, burst, heading},
};

use super::super::tracks::{AssaultResult, Mark, MarkKind, Movement, MovementKind, Tracks};
use super::super::vocabulary;
use super::Scene;
use super::base_map::crossing;
use crate::pack::Side;

/// How far to the right of the middle the first way runs, and how far beside it the next.
const ASIDE: i32 = 70;
const LANE: i32 = 110;
/// The most ways beside each other; the next ones lie on the last.
const MAX_LANES: i32 = 3;
const ARROW: Arrow = Arrow { begin: 290, end: 290, head: 220, broad: 120, into: 30, bend: 60 };

/// The ways, the first below.
pub fn movements(scene: &Scene, tracks: &Tracks) -> Vec<Shape> {
    let mut taken: SortedMap<(Area, Area), i32> = SortedMap::new();
    let mut shapes = Vec::new();
    for course in &tracks.movements {
        if !course.path.iter().any(|area| scene.is_visible(*area)) {
            continue;
        }
        let steps = || course.path.windows(2).map(|pair| (pair[0], pair[1]));
        let lane = steps().filter_map(|step| taken.get(&step)).max().copied().unwrap_or(0);
        steps().for_each(|step| {
            taken.insert(step, (lane + 1).min(MAX_LANES - 1));
        });
        let drawn = arrow(scene, course, ASIDE + LANE * lane);
        if !drawn.is_empty() {
            shapes.push(Shape::new("course", Form::Group(drawn)).titled(movement_title(scene, course)));
        }
    }
    shapes
}

/// The points that a way goes through: the middles of its areas, and where it crosses from one into the next, so that
/// it runs over no other.
fn through(scene: &Scene, path: &[Area]) -> Vec<Point> {
    let mut points: Vec<Point> = path.first().map(|area| scene.centre(*area)).into_iter().collect();
    for pair in path.windows(2) {
        let crossed = scene.map().boundary(pair[0], pair[1]).map(|boundary| crossing(scene, boundary));
        points.extend(crossed.into_iter().chain([scene.centre(pair[1])]));
    }
    points.dedup();
    points
}

/// The description of a way.
fn movement_title(scene: &Scene, course: &Movement) -> String {
    let pack = &scene.rules.pack;
    let who = vocabulary::list(course.who.iter().map(|id| vocabulary::unit_or_leader(pack, id)), "and");
    let ends =
        [course.path.first(), course.path.last()].into_iter().flatten().map(|area| vocabulary::place(pack, *area));
    format!("{}, {}: {who}, {}", course.side.title(), course.way.word(), ends.collect::<Vec<_>>().join(" to "))
}

/// The shapes of a way so far to the right of the line through its areas.
fn arrow(scene: &Scene, course: &Movement, off: i32) -> Vec<Shape> {
    let middles = through(scene, &course.path);
    if middles.len() < 2 {
        return Vec::new();
    }
    let aside = |n: usize| -> Point {
        let before = n.checked_sub(1).map(|before| heading(middles[before], middles[n]));
        let after = middles.get(n + 1).map(|after| heading(middles[n], *after));
        let way = before.or(after).unwrap_or((0, 0));
        along(middles[n], way, 0, off)
    };
    let drawn_line = ARROW.through((0..middles.len()).map(aside).collect(), true);
    drawn_line.map(|(path, head)| drawn(course.side, course.way, &path, head)).unwrap_or_default()
}

/// A line and its head as they are drawn.
pub fn drawn(side: Side, way: MovementKind, path: &Path, head: Option<[Point; 3]>) -> Vec<Shape> {
    let kind = match way {
        MovementKind::March => "",
        MovementKind::Regroup => "regroup",
        MovementKind::Retreat => "retreat",
    };
    ArrowStyle { side: side.as_str(), double: side == Side::Confederate, ties: false, kind }.drawn(path, head)
}

/// Assaults, areas taken, and who came in.
pub fn marks(scene: &Scene, tracks: &Tracks) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for Mark { area, sign } in &tracks.marks {
        if !scene.is_visible(*area) {
            continue;
        }
        let at = scene.centre(*area);
        let place = vocabulary::place(&scene.rules.pack, *area);
        let title = match sign {
            MarkKind::Assault(n, side, fate) => {
                let by = side.map_or(String::new(), |side| format!(" of {}", vocabulary::side(side)));
                let ended = match fate {
                    None => "not decided yet",
                    Some(AssaultResult::Repelled) => "repulsed",
                    Some(AssaultResult::Undecided) => "a Stalemate",
                    Some(AssaultResult::Won) => "won by the attacker",
                };
                format!("Assault {n}{by} on {place}: {ended}")
            }
            MarkKind::Taken(side) => format!("{place} comes under {} control", side.title()),
            MarkKind::Arrived(side) => format!("{} forces arrive in {place}", side.title()),
        };
        shapes.push(Shape::new("event", Form::Group(drawn_sign(at, *sign))).titled(title));
    }
    shapes
}

/// How an assault ended, as it stands behind its number.
pub fn result(fate: Option<AssaultResult>) -> &'static str {
    match fate {
        None => "?",
        Some(AssaultResult::Repelled) => "−",
        Some(AssaultResult::Undecided) => "=",
        Some(AssaultResult::Won) => "+",
    }
}

/// A mark as it is drawn in an area with its middle at a point.
pub fn drawn_sign(at: Point, sign: MarkKind) -> Vec<Shape> {
    match sign {
        MarkKind::Assault(n, _, fate) => {
            let at = at.by(320, -400);
            let words = format!("{n}{}", result(fate));
            vec![Shape::path("burst", burst(at)), Shape::text("burst-number", at.by(0, 45), words)]
        }
        MarkKind::Taken(side) => super::markers::flag(at.by(-300, -230), side, false),
        MarkKind::Arrived(side) => {
            let head = [at.by(-80, -330), at.by(0, -215), at.by(80, -330)];
            let class = if side == Side::Union { "union-head" } else { "confederate-head" };
            vec![Shape::path(class, Path::area(&head))]
        }
    }
}
