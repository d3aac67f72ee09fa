//! Matches with hidden hands in signed documents: played, disclosed and audited (protocol 8).

use crate::common;
use std::collections::BTreeMap;

use adjutant_core::chain::Chain;
use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::chain::charter;
use adjutant_core::chain::compose;
use adjutant_core::chain::hands::{self, FalseStatement, HandOwner, NO_SECRET};
use adjutant_core::chain::verify::{Check, Proof};
use adjutant_core::document::kinds::{RulesetPin, TrustMode};
use adjutant_core::document::{Bytes32, Id, Value};
use adjutant_core::engine::OwnCards;
use adjutant_core::engine::choices::Opening;
use adjutant_core::hidden::hidden_digest;
use adjutant_core::session::self_play::Player;
use adjutant_core::session::{Game, Plan, Request};
use common::{HEAD_TO_HEAD, Rig, entry, games, id, new_match, secret};
use serde_json::json;

const THREE: &[(&str, Option<&str>)] = &[("adjudicator", None), ("anna", Some("south")), ("bert", Some("north"))];

/// A match of the toy card game, with the secrets of both hands.
pub(crate) struct Table {
    pub(crate) rig: Rig,
    pub(crate) owners: BTreeMap<Id, HandOwner>,
}

impl Table {
    pub(crate) fn new(trust: TrustMode, open_handed: bool, turns: u64, luck: u8) -> Table {
        Table::under(trust, open_handed, (turns, luck), |draft| draft)
    }

    /// The same under a charter with other terms.
    pub(crate) fn under(
        trust: TrustMode,
        open_handed: bool,
        (turns, luck): (u64, u8),
        terms: impl FnOnce(Value) -> Value,
    ) -> Table {
        let new = charter::NewMatch {
            ruleset: RulesetPin { id: id("toy_cards"), revision: 1 },
            scenario: id("duel"),
            options: json!({"turns": turns}).as_object().unwrap().clone(),
            ..new_match(trust, 3)
        };
        let seats = if trust == TrustMode::Refereed { THREE } else { HEAD_TO_HEAD };
        let mut text = terms(charter::draft(&new));
        let mut secrets = BTreeMap::new();
        let mut owners = BTreeMap::new();
        for (n, (seat, side)) in seats.iter().enumerate() {
            let one = secret(n as u8 + 1);
            let own =
                if open_handed { NO_SECRET } else { Bytes32([luck.wrapping_mul(7).wrapping_add(n as u8 + 1); 32]) };
            let mut entry = entry(seat, *side, &one);
            if side.is_some() {
                entry.hidden = (!open_handed).then(|| hidden_digest(&entry.key, &own));
                owners.insert(id(seat), HandOwner { seat: id(seat), secret: own, choices: Vec::new() });
            }
            text = charter::join(&text, &entry).unwrap();
            secrets.insert(id(seat), one);
        }
        let mut rig = Rig::with_secrets(games(), secrets);
        rig.seal(text);
        Table { rig, owners }
    }

    /// What a seat knows of its cards.
    pub(crate) fn hand(&self, seat: &str) -> OwnCards {
        let owner = &self.owners[&id(seat)];
        self.rig.with(|chain, game| hands::follow(chain, game, owner).unwrap().last().unwrap().cards())
    }

    /// The plan of a seat, made by one who sees its own cards alone.
    pub(crate) fn plan(&self, seat: &Id, player: &mut Player) -> Option<Plan> {
        let owner = self.owners.get(seat)?;
        self.rig.with(|chain, game| plan_by(chain, game, owner, player).unwrap())
    }

    /// The draft that a plan makes, its choices sealed; what it commits to is remembered.
    pub(crate) fn draft(&mut self, seat: &Id, plan: &Plan) -> Value {
        let owner = &self.owners[seat];
        let (draft, step) = self.rig.with(|chain, game| (draft_by(chain, game, owner, plan), chain.line.len() as u64));
        let owner = self.owners.get_mut(seat).unwrap();
        owner.choices.extend(plan.choose.iter().map(|(id, choice)| (step, id.clone(), choice.clone())));
        draft
    }

    /// The state that resolves what waits, by whoever responds.
    pub(crate) fn respond(&mut self) -> Result<Value, Vec<adjutant_core::document::Problem>> {
        let issued = self.rig.now();
        let (seat, content) = self.resolved(&issued)?;
        let name = format!("states/{:04}.yaml", content["step"].as_u64().unwrap());
        Ok(self.rig.sign_and_add(&name, &seat, &content))
    }

    fn resolved(&self, issued: &str) -> Result<(Id, Value), Vec<adjutant_core::document::Problem>> {
        self.rig.with(|chain, game| {
            let turns = chain.open_turns();
            let responder = chain.seats.responder_to(&turns[0].typed.seat).unwrap().clone();
            let reveal = compose::next_reveal(chain, &responder, &self.rig.secrets[&responder].seeds).unwrap();
            let stand = Adjudication::newest(chain, game).unwrap();
            let made = match self.owners.get(&responder) {
                Some(owner) => {
                    let openings = owner.openings(chain);
                    stand.resolve_with(&turns, reveal, &openings, None, issued)?
                }
                None => stand.resolve(&turns, reveal, None, issued)?,
            };
            // Somebody who sees both hands resolves the same.
            if let Some(owner) = self.owners.get(&responder) {
                let mut stand = Adjudication::newest(chain, game).unwrap();
                for owner in self.owners.values() {
                    let side = chain.seats.side_of(&*stand.table, &owner.seat).unwrap().clone();
                    if let Ok(Some(own)) = hands::follow(chain, game, owner).map(|mut after| after.pop()) {
                        stand.table.follow(&side, own);
                    }
                }
                let openings = owner.openings(chain);
                if let Ok(same) = stand.resolve_with(&turns, reveal, &openings, None, issued) {
                    assert_eq!(same.content, made.content);
                }
            }
            Ok((responder, made.content))
        })
    }

    /// Who is asked now.
    pub(crate) fn asked(&self) -> Vec<Id> {
        self.rig.asked().iter().map(|(seat, _)| id(seat)).collect()
    }

    pub(crate) fn is_over(&self) -> bool {
        !self.rig.state()["outcome"].is_null()
    }

    /// A turn of a seat, signed.
    pub(crate) fn turn(&mut self, seat: &Id, plan: &Plan) {
        let draft = self.draft(seat, plan);
        self.rig.turn(seat.as_str(), draft);
    }

    /// Plays on for this many steps, or to the end.
    pub(crate) fn play(&mut self, players: &mut BTreeMap<Id, Player>, most: usize) {
        for _ in 0..most {
            if self.is_over() {
                return;
            }
            for seat in self.asked() {
                let plan = self.plan(&seat, players.get_mut(&seat).unwrap()).unwrap_or_default();
                self.turn(&seat, &plan);
            }
            self.respond().unwrap();
        }
    }

    pub(crate) fn disclose(&mut self, seat: &str) -> Value {
        let owner = &self.owners[&id(seat)];
        let content = self.rig.with(|chain, _| hands::disclosure(chain, owner, "2026-11-22T10:00:00Z").unwrap());
        self.rig.sign_and_add(&format!("disclosures/{seat}.yaml"), &id(seat), &content)
    }
}

/// The plan of the owner of a hand, who sees its own cards alone.
///
/// # Errors
/// The first false statement about its cards.
pub(crate) fn plan_by(
    chain: &Chain<'_>,
    game: &dyn Game,
    owner: &HandOwner,
    player: &mut Player,
) -> Result<Option<Plan>, FalseStatement> {
    let mut table = Adjudication::newest(chain, game).unwrap().table;
    let side = chain.seats.side_of(&*table, &owner.seat).unwrap().clone();
    if let Some(own) = hands::follow(chain, game, owner)?.pop() {
        table.follow(&side, own);
    }
    let Some(mut plan) = player.plan(&*table, &side) else { return Ok(None) };
    if let Player::Sensible(_) = player {
        for (window, says) in table.recommend_advance(&side, &plan.act) {
            let of = format!("{window}-{}", chain.line.len());
            plan.choose.push((of.parse().unwrap(), says));
        }
    }
    Ok(Some(plan))
}

/// The draft that a plan makes, its choices sealed.
pub(crate) fn draft_by(chain: &Chain<'_>, game: &dyn Game, owner: &HandOwner, plan: &Plan) -> Value {
    let seat = &owner.seat;
    let step = chain.line.len() as u64;
    let mut draft = json!({});
    let (due, must) = chain.due_refusals(chain.line.len() - 1, seat, None);
    let refusal = due.first().filter(|_| must);
    let commits = owner.commits(&chain.match_id, (step, refusal), &plan.choose);
    let openings = owner.openings(chain);
    let table = Adjudication::newest(chain, game).unwrap().table;
    let side = chain.seats.side_of(&*table, seat).unwrap().clone();
    let open: Vec<Value> = (plan.act.open.iter())
        .filter_map(|(id, opening)| {
            let Opening::Choice(_) = opening else { return None };
            let (salt, choice) = openings(seat, id, &table.commitment(&side, id)?)?;
            Some(json!({"id": id, "salt": salt, "choice": choice}))
        })
        .collect();
    for (field, value) in [
        ("orders", json!(plan.act.orders)),
        ("answers", json!(plan.act.answers)),
        ("commit", json!(commits)),
        ("open", json!(open)),
    ] {
        if value.as_array().is_some_and(|list| !list.is_empty()) {
            draft[field] = value;
        }
    }
    draft
}

pub(crate) fn players(random: bool, seed: u64) -> BTreeMap<Id, Player> {
    let one = |seed| if random { Player::random(seed) } else { Player::sensible(seed) };
    BTreeMap::from([(id("anna"), one(seed)), (id("bert"), one(seed + 50))])
}

#[test]
fn whole_matches_are_played_disclosed_and_proved() {
    let mut opened = 0;
    for (trust, random) in [
        (TrustMode::HeadToHead, true),
        (TrustMode::HeadToHead, false),
        (TrustMode::Refereed, true),
        (TrustMode::Refereed, false),
    ] {
        for seed in 0..1 {
            let mut table = Table::new(trust, false, 6, seed as u8);
            table.play(&mut players(random, seed), 400);
            assert!(table.is_over(), "seed {seed}");
            let before = table.rig.verify();
            assert!(before.is_valid(true) && !before.is_valid(false), "{before:#?}");
            assert!(
                before
                    .unchecked
                    .iter()
                    .all(|(check, text)| *check == Check::Hands && text.contains("owes a disclosure"))
            );
            table.disclose("anna");
            assert!(!table.rig.verify().is_valid(false));
            table.disclose("bert");
            let proved = table.rig.assert_verifies();
            assert_eq!(proved.counts.hands, 2);
            let forfeits = table.rig.files.iter().filter(|(_, text)| text.contains("event: forfeited")).count();
            assert_eq!(forfeits, 0, "nothing hidden is forfeited (protocol 8.4)");
            opened +=
                table.rig.with(|chain, _| chain.line.iter().filter(|step| step.state.typed.opened.is_some()).count());
        }
    }
    assert!(opened > 1, "{opened} states open something");
}

/// Protocol 8.2: a take-back restores hands and piles, whether it is accepted or not, and what it says of draws is what
/// had been drawn by then.
#[test]
fn a_take_back_restores_hands_and_accuses_nobody() {
    for accepted in [true, false] {
        let mut table = Table::new(TrustMode::HeadToHead, false, 6, 5);
        let mut both = players(false, 3);
        table.play(&mut both, 6);
        let to_step = table.rig.step() - 3;
        let owners = table.owners.clone();
        let then = table.rig.with(|chain, game| {
            ["anna", "bert"]
                .map(|seat| hands::follow(chain, game, &owners[&id(seat)]).unwrap()[to_step as usize].cards().piles)
        });
        let by = table.asked()[0].clone();
        table.rig.turn(by.as_str(), json!({"take_back": {"to_step": to_step}}));
        let asked = table.respond().unwrap();
        assert!(asked["events"][0]["proposal"]["take_back"]["draws"].is_object(), "{}", asked["events"]);
        let other = table.asked()[0].clone();
        let answer = if accepted { json!({"take_back": {"to_step": to_step}}) } else { json!({}) };
        table.rig.turn(other.as_str(), answer);
        table.respond().unwrap();
        if accepted {
            assert_eq!(["anna", "bert"].map(|seat| table.hand(seat).piles), then);
        }
        table.play(&mut both, 400);
        assert!(table.is_over());
        table.disclose("anna");
        table.disclose("bert");
        table.rig.assert_verifies();
    }
}

/// Protocol 8.4: a commitment that was taken back is not made again, since its salt would be that of another turn.
#[test]
fn a_commitment_is_not_made_twice() {
    let (mut table, held, _) = at_berts_turn();
    let before = table.rig.step();
    let plan = ordered(&table, "bert", json!([{"lay": {"card": held}}]));
    let draft = table.draft(&id("bert"), &plan);
    table.rig.turn("bert", draft.clone());
    table.respond().unwrap();
    let by = table.asked()[0].clone();
    table.rig.turn(by.as_str(), json!({"take_back": {"to_step": before}}));
    table.respond().unwrap();
    let other = table.asked()[0].clone();
    table.rig.turn(other.as_str(), json!({"take_back": {"to_step": before}}));
    table.respond().unwrap();
    let problems = table.rig.problems("bert", draft);
    assert!(
        problems.iter().any(|problem| problem.message.contains("has already made this commitment")),
        "{problems:#?}"
    );
}

/// Protocol 8.7: a disclosure that is of no final state accuses nobody, and a second one must be as true as the first.
#[test]
fn disclosures_of_other_states_do_not_count() {
    let mut table = Table::new(TrustMode::HeadToHead, false, 4, 2);
    table.play(&mut players(false, 2), 400);
    let right = table.disclose("anna");
    table.rig.drop_file("disclosures/anna.yaml");
    let sign = |table: &mut Table, name: &str, changed: &dyn Fn(&mut Value)| {
        let mut content = right.clone();
        content.as_object_mut().unwrap().shift_remove("signatures");
        changed(&mut content);
        table.rig.sign_and_add(name, &id("anna"), &content);
    };
    sign(&mut table, "disclosures/early.yaml", &|one| one["state"] = json!(Bytes32([7; 32])));
    table.disclose("bert");
    let found = table.rig.verify();
    assert!(found.failures.is_empty() && !found.is_valid(false), "{found:#?}");
    sign(&mut table, "disclosures/anna.yaml", &|_| {});
    table.rig.assert_verifies();
    for name in ["disclosures/aa.yaml", "disclosures/zz.yaml"] {
        sign(&mut table, name, &|one| one["secret"] = json!(Bytes32([9; 32])));
        assert_eq!(table.rig.verify().failure(Check::Hands).map(|failure| failure.proof), Some(Proof::FalseHand));
        table.rig.drop_file(name);
    }
    table.rig.drop_file("disclosures/anna.yaml");
    let more = json!({"step": 1, "id": "card-99", "choice": "s1a"});
    sign(&mut table, "disclosures/anna.yaml", &|one| one["choices"].as_array_mut().unwrap().push(more.clone()));
    assert!(table.rig.verify().failure(Check::Hands).is_some());
}

#[test]
fn an_open_handed_match_needs_no_disclosure() {
    for seed in 0..1 {
        let mut table = Table::new(TrustMode::HeadToHead, true, 6, seed as u8);
        table.play(&mut players(true, seed), 400);
        let proved = table.rig.assert_verifies();
        assert_eq!(proved.counts.hands, 2);
    }
}

/// A plan of orders as a player writes them, sealed by his program.
pub(crate) fn ordered(table: &Table, seat: &str, orders: Value) -> Plan {
    let owner = &table.owners[&id(seat)];
    table.rig.with(|chain, game| {
        let mut there = Adjudication::newest(chain, game).unwrap().table;
        let side = chain.seats.side_of(&*there, &id(seat)).unwrap().clone();
        there.follow(&side, hands::follow(chain, game, owner).unwrap().pop().unwrap());
        let act = adjutant_core::engine::Decision { orders: orders.as_array().unwrap().clone(), ..Default::default() };
        there.concealed(&side, &act).unwrap()
    })
}

/// A match in which bert, who has the north and moves first, is asked for orders, and a card of his hand and one that
/// is not.
pub(crate) fn at_berts_turn() -> (Table, String, String) {
    orders_of_bert(TrustMode::HeadToHead, false)
}

/// The same, refereed or with open hands.
pub(crate) fn orders_of_bert(trust: TrustMode, open_handed: bool) -> (Table, String, String) {
    let mut table = Table::new(trust, open_handed, 4, 3);
    table.play(&mut players(true, 1), 1);
    while table.asked() != [id("bert")] || table.rig.asked()[0].1.get("orders").is_none() {
        table.play(&mut players(true, 1), 1);
    }
    let hand = table.hand("bert");
    let held = hand.known_cards("hand")[0].to_owned();
    let all = (1..=6).flat_map(|n| ["a", "b"].map(|copy| format!("n{n}{copy}")));
    let other = all.into_iter().find(|card| !hand.known_cards("hand").contains(&card.as_str())).unwrap();
    (table, held, other)
}

/// Goes on honestly to the end, and lets both disclose; what the audit finds first.
fn exposed(mut table: Table) -> (String, u64, String) {
    let mut honest = players(false, 9);
    for _ in 0..200 {
        if table.is_over() {
            break;
        }
        for seat in table.asked() {
            // Whoever has lied follows his hand no more: he ends his turns, and passes.
            let asked = table.rig.asked().into_iter().find(|(own, _)| *own == seat.as_str()).unwrap().1;
            let plan = if asked.get("orders").is_some() {
                Plan {
                    act: adjutant_core::engine::Decision { orders: vec![json!({"done": {}})], ..Default::default() },
                    ..Plan::default()
                }
            } else if let Some(question) = asked.get("answer") {
                let answer = question["options"][0].clone();
                let answers = vec![json!({"id": question["id"], "answer": answer})];
                Plan { act: adjutant_core::engine::Decision { answers, ..Default::default() }, ..Plan::default() }
            } else {
                table.plan(&seat, honest.get_mut(&seat).unwrap()).unwrap_or_default()
            };
            table.turn(&seat, &plan);
        }
        table.respond().unwrap();
    }
    assert!(table.rig.verify().failures.is_empty(), "the lie shows before the audit: {:#?}", table.rig.verify());
    table.disclose("anna");
    table.disclose("bert");
    let found = table.rig.verify();
    let failure = found.failure(Check::Hands).unwrap_or_else(|| panic!("no lie is found: {found:#?}")).clone();
    assert_eq!(failure.proof, Proof::FalseHand);
    (failure.seat.unwrap().as_str().to_owned(), failure.step.unwrap(), failure.problem.message)
}

#[test]
fn a_card_that_is_not_held_is_laid() {
    let (mut table, held, other) = at_berts_turn();
    let mut plan = ordered(&table, "bert", json!([{"lay": {"card": held}}]));
    plan.choose[0].1 = json!(other);
    table.turn(&id("bert"), &plan);
    table.respond().unwrap();
    let step = table.rig.step();
    let (seat, at, message) = exposed(table);
    assert_eq!((seat.as_str(), at), ("bert", step));
    assert!(message.contains(&other) && message.contains(&held), "{message}");
}

#[test]
fn a_card_is_laid_twice() {
    let (mut table, held, _) = at_berts_turn();
    let hand = table.hand("bert");
    let second = hand.known_cards("hand")[1].to_owned();
    let mut plan = ordered(&table, "bert", json!([{"lay": {"card": held}}, {"lay": {"card": second}}]));
    plan.choose[1].1 = json!(held);
    table.turn(&id("bert"), &plan);
    table.respond().unwrap();
    let (seat, _, message) = exposed(table);
    assert_eq!(seat, "bert");
    assert!(message.contains(&format!("'north' lays {held} of its hand")), "{message}");
}

#[test]
fn a_card_is_discarded_that_was_never_held() {
    let (mut table, held, other) = at_berts_turn();
    let mut plan = ordered(&table, "bert", json!([{"shed": {"card": held}}]));
    plan.choose[0].1 = json!(other);
    table.turn(&id("bert"), &plan);
    table.respond().unwrap();
    let (seat, _, message) = exposed(table);
    assert_eq!(seat, "bert");
    assert!(message.contains(&other), "{message}");
}

#[test]
fn a_claim_is_false() {
    let (mut table, held, _) = at_berts_turn();
    let value: u64 = held[1..2].parse().unwrap();
    let orders = vec![json!({"vow": {"value": value}})];
    let act = adjutant_core::engine::Decision { orders, ..Default::default() };
    table.turn(&id("bert"), &Plan { act, ..Plan::default() });
    table.respond().unwrap();
    let (seat, _, message) = exposed(table);
    assert_eq!(seat, "bert");
    assert!(message.contains("claims") && message.contains(&held), "{message}");
}

#[test]
fn a_laid_card_is_disclosed_as_another() {
    let (mut table, held, other) = at_berts_turn();
    let plan = ordered(&table, "bert", json!([{"lay": {"card": held}}]));
    table.turn(&id("bert"), &plan);
    table.respond().unwrap();
    let step = table.rig.step();
    table.owners.get_mut(&id("bert")).unwrap().choices.retain(|(_, id, _)| id.as_str() != "card-1");
    table.owners.get_mut(&id("bert")).unwrap().choices.push((step, id("card-1"), json!(other)));
    let mut honest = players(false, 9);
    while !table.is_over() {
        for seat in table.asked() {
            let act = adjutant_core::engine::Decision { orders: vec![json!({"done": {}})], ..Default::default() };
            let plan = match seat == id("bert") || table.rig.asked()[0].1.get("orders").is_some() {
                true => Plan { act, ..Plan::default() },
                false => table.plan(&seat, honest.get_mut(&seat).unwrap()).unwrap(),
            };
            table.turn(&seat, &plan);
        }
        table.respond().unwrap();
    }
    table.disclose("anna");
    let owner = table.owners[&id("bert")].clone();
    let mut content = table.rig.with(|chain, _| {
        hands::disclosure(chain, &owner, "2026-11-22T10:00:00Z").unwrap_or_else(|_| {
            let state = chain.newest().unwrap().state.digest;
            json!({"adjutant": 1, "kind": "disclosure", "match": chain.match_id, "seat": "bert", "state": state,
               "secret": owner.secret, "choices": [], "issued": "2026-11-22T10:00:00Z"})
        })
    });
    content["choices"] = json!([{"step": step, "id": "card-1", "choice": other}]);
    table.rig.sign_and_add("disclosures/bert.yaml", &id("bert"), &content);
    let found = table.rig.verify();
    let failure = found.failure(Check::Hands).unwrap();
    assert_eq!((failure.seat.clone(), failure.step), (Some(id("bert")), Some(step)), "{failure:#?}");
    assert!(failure.problem.message.contains(&other), "{}", failure.problem.message);
}

#[test]
fn a_laid_card_cannot_be_opened_as_another_nor_forfeited() {
    let (mut table, held, other) = at_berts_turn();
    let plan = ordered(&table, "bert", json!([{"lay": {"card": held}}]));
    table.turn(&id("bert"), &plan);
    table.respond().unwrap();
    while table.asked() != [id("bert")] || table.rig.asked()[0].1.get("orders").is_none() {
        for seat in table.asked() {
            let act = adjutant_core::engine::Decision { orders: vec![json!({"done": {}})], ..Default::default() };
            table.turn(&seat, &Plan { act, ..Plan::default() });
        }
        table.respond().unwrap();
    }
    let salt = Bytes32([0; 32]);
    for (open, says) in [
        (json!({"id": "card-1", "salt": salt, "choice": other}), "do not match the commitment"),
        (json!({"id": "card-1", "forfeit": true}), "cannot be forfeited"),
    ] {
        let draft = json!({"orders": [{"attack": {"with": "card-1", "on": "card-1"}}], "open": [open]});
        let problems = table.rig.problems("bert", draft);
        assert!(problems.iter().any(|problem| problem.message.contains(says)), "{problems:#?}");
    }
}

#[test]
fn an_answer_in_advance_cannot_be_denied() {
    // The state that ought to open what its responder answered in advance leaves it out.
    let mut seen = 0;
    for seed in 0..2 {
        let mut table = Table::new(TrustMode::HeadToHead, false, 8, seed as u8);
        let mut both = players(true, seed);
        both.insert(id("anna"), Player::sensible(seed));
        for _ in 0..200 {
            if table.is_over() {
                break;
            }
            for seat in table.asked() {
                let plan = table.plan(&seat, both.get_mut(&seat).unwrap()).unwrap_or_default();
                table.turn(&seat, &plan);
            }
            let issued = table.rig.now();
            let (seat, honest) = table.resolved(&issued).unwrap();
            if honest.get("opened").is_some() && seat == id("anna") {
                seen += 1;
                let mut denied = honest.clone();
                denied.as_object_mut().unwrap().shift_remove("opened");
                let mut cheat = Rig::with_secrets(games(), BTreeMap::new());
                cheat.files = table.rig.files.clone();
                let signed = table.rig.sign(&seat, &denied);
                cheat.add_file("states/denied.yaml", &signed);
                let found = cheat.verify();
                let failure = found.failure(Check::Adjudication).expect("the denial is found");
                assert_eq!((failure.seat.clone(), failure.proof), (Some(seat.clone()), Proof::FalseState));
            }
            table.respond().unwrap();
        }
    }
    assert!(seen > 0, "{seen} states open an answer in advance");
}

#[test]
fn other_hands_behind_the_same_acts_show_nothing() {
    // Two matches that differ in the secrets alone: the same acts, with other cards under the same ids.
    let states = [3u8, 4].map(|luck| {
        let mut table = Table::new(TrustMode::HeadToHead, false, 6, luck);
        table.play(&mut players(true, 1), 1);
        let mut said = Vec::new();
        for n in 0..12 {
            for seat in table.asked() {
                let asked = table.rig.asked()[0].1.clone();
                let orders = match n % 3 {
                    _ if asked.get("orders").is_none() => json!([]),
                    0 => json!([{"lay": {"card": table.hand(seat.as_str()).known_cards("hand")[0]}}, {"done": {}}]),
                    1 => json!([{"shed": {"card": table.hand(seat.as_str()).known_cards("hand")[1]}}, {"done": {}}]),
                    _ => json!([{"done": {}}]),
                };
                let plan = match orders.as_array().unwrap().is_empty() {
                    true => Plan::default(),
                    false => ordered(&table, seat.as_str(), orders),
                };
                table.turn(&seat, &plan);
            }
            let state = table.respond().unwrap();
            let public = [&state["events"], &state["awaiting"], &state["position"], &state["draws"]];
            let text = public.map(Value::to_string).join("\n");
            // Digests differ, and nothing else.
            let words: Vec<&str> = text.split('"').filter(|word| word.parse::<Bytes32>().is_err()).collect();
            said.push(words.join("\""));
            if table.is_over() {
                break;
            }
        }
        (said, table.hand("bert"))
    });
    assert_eq!(states[0].0, states[1].0);
    assert_ne!(states[0].1, states[1].1, "the hands are the same");
}

#[test]
fn a_question_is_asked_whatever_the_hand() {
    let (table, ..) = at_berts_turn();
    let asked = table.rig.with(|chain, game| Adjudication::newest(chain, game).unwrap().table.awaiting());
    assert!(matches!(asked[0].want, Request::Orders(_)));
}
