//! The style sheet of the picture. Nothing is shown by color alone: the first side's cards have square corners, the
//! second's cut corners; hits on the first side are in a square, those on the second in a circle.

pub const STYLE: &str = "\
.first-ground{fill:#eef5fb;stroke:#4f86ad;stroke-width:1.4}
.second-ground{fill:#fdf6e8;stroke:#7d6a4a;stroke-width:1.4;stroke-dasharray:7 4}
.engaged{fill:none;stroke:#a3151f;stroke-width:3}
.centerline{fill:none;stroke:#7a6a4f;stroke-width:2;stroke-dasharray:12 7}
.first-card{fill:#0072b2;stroke:#00324f;stroke-width:1.2}
.second-card{fill:#f2a93b;stroke:#5a3300;stroke-width:1.2}
.first-card-back{fill:#d7e8f4;stroke:#00324f;stroke-width:1.2;stroke-dasharray:4 2.4}
.second-card-back{fill:#fdeed3;stroke:#5a3300;stroke-width:1.2;stroke-dasharray:4 2.4}
.terrain{fill:#d5e8c4;stroke:#4f7a32;stroke-width:1.2}
.mark{fill:#ffffff;stroke:#1a1a1a;stroke-width:1}
.mark-line{fill:none;stroke:#1a1a1a;stroke-width:1}
.mark-full{fill:#1a1a1a}
.hit{fill:#a3151f;stroke:#ffffff;stroke-width:1.4}
.first-edge{fill:#0072b2}.second-edge{fill:#f2a93b}
.first-move{fill:#00406b;stroke:#ffffff;stroke-width:1}
.second-move{fill:#7d3200;stroke:#ffffff;stroke-width:1}
.first-hits{fill:#fff0a0;stroke:#0072b2;stroke-width:2.4}
.second-hits{fill:#fff0a0;stroke:#7d3200;stroke-width:2.4}
text.title{font-size:30px;font-weight:bold;text-anchor:start}
text.when{font-size:15px;text-anchor:start}
text.position-name{font-size:13px;font-weight:bold;text-anchor:start}
text.narrow-position-name{font-size:11px;font-weight:bold;text-anchor:start}
text.holder{font-size:12px;text-anchor:end}
text.narrow-holder{font-size:10.5px;text-anchor:end}
text.card-name{font-size:12px;text-anchor:start}
text.narrow-card-name{font-size:10.5px;text-anchor:start}
text.card-rating{font-size:12px;font-weight:bold;text-anchor:end}
text.narrow-card-rating{font-size:10.5px;font-weight:bold;text-anchor:end}
text.edge{font-size:14px;text-anchor:start}
text.mark-text{font-size:12px;font-weight:bold}
text.first-ink{fill:#ffffff}text.second-ink{fill:#1a1a1a}text.back-ink{fill:#1a1a1a}
text.count{font-size:12px;font-weight:bold;text-anchor:start}
text.hits-taken{font-size:13px;font-weight:bold}
text.legend{font-size:12px;text-anchor:start}
";
