//! The states and theaters of the hexes.

use crate::sorted::{SortedMap, SortedSet};

use super::draft::Draft;
use super::water::LaidRiver;
use crate::board::Hex;
use crate::document::{Id, Problem};

impl Draft<'_> {
    /// The states of each hex (2.1): those that cover a fifth of its land, that of its own bank where a river is the
    /// border, and those of its towns with points.
    pub fn lay_states(&mut self, runs: &SortedMap<String, LaidRiver>) {
        let states = &self.sources.states;
        let mut kept: SortedMap<Hex, SortedMap<Id, usize>> = SortedMap::new();
        for (&hex, draft) in &self.hexes {
            if !draft.sea {
                kept.insert(hex, draft.shares.clone());
            }
        }
        for (n, border) in states.river_borders.iter().enumerate() {
            let path = format!("states.yaml:river_borders[{n}]");
            for id in border.left.iter().chain(&border.right).filter(|id| !states.states.contains_key(id)) {
                self.problems.push(Problem::new(format!("there is no state {id}")).in_path(path.clone()));
            }
            let Some(run) = runs.get(&border.river) else {
                // It has been reported already, or its course could not be laid.
                continue;
            };
            for (hex, shares) in &mut kept {
                let sum = |of: &[Id]| of.iter().filter_map(|id| shares.get(id)).sum::<usize>();
                let (left, right) = (sum(&border.left), sum(&border.right));
                let leave = match (run.left.contains(hex), run.right.contains(hex)) {
                    (true, false) if left >= 6 => &border.right,
                    (false, true) if right >= 6 => &border.left,
                    _ if left >= right => &border.right,
                    _ => &border.left,
                };
                if left > 0 && right > 0 {
                    shares.retain(|id, _| !leave.contains(id));
                }
            }
        }
        let mut towns: SortedMap<Hex, SortedSet<Id>> = SortedMap::new();
        for placed in self.places.towns.values() {
            let Some(hex) = placed.cell.hex() else { continue };
            // An island that the outlines omit belongs to the state of its town.
            let alone = kept.get(&hex).is_some_and(SortedMap::is_empty);
            if alone || placed.town.vp > 0 || placed.town.site.is_some() {
                towns.entry(hex).or_default().insert(placed.town.state.clone());
            }
        }
        for (hex, draft) in &mut self.hexes {
            let Some(shares) = kept.get(hex) else { continue };
            let land: usize = shares.values().sum();
            let mut found: Vec<(usize, Id)> = shares
                .iter()
                .filter(|(_, share)| **share * 5 >= land)
                .map(|(id, share)| (*share, id.clone()))
                .collect();
            // The largest share first; of two that are as large, by name.
            found.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
            draft.states = found.into_iter().map(|(_, id)| id).collect();
            for state in towns.get(hex).into_iter().flatten() {
                if !draft.states.contains(state) {
                    draft.states.insert(0, state.clone());
                }
            }
            if let Some(listed) = states.hexes.get(hex) {
                draft.states = listed.states.clone();
            }
            if draft.states.is_empty() {
                let problem = Problem::new(format!("the hex {hex} is land but is in no state"));
                self.problems.push(problem.in_path("states.yaml:hexes").advice("name its states there"));
            }
            if let Some(entry) = draft.states.first().and_then(|id| states.states.get(id)) {
                draft.theater = entry.theater;
            }
        }
        for (hex, listed) in &states.hexes {
            for id in listed.states.iter().filter(|id| !states.states.contains_key(id)) {
                let problem = Problem::new(format!("there is no state {id}"));
                self.problems.push(problem.in_path(format!("states.yaml:hexes.{hex}")));
            }
        }
        for listed in &states.theaters {
            for hex in &listed.hexes {
                if let Some(draft) = self.hexes.get_mut(hex) {
                    draft.theater = listed.theater;
                }
            }
        }
    }
}
