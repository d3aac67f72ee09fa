use adjutant_core::spelling::*;

#[test]
fn every_spelling_of_a_name_is_the_same_name() {
    for (one, other) in [
        ("Goldsborough", "goldsboro"),
        ("Hillsboro", "HILLSBOROUGH"),
        ("Pittsburg", "Pittsburgh"),
        ("Ball's Bluff", "balls bluff"),
        ("Gaines' Mill", "Gaines Mill"),
        ("St. Louis", "saint louis"),
        ("Ft. Wagner", "Fort Wagner"),
        ("Willis Ch.", "Willis Church"),
        ("Island No. 10", "Island Number Ten"),
        ("New Berne", "New Bern"),
        ("Sayler's Creek", "Sailor's Creek"),
        ("Louisville & Nashville", "louisville and nashville"),
    ] {
        assert_eq!(plain(one), plain(other));
    }
    assert_ne!(plain("Goldsboro"), plain("Greensboro"));
    assert_ne!(plain("Edinburg"), plain("Edinboro"));
}

#[test]
fn titles_and_initials_are_no_part_of_a_name() {
    for (text, name) in
        [("Gen. Grant", "Grant"), ("the General  Grant", "Grant"), ("U.S. Grant", "Grant"), ("Grant", "Grant")]
    {
        assert_eq!(untitled(text), name);
    }
    assert_eq!(untitled("General"), "General");
}

#[test]
fn in_place_of_a_name_that_there_is_not_stand_the_nearest_and_all() {
    let sides = ["union", "confederate"];
    assert_eq!(instead("unoin", &sides, "the sides are"), "did you mean union? The sides are union and confederate");
    assert_eq!(instead("prussia", &sides, "the sides are"), "the sides are union and confederate");
    let scenarios = ["campaign_1861", "campaign_1862", "virginia_1862"];
    let all = "campaign_1861, campaign_1862 and virginia_1862";
    // A letter is missing; of two that lack one, that with the same year is nearer.
    let wanted = format!("did you mean campaign_1862? The pack has {all}");
    assert_eq!(instead("campain_1862", &scenarios, "the pack has"), wanted);
    let wanted = format!("did you mean campaign_1862 or virginia_1862? The pack has {all}");
    assert_eq!(instead("1862", &scenarios, "the pack has"), wanted);
}

#[test]
fn two_things_of_one_name_are_both_meant() {
    let named = [("Hill", 1), ("A.P. Hill", 2), ("hill", 3), ("Hill", 1)];
    assert_eq!(match_name("HILL", &named), NameMatch::Several(vec![("Hill", 1), ("hill", 3)]));
    assert_eq!(match_name("ap hill", &named), NameMatch::One(2));
    assert_eq!(match_name("", &named), NameMatch::Near(Vec::new()));
    assert_eq!(match_name("A.P. Hil", &named), NameMatch::One(2));
}
