//! The map compiler: turns sources that people edit, in historical terms, into `map.yaml` hex by hex.
//!
//! It is not part of the rules, and no match runs it: a match pins its result. The steps, in order: [`projection`] maps
//! latitudes and longitudes to the plane of the printed [`grid`], [`outlines`] determines what is land, [`water`] adds
//! the sea and the rivers ([`courses`]), [`states`] the borders, [`terrain`] the terrain and the mountains,
//! [`lay_railroads`] the railroads, [`names`] names each hex, and [`write_map`] writes it all.

pub mod courses;
mod draft;
pub mod grid;
mod lay_railroads;
pub mod names;
pub mod outlines;
pub mod places;
pub mod projection;
pub mod rail_path;
pub mod sources;
mod states;
mod terrain;
mod validate;
mod water;
mod write_map;
pub mod yaml;

use crate::sorted::SortedMap;

use crate::document::Problem;

use draft::Draft;
use sources::Sources;
use validate::is_too_long;

/// The folder of the sources in a pack's folder.
pub const FOLDER: &str = "sources";

/// The file that is compiled.
pub const MAP: &str = "map.yaml";

/// The names of the source files.
pub const FILES: [&str; 9] = Sources::FILES;

/// A compiled map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Built {
    /// The text of `map.yaml`.
    pub map: String,
    /// Notes that somebody should look at: courses that were moved, names that occur twice.
    pub notes: Vec<String>,
}

/// Compiles the sources, given by file name. The same sources give the same bytes on every machine.
///
/// # Errors
/// Everything that is wrong with them, each with its file and the place in it.
pub fn build(texts: &SortedMap<String, String>) -> Result<Built, Vec<Problem>> {
    let (built, problems) = build_anyway(texts)?;
    if problems.is_empty() { Ok(built) } else { Err(problems) }
}

/// Compiles the sources as far as possible, for people who are editing them: faulty parts are left out and reported.
///
/// # Errors
/// A file is missing or cannot be read.
pub fn build_anyway(texts: &SortedMap<String, String>) -> Result<(Built, Vec<Problem>), Vec<Problem>> {
    let sources = Sources::read(texts)?;
    let mut draft = Draft::new(&sources);
    draft.validate();
    let rivers = sources.rivers.rivers.iter().map(|river| &river.course);
    if rivers.chain(sources.mountains.ridges.iter().map(|ridge| &ridge.course)).any(|course| is_too_long(course)) {
        return Err(draft.problems);
    }
    draft.lay_sea();
    let runs = draft.lay_rivers();
    draft.lay_states(&runs);
    draft.lay_terrain();
    draft.lay_mountains();
    let lines = draft.lay_railroads();
    let names = draft.lay_names(&lines);
    draft.check_open_water();
    let map = draft.write(&names, &lines);
    Ok((Built { map, notes: draft.notes }, draft.problems))
}
