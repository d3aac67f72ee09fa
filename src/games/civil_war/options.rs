//! The optional rules that a charter can switch on (20 to 22), each with a ruling of its own (CW-300).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::Problem;
use crate::shared::read_options;

/// The optional rules of a match. `options` of a charter: `{variant_leaders: true}` switches on one of them; none is on
/// otherwise. All but the frame of `non_army_reaction`, the chart of `variant_leaders` and the beginning of
/// `untried_leaders` are our proposals, because the rulebook's pages are lost (CW-300).
#[sparse]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Options {
    /// Each side alone knows which leader it brings in next (CW-281). A position keeps him elsewhere, and never has this.
    pub hidden_leaders: bool,
    /// 20.1: a result that would kill Jackson or Lyon wounds him (CW-304).
    pub jackson_lyon_live: bool,
    /// 20.2: armies are formed in any theater and have no maximum (CW-305).
    pub free_armies: bool,
    /// 20.5: as many leaders as the turn track lists enter each turn, drawn from all who have not entered (CW-314).
    pub random_entry: bool,
    /// 21.1: the Confederacy, too, traces supply along rivers (CW-306).
    pub csa_river_supply: bool,
    /// 21.2: the winner of the initiative may decline the free reinforcement (CW-307).
    pub may_decline_free: bool,
    /// 21.3: leaders are face-up as soon as they are placed (CW-308).
    pub leaders_revealed: bool,
    /// 21.4: a combat without any result uses up no depot (CW-309).
    pub no_effect_spends_no_depot: bool,
    /// 21.7: a limit on the strength points of a side in a hex (CW-310).
    pub stacking: bool,
    /// 21.8: large forces out of supply lose a strength point each turn (CW-311).
    pub attrition: bool,
    /// 21.9: a force with a leader and no army may react before it is attacked (7.1 step 2a, CW-301).
    pub non_army_reaction: bool,
    /// 21.10: leaders come untried, and show who they are when they have fought (CW-330).
    pub untried_leaders: bool,
    /// 21.11: captured rails take twice the Union's rail capacity (CW-312).
    pub captured_rails: bool,
    /// 21.12: the Union moves by rail through the North, from one map exit to another (CW-313).
    pub off_map_rail: bool,
    /// 22.1 and 22.3: the promotion and casualty chart, and additional leaders (CW-302, CW-303).
    pub variant_leaders: bool,
    /// 19: the Far West, a second sheet of the map with its own units and command points (CW-315).
    pub far_west: bool,
    /// 22.2: leaders have the counters of the pack's `modified_leaders.yaml` (CW-332).
    pub modified_leaders: bool,
    /// 22.4: the Confederacy has naval leaders (CW-331).
    pub csa_naval_leaders: bool,
}

/// The names of all options.
pub const NAMES: [&str; 18] = [
    "hidden_leaders",
    "jackson_lyon_live",
    "free_armies",
    "random_entry",
    "csa_river_supply",
    "may_decline_free",
    "leaders_revealed",
    "no_effect_spends_no_depot",
    "stacking",
    "attrition",
    "non_army_reaction",
    "untried_leaders",
    "captured_rails",
    "off_map_rail",
    "variant_leaders",
    "far_west",
    "modified_leaders",
    "csa_naval_leaders",
];

/// Options that exclude each other, and why.
pub const EXCLUSIONS: [([&str; 2], &str, &str); 4] = [
    (
        ["hidden_leaders", "leaders_revealed"],
        "CW-308",
        "with the first a leader is secret until he enters, and the second ends all secrecy about leaders",
    ),
    (
        ["hidden_leaders", "far_west"],
        "CW-315",
        "with the first a leader is secret until he enters, and the leaders of the Far West are known to both sides",
    ),
    (
        ["hidden_leaders", "untried_leaders"],
        "CW-330",
        "with the first a player knows the leader whom he brings in, with the second nobody does",
    ),
    (
        ["random_entry", "untried_leaders"],
        "CW-330",
        "each of the two says who enters in the place of the leaders whom the turn track lists",
    ),
];

/// The optional rules by their numbers in the rulebook, with the rulings by which they are played.
const RULINGS: [(&str, &str); 18] = [
    ("19", "CW-315"),
    ("20.1", "CW-304"),
    ("20.2", "CW-305"),
    ("20.5", "CW-314"),
    ("21.1", "CW-306"),
    ("21.2", "CW-307"),
    ("21.3", "CW-308"),
    ("21.4", "CW-309"),
    ("21.7", "CW-310"),
    ("21.8", "CW-311"),
    ("21.9", "CW-301"),
    ("21.10", "CW-330"),
    ("21.11", "CW-312"),
    ("21.12", "CW-313"),
    ("22.1", "CW-302"),
    ("22.2", "CW-332"),
    ("22.3", "CW-303"),
    ("22.4", "CW-331"),
];

/// The ruling by which an optional rule is played, so that nothing of ours passes for the rulebook's (CW-300).
pub fn ruling(rule: &str) -> Option<&'static str> {
    RULINGS.iter().find(|(number, _)| *number == rule).map(|(_, ruling)| *ruling)
}

/// A refusal by an optional rule cites the ruling besides.
pub fn with_ruling(mut problem: Problem) -> Problem {
    if let Some(rule) = &mut problem.rule
        && let Some(ruling) = ruling(rule)
    {
        *rule = format!("{rule}, {ruling}");
    }
    problem
}

impl Options {
    /// The options of a charter.
    ///
    /// # Errors
    /// An option is unknown, or is neither true nor false; or two of them exclude each other.
    pub fn read(options: &Map<String, Value>) -> Result<Options, Problem> {
        let read: Options = read_options(options, "give it the value `true` or `false`")?;
        let on = |name: &str| options.get(name) == Some(&Value::Bool(true));
        match EXCLUSIONS.iter().find(|([first, second], ..)| on(first) && on(second)) {
            None => Ok(read),
            Some(([first, second], rule, because)) => {
                let message = format!("the options `{first}` and `{second}` exclude each other: {because}");
                let problem = Problem::new(message).in_path(format!("options.{second}")).rule(*rule);
                Err(problem.advice(format!("leave out `{first}` or `{second}`")))
            }
        }
    }

    /// Whether no optional rule is played but that of hidden leaders, which a position keeps elsewhere.
    pub fn is_plain(&self) -> bool {
        *self == Options::default()
    }

    /// The optional rules that are on, by their names in a charter.
    pub fn names(&self) -> Vec<String> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields.into_iter().map(|(name, _)| name).collect(),
            _ => Vec::new(),
        }
    }

    /// Those that change the data of a match: its leaders, and its map.
    pub fn of_pack(self) -> Options {
        let Options { untried_leaders, modified_leaders, csa_naval_leaders, far_west, .. } = self;
        Options { untried_leaders, modified_leaders, csa_naval_leaders, far_west, ..Options::default() }
    }

    /// The same without `hidden_leaders`, as a position has them.
    pub fn of_position(self) -> Options {
        Options { hidden_leaders: false, ..self }
    }
}
