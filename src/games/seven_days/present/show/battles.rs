//! The battles of the week, by the names that people give them: history for readers.

use crate::board::Area;
use crate::spelling::{joined, plain, untitled};

use crate::SevenDays;

/// A battle.
pub struct Battle {
    pub area: Area,
    pub date: &'static str,
    /// The usual name first.
    pub names: Vec<&'static str>,
}

impl Battle {
    /// Its names and day: `Savage's Station, June 29`.
    pub fn called(&self) -> String {
        let named = self.names.iter().filter(|name| !name.starts_with("Battle of "));
        let mut names: Vec<&str> = Vec::new();
        for name in named.copied() {
            // Of a name with several spellings only one is given.
            if !names.iter().any(|other| strsim::osa_distance(other, name) < 4) {
                names.push(name);
            }
        }
        format!("{}, {}", joined(&names, "or"), self.date)
    }
}

/// Every battle in an area of the map.
pub fn all(rules: &SevenDays) -> Vec<Battle> {
    let lines = include_str!("battles.txt").lines().filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let mut parts = line.split("; ");
        let (area, date, names) = (parts.next()?.parse().ok()?, parts.next()?, parts.next()?);
        Some(Battle { area, date, names: names.split(", ").collect() })
    };
    lines.filter_map(read).filter(|battle| rules.pack.map.area(battle.area).is_some()).collect()
}

/// What a battle in an area is called: as that of the day, else as the first that was fought there, else as the area.
pub fn battle_name(rules: &SevenDays, area: Area, day: &str) -> String {
    let here: Vec<Battle> = all(rules).into_iter().filter(|battle| battle.area == area).collect();
    let found = here.iter().find(|battle| battle.date == day).or_else(|| here.first());
    let name = found.and_then(|battle| battle.names.first()).map(|name| (*name).to_owned());
    name.or_else(|| Some(rules.pack.map.area(area)?.name.clone())).unwrap_or_else(|| area.to_string())
}

/// The area of the battle that a text names.
pub fn area(rules: &SevenDays, text: &str) -> Option<Area> {
    let wanted = [plain(untitled(text)), plain(bare(text)), possessed(bare(text))];
    let fits = |name: &str| keys(name).iter().any(|key| wanted.contains(key));
    all(rules).into_iter().find(|battle| battle.names.iter().any(|name| fits(name))).map(|battle| battle.area)
}

/// What a name is asked for by: with its possessive or without, and a farm or a station by its owner alone.
fn keys(name: &str) -> Vec<String> {
    let owner = name.strip_suffix(" Farm").or(name.strip_suffix(" Station"));
    [Some(name), owner].into_iter().flatten().flat_map(|name| [plain(name), possessed(name)]).collect()
}

/// A name without its possessives, as it is compared: `Savage Station` of Savage's.
fn possessed(name: &str) -> String {
    let words = name.split_whitespace().map(|word| word.trim_end_matches("'s").trim_end_matches("’s"));
    plain(&words.collect::<Vec<_>>().join(" "))
}

/// A text without what people put before the name of a battle: `the battle of Oak Grove`.
fn bare(text: &str) -> &str {
    let mut rest = text.trim();
    while let Some((word, more)) = rest.split_once(char::is_whitespace) {
        if !["the", "battle", "of", "at"].contains(&word.to_lowercase().as_str()) {
            break;
        }
        rest = more.trim_start();
    }
    rest
}
