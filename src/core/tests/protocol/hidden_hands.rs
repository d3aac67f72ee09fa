//! Hidden hands (protocol 8): compared with vectors that an independent implementation made, and with a deck of cards
//! on a table.

use std::collections::BTreeMap;

use adjutant_core::document::{Bytes32, Id, Value};
use adjutant_core::hidden::piles::{End, Item};
use adjutant_core::hidden::{Piles, Salt, hidden_digest, hidden_key};
use adjutant_core::trust::{Dice, dice_key};
use serde_json::json;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../../../../tests/vectors/hidden.json")).unwrap()
}

fn bytes(value: &Value) -> Bytes32 {
    value.as_str().unwrap().parse().unwrap()
}

fn id(value: &Value) -> Id {
    value.as_str().unwrap().parse().unwrap()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().unwrap()
}

fn secrets(vectors: &Value) -> BTreeMap<Id, Bytes32> {
    list(&vectors["seats"]).iter().map(|seat| (id(&seat["seat"]), bytes(&seat["secret"]))).collect()
}

#[test]
fn secrets_keys_and_salts_are_as_the_vectors_have_them() {
    let vectors = vectors();
    let secrets = secrets(&vectors);
    for seat in list(&vectors["seats"]) {
        assert_eq!(hidden_digest(&bytes(&seat["key"]), &bytes(&seat["secret"])), bytes(&seat["hidden"]));
    }
    let match_id = bytes(&vectors["match"]);
    for one in list(&vectors["hidden_keys"]) {
        let reveals: Vec<Bytes32> = list(&one["reveals"]).iter().map(bytes).collect();
        let dice_key = dice_key(&match_id, &reveals);
        assert_eq!(dice_key, bytes(&one["dice_key"]));
        let seat = id(&one["seat"]);
        assert_eq!(hidden_key(&dice_key, &secrets[&seat], &seat), bytes(&one["hidden_key"]));
    }
    for one in list(&vectors["salts"]) {
        let refusal = (!one["refusal"].is_null()).then(|| bytes(&one["refusal"]));
        let (seat, name) = (id(&one["seat"]), id(&one["id"]));
        let salt = Salt {
            match_id: &match_id,
            step: one["step"].as_u64().unwrap(),
            refusal: refusal.as_ref(),
            id: &name,
            seat: &seat,
            choice: &one["choice"],
        };
        assert_eq!(salt.under(&secrets[&seat]), bytes(&one["salt"]));
        assert_eq!(salt.digest(&secrets[&seat]), bytes(&one["digest"]));
    }
}

fn end(op: &Value) -> End {
    op.get("at").map_or(End::Bottom, |at| serde_json::from_value(at.clone()).unwrap())
}

/// Carries out an operation of the vectors; what it gives. `numbers`: the stream of a draw.
fn carry_out(piles: &mut Piles, op: &Value, numbers: &mut dyn FnMut(u64) -> u64) -> Option<Vec<String>> {
    let (pile, to) = (op.get("pile").map_or("", text), op.get("to").map_or("", text));
    let count = op.get("count").map_or(0, |count| count.as_u64().unwrap() as usize);
    match text(&op["op"]) {
        "shuffle" => {
            let names: Vec<&str> = list(&op["piles"]).iter().map(text).collect();
            piles.shuffle(&names, to);
            None
        }
        "look" => Some(piles.peek(numbers, pile, count).unwrap()),
        "draw" => Some(piles.draw(numbers, pile, count, to, end(op)).unwrap()),
        "pick" => Some(piles.pick(numbers, pile, count, to, end(op)).unwrap()),
        "move" => {
            piles.move_top(pile, count, to, end(op)).unwrap();
            None
        }
        "play" => {
            piles.play(text(&op["card"]), pile, to, end(op)).unwrap();
            None
        }
        other => panic!("{other}"),
    }
}

#[test]
fn piles_are_as_the_vectors_have_them() {
    let vectors = vectors();
    let mut cases = 0;
    for case in list(&vectors["piles"]) {
        let keys: Vec<Bytes32> = list(&case["hidden_keys"]).iter().map(bytes).collect();
        let mut piles = Piles::of(serde_json::from_value(case["piles"].clone()).unwrap());
        let mut gives = Vec::new();
        for op in list(&case["ops"]) {
            let key = op.get("key").map_or(Bytes32([0; 32]), |at| keys[at.as_u64().unwrap() as usize]);
            let mut numbers = Dice { key }.numbers(op.get("d").map_or(0, |d| d.as_u64().unwrap()));
            gives.push(carry_out(&mut piles, op, &mut numbers));
        }
        let expect = &case["expect"];
        assert_eq!(json!(gives), expect["gives"], "{}", case["case"]);
        assert_eq!(json!(piles.sources), expect["sources"], "{}", case["case"]);
        assert_eq!(json!(piles.piles), expect["piles"], "{}", case["case"]);
        cases += 1;
    }
    assert_eq!(cases, 8);
}

/// All ways in which something random may come out, each with its chance as a share of a whole; `run` asks for
/// numbers.
fn every_way<T: Ord>(run: impl Fn(&mut dyn FnMut(u64) -> u64) -> T) -> BTreeMap<T, (u128, u128)> {
    let mut found: BTreeMap<T, Vec<u128>> = BTreeMap::new();
    let mut script: Vec<(u64, u64)> = Vec::new();
    loop {
        let mut at = 0;
        let outcome = run(&mut |below| {
            if at == script.len() {
                script.push((0, below));
            }
            assert_eq!(script[at].1, below, "the same way asks the same");
            at += 1;
            script[at - 1].0
        });
        script.truncate(at);
        let ways: u128 = script.iter().map(|(_, below)| u128::from(*below)).product();
        found.entry(outcome).or_default().push(ways);
        // The next way, as an odometer turns.
        while let Some((number, below)) = script.pop() {
            if number + 1 < below {
                script.push((number + 1, below));
                break;
            }
        }
        if script.is_empty() {
            break;
        }
    }
    found.into_iter().map(|(outcome, ways)| (outcome, sum(&ways))).collect()
}

/// The sum of 1/w over all w, in lowest terms.
fn sum(ways: &[u128]) -> (u128, u128) {
    fn gcd(a: u128, b: u128) -> u128 {
        if b == 0 { a } else { gcd(b, a % b) }
    }
    ways.iter().fold((0, 1), |(over, under), way| {
        let (over, under) = (over * way + under, under * way);
        let by = gcd(over, under);
        (over / by, under / by)
    })
}

/// A deck on a table: a shuffle puts the cards into one of all orders, each as likely, and whoever sees a card sees the
/// one that lies there.
fn on_the_table(
    start: &BTreeMap<String, Vec<String>>,
    ops: &[Value],
    numbers: &mut dyn FnMut(u64) -> u64,
) -> Vec<Option<Vec<String>>> {
    let mut piles = start.clone();
    let put = |piles: &mut BTreeMap<String, Vec<String>>, cards: Vec<String>, op: &Value| {
        let to = piles.entry(text(&op["to"]).to_owned()).or_default();
        match end(op) {
            End::Bottom => to.extend(cards),
            End::Top => drop(to.splice(0..0, cards)),
        }
    };
    let mut gives = Vec::new();
    for op in ops {
        let count = op.get("count").map_or(0, |count| count.as_u64().unwrap() as usize);
        let pile = op.get("pile").map_or("", text).to_owned();
        gives.push(match text(&op["op"]) {
            "shuffle" => {
                let mut cards: Vec<String> =
                    list(&op["piles"]).iter().flat_map(|name| piles.remove(text(name)).unwrap_or_default()).collect();
                let mut shuffled = Vec::new();
                while !cards.is_empty() {
                    shuffled.push(cards.remove(numbers(cards.len() as u64) as usize));
                }
                put(&mut piles, shuffled, op);
                None
            }
            "look" => Some(piles[&pile][..count].to_vec()),
            "draw" | "move" => {
                let from = piles.get_mut(&pile).unwrap();
                let count = count.min(from.len());
                let cards: Vec<String> = from.drain(..count).collect();
                put(&mut piles, cards.clone(), op);
                (op["op"] == "draw").then_some(cards)
            }
            "pick" => {
                let mut picked = Vec::new();
                for _ in 0..count {
                    let hand = piles.get_mut(&pile).unwrap();
                    let at = numbers(hand.len() as u64) as usize;
                    picked.push(hand.remove(at));
                }
                picked.iter().for_each(|card| put(&mut piles, vec![card.clone()], op));
                Some(picked)
            }
            other => panic!("{other}"),
        });
    }
    gives
}

fn op(what: &str) -> Value {
    let words: Vec<&str> = what.split(' ').collect();
    let at = if words.contains(&"top") { "top" } else { "bottom" };
    match words[0] {
        "shuffle" => json!({"op": "shuffle", "piles": words[1].split('+').collect::<Vec<_>>(), "to": words[2]}),
        "look" => json!({"op": "look", "pile": words[1], "count": words[2].parse::<u64>().unwrap()}),
        name => {
            json!({"op": name, "pile": words[1], "count": words[2].parse::<u64>().unwrap(), "to": words[3], "at": at})
        }
    }
}

/// Every way of small decks through what games do with theirs has the very chances that it has on a table.
#[test]
fn the_chances_are_those_of_a_shuffled_deck() {
    let scripts: &[(usize, &[&str])] = &[
        (5, &["shuffle deck deck", "draw deck 2 hand", "draw deck 2 hand"]),
        // Cards removed unseen, and a reshuffle of what was discarded with what nobody has seen.
        (
            4,
            &[
                "shuffle deck deck",
                "move deck 1 out",
                "draw deck 2 hand",
                "move hand 1 discards",
                "shuffle deck+discards deck",
                "move deck 1 out",
                "draw deck 1 hand",
            ],
        ),
        // Set aside unseen, and drawn from later.
        (
            4,
            &[
                "shuffle deck deck",
                "move deck 2 aside",
                "draw deck 1 hand",
                "draw aside 1 hand",
                "shuffle deck+aside deck",
                "draw deck 2 hand",
            ],
        ),
        // Looked at, left, and moved.
        (4, &["shuffle deck deck", "look deck 2", "move deck 1 out", "draw deck 2 hand"]),
        // Searched: all is seen, then shuffled.
        (4, &["shuffle deck deck", "move deck 1 out", "look deck 3", "shuffle deck deck", "draw deck 2 hand"]),
        // Random cards of a hand, put on top.
        (4, &["shuffle deck deck", "draw deck 3 hand", "pick hand 2 deck top", "draw deck 2 hand"]),
        // Shuffled twice without a look.
        (4, &["shuffle deck deck", "move deck 2 under", "shuffle deck+under deck", "draw deck 3 hand"]),
        // More is drawn than there is.
        (3, &["shuffle deck deck", "draw deck 2 hand", "draw deck 9 hand"]),
    ];
    for (cards, script) in scripts {
        let deck: Vec<String> = (0..*cards).map(|n| format!("c{n}")).collect();
        let start = BTreeMap::from([("deck".to_owned(), deck)]);
        let ops: Vec<Value> = script.iter().map(|what| op(what)).collect();
        let hidden = every_way(|numbers| {
            let mut piles = Piles::of(start.clone());
            ops.iter().map(|op| carry_out(&mut piles, op, numbers)).collect::<Vec<_>>()
        });
        let table = every_way(|numbers| on_the_table(&start, &ops, numbers));
        assert!(hidden.len() > 5, "{script:?}");
        assert_eq!(hidden, table, "{script:?}");
    }
}

/// A million cards drawn under keys as a match has them: each card of a deck of twenty comes first as often as any
/// other, and so does each pair, within what chance allows (chi-square, five standard deviations).
#[test]
fn a_million_draws_favor_no_card() {
    const CARDS: usize = 20;
    let deck: Vec<String> = (0..CARDS).map(|n| format!("c{n:02}")).collect();
    let mut fresh = Piles::of(BTreeMap::from([("deck".to_owned(), deck)]));
    fresh.shuffle(&["deck"], "deck");
    let mut firsts = [0u32; CARDS];
    let mut pairs = vec![0u32; CARDS * CARDS];
    let number = |card: &str| card[1..].parse::<usize>().unwrap();
    let matches = 125_000;
    for n in 0..matches {
        let mut piles = fresh.clone();
        let secret = Bytes32(std::array::from_fn(|at| (n >> (at % 4 * 8)) as u8));
        let key = hidden_key(&Bytes32([7; 32]), &secret, &"union".parse().unwrap());
        let drawn = piles.draw(&mut Dice { key }.numbers(0), "deck", 8, "hand", End::Bottom).unwrap();
        firsts[number(&drawn[0])] += 1;
        pairs[number(&drawn[3]) * CARDS + number(&drawn[7])] += 1;
    }
    let chi = |counts: &[u32], cells: f64| {
        let expected = f64::from(matches) / cells;
        counts
            .iter()
            .filter(|count| **count > 0)
            .map(|count| (f64::from(*count) - expected).powi(2) / expected)
            .sum::<f64>()
    };
    let within = |chi: f64, freedom: f64| (chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt();
    assert!(within(chi(&firsts, CARDS as f64), CARDS as f64 - 1.0), "{firsts:?}");
    let cells = (CARDS * (CARDS - 1)) as f64;
    assert!((0..CARDS).all(|n| pairs[n * CARDS + n] == 0));
    assert!(within(chi(&pairs, cells), cells - 1.0));
}

#[test]
fn what_cannot_be_is_refused_and_changes_nothing() {
    let mut piles = Piles::of(BTreeMap::from([("deck".to_owned(), vec!["a".to_owned(), "b".to_owned()])]));
    piles.shuffle(&["deck"], "deck");
    let before = piles.clone();
    let mut zero = |_: u64| 0;
    assert!(piles.peek(&mut zero, "deck", 3).is_err());
    assert!(piles.peek(&mut zero, "nowhere", 1).is_err());
    assert!(piles.move_top("deck", 3, "out", End::Bottom).is_err());
    assert!(piles.play("a", "deck", "out", End::Bottom).unwrap_err().message.contains("a is not in deck"));
    assert!(piles.pick(&mut zero, "deck", 1, "out", End::Top).is_err(), "nobody has seen it");
    assert!(piles.peek(&mut zero, "deck", 1_001).unwrap_err().message.contains("at most 1000"));
    assert_eq!(piles, before);
    // A position of somebody else's making, whose slot stands for nothing.
    let mut broken = Piles { piles: BTreeMap::from([("deck".to_owned(), vec![Item::Slot(7)])]), sources: vec![] };
    assert!(broken.peek(&mut zero, "deck", 1).is_err());
}
