//! What the signs of the picture mean.

use crate::report::svg::legend::{Entry, stroke};
use crate::report::svg::{Path, Point, Shape};

use super::cards::mark;
use super::model::{LineMap, side};
use super::step::{arrow, hits_mark};

pub fn entries(map: &LineMap) -> Vec<Entry> {
    let card = |second: bool, back: &str, words: &str| {
        let (class, cut) = (format!("{}-card{back}", side(second)), if second { 50 } else { 0 });
        let sign = class.clone();
        let drawn = move |at: Point| vec![Shape::path(sign.as_str(), Path::counter(at, (180, 100), cut))];
        Entry::new(class, drawn, format!("{} card{words}", map.name(second)))
    };
    let way = |second: bool| {
        let drawn = move |at: Point| vec![arrow(second, at.x, (at.y + 110, at.y - 110))];
        Entry::new(format!("{}-move", side(second)), drawn, format!("{} cards that moved", map.name(second)))
    };
    let hits = |second: bool| {
        let drawn = move |at: Point| hits_mark(second, at, "2");
        Entry::new(format!("{}-hits", side(second)), drawn, format!("hits on the {}", map.name(second)))
    };
    let patch = |class: &'static str, words: &str| {
        Entry::new(class, move |at: Point| vec![Shape::rect(class, at.by(-180, -90), 360, 180)], words)
    };
    let mut entries = vec![
        card(false, "", ""),
        card(true, "", ""),
        card(false, "-back", ", face down"),
        card(true, "-back", ", face down"),
    ];
    entries.extend(map.marks.iter().map(|&(kind, words)| Entry::new("", move |at: Point| mark(Some(kind), at), words)));
    entries.extend([
        Entry::new("hit", |at: Point| vec![Shape::circle("hit", at, 55)], "hit"),
        patch("terrain", "terrain card"),
        patch("engaged", "engaged position"),
        Entry::new("centerline", stroke(&["centerline"], 200), "Centerline"),
        way(false),
        way(true),
        hits(false),
        hits(true),
    ]);
    entries
}
