//! The cards of combats of the matches in `examples/`, each compared with the report of its step.

use crate::example;

use adjutant::chain::Chain;
use adjutant::document::{Document, State, decode};
use adjutant::report::{BattleCard, Block, CardSide, Span, StepFacts, Text};

/// A step of an example: its name, its cards, and the audits of its report.
struct ReportedCards {
    place: String,
    cards: Vec<BattleCard>,
    audits: Vec<Vec<(String, String)>>,
}

fn flat(text: &Text) -> String {
    let words = |span: &Span| match span {
        Span::Plain(words) | Span::Strong(words) => words.clone(),
        Span::Rule(_) | Span::Roll(_) => String::new(),
    };
    text.iter().map(words).collect()
}

fn steps_of(name: &str) -> Vec<ReportedCards> {
    let loaded = example::load(&example::read_files(name, false));
    let chain = Chain::build(&loaded).expect("a chain");
    let game = adjutant::registry::games().for_charter(&chain.charter.typed, &loaded).expect("the game");
    let mut before = None;
    let step = |state: State| {
        let table = game.load(&state.position).expect("a table");
        let began = before.replace(state.position.clone()).unwrap_or_else(|| state.position.clone());
        let facts = StepFacts { step: state.step, rolls: state.rolls, events: state.events, reader: None };
        let cards = table.battles(&began, &facts).expect("cards");
        let report = table.report(&began, &facts).expect("a report");
        let audit = |block: &Block| match block {
            Block::Audit { lines, .. } => Some(lines.iter().map(|(label, text)| (label.clone(), flat(text))).collect()),
            _ => None,
        };
        let audits = report.sections.iter().flat_map(|section| &section.blocks).filter_map(audit).collect();
        ReportedCards { place: format!("{name}, step {}", state.step), cards, audits }
    };
    let states = chain.line.iter().map(|step| {
        let content = step.state.document.content.clone();
        decode(&Document::unplaced("a state", content)).expect("a state")
    });
    states.map(step).collect()
}

/// The last number before a word, in a text that has it; "no" is none.
fn number_before(text: &str, word: &str) -> Option<i64> {
    let (before, _) = text.split_once(word)?;
    let last = before.split_whitespace().next_back()?;
    if last == "no" { Some(0) } else { last.parse().ok() }
}

/// The number at the end of a text.
fn last_number(text: &str) -> Option<i64> {
    text.trim_end_matches('.').split_whitespace().next_back()?.parse().ok()
}

/// What a line of a card counts: `3 strength points`, `ships add 4`, `the hex adds 1`.
fn counted(side: &CardSide) -> (i64, i64) {
    let sp = side.force.iter().find_map(|line| number_before(line, " strength point")).unwrap_or(0);
    let adds = |line: &&String| line.contains(" add ") || line.contains(" adds ");
    (sp, side.force.iter().filter(adds).filter_map(|line| last_number(line)).sum())
}

/// What is rolled and what is added make the total, on every card.
fn adds_up(step: &ReportedCards) {
    for side in step.cards.iter().flat_map(|card| &card.sides) {
        let rolled: i64 = side.dice.iter().map(|face| *face as i64).sum();
        let added: i64 = side.modifiers.iter().map(|(_, points)| points).sum();
        if let (Some(total), false) = (side.total, side.dice.is_empty()) {
            assert_eq!(rolled + added, total, "{}: {side:?}", step.place);
        }
    }
}

#[test]
fn strengths_of_the_civil_war_are_those_of_the_report_part_by_part() {
    let mut landings = 0;
    for name in [example::HEAD_TO_HEAD, example::REFEREED, example::CAMPAIGN] {
        for step in steps_of(name) {
            adds_up(&step);
            // A combat that began in this step has its odds on the card, and in the report who attacks whom.
            let begun = step.cards.iter().filter(|card| card.table.first().is_some_and(|line| line.contains(": ")));
            let told = step.audits.iter().filter(|lines| lines.iter().any(|(label, _)| label == "Attackers"));
            let (begun, told): (Vec<_>, Vec<_>) = (begun.collect(), told.collect());
            assert_eq!(begun.len(), told.len(), "{}", step.place);
            for (card, lines) in begun.into_iter().zip(told) {
                let line =
                    |wanted: &str| lines.iter().find(|(label, _)| label == wanted).map(|(_, text)| text.as_str());
                let sp = |label| {
                    line(label).and_then(|text| number_before(text, " strength point")).expect("strength points")
                };
                let ships = line("Ships").and_then(|text| number_before(text, " point")).unwrap_or(0);
                let total = line("Defense").map(|text| number_before(text, " in total").expect("the sum"));
                let works = total.map_or(0, |total| total - sp("Defenders"));
                landings += usize::from(works > 0);
                let [attacker, defender] = card.sides.each_ref().map(counted);
                assert_eq!(
                    (attacker, defender),
                    ((sp("Attackers"), ships), (sp("Defenders"), works)),
                    "{}: {card:#?} {lines:#?}",
                    step.place
                );
                let odds = line("Odds").and_then(|text| text.split_once(':')).expect("odds").0;
                assert_eq!(
                    odds,
                    format!("{} to {}", sp("Attackers") + ships, sp("Defenders") + works),
                    "{}",
                    step.place
                );
                assert!(card.table[0].starts_with(odds), "{}: {card:#?}", step.place);
            }
        }
    }
    assert!(landings > 5, "{landings}");
}

#[test]
fn hits_of_dixie_are_those_of_the_report() {
    let mut sixes = 0;
    for step in steps_of(example::DIXIE) {
        adds_up(&step);
        // The audit of a volley begins with the cards that fire.
        let fired = |lines: &&Vec<(String, String)>| lines.iter().any(|(_, text)| text.contains(" hits on 1"));
        let told: Vec<_> = step.audits.iter().filter(fired).collect();
        assert_eq!(step.cards.len(), told.len(), "{}", step.place);
        for (card, lines) in step.cards.iter().zip(told) {
            let line = |wanted: &str| lines.iter().find(|(label, _)| label == wanted).map(|(_, text)| text.as_str());
            // `Elzey 1 (2 now)`, or `Elzey 1 and 4th Alabama 2: 3 hits in all`.
            let hits = |text: &str| match text.rsplit_once(": ") {
                Some((_, sum)) => number_before(sum, " hit"),
                None => last_number(text.split(" (").next()?),
            };
            let taken = line("Hits taken").map_or(0, |text| hits(text).expect("hits"));
            let on_card: i64 = card
                .sides
                .iter()
                .map(|side| {
                    let (_, words) = side.result.split_once("takes ").expect("what it takes");
                    number_before(words, " hit").expect("hits")
                })
                .sum();
            assert_eq!(on_card, taken, "{}: {card:#?} {lines:#?}", step.place);
            let by_sixes = card.sides.iter().any(|side| side.result.contains("sixes hit"));
            assert_eq!(by_sixes, line("Hit by sixes").is_some(), "{}: {card:#?}", step.place);
            sixes += usize::from(by_sixes);
        }
    }
    assert!(sixes > 0);
}

#[test]
fn every_card_adds_up() {
    for name in [example::LONGSTREET, example::SEVEN_DAYS, "battle-cry-campaign", "battle-cry-gettysburg"] {
        let steps = steps_of(name);
        steps.iter().for_each(adds_up);
        assert!(steps.iter().any(|step| !step.cards.is_empty()), "{name}");
    }
}
