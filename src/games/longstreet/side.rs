//! The two sides, as the flags on the cards name them.

adjutant_core::two_sides! {
    /// One of the two sides (The Action Cards).
    Federal: "federal", "Federal", "Federal side";
    Confederate: "confederate", "Confederate", "Confederate side";
}

impl Side {
    /// The prefix of the ids of its cards: both sides have a set of the neutral cards, and each card has an id of its
    /// own (LS-2).
    pub fn flag(self) -> &'static str {
        match self {
            Side::Federal => "us",
            Side::Confederate => "cs",
        }
    }
}
