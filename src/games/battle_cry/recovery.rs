//! After the battles: what they decide at once, the hand limit (K), recovery (L), and the ends of the game.

use crate::BattleCry;
use crate::document::Id;
use crate::engine::Events;
use crate::engine::refusal::RefusalListExt;
use crate::events::{DiscardReason, DrawReason, Event, PointsReason, Refusal};
use crate::ledger::{ASIDE, EndReason, Game, HAND, HAND_LIMIT, Maneuver, Phase, TurnEffects, Victory, Won};
use crate::pack::Points;
use crate::shared::Side;
use crate::view::{RefusalList, View};

impl BattleCry {
    /// How many cities the Union has taken.
    pub fn cities_taken(&self, game: &Game) -> usize {
        self.pack.battles.iter().filter(|card| card.city && game.holds(&card.id)).count()
    }

    /// What follows a battle at once: a city falls, and with the third the Union has won (Victory Conditions A); a
    /// Confederate offensive that fails against a battle the Union holds costs a point (Confederate Player Notes).
    pub fn after_battle(&self, game: &mut Game, events: &mut Events) {
        game.battle = None;
        let Some(Victory { side, battle, theater, major, .. }) = game.victories.last().cloned() else { return };
        let invasion = self.pack.battle(&battle).is_some_and(|card| card.invasion);
        game.invasions_won += u8::from(side == Side::Confederate && invasion && major);
        let offensive = game.placed.get(&theater).is_some_and(|placed| placed.offensive);
        if side == Side::Union && offensive && game.holds(&battle) {
            game.change_points(
                events,
                "BC-8",
                Points { union: 0, confederate: -1 },
                &PointsReason::Offensive(battle.clone()),
            );
        }
        if side == Side::Union && self.pack.battle(&battle).is_some_and(|card| card.city) {
            hold(game, events, &battle);
            if !self.counts_conditions(game) && self.pack.battles.iter().all(|card| !card.city || game.holds(&card.id))
            {
                game.won = Some(Won { side: Some(Side::Union), how: EndReason::Cities });
            }
        }
    }

    /// Whether conditions decide at the end, in place of three cities or the election (Deck One Scenario, BC-58).
    pub fn counts_conditions(&self, game: &Game) -> bool {
        self.scenario(game).is_some_and(|scenario| scenario.ends_with_deck_one)
    }

    /// The end of the game after phase J, if it has come: a deck is completed (End of Game, Deck One Scenario).
    pub fn decks_over(&self, game: &mut Game, events: &mut Events) {
        let most = Side::BOTH.map(|side| game.side(side).deck).into_iter().max().unwrap_or_default();
        if self.counts_conditions(game) {
            if most >= 2 {
                self.count_conditions(game, events);
            }
        } else if most >= 3 {
            game.won = Some(Won { side: Some(Side::Confederate), how: EndReason::DecksExhausted });
        }
    }

    /// The Deck One scenario: a lead of two command points, and more cities than major victories at invasions, or the
    /// other way round. Who meets more of his conditions wins.
    fn count_conditions(&self, game: &mut Game, events: &mut Events) {
        let [union, confederate] = Side::BOTH.map(|side| i16::from(game.side(side).points));
        let (cities, invasions) = (self.cities_taken(game), usize::from(game.invasions_won));
        let met = |conditions: [bool; 2]| conditions.into_iter().filter(|met| *met).count() as u8;
        let for_union = met([union - confederate >= 2, cities > invasions]);
        let for_confederate = met([confederate - union >= 2, invasions > cities]);
        events.emit("Deck One Scenario", &Event::Counted { union: for_union, confederate: for_confederate });
        let side = match for_union.cmp(&for_confederate) {
            std::cmp::Ordering::Greater => Some(Side::Union),
            std::cmp::Ordering::Less => Some(Side::Confederate),
            std::cmp::Ordering::Equal => None,
        };
        game.won = Some(Won { side, how: EndReason::DeckOne });
    }

    /// Phase L: generals disengage, cards are cleared away, battles change hands, generals are promoted, command points
    /// come, and the next turn begins.
    pub fn recover(&self, game: &mut Game, events: &mut Events) {
        for side in Side::BOTH {
            game.side_mut(side).generals.iter_mut().for_each(|general| general.engaged = false);
        }
        game.clear_table(events, "L");
        let victories = std::mem::take(&mut game.victories);
        for victory in &victories {
            self.promote(game, events, victory);
        }
        let mut washington = false;
        for Victory { side, battle, .. } in &victories {
            let Some(card) = self.pack.battle(battle) else { continue };
            match side {
                Side::Union if card.can_be_held() => hold(game, events, battle),
                Side::Union => {}
                Side::Confederate => {
                    washington |= card.capital;
                    if card.invasion && !card.capital {
                        game.removed.push(battle.clone());
                        events.emit("Invasion", &Event::Removed { battle: battle.clone() });
                    } else if game.holds(battle) {
                        game.held.retain(|other| other != battle);
                        events.emit("L", &Event::Retaken { battle: battle.clone() });
                    }
                }
            }
        }
        self.late_points(game, events);
        let effects = std::mem::take(&mut game.effects);
        let attack_caps = effects.attack_caps_next;
        game.effects =
            TurnEffects { attack_caps, later: effects.later, washington_taken: washington, ..TurnEffects::default() };
        game.placed.clear();
        game.laying.clear();
        game.acted.clear();
        game.draws.clear();
        (game.named_first, game.ahead, game.maneuver) = (None, None, Maneuver::default());
        game.turn += 1;
    }

    /// Generals who were in play in a victory get their three-star cards (L, BC-20).
    fn promote(&self, game: &mut Game, events: &mut Events, victory: &Victory) {
        let side = victory.side;
        for promoted in self.pack.of(side).generals.iter().filter(|general| general.replaces.is_some()) {
            let Some(old) = promoted.replaces.as_ref().filter(|old| victory.generals.contains(old)) else { continue };
            let waits = game.aside.get(&side).is_some_and(|aside| aside.contains(&promoted.id));
            let Some(theater) = game.in_play(side, old).map(|one| one.theater).filter(|_| waits) else { continue };
            game.leave_play(events, "L", side, old, ASIDE);
            game.enter(events, "L", side, &promoted.id, theater);
            game.aside.entry(side).or_default().push(old.clone());
            events.emit("L", &Event::Promoted { side, general: old.clone(), to: promoted.id.clone() });
        }
    }

    /// Command points at the end of a turn: emancipation (BC-22), battles that fell in phase E (BC-21), Washington.
    fn late_points(&self, game: &mut Game, events: &mut Events) {
        for battle in game.maneuver.fallen.clone() {
            let Some(card) = self.pack.battle(&battle) else { continue };
            let change = card.points(Side::Union);
            game.change_points(events, "I.9", change, &PointsReason::Fallen(battle));
        }
        let turn = game.turn;
        let mut later = std::mem::take(&mut game.effects.later);
        for due in later.iter_mut().filter(|due| due.since < turn) {
            due.turns -= 1;
            game.change_points(events, "BC-22", due.points, &PointsReason::Later(due.event.clone()));
        }
        later.retain(|due| due.turns > 0);
        game.effects.later = later;
        if game.effects.washington_taken {
            events.emit("Washington, D.C.", &Event::WashingtonRetaken {});
            game.change_points(
                events,
                "Washington, D.C.",
                Points { union: 1, confederate: 0 },
                &PointsReason::Washington,
            );
        }
    }
}

/// A battle comes to the Union; one that it holds stays its own.
fn hold(game: &mut Game, events: &mut Events, battle: &Id) {
    if !game.holds(battle) {
        game.held.push(battle.clone());
        events.emit("L", &Event::Held { battle: battle.clone() });
    }
}

/// Why a side cannot discard so (K).
pub fn discard_refused(view: View<'_>, cards: &[String], general: Option<&String>) -> RefusalList {
    let (game, side) = (view.game, view.side);
    let ahead = game.phase == Phase::SecondResources && game.ahead == Some((side, Phase::Discard));
    if !ahead && game.phase != Phase::Discard || game.has_acted(Phase::Discard, side) {
        return vec![(Refusal::WrongPhase { phase: game.phase }, "K")];
    }
    let hand = game.count(side, HAND);
    let (wanted, given) = (hand.saturating_sub(HAND_LIMIT), cards.len());
    let mut found = RefusalList::new();
    found.when(wanted != given, Refusal::WrongCount { wanted, given }, "K.1");
    for (n, card) in cards.iter().enumerate() {
        found.extend(view.not_in_hand(card).map(|refusal| (refusal, "K.1")));
        found.when(cards[..n].contains(card), Refusal::Twice { card: card.clone() }, "K.1");
    }
    if let Some(card) = general {
        found.when(wanted > 0, Refusal::NoExchange, "K.2");
        let lacks = view.not_in_hand(card);
        let other = view.general(card).is_none().then(|| view.not_general(card));
        found.extend(lacks.or(other).map(|refusal| (refusal, "K.2")));
    }
    found
}

/// A side discards down to nine cards, or exchanges a general for a card (BC-14).
pub fn discard(game: &mut Game, events: &mut Events, side: Side, cards: &[String], general: Option<&String>) {
    game.discard(events, "K.1", side, cards, DiscardReason::HandLimit);
    if let Some(general) = general {
        game.discard(events, "K.2", side, std::slice::from_ref(general), DiscardReason::Exchange);
        game.draw_cards(events, "K.2", side, 1, DrawReason::Exchange);
    }
    game.act(Phase::Discard, side);
}

/// How many cards a side draws in phase A: three, the Confederate one fewer for each city lost.
pub fn draw_of_turn(rules: &BattleCry, game: &Game, side: Side) -> usize {
    let lost = if side == Side::Confederate { rules.cities_taken(game) } else { 0 };
    3_usize.saturating_sub(lost)
}
