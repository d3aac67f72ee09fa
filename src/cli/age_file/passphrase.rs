//! Age files that a passphrase opens: recipient type `scrypt`, compatible with `age -p` and `age -d`.

use std::io::{BufRead, Write};

use data_encoding::BASE64_NOPAD;
use scrypt::Params;
use zeroize::Zeroizing;

use super::header::{Header, Stanza};
use super::{FileKey, Payload, content};
use crate::trust::secret;

const KIND: &str = "scrypt";
const LABEL: &[u8] = b"age-encryption.org/v1/scrypt";
const SALT_BYTES: usize = 16;
/// The work that a new file's passphrase costs, as a power of two: about a second, and 256 MiB. It is what age takes.
pub const WORK: u8 = 18;
/// The most work that opening a file may cost, as a power of two: about a minute, and 2 GiB.
pub const MAX_WORK: u8 = 21;

/// Why a file does not open.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Unopened {
    /// It is not encrypted with a passphrase alone.
    Keys,
    /// Its passphrase costs more than [`MAX_WORK`].
    TooMuchWork,
    WrongPassphrase,
    Damaged,
}

fn key(passphrase: &str, salt: &[u8], work: u8) -> Option<Zeroizing<[u8; 32]>> {
    let salt = [LABEL, salt].concat();
    let mut key = Zeroizing::new([0; 32]);
    scrypt::scrypt(passphrase.as_bytes(), &salt, &Params::new(work, 8, 1, 32).ok()?, &mut *key).ok()?;
    Some(key)
}

/// Writes a file; `work` is a power of two, from 1 to [`MAX_WORK`].
///
/// # Errors
/// It cannot be written.
pub fn seal(out: &mut impl Write, passphrase: &str, work: u8, plain: &[u8]) -> std::io::Result<()> {
    let file = FileKey::random();
    let mut salt = [0; SALT_BYTES];
    secret::fill(&mut salt);
    let under = key(passphrase, &salt, work).ok_or_else(|| std::io::Error::other("no such work"))?;
    let words = vec![KIND.to_owned(), BASE64_NOPAD.encode(&salt), work.to_string()];
    super::write(out, &file, Stanza { words, body: file.wrapped(&under) }, plain)
}

/// Whether a passphrase opens a file with this header. It is then its only stanza.
pub fn is_for_passphrase(header: &Header) -> bool {
    matches!(header.stanzas.as_slice(), [only] if only.words[0] == KIND)
}

/// The content of a file; `rest` begins after the header.
///
/// # Errors
/// The reason why it does not open.
pub fn open<R: BufRead>(header: &Header, rest: R, passphrase: &str) -> Result<Payload<R>, Unopened> {
    if !is_for_passphrase(header) {
        return Err(Unopened::Keys);
    }
    let [Stanza { words, body }] = header.stanzas.as_slice() else { return Err(Unopened::Keys) };
    let [_, salt, work] = words.as_slice() else { return Err(Unopened::Damaged) };
    let salt = BASE64_NOPAD.decode(salt.as_bytes()).ok().filter(|salt| salt.len() == SALT_BYTES);
    let salt = salt.ok_or(Unopened::Damaged)?;
    // A sign or a leading zero is not age's way to write a number.
    let plain = work.len() <= 2 && !work.starts_with('0') && work.bytes().all(|byte| byte.is_ascii_digit());
    let work: u8 = work.parse().ok().filter(|_| plain).ok_or(Unopened::Damaged)?;
    if work > MAX_WORK {
        return Err(Unopened::TooMuchWork);
    }
    let under = key(passphrase, &salt, work).ok_or(Unopened::Damaged)?;
    let file = FileKey::unwrapped(&under, body).ok_or(Unopened::WrongPassphrase)?;
    content(header, &file, rest).and_then(Result::ok).ok_or(Unopened::Damaged)
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use data_encoding::BASE64;

    use super::*;

    fn opened(sealed: &[u8], passphrase: &str) -> Result<Vec<u8>, Unopened> {
        let header = Header::read(sealed).map_err(|_| Unopened::Damaged)?;
        let mut plain = Vec::new();
        let rest = &sealed[header.length..];
        open(&header, rest, passphrase)?.read_to_end(&mut plain).map_err(|_| Unopened::Damaged)?;
        Ok(plain)
    }

    #[test]
    fn only_the_passphrase_opens_it() {
        let mut sealed = Vec::new();
        seal(&mut sealed, "correct horse", 4, b"a secret\n").unwrap();
        assert_eq!(opened(&sealed, "correct horse").unwrap(), b"a secret\n");
        assert_eq!(opened(&sealed, "wrong horse"), Err(Unopened::WrongPassphrase));
    }

    /// The code at the end of the header, and the body of a stanza, show every change.
    #[test]
    fn a_header_that_was_altered_is_refused() {
        let mut sealed = Vec::new();
        seal(&mut sealed, "correct horse", 4, b"a secret\n").unwrap();
        let text = |from: &str, to: &str| {
            let at = sealed.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
            [&sealed[..at], to.as_bytes(), &sealed[at + from.len()..]].concat()
        };
        assert_eq!(opened(&text(" 4\n", " 22\n"), "correct horse"), Err(Unopened::TooMuchWork));
        assert_eq!(opened(&text(" 4\n", " 5\n"), "correct horse"), Err(Unopened::WrongPassphrase));
        for (from, to) in
            [(" 4\n", " 04\n"), (" 4\n", " +4\n"), (" 4\n", " 4 4\n"), (" 4\n", "\n"), ("\n---", "\n-> a\n\n---")]
        {
            assert!(opened(&text(from, to), "correct horse").is_err(), "{from:?} {to:?}");
        }
    }

    /// Output of pyrage 1.4.0, a binding of rage, for the passphrase "correct horse".
    #[test]
    fn what_another_program_has_sealed_is_opened() {
        let sealed = BASE64.decode(OF_RAGE.as_bytes()).unwrap();
        assert_eq!(opened(&sealed, "correct horse").unwrap(), b"hello\n");
    }

    const OF_RAGE: &str = "\
        YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IHNjcnlwdCBubklFdmpEVURHS2lBL29NNnE5V3NnIDE5CnVJbHhRMFV6WGJOa282\
        QjVPNkplTmdCTmRwM0hzSWNPaE16bFFJZDZaOEEKLS0tIDRXNEg3bHVURUJDd0d3a0hpU2h4YUtZcFNPTlZ2cmpPOW9tOW5Z\
        U294Q2MKgVdxx1iyOYeMkia8hvzoo2GZWoiiHCuzyRo/2qGc3D3VLVGncDk=";
}
