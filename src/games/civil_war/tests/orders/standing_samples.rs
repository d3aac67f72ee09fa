use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use civil_war::orders::standing_samples::*;
use civil_war::orders::{ReactInto, ReactionStanding, Standing};
use civil_war::pack::Side;
use civil_war::{CivilWar, sequence};

#[test]
fn the_armies_and_the_cavalry_of_1862_have_examples_and_all_are_legal() {
    let rules = CivilWar::shipped();
    let scenario = rules.pack.scenario("virginia_1862").expect("the scenario").clone();
    let game = sequence::set_up(&rules, &scenario);
    for (side, own) in [(Side::Union, "potomac"), (Side::Confederate, "northern_virginia")] {
        let samples = standing(&rules, &game, side);
        for sample in &samples {
            assert_eq!(rules.check_standing(&game, &side.id(), sample), Vec::new(), "{sample:?}");
        }
        let own: Id = own.parse().expect("an army");
        let reactions: Vec<&ReactionStanding> = samples.iter().filter_map(|sample| sample.reaction.get(&own)).collect();
        assert!(reactions.iter().any(|wanted| wanted.into == ReactInto::Announced && wanted.otherwise.is_some()));
        assert!(reactions.iter().any(|wanted| wanted.leader.is_some()), "cavalry is sent");
        assert!(reactions.iter().any(|wanted| matches!(wanted.into, ReactInto::Toward(_))));
        assert!(samples.iter().any(|sample| sample.screen.is_some()));
        assert_eq!(samples.last(), Some(&Standing::default()));
    }
}

#[test]
fn no_army_on_the_map_is_told_nothing() {
    let rules = CivilWar::shipped();
    let scenario = rules.pack.scenario("virginia_1861").expect("the scenario").clone();
    let game = sequence::set_up(&rules, &scenario);
    assert!(standing(&rules, &game, Side::Union).iter().all(|sample| sample.reaction.is_empty()));
}
