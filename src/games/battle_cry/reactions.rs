//! Reactions to an announced send, and the choices that it forces upon the enemy: the first orders of his next file
//! (BC-26, Immediately).

use crate::BattleCry;
use crate::effects::{Forced, forced};
use crate::engine::refusal::RefusalListExt;
use crate::events::{ChoiceWanted, Refusal, Wanted};
use crate::ledger::{Game, HAND, Play, Played, Send};
use crate::orders::{Choice, Half, Insist, Reaction};
use crate::pack::{Effect, EventKind, PlayCard, Trait};
use crate::view::{RefusalList, View, answers};

/// The announced send that a side may answer.
fn answered(view: View<'_>) -> Option<&Send> {
    view.battle()?.sent.as_ref().filter(|sent| sent.side != view.side)
}

/// A play of it, by its number from 1.
fn play_of(sent: &Send, number: u8) -> Option<&Play> {
    sent.plays.get(usize::from(number).checked_sub(1)?)
}

/// What a play forces upon a side, also by what its choices for earlier plays engage or play (BC-41).
pub fn forced_by(view: View<'_>, play: &Play) -> Vec<Forced> {
    let part = play.card.as_deref().and_then(|card| view.pack().part(view.side.other(), card, play.half));
    let chosen = after_choices(view, play);
    let of = |effect: &Effect| {
        let now = forced(view, effect);
        let later = chosen.as_ref().and_then(|game| forced(View { game, ..view }, effect));
        // Of generals all who are free now may be named: the earlier play may come to nothing.
        let engages = |forced: &Option<Forced>| matches!(forced, Some(Forced::Engage(_)));
        if engages(&now) && engages(&later) { now } else { later.or(now) }
    };
    part.into_iter().flat_map(|part| part.effects()).filter_map(of).collect()
}

/// The game as the choices for earlier plays leave it, those apart whose play the side would cancel.
fn after_choices(view: View<'_>, play: &Play) -> Option<Game> {
    let sent = answered(view)?;
    let number = sent.plays.iter().position(|other| other == play)?;
    let stands = |play: u8| !sent.reactions.iter().any(|reaction| reaction.to == play && reaction.save.is_none());
    let earlier = |choice: &&Choice| usize::from(choice.play) <= number && stands(choice.play);
    let mut earlier = sent.choices.iter().filter(earlier).peekable();
    earlier.peek()?;
    let mut game = view.game.clone();
    for choice in earlier {
        let attack = choice.attack.as_ref();
        let engaged = choice.engage.iter().chain(attack.map(|attack| &attack.general));
        engaged.for_each(|general| game.set_engaged(view.side, general, true));
        let played = attack.map(|attack| Played::plain(&attack.card, view.side, Half::Frontal));
        game.battle.iter_mut().for_each(|battle| battle.table.extend(played.clone()));
    }
    Some(game)
}

impl Send {
    /// The cards that the enemy's answers to it take from his hand; they are still there until it is settled.
    pub fn hand_cards(&self) -> impl Iterator<Item = &String> {
        let reactions = self.reactions.iter().flat_map(|reaction| {
            let further = match &reaction.insist {
                Insist::Card(card) => Some(card),
                _ => None,
            };
            [&reaction.card].into_iter().chain(further)
        });
        let attacks = self.choices.iter().filter_map(|choice| choice.attack.as_ref()).map(|attack| &attack.card);
        reactions.chain(self.choices.iter().flat_map(|choice| &choice.discard)).chain(attacks)
    }
}

/// Whether an answer to the announced send already takes a card from the side's hand.
fn is_spent(view: View<'_>, card: &str) -> bool {
    answered(view).is_some_and(|sent| sent.hand_cards().any(|spent| spent == card))
}

impl Reaction {
    /// Why a side cannot react so.
    pub fn refused(&self, view: View<'_>) -> RefusalList {
        let Some(sent) = answered(view) else { return vec![(Refusal::NothingSent, "BC-26")] };
        let Some(play) = play_of(sent, self.to) else { return vec![(Refusal::NoSuchPlay { to: self.to }, "BC-26")] };
        if let Some(refusal) = view.not_in_hand(&self.card) {
            return vec![(refusal, "Immediately")];
        }
        let twice = sent.hand_cards().any(|card| *card == self.card);
        let (_, part) = match view.fitting(&self.card, self.half, Wanted::Immediate) {
            Ok(part) => part,
            Err(refusal) => return vec![(refusal, "Immediately")],
        };
        let mut found = RefusalList::new();
        found.when(twice, Refusal::Twice { card: self.card.clone() }, "Immediately");
        let theirs = play.card.as_deref().and_then(|card| view.pack().part(view.side.other(), card, play.half));
        let effects = theirs.map(|part| part.effects()).unwrap_or_default();
        let save = self.save.as_deref();
        let fits = part.effects().iter().any(|effect| match effect {
            Effect::CancelsSpecial { .. } => {
                save.is_none() && theirs.is_some_and(|part| part.kind() == EventKind::Special)
            }
            Effect::SavesCard {} => save.is_some_and(|card| is_threatened(view, sent, play, effects, card)),
            Effect::SavesGeneral {} => {
                let wounds = effects.contains(&Effect::Wound {});
                wounds && save.is_some_and(|card| view.present().any(|one| one.card == card))
            }
            _ => false,
        });
        found.when(!fits, Refusal::WrongReaction { card: self.card.clone(), to: self.to }, "Immediately");
        if let Some(condition) = view.failing(part) {
            found.push((Refusal::Condition { card: self.card.clone(), condition }, "BC-23"));
        }
        found.extend(self.insist_refused(view));
        found
    }

    /// What its player would do about Command Failure himself.
    fn insist_refused(&self, view: View<'_>) -> RefusalList {
        match &self.insist {
            Insist::Accept => RefusalList::new(),
            Insist::Pay(general) => {
                let free = view.free_generals().any(|free| free == general);
                let engaged = Refusal::IsEngaged { general: general.clone() };
                if free { RefusalList::new() } else { vec![(engaged, "Immediately")] }
            }
            Insist::Card(card) => {
                if let Some(refusal) = view.not_in_hand(card) {
                    return vec![(refusal, "Immediately")];
                }
                let part = view.fitting(card, Half::Fitting, Wanted::Immediate).ok().map(|(_, part)| part);
                let fits = part.is_some_and(|part| answers(part, |one| matches!(one, Effect::CancelsSpecial { .. })));
                let wrong = Refusal::WrongReaction { card: card.clone(), to: self.to };
                if fits && *card != self.card && !is_spent(view, card) {
                    RefusalList::new()
                } else {
                    vec![(wrong, "Immediately")]
                }
            }
        }
    }
}

/// Whether a play would cancel an own attack or defend card: by what it is played on, as artillery, or by a forced
/// choice (I.7).
fn is_threatened(view: View<'_>, sent: &Send, play: &Play, effects: &[Effect], card: &str) -> bool {
    let Some(battle) = view.battle() else { return false };
    let Some(own) = battle.table.iter().find(|played| played.card == card && played.side == view.side) else {
        return false;
    };
    let part = view.pack().shown(own);
    let theirs = play.card.as_deref().and_then(|card| view.pack().part(sent.side, card, play.half));
    let artillery = theirs.is_some_and(|part| part.has(Trait::Artillery)) && part.has(Trait::Column);
    let forces = effects.iter().any(|effect| {
        matches!(effect, Effect::EnemyCancels(_) | Effect::EnemyEngages { or_cancels: true } | Effect::EnemyWeakens {})
    });
    (part.is_attack() || part.is_defend()) && (play.target.as_deref() == Some(card) || artillery || forces)
}

impl Choice {
    /// Why a side cannot choose so.
    pub fn refused(&self, view: View<'_>) -> RefusalList {
        let Some(sent) = answered(view) else { return vec![(Refusal::NothingSent, "BC-26")] };
        let Some(play) = play_of(sent, self.play) else {
            return vec![(Refusal::NoSuchPlay { to: self.play }, "BC-26")];
        };
        let forced = forced_by(view, play);
        let mut found = RefusalList::new();
        found.when(forced.is_empty(), Refusal::NoChoice { to: self.play }, "BC-26");
        let twice = sent.choices.iter().any(|other| other.play == self.play);
        found.when(twice, Refusal::ChoiceTwice { to: self.play }, "BC-26");
        for (extra, given) in self.given() {
            let asked = forced.iter().any(|forced| forced.wanted() == extra);
            found.when(given && !asked && !forced.is_empty(), Refusal::ChoiceExtra { to: self.play, extra }, "BC-26");
        }
        for forced in &forced {
            found.extend(self.answer_refused(view, forced));
        }
        found
    }

    /// The fields, and whether they are given.
    fn given(&self) -> [(ChoiceWanted, bool); 5] {
        [
            (ChoiceWanted::Discard, !self.discard.is_empty()),
            (ChoiceWanted::Engage, self.engage.is_some()),
            (ChoiceWanted::Cancel, self.cancel.is_some()),
            (ChoiceWanted::Attack, self.attack.is_some()),
            (ChoiceWanted::Wounded, self.wounded.is_some()),
        ]
    }

    /// Whether it says what is forced.
    fn answer_refused(&self, view: View<'_>, forced: &Forced) -> RefusalList {
        let mut found = RefusalList::new();
        let incomplete = || Refusal::ChoiceIncomplete { to: self.play, wanted: forced.wanted() };
        let one_of = |named: &Option<String>, from: &[String]| named.as_ref().is_some_and(|named| from.contains(named));
        match forced {
            Forced::Discard { cards, generals } => {
                for (n, card) in self.discard.iter().enumerate() {
                    let twice = self.discard[..n].contains(card) || is_spent(view, card);
                    found.extend(view.not_in_hand(card).map(|refusal| (refusal, "I.6")));
                    found.when(twice, Refusal::Twice { card: card.clone() }, "I.6");
                    let general = matches!(view.pack().card(view.side, card), Some(PlayCard::General(_)));
                    found.when(general && !generals, Refusal::IsGeneral { card: card.clone() }, "I.6");
                }
                let given = self.discard.len();
                let count = Refusal::WrongCount { wanted: *cards, given };
                // Fewer are claimed to be all that there are; with his own cards known that is checked at once.
                let counts = |card: &&&str| *generals || view.general(card).is_none();
                let others = unspent(view).map(|hand| hand.iter().filter(counts).count());
                let spent = answered(view).map_or(0, |sent| sent.hand_cards().count());
                let held = view.game.count(view.side, HAND).saturating_sub(spent);
                let least = others.unwrap_or(if *generals { held } else { 0 }).min(*cards);
                found.when(given > *cards || given < least, count, "I.6");
            }
            Forced::Engage(from) => found.when(!one_of(&self.engage, from), incomplete(), "Engage"),
            Forced::Cancel(from) => found.when(!one_of(&self.cancel, from), incomplete(), "Cancel"),
            Forced::Wounded(from) => found.when(!one_of(&self.wounded, from), incomplete(), "Immediately"),
            Forced::Attack => found.extend(self.attack_refused(view)),
        }
        found
    }

    /// The +1 attack card that is played if there is one; Frontal Assault is one, on every card but generals.
    fn attack_refused(&self, view: View<'_>) -> RefusalList {
        let mut found = RefusalList::new();
        let Some(attack) = &self.attack else {
            let wanted = ChoiceWanted::Attack;
            found.when(has_others(view), Refusal::ChoiceIncomplete { to: self.play, wanted }, "I.7");
            return found;
        };
        found.when(is_spent(view, &attack.card), Refusal::Twice { card: attack.card.clone() }, "I.7");
        match view.not_in_hand(&attack.card) {
            Some(refusal) => found.push((refusal, "I.7")),
            None => {
                let fitting = view.fitting(&attack.card, attack.half, Wanted::PlusOneAttack);
                found.extend(fitting.err().map(|refusal| (refusal, "I.7")));
            }
        }
        let free = view.free_generals().any(|free| free == attack.general);
        found.when(!free, Refusal::IsEngaged { general: attack.general.clone() }, "I.5");
        found
    }
}

/// The cards of the hand that are not spent yet, as far as the side knows its hand.
fn unspent(view: View<'_>) -> Option<Vec<&str>> {
    let own = view.own?.known_cards(HAND);
    Some(own.into_iter().filter(|card| !is_spent(view, card)).collect())
}

/// Whether the side knows that its hand has a card that is no general, and is not spent yet.
pub fn has_others(view: View<'_>) -> bool {
    unspent(view).is_some_and(|hand| hand.iter().any(|card| view.general(card).is_none()))
}

impl BattleCry {
    /// What a side still owes to an announced send: the first play whose choice is missing.
    pub fn owed_choice(&self, view: View<'_>) -> Option<(u8, String)> {
        let sent = answered(view)?;
        let owes = |(n, play): (usize, &Play)| {
            let number = n as u8 + 1;
            let chosen = sent.choices.iter().any(|choice| choice.play == number);
            let forced = forced_by(view, play);
            // Where no +1 attack can be had, nothing needs to be said; only the owner of the hand knows.
            let must = forced.iter().any(|forced| *forced != Forced::Attack || has_others(view));
            (must && !chosen).then(|| (number, play.card.clone().unwrap_or_default()))
        };
        sent.plays.iter().enumerate().find_map(owes)
    }
}
