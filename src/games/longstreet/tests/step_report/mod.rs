//! A prepared battle: its reports, event by event.

use adjutant_core::board::table::{Ammunition, Spot};
use adjutant_core::document::{Form, read};
use adjutant_core::engine::cards::Pile;
use adjutant_core::engine::position::Pending;
use adjutant_core::engine::{Position, Ruleset};
use adjutant_core::report::Present;
use adjutant_core::report::model::{MapView, Show, StepFacts};
use adjutant_core::report::text;
use adjutant_core::report::text_builder::Rolls;
use longstreet::Longstreet;
use longstreet::events::Refusal;
use longstreet::ledger::{Declaration, Fact, Phase};
use longstreet::orders::{Dice, Mark, Question, Standing};
use longstreet::side::Side;
use serde_json::{Value, json};

/// Turn 5 of Brawner's Farm: the Confederate side fires. 2nd Wisconsin has lost 2 bases, 19th Indiana is disordered.
pub fn position() -> (Longstreet, Position<Longstreet>) {
    let rules = Longstreet::shipped();
    let mut position =
        rules.setup(&"brawners_farm".parse().expect("an id"), &serde_json::Map::new()).expect("a set-up");
    let rules = rules.as_played(&position.game);
    let game = &mut position.game;
    (game.turn, game.side, game.phase) = (5, Side::Confederate, Phase::Fire);
    for (side, counts) in [(Side::Federal, [20, 5, 18, 0]), (Side::Confederate, [7, 4, 30, 6])] {
        let own = game.cards.sides.get_mut(&side.id()).expect("a side");
        for (pile, count) in ["deck", "hand", "discard", "removed"].into_iter().zip(counts) {
            own.piles.insert(pile.to_owned(), Pile::Hidden(count));
        }
    }
    let mut change = |unit: &str, change: &dyn Fn(&mut adjutant_core::pack::table::Unit)| {
        change(game.units.get_mut(&unit.parse().expect("an id")).expect("a unit"));
    };
    change("wi_2", &|unit| (unit.bases, unit.smoke) = (4, true));
    change("in_19", &|unit| unit.disorder = true);
    change("us_4b", &|unit| unit.ammunition = Ammunition::Low);
    change("staunton", &|unit| unit.bases = 0);
    let units = vec!["va_4".parse().expect("an id"), "va_5".parse().expect("an id")];
    let (target, dice) = ("wi_2".parse().expect("an id"), Dice { count: 4, hit_on: 4 });
    let what = Declaration::Volley { units, target, dice, faces: vec![1, 4, 5, 6], hits: 3 };
    game.facts.push(Fact { n: 7, side: Side::Confederate, what, morale: 0, settled: false, ruled: None });
    position.pending = Some(Pending::Orders { side: Side::Confederate.id() });
    (rules, position)
}

fn facts(events: Vec<Value>) -> StepFacts {
    StepFacts { step: 7, rolls: Vec::new(), events, reader: None }
}

/// The report of events on one line.
fn report_text(events: Vec<Value>) -> String {
    let (rules, position) = position();
    let page = text::write(&rules.report(&position, &position, &facts(events)));
    if let Some(path) = std::env::var_os("ADJUTANT_PAGES") {
        std::fs::write(path, &page).expect("to write the page");
    }
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_event_is_a_sentence() {
    let at = |x: i32, y: i32, facing: u16| json!({"east": x, "north": y, "facing": facing});
    let fact = |name: &str, more: Value| {
        let mut event = json!({"event": name, "side": "federal", "fact": 7});
        more.as_object().into_iter().flatten().for_each(|(key, value)| event[key] = value.clone());
        event
    };
    let interrupted = |card: &str, moment: &str, effect: &str, removed: bool, more: Value| {
        let mut event = json!({"event": "interrupted", "side": "federal", "card": card, "moment": moment, "effect": effect, "removed": removed});
        more.as_object().into_iter().flatten().for_each(|(key, value)| event[key] = value.clone());
        event
    };
    let volley = "the volley of 4th Virginia and 5th Virginia at 2nd Wisconsin (fact 7)";
    for (event, words) in [
        (
            json!({"event": "reshuffled", "side": "confederate", "forced": false, "removed": 6, "deck": 31}),
            "The Confederate side reshuffles; it removes 6 cards unseen and has a deck of 31 cards.",
        ),
        (
            json!({"event": "reshuffled", "side": "confederate", "forced": true, "removed": 1, "deck": 0}),
            "The Confederate side has no deck and must reshuffle; it removes 1 card unseen and has a deck of 0 cards.",
        ),
        (
            json!({"event": "nothing_to_shuffle", "side": "federal"}),
            "The Federal side must reshuffle but has no cards to shuffle.",
        ),
        (
            json!({"event": "invoked", "side": "confederate", "phase": "movement", "cards": ["cs_quickstep_1", "cs_rebel_yell_6"]}),
            "The Confederate side invokes a movement phase with Quickstep and Rebel Yell, which allows disorder.",
        ),
        (
            json!({"event": "invoked", "side": "confederate", "phase": "fire", "cards": ["cs_at_the_double_1"], "modify": "cs_exposed_position_1"}),
            "The Confederate side invokes a fire phase with At the Double and modifies it with Exposed Position \
             (\"Roll the misses of one firing unit again\").",
        ),
        (
            interrupted("us_bad_fuses_1", "fire", "battery_silent", false, json!({"unit": "danville"})),
            "The Federal side interrupts with Bad Fuses (\"Play immediately after the enemy \
             invokes a fire phase: one of his batteries does not fire in it\"), immediately after a fire phase is invoked: Danville Artillery does not fire in this phase.",
        ),
        (
            interrupted("us_poor_survey_1", "start", "rough_ground", true, json!({"to": at(100, 95, 0)})),
            "The Federal side interrupts with Poor Survey (\"Play at the start of the enemy's turn: place a patch \
             of rough ground\"), at the start of a turn: rough ground is placed at (10, 9.5); the red card leaves the game.",
        ),
        (
            json!({"event": "lost_cards", "side": "confederate", "face": 1, "count": 1}),
            "The Confederate side rolls 1 and discards 1 random card from its hand.",
        ),
        (
            json!({"event": "dropped", "side": "confederate", "card": "us_old_rivals_1", "order": {"move": {"unit": "va_4", "to": at(95, 110, 180)}}}),
            "The Confederate side cannot carry out an order because of Old Rivals: move 4th Virginia to (9.5, 11) facing south.",
        ),
        (
            json!({"event": "moved", "fact": 8, "side": "confederate", "unit": "ga_26", "from": at(150, 135, 180), "to": at(150, 110, 225),
                "distance": 25, "disorder": true}),
            "26th Georgia moves 2.5 base widths from (15, 13.5) to (15, 11) facing southwest, with disorder (fact 8).",
        ),
        (
            json!({"event": "moved", "fact": 8, "side": "federal", "unit": "ga_26", "from": at(150, 135, 180), "to": at(150, 125, 100),
                "distance": 10, "disorder": false}),
            "The Federal side moves 26th Georgia 1 base width from (15, 13.5) to (15, 12.5) facing 100 degrees (fact 8).",
        ),
        (
            json!({"event": "marked", "fact": 8, "side": "confederate", "mark": {"unit": "wi_6", "disorder": true, "ammunition": "out", "lose": 1,
                "to": at(200, 40, 0), "why": "broken by the charge"}}),
            "The Confederate side notes that 6th Wisconsin is disordered, is out of ammunition, loses 1 base and goes to (20, 4) facing \
             north: \"broken by the charge\" (fact 8).",
        ),
        (
            json!({"event": "rolled", "side": "federal", "dice": {"count": 1, "hit_on": 6}, "faces": [6], "hits": 1, "purpose": "rally"}),
            "The Federal side rolls 1 die that hits on 6 for \"rally\": 6, 1 hit.",
        ),
        (
            json!({"event": "victory_claimed", "fact": 8, "side": "confederate", "condition": "nightfall"}),
            "The Confederate side claims that a victory condition is met: Darkness, and Gibbon holds (fact 8).",
        ),
        (
            json!({"event": "confirmed", "side": "federal", "facts": [7, 8, 9]}),
            "The Federal side confirms 3 declarations (facts 7 to 9).",
        ),
        (
            json!({"event": "confirmed", "side": "federal", "facts": [7]}),
            &format!("The Federal side confirms {volley}."),
        ),
        (
            fact("disputed", json!({"why": "the range was long"})),
            &format!("The Federal side disputes {volley}: \"the range was long\"."),
        ),
        (fact("insists", json!({"why": ""})), &format!("The Federal side insists on {volley}.")),
        (fact("withdrawn", json!({})), &format!("The Federal side withdraws {volley}, which is undone.")),
        (
            fact("amended", json!({"amend": {"count": 1, "hit_on": 5}, "hits": 0, "own_losses": 0})),
            &format!("The Federal side corrects {volley}: 1 die counts and a 5 or more hits; 0 hits now."),
        ),
        (fact("yielded", json!({})), &format!("The Federal side yields: {volley} stands.")),
        (
            fact("morale", json!({"card": "us_quickstep_1", "value": 2, "unit": "wi_2"})),
            &format!("The Federal side plays Quickstep for its morale value, to remove up to 2 hits from {volley}."),
        ),
        (
            fact("losses", json!({"unit": "wi_2", "hits": 3, "saved": 2, "lost": 1, "bases": 3})),
            "2nd Wisconsin loses 1 base to the volley of 4th Virginia and 5th Virginia (fact 7) and has 3 bases left.",
        ),
        (json!({"event": "unit_gone", "unit": "wi_2"}), "2nd Wisconsin is removed from the table."),
        (json!({"event": "passed", "side": "federal", "forced": false}), "The Federal side passes."),
        (
            json!({"event": "passed", "side": "federal", "forced": true}),
            "The Federal side has no card in its hand and must pass.",
        ),
        (
            json!({"event": "redrawn", "side": "federal", "count": 1, "hand": 6, "deck": 19}),
            "The Federal side redraws 1 card and holds 6, with 19 left in its deck.",
        ),
        (
            json!({"event": "smoke_removed", "side": "federal", "units": ["wi_2", "wi_7"]}),
            "The Federal side removes smoke from 2nd Wisconsin and 7th Wisconsin.",
        ),
        (
            json!({"event": "ended", "winner": "confederate", "how": "conditions", "condition": "federal_losses"}),
            "The Confederate side wins the battle: a victory condition is met (Gibbon is broken).",
        ),
        (
            json!({"event": "drawn", "side": "federal", "pile": "deck", "count": 6, "to": "hand"}),
            "The Federal side draws 6 cards from its deck into its hand.",
        ),
        (
            json!({"event": "shuffled", "side": "federal", "piles": ["deck"], "to": "deck"}),
            "The Federal side shuffles its deck.",
        ),
    ] {
        let (rules, position) = position();
        let moments = |event: Value| rules.moments(&position, &position, &facts(vec![event]));
        let said = match moments(event.clone()).first() {
            Some(moment) => moment.words.clone(),
            // What the index leaves out the report tells.
            None => words.to_owned(),
        };
        assert_eq!(said, words, "{event}");
        let page = report_text(vec![event.clone()]);
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        // Rules stand between the parts of some sentences.
        let plain: String = page.split(" [").map(|part| part.split_once(']').map_or(part, |(_, rest)| rest)).collect();
        assert!(plain.contains(&words), "no '{words}' in: {plain}");
    }
}

#[test]
fn a_turn_of_fire_reads_like_a_battle() {
    let rule = |rule: &str, mut event: Value| {
        event["rule"] = json!(rule);
        event
    };
    let page = report_text(vec![
        json!({"event": "turn", "rule": "The Sequence of Play", "turn": 6, "side": "confederate"}),
        json!({"event": "played", "rule": "x", "side": "confederate", "card": "cs_quickstep_1", "pile": "hand"}),
        json!({"event": "left", "rule": "x", "side": "confederate", "card": "cs_quickstep_1", "to": "discard"}),
        rule(
            "Modifying a Phase",
            json!({"event": "invoked", "side": "confederate", "phase": "fire", "cards": ["cs_quickstep_1"],
            "modify": "cs_exposed_position_2"}),
        ),
        rule(
            "LS-11",
            json!({"event": "volley", "fact": 8, "side": "confederate", "units": ["ga_26"], "target": "wi_7",
            "dice": {"count": 5, "hit_on": 5}, "faces": [1, 2, 3, 5, 6], "again": [5, 1, 6], "hits": 4, "purpose": "close range"}),
        ),
        rule("LS-13", json!({"event": "confirmed", "side": "federal", "facts": [7, 8]})),
        rule(
            "Morale Value",
            json!({"event": "morale", "side": "federal", "card": "us_cold_steel_1", "value": 2, "fact": 8, "unit": "wi_7"}),
        ),
        rule(
            "LS-11",
            json!({"event": "losses", "fact": 8, "side": "federal", "unit": "wi_7", "hits": 4, "saved": 2, "lost": 2, "bases": 5}),
        ),
        rule(
            "LS-12",
            json!({"event": "charged", "fact": 9, "side": "confederate", "unit": "ga_31", "target": "wi_7",
            "dice": {"count": 2, "hit_on": 4}, "faces": [4, 1], "losses": 1, "own_losses": 2, "disorder": true}),
        ),
        json!({"event": "drawn", "rule": "Redraw", "side": "federal", "pile": "deck", "count": 1, "to": "hand"}),
        rule("Redraw", json!({"event": "redrawn", "side": "federal", "count": 1, "hand": 6, "deck": 19})),
    ]);
    for words in [
        "In brief -------- - 7th Wisconsin loses 2 bases to the volley of 26th Georgia (fact 8) and has 5 bases left.",
        "26th Georgia fires at 7th Wisconsin, \"close range\": 4 hits (fact 8). [LS-11]",
        "Turn 6: the Confederate side",
        "The Confederate side invokes a fire phase with Quickstep [Playing Card(s) to Invoke a Phase] and modifies it with Exposed Position \
         (\"Roll the misses of one firing unit again\"). [Modifying a Phase]",
        "4 hits (fact 8). [LS-11]",
        "Dice 5 dice that hit on 5 or more; rolls 1, 2, 3, 5 and 6: 2 hits.",
        "Misses rolled again 3 dice that hit on 5 or more; rolls 5, 1 and 6: 2 hits.",
        "Hits 2 + 2 = 4.",
        "The Federal side confirms the volley of 4th Virginia and 5th Virginia at 2nd Wisconsin (fact 7) and the volley of 26th Georgia \
         at 7th Wisconsin (fact 8). [LS-13]",
        "Hits minus morale 4 hits - 2 = 2. [Morale Value]",
        "Bases minus losses 7 - 2 = 5.",
        "31st Georgia charges 7th Wisconsin and is disordered: 1 hit on 7th Wisconsin, 2 hits on 31st Georgia (fact 9). [LS-12]",
        "On 7th Wisconsin 2 dice that hit on 4 or more; rolls 4 and 1: 1 hit.",
        "On 31st Georgia 2 hits, as declared.",
        "redraws 1 card and holds 6",
        "The table",
        "2nd Wisconsin wi_2 Gibbon 4 of 6 (11, 7), north smoke",
        "us_4b Gibbon 3 of 3 (21.5, 3.8),",
        "Staunton Artillery staunton Shumaker 0 of 2 off the table removed",
        "Confederate Gibbon is broken the enemy has lost 20 2 of 20 bases bases",
        "Deck 20 7",
        "Bases lost 2 2",
    ] {
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(&words), "no '{words}' in: {page}");
    }
    assert_eq!(page.matches("is a reconstruction").count(), 1, "{page}");
    assert!(!page.contains("draws 1 card from") && !page.contains("leaves the table"), "{page}");
}

#[test]
fn questions_and_answers_in_words() {
    let (rules, mut position) = position();
    let (federal, confederate) = (Side::Federal.id(), Side::Confederate.id());
    let mut ask = |side: &adjutant_core::document::Id, question: Value| {
        let question: Question = serde_json::from_value(question).expect("a question");
        position.pending =
            Some(Pending::Answer { side: side.clone(), id: "q-1".to_owned(), rule: "LS-13".to_owned(), question });
        rules.asked(&position).expect("words").0
    };
    assert_eq!(
        ask(&federal, json!({"confirm": {"facts": [7]}})),
        "The Federal side confirms or disputes what the Confederate side has declared: the volley of 4th Virginia and 5th Virginia at \
         2nd Wisconsin (fact 7): 4 dice that hit on 4 or more, 3 hits."
    );
    assert_eq!(
        ask(&federal, json!({"interrupt": {"moment": "fire", "action": {"units": ["danville"], "target": "wi_2"}}})),
        "The Confederate side has invoked a fire phase. It declares: Danville Artillery targets 2nd Wisconsin. The Federal side may \
         interrupt with a card that it holds, once a turn."
    );
    assert_eq!(
        ask(&federal, json!({"morale": {"hits": [{"fact": 7, "unit": "wi_2", "hits": 3}]}})),
        "The Federal side may play cards that it holds for their morale values to remove hits: 3 hits on 2nd Wisconsin from \
         the volley of 4th Virginia and 5th Virginia (fact 7)."
    );
    assert!(
        ask(&confederate, json!({"disputed": {"fact": 7, "why": "too far"}}))
            .ends_with("3 hits: \"too far\". The Confederate side may withdraw it, correct it or insist.")
    );
    assert!(
        ask(&federal, json!({"insisted": {"fact": 7, "why": ""}}))
            .ends_with("3 hits. The Federal side may yield or insist.")
    );
    let corrected = ask(&federal, json!({"insisted": {"fact": 7, "why": "", "corrected": true}}));
    assert!(corrected.starts_with("The Confederate side has corrected the volley of"), "{corrected}");
    let answer = |answer: Value| rules.answer_words(&position, &serde_json::from_value(answer).expect("an answer"));
    assert_eq!(
        answer(json!({"interrupt": {"card": "us_bad_fuses_1", "unit": "danville"}})),
        "interrupt with Bad Fuses, on Danville Artillery"
    );
    assert_eq!(
        answer(json!({"accept": {"morale": [{"card": "Quickstep", "fact": 7}]}})),
        "confirm everything, and for morale play Quickstep against the hits of the volley of 4th Virginia and 5th Virginia at \
         2nd Wisconsin (fact 7)"
    );
    let said = rules.standing_words(&serde_json::from_value::<Standing>(json!({"morale": "pass"})).expect("orders"));
    assert_eq!(said[1], "Plays no cards for their morale values.");
    assert_eq!(
        rules.outcome_words(&json!({"winner": "federal", "how": "no_cards"}), None),
        "the Federal side wins: the enemy has passed with no cards in its deck and discards"
    );
}

#[test]
fn refusals_speak_to_the_player_and_to_everybody() {
    let rules = Longstreet::shipped();
    let all: Vec<Refusal> = serde_json::from_value(json!([
        {"no_such_card": {"card": "Greek Fire"}}, {"not_in_hand": {"card": "us_quickstep_1"}}, {"twice": {"card": "us_quickstep_1"}},
        {"wrong_count": {"cards": 3}}, {"wrong_symbol": {"card": "us_quickstep_1", "symbol": "fire"}}, {"already_modified": {"symbol": "combat"}},
        {"wrong_moment": {"card": "us_bad_fuses_1", "moment": "charge"}}, "too_late_to_reshuffle", {"phase_over": {"phase": "fire"}},
        {"phase_over": {"phase": "status"}}, {"not_invoked": {"phase": "combat"}}, {"no_such_unit": {"unit": "nobody"}},
        {"unit_gone": {"unit": "wi_2"}}, {"not_own": {"unit": "va_4"}}, {"not_enemy": {"unit": "wi_2"}}, {"unit_twice": {"unit": "wi_2"}},
        "no_units", {"has_fired": {"unit": "wi_2"}}, {"has_moved": {"unit": "wi_2"}}, {"has_charged": {"unit": "wi_2"}},
        {"no_ammunition": {"unit": "wi_2"}}, {"barred": {"unit": "wi_2", "card": "cs_old_rivals_1"}}, "one_card", "no_reroll", "bad_dice",
        "dice_and_losses", "bad_words", {"off_table": {"east": 400, "north": -1}}, {"nothing_marked": {"unit": "wi_2"}},
        {"no_claim": {"condition": "federal_losses"}}, "passed_before", "last_cards", "no_command_choice",
        {"interrupted": {"card": "cs_old_rivals_1"}}]))
    .expect("refusals");
    for refusal in &all {
        let (own, public) = (refusal.to_owner(&rules, Side::Federal), refusal.to_everyone(&rules, Side::Federal));
        for said in [&own.message, &public, &own.advice.clone().unwrap_or_default()] {
            assert!(!said.is_empty() && !said.contains(['_', '{']) && !said.ends_with('.'), "{said}");
        }
        assert!(!public.contains("you"), "{public}");
    }
    let own = |n: usize| all[n].to_owner(&rules, Side::Federal).message;
    assert_eq!(own(1), "Quickstep is not in your hand");
    assert_eq!(all[1].to_everyone(&rules, Side::Federal), "Quickstep is not in the Federal side's hand");
    assert_eq!(own(6), "Bad Fuses does not interrupt when charges are declared");
    assert_eq!(own(21), "2nd Wisconsin is stopped by Old Rivals");
}

#[test]
fn the_table_as_text_and_what_it_says_of_things() {
    let (rules, position) = position();
    let page = |what: Show| text::write(&rules.show(&position, &what).expect("a page"));
    let map = page(Show::Map(MapView::within(60)));
    // 7th Wisconsin stands in the line of Brawner's Woods, 4th Virginia to the north of 2nd Wisconsin.
    let row =
        |sign: &str| map.lines().position(|line| line.contains(sign)).unwrap_or_else(|| panic!("no {sign} in\n{map}"));
    assert!(row("av") < row("A^") && map.contains("C^") && map.contains('w') && map.contains('='), "{map}");
    let key = map.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(key.contains("A 2nd Wisconsin, B 19th Indiana") && !key.contains("j Staunton"), "{map}");
    for (what, words) in [
        ("2nd Wisconsin", "4 of 6"),
        ("2nd Wisconsin", "O'Connor"),
        ("Warrenton Turnpike", "(0, 3) and (30, 4.5)"),
        ("Gibbon is broken", "2 of 20 bases"),
        ("2nd Wisconsin", "Id wi_2"),
        (
            "Quickstep",
            "3 unseen, in its hand, deck, discards or removed cards: us_quickstep_1, us_quickstep_2, us_quickstep_3",
        ),
        ("Quickstep", "Your infantry may move half as far again. (a reconstruction)"),
        ("us_bad_fuses_2", "immediately after a fire phase is invoked"),
    ] {
        let said = page(Show::Place(what.to_owned())).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(words), "no '{words}' in: {said}");
    }
    // A card of another year is not of this battle, and one near it is offered.
    let none = rules.show(&position, &Show::Place("Repeaters".to_owned())).expect_err("no such card in 1862");
    assert!(none.message.contains("Repeaters"), "{none:?}");
    let standard = |field: &str, written: &str| rules.standard(&position.game, field, written).map(|(value, _)| value);
    assert_eq!(standard("unit", "2nd Wisconsin"), Some(json!("wi_2")));
    assert_eq!(standard("card", "Old Rivals"), Some(json!("old_rivals")));
    assert_eq!(standard("why", "2nd Wisconsin"), None);
}

#[test]
fn what_is_counted_and_who_is_followed() {
    let (rules, position) = position();
    let tallies: Vec<(&str, [i64; 2])> =
        rules.tallies(&position).into_iter().map(|tally| (tally.title, tally.values)).collect();
    assert_eq!(
        tallies,
        [
            // 4 of 24 turns for the Federal side, 2 of 20 bases for the Confederate side.
            ("Progress toward victory (%)", [16, 10]),
            ("Bases lost", [2, 2]),
            ("Bases on the table", [40, 33]),
            ("Units on the table", [8, 9]),
            ("Hand", [5, 4]),
            ("Deck", [20, 7]),
            ("Discards", [18, 30]),
            ("Removed cards", [0, 6]),
        ]
    );
    assert_eq!(
        rules.current_winner(&position).expect("a sentence"),
        "The Federal side: Jackson's first line is broken (2 of 18 bases) or Darkness, and Gibbon holds (4 of 24 turns); the Confederate \
         side: Gibbon is broken (2 of 20 bases)."
    );
    assert_eq!(rules.whereabouts(&position).len(), 17);
    let lost = json!({"event": "losses", "rule": "LS-11", "fact": 7, "side": "federal", "unit": "wi_2", "hits": 3, "saved": 0, "lost": 3, "bases": 1});
    let moment = rules.moments(&position, &position, &facts(vec![lost])).remove(0);
    assert_eq!((moment.peak.as_deref(), moment.weight), (Some("2nd Wisconsin"), 3));
    assert!(moment.at.is_some());
    let words = rules.event_text(&position, &json!({"event": "unit_gone", "unit": "wi_2"}), &mut Rolls::default());
    assert_eq!(words.expect("words").people, ["2nd Wisconsin"]);
    let card = rules.card_words(&position, &Side::Federal.id(), "us_confusion_1");
    assert_eq!(card, "Confusion (red interrupt, morale 1)");
}

#[test]
fn a_draft_has_examples_with_cards_by_their_titles() {
    let (rules, mut position) = position();
    position.game.phase = Phase::Choice;
    let notes = rules.draft_notes(&position, &Side::Confederate.id(), None);
    let page = notes.join("\n");
    for words in [
        "- {fire: {card: \"At the Double\"}}  # invoke a fire phase with At the Double",
        "after_fire: [{card: cs_bad_fuses_1, when: {by: {kinds: [artillery]}, at: {wings: [left]}}}]",
        "# you play Bad Fuses (cs_bad_fuses_1), if the enemy acts with artillery against your units on the left",
        "cards: 2, for: {brigades: [Baylor]}",
        "(at most 2 cards, for units of Baylor)",
        "  Baylor: va_4 4th Virginia, va_5 5th Virginia, va_2 2nd Virginia, va_33 33rd Virginia",
        "  Gibbon: wi_2 2nd Wisconsin, in_19 19th Indiana",
        "confirm: accept",
    ] {
        assert!(page.contains(words), "no '{words}' in:\n{page}");
    }
    // Whatever is shown there may be written there.
    for window in rules.advance_questions(&position.game, &Side::Confederate.id()) {
        let line = notes.iter().find_map(|line| line.trim().strip_prefix(&format!("{window}: ")));
        let example = line.and_then(|line| line.split("  # ").next()).unwrap_or_else(|| panic!("no {window}"));
        let read =
            read("draft", format!("choice: {example}\n").as_bytes(), Form::Draft).expect("an example that reads");
        let refused = rules.refuse_advance(&position.game, &Side::Confederate.id(), window, &read.content["choice"]);
        assert_eq!(refused, None, "{line:?}");
    }
    let mark: Mark =
        serde_json::from_value(json!({"unit": "wi_2", "to": Spot { east: 1, north: 2, facing: 90 }})).expect("a mark");
    let order = longstreet::orders::Order::Mark(mark);
    let said = rules.order_words(&position, &Side::Federal.id(), &order);
    assert_eq!(said, "note that 2nd Wisconsin goes to (0.1, 0.2) facing east");
}
