//! *Birth of a Legend: Lee and the Seven Days*. One file a module or procedure of the rulebook, in the order of the
//! sequence of play.

pub mod events;
pub mod ground;
pub mod ledger;
pub mod options;
pub mod orders;
pub mod pack;

use std::sync::{Arc, LazyLock};

use pack::Pack;

/// The game, with the data that it is played with.
#[derive(Clone, Debug, PartialEq)]
pub struct SevenDays {
    pub pack: Arc<Pack>,
}

impl SevenDays {
    /// The revision of the rules.
    pub const REVISION: u32 = 1;

    /// The game with the data pack that the program ships.
    pub fn shipped() -> Self {
        static SHIPPED: LazyLock<SevenDays> = LazyLock::new(|| SevenDays::new(Pack::shipped()));
        SHIPPED.clone()
    }

    /// The game with a data pack.
    pub fn new(pack: Pack) -> Self {
        SevenDays { pack: Arc::new(pack) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shipped_pack_is_read() {
        let rules = SevenDays::shipped();
        assert_eq!((rules.pack.map.areas.len(), rules.pack.forces.leaders.len()), (45, 20));
    }
}
