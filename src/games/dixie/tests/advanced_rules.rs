//! The advanced rules (13.0), custom decks (14.0) and the days of battle (15.0), each by its case.

use crate::support::{TestPosition, fire};
use dixie::events::Refusal;
use dixie::ledger::EndReason;
use dixie::place::Place;
use dixie::sequence::Stage;
use dixie::side::Side::{self, Csa, Usa};
use serde_json::{Value, json};

fn advanced(side: Side) -> TestPosition {
    TestPosition::new("first_bull_run", json!({"advanced": true, "scouting": true, "decoys": true}), side)
}

/// A rule that the charter does not have is refused by its case.
#[test]
fn rules_that_are_not_played() {
    let field = || {
        TestPosition::new("first_bull_run", json!({}), Csa)
            .put(Csa, Place::UsaLeft, &["nc_11"])
            .put(Usa, Place::UsaLeft, &["me_2"])
            .put(Csa, Place::CsaRight, &["va_cav_1"])
            .put(Usa, Place::UsaCenter, &["ct_1"])
            .put(Csa, Place::CsaCenter, &["sc_2", "csa_kemper"])
    };
    for (order, rule) in [
        (json!({"melee": {"place": "usa_left"}}), "13.2"),
        (json!({"outflank": {"cards": ["sc_3"], "place": "usa_left"}}), "13.1"),
        (json!({"fire": {"cards": ["csa_kemper"], "target": "ct_1"}}), "13.4"),
        (json!({"scout": {"cards": ["va_cav_1"], "place": "usa_left"}}), "13.7"),
        (json!({"reveal": {"cards": ["sc_2"]}}), "13.6"),
        (json!({"decoy": {"card": "csa_bee", "place": "csa_left"}}), "13.6"),
        (json!({"fire": {"cards": ["sc_2"], "at": "csa_right"}}), "13.3"),
    ] {
        assert_eq!(field().refused(json!([order.clone()])), [rule], "{order}");
    }
}

/// 13.1: a card that passes engages and fires now; one that fails stays in the Reserve and has lost its turn. Cavalry
/// has 1 more.
#[test]
fn rule_13_1_outflanking() {
    let field = || advanced(Csa).put(Csa, Place::UsaLeft, &["nc_11"]).put(Usa, Place::UsaLeft, &["me_2"]);
    let order = json!([{"outflank": {"cards": ["sc_2", "va_cav_1"], "place": "usa_left"}}]);
    let mut passed = field();
    passed.orders(order.clone(), &[3, 3, 1, 6, 6, 1, 6]);
    assert_eq!(passed.place(Csa, "sc_2"), Some(Place::UsaLeft));
    assert_eq!(passed.place(Csa, "va_cav_1"), Some(Place::UsaLeft), "2 CV, and 1 for cavalry");
    assert_eq!(passed.events_named("fired").len(), 2);
    assert_eq!(passed.hits(Usa, "me_2"), 2);
    let mut failed = field();
    failed.orders(order, &[4, 4]);
    assert_eq!(failed.place(Csa, "sc_2"), None);
    let again = json!([{"outflank": {"cards": ["sc_2"], "place": "usa_left"}}]);
    assert_eq!(failed.refused(again), ["13.1"]);
    // The position has to be engaged already, and to be a flank.
    let mut center = advanced(Csa).put(Csa, Place::UsaCenter, &["nc_11"]).put(Usa, Place::UsaCenter, &["me_2"]);
    assert_eq!(center.refused(json!([{"outflank": {"cards": ["sc_2"], "place": "usa_center"}}])), ["13.1"]);
}

/// 13.1: at a creek of limit 2, two cards engage and two more outflank.
#[test]
fn rule_13_1_creeks_have_a_limit_of_their_own() {
    let mut field = advanced(Csa).put(Usa, Place::UsaLeft, &["me_2", "usa_bull_run"]).put(
        Csa,
        Place::CsaRight,
        &["nc_11", "sc_2", "sc_3"],
    );
    let engage = |cards: &[&str]| json!([{"move": {"cards": cards, "path": ["usa_left"]}}]);
    assert_eq!(field.refused(engage(&["nc_11", "sc_2", "sc_3"])), ["8.3"]);
    field.orders(engage(&["nc_11", "sc_2"]), &[]);
    assert_eq!(field.refused(engage(&["sc_3"])), ["8.3"]);
    let outflank = json!([{"outflank": {"cards": ["sc_4"], "place": "usa_left"}}]);
    field.orders(outflank, &[1, 4, 4, 4]);
    assert_eq!(field.place(Csa, "sc_4"), Some(Place::UsaLeft));
}

/// 13.1: a position whose only defenders turn out to be decoys when all have moved is not outflanked.
#[test]
fn rule_13_1_only_who_is_engaged_is_outflanked() {
    let mut field = advanced(Csa).put(Csa, Place::CsaRight, &["nc_11"]);
    field = field.lay(Usa, Place::UsaLeft, ("card-1", "usa_sherman"));
    let engage = json!({"move": {"cards": ["nc_11"], "path": ["usa_left"]}});
    let outflank = json!({"outflank": {"cards": ["sc_2"], "place": "usa_left"}});
    field.orders(json!([engage, outflank]), &[]);
    assert_eq!(field.events_named("eliminated").len(), 1);
    assert_eq!(field.place(Csa, "sc_2"), None);
    assert_eq!(field.events_named("held_fire").len(), 1);
}

/// 13.2: both sides fight at F3, artillery at F1; terrain does not count; checks come at once; the initiator leaves
/// after two rounds.
#[test]
fn rule_13_2_melee() {
    let mut field = advanced(Csa).put(Csa, Place::UsaLeft, &["nc_11"]).put(Csa, Place::CsaRight, &[]).put(
        Usa,
        Place::UsaLeft,
        &["me_2", "usa_carlisle", "usa_sudley_woods"],
    );
    let order = json!([{"melee": {"place": "usa_left", "again": "always"}}]);
    let standing = dixie::orders::Standing { melee: dixie::orders::Again::Always, ..Default::default() };
    field = field.standing(Usa, standing);
    // Round 1: three dice each of the infantry, two of the guns; the checks; round 2 without hits.
    field.orders(order, &[3, 4, 5, 3, 5, 5, 2, 2, 1, 1, 4, 4, 4, 4, 4, 4, 4, 4]);
    let fired = field.events_named("fired");
    let of = |n: usize| (fired[n]["card"].as_str().unwrap(), fired[n]["firepower"].as_u64().unwrap());
    assert_eq!([of(0), of(1), of(2)], [("nc_11", 3), ("me_2", 3), ("usa_carlisle", 1)]);
    assert_eq!(fired[0]["dice"], json!([["nc_11", 3]]), "woods do not count in a melee");
    assert_eq!(field.events_named("check").len(), 2);
    assert_eq!(field.events_named("leaves_melee")[0]["must"], true);
    assert_eq!(field.place(Csa, "nc_11"), Some(Place::CsaRight));
    assert!(!field.refused(fire(&["nc_11"])).is_empty(), "it has fought");
}

/// 12.0: a Bayonet Charge and a Rebel Yell go together on a melee, two Rebel Yells do not.
#[test]
fn rule_12_0_specials_of_a_melee() {
    let field = || advanced(Csa).put(Csa, Place::UsaLeft, &["nc_11"]).put(Usa, Place::UsaLeft, &["me_2"]);
    let melee = |cards: &[&str]| json!([{"melee": {"place": "usa_left", "specials": cards, "again": "never"}}]);
    let mut both = field();
    both.orders(melee(&["csa_rebel_yell_1", "csa_bayonet_charge_1"]), &[4, 4, 4, 4, 4, 4, 4, 4]);
    assert_eq!(both.events_named("fired")[0]["dice"], json!([["nc_11", 3], ["specials", 2]]));
    assert_eq!(field().refused(melee(&["csa_rebel_yell_1", "csa_rebel_yell_2"])), ["12.0"]);
}

/// 13.3: unengaged cards enfilade at F1 from their own line and at F2 from the enemy's; engaged cards cannot.
#[test]
fn rule_13_3_enfilade() {
    let field = |side| {
        advanced(side)
            .put(Usa, Place::UsaRight, &["me_2"])
            .put(Usa, Place::UsaCenter, &["ct_1"])
            .put(Csa, Place::UsaCenter, &["nc_11"])
            .put(Csa, Place::UsaLeft, &["sc_2"])
            .held_by(Place::UsaLeft, Csa)
    };
    let at = |cards: &[&str]| json!([{"fire": {"cards": cards, "at": "usa_center"}}]);
    let mut usa = field(Usa);
    usa.orders(at(&["me_2"]), &[1, 2, 3]);
    assert_eq!(
        (&usa.events_named("fired")[0]["firepower"], &usa.events_named("fired")[0]["hits"]),
        (&json!(1), &json!(1))
    );
    let mut csa = field(Csa);
    csa.orders(at(&["sc_2"]), &[1, 2, 3]);
    assert_eq!(csa.events_named("fired")[0]["firepower"], json!(2));
    let sideways = json!([{"fire": {"cards": ["ct_1"], "at": "usa_left"}}]);
    assert_eq!(field(Usa).refused(sideways), ["13.3"]);
}

/// 13.3: who may enfilade an enemy position in which only a general is left has won.
#[test]
fn rule_13_3_envelopment() {
    let mut field = advanced(Csa)
        .put(Csa, Place::UsaLeft, &["sc_2"])
        .held_by(Place::UsaLeft, Csa)
        .put(Usa, Place::UsaCenter, &["usa_mcdowell"])
        .put(Usa, Place::CsaCenter, &["me_2"])
        .put(Csa, Place::CsaCenter, &["nc_11"]);
    field.orders(json!([{"fire": {"cards": ["sc_2"], "at": "usa_center"}}]), &[]);
    assert_eq!(field.position.outcome, Some(json!({"winner": "csa", "how": "envelopment"})));
    assert_eq!(field.position.game.won.map(|won| won.how), Some(EndReason::Envelopment));
}

/// 13.4: all hits of counter-battery fire are the target's.
#[test]
fn rule_13_4_counter_battery() {
    let mut field = advanced(Csa).put(Csa, Place::CsaLeft, &["csa_squires"]).put(
        Usa,
        Place::UsaRight,
        &["us_marines", "usa_ricketts"],
    );
    field.orders(json!([{"fire": {"cards": ["csa_squires"], "target": "usa_ricketts"}}]), &[1, 2, 2]);
    assert_eq!((field.hits(Usa, "usa_ricketts"), field.hits(Usa, "us_marines")), (3, 0));
}

/// 13.5: a 5 in support fire hits a friend, who checks his morale at once.
#[test]
fn rule_13_5_artillery_support() {
    let mut field = advanced(Csa).put(Csa, Place::CsaLeft, &["csa_squires"]).put(Csa, Place::UsaRight, &["nc_11"]).put(
        Usa,
        Place::UsaRight,
        &["me_2"],
    );
    field.orders(fire(&["csa_squires"]), &[5, 2, 4, 6]);
    assert_eq!(field.hits(Usa, "me_2"), 1);
    assert_eq!(field.place(Csa, "nc_11"), None, "it rolls a 6");
    assert_eq!(field.events_named("check")[0]["why"], "support");
}

/// 13.7: scouts take the fire of one enemy card and come back.
#[test]
fn rule_13_7_scouting() {
    let mut field = advanced(Csa).put(Csa, Place::CsaRight, &["va_cav_1"]).put(Usa, Place::UsaLeft, &["me_2", "ct_1"]);
    field.orders(json!([{"scout": {"cards": ["va_cav_1"], "place": "usa_left"}}]), &[1, 4, 4, 2]);
    assert_eq!(field.events_named("fired").len(), 1);
    assert_eq!(field.place(Csa, "va_cav_1"), Some(Place::CsaRight));
    // A general alone is captured with his position.
    let mut lone = advanced(Csa).put(Csa, Place::CsaRight, &["va_cav_1"]).put(Usa, Place::UsaLeft, &["usa_mcdowell"]);
    lone.orders(json!([{"scout": {"cards": ["va_cav_1"], "place": "usa_left"}}]), &[]);
    assert_eq!(lone.place(Csa, "va_cav_1"), Some(Place::UsaLeft));
    assert_eq!(lone.place(Usa, "usa_mcdowell"), None);
}

/// 8.4: what an overstacked position fails goes to the Reserve, and more until the rest may stay.
#[test]
fn rule_8_4_disorganization() {
    let mut field = TestPosition::new("gettysburg", json!({}), Csa)
        .put(Usa, Place::UsaLeft, &["meredith", "cutler", "paul", "baxter", "biddle", "hancock"])
        .hit(Usa, "hancock", 1);
    field.morale(Usa, &[6, 5, 5, 2, 2, 2]);
    let left = ["meredith", "cutler", "paul", "baxter", "biddle"].map(|card| field.place(Usa, card).is_some());
    assert_eq!(left, [false, false, true, true, true]);
    assert_eq!(field.events_named("disorganized")[0]["over"], 1);
}

/// 13.9: a general supports his own Corps only; the army commander all.
#[test]
fn rule_13_9_corps_integrity() {
    let field = TestPosition::new("gettysburg", json!({"corps_integrity": true}), Csa);
    let set = field.rules.set(&field.position.game);
    let card = |side, id| set.card(side, id).unwrap();
    let commands =
        |side, general, troop| field.rules.commands(&field.position.game, side, card(side, general), card(side, troop));
    assert!(commands(Usa, "hancock", "hazard") && !commands(Usa, "hancock", "meredith"));
    assert!(commands(Usa, "meade", "meredith") && commands(Csa, "lee", "hampton"));
    assert!(commands(Usa, "reynolds", "meredith") && !commands(Usa, "reynolds", "hazard"));
    assert!(commands(Usa, "buford", "gamble") && commands(Usa, "buford", "tidball"));
    assert!(!commands(Usa, "pleasonton", "meredith") && commands(Usa, "hunt", "hazard"));
    let division = TestPosition::new("gettysburg", json!({"division_integrity": true}), Csa);
    let commands =
        |general, troop| division.rules.commands(&division.position.game, Usa, card(Usa, general), card(Usa, troop));
    assert!(commands("wadsworth", "meredith") && !commands("wadsworth", "paul") && commands("doubleday", "paul"));
}

/// 13.9: Lee is killed, and a commander of a Corps with three stars takes over; he stays.
#[test]
fn rule_13_9_another_commands_the_army() {
    let mut field = TestPosition::new("gettysburg", json!({"corps_integrity": true}), Csa)
        .put(Csa, Place::CsaLeft, &["pettigrew", "lee"])
        .put(Csa, Place::CsaCenter, &["archer", "longstreet"])
        .hit(Csa, "lee", 1);
    field.morale(Csa, &[6]);
    assert_eq!(field.position.game.commander.get(&Csa).map(String::as_str), Some("longstreet"));
}

/// 13.9: whoever commands the army while neither Lee nor Meade is in play does so for good; but for a general of a
/// wing, who leads without Meade.
#[test]
fn rule_13_9_the_commander_is_not_changed() {
    let mut field = TestPosition::new("gettysburg", json!({"corps_integrity": true}), Csa)
        .put(Csa, Place::CsaCenter, &["archer", "longstreet"])
        .put(Usa, Place::UsaCenter, &["meredith", "hancock"]);
    let named = |field: &mut TestPosition| {
        let (rules, game) = (&field.rules, &mut field.position.game);
        rules.name_commanders(game, &mut adjutant_core::engine::Events::discarding());
        [Csa, Usa].map(|side| game.commander.get(&side).cloned().unwrap_or_default())
    };
    assert_eq!(named(&mut field), ["longstreet", "hancock"]);
    field = field.put(Csa, Place::CsaLeft, &["pettigrew", "lee"]).put(Usa, Place::UsaLeft, &["cutler", "reynolds"]);
    assert_eq!(named(&mut field), ["longstreet", "reynolds"]);
    field = field.put(Usa, Place::UsaRight, &["paul", "meade"]);
    assert_eq!(named(&mut field), ["longstreet", "meade"]);
}

/// 14.0: custom decks keep to their battle points; six cards of the Muster for each 100.
#[test]
fn rule_14_0_custom_decks() {
    let rules = dixie::Dixie::shipped();
    let set = rules.pack.set(dixie::pack::Edition::BullRun);
    let deck =
        |side: Side, count: usize| -> Vec<String> { set.of(side).take(count).map(|card| card.id.clone()).collect() };
    let set_up = |usa: Vec<String>| {
        let options = json!({"decks": {"usa": usa, "csa": deck(Csa, 20)}});
        dixie::options::set_up(&rules.pack, &"first_bull_run".parse().unwrap(), options.as_object().unwrap())
    };
    let game = set_up(deck(Usa, 20)).unwrap();
    assert_eq!(dixie::options::DeckSizes::of(&game, Usa).muster, 14, "240 points, rounded down (DX-9)");
    assert_eq!(set_up(deck(Usa, 60)).unwrap_err().rule.as_deref(), Some("14.0"));
    assert_eq!(set_up(vec!["nobody".to_owned()]).unwrap_err().rule.as_deref(), Some("14.0"));
    let five =
        |options: Value| dixie::options::set_up(&rules.pack, &"shiloh".parse().unwrap(), options.as_object().unwrap());
    assert_eq!(five(json!({"five_positions": true})).unwrap_err().rule.as_deref(), Some("13.8"));
}

/// 15.2: the three days are a scenario, and no option of the battle of one day; `advanced` stands for 13.1 to 13.5 and
/// for nothing else.
#[test]
fn rule_15_2_three_days_are_a_scenario() {
    let rules = dixie::Dixie::shipped();
    let set_up = |scenario: &str, options: Value| {
        dixie::options::set_up(&rules.pack, &scenario.parse().unwrap(), options.as_object().unwrap())
    };
    let refused = set_up("gettysburg", json!({"three_days": true})).unwrap_err();
    assert_eq!((refused.rule.as_deref(), refused.path.as_deref()), (Some("15.2"), Some("options.three_days")));
    assert!(set_up("gettysburg_three_days", json!({})).unwrap().rules.three_days);
    let game = set_up("gettysburg", json!({"advanced": true})).unwrap();
    let written = json!({"outflanking": true, "melee": true, "enfilade": true, "counter_battery": true,
        "artillery_support": true});
    assert_eq!(serde_json::to_value(&game.rules).unwrap(), written);
}

/// 15.1: when the CSA has drawn its last reinforcement the attackers disengage, the USA draws half of what it has left,
/// and moves first on the second day.
#[test]
fn rule_15_1_the_night_of_shiloh() {
    let mut field = TestPosition::new("shiloh", json!({}), Csa)
        .put(Usa, Place::FrontLeft, &["mi_15"])
        .put(Csa, Place::FrontLeft, &["csa_forrest"])
        .put(Usa, Place::BackCenter, &["wi_14"]);
    field
        .position
        .game
        .cards
        .sides
        .get_mut(&Csa.id())
        .unwrap()
        .piles
        .insert("deck".to_owned(), adjutant_core::engine::cards::Pile::Hidden(2));
    field.orders(json!([{"end_turn": {}}]), &[]);
    assert_eq!((field.position.game.day, field.position.game.side), (2, Usa));
    assert_eq!(field.place(Csa, "csa_forrest"), None);
    assert_eq!(field.events_named("night")[0]["count"], 10);
}

/// 15.2: the third day ends with the USA's victory.
#[test]
fn rule_15_2_the_last_day() {
    let mut field = TestPosition::new("gettysburg_three_days", json!({}), Usa).put(Csa, Place::CsaLeft, &["archer"]);
    field.position.game.day = 3;
    field.position.game.today = [(Usa, 1), (Csa, 0)].into();
    field.position.stack = vec![dixie::Procedure::Battle(Stage::Orders {})];
    field.orders(json!([{"end_turn": {}}]), &[]);
    assert_eq!(field.position.outcome, Some(json!({"winner": "usa", "how": "last_day"})));
}

/// 15.2, DX-6: what a side claims of a deployment names its day, for whoever holds it against the cards may have the
/// table of the first.
#[test]
fn rule_15_2_a_claim_names_its_day() {
    let field = TestPosition::new("gettysburg_three_days", json!({}), Usa);
    let mut own = adjutant_core::engine::OwnCards::default();
    own.laid.insert("card-1".parse().unwrap(), "hazard".to_owned());
    let cards: dixie::deploy::Deployment =
        [(Place::UsaRight, vec!["culps_hill".to_owned(), "card-1".to_owned()])].into();
    let holds = |day| {
        let claim = dixie::deploy::claim(day, &cards, &[]);
        dixie::deploy::is_claim_true(&field.rules, &field.position.game, Usa, &claim, &own)
    };
    assert_eq!([1, 2, 3].map(holds), [false, true, true], "Culp's Hill is no card of Day 1");
}

/// Refusals are data: a code and its facts.
#[test]
fn refusals_are_codes() {
    let refusal = Refusal::TwoCreeks { place: Place::UsaLeft };
    assert_eq!(serde_json::to_value(&refusal).unwrap(), json!({"two_creeks": {"place": "usa_left"}}));
}

/// 4.0, 13.6: a card that lies face down wins nothing; it is turned up where it holds an enemy position, and a decoy is
/// eliminated.
#[test]
fn rule_13_6_a_decoy_does_not_win() {
    let field = |card: &str| {
        advanced(Csa).put(Csa, Place::UsaLeft, &["nc_11"]).held_by(Place::UsaLeft, Csa).lay(
            Csa,
            Place::CsaLeft,
            ("card-1", card),
        )
    };
    let order = json!([{"move": {"cards": ["card-1"], "path": ["usa_right"]}}]);
    let mut decoy = field("csa_bee");
    decoy.orders(order.clone(), &[]);
    assert_eq!(
        (decoy.events_named("turned_up").len(), &decoy.events_named("eliminated")[0]["because"]),
        (1, &json!("decoy"))
    );
    assert_eq!(decoy.position.outcome, None);
    assert_eq!(decoy.position.game.defender(Place::UsaRight), Some(Usa), "it captures nothing");
    let mut troop = field("sc_2");
    troop.orders(order, &[]);
    assert_eq!(troop.events_named("turned_up").len(), 1);
    assert_eq!(troop.position.outcome, Some(json!({"winner": "csa", "how": "occupation"})));
}

/// 11.2, 13.6: nor does it drive out a general, who is alone himself.
#[test]
fn rule_13_6_a_decoy_drives_nobody_out() {
    let mut field =
        advanced(Csa).put(Usa, Place::UsaRight, &["usa_mcdowell"]).lay(Csa, Place::CsaLeft, ("card-1", "csa_bee"));
    field.orders(json!([{"move": {"cards": ["card-1"], "path": ["usa_right"]}}]), &[]);
    assert_eq!(field.place(Usa, "usa_mcdowell"), Some(Place::UsaRight));
    assert_eq!(field.place(Csa, "csa_bee"), None);
}

/// 4.0: at Shiloh the USA shows who holds the Center-Front on the second day.
#[test]
fn rule_4_0_the_usa_shows_who_holds_the_front() {
    let field = |day: u8| {
        let mut field = TestPosition::new("shiloh", json!({}), Csa).lay(Usa, Place::FrontCenter, ("card-1", "mi_15"));
        field.position.game.day = day;
        field.position.stack = vec![dixie::Procedure::Battle(Stage::Begin(Usa))];
        field.orders(json!([]), &[]);
        field
    };
    assert_eq!(field(1).position.outcome, None);
    assert_eq!(field(2).position.outcome, Some(json!({"winner": "usa", "how": "occupation"})));
}

/// 13.3, 13.6: decoys do not keep an enemy position from being vacant; a troop card that lies face down does.
#[test]
fn rule_13_3_a_decoy_does_not_prevent_envelopment() {
    let field = |card: &str| {
        advanced(Csa)
            .put(Csa, Place::UsaLeft, &["sc_2"])
            .held_by(Place::UsaLeft, Csa)
            .lay(Usa, Place::UsaCenter, ("card-1", card))
            .put(Usa, Place::CsaCenter, &["me_2"])
            .put(Csa, Place::CsaCenter, &["nc_11"])
    };
    let order = json!([{"fire": {"cards": ["sc_2"], "at": "usa_center"}}]);
    let mut decoy = field("usa_mcdowell");
    decoy.orders(order.clone(), &[]);
    assert_eq!(decoy.position.outcome, Some(json!({"winner": "csa", "how": "envelopment"})));
    let mut troop = field("ct_1");
    troop.orders(order, &[4, 4, 4]);
    assert_eq!((troop.events_named("fired").len(), &troop.position.outcome), (1, &None));
}

/// 8.3: who leaves a melee of his own will keeps to the Movement Limit, and fights on if not all can cross (DX-18).
#[test]
fn rule_8_3_who_leaves_a_melee() {
    let field = |cards: &[&str]| {
        advanced(Csa).put(Csa, Place::UsaLeft, cards).put(Usa, Place::UsaLeft, &["me_2", "usa_cub_run"])
    };
    let order = json!([{"melee": {"place": "usa_left", "again": "never"}}]);
    let mut one = field(&["nc_11"]);
    one.orders(order.clone(), &[4, 4, 4, 4, 4, 4]);
    assert_eq!(one.events_named("leaves_melee")[0]["must"], false);
    assert_eq!(one.position.game.position(Place::UsaLeft).map(|place| place.crossed), Some(1));
    let mut two = field(&["nc_11", "sc_2"]);
    two = two.standing(Usa, dixie::orders::Standing { melee: dixie::orders::Again::Always, ..Default::default() });
    let dice = [4; 18];
    two.orders(order, &dice);
    assert_eq!(two.events_named("leaves_melee")[0]["must"], true, "two may not cross a creek of 1 before they have to");
    assert_eq!(two.place(Csa, "nc_11"), Some(Place::CsaRight));
}

/// 11.3, 13.1: a general who outflanks with his troops brings his stacking bonus.
#[test]
fn rule_13_1_a_general_brings_his_bonus() {
    let mut field = TestPosition::new("gettysburg", json!({"advanced": true}), Usa)
        .put(Usa, Place::CsaLeft, &["meredith", "cutler", "paul", "baxter"])
        .put(Csa, Place::CsaLeft, &["archer"]);
    let order = |general: bool| match general {
        true => json!([{"outflank": {"cards": ["biddle"], "place": "csa_left", "general": "doubleday"}}]),
        false => json!([{"outflank": {"cards": ["biddle"], "place": "csa_left"}}]),
    };
    assert_eq!(field.refused(order(false)), ["13.1"]);
    let cv = field.rules.set(&field.position.game).card(Usa, "biddle").unwrap().cv;
    let mut dice = vec![1];
    dice.extend(vec![4; cv.into()]);
    field.orders(order(true), &dice);
    assert_eq!(field.place(Usa, "biddle"), Some(Place::CsaLeft));
    assert_eq!(field.place(Usa, "doubleday"), Some(Place::CsaLeft));
}

/// DX-7: a card that was laid face down and is no troop card does not fire, and the others do.
#[test]
fn rule_7_0_a_decoy_that_is_ordered_to_fire() {
    let mut field = advanced(Csa)
        .put(Csa, Place::CsaLeft, &["csa_squires"])
        .lay(Csa, Place::CsaLeft, ("card-1", "csa_bee"))
        .put(Usa, Place::UsaRight, &["me_2"]);
    let own = field.position.game.cards.sides.get_mut(&Csa.id()).unwrap();
    own.laid.insert("card-1".parse().unwrap(), adjutant_core::engine::cards::Sealed::Open(json!("csa_bee")));
    field.orders(fire(&["csa_squires", "card-1"]), &[4, 4, 4]);
    assert_eq!(
        (field.events_named("fired").len(), &field.events_named("held_fire")[0]["because"]),
        (1, &json!("no_troop"))
    );
}

/// 13.1: that cards which nobody sees fail with their rolls is a claim, and the audit finds one that is false.
#[test]
fn rule_13_1_a_false_claim_about_a_roll_is_found() {
    use adjutant_core::engine::{OwnCards, Ruleset};
    let field = advanced(Csa);
    let laid = [("card-1".parse().unwrap(), "sc_2".to_owned()), ("card-2".parse().unwrap(), "csa_bee".to_owned())];
    let own = OwnCards { laid: laid.into_iter().collect(), ..OwnCards::default() };
    let holds = |claim: Value| field.rules.is_claim_true(&field.position.game, &Csa.id(), &claim, &own);
    // The 2nd South Carolina has a morale of 3, and of 4 with Bee.
    assert!(holds(json!({"failed": [["card-1", 4]], "general": null, "commander": null})));
    assert!(!holds(json!({"failed": [["card-1", 3]], "general": null, "commander": null})));
    assert!(!holds(json!({"failed": [["card-1", 4]], "general": "csa_bee", "commander": null})));
    assert!(!holds(json!({"troops": ["card-1", "card-2"]})), "a general does not outflank");
    assert!(holds(json!({"troops": ["card-1"]})));
}

/// 3.1, DX-5: what the CSA turns up after both have deployed is the rest of its deployment, and both together are
/// claimed to be legal.
#[test]
fn rule_3_1_a_false_claim_of_a_deployment_is_found() {
    use adjutant_core::engine::{OwnCards, Ruleset};
    let laid = ["nc_11", "sc_2", "sc_3", "sc_4", "sc_5", "csa_bee"];
    let ids: Vec<String> = (1..=laid.len()).map(|n| format!("card-{n}")).collect();
    let cards = ids.iter().zip(laid).map(|(id, card)| (id.parse().unwrap(), card.to_owned()));
    let own = OwnCards { laid: cards.collect(), ..OwnCards::default() };
    let holds = |rules: Value, cards: &[&str], turn_up: &[&str]| {
        let field = TestPosition::new("first_bull_run", rules, Csa);
        let claim = json!({"deployment": {"csa_left": cards}, "turn_up": turn_up, "day": 1});
        field.rules.is_claim_true(&field.position.game, &Csa.id(), &claim, &own)
    };
    let basic = || json!({});
    assert!(holds(basic(), &["card-1", "card-2", "card-6"], &["card-6"]));
    assert!(!holds(basic(), &["card-1", "card-2", "card-6"], &[]), "a general stays face down");
    assert!(!holds(basic(), &["card-1", "card-2"], &["card-2"]), "troops are not turned up");
    assert!(!holds(basic(), &["card-1", "card-2", "card-3", "card-4", "card-5"], &[]), "five troop cards");
    let decoys = || json!({"decoys": true});
    assert!(holds(decoys(), &["card-1", "card-2", "card-6"], &[]), "a decoy stays face down (13.6)");
    assert!(!holds(decoys(), &["card-1", "card-2", "card-3", "card-4", "card-6"], &[]), "and counts as a troop card");
}
