//! The beginning of orders.

use serde_json::{Value, json};

use crate::document::Problem;
use crate::engine::{CardTable, Events, StepContext};
use crate::events::Refusal;
use crate::fire::FireOrder;
use crate::force_march::March;
use crate::ledger::{Game, Phase};
use crate::melee::Melee;
use crate::moves::{Coming, Route, move_phase_refused};
use crate::orders::{Order, Outflanking, Play};
use crate::outflank::Outflank;
use crate::pack::Effect;
use crate::scout::Scout;
use crate::side::Side;
use crate::view::{RefusalList, View};
use crate::{Dixie, Procedure, Reply, after_moves, deploy, melee, outflank, scout, specials, terrain};

impl Order {
    /// The cards that the order is about, except those of a deployment.
    pub fn cards(&self) -> &[String] {
        match self {
            Order::Fire { cards, .. }
            | Order::Move { cards, .. }
            | Order::ForceMarch { cards, .. }
            | Order::Outflank(Outflanking { cards, .. })
            | Order::Scout { cards, .. }
            | Order::Reveal { cards } => cards,
            Order::Terrain { card, .. } | Order::Decoy { card, .. } | Order::Special(Play { card, .. }) => {
                std::slice::from_ref(card)
            }
            Order::Melee { specials, .. } => specials,
            Order::Deploy { .. } | Order::EndTurn {} => &[],
        }
    }

    /// The other cards that it names: the general who goes along, and a special or the card on which one is played.
    pub fn other_cards(&self) -> impl Iterator<Item = &String> {
        let (general, other) = match self {
            Order::ForceMarch { general, .. } => (general.as_ref(), None),
            Order::Outflank(Outflanking { general, special, .. }) => (general.as_ref(), special.as_ref()),
            Order::Special(Play { target, .. }) => (None, target.as_ref()),
            _ => (None, None),
        };
        general.into_iter().chain(other)
    }

    /// Why the rules forbid the order, each reason with its rule.
    pub fn refused(&self, view: View<'_>) -> RefusalList {
        // The phase named in the refusal is the one that the order belongs to, or, before the battle, the deployment
        // that is due.
        let deploying = view.game.phase == Phase::Deployment;
        if deploying != matches!(self, Order::Deploy { .. }) {
            return vec![(Refusal::WrongPhase { phase: Phase::Deployment }, "5.0")];
        }
        match self {
            Order::Deploy { cards, decoys } => deploy::refused(view, cards, decoys),
            Order::Melee { place, specials, .. } => melee::refused(view, *place, specials),
            Order::Fire { cards, at, target, .. } => {
                FireOrder { cards, at: *at, target: target.as_deref() }.refused(view)
            }
            Order::Special(play) => {
                let mut found = specials::refused(view, play);
                found.extend(
                    move_phase_refused(view.game).filter(|_| self.ends_combat(view.rules, view.game, view.side)),
                );
                found
            }
            Order::Move { cards, path } => Route { cards, path, forced: false }.refused(view),
            Order::ForceMarch { cards, path, general } => march(view.side, cards, path, general).refused(view),
            Order::Terrain { card, place } => terrain::refused(view, card, *place),
            Order::Outflank(order) => outflank::refused(view, order),
            Order::Scout { cards, place } => scout::refused(view, cards, *place),
            Order::Decoy { card, place } => decoy_refused(view, card, *place),
            Order::Reveal { cards } => scout::reveal_refused(view, cards),
            Order::EndTurn {} => Vec::new(),
        }
    }

    /// Whether it is a special of the Move Phase, after which there is no more combat (DX-30).
    fn ends_combat(&self, rules: &Dixie, game: &Game, side: Side) -> bool {
        let Order::Special(play) = self else { return false };
        let effect = rules.set(game).card(side, &play.card).and_then(|card| card.special);
        effect.is_some_and(specials::is_move_phase_special)
    }

    /// These objections in words, each at its place in the order.
    pub fn problems(
        &self,
        refused: impl IntoIterator<Item = (Refusal, &'static str)>,
        rules: &Dixie,
        side: Side,
    ) -> Vec<Problem> {
        let written = json!(self);
        let problem = |(refusal, rule): (Refusal, &'static str)| {
            let problem = refusal.to_owner(rules, side).rule(rule);
            match path_of(&written, &refusal, rule) {
                Some(path) => problem.in_path(path),
                None => problem,
            }
        };
        refused.into_iter().map(problem).collect()
    }

    /// Begins the order: the procedure that carries it out, `None` if it is already carried out.
    ///
    /// # Errors
    /// Why the rules forbid it, each reason with its rule.
    pub fn begin(
        &self,
        rules: &Dixie,
        cx: StepContext<'_, Dixie>,
        side: Side,
    ) -> Result<Option<Procedure>, Vec<Problem>> {
        let StepContext { game, events, .. } = cx;
        let refused = self.refused(View::of(rules, game, side));
        if !refused.is_empty() {
            return Err(self.problems(refused, rules, side));
        }
        Ok(self.carry_out(rules, game, events, side))
    }

    /// Carries out a legal order as far as no die is needed, and returns the procedure that continues it.
    pub fn carry_out(&self, rules: &Dixie, game: &mut Game, events: &mut Events, side: Side) -> Option<Procedure> {
        match self {
            Order::Deploy { cards, decoys } => {
                return Some(Procedure::Done(Reply::Deployed(deploy::deploy(game, events, side, cards, decoys))));
            }
            Order::Melee { place, specials, again } => {
                return Some(Procedure::Melee(Melee::begin(rules, game, events, (side, *place, *again), specials)));
            }
            Order::Fire { cards, at, target, until_hits } => {
                let aimed = FireOrder { cards, at: *at, target: target.as_deref() };
                return aimed.begin(rules, game, side, *until_hits).map(Procedure::Fire);
            }
            Order::Special(play) => {
                if self.ends_combat(rules, game, side) {
                    game.begin_phase(game.phase.max(Phase::Move));
                }
                if let Some(effect) = specials::play(rules, game, events, side, play) {
                    specials::apply_immediate_effect(game, events, side, play, effect);
                    if effect == Effect::Sharpshooters {
                        game.routed.clear();
                        return Some(Procedure::Sharpshooters {
                            side,
                            target: play.target.clone().unwrap_or_default(),
                        });
                    }
                }
            }
            Order::Move { cards, path } => {
                let new = |card: &&String| CardTable::is_lay(card) && game.find(side, card).is_none();
                let laid: Vec<String> = cards.iter().filter(new).cloned().collect();
                Route { cards, path, forced: false }.carry_out(rules, game, events, side, cards);
                // Without decoys only troops are laid face down (13.6).
                if !laid.is_empty() && !game.rules.decoys {
                    game.cards.claim(events, "8.0", &side.id(), deploy::claim_of_troops(&laid));
                }
            }
            Order::ForceMarch { cards, path, general } => {
                return Some(Procedure::March(march(side, cards, path, general)));
            }
            Order::Terrain { card, place } => terrain::play(game, events, side, card, *place),
            Order::Outflank(order) => return Some(Procedure::Outflank(Outflank::begin(game, events, side, order))),
            Order::Scout { cards, place } => {
                return Some(Procedure::Scout(Scout::begin(rules, game, events, (side, *place), cards)));
            }
            Order::Decoy { card, place } => {
                game.enter_as_decoy(events, "13.6", (side, card), *place);
                game.begin_phase(Phase::Move);
            }
            Order::Reveal { cards } => scout::reveal(rules, game, events, side, cards),
            Order::EndTurn {} => return Some(Procedure::AfterMoves(after_moves::AfterMoves { ends: true })),
        }
        None
    }
}

/// Where an order names what a refusal is about: a card that is named twice, where it is named last, and a decoy among the
/// decoys.
fn path_of(order: &Value, refusal: &Refusal, rule: &str) -> Option<String> {
    let facts = json!(refusal);
    let facts = facts.as_object()?.values().next()?;
    let about = ["card", "place", "at", "to", "option"].into_iter().find_map(|key| facts.get(key)?.as_str())?;
    let mut found = Vec::new();
    paths_to(order, about, String::new(), &mut found);
    match refusal {
        Refusal::Twice { .. } => found.pop(),
        Refusal::NotPlayed { option } if option != "decoys" => None,
        // `decoys` of a deployment, or an order that has to do with decoys.
        Refusal::NotPlayed { .. } => found.pop().or_else(|| Some(order.as_object()?.keys().next()?.clone())),
        Refusal::WrongKind { .. } if rule == "13.6" => {
            let decoy = found.iter().position(|path| path.starts_with("deploy.decoys"));
            found.into_iter().nth(decoy.unwrap_or(0))
        }
        _ => found.into_iter().next(),
    }
}

/// The paths to every text and key of this content.
fn paths_to(value: &Value, about: &str, path: String, found: &mut Vec<String>) {
    match value {
        Value::String(text) if text == about => found.push(path),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(n, item)| paths_to(item, about, format!("{path}[{n}]"), found));
        }
        Value::Object(fields) => {
            for (key, field) in fields {
                let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                if key == about {
                    found.push(inner.clone());
                }
                paths_to(field, about, inner, found);
            }
        }
        _ => {}
    }
}

fn march(side: Side, cards: &[String], path: &[crate::place::Place], general: &Option<String>) -> March {
    March { side, cards: cards.to_vec(), path: path.to_vec(), general: general.clone() }
}

/// A decoy is laid like a troop card of the Reserve, so that nobody can tell them apart (13.6, DX-26).
fn decoy_refused(view: View<'_>, card: &str, place: crate::place::Place) -> RefusalList {
    if !view.game.rules.decoys {
        return vec![(Refusal::NotPlayed { option: "decoys".to_owned() }, "13.6")];
    }
    let mut found: RefusalList = move_phase_refused(view.game).into_iter().collect();
    if !view.in_reserve(card) {
        found.push(view.not_in_reserve(card, "13.6"));
    }
    if view.kind(card).is_some_and(crate::pack::Kind::is_troop) {
        found.push((Refusal::WrongKind { card: card.to_owned() }, "13.6"));
    }
    if place.line() != Some(view.side) || !view.game.places.contains_key(&place) {
        found.push((Refusal::NotOwn { place }, "13.6"));
    } else if view.game.has_enemies(place, view.side) {
        found.push((Refusal::Engaged { place }, "13.6"));
    } else {
        let over = Coming { troops: 1, terrain: 0, bonus: 0 }.over_limit(view, place);
        found.extend(over.map(|most| (Refusal::TooMany { place, most }, "8.1")));
    }
    found
}
