use adjutant_core::engine::Reason;
use adjutant_core::report::shared_sections::because;
use civil_war::CivilWar;
use civil_war::pack::Side;
use civil_war::refusal::{RailBar, RailRefusal as Refused, Refusal};

#[test]
fn what_stops_trains_comes_through_a_state_and_is_told_to_player_and_reader() {
    let rules = CivilWar::shipped();
    let hex = |hex: &str| hex.parse().expect("a hex");
    let refusal = Refused::RailsNotJoined {
        from: hex("5108"),
        to: hex("5206"),
        nearest: None,
        bars: vec![
            RailBar::Enemy { hex: hex("5106") },
            RailBar::Reaction { hex: hex("5107"), army: "potomac".parse().expect("an id") },
            RailBar::Ships { at: "5106/5206".parse().expect("a hexside"), from: hex("5106"), to: hex("5206") },
        ],
    };
    let problem = refusal.clone().problem(&rules, Side::Confederate).rule("6.6.1a").in_path("rail.to");
    let said = &problem.message;
    assert!(said.starts_with("your rails do not join Fredericksburg (5108) and Washington (5206): "), "{said}");
    assert!(
        said.contains("the enemy has strength points in Alexandria (5106); Aquia (5107) is in the reaction radius"),
        "{said}"
    );
    assert!(said.contains("and you have no strength points there; enemy ships at 5106/5206"), "{said}");

    let state = serde_json::to_string(&Reason::of(&problem)).expect("JSON");
    let reason: Reason = serde_json::from_str(&state).expect("a reason");
    assert_eq!(Refusal::of(&reason), Some(Refusal::Rail(refusal)));
    let said = because(&rules, &Side::Confederate.id(), &[reason]);
    assert!(said.starts_with("the Confederacy's rails do not join "), "{said}");
    assert!(said.contains(": the Union has strength points in Alexandria (5106); "), "{said}");
    assert!(said.contains("and the Confederacy has no strength points there; Union ships at 5106/5206"), "{said}");
}
