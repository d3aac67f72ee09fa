//! The content of an age file: pieces of 64 KiB, each encrypted by itself, the last one marked.

use std::io::{BufRead, Error, ErrorKind, Read, Write};

use chacha20poly1305::aead::Aead;
use chacha20poly1305::{ChaCha20Poly1305, Nonce};
use zeroize::Zeroizing;

use super::{FileKey, cipher};
use crate::trust::secret;

/// The bytes before the first piece.
pub const NONCE_BYTES: usize = 16;
const PIECE: usize = 64 * 1024;
const TAG: usize = 16;

/// The nonce of a piece: its number, and whether it is the last.
fn nonce(number: u64, last: bool) -> Nonce {
    let mut nonce = Nonce::default();
    nonce[3..11].copy_from_slice(&number.to_be_bytes());
    nonce[11] = u8::from(last);
    nonce
}

/// Writes content.
pub fn write(out: &mut impl Write, key: &FileKey, plain: &[u8]) -> std::io::Result<()> {
    let mut salt = [0; NONCE_BYTES];
    secret::fill(&mut salt);
    out.write_all(&salt)?;
    let cipher = cipher(&key.payload_key(&salt));
    // Empty content is one empty piece.
    let count = plain.len().div_ceil(PIECE).max(1);
    for number in 0..count {
        let piece = &plain[number * PIECE..plain.len().min((number + 1) * PIECE)];
        let sealed = cipher.encrypt(&nonce(number as u64, number + 1 == count), piece);
        let sealed = sealed.map_err(|_| Error::other("this cannot be encrypted"))?;
        out.write_all(&sealed)?;
    }
    Ok(())
}

/// Reads content, and gives none of a piece that is damaged.
pub struct Payload<R> {
    sealed: R,
    cipher: ChaCha20Poly1305,
    number: u64,
    piece: Zeroizing<Vec<u8>>,
    given: usize,
    ended: bool,
}

impl<R: BufRead> Payload<R> {
    /// # Errors
    /// It is too short to have content.
    pub(super) fn new(mut sealed: R, key: &FileKey) -> std::io::Result<Payload<R>> {
        let mut salt = [0; NONCE_BYTES];
        sealed.read_exact(&mut salt)?;
        let cipher = cipher(&key.payload_key(&salt));
        Ok(Payload { sealed, cipher, number: 0, piece: Zeroizing::default(), given: 0, ended: false })
    }

    fn next_piece(&mut self) -> std::io::Result<()> {
        let mut sealed = Vec::with_capacity(PIECE + TAG);
        self.sealed.by_ref().take((PIECE + TAG) as u64).read_to_end(&mut sealed)?;
        self.ended = self.sealed.fill_buf()?.is_empty();
        let damaged = || Error::new(ErrorKind::InvalidData, "its content is damaged, or cut short");
        let plain = self.cipher.decrypt(&nonce(self.number, self.ended), sealed.as_slice()).map_err(|_| damaged())?;
        // Only a file without content has an empty piece.
        if plain.is_empty() && self.number > 0 {
            return Err(damaged());
        }
        (self.piece, self.given) = (Zeroizing::new(plain), 0);
        self.number += 1;
        Ok(())
    }
}

impl<R: BufRead> Read for Payload<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.given == self.piece.len() && !self.ended {
            self.next_piece()?;
        }
        let count = (&self.piece[self.given..]).read(buffer)?;
        self.given += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_of_every_length_comes_back() {
        let key = FileKey::random();
        for length in [0, 1, PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 2 * PIECE + 1] {
            let plain: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
            let mut sealed = Vec::new();
            write(&mut sealed, &key, &plain).unwrap();
            let mut read = Vec::new();
            Payload::new(sealed.as_slice(), &key).unwrap().read_to_end(&mut read).unwrap();
            assert!(read == plain, "{length}");
            // Without its end, with something behind it, or with pieces in another order, it is damaged.
            let damaged = |bytes: &[u8]| {
                let mut none = Vec::new();
                Payload::new(bytes, &key).and_then(|mut payload| payload.read_to_end(&mut none)).is_err()
            };
            assert!(damaged(&sealed[..sealed.len() - 1]), "{length}");
            assert!(damaged(&[sealed.as_slice(), &[0]].concat()), "{length}");
            if length > PIECE {
                assert!(damaged(&sealed[..NONCE_BYTES + PIECE + TAG]), "{length}");
            }
            if length > 2 * PIECE {
                let (first, rest) = sealed[NONCE_BYTES..].split_at(PIECE + TAG);
                let (second, third) = rest.split_at(PIECE + TAG);
                assert!(damaged(&[&sealed[..NONCE_BYTES], second, first, third].concat()));
            }
        }
    }
}
