use adjutant_core::report::grammar::{face_down, third_person};

#[test]
fn many_cards_in_a_row_are_named_by_the_first_and_the_last() {
    assert_eq!(face_down(["card-9", "card-10", "card-11"]), "3 face-down cards (card-9, card-10, card-11)");
    assert_eq!(face_down(["card-9", "card-10", "card-11", "card-12"]), "4 face-down cards (card-9 to card-12)");
    assert_eq!(
        face_down(["card-9", "card-10", "card-12", "card-13"]),
        "4 face-down cards (card-9, card-10, card-12, card-13)"
    );
    assert_eq!(face_down(["card-9"]), "a face-down card (card-9)");
}

#[test]
fn what_is_ordered_is_told_as_done() {
    let told = |words| third_person(words).expect("a verb");
    assert_eq!(told("fire with 2nd Maine"), "fires with 2nd Maine");
    assert_eq!(told("force-march it to the Reserve"), "force-marches it to the Reserve");
    assert_eq!((told("pass").as_str(), told("rally Hale").as_str()), ("passes", "rallies Hale"));
    assert_eq!((told("play no card").as_str(), told("lay it").as_str()), ("plays no card", "lays it"));
    assert_eq!((third_person("march: hale"), third_person("2 dice"), third_person("")), (None, None, None));
}
