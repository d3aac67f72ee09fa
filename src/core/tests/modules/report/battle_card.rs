use adjutant_core::report::battle_card::*;
use adjutant_core::report::svg::text_width::widest;
use adjutant_core::report::svg::{Form, Point, Shape};

fn card() -> BattleCard {
    let side = |id: &str, heading: &str, dice, modifiers, total| CardSide {
        side: id.parse().expect("an id"),
        heading: heading.to_owned(),
        force: vec!["Grant".to_owned(), "12 strength points".to_owned()],
        dice,
        modifiers,
        total,
        result: "loses 2 strength points".to_owned(),
    };
    BattleCard {
        title: "Shiloh (2416)".to_owned(),
        table: vec!["2-1, column E".to_owned()],
        at: None,
        sides: [
            side("union", "Union attacks", vec![4], vec![("Grant".to_owned(), 2), ("river".to_owned(), -1)], Some(5)),
            side("confederate", "Confederacy defends", vec![6], Vec::new(), Some(6)),
        ],
        outcome: "The Confederate force retreats to Corinth.".to_owned(),
    }
}

#[test]
fn a_card_tells_who_rolled_what_and_how_it_ended() {
    let drawing = card().drawing();
    let text = |shape: &Shape| match &shape.form {
        Form::Text { text, .. } => Some(text.clone()),
        _ => None,
    };
    let texts: Vec<String> = drawing.layers[0].shapes.iter().filter_map(text).collect();
    let told = texts.join(" ");
    for words in ["Shiloh (2416) 2-1, column E", "+2 Grant, \u{2212}1 river, = 5", &card().outcome] {
        assert!(told.contains(words), "{words} in {told}");
    }
    // No text runs out of the card.
    for shape in &drawing.layers[0].shapes {
        if let Form::Text { at, text, .. } = &shape.form {
            let bold = shape.class != "card-text";
            assert!(at.x + widest(text, TEXT, bold) <= drawing.width && at.y < drawing.height, "{text}");
        }
    }
}

#[test]
fn many_dice_stay_within_their_column() {
    let mut many = card();
    many.sides[0].dice = vec![3; 23];
    let drawing = many.drawing();
    let dice = drawing.layers[0].shapes.iter().filter(|shape| shape.class == "die-face");
    let at: Vec<Point> =
        dice.filter_map(|shape| if let Form::Text { at, .. } = shape.form { Some(at) } else { None }).collect();
    // The die of the other side is the last.
    assert_eq!(at.len(), 24);
    assert!(at[..23].iter().all(|at| at.x + DIE / 2 <= WIDTH / 2), "{at:?}");
    assert!(at.iter().all(|at| at.y + DIE / 2 < drawing.height), "{at:?}");
}

#[test]
fn cards_of_a_sheet_stand_below_one_another() {
    let one = card().drawing().height;
    let about = ["Step 3".to_owned(), "Union: Ann. Confederate: Ben.".to_owned()];
    let both = sheet("A match", &about, &[card(), card()]);
    let only = sheet("A match", &about, &[card()]);
    assert_eq!(both.height - only.height, one + MARGIN);
    let texts =
        |shape: &&Shape| matches!(&shape.form, Form::Text { text, .. } if text == "A match" || *text == about[1]);
    assert_eq!(both.layers[0].shapes.iter().filter(texts).count(), 2);
    assert!(sheet("Nothing", &[], &[]).height > 0);
}

#[test]
fn a_card_is_told_in_words_too() {
    assert_eq!(
        card().words(),
        "2-1, column E. Union attacks (Grant, 12 strength points), rolls 4: loses 2 strength points. Confederacy \
         defends (Grant, 12 strength points), rolls 6: loses 2 strength points. The Confederate force retreats to \
         Corinth."
    );
}
