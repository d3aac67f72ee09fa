//! One whole campaign, played to its end by the sensible player on both sides.
//!
//! `cargo test --test games whole_campaign:: -- --nocapture` with `ADJUTANT_COUNT=20` plays this many and prints how
//! they went; `ADJUTANT_FIRST=7` begins with match 7, `ADJUTANT_SCENARIO=campaign_1864` plays that scenario,
//! `ADJUTANT_TURNS=2` ends each match after this many turns, `ADJUTANT_INVARIANTS=1` tests the invariants after every
//! step (20: after every twentieth, 0: never). `cargo bench --bench campaigns` does the same at full speed.

use crate::campaign;
use crate::campaign_summary;
use campaign::Setting;

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

#[test]
fn a_campaign_comes_to_its_end() {
    let scenario = std::env::var("ADJUTANT_SCENARIO").unwrap_or_else(|_| "campaign_1864".to_owned());
    let mut played = Setting::new(&scenario);
    played.turns = setting("ADJUTANT_TURNS");
    played.invariants = setting("ADJUTANT_INVARIANTS").unwrap_or(20);
    let first = setting("ADJUTANT_FIRST").unwrap_or(0);
    let count = setting("ADJUTANT_COUNT").unwrap_or(1);
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let all = campaign::play_all(&played, first..first + count, cores, |played| {
        println!("{}", played.line());
        played.faults.iter().for_each(|fault| println!("{fault}"));
    });
    println!("\n{}", campaign_summary::summary(&scenario, &all));
    for match_ in &all {
        assert!(
            match_.faults.is_empty(),
            "match {}: {} faults, {}",
            match_.number,
            match_.faults.len(),
            match_.faults[0]
        );
        if played.turns.is_none() {
            let outcome = match_.outcome.as_ref().unwrap_or_else(|| panic!("match {} has no outcome", match_.number));
            let winner = outcome["winner"].as_str().map(|side| if side == "union" { "Union" } else { "Confeder" });
            let named = winner.unwrap_or("draw");
            assert!(match_.last_report.contains(named), "match {}: {outcome}\n{}", match_.number, match_.last_report);
        }
    }
}

#[test]
fn what_happened_in_the_war_is_about_cities_of_the_map_and_turns_of_the_calendar() {
    let history = campaign_summary::History::known();
    let pack = adjutant::games::civil_war::pack::Pack::shipped();
    let calendar = pack.scenario("campaign_1861").expect("the scenario");
    let months = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    for taken in &history.cities.taken {
        let city = pack.map.hex(taken.at).and_then(|hex| hex.city.as_ref());
        let city = city.unwrap_or_else(|| panic!("{}: no city", taken.what));
        assert!(city.vp > 0, "{}: no victory points", taken.what);
        let named = taken.what.split([',']).next().unwrap_or_default();
        assert!(city.name.starts_with(named), "{} is {}", taken.what, city.name);
        let turn = taken.turn().and_then(|turn| u8::try_from(turn).ok());
        let period = turn.and_then(|turn| calendar.period(turn)).unwrap_or_else(|| panic!("{}", taken.what));
        let month: usize = taken.date[5..7].parse().expect("a month");
        // January and December lie in the winter that the others begin and end.
        let told = period.contains(months[month - 1]) || [1, 12].contains(&month) && period.contains("February");
        let year = period.contains(&taken.date[..4]);
        assert!(told && year, "{} on {} is no day of {period}", taken.what, taken.date);
        assert!(!taken.source.is_empty(), "{}: nobody says so", taken.what);
    }
    for pair in history.strengths.turns.windows(2) {
        assert!(pair[0].turn < pair[1].turn);
    }
}
