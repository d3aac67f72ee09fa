//! How matches are reported and drawn: reports of random matches, a send and its settlement, the picture of the table,
//! the words of every refusal.

use std::collections::BTreeSet;

use crate::report_checks::{overlaps, steps, words};
use crate::war::War;
use adjutant_core::engine::run::run;
use adjutant_core::engine::{Events, Input, NoDice, OwnCards, OwnTurn, Pending, Position, Queue, Ruleset};
use adjutant_core::pack::Side;
use adjutant_core::report::model::{MapView, Show, StepFacts};
use adjutant_core::report::{Chances, OptionsFor, OrderOdds, Past, Present, dice_chances, svg, text};
use battle_cry::BattleCry;
use battle_cry::events::Refusal;
use battle_cry::orders::{Half, Order};
use battle_cry::pack::{EventKind, Trait};
use battle_cry::view::View;
use serde_json::{Value, json};

/// Whether words are a code, or are put together badly.
fn is_odd(said: &str) -> bool {
    let numbers = [" 1 cards", " 1 stars", " 1 points", " 1 generals", "s the the "];
    said.contains(['{', '}', '_'])
        || said.contains("  ")
        || said.contains(" .")
        || said.contains("..")
        || numbers.iter().any(|n| said.contains(n))
}

#[test]
fn every_event_of_matches_at_random_has_words() {
    let rules = BattleCry::shipped();
    let mut seen = BTreeSet::new();
    for (scenario, options, seed, most) in [
        ("gettysburg", &json!({}), 1, 60),
        ("campaign", &json!({}), 2, 400),
        ("deck_two", &json!({}), 3, 200),
        ("deck_one", &json!({}), 4, 200),
    ] {
        steps(&rules, (scenario, options), seed, most, |before, after, facts, table| {
            let report = rules.report(before, after, facts);
            if std::env::var_os("SHOW").is_some() {
                println!("{}", text::write(&report));
            }
            let ids: Vec<&str> =
                after.game.battle.iter().flat_map(|battle| &battle.table).map(|one| one.card.as_str()).collect();
            for said in words(&report).into_iter().filter(|said| !ids.contains(&said.as_str())) {
                assert!(!is_odd(&said), "{scenario}, step {}: {said}", facts.step);
            }
            for event in &facts.events {
                seen.insert(event["event"].as_str().expect("a name").to_owned());
            }
            for moment in rules.moments(before, after, facts) {
                assert!(!is_odd(&moment.words), "{}", moment.words);
            }
            rules.battles(before, after, facts).iter().for_each(|card| assert!(!card.words().contains('_')));
            assert!(!is_odd(&rules.current_winner(after).expect("a sentence")));
            for awaited in table.awaiting() {
                let own = table.hand_tracker(&awaited.side).expect("the owner's view").cards();
                let draft = rules.draft_notes(after, &awaited.side, Some(&own));
                assert!(draft.iter().any(String::is_empty) || !matches!(after.pending, Some(Pending::Orders { .. })));
                if std::env::var_os("SHOW").is_some() {
                    println!("DRAFT {}\n{}\nEND", awaited.side, draft.join("\n"));
                }
                for order in table.legal(&awaited.side).orders.iter().step_by(7) {
                    let said = table.order_words(&awaited.side, order);
                    assert!(!is_odd(&said), "{order}: {said}");
                }
                for answer in table.legal(&awaited.side).answers.iter().take(20) {
                    let said = table.answer_words(&answer["answer"]);
                    assert!(!is_odd(&said), "{said}");
                }
            }
        });
    }
    for name in ["announced", "sent", "settled", "passed", "draws", "battle_over", "enters", "points_changed"] {
        assert!(seen.contains(name), "no {name} in {seen:?}");
    }
}

#[test]
fn pictures_of_matches_at_random_have_no_label_over_another() {
    let rules = BattleCry::shipped();
    let mut drawn = 0;
    for (scenario, seed, most) in [("gettysburg", 11, 50), ("campaign", 12, 100)] {
        steps(&rules, (scenario, &json!({})), seed, most, |before, after, facts, _| {
            let drawing = rules.draw(after, &MapView::default(), Some(Past { before, facts })).expect("a picture");
            if let Some(path) = std::env::var_os("ADJUTANT_PICTURES").filter(|_| facts.step % 20 == 0) {
                let path = std::path::Path::new(&path).join(format!("{scenario}_{}.svg", facts.step));
                std::fs::write(path, svg::write(&drawing)).expect("to write the picture");
            }
            let found = overlaps(&drawing);
            assert!(found.is_empty(), "{scenario}, step {}: {found:#?}", facts.step);
            let map = text::write(&rules.show(after, &Show::Map(MapView::within(80))).expect("a map"));
            // One battle has no theaters, and no command points.
            assert_eq!(map.contains("Richmond") && map.contains("Command points"), scenario == "campaign", "{map}");
            drawn += 1;
        });
    }
    assert!(drawn > 50);
}

/// Every refusal, with facts.
fn refusals() -> Vec<Value> {
    vec![
        json!({"no_such_card": {"card": "Batle Elan"}}),
        json!({"not_in_hand": {"card": "cs_elan_c_1"}}),
        json!({"in_discard": {"card": "cs_elan_c_1"}}),
        json!({"enemy_card": {"card": "cs_elan_c_1"}}),
        json!({"twice": {"card": "cs_elan_c_1"}}),
        json!({"is_general": {"card": "cs_elan_c_1"}}),
        json!({"not_general": {"card": "cs_elan_c_1"}}),
        json!({"wrong_half": {"card": "cs_elan_c_1", "half": "lower", "wanted": "special"}}),
        json!({"wrong_phase": {"phase": "movement"}}),
        json!("not_now"),
        json!({"not_present": {"general": "cs_lee", "theater": "east"}}),
        json!({"is_engaged": {"general": "cs_lee"}}),
        json!({"not_engaged": {"general": "cs_lee"}}),
        json!({"too_few_stars": {"general": "cs_lee", "stars": 2, "card": "cs_elan_c_1", "wanted": 2}}),
        json!({"is_cavalry": {"general": "cs_lee"}}),
        json!({"not_cavalry": {"general": "cs_lee"}}),
        json!({"send_full": {"limit": 2}}),
        json!({"immediate": {"card": "cs_elan_c_1"}}),
        json!({"after_passes": {"card": "cs_elan_c_1"}}),
        json!({"before_combat_only": {"card": "cs_elan_c_1"}}),
        json!({"not_before_combat": {"card": "cs_elan_c_1"}}),
        json!({"attack_cap": {"cap": 2}}),
        json!("no_more_values"),
        json!({"condition": {"card": "cs_elan_c_1", "condition": {"attack_cards": 4}}}),
        json!({"target_wanted": {"card": "cs_elan_c_1", "own": true}}),
        json!({"wrong_target": {"card": "cs_elan_c_1", "target": "us_woods_u_1"}}),
        json!({"no_target": {"card": "cs_elan_c_1"}}),
        json!({"general_wanted": {"card": "cs_elan_c_1"}}),
        json!({"no_general": {"card": "cs_elan_c_1"}}),
        json!({"take_wanted": {"card": "cs_elan_c_1"}}),
        json!({"wrong_take": {"card": "cs_elan_c_1", "take": "us_woods_u_1"}}),
        json!({"no_such_play": {"to": 2}}),
        json!({"wrong_reaction": {"card": "cs_elan_c_1", "to": 2}}),
        json!({"no_choice": {"to": 2}}),
        json!({"choice_owed": {"to": 2, "card": "cs_elan_c_1"}}),
        json!({"choice_twice": {"to": 2}}),
        json!({"choice_incomplete": {"to": 2, "wanted": "cancel"}}),
        json!({"choice_extra": {"to": 2, "extra": "cancel"}}),
        json!("reaction_beaten"),
        json!("held"),
        json!("nothing_sent"),
        json!("nothing_played"),
        json!("nothing_to_hold"),
        json!("must_attack"),
        json!({"wrong_count": {"wanted": 2, "given": 2}}),
        json!({"not_available": {"general": "cs_lee"}}),
        json!({"no_such_battle": {"battle": "vicksburg"}}),
        json!({"other_phase": {"card": "cs_elan_c_1", "phase": "movement"}}),
        json!({"theater_wanted": {"card": "cs_elan_c_1"}}),
        json!({"not_wanted": {"card": "cs_elan_c_1"}}),
        json!({"overtaken": {"phase": "movement"}}),
        json!({"lay_otherwise": {"openly": true}}),
        json!({"lay_missing": {"theater": "east"}}),
        json!({"theater_cleared": {"theater": "east"}}),
        json!({"not_command_card": {"card": "cs_elan_c_1", "theater": "east"}}),
        json!({"points_laid": {"given": 2, "least": 2, "most": 2}}),
        json!({"east_majority": {"east": 2, "west": 2}}),
        json!("face_down"),
        json!({"cannot_place": {"battle": "vicksburg", "why": {"needs": "chattanooga"}}}),
        json!({"must_place": {"theater": "east"}}),
        json!("not_by_sea"),
        json!("nothing_to_block"),
        json!({"cannot_block": {"battle": "vicksburg", "by": "vicksburg"}}),
        json!({"no_battle_for": {"card": "cs_elan_c_1"}}),
        json!({"battle_wanted": {"card": "cs_elan_c_1"}}),
        json!({"not_a_target": {"battle": "vicksburg", "why": "city"}}),
        json!({"offensive_banned": {"theater": "east"}}),
        json!({"nothing_to_negate": {"card": "cs_elan_c_1"}}),
        json!({"no_offensive": {"card": "cs_elan_c_1"}}),
        json!({"fights_wanted": {"theater": "east"}}),
        json!("no_fights_wanted"),
        json!({"price_wanted": {"cards": 2}}),
        json!({"too_many_generals": {"theater": "east", "cavalry": true}}),
        json!({"other_theater": {"general": "cs_lee", "theater": "east"}}),
        json!({"just_recalled": {"general": "cs_lee"}}),
        json!({"must_match": {"theater": "east", "wanted": 2}}),
        json!({"cavalry_stays": {"general": "cs_lee"}}),
        json!("no_exchange"),
    ]
}

/// Every refusal has words for its player, who is "you", and for everybody, who are told of the side.
#[test]
fn every_refusal_has_words() {
    let rules = BattleCry::shipped();
    let source = include_str!("../events.rs");
    let all = source.split("pub enum Refusal {").nth(1).and_then(|rest| rest.split("\n}\n").next()).expect("refusals");
    let is_variant = |line: &&str| line.starts_with("    ") && line.as_bytes()[4].is_ascii_uppercase();
    assert_eq!(all.lines().filter(|line| line.len() > 4).filter(is_variant).count(), refusals().len());
    for written in refusals() {
        let refusal: Refusal = serde_json::from_value(written.clone()).unwrap_or_else(|_| panic!("{written}"));
        let owner = refusal.to_owner(&rules, Side::Confederate);
        let everyone = refusal.to_everyone(&rules, Side::Confederate);
        let advice = owner.advice.clone().expect("advice");
        for said in [&owner.message, &everyone, &advice] {
            let odd = said.contains("  ") || said.contains(" .") || said.ends_with('.') || said.is_empty();
            assert!(!odd, "{written}: {said}");
        }
        // Words by themselves, not the code for want of others.
        assert!(owner.message.contains(' '), "{written}: {}", owner.message);
        let code = |said: &str| said.contains(['{', '}', '_']) || format!("{refusal:?}") == said;
        assert!(!code(&owner.message) && !code(&everyone), "{written}: {} / {everyone}", owner.message);
        let words = |said: &str| said.split([' ', '\'']).map(str::to_owned).collect::<Vec<_>>();
        assert!(!words(&everyone).iter().any(|word| word == "you" || word == "your"), "{everyone}");
        assert!(!owner.message.contains("the Confederacy") || everyone == owner.message, "{}", owner.message);
    }
}

/// Antietam: Meade has attacked; Longstreet enfilades with Battle Elan, and General Blunders is to cost Meade's attack.
fn antietam() -> Position<BattleCry> {
    let table = json!([{"card": "us_british_workers", "side": "union", "half": "lower", "general": "us_meade"}]);
    let given = json!({
        "battle": {"at": "antietam", "attacker": "confederate", "table": table},
        "generals": {"union": ["us_meade", "us_hancock"], "confederate": ["cs_lee", "cs_longstreet", "cs_hood"]},
        "advance": {"confederate": {"failure": "accept"}},
    });
    BattleCry::shipped().case(&given).expect("a position")
}

/// Carries out orders, and writes the report.
fn tell(position: &mut Position<BattleCry>, side: Side, orders: Value) -> String {
    let rules = BattleCry::shipped();
    let before = position.clone();
    position.pending = None;
    let orders = serde_json::from_value(orders).expect("orders");
    position.queue = Some(Queue { side: side.id(), first: 0, orders });
    let mut events = Events::default();
    run(&rules, position, Input::Proceed, &mut NoDice, &mut events);
    let facts = StepFacts { step: 2, events: events.into_values(), ..StepFacts::default() };
    let mut report = rules.report(&before, position, &facts);
    report.sections.retain(|section| section.heading != "The situation" && !section.heading.starts_with("The table"));
    text::write(&report)
}

/// Elan is answered by Command Failure, and Meade's attack is given up: of 5 to 3 remain 3 to 0.
#[test]
fn a_send_and_its_settlement_read_as_they_happen() {
    let mut position = antietam();
    let announced = tell(
        &mut position,
        Side::Confederate,
        json!([
            {"attack": {"card": "cs_cotton", "half": "lower", "general": "cs_longstreet"}},
            {"special": {"card": "cs_elan_c_1", "half": "upper", "target": "cs_cotton"}},
            {"special": {"card": "cs_blunders_c_1", "half": "upper"}},
            {"send": {}},
        ]),
    );
    assert_eq!(announced, ANNOUNCED);
    let settled = tell(
        &mut position,
        Side::Union,
        json!([
            {"react": {"card": "us_command_failure_u_1", "to": 2}},
            {"choose": {"for": 3, "cancel": "us_british_workers"}},
            {"special": {"card": "us_woods_u_1", "half": "upper"}},
            {"send": {}},
        ]),
    );
    assert_eq!(settled, SETTLED);
}

const ANNOUNCED: &str = "\
Turn 1: the battle of Antietam, continued
-----------------------------------------
1. Play 1: Longstreet engages for Division Enfilades, an attack at +3. [I.5]

2. Play 2: the Confederacy plays Battle Elan and adds 2 to Longstreet's
Division Enfilades. [I.6]

3. Play 3: the Confederacy plays General Blunders: the Union cancels a battle
event. [I.6]

4. The Confederacy hands over. Announced, if all of it stands: the Confederacy
leads by 2 (5 to 3). [I.4]
  Union        Meade's Division Assaults 3 = 3.
  Confederate  Longstreet's Division Enfilades 3 + Battle Elan 2 = 5.

Next move
---------
The Union answers the send of the Confederacy, then plays its own or passes. A
send has at most 2 cards. It has 12 cards in hand. [I.4]
";

const SETTLED: &str = "\
In brief
--------
- The Union answers Battle Elan at once with Command Failure.
- Battle Elan of the Confederacy is canceled by Command Failure.
- The Union has to cancel a card for General Blunders: Meade's Division
  Assaults.
- The send of the Confederacy is settled: the Confederacy leads by 3 (3 to 0).

Turn 1: the battle of Antietam, continued
-----------------------------------------
1. The Union answers Battle Elan (play 2) with Command Failure.

2. The Union gives up Meade's Division Assaults, for General Blunders (play
3).

Settlement: the send of the Confederacy
---------------------------------------
The Union answers Battle Elan at once with Command Failure. [Immediately] The
Confederacy accepts it, as it answered in advance. [Immediately] Battle Elan
of the Confederacy is canceled by Command Failure. [Immediately] The Union has
to cancel a card for General Blunders: Meade's Division Assaults. [Cancel]

The send of the Confederacy is settled: the Confederacy leads by 3 (3 to 0).
[BC-26]
  Union        no attack card in play, 0.
  Confederate  Longstreet's Division Enfilades 3 = 3.

Orders of the Union
-------------------
3. Play 1: the Union plays Defend: Woods, a defense at -1. [I.6]

4. The Union hands over. Announced, if all of it stands: the Confederacy leads
by 2 (2 to 0). [I.4]
  Union        no attack card in play, 0.
  Confederate  Longstreet's Division Enfilades 3 - Defend: Woods 1 = 2.

Next move
---------
The Confederacy answers the send of the Union, then plays its own or passes. A
send has at most 3 cards. It has 9 cards in hand. [I.4]
";

/// The hand stands in the draft with both halves, and what answers the send as lines that can be used.
#[test]
fn a_draft_has_the_hand_and_what_is_owed() {
    let rules = BattleCry::shipped();
    let mut position = antietam();
    tell(
        &mut position,
        Side::Confederate,
        json!([{"special": {"card": "cs_blunders_c_1", "half": "upper"}}, {"send": {}}]),
    );
    let hand = ["us_command_failure_u_1", "us_woods_u_1", "us_conscription_u_1"].map(|card| Some(card.to_owned()));
    let own = OwnCards { piles: [("hand".to_owned(), hand.to_vec())].into_iter().collect(), ..OwnCards::default() };
    let notes = rules.draft_notes(&position, &Side::Union.id(), Some(&own)).join("\n");
    println!("{notes}");
    for wanted in [
        "End your file with `- send: {}` after your cards",
        "- {react: {card: us_command_failure_u_1, half: upper, to: 1}}  # answer General Blunders (play 1) with Command Failure",
        "- {choose: {for: 1, cancel: us_british_workers}}  # give up Meade's Division Assaults, for General Blunders (play 1)",
        "  us_british_workers: Union, Meade's Division Assaults +3",
        "  1. the Confederacy plays General Blunders: the Union cancels a battle event",
    ] {
        assert!(notes.contains(wanted), "{wanted}\n{notes}");
    }
    let words = |card: &str| rules.card_in_draft(&position, &Side::Union.id(), &own, card);
    // Two generals of two stars and of one are there, and Conscription is no card of a battle.
    let conscription = "Conscription, resource, phase B (not now) / Corps Enfilades, battle +3 **";
    assert_eq!(words("us_conscription_u_1"), conscription);
    assert_eq!(words("us_woods_u_1"), "Defend: Woods, special -1 / Defend: Breastworks, special -1");
    let (_, samples) = rules.advance_samples(&position, &Side::Union.id()).expect("samples");
    let failure = ("failure", json!("accept"), "if a special event is answered, you accept it".to_owned());
    assert!(samples.contains(&failure), "{samples:?}");
}

/// Where a send forces several choices upon a side, the draft has each of them, and what may follow them.
#[test]
fn a_draft_has_every_choice_and_what_follows() {
    let rules = BattleCry::shipped();
    let mut position = antietam();
    let special = |card: &str| json!({"special": {"card": card, "half": "upper"}});
    let sent = json!([special("cs_turning_special_c"), special("cs_blunders_c_1"), {"send": {}}]);
    tell(&mut position, Side::Confederate, sent);
    let hand = ["us_woods_u_1", "us_woods_u_2", "us_woods_u_3"].map(|card| Some(card.to_owned()));
    let own = OwnCards { piles: [("hand".to_owned(), hand.to_vec())].into_iter().collect(), ..OwnCards::default() };
    let notes = rules.draft_notes(&position, &Side::Union.id(), Some(&own)).join("\n");
    for wanted in [
        "- {choose: {for: 1, discard: [us_woods_u_1, us_woods_u_2], engage: us_hancock}}",
        "- {choose: {for: 2, cancel: us_british_workers}}",
        "- {special: {card: us_woods_u_3, half: upper}}",
        "- {pass: {continue: \"no\"}}",
    ] {
        assert!(notes.contains(wanted), "{wanted}\n{notes}");
    }
}

/// The Union's plans of a draft can be sealed as they stand; of the set-up's generals all are named with their stars.
#[test]
fn drafts_of_other_phases_say_what_may_follow() {
    let rules = BattleCry::shipped();
    let mut position = rules.case(&json!({"phase": "first_resources"})).expect("a position");
    let union = Side::Union.id();
    position.pending = Some(Pending::Orders { side: union.clone() });
    let (words, samples) = rules.advance_samples(&position, &union).expect("samples");
    assert!(words.contains("`ask` is no answer here"), "{words}");
    for (window, says, words) in samples {
        assert!(!words.is_empty(), "{window}");
        assert!(rules.refuse_advance(&position.game, &union, window, &says).is_none(), "{window}: {says}");
    }
    let notes = rules.draft_notes(&position, &union, Some(&OwnCards::default())).join("\n");
    assert!(notes.contains("`- lay: {east: 2, west: 3}` may follow"), "{notes}");
    let set_up = rules.setup(&"gettysburg".parse().unwrap(), &serde_json::Map::new()).expect("a scenario");
    let mut table = set_up.clone();
    run(&rules, &mut table, Input::Proceed, &mut NoDice, &mut Events::default());
    let notes = rules.draft_notes(&table, &union, Some(&OwnCards::default())).join("\n");
    assert!(notes.contains("  us_meade: Meade, 2 stars in attack and 3 in defense"), "{notes}");
    assert!(!notes.contains("The West") && !notes.contains("command point"), "{notes}");
}

/// A message names both halves of a card, the nearest titles, and a general's other card.
#[test]
fn refusals_name_what_is_meant() {
    let rules = BattleCry::shipped();
    let said = |refusal: Value| {
        let refusal: Refusal = serde_json::from_value(refusal).expect("a refusal");
        let problem = refusal.to_owner(&rules, Side::Confederate);
        (problem.message, problem.advice.unwrap_or_default())
    };
    let (message, _) = said(json!({"not_in_hand": {"card": "cs_cotton"}}));
    assert_eq!(message, "Cotton Diplomacy Successful / Division Enfilades is not in your hand");
    let (_, advice) = said(json!({"no_such_card": {"card": "Division Enfilade"}}));
    assert!(advice.contains("Division Enfilades"), "{advice}");
    let (_, advice) = said(json!({"not_present": {"general": "cs_lee_3", "theater": "east"}}));
    assert_eq!(advice, "the other card of Lee is cs_lee; `adjutant show map` says who is in play");
    let (message, _) = said(json!({"other_phase": {"card": "cs_cotton", "phase": "second_resources"}}));
    assert!(message.ends_with("is not played in the Second Resource Phase"), "{message}");
    let (_, advice) = said(json!({"no_such_card": {"card": "grant"}}));
    assert_eq!(advice, "that is a card of the other side: name one of your own");
}

/// Who claims that he holds no card of use is told the rule if he does, and not what lies elsewhere (BC-3, BC-6).
#[test]
fn a_false_claim_is_refused_by_its_rule() {
    let rules = BattleCry::shipped();
    let mut position = antietam();
    let battle = position.game.battle.as_mut().expect("a battle");
    (battle.must_attack, battle.attacker, battle.active) = (true, Side::Union, Side::Union);
    let hand = vec![Some("us_woods_u_1".to_owned())];
    let own = OwnCards { piles: [("hand".to_owned(), hand)].into_iter().collect(), ..OwnCards::default() };
    let orders = [serde_json::from_value(json!({"pass": {}})).ok()];
    let turn = OwnTurn { orders: &orders, answer: None, choices: &[], own: &own };
    let found = rules.refuse_by_hand(&position, &Side::Union.id(), &turn);
    let [problem] = &found[..] else { panic!("{found:?}") };
    assert_eq!(problem.message, "you may not pass before you have played a battle event of positive value");
    assert_eq!(problem.path.as_deref(), Some("orders[0]"));
}

/// Titles become ids: of a copy in the hand, of a general in play, of a card on the table.
#[test]
fn names_become_ids() {
    let rules = BattleCry::shipped();
    let position = antietam();
    let hand = ["cs_elan_c_2", "cs_cotton", "cs_blunders_c_1"].map(|card| Some(card.to_owned()));
    let own = OwnCards { piles: [("hand".to_owned(), hand.to_vec())].into_iter().collect(), ..OwnCards::default() };
    let orders = json!([
        {"attack": {"card": "division enfilades", "general": "Longstreet"}},
        {"special": {"card": "Battle Elan", "target": "Meade"}},
        {"attack": {"card": "General Blunders", "half": "frontal", "general": "Hood"}},
    ]);
    let orders: Vec<Order> = serde_json::from_value(orders).expect("orders");
    let made = rules.conceal(&position.game, &Side::Confederate.id(), (orders, None), &own);
    let wanted = json!([
        {"attack": {"card": "cs_cotton", "half": "lower", "general": "cs_longstreet"}},
        {"special": {"card": "cs_elan_c_2", "target": "us_british_workers"}},
        {"attack": {"card": "cs_blunders_c_1", "half": "frontal", "general": "cs_hood"}},
    ]);
    assert_eq!(json!(made.orders), wanted);
    let pick = serde_json::from_value(json!({"pick": {"cards": ["Lee"]}})).expect("an order");
    let made = rules.conceal(&gettysburg().position.game, &Side::Confederate.id(), (vec![pick], None), &own);
    assert_eq!(json!(made.orders)[0]["pick"]["cards"], json!(["cs_lee_3"]));
    let standard = |field: &str, written: &str| rules.standard(&position.game, field, written).map(|(id, _)| id);
    assert_eq!(standard("east", "Richmond"), Some(json!("richmond")));
    assert_eq!(standard("block", "Stones River"), Some(json!("stones_river")));
    assert_eq!((standard("general", "Lee"), standard("west", "vicksburg")), (None, None));
}

/// What is legal and probably unwanted: a resource that is spent, a pass that loses, a Major Victory left open.
#[test]
fn warnings_name_what_is_probably_unwanted() {
    let rules = BattleCry::shipped();
    let position = antietam();
    let told = |side: Side, position: &Position<BattleCry>, orders: Value| -> Vec<String> {
        let orders: Vec<Order> = serde_json::from_value(orders).expect("orders");
        let found = rules.warnings(position, &side.id(), None, &orders);
        found.iter().map(|problem| format!("{}: {}", problem.path.as_deref().unwrap_or(""), problem.message)).collect()
    };
    let attack = json!({"attack": {"card": "cs_cotton", "half": "lower", "general": "cs_longstreet"}});
    let spends = "orders[0]: spends Cotton Diplomacy Successful, a resource, in combat";
    assert_eq!(told(Side::Confederate, &position, json!([attack, {"send": {}}])), [spends]);
    let passes = "orders[0]: passes although the enemy leads by 3";
    assert_eq!(told(Side::Confederate, &position, json!([{"pass": {}}])), [passes]);
    let mut worse = position.clone();
    let more = json!({"card": "us_woods_u_2", "side": "union", "half": "frontal", "general": "us_hancock"});
    let battle = worse.game.battle.as_mut().expect("a battle");
    battle.table.push(serde_json::from_value(more).expect("a card"));
    let major = "orders[0]: passes while the enemy leads by 4: if he passes too, he has a Major Victory";
    assert_eq!(told(Side::Confederate, &worse, json!([{"pass": {}}])), [major]);
    // Longstreet and Hood make it 6 to 4; Woods in the same send is enough for nobody.
    let mut sent = position.clone();
    let blunders = json!([attack, {"special": {"card": "cs_blunders_c_1", "half": "upper"}}, {"send": {}}]);
    tell(&mut sent, Side::Confederate, blunders);
    let gives_up = json!({"choose": {"for": 2, "cancel": "us_british_workers"}});
    let settles = told(Side::Union, &sent, json!([gives_up, {"settle": {}}]));
    assert_eq!(settles, Vec::<String>::new());
    let elan = json!({"special": {"card": "cs_elan_c_1", "half": "upper", "target": "cs_cotton"}});
    let mut sent = position.clone();
    let all = json!([attack, elan, {"special": {"card": "cs_blunders_c_1", "half": "upper"}}, {"send": {}}]);
    tell(&mut sent, Side::Confederate, all);
    let gives_up = json!({"choose": {"for": 3, "cancel": "us_british_workers"}});
    let open =
        "orders[1]: leaves the enemy a lead of 5 once his send is settled: enough for a Major Victory if you then pass";
    assert_eq!(told(Side::Union, &sent, json!([gives_up, {"settle": {}}])), [open]);
}

/// The first day of Gettysburg: Longstreet and A. P. Hill attack, and the Union has passed.
fn gettysburg() -> War {
    let mut war = War::new("gettysburg");
    war.orders(Side::Union, json!([{"pick": {"cards": ["us_meade", "us_hancock", "us_reynolds", "us_sedgwick"]}}]));
    war.orders(
        Side::Confederate,
        json!([{"pick": {"cards": ["cs_lee_3", "cs_longstreet", "cs_a_p_hill", "cs_hood"]}}]),
    );
    war.orders(Side::Union, json!([{"pass": {}}]));
    let attack = |card: &str, general: &str| json!({"attack": {"card": card, "half": "lower", "general": general}});
    let orders = json!([attack("cs_cotton", "cs_longstreet"), attack("cs_border_waver", "cs_a_p_hill"), {"send": {}}]);
    war.orders(Side::Confederate, orders);
    war.orders(Side::Union, json!([{"pass": {}}]));
    war
}

/// At Gettysburg a day may be lost, nothing but combat uses a card, and who leads by much gains nothing by that; those
/// who disengage are told at once, and the picture has each side's generals beneath its piles.
#[test]
fn a_battle_by_itself() {
    let rules = BattleCry::shipped();
    let mut war = gettysburg();
    let warned = |war: &War, orders: Value| {
        let orders: Vec<Order> = serde_json::from_value(orders).expect("orders");
        rules.warnings(&war.position, &Side::Confederate.id(), None, &orders)
    };
    let spends = json!({"attack": {"card": "cs_tredegar", "half": "lower", "general": "cs_hood"}});
    assert!(warned(&war, json!([spends, {"send": {}}])).is_empty());
    let before = war.position.clone();
    let first = war.events.len();
    war.orders(Side::Confederate, json!([{"pass": {}}]));
    let facts = StepFacts { step: 2, events: war.events[first..].to_vec(), ..StepFacts::default() };
    let report = text::write(&rules.report(&before, &war.position, &facts));
    assert!(report.contains("Longstreet and A. P. Hill of the Confederacy disengage."), "{report}");
    assert!(!report.contains("Command points"), "{report}");
    assert!(warned(&war, json!([{"pass": {}}])).is_empty());
    let drawing = svg::write(&rules.draw(&war.position, &MapView::default(), None).expect("a picture"));
    assert!(drawing.contains("Longstreet") && !drawing.contains(">The East<"));
}

/// Between battles: points where no battle is placed, the end of the second deck, an offensive that may fail.
#[test]
fn warnings_between_battles() {
    let rules = BattleCry::shipped();
    let told = |position: &Position<BattleCry>, side: Side, order: Value| -> Vec<String> {
        let order: Order = serde_json::from_value(order).expect("an order");
        let found = rules.warnings(position, &side.id(), None, &[order]);
        found.iter().map(|problem| format!("{} [{}]", problem.message, problem.rule.as_deref().unwrap_or(""))).collect()
    };
    let given = json!({"phase": "discretionary", "placed": {"west": {"battle": "shiloh"}},
        "laying": {"union": {"east": {"open": 1}, "west": {"open": 3}}, "confederate": {"east": {"open": 2}, "west": {"open": 2}}},
        "points": {"union": 7, "confederate": 7}});
    let position = rules.case(&given).expect("a position");
    let adds = told(&position, Side::Union, json!({"discretionary": {"east": 2, "west": 1}}));
    assert_eq!(adds, ["adds 2 points in the East, where no battle is placed [H.4]"]);
}

/// `show card` and `legal --for` find a card by the title of either half, a copy in the hand first; `show leader` a
/// general, `show place` a battle.
#[test]
fn things_are_found_by_their_names() {
    let rules = BattleCry::shipped();
    let position = antietam();
    let shown = |name: &str| text::write(&rules.show(&position, &Show::Place(name.to_owned())).expect(name));
    let card = shown("Massed Artillery");
    for wanted in [
        "Presidential Election of 1864, Union",
        "Massed Artillery, battle -3 *: Defend at -3",
        "in the hand or the deck",
    ] {
        assert!(card.contains(wanted), "{wanted}\n{card}");
    }
    assert!(shown("Richmond").contains("city in the East"), "{}", shown("Richmond"));
    assert!(shown("Longstreet").contains("in play in the East"), "{}", shown("Longstreet"));
    assert!(shown("Vicksburg").contains("free; Shiloh, Corinth or Stones River may block"), "{}", shown("Vicksburg"));
    let hand = vec![Some("cs_elan_c_2".to_owned())];
    let own = OwnCards { piles: [("hand".to_owned(), hand)].into_iter().collect(), ..OwnCards::default() };
    let mut position = position;
    let attack = json!([{"attack": {"card": "cs_cotton", "half": "lower", "general": "cs_longstreet"}}]);
    tell(&mut position, Side::Confederate, attack);
    let options = rules
        .options(&position, &Side::Confederate.id(), Some(&own), &OptionsFor::new("Battle Elan"))
        .expect("options");
    let special = options.offers.iter().find(|offer| offer.what == "Play a special event").expect("a kind");
    let wanted = json!([{"special": {"card": "cs_elan_c_2", "half": "upper", "target": "cs_cotton"}}]);
    assert_eq!(json!(special.orders), wanted);
}

/// The picture says who leads, and shows announced, canceled and engaged ones as such.
#[test]
fn the_picture_shows_what_stands_and_what_does_not() {
    let rules = BattleCry::shipped();
    let mut position = antietam();
    let orders = json!([{"attack": {"card": "cs_cotton", "half": "lower", "general": "cs_longstreet"}}]);
    tell(&mut position, Side::Confederate, orders);
    if let Some(battle) = &mut position.game.battle {
        battle.table[0].general = None;
        battle.table[1].cancels = vec!["us_british_workers".to_owned()];
    }
    let drawing = svg::write(&rules.draw(&position, &MapView::default(), None).expect("a picture"));
    for wanted in
        ["Antietam: The Confederacy leads by 3 (3 to 0)", "first-canceled", "second-sent", "second-engaged", "fought"]
    {
        assert!(drawing.contains(wanted), "{wanted}");
    }
}

/// Exact chances: the enemy's 12 cards are any of those that nobody has seen.
#[test]
fn odds_count_the_cards_that_answer() {
    let rules = BattleCry::shipped();
    let position = antietam();
    let order =
        serde_json::from_value(json!({"special": {"card": "cs_blunders_c_1", "half": "upper"}})).expect("an order");
    let OrderOdds::Supposed(_, Chances { blocks, data: value, .. }) =
        rules.odds(&position, &Side::Confederate.id(), None, &order).expect("odds")
    else {
        panic!("no chances");
    };
    // Of the 118 cards three lie on the table, and four generals of the set-up are set aside; three are Command Failures.
    assert_eq!(value["canceled"], dice_chances::value(&dice_chances::one_of(3, 118 - 3 - 4, 12)), "{blocks:?}");
}

/// Longstreet's Division Enfilades leads by 3 to 0: the Union needs 3 with one card, of a general who is free.
#[test]
fn odds_count_the_cards_that_turn_the_battle() {
    let rules = BattleCry::shipped();
    let mut position = antietam();
    position.game.battle.as_mut().expect("a battle").table.clear();
    let attack = json!({"attack": {"card": "cs_cotton", "half": "lower", "general": "cs_longstreet"}});
    let attack = serde_json::from_value(attack).expect("an order");
    let OrderOdds::Supposed(_, Chances { blocks, data: value, .. }) =
        rules.odds(&position, &Side::Confederate.id(), None, &attack).expect("odds")
    else {
        panic!("no chances");
    };
    let union = View::of(&rules, &position.game, Side::Union);
    let most = union.free_generals().map(|card| union.stars(card)).max().expect("a general");
    let turns = |card: &&str| {
        let parts =
            [Half::Upper, Half::Lower].into_iter().filter_map(|half| union.pack().part(Side::Union, card, half));
        parts.into_iter().any(|part| {
            let event = part.event().expect("an event");
            let plays = match event.kind {
                EventKind::Battle => event.stars <= most,
                EventKind::Special => !event.has(Trait::Immediate),
                _ => false,
            };
            plays && i16::from(event.value).abs() + i16::from(event.counterattack()) >= 3
        })
    };
    let unseen = union.hand();
    let sought = unseen.iter().filter(|card| turns(card)).count();
    assert!(sought > 10, "{sought}");
    assert_eq!(value["turned"], dice_chances::value(&dice_chances::one_of(sought, unseen.len(), 12)), "{blocks:?}");
}
