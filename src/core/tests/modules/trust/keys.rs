use data_encoding::BASE64;
use proptest::prelude::*;

use adjutant_core::document::{Bytes32, Problem};
use adjutant_core::trust::keys::*;

fn message_of(result: Result<(), Problem>) -> String {
    result.unwrap_err().message
}

proptest! {
    #[test]
    fn a_signature_holds_for_its_message_and_key_only(seed: [u8; 32], other: [u8; 32], message: Vec<u8>) {
        prop_assume!(seed != other);
        let key = SigningKey::from_seed(&seed);
        let sig = key.sign(&message);
        prop_assert_eq!(sig.len(), 88);
        prop_assert!(verify(&key.public(), &message, &sig).is_ok());
        prop_assert!(verify(&SigningKey::from_seed(&other).public(), &message, &sig).is_err());
        let longer = [&message[..], b"x"].concat();
        prop_assert!(verify(&key.public(), &longer, &sig).is_err());
    }

    #[test]
    fn any_other_text_is_no_signature(at in 0usize..88, to in 0u8..64) {
        let key = SigningKey::from_seed(&[7; 32]);
        let sig = key.sign(b"turn");
        let mut bytes = sig.clone().into_bytes();
        bytes[at] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"[to as usize];
        let changed = String::from_utf8(bytes).unwrap();
        prop_assert_eq!(verify(&key.public(), b"turn", &changed).is_ok(), changed == sig);
    }

    #[test]
    fn no_text_and_no_key_panics(key: [u8; 32], sig: String) {
        let _ = verify(&Bytes32(key), b"turn", &sig);
    }
}

#[test]
fn white_space_within_a_signature_does_no_harm() {
    let key = SigningKey::from_seed(&[7; 32]);
    let sig = key.sign(b"turn");
    let broken = format!(" {}\r\n\t{} \n", &sig[..40], &sig[40..]);
    assert_eq!(verify(&key.public(), b"turn", &broken), Ok(()));
    let strange = format!("{}\u{a0}{}", &sig[..40], &sig[40..]);
    assert!(verify(&key.public(), b"turn", &strange).is_err());
}

#[test]
fn each_failure_has_its_own_words() {
    let key = SigningKey::from_seed(&[7; 32]);
    let (public, sig) = (key.public(), key.sign(b"turn"));
    let with = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = BASE64.decode(sig.as_bytes()).unwrap();
        change(&mut bytes);
        BASE64.encode(&bytes)
    };
    let mut not_below = ORDER;
    not_below[0] += 1;
    let mut identity_as_p_plus_one = PRIME;
    identity_as_p_plus_one[0] += 1;
    let mut two_as_p_plus = PRIME;
    two_as_p_plus[0] += 3;
    let cases = [
        (public, sig[..84].to_owned(), "instead of 88"),
        (public, sig.replace('=', "A"), "not canonical base64"),
        (public, with(&|bytes| bytes[32..].copy_from_slice(&ORDER)), "not below the group's order"),
        (public, with(&|bytes| bytes[32..].copy_from_slice(&not_below)), "not below the group's order"),
        (public, with(&|bytes| bytes[..32].copy_from_slice(&[2; 32])), "first half is not a point"),
        (public, with(&|bytes| bytes[..32].copy_from_slice(&identity_as_p_plus_one)), "first half is not a point"),
        (public, with(&|bytes| bytes[..32].copy_from_slice(&[0; 32])), "first half is a point of small order"),
        (public, SigningKey::from_seed(&[8; 32]).sign(b"turn"), "is not valid"),
        (Bytes32([0; 32]), sig.clone(), "public key is a point of small order"),
        (Bytes32([2; 32]), sig.clone(), "public key is not a point"),
        (Bytes32(two_as_p_plus), sig.clone(), "public key is not a point"),
        (Bytes32(identity_as_p_plus_one), sig.clone(), "public key is not a point"),
    ];
    for (key, sig, words) in cases {
        let message = message_of(verify(&key, b"turn", &sig));
        assert!(message.contains(words), "{message:?} should say {words:?}");
    }
    assert_eq!(check_public(&public), Ok(()));
    for bad in [Bytes32([0; 32]), Bytes32([2; 32]), Bytes32(two_as_p_plus), Bytes32(identity_as_p_plus_one)] {
        assert!(message_of(check_public(&bad)).contains("public key"), "{bad}");
    }
}

#[test]
fn the_last_base64_digit_must_be_canonical() {
    let key = SigningKey::from_seed(&[7; 32]);
    let sig = key.sign(b"turn");
    // 64 bytes leave four unused bits in the last digit before "==".
    let digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let last = digits.find(&sig[85..86]).unwrap();
    let loose = format!("{}{}==", &sig[..85], &digits[last + 1..last + 2]);
    assert!(message_of(verify(&key.public(), b"turn", &loose)).contains("not canonical base64"));
}

#[test]
fn a_fingerprint_is_eight_groups_of_four_digits() {
    let print = fingerprint(&Bytes32([0; 32]));
    let groups: Vec<&str> = print.split(' ').collect();
    assert_eq!(groups.len(), 8);
    assert!(groups.iter().all(|group| group.len() == 4 && group.bytes().all(|digit| digit.is_ascii_digit())));
    assert_ne!(print, fingerprint(&Bytes32([1; 32])));
}

#[test]
fn debug_shows_no_secret() {
    let key = SigningKey::from_seed(&[0xab; 32]);
    let shown = format!("{key:?}");
    assert!(shown.contains(&key.public().to_string()));
    assert!(!shown.contains("abab") && !shown.contains("171, 171"), "{shown}");
}
