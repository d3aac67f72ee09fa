//! Ground, counters and a scenario that a case defines itself.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::document::{Id, Problem, from_value};

use crate::CivilWar;
use crate::options::Options;
use crate::pack::MODIFIED_LEADERS;

/// The game with the ground, counters and scenario that a case brings of its own.
///
/// # Errors
/// If they are not understood.
pub fn ground(rules: &CivilWar, given: &Value) -> Result<CivilWar, Problem> {
    let part = |key: &str| given.get(key).filter(|value| !value.is_null());
    let named = given.get("scenario").and_then(Value::as_str).and_then(|id| id.parse::<Id>().ok());
    let scenario = named.or_else(|| default_scenario(&rules.pack));
    let options = match given.get("options").and_then(Value::as_object).map(Options::read) {
        Some(Ok(options)) => options,
        Some(Err(problem)) if problem.rule.is_some() => return Err(problem.under("given")),
        // What else is wrong with them is said where they are read.
        Some(Err(_)) | None => Options::default(),
    };
    if options.modified_leaders && rules.pack.modified.is_none() {
        let problem = Problem::new(format!("the pack has no {MODIFIED_LEADERS}"));
        return Err(problem.in_path("given.options.modified_leaders").rule("CW-332"));
    }
    let rules = scenario.as_ref().map_or_else(|| rules.clone(), |id| rules.for_match(id, options));
    if part("ground").is_none() && part("leaders").is_none() && part("scenario_with").is_none() {
        return Ok(rules);
    }
    let mut pack = (*rules.pack).clone();
    let misread = |key: &str| Problem::new("this cannot be understood").in_path(format!("given.{key}"));
    if let Some(value) = part("ground") {
        let value = value.as_object().cloned().ok_or_else(|| misread("ground"))?;
        pack.map = crate::pack::Map::of_case(value, &pack.map)?.into();
    }
    if let Some(value) = part("leaders") {
        let leaders = value.as_array().ok_or_else(|| misread("leaders"))?;
        for (n, value) in leaders.iter().enumerate() {
            let mut value = value.clone();
            for counter in value.get_mut("counters").and_then(Value::as_array_mut).into_iter().flatten() {
                if let Some(counter) = counter.as_object_mut() {
                    counter.entry("source").or_insert(json!({"reconstructed": "the case's own counter"}));
                }
            }
            let leader: crate::pack::Leader =
                from_value(value).map_err(|problem| problem.under(&format!("given.leaders[{n}]")))?;
            Arc::make_mut(&mut pack.leaders).insert(leader.id.clone(), leader);
        }
    }
    if let Some(with) = part("scenario_with") {
        let (id, found) = scenario
            .as_ref()
            .and_then(|id| pack.scenarios.get_key_value(id))
            .map(|(id, found)| (id.clone(), found))
            .ok_or_else(|| misread("scenario"))?;
        let mut value = serde_json::to_value(found).map_err(|error| Problem::new(error.to_string()))?;
        let with = with.as_object().ok_or_else(|| misread("scenario_with"))?;
        if let Some(fields) = value.as_object_mut() {
            fields.extend(with.clone());
        }
        let scenario = from_value(value).map_err(|problem| problem.under("given.scenario_with"))?;
        Arc::make_mut(&mut pack.scenarios).insert(id, scenario);
    }
    Ok(CivilWar::with_whole_map(pack))
}

/// The scenario of a case that names none: the pack's first on part of the map, else its first.
pub(super) fn default_scenario(pack: &crate::pack::Pack) -> Option<Id> {
    let part = pack.scenarios.values().find(|scenario| scenario.ground.is_some());
    part.map(|scenario| scenario.id.clone()).or_else(|| pack.scenarios.keys().next().cloned())
}
