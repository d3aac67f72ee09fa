//! How much of a map is drawn: from afar who holds what and the great forces, from nearby every hex.

/// How large a map is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The whole of a large map on one screen: whose the ground is, the front, armies with their strengths, cities that count.
    Far,
    /// A theater on one screen: every force, railroads, rivers by their names.
    Middle,
    /// A few hexes or areas: their numbers, hamlets, terrain.
    #[default]
    Near,
}

impl Detail {
    pub const ALL: [Detail; 3] = [Detail::Far, Detail::Middle, Detail::Near];

    /// The word that stands for it in data: `far`.
    pub fn as_str(self) -> &'static str {
        match self {
            Detail::Far => "far",
            Detail::Middle => "middle",
            Detail::Near => "near",
        }
    }
}

/// At which of the three a layer is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Details {
    Always,
    /// Only at this one.
    Only(Detail),
    /// At this one and nearer.
    From(Detail),
}

impl Details {
    /// Whether the layer is drawn at that detail.
    pub fn hold(self, detail: Detail) -> bool {
        match self {
            Details::Always => true,
            Details::Only(only) => detail == only,
            Details::From(least) => detail >= least,
        }
    }

    /// All of them by their words, between spaces: `middle near`.
    pub fn words(self) -> String {
        let held: Vec<&str> = Detail::ALL.into_iter().filter(|one| self.hold(*one)).map(Detail::as_str).collect();
        held.join(" ")
    }
}
