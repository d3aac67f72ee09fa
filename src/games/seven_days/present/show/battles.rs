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
            // Of a name that is spelled in several ways one is told.
            if !names.iter().any(|told| strsim::osa_distance(told, name) < 4) {
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
pub fn called(rules: &SevenDays, area: Area, day: &str) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_battle_of_the_week_is_found_by_its_names() {
        let rules = SevenDays::shipped();
        // The areas by their names on the map: where the histories have the fighting.
        for (area, names) in [
            ("Seven Pines", &["Oak Grove", "oak grove", "King's School House", "Battle of Oak Grove"][..]),
            ("Ellerson's Mill", &["Beaver Dam Creek", "the Battle of Mechanicsville"]),
            (
                "Gaines Mill/Cold Harbor",
                &["Gaines's Mill", "Gaines' Mill", "Gaines Mill", "Gaines’s Mill", "Gaine's Mill"],
            ),
            (
                "Fair Oaks",
                &["Garnett's Farm", "Garnett Farm", "Garnetts Farm", "Golding's Farm", "Goldings Farm", "Gouldin Farm"],
            ),
            ("White Oak Swamp", &["Savage's Station", "Savage Station", "Savages Station", "White Oak Swamp"]),
            (
                "Glendale",
                &["Frayser's Farm", "Frayser Farm", "Frayser’s Farm", "Frazier's Farm", "Nelson's Farm", "Glendale"],
            ),
            ("Malvern Hill", &["Malvern Hill", "Poindexter's Farm", "battle of Malvern Hill"]),
        ] {
            for name in names {
                let found = super::super::find::area(&rules, name);
                let called = found.map(|found| rules.pack.map.area(found).map(|data| data.name.clone()));
                assert_eq!(called.ok().flatten().as_deref(), Some(area), "{name}");
            }
        }
        // The area that has the name, and not the battle that was fought beside it.
        let there = super::super::find::area(&rules, "Mechanicsville")
            .map(|found| rules.pack.map.area(found).map(|data| &data.name));
        assert_eq!(there.ok().flatten().map(String::as_str), Some("Mechanicsville"));
        let misspelt = super::super::find::area(&rules, "Savege's Station").err().and_then(|problem| problem.advice);
        assert_eq!(misspelt.as_deref(), Some("did you mean Savage's Station?"));
    }

    #[test]
    fn a_battle_is_called_by_its_day() {
        let rules = SevenDays::shipped();
        let called = |area, day| called(&rules, Area(area), day);
        assert_eq!(called(40, "June 28"), "Golding's Farm");
        assert_eq!(called(40, "July 2"), "Garnett's Farm");
        assert_eq!(called(6, "June 26"), "Beaver Dam Creek");
        assert_eq!(called(23, "June 30"), "Charles City Court House");
    }

    #[test]
    fn a_battle_is_told_by_its_names_and_its_day() {
        let told: Vec<String> = all(&SevenDays::shipped()).iter().map(Battle::called).collect();
        assert_eq!(told.len(), 12);
        assert!(told.contains(&"Savage's Station, June 29".to_owned()), "{told:?}");
        assert!(told.contains(&"Beaver Dam Creek or Ellerson's Mill, June 26".to_owned()), "{told:?}");
    }
}
