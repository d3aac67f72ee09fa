//! Chains of secrets that a seat commits to in the charter and reveals link by link (protocol 4).

use std::fmt;

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::secret;
use crate::document::{Bytes32, Problem};

/// The shortest and the longest chain that a charter may name.
pub const LENGTHS: std::ops::RangeInclusive<u32> = 1_024..=65_536;
/// The default length of a chain.
pub const DEFAULT_LENGTH: u32 = 4_096;
/// One link in this many is kept, so that a reveal costs fewer hashes than this.
const STRIDE: u32 = 256;

/// One link of a chain: H(x) = SHA-256("adjutant/1 seed\n" || x).
pub fn step(link: &Bytes32) -> Bytes32 {
    Bytes32(hash(&link.0))
}

/// Whether `reveal` is the link that was due after `previous` (a reveal, or the anchor): H(reveal) = previous.
pub fn follows(reveal: &Bytes32, previous: &Bytes32) -> bool {
    step(reveal) == *previous
}

fn hash(link: &[u8; 32]) -> [u8; 32] {
    Sha256::new().chain_update(b"adjutant/1 seed\n").chain_update(link).finalize().into()
}

/// A seat's secret chain: the root, and how many links lie between it and the anchor.
///
/// The root and everything derived from it are overwritten when the chain is dropped.
///
/// ```
/// use adjutant_core::trust::SeedChain;
/// use adjutant_core::trust::seeds::follows;
///
/// let chain = SeedChain::generate(1024)?;
/// // The charter has the anchor; each turn reveals one link more, and nobody can reveal another one.
/// let (first, second) = (chain.reveal(1)?, chain.reveal(2)?);
/// assert!(follows(&first, &chain.anchor()) && follows(&second, &first));
/// assert!(!follows(&first, &second));
/// # Ok::<(), adjutant_core::document::Problem>(())
/// ```
pub struct SeedChain {
    root: Zeroizing<[u8; 32]>,
    length: u32,
    anchor: Bytes32,
    /// The root hashed 0, 256, 512… times.
    kept: Zeroizing<Vec<[u8; 32]>>,
}

impl SeedChain {
    /// The chain of an existing root.
    ///
    /// # Errors
    /// The length is 0 or above 65,536.
    pub fn new(root: Zeroizing<[u8; 32]>, length: u32) -> Result<Self, Problem> {
        if length == 0 || length > *LENGTHS.end() {
            return Err(Problem::new(format!("a seed chain cannot have {length} links")).rule("protocol 4"));
        }
        // Allocated at once: a growing vector would leave copies of secrets behind.
        let mut kept = Zeroizing::new(Vec::with_capacity((length / STRIDE + 1) as usize));
        let mut link = root.clone();
        for index in 0..length {
            if index % STRIDE == 0 {
                kept.push(*link);
            }
            *link = hash(&link);
        }
        Ok(SeedChain { root, length, anchor: Bytes32(*link), kept })
    }

    /// A new chain from the operating system's random number generator.
    ///
    /// # Errors
    /// The length is not allowed in a charter ([`LENGTHS`]).
    pub fn generate(length: u32) -> Result<Self, Problem> {
        if !LENGTHS.contains(&length) {
            return Err(Problem::new(format!("a seed chain of {length} links is not allowed"))
                .rule("protocol 4")
                .advice(format!("choose from 1024 to 65536; {DEFAULT_LENGTH} is usual")));
        }
        SeedChain::new(secret::random32(), length)
    }

    /// The public end of the chain: the root hashed `length` times.
    pub fn anchor(&self) -> Bytes32 {
        self.anchor
    }

    /// How many reveals the chain has.
    pub fn length(&self) -> u32 {
        self.length
    }

    /// The k-th reveal, counted from 1: the root hashed `length − k` times.
    ///
    /// # Errors
    /// `k` is 0 or above the length: the chain is used up.
    pub fn reveal(&self, k: u32) -> Result<Bytes32, Problem> {
        if k == 0 || k > self.length {
            return Err(Problem::new(format!("reveal {k} does not exist in a seed chain of {}", self.length))
                .rule("protocol 4")
                .advice("start a new charter that continues this match, with new seeds"));
        }
        let hashes = self.length - k;
        let start = self.kept.get((hashes / STRIDE) as usize).unwrap_or(&self.root);
        let link = (0..hashes % STRIDE).fold(Zeroizing::new(*start), |link, _| Zeroizing::new(hash(&link)));
        Ok(Bytes32(*link))
    }

    /// The reveal that is due after `previous`, which is a reveal of this chain or its anchor.
    ///
    /// # Errors
    /// `previous` is not part of this chain, or is its last reveal.
    pub fn next_after(&self, previous: &Bytes32) -> Result<Bytes32, Problem> {
        let mut link = self.root.clone();
        if *link == previous.0 {
            return self.reveal(self.length + 1);
        }
        for _ in 0..self.length {
            let next = Zeroizing::new(hash(&link));
            if *next == previous.0 {
                return Ok(Bytes32(*link));
            }
            link = next;
        }
        Err(Problem::new(format!("{previous} is not a reveal of the seed with the anchor {}", self.anchor))
            .rule("protocol 4"))
    }
}

impl fmt::Debug for SeedChain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SeedChain").field("anchor", &self.anchor).field("length", &self.length).finish_non_exhaustive()
    }
}
