//! The record as seen by whoever checks an order against the rules: everybody, or a player who knows his own cards.

use crate::BattleCry;
use crate::combat_value::{Evaluation, Part, evaluate};
use crate::engine::OwnCards;
use crate::engine::cards::TABLE;
use crate::events::{Refusal, Wanted};
use crate::ledger::{Battle, DISCARD, Game, HAND, InPlay};
use crate::orders::Half;
use crate::pack::{Condition, Effect, EventKind, General, Pack, PlayCard, Theater, Trait, VictoryKind};
use crate::shared::Side;

/// The objections of the rules, each with its rule.
pub type RefusalList = crate::engine::refusal::RefusalList<Refusal>;

/// The record as used for checking a side's orders.
#[derive(Clone, Copy, Debug)]
pub struct View<'v> {
    pub rules: &'v BattleCry,
    pub game: &'v Game,
    pub side: Side,
    /// The side's own cards, where they are known. The rules themselves never ask for them.
    pub own: Option<&'v OwnCards>,
}

impl<'v> View<'v> {
    /// As everybody sees it.
    pub fn of(rules: &'v BattleCry, game: &'v Game, side: Side) -> View<'v> {
        View { rules, game, side, own: None }
    }

    /// The pack.
    pub fn pack(&self) -> &'v Pack {
        &self.rules.pack
    }

    /// The battle that is fought.
    pub fn battle(&self) -> Option<&'v Battle> {
        self.game.battle.as_ref()
    }

    /// The cards of the battle, as they count.
    pub fn table(&self) -> Option<Evaluation<'v>> {
        let battle = self.battle()?;
        Some(evaluate(self.pack(), &battle.table, self.is_at_city()))
    }

    /// Whether the battle is for a city.
    pub fn is_at_city(&self) -> bool {
        self.battle().and_then(|battle| self.pack().battle(&battle.id)).is_some_and(|battle| battle.city)
    }

    /// A general of the side, by his card.
    pub fn general(&self, card: &str) -> Option<&'v General> {
        self.pack().general(self.side, card)
    }

    /// Why a card is no general of the side's.
    pub fn not_general(&self, card: &str) -> Refusal {
        let card = || card.to_owned();
        match self.pack().owner(&card()) {
            Some(owner) if owner == self.side => Refusal::NotGeneral { card: card() },
            Some(_) => Refusal::EnemyCard { card: card() },
            None => Refusal::NoSuchCard { card: card() },
        }
    }

    /// Whether a card is a cavalry general of the side's (Cavalry General).
    pub fn is_cavalry(&self, card: &str) -> bool {
        self.general(card).is_some_and(|general| general.cavalry)
    }

    /// The stars of a general in the battle: offense while his side has the initiative (General Card).
    pub fn stars(&self, card: &str) -> u8 {
        let attacks = self.battle().is_some_and(|battle| battle.attacker == self.side);
        self.general(card).map_or(0, |general| if attacks { general.offense } else { general.defense })
    }

    /// The side's generals in the battle.
    pub fn present(&self) -> impl Iterator<Item = &'v InPlay> {
        let theater = self.battle().map_or(Theater::East, |battle| battle.theater);
        self.game.generals(self.side, theater)
    }

    /// Its generals in the battle who may engage for an event: free, and no cavalry (Cavalry General).
    pub fn free_generals(&self) -> impl Iterator<Item = &'v str> {
        self.present().filter(move |one| !one.engaged && !self.is_cavalry(&one.card)).map(|one| one.card.as_str())
    }

    /// Whether the side must still attack before it may pass, as far as everybody can see (BC-3).
    pub fn owes_attack(&self) -> bool {
        let owes = self.side == Side::Union && self.battle().is_some_and(|battle| battle.must_attack);
        owes && self.free_generals().next().is_some() && self.game.count(self.side, HAND) > 0
    }

    /// Whether the hand has the card, or may have it as far as everybody can see.
    pub fn in_hand(&self, card: &str) -> bool {
        match self.own {
            Some(own) => own.contains(HAND, card),
            None => self.game.count(self.side, HAND) > 0 && self.is_unseen(card),
        }
    }

    /// Whether a card of the side is neither on the table nor among the discards, nor set aside.
    pub fn is_unseen(&self, card: &str) -> bool {
        let lies = |pile: &str| self.game.cards.open(&self.side.id(), pile).iter().any(|other| other == card);
        let aside = || self.game.aside.get(&self.side).is_some_and(|cards| cards.iter().any(|other| other == card));
        self.pack().card(self.side, card).is_some() && !lies(TABLE) && !lies(DISCARD) && !aside()
    }

    /// Whether the hand may have a card with such a part, as far as everybody can see.
    pub fn may_hold(&self, fits: impl Fn(Part<'_>) -> bool) -> bool {
        let cards = self.pack().of(self.side).cards.iter().filter(|card| self.in_hand(&card.id));
        let events = cards.flat_map(|card| [&card.upper, &card.lower]).filter_map(|id| self.pack().events.get(id));
        events.into_iter().any(|event| fits(Part::Event(event)))
    }

    /// The cards that the hand has, or may have: those of `deck`'s order.
    pub fn hand(&self) -> Vec<&'v str> {
        match self.own {
            Some(own) => own.known_cards(HAND),
            None => {
                let all = self.pack().of(self.side);
                let generals = all.generals.iter().map(|general| general.id.as_str());
                let cards = generals.chain(all.cards.iter().map(|card| card.id.as_str()));
                cards.filter(|card| self.in_hand(card)).collect()
            }
        }
    }

    /// Why a card cannot be taken from the hand.
    pub fn not_in_hand(&self, card: &str) -> Option<Refusal> {
        let card = || card.to_owned();
        match (self.pack().card(self.side, &card()), self.pack().owner(&card())) {
            (None, Some(_)) => Some(Refusal::EnemyCard { card: card() }),
            (None, None) => Some(Refusal::NoSuchCard { card: card() }),
            _ if self.in_hand(&card()) => None,
            _ if self.game.cards.open(&self.side.id(), DISCARD).contains(&card()) => {
                Some(Refusal::InDiscard { card: card() })
            }
            _ => Some(Refusal::NotInHand { card: card() }),
        }
    }

    /// The part of a card that fits a kind of play: the one that is named, or the upper one that fits.
    ///
    /// # Errors
    /// The card is a general, or no such part fits.
    pub fn fitting(&self, card: &str, half: Half, wanted: Wanted) -> Result<(Half, Part<'v>), Refusal> {
        let Some(PlayCard::Halves(halves)) = self.pack().card(self.side, card) else {
            return Err(Refusal::IsGeneral { card: card.to_owned() });
        };
        let named: &[Half] = match half {
            Half::Fitting => &[Half::Upper, Half::Lower, Half::Frontal],
            Half::Upper => &[Half::Upper],
            Half::Lower => &[Half::Lower],
            Half::Frontal => &[Half::Frontal],
        };
        let parts = named.iter().filter_map(|half| Some((*half, self.pack().half(halves, *half)?)));
        let found = parts.into_iter().find(|(_, part)| wanted.admits(*part));
        found.ok_or_else(|| Refusal::WrongHalf { card: card.to_owned(), half, wanted })
    }

    /// The first condition of an event that does not hold (BC-23).
    pub fn failing(&self, part: Part<'_>) -> Option<Condition> {
        part.event()?.conditions.iter().find(|condition| !self.holds(condition)).cloned()
    }

    /// Whether a condition holds for the side.
    pub fn holds(&self, condition: &Condition) -> bool {
        let (game, own) = (self.game, self.game.side(self.side));
        let enemy = game.side(self.side.other());
        let cities = || self.pack().battles.iter().filter(|battle| battle.city && game.holds(&battle.id)).count();
        match condition {
            Condition::Deck(deck) => own.deck.min(2) == *deck,
            Condition::Behind(by) => own.points + by <= enemy.points,
            Condition::Lead(by) => own.points >= enemy.points + by,
            Condition::CitiesTaken(count) => cities() >= usize::from(*count),
            Condition::NoCityLost {} => cities() == 0,
            Condition::Holds(count) => game.held.len() >= usize::from(*count),
            Condition::HoldsOneOf(battles) => battles.iter().any(|battle| game.holds(battle)),
            Condition::NotHeld(battle) => !game.holds(battle),
            Condition::After(event) => game.played.contains_key(event),
            Condition::AfterInDeckOne(event) => game.played.get(event) == Some(&1),
            Condition::Before(event) => !game.played.contains_key(event),
            Condition::Victory(kind) => game.victories.iter().any(|victory| {
                let invasion = || self.pack().battle(&victory.battle).is_some_and(|battle| battle.invasion);
                victory.side == self.side
                    && match kind {
                        VictoryKind::Any => true,
                        VictoryKind::Major => victory.major,
                        VictoryKind::Invasion => invasion(),
                    }
            }),
            Condition::InPlay(name) => {
                own.generals.iter().any(|one| self.general(&one.card).is_some_and(|general| general.name == *name))
            }
            Condition::Placed(battle) => game.placed.values().any(|placed| placed.stands_for(battle)),
            Condition::NotAtCity {} => !self.is_at_city(),
            Condition::AttackCards(count) => {
                self.table().is_some_and(|table| table.attack_cards(self.side) >= usize::from(*count))
            }
        }
    }
}

impl Wanted {
    /// Whether a part of a card is what is wanted.
    pub fn admits(self, part: Part<'_>) -> bool {
        let kind = part.kind();
        match self {
            Wanted::Resource => kind.is_resource(),
            Wanted::Movement => kind == EventKind::Movement,
            Wanted::Special => kind == EventKind::Special && !part.has(Trait::Immediate),
            Wanted::Battle => kind == EventKind::Battle,
            Wanted::Immediate => part.has(Trait::Immediate),
            Wanted::PlusOneAttack => kind == EventKind::Battle && part.value() == 1,
        }
    }
}

/// Whether a part of a card answers a play at once in this way.
pub fn answers(part: Part<'_>, fits: impl Fn(&Effect) -> bool) -> bool {
    part.has(Trait::Immediate) && part.effects().iter().any(fits)
}

/// Whether a card of the table is in play.
pub fn stands(rules: &BattleCry, game: &Game, card: &str) -> bool {
    View::of(rules, game, Side::Union).table().is_some_and(|table| table.in_play(card))
}
