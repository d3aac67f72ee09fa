//! The index of the search: players, games, decisions, and the words of all reports.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::seen::{Seen, appeal_page, decision_page, round_page};
use super::words::{by_side, cut, game_file, game_page, game_short, plain_name, player_page, report_page};
use crate::report::clean;

/// The index as a script that hands it to the search.
pub fn index(seen: &Seen<'_>) -> String {
    let season = seen.season;
    let mut entries: Vec<Value> = Vec::new();
    let mut entry = |kind: &str, title: String, to: String, text: String| {
        entries.push(json!([kind, clean(&title), to, clean(&text)]));
    };
    for player in &season.players {
        entry("Player", cut(&player.name), player_page(&player.id), player.id.to_string());
    }
    for round in &season.rounds {
        let reason = round.reason.clone().unwrap_or_default();
        entry("Round", format!("Round {}", round.round), round_page(round.round), one_line(&reason));
    }
    for key in season.games() {
        let players = by_side(season, key).map(|players| players.map(|id| plain_name(season, &id)));
        let [first, second] = players.unwrap_or_default();
        let result = seen.result(key);
        let reason = result.and_then(|result| result.reason.clone()).unwrap_or_default();
        let scenario = season.round(key.0).and_then(|round| season.game_of(round));
        let scenario = scenario.map(|game| format!("{} {}", game.ruleset.id, game.scenario.as_str().replace('_', " ")));
        let outcome = seen.matches.get(&key).and_then(|shown| shown.facts.outcome.clone()).unwrap_or_default();
        let text = one_line(&format!("{} {outcome} {reason}", scenario.unwrap_or_default()));
        entry("Game", format!("{}: {first} – {second}", game_short(key)), game_page(key), text);
    }
    for one in &season.decisions {
        let text = one_line(&one.decision.reason);
        entry("Decision", format!("Decision {}", one.number), decision_page(one.number), text);
    }
    for one in &season.appeals {
        let title = format!("An appeal of {}", one.appeal.player);
        entry("Appeal", title, appeal_page(&one.appeal.player, &one.digest), one_line(&one.appeal.reason));
    }
    let mut games = Vec::new();
    let mut words: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
    for (n, (key, shown)) in seen.matches.iter().enumerate() {
        let players = by_side(season, *key).map(|players| players.map(|id| plain_name(season, &id)));
        let [first, second] = players.unwrap_or_default();
        let title = format!("{}: {first} – {second}", game_short(*key));
        games.push(json!([game_file(*key), clean(&title), report_page(*key)]));
        for word in shown.steps.iter().flat_map(|step| words_of(&step.text)) {
            words.entry(word).or_default().insert(n);
        }
    }
    // Games as differences: like compresses beside like.
    let spaced = |at: &BTreeSet<usize>| {
        let mut last = 0;
        let step = |n: &usize| {
            let step = n - last;
            last = *n;
            step
        };
        at.iter().map(step).collect::<Vec<_>>()
    };
    let words: BTreeMap<&String, Vec<usize>> = words.iter().map(|(word, at)| (word, spaced(at))).collect();
    format!("adjutantIndex({});\n", json!({"entries": entries, "games": games, "words": words}))
}

/// The words of a text, as the search in the browser takes them apart.
fn words_of(text: &str) -> BTreeSet<String> {
    let lower = text.to_lowercase();
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| word.chars().count() > 1).map(str::to_owned).collect()
}

fn one_line(text: &str) -> String {
    let text: String = text.chars().take(600).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_taken_apart_at_whatever_is_no_letter_or_digit() {
        let words: Vec<String> = words_of("Grant’s army, at Shiloh: Grant 12–3 É").into_iter().collect();
        assert_eq!(words, ["12", "army", "at", "grant", "shiloh"]);
    }
}
