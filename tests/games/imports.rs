//! Which file of a crate imports which: paths are followed as the compiler follows them, through `use`, children and
//! re-exports, to the file that defines the item.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A module, by its path from the root of the crate.
pub type Module = Vec<String>;

/// A name that a module takes from elsewhere.
struct Import {
    path: Vec<String>,
    /// The name in the module; `*` for everything.
    name: String,
    public: bool,
}

/// What a file says.
#[derive(Default)]
struct Source {
    imports: Vec<Import>,
    /// Paths in its code, of one name or more.
    paths: BTreeSet<Vec<String>>,
    defined: BTreeSet<String>,
}

/// The modules of the crate at a folder that each of its modules imports, tests left out.
pub fn imports(folder: &str) -> BTreeMap<Module, BTreeSet<Module>> {
    let texts = texts(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder));
    let sources: BTreeMap<Module, Source> =
        texts.into_iter().map(|(module, text)| (module, source(&tokens(&text)))).collect();
    let mut found = BTreeMap::new();
    for (module, source) in &sources {
        let taken = source.imports.iter().filter(|import| !import.public).map(|import| &import.path);
        let imported = taken.chain(&source.paths).filter_map(|path| resolve(module, path, &sources, 0));
        // Who takes a whole module uses what he names in it.
        let imported = imported.filter_map(|(other, item)| item.then_some(other));
        let imported = imported.filter(|other| other != module && !other.is_empty()).collect();
        found.insert(module.clone(), imported);
    }
    found
}

/// The texts of the modules of the crate at a folder, without comments and tests.
pub fn texts(folder: &Path) -> BTreeMap<Module, String> {
    let mut texts = BTreeMap::new();
    collect(folder, &mut Vec::new(), &mut texts);
    texts
}

fn collect(folder: &Path, within: &mut Vec<String>, texts: &mut BTreeMap<Module, String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            // A crate of its own, or the tests of this one.
            if path.join("Cargo.toml").exists() || name == "tests" {
                continue;
            }
            within.push(name);
            collect(&path, within, texts);
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

/// Names, `::`, and other characters; texts in quotes are left out.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let word = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = match first {
            '"' => {
                let mut end = 1;
                let bytes = rest.as_bytes();
                while end < bytes.len() && bytes[end] != b'"' {
                    end += 1 + usize::from(bytes[end] == b'\\');
                }
                rest = rest.get(end + 1..).unwrap_or_default();
                continue;
            }
            '\'' if rest[1..].starts_with('"') => 3,
            '\'' if rest[1..].starts_with("\\\"") => 4,
            _ if word > 0 => word,
            ':' if rest.starts_with("::") => 2,
            c => c.len_utf8(),
        };
        if !first.is_whitespace() {
            found.push(&rest[..length]);
        }
        rest = &rest[length..];
    }
    found
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

fn source(tokens: &[&str]) -> Source {
    let mut source = Source::default();
    let mut at = 0;
    while at < tokens.len() {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| tokens[at]);
        match tokens[at] {
            "use" => {
                let end = at + tokens[at..].iter().position(|token| *token == ";").unwrap_or(tokens.len() - at - 1);
                take_apart(&[], &tokens[at + 1..end], matches!(before(1), "pub" | ")"), &mut source.imports);
                at = end;
            }
            "fn" | "struct" | "enum" | "trait" | "const" | "static" | "type" | "macro_rules" | "union" => {
                let name = tokens[at + 1..].iter().find(|token| is_name(token)).copied().unwrap_or_default();
                source.defined.insert(name.to_owned());
            }
            name if is_name(name) && before(1) != "::" && before(1) != "." && before(1) != "mod" => {
                let mut path = vec![name.to_owned()];
                while tokens.get(at + 1) == Some(&"::") && tokens.get(at + 2).is_some_and(|next| is_name(next)) {
                    path.push(tokens[at + 2].to_owned());
                    at += 2;
                }
                // `pub(super)` leads nowhere.
                if path.len() > 1 || !matches!(path[0].as_str(), "crate" | "self" | "super") {
                    source.paths.insert(path);
                }
            }
            _ => {}
        }
        at += 1;
    }
    source
}

/// The paths of a `use`, with its braces expanded.
fn take_apart(prefix: &[String], tree: &[&str], public: bool, found: &mut Vec<Import>) {
    let mut depth = 0;
    let parts = tree.split(|token| {
        depth += i32::from(*token == "{") - i32::from(*token == "}");
        depth == 0 && *token == ","
    });
    for part in parts.filter(|part| !part.is_empty()) {
        let brace = part.iter().position(|token| *token == "{").unwrap_or(part.len());
        let renamed = part[..brace].iter().position(|token| *token == "as");
        let named =
            part[..renamed.unwrap_or(brace)].iter().filter(|token| **token != "::").map(|name| (*name).to_owned());
        let mut path: Vec<String> = prefix.iter().cloned().chain(named).collect();
        if brace < part.len() {
            take_apart(&path, &part[brace + 1..part.len() - 1], public, found);
            continue;
        }
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let last = path.last().cloned().unwrap_or_default();
        let name = renamed.and_then(|at| part.get(at + 1)).map_or(last, |name| (*name).to_owned());
        found.push(Import { path, name, public });
    }
}

/// The module that a path of a module leads to, and whether it goes on to an item of it; none outside the crate.
fn resolve(
    module: &Module,
    path: &[String],
    sources: &BTreeMap<Module, Source>,
    depth: usize,
) -> Option<(Module, bool)> {
    if depth > 8 {
        return None;
    }
    let (mut here, mut rest) = (module.clone(), path);
    match rest.first().map(String::as_str)? {
        "crate" => (here, rest) = (Vec::new(), &rest[1..]),
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|first| first == "super") {
                here.pop()?;
                rest = &rest[1..];
            }
        }
        first => {
            let child: Module = here.iter().cloned().chain([first.to_owned()]).collect();
            let imported = sources[module].imports.iter().any(|import| import.name == first);
            let is_child = sources.contains_key(&child) && path.len() > 1;
            if !is_child && !imported {
                // A name that the module itself defines, one of another crate, or one that everything brings.
                return through_globs(module, first, sources, depth)
                    .filter(|_| !sources[module].defined.contains(first))
                    .map(|found| (found, true));
            }
        }
    }
    while let Some((first, others)) = rest.split_first() {
        if first == "*" {
            break;
        }
        let child: Module = here.iter().cloned().chain([first.clone()]).collect();
        if sources.contains_key(&child) {
            (here, rest) = (child, others);
            continue;
        }
        let source = sources.get(&here)?;
        if let Some(import) = source.imports.iter().find(|import| import.name == *first) {
            let whole: Vec<String> = import.path.iter().chain(others).cloned().collect();
            if whole == path && here == *module {
                return None;
            }
            return resolve(&here, &whole, sources, depth + 1);
        }
        let passed_on = through_globs(&here, first, sources, depth).filter(|_| !source.defined.contains(first));
        if let Some(found) = passed_on {
            return Some((found, true));
        }
        break;
    }
    sources.contains_key(&here).then_some((here, !rest.is_empty()))
}

fn through_globs(module: &Module, name: &str, sources: &BTreeMap<Module, Source>, depth: usize) -> Option<Module> {
    let globs = sources[module].imports.iter().filter(|import| import.name == "*" && import.path.len() > 1);
    let mut targets = globs.filter_map(|import| {
        let (target, _) = resolve(module, &import.path[..import.path.len() - 1], sources, depth + 4)?;
        Some(target)
    });
    targets.find(|target| target != module && sources[target].defined.contains(name))
}

/// The circles among the modules: those that reach each other.
pub fn circles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> =
        graph.keys().map(|module| (module, reach(graph, module))).collect();
    let mut circles: Vec<BTreeSet<Module>> = Vec::new();
    for module in graph.keys().filter(|module| reached[module].contains(module)) {
        let circle = reached[module].iter().copied().filter(|other| reached[other].contains(module)).cloned().collect();
        if !circles.contains(&circle) {
            circles.push(circle);
        }
    }
    circles
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
