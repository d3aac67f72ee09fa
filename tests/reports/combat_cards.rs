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
    text.trim().trim_end_matches('.').split_whitespace().next_back()?.parse().ok()
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

/// The hits that a text ends with, as far as it tells any: `rolls 6: 1 hit`, `takes 2 hits; loses 1 base`.
fn hits_told(text: &str) -> Option<i64> {
    let words: Vec<&str> = text.split([' ', ';', '.', ',']).collect();
    let at = words.iter().rposition(|word| matches!(*word, "hit" | "hits"))?;
    words.get(at.checked_sub(1)?)?.parse().ok()
}

/// The faces in `2 dice that hit on 6; rolls 3, 1 and 6: 1 hit.`
fn faces(text: &str) -> Option<Vec<u64>> {
    let (_, rest) = text.split_once("; rolls ")?;
    let (listed, _) = rest.split_once(':')?;
    listed.replace(" and ", ", ").split(", ").map(|face| face.parse().ok()).collect()
}

#[test]
fn totals_of_the_seven_days_are_those_of_the_report() {
    let mut fought = 0;
    for step in steps_of(example::SEVEN_DAYS) {
        adds_up(&step);
        let told = step.audits.iter().filter(|lines| lines.iter().any(|(label, _)| label == "Attack Total"));
        let told: Vec<_> = told.collect();
        assert_eq!(step.cards.len(), told.len(), "{}", step.place);
        for (card, lines) in step.cards.iter().zip(told) {
            let line = |wanted: &str| lines.iter().find(|(label, _)| label == wanted).map(|(_, text)| text.as_str());
            let told = |label| line(label).unwrap_or_else(|| panic!("{}: no {label}: {lines:#?}", step.place));
            let totals = ["Attack Total", "Defense Total"].map(|label| (told(label), last_number(told(label))));
            for (side, (text, total)) in card.sides.iter().zip(totals) {
                let dice: Vec<String> = side.dice.iter().map(u64::to_string).collect();
                assert!(text.starts_with(&dice.join(" + ")), "{}: {card:#?} {text}", step.place);
                assert!(
                    total.is_some() && side.total.is_none_or(|sum| Some(sum) == total),
                    "{}: {card:#?}",
                    step.place
                );
            }
            let [attack, defense] = totals.map(|(_, total)| total.expect("a total"));
            let odds = format!("Attack Total {attack}, Defense Total {defense}: ");
            assert!(card.table[0].starts_with(&odds), "{}: {card:#?} {odds}", step.place);
            let (sum, result) = told("Result").split_once(": ").expect("a result");
            assert_eq!(sum, format!("{attack} against {defense}"), "{}", step.place);
            let last = line("Final result").map_or(result, |text| text.trim_start_matches("The assault is "));
            let last = last.split(['.', ',']).next().expect("a result").to_lowercase();
            assert!(card.outcome.to_lowercase().starts_with(&last), "{}: {card:#?} {last}", step.place);
            let taken = |text: &str| number_before(text, " Casualty Point");
            let told = line("Losses").and_then(taken);
            assert_eq!(taken(&card.sides[1].result), told, "{}: {card:#?} {lines:#?}", step.place);
            fought += 1;
        }
    }
    assert!(fought > 5, "{fought}");
}

#[test]
fn dice_of_longstreet_are_those_of_the_report() {
    let mut rolled = 0;
    for step in steps_of(example::LONGSTREET) {
        adds_up(&step);
        let mut told =
            step.audits.iter().flatten().filter(|(_, text)| text.contains(" that hit") && faces(text).is_some());
        for card in &step.cards {
            let dice = card.sides.iter().filter(|side| !side.dice.is_empty());
            for (table, side) in card.table.iter().zip(dice) {
                let (_, first) = told.next().expect("a throw");
                assert!(first.starts_with(&format!("{table}; ")), "{}: {card:#?} {first}", step.place);
                let (mut all, mut hits) = (faces(first).expect("faces"), hits_told(first));
                // Misses that are rolled again follow on the same card.
                if card.table.iter().any(|line| line == "misses rolled again") {
                    let (_, again) = told.next().expect("a second throw");
                    all.extend(faces(again).expect("faces"));
                    hits = hits_told(first).zip(hits_told(again)).map(|(one, other)| one + other);
                }
                assert_eq!(side.dice, all, "{}: {card:#?} {first}", step.place);
                if side.result.starts_with("scores ") {
                    assert_eq!(hits_told(&side.result), hits, "{}: {card:#?} {first}", step.place);
                    assert_eq!(hits_told(&card.sides[1].result), hits, "{}: {card:#?}", step.place);
                }
                rolled += 1;
            }
        }
        assert_eq!(told.next(), None, "{}", step.place);
    }
    assert!(rolled > 30, "{rolled}");
}

#[test]
fn values_of_battle_cry_are_those_of_the_report_card_by_card() {
    for name in ["battle-cry-campaign", "battle-cry-gettysburg"] {
        let mut fought = 0;
        for step in steps_of(name) {
            adds_up(&step);
            for card in &step.cards {
                // `Reynolds' Division Assaults 3 - Defend: Ridge Crest 2 = 1.`
                let told = card.sides.each_ref().map(|side| {
                    let parts = side.force.iter().filter_map(|line| line.split_once(' '));
                    let parts = parts.map(|(points, what)| (what, points.parse::<i64>().expect("points")));
                    let parts: Vec<(&str, i64)> = parts.collect();
                    let sum: i64 = parts.iter().map(|(_, points)| points).sum();
                    assert_eq!(last_number(&side.result), Some(sum), "{}: {card:#?}", step.place);
                    let name = side.heading.split(' ').next().expect("a name").to_owned();
                    let words = parts.iter().enumerate().map(|(n, (what, points))| match (n, *points < 0) {
                        (0, false) => format!("{what} {points}"),
                        (0, true) => format!("-{what} {}", points.abs()),
                        (_, negative) => format!("{} {what} {}", if negative { " -" } else { " +" }, points.abs()),
                    });
                    (name, words.collect::<String>(), sum)
                });
                let is_told = |lines: &Vec<(String, String)>| {
                    told.iter().all(|(side, parts, sum)| {
                        let line = lines.iter().find(|(label, _)| label == side);
                        line.is_some_and(|(_, text)| text.starts_with(parts) && last_number(text) == Some(*sum))
                    })
                };
                assert!(step.audits.iter().any(is_told), "{}: {told:#?} {:#?}", step.place, step.audits);
                fought += 1;
            }
        }
        assert!(fought > 0, "{name}");
    }
}
