use serde::Deserialize;
use serde_json::{Value, json};

use adjutant_core::document::Problem;
use adjutant_core::document::partial_decode::*;

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Word {
    Go(Details),
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Details {
    far: u8,
    by: Vec<Way>,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Way {
    road: Road,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Road {
    Plank,
    Turnpike,
}

fn value_and_paths(value: Value) -> (Option<Word>, Vec<String>) {
    let Partial { read, problems, .. } = decode_partially("orders[2]", &value);
    let paths = problems.into_iter().map(|problem| problem.path.unwrap_or_default());
    (read, paths.collect())
}

#[test]
fn every_fault_is_told_where_it_stands_in_the_whole() {
    let ways = json!([{"road": "mud"}, {"road": "plank"}, {"road": "dust"}, {"roads": "plank", "road": "plank"}]);
    let (read, paths) = value_and_paths(json!({"go": {"fra": 1, "far": "much", "by": ways}}));
    let wanted = ["go.fra", "go.far", "go.by[0].road", "go.by[2].road", "go.by[3].roads"];
    assert_eq!(paths, wanted.map(|path| format!("orders[2].{path}")));
    let left = Details { far: 0, by: vec![Way { road: Road::Plank }, Way { road: Road::Plank }] };
    assert_eq!(read, Some(Word::Go(left)));
}

/// The second road that can be read is the fourth that was written.
#[test]
fn what_is_found_in_the_rest_is_told_where_it_stands_in_the_whole() {
    let ways = json!([{"road": "mud"}, {"road": "plank"}, {"road": "dust"}, {"road": "turnpike"}]);
    let part = decode_partially::<Word>("", &json!({"go": {"by": ways}}));
    let place = |path: &str| part.in_whole(Problem::new("closed").in_path(path)).path.unwrap();
    assert_eq!(place("go.by[0].road"), "go.by[1].road");
    assert_eq!(place("go.by[1]"), "go.by[3]");
    assert_eq!(place("go.far"), "go.far");
    assert_eq!(part.in_whole(Problem::new("closed")).path, None);
}

#[test]
fn what_is_wrong_as_a_whole_is_told_once() {
    assert_eq!(value_and_paths(json!({"went": {}})), (None, vec!["orders[2].went".to_owned()]));
    assert_eq!(value_and_paths(json!({"go": 3})), (None, vec!["orders[2].go".to_owned()]));
    assert_eq!(value_and_paths(json!("go")), (None, vec!["orders[2]".to_owned()]));
    assert_eq!(value_and_paths(json!({"go": {"by": [{}]}})).1, ["orders[2].go.by[0]"]);
    assert_eq!(value_and_paths(json!({"go": {}})), (Some(Word::Go(Details::default())), Vec::new()));
}

#[test]
fn words_of_the_schema_may_have_capitals_spaces_and_hyphens() {
    let spelled = |written: Value| {
        let mut value = written;
        spell_words::<Word>(&mut value);
        value
    };
    let right = json!({"go": {"far": 3, "by": [{"road": "plank"}, {"road": "turnpike"}]}});
    assert_eq!(spelled(json!({"Go": {"Far": 3, "by": [{"road": "Plank"}, {"ROAD": "TURNPIKE"}]}})), right);
    assert_eq!(spelled(right.clone()), right);
    // What is wrong otherwise stays, and hides no later word.
    let faulty = spelled(json!({"go": {"far": "x", "by": [{"road": "mud"}, {"road": "Plank"}]}}));
    assert_eq!(faulty, json!({"go": {"far": "x", "by": [{"road": "mud"}, {"road": "plank"}]}}));
    // A key that would meet another is left alone.
    let twice = json!({"go": {"far": 1, "Far": 2}});
    assert_eq!(spelled(twice.clone()), twice);
}
