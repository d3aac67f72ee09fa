use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use adjutant_core::chain::games::*;
use adjutant_core::chain::toy::Toy;
use adjutant_core::document::{PackFiles, Problem};
use adjutant_core::session::GameEntry;
use adjutant_core::session::game_entry::{PackData, loaded};

fn field() -> &'static PackFiles {
    static FIELD: LazyLock<PackFiles> = LazyLock::new(|| {
        let mut files = PackFiles::default();
        files.insert("map.yaml", serde_json::json!({"about": "A field"}));
        files
    });
    &FIELD
}

/// The toy game over a pack, which must have a map.
const ON_A_FIELD: GameEntry = GameEntry {
    id: "on_a_field",
    pack: Some(PackData {
        game: "field",
        shipped: field,
        optional: &[],
        mark: "map.yaml",
        check: |_| Ok(Vec::new()),
        add_sources: None,
        board: |_| Err(Problem::new("no board")),
        examples: "a field",
    }),
    make: |files| {
        let read = |files: &PackFiles| files.get("map.yaml").map(drop).ok_or_else(|| Problem::new("no map"));
        loaded(files, read, |()| Toy)
    },
    ..TOY
};

#[test]
fn a_game_is_made_once_from_the_same_packs_and_few_are_kept() {
    let games = Games::of(&[ON_A_FIELD]);
    let shipped = || BTreeMap::from([("field".to_owned(), field().clone())]);
    let game = |packs: &BTreeMap<String, PackFiles>| games.game("on_a_field", 1, packs);
    let first = game(&shipped()).expect("the game");
    assert!(Arc::ptr_eq(&first, &game(&shipped()).expect("the game")));
    let mut own = shipped();
    let map = own.get_mut("field").and_then(|files| files.get_mut("map.yaml")).expect("the map");
    map["about"] = "Another field".into();
    assert!(!Arc::ptr_eq(&first, &game(&own).expect("the game")));
    own.get_mut("field").expect("the pack").remove("map.yaml");
    assert!(game(&own).is_err() && game(&own).is_err());
    assert!(games.game("on_a_field", 2, &shipped()).is_err());
    for n in 0..10 {
        let mut other = shipped();
        let map = other.get_mut("field").and_then(|files| files.get_mut("map.yaml")).expect("the map");
        map["about"] = format!("Field {n}").into();
        let other = game(&other).expect("the game");
        // What is asked for again and again stays.
        assert!(Arc::ptr_eq(&first, &game(&shipped()).expect("the game")) && !Arc::ptr_eq(&first, &other));
    }
    assert_eq!(games.kept(), KEPT);
}

#[test]
fn a_game_that_is_made_ahead_is_the_one_that_is_asked_for() {
    static MADE: AtomicUsize = AtomicUsize::new(0);
    const COUNTED: GameEntry = GameEntry {
        make: |files| {
            MADE.fetch_add(1, Ordering::Relaxed);
            (ON_A_FIELD.make)(files)
        },
        ..ON_A_FIELD
    };
    let games = Games::of(&[COUNTED, TOY]);
    let packs = BTreeMap::from([("field".to_owned(), field().clone())]);
    games.make_ahead(&BTreeMap::new());
    games.make_ahead(&BTreeMap::from([("sea".to_owned(), field().clone())]));
    assert_eq!(MADE.load(Ordering::Relaxed), 0, "no game is made of these packs");
    games.make_ahead(&packs);
    assert_eq!(MADE.load(Ordering::Relaxed), 1);
    games.game("on_a_field", 1, &packs).expect("the game");
    assert_eq!(MADE.load(Ordering::Relaxed), 1, "it was made ahead");
    let damaged = BTreeMap::from([("field".to_owned(), PackFiles::default())]);
    games.make_ahead(&damaged);
    assert!(games.game("on_a_field", 1, &damaged).is_err());
}

#[test]
fn a_game_is_found_by_its_id_and_made_of_what_comes_with_the_program() {
    let games = Games::of(&[ON_A_FIELD]).with_toy();
    assert_eq!(games.ids(), ["on_a_field", "toy", "toy_cards"]);
    assert_eq!(games.known().len(), 3);
    assert_eq!(format!("{games:?}"), r#"["on_a_field", "toy", "toy_cards"]"#);
    assert_eq!(games.shipped_pack("field"), Some(field()));
    let shipped = games.shipped("on_a_field").expect("the game");
    let same = games.game("on_a_field", 1, &BTreeMap::from([("field".to_owned(), field().clone())]));
    assert!(Arc::ptr_eq(&shipped, &same.expect("the game")));
    let problem = games.shipped("on_a_feild").expect_err("no such game");
    assert!(problem.to_string().contains("no game 'on_a_feild'; did you mean on_a_field?"), "{problem}");
}

#[test]
fn a_game_that_cannot_be_made_says_what_is_wanting() {
    let games = Games::of(&[ON_A_FIELD]);
    let problem = games.game("on_a_field", 1, &BTreeMap::new()).expect_err("no pack");
    assert_eq!(problem.message, "the charter pins no pack 'field'");
    assert_eq!(problem.path.as_deref(), Some("packs"));
    assert!(problem.advice.is_some_and(|advice| advice.contains("The toy game needs a pack of this name")));
    let problem = ON_A_FIELD.make(&BTreeMap::new()).expect_err("no pack");
    assert_eq!(problem.message, "the charter pins no pack 'field'");
    let problem = games.game("on_a_field", 2, &BTreeMap::new()).expect_err("another revision");
    assert_eq!(problem.message, "this build has revision 1 of 'on_a_field', not revision 2");
    assert_eq!(problem.path.as_deref(), Some("ruleset.revision"));
}
