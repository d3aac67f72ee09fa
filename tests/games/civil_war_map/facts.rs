//! Everything that the rulebook says about a hex, hexside, place or distance on the map:
//! `tests/data/civil_war_map.yaml`.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use adjutant::board::Hex;
use adjutant::games::civil_war::pack::{FortKind, HexsideKind, Side, Terrain, Theater};
use adjutant::games::civil_war::{movement, movement::territory};

use crate::civil_war_map::whole_map::{Between, FULL_MAP, FullMap, Waters};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "about")]
    _about: String,
    facts: Vec<Fact>,
}

/// One thing that the rulebook says.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Fact {
    /// In our words.
    what: String,
    /// Where it says so.
    rule: String,
    holds: Holds,
}

/// The kind of a hexside; `open` for one with nothing printed on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Open,
    River,
    NavigableRiver,
    Gap,
    Road,
    Mountain,
    Impassable,
}

/// Whose ground it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ground {
    Union,
    Confederate,
    Neutral,
}

/// An assertion. Places are given by name or by the number of their hex.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Holds {
    /// The hex is such.
    Hex {
        place: String,
        terrain: Option<Terrain>,
        coastal: Option<bool>,
        state: Option<String>,
        theater: Option<Theater>,
        rail: Option<bool>,
        ground: Option<Ground>,
    },
    /// The hexside between two hexes is of this kind.
    Hexside { between: (Hex, Hex), is: Kind, name: Option<String> },
    /// The hexside between each of these hexes and the next, or between the first and each other, is of this kind.
    Around { place: String, each: Vec<String>, is: Kind },
    /// The place is in that hex.
    Lies { place: String, hex: Hex },
    /// A force goes from each to the next, and over no gap or road.
    Valley(Vec<String>),
    /// The two places are at most this many hexes apart.
    Near { places: (String, String), hexes: u32 },
    /// They share a side; each with the next.
    Adjacent(Vec<String>),
    /// The place is a city.
    City {
        place: String,
        state: Option<String>,
        /// Whether it has victory points.
        points: Option<bool>,
        port: Option<bool>,
        /// A fort or hex in which the Union shuts the port.
        shut_by: Option<String>,
        ground: Option<Ground>,
        theater: Option<Theater>,
    },
    /// A fortification is printed.
    Fort { place: String, kind: Option<FortKind>, owner: Option<Side> },
    /// A navigable river of that name, or any, runs along the hex.
    Water { place: String, name: Option<String> },
    /// The number of navigable hexsides around it.
    Waters { place: String, count: usize },
    /// A railroad joins each place with the next, on rails of that side at the start.
    Rail { through: Vec<String>, owner: Option<Side> },
    /// Railroads lead from the place in at least this many directions.
    Junction { place: String, lines: usize },
    /// A state is such; `border`: it shares a hex or a side with another.
    State {
        state: String,
        ground: Option<Ground>,
        theater: Option<Theater>,
        rails: Option<Side>,
        coast: Option<bool>,
        borders: Option<String>,
    },
    /// Points of the cities of these states.
    Points { states: Vec<String>, points: u32 },
    /// Ships go from one place to another by rivers alone; from `sea`, from its mouths. `ocean`: those of the sea.
    Ships { from: String, to: String, ocean: bool },
    /// Seagoing ships cannot reach a place.
    NoOcean { place: String },
    /// No hexside of the rivers of that name carries ships of the sea.
    RiverShips { river: String },
    /// The water is at most this many hexsides along rivers from a hexside.
    Along { from: (Hex, Hex), river: String, hexsides: u32 },
    /// Ships on their way from the sea to a place enter this many hexsides of the fort's hex.
    Shots { fort: String, to: String, times: u32 },
    /// By the terrain a force goes through these hexes, at that cost in movement points.
    March { path: Vec<String>, points: u32 },
    /// An attack over the hexside into the second hex is shifted by this many columns.
    Shift { over: (Hex, Hex), columns: u8 },
    /// A force of the side may not cross into the second, for the fortification there (6.3.4).
    Walled { from: String, into: String, side: Side },
    /// Whether the way along a coast is open to river-going ships: no impassable side on the direct way.
    Coast { along: Vec<Hex>, open: bool },
    /// Somewhere on the map there is such a thing.
    Somewhere(Thing),
    /// Somewhere a force crosses from one theater into the other over land.
    Front { theaters: (Theater, Theater) },
    /// Union rails lead from a place off the north edge.
    NorthEdge(String),
    /// No way by sea hexes on the map leads from one to the other.
    Divided { seas: (Hex, Hex) },
}

/// A thing on the map.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Thing {
    Stockade,
    Fortress,
    ResourceSite,
    BorderHex,
    PortWithHexes,
    PortWithout,
    ImpassableHexside,
    MountainHex,
    Road,
    Gap,
}

/// What does not hold.
fn expect(holds: bool, found: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(found()) }
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, wanted: &Option<T>, found: &T) -> Result<(), String> {
    match wanted {
        Some(wanted) => expect(wanted == found, || format!("{what}: {found:?}, not {wanted:?}")),
        None => Ok(()),
    }
}

fn whose(side: Option<Side>) -> Ground {
    match side {
        Some(Side::Union) => Ground::Union,
        Some(Side::Confederate) => Ground::Confederate,
        None => Ground::Neutral,
    }
}

fn kind(whole: &FullMap, a: Hex, b: Hex) -> Kind {
    match whole.kind(a, b) {
        None => Kind::Open,
        Some(HexsideKind::River) => Kind::River,
        Some(HexsideKind::NavigableRiver) => Kind::NavigableRiver,
        Some(HexsideKind::Gap) => Kind::Gap,
        Some(HexsideKind::Road) => Kind::Road,
        Some(HexsideKind::Mountain) => Kind::Mountain,
        Some(HexsideKind::Impassable) => Kind::Impassable,
    }
}

fn chain(whole: &FullMap, places: &[String]) -> Result<Vec<Hex>, String> {
    places.iter().map(|place| whole.place(place)).collect()
}

impl Holds {
    /// Whether it does.
    fn test(&self, whole: &FullMap) -> Result<(), String> {
        let map = whole.map();
        match self {
            Holds::Hex { place, terrain, coastal, state, theater, rail, ground } => {
                let at = whole.place(place)?;
                let data = map.hex(at).ok_or("it is not on the map")?;
                same("terrain", terrain, &data.terrain)?;
                same("coastal", coastal, &data.coastal)?;
                same("theater", theater, &data.theater)?;
                same("rail", rail, &map.rail_hex(at))?;
                same("ground", ground, &whose(whole.ground(at)))?;
                let lies = |state: &String| data.states.iter().any(|id| id.as_str() == state);
                expect(state.as_ref().is_none_or(lies), || format!("it lies in {:?}", data.states))
            }
            Holds::Hexside { between: (a, b), is, name } => {
                expect(a.adjacent(*b), || "they do not touch".to_owned())?;
                expect(map.hex(*a).is_some() && map.hex(*b).is_some(), || "not on the map".to_owned())?;
                same("kind", &Some(*is), &kind(whole, *a, *b))?;
                let found = map.hexside(*a, *b).map(|side| side.name.as_str()).unwrap_or_default();
                same("name", &name.as_deref(), &found)
            }
            Holds::Around { place, each, is } => {
                let at = whole.place(place)?;
                for there in chain(whole, each)? {
                    expect(at.adjacent(there), || format!("{at} and {there} do not touch"))?;
                    same(&format!("{at}/{there}"), &Some(*is), &kind(whole, at, there))?;
                }
                Ok(())
            }
            Holds::Lies { place, hex } => {
                let found = whole.place(place)?;
                expect(found == *hex, || format!("it lies in {found}"))
            }
            Holds::Valley(places) => {
                for pair in chain(whole, places)?.windows(2) {
                    let way = movement::terrain_allows(&whole.rules, pair[0], pair[1]);
                    way.map_err(|problem| problem.to_string())?;
                    let kind = kind(whole, pair[0], pair[1]);
                    expect(!matches!(kind, Kind::Gap | Kind::Road), || format!("{pair:?} is a {kind:?}"))?;
                }
                Ok(())
            }
            Holds::Near { places: (a, b), hexes } => {
                let (a, b) = (whole.place(a)?, whole.place(b)?);
                let apart = a.distance(b);
                expect(apart <= *hexes, || format!("{a} and {b} are {apart} apart"))
            }
            Holds::Adjacent(places) => {
                let hexes = chain(whole, places)?;
                let gap = hexes.windows(2).find(|pair| !pair[0].adjacent(pair[1]));
                expect(gap.is_none(), || format!("{gap:?} do not touch"))
            }
            Holds::City { place, state, points, port, shut_by, ground, theater } => {
                let at = whole.place(place)?;
                let data = map.hex(at).ok_or("it is not on the map")?;
                let city = data.city.as_ref().ok_or(format!("{at} has no city"))?;
                same("state", state, &city.state.to_string())?;
                same("points", points, &(city.vp > 0))?;
                same("port", port, &city.port)?;
                same("theater", theater, &data.theater)?;
                same("ground", ground, &whose(whole.ground(at)))?;
                if let Some(key) = shut_by {
                    let key = whole.place(key)?;
                    let keys = city.imports.as_ref().map(|port| port.shut_by.clone()).unwrap_or_default();
                    expect(keys.contains(&key), || format!("it is shut by {keys:?}"))?;
                }
                Ok(())
            }
            Holds::Fort { place, kind, owner } => {
                let at = whole.place(place)?;
                let fort = map.hex(at).and_then(|data| data.fort.as_ref()).ok_or(format!("{at} has none"))?;
                same("kind", kind, &fort.kind)?;
                same("owner", owner, &fort.owner)
            }
            Holds::Water { place, name } => {
                let waters = whole.waters(whole.place(place)?);
                let called = |side: &Between| map.hexside(side.0, side.1).map(|side| side.name.clone());
                let names: BTreeSet<String> = waters.iter().filter_map(called).collect();
                let found = name.as_ref().map_or(!names.is_empty(), |name| names.contains(name));
                expect(found, || format!("it lies on {names:?}"))
            }
            Holds::Waters { place, count } => {
                let waters = whole.waters(whole.place(place)?);
                expect(waters.len() == *count, || format!("it has {waters:?}"))
            }
            Holds::Rail { through, owner } => {
                let hexes = chain(whole, through)?;
                for pair in hexes.windows(2) {
                    let joined = whole.by_rail(pair[0], *owner).contains(&pair[1]);
                    expect(joined, || format!("no such rails from {} to {}", pair[0], pair[1]))?;
                }
                Ok(())
            }
            Holds::Junction { place, lines } => {
                let at = whole.place(place)?;
                let found = map.neighbors(at).filter(|&there| map.rail(at, there)).count();
                expect(found >= *lines, || format!("there are {found}"))
            }
            Holds::State { state, ground, theater, rails, coast, borders } => {
                self::state(whole, state, (*ground, *theater, *rails), *coast, borders.as_deref())
            }
            Holds::Points { states, points } => {
                let of = |state: &str| states.iter().any(|id| id == state);
                let found: u32 = whole
                    .cities()
                    .filter(|(_, city)| of(city.state.as_str()))
                    .map(|(_, city)| u32::from(city.vp))
                    .sum();
                expect(found == *points, || format!("they have {found}"))
            }
            Holds::Ships { from, to, ocean } => ships(whole, from, to, *ocean),
            Holds::NoOcean { place } => {
                let waters = whole.waters(whole.place(place)?);
                let open = waters.iter().find(|side| !river_only(whole, **side));
                expect(open.is_none(), || format!("they come to {open:?}"))
            }
            Holds::RiverShips { river } => {
                let waters = Waters::of(whole, |kind, name| kind == HexsideKind::NavigableRiver && name == river);
                expect(!waters.sides.is_empty(), || "there is no such navigable river".to_owned())?;
                let open = waters.sides.iter().find(|side| !river_only(whole, **side));
                expect(open.is_none(), || format!("they come to {open:?}"))
            }
            Holds::Along { from, river, hexsides } => {
                let waters = Waters::navigable(whole);
                let far = waters.distances([*from], |_| true, |side| u32::from(side != *from));
                let near = |side: &Between| map.hexside(side.0, side.1).is_some_and(|side| side.name == *river);
                let least = far.iter().filter(|(side, _)| near(side)).map(|(_, far)| *far).min();
                expect(least.is_some_and(|far| far <= *hexsides), || format!("it is {least:?} hexsides away"))
            }
            Holds::Shots { fort, to, times } => {
                let found = crate::civil_war_map::rivers_and_sea::shots(whole, whole.place(fort)?, whole.place(to)?)?;
                expect(found == *times, || format!("it fires {found} times"))?;
                let chart = whole.rules.pack.charts.fort_shots.iter().find(|entry| entry.fort == *fort);
                let listed = chart.map(|entry| u32::from(entry.shots));
                expect(listed == Some(*times), || format!("the chart has {listed:?}"))
            }
            Holds::March { path, points } => {
                let path = chain(whole, path)?;
                let mut cost = 0;
                for pair in path.windows(2) {
                    let way = movement::terrain_allows(&whole.rules, pair[0], pair[1]);
                    way.map_err(|problem| problem.to_string())?;
                    cost += movement::entry_cost(&whole.rules, pair[1]);
                }
                expect(cost == *points, || format!("it costs {cost}"))
            }
            Holds::Shift { over: (from, into), columns } => {
                let charts = &whole.rules.pack.charts;
                let there = map.hex(*into).ok_or("it is not on the map")?.terrain;
                let over = whole.kind(*from, *into).map_or(0, |kind| charts.hexside_shift(kind));
                let found = charts.terrain_shift(there) + over;
                expect(found == *columns, || format!("it is {found}"))
            }
            Holds::Walled { from, into, side } => {
                let (from, into) = (whole.place(from)?, whole.place(into)?);
                movement::terrain_allows(&whole.rules, from, into).map_err(|problem| problem.to_string())?;
                match movement::passable(&whole.rules, &whole.game, from, into, *side) {
                    Ok(()) => Err("it may".to_owned()),
                    Err(problem) => expect(problem.rule.as_deref() == Some("6.3.4"), || {
                        format!("it may not for {:?}", problem.rule)
                    }),
                }
            }
            Holds::Coast { along, open } => {
                let coastal = |hex: &Hex| map.hex(*hex).is_some_and(|data| data.coastal);
                expect(along.iter().all(coastal), || "not all are coastal".to_owned())?;
                let shut = |pair: &&[Hex]| {
                    !pair[0].adjacent(pair[1]) || whole.kind(pair[0], pair[1]) == Some(HexsideKind::Impassable)
                };
                let bar = along.windows(2).find(shut);
                expect(bar.is_none() == *open, || format!("barred at {bar:?}"))
            }
            Holds::Somewhere(thing) => expect(thing.exists(whole), || "there is none".to_owned()),
            Holds::Front { theaters: (from, into) } => {
                let over = |hex: Hex| {
                    let steps = map.neighbors(hex).filter(|&there| movement::crossable(&whole.rules, hex, there));
                    steps.into_iter().any(|there| map.theater(there) == *into)
                };
                let found = whole.land().any(|hex| map.theater(hex) == *from && over(hex));
                expect(found, || "nobody does".to_owned())
            }
            Holds::NorthEdge(place) => {
                let rails = whole.by_rail(whole.place(place)?, Some(Side::Union));
                let edge = rails.iter().any(|&hex| map.hex(hex).is_some_and(|data| data.north_edge));
                expect(edge, || "they do not".to_owned())
            }
            Holds::Divided { seas: (a, b) } => {
                expect(whole.is_sea(*a) && whole.is_sea(*b), || "they are not sea".to_owned())?;
                let joined = whole.reach(*a, |_, there| whole.is_sea(there)).contains(b);
                expect(!joined, || "a way leads over".to_owned())
            }
        }
    }
}

type Ways = (Option<Ground>, Option<Theater>, Option<Side>);

fn state(
    whole: &FullMap,
    state: &str,
    (ground, theater, rails): Ways,
    coast: Option<bool>,
    borders: Option<&str>,
) -> Result<(), String> {
    let map = whole.map();
    let lies =
        |hex: Hex, state: &str| map.hex(hex).is_some_and(|data| data.states.iter().any(|id| id.as_str() == state));
    let hexes: Vec<Hex> = map.hexes().map(|(hex, _)| hex).filter(|&hex| lies(hex, state)).collect();
    expect(!hexes.is_empty(), || "it is not on the map".to_owned())?;
    let id = state.parse().map_err(|_| "no id".to_owned())?;
    same("ground", &ground, &whose(territory::friendly_side(&whole.rules, &whole.game, &id)))?;
    for &hex in &hexes {
        let alone = map.hex(hex).is_some_and(|data| data.states.len() == 1);
        if alone {
            same(&format!("{hex}"), &theater, &map.theater(hex))?;
        }
        if alone && rails.is_some() && map.rail_hex(hex) {
            same(&format!("{hex}"), &Some(rails), &map.rail_owner_at_start(hex))?;
        }
    }
    let wet = hexes.iter().any(|&hex| map.hex(hex).is_some_and(|data| data.coastal));
    same("coast", &coast, &wet)?;
    let other = borders.unwrap_or(state);
    let touches = |&hex: &Hex| lies(hex, other) || map.neighbors(hex).any(|there| lies(there, other));
    expect(hexes.iter().any(touches), || format!("it does not border on {other}"))
}

/// Whether only river-going ships can reach a hexside.
fn river_only(whole: &FullMap, side: Between) -> bool {
    whole.map().hexside(side.0, side.1).is_some_and(|side| side.river_ships_only)
}

fn ships(whole: &FullMap, from: &str, to: &str, ocean: bool) -> Result<(), String> {
    let waters = Waters::navigable(whole);
    let open = |side: Between| !(ocean && river_only(whole, side));
    let start = match from {
        "sea" => waters.mouths(whole).into_iter().collect(),
        place => whole.waters(whole.place(place)?),
    };
    let far = waters.distances(start, open, |_| 1);
    let goal = whole.waters(whole.place(to)?);
    expect(goal.iter().any(|side| far.contains_key(side)), || format!("none of {goal:?} can be reached"))
}

impl Thing {
    fn exists(self, whole: &FullMap) -> bool {
        let map = whole.map();
        let fort =
            |kind: FortKind| map.hexes().any(|(_, data)| data.fort.as_ref().is_some_and(|fort| fort.kind == kind));
        let side = |kind: HexsideKind| map.hexsides().any(|(_, side)| side.kind == kind);
        let port = |with: bool| {
            let ports = map.hexes().filter_map(|(_, data)| data.city.as_ref()?.imports.as_ref());
            ports.into_iter().any(|port| port.shut_by.is_empty() != with)
        };
        match self {
            Thing::Stockade => fort(FortKind::Stockade),
            Thing::Fortress => fort(FortKind::Fortress),
            Thing::ResourceSite => map.hexes().any(|(_, data)| data.site.is_some()),
            Thing::BorderHex => map.hexes().any(|(_, data)| data.states.len() > 1),
            Thing::PortWithHexes => port(true),
            Thing::PortWithout => port(false),
            Thing::ImpassableHexside => side(HexsideKind::Impassable),
            Thing::MountainHex => map.hexes().any(|(_, data)| data.terrain == Terrain::Mountain),
            Thing::Road => side(HexsideKind::Road),
            Thing::Gap => side(HexsideKind::Gap),
        }
    }
}

#[test]
fn everything_that_the_rulebook_says_of_the_map_holds() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/civil_war_map.yaml");
    let text = std::fs::read_to_string(path).expect("the facts");
    let value: serde_json::Value = serde_yaml::from_str(&text).expect("YAML");
    let file: File = serde_json::from_value(value).expect("facts");
    let mut wrong = Vec::new();
    let mut by_rule: BTreeMap<String, usize> = BTreeMap::new();
    let mut said = BTreeSet::new();
    for fact in &file.facts {
        assert!(said.insert((&fact.rule, &fact.what)), "told twice: {}", fact.what);
        let chapter = fact.rule.trim_start_matches("EX ").split('.').next().unwrap_or_default();
        *by_rule.entry(chapter.to_owned()).or_default() += 1;
        if let Err(found) = fact.holds.test(&FULL_MAP) {
            wrong.push(format!("{}: {}: {found}", fact.rule, fact.what));
        }
    }
    println!("{} stated facts tested, by chapter {by_rule:?}", file.facts.len());
    assert!(wrong.is_empty(), "{} of {} stated facts fail:\n{}", wrong.len(), file.facts.len(), wrong.join("\n"));
}
