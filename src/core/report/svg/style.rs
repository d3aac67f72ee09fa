//! What of a style sheet a drawing needs.

use crate::sorted::SortedSet;

/// The rules of a sheet that can hold for shapes of these classes. The sheet is a list of plain rules: it has no comments,
/// and nothing stands inside of anything but selectors of elements and classes before a brace.
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

/// The classes that a selector asks for.
fn classes_of(selector: &str) -> impl Iterator<Item = &str> {
    let name = |text: &'_ str| text.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-')).unwrap_or(text.len());
    selector.split('.').skip(1).map(move |text| &text[..name(text)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_shape_has_is_left_out() {
        let sheet = "text{fill:red}\n.a{x:1}.b{x:2}\n.a.c{x:3}\ntext.b,text.d{x:4}\n";
        let classes = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(used(sheet, &classes(&["a", "d"])), "text{fill:red}\n.a{x:1}\ntext.d{x:4}\n");
        assert_eq!(used(sheet, &classes(&["a", "b", "c", "d"])).matches('}').count(), 5);
        assert_eq!(used(sheet, &classes(&[])), "text{fill:red}\n");
    }
}
