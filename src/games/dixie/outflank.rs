//! Outflanking (13.1).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::after_moves::AfterMoves;
use crate::card_values::{base_morale, passes};
use crate::deploy::claim_of_troops;
use crate::document::{Id, from_value};
use crate::engine::refusal::RefusalListExt;
use crate::engine::ruleset::Asked;
use crate::engine::{CardTable, Events, Input, Next, OwnCards, StepContext};
use crate::events::{Event, MoraleCheckReason, NoFire, Range, Refusal};
use crate::fire::{Fire, target_refused};
use crate::ledger::{CardAction, Game, Phase, Placed};
use crate::orders::{Answer, Outflanking, Play, Question};
use crate::pack::{Card, Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::specials;
use crate::view::{RefusalList, View};
use crate::{Dixie, Procedure, Reply};

/// Cards of the Reserve on their way to a flank. Those given by the ids of commitments roll unseen; their owner says
/// which of them pass, and shows only these.
#[sparse(faces, passing, arrived)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outflank {
    pub side: Side,
    pub order: Outflanking,
    /// Their rolls.
    pub faces: Vec<u64>,
    /// The cards that pass, as far as only their owner can know.
    pub passing: Option<Vec<String>>,
    /// Whether they have arrived; then they fire.
    pub arrived: bool,
}

/// Why the rules forbid it.
pub fn refused(view: View<'_>, order: &Outflanking) -> RefusalList {
    let (game, rules, place) = (view.game, view.rules, order.place);
    if !game.rules.outflanking {
        return vec![(Refusal::NotPlayed { option: "outflanking".to_owned() }, "13.1")];
    }
    let mut found = view.names(&order.cards, "13.1");
    if !matches!(game.phase, Phase::Combat | Phase::Move | Phase::Outflank) {
        found.push((Refusal::WrongPhase { phase: Phase::Outflank }, "5.0"));
    }
    let barred = rules.terrain(game, place).any(|card| card.no_outflanking);
    if !place.is_flank() || !game.places.contains_key(&place) || barred {
        found.push((Refusal::NoFlank { place }, "13.1"));
        return found;
    }
    found.when(!rules.engaged(game, place), Refusal::NotEngaged { place }, "13.1");
    let all = order.cards.iter().chain(&order.general).chain(&order.special);
    let in_hand = all.clone().filter(|card| !view.in_reserve(card) || game.held.contains(*card));
    found.extend(in_hand.map(|card| view.not_in_reserve(card, "13.1")));
    found.when(all.count() > game.reserve(view.side), Refusal::NoCards, "13.1");
    let seen = |card: &String| !CardTable::is_lay(card) || view.own.is_some();
    let no_troops = order.cards.iter().filter(|card| seen(card) && !view.kind(card).is_some_and(Kind::is_troop));
    let no_general = order.general.iter().filter(|card| view.kind(card) != Some(Kind::General));
    found.extend(no_troops.chain(no_general).map(|card| (Refusal::WrongKind { card: card.clone() }, "13.1")));
    let two = order.general.is_some() && rules.general(game, place, view.side).is_some();
    found.when(two, Refusal::TwoGenerals { place }, "11.0");
    let flank_march = |card: &&String| view.card(card).and_then(|card| card.special) == Some(Effect::FlankMarch);
    for card in order.special.iter().filter(|card| !flank_march(card)) {
        found.push((Refusal::BadSpecial { card: card.clone() }, "12.0"));
    }
    let full = order.special.is_some() && specials::specials_limit_reached(game, place, Effect::FlankMarch, &[]);
    found.when(full, Refusal::SpecialLimit { place }, "12.0");
    // A general who goes along adds his stacking bonus (11.3).
    let bonus = order.general.as_ref().and_then(|card| view.card(card)).map_or(0, |general| general.stacking);
    let (count, most) = (order.cards.len() as u8, rules.stacking_limit(game, place, view.side) + bonus);
    // Cards that failed count among those that tried.
    let (flanked, repelled) = game.position(place).map_or((0, 0), |there| (there.flanked, there.repelled));
    let over = count + repelled + rules.troops(game, place, view.side).len() as u8 > most;
    found.when(over, Refusal::TooMany { place, most }, "13.1");
    if let Some(limit) = rules.movement_limit(game, place)
        && game.defender(place) != Some(view.side)
        && flanked + count > limit
    {
        found.push((Refusal::CrossingLimit { place, limit }, "13.1"));
    }
    found.extend(order.target.as_ref().and_then(|target| target_refused(view, target, place, Range::Short)));
    found
}

impl Outflank {
    /// The cards set out; those that are not named lie face down until it is known which of them pass.
    pub fn begin(game: &mut Game, events: &mut Events, side: Side, order: &Outflanking) -> Outflank {
        let laid: Vec<String> = order.cards.iter().filter(|card| CardTable::is_lay(card)).cloned().collect();
        for card in &laid {
            game.play_from_reserve(events, "13.1", side, card);
        }
        if !laid.is_empty() {
            game.cards.claim(events, "13.1", &side.id(), claim_of_troops(&laid));
        }
        game.resting.extend(laid);
        Outflank { side, order: order.clone(), faces: Vec::new(), passing: None, arrived: false }
    }

    /// One step of it.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, input: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, events, .. } = cx;
        let (side, place) = (self.side, self.order.place);
        match input {
            Input::Faces(faces) => self.faces = faces,
            Input::Answer(Answer::Passed(cards)) => self.passed(game, events, cards),
            _ => {}
        }
        if self.arrived {
            return Next::Return(Reply::Done);
        }
        // They come after all movement is complete.
        if game.phase != Phase::Outflank {
            return Next::Call(Procedure::AfterMoves(AfterMoves { ends: false }));
        }
        // Cards revealed then may have been decoys: only an engaged position can be outflanked.
        if self.faces.is_empty() && !rules.engaged(game, place) {
            for card in self.order.cards.clone() {
                events.emit("13.1", &Event::HeldFire { side, card, place, because: NoFire::Enough });
            }
            return Next::Return(Reply::Done);
        }
        if self.faces.is_empty() {
            let (purpose, count) = (format!("outflanking {side}"), self.order.cards.len());
            return Next::Roll { purpose, rule: "13.1", count, sides: 6 };
        }
        if self.passing.is_none() {
            let (cards, faces): (Vec<String>, Vec<u64>) = self.may_pass(game).into_iter().unzip();
            // A 1 passes and a 6 fails, whatever the card.
            if faces.iter().any(|face| *face > 1) {
                let general = self.order.general.clone();
                let question = Question::Outflanked { place, cards, faces, general };
                return Next::Ask(Asked { side: side.id(), slug: "outflanked", rule: "13.1", question });
            }
            self.passing = Some(cards);
        }
        let shown = self.order.cards.iter().enumerate().filter(|(n, card)| self.is_shown(*n, card));
        if let Some(shown) = game.reveal_cards(side, shown.map(|(_, card)| card), "13.1") {
            return shown;
        }
        self.arrived = true;
        let cards = self.arrive(rules, game, events);
        if cards.is_empty() || !rules.engaged(game, place) {
            return Next::Continue;
        }
        let target = self.order.target.as_ref().map(|target| game.public_name(side.other(), target));
        Next::Call(Procedure::Fire(Fire { side, from: place, at: place, cards, target, ..Fire::default() }))
    }

    /// Whether the first card outflanks for certain (12.0, DX-30).
    fn is_sure(&self, n: usize) -> bool {
        n == 0 && self.order.special.is_some()
    }

    /// Whether a card is revealed now: a Flank March needs no roll.
    fn is_shown(&self, n: usize, card: &String) -> bool {
        self.is_sure(n) || self.passing.as_ref().is_some_and(|passing| passing.contains(card))
    }

    /// The cards of which only their owner knows whether they pass, each with its roll.
    fn may_pass(&self, game: &Game) -> Vec<(String, u64)> {
        let rolled = self.order.cards.iter().zip(&self.faces).enumerate();
        let open =
            rolled.filter(|(n, (card, face))| !self.is_sure(*n) && **face != 6 && game.is_face_down(self.side, card));
        open.map(|(_, (card, face))| (card.clone(), *face)).collect()
    }

    /// The owner has said which cards pass; for the others he claims that they do not, which the audit verifies.
    fn passed(&mut self, game: &mut Game, events: &mut Events, cards: Vec<String>) {
        let mut failed = self.may_pass(game);
        failed.retain(|(card, _)| !cards.contains(card));
        if !failed.is_empty() {
            let commander = game.commander.get(&self.side).cloned();
            let claim = json!({"failed": failed, "general": self.order.general, "commander": commander});
            game.cards.claim(events, "13.1", &self.side.id(), claim);
        }
        self.passing = Some(cards);
    }

    /// Cards that pass engage; the others stay in the Reserve, and have lost their turn.
    fn arrive(&self, rules: &Dixie, game: &mut Game, events: &mut Events) -> Vec<String> {
        let (side, place, order) = (self.side, self.order.place, &self.order);
        let general = order.general.as_ref().and_then(|card| rules.card(game, side, card));
        if let Some(card) = order.special.clone() {
            specials::play(rules, game, events, side, &Play { card, place: Some(place), target: None });
        }
        let mut cards = Vec::new();
        for (n, (card, face)) in order.cards.iter().zip(&self.faces).enumerate() {
            let Some(data) = rules.card(game, side, card) else {
                events.emit("13.1", &Event::StaysBack { side, card: card.clone(), place, face: *face });
                continue;
            };
            let value = flanking(rules, game, side, data, general);
            let passed = data.kind.is_troop() && (passes(*face, value.total()) || self.is_sure(n));
            let (why, faces, shown) = (MoraleCheckReason::Outflanking, vec![*face], data.id.clone());
            events.emit("13.1", &Event::Check { side, card: shown, place, why, value, faces, passed });
            if passed {
                cards.push(card.clone());
            } else if !CardTable::is_lay(card) {
                game.held.push(card.clone());
            }
        }
        let general = order.general.iter().filter(|_| !cards.is_empty());
        for card in cards.iter().chain(general) {
            if CardTable::is_lay(card) {
                game.resting.retain(|other| other != card);
                game.add_card(
                    side,
                    place,
                    Placed { card: card.clone(), hits: 0, did: Some(CardAction::Engaged), laid: true },
                );
            } else {
                game.enter(events, "13.1", (side, card), place, Some(CardAction::Engaged));
            }
            let card = game.public_name(side, card);
            events.emit("13.1", &Event::Moved { side, card, from: Place::Reserve, to: place });
        }
        if let Some(position) = game.places.get_mut(&place) {
            position.flanked += order.cards.len() as u8;
            position.repelled += (order.cards.len() - cards.len()) as u8;
        }
        game.reset_quiet_turns();
        cards
    }
}

/// What a card needs in order to outflank: cavalry has it easier, artillery harder; a general who goes along helps
/// units that he commands.
fn flanking(rules: &Dixie, game: &Game, side: Side, card: &Card, general: Option<&Card>) -> crate::engine::sum::Sum {
    let arm = match card.kind {
        Kind::Cavalry => 1,
        Kind::Artillery => -1,
        _ => 0,
    };
    let sum = base_morale(card).and("outflanking", arm);
    let helps = general.filter(|general| rules.commands(game, side, general, card));
    helps.into_iter().fold(sum, |sum, general| sum.and(&general.id, general.attack.into()))
}

/// The cards in a question that pass, as their owner sees them.
pub fn passing_cards(view: View<'_>, cards: &[String], faces: &[u64], general: Option<&str>) -> Vec<String> {
    let general = general.and_then(|general| view.card(general));
    let passes = |(card, face): &(&String, &u64)| {
        let value = view.card(card).map(|data| flanking(view.rules, view.game, view.side, data, general));
        value.is_some_and(|value| passes(**face, value.total()))
    };
    cards.iter().zip(faces).filter(passes).map(|(card, _)| card.clone()).collect()
}

/// Whether it is true of the actual cards that they fail with their rolls.
pub fn is_claim_true(rules: &Dixie, game: &Game, side: Side, claim: &Value, own: &OwnCards) -> Option<bool> {
    let failed: Vec<(Id, u64)> = from_value(claim.get("failed")?).ok()?;
    let mut game = game.clone();
    game.commander.remove(&side);
    if let Some(commander) = claim.get("commander").and_then(Value::as_str) {
        game.commander.insert(side, commander.to_owned());
    }
    let set = rules.set(&game);
    let general = claim.get("general").and_then(Value::as_str).and_then(|general| set.card(side, general));
    let fails = |(id, face): &(Id, u64)| {
        let card = own.laid.get(id).and_then(|card| set.card(side, card));
        card.is_some_and(|card| !passes(*face, flanking(rules, &game, side, card, general).total()))
    };
    Some(failed.iter().all(fails))
}
