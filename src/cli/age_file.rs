//! Age files (age-encryption.org/v1): what a passphrase or an Ed25519 key opens, and nothing else of the format. The
//! library for it brings a hundred crates, most of them for other kinds of recipients and for translations.
//!
//! A file begins with a header in text: for each recipient a stanza, in which the file's key is encrypted so that he can
//! find it, and a code under that key for the header itself. The content follows, encrypted with a key that comes from the
//! file's key too.

pub mod header;
pub mod passphrase;
mod payload;
pub mod ssh_ed25519;

use std::io::{BufRead, Write};

use chacha20poly1305::aead::{Aead, KeyInit};
use chacha20poly1305::{ChaCha20Poly1305, Key, Nonce};
use hkdf::Hkdf;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::trust::secret;
use header::{Header, Stanza};
pub use payload::Payload;

/// The key of one file, with which everything in it is encrypted.
pub struct FileKey(Zeroizing<[u8; 16]>);

impl FileKey {
    fn random() -> FileKey {
        let mut key = Zeroizing::new([0; 16]);
        secret::fill(&mut *key);
        FileKey(key)
    }

    /// The body of a stanza: the file's key under the key that its recipient finds.
    fn wrapped(&self, under: &[u8; 32]) -> Vec<u8> {
        cipher(under).encrypt(&Nonce::default(), self.0.as_slice()).expect("sixteen bytes can be encrypted")
    }

    /// The file's key from the body of a stanza; `None` if `under` is not the key of that stanza.
    fn unwrapped(under: &[u8; 32], body: &[u8]) -> Option<FileKey> {
        let plain = Zeroizing::new(cipher(under).decrypt(&Nonce::default(), body).ok()?);
        Some(FileKey(Zeroizing::new(plain.as_slice().try_into().ok()?)))
    }

    fn mac_of(&self, header: &[u8]) -> Hmac<Sha256> {
        let mut mac =
            <Hmac<Sha256> as Mac>::new_from_slice(&*derived(&self.0[..], b"", b"header")).expect("any length");
        mac.update(header);
        mac
    }

    fn payload_key(&self, nonce: &[u8; payload::NONCE_BYTES]) -> Zeroizing<[u8; 32]> {
        derived(&self.0[..], nonce, b"payload")
    }
}

fn cipher(key: &[u8; 32]) -> ChaCha20Poly1305 {
    ChaCha20Poly1305::new(Key::from_slice(key))
}

/// HKDF-SHA-256.
fn derived(secret: &[u8], salt: &[u8], purpose: &[u8]) -> Zeroizing<[u8; 32]> {
    let mut key = Zeroizing::new([0; 32]);
    Hkdf::<Sha256>::new(Some(salt), secret).expand(purpose, &mut *key).expect("HKDF gives 32 bytes");
    key
}

/// Writes a file with one stanza, which has the file's key.
fn write(out: &mut impl Write, key: &FileKey, stanza: Stanza, plain: &[u8]) -> std::io::Result<()> {
    out.write_all(&Header::written(&[stanza], key))?;
    payload::write(out, key, plain)
}

/// The content of a file whose key has been found; `None` if its header has been altered. `rest` begins after the header.
fn content<R: BufRead>(header: &Header, key: &FileKey, rest: R) -> Option<std::io::Result<Payload<R>>> {
    header.is_of(key).then(|| Payload::new(rest, key))
}
