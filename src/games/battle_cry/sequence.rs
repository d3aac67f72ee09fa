//! The sequence of play: set-up, the phases of a turn, and the end (Detailed Sequence of Play).

use serde::{Deserialize, Serialize};

use crate::battle::Combat;
use crate::command_points::{face_down, nothing_left};
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{DrawReason, Event, Refusal};
use crate::face_down_cards::{InAdvance, in_advance};
use crate::generals::{embarkation, names_first, next_battle};
use crate::ledger::{EndReason, Game, HAND, HAND_LIMIT, Phase, Won};
use crate::orders::{Answer, MovementPlay, NONE, PlacedBattles, Question};
use crate::pack::Theater;
use crate::recovery::draw_of_turn;
use crate::set_up::{picks_owed, set_up};
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
    Picks {
        side: Side,
    },
    /// The first battle (Set-Up C).
    FirstBattle {},
    /// Both sides draw (A).
    Draw {},
    /// Resources, and command points face down (B, C).
    Plans {},
    /// Battles are placed, and blocked (D).
    Place {},
    Block {},
    /// Strategic movement (E).
    Move {},
    /// Discretionary command points, and all are revealed (F).
    Discretion {},
    Reveal {},
    /// Generals (G).
    Generals {},
    /// Which battle is fought next, and what is drawn for it (H).
    BattleOrder {},
    /// What a battle costs before it begins (Peninsula Campaign); then it begins.
    Ready {
        theater: Theater,
    },
    /// It is being fought (I).
    Fight {},
    /// Resources, discards, and recovery (J, K, L).
    SecondResources {},
    Discards {},
}

impl Stage {
    /// The stage of a position in which a side is asked for orders.
    pub fn of(game: &Game) -> Stage {
        match game.phase {
            Phase::SetUp => Stage::SetUp {},
            Phase::Draw => Stage::Draw {},
            Phase::FirstResources | Phase::CommandPoints => Stage::Plans {},
            Phase::Battles => Stage::Place {},
            Phase::Movement => Stage::Move {},
            Phase::Discretionary => Stage::Discretion {},
            Phase::Generals => Stage::Generals {},
            Phase::BattleOrder => Stage::BattleOrder {},
            Phase::Combat => Stage::Fight {},
            Phase::SecondResources => Stage::SecondResources {},
            Phase::Discard | Phase::Recovery => Stage::Discards {},
        }
    }

    /// One step of the game.
    pub fn step(
        &mut self,
        rules: &BattleCry,
        cx: StepContext<'_, BattleCry>,
        input: Input<BattleCry>,
    ) -> Next<BattleCry> {
        let StepContext { game, events, .. } = cx;
        let Some(scenario) = rules.scenario(game).cloned() else { return Next::Return(Reply::Done) };
        match self.clone() {
            Stage::SetUp {} => {
                Side::BOTH.into_iter().for_each(|side| set_up(&scenario, game, events, side));
                *self = Stage::Picks { side: Side::Union };
            }
            Stage::Picks { side } => {
                if picks_owed(&scenario, game, side) > 0 {
                    return Next::Orders { side: side.id() };
                }
                *self =
                    if side == Side::Union { Stage::Picks { side: Side::Confederate } } else { Stage::FirstBattle {} };
            }
            Stage::FirstBattle {} => {
                let Some(first) = &scenario.battle else {
                    // Such a scenario begins with phase C (Deck Two Scenario), or with B if it says so.
                    if !scenario.first_resources {
                        Side::BOTH.into_iter().for_each(|side| game.act(Phase::FirstResources, side));
                    }
                    *self = Stage::Plans {};
                    return Next::Continue;
                };
                let Some(card) = rules.pack.battle(&first.id) else { return Next::Return(Reply::Done) };
                game.phase = Phase::Combat;
                game.day = u8::from(scenario.days > 0);
                events.emit("I", &Event::Phase { phase: Phase::Combat });
                rules.begin_battle(game, events, card, first.initiative, false);
                game.battle.iter_mut().for_each(|battle| battle.must_attack = first.must_attack);
                *self = Stage::Fight {};
                return Next::Call(Procedure::Combat(Combat::Before {}));
            }
            Stage::Draw {} => {
                events.emit("A", &Event::Turn { turn: game.turn });
                game.begin_phase(events, Phase::Draw);
                for side in Side::BOTH {
                    let count = draw_of_turn(rules, game, side);
                    game.draw_cards(events, "A", side, count, DrawReason::Turn);
                }
                *self = Stage::Plans {};
            }
            Stage::Plans {} => {
                let both = |phase| Side::BOTH.map(|side| (phase, side));
                let due = [both(Phase::FirstResources), both(Phase::CommandPoints)].concat();
                match game.due(events, &due) {
                    Some(side) => return Next::Orders { side: side.id() },
                    None => *self = Stage::Place {},
                }
            }
            Stage::Place {} => return self.place(rules, game, events, input),
            Stage::Block {} => {
                let blocks = rules.may_block(game, Side::Confederate);
                if blocks && !game.has_acted(Phase::Battles, Side::Confederate) {
                    return Next::Orders { side: Side::Confederate.id() };
                }
                *self = Stage::Move {};
            }
            Stage::Move {} => return self.move_on(rules, game, events, input),
            Stage::Discretion {} => {
                for side in Side::BOTH {
                    if nothing_left(View::of(rules, game, side), side) {
                        game.act(Phase::Discretionary, side);
                    }
                }
                match game.due(events, &Side::BOTH.map(|side| (Phase::Discretionary, side))) {
                    Some(side) => return Next::Orders { side: side.id() },
                    None => *self = Stage::Reveal {},
                }
            }
            Stage::Reveal {} => {
                for side in Side::BOTH {
                    let ids = face_down(game, side);
                    if !ids.is_empty() {
                        return Next::TurnUp { side: side.id(), ids, rule: "F.1" };
                    }
                }
                crate::command_points::reveal(rules, game, events);
                *self = Stage::Generals {};
            }
            Stage::Generals {} => match game.due(events, &Side::BOTH.map(|side| (Phase::Generals, side))) {
                Some(side) => return Next::Orders { side: side.id() },
                None => *self = Stage::BattleOrder {},
            },
            Stage::BattleOrder {} => return self.order_battles(rules, game, events, input),
            Stage::Ready { theater } => {
                match embarkation(rules, game, theater) {
                    Some((0, 0)) | None => {}
                    Some(_) => return Next::Orders { side: Side::Union.id() },
                }
                let placed = game.placed.get(&theater).cloned();
                let Some((placed, card)) = placed.and_then(|placed| {
                    let card = rules.pack.battle(&placed.battle)?;
                    Some((placed, card))
                }) else {
                    return Next::Return(Reply::Done);
                };
                game.begin_phase(events, Phase::Combat);
                let attacker = if placed.offensive { Side::Confederate } else { Side::Union };
                rules.begin_battle(game, events, card, attacker, placed.offensive);
                *self = Stage::Fight {};
                return Next::Call(Procedure::Combat(Combat::Before {}));
            }
            Stage::Fight {} => {
                if scenario.days > 0 {
                    let winner = game.victories.last().map(|victory| victory.side);
                    game.won = Some(Won { side: winner, how: EndReason::Battle });
                    return Next::Continue;
                }
                rules.after_battle(game, events);
                *self = Stage::BattleOrder {};
            }
            Stage::SecondResources {} => {
                match game.due(events, &Side::BOTH.map(|side| (Phase::SecondResources, side))) {
                    Some(side) => return Next::Orders { side: side.id() },
                    None => {
                        rules.decks_over(game, events);
                        *self = Stage::Discards {};
                    }
                }
            }
            Stage::Discards {} => {
                for side in Side::BOTH {
                    if game.count(side, HAND) <= HAND_LIMIT && game.ahead != Some((side, Phase::Discard)) {
                        game.act(Phase::Discard, side);
                    }
                }
                if let Some(side) = game.due(events, &Side::BOTH.map(|side| (Phase::Discard, side))) {
                    return Next::Orders { side: side.id() };
                }
                game.begin_phase(events, Phase::Recovery);
                rules.recover(game, events);
                if !scenario.ends_with_deck_one {
                    // Who exchanged a general for the last card of Deck Two has completed it.
                    rules.decks_over(game, events);
                }
                *self = Stage::Draw {};
            }
        }
        Next::Continue
    }

    /// The Union places its battles: as it has sealed, or by its orders (D.1).
    fn place(
        &mut self,
        rules: &BattleCry,
        game: &mut Game,
        events: &mut Events,
        input: Input<BattleCry>,
    ) -> Next<BattleCry> {
        let side = Side::Union;
        game.begin_phase(events, Phase::Battles);
        if let Input::Answer(Answer::Place(battles)) = &input {
            crate::placement::place(rules, game, events, battles);
        }
        let first = |theater| rules.placeable(game, theater).next().map(|card| card.id.clone());
        let [east, west] = Theater::BOTH.map(first);
        if east.is_none() && west.is_none() {
            game.act(Phase::Battles, side);
        }
        if game.has_acted(Phase::Battles, side) {
            *self = Stage::Block {};
            return Next::Continue;
        }
        match in_advance(rules, game, Question::Placement {}, "D.1") {
            InAdvance::Next(next) => next,
            InAdvance::None => Next::Orders { side: side.id() },
            InAdvance::Lapsed => {
                let both = game.effects.pressure;
                let needs_east = both || game.effects.must_place.contains(&Theater::East) || west.is_none();
                let battles = PlacedBattles {
                    east: east.filter(|_| needs_east),
                    west: west.filter(|_| both || !needs_east),
                    amphibious: false,
                };
                crate::placement::place(rules, game, events, &battles);
                Next::Continue
            }
        }
    }

    /// Moves in turn, until both sides have passed (E).
    fn move_on(
        &mut self,
        rules: &BattleCry,
        game: &mut Game,
        events: &mut Events,
        input: Input<BattleCry>,
    ) -> Next<BattleCry> {
        game.begin_phase(events, Phase::Movement);
        let pass = MovementPlay { card: NONE.to_owned(), ..MovementPlay::default() };
        match input {
            Input::Answer(Answer::Pass) => crate::movement::play(rules, game, events, Side::Union, &pass),
            Input::Answer(Answer::Move(play)) => {
                crate::movement::play(rules, game, events, Side::Union, &play);
                if play.card != NONE {
                    // The Confederate wrote its move for the case that the Union passes.
                    return recall(rules, Side::Confederate, Phase::Movement);
                }
            }
            _ => {}
        }
        if game.maneuver.passes >= 2 {
            *self = Stage::Discretion {};
            return Next::Continue;
        }
        let side = game.maneuver.blocks.unwrap_or(game.maneuver.side);
        if !game.maneuver.begun {
            let blocked = crate::placement::blocked(game);
            match in_advance(rules, game, Question::Moves { blocked }, "E") {
                InAdvance::Next(next) => return next,
                InAdvance::Lapsed => {
                    crate::movement::play(rules, game, events, Side::Union, &pass);
                    return Next::Continue;
                }
                InAdvance::None => {}
            }
        }
        Next::Orders { side: side.id() }
    }

    /// Which battle is fought next, after the first the second (H.3); both sides draw for it, and command points of a
    /// theater without a battle are ignored (H.4).
    fn order_battles(
        &mut self,
        rules: &BattleCry,
        game: &mut Game,
        events: &mut Events,
        input: Input<BattleCry>,
    ) -> Next<BattleCry> {
        if game.placed.is_empty() || next_battle(game).is_none() {
            *self = Stage::SecondResources {};
            return Next::Continue;
        }
        game.begin_phase(events, Phase::BattleOrder);
        let side = names_first(game);
        if let Input::Answer(Answer::First(theater)) = input {
            crate::generals::name_first(game, events, side, theater);
        }
        if game.placed.len() > 1 && game.named_first.is_none() {
            let asked = in_advance(rules, game, Question::FirstBattle {}, "H.1");
            match asked {
                InAdvance::Next(next) if side == Side::Union => return next,
                InAdvance::Lapsed if side == Side::Union => {
                    crate::generals::name_first(game, events, side, Theater::East);
                }
                _ => return Next::Orders { side: side.id() },
            }
        }
        let Some(theater) = next_battle(game) else { return Next::Continue };
        *self = Stage::Ready { theater };
        match crate::generals::draw(game, events, theater) {
            true => recall(rules, Side::Union, Phase::BattleOrder),
            false => Next::Continue,
        }
    }
}

/// Returns the orders that wait: something has happened that their player could not know.
fn recall(rules: &BattleCry, side: Side, phase: Phase) -> Next<BattleCry> {
    let problem = Refusal::to_problems(vec![(Refusal::Overtaken { phase }, phase.letter())], rules, side).pop();
    problem.map_or(Next::Continue, |problem| Next::Recall(Box::new(problem)))
}
