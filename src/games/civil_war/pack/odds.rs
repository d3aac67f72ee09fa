//! From strengths to a column of the Combat Results Table (7.2, 7.3).

use serde::{Deserialize, Serialize};

use super::Source;

/// A column of the Combat Results Table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// `A` to `L` without `I`.
    pub letter: char,
    /// The ratio or differential: `1-3`, `+1,+2`.
    pub odds: String,
    pub source: Source,
}

/// The letters of the columns, from the attacker's worst to his best.
pub const COLUMNS: [char; 11] = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K', 'L'];

/// The entry of the Combat Ratio/Differential Chart for two strengths (7.2, 7.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odds {
    /// Below 1-3: the attacker is destroyed and the defender unhurt.
    Hopeless,
    /// A column, to be shifted.
    Column(char),
    /// Column L, unless at least this many shifts to the left make it K or lower.
    Long(u8),
    /// An overrun, unless at least this many shifts to the left make it column L.
    OverrunUnless(u8),
    /// An overrun whatever the terrain.
    Overrun,
}

/// What remains of the odds after all shifts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attack {
    /// The attacker is eliminated without a fight.
    Hopeless,
    /// The combat is resolved on that column.
    Column(char),
    /// The defender is overrun.
    Overrun,
}

impl Odds {
    /// The chart's text for the odds: a letter, `L2`, `o1`, `o` or `-` (7.2).
    pub fn printed(self) -> String {
        match self {
            Odds::Hopeless => "-".to_owned(),
            Odds::Column(letter) => letter.to_string(),
            Odds::Long(shifts) => format!("L{shifts}"),
            Odds::OverrunUnless(shifts) => format!("o{shifts}"),
            Odds::Overrun => "o".to_owned(),
        }
    }

    /// The chart's entry for the strength points of attacker and defender (7.2.1), computed for any strength, even
    /// beyond the chart's 25 (7.3.1): the ratio, rounded in the defender's favour (7.3.2); between 1 to 2 and 2 to 1
    /// the differential (7.3.2a, 7.3.3), limited to +5 and -3 (7.3.5). A defender without strength points counts as
    /// overrun, an attacker without them as hopeless.
    pub fn of(attacker: u32, defender: u32) -> Odds {
        if attacker == 0 {
            return Odds::Hopeless;
        }
        if defender == 0 {
            return Odds::Overrun;
        }
        // Fractions are rounded in the defender's favour, which is down above 1-1 and up below.
        let (up, down) = (attacker / defender, defender.div_ceil(attacker));
        match (up, down) {
            (2, _) => Odds::Column('J'),
            (3, _) => Odds::Column('K'),
            (4, _) => Odds::Column('L'),
            (5..=7, _) => Odds::Long(up as u8 - 3),
            (8..=11, _) => Odds::OverrunUnless(up as u8 - 7),
            (12.., _) => Odds::Overrun,
            (_, 4..) => Odds::Hopeless,
            (_, 3) => Odds::Column('A'),
            (0, _) if u64::from(defender) == 2 * u64::from(attacker) => Odds::Column('B'),
            _ => Odds::Column(match i64::from(attacker) - i64::from(defender) {
                ..=-3 => 'C',
                -2 | -1 => 'D',
                0 => 'E',
                1 | 2 => 'F',
                3 | 4 => 'G',
                5.. => 'H',
            }),
        }
    }

    /// The attack after a net shift: positive to the left (the defender's favour), negative to the right. The odds come
    /// first, then the shifts (7.3.4): more than 4 to 1 uses shifts up before the column moves (7.2.4, CW-72), 8 to 1
    /// and more is an overrun where they leave so much (7.2.5, 7.6.1), and the columns end at A and L (7.2.6).
    pub fn shifted(self, left: i8) -> Attack {
        let from = |column: char, left: i8| {
            let at = COLUMNS.iter().position(|&letter| letter == column).unwrap_or(0) as i8;
            Attack::Column(COLUMNS[at.saturating_sub(left).clamp(0, COLUMNS.len() as i8 - 1) as usize])
        };
        match self {
            Odds::Hopeless => Attack::Hopeless,
            Odds::Column(column) => from(column, left),
            Odds::Long(needed) if left < needed as i8 => Attack::Column('L'),
            Odds::Long(needed) => from('K', left - needed as i8),
            Odds::OverrunUnless(needed) if left >= needed as i8 => Attack::Column('L'),
            Odds::OverrunUnless(_) | Odds::Overrun => Attack::Overrun,
        }
    }
}
