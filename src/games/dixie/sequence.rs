//! The sequence of play: set-up (2.0), Battle Turns (5.0), and the nights between days (15.0).

use serde::{Deserialize, Serialize};

use crate::deploy::{self, Deployment};
use crate::engine::ruleset::Asked;
use crate::engine::{Draw, Events, Input, Next, StepContext};
use crate::events::{Event, MoraleCheckReason};
use crate::ledger::{BattleResult, EndReason, Game, Phase};
use crate::melee::disengage;
use crate::morale::{Disorganization, MoraleChecks};
use crate::options::DeckSizes;
use crate::orders::{Answer, Question};
use crate::pack::{Edition, Effect};
use crate::place::Place;
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::state_changes::{DECK, HAND, HELD_BACK, LOST, OHIO, UNUSED};
use crate::{Dixie, Procedure, Reply};

/// After this many quiet Battle Turns in a row the battle is drawn (DX-8).
const QUIET: u8 = 6;

/// Where the battle stands.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Stage {
    /// Decks are shuffled, and the Musters drawn (2.0).
    SetUp {},
    /// A side deploys: as the last of the two, or not (3.2).
    Deploy {
        side: Side,
        last: bool,
        /// The deployment of the side that came first, if it laid cards face down.
        #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
        first: Deployment,
    },
    /// The side that deployed first says which of its face-down cards are not troops, and these are revealed (3.1,
    /// DX-5).
    TurnUp {
        first: Deployment,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        shown: Option<Vec<String>>,
    },
    /// One of two creeks in a column is removed (8.3).
    Water {},
    /// A side's Battle Turn begins.
    Begin(Side),
    Orders {},
    Reinforce {},
    /// The CSA's checks before a day ends (15.2).
    Dusk {},
    /// Attackers disengage, and reinforcements come overnight (15.1, 15.2).
    Night {
        left: bool,
    },
}

impl Stage {
    /// One step of the battle.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, input: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, events, .. } = cx;
        let next = match (&mut *self, input) {
            (Stage::SetUp {}, _) => {
                Side::BOTH.into_iter().for_each(|side| set_up(game, events, side));
                first_deployment(game)
            }
            (Stage::Deploy { side, last, first }, Input::Reply(Reply::Deployed(laid))) => {
                deployed(*side, *last, if *last { std::mem::take(first) } else { laid })
            }
            (Stage::Deploy { side, last, first }, _) if game.turn > 0 && game.reserve(*side) == 0 => {
                deployed(*side, *last, std::mem::take(first))
            }
            (Stage::Deploy { side, .. }, _) => return Next::Orders { side: side.id() },
            (Stage::TurnUp { first, shown }, Input::Answer(Answer::TurnUp(cards))) => {
                game.cards.claim(events, "3.2", &Side::Csa.id(), deploy::claim(game.day, first, &cards));
                *shown = Some(cards);
                return Next::Continue;
            }
            (Stage::TurnUp { first, shown: None }, _) if !first.is_empty() => {
                let laid = first.values().flatten().filter(|card| game.is_face_down(Side::Csa, card));
                let question = Question::TurnUp { cards: laid.cloned().collect() };
                return Next::Ask(Asked { side: Side::Csa.id(), slug: "turn_up", rule: "3.1", question });
            }
            (Stage::TurnUp { shown, .. }, _) => {
                if let Some(next) = game.reveal_cards(Side::Csa, shown.iter().flatten(), "3.1") {
                    return next;
                }
                deploy::arrange(rules, game, events);
                Stage::Water {}
            }
            (Stage::Water {}, input) => match (rules.two_creeks(game), input) {
                (Some(water), Input::Faces(faces)) => {
                    let face = faces.first().copied().unwrap_or(1);
                    let sides = die_for(water.len());
                    let which = (face.clamp(1, sides) - 1) * water.len() as u64 / sides;
                    let (place, side, card) = water[which as usize].clone();
                    let shown = game.public_name(side, &card);
                    events.emit("8.3", &Event::WaterRemoved { side, card: shown, place, face });
                    game.remove_terrain(events, "8.3", (side, &card), LOST);
                    return Next::Continue;
                }
                (Some(water), _) => {
                    let sides = die_for(water.len());
                    return Next::Roll { purpose: "two creeks".to_owned(), rule: "8.3", count: 1, sides };
                }
                (None, _) => Stage::Begin(Side::Csa),
            },
            (Stage::Begin(side), _) => {
                let side = *side;
                begin_turn(game, events, side);
                *self = Stage::Orders {};
                return Next::Call(Procedure::Checks(MoraleChecks::of_hits(
                    rules,
                    game,
                    &[side],
                    None,
                    MoraleCheckReason::Hits,
                )));
            }
            (Stage::Orders {}, Input::Reply(Reply::End)) => Stage::Reinforce {},
            (Stage::Orders {}, _) => {
                if game.phase == Phase::Morale {
                    game.begin_phase(Phase::Combat);
                }
                return Next::Orders { side: game.side.id() };
            }
            (Stage::Reinforce {}, _) => reinforce(game, events),
            (Stage::Dusk {}, _) => {
                *self = Stage::Night { left: false };
                return Next::Call(Procedure::Checks(MoraleChecks::of_hits(
                    rules,
                    game,
                    &[Side::Csa],
                    None,
                    MoraleCheckReason::Hits,
                )));
            }
            (Stage::Night { left }, _) => {
                if !*left {
                    *left = true;
                    events.emit(if game.rules.three_days { "15.2" } else { "15.1" }, &Event::DayEnds { day: game.day });
                    attackers_leave(rules, game, events);
                    return Next::Continue;
                }
                if let Some(disorder) = Disorganization::due(rules, game) {
                    return Next::Call(Procedure::Disorder(disorder));
                }
                night(game, events)
            }
        };
        *self = next;
        Next::Continue
    }
}

/// The number of sides of a die that gives this many creeks the same chance: six if six is divisible by it (8.3).
fn die_for(creeks: usize) -> u64 {
    let creeks = creeks as u64;
    if creeks > 0 && 6 % creeks == 0 { 6 } else { creeks.max(1) }
}

/// The deck of a side, and its first hand (2.0).
fn set_up(game: &mut Game, events: &mut Events, side: Side) {
    let id = side.id();
    let DeckSizes { deck, muster } = DeckSizes::of(game, side);
    let muster = usize::from(muster) + game.cards.handicap(&id);
    if game.cards.count(&id, OHIO) > 0 {
        game.cards.shuffle(events, "15.1", &id, &[OHIO], OHIO);
    }
    if game.rules.decks.is_empty() {
        let deck = usize::from(deck);
        game.cards.shuffle(events, "2.0", &id, &[UNUSED], UNUSED);
        // Day 1 has its Muster of 18 and 6 reinforcements.
        let first = if game.rules.day_1_cards { deck.min(24) } else { deck };
        game.cards.deal(events, "2.0", &id, (UNUSED, first), DECK);
        if first < deck {
            game.cards.shuffle(events, "15.2", &id, &[UNUSED, HELD_BACK], UNUSED);
            game.cards.deal(events, "15.2", &id, (UNUSED, deck - first), DECK);
        }
    } else {
        game.cards.shuffle(events, "14.0", &id, &[DECK], DECK);
    }
    game.cards.draw(events, Draw::of(side.id(), DECK, muster, "muster", "2.0"), HAND);
    if game.rules.three_days {
        game.today.insert(side, 6);
    }
}

fn first_deployment(game: &Game) -> Stage {
    match game.edition {
        // The USA holds the field, and the CSA keeps all cards in the Reserve (3.21).
        Edition::Shiloh => Stage::Deploy { side: Side::Usa, last: true, first: Deployment::new() },
        _ => Stage::Deploy { side: Side::Csa, last: false, first: Deployment::new() },
    }
}

/// What follows the deployment of a side.
fn deployed(side: Side, last: bool, first: Deployment) -> Stage {
    match last {
        true => Stage::TurnUp { first, shown: None },
        false => Stage::Deploy { side: side.other(), last: true, first },
    }
}

/// A Battle Turn begins (5.0).
fn begin_turn(game: &mut Game, events: &mut Events, side: Side) {
    game.turn += 1;
    game.side = side;
    game.phase = Phase::Morale;
    game.quiet += 1;
    game.fought.clear();
    game.routed.clear();
    game.held.clear();
    game.played.clear();
    game.eliminated.clear();
    for position in game.places.values_mut() {
        position.crossed = 0;
        (position.flanked, position.repelled) = (0, 0);
        position.cards.get_mut(&side).into_iter().flatten().for_each(|placed| placed.did = None);
    }
    events.emit("5.0", &Event::Turn { turn: game.turn, day: game.day, side });
}

/// Reinforcements (9.0), and whether the day is over.
fn reinforce(game: &mut Game, events: &mut Events) -> Stage {
    let side = game.side;
    game.end_rest(events);
    let railways = game.played.iter().filter(|played| played.side == side && played.effect == Effect::Railway).count();
    let today = game.today.get(&side).copied();
    let count = (usize::from(game.reinforcement_rate(side)) + railways).min(today.map_or(usize::MAX, usize::from));
    let count = game.cards.draw(events, Draw::of(side.id(), DECK, count, "reinforcements", "9.0"), HAND);
    if count > 0 {
        events.emit("9.0", &Event::Reinforced { side, count });
        game.reset_quiet_turns();
    }
    if let Some(today) = game.today.get_mut(&side) {
        *today = today.saturating_sub(count as u8);
    }
    let empty = |side: Side| game.cards.count(&side.id(), DECK) == 0;
    let over = match game.edition {
        Edition::Shiloh => game.day == 1 && side == Side::Csa && empty(Side::Csa),
        _ => side == Side::Usa && game.rules.three_days && game.today.get(&Side::Usa) == Some(&0),
    };
    if over {
        return if game.rules.three_days { Stage::Dusk {} } else { Stage::Night { left: false } };
    }
    if game.quiet >= QUIET {
        game.won = Some(BattleResult { side: None, how: EndReason::Stalemate });
    }
    Stage::Begin(side.other())
}

/// The attackers in all engaged positions disengage (15.1, 15.2).
fn attackers_leave(rules: &Dixie, game: &mut Game, events: &mut Events) {
    let rule = if game.rules.three_days { "15.2" } else { "15.1" };
    let engaged = game.places.iter().filter(|(place, _)| rules.engaged(game, **place));
    let leaving: Vec<(Side, Place)> = engaged.map(|(place, position)| (position.defender.other(), *place)).collect();
    disengage(rules, game, events, rule, &leaving);
}

/// What comes overnight, and the next day (15.1, 15.2).
fn night(game: &mut Game, events: &mut Events) -> Stage {
    if game.edition == Edition::Shiloh {
        let usa = Side::Usa.id();
        let left = game.cards.count(&usa, DECK);
        if game.rules.ohio {
            let count = left.min(game.cards.count(&usa, OHIO));
            game.cards.deal(events, "15.1", &usa, (DECK, left), UNUSED);
            game.cards.deal(events, "15.1", &usa, (OHIO, count), DECK);
            events.emit("15.1", &Event::Ohio { count });
        }
        let half = game.cards.count(&usa, DECK).div_ceil(2);
        let count = game.cards.draw(events, Draw::of(Side::Usa.id(), DECK, half, "overnight", "15.1"), HAND);
        events.emit("15.1", &Event::Night { side: Side::Usa, count });
        game.day = 2;
        game.quiet = 0;
        return Stage::Begin(Side::Usa);
    }
    if game.day >= 3 {
        game.won = Some(BattleResult { side: Some(Side::Usa), how: EndReason::LastDay });
        return Stage::Begin(Side::Csa);
    }
    game.day += 1;
    game.quiet = 0;
    for (side, count) in [(Side::Csa, 6), (Side::Usa, 12)] {
        let count = game.cards.draw(events, Draw::of(side.id(), DECK, count, "overnight", "15.2"), HAND);
        events.emit("15.2", &Event::Night { side, count });
        game.today.insert(side, 6);
    }
    game.phase = Phase::Deployment;
    Stage::Deploy { side: Side::Csa, last: false, first: Deployment::new() }
}
