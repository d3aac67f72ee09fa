//! The page `docs/charts/tables.md`: the tables that a reader needs besides the Combat Results Table.

use std::fmt::Write;

use super::charts::{Charts, LossRow};
use super::naval::NavalResult;
use super::odds::{COLUMNS, Odds};
use super::turn_track::{ScheduleRow, TurnBox};
use super::{FortKind, Side};

const HEAD: &str = "# The other tables\n\n\
    This page is written by a test from `scenarios/civil_war/charts.yaml`; `ADJUTANT_BLESS=1 cargo test --test games \
    pack_civil_war::` writes it anew. A dagger (†) marks a row that we reconstructed; `docs/rulings/civil_war.md` says \
    how. The Combat Results Table is in [combat.md](combat.md).\n";

/// The largest strength for which the odds are listed.
const MAX_STRENGTH: u32 = 12;

impl Charts {
    /// The page, in Markdown.
    pub fn page(&self) -> String {
        let mut page = HEAD.to_owned();
        self.odds(&mut page);
        self.command_points(&mut page);
        self.losses(&mut page);
        self.blockade(&mut page);
        self.supply_loss(&mut page);
        self.turns(&mut page);
        self.naval_combat(&mut page);
        self.schedule(&mut page);
        self.states(&mut page);
        page
    }

    /// The Game-Turn Record Track, but for the reinforcements, which belong to a scenario (2.2).
    fn turns(&self, page: &mut String) {
        if self.calendar.is_empty() {
            return;
        }
        page.push_str(
            "\n## The Game-Turn Record Track [2.2]\n\n| Turn | | Union blockade [9.4] | Union sea lift [8.6] | Union \
             rails [6.6] | Confederate rails [6.6] |\n|--:|---|--:|--:|--:|--:|\n",
        );
        for TurnBox { turn, period, .. } in &self.calendar {
            let blockade = self.blockade_percents.iter().find(|row| *turn <= row.through_turn);
            let lift = self.sea_lift.iter().find(|row| *turn <= row.through_turn);
            let _ = writeln!(
                page,
                "| {turn} | {period} | {} %{} | {}{} | {} | {} |",
                self.blockade_percent(*turn),
                dagger(blockade.is_some_and(|row| row.source.is_reconstructed())),
                self.sea_lift(*turn),
                dagger(lift.is_some_and(|row| row.source.is_reconstructed())),
                self.rail_capacity(Side::Union, *turn),
                self.rail_capacity(Side::Confederate, *turn)
            );
        }
    }

    /// The Victory Schedule (17.4).
    fn schedule(&self, page: &mut String) {
        if self.victory_schedule.is_empty() {
            return;
        }
        page.push_str(
            "\n## The Victory Schedule [17.4]\n\nUnion points minus Confederate points at the end of a turn before the last one. A side that reaches its \
             figure wins at once. On the last turn the scenario's own figures apply.\n\n| Turn | The Union wins | \
             The Confederacy wins |\n|--:|--:|--:|\n",
        );
        for ScheduleRow { turn, union, confederate, source } in self.victory_schedule.values() {
            let mark = dagger(source.is_reconstructed());
            let _ = writeln!(page, "| {turn}{mark} | {union} or more | {confederate} or less |");
        }
    }

    /// Neutral states with rules of their own, and the states' militia (15.6, 15.7, 16).
    fn states(&self, page: &mut String) {
        if !self.militia.is_empty() {
            page.push_str("\n## State militia [16.1]\n\n| State | Strength points |\n|---|--:|\n");
            for row in self.militia.values() {
                let name = capital(&row.state.as_str().replace('_', " "));
                let _ = writeln!(page, "| {name}{} | {} |", dagger(row.source.is_reconstructed()), row.sp);
            }
        }
        if !self.neutral_states.is_empty() {
            page.push_str("\n## Neutral states [15.6, 15.7]\n\n| State | How it takes sides |\n|---|---|\n");
        }
        for row in self.neutral_states.values() {
            let mut how = Vec::new();
            how.extend(row.points.map(|points| {
                format!("joins the side that controls {points} points of its cities at the end of a turn")
            }));
            if row.inviolate {
                how.push("joins the enemy of the side that first enters it".to_owned());
            }
            how.extend(
                row.joins.map(|joins| format!("joins the {} side at the end of turn {}", joins.side, joins.after)),
            );
            let name = capital(&row.state.as_str().replace('_', " "));
            let _ = writeln!(page, "| {name}{} | {} |", dagger(row.source.is_reconstructed()), how.join("; "));
        }
    }

    /// The Naval Combat Results Table (8.10).
    fn naval_combat(&self, page: &mut String) {
        let Some(table) = &self.naval_combat else { return };
        page.push_str("\n## The Naval Combat Results Table [8.10]\n\n| Ships |");
        for (at, column) in table.columns.iter().enumerate() {
            let _ = match table.columns.get(at + 1) {
                None => write!(page, " {} or more |", column.ships),
                Some(next) if next.ships == column.ships + 1 => write!(page, " {} |", column.ships),
                Some(next) => write!(page, " {} to {} |", column.ships, next.ships - 1),
            };
        }
        let _ = write!(page, "\n|---|{}\n| or a |", "---|".repeat(table.columns.len()));
        for column in &table.columns {
            let kind = if column.fort == FortKind::Fortress { "fortress" } else { "fort" };
            let manned = if column.manned { "manned" } else { "unmanned" };
            let _ = write!(page, " {kind}, {manned}{} |", dagger(column.source.is_reconstructed()));
        }
        for die in 1..=6 {
            let _ = write!(page, "\n| {die} |");
            for column in &table.columns {
                let result = match column.read(die) {
                    NavalResult::None => "-",
                    NavalResult::Damaged => "damaged",
                    NavalResult::Sunk => "sunk",
                };
                let _ = write!(page, " {result} |");
            }
        }
        page.push_str(
            "\n\nA Union naval leader adds his rating against ironclads; a total above 6 counts as 6. A damaged Confederate \
             ship is sunk; a damaged Union ship returns next turn.\n",
        );
    }

    /// From strengths to a column (7.2, 7.3).
    fn odds(&self, page: &mut String) {
        page.push_str(
            "\n## From odds to a column [7.2, 7.3]\n\nFractions are rounded in favor of the defender. Between 1 to 2 and 2 to 1 \
             the difference is used. Shifts to the left (terrain, rivers, forts) favor the defender [7.5].\n\n| Column |",
        );
        COLUMNS.iter().for_each(|column| {
            let _ = write!(page, " {column} |");
        });
        let _ = write!(page, "\n|---|{}\n| Odds |", "--:|".repeat(COLUMNS.len()));
        for letter in COLUMNS {
            let odds = self.columns.iter().find(|column| column.letter == letter).map_or("", |column| &column.odds);
            let _ = write!(page, " {odds} |");
        }
        page.push_str(
            "\n\nStrength against strength, before shifts: `-` the attackers are destroyed [7.2.3]; `L2` column L, which \
             becomes K with the second shift to the left; `o1` an overrun, which becomes column L with one shift; `o` an overrun.\n\n\
             | Attackers |",
        );
        (1..=MAX_STRENGTH).for_each(|defenders| {
            let _ = write!(page, " against {defenders} |");
        });
        let _ = write!(page, "\n|--:|{}\n", "--:|".repeat(MAX_STRENGTH as usize));
        for attackers in 1..=2 * MAX_STRENGTH {
            let _ = write!(page, "| {attackers} |");
            for defenders in 1..=MAX_STRENGTH {
                let _ = write!(page, " {} |", Odds::of(attackers, defenders).printed());
            }
            page.push('\n');
        }
    }

    /// The Command Points Table and the Table Use Track (4.1, 4.2).
    fn command_points(&self, page: &mut String) {
        page.push_str(
            "\n## The Command Points Table [4.1]\n\n| Two dice | Primary | Secondary | Tertiary | Discretionary | Union \
             naval |\n|--:|--:|--:|--:|--:|--:|\n",
        );
        for row in self.command_points.values() {
            let mark = dagger(row.source.is_reconstructed());
            let _ = writeln!(
                page,
                "| {}{mark} | {} | {} | {} | {} | {} |",
                row.roll, row.primary, row.secondary, row.tertiary, row.discretionary, row.union_naval
            );
        }
        page.push_str(
            "\n## The Table Use Track [4.2]\n\n| Box | A tied initiative roll ends the phase on |\n|--:|---|\n",
        );
        for row in self.table_use.values() {
            let mark = dagger(row.source.is_reconstructed());
            let _ = writeln!(page, "| {}{mark} | {} |", row.r#box, totals(&row.ends_on));
        }
    }

    /// The Blockade Table (9.4.5).
    fn blockade(&self, page: &mut String) {
        let Some(table) = &self.blockade else { return };
        let _ =
            write!(page, "\n## The Blockade Table [9.4]\n\n| Port points{} |", dagger(table.source.is_reconstructed()));
        for percent in &table.percents {
            let _ = write!(page, " {percent} % |");
        }
        let _ = write!(page, "\n|--:|{}\n", "--:|".repeat(table.percents.len()));
        for row in &table.rows {
            let imports: Vec<String> = row.imports.iter().map(u8::to_string).collect();
            let _ = writeln!(page, "| {} | {} |", row.ports, imports.join(" | "));
        }
    }

    /// The Supply Loss Schedule (9.4.8).
    fn supply_loss(&self, page: &mut String) {
        if self.supply_loss.is_empty() {
            return;
        }
        page.push_str(
            "\n## The Supply Loss Schedule [9.4.8]\n\nEvery line down to the Confederate total of production and imports is \
             in force.\n\n| Total | What it does |\n|--:|---|\n",
        );
        for line in &self.supply_loss {
            let mut does = Vec::new();
            if line.dearer > 0 {
                does.push(format!("a depot, a fort and a fortress cost {} more", line.dearer));
            }
            does.extend(line.ship.map(|price| format!("a ship costs {price}")));
            does.extend(line.fortress.map(|price| format!("a fortress costs {price}")));
            does.extend(line.depot_distance.map(|hexes| format!("a supply line reaches {hexes} hexes to a depot")));
            does.extend(line.rail_distance.map(|hexes| format!("a supply line reaches {hexes} hexes to a railroad")));
            if line.slower > 0 {
                does.push(format!("movement allowances are {} lower", line.slower));
            }
            if line.no_ships {
                does.push("ships cannot enter".to_owned());
            }
            let _ =
                writeln!(page, "| {}{} | {} |", line.at_most, dagger(line.source.is_reconstructed()), does.join(", "));
        }
    }

    /// The Leader Loss Table (5.4).
    fn losses(&self, page: &mut String) {
        page.push_str(
            "\n## The Leader Loss Table [5.4]\n\n| Stars | Killed on | Wounded on | Roll again on | Then killed on |\n\
             |--:|---|---|---|---|\n",
        );
        for row in self.leader_loss.values() {
            let LossRow { rank, killed_on, wounded_on, reroll_on, reroll_killed_on, source } = row;
            let _ = writeln!(
                page,
                "| {rank}{} | {} | {} | {} | {} |",
                dagger(source.is_reconstructed()),
                totals(killed_on),
                totals(wounded_on),
                totals(reroll_on),
                totals(reroll_killed_on)
            );
        }
        let _ = writeln!(
            page,
            "\nOn any other total the leader is unhurt; on a second roll he is wounded. A one-star or two-star leader who \
             is unhurt with a total of {} or more is promoted, if he has a higher counter [5.2].",
            self.promotion_from
        );
    }
}

fn totals(totals: &[u8]) -> String {
    let totals: Vec<String> = totals.iter().map(u8::to_string).collect();
    if totals.is_empty() { "-".to_owned() } else { totals.join(", ") }
}

/// Every word of a state's id with a capital.
fn capital(words: &str) -> String {
    let word = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    words.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn dagger(reconstructed: bool) -> &'static str {
    if reconstructed { "†" } else { "" }
}
