//! The `odds` command: whether the enemy may hold a card that answers a play, turns the battle, negates a move, blocks a battle or goes on
//! after both have passed; and what the own next draw brings.

use serde_json::{Value, json};

use crate::BattleCry;
use crate::combat_value::{Part, evaluate};
use crate::document::{Id, Problem};
use crate::engine::{OwnCards, Position};
use crate::events::Refusal;
use crate::ledger::{DECK, HAND, Played, RETURNED};
use crate::name_resolution::replace_names;
use crate::orders::{Half, Order};
use crate::pack::{Effect, EventKind, PlayCard, Trait};
use crate::report::chances::{self, fraction};
use crate::report::dice_chances::{one_of, value};
use crate::report::{Block, Chances, OrderOdds};
use crate::shared::Side;
use crate::view::{View, answers};

/// What an order may meet with, as far as cards decide.
///
/// # Errors
/// Why it is illegal; or that there are too many possible results.
pub fn order_odds(
    rules: &BattleCry,
    position: &Position<BattleCry>,
    id: &Id,
    own: Option<&OwnCards>,
    order: &Order,
) -> Result<OrderOdds<BattleCry>, Vec<Problem>> {
    let side = Side::of(id);
    let before = View { own, ..View::of(rules, &position.game, side) };
    let mut named = [order.clone()];
    replace_names(before, &mut named, None);
    let [order] = &named;
    let settled = if order.is_answer() { None } else { super::after_settlement(before) };
    let view = settled.as_ref().map_or(before, |(game, own)| View { game, own: own.as_ref(), ..before });
    let refused = rules.refused(view, order);
    if !refused.is_empty() {
        return Err(Refusal::to_problems(refused, rules, side));
    }
    let mut output = OddsOutput { blocks: Vec::new(), value: json!({}) };
    let after_game = super::warnings::carried_out(rules, view.game, side, order);
    let after = View { game: &after_game, ..view };
    let enemy = View::of(rules, view.game, side.other());
    let immediate = |fits: fn(&Effect) -> bool| move |part: Part<'_>| answers(part, fits);
    let cancels = immediate(|effect| matches!(effect, Effect::CancelsSpecial { .. }));
    let saves = immediate(|effect| matches!(effect, Effect::SavesCard {}));
    match order {
        Order::Special { .. } | Order::Attack { .. } | Order::Engage { .. } => {
            let play = order.announced(view);
            let part = play.as_ref().and_then(|play| rules.pack.part(side, play.card.as_deref()?, play.half));
            if part.is_some_and(|part| part.kind() == EventKind::Special) {
                output.holds(enemy, "canceled", "a card that cancels this special event at once", &cancels);
            }
            let effects = part.map(Part::effects).unwrap_or_default();
            let takes =
                part.is_some_and(|part| part.has(Trait::Artillery)) || effects.iter().any(crate::effects::is_forcing);
            if takes || play.as_ref().is_some_and(|play| play.target.is_some()) {
                output.holds(enemy, "saved", "a card that saves what this takes from him", &saves);
            }
            let drawn: usize = match order {
                Order::Engage { .. } => 1,
                _ => effects.iter().map(|effect| if let Effect::Draw(n) = effect { usize::from(*n) } else { 0 }).sum(),
            };
            output.turns(after);
            output.draw(view, drawn);
        }
        Order::React(_) => {
            output.holds(enemy, "canceled", "a card that cancels this one at once", &cancels);
        }
        Order::Send {} | Order::Hold {} => output.turns(after),
        Order::Pass { .. } => {
            output.turns(after);
            let continues =
                |part: Part<'_>| part.effects().iter().any(|effect| matches!(effect, Effect::Continues { .. }));
            output.holds(enemy, "continues", "Battle Continues", &continues);
        }
        Order::Movement(movement) if rules.pack.card(side, &movement.card).is_some() => {
            let negates = |part: Part<'_>| part.effects().iter().any(|effect| matches!(effect, Effect::Negates { .. }));
            output.holds(enemy, "negated", "a movement card that negates a move", &negates);
        }
        Order::Place(placed) => {
            for battle in [&placed.east, &placed.west].into_iter().flatten() {
                let by = rules.pack.battle(battle).map(|battle| battle.blocked_by.clone()).unwrap_or_default();
                let from_hand = |part: Part<'_>| {
                    let event = part.event().filter(|event| event.kind == EventKind::BattleCard);
                    event.is_some_and(|event| by.contains(&event.id))
                };
                let name = super::names::battle(rules, battle);
                let words = format!("a card that blocks {name} from the hand");
                output.holds(enemy, battle.as_str(), &words, &from_hand);
            }
        }
        _ => {}
    }
    if output.blocks.is_empty() {
        return chances::order_odds(rules, position, id, order);
    }
    let mut then = position.clone();
    then.game = after_game;
    Ok(OrderOdds::Supposed(Box::new(then), Chances::new(output.blocks, output.value)))
}

/// What is said, for people and as data.
struct OddsOutput {
    blocks: Vec<Block>,
    value: Value,
}

impl OddsOutput {
    /// Whether a side may hold a card with such a half.
    fn holds(&mut self, enemy: View<'_>, key: &str, words: &str, fits: &dyn Fn(Part<'_>) -> bool) {
        self.holds_card(enemy, key, words, &|card| has_half(enemy, card, fits));
    }

    /// Whether the enemy may hold a card that alone turns a battle in which the side is ahead.
    fn turns(&mut self, view: View<'_>) {
        let Some(battle) = view.battle() else { return };
        let enemy = View { side: view.side.other(), own: None, ..view };
        let wins = |table: &[Played]| {
            let lead = evaluate(view.pack(), table, view.is_at_city()).lead(enemy.side);
            lead >= i32::from(battle.attacker == enemy.side)
        };
        if wins(&battle.table) {
            return;
        }
        let stars = enemy.free_generals().map(|card| enemy.stars(card)).max();
        let turns = |card: &str| {
            [Half::Upper, Half::Lower, Half::Frontal].into_iter().any(|half| {
                let Some(part) = view.pack().part(enemy.side, card, half) else { return false };
                let playable = match part.kind() {
                    EventKind::Battle => stars.is_some_and(|stars| stars >= part.stars()),
                    EventKind::Special => !part.has(Trait::Immediate),
                    _ => false,
                };
                let played = Played::plain(card, enemy.side, half);
                playable && part.value() != 0 && wins(&[battle.table.as_slice(), &[played]].concat())
            })
        };
        self.holds_card(enemy, "turned", "a card whose value alone turns the battle", &turns);
    }

    /// Whether a side may hold such a card: its hand may be any of the cards that nobody has seen.
    fn holds_card(&mut self, enemy: View<'_>, key: &str, words: &str, fits: &dyn Fn(&str) -> bool) {
        let may_be = enemy.hand();
        let hand = enemy.game.count(enemy.side, HAND);
        let sought = may_be.iter().filter(|card| fits(card)).count();
        let chance = one_of(sought, may_be.len(), hand);
        self.blocks.push(Block::sentence(&format!(
            "the chance that {} holds {words} is {}: {sought} of the {} cards that it may hold, {hand} in its hand",
            enemy.side.in_words(),
            fraction(&chance),
            may_be.len()
        )));
        self.value[key] = value(&chance);
    }

    /// What the own next draw may bring: all cards of the deck that the side has not seen are equally likely.
    fn draw(&mut self, view: View<'_>, drawn: usize) {
        let Some(own) = view.own.filter(|_| drawn > 0) else { return };
        let left = view.game.count(view.side, DECK);
        let returned = view.game.count(view.side, RETURNED).min(drawn);
        let drawn = (drawn - returned).min(left);
        if returned > 0 {
            self.blocks.push(Block::sentence(&format!(
                "the first {} come from those returned to the deck, which you know",
                crate::report::grammar::number(returned, "card")
            )));
        }
        let held = |card: &str| own.contains(HAND, card) || own.contains(RETURNED, card);
        let unseen: Vec<&str> = cards_of(view).filter(|card| view.is_unseen(card) && !held(card)).collect();
        type Sought = (&'static str, &'static str, fn(Part<'_>) -> bool);
        const SOUGHT: [Sought; 5] = [
            ("attack_3", "An attack of +3 or more", |part| part.kind() == EventKind::Battle && part.value() >= 3),
            ("attack", "An attack of +2 or more", |part| part.kind() == EventKind::Battle && part.value() >= 2),
            ("defend", "A defend card", |part| part.is_defend()),
            ("immediate", "A card that answers at once", |part| part.has(Trait::Immediate)),
            ("resource", "A resource", |part| part.kind().is_resource()),
        ];
        let mut rows = Vec::new();
        let mut row = |key: &str, words: &str, count: usize| {
            let chance = one_of(count, unseen.len(), drawn);
            rows.push(vec![words.to_owned(), fraction(&chance), format!("{count} of {}", unseen.len())]);
            self.value[key] = value(&chance);
        };
        for (key, words, fits) in SOUGHT {
            row(key, words, unseen.iter().filter(|card| has_half(view, card, &fits)).count());
        }
        let general = |card: &&&str| matches!(view.pack().card(view.side, card), Some(PlayCard::General(_)));
        row("general", "A general", unseen.iter().filter(general).count());
        let header = [format!("In the next draw of {drawn}"), "Chance".to_owned(), "Of the unseen cards".to_owned()];
        self.blocks.push(Block::Table { header: header.to_vec(), rows });
    }
}

/// All cards of a side.
fn cards_of<'v>(view: View<'v>) -> impl Iterator<Item = &'v str> {
    let own = view.pack().of(view.side);
    own.generals.iter().map(|one| one.id.as_str()).chain(own.cards.iter().map(|one| one.id.as_str()))
}

/// Whether a card has such a half.
fn has_half(view: View<'_>, card: &str, fits: &dyn Fn(Part<'_>) -> bool) -> bool {
    [Half::Upper, Half::Lower].into_iter().any(|half| view.pack().part(view.side, card, half).is_some_and(fits))
}
