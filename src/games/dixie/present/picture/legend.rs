//! What the signs of the picture mean.

use crate::pack::Kind;
use crate::report::svg::legend::{Entry, stroke};
use crate::report::svg::{Path, Point, Shape};
use crate::side::Side;

use super::cards::mark;
use super::step::{arrow, hits_mark};

pub fn entries() -> Vec<Entry> {
    let card =
        |class: &'static str, cut: i32| move |at: Point| vec![Shape::path(class, Path::counter(at, (180, 100), cut))];
    let kind = |kind: Option<Kind>| move |at: Point| mark(kind, at);
    let way = |side: Side| move |at: Point| vec![arrow(side, at.x, (at.y + 110, at.y - 110))];
    vec![
        Entry::new("usa-card", card("usa-card", 0), "USA card"),
        Entry::new("csa-card", card("csa-card", 50), "CSA card"),
        Entry::new("usa-card-back", card("usa-card-back", 0), "USA card, face down"),
        Entry::new("csa-card-back", card("csa-card-back", 50), "CSA card, face down"),
        Entry::new("", kind(Some(Kind::Infantry)), "infantry, its CV"),
        Entry::new("", kind(Some(Kind::Cavalry)), "cavalry, its CV"),
        Entry::new("", kind(Some(Kind::Artillery)), "artillery, fire and CV"),
        Entry::new("", kind(Some(Kind::General)), "general, attack/defense"),
        Entry::new("", kind(Some(Kind::Special)), "special"),
        Entry::new("hit", |at: Point| vec![Shape::circle("hit", at, 55)], "hit"),
        Entry::new("terrain", |at: Point| vec![Shape::rect("terrain", at.by(-180, -90), 360, 180)], "terrain card"),
        Entry::new("engaged", |at: Point| vec![Shape::rect("engaged", at.by(-180, -90), 360, 180)], "engaged position"),
        Entry::new("centerline", stroke(&["centerline"], 200), "Centerline"),
        Entry::new("usa-move", way(Side::Usa), "USA cards that moved"),
        Entry::new("csa-move", way(Side::Csa), "CSA cards that moved"),
        Entry::new("usa-hits", |at: Point| hits_mark(Side::Usa, at, "2"), "hits on the USA"),
        Entry::new("csa-hits", |at: Point| hits_mark(Side::Csa, at, "2"), "hits on the CSA"),
    ]
}
