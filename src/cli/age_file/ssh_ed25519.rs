//! Age files that an Ed25519 key opens: recipient type `ssh-ed25519`, compatible with `age -R key.pub` and
//! `age -d -i key`.

use std::io::Read;

use data_encoding::BASE64_NOPAD;
use sha2::{Digest, Sha256};
use x25519_dalek::{X25519_BASEPOINT_BYTES, x25519};
use zeroize::Zeroizing;

use super::header::{self, Fault, Header, Stanza};
use super::{FileKey, content, derived};
use crate::document::{Bytes32, Problem};
use crate::trust::{SigningKey, keys, secret};

const KIND: &str = "ssh-ed25519";
const LABEL: &[u8] = b"age-encryption.org/v1/ssh-ed25519";
/// The maximum size of an escrow file: its content is no larger than a turn.
pub const MAX_BYTES: u64 = 2 << 20;

/// Whether these bytes are an age file.
pub fn is_sealed(bytes: &[u8]) -> bool {
    bytes.starts_with(header::FIRST)
}

/// Whether an age file names this key as one of its recipients.
pub fn is_for(public: &Bytes32, sealed: &[u8]) -> bool {
    Header::read(sealed).is_ok_and(|header| stanzas_for(public, &header).next().is_some())
}

fn stanzas_for<'h>(public: &Bytes32, header: &'h Header) -> impl Iterator<Item = &'h Stanza> {
    let tag = tag(public);
    header.stanzas.iter().filter(move |stanza| stanza.words[0] == KIND && stanza.words.get(1) == Some(&tag))
}

/// The key in the form of SSH's protocol.
fn wire(public: &Bytes32) -> Vec<u8> {
    [&[0, 0, 0, 11][..], KIND.as_bytes(), &[0, 0, 0, 32], &public.0].concat()
}

/// The beginning of a key's digest, by which its owner finds his stanza.
fn tag(public: &Bytes32) -> String {
    BASE64_NOPAD.encode(&Sha256::digest(wire(public))[..4])
}

/// The key of a stanza, from what the two sides' X25519 gives: `share` is the sender's public half, `curve` the recipient's.
fn stanza_key(public: &Bytes32, shared: &[u8; 32], share: &[u8; 32], curve: &[u8; 32]) -> Zeroizing<[u8; 32]> {
    // The result depends on the SSH key itself, not only on its point of the curve.
    let tweak = derived(b"", &wire(public), LABEL);
    let tweaked = Zeroizing::new(x25519(*tweak, *shared));
    derived(&*tweaked, &[*share, *curve].concat(), LABEL)
}

/// An age file that only this key opens.
///
/// # Errors
/// The key is invalid.
pub fn seal(to: &Bytes32, plain: &[u8]) -> Result<Vec<u8>, Problem> {
    let curve = keys::x25519(to)?;
    let once = secret::random32();
    let share = x25519(*once, X25519_BASEPOINT_BYTES);
    let shared = Zeroizing::new(x25519(*once, curve));
    let file = FileKey::random();
    let body = file.wrapped(&stanza_key(to, &shared, &share, &curve));
    let words = vec![KIND.to_owned(), tag(to), BASE64_NOPAD.encode(&share)];
    let mut sealed = Vec::new();
    let written = super::write(&mut sealed, &file, Stanza { words, body }, plain);
    written.map(|()| sealed).map_err(|_| Problem::new("nothing can be encrypted to this key"))
}

/// The decrypted content of an age file.
///
/// # Errors
/// This key does not open the file, or it is damaged.
pub fn open(key: &SigningKey, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, Problem> {
    let damaged = || Problem::new("this file is damaged").advice("ask its sender for it again");
    let header = Header::read(sealed).map_err(|fault| match fault {
        Fault::NotAge => Problem::new("this is not an escrow file"),
        Fault::TooLong => Problem::new("this file is encrypted to more recipients than an escrow file ever is")
            .rule("protocol 8.6")
            .advice("ask its sender for a file that `adjutant mail` attaches"),
        Fault::Damaged => damaged(),
    })?;
    if sealed.len() as u64 > MAX_BYTES {
        return Err(Problem::new("this is not an escrow file"));
    }
    let public = key.public();
    if stanzas_for(&public, &header).next().is_none() {
        return Err(Problem::new("this file is encrypted to another key"));
    }
    let curve = keys::x25519(&public)?;
    let file = stanzas_for(&public, &header).find_map(|stanza| {
        let [_, _, share] = stanza.words.as_slice() else { return None };
        let share: [u8; 32] = BASE64_NOPAD.decode(share.as_bytes()).ok()?.try_into().ok()?;
        let shared = Zeroizing::new(x25519(*key.x25519(), share));
        // A share of small order would give the same secret for every key.
        let usable = shared.iter().any(|byte| *byte != 0);
        usable.then(|| FileKey::unwrapped(&stanza_key(&public, &shared, &share, &curve), &stanza.body))?
    });
    let file = file.ok_or_else(damaged)?;
    let mut plain = Zeroizing::new(Vec::with_capacity(sealed.len()));
    let opened = content(&header, &file, &sealed[header.length..]).ok_or_else(damaged)?;
    opened.and_then(|mut content| content.read_to_end(&mut plain)).map_err(|_| damaged())?;
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use data_encoding::BASE64;

    use super::*;

    fn key(byte: u8) -> SigningKey {
        SigningKey::from_seed(&[byte; 32])
    }

    #[test]
    fn only_the_key_opens_it() {
        let sealed = seal(&key(1).public(), b"a secret\n").unwrap();
        assert!(is_sealed(&sealed) && is_for(&key(1).public(), &sealed) && !is_for(&key(2).public(), &sealed));
        assert_eq!(open(&key(1), &sealed).unwrap().as_slice(), b"a secret\n");
        assert!(open(&key(2), &sealed).unwrap_err().message.contains("another key"));
        assert_ne!(sealed, seal(&key(1).public(), b"a secret\n").unwrap());
        assert!(open(&key(1), b"adjutant: 1\n").is_err());
    }

    /// Each stanza that names the key costs as much as decrypting a file.
    #[test]
    fn a_file_with_thousands_of_stanzas_is_refused_at_once() {
        let sealed = seal(&key(1).public(), b"a secret\n").unwrap();
        let from = header::FIRST.len();
        let to = sealed.windows(4).position(|four| four == b"\n---").unwrap() + 1;
        let bomb = [header::FIRST, &sealed[from..to].repeat(2_000), &sealed[to..]].concat();
        assert!(bomb.len() as u64 <= MAX_BYTES);
        assert!(open(&key(1), &bomb).unwrap_err().message.contains("more recipients"));
        assert!(!is_for(&key(1).public(), &bomb));
    }

    #[test]
    fn what_is_cut_short_or_changed_is_damaged() {
        let sealed = seal(&key(1).public(), &[7; 100_000]).unwrap();
        let end = sealed.windows(4).position(|four| four == b"\n---").unwrap();
        for length in [header::FIRST.len() + 5, end, end + 20, end + 60, sealed.len() - 50_000, sealed.len() - 1] {
            assert!(open(&key(1), &sealed[..length]).is_err(), "{length} of {} bytes", sealed.len());
        }
        for at in [end - 3, end + 10, sealed.len() - 1] {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(open(&key(1), &changed).is_err(), "byte {at}");
        }
    }

    /// Output of `age 1.1.1` for a key of thirty-two ones.
    #[test]
    fn what_another_program_has_sealed_is_opened() {
        let sealed = BASE64.decode(OF_AGE.as_bytes()).unwrap();
        assert_eq!(open(&key(1), &sealed).unwrap().as_slice(), b"hello\n");
    }

    const OF_AGE: &str = "\
        YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNzaC1lZDI1NTE5IGZlODVKZyBBTWsxU1hxVVlIZjd4em41VEZWMVY4RkxiY01h\
        NTlSMzVKaVRyWFZzNXlZCjBmS1A0cVVtWjEzQVBic1QxNk1ROUp4Nkc3bm1mbDZPSHVFTTVMSk91M3MKLS0tIG80L1VCZS9G\
        cU14SDBXYUtmWVVXV3puK3VnekczVmRiWC8waFZRNnNCc2MKw0CBh4kSA7AHSzpdYtO3Sl49PBg0M+OlT1wprIxvNG90Wx9X\
        +xM=";
}
