//! The words for why the rules forbid a march (6, 9.1, 11.2, 12.2).

use crate::board::Hex;
use crate::document::{Id, Problem};

use super::super::naval_text::station;
use super::super::vocabulary::{self, branch, list, plural, sp, stars};
use super::RefusalText;
use crate::refusal::MoveRefusal;
use crate::{movement, movement::territory};

/// What most advice about an entry comes to that does nothing.
const LEAVE_OUT: &str = "leave the entry out";

impl RefusalText<'_> {
    pub(super) fn movement(&self, refusal: &MoveRefusal) -> Problem {
        let place = |hex: &Hex| self.place(*hex);
        let advised = |message: String, advice: &str| Problem::new(message).advice(advice);
        match refusal {
            // Who moves.
            MoveRefusal::NoForceNamed => advised(
                "the order does not say which force moves".to_owned(),
                "name a leader, an army, or where the strength point is: `from`",
            ),
            MoveRefusal::MoverKilled { leader } => Problem::new(format!("{} has been killed", self.leader(leader))),
            MoveRefusal::MoverInPool { leader } => {
                Problem::new(format!("{} is in {} leader pool", self.leader(leader), self.your()))
            }
            MoveRefusal::MoverRemoved { leader } => {
                Problem::new(format!("{} is in the Removed Leaders Box", self.leader(leader)))
            }
            MoveRefusal::MoverOnTurnTrack { leader, turn } => {
                Problem::new(format!("{} is on the turn track until turn {turn}", self.leader(leader)))
            }
            MoveRefusal::MoverNotInPlay { leader } => Problem::new(format!("{} is not in play", self.leader(leader))),
            MoveRefusal::MoverElsewhere { leader, named, hex } => elsewhere(self, self.leader(leader), *named, *hex),
            MoveRefusal::MoverHasMoved { leader } => advised(
                format!("{} has already moved in this pulse", self.leader(leader)),
                "a force moves once in a pulse",
            ),
            MoveRefusal::MoverCommandsArmy { leader, army } => {
                let message = format!("{} commands {} and stays with it", self.leader(leader), self.army(army));
                let advice = format!("move the army: `army: {army}`; or give a `remove` order first");
                Problem::new(message).advice(advice)
            }
            MoveRefusal::AdmiralLeadsOnLand { leader } => advised(
                format!("{} is a naval leader and leads no strength points on land", self.leader(leader)),
                "leave `sp` out: he goes alone",
            ),
            MoveRefusal::AdmiralCannotGoAshore { leader, at, named, landings } => {
                let there = named.map_or_else(String::new, |hex| format!(" in {}", self.place(hex)));
                let message = format!(
                    "{} is with the ships at {}, and cannot go ashore{there}",
                    self.leader(leader),
                    station(self.pack(), *at)
                );
                Problem::new(message).advice(match landings.is_empty() {
                    true => format!("{} holds the shore", self.enemy()),
                    false => format!("he can go ashore in {}", list(landings.iter().map(place), "or")),
                })
            }
            MoveRefusal::RemovedCommanderReturns { leader } => advised(
                format!("{} would be back with his army", self.leader(leader)),
                "end in another hex: he must move away from the army",
            ),

            // Armies and army groups.
            MoveRefusal::ArmyAndLeaderNamed => advised(
                "an army moves under its commander, and a leader moves by himself".to_owned(),
                "name either the army or the leader",
            ),
            MoveRefusal::MovingArmyElsewhere { army, named, hex } => elsewhere(self, &self.army(army), *named, *hex),
            MoveRefusal::MovingArmyUncommanded { army } => advised(
                format!("nobody commands {}", self.army(army)),
                "move a three-star general of infantry into its hex",
            ),
            MoveRefusal::ArmiesAllMoved { armies, sp: count } => {
                let armies = of_armies(self, armies);
                let message = match count {
                    1 => format!("the only strength point of {armies} has already moved in this half-pulse"),
                    2 => format!("both strength points of {armies} have already moved in this half-pulse"),
                    _ => format!("all {} of {armies} have already moved in this half-pulse", sp(*count)),
                };
                advised(message, "a force moves once in a pulse")
            }
            MoveRefusal::ArmiesHaveFewer { armies, wanted, fresh } => {
                let armies = of_armies(self, armies);
                let message = format!("only {} of {armies} may move, not {wanted}", sp(*fresh));
                Problem::new(message).advice(write_sp(*fresh))
            }
            MoveRefusal::ArmyWithoutStrength { armies } => advised(
                format!("{} cannot move without strength points", of_armies(self, armies)),
                "write sp: 1 or more: the commander stays with his army",
            ),
            MoveRefusal::GroupWithoutLeader => {
                advised("an army group moves under a four-star leader".to_owned(), "name him: `leader`")
            }
            MoveRefusal::GroupNeedsFourStars { leader, stars: count } => advised(
                format!(
                    "{} has {}, and only a four-star leader moves several armies",
                    self.leader(leader),
                    stars(*count)
                ),
                "move each army by itself: `army`",
            ),
            MoveRefusal::NeverFourStars { leader } => advised(
                format!(
                    "{} never has four stars, and only a four-star leader moves several armies",
                    self.leader(leader)
                ),
                "move each army by itself: `army`",
            ),
            MoveRefusal::GroupWithoutArmies { hex } => {
                Problem::new(format!("{} no army in {}", self.you_have(), place(hex)))
            }
            MoveRefusal::GroupArmyWithoutGeneral { army, leader } => advised(
                format!("no three-star general of {} goes with {}", self.army(army), self.leader(leader)),
                "take along a three-star general of each army who has not moved in this pulse",
            ),
            MoveRefusal::GroupArmyHasMoved { army } => {
                Problem::new(format!("all of {} has already moved in this half-pulse", self.army(army)))
            }
            MoveRefusal::GroupMovesWhole { sp: count } => advised(
                format!("an army group moves with all its strength points, which are {count} here"),
                "leave `sp` out, and use `drop` on the way",
            ),
            MoveRefusal::LeaveWithoutArmy => advised(
                "only an army leaves leaders behind where it sets out".to_owned(),
                "leave the entry out: other leaders stay where they are",
            ),
            MoveRefusal::LeaveCommander { leader } => {
                Problem::new(format!("{} commands the force and goes with it", self.leader(leader)))
            }
            MoveRefusal::LeaveWhoDoesNotGo { leader, others } => {
                let message = format!("{} does not go with the force", self.leader(leader));
                Problem::new(message).advice(match others.as_slice() {
                    [] => "no other leaders go with it".to_owned(),
                    [other] => format!("the only other leader who goes with it is {}", self.leader(other)),
                    others => {
                        let names = list(others.iter().map(|other| self.leader(other).to_owned()), "and");
                        format!("the other leaders who go with it are {names}")
                    }
                })
            }

            // With how much.
            MoveRefusal::LeaderlessMoveSingly { sp: count } => advised(
                format!("{} cannot move together without a leader", sp(*count)),
                "without a leader, 1 strength point moves at a time",
            ),
            MoveRefusal::AboveRank { leader, limit, branch: arm, stars: count } => {
                let (arm, rank) = (branch(*arm), stars(*count));
                let name = self.leader(leader);
                let message = format!("{name} moves at most {}: he is a leader of {arm} with {rank}", sp(*limit));
                Problem::new(message).advice(write_sp(*limit))
            }
            MoveRefusal::AboveEveryRank { leader, limit } => {
                let message = format!("{} moves at most {}", self.leader(leader), sp(*limit));
                Problem::new(message).advice(write_sp(*limit))
            }
            MoveRefusal::NoneToMove { hex } => {
                Problem::new(format!("{} no strength points in {}", self.you_have(), place(hex)))
            }
            MoveRefusal::FewerToMove { hex, has, wanted } => {
                Problem::new(format!("{} {} in {}, not {wanted}", self.you_have(), sp(*has), place(hex)))
            }
            MoveRefusal::SomeHaveMoved { hex, has, moved } => {
                let message = match (has, moved) {
                    (1, _) => format!("the only strength point in {} has already moved in this half-pulse", place(hex)),
                    (2, 2) => format!("both strength points in {} have already moved in this half-pulse", place(hex)),
                    (has, moved) if has == moved => {
                        format!("all {} in {} have already moved in this half-pulse", sp(*has), place(hex))
                    }
                    (has, moved) => {
                        let have = if *moved == 1 { "has" } else { "have" };
                        format!("{moved} of {} in {} {have} already moved in this half-pulse", sp(*has), place(hex))
                    }
                };
                Problem::new(message).advice(match has.saturating_sub(*moved) {
                    0 => "none may move".to_owned(),
                    fresh => format!("{fresh} may move"),
                })
            }

            // The hexes of the path.
            MoveRefusal::PathEmpty => {
                advised("the path is empty".to_owned(), "name the hexes that the force enters, in order")
            }
            MoveRefusal::PathBeginsHere { hex } => advised(
                format!("the path begins in {}, where the force already is", place(hex)),
                "name the hexes that the force enters: leave this one out",
            ),
            MoveRefusal::PathRepeats { hex } => advised(
                format!("the path names {} twice in a row", place(hex)),
                "name the hexes that the force enters: leave this one out",
            ),
            MoveRefusal::StepNotAdjacent { from, to } => {
                let around = self.pack().map.neighbours(*from).map(|hex| hex.to_string());
                Problem::new(format!("{} is not adjacent to {}", place(to), place(from)))
                    .advice(format!("name one of its adjacent hexes: {}", list(around, "or")))
            }
            MoveRefusal::StepIntoSea { from, to } => closed(self, format!("{} is sea", place(to)), *from),
            MoveRefusal::StepBarred { from, to } => {
                let message =
                    format!("no force crosses from {} to {}{}", place(from), place(to), border(self, from, to));
                closed(self, message, *from)
            }
            MoveRefusal::StepOverMountains { from, to } => {
                let (one, other, name) = (place(from), place(to), border(self, from, to));
                closed(self, format!("mountains without a gap lie between {one} and {other}{name}"), *from)
            }
            MoveRefusal::StepWithoutRoadIn { from, to } => {
                let message = format!("no road leads from {} into the mountains of {}", place(from), place(to));
                closed(self, message, *from)
            }
            MoveRefusal::StepWithoutRoadOut { from, to } => {
                let message = format!("no road leads out of the mountains of {} to {}", place(from), place(to));
                closed(self, message, *from)
            }
            MoveRefusal::FortAcrossRiver { hex } => {
                let place = place(hex);
                let name = territory::printed_fort(self.rules, *hex).map(|fort| fort.name.as_str());
                let what = match name.filter(|name| !name.is_empty() && !place.contains(name)) {
                    Some(name) => format!("{name} fortifies {place}, which"),
                    None => format!("{place} is fortified, and"),
                };
                advised(
                    format!("{what} cannot be entered across a navigable river"),
                    "come from another side, or over land",
                )
            }
            MoveRefusal::ShipsCommandRiver { from, to, at } => {
                let ships = station(self.pack(), *at);
                let (one, other) = (place(from), place(to));
                advised(
                    format!("{} ships at {ships} command the river between {one} and {other}", of_enemy(self)),
                    "cross where they do not, or to strength points or a depot of your own",
                )
            }
            MoveRefusal::TooFewMovementPoints { hex, needs, has, at, supplied } => {
                let message = format!(
                    "entering {} takes {}, and the force has {has} left",
                    place(hex),
                    plural(*needs, "movement point")
                );
                Problem::new(message).advice(match supplied {
                    true => format!("stop in {}", place(at)),
                    false => "a force out of supply has 1 fewer movement point".to_owned(),
                })
            }
            MoveRefusal::EnemyGroundWithoutLeader { hex } => advised(
                format!(
                    "{} is {} territory, which strength points enter only with a leader",
                    place(hex),
                    of_enemy(self)
                ),
                "send a leader with them: `leader`; or end the path before it",
            ),
            MoveRefusal::DemoralizedInZone { hex, army } => {
                let (place, army) = (place(hex), self.army(army));
                advised(
                    format!("a demoralized force cannot enter {place}, which is in the reaction radius of {army}"),
                    "rally it first",
                )
            }
            MoveRefusal::DemoralizedMeetsEnemy { hex, enemies } => {
                let (place, enemy) = (place(hex), self.enemy());
                advised(
                    format!("a demoralized force cannot enter {place}, where {enemy} has {}", sp(*enemies)),
                    "it can only overrun the enemy, with one column shift against it; rally it first",
                )
            }
            MoveRefusal::PathBeyondFight { hex, enemies } => {
                let (place, enemy) = (place(hex), self.enemy());
                Problem::new(format!("the path goes on beyond {place}, where {enemy} has {}", sp(*enemies)))
                    .advice(format!("end the path in {place}: a fight ends the march"))
            }

            // A leader alone.
            MoveRefusal::LoneLeaderMeetsStrength { hex } => Problem::new(lone(self, *hex, "strength points")),
            MoveRefusal::LoneLeaderMeetsFort { hex } => Problem::new(lone(self, *hex, "a fortification")),
            MoveRefusal::LoneLeaderMeetsDepot { hex } => Problem::new(lone(self, *hex, "a depot")),
            MoveRefusal::LoneLeaderInZone { hex, army } => {
                let (place, army) = (place(hex), self.army(army));
                advised(
                    format!("a leader alone cannot enter {place}, which is in the reaction radius of {army}"),
                    "go another way: he can enter it only where strength points of your own are",
                )
            }
            MoveRefusal::LoneLeaderStops => advised(
                "a leader alone does not stop on the way".to_owned(),
                "leave the entry out: he must end with strength points of your own",
            ),
            MoveRefusal::LoneLeaderEndsAlone { leader, hex, near } => {
                let problem = Problem::new(format!("{} would end alone in {}", self.leader(leader), place(hex)));
                match near {
                    Some(near) => problem
                        .advice(format!("end with strength points of your own: the nearest are in {}", place(near))),
                    None => problem,
                }
            }
            MoveRefusal::LoneLeaderCrowds { hex, leaders, limit } => Problem::new(format!(
                "{} already has {}, and stacking allows {limit}: one for each strength point and depot",
                place(hex),
                plural(*leaders, "leader")
            )),

            // What stays behind.
            MoveRefusal::ArmyLeftBare { army } => advised(
                format!("this would leave {} without strength points", self.army(army)),
                "leave 1 with it: an army without strength points is eliminated",
            ),
            MoveRefusal::LeadersLeftAlone { hex, leaders } => advised(
                format!("this would leave {leaders} of {} leaders alone in {}", self.your(), place(hex)),
                match leaders {
                    1 => "leave a strength point with him, or move him first",
                    _ => "leave a strength point with them, or move them first",
                },
            ),
            MoveRefusal::LeadersLeftCrowded { hex, leaders, sp: count, depot } => {
                let leaders = plural(*leaders, "leader");
                let company = match (*count, *depot) {
                    (0, true) => "only a depot".to_owned(),
                    (0, false) => "no strength points".to_owned(),
                    (count, true) => format!("{} and a depot", sp(count)),
                    (count, false) => sp(count),
                };
                advised(
                    format!("this would leave {leaders} with {company} in {}", place(hex)),
                    "leave a strength point for each leader",
                )
            }

            // What drops off on the way.
            MoveRefusal::DropOffPath { hex } => advised(
                format!("the force does not enter {}", place(hex)),
                "name a hex of the path: strength points drop off there",
            ),
            MoveRefusal::DropAtEnd { hex } => advised(
                format!("the march ends in {}, and no strength points drop off where it ends", place(hex)),
                "leave the entry out: the whole force stays together there",
            ),
            MoveRefusal::DropTwice { hex } => {
                advised(format!("two entries drop strength points in {}", place(hex)), "put them into one")
            }
            MoveRefusal::DropNothing => advised("the entry drops nothing".to_owned(), LEAVE_OUT),
            MoveRefusal::DropTooMany { hex, sp, left } => advised(
                drop_too_many(self, *hex, *sp, *left),
                "at least 1 goes on with its leader to the end of the path",
            ),
            MoveRefusal::DropBaresArmy { hex, sp, left } => advised(
                drop_too_many(self, *hex, *sp, *left),
                "at least 1 goes on with each army to the end of the path",
            ),
            MoveRefusal::DropWhoDoesNotGo { leader } => advised(
                format!("{} does not go with the force", self.leader(leader)),
                "every leader of an army except its commander can drop off, once",
            ),
            MoveRefusal::DropCrowdsLeaders { hex, leaders, sp: count } => advised(
                format!("this would leave {} in {} with {}", plural(*leaders, "leader"), place(hex), sp(*count)),
                "leave a strength point with each",
            ),

            // What cavalry takes for a movement point more.
            MoveRefusal::ConvertWithoutCavalry => advised(
                "only strength points under a cavalry leader spend movement points to convert a hex".to_owned(),
                "leave the entry out: infantry takes rails and towns by entering them",
            ),
            MoveRefusal::ConvertOffPath { hex } => {
                Problem::new(format!("the force does not come through {}", place(hex)))
            }
            MoveRefusal::ConvertTwice { hex } => Problem::new(format!("{} is listed twice", place(hex))),
            MoveRefusal::ConvertNothing { hex } => {
                advised(format!("{} has no rail, city or fortification to take", place(hex)), LEAVE_OUT)
            }
            MoveRefusal::ConvertOwn { hex } => {
                let whose = if self.is_owner() { "yours" } else { self.your() };
                advised(format!("{} is already {whose}", place(hex)), LEAVE_OUT)
            }
            MoveRefusal::ConvertEnemyCity { hex } => advised(
                format!(
                    "{} is a city in {} territory: cavalry cannot take it or its rails",
                    place(hex),
                    of_enemy(self)
                ),
                "leave the entry out: while cavalry is there, the enemy cannot use the rails",
            ),

            // The depot that a fight is to use up.
            MoveRefusal::DepotOutOfSupply => {
                advised("the force is out of supply, and no depot can be used up for it".to_owned(), LEAVE_OUT)
            }
            MoveRefusal::DepotNotOwn { hex } => {
                advised(format!("{} no depot in {}", self.you_have(), place(hex)), LEAVE_OUT)
            }
            MoveRefusal::DepotKeepsLeader { hex, others } => {
                let message = format!("a leader is alone with the depot in {}, and there is another depot", place(hex));
                Problem::new(message).advice(usable(self, others))
            }
            MoveRefusal::DepotOutOfReach { from, hex, others } => {
                let message = format!("no supply line leads from {} to the depot in {}", place(from), place(hex));
                Problem::new(message).advice(usable(self, others))
            }
        }
    }
}

/// Several armies: `the Army of the Potomac and the Army of the James`.
fn of_armies(voice: &RefusalText<'_>, armies: &[Id]) -> String {
    vocabulary::armies(voice.pack(), armies)
}

/// `enemy`, or the other side by its name: before a noun.
fn of_enemy(voice: &RefusalText<'_>) -> &'static str {
    if voice.is_owner() { "enemy" } else { voice.side.other().title() }
}

/// That somebody is not where the order says.
fn elsewhere(voice: &RefusalText<'_>, who: &str, named: Hex, hex: Hex) -> Problem {
    Problem::new(format!("{who} is not in {}", voice.place(named)))
        .advice(format!("leave `from` out: {who} is in {}", voice.place(hex)))
}

fn write_sp(most: u32) -> String {
    if most <= 1 { format!("write sp: {most}") } else { format!("write sp: {most} or less") }
}

/// That ground is closed, with the hexes beside `from` that are open.
fn closed(voice: &RefusalText<'_>, message: String, from: Hex) -> Problem {
    let near = voice.pack().map.neighbours(from);
    let open: Vec<String> =
        near.filter(|&hex| movement::crossable(voice.rules, from, hex)).map(|hex| hex.to_string()).collect();
    Problem::new(message).advice(match open.is_empty() {
        true => "stay there: no hexside is open".to_owned(),
        false => format!("go by an open hexside: to {}", list(open, "or")),
    })
}

/// The name of a hexside, in brackets; nothing if it has none.
fn border(voice: &RefusalText<'_>, from: &Hex, to: &Hex) -> String {
    match voice.pack().map.hexside(*from, *to).filter(|side| !side.name.is_empty()) {
        Some(side) => format!(" ({})", side.name),
        None => String::new(),
    }
}

fn lone(voice: &RefusalText<'_>, hex: Hex, what: &str) -> String {
    format!("a leader alone cannot enter {}, where {} has {what}", voice.place(hex), voice.enemy())
}

fn drop_too_many(voice: &RefusalText<'_>, hex: Hex, drops: u32, left: u32) -> String {
    format!("the force has {} and cannot drop off {drops} in {}", sp(left), voice.place(hex))
}

/// Which depots may be used up.
fn usable(voice: &RefusalText<'_>, depots: &[Hex]) -> String {
    match depots {
        [only] => format!("the depot in {} can be used up", voice.place(*only)),
        depots => format!("one of these can be used up: {}", vocabulary::places(voice.pack(), depots)),
    }
}
