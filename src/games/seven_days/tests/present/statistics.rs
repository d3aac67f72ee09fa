use serde_json::json;

use crate::present::test_reports::{position, start};
use adjutant_core::document::kinds::Roll;
use adjutant_core::report::When;
use seven_days::pack::Side;
use seven_days::position::ledger::Game;
use seven_days::present::statistics::*;

#[test]
fn what_is_counted_at_the_start() {
    let (rules, game) = start();
    let tallies = tallies(&rules, &game);
    let values = |title: &str| tallies.iter().find(|tally| tally.title == title).expect("a tally").values;
    // By the set-up of 5.2: Union 3 in area 6, 6 in 7, 9 in 40, 5 in 39, 5 in 38, 1 in 36, 5 in 33, 17, 10 and 9 one
    // each.
    assert_eq!(values("Fresh units"), [37, 31]);
    assert_eq!(values("Exhausted units"), [0, 0]);
    assert_eq!(values("Areas controlled").iter().sum::<i64>(), 45);
    assert_eq!(values("Replacement Points in reserve"), [0, 0]);
    let (rules, position) = position(json!({"points": {"union": 4}, "lost": ["wise_infantry"],
        "control": {"17": "confederate"}, "union": {"36": {"units": ["penn_8_cavalry-"]}}}));
    let tallies = seven_days::present::statistics::tallies(&rules, &position.game);
    let values = |title: &str| tallies.iter().find(|tally| tally.title == title).expect("a tally").values;
    assert_eq!(values("Replacement Points in reserve"), [4, 0]);
    assert_eq!((values("Exhausted units"), values("Units lost")), ([1, 0], [0, 1]));
    let all = rules.pack.map.areas.values().filter(|area| area.victory).count() as i64;
    assert_eq!(values("Victory areas controlled").iter().sum::<i64>(), all);
}

#[test]
fn the_moment_in_words() {
    let (rules, game) = start();
    assert_eq!(
        when(&rules, &game),
        When { turn: 1, name: "June 26".to_owned(), words: "June 26, Confederate impulse 0".to_owned() }
    );
    let (rules, position) = position(json!({"at": "night", "active": "union", "turn": 3}));
    assert_eq!(when(&rules, &position.game).words, "June 28, Union night");
    let odd = Game { turn: 200, active: None, ..position.game };
    assert_eq!(when(&rules, &odd).words, "turn 200, night");
}

#[test]
fn dice_are_theirs_who_throw_them() {
    let of = |purpose: &str| roller(&Roll::of_dice(1, purpose, "6.3.1", 6, vec![3, 4]));
    assert_eq!(of("assault union"), Some(Side::Union.id()));
    assert_eq!(of("leader_check confederate"), Some(Side::Confederate.id()));
    assert_eq!(of("sunset"), Some(Side::Confederate.id()));
    assert_eq!(of("bid_tie"), None);
}
