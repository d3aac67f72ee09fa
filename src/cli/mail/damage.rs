//! What mail programs do to a file in transit, and what its receiver can do about it.

use crate::document::Problem;
use crate::document::{Form, read};

/// Real documents are about ten times smaller.
const LARGE: usize = 256 << 10;

/// The problem of a received file that cannot be read. Its text was signed, so nobody may repair it by hand. A file
/// that can be read keeps its problem's advice; so does one that is larger than any document of a match, which is not
/// parsed again to find out.
pub fn damaged(bytes: &[u8], problem: Problem) -> Problem {
    if bytes.len() > LARGE || read("file", bytes, Form::State).is_ok() {
        return problem;
    }
    problem.advice(advice(&String::from_utf8_lossy(bytes)))
}

fn advice(text: &str) -> &'static str {
    let mut before = false;
    for line in text.trim_start_matches('\u{feff}').lines() {
        if line.starts_with("adjutant:") {
            return match before {
                true => {
                    "remove the lines before `adjutant: 1` and any after the signatures, or ask for the file as an \
                     attachment"
                }
                false => "the mail program may have changed this file; ask its sender for it as an attachment",
            };
        }
        before |= !belongs(line);
    }
    "the mail program may have changed this file; ask its sender for it as an attachment"
}

/// Whether a line may come before `adjutant: 1` in a document: keys may be in any order.
fn belongs(line: &str) -> bool {
    let key = line.split(':').next().filter(|key| key.len() < line.len()).unwrap_or_default();
    let named = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
    line.trim().is_empty() || line.starts_with(['#', ' ', '-']) || named
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice_for(text: &str) -> String {
        damaged(text.as_bytes(), Problem::new("wrong").advice("write it otherwise")).advice.unwrap()
    }

    #[test]
    fn nobody_is_told_to_edit_what_was_signed() {
        let file = "adjutant: 1\nkind: turn\nmatch: \"0a\"\n";
        assert_eq!(advice_for(file), "write it otherwise", "it reads: what is wrong with it is another matter");
        let attachment = "as an attachment";
        for damaged in [
            "> adjutant: 1\n> kind: turn\n",
            "adjutant: 1\nkind: turn\nmatch: \"0a\n0b\"\n",
            "adjutant: 1\nreveal: 09c4\n",
            "adjutant: 1\nsig: \"",
        ] {
            let advice = advice_for(damaged);
            assert!(advice.contains(attachment) && !advice.contains("remove"), "{damaged}: {advice}");
        }
        let advice = advice_for(&format!("Hi Cleo, here is my turn\n\n{file}-- \nBob\n"));
        assert!(advice.contains("remove the lines before `adjutant: 1`"), "{advice}");
    }
}
