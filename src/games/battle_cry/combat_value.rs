//! Combat values, and what cancels what: one pure function over the cards on the table (Combat Value, Attack Card, Defend
//! Card, Cancel; BC-4, BC-6).

use crate::engine::sum::Sum;
use crate::ledger::Played;
use crate::orders::Half;
use crate::pack::{Cancelled, Card, Effect, Event, EventKind, Pack, PlayCard, Trait};
use crate::shared::Side;

/// The value of Frontal Assault, at the foot of every card.
pub const FRONTAL: i8 = 1;

/// What a city counts for its defender: the Confederate has so much more among his defend cards (Victory Condition
/// Cities).
pub const CITY: i8 = -3;

/// What stands on the part of a card that is used.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Part<'p> {
    Event(&'p Event),
    /// Frontal Assault +1, a battle event of one star.
    Frontal,
}

impl<'p> Part<'p> {
    /// The event; none for Frontal Assault.
    pub fn event(self) -> Option<&'p Event> {
        match self {
            Part::Event(event) => Some(event),
            Part::Frontal => None,
        }
    }

    /// The kind of event.
    pub fn kind(self) -> EventKind {
        self.event().map_or(EventKind::Battle, |event| event.kind)
    }

    /// The combat value on the card.
    pub fn value(self) -> i8 {
        self.event().map_or(FRONTAL, |event| event.value)
    }

    /// The stars of the general who engages for it.
    pub fn stars(self) -> u8 {
        self.event().map_or(1, |event| event.stars)
    }

    /// Whether it is an attack card (Attack Card).
    pub fn is_attack(self) -> bool {
        self.event().is_none_or(Event::is_attack)
    }

    /// Whether it is a defend card (Defend Card).
    pub fn is_defend(self) -> bool {
        self.event().is_some_and(Event::is_defend)
    }

    /// What it does.
    pub fn effects(self) -> &'p [Effect] {
        self.event().map_or(&[], |event| event.effects.as_slice())
    }

    /// Whether it has a trait.
    pub fn has(self, wanted: Trait) -> bool {
        self.event().is_some_and(|event| event.has(wanted))
    }

    /// What it reads.
    pub fn title(self) -> &'p str {
        self.event().map_or("Frontal Assault", |event| event.title.as_str())
    }
}

impl Pack {
    /// The half of a card. `Fitting` is the upper one.
    pub fn half<'p>(&'p self, card: &Card, half: Half) -> Option<Part<'p>> {
        match half {
            Half::Fitting | Half::Upper => self.events.get(&card.upper).map(Part::Event),
            Half::Lower => self.events.get(&card.lower).map(Part::Event),
            Half::Frontal => Some(Part::Frontal),
        }
    }

    /// The part of a side's card that is used.
    pub fn part(&self, side: Side, card: &str, half: Half) -> Option<Part<'_>> {
        match self.card(side, card)? {
            PlayCard::Halves(card) => self.half(card, half),
            PlayCard::General(_) => None,
        }
    }

    /// The part that a played card shows.
    pub fn shown(&self, played: &Played) -> Part<'_> {
        self.part(played.side, &played.card, played.half).unwrap_or(Part::Frontal)
    }
}

/// A card on the table, and what it counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted<'t> {
    pub played: &'t Played,
    /// The card that cancels it, or that cancels what it lies with.
    pub cancelled_by: Option<&'t str>,
    /// Its combat value in play, as it is reduced or turned.
    pub value: i8,
    /// What it counts as an attack besides.
    pub counterattack: i8,
}

impl Counted<'_> {
    /// Whether it is in play (In Play).
    pub fn is_in_play(&self) -> bool {
        self.cancelled_by.is_none()
    }

    /// Whether it is an attack card in play.
    pub fn attacks(&self) -> bool {
        self.is_in_play() && (self.value > 0 || self.counterattack > 0)
    }
}

/// A battle as its cards stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation<'t> {
    /// The cards, in the order in which they were played.
    pub cards: Vec<Counted<'t>>,
    /// Whether the battle is for a city.
    city: bool,
}

/// The cards on the table as they count.
pub fn evaluate<'t>(pack: &Pack, table: &'t [Played], city: bool) -> Evaluation<'t> {
    let cards = table.iter().enumerate().map(|(at, played)| {
        let part = pack.shown(played);
        let cancelled_by = cancelled_by(pack, table, at).map(|by| table[by].card.as_str());
        let value = value(pack, table, at, part);
        let counterattack = part.event().map_or(0, Event::counterattack);
        Counted { played, cancelled_by, value, counterattack }
    });
    Evaluation { cards: cards.collect(), city }
}

/// Whether a card of the table is in play: nothing in play cancels it, and what it lies with is in play (BC-6).
fn is_active(pack: &Pack, table: &[Played], at: usize) -> bool {
    cancelled_by(pack, table, at).is_none()
}

/// The card that keeps another from being in play.
fn cancelled_by(pack: &Pack, table: &[Played], at: usize) -> Option<usize> {
    let own = &table[at];
    // The latest card decides first: what it cancels cancels nothing any more.
    let direct = (0..table.len()).rev().find(|other| {
        *other != at
            && cancels(pack, table, *other, at)
            && !is_saved(pack, table, at, *other)
            && is_active(pack, table, *other)
    });
    let attached = || {
        let with = own.target.as_ref().filter(|_| lies_with(pack, own))?;
        let with = table.iter().position(|other| other.card == *with)?;
        cancelled_by(pack, table, with)
    };
    direct.or_else(attached)
}

/// Whether a card is added to another and is cancelled with it (Cancel).
fn lies_with(pack: &Pack, played: &Played) -> bool {
    pack.shown(played).effects().iter().any(|effect| matches!(effect, Effect::Attached { .. }))
}

/// Whether a card, if it is in play, cancels another: by what it was played for, or as artillery a massed column.
fn cancels(pack: &Pack, table: &[Played], by: usize, at: usize) -> bool {
    let (by, own) = (&table[by], &table[at]);
    let artillery =
        || by.side != own.side && pack.shown(by).has(Trait::Artillery) && pack.shown(own).has(Trait::Column);
    by.cancels.contains(&own.card) || artillery()
}

/// Whether another card saves a card from one that cancels it (I.7).
fn is_saved(pack: &Pack, table: &[Played], at: usize, from: usize) -> bool {
    let saves = |other: &Played| {
        other.saves.as_ref().is_some_and(|(card, by)| *card == table[at].card && *by == table[from].card)
    };
    (0..table.len()).any(|other| saves(&table[other]) && is_active(pack, table, other))
}

/// The value of a card, as other cards reduce or turn it.
fn value(pack: &Pack, table: &[Played], at: usize, part: Part<'_>) -> i8 {
    let own = &table[at];
    let in_play =
        |card: &str| table.iter().position(|other| other.card == card).is_some_and(|n| is_active(pack, table, n));
    let reverse = part.effects().iter().find_map(|effect| match effect {
        Effect::Attached { reverse, .. } => Some(*reverse),
        _ => None,
    });
    let printed = match (&own.turned, reverse) {
        (Some(by), Some(reverse)) if in_play(by) => reverse,
        _ => part.value(),
    };
    let reduced = table.iter().enumerate().filter_map(|(n, other)| match &other.reduces {
        Some((card, by)) if *card == own.card && is_active(pack, table, n) => Some(*by as i8),
        _ => None,
    });
    let reduced = reduced.sum::<i8>();
    // An attack is not reduced below nothing.
    if printed > 0 { (printed - reduced).max(0) } else { printed - reduced }
}

impl Evaluation<'_> {
    /// A side's cards.
    pub fn of(&self, side: Side) -> impl Iterator<Item = &Counted<'_>> {
        self.cards.iter().filter(move |card| card.played.side == side)
    }

    /// A card on the table.
    pub fn card(&self, id: &str) -> Option<&Counted<'_>> {
        self.cards.iter().find(|card| card.played.card == id)
    }

    /// Whether a card lies on the table and is in play.
    pub fn in_play(&self, id: &str) -> bool {
        self.card(id).is_some_and(Counted::is_in_play)
    }

    /// How many attack cards of a side are in play (In Play).
    pub fn attack_cards(&self, side: Side) -> usize {
        self.of(side).filter(|card| card.attacks()).count()
    }

    /// The combat value of a side, and what it consists of: its attack cards, and, if it has any, the enemy's defend
    /// cards (BC-4).
    pub fn sum(&self, side: Side) -> CombatValue<'_> {
        let mut parts = Vec::new();
        for card in self.of(side).filter(|card| card.is_in_play()) {
            if card.value > 0 {
                parts.push((ValuePart::Card(&card.played.card), card.value));
            }
            if card.counterattack > 0 {
                parts.push((ValuePart::Card(&card.played.card), card.counterattack));
            }
        }
        if self.attack_cards(side) > 0 {
            for card in self.of(side.other()).filter(|card| card.is_in_play() && card.value < 0) {
                parts.push((ValuePart::Card(&card.played.card), card.value));
            }
            if self.city && side == Side::Union {
                parts.push((ValuePart::City, CITY));
            }
        }
        CombatValue { parts }
    }

    /// The combat value of a side.
    pub fn value(&self, side: Side) -> i32 {
        self.sum(side).total()
    }

    /// By how much a side is ahead of the other.
    pub fn lead(&self, side: Side) -> i32 {
        self.value(side) - self.value(side.other())
    }

    /// The own cards in play of which a side must cancel one.
    pub fn cancellable(&self, side: Side, what: Cancelled, pack: &Pack) -> Vec<&str> {
        let fits = |card: &&Counted<'_>| {
            let part = pack.shown(card.played);
            card.is_in_play()
                && match what {
                    Cancelled::BattleEvent => part.kind() == EventKind::Battle,
                    Cancelled::Attack => part.is_attack(),
                    Cancelled::Defend => part.is_defend(),
                }
        };
        self.of(side).filter(fits).map(|card| card.played.card.as_str()).collect()
    }
}

/// A combat value, as a sum.
#[derive(Clone, Debug, PartialEq)]
pub struct CombatValue<'t> {
    pub parts: Vec<(ValuePart<'t>, i8)>,
}

/// What a combat value consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValuePart<'t> {
    Card(&'t str),
    /// The city is defended (Victory Condition Cities).
    City,
}

impl CombatValue<'_> {
    /// The value; it may be negative.
    pub fn total(&self) -> i32 {
        self.parts.iter().map(|(_, value)| i32::from(*value)).sum()
    }

    /// The sum, with the ids of the cards as its terms.
    pub fn as_sum(&self) -> Sum {
        self.parts.iter().fold(Sum::default(), |sum, (part, value)| {
            let name = match part {
                ValuePart::Card(card) => card,
                ValuePart::City => "city",
            };
            sum.and(name, i64::from(*value))
        })
    }
}
