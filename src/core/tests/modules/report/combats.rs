use serde_json::json;

use adjutant_core::board::Area;
use adjutant_core::pack::Side;
use adjutant_core::pack::areas::{AreaPack, Field};
use adjutant_core::report::Whereabouts;
use adjutant_core::report::area_view::{middle, whereabouts};
use adjutant_core::report::combats::*;

fn pack() -> AreaPack {
    let source = json!({"stated": "2.1"});
    let area = |name: &str| json!({"name": name, "at": [100, 200], "points": 1, "cover": 1});
    let unit = |name: &str, side: &str| json!({"name": name, "side": side, "strength": 4});
    let pack = json!({"about": "A test.", "source": source, "size": [3000, 2000], "boundaries": [[1, 2]],
        "areas": {"1": area("Mill"), "2": area("Chapel")},
        "units": {"hale": unit("Hale", "union"), "tripp": unit("Tripp", "confederate")}, "scenarios": {}});
    serde_json::from_value(pack).expect("a pack")
}

#[test]
fn units_are_followed_where_they_stand() {
    let field: Field = serde_json::from_value(json!({"units": {"hale": {"at": 2}}})).expect("a field");
    let pack = pack();
    let [hale] = <[Whereabouts; 1]>::try_from(whereabouts(&pack, &field)).expect("one unit");
    assert_eq!((hale.name.as_str(), hale.place.as_str(), hale.side), ("Hale", "Chapel (2)", Side::Union.id()));
    assert_eq!(Some(hale.at), middle(&pack, Area(2)));
}

#[test]
fn a_combat_on_a_card_and_as_a_peak() {
    let events = json!([
        {"event": "combat", "side": "union", "area": 2, "attack": [["hale", 4], ["die", 2]],
            "defense": [["tripp", 4], ["die", 5], ["cover", 1]], "result": "repulse"},
        {"event": "hit", "side": "union", "unit": "hale", "eliminated": false},
        {"event": "combat", "side": "confederate", "area": 1, "attack": [["tripp", 4], ["die", 6]],
            "defense": [["hale", 4], ["die", 3]], "result": "success"},
    ]);
    let (pack, events) = (pack(), events.as_array().expect("a list"));
    let cards = cards(&pack, events);
    assert_eq!(cards.len(), 2);
    // 4 + 2 against 4 + 5 + 1.
    assert_eq!((cards[0].title.as_str(), cards[0].table.as_slice()), ("Chapel (2)", &["difference -4".to_owned()][..]));
    let [attacker, defender] = &cards[0].sides;
    assert_eq!((attacker.force.join(""), attacker.result.as_str()), ("Hale".to_owned(), "Hale is shaken"));
    assert_eq!((attacker.dice.as_slice(), attacker.total), (&[2][..], Some(6)));
    assert_eq!(defender.modifiers, [("Tripp".to_owned(), 4), ("cover".to_owned(), 1)]);
    assert_eq!((defender.heading.as_str(), defender.result.as_str()), ("Confederacy defends", "no losses"));
    assert_eq!(peak(&pack, &events[0], &events[1..]), Some(("Chapel".to_owned(), 1)));
    assert_eq!(peak(&pack, &events[2], &[]), Some(("Mill".to_owned(), 0)));
    assert_eq!(peak(&pack, &events[1], &[]), None);
}
