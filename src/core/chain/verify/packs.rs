//! Whether the data packs in a folder are the ones that the charter pins (protocol 1).

use std::collections::BTreeSet;

use crate::chain::games::Games;
use crate::chain::match_files::MatchFiles;
use crate::document::{Charter, PackFiles, Problem};

use super::replay::{first_difference, shorten};
use super::{Check, Failure};

/// The copies in `files` that differ from what the charter pins. If a good copy is known, from `known` or from the
/// program, each comes with the first file that differs.
pub(in crate::chain) fn check(
    charter: &Charter,
    files: &MatchFiles,
    known: &MatchFiles,
    games: &Games,
) -> Vec<Failure> {
    let mut failures = Vec::new();
    for pin in &charter.packs {
        let Some(copy) = files.packs.get(pin.name.as_str()) else { continue };
        if copy.digest() == pin.sha256 {
            continue;
        }
        let shipped = games.shipped_pack(pin.name.as_str()).filter(|pack| pack.digest() == pin.sha256);
        let folder = format!("packs/{}", pin.name);
        let (file, message) = match known.pack(&pin.sha256).or(shipped).and_then(|good| differs(copy, good)) {
            Some((file, message)) => (format!("{folder}/{file}"), message),
            None => (folder.clone(), "this copy of the pack is not the one that the charter pins".to_owned()),
        };
        let advice = match shipped {
            Some(_) => format!("remove {folder}: the program has the pack that the charter pins"),
            None => "ask for a good copy of the pack".to_owned(),
        };
        let problem = Problem::new(message).rule("protocol 1").advice(advice);
        failures.push(Failure::new(Check::Documents, &file, None, None, problem));
    }
    failures
}

/// The first file in which a copy of a pack differs from a good one, and how.
fn differs(copy: &PackFiles, good: &PackFiles) -> Option<(String, String)> {
    let names: BTreeSet<&str> = copy.names().chain(good.names()).collect();
    names.into_iter().find_map(|name| {
        let message = match (copy.get(name), good.get(name)) {
            (Some(_), None) => "the pack that the charter pins has no such file".to_owned(),
            (None, _) => "this file of the pack that the charter pins is missing".to_owned(),
            (Some(copy), Some(good)) => {
                let mut path = String::new();
                let (is, ought) = first_difference(copy, good, &mut path)?;
                let shown = |value: Option<&_>| {
                    value.map_or("nothing".to_owned(), |value: &serde_json::Value| shorten(&value.to_string()))
                };
                format!(
                    "this is not the pack that the charter pins: `{path}` is {} here, and {} in that pack",
                    shown(is),
                    shown(ought)
                )
            }
        };
        Some((name.to_owned(), message))
    })
}
