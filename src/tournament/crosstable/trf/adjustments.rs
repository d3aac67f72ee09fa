//! What a report file does not hold of a table [TN-8].

use crate::crosstable::model::{Format, How};
use crate::crosstable::table::Crosstable;

/// What a file that is written does not hold of a table, or holds as something else, each in a clause.
pub fn adjustments(table: &Crosstable) -> Vec<String> {
    let mut said = vec!["the draw of lots is left out: players are numbered by their seeds".to_owned()];
    let knockouts = table.rounds().iter().filter(|round| round.format == Format::Knockout).count();
    let scored = table.rounds().iter().filter(|round| round.format != Format::Knockout);
    let legs = scored.flat_map(|round| &round.boards).flat_map(|board| &board.legs);
    let results = legs.clone().filter_map(|leg| leg.result);
    let mut count = |found: usize, one: &str, several: &str| match found {
        0 => {}
        1 => said.push(format!("1 {one}")),
        found => said.push(format!("{found} {several}")),
    };
    count(knockouts, "round of a knock-out is left out", "rounds of a knock-out are left out");
    count(
        results.clone().filter(|result| result.how == How::Adjudicated).count(),
        "game that was adjudicated counts as played",
        "games that were adjudicated count as played",
    );
    count(results.filter(|result| result.margin != 0).count(), "margin is left out", "margins are left out");
    count(
        legs.filter(|leg| leg.result.is_none()).count(),
        "game without a result has none in the file, and no points",
        "games without a result have none in the file, and no points",
    );
    count(
        table.players().iter().filter(|player| player.enters > 1 || player.leaves.is_some()).count(),
        "player who entered late or has left has byes without points in the rounds that he missed",
        "players who entered late or have left have byes without points in the rounds that they missed",
    );
    if table.plan().legs > 1 {
        said.push("a board of two games takes two columns".to_owned());
        let rules = table.swiss_rules();
        if rules.accelerated.is_some() || !rules.apart.is_empty() || !rules.given.is_empty() {
            said.push(
                "accelerated rounds and players who are kept apart are left out, because a round takes two columns"
                    .to_owned(),
            );
        }
    }
    said
}
