//! Refusals are data, their words are made elsewhere, and every code means one thing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Modules outside the rules: the words of refusals, and faults that need not be data because they are reported before
/// anything is signed, or concern files that no player signs.
const NOT_RULES: [&str; 8] = ["present", "pack", "atlas", "player", "case", "tests", "invariants", "entry"];

fn root(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(game)
}

/// Every source file in a folder, in the order of names.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut entries: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn every_code_of_a_refusal_stands_for_one_thing() {
    for game in ["civil_war", "seven_days"] {
        let mut codes: BTreeMap<String, String> = BTreeMap::new();
        for path in sources(&root(game).join("refusal")).iter() {
            let text = fs::read_to_string(path).unwrap();
            let variants = text.lines().filter_map(|line| line.strip_prefix("    "));
            let named = variants.filter(|line| line.starts_with(|c: char| c.is_ascii_uppercase()));
            for variant in named.filter(|line| line.ends_with(',') || line.ends_with('{')) {
                let name = variant.split([' ', ',', '{', '(']).next().unwrap().to_owned();
                let place = path.display().to_string();
                if let Some(other) = codes.insert(name.clone(), place.clone()) {
                    panic!("{name} stands in {other} and in {place}");
                }
            }
        }
        assert!(codes.len() > 50, "{game}: {}", codes.len());
    }
}

#[test]
fn what_is_told_of_an_order_stands_apart_from_the_rules() {
    let mut wrong = Vec::new();
    for game in ["battle_cry", "civil_war", "crossroads", "dixie", "longstreet", "seven_days"] {
        for path in sources(&root(game)) {
            let within = path.strip_prefix(root(game)).unwrap();
            let apart = |part: &std::path::Component<'_>| {
                part.as_os_str().to_str().is_some_and(|name| NOT_RULES.contains(&name.trim_end_matches(".rs")))
            };
            if within.components().any(|part| apart(&part)) {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            let count = text.lines().filter(|line| line.contains("Problem::new(") && !line.contains("//")).count();
            let allowed = ALLOWED.iter().find(|(file, _)| Path::new(file) == Path::new(game).join(within));
            if count > allowed.map_or(0, |(_, count)| *count) {
                wrong.push(format!("{game}/{}: {count}", within.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "words for a player in a rule: {wrong:#?}");
}

/// Files with texts that are not about orders, and how many: invariants, outcomes that a referee states, sides,
/// scenarios and options of a charter, answers, bids and standing orders, none of which a state repeats as a reason.
const ALLOWED: [(&str, usize); 18] = [
    ("battle_cry/face_down_cards.rs", 1),
    ("battle_cry/hand_check.rs", 1),
    ("civil_war/far_west.rs", 1),
    ("civil_war/hidden_leaders/sealed_orders.rs", 1),
    ("civil_war/legality/check.rs", 1),
    ("civil_war/lib.rs", 3),
    ("civil_war/naval.rs", 2),
    ("civil_war/options.rs", 1),
    ("civil_war/victory.rs", 1),
    ("crossroads/lib.rs", 2),
    ("dixie/options.rs", 1),
    ("longstreet/lib.rs", 2),
    ("longstreet/name_resolution.rs", 5),
    ("longstreet/options.rs", 2),
    ("seven_days/legal_answers.rs", 1),
    ("seven_days/phases/bids.rs", 1),
    ("seven_days/lib.rs", 2),
    ("seven_days/victory.rs", 4),
];
