//! Whole matches of a small game, played by seats that sign through their vaults: with choices made at once, refused
//! turns and states, take-backs, an offer, a forfeit and a restored backup on the way.
//!
//! With `ADJUTANT_MATCHES` set to a folder, the matches are written there for `tests/independent_verifier/verify.py`.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use adjutant_core::chain::verify::verify;
use adjutant_core::chain::{Chain, Games, MatchFiles, adjudicate, charter, compose, sign};
use adjutant_core::document::kinds::{Pace, RulesetPin, SeatEntry, TrustMode};
use adjutant_core::document::{Bytes32, Id, Kind, Problem, Value, write};
use adjutant_core::trust::backup::Secrets;
use adjutant_core::trust::{Signed, SigningKey, SigningLog, Vault};
use serde_json::{Map, json};

const NOW: &str = "2026-11-20T17:00:00Z";

fn id(text: &str) -> Id {
    text.parse().unwrap()
}

pub struct Player {
    pub seat: Id,
    pub vault: Vault,
    pub key: SigningKey,
    pub anchor: Bytes32,
}

/// A match in memory, the vaults of its players on the disk.
pub struct Match {
    _vaults: tempfile::TempDir,
    pub players: Vec<Player>,
    pub game: Arc<dyn adjutant_core::session::Game>,
    /// Each document under its file's name.
    pub documents: Vec<(String, Value)>,
    /// The same, as they would be mailed.
    pub mailed: Vec<(String, Vec<u8>)>,
    /// The secrets of the first player after each document.
    pub backups: Vec<Secrets>,
    /// What decides between legal courses; the same every time.
    random_state: u64,
    /// How often a log had to be made whole from the match folder.
    adopted: std::cell::Cell<usize>,
}

/// What comes out of the ordinary. Each happens once, as soon as one seat alone is asked for orders; seeds are drawn
/// anew for every match, so dice and steps differ from run to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mishap {
    None,
    /// A seat refuses a state, by which its responder stands, and the responder refuses an illegal turn.
    Refusals,
    /// The seat that is awaited proposes to go back two steps, and the other agrees.
    TakeBack,
    /// Whoever must open a choice forfeits it.
    Forfeit,
    /// Every vault goes back to how it was after state 0, and an illegal turn is refused.
    Restore,
    Resign,
}

impl Match {
    /// A match whose players exchange their sides at some time, if `exchange` says when.
    pub fn begin(trust: TrustMode, exchange: Option<&str>) -> Match {
        let vaults = tempfile::tempdir().unwrap();
        let names: &[&str] = match trust {
            TrustMode::HeadToHead => &["south", "north"],
            TrustMode::Refereed => &["north", "south", "adjudicator"],
        };
        let mut options = Map::from_iter([("rounds".to_owned(), json!(2))]);
        options.extend(exchange.map(|when| ("exchange".to_owned(), json!(when))));
        let new = charter::NewMatch {
            title: "A raid".to_owned(),
            date: NOW.to_owned(),
            ruleset: RulesetPin { id: id("toy"), revision: 1 },
            packs: Vec::new(),
            scenario: id("field"),
            options,
            trust,
            pace: Pace { days: 3, ..Pace::default() },
            continues: None,
            from: None,
            event: None,
        };
        let mut agreed = charter::draft(&new);
        let mut players = Vec::new();
        for name in names {
            let vault = Vault::open(vaults.path().join(name)).unwrap();
            let key = vault.create_key(name, None).unwrap();
            let seed = vault.new_seed(&key, 1_024).unwrap();
            let (seat, side) = (id(name), (*name != "adjudicator").then(|| id(name)));
            let entry = SeatEntry {
                seat: seat.clone(),
                side,
                name: name.to_uppercase(),
                key: key.public(),
                seed,
                hidden: None,
            };
            agreed = charter::join(&agreed, &entry).unwrap();
            players.push(Player { seat, vault, key, anchor: entry.seed.anchor });
        }
        let content = agreed.clone();
        for player in &players {
            let mut ledger = player.vault.lock(&player.anchor).unwrap();
            let signed = ledger.sign(&player.key, Kind::Charter, 0, content.clone(), &|_| false).unwrap();
            agreed = sign::attach(&agreed, &signed.document().signature().unwrap());
        }
        let game = Games::of(&[]).with_toy().game("toy", 1, &Default::default()).unwrap();
        let mut game = Match {
            _vaults: vaults,
            players,
            game,
            documents: Vec::new(),
            mailed: Vec::new(),
            backups: Vec::new(),
            random_state: 1,
            adopted: Default::default(),
        };
        game.file("charter.yaml".to_owned(), agreed);
        game
    }

    fn files(&self) -> MatchFiles {
        let mut files = MatchFiles::default();
        self.mailed.iter().for_each(|(name, bytes)| files.add(name, bytes));
        files
    }

    fn file(&mut self, name: String, document: Value) {
        self.mailed.push((name.clone(), write(&document).into_bytes()));
        self.documents.push((name, document));
        self.backups.push(self.players[0].vault.secrets().unwrap());
    }

    fn player(&self, seat: &Id) -> &Player {
        self.players.iter().find(|player| player.seat == *seat).unwrap()
    }

    fn random_below(&mut self, of: usize) -> usize {
        self.random_state =
            self.random_state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random_state >> 33) as usize % of
    }

    /// The log of a seat, held against the chain and made whole if it lacks something.
    fn ledger(&self, chain: &Chain<'_>, seat: &Id) -> SigningLog {
        let player = self.player(seat);
        let mut ledger = player.vault.lock(&player.anchor).unwrap();
        if ledger.check_reveals(&chain.signed_by(seat)).is_err() {
            let copies: Vec<Value> = self.documents.iter().map(|(_, document)| document.clone()).collect();
            assert!(ledger.adopt(&player.key.public(), &copies).unwrap() > 0);
            ledger.check_reveals(&chain.signed_by(seat)).unwrap();
            self.adopted.set(self.adopted.get() + 1);
        }
        ledger
    }

    /// Signs through the log, checks that a second attempt with other words signs nothing, and files the document.
    fn sign(&mut self, seat: &Id, kind: Kind, step: u64, content: Value) {
        let files = self.files();
        let chain = Chain::build(&files).unwrap();
        let (key, mut ledger) = (&self.player(seat).key, self.ledger(&chain, seat));
        let void = |digest| chain.is_void(digest);
        let signed = ledger.sign(key, kind, step, content.clone(), &void).unwrap();
        assert!(matches!(signed, Signed::Fresh(_)), "{kind:?} of {seat} for step {step}");
        let mut other = content;
        let field = if kind == Kind::Turn { "comment" } else { "issued" };
        other[field] = json!("in other words");
        let again = ledger.sign(key, kind, step, other, &void).unwrap();
        assert_eq!(again, Signed::Reissued(signed.document().clone()));
        drop(ledger);
        let count = self.documents.len();
        self.file(format!("{count:04}-{}-{step}-{seat}.yaml", kind.as_str()), signed.document().document.clone());
    }

    /// What a player writes in answer to what the newest state asks of his seat.
    fn draft(&mut self, seat: &Id, mishap: Mishap) -> Value {
        let files = self.files();
        let chain = Chain::build(&files).unwrap();
        let stand = adjudicate::Adjudication::newest(&chain, &*self.game).unwrap();
        let side = stand.side_of(seat).unwrap().clone();
        let asked = stand.state().typed.awaiting.iter().find(|entry| entry["seat"] == json!(seat)).unwrap().clone();
        let step = stand.state().typed.step;
        let legal = stand.table.legal(&side);
        let ids = |what: &str| -> Vec<Id> {
            asked[what].as_array().unwrap().iter().map(|name| id(name.as_str().unwrap())).collect()
        };
        if asked.get("empty").is_some() {
            return json!({"comment": "ready"});
        }
        if let Some(back) = asked.get("take_back") {
            return json!({"take_back": back});
        }
        if asked.get("commit").is_some() {
            let choices: Vec<(Id, Vec<Value>)> = legal.choices;
            let (player, mut commits) = (self.players.iter().find(|player| player.seat == *seat).unwrap(), Vec::new());
            let mut ledger = player.vault.lock(&player.anchor).unwrap();
            for name in ids("commit") {
                let (_, values) = choices.iter().find(|(choice, _)| *choice == name).unwrap();
                commits.push(ledger.commit(&player.key, &chain.match_id, seat, &name, &values[0]).unwrap());
            }
            return json!({"commit": commits});
        }
        if asked.get("open").is_some() {
            if mishap == Mishap::Forfeit {
                let forfeits: Vec<Value> =
                    ids("open").iter().map(|name| json!({"id": name, "forfeit": true})).collect();
                return json!({"open": forfeits});
            }
            let player = self.player(seat);
            let ledger = player.vault.lock(&player.anchor).unwrap();
            let open = |name: &Id| ledger.opening(&player.key, &stand.table.commitment(&side, name).unwrap()).unwrap();
            return json!({"open": ids("open").iter().map(open).collect::<Vec<_>>()});
        }
        if asked.get("orders").is_some() {
            match mishap {
                // Nobody has this many strength points.
                Mishap::Refusals | Mishap::Restore => return json!({"orders": [{"raid": {"dice": 99}}]}),
                Mishap::Resign => return json!({"offer": "resign"}),
                Mishap::TakeBack => return json!({"take_back": {"to_step": step - 2}}),
                _ => {}
            }
            let done = json!({"done": {}});
            let first = legal.orders[self.random_below(legal.orders.len())].clone();
            return if first == done { json!({"orders": [done]}) } else { json!({"orders": [first, done]}) };
        }
        json!({"answers": [legal.answers[self.random_below(legal.answers.len())]]})
    }

    fn turn(&mut self, seat: &Id, mishap: Mishap) {
        let draft = self.draft(seat, mishap);
        let files = self.files();
        let chain = Chain::build(&files).unwrap();
        let player = self.player(seat);
        let seed = player.vault.seed(&player.key, &player.anchor).unwrap();
        let reveal = compose::next_reveal(&chain, seat, &seed).unwrap();
        let turn = compose::complete_turn(&chain, seat, reveal, &draft).unwrap();
        let step = turn["step"].as_u64().unwrap();
        self.sign(seat, Kind::Turn, step, turn);
    }

    fn refuse(&mut self, by: &Id, of: Bytes32, step: u64) {
        let files = self.files();
        let chain = Chain::build(&files).unwrap();
        let reasons = [Problem::new("it is wrong")];
        let refusal = compose::refuse(&chain, of, step, by, &reasons, NOW).unwrap();
        self.sign(by, Kind::Refusal, step, refusal);
    }

    fn resolve(&mut self, responder: &Id) {
        let files = self.files();
        let chain = Chain::build(&files).unwrap();
        let player = self.player(responder);
        let seed = player.vault.seed(&player.key, &player.anchor).unwrap();
        let reveal = compose::next_reveal(&chain, responder, &seed).unwrap();
        let stand = adjudicate::Adjudication::newest(&chain, &*self.game).unwrap();
        let turns: Vec<_> = chain.open_turns();
        let state = stand.resolve(&turns, reveal, Some(NOW), NOW).unwrap().content;
        let step = state["step"].as_u64().unwrap();
        self.sign(responder, Kind::State, step, state);
    }

    /// Plays to the end and returns the outcome.
    pub fn play(&mut self, mishap: Mishap) -> Value {
        let files = self.files();
        let zero = adjudicate::state_zero(&Chain::build(&files).unwrap(), &*self.game, NOW).unwrap().content;
        let issuer = id(zero["responder"].as_str().unwrap());
        self.sign(&issuer, Kind::State, 0, zero);
        let backup: Vec<(PathBuf, Vec<u8>)> = self.players.iter().map(log_of).collect();
        let mut left = mishap;
        loop {
            let files = self.files();
            let chain = Chain::build(&files).unwrap();
            assert!(chain.bad.is_empty(), "{:?}", chain.bad);
            let newest = chain.newest().unwrap().state;
            let (step, digest, issuer) = (newest.typed.step, newest.digest, newest.typed.responder.clone());
            assert!(step < 200, "the match does not end");
            if let Some(outcome) = &newest.typed.outcome {
                let verified = verify(&files, &Games::of(&[]).with_toy());
                assert!(verified.failures.is_empty() && verified.unchecked.is_empty(), "{:?}", verified.failures);
                return outcome.clone();
            }
            let awaited: Vec<Id> = chain.awaited(&newest.typed).into_iter().cloned().collect();
            let responder = chain.seats.responder_to(&awaited[0]).unwrap().clone();
            let orders = awaited.len() == 1 && newest.typed.awaiting[0].get("orders").is_some();
            let mut now = Mishap::None;
            if orders || mishap == Mishap::Forfeit {
                now = left;
                left = if mishap == Mishap::Forfeit { mishap } else { Mishap::None };
            }
            if now == Mishap::Refusals {
                let refuser = chain.seats.entries.iter().find(|entry| entry.seat != issuer).unwrap().seat.clone();
                self.refuse(&refuser, digest, step);
                let files = self.files();
                let chain = Chain::build(&files).unwrap();
                let refusal = chain.open_refusals()[0].digest;
                let again = compose::replace_state(&chain, &*self.game, &refusal, NOW).unwrap().content;
                self.sign(&issuer, Kind::State, step, again);
            }
            if now == Mishap::Restore {
                backup.iter().for_each(|(path, bytes)| std::fs::write(path, bytes).unwrap());
            }
            for seat in &awaited {
                self.turn(seat, now);
            }
            if matches!(now, Mishap::Refusals | Mishap::Restore) {
                let files = self.files();
                let turn = Chain::build(&files).unwrap().open_turns()[0].digest;
                self.refuse(&responder, turn, step + 1);
                self.turn(&awaited[0], Mishap::None);
            }
            self.resolve(&responder);
        }
    }

    fn write_to(&self, name: &str) {
        let Some(folder) = std::env::var_os("ADJUTANT_MATCHES") else { return };
        let folder = Path::new(&folder).join(name);
        std::fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in &self.mailed {
            std::fs::write(folder.join(name), bytes).unwrap();
        }
    }
}

fn log_of(player: &Player) -> (PathBuf, Vec<u8>) {
    let path = player.vault.dir().join("seeds").join(player.anchor.to_string()).join("log");
    let bytes = std::fs::read(&path).unwrap();
    (path, bytes)
}

/// A match that was played.
struct Played {
    outcome: Value,
    events: String,
    refusals: usize,
    adopted: usize,
}

fn play(name: &str, trust: TrustMode, mishap: Mishap) -> Played {
    play_with(name, trust, mishap, None)
}

fn play_with(name: &str, trust: TrustMode, mishap: Mishap, exchange: Option<&str>) -> Played {
    let mut game = Match::begin(trust, exchange);
    let outcome = game.play(mishap);
    game.write_to(name);
    let of_kind = |kind: &str| -> Vec<&Value> {
        game.documents.iter().map(|(_, document)| document).filter(|document| document["kind"] == json!(kind)).collect()
    };
    let events = of_kind("state").iter().map(|state| state["events"].to_string()).collect();
    Played { outcome, events, refusals: of_kind("refusal").len(), adopted: game.adopted.get() }
}

const BOTH: [(&str, TrustMode); 2] = [("refereed", TrustMode::Refereed), ("head-to-head", TrustMode::HeadToHead)];

#[test]
fn a_match_goes_from_charter_to_outcome() {
    for (name, trust) in BOTH {
        let played = play(name, trust, Mishap::None);
        assert!(played.outcome["winner"].is_string(), "{}", played.outcome);
        assert_eq!((played.refusals, played.adopted), (0, 0));
    }
}

#[test]
fn refused_turns_and_states_are_replaced_once() {
    for (name, trust) in BOTH {
        let played = play(&format!("refusals-{name}"), trust, Mishap::Refusals);
        assert_eq!(played.refusals, 2);
    }
}

#[test]
fn a_take_back_is_signed_like_anything_else() {
    for (name, trust) in BOTH {
        let played = play(&format!("take-back-{name}"), trust, Mishap::TakeBack);
        assert!(played.events.contains("accepted"), "{}", played.events);
    }
}

#[test]
fn restored_vaults_go_on_from_what_the_folder_shows() {
    for (name, trust) in BOTH {
        let played = play(&format!("restored-{name}"), trust, Mishap::Restore);
        assert!(played.adopted >= 2, "every player's log was behind");
        assert_eq!(played.refusals, 1);
    }
}

#[test]
fn who_forfeits_or_resigns_is_on_record() {
    for (name, trust) in BOTH {
        let played = play(&format!("forfeit-{name}"), trust, Mishap::Forfeit);
        assert!(played.events.contains("forfeit"), "{}", played.events);
        let resigned = play(&format!("resigned-{name}"), trust, Mishap::Resign);
        assert_eq!(resigned.outcome["how"], json!("resigned"));
    }
}

#[test]
fn players_who_exchange_their_sides_sign_with_their_own_keys() {
    use Mishap::{Forfeit, None, Refusals, Resign, Restore, TakeBack};
    for (name, trust) in BOTH {
        for exchange in ["choice", "round"] {
            for mishap in [None, Refusals, TakeBack, Forfeit, Restore, Resign] {
                let called = format!("exchange-{exchange}-{mishap:?}-{name}").to_lowercase();
                let played = play_with(&called, trust, mishap, Some(exchange));
                assert!(played.outcome["winner"].is_string(), "{}", played.outcome);
                // Who resigns does so before the first round is over.
                let over_before = mishap == Resign && exchange == "round";
                assert_eq!(played.events.contains(r#""event":"exchanged""#), !over_before, "{called}");
            }
        }
    }
}
