use adjutant_core::trust::SigningKey;
use adjutant_core::trust::secret::*;

fn key(byte: u8) -> SigningKey {
    SigningKey::from_seed(&[byte; 32])
}

#[test]
fn a_wrapped_secret_comes_back_under_its_key_and_purpose_only() {
    let wrapped = wrap(&key(1), "seed", b"the root");
    assert_eq!(unwrap(&key(1), "seed", &wrapped).unwrap().as_slice(), b"the root");
    assert!(unwrap(&key(2), "seed", &wrapped).is_err());
    assert!(unwrap(&key(1), "salt", &wrapped).is_err());
    assert_ne!(wrapped, wrap(&key(1), "seed", b"the root"), "each wrapping has its own nonce");
}

#[test]
fn every_damaged_character_is_found() {
    let wrapped = wrap(&key(1), "seed", b"the root");
    for at in 0..wrapped.len() {
        let mut bytes = wrapped.clone().into_bytes();
        bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
        let damaged = String::from_utf8(bytes).unwrap();
        assert!(unwrap(&key(1), "seed", &damaged).is_err(), "character {at}");
        assert!(unwrap(&key(1), "seed", &wrapped[..at]).is_err(), "cut at {at}");
    }
}

#[test]
fn random_bytes_differ() {
    assert_ne!(random32(), random32());
}
