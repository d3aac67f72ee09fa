//! Secrets: drawn from the operating system, and stored encrypted under the key that they belong to.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use data_encoding::BASE64;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::SigningKey;
use crate::document::Problem;

const NONCE_LENGTH: usize = 12;

/// Thirty-two bytes from the operating system's random number generator.
///
/// # Panics
/// If the operating system cannot supply random bytes. No secret could be made on such a machine.
pub fn random32() -> Zeroizing<[u8; 32]> {
    let mut bytes = Zeroizing::new([0; 32]);
    fill(bytes.as_mut_slice());
    bytes
}

/// Fills the whole slice from the operating system's random number generator; panics like [`random32`].
pub fn fill(bytes: &mut [u8]) {
    getrandom::fill(bytes).expect("the operating system's generator of random numbers answers");
}

/// Wraps a secret for a file: ChaCha20-Poly1305 under SHA-256("adjutant/1 wrap\n" || signing seed) with a random nonce,
/// in base64 (nonce, ciphertext, tag).
///
/// The secret is then as safe as the key's own file. `purpose` says what the secret is, and must be given again to
/// [`unwrap`] it, so that one wrapped secret cannot be passed off as another.
pub fn wrap(key: &SigningKey, purpose: &str, secret: &[u8]) -> String {
    let mut nonce = [0; NONCE_LENGTH];
    fill(&mut nonce);
    let payload = Payload { msg: secret, aad: purpose.as_bytes() };
    let sealed = cipher(key).encrypt(Nonce::from_slice(&nonce), payload).expect("a secret is shorter than 256 GiB");
    BASE64.encode(&[nonce.as_slice(), &sealed].concat())
}

/// The secret that was wrapped with [`wrap`] under the same key and purpose.
///
/// # Errors
/// The text is damaged, or it was wrapped under another key or for another purpose.
pub fn unwrap(key: &SigningKey, purpose: &str, wrapped: &str) -> Result<Zeroizing<Vec<u8>>, Problem> {
    let bytes = BASE64.decode(wrapped.trim_ascii().as_bytes()).ok();
    let (nonce, sealed) = bytes
        .as_deref()
        .and_then(|bytes| bytes.split_at_checked(NONCE_LENGTH))
        .ok_or_else(|| Problem::new("a secret kept on this machine cannot be read").advice(RESTORE))?;
    let payload = Payload { msg: sealed, aad: purpose.as_bytes() };
    cipher(key).decrypt(Nonce::from_slice(nonce), payload).map(Zeroizing::new).map_err(|_| {
        Problem::new(
            "this key does not open a secret kept on this machine: the secret belongs to another key or is damaged",
        )
        .advice("use the key that this match was joined with, or restore the file from a backup")
    })
}

const RESTORE: &str = "restore the file from a backup";

fn cipher(key: &SigningKey) -> ChaCha20Poly1305 {
    let wrapping: Zeroizing<[u8; 32]> = Zeroizing::new(
        Sha256::new().chain_update(b"adjutant/1 wrap\n").chain_update(key.seed().as_slice()).finalize().into(),
    );
    ChaCha20Poly1305::new(Key::from_slice(wrapping.as_slice()))
}
