//! Supply (9.1 to 9.3): whether a line can be traced from a hex to a source, which depot a combat uses up, and what
//! breaks the line where there is none.
//!
//! A line goes over land to rails or depots, along rails, from depot to depot, and for the Union along rivers, in any
//! combination in which each segment is legal by itself (9.3.1). Its source is nine points of cities over connected
//! rails (9.2.2), rails off the northern edge (9.2.3), the sea (9.3.10), or a depot (9.2.4). [`trace`] performs the
//! search, [`water`] its segments by river and sea; [`search`] holds its state, [`line`] its result, and [`explain`]
//! explains why it finds nothing.

pub mod construction;
pub mod costs;
mod explain;
mod line;
mod search;
mod trace;
mod water;

use crate::sorted::SortedMap;
use std::cell::{OnceCell, RefCell};

use crate::board::Hex;

use crate::pack::Side;
use crate::position::ledger::Game;
use crate::{CivilWar, movement::territory};

pub use explain::{Obstacle, RailGap, SupplyObstacles, UnusableSource, supply_obstacles};
pub use line::{Line, Reached, Segment, Source};
use search::{Sources, Tracing};
pub use trace::Closure;

/// Whether a force of `side` in `hex` is in supply now (9.2.1a): nobody may decline a supply line that he has (9.3.14).
/// `barred`: a hex that the line may not enter besides those of 9.3.13, namely the attacker's for a defender (9.1.3b).
/// The radius of an attacking army blocks it like that of any other (9.1.3c).
pub fn in_supply(rules: &CivilWar, game: &Game, hex: Hex, side: Side, barred: Option<Hex>) -> bool {
    Tracing::new(rules, game, side, barred, false).search(hex, Sources::LASTING).finds()
}

/// A side's supply at one moment, for repeated queries.
pub struct Supplies<'a> {
    pub rules: &'a CivilWar,
    pub game: &'a Game,
    pub side: Side,
    /// An empty fortification counts as supplied without a look (CW-147).
    forts_in_doubt: bool,
    tracing: OnceCell<Tracing<'a>>,
    /// The hexes that have been asked about.
    known: RefCell<SortedMap<Hex, bool>>,
    known_at_home: RefCell<SortedMap<Hex, bool>>,
}

impl<'a> Supplies<'a> {
    /// The supply of `side` as it is now.
    pub fn new(rules: &'a CivilWar, game: &'a Game, side: Side) -> Supplies<'a> {
        let (known, known_at_home) = (RefCell::default(), RefCell::default());
        Supplies { rules, game, side, forts_in_doubt: false, tracing: OnceCell::new(), known, known_at_home }
    }

    /// That of its fortifications, which do not wait for each other (CW-147).
    pub fn of_forts(rules: &'a CivilWar, game: &'a Game, side: Side) -> Supplies<'a> {
        Supplies { forts_in_doubt: true, ..Supplies::new(rules, game, side) }
    }

    fn tracing(&self) -> &Tracing<'a> {
        self.tracing.get_or_init(|| Tracing::new(self.rules, self.game, self.side, None, self.forts_in_doubt))
    }

    /// [`in_supply`], with no further hex barred.
    pub fn in_supply(&self, hex: Hex) -> bool {
        let search = || self.tracing().leads_to_cities(hex) || self.tracing().search(hex, Sources::LASTING).finds();
        *self.known.borrow_mut().entry(hex).or_insert_with(search)
    }

    /// [`from_friendly_territory`].
    pub fn from_friendly_territory(&self, hex: Hex) -> bool {
        let search = || self.tracing().leads_to_cities(hex) || self.tracing().search(hex, Sources::AT_HOME).lasts();
        *self.known_at_home.borrow_mut().entry(hex).or_insert_with(search)
    }

    /// [`fort_in_force`], for supply [of forts](Supplies::of_forts).
    pub fn keeps_in_force(&self, hex: Hex) -> bool {
        territory::fort_holder(self.rules, self.game, hex) == Some(self.side)
            && (self.game.sp_at(hex, self.side) > 0 || self.in_supply(hex))
    }
}

/// What supplies a force in combat (9.1.3, 9.2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatSupply {
    /// The depot that the combat uses up, if it is the source.
    pub depot: Option<Hex>,
}

/// What supplies a force of `side` in `hex` in combat; `None` if it is out of supply. `barred`: for a defender, the
/// attacker's hex. `wanted`: the preferred depot if several could be the source (9.3.2a, 9.3.14a); otherwise the first
/// of [`depot_choices`].
pub fn in_combat(
    rules: &CivilWar,
    game: &Game,
    hex: Hex,
    side: Side,
    barred: Option<Hex>,
    wanted: &[Hex],
) -> Option<CombatSupply> {
    let search = Tracing::new(rules, game, side, barred, false).search(hex, Sources::LASTING);
    if search.lasts() {
        return Some(CombatSupply { depot: None });
    }
    let choices = choices(rules, game, side, search.depots);
    let depot = wanted.iter().find(|wanted| choices.contains(wanted)).or(choices.first());
    depot.map(|depot| CombatSupply { depot: Some(*depot) })
}

/// The depots of which a force would use up one in combat, beginning with the default: the one furthest down the chain,
/// of equals the one with the higher number (9.3.2a, CW-146). Empty if it is out of supply, or if a line continues to a
/// source that no combat uses up: then all of them are conduits (9.3.3, CW-145).
pub fn depot_choices(rules: &CivilWar, game: &Game, hex: Hex, side: Side, barred: Option<Hex>) -> Vec<Hex> {
    let search = Tracing::new(rules, game, side, barred, false).search(hex, Sources::LASTING);
    if search.lasts() { Vec::new() } else { choices(rules, game, side, search.depots) }
}

/// Of the depots that can be the source, each with the number of those before it, the ones that may be used up: one
/// that is a leader's only company is spared if there is another (6.2.10).
fn choices(rules: &CivilWar, game: &Game, side: Side, mut depots: Vec<(usize, Hex)>) -> Vec<Hex> {
    depots.sort();
    let all: Vec<Hex> = depots.into_iter().rev().map(|(_, depot)| depot).collect();
    let needed = |depot: &Hex| game.sp_at(*depot, side) == 0 && !game.leaders_at(&rules.pack, *depot, side).is_empty();
    let free: Vec<Hex> = all.iter().copied().filter(|depot| !needed(depot)).collect();
    if free.is_empty() { all } else { free }
}

/// The supply line of a force of `side` in `hex`, if it has one: by rail rather than by sea, without depots rather than
/// over some, over few rather than many, and of those the shortest over land, through the lowest numbers. A line from a
/// depot comes from the one that a combat would use up.
pub fn supply_line(rules: &CivilWar, game: &Game, hex: Hex, side: Side, barred: Option<Hex>) -> Option<Line> {
    let tracing = Tracing::new(rules, game, side, barred, false);
    let search = tracing.search(hex, Sources::LASTING);
    let depot = if search.lasts() { None } else { choices(rules, game, side, search.depots.clone()).first().copied() };
    tracing.line(&search, depot)
}

/// Whether a force has a supply line to a source in friendly territory, for the Union not by sea or through the
/// Chesapeake, so that reinforcements may enter it as an army (10.2.7, 10.2.7a). A depot there is such a source.
pub fn from_friendly_territory(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    Supplies::new(rules, game, side).from_friendly_territory(hex)
}

/// Whether a side holds a fort or fortress in a hex that is in force: manned, or in supply (7.5, 9.1.5). An unmanned
/// one out of supply counts nothing (9.1.5a).
pub fn fort_in_force(rules: &CivilWar, game: &Game, hex: Hex, holder: Side) -> bool {
    Supplies::of_forts(rules, game, holder).keeps_in_force(hex)
}

/// Whether Washington has a line of Union rail to the North: to 15 points of cities, or off the map (4.1). The radius
/// of a Confederate army blocks it (4.1.9a).
pub fn washington_connected(rules: &CivilWar, game: &Game, washington: Hex) -> bool {
    let needed = u32::from(rules.pack.charts.supply.washington_points);
    let tracing = Tracing::new(rules, game, Side::Union, None, false);
    if !tracing.on_rail(washington) {
        return false;
    }
    let (_, mut reached) = tracing.connections(washington);
    // The line leads from Washington to other cities: its own points are none of theirs.
    if reached.cities.contains(&washington) {
        reached.points -= city_points(rules, game, washington, Side::Union).unwrap_or(0);
    }
    reached.suffices(needed)
}

/// The points of a hex's city for a supply line of `side`, if the city is in friendly territory (9.2.2a, CW-96).
fn city_points(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Option<u32> {
    let city = rules.pack.map.city(hex)?;
    (territory::friendly_side(rules, game, &city.state) == Some(side)).then_some(u32::from(city.vp))
}
