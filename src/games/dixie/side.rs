//! The two sides, as the cards name them.

adjutant_core::two_sides! {
    /// One of the two sides (2.0).
    Usa: "usa", "USA", "USA";
    Csa: "csa", "CSA", "CSA";
}
