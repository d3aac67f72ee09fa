//! `odds`: exact chances, compared with every possible throw played out, and with many combats played at random.

use crate::odds_positions;
use crate::random_civil_war;
use adjutant::document::Id;
use adjutant::engine::dice::Scripted;
use adjutant::engine::{Decision, ScriptedDice};
use adjutant::games::civil_war::CivilWar;
use adjutant::report::{Block, Chances, Report, Section, text};
use adjutant::session::Session;
use adjutant::session::{Game, Rules};
use odds_positions::{Attack, armies, grant_and_foote, mobile, passage, plain, rounds};
use random_civil_war::SeededDice;
use serde_json::{Value, json};

fn side(name: &str) -> Id {
    name.parse().expect("an id")
}

fn table(given: &Value) -> Box<dyn Session> {
    Rules(CivilWar::shipped()).case(given).expect("a position")
}

fn act(order: &Value) -> Decision {
    Decision { orders: vec![order.clone()], ..Decision::default() }
}

/// The report of `odds` about one order, as data.
fn odds(table: &dyn Session, attack: &Attack) -> Value {
    let Attack { what, side, order, .. } = attack;
    let found = table.odds(&side.id(), &act(order)).unwrap_or_else(|problems| panic!("{what}: {problems:?}"));
    found[0].chances.as_ref().expect("dice").data.clone()
}

fn number(chance: &Value) -> f64 {
    let part = |key: &str| chance[key].as_str().expect("a number").parse::<f64>().expect("a number");
    part("n") / part("of")
}

/// The chance of all ends that are like this.
fn sum(odds: &Value, like: impl Fn(&Value) -> bool) -> f64 {
    let ends = odds["ends"].as_array().expect("ends");
    ends.iter().filter(|end| like(end)).map(|end| number(&end["chance"])).sum()
}

fn sp(table: &dyn Session, of: &str) -> i64 {
    let position = table.position();
    let groups = position["game"]["groups"].as_object().expect("groups");
    groups.values().filter(|group| group["side"] == of).map(|group| group["sp"].as_i64().expect("a number")).sum()
}

#[test]
fn every_throw_of_a_plain_combat_is_reckoned() {
    let plain = plain();
    let before = table(&plain.given);
    let told = odds(&*before, &plain);
    assert!((sum(&told, |_| true) - 1.0).abs() < 1e-12);
    let [union, confederate] = ["union", "confederate"].map(|of| sp(&*before, of));
    let mut ends = std::collections::BTreeMap::new();
    for attack in 1..=6 {
        for defence in 1..=6 {
            let mut after = before.boxed_clone();
            // The dice of the combat, and then leaders who are unhurt: 7 is so for everybody (5.4.2).
            let faces = [attack, defence, 3, 4, 3, 4];
            let script = faces.map(|face| Scripted { purpose: None, faces: vec![face] });
            let acts = [(side("confederate"), act(&plain.order))];
            let mut dice = ScriptedDice::new(script);
            // A retreat may be asked for: the order is done by then.
            after.adjudicate(&acts, &mut dice).expect("a combat");
            let lost = (union - sp(&*after, "union"), confederate - sp(&*after, "confederate"));
            *ends.entry(lost).or_insert(0) += 1;
        }
    }
    assert!(ends.len() > 2, "{ends:?}");
    for ((union, confederate), times) in ends {
        let like = |end: &Value| end["own"]["sp"] == confederate && end["enemy"]["sp"] == union;
        let chance = sum(&told, like);
        assert!((chance - f64::from(times) / 36.0).abs() < 1e-12, "{union} and {confederate}: {chance}, {times} of 36");
    }
}

#[test]
fn combats_played_at_random_come_out_as_reckoned() {
    let attack = armies();
    let before = table(&attack.given);
    let told = odds(&*before, &attack);
    let [union, confederate] = ["union", "confederate"].map(|of| sp(&*before, of));
    let played = 1_000u32;
    let mut found = [0.0f64; 2];
    for seed in 0..played {
        let mut after = before.boxed_clone();
        let acts = [(side("union"), act(&attack.order))];
        after.adjudicate(&acts, &mut SeededDice::new(seed.into())).expect("a combat");
        found[0] += (union - sp(&*after, "union")) as f64;
        found[1] += (confederate - sp(&*after, "confederate")) as f64;
    }
    for (whose, found) in [("own", found[0]), ("enemy", found[1])] {
        let points = |end: &Value| end[whose]["sp"].as_f64().expect("a number");
        let mean = |power: i32| -> f64 {
            let ends = told["ends"].as_array().expect("ends");
            ends.iter().map(|end| number(&end["chance"]) * points(end).powi(power)).sum()
        };
        let (mean, spread) = (mean(1), (mean(2) - mean(1).powi(2)).sqrt());
        let found = found / f64::from(played);
        // The seeds are fixed: a deviation of four standard errors is not bad luck.
        let error = spread / f64::from(played).sqrt();
        assert!((found - mean).abs() < 4.0 * error, "{whose}: {found} played, {mean} reckoned, error {error}");
    }
}

#[test]
fn one_shot_of_a_manned_fortress_damages_on_two_faces_and_sinks_on_one() {
    // 8.10.8, and the row of a manned fortress, which Pickens is: nothing on 1 to 3.
    let attack = passage();
    let told = odds(&*table(&attack.given), &attack);
    let ends = [(0, 0, 3), (0, 1, 2), (1, 0, 1)];
    for (sunk, damaged, faces) in ends {
        let chance = sum(&told, |end| end["own"]["sunk"] == sunk && end["own"]["damaged"] == damaged);
        assert!((chance - f64::from(faces) / 6.0).abs() < 1e-12, "{sunk} sunk, {damaged} damaged: {told}");
    }
    let farragut = &told["leaders"][0];
    assert_eq!(farragut["leader"], "farragut-2");
}

#[test]
fn rounds_without_a_hit_go_on_until_there_is_one() {
    // 8.10.10. Four transports have two points, and Foote adds 1: 4 to 6 damage the ironclad, which hits with a 6. Of
    // twelve rounds five end it at once, one ends it and costs a transport, one only costs a transport, and five are
    // fought anew: no transport is lost in 5/7.
    let attack = rounds();
    let told = odds(&*table(&attack.given), &attack);
    let whole = sum(&told, |end| end["own"]["sunk"] == 0 && end["own"]["damaged"] == 0 && end["enemy"]["sunk"] == 1);
    assert!((whole - 5.0 / 7.0).abs() < 1e-12, "{whole}: {told}");
    assert!((sum(&told, |_| true) - 1.0).abs() < 1e-12);
}

#[test]
fn a_landing_past_ships_and_guns_comes_out_as_reckoned() {
    let attack = mobile();
    let before = table(&attack.given);
    let told = odds(&*before, &attack);
    assert!((sum(&told, |_| true) - 1.0).abs() < 1e-12);
    let chance = sum(&told, |end| end["mover_holds"] == true);
    let played = 300u32;
    let mut taken = 0.0;
    for seed in 0..played {
        let mut after = before.boxed_clone();
        let acts = [(side("union"), act(&attack.order))];
        after.adjudicate(&acts, &mut SeededDice::new(seed.into())).expect("a landing");
        let holds = after.notation()["union"]["at"].get("2428").is_some();
        taken += f64::from(u8::from(holds)) / f64::from(played);
    }
    let error = (chance * (1.0 - chance) / f64::from(played)).sqrt();
    assert!((taken - chance).abs() < 4.0 * error, "{taken} played, {chance} reckoned, error {error}");
}

#[test]
fn a_common_attack_comes_out_as_reckoned() {
    let attack = grant_and_foote();
    let before = table(&attack.given);
    let told = odds(&*before, &attack);
    assert!((sum(&told, |_| true) - 1.0).abs() < 1e-12);
    // A force driven out of 2718 has no way home, so it falls almost certainly; whether Grant's men are in order is
    // open.
    assert!(sum(&told, |end| end["mover_holds"] == true) > 0.99);
    let firm = |end: &Value| end["mover_holds"] == true && end["own"]["demoralized"] == false;
    let chance = sum(&told, firm);
    let played = 300u32;
    let mut found = 0.0;
    for seed in 0..played {
        let mut after = before.boxed_clone();
        let acts = [(side("union"), act(&attack.order))];
        after.adjudicate(&acts, &mut SeededDice::new(seed.into())).expect("a common attack");
        let notation = after.notation();
        let holds = notation["union"]["at"].get("2718");
        let firm = holds.is_some_and(|force| force.get("demoralized").is_none());
        found += f64::from(u8::from(firm)) / f64::from(played);
    }
    let error = (chance * (1.0 - chance) / f64::from(played)).sqrt();
    assert!((found - chance).abs() < 4.0 * error, "{found} played, {chance} reckoned, error {error}");
}

/// McDowell enters an empty hex that Lee's army may come to (12.3).
#[test]
fn a_march_past_an_army_is_reckoned_as_if_it_stayed_and_that_is_told() {
    let given = json!({
        "phasing": "union",
        "difference": 9,
        "union": {"at": {"5105": {"sp": 6, "leaders": ["mcdowell-3"]}, "5205": {"sp": 1}}},
        "confederate": {"at": {"5006": {"sp": 8, "leaders": ["re_lee-3"], "army": "northern_virginia"}}},
    });
    let order = json!({"move": {"leader": "mcdowell", "sp": 6, "path": ["5106"]}});
    let before = table(&given);
    let found = before.odds(&side("union"), &act(&order)).expect("a legal order");
    let words = format!("{:?}", found[0].chances);
    assert!(words.contains("react"), "what the other side is taken to do is told: {words}");
}

#[test]
fn who_is_not_asked_is_told_so() {
    let Attack { given, order, .. } = plain();
    let refused = table(&given).odds(&side("union"), &act(&order)).expect_err("not his turn");
    assert!(!refused.is_empty());
}

#[test]
fn check_tells_what_ships_may_meet() {
    let Attack { given, order, .. } = passage();
    let said = table(&given).preview(&side("union"), &act(&order)).join("\n");
    let wanted = "Order 1: The ships reach";
    assert!(said.contains(wanted) && said.contains("0.3 ships damaged"), "{said}");
}

#[test]
fn the_free_reinforcement_is_supposed_and_the_terms_are_named() {
    let given = json!({"scenario": "virginia_1862", "phasing": "union", "difference": 5, "free": true,
        "union": {"at": {"5206": {"sp": 4, "leaders": ["hooker-2"]}}, "reinforcements": {"east": 2}},
        "confederate": {"at": {"5106": {"sp": 2}}}});
    let table = Rules(CivilWar::shipped()).case(&given).expect("a position");
    let act = Decision {
        orders: vec![json!({"move": {"leader": "hooker", "sp": 4, "path": ["5106"]}})],
        ..Decision::default()
    };
    let refused = table.odds(&side("union"), &act).expect_err("one comes first");
    assert_eq!(refused[0].rule.as_deref(), Some("4.2.5"));
    let (then, what) = table.supposing(&side("union"), &act).expect("as if it had been given");
    assert!(what.contains("[4.2.5]"), "{what}");
    let found = then.odds(&side("union"), &act).expect("odds");
    let Chances { blocks, data, .. } = found[0].chances.as_ref().expect("dice decide");
    // 7.5.5: he crosses the Potomac.
    let said = written(blocks);
    assert!(said.contains("4 to 2: 2-1 on the chart") && said.contains("Potomac"), "{said}");
    assert_eq!(data["fights"][0]["attackers"], 4);
    // What else is wrong with an order is found there.
    let far = json!({"move": {"leader": "hooker", "sp": 4, "path": ["5108"]}});
    let far = Decision { orders: vec![far], ..Decision::default() };
    let (then, _) = table.supposing(&side("union"), &far).expect("as if it had been given");
    let refused = then.odds(&side("union"), &far).expect_err("it is no neighbor");
    assert!(refused.iter().all(|problem| problem.rule.as_deref() != Some("4.2.5")), "{refused:?}");
    // Where nothing need come first, nothing is supposed.
    let mut plain = given;
    plain["free"] = json!(false);
    let table = Rules(CivilWar::shipped()).case(&plain).expect("a position");
    assert!(table.supposing(&side("union"), &act).is_none());
}

/// The blocks as a reader sees them, each run of blanks as one.
fn written(blocks: &[Block]) -> String {
    let section = Section { heading: String::new(), blocks: blocks.to_vec() };
    let report = Report { title: String::new(), subtitle: String::new(), sections: vec![section] };
    text::write(&report).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Each fight of an order with its strengths, the column and what shifts it, and the leaders' modifiers to each die.
#[test]
fn what_leaders_add_to_the_dice_is_named() {
    let preview = |given: &Value, of: &str, order: &Value| {
        let found = table(given).odds(&side(of), &act(order)).expect("odds");
        let Chances { blocks, data, .. } = found[0].chances.clone().expect("dice decide");
        (written(&blocks), data)
    };
    // 7.4.3: of both leaders the tactical rating, 1 and 2; 7.2: 6 to 2 is 3 to 1, and the Potomac shifts it (7.5.6).
    let given = json!({"phasing": "union", "difference": 5,
        "union": {"at": {"5206": {"sp": 6, "leaders": ["hooker-2"]}}},
        "confederate": {"at": {"5106": {"sp": 2, "leaders": ["jackson-2"]}}}});
    let order = json!({"move": {"leader": "hooker", "sp": 6, "path": ["5106"]}});
    let (said, data) = preview(&given, "union", &order);
    for words in [
        "Odds 6 to 2: 3-1 on the chart",
        "2 columns to the left: the attacker crosses a navigable river, the Potomac. [7.5.6]",
        "Attacker's die +1 for Hooker's tactical rating 1",
        "Defender's die +2 for Jackson's tactical rating 2 [7.4.3].",
    ] {
        assert!(said.contains(words), "no {words:?}: {said}");
    }
    let fight = &data["fights"][0];
    assert_eq!(fight["attackers"], 6);
    assert_eq!(fight["attacker"]["added"], 1);
    assert_eq!(fight["defender"]["additions"][0]["leader"], "jackson-2");
    // 7.7.3: against a demoralized force the attacker's is doubled, and it has nothing of its own.
    let mut low = given.clone();
    low["confederate"]["at"]["5106"]["demoralized"] = json!(true);
    let (said, _) = preview(&low, "union", &order);
    assert!(said.contains("+2 for Hooker's tactical rating 1") && said.contains("doubled"), "{said}");
    assert!(said.contains("no modifier for Jackson's tactical rating 2"), "{said}");
    // 7.4.5a: an army's commander gives options to reroll instead of his tactical rating.
    let Attack { given, order, .. } = armies();
    let (said, data) = preview(&given, "union", &order);
    assert!(said.contains("Commander The army command rating of ") && said.contains("Rerolls"), "{said}");
    let times = |die: &str| data["fights"][0][die]["rerolls"].as_u64().expect("a number");
    assert!(times("attacker") + times("defender") > 0, "{data}");
    // 8.10.3: a naval leader's rating is added against ironclads: Foote's is 1.
    let Attack { given, side: of, order, .. } = rounds();
    let (said, data) = preview(&given, of.as_str(), &order);
    assert!(said.contains("fires with 2 points, +1 for Foote's tactical rating 1 [8.10.3]"), "{said}");
    assert_eq!(data["fights"][0]["union"]["added"], 1);
    // 8.8.2e, 8.8.2f: a landing, with what ships add and what the hex is worth.
    let Attack { given, side: of, order, .. } = mobile();
    let (said, _) = preview(&given, of.as_str(), &order);
    assert!(said.contains("Landing in") && said.contains("[8.8.2f]"), "{said}");
}
