use serde_json::json;

use adjutant_core::document::Problem;
use adjutant_core::engine::case::given::*;

#[test]
fn the_key_that_is_to_blame_is_found() {
    let given = json!({
        "turn": 99, "train": 5, "control": {"5006": "union"},
        "union": {"at": {"5106": {"sp": 3, "leaders": ["mcdowell-3"]}}, "commands": {"east": 30}},
        "confederate": {"2": {"units": ["winder_infantry-"]}},
    });
    let position = json!({"game": {"groups": {"4": {"side": "union", "hex": "5106", "sp": 3}}}});
    for (path, message, wanted, on_key) in [
        ("game.turn", "no such turn", "given.turn", false),
        ("game.control.5006", "nothing to control", "given.control.5006", false),
        ("game.sides.union.commands.east", "too many", "given.union.commands.east", false),
        ("game.pieces.mcdowell-3.map.hex", "among the enemy", "given.union.at.5106.leaders[0]", false),
        ("game.units.winder_infantry", "no such unit", "given.confederate.2.units[0]", false),
        ("game.groups.4.hex", "is sea", "given.union.at.5106", true),
        ("game.areas", "11 units of one side are in area 2", "given.confederate.2", true),
        ("stack", "nothing is under way", "given", false),
    ] {
        let told = blamed(Problem::new(message).in_path(path), &given, &position);
        assert_eq!((told.path.as_deref(), told.on_key), (Some(wanted), on_key), "{path}");
    }
}
