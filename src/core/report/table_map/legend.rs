//! What the signs of the picture mean.

use crate::report::svg::arrows::burst_of;
use crate::report::svg::legend::{Entry, stroke};
use crate::report::svg::{Path, Point, Shape};

use super::{model, step, units};
use crate::board::table::Ammunition;

/// Every sign of a table of these two sides.
pub fn entries([first, second]: [&str; 2]) -> Vec<Entry> {
    let base = |second: bool| {
        move |at: Point| vec![units::base(at, (0, -1000), 80, second, format!("{}-base", model::side(second)))]
    };
    let patch = |class: &'static str| {
        let sign = move |at: Point| vec![Shape::rect(class, at.by(-180, -90), 360, 180)];
        Entry::new(class, sign, if class == "no-card" { "no card" } else { class })
    };
    let way = |second: bool, kind: &'static str| {
        move |at: Point| {
            let drawn = step::ARROW.through(vec![at.by(-190, 0), at.by(190, 0)], true);
            drawn.map(|(path, head)| step::arrow_style(second, kind).drawn(&path, head)).unwrap_or_default()
        }
    };
    let fire = |second: bool| move |at: Point| vec![step::volley(second, Path::line(&[at.by(-190, 0), at.by(190, 0)]))];
    let front = |at: Point| {
        let tip = [at.by(-60, 40), at.by(0, -40), at.by(60, 40)];
        vec![Shape::path("first-front", Path::area(&tip))]
    };
    vec![
        Entry::new("first-base", base(false), format!("{first}: base")),
        Entry::new("second-base", base(true), format!("{second}: base")),
        Entry::new("lost-base", |at: Point| vec![Shape::rect("lost-base", at.by(-80, -80), 160, 160)], "lost base"),
        Entry::new("first-line second-line", stroke(&["first-line"], 110), "on a base: cavalry"),
        Entry::new("first-dot second-dot", |at: Point| vec![Shape::circle("second-dot", at, 45)], "on a base: guns"),
        Entry::new("", front, "where a unit looks"),
        Entry::new("smoke", |at: Point| vec![Shape::circle("smoke", at, 62)], "smoke: it has fired"),
        Entry::new("disorder", |at: Point| vec![units::disorder(at)], "disorder"),
        Entry::new("ammunition-low", |at: Point| units::ammunition(at, Ammunition::Low), "low on ammunition"),
        Entry::new("ammunition-out", |at: Point| units::ammunition(at, Ammunition::Out), "out of ammunition"),
        Entry::new("barred", |at: Point| vec![Shape::circle("barred", at, 95)], "stopped by an interrupt"),
        Entry::new("first-way", way(false, ""), format!("{first}: move")),
        Entry::new("second-way", way(true, ""), format!("{second}: move")),
        Entry::new("charge", way(false, "charge"), "charge"),
        Entry::new("first-volley", fire(false), format!("{first}: volley")),
        Entry::new("second-volley", fire(true), format!("{second}: volley")),
        Entry::new("burst", |at: Point| vec![Shape::path("burst", burst_of(at, 60))], "hits, before morale"),
        patch("woods"),
        patch("hill"),
        patch("crops"),
        patch("rough"),
        patch("town"),
        Entry::new("fence", stroke(&["fence"], 190), "fence"),
        Entry::new("road", stroke(&["road"], 190), "road"),
        Entry::new("stream", stroke(&["stream"], 190), "stream"),
        patch("no-card"),
    ]
}
