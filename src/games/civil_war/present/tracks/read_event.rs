//! Turns each event that has a place on the map into a course or a mark.

use super::super::event_groups::{Item, March};
use super::super::fights::Fight;
use super::super::{naval_text, vocabulary};
use super::{Course, Mark, MoveKind, Now, Reader, Sign};
use crate::board::Hex;
use crate::engine::events::EngineEvent;
use crate::events::Event;
use crate::pack::{Side, Station};
use crate::position::ledger::{Hulls, Piece};
use crate::report::grammar::capital;

impl Reader<'_> {
    pub(super) fn item(&mut self, item: Item<'_>, fights: &[Fight]) {
        match item {
            Item::Engine(EngineEvent::Order { .. }, _) => self.now = Now::default(),
            Item::March(march) => self.march(march),
            Item::Event { event, fight, .. } => {
                if let Some(at) = fight
                    && !std::mem::replace(&mut self.told[at], true)
                {
                    self.fight(&fights[at]);
                }
                self.event(*event);
            }
            _ => {}
        }
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Half { .. } | Event::HalfOver { .. } | Event::Phase { .. } => self.now = Now::default(),
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
            }
            Event::Destroyed { side, hex, sp, .. } => {
                let (lost, whose) = (vocabulary::sp(sp), vocabulary::side(side));
                let said = format!("{lost} of {whose} destroyed in {}", self.place(hex));
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
                if let Some(mark) = self.now.naval.and_then(|n| self.trail.marks.get_mut(n)) {
                    mark.title = format!("{} {hull} is {fate}.", mark.title);
                }
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

    /// A march, or a part of one that goes on where the last ended.
    fn march(&mut self, march: March) {
        let mut entered = march.entered.into_iter().map(Station::Hex);
        let known = self.now.marching.get(&march.side).copied().filter(|_| march.is_continued);
        if let Some(course) = known.and_then(|n| self.trail.courses.get_mut(n)) {
            return course.points.extend(entered);
        }
        self.now = Now::default();
        let Some(from) = march.from else { return };
        let points = [Station::Hex(from)].into_iter().chain(entered.by_ref()).collect();
        let who = match (march.leader, march.armies.as_slice()) {
            (None, armies @ [_, ..]) => vocabulary::armies(&self.rules.pack, armies),
            (leader, _) => self.led(leader, march.sp.unwrap_or_default()),
        };
        let course = self.course(march.side, MoveKind::March, points, who);
        self.now.marching.insert(march.side, course);
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
    }

    /// Where an attack comes from: from the ships, if the force was taken on board farther off.
    fn attack_origin(&self, side: Side, from: Hex, hex: Hex) -> Option<Station> {
        if from.adjacent(hex) {
            return Some(Station::Hex(from));
        }
        let voyage = self.now.sailing.get(&side).and_then(|&n| self.trail.courses.get(n));
        let at = *voyage?.points.last()?;
        let touches = at.hexes().any(|own| own.adjacent(hex));
        (at != Station::Hex(hex) && (at.borders(hex) || touches)).then_some(at)
    }

    /// A combat on land, with its number in the step.
    fn fight(&mut self, fight: &Fight) {
        self.fights += 1;
        let number = self.fights;
        let sign = if fight.is_overrun() { Sign::Overrun } else { Sign::Combat };
        let mut said = format!("{number}. {}", fight.words(self.rules));
        if let Some(opening) = &fight.opening {
            said.push_str(&format!(" Odds: {}.", opening.odds));
        }
        for (piece, fate) in &fight.hurt {
            let how = vocabulary::fate(*fate);
            said.push_str(&format!(" {} is {how}.", vocabulary::leader_name(&self.rules.pack, &piece.leader)));
        }
        let mark = self.mark(Station::Hex(fight.hex), sign(number), fight.side, said);
        let from = self.attack_origin(fight.side, fight.from, fight.hex).filter(|_| !fight.is_continued);
        self.trail.marks[mark].from = from;
        if let Some(from) = from {
            let points = vec![from, Station::Hex(fight.hex)];
            self.course(fight.side, MoveKind::Attack, points, format!("combat {number}"));
        }
        self.now.naval = None;
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
