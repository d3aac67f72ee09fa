//! What an invitation says besides the charter: what is played, by whom, how long it takes, and what Adjutant is.

use crate::cli::game_titles::{game_title, scenario_title};
use crate::cli::matches::clock_args;
use crate::document::{Charter, harmless};
use crate::registry;
use crate::report::grammar::side_name;

/// What Adjutant is, for somebody who has never heard of it.
const ABOUT: &str = "Adjutant is a free program with which two people play a wargame by e-mail, without a server and without having \
to trust each other: every turn is a signed text file, the program enforces the rules, and the dice come from secrets of both players, so that \
nobody can choose or foresee them. If you do not have it, ask whoever invites you for it.";

/// The invitation to take one of the free seats, as the lines of a mail.
pub fn words(charter: &Charter, free: &[String]) -> String {
    let (game, scenario) = (charter.ruleset.id.as_str(), charter.scenario.as_str());
    // Nothing in a name may look like the armor of documents.
    let plain = |text: &str| harmless(text).replace(['\n', '\r'], " ").replace("--", "-").replace("--", "-");
    let mut said = "You are invited to a wargame by mail.\n\n".to_owned();
    said += &format!("- Game: {}, {}", game_title(game), plain(&scenario_title(game, scenario)));
    if !charter.options.is_empty() {
        let options: Vec<&str> = charter.options.keys().map(String::as_str).collect();
        said += &format!("; options: {}", plain(&options.join(", ")));
    }
    let free: Vec<String> = free.iter().map(|seat| side_name(&plain(seat))).collect();
    said += &format!(".\n- Your side: {}.", free.join(" or "));
    for entry in &charter.seats {
        let side = entry.side.as_ref().unwrap_or(&entry.seat);
        said += &format!(" {} takes {}.", plain(&entry.name), side_name(side.as_str()));
    }
    said += &format!("\n- Clock: {}.\n", clock_args::words(&charter.pace));
    if let Some(known) = registry::entry_of(game).map(|known| known.introduction) {
        if let Some(mails) = known.mails_of(scenario) {
            said += &format!("- Length: about {mails} mails in all.\n");
        }
        said += &format!("- How to win: {}\n", known.goal_of(scenario));
    }
    said + "\n" + ABOUT + "\n"
}
