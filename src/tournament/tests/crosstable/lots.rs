//! The draw of lots.

use adjutant_core::document::Bytes32;
use tournament::crosstable::lots::draw;

fn bytes(byte: u8) -> Bytes32 {
    Bytes32([byte; 32])
}

#[test]
fn the_order_of_the_list_does_not_matter() {
    let entries: Vec<Bytes32> = (1..=20).map(bytes).collect();
    let lots = draw(&bytes(200), &bytes(201), &entries).unwrap();
    let mut turned = entries.clone();
    turned.reverse();
    let mut again = draw(&bytes(200), &bytes(201), &turned).unwrap();
    again.reverse();
    assert_eq!(lots, again);
    let mut sorted = lots.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, (1..=20).collect::<Vec<u32>>());
    // Seed, tournament and every entry matter.
    assert_ne!(lots, draw(&bytes(200), &bytes(202), &entries).unwrap());
    assert_ne!(lots, draw(&bytes(203), &bytes(201), &entries).unwrap());
    let mut other = entries;
    other[19] = bytes(99);
    assert_ne!(lots[..19], draw(&bytes(200), &bytes(201), &other).unwrap()[..19]);
}

#[test]
fn an_entry_is_listed_once() {
    assert!(draw(&bytes(1), &bytes(2), &[bytes(3), bytes(4), bytes(3)]).is_err());
    assert_eq!(draw(&bytes(1), &bytes(2), &[]).unwrap(), Vec::<u32>::new());
    assert_eq!(draw(&bytes(1), &bytes(2), &[bytes(3)]).unwrap(), [1]);
}

#[test]
fn another_program_draws_the_same() {
    // The dice of tests/independent_verifier/verify.py, with a key of hashlib's, gave the order 2, 6, 5, 4, 1, 3, 0:
    // tournament 0101…, seed 0202…, entries 0a0a…, 0b0b…, and so on to 1010….
    let entries: Vec<Bytes32> = (10..=16).map(bytes).collect();
    assert_eq!(draw(&bytes(1), &bytes(2), &entries).unwrap(), [7, 5, 1, 6, 4, 3, 2]);
}
