use serde_json::{Value, json};

use adjutant_core::document::digest_complete;
use adjutant_core::document::pack::*;

fn pack() -> PackFiles {
    let files = [("b.yaml", json!({"y": [1], "x": "two"})), ("a.yaml", json!({"signatures": null}))];
    files.into_iter().map(|(name, content)| (name.to_owned(), content)).collect()
}

#[test]
fn its_digest_is_that_of_the_mapping_from_names_to_content() {
    let whole = json!({"b.yaml": {"y": [1], "x": "two"}, "a.yaml": {"signatures": null}});
    assert_eq!(pack().digest(), digest_complete(&whole));
    assert_eq!(PackFiles::default().digest(), digest_complete(&json!({})));
}

#[test]
fn a_changed_pack_has_another_digest_and_its_copies_have_not() {
    let good = pack();
    let digest = good.digest();
    let change: [&dyn Fn(&mut PackFiles); 4] = [
        &|pack| pack.get_mut("b.yaml").expect("a file")["x"] = json!("three"),
        &|pack| pack.insert("b.yaml", json!({})),
        &|pack| pack.insert("c.yaml", json!({})),
        &|pack| pack.remove("a.yaml"),
    ];
    for change in change {
        let mut altered = good.clone();
        change(&mut altered);
        assert_ne!(altered.digest(), digest);
        assert_ne!(altered, good);
        assert_eq!(good.digest(), digest);
        assert_eq!(good, pack());
    }
}

#[test]
fn a_compiled_pack_reads_as_it_is_written_and_says_the_digest_that_it_was_given() {
    let (files, told) = ([("a.yaml", "x: one two\n"), ("b.yaml", "- 1\n")], "0a".repeat(32));
    let pack = PackFiles::compiled(&files, &told);
    assert_eq!(pack["a.yaml"], json!({"x": "one two"}));
    assert_eq!(pack["b.yaml"], json!([1]));
    assert_eq!(pack["c.yaml"], Value::Null);
    assert_eq!(pack.digest().to_string(), told);
    let unsaid = PackFiles::compiled(&files, "no digest");
    assert_eq!(unsaid, pack);
    assert_eq!(unsaid.digest(), digest_complete(&json!({"a.yaml": {"x": "one two"}, "b.yaml": [1]})));
}
