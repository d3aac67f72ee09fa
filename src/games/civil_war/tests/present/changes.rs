use serde_json::{Value, json};

use adjutant_core::session::{Game, Rules};
use civil_war::CivilWar;

#[test]
fn armies_depots_and_works_are_told_by_name() {
    let table = |given: Value| Rules(CivilWar::shipped()).case(&given).expect("a position");
    let before = table(
        json!({"phasing": "union", "union": {"at": {"5206": {"sp": 3, "leaders": ["mcdowell-3"], "army": "potomac"},
        "5305": {"sp": 1, "depot": true}}}, "confederate": {}}),
    );
    let after = table(
        json!({"phasing": "union", "union": {"at": {"5206": {"sp": 1}, "5305": {"sp": 3, "leaders": ["mcdowell-3"],
        "army": "potomac"}}}, "confederate": {}, "works": {"5305": {"held": {"side": "union", "kind": "fort"}}}}),
    );
    let said = after.changes(&before.position());
    for wanted in [
        "The Army of the Potomac: in Washington (5206), now in Baltimore (5305).",
        "Baltimore (5305): a depot of the Union, now no depot.",
        "Baltimore (5305): nothing built or destroyed, now a fort of the Union.",
        "McDowell (3 stars): in Washington (5206), in the Army of the Potomac, now in Baltimore (5305), in the \
         Army of \
         the Potomac.",
    ] {
        assert!(said.iter().any(|line| line == wanted), "no '{wanted}' in {said:?}");
    }
}
