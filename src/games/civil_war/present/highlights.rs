//! What happened in a step, one self-contained line each: the index of a match. The lines are the accounts of the
//! events; this module joins what belongs together.

use serde_json::Value;

use crate::board::Hex;
use crate::document::Id;
use crate::engine::Position;
use crate::engine::events::EngineEvent;
use crate::report::grammar::capital;
use crate::report::svg::Point;
use crate::report::{Highlight, Kind, StepFacts, not_carried_out, shared_sections};

use super::accounts::{Account, Writer, account, cited};
use super::event_groups::{Groups, Item, March};
use super::fights::Fight;
use super::{marches, order_text, picture, vocabulary};
use crate::events::Event;
use crate::leaders::army;
use crate::pack::{Side, Station, Terrain};
use crate::position::ledger::Piece;
use crate::{CivilWar, Procedure};

/// What happened in the step that led from `before` to `after`, in order.
pub fn moments(
    rules: &CivilWar,
    before: &Position<CivilWar>,
    after: &Position<CivilWar>,
    facts: &StepFacts,
) -> Vec<Highlight> {
    // Without rolls: a line of an index does not tell how the dice fell.
    let quiet = StepFacts { rolls: Vec::new(), ..facts.clone() };
    let groups = Groups::of(rules, before, Some(after), &facts.events);
    let mut index = Index {
        rules,
        before,
        writer: Writer::new(rules, &before.game, &quiet),
        moments: Vec::new(),
        phasing: before.game.phasing(),
        order: None,
        march: None,
        voyage: None,
        fights: vec![None; groups.fights.len()],
    };
    for item in groups.items {
        index.item(item, &groups.fights);
    }
    let bound = after.stack.iter().find_map(|frame| match frame {
        Procedure::March(march) => march.path.last().copied(),
        _ => None,
    });
    index.end_march(bound);
    // An order that is stopped on its way is described by its result so far.
    index.end_order();
    index.moments.retain(|moment| !moment.words.trim().is_empty());
    index.moments
}

/// An order that is being carried out.
struct CurrentOrder {
    side: Side,
    order: Value,
    rules: Vec<String>,
    /// Where its moments begin.
    first: usize,
    /// Whether anything has been said about it.
    reported: bool,
}

/// A march that is described in the moment at this index.
struct OnMarch {
    at: usize,
    march: March,
    /// Why it stopped, in a sentence.
    stop: Option<String>,
}

/// The moments of a step.
struct Index<'a> {
    rules: &'a CivilWar,
    before: &'a Position<CivilWar>,
    writer: Writer<'a>,
    moments: Vec<Highlight>,
    phasing: Option<Side>,
    order: Option<CurrentOrder>,
    march: Option<OnMarch>,
    /// The moment of the moving ships.
    voyage: Option<usize>,
    /// The moments of the combats.
    fights: Vec<Option<usize>>,
}

impl Index<'_> {
    fn item(&mut self, item: Item<'_>, fights: &[Fight]) {
        match item {
            Item::Event { event, value, fight, scene, .. } => {
                (self.writer.fought, self.writer.scene) = (fight.is_some(), scene);
                self.event(&event, value, fight.map(|at| (at, &fights[at])));
            }
            Item::March(march) => self.march(march),
            Item::Idle(_) => self.end_order(),
            Item::Engine(event, value) => self.engine(event, cited(value)),
            Item::Cost(_) | Item::Card(..) | Item::Unknown(_) => {}
        }
    }

    fn event(&mut self, event: &Event, value: &Value, fight: Option<(usize, &Fight)>) {
        match event {
            Event::Phase { .. }
            | Event::Initiative { .. }
            | Event::HalfOver { .. }
            | Event::Tie { .. }
            | Event::Ended { .. } => {
                self.end_order();
            }
            Event::Half { side, .. } => {
                self.end_order();
                self.phasing = Some(*side);
            }
            Event::ActionOver { .. } => {
                self.end_order();
                self.phasing = None;
            }
            _ => {}
        }
        let told = account(&mut self.writer, value, event, "");
        let mut rules = cited(value);
        let (words, notes) = std::mem::take(&mut self.writer.notes).unmarked(told.words.clone());
        rules.extend(notes.iter().flat_map(|note| rulings_in(note)));
        if let Some((at, fight)) = fight {
            self.fight(at, fight, &rules);
        }
        let Account { mut kind, side, site, people, .. } = told;
        let people = self.names(&people);
        let joins = match event {
            Event::Ashore { .. } | Event::TurnedBack { .. } => self.voyage,
            Event::Rallied { side, hex, leader: None } | Event::NotRallied { side, hex } => self.loss(*side, *hex),
            _ => None,
        };
        if let Event::Halted { because: Some(_), .. } = event {
            match &mut self.march {
                Some(on) => {
                    on.stop = Some(words);
                    let at = on.at;
                    return self.join(at, people, rules);
                }
                None => kind = Some(Kind::Order),
            }
        }
        let Some(kind) = kind else { return };
        let side = if matches!(event, Event::NavalRound { .. }) { self.phasing } else { side };
        match joins {
            Some(at) => {
                self.moments[at].words.push_str(&format!(" {words}"));
                self.join(at, people, rules);
            }
            None => {
                let at = self.add(kind, side, site, people, words);
                self.join(at, Vec::new(), rules);
                if matches!(event, Event::Sailed { .. }) {
                    self.voyage = Some(at);
                }
            }
        }
    }

    /// The moment of a demoralized force that lost strength points in the Rally Phase.
    fn loss(&self, side: Side, hex: Hex) -> Option<usize> {
        let (spot, own) = (self.spot(Station::Hex(hex)), Some(side.id()));
        let lost = |moment: &Highlight| moment.kind == Kind::Other && moment.at == Some(spot) && moment.side == own;
        self.moments.iter().rposition(lost)
    }

    /// Something happens in a combat: its moment is there from then on.
    fn fight(&mut self, at: usize, fight: &Fight, rules: &[String]) {
        let moment = match self.fights[at] {
            Some(moment) => moment,
            None => {
                let people = self.names(fight.leaders.iter().flatten());
                let site = Some(Station::Hex(fight.hex));
                let moment = self.add(Kind::Combat, Some(fight.side), site, people, fight.words(self.rules));
                let pack = &self.rules.pack;
                let name = vocabulary::place_name(pack, fight.hex).filter(|name| !vocabulary::is_described(name));
                self.moments[moment].peak = name.map(|name| vocabulary::bare_name(pack, name).to_owned());
                self.moments[moment].weight = fight.losses();
                self.fights[at] = Some(moment);
                moment
            }
        };
        self.join(moment, Vec::new(), rules.to_vec());
    }

    /// A march, or a part of one that goes on.
    fn march(&mut self, mut march: March) {
        let Some(on) = self.march.as_mut().filter(|on| march.is_continued && on.march.side == march.side) else {
            self.end_march(None);
            // Nobody knows who goes on.
            let Some(from) = march.from else { return };
            let mut people = self.names(&march.leader);
            for army in &march.armies {
                people.extend(self.marching_leaders(army));
            }
            people.extend(march.dropped.iter().flat_map(|(_, leaders, _)| self.names(leaders)));
            let at = self.add(Kind::Order, Some(march.side), Some(Station::Hex(from)), people, "-");
            self.join(at, Vec::new(), march.rules.clone());
            march.is_continued = false;
            self.march = Some(OnMarch { at, march, stop: None });
            return;
        };
        // A hex that is entered after an overrun was attacked first.
        on.march.against = on.march.against.filter(|hex| !march.entered.contains(hex)).or(march.against);
        on.march.entered.append(&mut march.entered);
        let people = march.dropped.iter().flat_map(|(_, leaders, _)| leaders.clone()).collect::<Vec<_>>();
        on.march.dropped.append(&mut march.dropped);
        let at = on.at;
        self.join(at, self.names(&people), march.rules);
    }

    /// The leaders of an army who march with it, by the order.
    fn marching_leaders(&self, host: &Id) -> Vec<String> {
        let order = self.order.as_ref().and_then(|current| current.order.as_object()?.values().next());
        let stays = order.and_then(|order| order.get("leave")?.as_array());
        let goes = |piece: &Piece| {
            !stays.is_some_and(|stays| stays.iter().any(|one| one.as_str() == Some(piece.leader.as_str())))
        };
        let officers: Vec<Piece> = army::leaders(&self.before.game, host).into_iter().filter(goes).collect();
        self.names(&officers)
    }

    /// Adds a moment, and returns its index.
    fn add(
        &mut self,
        kind: Kind,
        side: Option<Side>,
        site: Option<Station>,
        people: Vec<String>,
        words: impl Into<String>,
    ) -> usize {
        if let Some(current) = self.order.as_mut().filter(|_| matches!(kind, Kind::Order | Kind::Leader)) {
            current.reported = true;
        }
        self.moments.push(Highlight {
            part: site.and_then(|site| self.theater_of(site)),
            at: site.map(|site| self.spot(site)),
            ..shared_sections::highlight(kind, side.map(Side::id), words.into())
        });
        let at = self.moments.len() - 1;
        self.join(at, people, Vec::new());
        at
    }

    /// Adds people and rules to a moment, each once.
    fn join(&mut self, at: usize, people: Vec<String>, rules: Vec<String>) {
        let add = |list: &mut Vec<String>, new: Vec<String>| {
            for one in new {
                if !list.contains(&one) {
                    list.push(one);
                }
            }
        };
        add(&mut self.moments[at].people, people);
        add(&mut self.moments[at].rules, rules);
    }

    fn names<'p>(&self, pieces: impl IntoIterator<Item = &'p Piece>) -> Vec<String> {
        pieces.into_iter().map(|piece| self.writer.name(&piece.leader)).collect()
    }

    /// The theater of a place; the open sea is in none.
    fn theater_of(&self, site: Station) -> Option<String> {
        let (Station::Hex(hex) | Station::Hexside(hex, _)) = site;
        let data = self.rules.pack.map.hex(hex).filter(|data| data.terrain != Terrain::AllSea)?;
        Some(data.theater.as_str().to_owned())
    }

    fn spot(&self, site: Station) -> Point {
        let spot = |hex| picture::spot(self.rules, hex);
        match site {
            Station::Hex(hex) => spot(hex),
            Station::Hexside(a, b) => spot(a).toward(spot(b), 50),
        }
    }

    /// Ends the current order.
    fn end_order(&mut self) {
        self.end_march(None);
        self.voyage = None;
        let Some(current) = self.order.take().filter(|current| !current.reported) else { return };
        let site = site_of(self.rules, &current.order);
        let words = self.order_words(current.side, &current.order);
        let at = self.add(Kind::Order, Some(current.side), site, Vec::new(), words);
        self.join(at, Vec::new(), current.rules);
        // Its consequences come after it.
        self.moments[current.first..=at].rotate_right(1);
    }

    /// Ends the current march; or it waits, and is bound for a hex.
    fn end_march(&mut self, bound: Option<Hex>) {
        let Some(OnMarch { at, march, stop }) = self.march.take() else { return };
        let mut words = marches::words(&self.rules.pack, &march, march.entered.len() < 4);
        let still = march.entered.is_empty() && march.against.is_none();
        match bound.filter(|hex| march.entered.last() != Some(hex) && march.against != Some(*hex)) {
            Some(hex) => words.push_str(&format!(", bound for {}", self.writer.place(hex))),
            // Nobody would call this a march: a force takes the rails where it is.
            None if still && stop.is_none() => {
                if let Some(current) = &self.order {
                    words = self.order_words(current.side, &current.order);
                    words.pop();
                }
            }
            None => {}
        }
        let stop = stop.map_or(String::new(), |stop| format!(" {stop}"));
        self.moments[at].words = format!("{words}.{stop}");
    }

    // -- The engine's events

    fn engine(&mut self, event: EngineEvent, rules: Vec<String>) {
        let whose =
            |side: &Id| self.rules.side(side).map_or(side.to_string(), |side| vocabulary::side(side).to_owned());
        let (kind, by, site, words) = match event {
            EngineEvent::Order { side, order, .. } => {
                self.end_order();
                let Ok(side) = self.rules.side(&side) else { return };
                let first = self.moments.len();
                self.order = Some(CurrentOrder { side, order, rules, first, reported: false });
                return;
            }
            EngineEvent::Skipped { side, order, reasons, .. } => {
                let because = shared_sections::because(self.rules, &side, &reasons);
                let said = order_text::recorded(self.rules, &side, &order, true);
                let words = format!("An order of {} is skipped, because {because}: {said}.", whose(&side));
                (Kind::Order, side, site_of(self.rules, &order), words)
            }
            EngineEvent::OrdersReturned { side, n, orders, reasons } => {
                let reasons = capital(&shared_sections::because(self.rules, &side, &reasons));
                let which = capital(&not_carried_out(n, orders.len(), &whose(&side)));
                let points = if orders.len() > 1 { "Their points are returned" } else { "Its points are returned" };
                let site = orders.first().and_then(|order| site_of(self.rules, order));
                (Kind::Order, side, site, format!("{which}. {reasons}. {points}."))
            }
            other => {
                let Some((kind, side, words)) = shared_sections::between(&other, whose) else { return };
                (kind, side, None, words)
            }
        };
        self.end_order();
        let at = self.add(kind, self.rules.side(&by).ok(), site, Vec::new(), words);
        self.join(at, Vec::new(), rules);
    }

    /// An order that its result does not describe.
    fn order_words(&self, side: Side, order: &Value) -> String {
        let said = order_text::recorded(self.rules, &side.id(), order, false);
        format!("{} order: {said}.", vocabulary::possessive(side))
    }
}

/// Where an order begins.
fn site_of(rules: &CivilWar, order: &Value) -> Option<Station> {
    let details = order.as_object().and_then(|order| order.values().next())?;
    let hex = |field: &str| details.get(field).and_then(Value::as_str).and_then(|text| text.parse::<Hex>().ok());
    let found = ["at", "from", "to"].into_iter().find_map(hex);
    found.filter(|hex| rules.pack.map.hex(*hex).is_some()).map(Station::Hex)
}

/// The rulings that a note names: `CW-13`.
pub fn rulings_in(note: &str) -> Vec<String> {
    let word = |word: &&str| {
        word.strip_prefix("CW-").is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    note.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(word).map(str::to_owned).collect()
}
