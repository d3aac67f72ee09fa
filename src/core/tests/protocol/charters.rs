//! Charters before the match begins: faults of the charter itself, the game's requirements, who has signed.

use std::collections::BTreeSet;

use crate::common;
use adjutant_core::chain::{charter, sign};
use adjutant_core::document::kinds::{SeatEntry, SeedPin, TrustMode};
use adjutant_core::document::{Charter, Problem, Value, digest, from_value};
use adjutant_core::session::Game;
use common::{Rig, entry, id, new_match, secret};
use serde_json::json;

/// A charter of these seats, each with the side that it plays.
fn drawn_up(trust: TrustMode, seats: &[(&str, Option<&str>)]) -> Value {
    let mut text = charter::draft(&new_match(trust, 1));
    for (n, (seat, side)) in seats.iter().enumerate() {
        text = charter::join(&text, &entry(seat, *side, &secret(n as u8 + 1))).unwrap();
    }
    text
}

fn typed(text: &Value) -> Charter {
    from_value(text).unwrap()
}

fn game(f: impl FnOnce(&dyn Game) -> Vec<Problem>) -> Vec<Problem> {
    Rig::toy(TrustMode::HeadToHead, 1).with(|_, game| f(game))
}

/// The one problem that there is: its path, its rule, and a part of what it says or advises.
#[track_caller]
fn only(problems: &[Problem], path: &str, part: &str) {
    let [problem] = problems else { panic!("{part}: {problems:#?}") };
    assert_eq!((problem.path.as_deref(), problem.rule.as_deref()), (Some(path), Some("protocol 3")), "{problem:?}");
    assert!(problem.to_string().contains(part), "{part}: {problem}");
}

#[test]
fn head_to_head_two_seats_play_two_sides() {
    let form = |seats: &[_]| charter::check_form(&typed(&drawn_up(TrustMode::HeadToHead, seats)), &BTreeSet::new());
    let (anna, bert) = (("anna", Some("south")), ("bert", Some("north")));
    assert_eq!(form(&[anna, bert]), []);
    only(&form(&[]), "seats", "this charter has 0 [protocol 3]; wait until the other player has joined");
    only(&form(&[anna]), "seats", "this charter has 1 [protocol 3]; wait until the other player has joined");
    only(
        &form(&[anna, bert, ("carl", Some("south"))]),
        "seats",
        "this charter has 3 [protocol 3]; keep only two seats",
    );
    only(&form(&[anna, ("bert", Some("south"))]), "seats", "different sides");
    only(&form(&[anna, ("bert", None)]), "seats[1]", "this seat has no side");
    only(&form(&[("adjudicator", Some("north")), anna]), "seats[0].seat", "a head-to-head match has no adjudicator");
}

/// Protocol 2 to 4: each seat has a key and a seed of its own, and all seeds have one length.
#[test]
fn no_seat_has_what_is_anothers() {
    let text = drawn_up(TrustMode::HeadToHead, &[("anna", Some("south"))]);
    let annas = entry("anna", Some("south"), &secret(1));
    let berts = entry("bert", Some("north"), &secret(2));
    let longer = SeedPin { length: 2 * berts.seed.length, ..berts.seed.clone() };
    for (seat, rule, part) in [
        (SeatEntry { seat: id("anna"), ..berts.clone() }, "protocol 3", "the seat 'anna' is taken"),
        (SeatEntry { key: annas.key, ..berts.clone() }, "protocol 2", "'anna' and 'bert' have the same key"),
        (SeatEntry { seed: annas.seed, ..berts.clone() }, "protocol 4", "'anna' and 'bert' have the same anchor"),
        (SeatEntry { seed: longer, ..berts.clone() }, "protocol 4", "the seed of 'bert' has a different length"),
    ] {
        let problem = charter::join(&text, &seat).unwrap_err();
        assert!(problem.message.contains(part), "{problem}");
        assert_eq!(problem.rule.as_deref(), Some(rule), "{problem}");
        // Whoever writes such a charter by hand is told where.
        let mut written = text.clone();
        written["seats"].as_array_mut().unwrap().push(json!(seat));
        let problems = charter::check_form(&typed(&written), &BTreeSet::new());
        let [found] = &problems[..] else { panic!("{part}: {problems:#?}") };
        assert_eq!((&found.message, found.path.as_deref()), (&problem.message, Some("seats[1]")));
    }
    assert!(charter::join(&text, &berts).is_ok());
}

#[test]
fn a_refereed_match_has_an_adjudicator_who_plays_no_side() {
    let form = |seats: &[_]| charter::check_form(&typed(&drawn_up(TrustMode::Refereed, seats)), &BTreeSet::new());
    let (north, south) = (("north", Some("north")), ("south", Some("south")));
    assert_eq!(form(&[("adjudicator", None), north, south]), []);
    assert_eq!(form(&[("adjudicator", None), north, south, ("aide", Some("south"))]), []);
    only(&form(&[north, south]), "seats", "a refereed match has a seat 'adjudicator'");
    only(&form(&[("adjudicator", Some("north")), north, south]), "seats[0].side", "the adjudicator plays no side");
    only(&form(&[("adjudicator", None), ("north", None), south]), "seats[1]", "this seat has no side");
}

#[test]
fn every_side_of_the_game_is_played() {
    let check = |seats: &[_]| {
        let charter = typed(&drawn_up(TrustMode::Refereed, seats));
        game(|game| charter::check_game(&charter, game))
    };
    let adjudicator = ("adjudicator", None);
    assert_eq!(check(&[adjudicator, ("a", Some("north")), ("b", Some("south"))]), []);
    let waiting = check(&[adjudicator, ("a", Some("north"))]);
    only(&waiting, "seats", "nobody plays 'south' [protocol 3]; wait until its player has joined");
    let (a, b, c) = (("a", Some("north")), ("b", Some("north")), ("c", Some("north")));
    let full = "nobody plays 'south' [protocol 3]; let one of the seats play it";
    only(&check(&[adjudicator, a, b]), "seats", full);
    only(&check(&[adjudicator, a, b, c]), "seats", full);
    let unknown = check(&[adjudicator, ("a", Some("north")), ("b", Some("south")), ("c", Some("nort"))]);
    only(&unknown, "seats[3].side", "the game has no side 'nort' [protocol 3]; did you mean north?");
}

/// The same charter, signed by these seats.
fn signed(text: &Value, seats: &[&str]) -> Value {
    let number = |seat: &&str| match *seat {
        "anna" => 1,
        _ => 2,
    };
    seats.iter().fold(text.clone(), |text, seat| sign::seal(&text, &id(seat), &secret(number(seat)).key).unwrap())
}

#[test]
fn copies_that_come_back_by_mail_are_one_charter() {
    let text = drawn_up(TrustMode::HeadToHead, &[("anna", Some("south")), ("bert", Some("north"))]);
    let (annas, berts) = (signed(&text, &["anna"]), signed(&text, &["bert"]));
    let merged = charter::merge(&[annas.clone(), text.clone(), berts.clone()]).unwrap();
    assert_eq!(merged, signed(&text, &["anna", "bert"]));
    assert_eq!(charter::merge(&[berts.clone(), annas.clone()]).unwrap(), merged, "in charter order");

    for (text, all) in [(&text, false), (&annas, false), (&berts, false), (&merged, true)] {
        let charter = typed(text);
        assert_eq!(charter::signed_by_all(&charter), all);
        assert_eq!(charter::check_signatures(&charter, digest(text)).is_ok(), all);
        assert!(charter::false_signatures(&charter, digest(text)).is_empty());
    }

    let mut other = text.clone();
    other["pace"]["days"] = json!(30);
    let problem = charter::merge(&[annas, signed(&other, &["bert"])]).unwrap_err();
    assert!(problem.message.contains("these are different charters"), "{problem}");
    assert_eq!(charter::merge(&[]).unwrap_err().message, "no charter is given");
}

#[test]
fn every_seat_signs() {
    let seats = [("adjudicator", None), ("north", Some("north")), ("south", Some("south"))];
    let text = drawn_up(TrustMode::Refereed, &seats);
    let seal = |text: &Value, n: usize| sign::seal(text, &id(seats[n].0), &secret(n as u8 + 1).key).unwrap();
    let two = seal(&seal(&text, 0), 1);
    assert!(!charter::signed_by_all(&typed(&two)));
    assert!(charter::signed_by_all(&typed(&seal(&two, 2))));
}

#[test]
fn who_signed_before_a_term_was_changed_is_named() {
    let text = drawn_up(TrustMode::HeadToHead, &[("anna", Some("south")), ("bert", Some("north"))]);
    let mut altered = signed(&text, &["anna", "bert"]);
    altered["pace"]["days"] = json!(30);
    assert_eq!(charter::false_signatures(&typed(&altered), digest(&altered)), [&id("anna"), &id("bert")]);
    // Anna agrees to it, and signs again.
    let again = signed(&altered, &["anna"]);
    assert_eq!(charter::false_signatures(&typed(&again), digest(&again)), [&id("bert")]);
}

/// What is only incomplete is told from what nobody can mend by joining.
#[test]
fn a_charter_that_waits_for_seats_is_told_from_one_that_is_wrong() {
    let awaits = |trust, seats: &[_]| {
        let charter = typed(&drawn_up(trust, seats));
        let faults = game(|game| charter::check(&charter, game, &BTreeSet::new()));
        assert!(!faults.is_empty(), "{seats:?}");
        faults.iter().all(charter::awaits_seats)
    };
    let (north, south) = (("north", Some("north")), ("south", Some("south")));
    let (head_to_head, refereed, adjudicator) = (TrustMode::HeadToHead, TrustMode::Refereed, ("adjudicator", None));
    assert!(awaits(head_to_head, &[]));
    assert!(awaits(head_to_head, &[north]));
    assert!(awaits(refereed, &[adjudicator]));
    assert!(awaits(refereed, &[north, south]), "the adjudicator may still come");
    assert!(awaits(refereed, &[adjudicator, north, ("aide", Some("north"))]), "a third player may still come");
    assert!(!awaits(head_to_head, &[north, ("aide", Some("north"))]));
    assert!(!awaits(head_to_head, &[north, south, ("aide", Some("north"))]));
    assert!(!awaits(head_to_head, &[("north", Some("zzz"))]));
    assert!(!awaits(refereed, &[adjudicator, ("north", None)]));
}
