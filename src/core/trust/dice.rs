//! Dice that no seat can steer and that anyone can recompute (protocol 5).

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

use crate::document::{Bytes32, Problem};

/// The most dice that one roll may have.
pub const MAX_DICE: usize = 1_000;
/// The most sides that a die may have: 2^32.
pub const MAX_SIDES: u64 = 1 << 32;
/// The most cards that one shuffle may have; no state has room for more.
pub const MAX_CARDS: u64 = 1_000_000;

/// The key of a state's dice, from the latest reveal of every seat in charter order.
pub fn dice_key(match_id: &Bytes32, reveals: &[Bytes32]) -> Bytes32 {
    let mut hash = Sha256::new().chain_update(b"adjutant/1 dice\n").chain_update(match_id.0);
    reveals.iter().for_each(|reveal| hash.update(reveal.0));
    Bytes32(hash.finalize().into())
}

/// The dice of one state.
///
/// ```
/// use adjutant_core::document::Bytes32;
/// use adjutant_core::trust::dice::{Dice, dice_key};
///
/// // Whoever has the reveals has the rolls: nobody can choose them once the seats have committed to their secrets.
/// let key = dice_key(&Bytes32([7; 32]), &[Bytes32([1; 32]), Bytes32([2; 32])]);
/// let rolled = Dice { key }.roll(1, 2, 6)?;
/// assert!(rolled.iter().all(|face| (1..=6).contains(face)));
/// assert_eq!(rolled, Dice { key }.roll(1, 2, 6)?);
/// assert!(Dice { key }.roll(1, 2, 0).unwrap_err().message.contains("a die of 0 sides"));
/// # Ok::<(), adjutant_core::document::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dice {
    /// From [`dice_key`], or a seat's hidden key.
    pub key: Bytes32,
}

impl Dice {
    /// Roll number `n` of the state: `count` dice of `sides` sides, each face from 1 to `sides`.
    ///
    /// # Errors
    /// More than 1,000 dice, no sides, or more than 2^32.
    pub fn roll(&self, n: u64, count: usize, sides: u64) -> Result<Vec<u64>, Problem> {
        if count > MAX_DICE {
            return Err(Problem::new(format!("a roll of {count} dice; one roll has at most 1000")).rule("protocol 5"));
        }
        if sides == 0 || sides > MAX_SIDES {
            return Err(Problem::new(format!("a die of {sides} sides; it has from 1 to 4294967296")).rule("protocol 5"));
        }
        let mut words = self.stream(n);
        Ok((0..count).map(|_| face(&mut words, sides)).collect())
    }

    /// Shuffle number `n` of the state: the numbers from 0 to `cards − 1` in their new order.
    ///
    /// # Errors
    /// More than 1,000,000 cards.
    pub fn shuffle(&self, n: u64, cards: u64) -> Result<Vec<u64>, Problem> {
        if cards > MAX_CARDS {
            return Err(
                Problem::new(format!("a shuffle of {cards} cards; one shuffle has at most 1000000")).rule("protocol 5")
            );
        }
        let mut words = self.stream(n);
        let mut order: Vec<u64> = (0..cards).collect();
        for last in (1..order.len()).rev() {
            let other = face(&mut words, last as u64 + 1) - 1;
            order.swap(last, other as usize);
        }
        Ok(order)
    }

    /// Random numbers from stream `d`, one after the other, for cards that their owner sees (protocol 8.2).
    pub fn numbers(&self, d: u64) -> impl FnMut(u64) -> u64 + use<> {
        let mut words = self.stream(d);
        move |below| face(&mut words, below.clamp(1, MAX_SIDES)) - 1
    }

    /// The key stream of roll `n`: ChaCha20 with a 64-bit block counter from 0 and the 64-bit nonce `n`.
    fn stream(&self, n: u64) -> impl FnMut() -> u32 + use<> {
        let mut generator = ChaCha20Rng::from_seed(self.key.0);
        generator.set_stream(n);
        move || generator.next_u32()
    }
}

/// One die from a stream of words. Words at or above the greatest multiple of `sides` would favour low faces, so they
/// are skipped.
pub fn face(words: &mut impl FnMut() -> u32, sides: u64) -> u64 {
    let fair = MAX_SIDES - MAX_SIDES % sides;
    loop {
        let word = u64::from(words());
        if word < fair {
            return 1 + word % sides;
        }
    }
}
