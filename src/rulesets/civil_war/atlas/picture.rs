//! The map as a picture (SVG): hexes, rivers, railroads, mountains, cities and borders, for the screen and for print.
//!
//! Colours are of a palette that colour-blind readers tell apart, and nothing is told by colour alone: each terrain has
//! a pattern of its own, each kind of line a width or stroke of its own.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::rc::Rc;

use super::grid::{Cell, Corner, Point};
use crate::board::Hex;
use crate::rulesets::civil_war::pack::{FortKind, HexData, HexsideKind, Map, Side, Terrain};

/// How many units a hex is high.
const ROW: f64 = 72.0;
/// The margin round the hexes.
const MARGIN: f64 = 20.0;
/// The room for the legend below.
const LEGEND: f64 = 96.0;

/// The part of the map between two hexes, both included, as a rectangle of columns and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    pub from: Hex,
    pub to: Hex,
}

impl Frame {
    /// Whether a hex lies in it.
    fn holds(self, hex: Hex) -> bool {
        let within = |a: u8, b: u8, n: u8| (a.min(b)..=a.max(b)).contains(&n);
        within(self.from.col(), self.to.col(), hex.col()) && within(self.from.row(), self.to.row(), hex.row())
    }
}

/// A picture in the making.
struct Picture<'a> {
    map: &'a Map,
    hexes: Rc<BTreeSet<Hex>>,
    low: Point,
    out: String,
}

/// The picture of a map, or of the part of it that lies in a frame.
pub fn svg(map: &Map, title: &str, frame: Option<Frame>) -> String {
    let inside = |hex: &Hex| frame.is_none_or(|frame| frame.holds(*hex));
    let hexes: BTreeSet<Hex> = map.hexes().map(|(hex, _)| hex).filter(inside).collect();
    let corners = || hexes.iter().flat_map(|hex| Cell::from(*hex).corners()).map(Corner::point);
    let low = corners().fold(Point { x: f64::INFINITY, y: f64::INFINITY }, |low, point| Point {
        x: low.x.min(point.x),
        y: low.y.min(point.y),
    });
    let high = corners().fold(low, |high, point| Point { x: high.x.max(point.x), y: high.y.max(point.y) });
    let low = if hexes.is_empty() { Point { x: 0.0, y: 0.0 } } else { low };
    let mut picture = Picture { map, hexes: Rc::new(hexes), low, out: String::new() };
    let (width, height) = ((high.x - low.x) * ROW + 2.0 * MARGIN, (high.y - low.y) * ROW + 2.0 * MARGIN + LEGEND);
    let (width, height) = (width.clamp(640.0, 100_000.0), height.clamp(200.0, 100_000.0));
    let _ = write!(
        picture.out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" font-family=\"Helvetica, Arial, sans-serif\">\n\
         <title>{}</title>\n{DEFINITIONS}<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
        escaped(title)
    );
    picture.grounds();
    picture.sides();
    picture.borders();
    picture.rails();
    picture.places();
    picture.legend(height - LEGEND);
    picture.out += "</svg>\n";
    picture.out
}

/// Patterns of the terrains.
const DEFINITIONS: &str = "<defs>\n\
<pattern id=\"forest\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\"><rect width=\"8\" height=\"8\" fill=\"#dcead0\"/>\
<path d=\"M0 8L8 0\" stroke=\"#9dbb86\" stroke-width=\"1\"/></pattern>\n\
<pattern id=\"swamp\" width=\"12\" height=\"8\" patternUnits=\"userSpaceOnUse\"><rect width=\"12\" height=\"8\" fill=\"#d5e4e6\"/>\
<path d=\"M1 3H6M7 7H12\" stroke=\"#5f9aa5\" stroke-width=\"1.2\"/></pattern>\n\
<pattern id=\"mountain\" width=\"12\" height=\"10\" patternUnits=\"userSpaceOnUse\"><rect width=\"12\" height=\"10\" fill=\"#e3d3bd\"/>\
<path d=\"M1 9L6 2L11 9\" fill=\"none\" stroke=\"#a5825a\" stroke-width=\"1.2\"/></pattern>\n\
</defs>\n";

/// The colour or pattern of a terrain.
fn fill(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "#fbf7ea",
        Terrain::Forest => "url(#forest)",
        Terrain::Swamp => "url(#swamp)",
        Terrain::Mountain => "url(#mountain)",
        Terrain::AllSea => "#cfe3f5",
    }
}

/// A text in which nothing is markup.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

impl Picture<'_> {
    /// Where a point of the plane lies in the picture.
    fn at(&self, point: Point) -> (f64, f64) {
        ((point.x - self.low.x) * ROW + MARGIN, (point.y - self.low.y) * ROW + MARGIN)
    }

    fn centre(&self, hex: Hex) -> (f64, f64) {
        self.at(Cell::from(hex).centre())
    }

    /// The two ends of a hexside.
    fn side(&self, a: Hex, b: Hex) -> Option<[(f64, f64); 2]> {
        let (a, b) = (Cell::from(a), Cell::from(b));
        let side = (0..6).find(|&side| a.neighbour(side) == b)?;
        let corners = a.corners();
        Some([self.at(corners[side].point()), self.at(corners[(side + 1) % 6].point())])
    }

    /// A hex as a path, drawn in from its edge by a share of its size.
    fn outline(&self, hex: Hex, share: f64) -> String {
        let centre = Cell::from(hex).centre();
        let mut path = String::new();
        for (n, corner) in Cell::from(hex).corners().into_iter().enumerate() {
            let point = corner.point();
            let (x, y) = self
                .at(Point { x: centre.x + share * (point.x - centre.x), y: centre.y + share * (point.y - centre.y) });
            let _ = write!(path, "{}{x:.1} {y:.1}", if n == 0 { "M" } else { "L" });
        }
        path + "Z"
    }

    /// A line of text with a light rim, so that it reads on any ground.
    fn text(&mut self, (x, y): (f64, f64), size: f64, weight: &str, text: &str) {
        let text = escaped(text);
        for rim in
            ["stroke=\"#ffffff\" stroke-width=\"2.4\" stroke-linejoin=\"round\" fill=\"#ffffff\"", "fill=\"#111111\""]
        {
            let _ = writeln!(
                self.out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" font-weight=\"{weight}\" text-anchor=\"middle\" {rim}>{text}</text>"
            );
        }
    }

    fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        let _ = writeln!(
            self.out,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" fill=\"none\" {style}/>",
            from.0, from.1, to.0, to.1
        );
    }

    /// The hexes, with the side that their ground is friendly to as a rim inside.
    fn grounds(&mut self) {
        let hexes = Rc::clone(&self.hexes);
        for &hex in hexes.iter() {
            let Some(data) = self.map.hex(hex) else { continue };
            let path = self.outline(hex, 1.0);
            let _ = writeln!(
                self.out,
                "<path d=\"{path}\" fill=\"{}\" stroke=\"#b9b4a6\" stroke-width=\"0.8\"/>",
                fill(data.terrain)
            );
            let friends: BTreeSet<Option<Side>> =
                data.states.iter().map(|id| self.map.states.get(id).and_then(|state| state.friendly_to)).collect();
            for (friend, share) in friends.iter().zip([0.93, 0.87, 0.81]) {
                let style = match friend {
                    Some(Side::Union) => "stroke=\"#0072b2\" stroke-width=\"1.6\" stroke-opacity=\"0.55\"",
                    Some(Side::Confederate) => {
                        "stroke=\"#555555\" stroke-width=\"1.4\" stroke-opacity=\"0.6\" stroke-dasharray=\"5 3\""
                    }
                    None => continue,
                };
                let path = self.outline(hex, share);
                let _ = writeln!(self.out, "<path d=\"{path}\" fill=\"none\" {style}/>");
            }
            if data.coastal {
                let path = self.outline(hex, 0.99);
                let _ = writeln!(
                    self.out,
                    "<path d=\"{path}\" fill=\"none\" stroke=\"#56b4e9\" stroke-width=\"2.4\" stroke-opacity=\"0.7\"/>"
                );
            }
            let (x, y) = self.centre(hex);
            let _ = writeln!(
                self.out,
                "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"9\" text-anchor=\"middle\" fill=\"#555555\">{hex}</text>",
                y - 0.36 * ROW
            );
        }
    }

    /// Rivers, mountains, gaps and roads.
    fn sides(&mut self) {
        let all: Vec<_> = self.map.hexsides().map(|(pair, side)| (pair, side.clone())).collect();
        for ((a, b), side) in all {
            if !self.hexes.contains(&a) && !self.hexes.contains(&b) {
                continue;
            }
            let Some([from, to]) = self.side(a, b) else { continue };
            let (middle, across) = (((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0), (to.0 - from.0, to.1 - from.1));
            match side.kind {
                HexsideKind::River => {
                    self.line(from, to, "stroke=\"#0072b2\" stroke-width=\"2.6\" stroke-linecap=\"round\"")
                }
                HexsideKind::NavigableRiver => {
                    let colour = if side.river_ships_only { "#3a9ad9" } else { "#00508a" };
                    self.line(from, to, &format!("stroke=\"{colour}\" stroke-width=\"7\" stroke-linecap=\"round\""));
                }
                HexsideKind::Mountain => {
                    self.line(from, to, "stroke=\"#7a4a1a\" stroke-width=\"6\" stroke-linecap=\"butt\"")
                }
                HexsideKind::Gap | HexsideKind::Road => {
                    let part = |share: f64| (middle.0 + share * across.0, middle.1 + share * across.1);
                    if side.kind == HexsideKind::Gap {
                        self.line(from, part(-0.2), "stroke=\"#7a4a1a\" stroke-width=\"6\"");
                        self.line(part(0.2), to, "stroke=\"#7a4a1a\" stroke-width=\"6\"");
                    }
                    // The way through, at right angles to the side.
                    let way = |share: f64, aside: f64| {
                        let (x, y) = part(aside);
                        (x - share * across.1, y + share * across.0)
                    };
                    for aside in [-0.08, 0.08] {
                        self.line(way(-0.2, aside), way(0.2, aside), "stroke=\"#7a4a1a\" stroke-width=\"1.6\"");
                    }
                }
                HexsideKind::Impassable => {
                    self.line(from, to, "stroke=\"#000000\" stroke-width=\"7\" stroke-dasharray=\"2 2\"");
                }
            }
        }
    }

    /// Borders of states, along hexsides: between hexes of which neither lies in all the states of the other.
    fn borders(&mut self) {
        let hexes = Rc::clone(&self.hexes);
        for &hex in hexes.iter() {
            let Some(data) = self.map.hex(hex) else { continue };
            for there in hex.neighbours().filter(|there| *there > hex && hexes.contains(there)) {
                let Some(other) = self.map.hex(there) else { continue };
                if data.states.is_empty() || other.states.is_empty() || data.states.first() == other.states.first() {
                    continue;
                }
                if let Some([from, to]) = self.side(hex, there) {
                    self.line(from, to, "stroke=\"#cc79a7\" stroke-width=\"2.2\" stroke-dasharray=\"7 3 2 3\"");
                }
            }
        }
    }

    /// Railroads, from centre to centre.
    fn rails(&mut self) {
        let all: Vec<_> = self.map.rails().filter(|(a, b)| self.hexes.contains(a) || self.hexes.contains(b)).collect();
        for (a, b) in all {
            let (from, to) = (self.centre(a), self.centre(b));
            self.line(from, to, "stroke=\"#000000\" stroke-width=\"1.6\"");
            self.line(from, to, "stroke=\"#000000\" stroke-width=\"6\" stroke-dasharray=\"1.2 7\"");
        }
        let (map, hexes) = (self.map, Rc::clone(&self.hexes));
        for exit in map.exits.iter().filter(|exit| hexes.contains(&exit.hex)) {
            let (x, y) = self.centre(exit.hex);
            self.text((x, y - 0.2 * ROW), 8.0, "bold", "rail off the map");
        }
    }

    /// Cities, sites, fortifications and names.
    fn places(&mut self) {
        let hexes = Rc::clone(&self.hexes);
        for &hex in hexes.iter() {
            let Some(data) = self.map.hex(hex).cloned() else { continue };
            let (x, y) = self.centre(hex);
            if let Some(city) = &data.city {
                let (radius, colour) = if city.vp > 0 { (8.5, "#c1272d") } else { (4.0, "#ffffff") };
                let _ = writeln!(
                    self.out,
                    "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" fill=\"{colour}\" stroke=\"#000000\" stroke-width=\"1\"/>"
                );
                if city.vp > 0 {
                    let _ = writeln!(
                        self.out,
                        "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"#ffffff\">{}</text>",
                        y + 4.0,
                        city.vp
                    );
                }
                if city.port {
                    let words = city.imports.as_ref().map_or("port".to_owned(), |port| format!("port {}", port.points));
                    self.text((x + 22.0, y - 5.0), 8.0, "bold", &words);
                }
            }
            if let Some(site) = &data.site {
                let _ = writeln!(
                    self.out,
                    "<path d=\"M{:.1} {y:.1}l8 -8l8 8l-8 8z\" fill=\"#e69f00\" stroke=\"#000000\"/>",
                    x - 28.0
                );
                self.text((x - 20.0, y + 3.5), 9.0, "bold", &site.vp.to_string());
            }
            if let Some(fort) = &data.fort {
                let size = match fort.kind {
                    FortKind::Stockade => 5.0,
                    FortKind::Fort => 7.0,
                    FortKind::Fortress => 10.0,
                };
                let colour = if fort.owner == Side::Union { "#0072b2" } else { "#555555" };
                let _ = writeln!(
                    self.out,
                    "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{size}\" height=\"{size}\" fill=\"{colour}\" stroke=\"#000000\" stroke-width=\"1.2\"/>",
                    x + 12.0,
                    y + 2.0
                );
            }
            self.name(hex, &data);
        }
    }

    /// The name of a hex; nothing where it is only told from another, or the sea's.
    fn name(&mut self, hex: Hex, data: &HexData) {
        let told = data.name.contains(" of ") && data.city.is_none();
        let (x, y) = self.centre(hex);
        if data.terrain == Terrain::AllSea || told {
            return;
        }
        let (size, weight) = match data.city.as_ref().map(|city| city.vp) {
            Some(vp) if vp > 0 => (10.0, "bold"),
            Some(_) => (9.0, "normal"),
            None => (8.0, "normal"),
        };
        self.text((x, y + 20.0), size, weight, data.called());
        if let Some(fort) = data.fort.as_ref().filter(|fort| fort.name != data.called()) {
            self.text((x, y + 29.0), 8.0, "normal", &fort.name);
        }
    }

    /// What the signs mean.
    fn legend(&mut self, top: f64) {
        let mut x = MARGIN;
        let y = top + 20.0;
        for (terrain, word) in [
            (Terrain::Clear, "clear"),
            (Terrain::Forest, "forest"),
            (Terrain::Swamp, "swamp"),
            (Terrain::Mountain, "mountain"),
            (Terrain::AllSea, "sea"),
        ] {
            let _ = writeln!(
                self.out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"26\" height=\"18\" fill=\"{}\" stroke=\"#888888\"/><text x=\"{}\" y=\"{}\" font-size=\"12\">{word}</text>",
                fill(terrain),
                x + 32.0,
                y + 13.0
            );
            x += 110.0;
        }
        let mut x = MARGIN;
        let y = top + 58.0;
        for (style, word, wide) in [
            ("stroke=\"#0072b2\" stroke-width=\"2.6\"", "river", 90.0),
            ("stroke=\"#00508a\" stroke-width=\"7\"", "navigable, all ships", 165.0),
            ("stroke=\"#3a9ad9\" stroke-width=\"7\"", "navigable, river ships", 175.0),
            ("stroke=\"#7a4a1a\" stroke-width=\"6\"", "mountain hexside", 150.0),
            ("stroke=\"#cc79a7\" stroke-width=\"2.2\" stroke-dasharray=\"7 3 2 3\"", "border", 95.0),
            ("stroke=\"#000000\" stroke-width=\"1.6\"", "railroad", 100.0),
        ] {
            self.line((x, y), (x + 26.0, y), style);
            let _ = writeln!(self.out, "<text x=\"{}\" y=\"{}\" font-size=\"12\">{word}</text>", x + 32.0, y + 4.0);
            x += wide;
        }
        let words = "Blue rim: friendly to the Union; dashed grey rim: friendly to the Confederacy; light blue edge: coastal. \
                     Red: Victory Points; diamond: resource site; square: fortification. A broken brown side with a way through: gap.";
        let _ =
            writeln!(self.out, "<text x=\"{MARGIN}\" y=\"{}\" font-size=\"11\">{}</text>", top + 84.0, escaped(words));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        assert_eq!(escaped("<a href='x'>\"&\"</a>\u{1b}"), "&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt; ");
    }
}
