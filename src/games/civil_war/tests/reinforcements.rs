use serde_json::Map;

use adjutant_core::engine::Ruleset;
use civil_war::CivilWar;
use civil_war::legality::uncertainty::Doubts;
use civil_war::orders::Source;
use civil_war::pack::Side;
use civil_war::reinforcements::*;
use civil_war::supply::Supplies;

#[test]
fn a_hex_is_open_where_the_rules_have_nothing_against_it() {
    let all = CivilWar::shipped();
    let mut open = [0, 0];
    for scenario in all.pack.scenarios.keys() {
        let rules = all.for_scenario(scenario);
        let position = rules.setup(scenario, &Map::new()).expect("a position");
        for side in Side::BOTH {
            let supplies = Supplies::new(&rules, &position.game, side);
            let sources = [Source::East, Source::West, Source::Discretionary, Source::Leaders];
            for (from, (hex, _)) in
                sources.into_iter().flat_map(|from| rules.pack.map.hexes().map(move |at| (from, at)))
            {
                let wrong = misplaced(&supplies, from, hex, None, &Doubts::default());
                assert_eq!(is_open(&supplies, from, hex), wrong.is_empty(), "{scenario}, {side}, {from:?}, {hex}");
                open[usize::from(wrong.is_empty())] += 1;
            }
        }
    }
    assert!(open.iter().all(|count| *count > 100), "{open:?}");
}
