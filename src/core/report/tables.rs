//! What the model has a form of its own for, as a table, for the writers that draw nothing.

use super::model::Die;

/// The header and the rows of a table.
pub type Cells = (Vec<String>, Vec<Vec<String>>);

/// What both sides have.
pub fn ledger(sides: &[String; 2], rows: &[(String, [i64; 2])]) -> Cells {
    let header = std::iter::once(String::new()).chain(sides.iter().cloned()).collect();
    let row = |(label, values): &(String, [i64; 2])| {
        std::iter::once(label.clone()).chain(values.iter().map(i64::to_string)).collect()
    };
    (header, rows.iter().map(row).collect())
}

/// Rolls.
pub fn dice(dice: &[Die]) -> Cells {
    let header = ["Roll", "Purpose", "Dice", "Faces", "Total", "Rule"].map(str::to_owned).to_vec();
    let row = |die: &Die| {
        let total = die.total.map_or(String::new(), |total| total.to_string());
        vec![die.n.to_string(), die.purpose.clone(), die.kind.clone(), faces(die), total, die.rule.clone()]
    };
    (header, dice.iter().map(row).collect())
}

/// What fell, between spaces.
pub fn faces(die: &Die) -> String {
    die.faces.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
}
