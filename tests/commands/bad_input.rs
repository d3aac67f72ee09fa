//! Hostile files: the program's message for each is in `tests/cmd/bad_input/`; it must come at once, and nothing on the
//! disk may change. `ADJUTANT_BLESS=1 cargo test --test commands bad_input::` rewrites the messages.

use crate::refereed_match;
use std::path::Path;
use std::time::{Duration, Instant};

use adjutant::document::{Bytes32, Value, write};
use adjutant::trust::{Vault, seeds};
use refereed_match::{Ran, RefereedMatch, load};
use serde_json::json;

/// No hostile file keeps the program longer, even where it was built without optimisation on a busy machine.
const AT_ONCE: Duration = Duration::from_secs(20);

/// The output of a run, with everything that differs between runs replaced by a fixed name.
fn normalized_output(table: &RefereedMatch, ran: &Ran) -> String {
    let text = format!("exit code {}\n{}{}", ran.code, ran.out, ran.err);
    // The dice decide which side is asked for orders first.
    let text = text.replace(&table.root.path().display().to_string(), "[ROOT]");
    let text = text.replace("union", "[SEAT]").replace("confederate", "[SEAT]");
    let mut out = String::new();
    let mut digits = String::new();
    for c in text.chars().chain([' ']) {
        if c.is_ascii_hexdigit() && !c.is_ascii_uppercase() {
            digits.push(c);
            continue;
        }
        out.push_str(if digits.len() == 64 { "[HEX]" } else { &digits });
        digits.clear();
        out.push(c);
    }
    // Thirty-two bytes are written in quotes if their first digit is not a letter.
    let out = out.replace("\"[HEX]\"", "[HEX]");
    let lines: Vec<String> = out.trim_end().lines().map(without_signature).collect();
    lines.join("\n") + "\n"
}

fn without_signature(line: &str) -> String {
    match line.split_once("sig: \"") {
        Some((before, _)) => format!("{before}sig: [SIGNATURE]"),
        None => line.trim_end().to_owned(),
    }
}

fn compare(name: &str, found: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/cmd/bad_input/{name}.txt"));
    assert!(!found.contains('\u{1b}'), "{name}: an escape reaches the terminal");
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, found).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == found, "{name}: the message is another one.\nkept:\n{kept}\nfound:\n{found}");
}

/// Runs the program on something bad: it must say no at once, in the words kept, and change nothing.
fn refused(table: &RefereedMatch, name: &str, seat: &str, args: &[&str]) {
    let before = table.snapshot();
    let started = Instant::now();
    let ran = table.run(seat, args);
    assert!(started.elapsed() < AT_ONCE, "{name} takes {:?}", started.elapsed());
    assert!(matches!(ran.code, 1 | 2), "{name}: {}{}", ran.out, ran.err);
    assert!(table.snapshot() == before, "{name}: something on the disk changed");
    compare(name, &normalized_output(table, &ran));
}

/// The same for a signed turn that is answered with a signed refusal: nothing that was there changes.
fn refused_with_a_signature(table: &RefereedMatch, name: &str, args: &[&str]) {
    let before = table.snapshot();
    let ran = table.run("adjudicator", args);
    assert_eq!(ran.code, 1, "{name}: {}{}", ran.out, ran.err);
    let after = table.snapshot();
    let log = |path: &Path| path.ends_with("log") || path.ends_with("lock");
    for (path, bytes) in before.iter().filter(|(path, _)| !log(path)) {
        assert!(after.get(path) == Some(bytes), "{name}: {} changed", path.display());
    }
    let new: Vec<_> = after.keys().filter(|path| !before.contains_key(*path) && !log(path)).collect();
    assert_eq!(new.len(), 2, "{name}: the turn and its refusal are kept: {new:?}\n{}", ran.err);
    compare(name, &normalized_output(table, &ran));
}

#[test]
fn every_hostile_file_is_answered_at_once_and_changes_nothing() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let other = if seat == "union" { "confederate" } else { "union" };
    let bad = table.root.path().join("bad.yaml");
    let file = bad.to_str().unwrap();

    // A good turn of this step, taken out of the folder again.
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.run_ok(&seat, &["sign"]);
    let step = table.state()["step"].as_u64().unwrap() + 1;
    let signed = table.folder().join(format!("turns/{step:04}-{seat}.yaml"));
    let good = load(&signed);
    let text = std::fs::read_to_string(&signed).unwrap();
    std::fs::remove_file(&signed).unwrap();
    let put = |bytes: &[u8]| std::fs::write(&bad, bytes).unwrap();
    let adjudicate = |name: &str| refused(&table, name, "adjudicator", &["adjudicate", file]);

    let half = text.find("sig: ").unwrap() + 30;
    put(&text.as_bytes()[..half]);
    adjudicate("half_written");

    // Damage that mail does to a file: the message must not tell the user to edit what was signed.
    put(text.lines().map(|line| format!("> {line}\n")).collect::<String>().as_bytes());
    adjudicate("mail_quoted");
    put(format!("Hi Cleo, here is my turn\n\n{text}-- \nBob\n").as_bytes());
    adjudicate("mail_greeting");
    let wrapped =
        |line: &str| if line.len() > 60 { format!("{}\n{}\n", &line[..60], &line[60..]) } else { format!("{line}\n") };
    put(text.lines().map(wrapped).collect::<String>().as_bytes());
    // Where it stops being YAML depends on the digests.
    let ran = table.run("adjudicator", &["adjudicate", file]);
    assert!(ran.code == 1 && ran.err.contains("ask its sender for it as an attachment"), "{}", ran.err);

    std::fs::File::create(&bad).unwrap().set_len(2 << 30).unwrap();
    adjudicate("two_gibibytes");
    refused(&table, "two_gibibytes_digest", "union", &["digest", file]);

    put(&[text.as_bytes(), b"comment: \xff\xfe\n"].concat());
    adjudicate("not_utf8");

    put(format!("{text}comment: {}\n", "[".repeat(20_000)).as_bytes());
    adjudicate("deep");
    put(format!("{text}orders: {}x{}\n", "[".repeat(100), "]".repeat(100)).as_bytes());
    adjudicate("deep_and_closed");

    put(format!("{text}answers:\n{}", "  - {}\n".repeat(60_000)).as_bytes());
    adjudicate("too_many_nodes");
    let bomb = "a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\n";
    put(format!("{text}{bomb}").as_bytes());
    adjudicate("repetitive");
    put(format!("{text}step: 3\n").as_bytes());
    adjudicate("field_twice");

    refused(&table, "a_directory", "adjudicator", &["adjudicate", table.root.path().to_str().unwrap()]);
    refused(&table, "a_device", "adjudicator", &["adjudicate", "/dev/zero"]);
    refused(&table, "no_such_file", "adjudicator", &["adjudicate", "/no/such/file.yaml"]);

    let change = |field: &str, value: Value| {
        let mut turn = good.clone();
        turn[field] = value;
        turn
    };
    put(table.sealed(&change("match", json!(Bytes32([7; 32]))), &seat, &seat).as_bytes());
    adjudicate("another_match");

    put(write(&change("comment", json!("changed on the way"))).as_bytes());
    adjudicate("changed_after_signing");
    put(table.sealed(&good, other, other).as_bytes());
    adjudicate("signature_of_another_seat");
    put(table.sealed(&good, &seat, other).as_bytes());
    adjudicate("key_of_another_seat");

    put(table.sealed(&change("seat", json!("../../../etc/passwd")), &seat, &seat).as_bytes());
    adjudicate("seat_named_like_a_path");
    refused(&table, "seat_like_a_path_argument", &seat, &["draft", "--seat", "../../../etc/passwd"]);

    put(text
        .replace("comment:", "")
        .replacen("kind: turn", "kind: turn\ncomment: \"\u{1b}[2J\u{1b}]0;x\u{7}\"", 1)
        .as_bytes());
    adjudicate("terminal_escapes");
    put(text.replacen("kind: turn", "kind: \"\\u001b[31mturn\\u202e\"", 1).as_bytes());
    adjudicate("terminal_escapes_in_words");

    put(text.replacen(&format!("step: {step}"), "step: 9007199254740993", 1).as_bytes());
    adjudicate("number_beyond_range");
    put(text.replacen(&format!("step: {step}"), "step: -1", 1).as_bytes());
    adjudicate("number_below_range");
}

#[test]
fn a_draft_gets_every_problem_at_once() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let draft = table.drafted(&seat, "orders:\n  - spend: {east: 18446744073709551616}");
    let file = draft.to_str().unwrap();
    refused(&table, "order_beyond_every_range", &seat, &["check", file]);
    table.drafted(&seat, "orders:\n  - spend: {east: 99999999999}");
    refused(&table, "order_beyond_range", &seat, &["check", file]);
    table.drafted(
        &seat,
        "orders:\n  - move: {leader: nobody_at_all, path: [\"9999\"]}\n  - spent: {east: 1}\ncoment: x",
    );
    refused(&table, "several_problems", &seat, &["check", file]);
}

/// What a draft holds that its writer does not see or did not mean is named, whatever else is wrong, and nothing is
/// signed.
#[test]
fn what_a_draft_holds_is_named() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let spend = "orders:\n  - spend: {east: 1}";
    for (body, said) in [
        (
            "orders:\n\u{a0}\u{a0}- spend: {east: 1}".to_owned(),
            vec!["a no-break space (U+00A0)", "write an ordinary space"],
        ),
        ("orders:\n  \u{2022} spend: {east: 1}".to_owned(), vec!["\u{2022} is a bullet (U+2022)", "write a hyphen"]),
        ("orders:\n  \u{2013} spend: {east: 1}".to_owned(), vec!["\u{2013} is an en dash (U+2013)", "write a hyphen"]),
        ("orders:\n  - spend: {east: \u{ff11}}".to_owned(), vec!["a full-width digit (U+FF11)", "write a plain 1"]),
        (format!("{spend}\ncomment: Meet me at #2 of the list"), vec!["a comment begins at this #", "Meet me at #2"]),
        (
            "orders:\n  - move: {leader: Nobody At All, path: [\"9999\"]}\n  - spend: {eest: 1}\ncomment: At #2"
                .to_owned(),
            vec!["there is no leader 'Nobody At All'", "eest", "a comment begins at this #"],
        ),
        ("commit: assault".to_owned(), vec!["expected a list"]),
    ] {
        let draft = table.drafted(&seat, &body);
        let before = table.snapshot();
        for command in ["check", "sign"] {
            let ran = table.run(&seat, &[command, draft.to_str().unwrap()]);
            assert!(matches!(ran.code, 1 | 2), "{command} {body}: {}", ran.out);
            for words in &said {
                assert!(ran.err.contains(words), "{command} {body}: no {words} in {}", ran.err);
            }
            assert!(!ran.err.contains("expected an id"), "{body}: {}", ran.err);
        }
        assert!(table.snapshot() == before, "{body}: something on the disk changed");
    }
    // Words of the schema may have capitals.
    let draft = table.drafted(&seat, "orders:\n  - Spend: {East: 1}\noffer: Draw  # or not");
    let ran = table.run(&seat, &["check", draft.to_str().unwrap()]);
    assert!(!ran.err.contains("not allowed here") && !ran.err.contains("no field"), "{}", ran.err);
}

#[test]
fn a_signed_turn_that_does_not_fit_is_refused_with_a_signature() {
    let table = RefereedMatch::new();
    let seat = table.until_orders();
    let step = table.state()["step"].as_u64().unwrap() + 1;
    let order = table.legal_order(&seat);
    table.drafted(&seat, &format!("orders: [{order}]"));
    table.run_ok(&seat, &["sign"]);
    let signed = table.folder().join(format!("turns/{step:04}-{seat}.yaml"));
    let good = load(&signed);
    std::fs::remove_file(&signed).unwrap();
    let bad = table.root.path().join("bad.yaml");
    let file = bad.to_str().unwrap();

    // Another turn for a step that is resolved is double dealing, and answered outside the chain.
    let mut old = load(&table.folder().join(format!("turns/0001-{seat}.yaml")));
    old["comment"] = json!("for a step long past");
    std::fs::write(&bad, table.sealed(&old, &seat, &seat)).unwrap();
    refused(&table, "old_step", "adjudicator", &["adjudicate", file]);

    // Right in all but the number of its step.
    let mut early = good.clone();
    early["step"] = json!(step + 3);
    std::fs::write(&bad, table.sealed(&early, &seat, &seat)).unwrap();
    refused_with_a_signature(&table, "wrong_step", &["adjudicate", file]);

    // The reveal after the one that is due.
    let charter = load(&table.folder().join("charter.yaml"));
    let entry = charter["seats"].as_array().unwrap().iter().find(|entry| entry["seat"] == json!(seat)).unwrap();
    let anchor: Bytes32 = entry["seed"]["anchor"].as_str().unwrap().parse().unwrap();
    let chain = Vault::open(table.home(&seat)).unwrap().seed(&table.key(&seat), &anchor).unwrap();
    let due: Bytes32 = good["reveal"].as_str().unwrap().parse().unwrap();
    let late = chain.next_after(&due).unwrap();
    assert!(seeds::follows(&late, &due));
    // The turn refused just now has to be named in the one that replaces it.
    let refusal = table.folder().join("refusals");
    let refusal = load(&std::fs::read_dir(refusal).unwrap().next().unwrap().unwrap().path());
    let mut wrong = good.clone();
    wrong["refusal"] = json!(adjutant::document::digest(&refusal));
    wrong["reveal"] = json!(late);
    std::fs::write(&bad, table.sealed(&wrong, &seat, &seat)).unwrap();
    refused_with_a_signature(&table, "reveal_out_of_order", &["adjudicate", file]);
}

#[test]
fn a_dead_leader_takes_no_orders() {
    let table = RefereedMatch::new();
    table.until_orders();
    let mut position = table.state()["position"].clone();
    let mut leaders = Vec::new();
    for (piece, place) in position["game"]["pieces"].as_object_mut().unwrap() {
        if matches!(piece.as_str(), "mcdowell-3" | "beauregard-3") && place.get("map").is_some() {
            leaders.push(place["map"]["hex"].clone());
            *place = json!("killed");
        }
    }
    assert_eq!(leaders.len(), 2, "both commanders are on the map at first");
    let file = table.root.path().join("position.yaml");
    std::fs::write(&file, write(&position)).unwrap();
    let reason = "a shell hit both headquarters";
    table.run_ok("adjudicator", &["rule", "--reason", reason, "--position", file.to_str().unwrap()]);
    let seat = table.until_orders();
    let (dead, to) = if seat == "union" { ("mcdowell", "5106") } else { ("beauregard", "5107") };
    // The winner of the initiative has to bring in a reinforcement first.
    let first = table.legal_order(&seat);
    let orders = match first.get("reinforce") {
        Some(_) => format!("orders:\n  - {first}\n  - move: {{leader: {dead}, path: [\"{to}\"]}}"),
        None => format!("orders:\n  - move: {{leader: {dead}, path: [\"{to}\"]}}"),
    };
    let draft = table.drafted(&seat, &orders);
    refused(&table, &format!("dead_leader_of_{seat}"), &seat, &["check", draft.to_str().unwrap()]);
    refused(&table, &format!("dead_leader_of_{seat}_signed"), &seat, &["sign", draft.to_str().unwrap()]);
}
