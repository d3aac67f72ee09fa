use adjutant_core::report::svg::text_width::width;
use seven_days::pack::Pack;
use seven_days::present::picture::counters::*;

#[test]
fn names_are_as_long_as_a_counter_holds() {
    for (name, wanted) in [
        ("Sykes Infantry", "Sykes"),
        ("Stuart Horse Artillery", "Stuart"),
        ("Richardson Artillery", "Richardson"),
        ("8 Pennsylvania Cavalry", "8 Penn."),
        ("III Corps Reserve Artillery", "III C. Res."),
        ("White House Infantry", "Wh. House"),
        ("Army HQ Cavalry", "Army HQ"),
        ("Infantry", ""),
    ] {
        assert_eq!(short(name), wanted);
    }
    let cut = short("Wolverhampton Infantry");
    assert!(cut.starts_with("Wolver") && cut.ends_with('.') && width(&cut, LETTERS) <= NAME, "{cut}");
}

#[test]
fn no_name_of_the_week_is_cut() {
    for unit in Pack::shipped().forces.units.values() {
        let name = short(&unit.name);
        let whole = |word: &str| unit.name.split_whitespace().any(|known| known == word);
        let known = |word: &str| {
            whole(word) || ABBREVIATIONS.iter().any(|(_, short)| short.split(' ').any(|part| part == word))
        };
        assert!(name.split(' ').all(known), "{name} of {}", unit.name);
    }
}
