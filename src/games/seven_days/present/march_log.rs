//! Units and leaders on the march, as far as it has not been described yet: those that go the same way are described
//! together.

use crate::board::Area;
use crate::document::Id;

use super::vocabulary;
use crate::pack::Pack;

/// The path of one unit or leader.
#[derive(Clone, Debug, PartialEq)]
struct Leg {
    units: Vec<Id>,
    leaders: Vec<Id>,
    from: Area,
    path: Vec<Area>,
    /// Movement Factors that it cost each.
    cost: u32,
}

/// The units and leaders that have moved since the last description.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MarchLog {
    legs: Vec<Leg>,
}

/// Somebody who enters an area.
#[derive(Clone, Copy, Debug)]
pub struct MarchStep<'a> {
    pub units: &'a [Id],
    pub leaders: &'a [Id],
    pub from: Area,
    pub to: Area,
    pub cost: u8,
}

impl MarchLog {
    /// Whether nobody has moved.
    pub fn is_empty(&self) -> bool {
        self.legs.is_empty()
    }

    /// Somebody enters the next area.
    pub fn enter(&mut self, step: MarchStep<'_>) {
        let MarchStep { units, leaders, from, to, cost } = step;
        let goes_on = |leg: &&mut Leg| leg.units == units && leg.leaders == leaders && leg.path.last() == Some(&from);
        if let Some(leg) = self.legs.iter_mut().find(goes_on) {
            leg.path.push(to);
            leg.cost += u32::from(cost);
            return;
        }
        let (units, leaders) = (units.to_vec(), leaders.to_vec());
        self.legs.push(Leg { units, leaders, from, path: vec![to], cost: cost.into() });
    }

    /// The paths, each once, with those who took it: one sentence each.
    pub fn sentences(&self, pack: &Pack, costs: bool) -> Vec<String> {
        let mut ways: Vec<Leg> = Vec::new();
        for leg in &self.legs {
            match ways.iter_mut().find(|way| way.from == leg.from && way.path == leg.path && way.cost == leg.cost) {
                Some(way) => {
                    way.units.extend(leg.units.iter().cloned());
                    way.leaders.extend(leg.leaders.iter().cloned());
                }
                None => ways.push(leg.clone()),
            }
        }
        ways.iter().map(|way| way.words(pack, costs)).collect()
    }
}

impl Leg {
    fn words(&self, pack: &Pack, costs: bool) -> String {
        let who =
            vocabulary::units_and_leaders(pack, &self.units, &self.leaders).unwrap_or_else(|| "Nobody".to_owned());
        let go = if vocabulary::is_singular(&self.units, &self.leaders) { "moves" } else { "move" };
        let mut text = format!("{who} {go} from {}", vocabulary::place(pack, self.from));
        if let Some((to, by)) = self.path.split_last() {
            if !by.is_empty() {
                text.push_str(&format!(" through {}", vocabulary::places(pack, by)));
            }
            text.push_str(&format!(" to {}", vocabulary::place(pack, *to)));
        }
        if costs {
            text.push_str(&format!(" for {}", vocabulary::plural(self.cost, "Movement Factor")));
        }
        text + "."
    }
}
