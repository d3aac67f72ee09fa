//! The Resource Phases (B, J): one event for each side, or none.

use crate::BattleCry;
use crate::combat_value::Part;
use crate::engine::Events;
use crate::engine::refusal::RefusalListExt;
use crate::events::{Event, PointsReason, Refusal, ResourcePlayed, Wanted};
use crate::ledger::{DISCARD, EndReason, FOOT, Game, HAND, LaterPoints, Phase, Won};
use crate::orders::{Half, NONE, Order};
use crate::pack::{Effect, EventKind, PlayCard, Theater};
use crate::shared::Side;
use crate::view::{RefusalList, View};

/// Why a side cannot play a resource, or none.
pub fn refused(view: View<'_>, order: &Order) -> RefusalList {
    let Order::Resource { card, general, replaced, theater } = order else { return RefusalList::new() };
    let (phase, rule) = (view.game.phase, view.game.phase.letter());
    if !matches!(phase, Phase::FirstResources | Phase::SecondResources) || view.game.has_acted(phase, view.side) {
        return vec![(Refusal::WrongPhase { phase }, "B")];
    }
    let mut found = RefusalList::new();
    let named = general.is_some() || replaced.is_some();
    if card == NONE {
        found.when(named || theater.is_some(), Refusal::NotWanted { card: card.clone() }, rule);
        return found;
    }
    if let Some(refusal) = view.not_in_hand(card) {
        return vec![(refusal, rule)];
    }
    let part = match view.fitting(card, Half::Fitting, Wanted::Resource) {
        Ok((_, part)) => part,
        Err(refusal) => return vec![(refusal, rule)],
    };
    let other = if phase == Phase::FirstResources { EventKind::ResourceSecond } else { EventKind::ResourceFirst };
    found.when(part.kind() == other, Refusal::OtherPhase { card: card.clone(), phase }, rule);
    if let Some(condition) = view.failing(part) {
        found.push((Refusal::Condition { card: card.clone(), condition }, "BC-23"));
    }
    let replaces = part.effects().contains(&Effect::ReplaceGeneral {});
    let caps = part.effects().iter().any(|effect| matches!(effect, Effect::AttackCapNextTurn(_)));
    found.when(caps && theater.is_none(), Refusal::TheaterWanted { card: card.clone() }, rule);
    let extra = named && !replaces || theater.is_some() && !replaces && !caps;
    found.when(extra, Refusal::NotWanted { card: card.clone() }, rule);
    match (replaces, general, replaced) {
        (true, Some(general), Some(replaced)) => {
            found.extend(replacement_refused(view, general, replaced, *theater));
        }
        (true, ..) => found.push((Refusal::GeneralWanted { card: card.clone() }, rule)),
        _ => {}
    }
    found
}

/// Why a general of the hand cannot replace one in play; he takes his place, whichever theater is his own.
fn replacement_refused(view: View<'_>, general: &str, replaced: &str, theater: Option<Theater>) -> RefusalList {
    let mut found = RefusalList::new();
    let Some(new) = view.general(general) else {
        return vec![(view.not_general(general), "B")];
    };
    found.extend(view.not_in_hand(general).map(|refusal| (refusal, "B")));
    let Some(old) = view.game.in_play(view.side, replaced) else {
        let theater = theater.unwrap_or(Theater::East);
        found.push((Refusal::NotPresent { general: replaced.to_owned(), theater }, "B"));
        return found;
    };
    if let Some(theater) = theater.filter(|theater| *theater != old.theater) {
        found.push((Refusal::NotPresent { general: replaced.to_owned(), theater }, "B"));
    }
    let of_kind = |one: &str| view.general(one).is_some_and(|other| other.cavalry == new.cavalry);
    let others = view.game.generals(view.side, old.theater).filter(|one| one.card != replaced && of_kind(&one.card));
    let most = if new.cavalry { 1 } else { FOOT };
    let full = others.count() >= most && !of_kind(replaced);
    found.when(full, Refusal::TooManyGenerals { theater: old.theater, cavalry: new.cavalry }, "G.2");
    found
}

/// The event for which a card is played in these phases: the upper half that fits, or the lower one.
pub fn event_of<'r>(rules: &'r BattleCry, side: Side, card: &str, wanted: Wanted) -> Option<&'r crate::pack::Event> {
    let Some(PlayCard::Halves(halves)) = rules.pack.card(side, card) else { return None };
    let events = [&halves.upper, &halves.lower].into_iter().filter_map(|id| rules.pack.events.get(id));
    events.into_iter().find(|event| wanted.admits(Part::Event(event)))
}

/// A resource that has been found legal is played: its card goes to the discard pile.
pub fn play(rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side, order: &Order) {
    let Order::Resource { card, general, replaced, theater } = order else { return };
    let (phase, rule) = (game.phase, game.phase.letter());
    let played = Some(card.clone()).filter(|card| card != NONE);
    events.emit(
        rule,
        &Event::Resource(ResourcePlayed {
            side,
            card: played.clone(),
            general: general.clone(),
            replaced: replaced.clone(),
            theater: *theater,
        }),
    );
    game.act(phase, side);
    if let Some(card) = played {
        game.cards.play(events, rule, &side.id(), &card, HAND);
        game.cards.leave(events, rule, &side.id(), &card, DISCARD);
        if let Some(event) = event_of(rules, side, &card, Wanted::Resource) {
            let deck = game.side(side).deck.min(2);
            game.played.entry(event.id.clone()).or_insert(deck);
            for effect in &event.effects {
                let named = Named { general: general.as_deref(), replaced: replaced.as_deref(), theater: *theater };
                apply(rules, game, events, (side, &card, event), effect, named);
            }
            let early = phase == Phase::FirstResources;
            if early && changes_plans(&event.effects) && side == Side::Confederate {
                crate::command_points::void(game, events, &card);
            }
        }
    }
    if phase == Phase::FirstResources {
        game.go_ahead(side, Phase::CommandPoints);
    } else if !game.discards_later(side) {
        game.go_ahead(side, Phase::Discard);
    }
}

/// What an order for a resource names besides the card.
#[derive(Clone, Copy)]
struct Named<'o> {
    general: Option<&'o str>,
    replaced: Option<&'o str>,
    theater: Option<Theater>,
}

/// Whether an event changes what the Union wants to do this turn (BC-33).
fn changes_plans(effects: &[Effect]) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::MustPlace(_) | Effect::Pressure {} | Effect::ReturnRandom(_) | Effect::FewerDraws(_) => true,
        Effect::Points(points) => points.union != 0,
        _ => false,
    })
}

/// One effect of a resource.
fn apply(
    rules: &BattleCry,
    game: &mut Game,
    events: &mut Events,
    (side, card, event): (Side, &str, &crate::pack::Event),
    effect: &Effect,
    named: Named<'_>,
) {
    let rule = game.phase.letter();
    let why = || PointsReason::Card(card.to_owned());
    match effect {
        Effect::Points(change) => {
            let view = View::of(rules, game, side);
            // Where a condition holds, another change takes its place.
            let instead = event.effects.iter().find_map(|other| match other {
                Effect::PointsIf { condition, points } if view.holds(condition) => Some(*points),
                _ => None,
            });
            game.change_points(events, rule, instead.unwrap_or(*change), &why());
        }
        Effect::Later { turns, points } => {
            let (event, points, since) = (event.id.clone(), *points, game.turn);
            game.effects.later.push(LaterPoints { event, turns: *turns, points, since });
        }
        Effect::MustPlace(theater) => game.effects.must_place.push(*theater),
        Effect::Pressure {} => game.effects.pressure = true,
        Effect::ReturnRandom(count) => game.effects.return_random += count,
        Effect::FewerDraws(count) => game.effects.fewer_draws += count,
        Effect::AttackCapNextTurn(cap) => {
            game.effects.attack_caps_next.extend(named.theater.map(|theater| (theater, *cap)));
        }
        Effect::ReplaceGeneral {} => {
            let (Some(general), Some(replaced)) = (named.general, named.replaced) else { return };
            let Some(theater) = game.in_play(side, replaced).map(|one| one.theater) else { return };
            game.leave_play(events, rule, side, replaced, HAND);
            game.enter(events, rule, side, general, theater);
        }
        Effect::Wins {} if rules.counts_conditions(game) => {}
        Effect::Wins {} => game.won = Some(Won { side: Some(side), how: EndReason::Election }),
        _ => {}
    }
}
