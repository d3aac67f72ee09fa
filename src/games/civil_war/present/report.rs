//! The game's own report of a step: the situation, what happened, and what is asked next.

use serde_json::json;

use crate::document::inline;
use crate::engine::{Pending, Position, Ruleset};
use crate::report::{ASKED, Block, Report, Section, Span, StepFacts, Text, sentence};

use super::narrator::{Narrator, capital};
use super::{prompts, show, vocabulary};
use crate::CivilWar;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::victory;

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
    match &after.outcome {
        Some(outcome) => {
            let how = prompts::outcome(outcome).unwrap_or_else(|| sentence(outcome));
            text.push(Span::plain(format!(" The match is over: {how}.")));
        }
        None => text.push(Span::plain(format!(" {}", initiative(game)))),
    }
    text.push(Span::plain(format!(" {}", points(rules, game))));
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
                "Pulse {}: {} won the initiative by {}. It is the {half} half-pulse, {}, with {} left.",
                pulse.number,
                vocabulary::side(pulse.winner),
                pulse.difference,
                vocabulary::possessive(pulse.phasing).replace("The ", "the "),
                vocabulary::plural(pulse.left, "initiative point")
            )
        }
    }
}

fn points(rules: &CivilWar, game: &Game) -> String {
    let score = victory::Score::of(rules, game);
    if victory::is_running(rules, game) {
        let victory::Score { union, confederate } = score;
        return format!("{} {}.", vocabulary::score(union, confederate), vocabulary::ahead(score.margin()));
    }
    match score.margin() {
        0 => "The sides are level on victory points scored so far.".to_owned(),
        ahead => {
            let side = if ahead > 0 { Side::Union } else { Side::Confederate };
            format!(
                "{} is {} ahead.",
                vocabulary::side_cap(side),
                vocabulary::plural(ahead.unsigned_abs() as u32, "victory point")
            )
        }
    }
}

/// What is asked of whom, in the game's own words.
fn asked(rules: &CivilWar, after: &Position<CivilWar>) -> Section {
    let mut blocks = Vec::new();
    if let Some((said, rule)) = prompts::asked(rules, after) {
        blocks.push(Block::Paragraph(vec![Span::plain(said), Span::plain(" "), Span::rule(rule)]));
    }
    if let Some(Pending::Answer { id, question, .. }) = &after.pending {
        let options = rules.answers(after, question);
        let words = |answer| capital(&prompts::answer(rules, after, answer));
        let line = |answer| format!("  - {}  # {}", inline(&json!({"id": id, "answer": answer})), words(answer));
        let lines: Vec<String> = options.iter().map(line).collect();
        blocks.push(Block::Paragraph(vec![Span::plain("Answer with one of these lines, under answers:")]));
        blocks.push(Block::Preformatted(format!("answers:\n{}", lines.join("\n"))));
    }
    Section { heading: ASKED.to_owned(), blocks }
}
