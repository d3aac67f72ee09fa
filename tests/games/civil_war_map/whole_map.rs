//! The whole map with the engine that works on it, and the questions that the tests ask of both.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::LazyLock;

use serde_json::json;

use adjutant::board::{Corner, Hex};
use adjutant::engine::Ruleset;
use adjutant::games::civil_war::pack::{HexsideKind, Map, Side, Terrain};
use adjutant::games::civil_war::position::ledger::Game;
use adjutant::games::civil_war::{CivilWar, movement, movement::territory};

/// The game on the whole map, and a position that has nothing but the map's own start.
pub struct FullMap {
    pub rules: CivilWar,
    pub game: Game,
    names: BTreeMap<String, Vec<Hex>>,
}

/// The map as it is committed.
pub static FULL_MAP: LazyLock<FullMap> = LazyLock::new(|| {
    let rules = CivilWar::shipped();
    let game = rules.case(&json!({"phasing": "union"})).expect("an empty position").game;
    let mut names: BTreeMap<String, Vec<Hex>> = BTreeMap::new();
    for (hex, data) in rules.pack.map.hexes() {
        let built = data.city.iter().map(|city| &city.name).chain(data.fort.iter().map(|fort| &fort.name));
        let own: BTreeSet<&String> = std::iter::once(&data.name).chain(&data.also).chain(built).collect();
        for name in own {
            names.entry(name.clone()).or_default().push(hex);
        }
    }
    FullMap { rules, game, names }
});

pub fn hex(text: &str) -> Hex {
    text.parse().expect("a hex")
}

/// A hexside, the smaller number first.
pub type Between = (Hex, Hex);

/// The two ends of a hexside.
pub fn ends((a, b): Between) -> [Corner; 2] {
    a.ends_of_side(b).expect("hexes that touch")
}

impl FullMap {
    pub fn map(&self) -> &Map {
        &self.rules.pack.map
    }

    /// The hex of a place: by its number, by its name, or as `Camden, Arkansas` by name and state.
    pub fn place(&self, place: &str) -> Result<Hex, String> {
        if let Ok(hex) = place.parse::<Hex>() {
            return self.map().hex(hex).map(|_| hex).ok_or(format!("there is no hex {hex}"));
        }
        let mut found = self.names.get(place).cloned().unwrap_or_default();
        if let Some((name, state)) = place.rsplit_once(", ") {
            let lies = |hex: &Hex| {
                let states = self.map().hex(*hex).map(|data| data.states.as_slice()).unwrap_or_default();
                states.iter().any(|id| self.map().states[id].name == state)
            };
            found.extend(self.names.get(name).into_iter().flatten().filter(|hex| lies(hex)));
        }
        found.sort();
        found.dedup();
        // Of several the one that is a city of that name with points.
        let city = |hex: &Hex| self.map().city(*hex).is_some_and(|city| city.name == place);
        if let [one] = found.iter().copied().filter(city).collect::<Vec<_>>().as_slice() {
            return Ok(*one);
        }
        match found.as_slice() {
            [one] => Ok(*one),
            [] => Err(format!("no place is called {place:?}")),
            several => Err(format!("{place:?} is called so in {several:?}")),
        }
    }

    /// The hex of a place that the map is known to have.
    pub fn at(&self, place: &str) -> Hex {
        self.place(place).unwrap_or_else(|problem| panic!("{problem}"))
    }

    pub fn terrain(&self, hex: Hex) -> Option<Terrain> {
        self.map().hex(hex).map(|data| data.terrain)
    }

    pub fn is_sea(&self, hex: Hex) -> bool {
        self.terrain(hex) == Some(Terrain::AllSea)
    }

    pub fn land(&self) -> impl Iterator<Item = Hex> + '_ {
        self.map().hexes().filter(|(_, data)| data.terrain != Terrain::AllSea).map(|(hex, _)| hex)
    }

    pub fn kind(&self, a: Hex, b: Hex) -> Option<HexsideKind> {
        self.map().hexside(a, b).map(|side| side.kind)
    }

    /// Every city with victory points.
    pub fn cities(&self) -> impl Iterator<Item = (Hex, &adjutant::games::civil_war::pack::City)> {
        self.map().hexes().filter_map(|(hex, _)| Some((hex, self.map().city(hex)?)))
    }

    /// The side that the state of a place's city, or else of all its ground, is friendly to.
    pub fn ground(&self, hex: Hex) -> Option<Side> {
        let data = self.map().hex(hex)?;
        match &data.city {
            Some(city) => territory::friendly_side(&self.rules, &self.game, &city.state),
            None => Side::BOTH.into_iter().find(|&side| territory::is_friendly(&self.rules, &self.game, hex, side)),
        }
    }

    /// The hexes that can be reached from a hex by steps that `open` allows, including the hex itself.
    pub fn reach(&self, from: Hex, open: impl Fn(Hex, Hex) -> bool) -> BTreeSet<Hex> {
        let mut reached = BTreeSet::from([from]);
        let mut next = VecDeque::from([from]);
        while let Some(here) = next.pop_front() {
            for there in self.map().neighbors(here) {
                if !reached.contains(&there) && open(here, there) {
                    reached.insert(there);
                    next.push_back(there);
                }
            }
        }
        reached
    }

    /// The hexes that can be reached from a hex by marching, considering only the terrain.
    pub fn by_land(&self, from: Hex) -> BTreeSet<Hex> {
        self.reach(from, |here, there| movement::crossable(&self.rules, here, there))
    }

    /// The rail hexes that are connected with one, on rails of a side at the start, or on any.
    pub fn by_rail(&self, from: Hex, owner: Option<Side>) -> BTreeSet<Hex> {
        let own = |hex: Hex| owner.is_none() || self.map().rail_owner_at_start(hex) == owner;
        if !self.map().rail_hex(from) || !own(from) {
            return BTreeSet::new();
        }
        self.reach(from, |here, there| self.map().rail(here, there) && own(there))
    }

    /// The navigable hexsides of a hex.
    pub fn waters(&self, hex: Hex) -> Vec<Between> {
        let wet = self.map().neighbors(hex).filter(|&there| self.map().over_navigable(hex, there));
        wet.map(|there| (hex.min(there), hex.max(there))).collect()
    }

    /// The hexes that meet at a corner, as far as they are on the map.
    pub fn around(&self, corner: Corner) -> Vec<Hex> {
        self.map().hexes().map(|(hex, _)| hex).filter(|&hex| hex.corners().contains(&corner)).collect()
    }
}

/// Rivers as a graph: hexsides, and the corners where they meet.
pub struct Waters {
    pub sides: BTreeSet<Between>,
    pub at: BTreeMap<Corner, Vec<Between>>,
}

impl Waters {
    /// The hexsides for which `wanted` holds.
    pub fn of(whole: &FullMap, wanted: impl Fn(HexsideKind, &str) -> bool) -> Waters {
        let named = whole.map().hexsides().filter(|(_, side)| wanted(side.kind, &side.name));
        let sides: BTreeSet<Between> = named.map(|(between, _)| between).collect();
        let mut at: BTreeMap<Corner, Vec<Between>> = BTreeMap::new();
        for &between in &sides {
            for corner in ends(between) {
                at.entry(corner).or_default().push(between);
            }
        }
        Waters { sides, at }
    }

    /// Those that carry ships.
    pub fn navigable(whole: &FullMap) -> Waters {
        Waters::of(whole, |kind, _| kind == HexsideKind::NavigableRiver)
    }

    /// The hexsides adjacent to a hexside.
    pub fn adjacent_hexsides(&self, between: Between) -> impl Iterator<Item = Between> + '_ {
        ends(between).into_iter().flat_map(|corner| &self.at[&corner]).copied().filter(move |other| *other != between)
    }

    /// How far each hexside is from the nearest of some, by `cost` of each that is entered; where `open`.
    pub fn distances(
        &self,
        from: impl IntoIterator<Item = Between>,
        open: impl Fn(Between) -> bool,
        cost: impl Fn(Between) -> u32,
    ) -> BTreeMap<Between, u32> {
        let mut best: BTreeMap<Between, u32> = BTreeMap::new();
        let mut next: BTreeSet<(u32, Between)> = from
            .into_iter()
            .filter(|&side| self.sides.contains(&side) && open(side))
            .map(|side| (cost(side), side))
            .collect();
        while let Some((far, here)) = next.pop_first() {
            if best.contains_key(&here) {
                continue;
            }
            best.insert(here, far);
            next.extend(self.adjacent_hexsides(here).filter(|&side| open(side)).map(|side| (far + cost(side), side)));
        }
        best
    }

    /// The hexsides by which ships come in from the sea: the ends of courses whose last corner is on a coast (CW-185).
    pub fn mouths(&self, whole: &FullMap) -> BTreeSet<Between> {
        let salt = |hex: Hex| whole.is_sea(hex) || whole.map().hex(hex).is_some_and(|data| data.coastal);
        let last = self.at.iter().filter(|(_, sides)| sides.len() == 1);
        last.filter(|(corner, sides)| {
            let beyond = whole.around(**corner).into_iter().filter(|hex| *hex != sides[0].0 && *hex != sides[0].1);
            beyond.into_iter().any(salt)
        })
        .map(|(_, sides)| sides[0])
        .collect()
    }

    /// The parts that hang together, each with the hexsides that close a loop.
    pub fn parts(&self) -> Vec<(BTreeSet<Between>, Vec<Between>)> {
        let mut left = self.sides.clone();
        let mut parts = Vec::new();
        while let Some(&first) = left.first() {
            let part: BTreeSet<Between> = self.distances([first], |_| true, |_| 0).into_keys().collect();
            left.retain(|side| !part.contains(side));
            // Joined corner by corner, a hexside whose ends are together already closes a loop.
            let mut together: BTreeMap<Corner, usize> = BTreeMap::new();
            let mut loops = Vec::new();
            let mut groups: Vec<Vec<Corner>> = Vec::new();
            for &side in &part {
                let [a, b] = ends(side);
                for corner in [a, b] {
                    together.entry(corner).or_insert_with(|| {
                        groups.push(vec![corner]);
                        groups.len() - 1
                    });
                }
                let (one, other) = (together[&a], together[&b]);
                if one == other {
                    loops.push(side);
                    continue;
                }
                for corner in std::mem::take(&mut groups[other]) {
                    together.insert(corner, one);
                    groups[one].push(corner);
                }
            }
            parts.push((part, loops));
        }
        parts
    }
}
