use ssh_key::private::{Ed25519Keypair, KeypairData, PrivateKey};
use ssh_key::{Cipher, Kdf, LineEnding};

use adjutant_core::trust::openssh::*;
use adjutant_core::trust::{SigningKey, keys::generate, verify};

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

/// As `openssl genpkey -algorithm ed25519` writes it (RFC 8410); the public key is what `openssl pkey -pubout` gives.
#[test]
fn a_key_of_openssl_loads() {
    let text = fixture("pkcs8");
    let public = "83f3a0eabcf538e7b5a8dff0e94a5115c4719dd121defc63d421a22b81dfaf50";
    for text in [text.clone(), text.replace('\n', "\r\n"), format!("\u{feff}\n{text}\n")] {
        let key = from_openssh(&text, no_passphrase).unwrap();
        assert_eq!(key.public().to_string(), public);
    }
    // The example with attributes and a public key in RFC 8410, section 10.3.
    let whole = "-----BEGIN PRIVATE KEY-----\nMHICAQEwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n\
                 oB8wHQYKKoZIhvcNAQkJFDEPDA1DdXJkbGUgQ2hhaXJzgSEAGb9ECWmEzf6FQbrB\nZ9w7lshQhqowtrbLDFw4rXAxZuE=\n\
                 -----END PRIVATE KEY-----\n";
    let key = from_openssh(whole, no_passphrase).unwrap();
    assert_eq!(key.public().to_string(), "19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1");
    for cut in [
        text.replace("END", "BEGIN"),
        text.replace("MC4C", "MC4D"),
        text.lines().take(2).collect::<Vec<_>>().join("\n"),
    ] {
        assert!(from_openssh(&cut, no_passphrase).unwrap_err().message.contains("damaged"), "{cut}");
    }
}

/// The public key is not encrypted; a comment is.
#[test]
fn the_public_key_is_in_the_private_file_too() {
    for (name, comment) in [("plain", true), ("passphrase", false), ("chacha", false)] {
        let (key, said) = public_of_private(&fixture(name)).unwrap();
        let line = fixture(&format!("{name}.pub"));
        assert_eq!(key, public_from_openssh(&line).unwrap());
        assert_eq!(!said.is_empty() && line.trim_end().ends_with(&said), comment, "{name}: {said}");
    }
    assert!(public_of_private(&fixture("rsa")).is_err());
    assert!(public_of_private(&fixture("plain.pub")).is_err());
}

#[test]
fn other_kinds_of_key_are_refused_with_advice() {
    for (name, words) in [
        ("pkcs8_passphrase", "PKCS #8) with a passphrase"),
        ("pkcs8_rsa", "RSA"),
        ("pkcs8_ecdsa", "ECDSA"),
        ("tdes", "3des-cbc"),
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
        (&"x".repeat(MAX_BYTES), "not an OpenSSH private-key file"),
        (&"x".repeat(MAX_BYTES + 1), "too long"),
        (&"x".repeat(MAX_BYTES + 2), "too long"),
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
    assert_eq!(public_from_openssh(&padded(MAX_BYTES)), Ok(key));
    for longer in [1, 2] {
        assert!(public_from_openssh(&padded(MAX_BYTES + longer)).is_err(), "{longer} more");
    }
}

#[test]
fn a_file_that_would_take_hours_is_refused() {
    let pair = KeypairData::from(Ed25519Keypair::from_seed(&[1; 32]));
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
