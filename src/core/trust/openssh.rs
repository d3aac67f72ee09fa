//! Key files in the form of OpenSSH, so that a player may use the key that he has.

use ssh_key::private::{Ed25519Keypair, KeypairData, PrivateKey};
use ssh_key::public::{Ed25519PublicKey, KeyData, PublicKey};
use ssh_key::{Algorithm, Cipher, Kdf, LineEnding};
use zeroize::Zeroizing;

use super::{SigningKey, keys, secret};
use crate::document::{Bytes32, Problem};

/// The rounds of bcrypt that OpenSSH itself gives to a new file; about a quarter of a second.
const ROUNDS: u32 = 24;
/// The most rounds that are tried on reading, so that no file keeps the program busy for hours.
const MOST_ROUNDS: u32 = 2_048;
/// No key file is longer.
const MOST_BYTES: usize = 64 * 1024;
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

/// The text with its lines 70 characters wide, as `ssh-keygen` writes them and the library wants them; other programs
/// write 76 or 64.
fn wrapped(text: &str) -> Zeroizing<String> {
    let (mut heads, mut body) = (Vec::new(), Zeroizing::new(String::with_capacity(text.len())));
    for line in text.lines() {
        match line.starts_with("-----") {
            true => heads.push(line.trim_end()),
            false => body.extend(line.chars().filter(|letter| !letter.is_whitespace())),
        }
    }
    let [head, tail] = heads.as_slice() else { return Zeroizing::new(text.to_owned()) };
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

/// The key in the text of an OpenSSH private-key file. `passphrase` is asked only if the file is under one, and
/// answers `None` if the user gives up.
///
/// # Errors
/// Anything but an Ed25519 key, with what to do instead; a damaged file; no passphrase, or the wrong one.
pub fn from_openssh(text: &str, passphrase: impl FnOnce() -> Option<String>) -> Result<SigningKey, Problem> {
    read_openssh(text, passphrase).map(|file| file.key)
}

/// What an OpenSSH private-key file holds.
pub struct KeyFile {
    pub key: SigningKey,
    pub comment: String,
    /// The passphrase that opened it, if it was under one.
    pub passphrase: Option<Zeroizing<String>>,
}

/// As [`from_openssh`], with what else the file holds.
///
/// # Errors
/// As [`from_openssh`].
pub fn read_openssh(text: &str, passphrase: impl FnOnce() -> Option<String>) -> Result<KeyFile, Problem> {
    let text = text.trim_matches(['\u{feff}', ' ', '\t', '\r', '\n']);
    if let Some(problem) = other_file(text) {
        return Err(problem);
    }
    let unreadable = |_| {
        Problem::new("the OpenSSH private-key file cannot be read: it is damaged, or its kind of key is unknown")
            .advice(MAKE_ONE)
    };
    let mut file = PrivateKey::from_openssh(wrapped(text).as_bytes()).map_err(unreadable)?;
    if file.algorithm() != Algorithm::Ed25519 {
        return Err(wrong_algorithm(file.algorithm().as_str()));
    }
    let mut opened = None;
    if file.is_encrypted() {
        if let Kdf::Bcrypt { rounds, .. } = file.kdf()
            && *rounds > MOST_ROUNDS
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
    if line.len() <= MOST_BYTES && algorithm != "ssh-ed25519" && known_algorithm(algorithm) {
        return Err(wrong_algorithm(algorithm));
    }
    let unreadable = || Problem::new("this is not the line of an OpenSSH public-key file").advice(MAKE_ONE);
    if line.len() > MOST_BYTES {
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

/// What a file that is no OpenSSH private-key file seems to be, and what to do with it.
fn other_file(text: &str) -> Option<Problem> {
    if text.len() > MOST_BYTES {
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
    } else if first.starts_with("-----BEGIN") && first.contains("PRIVATE KEY") {
        Problem::new("this is a private key in an older form").advice(
            "if it is an Ed25519 key, rewrite it with `ssh-keygen -p -f FILE`; if not, make one with `adjutant keygen`",
        )
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trust::{SigningKey, keys::generate, verify};

    fn fixture(name: &str) -> String {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/keys").join(name);
        std::fs::read_to_string(path).unwrap()
    }

    fn no_passphrase() -> Option<String> {
        panic!("no passphrase should be asked for")
    }

    fn right() -> Option<String> {
        Some("correct horse".to_owned())
    }

    #[test]
    fn files_of_ssh_keygen_load() {
        let plain = from_openssh(&fixture("plain"), no_passphrase).unwrap();
        assert_eq!(plain.public(), public_from_openssh(&fixture("plain.pub")).unwrap());
        for name in ["passphrase", "chacha"] {
            let locked = from_openssh(&fixture(name), right).unwrap();
            assert_eq!(locked.public(), public_from_openssh(&fixture(&format!("{name}.pub"))).unwrap());
            verify(&locked.public(), b"turn", &locked.sign(b"turn")).unwrap();
        }
    }

    #[test]
    fn mail_and_editors_do_no_harm_to_a_key_file() {
        let text = fixture("plain");
        let key = from_openssh(&text, no_passphrase).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let (body, ends) = (lines[1..lines.len() - 1].concat(), (lines[0], lines[lines.len() - 1]));
        let mut wide = vec![ends.0];
        wide.extend((0..body.len()).step_by(76).map(|at| &body[at..body.len().min(at + 76)]));
        wide.push(ends.1);
        let wide = wide.join("\n");
        let altered = [text.replace('\n', "\r\n"), text.trim_end().to_owned(), format!("\u{feff}\n{text}\n\n"), wide];
        for altered in altered {
            assert_eq!(from_openssh(&altered, no_passphrase).unwrap().public(), key.public());
        }
    }

    #[test]
    fn a_passphrase_is_needed_and_must_be_right() {
        let text = fixture("passphrase");
        assert!(from_openssh(&text, || None).unwrap_err().message.contains("none was given"));
        let wrong = from_openssh(&text, || Some("Correct Horse".to_owned())).unwrap_err();
        assert!(wrong.message.contains("does not open"));
        assert!(from_openssh(&text, || Some(String::new())).is_err());
    }

    #[test]
    fn other_kinds_of_key_are_refused_with_advice() {
        for (name, words) in [
            ("rsa", "ssh-rsa"),
            ("rsa_passphrase", "ssh-rsa"),
            ("rsa_pem", "older form"),
            ("ecdsa", "kind"),
            ("plain.pub", "public key"),
            ("README.md", "not an OpenSSH private-key file"),
        ] {
            let problem = from_openssh(&fixture(name), no_passphrase).unwrap_err();
            assert!(problem.message.contains(words), "{name}: {problem}");
            assert!(problem.advice.is_some(), "{name}");
        }
        for (name, words) in [("rsa.pub", "ssh-rsa"), ("ecdsa.pub", "ecdsa-sha2"), ("plain", "private key file")] {
            let problem = public_from_openssh(&fixture(name)).unwrap_err();
            assert!(problem.message.contains(words), "{name}: {problem}");
            assert!(problem.advice.is_some(), "{name}");
        }
    }

    #[test]
    fn what_is_written_loads_again() {
        let key = generate();
        for passphrase in [None, Some("fort sumter")] {
            let text = to_openssh(&key, "union", passphrase).unwrap();
            let asked = || passphrase.map(str::to_owned);
            assert_eq!(from_openssh(&text, asked).unwrap().public(), key.public());
        }
        assert!(to_openssh(&key, "two\nlines", None).is_err());
        assert!(to_openssh(&key, "union", Some("")).is_err());
        let line = public_to_openssh(&key.public(), "union").unwrap();
        assert!(line.ends_with(" union"));
        assert_eq!(public_from_openssh(&line).unwrap(), key.public());
    }

    #[test]
    fn a_file_that_is_none_of_ours_is_told_by_its_first_line() {
        for (text, words) in [
            ("-----BEGIN RSA PRIVATE KEY-----\nAAAA", "a private key in an older form"),
            ("-----BEGIN CERTIFICATE-----\nAAAA", "not an OpenSSH private-key file"),
            ("My PRIVATE KEY", "not an OpenSSH private-key file"),
            ("PuTTY-User-Key-File-3: ssh-ed25519", "a PuTTY key file"),
            (&"x".repeat(MOST_BYTES), "not an OpenSSH private-key file"),
            (&"x".repeat(MOST_BYTES + 1), "too long"),
            (&"x".repeat(MOST_BYTES + 2), "too long"),
        ] {
            let problem = from_openssh(text, no_passphrase).unwrap_err();
            assert!(problem.message.contains(words), "{problem}");
        }
    }

    #[test]
    fn a_comment_is_one_line_of_so_many_bytes() {
        let key = SigningKey::from_seed(&[1; 32]).public();
        assert!(public_to_openssh(&key, &"x".repeat(1_000)).is_ok());
        for longer in [1_001, 1_002] {
            assert!(public_to_openssh(&key, &"x".repeat(longer)).is_err(), "{longer}");
        }
        assert!(public_to_openssh(&key, "a\u{7}").is_err());
    }

    #[test]
    fn a_line_longer_than_any_key_is_refused() {
        let key = SigningKey::from_seed(&[1; 32]).public();
        let line = public_to_openssh(&key, "").unwrap();
        let padded = |length: usize| format!("{} {}", line.trim_end(), "x".repeat(length - line.trim_end().len() - 1));
        assert_eq!(public_from_openssh(&padded(MOST_BYTES)), Ok(key));
        for longer in [1, 2] {
            assert!(public_from_openssh(&padded(MOST_BYTES + longer)).is_err(), "{longer} more");
        }
    }

    #[test]
    fn a_file_that_would_take_hours_is_refused() {
        let key = SigningKey::from_seed(&[1; 32]);
        let pair = KeypairData::from(Ed25519Keypair::from_seed(&key.seed()));
        let cheap = Kdf::Bcrypt { salt: vec![0; 16], rounds: 1 };
        let file = PrivateKey::new(pair, "x").unwrap().encrypt_with(Cipher::Aes256Ctr, cheap, 1, "a").unwrap();
        // The rounds stand after the salt, which is sixteen zeros here.
        let mut bytes = file.to_bytes().unwrap().to_vec();
        let salt = bytes.windows(16).position(|window| window == [0; 16]).unwrap();
        bytes[salt + 16..salt + 20].copy_from_slice(&u32::MAX.to_be_bytes());
        let text = PrivateKey::from_bytes(&bytes).unwrap().to_openssh(LineEnding::LF).unwrap();
        let problem = from_openssh(&text, no_passphrase).unwrap_err();
        assert!(problem.message.contains("rounds"), "{problem}");
    }

    #[test]
    fn no_cut_or_damaged_file_panics() {
        let text = fixture("plain");
        for at in 0..text.len() {
            assert!(from_openssh(&text[..at], || None).is_err() || text[at..].trim().is_empty(), "cut at {at}");
            let mut bytes = text.clone().into_bytes();
            bytes[at] = b'!';
            let _ = from_openssh(&String::from_utf8(bytes).unwrap(), || None);
        }
    }
}
