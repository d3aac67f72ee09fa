//! The style sheet of the picture. Nothing is shown by color alone: the first side's bases have square corners, the
//! second's cut corners; the first side's arrows are solid, the second's have a pale core; and their volleys have
//! different dashes.

pub const STYLE: &str = "\
.field{fill:#f4efdc;stroke:#7a6a4f;stroke-width:2}
.woods{fill:#b9d3a0;stroke:#4f7a32;stroke-width:1.2;stroke-dasharray:2 2}
.hill{fill:#e6d7b0;stroke:#8a6d3b;stroke-width:1.4;stroke-dasharray:8 3}
.crops{fill:#efe3a0;stroke:#a08a2a;stroke-width:1;stroke-dasharray:1 3}
.rough{fill:#ddd3c4;stroke:#6f6455;stroke-width:1.2;stroke-dasharray:5 2}
.town{fill:#e3c3b0;stroke:#8a4a2a;stroke-width:1.6}
.fence{fill:none;stroke:#6b4a2a;stroke-width:2.4;stroke-dasharray:6 3}
.road{fill:none;stroke:#c9b48a;stroke-width:6;stroke-linejoin:round}
.stream{fill:none;stroke:#6aa5cf;stroke-width:5;stroke-linejoin:round}
.first-base{fill:#0072b2;stroke:#00324f;stroke-width:1}
.second-base{fill:#f2a93b;stroke:#5a3300;stroke-width:1.2}
.lost-base{fill:none;stroke:#6b6557;stroke-width:.8;stroke-dasharray:2 2}
.first-line{fill:none;stroke:#ffffff;stroke-width:1.6}
.second-line{fill:none;stroke:#1a1a1a;stroke-width:1.6}
.first-dot{fill:#ffffff}.second-dot{fill:#1a1a1a}
.first-front{fill:#00324f}.second-front{fill:#5a3300}
.smoke{fill:#e8e8e8;stroke:#8a8a8a;stroke-width:1;fill-opacity:.85}
.disorder{fill:none;stroke:#a3151f;stroke-width:2.4}
.ammunition-low{fill:#ffffff;stroke:#5a3300;stroke-width:1.2}
.ammunition-left{fill:#5a3300}
.ammunition-out{fill:#ffffff;stroke:#a3151f;stroke-width:1.4}
.ammunition-none{fill:none;stroke:#a3151f;stroke-width:1.6}
.barred{fill:none;stroke:#a3151f;stroke-width:2.4;stroke-dasharray:6 3}
.pointer{fill:none;stroke:#4a463d;stroke-width:.7}
.way-rim{fill:none;stroke:#ffffff;stroke-width:5.6;stroke-linecap:round}
.first-way{fill:none;stroke:#00406b;stroke-width:3.2}
.second-way{fill:none;stroke:#7d3200;stroke-width:4.2}
.second-core{fill:none;stroke:#ffdf9e;stroke-width:1.6}
.charge{stroke-width:6.4}
.second-core.charge{stroke-width:2.6}
.first-head{fill:#00406b;stroke:#ffffff;stroke-width:1}
.second-head{fill:#ffdf9e;stroke:#7d3200;stroke-width:1.6}
.first-volley{fill:none;stroke:#00406b;stroke-width:1.8;stroke-dasharray:7 4}
.second-volley{fill:none;stroke:#7d3200;stroke-width:1.8;stroke-dasharray:2 4}
.burst{fill:#fff0a0;stroke:#7a0019;stroke-width:1.4}
.first-edge{fill:#0072b2}.second-edge{fill:#f2a93b}
.first-card{fill:#d7e8f4;stroke:#00324f;stroke-width:1.4}
.second-card{fill:#fdeed3;stroke:#5a3300;stroke-width:1.4}
.no-card{fill:#ffffff;fill-opacity:.7;stroke:#6b6557;stroke-width:1.2;stroke-dasharray:4 3}
text.title{font-size:30px;font-weight:bold;text-anchor:start}
text.when{font-size:15px;text-anchor:start}
text.edge{font-size:16px;font-weight:bold;text-anchor:start}
text.pile{font-size:12px;text-anchor:start}
text.count{font-size:14px;font-weight:bold}
text.first-ink{fill:#ffffff}text.second-ink{fill:#1a1a1a}
text.rim{stroke:#f4efdd;stroke-width:3;stroke-linejoin:round;paint-order:stroke}
text.ground-name{font-size:10.5px;font-style:italic;fill:#4a463d}
text.first-name{font-size:10.5px;fill:#00324f}
text.second-name{font-size:10.5px;fill:#3a2a00}
text.hits{font-size:10.5px;font-weight:bold}
text.legend{font-size:12px;text-anchor:start}
";
