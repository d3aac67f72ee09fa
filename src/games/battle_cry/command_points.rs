//! Command points (C, F): laid face down, at least half of them; the rest openly, once the battles are known; then all
//! are revealed (BC-34, BC-36).

use serde_json::json;

use crate::BattleCry;
use crate::document::Id;
use crate::engine::cards::CardTable;
use crate::engine::refusal::RefusalListExt;
use crate::engine::{CardEvent, Events};
use crate::events::{Event, Refusal};
use crate::ledger::{EndReason, Game, LaidPoints, Phase, Won, command_pile};
use crate::options::command_points;
use crate::orders::LaidCard;
use crate::pack::Theater;
use crate::shared::Side;
use crate::sorted::SortedMap;
use crate::view::{RefusalList, View};

impl BattleCry {
    /// Whether the Union has taken all cities of a theater: nobody lays points there any more (Victory Condition Cities).
    pub fn is_cleared(&self, game: &Game, theater: Theater) -> bool {
        self.pack.cities(theater).all(|city| game.holds(&city.id))
    }
}

/// Whether more than half of the side's points must lie in the East, because Washington has fallen (BC-16).
pub fn wants_majority(view: View<'_>) -> bool {
    view.side == Side::Union && view.game.effects.washington_taken && !view.rules.is_cleared(view.game, Theater::East)
}

/// Whether a side lays its points by number, for all to see: with open hands (BC-38), and the Union under Pressure.
pub fn lays_openly(game: &Game, side: Side) -> bool {
    game.cards.open_handed || side == Side::Union && game.effects.pressure
}

/// What a side has laid, by theater; `None` for a card that nobody here can see.
pub fn laid(view: View<'_>, side: Side) -> [Option<u8>; 2] {
    Theater::BOTH.map(|theater| {
        let Some(points) = view.game.laying.get(&side).and_then(|laid| laid.get(&theater)) else { return Some(0) };
        let Some(id) = &points.card else { return Some(points.open) };
        let face = view.game.cards.face(&side.id(), id);
        let face = face.or_else(|| view.own.filter(|_| side == view.side)?.under(id).map(String::as_str))?;
        command_points(side, face).map(|(_, value)| value + points.open)
    })
}

/// The command cards of a side that lie face down.
pub fn face_down(game: &Game, side: Side) -> Vec<Id> {
    let laid = game.laying.get(&side).into_iter().flat_map(SortedMap::values);
    let ids = laid.filter_map(|points| points.card.as_deref()).filter(|id| game.cards.is_face_down(&side.id(), id));
    ids.filter_map(|id| id.parse().ok()).collect()
}

/// Why a side cannot lay its points so (C.1).
pub fn lay_refused(view: View<'_>, cards: [&Option<LaidCard>; 2]) -> RefusalList {
    let (game, side) = (view.game, view.side);
    let due = matches!(game.phase, Phase::FirstResources | Phase::CommandPoints);
    if !due || !game.has_acted(Phase::FirstResources, side) || game.has_acted(Phase::CommandPoints, side) {
        return vec![(Refusal::WrongPhase { phase: game.phase }, "C")];
    }
    lay_by_hand(view, cards)
}

/// The same, whatever the phase: for the owner of the cards, whose file may play a resource before.
pub fn lay_by_hand(view: View<'_>, cards: [&Option<LaidCard>; 2]) -> RefusalList {
    let (game, side) = (view.game, view.side);
    let openly = lays_openly(game, side);
    let mut found = RefusalList::new();
    let mut values = [Some(0); 2];
    for (n, (theater, card)) in Theater::BOTH.into_iter().zip(cards).enumerate() {
        match card {
            None => {
                let missing = !openly && !view.rules.is_cleared(game, theater);
                found.when(missing, Refusal::LayMissing { theater }, "C.1");
            }
            Some(_) if view.rules.is_cleared(game, theater) => {
                found.push((Refusal::TheaterCleared { theater }, "Victory Condition Cities"));
            }
            Some(LaidCard::Points(points)) if openly => values[n] = Some(*points),
            Some(LaidCard::Card(id)) if !openly && CardTable::is_lay(id) && !game.cards.is_laid(&side.id(), id) => {
                let name = view.own.and_then(|own| own.under(id));
                let of = |name: &String| command_points(side, name).filter(|(of, _)| *of == theater);
                values[n] = name.and_then(of).map(|(_, value)| value);
                let wrong = name.filter(|name| of(name).is_none());
                found.extend(wrong.map(|card| (Refusal::NotCommandCard { card: card.clone(), theater }, "BC-34")));
            }
            Some(_) => {
                let rule = match openly {
                    false => "C.1",
                    true if game.cards.open_handed => "BC-38",
                    true => "BC-36",
                };
                found.push((Refusal::LayOtherwise { openly }, rule));
            }
        }
    }
    found.dedup();
    if let ([Some(east), Some(west)], true) = (values, found.is_empty()) {
        found.extend(amounts_refused(view, [east, west], false));
    }
    found
}

/// What is wrong with points that are laid in all: in phase C, or with the discretionary ones (`all`), which are not
/// mandatory (F.3).
fn amounts_refused(view: View<'_>, [east, west]: [u8; 2], all: bool) -> RefusalList {
    let own = view.game.side(view.side).points;
    // Where all cities have fallen there is no theater for them (BC-58).
    let nowhere = Theater::BOTH.into_iter().all(|theater| view.rules.is_cleared(view.game, theater));
    let (least, given) = (if all || nowhere { 0 } else { own.div_ceil(2) }, east.saturating_add(west));
    let mut found = RefusalList::new();
    let rule = if all { "F.2" } else { "C.1" };
    found.when(given < least || given > own, Refusal::PointsLaid { given, least, most: own }, rule);
    // What is kept back can still go to the East.
    let east_at_most = if all { east } else { own.saturating_sub(west) };
    let minority = wants_majority(view) && east_at_most <= west && own > 0 && given > 0;
    found.when(minority, Refusal::EastMajority { east: east_at_most, west }, "BC-16");
    found
}

/// A side lays its points.
pub fn lay(game: &mut Game, events: &mut Events, side: Side, cards: [&Option<LaidCard>; 2]) {
    let mut laying = SortedMap::new();
    let mut open = SortedMap::new();
    for (theater, card) in Theater::BOTH.into_iter().zip(cards) {
        match card {
            Some(LaidCard::Card(card)) => {
                let Ok(id) = card.parse::<Id>() else { continue };
                game.cards.lay(events, "C", &side.id(), &id, command_pile(theater));
                laying.insert(theater, LaidPoints { card: Some(card.clone()), open: 0 });
            }
            card => {
                let points = if let Some(LaidCard::Points(points)) = card { *points } else { 0 };
                laying.insert(theater, LaidPoints { card: None, open: points });
                open.insert(theater, points);
            }
        }
    }
    game.laying.insert(side, laying);
    game.act(Phase::CommandPoints, side);
    events.emit("C", &Event::LaidDown { side, open });
}

/// The Union's plans are void: its command cards go back, and it lays again (BC-33).
pub fn void(game: &mut Game, events: &mut Events, card: &str) {
    let side = Side::Union;
    let Some(laid) = game.laying.remove(&side) else { return };
    for (theater, points) in laid {
        points.card.iter().for_each(|id| game.cards.leave(events, "BC-33", &side.id(), id, command_pile(theater)));
    }
    game.acted.entry(Phase::CommandPoints).or_default().retain(|other| *other != side);
    events.emit("BC-33", &Event::PlansVoid { side, card: card.to_owned() });
}

/// Cards that are face up now become points. `false` if they are not what they must be: then the side has lost.
pub fn count_cards(rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side) -> bool {
    let of_side = game.laying.get(&side).cloned().unwrap_or_default();
    let cards = of_side.iter().filter_map(|(theater, points)| Some((*theater, points.card.clone()?)));
    let cards: Vec<(Theater, String)> = cards.collect();
    let Some((_, first)) = cards.first() else { return true };
    let face = |id: &str| game.cards.face(&side.id(), id).unwrap_or_default().to_owned();
    let mut values = SortedMap::new();
    for (theater, id) in &cards {
        let value = command_points(side, &face(id)).filter(|(of, _)| of == theater);
        let Some((_, value)) = value else { return lied(game, events, side, id, &face(id)) };
        values.insert(*theater, value);
    }
    let of = |theater: &Theater| values.get(theater).copied().unwrap_or(0);
    let laid = [of(&Theater::East), of(&Theater::West)];
    let all = Theater::BOTH.map(|theater| of(&theater) + of_side.get(&theater).map_or(0, |points| points.open));
    let view = View::of(rules, game, side);
    let final_ = side == Side::Union && game.has_acted(Phase::Discretionary, side);
    if !amounts_refused(view, laid, false).is_empty() || final_ && !amounts_refused(view, all, true).is_empty() {
        return lied(game, events, side, first, &face(first));
    }
    for (theater, id) in &cards {
        game.cards.leave(events, "F", &side.id(), id, command_pile(*theater));
    }
    let laying = game.laying.entry(side).or_default();
    for (n, theater) in Theater::BOTH.into_iter().enumerate() {
        laying.insert(theater, LaidPoints { card: None, open: all[n] });
    }
    true
}

/// A side has laid cards that break the rules, and has lost the match as if it had opened a card that cannot be there
/// (protocol 8.4).
fn lied(game: &mut Game, events: &mut Events, side: Side, id: &str, card: &str) -> bool {
    if let Ok(id) = id.parse::<Id>() {
        events.emit("protocol 8.4", &CardEvent::Lied { side: side.id(), id, choice: json!(card) });
    }
    game.won = Some(Won { side: Some(side.other()), how: EndReason::Lied });
    false
}

/// Whether a side has nothing left to lay, as everybody can see.
pub fn nothing_left(view: View<'_>, side: Side) -> bool {
    let open = laid(View { own: None, ..view }, side).map(|points| points.map_or(0, i32::from));
    let hidden = view.game.laying.get(&side).into_iter().flat_map(SortedMap::values).any(|laid| laid.card.is_some());
    !hidden && open.iter().sum::<i32>() >= i32::from(view.game.side(side).points)
}

/// Why a side cannot lay discretionary points so (F).
pub fn discretionary_refused(view: View<'_>, points: [u8; 2]) -> RefusalList {
    let (game, side) = (view.game, view.side);
    if game.phase != Phase::Discretionary || game.has_acted(Phase::Discretionary, side) {
        return vec![(Refusal::WrongPhase { phase: game.phase }, "F")];
    }
    // The Confederate's file opens its cards.
    if side == Side::Confederate && !face_down(game, side).is_empty() {
        return vec![(Refusal::FaceDown, "F.1")];
    }
    discretionary_by_hand(view, points)
}

/// The same, whatever the phase: for the owner of the cards, whose file may move before.
pub fn discretionary_by_hand(view: View<'_>, points: [u8; 2]) -> RefusalList {
    let (game, side) = (view.game, view.side);
    let mut found = RefusalList::new();
    for (theater, points) in Theater::BOTH.into_iter().zip(points) {
        let cleared = points > 0 && view.rules.is_cleared(game, theater);
        found.when(cleared, Refusal::TheaterCleared { theater }, "Victory Condition Cities");
    }
    let all: u8 = points.iter().fold(0, |sum, more| sum.saturating_add(*more));
    let own = game.side(side).points;
    found.when(all > own, Refusal::PointsLaid { given: all, least: 0, most: own }, "F.2");
    if let ([Some(east), Some(west)], true) = (laid(view, side), found.is_empty()) {
        let more = [east.saturating_add(points[0]), west.saturating_add(points[1])];
        found.extend(amounts_refused(view, more, true));
    }
    found
}

/// A side lays discretionary points; the Confederate's cards, which its file has opened, become points first.
pub fn lay_more(rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side, points: [u8; 2]) {
    if face_down(game, side).is_empty() && !count_cards(rules, game, events, side) {
        return;
    }
    let laying = game.laying.entry(side).or_default();
    for (theater, points) in Theater::BOTH.into_iter().zip(points) {
        laying.entry(theater).or_default().open += points;
    }
    game.act(Phase::Discretionary, side);
    let [east, west] = points;
    events.emit(Phase::Discretionary.letter(), &Event::Discretionary { side, east, west });
    if side == Side::Union {
        game.go_ahead(side, Phase::Generals);
    }
}

/// All points are known: how many a side has in each theater (C.3).
pub fn reveal(rules: &BattleCry, game: &mut Game, events: &mut Events) {
    for side in Side::BOTH {
        if !count_cards(rules, game, events, side) {
            return;
        }
        let [east, west] = Theater::BOTH.map(|theater| in_theater(game, side, theater));
        events.emit("F", &Event::Command { side, east, west });
    }
}

/// A side's points in a theater, once they are open.
pub fn in_theater(game: &Game, side: Side, theater: Theater) -> u8 {
    game.laying.get(&side).and_then(|laid| laid.get(&theater)).map_or(0, |points| points.open)
}
