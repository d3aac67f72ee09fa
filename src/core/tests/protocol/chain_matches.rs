//! Whole matches, head-to-head and refereed, through the protocol (3, 5, 6, 7).

use crate::common;
use adjutant_core::document::kinds::TrustMode;
use common::{Rig, open};
use serde_json::json;

#[test]
fn head_to_head_a_whole_match_is_played_and_verified() {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 2);
    assert_eq!(rig.asked()[0].0, "anna", "state 0 awaits an empty turn of the first seat");
    rig.play("anna", json!({}));
    rig.assert_verifies();
    for round in 1..=2 {
        rig.choose(round, &[("anna", "bold"), ("bert", "wary")]);
        rig.assert_verifies();
        rig.play("bert", json!({"orders": [{"raid": {"dice": 5}}, {"rest": {}}, {"done": {}}]}));
        while rig.asked()[0].1.get("answer").is_some() {
            let (seat, asked) = rig.asked().remove(0);
            assert_eq!(seat, "anna");
            rig.play("anna", json!({"answers": [{"id": asked["answer"]["id"], "answer": {"fall_back": {}}}]}));
        }
        rig.play("anna", json!({"orders": [{"rest": {}}, {"done": {}}], "standing": {"always": {"stand": {}}}}));
        rig.assert_verifies();
    }
    let verification = rig.assert_verifies();
    assert!(verification.outcome.is_some(), "{:#?}", rig.state());
    assert!(verification.counts.rolls >= 2);
    assert_eq!(verification.counts.adjudicated as u64, rig.step());
    assert!(rig.asked().is_empty());
}

#[test]
fn refereed_a_whole_match_is_played_and_verified() {
    let mut rig = Rig::toy(TrustMode::Refereed, 1);
    let asked: Vec<String> = rig.asked().into_iter().map(|(seat, _)| seat).collect();
    assert_eq!(asked, ["north", "south", "aide"], "every seat but the adjudicator reveals once");
    rig.play_all(&[("north", json!({})), ("aide", json!({})), ("south", json!({}))]);
    rig.choose(1, &[("north", "bold"), ("south", "bold")]);
    rig.play("north", json!({"orders": [{"done": {}}]}));
    rig.play("south", json!({"orders": [{"rest": {}}, {"done": {}}]}));
    let verification = rig.assert_verifies();
    assert_eq!(verification.outcome, Some(json!({"winner": "south"})));
}

#[test]
fn a_forfeited_choice_is_named_by_the_other_side_in_both_modes() {
    for trust in [TrustMode::HeadToHead, TrustMode::Refereed] {
        let mut rig = Rig::toy(trust, 1);
        while rig.asked()[0].1.get("empty").is_some() {
            let seats: Vec<String> = rig.asked().into_iter().map(|(seat, _)| seat).collect();
            let turns: Vec<(&str, serde_json::Value)> = seats.iter().map(|seat| (seat.as_str(), json!({}))).collect();
            rig.play_all(&turns);
        }
        let mut forfeited = false;
        while rig.asked()[0].1.get("orders").is_none() {
            let mut turns = Vec::new();
            for (seat, asked) in rig.asked() {
                let draft = if asked.get("commit").is_some() {
                    rig.commit(&seat, "stance-1", "bold")
                } else if asked.get("open").is_some() && !forfeited {
                    forfeited = true;
                    json!({"open": [{"id": "stance-1", "forfeit": true}]})
                } else if asked.get("open").is_some() {
                    let problems = rig.problems(&seat, open(&seat, "stance-1", "wary"));
                    assert!(problems[0].to_string().contains("do not match the commitment"), "{problems:?}");
                    open(&seat, "stance-1", "bold")
                } else {
                    json!({"answers": [{"id": asked["name"]["id"], "answer": "wary"}]})
                };
                turns.push((seat, draft));
            }
            let turns: Vec<(&str, serde_json::Value)> =
                turns.iter().map(|(seat, draft)| (seat.as_str(), draft.clone())).collect();
            rig.play_all(&turns);
        }
        let verification = rig.assert_verifies();
        assert_eq!(verification.notices.len(), 1, "{:?}", verification.notices);
        // A seat is named with its side, unless it has the side's name.
        let who = if trust == TrustMode::Refereed { "north" } else { "bert (north)" };
        let words = format!("{who} forfeits the choice 'stance-1': ");
        assert!(verification.notices[0].text.starts_with(&words), "{:?}", verification.notices);
    }
}
