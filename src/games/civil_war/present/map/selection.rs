//! Which hexes of the map are wanted.

use crate::sorted::SortedSet;

use crate::board::Hex;
use crate::document::Problem;
use crate::report::{MapView, Scale};
use crate::spelling::instead;

use super::super::show::{find_called, find_force, find_hex, find_stretch, is_linear_feature_name, is_main_name};
use super::super::tracks::Neighborhood;
use super::super::vocabulary;
use super::hex_signs::column_name;
use super::large;
use crate::CivilWar;
use crate::pack::{Terrain, Theater};
use crate::position::ledger::Game;

/// The default number of hexes around a place, if that many fit.
const RADIUS: u32 = 3;
/// The same for something that extends over many hexes.
const BESIDE: u32 = 1;

/// A part of the map.
pub struct Selection {
    pub title: String,
    /// By number.
    pub hexes: Vec<Hex>,
    /// The hexes at its centre, if that is specified.
    pub middles: Vec<Hex>,
    /// Whether it is the whole.
    pub is_whole_map: bool,
}

impl Selection {
    /// Whether a hex belongs to it.
    pub fn contains(&self, hex: Hex) -> bool {
        self.hexes.binary_search(&hex).is_ok()
    }

    /// How many columns it reaches over.
    pub fn columns(&self) -> usize {
        match (self.hexes.first(), self.hexes.last()) {
            (Some(first), Some(last)) => usize::from(last.col().abs_diff(first.col())) + 1,
            _ => 0,
        }
    }
}

/// The part that is asked for; without a position, units cannot be located. `about` is where the step that led there
/// took place.
///
/// # Errors
/// There is no such place or theater, or no hex in it.
pub fn find(
    rules: &CivilWar,
    game: Option<&Game>,
    view: &MapView,
    about: Option<&Neighborhood>,
) -> Result<Selection, Problem> {
    let mut titles = Vec::new();
    let mut hexes: Vec<Hex> = rules.pack.map.hexes().map(|(hex, _)| hex).collect();
    let all = hexes.len();
    let mut middles = Vec::new();
    if let Some(name) = &view.part {
        let theater = theater(rules, name)?;
        titles.push(format!("the {}", vocabulary::theater(theater)));
        let map = &rules.pack.map;
        let sea = |hex: Hex| map.hex(hex).is_some_and(|data| data.terrain == Terrain::AllSea);
        let mut part: SortedSet<Hex> =
            hexes.iter().copied().filter(|&hex| map.theater(hex) == theater && !sea(hex)).collect();
        // The sea belongs to no theater: what washes its shores is shown with it.
        let shores: Vec<Hex> = part.iter().flat_map(|&hex| map.neighbors(hex)).filter(|&hex| sea(hex)).collect();
        part.extend(shores);
        hexes = part.into_iter().collect();
    }
    if let Some((from, to)) = view.columns {
        columns(rules, from, to)?;
        titles.push(if from == to {
            format!("column {}", called(from))
        } else {
            format!("columns {} to {}", called(from), called(to))
        });
        hexes.retain(|hex| (from..=to).contains(&hex.col()));
    }
    if let Some(place) = &view.around {
        let (found, called) = middle(rules, game, place)?;
        middles = found;
        titles.push(format!("around {called}"));
        let radius = view.radius.unwrap_or_else(|| if middles.len() == 1 { fitting(view) } else { BESIDE });
        hexes.retain(|hex| middles.iter().any(|middle| hex.distance(*middle) <= radius));
    }
    if let Some(about) = about.filter(|_| view.happened) {
        titles.push(places_text(rules, about));
        hexes.retain(|hex| about.contains(*hex));
    }
    if hexes.is_empty() {
        let problem = Problem::new("these parts of the map have no hex in common").rule("2.1");
        return Err(problem.advice("ask for one of them alone"));
    }
    let title = match titles.is_empty() {
        true => "The map".to_owned(),
        false => format!("The map: {}", titles.join(", ")),
    };
    Ok(Selection { title, is_whole_map: hexes.len() == all, hexes, middles })
}

/// The centre of a part, and its name: the hex of a place or a force, or all hexes of a river, a railroad or a state.
fn middle(rules: &CivilWar, game: Option<&Game>, text: &str) -> Result<(Vec<Hex>, String), Problem> {
    // A river or a state of that very name comes before an army that has it in its own.
    if let Some(stretch) =
        find_stretch(rules, text).filter(|_| find_hex(rules, text).is_err() && is_linear_feature_name(rules, text))
    {
        return Ok(stretch);
    }
    let found = match game {
        Some(game) => find_force(rules, game, text),
        None => find_hex(rules, text).map(|hex| (hex, None)),
    };
    match found {
        Ok((hex, who)) => {
            let place = vocabulary::place(&rules.pack, hex);
            // A hamlet is mentioned by its own name, because the hex has another.
            let hamlet = || {
                (text.trim().parse::<Hex>().is_err() && !is_main_name(rules, text, hex))
                    .then(|| find_called(rules, text, hex))
            };
            let who = who.or_else(|| hamlet().flatten());
            Ok((vec![hex], who.map_or(place.clone(), |who| format!("{who}, in {place}"))))
        }
        Err(problem) => find_stretch(rules, text).ok_or(problem),
    }
}

/// Where a step happened, in words: by up to two places of a name, and where else, if the part does not hold it.
fn places_text(rules: &CivilWar, about: &Neighborhood) -> String {
    let name = |hex: &Hex| vocabulary::name_with_state(&rules.pack, *hex);
    let called = |hex: &Hex| name(hex).unwrap_or_else(|| vocabulary::place(&rules.pack, *hex));
    let mut places: Vec<String> = about.about.iter().filter_map(name).take(2).collect();
    if places.is_empty() {
        places.extend(about.about.first().map(called));
    }
    let more = match about.elsewhere.as_slice() {
        [] => String::new(),
        others => format!("; more at {}", vocabulary::list(others.iter().take(3).map(called), "and")),
    };
    format!("what happened around {}{more}", vocabulary::list(places, "and"))
}

/// The radius at which large hexes fit on the page.
fn fitting(view: &MapView) -> u32 {
    let fits = |radius: u32| {
        let columns = 2 * radius as usize + 1;
        view.width.is_none_or(|width| large::PITCH * columns + large::MARGIN <= width)
    };
    if fits(RADIUS) || !fits(RADIUS - 1) || view.scale.is_some_and(|scale| scale != Scale::Large) {
        return RADIUS;
    }
    RADIUS - 1
}

/// A column in words: `7`, or with the letter of the western sheet, `B48`.
pub fn called(column: i8) -> String {
    if column < 1 { column_name(column) } else { column.to_string() }
}

/// Refuses columns that are not on the map, or in the wrong order.
fn columns(rules: &CivilWar, from: i8, to: i8) -> Result<(), Problem> {
    let columns = || rules.pack.map.hexes().map(|(hex, _)| hex.col());
    let (west, east) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let allowed = format!("the map of this scenario has the columns {} to {}", called(west), called(east));
    let refuse = |message: String, advice: String| Err(Problem::new(message).rule("2.1").advice(advice));
    if from > to {
        return refuse(
            format!("the columns run backward from {} to {}", called(from), called(to)),
            format!("write {}-{}; {allowed}", called(to), called(from)),
        );
    }
    match [from, to].into_iter().find(|column| !(west..=east).contains(column)) {
        Some(column) => refuse(format!("there is no column {} here", called(column)), allowed),
        None => Ok(()),
    }
}

/// The theater of that name, if the map has ground in it.
fn theater(rules: &CivilWar, text: &str) -> Result<Theater, Problem> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '-'], "_");
    let wanted = plain(text.trim());
    let mut all = Theater::ALL.into_iter().chain([Theater::FarWest]);
    let found = all.find(|theater| !wanted.is_empty() && theater.as_str().starts_with(&wanted));
    let here: SortedSet<Theater> = rules.pack.map.hexes().map(|(hex, _)| rules.pack.map.theater(hex)).collect();
    let names: Vec<&str> = here.iter().map(|theater| theater.as_str()).collect();
    let allowed = match names.as_slice() {
        [only] => format!("all of it is in one theater, {only}: omit --theater"),
        names => instead(text, names, "the theaters on it are"),
    };
    match found {
        Some(theater) if here.contains(&theater) => Ok(theater),
        Some(theater) => {
            let message = format!("the map of this scenario has no hexes in the {}", vocabulary::theater(theater));
            Err(Problem::new(message).rule("2.1").advice(allowed))
        }
        None => Err(Problem::new(format!("there is no theater '{}'", text.trim())).rule("4.1").advice(allowed)),
    }
}
