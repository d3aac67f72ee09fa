//! By the letter (option `interrupts: card`): every card is settled as it is played, and the enemy is asked at once
//! whether he answers it, and what it forces upon him (I.7, Immediately).

use crate::BattleCry;
use crate::engine::Next;
use crate::engine::ruleset::Asked;
use crate::ledger::{Game, Play, Send};
use crate::options::Interrupts;
use crate::orders::{Answer, Choice, Half, Insist, Question, Reaction};
use crate::pack::{Effect, EventKind, Trait};
use crate::reactions::forced_by;
use crate::view::{View, answers};

/// Whether every card is settled as it is played.
pub fn is_by_card(game: &Game) -> bool {
    game.options.interrupts == Interrupts::Card
}

/// The next question to the enemy about a play that lies on the table, with the key under which it counts as asked.
pub fn question(
    rules: &BattleCry,
    game: &Game,
    (sent, play): (&Send, &Play),
    number: u8,
    asked: &[String],
) -> Option<(String, Question)> {
    let card = play.card.clone().filter(|_| is_by_card(game))?;
    let enemy = sent.side.other();
    let view = View::of(rules, game, enemy);
    let part = rules.pack.part(sent.side, &card, play.half)?;
    let may = |fits: fn(&Effect) -> bool| view.may_hold(|part| answers(part, fits));
    let new = |key: &str| !asked.iter().any(|other| other == key);
    let special = part.kind() == EventKind::Special && may(|effect| matches!(effect, Effect::CancelsSpecial { .. }));
    if special && new("special") {
        return Some(("special".to_owned(), Question::Special { card }));
    }
    if new("force") && !forced_by(view, play).is_empty() {
        return Some(("force".to_owned(), Question::Force { card }));
    }
    let choice = sent.choices.iter().find(|choice| choice.play == number);
    let threatened = threatened(view, play, part.has(Trait::Artillery), choice);
    let saves = may(|effect| matches!(effect, Effect::SavesCard {}));
    let wounded = choice.and_then(|choice| choice.wounded.clone());
    let heals = may(|effect| matches!(effect, Effect::SavesGeneral {}));
    let found = threatened.into_iter().filter(|_| saves).chain(wounded.filter(|_| heals)).find(|own| new(own))?;
    Some((found.clone(), Question::Threatened { card: found, by: card }))
}

/// The enemy's attack and defend cards in play that a play would cancel.
fn threatened(view: View<'_>, play: &Play, artillery: bool, choice: Option<&Choice>) -> Vec<String> {
    let Some(battle) = view.battle() else { return Vec::new() };
    let hit = |card: &String| {
        play.target.as_ref() == Some(card) || choice.is_some_and(|one| one.cancel.as_ref() == Some(card))
    };
    let fits = |played: &&crate::ledger::Played| {
        let part = view.pack().shown(played);
        let valued = part.is_attack() || part.is_defend();
        played.side == view.side && valued && (hit(&played.card) || artillery && part.has(Trait::Column))
    };
    battle.table.iter().filter(fits).map(|played| played.card.clone()).collect()
}

/// Asks the enemy of a send.
pub fn ask(sent: &Send, question: Question) -> Next<BattleCry> {
    let slug = match question {
        Question::Special { .. } => "special",
        Question::Force { .. } => "force",
        _ => "threatened",
    };
    Next::Ask(Asked { side: sent.side.other().id(), slug, rule: "Immediately", question })
}

/// Records the enemy's answer to such a question as the reaction or the choice that it is.
pub fn record(game: &mut Game, number: u8, key: &str, answer: Answer) {
    let Some(sent) = game.battle.as_mut().and_then(|battle| battle.sent.as_mut()) else { return };
    match answer {
        Answer::Card(card) => sent.reactions.push(Reaction {
            card,
            half: Half::Fitting,
            to: number,
            save: (key != "special").then(|| key.to_owned()),
            insist: Insist::Accept,
            go_on: true,
        }),
        Answer::Choose(choice) => sent.choices.push(Choice { play: number, ..choice }),
        _ => {}
    }
}

/// The hand without the cards that its owner has promised to the send: they are played or discarded with it.
pub fn free_hand(view: View<'_>) -> Vec<&str> {
    let sent = view.battle().and_then(|battle| battle.sent.as_ref());
    let promised = |card: &str| sent.is_some_and(|sent| sent.hand_cards().any(|spent| spent == card));
    view.hand().into_iter().filter(|card| !promised(card)).collect()
}

/// The cards with which a side may answer such a question.
pub fn answers_to(view: View<'_>, question: &Question) -> Vec<Answer> {
    let saved_general = match question {
        Question::Threatened { card, .. } => view.general(card).is_some(),
        _ => false,
    };
    let fits = |card: &&str| {
        let part = view.fitting(card, Half::Fitting, crate::events::Wanted::Immediate).ok().map(|(_, part)| part);
        part.is_some_and(|part| {
            answers(part, |effect| match (question, effect) {
                (Question::Special { .. }, Effect::CancelsSpecial { .. }) => true,
                (Question::Threatened { .. }, Effect::SavesCard {}) => !saved_general,
                (Question::Threatened { .. }, Effect::SavesGeneral {}) => saved_general,
                _ => false,
            })
        })
    };
    let cards = free_hand(view).into_iter().filter(fits).map(|card| Answer::Card(card.to_owned()));
    [Answer::Pass].into_iter().chain(cards).collect()
}
