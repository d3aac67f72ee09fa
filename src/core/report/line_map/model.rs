//! What there is on two battle lines.

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
    /// None of one that lies face down.
    pub mark: Option<Mark>,
    pub name: String,
    /// Its ratings as it has them in its corner, and for a narrow column.
    pub rating: String,
    pub brief: String,
    pub hits: u8,
    /// It in full, in words.
    pub about: String,
}

/// A position.
#[derive(Clone, Debug)]
pub struct Stand {
    pub name: String,
    /// Who holds it, if anybody is in it: the name of a side.
    pub holder: &'static str,
    /// Both sides are in it.
    pub engaged: bool,
    pub terrain: Vec<String>,
    /// What lies beside the terrain: `Ford +1`.
    pub beside: String,
    /// The cards of each side, in the order in which they are shown.
    pub cards: [Vec<Strip>; 2],
}

/// Where a position is: in the second side's line or the first's, and its number from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    pub second: bool,
    pub column: usize,
}

/// Two battle lines with all that is on them.
#[derive(Clone, Debug, Default)]
pub struct LineMap {
    pub title: String,
    /// When it is.
    pub subtitle: String,
    /// The names of the sides, and what each has off the table.
    pub sides: [&'static str; 2],
    pub off: [String; 2],
    /// What the legend says of each mark with the ratings beside it, and the text of them all.
    pub marks: &'static [(Mark, &'static str)],
    pub key: &'static str,
    /// The lines of both sides, from the first side's left to its right; the second's stands above.
    pub lines: [Vec<Stand>; 2],
    /// A card of the second side or the first that went from a position to another; none for what is off the table.
    pub moves: Vec<(bool, Option<Spot>, Option<Spot>)>,
    /// Hits in a position on the second side or the first.
    pub hits: Vec<(Spot, bool, u32)>,
    /// The positions that the step was about.
    pub felt: Vec<Spot>,
}

/// What the classes of a side begin with.
pub fn side(second: bool) -> &'static str {
    if second { "second" } else { "first" }
}

impl LineMap {
    /// The positions, each with where it is.
    pub fn stands(&self) -> impl Iterator<Item = (Spot, &Stand)> {
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
