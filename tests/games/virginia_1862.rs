//! The second scenario: how it begins, and random play of it with every invariant after every step.
//!
//! `ADJUTANT_PULSES=20000 cargo test --test games virginia_1862:: -- --nocapture at_random` plays that many half-pulses
//! and prints how often each order, question, answer, procedure, event and rule was met with. `ADJUTANT_FIRST=235`
//! begins with that match.

use crate::greedy_player;
use crate::random_civil_war;
use std::collections::BTreeMap;

use adjutant::document::{Id, PackFiles};
use adjutant::engine::{Events, Ruleset};
use adjutant::games::civil_war::pack::{FortKind, Pack, Side};
use adjutant::games::civil_war::position::ledger::{ArmyPlace, Game, Piece, Place, Works};
use adjutant::games::civil_war::{CivilWar, homefront, leaders::army, movement::territory, supply, victory};
use adjutant::session::RulesetSession;
use adjutant::session::Session;
use random_civil_war::{EventCounts, Start};
use serde_json::{Map, Value, json};

const SCENARIO: &str = "virginia_1862";

fn id(text: &str) -> Id {
    text.parse().expect("an id")
}

fn begin() -> RulesetSession<CivilWar> {
    begin_with(Pack::shipped())
}

fn begin_with(pack: Pack) -> RulesetSession<CivilWar> {
    let rules = CivilWar::new(pack).for_scenario(&id(SCENARIO));
    let position = rules.setup(&id(SCENARIO), &Map::new()).expect("the scenario");
    RulesetSession::new(rules, position)
}

fn hex(text: &str) -> adjutant::board::Hex {
    text.parse().expect("a hex")
}

#[test]
fn both_armies_stand_with_their_commanders_works_and_depots() {
    let RulesetSession { rules, position, .. } = begin();
    let game = &position.game;
    let armies: BTreeMap<&str, ArmyPlace> = game.armies.iter().map(|(army, at)| (army.as_str(), *at)).collect();
    let expected = [("northern_virginia", ArmyPlace::At(hex("5109"))), ("potomac", ArmyPlace::At(hex("5410")))];
    assert_eq!(armies, BTreeMap::from(expected));
    for (name, sp, commander) in [("potomac", 16, "mcclellan-3"), ("northern_virginia", 7, "je_johnston-3")] {
        assert_eq!(army::sp(game, &id(name)), sp, "{name}");
        let commands = army::commander(&rules, game, &id(name)).map(|piece| piece.to_string());
        assert_eq!(commands.as_deref(), Some(commander));
        // 6.2.7: of each hex with an army everybody is in one.
        let hex = army::hex_of(game, &id(name)).expect("on the map");
        let side = rules.pack.charts.armies[&id(name)].side;
        assert_eq!(army::leaders(game, &id(name)), game.leaders_at(&rules.pack, hex, side));
        assert_eq!(game.sp_at(hex, side), sp);
    }
    // CW-171: ranks won earlier, and no other counter of the same man.
    let jackson: Vec<(&Piece, &Place)> =
        game.pieces.iter().filter(|(piece, _)| piece.leader.as_str() == "jackson").collect();
    assert_eq!(jackson, [(&"jackson-2".parse().expect("a piece"), &Place::on_map(hex("4806")))]);
    let depots: Vec<(String, Side)> = game.depots.iter().map(|(hex, side)| (hex.to_string(), *side)).collect();
    let depot = |hex: &str, side: Side| (hex.to_owned(), side);
    let (union, confederate) = (Side::Union, Side::Confederate);
    let expected = [("4908", confederate), ("5004", union), ("5106", union), ("5310", confederate), ("5410", union)];
    assert_eq!(depots, expected.map(|(hex, side)| depot(hex, side)));
    // CW-173.
    assert_eq!(game.works[&hex("5310")], Works::Held { side: Side::Confederate, kind: FortKind::Fort });
    let strength = |side: Side| game.groups.values().filter(|group| group.side == side).map(|group| group.sp).sum();
    let strengths: [u32; 2] = [Side::Union, Side::Confederate].map(strength);
    assert_eq!(strengths, [34, 17]);
}

#[test]
fn everybody_is_supplied_at_the_start_and_nobody_holds_what_is_not_his() {
    let RulesetSession { rules, position, .. } = begin();
    let game = &position.game;
    for group in game.groups.values() {
        assert!(supply::in_supply(&rules, game, group.hex, group.side, None), "{} {}", group.side, group.hex);
        let holder = territory::controller(&rules, game, group.hex);
        assert!(holder.is_none_or(|holder| holder == group.side), "{} {}", group.side, group.hex);
    }
    for taken in ["4905", "5004", "5006", "5106"] {
        assert_eq!(territory::controller(&rules, game, hex(taken)), Some(Side::Union), "{taken}");
    }
}

#[test]
fn the_confederacy_begins_a_few_points_above_supply_loss() {
    let RulesetSession { rules, position, .. } = begin();
    let mut game = position.game.clone();
    let scenario = rules.pack.scenario(SCENARIO).expect("the scenario");
    let supply_totals = |game: &mut Game| {
        homefront::blockade(&rules, game, scenario, &mut Events::default());
        let main = game.net.expect("reckoned").main;
        (main.production, main.imports)
    };
    // 70 beyond the ground; Richmond 4, Petersburg, Norfolk and Lynchburg 2, Fredericksburg, Staunton and
    // Charlottesville 1; 22 port points through 10 in the hundred (CW-150) are 19.8.
    assert_eq!(supply_totals(&mut game), (83, 20));
    // Norfolk opens, and Petersburg with it, once Fort Monroe is lost: 26 points are 23.4 (9.4.6).
    let mut opened = game.clone();
    opened.control.insert(hex("5410"), Side::Confederate);
    opened.groups.retain(|_, group| group.hex != hex("5410"));
    assert_eq!(supply_totals(&mut opened), (83, 23));
    // Richmond is worth its four points to the Confederacy too.
    game.groups.retain(|_, group| group.hex != hex("5109"));
    game.control.insert(hex("5109"), Side::Union);
    assert_eq!(supply_totals(&mut game), (79, 20));
}

#[test]
fn the_reinforcements_come_on_their_turns() {
    let pack = Pack::shipped();
    let scenario = pack.scenario(SCENARIO).expect("the scenario");
    assert_eq!((scenario.first_turn, scenario.last_turn), (4, 7));
    assert_eq!((scenario.period(4), scenario.period(7)), (Some("March-April 1862"), Some("September-October 1862")));
    let comes = |turn: u8, side: Side, leader: &str| {
        scenario.arrivals(turn, side).is_some_and(|due| due.leaders.contains(&id(leader)))
    };
    assert!(comes(5, Side::Confederate, "re_lee") && comes(6, Side::Union, "burnside"));
    assert!(comes(6, Side::Union, "pope-3"));
    assert_eq!(
        pack.named_counter(&id("pope-3")).map(|(leader, counter)| (leader.id.as_str(), counter.rank)),
        Some(("pope", 3))
    );
    assert!(pack.named_counter(&id("pope-4")).is_none() && pack.named_counter(&id("pop-3")).is_none());
    // 6.6: the Confederacy's rails carry four strength points a turn through turn 7.
    assert!((4..=7).all(|turn| pack.charts.rail_capacity(Side::Confederate, turn) == 4));
}

/// Armies side by side, two of them under a general of four stars, and Washington open: where much happens that the
/// scenario's own beginning seldom leads to. Whom the scenario brings later is not there yet, but Pope with a star
/// less.
fn crowded() -> Value {
    let stack = |sp: u32, leaders: &[&str]| json!({"sp": sp, "leaders": leaders});
    json!({
        "scenario": SCENARIO,
        "turn": 6,
        "at": "start",
        "control": {"5106": "union", "5310": "confederate", "4905": "confederate"},
        "union": {
            "commands": {},
            "at": {
                "5106": {
                    "leaders": ["grant-4"],
                    "armies": {
                        "potomac": {"sp": 17, "leaders": ["mcclellan-3", "hooker-3", "sumner-2", "sedgwick-2", "stoneman-1"]},
                        "james": {"sp": 6, "leaders": ["butler-3", "mcdowell-3", "meade-1"]},
                    },
                    "depot": true,
                },
                "5206": stack(1, &["pope-2"]),
                "5004": stack(2, &["banks-3", "shields-1"]),
                "5305": stack(1, &[]),
                "5410": {"sp": 9, "leaders": ["heintzelman-2", "wool-2"], "depot": true},
            },
            "pool": ["reynolds-1", "fj_porter-1"],
        },
        "confederate": {
            "commands": {},
            "at": {
                "5006": {
                    "sp": 14,
                    "army": "northern_virginia",
                    "leaders": ["je_johnston-3", "longstreet-3", "jackson-2", "ewell-2", "stuart-1"],
                    "depot": true,
                },
                "5310": stack(1, &["magruder-1"]),
                "5207": {"sp": 1, "leaders": ["ashby-1"]},
                "5005": stack(1, &["mclaws-1"]),
                "4905": stack(4, &["ap_hill-2", "dh_hill-2"]),
                "5109": stack(3, &["gw_smith-2"]),
            },
            "pool": ["early-1", "rh_anderson-1"],
        },
    })
}

#[test]
fn at_random_nothing_breaks_and_nobody_is_stuck() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let wanted = number("ADJUTANT_PULSES").unwrap_or(900);
    let crowded = crowded();
    let mut met = EventCounts::default();
    for seed in u64::from(number("ADJUTANT_FIRST").unwrap_or(0)).. {
        let (start, eager) = match seed % 3 {
            0 => (Start::Scenario(SCENARIO), seed % 2 == 1),
            _ => (Start::Case(&crowded), true),
        };
        random_civil_war::play_from(&start, (seed, eager), &mut met);
        if met.beats >= wanted {
            break;
        }
    }
    println!("{}", met.histogram());
    let seen = |kinds: &BTreeMap<String, u32>, wanted: &[&str]| {
        let missing: Vec<&&str> = wanted.iter().filter(|kind| !kinds.contains_key(**kind)).collect();
        assert!(missing.is_empty(), "never met: {missing:?}; met: {kinds:?}");
    };
    seen(&met.orders, &["build", "create", "destroy", "move", "rail", "rally", "reinforce", "remove", "spend"]);
    seen(&met.orders, &["move: army", "move: army_group", "transfer"]);
    seen(&met.questions, &["react", "react: together", "reaction", "reroll", "retreat"]);
    seen(&met.answers, &["react: together", "reaction: go"]);
    seen(&met.frames, &["combat", "march", "pulse", "reaction", "turn"]);
    if met.beats >= 20_000 {
        seen(&met.questions, &["screen"]);
        seen(&met.answers, &["reaction: stay", "screen: retreat", "screen: stand"]);
        seen(&met.events, &["overrun", "intervention", "advanced", "screened", "relieved", "bound", "depot_lost"]);
        seen(&met.frames, &["retreat", "screening"]);
    }
}

#[test]
fn every_order_that_legal_offers_passes_check() {
    let tried = random_civil_war::offers_pass(SCENARIO, 3_000..3_000 + 2 * random_civil_war::times(), 9);
    assert!(tried > 500, "only {tried} orders were tried");
}

#[test]
fn the_same_match_is_played_twice_alike_even_when_written_down_at_every_step() {
    random_civil_war::twice_alike(SCENARIO, 1);
}

#[test]
fn nothing_is_refused_that_some_roll_makes_legal() {
    let (turns, longest, diced) = random_civil_war::turns_pass(SCENARIO, 4_000..4_000 + 4 * random_civil_war::times());
    println!("{turns} turns, the longest of {longest} orders, {diced} with dice");
    assert!(turns > 40 && diced > 10 && longest == 6, "{turns} turns, longest {longest}, {diced} with dice");
}

/// The pack as its files are now, without compiling them in.
fn on_disk() -> Pack {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/civil_war");
    let content = |name: &str| {
        let text = std::fs::read_to_string(folder.join(name)).expect("a file of the pack");
        (name.to_owned(), serde_yaml::from_str(&text).expect("YAML"))
    };
    let files: PackFiles = Pack::shipped_files().names().map(content).collect();
    Pack::from_files(&files).expect("a pack that fits")
}

/// The same player on both sides, who does what looks best at once (CW-175), with the pack as its files are now:
/// `ADJUTANT_MATCHES=8 cargo test --test games virginia_1862:: -- --nocapture trial` plays that many matches, for those
/// who change the scenario's figures.
#[test]
fn trial_matches_of_a_simple_player() {
    let wanted = std::env::var("ADJUTANT_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let mut differences = Vec::new();
    for seed in 0..wanted {
        let table = greedy_player::play(begin_with(on_disk()), seed);
        let points = |side: Side| table.position.game.side(side).vp;
        differences.push(points(Side::Union) - points(Side::Confederate));
        let game = &table.position.game;
        let taken = |side: Side| victory::city_points(&table.rules, game, side);
        let strength =
            |side: Side| -> u32 { game.groups.values().filter(|group| group.side == side).map(|group| group.sp).sum() };
        let armies: Vec<String> = game.armies.iter().map(|(army, place)| format!("{army} {place:?}")).collect();
        println!(
            "{seed}: {}; table {}; cities {} and {}; strength {} and {}; lost {} and {}; {}",
            table.outcome().expect("an outcome"),
            game.table_total,
            taken(Side::Union),
            taken(Side::Confederate),
            strength(Side::Union),
            strength(Side::Confederate),
            game.side(Side::Union).lost,
            game.side(Side::Confederate).lost,
            armies.join(", "),
        );
    }
    differences.sort_unstable();
    println!("Union less Confederate points: {differences:?}");
}
