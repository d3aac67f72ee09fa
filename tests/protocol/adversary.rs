//! An adversary who holds every key of the examples. He alters one thing in one document of a match, with or without
//! signing it again, and with or without signing everything after it again, and `verify` must find it, and name the
//! document and the person responsible. Then he adds whatever he likes to an honest match, and nobody but him may look
//! guilty.
//!
//! `ADJUTANT_ALTERATIONS=10000 ADJUTANT_SEED=7 cargo test --release --test protocol adversary:: -- --nocapture` tries
//! that many alterations and prints the results for each kind.

use crate::example;
use std::collections::{BTreeMap, BTreeSet};

use crate::alter::{
    Change, Keys, Resigner, content, each_kind_of_change, is_free, one_change, same_but_free, taken_from,
};
use crate::play_example::Writer;
use adjutant::chain::verify::{Check, Failure, Proof, Verification, verify};
use adjutant::chain::{Chain, Games, MatchFiles};
use adjutant::document::{Bytes32, Id, Value, digest, write};
use adjutant::trust::SigningKey;
use example::{CAMPAIGN, DIXIE, Files, HEAD_TO_HEAD, LONGSTREET, REFEREED, SEVEN_DAYS};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// How many steps after the altered one are verified in the whole war.
const STEPS_AFTER_CHANGE: u64 = 3;
/// In the whole war the verification ends at a multiple of this many steps.
const WINDOW: u64 = 40;
/// How many places are remembered of each kind of change.
const REMEMBERED: usize = 12;

fn asked(name: &str, usually: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usually)
}

fn below(random: &mut ChaCha20Rng, limit: usize) -> usize {
    (random.next_u64() % limit.max(1) as u64) as usize
}

/// What the adversary signs after altering a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Signed {
    /// He leaves the old signature under it.
    No,
    /// Its signer signs it again; nobody else does anything.
    Alone,
    /// The document and everything that names it are signed again.
    WithAllThatFollows,
}

/// The result of an alteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    Rightly,
    Wrongly,
    Harmless,
    Missed,
}

/// A kind of document, one of its fields, and the change.
type KindOfChange = (String, String, &'static str);
/// A file of a match, and which of the changes that can be made to it.
type Spot = (usize, Which);

/// A change of a document.
#[derive(Clone, Copy, Debug)]
enum Which {
    /// Its place in the order of [`each_kind_of_change`].
    Single(usize),
    /// Its place in [`unplayable_charters`].
    Unplayable(usize),
}

impl Which {
    fn of(self, document: &Value) -> Option<Change> {
        match self {
            Which::Single(place) => one_change(document, place),
            Which::Unplayable(place) => unplayable_charters(document).into_iter().nth(place),
        }
    }
}

const NO_SUCH_SIDE: &str = "a side that the game does not have";
const ONE_SIDE: &str = "two seats on one side";

/// Whether a change gives a charter that nobody can play, whoever signs it.
fn is_unplayable(change: &Change) -> bool {
    [NO_SUCH_SIDE, ONE_SIDE].contains(&change.what)
}

/// A charter with a side that the game does not have, and with two seats on one side: for each of its seats.
fn unplayable_charters(charter: &Value) -> Vec<Change> {
    let sides: Vec<&Value> = charter["seats"].as_array().into_iter().flatten().map(|seat| &seat["side"]).collect();
    let mut found = Vec::new();
    for (n, own) in sides.iter().enumerate().filter(|(_, side)| side.is_string()) {
        let mut give = |what, side: &Value| {
            let mut document = charter.clone();
            document["seats"][n]["side"] = side.clone();
            found.push(Change { at: format!("seats/{n}/side"), what, document });
        };
        give(NO_SUCH_SIDE, &serde_json::json!("zzz"));
        if let Some(other) = sides.iter().find(|side| side.is_string() && *side != own) {
            give(ONE_SIDE, other);
        }
    }
    found
}

/// A match, its documents read, and the places at which each kind of change can be made.
struct Match {
    name: &'static str,
    games: Games,
    files: Files,
    contents: Vec<Value>,
    /// Where each kind of change can be made.
    kinds: BTreeMap<KindOfChange, Vec<Spot>>,
}

/// The field of a path: its names without numbers, down to the fourth.
fn field(path: &[String]) -> String {
    let names = path.iter().filter(|part| part.parse::<u64>().is_err()).take(4);
    names.cloned().collect::<Vec<_>>().join("/")
}

fn games_of(name: &str) -> Games {
    let all = example::read_files(name, false);
    let mut games = adjutant::registry::games();
    for (pack, files) in example::load(all.iter().filter(|(name, _)| name.starts_with("packs/"))).packs {
        games.add_pack(&pack, files);
    }
    games
}

/// The documents of a game of cards: the hands are disclosed, so the match is over, if need be by a resignation at step
/// `last`.
fn played(name: &'static str, last: u64) -> Files {
    let mut files = Writer::begin(name, 0).play_cards(1861, last);
    files.retain(|(name, _)| !name.starts_with("packs/"));
    files.sort();
    files
}

impl Match {
    fn new(name: &'static str, last: u64, random: &mut ChaCha20Rng) -> Match {
        let files = match example::is_of_cards(name) {
            true => played(name, last),
            false => example::prefix(&example::read_files(name, true), last),
        };
        let contents: Vec<Value> = files.iter().map(|(_, text)| content(text)).collect();
        let mut kinds: BTreeMap<_, Vec<Spot>> = BTreeMap::new();
        let mut seen: BTreeMap<_, usize> = BTreeMap::new();
        for (n, document) in contents.iter().enumerate() {
            let Some(kind) = document["kind"].as_str() else { continue };
            each_kind_of_change(document, &mut |place, path, what| {
                let key = (kind.to_owned(), field(path), what);
                let known = kinds.entry(key.clone()).or_default();
                let count = seen.entry(key).or_default();
                *count += 1;
                if known.len() < REMEMBERED {
                    known.push((n, Which::Single(place)));
                } else if let Some(kept) = known.get_mut(below(random, *count)) {
                    *kept = (n, Which::Single(place));
                }
            });
            for (place, change) in unplayable_charters(document).into_iter().enumerate().filter(|_| kind == "charter") {
                let key = (kind.to_owned(), "seats/side".to_owned(), change.what);
                kinds.entry(key).or_default().push((n, Which::Unplayable(place)));
            }
        }
        Match { name, games: games_of(name), files, contents, kinds }
    }

    /// The wanted number of changes, each kind in its turn, charters that nobody can play first.
    fn draw(&self, wanted: usize, random: &mut ChaCha20Rng) -> Vec<(usize, Change)> {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        for last in (1..kinds.len()).rev() {
            kinds.swap(last, below(random, last + 1));
        }
        kinds.sort_by_key(|((.., what), _)| ![NO_SUCH_SIDE, ONE_SIDE].contains(what));
        let mut drawn = Vec::new();
        for (_, places) in kinds.iter().cycle().take(wanted * 2) {
            let (file, which) = places[below(random, places.len())];
            let document = &self.contents[file];
            let Some(change) = which.of(document) else { continue };
            // Some take the value that another document of the same kind has at that place.
            let others: Vec<&Value> =
                self.contents.iter().filter(|other| other["kind"] == document["kind"] && *other != document).collect();
            let taken = (below(random, 3) == 0 && !change.at.is_empty() && !others.is_empty())
                .then(|| taken_from(document, others[below(random, others.len())], &change.at))
                .flatten();
            drawn.push((file, taken.unwrap_or(change)));
            if drawn.len() == wanted {
                break;
            }
        }
        drawn.sort_by_key(|(file, change)| (self.last(*file, change), example::step_of(&self.files[*file].0), *file));
        drawn
    }

    /// The last step that is verified with a change of this file.
    fn last(&self, file: usize, change: &Change) -> u64 {
        match example::step_of(&self.files[file].0) {
            // Later dice are false under any other charter: a charter is shown before them.
            _ if is_unplayable(change) => 0,
            Some(step) if self.name == CAMPAIGN => (step + STEPS_AFTER_CHANGE).next_multiple_of(WINDOW),
            None if self.name == CAMPAIGN => WINDOW,
            _ => u64::MAX,
        }
    }
}

/// The signers of a document, as it says itself.
fn signers(document: &Value) -> BTreeSet<String> {
    let seats = match document["kind"].as_str() {
        Some("charter") => document["seats"].as_array().into_iter().flatten().map(|seat| &seat["seat"]).collect(),
        Some("state") => vec![&document["responder"]],
        _ => vec![&document["seat"]],
    };
    seats.into_iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Whether a document names another by its digest.
fn names(document: &Value, other: &Value) -> bool {
    let hex = serde_json::json!(digest(other));
    let listed = document["turns"].as_array().is_some_and(|turns| turns.contains(&hex));
    listed || ["parent", "of", "refusal", "state"].iter().any(|field| document[field] == hex)
}

/// Whether a failure says that somebody did wrong.
fn accuses(failure: &Failure) -> bool {
    !matches!(failure.proof, Proof::Nothing | Proof::Withheld | Proof::OtherMatch)
}

struct Trial<'m> {
    of: &'m Match,
    /// The documents up to the last step that is verified.
    files: Files,
    contents: Vec<Value>,
    base: MatchFiles,
    keys: Vec<(Id, SigningKey)>,
}

impl<'m> Trial<'m> {
    fn new(of: &'m Match, last: u64) -> Trial<'m> {
        let files = example::prefix(&of.files, last);
        let base = example::load(&files);
        assert_eq!(base.read_states().count(), base.states.len());
        assert!(verify(&base, &of.games).failures.is_empty());
        let contents = files.iter().map(|(_, text)| content(text)).collect();
        let seats = example::seats(of.name).into_iter();
        let keys = seats.map(|(seat, ..)| (example::id(seat), example::key(of.name, seat))).collect();
        Trial { of, files, contents, base, keys }
    }

    fn altered(&self, resigner: &Resigner<'_>, name: &str, document: &Value, signed: Signed) -> MatchFiles {
        let mut altered = self.base.clone();
        let mut put = |name: &str, text: &str| {
            altered.remove(name);
            altered.add(name, text.as_bytes());
        };
        match signed {
            Signed::No => put(name, &write(document)),
            Signed::Alone => put(name, &write(&resigner.signed_alone(document))),
            Signed::WithAllThatFollows => {
                for ((name, text), (_, old)) in resigner.resigned(name, document).iter().zip(&self.files) {
                    if text != old {
                        put(name, text);
                    }
                }
            }
        }
        altered
    }

    /// The result of a change, and what `verify` said if that is not as it should be.
    fn answer(&self, name: &str, change: &Change, signed: Signed, said: &Verification) -> (Found, String) {
        let old = &self.contents[self.files.iter().position(|(file, _)| file == name).expect("one of the files")];
        let kind = old["kind"].as_str().unwrap_or_default();
        // A disclosure at another state does not count: its seat still owes one, and the match is not proved (protocol
        // 8.7).
        let owes = |seat: &String| {
            let mut unchecked = said.unchecked.iter().filter(|(check, _)| *check == Check::Hands);
            unchecked.any(|(_, told)| told.contains(&format!("'{seat}'")) && told.contains("owes a disclosure"))
        };
        if said.failures.is_empty() && kind == "disclosure" && signers(old).iter().any(owes) {
            return (Found::Rightly, String::new());
        }
        // What its signer may not write moves nothing, and is told (protocol 9).
        let told = |file: &str| said.notices.iter().any(|one| one.file == file && one.text.contains("changes nothing"));
        if said.failures.is_empty() && told(name) {
            return (Found::Rightly, String::new());
        }
        if said.failures.is_empty() {
            let signature = change.at.starts_with("signatures") && signed != Signed::No;
            let base = Chain::build(&self.base).expect("a chain");
            let free = is_free(kind, change)
                || same_but_free(kind, old, &change.document)
                || signature
                || (kind == "charter" && !is_unplayable(change))
                || base.is_void(digest(old));
            return (if free { Found::Harmless } else { Found::Missed }, String::new());
        }
        // Nobody is guilty of what every seat has signed; and it is the seats that are named, not what follows from them.
        if is_unplayable(change) {
            let first = &said.failures[0];
            let seats = first.problem.path.as_deref().is_some_and(|path| path.starts_with("seats"));
            let rightly = first.file == name && seats && !said.failures.iter().any(accuses);
            let words = format!("{}: {:?} at {:?}", first.file, first.problem.message, first.problem.path);
            return (if rightly { Found::Rightly } else { Found::Wrongly }, words);
        }
        // The signer is responsible; or, where a turn was altered and signed again, the seat that resolved the result.
        let mut files = BTreeSet::from([name.to_owned()]);
        let mut people = signers(old);
        people.extend(signers(&change.document));
        for ((file, _), other) in self.files.iter().zip(&self.contents) {
            if names(other, old) || (kind == "refusal" && names(old, other)) {
                files.insert(file.clone());
                if signed == Signed::WithAllThatFollows {
                    people.extend(signers(other));
                }
            }
        }
        let first = &said.failures[0];
        let file = files.contains(&first.file) || first.with.as_ref().is_some_and(|with| files.contains(with));
        let accused =
            said.failures.iter().filter(|failure| accuses(failure)).filter_map(|failure| failure.seat.as_ref());
        let innocent: Vec<&str> = accused.map(Id::as_str).filter(|seat| !people.contains(*seat)).collect();
        let all: Vec<String> =
            said.failures.iter().map(|one| format!("{}: {}", one.file, one.problem.message)).collect();
        let words = format!(
            "{} {name} {}: {} ({signed:?}): {} {:?} by {:?}: {}; innocent and accused: {innocent:?} in {all:?}",
            self.of.name, change.at, change.what, first.file, first.proof, first.seat, first.problem.message
        );
        (if (file || kind == "charter") && innocent.is_empty() { Found::Rightly } else { Found::Wrongly }, words)
    }
}

/// What was found, by document, field and signature, and of the charters that nobody can play.
#[derive(Default)]
struct Counts {
    by_field: BTreeMap<(String, String, Signed), BTreeMap<Found, usize>>,
    unplayable: BTreeMap<&'static str, Unplayable>,
}

#[derive(Default)]
struct Unplayable {
    tried: usize,
    verified: usize,
}

/// Tries this many alterations of a match; reports whatever is not as it should be.
fn alter(of: &Match, wanted: usize, random: &mut ChaCha20Rng, counts: &mut Counts, wrong: &mut Vec<String>) {
    let drawn = of.draw(wanted, random);
    let mut at = 0;
    while at < drawn.len() {
        let last = of.last(drawn[at].0, &drawn[at].1);
        let trial = Trial::new(of, last);
        let keys: Keys<'_> = trial.keys.iter().map(|(seat, key)| (seat.clone(), key)).collect();
        let resigner = Resigner::new(&trial.files, keys);
        while let Some((file, change)) = drawn.get(at).filter(|(file, change)| of.last(*file, change) == last) {
            let signed = match below(random, 5) {
                _ if is_unplayable(change) => Signed::WithAllThatFollows,
                0 => Signed::No,
                1 => Signed::Alone,
                _ => Signed::WithAllThatFollows,
            };
            let name = &of.files[*file].0;
            let said = verify(&trial.altered(&resigner, name, &change.document, signed), &of.games);
            let (found, words) = trial.answer(name, change, signed, &said);
            let kind = of.contents[*file]["kind"].as_str().unwrap_or_default().to_owned();
            let top = change.at.split('/').next().unwrap_or_default().to_owned();
            *counts.by_field.entry((kind, top, signed)).or_default().entry(found).or_default() += 1;
            if is_unplayable(change) {
                let one = counts.unplayable.entry(change.what).or_default();
                one.tried += 1;
                one.verified += usize::from(said.failures.is_empty());
            }
            if matches!(found, Found::Wrongly | Found::Missed) {
                wrong.push(format!(
                    "{found:?}: {} {name} {}: {} ({signed:?}); {words}",
                    of.name, change.at, change.what
                ));
            }
            at += 1;
        }
    }
}

#[test]
fn whatever_is_altered_is_found_and_laid_at_the_right_door() {
    let seed = asked("ADJUTANT_SEED", 1864);
    let wanted = asked("ADJUTANT_ALTERATIONS", 160) as usize;
    let whole = wanted >= 1000;
    println!("{wanted} alterations, drawn by the seed {seed}");
    let mut random = ChaCha20Rng::seed_from_u64(seed);
    let (mut counts, mut wrong) = (Counts::default(), Vec::new());
    let mut names = vec![HEAD_TO_HEAD, REFEREED, SEVEN_DAYS, DIXIE, LONGSTREET];
    if whole {
        names.push(CAMPAIGN);
    }
    for (n, name) in names.iter().enumerate() {
        let share = wanted / names.len() + usize::from(n < wanted % names.len());
        let of = Match::new(name, if whole { u64::MAX } else { 12 }, &mut random);
        println!("{name}: {} kinds of changes in {} documents", of.kinds.len(), of.files.len());
        alter(&of, share, &mut random, &mut counts, &mut wrong);
    }
    println!(
        "| document | field | signed anew | rightly | wrongly | harmless | missed |\n|---|---|---|--:|--:|--:|--:|"
    );
    let mut sums: BTreeMap<Found, usize> = BTreeMap::new();
    for ((kind, field, signed), found) in &counts.by_field {
        let of = |what| found.get(&what).copied().unwrap_or_default();
        let row = [Found::Rightly, Found::Wrongly, Found::Harmless, Found::Missed].map(of);
        println!("| {kind} | {field} | {signed:?} | {} | {} | {} | {} |", row[0], row[1], row[2], row[3]);
        found.iter().for_each(|(what, count)| *sums.entry(*what).or_default() += count);
    }
    println!("in all: {sums:?}");
    for (what, one) in &counts.unplayable {
        println!("charters with {what}, signed by every seat: {} tried, {} verified", one.tried, one.verified);
    }
    // Both kinds in every match.
    for what in [NO_SUCH_SIDE, ONE_SIDE] {
        let one = counts.unplayable.get(what).unwrap_or_else(|| panic!("no charter with {what}"));
        assert!(one.tried >= names.len() && one.verified == 0, "{what}: {} of {}", one.verified, one.tried);
    }
    assert_eq!(sums.values().sum::<usize>(), wanted);
    assert!(wrong.is_empty(), "{} of {wanted}:\n{}", wrong.len(), wrong.join("\n"));
}

/// Everything that a holder of one key may add to an honest match: file names, and their bytes.
fn smuggled(of: &Match, by: &str, random: &mut ChaCha20Rng) -> (String, Vec<u8>) {
    let key = example::key(of.name, by);
    let seat = example::id(by);
    let n = below(random, of.contents.len());
    let mut document = of.contents[n].clone();
    let sign = |document: &Value| {
        let mut content = document.clone();
        if let Some(fields) = content.as_object_mut() {
            fields.shift_remove("signatures");
        }
        adjutant::chain::sign::seal(&content, &seat, &key).map_or(content, |signed| signed)
    };
    let names = ["turns/zz.yaml", "states/9999.yaml", "refusals/0001.yaml", "aaa.yaml", "turns/0003-union-2.yaml"];
    let name = names[below(random, names.len())].to_owned();
    let kind = document["kind"].as_str().unwrap_or_default().to_owned();
    let whose = if kind == "state" { "responder" } else { "seat" };
    let bytes = match below(random, 8) {
        // Junk.
        0 => (0..below(random, 4000)).map(|_| random.next_u64() as u8).collect(),
        1 => b"adjutant: 1\nkind: turn\n".to_vec(),
        // An old document under another name, and one cut short.
        2 => write(&document).into_bytes(),
        3 => {
            let text = write(&document).into_bytes();
            text[..below(random, text.len())].to_vec()
        }
        // A document altered but not signed again: every reader sees that its signature does not match.
        4 => {
            let place = below(random, 400);
            write(&one_change(&document, place).map_or(document, |change| change.document)).into_bytes()
        }
        // The same, signed by the adversary, as his own or as another's.
        5 => {
            let place = below(random, 400);
            let mut changed = one_change(&document, place).map_or(document, |change| change.document);
            if let Some(fields) = changed.as_object_mut() {
                fields.insert(whose.to_owned(), serde_json::json!(by));
            }
            write(&sign(&changed)).into_bytes()
        }
        6 => write(&sign(&document)).into_bytes(),
        // A refusal of anything in the match, possibly another's refusal under his name.
        _ => {
            let step = document["step"].as_u64().unwrap_or(0);
            document = serde_json::json!({
                "adjutant": 1, "kind": "refusal", "match": digest(&of.contents[0]), "step": step, "of": digest(&document),
                "seat": by, "reasons": [{"message": "I do not like it"}], "issued": "2026-12-01T10:00:00Z",
            });
            write(&sign(&document)).into_bytes()
        }
    };
    (name, bytes)
}

#[test]
fn nobody_but_the_adversary_looks_guilty_by_what_he_puts_beside_the_match() {
    let mut random = ChaCha20Rng::seed_from_u64(asked("ADJUTANT_SEED", 1864));
    let rounds = asked("ADJUTANT_FRAMINGS", 60);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for name in [HEAD_TO_HEAD, REFEREED, SEVEN_DAYS, DIXIE, LONGSTREET] {
        let of = Match::new(name, 12, &mut random);
        assert_eq!(of.files[0].0, "charter.yaml");
        let trial = Trial::new(&of, u64::MAX);
        let newest = newest(&trial.base);
        for _ in 0..rounds {
            let seats = example::seats(name);
            let by = seats[below(&mut random, seats.len())].0;
            let mut files = trial.base.clone();
            for _ in 0..=below(&mut random, 3) {
                let (name, bytes) = smuggled(&of, by, &mut random);
                files.add(&name, &bytes);
            }
            let said = verify(&files, &of.games);
            for failure in &said.failures {
                *counts.entry(if accuses(failure) { "accused" } else { "put aside" }).or_default() += 1;
                let accused = failure.seat.as_ref().map(Id::as_str).filter(|_| accuses(failure));
                // A forgery names its pretended signer, and accuses nobody of having signed it.
                let guilty = accused.is_none_or(|seat| seat == by || failure.proof == Proof::Forgery);
                assert!(guilty, "{name}: '{by}' puts {files:#?} there, and: {failure:#?}", files = failure.file);
                assert!(!failure.problem.message.is_empty());
            }
            if said.failures.is_empty() {
                *counts.entry("holds").or_default() += 1;
            }
            // What he signs alone moves nothing, unless he answers for that very step.
            if said.failures.iter().all(|failure| !accuses(failure)) {
                assert_eq!(self::newest(&files), newest, "{name}: '{by}' moved the match");
            }
        }
    }
    println!("{counts:?}");
    assert!(counts.len() == 3, "{counts:?}");
}

fn newest(files: &MatchFiles) -> Option<Bytes32> {
    Chain::build(files).ok()?.newest().map(|step| step.state.digest)
}
