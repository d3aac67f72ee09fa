//! What is legal in an order and probably unwanted.

use super::names;
use crate::BattleCry;
use crate::battle::MAJOR;
use crate::document::{Id, Problem};
use crate::engine::{Events, OwnCards, Position};
use crate::ledger::{DECK, FOOT, Game, RETURNED};
use crate::orders::{Half, Order};
use crate::pack::{Effect, EventKind, Theater};
use crate::report::grammar::number;
use crate::shared::Side;
use crate::view::View;

/// The rule, what an order does, and what to do instead.
type Parts = (&'static str, String, &'static str);

/// Warnings of a side's orders, each with the order that it is about, as if every question were answered by `accept`.
pub fn warnings(
    rules: &BattleCry,
    position: &Position<BattleCry>,
    id: &Id,
    own: Option<&OwnCards>,
    orders: &[Order],
) -> Vec<Problem> {
    let side = Side::of(id);
    let (mut game, mut own) = (position.game.clone(), own.cloned());
    let mut found = Vec::new();
    for (n, order) in orders.iter().enumerate() {
        let view = View { own: own.as_ref(), ..View::of(rules, &game, side) };
        found.extend(of_answer(view, order).map(|(rule, words, advice)| {
            Problem::new(words).rule(rule).advice(advice).in_path(format!("orders[{n}]"))
        }));
        let settles = *order == Order::Settle {};
        let held = view.battle().and_then(|battle| battle.sent.as_ref()).is_some_and(|sent| sent.held);
        if !order.is_answer()
            && let Some((settled, left)) = super::after_settlement(view)
        {
            (game, own) = (settled, left);
        }
        let view = View { own: own.as_ref(), ..View::of(rules, &game, side) };
        if settles {
            found.extend(of_end(view, order).filter(|_| !held).map(|(rule, words, advice)| {
                Problem::new(words).rule(rule).advice(advice).in_path(format!("orders[{n}]"))
            }));
            continue;
        }
        if !rules.refused(view, order).is_empty() {
            break;
        }
        let warn = |(rule, words, advice): Parts| {
            Problem::new(words).rule(rule).advice(advice).in_path(format!("orders[{n}]"))
        };
        let all = of_play(view, order).into_iter().chain(of_end(view, order)).chain(of_strategy(view, order));
        found.extend(all.map(warn));
        let card = order.announced(view).and_then(|play| play.card);
        game = carried_out(rules, &game, side, order);
        if let (Some(own), Some(card)) = (&mut own, card) {
            crate::legal::spend(own, &card);
        }
    }
    let open = orders.last().filter(|order| order.is_of_combat() && !order.ends_a_file());
    found.extend(open.map(|_| {
        Problem::new(
            "this file does not say how the send ends: your cards will lie open, and it will still be your move",
        )
        .rule("I.4")
        .advice("end it with `send`, `hold`, `settle` or `pass`")
        .in_path(format!("orders[{}]", orders.len() - 1))
    }));
    found
}

/// An answer to the enemy's send that does not fit another one.
fn of_answer(view: View<'_>, order: &Order) -> Option<Parts> {
    let sent = view.battle()?.sent.as_ref().filter(|sent| sent.side != view.side)?;
    let name = |card: &String| {
        let on_table = names::on_table(view.rules, view.game);
        on_table.get(card).cloned().unwrap_or_else(|| names::card(view.rules, card))
    };
    match order {
        Order::React(reaction) => {
            let saved = reaction.save.as_ref()?;
            let chosen = sent.choices.iter().find(|choice| choice.play == reaction.to)?;
            let lost = chosen.cancel.as_ref().or(chosen.wounded.as_ref()).filter(|lost| *lost != saved)?;
            let words =
                format!("saves {}, and {} is what you give up for play {}", name(saved), name(lost), reaction.to);
            Some(("BC-48", words, "save the card that you give up"))
        }
        Order::Choose(choice) => {
            let named = |choice: &'_ crate::orders::Choice| {
                [&choice.cancel, &choice.engage, &choice.wounded].into_iter().flatten().cloned().collect::<Vec<_>>()
            };
            let before: Vec<(u8, String)> = sent
                .choices
                .iter()
                .filter(|other| other.play != choice.play)
                .flat_map(|other| named(other).into_iter().map(|card| (other.play, card)))
                .collect();
            let (play, card) = before.into_iter().find(|(_, card)| named(choice).contains(card))?;
            let words = format!("gives up {} for play {} as well as for play {play}", name(&card), choice.play);
            Some(("BC-41", words, "name another one: if it is gone by then, the first possibility is taken instead"))
        }
        _ => None,
    }
}

/// What an order between battles risks, or leaves without use.
fn of_strategy(view: View<'_>, order: &Order) -> Vec<Parts> {
    let game = view.game;
    match order {
        Order::Movement(play) => {
            let event = crate::resources::event_of(view.rules, view.side, &play.card, crate::events::Wanted::Movement);
            let attacks = event
                .is_some_and(|event| event.effects.iter().any(|effect| matches!(effect, Effect::Offensive { .. })));
            let battle = play.battle.as_ref().filter(|battle| attacks && game.holds(battle));
            let words = |battle| {
                format!("attacks {}: if you do not win, you lose 1 command point", names::battle(view.rules, battle))
            };
            battle.map(|battle| ("BC-8", words(battle), "attack only where you will lead")).into_iter().collect()
        }
        Order::Discretionary { east, west } => {
            let mut parts = Vec::new();
            let laid = crate::command_points::laid(view, view.side);
            for ((theater, more), known) in [(Theater::East, *east), (Theater::West, *west)].into_iter().zip(laid) {
                let placed = game.placed.contains_key(&theater);
                if more > 0 && !placed {
                    let words = format!(
                        "adds {} in the {}, where no battle is placed",
                        number(more, "point"),
                        theater.in_words()
                    );
                    parts.push(("H.4", words, "add them where a battle is fought"));
                }
                let most = usize::from(known.unwrap_or(0) + more);
                let left = game.count(view.side, DECK) + game.count(view.side, RETURNED);
                if placed && game.side(view.side).deck >= 2 && most > 0 && most >= left {
                    let words = format!(
                        "draws the last of the {} in your second deck for the battle in the {}",
                        number(left, "card"),
                        theater.in_words()
                    );
                    parts.push(("End of Game", words, "the game then ends after this turn; `draw` takes fewer"));
                }
            }
            parts
        }
        _ => Vec::new(),
    }
}

/// The record after an order of combat.
pub fn carried_out(rules: &BattleCry, game: &Game, side: Side, order: &Order) -> Game {
    let mut after = game.clone();
    if order.is_of_combat() {
        order.carry_out(rules, &mut after, &mut Events::discarding(), side);
    }
    after
}

/// What a play spends, brings or draws.
fn of_play(view: View<'_>, order: &Order) -> Vec<Parts> {
    let mut parts = Vec::new();
    let (Order::Attack { .. } | Order::Special { .. } | Order::Engage { .. }) = order else { return parts };
    let Some(play) = order.announced(view) else { return parts };
    let part = play.card.as_deref().and_then(|card| view.pack().part(view.side, card, play.half));
    if let Some(card) = play.card.as_deref().filter(|_| play.half != Half::Upper) {
        let upper = view.pack().part(view.side, card, Half::Upper);
        let kind = upper.map_or(EventKind::Battle, crate::combat_value::Part::kind);
        let what = if kind == EventKind::Movement { "movement card" } else { "resource" };
        let words = format!("spends {}, a {what}, in combat", names::card(view.rules, card));
        let lost = (kind.is_resource() || kind == EventKind::Movement) && view.rules.days(view.game) == 0;
        parts.extend(lost.then_some((
            "I.5",
            words,
            "use another card if you want to play this one for its upper half",
        )));
    }
    let effects = part.map(crate::combat_value::Part::effects).unwrap_or_default();
    let foot = view.present().filter(|one| !view.is_cavalry(&one.card)).count();
    if effects.contains(&Effect::BringGeneral {}) && foot >= FOOT {
        let words = format!("brings {} into the battle above the limit of {FOOT}", general(view, &play.general));
        parts.push(("G.2", words, "after the battle a general must leave the theater again"));
    }
    let drawn: usize = match part {
        None => 1,
        Some(_) => {
            effects.iter().map(|effect| if let Effect::Draw(count) = effect { usize::from(*count) } else { 0 }).sum()
        }
    };
    let left = view.game.count(view.side, DECK) + view.game.count(view.side, RETURNED);
    if drawn > 0 && drawn >= left {
        let words = format!(
            "draws the last of the {} in your deck, so that your discards become the next one",
            number(left, "card")
        );
        let advice = if view.game.side(view.side).deck == 1 {
            "you are then in Deck Two"
        } else {
            "the game then ends with the next draw before combat"
        };
        parts.push(("End of Game", words, advice));
    }
    parts
}

fn general(view: View<'_>, card: &Option<String>) -> String {
    card.as_deref().map_or_else(|| "a general".to_owned(), |card| names::card(view.rules, card))
}

/// What the end of a file leaves open.
fn of_end(view: View<'_>, order: &Order) -> Option<Parts> {
    let battle = view.battle()?;
    let lead = view.table()?.lead(view.side);
    let city = view.is_at_city();
    let attacker = battle.attacker == view.side;
    // The defender who plays nothing before combat does not pass.
    let passes = attacker || !battle.before_combat;
    // Where days follow, two passes end no battle; a battle by itself has no Major Victory.
    let days = view.rules.days(view.game);
    if days > view.game.day {
        return None;
    }
    let city = city || days > 0;
    match order {
        Order::Pass { .. } if passes && -lead >= MAJOR && !city => Some((
            "I.8",
            format!("passes while the enemy leads by {}: if he passes too, he has a Major Victory", -lead),
            "play on if you can bring that below 4",
        )),
        Order::Pass { .. } if passes && attacker && lead <= 0 => Some((
            "Winning a Battle",
            match lead {
                0 => "passes although you do not lead: the attacker wins only with the higher value".to_owned(),
                _ => format!("passes although the enemy leads by {}", -lead),
            },
            "play on if you can, or let the enemy win",
        )),
        Order::Pass { .. } if passes && !attacker && lead < 0 => Some((
            "Winning a Battle",
            format!("passes although the enemy leads by {} and wins if he passes too", -lead),
            "play on if you can",
        )),
        Order::Settle {} if -lead >= MAJOR && !city => Some((
            "I.8",
            format!(
                "leaves the enemy a lead of {} once his send is settled: enough for a Major Victory if you then pass",
                -lead
            ),
            "play more if you can bring that below 4",
        )),
        Order::Send {} if -lead >= MAJOR && !city => Some((
            "I.8",
            format!(
                "hands over while the enemy leads by {}, as all that is announced stands: enough for a Major Victory",
                -lead
            ),
            "play more if you can bring that below 4",
        )),
        _ => None,
    }
}
