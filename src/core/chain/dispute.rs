//! Compares the copies of one match that several people have (protocol 6 and 9).

use std::collections::{BTreeMap, BTreeSet};

use crate::document::{Bytes32, Id, Kind, Problem, Value};
use crate::report::grammar::side_name;
use crate::report::{Change, differences};

use super::games::Games;
use super::match_files::{AnyDocument, MatchFiles};
use super::progress::ProgressObserver;
use super::timeline::{Chain, the_charter};
use super::verify::{Failure, NoticeKind, Proof, packs, verify_with_progress};

/// The copy that one person handed in.
#[derive(Debug)]
pub struct MatchCopy {
    /// The set's name in messages: the folder's or the person's.
    pub name: String,
    pub files: MatchFiles,
    /// A single file: it is checked together with the folders, but it is not reported as lacking the documents that
    /// they hold.
    pub loose: bool,
}

/// The result of [`dispute`].
#[derive(Clone, Debug, PartialEq)]
pub struct Dispute {
    pub match_id: Bytes32,
    pub people: People,
    /// The first document that fails, its file given as `set: file`, with who signed it and what that proves.
    pub failure: Option<Failure>,
    /// What differs between the document that fails and the one that it is to be held against.
    pub comparison: Option<Comparison>,
    /// Documents that one set has and another lacks, in match order. They prove nothing.
    pub missing: Vec<Missing>,
    /// The conclusion in sentences, one per line.
    pub text: String,
    /// What else a referee should know: rulings, forfeits, refusals that did not prove justified.
    pub notes: Vec<String>,
}

/// Two documents of which one is not what it should be, or which contradict each other.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The document that fails, as `set: file`.
    pub file: String,
    /// The other one, as `set: file`.
    pub with: String,
    /// Whether the other one has a valid signature and the first does not: it was altered after it was signed.
    pub altered: bool,
    /// What differs, from the other document to the first, without the signatures.
    pub changes: Vec<Change>,
}

impl Comparison {
    /// The differences in words, one for each field: the first few, and how many there are besides.
    pub fn words(&self) -> Vec<String> {
        const MOST: usize = 6;
        let shown = |value: &Option<Value>| match value {
            None => "nothing".to_owned(),
            Some(value) => {
                let text = value.to_string();
                let short: String = text.chars().take(200).collect();
                if short.len() < text.len() { format!("{short}…") } else { short }
            }
        };
        let words = |change: &Change| match self.altered {
            true => format!("`{}` from {} to {}", change.path, shown(&change.before), shown(&change.after)),
            false => format!(
                "`{}`: {} in the one, {} in the other",
                change.path,
                shown(&change.after),
                shown(&change.before)
            ),
        };
        let mut all: Vec<String> = self.changes.iter().take(MOST).map(words).collect();
        if self.changes.len() > MOST {
            all.push(format!("{} more", self.changes.len() - MOST));
        }
        all
    }
}

/// A document that not every set has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub kind: Kind,
    pub step: Option<u64>,
    /// Who signed it.
    pub signer: Option<Id>,
    /// The file in a set that has it, as `set: file`.
    pub file: String,
    /// The sets that lack it.
    pub lack: Vec<String>,
}

impl Dispute {
    /// Whether all sets agree and the match holds.
    pub fn agrees(&self) -> bool {
        self.failure.is_none() && self.missing.is_empty()
    }
}

/// Compares several sets of documents of one match, and names the first document that fails, or else the documents that
/// some set lacks.
///
/// # Errors
/// There is no charter among them, or the sets belong to different matches, so they cannot be compared.
pub fn dispute(sets: &[MatchCopy], games: &Games) -> Result<Dispute, Problem> {
    dispute_with_progress(sets, games, &())
}

/// Like [`dispute`], reporting to `observer` how many states are verified.
///
/// # Errors
/// As [`dispute`].
pub fn dispute_with_progress(
    sets: &[MatchCopy],
    games: &Games,
    observer: &dyn ProgressObserver,
) -> Result<Dispute, Problem> {
    let mut all = MatchFiles::default();
    let places: Vec<Vec<usize>> = sets.iter().map(|set| all.absorb(&format!("{}: ", set.name), &set.files)).collect();
    if !all.charters.is_empty() && the_charter(&all).is_err() {
        let charters: BTreeMap<Bytes32, &str> = sets
            .iter()
            .flat_map(|set| set.files.charters.iter().map(|charter| (charter.digest, set.name.as_str())))
            .collect();
        let names: Vec<String> = charters.iter().map(|(digest, name)| format!("{digest} ({name})")).collect();
        let problem = Problem::new(format!("these are different matches, with the charters {}", names.join(" and ")));
        return Err(problem.rule("protocol 3").advice("compare documents of one match only"));
    }
    let verification = verify_with_progress(&all, games, observer);
    let chain = Chain::build(&all)?;
    // A later check may find first what only follows from something that an earlier check found, so the step decides
    // first, then the kind. What accuses nobody, an altered file or a missing one, must not hide what does.
    let order = |failure: &&Failure| {
        let withheld = failure.proof == Proof::Withheld;
        (!failure.proof.accuses(), withheld, failure.step.is_none(), failure.step, failure.check)
    };
    let packs = sets.iter().flat_map(|set| {
        let altered = packs::check(&chain.charter.typed, &set.files, &all, games);
        altered.into_iter().map(|failure| Failure { file: format!("{}: {}", set.name, failure.file), ..failure })
    });
    let failures: Vec<Failure> = verification.failures.iter().cloned().chain(packs).collect();
    let failure = failures.iter().min_by_key(order).cloned();
    let held: Vec<BTreeSet<Bytes32>> =
        sets.iter().zip(places).map(|(set, places)| digests(&set.files, &all, &places)).collect();
    let missing = missing(sets, &held, &chain);
    let comparison = failure.as_ref().and_then(|failure| comparison(&chain, failure));
    let people = People::of(&chain);
    let text = words(sets, &people, failure.as_ref(), comparison.as_ref(), &missing);
    let mut notes: Vec<String> = verification
        .notices
        .iter()
        .filter(|notice| notice.kind != NoticeKind::Pending)
        .map(|notice| format!("{}: {}", notice.file, people.in_text(&notice.text)))
        .collect();
    notes.extend(verification.unchecked.iter().map(|(_, reason)| format!("not checked: {reason}")));
    Ok(Dispute { match_id: chain.match_id, people, failure, comparison, missing, text, notes })
}

/// The digests of the documents of a set, whose states are at these places among all: they were read there.
fn digests(set: &MatchFiles, all: &MatchFiles, places: &[usize]) -> BTreeSet<Bytes32> {
    let states = places.iter().filter_map(|at| Some(all.states.get(*at)?.get().ok()?.digest));
    set.documents_beside_states().map(|document| document.digest).chain(states).collect()
}

/// The documents that count and that some set lacks, given the digests of each set.
fn missing(sets: &[MatchCopy], held: &[BTreeSet<Bytes32>], chain: &Chain<'_>) -> Vec<Missing> {
    let bad: BTreeSet<&str> = chain.bad.iter().map(|bad| bad.file.as_str()).collect();
    let mut missing: Vec<Missing> = Vec::new();
    for document in chain.files.documents().iter().filter(|document| !bad.contains(document.file)) {
        let lack = sets.iter().zip(held).filter(|(set, held)| !set.loose && !held.contains(&document.digest));
        let lack: Vec<String> = lack.map(|(set, _)| set.name.clone()).collect();
        if lack.is_empty() {
            continue;
        }
        missing.push(Missing {
            kind: document.kind,
            step: document.step(),
            signer: document.signer().and_then(|seat| seat.parse().ok()),
            file: document.file.to_owned(),
            lack,
        });
    }
    missing.sort_by(|a, b| (a.step, a.kind, &a.file).cmp(&(b.step, b.kind, &b.file)));
    missing
}

/// Who plays each seat: `Ann (Union)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct People(BTreeMap<Id, String>);

impl People {
    fn of(chain: &Chain<'_>) -> People {
        let called = chain.seats.entries.iter().map(|entry| {
            let side = entry.side.as_ref().unwrap_or(&entry.seat);
            (entry.seat.clone(), format!("{} ({})", entry.name, side_name(side.as_str())))
        });
        People(called.collect())
    }

    /// Everybody, in the order of their seats' names.
    pub fn all(&self) -> Vec<&str> {
        self.0.values().map(String::as_str).collect()
    }

    /// The name of whoever plays a seat.
    pub fn name(&self, seat: &Id) -> String {
        self.0.get(seat).cloned().unwrap_or_else(|| format!("'{seat}'"))
    }

    /// A text in which people are named instead of their seats in quotes.
    pub fn in_text(&self, text: &str) -> String {
        let named = |text: String, (seat, name): (&Id, &String)| text.replace(&format!("'{seat}'"), name);
        self.0.iter().fold(text.to_owned(), named)
    }
}

fn words(
    sets: &[MatchCopy],
    people: &People,
    failure: Option<&Failure>,
    comparison: Option<&Comparison>,
    missing: &[Missing],
) -> String {
    let mut text = Vec::new();
    if let Some(failure) = failure {
        let step = failure.step.map(|step| format!(" (step {step})")).unwrap_or_default();
        text.push(format!(
            "The first document that fails is {}{step}: {}.",
            failure.file,
            people.in_text(&failure.problem.message)
        ));
        if let Some(seat) = &failure.seat {
            match failure.proof {
                // Another missing document says nothing about who signed this one.
                Proof::Withheld => {}
                Proof::Forgery => text.push(format!("It names {}.", people.name(seat))),
                _ => text.push(format!("It is signed by {}.", people.name(seat))),
            }
        }
        if let Some(with) = &failure.with {
            text.push(format!("See also {with}."));
        }
        match &failure.proves {
            Some(proves) => text.push(format!("What it proves: {}.", people.in_text(proves))),
            None => text.push("It proves nothing against anybody.".to_owned()),
        }
        if let Some(found) = comparison {
            let fields = found.words().join("; ");
            text.push(match (found.altered, found.changes.is_empty()) {
                (true, true) => format!("{} is a copy with a valid signature; only the signature differs.", found.with),
                (true, false) => format!(
                    "{} is a copy with a valid signature; what differs from it was altered: {fields}.",
                    found.with
                ),
                (false, _) => format!("They differ in {fields}."),
            });
        }
    } else if missing.is_empty() {
        let folders = sets.iter().filter(|set| !set.loose).count();
        text.push(match (folders, sets.len() - folders) {
            (1, 0) => "The match verifies.".to_owned(),
            (_, 0) => format!("{} the same documents, and the match verifies.", copies(folders)),
            (0, _) => "The match verifies.".to_owned(),
            (1, _) => "The folder has all documents of the loose files, and the match verifies.".to_owned(),
            (_, _) => {
                format!("{} the same documents, with the loose files, and the match verifies.", copies(folders))
            }
        });
    }
    if let Some(first) = missing.first() {
        let lacks = if first.lack.len() > 1 { "do not have" } else { "does not have" };
        let lack = format!("{} {lacks}", first.lack.join(" and "));
        let kind = first.kind.as_str();
        text.push(match failure {
            None => format!(
                "Nothing fails, but {lack} a {kind} that others have ({}). A missing copy proves nothing; send it.",
                first.file
            ),
            Some(_) => format!("Also, {lack} {}.", first.file),
        });
        if missing.len() > 1 {
            let (more, are) = (missing.len() - 1, if missing.len() > 2 { "documents are" } else { "document is" });
            text.push(format!("{more} more {are} not in every copy."));
        }
    }
    text.join("\n")
}

/// "All copies", as the beginning of a sentence.
fn copies(count: usize) -> String {
    if count == 2 { "Both copies have".to_owned() } else { format!("All {count} copies have") }
}

/// What the document that fails is to be held against: a copy with a valid signature, or the document that contradicts
/// it.
fn comparison(chain: &Chain<'_>, failure: &Failure) -> Option<Comparison> {
    let all = chain.files.documents();
    let failing = all.iter().find(|document| document.file == failure.file)?;
    let altered = failure.proof == Proof::Forgery;
    let with = match &failure.with {
        _ if altered => good_copy(chain, failing, &all)?,
        Some(with) => all.iter().find(|document| document.file == with && document.kind == failing.kind)?,
        None => return None,
    };
    let content = |document: &AnyDocument<'_>| {
        let mut content = document.document.content.clone();
        if let Some(fields) = content.as_object_mut() {
            fields.shift_remove("signatures");
        }
        content
    };
    let changes = differences(&content(with), &content(failing));
    Some(Comparison { file: failing.file.to_owned(), with: with.file.to_owned(), altered, changes })
}

/// The same document with a valid signature in another file: it has the signature that the altered one still carries, or
/// else it is that seat's for the same step.
fn good_copy<'a, 'f>(
    chain: &Chain<'_>,
    forged: &AnyDocument<'f>,
    all: &'a [AnyDocument<'f>],
) -> Option<&'a AnyDocument<'f>> {
    let same = |field: &str, content: &Value| forged.document.content.get(field) == content.get(field);
    let good = || {
        all.iter().filter(|other| {
            other.kind == forged.kind
                && other.file != forged.file
                && !chain.bad.iter().any(|bad| bad.file == other.file)
        })
    };
    let of_signature = good().find(|other| !forged.signatures.is_empty() && other.signatures == forged.signatures);
    of_signature.or_else(|| {
        let fields = ["step", "seat", "responder", "of"];
        good().find(|other| fields.iter().all(|field| same(field, &other.document.content)))
    })
}
