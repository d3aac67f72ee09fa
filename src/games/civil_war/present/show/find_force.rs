//! A force by the name of its place, its leader or its army.

use super::find::{self, find_army, find_hex, find_leader};
use crate::CivilWar;
use crate::board::Hex;
use crate::document::Problem;
use crate::leaders::army::hex_of;
use crate::position::ledger::Game;
use crate::present::vocabulary;

/// A hex by number or name, or the one of a leader or an army.
///
/// # Errors
/// There is none; the advice names the most similar.
pub fn find_stack(rules: &CivilWar, game: &Game, text: &str) -> Result<Hex, Problem> {
    find_force(rules, game, text).map(|(hex, _)| hex)
}

/// The same, with who is there, if the hex was found by his name: `Jackson`.
///
/// # Errors
/// As [`find_stack`].
pub fn find_force(rules: &CivilWar, game: &Game, text: &str) -> Result<(Hex, Option<String>), Problem> {
    let place = find_hex(rules, text);
    // A hamlet, or a place whose name only begins like this, comes after a person's or an army's own name.
    if let Ok(hex) = place.as_ref()
        && find::is_main_name(rules, text, *hex)
    {
        return Ok((*hex, None));
    }
    let leader = find_leader(rules, game, text);
    let army = find_army(rules, game, text);
    let led = leader.as_ref().ok().and_then(|leader| {
        let (_, hex, _) = game.find_leader(leader)?;
        Some((hex, Some(vocabulary::leader_name(&rules.pack, leader).to_owned())))
    });
    let host = || {
        let army = army.as_ref().ok()?;
        Some((hex_of(game, army)?, Some(vocabulary::army(&rules.pack, army))))
    };
    if let Some(found) = led.or_else(host) {
        return Ok(found);
    }
    // That several places or leaders have the name is more useful to know than that nothing is similar.
    let several = |problem: &Problem| !problem.message.starts_with("there is no");
    let problem = match (place, &leader) {
        // Leesburg is not meant by Lee.
        (Ok(hex), Err(which)) if several(which) && !find::is_name(rules, text, hex) => return Err(which.clone()),
        (Ok(hex), _) => return Ok((hex, None)),
        (Err(problem), _) => problem,
    };
    let absent = match (&leader, &army) {
        (Err(which), _) if several(&problem) && several(which) => {
            // Neither the places nor the men of the name are one.
            let choices = [&problem, which].map(|problem| problem.advice.clone().unwrap_or_default());
            let men = choices[1].trim_start_matches("say which: ");
            return Err(problem.advice(format!("{}; or of the leaders {men}", choices[0])));
        }
        _ if several(&problem) => return Err(problem),
        (Ok(leader), _) => vocabulary::leader_name(&rules.pack, leader).to_owned(),
        (_, Ok(army)) => vocabulary::army(&rules.pack, army),
        (Err(which), _) if several(which) => return Err(which.clone()),
        _ => {
            let message = format!("there is no place, leader or army '{}' in this scenario", text.trim());
            return Err(Problem::new(message).advice(find::most_similar(rules, game, text)));
        }
    };
    Err(Problem::new(format!("{absent} is not on the map")).advice("name a hex, or a force on the map"))
}
