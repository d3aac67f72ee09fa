//! Every figure of the optional rules has a range, and what is outside it is told with its place, the range and its source.

use adjutant_core::document::{Problem, Value};
use civil_war::pack::{Pack, exact, far_west, optional_rules};

/// The usual file of that name, as a pack may have it.
fn usual(file: &str) -> Value {
    let path = format!("{}/pack/{file}", env!("CARGO_MANIFEST_DIR"));
    serde_yaml::from_str(&std::fs::read_to_string(path).expect("the usual figures")).expect("YAML")
}

/// What is wrong with a pack that has this file besides.
fn problems(file: &str, content: Value) -> Vec<Problem> {
    let mut files = Pack::shipped_files().clone();
    files.insert(file, content);
    Pack::parse(&files).expect("a pack").check()
}

/// Calls a function with every whole number of a file, and the path to it.
fn numbers(value: &mut Value, path: &str, each: &mut impl FnMut(&str, &mut Value)) {
    match value {
        Value::Number(_) => each(path, value),
        Value::Array(list) => {
            list.iter_mut().enumerate().for_each(|(n, part)| numbers(part, &format!("{path}[{n}]"), each));
        }
        Value::Object(map) => {
            for (key, part) in map.iter_mut() {
                let dot = if path.is_empty() { "" } else { "." };
                numbers(part, &format!("{path}{dot}{key}"), each);
            }
        }
        _ => {}
    }
}

/// With 255 in the place of every number each of them is told, at its own place or at that of the entry whose number it is.
#[test]
fn no_figure_is_without_a_range() {
    for file in [optional_rules::FILE, far_west::FILE] {
        let mut content = usual(file);
        assert_eq!(problems(file, content.clone()), Vec::new(), "{file}");
        let mut places = Vec::new();
        numbers(&mut content, "", &mut |path, number| {
            places.push(path.to_owned());
            *number = Value::from(255);
        });
        assert!(places.len() > 50, "{places:?}");
        let told: Vec<(String, String)> = problems(file, content.clone())
            .into_iter()
            .filter_map(|problem| {
                let place = problem.path.as_deref()?.strip_prefix(file)?.strip_prefix(':')?.to_owned();
                Some((exact(&content, &place), problem.message))
            })
            .collect();
        for place in places {
            // The numbers of the rows of the chart are checked together, and the counter with which somebody comes must be
            // one of his.
            let is_told = match place.rsplit_once('.') {
                Some((_, "roll")) => told.iter().any(|(_, words)| words.contains("the totals 1 to 12")),
                Some((one, "rank")) if one.starts_with("additional_leaders") => {
                    told.iter().any(|(_, words)| words.contains("no such counter of hampton"))
                }
                _ => told.iter().any(|(at, words)| *at == place && words.contains("255")),
            };
            assert!(is_told, "{file}: nothing is said of {place}");
        }
    }
}

/// The least and the most of a range pass, what is beyond does not; the words name the range and its source.
#[test]
fn what_is_outside_a_range_is_told_with_the_range_and_its_source() {
    let (rules, west) = (optional_rules::FILE, far_west::FILE);
    for (file, place, least, most, source) in [
        (rules, "stacking.sp", 1, 50, "12.1"),
        (rules, "attrition.above", 0, 50, "12.1"),
        (rules, "attrition.loses", 1, 10, "CW-311"),
        (rules, "captured_rails.capacity", 1, 10, "CW-312"),
        (rules, "leader_chart.large_army", 1, 50, "12.1"),
        (rules, "leader_chart.captivity", 1, 19, "2.2"),
        (rules, "leader_chart.last_return", 1, 19, "2.2"),
        (rules, "leader_chart.rows[1].three_stars.again[0]", 2, 12, "22.1"),
        (rules, "leader_chart.terminations[0].from", 0, 19, "2.2"),
        (rules, "additional_leaders.leaders[0].turn", 1, 19, "2.2"),
        (rules, "additional_leaders.leaders[8].after_losses", 1, 10, "22.3"),
        (rules, "untried.usual.initiative", 1, 4, "5.1"),
        (rules, "untried.other[0].ratings.initiative", 1, 4, "5.1"),
        (rules, "naval_leaders.leaders[0].enters.turn", 1, 19, "2.2"),
        (rules, "naval_leaders.leaders[0].counters[0].rank", 2, 2, "8.2"),
        (rules, "naval_leaders.leaders[0].counters[0].seniority", 1, 99, "CW-330"),
        (rules, "naval_leaders.leaders[0].counters[0].tactical", 0, 3, "5.1"),
        (west, "desert.movement", 1, 4, "6.1"),
        (west, "desert.shift", 0, 4, "7.5"),
        (west, "places.B2810.city.vp", 0, 4, "9.4.9"),
        (west, "places.B4740.city.imports.points", 1, 7, "9.4.9"),
        (west, "leaders[0].counters[0].rank", 1, 4, "5.1"),
        (west, "leaders[0].counters[0].initiative", 1, 4, "5.1"),
        (west, "counters.texas_ranger.movement", 1, 12, "6.2"),
        (west, "tribes.reach", 1, 12, "6.2"),
        (west, "tribes.price", 0, 5, "CW-321"),
        (west, "tribes.eliminates_on", 1, 6, "CW-321"),
        (west, "tribes.vp", 0, 5, "CW-321"),
        (west, "setups.campaign_1861.at[6].texas_ranger", 0, 5, "2.3"),
        (west, "setups.campaign_1861.at[0].sp", 0, 10, "2.3"),
        (west, "arrivals[1].at[0].texas_ranger", 0, 5, "2.3"),
        (west, "arrivals[4].at[0].civilized_indian", 0, 5, "2.3"),
    ] {
        let told = |figure: u8| {
            let mut content = usual(file);
            let mut found = false;
            numbers(&mut content, "", &mut |path, number| {
                if path == place {
                    (*number, found) = (Value::from(figure), true);
                }
            });
            assert!(found, "{file} has no {place}");
            let wrong = problems(file, content);
            wrong.into_iter().find(|problem| problem.message.contains(" is not from "))
        };
        for figure in [most + 1].into_iter().chain((least > 0).then(|| least - 1)) {
            let problem = told(figure).unwrap_or_else(|| panic!("{place}: {figure} passes"));
            assert_eq!(problem.path.as_deref(), Some(format!("{file}:{place}").as_str()));
            let wanted = format!("{figure} is not from {least} to {most}: ");
            let words = problem.message.strip_prefix(&wanted).unwrap_or_else(|| panic!("{place}: {}", problem.message));
            assert!(words.contains(source), "{place}: {words}");
        }
    }
}

/// 22.2: the counters of a club's own leaders have the ranges of `leaders.yaml`.
#[test]
fn leaders_of_a_club_have_the_ranges_of_the_others() {
    let counter = |figures: &str| {
        let text = format!(
            "about: Ours\nsource: {{reconstructed: ours}}\nleaders:\n  - id: pelham\n    name: Pelham\n    side: confederate\n    \
             branch: infantry\n    additional: true\n    enters: {{turn: 2, source: {{reconstructed: ours}}}}\n    counters:\n      \
             - {{rank: 1, {figures}, source: {{reconstructed: ours}}}}\n"
        );
        let wrong = problems("modified_leaders.yaml", serde_yaml::from_str(&text).expect("YAML"));
        wrong.into_iter().map(|problem| problem.message).collect::<Vec<_>>()
    };
    assert_eq!(counter("seniority: 90, initiative: 3, tactical: 1"), Vec::<String>::new());
    for (figures, wanted) in [
        ("seniority: 100, initiative: 3, tactical: 1", "a seniority is 1 to 99"),
        ("seniority: 0, initiative: 3, tactical: 1", "a seniority is 1 to 99"),
        ("seniority: 90, initiative: 0, tactical: 1", "an initiative is 1 to 4"),
        ("seniority: 90, initiative: 5, tactical: 1", "an initiative is 1 to 4"),
        ("seniority: 90, initiative: 3, tactical: 4", "a rating is at most 3"),
    ] {
        assert!(counter(figures).iter().any(|words| words.starts_with(wanted)), "{figures}: {:?}", counter(figures));
    }
}

/// A naval leader has an id of his own: another leader with that id would vanish. A force does not lose what it has not.
#[test]
fn what_would_take_a_leader_or_a_force_away_is_told() {
    let told = |change: &dyn Fn(&mut Value), words: &str| {
        let mut content = usual(optional_rules::FILE);
        change(&mut content);
        let problems = problems(optional_rules::FILE, content);
        assert!(problems.iter().any(|problem| problem.message.contains(words)), "{words}: {problems:?}");
    };
    for id in ["semmes", "farragut", "re_lee", "grant", "untried_c1", "sibley"] {
        let words = format!("there is another leader {id}");
        told(&|content| content["naval_leaders"]["leaders"][0]["id"] = Value::from(id), &words);
    }
    for (above, loses) in [(0, 10), (1, 5)] {
        let change = |content: &mut Value| {
            content["attrition"]["above"] = Value::from(above);
            content["attrition"]["loses"] = Value::from(loses);
        };
        told(&change, "a force cannot lose more");
    }
}
