use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use adjutant_core::document::lazy_bytes::*;

#[test]
fn bytes_are_fetched_once_and_when_they_are_wanted() {
    static FETCHED: AtomicUsize = AtomicUsize::new(0);
    let source = LazyBytes::later(
        3,
        Box::new(|| {
            FETCHED.fetch_add(1, Ordering::Relaxed);
            Some(b"abc".to_vec())
        }),
    );
    let copy = source.clone();
    assert!(!source.is(b"ab") && source.length() == 3);
    assert_eq!(FETCHED.load(Ordering::Relaxed), 0, "the length tells them apart");
    assert!(copy.is(b"abc") && source.is(b"abc") && !source.is(b"abd"));
    assert_eq!(FETCHED.load(Ordering::Relaxed), 1);
    let gone = LazyBytes::later(3, Box::new(|| None));
    assert!(gone.bytes().is_none() && !gone.is(b"abc"));
    assert!(LazyBytes::from(Arc::new(b"abc".to_vec())).is(b"abc"));
}
