//! The optional rules of a charter, and a pack with other figures for them.

use adjutant_core::document::{Id, Value};
use adjutant_core::engine::Ruleset;
use adjutant_core::engine::case::Case;
use adjutant_core::session::Rules;
use civil_war::CivilWar;
use civil_war::options::{NAMES, Options};
use civil_war::orders::Order;
use civil_war::pack::optional_rules::FILE;
use civil_war::pack::{Branch, MODIFIED_LEADERS, Pack, Side};
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

/// Leaders of 22.2 as a club writes them: Hooker is slower, and nobody else is changed.
const MODIFIED: &str = r#"
about: Leaders of the club
source: {reconstructed: "our own judgement"}
leaders:
  - id: hooker
    name: Hooker
    side: union
    branch: infantry
    enters: {turn: 2, source: {reconstructed: "our own judgement"}}
    counters:
      - {rank: 1, seniority: 3, initiative: 4, tactical: 2, source: {reconstructed: "our own judgement"}}
      - {rank: 2, seniority: 11, initiative: 4, tactical: 1, source: {reconstructed: "our own judgement"}}
      - {rank: 3, seniority: 12, initiative: 4, tactical: 1, source: {reconstructed: "our own judgement"}}
"#;

/// A pack with these leaders besides.
fn pack_with_leaders(text: &str) -> Result<Pack, String> {
    let mut files = Pack::shipped_files().clone();
    files.insert(MODIFIED_LEADERS, serde_yaml::from_str(text).map_err(|error| error.to_string())?);
    Pack::from_files(&files).map_err(|problem| problem.to_string())
}

fn with_modified_leaders() -> Pack {
    pack_with_leaders(MODIFIED).expect("a sound pack")
}

/// 22.2: with the option leaders have the counters of the club's file, without it those of the pack.
#[test]
fn a_club_has_other_leaders_by_the_option() {
    let rules = CivilWar::new(with_modified_leaders());
    let campaign = Id::known("campaign_1861");
    let hooker = |charter: Value| {
        let position = rules.setup(&campaign, &options(charter)).expect("a match");
        let played = rules.as_played(&position.game);
        assert_eq!(played.pack.leader("grant"), Pack::shipped().leader("grant"));
        played.pack.leader("hooker").expect("Hooker").counters[0].initiative
    };
    assert_eq!((hooker(json!({})), hooker(json!({"modified_leaders": true}))), (3, 4));
    let shipped = CivilWar::shipped().setup(&campaign, &options(json!({"modified_leaders": true})));
    let problem = shipped.expect_err("the shipped pack has no such file");
    assert_eq!(problem.rule.as_deref(), Some("CW-332"));
    assert!(problem.to_string().contains("modified_leaders.yaml"), "{problem}");
    // A counter that a scenario needs must be there, and seniorities must differ as in `leaders.yaml`.
    for (from, to, wanted) in [
        ("rank: 3, seniority: 12", "rank: 4, seniority: 12", "three-star counter"),
        ("rank: 1, seniority: 3", "rank: 1, seniority: 11", "seniority 11"),
        ("initiative: 4, tactical: 2", "initiative: 5, tactical: 2", "initiative is 1 to 4"),
    ] {
        assert!(MODIFIED.contains(from), "{from}");
        let problem = pack_with_leaders(&MODIFIED.replacen(from, to, 1)).expect_err(to);
        assert!(problem.contains(wanted), "{problem}");
    }
}

/// 21.10: each untried counter stands for as many leaders as there are counters of its kind, and who is known is never
/// drawn for again; 22.4 changes nothing of the Union.
#[test]
fn untried_leaders_take_the_place_of_all_who_come_later() {
    let rules = CivilWar::shipped();
    for campaign in
        ["campaign_1861", "campaign_1862", "campaign_1863", "campaign_1864", "virginia_1861", "virginia_1862"]
    {
        let id = Id::known(campaign);
        // That scenario ends before the Confederacy's naval leaders come (CW-331).
        let naval = campaign != "virginia_1861";
        let charter = options(json!({"untried_leaders": true, "csa_naval_leaders": naval}));
        let refused = rules.setup(&id, &options(json!({"csa_naval_leaders": true})));
        assert_eq!(refused.err().and_then(|problem| problem.rule), (!naval).then(|| "CW-331".to_owned()));
        let position = rules.setup(&id, &charter).expect(campaign);
        let played = rules.as_played(&position.game);
        let scenario = &played.pack.scenarios[&id];
        let untried = &played.pack.untried;
        let comes = scenario
            .reinforcements
            .iter()
            .flat_map(|entry| entry.union.leaders.iter().chain(&entry.confederate.leaders));
        let mut counters: std::collections::BTreeMap<_, usize> = Default::default();
        for name in comes.filter(|name| untried.is_untried(name)) {
            let leader = &played.pack.leaders[name];
            assert_eq!(leader.counters.len(), 1, "{name} is promoted by nothing");
            *counters.entry((leader.side, leader.branch, leader.counters[0].rank)).or_default() += 1;
        }
        for (&(side, branch, rank), &count) in &counters {
            assert_eq!(untried.group(side, branch, rank).count(), count, "{campaign}: {side} {branch:?} {rank}");
        }
        // Those on the map are known from the start.
        assert!(position.game.pieces.keys().all(|piece| !untried.is_untried(&piece.leader)), "{campaign}");
        assert!(
            rules
                .as_played(&rules.setup(&id, &Map::new()).expect(campaign).game)
                .pack
                .untried
                .group(Side::Union, Branch::Infantry, 1)
                .next()
                .is_none()
        );
    }
}

#[test]
fn every_option_is_read_by_its_name_and_no_other() {
    let campaign = Id::known("campaign_1861");
    for name in NAMES {
        let read = Options::read(&options(json!({name: true}))).expect(name);
        assert_eq!(read.names(), [name]);
        assert_eq!(Options::read(&options(json!({name: false}))), Ok(Options::default()));
        assert!(Options::read(&options(json!({name: "yes"}))).is_err(), "{name}");
        // The pack that is shipped has no leaders for 22.2.
        let begun = CivilWar::shipped().setup(&campaign, &options(json!({name: true})));
        assert_eq!(begun.is_ok(), name != "modified_leaders", "{name}");
    }
    let unknown = Options::read(&options(json!({"atrition": true}))).expect_err("an unknown option");
    assert!(unknown.to_string().contains("attrition"), "{unknown}");
}

/// The options that exclude each other, as the table of CW-300 has them.
fn excluded() -> Vec<[&'static str; 2]> {
    let rulings = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/rulings/civil_war.md");
    let text: &'static str = std::fs::read_to_string(rulings).expect("the rulings").leak();
    let mut pairs = Vec::new();
    for row in text.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let names = |cell: &'static str| cell.split('`').skip(1).step_by(2);
        let (Some(name), Some(others)) = (names(cells[1]).next(), cells.get(4)) else { continue };
        pairs.extend(names(others).map(|other| [name, other]));
    }
    pairs
}

/// Every pair of options: those of the table are refused, with the reason, and all others begin a match.
#[test]
fn the_table_of_exclusions_is_complete() {
    let campaign = Id::known("campaign_1862");
    let rules = CivilWar::new(with_modified_leaders());
    let table = excluded();
    assert!(table.len() >= 6 && table.iter().all(|[one, other]| table.contains(&[*other, *one])), "{table:?}");
    let mut pairs = 0;
    for (n, one) in NAMES.into_iter().enumerate() {
        for other in NAMES.into_iter().skip(n + 1) {
            let both = options(json!({one: true, other: true}));
            let begun = rules.setup(&campaign, &both);
            match table.contains(&[one, other]) {
                false => assert!(begun.is_ok(), "{one} and {other}: {:?}", begun.err()),
                true => {
                    let problem = begun.expect_err("they exclude each other");
                    assert!(problem.message.contains("exclude each other"), "{one} and {other}: {problem}");
                    assert!(problem.rule.is_some() && problem.advice.is_some(), "{one} and {other}: {problem}");
                    // One of them may be there and say no.
                    rules.setup(&campaign, &options(json!({one: true, other: false}))).expect("only one is on");
                }
            }
            pairs += 1;
        }
    }
    assert_eq!(pairs, NAMES.len() * (NAMES.len() - 1) / 2);
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

/// 21.10: odds reckon with what stands on the counter: Zollicoffer, who is printed 3-0-0, has the same as an untried man.
#[test]
fn odds_reckon_with_the_ratings_of_the_counter() {
    let odds = |leader: &str| {
        let given = json!({
            "options": {"untried_leaders": true}, "scenario": "campaign_1861", "phasing": "confederate",
            "confederate": {"at": {"5007": {"sp": 2, "leaders": [format!("{leader}-1")]}}},
            "union": {"at": {"5006": {"sp": 2}}},
        });
        let rules = CivilWar::shipped().ground(&given).expect("the ground").into_owned();
        let position = rules.case(&given).expect("a position");
        let order = json!({"move": {"leader": leader, "sp": 2, "path": ["5006"]}});
        let order: Order = serde_json::from_value(order).expect("an order");
        let (results, _) = civil_war::chances::odds(&rules, &position, Side::Confederate, &order).expect("odds");
        let known = civil_war::chances::fights(&rules, &position, Side::Confederate, &order);
        (results.ends, known.len())
    };
    let untried = odds("untried_c4");
    assert!(untried.0.len() > 2 && untried.1 > 0);
    assert_eq!(untried, odds("zollicoffer"));
}

/// Every optional rule that is played cites its ruling in refusals (CW-300), and every ruling that the table names exists.
#[test]
fn optional_rules_cite_their_rulings() {
    let rulings = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/rulings/civil_war.md");
    let text = std::fs::read_to_string(rulings).expect("the rulings");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| `")).collect();
    for name in NAMES.into_iter().filter(|name| *name != "hidden_leaders") {
        let row = rows.iter().find(|row| row.starts_with(&format!("| `{name}` |"))).expect(name);
        let cell = row.split('|').nth(2).expect("its rules");
        let (rules, cited) = cell.split_once('(').expect("rules, then rulings");
        for rule in rules.split(',').map(str::trim) {
            let ruling = civil_war::options::ruling(rule).expect(rule);
            assert!(cited.contains(ruling) && text.contains(&format!("\n## {ruling} ")), "{name}: {rule}, {ruling}");
        }
    }
    assert_eq!(civil_war::options::ruling("7.7.3"), None);
}
