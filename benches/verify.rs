//! How fast a match is verified, against the floor: reading, parsing, hashing and checking the signatures of the same
//! files with bare libraries; and where the time goes. Then single operations.
//!
//! `cargo bench --bench verify`; on one core: `taskset -c 0 cargo bench --bench verify`. `ADJUTANT_MATCH=DIR` measures
//! only the match in that folder.

#[path = "../tests/support/example.rs"]
mod example;
#[path = "../tests/support/play_example.rs"]
mod play_example;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use adjutant::chain::adjudicate::Adjudication;
use adjutant::chain::verify::verify;
use adjutant::chain::{Chain, MatchFiles};
use adjutant::document::{Form, Value, digest, digest_complete, message, read, write};
use adjutant::engine::Dice;
use adjutant::games::civil_war::CivilWar;
use adjutant::games::civil_war::pack::Pack;
use adjutant::session::RandomPlayer;
use adjutant::trust::Dice as Stream;
use example::{Files, HEAD_TO_HEAD};
use sha2::{Digest, Sha256};

fn main() {
    if let Some(folder) = std::env::var_os("ADJUTANT_MATCH") {
        return ratio(&there(Path::new(&folder)));
    }
    data();
    println!("\na match in Virginia");
    ratio(long_match());
    println!("\na campaign on the whole map, with ships");
    ratio(&campaign());
    let whole = example::folder(example::CAMPAIGN);
    if whole.is_dir() {
        println!("\na whole campaign, the sensible player on both sides");
        ratio(&there(&whole));
    }
    single_operations();
}

/// A match played to its end, written to the disk as mail would bring it.
fn long_match() -> &'static (PathBuf, Files) {
    static PLAYED: OnceLock<(PathBuf, Files)> = OnceLock::new();
    PLAYED.get_or_init(|| mailed("long-match", play_example::Writer::begin(HEAD_TO_HEAD, 1864).play(u64::MAX)))
}

/// A part of a campaign on the whole map, with ships: this many steps of it.
fn campaign() -> (PathBuf, Files) {
    mailed("campaign", play_example::Writer::begin_in(HEAD_TO_HEAD, "campaign_1862", 1862).play(80))
}

/// A match in a folder.
fn there(folder: &Path) -> (PathBuf, Files) {
    let (mut files, mut folders) = (Files::new(), vec![folder.to_owned()]);
    while let Some(part) = folders.pop() {
        for path in std::fs::read_dir(part).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            let name = path.strip_prefix(folder).expect("a file of the match").to_string_lossy().into_owned();
            if path.is_dir() && name != "drafts" && name != "reports" {
                folders.push(path);
            } else if name.ends_with(".yaml") {
                files.push((name, std::fs::read_to_string(path).expect("text")));
            }
        }
    }
    files.sort();
    (folder.to_owned(), files)
}

/// The files of a match, in a folder of their own.
fn mailed(name: &str, mut files: Files) -> (PathBuf, Files) {
    files.retain(|(name, _)| name.ends_with(".yaml"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    for (name, text) in &files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    (folder, files)
}

/// The shortest of several runs; of long ones there are fewer.
fn best<T>(mut run: impl FnMut() -> T) -> Duration {
    let begun = Instant::now();
    let mut shortest = Duration::MAX;
    for n in 0..7 {
        if n >= 2 && begun.elapsed() > Duration::from_secs(10) {
            break;
        }
        let started = Instant::now();
        black_box(run());
        shortest = shortest.min(started.elapsed());
    }
    shortest
}

fn read_all(folder: &Path, files: &Files) -> Vec<(String, Vec<u8>)> {
    files.iter().map(|(name, _)| (name.clone(), std::fs::read(folder.join(name)).expect("a file"))).collect()
}

fn load(read: &[(String, Vec<u8>)]) -> MatchFiles {
    let mut files = MatchFiles::default();
    for (name, bytes) in read {
        files.add(name, bytes);
    }
    files
}

/// The signatures of a document: key, message, signature.
type Signed = (ed25519_dalek::VerifyingKey, String, ed25519_dalek::Signature);

fn signatures(files: &MatchFiles) -> Vec<Signed> {
    let documents = files.documents();
    let signed = documents.iter().flat_map(|document| {
        document.signatures.iter().map(|signature| {
            let key = ed25519_dalek::VerifyingKey::from_bytes(&signature.key.0).expect("a key");
            let bytes: String = signature.sig.split_whitespace().collect();
            let bytes = data_encoding::BASE64.decode(bytes.as_bytes()).expect("base64");
            let signature = ed25519_dalek::Signature::from_slice(&bytes).expect("a signature");
            (key, message(document.kind, document.digest), signature)
        })
    });
    signed.collect()
}

fn check_signatures(signed: &[Signed]) {
    for (key, message, signature) in signed {
        key.verify_strict(message.as_bytes(), signature).expect("a signature that holds");
    }
}

/// Prints what it takes to load the game's data, from the files of a match and from the program, compared with a bare
/// parse of the same files.
fn data() {
    let (folder, files) = long_match();
    let files: Files = files.iter().filter(|(name, _)| name.starts_with("packs/")).cloned().collect();
    let read_once = read_all(folder, &files);
    let charter = std::fs::read(folder.join("charter.yaml")).expect("the charter");
    let charter = load(&[("charter.yaml".to_owned(), charter)]).charters[0].typed.clone();
    let shipped = Pack::shipped_files();
    let bytes: usize = read_once.iter().map(|(_, bytes)| bytes.len()).sum();
    println!("\nthe data of the game: {} files, {} KiB", files.len(), bytes / 1024);
    let part = |what: &str, time: Duration| println!("  {what:<64} {:>8.2} ms", ms(time));
    let parse = |reader: &dyn Fn(&str, &[u8]) -> Value| {
        read_all(folder, &files).iter().map(|(name, bytes)| reader(name, bytes)).collect::<Vec<_>>()
    };
    let bare = best(|| parse(&|_, bytes| serde_yaml::from_slice(bytes).expect("YAML")));
    part("a bare parse: read from the disk, serde_yaml", bare);
    let strict = best(|| parse(&|name, bytes| read(name, bytes, Form::Signed).expect("YAML").content));
    part("a bare parse: read from the disk, the strict reader", strict);
    let whole =
        best(|| adjutant::registry::games().for_charter(&charter, &load(&read_all(folder, &files))).expect("the game"));
    part("the whole from a match: read, parse, digest, type, check, index", whole);
    println!("  ratio to the bare parse with serde_yaml: {:.2}", whole.as_secs_f64() / bare.as_secs_f64());
    println!("  ratio to the bare parse with the strict reader: {:.2}", whole.as_secs_f64() / strict.as_secs_f64());
    part("  reading the files", best(|| read_all(folder, &files)));
    part("  that, and parsing", best(|| load(&read_all(folder, &files))));
    let mapping = shipped.iter().map(|(name, content)| (name.to_owned(), content.clone())).collect();
    let mapping = Value::Object(mapping);
    part("  the digest", best(|| digest_complete(&mapping)));
    part("  types", best(|| Pack::parse(shipped).expect("a pack")));
    part("  types and checks", best(|| Pack::from_files(shipped).expect("a pack")));
    let pack = Pack::shipped();
    part("  the grounds of the scenarios, with a copy of the pack", best(|| CivilWar::new(pack.clone())));
}

/// Prints the ratio of verification to the floor, and where the time goes.
fn ratio((folder, files): &(PathBuf, Files)) {
    let games = adjutant::registry::games();
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let read_once = read_all(folder, files);
    let loaded = load(&read_once);
    let verification = verify(&loaded, &games);
    assert!(verification.is_valid(false), "{:#?}", verification.failures);
    let steps = verification.counts.steps;
    let chain = Chain::build(&loaded).expect("a chain");
    let events = chain.line.iter().filter_map(|step| step.state.document.content["events"].as_array()).flatten();
    let halves = events.filter(|event| event["event"] == "half").count();
    let documents = verification.counts.documents;
    println!("{steps} steps, {halves} half-pulses, {documents} documents, {} KiB", bytes / 1024);

    let whole = best(|| {
        let verification = verify(&load(&read_all(folder, files)), &games);
        assert!(verification.failures.is_empty());
    });
    let signed = signatures(&loaded);
    let parse = |reader: &dyn Fn(&str, &[u8]) -> Value| {
        for (name, bytes) in read_all(folder, files) {
            let value = reader(&name, &bytes);
            black_box(Sha256::digest(serde_json::to_vec(&value).expect("JSON")));
        }
        check_signatures(&signed);
    };
    let libyaml = best(|| parse(&|_, bytes| serde_yaml::from_slice(bytes).expect("YAML")));
    let strict = best(|| parse(&|name, bytes| read(name, bytes, Form::State).expect("YAML").content));

    let part = |what: &str, time: Duration| {
        println!("  {what:<52} {:>8.1} ms {:>7.1} µs a step", ms(time), 1e6 * time.as_secs_f64() / steps as f64);
    };
    println!("verification:");
    part("the whole, from the disk", whole);
    part("the floor with serde_yaml", libyaml);
    part("the floor with the strict reader", strict);
    println!("  ratio to the floor with serde_yaml: {:.2}", whole.as_secs_f64() / libyaml.as_secs_f64());
    println!("  ratio to the floor with the strict reader: {:.2}", whole.as_secs_f64() / strict.as_secs_f64());
    println!("  600 steps at this speed: {:.0} ms", 600.0 * ms(whole) / steps as f64);

    println!("where the time goes:");
    part("reading the files", best(|| read_all(folder, files)));
    part("parsing what is no state, and a glance at the states", best(|| load(&read_once)));
    let packs: Vec<_> = read_once.iter().filter(|(name, _)| name.starts_with("packs/")).cloned().collect();
    part("  of that, the packs", best(|| load(&packs)));
    let charter = loaded.charters[0].typed.clone();
    part("building the game from its packs", best(|| games.for_charter(&charter, &loaded)));
    part("signatures, on one core", best(|| check_signatures(&signed)));
    // A set of files remembers which signatures hold: each run has its own.
    let in_order = || Chain::build(&load(&read_once)).map(|chain| chain.line.len());
    part("parsing, and the chain in order, with signatures", best(in_order));
    let game = games.for_charter(&charter, &loaded).expect("the game");
    let resolve = |at: usize| {
        let state = chain.line[at + 1].state;
        let stand =
            Adjudication { chain: &chain, game: &*game, at, table: game.load(position(&chain, at)).expect("a table") };
        stand.readjudicate(state).expect("a state").content
    };
    part(
        "loading positions (only where a state was read)",
        best(|| (0..steps).for_each(|at| drop(black_box(game.load(position(&chain, at)).expect("a table"))))),
    );
    let adjudicated = best(|| (0..steps - 1).map(resolve).map(|value| value.to_string().len()).sum::<usize>());
    part("adjudicating, with that", adjudicated);
    println!("  ratio to the floor with the strict reader: {:.2}", adjudicated.as_secs_f64() / strict.as_secs_f64());
    let states: Vec<&Value> = chain.line.iter().map(|step| &step.state.document.content).collect();
    part("writing the states", best(|| states.iter().map(|state| write(state).len()).sum::<usize>()));
    part("digests of the states", best(|| states.iter().map(|state| u64::from(digest(state).0[0])).sum::<u64>()));
    println!();
}

fn position<'c>(chain: &'c Chain<'_>, at: usize) -> &'c Value {
    &chain.line[at].state.document.content["position"]
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Dice from a fixed key.
struct SeededDice(Stream, u64);

impl Dice for SeededDice {
    fn roll(&mut self, _: &str, _: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        self.1 += 1;
        self.0.roll(self.1, count, sides).ok()
    }
}

/// How long one operation takes: the shortest of several runs.
fn single_operations() {
    println!("\nsingle operations");
    let (_, files) = long_match();
    let loaded = example::load(files);
    let chain = Chain::build(&loaded).expect("a chain");
    let game = adjutant::registry::games().for_charter(&chain.charter.typed, &loaded).expect("the game");

    let fights = |at: &usize| {
        let events = chain.line[at + 1].state.document.content["events"].as_array().expect("events");
        events.iter().any(|event| event["event"] == "combat")
    };
    let at = (0..chain.line.len() - 1).find(fights).expect("a combat");
    let adjudicated = best(|| {
        let stand = Adjudication::at(&chain, &*game, at).expect("a table");
        write(&stand.readjudicate(chain.line[at + 1].state).expect("a state").content)
    });
    println!("  a turn with a combat, adjudicated and written  {:8.2} ms", ms(adjudicated));

    let table = game.load(position(&chain, chain.line.len() / 2)).expect("a table");
    let side = table.awaiting()[0].side.clone();
    println!("  what is legal, listed                          {:8.2} ms", ms(best(|| table.legal(&side))));

    let hundred = best(|| {
        let charter = &loaded.charters[0].typed;
        let mut table = game.setup(&charter.scenario, &charter.options).expect("the scenario");
        let mut player = RandomPlayer::new(7);
        let mut dice = SeededDice(Stream { key: adjutant::document::Bytes32([7; 32]) }, 0);
        table.adjudicate(&[], &mut dice).expect("the start");
        for _ in 0..100 {
            let Some(awaited) = table.awaiting().into_iter().next() else { break };
            let plan = player.plan(&*table, &awaited.side).expect("something is asked");
            table.adjudicate(&[(awaited.side, plan.act)], &mut dice).expect("a legal act");
        }
        table
    });
    println!("  a hundred steps at random, without documents   {:8.2} ms", ms(hundred));
}
