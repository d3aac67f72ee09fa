//! Whole matches, with every invariant after every step; and what the rules refuse.

use adjutant_core::document::Id;
use adjutant_core::engine::decision::Decision;
use adjutant_core::engine::{NoDice, Ruleset};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use new_game::NewGame;
use serde_json::{Map, json};

fn table() -> Box<dyn Session> {
    Rules(NewGame).setup(&Id::known("race"), &Map::new()).expect("a table")
}

#[test]
fn a_column_reaches_the_river() {
    for seed in 0..20 {
        let sides = NewGame.sides();
        let mut play = SelfPlay::new(table(), &sides, seed);
        let mut players = [Player::random(seed), Player::sensible(seed)];
        let mut look = |table: &dyn Session, _: &[_]| assert_eq!(table.invariants(), []);
        let over = play.run(&sides, &mut players, 500, &mut look).expect("legal turns").expect("an end");
        assert_eq!(over["how"], "river", "{over}");
    }
}

#[test]
fn a_march_of_four_miles_is_refused() {
    let act = |miles: u8| Decision { orders: vec![json!({"march": miles})], ..Decision::default() };
    let (red, mut table) = (Id::known("red"), table());
    // Both seats begin with an empty turn, so that each has revealed a link of its seeds before the first die is rolled.
    let empty = NewGame.sides().map(|side| (side, Decision::default()));
    table.adjudicate(&empty, &mut NoDice).expect("the set-up");
    assert_eq!(table.check(&red, &act(3)), Ok(()));
    let problems = table.check(&red, &act(4)).expect_err("too far");
    assert_eq!(problems[0].rule.as_deref(), Some("2"));
    assert_eq!(problems[0].message, "you have the order to march 4 miles");
    assert_eq!(problems[0].advice.as_deref(), Some("march from 1 to 3 miles"));
}
