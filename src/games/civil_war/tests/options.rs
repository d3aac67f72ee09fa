//! The optional rules of a charter, and a pack with other figures for them.

use adjutant_core::document::{Id, Value};
use adjutant_core::engine::Ruleset;
use adjutant_core::engine::case::Case;
use adjutant_core::session::Rules;
use civil_war::CivilWar;
use civil_war::options::{NAMES, Options};
use civil_war::pack::Pack;
use civil_war::pack::optional_rules::FILE;
use serde_json::{Map, json};

fn options(value: Value) -> Map<String, Value> {
    value.as_object().expect("options").clone()
}

/// The usual figures, as a club finds them that wants others.
fn usual() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/pack/optional_rules.yaml");
    std::fs::read_to_string(path).expect("the usual figures")
}

/// A pack whose figures are these.
fn with_figures(text: &str) -> Result<Pack, String> {
    let mut files = Pack::shipped_files().clone();
    files.insert(FILE, serde_yaml::from_str(text).map_err(|error| error.to_string())?);
    Pack::from_files(&files).map_err(|problem| problem.to_string())
}

#[test]
fn every_option_is_read_by_its_name_and_no_other() {
    let campaign = Id::known("campaign_1861");
    for name in NAMES {
        let read = Options::read(&options(json!({name: true}))).expect(name);
        assert_eq!(read.names(), [name]);
        assert_eq!(Options::read(&options(json!({name: false}))), Ok(Options::default()));
        assert!(Options::read(&options(json!({name: "yes"}))).is_err(), "{name}");
        CivilWar::shipped().setup(&campaign, &options(json!({name: true}))).expect(name);
    }
    let unknown = Options::read(&options(json!({"atrition": true}))).expect_err("an unknown option");
    assert!(unknown.to_string().contains("attrition"), "{unknown}");
}

#[test]
fn options_that_exclude_each_other_are_refused_with_the_reason() {
    let both = json!({"hidden_leaders": true, "leaders_revealed": true});
    let problem = Options::read(&options(both)).expect_err("they exclude each other");
    assert_eq!(problem.rule.as_deref(), Some("CW-308"));
    assert!(problem.message.contains("`hidden_leaders` and `leaders_revealed` exclude each other"), "{problem}");
    // One of them may be there and say no.
    Options::read(&options(json!({"hidden_leaders": true, "leaders_revealed": false}))).expect("only one is on");
}

#[test]
fn a_match_without_options_is_as_before() {
    let (rules, campaign) = (CivilWar::shipped(), Id::known("campaign_1861"));
    let plain = rules.setup(&campaign, &Map::new()).expect("a campaign");
    let off: Map<String, Value> = NAMES.into_iter().map(|name| (name.to_owned(), json!(false))).collect();
    assert_eq!(rules.setup(&campaign, &off).expect("a campaign"), plain);
    assert_eq!(json!(plain.game)["options"], Value::Null);
}

/// 22.1: a club corrects the chart in its pack, and a case shows the difference, without another program.
#[test]
fn a_pack_with_another_chart_has_other_results() {
    let case = json!({
        "case": "a leader of one star who rolls 4", "rule": "22.1", "ruleset": "civil_war",
        "given": {
            "phasing": "union", "turn": 1, "options": {"variant_leaders": true},
            "union": {"at": {"5106": {"sp": 3, "leaders": ["heintzelman-2"]}}},
            "confederate": {"at": {"5006": {"leaders": ["magruder-1"]}}},
        },
        "turns": [{"union": {"orders": [{"move": {"leader": "heintzelman", "sp": 3, "path": ["5006"]}}]}}],
        "dice": [{"purpose": "leader_loss magruder", "faces": [1, 3]}],
        "expect": {},
    });
    let fate = |pack: Pack| {
        let played = Case::read(&case).expect("a case").play(&Rules(CivilWar::new(pack))).expect("a position");
        let check = played.events.into_iter().find(|event| event["event"] == "leader_check");
        check.expect("a check")["fate"].clone()
    };
    assert_eq!(fate(Pack::shipped()), "unhurt");
    let same = with_figures(&usual()).expect("the usual figures");
    assert_eq!(same.optional, Pack::shipped().optional);
    assert_eq!(fate(same), "unhurt");
    let printed = "roll: 4, one_star: {terminated: true}";
    assert!(usual().contains(printed));
    let changed = usual().replace(printed, "roll: 4, one_star: {result: killed}");
    assert_eq!(fate(with_figures(&changed).expect("a sound pack")), "killed");
}

#[test]
fn the_pack_check_finds_what_is_wrong_with_the_figures() {
    for (from, to, wanted) in [
        ("leader: sigel}", "leader: siegel}", "there is no leader siegel"),
        ("{roll: 3, one", "{roll: 4, one", "the totals 1 to 12"),
        ("{leader: hampton, rank: 2,", "{leader: hampton, rank: 3,", "there is no such counter of hampton"),
        ("{leader: kearny, turn: 4}", "{leader: kearny}", "give one of the two"),
        ("one_star: {result: captured}", "one_star: {result: captured, again: [7]}", "not both"),
    ] {
        let text = usual();
        assert!(text.contains(from), "{from}");
        let problem = with_figures(&text.replacen(from, to, 1)).expect_err(to);
        assert!(problem.contains(wanted), "{problem}");
    }
}
