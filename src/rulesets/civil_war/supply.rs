//! Supply by rail and cities (9.1, 9.2).

use serde::{Deserialize, Serialize};

use crate::board::Hex;

use super::ledger::Game;
use super::pack::Side;
use super::{CivilWar, army, homefront, movement, reaction, territory};

/// A line of supply (9.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Line {
    /// Over land to a railroad, and along it to cities.
    Rail {
        /// The hexes from the force, which is not among them, to the rail: at most two (9.2.1); none if it stands on
        /// it.
        overland: Vec<Hex>,
        /// The rail hex where the line joins the railroad.
        rail: Hex,
        /// What the railroad connects it with.
        reached: Reached,
    },
    /// By sea to a coastal hex: the Union's (9.3, CW-14).
    Sea,
}

/// What a railroad connects with, from one of its hexes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reached {
    /// Victory points of the cities that count (9.2.2).
    pub points: u32,
    /// The hexes of those cities.
    pub cities: Vec<Hex>,
    /// The rail hexes from which it leads off the ground to more of them (CW-8).
    pub exits: Vec<Hex>,
    /// It leads off the northern edge (9.2.3): the Union needs no more.
    pub north: bool,
}

impl Reached {
    /// Whether that is enough to supply a force (9.2.2, 9.2.2b, 9.2.3).
    pub fn suffices(&self, points: u32) -> bool {
        self.north || self.points >= points
    }
}

/// Whether a force of `side` in `hex` is in supply now (9.2.1a): nobody may do without a line that he has (9.3.14).
/// `barred`: a hex that the line may not enter besides those that the enemy occupies (9.1.3).
pub fn in_supply(rules: &CivilWar, game: &Game, hex: Hex, side: Side, barred: Option<Hex>) -> bool {
    Tracing::new(rules, game, side, barred, false).finds(hex)
}

/// What supplies a force in combat (9.1.3, 9.2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatSupply {
    /// The depot that the combat uses up, if it is the source.
    pub depot: Option<Hex>,
}

/// What supplies a force of `side` in `hex` in combat; `None` if it is out of supply. `barred`: for a defender, the hex
/// that the attacker stands in. `wanted`: of several depots that could be the source, the one to go first (9.3.2a).
pub fn in_combat(
    rules: &CivilWar,
    game: &Game,
    hex: Hex,
    side: Side,
    barred: Option<Hex>,
    wanted: &[Hex],
) -> Option<CombatSupply> {
    let _ = wanted;
    in_supply(rules, game, hex, side, barred).then_some(CombatSupply { depot: None })
}

/// The shortest line of supply of a force of `side` in `hex`; among equals the one to the rail hex of the lowest
/// number. `None` if it has none.
pub fn supply_line(rules: &CivilWar, game: &Game, hex: Hex, side: Side, barred: Option<Hex>) -> Option<Line> {
    Tracing::new(rules, game, side, barred, false).line(hex)
}

/// Whether the fortification of a hex is in force for its holder: manned, or in supply (7.5, 9.1.5).
pub fn fort_in_force(rules: &CivilWar, game: &Game, hex: Hex, holder: Side) -> bool {
    game.sp_at(hex, holder) > 0 || Tracing::new(rules, game, holder, None, true).finds(hex)
}

/// Whether Washington has a line of Union rail to the North: to 15 points of cities, or off the map (4.1).
pub fn washington_connected(rules: &CivilWar, game: &Game, washington: Hex) -> bool {
    let needed = u32::from(rules.pack.charts.supply.washington_points);
    let mut tracing = Tracing::new(rules, game, Side::Union, None, false);
    // The radius of a Confederate army blocks rails (4.1.9a), those of hexes that the Union occupies excepted (12.3.2).
    let armies = army::on_map(rules, game, Side::Confederate);
    tracing.closed.extend(armies.flat_map(|(_, at)| {
        at.neighbours().filter(move |&hex| reaction::covers(rules, game, at, Side::Confederate, hex, false))
    }));
    if !tracing.usable(washington) {
        return false;
    }
    let mut reached = tracing.connected(&tracing.network(washington, None));
    // The line leads from Washington to other cities: its own points are none of theirs.
    if reached.cities.contains(&washington) {
        reached.points -= city_points(rules, game, washington, Side::Union).unwrap_or(0);
    }
    reached.suffices(needed)
}

/// The search for a line of supply.
struct Tracing<'a> {
    rules: &'a CivilWar,
    game: &'a Game,
    side: Side,
    /// The hexes that the line may not enter: the enemy's, and the one that is barred besides.
    closed: Vec<Hex>,
    /// An enemy's empty fortification counts as supplied without a look: the search is for a fortification's own
    /// supply, and two of them must not wait for each other.
    forts_in_doubt: bool,
}

impl<'a> Tracing<'a> {
    fn new(rules: &'a CivilWar, game: &'a Game, side: Side, barred: Option<Hex>, forts_in_doubt: bool) -> Self {
        let enemies = game.groups.values().filter(|group| group.side != side).map(|group| group.hex);
        let closed = enemies.chain(barred).collect();
        Tracing { rules, game, side, closed, forts_in_doubt }
    }

    /// Whether there is a line; no more is found out than that takes.
    fn finds(&self, hex: Hex) -> bool {
        let needed = u32::from(self.rules.pack.charts.supply.city_points);
        self.search(hex, |tracing, rail| {
            let network = tracing.network(rail, Some(needed));
            if tracing.connected(&network).suffices(needed) { Ok(()) } else { Err(network) }
        })
        .is_some()
            || self.by_sea(hex)
    }

    fn line(&self, hex: Hex) -> Option<Line> {
        let needed = u32::from(self.rules.pack.charts.supply.city_points);
        let found = self.search(hex, |tracing, rail| {
            let network = tracing.network(rail, None);
            let reached = tracing.connected(&network);
            if reached.suffices(needed) { Ok(reached) } else { Err(network) }
        });
        match found {
            Some((overland, rail, reached)) => Some(Line::Rail { overland, rail, reached }),
            None => self.by_sea(hex).then_some(Line::Sea),
        }
    }

    fn by_sea(&self, hex: Hex) -> bool {
        self.side == Side::Union && self.rules.pack.map.hex(hex).is_some_and(|data| data.coastal)
    }

    /// The way over land to the nearest rail hex whose network will do: `judge` tells what it comes to, or gives back
    /// the network that it found wanting.
    fn search<T>(&self, hex: Hex, judge: impl Fn(&Self, Hex) -> Result<T, Vec<Hex>>) -> Option<(Vec<Hex>, Hex, T)> {
        let reach = homefront::rail_distance(self.rules, self.game, self.side, hex);
        let mut wanting: Vec<Hex> = Vec::new();
        let mut seen = vec![hex];
        let mut paths: Vec<Vec<Hex>> = vec![Vec::new()];
        for distance in 0..=reach {
            paths.sort_by_key(|path| path.last().copied());
            for path in &paths {
                let rail = path.last().copied().unwrap_or(hex);
                if wanting.contains(&rail) || !self.usable(rail) {
                    continue;
                }
                match judge(self, rail) {
                    Ok(found) => return Some((path.clone(), rail, found)),
                    Err(network) => wanting.extend(network),
                }
            }
            if distance == reach {
                break;
            }
            let mut longer = Vec::new();
            for path in paths {
                let from = path.last().copied().unwrap_or(hex);
                for to in self.rules.pack.map.neighbours(from) {
                    if !seen.contains(&to) && self.enterable(from, to) {
                        seen.push(to);
                        longer.push(path.iter().copied().chain([to]).collect());
                    }
                }
            }
            paths = longer;
        }
        None
    }

    /// Whether the line may go from one hex to the next over land (9.3.13, 9.3.13b).
    fn enterable(&self, from: Hex, to: Hex) -> bool {
        !self.closed.contains(&to) && movement::crossable(self.rules, from, to) && !self.fort_bars(from, to)
    }

    /// Whether the line may run along the rails of the hex (9.2.2).
    fn usable(&self, hex: Hex) -> bool {
        !self.closed.contains(&hex) && territory::rail_marker(self.rules, self.game, hex) == Some(self.side)
    }

    /// Whether an enemy's fortification controls the navigable river between two hexes (9.3.13).
    fn fort_bars(&self, from: Hex, to: Hex) -> bool {
        let enemy = self.side.other();
        [from, to].into_iter().any(|hex| {
            territory::fort_holder(self.rules, self.game, hex) == Some(enemy)
                && movement::over_navigable(self.rules, from, to)
                && (self.forts_in_doubt || fort_in_force(self.rules, self.game, hex, enemy))
        })
    }

    /// The rail hexes that are connected with one, itself among them. With `enough` points of cities it is no more than
    /// what brings so many.
    fn network(&self, from: Hex, enough: Option<u32>) -> Vec<Hex> {
        let map = &self.rules.pack.map;
        let mut found = vec![from];
        let mut next = 0;
        while let Some(&here) = found.get(next) {
            next += 1;
            if enough.is_some_and(|enough| next.is_multiple_of(8) && self.connected(&found).suffices(enough)) {
                break;
            }
            for there in map.neighbours(here) {
                let joined = map.rail_hex(there) && !found.contains(&there) && map.rail(here, there);
                if joined && self.usable(there) && !self.fort_bars(here, there) {
                    found.push(there);
                }
            }
        }
        found
    }

    /// What a network of rail hexes connects with.
    fn connected(&self, network: &[Hex]) -> Reached {
        let mut reached = Reached::default();
        let map = &self.rules.pack.map;
        for &hex in network {
            if let Some(points) = city_points(self.rules, self.game, hex, self.side)
                && territory::controller(self.rules, self.game, hex) == Some(self.side)
            {
                reached.points += points;
                reached.cities.push(hex);
            }
            for exit in map.exits.iter().filter(|exit| exit.hex == hex && exit.side == self.side) {
                reached.points += u32::from(exit.vp);
                reached.exits.push(hex);
            }
            reached.north |= self.side == Side::Union && map.hex(hex).is_some_and(|data| data.north_edge);
        }
        reached.cities.sort();
        reached.exits.sort();
        reached
    }
}

/// The points of a hex's city for a supply line of `side`, if the city lies in friendly territory (9.2.2a, CW-96).
fn city_points(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> Option<u32> {
    let city = rules.pack.map.hex(hex)?.city.as_ref()?;
    (territory::friend(rules, game, &city.state) == Some(side) && city.vp > 0).then_some(u32::from(city.vp))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets::civil_war::ledger::Group;
    use crate::rulesets::civil_war::pack::Pack;
    use crate::rulesets::civil_war::sequence;

    fn hex(text: &str) -> Hex {
        text.parse().expect("a hex")
    }

    fn start() -> (CivilWar, Game) {
        let rules = CivilWar::new(Pack::shipped());
        let scenario = rules.pack.scenario("virginia_1861").expect("the scenario").clone();
        let game = sequence::set_up(&rules, &scenario);
        (rules, game)
    }

    fn put(game: &mut Game, at: &str, side: Side) {
        game.add_group(Group::new(side, hex(at), 1));
    }

    #[test]
    fn everybody_is_in_supply_as_the_war_begins() {
        let (rules, game) = start();
        for group in game.groups.values() {
            assert!(in_supply(&rules, &game, group.hex, group.side, None), "{} {}", group.side, group.hex);
        }
    }

    #[test]
    fn two_hexes_to_the_rail_are_in_supply_and_three_are_not() {
        let (rules, mut game) = start();
        game.groups.clear();
        // 5308 lies two steps from the York River railroad at 5209: the Rappahannock does not stop a line.
        let line = supply_line(&rules, &game, hex("5208"), Side::Confederate, None);
        assert!(matches!(line, Some(Line::Rail { ref overland, .. }) if overland.len() == 1), "{line:?}");
        let line = supply_line(&rules, &game, hex("5308"), Side::Confederate, None);
        assert!(matches!(line, Some(Line::Rail { ref overland, .. }) if overland.len() == 2), "{line:?}");
        // Arlington is two hexes from Annapolis and three from Cockeysville.
        assert!(in_supply(&rules, &game, hex("5306"), Side::Confederate, None));
        assert!(!in_supply(&rules, &game, hex("5304"), Side::Confederate, None));
    }

    #[test]
    fn a_line_does_not_enter_an_enemy_s_hex_nor_the_barred_one() {
        let (rules, mut game) = start();
        game.groups.clear();
        assert!(in_supply(&rules, &game, hex("5107"), Side::Confederate, None));
        assert!(in_supply(&rules, &game, hex("5008"), Side::Confederate, Some(hex("5108"))));
        put(&mut game, "5109", Side::Union);
        game.control.insert(hex("5109"), Side::Union);
        let line = supply_line(&rules, &game, hex("5108"), Side::Confederate, None);
        assert_ne!(line, None, "by way of 5008 to the West");
        assert!(matches!(line, Some(Line::Rail { rail, .. }) if rail == hex("5008")), "{line:?}");
    }

    #[test]
    fn washington_is_cut_off_at_annapolis_junction() {
        let (rules, mut game) = start();
        assert!(washington_connected(&rules, &game, hex("5206")));
        put(&mut game, "5205", Side::Confederate);
        assert!(!washington_connected(&rules, &game, hex("5206")));
        assert!(in_supply(&rules, &game, hex("5206"), Side::Union, None), "ten points of its own");
    }

    #[test]
    fn the_sea_supplies_the_union_alone() {
        let (rules, game) = start();
        assert_eq!(supply_line(&rules, &game, hex("5410"), Side::Union, None), Some(Line::Sea));
    }
}
