//! Which hexes of the map are wanted.

use std::collections::BTreeSet;

use crate::board::Hex;
use crate::document::Problem;
use crate::report::{MapView, Scale};

use super::super::super::CivilWar;
use super::super::super::ledger::Game;
use super::super::super::pack::{Terrain, Theater};
use super::super::show::{find_hex, find_stack};
use super::super::words;
use super::large;

/// How many hexes around a place are shown, if nobody says and so many fit.
const RADIUS: u32 = 3;

/// A part of the map.
pub struct Part {
    pub title: String,
    /// By number.
    pub hexes: Vec<Hex>,
    /// Whether it is the whole.
    pub whole: bool,
}

impl Part {
    /// Whether a hex belongs to it.
    pub fn holds(&self, hex: Hex) -> bool {
        self.hexes.binary_search(&hex).is_ok()
    }

    /// How many columns it reaches over.
    pub fn columns(&self) -> usize {
        match (self.hexes.first(), self.hexes.last()) {
            (Some(first), Some(last)) => usize::from(last.col() - first.col()) + 1,
            _ => 0,
        }
    }
}

/// The part that is asked for; without a position nobody can be asked where he stands.
///
/// # Errors
/// If there is no such place or theater, or no hex in it.
pub fn find(rules: &CivilWar, game: Option<&Game>, view: &MapView) -> Result<Part, Problem> {
    let mut titles = Vec::new();
    let mut hexes: Vec<Hex> = rules.pack.map.hexes().map(|(hex, _)| hex).collect();
    let all = hexes.len();
    if let Some(name) = &view.part {
        let theater = theater(name)?;
        titles.push(format!("the {}", words::theater(theater)));
        let map = &rules.pack.map;
        let sea = |hex: Hex| map.hex(hex).is_some_and(|data| data.terrain == Terrain::AllSea);
        let mut part: BTreeSet<Hex> =
            hexes.iter().copied().filter(|&hex| map.theater(hex) == theater && !sea(hex)).collect();
        // The sea belongs to no theater: what washes its shores is shown with it.
        let shores: Vec<Hex> = part.iter().flat_map(|&hex| map.neighbours(hex)).filter(|&hex| sea(hex)).collect();
        part.extend(shores);
        hexes = part.into_iter().collect();
    }
    if let Some((from, to)) = view.columns {
        titles.push(format!("columns {from} to {to}"));
        hexes.retain(|hex| (from.min(to)..=from.max(to)).contains(&hex.col()));
    }
    if let Some(place) = &view.around {
        let middle = match game {
            Some(game) => find_stack(rules, game, place)?,
            None => find_hex(rules, place)?,
        };
        titles.push(format!("around {}", words::place(&rules.pack, middle)));
        let radius = view.radius.unwrap_or_else(|| fitting(view));
        hexes.retain(|hex| hex.distance(middle) <= radius);
    }
    if hexes.is_empty() {
        let columns = || rules.pack.map.hexes().map(|(hex, _)| hex.col());
        let (west, east) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
        let problem = Problem::new("no hex of this map lies there").rule("2.1");
        return Err(problem.advice(format!("the map has the columns {west} to {east}")));
    }
    let title = match titles.is_empty() {
        true => "The map".to_owned(),
        false => format!("The map: {}", titles.join(", ")),
    };
    Ok(Part { title, whole: hexes.len() == all, hexes })
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

/// The theater of that name.
fn theater(text: &str) -> Result<Theater, Problem> {
    let plain = |name: &str| name.to_lowercase().replace([' ', '-'], "_");
    let wanted = plain(text.trim());
    let found = Theater::ALL.into_iter().find(|theater| !wanted.is_empty() && theater.as_str().starts_with(&wanted));
    found.ok_or_else(|| {
        let known = words::list(Theater::ALL.into_iter().map(|theater| theater.as_str().to_owned()), "and");
        Problem::new(format!("there is no theater '{text}'")).rule("4.1").advice(format!("the theaters are {known}"))
    })
}
