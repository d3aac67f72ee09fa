//! The game's own report of a step.

use crate::engine::Position;
use crate::report::{Block, Report, Section, Span, StepFacts};

use super::super::CivilWar;
use super::show;

/// The situation, what happened, and what is asked next.
pub fn report(rules: &CivilWar, _before: &Position<CivilWar>, after: &Position<CivilWar>, facts: &StepFacts) -> Report {
    let moment = show::moment(rules, &after.game);
    let situation = Section {
        heading: "The situation".to_owned(),
        blocks: vec![Block::Paragraph(vec![Span::plain(moment)]), show::ledger_table(rules, &after.game)],
    };
    let events = facts.events.iter().map(|event| vec![Span::plain(event.to_string())]).collect();
    let happened = Section { heading: "What happened".to_owned(), blocks: vec![Block::List(events)] };
    Report { title: String::new(), subtitle: String::new(), sections: vec![situation, happened] }
}
