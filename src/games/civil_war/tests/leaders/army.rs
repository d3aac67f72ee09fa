use civil_war::CivilWar;
use civil_war::leaders::army::command_capacity;
use civil_war::pack::Branch;
use civil_war::position::ledger::Piece;

#[test]
fn no_naval_leader_changes_what_an_army_commands_in_an_attack() {
    let rules = CivilWar::shipped();
    let counters = |naval: bool| -> Vec<Piece> {
        let leaders = rules.pack.leaders.values().filter(|leader| (leader.branch == Branch::Naval) == naval);
        let pieces = leaders.flat_map(|leader| {
            leader.counters.iter().map(|counter| Piece { leader: leader.id.clone(), rank: counter.rank })
        });
        pieces.collect()
    };
    let (ashore, afloat) = (counters(false), counters(true));
    assert!(!afloat.is_empty());
    let mut tried = 0;
    for pair in ashore.windows(3) {
        for commander in ashore.iter().filter(|piece| piece.rank >= 3) {
            let army: Vec<Piece> = pair.iter().chain([commander]).cloned().collect();
            let alone = command_capacity(&rules, &army);
            for admiral in &afloat {
                let with = army.iter().chain([admiral]).cloned().collect::<Vec<_>>();
                assert_eq!(command_capacity(&rules, &with), alone, "{army:?} and {admiral}");
                tried += 1;
            }
        }
    }
    assert!(tried > 1_000, "{tried}");
}
