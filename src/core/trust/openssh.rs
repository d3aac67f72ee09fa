//! Key files in OpenSSH's format, so that a player may use a key that he already has.

use data_encoding::BASE64;
use pkcs8::{ObjectIdentifier, PrivateKeyInfo};
use ssh_key::private::{Ed25519Keypair, KeypairData, PrivateKey};
use ssh_key::public::{Ed25519PublicKey, KeyData, PublicKey};
use ssh_key::{Algorithm, Cipher, Kdf, LineEnding};
use zeroize::Zeroizing;

use super::{SigningKey, keys, secret};
use crate::document::{Bytes32, Problem};

/// The bcrypt rounds that OpenSSH itself uses for a new file; about a quarter of a second.
const ROUNDS: u32 = 24;
/// The maximum number of rounds accepted on reading, so that no file keeps the program busy for hours.
const MAX_ROUNDS: u32 = 2_048;
/// The maximum length of a key file in bytes.
pub const MAX_BYTES: usize = 64 * 1024;
const MAKE_ONE: &str = "make a key of the right kind with `adjutant keygen` or `ssh-keygen -t ed25519`";

/// The key as the text of an OpenSSH private-key file, under a passphrase (aes256-ctr, bcrypt) if one is given.
///
/// # Errors
/// An empty passphrase, or a comment with a line break or other control character.
pub fn to_openssh(key: &SigningKey, comment: &str, passphrase: Option<&str>) -> Result<Zeroizing<String>, Problem> {
    let comment = one_line(comment)?;
    let unwritable = |_| Problem::new("this key and comment cannot be written as an OpenSSH file");
    let data = KeypairData::from(Ed25519Keypair::from_seed(&key.seed()));
    let mut file = PrivateKey::new(data, comment).map_err(unwritable)?;
    if let Some(passphrase) = passphrase {
        if passphrase.is_empty() {
            return Err(
                Problem::new("the passphrase is empty").advice("give one, or ask for a key file without a passphrase")
            );
        }
        let mut salt = vec![0; 16];
        secret::fill(&mut salt);
        let mut check = [0; 4];
        secret::fill(&mut check);
        let kdf = Kdf::Bcrypt { salt, rounds: ROUNDS };
        file = file.encrypt_with(Cipher::Aes256Ctr, kdf, u32::from_ne_bytes(check), passphrase).map_err(unwritable)?;
    }
    file.to_openssh(LineEnding::LF).map_err(unwritable)
}

/// The first line of a key file, what stands between its first and its last line, without white space, and the last.
fn parts(text: &str) -> Option<(&str, Zeroizing<String>, &str)> {
    let (mut heads, mut body) = (Vec::new(), Zeroizing::new(String::with_capacity(text.len())));
    for line in text.lines() {
        match line.starts_with("-----") {
            true => heads.push(line.trim_end()),
            false => body.extend(line.chars().filter(|letter| !letter.is_whitespace())),
        }
    }
    let [head, tail] = heads.as_slice() else { return None };
    Some((head, body, tail))
}

/// The text with lines of 70 characters, as `ssh-keygen` writes and the library requires them; other programs write 76
/// or 64.
fn wrapped(text: &str) -> Zeroizing<String> {
    let Some((head, body, tail)) = parts(text) else { return Zeroizing::new(text.to_owned()) };
    let mut wrapped = Zeroizing::new(String::with_capacity(text.len() + text.len() / 32 + 8));
    wrapped.push_str(head);
    for (n, letter) in body.chars().enumerate() {
        if n % 70 == 0 {
            wrapped.push('\n');
        }
        wrapped.push(letter);
    }
    wrapped.push('\n');
    wrapped.push_str(tail);
    wrapped.push('\n');
    wrapped
}

/// The key in the text of an OpenSSH private-key file. `passphrase` is called only if the file has a passphrase; it
/// returns `None` if the user gives up.
///
/// # Errors
/// Anything but an Ed25519 key, with advice; a damaged file; no passphrase, or a wrong one.
pub fn from_openssh(text: &str, passphrase: impl FnOnce() -> Option<String>) -> Result<SigningKey, Problem> {
    read_openssh(text, passphrase).map(|file| file.key)
}

/// The content of an OpenSSH private-key file.
pub struct KeyFile {
    pub key: SigningKey,
    pub comment: String,
    /// The passphrase that opened it, if it had one.
    pub passphrase: Option<Zeroizing<String>>,
}

/// Like [`from_openssh`], with everything else that the file holds.
///
/// # Errors
/// As [`from_openssh`].
pub fn read_openssh(text: &str, passphrase: impl FnOnce() -> Option<String>) -> Result<KeyFile, Problem> {
    let text = text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if text.lines().next().is_some_and(|first| first.trim_end() == PKCS8) && text.len() <= MAX_BYTES {
        return Ok(KeyFile { key: from_pkcs8(text)?, comment: String::new(), passphrase: None });
    }
    let mut file = private_file(text)?;
    let mut opened = None;
    if file.is_encrypted() {
        // The library does not decrypt this one, and OpenSSH writes it only if it is asked to.
        if file.cipher() == Cipher::TDesCbc {
            return Err(Problem::new(
                "the key file is encrypted with 3des-cbc, an old cipher that this program does not read",
            )
            .advice("rewrite it with another: `ssh-keygen -p -Z aes256-ctr -f FILE`"));
        }
        if let Kdf::Bcrypt { rounds, .. } = file.kdf()
            && *rounds > MAX_ROUNDS
        {
            return Err(Problem::new(format!(
                "the key file asks for {rounds} rounds of bcrypt, which would take too long"
            ))
            .advice("rewrite it with fewer: `ssh-keygen -p -a 100 -f FILE`"));
        }
        let passphrase = Zeroizing::new(passphrase().ok_or_else(|| {
            Problem::new("the key file has a passphrase, and none was given")
                .advice("type it at a terminal, or set ADJUTANT_PASSPHRASE to it")
        })?);
        file = file.decrypt(passphrase.as_bytes()).map_err(|_| {
            Problem::new("the passphrase does not open the key file").advice("try again, and check the keyboard layout")
        })?;
        opened = Some(passphrase);
    }
    match file.key_data() {
        KeypairData::Ed25519(pair) => {
            let seed = Zeroizing::new(pair.private.to_bytes());
            let key = SigningKey::from_seed(&seed);
            Ok(KeyFile { key, comment: file.comment().to_owned(), passphrase: opened })
        }
        _ => Err(wrong_algorithm(file.algorithm().as_str())),
    }
}

/// The content of an OpenSSH private-key file with an Ed25519 key, perhaps encrypted.
fn private_file(text: &str) -> Result<PrivateKey, Problem> {
    if let Some(problem) = other_file(text) {
        return Err(problem);
    }
    let unreadable = |_| {
        Problem::new("the OpenSSH private-key file cannot be read: it is damaged, or its kind of key is unknown")
            .advice(MAKE_ONE)
    };
    let file = PrivateKey::from_openssh(wrapped(text).as_bytes()).map_err(unreadable)?;
    match file.algorithm() {
        Algorithm::Ed25519 => Ok(file),
        other => Err(wrong_algorithm(other.as_str())),
    }
}

/// The public key and the comment in an OpenSSH private-key file. No passphrase is needed for the key; a comment that is
/// encrypted is left empty.
///
/// # Errors
/// As [`from_openssh`], but for the passphrase.
pub fn public_of_private(text: &str) -> Result<(Bytes32, String), Problem> {
    let file = private_file(text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']))?;
    let key = file.public_key().key_data().ed25519().map(|key| Bytes32(key.0));
    let key = key.ok_or_else(|| wrong_algorithm(file.algorithm().as_str()))?;
    keys::check_public(&key)?;
    Ok((key, file.comment().to_owned()))
}

/// The first line of a key file as `openssl genpkey` writes it.
const PKCS8: &str = "-----BEGIN PRIVATE KEY-----";
/// Ed25519 in such files (RFC 8410).
const ED25519: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.3.101.112");

/// The key in a file of PKCS #8 (RFC 8410), which has no passphrase.
fn from_pkcs8(text: &str) -> Result<SigningKey, Problem> {
    let damaged = || Problem::new("the private-key file (PKCS #8) is damaged").advice(MAKE_ONE);
    let (_, body, tail) = parts(text).ok_or_else(damaged)?;
    let der = Zeroizing::new(BASE64.decode(body.as_bytes()).map_err(|_| damaged())?);
    let file = PrivateKeyInfo::try_from(der.as_slice()).ok().filter(|_| tail == PKCS8.replace("BEGIN", "END"));
    let file = file.ok_or_else(damaged)?;
    if file.algorithm.oid != ED25519 {
        let kind = match file.algorithm.oid.to_string().as_str() {
            "1.2.840.113549.1.1.1" => "RSA".to_owned(),
            "1.2.840.10045.2.1" => "ECDSA".to_owned(),
            other => other.to_owned(),
        };
        return Err(wrong_algorithm(&kind));
    }
    // The seed is an octet string within the octet string (RFC 8410, section 7).
    let seed = file.private_key.strip_prefix(&[0x04, 0x20]).and_then(|seed| <&[u8; 32]>::try_from(seed).ok());
    let key = SigningKey::from_seed(seed.ok_or_else(damaged)?);
    match file.public_key {
        Some(public) if public != key.public().0 => Err(damaged()),
        _ => Ok(key),
    }
}

/// The public key in a line of an OpenSSH `.pub` file.
///
/// # Errors
/// Anything but one Ed25519 public key.
pub fn public_from_openssh(line: &str) -> Result<Bytes32, Problem> {
    let line = line.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if line.contains("PRIVATE KEY-----") {
        return Err(Problem::new("this is a private key file, which must not leave its owner's hands")
            .advice("give the public one; it has the same name with .pub added"));
    }
    let algorithm = line.split([' ', '\t']).next().unwrap_or_default();
    if line.len() <= MAX_BYTES && algorithm != "ssh-ed25519" && known_algorithm(algorithm) {
        return Err(wrong_algorithm(algorithm));
    }
    let unreadable = || Problem::new("this is not the line of an OpenSSH public-key file").advice(MAKE_ONE);
    if line.len() > MAX_BYTES {
        return Err(unreadable());
    }
    let public = PublicKey::from_openssh(line).map_err(|_| unreadable())?;
    let key = public.key_data().ed25519().map(|key| Bytes32(key.0)).ok_or_else(unreadable)?;
    keys::check_public(&key)?;
    Ok(key)
}

/// A public key as the line of an OpenSSH `.pub` file, without a line end.
///
/// # Errors
/// A comment with a line break or other control character.
pub fn public_to_openssh(key: &Bytes32, comment: &str) -> Result<String, Problem> {
    PublicKey::new(KeyData::Ed25519(Ed25519PublicKey(key.0)), one_line(comment)?)
        .to_openssh()
        .map_err(|_| Problem::new("this key and comment cannot be written as an OpenSSH public key"))
}

fn one_line(comment: &str) -> Result<&str, Problem> {
    if comment.len() > 1_000 || comment.chars().any(char::is_control) {
        return Err(Problem::new("the comment of a key is one line of at most 1000 bytes without control characters"));
    }
    Ok(comment)
}

/// What a file that is not an OpenSSH private-key file seems to be, and what to do with it.
fn other_file(text: &str) -> Option<Problem> {
    if text.len() > MAX_BYTES {
        return Some(Problem::new("the key file is too long").advice(MAKE_ONE));
    }
    let first = text.lines().next().unwrap_or_default();
    if first == "-----BEGIN OPENSSH PRIVATE KEY-----" {
        return None;
    }
    let algorithm = first.split(' ').next().unwrap_or_default();
    Some(if known_algorithm(algorithm) {
        Problem::new("this is a public key; to sign, the private one is needed")
            .advice("give the file of the same name without .pub")
    } else if first.starts_with("PuTTY-User-Key-File") {
        Problem::new("this is a PuTTY key file").advice("convert it: `puttygen FILE -O private-openssh-new -o NEW`")
    } else if first == "-----BEGIN ENCRYPTED PRIVATE KEY-----" {
        Problem::new("this is a private-key file (PKCS #8) with a passphrase, which this program does not open")
            .advice("take the passphrase off with `openssl pkey -in FILE -out NEW`, import NEW with `adjutant keygen --import NEW --passphrase`, and delete NEW")
    } else if first == PKCS8 {
        Problem::new("this is a private-key file in the form of PKCS #8, not of OpenSSH")
            .advice("import it: `adjutant keygen --import FILE`")
    } else if first.starts_with("-----BEGIN") && first.contains("PRIVATE KEY") {
        // Only keys of RSA, DSA and ECDSA are kept in such files.
        Problem::new("this is a private key in an older form, which no Ed25519 key has")
            .rule("protocol 2")
            .advice(MAKE_ONE)
    } else {
        Problem::new("this is not an OpenSSH private-key file").advice(MAKE_ONE)
    })
}

fn known_algorithm(word: &str) -> bool {
    ["ssh-", "ecdsa-", "sk-ssh-", "sk-ecdsa-"].iter().any(|start| word.starts_with(start))
}

fn wrong_algorithm(algorithm: &str) -> Problem {
    Problem::new(format!(
        "the key is of the kind {}, but documents are signed with ssh-ed25519",
        algorithm.escape_debug()
    ))
    .rule("protocol 2")
    .advice(MAKE_ONE)
}
