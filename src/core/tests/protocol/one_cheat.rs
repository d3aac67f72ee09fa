//! Honest players against one cheat, who signs whatever he likes and shows each document to whom he likes: whatever the
//! order of seats, documents and files, nobody but he is accused (docs/accusations.md).
//!
//! `ADJUTANT_CHEATS=3000 ADJUTANT_SEED=7 cargo test -p adjutant-core --test protocol one_cheat -- --nocapture` plays that
//! many matches of each kind and prints what was found.

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::chain::adjudicate::Adjudication;
use adjutant_core::chain::compose::{complete_turn, next_reveal, parse_composed, refuse, replace_state};
use adjutant_core::chain::dispute::{MatchCopy, dispute};
use adjutant_core::chain::hands::{self, Choices, HandOwner};
use adjutant_core::chain::match_files::ParsedDocument;
use adjutant_core::chain::status::{Next, status};
use adjutant_core::chain::verify::{Failure, Verification, verify};
use adjutant_core::chain::{Chain, Games, MatchFiles, sign};
use adjutant_core::document::kinds::{Ruling, TrustMode};
use adjutant_core::document::{Bytes32, Id, Problem, Turn, Value, digest, write};
use adjutant_core::session::Game;
use adjutant_core::session::self_play::Player;
use serde_json::json;

use crate::common::alter::{content, one_change};
use crate::common::{Rig, Secret, at_orders, id, refereed_at_orders, salt};
use crate::hidden_match::{Table, draft_by, plan_by, players};

/// The name of a copy from which documents were held back.
const HELD_BACK: &str = "without what is held back";

/// A repeatable source of chance.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit.max(1) as u64) as usize
    }
    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
    fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        of.get(self.below(of.len()))
    }
}

/// Somebody with a copy of the match.
struct Person {
    seat: Id,
    files: MatchFiles,
    /// What he has, in the order in which it came: the step, the file and its text.
    texts: Vec<(u64, String, String)>,
    /// What he has signed.
    log: Vec<Value>,
    /// In a game of cards, the secret of his hand and what he has committed to.
    hand: Option<HandOwner>,
}

/// What a person means to sign.
struct Draft {
    document: Value,
    /// What it commits to (protocol 8.4), to be kept with the secrets of its seat.
    choices: Choices,
}

impl From<Value> for Draft {
    fn from(document: Value) -> Draft {
        Draft { document, choices: Vec::new() }
    }
}

impl Person {
    fn take(&mut self, name: &str, text: &str) {
        if !self.texts.iter().any(|(_, _, other)| other == text) {
            self.files.add(name, text.as_bytes());
            let step = content_of(text).and_then(|document| document["step"].as_u64()).unwrap_or_default();
            self.texts.push((step, name.to_owned(), text.to_owned()));
        }
    }

    /// Whether his signing log lets him sign a document of a kind for a step: there is none, or each is void.
    fn may_sign(&self, chain: &Chain<'_>, kind: &str, step: u64) -> bool {
        let mut own = self.log.iter().filter(|one| one["kind"] == kind && one["step"] == step);
        own.all(|one| chain.is_void(digest(one)))
    }

    fn has_signed(&self, kind: &str, field: &str, of: &Bytes32) -> bool {
        self.log.iter().any(|one| one["kind"] == kind && one[field] == json!(of))
    }
}

fn content_of(text: &str) -> Option<Value> {
    std::panic::catch_unwind(|| content(text)).ok()
}

struct World {
    games: Games,
    secrets: BTreeMap<Id, Secret>,
    people: Vec<Person>,
    cheat: Id,
    /// What is on its way, and to whom.
    mail: Vec<(usize, String, String)>,
    chance: Chance,
    minutes: u64,
}

impl World {
    fn new(trust: TrustMode, seed: u64) -> World {
        let mut chance = Chance(seed);
        let rig = match (trust, chance.one_in(4)) {
            (_, true) => Rig::toy(trust, 1),
            (TrustMode::HeadToHead, _) => at_orders(),
            (TrustMode::Refereed, _) => refereed_at_orders(),
        };
        World::of(rig, BTreeMap::new(), chance)
    }

    /// A duel with cards, begun by honest players.
    fn with_cards(trust: TrustMode, seed: u64) -> World {
        let mut chance = Chance(seed);
        let luck = chance.below(200) as u8;
        let mut table = Table::new(trust, false, 2 + chance.below(3) as u64, luck);
        let steps = chance.below(8);
        table.play(&mut players(chance.one_in(2), seed), steps);
        World::of(table.rig, table.owners, chance)
    }

    fn of(rig: Rig, mut hands: BTreeMap<Id, HandOwner>, mut chance: Chance) -> World {
        let seats: Vec<Id> = rig.with(|chain, _| chain.seats.entries.iter().map(|entry| entry.seat.clone()).collect());
        let cheat = chance.pick(&seats).expect("a seat").clone();
        let mut people: Vec<Person> = seats
            .into_iter()
            .map(|seat| {
                let hand = hands.remove(&seat);
                Person { seat, files: MatchFiles::default(), texts: Vec::new(), log: Vec::new(), hand }
            })
            .collect();
        for (name, text) in &rig.files {
            let document = content(text);
            for person in &mut people {
                person.take(name, text);
                if document["seat"] == json!(person.seat) || document["responder"] == json!(person.seat) {
                    person.log.push(document.clone());
                }
            }
        }
        World { games: rig.games.clone(), secrets: rig.secrets, people, cheat, mail: Vec::new(), chance, minutes: 0 }
    }

    fn now(&mut self) -> String {
        self.minutes += 1;
        format!("2026-11-25T{:02}:{:02}:00Z", self.minutes / 60 % 24, self.minutes % 60)
    }

    fn sign(&self, seat: &Id, document: &Value) -> Option<Value> {
        let mut bare = document.clone();
        bare.as_object_mut()?.shift_remove("signatures");
        sign::seal(&bare, seat, &self.secrets[seat].key).ok()
    }

    /// Signs what a person means to sign, and keeps what it commits to.
    fn sign_draft(&mut self, n: usize, draft: Draft) -> Option<Value> {
        if let Some(hand) = &mut self.people[n].hand {
            hand.choices.extend(draft.choices);
        }
        self.sign(&self.people[n].seat, &draft.document)
    }

    /// Mails a document to some people; an honest one sends along what else the others may not have.
    fn post(&mut self, from: usize, document: &Value, to: &BTreeSet<usize>) {
        let honest = self.people[from].seat != self.cheat;
        let name = format!("{:06x}.yaml", self.chance.next() & 0xFF_FFFF);
        let text = write(document);
        let step = document["step"].as_u64().unwrap_or_default();
        self.people[from].take(&name, &text);
        self.people[from].log.push(document.clone());
        let along = self.people[from].texts.iter().filter(|(of, ..)| honest && *of + 1 >= step);
        let mut sent: Vec<(String, String)> = along.map(|(_, name, text)| (name.clone(), text.clone())).collect();
        sent.push((name, text));
        for to in to {
            self.mail.extend(sent.iter().map(|(name, text)| (*to, name.clone(), text.clone())));
        }
    }

    /// One thing happens: mail comes, or somebody acts.
    fn tick(&mut self) {
        let coming = self.mail.len();
        if coming > 0 && !self.chance.one_in(3) {
            // Some mails are overtaken by others.
            for _ in 0..=self.chance.below(6) {
                if !self.mail.is_empty() {
                    let at = if self.chance.one_in(3) { self.chance.below(self.mail.len()) } else { 0 };
                    let (to, name, text) = self.mail.remove(at);
                    self.people[to].take(&name, &text);
                }
            }
            return;
        }
        let n = self.chance.below(self.people.len());
        let all: BTreeSet<usize> = (0..self.people.len()).filter(|to| *to != n).collect();
        let issued = self.now();
        if self.people[n].seat != self.cheat {
            if let Some(document) = self.decide(n, &issued, true).and_then(|draft| self.sign_draft(n, draft)) {
                self.post(n, &document, &all);
            }
            return;
        }
        for document in self.cheating(n, &issued) {
            let some: BTreeSet<usize> = match self.chance.one_in(2) {
                true => all.clone(),
                false => all.iter().copied().filter(|_| self.chance.one_in(2)).collect(),
            };
            self.post(n, &document, &some);
        }
    }

    /// What a person does next who goes by his program; `honest`: also by his log, and only on a match that verifies.
    fn decide(&mut self, n: usize, issued: &str, honest: bool) -> Option<Draft> {
        let person = &self.people[n];
        let (chance, games, me) = (&mut self.chance, &self.games, &person.seat);
        let chain = Chain::build(&person.files).ok()?;
        let game = games.for_charter(&chain.charter.typed, &person.files).ok()?;
        let newest = chain.newest()?.state;
        let (head, step) = (&newest.typed, newest.typed.step);
        let refused = person.has_signed("refusal", "of", &newest.digest);
        let open_refusals = chain.open_refusals();
        if honest {
            let pending: Vec<&str> = chain.open_turns().iter().map(|turn| turn.file.as_str()).collect();
            let found = verify(&person.files, games);
            let wrong: Vec<&Failure> = found
                .failures
                .iter()
                .filter(|one| !pending.contains(&one.file.as_str()) || one.proof.accuses())
                .collect();
            let of_newest = wrong.iter().all(|failure| failure.file == newest.file);
            let answered = person.has_signed("turn", "parent", &newest.digest);
            if !wrong.is_empty() {
                let may = of_newest && open_refusals.is_empty() && head.responder != *me && head.ruling.is_none();
                if may && !answered && !refused {
                    let reasons = [wrong[0].problem.clone()];
                    return refuse(&chain, newest.digest, step, me, &reasons, issued).ok().map(Draft::from);
                }
                if !of_newest || open_refusals.is_empty() || head.responder != *me {
                    return None;
                }
            }
        }
        let may_sign = |kind: &str, step: u64| !honest || person.may_sign(&chain, kind, step);
        if let Some(refusal) = open_refusals.first() {
            return (head.responder == *me && may_sign("state", step))
                .then(|| replace_state(&chain, &*game, &refusal.digest, issued).ok())?
                .map(|made| made.content.into());
        }
        if head.outcome.is_some() {
            let owner = person.hand.as_ref().filter(|_| !person.has_signed("disclosure", "state", &newest.digest))?;
            return hands::disclosure(&chain, owner, issued).ok().map(Draft::from);
        }
        let at = Adjudication::newest(&chain, &*game).ok()?;
        let awaited = chain.awaited(head);
        let open = chain.open_turns();
        let secret = &self.secrets[me].seeds;
        if awaited.first().and_then(|seat| chain.seats.responder_to(seat)) == Some(me) {
            if let Some(turn) = open.iter().find(|turn| !at.check_turn(turn).is_empty()) {
                let reasons = at.check_turn(turn);
                return refuse(&chain, turn.digest, turn.typed.step, me, &reasons, issued).ok().map(Draft::from);
            }
            if chain.seats.adjudicator() == Some(me)
                && open.is_empty()
                && chance.one_in(12)
                && may_sign("state", step + 1)
            {
                let ruling = ruling(&newest.document.content, chance);
                return at.rule(&ruling, None, issued).ok().map(|made| made.content.into());
            }
            let each = awaited.iter().all(|seat| open.iter().filter(|turn| turn.typed.seat == **seat).count() == 1);
            if each && may_sign("state", step + 1) {
                let reveal = next_reveal(&chain, me, secret).ok()?;
                let made = match &person.hand {
                    Some(owner) => at.resolve_with(&open, reveal, &owner.openings(&chain), Some(issued), issued),
                    None => at.resolve(&open, reveal, Some(issued), issued),
                };
                return made.ok().map(|made| made.content.into());
            }
            // A turn that comes too late may be refused, and need not be.
            let resolved =
                |turn: &ParsedDocument<Turn>| chain.line.iter().any(|one| one.state.typed.turns.contains(&turn.digest));
            let late = chain.turns.values().find(|turn| {
                turn.typed.step <= step
                    && !resolved(turn)
                    && !chain.is_void(turn.digest)
                    && chain.unauthorized(&turn.any()).is_none()
                    && chain.seats.responder_to(&turn.typed.seat) == Some(me)
            });
            if let Some(turn) = late.filter(|_| chance.one_in(3)) {
                let reasons = [Problem::new(LATE)];
                return refuse(&chain, turn.digest, turn.typed.step, me, &reasons, issued).ok().map(Draft::from);
            }
        }
        if !awaited.contains(&me)
            || refused
            || open.iter().any(|turn| turn.typed.seat == *me)
            || !may_sign("turn", step + 1)
        {
            return None;
        }
        let asked = head.awaiting.iter().find(|entry| entry["seat"] == json!(me))?;
        let (draft, choices) = match &person.hand {
            Some(owner) => card_draft(asked, (&chain, &*game), owner, chance, honest)?,
            None => (draft(asked, &chain, me, chance), Vec::new()),
        };
        let turn = complete_turn(&chain, me, next_reveal(&chain, me, secret).ok()?, &draft).ok()?;
        let typed = parse_composed("draft", &turn).ok()?;
        let problems = at.check_draft(&typed.typed);
        (problems.is_empty() || (!honest && chance.one_in(2))).then_some(Draft { document: turn, choices })
    }

    /// What the cheat signs: one document or a few.
    fn cheating(&mut self, n: usize, issued: &str) -> Vec<Value> {
        let kind = self.chance.below(14);
        if kind < 4 {
            let honest = self.chance.one_in(2);
            let made = self.decide(n, issued, honest);
            return made.and_then(|draft| self.sign_draft(n, draft)).into_iter().collect();
        }
        let me = self.people[n].seat.clone();
        let documents: Vec<Value> = self.people[n]
            .texts
            .iter()
            .filter_map(|(_, _, text)| content_of(text))
            .filter(|one| one["kind"] != "charter")
            .collect();
        let of_kind = |kind: &str| -> Vec<&Value> { documents.iter().filter(|one| one["kind"] == kind).collect() };
        let refusals: Vec<Value> = of_kind("refusal").into_iter().map(|one| json!(digest(one))).collect();
        let digests: Vec<Value> = documents.iter().map(|one| json!(digest(one))).collect();
        let chance = &mut self.chance;
        let named = |document: &mut Value, chance: &mut Chance| match chance.below(4) {
            0 => drop(document.as_object_mut().and_then(|fields| fields.shift_remove("refusal"))),
            1 => document["refusal"] = json!(Bytes32([chance.below(200) as u8; 32])),
            2 => {
                if let Some(refusal) = chance.pick(&refusals) {
                    document["refusal"] = refusal.clone();
                }
            }
            _ => {}
        };
        let made = match kind {
            // A turn like one of his, or of anybody.
            4 | 5 => {
                let turns = of_kind("turn");
                let own: Vec<&Value> = turns.iter().copied().filter(|one| one["seat"] == json!(me)).collect();
                let of = if own.is_empty() || chance.one_in(5) { &turns } else { &own };
                chance.pick(of).map(|turn| {
                    let mut turn = (*turn).clone();
                    turn["seat"] = json!(me);
                    turn["comment"] = json!(format!("another {}", chance.below(99)));
                    named(&mut turn, chance);
                    turn
                })
            }
            // A refusal of anything.
            6 | 7 => {
                let of: Vec<&Value> =
                    documents.iter().filter(|one| one["kind"] == "turn" || one["kind"] == "state").collect();
                let late = of.len().saturating_sub(4);
                let of = if chance.one_in(3) { &of[..] } else { &of[late..] };
                chance.pick(of).map(|of| {
                    let step = of["step"].as_u64().unwrap_or_default() + u64::from(chance.one_in(6));
                    json!({"adjutant": 1, "kind": "refusal", "match": of["match"], "step": step, "of": digest(of), "seat": me,
                           "reasons": [{"message": format!("no {}", chance.below(99))}], "issued": issued})
                })
            }
            // A state like any other.
            8 => chance.pick(&of_kind("state")).map(|state| {
                let mut state = (*state).clone();
                state["responder"] = json!(me);
                state["issued"] = json!(issued);
                if chance.one_in(2) {
                    named(&mut state, chance);
                }
                if chance.one_in(3) {
                    let of = if state["position"]["game"]["strength"].is_null() { "points" } else { "strength" };
                    state["position"]["game"][of]["south"] = json!(chance.below(9));
                }
                if chance.one_in(4)
                    && let Some(turn) = chance.pick(&of_kind("turn"))
                {
                    state["turns"] = json!([digest(turn)]);
                }
                if chance.one_in(4)
                    && let Some(parent) = chance.pick(&digests)
                {
                    state["parent"] = parent.clone();
                }
                state
            }),
            // The turns of a step resolved, whatever was refused and whatever was answered before.
            9 | 10 => self.resolve_anything(n, issued),
            // A ruling, whoever he is.
            11 => chance.pick(&of_kind("state")).map(|state| {
                let mut state = (*state).clone();
                let parent = digest(&state);
                let ruling = ruling(&state, chance);
                state["step"] = json!(state["step"].as_u64().unwrap_or_default() + 1);
                state["parent"] = json!(parent);
                for list in ["turns", "rolls", "events", "awaiting"] {
                    state[list] = json!([]);
                }
                state["reveal"] = Value::Null;
                state["outcome"] = json!({"winner": "north"});
                state["responder"] = json!(me);
                state["ruling"] = json!(ruling);
                state["issued"] = json!(issued);
                state
            }),
            // Anything with one thing altered, as his own; or in its signer's name, under the old signature.
            12 => {
                let place = chance.below(60);
                let changed =
                    chance.pick(&documents).and_then(|one| one_change(one, place)).map(|change| change.document);
                match (changed, chance.one_in(3)) {
                    (Some(changed), true) => return vec![changed],
                    (Some(mut changed), false) => {
                        let field = if changed["kind"] == "state" { "responder" } else { "seat" };
                        changed[field] = json!(me);
                        Some(changed)
                    }
                    (None, _) => None,
                }
            }
            // What stands beside the chain.
            _ => {
                let of = chance.pick(&documents).map(|one| one["match"].clone()).unwrap_or_default();
                let state = chance.pick(&digests).cloned().unwrap_or_default();
                let number = digests.len() % 3;
                Some(match chance.below(3) {
                    1 if number > 0 => {
                        json!({"adjutant": 1, "kind": "queue", "match": of, "seat": me, "number": number, "after": number,
                               "state": state, "turns": &digests[..number], "written": issued})
                    }
                    0 => {
                        json!({"adjutant": 1, "kind": "receipt", "match": of, "step": 1, "seat": me, "of": digests, "written": issued})
                    }
                    1 => {
                        json!({"adjutant": 1, "kind": "leave", "match": of, "seat": me, "from": issued, "written": issued, "days": 3})
                    }
                    _ => {
                        let over = documents.iter().rfind(|one| one["kind"] == "state" && !one["outcome"].is_null());
                        let state = over.filter(|_| chance.one_in(2)).map_or(state, |over| json!(digest(over)));
                        let own = self.people[n].hand.as_ref().filter(|_| chance.one_in(2)).map(|hand| hand.secret);
                        json!({"adjutant": 1, "kind": "disclosure", "match": of, "seat": me, "state": state,
                               "secret": own.unwrap_or(Bytes32([3; 32])), "choices": [], "issued": issued})
                    }
                })
            }
        };
        made.and_then(|one| self.sign(&me, &one)).into_iter().collect()
    }

    /// A state of the cheat's that resolves some turns of a step, although they were refused or another answer stands.
    fn resolve_anything(&mut self, n: usize, issued: &str) -> Option<Value> {
        let person = &self.people[n];
        let mut files = person.files.clone();
        if self.chance.one_in(2) {
            let refusals: Vec<String> = files.refusals.iter().map(|one| one.file.clone()).collect();
            refusals.iter().filter(|_| !self.chance.one_in(4)).for_each(|file| files.remove(file));
        }
        let chain = Chain::build(&files).ok()?;
        let game = self.games.for_charter(&chain.charter.typed, &files).ok()?;
        let at = if self.chance.one_in(2) { chain.line.len() - 1 } else { self.chance.below(chain.line.len()) };
        let here = Adjudication::at(&chain, &*game, at).ok()?;
        let mut turns = Vec::new();
        for seat in chain.awaited(&here.state().typed) {
            let own: Vec<_> =
                chain.turns_to(&here.state().digest).iter().copied().filter(|turn| turn.typed.seat == *seat).collect();
            turns.push(*self.chance.pick(&own)?);
        }
        let (links, revealed) = chain.line[at].links(&chain.seats);
        let place = chain.seats.index(&person.seat)?;
        let reveal = self.secrets[&person.seat].seeds.reveal(revealed[place] + 1).ok()?;
        assert_ne!(links[place], reveal);
        let made = match &person.hand {
            Some(owner) => here.resolve_with(&turns, reveal, &owner.openings(&chain), None, issued),
            None => here.resolve(&turns, reveal, None, issued),
        };
        made.ok().map(|made| made.content)
    }

    /// A copy from which somebody has held back some documents, honest people's as well.
    fn held_back(&mut self, whole: &MatchFiles) -> MatchFiles {
        let mut files = whole.clone();
        let names: Vec<String> = files.documents().iter().map(|one| one.file.to_owned()).collect();
        let rate = 2 + self.chance.below(12);
        for name in names.iter().filter(|name| !name.contains("charter")) {
            if self.chance.one_in(rate) {
                files.remove(name);
            }
        }
        files
    }

    /// Everything that honest people have, with each of these documents of the cheat's.
    fn copies(&mut self) -> Vec<(String, MatchFiles)> {
        let mut copies: Vec<(String, MatchFiles)> = Vec::new();
        let honest: Vec<usize> = (0..self.people.len()).filter(|n| self.people[*n].seat != self.cheat).collect();
        copies.extend(honest.iter().map(|n| (format!("of {}", self.people[*n].seat), self.people[*n].files.clone())));
        let mut all = self.people[honest[0]].files.clone();
        for n in &honest[1..] {
            all.absorb("other: ", &self.people[*n].files);
        }
        let kept: Vec<(String, String)> = self
            .people
            .iter()
            .filter(|person| person.seat == self.cheat)
            .flat_map(|person| person.texts.iter().map(|(_, name, text)| (name.clone(), text.clone())))
            .collect();
        let mut some = all.clone();
        for (name, text) in &kept {
            if self.chance.one_in(2) {
                some.add(&format!("cheat/{name}"), text.as_bytes());
            }
        }
        let mut whole = all.clone();
        kept.iter().for_each(|(name, text)| whole.add(&format!("cheat/{name}"), text.as_bytes()));
        copies.extend([("of all who are honest".to_owned(), all), ("with some of his".to_owned(), some)]);
        copies.push(("with all of his".to_owned(), whole.clone()));
        for _ in 0..2 {
            copies.push((HELD_BACK.to_owned(), self.held_back(&whole)));
        }
        copies
    }
}

fn ruling(state: &Value, chance: &mut Chance) -> Ruling {
    let ruling = match chance.below(4) {
        0 => json!({"reason": "late", "default": "south"}),
        1 => json!({"reason": "won", "outcome": {"winner": "south"}}),
        2 => json!({"reason": "a slip", "take_back": {"to_step": chance.below(3)}}),
        _ => json!({"reason": "a slip", "position": state["position"]}),
    };
    serde_json::from_value(ruling).expect("a ruling")
}

/// What a seat writes, as it is asked.
fn draft(asked: &Value, chain: &Chain<'_>, me: &Id, chance: &mut Chance) -> Value {
    let choice = |what: &str| asked.get(what).and_then(|ids| ids[0].as_str()).map(id);
    let value = if chance.one_in(2) { "bold" } else { "wary" };
    if asked.get("empty").is_some() {
        return json!({});
    }
    if let Some(choice) = choice("commit") {
        let digest =
            adjutant_core::trust::choice_digest(&chain.match_id, &salt(me.as_str()), &choice, me, &json!(value));
        return json!({"commit": [{"id": choice, "digest": digest}]});
    }
    if let Some(choice) = choice("open") {
        let made = |value: &str| {
            adjutant_core::trust::choice_digest(&chain.match_id, &salt(me.as_str()), &choice, me, &json!(value))
        };
        let mut commits = chain
            .turns
            .values()
            .filter(|turn| turn.typed.seat == *me)
            .flat_map(|turn| turn.typed.commit.iter().flatten());
        let bold = commits.any(|commit| commit.digest == made("bold"));
        return crate::common::open(me.as_str(), choice.as_str(), if bold { "bold" } else { "wary" });
    }
    if let Some(back) = asked.get("take_back") {
        return if chance.one_in(2) { json!({"take_back": back}) } else { json!({}) };
    }
    if asked.get("draw").is_some() {
        return if chance.one_in(4) { json!({"offer": "draw"}) } else { json!({}) };
    }
    if let Some(answer) = asked.get("answer") {
        let said = if chance.one_in(2) { json!({"stand": {}}) } else { json!({"fall_back": {}}) };
        return json!({"answers": [{"id": answer["id"], "answer": said}]});
    }
    match chance.below(12) {
        0 => json!({"take_back": {"to_step": chance.below(4)}}),
        1 => json!({"offer": "draw"}),
        2 => json!({"offer": "resign"}),
        3 => json!({"orders": [{"raid": {"dice": 1 + chance.below(6)}}, {"done": {}}], "offer": "draw"}),
        4 | 5 => json!({"orders": [{"raid": {"dice": 1 + chance.below(6)}}]}),
        6 | 7 => json!({"orders": [{"rest": {}}]}),
        _ => json!({"orders": [{"rest": {}}, {"done": {}}]}),
    }
}

/// What the owner of a hand writes, and what it commits to; a cheat may lay a card that he does not hold.
fn card_draft(
    asked: &Value,
    (chain, game): (&Chain<'_>, &dyn Game),
    owner: &HandOwner,
    chance: &mut Chance,
    honest: bool,
) -> Option<(Value, Choices)> {
    if ["empty", "take_back", "draw"].iter().any(|what| asked.get(*what).is_some()) {
        return Some((draft(asked, chain, &owner.seat, chance), Vec::new()));
    }
    match chance.below(20) {
        0 => return Some((json!({"take_back": {"to_step": chance.below(chain.line.len())}}), Vec::new())),
        1 => return Some((json!({"offer": "draw"}), Vec::new())),
        2 => return Some((json!({"offer": "resign"}), Vec::new())),
        _ => {}
    }
    let seed = chance.next();
    let mut player = if chance.one_in(2) { Player::random(seed) } else { Player::sensible(seed) };
    let mut plan = plan_by(chain, game, owner, &mut player).ok()??;
    if !honest && chance.one_in(2) {
        let letter = &chain.seats.entry(&owner.seat)?.side.as_ref()?.as_str()[..1];
        for (_, choice) in plan.choose.iter_mut().filter(|(_, choice)| choice.is_string()) {
            *choice = json!(format!("{letter}{}a", 1 + chance.below(6)));
        }
    }
    let step = chain.line.len() as u64;
    let choices = plan.choose.iter().map(|(id, choice)| (step, id.clone(), choice.clone())).collect();
    Some((draft_by(chain, game, owner, &plan), choices))
}

/// Why an honest responder refuses a turn of an honest player: nothing is wrong with it.
const LATE: &str = "it came late";

/// What was found.
#[derive(Debug, Default)]
struct Tally {
    matches: usize,
    signed: usize,
    verified: usize,
    accused: BTreeMap<String, usize>,
    holds: usize,
    /// By `status`.
    named: Named,
    disclosed: usize,
}

#[track_caller]
fn only_the_cheat(world: &World, seed: u64, what: &str, failures: &[Failure], texts: &MatchFiles) {
    for failure in failures.iter().filter(|failure| failure.proof.accuses()) {
        if failure.seat.as_ref() == Some(&world.cheat) {
            continue;
        }
        // Whoever names a refusal can show it: of one who has not, the copy says so (docs/accusations.md).
        let can_show = |words: &String| words.contains("can show it") || words.contains("has gone on from the other");
        if what == HELD_BACK && failure.proves.as_ref().is_some_and(can_show) {
            continue;
        }
        let documents: Vec<String> = texts
            .documents()
            .iter()
            .map(|one| {
                let content = &one.document.content;
                let short = |field: &str| {
                    content.get(field).map(|value| value.to_string().chars().take(11).collect::<String>())
                };
                let fields = ["parent", "of", "turns", "refusal", "ruling"];
                let named: Vec<String> =
                    fields.iter().filter_map(|field| Some(format!("{field} {}", short(field)?))).collect();
                format!(
                    "{} {:?} {:?} by {:?} {} {}",
                    one.file,
                    one.kind,
                    one.step(),
                    one.signer(),
                    &one.digest.to_string()[..8],
                    named.join(" ")
                )
            })
            .collect();
        panic!(
            "seed {seed}: the cheat is '{}', and {what} accuses {failure:#?}\n{}",
            world.cheat,
            documents.join("\n")
        );
    }
}

/// What `status` says against somebody is said against the cheat alone. Whoever has everything that honest people have
/// (`whole`) is told of nothing of theirs that is missing or still to come.
#[track_caller]
fn only_the_cheat_in_status(world: &World, seed: u64, what: &str, files: &MatchFiles, whole: bool) -> Named {
    let mut named = Named::default();
    let Ok(chain) = Chain::build(files) else { return named };
    let said = status(&chain);
    let cheat = &world.cheat;
    let of_cheat = |seat: &Id| *seat == *cheat;
    let signer = |file: &str| {
        let documents = files.documents();
        documents.iter().find(|one| one.file == file).and_then(|one| one.signer().map(id))
    };
    let because = || format!("seed {seed}: the cheat is '{cheat}', and the status {what} is {said:#?}");
    match &said.next {
        // Without the first documents nobody can see that the match has begun.
        Next::Signatures(_) | Next::Charter(_) | Next::SetUp(_) => {
            assert!(!whole, "the match has begun: {}", because())
        }
        // An honest seat refuses only what is false.
        Next::Replacement { seat, refusal } => {
            named.replacements += 1;
            assert!(of_cheat(seat) || signer(refusal).as_ref().is_some_and(of_cheat), "{}", because());
        }
        Next::Turns(asked) => {
            for one in asked.iter().filter(|one| !of_cheat(&one.seat)) {
                if let Some(refused) = &one.refused {
                    named.refused += 1;
                    let late = one.reasons.iter().any(|reason| reason.message == LATE);
                    assert!(late || signer(refused).as_ref().is_some_and(of_cheat), "{}", because());
                }
                let newest = json!(chain.newest().expect("the match has begun").state.digest);
                let log = &world.people.iter().find(|person| person.seat == one.seat).expect("a seat").log;
                let mut answers = log.iter().filter(|turn| turn["kind"] == "turn" && turn["parent"] == newest);
                let waits = answers.any(|turn| !chain.is_void(digest(turn)));
                assert!(!whole || one.turn.is_some() || !waits, "'{}' has answered: {}", one.seat, because());
            }
        }
        Next::State { .. } | Next::Over(_) => {}
    }
    for gap in said.missing.iter().filter(|_| whole) {
        named.missing += 1;
        assert!(signer(&gap.named_by).as_ref().is_some_and(of_cheat), "{}", because());
    }
    named
}

/// How often a status named somebody.
#[derive(Clone, Copy, Debug, Default)]
struct Named {
    replacements: usize,
    refused: usize,
    missing: usize,
}

fn play(mut world: World, seed: u64, tally: &mut Tally) {
    let before: usize = world.people.iter().map(|person| person.log.len()).sum();
    for _ in 0..30 + world.chance.below(60) {
        world.tick();
    }
    let copies = world.copies();
    tally.matches += 1;
    tally.signed += world.people.iter().map(|person| person.log.len()).sum::<usize>() - before;
    let logs = world.people.iter().filter(|person| person.seat != world.cheat).map(|person| &person.log);
    tally.disclosed += logs.flatten().filter(|one| one["kind"] == "disclosure").count();
    let mut sets = Vec::new();
    for (what, files) in copies {
        let found: Verification = verify(&files, &world.games);
        only_the_cheat(&world, seed, &what, &found.failures, &files);
        let of_one = world.people.iter().any(|person| what == format!("of {}", person.seat));
        let whole = !of_one && what != HELD_BACK;
        let named = only_the_cheat_in_status(&world, seed, &what, &files, whole);
        tally.named.replacements += named.replacements;
        tally.named.refused += named.refused;
        tally.named.missing += named.missing;
        tally.verified += 1;
        tally.holds += usize::from(found.failures.is_empty());
        for failure in found.failures.iter().filter(|failure| failure.proof.accuses()) {
            *tally.accused.entry(format!("{:?}", failure.proof)).or_default() += 1;
        }
        sets.push(MatchCopy { name: what, files, loose: false });
    }
    // What a referee is handed, in either order.
    if world.chance.one_in(2) {
        sets.reverse();
    }
    let whole = MatchFiles::default();
    if let Ok(said) = dispute(&sets, &world.games) {
        only_the_cheat(&world, seed, "dispute", said.failure.as_slice(), &whole);
    }
}

fn asked(name: &str, usually: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(usually)
}

fn play_many(game: &str, trust: TrustMode, begin: fn(TrustMode, u64) -> World) -> Tally {
    let (seed, count) = (asked("ADJUTANT_SEED", 1864), asked("ADJUTANT_CHEATS", 40));
    let mut tally = Tally::default();
    for n in 0..count {
        let seed = seed.wrapping_mul(1_000_003).wrapping_add(n);
        play(begin(trust, seed), seed, &mut tally);
    }
    println!("{game}, {trust:?}: {tally:?}");
    assert!(tally.accused.values().sum::<usize>() > count as usize / 4, "{tally:?}");
    assert!(tally.holds > 0, "{tally:?}");
    assert!(tally.named.replacements > 0, "{tally:?}");
    // An adjudicator gets every turn; between two players mail of the cheat's may be missing.
    assert!(tally.named.missing > 0 || trust == TrustMode::Refereed, "{tally:?}");
    tally
}

#[test]
fn head_to_head_only_the_cheat_is_accused() {
    play_many("armies", TrustMode::HeadToHead, World::new);
}

#[test]
fn refereed_only_the_cheat_is_accused() {
    play_many("armies", TrustMode::Refereed, World::new);
}

#[test]
fn head_to_head_with_hidden_hands_only_the_cheat_is_accused() {
    let tally = play_many("cards", TrustMode::HeadToHead, World::with_cards);
    assert!(tally.disclosed > 0, "{tally:?}");
}

#[test]
fn refereed_with_hidden_hands_only_the_cheat_is_accused() {
    let tally = play_many("cards", TrustMode::Refereed, World::with_cards);
    assert!(tally.disclosed > 0, "{tally:?}");
}
