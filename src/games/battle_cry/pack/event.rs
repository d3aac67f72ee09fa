//! The events of the play cards: when they are played, on what conditions, and what they do.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Theater;
use crate::document::Id;
use crate::shared::{Side, Source};

/// When an event may be played (sequence of play, introduction).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventKind {
    /// In the First Resource Phase (B).
    ResourceFirst,
    /// In the Second Resource Phase (J).
    ResourceSecond,
    /// In either.
    ResourceAny,
    /// In the Strategic Movement Phase (E).
    Movement,
    /// In combat, as a rule without a general (I.6).
    Special,
    /// In combat; a general engages for it (I.5).
    Battle,
    /// It blocks from the hand (Battle Card, Blocking).
    BattleCard,
}

impl EventKind {
    /// Whether it belongs to a Resource Phase.
    pub fn is_resource(self) -> bool {
        matches!(self, EventKind::ResourceFirst | EventKind::ResourceSecond | EventKind::ResourceAny)
    }

    /// Whether it is played in combat.
    pub fn is_combat(self) -> bool {
        matches!(self, EventKind::Special | EventKind::Battle)
    }
}

/// What other cards ask about a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Trait {
    /// It cancels all enemy massed columns, those still to come included, while it is in play (Defend Card).
    Artillery,
    /// A massed infantry column (Defend Card).
    Column,
    /// An enfilade.
    Enfilade,
    /// A Counter-Battery.
    CounterBattery,
    /// It may be played before combat only (Before Combat).
    BeforeCombat,
    /// It answers a play of the enemy's at once, and is played at no other time (Immediately).
    Immediate,
}

/// A condition, as its player sees it when he plays the event (BC-23).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Condition {
    /// The player is in this deck (Deck One/Deck Two).
    Deck(u8),
    /// He has at least so many command points fewer than the enemy.
    Behind(u8),
    /// He has at least so many more.
    Lead(u8),
    /// The Union has taken so many Victory Condition Cities.
    CitiesTaken(u8),
    /// The Union has taken none.
    NoCityLost {},
    /// The Union holds so many Battle Cards.
    Holds(u8),
    /// The Union holds one of these.
    HoldsOneOf(Vec<Id>),
    /// The Union does not hold this one.
    NotHeld(Id),
    /// The event has been played before.
    After(Id),
    /// It has been played while its player was in Deck One.
    AfterInDeckOne(Id),
    /// It has not been played.
    Before(Id),
    /// The player has won a battle in this turn: any, by a major victory, or of an invasion (BC-25).
    Victory(VictoryKind),
    /// This general is in play.
    InPlay(String),
    /// This battle is placed.
    Placed(Id),
    /// The battle is not for a city.
    NotAtCity {},
    /// He has at least so many attack cards in play in this battle (In Play).
    AttackCards(u8),
}

/// Which victories count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum VictoryKind {
    Any,
    Major,
    Invasion,
}

/// Changes of both command point totals.
#[sparse]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub union: i8,
    pub confederate: i8,
}

impl Points {
    /// What the winner gains and the other side loses.
    pub fn to(winner: Side, [gain, loss]: [u8; 2]) -> Points {
        let (gain, loss) = (gain as i8, -(loss as i8));
        match winner {
            Side::Union => Points { union: gain, confederate: loss },
            Side::Confederate => Points { union: loss, confederate: gain },
        }
    }

    /// The change for a side.
    pub fn of(self, side: Side) -> i8 {
        match side {
            Side::Union => self.union,
            Side::Confederate => self.confederate,
        }
    }
}

/// Which of his own cards in play the enemy must cancel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cancelled {
    BattleEvent,
    Attack,
    Defend,
}

/// What an event does. Each is code that a card names; the numbers are the card's (Confederate Player Notes,
/// Union Player Notes, The Emancipation Proclamation).
#[sparse(
    EnemyDiscards(generals),
    EnemyEngages(or_cancels),
    Attached(general, reverse),
    Offensive(theater, invasion),
    Turning(falls),
    Negates(theater),
    DrawCap(battle)
)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    // Resources (B, J).
    /// Command points change at once.
    Points(Points),
    /// They change by this instead where the condition holds.
    PointsIf { condition: Condition, points: Points },
    /// They change so again at the end of so many further turns (BC-22).
    Later { turns: u8, points: Points },
    /// The Union must place a battle in this theater in this turn.
    MustPlace(Theater),
    /// The Union lays its command points face up and first, and places a battle in each theater (BC-36).
    Pressure {},
    /// If a battle is placed in the East, the Union returns so many random cards to its deck before combat.
    ReturnRandom(u8),
    /// The Union draws so many cards fewer in each battle of this turn.
    FewerDraws(u8),
    /// The Union may play at most so many attack cards next turn, in the theater that the player names.
    AttackCapNextTurn(u8),
    /// One general in play is replaced by one from the hand, in either theater.
    ReplaceGeneral {},
    /// Its side wins the game (Victory Conditions B).
    Wins {},
    // Strategic movement (E).
    /// The blocking battle goes to the Union at once, or a placed battle that is no city (BC-7). `falls`: this battle
    /// falls to it even where nothing blocks.
    Turning { falls: Option<Id> },
    /// The Confederate takes the offensive, in this theater or either, against a battle that the Union holds or, where
    /// `invasion`, an Invasion Card (BC-8).
    Offensive { theater: Option<Theater>, invasion: bool },
    /// It negates the enemy's movement card just played, of this kind.
    Negates { what: Negated, theater: Option<Theater> },
    /// The battle of a theater is not fought.
    StrategicRetreat {},
    /// The Union draws at most so many cards in a theater, or cancels its battle there. `battle`: only where this one
    /// is placed.
    DrawCap { cards: u8, battle: Option<Id> },
    /// The battle is cancelled unless the Union engages a general and discards so many non-generals (BC-9).
    RetreatBeforeBattle { cards: u8 },
    /// After a Confederate offensive the Union moves command points from one theater to the other.
    ShiftPoints {},
    // Combat (I).
    /// Its player draws cards.
    Draw(u8),
    /// The enemy discards cards of his choice; generals only where it says so.
    EnemyDiscards { cards: u8, generals: bool },
    /// The enemy engages a general, if one is free; if none is and `or_cancels`, he cancels a battle event.
    EnemyEngages { or_cancels: bool },
    /// The enemy cancels one of his cards in play, of his choice (BC-6).
    EnemyCancels(Cancelled),
    /// The enemy plays a +1 attack card at once, if he can.
    EnemyAttacks {},
    /// The enemy turns an attached card to its reverse value, or cancels a +1 attack card, of his choice.
    EnemyWeakens {},
    /// It cancels an enemy card in play that has one of these traits.
    Cancels(Vec<Trait>),
    /// It reduces the value of an enemy enfilade.
    Reduces(u8),
    /// It is added to an own attack card in play, where named one that this general engaged for; it may be turned to
    /// its reverse value (Cancel).
    Attached { general: Option<String>, reverse: i8 },
    /// It counts as an attack of this value besides.
    Counterattack(u8),
    /// An own general disengages.
    Disengage {},
    /// A general comes from the hand into the battle, above the limit if need be (G.2).
    BringGeneral {},
    /// The enemy loses an engaged general of his choice to the discard pile (BC-6).
    Wound {},
    /// The enemy plays at most so many attack cards in this battle.
    AttackCap(u8),
    /// The enemy has the initiative from here on (Confederate Offensive).
    EnemyAttacksFirst {},
    /// Its player plays no attack or defend card afterwards in this battle.
    NoMoreValues {},
    /// After both have passed the battle goes on: each side disengages so many generals and draws so many cards.
    Continues { generals: u8, cards: u8 },
    /// A card of the discard pile goes into the deck, which is shuffled.
    Recover {},
    /// It saves an own attack or defend card from being cancelled (I.7).
    SavesCard {},
    /// It saves an own general from a wound (Immediately).
    SavesGeneral {},
    /// It cancels an enemy special event, unless he engages a general and returns so many random cards to his deck.
    CancelsSpecial { cards: u8 },
}

/// What a movement card negates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Negated {
    Turning,
    Offensive,
}

/// An event: one half of a play card. Several cards may have it.
#[sparse(value, stars, traits, conditions, effects)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Event {
    pub id: Id,
    pub title: String,
    pub kind: EventKind,
    /// Its combat value, negative for a defend card (Combat Value).
    pub value: i8,
    /// The stars of the general who engages for it (I.5).
    pub stars: u8,
    pub traits: Vec<Trait>,
    /// All of them must hold.
    pub conditions: Vec<Condition>,
    pub effects: Vec<Effect>,
    /// What it does, in words of our own.
    pub text: String,
    pub source: Source,
}

impl Event {
    /// Whether it has a trait.
    pub fn has(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Whether it is an attack card (Attack Card).
    pub fn is_attack(&self) -> bool {
        self.value > 0 || self.counterattack() > 0
    }

    /// Whether it is a defend card (Defend Card).
    pub fn is_defend(&self) -> bool {
        self.value < 0
    }

    /// Its attack value besides its own (Irish Brigade).
    pub fn counterattack(&self) -> i8 {
        let values = self.effects.iter().map(|effect| match effect {
            Effect::Counterattack(value) => *value as i8,
            _ => 0,
        });
        values.sum()
    }
}
