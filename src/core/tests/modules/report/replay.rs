use std::io::Read;

use data_encoding::BASE64;
use flate2::read::GzDecoder;
use serde_json::{Value, json};

use adjutant_core::document::Bytes32;
use adjutant_core::document::kinds::Roll;
use adjutant_core::report::battle_card::{BattleCard, CardSide};
use adjutant_core::report::history::{Follow, Highlight, Kind, Pieces, Tally, TallyKind, When, Whereabouts};
use adjutant_core::report::model::Report;
use adjutant_core::report::replay::*;
use adjutant_core::report::svg::{Details, Drawing, Layer, Point, Role, Shape};

const HOSTILE: &str = "</script><script>window.hacked = 1</script>\u{202e}\u{1b}[2J";

fn layer(role: Role, shapes: Vec<Shape>) -> Layer {
    Layer { class: if role == Role::Ground { "ground" } else { "forces" }, role, details: Details::Always, shapes }
}

fn opened() -> Match {
    let side = |id: &str| Side { id: id.parse().expect("an id"), player: HOSTILE.repeat(10) };
    Match {
        title: HOSTILE.to_owned(),
        game: "toy".to_owned(),
        match_id: Bytes32([7; 32]),
        sides: [side("north"), side("south")],
        parts: vec![("east".to_owned(), "East".to_owned())],
        outcome: None,
        doubt: None,
        cards: CardNames::default(),
        board: Some(Drawing {
            title: "The board".to_owned(),
            about: String::new(),
            width: 1000,
            height: 505,
            origin: Point::default(),
            zoom: 100,
            style: &[".dot{fill:black}\n"],
            patterns: Vec::new(),
            layers: vec![
                layer(Role::Ground, vec![Shape::rect("", Point::default(), 10, 10)]),
                layer(Role::Position, Vec::new()),
            ],
        }),
    }
}

/// A step in which these dots stand on the board; the side of `north` rolls these faces.
fn step(dots: &[i32], faces: Vec<u64>) -> ReplayStep {
    let dot = |x: &i32| Shape::circle("dot", Point { x: *x, y: 0 }, 5).titled(HOSTILE);
    let moment = |kind, words: &str| Highlight {
        kind,
        words: words.to_owned(),
        side: None,
        part: Some("east".to_owned()),
        at: Some(Point { x: 15, y: 20 }),
        people: vec![HOSTILE.to_owned()],
        rules: vec!["1.2".to_owned()],
        peak: (kind == Kind::Combat).then(|| "Hilltop".to_owned()),
        weight: 3,
    };
    ReplayStep {
        digest: Bytes32([1; 32]),
        when: When { turn: 1, name: "Turn 1".to_owned(), words: "Turn 1".to_owned() },
        report: Report { title: String::new(), subtitle: String::new(), sections: Vec::new() },
        pieces: Pieces {
            layers: vec![layer(Role::Position, dots.iter().map(dot).collect())],
            focus: Some((Point { x: 10, y: 20 }, Point { x: 40, y: 25 })),
        },
        hover: Vec::new(),
        moments: vec![
            moment(Kind::Order, "a march"),
            moment(Kind::Combat, "the first fight"),
            moment(Kind::Combat, HOSTILE),
        ],
        current_winner: None,
        battles: Vec::new(),
        whereabouts: Vec::new(),
        tallies: vec![Tally { title: "Men", about: "How many.", values: [3, 4], kind: TallyKind::Score }],
        rolls: vec![(Roll::of_dice(0, "north", "1.2", 6, faces), Some("north".parse().expect("an id")))],
    }
}

fn page() -> String {
    let mut replay = Replay::new(&opened());
    for (dots, faces) in [(&[1, 2][..], vec![1, 2]), (&[2, 3], vec![6; 30]), (&[2, 1], vec![])] {
        replay.push(step(dots, faces));
    }
    replay.write(&json!({"charter": HOSTILE}))
}

/// The data of that id, unpacked.
fn data(page: &str, id: &str) -> Value {
    let (_, rest) = page.split_once(&format!("id=\"{id}\">")).expect("the data");
    let (text, _) = rest.split_once("</script>").expect("its end");
    let bytes = BASE64.decode(text.as_bytes()).expect("base 64");
    let mut json = String::new();
    GzDecoder::new(&bytes[..]).read_to_string(&mut json).expect("compressed");
    serde_json::from_str(&json).expect("JSON")
}

#[test]
fn a_step_says_what_changes_on_the_board() {
    let view = data(&page(), "view");
    let shapes = view["map"]["shapes"].as_array().expect("shapes");
    assert_eq!(shapes.len(), 3, "each shape once: {shapes:?}");
    assert_eq!(view["map"]["layers"], json!(["forces", "targets"]));
    assert_eq!((&view["map"]["width"], &view["map"]["height"]), (&json!(100.0), &json!(50.5)));
    let changes: Vec<_> = (0..3).map(|n| (&view["steps"][n]["drop"], &view["steps"][n]["put"])).collect();
    assert_eq!(changes[0], (&json!([]), &json!([[0, 0], [0, 1]])));
    assert_eq!(changes[1], (&json!([[0, 0]]), &json!([[0, 2]])));
    assert_eq!(changes[2], (&json!([[0, 2]]), &json!([[0, 0]])));
    assert_eq!(view["steps"][1]["focus"], json!([1.0, 2.0, 3.0, 0.5]));
    assert_eq!(view["steps"][1]["headline"], "the first fight");
    assert_eq!(view["moments"][0]["at"], json!([1.5, 2.0]));
    assert_eq!(view["moments"][3]["step"], 1);
}

#[test]
fn what_is_counted_has_a_value_a_step() {
    let view = data(&page(), "view");
    assert_eq!(view["series"][0]["lines"][1], json!({"side": "south", "values": [4, 4, 4]}));
    let dice = &view["dice"][0];
    // 1, 2, and thirty sixes: a mean of 183/32, and a statistic of 6·(1 + 1 + 900)/32 - 32.
    assert_eq!(dice["counts"], json!([1, 1, 0, 0, 0, 30]));
    assert_eq!((&dice["mean"], &dice["expected"], &dice["total"]), (&json!(5.719), &json!(3.5), &json!(32)));
    assert_eq!((&dice["chi2"], &dice["p"]), (&json!(137.125), &json!(0.0)));
    assert_eq!(view["dice"].as_array().map(Vec::len), Some(1), "nothing of who has not rolled");
}

#[test]
fn dice_of_a_forged_size_take_no_room() {
    let mut forged = step(&[1], vec![1]);
    forged.rolls[0].0 = Roll::of_dice(0, "north", "1.2", 1 << 53, vec![1 << 52]);
    let mut replay = Replay::new(&opened());
    replay.push(forged);
    let view = data(&replay.write(&json!({})), "view");
    assert_eq!(view["dice"], json!([]));
    assert_eq!(view["steps"][0]["rolls"][0]["sides"], json!(1u64 << 53));
}

#[test]
fn a_match_that_does_not_verify_says_so_on_its_page() {
    let doubted = Match { doubt: Some("states/0007.yaml".to_owned()), ..opened() };
    let view = data(&Replay::new(&doubted).write(&json!({})), "view");
    assert_eq!(view["doubt"], "states/0007.yaml");
    assert_eq!(data(&page(), "view")["doubt"], Value::Null);
}

#[test]
fn what_players_wrote_is_harmless() {
    let page = page();
    // The scripts and the data of the page are its own: as many as there are places for them.
    assert_eq!(page.matches("<script").count(), 3);
    assert_eq!(page.matches("</script>").count(), 3);
    assert!(!page.contains("<script>window") && !page.contains(['\u{202e}', '\u{1b}']));
    let view = data(&page, "view").to_string();
    assert!(!view.contains("\\u001b") && !view.contains(['\u{202e}', '\u{1b}']));
    let view = data(&page, "view");
    for markup in view["map"]["shapes"].as_array().into_iter().flatten().chain([&view["map"]["ground"]]) {
        assert!(!markup.as_str().expect("markup").contains("<script"), "{markup}");
    }
    assert!(view["sides"][0]["player"].as_str().expect("a name").chars().count() <= 81);
    // The documents stay as they were signed.
    assert_eq!(data(&page, "proof")["charter"], HOSTILE);
}

#[test]
fn the_same_match_gives_the_same_bytes() {
    assert_eq!(page(), page());
}

#[test]
fn a_way_is_told_where_it_changes_and_ends_where_nobody_is_any_more() {
    let grant = |x| Whereabouts {
        kind: Follow::Leader,
        name: "Grant".to_owned(),
        side: "north".parse().expect("an id"),
        at: Point { x, y: 20 },
        place: format!("Town {x}"),
    };
    let mut replay = Replay::new(&opened());
    for there in [Some(grant(10)), Some(grant(10)), Some(grant(35)), None, None, Some(grant(35))] {
        replay.push(ReplayStep { whereabouts: there.into_iter().collect(), ..step(&[1], vec![]) });
    }
    let view = data(&replay.write(&json!({})), "view");
    let way = json!([[0, "Town 10", 1.0, 2.0], [2, "Town 35", 3.5, 2.0], [3], [5, "Town 35", 3.5, 2.0]]);
    assert_eq!(view["followed"], json!([{"kind": "leader", "name": "Grant", "side": "north", "way": way}]));
}

#[test]
fn a_step_has_the_cards_of_its_combats_and_the_log_its_peaks() {
    let side = |id: &str| CardSide {
        side: id.parse().expect("an id"),
        heading: format!("{id} fights"),
        force: vec![HOSTILE.to_owned()],
        dice: vec![3],
        modifiers: Vec::new(),
        total: None,
        result: "no loss".to_owned(),
    };
    let card = BattleCard {
        title: "Hilltop".to_owned(),
        table: vec!["2-1".to_owned()],
        at: Some(Point { x: 25, y: 30 }),
        sides: [side("north"), side("south")],
        outcome: "It ends so.".to_owned(),
    };
    let mut replay = Replay::new(&opened());
    replay.push(ReplayStep { battles: vec![card], ..step(&[1], vec![]) });
    let view = data(&replay.write(&json!({})), "view");
    let battle = &view["steps"][0]["battles"][0];
    assert_eq!((&battle["title"], &battle["at"]), (&json!("Hilltop"), &json!([2.5, 3.0])));
    let card = battle["card"].as_str().expect("SVG");
    assert!(card.starts_with("<svg") && card.contains(">It ends so.<") && !card.contains("<script"), "{card}");
    assert_eq!((&view["moments"][1]["peak"], &view["moments"][1]["weight"]), (&json!("Hilltop"), &json!(3)));
    assert_eq!(view["moments"][0]["peak"], Value::Null);
}
