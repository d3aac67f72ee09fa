//! Compares expected refusals with those that occurred.

use crate::document::Problem;

use super::{Case, Refused};

impl Case {
    pub(crate) fn compare_refusals(&self, refused: &[Problem], differences: &mut Vec<Problem>) {
        let told: Vec<String> = refused.iter().map(placed).collect();
        if self.expect.refused.is_empty() {
            if !refused.is_empty() {
                let path = format!("turns[{}]", self.turns.len().saturating_sub(1));
                let problem = Problem::new(format!("the last turn is refused: {}", told.join("; ")));
                differences.push(problem.in_path(path));
            }
            return;
        }
        for (n, expected) in self.expect.refused.iter().enumerate() {
            if !refused.iter().any(|problem| expected.fits(problem)) {
                let found = if told.is_empty() { "nothing is refused".to_owned() } else { told.join("; ") };
                let problem = Problem::new(format!("expected a refusal {}, found: {found}", expected.described()));
                differences.push(problem.in_path(format!("expect.refused[{n}]")));
            }
        }
        for (problem, told) in refused.iter().zip(&told) {
            if !self.expect.refused.iter().any(|expected| expected.fits(problem)) {
                let problem = Problem::new(format!("refused for another reason too: {told}"));
                differences.push(problem.in_path("expect.refused"));
            }
        }
    }
}

impl Refused {
    fn fits(&self, problem: &Problem) -> bool {
        let path = problem.path.as_deref().unwrap_or_default();
        let within =
            |order: usize| path.strip_prefix("orders[").is_some_and(|rest| rest.starts_with(&format!("{order}]")));
        self.rule.as_deref().is_none_or(|rule| problem.rule.as_deref().is_some_and(|broken| cites(broken, rule)))
            && self.path.as_deref().is_none_or(|wanted| path == wanted)
            && self.order.is_none_or(within)
    }

    fn described(&self) -> String {
        let mut parts = Vec::new();
        parts.extend(self.rule.as_ref().map(|rule| format!("rule: {rule}")));
        parts.extend(self.order.map(|order| format!("order: {order}")));
        parts.extend(self.path.as_ref().map(|path| format!("path: {path}")));
        format!("{{{}}}", parts.join(", "))
    }
}

/// Whether what a refusal cites, such as `21.7, CW-310`, is a rule or has it, or a part of it, among several.
fn cites(cited: &str, rule: &str) -> bool {
    cited == rule || cited.split(", ").any(|one| is_part_of(one, rule))
}

/// Whether a rule equals another or is a part of it: 6.2.18 and 6.2.4c are parts of 6.2; 6.20 is not.
pub fn is_part_of(rule: &str, whole: &str) -> bool {
    match rule.strip_prefix(whole) {
        None => false,
        Some("") => true,
        Some(rest) => {
            let ends_in_digit = whole.ends_with(|last: char| last.is_ascii_digit());
            rest.starts_with(['.', '\u{b6}'])
                || ends_in_digit && rest.starts_with(|next: char| next.is_ascii_lowercase())
        }
    }
}

/// A reason with its place in the turn.
pub(crate) fn placed(problem: &Problem) -> String {
    format!("{problem} (at {})", problem.path.as_deref().unwrap_or("?"))
}
