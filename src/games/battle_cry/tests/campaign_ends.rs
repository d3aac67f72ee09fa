//! Movement that leaves a choice, generals, draws, recovery, and how the war ends.

use adjutant_core::engine::cards::{Pile, Sealed};
use adjutant_core::engine::{Draw, Events};
use adjutant_core::pack::Side::{self, Confederate, Union};
use battle_cry::ledger::{DECK, Game, HAND, LaidPoints, Phase, Placed};
use battle_cry::pack::Theater::{East, West};
use serde_json::{Value, json};

use crate::war::{War, card_of, generals, hold, id, lay, moving, pass, placed, seen, spare};

fn no_resource() -> Value {
    json!({"resource": {"card": "none"}})
}

/// A legal discard of phase K, or an exchange that is not wanted.
fn discard(war: &War, side: Side) -> Value {
    let many = war.game().count(side, HAND).saturating_sub(9);
    let cards = war.rules.pack.deck(side).filter(|card| !seen(war, side, card)).take(many).collect::<Vec<_>>();
    json!({"discard": {"cards": cards}})
}

/// From phase J to the next turn: the resources, and what else phase K wants.
fn finish(war: &mut War, resources: [Value; 2]) {
    for (side, resource) in Side::BOTH.into_iter().zip(resources) {
        let orders = match war.game().count(side, HAND) > 8 {
            true if resource != no_resource() => vec![resource],
            _ => vec![resource, discard(war, side)],
        };
        war.orders(side, json!(orders));
        if war.position.outcome.is_some() {
            return;
        }
    }
    while let (Phase::Discard, Some(side)) = (war.game().phase, war.asked()) {
        let orders = json!([discard(war, side)]);
        war.orders(side, orders);
    }
}

/// The cap of Mud March stays though Perryville takes the place of Chattanooga (mud_march_stick).
#[test]
fn mud_march_sticks() {
    let mut war = moving(None, Some(placed("chattanooga")), |game| {
        game.side_mut(Union).points = 9;
        lay(game, Union, [0, 9]);
    });
    war.orders(Union, json!([pass()]));
    war.orders(Confederate, json!([{"movement": {"card": "cs_mud_march"}}]));
    assert_eq!(war.refused(Union, json!([pass()])), ["fights_wanted"]);
    let mut canceled = War { rules: war.rules.clone(), position: war.position.clone(), events: Vec::new() };
    canceled.orders(Union, json!([{"movement": {"card": "none", "fights": false}}]));
    assert_eq!((canceled.battle(West), canceled.count("lifted")), (None, 1));
    war.orders(Union, json!([{"movement": {"card": "none", "fights": true}}]));
    war.orders(Confederate, json!([{"movement": {"card": "cs_strategic_offensive_2", "battle": "perryville"}}]));
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    let hands = war.game().count(Union, HAND);
    war.orders(Union, json!([{"generals": {}}])).orders(Confederate, json!([{"generals": {}}]));
    assert_eq!(war.game().battle.as_ref().unwrap().id.as_str(), "perryville");
    assert_eq!(war.game().count(Union, HAND) - hands, 4);
}

/// Arkansas River Expedition only where Vicksburg is placed; Retreat Before Battle for a general and two cards (BC-9).
#[test]
fn a_price_for_the_battle() {
    let mut war = moving(None, Some(placed("shiloh")), |_| {});
    war.orders(Union, json!([pass()]));
    let mcclernand = json!([{"movement": {"card": card_of(&war, Confederate, "mcclernand")}}]);
    assert_eq!(war.refused(Confederate, mcclernand), ["condition"]);
    war.orders(Confederate, json!([{"movement": {"card": "cs_retreat_before"}}]));
    let pays = |general: &str, cards: &[&str]| json!([{"movement": {"card": "none", "fights": true, "general": general, "discard": cards}}]);
    let cards = spare(&war, Union, "", 2);
    let cards = [cards[0].as_str(), cards[1].as_str()];
    assert_eq!(war.refused(Union, pays("us_buell", &cards[..1])), ["price_wanted"]);
    assert_eq!(war.refused(Union, pays("us_burnside", &cards)), ["price_wanted"]);
    assert_eq!(war.refused(Union, pays("us_buell", &["us_grant", cards[0]])), ["is_general"]);
    war.orders(Union, pays("us_buell", &cards));
    assert!(war.game().in_play(Union, "us_buell").unwrap().engaged && seen(&war, Union, cards[1]));
    assert_eq!(war.battle(West), Some("shiloh"));
    war.orders(Confederate, json!([pass()]));
    // He stays where he is, and begins the battle engaged.
    assert_eq!(war.refused(Union, json!([{"generals": {"recall": ["us_buell"]}}])), ["is_engaged"]);
}

/// Chattanooga falls, +1 at the end of the turn; a negated Campaign is followed by a Turning Movement, and Chickamauga is
/// placed in the same turn (chickamauga_campaign, chattanooga_then_chickamauga).
#[test]
fn chattanooga_falls_without_a_battle() {
    let mut war = moving(None, Some(placed("chattanooga")), |game| hold(game, &["stones_river"]));
    war.orders(Union, json!([{"movement": {"card": "us_chickamauga_campaign"}}]));
    assert!(war.holds("chattanooga") && war.battle(West).is_none());
    war.orders(Confederate, json!([{"movement": {"card": "cs_seal_gaps_2"}}]));
    assert!(!war.holds("chattanooga") && war.battle(West) == Some("chattanooga"));
    war.orders(Union, json!([{"movement": {"card": "us_turning_plain_1"}}])).orders(Confederate, json!([pass()]));
    for (battles, code) in [(json!({"east": "manassas"}), "wrong_phase"), (json!({"west": "atlanta"}), "cannot_place")]
    {
        assert_eq!(war.refused(Union, json!([{"place": battles}])), [code]);
    }
    war.orders(Union, json!([{"place": {"west": "chickamauga"}}, pass()])).orders(Confederate, json!([pass()]));
    war.orders(Union, json!([{"generals": {}}])).orders(Confederate, json!([{"generals": {}}]));
    war.fought(Confederate, false);
    assert_eq!(war.points(), [7, 9]);
    finish(&mut war, [no_resource(), no_resource()]);
    assert!(war.holds("chattanooga") && !war.holds("chickamauga"));
    assert_eq!(war.points(), [8, 9]);
    assert_eq!(war.event("points_changed")["why"], json!({"fallen": "chattanooga"}));
}

/// Nobody fights in the East, and the Confederate attacks in the West what the Union holds; it fails, which costs a point
/// (retreat_and_offensive, BC-8).
#[test]
fn a_failed_offensive_costs_a_point() {
    let mut war = moving(Some(placed("fredericksburg")), None, |game| {
        hold(game, &["shiloh"]);
        lay(game, Union, [8, 0]);
        lay(game, Confederate, [0, 8]);
    });
    war.orders(Union, json!([pass()]));
    war.orders(Confederate, json!([{"movement": {"card": "cs_strategic_retreat"}}])).orders(Union, json!([pass()]));
    war.orders(Confederate, json!([{"movement": {"card": "cs_tennessee_move", "battle": "shiloh"}}]));
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    assert_eq!(war.battle(East), None);
    let hands = Side::BOTH.map(|side| war.game().count(side, HAND));
    war.orders(Union, json!([{"generals": {}}])).orders(Confederate, json!([{"draw": {"west": 6}}, {"generals": {}}]));
    let drawn = Side::BOTH.map(|side| war.game().count(side, HAND));
    assert_eq!([drawn[0] - hands[0], drawn[1] - hands[1]], [0, 6]);
    assert_eq!(war.game().battle.as_ref().unwrap().attacker, Confederate);
    war.fought(Union, false);
    // Shiloh: 0 and −1; the offensive: −1.
    assert_eq!(war.points(), [8, 6]);
    finish(&mut war, [no_resource(), no_resource()]);
    assert!(war.holds("shiloh"));
}

/// Washington may be blocked by the Union with Antietam (Invasion); if it falls, the next turn is its own.
#[test]
fn washington_is_blocked() {
    let mut war = moving(Some(placed("fredericksburg")), None, |_| {});
    war.orders(Union, json!([pass()]));
    war.orders(Confederate, json!([{"movement": {"card": "cs_strategic_offensive_2", "battle": "washington"}}]));
    let mut fought = War { rules: war.rules.clone(), position: war.position.clone(), events: Vec::new() };
    war.orders(Union, json!([{"block": {"washington": ["antietam"]}}, pass()]));
    assert!(war.battle(East) == Some("antietam") && war.game().placed[&East].offensive);
    fought.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    fought.orders(Union, json!([{"generals": {}}])).orders(Confederate, json!([{"generals": {}}]));
    fought.fought(Confederate, true);
    finish(&mut fought, [no_resource(), no_resource()]);
    assert!(fought.game().effects.washington_taken && fought.game().removed.is_empty());
}

/// Five generals besides the cavalry: who takes one back puts none in (hold_the_line_limit); from the theater of the card
/// first, and not from one theater to the other (G.3, G.4).
#[test]
fn the_limits_of_generals() {
    let east = ["us_mcdowell", "us_burnside", "us_meade", "us_hancock", "us_howard", "us_pleasonton"];
    let war = War::at(Phase::Generals, |game| {
        lay(game, Union, [4, 4]);
        lay(game, Confederate, [4, 4]);
        generals(game, Union, &[&east.map(|card| (card, East))[..], &[("us_halleck", West)]].concat());
    });
    let tried = |orders: Value| war.refused(Union, json!([{"generals": orders}]));
    let full = "too_many_generals";
    assert_eq!(tried(json!({"recall": ["us_howard"], "place": {"us_reynolds": "east"}})), [full]);
    assert_eq!(tried(json!({"recall": ["us_howard", "us_meade"], "place": {"us_reynolds": "east"}})), [""; 0]);
    assert_eq!(tried(json!({"place": {"us_grant": "east"}})), ["other_theater", full]);
    assert_eq!(tried(json!({"place": {"us_grant": "west"}})), [""; 0]);
    assert_eq!(tried(json!({"recall": ["us_howard"], "place": {"us_howard": "west"}})), ["just_recalled"]);
    assert_eq!(tried(json!({"place": {"us_woods_u_1": "west"}})), ["not_general"]);
    // In Deck Two anybody may enter either theater; but there is never more than one cavalry general.
    let two = war.to(Phase::Generals, |game| game.side_mut(Union).deck = 2);
    let tried = |orders: Value| two.refused(Union, json!([{"generals": orders}]));
    assert_eq!(tried(json!({"place": {"us_grierson": "east"}})), [full]);
    assert_eq!(tried(json!({"place": {"us_reynolds": "west", "us_grierson": "west"}})), [""; 0]);
}

/// A theater whose cities have fallen gets no points, and the Confederate keeps its generals and its cavalry there.
#[test]
fn a_cleared_theater() {
    let change = |game: &mut Game| {
        hold(game, &["richmond"]);
        generals(game, Union, &[("us_meade", East), ("us_hancock", East)]);
        generals(game, Confederate, &[("cs_lee", East), ("cs_stuart", East)]);
    };
    let mut war = War::at(Phase::FirstResources, change);
    war.orders(Union, json!([no_resource()])).orders(Confederate, json!([no_resource()]));
    assert_eq!(war.refused(Union, json!([{"lay": {"east": 1, "west": 4}}])), ["theater_cleared"]);
    let war = War::at(Phase::Generals, |game| {
        change(game);
        game.act(Phase::Generals, Union);
    });
    let tried = |orders: Value| war.refused(Confederate, json!([{"generals": orders}]));
    assert_eq!(tried(json!({"recall": ["cs_lee"]})), ["must_match"]);
    assert_eq!(tried(json!({"recall": ["cs_stuart"], "place": {"cs_hood": "east"}})), ["cavalry_stays"]);
    assert_eq!(tried(json!({"recall": ["cs_lee"], "place": {"cs_hood": "east"}})), [""; 0]);
}

/// The amphibious Peninsula Campaign: two cards go back, and two generals engage.
#[test]
fn the_peninsula_by_sea() {
    let by_sea = Placed { amphibious: true, ..placed("peninsula") };
    let mut war = moving(Some(by_sea), None, |_| {});
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    war.orders(Union, json!([{"generals": {}}])).orders(Confederate, json!([{"generals": {}}]));
    let hand = war.game().count(Union, HAND);
    let cards = spare(&war, Union, "", 2);
    let embark = |cards: &[String]| json!([{"embark": {"cards": cards, "generals": ["us_mcdowell", "us_burnside"]}}]);
    assert_eq!(war.refused(Union, embark(&["us_grant".to_owned(), cards[0].clone()])), ["is_general"]);
    war.orders(Union, embark(&cards));
    assert_eq!([war.game().count(Union, HAND), war.game().count(Union, "returned")], [hand - 2, 2]);
    assert!(war.game().generals(Union, East).all(|one| one.engaged) && war.game().battle.is_some());
}

/// Cavalry Raids −3 in each battle; four cards back for Stonewall, after the draw.
#[test]
fn fewer_cards() {
    let mut war = moving(Some(placed("manassas")), Some(placed("shiloh")), |game| {
        game.effects.fewer_draws = 3;
        game.effects.return_random = 4;
    });
    // The Union's order of battles is sealed.
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    let hand = war.game().count(Union, HAND);
    war.orders(Union, json!([{"generals": {}}]));
    war.seal("first_battle", json!("west"));
    war.orders(Confederate, json!([{"generals": {}}]));
    assert_eq!(war.game().battle.as_ref().unwrap().id.as_str(), "shiloh");
    assert_eq!(war.game().count(Union, HAND), hand + 1);
    war.fought(Union, false);
    assert_eq!(war.game().count(Union, HAND), hand + 1 + 1 - 4);
    assert_eq!(war.game().count(Union, "returned"), 4);
}

/// Thirteen points and two cards left in Deck Two: two are drawn, and the turn is finished (third_deck).
#[test]
fn a_third_deck_is_drawn_by_cards_only() {
    let mut war = moving(Some(placed("manassas")), None, |game| {
        game.side_mut(Union).points = 13;
        game.side_mut(Union).deck = 2;
        lay(game, Union, [13, 0]);
        exhaust(game, Union, 2);
    });
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    let hand = war.game().count(Union, HAND);
    war.orders(Union, json!([{"generals": {}}])).orders(Confederate, json!([{"generals": {}}]));
    assert_eq!((war.game().count(Union, HAND), war.game().side(Union).deck), (hand + 2, 3));
    assert_eq!(war.game().count(Union, DECK), 3);
    war.fought(Union, false);
    finish(&mut war, [no_resource(), no_resource()]);
    assert_eq!(war.position.outcome, Some(json!({"winner": "confederate", "how": "decks_exhausted"})));
}

/// Leaves so many cards in a deck, and three in the discard pile.
fn exhaust(game: &mut Game, side: Side, left: usize) {
    let mut events = Events::default();
    let count = game.count(side, DECK) - left;
    game.cards.draw(&mut events, Draw::of(side.id(), DECK, count, "hand", "A"), HAND);
    for card in ["us_woods_u_1", "us_woods_u_2", "us_woods_u_3"] {
        game.cards.play(&mut events, "K", &side.id(), card, HAND);
        game.cards.leave(&mut events, "K", &side.id(), card, "discard");
    }
}

/// A deck that runs out before combat ends the game (End of Game b).
#[test]
fn a_second_deck_that_runs_out_before_combat() {
    let war = War::at(Phase::Draw, |game| {
        game.side_mut(Union).deck = 2;
        exhaust(game, Union, 3);
    });
    assert_eq!(war.position.outcome, Some(json!({"winner": "confederate", "how": "decks_exhausted"})));
}

/// Nine cards are kept; who holds no more may exchange a general (K).
#[test]
fn discards() {
    let mut war = War::at(Phase::SecondResources, |game| {
        let mut events = Events::default();
        game.cards.draw(&mut events, Draw::of(Union.id(), DECK, 3, "hand", "A"), HAND);
    });
    let cards = spare(&war, Union, "", 3);
    let tried = |orders: Value| war.refused(Union, json!([no_resource(), {"discard": orders}]));
    assert_eq!(tried(json!({"cards": &cards[..2]})), ["wrong_count"]);
    assert_eq!(tried(json!({"cards": cards, "general": "us_grant"})), ["no_exchange"]);
    war.orders(Union, json!([no_resource(), {"discard": {"cards": cards}}]));
    assert_eq!(
        war.refused(Confederate, json!([no_resource(), {"discard": {"general": "cs_cotton"}}])),
        ["not_general"]
    );
    let turn = war.game().turn;
    war.orders(Confederate, json!([no_resource(), {"discard": {"general": "cs_lee"}}]));
    assert!(seen(&war, Confederate, "cs_lee") && war.game().turn == turn + 1);
    // By the letter the Union discards after the Confederate's resource (BC-31).
    let after = War::with("campaign", json!({"discards": "after"}));
    let mut war = after.to(Phase::SecondResources, |game| {
        game.cards.draw(&mut Events::default(), Draw::of(Union.id(), DECK, 3, "hand", "A"), HAND);
    });
    war.orders(Union, json!([no_resource()])).orders(Confederate, json!([no_resource()]));
    assert_eq!((war.game().phase, war.asked()), (Phase::Discard, Some(Union)));
}

/// Three points in all, at the end of this turn and of the two that follow (emancipation_three); Grant gets his third
/// star after a victory (ex_L).
#[test]
fn emancipation_and_promotion() {
    let mut war = moving(None, Some(placed("shiloh")), |game| {
        game.played.insert(id("preliminary_emancipation"), 1);
        generals(game, Union, &[("us_grant", West)]);
    });
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    war.orders(Union, json!([{"generals": {}}])).orders(Confederate, json!([{"generals": {}}]));
    war.fought(Union, false);
    assert_eq!(war.points(), [8, 7]);
    finish(&mut war, [json!({"resource": {"card": "us_emancipation"}}), no_resource()]);
    assert_eq!(war.points(), [9, 6]);
    assert!(war.game().in_play(Union, "us_grant_3").is_some_and(|one| one.theater == West));
    assert!(
        war.game().in_play(Union, "us_grant").is_none() && war.game().aside[&Union].contains(&"us_grant".to_owned())
    );
    for points in [[10, 5], [11, 4], [11, 4]] {
        let mut next = war.to(Phase::SecondResources, |_| {});
        next.position.game.turn = 5;
        finish(&mut next, [no_resource(), no_resource()]);
        assert_eq!(next.points(), points);
        war = next;
    }
}

/// The Election wins with two cities and ten points; the third city wins at once.
#[test]
fn the_union_wins() {
    let cities = |held: &[&str], points: [u8; 2]| {
        War::at(Phase::SecondResources, |game| {
            hold(game, held);
            Side::BOTH.into_iter().zip(points).for_each(|(side, points)| game.side_mut(side).points = points);
        })
    };
    let election = |war: &War| json!([{"resource": {"card": card_of(war, Union, "presidential_election")}}]);
    for (held, points) in [(&["vicksburg"][..], [15, 3]), (&["vicksburg", "atlanta"], [12, 3])] {
        let war = cities(held, points);
        assert_eq!(war.refused(Union, election(&war)), ["condition"]);
    }
    let mut war = cities(&["vicksburg", "atlanta"], [13, 3]);
    let orders = election(&war);
    war.orders(Union, orders);
    assert_eq!(war.position.outcome, Some(json!({"winner": "union", "how": "election"})));
    // Vicksburg: +1 and −2 (vicksburg_cp).
    let mut war = moving(None, Some(placed("vicksburg")), |game| hold(game, &["richmond", "atlanta"]));
    war.orders(Union, json!([pass()])).orders(Confederate, json!([pass()]));
    war.orders(Union, json!([{"generals": {}}])).orders(Confederate, json!([{"generals": {}}]));
    war.fought(Union, false);
    assert_eq!(war.points(), [9, 6]);
    assert_eq!(war.position.outcome, Some(json!({"winner": "union", "how": "cities"})));
}

/// Deck One: a lead of two, and cities against major victories at invasions (d1_draw, d1_union).
#[test]
fn deck_one_is_counted() {
    for (held, invasions, points, outcome) in [
        (&[][..], 1, [10, 7], json!({"winner": "none", "how": "deck_one"})),
        (&["vicksburg"][..], 1, [11, 8], json!({"winner": "union", "how": "deck_one"})),
        (&[][..], 1, [8, 8], json!({"winner": "confederate", "how": "deck_one"})),
    ] {
        let mut war = War::new("deck_one").to(Phase::SecondResources, |game| {
            hold(game, held);
            game.invasions_won = invasions;
            game.side_mut(Union).deck = 2;
            Side::BOTH.into_iter().zip(points).for_each(|(side, points)| game.side_mut(side).points = points);
        });
        war.orders(Union, json!([no_resource()])).orders(Confederate, json!([no_resource()]));
        assert_eq!(war.position.outcome, Some(outcome));
    }
}

/// Deck Two: the Confederate picks five cards and draws four; the Union draws nine; phase C comes first.
#[test]
fn deck_two_begins_with_command_points() {
    let mut war = War::new("deck_two");
    assert_eq!(war.asked(), Some(Confederate));
    let cards = spare(&war, Confederate, "cs_conscription_c_1", 5);
    war.orders(Confederate, json!([{"pick": {"cards": cards}}]));
    assert_eq!(Side::BOTH.map(|side| war.game().count(side, HAND)), [9, 9]);
    assert_eq!((war.game().phase, war.asked(), war.points()), (Phase::CommandPoints, Some(Union), [11, 11]));
    war.orders(Union, json!([{"lay": {"east": 3, "west": 3}}]));
}

/// The Union's plans are sealed: the Confederate's file blocks and passes, and comes back where the Union turns the
/// blocker (BC-33).
#[test]
fn plans_in_advance() {
    let start = |blocked: Value| {
        let mut war = War::at(Phase::FirstResources, |_| {});
        war.orders(Union, json!([no_resource(), {"lay": {"west": 8}}]));
        war.seal("placement", json!({"west": "vicksburg"}));
        war.seal("unblocked", json!("pass")).seal("blocked_west", blocked);
        war
    };
    let file = json!([no_resource(), {"lay": {"west": 8}}, {"block": {"vicksburg": ["shiloh"]}}, pass()]);
    let mut war = start(json!("pass"));
    war.orders(Confederate, file.clone());
    assert_eq!((war.battle(West), war.game().phase), (Some("shiloh"), Phase::Generals));
    let mut war = start(json!({"card": "us_turning_plain_1"}));
    assert_eq!(war.orders_returned(Confederate, file.clone()), 1);
    assert_eq!((war.battle(West), war.asked()), (Some("vicksburg"), Some(Confederate)));
    // What cannot be done is a pass, so that the Union never sees the open policy first.
    let mut war = start(json!({"card": "us_turning_deck_two_1"}));
    war.orders(Confederate, file.clone());
    assert_eq!(war.battle(West), Some("shiloh"));
    // Where nothing is sealed, the policy comes too early.
    let mut war = War::at(Phase::FirstResources, |_| {});
    war.orders(Union, json!([no_resource(), {"lay": {"west": 8}}]));
    assert_eq!(war.refused(Confederate, file), ["overtaken"]);
}

/// Whoever opens command cards that break the rules has lost the match (C.1, F.2; protocol 8.4).
#[test]
fn false_command_cards_lose() {
    let opened = |east: &str, west: &str, more: u8| {
        let mut war = War::at(Phase::Discretionary, |game| {
            game.cards.open_handed = false;
            let own = game.cards.sides.get_mut(&Union.id()).unwrap();
            for pile in ["command_east", "command_west"] {
                own.piles.insert(pile.to_owned(), Pile::Hidden(15));
            }
            let mut laid = |n: usize, card: &str| {
                own.laid.insert(id(&format!("card-{n}")), Sealed::Open(json!(card)));
                LaidPoints { card: Some(format!("card-{n}")), open: 0 }
            };
            game.laying.insert(Union, [(East, laid(1, east)), (West, laid(2, west))].into());
        });
        war.orders(Union, json!([{"discretionary": {"west": more}}]));
        war.position.outcome
    };
    let lost = Some(json!({"winner": "confederate", "how": "lied"}));
    assert_eq!(opened("us_east_1", "us_west_2", 0), lost);
    assert_eq!(opened("us_west_3", "us_west_4", 0), lost);
    assert_eq!(opened("us_east_0", "us_west_4", 4), None);
}
