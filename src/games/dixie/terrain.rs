//! Playing terrain (10.2), and columns with two creeks (8.3).

use crate::Dixie;
use crate::engine::Events;
use crate::engine::refusal::RefusalListExt;
use crate::events::{Event, Refusal};
use crate::ledger::{Game, Phase, Terrain};
use crate::moves::{Coming, move_phase_refused};
use crate::pack::{Card, Edition, TerrainPosition};
use crate::place::Place::{self, *};
use crate::side::Side;
use crate::table::STACKING_LIMIT;
use crate::view::{RefusalList, View};

/// Whether a terrain card may be placed in a position: where the card says, on its day (10.1, 15.2, DX-11).
pub fn terrain_fits(game: &Game, card: &Card, place: Place) -> bool {
    terrain_fits_on_day(game, game.day, card, place)
}

/// The same on a day of the battle.
pub fn terrain_fits_on_day(game: &Game, day: u8, card: &Card, place: Place) -> bool {
    let day = !game.rules.three_days || day > 1 || card.day_1;
    let Some(defined) = card.place else { return day };
    let places: &[Place] = match defined {
        TerrainPosition::Left => &[UsaLeft, UsaLeftCenter, CsaLeft, CsaLeftCenter, FrontLeft, BackLeft],
        TerrainPosition::Center => &[UsaCenter, CsaCenter, FrontCenter, BackCenter],
        TerrainPosition::Right => &[UsaRight, UsaRightCenter, CsaRight, CsaRightCenter, FrontRight, BackRight],
        TerrainPosition::FrontLeft => &[FrontLeft],
        TerrainPosition::FrontCenter => &[FrontCenter],
        TerrainPosition::FrontRight => &[FrontRight],
        TerrainPosition::BackLeft => &[BackLeft],
        TerrainPosition::BackCenter => &[BackCenter],
        TerrainPosition::BackRight => &[BackRight],
    };
    day && places.contains(&place)
}

/// Whether a position belongs to a side's battleline; at Shiloh also if the CSA holds it (DX-2).
pub fn in_battle_line(game: &Game, side: Side, place: Place) -> bool {
    match (game.edition, side) {
        (Edition::Shiloh, Side::Csa) => game.defender(place) == Some(Side::Csa),
        _ => game.own_line(side).contains(&place),
    }
}

/// Why the rules forbid playing a terrain card (10.2).
pub fn refused(view: View<'_>, card: &str, place: Place) -> RefusalList {
    let (game, rules, side) = (view.game, view.rules, view.side);
    let mut found: RefusalList = move_phase_refused(game).into_iter().collect();
    let named = || card.to_owned();
    let Some((data, ground)) = view.card(card).and_then(|data| Some((data, data.terrain?))) else {
        return vec![(Refusal::WrongKind { card: named() }, "10.2")];
    };
    if !view.in_reserve(card) {
        found.push(view.not_in_reserve(card, "10.2"));
    }
    if !in_battle_line(game, side, place) {
        found.push((Refusal::NotOwn { place }, "10.2"));
        return found;
    }
    found.when(game.has_enemies(place, side), Refusal::Engaged { place }, "10.2");
    found.when(!terrain_fits(game, data, place), Refusal::WrongGround { card: named(), place }, "10.1");
    let there = game.position(place).map_or(0, |position| position.terrain.len());
    if there >= 2 {
        found.push((Refusal::TwoTerrain { place }, "10.0"));
    } else if (Coming { troops: 0, terrain: 1, bonus: 0 }).over_limit(view, place).is_some() {
        found.push((Refusal::TooMany { place, most: STACKING_LIMIT }, "10.1"));
    }
    found.when(ground.is_water() && rules.water(game, place).next().is_some(), Refusal::TwoCreeks { place }, "10.2");
    found
}

/// A terrain card is played from the Reserve.
pub fn play(game: &mut Game, events: &mut Events, side: Side, card: &str, place: Place) {
    game.cards.play(events, "10.2", &side.id(), card, crate::state_changes::HAND);
    if let Some(position) = game.places.get_mut(&place) {
        position.terrain.push(Terrain { side, card: card.to_owned() });
    }
    events.emit("10.2", &Event::Terrain { side, card: card.to_owned(), place });
    game.begin_phase(Phase::Move);
}

impl Dixie {
    /// The creeks and ponds in the column of a position: the place, the owner, and the card of each.
    pub fn water<'g>(&'g self, game: &'g Game, place: Place) -> impl Iterator<Item = (Place, Side, String)> + 'g {
        [place, place.opposite()].into_iter().flat_map(move |place| {
            let terrain = game.position(place).into_iter().flat_map(|position| &position.terrain);
            let water = terrain.filter(|terrain| {
                let ground = self.card(game, terrain.side, &terrain.card).and_then(|card| card.terrain);
                ground.is_some_and(|ground| ground.is_water())
            });
            water.map(move |terrain| (place, terrain.side, terrain.card.clone()))
        })
    }

    /// The first column with two creeks (8.3).
    pub fn two_creeks(&self, game: &Game) -> Option<Vec<(Place, Side, String)>> {
        let column = |place: &Place| Some(self.water(game, *place).collect::<Vec<_>>()).filter(|water| water.len() > 1);
        game.lines()[0].iter().find_map(column)
    }
}
