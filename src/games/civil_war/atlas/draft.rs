//! The map while it is being compiled.

use crate::sorted::{SortedMap, SortedSet};

use super::courses::{ExtraCosts, ordered};
use super::grid::{COLUMNS, Cell, Corners, ROWS};
use super::outlines::{self, Outline};
use super::places::Places;
use super::projection::LatLon;
use super::sources::Sources;
use crate::board::Hex;
use crate::document::{Id, Problem, from_value};
use crate::pack::{HexsideKind, Mouth, Source, Terrain, Theater, Water};

/// A hexside that is not open.
#[derive(Clone, Debug)]
pub struct Side {
    pub kind: HexsideKind,
    pub name: String,
    /// What water it is, where it is navigable.
    pub water: Water,
    /// Ocean-going ships cannot come here.
    pub river_ships_only: bool,
    /// Nobody crosses this water by land.
    pub impassable: bool,
    pub source: Source,
}

/// What the sources say about a hex.
#[derive(Clone, Debug)]
pub struct HexDraft {
    /// Of sixty-one points, how many lie on land, and in which state.
    pub land: usize,
    pub shares: SortedMap<Id, usize>,
    pub sea: bool,
    pub coastal: bool,
    pub states: Vec<Id>,
    pub theater: Theater,
    pub terrain: Terrain,
    /// The source of its terrain, and the name that goes with it, where a file names one.
    pub ground: Option<Source>,
    pub name: Option<String>,
}

/// The map while it is being compiled, with every problem found so far.
pub struct Draft<'a> {
    pub sources: &'a Sources,
    pub places: Places<'a>,
    pub corners: Corners,
    pub outlines: SortedMap<&'a Id, Outline>,
    pub hexes: SortedMap<Hex, HexDraft>,
    /// By the two hexes, the smaller number first.
    pub sides: SortedMap<(Hex, Hex), Side>,
    /// Where rivers and bays meet the sea, in the order of their files.
    pub mouths: Vec<Mouth>,
    /// The hexsides of the inset by their two hexes.
    pub inset: Inset,
    /// What each town is called on the map.
    pub called: SortedMap<Id, String>,
    /// What makes the map wrong.
    pub problems: Vec<Problem>,
    /// Notes that somebody should look at.
    pub notes: Vec<String>,
}

/// The ground made by hand, as far as the rest has to join on to it.
#[derive(Clone, Debug, Default)]
pub struct Inset {
    pub hexes: SortedSet<Hex>,
    /// Rivers, bays and coasts of its hexsides.
    pub rivers: SortedMap<(Hex, Hex), HexsideKind>,
    pub rails: SortedSet<(Hex, Hex)>,
    /// Hexsides and rails that are not made by hand, though both hexes are.
    beyond: [SortedSet<(Hex, Hex)>; 2],
}

impl Inset {
    fn new(sources: &Sources, problems: &mut Vec<Problem>) -> Inset {
        let inset = &sources.virginia;
        let set = |pairs: &[(Hex, Hex)]| pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
        let mut found = Inset {
            hexes: inset.hexes.keys().copied().collect(),
            beyond: [set(&inset.beyond.hexsides), set(&inset.beyond.rails)],
            ..Inset::default()
        };
        for (n, entry) in inset.hexsides.iter().enumerate() {
            let part = |key: &str| entry.get(key).cloned().unwrap_or_default();
            let kind = from_value::<HexsideKind>(part("kind"));
            let between = from_value::<Vec<(Hex, Hex)>>(part("between"));
            match (kind, between) {
                (Ok(kind), Ok(between)) => {
                    found.rivers.extend(between.into_iter().map(|(a, b)| ((a.min(b), a.max(b)), kind)));
                }
                (Err(error), _) | (_, Err(error)) => {
                    problems.push(Problem::new(error.to_string()).in_path(format!("virginia.yaml:hexsides[{n}]")));
                }
            }
        }
        for (n, entry) in inset.railroads.iter().enumerate() {
            match from_value::<Vec<Hex>>(entry.get("line").cloned().unwrap_or_default()) {
                Ok(line) => {
                    found.rails.extend(line.windows(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))));
                }
                Err(error) => {
                    problems
                        .push(Problem::new(error.to_string()).in_path(format!("virginia.yaml:railroads[{n}].line")));
                }
            }
        }
        found
    }

    /// Whether the hexside between two hexes is made by hand.
    pub fn has_hexside(&self, a: Hex, b: Hex) -> bool {
        self.both(a, b) && !self.beyond[0].contains(&(a.min(b), a.max(b)))
    }

    /// Whether the rails between two hexes are made by hand.
    pub fn has_rails(&self, a: Hex, b: Hex) -> bool {
        self.both(a, b) && !self.beyond[1].contains(&(a.min(b), a.max(b)))
    }

    fn both(&self, a: Hex, b: Hex) -> bool {
        self.hexes.contains(&a) && self.hexes.contains(&b)
    }

    /// Whether the boundary between two cells is made by hand.
    pub fn has_cell_boundary(&self, a: Cell, b: Cell) -> Option<(Hex, Hex)> {
        let (a, b) = (a.hex()?, b.hex()?);
        self.has_hexside(a, b).then(|| (a.min(b), a.max(b)))
    }
}

impl<'a> Draft<'a> {
    /// Puts the towns on the plane, and determines the land in each state.
    pub fn new(sources: &'a Sources) -> Draft<'a> {
        let mut problems = Vec::new();
        let places = Places::new(&sources.towns);
        let inset = Inset::new(sources, &mut problems);
        let mut outlines = SortedMap::new();
        for (id, rings) in &sources.borders.borders {
            let rings: Vec<Vec<LatLon>> =
                rings.iter().map(|ring| ring.0.iter().map(|point| point.0).collect()).collect();
            if !sources.states.states.contains_key(id) {
                let problem = Problem::new(format!("states.yaml has no state {id}"));
                problems.push(problem.in_path(format!("borders.yaml:borders.{id}")));
            }
            outlines.insert(id, Outline::new(&places.projection, rings.iter().map(Vec::as_slice)));
        }
        let mut hexes = SortedMap::new();
        for hex in (1..=COLUMNS).flat_map(|col| (1..=ROWS).filter_map(move |row| Cell { col, row }.hex())) {
            let points = outlines::points(hex.into());
            let shares: SortedMap<Id, usize> = outlines
                .iter()
                .map(|(id, outline)| ((*id).clone(), outline.share(&points)))
                .filter(|(_, share)| *share > 0)
                .collect();
            let land = shares.values().sum();
            hexes.insert(
                hex,
                HexDraft {
                    land,
                    shares,
                    sea: false,
                    coastal: false,
                    states: Vec::new(),
                    theater: Theater::East,
                    terrain: Terrain::Clear,
                    ground: None,
                    name: None,
                },
            );
        }
        Draft {
            sources,
            places,
            corners: Corners::default(),
            outlines,
            hexes,
            sides: SortedMap::new(),
            mouths: Vec::new(),
            inset,
            called: SortedMap::new(),
            problems,
            notes: Vec::new(),
        }
    }

    /// Whether a cell is open sea; false beyond the map's edges.
    pub fn is_sea(&self, cell: Cell) -> bool {
        cell.hex().and_then(|hex| self.hexes.get(&hex)).is_some_and(|draft| draft.sea)
    }

    /// The extra cost for a river to follow hexsides where rivers rarely run: the coast, hand-made ground that has no
    /// river there, and the course of another river.
    pub fn extra_costs(&self, coast: bool) -> ExtraCosts {
        let mut toll = ExtraCosts::default();
        for walk in &self.corners.walks {
            let between = ordered(walk.left, walk.right);
            let mut sum = 0;
            if coast && (self.is_sea(walk.left) || self.is_sea(walk.right)) {
                sum += 4_000;
            }
            if let Some(pair) = self.inset.has_cell_boundary(walk.left, walk.right) {
                sum += if self.inset.rivers.contains_key(&pair) { 0 } else { 60_000 };
            } else if walk.between().is_some_and(|pair| self.sides.contains_key(&pair)) {
                sum += 5_000;
            }
            if sum > 0 {
                toll.0.insert(between, sum);
            }
        }
        toll
    }
}
