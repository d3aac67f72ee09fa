//! Battles and the options of a charter, and the decks that follow from the year (Year Indicators).

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::document::{Id, Problem};
use crate::engine::{CardTable, Decks};
use crate::ledger::{DECK, DISCARD, Game, HAND, OUT_OF_GAME, Phase, REMOVED};
use crate::pack::Pack;
use crate::report::grammar::number;
use crate::shared::{find_scenario, read_options};
use crate::side::Side;
use crate::sorted::SortedMap;

/// What a charter may set.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Options {
    /// The year of the cards, if it is not the battle's.
    year: Option<u16>,
    /// Hand sizes, by side, if they are not the battle's (Hand Size).
    hand: SortedMap<Side, u8>,
}

/// The record of a battle before anything is done.
///
/// # Errors
/// The battle or an option is not known, or an option is out of its range.
pub fn set_up(pack: &Pack, battle: &Id, options: &Map<String, Value>) -> Result<Game, Problem> {
    let battle = find_scenario(&pack.battles, battle)?;
    let given: Options = read_options(options, "`year` is 1861 to 1865, `hand` has a number of cards for each side")?;
    let year = given.year.unwrap_or(battle.year);
    if !(1861..=1865).contains(&year) {
        let problem = Problem::new(format!("there are no cards of {year}")).rule("Year Indicators");
        return Err(problem.in_path("options.year").advice("write a year from 1861 to 1865"));
    }
    let size = |side: Side| given.hand.get(&side).or_else(|| battle.hand.get(&side)).copied().unwrap_or(6);
    let hand: SortedMap<Side, u8> = Side::BOTH.map(|side| (side, size(side))).into();
    if let Some((side, size)) = hand.iter().find(|(_, size)| !(1..=20).contains(*size)) {
        let problem = Problem::new(format!("a hand cannot have {}", number(*size, "card"))).rule("Hand Size");
        return Err(problem.in_path(format!("options.hand.{side}")).advice("write a number from 1 to 20"));
    }
    let new = |side: Side| battle.of(side).iter().map(|data| (data.id.clone(), data.fresh()));
    let mut game = Game {
        battle: battle.id.clone(),
        year,
        hand,
        turn: 0,
        side: battle.first,
        phase: Phase::Start,
        cards: CardTable::default(),
        shown: SortedMap::new(),
        units: Side::BOTH.into_iter().flat_map(new).collect(),
        placed: Vec::new(),
        reshuffled: false,
        acted: false,
        invoked: None,
        modified: Vec::new(),
        interrupt: None,
        barred: None,
        passed: SortedMap::new(),
        facts: Vec::new(),
        declared: 0,
        won: None,
    };
    game.cards = CardTable::new(&decks(pack, &game));
    Side::BOTH.into_iter().for_each(|side| game.cards.make_face_up(&side.id(), OUT_OF_GAME));
    Ok(game)
}

/// The deck of each side at the start: the neutral cards and its own, as available in the year.
pub fn decks(pack: &Pack, game: &Game) -> Decks {
    let of = |side: Side| {
        let mut piles = SortedMap::from([(DECK.to_owned(), pack.deck(side, game.year))]);
        for empty in [HAND, DISCARD, REMOVED] {
            piles.insert(empty.to_owned(), Vec::new());
        }
        (side.id(), piles)
    };
    Side::BOTH.into_iter().map(of).collect()
}
