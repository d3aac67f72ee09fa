//! The style sheet of the picture. Nothing is shown by color alone: the first side's cards have square corners, the
//! second's cut corners; hits on the first side are in a square, those on the second in a circle.

pub const STYLE: &str = "\
.first-ground{fill:#eef4fb;stroke:#5b7fa6;stroke-width:1.4}
.second-ground{fill:#f3f1ec;stroke:#7d776b;stroke-width:1.4;stroke-dasharray:7 4}
.engaged{fill:none;stroke:#a3151f;stroke-width:3}
.centerline{fill:none;stroke:#7a6a4f;stroke-width:2;stroke-dasharray:12 7}
.first-card{fill:#1f5f9e;stroke:#0d2f52;stroke-width:1.2}
.second-card{fill:#b9b6ad;stroke:#4a463d;stroke-width:1.2}
.first-card-back{fill:#d3e2f2;stroke:#0d2f52;stroke-width:1.2;stroke-dasharray:4 2.4}
.second-card-back{fill:#e2e0da;stroke:#4a463d;stroke-width:1.2;stroke-dasharray:4 2.4}
.terrain{fill:#d5e8c4;stroke:#4f7a32;stroke-width:1.2}
.mark{fill:#ffffff;stroke:#1a1a1a;stroke-width:1}
.mark-line{fill:none;stroke:#1a1a1a;stroke-width:1}
.mark-full{fill:#1a1a1a}
.hit{fill:#a3151f;stroke:#ffffff;stroke-width:1.4}
.first-edge{fill:#1f5f9e}.second-edge{fill:#b9b6ad}
.first-move{fill:#1f5f9e;stroke:#ffffff;stroke-width:1}
.second-move{fill:#4a463d;stroke:#ffffff;stroke-width:1}
.first-hits{fill:#fff0a0;stroke:#1f5f9e;stroke-width:2.4}
.second-hits{fill:#fff0a0;stroke:#4a463d;stroke-width:2.4}
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
