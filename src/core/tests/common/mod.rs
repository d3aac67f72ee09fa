//! A match at a table in memory: the secrets of every seat, and every document as the text of a file.
#![allow(dead_code)]

pub mod alter;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use adjutant_core::chain::adjudicate::{self, Adjudication};
use adjutant_core::chain::compose;
use adjutant_core::chain::successor::{earlier_matches, unanswered_digests};
use adjutant_core::chain::verify::{Verification, verify};
use adjutant_core::chain::{Chain, Games, MatchFiles, charter, sign};
use adjutant_core::document::kinds::{
    CarriedClock, Continues, Pace, Replaced, ReplacedBecause, RulesetPin, Ruling, SeatEntry, SeedPin, TrustMode,
};
use adjutant_core::document::{Bytes32, Id, Kind, Problem, Value, digest, write};
use adjutant_core::session::Game;
use adjutant_core::trust::{SeedChain, SigningKey, choice_digest};
use serde_json::json;
use zeroize::Zeroizing;

pub fn id(text: &str) -> Id {
    text.parse().unwrap()
}

pub struct Secret {
    pub key: SigningKey,
    pub seeds: SeedChain,
}

/// A match with all its secrets.
pub struct Rig {
    pub games: Games,
    pub secrets: BTreeMap<Id, Secret>,
    /// Name and text of every file.
    pub files: Vec<(String, String)>,
    minutes: u32,
    read: Mutex<Read>,
}

/// Files that have been read: a match is looked at many times as it grows.
#[derive(Default)]
struct Read {
    texts: Vec<(String, String)>,
    files: Arc<MatchFiles>,
}

pub const REFEREED: &[(&str, Option<&str>)] =
    &[("adjudicator", None), ("north", Some("north")), ("south", Some("south")), ("aide", Some("south"))];
pub const HEAD_TO_HEAD: &[(&str, Option<&str>)] = &[("anna", Some("south")), ("bert", Some("north"))];

/// A secret that everybody knows.
pub fn secret(n: u8) -> Secret {
    let seeds = SeedChain::new(Zeroizing::new([100 + n; 32]), 1024).unwrap();
    Secret { key: SigningKey::from_seed(&[n; 32]), seeds }
}

pub fn entry(seat: &str, side: Option<&str>, secret: &Secret) -> SeatEntry {
    SeatEntry {
        seat: id(seat),
        side: side.map(id),
        name: format!("Mx {seat}"),
        key: secret.key.public(),
        seed: SeedPin { anchor: secret.seeds.anchor(), length: secret.seeds.length() },
        hidden: None,
    }
}

pub fn new_match(trust: TrustMode, rounds: u64) -> charter::NewMatch {
    charter::NewMatch {
        title: "A match of the toy game".to_owned(),
        date: "2026-11-20T18:00:00Z".to_owned(),
        ruleset: RulesetPin { id: id("toy"), revision: 1 },
        packs: Vec::new(),
        scenario: id("field"),
        options: json!({"rounds": rounds}).as_object().unwrap().clone(),
        trust,
        pace: Pace { days: 3, ..Pace::default() },
        continues: None,
        from: None,
        event: None,
    }
}

/// The toy game alone.
pub fn games() -> Games {
    Games::of(&[]).with_toy()
}

impl Rig {
    /// A match of the toy game whose charter every seat has signed, and whose state 0 is issued.
    pub fn toy(trust: TrustMode, rounds: u64) -> Rig {
        let seats = if trust == TrustMode::Refereed { REFEREED } else { HEAD_TO_HEAD };
        Rig::new(games(), &new_match(trust, rounds), seats)
    }

    /// A rig with these secrets, and no document yet.
    pub fn with_secrets(games: Games, secrets: BTreeMap<Id, Secret>) -> Rig {
        Rig { games, secrets, files: Vec::new(), minutes: 0, read: Mutex::default() }
    }

    pub fn new(games: Games, new: &charter::NewMatch, seats: &[(&str, Option<&str>)]) -> Rig {
        let mut rig = Rig::with_secrets(games, BTreeMap::new());
        let mut text = charter::draft(new);
        for (n, (seat, side)) in seats.iter().enumerate() {
            let secret = secret(n as u8 + 1);
            text = charter::join(&text, &entry(seat, *side, &secret)).unwrap();
            rig.secrets.insert(id(seat), secret);
        }
        rig.seal(text);
        rig
    }

    /// A match that continues another from its newest state, with the seats of [`HEAD_TO_HEAD`] or [`REFEREED`]; those
    /// replaced have other keys. Its files contain the state from which it continues.
    pub fn continuing(before: &Rig, replaced: &[&str]) -> Rig {
        let pace = before.with(|chain, _| chain.charter.typed.pace.clone());
        Rig::continuing_with(before, replaced, pace, None)
    }

    /// The same with a clock, and with the clocks that the seats bring.
    pub fn continuing_with(before: &Rig, replaced: &[&str], pace: Pace, clocks: Option<Vec<CarriedClock>>) -> Rig {
        let (charter, state, file, unanswered) = before.with(|chain, _| {
            let newest = chain.newest().unwrap().state;
            (chain.charter.typed.clone(), newest.digest, newest.file.clone(), unanswered_digests(chain))
        });
        let because = |seat: &&str| Replaced { seat: id(seat), reason: ReplacedBecause::Lost };
        let named = (!replaced.is_empty()).then(|| replaced.iter().map(because).collect());
        let continues = Continues {
            match_id: before.match_id(),
            state,
            replaced: named,
            earlier: earlier_matches(&charter),
            unanswered,
            clocks,
        };
        let new = charter::NewMatch { continues: Some(continues), ..new_match(charter.trust, 3) };
        let new = charter::NewMatch { options: charter.options.clone(), pace, ..new };
        let mut rig = Rig { minutes: before.minutes + 100, ..Rig::with_secrets(games(), BTreeMap::new()) };
        let mut text = charter::draft(&new);
        for (n, old) in charter.seats.iter().enumerate() {
            let n = n as u8 + 1;
            let key = if replaced.contains(&old.seat.as_str()) { 50 + n } else { n };
            let seeds = SeedChain::new(Zeroizing::new([(before.minutes % 40) as u8 + 200 + n; 32]), 1024).unwrap();
            let secret = Secret { key: SigningKey::from_seed(&[key; 32]), seeds };
            let side = old.side.as_ref().map(Id::as_str);
            text = charter::join(&text, &entry(old.seat.as_str(), side, &secret)).unwrap();
            rig.secrets.insert(old.seat.clone(), secret);
        }
        rig.files.push(("states/before.yaml".to_owned(), before.text(&file).to_owned()));
        rig.seal(text);
        rig
    }

    /// Has every seat sign the charter, and issues state 0.
    pub fn seal(&mut self, mut charter: Value) {
        for (seat, secret) in &self.secrets {
            charter = sign::seal(&charter, seat, &secret.key).unwrap();
        }
        self.add_file("charter.yaml", &charter);
        let issued = self.now();
        let (seat, content) = self.with(|chain, game| {
            let zero = adjudicate::state_zero(chain, game, &issued).unwrap();
            (chain.seats.first_issuer().unwrap().clone(), zero.content)
        });
        self.sign_and_add("states/0000.yaml", &seat, &content);
    }

    pub fn now(&mut self) -> String {
        self.minutes += 1;
        format!("2026-11-21T{:02}:{:02}:00Z", self.minutes / 60 % 24, self.minutes % 60)
    }

    pub fn add_file(&mut self, name: &str, document: &Value) {
        assert!(!self.files.iter().any(|(other, _)| other == name), "{name} is there");
        self.files.push((name.to_owned(), write(document)));
    }

    pub fn sign(&self, seat: &Id, content: &Value) -> Value {
        sign::seal(content, seat, &self.secrets[seat].key).unwrap()
    }

    pub fn sign_and_add(&mut self, name: &str, seat: &Id, content: &Value) -> Value {
        let signed = self.sign(seat, content);
        self.add_file(name, &signed);
        signed
    }

    /// The files, read anew.
    pub fn load(&self) -> MatchFiles {
        let mut files = MatchFiles::default();
        for (name, text) in &self.files {
            files.add(name, text.as_bytes());
        }
        files
    }

    /// The files, of which only those are read that were not there before.
    pub fn read(&self) -> Arc<MatchFiles> {
        let mut read = self.read.lock().unwrap();
        if !self.files.starts_with(&read.texts) {
            *read = Read::default();
        }
        let new = &self.files[read.texts.len()..];
        if !new.is_empty() {
            let files = Arc::make_mut(&mut read.files);
            new.iter().for_each(|(name, text)| files.add(name, text.as_bytes()));
            read.texts.extend_from_slice(new);
        }
        Arc::clone(&read.files)
    }

    pub fn with<T>(&self, f: impl FnOnce(&Chain<'_>, &dyn Game) -> T) -> T {
        let files = self.read();
        let chain = Chain::build(&files).unwrap();
        let game = self.games.for_charter(&chain.charter.typed, &files).unwrap();
        f(&chain, &*game)
    }

    pub fn verify(&self) -> Verification {
        verify(&self.read(), &self.games)
    }

    #[track_caller]
    pub fn assert_verifies(&self) -> Verification {
        let verification = self.verify();
        assert!(verification.is_valid(false), "{verification:#?}");
        verification
    }

    /// The step of the newest state.
    pub fn step(&self) -> u64 {
        self.with(|chain, _| chain.newest().unwrap().state.typed.step)
    }

    /// The newest state.
    pub fn state(&self) -> Value {
        self.with(|chain, _| chain.newest().unwrap().state.document.content.clone())
    }

    /// The seats that the newest state awaits, and what it asks of each.
    pub fn asked(&self) -> Vec<(String, Value)> {
        let state = self.state();
        let entries = state["awaiting"].as_array().unwrap().iter();
        entries.map(|entry| (entry["seat"].as_str().unwrap().to_owned(), entry.clone())).collect()
    }

    fn free_name(&self, folder: &str, stem: &str) -> String {
        let names = (0..).map(|n| match n {
            0 => format!("{folder}/{stem}.yaml"),
            n => format!("{folder}/{stem}-{n}.yaml"),
        });
        names.into_iter().find(|name| !self.files.iter().any(|(other, _)| other == name)).unwrap()
    }

    /// The content of a turn of a seat, envelope and all.
    pub fn turn_content(&self, seat: &str, draft: &Value) -> Value {
        let seat = id(seat);
        self.with(|chain, _| {
            let reveal = compose::next_reveal(chain, &seat, &self.secrets[&seat].seeds).unwrap();
            compose::complete_turn(chain, &seat, reveal, draft).unwrap()
        })
    }

    /// Signs a turn and mails it; answers the name of its file.
    pub fn turn(&mut self, seat: &str, draft: Value) -> String {
        let content = self.turn_content(seat, &draft);
        self.mail_turn(seat, &content)
    }

    pub fn mail_turn(&mut self, seat: &str, content: &Value) -> String {
        let name = self.free_name("turns", &format!("{:04}-{seat}", content["step"]));
        self.sign_and_add(&name, &id(seat), content);
        name
    }

    /// What is wrong with a turn before it is signed.
    pub fn problems(&self, seat: &str, draft: Value) -> Vec<Problem> {
        let content = self.turn_content(seat, &draft);
        self.with(|chain, game| {
            let turn = compose::parse_composed("draft", &content).unwrap();
            Adjudication::newest(chain, game).unwrap().check_draft(&turn.typed)
        })
    }

    /// Resolves the turns that wait.
    pub fn respond(&mut self) -> Result<String, Vec<Problem>> {
        let issued = self.now();
        let (seat, content) = self.resolved(&issued)?;
        let name = self.free_name("states", &format!("{:04}", content["step"].as_u64().unwrap()));
        self.sign_and_add(&name, &seat, &content);
        Ok(name)
    }

    pub fn resolved(&self, issued: &str) -> Result<(Id, Value), Vec<Problem>> {
        self.with(|chain, game| {
            let turns = chain.open_turns();
            let responder = chain.seats.responder_to(&turns[0].typed.seat).unwrap().clone();
            let reveal = compose::next_reveal(chain, &responder, &self.secrets[&responder].seeds).unwrap();
            let stand = Adjudication::newest(chain, game).unwrap();
            let made = stand.resolve(&turns, reveal, Some("2026-11-20T20:00:00Z"), issued)?;
            Ok((responder, made.content))
        })
    }

    /// A seat's turn, and the state that resolves it.
    #[track_caller]
    pub fn play(&mut self, seat: &str, draft: Value) {
        self.turn(seat, draft);
        self.respond().unwrap();
    }

    /// The turns of several seats at once, and the state that resolves them.
    #[track_caller]
    pub fn play_all(&mut self, turns: &[(&str, Value)]) {
        for (seat, draft) in turns {
            self.turn(seat, draft.clone());
        }
        self.respond().unwrap();
    }

    /// Has the responder refuse the turn in a file.
    pub fn refuse_turn(&mut self, file: &str, reasons: &[Problem]) -> Bytes32 {
        let issued = self.now();
        let (seat, content) = self.with(|chain, _| {
            let turn = chain.turns.values().find(|turn| turn.file == file).unwrap();
            let seat = chain.seats.responder_to(&turn.typed.seat).unwrap().clone();
            let content = compose::refuse(chain, turn.digest, turn.typed.step, &seat, reasons, &issued).unwrap();
            (seat, content)
        });
        self.mail_refusal(&seat, &content)
    }

    /// Has a seat refuse the newest state.
    pub fn refuse_state(&mut self, seat: &str, reason: &str) -> Bytes32 {
        let (issued, seat) = (self.now(), id(seat));
        let content = self.with(|chain, _| {
            let state = chain.newest().unwrap().state;
            let reasons = [Problem::new(reason)];
            compose::refuse(chain, state.digest, state.typed.step, &seat, &reasons, &issued).unwrap()
        });
        self.mail_refusal(&seat, &content)
    }

    fn mail_refusal(&mut self, seat: &Id, content: &Value) -> Bytes32 {
        let name = self.free_name("refusals", &format!("{:04}-{seat}", content["step"].as_u64().unwrap()));
        digest(&self.sign_and_add(&name, seat, content))
    }

    /// Has the responder answer a refusal of the newest state.
    pub fn replace_state(&mut self, refusal: Bytes32) -> Result<String, Vec<Problem>> {
        let issued = self.now();
        let (seat, content) = self.with(|chain, game| {
            let made = compose::replace_state(chain, game, &refusal, &issued)?;
            Ok::<_, Vec<Problem>>((chain.newest().unwrap().state.typed.responder.clone(), made.content))
        })?;
        let name = self.free_name("states", &format!("{:04}", content["step"].as_u64().unwrap()));
        self.sign_and_add(&name, &seat, &content);
        Ok(name)
    }

    pub fn rule(&mut self, ruling: Value) -> Result<String, Problem> {
        let issued = self.now();
        let ruling: Ruling = serde_json::from_value(ruling).unwrap();
        let content = self.with(|chain, game| {
            Ok::<_, Problem>(Adjudication::newest(chain, game)?.rule(&ruling, None, &issued)?.content)
        })?;
        let name = self.free_name("states", &format!("{:04}", content["step"].as_u64().unwrap()));
        self.sign_and_add(&name, &id("adjudicator"), &content);
        Ok(name)
    }

    pub fn match_id(&self) -> Bytes32 {
        self.with(|chain, _| chain.match_id)
    }

    /// A commitment to a choice, as a draft.
    pub fn commit(&self, seat: &str, choice: &str, value: &str) -> Value {
        let digest = choice_digest(&self.match_id(), &salt(seat), &id(choice), &id(seat), &json!(value));
        json!({"commit": [{"id": choice, "digest": digest}]})
    }

    /// Changes the text of a file.
    pub fn edit(&mut self, file: &str, change: impl FnOnce(&str) -> String) {
        let (_, text) = self.files.iter_mut().find(|(name, _)| name == file).unwrap();
        *text = change(text);
    }

    pub fn drop_file(&mut self, file: &str) {
        let before = self.files.len();
        self.files.retain(|(name, _)| name != file);
        assert_eq!(self.files.len() + 1, before, "{file}");
    }

    pub fn keys(&self) -> alter::Keys<'_> {
        self.secrets.iter().map(|(seat, secret)| (seat.clone(), &secret.key)).collect()
    }

    pub fn text(&self, file: &str) -> &str {
        &self.files.iter().find(|(name, _)| name == file).unwrap().1
    }

    /// Plays the committed choices of a round, whichever seat is asked first.
    #[track_caller]
    pub fn choose(&mut self, round: u64, values: &[(&str, &str)]) {
        let choice = format!("stance-{round}");
        let value = |seat: &str| values.iter().find(|(other, _)| *other == seat).unwrap().1.to_owned();
        for what in ["commit", "open"] {
            while !self.asked().is_empty() && self.asked().iter().all(|(_, asked)| asked.get(what).is_some()) {
                let turns: Vec<(String, Value)> = self
                    .asked()
                    .into_iter()
                    .map(|(seat, _)| {
                        let draft = match what {
                            "commit" => self.commit(&seat, &choice, &value(&seat)),
                            _ => open(&seat, &choice, &value(&seat)),
                        };
                        (seat, draft)
                    })
                    .collect();
                let turns: Vec<(&str, Value)> =
                    turns.iter().map(|(seat, draft)| (seat.as_str(), draft.clone())).collect();
                self.play_all(&turns);
            }
        }
    }
}

/// A match in which much happens besides turns and states: a refused turn, a refused and replaced state with a void
/// turn, a take-back, a declined draw and, refereed, a ruling; over or, with `pending`, waiting for its last state.
pub fn eventful(trust: TrustMode) -> Rig {
    let mut rig = Rig::toy(trust, 1);
    let (north, south) = if trust == TrustMode::Refereed { ("north", "south") } else { ("bert", "anna") };
    if trust == TrustMode::Refereed {
        rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]);
    } else {
        rig.play("anna", json!({}));
    }
    rig.choose(1, &[(north, "bold"), (south, "wary")]);
    let start = rig.step();
    let illegal = rig.turn(north, json!({"orders": [{"raid": {"dice": 99}}]}));
    let problems = rig.respond().unwrap_err();
    rig.refuse_turn(&illegal, &problems);
    rig.play(north, json!({"orders": [{"rest": {}}, {"raid": {"dice": 6}}, {"done": {}}], "offer": "draw"}));
    if rig.asked()[0].1.get("answer").is_some() {
        let question = rig.asked()[0].1["answer"]["id"].clone();
        rig.play(south, json!({"answers": [{"id": question, "answer": {"stand": {}}}], "comment": "We stand."}));
    }
    // The responder adjudicates wrongly, and the other side objects.
    rig.turn(south, json!({"orders": [{"rest": {}}], "standing": {"always": {"stand": {}}}}));
    let issued = rig.now();
    let (seat, mut wrong) = rig.resolved(&issued).unwrap();
    wrong["position"]["game"]["strength"]["south"] = json!(1);
    rig.sign_and_add("states/wrong.yaml", &seat, &wrong);
    let refusal = rig.refuse_state(south, "a point is missing");
    rig.replace_state(refusal).unwrap();
    rig.play(south, json!({"take_back": {"to_step": start}}));
    rig.play(north, json!({"take_back": {"to_step": start}}));
    rig.play(north, json!({"orders": [{"raid": {"dice": 2}}, {"done": {}}]}));
    if rig.asked()[0].1.get("answer").is_some() {
        let question = rig.asked()[0].1["answer"]["id"].clone();
        rig.play(south, json!({"answers": [{"id": question, "answer": {"fall_back": {}}}]}));
    }
    if trust == TrustMode::Refereed {
        let position = rig.state()["position"].clone();
        rig.rule(json!({"reason": "a correction that changes nothing", "rule": "T9", "position": position})).unwrap();
    }
    rig.play(south, json!({"orders": [{"rest": {}}, {"done": {}}]}));
    rig
}

/// A head-to-head match in which bert (north) is asked for orders, and anna responds to him.
pub fn at_orders() -> Rig {
    let mut rig = Rig::toy(TrustMode::HeadToHead, 2);
    rig.play("anna", json!({}));
    rig.choose(1, &[("anna", "bold"), ("bert", "wary")]);
    assert_eq!(rig.asked()[0].0, "bert");
    rig
}

/// A refereed match in which north is asked for orders.
pub fn refereed_at_orders() -> Rig {
    let mut rig = Rig::toy(TrustMode::Refereed, 2);
    rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]);
    rig.choose(1, &[("north", "bold"), ("south", "wary")]);
    rig
}

pub fn salt(seat: &str) -> Bytes32 {
    Bytes32([seat.len() as u8; 32])
}

pub fn open(seat: &str, choice: &str, value: &str) -> Value {
    json!({"open": [{"id": choice, "salt": salt(seat), "choice": value}]})
}

/// The kind of the document in a file.
pub fn kind_of(text: &str) -> Option<Kind> {
    text.lines().nth(1)?.strip_prefix("kind: ").and_then(|kind| serde_json::from_value(json!(kind)).ok())
}

pub trait Pipe: Sized {
    fn pipe<T>(self, f: impl FnOnce(Self) -> T) -> T {
        f(self)
    }
}
impl<T> Pipe for T {}
