//! What happened in a step, one self-contained line each: the index of a match. The lines are the accounts of the
//! events; this module joins what belongs together.

use serde_json::Value;

use crate::board::Area;
use crate::document::{Id, from_value};
use crate::engine::Position;
use crate::engine::events::EngineEvent;
use crate::report::svg::Point;
use crate::report::{Highlight, Kind, StepFacts, not_carried_out, shared_sections};
use crate::sorted::SortedMap;

use super::accounts::{Account, Writer, account};
use super::event_groups::{Group, Groups, Item, March};
use super::fights::Fight;
use super::narrator::{side_words, skipped_words};
use super::show::battles;
use super::{map_regions, marches, order_text, picture, vocabulary};
use crate::SevenDays;
use crate::events::{Event, Fate};
use crate::orders::Order;
use crate::pack::Side;

/// What happened in the step that began in the position of `before`, in order.
pub fn moments(rules: &SevenDays, before: &Position<SevenDays>, facts: &StepFacts) -> Vec<Highlight> {
    let groups = Groups::of(rules, before, &facts.events);
    let mut index = Index {
        rules,
        writer: Writer::quiet(rules, before.game.turn),
        spots: picture::area_centres(rules),
        moments: Vec::new(),
        fights: vec![None; groups.fights.len()],
        impulse: None,
    };
    if groups.fights.first().is_some_and(|fight| fight.is_continued && fight.side.is_some()) {
        index.fight(0, &groups.fights[0], &[], "");
    }
    for group in &groups.items {
        index.group(group, &groups.fights);
    }
    index.moments
}

/// The moments of a step.
struct Index<'a> {
    rules: &'a SevenDays,
    writer: Writer<'a>,
    /// Where the areas lie on the board.
    spots: SortedMap<Area, Point>,
    moments: Vec<Highlight>,
    /// The moments of the assaults.
    fights: Vec<Option<usize>>,
    /// The moment of the current impulse.
    impulse: Option<usize>,
}

impl Index<'_> {
    fn group(&mut self, group: &Group, fights: &[Fight]) {
        let is_told = matches!(group.item, Item::Game(_) | Item::Retreats { .. });
        let fought = group.fight.filter(|_| is_told).and_then(|at| Some((at, fights.get(at)?)));
        if let Some((at, fight)) = fought {
            self.fight(at, fight, &people_hit(&group.item), group.rule());
        }
        match &group.item {
            Item::Game(event) => self.event(event, group, fought.map(|(_, fight)| fight.area)),
            Item::Engine(event) => self.engine(event, group.rule()),
            Item::March(march) => self.march(march, group.rule()),
            Item::Taken { areas, .. } => self.taken(group, areas.first().copied()),
            Item::Retreats { .. } | Item::Unknown => {}
        }
    }

    /// Adds a moment, and returns its index.
    fn note(
        &mut self,
        kind: Kind,
        side: Option<Side>,
        site: Option<Area>,
        people: &[Id],
        words: String,
        rule: &str,
    ) -> usize {
        self.moments.push(Highlight {
            part: site.and_then(|area| map_regions::of(self.rules, area)).map(|part| part.id().to_owned()),
            at: site.and_then(|area| self.spots.get(&area).copied()),
            ..shared_sections::highlight(kind, side.map(Side::id), words)
        });
        let at = self.moments.len() - 1;
        self.join(at, people, rule);
        at
    }

    /// Adds people and a rule to a moment.
    fn join(&mut self, at: usize, people: &[Id], rule: &str) {
        let Some(moment) = self.moments.get_mut(at) else { return };
        for name in people.iter().map(|id| vocabulary::leader(&self.rules.pack, id)) {
            if !moment.people.contains(&name) {
                moment.people.push(name);
            }
        }
        if !matches!(rule, "" | "orders") && !moment.rules.iter().any(|known| known == rule) {
            moment.rules.push(rule.to_owned());
        }
    }

    /// Tells a march, and what it brings under control.
    fn march(&mut self, march: &March, rule: &str) {
        let people: Vec<Id> = march.legs.iter().flat_map(|leg| leg.leaders.clone()).collect();
        for words in marches::sentences(&self.rules.pack, march, false) {
            self.note(Kind::Order, Some(march.side), Some(march.to), &people, words, rule);
        }
        for group in &march.taken {
            if let Item::Taken { areas, .. } = &group.item {
                self.taken(group, areas.last().copied());
            }
        }
    }

    /// Areas come under control.
    fn taken(&mut self, group: &Group, site: Option<Area>) {
        let Account { side, words, .. } = account(&mut self.writer, &group.value, None, None);
        self.note(Kind::Control, side, site, &[], words, group.rule());
    }

    /// Something happens in an assault: its moment is there from then on.
    fn fight(&mut self, at: usize, fight: &Fight, people: &[Id], rule: &str) {
        let moment = self.fights[at].unwrap_or_else(|| {
            let (pack, side) = (&self.rules.pack, fight.side.filter(|_| !fight.is_continued));
            let moment = self.note(Kind::Combat, side, Some(fight.area), &[], fight.words(pack), "");
            self.moments[moment].weight = fight.losses();
            // Each assault whose dice were rolled is a peak.
            let day = vocabulary::day(pack, self.writer.turn);
            self.moments[moment].peak = fight.is_rolled().then(|| battles::battle_name(self.rules, fight.area, &day));
            moment
        });
        self.fights[at] = Some(moment);
        self.join(moment, people, rule);
    }

    fn event(&mut self, event: &Event, group: &Group, fought: Option<Area>) {
        let Account { kind, side, site, people, words, .. } =
            account(&mut self.writer, &group.value, Some(event), fought);
        let Some(kind) = kind else { return };
        let is_of_impulse = matches!(
            event,
            Event::Activation { .. }
                | Event::CombinedActivation { .. }
                | Event::LeeCommands { .. }
                | Event::SingleUnit { .. }
                | Event::ForcedMarch { .. }
        );
        if let Some(at) = self.impulse.filter(|_| is_of_impulse) {
            self.join(at, &people, group.rule());
            self.moments[at].words.push_str(&format!(" {words}"));
            return;
        }
        let rule = if kind == Kind::Turn { "" } else { group.rule() };
        let at = self.note(kind, side, site, &people, words, rule);
        match event {
            Event::Phase { .. } => self.impulse = None,
            Event::Impulse { .. } => self.impulse = Some(at),
            _ => {}
        }
    }

    fn engine(&mut self, event: &EngineEvent, rule: &str) {
        let (kind, side, site, words) = match event {
            EngineEvent::Skipped { side, order, reasons, .. } => {
                let order_said = skipped_words(&self.rules.pack, order);
                let (whose, because) = (side_words(side), shared_sections::because(self.rules, side, reasons));
                let words = format!("An order of {whose} is skipped, because {because}: {order_said}.");
                (Kind::Order, side, area_of(order), words)
            }
            EngineEvent::OrdersReturned { side, n, orders, reasons } => {
                let (whose, reasons) = (side_words(side), shared_sections::because(self.rules, side, reasons));
                let which = vocabulary::capital(&not_carried_out(*n, orders.len(), &whose));
                let words = format!("{which}: {reasons}.");
                (Kind::Order, side, orders.first().and_then(area_of), words)
            }
            other => {
                let Some((kind, side, words)) = shared_sections::between(other, side_words) else { return };
                self.note(kind, self.rules.side(&side).ok(), None, &[], words, rule);
                return;
            }
        };
        let side = self.rules.side(side).ok();
        self.note(kind, side, site, &[], words, rule);
    }
}

/// The area that an order is about.
fn area_of(order: &Value) -> Option<Area> {
    let order: Order = from_value(order).ok()?;
    order_text::area_of(&order)
}

/// The leaders whom an event of an assault hits.
fn people_hit(item: &Item) -> Vec<Id> {
    match item {
        Item::Game(Event::LeaderCheck { leader, fate: Fate::Casualty | Fate::Killed, .. })
        | Item::Game(Event::LeaderEliminated { leader }) => vec![leader.clone()],
        _ => Vec::new(),
    }
}
