//! The cards that the program ships.

use dixie::pack::{Edition, Effect, Kind, PACK, Pack};
use dixie::side::Side;

#[test]
fn the_shipped_cards_fit_and_have_sources() {
    crate::shipped_pack::assert_fits(&PACK, |files| Pack::parse(files).unwrap().check());
}

/// The sizes of the sets, the 23 specials of Bull Run, the three horse batteries of Gettysburg.
#[test]
fn what_the_rules_say_of_the_cards() {
    let pack = PACK.typed();
    let count = |edition, keep: fn(&dixie::pack::Card) -> bool| {
        Side::BOTH.into_iter().flat_map(|side| pack.set(edition).of(side)).filter(|card| keep(card)).count()
    };
    assert_eq!(Edition::ALL.map(|edition| count(edition, |_| true)), [200, 400, 250]);
    assert_eq!(count(Edition::BullRun, |card| card.kind == Kind::Special), 23);
    assert_eq!(count(Edition::Gettysburg, |card| card.horse), 3);
    assert_eq!(count(Edition::Shiloh, |card| card.special == Some(Effect::JohnnyShiloh)), 1);
    let third = pack.set(Edition::Shiloh).of(Side::Usa).filter(|card| (57..=71).contains(&card.number));
    assert!(third.filter(|card| card.army.is_some()).count() == 15, "the 3rd division is 57 to 71 (15.1)");
    // Enough of Day 1 for its Muster and reinforcements (15.2).
    for side in Side::BOTH {
        assert!(pack.set(Edition::Gettysburg).of(side).filter(|card| card.day_1).count() >= 24);
    }
}
