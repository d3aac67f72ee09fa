mod entries;

use seven_days::SevenDays;

#[test]
fn the_shipped_pack_is_read() {
    let rules = SevenDays::shipped();
    assert_eq!((rules.pack.map.areas.len(), rules.pack.forces.leaders.len()), (45, 20));
}
