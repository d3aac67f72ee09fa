use crate::opening::{hex, start};
use adjutant_core::engine::Events;
use civil_war::movement::entering::*;
use civil_war::movement::territory::{controller, rail_controller};
use civil_war::pack::Side;

#[test]
fn infantry_converts_and_the_owner_takes_back_without_a_marker() {
    let (rules, mut game) = start();
    let mut events = Events::default();
    let manassas = hex("5006");
    assert_eq!(controller(&rules, &game, manassas), Some(Side::Confederate));
    enter(&rules, &mut game, &mut events, manassas, Side::Union, Entering::led(true));
    assert_eq!(controller(&rules, &game, manassas), Some(Side::Confederate), "cavalry does not convert");
    enter(&rules, &mut game, &mut events, manassas, Side::Union, Entering::led(false));
    assert_eq!(controller(&rules, &game, manassas), Some(Side::Union));
    assert_eq!(game.control.get(&manassas), Some(&Side::Union));
    enter(&rules, &mut game, &mut events, manassas, Side::Confederate, Entering::led(false));
    assert_eq!(controller(&rules, &game, manassas), Some(Side::Confederate));
    assert!(!game.control.contains_key(&manassas));
    assert_eq!(events.as_slice().len(), 2);
}

#[test]
fn a_neutral_city_on_a_union_railroad_is_nobodys_before_it_is_entered() {
    let (rules, mut game) = start();
    let ferry = hex("5004");
    assert_eq!(controller(&rules, &game, ferry), None);
    assert_eq!(rail_controller(&rules, &game, ferry), Some(Side::Union));
    enter(&rules, &mut game, &mut Events::default(), ferry, Side::Union, Entering::led(false));
    assert_eq!(controller(&rules, &game, ferry), Some(Side::Union));
}

#[test]
fn a_hex_without_a_feature_takes_no_marker() {
    let (rules, mut game) = start();
    let mut events = Events::default();
    enter(&rules, &mut game, &mut events, hex("5007"), Side::Union, Entering::led(false));
    assert!(events.as_slice().is_empty());
    assert!(game.control.is_empty());
}
