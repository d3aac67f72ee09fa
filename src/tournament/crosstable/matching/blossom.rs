//! Edmonds' algorithm in its primal and dual form, O(n³): trees of alternating edges grow from the unmatched vertices,
//! an odd cycle is shrunk to one vertex (a blossom), and when no edge without slack is left, the duals are adjusted
//! until there is one.
//!
//! Costs are lists of numbers that are added, subtracted, halved and compared as one number would be. Halving is exact:
//! the duals of all vertices in trees differ by even lists, because the edges of a tree have no slack and all roots
//! started with the same dual.

mod cycles;

use std::collections::VecDeque;

use super::cost::{Cost, add};

/// What a vertex at the top level is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    /// In no tree.
    Free,
    /// In a tree, at an even distance from its root.
    Even,
    /// In a tree, at an odd distance.
    Odd,
}

/// No vertex: vertices are counted from 1, blossoms after them.
const NONE: usize = 0;

/// One matching problem. Vertices 1..=n stand for the given players; the rest are blossoms.
pub(super) struct Solver<'a, const K: usize> {
    costs: &'a [Vec<Cost<K>>],
    players: &'a [usize],
    n: usize,
    /// How many vertices and blossoms are in use.
    used: usize,
    /// For each pair of vertices or blossoms, the end vertices of the edge between them with the least slack.
    edge: Vec<Vec<(usize, usize)>>,
    /// The duals, those of blossoms included.
    dual: Vec<Cost<K>>,
    mate: Vec<usize>,
    /// The even vertex whose edge to this one has the least slack.
    nearest: Vec<usize>,
    /// The outermost blossom around a vertex; itself if there is none.
    top: Vec<usize>,
    parent: Vec<usize>,
    label: Vec<Label>,
    seen: Vec<usize>,
    clock: usize,
    /// The cycle of each blossom, from its base.
    circle: Vec<Vec<usize>>,
    /// The part of a blossom that contains a vertex.
    part: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
}

impl<'a, const K: usize> Solver<'a, K> {
    /// The problem of matching these players, whose number is even.
    pub fn new(costs: &'a [Vec<Cost<K>>], players: &'a [usize]) -> Self {
        let n = players.len();
        let size = n + n / 2 + 2;
        let mut solver = Solver {
            costs,
            players,
            n,
            used: n,
            edge: vec![vec![(NONE, NONE); size]; size],
            dual: vec![[0; K]; size],
            mate: vec![NONE; size],
            nearest: vec![NONE; size],
            top: vec![NONE; size],
            parent: vec![NONE; size],
            label: vec![Label::Free; size],
            seen: vec![0; size],
            clock: 0,
            circle: vec![Vec::new(); size],
            part: vec![vec![NONE; n + 1]; size],
            queue: VecDeque::new(),
        };
        // The slack subtracts twice a cost from the sum of two duals, so an initial dual that fits every edge is the
        // negated minimum cost.
        let mut least: Option<Cost<K>> = None;
        for one in 1..=n {
            solver.top[one] = one;
            solver.part[one][one] = one;
            for other in 1..=n {
                if one != other {
                    solver.edge[one][other] = (one, other);
                    let cost = solver.cost(one, other);
                    least = Some(least.map_or(cost, |least| least.min(cost)));
                }
            }
        }
        let mut first = [0; K];
        add(&mut first, &least.unwrap_or([0; K]), -1);
        solver.dual[1..=n].fill(first);
        solver
    }

    /// The partner of each player, both by index in the list of players.
    pub fn solve(&mut self) -> Vec<usize> {
        while self.stage() {}
        (1..=self.n).map(|one| self.mate[one].saturating_sub(1)).collect()
    }

    /// Whether some best matching may contain this pair, that is, whether the duals allow it. Meaningful only after
    /// solving.
    pub fn is_tight(&self, one: usize, other: usize) -> bool {
        self.full_slack(one + 1, other + 1) == [0; K]
    }

    /// The slack of an edge, including the duals of the blossoms around it.
    fn full_slack(&self, one: usize, other: usize) -> Cost<K> {
        let mut slack = self.slack((one, other));
        let mut around = self.top[one];
        while around > self.n && around == self.outer(other, around) {
            add(&mut slack, &self.dual[around], 1);
            let within = self.part[around][one];
            if within != self.part[around][other] {
                break;
            }
            around = within;
        }
        slack
    }

    /// The given blossom if it contains the vertex, or else none.
    fn outer(&self, vertex: usize, blossom: usize) -> usize {
        if self.part[blossom][vertex] == NONE { NONE } else { blossom }
    }

    fn cost(&self, one: usize, other: usize) -> Cost<K> {
        self.costs[self.players[one - 1]][self.players[other - 1]]
    }

    /// How far an edge is from being allowed in the matching.
    fn slack(&self, (one, other): (usize, usize)) -> Cost<K> {
        let mut slack = self.dual[one];
        add(&mut slack, &self.dual[other], 1);
        add(&mut slack, &self.cost(one, other), 2);
        slack
    }

    fn slack_to(&self, x: usize) -> Cost<K> {
        self.slack(self.edge[self.nearest[x]][x])
    }

    /// Records an even vertex if it is the nearest to `x`.
    fn note(&mut self, vertex: usize, x: usize) {
        if self.nearest[x] == NONE || self.slack(self.edge[vertex][x]) < self.slack_to(x) {
            self.nearest[x] = vertex;
        }
    }

    fn find_nearest(&mut self, x: usize) {
        self.nearest[x] = NONE;
        for vertex in 1..=self.n {
            let there = self.edge[vertex][x] != (NONE, NONE);
            if there && self.top[vertex] != x && self.label[self.top[vertex]] == Label::Even {
                self.note(vertex, x);
            }
        }
    }

    /// Handles an edge without slack from an even vertex: a tree grows, a cycle closes, or two trees meet; returns true
    /// in the last case.
    fn found(&mut self, edge: (usize, usize)) -> bool {
        let (x, y) = (self.top[edge.0], self.top[edge.1]);
        match self.label[y] {
            Label::Free => {
                self.parent[y] = edge.0;
                self.label[y] = Label::Odd;
                let next = self.top[self.mate[y]];
                self.nearest[y] = NONE;
                self.nearest[next] = NONE;
                self.label[next] = Label::Even;
                self.enqueue(next);
            }
            Label::Even => {
                let meeting = self.meeting(x, y);
                if meeting == NONE {
                    self.augment(x, y);
                    self.augment(y, x);
                    return true;
                }
                self.shrink(x, meeting, y);
            }
            Label::Odd => {}
        }
        false
    }

    fn tops(&self) -> impl Iterator<Item = usize> + use<K> {
        let tops: Vec<usize> = (1..=self.used).filter(|x| self.top[*x] == *x).collect();
        tops.into_iter()
    }

    /// Matches two more vertices; false if all are matched.
    fn stage(&mut self) -> bool {
        self.label.fill(Label::Free);
        self.nearest.fill(NONE);
        self.queue.clear();
        for x in self.tops() {
            if self.mate[x] == NONE {
                self.parent[x] = NONE;
                self.label[x] = Label::Even;
                self.enqueue(x);
            }
        }
        if self.queue.is_empty() {
            return false;
        }
        loop {
            while let Some(vertex) = self.queue.pop_front() {
                if self.label[self.top[vertex]] == Label::Odd {
                    continue;
                }
                for other in 1..=self.n {
                    if self.top[vertex] == self.top[other] {
                        continue;
                    }
                    if self.slack((vertex, other)) == [0; K] {
                        if self.found((vertex, other)) {
                            return true;
                        }
                    } else {
                        self.note(vertex, self.top[other]);
                    }
                }
            }
            let Some(step) = self.step() else { return false };
            self.move_duals(&step);
            self.queue.clear();
            for x in self.tops() {
                let near = self.nearest[x];
                let outside = self.top[x] == x && near != NONE && self.top[near] != x;
                if outside && self.slack_to(x) == [0; K] && self.found(self.edge[near][x]) {
                    return true;
                }
            }
            for x in self.tops() {
                if x > self.n && self.label[x] == Label::Odd && self.dual[x] == [0; K] {
                    self.expand(x);
                }
            }
        }
    }

    /// How far the duals can move until an edge loses its slack or a blossom its dual.
    fn step(&self) -> Option<Cost<K>> {
        let half = |mut cost: Cost<K>| {
            cost.iter_mut().for_each(|number| *number /= 2);
            cost
        };
        let limit = |x: usize| match self.label[x] {
            Label::Odd => (x > self.n).then(|| half(self.dual[x])),
            Label::Free => (self.nearest[x] != NONE).then(|| self.slack_to(x)),
            Label::Even => (self.nearest[x] != NONE).then(|| half(self.slack_to(x))),
        };
        self.tops().filter_map(limit).min()
    }

    fn move_duals(&mut self, step: &Cost<K>) {
        for vertex in 1..=self.n {
            match self.label[self.top[vertex]] {
                Label::Even => add(&mut self.dual[vertex], step, -1),
                Label::Odd => add(&mut self.dual[vertex], step, 1),
                Label::Free => {}
            }
        }
        for x in self.tops().filter(|x| *x > self.n) {
            match self.label[x] {
                Label::Even => add(&mut self.dual[x], step, 2),
                Label::Odd => add(&mut self.dual[x], step, -2),
                Label::Free => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]
        /// The duals prove a matching best, of any size: no edge has negative slack, those of the matching have none,
        /// and a blossom whose dual is not 0 has as many of them as fit into it. Then no matching can cost less.
        #[test]
        fn the_duals_prove_it_best(half in 1usize..=40, numbers in prop::collection::vec((0i64..6, -40i64..40), 97)) {
            let n = 2 * half;
            let number = |one: usize, other: usize| {
                let (first, second) = numbers[(one.max(other) * 31 + one.min(other) * 17) % numbers.len()];
                [first, second]
            };
            let costs: Vec<Vec<Cost<2>>> = (0..n).map(|one| (0..n).map(|other| number(one, other)).collect()).collect();
            let everybody: Vec<usize> = (0..n).collect();
            let mut solver = Solver::new(&costs, &everybody);
            let mates = solver.solve();
            for one in 0..n {
                prop_assert_eq!(mates[mates[one]], one);
                prop_assert_ne!(mates[one], one);
                for other in (0..n).filter(|other| *other != one) {
                    prop_assert!(solver.full_slack(one + 1, other + 1) >= [0; 2]);
                }
                prop_assert!(solver.is_tight(one, mates[one]));
            }
            for blossom in (n + 1..=solver.used).filter(|blossom| solver.dual[*blossom] != [0; 2]) {
                prop_assert!(solver.dual[blossom] > [0; 2]);
                if solver.top[blossom] != NONE {
                    let within: Vec<usize> = (1..=n).filter(|vertex| solver.part[blossom][*vertex] != NONE).collect();
                    let out = within.iter().filter(|vertex| !within.contains(&solver.mate[**vertex])).count();
                    prop_assert_eq!(out, 1);
                }
            }
        }
    }
}
