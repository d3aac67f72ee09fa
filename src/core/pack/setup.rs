//! What a charter says about the game: the scenario and the options.

use crate::sorted::SortedMap;

use serde::de::DeserializeOwned;

use crate::document::{Id, Map, Problem, Value, decode_at};
use crate::spelling::instead;

/// The scenario with this id.
///
/// # Errors
/// There is none; the advice names the most similar one, and all.
pub fn find_scenario<'a, S>(scenarios: &'a SortedMap<Id, S>, id: &Id) -> Result<&'a S, Problem> {
    scenarios.get(id).ok_or_else(|| {
        let known: Vec<&str> = scenarios.keys().map(Id::as_str).collect();
        let problem = Problem::new(format!("there is no scenario '{id}'")).in_path("scenario");
        problem.advice(instead(id.as_str(), &known, "the pack has"))
    })
}

/// The options of a charter, as the game's own type.
///
/// # Errors
/// An unknown option, with advice that lists the known ones, the most similar first; or an option with an invalid
/// value, with `advice`.
pub fn read_options<T: DeserializeOwned>(options: &Map<String, Value>, advice: &str) -> Result<T, Problem> {
    decode_at(None, "options", &Value::Object(options.clone())).map_err(|problem: Problem| match problem.on_key {
        true => Problem { message: problem.message.replace("there is no field", "there is no option"), ..problem },
        false => {
            // Where options are given on a command line, only the message can say which one is wrong.
            let name = problem.path.as_deref().and_then(|path| path.strip_prefix("options."));
            let message = match name {
                Some(name) => format!("the option `{name}` has a wrong value: {}", problem.message),
                None => problem.message.clone(),
            };
            Problem { message, ..problem }.advice(advice)
        }
    })
}
