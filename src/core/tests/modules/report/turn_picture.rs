use adjutant_core::report::history::Pieces;
use adjutant_core::report::svg::{Detail, Details, Drawing, Layer, Point, Role, Shape};
use adjutant_core::report::turn_picture::*;

fn sample_picture() -> TurnPicture {
    TurnPicture {
        title: "A <match>".to_owned(),
        when: "Turn 3".to_owned(),
        sides: ["Union".to_owned(), "Confederate".to_owned()],
        score: Some(("Victory points".to_owned(), [12, 20], [10, 20])),
        current_winner: Some("If it ended now: a draw.".to_owned()),
        outcome: None,
        losses: Some(("Strength points lost".to_owned(), [4, 2])),
        lines: vec![
            "The Union takes Nashville.".to_owned(),
            "Grant is wounded.".to_owned(),
            "Nobody reads this.".to_owned(),
        ],
        foot: "steps 40 to 52".to_owned(),
    }
}

fn layer(class: &'static str, role: Role, details: Details, shapes: Vec<Shape>) -> Layer {
    Layer { class, role, details, shapes }
}

fn board() -> Drawing {
    Drawing {
        title: "The board".to_owned(),
        about: String::new(),
        width: 30_000,
        height: 20_000,
        origin: Point::default(),
        zoom: 100,
        style: &[".dot{fill:red}\n"],
        patterns: Vec::new(),
        layers: vec![
            layer("ground", Role::Ground, Details::Always, vec![Shape::rect("dot", Point::default(), 10, 10)]),
            layer("forces", Role::Position, Details::From(Detail::Near), Vec::new()),
            layer("moves", Role::Step, Details::Always, Vec::new()),
            layer("heading", Role::Ground, Details::Always, vec![Shape::text("title", Point::default(), "The title")]),
        ],
    }
}

fn dots(class: &'static str, role: Role, radius: i32) -> Pieces {
    let dot = Shape::circle("dot", Point::default(), radius);
    Pieces { layers: vec![layer(class, role, Details::Always, vec![dot])], focus: None }
}

#[test]
fn the_map_has_the_end_of_the_turn_and_what_happened_in_all_of_it() {
    let steps = [20, 30].map(|radius| dots("moves", Role::Step, radius));
    let map = map(board(), dots("forces", Role::Position, 10), steps.into());
    let near = Some((Point { x: 1000, y: 1000 }, Point { x: 3000, y: 2000 }));
    let written = sample_picture().write(Some(&map), near);
    for found in ["r=\"1\"", "r=\"2\"", "r=\"3\""] {
        assert!(written.contains(found), "{found} in {written}");
    }
    assert!(!written.contains("The title"));
    // From afar single forces are left out.
    assert!(!sample_picture().write(Some(&map), None).contains("r=\"1\""));
}

#[test]
fn it_says_who_leads_and_what_was_lost() {
    let written = sample_picture().write(None, None);
    for words in
        [">Confederate leads by 8.<", ">12<", ">+2<", ">Union 4<", ">The Union takes Nashville.<", "A &lt;match&gt;"]
    {
        assert!(written.contains(words), "{words} in {written}");
    }
    assert!(!written.contains("Nobody reads this"));
    let even = TurnPicture { score: Some(("Points".to_owned(), [3, 3], [3, 3])), ..sample_picture() };
    assert_eq!(even.leader().as_deref(), Some("Even: 3 points each."));
}

#[test]
fn a_match_that_is_over_has_an_outcome_and_no_leader() {
    let over = TurnPicture { outcome: Some("drawn by agreement".to_owned()), ..sample_picture() };
    let written = over.write(None, None);
    assert!(written.contains(">The match is over: drawn by<") && written.contains(">agreement.<"), "{written}");
    assert!(!written.contains("leads by") && !written.contains("ended now"), "{written}");
    assert_eq!(over.standing(), ["The match is over: drawn by agreement."]);
}

#[test]
fn sentences_that_do_not_fit_are_left_out_whole() {
    let more = "The Confederate force under E.K. Smith retreats to a place that is far away. ".repeat(6);
    let told = TurnPicture { lines: vec![format!("Combat in Aquia. {more}"); 2], ..sample_picture() };
    let written = told.write(None, None);
    assert!(written.contains("Combat in Aquia.") && !written.contains('…'), "{written}");
    assert!(!written.contains("E.K.<") || written.contains(">Smith"), "{written}");
    // What was lost may have come back.
    let back = TurnPicture { losses: Some(("CV lost".to_owned(), [-2, 3])), ..sample_picture() };
    assert!(back.write(None, None).contains(">Union 0 (2 regained)<"));
}

#[test]
fn what_is_shown_has_the_shape_of_the_window_and_lies_on_the_map() {
    let corner = Point { x: 29_900, y: 100 };
    let view = View::of(&board(), Some((corner, corner)));
    assert_eq!((view.width, view.detail), (MIN_WIDTH, Detail::Near));
    assert_eq!((view.x + view.width, view.y), (3000, 0));
    assert_eq!(view.height, MIN_WIDTH * SIZE.1 / MAP);
    assert_eq!(View::of(&board(), None).detail, Detail::Far);
}
