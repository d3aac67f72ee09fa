//! What every shipped pack must keep to.

use adjutant_core::document::{PackFiles, Problem};
use adjutant_core::pack::{Shipped, unsourced};

/// The pack has the digest that the program states, nothing in it is inconsistent, and every entry has a source.
pub fn assert_fits<P: Clone>(pack: &'static Shipped<P>, problems: impl Fn(&PackFiles) -> Vec<Problem>) {
    let files = pack.files();
    let read: PackFiles = files.iter().map(|(name, content)| (name.to_owned(), content.clone())).collect();
    assert_eq!(files.digest(), read.digest(), "write this one into PACK");
    assert_eq!(problems(files), []);
    assert_eq!(unsourced(files), []);
}
