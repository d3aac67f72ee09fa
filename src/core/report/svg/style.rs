//! The style sheets that drawings share, and the selection of the rules that a drawing needs. Lengths are in pixels.

use crate::sorted::SortedSet;

/// The beginning of every style sheet: text and paper.
pub const BASE: &str = "\
text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;fill:#1a1a1a;text-anchor:middle}
.paper{fill:#ffffff}
";

/// The arrows on a map of areas, as [`super::arrows`] draws them.
pub const WAYS: &str = "\
.way-rim{fill:none;stroke:#ffffff;stroke-width:11;stroke-linecap:round;stroke-linejoin:round}
.union-way{fill:none;stroke:#00406b;stroke-width:5.6;stroke-linejoin:round}
.confederate-way{fill:none;stroke:#7d3200;stroke-width:7.2;stroke-linejoin:round}
.confederate-core{fill:none;stroke:#ffdf9e;stroke-width:3;stroke-linejoin:round}
.union-head{fill:#00406b;stroke:#ffffff;stroke-width:1.4;stroke-linejoin:round}
.confederate-head{fill:#ffdf9e;stroke:#7d3200;stroke-width:2.2;stroke-linejoin:round}
";

/// The rules of a style sheet that can apply to these classes. The sheet must be a plain list of rules: no comments, no
/// nesting, and only element and class selectors.
pub fn used(sheet: &str, classes: &SortedSet<String>) -> String {
    let mut out = String::new();
    for rule in sheet.split_inclusive('}') {
        let Some((selectors, body)) = rule.trim_start().split_once('{') else { continue };
        let holds = |selector: &&str| classes_of(selector).all(|class| classes.contains(class));
        let selectors: Vec<&str> = selectors.split(',').filter(holds).collect();
        if !selectors.is_empty() {
            out += &format!("{}{{{body}\n", selectors.join(","));
        }
    }
    out
}

/// The classes that a selector requires.
fn classes_of(selector: &str) -> impl Iterator<Item = &str> {
    let name = |text: &'_ str| text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(text.len());
    selector.split('.').skip(1).map(move |text| &text[..name(text)])
}
