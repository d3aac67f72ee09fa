//! The game's own report of a step: the situation, what happened, and what is asked next.

use crate::engine::Position;
use crate::report::{Block, Report, Span, StepFacts, Text, sentence, shared_sections};

use super::narrator::narrate;
use super::{optional_rules, prompts, show, vocabulary};
use crate::CivilWar;
use crate::pack::Side;
use crate::position::ledger::Game;
use crate::victory;

/// The report of the step that led from `before` to `after`.
pub fn report(rules: &CivilWar, before: &Position<CivilWar>, after: &Position<CivilWar>, facts: &StepFacts) -> Report {
    let sections = narrate(rules, before, after, facts);
    shared_sections::report(
        rules,
        after,
        sections,
        situation(rules, after),
        "Answer with one of these lines, under answers:",
    )
}

fn situation(rules: &CivilWar, after: &Position<CivilWar>) -> Vec<Block> {
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
    text.push(Span::plain(match counts_cities(rules, after) {
        true => " The final score includes the points for captured cities.".to_owned(),
        false => format!(" {}", points(rules, game)),
    }));
    let options = optional_rules::line(game).map(Block::Paragraph);
    std::iter::once(Block::Paragraph(text)).chain(options).chain([show::ledger_table(rules, game)]).collect()
}

/// Whether the match has ended early with a score that counts more than the points so far (CW-7).
fn counts_cities(rules: &CivilWar, after: &Position<CivilWar>) -> bool {
    let Some(points) = after.outcome.as_ref().and_then(|outcome| outcome.get("points")) else { return false };
    let rules = &rules.for_match(&after.game.scenario, after.game.options);
    let so_far = victory::Score::of(rules, &after.game);
    let counted = victory::Score::if_ended_now(rules, &after.game);
    let states = |side: Side, score: i64| points[side.as_str()].as_i64() == Some(score);
    counted != so_far && states(Side::Union, counted.union) && states(Side::Confederate, counted.confederate)
}

fn initiative(game: &Game) -> String {
    match &game.pulse {
        None => "No pulse is under way.".to_owned(),
        Some(pulse) => {
            let half = if pulse.phasing == pulse.winner { "first" } else { "second" };
            format!(
                "Pulse {}: {} won the initiative by {}. In the {half} half-pulse, {} has {} left.",
                pulse.number,
                vocabulary::side(pulse.winner),
                pulse.difference,
                vocabulary::side(pulse.phasing),
                vocabulary::plural(pulse.left, "initiative point")
            )
        }
    }
}

fn points(rules: &CivilWar, game: &Game) -> String {
    let score = victory::Score::of(rules, game);
    if victory::is_running(rules, game) {
        let victory::Score { union, confederate } = score;
        return format!("{} {}.", vocabulary::score(union, confederate), vocabulary::lead_text(score.margin()));
    }
    match score.margin() {
        0 => "The sides are level on victory points.".to_owned(),
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
