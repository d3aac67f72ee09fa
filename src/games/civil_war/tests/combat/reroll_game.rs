use civil_war::combat::reroll_game::*;
use civil_war::orders::Reroll;

/// The attacker wants the sum of the faces to be high, the defender low.
fn sums() -> [[ResultValue; FACES]; FACES] {
    std::array::from_fn(|attack| std::array::from_fn(|defence| [(attack + defence + 2) as i64, 0, 0]))
}

fn mean(duel: &RerollGame) -> (u64, u64) {
    let ends = duel.ends_from_the_start();
    let sum = pairs().map(|(a, d)| ends[a][d] * (a + d + 2) as u64).sum();
    (sum, duel.throws())
}

#[test]
fn without_options_every_pair_of_faces_comes_as_often() {
    let duel = RerollGame::solve(sums(), [0, 0]);
    assert_eq!(duel.ends_from_the_start(), [[1; FACES]; FACES]);
    assert_eq!(duel.throws(), 36);
}

#[test]
fn one_option_is_used_on_the_lower_die_where_it_gains() {
    // 7.4.6. A die rolled again shows 3.5 on average: one goes that shows 1 to 3, the lower of two.
    let duel = RerollGame::solve(sums(), [1, 0]);
    let table = |attack: usize, defence: usize| RerollState {
        faces: [attack - 1, defence - 1],
        options: [1, 0],
        defends: false,
        passed: false,
    };
    assert_eq!(duel.best(table(3, 6)), Reroll::Own);
    assert_eq!(duel.best(table(6, 2)), Reroll::Enemy);
    assert_eq!(duel.best(table(2, 2)), Reroll::Own);
    assert_eq!(duel.best(table(4, 4)), Reroll::Pass);
    // By hand: of two dice the lower is 1 in 11 of 36 throws, 2 in 9, 3 in 7: the sum grows by 2.5, 1.5 and 0.5,
    // which is (27.5 + 13.5 + 3.5) / 36 = 44.5 / 36 on top of 7.
    let (sum, of) = mean(&duel);
    assert_eq!((2 * 36 * sum, of), (2 * 36 * 7 * of + 89 * of, 216));
}

#[test]
fn what_the_other_may_answer_counts() {
    // 7.4.6. Each has one option, and the attacker has passed: if the defender passes too, it is over. On two fours
    // he would gain half a point by a throw of his own, 3.5 for 4. But the attacker answers a 1 to 3 with a throw of
    // that die, which makes 7.5 of it: (3 x 7.5 + 8 + 9 + 10) / 6 = 8.25 is more than 8. He passes. On two sixes
    // (3 x 9.5 + 10 + 11 + 12) / 6 = 10.25 is less than 12.
    let duel = RerollGame::solve(sums(), [1, 1]);
    let table = |face: usize| RerollState { faces: [face - 1; 2], options: [1, 1], defends: true, passed: true };
    assert_eq!(duel.best(table(4)), Reroll::Pass);
    assert_eq!(duel.best(table(6)), Reroll::Own);
    assert_eq!(duel.best(table(1)), Reroll::Pass);
}

#[test]
fn the_ends_are_what_the_tables_are_worth() {
    // Two ways to the same figure: looking ahead from the end, and playing on from the start.
    for most in [[0, 1], [2, 0], [2, 3], [6, 6]] {
        let duel = RerollGame::solve(sums(), most);
        let start =
            |(attack, defence)| RerollState { faces: [attack, defence], options: most, defends: false, passed: false };
        let ahead: i64 = pairs().map(|pair| duel.best[duel.index(start(pair))].1[0]).sum();
        let (sum, of) = mean(&duel);
        assert_eq!(u64::try_from(ahead).expect("a sum"), sum, "{most:?}");
        let ends = duel.ends_from_the_start();
        assert_eq!(ends.iter().flatten().sum::<u64>(), of, "{most:?}");
    }
}
