//! Which optional rules a match is played with, in words (CW-300).

use crate::position::ledger::Game;
use crate::report::{Span, Text};

use super::vocabulary::list;

/// The optional rules that are played, as a sentence; `None` if there are none. Most of them are proposals of ours.
pub fn line(game: &Game) -> Option<Text> {
    if game.options.is_plain() {
        return None;
    }
    let named = list(game.options.names().into_iter().map(|name| words(&name)), "and");
    let text = format!("Optional rules in play, most of them our reconstruction: {named}. ");
    Some(vec![Span::plain(text), Span::rule("CW-300")])
}

/// An optional rule by its subject and number.
fn words(name: &str) -> String {
    match name {
        "jackson_lyon_live" => "Jackson and Lyon are not killed (20.1)",
        "free_armies" => "armies of any size in any theater (20.2)",
        "random_entry" => "random leader entry (20.5)",
        "csa_river_supply" => "Confederate supply by river (21.1)",
        "may_decline_free" => "declining the free reinforcement (21.2)",
        "leaders_revealed" => "revealed leaders (21.3)",
        "no_effect_spends_no_depot" => "combats without a result use up no depot (21.4)",
        "stacking" => "stacking (21.7)",
        "attrition" => "attrition (21.8)",
        "non_army_reaction" => "reaction of forces without an army (21.9)",
        "untried_leaders" => "untried leaders (21.10)",
        "captured_rails" => "captured railroads (21.11)",
        "off_map_rail" => "rail movement off the map (21.12)",
        "variant_leaders" => "the promotion and casualty chart and additional leaders (22.1, 22.3)",
        "far_west" => "the Far West (19)",
        "modified_leaders" => "modified leaders (22.2)",
        "csa_naval_leaders" => "Confederate naval leaders (22.4)",
        other => return other.to_owned(),
    }
    .to_owned()
}
