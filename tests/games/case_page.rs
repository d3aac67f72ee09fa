//! The page and the schemas of cases: every case has the shape that the schema describes, and the lists in
//! `docs/cases.md` match the types. `ADJUTANT_BLESS=1 cargo test --test games case_page::` rewrites the lists.

use crate::json_schema;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use adjutant::document::inline;
use adjutant::document::{Form, read};
use adjutant::engine::case::Case;
use adjutant::games::civil_war::CivilWar;
use adjutant::games::seven_days::SevenDays;
use adjutant::session::{Game, Rules};
use serde_json::{Value, json};

const GAMES: [&str; 2] = ["civil_war", "seven_days"];

fn game(id: &str) -> Box<dyn Game> {
    match id {
        "civil_war" => Box::new(Rules(CivilWar::shipped())),
        _ => Box::new(Rules(SevenDays::shipped())),
    }
}

/// The cases of a game, with their files' names, in the order of these.
fn cases(id: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(id);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let one = |path: PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let document = read(&name, &std::fs::read(&path).unwrap(), Form::Draft).unwrap();
        (name, document.content)
    };
    files.into_iter().map(one).collect()
}

#[test]
fn every_case_has_the_shape_of_the_schema() {
    let mut faults = Vec::new();
    for id in GAMES {
        let schema = game(id).case_schema();
        let cases = cases(id);
        assert!(cases.len() > 500, "{id}: {} cases", cases.len());
        for (name, mut case) in cases {
            // Input that is expected to be refused need not parse.
            if case.pointer("/expect/refused").is_some()
                && let Some(acts) = case["turns"].as_array_mut().and_then(|turns| turns.last_mut()?.as_object_mut())
            {
                for act in acts.values_mut().filter_map(Value::as_object_mut) {
                    act.remove("orders");
                    act.remove("answers");
                }
            }
            faults.extend(json_schema::fault(&schema, &schema, &case, "").map(|fault| format!("{name}: {fault}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_schema_refuses_what_no_case_may_say() {
    let schema = game("civil_war").case_schema();
    let case = json!({"case": "a", "rule": "4.2", "ruleset": "civil_war", "given": {}, "expect": {}});
    assert_eq!(json_schema::fault(&schema, &schema, &case, ""), None);
    for (pointer, key, value) in [
        ("", "ruleset", json!("seven_days")),
        ("/given", "lefft", json!(1)),
        ("/given", "left", json!("one")),
        ("/given", "union", json!({"at": {"5206": {"sp": -1}}})),
        ("", "turns", json!([{"union": {"orders": [{"march": {}}]}}])),
        ("", "turns", json!([{"france": {}}])),
        ("", "dice", json!(["six"])),
        ("/expect", "events", json!([{"event": "half_ower"}])),
        ("/expect", "events", json!([{"event": "half_over", "whose": "union"}])),
    ] {
        let mut wrong = case.clone();
        wrong.pointer_mut(pointer).unwrap()[key] = value;
        assert!(json_schema::fault(&schema, &schema, &wrong, "").is_some(), "{wrong}");
    }
}

/// The first words of the purposes that the schema knows.
fn purposes(schema: &Value) -> BTreeSet<String> {
    let list = schema.pointer("/$defs/DiceText/anyOf/1/properties/purpose/anyOf").unwrap().as_array().unwrap();
    list.iter().map(|one| one["title"].as_str().unwrap().split(' ').next().unwrap().to_owned()).collect()
}

/// Every roll that the cases bring about is listed, with its dice, and every one that is listed comes about.
#[test]
fn the_purposes_of_dice_are_those_that_are_rolled() {
    for id in GAMES {
        let game = game(id);
        let schema = game.case_schema();
        let mut rolled = BTreeSet::new();
        for (name, value) in cases(id) {
            let played = Case::read(&value)
                .and_then(|case| case.play(&*game))
                .unwrap_or_else(|problem| panic!("{name}: {problem}"));
            rolled.extend(
                played
                    .rolls
                    .iter()
                    .map(|(purpose, faces)| (purpose.split(' ').next().unwrap_or_default().to_owned(), faces.len())),
            );
        }
        let words: BTreeSet<String> = rolled.iter().map(|(word, _)| word.clone()).collect();
        assert_eq!(words, purposes(&schema), "{id}");
        assert_eq!(words.len(), rolled.len(), "a kind of roll has always as many dice: {rolled:?}");
        for (word, dice) in rolled {
            let list = schema.pointer("/$defs/DiceText/anyOf/1/properties/purpose/anyOf").unwrap().as_array().unwrap();
            let told = list.iter().find(|one| one["title"].as_str().unwrap().split(' ').next() == Some(&word)).unwrap();
            let told = told["description"].as_str().unwrap();
            let many = if dice == 1 { "a die of".to_owned() } else { format!("{dice} dice of") };
            assert!(told.contains(&many), "{word}: {told}");
        }
    }
}

#[test]
fn the_page_of_cases_is_not_stale() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cases.md");
    let kept = std::fs::read_to_string(&path).unwrap();
    let mut page = kept.clone();
    for id in GAMES {
        let (begin, end) = (format!("<!-- lists of {id} -->\n"), format!("<!-- end of the lists of {id} -->"));
        let from = page.find(&begin).expect("where the lists begin") + begin.len();
        let to = page.find(&end).expect("where the lists end");
        page.replace_range(from..to, &lists(id));
    }
    if std::env::var_os("ADJUTANT_BLESS").is_some() {
        std::fs::write(&path, &page).unwrap();
        return;
    }
    assert!(kept == page, "docs/cases.md is stale: run ADJUTANT_BLESS=1 cargo test --test games case_page::");
}

/// The lists of a game on the page.
fn lists(id: &str) -> String {
    let schema = game(id).case_schema();
    let cases: Vec<Value> = cases(id).into_iter().map(|(_, case)| case).collect();
    let mut page = String::new();
    let givens: Vec<&Value> = cases.iter().map(|case| &case["given"]).collect();
    keys(&mut page, &schema, "Given", "Keys of `given`", &givens);
    let nested: &[(&str, &str, &[&str])] = match id {
        "civil_war" => &[
            ("GivenSide", "Keys of `union` and `confederate`", &["union", "confederate"]),
            ("Stack", "Keys of a stack: `at: {\"5206\": …}`", &["at", "*"]),
            ("Corps", "Keys of one of several armies in a hex: `armies: {potomac: …}`", &["armies", "*"]),
            ("Fleet", "Keys of ships at one station: `ships: {\"2112/2211\": …}`", &["ships", "*"]),
            ("Navy", "Keys of `navy`", &["navy"]),
        ],
        _ => &[("Stack", "Keys of what a side has in an area: `union: {\"5\": …}`", &["union", "confederate"])],
    };
    let mut sides: Vec<&Value> = Vec::new();
    let mut stacks: Vec<&Value> = Vec::new();
    for (name, title, within) in nested {
        let outer = match *name {
            "GivenSide" => &givens,
            "Corps" => &stacks,
            "Stack" if sides.is_empty() => &givens,
            _ => &sides,
        };
        let every = within.last() == Some(&"*") || id == "seven_days";
        let found = outer.iter().flat_map(|value| within.iter().filter_map(|key| value.get(*key)));
        let found: Vec<&Value> = found
            .flat_map(|value| {
                if every { value.as_object().into_iter().flat_map(|map| map.values()).collect() } else { vec![value] }
            })
            .collect();
        keys(&mut page, &schema, name, title, &found);
        match *name {
            "GivenSide" => sides = found,
            "Stack" => stacks = found,
            _ => {}
        }
    }
    rolls(&mut page, &schema, &cases);
    questions(&mut page, &schema, &cases);
    events(&mut page, &schema, &cases);
    page
}

/// A text on one line, as a cell of a table holds it.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// The first of these texts that fits into a line; the first of all if none does.
fn example(found: impl Iterator<Item = String>) -> String {
    let mut longer = None;
    for text in found {
        if text.len() <= 60 {
            return format!("`{}`", cell(&text));
        }
        longer.get_or_insert(text);
    }
    longer.filter(|text| text.len() < 140).map_or_else(|| "-".to_owned(), |text| format!("`{}`", cell(&text)))
}

fn keys(page: &mut String, schema: &Value, name: &str, title: &str, found: &[&Value]) {
    let _ = write!(page, "\n### {title}\n\n| Key | Meaning | Default | Example |\n|---|---|---|---|\n");
    for (key, field) in schema["$defs"][name]["properties"].as_object().unwrap() {
        let text = field["description"].as_str().unwrap_or_else(|| panic!("{name}.{key} is not described"));
        let told = text.strip_suffix(" by default.").and_then(|text| text.rsplit_once(';'));
        let listed = matches!(field["type"].as_str(), Some("array" | "object"));
        let usual = match field.get("default") {
            _ if told.is_some() => told.map_or("", |(_, usual)| usual),
            Some(Value::Bool(false)) => "no",
            Some(Value::Number(_)) => "0",
            Some(Value::Array(_) | Value::Object(_)) => "none",
            _ if listed => "none",
            _ => "-",
        };
        let meaning = told.map_or_else(|| text.to_owned(), |(meaning, _)| format!("{meaning}."));
        let example =
            example(found.iter().filter_map(|value| value.get(key)).map(|value| format!("{key}: {}", inline(value))));
        let _ = writeln!(page, "| `{key}` | {} | {} | {example} |", cell(&meaning), cell(usual));
    }
}

fn rolls(page: &mut String, schema: &Value, cases: &[Value]) {
    page.push_str("\n### Purposes of dice\n\n| Purpose | What is rolled for | Example |\n|---|---|---|\n");
    for roll in schema.pointer("/$defs/DiceText/anyOf/1/properties/purpose/anyOf").unwrap().as_array().unwrap() {
        let title = roll["title"].as_str().unwrap();
        let word = title.split(' ').next().unwrap();
        let rolls = cases.iter().flat_map(|case| case["dice"].as_array().into_iter().flatten());
        let of = rolls
            .filter(|roll| roll["purpose"].as_str().is_some_and(|purpose| purpose.split(' ').next() == Some(word)));
        let _ = writeln!(
            page,
            "| `{title}` | {} | {} |",
            cell(roll["description"].as_str().unwrap()),
            example(of.map(inline))
        );
    }
}

fn questions(page: &mut String, schema: &Value, cases: &[Value]) {
    page.push_str(
        "\n### Questions and answers\n\n| Question | What is asked | The answer | Example |\n|---|---|---|---|\n",
    );
    let told = |list: &Value| -> BTreeMap<String, String> {
        let variants = list["oneOf"].as_array().unwrap().iter();
        let told = variants.map(|one| (one["required"][0].as_str().unwrap(), one["description"].as_str().unwrap()));
        told.map(|(name, text)| (name.to_owned(), cell(text))).collect()
    };
    let (asked, answers) = (told(&schema["$defs"]["Question"]), told(&schema["$defs"]["Answer"]));
    assert_eq!(asked.keys().collect::<Vec<_>>(), answers.keys().collect::<Vec<_>>(), "each question has an answer");
    let given: Vec<&Value> = cases
        .iter()
        .flat_map(|case| case["turns"].as_array().into_iter().flatten())
        .flat_map(|turn| turn.as_object().into_iter().flat_map(|sides| sides.values()))
        .flat_map(|act| act["answers"].as_array().into_iter().flatten())
        .collect();
    for (name, question) in &asked {
        let answer = &answers[name];
        let of = given.iter().filter(|entry| entry["answer"].get(name).is_some() || entry.get(name).is_some());
        let _ = writeln!(page, "| `{name}` | {question} | {answer} | {} |", example(of.map(|entry| inline(entry))));
    }
}

fn events(page: &mut String, schema: &Value, cases: &[Value]) {
    page.push_str("\n### Events\n\nEach may be expected with any of its fields, and with `rule`.\n\n");
    page.push_str("| Event | Meaning | Fields | Example |\n|---|---|---|---|\n");
    let expected: Vec<&Value> =
        cases.iter().flat_map(|case| case["expect"]["events"].as_array().into_iter().flatten()).collect();
    for event in schema["$defs"]["ExpectedEvent"]["anyOf"].as_array().unwrap() {
        let fields = event["properties"].as_object().unwrap();
        let name = fields["event"]["const"].as_str().unwrap();
        let names = fields.keys().filter(|key| !["event", "rule"].contains(&key.as_str()));
        let names: Vec<String> = names.map(|key| format!("`{key}`")).collect();
        let names = if names.is_empty() { "-".to_owned() } else { names.join(", ") };
        let meaning = event["description"].as_str().unwrap_or_else(|| panic!("the event {name} is not described"));
        let of = expected.iter().filter(|one| one["event"] == name);
        let _ = writeln!(page, "| `{name}` | {} | {names} | {} |", cell(meaning), example(of.map(|one| inline(one))));
    }
}

/// The first case of the page is a case, and all comes out as it says.
#[test]
fn the_example_of_the_page_holds() {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cases.md")).unwrap();
    let text = page.split("```yaml\n").nth(1).unwrap().split("```").next().unwrap();
    let document = read("cases.md", text.as_bytes(), Form::Draft).unwrap();
    let case = Case::of_document(&document).unwrap();
    let differences = case.run(&Rules(CivilWar::shipped())).unwrap();
    assert!(differences.is_empty(), "{differences:?}");
}

/// The program's exit code and its output.
fn command(arguments: &[&str]) -> (i32, String) {
    let done = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant")).args(arguments).output().unwrap();
    let said = [done.stdout, done.stderr].map(|said| String::from_utf8(said).unwrap()).concat();
    (done.status.code().unwrap(), said)
}

/// The position of a match becomes a case in which the same side is asked for orders; the set-up one that is whole.
#[test]
fn a_position_of_a_match_is_written_as_a_case() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("demo").to_str().unwrap().to_owned();
    assert_eq!(command(&["demo", "--out", &out]).0, 0);
    let place = format!("{out}/refereed");
    let game = game("civil_war");
    let schema = game.case_schema();
    for step in 3..=6 {
        let (code, said) = command(&["case", "--from", &place, "--step", &step.to_string()]);
        assert_eq!(code, 0, "step {step}: {said}");
        let mut value = read("case.yaml", said.as_bytes(), Form::Draft).unwrap().content;
        assert_eq!(json_schema::fault(&schema, &schema, &value, ""), None, "step {step}");
        let side = value["turns"][0].as_object().unwrap().keys().next().unwrap().clone();
        let left = value["given"]["left"].clone();
        value["turns"] = json!([]);
        value["expect"] = json!({"awaiting": [{"side": side, "orders": {"difference_left": left}}], "position": {"left": left, "phasing": side}});
        let differences = Case::read(&value).unwrap().run(&*game).unwrap();
        assert!(differences.is_empty(), "step {step}: {differences:?}");
    }
    let (code, said) = command(&["case", "--from", &place, "--step", "0"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("whole_position:") && said.contains("turns: []"), "{said}");
    let (code, said) = command(&["case", "--from", &place, "--step", "3", "--played"]);
    assert_eq!(code, 0, "{said}");
    let file = folder.path().join("again.yaml");
    std::fs::write(&file, &said).unwrap();
    let (code, said) = command(&["case", file.to_str().unwrap()]);
    assert_eq!(code, 0, "{said}");
    let (code, said) = command(&["case", "--from", &place, "--played"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("the match is over in this position") && said.contains("take an earlier step"), "{said}");
}
