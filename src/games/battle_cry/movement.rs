//! Strategic movement (E): one card at a time, or a pass; two passes in a row end it.

use crate::BattleCry;
use crate::document::Id;
use crate::engine::Events;
use crate::engine::refusal::RefusalListExt;
use crate::events::{DiscardReason, Event, NoTarget, Refusal, Wanted};
use crate::ledger::{DISCARD, Game, HAND, LastMove, Owed, Phase, Placed};
use crate::orders::{Half, MovementPlay, NONE};
use crate::pack::{BattleCard, Effect, Negated, Theater};
use crate::resources::event_of;
use crate::shared::Side;
use crate::view::{RefusalList, View};

/// Why a side cannot make this move.
pub fn refused(view: View<'_>, play: &MovementPlay) -> RefusalList {
    let game = view.game;
    let own = game.phase == Phase::Movement && game.maneuver.side == view.side;
    let first = view.side == Side::Union && game.phase < Phase::Movement && game.phase > Phase::Draw;
    if !own && !first {
        return vec![(Refusal::WrongPhase { phase: game.phase }, "E")];
    }
    let mut found = owed_refused(view, play);
    let extra = play.theater.is_some() || play.battle.is_some() || play.east.is_some() || play.west.is_some();
    if play.card == NONE {
        found.when(extra, Refusal::NotWanted { card: play.card.clone() }, "E");
        return found;
    }
    if let Some(refusal) = view.not_in_hand(&play.card) {
        return vec![(refusal, "E")];
    }
    let part = match view.fitting(&play.card, Half::Fitting, Wanted::Movement) {
        Ok((_, part)) => part,
        Err(refusal) => return vec![(refusal, "E")],
    };
    if let Some(condition) = view.failing(part) {
        found.push((Refusal::Condition { card: play.card.clone(), condition }, "BC-23"));
    }
    let shifts = part.effects().contains(&Effect::ShiftPoints {});
    let offensive = part.effects().iter().any(|effect| matches!(effect, Effect::Offensive { .. }));
    let wrong = !shifts && (play.east.is_some() || play.west.is_some()) || !offensive && play.battle.is_some();
    found.when(wrong, Refusal::NotWanted { card: play.card.clone() }, "E");
    if found.is_empty() {
        found.extend(part.effects().iter().flat_map(|effect| effect_refused(view, play, effect)));
    }
    found
}

/// What the Union says to a card that lets it fight on a condition, or cancel its battle.
fn owed_refused(view: View<'_>, play: &MovementPlay) -> RefusalList {
    let mut found = RefusalList::new();
    let owed = view.game.maneuver.owed.as_ref().filter(|_| view.side == Side::Union);
    let price = play.general.is_some() || !play.discard.is_empty();
    let Some(owed) = owed else {
        found.when(play.fights.is_some() || price, Refusal::NoFightsWanted, "E");
        return found;
    };
    found.when(play.fights.is_none(), Refusal::FightsWanted { theater: owed.theater }, "E");
    let pays = play.fights == Some(true) && owed.price > 0;
    found.when(price && !pays, Refusal::NoFightsWanted, "E");
    if !pays {
        return found;
    }
    for (n, card) in play.discard.iter().enumerate() {
        found.extend(view.not_in_hand(card).map(|refusal| (refusal, "BC-9")));
        found.when(view.general(card).is_some(), Refusal::IsGeneral { card: card.clone() }, "BC-9");
        let twice = play.discard[..n].contains(card) || *card == play.card;
        found.when(twice, Refusal::Twice { card: card.clone() }, "BC-9");
    }
    let free = |card: &String| {
        let cavalry = view.is_cavalry(card);
        let own = view.game.in_play(view.side, card);
        own.is_some_and(|one| one.theater == owed.theater && !one.engaged && !cavalry)
    };
    let paid = play.discard.len() == usize::from(owed.price) && play.general.as_ref().is_some_and(free);
    found.when(!paid, Refusal::PriceWanted { cards: owed.price }, "BC-9");
    found
}

/// The theater in which a card changes the battle: the one that is named, or the only one.
fn target(view: View<'_>, play: &MovementPlay, effect: &Effect) -> Result<Theater, Refusal> {
    let city = |id: &Id| view.pack().battle(id).is_some_and(|card| card.city);
    let canceled = |theater| {
        let owed = view.game.maneuver.owed.as_ref().filter(|_| view.side == Side::Union);
        play.fights == Some(false) && owed.is_some_and(|owed| owed.theater == theater)
    };
    let fits = |theater: &Theater| {
        let Some(placed) = view.game.placed.get(theater).filter(|_| !canceled(*theater)) else { return false };
        match effect {
            Effect::Turning { falls } => {
                let falls = falls.as_ref().is_none_or(|battle| placed.stands_for(battle));
                falls && !placed.offensive && (placed.blocked.is_some() || !city(&placed.battle))
            }
            Effect::DrawCap { battle, .. } => {
                !placed.offensive && battle.as_ref().is_none_or(|battle| *battle == placed.battle)
            }
            Effect::RetreatBeforeBattle { .. } => !placed.offensive,
            _ => true,
        }
    };
    let mut found = Theater::BOTH.into_iter().filter(|theater| play.theater.is_none_or(|named| named == *theater));
    let fitting: Vec<Theater> = found.by_ref().filter(fits).collect();
    match fitting[..] {
        [] => Err(Refusal::NoBattleFor { card: play.card.clone() }),
        [only] => Ok(only),
        _ => Err(Refusal::TheaterWanted { card: play.card.clone() }),
    }
}

/// Why an effect of a movement card is not possible.
fn effect_refused(view: View<'_>, play: &MovementPlay, effect: &Effect) -> RefusalList {
    let mut found = RefusalList::new();
    let card = || play.card.clone();
    match effect {
        Effect::Turning { .. }
        | Effect::StrategicRetreat {}
        | Effect::DrawCap { .. }
        | Effect::RetreatBeforeBattle { .. } => {
            found.extend(target(view, play, effect).err().map(|refusal| (refusal, "E")));
        }
        Effect::Offensive { theater, invasion } => {
            let Some(id) = &play.battle else { return vec![(Refusal::BattleWanted { card: card() }, "BC-8")] };
            let Some(battle) = view.pack().battle(id) else {
                return vec![(Refusal::NoSuchBattle { battle: id.clone() }, "BC-8")];
            };
            let named = theater.or(play.theater).is_none_or(|theater| theater == battle.theater);
            let why = if named { no_target(view, battle, *invasion) } else { Some(NoTarget::OtherTheater) };
            found.extend(why.map(|why| (Refusal::NotATarget { battle: id.clone(), why }, "BC-8")));
            let theater = battle.theater;
            found.when(is_banned(view, theater), Refusal::OffensiveBanned { theater }, "Confederate Offensive");
        }
        Effect::Negates { what, theater } => {
            let last = view.game.maneuver.last.as_ref();
            let fits = last.is_some_and(|last| {
                last.kind == *what && [*theater, play.theater].into_iter().flatten().all(|one| one == last.theater)
            });
            found.when(!fits, Refusal::NothingToNegate { card: card() }, "E");
        }
        Effect::ShiftPoints {} => {
            let offensive = view.game.placed.values().any(|placed| placed.offensive);
            found.when(!offensive, Refusal::NoOffensive { card: card() }, "E");
            let down = !crate::command_points::face_down(view.game, view.side).is_empty();
            found.when(down && view.own.is_none(), Refusal::FaceDown, "F.1");
            let (to, points) = shift(play);
            let there = crate::command_points::laid(view, view.side)[usize::from(to == Theater::East)];
            // As long as more than half must lie in the East, none go West.
            let majority = to == Theater::West && points > 0 && crate::command_points::wants_majority(view);
            let (east, west) = (0, points);
            found.when(majority, Refusal::EastMajority { east, west }, "BC-16");
            let wrong = play.east.is_some() == play.west.is_some();
            found.when(wrong, Refusal::TheaterWanted { card: card() }, "E");
            let most = there.unwrap_or(points);
            found.when(points > most, Refusal::PointsLaid { given: points, least: 0, most }, "E");
        }
        _ => {}
    }
    found
}

/// Where points are moved, and how many.
fn shift(play: &MovementPlay) -> (Theater, u8) {
    match (play.east, play.west) {
        (None, Some(points)) => (Theater::West, points),
        (points, _) => (Theater::East, points.unwrap_or(0)),
    }
}

/// Why the Confederate cannot take the offensive against a battle (Invasion, BC-8).
fn no_target(view: View<'_>, battle: &BattleCard, invasion: bool) -> Option<NoTarget> {
    let game = view.game;
    let washington = battle.capital && game.effects.washington_taken;
    Some(match () {
        () if game.placed.get(&battle.theater).is_some_and(|placed| placed.offensive) => NoTarget::Already,
        () if battle.invasion && !invasion => NoTarget::NoInvasion,
        () if battle.invasion && (game.removed.contains(&battle.id) || washington) => NoTarget::Removed,
        () if battle.invasion => return None,
        () if !game.holds(&battle.id) => NoTarget::NotHeld,
        () if battle.city => NoTarget::City,
        () => return None,
    })
}

/// Whether the Union holds all of a theater's Battle Deck but one city, or all of it (Confederate Offensive).
fn is_banned(view: View<'_>, theater: Theater) -> bool {
    let deck = view.pack().battles.iter().filter(|card| card.theater == theater && !card.invasion && !card.from_hand);
    let left: Vec<&BattleCard> = deck.filter(|card| !view.game.holds(&card.id)).collect();
    left.len() <= 1 && left.iter().all(|card| card.city)
}

/// A legal move is made: the card goes to the discard pile, and the move to the other side.
pub fn play(rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side, play: &MovementPlay) {
    let card = Some(play.card.clone()).filter(|card| card != NONE);
    let (battle, fights) = (play.battle.clone(), play.fights);
    let event = card.as_ref().and_then(|card| event_of(rules, side, card, Wanted::Movement));
    let effect = event.and_then(|event| event.effects.first());
    let named = match effect {
        Some(Effect::Negates { .. }) => game.maneuver.last.as_ref().map(|last| last.theater),
        Some(Effect::ShiftPoints {}) => Some(shift(play).0),
        Some(effect) => target(View::of(rules, game, side), play, effect).ok(),
        None => None,
    };
    let of_battle = battle.as_ref().and_then(|battle| rules.theater(battle));
    let theater = of_battle.or(named.filter(|_| card.is_some()));
    events.emit("E", &Event::Moved { side, card: card.clone(), theater, battle, fights });
    if let Some(owed) = game.maneuver.owed.take_if(|_| side == Side::Union) {
        settle(game, events, &owed, play);
    }
    let last = game.maneuver.last.take();
    game.maneuver.begun = true;
    game.maneuver.blocks = None;
    if side == Side::Union {
        game.maneuver.places = None;
    }
    game.maneuver.side = side.other();
    game.maneuver.passes += 1;
    let (Some(card), Some(event)) = (card, event) else { return };
    game.maneuver.passes = 0;
    game.cards.play(events, "E", &side.id(), &card, HAND);
    game.cards.leave(events, "E", &side.id(), &card, DISCARD);
    for effect in &event.effects {
        apply(rules, game, events, (side, play), effect, (theater, last.as_ref()));
    }
}

/// The Union has said whether it fights on a condition.
fn settle(game: &mut Game, events: &mut Events, owed: &Owed, play: &MovementPlay) {
    let theater = owed.theater;
    if play.fights != Some(true) {
        return lift(game, events, theater);
    }
    if let (Some(cap), Some(placed)) = (owed.cap, game.placed.get_mut(&theater)) {
        placed.draw_cap = Some(placed.draw_cap.map_or(cap, |other| other.min(cap)));
    }
    if let Some(general) = play.general.clone().filter(|_| owed.price > 0) {
        game.set_engaged(Side::Union, &general, true);
        events.emit("BC-9", &Event::Engaged { side: Side::Union, general, card: None });
        let why = DiscardReason::Card(owed.card.clone());
        game.discard(events, "BC-9", Side::Union, &play.discard, why);
    }
}

/// The battle of a theater is not fought.
fn lift(game: &mut Game, events: &mut Events, theater: Theater) {
    if let Some(placed) = game.placed.remove(&theater) {
        events.emit("E", &Event::Lifted { theater, battle: placed.battle });
    }
}

/// One effect of a movement card.
fn apply(
    rules: &BattleCry,
    game: &mut Game,
    events: &mut Events,
    (side, play): (Side, &MovementPlay),
    effect: &Effect,
    (theater, last): (Option<Theater>, Option<&LastMove>),
) {
    let card = play.card.clone();
    match (effect, theater) {
        (Effect::Turning { .. }, Some(theater)) => turn(rules, game, events, card, theater),
        (Effect::Offensive { .. }, Some(theater)) => {
            let Some(battle) = play.battle.clone() else { return };
            let before = game.placed.remove(&theater);
            // The cap stays, though another battle is placed (Confederate Player Notes).
            let draw_cap = before.as_ref().and_then(|placed| placed.draw_cap);
            let placed = Placed { battle, blocked: None, offensive: true, amphibious: false, draw_cap };
            events.emit("E", &Event::Placed { battle: placed.battle.clone(), theater, amphibious: false });
            game.placed.insert(theater, placed);
            game.maneuver.last = Some(LastMove { card, kind: Negated::Offensive, theater, before, taken: None });
            let may = !rules.blockers(game, Side::Union, theater).is_empty();
            game.maneuver.blocks = may.then_some(Side::Union);
            game.maneuver.places = game.maneuver.places.filter(|other| *other != theater);
        }
        (Effect::Negates { .. }, _) => {
            let Some(last) = last.cloned() else { return };
            events.emit("E", &Event::Negated { card: last.card, by: card });
            game.placed.remove(&last.theater);
            last.before.into_iter().for_each(|before| drop(game.placed.insert(last.theater, before)));
            let taken = |battle: &Id| last.taken.as_ref() == Some(battle);
            game.held.retain(|battle| !taken(battle));
            game.maneuver.fallen.retain(|battle| !taken(battle));
            game.maneuver.places = None;
        }
        (Effect::StrategicRetreat {}, Some(theater)) => lift(game, events, theater),
        (Effect::DrawCap { cards, .. }, Some(theater)) => {
            game.maneuver.owed = Some(Owed { card, theater, cap: Some(*cards), price: 0 });
        }
        (Effect::RetreatBeforeBattle { cards }, Some(theater)) => {
            game.maneuver.owed = Some(Owed { card, theater, cap: None, price: *cards });
        }
        (Effect::ShiftPoints {}, _) => {
            if !crate::command_points::count_cards(rules, game, events, side) {
                return;
            }
            let (to, points) = shift(play);
            let laying = game.laying.entry(side).or_default();
            let points = points.min(laying.get(&to.other()).map_or(0, |laid| laid.open));
            laying.entry(to.other()).or_default().open -= points;
            laying.entry(to).or_default().open += points;
            events.emit("E", &Event::Shifted { side, to, points });
        }
        _ => {}
    }
}

/// A Turning Movement: the blocker comes to the Union at once, and the blocked battle stands again, which may be blocked
/// once more; where nothing blocks, the placed battle falls (BC-7, BC-21).
fn turn(rules: &BattleCry, game: &mut Game, events: &mut Events, card: String, theater: Theater) {
    let Some(before) = game.placed.remove(&theater) else { return };
    let taken = before.battle.clone();
    game.held.push(taken.clone());
    game.maneuver.fallen.push(taken.clone());
    events.emit("E", &Event::Held { battle: taken.clone() });
    match before.blocked.clone() {
        Some(battle) => {
            events.emit("E", &Event::Placed { battle: battle.clone(), theater, amphibious: false });
            game.placed.insert(theater, Placed { battle, blocked: None, ..before.clone() });
            let may = !rules.blockers(game, Side::Confederate, theater).is_empty();
            game.maneuver.blocks = may.then_some(Side::Confederate);
        }
        None => game.maneuver.places = Some(theater),
    }
    let last = LastMove { card, kind: Negated::Turning, theater, before: Some(before), taken: Some(taken) };
    game.maneuver.last = Some(last);
}
