//! Writes a mail as Outlook saves it (.msg), for the tests of the reader and of `receive`.

use std::io::{Cursor, Write};

use cfb::CompoundFile;

/// A mail that Outlook saved, with one attachment and a mail within it.
pub fn saved(text: &str, attachment: &[u8]) -> Vec<u8> {
    let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    let mut file = CompoundFile::create(Cursor::new(Vec::new())).unwrap();
    let headers =
        "Received: from a by b; Sat, 28 Nov 2026 10:00:00 +0000\r\nFrom: Ann <ann@example.org>\r\nSubject: A turn\r\n";
    let attached = "/__attach_version1.0_#00000000";
    let inner = "/__attach_version1.0_#00000001/__substg1.0_3701000D";
    for storage in [attached, "/__attach_version1.0_#00000001", inner, "/__nameid_version1.0"] {
        file.create_storage(storage).unwrap();
    }
    for (path, value) in [
        ("/__properties_version1.0".to_owned(), vec![0; 32]),
        ("/__nameid_version1.0/__substg1.0_10000102".to_owned(), vec![1; 32]),
        ("/__substg1.0_007D001F".to_owned(), utf16(headers)),
        ("/__substg1.0_1000001F".to_owned(), utf16(text)),
        (format!("{attached}/__substg1.0_3704001E"), b"TURN~1.YAM".to_vec()),
        (format!("{attached}/__substg1.0_3707001F"), utf16("turn.yaml")),
        (format!("{attached}/__substg1.0_37010102"), attachment.to_vec()),
        (format!("{inner}/__substg1.0_1000001E"), b"within".to_vec()),
        (format!("{inner}/__substg1.0_007D001E"), b"Received: by evil; x".to_vec()),
    ] {
        file.create_stream(path).unwrap().write_all(&value).unwrap();
    }
    file.into_inner().into_inner()
}
