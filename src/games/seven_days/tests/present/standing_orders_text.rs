use serde_json::{Value, json};

use adjutant_core::document::from_value;
use seven_days::orders::Standing;
use seven_days::pack::{Pack, Side};
use seven_days::present::standing_orders_text::*;

fn given(value: Value) -> Standing {
    from_value(value).expect("standing orders")
}

#[test]
fn each_thing_that_is_said_is_told() {
    let standing = given(json!({
        "areas": {"6": {"forward": ["mccall_infantry"], "heroic": {"at_least": 3}, "retreat_to": [7, 9]}},
        "elsewhere": {"screen": "never", "losses": "spare", "withdraw": "exhausted"},
        "rouse": false, "train": "relocate", "remove": [38], "ask": ["losses", "place"],
    }));
    assert_eq!(
        sentences(&Pack::shipped(), &standing),
        [
            "In Ellerson's Mill (6): the Forward Unit is McCall Infantry; the Advantage is used for a Heroic Defense against \
         3 Casualty Points or more; retreats go to Gaines Mill/Cold Harbor (7) or else Bowles (9).",
            "Everywhere else: cavalry alone in an area does not screen; losses are taken so that no unit is eliminated that could \
         retreat; Exhausted units retreat voluntarily after an assault that leaves the area Contested.",
            "At dawn the Advantage is not used for the Army Leader.",
            "The Supply Train is relocated at the next dawn when this is allowed.",
            "In the End Phase the entrenchments in White's Tavern (38) are removed.",
            "Asked each time: how losses are taken and where a leader is placed.",
        ]
    );
    assert!(sentences(&Pack::shipped(), &Standing::default()).is_empty());
}

#[test]
fn what_is_not_said_is_told_with_its_default() {
    let all = defaults(Side::Union, &Standing::default());
    assert_eq!(all.len(), 12);
    assert!(
        all.contains(&"A retreat goes to the area nearest to the Supply Train (retreat_to).".to_owned()),
        "{all:?}"
    );
    // The train is the Union's alone; what is asked or said has no default.
    let standing = given(json!({"elsewhere": {"screen": "never"}, "ask": ["hurt"], "rouse": true}));
    let left = defaults(Side::Confederate, &standing);
    assert_eq!(left.len(), 8, "{left:?}");
    assert!(!left.iter().any(|line| line.contains("screen") || line.contains("Train")), "{left:?}");
    assert!(left.contains(&"A retreat goes to the area nearest to Richmond (retreat_to).".to_owned()));
}

#[test]
fn an_area_of_its_own_leaves_the_rest_to_the_default() {
    let standing = given(json!({"areas": {"6": {"losses": "spare"}, "7": {}}}));
    let lines = in_force(&Pack::shipped(), Side::Union, &standing);
    let wanted = "  In Ellerson's Mill (6): losses are taken so that no unit is eliminated that could retreat.";
    assert_eq!(lines[1], wanted);
    assert!(lines.iter().any(|line| line.contains("so that the area is held (losses)")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("Gaines")), "{lines:?}");
}
