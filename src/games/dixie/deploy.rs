//! Deployment (3.2, 3.21), and that between days (15.2).

use serde_json::{Value, json};

use crate::Dixie;
use crate::document::{Id, from_value};
use crate::engine::refusal::RefusalListExt;
use crate::engine::{CardTable, Events, OwnCards};
use crate::events::{Event, Refusal};
use crate::ledger::{Game, Phase, Placed};
use crate::pack::{Card, Edition, Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::specials::specials_limit_reached;
use crate::table::STACKING_LIMIT;
use crate::terrain::{in_battle_line, terrain_fits, terrain_fits_on_day};
use crate::view::{RefusalList, View};

/// Cards by the positions where they are deployed.
pub type Deployment = SortedMap<Place, Vec<String>>;

/// Why the rules forbid a deployment, as far as the viewer knows its cards. `decoys` names those that stay face down
/// and are not troops.
pub fn refused(view: View<'_>, cards: &Deployment, decoys: &[String]) -> RefusalList {
    let game = view.game;
    if game.phase != Phase::Deployment {
        return vec![(Refusal::WrongPhase { phase: Phase::Deployment }, "3.2")];
    }
    let all: Vec<String> = cards.values().flatten().cloned().collect();
    let mut found: RefusalList =
        view.names(&all, "3.2").into_iter().filter(|(refusal, _)| *refusal != Refusal::NoCards).collect();
    // A name that is no card's is told by itself.
    let known = |card: &&String| is_card(view.rules, game, view.side, card);
    for card in all.iter().filter(known).filter(|card| !view.in_reserve(card)) {
        found.push((Refusal::NotInReserve { card: card.clone() }, "3.2"));
    }
    let card = all.last().cloned().unwrap_or_default();
    found.when(all.len() > game.reserve(view.side), Refusal::NotInReserve { card }, "3.2");
    let unplayed = !decoys.is_empty() && !game.rules.decoys;
    found.when(unplayed, Refusal::NotPlayed { option: "decoys".to_owned() }, "13.6");
    for card in decoys {
        if !all.contains(card) || view.kind(card).is_some_and(Kind::is_troop) {
            found.push((Refusal::WrongKind { card: card.clone() }, "13.6"));
        }
    }
    for place in cards.keys().copied() {
        found.when(!friendly(game, view.side, place), Refusal::NotOwn { place }, "3.2");
    }
    let known = |card: &String| if decoys.contains(card) { None } else { view.card(card) };
    if game.edition == Edition::Shiloh {
        // Only troops hold a position: each needs at least one (DX-36).
        let none = |card: &String| decoys.contains(card) || view.kind(card).is_some_and(|kind| !kind.is_troop());
        let few = |place: &Place| cards.get(place).is_none_or(|list| list.iter().all(none));
        found.extend(game.places.keys().copied().filter(few).map(|place| (Refusal::TooFew { place }, "3.21")));
    }
    if found.is_empty() {
        for (place, cards) in cards {
            // The side that deploys first says later which cards are not troops, and those may bring a bonus.
            let unseen =
                if deploys_first(view.side) && cards.iter().any(|card| CardTable::is_lay(card)) { UNSEEN } else { 0 };
            let cards: Vec<Option<&Card>> = cards.iter().map(known).collect();
            found.extend(place_refused(game, (game.day, *place), &cards, (PlaceContents::of(view, *place), unseen)));
        }
    }
    found
}

/// How many cards beyond four can be in a position that turns out to be legal: a general, his bonus of 3, and two
/// specials.
const UNSEEN: usize = 6;

/// Whether a side deploys first where both do (DX-5).
pub fn deploys_first(side: Side) -> bool {
    side == Side::Csa
}

/// Whether a side may deploy in a position: in its own line, or between days in any position that it holds (3.2, 15.2).
fn friendly(game: &Game, side: Side, place: Place) -> bool {
    let own = if game.turn == 0 { in_battle_line(game, side, place) } else { game.defender(place) == Some(side) };
    own && game.places.contains_key(&place) && !game.has_enemies(place, side)
}

/// What a side already has in a position.
#[derive(Clone, Copy, Debug, Default)]
struct PlaceContents<'r> {
    general: Option<&'r Card>,
    troops: usize,
    terrain: usize,
    /// Whether its column has a creek or a pond.
    water: bool,
}

impl<'r> PlaceContents<'r> {
    fn of(view: View<'r>, place: Place) -> PlaceContents<'r> {
        let View { rules, game, side, .. } = view;
        PlaceContents {
            general: rules.general(game, place, side),
            troops: rules.troops(game, place, side).len(),
            terrain: game.position(place).map_or(0, |position| position.terrain.len()),
            water: rules.water(game, place).next().is_some(),
        }
    }
}

/// What is wrong with these cards in a position, given those already there; an unknown card counts as a troop card.
fn place_refused(
    game: &Game,
    (day, place): (u8, Place),
    cards: &[Option<&Card>],
    (there, unseen): (PlaceContents<'_>, usize),
) -> RefusalList {
    let kind = |card: &Option<&Card>| card.map_or(Kind::Infantry, |card| card.kind);
    let count = |kinds: &[Kind]| cards.iter().filter(|card| kinds.contains(&kind(card))).count();
    let general = there.general.or_else(|| cards.iter().flatten().find(|card| card.kind == Kind::General).copied());
    let troops = count(&[Kind::Infantry, Kind::Cavalry, Kind::Artillery]) + there.troops;
    let terrain = count(&[Kind::Terrain]) + there.terrain;
    let most = usize::from(STACKING_LIMIT + general.map_or(0, |general| general.stacking));
    let mut found = Vec::new();
    found.when(terrain > 2, Refusal::TwoTerrain { place }, "3.3");
    found.when(troops + terrain > most + unseen, Refusal::TooMany { place, most: most as u8 }, "3.1");
    let generals = count(&[Kind::General]) + usize::from(there.general.is_some());
    found.when(generals > 1, Refusal::TwoGenerals { place }, "11.0");
    let mut specials = Vec::new();
    for card in cards.iter().flatten() {
        let named = || card.id.clone();
        let elsewhere = card.kind == Kind::Terrain && !terrain_fits_on_day(game, day, card, place);
        found.when(elsewhere, Refusal::WrongGround { card: named(), place }, "10.1");
        found.when(there.water && is_water(card), Refusal::TwoCreeks { place }, "10.2");
        let goes = card.kind == Kind::Special && !card.special.is_some_and(Effect::stays);
        found.when(goes, Refusal::BadSpecial { card: named() }, "12.0");
        if let Some(effect) = card.special {
            found.when(specials_limit_reached(game, place, effect, &specials), Refusal::SpecialLimit { place }, "12.0");
            specials.push(effect);
        }
    }
    let alone = troops == 0 && cards.iter().flatten().any(|card| card.kind == Kind::Special);
    found.when(alone, Refusal::TooFew { place }, "12.0");
    found
}

/// A side's claim about a deployment with face-down cards: that it is legal on this day (DX-6).
pub fn claim(day: u8, cards: &Deployment, turn_up: &[String]) -> Value {
    json!({"deployment": cards, "turn_up": turn_up, "day": day})
}

/// A side's claim about cards that it lays face down when moving: that they are troops.
pub fn claim_of_troops(laid: &[String]) -> Value {
    json!({"troops": laid})
}

/// Whether such a claim is true of the actual cards; everybody could see what was there before.
pub fn is_claim_true(rules: &Dixie, game: &Game, side: Side, claim: &Value, own: &OwnCards) -> bool {
    if let Some(laid) = claim.get("troops").and_then(|laid| from_value::<Vec<Id>>(laid).ok()) {
        let card = |id: &Id| rules.set(game).card(side, own.laid.get(id)?);
        return laid.iter().all(|id| card(id).is_some_and(|card| card.kind.is_troop()));
    }
    let cards: Option<Deployment> = claim.get("deployment").and_then(|cards| from_value(cards).ok());
    let turn_up: Option<Vec<String>> = claim.get("turn_up").and_then(|cards| from_value(cards).ok());
    let day: Option<u8> = claim.get("day").and_then(|day| from_value(day).ok());
    let (Some(cards), Some(turn_up), Some(day)) = (cards, turn_up, day) else { return false };
    let card = |card: &String| rules.set(game).card(side, own.under(card).unwrap_or(card));
    let is_troop = |one: &String| card(one).is_some_and(|card| card.kind.is_troop());
    let hidden = |one: &String| CardTable::is_lay(one) && !turn_up.contains(one);
    // What stays face down are troops, or decoys if those are played, which count as troops (DX-6).
    let decoy = |one: &String| hidden(one) && !is_troop(one);
    let troops = game.rules.decoys || !cards.values().flatten().any(decoy);
    let shown = turn_up.iter().all(|one| card(one).is_some_and(|card| !card.kind.is_troop()));
    let places = cards.iter().all(|(place, list)| {
        let held = game.edition != Edition::Shiloh || list.iter().any(is_troop);
        let known: Vec<Option<&Card>> = list.iter().map(|one| if decoy(one) { None } else { card(one) }).collect();
        // Between days, the cards already there count too, and only the table shows them.
        let of_table = |refusal: &Refusal| matches!(refusal, Refusal::TooFew { .. } | Refusal::TooMany { .. });
        let mut found = place_refused(game, (day, *place), &known, (PlaceContents::default(), 0)).into_iter();
        held && found.all(|(refusal, _)| day > 1 && of_table(&refusal))
    });
    troops && shown && places
}

/// Places the cards of a side in their positions; face-down ones by their ids.
pub fn deploy(game: &mut Game, events: &mut Events, side: Side, cards: &Deployment, decoys: &[String]) -> Deployment {
    for (place, list) in cards {
        for card in list {
            match decoys.contains(card) {
                true => game.enter_as_decoy(events, "13.6", (side, card), *place),
                false => game.enter(events, "3.2", (side, card), *place, None),
            }
        }
    }
    let counts = cards.iter().map(|(place, list)| (*place, list.len())).collect();
    events.emit("3.2", &Event::Deployed { side, cards: counts });
    let down = |list: &[String]| list.iter().any(|card| CardTable::is_lay(card));
    let down = cards.values().any(|list| down(list));
    // The side that deploys first makes the claim when it says which cards are revealed.
    if down && !deploys_first(side) {
        game.cards.claim(events, "3.2", &side.id(), claim(game.day, cards, &[]));
    }
    if down && deploys_first(side) { cards.clone() } else { Deployment::new() }
}

fn is_water(card: &Card) -> bool {
    card.terrain.is_some_and(|ground| ground.is_water())
}

/// Arranges a deployment now that everybody can see it: terrain goes under the troops, and cards that are not allowed
/// there return to the Reserve (DX-6). If a column has two creeks, a die decides (8.3).
pub fn arrange(rules: &Dixie, game: &mut Game, events: &mut Events) {
    let wet = |place: &Place| rules.water(game, *place).next().is_some();
    let wet: Vec<Place> = game.places.keys().copied().filter(wet).collect();
    for side in Side::BOTH {
        for place in game.places.keys().copied().collect::<Vec<_>>() {
            let mut specials = Vec::new();
            // A decoy from an open hand stays a decoy.
            let open = |placed: &Placed| !placed.laid || CardTable::is_lay(&placed.card);
            for placed in game.cards_in(place, side).iter().filter(|placed| open(placed)).cloned().collect::<Vec<_>>() {
                let Some(card) = rules.card(game, side, &placed.card) else { continue };
                let (kind, effect) = (card.kind, card.special);
                let terrain = game.position(place).map_or(0, |position| position.terrain.len());
                let generals = game.cards_in(place, side).iter().take_while(|other| other.card != placed.card);
                let second = kind == Kind::General
                    && generals.into_iter().any(|other| rules.kind(game, side, &other.card) == Some(Kind::General));
                let wrong = match kind {
                    Kind::Terrain => {
                        terrain >= 2 || !terrain_fits(game, card, place) || (is_water(card) && wet.contains(&place))
                    }
                    Kind::General => second,
                    Kind::Special => effect.is_none_or(|effect| {
                        !effect.stays() || (placed.laid && specials_limit_reached(game, place, effect, &specials))
                    }),
                    _ => false,
                };
                specials.extend(effect.filter(|_| placed.laid && !wrong));
                if wrong {
                    return_to_reserve(game, events, side, &placed.card, place);
                } else if kind == Kind::Terrain {
                    game.becomes_terrain(side, &placed.card);
                } else if let Some(placed) = game.placed_mut(side, &placed.card) {
                    placed.laid &= kind.is_troop();
                }
            }
            while rules.overstacked_by(game, place, side) > 0 {
                let last = rules.troops(game, place, side).last().map(|placed| placed.card.clone());
                match last {
                    Some(card) => return_to_reserve(game, events, side, &card, place),
                    None => break,
                }
            }
        }
    }
}

fn return_to_reserve(game: &mut Game, events: &mut Events, side: Side, card: &str, place: Place) {
    events.emit("3.2", &Event::Returned { side, card: game.public_name(side, card), place });
    game.move_to_pile(events, "3.2", (side, card), crate::state_changes::HAND);
}

/// Whether a text may be a card of a side: one of its set, or the id of a commitment.
pub fn is_card(rules: &Dixie, game: &Game, side: Side, card: &str) -> bool {
    CardTable::is_lay(card) || rules.set(game).card(side, card).is_some()
}
