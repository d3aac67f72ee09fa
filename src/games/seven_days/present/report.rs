//! The game's own report of a step: what a reader wants to know first, how things stand, what happened, what is asked.

use crate::engine::{Pending, Position};
use crate::report::{Block, Report, Span, StepFacts, Text, sentence, shared_sections};

use super::narrator::{self, StepContext};
use super::{prompts, statistics, vocabulary};
use crate::SevenDays;
use crate::pack::Side;
use crate::position::ledger::{Advantage, Game, Phase, Weather};

/// The report of the step that led from `before` to `after`.
pub fn report(
    rules: &SevenDays,
    before: &Position<SevenDays>,
    after: &Position<SevenDays>,
    facts: &StepFacts,
) -> Report {
    let midway = StepContext {
        assault: prompts::assault_in_progress(before).filter(|fight| fight.forward.is_some()).map(|fight| fight.area),
        waits: matches!(after.pending, Some(Pending::Answer { .. })),
    };
    let narrative = narrator::narrate(rules, &before.game, &after.standing, facts, midway);
    let lead = "Answer with one of these lines, or a similar one, under answers:";
    Report {
        title: title(rules, &after.game),
        ..shared_sections::report(rules, after, narrative, situation(rules, after), lead)
    }
}

/// When it is, as a title: `June 27, 1862: impulse 4`.
pub fn title(rules: &SevenDays, game: &Game) -> String {
    let date = vocabulary::date(&rules.pack, game.turn);
    match game.phase {
        Phase::Daylight => format!("{date}: impulse {}", game.impulse),
        phase => format!("{date}: {}", vocabulary::phase(phase)),
    }
}

fn situation(rules: &SevenDays, after: &Position<SevenDays>) -> Vec<Block> {
    let game = &after.game;
    let mut text: Text = vec![Span::strong(format!("{}.", title(rules, game)))];
    if let Some(outcome) = &after.outcome {
        let how = prompts::outcome(outcome).unwrap_or_else(|| sentence(outcome));
        text.push(Span::plain(format!(" The match is over. {}.", vocabulary::capital(&how))));
    }
    text.push(Span::plain(format!(" {}", standing(rules, game).join(" "))));
    vec![Block::Paragraph(text), ledger(rules, game)]
}

/// What holds for both sides, a sentence each.
pub fn standing(rules: &SevenDays, game: &Game) -> Vec<String> {
    let mut sentences = Vec::new();
    if game.options.weather && game.weather == Weather::Rain {
        sentences.push("It rains.".to_owned());
    }
    // Before the dice of the first dawn nobody is one or the other.
    let settled = !matches!(game.phase, Phase::Bids | Phase::Dawn);
    let active = |side| if rules.army_active(game, side) { "Active" } else { "Inactive" };
    let armies = Side::BOTH.into_iter().filter(|_| settled).filter_map(|side| {
        let leader = rules.army_leader(game, side)?;
        Some((vocabulary::leader(&rules.pack, leader), active(side)))
    });
    let armies: Vec<(String, &str)> = armies.collect();
    match armies.as_slice() {
        [] => {}
        [(one, state), (other, same)] if state == same => {
            sentences.push(format!("{one} and {other} are both {state}."))
        }
        armies => {
            let each = armies.iter().map(|(leader, state)| format!("{leader} is {state}"));
            sentences.push(format!("{}.", vocabulary::list(each, "and")));
        }
    }
    sentences.push(match game.advantage {
        Advantage::Held(side) => format!("{} has the Advantage.", vocabulary::side_cap(side)),
        Advantage::UsedBy(side) => {
            format!(
                "{} has used the Advantage, which passes to {}.",
                vocabulary::side_cap(side),
                vocabulary::side(side.other())
            )
        }
    });
    sentences.push(format!("The Supply Train is {}.", vocabulary::train(&rules.pack, game.train)));
    sentences
}

/// What both sides have.
pub fn ledger(rules: &SevenDays, game: &Game) -> Block {
    let row = |label: &str, of: &dyn Fn(Side) -> u32| (label.to_owned(), Side::BOTH.map(|side| i64::from(of(side))));
    let works = |side: Side| vocabulary::count(game.works.values().filter(|works| works.side == side));
    let rows = vec![
        row("Fresh units", &|side| statistics::units(rules, game, side, false)),
        row("Exhausted units", &|side| statistics::units(rules, game, side, true)),
        row("Units lost", &|side| statistics::lost(rules, game, side)),
        row("Areas controlled", &|side| vocabulary::count(statistics::controlled_areas(rules, game, side, false))),
        row("Victory areas controlled", &|side| {
            vocabulary::count(statistics::controlled_areas(rules, game, side, true))
        }),
        row("Entrenchments", &works),
        row("Replacement Points in reserve", &|side| statistics::points(game, side)),
        row("Advantage", &|side| u32::from(game.has_advantage(side))),
    ];
    Block::Ledger { sides: Side::BOTH.map(|side| side.title().to_owned()), rows }
}
