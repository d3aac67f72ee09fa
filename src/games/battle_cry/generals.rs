//! Generals return to the hand and come into play (G), the order of battles and how many cards are drawn (H), and what
//! a battle by sea costs before combat (Peninsula Campaign).

use serde_json::{Value, json};

use crate::BattleCry;
use crate::command_points::in_theater;
use crate::document::Id;
use crate::draws::may_enter;
use crate::engine::cards::CardTable;
use crate::engine::refusal::RefusalListExt;
use crate::engine::{Events, OwnCards};
use crate::events::{DrawReason, Event, Refusal};
use crate::ledger::{FOOT, Game, HAND, INCOMING, Phase};
use crate::pack::Theater;
use crate::shared::Side;
use crate::sorted::SortedMap;
use crate::view::{RefusalList, View};

/// Why a side cannot recall and place these generals (G).
pub fn refused(view: View<'_>, recall: &[String], place: &SortedMap<String, Theater>) -> RefusalList {
    let (game, side) = (view.game, view.side);
    if !due(game, side) {
        return vec![(Refusal::WrongPhase { phase: game.phase }, "G")];
    }
    let mut found = RefusalList::new();
    let cavalry = |card: &str| view.is_cavalry(card);
    for (n, card) in recall.iter().enumerate() {
        found.when(recall[..n].contains(card), Refusal::Twice { card: card.clone() }, "G.1");
        let Some(general) = game.in_play(side, card) else {
            let home = view.general(card).map_or(Theater::East, |general| general.theater);
            found.push((Refusal::NotPresent { general: card.clone(), theater: home }, "G.1"));
            continue;
        };
        found.when(general.engaged, Refusal::IsEngaged { general: card.clone() }, "BC-9");
        let stays = side == Side::Confederate && cavalry(card) && view.rules.is_cleared(game, general.theater);
        found.when(stays, Refusal::CavalryStays { general: card.clone() }, "Victory Condition Cities");
    }
    for (card, theater) in place {
        if view.general(card).is_none() {
            found.push((view.not_general(card), "G.1"));
            continue;
        }
        let general = || card.clone();
        if recall.contains(card) {
            found.push((Refusal::JustRecalled { general: general() }, "G.3"));
            continue;
        }
        found.extend(view.not_in_hand(card).map(|refusal| (refusal, "G.1")));
        let away = !may_enter(view.pack(), game, side, card, *theater);
        found.when(away, Refusal::OtherTheater { general: general(), theater: *theater }, "G.4");
    }
    for theater in Theater::BOTH {
        let stay = game.generals(side, theater).map(|one| &one.card).filter(|card| !recall.contains(card));
        let come = || place.iter().filter(|(_, to)| **to == theater).map(|(card, _)| card);
        let now: Vec<&String> = stay.chain(come()).collect();
        for (kind, most) in [(false, FOOT), (true, 1)] {
            let count = now.iter().filter(|card| cavalry(card) == kind).count();
            let added = come().any(|card| cavalry(card) == kind);
            found.when(added && count > most, Refusal::TooManyGenerals { theater, cavalry: kind }, "G.2");
        }
        let wanted = to_match(view.rules, game, side, theater);
        let fewer = now.len() < wanted && now.len() < game.generals(side, theater).count();
        found.when(fewer, Refusal::MustMatch { theater, wanted }, "Victory Condition Cities");
        let can = now.len() < wanted && view.own.is_some() && {
            let held = |card: &String| view.own.is_some_and(|own| own.contains(HAND, card));
            let room = |card: &String| has_room(view, &now, card);
            entering(view, theater).into_iter().any(|card| held(&card) && !place.contains_key(&card) && room(&card))
        };
        found.when(can, Refusal::MustMatch { theater, wanted }, "Victory Condition Cities");
    }
    found
}

/// Whether a side may say something about its generals now: in its turn, the Union also with its phase F (BC-39).
fn due(game: &Game, side: Side) -> bool {
    let ahead = game.phase == Phase::Discretionary && game.ahead == Some((side, Phase::Generals));
    (game.phase == Phase::Generals || ahead) && !game.has_acted(Phase::Generals, side)
}

/// How many generals the Confederate keeps in a theater whose cities have fallen: as many as the Union has (Victory Condition Cities).
fn to_match(rules: &BattleCry, game: &Game, side: Side, theater: Theater) -> usize {
    let cleared = side == Side::Confederate && rules.is_cleared(game, theater);
    if cleared { game.generals(Side::Union, theater).count() } else { 0 }
}

/// Generals of the hand whom the Confederate puts into cleared theaters, so that it keeps as many as it must (Victory Condition Cities).
pub fn matching(view: View<'_>) -> SortedMap<String, Theater> {
    let mut found = SortedMap::new();
    for theater in Theater::BOTH {
        let wanted = to_match(view.rules, view.game, view.side, theater);
        let mut now: Vec<String> = view.game.generals(view.side, theater).map(|one| one.card.clone()).collect();
        for card in entering(view, theater) {
            let held = view.own.is_none_or(|own| own.contains(HAND, &card)) && !found.contains_key(&card);
            if now.len() < wanted && held && has_room(view, &now.iter().collect::<Vec<_>>(), &card) {
                now.push(card.clone());
                found.insert(card, theater);
            }
        }
    }
    found
}

/// Whether the limits leave room for a general among these (G.2).
fn has_room(view: View<'_>, now: &[&String], card: &str) -> bool {
    let cavalry = |card: &str| view.is_cavalry(card);
    let kind = cavalry(card);
    now.iter().filter(|other| cavalry(other) == kind).count() < if kind { 1 } else { FOOT }
}

/// The generals of a side who might come from the hand into a theater, as far as everybody can see.
fn entering(view: View<'_>, theater: Theater) -> Vec<String> {
    let everybody = View { own: None, ..view };
    let all = view.pack().of(view.side).generals.iter().map(|general| general.id.clone());
    all.filter(|card| everybody.in_hand(card) && may_enter(view.pack(), view.game, view.side, card, theater)).collect()
}

/// Generals return to the hand, and others come into play.
pub fn assign(
    rules: &BattleCry,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    (recall, place): (&[String], &SortedMap<String, Theater>),
) {
    for card in recall {
        game.leave_play(events, "G", side, card, HAND);
    }
    if !recall.is_empty() {
        events.emit("G", &Event::Recalled { side, cards: recall.to_vec() });
    }
    for (card, theater) in place {
        game.enter(events, "G", side, card, *theater);
    }
    game.act(Phase::Generals, side);
    if game.foreseen == Some(Phase::Generals) && !game.draws.contains_key(&side) {
        // How many cards it draws stands behind its generals, in the same file.
        game.ahead = Some((side, Phase::BattleOrder));
    }
    for theater in Theater::BOTH {
        claim_no_match(rules, game, events, side, (theater, recall));
    }
}

/// Where the Confederate has fewer generals than it is to keep, it claims to hold none who could come (BC-15).
fn claim_no_match(
    rules: &BattleCry,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    (theater, recall): (Theater, &[String]),
) {
    let view = View::of(rules, game, side);
    let now: Vec<&String> = game.generals(side, theater).map(|one| &one.card).collect();
    if now.len() >= to_match(rules, game, side, theater) {
        return;
    }
    let room = |card: &String| has_room(view, &now, card) && !recall.contains(card);
    let others: Vec<String> = entering(view, theater).into_iter().filter(room).collect();
    if !others.is_empty() {
        game.cards.claim(events, "Victory Condition Cities", &side.id(), json!({ "none_of": others }));
    }
}

/// Whether a claim of these phases is true: none of these generals is in the hand, or none of the cards laid under these
/// ids is a general.
pub fn is_claim_true(rules: &BattleCry, side: Side, claim: &Value, own: &OwnCards) -> bool {
    let texts = |key: &str| -> Option<Vec<&str>> {
        Some(claim.get(key)?.as_array()?.iter().filter_map(Value::as_str).collect())
    };
    match (texts("none_of"), texts("no_generals")) {
        (Some(generals), None) => !generals.iter().any(|card| own.contains(HAND, card)),
        (None, Some(cards)) => cards.iter().all(|card| {
            let name = own.under(card).map_or(*card, String::as_str);
            rules.pack.general(side, name).is_none() && rules.pack.card(side, name).is_some()
        }),
        _ => false,
    }
}

/// Why a side cannot wish to draw fewer cards (H.2): it says so before its phase G is over.
pub fn draw_refused(view: View<'_>) -> RefusalList {
    let early = view.game.phase == Phase::Discretionary && !view.game.has_acted(Phase::Discretionary, view.side);
    let behind = view.game.ahead == Some((view.side, Phase::BattleOrder));
    let mut found = RefusalList::new();
    let late = !early && !behind && !due(view.game, view.side);
    found.when(late, Refusal::WrongPhase { phase: view.game.phase }, "H.2");
    found.when(view.game.draws.contains_key(&view.side), Refusal::NotNow, "H.2");
    found
}

/// A side says how many cards it draws at most.
pub fn wish(game: &mut Game, side: Side, most: &SortedMap<Theater, u8>) {
    game.draws.insert(side, most.clone());
    if game.has_acted(Phase::Generals, side) {
        game.act(Phase::BattleOrder, side);
    }
}

/// The side that names the first battle: the Confederate, if it has taken the offensive (H.1).
pub fn names_first(game: &Game) -> Side {
    let offensive = game.placed.values().any(|placed| placed.offensive);
    if offensive { Side::Confederate } else { Side::Union }
}

/// Why a side cannot name the battle of a theater as the first one (H.1).
pub fn first_refused(view: View<'_>, theater: Theater) -> RefusalList {
    let game = view.game;
    let due = game.phase == Phase::BattleOrder && names_first(game) == view.side && game.named_first.is_none();
    let mut found = RefusalList::new();
    found.when(!due, Refusal::WrongPhase { phase: game.phase }, "H.1");
    let none = !game.placed.contains_key(&theater);
    found.when(none, Refusal::NoBattleFor { card: theater.as_str().to_owned() }, "H.1");
    found
}

/// A side has named it.
pub fn name_first(game: &mut Game, events: &mut Events, side: Side, theater: Theater) {
    game.named_first = Some(theater);
    events.emit("H.1", &Event::First { side, theater });
}

/// The battle that is fought next: the first one that is named, then the other.
pub fn next_battle(game: &Game) -> Option<Theater> {
    let left = |theater: &&Theater| !game.victories.iter().any(|victory| victory.theater == **theater);
    game.named_first.iter().chain(game.placed.keys()).find(left).copied()
}

/// Both sides draw for the battle of a theater (H.2); then random cards of the Union's go back (Stonewall in the Valley).
/// `true` if they do: orders that wait may name them.
pub fn draw(game: &mut Game, events: &mut Events, theater: Theater) -> bool {
    let cap = game.placed.get(&theater).and_then(|placed| placed.draw_cap);
    for side in Side::BOTH {
        let wish = game.draws.get(&side).and_then(|draws| draws.get(&theater)).copied();
        let union = side == Side::Union;
        let points = in_theater(game, side, theater);
        let fewer = if union { points.saturating_sub(game.effects.fewer_draws) } else { points };
        let count = [cap.filter(|_| union), wish].into_iter().flatten().fold(fewer, u8::min);
        game.draw_cards(events, "H.2", side, usize::from(count), DrawReason::Battle);
    }
    let returns = theater == Theater::East && game.effects.return_random > 0;
    let count = if returns { usize::from(game.effects.return_random) } else { 0 };
    returns && game.return_random(events, "Confederate Player Notes", Side::Union, count) > 0
}

/// What a battle by sea costs the Union still: cards and generals.
pub fn embarkation(rules: &BattleCry, game: &Game, theater: Theater) -> Option<(usize, usize)> {
    let placed = game.placed.get(&theater).filter(|placed| placed.amphibious && !placed.offensive)?;
    let by_sea = rules.pack.battle(&placed.battle)?.by_sea.as_ref()?;
    let free = game.generals(Side::Union, theater).filter(|one| !one.engaged).count();
    let cards = usize::from(by_sea.cards).min(game.count(Side::Union, HAND));
    (!game.has_acted(Phase::Combat, Side::Union)).then_some((cards, free.min(usize::from(by_sea.generals))))
}

/// Why the Union cannot return these cards and engage these generals (Peninsula Campaign).
pub fn embark_refused(view: View<'_>, cards: &[String], generals: &[String]) -> RefusalList {
    let game = view.game;
    let theater = next_battle(game).filter(|_| game.phase == Phase::BattleOrder && view.side == Side::Union);
    let Some((theater, owed)) = theater.and_then(|theater| Some((theater, embarkation(view.rules, game, theater)?)))
    else {
        return vec![(Refusal::WrongPhase { phase: game.phase }, "Peninsula Campaign")];
    };
    let rule = "Peninsula Campaign";
    let mut found = RefusalList::new();
    for (n, card) in cards.iter().enumerate() {
        found.when(cards[..n].contains(card), Refusal::Twice { card: card.clone() }, rule);
        // Only their owner sees what lies there.
        let name = view.own.and_then(|own| own.under(card)).unwrap_or(card);
        if !CardTable::is_lay(name) {
            found.extend(view.not_in_hand(name).map(|refusal| (refusal, rule)));
            found.when(view.general(name).is_some(), Refusal::IsGeneral { card: name.clone() }, rule);
        }
    }
    // Fewer are claimed to be all that there are.
    let others = view.own.map(|own| own.known_cards(HAND).iter().filter(|card| view.general(card).is_none()).count());
    let (wanted, given) = (owed.0, cards.len());
    let least = others.map_or(0, |others| others.min(wanted));
    found.when(given > wanted || given < least, Refusal::WrongCount { wanted, given }, rule);
    for (n, general) in generals.iter().enumerate() {
        let free = game.in_play(view.side, general).is_some_and(|one| one.theater == theater && !one.engaged);
        found.when(!free, Refusal::NotPresent { general: general.clone(), theater }, rule);
        found.when(generals[..n].contains(general), Refusal::Twice { card: general.clone() }, rule);
    }
    let (wanted, given) = (owed.1, generals.len());
    found.when(wanted != given, Refusal::WrongCount { wanted, given }, rule);
    found
}

/// The cards return to the top of the Union's deck, and the generals engage.
pub fn embark(game: &mut Game, events: &mut Events, cards: &[String], generals: &[String], wanted: usize) {
    let (rule, side) = ("Peninsula Campaign", Side::Union);
    for card in cards {
        match card.parse::<Id>().ok().filter(|_| CardTable::is_lay(card)) {
            Some(id) => game.cards.lay(events, rule, &side.id(), &id, HAND),
            None => game.cards.play(events, rule, &side.id(), card, HAND),
        }
    }
    game.cards.claim(events, rule, &side.id(), json!({ "no_generals": cards }));
    for card in cards {
        game.cards.leave(events, rule, &side.id(), card, INCOMING);
    }
    game.put_on_top(events, rule, side);
    if cards.len() < wanted && game.count(side, HAND) > 0 {
        game.cards.claim(events, "BC-6", &side.id(), json!(crate::effects::NO_OTHERS));
    }
    generals.iter().for_each(|general| game.set_engaged(side, general, true));
    game.act(Phase::Combat, side);
    events.emit(rule, &Event::Embarked { side, cards: cards.len(), generals: generals.to_vec() });
}
