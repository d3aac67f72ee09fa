//! A prepared step: its report, event by event.

use adjutant_core::engine::{OwnCards, Position, Ruleset};
use adjutant_core::report::model::{MapView, Show, StepFacts};
use adjutant_core::report::text_builder::{Rolls, flat};
use adjutant_core::report::{Chances, Kind, OrderOdds, Present, text};
use dixie::Dixie;
use serde_json::{Value, json};

/// A position of First Bull Run: the CSA has engaged the USA Right, and the USA's other cards lie face down.
pub fn position() -> (Dixie, Position<Dixie>) {
    let rules = Dixie::shipped();
    let digest = "5a".repeat(32);
    let given = json!({"scenario": "first_bull_run", "options": {"advanced": true}, "active": "usa",
        "turn": 4, "side": "usa", "phase": "combat",
        "places": {
            "usa_left": {"defender": "usa", "cards": {"usa": [{"card": "card-1", "laid": true}, {"card": "card-2", "laid": true}]}},
            "usa_center": {"defender": "usa", "cards": {"usa": [{"card": "usa_griffin"}]}},
            "usa_right": {"defender": "usa", "cards": {"usa": [{"card": "me_2", "hits": 1}, {"card": "ct_1"}],
                "csa": [{"card": "csa_jackson"}, {"card": "va_33"}]}},
            "csa_left": {"defender": "csa"},
            "csa_center": {"defender": "csa", "cards": {"csa": [{"card": "ga_8"}]}},
            "csa_right": {"defender": "csa"}},
        "cards": {"sides": {
            "usa": {"piles": {"hand": 9, "deck": 12, "set": 77, "lost": ["ny_69"]},
                "laid": {"card-1": {"under": digest}, "card-2": {"under": digest}}, "lays": 2},
            "csa": {"piles": {"hand": 10, "deck": 15, "set": 60, "lost": []}}}}});
    let position = rules.case(&given).expect("a position");
    (rules, position)
}

/// A general and a regiment of the CSA by their ids in the pack.
fn fired(side: &str, card: &str, at: [&str; 2], range: &str, faces: &[u64], hits: u8, dice: Value) -> Value {
    json!({"event": "fired", "rule": "7.2", "side": side, "card": card, "from": at[0], "at": at[1], "range": range,
        "dice": dice, "firepower": 2, "faces": faces, "hits": hits})
}

fn facts(events: Vec<Value>) -> StepFacts {
    StepFacts { step: 7, rolls: Vec::new(), events, reader: None }
}

/// The report of events on one line.
fn report_text(events: Vec<Value>) -> String {
    let (rules, position) = position();
    let page = text::write(&rules.report(&position, &position, &facts(events)));
    page.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An event in its sentence, as the default words have it where the game has none.
fn sentence(event: &Value) -> String {
    let (rules, position) = position();
    match rules.event_text(&position, event, &mut Rolls::default()) {
        Some(told) if told.heading.is_some() => told.heading.unwrap_or_default(),
        Some(told) => told.text.flat(),
        None => {
            let report = rules.report(&position, &position, &facts(vec![event.clone()]));
            let words = report.sections.iter().filter(|section| section.heading.ends_with("continued"));
            let blocks = words.flat_map(|section| &section.blocks);
            blocks
                .map(
                    |block| {
                        if let adjutant_core::report::Block::Paragraph(text) = block {
                            flat(text)
                        } else {
                            String::new()
                        }
                    },
                )
                .collect()
        }
    }
}

#[test]
fn every_event_is_a_sentence() {
    let moved = |from: &str, to: &str, rule: &str| json!({"event": "moved", "rule": rule, "side": "usa", "card": "card-7", "from": from, "to": to});
    let check = |why: &str, passed: bool| {
        json!({"event": "check", "rule": "6.0", "side": "usa", "card": "me_2", "place": "usa_right", "why": why,
        "value": [["me_2", 3]], "faces": [5], "passed": passed})
    };
    let gone = |because: &str| json!({"event": "eliminated", "side": "usa", "card": "me_2", "place": "usa_right", "because": because});
    for (event, words) in [
        (json!({"event": "turn", "turn": 5, "day": 1, "side": "csa"}), "Battle Turn 5: the CSA"),
        (
            json!({"event": "deployed", "side": "usa", "cards": {"usa_left": 3, "usa_center": 4}}),
            "The USA deploys 7 cards: 3 in the USA Left and 4 in the USA Center.",
        ),
        (
            json!({"event": "returned", "side": "usa", "card": "me_2", "place": "usa_left"}),
            "2nd Maine (infantry 3) may not stand in the USA Left and goes to the Reserve.",
        ),
        (gone("routed"), "2nd Maine (infantry 3) of the USA routs and is out of play in the USA Right."),
        (
            gone("hits"),
            "2nd Maine (infantry 3) of the USA has taken more hits than its CV and is eliminated in the USA Right.",
        ),
        (
            gone("alone"),
            "2nd Maine (infantry 3) of the USA is engaged without troops and is eliminated in the USA Right.",
        ),
        (gone("decoy"), "2nd Maine (infantry 3) of the USA is a decoy and is eliminated in the USA Right."),
        (check("hits", false), "The USA checks morale after hits in the USA Right: 2nd Maine routs."),
        (check("melee", true), "The USA checks morale after hits in melee in the USA Right: 1 card passes."),
        (
            check("force_march", false),
            "The USA checks morale to force-march in the USA Right: 2nd Maine does not move.",
        ),
        (
            check("outflanking", false),
            "The USA checks morale to outflank in the USA Right: 2nd Maine stays in the Reserve.",
        ),
        (
            fired("csa", "va_33", ["usa_right", "usa_right"], "short", &[1, 2, 6], 2, json!([["va_33", 3]])),
            "The CSA fires at the USA in the USA Right, at short range: 2 hits.",
        ),
        (
            json!({"event": "held_fire", "side": "usa", "card": "me_2", "place": "usa_right", "because": "ammunition"}),
            "2nd Maine (infantry 3) in the USA Right does not fire: it is low on ammunition.",
        ),
        (
            json!({"event": "hit", "side": "usa", "card": "me_2", "place": "usa_right", "hits": 1, "now": 2}),
            "The USA takes 1 hit in the USA Right.",
        ),
        (
            json!({"event": "wasted", "side": "usa", "place": "usa_right", "hits": 2}),
            "The USA has no card left in the USA Right to take 2 hits.",
        ),
        (
            json!({"event": "special", "side": "usa", "card": "usa_ford_1", "effect": "ford", "place": "csa_left"}),
            "The USA plays Ford on the CSA Left: the Movement Limit there rises by 1.",
        ),
        (
            json!({"event": "covered", "side": "usa", "place": "usa_right", "hits": 1}),
            "The USA takes cover in the USA Right and is spared 1 hit.",
        ),
        (
            json!({"event": "rallied", "side": "usa", "card": "ny_69"}),
            "69th New York (infantry 4) rallies and goes to the Reserve.",
        ),
        (
            json!({"event": "melee", "side": "csa", "place": "usa_right", "round": 1}),
            "The CSA declares a melee in the USA Right.",
        ),
        (
            json!({"event": "melee", "side": "csa", "place": "usa_right", "round": 2}),
            "The melee in the USA Right goes to a second round.",
        ),
        (
            json!({"event": "leaves_melee", "side": "csa", "place": "usa_right", "must": true}),
            "The CSA has to leave the melee in the USA Right.",
        ),
        (
            moved("reserve", "usa_left", "8.0"),
            "A face-down card (card-7) of the USA moves from the Reserve to the USA Left.",
        ),
        (
            moved("usa_center", "csa_center", "8.1"),
            "A face-down card (card-7) of the USA engages the CSA Center from the USA Center.",
        ),
        (
            json!({"event": "disorganized", "side": "usa", "place": "usa_left", "over": 1}),
            "The USA overstacks the USA Left by 1 card: its cards there check their morale.",
        ),
        (json!({"event": "captured", "side": "csa", "place": "usa_right"}), "The CSA captures the USA Right."),
        (json!({"event": "reinforced", "side": "usa", "count": 2}), "The USA draws 2 reinforcements into its Reserve."),
        (json!({"event": "day_ends", "day": 1}), "Day 1 ends"),
        (json!({"event": "night", "side": "usa", "count": 12}), "The USA draws 12 cards into its Reserve overnight."),
        (
            json!({"event": "ohio", "count": 9}),
            "The Army of the Ohio arrives in place of the USA's remaining reinforcements: 9 cards.",
        ),
        (
            json!({"event": "ended", "winner": "csa", "how": "occupation"}),
            "The CSA wins the battle: it occupies as many enemy positions as it needs.",
        ),
        (
            json!({"event": "ended", "how": "stalemate"}),
            "The battle is drawn: for six Battle Turns nobody has fired, fought a melee, engaged or drawn a card.",
        ),
        (
            json!({"event": "shuffled", "side": "usa", "piles": ["set"], "to": "set"}),
            "The USA shuffles its unused cards.",
        ),
        (
            json!({"event": "shuffled", "side": "usa", "piles": ["set", "later"], "to": "set"}),
            "The USA shuffles its cards of later days into its unused cards.",
        ),
        (
            json!({"event": "drawn", "side": "usa", "pile": "deck", "count": 18, "to": "hand"}),
            "The USA draws 18 cards from its Reinforcement deck into its Reserve.",
        ),
        (
            json!({"event": "looked", "side": "usa", "pile": "deck", "count": 1}),
            "The USA looks at the top card of its Reinforcement deck.",
        ),
        (
            json!({"event": "picked", "side": "usa", "pile": "hand", "count": 1, "to": "lost"}),
            "The USA moves 1 random card from its Reserve to its cards out of play.",
        ),
        (
            json!({"event": "dealt", "side": "usa", "pile": "set", "count": 30, "to": "deck"}),
            "The USA moves 30 unseen cards from its unused cards to its Reinforcement deck.",
        ),
        (
            json!({"event": "played", "side": "usa", "card": "me_2", "pile": "hand"}),
            "The USA plays 2nd Maine (infantry 3) from its Reserve.",
        ),
        (
            json!({"event": "laid", "side": "usa", "id": "card-7", "pile": "hand"}),
            "The USA lays a face-down card (card-7) from its Reserve.",
        ),
        (
            json!({"event": "turned_up", "side": "usa", "id": "card-7", "choice": "me_2"}),
            "The USA reveals card-7: 2nd Maine (infantry 3).",
        ),
        (
            json!({"event": "turned_up", "side": "usa", "id": "before-1", "choice": {"pass": {}}}),
            "The USA reveals its answer in advance (before).",
        ),
        // It was told when the card left its position; and a claim follows from what is ordered or answered.
        (json!({"event": "left", "side": "usa", "id": "card-7", "to": "hand"}), ""),
        (json!({"event": "claimed", "side": "usa", "claim": {}}), ""),
        (
            json!({"event": "stays_back", "side": "usa", "card": "card-7", "place": "usa_left", "face": 5}),
            "A face-down card (card-7) rolls 5, does not outflank the USA Left, and stays in the Reserve.",
        ),
        (
            json!({"event": "lied", "side": "usa", "id": "card-7", "choice": "me_2"}),
            "The USA reveals card-7 as 2nd Maine (infantry 3), which cannot lie there.",
        ),
    ] {
        assert_eq!(sentence(&event), words, "{event}");
    }
    for event in [
        json!({"event": "water_removed", "side": "usa", "card": "me_2", "place": "usa_left", "face": 2}),
        json!({"event": "sharpshot", "side": "usa", "target": "csa_jackson", "place": "usa_right", "face": 2, "hit": true}),
        json!({"event": "terrain", "side": "usa", "card": "me_2", "place": "usa_left"}),
        json!({"event": "commander", "side": "usa", "card": "me_2"}),
    ] {
        let said = sentence(&event);
        assert!(said.ends_with('.') && !said.contains(['_', '{']), "{said}");
    }
}

#[test]
fn fire_is_an_audit_that_adds_up() {
    let at = ["usa_right", "usa_right"];
    let hit = |card: &str, now: u8| json!({"event": "hit", "rule": "7.3", "side": "usa", "card": card, "place": "usa_right", "hits": 1, "now": now});
    let page = report_text(vec![
        fired("csa", "va_33", at, "short", &[1, 2, 6], 2, json!([["va_33", 3]])),
        fired("csa", "va_2", at, "short", &[1, 4], 1, json!([["va_2", 3], ["me_2", -1]])),
        hit("me_2", 2),
        hit("ct_1", 1),
        json!({"event": "wasted", "rule": "7.3", "side": "usa", "place": "usa_right", "hits": 1}),
        json!({"event": "check", "rule": "6.0", "side": "usa", "card": "me_2", "place": "usa_right", "why": "hits", "value": [["me_2", 3], ["letter", 1]],
            "faces": [2, 5], "passed": false}),
        json!({"event": "eliminated", "rule": "6.0", "side": "usa", "card": "me_2", "place": "usa_right", "because": "routed"}),
        json!({"event": "left", "rule": "6.0", "side": "usa", "card": "me_2", "to": "lost"}),
    ]);
    for words in [
        "In brief -------- - The CSA fires at the USA in the USA Right, at short range: 3 hits.",
        "- The USA checks morale after hits in the USA Right: 2nd Maine routs.",
        "33rd Virginia 3 dice; F2 hits on 1-2; rolls 1, 2 and 6: 2 hits.",
        "= 2 dice; F2 hits on 1-2; rolls 1 and 4: 1 hit.",
        "Hits by the CSA 2 + 1 = 3.",
        "Hits taken 2nd Maine 1 (2 now) and 1st Connecticut 1: 2 hits in all.",
        "No card left to take 1 hit.",
        "2nd Maine 2nd Maine 3 + morale letter 1 = morale 4; rolls 2 and 5: routs.",
        "The line of battle",
        "Reserve 9 10",
        "Reinforcement deck 12 15",
    ] {
        assert!(page.contains(words), "no '{words}' in: {page}");
    }
    assert_eq!(page.matches("are a reconstruction").count(), 1, "{page}");
    assert!(!page.contains("leaves the table") && !page.contains("Still to be taken"), "{page}");
}

#[test]
fn moves_of_several_cards_are_one_sentence_and_a_deployment_too() {
    let moved = |card: &str| json!({"event": "moved", "rule": "8.0", "side": "usa", "card": card, "from": "reserve", "to": "usa_left"});
    let laid = |id: &str| json!({"event": "laid", "rule": "8.0", "side": "usa", "id": id, "pile": "hand"});
    let page = report_text(vec![laid("card-3"), moved("card-3"), laid("card-4"), moved("card-4"), moved("oh_1")]);
    let said = "1st Ohio (infantry 3) and 2 face-down cards (card-3, card-4) of the USA move from the Reserve to the USA Left. [8.0]";
    assert!(page.contains(said) && !page.contains("lays"), "{page}");
    let engages = |card: &str| json!({"event": "moved", "rule": "8.1", "side": "csa", "card": card, "from": "csa_center", "to": "usa_center"});
    let page = report_text(vec![engages("va_33"), engages("va_2")]);
    assert!(
        page.contains("2nd Virginia (infantry 3) of the CSA engage the USA Center from the CSA Center. [8.1]"),
        "{page}"
    );
    let page = report_text(vec![
        laid("card-5"),
        json!({"event": "claimed", "rule": "3.2", "side": "usa", "claim": {}}),
        json!({"event": "deployed", "rule": "3.2", "side": "usa", "cards": {"usa_left": 1}}),
    ]);
    assert!(page.contains("The USA deploys 1 card: 1 in the USA Left. [3.2]") && !page.contains("lays"), "{page}");
}

#[test]
fn the_table_as_text_and_what_it_says_of_a_card() {
    let (rules, position) = position();
    let page = |what: Show| text::write(&rules.show(&position, &what).expect("a page"));
    let map = page(Show::Map(MapView::within(80)));
    for words in [
        "CSA Right [nobody]",
        "USA Right [engaged]",
        "USA i 3 2nd Maine *",
        "USA ? card-1",
        "CSA g",
        "USA a F1/F3 2 Griffin's",
        "-----",
    ] {
        assert!(map.contains(words), "no '{words}' in:\n{map}");
    }
    // The USA's left is on the left, and opposite the CSA's right.
    let line = |words: &str| map.lines().find(|line| line.contains(words)).expect("a line").to_owned();
    assert_eq!(line("CSA Right [").find("CSA Left"), line("USA Left [").find("USA Right"));
    // Too narrow for columns: a position below the other.
    let narrow = page(Show::Map(MapView::within(40)));
    assert!(narrow.lines().filter(|line| line.contains("USA")).all(|line| line.chars().count() <= 78), "{narrow}");
    let card = page(Show::Place("2nd Maine".to_owned()));
    assert!(card.contains("infantry 3") && card.contains("the USA Right") && card.contains("Hits"), "{card}");
    let special = page(Show::Place("usa_cover_1".to_owned()));
    assert!(special.contains("takes away one hit"), "{special}");
    let place = page(Show::Place("USA Left".to_owned()));
    assert!(place.contains("2 face down (card-"), "{place}");
}

#[test]
fn what_is_counted_and_who_is_followed() {
    let (rules, position) = position();
    let tallies: Vec<(&str, [i64; 2])> =
        rules.tallies(&position).into_iter().map(|tally| (tally.title, tally.values)).collect();
    assert_eq!(
        tallies,
        [("Positions", [2, 1]), ("CV lost", [4, 0]), ("Troop cards in line", [5, 2]), ("Reserve", [9, 10])]
    );
    assert_eq!(
        rules.current_winner(&position).expect("a sentence"),
        "The USA occupies no enemy position (it needs 2 to win); the CSA occupies no enemy position (it needs 2 to win)."
    );
    let names: Vec<String> = rules.whereabouts(&position).into_iter().map(|one| one.name).collect();
    assert_eq!(names.len(), 6, "{names:?}");
    let moments = rules.moments(
        &position,
        &position,
        &facts(vec![json!({"event": "captured", "rule": "10.4", "side": "csa", "place": "usa_right"})]),
    );
    assert_eq!((moments[0].kind, moments[0].rules.join("")), (Kind::Control, "10.4".to_owned()));
    assert!(moments[0].at.is_some());
}

#[test]
fn odds_of_fire_and_warnings() {
    let (rules, position) = position();
    let usa = dixie::side::Side::Usa.id();
    let order = |order: Value| serde_json::from_value(order).expect("an order");
    let fire = order(json!({"fire": {"cards": ["me_2"]}}));
    let Ok(OrderOdds::Chances(Chances { blocks, data: value, .. })) = rules.odds(&position, &usa, None, &fire) else {
        panic!("no odds")
    };
    // Three dice of F2: 8, 12, 6 and 1 of 27.
    assert_eq!(value["hits"][1], json!({"n": "4", "of": "9"}));
    let said = format!("{blocks:?}");
    assert!(
        said.contains("44.4% (4 in 9)")
            && said.contains("With 1 hit, 33rd Virginia of the CSA passes its morale check: "),
        "{said}"
    );
    let melee = order(json!({"melee": {"place": "usa_right"}}));
    let Ok(OrderOdds::Chances(Chances { data: value, .. })) = rules.odds(&position, &usa, None, &melee) else {
        panic!("no odds")
    };
    assert_eq!(value["csa"].as_array().map(Vec::len), Some(3));
    let wrong = order(json!({"fire": {"cards": ["oh_2"]}}));
    assert!(rules.odds(&position, &usa, None, &wrong).is_err());
    let end = order(json!({"end_turn": {}}));
    let warned = rules.warnings(&position, &usa, None, &[end]);
    assert!(warned[0].message.contains("2nd Maine (infantry 3) and 1st Connecticut"), "{warned:?}");
    // Five cards stand where four may.
    let mut crowded = position.clone();
    for card in ["oh_1", "oh_2", "ct_2", "ct_3", "mi_4"] {
        let placed = dixie::ledger::Placed { card: card.to_owned(), hits: 0, did: None, laid: false };
        crowded.game.add_card(dixie::side::Side::Usa, dixie::place::Place::UsaLeft, placed);
    }
    let end = order(json!({"end_turn": {}}));
    let warned = rules.warnings(&crowded, &usa, None, &[end]);
    assert!(warned[0].message.starts_with("leaves the USA Left overstacked by"), "{warned:?}");
    // The guns leave the center, and the enemy stands across.
    let march = order(json!({"move": {"cards": ["usa_griffin"], "path": ["reserve"]}}));
    let warned = rules.warnings(&position, &usa, None, &[march]);
    assert!(warned[0].message.contains("leaves the USA Center without troops"), "{warned:?}");
}

#[test]
fn orders_answers_and_refusals_in_words() {
    let (rules, position) = position();
    let usa = dixie::side::Side::Usa.id();
    let order = |order: Value| rules.order_words(&position, &usa, &serde_json::from_value(order).expect("an order"));
    assert_eq!(
        order(json!({"fire": {"cards": ["usa_griffin"], "at": "csa_center", "until_hits": 2}})),
        "fire with Griffin's Battery (artillery F1/F3 2) at the CSA Center, until 2 hits are scored"
    );
    assert_eq!(
        order(json!({"move": {"cards": ["card-1"], "path": ["reserve", "usa_right"]}})),
        "move a face-down card (card-1) to the Reserve and on to the USA Right"
    );
    let mut at_shiloh = position.clone();
    at_shiloh.game.edition = dixie::pack::Edition::Shiloh;
    assert!(rules.when(&at_shiloh).words.starts_with("Shiloh, Battle Turn 4, Day 1, the USA"));
    for order in rules.legal(&position, &usa, None) {
        let said = rules.order_words(&position, &usa, &order);
        assert!(!said.contains(['_', '{']) && !said.contains("no card"), "{said}");
    }
    let refusals =
        serde_json::from_value::<Vec<dixie::events::Refusal>>(json!([{"not_played": {"option": "counter_battery"}},
        {"not_adjacent": {"from": "usa_left", "to": "back_center"}}, {"not_in_reserve": {"card": "me_2"}}]))
        .expect("refusals");
    let said: Vec<String> = refusals.iter().map(|one| one.to_everyone(&rules, dixie::side::Side::Usa)).collect();
    assert_eq!(
        said,
        [
            "this match is played without counter battery",
            "no move leads from the USA Left to the Center-Back",
            "2nd Maine is not in the USA's Reserve"
        ]
    );
    let own = refusals[2].to_owner(&rules, dixie::side::Side::Usa).message;
    assert_eq!(own, "2nd Maine is not in your Reserve");
    assert_eq!(
        rules.outcome_words(&json!({"winner": "csa", "how": "envelopment"}), None),
        "the CSA wins: it enfilades a vacant enemy position"
    );
}

#[test]
fn a_draft_says_what_the_specials_in_the_reserve_do() {
    let (rules, position) = position();
    let hand = ["usa_cover_1", "usa_ford_1", "usa_ford_2", "oh_2"].map(|card| Some(card.to_owned())).to_vec();
    let piles = [("hand".to_owned(), hand)].into_iter().collect();
    let own = OwnCards { piles, ..OwnCards::default() };
    let usa = dixie::side::Side::Usa.id();
    let notes = rules.draft_notes(&position, &usa, Some(&own));
    let at = notes.iter().position(|line| line.starts_with("What your specials do")).expect("a heading");
    assert!(notes[at + 1].starts_with("  Cover: before enemy fire"), "{notes:?}");
    assert!(notes[at + 2].starts_with("  Ford: in your Move Phase"), "{notes:?}");
    assert!(notes[at + 3].is_empty(), "{notes:?}");
    // Who deploys is offered deployments of his own cards, and warned of positions that he leaves empty.
    let mut first = position.clone();
    (first.game.phase, first.game.turn) = (dixie::ledger::Phase::Deployment, 0);
    first.game.places.values_mut().for_each(|place| place.cards.clear());
    let page = rules.draft_notes(&first, &usa, Some(&own)).join("\n");
    assert!(page.contains("- {deploy: {cards: {usa_left: [oh_2]"), "{page}");
    assert!(!page.contains("deploy no card"), "{page}");
    let none = serde_json::from_value(json!({"deploy": {"cards": {}}})).expect("an order");
    let warned = rules.warnings(&first, &usa, None, &[none]);
    assert!(warned[0].message.contains("the USA Left, the USA Center and the USA Right"), "{warned:?}");
    let meant = rules.suggest(&first.game, "path", "csa_right");
    assert_eq!(meant.as_deref(), Some("write a list in brackets: [csa_right]"));
    // Without a special there is nothing to say.
    let plain = rules.draft_notes(&position, &usa, Some(&OwnCards::default()));
    assert!(!plain.iter().any(|line| line.contains("specials do")), "{plain:?}");
}
