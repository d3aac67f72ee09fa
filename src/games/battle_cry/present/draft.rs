//! The notes of a draft: what is asked, the hand with both halves of each card, the table, what is owed to the enemy's
//! send, examples of orders, and what is sealed with the turn.

use super::{names, order_text, questions, roster};
use crate::BattleCry;
use crate::document::Id;
use crate::engine::{Audience, OwnCards, Position, Ruleset};
use crate::events::Wanted;
use crate::ledger::{HAND, Phase};
use crate::orders::{Half, Order};
use crate::report::draft_examples;
use crate::shared::Side;
use crate::sorted::SortedSet;
use crate::view::View;

/// At most this many examples of reactions, each for another card and play.
const REACTIONS: usize = 8;

/// The notes of a side's draft; with its own cards, of cards that it has.
pub fn notes(rules: &BattleCry, position: &Position<BattleCry>, id: &Id, own: Option<&OwnCards>) -> Vec<String> {
    let game = &position.game;
    let view = View { own, ..View::of(rules, game, Side::of(id)) };
    let mut legal = own.map_or_else(|| rules.legal(position, id), |own| rules.legal_with(position, id, own));
    let ready: Vec<Order> =
        legal.iter().filter(|order| matches!(order, Order::React(_) | Order::Choose(_))).cloned().collect();
    // A card is one example, whoever engages for it and whatever it is played on.
    let mut seen = SortedSet::new();
    legal.retain(|order| match order {
        Order::React(_) | Order::Choose(_) => false,
        Order::Attack { card, half, .. } => seen.insert(names::half(rules, card, *half)),
        Order::Special { card, half, .. } => seen.insert(names::half(rules, card, *half)),
        _ => true,
    });
    let mut lines = draft_examples::notes_of(rules, position, id, &legal);
    let at = lines.iter().position(String::is_empty).unwrap_or(lines.len());
    let settled = super::after_settlement(view);
    let then = settled.as_ref().map_or(view, |(game, own)| View { game, own: own.as_ref(), ..view });
    let own_notes = hand(then).into_iter().chain(table(view)).chain(sealed(view, position, id));
    lines.splice(at..at, own_notes);
    let at = lines.iter().position(String::is_empty).map_or(lines.len(), |at| at + 1);
    lines.splice(at..at, answers(view, &ready));
    lines
}

/// The cards of the hand, each with what its halves are and whether they can be played now.
fn hand(view: View<'_>) -> Vec<String> {
    let Some(own) = view.own else { return Vec::new() };
    let cards = own.known_cards(HAND);
    let mut lines = vec![format!("Your hand ({}); each card also attacks at +1 (`half: frontal`):", cards.len())];
    let line = |card: &str| {
        let halves = [Half::Upper, Half::Lower].into_iter().filter_map(|half| {
            let part = view.pack().part(view.side, card, half)?;
            Some(format!("{}{}", names::part(part), if playable(view, card, half) { "" } else { " (not now)" }))
        });
        let halves: Vec<String> = halves.collect();
        let words = if halves.is_empty() { names::full(view.rules, card) } else { halves.join(" / ") };
        format!("  {card}: {words}")
    };
    lines.extend(cards.into_iter().map(line));
    lines
}

/// Whether a half can be played in this phase, as far as its kind and its conditions go.
fn playable(view: View<'_>, card: &str, half: Half) -> bool {
    let Some(part) = view.pack().part(view.side, card, half) else { return false };
    use crate::pack::EventKind::{Battle, BattleCard, Movement, ResourceAny, ResourceFirst, ResourceSecond, Special};
    let phase = view.game.phase;
    let fits = |play: crate::ledger::Play| play.half == half && play.refused(view).is_empty();
    let now = match part.kind() {
        ResourceFirst => phase <= Phase::FirstResources,
        ResourceSecond => phase >= Phase::Combat,
        ResourceAny => true,
        Movement | BattleCard => phase < Phase::Combat,
        Special | Battle if view.battle().is_none() => return true,
        Special if Wanted::Immediate.admits(part) => return true,
        // What is owed to the enemy's send does not count here.
        Special | Battle => crate::legal::plays(view, card).iter().filter_map(|order| order.announced(view)).any(fits),
    };
    now && view.failing(part).is_none()
}

/// The battle on the table, and the enemy's announced send.
fn table(view: View<'_>) -> Vec<String> {
    let Some(battle) = view.battle() else { return roster::lines(view.rules, view.game) };
    let values = Side::BOTH.map(|side| View::of(view.rules, view.game, side).combat_sum().total());
    let mut lines = vec![format!(
        "The battle of {}: {}.",
        names::battle(view.rules, &battle.id),
        names::lead(values[0], values[1])
    )];
    let counted = view.table();
    for card in counted.iter().flat_map(|table| &table.cards) {
        let state = card.cancelled_by.map(|by| format!(", canceled by {}", names::card(view.rules, by)));
        let value = if card.value == 0 { String::new() } else { format!(" {:+}", card.value) };
        let (name, side) = (names::played(view.rules, card.played), card.played.side.title());
        lines.push(format!("  {}: {side}, {name}{value}{}", card.played.card, state.unwrap_or_default()));
    }
    let free: Vec<String> = view
        .present()
        .map(|one| {
            let engaged = if one.engaged { ", engaged" } else { "" };
            format!("{} ({}{engaged})", one.card, crate::report::grammar::number(view.stars(&one.card), "star"))
        })
        .collect();
    lines.push(format!("Your generals here: {}.", if free.is_empty() { "none".to_owned() } else { free.join(", ") }));
    if let Some(sent) = battle.sent.as_ref().filter(|sent| sent.side != view.side) {
        lines.push("The enemy has announced, and you answer first:".to_owned());
        let play = |(n, play): (usize, &crate::ledger::Play)| {
            let mut named = play.clone();
            let on_table = names::on_table(view.rules, view.game);
            named.target = named.target.map(|on| on_table.get(&on).cloned().unwrap_or(on));
            format!("  {}. {}", n + 1, super::sentences::play(view.rules, sent.side, &named))
        };
        lines.extend(sent.plays.iter().enumerate().map(play));
    }
    lines
}

/// The lines with which the announced send can be answered.
fn answers(view: View<'_>, ready: &[Order]) -> Vec<String> {
    let line = |order: &Order| {
        let yaml = crate::document::inline(&serde_json::json!(order));
        format!("- {yaml}  # {}", order_text::order(view, order))
    };
    let (choices, reactions): (Vec<&Order>, Vec<&Order>) =
        ready.iter().partition(|order| matches!(order, Order::Choose(_)));
    let mut lines = Vec::new();
    if !reactions.is_empty() {
        lines.push("Answer a play of the enemy's at once [Immediately]:".to_owned());
        lines.extend(reactions.into_iter().take(REACTIONS).map(line));
    }
    if !choices.is_empty() {
        lines.push("What the enemy's send leaves you to choose, before anything else [BC-26]:".to_owned());
        lines.extend(choices.into_iter().map(line));
    }
    lines
}

/// What is sealed with the turn, in words.
fn sealed(view: View<'_>, position: &Position<BattleCry>, id: &Id) -> Vec<String> {
    let follows = view.rules.follows_in_advance(&position.game, id, &[], &[]);
    if follows.is_empty() {
        return Vec::new();
    }
    let mut lines =
        vec!["Answers in advance that `sign` seals unless you write others under `commit` [BC-29, BC-30]:".to_owned()];
    for (window, says) in follows {
        let words = questions::in_advance(view.rules, Audience::Owner, window, &says).unwrap_or_default();
        lines.push(format!("  {window}: {}  # {words}", crate::document::inline(&says)));
    }
    lines
}
