//! The examples of the rulebook for every phase but combat, each with its numbers.

use adjutant_core::pack::Side::{self, Confederate, Union};
use battle_cry::ledger::{Phase, Placed};
use battle_cry::pack::Theater::{East, West};
use serde_json::{Value, json};

use crate::war::{War, card_of, hold, id, lay, moving, pass, placed, seen, spare};

#[test]
fn the_campaign_begins_at_manassas() {
    let war = War::new("campaign");
    assert_eq!(war.points(), [8, 8]);
    let battle = war.game().battle.as_ref().unwrap();
    assert_eq!((battle.id.as_str(), battle.attacker, battle.must_attack), ("manassas", Union, true));
    assert_eq!(Side::BOTH.map(|side| war.game().count(side, "hand")), [9, 9]);
    assert_eq!(Side::BOTH.map(|side| war.game().side(side).generals.len()), [4, 4]);
}

/// J of the first turn follows the first battle; the Union has won it and holds it, and the next turn begins with three
/// cards each (ex_setup).
#[test]
fn the_first_turn_goes_on_after_manassas() {
    let mut war = War::new("campaign");
    war.fought(Union, false);
    assert_eq!((war.game().phase, war.asked()), (Phase::SecondResources, Some(Union)));
    war.orders(Union, json!([{"resource": {"card": "none"}}]));
    war.orders(Confederate, json!([{"resource": {"card": "none"}}]));
    assert_eq!((war.game().turn, war.game().phase, war.asked()), (2, Phase::FirstResources, Some(Union)));
    assert!(war.holds("manassas"));
    assert_eq!(war.points(), [9, 7]);
    assert_eq!(Side::BOTH.map(|side| war.game().count(side, "hand")), [12, 12]);
}

/// Lincoln Finds a General; Pressure Increases (ex_B, ex_C, ex_D).
#[test]
fn pressure_shows_the_unions_points() {
    let mut war = War::at(Phase::FirstResources, |game| {
        game.side_mut(Union).points = 9;
        hold(game, &["shiloh"]);
    });
    let general = json!({"card": "us_finds_a_general_1", "general": "us_rosecrans", "replaced": "us_buell"});
    assert_eq!(war.refused(Union, json!([{"resource": {"card": "us_finds_a_general_1"}}])), ["general_wanted"]);
    war.orders(Union, json!([{"resource": general}, {"lay": {"east": 3, "west": 3}}]));
    assert!(war.game().in_play(Union, "us_rosecrans").is_some_and(|one| one.theater == West));
    assert!(war.game().in_play(Union, "us_buell").is_none());
    // The Union lays again, and first (BC-33, BC-36); the Confederate has laid already.
    war.orders(Confederate, json!([{"resource": {"card": "cs_pressure"}}, {"lay": {"east": 8, "west": 0}}]));
    assert_eq!((war.asked(), war.count("plans_void")), (Some(Union), 1));
    assert_eq!(war.refused(Union, json!([{"lay": {"east": 4, "west": 0}}])), ["points_laid"]);
    war.orders(Union, json!([{"lay": {"east": 5, "west": 0}}]));
    // A battle in each theater.
    assert_eq!(war.refused(Union, json!([{"place": {"west": "corinth"}}])), ["must_place"]);
    war.orders(Union, json!([{"place": {"east": "fredericksburg", "west": "corinth"}}]));
    // Nothing can block them.
    assert_eq!((war.game().phase, war.asked()), (Phase::Movement, Some(Union)));
    // The Confederate goes to Antietam (ex_E).
    war.orders(Union, json!([pass()]));
    let offensive = json!({"card": "cs_strategic_offensive_1", "battle": "antietam"});
    war.orders(Confederate, json!([{"movement": offensive}]));
    war.orders(Union, json!([pass()]));
    war.orders(Confederate, json!([pass()]));
    assert_eq!([war.battle(East), war.battle(West)], [Some("antietam"), Some("corinth")]);
    // F and G: four more in the West; McClellan for Burnside (ex_FG). The Confederate has laid all that it has.
    let place = json!({"us_mcclellan": "east"});
    war.orders(
        Union,
        json!([{"discretionary": {"west": 4}}, {"generals": {"recall": ["us_burnside"], "place": place}}]),
    );
    assert_eq!(war.asked(), Some(Confederate));
    let command = war.event("command");
    assert_eq!((&command["east"], &command["west"]), (&json!(8), &json!(0)));
    war.orders(Confederate, json!([{"generals": {}}]));
    // H: the Confederate names Antietam; 5 and 8 cards are drawn (ex_H).
    assert_eq!((war.game().phase, war.asked()), (Phase::BattleOrder, Some(Confederate)));
    let hands = Side::BOTH.map(|side| war.game().count(side, "hand"));
    war.orders(Confederate, json!([{"first": "east"}]));
    let drawn = Side::BOTH.map(|side| war.game().count(side, "hand"));
    assert_eq!([drawn[0] - hands[0], drawn[1] - hands[1]], [5, 8]);
    let battle = war.game().battle.as_ref().unwrap();
    assert_eq!((battle.id.as_str(), battle.attacker), ("antietam", Confederate));
    // Antietam: Union 9 − 1 = 8, Confederate 8 + 1 = 9. Then Corinth: the Confederate draws nothing.
    war.fought(Confederate, false);
    assert_eq!(war.points(), [8, 9]);
    assert_eq!(war.game().battle.as_ref().unwrap().id.as_str(), "corinth");
    let after = Side::BOTH.map(|side| war.game().count(side, "hand"));
    assert_eq!([after[0] - drawn[0], after[1] - drawn[1]], [4, 0]);
    war.fought(Union, false);
    assert_eq!(war.points(), [8, 9]);
    // J: Industrial Production +1; Here Come the Rebels −1 (ex_J).
    let industrial = card_of(&war, Union, "industrial");
    let rebels = card_of(&war, Confederate, "here_come_rebels");
    let many = Side::BOTH.map(|side| war.game().count(side, "hand") - 1 - 9);
    let spare = |side: Side, keep: &str, count: usize| spare(&war, side, keep, count);
    let discards = [spare(Union, &industrial, many[0]), spare(Confederate, &rebels, many[1])];
    war.orders(Union, json!([{"resource": {"card": industrial}}, {"discard": {"cards": discards[0]}}]));
    war.orders(Confederate, json!([{"resource": {"card": rebels}}, {"discard": {"cards": discards[1]}}]));
    assert_eq!(war.points(), [8, 9]);
    // L: Antietam is out of the game, and Corinth the Union's.
    assert!(war.game().removed.contains(&id("antietam")) && war.holds("corinth"));
    assert_eq!(war.game().turn, 5);
}

/// Nine points: at least five are laid, and four more in the West once the battle is known (discretionary_1 and 2).
#[test]
fn discretionary_points() {
    let mut war = War::at(Phase::FirstResources, |game| game.side_mut(Confederate).points = 9);
    war.orders(Union, json!([{"resource": {"card": "none"}}, {"lay": {"west": 8}}]));
    war.orders(Confederate, json!([{"resource": {"card": "none"}}]));
    for (few, code) in [(json!({"east": 2, "west": 2}), "points_laid"), (json!({"east": 2, "west": 8}), "points_laid")]
    {
        assert_eq!(war.refused(Confederate, json!([{"lay": few}])), [code]);
    }
    war.orders(Confederate, json!([{"lay": {"east": 2, "west": 3}}]));
    war.orders(Union, json!([{"place": {"west": "shiloh"}}, pass()]));
    war.orders(Confederate, json!([pass()]));
    assert_eq!((war.game().phase, war.asked()), (Phase::Discretionary, Some(Confederate)));
    assert_eq!(war.refused(Confederate, json!([{"discretionary": {"west": 5}}])), ["points_laid"]);
    war.orders(Confederate, json!([{"discretionary": {"west": 4}}]));
    let command = war.event("command");
    assert_eq!((&command["east"], &command["west"]), (&json!(2), &json!(7)));
}

/// Where Washington has fallen, more than half of the Union's points lie in the East, and it attacks only elsewhere; at
/// the end of the turn it is the Union's again (Washington, D.C., BC-16).
#[test]
fn washington_is_retaken() {
    let mut war = War::at(Phase::FirstResources, |game| game.effects.washington_taken = true);
    war.orders(Union, json!([{"resource": {"card": "none"}}]));
    war.orders(Confederate, json!([{"resource": {"card": "none"}}]));
    assert_eq!(war.refused(Union, json!([{"lay": {"east": 0, "west": 4}}])), ["east_majority"]);
    war.orders(Union, json!([{"lay": {"east": 5, "west": 3}}]));
    war.orders(Confederate, json!([{"lay": {"east": 8}}]));
    assert_eq!(war.refused(Union, json!([{"place": {"east": "manassas"}}])), ["cannot_place"]);
    war.orders(Union, json!([{"place": {"west": "shiloh"}}, pass()]));
    let offensive = |battle: &str| json!([{"movement": {"card": "cs_strategic_offensive_1", "battle": battle}}]);
    assert_eq!(war.refused(Confederate, offensive("washington")), ["not_a_target"]);
    war.orders(Confederate, offensive("antietam"));
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    war.orders(Union, json!([{"generals": {}}])).orders(Confederate, json!([{"generals": {}}, {"first": "east"}]));
    war.fought(Union, false).fought(Confederate, false);
    war.orders(Union, json!([{"resource": {"card": "none"}}]));
    let discard = |war: &War, side: Side| json!([{"discard": {"cards": spare(war, side, "", war.game().count(side, "hand").saturating_sub(9))}}]);
    war.orders(Confederate, json!([{"resource": {"card": "none"}}]));
    let cards = discard(&war, Union);
    war.orders(Union, cards);
    let cards = discard(&war, Confederate);
    war.orders(Confederate, cards);
    // Antietam +1 and −1, Shiloh −1 and 0, and +1 for Washington.
    assert_eq!(war.points(), [9, 7]);
    assert!(!war.game().effects.washington_taken && war.count("washington_retaken") == 1);
    // An invasion that the Union has repelled may come again.
    assert!(war.game().removed.is_empty() && !war.holds("antietam"));
}

/// Chattanooga is blocked by Stones River only (block_chattanooga).
#[test]
fn stones_river_blocks_chattanooga() {
    let mut war = War::at(Phase::Battles, |game| {
        lay(game, Union, [4, 4]);
        lay(game, Confederate, [4, 4]);
    });
    assert_eq!(war.refused(Union, json!([{"place": {}}])), ["must_place"]);
    for (battle, code) in [("atlanta", "cannot_place"), ("antietam", "cannot_place"), ("richmond", "cannot_place")] {
        assert_eq!(war.refused(Union, json!([{"place": {"west": battle}}])), [code], "{battle}");
    }
    war.orders(Union, json!([{"place": {"west": "chattanooga"}}]));
    assert_eq!(war.asked(), Some(Confederate));
    assert_eq!(war.refused(Confederate, json!([{"block": {"chattanooga": ["shiloh"]}}])), ["cannot_block"]);
    war.orders(Confederate, json!([{"block": {"chattanooga": ["stones_river"], "vicksburg": ["shiloh"]}}]));
    let fought = &war.game().placed[&West];
    assert_eq!((fought.battle.as_str(), fought.blocked.as_ref()), ("stones_river", Some(&id("chattanooga"))));
}

/// North Anna and Kennesaw Mountain block from the hand; while the Union holds the Peninsula nothing blocks Richmond, and
/// nothing an amphibious campaign.
#[test]
fn blocks_from_the_hand() {
    let at = |held: &[&str], battles: Value| {
        let mut war = War::at(Phase::Battles, |game| {
            hold(game, held);
            lay(game, Union, [8, 0]);
            lay(game, Confederate, [8, 0]);
        });
        war.orders(Union, json!([{"place": battles}]));
        war
    };
    let all = ["manassas", "fredericksburg", "wilderness"];
    let mut war = at(&all, json!({"east": "richmond"}));
    war.orders(Confederate, json!([{"block": {"richmond": ["north_anna"]}}]));
    assert_eq!(war.battle(East), Some("north_anna"));
    assert!(seen(&war, Confederate, "cs_north_anna"));
    assert_eq!(at(&["peninsula"], json!({"east": "richmond"})).asked(), Some(Union));
    assert_eq!(at(&[], json!({"east": "peninsula", "amphibious": true})).game().phase, Phase::Movement);
    assert_eq!(at(&[], json!({"east": "peninsula"})).asked(), Some(Confederate));
}

/// Vicksburg is blocked by Shiloh; two passes (block_vicksburg); two Turning Movements in a row (double_turning).
#[test]
fn turning_movements() {
    let blocked = |by: &str| Placed { blocked: Some(id("vicksburg")), ..placed(by) };
    let mut war = moving(None, Some(blocked("shiloh")), |_| {});
    let mut quiet = War { rules: war.rules.clone(), position: war.position.clone(), events: Vec::new() };
    quiet.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    assert_eq!((quiet.battle(West), quiet.game().phase), (Some("shiloh"), Phase::Generals));
    let turn = |card: &str| json!([{"movement": {"card": card}}]);
    war.orders(Union, turn("us_turning_plain_1"));
    assert!(war.holds("shiloh") && war.battle(West) == Some("vicksburg"));
    war.orders(Confederate, json!([{"block": {"vicksburg": ["shiloh", "corinth"]}}, pass()]));
    assert_eq!(war.battle(West), Some("corinth"));
    assert_eq!(war.refused(Union, turn("us_turning_deck_two_1")), ["condition"]);
    war.orders(Union, turn("us_turning_plain_2"));
    assert!(war.holds("corinth") && war.battle(West) == Some("vicksburg"));
    war.orders(Confederate, json!([pass()])).orders(Union, json!([pass()]));
    assert_eq!((war.battle(West), war.game().phase), (Some("vicksburg"), Phase::Generals));
}

/// The Confederate seals the gaps, the Union turns again, and Shiloh blocks (seal_gaps).
#[test]
fn sealed_gaps() {
    let stones = Placed { blocked: Some(id("vicksburg")), ..placed("stones_river") };
    let mut war = moving(None, Some(stones.clone()), |_| {});
    war.orders(Union, json!([{"movement": {"card": "us_turning_plain_1"}}]));
    assert!(war.holds("stones_river"));
    assert_eq!(
        war.refused(Confederate, json!([{"movement": {"card": card_of(&war, Confederate, "stuart_screens")}}])),
        ["nothing_to_negate"]
    );
    war.orders(Confederate, json!([{"movement": {"card": "cs_seal_gaps_1"}}]));
    assert!(!war.holds("stones_river") && war.game().placed[&West] == stones);
    war.orders(Union, json!([{"movement": {"card": "us_turning_plain_2"}}]));
    war.orders(Confederate, json!([{"block": {"vicksburg": ["shiloh"]}}, pass()])).orders(Union, json!([pass()]));
    assert!(war.holds("stones_river") && war.battle(West) == Some("shiloh"));
    assert_eq!(war.game().phase, Phase::Generals);
}

/// Fredericksburg and Shiloh; an offensive to Antietam, a retreat in the West, and points that move East
/// (offensive_and_retreat).
#[test]
fn an_offensive_and_a_retreat() {
    let mut war = moving(Some(placed("fredericksburg")), Some(placed("shiloh")), |_| {});
    war.orders(Union, json!([pass()]));
    assert_eq!(
        war.refused(Confederate, json!([{"movement": {"card": "cs_strategic_offensive_2"}}])),
        ["battle_wanted"]
    );
    let shift = json!([{"movement": {"card": "us_rebel_invasion_1", "east": 4}}]);
    war.orders(Confederate, json!([{"movement": {"card": "cs_strategic_offensive_2", "battle": "antietam"}}]));
    war.orders(Union, json!([pass()]));
    war.orders(Confederate, json!([{"movement": {"card": "cs_strategic_retreat", "theater": "west"}}]));
    war.orders(Union, shift).orders(Confederate, json!([pass()])).orders(Union, json!([pass()]));
    assert_eq!(war.game().placed.len(), 1);
    let antietam = &war.game().placed[&East];
    assert!(antietam.offensive && antietam.battle.as_str() == "antietam");
    let laid = |theater| war.game().laying[&Union].get(&theater).map(|points| points.open);
    assert_eq!([laid(East), laid(West)], [Some(8), Some(0)]);
    assert_eq!(war.game().phase, Phase::Generals);
}

/// The Union holds all the East but Richmond (offensive_ban); the two Armies do not invade (BC-8).
#[test]
fn where_no_offensive_is_allowed() {
    let held = ["manassas", "fredericksburg", "wilderness", "peninsula"];
    let mut war = moving(Some(placed("richmond")), None, |game| hold(game, &held));
    war.orders(Union, json!([pass()]));
    let offensive = |card: &str, battle: &str| json!([{"movement": {"card": card, "battle": battle}}]);
    for (card, battle) in [("cs_strategic_offensive_2", "antietam"), ("cs_anv", "manassas")] {
        assert_eq!(war.refused(Confederate, offensive(card, battle)), ["offensive_banned"], "{card}");
    }
    let mut war = moving(None, Some(placed("shiloh")), |game| hold(game, &["manassas", "vicksburg"]));
    war.orders(Union, json!([pass()]));
    for (card, battle) in [
        ("cs_anv", "antietam"),
        ("cs_anv", "perryville"),
        ("cs_strategic_offensive_2", "fredericksburg"),
        ("cs_strategic_offensive_2", "vicksburg"),
    ] {
        assert_eq!(war.refused(Confederate, offensive(card, battle)), ["not_a_target"], "{card} {battle}");
    }
    assert_eq!(war.refused(Confederate, offensive("cs_lee_audacity", "antietam")), ["condition"]);
    // The offensive is anticipated: it has not happened.
    war.orders(Confederate, offensive("cs_anv", "manassas"));
    war.orders(Union, json!([{"movement": {"card": "us_raid_anticipated_1"}}]));
    assert_eq!((war.battle(East), war.battle(West)), (None, Some("shiloh")));
}
