//! A pack that comes with the program.

use std::sync::OnceLock;

use crate::document::{PackFiles, Problem};

/// The files of a pack that are compiled in, and what a game makes of them; each is made when it is first asked for.
#[derive(Debug)]
pub struct Shipped<P: 'static> {
    texts: &'static [(&'static str, &'static str)],
    digest: &'static str,
    read: fn(&PackFiles) -> Result<P, Problem>,
    files: OnceLock<PackFiles>,
    typed: OnceLock<P>,
}

impl<P: Clone> Shipped<P> {
    /// The names and texts of the files, their digest, so that they need not be read to be told from others, and how the game
    /// reads them. A test says what the digest has to be.
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

    /// The files in the form that a match keeps and a charter pins.
    pub fn files(&self) -> &PackFiles {
        self.files.get_or_init(|| PackFiles::compiled(self.texts, self.digest))
    }

    /// The pack, typed.
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
