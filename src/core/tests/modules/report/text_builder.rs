use adjutant_core::document::kinds::Roll;
use adjutant_core::report::text_builder::*;

#[test]
fn rolls_are_told_once_and_in_their_order() {
    let roll = |n, faces: &[u64]| Roll::of_dice(n, "a test", "6.3.1", 6, faces.to_vec());
    let mut rolls = Rolls::new(&[roll(4, &[3]), roll(5, &[2, 6]), roll(6, &[3]), roll(7, &[4, 4])]);
    assert_eq!(rolls.take(&[3]), Some(4));
    assert_eq!(rolls.take(&[3]), Some(6));
    assert_eq!(rolls.take(&[3]), None);
    assert_eq!((rolls.take_two(8), rolls.take_two(8), rolls.take_two(8)), (Some(5), Some(7), None));
}

#[test]
fn words_and_marks() {
    let mut notes = Notes::default();
    let (one, other) = (notes.mark("figures".to_owned()), notes.mark("ground".to_owned()));
    assert_eq!((one.as_str(), other.as_str(), notes.mark("figures".to_owned()).as_str()), (" †a", " †b", " †a"));
    assert_eq!(notes.listed(), ["†a: figures", "†b: ground"]);
    assert_eq!(Notes::silent().mark("figures".to_owned()), "");
    let said = TextBuilder::words("The Union rolls 6").roll(Some(3)).append(" for rain.").rule("15.1").rule("orders");
    assert_eq!(said.flat(), "The Union rolls 6 for rain.");
    assert_eq!(said.text().len(), 4);
}

#[test]
fn an_abbreviation_at_the_end_of_a_sentence_has_one_full_stop() {
    assert_eq!(TextBuilder::words("Battery B, 4th U.S.").append(".").flat(), "Battery B, 4th U.S.");
    assert_eq!(
        TextBuilder::words("It hits Battery B, 4th U.S.. It rains.").flat(),
        "It hits Battery B, 4th U.S. It rains."
    );
    assert_eq!(TextBuilder::words("He plays Not so fast...").append(".").flat(), "He plays Not so fast...");
}
