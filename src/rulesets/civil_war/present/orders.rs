//! The events of a step told as a dispatch: phase by phase, order by order, in sentences.

use serde_json::Value;

use crate::board::Hex;
use crate::engine::events::{AnsweredBy, EngineEvent};
use crate::engine::{Pending, Position};
use crate::report::{Block, Section, Span, StepFacts, Text};

use super::super::events::{ActionEnd, Event, Phase, Score, TieOutcome};
use super::super::leaders::Fate;
use super::super::ledger::{Game, Piece, Points};
use super::super::orders::{Answer, Order};
use super::super::pack::{Level, Side, Source, Theater};
use super::super::{CivilWar, Frame};
use super::{combat, words};

/// A force on the march, as far as it has been told.
struct March {
    who: String,
    from: Hex,
    entered: Vec<Hex>,
    /// The hex that it attacks, if the march leads to a combat.
    against: Option<Hex>,
    /// Movement points: all, and what was left last.
    allowance: u32,
    left: u32,
    supplied: bool,
    dropped: Vec<(u32, Hex)>,
    after: Vec<(String, String)>,
    rule: String,
}

/// Tells events one after the other.
pub struct Narrator<'a> {
    pub rules: &'a CivilWar,
    game: &'a Game,
    facts: &'a StepFacts,
    /// Which rolls have been told.
    told: Vec<bool>,
    sections: Vec<Section>,
    paragraph: Text,
    march: Option<March>,
    paid: Option<(Points, u32)>,
    audit: Option<combat::Audit>,
    /// What reconstructions the results rest on, in the order of their daggers.
    notes: Vec<String>,
    /// The number of the order that is being told.
    order: Option<usize>,
    /// Whether events are told as points of a list: where nobody gives orders.
    listing: bool,
    points: Vec<Text>,
    brief: Brief,
}

/// What a reader wants to know first.
#[derive(Default)]
struct Brief {
    points: Vec<String>,
    /// The combat being told: the attacker, and the hex.
    combat: Option<(Side, Hex)>,
    /// What it cost both, in words.
    losses: String,
}

impl<'a> Narrator<'a> {
    /// Tells the events of the step that led from `before` to `after`. The first section is a summary, if there is something to
    /// sum up.
    pub fn tell(
        rules: &'a CivilWar,
        before: &'a Position<CivilWar>,
        after: &Position<CivilWar>,
        facts: &'a StepFacts,
    ) -> Vec<Section> {
        let game = &before.game;
        let (heading, listing) = part(before);
        let mut narrator = Narrator {
            rules,
            game,
            facts,
            told: vec![false; facts.rolls.len()],
            sections: vec![Section { heading, blocks: Vec::new() }],
            paragraph: Text::new(),
            march: None,
            paid: None,
            audit: None,
            notes: Vec::new(),
            order: None,
            listing,
            points: Vec::new(),
            brief: Brief::default(),
        };
        if let Some(Frame::Combat(combat)) = before.stack.iter().find(|frame| matches!(frame, Frame::Combat(_))) {
            narrator.audit = Some(combat::continued(&narrator.place(combat.hex), Some(combat)));
            narrator.brief.combat = Some((combat.side, combat.hex));
        }
        for event in &facts.events {
            let rule = event.get("rule").and_then(Value::as_str).unwrap_or_default();
            if let Ok(known) = serde_json::from_value::<Event>(event.clone()) {
                narrator.event(known, rule);
            } else if let Ok(known) = serde_json::from_value::<EngineEvent>(event.clone()) {
                narrator.engine(known, rule);
            } else {
                narrator.unknown(event, rule);
            }
        }
        let fought = after.stack.iter().find(|frame| matches!(frame, Frame::Combat(_)));
        if let (Some(Frame::Combat(combat)), Some(Pending::Answer { .. })) = (fought, &after.pending) {
            let place = narrator.place(combat.hex);
            narrator.brief(format!("The combat in {place} waits for a decision."));
        }
        narrator.end()
    }

    fn end(mut self) -> Vec<Section> {
        self.flush();
        if !self.notes.is_empty() {
            let words = "† This rests on a chart or counter whose printed figures are lost, and which was \
                         reconstructed; docs/rulings/civil_war.md gives the reasons:";
            let notes =
                self.notes.iter().enumerate().map(|(n, note)| vec![Span::plain(format!("{}: {note}", dagger(n)))]);
            let blocks = vec![Block::Paragraph(vec![Span::plain(words)]), Block::List(notes.collect())];
            self.sections.push(Section { heading: "Notes".to_owned(), blocks });
        }
        if !self.brief.points.is_empty() {
            let points = self.brief.points.into_iter().map(|point| vec![Span::plain(point)]).collect();
            self.sections.insert(0, Section { heading: "In brief".to_owned(), blocks: vec![Block::List(points)] });
        }
        self.sections.retain(|section| !section.blocks.is_empty());
        self.sections
    }

    // -- Tools

    /// The number of the next roll for that purpose which has not been told.
    pub fn roll(&mut self, purpose: &str) -> Option<u64> {
        let at = (0..self.told.len()).find(|&at| !self.told[at] && self.facts.rolls[at].purpose == purpose)?;
        self.told[at] = true;
        Some(self.facts.rolls[at].n)
    }

    /// The mark of a result that rests on a reconstruction, with its note; nothing for one that does not.
    pub fn dagger(&mut self, what: &str, source: &Source) -> String {
        if source.is_reconstructed() { self.mark(format!("{what} ({})", source.text())) } else { String::new() }
    }

    /// The mark of a reconstruction.
    pub fn mark(&mut self, note: String) -> String {
        let at = self.notes.iter().position(|other| *other == note).unwrap_or_else(|| {
            self.notes.push(note);
            self.notes.len() - 1
        });
        format!(" {}", dagger(at))
    }

    /// When a leader who left the map may come back.
    pub fn back(&self, due: u8) -> String {
        let last = self.rules.pack.scenarios.get(&self.game.scenario).map_or(due, |scenario| scenario.last_turn);
        match due > last {
            true => "he is out for the rest of the match".to_owned(),
            false => format!("he may come back in {}", words::turn(&self.rules.pack, self.game, due)),
        }
    }

    fn brief(&mut self, point: impl Into<String>) {
        self.brief.points.push(point.into());
    }

    pub fn place(&self, hex: Hex) -> String {
        words::place(&self.rules.pack, hex)
    }

    pub fn leader(&self, piece: &Piece) -> String {
        words::leader(&self.rules.pack, piece)
    }

    fn name(&self, piece: &Piece) -> String {
        words::leader_name(&self.rules.pack, &piece.leader).to_owned()
    }

    fn open(&mut self, heading: impl Into<String>) {
        self.flush();
        self.sections.push(Section { heading: heading.into(), blocks: Vec::new() });
    }

    fn block(&mut self, block: Block) {
        if let Some(section) = self.sections.last_mut() {
            section.blocks.push(block);
        }
    }

    /// Adds a sentence with its rule to the paragraph; in a combat, a line to its audit.
    fn say(&mut self, label: &str, words: impl Into<String>, rule: &str) {
        self.say_all(label, vec![Span::plain(words)], rule);
    }

    fn say_all(&mut self, label: &str, mut text: Text, rule: &str) {
        self.halt();
        if !rule.is_empty() && rule != "orders" {
            text.extend([Span::plain(" "), Span::rule(rule)]);
        }
        match &mut self.audit {
            Some(audit) if !label.is_empty() => audit.lines.push((label.to_owned(), text)),
            _ if self.listing => {
                self.end_audit();
                self.points.push(text);
            }
            _ => {
                self.end_audit();
                if !self.paragraph.is_empty() {
                    self.paragraph.push(Span::plain(" "));
                }
                self.paragraph.extend(text);
            }
        }
    }

    /// Ends the march, the combat and the paragraph.
    fn flush(&mut self) {
        self.halt();
        self.end_audit();
        self.order = None;
        self.end_paragraph();
        let points = std::mem::take(&mut self.points);
        if !points.is_empty() {
            self.block(Block::List(points));
        }
    }

    fn end_paragraph(&mut self) {
        let paragraph = std::mem::take(&mut self.paragraph);
        if !paragraph.is_empty() {
            self.block(Block::Paragraph(paragraph));
        }
    }

    fn end_audit(&mut self) {
        if let Some(audit) = self.audit.take() {
            self.end_paragraph();
            self.block(Block::Audit { title: audit.title, lines: audit.lines });
        }
    }

    /// Tells the march so far in one sentence.
    fn halt(&mut self) {
        let paid = self.paid.take().map(|paid| paid_words(&paid));
        let Some(march) = self.march.take() else {
            if let Some(paid) = paid {
                self.add(vec![Span::plain(format!("Cost: {paid}."))]);
            }
            return;
        };
        let mut sentence = format!("{} from {}", march.who, self.place(march.from));
        if let Some((to, by)) = march.entered.split_last() {
            if !by.is_empty() {
                sentence.push_str(&format!(" by way of {}", words::places(&self.rules.pack, by)));
            }
            sentence.push_str(&format!(" to {}", self.place(*to)));
        }
        for (sp, hex) in &march.dropped {
            sentence.push_str(&format!(", leaving {} in {}", words::sp(*sp), self.place(*hex)));
        }
        if let Some(hex) = march.against {
            let joined = if march.entered.is_empty() { "against" } else { "and attacks" };
            sentence.push_str(&format!(" {joined} {}", self.place(hex)));
        }
        let used = march.allowance.saturating_sub(march.left);
        let supply = if march.supplied { "" } else { ", out of supply" };
        let mut brackets = format!("{used} of {} movement points{supply}", march.allowance);
        if let Some(paid) = paid {
            brackets = format!("{paid}; {brackets}");
        }
        self.add(vec![Span::plain(format!("{sentence} ({brackets}). ")), Span::rule(march.rule)]);
        for (words, rule) in march.after {
            self.add(vec![Span::plain(words), Span::plain(" "), Span::rule(rule)]);
        }
    }

    fn add(&mut self, text: Text) {
        if self.audit.is_some() {
            self.end_audit();
        }
        if !self.paragraph.is_empty() {
            self.paragraph.push(Span::plain(" "));
        }
        self.paragraph.extend(text);
    }

    // -- What happened

    fn event(&mut self, event: Event, rule: &str) {
        match event {
            Event::Phase { turn, phase } => {
                let title = phase_title(phase);
                let heading = match phase {
                    Phase::Reinforcement => format!("{title}: {}", words::turn(&self.rules.pack, self.game, turn)),
                    _ => title.to_owned(),
                };
                self.open(heading);
                self.listing = phase != Phase::Action;
            }
            Event::Due { side, sp, leaders } => self.due(side, &sp, &leaders, rule),
            Event::Allocation { side, turn, priorities } => {
                let words =
                    format!("For turn {turn}, {} puts the {}.", words::side(side), words::priorities(&priorities));
                self.say("", words, rule);
            }
            Event::Commands { side, total, gained, lost } => self.commands(side, total, &gained, &lost, rule),
            Event::Initiative { pulse, union, confederate, winner, difference } => {
                self.open(format!("Pulse {pulse}"));
                self.listing = false;
                let mut text = vec![Span::plain(format!("For the initiative the Union throws {union} "))];
                text.extend(self.rolled("initiative union"));
                text.push(Span::plain(format!(", the Confederacy {confederate} ")));
                text.extend(self.rolled("initiative confederate"));
                text.push(Span::plain(match winner {
                    Some(side) => format!(": {} has it, with a difference of {difference}.", words::side(side)),
                    None => ": a tie.".to_owned(),
                }));
                self.say_all("", text, rule);
            }
            Event::Tie { total, r#box, outcome } => {
                let words = match outcome {
                    TieOutcome::Commands => format!(
                        "A tie of {total} with the marker in box {box} of the Table Use Track does not end the phase: \
                         both sides receive command points for {total}, and the marker moves on."
                    ),
                    TieOutcome::Ends => format!(
                        "A tie of {total} with the marker in box {box} of the Table Use Track ends the Action Phase."
                    ),
                    TieOutcome::Ignored => {
                        format!("A tie of {total} counts for nothing before the first pulse: both throw again.")
                    }
                };
                self.say("", words, rule);
            }
            Event::Half { side, difference, free } => {
                self.open(format!("{} half", words::possessive(side)));
                self.listing = false;
                let free = if free { " It first brings in one reinforcement that costs nothing of it." } else { "" };
                let words = format!("{} has {difference} of the difference to spend.{free}", words::side_cap(side));
                self.say("", words, rule);
            }
            Event::HalfOver { side, unspent } => {
                self.end_order();
                let words = match unspent {
                    0 => format!("{} has spent its difference; its half is over.", words::side_cap(side)),
                    left => format!(
                        "{} can spend no more; {left} of the difference lapses, and its half is over.",
                        words::side_cap(side)
                    ),
                };
                self.say("", words, rule);
            }
            Event::ActionOver { cause, lost } => {
                self.end_order();
                let why = match cause {
                    ActionEnd::AllSpent => "neither side has anything left to spend",
                    ActionEnd::Tie => "the initiative roll was tied",
                };
                let lost: Vec<String> = lost
                    .iter()
                    .map(|(side, points)| {
                        format!(" {} loses {} unspent.", words::side_cap(*side), words::points(points))
                    })
                    .collect();
                self.say("", format!("The Action Phase ends: {why}.{}", lost.concat()), rule);
            }
            Event::Burnt { side, points } => {
                let words = format!("{} burns {} without an action.", words::side_cap(side), words::commands(&points));
                self.say("", words, rule);
            }
            Event::Paid { points, left, .. } => {
                self.halt();
                self.paid = Some((points, left));
            }
            Event::Scored { side, vp, cause } => self.scored(side, vp, &cause, rule),
            Event::Ended { union, confederate, winner, level } => self.ended(union, confederate, winner, level, rule),

            Event::Reinforced { side, from, at, free } => {
                let free = if free { " as the free reinforcement" } else { "" };
                let words = format!(
                    "A {} strength point of the {} track enters {}{free}.",
                    side.title(),
                    words::track(from),
                    self.place(at)
                );
                self.say("", words, rule);
            }
            Event::Drawn { side, piece, at, free } => {
                let free = if free { " as the free reinforcement" } else { "" };
                let mut text =
                    vec![Span::plain(format!("{} is drawn from the {} pool{free}", self.leader(&piece), side.title()))];
                if let Some(n) = self.roll(&format!("leader_draw {side}")) {
                    text.extend([Span::plain(" "), Span::Roll(n)]);
                }
                text.push(Span::plain(format!(" and takes post in {}.", self.place(at))));
                self.say_all("", text, rule);
            }
            Event::Promoted { piece, replaces, at, .. } => {
                let words = format!(
                    "{} is promoted from {} to {} in {}.",
                    self.name(&piece),
                    words::stars(replaces.rank),
                    words::stars(piece.rank),
                    self.place(at)
                );
                self.say("Promotion", words, rule);
            }

            Event::March { side, leader, sp, from, allowance, supplied } => {
                let paid = self.paid.take();
                self.halt();
                self.paid = paid;
                let who = match (&leader, sp) {
                    (Some(piece), 0) => format!("{} travels alone", self.leader(piece)),
                    (Some(piece), sp) => format!("{} marches with {}", self.leader(piece), words::sp(sp)),
                    (None, 1) => format!("A {} strength point marches", side.title()),
                    (None, sp) => format!("{sp} {} strength points march", side.title()),
                };
                self.march = Some(March {
                    who,
                    from,
                    entered: Vec::new(),
                    against: None,
                    allowance,
                    left: allowance,
                    supplied,
                    dropped: Vec::new(),
                    after: Vec::new(),
                    rule: rule.to_owned(),
                });
            }
            Event::Entered { hex, left, .. } => match &mut self.march {
                Some(march) => {
                    march.entered.push(hex);
                    march.left = left;
                }
                None => {
                    self.end_audit();
                    let left = words::plural(left, "movement point");
                    self.say("", format!("It goes on to {}, with {left} left.", self.place(hex)), rule);
                }
            },
            Event::Dropped { hex, sp, .. } => match &mut self.march {
                Some(march) => march.dropped.push((sp, hex)),
                None => {
                    self.end_audit();
                    self.say("", format!("It leaves {} in {}.", words::sp(sp), self.place(hex)), rule);
                }
            },
            Event::Halted { because: None, .. } => self.halt(),
            Event::Halted { hex, because: Some(because), .. } => {
                self.end_audit();
                self.say("", format!("The march stops in {}: {because}.", self.place(hex)), rule);
            }
            Event::Control { side, hex } => {
                let words = format!("{} takes control of {}.", words::side_cap(side), self.place(hex));
                let city = self.rules.pack.map.hex(hex).and_then(|data| data.city.as_ref());
                if city.is_some_and(|city| city.vp > 0) {
                    self.brief(words.clone());
                }
                self.aside("Control", words, rule);
            }
            Event::Spread { side, hex } => {
                let words =
                    format!("Demoralization spreads to all {} strength points in {}.", side.title(), self.place(hex));
                self.aside("Demoralization", words, rule);
            }
            Event::LeftAlone { piece, hex, due, .. } => {
                let words = format!(
                    "{}, left without strength points in {}, leaves the map; {}.",
                    self.leader(&piece),
                    self.place(hex),
                    self.back(due)
                );
                self.end_order();
                self.say("", words, rule);
            }

            Event::Combat(opening) => {
                if let Some(march) = &mut self.march {
                    march.against = Some(opening.hex);
                }
                self.halt();
                self.end_audit();
                self.brief.combat = Some((opening.side, opening.hex));
                self.brief.losses = String::new();
                self.audit = Some(combat::opening(self, &opening));
            }
            Event::CombatDice(dice) => {
                self.audit(|narrator, audit| combat::dice(narrator, audit, &dice));
            }
            Event::CombatResult(outcome) => {
                let harm = [&outcome.attacker, &outcome.defender];
                let lost = |side: Side| harm.iter().filter(|harm| harm.side == side).map(|harm| harm.lost).sum::<u32>();
                let [union, confederate] = Side::BOTH.map(lost);
                let gone = harm.iter().filter(|harm| harm.left == 0).map(|harm| harm.side).collect::<Vec<_>>();
                let harm = harm.iter().filter(|harm| harm.demoralized).map(|harm| harm.side).collect::<Vec<_>>();
                let demoralized = match harm.as_slice() {
                    _ if !gone.is_empty() => {
                        let gone = gone.iter().map(|side| format!("the {} force", side.title()));
                        let verb = if gone.len() == 1 { "is" } else { "are" };
                        format!("{} {verb} eliminated", words::list(gone, "and"))
                    }
                    [] => "neither is demoralized".to_owned(),
                    [one] => format!("{} is demoralized", words::side(*one)),
                    _ => "both are demoralized".to_owned(),
                };
                self.brief.losses = match union + confederate {
                    0 => format!(" Neither side loses strength points; {demoralized}."),
                    _ => format!(" Lost: Union {union}, Confederate {confederate}; {demoralized}."),
                };
                self.audit(|narrator, audit| combat::outcome(narrator, audit, &outcome));
            }
            Event::Reroll { side, die, face } => {
                self.audit(|narrator, audit| combat::reroll(narrator, audit, side, die, face, rule));
            }
            Event::Overrun { side, hex, attackers, defenders, ratio, .. } => {
                let words = format!(
                    "{attackers} against {defenders}, {ratio} to 1: {} overruns the enemy in {} without a die. {} lost.",
                    words::side(side),
                    self.place(hex),
                    capital(&words::sp(defenders)),
                );
                self.say("Overrun", words, rule);
                let words = format!("{} overruns the enemy in {}.", words::side_cap(side), self.place(hex));
                self.brief(words);
            }
            Event::Hopeless { side, attackers, defenders, hex, .. } => {
                let words = format!(
                    "{attackers} against {defenders} is below 1 to 3: the {} force that attacks {} is destroyed, {} \
                     lost; the defender does not suffer.",
                    side.title(),
                    self.place(hex),
                    words::sp(attackers)
                );
                self.say("Hopeless attack", words, rule);
                let place = self.place(hex);
                self.brief(format!("A hopeless {} attack on {place} destroys the attackers.", side.title()));
            }
            Event::Lost { side, hex, sp, left } => {
                let left = if left == 0 { "none is left".to_owned() } else { format!("{left} left") };
                let words = match self.audit.is_some() {
                    true => format!("{} loses {}, {left}.", words::side_cap(side), words::sp(sp)),
                    false => {
                        format!("{} loses {} in {}, {left}.", words::side_cap(side), words::sp(sp), self.place(hex))
                    }
                };
                self.say("Loss", words, rule);
            }
            Event::Demoralized { side, hex, because } => {
                let place = if self.audit.is_some() { String::new() } else { format!(" in {}", self.place(hex)) };
                let words = format!("The {} force{place} is demoralized ({because}).", side.title());
                self.say("Demoralization", words, rule);
            }
            Event::MustRetreat { side, from, because } => {
                let words = format!("The {} force must leave {}: {because}.", side.title(), self.place(from));
                self.say("Who must retreat", words, rule);
            }
            Event::Advanced { side, hex, sp, .. } => {
                let words = format!("{} takes {} with {}.", words::side_cap(side), self.place(hex), words::sp(sp));
                self.say("The field", words, rule);
                let losses = std::mem::take(&mut self.brief.losses);
                let words = format!("{} wins the combat in {}.{losses}", words::side_cap(side), self.place(hex));
                self.brief(words);
            }
            Event::Retreated { side, from, to } => {
                let words = format!("The {} force goes from {} to {}.", side.title(), self.place(from), self.place(to));
                self.say("Retreat", words, rule);
                if self.brief.combat == Some((side, from)) {
                    let losses = std::mem::take(&mut self.brief.losses);
                    let place = self.place(from);
                    self.brief(format!("The {} attack on {place} is thrown back.{losses}", side.title()));
                }
            }
            Event::Destroyed { side, hex, sp, because } => {
                let words = format!(
                    "The {} force in {}, {}, is destroyed: {because}.",
                    side.title(),
                    self.place(hex),
                    words::sp(sp)
                );
                self.say("Destroyed", words, rule);
                let place = self.place(hex);
                self.brief(format!("A {} force of {} is destroyed in {place}.", side.title(), words::sp(sp)));
            }
            Event::LeaderCheck { piece, cause, total, again, fate, due, .. } => {
                let text = combat::leader_check(self, &piece, cause, (total, again), fate, due);
                match fate {
                    Fate::Unhurt => {}
                    Fate::Wounded => self.brief(format!("{} is wounded.", self.leader(&piece))),
                    Fate::Killed => self.brief(format!("{} is killed.", self.leader(&piece))),
                }
                self.say_all("Leader check", text, rule);
            }
            Event::Eligible { piece, due, .. } => {
                let words = format!(
                    "{} has earned promotion to {}: the counter is in the pool from {}.",
                    self.name(&piece),
                    words::stars(piece.rank),
                    words::turn(&self.rules.pack, self.game, due)
                );
                self.say("Promotion", words, rule);
            }
            Event::Displaced { piece, due, .. } => {
                let words =
                    format!("{}, whose force is gone, leaves the map; {}.", self.leader(&piece), self.back(due));
                self.say("Leader", words, rule);
            }

            Event::Rallied { side, hex, leader } => {
                let place = self.place(hex);
                let paid = self.paid.take().map_or(String::new(), |paid| format!(" ({})", paid_words(&paid)));
                let words = match leader {
                    Some(leader) => format!(
                        "{} rallies the {} force in {place}{paid}.",
                        words::leader_name(&self.rules.pack, &leader),
                        side.title()
                    ),
                    None => format!("The {} force in {place} rallies.", side.title()),
                };
                self.say("", words, rule);
            }
            Event::NotRallied { side, hex } => {
                let words = format!(
                    "The {} force in {} is out of supply and stays demoralized.",
                    side.title(),
                    self.place(hex)
                );
                self.say("", words, rule);
            }
        }
    }

    fn due(&mut self, side: Side, sp: &Points, leaders: &[Piece], rule: &str) {
        let mut parts = Vec::new();
        let sum: u32 = sp.values().sum();
        if sum > 0 {
            let noun = if sum == 1 { "strength point" } else { "strength points" };
            parts.push(format!("{} {noun} for its tracks", words::points(sp)));
        }
        if !leaders.is_empty() {
            parts.push(format!("into its leader pool {}", words::leaders(&self.rules.pack, leaders)));
        }
        self.say("", format!("{} receives {}.", words::side_cap(side), words::list(parts, "and")), rule);
        self.end_paragraph();
    }

    fn commands(&mut self, side: Side, total: u32, gained: &Points, lost: &Points, rule: &str) {
        let row = u8::try_from(total).ok().and_then(|total| self.rules.pack.charts.command_row(total));
        let source = row.map(|row| row.source.clone());
        let mark = source.map_or(String::new(), |source| {
            self.dagger(&format!("the row for {total} of the Command Points Table"), &source)
        });
        let mut text = vec![Span::plain(format!("{} reads {total}{mark} ", words::side_cap(side)))];
        // After a tie both read the total that both have thrown; only the Command Phase has rolls of its own.
        if rule == "4.1.2" {
            text.extend(self.rolled(&format!("commands {side}")));
            text.push(Span::plain(" "));
        }
        let beyond = match lost.values().sum::<u32>() {
            0 => String::new(),
            _ => format!("; {} beyond the track's end are lost", words::points(lost)),
        };
        text.push(Span::plain(format!(
            "on the Command Points Table: {} command points{beyond}.",
            words::points(gained)
        )));
        self.say_all("", text, rule);
        self.end_paragraph();
    }

    fn rolled(&mut self, purpose: &str) -> Text {
        self.roll(purpose).map(Span::Roll).into_iter().collect()
    }

    fn scored(&mut self, side: Side, vp: i64, cause: &Score, rule: &str) {
        let why = match cause {
            Score::TableUse { uses } => format!("the Command Points Table was used {} this turn", words::times(*uses)),
            Score::Washington { supplied: true } => "its force holds Washington".to_owned(),
            Score::Washington { supplied: false } => {
                "its force holds Washington, though demoralized or out of supply".to_owned()
            }
            Score::Isolated => "Washington is cut off from the North".to_owned(),
            Score::Elsewhere { theater } => {
                let name = match theater {
                    Theater::East => "in the East",
                    Theater::West => "in the West",
                    Theater::TransMississippi => "beyond the Mississippi",
                };
                format!("it spent more on the war {name}")
            }
            Score::Cities { points } => {
                format!("it holds towns worth {} outside its own states", words::plural(*points, "point"))
            }
        };
        let vp = words::plural(u32::try_from(vp).unwrap_or(0), "victory point");
        self.say("", format!("{} scores {vp}: {why}.", words::side_cap(side)), rule);
    }

    fn ended(&mut self, union: i64, confederate: i64, winner: Option<Side>, level: Level, rule: &str) {
        self.open("The end of the match");
        let result = match winner {
            Some(side) => format!("{} for {}", words::level(level), words::side(side)),
            None => words::level(level).to_owned(),
        };
        let text = vec![
            Span::plain(format!("The Union has {union} victory points, the Confederacy {confederate}: ")),
            Span::strong(format!("{result}.")),
        ];
        self.say_all("", text, rule);
        self.brief(format!("The match is over: {result}."));
    }

    /// Something that follows from a march: told after the march's own sentence.
    fn aside(&mut self, label: &str, words: String, rule: &str) {
        match &mut self.march {
            Some(march) => march.after.push((words, rule.to_owned())),
            None => self.say(label, words, rule),
        }
    }

    fn audit(&mut self, add: impl FnOnce(&mut Self, &mut combat::Audit)) {
        let place = self.brief.combat.map_or(String::new(), |(_, hex)| self.place(hex));
        let mut audit = self.audit.take().unwrap_or_else(|| combat::continued(&place, None));
        add(self, &mut audit);
        self.audit = Some(audit);
    }

    /// Ends what is told of an order, so that what follows stands apart from it.
    fn end_order(&mut self) {
        self.halt();
        self.end_audit();
        if self.order.take().is_some() {
            self.end_paragraph();
        }
    }

    fn engine(&mut self, event: EngineEvent, rule: &str) {
        match event {
            EngineEvent::Order { n, .. } => {
                self.flush();
                self.listing = false;
                self.paragraph.push(Span::strong(format!("{}.", n + 1)));
                self.order = Some(n);
            }
            EngineEvent::Skipped { n, order, because, .. } => {
                self.flush();
                self.listing = false;
                let because = self.reason(&because, &order);
                let words = format!("Passed over: {}. The reason: {because}.", self.order_words(&order));
                self.paragraph.push(Span::strong(format!("{}.", n + 1)));
                self.say("", words, rule);
            }
            EngineEvent::HandedBack { side, n, orders, reason } => {
                self.flush();
                self.listing = false;
                let count = orders.len();
                let reason = self.reason(&reason, orders.first().unwrap_or(&Value::Null));
                let rest = match count {
                    0 | 1 => "it goes back unspent".to_owned(),
                    2 => "it and the order after it go back unspent".to_owned(),
                    count => format!("it and the {} orders after it go back unspent", count - 1),
                };
                let side = self.rules.side(&side).map_or(side.to_string(), |side| words::side(side).to_owned());
                self.paragraph.push(Span::strong(format!("Handed back to {side}.")));
                self.brief(format!("From order {} on, the orders of {side} go back unspent.", n + 1));
                let words = format!("Order {} can no longer be carried out: {reason}; {rest}.", n + 1);
                self.say("", words, rule);
                self.end_paragraph();
                let points: Vec<Text> = orders
                    .iter()
                    .enumerate()
                    .map(|(at, order)| vec![Span::plain(format!("order {}: {}", n + at + 1, self.order_words(order)))])
                    .collect();
                if !points.is_empty() {
                    self.block(Block::List(points));
                }
            }
            EngineEvent::Answered { side, id, by, answer } => {
                let how = match by {
                    AnsweredBy::Turn => "in its turn",
                    AnsweredBy::Standing => "by its standing orders",
                    AnsweredBy::OnlyOne => "as the only answer that is legal",
                };
                let what = match serde_json::from_value::<Answer>(answer.clone()) {
                    Ok(answer) => words::answer(&self.rules.pack, &answer),
                    Err(_) => answer.to_string(),
                };
                let side = self.rules.side(&side).map_or(side.to_string(), |side| words::side_cap(side).to_owned());
                self.say("Decision", format!("{side} decides {how} (question {id}): {what}."), rule);
            }
            // What passes between the players is told under its own heading.
            EngineEvent::Committed { .. }
            | EngineEvent::Opened { .. }
            | EngineEvent::Forfeited { .. }
            | EngineEvent::Named { .. }
            | EngineEvent::Standing { .. }
            | EngineEvent::Proposed { .. }
            | EngineEvent::Accepted { .. }
            | EngineEvent::Declined { .. }
            | EngineEvent::Resigned { .. } => {}
        }
    }

    /// A reason with its hexes and the order's own leader by their names.
    fn reason(&self, reason: &str, order: &Value) -> String {
        let leader = order.pointer("/move/leader").and_then(Value::as_str);
        let mut out = String::new();
        for part in reason.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_') {
            let word = part.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let rest = &part[word.len()..];
            let hex = word.parse::<Hex>().ok().filter(|hex| self.rules.pack.map.hex(*hex).is_some());
            match (hex, leader) {
                (Some(hex), _) => out.push_str(&self.place(hex)),
                (None, Some(id)) if id == word => {
                    let name = self.rules.pack.leader(id).map_or(id, |leader| leader.name.as_str());
                    out.push_str(name);
                }
                _ => out.push_str(word),
            }
            out.push_str(rest);
        }
        out
    }

    fn order_words(&self, order: &Value) -> String {
        match serde_json::from_value::<Order>(order.clone()) {
            Ok(order) => words::order(&self.rules.pack, &order),
            Err(_) => order.to_string(),
        }
    }

    /// An event that this report does not know is told as it stands: nothing is lost.
    fn unknown(&mut self, event: &Value, rule: &str) {
        let name = event.get("event").and_then(Value::as_str).unwrap_or("event").replace('_', " ");
        let details: Vec<String> = event
            .as_object()
            .into_iter()
            .flatten()
            .filter(|(key, _)| !matches!(key.as_str(), "event" | "rule"))
            .map(|(key, value)| format!("{} {value}", key.replace('_', " ")))
            .collect();
        self.say(&name, format!("{}: {}.", capital(&name), details.join(", ")), rule);
    }
}

/// What was paid, and what is left of the dice difference.
fn paid_words((points, left): &(Points, u32)) -> String {
    let rest = match left {
        0 => "nothing of the difference left".to_owned(),
        left => format!("{left} of the difference left"),
    };
    format!("{} spent, {rest}", words::commands(points))
}

/// The mark of the note of that place: letters, since figures beside figures mislead.
fn dagger(at: usize) -> String {
    match u8::try_from(at) {
        Ok(at @ 0..26) => format!("†{}", char::from(b'a' + at)),
        _ => format!("†{}", at + 1),
    }
}

/// The part of the turn in which a step begins, and whether nobody gives orders in it.
fn part(before: &Position<CivilWar>) -> (String, bool) {
    match &before.game.pulse {
        Some(pulse) => (
            format!(
                "Pulse {}: {} half, continued",
                pulse.number,
                words::possessive(pulse.phasing).replace("The", "the")
            ),
            false,
        ),
        None if matches!(before.stack.last(), Some(Frame::Turn(_))) => ("Command Phase".to_owned(), true),
        None => ("The Action Phase".to_owned(), false),
    }
}

/// The heading of a phase.
fn phase_title(phase: Phase) -> &'static str {
    match phase {
        Phase::Reinforcement => "Reinforcement Phase",
        Phase::Command => "Command Phase",
        Phase::Action => "Action Phase",
        Phase::TableUse => "Command Point Table Use Phase",
        Phase::Washington => "Washington",
        Phase::Rally => "Rally Phase",
        Phase::End => "End Phase",
    }
}

/// The same words with a capital.
pub fn capital(words: &str) -> String {
    let mut chars = words.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}
