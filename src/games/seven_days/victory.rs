//! Victory (14).

use serde_json::{Value, json};

use crate::SevenDays;
use crate::engine::outcome;
use crate::events::Victory;
use crate::pack::Side;
use crate::position::ledger::{Game, Train};

/// Who has won at the end of the Daylight Phase (14.1, 14.2).
pub fn automatic(rules: &SevenDays, game: &Game) -> Option<(Side, Victory)> {
    let scenario = rules.scenario(game)?;
    if let Train::At(train) = game.train {
        let there = game.has_fresh(&rules.pack, scenario.richmond, Side::Union);
        if there && rules.has_path(game, scenario.richmond, train, Side::Union) {
            return Some((Side::Union, Victory::Richmond));
        }
    }
    let landings = [scenario.train, scenario.train_to];
    let taken = |area| {
        game.control(area) == Side::Confederate && rules.is_connected(game, area, scenario.richmond, Side::Confederate)
    };
    if matches!(game.train, Train::At(train) if taken(train)) {
        return Some((Side::Confederate, Victory::TrainTaken));
    }
    landings.into_iter().all(taken).then_some((Side::Confederate, Victory::BothLandings))
}

/// Who has won at the end of the last day (14.3).
pub fn on_last_day(rules: &SevenDays, game: &Game) -> (Side, Victory) {
    let Some(scenario) = rules.scenario(game) else { return (Side::Union, Victory::LastDay) };
    let ours = |area| game.control(area) == Side::Confederate;
    let won = if rules.train_has_moved(game) {
        ours(scenario.malvern_hill) && (ours(scenario.train) || ours(scenario.train_to))
    } else {
        ours(scenario.providence_church) && ours(scenario.train_to)
    };
    (if won { Side::Confederate } else { Side::Union }, Victory::LastDay)
}

/// The rule under which the match was won in this way.
pub fn rule(how: Victory) -> &'static str {
    match how {
        Victory::Richmond => "14.1",
        Victory::BothLandings | Victory::TrainTaken => "14.2",
        Victory::LastDay => "14.3",
    }
}

/// The outcome as it is written in documents.
pub fn won(side: Side, how: Victory) -> Value {
    json!({"winner": side, "how": how})
}

/// The ways in which the rules end a match, and who wins (14).
pub const ENDS: &[outcome::EndCondition] = &[
    ("richmond", &["union"]),
    ("both_landings", &["confederate"]),
    ("train_taken", &["confederate"]),
    ("last_day", &["union", "confederate"]),
];
