//! The cards and battles that the program ships.

use adjutant_core::document::PackFiles;
use adjutant_core::pack::unsourced;
use longstreet::pack::{PACK, Pack};
use longstreet::side::Side;

#[test]
fn the_shipped_cards_fit_and_have_sources() {
    let files = PACK.files();
    let read: PackFiles = files.iter().map(|(name, content)| (name.to_owned(), content.clone())).collect();
    assert_eq!(files.digest(), read.digest(), "write this one into PACK");
    assert_eq!(Pack::parse(files).unwrap().check(), []);
    assert_eq!(unsourced(files), []);
}

/// The deck plan: 30 neutral cards, national cards that grow for one side and shrink for the other, a ratio of two thirds in 1865.
#[test]
fn the_decks_of_the_years() {
    let pack = PACK.typed();
    assert_eq!(pack.neutral.iter().map(|card| u32::from(card.copies)).sum::<u32>(), 30);
    let sizes = |side| [1861, 1862, 1863, 1864, 1865].map(|year| pack.deck(side, year).len());
    assert_eq!(sizes(Side::Federal), [42, 45, 48, 51, 54]);
    assert_eq!(sizes(Side::Confederate), [50, 48, 44, 40, 36]);
}

#[test]
fn a_copy_is_found_by_its_id_and_only_by_its_owner() {
    let pack = PACK.typed();
    let title = |side, id| pack.card(side, id).map(|card| card.title.clone());
    assert_eq!(title(Side::Federal, "us_quickstep_3").as_deref(), Some("Quickstep"));
    for (side, id) in [
        (Side::Confederate, "us_quickstep_3"),
        (Side::Federal, "us_quickstep_4"),
        (Side::Federal, "us_quickstep_03"),
        (Side::Federal, "us_rebel_yell_1"),
        (Side::Confederate, "cs_steady_regulars_1"),
    ] {
        assert_eq!(title(side, id), None, "{id}");
    }
}
