//! The matches in `examples/` verify, contain what their page says, and their reports are those of this build.
//! `ADJUTANT_BLESS=1 cargo test --test reports examples::` plays and rewrites them.

use crate::example;
use crate::play_example;
use std::collections::BTreeSet;
use std::path::Path;

use adjutant::chain::Chain;
use adjutant::chain::verify::NoticeKind;
use adjutant::document::Value;
use adjutant::session::Plan;
use example::{CAMPAIGN, HEAD_TO_HEAD, REFEREED, SEVEN_DAYS};
use serde_json::json;

/// For each example: what decides between legal courses, and after how many steps it is brought to an end.
const PLAYED: [(&str, u64, u64); 2] = [(HEAD_TO_HEAD, 1861, 70), (REFEREED, 20, 70)];

fn write_example(folder: &Path, files: &example::Files) {
    if folder.exists() {
        std::fs::remove_dir_all(folder).expect("the old example goes");
    }
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
}

fn check(name: &'static str) {
    let (_, random, most) = PLAYED.into_iter().find(|(other, ..)| *other == name).expect("an example");
    let folder = example::folder(name);
    if std::env::var("ADJUTANT_BLESS").is_ok_and(|what| what == "1") {
        let files = play_example::Writer::begin(name, random).play(most);
        write_example(&folder, &files);
        let keys = example::examples().join("keys");
        std::fs::create_dir_all(&keys).expect("a folder");
        std::fs::write(keys.join("README.md"), play_example::keys_page()).expect("the page of the keys");
    }
    let files = example::read_files(name, false);
    let loaded = example::load(&files);
    let games = adjutant::registry::games();
    let verification = adjutant::chain::verify::verify(&loaded, &games);
    assert!(
        verification.is_valid(false),
        "{name} does not verify; if the rules have changed: ADJUTANT_BLESS=1 cargo test --test reports examples::\n{:#?}",
        verification.failures
    );
    assert!(verification.outcome.is_some(), "{name} is not over");
    assert!(verification.counts.steps > 40, "{:?}", verification.counts);
    let kinds: BTreeSet<NoticeKind> = verification.notices.iter().map(|notice| notice.kind).collect();
    assert!(kinds.contains(&NoticeKind::Forfeit), "{name}: {kinds:?}");
    assert_eq!(kinds.contains(&NoticeKind::Ruling), name == REFEREED, "{name}: {kinds:?}");
    assert_eq!(verification.counts.refusals, 2, "a turn and a state were refused");

    let chain = Chain::build(&loaded).expect("a chain");
    let mut events = BTreeSet::new();
    let mut asked = BTreeSet::new();
    let mut fields = BTreeSet::new();
    for step in &chain.line {
        let listed = step.state.document.content["events"].as_array().expect("events");
        events.extend(listed.iter().filter_map(|event| event["event"].as_str()).map(str::to_owned));
        let questions = step.state.typed.awaiting.iter().filter_map(|entry| entry["answer"]["question"].as_object());
        asked.extend(questions.flat_map(|question| question.keys().cloned()));
        for turn in &step.turns {
            fields.extend(turn.document.content.as_object().into_iter().flat_map(|turn| turn.keys().cloned()));
        }
    }
    for wanted in ["proposed", "accepted", "declined", "standing", "forfeited", "named", "combat", "march"] {
        assert!(events.contains(wanted), "{name}: no event '{wanted}' among {events:?}");
    }
    for wanted in ["orders", "answers", "standing", "commit", "open", "take_back", "offer", "refusal", "comment"] {
        assert!(fields.contains(wanted), "{name}: no turn has '{wanted}'");
    }

    if name == REFEREED {
        assert!(["retreat", "reroll"].iter().all(|wanted| asked.contains(*wanted)), "{name} asks only {asked:?}");
    }

    let game = games.for_charter(&chain.charter.typed, &loaded).expect("the game");
    let mut size: usize = files.iter().map(|(_, text)| text.len()).sum();
    for (report, text) in play_example::reports(&loaded, &*game) {
        let kept = std::fs::read_to_string(folder.join(&report)).unwrap_or_default();
        assert!(
            kept == text,
            "{name}/{report} is not what this build tells; ADJUTANT_BLESS=1 cargo test --test reports examples:: writes it anew"
        );
        size += text.len();
    }
    println!("{name}: {size} bytes; {:?}", verification.counts);
    assert!(size < 1_500_000, "{name} has grown to {size} bytes");
}

#[test]
fn the_head_to_head_example_verifies() {
    check(HEAD_TO_HEAD);
}

#[test]
fn the_refereed_example_verifies() {
    check(REFEREED);
}

/// What decides between equal courses where the mails of a game turn are counted.
const SEED: u64 = 1861;
/// The same in the example of the whole war: with this one it is fought to the last turn.
const WAR: u64 = 1863;

/// The whole war is written separately, as it is large: `ADJUTANT_BLESS=campaign cargo test --release --test reports
/// examples::campaign` plays and rewrites it.
#[test]
fn the_example_of_a_whole_campaign_verifies() {
    let folder = example::folder(CAMPAIGN);
    if std::env::var("ADJUTANT_BLESS").is_ok_and(|what| what == "campaign") {
        write_example(&folder, &play_example::Writer::begin(CAMPAIGN, WAR).play_sensibly(WAR));
        std::fs::write(example::examples().join("keys/README.md"), play_example::keys_page())
            .expect("the page of the keys");
    }
    let files = example::read_files(CAMPAIGN, false);
    let loaded = example::load(&files);
    let games = adjutant::registry::games();
    let started = std::time::Instant::now();
    let verification = adjutant::chain::verify::verify(&loaded, &games);
    let took = started.elapsed();
    assert!(
        verification.is_valid(false),
        "{CAMPAIGN} does not verify; if the rules have changed: ADJUTANT_BLESS=campaign cargo test --release --test \
         examples campaign\n{:#?}",
        verification.failures
    );
    assert!(verification.notices.is_empty(), "{:?}", verification.notices);
    let outcome = verification.outcome.as_ref().expect("an outcome");
    let winner = outcome["winner"].as_str();
    let chain = Chain::build(&loaded).expect("a chain");
    let events = || chain.line.iter().filter_map(|step| step.state.document.content["events"].as_array()).flatten();
    let count = |name: &str| events().filter(|event| event["event"] == name).count();
    assert!(count("combat") > 20, "{} combats", count("combat"));
    assert_eq!(count("ended"), 1);
    let size: usize = files.iter().map(|(_, text)| text.len()).sum();
    println!(
        "{CAMPAIGN}: {} steps, {} rolls, {} combats, won by {winner:?}, {size} bytes, verified in {:.1} s",
        verification.counts.steps,
        verification.counts.rolls,
        count("combat"),
        took.as_secs_f64()
    );
    // The report of the last step names the winner.
    let last = std::fs::read_dir(folder.join("reports")).expect("reports").map(|entry| entry.expect("a report").path());
    let last = std::fs::read_to_string(last.max().expect("a report")).expect("text");
    assert!(last.contains(if winner == Some("union") { "Union" } else { "Confedera" }), "{last}");
    let game = games.for_charter(&chain.charter.typed, &loaded).expect("the game");
    assert!(play_example::last_report(&loaded, &*game).1 == last, "the last report is not what this build tells");
}

/// What decides between equal courses in the example of the Seven Days.
const DAYS: u64 = 1862;

#[test]
fn the_example_of_the_seven_days_verifies() {
    let folder = example::folder(SEVEN_DAYS);
    if std::env::var("ADJUTANT_BLESS").is_ok_and(|what| what == "1") {
        write_example(&folder, &play_example::Writer::begin(SEVEN_DAYS, DAYS).play_sensibly(DAYS));
        std::fs::write(example::examples().join("keys/README.md"), play_example::keys_page())
            .expect("the page of the keys");
    }
    let files = example::read_files(SEVEN_DAYS, false);
    let loaded = example::load(&files);
    let games = adjutant::registry::games();
    let verification = adjutant::chain::verify::verify(&loaded, &games);
    assert!(
        verification.is_valid(false),
        "{SEVEN_DAYS} does not verify; if the rules have changed: ADJUTANT_BLESS=1 cargo test --test reports examples::\n{:#?}",
        verification.failures
    );
    assert!(verification.notices.is_empty(), "{:?}", verification.notices);
    let outcome = verification.outcome.as_ref().expect("an outcome");
    let chain = Chain::build(&loaded).expect("a chain");
    let events: Vec<&serde_json::Value> =
        chain.line.iter().filter_map(|step| step.state.document.content["events"].as_array()).flatten().collect();
    let count = |name: &str| events.iter().filter(|event| event["event"] == name).count();
    assert_eq!((count("bids"), count("exchanged"), count("victory")), (1, 1, 1), "both wanted the other's side");
    for wanted in ["weather", "activation", "assault_dice", "sunset", "replacements", "retreated"] {
        assert!(count(wanted) > 0, "no event '{wanted}'");
    }
    // Ann has the Union by the charter, and plays the Confederacy.
    let game = games.for_charter(&chain.charter.typed, &loaded).expect("the game");
    let reports = play_example::reports(&loaded, &*game);
    let last = &reports.last().expect("a report").1;
    let (winner, loser) =
        if outcome["winner"] == "union" { ("Union", "Confederacy") } else { ("Confederacy", "Union") };
    assert!(last.contains(winner) && last.contains("Ann Carter (test key)"), "the {winner} beat the {loser}:\n{last}");
    let size: usize = files.iter().map(|(_, text)| text.len()).sum();
    println!("{SEVEN_DAYS}: {:?}, {} assaults, {outcome}, {size} bytes", verification.counts, count("assault_dice"));
    assert!(size < 1_500_000, "{SEVEN_DAYS} has grown to {size} bytes");
    for (report, text) in reports {
        let kept = std::fs::read_to_string(folder.join(&report)).unwrap_or_default();
        assert!(
            kept == text,
            "{SEVEN_DAYS}/{report} is not what this build tells; ADJUTANT_BLESS=1 cargo test --test reports examples:: writes it \
             anew"
        );
    }
}

#[test]
fn the_keys_of_the_examples_are_public() {
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        return;
    }
    let page = std::fs::read_to_string(example::examples().join("keys/README.md")).expect("the page");
    assert_eq!(page, play_example::keys_page());
    for name in example::ALL {
        let text = std::fs::read_to_string(example::folder(name).join("charter.yaml")).expect("the charter");
        for (seat, ..) in example::seats(name) {
            assert!(text.contains(&example::key(name, seat).public().to_string()), "{name} {seat}");
        }
    }
}

/// The mails of the second game turn of `campaign_1862`, head-to-head, the sensible player on both sides.
fn mails(change: &dyn Fn(&mut Plan)) -> play_example::Mails {
    play_example::Writer::begin_in(HEAD_TO_HEAD, "campaign_1862", SEED).mails_of_a_turn(SEED, change)
}

#[test]
fn early_commitments_and_finished_halves_save_mails() {
    let opens = |plan: &Plan| !plan.act.open.is_empty();
    let wait = |plan: &mut Plan| {
        if opens(plan) {
            plan.act.commit.clear();
            plan.choose.clear();
        }
    };
    let finish = |plan: &mut Plan| {
        let spends = |order: &Value| order.get("spend").is_some();
        if !plan.act.orders.is_empty() {
            plan.act.orders.retain(|order| !spends(order));
            plan.act.orders.push(json!({"finish": {}}));
        }
    };
    let (waiting, early, finished) = (mails(&wait), mails(&|_| {}), mails(&finish));
    println!("everybody waits: {waiting:?}\nearly commitments: {early:?}\n`finish` too: {finished:?}");
    // Two seats open the priorities that are due; where both wait, two more turns commit to the next ones.
    assert_eq!([waiting, early, finished].map(|mails| mails.for_priorities), [4, 2, 2]);
    // A player who is out of command points but has reinforcements left is asked even so (CW-280).
    assert!(finished.asked_again < waiting.asked_again, "{finished:?} {waiting:?}");
}

/// The closed matches of the card games, as `demo` has played them: its keys and secrets no longer exist. After a
/// change of the rules `adjutant demo --game GAME --scenario SCENARIO --player sensible --out FOLDER` plays another;
/// `ADJUTANT_BLESS=1` rewrites the reports. With `ADJUTANT_MATCHES` they are written there for the verifier in another
/// language, with what the piles hold at the beginning.
#[test]
fn the_examples_of_the_games_of_cards_are_closed_and_proved() {
    let sides = ["union", "confederate"];
    for (name, seats) in [
        ("dixie", ["usa", "csa"]),
        ("longstreet", ["federal", "confederate"]),
        ("battle-cry-gettysburg", sides),
        ("battle-cry-campaign", sides),
    ] {
        let folder = example::folder(name);
        let loaded = example::load(&example::read_files(name, false));
        let games = adjutant::registry::games();
        let verification = adjutant::chain::verify::verify(&loaded, &games);
        assert!(verification.is_valid(false), "{name} does not verify: {:#?}", verification.failures);
        assert!(verification.outcome.is_some() && verification.notices.is_empty(), "{:?}", verification.notices);
        let chain = Chain::build(&loaded).expect("a chain");
        assert_eq!(chain.owed_disclosures(), Vec::<&adjutant::document::Id>::new());
        for seat in seats {
            assert!(
                folder.join(format!("disclosures/{seat}.yaml")).is_file(),
                "{name}: the hand of {seat} is disclosed"
            );
        }
        let game = games.for_charter(&chain.charter.typed, &loaded).expect("the game");
        for (report, text) in play_example::reports(&loaded, &*game) {
            let path = folder.join(&report);
            if std::env::var("ADJUTANT_BLESS").is_ok_and(|what| what == "1") {
                std::fs::write(&path, &text).expect("a report");
            }
            let kept = std::fs::read_to_string(path).unwrap_or_default();
            assert!(kept == text, "{name}/{report} is not what this build tells; ADJUTANT_BLESS=1 writes it anew");
        }
        if let Some(matches) = std::env::var_os("ADJUTANT_MATCHES") {
            let to = std::path::Path::new(&matches).join(format!("example-{name}"));
            crate::folders::copy_all(&folder, &to);
            let charter = &chain.charter.typed;
            let decks = game.setup(&charter.scenario, &charter.options).expect("the set-up").decks();
            std::fs::write(to.join("decks.json"), serde_json::json!(decks).to_string()).expect("the piles");
        }
        // One card that is played otherwise than it is held is a lie that both can prove.
        let mut files = example::read_files(name, false);
        let disclosed = files.iter_mut().find(|(file, _)| file.starts_with("disclosures/")).expect("a disclosure");
        let at = disclosed.1.find("secret:").expect("a secret") + "secret: \"".len();
        let digit = if disclosed.1.as_bytes()[at + 3] == b'0' { "1" } else { "0" };
        disclosed.1.replace_range(at + 3..at + 4, digit);
        assert!(!example::verify_files(&files, &games).is_valid(false), "{name}: another secret was disclosed");
    }
}
