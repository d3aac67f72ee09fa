//! The words for refused orders to ships, or by sea (8, 10.4, 10.5).

use crate::board::Hex;
use crate::document::{Id, Problem};

use super::super::{naval_text, vocabulary};
use super::RefusalText;
use crate::pack::{Pack, Side, Station, Waters};
use crate::position::ledger::{Hull, Hulls};
use crate::refusal::NavalRefusal;
use crate::refusal::naval::ShipIs;

impl RefusalText<'_> {
    pub(super) fn naval(&self, refusal: &NavalRefusal) -> Problem {
        use NavalRefusal as Naval;
        match refusal {
            Naval::NoShipsNamed => Problem::new("the order does not say which ships sail")
                .advice("name a leader, or where the ships are: `from`"),
            Naval::WhichShipsSail { near } => Problem::new("the order does not say which ships sail")
                .advice(format!("name where they are: {}", self.stations(near))),
            Naval::SailLeaderNotOnMap { leader } => {
                Problem::new(not_on_map(self, leader)).advice("name a leader with the ships, or beside them")
            }
            Naval::VoyageLeaderMoved { leader } => {
                Problem::new(moved(self, leader)).advice("name another leader; a force moves once in a pulse")
            }
            Naval::LeaderWithOtherShips { leader, at } => {
                Problem::new(format!("{} is with the ships at {}", self.leader(leader), self.station(*at)))
                    .advice("leave `from` out")
            }
            Naval::NoShipsBesideLeader { leader, hex } => {
                let (who, place) = (self.leader(leader), self.place(*hex));
                Problem::new(format!("{} no ships beside {who}, who is in {place}", self.you_have()))
                    .advice("move ships to him, or him to the ships")
            }
            Naval::ArmyCommanderSails { leader, army } => Problem::new(stays_with(self, leader, army))
                .advice("send another leader, or give a `remove` order first"),
            Naval::CannotBoardShips { leader, at, near } => {
                let (who, at) = (self.leader(leader), self.station(*at));
                Problem::new(format!("{} no ships at {at} that {who} can board", self.you_have()))
                    .advice(format!("name ships beside him: those at {}", self.stations(near)))
            }
            Naval::NoShipsAt { at, elsewhere } => {
                Problem::new(format!("{} no ships at {}", self.you_have(), self.station(*at))).advice(
                    match elsewhere.is_empty() {
                        true => "leave the order out; you have no ships on the map".to_owned(),
                        false => format!("send ships from where you have some: {}", self.stations(elsewhere)),
                    },
                )
            }
            Naval::ShipsMoved { at, fresh } => {
                let part = if fresh.is_empty() { "all" } else { "some" };
                let at = self.station(*at);
                Problem::new(format!("{part} of {} ships at {at} have already moved in this pulse", self.your()))
                    .advice(match fresh.is_empty() {
                        true => "wait for the next pulse".to_owned(),
                        false => format!("send no more than {}", self.hulls(fresh)),
                    })
            }
            Naval::NoSuchShip { ship, near } => {
                let problem = Problem::new(format!("there is no ship '{ship}'"));
                match near {
                    Some(near) => problem.advice(format!("did you mean {near}?")),
                    None => problem,
                }
            }
            Naval::EnemyShip { ship, have } => {
                Problem::new(format!("{} is {}", self.ship(ship), the_enemys(self))).advice(self.choose_from(have))
            }
            Naval::ShipElsewhere { ship, is, at, have } => {
                let place = match is {
                    ShipIs::At(there) => format!("at {}", self.station(*there)),
                    ShipIs::InPool => "in the Naval Pool".to_owned(),
                    ShipIs::Sunk => "sunk".to_owned(),
                    ShipIs::AtSea => "in the At Sea Box".to_owned(),
                    ShipIs::NotInPlay => "not in play".to_owned(),
                };
                Problem::new(format!("{} is {place}, not at {}", self.ship(ship), self.station(*at)))
                    .advice(self.choose_from(have))
            }
            Naval::TooFewTransportsAt { waters, named, at, have } => {
                let (count, at) = (have.of(*waters), self.station(*at));
                let (there, not) = (some(count, transport(*waters)), instead(count, *named));
                Problem::new(format!("{} {there} at {at}{not}", self.you_have())).advice(self.choose_from(have))
            }
            Naval::FleetWithoutLeader { points } => {
                let ships = vocabulary::plural(*points, "naval strength point");
                Problem::new(format!("{ships} cannot sail together without a leader"))
                    .advice("name a leader, or send one at a time")
            }
            Naval::TooManyShips { leader, ships, most } => {
                let most = vocabulary::plural(*most, "naval strength point");
                Problem::new(format!("{} can command {most}, not {ships}", self.leader(leader)))
                    .advice("leave some behind")
            }
            Naval::BeyondSailCommand { leader, points, most } => Problem::new(format!(
                "{} can command {}, ships and strength points together, not {points}",
                self.leader(leader),
                vocabulary::plural(*most, "point")
            ))
            .advice("take fewer, or send them under a naval leader"),
            Naval::LeftWithoutShip { leader, at } => {
                let (who, at) = (self.leader(leader), self.station(*at));
                Problem::new(format!("{who} would be left at {at} without a ship"))
                    .advice("let him command the ships, take him along (`load.leaders`), or leave a ship with him")
            }

            Naval::NoSailDestination => Problem::new("the order does not say where the ships go")
                .advice("name a hexside, such as 2211/2112, or a coastal hex"),
            Naval::NotNavigable { at, near } => {
                let problem = Problem::new(match at {
                    Station::Hexside(a, b) => {
                        format!("the hexside between {} and {} is not navigable", self.place(*a), self.place(*b))
                    }
                    Station::Hex(hex) => format!("ships cannot enter {}", self.place(*hex)),
                });
                match near {
                    Some(near) => problem.advice(format!("go to {}, the nearest navigable water", self.station(*near))),
                    None => problem,
                }
            }
            Naval::ShipsAlreadyThere { at } => {
                Problem::new(format!("the ships are already at {}", self.station(*at))).advice("name where they go")
            }
            Naval::OceanShipsInland { at } => {
                Problem::new(format!("ocean ships cannot go to {}", self.station(*at))).advice("send river ships alone")
            }
            Naval::RiverShipsAtSea { at } => {
                Problem::new(format!("{} is open sea, where river ships cannot go", self.station(*at)))
                    .advice("send ocean ships alone")
            }
            Naval::NoWaterway { from, to } => {
                let (from, to) = (self.station(*from), self.station(*to));
                Problem::new(format!("no water that these ships can use leads from {from} to {to}"))
                    .advice("keep river ships to rivers and coasts, and ocean ships off the upper rivers")
            }
            Naval::EndsOnOpenSea { at } => {
                Problem::new(format!("{} is open sea, where ships can pass but not stay", self.station(*at)))
                    .advice("end the movement at a coast or in a river")
            }
            Naval::UnderGuns { at, fort } => {
                let (at, fort) = (self.station(*at), self.place(*fort));
                Problem::new(format!("ships cannot end their movement at {at}, under the guns of {fort}"))
                    .advice("end elsewhere, or attack the fortification: only then may ships end there")
            }

            Naval::LoadNotBesideShips { hex, at, beside } => {
                let (hex, at) = (self.place(*hex), self.station(*at));
                Problem::new(format!("{hex} is not beside the ships at {at}")).advice(match beside.is_empty() {
                    true => "bring the ships to a coast first; they are at sea".to_owned(),
                    false => format!("load from {}", self.shores(beside)),
                })
            }
            Naval::LoadNotWithLeader { leader, hex } => {
                Problem::new(not_in(self, leader, *hex)).advice("carry one force, from the hex where he is")
            }
            Naval::NothingLoaded => {
                Problem::new("the order takes nothing on board").advice("write `sp`, or leave `load` out")
            }
            Naval::TooFewTransportsForLoad { transports, sp } => {
                let cargo = if *sp == 0 { "leaders".to_owned() } else { vocabulary::sp(*sp) };
                Problem::new(format!("the ships have {}, too few for {cargo}", some(*transports, "transport")))
                    .advice("take one transport for each strength point, or one for leaders alone")
            }
            Naval::TooFewToShip { hex, sp, have } => {
                let (there, not) = (some(*have, "strength point"), instead(*have, *sp));
                Problem::new(format!("{} {there} in {}{not}", self.you_have(), self.place(*hex))).advice(match have {
                    0 => "take them from another hex".to_owned(),
                    have => format!("take at most {have}"),
                })
            }
            Naval::ToShipMoved { hex, all, moved } => {
                let (your, place) = (self.your(), self.place(*hex));
                let part = match (all, moved) {
                    (1, _) => format!("{your} strength point in {place}"),
                    (2, 2) => format!("both of {your} strength points in {place}"),
                    (all, moved) if all == moved => format!("all {all} of {your} strength points in {place}"),
                    (all, moved) => format!("{moved} of {your} {all} strength points in {place}"),
                };
                let have = if *moved == 1 { "has" } else { "have" };
                Problem::new(format!("{part} {have} already moved in this half-pulse")).advice(
                    match all.saturating_sub(*moved) {
                        0 => "wait for the next pulse".to_owned(),
                        fresh => format!("take at most {fresh}"),
                    },
                )
            }

            Naval::PassengerTwice { leader } => {
                Problem::new(format!("the order names {} twice", self.leader(leader))).advice("name him once")
            }
            Naval::PassengerOnShips { leader } => Problem::new(format!(
                "{} cannot go along, because no naval leader commands the ships",
                self.leader(leader)
            ))
            .advice("let a naval leader command the ships, or let a ground leader command them and go alone"),
            Naval::PassengerBySea { leader } => {
                Problem::new(format!("{} cannot go along without a naval leader", self.leader(leader)))
                    .advice("move ground leaders one at a time")
            }
            Naval::PassengerMoved { leader } => Problem::new(moved(self, leader)).advice("leave him behind"),
            Naval::PassengerElsewhere { leader, hex } => Problem::new(not_in(self, leader, *hex)).advice(format!(
                "name leaders who are in {}; the leader who commands the ships is not one of them",
                self.place(*hex)
            )),
            Naval::SeaPassengerElsewhere { leader, hex } => {
                Problem::new(not_in(self, leader, *hex)).advice("name ground leaders of the hex")
            }
            Naval::PassengerCommandsArmy { leader, army } => {
                Problem::new(stays_with(self, leader, army)).advice("leave him out, or give a `remove` order first")
            }

            Naval::OnBoardAtEnd { landings } => Problem::new(
                "a force or leader would still be on board at the end of the movement",
            )
            .advice(match landings.is_empty() {
                true => "end the movement at a coast".to_owned(),
                false => format!("name the hex where those on board land, `land`: {}", self.shores(landings)),
            }),
            Naval::NobodyToLand { hex } => {
                Problem::new(format!("no force or leader is on board to land in {}", self.place(*hex)))
                    .advice("leave `land` out, or load a force or leader: `load`")
            }
            Naval::LandsWhereLoaded { hex } => {
                Problem::new(format!("those on board come from {}", self.place(*hex))).advice("land them elsewhere")
            }
            Naval::NoLanding { hex, from, landings } => {
                let (hex, from) = (self.place(*hex), self.station(*from));
                Problem::new(format!("troops cannot land in {hex} from {from}")).advice(match landings.is_empty() {
                    true => "end the movement at a coast: that is open sea".to_owned(),
                    false => format!("land in {}", self.shores(landings)),
                })
            }
            Naval::LeadersAloneAshore { hex, leaders } => {
                let them = if *leaders == 1 { "him" } else { "them" };
                let who = vocabulary::plural(*leaders, "leader");
                Problem::new(format!("{who} would be alone in {}", self.place(*hex)))
                    .advice(format!("land a strength point with {them}, or land where your strength points are"))
            }
            Naval::TooManyLeadersAshore { hex, leaders, most } => Problem::new(format!(
                "{} would be in {}, and no more than {most} may be: one for each strength point and depot",
                vocabulary::plural(*leaders, "leader"),
                self.place(*hex)
            ))
            .advice("take a strength point along for each leader"),
            Naval::BeyondLift { sp, left } => {
                let more = if *left == 0 { "no more".to_owned() } else { format!("only {left} more") };
                Problem::new(format!(
                    "{} would move by sea, and {} can move {more} by sea this turn",
                    vocabulary::sp(*sp),
                    self.you()
                ))
                .advice("carry fewer, or carry them up a river")
            }
            Naval::NoLift => {
                Problem::new(format!("since foreign intervention {} can move no strength points by sea", self.you()))
                    .advice("march, or go by rail or river")
            }
            Naval::DropAtStart { at } => Problem::new(format!("the ships begin at {}", self.station(*at)))
                .advice("take fewer on board, and march those ashore"),
            Naval::DropOffWay { at } => {
                Problem::new(format!("the ships do not pass {}", self.station(*at))).advice("name it in `to` first")
            }
            Naval::DropOutOfOrder { at } => {
                let at = self.station(*at);
                Problem::new(format!("the ships pass {at} before the place of an earlier drop"))
                    .advice("name drops in the order in which the ships pass them")
            }
            Naval::EmptyDrop => {
                Problem::new("the drop puts nothing ashore").advice("write `sp`, or leave the drop out")
            }
            Naval::DropBeyondCargo { sp, have } => {
                let (there, not) = (some(*have, "strength point"), instead(*have, *sp));
                Problem::new(format!("the ships carry {there} there{not}")).advice("drop no more than they carry")
            }
            Naval::DropTransportsMissing { sp, ocean } => {
                let ocean_ships = vocabulary::plural(*ocean, transport(Waters::Ocean));
                Problem::new(match sp.checked_sub(*ocean) {
                    None => format!("{ocean_ships} cannot stay with {}", vocabulary::sp(*sp)),
                    Some(river) => {
                        let stay = Hulls { river, ocean: *ocean, ..Hulls::default() };
                        format!("the ships do not have {} to leave there", self.hulls(&stay))
                    }
                })
                .advice("leave one transport for each strength point; `ocean` says how many are ocean transports")
            }
            Naval::NoShipGoesOn => Problem::new("no ship would be left to go on")
                .advice("end the movement there, and land what is on board: `land`"),
            Naval::TooFewTransportsGoOn { transports, need } => {
                let go_on = some(*transports, "transport");
                Problem::new(format!("{go_on} would go on, and those still on board need {need}"))
                    .advice("keep one for each strength point, and one for leaders")
            }
            Naval::NotOnBoard { leader } => Problem::new(format!("{} is not on board there", self.leader(leader)))
                .advice("name leaders of the `load`; the leader who commands the ships stays with them"),
            Naval::DropOnEnemyGround { hex } => Problem::new(format!(
                "{}, and ships land against the enemy only at the end of their movement",
                is_the_enemys(self, *hex)
            ))
            .advice("drop where your own strength points are, or in friendly or neutral ground; or `land` there"),

            Naval::LandingWithoutLeader { hex } => {
                Problem::new(format!("{}, and nobody leads the landing", is_the_enemys(self, *hex)))
                    .advice("let a leader command the ships, or land in friendly or neutral ground")
            }
            Naval::LandingWithoutStrength { hex } => {
                Problem::new(format!("{}, and no strength point is on board to land there", is_the_enemys(self, *hex)))
                    .advice("carry strength points, a transport for each")
            }
            Naval::LandingDemoralized { hex } => Problem::new(format!(
                "{}, and a demoralized force cannot land against the enemy",
                is_the_enemys(self, *hex)
            ))
            .advice("rally it first, or carry it to friendly or neutral ground"),
            Naval::DemoralizedIntoZone { hex, army } => Problem::new(format!(
                "{} is in the reaction radius of {}, and a demoralized force does not go ashore there",
                self.place(*hex),
                self.army(army)
            ))
            .advice("rally it first, or put it ashore outside the radius"),
            Naval::LandingByArmy { leader, army } => Problem::new(format!(
                "{} commands {}, and no army can land against the enemy",
                self.leader(leader),
                self.army(army)
            ))
            .advice("land strength points without him, or use movement by sea"),

            Naval::TogetherCarriesNobody => Problem::new("ships that attack with a ground force cannot carry anybody")
                .advice("leave it out, or let them land in another pulse"),
            Naval::TogetherWithoutNavalLeader => {
                Problem::new("no naval leader commands the ships").advice("name the naval leader who is with them")
            }
            Naval::TogetherCondition => Problem::new("a part of a combined attack cannot have its own condition")
                .advice("write `if` for the whole order, next to `sail` and `move`"),
            Naval::TogetherWithoutGroundLeader => {
                Problem::new("no ground leader leads the force that marches").advice("name one who is with it")
            }
            Naval::TogetherNoEnemy { hex } => {
                Problem::new(format!("no enemy strength points are in {}", self.place(*hex)))
                    .advice("attack where there are some, or give `sail` and `move` orders")
            }
            Naval::TogetherNoTarget => {
                Problem::new("the order does not say what is attacked").advice("name the hexes of the march")
            }
            Naval::TogetherShipsElsewhere { at, target } => {
                let (at, target) = (self.station(*at), self.place(*target));
                Problem::new(format!("the ships end their movement at {at}, which does not touch {target}"))
                    .advice("let both movements end at the hex that is attacked")
            }
            Naval::TogetherPastTarget { first, end, target } => {
                let (first, end) = (self.station(*first), self.station(*end));
                let target = self.place(*target);
                Problem::new(format!("the ships come to {first}, a hexside of {target}, before {end}"))
                    .advice(format!("end their movement at {first}"))
            }
            Naval::TogetherApart { hex } => {
                let place = self.place(*hex);
                Problem::new(format!("the ships are not beside {place}, where the ground force is"))
                    .advice("move them there in an earlier pulse")
            }

            Naval::SeaUnionOnly => {
                Problem::new("only the Union can move strength points by sea").advice("march, or go by rail")
            }
            Naval::NoSeaDestination => {
                Problem::new("the order does not say where the force goes").advice("name the hex where it lands")
            }
            Naval::SeaAlreadyThere { hex } => {
                Problem::new(format!("the force is already in {}", self.place(*hex))).advice("name another hex")
            }
            Naval::SeaLeaderNotOnMap { leader } => Problem::new(not_on_map(self, leader)).advice("name another leader"),
            Naval::ArmyCommanderBySea { leader, army } => Problem::new(stays_with(self, leader, army))
                .advice("name another leader; an army goes by sea only under a naval leader"),
            Naval::SeaArmyWithoutNavalLeader { army } => {
                Problem::new(format!("{} can go by sea only under a naval leader", self.army(army)))
                    .advice("name a naval leader who is there: `leader`; other leaders move what they command")
            }
            Naval::SeaForceElsewhere { hex, at } => {
                Problem::new(format!("the force is in {}, not in {}", self.place(*at), self.place(*hex)))
                    .advice("leave `from` out")
            }
            Naval::NoSeaOrigin => {
                Problem::new("the order does not say where the force is").advice("name the hex: `from`")
            }
            Naval::SeaLeaderNotWithForce { leader, hex } => {
                Problem::new(format!("{} is not with the force in {}", self.leader(leader), self.place(*hex)))
                    .advice("move him there first: he must begin the pulse with the force")
            }
            Naval::SeaArmyCommanderStays { army } => {
                Problem::new(format!("the commander of {} cannot go", self.army(army)))
                    .advice("wait until he can; an army moves with its commander")
            }
            Naval::SeaArmyGoesWhole { army, sp } => {
                Problem::new(format!("{} goes as a whole, with {}", self.army(army), vocabulary::sp(*sp)))
                    .advice("leave `sp` out")
            }
            Naval::SeaArmyMoved { army } => {
                Problem::new(format!("no strength point of {} can still move in this pulse", self.army(army)))
                    .advice("wait for the next pulse")
            }
            Naval::SeaTooMany { leader, sp, most } => {
                let most_sp = vocabulary::sp(*most);
                Problem::new(match leader {
                    Some(leader) => format!("{} can take {most_sp} by sea, not {sp}", self.leader(leader)),
                    None => format!("{most_sp} can go by sea without a leader, not {sp}"),
                })
                .advice(at_most(*most))
            }
            Naval::SeaWithoutStrength => Problem::new("the order moves no strength point by sea")
                .advice("move a leader alone with a `move` order"),
            Naval::NoSeaDeparture { hex } => {
                Problem::new(format!("no force can move by sea from {}", self.place(*hex))).advice(
                    "start from a coastal hex, a navigable river of Maryland, Delaware, New Jersey or Pennsylvania, or \
                     a port that you control",
                )
            }
            Naval::NoSeaArrival { hex } => Problem::new(format!(
                "{} is neither a friendly hex nor a neutral one without enemies",
                self.place(*hex)
            ))
            .advice("to attack it from the sea, land from ships with a `sail` order"),
            Naval::SeaArrivalInZone { hex, army } => {
                let (place, army) = (self.place(*hex), self.army(army));
                Problem::new(format!("{place} is in the reaction radius of {army}")).advice("land outside it")
            }
            Naval::NoOpenWaterBy { from, by } => {
                let (from, by) = (self.place(*from), self.station(*by));
                Problem::new(format!("no open water leads from {from} via {by}"))
                    .advice("leave `by` out, and the program finds a path")
            }
            Naval::NoOpenWater { from, to } => Problem::new(format!(
                "no open water leads from {} to {}",
                self.place(*from),
                self.place(*to)
            ))
            .advice(
                "choose a destination that the force can reach without entering or passing water that enemy ships or \
                     fortifications control",
            ),
            Naval::NoOceanShipsTo { hex } => Problem::new(format!("ocean ships cannot go to {}", self.place(*hex)))
                .advice("land at a coast, or on a river that leads to the sea"),
            Naval::BeyondSeaLift { capacity, lifted } => {
                let have = if self.is_owner() { "have" } else { "has" };
                let so_far = match lifted {
                    0 => "no more".to_owned(),
                    lifted => format!("{have} already moved {lifted}"),
                };
                let all = vocabulary::sp(*capacity);
                Problem::new(format!("{} can move {all} by sea this turn, and {so_far}", self.you())).advice(
                    match capacity.saturating_sub(*lifted) {
                        0 => "wait for the next turn".to_owned(),
                        most => at_most(most),
                    },
                )
            }

            Naval::NoShipLaunched => Problem::new("the order names no ship"),
            Naval::ShipNotWaiting { ship } => Problem::new(match self.pack().charts.ships.contains_key(ship) {
                true => format!("{} is not waiting to enter", self.ship(ship)),
                false => format!("there is no ship '{ship}'"),
            }),
            Naval::TransportsNotWaiting { waters, named, have } => {
                let (left, not) = (some(*have, transport(*waters)), instead(*have, *named));
                Problem::new(format!("{} {left} left to bring in{not}", self.you_have()))
            }
            Naval::NoBerthNamed => Problem::new("the order does not say where the ships enter"),
            Naval::NoBerthNamedFor { ship } => {
                Problem::new(format!("the order does not say where {} enters", self.ship(ship)))
            }
            Naval::NoBerth { at } => Problem::new(format!("ships cannot be at {}", self.station(*at))),
            Naval::RiverShipsOffHexside { at } => {
                Problem::new(format!("{} is not a navigable hexside, and river ships enter on one", self.station(*at)))
            }
            Naval::IroncladOffHexside { at } => {
                Problem::new(format!("{} is not a navigable hexside, and ironclads enter on one", self.station(*at)))
            }
            Naval::NoWayToOcean { at } => {
                Problem::new(format!("ocean ships cannot reach the ocean from {}", self.station(*at)))
            }
            Naval::HarborNotInEast { hex } => {
                Problem::new(format!("{} is not in the East, where ocean ships enter", self.place(*hex)))
            }
            Naval::NoHarborBeside { at } => Problem::new(format!("no city is beside {}", self.station(*at))),
            Naval::HarborNotHeld { hex } => Problem::new(format!("{} not control {}", self.you_do(), self.place(*hex))),
            Naval::HarborNotFriendly { hex, enemy } => {
                let kind = match (enemy, self.is_owner()) {
                    (false, _) => "neutral",
                    (true, true) => "enemy",
                    (true, false) => self.side.other().title(),
                };
                Problem::new(format!("{} is {kind} territory", self.place(*hex)))
            }
            Naval::HarborOutOfSupply { hex } => Problem::new(format!("{} is out of supply", self.place(*hex))),
            Naval::YardUsed { hex } => {
                Problem::new(format!("an ironclad has already entered at {} this turn", self.place(*hex)))
            }
            Naval::RaiderAtPlace { ship } => {
                Problem::new(format!("{} is a commerce raider, and enters the At Sea Box", self.ship(ship)))
                    .advice("leave `at` out")
            }
            Naval::TooPoorForShips => {
                Problem::new(format!("{} supplies are too low to bring in ships this turn", self.your()))
                    .advice("wait for the next turn: production and imports are counted again each turn")
            }
        }
    }

    /// Where ships lie: `2211/2112 on the Mississippi`.
    fn station(&self, at: Station) -> String {
        naval_text::station(self.pack(), at)
    }

    fn stations(&self, near: &[Station]) -> String {
        vocabulary::list(near.iter().map(|at| self.station(*at)), "or")
    }

    fn shores(&self, hexes: &[Hex]) -> String {
        vocabulary::list(hexes.iter().map(|hex| self.place(*hex)), "or")
    }

    /// `the Benton`.
    fn ship(&self, id: &Id) -> String {
        naval_text::hull(self.pack(), &Hull::Ship(id.clone()))
    }

    fn hulls(&self, hulls: &Hulls) -> String {
        naval_text::hulls(self.pack(), hulls)
    }

    fn choose_from(&self, have: &Hulls) -> String {
        format!("choose from what you have there: {}", self.hulls(have))
    }
}

fn not_on_map(voice: &RefusalText<'_>, leader: &Id) -> String {
    format!("{} is not one of {} leaders on the map", voice.leader(leader), voice.your())
}

fn not_in(voice: &RefusalText<'_>, leader: &Id, hex: Hex) -> String {
    format!("{} is not in {}", voice.leader(leader), voice.place(hex))
}

fn moved(voice: &RefusalText<'_>, leader: &Id) -> String {
    format!("{} has already moved in this pulse", voice.leader(leader))
}

fn stays_with(voice: &RefusalText<'_>, leader: &Id, army: &Id) -> String {
    format!("{} commands {} and stays with it", voice.leader(leader), voice.army(army))
}

/// `the enemy's`, `the Union's`.
fn the_enemys(voice: &RefusalText<'_>) -> &'static str {
    match (voice.is_owner(), voice.side) {
        (true, _) => "the enemy's",
        (false, Side::Union) => "the Confederacy's",
        (false, Side::Confederate) => "the Union's",
    }
}

fn is_the_enemys(voice: &RefusalText<'_>, hex: Hex) -> String {
    format!("{} is {}", voice.place(hex), the_enemys(voice))
}

/// What waits to enter, as advice.
pub fn waiting_ships(pack: &Pack, waiting: &Hulls) -> String {
    match waiting.is_empty() {
        true => "leave the order out; no ship is waiting to enter".to_owned(),
        false => format!("choose from the ships that wait to enter: {}", naval_text::hulls(pack, waiting)),
    }
}

/// Where ships may enter, each place with its city, as advice.
pub fn open_places(pack: &Pack, open: &[(Hex, Station)]) -> String {
    let named = open.iter().map(|(hex, at)| match at {
        Station::Hex(_) => vocabulary::place(pack, *hex),
        Station::Hexside(..) => format!("{} by {}", naval_text::station(pack, *at), vocabulary::place(pack, *hex)),
    });
    match open.is_empty() {
        true => "wait: no place is open to them now".to_owned(),
        false => format!("bring them in at one of these: {}", vocabulary::list(named, "or")),
    }
}

/// A count with its noun: `no transports`, `1 transport`.
fn some(count: u32, noun: &str) -> String {
    if count == 0 { format!("no {noun}s") } else { vocabulary::plural(count, noun) }
}

/// `, not 4`, where there are some.
fn instead(have: u32, named: u32) -> String {
    if have == 0 { String::new() } else { format!(", not {named}") }
}

/// How many strength points the order may name.
fn at_most(most: u32) -> String {
    if most == 1 { "write `sp: 1`".to_owned() } else { format!("write `sp: {most}` or less") }
}

fn transport(waters: Waters) -> &'static str {
    match waters {
        Waters::River => "river transport",
        Waters::Ocean => "ocean transport",
    }
}
