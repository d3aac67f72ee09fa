//! Scouting (13.7), and decoys that are revealed (13.6).

use serde::{Deserialize, Serialize};

use crate::engine::refusal::RefusalListExt;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{Event, MoraleCheckReason, Refusal};
use crate::fire::Fire;
use crate::ledger::{CardAction, Game, Phase};
use crate::morale::{MoraleChecks, order_by_policy};
use crate::moves::{Route, move_phase_refused};
use crate::orders::First;
use crate::pack::{Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::state_changes::HAND;
use crate::terrain::{in_battle_line, terrain_fits};
use crate::view::{RefusalList, View};
use crate::{Dixie, Procedure, Reply};

/// Cavalry scouting an enemy position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scout {
    pub side: Side,
    pub from: Place,
    pub place: Place,
    pub cards: Vec<String>,
    pub stage: Stage,
}

/// Where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// An enemy card is to fire.
    Fire,
    Checks,
    /// The survivors see everything there, and go back.
    Back,
}

/// Why the rules forbid scouting.
pub fn refused(view: View<'_>, cards: &[String], place: Place) -> RefusalList {
    let (game, side) = (view.game, view.side);
    if !game.rules.scouting {
        return vec![(Refusal::NotPlayed { option: "scouting".to_owned() }, "13.7")];
    }
    let mut found = Route { cards, path: &[place], forced: false }.refused(view);
    for card in cards {
        found.when(view.kind(card) != Some(Kind::Cavalry), Refusal::WrongKind { card: card.clone() }, "13.7");
        // At Shiloh both lines are the USA's, also where the CSA has captured them (DX-2).
        let line = game.own_line(side);
        if !view.place(card).is_some_and(|from| line.contains(&from) && from.opposite() == place) {
            found.push((Refusal::NotAdjacent { from: view.place(card).unwrap_or(Place::Reserve), to: place }, "13.7"));
        }
    }
    // A position without enemies is captured (13.7).
    let joined = game.has_enemies(place, side) && !game.cards_in(place, side).is_empty();
    found.when(joined, Refusal::NothingToScout { place }, "13.7");
    found
}

impl Scout {
    /// The cavalry rides out.
    pub fn begin(
        rules: &Dixie,
        game: &mut Game,
        events: &mut Events,
        (side, place): (Side, Place),
        cards: &[String],
    ) -> Scout {
        Route { cards, path: &[place], forced: false }.carry_out(rules, game, events, side, cards);
        Scout { side, from: place.opposite(), place, cards: cards.to_vec(), stage: Stage::Fire }
    }

    /// One step of it.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, _: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, events, .. } = cx;
        let (side, enemy, place) = (self.side, self.side.other(), self.place);
        match self.stage {
            Stage::Fire => {
                let troops = rules.troops(game, place, enemy).iter().map(|placed| placed.card.clone()).collect();
                let card = order_by_policy(rules, game, enemy, troops, First::Strongest, &[]).into_iter().next();
                let Some(card) = card else {
                    self.stage = Stage::Back;
                    return Next::Continue;
                };
                if let Some(shown) = game.reveal_cards(enemy, [&card], "13.7") {
                    return shown;
                }
                self.stage = Stage::Checks;
                // There is no time for specials against scouts.
                let (cards, asked) = (vec![card], true);
                Next::Call(Procedure::Fire(Fire {
                    side: enemy,
                    from: place,
                    at: place,
                    cards,
                    asked,
                    ..Fire::default()
                }))
            }
            Stage::Checks => {
                self.stage = Stage::Back;
                let checks = MoraleChecks::of_hits(rules, game, &[side], Some(place), MoraleCheckReason::Scouting);
                Next::Call(Procedure::Checks(checks))
            }
            Stage::Back => {
                self.cards.retain(|card| game.find(side, card).is_some());
                if self.cards.is_empty() {
                    return Next::Return(Reply::Done);
                }
                let all = game.cards_in(place, enemy).iter().map(|placed| &placed.card);
                if let Some(shown) = game.reveal_cards(enemy, all, "13.7") {
                    return shown;
                }
                rules.apply_immediate_effects(game, events);
                if game.has_enemies(place, side) {
                    for card in &self.cards {
                        game.move_card(events, "13.7", (side, card), (place, self.from), Some(CardAction::Fired));
                    }
                }
                Next::Return(Reply::Done)
            }
        }
    }
}

/// Why the rules forbid revealing these cards (13.6).
pub fn reveal_refused(view: View<'_>, cards: &[String]) -> RefusalList {
    if !view.game.rules.decoys {
        return vec![(Refusal::NotPlayed { option: "decoys".to_owned() }, "13.6")];
    }
    let mut found = view.names(cards, "13.6");
    found.extend(move_phase_refused(view.game));
    for card in cards {
        match view.place(card) {
            None => found.push((Refusal::NoSuchCard { card: card.clone() }, "13.6")),
            Some(place) if view.game.has_enemies(place, view.side) => found.push((Refusal::Engaged { place }, "13.6")),
            Some(_) => {}
        }
        if view.card(card).is_none() || view.placed(card).is_some_and(|placed| !placed.laid) {
            found.push((Refusal::WrongKind { card: card.clone() }, "13.6"));
        }
    }
    found
}

/// Revealed cards become what they are; cards that are not allowed there return to the Reserve.
pub fn reveal(rules: &Dixie, game: &mut Game, events: &mut Events, side: Side, cards: &[String]) {
    for card in cards {
        let Some((place, _)) = game.find(side, card) else { continue };
        let Some(data) = rules.card(game, side, card) else { continue };
        let water = data.terrain.is_some_and(|ground| ground.is_water()) && rules.water(game, place).next().is_some();
        let terrain = game.position(place).map_or(0, |position| position.terrain.len());
        let stays = match data.kind {
            Kind::Terrain => {
                in_battle_line(game, side, place) && terrain_fits(game, data, place) && terrain < 2 && !water
            }
            Kind::Special => data.special.is_some_and(Effect::stays),
            Kind::General => rules.general(game, place, side).is_none_or(|general| general.id == data.id),
            _ => true,
        };
        let (kind, shown) = (data.kind, data.id.clone());
        if !stays {
            events.emit("13.6", &Event::Returned { side, card: shown, place });
            game.move_to_pile(events, "13.6", (side, card), HAND);
        } else if kind == Kind::Terrain {
            game.becomes_terrain(side, card);
            events.emit("13.6", &Event::Terrain { side, card: shown, place });
        } else if let Some(placed) = game.placed_mut(side, card) {
            placed.laid = false;
        }
    }
    game.begin_phase(Phase::Move);
}
