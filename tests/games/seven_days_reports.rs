//! Whole matches of *Lee and the Seven Days*, reported step by step: the report knows every event, tells every roll
//! once, and every question can be drafted.

use std::collections::BTreeSet;

use adjutant::document::kinds::Roll;
use adjutant::document::{Bytes32, Id, from_tagged};
use adjutant::engine::events::EngineEvent;
use adjutant::engine::{Decision, Dice};
use adjutant::games::seven_days::SevenDays;
use adjutant::games::seven_days::events::Event;
use adjutant::report::svg::Role;
use adjutant::report::{Block, MapView, Past, Report, Span, StepFacts, text};
use adjutant::session::{Game, Rules};
use adjutant::session::{Plan, RandomPlayer, Request, SensiblePlayer, Session};
use adjutant::trust::dice::Dice as Stream;
use serde_json::{Map, Value, json};

/// Dice from a fixed key that record their results.
struct Remembered {
    stream: Stream,
    n: u64,
    rolls: Vec<Roll>,
}

impl Remembered {
    fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Remembered { stream: Stream { key: Bytes32(key) }, n: 0, rolls: Vec::new() }
    }
}

impl Dice for Remembered {
    fn roll(&mut self, purpose: &str, rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let faces = self.stream.roll(self.n, count, sides).ok()?;
        self.n += 1;
        self.rolls.push(Roll::of_dice(self.n, purpose, rule, sides, faces.clone()));
        Some(faces)
    }
}

/// The events, rolls and questions that occurred in play.
#[derive(Default)]
struct EventCounts {
    events: BTreeSet<String>,
    questions: BTreeSet<String>,
    steps: u32,
}

/// Plays a match with these options to its end, as a sensible player would or at random, and reports every step.
fn report_every_step(seed: u64, options: &Value, sensible: bool, met: &mut EventCounts) {
    let game = Rules(SevenDays::shipped());
    let options: Map<String, Value> = options.as_object().cloned().unwrap_or_default();
    let mut table = game.setup(&"seven_days".parse().expect("an id"), &options).expect("the scenario");
    let mut dice = Remembered::new(seed);
    let (mut random, mut sensible_player) = (RandomPlayer::new(seed), SensiblePlayer::new(seed));
    let mut acts: Vec<(Id, Decision)> = Vec::new();
    for step in 0.. {
        assert!(step < 3_000, "match {seed} does not end");
        let before = table.position();
        dice.rolls.clear();
        let events =
            table.adjudicate(&acts, &mut dice).unwrap_or_else(|why| panic!("{seed}, {step}: {acts:?}: {why:?}"));
        let facts = StepFacts { step, rolls: dice.rolls.clone(), events, reader: None };
        report_step(table.as_ref(), &before, &facts, met);
        met.steps += 1;
        if table.outcome().is_some() {
            assert!(table.outcome_words().is_some_and(|words| words.contains("wins")), "{:?}", table.outcome());
            return;
        }
        acts.clear();
        for awaited in table.awaiting() {
            if let Request::Answer { question, .. } = &awaited.want {
                met.questions.extend(question.as_object().and_then(|question| question.keys().next().cloned()));
            }
            let plan = match sensible {
                true => sensible_player.plan(table.as_ref(), &awaited.side),
                false => random.plan(table.as_ref(), &awaited.side),
            };
            let Some(Plan { act, .. }) = plan else { continue };
            if u64::from(met.steps).is_multiple_of(EACH) {
                for said in table.preview(&awaited.side, &act) {
                    assert!(said.ends_with('.'), "{said}");
                }
                table.warnings(&awaited.side, &act);
            }
            acts.push((awaited.side, act));
        }
    }
}

/// The distance in steps between two that are also drawn and drafted, which takes time.
const EACH: u64 = 6;

/// Reports a step in every form.
fn report_step(table: &dyn Session, before: &Value, facts: &StepFacts, met: &mut EventCounts) {
    for event in &facts.events {
        let known = from_tagged::<Event>("event", event).is_ok();
        let engine = from_tagged::<EngineEvent>("event", event).is_ok();
        assert!(known || engine, "{event}");
        met.events.insert(event["event"].as_str().expect("a name").to_owned());
    }
    let report = table.report(before, facts).expect("a report");
    let page = text::write(&report);
    let mut cited = rolls(&report);
    cited.sort_unstable();
    let thrown: Vec<u64> = facts.rolls.iter().map(|roll| roll.n).collect();
    assert_eq!(cited, thrown, "each roll is told once: {:?}\n{page}", facts.rolls);
    for moment in table.moments(before, facts).expect("moments") {
        let ends = moment.words.ends_with('.') || moment.words.ends_with("1862");
        assert!(ends && !moment.words.contains("  "), "{moment:?}");
    }
    for roll in &facts.rolls {
        let owner = table.roller(roll);
        assert_eq!(owner.is_none(), roll.purpose == "bid_tie", "{roll:?}");
    }
    if !facts.step.is_multiple_of(EACH) {
        return;
    }
    let past = || Some(Past { before, facts });
    let (board, pieces) = (table.board(None).expect("a board"), table.pieces(None, past()).expect("pieces"));
    let changing: Vec<&str> = board.layers.iter().filter(|l| l.role != Role::Ground).map(|layer| layer.class).collect();
    assert_eq!(pieces.layers.iter().map(|layer| layer.class).collect::<Vec<_>>(), changing);
    table.draw(&MapView { happened: true, ..MapView::default() }, None, past()).expect("a drawing");
    for awaited in table.awaiting() {
        let notes = table.draft_notes(&awaited.side);
        assert!(!notes.is_empty());
        if !matches!(awaited.want, Request::Empty(_)) {
            let (asked, rule) = table.asked().expect("what is asked");
            assert!(asked.ends_with(['.', '?']) && !rule.is_empty(), "{asked} [{rule}]");
        }
    }
}

/// The rolls that a report cites.
fn rolls(report: &Report) -> Vec<u64> {
    let texts = report.sections.iter().flat_map(|section| &section.blocks).flat_map(|block| match block {
        Block::Paragraph(text) => vec![text],
        Block::List(points) => points.iter().collect(),
        Block::Audit { title, lines } => std::iter::once(title).chain(lines.iter().map(|(_, text)| text)).collect(),
        _ => Vec::new(),
    });
    texts.flatten().filter_map(|span| if let Span::Roll(n) = span { Some(*n) } else { None }).collect()
}

#[test]
fn every_step_of_sensible_matches_is_told() {
    let mut met = EventCounts::default();
    report_every_step(1, &json!({}), true, &mut met);
    report_every_step(
        2,
        &json!({"advanced": true, "lincoln_sends_help": true, "jackson_sleeps": true}),
        true,
        &mut met,
    );
    for wanted in ["impulse", "activation", "entered", "assault", "assault_dice", "sunset", "replacements", "victory"] {
        assert!(met.events.contains(wanted), "no {wanted} in {:?}", met.events);
    }
}

#[test]
fn every_step_of_random_matches_is_told() {
    let mut met = EventCounts::default();
    let all = json!({"advanced": true, "siege_guns": true, "alternate_army_leader": true, "alternate_start": true,
        "lincoln_sends_help": true, "jackson_sleeps": true, "side_bids": true});
    report_every_step(0, &all, false, &mut met);
    report_every_step(7, &json!({}), false, &mut met);
    for wanted in ["weather", "army_leader", "regrouped", "bridge_work", "retreated", "help", "sleeps", "bids"] {
        assert!(met.events.contains(wanted), "no {wanted} in {:?}", met.events);
    }
    assert!(met.steps > 200, "{} steps", met.steps);
}
