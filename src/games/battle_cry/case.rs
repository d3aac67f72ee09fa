//! The notation of cases: what differs from a scenario's set-up, in short words.

mod possible;

use adjutant_derive::sparse;
use schemars::{JsonSchema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::BattleCry;
use crate::document::{Id, Problem, decode_at};
use crate::engine::cards::{Advance, Sealed};
use crate::engine::case::{overlay, parts::CaseParts};
use crate::engine::{Draw, Events, Pending, Position, Ruleset};
use crate::events::Event;
use crate::ledger::{
    DECK, DISCARD, Game, HAND, LaidPoints, Maneuver, Phase, Placed, Played, RETURNED, TurnEffects, Victory,
};
use crate::orders::{Question, Standing};
use crate::pack::Theater;
use crate::shared::Side;
use crate::sorted::SortedMap;

/// The position of a case. Cards in hands are only counted: a card that lies nowhere may be in a hand.
#[sparse]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Given {
    /// The scenario; the campaign by default.
    pub scenario: Option<Id>,
    pub options: Map<String, Value>,
    /// Both hands lie open, and command points are laid by number (BC-38).
    pub open_hands: bool,
    /// The side that is asked for orders; in a battle the attacker by default, otherwise the Union. If it is the
    /// Confederate, the Union has acted in the phase.
    pub active: Option<Side>,
    pub standing: SortedMap<Id, Standing>,
    pub turn: Option<u16>,
    pub phase: Option<Phase>,
    /// Command points, and the deck, by side.
    pub points: SortedMap<Side, u8>,
    pub deck: SortedMap<Side, u8>,
    /// How many cards each side holds; twelve by default.
    pub hands: SortedMap<Side, usize>,
    /// How many cards are left in a play deck.
    pub left: SortedMap<Side, usize>,
    /// How many cards lie on top of a deck, returned to it (BC-13); they come out of the deck.
    pub returned: SortedMap<Side, usize>,
    pub discards: SortedMap<Side, Vec<String>>,
    /// Generals in play, in place of those of the set-up.
    pub generals: SortedMap<Side, Vec<GivenGeneral>>,
    /// Generals who have been in play, and may enter either theater (G.4).
    pub veterans: SortedMap<Side, Vec<String>>,
    pub held: Option<Vec<Id>>,
    pub removed: Vec<Id>,
    /// Events that have been played, and in which deck.
    pub played: SortedMap<Id, u8>,
    pub placed: SortedMap<Theater, Placed>,
    /// Command points that lie open.
    pub laying: SortedMap<Side, SortedMap<Theater, LaidPoints>>,
    pub victories: Vec<Victory>,
    pub effects: TurnEffects,
    /// The Confederate's Major Victories at invasions so far (Deck One Scenario).
    pub invasions_won: u8,
    /// The day of Gettysburg, from 1, and the generals wounded on it.
    pub day: Option<u8>,
    pub wounded: SortedMap<Side, u8>,
    /// The battle that is fought.
    pub battle: Option<GivenBattle>,
    /// What the sides have answered in advance; here it lies open.
    pub advance: SortedMap<Side, SortedMap<String, Value>>,
}

/// A general in play: his card, or more about him.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum GivenGeneral {
    Card(String),
    Placed {
        card: String,
        #[serde(default)]
        theater: Option<Theater>,
        #[serde(default)]
        engaged: bool,
    },
}

/// A battle that is fought.
#[sparse(all_but(at, attacker))]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenBattle {
    pub at: Id,
    pub attacker: Side,
    /// The cards on the table.
    pub table: Vec<Played>,
    /// Nobody has sent yet.
    pub before_combat: bool,
    /// The attacker may not pass yet (BC-3).
    pub must_attack: bool,
    pub attack_caps: SortedMap<Side, u8>,
    pub no_more_values: Vec<Side>,
    /// Sides that have played Battle Continues.
    pub continued: Vec<Side>,
}

/// The position that a case describes.
///
/// # Errors
/// It cannot be read, or names something unknown.
pub fn position(rules: &BattleCry, given: &Value) -> Result<Position<BattleCry>, Problem> {
    let given: Given = decode_at(None, "given", given)?;
    let scenario = given.scenario.clone().unwrap_or_else(|| Id::known("campaign"));
    let mut position = rules.setup(&scenario, &given.options).map_err(|problem| problem.under("given"))?;
    let game = &mut position.game;
    if let Some(scenario) = rules.scenario(game) {
        possible::check(rules, scenario, &given)?;
    }
    let theater = match &given.battle {
        Some(battle) => rules
            .theater(&battle.at)
            .ok_or_else(|| Problem::new(format!("there is no battle {}", battle.at)).in_path("given.battle.at"))?,
        None => Theater::East,
    };
    set_up(rules, game, &given, theater)?;
    // What the set-up has drawn belongs to no step.
    game.cards = decode_at(None, "cards", &json!(game.cards))?;
    game.cards.open_handed = given.open_hands;
    for (side, answers) in given.advance.iter() {
        let Some(own) = game.cards.sides.get_mut(&side.id()) else { continue };
        for (window, says) in answers.iter() {
            let id = format!("{window}-1").parse().map_err(|_| {
                Problem::new(format!("there is no question {window}")).in_path(format!("given.advance.{side}"))
            })?;
            own.advance.insert(window.clone(), Advance { id, says: Sealed::Open(says.clone()) });
        }
    }
    let attacker = given.battle.as_ref().map_or(Side::Union, |battle| battle.attacker);
    let active = given.active.unwrap_or(attacker);
    position.standing = given.standing.clone();
    position.stack = rules.stack_of(&position.game);
    let game = &mut position.game;
    if let Some(battle) = &mut game.battle {
        battle.active = active;
    } else if active == Side::Confederate {
        // The Union has acted, or passed.
        game.act(game.phase, Side::Union);
        game.maneuver = Maneuver { side: active, passes: 1, begun: true, ..Maneuver::default() };
    }
    if game.phase == Phase::CommandPoints {
        Side::BOTH.into_iter().for_each(|side| game.act(Phase::FirstResources, side));
    }
    // Whoever has few cards may still exchange a general.
    game.ahead = Some((active, Phase::Discard)).filter(|_| game.phase == Phase::Discard);
    // In the other phases the game itself asks the side whose turn it is.
    if matches!(game.phase, Phase::SetUp | Phase::Combat) {
        position.pending = Some(Pending::Orders { side: active.id() });
    }
    Ok(position)
}

/// Lays the cards, and writes down everything that is given.
fn set_up(rules: &BattleCry, game: &mut Game, given: &Given, theater: Theater) -> Result<(), Problem> {
    let mut events = Events::discarding();
    for side in Side::BOTH {
        let id = side.id();
        let generals = match given.generals.get(&side) {
            Some(generals) => generals.iter().map(|general| general.parts(theater)).collect::<Vec<_>>(),
            None => game.side(side).generals.iter().map(|one| (one.card.clone(), one.theater, one.engaged)).collect(),
        };
        game.side_mut(side).generals.clear();
        for (card, theater, engaged) in generals {
            if !game.aside.get(&side).is_some_and(|cards| cards.contains(&card)) {
                game.cards.draw(&mut events, Draw::of(id.clone(), DECK, 1, "case", "case"), HAND);
            }
            game.enter(&mut events, "case", side, &card, theater);
            game.set_engaged(side, &card, engaged);
        }
        for card in given.discards.get(&side).into_iter().flatten() {
            game.cards.draw(&mut events, Draw::of(id.clone(), DECK, 1, "case", "case"), HAND);
            game.cards.play(&mut events, "case", &id, card, HAND);
            game.cards.leave(&mut events, "case", &id, card, DISCARD);
        }
        let on_table = given.battle.iter().flat_map(|battle| &battle.table).filter(|played| played.side == side);
        for played in on_table {
            game.cards.draw(&mut events, Draw::of(id.clone(), DECK, 1, "case", "case"), HAND);
            game.cards.play(&mut events, "case", &id, &played.card, HAND);
        }
        let hand = given.hands.get(&side).copied().unwrap_or(12);
        let drawn = game.cards.draw(&mut events, Draw::of(id.clone(), DECK, hand, "case", "case"), HAND);
        if drawn < hand {
            return Err(too_few(drawn).in_path(format!("given.hands.{side}")));
        }
        let returned = given.returned.get(&side).copied().unwrap_or(0);
        if returned > 0 {
            game.cards.deal(&mut events, "case", &id, (DECK, returned), RETURNED);
        }
        if let Some(left) = given.left.get(&side) {
            let deck = game.count(side, DECK);
            let Some(rest) = deck.checked_sub(*left) else {
                return Err(too_few(deck).in_path(format!("given.left.{side}")));
            };
            game.cards.deal(&mut events, "case", &id, (DECK, rest), BURIED);
        }
        let own = game.side_mut(side);
        own.points = given.points.get(&side).copied().unwrap_or(own.points);
        own.deck = given.deck.get(&side).copied().unwrap_or(own.deck);
        own.veterans = given.veterans.get(&side).cloned().unwrap_or_default();
    }
    game.turn = given.turn.unwrap_or(game.turn);
    game.phase = given.phase.unwrap_or(if given.battle.is_some() { Phase::Combat } else { Phase::FirstResources });
    game.held = given.held.clone().unwrap_or_else(|| game.held.clone());
    game.removed = given.removed.clone();
    game.played = given.played.clone();
    game.placed = given.placed.clone();
    game.laying = given.laying.clone();
    game.victories = given.victories.clone();
    game.effects = given.effects.clone();
    (game.invasions_won, game.wounded) = (given.invasions_won, given.wounded.clone());
    if let Some(fought) = &given.battle {
        let Some(card) = rules.pack.battle(&fought.at) else { return Ok(()) };
        rules.begin_battle(game, &mut events, card, fought.attacker, false);
        game.named_first = Some(theater);
        if let Some(battle) = &mut game.battle {
            battle.table = fought.table.clone();
            (battle.before_combat, battle.must_attack) = (fought.before_combat, fought.must_attack);
            battle.attack_caps.extend(fought.attack_caps.iter().map(|(side, cap)| (*side, *cap)));
            (battle.no_more_values, battle.continued) = (fought.no_more_values.clone(), fought.continued.clone());
        }
        game.day = given.day.unwrap_or(rules.days(game).min(1));
    }
    Ok(())
}

/// A pile cannot have so many cards.
fn too_few(cards: usize) -> Problem {
    Problem::new(format!("only {cards} cards are left for it"))
}

/// Where a case puts the cards that it takes out of a deck.
const BURIED: &str = "buried";

impl GivenGeneral {
    /// The card, and where he is.
    fn place(&self, usual: Theater) -> (&str, Theater) {
        match self {
            GivenGeneral::Card(card) => (card, usual),
            GivenGeneral::Placed { card, theater, .. } => (card, theater.unwrap_or(usual)),
        }
    }

    /// The same, and whether he is engaged.
    fn parts(&self, usual: Theater) -> (String, Theater, bool) {
        let (card, theater) = self.place(usual);
        (card.to_owned(), theater, matches!(self, GivenGeneral::Placed { engaged: true, .. }))
    }
}

/// The position as its ledger has it, and besides with the keys of `given`.
pub fn notation(position: &Position<BattleCry>) -> Value {
    let (game, mut written) = (&position.game, overlay::notation(position));
    let sides = |of: &dyn Fn(Side) -> Value| {
        json!(Side::BOTH.map(|side| (side, of(side))).into_iter().collect::<SortedMap<_, _>>())
    };
    for (key, pile) in [("hands", HAND), ("left", DECK), ("returned", RETURNED)] {
        written[key] = sides(&|side| json!(game.count(side, pile)));
    }
    for key in ["points", "deck", "generals", "veterans"] {
        written[key] = sides(&|side| json!(game.side(side))[key].clone());
    }
    written["discards"] = sides(&|side| json!(game.cards.open(&side.id(), DISCARD)));
    written["placed"] = json!(game.placed);
    if let Some(battle) = &game.battle {
        written["battle"]["at"] = json!(battle.id);
    }
    written
}

/// What the game contributes to the schema of cases.
pub fn parts(generator: &mut SchemaGenerator) -> CaseParts {
    CaseParts::of::<Given, Event, Question>(generator, &[])
}
