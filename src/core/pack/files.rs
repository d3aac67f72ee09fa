//! Reads the files of a pack: each into its type, scenarios by id, problems with the file's name.

use crate::sorted::SortedMap;

use serde::de::DeserializeOwned;

use crate::document::{Id, PackFiles, Problem, decode_at};

/// The scenario id in a file name: `seven_days` in `scenarios/seven_days.yaml`.
fn scenario_id(name: &str) -> Option<&str> {
    name.strip_prefix("scenarios/")?.strip_suffix(".yaml")
}

/// Checks that a game's pack has only these files and scenarios.
///
/// # Errors
/// The first file that it should not have.
pub fn only_files(files: &PackFiles, game: &str, known: &[&str]) -> Result<(), Problem> {
    match files.names().find(|name| !known.contains(name) && scenario_id(name).is_none()) {
        None => Ok(()),
        Some(name) => Err(Problem::new(format!("a {game} pack has no file {name:?}"))
            .in_path(name)
            .advice(format!("expected {} and scenarios/ID.yaml", known.join(", ")))),
    }
}

/// Reads one file into its type.
///
/// # Errors
/// The file is missing or cannot be read, with its name and the place in it.
pub fn read_file<T: DeserializeOwned>(files: &PackFiles, name: &str) -> Result<T, Problem> {
    let value = files.get(name).ok_or_else(|| Problem::new(format!("the pack has no {name}")).in_path(name))?;
    decode_at(None, "", value).map_err(|problem| in_file(name, problem))
}

/// The scenarios of a pack by their ids, which are also their file names.
///
/// # Errors
/// A file cannot be read, or its name is another scenario's.
pub fn read_scenarios<S: DeserializeOwned>(
    files: &PackFiles,
    id_of: fn(&S) -> &Id,
) -> Result<SortedMap<Id, S>, Problem> {
    let mut scenarios = SortedMap::new();
    for (name, id) in files.names().filter_map(|name| Some((name, scenario_id(name)?))) {
        let scenario: S = read_file(files, name)?;
        let own = id_of(&scenario).clone();
        if own.as_str() != id {
            return Err(Problem::new(format!("{name} holds the scenario {own}"))
                .in_path(format!("{name}:id"))
                .advice("a scenario's file is named after its id"));
        }
        scenarios.insert(own, scenario);
    }
    Ok(scenarios)
}

/// The things of a list by their ids. `list` is the name of the list, as used in the file and in messages: `leaders`.
///
/// # Errors
/// Two have the same id; with the place of the second.
pub fn by_id<T>(things: Vec<T>, list: &str, id_of: fn(&T) -> &Id) -> Result<SortedMap<Id, T>, Problem> {
    let mut map = SortedMap::new();
    for (at, thing) in things.into_iter().enumerate() {
        let id = id_of(&thing).clone();
        if map.contains_key(&id) {
            return Err(Problem::new(format!("there are two {list} {id}")).in_path(format!("{list}[{at}].id")));
        }
        map.insert(id, thing);
    }
    Ok(map)
}

/// Returns the pack if there are no problems.
///
/// # Errors
/// The first of the problems.
pub fn fitting<P>(pack: P, problems: Vec<Problem>) -> Result<P, Problem> {
    match problems.into_iter().next() {
        None => Ok(pack),
        Some(problem) => Err(problem.advice("correct the pack's source, and pin the corrected one")),
    }
}

/// Puts the file's name in front of a problem's path.
pub fn in_file(name: &str, mut problem: Problem) -> Problem {
    problem.path = Some(match problem.path {
        Some(path) => format!("{name}:{path}"),
        None => name.to_owned(),
    });
    problem
}
