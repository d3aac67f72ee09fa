//! The example matches as mail may alter them: with blanks at the end of every line, which mean nothing (protocol 1).
//! In the whole war only every tenth document gets blanks, unless `ADJUTANT_BLANKS=all` is set.

use crate::example;
use example::{ALL, CAMPAIGN, Files};

/// The text with one to three blanks at the end of each line, by the line's number.
fn with_blanks(text: &str) -> String {
    text.lines().enumerate().map(|(number, line)| format!("{line}{}\n", " ".repeat(number % 3 + 1))).collect()
}

/// A match in which every `every`-th signed document has blanks at the end of every line, and the number of those
/// documents.
fn mailed(name: &str, every: usize) -> (Files, usize) {
    let mut files = example::read_files(name, false);
    let signed = files.iter_mut().filter(|(name, _)| !name.starts_with("packs/"));
    let mut count = 0;
    for (name, text) in signed.step_by(every) {
        let more = with_blanks(text);
        assert!(more.len() > text.len(), "{name}");
        *text = more;
        count += 1;
    }
    (files, count)
}

#[test]
fn every_example_holds_with_blanks_at_the_end_of_every_line() {
    let all = std::env::var("ADJUTANT_BLANKS").is_ok_and(|asked| asked == "all");
    for name in ALL {
        let (files, count) = mailed(name, if name == CAMPAIGN && !all { 10 } else { 1 });
        let verified = example::verify_files(&files, &adjutant::registry::games());
        assert!(verified.is_valid(false), "{name}: {:?} {:?}", verified.failures, verified.unchecked);
        println!("{name}: holds with blanks in {count} documents");
        assert!(count > 100, "{name}: {count}");
    }
}

#[test]
fn a_blank_within_a_line_is_found() {
    let (mut files, _) = mailed(example::REFEREED, 1);
    let (_, charter) = files.iter_mut().find(|(name, _)| name == "charter.yaml").expect("a charter");
    let altered = charter.replacen("title: Virginia 1861", "title: Virginia  1861", 1);
    assert_ne!(*charter, altered);
    *charter = altered;
    assert!(!example::verify_files(&files, &adjutant::registry::games()).is_valid(false));
}
