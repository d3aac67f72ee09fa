//! What things are called: cards by name, kind and ratings, positions, phases, specials.

use crate::Dixie;
use crate::document::enumerated;
use crate::ledger::Game;
use crate::pack::{Card, Edition, Effect, Kind};
use crate::place::{FIVE, Place, SHILOH};
use crate::report::Named;
use crate::report::grammar::{capital, face_down, list, number as counted};
use crate::side::Side;
use crate::sorted::SortedSet;
use crate::spelling::instead;

/// A card in full: `2nd Maine (infantry 3)`; of one that nobody sees `a face-down card (card-7)`.
pub fn card(rules: &Dixie, game: &Game, side: Side, id: &str) -> String {
    rules.card(game, side, id).map_or_else(|| face_down([id]), full_name)
}

/// A card by its name alone: `2nd Maine`.
pub fn short_name(rules: &Dixie, game: &Game, side: Side, id: &str) -> String {
    rules.card(game, side, id).map_or_else(|| face_down([id]), |card| card.name.clone())
}

/// Several cards: `2nd Maine (infantry 3) and 2 face-down cards (card-7, card-8)`.
pub fn cards(rules: &Dixie, game: &Game, side: Side, ids: &[String]) -> String {
    let (known, down): (Vec<&String>, Vec<&String>) = ids.iter().partition(|id| rules.card(game, side, id).is_some());
    let down = (!down.is_empty()).then(|| face_down(down));
    list(known.into_iter().map(|id| card(rules, game, side, id)).chain(down), "and", "no card")
}

/// A card's name, kind and ratings.
pub fn full_name(card: &Card) -> String {
    format!("{} ({})", card.name, ratings(card))
}

/// A card by its name, where the edition is not known: in a refusal.
pub fn name_in_any_edition(rules: &Dixie, side: Side, id: &str) -> String {
    let found = rules.pack.sets.values().find_map(|set| set.card(side, id));
    found.map_or_else(|| id.to_owned(), |card| card.name.clone())
}

/// A part of a sum: a card of either side, or what the rules call it.
pub fn sum_part(rules: &Dixie, game: &Game, what: &str) -> String {
    let card = Side::BOTH.into_iter().find_map(|side| rules.set(game).card(side, what));
    match what {
        "letter" => "morale letter".to_owned(),
        "outflanking" => "unit type".to_owned(),
        _ => card.map_or_else(|| what.replace('_', " "), |card| card.name.clone()),
    }
}

/// Kind and ratings: `infantry 3`, `artillery F1/F3 2`, `general 2/1 +1`, `creek, limit 2`.
pub fn ratings(card: &Card) -> String {
    let kind = match card.terrain {
        Some(ground) if card.limit > 0 => format!("{ground:?}, limit {}", card.limit).to_lowercase(),
        Some(ground) => format!("{ground:?}").to_lowercase(),
        None if card.horse => "horse artillery".to_owned(),
        None => format!("{:?}", card.kind).to_lowercase(),
    };
    format!("{kind} {}", rating(card)).trim_end().to_owned()
}

/// The ratings of a card as it has them in its corner: CV with the letter of its morale, artillery's fire at long and
/// short range before it; a general's attack and defense with his stacking bonus.
pub fn rating(card: &Card) -> String {
    let letter = card.morale.map_or(String::new(), |letter| format!("{letter:?}"));
    match card.kind {
        Kind::Infantry | Kind::Cavalry => format!("{}{letter}", card.cv),
        Kind::Artillery => format!("F{}/F{} {}{letter}", card.long, card.short, card.cv),
        Kind::General if card.stacking > 0 => format!("{}/{} +{}", card.attack, card.defense, card.stacking),
        Kind::General => format!("{}/{}", card.attack, card.defense),
        Kind::Terrain | Kind::Special => String::new(),
    }
}

/// A position by its name on the table: `USA Left-Center`, `Center-Back`.
pub fn title(place: Place) -> String {
    let word = place.to_string();
    let words: Vec<String> = word.split('_').map(capital).collect();
    match (words.as_slice(), word.get(..4)) {
        ([side, rest @ ..], Some("usa_" | "csa_")) => format!("{} {}", side.to_uppercase(), rest.join("-")),
        ([line, column], _) => format!("{column}-{line}"),
        (words, _) => words.concat(),
    }
}

/// A position in a sentence: `the USA Left`.
pub fn place(place: Place) -> String {
    format!("the {}", title(place))
}

/// An edition by its title.
pub fn edition(edition: Edition) -> &'static str {
    match edition {
        Edition::BullRun => "First Bull Run",
        Edition::Shiloh => "Shiloh",
        Edition::Gettysburg => "Gettysburg",
    }
}

/// What is on a special card (12.0, DX-30): when it is played, and what it does.
pub fn effect(effect: Effect) -> &'static str {
    match effect {
        Effect::Sharpshooters => "in your combat or the enemy's: a roll of 1 or 2 hits an engaged enemy general",
        Effect::Ford => {
            "in your Move Phase: the Movement Limit of a creek or pond is 1 higher for the rest of the battle"
        }
        Effect::Railway => "at any time in your turn: one more reinforcement",
        Effect::ColorGuard | Effect::JohnnyShiloh => {
            "in your Move Phase or when you deploy: stays with troops, raises their morale by 1, and takes hits like a general"
        }
        Effect::RebelYell => "in a melee, for the CSA: each of its infantry cards there rolls one more die",
        Effect::BayonetCharge => "in a melee: each of your infantry cards there rolls one more die in the first round",
        Effect::Cover => "before enemy fire, but not in a melee: takes away one hit",
        Effect::UniformConfusion => "before enemy fire: the hits of one firing card fall on its own side",
        Effect::Rally => {
            "in your Combat Phase, before any melee, fire or Sharpshooters: a card that has just routed goes to the Reserve"
        }
        Effect::Ammunition => "before enemy fire: one card may not fire",
        Effect::FlankMarch => "with an order to outflank: the first card passes without a roll",
    }
}

/// A number of hits: `1 hit`.
pub fn hits(hits: impl TryInto<u32>) -> String {
    counted(hits, "hit")
}

/// A number of cards: `1 card`.
pub fn number(cards: usize) -> String {
    counted(cards, "card")
}

/// Every position and every card that has a name.
pub fn all(rules: &Dixie) -> Vec<Named> {
    let places = |edition: &Edition| if *edition == Edition::Shiloh { SHILOH.concat() } else { FIVE.concat() };
    let places: SortedSet<Place> = rules.pack.sets.keys().flat_map(places).collect();
    let mut names: Vec<Named> =
        places.into_iter().map(|place| Named::new(&title(place), &place, self::place(place))).collect();
    for set in rules.pack.sets.values() {
        for one in Side::BOTH {
            let named = |card: &Card| Named::new(&card.name, &card.id, format!("{}, {}", full_name(card), one.title()));
            names.extend(set.of(one).map(named));
        }
    }
    names
}

/// Whether a word looks like a position.
pub fn is_like_a_place(written: &str) -> bool {
    let of_place = |word: &str| ["left", "center", "centre", "right", "front", "back", "reserve"].contains(&word);
    enumerated(written).split('_').any(of_place)
}

/// What to write in place of an unknown position: those of this battle.
pub fn instead_of_place(game: &Game, written: &str) -> String {
    let known: Vec<String> =
        game.places.keys().copied().chain([Place::Reserve]).map(|place| place.to_string()).collect();
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    instead(&enumerated(written), &known, "the positions of this battle are")
}
