//! Names that players write: titles of events and names of generals, which become ids of cards in the hand, in play or
//! on the table when the turn is signed. Signed documents name cards by their ids.

use serde_json::{Value, json};

use crate::document::from_value;
use crate::events::Wanted;
use crate::ledger::{DISCARD, HAND};
use crate::orders::{Answer, Choice, Half, Insist, LaidCard, MovementPlay, Order};
use crate::pack::{Card, Pack, PlayCard};
use crate::shared::Side;
use crate::view::View;

/// Replaces names by ids in orders and an answer; what is not certain stays as it is written.
pub fn replace_names(view: View<'_>, orders: &mut [Order], answer: Option<&mut Answer>) {
    let mut resolver = NameResolver { view, used: Vec::new() };
    orders.iter_mut().for_each(|order| resolver.order(order));
    answer.into_iter().for_each(|answer| resolver.answer(answer));
}

/// The same in an answer in advance.
pub fn advance_by_id(view: View<'_>, says: &Value) -> Value {
    let Ok(mut answer) = from_value::<Answer>(says) else { return says.clone() };
    NameResolver { view, used: Vec::new() }.answer(&mut answer);
    json!(answer)
}

/// The cards of a side that a player may mean by a title, each with the half that has it: the id, `Upper` first.
pub fn titled(view: View<'_>, title: &str) -> Vec<(String, Half)> {
    let cards = &view.pack().of(view.side).cards;
    let is = |words: &str| words.eq_ignore_ascii_case(title.trim());
    let of = |half: Half| {
        let fits = move |card: &&Card| view.pack().half(card, half).is_some_and(|part| is(part.title()));
        cards.iter().filter(fits).map(move |card| (card.id.clone(), half))
    };
    let listed = cards.iter().filter(|card| is(&listed(view.pack(), view.side, card)));
    let listed = listed.map(|card| (card.id.clone(), Half::Upper));
    // A name with its number means one copy.
    let found: Vec<(String, Half)> = match title.trim().ends_with(')') {
        true => listed.collect(),
        false => of(Half::Upper).chain(of(Half::Lower)).collect(),
    };
    found
}

/// The name of a card in lists: with its number where other cards of the deck have the same upper half.
pub fn listed(pack: &Pack, side: Side, card: &Card) -> String {
    let title = pack.events.get(&card.upper).map_or(card.id.as_str(), |event| event.title.as_str());
    let same: Vec<&Card> = pack.of(side).cards.iter().filter(|other| other.upper == card.upper).collect();
    match same.iter().position(|other| other.id == card.id) {
        Some(at) if at > 0 => format!("{title} ({})", ordinal(at + 1)),
        _ => title.to_owned(),
    }
}

fn ordinal(n: usize) -> String {
    let end = match n {
        1 => "st",
        2 => "nd",
        3 => "rd",
        _ => "th",
    };
    format!("{n}{end}")
}

struct NameResolver<'v> {
    view: View<'v>,
    /// Cards of the hand that are named already.
    used: Vec<String>,
}

impl NameResolver<'_> {
    fn is_id(&self, name: &str) -> bool {
        self.view.pack().owner(name).is_some()
    }

    /// A card of the hand: by a title with a half of the kind that is wanted, or a general by his name.
    fn hand(&mut self, name: &mut String, half: Option<&mut Half>, wanted: Option<Wanted>) {
        if !self.is_id(name) {
            let fits = |(card, half): &(String, Half)| {
                let part = self.view.pack().part(self.view.side, card, *half);
                let free = !self.used.contains(card) && self.view.in_hand(card);
                free && wanted.is_none_or(|wanted| part.is_some_and(|part| wanted.admits(part)))
            };
            let meant = titled(self.view, name);
            // A card may be called by its title, though another half of it is meant.
            let said = half.as_deref().copied().unwrap_or_default();
            let other = |(card, _): &&(String, Half)| {
                let free = !self.used.contains(card) && self.view.in_hand(card);
                free && wanted.is_some_and(|wanted| self.view.fitting(card, said, wanted).is_ok())
            };
            let found = meant.iter().find(|one| fits(one)).cloned();
            let other = || meant.iter().find(other).map(|(card, _)| (card.clone(), said));
            match found.or_else(other) {
                Some((card, found)) => {
                    // The upper half is taken where nothing else is said.
                    if let Some(half) = half.filter(|half| **half == Half::Fitting && found == Half::Lower) {
                        *half = found;
                    }
                    *name = card;
                }
                None if wanted.is_none() => self.general(name, true),
                None => return,
            }
        }
        self.used.push(name.clone());
    }

    /// A general by his name: in play, or in the hand first where he comes into play.
    fn general(&self, name: &mut String, from_hand: bool) {
        if self.is_id(name) {
            return;
        }
        let view = self.view;
        let named = view.pack().of(view.side).generals.iter();
        let named = named.filter(|general| general.name.eq_ignore_ascii_case(name.trim()));
        // At Gettysburg he comes from those set aside (BC-19).
        let aside = |card: &str| view.rules.is_reinforcement(view.game, view.side, card);
        let known = |card: &str| aside(card) || view.own.is_some_and(|own| own.contains(HAND, card));
        let rank = |card: &str| match (view.game.in_play(view.side, card).is_some(), known(card)) {
            (true, _) => usize::from(from_hand),
            (_, true) => usize::from(!from_hand),
            _ => 2,
        };
        if let Some(general) = named.min_by_key(|general| rank(&general.id)) {
            name.clone_from(&general.id);
        }
    }

    /// A card on the table of the battle: by the title of what it shows, or the general who engaged for it.
    fn on_table(&self, name: &mut String) {
        if self.is_id(name) {
            return;
        }
        let Some(battle) = self.view.battle() else { return };
        let fits = |played: &&crate::ledger::Played| {
            let by = played.general.as_deref().and_then(|general| self.view.pack().general(played.side, general));
            let shown = self.view.pack().shown(played).title().eq_ignore_ascii_case(name.trim());
            shown || by.is_some_and(|general| general.name.eq_ignore_ascii_case(name.trim()))
        };
        let found: Vec<&String> = battle.table.iter().filter(fits).map(|played| &played.card).collect();
        if let [only] = found[..] {
            name.clone_from(only);
        }
    }

    /// A card of the discard pile.
    fn discard(&self, name: &mut String) {
        let pile = self.view.game.cards.open(&self.view.side.id(), DISCARD);
        let found = titled(self.view, name).into_iter().find(|(card, _)| pile.contains(card));
        let general = || {
            let named = |card: &&String| matches!(self.view.pack().card(self.view.side, card), Some(PlayCard::General(one)) if one.name.eq_ignore_ascii_case(name.trim()));
            pile.iter().find(named).cloned()
        };
        if !self.is_id(name)
            && let Some(card) = found.map(|(card, _)| card).or_else(general)
        {
            *name = card;
        }
    }

    /// An own card in play, or a general.
    fn saved(&self, name: &mut String) {
        self.on_table(name);
        self.general(name, false);
    }

    fn generals<'n>(&self, names: impl IntoIterator<Item = &'n mut String>, from_hand: bool) {
        names.into_iter().for_each(|name| self.general(name, from_hand));
    }

    fn order(&mut self, order: &mut Order) {
        match order {
            Order::Pick { cards } => {
                for card in cards {
                    self.general(card, true);
                    let found = titled(self.view, card).into_iter().find(|(id, _)| !self.used.contains(id));
                    if let Some((id, _)) = found.filter(|_| !self.is_id(card)) {
                        *card = id;
                    }
                    self.used.push(card.clone());
                }
            }
            Order::Resource { card, general, replaced, .. } => {
                self.hand(card, None, Some(Wanted::Resource));
                self.generals(general, true);
                self.generals(replaced, false);
            }
            Order::Movement(movement) => self.movement(movement),
            Order::Generals { recall, place } => {
                self.generals(recall, false);
                let named = std::mem::take(place).into_iter().map(|(mut general, theater)| {
                    self.general(&mut general, true);
                    (general, theater)
                });
                *place = named.collect();
            }
            Order::React(reaction) => {
                self.hand(&mut reaction.card, Some(&mut reaction.half), Some(Wanted::Immediate));
                reaction.save.iter_mut().for_each(|save| self.saved(save));
                match &mut reaction.insist {
                    Insist::Pay(general) => self.general(general, false),
                    Insist::Card(card) => self.hand(card, None, Some(Wanted::Immediate)),
                    Insist::Accept => {}
                }
            }
            Order::Choose(choice) => self.choice(choice),
            Order::Attack { card, half, general, target: on } => {
                self.hand(card, Some(half), Some(Wanted::Battle));
                self.general(general, false);
                on.iter_mut().for_each(|on| self.on_table(on));
            }
            Order::Special { card, half, general, target: on, take } => {
                self.hand(card, Some(half), Some(Wanted::Special));
                self.generals(general, true);
                on.iter_mut().for_each(|on| self.on_table(on));
                take.iter_mut().for_each(|take| self.discard(take));
            }
            Order::Engage { general } => self.general(general, false),
            Order::Discard { cards, general } => {
                cards.iter_mut().for_each(|card| self.hand(card, None, None));
                self.generals(general, false);
            }
            Order::Embark { cards, generals } => {
                cards.iter_mut().for_each(|card| self.hand(card, None, None));
                self.generals(generals, false);
            }
            Order::Lay { east, west } => {
                // Command cards have ids only: `us_east_2`.
                for laid in [east, west].into_iter().flatten() {
                    if let LaidCard::Card(card) = laid {
                        *card = card.trim().to_owned();
                    }
                }
            }
            Order::Place(_)
            | Order::Block(_)
            | Order::Discretionary { .. }
            | Order::First(_)
            | Order::Draw(_)
            | Order::Send {}
            | Order::Hold {}
            | Order::Settle {}
            | Order::Pass { .. } => {}
        }
    }

    fn movement(&mut self, movement: &mut MovementPlay) {
        self.hand(&mut movement.card, None, Some(Wanted::Movement));
        self.generals(&mut movement.general, false);
        movement.discard.iter_mut().for_each(|card| self.hand(card, None, None));
    }

    fn choice(&mut self, choice: &mut Choice) {
        choice.discard.iter_mut().for_each(|card| self.hand(card, None, None));
        self.generals([&mut choice.engage, &mut choice.wounded].into_iter().flatten(), false);
        choice.cancel.iter_mut().for_each(|card| self.on_table(card));
        if let Some(attack) = &mut choice.attack {
            self.hand(&mut attack.card, Some(&mut attack.half), Some(Wanted::PlusOneAttack));
            self.general(&mut attack.general, false);
        }
    }

    fn answer(&mut self, answer: &mut Answer) {
        match answer {
            Answer::Pay(general) => self.general(general, false),
            Answer::Card(card) => self.hand(card, None, Some(Wanted::Immediate)),
            Answer::Generals(generals) => self.generals(generals, true),
            Answer::Move(movement) => self.movement(movement),
            Answer::Choose(choice) => self.choice(choice),
            Answer::Accept
            | Answer::Pass
            | Answer::GoOn
            | Answer::Yes
            | Answer::No
            | Answer::Place(_)
            | Answer::First(_) => {}
        }
    }
}
