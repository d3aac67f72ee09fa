//! A pack that comes with the program.

use std::sync::OnceLock;

use crate::document::{PackFiles, Problem};

/// The files of a compiled-in pack, and the typed pack that a game makes of them; each is made on first use.
#[derive(Debug)]
pub struct Shipped<P: 'static> {
    texts: &'static [(&'static str, &'static str)],
    digest: &'static str,
    read: fn(&PackFiles) -> Result<P, Problem>,
    files: OnceLock<PackFiles>,
    typed: OnceLock<P>,
}

impl<P: Clone> Shipped<P> {
    /// The names and texts of the files; their digest, so that they can be identified without reading them; and the
    /// game's function that reads them. A test verifies the digest.
    pub const fn new(
        texts: &'static [(&'static str, &'static str)],
        digest: &'static str,
        read: fn(&PackFiles) -> Result<P, Problem>,
    ) -> Shipped<P> {
        Shipped { texts, digest, read, files: OnceLock::new(), typed: OnceLock::new() }
    }

    /// The names and texts of the files.
    pub fn texts(&self) -> &'static [(&'static str, &'static str)] {
        self.texts
    }

    /// The files in the form that a match stores and a charter pins.
    pub fn files(&self) -> &PackFiles {
        self.files.get_or_init(|| PackFiles::compiled(self.texts, self.digest))
    }

    /// The typed pack.
    ///
    /// # Panics
    /// Never with the files that are compiled in: a test reads them.
    pub fn typed(&self) -> P {
        let read = || match (self.read)(self.files()) {
            Ok(pack) => pack,
            Err(problem) => panic!("the shipped pack cannot be read: {problem} at {:?}", problem.path),
        };
        self.typed.get_or_init(read).clone()
    }
}
