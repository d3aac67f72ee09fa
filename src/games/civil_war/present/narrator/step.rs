//! Describes the events of a step, one after the other.

use serde_json::Value;

use crate::document::from_tagged;
use crate::engine::cards::CardEvent;
use crate::engine::events::EngineEvent;
use crate::engine::{Pending, Position};
use crate::report::{Section, StepFacts};

use super::{Narrator, part};
use crate::events::Event;
use crate::present::{audit, combat_cost, idle_pulses, prompts};
use crate::{CivilWar, Procedure};

impl<'a> Narrator<'a> {
    /// Tells the events of the step that led from `before` to `after`. The first section is a summary, if there is
    /// something to sum up.
    pub fn narrate(
        rules: &'a CivilWar,
        before: &'a Position<CivilWar>,
        after: &Position<CivilWar>,
        facts: &'a StepFacts,
    ) -> Vec<Section> {
        let game = &before.game;
        let (heading, listing) = part(before);
        let mut narrator = Narrator::new(rules, game, facts);
        narrator.listing = listing;
        narrator.open(heading);
        if let Some(Procedure::Combat(combat)) = before.stack.iter().find(|frame| matches!(frame, Procedure::Combat(_)))
        {
            narrator.audit = Some(audit::continued(&narrator.place(combat.hex), Some(combat)));
            narrator.brief.combat = Some((combat.side(), combat.hex));
            narrator.brief.cost = combat_cost::cost_so_far(rules, combat);
        }
        if let Some(Procedure::March(march)) =
            before.stack.iter().rev().find(|frame| matches!(frame, Procedure::March(_)))
        {
            let force = &march.force;
            let afoot = narrator.marches_on(force.side, force.leader.as_ref(), &force.armies, force.sp(game));
            narrator.afoot = Some(afoot);
        }
        let mut at = 0;
        while let Some(event) = facts.events.get(at) {
            if let Some(idle) = idle_pulses::idle(&facts.events[at..]) {
                at += idle.events;
                narrator.idle(&idle);
                continue;
            }
            at += 1;
            let rule = event.get("rule").and_then(Value::as_str).unwrap_or_default();
            if let Ok(known) = from_tagged::<Event>("event", event) {
                narrator.event(known, rule);
            } else if let Ok(known) = from_tagged::<EngineEvent>("event", event) {
                narrator.engine(known, rule);
            } else if let Ok(known) = from_tagged::<CardEvent>("event", event) {
                narrator.card(&known, rule);
            } else {
                narrator.unknown(event, rule);
            }
        }
        let fought = after.stack.iter().find(|frame| matches!(frame, Procedure::Combat(_)));
        if let (Some(Procedure::Combat(combat)), Some(Pending::Answer { question, .. })) = (fought, &after.pending) {
            let (place, from) = (narrator.place(combat.hex), narrator.place(combat.from));
            let what = prompts::decision(rules, question);
            let words =
                format!("The {} attack from {from} on {place} waits for a decision: {what}.", combat.side().title());
            narrator.brief.combat = Some((combat.side(), combat.hex));
            narrator.add_combat_summary(words);
        } else {
            narrator.end_combat();
        }
        narrator.end()
    }
}
