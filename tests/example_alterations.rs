//! The first steps of the example matches of The Civil War, altered field by field. `ADJUTANT_ALTER=all` alters every
//! field of every document of the whole matches; that takes long, and is best done with `--release`.

mod common;
#[path = "support/example.rs"]
mod example;

use adjutant::chain::Games;
use adjutant::document::Id;
use common::alter::{Keys, every_change_is_found, every_derived_change_is_found};
use example::{Files, HEAD_TO_HEAD, REFEREED};

/// The last step that is altered, and how many changes of each kind, unless all are asked for.
const STEPS: u64 = 10;
const MOST: usize = 1;
const SIGNED: usize = 1;

fn all() -> bool {
    std::env::var("ADJUTANT_ALTER").is_ok_and(|what| what == "all")
}

/// The documents of a match up to a step; the packs come with the program.
fn files(name: &str) -> Files {
    example::prefix(&example::read_files(name, true), if all() { u64::MAX } else { STEPS })
}

fn check(name: &str) {
    let files = files(name);
    let games = Games::default();
    let most = if all() { usize::MAX } else { MOST };
    let count = every_change_is_found(&files, &games, most);
    println!("{name}: {count} changes found");
    assert!(count > 300, "{count}");
}

fn check_signed(name: &str) {
    let files = files(name);
    let secrets: Vec<_> = example::seats(name).into_iter().map(|(seat, ..)| (seat, example::key(name, seat))).collect();
    let keys: Keys<'_> = secrets.iter().map(|(seat, key)| (seat.parse::<Id>().expect("an id"), key)).collect();
    let most = if all() { usize::MAX } else { SIGNED };
    let count = every_derived_change_is_found(&files, &Games::default(), keys, most);
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
    check_signed(HEAD_TO_HEAD);
}

#[test]
fn refereed_with_all_keys_every_derived_field_is_found() {
    check_signed(REFEREED);
}
