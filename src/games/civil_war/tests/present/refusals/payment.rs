use civil_war::CivilWar;
use civil_war::command::expense::Expense;
use civil_war::pack::{Side, Theater};
use civil_war::refusal::{Barred, PayRefusal};

/// Every shortage that a side can have, in words to the side itself.
fn shortages(side: Side) -> Vec<String> {
    let rules = CivilWar::shipped();
    let mut told = Vec::new();
    for purse in [Expense::Land, Expense::Naval, Expense::Admiral] {
        for theater in Theater::ALL {
            for (own, discretionary) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                // A purse without tracks of its own has no points on them.
                if own > 0 && purse.tracks(side, theater).len() < 2 {
                    continue;
                }
                told.push(PayRefusal::TooFewCommands { cost: 4, own, discretionary, purse, theater });
                let because = Barred::MississippiLost;
                told.push(PayRefusal::TooFewWithoutDiscretionary { cost: 4, own, purse, theater, because });
            }
        }
    }
    told.into_iter().map(|refusal| refusal.problem(&rules, side).message).collect()
}

#[test]
fn no_shortage_speaks_of_tracks_that_do_not_pay() {
    for said in Side::BOTH.into_iter().flat_map(shortages) {
        assert!(!said.contains("none points") && !said.contains("no none") && !said.contains("only none"), "{said}");
        assert!(!said.contains("  "), "{said}");
    }
}

#[test]
fn ships_that_only_barred_points_pay_for_are_told_so() {
    let refusal = PayRefusal::TooFewWithoutDiscretionary {
        cost: 1,
        own: 0,
        purse: Expense::Naval,
        theater: Theater::TransMississippi,
        because: Barred::MississippiLost,
    };
    let problem = refusal.problem(&CivilWar::shipped(), Side::Confederate);
    assert_eq!(
        problem.message,
        "this costs 1 command point of the discretionary track, and none of these may be spent in the \
         Trans-Mississippi: the Mississippi is lost"
    );
}
