//! The style sheet of the map. The colours are from the palette of Okabe and Ito, which colour-blind readers can
//! distinguish. Nothing is shown by colour alone, so that the map can be printed in black and white: each side has its
//! own pattern and shape, each line its own width or stroke. Font rules apply only to the texts of a drawing, so that
//! the sheet does not affect the page around it.

use crate::report::svg::{Path, Pattern, Point, Shape, style};

/// The size of the least letters that can be read on the whole map from afar, in tenths of a pixel.
pub const LETTERS: i32 = 245;

/// The style sheet; lengths in pixels.
pub const STYLE: &[&str] = &[style::BASE, MAP, style::WAYS, REST];

/// Its beginning, which stands before the arrows.
const MAP: &str = "\
.land{fill:#ffffff;stroke:#aaa491;stroke-width:0.7}
.union-land{fill:#0072b2;fill-opacity:0.13}.confederate-land{fill:url(#confederate-ground)}
.confederate-sand{fill:#e69f00;fill-opacity:0.16}.confederate-hatch{fill:none;stroke:#b06f00;stroke-width:1.4;stroke-opacity:0.3}
.front-rim{fill:none;stroke:#ffffff;stroke-width:22;stroke-linejoin:round;stroke-linecap:round;stroke-opacity:0.8}
.front{fill:none;stroke:#1a1a1a;stroke-width:13;stroke-linejoin:round;stroke-linecap:round}
.open-line{fill:none;stroke:#8a8474;stroke-width:1.6;stroke-dasharray:7 4}
.minor-water{fill:none;stroke:#3d8fc0;stroke-width:4.2;stroke-linecap:round;stroke-linejoin:round}
.major-water{fill:none;stroke:#00467a;stroke-width:11;stroke-linecap:round;stroke-linejoin:round}
.major-core{fill:none;stroke:#a9d3ee;stroke-width:4.4;stroke-linecap:round;stroke-linejoin:round}
.edge-line{fill:none;stroke:#6b6656;stroke-width:2.6;stroke-linejoin:round}
.road-rim{fill:none;stroke:#ffffff;stroke-width:5.6;stroke-linejoin:round}
.road{fill:none;stroke:#7d4a1e;stroke-width:2.6;stroke-linejoin:round}
.deck{fill:#efe3cf}.rails{fill:none;stroke:#4c3416;stroke-width:2.6;stroke-linecap:round}
.badge{fill:#ffffff;stroke:#1a1a1a;stroke-width:1.6}.badge-line{fill:none;stroke:#1a1a1a;stroke-width:1}
.victory-ring,.victory-town{fill:#ffffff;stroke:#b3002d;stroke-width:5.4}
text.area-number{font-size:23px;font-weight:bold}text.terrain{font-size:13.5px}
text.area-name{font-size:15px}
.town{fill:#1a1a1a}text.town-name{font-size:24px}text.victory-name{font-weight:bold}
.union-card{fill:#0072b2;stroke:#ffffff;stroke-width:2.4}.confederate-card{fill:#f2a93b;stroke:#5a3300;stroke-width:2.4}
.pointer{fill:none;stroke:#1a1a1a;stroke-width:2.4}
text.union-card-name,text.union-card-strength{font-size:28px;fill:#ffffff}
text.confederate-card-name,text.confederate-card-strength{font-size:28px}
text.union-card-name,text.confederate-card-name{text-anchor:start}
text.union-card-strength,text.confederate-card-strength{text-anchor:end;font-weight:bold}
text.army-card{font-weight:bold;font-style:italic}
text.union-sum,text.confederate-sum{font-size:27px;font-weight:bold}text.union-part,text.confederate-part{font-size:12.5px}
text.union-sum,text.union-part{fill:#ffffff}
text.water-name,text.river-name{font-size:15px;font-style:italic;fill:#2f6f97;letter-spacing:1px}
text.river-name{font-size:18px}
.union-fresh{fill:#0072b2;stroke:#00324f;stroke-width:1.5}
.confederate-fresh{fill:#f2a93b;stroke:#5a3300;stroke-width:1.5}
.union-tired{fill:#d7e8f4;stroke:#00324f;stroke-width:1.5;stroke-dasharray:4 2.4}
.confederate-tired{fill:#fdeed3;stroke:#5a3300;stroke-width:1.5;stroke-dasharray:4 2.4}
.tired-line{fill:none;stroke:#8b8b8b;stroke-width:1.4}
.kind-box{fill:#ffffff;stroke:#1a1a1a;stroke-width:0.9}.kind-line{fill:none;stroke:#1a1a1a;stroke-width:1.1}
.kind-dot{fill:#1a1a1a}
text.union-factors,text.union-name{font-size:11.2px;font-weight:bold;fill:#ffffff}
text.union-name,text.confederate-name,text.union-tired-name,text.confederate-tired-name{font-size:9.7px;font-weight:normal}
.bar{stroke:#1a1a1a;stroke-width:0.9}
.black-bar{fill:#000000}.purple-bar{fill:#520f75}.brown-bar{fill:#6e3b12}.blue-bar{fill:#2352d6}.red-bar{fill:#d0202a}
.green-bar{fill:#1d9233}.grey-bar{fill:#8f8f8f}.teal-bar{fill:#2fb5ae}.rose-bar{fill:#f5aebd}.yellow-bar{fill:#f7e11d}
.white-bar{fill:#ffffff}.other-bar{fill:url(#confederate-ground)}
text.confederate-factors,text.union-tired-factors,text.confederate-tired-factors{font-size:11.2px;font-weight:bold}
.union-mark{fill:#0072b2;stroke:#00324f;stroke-width:1.4}
.confederate-mark{fill:#f2a93b;stroke:#5a3300;stroke-width:1.4}
.union-resting,.confederate-resting{fill:#ffffff;stroke:#3d3a33;stroke-width:1.4;stroke-dasharray:2.4 1.6}
.pole{fill:none;stroke:#1a1a1a;stroke-width:2.2;stroke-linecap:round}
text.leader-name{font-size:13.5px;font-style:italic;font-weight:bold}
text.army-leader{font-size:15.5px}text.resting{font-weight:normal;fill:#4a463c}
.canvas{fill:#ffffff;stroke:#00324f;stroke-width:1.8}.wheel{fill:#0072b2;stroke:#00324f;stroke-width:1.6}
.ball{fill:#1a1a1a}
.gunboat{fill:#00324f}.gunboat-house{fill:#7fb2d6;stroke:#00324f;stroke-width:1.2}
.tag{fill:#ffffff;stroke:#1a1a1a;stroke-width:1.2}text.tag-text{font-size:10px;font-weight:bold}
.cross-rim{fill:none;stroke:#ffffff;stroke-width:7;stroke-linecap:round}
.cross{fill:none;stroke:#7a0019;stroke-width:3.6;stroke-linecap:round}
";

/// The rest of it, which stands behind the arrows.
const REST: &str = "\
.regroup{stroke-dasharray:14 5 3 5}.retreat{stroke-dasharray:8 6}
.burst{fill:#fff0a0;stroke:#7a0019;stroke-width:1.8;stroke-linejoin:round}
text.burst-number{font-size:13px;font-weight:bold}text.clash-number{font-size:24px;font-weight:bold}
.box{fill:#ffffff;stroke:#6b6656;stroke-width:1.2}.now{fill:#fff6cf;stroke:#1a1a1a;stroke-width:3}
.box-line{fill:none;stroke:#6b6656;stroke-width:1}
text.box-text{font-size:24.5px}
text.panel-title,text.victory-area,text.victory-line,text.points{font-size:24.5px;text-anchor:start}
text.panel-title,text.victory-area{font-weight:bold}
.victory-box{fill:none;stroke:#b3002d;stroke-width:3}
text.rim{stroke:#ffffff;stroke-width:6;stroke-linejoin:round;paint-order:stroke}
text.title{font-size:36px;font-weight:bold;text-anchor:start}
text.subtitle,text.small-title{text-anchor:start}
text.small-title{font-size:24px;font-weight:bold}
text.subtitle{font-size:24.5px}
text.legend{font-size:14.5px;text-anchor:start}text.large-words{font-size:24.5px}
";

/// The pattern of Confederate ground.
pub fn patterns() -> Vec<Pattern> {
    let point = |x: i32, y: i32| Point { x, y };
    let hatch = Path::line(&[point(0, 160), point(160, 0)]);
    let ground = Shape::rect("confederate-sand", point(0, 0), 160, 160);
    let shapes = vec![ground, Shape::path("confederate-hatch", hatch)];
    vec![Pattern { id: "confederate-ground", at: point(0, 0), width: 160, height: 160, shapes }]
}
