use proptest::prelude::*;
use serde_json::json;

use adjutant_core::document::Value;
use adjutant_core::trust::journal::*;

proptest! {
    #[test]
    fn whatever_follows_whole_records_they_are_read(tail: Vec<u8>, count in 0usize..=3) {
        let mut bytes: Vec<u8> = records()[..count].iter().flat_map(write).collect();
        bytes.extend(&tail);
        let reading: JournalContents<Value> = read(bytes.clone());
        prop_assert_eq!(&reading.values()[..], &records()[..count]);
        prop_assert!(!reading.damaged || tail.contains(&b'\n'));
    }

    #[test]
    fn any_values_are_read_as_they_were_written(texts in proptest::collection::vec(any::<String>(), 0..5)) {
        let values: Vec<Value> = texts.iter().map(|text| json!({"text": text, "list": [text]})).collect();
        let reading: JournalContents<Value> = read(values.iter().flat_map(write).collect());
        prop_assert_eq!(reading.values(), values);
        prop_assert!(!reading.damaged);
    }
}

fn records() -> Vec<Value> {
    vec![json!({"a": "one\nline", "b": 1}), json!({"b": "zwölf", "a": [null, true]}), json!({"c": {"d": "e"}})]
}

#[test]
fn a_tail_cut_at_any_byte_is_dropped_and_written_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let whole: Vec<u8> = records().iter().flat_map(write).collect();
    let two: usize = records()[..2].iter().map(|record| write(record).len()).sum();
    for cut in two..whole.len() {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let (mut journal, reading) = Journal::open::<Value>(path.clone()).unwrap();
        assert_eq!(reading.values(), records()[..2], "cut at {cut}");
        assert!(!reading.damaged, "cut at {cut}");
        journal.append(&[json!({"new": cut})]).unwrap();
        let again: JournalContents<Value> = read_file(&path).unwrap();
        assert_eq!(again.values()[..2], records()[..2]);
        assert_eq!(again.values()[2..], [json!({"new": cut})]);
        assert!(!again.damaged);
    }
}

#[test]
fn what_is_added_stands_behind_what_was_added_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let (mut journal, _) = Journal::open::<Value>(path.clone()).unwrap();
    for record in records() {
        journal.append(&[record]).unwrap();
    }
    assert_eq!(read_file(&path).unwrap().values(), records());
}

#[test]
fn whole_records_behind_a_part_that_was_never_filled_are_damage() {
    let mut bytes = write(&records()[0]);
    bytes.extend([0; 9]);
    bytes.push(b'\n');
    assert!(!read::<Value>(bytes.clone()).damaged, "nothing whole follows");
    bytes.extend(write(&records()[1]));
    let reading: JournalContents<Value> = read(bytes);
    assert_eq!((reading.records.len(), reading.damaged), (1, true));
}

#[test]
fn a_journal_that_is_not_there_is_empty_and_one_that_cannot_be_read_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    assert!(read_file::<Value>(&path).unwrap().values().is_empty());
    std::fs::write(&path, "").unwrap();
    assert!(read_file::<Value>(&path.join("log")).is_err(), "its folder is a file");
    assert!(read_file::<Value>(folder.path()).is_err(), "it is a folder");
}

#[test]
fn a_tail_that_was_never_filled_is_dropped() {
    let mut bytes: Vec<u8> = records().iter().flat_map(write).collect();
    let last = bytes.len() - 20;
    bytes[last..].fill(0);
    let reading: JournalContents<Value> = read(bytes.clone());
    assert_eq!((reading.records.len(), reading.damaged), (2, false));
}

#[test]
fn every_changed_byte_of_a_flushed_record_is_seen() {
    let whole: Vec<u8> = records().iter().flat_map(write).collect();
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= 1;
        let reading: JournalContents<Value> = read(bytes.clone());
        assert!(reading.records.len() < 3, "byte {at}");
        // Only the last line end leaves a doubt: without it the record is one that was cut short.
        assert_eq!(reading.damaged, at + 1 < whole.len(), "byte {at}");
    }
}

#[test]
fn a_damaged_journal_is_put_aside() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let mut bytes: Vec<u8> = records().iter().flat_map(write).collect();
    bytes[3] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let (mut journal, reading) = Journal::open::<Value>(path.clone()).unwrap();
    assert!(reading.damaged && reading.values().is_empty());
    journal.replace(&records()[..1]).unwrap();
    journal.append(&records()[1..]).unwrap();
    assert_eq!(read_file(&path).unwrap().values(), records());
    assert_eq!(std::fs::read(path.with_extension("damaged-1")).unwrap(), bytes);
}

#[test]
fn no_bytes_panic() {
    for bytes in [&b""[..], b"\n", b" ", b"  \n", b"5 a b\n", b"18446744073709551616 x y\n", b"\xff\n\xff", b"0  \n"] {
        assert!(read(bytes.to_vec()).values().is_empty());
    }
}
