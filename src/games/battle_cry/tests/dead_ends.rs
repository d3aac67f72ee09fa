//! Positions in which a player could send no legal file, or could pass by what he owes.

use adjutant_core::pack::Side::{Confederate, Union};
use battle_cry::ledger::{Phase, Placed};
use battle_cry::pack::Theater::{East, West};
use serde_json::json;

use crate::support::{Field, card};
use crate::war::{War, card_of, hold, lay, moving, pass, placed};

/// A pass that was sealed in advance is none while the Union owes its attack at Manassas (BC-3).
#[test]
fn a_sealed_pass_does_not_stand_for_the_attack_at_manassas() {
    let mut war = War::new("campaign");
    let works = card_of(&war, Union, "woods");
    war.orders(Union, json!([{"special": {"card": works}}, {"send": {}}]));
    war.seal("enemy_passes", json!("pass"));
    war.orders(Confederate, json!([{"pass": {}}]));
    let battle = war.game().battle.as_ref().expect("a battle");
    assert!(battle.must_attack && battle.passes.len() == 1, "{battle:#?}");
    assert_eq!(war.asked(), Some(Union), "it goes on by orders");
}

/// In the Deck One Scenario the game goes on when all cities have fallen: nobody can lay points then (BC-58).
#[test]
fn nobody_lays_points_where_all_cities_have_fallen() {
    let cities = ["richmond", "atlanta", "vicksburg"];
    let mut war = War::new("deck_one").to(Phase::FirstResources, |game| hold(game, &cities));
    let file = || json!([{"resource": {"card": "none"}}, {"lay": {}}]);
    war.orders(Union, file()).orders(Confederate, file());
    assert_eq!(war.game().phase, Phase::Battles);
    war.orders(Union, json!([{"place": {"west": "shiloh"}}]));
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    war.orders(Union, json!([{"discretionary": {}}, {"generals": {}}]));
    war.orders(Confederate, json!([{"discretionary": {}}]));
    assert_eq!(war.game().phase, Phase::Generals);
}

/// While Washington is lost, Rebel Invasion moves no points West: they would never be the lesser part again (BC-16).
#[test]
fn the_majority_stays_in_the_east() {
    let attacked = Placed { offensive: true, ..placed("antietam") };
    let war = moving(Some(attacked), Some(placed("shiloh")), |game| {
        game.effects.washington_taken = true;
        lay(game, Union, [4, 1]);
    });
    let movement = |west: u8| json!([{"movement": {"card": card_of(&war, Union, "rebel_invasion"), "west": west}}]);
    assert_eq!(war.refused(Union, movement(4)), ["east_majority"]);
    assert!(war.refused(Union, movement(0)).is_empty());
    assert!(war.game().placed.contains_key(&East) && war.game().placed.contains_key(&West));
}

/// By the letter each card is settled as it is played, and nothing can be held.
#[test]
fn nothing_is_held_by_the_letter() {
    let mut field = Field::battle("corinth", Union, [&["us_rosecrans"], &["cs_polk"]]).by_card();
    field.orders(Union, json!([{"special": {"card": card(Union, "woods", 0)}}]));
    field.answer(Confederate, json!("pass"));
    assert_eq!(field.refused(Union, json!([{"hold": {}}])), ["nothing_to_hold"]);
    field.orders(Union, json!([{"send": {}}]));
}

/// Two plays of a send take more than the hand has: what is left is enough, and is no lie.
#[test]
fn a_hand_that_is_too_small_for_what_is_forced() {
    let generals = ["us_halleck", "us_rosecrans", "us_mcpherson"];
    let mut field = Field::battle("corinth", Union, [&generals, &["cs_polk"]]);
    let table = |n: usize| json!({"special": {"card": card(Union, "overwhelming", n)}});
    field.orders(Union, json!([table(0), table(1), {"send": {}}]));
    let all: Vec<String> = (0..3).map(|n| card(Confederate, "woods", n)).collect();
    let choose = |n: u8, cards: &[String]| json!({"choose": {"for": n, "discard": cards}});
    field.orders(Confederate, json!([choose(1, &all[..2]), choose(2, &all[2..]), {"pass": {}}]));
    assert_eq!(field.event("claimed")["side"], "confederate");
}
