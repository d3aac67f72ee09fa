//! The notes of a draft: what is asked, the table, how the file may end and what may follow in it, what is owed to the
//! enemy's send, examples of orders; and the cards of the hand, each with what it may do now.

use serde_json::{Value, json};

use super::{names, order_text, questions, roster};
use crate::BattleCry;
use crate::combat_value::Part;
use crate::command_points::laid;
use crate::document::Id;
use crate::engine::{Audience, OwnCards, Position, Ruleset};
use crate::ledger::{DECK, Phase};
use crate::legal;
use crate::orders::{Half, Order};
use crate::pack::{EventKind, Theater};
use crate::report::{AdvanceSample, draft_examples};
use crate::shared::Side;
use crate::sorted::SortedSet;
use crate::view::View;

/// At most this many examples of reactions, each for another card and play.
const REACTIONS: usize = 8;
/// At most this many examples of what a play leaves to choose.
const CHOICES: usize = 12;

/// The notes of a side's draft; with its own cards, of cards that it has.
pub fn notes(rules: &BattleCry, position: &Position<BattleCry>, id: &Id, own: Option<&OwnCards>) -> Vec<String> {
    let view = View { own, ..View::of(rules, &position.game, Side::of(id)) };
    let (then, owed) = chosen(view, position);
    let mut legal = rules.legal(&then, id, own);
    let reactions = legal.iter().filter(|order| matches!(order, Order::React(_))).cloned();
    let ready: Vec<Order> = reactions.chain(owed).collect();
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
    let own_notes = table(view).into_iter().chain(file(view));
    lines.splice(at..at, own_notes);
    let at = lines.iter().position(String::is_empty).map_or(lines.len(), |at| at + 1);
    lines.splice(at..at, answers(view, &ready));
    lines
}

/// Everything that the announced send leaves to choose, play by play, and the position once the first of each is chosen.
fn chosen(view: View<'_>, position: &Position<BattleCry>) -> (Position<BattleCry>, Vec<Order>) {
    let (mut then, mut found) = (position.clone(), Vec::new());
    loop {
        let now = View { game: &then.game, ..view };
        let Some((number, _)) = view.rules.owed_choice(now) else { return (then, found) };
        let choices = legal::choices_for(now, number);
        let (Some(first), Some(battle)) = (choices.first().cloned(), &mut then.game.battle) else {
            return (then, found);
        };
        battle.sent.iter_mut().for_each(|sent| sent.choices.push(first.clone()));
        found.extend(choices.into_iter().map(Order::Choose));
    }
}

/// A card of the hand: what its halves are, and whether an order can use them now.
pub fn card(view: View<'_>, card: &str) -> String {
    let orders = legal::with_card(view, card);
    let halves = [Half::Upper, Half::Lower].into_iter().filter_map(|half| {
        let part = view.pack().part(view.side, card, half)?;
        let now = orders.iter().any(|order| uses(order, card, half, part));
        Some(format!("{}{}", names::part(part), if now { "" } else { " (not now)" }))
    });
    let halves: Vec<String> = halves.collect();
    if halves.is_empty() { names::full(view.rules, card) } else { halves.join(" / ") }
}

/// Whether an order uses this half of a card.
fn uses(order: &Order, card: &str, of: Half, part: Part<'_>) -> bool {
    match order {
        Order::React(reaction) => reaction.card == card && reaction.half == of,
        Order::Attack { card: played, half, .. } | Order::Special { card: played, half, .. } => {
            played == card && *half == of
        }
        Order::Resource { card: played, .. } => played == card && part.kind().is_resource(),
        Order::Movement(movement) => movement.card == card && part.kind() == EventKind::Movement,
        Order::Block(blocks) => {
            let event = part.event().filter(|event| event.kind == EventKind::BattleCard);
            event.is_some_and(|event| blocks.values().flatten().any(|by| *by == event.id))
        }
        _ => false,
    }
}

/// What else belongs into the file: its end in a battle, and the orders that may follow in the same file.
fn file(view: View<'_>) -> Vec<String> {
    let sent = view.battle().and_then(|battle| battle.sent.as_ref()).filter(|sent| sent.side != view.side);
    let words = match (view.battle(), view.game.phase) {
        (Some(_), _) if sent.is_some_and(|sent| sent.held) => "End your file with `- settle: {}` [BC-28].",
        (Some(battle), _) if battle.before_combat && battle.attacker != view.side => {
            "End your file with `- send: {}` after a card, or write `- pass: {}` alone: you play nothing before combat [I.1]."
        }
        (Some(_), _) if sent.is_some() => {
            "End your file with `- send: {}` after your cards, `- hold: {}` to see first what becomes of them, `- pass: {}` \
             if you play none, or `- settle: {}` to write no more for now [I.4, BC-28]. A battle event of any card but a \
             general is Frontal Assault, `half: frontal`, +1."
        }
        (Some(_), _) => {
            "End your file with `- send: {}` after your cards, `- hold: {}` to see first what becomes of them, or \
             `- pass: {}` if you play none [I.4, BC-28]. A battle event of any card but a general is Frontal Assault, \
             `half: frontal`, +1."
        }
        (None, Phase::FirstResources) => match view.side {
            Side::Union => "`- lay: {east: 2, west: 3}` may follow in the same file [C].",
            Side::Confederate => {
                "`- lay: {east: 2, west: 3}` may follow in the same file, then `block` and `movement` if the Union has \
                 sealed its battles [C, BC-33]."
            }
        },
        (None, Phase::Discretionary) => {
            let [east, west] = laid(view, view.side).map(|points| points.unwrap_or(0));
            let all = view.game.side(view.side).points;
            return vec![
                format!("Of your {all} points you have laid {east} in the East and {west} in the West [F.2]."),
                "`generals` and `draw` may follow in the same file [BC-39, BC-35].".to_owned(),
            ];
        }
        (None, Phase::SecondResources) => "`discard` may follow in the same file [BC-31].",
        (None, Phase::SetUp) => return available(view),
        _ => return Vec::new(),
    };
    vec![words.to_owned()]
}

/// The generals of whom some are chosen for the set-up.
fn available(view: View<'_>) -> Vec<String> {
    let Some(own) = view.rules.scenario(view.game).map(|scenario| scenario.of(view.side)) else { return Vec::new() };
    let general = |card: &String| {
        let stars = view.general(card).map_or(String::new(), names::stars);
        format!("  {card}: {}, {stars}", names::card(view.rules, card))
    };
    let list: Vec<String> = own.available.iter().map(general).collect();
    if !list.is_empty() {
        return [vec![format!("Choose {} of these generals:", own.chosen)], list].concat();
    }
    let deck = view.own.filter(|_| own.picked > 0).map(|own| own.known_cards(DECK)).unwrap_or_default();
    let heading = format!("Choose {} of the cards of your deck; they stay hidden:", own.picked);
    let list = deck.into_iter().map(|card| format!("  {card}: {}", names::full(view.rules, card)));
    [heading].into_iter().filter(|_| own.picked > 0).chain(list).collect()
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
    lines.extend(battle.attack_caps.get(&view.side).map(|cap| {
        let own = battle.table.iter().filter(|played| played.side == view.side);
        let played = own.filter(|played| view.pack().shown(played).is_attack()).count();
        format!("You may play at most {cap} attack cards in this battle, and have played {played} [BC-42].")
    }));
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
        lines.extend(choices.into_iter().take(CHOICES).map(line));
    }
    lines
}

/// What a draft says of answers in advance: what `sign` seals in a battle anyway, and the Union's plans.
pub fn advance_samples(view: View<'_>, position: &Position<BattleCry>) -> (&'static str, Vec<AdvanceSample>) {
    let id = view.side.id();
    let sample = |(window, says): (&'static str, Value)| {
        let words = questions::in_advance(view.rules, Audience::Owner, window, &says).unwrap_or_default();
        (window, says, words)
    };
    if view.battle().is_some() {
        let follows = view.rules.follows_in_advance(&position.game, &id, &[], &[]);
        let words = "`sign` seals what you leave out as it stands here; `ask` leaves a question to you and costs two \
                     mails [BC-29, BC-30].";
        return (words, follows.into_iter().map(sample).collect());
    }
    let placement = crate::strategy_legal::placements(View { side: Side::Union, ..view }).into_iter().next();
    let says = |window: &'static str| match window {
        "placement" => json!(placement.clone().unwrap_or_default()),
        "first_battle" => json!(Theater::East),
        _ => json!("pass"),
    };
    let windows = view.rules.advance_questions(&position.game, &id);
    let words = "Give all of these, or none; `ask` is no answer here [BC-33, BC-35].";
    (words, windows.into_iter().map(|window| sample((window, says(window)))).collect())
}
