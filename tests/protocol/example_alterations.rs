//! The first steps of the example matches, altered field by field. Of similar alterations (the same change of the same
//! field in the same kind of document) only a few are tried, unless `ADJUTANT_ALTER` says otherwise: `beginning` tries
//! every change of the first steps, `all` every change of the whole matches, best with `--release`.

use crate::alter::{Keys, every_change_is_found, every_derived_change_is_found};
use crate::example;
use adjutant::document::Id;
use example::{Files, HEAD_TO_HEAD, REFEREED, SEVEN_DAYS};

/// The last step that is altered, and how many changes of each kind, unless all are asked for.
const STEPS: u64 = 10;
const MOST: usize = 3;
const SIGNED: usize = 3;
/// The same of the match that has the most kinds.
const OF_MANY: usize = 2;

fn asked(what: &str) -> bool {
    std::env::var("ADJUTANT_ALTER").is_ok_and(|asked| asked == what)
}

/// How many changes of each kind are tried.
fn most(usually: usize) -> usize {
    if asked("all") || asked("beginning") { usize::MAX } else { usually }
}

/// The documents of a match up to a step; the packs come with the program.
fn files(name: &str) -> Files {
    example::prefix(&example::read_files(name, true), if asked("all") { u64::MAX } else { STEPS })
}

fn check(name: &str) {
    let files = files(name);
    let games = adjutant::registry::games();
    let count = every_change_is_found(&files, &games, most(MOST));
    println!("{name}: {count} changes found");
    assert!(count > 300, "{count}");
}

fn check_signed(name: &str, usually: usize) {
    let files = files(name);
    let secrets: Vec<_> = example::seats(name).into_iter().map(|(seat, ..)| (seat, example::key(name, seat))).collect();
    let keys: Keys<'_> = secrets.iter().map(|(seat, key)| (seat.parse::<Id>().expect("an id"), key)).collect();
    let count = every_derived_change_is_found(&files, &adjutant::registry::games(), keys, most(usually));
    println!("{name}: {count} changes found that were signed anew");
    assert!(count > 150, "{count}");
}

#[test]
fn head_to_head_every_changed_field_is_found() {
    check(HEAD_TO_HEAD);
}

#[test]
fn refereed_every_changed_field_is_found() {
    check(REFEREED);
}

#[test]
fn head_to_head_with_all_keys_every_derived_field_is_found() {
    check_signed(HEAD_TO_HEAD, SIGNED);
}

#[test]
fn refereed_with_all_keys_every_derived_field_is_found() {
    check_signed(REFEREED, SIGNED);
}

#[test]
fn where_the_sides_are_bid_for_every_changed_field_is_found() {
    check(SEVEN_DAYS);
}

#[test]
fn where_the_sides_are_bid_for_with_all_keys_every_derived_field_is_found() {
    check_signed(SEVEN_DAYS, OF_MANY);
}
