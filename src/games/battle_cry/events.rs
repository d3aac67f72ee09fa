//! Events, and the reasons why orders are refused: codes and facts.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::Id;
use crate::engine::sum::Sum;
use crate::ledger::{EndReason, Phase, Play};
use crate::orders::{Choice, Half};
use crate::pack::Theater;
use crate::shared::Side;
use crate::sorted::SortedMap;

/// An event.
#[sparse(
    BattleBegins(offensive),
    Engaged(card),
    TakenBack(general),
    Failed(general),
    BattleOver(major),
    Moved(theater, battle, fights),
    Recalled(cards)
)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(tag = "event")]
pub enum Event {
    /// A turn begins.
    Turn { turn: u16 },
    /// A phase begins.
    Phase { phase: Phase },
    /// A side draws cards; `wanted` more than it got where its decks have run out.
    Draws { side: Side, count: usize, wanted: usize, why: DrawReason },
    /// A side's deck has run out: its discard pile is its new deck (End of Game, BC-10).
    DeckTurned { side: Side, deck: u8 },
    /// Random cards return to the top of a side's deck (BC-13).
    Returned { side: Side, count: usize },
    /// Command points change, and why.
    PointsChanged { side: Side, change: i8, points: u8, why: PointsReason },
    /// A resource event is played, or none.
    Resource(ResourcePlayed),
    /// A general comes into play.
    Enters { side: Side, general: String, theater: Theater },
    /// Generals return to the hand.
    Recalled { side: Side, cards: Vec<String> },
    /// A battle begins; who has the initiative in it.
    BattleBegins { battle: Id, theater: Theater, attacker: Side, offensive: bool },
    /// A card is announced, with what it is played for.
    Announced { side: Side, number: u8, play: Play },
    /// A send is handed over, or held, with the combat values as if everything in it stood.
    Sent { side: Side, held: bool, union: Sum, confederate: Sum },
    /// A card of an announced send comes back, because its ground is gone (BC-27).
    TakenBack { side: Side, card: String, general: Option<String> },
    /// An immediate card is played against a play of the enemy's.
    Reacted { side: Side, card: String, half: Half, to: String },
    /// The owner of a special event that met Command Failure pays for it.
    Paid { side: Side, general: String, card: String, count: usize },
    /// An immediate card has no effect any more.
    Beaten { side: Side, card: String },
    /// A special event is canceled, and the general whom it would have brought goes back.
    Failed { side: Side, card: String, by: String, general: Option<String> },
    /// A card is canceled by another, of the enemy's choice or its own.
    Canceled { side: Side, card: String, by: String },
    /// A card is turned to its reverse value, or an enfilade reduced.
    Reduced { side: Side, card: String, by: String },
    /// A general engages, for a card or because he must.
    Engaged { side: Side, general: String, card: Option<String> },
    /// A general disengages.
    Disengaged { side: Side, general: String },
    /// A general is wounded, and goes to the discard pile.
    Wounded { side: Side, general: String, by: String },
    /// A general is saved from a wound.
    Spared { side: Side, general: String, by: String },
    /// Cards are discarded, for this card of the enemy's or by the rules.
    Discarded { side: Side, cards: Vec<String>, why: DiscardReason },
    /// What a play forces upon the enemy could no longer be done as he chose: the first possibility was taken.
    ChoiceReplaced { side: Side, choice: Choice },
    /// A play has come to nothing more than being played: there was nothing that the enemy could do.
    NothingToDo { side: Side, card: String },
    /// The send is settled: the combat values now.
    Settled { side: Side, union: Sum, confederate: Sum },
    /// A side passes.
    Passed { side: Side },
    /// Battle Continues is played.
    Continues { side: Side, card: String },
    /// A new day begins at Gettysburg.
    Day { day: u8 },
    /// The battle is over: the combat values, who has won it, by how much.
    BattleOver { battle: Id, winner: Side, union: Sum, confederate: Sum, margin: i32, major: bool },
    /// The Union holds a Battle Card.
    Held { battle: Id },
    /// It leaves the game.
    Removed { battle: Id },
    /// Cards are laid for command points.
    LaidDown { side: Side, open: SortedMap<Theater, u8> },
    /// Command points are counted in both theaters.
    Command { side: Side, east: u8, west: u8 },
    /// A battle is placed.
    Placed { battle: Id, theater: Theater, amphibious: bool },
    /// It is blocked.
    Blocked { battle: Id, by: Id, theater: Theater },
    /// A movement card is played, or none.
    Moved { side: Side, card: Option<String>, theater: Option<Theater>, battle: Option<Id>, fights: Option<bool> },
    /// A movement card is negated.
    Negated { card: String, by: String },
    /// The battle of a theater is not fought.
    Lifted { theater: Theater, battle: Id },
    /// The battle that is fought first (H.1).
    First { side: Side, theater: Theater },
    /// The enemy's card has changed the Union's plans: its command cards go back (BC-33).
    PlansVoid { side: Side, card: String },
    /// Discretionary command points are laid openly (F).
    Discretionary { side: Side, east: u8, west: u8 },
    /// Command points move from the other theater to this one (Rebel Invasion).
    Shifted { side: Side, to: Theater, points: u8 },
    /// A battle that the Union held is the Confederate's again.
    Retaken { battle: Id },
    /// Washington is the Union's again (Washington, D.C.).
    WashingtonRetaken {},
    /// A general is replaced by his three-star card (L).
    Promoted { side: Side, general: String, to: String },
    /// Cards return to the top of the Union's deck, and generals engage, for a battle that is reached by sea.
    Embarked { side: Side, cards: usize, generals: Vec<String> },
    /// How many of its conditions each side has met (Deck One Scenario).
    Counted { union: u8, confederate: u8 },
    /// The game is over.
    Ended { winner: Option<Side>, how: EndReason },
}

/// A resource event, with what it has done besides its effect.
#[sparse(general, replaced, theater)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ResourcePlayed {
    pub side: Side,
    /// The card; none where the side plays no resource.
    pub card: Option<String>,
    /// The general whom it brings, and the one whom he replaces.
    pub general: Option<String>,
    pub replaced: Option<String>,
    pub theater: Option<Theater>,
}

/// Why cards are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DrawReason {
    FirstHand,
    /// Phase A.
    Turn,
    /// Phase H.
    Battle,
    /// A card in combat.
    Card(String),
    /// A cavalry general.
    Cavalry(String),
    /// Phase K.
    Exchange,
    /// The battle goes on, or a new day begins.
    NewDay,
}

/// Why command points change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PointsReason {
    /// A card, or what it brings later.
    Card(String),
    Later(Id),
    /// A battle won or lost (I.8).
    Battle(Id),
    /// A major victory.
    Major(Id),
    /// A Confederate offensive failed.
    Offensive(Id),
    /// A battle that fell without a fight (I.9).
    Fallen(Id),
    /// Washington is the Union's again.
    Washington,
}

/// Why cards are discarded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DiscardReason {
    /// A card of the enemy's.
    Card(String),
    /// Phase K, down to nine cards.
    HandLimit,
    /// Phase K, a general for a card.
    Exchange,
}

/// Why the rules forbid an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The side has no such card.
    NoSuchCard { card: String },
    /// It is not in the hand, or cannot be.
    NotInHand { card: String },
    /// It lies in the discard pile.
    InDiscard { card: String },
    /// It is the enemy's.
    EnemyCard { card: String },
    /// It is named twice.
    Twice { card: String },
    /// It is a general, and something else is wanted.
    IsGeneral { card: String },
    /// It is no general, and a general is wanted.
    NotGeneral { card: String },
    /// The half has no event of this kind.
    WrongHalf { card: String, half: Half, wanted: Wanted },
    /// This order is not given in this phase.
    WrongPhase { phase: Phase },
    /// It is not the side's turn to give it.
    NotNow,
    /// A general does not command in the theater, or is not in play.
    NotPresent { general: String, theater: Theater },
    /// He is engaged already.
    IsEngaged { general: String },
    /// He is not engaged, and must be.
    NotEngaged { general: String },
    /// He has too few stars for the event.
    TooFewStars { general: String, stars: u8, card: String, wanted: u8 },
    /// Cavalry engages only to draw a card.
    IsCavalry { general: String },
    /// Only cavalry engages to draw a card.
    NotCavalry { general: String },
    /// The send has as many cards as generals are present (I.4).
    SendFull { limit: usize },
    /// The card is played only at once, against a play of the enemy's.
    Immediate { card: String },
    /// It is played after both have passed.
    AfterPasses { card: String },
    /// It is played before combat only.
    BeforeCombatOnly { card: String },
    /// The send before combat has only such cards.
    NotBeforeCombat { card: String },
    /// Attack cards are limited in this battle.
    AttackCap { cap: u8 },
    /// No more attack and defend cards may be played.
    NoMoreValues,
    /// A condition of the event does not hold.
    Condition { card: String, condition: crate::pack::Condition },
    /// It must be played on a card in play, of the side or of the enemy.
    TargetWanted { card: String, own: bool },
    /// It cannot be played on that card.
    WrongTarget { card: String, target: String },
    /// It is played on no card, and names one.
    NoTarget { card: String },
    /// It needs a general.
    GeneralWanted { card: String },
    /// It needs no general, and names one.
    NoGeneral { card: String },
    /// A card of the discard pile must be named.
    TakeWanted { card: String },
    /// It cannot take that card of the discard pile.
    WrongTake { card: String, take: String },
    /// The send contains no such play; or a reaction has been made to it.
    NoSuchPlay { to: u8 },
    /// The card does not answer that play.
    WrongReaction { card: String, to: u8 },
    /// The play forces nothing upon the side.
    NoChoice { to: u8 },
    /// The choice of what the enemy's card asks for is missing.
    ChoiceOwed { to: u8, card: String },
    /// It is made twice.
    ChoiceTwice { to: u8 },
    /// The choice does not say what the card asks for.
    ChoiceIncomplete { to: u8, wanted: ChoiceWanted },
    /// It says more than the card asks for.
    ChoiceExtra { to: u8, extra: ChoiceWanted },
    /// A reaction has come to nothing, and its player may want to do something else.
    ReactionBeaten,
    /// The enemy holds his send: he goes on once it is settled (BC-28).
    Held,
    /// Nothing has been announced that could be settled.
    NothingSent,
    /// Nothing has been played that could be sent.
    NothingPlayed,
    /// Each card is settled as it is played (option `interrupts: card`).
    NothingToHold,
    /// The side may not pass yet (BC-3).
    MustAttack,
    /// Too many or too few cards or generals.
    WrongCount { wanted: usize, given: usize },
    /// The general is not available.
    NotAvailable { general: String },
    /// There is no such battle; or not in this theater.
    NoSuchBattle { battle: Id },
    /// The resource belongs to the other Resource Phase.
    OtherPhase { card: String, phase: Phase },
    /// The card needs a theater.
    TheaterWanted { card: String },
    /// It needs no such thing, and names one.
    NotWanted { card: String },
    /// It is not the time to give orders yet: the other side's come first.
    Overtaken { phase: Phase },
    /// Points are laid by their number here (`openly`), or by a face-down command card.
    LayOtherwise { openly: bool },
    /// A card is laid in each theater, 0 as a bluff.
    LayMissing { theater: Theater },
    /// All cities of the theater have fallen: nothing is laid there.
    TheaterCleared { theater: Theater },
    /// It is no command card of this theater.
    NotCommandCard { card: String, theater: Theater },
    /// At least half of the command points are laid, and no more than all of them.
    PointsLaid { given: u8, least: u8, most: u8 },
    /// Most of the Union's command points lie in the East.
    EastMajority { east: u8, west: u8 },
    /// The side's command cards still lie face down.
    FaceDown,
    /// The Union cannot place this battle.
    CannotPlace { battle: Id, why: Unplaceable },
    /// It must place a battle in this theater; or in any.
    MustPlace { theater: Option<Theater> },
    /// Only this kind of battle is reached by sea.
    NotBySea,
    /// The Union has passed, and there was nothing to block.
    NothingToBlock,
    /// The battle is not blocked by this one.
    CannotBlock { battle: Id, by: Id },
    /// The card finds no battle that it can change.
    NoBattleFor { card: String },
    /// The battle against which the Confederate takes the offensive must be named.
    BattleWanted { card: String },
    /// The offensive cannot go there.
    NotATarget { battle: Id, why: NoTarget },
    /// The Union holds all the theater but one city (Confederate Offensive).
    OffensiveBanned { theater: Theater },
    /// The enemy has just played no card that this one negates.
    NothingToNegate { card: String },
    /// The Confederate has not taken the offensive.
    NoOffensive { card: String },
    /// The side must say whether it fights.
    FightsWanted { theater: Theater },
    /// The side is not asked whether it fights.
    NoFightsWanted,
    /// Fighting costs a general who engages, and so many cards.
    PriceWanted { cards: u8 },
    /// Too many generals, or cavalry generals, in a theater (G.2).
    TooManyGenerals { theater: Theater, cavalry: bool },
    /// The general enters his own theater first (G.4).
    OtherTheater { general: String, theater: Theater },
    /// He was returned to the hand just now (G.3).
    JustRecalled { general: String },
    /// The Confederate keeps as many generals as the Union in a theater whose cities have fallen.
    MustMatch { theater: Theater, wanted: usize },
    /// The cavalry of such a theater stays.
    CavalryStays { general: String },
    /// Who has more than nine cards discards down to nine, and exchanges no general (K).
    NoExchange,
}

/// Why a battle cannot be placed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Unplaceable {
    Held,
    Removed,
    /// It is an invasion.
    Invasion,
    /// It only blocks, from the hand.
    FromHand,
    /// It is fought in the other theater.
    OtherTheater,
    /// The Union must hold this one first.
    Needs(Id),
    /// Washington is the Confederate's.
    WashingtonTaken,
}

/// Why an offensive cannot go against a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NoTarget {
    NotHeld,
    City,
    Removed,
    /// The card leads to no invasion.
    NoInvasion,
    OtherTheater,
    /// The offensive has been taken there already.
    Already,
}

/// What kind of half is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wanted {
    Resource,
    Movement,
    Special,
    Battle,
    Immediate,
    PlusOneAttack,
}

/// A field of a forced choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChoiceWanted {
    Discard,
    Engage,
    Cancel,
    Attack,
    Wounded,
}
