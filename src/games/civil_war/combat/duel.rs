//! The game of re-rolls solved to its end (7.4.6, CW-114): what is best for whoever has the option, and how often the dice
//! then end with which faces. What is good for the attacker is bad for the defender. All in whole numbers.

use crate::orders::Reroll;

/// Faces of a die.
const FACES: usize = 6;

/// How good an end is for the attacker; the greater the better, from the left: whether he ends with the hex (1) or not
/// (0); strength points that the defender loses less those that he loses himself; whether the defender is newly demoralized
/// (1) less whether he is (1). Of what is yet to be thrown: the sum over all throws.
pub type Worth = [i64; 3];

/// The dice on the table, and whose option it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// The attacker's face less one, and the defender's.
    pub faces: [usize; 2],
    /// Options to roll again that each has left.
    pub options: [u32; 2],
    /// The option is the defender's.
    pub defends: bool,
    /// The other side has just passed.
    pub passed: bool,
}

/// What is best on every table that may come about, and what it is worth.
#[derive(Clone, Debug)]
pub struct Duel {
    most: [u32; 2],
    ends: [[Worth; FACES]; FACES],
    best: Vec<(Reroll, Worth)>,
}

impl Duel {
    /// Solves the game for two sides with so many options each. `ends`: what each pair of faces is worth, the attacker's
    /// first.
    pub fn solve(ends: [[Worth; FACES]; FACES], most: [u32; 2]) -> Duel {
        let size = FACES * FACES * (most[0] as usize + 1) * (most[1] as usize + 1) * 4;
        let mut duel = Duel { most, ends, best: vec![(Reroll::Pass, [0; 3]); size] };
        for table in duel.tables() {
            let at = duel.index(table);
            duel.best[at] = duel.look_ahead(table);
        }
        duel
    }

    /// What is best for whoever has the option. Equal worth: to pass, then the own die.
    pub fn best(&self, table: Table) -> Reroll {
        self.best[self.index(table)].0
    }

    /// How often the dice end with which faces if both play their best from where nothing is thrown yet: of
    /// [`Duel::throws`] throws, all equally likely.
    pub fn ends_from_the_start(&self) -> [[u64; FACES]; FACES] {
        let mut weights = vec![0; self.best.len()];
        let each = self.throws() / (FACES * FACES) as u64;
        for (attack, defence) in pairs() {
            let table = Table { faces: [attack, defence], options: self.most, defends: false, passed: false };
            weights[self.index(table)] = each;
        }
        self.play_on(weights)
    }

    /// Of how many throws [`Duel::ends_from_the_start`] speaks.
    pub fn throws(&self) -> u64 {
        6u64.pow(2 + self.most[0] + self.most[1])
    }

    /// Every table, those first that others lead to.
    fn tables(&self) -> Vec<Table> {
        let mut tables = Vec::with_capacity(self.best.len());
        for left in 0..=self.most[0] + self.most[1] {
            for passed in [true, false] {
                for own in 0..=left.min(self.most[0]) {
                    let options = [own, left - own];
                    if options[1] > self.most[1] {
                        continue;
                    }
                    for defends in [false, true] {
                        let table = |(attack, defence)| Table { faces: [attack, defence], options, defends, passed };
                        tables.extend(pairs().map(table));
                    }
                }
            }
        }
        tables
    }

    fn index(&self, table: Table) -> usize {
        let Table { faces, options, defends, passed } = table;
        let options = options[0] as usize * (self.most[1] as usize + 1) + options[1] as usize;
        ((options * FACES + faces[0]) * FACES + faces[1]) * 4 + 2 * usize::from(defends) + usize::from(passed)
    }

    /// The best choice, and what it is worth: the sum over every throw of all options that are left.
    fn look_ahead(&self, table: Table) -> (Reroll, Worth) {
        let end = self.ends[table.faces[0]][table.faces[1]];
        let left = table.options[0] + table.options[1];
        let pass = match self.after_pass(table) {
            None => end.map(|part| part * 6i64.pow(left)),
            Some(next) => self.best[self.index(next)].1,
        };
        let mut best = (Reroll::Pass, pass);
        if table.options[usize::from(table.defends)] == 0 {
            return best;
        }
        for die in [Reroll::Own, Reroll::Enemy] {
            let worth = after_throw(table, die).map(|next| self.best[self.index(next)].1);
            let worth = worth.into_iter().fold([0; 3], |sum: Worth, one| [0, 1, 2].map(|part| sum[part] + one[part]));
            if if table.defends { worth < best.1 } else { worth > best.1 } {
                best = (die, worth);
            }
        }
        best
    }

    /// The table after a pass; none where it is over: the other has passed before, or nobody has an option (7.4.6c).
    fn after_pass(&self, table: Table) -> Option<Table> {
        let over = table.passed || table.options == [0, 0];
        (!over).then_some(Table { defends: !table.defends, passed: true, ..table })
    }

    /// Plays on from so many throws on each table.
    fn play_on(&self, mut weights: Vec<u64>) -> [[u64; FACES]; FACES] {
        let mut ends = [[0; FACES]; FACES];
        for table in self.tables().into_iter().rev() {
            let weight = std::mem::take(&mut weights[self.index(table)]);
            if weight == 0 {
                continue;
            }
            match self.best(table) {
                Reroll::Pass => match self.after_pass(table) {
                    Some(next) => weights[self.index(next)] += weight,
                    None => ends[table.faces[0]][table.faces[1]] += weight,
                },
                die => {
                    for next in after_throw(table, die) {
                        weights[self.index(next)] += weight / FACES as u64;
                    }
                }
            }
        }
        ends
    }
}

/// The six tables after a die is rolled again.
fn after_throw(table: Table, die: Reroll) -> [Table; FACES] {
    let chooser = usize::from(table.defends);
    let thrown = if die == Reroll::Own { chooser } else { 1 - chooser };
    std::array::from_fn(|face| {
        let mut next = Table { defends: !table.defends, passed: false, ..table };
        next.faces[thrown] = face;
        next.options[chooser] -= 1;
        next
    })
}

fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..FACES).flat_map(|attack| (0..FACES).map(move |defence| (attack, defence)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The attacker wants the sum of the faces to be high, the defender low.
    fn sums() -> [[Worth; FACES]; FACES] {
        std::array::from_fn(|attack| std::array::from_fn(|defence| [(attack + defence + 2) as i64, 0, 0]))
    }

    fn mean(duel: &Duel) -> (u64, u64) {
        let ends = duel.ends_from_the_start();
        let sum = pairs().map(|(a, d)| ends[a][d] * (a + d + 2) as u64).sum();
        (sum, duel.throws())
    }

    #[test]
    fn without_options_every_pair_of_faces_comes_as_often() {
        let duel = Duel::solve(sums(), [0, 0]);
        assert_eq!(duel.ends_from_the_start(), [[1; FACES]; FACES]);
        assert_eq!(duel.throws(), 36);
    }

    #[test]
    fn one_option_is_used_on_the_lower_die_where_it_gains() {
        // 7.4.6. A die rolled again shows 3.5 on average: one goes that shows 1 to 3, the lower of two.
        let duel = Duel::solve(sums(), [1, 0]);
        let table = |attack: usize, defence: usize| Table {
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
        let duel = Duel::solve(sums(), [1, 1]);
        let table = |face: usize| Table { faces: [face - 1; 2], options: [1, 1], defends: true, passed: true };
        assert_eq!(duel.best(table(4)), Reroll::Pass);
        assert_eq!(duel.best(table(6)), Reroll::Own);
        assert_eq!(duel.best(table(1)), Reroll::Pass);
    }

    #[test]
    fn the_ends_are_what_the_tables_are_worth() {
        // Two ways to the same figure: looking ahead from the end, and playing on from the start.
        for most in [[0, 1], [2, 0], [2, 3], [6, 6]] {
            let duel = Duel::solve(sums(), most);
            let start =
                |(attack, defence)| Table { faces: [attack, defence], options: most, defends: false, passed: false };
            let ahead: i64 = pairs().map(|pair| duel.best[duel.index(start(pair))].1[0]).sum();
            let (sum, of) = mean(&duel);
            assert_eq!(u64::try_from(ahead).expect("a sum"), sum, "{most:?}");
            let ends = duel.ends_from_the_start();
            assert_eq!(ends.iter().flatten().sum::<u64>(), of, "{most:?}");
        }
    }
}
