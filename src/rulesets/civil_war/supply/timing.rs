use super::*;
use crate::rulesets::civil_war::sequence;
#[test]
fn timing() {
    for id in ["virginia_1861", "campaign_1863", "campaign_1864"] {
        let rules = CivilWar::shipped().on(&id.parse().unwrap());
        let scenario = rules.pack.scenario(id).unwrap().clone();
        let game = sequence::set_up(&rules, &scenario);
        for (side, dry) in
            [(Side::Union, false), (Side::Union, true), (Side::Confederate, false), (Side::Confederate, true)]
        {
            let mut game = game.clone();
            if dry {
                game.squadrons.clear();
            }
            let hexes: std::collections::BTreeSet<Hex> =
                game.groups.values().filter(|g| g.side == side).map(|g| g.hex).collect();
            let least = |f: &dyn Fn(Hex)| {
                let mut sum = std::time::Duration::ZERO;
                for &hex in &hexes {
                    let one = |_| {
                        let s = std::time::Instant::now();
                        f(hex);
                        s.elapsed()
                    };
                    sum += (0..7).map(one).min().unwrap();
                }
                sum / hexes.len() as u32
            };
            println!(
                "{id} {side} dry {dry} {} hexes: in supply {:?}, in doubt {:?}, new {:?}",
                hexes.len(),
                least(&|hex| {
                    in_supply(&rules, &game, hex, side, None);
                }),
                least(&|hex| {
                    Tracing::new(&rules, &game, side, None, true).search(hex, Sources::LASTING);
                }),
                least(&|_| {
                    Tracing::new(&rules, &game, side, None, false);
                })
            );
        }
        let start = std::time::Instant::now();
        let a = crate::rulesets::civil_war::naval::control::controlled(&rules, &game, Side::Union).len();
        println!("controlled {a} {:?} squadrons {}", start.elapsed(), game.squadrons.len());
        let start = std::time::Instant::now();
        let n = crate::rulesets::civil_war::movement::legal(&rules, &game, Side::Confederate).len();
        println!("legal {n} {:?}", start.elapsed());
    }
}
