//! Problems: what is wrong with a file, told to a person: where, why, under which rule, and what to do.

use std::borrow::Cow;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde_json::Value;

/// Whether messages are left out, for a test that no result depends on wording.
static WORDLESS: AtomicBool = AtomicBool::new(false);

/// From now on every problem of this process has an ellipsis as its message. Only for tests.
#[doc(hidden)]
pub fn leave_out_all_words() {
    WORDLESS.store(true, Ordering::Relaxed);
}

/// A place in a text: line and column, both counted from 1; the column is in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    pub line: u32,
    pub column: u32,
}

/// One thing wrong with a document, an order or a match.
///
/// ```
/// use adjutant_core::document::Problem;
///
/// let problem = Problem::new("Lee has moved").in_path("move").under("orders[2]").rule("6.5.1").advice("choose another leader");
/// assert_eq!(problem.path.as_deref(), Some("orders[2].move"));
/// assert_eq!(problem.rule.as_deref(), Some("6.5.1"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// What is wrong: a clause without a final full stop.
    pub message: String,
    /// Under what condition it is so, if that is not certain.
    pub condition: Option<Condition>,
    /// Where in the text it is.
    pub mark: Option<Mark>,
    /// Where in the document it is, as a path: `orders[2].move.sp`.
    pub path: Option<String>,
    /// Whether the key at that place is wrong, not its value.
    pub on_key: bool,
    /// The rule that it breaks: a case of the rulebook (`6.5.1`), a ruling (`CW-12`), or a section of the
    /// protocol (`protocol 1`).
    pub rule: Option<String>,
    /// What to write or do instead.
    pub advice: Option<String>,
    /// What it is, as data: the objection of a rule to an order, a fault of a charter; a `code` and its `facts`. Only this,
    /// never the words, may enter a signed document.
    pub refusal: Option<Box<Value>>,
}

/// Under what condition something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// Dice or answers that come before it may change it.
    AsThingsStand,
    /// The orders before it succeed.
    IfEarlierOrdersSucceed,
}

impl Condition {
    /// The condition, before what is wrong.
    pub fn words(self) -> &'static str {
        match self {
            Condition::AsThingsStand => "as things stand now",
            Condition::IfEarlierOrdersSucceed => "if the orders before it succeed",
        }
    }
}

impl Problem {
    /// A problem with only a message.
    pub fn new(message: impl Into<String>) -> Self {
        let message = if WORDLESS.load(Ordering::Relaxed) { "…".to_owned() } else { message.into() };
        Problem { message, ..Problem::default() }
    }
    /// Sets the condition under which it is so.
    #[must_use]
    pub fn if_so(mut self, condition: Condition) -> Self {
        self.condition = Some(condition);
        self
    }
    /// What is wrong, with the condition before it: `as things stand now, takes the last point`.
    pub fn clause(&self) -> Cow<'_, str> {
        match self.condition {
            Some(condition) => Cow::Owned(format!("{}, {}", condition.words(), self.message)),
            None => Cow::Borrowed(&self.message),
        }
    }
    /// Sets the place in the text.
    pub fn at(mut self, mark: Mark) -> Self {
        self.mark = Some(mark);
        self
    }
    /// Sets the path in the document.
    pub fn in_path(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }
    /// Prefixes the path: `move` and `sp` give `move.sp`.
    pub fn under(mut self, prefix: &str) -> Self {
        self.path = Some(match self.path {
            Some(path) if path.starts_with('[') => format!("{prefix}{path}"),
            Some(path) if !path.is_empty() => format!("{prefix}.{path}"),
            _ => prefix.to_owned(),
        });
        self
    }
    /// Sets the rule that it breaks.
    pub fn rule(mut self, rule: impl Into<String>) -> Self {
        self.rule = Some(rule.into());
        self
    }
    /// Sets the refusal as data. `refusal` is an enum value: its variant is the code, its fields are the facts.
    pub fn refusing(mut self, refusal: &impl Serialize) -> Self {
        if let Ok(written) = serde_json::to_value(refusal) {
            let (code, facts) = word_and_details(written);
            let facts = facts.map(|facts| ("facts".to_owned(), facts));
            let entries = [("code".to_owned(), Value::String(code))].into_iter().chain(facts);
            self.refusal = Some(Box::new(Value::Object(entries.collect())));
        }
        self
    }
    /// Sets what to do about it, unless that is said already.
    pub fn advice_if_none(mut self, advice: impl Into<String>) -> Self {
        self.advice.get_or_insert_with(|| advice.into());
        self
    }
    /// Sets what to do about it.
    pub fn advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

/// The variant name and the fields of an enum value, in the form in which serde writes it.
pub fn word_and_details(written: Value) -> (String, Option<Value>) {
    match written {
        Value::Object(entries) if entries.len() == 1 => {
            let entry = entries.into_iter().next();
            entry.map_or_else(Default::default, |(word, details)| (word, Some(details)))
        }
        Value::String(word) => (word, None),
        other => (other.to_string(), None),
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(mark) = self.mark {
            write!(f, "line {}, column {}: ", mark.line, mark.column)?;
        }
        f.write_str(&self.clause())?;
        if let Some(rule) = &self.rule {
            write!(f, " [{rule}]")?;
        }
        if let Some(advice) = &self.advice {
            write!(f, "; {advice}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}
