use crate::opening::hex;
use adjutant_core::document::Id;
use adjutant_core::engine::{Decision, Reason};
use adjutant_core::session::{Game, Rules};
use civil_war::CivilWar;
use civil_war::pack::{Branch, Side, Theater};
use civil_war::position::ledger::Track;
use civil_war::refusal::{ArmyRefusal, MoveRefusal, Refusal, TurnRefusal};
use serde_json::json;

fn id(text: &str) -> Id {
    text.parse().expect("an id")
}

/// The words for the Union's player, with the advice, and those for everybody.
fn words_of(refusal: impl Into<Refusal>) -> (String, String) {
    let rules = CivilWar::shipped();
    let problem = refusal.into().to_owner(&rules, Side::Union);
    let everyone = adjutant_core::report::shared_sections::because(&rules, &Side::Union.id(), &[Reason::of(&problem)]);
    (problem.to_string(), everyone)
}

#[test]
fn the_player_and_everybody_are_each_told_in_their_own_words() {
    let (manassas, washington) = (hex("5006"), hex("5206"));
    let (owner, everyone) = words_of(MoveRefusal::LeadersLeftAlone { hex: manassas, leaders: 2 });
    let advice = "leave a strength point with them, or move them first";
    assert_eq!(owner, format!("this would leave 2 of your leaders alone in Manassas (5006); {advice}"));
    assert_eq!(everyone, "this would leave 2 of the Union's leaders alone in Manassas (5006)");
    let (owner, everyone) = words_of(MoveRefusal::EnemyGroundWithoutLeader { hex: manassas });
    let advice = "send a leader with them: `leader`; or end the path before it";
    let wanted = "Manassas (5006) lies in enemy territory, whoever controls it, and strength points enter that only with a leader";
    assert_eq!(owner, format!("{wanted}; {advice}"));
    assert!(everyone.starts_with("Manassas (5006) lies in Confederate territory"), "{everyone}");
    let (owner, everyone) = words_of(MoveRefusal::ConvertOwn { hex: washington });
    assert_eq!(owner, "Washington (5206) is already yours; leave the entry out");
    assert_eq!(everyone, "Washington (5206) is already the Union's");
    let (owner, everyone) = words_of(TurnRefusal::SpendsMoreThanTrack { track: Track::East, points: 1, left: 0 });
    let advice = "name another track, or leave this one out";
    assert_eq!(owner, format!("you spend 1 command point, but none is left on the East track; {advice}"));
    assert_eq!(everyone, "the Union spends 1 command point, but none is left on the East track");
}

#[test]
fn numbers_agree() {
    let moved = |has, moved| words_of(MoveRefusal::SomeHaveMoved { hex: hex("5006"), has, moved }).0;
    assert_eq!(
        moved(1, 1),
        "the only strength point in Manassas (5006) has already moved in this half-pulse; none may move"
    );
    assert_eq!(
        moved(2, 2),
        "both strength points in Manassas (5006) have already moved in this half-pulse; none may move"
    );
    assert_eq!(
        moved(3, 1),
        "1 of 3 strength points in Manassas (5006) has already moved in this half-pulse; 2 may move"
    );
    let needs =
        MoveRefusal::TooFewMovementPoints { hex: hex("5006"), needs: 1, has: 0, at: hex("5206"), supplied: true };
    let wanted = "entering Manassas (5006) takes 1 movement point, and the force has 0 left; stop in Washington (5206)";
    assert_eq!(words_of(needs).0, wanted);
}

#[test]
fn a_reason_in_a_state_gives_the_refusal_back() {
    let (leader, army, at) = (id("mcdowell"), id("potomac"), "2112/2211".parse().expect("a hexside"));
    let (here, there) = (hex("5006"), hex("5206"));
    let refusals: [Refusal; 10] = [
        MoveRefusal::PathEmpty.into(),
        MoveRefusal::AdmiralCannotGoAshore { leader: leader.clone(), at, named: None, landings: vec![here] }.into(),
        MoveRefusal::ShipsCommandRiver { from: here, to: there, at }.into(),
        MoveRefusal::AboveRank { leader: leader.clone(), limit: 6, branch: Branch::Cavalry, stars: 3 }.into(),
        MoveRefusal::LoneLeaderEndsAlone { leader: leader.clone(), hex: here, near: None }.into(),
        MoveRefusal::ArmiesAllMoved { armies: vec![army.clone()], sp: 4 }.into(),
        MoveRefusal::LeadersLeftCrowded { hex: here, leaders: 2, sp: 1, depot: true }.into(),
        TurnRefusal::NoSuchHex { hex: hex("9999"), near: Some(here) }.into(),
        TurnRefusal::FinishTrackTwice { track: Track::TransMississippi }.into(),
        ArmyRefusal::ArmyOfOtherTheater { army, hex: here, theater: Theater::East }.into(),
    ];
    for refusal in refusals {
        let reason = Reason::of(&refusal.to_owner(&CivilWar::shipped(), Side::Union));
        let written = serde_json::to_string(&reason).expect("JSON");
        let read: Reason = serde_json::from_str(&written).expect("a reason");
        assert_eq!(Refusal::of(&read), Some(refusal), "{written}");
    }
}

#[test]
fn a_misspelt_leader_is_only_taken_for_one_of_the_own_side() {
    let advice = |side: &str, leader: &str| {
        let given = json!({"scenario": "virginia_1862", "phasing": side, "difference": 9,
            "confederate": {"at": {"5006": {"sp": 3}}}, "union": {"at": {"5206": {"sp": 6, "leaders": ["hooker-2"]}}}});
        let table = Rules(CivilWar::shipped()).case(&given).expect("a position");
        let orders = vec![json!({"move": {"leader": leader, "path": ["5205"]}})];
        let problems = table.check(&id(side), &Decision { orders, ..Decision::default() }).expect_err("nobody's name");
        problems.into_iter().find_map(|problem| problem.advice).expect("advice")
    };
    for written in ["Hookr", "hookr"] {
        assert_eq!(advice("union", written), "did you mean Hooker?");
        assert!(advice("confederate", written).starts_with("write the name on his counter"));
    }
}
