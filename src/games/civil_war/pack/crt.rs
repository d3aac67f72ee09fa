//! The Combat Results Table (7.2) and its averages.

use crate::sorted::SortedMap;
use std::fmt;
use std::fmt::Write as _;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::Source;
use super::odds::COLUMNS;
use crate::document::Problem;

/// Which half of a column is used: `Def` with the attacker's die for the defender's losses, `Att` with the defender's
/// die for the attacker's losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub enum Fire {
    /// Harm to the defender, by the attacker's die and size.
    Def,
    /// Harm to the attacker, by the defender's die and size.
    Att,
}

/// The size of the force that fires (7.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub enum Size {
    /// 1 to 3 strength points.
    S,
    /// 4 to 9.
    M,
    /// 10 and more.
    L,
}

impl Size {
    /// All three, from small to large.
    pub const ALL: [Size; 3] = [Size::S, Size::M, Size::L];

    /// The size of a force with this many strength points.
    pub fn of(sp: u32) -> Size {
        match sp {
            0..=3 => Size::S,
            4..=9 => Size::M,
            10.. => Size::L,
        }
    }

    /// The size in words.
    pub fn title(self) -> &'static str {
        match self {
            Size::S => "small (1 to 3)",
            Size::M => "medium (4 to 9)",
            Size::L => "large (10 and more)",
        }
    }
}

/// One cell of the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CombatResult {
    /// Strength points lost.
    pub losses: u8,
    pub demoralized: bool,
}

impl CombatResult {
    /// Whether this result is at least as bad as the other in both respects.
    pub fn at_least(self, other: CombatResult) -> bool {
        self.losses >= other.losses && self.demoralized >= other.demoralized
    }
}

impl fmt::Display for CombatResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.demoralized, self.losses) {
            (false, 0) => f.write_str("-"),
            (false, losses) => write!(f, "{losses}"),
            (true, 0) => f.write_str("d"),
            (true, losses) => write!(f, "d{losses}"),
        }
    }
}

impl FromStr for CombatResult {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (demoralized, losses) = match text {
            "-" => (false, "0"),
            "d" => (true, "0"),
            _ => text.strip_prefix('d').map_or((false, text), |rest| (true, rest)),
        };
        match losses.parse() {
            Ok(losses @ 0..=3) => Ok(CombatResult { losses, demoralized }),
            _ => Err(format!("expected a combat result (-, d, 1, 2, 3, d1, d2, d3), not {text:?}")),
        }
    }
}

impl<'de> Deserialize<'de> for CombatResult {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

impl schemars::JsonSchema for CombatResult {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CombatResult".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "string",
            "description": "Strength points lost, and d for demoralized.",
            "pattern": "^(-|d|d?[1-3])$",
        })
    }
}

impl Serialize for CombatResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Twelve results, for the totals 1 to 12, written in one string.
#[derive(Clone, Debug)]
struct Row(Vec<CombatResult>);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let cells: Result<Vec<CombatResult>, String> = text.split_whitespace().map(str::parse).collect();
        let cells = cells.map_err(serde::de::Error::custom)?;
        if cells.len() != 12 {
            return Err(serde::de::Error::custom(format!(
                "expected 12 results, for the totals 1 to 12, not {}",
                cells.len()
            )));
        }
        Ok(Row(cells))
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sizes {
    #[serde(rename = "S")]
    small: Row,
    #[serde(rename = "M")]
    medium: Row,
    #[serde(rename = "L")]
    large: Row,
}

/// A cell that the rulebook or a public source fixes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnownCell {
    pub column: char,
    pub side: Fire,
    pub size: Size,
    pub total: u8,
    /// As in the table: `d1`.
    pub result: String,
    pub source: Source,
}

/// The part `crt` of `charts.yaml`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrtFile {
    source: Source,
    known: Vec<KnownCell>,
    #[serde(rename = "Def")]
    def: SortedMap<char, Sizes>,
    #[serde(rename = "Att")]
    att: SortedMap<char, Sizes>,
}

/// The Combat Results Table.
#[derive(Clone, Debug, PartialEq)]
pub struct Crt {
    rows: SortedMap<(Fire, char, Size), Vec<CombatResult>>,
    /// The cells that are not ours, each with its source.
    pub known: Vec<KnownCell>,
    /// Where every other cell comes from.
    pub source: Source,
}

impl TryFrom<CrtFile> for Crt {
    type Error = Problem;
    fn try_from(file: CrtFile) -> Result<Crt, Problem> {
        let mut rows = SortedMap::new();
        for (fire, columns) in [(Fire::Def, file.def), (Fire::Att, file.att)] {
            if let Some(letter) = columns.keys().find(|letter| !COLUMNS.contains(letter)) {
                return Err(Problem::new(format!("there is no column {letter}")).in_path("crt"));
            }
            if let Some(letter) = COLUMNS.iter().find(|letter| !columns.contains_key(letter)) {
                return Err(Problem::new(format!("column {letter} is missing under {fire:?}")).in_path("crt"));
            }
            for (letter, sizes) in columns {
                rows.insert((fire, letter, Size::S), sizes.small.0);
                rows.insert((fire, letter, Size::M), sizes.medium.0);
                rows.insert((fire, letter, Size::L), sizes.large.0);
            }
        }
        Ok(Crt { rows, known: file.known, source: file.source })
    }
}

impl Crt {
    /// The result for a modified die. Totals below 1 count as 1, above 12 as 12; `None` for a letter that is not a
    /// column.
    pub fn result(&self, column: char, fire: Fire, size: Size, total: u8) -> CombatResult {
        let at = usize::from(total.clamp(1, 12)) - 1;
        self.rows.get(&(fire, column, size)).and_then(|row| row.get(at)).copied().unwrap_or_default()
    }

    /// The source of one cell.
    pub fn source_of(&self, column: char, fire: Fire, size: Size, total: u8) -> &Source {
        let same = |cell: &&KnownCell| (cell.column, cell.side, cell.size, cell.total) == (column, fire, size, total);
        self.known.iter().find(same).map_or(&self.source, |cell| &cell.source)
    }

    /// What one die without additions gives on average in that row.
    pub fn expected(&self, column: char, fire: Fire, size: Size) -> Expected {
        let results = (1..=6).map(|die| self.result(column, fire, size, die));
        results.fold(Expected::default(), |sum, result| Expected {
            losses_of_6: sum.losses_of_6 + u32::from(result.losses),
            demoralized_of_6: sum.demoralized_of_6 + u32::from(result.demoralized),
        })
    }

    /// How often, in 36 rolls of both dice without additions, exactly one of two forces of that size is
    /// demoralized in that column, so that the fight has a winner at once.
    pub fn decided_of_36(&self, column: char, size: Size) -> u32 {
        let def = self.expected(column, Fire::Def, size).demoralized_of_6;
        let att = self.expected(column, Fire::Att, size).demoralized_of_6;
        def * (6 - att) + att * (6 - def)
    }

    /// In how many of 36 unmodified rolls of both dice the defender must leave when both forces are of that size: only
    /// he is demoralized, or equally demoralized he loses more (7.7). Otherwise the attacker must.
    pub fn carried_of_36(&self, column: char, size: Size) -> u32 {
        let row = |fire| (1..=6).map(move |die| self.result(column, fire, size, die));
        let pairs = row(Fire::Def).flat_map(|def| row(Fire::Att).map(move |att| (def, att)));
        let carried = pairs.filter(|(def, att)| (def.demoralized, def.losses) > (att.demoralized, att.losses));
        carried.fold(0, |count, _| count + 1)
    }

    /// The page `docs/charts/combat.md`: the table itself, and its averages.
    pub fn page(&self) -> String {
        let mut page = String::from(PAGE_HEAD);
        for fire in [Fire::Def, Fire::Att] {
            let title = match fire {
                Fire::Def => "Results against the defender (rolled by the attacker)",
                Fire::Att => "Results against the attacker (rolled by the defender)",
            };
            let _ = write!(page, "\n## {title}\n\n### Average loss in strength points\n\n");
            self.averages(&mut page, fire, |expected| hundredths(expected.losses_of_6, 6));
            page.push_str("\n### Chance of demoralization, in percent\n\n");
            self.averages(&mut page, fire, |expected| percent(expected.demoralized_of_6, 6));
            page.push_str(
                "\n### The table\n\nA star marks a cell that is known from the rulebook or a public source.\n\n",
            );
            self.cells(&mut page, fire);
        }
        let both = |page: &mut String, title: &str, count: &dyn Fn(char, Size) -> u32| {
            let _ = write!(
                page,
                "\n## {title}, in percent\n\nBoth forces have the same size, and there are no leaders.\n\n"
            );
            head(page, "Size");
            for size in Size::ALL {
                let _ = write!(page, "| {} |", size.title());
                for column in COLUMNS {
                    let _ = write!(page, " {} |", percent(count(column, size), 36));
                }
                page.push('\n');
            }
        };
        both(&mut page, "How often only one side is demoralized", &|column, size| self.decided_of_36(column, size));
        both(&mut page, "How often the defender must retreat", &|column, size| self.carried_of_36(column, size));
        page
    }

    fn averages(&self, page: &mut String, fire: Fire, show: impl Fn(Expected) -> String) {
        head(page, "Firing force");
        for size in Size::ALL {
            let _ = write!(page, "| {} |", size.title());
            for column in COLUMNS {
                let _ = write!(page, " {} |", show(self.expected(column, fire, size)));
            }
            page.push('\n');
        }
    }

    fn cells(&self, page: &mut String, fire: Fire) {
        head(page, "Size and total");
        for size in Size::ALL {
            for total in 1..=12 {
                let _ = write!(page, "| {size:?} {total} |");
                for column in COLUMNS {
                    let star = if self.source_of(column, fire, size, total).is_reconstructed() { "" } else { "\\*" };
                    let _ = write!(page, " {}{star} |", self.result(column, fire, size, total));
                }
                page.push('\n');
            }
        }
    }
}

const PAGE_HEAD: &str = "# The Combat Results Table\n\n\
    This page is written by a test from `scenarios/civil_war/charts.yaml`; `ADJUTANT_BLESS=1 cargo test --test games \
    pack_civil_war::` writes it anew. The averages are for one die roll without leaders. Ruling CW-1 says how the \
    table was put together.\n";

/// The head of a table with one column of cells for each column of the chart.
fn head(page: &mut String, first: &str) {
    let _ = write!(page, "| {first} |");
    for column in COLUMNS {
        let _ = write!(page, " {column} |");
    }
    page.push_str("\n|---|");
    page.push_str(&"--:|".repeat(COLUMNS.len()));
    page.push('\n');
}

/// A fraction with two decimals, rounded half up.
fn hundredths(numerator: u32, denominator: u32) -> String {
    let value = (numerator * 200 + denominator) / (2 * denominator);
    format!("{}.{:02}", value / 100, value % 100)
}

/// A fraction in per cent, rounded half up.
fn percent(numerator: u32, denominator: u32) -> String {
    ((numerator * 200 + denominator) / (2 * denominator)).to_string()
}

/// Sums over the six faces of one die.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Expected {
    /// Strength points lost over the six faces.
    pub losses_of_6: u32,
    /// Faces that demoralize.
    pub demoralized_of_6: u32,
}
