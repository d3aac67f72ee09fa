use seven_days::present::percentages::*;

#[test]
fn what_stands_together_adds_up() {
    // A third each is 33.3: the first has what is left.
    assert_eq!(shares(&[1, 1, 1], 100), [34, 33, 33]);
    // 575/1296 is 44.37%, 146/1296 11.27%: 44 + 11 + 44 leaves one, and 44.37 lost more than 11.27.
    assert_eq!(shares(&[575, 146, 575], 100), [45, 11, 44]);
    assert_eq!(percent_words_of_all([575, 146, 575]), ["45%", "11%", "44%"]);
    assert_eq!(shares(&[0, 0], 100), [0, 0]);
    // Of 45 hundredths: 30 and 15.
    assert_eq!(shares(&[2, 1], 45), [30, 15]);
}

#[test]
fn what_can_happen_is_not_told_as_nothing() {
    assert_eq!(percent_words_of_all([1, 1295]), ["under 1%", "over 99%"]);
    assert_eq!(percent_words_of_all([0, 1296]), ["0%", "100%"]);
    assert_eq!((percent(1, 1296), percent(1295, 1296)), ("under 1%".to_owned(), "over 99%".to_owned()));
    // 6 of 36 are 16.7.
    assert_eq!((percent(6, 36), percent(36, 36), percent(0, 36)), ("17%".into(), "100%".into(), "0%".into()));
}
