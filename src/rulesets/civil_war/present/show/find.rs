//! What a name that somebody writes is meant for: a hex, a leader, an army.

use serde_json::Value;

use crate::board::Hex;
use crate::document::{Id, Problem};

use super::super::super::CivilWar;
use super::super::super::ledger::{Game, Piece};
use super::super::super::pack::ArmyData;
use super::super::words;

/// How alike a name must be to be offered as the one that was meant.
const ALIKE: f64 = 0.7;

/// The hex of a number or a name.
///
/// # Errors
/// If there is none; the advice names the nearest.
pub fn find_hex(rules: &CivilWar, text: &str) -> Result<Hex, Problem> {
    let ground = &rules.pack.map;
    if let Ok(hex) = text.trim().parse::<Hex>() {
        if ground.hex(hex).is_some() {
            return Ok(hex);
        }
        let nearest = ground.hexes().map(|(other, _)| other).min_by_key(|other| (other.distance(hex), *other));
        let problem = Problem::new(format!("hex {hex} does not lie on the map of this scenario")).rule("2.1");
        return Err(match nearest {
            Some(near) => problem.advice(format!("the nearest that does is {}", words::place(&rules.pack, near))),
            None => problem,
        });
    }
    nearest(text, &named_hexes(rules)).copied().map_err(|near| {
        let problem = Problem::new(format!("there is no place '{text}' on the map of this scenario"));
        problem.advice(advice(near, "give a hex number, as on the map, or the name of a town"))
    })
}

/// Every name on the map with its hex: places, cities, forts.
fn named_hexes(rules: &CivilWar) -> Vec<(&str, Hex)> {
    let named = rules.pack.map.hexes().flat_map(|(hex, data)| {
        let city = data.city.as_ref().map(|city| city.name.as_str());
        let fort = data.fort.as_ref().map(|fort| fort.name.as_str());
        let names = [Some(data.name.as_str()), city, fort].into_iter().flatten();
        names.chain(data.also.iter().map(String::as_str)).map(move |name| (name, hex))
    });
    named.collect()
}

/// The leader of an id or name.
///
/// # Errors
/// If there is none; the advice names the nearest.
pub fn find_leader(rules: &CivilWar, text: &str) -> Result<Id, Problem> {
    // A counter, as in mcdowell-3, is as good as the man.
    let person = text.parse::<Piece>().map_or(text.to_owned(), |piece| piece.leader.as_str().to_owned());
    let leaders = rules.pack.leaders.values();
    let named: Vec<(&str, Id)> = leaders
        .flat_map(|leader| [(leader.id.as_str(), leader.id.clone()), (leader.name.as_str(), leader.id.clone())])
        .collect();
    nearest(&person, &named).cloned().map_err(|near| {
        let problem = Problem::new(format!("there is no leader '{text}'"));
        problem.advice(advice(near, "write the name as on his counter"))
    })
}

/// The army of an id, a name or a counter's letters; of two that are called alike, one that is on the map.
///
/// # Errors
/// If there is none; the advice names the nearest.
pub fn find_army(rules: &CivilWar, game: &Game, text: &str) -> Result<Id, Problem> {
    let mut named = named_armies(rules);
    named.sort_by_key(|(_, id)| !game.armies.contains_key(id));
    let wanted = text.trim().strip_prefix("the ").unwrap_or(text);
    nearest(wanted, &named).cloned().map_err(|near| {
        let problem = Problem::new(format!("there is no army '{text}'"));
        let all = rules.pack.charts.armies.keys().map(Id::to_string);
        problem.advice(advice(near, &format!("the armies are {}", words::list(all, "and"))))
    })
}

/// Every army's id, name and letters.
fn named_armies(rules: &CivilWar) -> Vec<(&str, Id)> {
    fn names(data: &ArmyData) -> [&str; 3] {
        [data.id.as_str(), &data.name, &data.short]
    }
    let armies = rules.pack.charts.armies.values();
    armies.flat_map(|data| names(data).map(|name| (name, data.id.clone()))).collect()
}

/// How to write what a name in a draft is meant for: a leader's id, a place's number.
pub fn suggest(rules: &CivilWar, field: &str, written: &str) -> Option<String> {
    match field {
        "leader" | "name" => Some(match find_leader(rules, written) {
            Ok(id) => format!("{} is written {id}", words::leader_name(&rules.pack, &id)),
            Err(problem) => problem.advice?,
        }),
        "army" => Some(match nearest(written, &named_armies(rules)) {
            Ok(id) => format!("{} is written {id}", words::army(&rules.pack, id)),
            Err(near) => advice(near, "write the army's id, as `adjutant show army` has it: potomac"),
        }),
        "at" | "path" | "to" | "toward" | "retreat" | "ours" | "theirs" | "empty" | "demoralized" => {
            let named = named_hexes(rules);
            let near = match nearest(written, &named) {
                Ok(hex) => return Some(format!("{} is written \"{hex}\"", words::place(&rules.pack, *hex))),
                Err(near) => near,
            };
            let near = named.iter().filter(|(name, _)| near.contains(name));
            let mut near: Vec<String> = near.map(|(name, hex)| format!("\"{hex}\" ({name})")).collect();
            near.dedup();
            Some(match near.is_empty() {
                true => "write the number of the hex, as on the map".to_owned(),
                false => format!("did you mean {}?", words::list(near, "or")),
            })
        }
        _ => None,
    }
}

/// How to write a hex that stands under a field which the order does not have: the field of another order.
pub fn suggest_key(within: &str, field: &str, written: &Value) -> Option<String> {
    let hexes: Vec<String> = match written {
        Value::Array(items) => items.iter().map(plain).collect(),
        one => vec![plain(one)],
    };
    let hexes: Vec<&String> = hexes.iter().filter(|text| text.parse::<Hex>().is_ok()).collect();
    let last = hexes.last()?;
    match (within, field) {
        ("move", "to" | "at" | "hex" | "via" | "by" | "hexes" | "into") | ("remove", "to" | "at" | "hex") => {
            let path: Vec<String> = hexes.iter().map(|hex| format!("\"{hex}\"")).collect();
            Some(format!("name every hex that is entered, in order: path: [{}]", path.join(", ")))
        }
        ("rail", "path" | "at" | "hex" | "via") => Some(format!("a train goes to one hex: to: \"{last}\"")),
        ("reinforce" | "rally" | "build" | "destroy" | "create", _) => {
            Some(format!("name the hex under `at`: at: \"{last}\""))
        }
        _ => None,
    }
}

/// A number or a text, as text.
fn plain(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{number:0>4}"),
        other => other.as_str().unwrap_or_default().to_owned(),
    }
}

fn advice(near: Vec<&str>, otherwise: &str) -> String {
    match near.is_empty() {
        true => otherwise.to_owned(),
        false => format!("did you mean {}?", words::list(near.into_iter().map(str::to_owned), "or")),
    }
}

/// The entry of that name, or of the only name that begins so; else the names that are most like it.
fn nearest<'a, T: PartialEq>(text: &str, named: &'a [(&'a str, T)]) -> Result<&'a T, Vec<&'a str>> {
    let plain = |name: &str| name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let wanted = plain(text);
    if let Some((_, found)) = named.iter().find(|(name, _)| plain(name) == wanted) {
        return Ok(found);
    }
    let begins: Vec<&(&str, T)> = named.iter().filter(|(name, _)| plain(name).starts_with(&wanted)).collect();
    if let Some((_, found)) = begins.first()
        && !wanted.is_empty()
        && begins.iter().all(|(_, other)| other == found)
    {
        return Ok(found);
    }
    // Long texts are compared by their start, so that a hostile one costs nothing.
    let wanted: String = wanted.chars().take(40).collect();
    let mut near: Vec<(f64, &str)> =
        named.iter().map(|(name, _)| (strsim::jaro_winkler(&plain(name), &wanted), *name)).collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    let mut near: Vec<&str> = near.into_iter().filter(|(alike, _)| *alike >= ALIKE).map(|(_, name)| name).collect();
    near.dedup_by_key(|name| plain(name));
    near.truncate(3);
    Err(near)
}
