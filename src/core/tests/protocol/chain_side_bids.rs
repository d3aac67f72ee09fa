//! Bids for the sides and handicaps in signed documents (TN-19), in a game with hands: each side's cards are drawn only
//! once it is settled who plays it.

use std::collections::BTreeMap;

use adjutant_core::document::kinds::TrustMode;
use adjutant_core::document::{Id, Value};
use adjutant_core::engine::choices::Opening;
use adjutant_core::session::Plan;
use adjutant_core::session::self_play::Player;
use serde_json::json;

use crate::chain_spent::write_out;
use crate::common::id;
use crate::hidden_match::{Table, players};

/// A match in which the players bid; anna has the south by the charter, bert the north.
fn bidding(trust: TrustMode, open_handed: bool, luck: u8) -> Table {
    let mut table = Table::under(trust, open_handed, (4, luck), |mut draft| {
        draft["options"]["side_bids"] = json!(true);
        draft
    });
    table.play(&mut players(false, u64::from(luck)), 1);
    table
}

/// Both players commit to these bids and reveal them, or do not.
fn bid(table: &mut Table, bids: [(&str, Value); 2]) {
    let choice = id("bid");
    let of = |seat: &Id| bids.iter().find(|(bidder, _)| *bidder == seat.as_str()).unwrap().1.clone();
    for stage in 0..2 {
        let both = if stage == 0 { "commit" } else { "open" };
        while table.rig.asked().iter().any(|(_, asked)| asked.get(both).is_some()) {
            for seat in table.asked() {
                let mut plan = Plan::default();
                match stage {
                    0 => plan.choose.push((choice.clone(), of(&seat))),
                    _ => plan.act.open.push((choice.clone(), Opening::Choice(of(&seat)))),
                }
                table.turn(&seat, &plan);
            }
            table.respond().unwrap();
        }
    }
}

fn wish(side: &str, bid: u32) -> Value {
    json!({"side": side, "bid": bid})
}

fn happened(table: &Table) -> Vec<String> {
    let events = table.rig.state()["events"].clone();
    events.as_array().unwrap().iter().map(|event| event["event"].as_str().unwrap().to_owned()).collect()
}

/// How many cards a side drew for its first hand, and the seat that drew them.
fn first_hand(table: &Table, seat: &str) -> u64 {
    let draws = table.rig.state()["draws"].clone();
    let own = draws.as_array().unwrap().iter().filter(|draw| draw["seat"] == seat && draw["pile"] == "deck");
    own.map(|draw| draw["count"].as_u64().unwrap()).sum()
}

/// Plays to the end, discloses, and has everything proved.
fn finish(mut table: Table, name: &str) {
    table.play(&mut players(false, 9), 400);
    assert!(table.is_over());
    if table.owners.values().any(|owner| owner.secret != adjutant_core::chain::hands::NO_SECRET) {
        table.disclose("anna");
        table.disclose("bert");
    }
    table.rig.assert_verifies();
    write_out(&table.rig, name);
}

#[test]
fn the_higher_bidder_plays_the_side_and_the_other_begins_with_more_cards() {
    for (trust, open_handed, name) in [
        (TrustMode::HeadToHead, false, "side-bids-head-to-head"),
        (TrustMode::Refereed, false, "side-bids-refereed"),
        (TrustMode::HeadToHead, true, "side-bids-open-hands"),
    ] {
        // Both want the north; anna, who has the south by the charter, bids more.
        let mut table = bidding(trust, open_handed, 3);
        bid(&mut table, [("anna", wish("north", 2)), ("bert", wish("north", 1))]);
        assert_eq!(
            happened(&table)
                .into_iter()
                .filter(|event| event.starts_with("side") || event == "exchanged")
                .collect::<Vec<_>>(),
            ["side_bids", "exchanged"]
        );
        let terms = json!({"settled": {"exchanged": true, "handicap": {"side": "south", "points": 2}}});
        assert_eq!(table.rig.state()["position"]["sides"], terms);
        // Bert plays the south now, and draws two cards more than the four of the rules.
        assert_eq!(
            (first_hand(&table, "anna"), first_hand(&table, "bert")),
            (4, 6),
            "{name} {}",
            table.rig.state()["draws"]
        );
        assert_eq!(table.hand("bert").known_cards("hand").len(), 6);
        assert!(
            table.hand("bert").known_cards("hand").iter().all(|card| card.starts_with('s')),
            "the cards of the south"
        );
        assert!(table.hand("anna").known_cards("hand").iter().all(|card| card.starts_with('n')));
        assert_eq!(table.asked(), [id("anna")], "the north moves first");
        finish(table, name);
    }
}

#[test]
fn wishes_that_fit_are_granted_for_nothing() {
    let mut table = bidding(TrustMode::HeadToHead, false, 4);
    bid(&mut table, [("anna", wish("south", 3)), ("bert", wish("north", 2))]);
    assert_eq!(table.rig.state()["position"]["sides"], json!({"settled": {}}));
    assert_eq!((first_hand(&table, "anna"), first_hand(&table, "bert")), (4, 4));
    finish(table, "side-bids-that-fit");
}

#[test]
fn equal_bids_are_decided_by_dice_of_both_seeds() {
    let mut won = BTreeMap::new();
    for luck in 0..6 {
        let mut table = bidding(TrustMode::HeadToHead, false, luck);
        bid(&mut table, [("anna", wish("north", 1)), ("bert", wish("north", 1))]);
        let state = table.rig.state();
        let rolls: Vec<&Value> = state["rolls"].as_array().unwrap().iter().collect();
        assert!(
            rolls.iter().all(|roll| roll["purpose"] == "side_bid_tie" && roll["faces"].as_array().unwrap().len() == 2)
        );
        let last = rolls.last().unwrap()["faces"].as_array().unwrap();
        // The first die is of the player whom the charter gives the north: bert.
        let bert_wins = last[0].as_u64() > last[1].as_u64();
        assert_ne!(last[0], last[1], "equal dice are rolled again");
        let exchanged = state["position"]["sides"]["settled"].get("exchanged").is_some();
        assert_eq!(exchanged, !bert_wins);
        assert_eq!(state["position"]["sides"]["settled"]["handicap"], json!({"side": "south", "points": 1}));
        assert_eq!(happened(&table).iter().filter(|event| *event == "side_bid_tie").count(), rolls.len());
        *won.entry(bert_wins).or_insert(0) += 1;
        if luck == 0 {
            finish(table, "side-bids-tied");
        }
    }
    assert_eq!(won.len(), 2, "either may win: {won:?}");
}

/// A take-back to before the bids takes the exchange back; the hands are then drawn by the other player.
#[test]
fn a_take_back_undoes_the_bids_and_the_hands() {
    let mut table = bidding(TrustMode::HeadToHead, false, 5);
    let before = table.rig.step();
    bid(&mut table, [("anna", wish("north", 2)), ("bert", wish("north", 1))]);
    let anna = table.hand("anna");
    let by = table.asked()[0].clone();
    for seat in [by.clone(), if by == id("anna") { id("bert") } else { id("anna") }] {
        table.rig.turn(seat.as_str(), json!({"take_back": {"to_step": before}}));
        table.respond().unwrap();
    }
    assert_eq!(table.rig.state()["position"]["sides"], json!({"committed": {}}));
    bid(&mut table, [("anna", wish("south", 0)), ("bert", wish("north", 0))]);
    assert_eq!(table.rig.state()["position"]["sides"], json!({"settled": {}}));
    assert_ne!(table.hand("anna").known_cards("hand"), anna.known_cards("hand"));
    assert!(table.hand("anna").known_cards("hand").iter().all(|card| card.starts_with('s')));
    finish(table, "side-bids-taken-back");
}

/// What a player commits to must be a bid; one that is none is forfeited, and the other side makes it.
#[test]
fn an_illegal_bid_is_forfeited() {
    for wrong in [wish("north", 4), wish("west", 0), json!("north"), json!({"side": "north"})] {
        let mut table = bidding(TrustMode::HeadToHead, false, 6);
        bid(&mut table, [("anna", wrong), ("bert", wish("north", 1))]);
        assert_eq!(table.asked(), [id("bert")]);
        let asked = table.rig.asked()[0].1["name"].clone();
        assert_eq!(asked["options"].as_array().unwrap().len(), 8, "0 to 3 for either side");
        let mut plan = Plan::default();
        plan.act.answers.push(json!({"id": asked["id"], "answer": wish("south", 0)}));
        table.turn(&id("bert"), &plan);
        table.respond().unwrap();
        assert_eq!(table.rig.state()["position"]["sides"], json!({"settled": {}}));
    }
}

#[test]
fn a_charter_may_state_a_handicap() {
    let mut table = Table::under(TrustMode::HeadToHead, false, (4, 7), |mut draft| {
        draft["options"]["handicap"] = json!({"side": "south", "points": 3});
        draft
    });
    table.play(&mut BTreeMap::from([(id("anna"), Player::sensible(1)), (id("bert"), Player::sensible(2))]), 1);
    assert_eq!((first_hand(&table, "anna"), first_hand(&table, "bert")), (7, 4));
    assert_eq!(happened(&table)[0], "handicap");
    finish(table, "handicap");
}

/// A game may have events of that name under its own rules (The Civil War exchanges captured leaders, 22.1): they exchange no
/// sides, and no hand.
#[test]
fn a_games_own_event_of_that_name_exchanges_no_sides() {
    use adjutant_core::engine::events::SeatEvent;
    let event = |rule: &str| json!({"event": "exchanged", "rule": rule, "side": "union", "piece": "magruder-1"});
    assert_eq!(SeatEvent::of(&event("22.1")), None);
    assert_eq!(SeatEvent::of(&event("protocol 3")), Some(SeatEvent::Exchanged {}));
}
