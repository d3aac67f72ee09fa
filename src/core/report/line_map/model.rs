//! The content of a table with two battle lines.

/// What a card is, by its mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Infantry,
    Cavalry,
    Artillery,
    General,
    Other,
}

/// A card in a position.
#[derive(Clone, Debug)]
pub struct Strip {
    /// Its id in orders.
    pub id: String,
    /// `None` for a face-down card.
    pub mark: Option<Mark>,
    pub name: String,
    /// Its ratings as printed in its corner, and a short form for narrow columns.
    pub rating: String,
    pub brief: String,
    pub hits: u8,
    /// A full description in words.
    pub about: String,
}

/// A position.
#[derive(Clone, Debug)]
pub struct LinePosition {
    pub name: String,
    /// The name of the side that holds it, if any.
    pub holder: &'static str,
    /// Whether both sides are in it.
    pub engaged: bool,
    pub terrain: Vec<String>,
    /// The text beside the terrain: `Ford +1`.
    pub terrain_note: String,
    /// The cards of each side, in the order in which they are shown.
    pub cards: [Vec<Strip>; 2],
}

/// The place of a position: in the second side's line or the first's, and its index from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    pub second: bool,
    pub column: usize,
}

/// Two battle lines with everything on them.
#[derive(Clone, Debug, Default)]
pub struct LineMap {
    pub title: String,
    /// The time in the game.
    pub subtitle: String,
    /// The names of the sides, and what each has off the table.
    pub sides: [&'static str; 2],
    pub off: [String; 2],
    /// What the legend says about each mark and the ratings beside it, and a text about all of them.
    pub marks: &'static [(Mark, &'static str)],
    pub key: &'static str,
    /// The lines of both sides, from the first side's left to its right; the second's stands above.
    pub lines: [Vec<LinePosition>; 2],
    /// Moves of cards: whether it is the second side's, from where, to where; `None` is off the table.
    pub moves: Vec<(bool, Option<Spot>, Option<Spot>)>,
    /// Hits: the position, whether on the second side, how many.
    pub hits: Vec<(Spot, bool, u32)>,
    /// The positions that the step was about.
    pub affected: Vec<Spot>,
}

/// The prefix of a side's CSS classes.
pub fn side(second: bool) -> &'static str {
    if second { "second" } else { "first" }
}

impl LineMap {
    /// The positions, each with where it is.
    pub fn iter_positions(&self) -> impl Iterator<Item = (Spot, &LinePosition)> {
        let line = |second: bool| {
            let stands = self.lines[usize::from(second)].iter().enumerate();
            stands.map(move |(column, stand)| (Spot { second, column }, stand))
        };
        line(false).chain(line(true))
    }

    /// How many columns there are.
    pub fn columns(&self) -> usize {
        self.lines[0].len()
    }

    /// The name of a side.
    pub fn name(&self, second: bool) -> &'static str {
        self.sides[usize::from(second)]
    }
}
