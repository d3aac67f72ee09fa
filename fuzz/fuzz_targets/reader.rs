//! Any bytes are answered; what is read, can be written and read again as the same document; what is refused,
//! can be shown.

#![no_main]

use adjutant::document::{self, Form};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for form in [Form::Signed, Form::State, Form::Draft] {
        match document::read("fuzz", bytes, form) {
            Ok(doc) => {
                let written = document::write(&doc.content);
                let again = document::read("again", written.as_bytes(), Form::State).expect("what we write, we read");
                assert_eq!(again.content, doc.content);
                assert_eq!(document::digest(&again.content), document::digest(&doc.content));
                if let Err(problem) = document::parse(&doc) {
                    assert!(!problem.message.is_empty());
                }
            }
            Err(problem) => {
                let shown = document::render("fuzz", &String::from_utf8_lossy(bytes), &[problem], false);
                assert!(shown.chars().all(|c| c == '\n' || !c.is_control()));
            }
        }
    }
});
