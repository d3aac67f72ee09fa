//! Fire (7.0) at every range: short, long, into an engagement (13.5), along the line (13.3).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::card_values::firepower;
use crate::engine::refusal::RefusalListExt;
use crate::engine::ruleset::Asked;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{EliminationReason, Event, MoraleCheckReason, NoFire, Range, Refusal};
use crate::hit_allocation::HitAllocation;
use crate::ledger::{BattleResult, CardAction, EndReason, Game, Phase};
use crate::morale::MoraleChecks;
use crate::orders::{Answer, Question, Standing};
use crate::pack::{Edition, Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::specials;
use crate::view::{RefusalList, View};
use crate::{Dixie, Procedure, Reply};

/// Cards of one position that fire one after the other.
#[sparse(target, until, shots, cover, silent, confused)]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fire {
    pub side: Side,
    pub from: Place,
    pub at: Place,
    pub range: Range,
    /// Those that have not fired yet.
    pub cards: Vec<String>,
    pub target: Option<String>,
    pub until: Option<u8>,
    /// Whether the enemy has had the opportunity to play specials (12.0).
    pub asked: bool,
    /// The generals that its Sharpshooters shoot at, before everything else.
    pub shots: Vec<String>,
    /// What it has scored: hits and sixes on the enemy, hits on its own side.
    #[serde(default)]
    pub scored: Scored,
    /// The enemy's specials: whether Cover removes the hits, the card without ammunition, and the confused one.
    pub cover: bool,
    pub silent: Option<String>,
    pub confused: Option<String>,
    /// How far its hits have been applied.
    #[serde(default)]
    pub done: HitsApplied,
}

/// What fire has scored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scored {
    pub hits: u8,
    pub sixes: u8,
    /// On friends: in the firing position, and in the engagement that is supported (13.5).
    pub friends: u8,
    pub support: u8,
}

/// Whose hits have been applied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HitsApplied {
    #[default]
    Nothing,
    Enemy,
    Friends,
    Support,
    Checked,
}

impl Fire {
    /// One step of it.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, input: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, standing, events } = cx;
        let enemy = self.side.other();
        match input {
            Input::Answer(answer) => {
                self.asked = true;
                self.specials(rules, game, events, answer);
                return Next::Continue;
            }
            Input::Faces(faces) => {
                match self.shots.is_empty() {
                    false => {
                        let target = self.shots.remove(0);
                        let face = faces.first().copied().unwrap_or(6);
                        specials::sharpshot(rules, game, events, (enemy, &target), face);
                    }
                    true => self.fired(rules, game, events, faces),
                }
                return Next::Continue;
            }
            _ => {}
        }
        if let Some(next) = self.envelopment(rules, game, events) {
            return next;
        }
        if !self.asked {
            if asks_for_specials(game, standing.get(&enemy.id()), enemy, "before_fire") {
                let cards = self.cards.iter().map(|card| game.public_name(self.side, card)).collect();
                let question = Question::BeforeFire { from: self.from, at: self.at, cards };
                return Next::Ask(Asked { side: enemy.id(), slug: "before_fire", rule: "12.0", question });
            }
            self.asked = true;
        }
        if !self.shots.is_empty() {
            let purpose = format!("sharpshooters {enemy}");
            return Next::Roll { purpose, rule: "12.0", count: 1, sides: 6 };
        }
        while let Some(card) = self.cards.first().cloned() {
            match self.dice_of(rules, game, &card) {
                Ok(count) => {
                    return Next::Roll { purpose: format!("fire {}", self.side), rule: "7.1", count, sides: 6 };
                }
                Err(because) => {
                    let shown = game.public_name(self.side, &card);
                    let (side, place) = (self.side, self.from);
                    events.emit("7.0", &Event::HeldFire { side, card: shown, place, because });
                    self.cards.remove(0);
                }
            }
        }
        self.allocate_hits(rules, game, events)
    }

    /// Decoys do not prevent a position from being vacant (13.3, 13.6): its face-down cards are revealed one by one
    /// until a troop card appears; if none does, the battle is won.
    fn envelopment(&self, rules: &Dixie, game: &mut Game, events: &mut Events) -> Option<Next<Dixie>> {
        let (side, at) = (self.side, self.at);
        if self.asked || self.range != Range::Enfilade || !game.rules.decoys || !wins_vacant(game, side, at) {
            return None;
        }
        let enemy = side.other();
        if Side::BOTH.into_iter().any(|side| rules.shows_troops(game, at, side)) {
            return None;
        }
        for (owner, decoy) in rules.decoys(game, at) {
            game.eliminate(events, "13.6", (owner, &decoy), EliminationReason::Decoy);
        }
        if let Some(id) = game.face_down_in(at, enemy).into_iter().next() {
            return Some(Next::TurnUp { side: enemy.id(), ids: vec![id], rule: "13.3" });
        }
        let fires = self.cards.iter().any(|card| rules.kind(game, side, card).is_some_and(Kind::is_troop));
        if !fires || !envelops(rules, game, side, at) {
            return None;
        }
        game.won = Some(BattleResult { side: Some(side), how: EndReason::Envelopment });
        Some(Next::Return(Reply::Done))
    }

    /// The dice of the card that fires next, or why it does not fire.
    fn dice_of(&self, rules: &Dixie, game: &Game, card: &str) -> Result<usize, NoFire> {
        let data = rules.card(game, self.side, card).filter(|card| card.kind.is_troop()).ok_or(NoFire::NoTroop)?;
        let enemies = || !game.cards_in(self.at, self.side.other()).is_empty();
        if self.until.is_some_and(|until| self.scored.hits >= until) || !enemies() {
            return Err(NoFire::Enough);
        }
        if self.silent.as_deref() == Some(&data.id) {
            return Err(NoFire::Ammunition);
        }
        let dice = rules.dice(game, (self.side, data), (self.from, self.at), self.range).total();
        if dice > 0 { Ok(dice as usize) } else { Err(NoFire::NoCv) }
    }

    /// A card has rolled (7.1, 7.2).
    fn fired(&mut self, rules: &Dixie, game: &mut Game, events: &mut Events, faces: Vec<u64>) {
        let card = self.cards.remove(0);
        let Some(data) = rules.card(game, self.side, &card) else { return };
        let own_line = game.own_line(self.side).contains(&self.from);
        let firepower = firepower(data, self.range, own_line);
        let count = |hits: &dyn Fn(u64) -> bool| faces.iter().filter(|face| hits(**face)).count() as u8;
        let hits = count(&|face| face <= firepower.into());
        if self.confused.as_deref() == Some(&data.id) {
            self.scored.friends += hits;
        } else {
            self.scored.hits += hits;
            self.scored.sixes += count(&|face| face == 6);
        }
        if self.range == Range::Support {
            self.scored.support += count(&|face| face == 5);
        }
        let dice = rules.dice(game, (self.side, data), (self.from, self.at), self.range);
        let (side, card_id, target) = (self.side, data.id.clone(), self.target.clone());
        let (from, at, range) = (self.from, self.at, self.range);
        events
            .emit("7.2", &Event::Fired { side, card: card_id, from, at, range, target, dice, firepower, faces, hits });
        game.record_action(self.side, &card, CardAction::Fired);
        game.reset_quiet_turns();
    }

    /// Applies the hits: the enemy's first.
    fn allocate_hits(&mut self, rules: &Dixie, game: &mut Game, events: &mut Events) -> Next<Dixie> {
        let (enemy, at, scored) = (self.side.other(), self.at, self.scored);
        let allot = |side: Side, place: Place, hits: (u8, u8), target: Option<String>| {
            (hits.0 + hits.1 > 0).then(|| Procedure::Allot(HitAllocation::new(side, place, hits, target)))
        };
        loop {
            let (done, call) = match self.done {
                HitsApplied::Nothing => {
                    let covered = scored.hits.min(self.cover.into());
                    if covered > 0 {
                        events.emit("12.0", &Event::Covered { side: enemy, place: at, hits: covered });
                    }
                    (HitsApplied::Enemy, allot(enemy, at, (scored.hits - covered, scored.sixes), self.target.clone()))
                }
                HitsApplied::Enemy => (HitsApplied::Friends, allot(self.side, self.from, (scored.friends, 0), None)),
                HitsApplied::Friends => (HitsApplied::Support, allot(self.side, at, (scored.support, 0), None)),
                HitsApplied::Support => {
                    let checks = || {
                        Procedure::Checks(MoraleChecks::of_hits(
                            rules,
                            game,
                            &[self.side],
                            Some(at),
                            MoraleCheckReason::Support,
                        ))
                    };
                    (HitsApplied::Checked, (scored.support > 0).then(checks))
                }
                HitsApplied::Checked => return Next::Return(Reply::Done),
            };
            self.done = done;
            if let Some(call) = call {
                return Next::Call(call);
            }
        }
    }

    /// Whether hits of the same dice still have to be applied to the other side (DX-39).
    pub fn is_allocating_hits(&self) -> bool {
        matches!(self.done, HitsApplied::Enemy | HitsApplied::Friends)
    }

    /// The enemy plays specials (12.0).
    fn specials(&mut self, rules: &Dixie, game: &mut Game, events: &mut Events, answer: Answer) {
        let Answer::Specials(plays) = answer else { return };
        for play in plays {
            match specials::play(rules, game, events, self.side.other(), &play) {
                Some(Effect::Sharpshooters) => self.shots.extend(play.target),
                Some(Effect::Cover) => self.cover = true,
                Some(Effect::Ammunition) => self.silent = play.target,
                Some(Effect::UniformConfusion) => self.confused = play.target,
                _ => {}
            }
        }
    }
}

/// Whether a side is asked for specials: if it has answered in advance, or wants to be asked; never without cards in
/// the Reserve (12.0, DX-31).
pub fn asks_for_specials(game: &Game, standing: Option<&Standing>, side: Side, window: &str) -> bool {
    let advance = game.cards.of(&side.id()).is_some_and(|own| own.advance.contains_key(window));
    game.reserve(side) > 0 && (advance || standing.is_some_and(|standing| standing.ask_specials))
}

/// An order to fire, as written.
#[derive(Clone, Copy, Debug)]
pub struct FireOrder<'o> {
    pub cards: &'o [String],
    pub at: Option<Place>,
    pub target: Option<&'o str>,
}

impl FireOrder<'_> {
    /// The cards' position, the target position, and the range.
    fn range(&self, view: View<'_>, from: Place) -> Result<(Place, Range), (Refusal, &'static str)> {
        let (rules, game, side) = (view.rules, view.game, view.side);
        let engaged = rules.engaged(game, from);
        let at = self.at.unwrap_or(if engaged { from } else { from.opposite() });
        if at == from {
            return if engaged { Ok((at, Range::Short)) } else { Err((Refusal::NotEngaged { place: at }, "7.2")) };
        }
        let cannot =
            |rule| Err((Refusal::CannotFire { card: self.cards.first().cloned().unwrap_or_default(), at }, rule));
        if at == from.opposite() && game.places.contains_key(&at) {
            if engaged {
                return cannot("7.2");
            }
            if !game.has_enemies(at, side) {
                return Err((Refusal::NotEngaged { place: at }, "7.2"));
            }
            return match rules.has_troops(game, at, side) {
                false => Ok((at, Range::Long)),
                true if game.rules.artillery_support => Ok((at, Range::Support)),
                true => cannot("7.2"),
            };
        }
        if !game.lateral(from).contains(&at) {
            return Err((Refusal::NoPlace { place: at }, "7.2"));
        }
        if !game.rules.enfilade {
            return Err((Refusal::NotPlayed { option: "enfilade".to_owned() }, "13.3"));
        }
        if game.has_enemies(from, side) {
            return cannot("13.3");
        }
        if !game.has_enemies(at, side) && !envelops(rules, game, side, at) {
            return Err((Refusal::NotEngaged { place: at }, "13.3"));
        }
        Ok((at, Range::Enfilade))
    }

    /// What the rules hold against it.
    pub fn refused(&self, view: View<'_>) -> RefusalList {
        let mut found = view.names(self.cards, "7.0");
        let game = view.game;
        let mut from = None;
        for card in self.cards {
            let (Some(place), Some(placed)) = (view.place(card), view.placed(card)) else {
                found.push((Refusal::NoSuchCard { card: card.clone() }, "7.0"));
                continue;
            };
            found.when(*from.get_or_insert(place) != place, Refusal::Apart { card: card.clone() }, "7.0");
            let horse = view.card(card).is_some_and(|card| card.horse);
            let after_move =
                horse && matches!(placed.did, Some(CardAction::Moved | CardAction::Engaged | CardAction::Disengaged));
            found.when(placed.did.is_some() && !after_move, Refusal::HasActed { card: card.clone() }, "7.0");
            if game.phase != Phase::Combat && !(horse && game.phase == Phase::Move) {
                found.push((Refusal::WrongPhase { phase: Phase::Combat }, "5.0"));
            }
        }
        let Some(from) = from.filter(|_| found.is_empty()) else { return found };
        if game.phase == Phase::Combat && game.fought.contains(&from) && game.fought.last() != Some(&from) {
            found.push((Refusal::CombatOver { place: from }, "7.0"));
        }
        match self.range(view, from) {
            Err(refusal) => found.push(refusal),
            Ok((at, range)) => {
                found.extend(self.cards.iter().filter_map(|card| self.card_refused(view, card, (from, at), range)));
                found.extend(self.target.and_then(|target| target_refused(view, target, at, range)));
            }
        }
        found
    }

    fn card_refused(
        &self,
        view: View<'_>,
        card: &str,
        (from, at): (Place, Place),
        range: Range,
    ) -> Option<(Refusal, &'static str)> {
        let named = card.to_owned();
        // A card that was laid face down and is not a troop card holds its fire (DX-7); its owner knows this, so it is
        // not offered to him.
        let turned = view.placed(card).is_some_and(|placed| placed.laid) && view.card(card).is_some();
        if turned && view.own.is_none() && !view.rules.is_troop(view.game, view.side, card) {
            return None;
        }
        let Some(data) = view.card(card).filter(|card| card.kind.is_troop()) else {
            return Some((Refusal::WrongKind { card: named }, "7.1"));
        };
        if matches!(range, Range::Long | Range::Support) && data.kind != Kind::Artillery {
            return Some((Refusal::CannotFire { card: named, at }, "7.2"));
        }
        let dice = view.rules.dice(view.game, (view.side, data), (from, at), range);
        (dice.total() <= 0).then_some((Refusal::NoCv { card: named, at }, "10.3"))
    }

    /// The procedure that carries it out; `None` if it wins the battle at once (13.3).
    pub fn begin(&self, rules: &Dixie, game: &mut Game, side: Side, until: Option<u8>) -> Option<Fire> {
        let (from, _) = game.find(side, self.cards.first()?)?;
        let (at, range) = self.range(View::of(rules, game, side), from).ok()?;
        if game.fought.last() != Some(&from) && game.phase == Phase::Combat {
            game.fought.push(from);
        }
        let fires = self.cards.iter().any(|card| rules.kind(game, side, card).is_some_and(Kind::is_troop));
        if range == Range::Enfilade && fires && envelops(rules, game, side, at) {
            game.won = Some(BattleResult { side: Some(side), how: EndReason::Envelopment });
            return None;
        }
        let cards = self.cards.to_vec();
        let target = self.target.map(|target| game.public_name(side.other(), target));
        Some(Fire { side, from, at, range, cards, target, until, ..Fire::default() })
    }
}

/// Why the rules forbid a card as the target that takes all hits (13.4).
pub fn target_refused(view: View<'_>, target: &str, at: Place, range: Range) -> Option<(Refusal, &'static str)> {
    if !view.game.rules.counter_battery {
        return Some((Refusal::NotPlayed { option: "counter_battery".to_owned() }, "13.4"));
    }
    let enemy = view.side.other();
    let there = view.game.find(enemy, target).is_some_and(|(place, _)| place == at);
    let gun = view.rules.kind(view.game, enemy, target) == Some(Kind::Artillery);
    let fits = there && gun && range != Range::Enfilade;
    (!fits).then(|| (Refusal::BadTarget { card: target.to_owned() }, "13.4"))
}

/// Whether enfilade fire at a position wins the battle: at an enemy position without troops (13.3). At Shiloh it has to
/// be the one whose occupation wins (DX-24).
fn envelops(rules: &Dixie, game: &Game, side: Side, at: Place) -> bool {
    wins_vacant(game, side, at) && Side::BOTH.into_iter().all(|side| !rules.has_troops(game, at, side))
}

/// Whether a position, if vacant, wins the battle for a side that may enfilade it.
fn wins_vacant(game: &Game, side: Side, at: Place) -> bool {
    match (game.edition, side) {
        (Edition::Shiloh, Side::Csa) => at == Place::BackCenter,
        (Edition::Shiloh, Side::Usa) => at == Place::FrontCenter && game.day >= 2,
        _ => game.own_line(side.other()).contains(&at),
    }
}

/// The cards of a side that can fire from a position at another, or at the default target.
pub fn cards_able_to_fire<'c>(view: View<'_>, cards: &'c [String], at: Option<Place>) -> Vec<&'c String> {
    let alone =
        |card: &&String| FireOrder { cards: std::slice::from_ref(*card), at, target: None }.refused(view).is_empty();
    cards.iter().filter(alone).collect()
}
