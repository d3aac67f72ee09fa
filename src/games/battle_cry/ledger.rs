//! The record: what lies open before both players, and how far the turn has come. Hidden cards are only counted here.

use adjutant_derive::sparse;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::document::Id;
use crate::engine::CardTable;
use crate::options::{Discards, Options};
use crate::orders::{Choice, ContinueBattle, Half, Reaction};
use crate::pack::{Negated, Points, Theater};
use crate::shared::Side;
use crate::sorted::SortedMap;

/// The play deck, face down.
pub const DECK: &str = "deck";
/// The hand.
pub const HAND: &str = "hand";
/// The discard pile, face up (BC-12).
pub const DISCARD: &str = "discard";
/// Cards returned to the top of the deck: they are drawn before it (BC-13).
pub const RETURNED: &str = "returned";
/// Cards on their way to the pile of returned cards, which they go on top of.
pub const INCOMING: &str = "incoming";
/// Generals set aside: three-star versions, reinforcements at Gettysburg, and cards out of the game.
pub const ASIDE: &str = "aside";

/// How many generals without cavalry a theater may have (G.2).
pub const FOOT: usize = 4;

/// How many cards a side may keep (K.1).
pub const HAND_LIMIT: usize = 9;

/// The pile of a theater's command cards, from 0 up (BC-34).
pub fn command_pile(theater: Theater) -> &'static str {
    match theater {
        Theater::East => "command_east",
        Theater::West => "command_west",
    }
}

/// Everything on record.
#[sparse(
    held,
    removed,
    played,
    placed,
    victories,
    effects,
    battle,
    day,
    wounded,
    won,
    laying,
    named_first,
    acted,
    ahead,
    maneuver,
    draws,
    invasions_won
)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The id of the scenario in the pack.
    pub scenario: Id,
    pub options: Options,
    /// The number of the turn, from 1.
    pub turn: u16,
    pub phase: Phase,
    /// The piles of each side; generals in play and the cards of a battle lie on the table.
    pub cards: CardTable,
    pub sides: SortedMap<Side, SideState>,
    /// The cards in the pile of cards set aside, for all to see.
    pub aside: SortedMap<Side, Vec<String>>,
    /// Battles that the Union holds.
    pub held: Vec<Id>,
    /// Battles that are out of the game.
    pub removed: Vec<Id>,
    /// Events that have been played, and in which deck of their player's.
    pub played: SortedMap<Id, u8>,
    /// The battles of this turn.
    pub placed: SortedMap<Theater, Placed>,
    /// The battles won in this turn.
    pub victories: Vec<Victory>,
    /// What cards have laid down for this turn and later ones.
    pub effects: TurnEffects,
    /// The battle that is being fought.
    pub battle: Option<Battle>,
    /// The day of the battle of Gettysburg, from 1.
    pub day: u8,
    /// Generals wounded on this day, by side (Gettysburg).
    pub wounded: SortedMap<Side, u8>,
    /// Command cards that are laid, and the points laid openly.
    pub laying: SortedMap<Side, SortedMap<Theater, LaidPoints>>,
    /// The theater whose battle is fought first, once it is named (H.1).
    pub named_first: Option<Theater>,
    /// Sides that have acted in a phase of this turn.
    pub acted: SortedMap<Phase, Vec<Side>>,
    /// A side that goes on at once with its order of a later phase, which stands in the same file (BC-31, BC-39).
    pub ahead: Option<(Side, Phase)>,
    /// How far phase E has come.
    pub maneuver: Maneuver,
    /// How many cards a side draws at most for the battle of a theater, by its own wish (H.2).
    pub draws: SortedMap<Side, SortedMap<Theater, u8>>,
    /// The Confederate's major victories at invasions (Deck One Scenario).
    pub invasions_won: u8,
    /// Who has won, and how; the match ends with it.
    pub won: Option<Won>,
    /// The phase of the order that waits behind the one that is begun.
    #[serde(skip)]
    pub foreseen: Option<Phase>,
}

/// How far the Strategic Movement Phase has come (E).
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Maneuver {
    /// The side whose move it is.
    pub side: Side,
    /// Passes that have followed each other; two end the phase.
    pub passes: u8,
    /// A move has been made: the first one may be answered in advance.
    pub begun: bool,
    /// The card just played, which the enemy's move may negate.
    pub last: Option<LastMove>,
    /// A side that may block at once.
    pub blocks: Option<Side>,
    /// The theater in which the Union may place another battle (BC-7).
    pub places: Option<Theater>,
    /// What the Union must answer with its next move.
    pub owed: Option<Owed>,
    /// Battles that have fallen to the Union (BC-21).
    pub fallen: Vec<Id>,
}

/// A movement card that can still be negated, with what it has changed.
#[sparse(before, taken)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LastMove {
    pub card: String,
    pub kind: Negated,
    pub theater: Theater,
    /// The battle of the theater before it.
    pub before: Option<Placed>,
    /// The battle that came to the Union.
    pub taken: Option<Id>,
}

/// A choice between fighting on a condition and canceling a battle (Mud March, Retreat Before Battle).
#[sparse(cap, price)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Owed {
    pub card: String,
    pub theater: Theater,
    /// How many cards the Union then draws at most.
    pub cap: Option<u8>,
    /// How many cards it discards, and engages a general.
    pub price: u8,
}

/// The phases of a turn, by the letters of the sequence of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    SetUp,
    Draw,
    FirstResources,
    CommandPoints,
    Battles,
    Movement,
    Discretionary,
    Generals,
    BattleOrder,
    Combat,
    SecondResources,
    Discard,
    Recovery,
}

/// What a side has.
#[sparse(generals, veterans)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SideState {
    /// Command points (Command Point Track).
    pub points: u8,
    /// The deck that it draws from: 1 or 2, and 3 once the second has run out in combat (End of Game).
    pub deck: u8,
    /// Generals in play.
    pub generals: Vec<InPlay>,
    /// Generals who have been in play and may enter either theater (G.4).
    pub veterans: Vec<String>,
}

/// A general in play.
#[sparse(engaged)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InPlay {
    pub card: String,
    pub theater: Theater,
    pub engaged: bool,
}

/// The battle of a theater.
#[sparse(blocked, offensive, amphibious, draw_cap)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Placed {
    pub battle: Id,
    /// The battle that it blocks (Blocking).
    pub blocked: Option<Id>,
    /// The Confederate has taken the offensive (Confederate Offensive).
    pub offensive: bool,
    /// The Peninsula Campaign goes by sea.
    pub amphibious: bool,
    /// How many cards the Union may draw at most (Mud March).
    pub draw_cap: Option<u8>,
}

/// A battle that was won in this turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    pub side: Side,
    pub battle: Id,
    pub theater: Theater,
    /// By four or more (I.8).
    pub major: bool,
    /// Generals who were in play in it (L).
    pub generals: Vec<String>,
}

/// Command points of a theater: a card that lies face down, or points that lie open.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaidPoints {
    /// The id under which the command card lies, or its name once it is open (BC-34).
    pub card: Option<String>,
    /// Points that lie open: those of the card, once it is turned up, and discretionary ones.
    pub open: u8,
}

/// What cards have laid down.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TurnEffects {
    /// The Union lays face up and first, and places a battle in each theater.
    pub pressure: bool,
    /// Theaters in which the Union must place a battle.
    pub must_place: Vec<Theater>,
    /// Random cards that the Union returns to its deck before a battle in the East.
    pub return_random: u8,
    /// Cards that the Union draws fewer in each battle.
    pub fewer_draws: u8,
    /// How many attack cards the Union may play, by theater, in this turn and in the next.
    pub attack_caps: SortedMap<Theater, u8>,
    pub attack_caps_next: SortedMap<Theater, u8>,
    /// Command points that come at the ends of turns.
    pub later: Vec<LaterPoints>,
    /// Washington was taken in the turn before (9.3 of the specification; Invasion).
    pub washington_taken: bool,
}

/// Command points that come at the ends of so many turns (BC-22).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaterPoints {
    /// The event that brings them.
    pub event: Id,
    pub turns: u8,
    pub points: Points,
    /// The turn in which it was played, which does not count.
    pub since: u16,
}

/// A battle that is being fought (I).
#[sparse(all_but(id, theater, attacker, active))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub id: Id,
    pub theater: Theater,
    /// The side with the initiative (Initiative).
    pub attacker: Side,
    /// Whose send it is.
    pub active: Side,
    /// The cards played, in order. Those of a send that is not settled yet are among them.
    pub table: Vec<Played>,
    /// A send that has been announced, and to which the enemy has not reacted yet (BC-26).
    pub sent: Option<Send>,
    /// The plays of the send that is being composed, in order.
    pub plays: Vec<Play>,
    /// The table before these plays, or before the announced send.
    pub before: Option<Box<Snapshot>>,
    /// The passes that have followed each other, each with its side's word about Battle Continues (BC-30).
    pub passes: Vec<(Side, ContinueBattle)>,
    /// How many attack cards a side may play.
    pub attack_caps: SortedMap<Side, u8>,
    /// Sides that may play no more attack or defend cards (Crisis of Command).
    pub no_more_values: Vec<Side>,
    /// The attacker has not yet played the battle event that it must play (BC-3).
    pub must_attack: bool,
    /// Cards may still be played before combat.
    pub before_combat: bool,
    /// Sides that have played Battle Continues in this battle.
    pub continued: Vec<Side>,
    /// How many cards of the send that goes on are settled already: they count for its limit (I.4).
    pub cards_sent: u8,
    /// Something has been done in it.
    pub acted: bool,
    /// Sides that have returned random cards since their last turn: what they have sealed may name one of those, so
    /// they are asked instead.
    pub shaken: Vec<Side>,
}

/// What a settled send is replayed from (BC-27).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    pub table: Vec<Played>,
    pub generals: SortedMap<Side, Vec<InPlay>>,
}

/// A send that lies on the table announced.
#[sparse(held, reactions, choices)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Send {
    pub side: Side,
    pub plays: Vec<Play>,
    /// Its player goes on after it is settled (BC-28).
    pub held: bool,
    /// What the enemy has said to it.
    pub reactions: Vec<Reaction>,
    pub choices: Vec<Choice>,
}

/// A play: a card with what it is played on, or a general who engages for a card (Cavalry General).
#[sparse(card, half, general, target, take)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Play {
    /// The card; none where a cavalry general engages to draw one.
    pub card: Option<String>,
    pub half: Half,
    /// The general who engages, disengages or comes into play.
    pub general: Option<String>,
    /// The card in play that it is added to, cancels or reduces.
    pub target: Option<String>,
    /// The card that it takes from the discard pile.
    pub take: Option<String>,
}

/// A card on the table of a battle.
#[sparse(general, target, cancels, reduces, saves, turned)]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Played {
    pub card: String,
    pub side: Side,
    pub half: Half,
    /// The general who engaged for it.
    pub general: Option<String>,
    /// The card that it is added to.
    pub target: Option<String>,
    /// The cards that it cancels while it is in play.
    pub cancels: Vec<String>,
    /// The enemy card that it reduces, and by how much.
    pub reduces: Option<(String, u8)>,
    /// The own card that it saves, and from which card (I.7).
    pub saves: Option<(String, String)>,
    /// It is turned to its reverse value by this card (Cancel).
    pub turned: Option<String>,
}

/// Who has won, and how.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Won {
    /// Nobody, where a scenario is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    pub how: EndReason,
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// The Union has taken three cities (Victory Conditions A).
    Cities,
    /// It has taken two and plays the election (Victory Conditions B).
    Election,
    /// A side has run out of its second deck (End of Game).
    DecksExhausted,
    /// The conditions of the Deck One scenario are counted.
    DeckOne,
    /// The battle of Gettysburg is over.
    Battle,
    /// A side has opened command cards that cannot be there (C.1, F.2; protocol 8.4).
    Lied,
}

impl Placed {
    /// Whether it is this battle, or blocks it (BC-59).
    pub fn stands_for(&self, battle: &Id) -> bool {
        self.battle == *battle || self.blocked.as_ref() == Some(battle)
    }
}

impl Played {
    /// A card that does nothing by itself.
    pub fn plain(card: &str, side: Side, half: Half) -> Played {
        Played {
            card: card.to_owned(),
            side,
            half,
            general: None,
            target: None,
            cancels: Vec::new(),
            reduces: None,
            saves: None,
            turned: None,
        }
    }
}

impl Phase {
    /// The letter of a phase, as the rules of events and refusals have it.
    pub fn letter(self) -> &'static str {
        match self {
            Phase::SetUp => "Set-Up",
            Phase::Draw => "A",
            Phase::FirstResources => "B",
            Phase::CommandPoints => "C",
            Phase::Battles => "D",
            Phase::Movement => "E",
            Phase::Discretionary => "F",
            Phase::Generals => "G",
            Phase::BattleOrder => "H",
            Phase::Combat => "I",
            Phase::SecondResources => "J",
            Phase::Discard => "K",
            Phase::Recovery => "L",
        }
    }
}

impl Game {
    /// Whether a side discards only after the Confederate's resource, and so not with its own (BC-31).
    pub fn discards_later(&self, side: Side) -> bool {
        side == Side::Union && self.options.discards == Discards::After && self.count(side, HAND) > HAND_LIMIT
    }

    /// What a side has.
    pub fn side(&self, side: Side) -> &SideState {
        &self.sides[&side]
    }

    /// The same, to be changed.
    pub fn side_mut(&mut self, side: Side) -> &mut SideState {
        self.sides.entry(side).or_insert_with(SideState::none)
    }

    /// How many cards a pile of a side has.
    pub fn count(&self, side: Side, pile: &str) -> usize {
        self.cards.count(&side.id(), pile)
    }

    /// Whether a side has acted in a phase of this turn.
    pub fn has_acted(&self, phase: Phase, side: Side) -> bool {
        self.acted.get(&phase).is_some_and(|sides| sides.contains(&side))
    }

    /// A side has acted in a phase.
    pub fn act(&mut self, phase: Phase, side: Side) {
        if !self.has_acted(phase, side) {
            self.acted.entry(phase).or_default().push(side);
        }
    }

    /// A side's generals in a theater.
    pub fn generals(&self, side: Side, theater: Theater) -> impl Iterator<Item = &InPlay> {
        self.side(side).generals.iter().filter(move |general| general.theater == theater)
    }

    /// A general of a side who is in play.
    pub fn in_play(&self, side: Side, card: &str) -> Option<&InPlay> {
        self.side(side).generals.iter().find(|general| general.card == card)
    }

    /// Engages a general, or disengages him.
    pub fn set_engaged(&mut self, side: Side, card: &str, engaged: bool) {
        let found = self.side_mut(side).generals.iter_mut().find(|general| general.card == card);
        found.into_iter().for_each(|general| general.engaged = engaged);
    }

    /// Whether the Union holds a battle.
    pub fn holds(&self, battle: &Id) -> bool {
        self.held.contains(battle)
    }

    /// The generals of both sides, for a replay.
    pub fn snapshot(&self, battle: &Battle) -> Snapshot {
        let generals = Side::BOTH.map(|side| (side, self.side(side).generals.clone()));
        Snapshot { table: battle.table.clone(), generals: generals.into() }
    }
}

impl SideState {
    fn none() -> SideState {
        SideState { points: 0, deck: 1, generals: Vec::new(), veterans: Vec::new() }
    }
}
