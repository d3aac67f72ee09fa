//! Lines and areas, written as briefly as possible: each part is relative to the end of the last, so that two paths of
//! the same shape differ only in where they begin.

use crate::sorted::SortedMap;
use std::fmt::Write;

use super::Point;

/// Lines from point to point; a path may have several.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    /// Where it begins.
    first: Option<Point>,
    /// Where the current line began, and where it is now.
    began: Point,
    at: Point,
    /// Everything after the beginning, as SVG.
    rest: String,
    /// The last command in it.
    command: char,
    /// The upper left and the lower right corner of the points that it touches.
    corners: Option<(Point, Point)>,
}

impl Path {
    /// One line through these points.
    pub fn line(points: &[Point]) -> Path {
        let mut path = Path::default();
        path.add(points);
        path
    }

    /// The outline of an area.
    pub fn area(points: &[Point]) -> Path {
        let mut path = Path::line(points);
        path.close();
        path
    }

    /// A counter: a rectangle centred at a point, with these half sizes; `cut` is the size of its cut corners.
    pub fn counter(middle: Point, (x, y): (i32, i32), cut: i32) -> Path {
        let corners = match cut {
            0 => vec![(-x, -y), (x, -y), (x, y), (-x, y)],
            _ => vec![
                (-x, y - cut),
                (-x, cut - y),
                (cut - x, -y),
                (x - cut, -y),
                (x, cut - y),
                (x, y - cut),
                (x - cut, y),
                (cut - x, y),
            ],
        };
        Path::area(&corners.into_iter().map(|(x, y)| middle.by(x, y)).collect::<Vec<_>>())
    }

    /// A smooth line from the first point to the last, bent toward those between; it touches the middle of each
    /// segment.
    pub fn bend(points: &[Point]) -> Path {
        let [first, between @ .., last] = points else { return Path::line(points) };
        let mut path = Path::default();
        path.begin(*first);
        for (n, toward) in between.iter().enumerate() {
            let end = between.get(n + 1).map_or(*last, |next| toward.toward(*next, 50));
            let from = path.at;
            path.steps('q', &[(toward.x - from.x), (toward.y - from.y), (end.x - from.x), (end.y - from.y)]);
            path.at = end;
            path.touch(end);
        }
        if between.is_empty() {
            path.line_to(*last);
        }
        path
    }

    /// Lines joined where one ends in a point at which another begins or ends: the same look in fewer words, without
    /// breaks in the strokes there.
    pub fn joined(lines: &[Vec<Point>]) -> Path {
        let mut ends: SortedMap<Point, Vec<usize>> = SortedMap::new();
        for (n, line) in lines.iter().enumerate() {
            let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
            ends.entry(*first).or_default().push(n);
            ends.entry(*last).or_default().push(n);
        }
        // A course begins where an odd number of lines meet, if there is such a point; a ring begins anywhere.
        let begins =
            |n: &usize| lines[*n].first().into_iter().chain(lines[*n].last()).any(|at| ends[at].len() % 2 == 1);
        let (open, rings): (Vec<usize>, Vec<usize>) =
            (0..lines.len()).filter(|n| !lines[*n].is_empty()).partition(begins);
        let mut left = vec![true; lines.len()];
        let mut path = Path::default();
        for n in open.into_iter().chain(rings) {
            if !left[n] {
                continue;
            }
            let line = &lines[n];
            let from_end = ends[&line[0]].len().is_multiple_of(2) && ends[&line[line.len() - 1]].len() % 2 == 1;
            let mut next = Some((n, from_end));
            while let Some((n, backward)) = next {
                left[n] = false;
                let mut line = lines[n].clone();
                if backward {
                    line.reverse();
                }
                path.add(&line);
                let at = path.at;
                next = ends[&at].iter().find(|n| left[**n]).map(|n| (*n, lines[*n][0] != at));
            }
        }
        path
    }

    /// The outlines of an area given by its sides, each from one corner to the next clockwise; no two begin in the same
    /// corner.
    pub fn outlines(sides: impl Iterator<Item = [Point; 2]>) -> Path {
        let mut sides: Vec<[Point; 2]> = sides.collect();
        sides.sort_by_key(|[from, _]| *from);
        let mut left = vec![true; sides.len()];
        let mut path = Path::default();
        for first in 0..sides.len() {
            let (mut ring, mut next) = (Vec::new(), Some(first));
            while let Some(n) = next.filter(|n| left[*n]) {
                left[n] = false;
                let [from, to] = sides[n];
                ring.push(from);
                next = sides.binary_search_by_key(&to, |[from, _]| *from).ok();
            }
            if !ring.is_empty() {
                path.add(&ring);
                path.close();
            }
        }
        path
    }

    /// Adds another line through these points.
    pub fn add(&mut self, points: &[Point]) {
        let Some((first, others)) = points.split_first() else { return };
        self.begin(*first);
        others.iter().for_each(|to| self.line_to(*to));
    }

    /// Whether there is no line in it.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }

    /// Where it begins.
    pub fn first(&self) -> Point {
        self.first.unwrap_or_default()
    }

    /// The corners of the room that it takes; `None` if there is no line in it.
    pub fn corners(&self) -> Option<(Point, Point)> {
        self.corners
    }

    /// Everything after its beginning, as SVG: the same for every path of that shape.
    pub fn rest(&self) -> &str {
        &self.rest
    }

    /// Writes it shifted by `off`.
    pub fn write(&self, out: &mut String, off: Point) {
        let Some(first) = self.first else { return };
        out.push('M');
        number(out, first.x - off.x, false);
        number(out, first.y - off.y, true);
        out.push_str(&self.rest);
    }

    fn begin(&mut self, at: Point) {
        match self.first {
            None => self.first = Some(at),
            // It continues from where it is.
            Some(_) if self.at == at => {}
            Some(_) => self.steps('m', &[at.x - self.at.x, at.y - self.at.y]),
        }
        (self.began, self.at) = (at, at);
        self.touch(at);
    }

    /// Takes a point into its corners.
    fn touch(&mut self, at: Point) {
        let (low, high) = self.corners.unwrap_or((at, at));
        self.corners = Some((
            Point { x: low.x.min(at.x), y: low.y.min(at.y) },
            Point { x: high.x.max(at.x), y: high.y.max(at.y) },
        ));
    }

    /// A straight line.
    fn line_to(&mut self, to: Point) {
        match (to.x - self.at.x, to.y - self.at.y) {
            (across, 0) => self.steps('h', &[across]),
            (0, down) => self.steps('v', &[down]),
            (across, down) => self.steps('l', &[across, down]),
        }
        self.at = to;
        self.touch(to);
    }

    fn close(&mut self) {
        if self.first.is_some() {
            self.rest.push('Z');
            self.command = 'Z';
            self.at = self.began;
        }
    }

    /// A command with its numbers. A repeated command need not be named, nor a straight line after a move.
    fn steps(&mut self, command: char, numbers: &[i32]) {
        let named = self.command != command && !(self.command == 'm' && command == 'l') || command == 'm';
        if named {
            self.rest.push(command);
        }
        for (n, value) in numbers.iter().enumerate() {
            number(&mut self.rest, *value, n > 0 || !named);
        }
        // An unnamed command after a move is a line, and so are those after it.
        self.command = if self.command == 'm' && command == 'l' { 'm' } else { command };
    }
}

/// Appends a length, tenths of a pixel as pixels; with a separator if it follows another.
pub fn number(out: &mut String, tenths: i32, parted: bool) {
    let _ = match (tenths < 0, parted) {
        (true, _) => write!(out, "-"),
        (false, true) => write!(out, " "),
        (false, false) => Ok(()),
    };
    let _ = match (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10) {
        (whole, 0) => write!(out, "{whole}"),
        (0, tenth) => write!(out, ".{tenth}"),
        (whole, tenth) => write!(out, "{whole}.{tenth}"),
    };
}
