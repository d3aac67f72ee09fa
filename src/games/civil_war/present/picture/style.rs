//! The style sheet of the map. The colors are from the palettes of Okabe and Ito and of ColorBrewer, which
//! color-blind readers can distinguish. Nothing is shown by color alone, so that the map can be printed in black and
//! white: each ground has its own pattern, each line its own width or stroke, each side its own shape. Font rules apply
//! only to the texts of a drawing, so that the sheet does not affect the page around it.

use crate::report::svg::{Path, Pattern, Point, Shape, style};

use super::geometry::{HALF, THIRD, outline};

/// The style sheet; lengths in pixels.
pub const STYLE: &[&str] = &[style::BASE, MAP, SMALL_SCALE];

/// What is seen from afar alone.
const SMALL_SCALE: &str = "\
.far-land{fill:#fbf6e6;stroke:#8a8474;stroke-width:3}.far-sea{fill:#d6e7f5}.far-mountain{fill:#e3d3bb}
.far-river{fill:none;stroke:#3d7fb5;stroke-width:8;stroke-linecap:round;stroke-linejoin:round}
.union-wash{fill:#6fb1dd;fill-opacity:0.6}.confederate-wash{fill:url(#wash)}
.wash-ground{fill:#f2a93b;fill-opacity:0.34}.wash-mark{fill:none;stroke:#b35900;stroke-opacity:0.5;stroke-width:3}
.front-rim{fill:none;stroke:#ffffff;stroke-width:24;stroke-linejoin:round;stroke-linecap:round}
.front{fill:none;stroke:#7a0019;stroke-width:13;stroke-linejoin:round;stroke-linecap:round}
.far-dot{fill:#1f1f1f;stroke:#ffffff;stroke-width:3}
text.far-city{font-size:40px;font-weight:bold}
text.far-city.rim,text.far-state.rim{stroke-width:7;stroke-opacity:0.85}
text.far-state{font-size:46px;font-weight:bold;fill:#6f6178;letter-spacing:8px}
.far-counter{stroke-width:4}.far-lead{fill:none;stroke:#1a1a1a;stroke-width:6}
text.union-far-strength,text.confederate-far-strength{font-size:56px;font-weight:bold}
text.union-far-name,text.confederate-far-name{font-size:33px;font-weight:bold}
text.union-far-strength,text.union-far-name{fill:#ffffff}
text.far-title{font-size:72px}text.far-subtitle{font-size:44px}text.far-words{font-size:40px}
";

const MAP: &str = "\
.hex{stroke:#aaa491;stroke-width:0.7}
.grid{fill:url(#hexes)}.grid-line{fill:none;stroke:#aaa491;stroke-width:0.7}
.clear{fill:#fdf9ec}.forest{fill:url(#terrain-forest)}.swamp{fill:url(#terrain-swamp)}.mountain{fill:url(#terrain-mountain)}.sea{fill:url(#terrain-sea)}
.forest-ground{fill:#dfedd3}.swamp-ground{fill:#dbe9ea}.mountain-ground{fill:#ecdfcd}.sea-ground{fill:#d6e7f5}
.forest-mark{fill:none;stroke:#8fb279;stroke-width:0.9}.swamp-mark{fill:none;stroke:#5f98a6;stroke-width:1.1}
.mountain-mark{fill:none;stroke:#ad8a63;stroke-width:1.1}.sea-mark{fill:none;stroke:#b3cfe6;stroke-width:0.8}
text.number{font-size:8.4px;fill:#595449}
text.known{font-weight:bold;fill:#1a1a1a}
.shore{fill:none;stroke:#2f6d94;stroke-width:1.6;stroke-linejoin:round}
.coast{fill:none;stroke:#5b9dc4;stroke-width:1.6;stroke-dasharray:1.8 1.2}
.border{fill:none;stroke:#d9b8d0;stroke-width:10.5;stroke-linecap:round}
.border-line{fill:none;stroke:#7b3a68;stroke-width:2.2;stroke-dasharray:7.5 3.2 2 3.2}
.river{fill:none;stroke:#0b6fae;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.navigable{fill:none;stroke:#00467a;stroke-width:7.6;stroke-linecap:round;stroke-linejoin:round}
.shallow{fill:none;stroke:#cfe8fa;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}
.ridge{fill:none;stroke:#74430f;stroke-width:2.4;stroke-linejoin:round;stroke-linecap:round}
.way{fill:none;stroke:#74430f;stroke-width:1.6}
.barred{fill:none;stroke:#111111;stroke-width:7;stroke-dasharray:2.2 2.2}
.rail{fill:none;stroke:#222222;stroke-width:1.5}
.ties{fill:none;stroke:#222222;stroke-width:6.2;stroke-dasharray:1.1 6.9}
.exit{fill:#222222}
.union-edge{fill:none;stroke:#0072b2;stroke-width:4.4;stroke-linecap:round;stroke-dasharray:0.1 7.4}
.confederate-edge{fill:none;stroke:#b35900;stroke-width:3.4;stroke-dasharray:6 3.4}
.city{fill:#1f1f1f;stroke:#ffffff;stroke-width:1.2}
text.points{font-size:11.2px;font-weight:bold;fill:#ffffff}
.town{fill:#ffffff;stroke:#1f1f1f;stroke-width:1.8}
.port{fill:none;stroke:#00467a;stroke-width:1.7}
.site{fill:#f0c9de;stroke:#1f1f1f;stroke-width:1}
text.small{font-size:8.4px;font-weight:bold}
.union-work{fill:#0072b2;stroke:#111111;stroke-width:1.4}
.confederate-work{fill:#f2a93b;stroke:#111111;stroke-width:1.4}
.nobody-work{fill:#ffffff;stroke:#111111;stroke-width:1.4;stroke-dasharray:2.4 1.4}
.razed{fill:none;stroke:#111111;stroke-width:2.4}
.union-force{fill:#0072b2;stroke:#00324f;stroke-width:1.2}
.confederate-force{fill:#f2a93b;stroke:#5a3300;stroke-width:1.2}
text.union-counter{font-size:7px;font-weight:bold;fill:#ffffff}
text.confederate-counter{font-size:7px;font-weight:bold;fill:#1a1a1a}
text.union-strength{font-size:12.6px;font-weight:bold;fill:#ffffff}
text.confederate-strength{font-size:12.6px;font-weight:bold;fill:#1a1a1a}
.union-ship{fill:#0072b2;stroke:#00324f;stroke-width:1.2}
.confederate-ship{fill:#f2a93b;stroke:#5a3300;stroke-width:1.2}
.ship-rim{fill:#ffffff;stroke:#ffffff;stroke-width:4.2;stroke-linejoin:round}
.army{fill:#ffffff;stroke:#111111;stroke-width:1}
.shaken{fill:#111111;stroke:#ffffff;stroke-width:0.8}
.depot{fill:#ffffff;stroke:#1f1f1f;stroke-width:1.4}
text.major{font-size:10.8px;font-weight:bold}
text.minor{font-size:9.4px}
text.hamlet{font-size:8.6px;fill:#3d3a33}
text.leader{font-size:8.4px;font-style:italic}
text.water{font-size:9.2px;font-style:italic;fill:#00467a}
text.small-water{font-size:7.6px}
text.pass{font-size:8.2px;font-style:italic;fill:#5e350b}
text.sea-name{font-size:15px;font-style:italic;fill:#1d5680;letter-spacing:2px}
text.state{font-size:30px;font-weight:bold;fill:#8a7c92;letter-spacing:6px}
text.small-state{font-size:15px;font-weight:bold;fill:#7d6f85;letter-spacing:1.2px}
.way-rim{fill:none;stroke:#ffffff;stroke-opacity:0.55;stroke-width:7;stroke-linecap:round;stroke-linejoin:round}
.union-way{fill:none;stroke:#00406b;stroke-width:4.4;stroke-linejoin:round}
.confederate-way{fill:none;stroke:#7d3200;stroke-width:5.6;stroke-linejoin:round}
.confederate-core{fill:none;stroke:#ffdf9e;stroke-width:2.2;stroke-linejoin:round}
.union-head{fill:#00406b;stroke:#ffffff;stroke-width:1.2;stroke-linejoin:round}
.confederate-head{fill:#ffdf9e;stroke:#7d3200;stroke-width:2;stroke-linejoin:round}
.way-ties{stroke-width:10.5;stroke-dasharray:1.7 6.3}
.by-rail{stroke-width:3.2}.confederate-core.by-rail{stroke-width:1.2}
.by-water{stroke-linecap:round;stroke-dasharray:0.1 8.4}
.attack{stroke-width:7.4}.confederate-core.attack{stroke-width:3.4}
.advance{stroke-width:2.6}.confederate-core.advance{stroke-width:1}
.reaction{stroke-dasharray:11 3.4 2.6 3.4}
.retreat{stroke-dasharray:6.4 4.2}
.burst{fill:#fff0a0;stroke:#7a0019;stroke-width:1.5;stroke-linejoin:round}
.naval-burst{fill:#e6f4ff;stroke:#00467a;stroke-width:1.5;stroke-linejoin:round}
.naval-wave{fill:none;stroke:#00467a;stroke-width:2}
text.burst-number{font-size:10.4px;font-weight:bold}
text.union-entry{font-size:9px;font-weight:bold;fill:#ffffff}
text.confederate-entry{font-size:9px;font-weight:bold}
.pole,.cross{fill:none;stroke:#1a1a1a;stroke-width:3;stroke-linecap:round}
text.rim{stroke:#ffffff;stroke-width:2.4;stroke-linejoin:round;paint-order:stroke}
text.start{text-anchor:start}text.end{text-anchor:end}
text.title{font-size:33px;font-weight:bold;text-anchor:start}
text.subtitle,text.small-title{text-anchor:start}
text.small-title{font-size:22px;font-weight:bold}
text.subtitle{font-size:15px}
text.legend{font-size:11.8px;text-anchor:start}
text.listed{font-weight:bold}
.tag{fill:#ffffff;stroke:#1a1a1a;stroke-width:1.2}
.scale{fill:none;stroke:#1a1a1a;stroke-width:2}
";

/// The patterns of the grounds, each as many times as high and wide as goes into the way from one hex to the next, so
/// that it lies alike in all; and of the hexes themselves, one of which has its middle at a point.
pub fn patterns(hexes: Point) -> Vec<Pattern> {
    let point = |x: i32, y: i32| Point { x, y };
    let pattern = |id, width, height, ground: &str, mark: &str, lines: &[&[Point]]| {
        let mut path = Path::default();
        lines.iter().for_each(|line| path.add(line));
        let ground = Shape::rect(ground, point(0, 0), width, height);
        Pattern { id, at: point(0, 0), width, height, shapes: vec![ground, Shape::path(mark, path)] }
    };
    let mut grid = Path::default();
    // The tiles meet where no line runs along their edge: a quarter of a hex above a middle.
    for middle in [HALF / 2 - HALF, HALF / 2 + HALF] {
        let [first, others @ ..] = outline(point(3 * THIRD, middle));
        grid.add(&[&[first], &others[..], &[first]].concat());
    }
    for column in [0, 6 * THIRD] {
        grid.add(&[point(column - THIRD, HALF * 3 / 2), point(column + THIRD, HALF * 3 / 2)]);
    }
    let hexes = Pattern {
        id: "hexes",
        at: hexes.by(0, -HALF / 2),
        width: 6 * THIRD,
        height: 2 * HALF,
        shapes: vec![Shape::path("grid-line", grid)],
    };
    vec![
        pattern("wash", 360, 360, "wash-ground", "wash-mark", &[&[point(0, 360), point(360, 0)]]),
        pattern(
            "terrain-forest",
            126,
            120,
            "forest-ground",
            "forest-mark",
            &[&[point(10, 50), point(30, 14), point(50, 50)], &[point(73, 110), point(93, 74), point(113, 110)]],
        ),
        pattern(
            "terrain-swamp",
            210,
            120,
            "swamp-ground",
            "swamp-mark",
            &[&[point(20, 30), point(100, 30)], &[point(125, 90), point(195, 90)]],
        ),
        pattern(
            "terrain-mountain",
            126,
            120,
            "mountain-ground",
            "mountain-mark",
            &[&[point(0, 100), point(63, 20), point(126, 100)]],
        ),
        pattern(
            "terrain-sea",
            210,
            180,
            "sea-ground",
            "sea-mark",
            &[
                &[point(20, 70), point(55, 50), point(90, 70), point(125, 50)],
                &[point(120, 160), point(155, 140), point(190, 160)],
            ],
        ),
        hexes,
    ]
}
