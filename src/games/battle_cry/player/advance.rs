//! Its answers, when asked and in advance: `failure`, `saved`, `enemy_passes` and `continue` with every file of a battle.

use serde_json::{Value, json};

use super::{Plan, combat, worth};
use crate::BattleCry;
use crate::battle::{continuing_card, reinforcements};
use crate::combat_value::evaluate;
use crate::engine::cards::ASK;
use crate::engine::{OwnCards, Position, Ruleset};
use crate::events::Wanted;
use crate::ledger::{HAND, Played};
use crate::letter::{answers_to, is_by_card};
use crate::orders::{Answer, Half, Order, Question};
use crate::pack::{Effect, EventKind};
use crate::shared::Side;
use crate::view::{View, answers};

/// What a special event must be worth for its player to fight for it, in tenths of a point.
const CRITICAL: i32 = 18;

/// Its answers in advance, with the file that it would write now.
pub fn in_advance(
    rules: &BattleCry,
    position: &Position<BattleCry>,
    side: Side,
    own: &OwnCards,
) -> Vec<(&'static str, Value)> {
    let plan = Plan::of(rules, &position.game, (side, own), 0);
    let view = plan.view();
    if position.game.battle.is_none() {
        let before = Plan { game: position.game.clone(), own: own.clone(), ..plan.clone() };
        return before.plans_in_advance(&rules.advance_questions(&position.game, &side.id()));
    }
    let critical = plan.orders.iter().any(|order| is_critical(view, order));
    let failure = if critical { insisting(view).unwrap_or(Answer::Accept) } else { Answer::Accept };
    let saved = match &failure {
        Answer::Card(card) => Answer::Card(card.clone()),
        _ => Answer::Accept,
    };
    let passes = if plan.stays_ahead() { Answer::Pass } else { Answer::GoOn };
    let mut found = if is_by_card(&position.game) { plan.card_by_card() } else { Vec::new() };
    found.extend([
        ("failure", json!(failure)),
        ("saved", json!(saved)),
        ("enemy_passes", json!(passes)),
        ("continue", json!(Answer::No)),
    ]);
    found
}

/// Whether an order plays a special event that its player would fight for.
fn is_critical(view: View<'_>, order: &Order) -> bool {
    let Order::Special { card, half, .. } = order else { return false };
    view.pack().part(view.side, card, *half).is_some_and(|part| worth::of_part(view, part) >= CRITICAL)
}

/// Whether a card cancels a special event at once.
fn fails(view: View<'_>, card: &str) -> bool {
    let part = view.fitting(card, Half::Fitting, Wanted::Immediate).ok().map(|(_, part)| part);
    part.is_some_and(|part| answers(part, |effect| matches!(effect, Effect::CancelsSpecial { .. })))
}

/// The card with which it meets Command Failure.
fn failing_card(view: View<'_>) -> Option<Answer> {
    view.hand().into_iter().find(|card| fails(view, card)).map(|card| Answer::Card(card.to_owned()))
}

/// What meets Command Failure: a card of the same kind, or a general.
fn insisting(view: View<'_>) -> Option<Answer> {
    // Random cards go with a general: a short hand pays with what it has.
    let free = || view.free_generals().min_by_key(|card| view.stars(card)).map(|card| Answer::Pay(card.to_owned()));
    failing_card(view).or_else(free)
}

impl Plan<'_> {
    /// By the letter: it wants to be asked where it holds a card that could answer.
    fn card_by_card(&self) -> Vec<(&'static str, Value)> {
        let holds = |fits: fn(&Effect) -> bool| {
            let view = self.view();
            view.hand().into_iter().any(|card| {
                view.fitting(card, Half::Fitting, Wanted::Immediate).is_ok_and(|(_, part)| answers(part, fits))
            })
        };
        let cancels = holds(|effect| matches!(effect, Effect::CancelsSpecial { .. }));
        let saves = holds(|effect| matches!(effect, Effect::SavesCard {} | Effect::SavesGeneral {}));
        let says = |holds: bool| if holds { json!(ASK) } else { json!(Answer::Pass) };
        vec![("special", says(cancels)), ("threatened", says(saves))]
    }

    /// Whether it will be ahead if the enemy passes: even if every special event of its send is canceled, where he
    /// probably holds a card for that.
    fn stays_ahead(&self) -> bool {
        if !self.is_last_day() {
            return true;
        }
        let view = self.view();
        let Some(battle) = view.battle() else { return false };
        let doubts = self.expects_failure();
        let sent: Vec<&String> = self.orders.iter().filter_map(special_card).filter(|_| doubts).collect();
        let in_doubt =
            |played: &&Played| sent.contains(&&played.card) && view.pack().shown(played).kind() == EventKind::Special;
        let sure: Vec<Played> = battle.table.iter().filter(|played| !in_doubt(played)).cloned().collect();
        let lead = evaluate(view.pack(), &sure, view.is_at_city()).lead(self.side);
        lead >= i32::from(battle.attacker == self.side)
    }

    /// Whether the enemy holds a card against special events, more likely than once in three times.
    fn expects_failure(&self) -> bool {
        let enemy = View { side: self.side.other(), own: None, ..self.view() };
        let may_be = enemy.hand();
        let fails = may_be.iter().filter(|card| fails(enemy, card)).count();
        3 * fails * self.game.count(enemy.side, HAND) > may_be.len()
    }
}

/// The card of a special event.
fn special_card(order: &Order) -> Option<&String> {
    match order {
        Order::Special { card, .. } => Some(card),
        _ => None,
    }
}

/// What it answers when it is asked.
pub fn wanted(view: View<'_>, question: &Question) -> Option<Answer> {
    let own_lead = worth::lead(view);
    let attacks = view.battle().is_some_and(|battle| battle.attacker == view.side);
    let ahead = own_lead >= i32::from(attacks);
    Some(match question {
        Question::Failure { card, .. } => {
            if shown_worth(view, card) >= CRITICAL {
                insisting(view)?
            } else {
                Answer::Accept
            }
        }
        Question::Special { card } | Question::Threatened { card, .. } => {
            let answers = answers_to(view, question);
            let wanted = view.general(card).is_some() || shown_worth(view, card) >= CRITICAL;
            answers.into_iter().rev().find(|answer| wanted || *answer == Answer::Pass)?
        }
        // What the enemy saves is worth a card if it decides who leads.
        Question::Saved { card, .. } => {
            let value = view.table()?.card(card).map_or(0, |card| card.value.abs());
            let decides = ahead && own_lead < i32::from(value) || value >= 3;
            failing_card(view).filter(|_| decides).unwrap_or(Answer::Accept)
        }
        Question::Force { .. } => Answer::Choose(Plan::at(view)?.best_choice(1)?),
        Question::EnemyPasses {} if ahead => Answer::Pass,
        Question::EnemyPasses {} => Answer::GoOn,
        Question::Continue {} if !ahead && continuing_card(view).is_some() => Answer::Yes,
        Question::Continue {} => Answer::No,
        Question::Disengage { count } => {
            let mut engaged: Vec<&str> =
                view.present().filter(|one| one.engaged).map(|one| one.card.as_str()).collect();
            by_use(view, &mut engaged, *count)
        }
        Question::Reinforce { count } => by_use(view, &mut reinforcements(view), *count),
        _ => return None,
    })
}

/// What a card on the table is worth to who played it.
fn shown_worth(view: View<'_>, card: &str) -> i32 {
    let shown = view.battle().and_then(|battle| battle.table.iter().find(|played| played.card == card));
    shown.map_or(0, |played| worth::of_part(view, view.pack().shown(played)))
}

/// So many of these generals, the most useful first.
fn by_use(view: View<'_>, generals: &mut Vec<&str>, count: u8) -> Answer {
    let mut best = Vec::new();
    while best.len() < usize::from(count) {
        let Some(next) = combat::best_of(view, generals) else { break };
        generals.retain(|card| *card != next);
        best.push(next.to_owned());
    }
    Answer::Generals(best)
}
