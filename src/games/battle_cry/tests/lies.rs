//! A cheating program with true keys (protocol 8): each kind of lie is refused by the honest program that answers it,
//! shown by the state in which it is told, or named by the audit when the hands are disclosed: with the step, the seat,
//! and the cards or values. Nobody else is ever named.

use adjutant_core::chain::escrow;
use adjutant_core::chain::verify::{Check, NoticeKind, Proof, Verification};
use adjutant_core::document::{Bytes32, Id, Value};
use adjutant_core::engine::choices::Opening;
use adjutant_core::session::Plan;
use serde_json::json;

use crate::signed_match::{Sight, SignedMatch};

/// What is altered; each answers with the words that must be in what is said about it, or `None` where it cannot be told
/// there.
enum Lie {
    /// A turn, before it is sealed and signed.
    Turn(fn(&mut SignedMatch, &Sight, &mut Plan) -> Option<Vec<String>>),
    /// A state, by its issuer.
    State(fn(&mut SignedMatch, &mut Value) -> Option<Vec<String>>),
    /// A disclosure.
    Disclosure(fn(&mut Value) -> Option<Vec<String>>),
}

/// Who finds it.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Found {
    /// The honest program that should have answered.
    AtOnce,
    /// Whoever verifies the state.
    ByTheState,
    /// The audit of the hands.
    ByTheAudit,
    /// The cards that are revealed: the side has lost the match.
    ByRevealing,
}

use Found::{AtOnce, ByRevealing, ByTheAudit, ByTheState};
use Lie::{Disclosure, State, Turn};

const LIES: &[(&str, &str, Lie, Found)] = &[
    ("a card of the deck is played", "gettysburg", Turn(plays_of_the_deck), ByTheAudit),
    ("a card of the discard pile is played", "gettysburg", Turn(plays_of_the_discards), AtOnce),
    ("a card is played twice", "gettysburg", Turn(plays_twice), AtOnce),
    ("a general comes who was not picked or is the enemy's", "gettysburg", Turn(picks_otherwise), AtOnce),
    ("Battle Continues is not held", "gettysburg", Turn(continues), ByTheAudit),
    ("fewer cards are discarded than a card demands", "gettysburg", Turn(discards_fewer), ByTheAudit),
    ("a card that a card demands is discarded from the deck", "gettysburg", Turn(discards_of_the_deck), ByTheAudit),
    ("no +1 attack is said to be possible", "gettysburg", Turn(plays_no_attack), ByTheAudit),
    ("no Battle Event is said to be possible at Manassas", "campaign", Turn(passes_at_manassas), ByTheAudit),
    ("a sealed answer plays a card that is not held", "gettysburg", Turn(seals_a_card), ByTheAudit),
    ("a card is picked that is out of the game", "deck_two", Turn(picks_out_of_the_game), ByTheAudit),
    ("a card is discarded that is in the deck", "campaign", Turn(ends_the_turn_with_a_card_of_the_deck), ByTheAudit),
    ("a resource is played that is in the deck", "campaign", Turn(resource_of_the_deck), ByTheAudit),
    ("a movement card is played that is in the deck", "campaign", Turn(moves_of_the_deck), ByTheAudit),
    ("a general comes into play who is in the deck", "campaign", Turn(places_of_the_deck), ByTheAudit),
    ("a play is answered with a card of the deck", "gettysburg", Turn(reacts_of_the_deck), ByTheAudit),
    ("a card is played that has gone back to the deck", "campaign", Turn(plays_a_returned_card), ByTheAudit),
    ("a general goes by sea in place of a card", "campaign", Turn(embarks_a_general), ByTheAudit),
    ("a card goes by sea that is in the deck", "campaign", Turn(embarks_of_the_deck), ByTheAudit),
    ("a card goes by sea twice", "campaign", Turn(embarks_twice), ByTheAudit),
    ("a command card of the other theater is laid", "campaign", Turn(lays_of_the_other_theater), ByTheAudit),
    ("more command points are laid than there are", "campaign", Turn(lays_too_many), ByRevealing),
    ("fewer command points are laid than half", "campaign", Turn(lays_too_few), ByRevealing),
    ("a command card is revealed otherwise than laid", "campaign", Turn(reveals_otherwise), AtOnce),
    ("the state reveals a command card otherwise", "campaign", State(reveals_another_card), ByTheState),
    ("a sealed answer is denied", "gettysburg", State(opens_nothing), ByTheState),
    ("a sealed answer is opened otherwise", "gettysburg", State(opens_otherwise), ByTheState),
    ("a draw has another number of cards", "gettysburg", State(draws_more), ByTheState),
    ("a draw comes from another pile", "gettysburg", State(draws_elsewhere), ByTheState),
    ("the reveal is another", "gettysburg", State(reveals_another_link), ByTheState),
    ("cards return to the deck in another order", "campaign", State(returns_otherwise), ByTheState),
    ("the enemy is said to have claimed something", "gettysburg", State(claims_for_the_enemy), ByTheState),
    ("the enemy is said to hold another number of cards", "gettysburg", State(counts_otherwise), ByTheState),
    ("the enemy is said to have drawn more", "gettysburg", State(draws_for_the_enemy), ByTheState),
    ("a general of the enemy's is said to be engaged", "gettysburg", State(engages_for_the_enemy), ByTheState),
    ("a send is settled otherwise", "gettysburg", State(settles_otherwise), ByTheState),
    ("a reaction is dropped", "gettysburg", State(drops_the_reaction), ByTheState),
    ("the secret of the hand is another", "gettysburg", Disclosure(another_secret), ByTheAudit),
    ("a sealed answer is disclosed as another", "gettysburg", Disclosure(another_answer), ByTheAudit),
    ("a sealed answer is not disclosed", "gettysburg", Disclosure(no_answer), ByTheAudit),
];

/// Orders with another card in the place of one that is played, one variant for each candidate.
fn with_other_card(plan: &Plan, kinds: &[&str], cards: &[String]) -> Vec<(String, String, Plan)> {
    let mut found = Vec::new();
    for (n, order) in plan.act.orders.iter().enumerate() {
        let Some((kind, fields)) = order.as_object().and_then(|order| order.iter().next()) else { continue };
        let Some(held) = fields["card"].as_str().filter(|_| kinds.contains(&kind.as_str())) else { continue };
        for card in cards {
            let mut other = plan.clone();
            other.act.orders[n][kind.as_str()]["card"] = json!(card);
            found.push((card.clone(), held.to_owned(), other));
        }
    }
    found
}

/// The first variant that nobody who does not see the hand can refuse.
fn unnoticed(of: &SignedMatch, sight: &Sight, plan: &mut Plan, tried: Vec<(Vec<String>, Plan)>) -> Option<Vec<String>> {
    tried.into_iter().find_map(|(words, other)| {
        let draft = of.draft(&sight.seat, &other);
        of.rig.problems(sight.seat.as_str(), draft).is_empty().then(|| {
            *plan = other;
            words
        })
    })
}

fn plays_of_the_deck(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let tried = with_other_card(plan, &["attack", "special"], &sight.unseen());
    let tried = tried.into_iter().map(|(card, held, other)| (vec![card, held], other)).collect();
    unnoticed(of, sight, plan, tried)
}

fn plays_of_the_discards(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let gone: Vec<String> = sight.own.known_cards("discard").into_iter().map(str::to_owned).collect();
    let tried = with_other_card(plan, &["attack", "special"], &gone);
    // Of some, it is said first that they have no half that fits.
    tried.into_iter().find_map(|(_, _, other)| {
        let draft = of.draft(&sight.seat, &other);
        let problems = of.rig.problems(sight.seat.as_str(), draft);
        problems.iter().any(|problem| problem.message.contains("discard pile")).then(|| {
            *plan = other;
            vec!["discard pile".to_owned()]
        })
    })
}

fn plays_twice(_: &mut SignedMatch, _: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let order = plan.act.orders.iter().find(|order| order.get("special").is_some())?.clone();
    plan.act.orders.insert(0, order);
    Some(vec!["is not in your hand".to_owned()])
}

fn picks_otherwise(_: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let order = plan.act.orders.iter_mut().find(|order| order.get("pick").is_some())?;
    let other = if sight.side.as_str() == "union" { "cs_lee" } else { "us_grant" };
    order["pick"]["cards"][0] = json!(other);
    Some(vec!["cannot be chosen".to_owned()])
}

fn continues(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let other = of.asked();
    let last = sight.table.position()["game"]["battle"]["passes"].as_array().is_some_and(|passes| !passes.is_empty());
    let card = if sight.side.as_str() == "union" { "us_battle_continues_u" } else { "cs_battle_continues_c" };
    let hidden = sight.unseen().iter().any(|unseen| unseen == card);
    let order = plan.act.orders.iter_mut().find(|order| order.get("pass").is_some())?;
    (last && hidden && other.len() == 1).then(|| {
        *order = json!({"pass": {"continue": "yes"}});
        vec![card.to_owned()]
    })
}

fn discards_fewer(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let mut tried = Vec::new();
    for (n, order) in plan.act.orders.iter().enumerate() {
        let Some(cards) = order["choose"]["discard"].as_array().filter(|cards| !cards.is_empty()) else { continue };
        let mut other = plan.clone();
        let kept = other.act.orders[n]["choose"]["discard"].as_array_mut()?.pop()?;
        tried.push((vec!["claims".to_owned(), kept.as_str()?.to_owned()], other));
        assert!(!cards.is_empty());
    }
    unnoticed(of, sight, plan, tried)
}

fn discards_of_the_deck(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let mut tried = Vec::new();
    for (n, order) in plan.act.orders.iter().enumerate() {
        let Some(held) = order["choose"]["discard"][0].as_str() else { continue };
        for card in sight.unseen().into_iter().take(12) {
            let mut other = plan.clone();
            other.act.orders[n]["choose"]["discard"][0] = json!(card);
            tried.push((vec![card, held.to_owned()], other));
        }
    }
    unnoticed(of, sight, plan, tried)
}

fn plays_no_attack(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let mut tried = Vec::new();
    for (n, order) in plan.act.orders.iter().enumerate() {
        let Some(card) = order["choose"]["attack"]["card"].as_str() else { continue };
        let mut other = plan.clone();
        other.act.orders[n]["choose"].as_object_mut()?.shift_remove("attack");
        tried.push((vec!["claims".to_owned(), card.to_owned()], other));
    }
    unnoticed(of, sight, plan, tried)
}

fn passes_at_manassas(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let owes = sight.table.position()["game"]["battle"]["must_attack"] == json!(true);
    if !owes || sight.side.as_str() != "union" {
        return None;
    }
    let card = plan.act.orders.iter().find_map(|order| order["attack"]["card"].as_str())?.to_owned();
    let mut other = plan.clone();
    other.act.orders = vec![json!({"pass": {}})];
    unnoticed(of, sight, plan, vec![(vec!["claims".to_owned(), card], other)])
}

/// Whoever passes seals that the battle goes on, where he has no card for it: that shows when it is opened.
fn seals_a_card(_: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let card = if sight.side.as_str() == "union" { "us_battle_continues_u" } else { "cs_battle_continues_c" };
    let sealed = |plan: &Plan, window: &str| plan.choose.iter().position(|(id, _)| id.as_str().starts_with(window));
    let (passes, goes_on) = (sealed(plan, "enemy_passes")?, sealed(plan, "continue")?);
    let hidden = sight.unseen().iter().any(|unseen| unseen == card);
    hidden.then(|| {
        plan.choose[passes].1 = json!("pass");
        plan.choose[goes_on].1 = json!("yes");
        vec![card.to_owned()]
    })
}

fn picks_out_of_the_game(_: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    plan.act.orders.iter().find(|order| order.get("pick").is_some())?;
    let aside = (*sight.own.known_cards("aside").first()?).to_owned();
    let (_, choice) = plan.choose.first_mut()?;
    *choice = json!(aside);
    Some(vec![aside, "aside".to_owned()])
}

fn ends_the_turn_with_a_card_of_the_deck(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let mut tried = Vec::new();
    for (n, order) in plan.act.orders.iter().enumerate() {
        let Some(held) = order["discard"]["cards"][0].as_str() else { continue };
        for card in sight.unseen().into_iter().take(12) {
            let mut other = plan.clone();
            other.act.orders[n]["discard"]["cards"][0] = json!(card);
            tried.push((vec![card, held.to_owned()], other));
        }
    }
    unnoticed(of, sight, plan, tried)
}

/// Orders of one kind with a card of the deck in the place of the one that is named in a field.
fn of_the_deck(
    of: &mut SignedMatch,
    sight: &Sight,
    plan: &mut Plan,
    kind: &str,
    with: fn(&mut Value, &str) -> Option<String>,
) -> Option<Vec<String>> {
    let mut tried = Vec::new();
    for (n, order) in plan.act.orders.iter().enumerate().filter(|(_, order)| order.get(kind).is_some()) {
        for card in sight.unseen() {
            let mut fields = order[kind].clone();
            let Some(held) = with(&mut fields, &card) else { continue };
            let mut other = plan.clone();
            other.act.orders[n][kind] = fields;
            tried.push((vec![card, held], other));
        }
    }
    unnoticed(of, sight, plan, tried)
}

/// Another card in the field `card`.
fn other_card(fields: &mut Value, card: &str) -> Option<String> {
    let held = fields["card"].as_str().map(str::to_owned).filter(|held| held != "none")?;
    fields["card"] = json!(card);
    Some(held)
}

fn resource_of_the_deck(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    of_the_deck(of, sight, plan, "resource", other_card)
}

fn moves_of_the_deck(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    of_the_deck(of, sight, plan, "movement", other_card)
}

fn reacts_of_the_deck(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    of_the_deck(of, sight, plan, "react", other_card)
}

fn places_of_the_deck(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    of_the_deck(of, sight, plan, "generals", |fields, card| {
        let (held, theater) = fields["place"].as_object()?.iter().next()?;
        let (held, theater) = (held.clone(), theater.clone());
        fields["place"] = json!({card: theater});
        Some(held)
    })
}

fn plays_a_returned_card(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let gone: Vec<String> = sight.own.known_cards("returned").into_iter().map(str::to_owned).collect();
    let tried = with_other_card(plan, &["attack", "special"], &gone);
    let tried = tried.into_iter().map(|(card, _, other)| (vec![card, "returned".to_owned()], other)).collect();
    unnoticed(of, sight, plan, tried)
}

/// The Union goes by sea, as it may; then something else is laid in the place of the first card that returns.
fn embarks(
    of: &mut SignedMatch,
    sight: &Sight,
    plan: &mut Plan,
    instead: impl FnOnce(&[String]) -> Option<String>,
) -> Option<Vec<String>> {
    let sea = json!({"east": "peninsula", "amphibious": true});
    let mut other = plan.clone();
    let placed = other.act.orders.iter_mut().filter_map(|order| order.get_mut("place"));
    let sealed = other.choose.iter_mut().filter(|(id, _)| id.as_str().starts_with("placement-"));
    placed.chain(sealed.map(|(_, choice)| choice)).for_each(|place| *place = sea.clone());
    unnoticed(of, sight, plan, vec![(Vec::new(), other)]);
    plan.act.orders.iter().find(|order| order.get("embark").is_some())?;
    let laid: Vec<String> = plan.choose.iter().filter_map(|(_, choice)| choice.as_str().map(str::to_owned)).collect();
    let card = instead(&laid)?;
    plan.choose.first_mut()?.1 = json!(card);
    Some(vec![card])
}

fn embarks_a_general(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let pack = battle_cry::pack::PACK.typed();
    let hand = sight.own.known_cards("hand");
    let general = hand.into_iter().find(|card| pack.general(adjutant_core::pack::Side::Union, card).is_some());
    let general = general?.to_owned();
    embarks(of, sight, plan, |_| Some(general.clone()))?;
    // What lies there is claimed by the ids under which it was laid, and the audit says what it is.
    Some(vec!["no generals: card-".to_owned(), format!("it laid {general} as card-")])
}

fn embarks_of_the_deck(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    embarks(of, sight, plan, |_| sight.unseen().pop())
}

fn embarks_twice(of: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    embarks(of, sight, plan, |laid| laid.get(1).cloned())
}

/// The choices behind the two command cards of a plan, and whose they are.
fn laid(sight: &Sight, plan: &Plan) -> Option<(usize, usize, &'static str)> {
    plan.act.orders.iter().find(|order| order.get("lay").is_some())?;
    let at = |theater: &str| {
        let of = |choice: &Value| choice.as_str().is_some_and(|card| card.contains(theater));
        plan.choose.iter().position(|(id, choice)| id.as_str().starts_with("card-") && of(choice))
    };
    Some((at("_east_")?, at("_west_")?, if sight.side.as_str() == "union" { "us" } else { "cs" }))
}

fn lays_of_the_other_theater(_: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let (east, _, flag) = laid(sight, plan)?;
    let other = format!("{flag}_west_15");
    plan.choose[east].1 = json!(other);
    Some(vec![other, "command_east".to_owned(), "command_west".to_owned()])
}

/// Lays these points in the East and in the West, and then goes on as if there were still some to lay.
fn lays(sight: &Sight, plan: &mut Plan, points: [u64; 2]) -> Option<Vec<String>> {
    let discretionary = sight.table.position()["game"]["phase"] == json!("discretionary");
    if discretionary && plan.act.orders.first()?.get("generals").is_some() {
        plan.act.orders.insert(0, json!({"discretionary": {}}));
        return Some(Vec::new());
    }
    let (east, west, flag) = laid(sight, plan)?;
    let cards = [format!("{flag}_east_{}", points[0]), format!("{flag}_west_{}", points[1])];
    plan.choose[east].1 = json!(cards[0]);
    plan.choose[west].1 = json!(cards[1]);
    Some(cards.to_vec())
}

fn lays_too_many(_: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    lays(sight, plan, [15, 15])
}

fn lays_too_few(_: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    lays(sight, plan, [0, 0])
}

fn reveals_otherwise(_: &mut SignedMatch, sight: &Sight, plan: &mut Plan) -> Option<Vec<String>> {
    let (id, opening) = plan.act.open.first_mut()?;
    let Opening::Choice(choice) = opening else { return None };
    let flag = if sight.side.as_str() == "union" { "us" } else { "cs" };
    let other = json!(format!("{flag}_east_9"));
    assert_ne!(*choice, other);
    *choice = other;
    Some(vec![id.to_string(), "do not match the commitment".to_owned()])
}

fn opens_nothing(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    let opened = state.as_object_mut()?.shift_remove("opened")?;
    Some(vec!["this state must open".to_owned(), opened[0]["seat"].as_str()?.to_owned()])
}

/// A state that opens another value than the one that was committed to, where it opens such a one.
fn opens(state: &mut Value, which: fn(&Value) -> bool, other: &str) -> Option<Vec<String>> {
    let opened = state.get_mut("opened")?.as_array_mut()?.iter_mut().find(|one| which(&one["choice"]))?;
    opened["choice"] = json!(other);
    Some(vec![opened["id"].as_str()?.to_owned(), other.to_owned()])
}

fn reveals_another_card(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    opens(state, |choice| choice.as_str().is_some_and(|card| card.contains("_east_")), "us_east_14")
}

fn opens_otherwise(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    opens(state, |choice| *choice == "go_on", "pass")
}

fn draws_more(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    let count = state.get_mut("draws")?.get_mut(0)?.get_mut("count")?;
    *count = json!(count.as_u64()? + 1);
    Some(vec!["draws".to_owned()])
}

fn draws_elsewhere(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    *state.get_mut("draws")?.get_mut(0)?.get_mut("pile")? = json!("discard");
    Some(vec!["draws".to_owned()])
}

fn reveals_another_link(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    *state.get_mut("reveal")? = json!(Bytes32([5; 32]));
    Some(vec!["reveal".to_owned()])
}

fn returns_otherwise(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    let events = state["events"].as_array_mut()?;
    let at = events.iter().position(|event| event["event"] == "dealt" && event["to"] == "returned")?;
    events[at]["to"] = json!("deck");
    Some(vec!["events".to_owned()])
}

/// The side that does not issue the state.
fn enemy_of_the_issuer(state: &Value) -> Option<&'static str> {
    let issuer = state["responder"].as_str()?;
    Some(if issuer == "anna" { "confederate" } else { "union" })
}

fn claims_for_the_enemy(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    let side = enemy_of_the_issuer(state)?;
    state["events"].as_array()?.iter().find(|event| event["event"] == "settled")?;
    let claim = json!({"event": "claimed", "rule": "BC-6", "side": side, "claim": battle_cry::effects::NO_OTHERS});
    state["events"].as_array_mut()?.push(claim);
    Some(vec!["events".to_owned()])
}

fn counts_otherwise(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    let side = enemy_of_the_issuer(state)?;
    let hand = state["position"]["game"]["cards"]["sides"].get_mut(side)?["piles"].get_mut("hand")?;
    *hand = match hand.as_u64() {
        Some(count) => json!(count + 1),
        None => json!({"hidden": hand.get("hidden")?.as_u64()? + 1}),
    };
    Some(vec!["position".to_owned()])
}

fn draws_for_the_enemy(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    let seat = if enemy_of_the_issuer(state)? == "union" { "anna" } else { "bert" };
    let draws = state.get_mut("draws")?.as_array_mut()?;
    let mut more = draws.iter().rev().find(|draw| draw["seat"] == seat)?.clone();
    more["d"] = json!(more["d"].as_u64()? + 1);
    draws.push(more);
    Some(vec!["draws".to_owned()])
}

fn engages_for_the_enemy(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    let side = enemy_of_the_issuer(state)?;
    state["events"].as_array()?.iter().find(|event| event["event"] == "settled")?;
    let general = state["position"]["game"]["sides"].get_mut(side)?["generals"].get_mut(0)?;
    general["engaged"] = json!(general["engaged"] != json!(true));
    Some(vec!["position".to_owned()])
}

fn settles_otherwise(_: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    state["events"].as_array()?.iter().find(|event| event["event"] == "settled")?;
    let table = state["position"]["game"].get_mut("battle")?.get_mut("table")?.as_array_mut()?;
    table.pop()?;
    Some(vec!["position".to_owned()])
}

/// The state is that of another turn, without the reaction.
fn drops_the_reaction(of: &mut SignedMatch, state: &mut Value) -> Option<Vec<String>> {
    let (file, seat, draft) = of.rig.with(|chain, _| {
        let turn = chain.open_turns()[0];
        (turn.file.clone(), turn.typed.seat.clone(), turn.document.content.clone())
    });
    draft["orders"].as_array()?.iter().find(|order| order.get("react").is_some())?;
    let files = of.rig.files.clone();
    of.rig.drop_file(&file);
    let mut other = draft.clone();
    other.as_object_mut()?.shift_remove("signatures");
    other["orders"].as_array_mut()?.retain(|order| order.get("react").is_none());
    of.rig.mail_turn(seat.as_str(), &other);
    let made = of.resolved();
    of.rig.files = files;
    let (_, mut made) = made.ok()?;
    made["turns"] = state["turns"].clone();
    *state = made;
    Some(vec![])
}

fn another_secret(disclosure: &mut Value) -> Option<Vec<String>> {
    disclosure["secret"] = json!(Bytes32([9; 32]));
    Some(vec!["not the secret".to_owned()])
}

fn another_answer(disclosure: &mut Value) -> Option<Vec<String>> {
    let one = disclosure["choices"].as_array_mut()?.iter_mut().find(|one| one["choice"] == json!("no"))?;
    one["choice"] = json!("yes");
    Some(vec!["\"yes\"".to_owned(), one["id"].as_str()?.to_owned()])
}

fn no_answer(disclosure: &mut Value) -> Option<Vec<String>> {
    let one = disclosure["choices"].as_array_mut()?.pop()?;
    Some(vec![one["id"].as_str()?.to_owned(), one["step"].to_string()])
}

/// Nobody but the cheat is accused.
#[track_caller]
fn names_only(cheat: &Id, found: &Verification, what: &str) {
    for failure in found.failures.iter().filter(|failure| failure.proof.accuses()) {
        assert_eq!(failure.seat.as_ref(), Some(cheat), "{what}: {found:#?}");
    }
}

/// What was said about a lie.
struct Told {
    step: u64,
    by: Found,
    message: String,
}

/// Tells the lie in this match, where it can be told, and lets everybody look; `None` where it cannot, or where it never
/// shows.
fn told(what: &str, scenario: &str, lie: &Lie, escrow: bool, luck: u8) -> Option<Told> {
    let mut of = SignedMatch::new(scenario, escrow, luck);
    let most = if scenario == "gettysburg" { 60 } else { 120 };
    let mut cheat: Option<(Id, u64, Vec<String>)> = None;
    for _ in 0..most {
        if of.is_over() || cheat.is_some() && !of.is_true() {
            break;
        }
        for seat in of.asked() {
            let Some((sight, mut plan)) = of.plan(&seat) else { continue };
            let honest = plan.clone();
            let words = match lie {
                Turn(alter) if cheat.as_ref().is_none_or(|(cheat, ..)| *cheat == seat) => {
                    alter(&mut of, &sight, &mut plan)
                }
                _ => None,
            };
            let file = of.turn(&seat, &plan);
            let Some(words) = words else { continue };
            let (problems, by_hand) = of.refused(&file);
            let says: Vec<String> = problems.iter().map(ToString::to_string).collect();
            if !problems.is_empty() {
                assert!(words.iter().all(|word| says.join(" ").contains(word)), "{what}: {words:?} in {says:#?}");
                let file = of.rig.load();
                names_only(&seat, &adjutant_core::chain::verify::verify(&file, &of.rig.games), what);
                return Some(Told { step: sight.step, by: AtOnce, message: says[0].clone() });
            }
            if by_hand == Some(false) {
                // With escrow the adjudicator refuses it, and the audit bears him out.
                of.rig.refuse_turn(&file, &[escrow::reason()]);
                of.turn(&seat, &honest);
                let (responder, content) = of.resolved().expect("an honest turn");
                of.issue(&responder, &content);
                of.resign();
                let found = of.audited(&mut |_, _| {});
                assert!(found.is_valid(false), "{what}: {found:#?}");
                return Some(Told { step: sight.step, by: AtOnce, message: escrow::reason().message });
            }
            assert_ne!((escrow, by_hand), (true, None), "{what}: the adjudicator cannot judge it");
            cheat.get_or_insert((seat, sight.step, words));
        }
        let (responder, mut content) = of.resolved().unwrap_or_else(|why| panic!("{what}: {why:#?}"));
        if let State(alter) = lie
            && let Some(words) = alter(&mut of, &mut content)
        {
            of.issue(&responder, &content);
            let found = of.rig.verify();
            names_only(&responder, &found, what);
            let failure = found.failures.iter().find(|failure| failure.proof.accuses());
            let failure = failure.unwrap_or_else(|| panic!("{what}: nobody is named: {found:#?}"));
            assert!(matches!(failure.proof, Proof::FalseState | Proof::FalseReveal), "{what}: {failure:#?}");
            assert_eq!(failure.step, content["step"].as_u64(), "{what}");
            let at = failure.problem.path.as_deref().unwrap_or_default();
            let said = format!("{at}: {}", failure.problem);
            assert!(words.iter().all(|word| said.contains(word)), "{what}: {words:?} in {said}");
            return Some(Told { step: failure.step?, by: ByTheState, message: said });
        }
        of.issue(&responder, &content);
    }
    match (lie, &cheat) {
        (Disclosure(_), _) => {}
        (_, Some(_)) if of.is_over() || !of.is_true() => {}
        _ => return None,
    }
    of.resign();
    let mut words = Vec::new();
    let mut liar = cheat.as_ref().map(|(seat, ..)| seat.clone());
    let found = of.audited(&mut |seat, content| {
        if let (Disclosure(alter), None) = (lie, &liar)
            && let Some(said) = alter(content)
        {
            (liar, words) = (Some(seat.clone()), said);
        }
    });
    let liar = liar?;
    let since = cheat.as_ref().map_or(0, |(_, step, _)| *step);
    words.extend(cheat.into_iter().flat_map(|(_, _, words)| words));
    names_only(&liar, &found, what);
    if of.rig.state()["outcome"]["how"] == json!("lied") {
        let forfeit = found.notices.iter().find(|notice| notice.kind == NoticeKind::Forfeit);
        let forfeit = forfeit.unwrap_or_else(|| panic!("{what}: nobody is named: {found:#?}"));
        assert_eq!(forfeit.seat.as_ref(), Some(&liar), "{what}");
        assert!(words.iter().all(|word| forfeit.text.contains(word)), "{what}: {words:?} in {}", forfeit.text);
        return Some(Told { step: forfeit.step, by: ByRevealing, message: forfeit.text.clone() });
    }
    let failure = found.failure(Check::Hands)?;
    assert_eq!(failure.proof, Proof::FalseHand, "{what}: {failure:#?}");
    let message = failure.problem.message.clone();
    assert!(words.iter().all(|word| message.contains(word)), "{what}: {words:?} in {message}");
    let step = failure.step.unwrap_or_default();
    assert!(step >= since, "{what}: {failure:#?}");
    Some(Told { step, by: ByTheAudit, message })
}

/// Tells every lie, with escrow or without it.
fn all_are_found(escrow: bool) {
    let mut wrong = Vec::new();
    for (what, scenario, lie, by) in LIES {
        // With escrow the adjudicator sees every hand, and refuses what the audit would find.
        let by = match lie {
            Turn(_) if escrow => AtOnce,
            _ => *by,
        };
        let found = (0..12).find_map(|luck| told(what, scenario, lie, escrow, luck));
        match found {
            Some(told) => {
                println!("{what}: {:?} in step {}: {}", told.by, told.step, told.message);
                if told.by != by {
                    wrong.push(format!("{what}: {:?} in the place of {by:?}: {}", told.by, told.message));
                }
            }
            None => wrong.push(format!("{what}: never told, or never found")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_lie_is_found_head_to_head() {
    all_are_found(false);
}

#[test]
fn every_lie_is_found_with_escrow() {
    all_are_found(true);
}
