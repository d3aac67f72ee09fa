//! The bytes of a file: present, or fetched on first access.

use std::fmt;
use std::sync::{Arc, OnceLock};

/// Fetches the bytes of a file: the very bytes that were seen before, or `None`.
pub type Fetch = Box<dyn Fn() -> Option<Vec<u8>> + Send + Sync>;

/// The bytes of a file. Clones share them, and they are fetched at most once.
#[derive(Clone)]
pub struct LazyBytes(Arc<Inner>);

struct Inner {
    length: usize,
    bytes: OnceLock<Option<Arc<Vec<u8>>>>,
    fetch: Option<Fetch>,
}

impl LazyBytes {
    /// A file of this length, whose bytes are fetched on first access.
    pub fn later(length: usize, fetch: Fetch) -> LazyBytes {
        LazyBytes(Arc::new(Inner { length, bytes: OnceLock::new(), fetch: Some(fetch) }))
    }

    /// The bytes; `None` if they can no longer be had unchanged.
    pub fn bytes(&self) -> Option<&Arc<Vec<u8>>> {
        let fetch = || self.0.fetch.as_ref()?().map(Arc::new);
        self.0.bytes.get_or_init(fetch).as_ref()
    }

    /// How many bytes there are.
    pub fn length(&self) -> usize {
        self.0.length
    }

    /// Whether the file has exactly these bytes.
    pub fn is(&self, bytes: &[u8]) -> bool {
        self.length() == bytes.len() && self.bytes().is_some_and(|own| own.as_slice() == bytes)
    }
}

impl From<Arc<Vec<u8>>> for LazyBytes {
    fn from(bytes: Arc<Vec<u8>>) -> Self {
        LazyBytes(Arc::new(Inner { length: bytes.len(), bytes: Some(bytes).into(), fetch: None }))
    }
}

impl fmt::Debug for LazyBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LazyBytes").field("length", &self.0.length).finish_non_exhaustive()
    }
}
