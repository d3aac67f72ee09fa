//! Levels of detail of a map: from control and the great forces, for a view of the whole, down to every hex.

/// A level of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The whole of a large map on one screen: who controls the ground, the front, armies with their strengths,
    /// important cities.
    Far,
    /// A theater on one screen: every force, railroads, names of rivers.
    Middle,
    /// A few hexes or areas: their numbers, hamlets, terrain.
    #[default]
    Near,
}

impl Detail {
    pub const ALL: [Detail; 3] = [Detail::Far, Detail::Middle, Detail::Near];

    /// Its name in data: `far`.
    pub fn as_str(self) -> &'static str {
        match self {
            Detail::Far => "far",
            Detail::Middle => "middle",
            Detail::Near => "near",
        }
    }
}

/// At which of the three levels a layer is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Details {
    Always,
    /// Only at this level.
    Only(Detail),
    /// At this level and closer ones.
    From(Detail),
}

impl Details {
    /// Whether the layer is drawn at that detail.
    pub fn includes(self, detail: Detail) -> bool {
        match self {
            Details::Always => true,
            Details::Only(only) => detail == only,
            Details::From(least) => detail >= least,
        }
    }

    /// The names of all its levels, separated by spaces: `middle near`.
    pub fn words(self) -> String {
        let held: Vec<&str> = Detail::ALL.into_iter().filter(|one| self.includes(*one)).map(Detail::as_str).collect();
        held.join(" ")
    }
}
