//! The game's own report of a step: the situation, what happened, and what is asked next.

use serde_json::json;

use crate::document::{Id, inline};
use crate::engine::{Pending, Position, Ruleset};
use crate::report::{ASKED, Block, Report, Section, Span, StepFacts, Text};

use super::super::CivilWar;
use super::super::ledger::Game;
use super::super::orders::Question;
use super::super::pack::Side;
use super::super::sequence::priorities_turn;
use super::narrator::{Narrator, capital};
use super::{show, words};

/// The report of the step that led from `before` to `after`.
pub fn report(rules: &CivilWar, before: &Position<CivilWar>, after: &Position<CivilWar>, facts: &StepFacts) -> Report {
    let mut sections = Narrator::tell(rules, before, after, facts);
    // What a reader wants to know first comes first, then how things stand, then how they came about.
    let at = usize::from(sections.first().is_some_and(|section| section.heading == "In brief"));
    sections.insert(at, situation(rules, after));
    sections.push(asked(rules, after));
    Report { title: String::new(), subtitle: String::new(), sections }
}

fn situation(rules: &CivilWar, after: &Position<CivilWar>) -> Section {
    let game = &after.game;
    let scenario = rules.pack.scenarios.get(&game.scenario);
    let mut text = Text::new();
    let last = scenario.map_or(String::new(), |scenario| format!(" of {}", scenario.last_turn));
    let period =
        scenario.and_then(|scenario| scenario.period(game.turn)).map_or(String::new(), |period| format!(", {period}"));
    text.push(Span::strong(format!("Turn {}{last}{period}.", game.turn)));
    text.push(Span::plain(format!(" {}", initiative(game))));
    text.push(Span::plain(format!(" {}", points(game))));
    Section {
        heading: "The situation".to_owned(),
        blocks: vec![Block::Paragraph(text), show::ledger_table(rules, game)],
    }
}

fn initiative(game: &Game) -> String {
    match &game.pulse {
        None => "No pulse is under way.".to_owned(),
        Some(pulse) => {
            let half = if pulse.phasing == pulse.winner { "first" } else { "second" };
            format!(
                "Pulse {}: {} won the initiative by {}. It is the {half} half, {}, with {} of the difference left to spend.",
                pulse.number,
                words::side(pulse.winner),
                pulse.difference,
                words::possessive(pulse.phasing).replace("The ", "the "),
                pulse.left
            )
        }
    }
}

fn points(game: &Game) -> String {
    let difference = game.side(Side::Union).vp - game.side(Side::Confederate).vp;
    match difference {
        0 => "In victory points scored so far the sides are level.".to_owned(),
        ahead => {
            let side = if ahead > 0 { Side::Union } else { Side::Confederate };
            format!(
                "{} is {} ahead.",
                words::side_cap(side),
                words::plural(ahead.unsigned_abs() as u32, "victory point")
            )
        }
    }
}

/// What is asked of whom, in the game's own words.
fn asked(rules: &CivilWar, after: &Position<CivilWar>) -> Section {
    let mut blocks = Vec::new();
    let paragraph = |text: Text| Block::Paragraph(text);
    match &after.pending {
        None | Some(Pending::Start) => {}
        Some(Pending::Orders { side }) => blocks.extend(orders_asked(rules, after, side)),
        Some(Pending::Answer { id, rule, question, .. }) => {
            blocks.push(paragraph(vec![
                Span::plain(question_words(rules, question)),
                Span::plain(" "),
                Span::rule(rule.as_str()),
            ]));
            let options = rules.answers(after, question);
            let words = |answer| capital(&words::answer(&rules.pack, answer));
            let line = |answer| format!("  - {}  # {}", inline(&json!({"id": id, "answer": answer})), words(answer));
            let lines: Vec<String> = options.iter().map(line).collect();
            blocks.push(paragraph(vec![Span::plain("The answer is one of these lines, under answers:")]));
            blocks.push(Block::Preformatted(format!("answers:\n{}", lines.join("\n"))));
        }
        Some(
            pending @ (Pending::Commit { id, rule } | Pending::Open { id, rule } | Pending::Name { id, rule, .. }),
        ) => {
            if let Some(turn) = priorities_turn(id) {
                let turn = words::turn(&rules.pack, &after.game, turn);
                let how = match pending {
                    Pending::Commit { .. } => "Neither side sees the other's before both are fixed.",
                    Pending::Open { .. } => "Both have fixed theirs, and now show them.",
                    _ => "One side did not show its own, and the other names one for it.",
                };
                let words = format!(
                    "The order of the theaters for {turn}: which one is primary, secondary and tertiary on the \
                     Command Points Table. {how}"
                );
                blocks.push(paragraph(vec![Span::plain(words), Span::plain(" "), Span::rule(rule.as_str())]));
            }
        }
    }
    Section { heading: ASKED.to_owned(), blocks }
}

fn orders_asked(rules: &CivilWar, after: &Position<CivilWar>, side: &Id) -> Vec<Block> {
    let Ok(side) = rules.side(side) else { return Vec::new() };
    let game = &after.game;
    let Some(pulse) = &game.pulse else { return Vec::new() };
    let mut words = format!(
        "{} may spend up to {} of the difference in this half",
        words::side_cap(side),
        words::plural(pulse.left, "point"),
    );
    let commands = &game.side(side).commands;
    match game.commands_left(side) {
        0 => words.push_str("; it has no command points left, so reinforcements must be entered."),
        _ => words.push_str(&format!("; it has {} command points.", words::points(commands))),
    }
    if pulse.free {
        words.push_str(" First it brings in one reinforcement, free.");
    }
    words.push_str(" What it cannot or will not use must be burnt.");
    let text = vec![Span::plain(words), Span::plain(" "), Span::rule("4.2")];
    vec![Block::Paragraph(text)]
}

fn question_words(rules: &CivilWar, question: &Question) -> String {
    match question {
        Question::Retreat { side, from, .. } => {
            format!("Where does the {} force in {} retreat to?", side.title(), words::place(&rules.pack, *from))
        }
        Question::Reroll { side, hex, own, enemy, left } => format!(
            "In the combat in {} {} has thrown {own}, the enemy {enemy}. Is a die to be rolled again? It may be done {}.",
            words::place(&rules.pack, *hex),
            words::side(*side),
            words::times(*left)
        ),
    }
}
