//! Which module may import which (docs/architecture.md): the modules form layers, nothing imports upwards, and few files
//! import each other.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::imports::{circles, imports, texts};

const GAMES: [&str; 6] = ["battle_cry", "civil_war", "crossroads", "dixie", "longstreet", "seven_days"];

/// The modules of the core, each with those that it may import. The compiler enforces that the core imports no game,
/// and no game the program: they are crates.
const MAY_IMPORT: [(&str, &[&str]); 12] = [
    ("effort", &[]),
    ("sorted", &[]),
    ("board", &["sorted"]),
    ("document", &["effort", "sorted"]),
    ("spelling", &["document"]),
    ("pack", &["board", "document", "engine", "sorted", "spelling"]),
    ("trust", &["document", "effort"]),
    ("hidden", &["document", "trust"]),
    ("engine", &["document", "sorted"]),
    ("report", &["board", "document", "engine", "pack", "sorted", "spelling"]),
    ("session", &["document", "engine", "hidden", "pack", "report", "sorted"]),
    ("chain", &["document", "effort", "engine", "hidden", "report", "session", "sorted", "spelling", "trust"]),
];

#[test]
fn nothing_imports_upwards() {
    let mut wrong: BTreeMap<(String, String), BTreeSet<String>> = BTreeMap::new();
    for (module, imported) in imports("src/core") {
        let Some((room, may)) = MAY_IMPORT.iter().find(|(room, _)| module.first().is_some_and(|first| first == room))
        else {
            assert!(module.is_empty(), "a module that docs/architecture.md does not know: {module:?}");
            continue;
        };
        for other in imported.iter().filter(|other| other[0] != *room && !may.contains(&other[0].as_str())) {
            wrong.entry(((*room).to_owned(), other[0].clone())).or_default().insert(module.join("/"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// A game has the rooms that its root names, and no others: never a match's chain or its secrets; and only its entry knows
/// what is asked of a loaded game.
#[test]
fn a_game_sees_no_more_of_the_core_than_its_root_names() {
    for game in GAMES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/games").join(game);
        for (module, text) in texts(&folder) {
            let named = text.matches("adjutant_core::{").count();
            assert_eq!(named, usize::from(module.is_empty()), "{game}: {module:?} names adjutant_core");
            for import in text.lines().filter(|line| line.contains("adjutant_core")) {
                assert!(!import.contains("chain") && !import.contains("trust"), "{game}: {import}");
            }
            let asks_itself = text.contains("crate::session::") && module != ["entry"];
            assert!(!asks_itself, "{game}: {module:?} imports session, which only the game's entry may");
        }
    }
}

/// Three files may describe each other, such as an enum of orders, the orders of ships, and what both consist of; a
/// larger circle stands on the page, by its crate and its size.
#[test]
fn no_more_than_three_files_import_each_other() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/architecture.md")).unwrap();
    let crates = ["src", "src/archive", "src/core", "src/mail", "src/tournament"].map(str::to_owned);
    let (mut larger, mut named) = (Vec::new(), Vec::new());
    for folder in crates.into_iter().chain(GAMES.map(|game| format!("src/games/{game}"))) {
        for circle in circles(&imports(&folder)).into_iter().filter(|circle| circle.len() > 3) {
            let said = format!("`{folder}`, {} files: ", circle.len());
            match page.contains(&said) {
                true => named.push(said),
                false => larger.push(format!("{said}{circle:?}")),
            }
        }
    }
    assert!(larger.is_empty(), "not on the page:\n{}", larger.join("\n"));
    assert_eq!(page.matches(" files: ").count(), named.len(), "the page names circles that are gone");
}

/// The counter sees what the compiler sees: children by their names, items that a parent passes on, whole modules.
#[test]
fn imports_are_followed_to_the_file_that_defines_them() {
    let graph = imports("src/games/crossroads");
    let of = |module: &str| graph[&vec![module.to_owned()]].iter().map(|other| other.join("/")).collect::<Vec<_>>();
    // `use crate::orders::…`.
    assert!(of("combat").contains(&"orders".to_owned()), "{:?}", of("combat"));
    let graph = imports("src/games/civil_war");
    let picture = vec!["present".to_owned(), "picture".to_owned()];
    let of_picture: Vec<String> = graph[&picture].iter().map(|other| other.join("/")).collect();
    // `mod stacks;` and then `stacks::list(…)`.
    assert!(of_picture.contains(&"present/picture/stacks".to_owned()), "{of_picture:?}");
    // `use super::Scene`, which the parent has from `scene`.
    let stacks: Vec<String> =
        graph[&[&picture[..], &["stacks".to_owned()]].concat()].iter().map(|other| other.join("/")).collect();
    assert!(stacks.contains(&"present/picture/scene".to_owned()), "{stacks:?}");
    assert!(!stacks.contains(&"present/picture".to_owned()), "{stacks:?}");
}
