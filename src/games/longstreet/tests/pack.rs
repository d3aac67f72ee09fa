//! The cards and battles that the program ships.

use longstreet::pack::{PACK, Pack};
use longstreet::side::Side;

#[test]
fn the_shipped_cards_fit_and_have_sources() {
    crate::shipped_pack::assert_fits(&PACK, |files| Pack::parse(files).unwrap().check());
}

/// The deck plan: 30 neutral cards, national cards that grow for one side and shrink for the other, a ratio of two
/// thirds in 1865.
#[test]
fn the_decks_of_the_years() {
    let pack = PACK.typed();
    assert_eq!(pack.neutral.iter().map(|card| u32::from(card.copies)).sum::<u32>(), 30);
    let sizes = |side| [1861, 1862, 1863, 1864, 1865].map(|year| pack.deck(side, year).len());
    assert_eq!(sizes(Side::Federal), [42, 45, 48, 51, 54]);
    assert_eq!(sizes(Side::Confederate), [50, 48, 44, 40, 36]);
}

/// Units stand on the table to scale, and none on another's ground.
#[test]
fn nobody_stands_on_another() {
    for battle in PACK.typed().battles.values() {
        let all: Vec<_> = Side::BOTH.into_iter().flat_map(|side| battle.of(side)).collect();
        for (n, one) in all.iter().enumerate() {
            for other in &all[n + 1..] {
                assert!(!one.touches(one.at, other, other.at), "{}: {} and {}", battle.id, one.name, other.name);
            }
        }
    }
    // 2nd Wisconsin, of 6 bases, is 3 base widths wide and 2 deep behind its front.
    let pack = PACK.typed();
    let wi_2 = &pack.battles.values().next().unwrap().federal[0];
    let at = |east, north, facing| adjutant_core::board::table::Spot { east, north, facing };
    let touches = |there| wi_2.touches(at(100, 100, 0), wi_2, there);
    assert_eq!(
        [at(129, 100, 0), at(130, 100, 0), at(100, 81, 0), at(100, 80, 0)].map(touches),
        [true, false, true, false]
    );
    // One that looks south has its bases to the north of its front.
    assert_eq!([at(100, 100, 180), at(100, 99, 180)].map(touches), [false, true]);
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
