//! Decodes a tree into typed values, and turns serde's errors into messages for people, with the place.

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::deserializer::{Fault, Node};
use super::kinds::{Charter, Disclosure, Kind, Leave, Queue, Receipt, Refusal, Roll, State, Turn};
use super::lookalikes;
use super::path::{push_index, push_key};
use super::problem::Problem;
use super::read::Document;

/// A document of any kind.
// Only one is held at a time, so its size does not matter.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum Parsed {
    Charter(Charter),
    Turn(Turn),
    State(State),
    Refusal(Refusal),
    Disclosure(Disclosure),
    Receipt(Receipt),
    Leave(Leave),
    Queue(Queue),
}

impl Parsed {
    /// Its kind.
    pub fn kind(&self) -> Kind {
        match self {
            Parsed::Charter(_) => Kind::Charter,
            Parsed::Turn(_) => Kind::Turn,
            Parsed::State(_) => Kind::State,
            Parsed::Refusal(_) => Kind::Refusal,
            Parsed::Disclosure(_) => Kind::Disclosure,
            Parsed::Receipt(_) => Kind::Receipt,
            Parsed::Leave(_) => Kind::Leave,
            Parsed::Queue(_) => Kind::Queue,
        }
    }
}

/// Decodes a whole document.
///
/// # Errors
/// The first part of it that does not fit the type, with its place and the nearest known spelling.
pub fn decode<T: DeserializeOwned>(doc: &Document) -> Result<T, Problem> {
    decode_at(Some(doc), "", &doc.content)
}

/// Decodes the part of a document at `path`. Without a document, problems have no place.
///
/// # Errors
/// As [`decode`].
pub fn decode_at<T: DeserializeOwned>(doc: Option<&Document>, path: &str, value: &Value) -> Result<T, Problem> {
    T::deserialize(Node::strict(value)).map_err(|flaw| {
        let mut path = path.to_owned();
        let (steps, inner) = flaw.place(value);
        steps.iter().for_each(|step| step.push(&mut path));
        problem(doc, path, inner, flaw.fault())
    })
}

/// The problem of a fault at `path`, where `value` is.
pub(super) fn problem(doc: Option<&Document>, mut path: String, value: &Value, fault: &Fault) -> Problem {
    let mut on_key = false;
    let (message, advice) = match fault {
        Fault::UnknownField(name, known) => {
            // The path may already lead to the field, or only to the mapping that contains it.
            if value.get(name).is_some() {
                push_key(&mut path, name);
            }
            on_key = true;
            (format!("there is no field {}", shown(name)), nearest(name, known, "field"))
        }
        Fault::UnknownVariant(name, known) => {
            if value.get(name).is_some() {
                push_key(&mut path, name);
                on_key = true;
            }
            (format!("{} is not allowed here", shown(name)), nearest(name, known, "word"))
        }
        Fault::MissingField(name) => (format!("the field `{name}` is missing"), format!("write `{name}: …`")),
        Fault::Null => ("null is not allowed here".to_owned(), "leave the field out, or give it a value".to_owned()),
        Fault::Type(found, expected) => {
            let advice = match (expected.as_str(), value.as_str()) {
                ("the word with its details", Some(word)) => {
                    format!("write `{{{word}: {{}}}}`, with its details, if it has any, in the inner braces")
                }
                _ => hint(found, expected).to_owned(),
            };
            (format!("expected {expected}, found {found}"), advice)
        }
        Fault::Other(message) => {
            let hex = message.starts_with("expected the four digits of a hex");
            (message.clone(), if hex { "write the number of the hex, as on the map" } else { "" }.to_owned())
        }
    };
    let odd = match fault {
        Fault::UnknownField(name, _) | Fault::UnknownVariant(name, _) => lookalikes::in_text(name),
        Fault::Type(..) | Fault::Other(_) => value.as_str().and_then(lookalikes::in_text),
        _ => None,
    };
    let advice = odd.map_or(advice, |odd| odd.sentence());
    let mut problem = Problem::new(message);
    problem.on_key = on_key;
    if !path.is_empty() {
        problem.path = Some(path);
    }
    problem.mark = doc.and_then(|doc| doc.place_of(&problem).or_else(|| doc.nearest_mark("")));
    if !advice.is_empty() {
        problem.advice = Some(advice);
    }
    problem
}

fn hint(found: &str, expected: &str) -> &'static str {
    if expected.starts_with("a text") && found.starts_with("the number") {
        "put it in double quotes"
    } else if expected.starts_with("a whole number") && found.starts_with("the text") {
        "write digits without quotes"
    } else if expected == "a number" && found.starts_with("the text") {
        "write digits without quotes, and a point before the fraction: 38.25"
    } else {
        ""
    }
}

fn shown(name: &str) -> String {
    let short: String = name.chars().take(64).collect();
    if short.len() < name.len() { format!("`{short}…`") } else { format!("`{short}`") }
}

/// The known names, the most similar first if one is similar; names longer than 64 characters are not compared.
pub fn nearest(name: &str, known: &[&str], what: &str) -> String {
    if known.is_empty() {
        return format!("leave it out: no {what} is allowed here");
    }
    let compare = |candidate: &str| strsim::damerau_levenshtein(&name.to_lowercase(), candidate);
    let short = name.chars().count() <= 64;
    let near = known.iter().filter(|_| short).map(|known| (compare(known), *known)).min();
    let list = || known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ");
    match near {
        Some((distance, near)) if distance <= 1 + near.len() / 4 => match known {
            [_] => format!("did you mean `{near}`?"),
            _ => format!("did you mean `{near}`? Write one of {}", list()),
        },
        _ => match known {
            [only] => format!("write `{only}`"),
            _ => format!("write one of {}", list()),
        },
    }
}

/// The kind of a document, after checking that it claims to be a document of version 1.
///
/// # Errors
/// `adjutant: 1` or a known `kind` is missing.
pub fn decode_kind(doc: &Document) -> Result<Kind, Problem> {
    let start = || doc.nearest_mark("");
    let place = |mut problem: Problem, path: &str| {
        problem.mark = doc.mark(path).or_else(start);
        problem.rule("protocol 1").in_path(path)
    };
    match doc.content.get("adjutant") {
        Some(version) if version.as_i64() == Some(1) => {}
        Some(Value::Number(version)) => {
            let message = format!("this is version {version} of the protocol, and this program reads version 1");
            return Err(place(Problem::new(message), "adjutant").advice("use a newer program, or write `adjutant: 1`"));
        }
        Some(_) => {
            let problem = Problem::new("`adjutant` gives the version of the protocol, a number");
            return Err(place(problem, "adjutant").advice("write `adjutant: 1`"));
        }
        None => {
            let problem = Problem::new("this is not an Adjutant document: the field `adjutant` is missing");
            return Err(place(problem, "").advice("begin with `adjutant: 1` and `kind: …`"));
        }
    }
    match doc.content.get("kind") {
        Some(kind) => decode_at(Some(doc), "kind", kind).map_err(|problem| problem.rule("protocol 1")),
        None => {
            let problem = Problem::new("the field `kind` is missing");
            Err(place(problem, "")
                .advice("write `kind: turn`, or charter, state, refusal, disclosure, receipt, leave or queue"))
        }
    }
}

/// Decodes a document by its kind and checks the conditions between its fields (protocol 1).
///
/// # Errors
/// The first problem, with its place.
pub fn parse(doc: &Document) -> Result<Parsed, Problem> {
    let kind = decode_kind(doc)?;
    refuse_nulls(doc, kind)?;
    let parsed = match kind {
        Kind::Charter => decode(doc).map(Parsed::Charter),
        Kind::Turn => decode(doc).map(Parsed::Turn),
        Kind::State => decode(doc).map(Parsed::State),
        Kind::Refusal => decode(doc).map(Parsed::Refusal),
        Kind::Disclosure => decode(doc).map(Parsed::Disclosure),
        Kind::Receipt => decode(doc).map(Parsed::Receipt),
        Kind::Leave => decode(doc).map(Parsed::Leave),
        Kind::Queue => decode(doc).map(Parsed::Queue),
    };
    let parsed = parsed.map_err(|mut problem| {
        problem.rule.get_or_insert_with(|| "protocol 1".to_owned());
        problem
    })?;
    check(doc, &parsed)?;
    Ok(parsed)
}

/// Refuses null anywhere but in the reveal and the outcome of a state.
fn refuse_nulls(doc: &Document, kind: Kind) -> Result<(), Problem> {
    match null_in(&doc.content, kind) {
        Some(path) => Err(problem(Some(doc), path, &Value::Null, &Fault::Null).rule("protocol 1")),
        None => Ok(()),
    }
}

/// The path of a null that a document of this kind may not have, if there is one.
pub(super) fn null_in(content: &Value, kind: Kind) -> Option<String> {
    let fields = content.as_object()?.iter();
    let may_be = |field: &str| kind == Kind::State && matches!(field, "reveal" | "outcome");
    let wanted = fields.filter(|(field, value)| !(value.is_null() && may_be(field)));
    wanted.into_iter().find_map(|(field, value)| {
        let mut path = String::new();
        push_key(&mut path, field);
        leads_to_null(value, &mut path).then_some(path)
    })
}

/// A null within a value that becomes part of a document, which may have none there (protocol 1): its path, under that of the
/// value.
pub fn null_within(value: &Value, path: &str) -> Option<Problem> {
    let mut path = path.to_owned();
    let found = leads_to_null(value, &mut path);
    found.then(|| problem(None, path, &Value::Null, &Fault::Null).rule("protocol 1"))
}

/// Extends the path to the first null in a value, if there is one.
fn leads_to_null(value: &Value, path: &mut String) -> bool {
    let length = path.len();
    match value {
        Value::Null => return true,
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                if !item.is_null() && !item.is_array() && !item.is_object() {
                    continue;
                }
                push_index(path, index);
                if leads_to_null(item, path) {
                    return true;
                }
                path.truncate(length);
            }
        }
        Value::Object(entries) => {
            for (key, item) in entries {
                if !item.is_null() && !item.is_array() && !item.is_object() {
                    continue;
                }
                push_key(path, key);
                if leads_to_null(item, path) {
                    return true;
                }
                path.truncate(length);
            }
        }
        _ => {}
    }
    false
}

/// How many documents one receipt may name at most.
pub const MAX_IN_A_RECEIPT: usize = 1_000;

/// The highest number of a queue.
pub const MAX_QUEUES: u64 = 1_000_000;
/// How many turns a queue has at most.
pub const MAX_QUEUED: usize = 64;

fn check(doc: &Document, parsed: &Parsed) -> Result<(), Problem> {
    let fail = |path: String, message: &str, advice: &str| {
        let mut problem = Problem::new(message).rule("protocol 1").advice(advice);
        problem.mark = doc.nearest_mark(&path);
        Err(problem.in_path(path))
    };
    let time = |path: &str, text: &str| {
        if is_time(text) {
            return Ok(());
        }
        let advice = "write it in quotes, in UTC and ending in Z: \"2026-11-20T18:00:00Z\"";
        fail(path.to_owned(), "this is not a time of RFC 3339 in UTC", advice)
    };
    match parsed {
        Parsed::Charter(charter) => {
            time("date", &charter.date)?;
            for (index, seat) in charter.seats.iter().enumerate() {
                if !(1024..=65536).contains(&seat.seed.length) {
                    let message = "a seed chain has a length from 1024 to 65536";
                    let advice = "write `length: 4096` unless all seats agreed on another";
                    return fail(format!("seats[{index}].seed.length"), message, advice);
                }
            }
        }
        Parsed::Turn(turn) => {
            for (index, open) in turn.open.iter().flatten().enumerate() {
                let opened = open.salt.is_some() && open.choice.is_some() && open.forfeit.is_none();
                let forfeit = open.salt.is_none() && open.choice.is_none() && open.forfeit == Some(true);
                if !opened && !forfeit {
                    let message = "an opening has a salt and a choice, or `forfeit: true` alone";
                    return fail(
                        format!("open[{index}]"),
                        message,
                        "write `{id, salt, choice}` or `{id, forfeit: true}`",
                    );
                }
            }
        }
        Parsed::State(state) => {
            time("issued", &state.issued)?;
            if let Some(received) = &state.received {
                time("received", received)?;
            }
            if let Some(index) = state.rolls.iter().position(|roll| !is_roll_or_shuffle(roll)) {
                let message = "a roll has `sides` and `faces`, a shuffle `cards` and `order`";
                return fail(format!("rolls[{index}]"), message, "write one of the two pairs, whole and alone");
            }
            if let Some(ruling) = &state.ruling {
                let given = [
                    ruling.default.is_some(),
                    ruling.outcome.is_some(),
                    ruling.position.is_some(),
                    ruling.take_back.is_some(),
                ];
                if given.iter().filter(|&&given| given).count() != 1 {
                    let message = "a ruling has exactly one of `default`, `outcome`, `position` and `take_back`";
                    return fail("ruling".to_owned(), message, "write only the one that you mean");
                }
            }
        }
        Parsed::Refusal(refusal) => time("issued", &refusal.issued)?,
        Parsed::Disclosure(disclosure) => time("issued", &disclosure.issued)?,
        Parsed::Receipt(receipt) => {
            time("written", &receipt.written)?;
            receipt.came.as_deref().map_or(Ok(()), |came| time("came", came))?;
            if receipt.of.len() > MAX_IN_A_RECEIPT {
                let message = format!("a receipt names at most {MAX_IN_A_RECEIPT} documents");
                return fail("of".to_owned(), &message, "write several receipts");
            }
        }
        Parsed::Leave(leave) => {
            time("from", &leave.from)?;
            time("written", &leave.written)?;
        }
        Parsed::Queue(queue) => {
            time("written", &queue.written)?;
            if !(1..=MAX_QUEUES).contains(&queue.number) {
                let message = format!("a queue has a number from 1 to {MAX_QUEUES}");
                return fail("number".to_owned(), &message, "take the number after that of the queue before");
            }
            if queue.turns.len() > MAX_QUEUED {
                let message = format!("a queue has at most {MAX_QUEUED} turns");
                return fail("turns".to_owned(), &message, "queue fewer turns");
            }
        }
    }
    Ok(())
}

fn is_roll_or_shuffle(roll: &Roll) -> bool {
    let given = (roll.sides.is_some(), roll.faces.is_some(), roll.cards.is_some(), roll.order.is_some());
    matches!(given, (true, true, false, false) | (false, false, true, true))
}

/// Whether this is an RFC 3339 time in UTC that ends in `Z`.
pub fn is_time(text: &str) -> bool {
    text.ends_with('Z') && text.as_bytes().get(10) == Some(&b'T') && chrono::DateTime::parse_from_rfc3339(text).is_ok()
}
