//! Which module may import which (docs/architecture.md): the modules form layers, nothing imports upwards, and files do
//! not import each other in a circle. Existing violations are counted, and may only become fewer.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

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
    ("session", &["document", "engine", "hidden", "report", "sorted"]),
    ("chain", &["document", "effort", "engine", "hidden", "report", "session", "sorted", "spelling", "trust"]),
];

/// Circles of files, still to be broken: how many there are in each crate, and how many files the largest has.
const KNOWN_CYCLES: [(&str, usize, usize); 11] = [
    ("src/archive", 0, 0),
    ("src/core", 1, 2),
    ("src/games/battle_cry", 0, 0),
    ("src/games/civil_war", 0, 0),
    ("src/games/crossroads", 0, 0),
    ("src/games/dixie", 0, 0),
    ("src/games/longstreet", 0, 0),
    ("src/games/seven_days", 0, 0),
    ("src/mail", 0, 0),
    ("src/tournament", 0, 0),
    ("src", 0, 0),
];

/// A module, by its path from the root of the crate.
type Module = Vec<String>;

/// The modules of the crate at a folder that each of its modules imports, tests left out.
fn imports(folder: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut texts = BTreeMap::new();
    read(&root, &mut Vec::new(), &mut texts);
    let modules: BTreeSet<Module> = texts.keys().cloned().collect();
    let mut found = BTreeMap::new();
    for (module, text) in &texts {
        let imported = paths(text).into_iter().filter_map(|path| resolve(module, &path, &modules));
        let imported: BTreeSet<Module> = imported.filter(|other| other != module && !other.is_empty()).collect();
        found.insert(module.clone(), imported);
    }
    found
}

fn read(folder: &Path, within: &mut Vec<String>, texts: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            // A crate of its own, or the tests of this one.
            if path.join("Cargo.toml").exists() || name == "tests" {
                continue;
            }
            within.push(name);
            read(&path, within, texts);
            within.pop();
        } else if path.extension().is_some_and(|ending| ending == "rs") && name != "tests" {
            let mut module = within.clone();
            if !matches!(name.as_str(), "mod" | "lib" | "main") {
                module.push(name);
            }
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
            let code: Vec<&str> = code.lines().map(|line| line.split("//").next().unwrap()).collect();
            texts.entry(module).or_default().push_str(&code.join("\n"));
        }
    }
}

/// Every path in a text that begins with `crate` or `super`, with braces expanded; re-exports do not count.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for statement in text.split(';') {
        let Some((before, tree)) = statement
            .rsplit_once("use ")
            .filter(|(before, _)| !before.trim_end().ends_with(|c: char| c.is_alphanumeric()))
        else {
            continue;
        };
        if !before.trim_end().ends_with("pub") && !before.trim_end().ends_with(')') {
            take_apart(&[], tree, &mut found);
        }
    }
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            let rest = &text[at..];
            let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != ':').unwrap_or(rest.len());
            found.push(rest[..end].split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect());
        }
    }
    found.retain(|path| path.first().is_some_and(|first| first == "crate" || first == "super"));
    found
}

fn take_apart(prefix: &[String], tree: &str, found: &mut Vec<Vec<String>>) {
    let (mut depth, mut start) = (0, 0);
    let mut parts = Vec::new();
    for (at, c) in tree.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&tree[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&tree[start..]);
    for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
        let (path, within) =
            part.split_once('{').map_or((part, None), |(path, within)| (path, within.strip_suffix('}')));
        let path = path.split(" as ").next().unwrap_or_default();
        let named = path.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned);
        let whole: Vec<String> = prefix.iter().cloned().chain(named).collect();
        match within {
            Some(within) => take_apart(&whole, within, found),
            None => found.push(whole),
        }
    }
}

/// The module that a path leads into.
fn resolve(module: &Module, path: &[String], modules: &BTreeSet<Module>) -> Option<Module> {
    let ups = path.iter().take_while(|part| *part == "super").count();
    let mut whole = if ups == 0 { Vec::new() } else { module[..module.len().checked_sub(ups)?].to_vec() };
    whole.extend(path[ups.max(1)..].iter().cloned());
    while !whole.is_empty() && !modules.contains(&whole) {
        whole.pop();
    }
    Some(whole)
}

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

/// A game has the rooms that its root names, and no others: never a match's chain or its secrets.
#[test]
fn a_game_sees_no_more_of_the_core_than_its_root_names() {
    for game in [
        "src/games/battle_cry",
        "src/games/civil_war",
        "src/games/crossroads",
        "src/games/dixie",
        "src/games/longstreet",
        "src/games/seven_days",
    ] {
        let mut texts = BTreeMap::new();
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(game), &mut Vec::new(), &mut texts);
        for (module, text) in texts {
            let named = text.matches("adjutant_core::{").count();
            assert_eq!(named, usize::from(module.is_empty()), "{game}: {module:?} names adjutant_core");
            for import in text.lines().filter(|line| line.contains("adjutant_core")) {
                assert!(!import.contains("chain") && !import.contains("trust"), "{game}: {import}");
            }
        }
    }
}

#[test]
fn circles_of_files_become_fewer() {
    let mut more = Vec::new();
    for (folder, most, largest) in KNOWN_CYCLES {
        let graph = imports(folder);
        let mut circles: Vec<BTreeSet<&Module>> = Vec::new();
        let reached: BTreeMap<&Module, BTreeSet<&Module>> =
            graph.keys().map(|module| (module, reach(&graph, module))).collect();
        for module in graph.keys().filter(|module| reached[module].contains(module)) {
            let circle: BTreeSet<&Module> =
                reached[module].iter().copied().filter(|other| reached[other].contains(module)).collect();
            if !circles.contains(&circle) {
                circles.push(circle);
            }
        }
        let found = (circles.len(), circles.iter().map(BTreeSet::len).max().unwrap_or_default());
        if found.0 > most || found.1 > largest {
            let circles: Vec<String> = circles.iter().map(|circle| format!("{circle:?}")).collect();
            more.push(format!("{folder} has {} circles, the largest of {} files: {circles:#?}", found.0, found.1));
        }
    }
    assert!(more.is_empty(), "{}", more.join("\n"));
}

/// Everything that a module imports, and what that imports, and so on.
fn reach<'g>(graph: &'g BTreeMap<Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<&'g Module> {
    let mut found: BTreeSet<&Module> = BTreeSet::new();
    let mut waiting: Vec<&Module> = graph[from].iter().collect();
    while let Some(module) = waiting.pop() {
        if found.insert(module) {
            waiting.extend(graph.get(module).into_iter().flatten());
        }
    }
    found
}
