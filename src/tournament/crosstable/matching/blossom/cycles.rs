//! Cycles that are shrunk to a vertex and expanded again, and the paths along which a matching is augmented.

use super::{Label, NONE, Solver};

impl<const K: usize> Solver<'_, K> {
    /// Puts the vertices of `x` in the queue.
    pub(super) fn enqueue(&mut self, x: usize) {
        if x <= self.n {
            self.queue.push_back(x);
        } else {
            for at in 0..self.circle[x].len() {
                self.enqueue(self.circle[x][at]);
            }
        }
    }

    pub(super) fn set_top(&mut self, x: usize, top: usize) {
        self.top[x] = top;
        if x > self.n {
            for at in 0..self.circle[x].len() {
                self.set_top(self.circle[x][at], top);
            }
        }
    }

    /// The index of a part in its cycle, which is reversed if that makes the index even.
    pub(super) fn even_place(&mut self, blossom: usize, part: usize) -> usize {
        let place = self.circle[blossom].iter().position(|other| *other == part).unwrap_or(0);
        if place % 2 == 0 {
            return place;
        }
        self.circle[blossom][1..].reverse();
        self.circle[blossom].len() - place
    }

    /// Matches `x` to `y`, and rematches the inside of `x` accordingly.
    pub(super) fn set_mate(&mut self, x: usize, y: usize) {
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
    pub(super) fn augment(&mut self, mut x: usize, mut y: usize) {
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

    /// The first vertex that the paths to the roots have in common.
    pub(super) fn meeting(&mut self, mut x: usize, mut y: usize) -> usize {
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

    /// Shrinks the odd cycle that closes between `x` and `y` to one vertex.
    pub(super) fn shrink(&mut self, x: usize, meeting: usize, y: usize) {
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

    /// Expands an odd blossom whose dual is used up into its cycle.
    pub(super) fn expand(&mut self, blossom: usize) {
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
}
