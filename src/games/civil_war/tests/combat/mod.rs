//! The arithmetic of combat, by the rulebook's examples.

mod naval_support;
mod reroll_game;
mod retreat;

use std::sync::Arc;

use serde_json::{Value, json};

use crate::opening::hex;
use adjutant_core::document::{from_tagged, from_value};
use adjutant_core::engine::dice::Scripted;
use adjutant_core::engine::run::{Stop, run};
use adjutant_core::engine::{Events, Input, Pending, Position, Ruleset, ScriptedDice};
use civil_war::combat::dice::{added, additions, harm};
use civil_war::combat::odds::odds_words;
use civil_war::combat::*;
use civil_war::events::Event;
use civil_war::events::combat::{AdditionCause, Harm, Priority, Resolution, ShiftCause};
use civil_war::orders::{Question, Reroll, RerollStanding, Standing};
use civil_war::pack::{Attack, CombatResult, HexsideKind, Odds, Pack, Side, Terrain};
use civil_war::position::force::Force;
use civil_war::position::ledger::{Piece, Place};
use civil_war::{CivilWar, Procedure};

fn rules() -> CivilWar {
    CivilWar::shipped()
}

fn piece(text: &str) -> Piece {
    text.parse().expect("a counter")
}

fn given(rules: &CivilWar, union: Value, confederate: Value) -> Position<CivilWar> {
    let given = json!({"phasing": "union", "union": {"at": union}, "confederate": {"at": confederate}});
    rules.case(&given).expect("a position")
}

/// Union strength points in `from` against Confederates in `at`.
fn assessed(from: &str, sp: u32, at: &str, defenders: u32, demoralized: [bool; 2]) -> Assessment {
    let rules = rules();
    let position = given(
        &rules,
        json!({ from: {"sp": sp, "demoralized": demoralized[0]} }),
        json!({ at: {"sp": defenders, "demoralized": demoralized[1]} }),
    );
    let assault = Assault { side: Side::Union, from: hex(from), hex: hex(at), sp, demoralized: demoralized[0] };
    assess(&rules, &position.game, assault)
}

#[test]
fn ratios_and_differentials_are_those_of_the_examples() {
    let rules = rules();
    for (attackers, defenders, entry, words) in [
        (6, 2, "K", "3-1"),    // 7.3.2
        (5, 2, "J", "2-1"),    // 7.3.2, 7.4.4B
        (5, 3, "F", "+1, +2"), // 7.3.3
        (10, 2, "L2", "5-1"),  // 7.3.4
        (8, 1, "o1", "8-1"),   // 7.6.3
        (11, 1, "o4", "11-1"), // 7.2.5
        (12, 1, "o", "12-1"),  // 7.2.2
        (15, 8, "H", "+5"),    // 7.3.5
        (19, 12, "H", "+5"),   // 7.3.5
        (9, 6, "G", "+3, +4"), // 7.4.7
        (12, 19, "C", "-3"),   // 7.3.5, the other way
        (1, 2, "B", "1-2"),    // CW-70
        (3, 5, "D", "-1, -2"), // CW-70
        (2, 5, "A", "1-3"),    // CW-70
        (2, 7, "-", "1-4"),    // CW-70, 7.2.3
        (7, 7, "E", "0"),
    ] {
        assert_eq!(Odds::of(attackers, defenders).printed(), entry, "{attackers} v {defenders}");
        assert_eq!(odds_words(&rules, attackers, defenders), words, "{attackers} v {defenders}");
    }
}

#[test]
fn terrain_shifts_as_in_the_diagram_of_7_5_7() {
    // Across a gap into forest, and back into clear ground.
    let up = assessed("4708", 3, "4608", 3, [false, false]);
    assert_eq!((up.net, up.resolution), (3, Resolution::Column('B')));
    let causes: Vec<ShiftCause> = up.shifts.iter().map(|shift| shift.because).collect();
    assert_eq!(causes, [ShiftCause::Terrain(Terrain::Forest), ShiftCause::Hexside(HexsideKind::Gap)]);
    assert_eq!(assessed("4608", 3, "4708", 3, [false, false]).net, 2);
    // Out of a mountain hex and into one, by the road: the mountains themselves add nothing.
    assert_eq!(assessed("4706", 3, "4806", 3, [false, false]).net, 2);
    let into = assessed("4806", 3, "4706", 3, [false, false]);
    assert_eq!((into.net, into.shifts.len()), (2, 1));
    assert_eq!(into.shifts[0].because, ShiftCause::Hexside(HexsideKind::Road));
    // Into a swamp, and into a swamp across a navigable river.
    assert_eq!(assessed("5211", 3, "5311", 3, [false, false]).net, 2);
    let most = assessed("5410", 3, "5411", 3, [false, false]);
    assert_eq!((most.net, most.resolution), (4, Resolution::Column('A')));
    // Across a river into clear ground.
    let river = assessed("5006", 3, "5007", 3, [false, false]);
    assert_eq!(river.net, 2, "a river and a forest");
}

#[test]
fn terrain_is_cut_to_four_before_demoralization_is_taken_off() {
    // CW-75: swamp 2, navigable river 2, and a fortress on top.
    let mut pack = Pack::shipped();
    Arc::make_mut(&mut pack.charts).terrain.get_mut(&Terrain::Swamp).expect("a row").shift = 3;
    let rules = CivilWar::new(pack);
    let position = given(&rules, json!({"5410": {"sp": 3}}), json!({"5411": {"sp": 3, "demoralized": true}}));
    let (from, at) = (hex("5410"), hex("5411"));
    let assault = Assault { side: Side::Union, from, hex: at, sp: 3, demoralized: false };
    let found = assess(&rules, &position.game, assault);
    let shifts: Vec<i8> = found.shifts.iter().map(|shift| shift.left).collect();
    assert_eq!(shifts, [3, 2, -1, -1]);
    assert_eq!(found.shifts[2].because, ShiftCause::Limit);
    assert_eq!((found.net, found.resolution), (3, Resolution::Column('B')));
}

#[test]
fn overruns_as_in_7_6() {
    let clear = |sp, defenders, marks| assessed("5106", sp, "5006", defenders, marks).resolution;
    let forest = |sp, marks| assessed("5006", sp, "5007", 1, marks);
    assert_eq!(clear(8, 1, [false, false]), Resolution::Overrun);
    assert_eq!(clear(7, 1, [false, false]), Resolution::Column('L'));
    assert_eq!(clear(7, 1, [false, true]), Resolution::Column('L'), "7.6.1: 7 to 1 is none, demoralized or not");
    assert_eq!(clear(8, 1, [true, false]), Resolution::Column('L'), "7.6.3: one shift for the target");
    assert_eq!(clear(9, 1, [true, false]), Resolution::Overrun);
    assert_eq!(clear(8, 1, [true, true]), Resolution::Overrun, "the two shifts cancel");
    // A river and a forest: two shifts.
    assert_eq!((forest(8, [false, false]).net, forest(8, [false, false]).resolution), (2, Resolution::Column('L')));
    assert_eq!(forest(9, [false, true]).resolution, Resolution::Overrun, "CW-74: 9 to 1, net 1");
    assert_eq!(forest(12, [false, false]).resolution, Resolution::Overrun);
}

#[test]
fn long_odds_lose_shifts_as_in_7_2_4() {
    // 5 to 1 against a swamp is 3 to 1 (7.3.4).
    let swamp = assessed("5211", 5, "5311", 1, [false, false]);
    assert_eq!((swamp.net, swamp.resolution), (2, Resolution::Column('K')));
    // 5 to 1 with one shift stays on L; with four it is K and two more.
    let shifted = |left| match Odds::of(5, 1).shifted(left) {
        Attack::Column(letter) => letter,
        other => panic!("{other:?}"),
    };
    assert_eq!([0, 1, 2, 3, 4].map(shifted), ['L', 'L', 'K', 'J', 'H']);
}

fn sums(rules: &CivilWar, side: Side, leaders: [Option<&str>; 2], demoralized: bool) -> [u8; 2] {
    let pieces = leaders.map(|leader| leader.map(piece));
    let pieces: Vec<&Piece> = pieces.iter().flatten().collect();
    additions(rules, side, &pieces, demoralized).map(|list| added(&list))
}

#[test]
fn ratings_go_to_the_die_of_their_tint() {
    let rules = rules();
    // 7.4.4A, 7.4.4B: Meade +1, Jackson +2 for his own side, Polk +1 for the Union.
    assert_eq!(sums(&rules, Side::Union, [Some("meade-2"), Some("jackson-2")], false), [1, 2]);
    assert_eq!(sums(&rules, Side::Union, [Some("meade-2"), Some("polk-2")], false), [2, 0]);
    assert_eq!(sums(&rules, Side::Confederate, [Some("polk-2"), Some("meade-2")], false), [0, 2]);
    assert_eq!(sums(&rules, Side::Union, [None, None], false), [0, 0]);
    let [to_attack, _] = additions(&rules, Side::Union, &[&piece("polk-2")], false);
    assert_eq!((to_attack[0].because, to_attack[0].rule.as_str()), (AdditionCause::Tinted, "7.4.4"));
}

#[test]
fn against_a_demoralized_defender_ratings_double_and_his_die_is_bare() {
    let rules = rules();
    // 7.7.3: +2 becomes +4.
    assert_eq!(sums(&rules, Side::Confederate, [Some("jackson-2"), Some("meade-2")], true), [4, 0]);
    // What the defender's own leader gives the attacker is doubled with it.
    assert_eq!(sums(&rules, Side::Union, [Some("meade-2"), Some("polk-2")], true), [4, 0]);
    // At least 1, without a leader or with one who only helps the defender.
    assert_eq!(sums(&rules, Side::Union, [None, None], true), [1, 0]);
    assert_eq!(sums(&rules, Side::Confederate, [Some("polk-2"), Some("meade-2")], true), [1, 0]);
    let [_, to_defence] = additions(&rules, Side::Confederate, &[&piece("meade-2")], true);
    assert!(to_defence[0].void && to_defence[0].points == 0, "{to_defence:?}");
}

#[test]
fn nothing_above_six_is_added() {
    let mut pack = Pack::shipped();
    let leaders = Arc::make_mut(&mut pack.leaders);
    let jackson = leaders.values_mut().find(|leader| leader.name == "Jackson").expect("Jackson");
    jackson.counters.iter_mut().for_each(|counter| counter.tactical = 3);
    let polk = leaders.values_mut().find(|leader| leader.name == "Patterson").expect("Patterson");
    polk.counters.iter_mut().for_each(|counter| counter.tactical = 1);
    let rules = CivilWar::new(pack);
    let leaders = [piece("jackson-2"), piece("patterson-2")];
    let leaders: Vec<&Piece> = leaders.iter().collect();
    let [to_attack, _] = additions(&rules, Side::Confederate, &leaders, true);
    assert_eq!(added(&to_attack), 6, "3 and 1, doubled, are 8");
    assert_eq!(to_attack.last().map(|last| (last.because, last.points)), Some((AdditionCause::Limit, -2)));
}

fn suffers(side: Side, had: u32, before: bool, result: &str) -> Harm {
    harm(side, had, before, result.parse().expect("a result"))
}

#[test]
fn who_leaves_the_hex() {
    use WhoRetreats::{Attacker, Defender, Nobody};
    // What the attacker (5) and the defender (4) suffer; whether the defender was demoralized; whether he is firm.
    let cases = [
        ("d3", "d3", false, false, Attacker, Priority::Identical), // 7.7.12
        ("-", "-", false, false, Attacker, Priority::NoResult),    // 7.7.7
        ("-", "d", false, false, Defender, Priority::OneDemoralized), // 7.7.10
        ("d1", "2", false, false, Attacker, Priority::OneDemoralized),
        ("d1", "d2", false, false, Defender, Priority::GreaterLoss), // 7.7.11
        ("1", "-", false, false, Attacker, Priority::GreaterLoss),   // CW-82
        ("-", "1", false, false, Defender, Priority::GreaterLoss),
        ("d3", "d", true, false, Defender, Priority::DemoralizedAgain), // 7.7.9
        ("d", "1", true, false, Attacker, Priority::OneDemoralized),    // CW-83
        ("-", "1", true, false, Defender, Priority::GreaterLoss),
        ("-", "d3", true, true, Attacker, Priority::Firm), // 7.7.8
        ("-", "-", false, true, Attacker, Priority::NoResult),
    ];
    for (attacker, defender, before, firm, who, priority) in cases {
        let (mine, his) = (suffers(Side::Union, 5, false, attacker), suffers(Side::Confederate, 4, before, defender));
        assert_eq!(decide_retreat(&mine, &his, firm), RetreatDecision { who, priority }, "{attacker} / {defender}");
    }
    let gone = suffers(Side::Confederate, 1, false, "d3");
    assert_eq!((gone.lost, gone.left, gone.demoralized), (1, 0, false), "CW-80: losses stop at nothing");
    let verdict = decide_retreat(&suffers(Side::Union, 5, false, "d3"), &gone, true);
    assert_eq!(verdict, RetreatDecision { who: Nobody, priority: Priority::Eliminated }, "7.7.6");
    assert_eq!(harm(Side::Union, 2, false, CombatResult::default()).left, 2);
}

/// A fight of Jackson (6 against 2, column K) about 5006 with these dice on the table.
fn standing_choice(attack: u8, defence: u8, rerolls: RerollStanding) -> Option<Reroll> {
    let rules = rules();
    let confederate = json!({"5005": {"sp": 6, "leaders": ["jackson-2"]}});
    let mut position = given(&rules, json!({"5006": {"sp": 2, "demoralized": true}}), confederate);
    let group = position.game.groups_at(hex("5005"), Side::Confederate).next().map(|(number, _)| number);
    let leader = Some(piece("jackson-2"));
    let (at, from) = (hex("5006"), hex("5005"));
    let mut combat = Combat::new(force(Side::Confederate, group.expect("a group"), leader), at, from, true, None);
    combat.stage = Stage::Fight(Box::new(Fight {
        column: 'K',
        attackers: 6,
        ships: 0,
        fleet: 0,
        uncommanded: 0,
        defenders: 2,
        works: 0,
        defender_demoralized: true,
        defender_supplied: true,
        defender_depot: None,
        defending_commander: None,
        army_defends: false,
        defending_leaders: Vec::new(),
        attack_die: Some(attack),
        defence_die: Some(defence),
        rerolls: 1,
        defender_rerolls: 0,
        passes: 0,
        defenders_turn: false,
        large_armies: Vec::new(),
        battle: None,
        no_effect: false,
        part: FightStep::Choose,
    }));
    position.stack.push(Procedure::Combat(combat));
    reroll_by_standing(&rules, &position, &Standing { rerolls: Some(rerolls), ..Standing::default() })
}

#[test]
fn the_best_re_roll() {
    // Jackson adds 4: Def M on K from 5 on: d2 d2 d2 d3 d3 d3 for 5 to 10; any of them destroys the two.
    // The defender's bare die under Att S on K: 1 to 4 nothing, 5 and 6 d.
    assert_eq!(standing_choice(1, 1, RerollStanding::Best), Some(Reroll::Pass));
    // The hex is won whatever happens; his 6 demoralizes us, and four faces of six would not.
    assert_eq!(standing_choice(1, 6, RerollStanding::Best), Some(Reroll::Enemy));
    assert_eq!(standing_choice(1, 6, RerollStanding::Never), Some(Reroll::Pass));
}

/// A fight of six against six on column E, nobody's rating in it, with these dice on the table: what the standing order
/// `best` says to the side whose option it is. `options`: how many the attacker and the defender have.
fn best_of_equals(dice: [u8; 2], defenders_turn: bool, options: [u32; 2], passes: u32) -> Option<Reroll> {
    let rules = rules();
    let mut position = given(&rules, json!({"5106": {"sp": 6}}), json!({"5006": {"sp": 6}}));
    let group = group_at(&position, "5106", Side::Union);
    let mut combat = Combat::new(force(Side::Union, group, None), hex("5006"), hex("5106"), true, None);
    combat.stage = Stage::Fight(Box::new(Fight {
        column: 'E',
        attackers: 6,
        ships: 0,
        fleet: 0,
        uncommanded: 0,
        defenders: 6,
        works: 0,
        defender_demoralized: false,
        defender_supplied: true,
        defender_depot: None,
        defending_commander: None,
        army_defends: false,
        defending_leaders: Vec::new(),
        attack_die: Some(dice[0]),
        defence_die: Some(dice[1]),
        rerolls: options[0],
        defender_rerolls: options[1],
        passes,
        defenders_turn,
        large_armies: Vec::new(),
        battle: None,
        no_effect: false,
        part: FightStep::Choose,
    }));
    position.stack.push(Procedure::Combat(combat));
    reroll_by_standing(&rules, &position, &Standing { rerolls: Some(RerollStanding::Best), ..Standing::default() })
}

// On E the attacker's faces do - d d1 d1 d1 d1 to the defender (Def M), the defender's d d d1 d1 d1 d2 to the attacker
// (Att M). So the attacker is always demoralized, and has the hex exactly if the defender is too and loses more
// (7.7.11): with 3 to 6 against 1 or 2. Worths below are sums over six faces, for the attacker: hexes, losses,
// demoralization.
#[test]
fn the_defender_s_best_re_roll() {
    let defender = |attack, defence| best_of_equals([attack, defence], true, [0, 1], 0);
    // 3 against 1, the hex is lost: to pass [6, 6, 0]; his own die [2, 1, 0]; the attacker's [4, 4, -1].
    assert_eq!(defender(3, 1), Some(Reroll::Own));
    // 1 against 6, it cannot be bettered: to pass [0, -12, -6]; his own die [0, -5, -6]; the attacker's [0, -8, -1].
    assert_eq!(defender(1, 6), Some(Reroll::Pass));
    // 6 against 3, the hex is held: to pass [0, 0, 0]; his own die [2, 1, 0]; the attacker's [0, -2, -1].
    assert_eq!(defender(6, 3), Some(Reroll::Enemy));
}

#[test]
fn the_attacker_s_best_re_roll_with_the_same_dice() {
    let attacker = |attack, defence| best_of_equals([attack, defence], false, [1, 0], 0);
    assert_eq!(attacker(3, 1), Some(Reroll::Pass));
    assert_eq!(attacker(1, 6), Some(Reroll::Enemy));
    assert_eq!(attacker(6, 3), Some(Reroll::Enemy));
}

/// CW-114: what the other side can still do counts. The attacker has just passed, and it is over if the defender does
/// so too. With 6 against 3 he has the hex: after another throw the attacker would have the defender's die thrown
/// again, which loses it in two faces of six wherever the attacker's shows 3 or more. With 1 against 6 nothing can be
/// bettered.
#[test]
fn the_best_re_roll_reckons_with_what_the_attacker_has_left() {
    assert_eq!(best_of_equals([6, 3], true, [0, 1], 1), Some(Reroll::Enemy));
    for left in [1, 6] {
        assert_eq!(best_of_equals([6, 3], true, [left, 1], 1), Some(Reroll::Pass), "the attacker has {left}");
    }
    for left in [0, 1, 6] {
        assert_eq!(best_of_equals([1, 6], true, [left, 1], 1), Some(Reroll::Pass), "the attacker has {left}");
    }
}

fn fought(
    rules: &CivilWar,
    position: &mut Position<CivilWar>,
    combat: Combat,
    dice: &[(&str, &[u64])],
) -> (Stop, Vec<Value>) {
    for number in &combat.force.groups {
        if let Some(group) = position.game.groups.get_mut(number) {
            group.marching = true;
        }
    }
    position.stack.push(Procedure::Combat(combat));
    position.pending = None;
    let scripted =
        |(purpose, faces): &(&str, &[u64])| Scripted { purpose: Some((*purpose).to_owned()), faces: faces.to_vec() };
    let mut dice = ScriptedDice::new(dice.iter().map(scripted));
    let mut events = Events::default();
    let stop = run(rules, position, Input::Proceed, &mut dice, &mut events);
    assert_eq!(dice.complaints, Vec::new());
    assert_eq!(dice.left(), 0, "dice are left: {events:?}");
    (stop, events.into_values())
}

fn force(side: Side, group: u32, leader: Option<Piece>) -> Force {
    Force { side, leader, others: Vec::new(), groups: vec![group], armies: Vec::new() }
}

fn group_at(position: &Position<CivilWar>, at: &str, side: Side) -> u32 {
    position.game.groups_at(hex(at), side).next().expect("a group").0
}

#[test]
fn the_example_of_7_4_4_as_a_whole() {
    let rules = rules();
    let union = json!({"5106": {"sp": 5, "leaders": ["meade-2"]}});
    let mut position = given(&rules, union, json!({"5006": {"sp": 2, "leaders": ["jackson-2"]}}));
    let group = group_at(&position, "5106", Side::Union);
    let combat = Combat::new(force(Side::Union, group, Some(piece("meade-2"))), hex("5006"), hex("5106"), true, None);
    let dice: [(&str, &[u64]); 2] = [("combat union", &[3]), ("combat confederate", &[6])];
    let (stop, events) = fought(&rules, &mut position, combat, &dice);
    assert_eq!(stop, Stop::Waiting);
    let Some(Pending::Answer { question: Question::Retreat { side, from, options }, .. }) = &position.pending else {
        panic!("the retreat is not asked: {:?}", position.pending);
    };
    assert_eq!((*side, *from), (Side::Confederate, hex("5006")));
    assert_eq!(*options, [hex("4906"), hex("4907"), hex("5007")], "7.7.13B: the three hexes that lie opposite");
    let find = |name: &str| events.iter().find(|event| event["event"] == name).expect(name);
    assert_eq!(find("combat")["resolution"], json!({"column": "J"}));
    assert_eq!(find("combat_dice")["attacker"]["total"], 4);
    assert_eq!(find("combat_dice")["defender"]["total"], 8);
    let result = find("combat_result");
    assert_eq!((&result["attacker_reads"]["result"], &result["defender_reads"]["result"]), (&json!("d1"), &json!("d")));
    assert_eq!((&result["defender"]["lost"], &result["attacker"]["lost"]), (&json!(1), &json!(0)));
    assert!(position.game.demoralized_at(hex("5006"), Side::Confederate));
    let read: Event = from_tagged("event", find("combat_dice")).expect("an event that reads back");
    assert!(matches!(read, Event::CombatDice(_)));
}

#[test]
fn an_overrun_as_in_7_6_3() {
    let rules = rules();
    // Union soldiers at Louisa are out of supply, which an overrun does not mind (7.6.3).
    let union = json!({"5008": {"sp": 8, "leaders": ["heintzelman-2"]}});
    let mut position = given(&rules, union, json!({"5009": {"sp": 1, "leaders": ["magruder-1", "huger-2"]}}));
    let group = group_at(&position, "5008", Side::Union);
    let combat =
        Combat::new(force(Side::Union, group, Some(piece("heintzelman-2"))), hex("5009"), hex("5008"), false, None);
    // The overrun force's leaders are checked, the highest first; the others are not.
    let dice: [(&str, &[u64]); 2] = [("leader_loss huger", &[6, 6]), ("leader_loss magruder", &[2, 2])];
    let (_, events) = fought(&rules, &mut position, combat, &dice);
    let game = &position.game;
    let moved = game.groups.get(&group).expect("the attackers");
    assert_eq!((moved.hex, moved.sp, moved.marching, moved.demoralized), (hex("5009"), 8, true, false));
    assert_eq!(game.sp_at(hex("5009"), Side::Confederate), 0);
    assert_eq!(game.side(Side::Confederate).lost, 1);
    assert_eq!(game.pieces.get(&piece("huger-2")), Some(&Place::Track(game.turn + 1)), "CW-35");
    assert_eq!(game.pieces.get(&piece("magruder-1")), Some(&Place::Killed));
    assert!(!game.pieces.contains_key(&piece("magruder-2")), "an overrun promotes nobody");
    let names: Vec<&str> = events.iter().filter_map(|event| event["event"].as_str()).collect();
    assert_eq!(names, ["combat", "overrun", "leader_check", "leader_check", "displaced"]);
}

#[test]
fn a_demoralized_force_that_overruns_nobody_stays_where_it_is() {
    let rules = rules();
    let union = json!({"5106": {"sp": 8, "demoralized": true}});
    let mut position = given(&rules, union, json!({"5006": {"sp": 1}}));
    let group = group_at(&position, "5106", Side::Union);
    let combat = Combat::new(force(Side::Union, group, None), hex("5006"), hex("5106"), true, None);
    let (stop, events) = fought(&rules, &mut position, combat, &[]);
    assert_eq!((stop, events.len()), (Stop::Waiting, 0));
    let group = position.game.groups.get(&group).expect("the attackers");
    assert_eq!((group.hex, group.marching), (hex("5106"), false));
}

#[test]
fn a_combat_is_written_down_at_every_question_and_read_back() {
    let rules = rules();
    let union = json!({"5106": {"sp": 5, "leaders": ["meade-2"]}});
    let mut position = given(&rules, union, json!({"5006": {"sp": 2, "demoralized": true}}));
    let group = group_at(&position, "5106", Side::Union);
    let combat = Combat::new(force(Side::Union, group, Some(piece("meade-2"))), hex("5006"), hex("5106"), true, None);
    let dice: [(&str, &[u64]); 2] = [("combat union", &[3]), ("combat confederate", &[6])];
    fought(&rules, &mut position, combat, &dice);
    assert!(matches!(position.pending, Some(Pending::Answer { question: Question::Reroll { .. }, .. })));
    let written = serde_json::to_value(&position).expect("data");
    assert!(!written.to_string().contains("null"), "{written}");
    assert_eq!(from_value::<Position<CivilWar>>(written).expect("a position"), position);
}
