//! Turns each event that has a place on the map into a course or a mark.

use crate::board::Hex;

use super::super::{naval_text, vocabulary};
use super::{Course, Mark, MoveKind, Now, Reader, Sign};
use crate::Procedure;
use crate::events::combat::{Opening, Resolution};
use crate::events::{Event, Fate};
use crate::pack::{Side, Station};
use crate::position::ledger::{Hulls, Piece};
use crate::report::grammar::capital;

impl Reader<'_> {
    pub(super) fn read(&mut self, event: Event) {
        match event {
            Event::Half { .. } | Event::HalfOver { .. } | Event::Phase { .. } | Event::Paid { .. } => {
                self.now = Now::default();
            }
            Event::March { side, leader, armies, sp, from, .. } => {
                self.now = Now::default();
                let who = match (leader, armies.as_slice()) {
                    (Some(leader), _) => self.led(Some(leader), sp),
                    (None, []) => vocabulary::sp(sp),
                    (None, armies) => {
                        format!("{} with {}", vocabulary::armies(&self.rules.pack, armies), vocabulary::sp(sp))
                    }
                };
                let course = self.course(side, MoveKind::March, vec![Station::Hex(from)], who);
                self.now.marching.insert(side, course);
            }
            Event::Entered { side, hex, .. } => self.enter_hex(side, hex),
            Event::Railed { side, leader, sp, from, to, .. } => {
                let points = self.by_rail(side, from, to).into_iter().map(Station::Hex).collect();
                let who = self.led(leader, sp);
                self.course(side, MoveKind::Rail, points, who);
            }
            Event::SeaMoved { side, leader, sp, from, to, .. } => {
                let points = self.by_sea(from, to).into_iter().map(Station::Hex).collect();
                let who = self.led(leader, sp);
                self.course(side, MoveKind::Water, points, who);
            }
            Event::Sailed { side, hulls, from, way, sp, leader, .. } => {
                let points = [from].into_iter().chain(way).collect();
                let mut who = self.fleet(&hulls);
                if sp > 0 || leader.is_some() {
                    who = format!("{who}, with {}", self.led(leader, sp));
                }
                let course = self.course(side, MoveKind::Water, points, who);
                self.now.sailing.insert(side, course);
            }
            Event::Moored { side, at, .. } => {
                if let Some(course) = self.now.sailing.get(&side).and_then(|&n| self.trail.courses.get_mut(n))
                    && let Some(end) = course.points.iter().rposition(|point| *point == at)
                {
                    course.points.truncate(end + 1);
                }
            }
            Event::TurnedBack { side, hulls, from, to } => {
                let who = self.fleet(&hulls);
                self.course(side, MoveKind::Retreat, vec![from, to], who);
            }
            Event::Ashore { side, hex, from, sp, leaders } => {
                let who = self.led(leaders.first().cloned(), sp);
                self.course(side, MoveKind::Water, vec![from, Station::Hex(hex)], who);
            }
            Event::Reacted { side, army, from, to, sp, .. } => {
                let who = format!("{} with {}", vocabulary::army(&self.rules.pack, &army), vocabulary::sp(sp));
                self.course(side, MoveKind::Reaction, vec![Station::Hex(from), Station::Hex(to)], who);
            }
            Event::Retreated { side, from, to } => self.retreated(side, from, to),
            Event::Advanced { side, hex, from, sp } => {
                if let Some(from) = self.attack_origin(side, from, hex) {
                    self.course(side, MoveKind::Advance, vec![from, Station::Hex(hex)], vocabulary::sp(sp));
                }
                self.add_to_fight([from, hex], format!("The attackers take {}.", self.place(hex)));
            }
            Event::Combat(opening) => self.combat(&opening),
            Event::Overrun { side, hex, from, attackers, defenders, .. } => {
                let known = self.now.fight.as_ref().is_some_and(|(_, hexes)| hexes.contains(&hex));
                if !known {
                    let said = format!(
                        "attack by {} on {} in {}",
                        vocabulary::sp(attackers),
                        vocabulary::sp(defenders),
                        self.place(hex)
                    );
                    self.fight(side, from, hex, Sign::Overrun, &said);
                }
                self.add_to_fight([from, hex], "The defenders are overrun.".to_owned());
            }
            Event::Hopeless { side, hex, from, attackers, .. } => {
                let known = self.now.fight.as_ref().is_some_and(|(_, hexes)| hexes.contains(&hex));
                if !known {
                    self.fight(side, from, hex, Sign::Combat, &format!("attack by {}", vocabulary::sp(attackers)));
                }
                self.add_to_fight([from, hex], "The attackers are eliminated.".to_owned());
            }
            Event::Lost { side, hex, sp, .. } if sp > 0 => {
                self.add_to_fight([hex], format!("The {} force loses {}.", side.title(), vocabulary::sp(sp)));
            }
            Event::Demoralized { side, hex, .. } => {
                self.add_to_fight([hex], format!("The {} force is demoralized.", side.title()));
            }
            Event::LeaderCheck { piece, fate, .. } => {
                let name = vocabulary::leader_name(&self.rules.pack, &piece.leader).to_owned();
                match fate {
                    Fate::Killed => self.after(format!("{name} is killed.")),
                    Fate::Wounded => self.after(format!("{name} is wounded.")),
                    Fate::Unhurt => {}
                }
            }
            Event::Destroyed { side, hex, sp, .. } => {
                let said =
                    format!("{} of {} destroyed in {}", vocabulary::sp(sp), vocabulary::side(side), self.place(hex));
                self.after(format!("{said}."));
                self.mark(Station::Hex(hex), Sign::Destroyed, side, said);
            }
            Event::NavalRound { at, .. } => self.on_water(at, Side::Union, "naval combat"),
            Event::Battery { side, fort, at, .. } => {
                let said = format!("the guns of {} fire at ships", self.place(fort));
                self.on_water(at, side.other(), &said);
            }
            Event::Hit { hull, due, .. } => {
                let hull = capital(&naval_text::hull(&self.rules.pack, &hull));
                let fate = if due.is_some() { "damaged" } else { "sunk" };
                self.at_water(format!("{hull} is {fate}."));
            }
            Event::Control { side, hex } => self.add_capture(side, hex),
            Event::Reinforced { side, at, .. } => self.add_arrival(side, Station::Hex(at), 1, None),
            Event::Drawn { side, piece, at, .. } | Event::Placed { side, piece, at, .. } => {
                let name = vocabulary::leader_name(&self.rules.pack, &piece.leader).to_owned();
                self.add_arrival(side, Station::Hex(at), 0, Some(name));
            }
            Event::Mobilized { side, at, .. } => {
                at.into_iter().for_each(|hex| self.add_arrival(side, Station::Hex(hex), 1, None));
            }
            Event::Launched { side, hulls, at: Some(at) } => {
                let who = self.fleet(&hulls);
                self.add_arrival(side, at, 0, Some(who));
            }
            _ => {}
        }
    }

    fn place(&self, hex: Hex) -> String {
        vocabulary::place(&self.rules.pack, hex)
    }

    fn fleet(&self, hulls: &Hulls) -> String {
        naval_text::hulls(&self.rules.pack, hulls)
    }

    /// A force by who leads it.
    fn led(&self, leader: Option<Piece>, sp: u32) -> String {
        match leader {
            Some(leader) if sp == 0 => vocabulary::leader_name(&self.rules.pack, &leader.leader).to_owned(),
            Some(leader) => {
                format!("{} with {}", vocabulary::leader_name(&self.rules.pack, &leader.leader), vocabulary::sp(sp))
            }
            None => vocabulary::sp(sp),
        }
    }

    /// A new course, and its number.
    fn course(&mut self, side: Side, way: MoveKind, points: Vec<Station>, who: String) -> usize {
        self.trail.courses.push(Course { side, way, points, who });
        self.trail.courses.len() - 1
    }

    fn mark(&mut self, at: Station, sign: Sign, side: Side, said: String) -> usize {
        self.trail.marks.push(Mark { at, from: None, sign, side, title: said });
        self.trail.marks.len() - 1
    }

    /// A hex is entered on a march; a march that continues after an interruption began where the position has it.
    fn enter_hex(&mut self, side: Side, hex: Hex) {
        let last = |course: &Course| course.points.last().copied();
        let known = self.now.marching.get(&side).copied();
        let beside = known.and_then(|n| last(self.trail.courses.get(n)?)).is_some_and(|at| touches(at, hex));
        if let (Some(n), true) = (known, beside) {
            self.trail.courses[n].points.push(Station::Hex(hex));
            return;
        }
        let marches = self.before.stack.iter().rev().filter_map(|frame| match frame {
            Procedure::March(march) if march.force.side == side && march.at.adjacent(hex) => Some(march),
            _ => None,
        });
        if let Some(march) = marches.into_iter().next() {
            let who = self.led(march.force.leader.clone(), march.force.sp(&self.before.game));
            let points = vec![Station::Hex(march.at), Station::Hex(hex)];
            let course = self.course(side, MoveKind::March, points, who);
            self.now.marching.insert(side, course);
        }
    }

    fn retreated(&mut self, side: Side, from: Hex, to: Hex) {
        let (start, end) = (Station::Hex(from), Station::Hex(to));
        match self.trail.courses.last_mut() {
            Some(last) if last.way == MoveKind::Retreat && last.side == side && last.points.last() == Some(&start) => {
                last.points.push(end);
            }
            _ => {
                self.course(side, MoveKind::Retreat, vec![start, end], String::new());
            }
        }
        let said = format!("The {} force retreats to {}.", side.title(), self.place(to));
        self.add_to_fight([from], said);
    }

    fn combat(&mut self, opening: &Opening) {
        let Opening { side, hex, from, attackers, defenders, leader, defending_leaders, .. } = opening;
        let under = |piece: Option<&Piece>| {
            piece.map_or(String::new(), |piece| {
                format!(" under {}", vocabulary::leader_name(&self.rules.pack, &piece.leader))
            })
        };
        let (by, against) = (under(leader.as_ref()), under(defending_leaders.first()));
        let place = self.place(*hex);
        // In a landing, ships count with the landing force, and the place with its defenders.
        let said = match opening.defence {
            Some(_) => format!(
                "landing{by} in {place}, {} against {defenders}{against}",
                vocabulary::plural(*attackers, "point")
            ),
            None => format!(
                "attack by {}{by} on {}{against} in {place}, at {}",
                vocabulary::sp(*attackers),
                vocabulary::sp(*defenders),
                opening.odds
            ),
        };
        let sign = if opening.resolution == Resolution::Overrun { Sign::Overrun } else { Sign::Combat };
        self.fight(*side, *from, *hex, sign, &said);
    }

    /// Where an attack comes from: from the ships, if the force was taken on board farther off.
    fn attack_origin(&self, side: Side, from: Hex, hex: Hex) -> Option<Station> {
        if from.adjacent(hex) {
            return Some(Station::Hex(from));
        }
        let voyage = self.now.sailing.get(&side).and_then(|&n| self.trail.courses.get(n));
        let at = *voyage?.points.last()?;
        (at != Station::Hex(hex) && (at.borders(hex) || touches(at, hex))).then_some(at)
    }

    /// The fight of an earlier step that continues in this one.
    pub(super) fn continued(&mut self, side: Side, hex: Hex) {
        self.fights += 1;
        let said = format!("Combat {}, continued: {} attack on {}.", self.fights, side.title(), self.place(hex));
        let mark = self.mark(Station::Hex(hex), Sign::Combat(self.fights), side, said);
        self.now.fight = Some((mark, [hex].into()));
    }

    /// A new fight.
    fn fight(&mut self, side: Side, from: Hex, hex: Hex, sign: fn(u32) -> Sign, said: &str) {
        self.fights += 1;
        let number = self.fights;
        let from = self.attack_origin(side, from, hex);
        let said = format!("Combat {number}: {} {said}.", side.title());
        let mark = self.mark(Station::Hex(hex), sign(number), side, said);
        self.trail.marks[mark].from = from;
        if let Some(from) = from {
            self.course(side, MoveKind::Attack, vec![from, Station::Hex(hex)], format!("combat {number}"));
        }
        self.now.naval = None;
        self.now.fight = Some((mark, from.into_iter().flat_map(Station::hexes).chain([hex]).collect()));
    }

    /// The result of the fight, if it was in one of these hexes. Where its loser goes is added to it.
    fn add_to_fight<const N: usize>(&mut self, hexes: [Hex; N], said: String) {
        if let Some((mark, fought)) = &self.now.fight
            && hexes.iter().any(|hex| fought.contains(hex))
            && let Some(mark) = self.trail.marks.get_mut(*mark)
        {
            mark.title = format!("{} {said}", mark.title);
        }
    }

    /// The result of the current fight, if there is one.
    fn after(&mut self, said: String) {
        if let Some(mark) = self.now.fight.as_ref().and_then(|(mark, _)| self.trail.marks.get_mut(*mark)) {
            mark.title = format!("{} {said}", mark.title);
        }
    }

    /// Ships fight or are fired at; rounds at one place are one fight.
    fn on_water(&mut self, at: Station, side: Side, said: &str) {
        let same = self.now.naval.and_then(|n| self.trail.marks.get(n)).is_some_and(|mark| mark.at == at);
        if !same {
            self.fights += 1;
            let place = naval_text::between(&self.rules.pack, at);
            let said = format!("Combat {}, {place}: {said}.", self.fights);
            self.now.naval = Some(self.mark(at, Sign::Naval(self.fights), side, said));
        } else if let Some(mark) = self.now.naval.and_then(|n| self.trail.marks.get_mut(n))
            && !mark.title.contains(said)
        {
            mark.title = format!("{} Then {said}.", mark.title);
        }
    }

    fn at_water(&mut self, said: String) {
        if let Some(mark) = self.now.naval.and_then(|n| self.trail.marks.get_mut(n)) {
            mark.title = format!("{} {said}", mark.title);
        }
    }

    /// A city or a printed fortification changes hands; other changes of control are shown by the outlines.
    fn add_capture(&mut self, side: Side, hex: Hex) {
        let data = self.rules.pack.map.hex(hex);
        let counts = data.is_some_and(|data| data.fort.is_some() || data.city.as_ref().is_some_and(|city| city.vp > 0));
        let here = Station::Hex(hex);
        if !counts {
            return;
        }
        let said = format!("{} taken by {}", self.place(hex), vocabulary::side(side));
        // It may change hands again.
        match self.trail.marks.iter_mut().find(|mark| mark.at == here && mark.sign == Sign::Taken) {
            Some(mark) => (mark.side, mark.title) = (side, said),
            None => {
                self.mark(here, Sign::Taken, side, said);
            }
        }
    }

    /// Arrivals: all at one place share one mark.
    fn add_arrival(&mut self, side: Side, at: Station, sp: u32, who: Option<String>) {
        let same = |mark: &&mut Mark| mark.at == at && mark.side == side && matches!(mark.sign, Sign::Entered(_));
        let who = who.unwrap_or_else(|| vocabulary::sp(sp));
        match self.trail.marks.iter_mut().find(same) {
            Some(mark) => {
                if let Sign::Entered(sum) = &mut mark.sign {
                    *sum += sp;
                }
                mark.title = format!("{}, {who}", mark.title);
            }
            None => {
                let place = naval_text::station(&self.rules.pack, at);
                let said = format!("{}: entered at {place}: {who}", side.title());
                self.mark(at, Sign::Entered(sp), side, said);
            }
        }
    }
}

/// Whether a hex touches what is or lies at a station.
fn touches(at: Station, hex: Hex) -> bool {
    at.hexes().any(|own| own.adjacent(hex))
}
