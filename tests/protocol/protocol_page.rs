//! The numbers in `docs/protocol.md` agree with the program; `docs/dependencies.md` names every dependency.

use adjutant::document::{Bytes32, Form, Kind, Value, canonical, read};
use adjutant::trust::{Dice, SigningKey, choice_digest, dice_key, fingerprint, verify};

fn file(name: &str) -> String {
    std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The example of that name, read from the page under the profile that the page describes.
fn example(name: &str) -> Value {
    let page = file("docs/protocol.md");
    let blocks = page.split("```yaml\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let mut found = blocks.filter(|block| block.starts_with(&format!("example: {name}\n")));
    let block = found.next().unwrap_or_else(|| panic!("no example {name}"));
    assert!(found.next().is_none());
    read("docs/protocol.md", block.as_bytes(), Form::Signed).unwrap_or_else(|problem| panic!("{problem:?}")).content
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_else(|| panic!("no text {field} in {value}"))
}

fn bytes(value: &Value, field: &str) -> Bytes32 {
    text(value, field).parse().unwrap()
}

fn numbers(value: &Value, field: &str) -> Vec<u64> {
    value[field].as_array().unwrap().iter().map(|number| number.as_u64().unwrap()).collect()
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    let list = value[field].as_array().unwrap();
    assert!(!list.is_empty());
    list
}

#[test]
fn the_signature_is_as_the_page_says() {
    let example = example("signature");
    let key = SigningKey::from_seed(&bytes(&example, "seed").0);
    assert_eq!(key.public(), bytes(&example, "key"));
    assert_eq!(fingerprint(&key.public()), text(&example, "fingerprint"));
    let digest = canonical::digest(&example["content"]);
    assert_eq!(digest, bytes(&example, "digest"));
    let message = canonical::message(Kind::Turn, digest);
    assert_eq!(message, text(&example, "message"));
    assert_eq!(key.sign(message.as_bytes()), text(&example, "sig"));
    verify(&key.public(), message.as_bytes(), text(&example, "sig")).unwrap();
}

#[test]
fn the_dice_fall_as_the_page_says() {
    let example = example("dice");
    let reveals: Vec<Bytes32> =
        list(&example, "reveals").iter().map(|reveal| reveal.as_str().unwrap().parse().unwrap()).collect();
    let key = dice_key(&bytes(&example, "match"), &reveals);
    assert_eq!(key, bytes(&example, "dice_key"));
    let dice = Dice { key };
    for roll in list(&example, "rolls") {
        let (n, sides, faces) = (roll["n"].as_u64().unwrap(), roll["sides"].as_u64().unwrap(), numbers(roll, "faces"));
        assert_eq!(dice.roll(n, faces.len(), sides).unwrap(), faces);
        // The words as the page defines a die from them.
        let limit = sides * ((1u64 << 32) / sides);
        let from_words: Vec<u64> =
            numbers(roll, "words").into_iter().filter(|word| *word < limit).map(|word| 1 + word % sides).collect();
        assert_eq!(from_words, faces);
    }
    for shuffle in list(&example, "shuffles") {
        let (n, cards) = (shuffle["n"].as_u64().unwrap(), shuffle["cards"].as_u64().unwrap());
        assert_eq!(dice.shuffle(n, cards).unwrap(), numbers(shuffle, "order"));
    }
}

#[test]
fn the_choice_has_the_digest_that_the_page_gives() {
    let example = example("choice");
    let (id, seat) = (text(&example, "id").parse().unwrap(), text(&example, "seat").parse().unwrap());
    let digest = choice_digest(&bytes(&example, "match"), &bytes(&example, "salt"), &id, &seat, &example["choice"]);
    assert_eq!(digest, bytes(&example, "digest"));
    let hashed = serde_json::json!({"seat": seat, "id": id, "choice": example["choice"]});
    assert_eq!(canonical::canonical(&hashed), text(&example, "canonical").as_bytes());
}

#[test]
fn every_dependency_has_its_reason() {
    let (manifest, page) = (file("Cargo.toml"), file("docs/dependencies.md"));
    let mut named = 0;
    for section in ["[workspace.dependencies]", "[dev-dependencies]"] {
        let lines = manifest.lines().skip_while(|line| *line != section).skip(1);
        for line in lines.take_while(|line| !line.starts_with('[')) {
            let ours = line.contains("path = ") || line.contains("workspace");
            let Some((name, _)) = line.split_once(" = ").filter(|(name, _)| !name.starts_with('#') && !ours) else {
                continue;
            };
            let has_line = page.lines().filter_map(|line| line.strip_prefix("| ")).any(|line| {
                line.split(" |").next().is_some_and(|names| names.split(", ").any(|listed| listed == name))
            });
            assert!(has_line, "docs/dependencies.md does not say why {name} is there");
            named += 1;
        }
    }
    assert!(named > 20);
}
