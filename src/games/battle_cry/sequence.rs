//! The sequence of play: set-up, the phases of a turn, and the end (Detailed Sequence of Play).

use serde::{Deserialize, Serialize};

use crate::battle::Combat;
use crate::document::Id;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{DrawReason, Event};
use crate::ledger::{ASIDE, DECK, EndReason, Game, Phase, Won};
use crate::pack::{Scenario, Theater};
use crate::shared::Side;
use crate::view::View;
use crate::{BattleCry, Procedure, Reply};

/// Where the game stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Stage {
    /// Generals come into play, decks are shuffled, and the first hands drawn (Set-Up).
    SetUp {},
    /// Sides choose generals, or cards, before the first turn (Gettysburg, Deck Two scenario).
    Picks { side: Side },
    /// The first battle (Set-Up C).
    FirstBattle {},
    /// It is being fought.
    Fight {},
}

impl Stage {
    /// One step of the game.
    pub fn step(
        &mut self,
        rules: &BattleCry,
        cx: StepContext<'_, BattleCry>,
        input: Input<BattleCry>,
    ) -> Next<BattleCry> {
        let StepContext { game, events, .. } = cx;
        let Some(scenario) = rules.scenario(game).cloned() else { return Next::Return(Reply::Done) };
        match (self.clone(), input) {
            (Stage::SetUp {}, _) => {
                Side::BOTH.into_iter().for_each(|side| set_up(&scenario, game, events, side));
                *self = Stage::Picks { side: Side::Union };
            }
            (Stage::Picks { side }, _) => {
                if picks_owed(&scenario, game, side) > 0 {
                    return Next::Orders { side: side.id() };
                }
                *self =
                    if side == Side::Union { Stage::Picks { side: Side::Confederate } } else { Stage::FirstBattle {} };
            }
            (Stage::FirstBattle {}, _) => {
                let Some(first) = &scenario.battle else { return Next::Return(Reply::Done) };
                let Some(card) = rules.pack.battle(&first.id) else { return Next::Return(Reply::Done) };
                game.phase = Phase::Combat;
                game.day = u8::from(scenario.days > 0);
                events.emit("I", &Event::Phase { phase: Phase::Combat });
                rules.begin_battle(game, events, card, first.initiative, false);
                game.battle.iter_mut().for_each(|battle| battle.must_attack = first.must_attack);
                *self = Stage::Fight {};
                return Next::Call(Procedure::Combat(Combat::Before {}));
            }
            (Stage::Fight {}, _) => {
                if scenario.days > 0 {
                    let winner = game.victories.last().map(|victory| victory.side);
                    game.won = Some(Won { side: winner, how: EndReason::Battle });
                }
            }
        }
        Next::Again
    }
}

/// Generals come into play; the deck is shuffled, and the first hand drawn (Set-Up D).
fn set_up(scenario: &Scenario, game: &mut Game, events: &mut Events, side: Side) {
    let own = scenario.of(side);
    game.side_mut(side).generals.clear();
    for (general, theater) in own.generals.iter() {
        game.enter(events, "Set-Up D", side, general, *theater);
    }
    game.cards.shuffle(events, "Set-Up D", &side.id(), &[DECK], DECK);
    game.draw_cards(events, "Set-Up C", side, usize::from(own.hand), DrawReason::FirstHand);
}

/// How many generals a side still chooses.
fn picks_owed(scenario: &Scenario, game: &Game, side: Side) -> usize {
    let own = scenario.of(side);
    let chosen = own.available.iter().filter(|general| game.in_play(side, general).is_some()).count();
    usize::from(own.chosen).saturating_sub(chosen)
}

impl BattleCry {
    /// The scenario that is played.
    pub fn scenario<'s>(&'s self, game: &Game) -> Option<&'s Scenario> {
        self.pack.scenarios.get(&game.scenario)
    }

    /// Whether a general who is set aside may come into the battle: at Gettysburg, those who were not chosen, and those
    /// who arrive on a later day (BC-19).
    pub fn is_reinforcement(&self, game: &Game, side: Side, general: &str) -> bool {
        let Some(own) = self.scenario(game).map(|scenario| scenario.of(side)) else { return false };
        let listed = || own.available.iter().any(|other| other == general);
        listed() || own.from_day.contains_key(general)
    }

    /// Why a side cannot choose these generals for the set-up (Gettysburg).
    pub fn picks_refused(&self, view: View<'_>, cards: &[String]) -> crate::view::RefusalList {
        use crate::engine::refusal::RefusalListExt;
        use crate::events::Refusal;
        let mut found = crate::view::RefusalList::new();
        let Some(scenario) = self.scenario(view.game) else { return found };
        let own = scenario.of(view.side);
        let wanted = picks_owed(scenario, view.game, view.side);
        if view.game.phase != Phase::SetUp || wanted == 0 {
            return vec![(Refusal::WrongPhase { phase: view.game.phase }, "Set-Up")];
        }
        found.when(cards.len() != wanted, Refusal::WrongCount { wanted, given: cards.len() }, "Gettysburg");
        for (n, card) in cards.iter().enumerate() {
            found.when(cards[..n].contains(card), Refusal::Twice { card: card.clone() }, "Gettysburg");
            found.when(!own.available.contains(card), Refusal::NotAvailable { general: card.clone() }, "Gettysburg");
        }
        found
    }

    /// They come into play.
    pub fn pick(&self, game: &mut Game, events: &mut Events, side: Side, cards: &[String]) {
        let theater =
            self.scenario(game).and_then(|scenario| scenario.battle.as_ref()).and_then(|first| self.theater(&first.id));
        for card in cards {
            game.enter(events, "Gettysburg", side, card, theater.unwrap_or(Theater::East));
        }
    }

    /// The theater of a battle.
    pub fn theater(&self, battle: &Id) -> Option<Theater> {
        self.pack.battle(battle).map(|battle| battle.theater)
    }
}

/// The name of the pile of generals who are set aside, for words.
pub const SET_ASIDE: &str = ASIDE;
