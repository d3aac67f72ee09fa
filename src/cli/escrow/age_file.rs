//! Age files that an Ed25519 key opens: recipient type `ssh-ed25519`, compatible with `age -R key.pub` and
//! `age -d -i key`.

use std::io::{Read, Write};

use age::ssh;
use data_encoding::BASE64_NOPAD;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::cli::age_header::{self, FIRST};
use crate::document::{Bytes32, Problem};
use crate::trust::SigningKey;
use crate::trust::openssh::{public_to_openssh, to_openssh};

/// The maximum size of an escrow file: its content is no larger than a turn.
pub const MAX_BYTES: u64 = 2 << 20;

/// Whether these bytes are an age file.
pub fn is_sealed(bytes: &[u8]) -> bool {
    bytes.starts_with(FIRST)
}

/// Whether an age file names this key as one of its recipients.
pub fn is_for(public: &Bytes32, sealed: &[u8]) -> bool {
    let wire = [&[0, 0, 0, 11][..], b"ssh-ed25519", &[0, 0, 0, 32], &public.0].concat();
    let tag = BASE64_NOPAD.encode(&Sha256::digest(wire)[..4]);
    let stanza = format!("-> ssh-ed25519 {tag} ");
    let stanzas = age_header::stanzas(sealed).unwrap_or_default();
    is_sealed(sealed) && stanzas.iter().any(|line| line.starts_with(stanza.as_bytes()))
}

/// An age file that only this key opens.
///
/// # Errors
/// The key is invalid.
pub fn seal(to: &Bytes32, plain: &[u8]) -> Result<Vec<u8>, Problem> {
    let cannot = || Problem::new("nothing can be encrypted to this key");
    let recipient: ssh::Recipient = public_to_openssh(to, "")?.parse().map_err(|_| cannot())?;
    let encryptor = age::Encryptor::with_recipients(std::iter::once(&recipient as &dyn age::Recipient));
    let write = |encryptor: age::Encryptor| -> std::io::Result<Vec<u8>> {
        let mut out = encryptor.wrap_output(Vec::new())?;
        out.write_all(plain)?;
        out.finish()
    };
    write(encryptor.map_err(|_| cannot())?).map_err(|_| cannot())
}

/// The decrypted content of an age file.
///
/// # Errors
/// This key does not open the file, or it is damaged.
pub fn open(key: &SigningKey, sealed: &[u8]) -> Result<Zeroizing<Vec<u8>>, Problem> {
    let damaged = || Problem::new("this file is damaged").advice("ask its sender for it again");
    if sealed.len() as u64 > MAX_BYTES || !is_sealed(sealed) {
        return Err(Problem::new("this is not an escrow file"));
    }
    if age_header::stanzas(sealed).is_none() {
        let problem = Problem::new("this file is encrypted to more recipients than an escrow file ever is");
        return Err(problem.rule("protocol 8.6").advice("ask its sender for a file that `adjutant mail` attaches"));
    }
    if !is_for(&key.public(), sealed) {
        return Err(Problem::new("this file is encrypted to another key"));
    }
    let text = to_openssh(key, "", None)?;
    let identity = ssh::Identity::from_buffer(text.as_bytes(), None).map_err(|_| damaged())?;
    let decryptor = age::Decryptor::new_buffered(sealed).map_err(|_| damaged())?;
    let opened = decryptor.decrypt(std::iter::once(&identity as &dyn age::Identity)).map_err(|_| damaged())?;
    let mut plain = Zeroizing::new(Vec::with_capacity(sealed.len()));
    opened.take(MAX_BYTES).read_to_end(&mut plain).map_err(|_| damaged())?;
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
        let from = FIRST.len();
        let to = sealed.windows(4).position(|four| four == b"\n---").unwrap() + 1;
        let bomb = [FIRST, &sealed[from..to].repeat(2_000), &sealed[to..]].concat();
        assert!(bomb.len() as u64 <= MAX_BYTES);
        assert!(open(&key(1), &bomb).unwrap_err().message.contains("more recipients"));
        assert!(!is_for(&key(1).public(), &bomb));
    }

    #[test]
    fn what_is_cut_short_or_changed_is_damaged() {
        let sealed = seal(&key(1).public(), &[7; 100_000]).unwrap();
        let header = sealed.windows(4).position(|four| four == b"\n---").unwrap();
        for length in [FIRST.len() + 5, header, header + 20, header + 60, sealed.len() - 50_000, sealed.len() - 1] {
            assert!(open(&key(1), &sealed[..length]).is_err(), "{length} of {} bytes", sealed.len());
        }
        for at in [header - 3, header + 10, sealed.len() - 1] {
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
