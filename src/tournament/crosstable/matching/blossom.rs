//! Edmonds' algorithm in its primal and dual form, O(n³): trees of alternating edges grow from the unmatched vertices, an odd
//! circle shrinks to one vertex (a blossom), and when no edge without slack is left, the duals are moved until one is.
//!
//! Costs are lists of numbers that are added, subtracted, halved and compared as one number would be. Halving is exact: the
//! duals of all vertices in trees differ by even lists, because the edges of a tree have no slack and its roots began alike.

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
    /// For each pair of vertices or blossoms the vertices of the edge between them with the least slack.
    edge: Vec<Vec<(usize, usize)>>,
    /// The duals, those of blossoms included.
    dual: Vec<Cost<K>>,
    mate: Vec<usize>,
    /// The even vertex with the edge of least slack to this one.
    nearest: Vec<usize>,
    /// The outermost blossom around a vertex; itself if there is none.
    top: Vec<usize>,
    parent: Vec<usize>,
    label: Vec<Label>,
    seen: Vec<usize>,
    clock: usize,
    /// The circle of each blossom, from its base.
    circle: Vec<Vec<usize>>,
    /// The part of a blossom that a vertex is in.
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
        // Twice a cost is taken from the sum of two duals, so the dual that fits every edge is the least cost, turned round.
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

    /// The partner of each player, all by their places in the list of players.
    pub fn solve(&mut self) -> Vec<usize> {
        while self.stage() {}
        (1..=self.n).map(|one| self.mate[one].saturating_sub(1)).collect()
    }

    /// Whether a best matching may have this pair: whether no dual keeps it out. It is meaningful once solved.
    pub fn is_tight(&self, one: usize, other: usize) -> bool {
        let (one, other) = (one + 1, other + 1);
        let mut slack = self.slack((one, other));
        // What blossoms around both add to the slack.
        let mut around = self.top[one];
        while around > self.n && around == self.outer(other, around) {
            add(&mut slack, &self.dual[around], 1);
            let within = self.part[around][one];
            if within != self.part[around][other] {
                break;
            }
            around = within;
        }
        slack == [0; K]
    }

    /// The given blossom if the vertex is in it, nothing otherwise.
    fn outer(&self, vertex: usize, blossom: usize) -> usize {
        if self.part[blossom][vertex] == NONE { NONE } else { blossom }
    }

    fn cost(&self, one: usize, other: usize) -> Cost<K> {
        self.costs[self.players[one - 1]][self.players[other - 1]]
    }

    /// By how much an edge misses being allowed in the matching.
    fn slack(&self, (one, other): (usize, usize)) -> Cost<K> {
        let mut slack = self.dual[one];
        add(&mut slack, &self.dual[other], 1);
        add(&mut slack, &self.cost(one, other), 2);
        slack
    }

    fn slack_to(&self, x: usize) -> Cost<K> {
        self.slack(self.edge[self.nearest[x]][x])
    }

    /// Takes note of an even vertex if it is the nearest to `x`.
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

    /// Puts the vertices of `x` in the queue.
    fn enqueue(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
        } else {
            for at in 0..self.circle[x].len() {
                self.enqueue(self.circle[x][at]);
            }
        }
    }

    fn set_top(&mut self, x: usize, top: usize) {
        self.top[x] = top;
        if x > self.n {
            for at in 0..self.circle[x].len() {
                self.set_top(self.circle[x][at], top);
            }
        }
    }

    /// The place of a part in its circle, which is turned round if that makes the place even.
    fn even_place(&mut self, blossom: usize, part: usize) -> usize {
        let place = self.circle[blossom].iter().position(|other| *other == part).unwrap_or(0);
        if place % 2 == 0 {
            return place;
        }
        self.circle[blossom][1..].reverse();
        self.circle[blossom].len() - place
    }

    /// Matches `x` to `y`, and what is within `x` so that it fits.
    fn set_mate(&mut self, x: usize, y: usize) {
        let (from, to) = self.edge[x][y];
        self.mate[x] = to;
        if x <= self.n {
            return;
        }
        let base = self.part[x][from];
        let place = self.even_place(x, base);
        for at in 0..place {
            self.set_mate(self.circle[x][at], self.circle[x][at ^ 1]);
        }
        self.set_mate(base, y);
        self.circle[x].rotate_left(place);
    }

    /// Exchanges matched and unmatched edges from `x`, which gets `y`, to the root.
    fn augment(&mut self, mut x: usize, mut y: usize) {
        loop {
            let before = self.top[self.mate[x]];
            self.set_mate(x, y);
            if before == NONE {
                return;
            }
            let next = self.top[self.parent[before]];
            self.set_mate(before, next);
            (x, y) = (next, before);
        }
    }

    /// The first that the ways to the roots have in common.
    fn meeting(&mut self, mut x: usize, mut y: usize) -> usize {
        self.clock += 1;
        while x != NONE || y != NONE {
            if x != NONE {
                if self.seen[x] == self.clock {
                    return x;
                }
                self.seen[x] = self.clock;
                x = self.top[self.mate[x]];
                if x != NONE {
                    x = self.top[self.parent[x]];
                }
            }
            (x, y) = (y, x);
        }
        NONE
    }

    /// The odd circle that closes between `x` and `y` becomes one vertex.
    fn shrink(&mut self, x: usize, meeting: usize, y: usize) {
        let blossom = (self.n + 1..=self.used).find(|at| self.top[*at] == NONE).unwrap_or(self.used + 1);
        self.used = self.used.max(blossom);
        self.dual[blossom] = [0; K];
        self.label[blossom] = Label::Even;
        self.mate[blossom] = self.mate[meeting];
        let mut circle = vec![meeting];
        for end in [x, y] {
            circle[1..].reverse();
            let mut at = end;
            while at != meeting {
                let next = self.top[self.mate[at]];
                circle.extend([at, next]);
                self.enqueue(next);
                at = self.top[self.parent[next]];
            }
        }
        self.circle[blossom] = circle;
        self.set_top(blossom, blossom);
        for other in 1..=self.used {
            self.edge[blossom][other] = (NONE, NONE);
            self.edge[other][blossom] = (NONE, NONE);
        }
        self.part[blossom].fill(NONE);
        for at in 0..self.circle[blossom].len() {
            let part = self.circle[blossom][at];
            for other in 1..=self.used {
                let edge = self.edge[part][other];
                let kept = self.edge[blossom][other];
                if edge != (NONE, NONE) && (kept == (NONE, NONE) || self.slack(edge) < self.slack(kept)) {
                    self.edge[blossom][other] = edge;
                    self.edge[other][blossom] = self.edge[other][part];
                }
            }
            for vertex in 1..=self.n {
                if self.part[part][vertex] != NONE {
                    self.part[blossom][vertex] = part;
                }
            }
        }
        self.find_nearest(blossom);
    }

    /// An odd blossom whose dual is used up falls apart into its circle.
    fn expand(&mut self, blossom: usize) {
        for at in 0..self.circle[blossom].len() {
            let part = self.circle[blossom][at];
            self.set_top(part, part);
        }
        let entry = self.part[blossom][self.edge[blossom][self.parent[blossom]].0];
        let place = self.even_place(blossom, entry);
        for at in (0..place).step_by(2) {
            let (odd, even) = (self.circle[blossom][at], self.circle[blossom][at + 1]);
            self.parent[odd] = self.edge[even][odd].0;
            self.label[odd] = Label::Odd;
            self.label[even] = Label::Even;
            self.nearest[odd] = NONE;
            self.find_nearest(even);
            self.enqueue(even);
        }
        self.label[entry] = Label::Odd;
        self.parent[entry] = self.parent[blossom];
        for at in place + 1..self.circle[blossom].len() {
            let part = self.circle[blossom][at];
            self.label[part] = Label::Free;
            self.find_nearest(part);
        }
        self.top[blossom] = NONE;
    }

    /// An edge without slack from an even vertex: a tree grows, a circle closes, or two trees meet; then it is true.
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
