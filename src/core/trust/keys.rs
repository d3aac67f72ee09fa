//! Keys and signatures: Ed25519, verified strictly (protocol 2).

use std::fmt;

use data_encoding::BASE64;
use ed25519_dalek::{Signature, Signer, VerifyingKey};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::secret;
use crate::document::{Bytes32, Problem};
use crate::effort::Work;

/// The characters of a signature in base64, padding included.
const SIGNATURE_LENGTH: usize = 88;
/// The order of the group, L = 2^252 + 27742317777372353535851937790883648493, as 32 bytes, least significant byte
/// first.
pub const ORDER: [u8; 32] = [
    0xed, 0xd3, 0xf5, 0x5c, 0x1a, 0x63, 0x12, 0x58, 0xd6, 0x9c, 0xf7, 0xa2, 0xde, 0xf9, 0xde, 0x14, 0, 0, 0, 0, 0, 0,
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0x10,
];
/// The prime of the field, 2^255 − 19, in the same form.
pub const PRIME: [u8; 32] = {
    let mut prime = [0xff; 32];
    prime[0] = 0xed;
    prime[31] = 0x7f;
    prime
};

/// A secret Ed25519 key. It is overwritten when it is dropped; debug output shows only its public key.
///
/// ```
/// use adjutant_core::trust::keys::{generate, verify};
///
/// let key = generate();
/// let signature = key.sign(b"a turn");
/// assert!(verify(&key.public(), b"a turn", &signature).is_ok());
/// assert!(verify(&key.public(), b"another turn", &signature).is_err());
/// ```
pub struct SigningKey(ed25519_dalek::SigningKey);

/// A new key from the operating system's random number generator.
pub fn generate() -> SigningKey {
    SigningKey::from_seed(&secret::random32())
}

impl SigningKey {
    /// The key for a 32-byte seed (the private key of RFC 8032).
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        SigningKey(ed25519_dalek::SigningKey::from_bytes(seed))
    }

    /// The public key, as charters give it.
    pub fn public(&self) -> Bytes32 {
        Bytes32(self.0.verifying_key().to_bytes())
    }

    /// The signature of a message, in base64 (88 characters). The same message always gets the same signature.
    pub fn sign(&self, message: &[u8]) -> String {
        BASE64.encode(&self.0.sign(message).to_bytes())
    }

    /// The scalar of the key, with which it opens what is encrypted to it by X25519 (RFC 7748), not yet clamped.
    pub fn x25519(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0.to_scalar_bytes())
    }

    /// The seed, for storing the key.
    pub(super) fn seed(&self) -> Zeroizing<[u8; 32]> {
        Zeroizing::new(self.0.to_bytes())
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("public", &self.public()).finish_non_exhaustive()
    }
}

/// A public key as X25519 (RFC 7748) has it: the u-coordinate of the same point.
///
/// # Errors
/// The key is invalid.
pub fn x25519(key: &Bytes32) -> Result<[u8; 32], Problem> {
    Ok(usable(key)?.to_montgomery().to_bytes())
}

/// Checks a signature: base64, white space (space, tab, CR, LF) ignored.
///
/// Verification is strict, so that all verifiers agree: canonical base64; the key and R decode canonically and are not
/// of small order; S < L; \[S\]B = R + \[k\]A without the cofactor.
///
/// # Errors
/// The first of these conditions that fails, each with its own message. Only the last one (the signature is not valid)
/// concerns the message; the others concern only the key or the signature.
// The library's check covers all of ours except the key's canonical encoding; ours say what failed.
pub fn verify(key: &Bytes32, message: &[u8], sig: &str) -> Result<(), Problem> {
    Work::Signature.count();
    let public = usable(key)?;
    let bytes = decode(sig)?;
    public.verify_strict(message, &Signature::from_bytes(&bytes)).map_err(|_| why_not(&bytes))
}

/// Why a signature failed that is 64 bytes long and whose key is sound.
fn why_not(signature: &[u8; 64]) -> Problem {
    let (r, s) = (half(&signature[..32]), half(&signature[32..]));
    if !below(&s, &ORDER) {
        return refused("the signature's second half is not below the group's order: somebody has altered it");
    }
    match VerifyingKey::from_bytes(&r).ok().filter(|_| canonical(&r)) {
        None => refused("the signature's first half is not a point of the curve: it is damaged or altered"),
        Some(point) if point.is_weak() => {
            refused("the signature's first half is a point of small order, which proves nothing")
        }
        Some(_) => refused(
            "the signature is not valid: the document was changed after it was signed, or another key signed it",
        ),
    }
}

/// Checks that a public key may be used in a charter: a canonical point of the curve that is not of small order.
///
/// # Errors
/// It may not; no signature under it would prove anything.
pub fn check_public(key: &Bytes32) -> Result<(), Problem> {
    usable(key).map(|_| ())
}

fn usable(key: &Bytes32) -> Result<VerifyingKey, Problem> {
    let public = VerifyingKey::from_bytes(&key.0)
        .ok()
        .filter(|_| canonical(&key.0))
        .ok_or_else(|| refused("the public key is not a point of the curve, so nobody can sign with it"))?;
    if public.is_weak() {
        return Err(refused("the public key is a point of small order, under which anyone can sign anything"));
    }
    Ok(public)
}

fn decode(sig: &str) -> Result<[u8; 64], Problem> {
    let text: Vec<u8> = sig.bytes().filter(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).collect();
    if text.len() != SIGNATURE_LENGTH {
        return Err(refused(format!("the signature has {} characters of base64 instead of 88", text.len()))
            .advice("copy all of it, with nothing added"));
    }
    BASE64
        .decode(&text)
        .ok()
        .and_then(|bytes| bytes.try_into().ok())
        .ok_or_else(|| refused("the signature is not canonical base64: a character is wrong"))
}

fn refused(message: impl Into<String>) -> Problem {
    Problem::new(message).rule("protocol 2")
}

fn half(bytes: &[u8]) -> [u8; 32] {
    std::array::from_fn(|at| bytes[at])
}

/// Whether the y coordinate (all bits but the highest) is below the prime.
fn canonical(point: &[u8; 32]) -> bool {
    let mut y = *point;
    y[31] &= 0x7f;
    below(&y, &PRIME)
}

fn below(number: &[u8; 32], limit: &[u8; 32]) -> bool {
    number.iter().rev().lt(limit.iter().rev())
}

/// A fingerprint that two people can compare by telephone: eight groups of four digits.
///
/// SHA-256("adjutant/1 fingerprint\n" || key) is cut into eight numbers of 32 bits, the high byte first; each group is
/// one of them modulo 10,000. Finding another key with the same fingerprint takes about 2^106 attempts.
pub fn fingerprint(key: &Bytes32) -> String {
    let hash = Sha256::new().chain_update(b"adjutant/1 fingerprint\n").chain_update(key.0).finalize();
    let groups: Vec<String> = hash
        .chunks_exact(4)
        .map(|bytes| {
            let number = bytes.iter().fold(0u32, |number, byte| number << 8 | u32::from(*byte));
            format!("{:04}", number % 10_000)
        })
        .collect();
    groups.join(" ")
}
