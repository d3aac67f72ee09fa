use proptest::prelude::*;

use adjutant_core::document::Bytes32;
use adjutant_core::trust::dice::*;

fn dice(byte: u8) -> Dice {
    Dice { key: Bytes32([byte; 32]) }
}

/// ChaCha20 in its first published layout, written out from its definition.
fn block(key: &[u8; 32], counter: u64, nonce: u64) -> [u32; 16] {
    fn quarter(s: &mut [u32; 16], [a, b, c, d]: [usize; 4]) {
        for (sum, other, turned, bits) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
            s[sum] = s[sum].wrapping_add(s[other]);
            s[turned] = (s[turned] ^ s[sum]).rotate_left(bits);
        }
    }
    let mut state = [0u32; 16];
    state[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
    for (word, bytes) in state[4..12].iter_mut().zip(key.chunks(4)) {
        *word = u32::from_le_bytes(bytes.try_into().unwrap());
    }
    state[12..].copy_from_slice(&[counter as u32, (counter >> 32) as u32, nonce as u32, (nonce >> 32) as u32]);
    let mut mixed = state;
    for _ in 0..10 {
        for column in 0..4 {
            quarter(&mut mixed, [column, column + 4, column + 8, column + 12]);
        }
        for diagonal in 0..4 {
            let at = |row: usize| 4 * row + (diagonal + row) % 4;
            quarter(&mut mixed, [at(0), at(1), at(2), at(3)]);
        }
    }
    std::array::from_fn(|word| mixed[word].wrapping_add(state[word]))
}

fn naive_roll(key: &[u8; 32], n: u64, count: usize, sides: u64) -> Vec<u64> {
    let words = (0..).flat_map(|counter| block(key, counter, n));
    let fair = (0..).map(|times: u64| times * sides).take_while(|multiple| *multiple <= 1 << 32);
    // Counting multiples one by one is only possible for large dice; small ones divide.
    let limit = if sides > 100_000 { fair.last().unwrap() } else { ((1u64 << 32) / sides) * sides };
    words.map(u64::from).filter(|word| *word < limit).map(|word| word % sides + 1).take(count).collect()
}

proptest! {
    #[test]
    fn a_roll_is_what_the_definition_gives(
        key: [u8; 32], n: u64, count in 0usize..200, sides in prop_oneof![1u64..=100, 2_000_000_000u64..=1 << 32],
    ) {
        let dice = Dice { key: Bytes32(key) };
        prop_assert_eq!(dice.roll(n, count, sides).unwrap(), naive_roll(&key, n, count, sides));
    }

    #[test]
    fn a_shuffle_loses_no_card(key: [u8; 32], n: u64, cards in 0u64..300) {
        let mut order = Dice { key: Bytes32(key) }.shuffle(n, cards).unwrap();
        order.sort_unstable();
        prop_assert_eq!(order, (0..cards).collect::<Vec<_>>());
    }

    #[test]
    fn a_longer_roll_begins_like_a_shorter_one(key: [u8; 32], n: u64, count in 0usize..50) {
        let dice = Dice { key: Bytes32(key) };
        let long = dice.roll(n, 50, 6).unwrap();
        prop_assert_eq!(&dice.roll(n, count, 6).unwrap()[..], &long[..count]);
    }
}

#[test]
fn words_that_would_favour_a_face_are_passed_over() {
    let mut words = [u32::MAX, 4_294_967_292, 4_294_967_291, 7].into_iter();
    let mut next = || words.next().unwrap();
    // 2^32 is 6 * 715827882 + 4: the last four words are passed over.
    assert_eq!(face(&mut next, 6), 6);
    assert_eq!(face(&mut next, 6), 2);
    assert_eq!(face(&mut || u32::MAX, 1 << 32), 1 << 32);
    assert_eq!(face(&mut || u32::MAX, 1), 1);
}

#[test]
fn every_face_has_as_many_words() {
    // The first and last 60,000 words that count, for dice whose faces divide 60,000.
    for sides in [2u64, 3, 4, 5, 6, 8, 10, 12, 20, 100] {
        let fair = (1u64 << 32) / sides * sides;
        let mut counts = vec![0; sides as usize];
        for word in (0..60_000).chain(fair - 60_000..fair) {
            counts[face(&mut || word as u32, sides) as usize - 1] += 1;
        }
        assert!(counts.iter().all(|count| *count == 120_000 / sides), "{sides} sides: {counts:?}");
    }
}

#[test]
fn every_order_of_three_cards_comes_up_alike() {
    let mut counts = std::collections::BTreeMap::new();
    for n in 0..6_000 {
        *counts.entry(dice(9).shuffle(n, 3).unwrap()).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn rolls_and_keys_are_apart() {
    assert_ne!(dice(1).roll(0, 20, 6), dice(1).roll(1, 20, 6));
    assert_ne!(dice(1).roll(0, 20, 6), dice(2).roll(0, 20, 6));
    let (one, two) = (Bytes32([1; 32]), Bytes32([2; 32]));
    assert_ne!(dice_key(&one, &[one, two]), dice_key(&one, &[two, one]));
}

#[test]
fn what_is_out_of_range_is_refused() {
    let dice = dice(1);
    assert!(dice.roll(0, 1_001, 6).is_err());
    assert!(dice.roll(0, 1, 0).is_err());
    assert!(dice.roll(0, 1, (1 << 32) + 1).is_err());
    assert!(dice.shuffle(0, 1_000_001).is_err());
    assert_eq!(dice.shuffle(0, 1_000_000).unwrap().len(), 1_000_000);
    assert_eq!(dice.roll(0, 1_000, 1).unwrap(), vec![1; 1_000]);
    assert!(dice.roll(u64::MAX, 0, 1 << 32).unwrap().is_empty());
    assert!(dice.shuffle(0, 0).unwrap().is_empty());
}
