//! The bytes of a file: at hand, or fetched when they are first looked at.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// Fetches the bytes of a file. They are the very ones that were seen before, or none.
pub type Fetch = Box<dyn Fn() -> Option<Vec<u8>> + Send + Sync>;

/// The bytes of a file. Copies share them, and they are fetched once at most.
#[derive(Clone)]
pub struct Source(Arc<Inner>);

struct Inner {
    length: usize,
    bytes: OnceLock<Option<Arc<Vec<u8>>>>,
    fetch: Option<Fetch>,
}

impl Source {
    /// A file of that length, whose bytes are fetched when they are looked at.
    pub fn later(length: usize, fetch: Fetch) -> Source {
        Source(Arc::new(Inner { length, bytes: OnceLock::new(), fetch: Some(fetch) }))
    }

    /// The bytes; `None` if they can no more be had as they were.
    pub fn bytes(&self) -> Option<&Arc<Vec<u8>>> {
        let fetch = || self.0.fetch.as_ref()?().map(Arc::new);
        self.0.bytes.get_or_init(fetch).as_ref()
    }

    /// How many bytes there are.
    pub fn length(&self) -> usize {
        self.0.length
    }

    /// Whether these are the bytes.
    pub fn is(&self, bytes: &[u8]) -> bool {
        self.length() == bytes.len() && self.bytes().is_some_and(|own| own.as_slice() == bytes)
    }
}

impl From<Arc<Vec<u8>>> for Source {
    fn from(bytes: Arc<Vec<u8>>) -> Self {
        Source(Arc::new(Inner { length: bytes.len(), bytes: Some(bytes).into(), fetch: None }))
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("length", &self.0.length).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn bytes_are_fetched_once_and_when_they_are_wanted() {
        static FETCHED: AtomicUsize = AtomicUsize::new(0);
        let source = Source::later(
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
        let gone = Source::later(3, Box::new(|| None));
        assert!(gone.bytes().is_none() && !gone.is(b"abc"));
        assert!(Source::from(Arc::new(b"abc".to_vec())).is(b"abc"));
    }
}
