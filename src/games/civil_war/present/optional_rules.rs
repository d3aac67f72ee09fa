//! Which optional rules a match is played with, in words (CW-300).

use crate::position::ledger::Game;
use crate::report::{Span, Text};

use super::vocabulary::list;

/// How much of an optional rule is ours, as CW-300 grades it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ours {
    Whole,
    Part,
}

impl Ours {
    fn of(name: &str) -> Ours {
        match name {
            "non_army_reaction" | "untried_leaders" | "variant_leaders" => Ours::Part,
            _ => Ours::Whole,
        }
    }

    fn mark(self) -> &'static str {
        match self {
            Ours::Whole => "†",
            Ours::Part => "‡",
        }
    }

    fn legend(self) -> &'static str {
        match self {
            Ours::Whole => "†: our reconstruction",
            Ours::Part => "‡: our reconstruction in part",
        }
    }
}

/// The optional rules that are played, as a sentence, each with a mark for how much of it is ours; `None` if there are
/// none.
pub fn line(game: &Game) -> Option<Text> {
    let hidden = game.hidden.is_some().then(|| "hidden_leaders".to_owned());
    let names: Vec<String> = hidden.into_iter().chain(game.options.names()).collect();
    if names.is_empty() {
        return None;
    }
    let named = list(names.iter().map(|name| words(name) + Ours::of(name).mark()), "and");
    let grades = [Ours::Whole, Ours::Part].into_iter();
    let grades = grades.filter(|grade| names.iter().any(|name| Ours::of(name) == *grade)).map(Ours::legend);
    let text = format!("Optional rules in play: {named} ({}). ", grades.collect::<Vec<_>>().join("; "));
    Some(vec![Span::plain(text), Span::rule("CW-300")])
}

/// An optional rule by its subject and number.
fn words(name: &str) -> String {
    match name {
        "hidden_leaders" => "hidden leaders (5.5, 10.3)",
        "jackson_lyon_live" => "Jackson and Lyon wounded instead of killed (20.1)",
        "free_armies" => "armies of any size in any theater (20.2)",
        "random_entry" => "random leader entry (20.5)",
        "csa_river_supply" => "Confederate supply by river (21.1)",
        "may_decline_free" => "declining the free reinforcement (21.2)",
        "leaders_revealed" => "revealed leaders (21.3)",
        "no_effect_spends_no_depot" => "no depot used up in combats without a result (21.4)",
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
