use civil_war::player::fleet::answers::*;

#[test]
fn commands_against_raiders_are_spent_early_and_not_at_the_end() {
    // One command of twelve turns: 2 of 36 more throws sink it, worth 20, and 33 of 36 merchants more, worth 5 each.
    assert_eq!(pursuit(1, 1, 12, 12), 0);
    // Six at once sink it 26 times of 36.
    assert!(pursuit(2, 8, 12, 12) >= 5);
    assert_eq!(pursuit(2, 8, 0, 12), 0);
}
