//! What happened in a step, one self-contained line each: the index of a match. The sentences come from the
//! [`sentences`](super::sentences); this module decides which of them an index needs, and what belongs to each.

use crate::sorted::SortedMap;

use serde_json::Value;

use crate::board::Area;
use crate::document::{Id, from_value};
use crate::engine::Position;
use crate::engine::events::EngineEvent;
use crate::report::svg::Point;
use crate::report::{Highlight, Kind, StepFacts, not_carried_out, shared_sections};

use super::assault_highlight::AssaultHighlight;
use super::event_groups::{Item, items};
use super::march_log::{MarchLog, MarchStep};
use super::narrator::{order_words, side_words};
use super::sentences::SentenceWriter;
use super::show::battles;
use super::{map_regions, order_text, picture, prompts, vocabulary};
use crate::SevenDays;
use crate::events::{Event, Fate};
use crate::orders::Order;
use crate::pack::Side;
use crate::position::ledger::{ImpulseKind, Phase};

/// What happened in the step that began in the position of `before`, in order.
pub fn moments(rules: &SevenDays, before: &Position<SevenDays>, facts: &StepFacts) -> Vec<Highlight> {
    let mut highlight_writer = HighlightWriter {
        rules,
        writer: SentenceWriter::quiet(rules, before.game.turn),
        spots: picture::area_centres(rules),
        moments: Vec::new(),
        march: MarchLog::default(),
        marched: None,
        taken: SortedMap::new(),
        assault: None,
        impulse: None,
    };
    if let Some(fight) = prompts::assault_in_progress(before).filter(|fight| fight.forward.is_some()) {
        highlight_writer.open(AssaultHighlight::continued(fight.area));
    }
    for (item, rule) in items(&facts.events) {
        highlight_writer.item(&item, &rule);
    }
    highlight_writer.end_march();
    let mut moments = highlight_writer.moments;
    moments.retain(|moment| !moment.words.is_empty());
    moments
}

/// Describes events one after the other.
struct HighlightWriter<'a> {
    rules: &'a SevenDays,
    writer: SentenceWriter<'a>,
    /// Where the areas lie on the board.
    spots: SortedMap<Area, Point>,
    moments: Vec<Highlight>,
    march: MarchLog,
    /// Who has marched, the latest destination, and the rule.
    marched: Option<(Side, Area, Vec<Id>, String)>,
    /// The areas that have come under a side's control on a march, with the rule.
    taken: SortedMap<Side, (Vec<Area>, String)>,
    /// An assault, and the index of its moment.
    assault: Option<(AssaultHighlight, usize)>,
    /// The index of the current impulse's moment.
    impulse: Option<usize>,
}

impl HighlightWriter<'_> {
    fn item(&mut self, item: &Item, rule: &str) {
        let marching = matches!(item, Item::Game(Event::Entered { .. }) | Item::Taken { .. });
        if !marching {
            self.end_march();
        }
        self.fight(item, rule);
        match item {
            Item::Game(event) => self.event(event, rule),
            Item::Engine(event) => self.engine(event, rule),
            Item::Taken { areas, side } if self.march.is_empty() => {
                let words = self.writer.taken(areas, *side).say.flat();
                self.note(Kind::Control, Some(*side), areas.first().copied(), &[], words, rule);
            }
            // Areas taken on a march are described after it.
            Item::Taken { areas, side } => {
                let (taken, _) = self.taken.entry(*side).or_insert_with(|| (Vec::new(), rule.to_owned()));
                taken.extend(areas);
            }
            Item::Retreats { .. } | Item::Unknown(_) => {}
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

    /// Adds a sentence to a moment.
    fn add(&mut self, at: usize, words: &str, people: &[Id], rule: &str) {
        self.join(at, people, rule);
        if let Some(moment) = self.moments.get_mut(at) {
            moment.words.push(' ');
            moment.words.push_str(words);
        }
    }

    fn event_text(&mut self, event: &Event) -> String {
        self.writer.event(event).map(|sentence| sentence.say.flat()).unwrap_or_default()
    }

    /// Describes the march so far.
    fn end_march(&mut self) {
        let march = std::mem::take(&mut self.march);
        let Some((side, to, people, rule)) = self.marched.take() else { return };
        for words in march.sentences(&self.rules.pack, false) {
            self.note(Kind::Order, Some(side), Some(to), &people, words, &rule);
        }
        for (side, (areas, rule)) in std::mem::take(&mut self.taken) {
            let words = self.writer.taken(&areas, side).say.flat();
            self.note(Kind::Control, Some(side), areas.last().copied(), &[], words, &rule);
        }
    }

    // -- Assaults

    fn open(&mut self, assault: AssaultHighlight) {
        let (side, area) = (assault.side, assault.area);
        let at = self.note(Kind::Combat, side, Some(area), &[], String::new(), "");
        self.assault = Some((assault, at));
    }

    /// What happens in the course of an assault.
    fn fight(&mut self, item: &Item, rule: &str) {
        if let (None, Item::Game(event)) = (&self.assault, item)
            && let Some(assault) = AssaultHighlight::of(event)
        {
            self.open(assault);
        }
        let Some((mut assault, at)) = self.assault.take() else { return };
        assault.record(&self.rules.pack, item);
        if matches!(item, Item::Game(_) | Item::Retreats { .. }) {
            let people = assault.people.clone();
            self.join(at, &people, rule);
        }
        if let Some(moment) = self.moments.get_mut(at) {
            moment.words = assault.words(&self.rules.pack);
            moment.weight = assault.losses();
            // Each assault whose dice were rolled is a peak.
            let day = vocabulary::day(&self.rules.pack, self.writer.turn);
            moment.peak = assault.is_rolled().then(|| battles::battle_name(self.rules, assault.area, &day));
        }
        if !assault.is_over() {
            self.assault = Some((assault, at));
        }
    }

    // -- Events

    fn event(&mut self, event: &Event, rule: &str) {
        match event {
            Event::Phase { turn, phase } => {
                self.writer.turn = *turn;
                self.impulse = None;
                let date = vocabulary::date(&self.rules.pack, *turn);
                match phase {
                    Phase::Dawn => {
                        self.note(Kind::Turn, None, None, &[], date, "");
                    }
                    Phase::Night => {
                        self.note(Kind::Other, None, None, &[], format!("Night falls on {date}."), rule);
                    }
                    Phase::Bids | Phase::Daylight | Phase::End => {}
                }
            }
            Event::Impulse { side, impulse, kind, areas } => {
                let from = vocabulary::places(&self.rules.pack, areas);
                let what = match kind {
                    ImpulseKind::Assault => format!("an Assault Impulse from {from}"),
                    ImpulseKind::Regroup => format!("a Regroup Impulse from {from}"),
                    ImpulseKind::Pass => "a pass".to_owned(),
                    ImpulseKind::Relocate => "the Supply Train is relocated".to_owned(),
                };
                let words = format!("{} impulse {impulse}: {what}.", side.title());
                self.impulse = Some(self.note(Kind::Order, Some(*side), areas.first().copied(), &[], words, rule));
            }
            Event::Entered { side, units, leaders, from, to, cost, .. } => {
                self.march.enter(MarchStep { units, leaders, from: *from, to: *to, cost: *cost });
                let mut people = self.marched.take().map_or_else(Vec::new, |(_, _, people, _)| people);
                people.extend(leaders.iter().cloned());
                self.marched = Some((*side, *to, people, rule.to_owned()));
            }
            Event::Activation { .. }
            | Event::CombinedActivation { .. }
            | Event::LeeCommands { .. }
            | Event::SingleUnit { .. }
            | Event::ForcedMarch { .. } => {
                let words = self.event_text(event);
                let people = people(event);
                match self.impulse {
                    Some(at) => self.add(at, &words, &people, rule),
                    None => {
                        self.note(Kind::Order, None, None, &people, words, rule);
                    }
                }
            }
            _ => {
                let Some((kind, side, site)) = self.kind(event) else { return };
                let words = self.event_text(event);
                self.note(kind, side, site, &people(event), words, rule);
            }
        }
    }

    /// The kind of an event's moment, its side, and its area; `None` for an event that an index does not need.
    fn kind(&self, event: &Event) -> Option<(Kind, Option<Side>, Option<Area>)> {
        let of = |leader: &Id| self.rules.side_of(leader);
        let bridge = |id: &Id| self.rules.pack.map.bridge(id).map(|boundary| boundary.areas[0]);
        Some(match event {
            Event::Bids { .. } | Event::BidTie { .. } | Event::Weather { .. } | Event::WeatherTurned { .. } => {
                (Kind::Other, None, None)
            }
            Event::Sunset { ends: true, .. } | Event::TrackEnds {} => (Kind::Other, None, None),
            Event::ArmyLeader { side, .. } => (Kind::Leader, Some(*side), None),
            Event::Sleeps { leader, .. } | Event::LeaderEliminated { leader } | Event::LeaderGone { leader, .. } => {
                (Kind::Leader, of(leader), None)
            }
            Event::Placed { leader, at } => (Kind::Leader, of(leader), Some(*at)),
            Event::Help { .. } => (Kind::Other, Some(Side::Union), None),
            Event::Arrived { side, area, .. } => (Kind::Order, Some(*side), Some(*area)),
            Event::TrainLeaves { from, .. } => (Kind::Order, Some(Side::Union), Some(*from)),
            Event::TrainArrives { at } => (Kind::Order, Some(Side::Union), Some(*at)),
            Event::AdvantageUsed { side, .. } => (Kind::Order, Some(*side), None),
            Event::Rallied { area, leaders } => (Kind::Leader, leaders.first().and_then(of), Some(*area)),
            Event::GunsMoved { to } => (Kind::Order, Some(Side::Union), Some(*to)),
            Event::GunsTaken { area } => (Kind::Control, Some(Side::Confederate), Some(*area)),
            Event::Regrouped { side, to, .. } => (Kind::Order, Some(*side), Some(*to)),
            Event::Screened { units, area } => (Kind::Order, units.first().and_then(of), Some(*area)),
            Event::Entrenched { area, works } => (Kind::Order, works.map(|works| works.side), Some(*area)),
            Event::BridgeWork { side, bridge: id, .. } => (Kind::Order, Some(*side), bridge(id)),
            Event::Bridge { bridge: id, state } => (Kind::Control, state.holder(), bridge(id)),
            Event::Engineers { bridge: Some(id) } => (Kind::Order, Some(Side::Union), bridge(id)),
            Event::Replacements { side, .. } => (Kind::Order, Some(*side), None),
            Event::Victory { side, .. } => (Kind::Score, Some(*side), None),
            _ => return None,
        })
    }

    fn engine(&mut self, event: &EngineEvent, rule: &str) {
        let (kind, side, site, words) = match event {
            EngineEvent::Skipped { side, order, reasons, .. } => {
                let order_said = order_words(&self.rules.pack, order);
                let (whose, reasons) = (side_words(side), shared_sections::because(self.rules, side, reasons));
                let words = format!("An order of {whose} is skipped: {order_said}. {}.", vocabulary::capital(&reasons));
                (Kind::Order, side, area_of(order), words)
            }
            EngineEvent::HandedBack { side, n, orders, reasons } => {
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

/// The leaders whom an event is about.
fn people(event: &Event) -> Vec<Id> {
    match event {
        Event::ArmyLeader { leader, .. }
        | Event::Sleeps { leader, .. }
        | Event::LeeCommands { leader, .. }
        | Event::Activation { leader, .. }
        | Event::Placed { leader, .. }
        | Event::LeaderEliminated { leader }
        | Event::LeaderGone { leader, .. }
        | Event::LeaderCheck { leader, fate: Fate::Casualty | Fate::Killed, .. } => vec![leader.clone()],
        Event::CombinedActivation { leaders, .. } => leaders.to_vec(),
        Event::Arrived { leaders, .. } | Event::Rallied { leaders, .. } | Event::Regrouped { leaders, .. } => {
            leaders.iter().cloned().collect()
        }
        _ => Vec::new(),
    }
}
