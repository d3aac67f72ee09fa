//! One whole campaign, played to its end by the sensible player on both sides.
//!
//! `cargo test --test campaign_played -- --nocapture` with `ADJUTANT_COUNT=20` plays so many and prints how they went;
//! `ADJUTANT_FIRST=7` begins with match 7, `ADJUTANT_SCENARIO=campaign_1864` plays that scenario, `ADJUTANT_TURNS=2` ends
//! each match after so many turns, `ADJUTANT_INVARIANTS=1` tests the invariants after every step (20: after every
//! twentieth, 0: never). `cargo bench --bench campaigns` does the same at full speed.

#[path = "support/campaign.rs"]
mod campaign;
#[path = "support/campaign_summary.rs"]
mod campaign_summary;

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
