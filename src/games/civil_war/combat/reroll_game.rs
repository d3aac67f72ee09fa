//! The complete solution of the game of re-rolls (7.4.6, CW-114): the best choice for the side that has the option, and
//! how often the dice then end with which faces. It is a zero-sum game, solved in integers.

use crate::orders::Reroll;

/// Faces of a die.
pub const FACES: usize = 6;

/// The value of a result for the attacker, compared from the left; greater is better: first whether he ends with the
/// hex, as 1 or 0; then the strength points that the defender loses minus his own losses; then whether the defender is
/// newly demoralized, as 1 or 0, minus the same for the attacker. Before the dice are rolled: the sum over all rolls.
pub type ResultValue = [i64; 3];

/// The dice on the table, and whose option it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RerollState {
    /// The attacker's face less one, and the defender's.
    pub faces: [usize; 2],
    /// Options to roll again that each has left.
    pub options: [u32; 2],
    /// The option is the defender's.
    pub defends: bool,
    /// The other side has just passed.
    pub passed: bool,
}

/// The best choice in every state of the dice, and its value.
#[derive(Clone, Debug)]
pub struct RerollGame {
    most: [u32; 2],
    ends: [[ResultValue; FACES]; FACES],
    /// For each table, by its [`RerollGame::index`].
    pub best: Vec<(Reroll, ResultValue)>,
}

impl RerollGame {
    /// Solves the game for two sides with `most` options each. `ends`: the value of each pair of faces, the attacker's
    /// first.
    pub fn solve(ends: [[ResultValue; FACES]; FACES], most: [u32; 2]) -> RerollGame {
        let size = FACES * FACES * (most[0] as usize + 1) * (most[1] as usize + 1) * 4;
        let mut duel = RerollGame { most, ends, best: vec![(Reroll::Pass, [0; 3]); size] };
        for table in duel.tables() {
            let at = duel.index(table);
            duel.best[at] = duel.look_ahead(table);
        }
        duel
    }

    /// The best choice for the side that has the option. For equal values, passing comes first, then re-rolling the own
    /// die.
    pub fn best(&self, table: RerollState) -> Reroll {
        self.best[self.index(table)].0
    }

    /// How often the dice end with which faces if both sides play optimally from the start: out of
    /// [`RerollGame::throws`] equally likely sequences.
    pub fn ends_from_the_start(&self) -> [[u64; FACES]; FACES] {
        let mut weights = vec![0; self.best.len()];
        let each = self.throws() / (FACES * FACES) as u64;
        for (attack, defence) in pairs() {
            let table = RerollState { faces: [attack, defence], options: self.most, defends: false, passed: false };
            weights[self.index(table)] = each;
        }
        self.play_on(weights)
    }

    /// The number of sequences that [`RerollGame::ends_from_the_start`] counts.
    pub fn throws(&self) -> u64 {
        6u64.pow(2 + self.most[0] + self.most[1])
    }

    /// Every table, those first that others lead to.
    fn tables(&self) -> Vec<RerollState> {
        let mut tables = Vec::with_capacity(self.best.len());
        for left in 0..=self.most[0] + self.most[1] {
            for passed in [true, false] {
                for own in 0..=left.min(self.most[0]) {
                    let options = [own, left - own];
                    if options[1] > self.most[1] {
                        continue;
                    }
                    for defends in [false, true] {
                        let table =
                            |(attack, defence)| RerollState { faces: [attack, defence], options, defends, passed };
                        tables.extend(pairs().map(table));
                    }
                }
            }
        }
        tables
    }

    /// The index of a state among all possible ones.
    pub fn index(&self, table: RerollState) -> usize {
        let RerollState { faces, options, defends, passed } = table;
        let options = options[0] as usize * (self.most[1] as usize + 1) + options[1] as usize;
        ((options * FACES + faces[0]) * FACES + faces[1]) * 4 + 2 * usize::from(defends) + usize::from(passed)
    }

    /// The best choice, and its value: the sum over every roll of all options that are left.
    fn look_ahead(&self, table: RerollState) -> (Reroll, ResultValue) {
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
            let worth =
                worth.into_iter().fold([0; 3], |sum: ResultValue, one| [0, 1, 2].map(|part| sum[part] + one[part]));
            if if table.defends { worth < best.1 } else { worth > best.1 } {
                best = (die, worth);
            }
        }
        best
    }

    /// The state after a pass; `None` if the game is over: the other side has passed before, or nobody has an option
    /// (7.4.6c).
    fn after_pass(&self, table: RerollState) -> Option<RerollState> {
        let over = table.passed || table.options == [0, 0];
        (!over).then_some(RerollState { defends: !table.defends, passed: true, ..table })
    }

    /// Plays on from these numbers of sequences in each state.
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
fn after_throw(table: RerollState, die: Reroll) -> [RerollState; FACES] {
    let chooser = usize::from(table.defends);
    let thrown = if die == Reroll::Own { chooser } else { 1 - chooser };
    std::array::from_fn(|face| {
        let mut next = RerollState { defends: !table.defends, passed: false, ..table };
        next.faces[thrown] = face;
        next.options[chooser] -= 1;
        next
    })
}

/// Every pair of faces, the attacker's first.
pub fn pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..FACES).flat_map(|attack| (0..FACES).map(move |defence| (attack, defence)))
}
