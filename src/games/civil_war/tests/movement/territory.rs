use crate::opening::{hex, start};
use civil_war::movement::territory::*;
use civil_war::pack::Side;

#[test]
fn a_border_hex_with_an_enemy_part_is_enemy() {
    let (rules, game) = start();
    assert_eq!(kind(&rules, &game, hex("4805"), Side::Union), "enemy");
    assert_eq!(kind(&rules, &game, hex("4805"), Side::Confederate), "neutral");
    assert_eq!(kind(&rules, &game, hex("5206"), Side::Union), "friendly");
    assert_eq!(kind(&rules, &game, hex("4705"), Side::Confederate), "neutral");
}
