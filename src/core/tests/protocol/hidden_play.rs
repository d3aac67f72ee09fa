//! Whole matches of the toy card game, both hands followed: nothing that the rules do needs a card that nobody may
//! know.

use adjutant_core::chain::toy_cards::ToyCards;
use adjutant_core::document::Id;
use adjutant_core::engine::Ruleset;
use adjutant_core::session::Session;
use adjutant_core::session::self_play::{Player, SelfPlay};

fn duel(seed: u64) -> (SelfPlay, [Id; 2]) {
    let sides = ToyCards.sides();
    let table = ToyCards::game().setup(&Id::known("duel"), &serde_json::Map::new()).unwrap();
    (SelfPlay::new(table, &sides, seed), sides)
}

#[test]
fn matches_at_random_keep_every_card() {
    for seed in 0..300 {
        let (mut play, sides) = duel(seed);
        let mut players = [Player::random(seed), Player::random(seed + 1_000)];
        let mut look = |table: &dyn Session, _: &[serde_json::Value]| {
            assert_eq!(table.invariants(), [], "seed {seed}");
        };
        let over = play.run(&sides, &mut players, 4_000, &mut look);
        assert!(over.as_ref().is_ok_and(Option::is_some), "seed {seed}: {over:?}");
    }
}

#[test]
fn sensible_players_answer_in_advance_and_mail_less() {
    let (mut mails, mut turns) = (0, 0);
    for seed in 0..40 {
        let (mut play, sides) = duel(seed);
        let mut players = [Player::sensible(seed), Player::sensible(seed + 1)];
        let over = play.run(&sides, &mut players, 4_000, &mut |_, _| {});
        assert!(over.as_ref().is_ok_and(Option::is_some), "seed {seed}: {over:?}");
        mails += play.turns.values().sum::<u64>();
        turns += 12;
    }
    println!("{mails} mails for {turns} turns");
    assert!(mails < turns * 3, "{mails} mails for {turns} turns");
}
