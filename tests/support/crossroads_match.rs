//! Any number of small matches of the teaching game: real documents, signed with keys that everybody knows, the same
//! every time.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use adjutant::chain::adjudicate::{self, Adjudication};
use adjutant::chain::charter::{self, NewMatch};
use adjutant::chain::compose;
use adjutant::chain::{Chain, MatchFiles, sign};
use adjutant::document::kinds::{Pace, PackPin, RulesetPin, SeatEntry, SeedPin, TrustMode};
use adjutant::document::{Bytes32, Id, Value, write};
use adjutant::session::{Game, Plan, SensiblePlayer};
use adjutant::trust::{SeedChain, SigningKey, choice_digest};
use serde_json::{Map, json};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

const GAME: &str = "crossroads";
const LENGTH: u32 = 1024;

/// Name and text of each document, in the order in which they were written.
pub type Files = Vec<(String, String)>;

/// A match being played.
struct Maker {
    n: u64,
    players: [String; 2],
    files: MatchFiles,
    written: Files,
    game: Arc<dyn Game>,
    chosen: BTreeMap<(Id, Id), Value>,
}

fn id(text: &str) -> Id {
    text.parse().expect("an id")
}

fn derived(parts: &[&str]) -> [u8; 32] {
    let mut hash = Sha256::new_with_prefix("adjutant small matches: TEST KEY - USED NOWHERE ELSE");
    for part in parts {
        hash.update(b"\n");
        hash.update(part);
    }
    hash.finalize().into()
}

/// Match number `n` between two players, the first of whom plays the first side. If it is not over after this many
/// steps, the player to move resigns.
pub fn play(n: u64, players: [&str; 2], steps: u64) -> Files {
    play_on(n, players, steps, true)
}

/// The same, but stops after this many steps.
pub fn begin(n: u64, players: [&str; 2], steps: u64) -> Files {
    play_on(n, players, steps, false)
}

fn play_on(n: u64, players: [&str; 2], steps: u64, resign: bool) -> Files {
    let mut maker = Maker::new(n, players.map(str::to_owned));
    let mut sensible = BTreeMap::new();
    while maker.step(&mut sensible, steps, resign) {}
    maker.written
}

/// Writes a match into a folder.
pub fn write_files(folder: &Path, files: &Files) {
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
}

/// A seat's secret choices, by its id and that of the choice.
type Chosen = ((Id, Id), Value);

impl Maker {
    fn new(n: u64, players: [String; 2]) -> Maker {
        let games = adjutant::registry::games();
        let known = games.find(GAME).expect("the game");
        let game = games.shipped(GAME).expect("the game");
        let pin =
            |(name, pack): (&String, &adjutant::document::PackFiles)| PackPin { name: id(name), sha256: pack.digest() };
        let files = MatchFiles::default();
        let mut maker = Maker { n, players, files, written: Vec::new(), game, chosen: BTreeMap::new() };
        let mut text = charter::draft(&NewMatch {
            title: format!("Small match {n}"),
            date: maker.time(0),
            ruleset: RulesetPin { id: id(GAME), revision: known.revision },
            packs: known.shipped().iter().map(pin).collect(),
            scenario: id(known.scenario.0),
            options: Map::new(),
            trust: TrustMode::HeadToHead,
            pace: Pace { days: 3, ..Pace::default() },
            continues: None,
            from: None,
            event: None,
        });
        let sides = maker.game.sides();
        for (side, name) in sides.iter().zip(maker.players.clone()) {
            let seed = SeedPin { anchor: maker.seeds(side).anchor(), length: LENGTH };
            let entry = SeatEntry {
                seat: side.clone(),
                side: Some(side.clone()),
                name,
                key: maker.key(side).public(),
                seed,
                hidden: None,
            };
            text = charter::join(&text, &entry).expect("a seat");
        }
        for side in &sides {
            text = sign::seal(&text, side, &maker.key(side)).expect("a signature");
        }
        maker.add_document("charter.yaml", &text);
        let (seat, zero) = {
            let chain = maker.chain();
            let zero = adjudicate::state_zero(&chain, &*maker.game, &maker.time(0)).expect("the set-up");
            (chain.seats.first_issuer().expect("an issuer").clone(), zero.content)
        };
        maker.sign("states", &seat, &zero);
        maker
    }

    fn player(&self, seat: &Id) -> &str {
        &self.players[usize::from(self.game.sides()[1] == *seat)]
    }

    fn key(&self, seat: &Id) -> SigningKey {
        SigningKey::from_seed(&derived(&[self.player(seat), "key"]))
    }

    fn seeds(&self, seat: &Id) -> SeedChain {
        let root = derived(&[self.player(seat), seat.as_str(), &self.n.to_string(), "root"]);
        SeedChain::new(Zeroizing::new(root), LENGTH).expect("a chain")
    }

    fn salt(&self, seat: &Id, choice: &Id) -> Bytes32 {
        Bytes32(derived(&[self.player(seat), &self.n.to_string(), "salt", choice.as_str()]))
    }

    /// Some hours after the match began, on a day of its own.
    fn time(&self, step: u64) -> String {
        let start = chrono::NaiveDate::from_ymd_opt(2026, 1, 1).expect("a day");
        let day = start + chrono::Days::new(self.n + step / 24);
        format!("{day}T{:02}:00:00Z", step % 24)
    }

    fn chain(&self) -> Chain<'_> {
        Chain::build(&self.files).expect("a chain")
    }

    fn add_document(&mut self, name: &str, document: &Value) {
        let text = write(document);
        self.files.add(name, text.as_bytes());
        self.written.push((name.to_owned(), text));
    }

    fn sign(&mut self, folder: &str, seat: &Id, content: &Value) {
        let step = content["step"].as_u64().expect("a step");
        let name = if folder == "states" { format!("{step:04}") } else { format!("{step:04}-{seat}") };
        let signed = sign::seal(content, seat, &self.key(seat)).expect("a signature");
        self.add_document(&format!("{folder}/{name}.yaml"), &signed);
    }

    /// A turn and its state; nothing once the match is over.
    fn step(&mut self, players: &mut BTreeMap<Id, SensiblePlayer>, most: u64, resign: bool) -> bool {
        let (step, seat, draft, chosen) = {
            let chain = self.chain();
            let stand = Adjudication::newest(&chain, &*self.game).expect("a state");
            let state = &stand.state().typed;
            let Some(asked) = state.awaiting.first().filter(|_| resign || state.step < most) else { return false };
            let seat = id(asked["seat"].as_str().expect("a seat"));
            let side = stand.side_of(&seat).expect("a side").clone();
            let player = players.entry(seat.clone()).or_insert_with(|| SensiblePlayer::new(self.n));
            let plan = match asked.get("empty").is_some() {
                true => Some(Plan::default()),
                false => player.plan(&*stand.table, &side),
            };
            let orders = asked.get("orders").is_some();
            let (draft, chosen) = match state.step >= most && orders {
                true => (json!({"offer": "resign", "comment": "You have the better of me."}), Vec::new()),
                false => self.drafted(chain.match_id, &seat, plan.expect("something to say")),
            };
            (state.step + 1, seat, draft, chosen)
        };
        self.chosen.extend(chosen);
        let turn = {
            let chain = self.chain();
            let reveal = compose::next_reveal(&chain, &seat, &self.seeds(&seat)).expect("a reveal");
            compose::complete_turn(&chain, &seat, reveal, &draft).expect("a turn")
        };
        self.sign("turns", &seat, &turn);
        let (responder, state) = {
            let chain = self.chain();
            let turns = chain.open_turns();
            let responder = chain.seats.responder_to(&seat).expect("a responder").clone();
            let reveal = compose::next_reveal(&chain, &responder, &self.seeds(&responder)).expect("a reveal");
            let stand = Adjudication::newest(&chain, &*self.game).expect("a state");
            let made = stand.resolve(&turns, reveal, Some(&self.time(step)), &self.time(step)).expect("a legal turn");
            (responder, made.content)
        };
        self.sign("states", &responder, &state);
        true
    }

    /// A player's decision in the form of a draft, and his commitments.
    fn drafted(&self, match_id: Bytes32, seat: &Id, plan: Plan) -> (Value, Vec<Chosen>) {
        let mut draft = Map::new();
        let mut put = |field: &str, list: Vec<Value>| {
            if !list.is_empty() {
                draft.insert(field.to_owned(), json!(list));
            }
        };
        put("orders", plan.act.orders);
        put("answers", plan.act.answers);
        let commit = |(choice, value): &(Id, Value)| {
            let digest = choice_digest(&match_id, &self.salt(seat, choice), choice, seat, value);
            json!({"id": choice, "digest": digest})
        };
        put("commit", plan.choose.iter().map(commit).collect());
        let open = |choice: &Id| {
            let chosen = &self.chosen[&(seat.clone(), choice.clone())];
            json!({"id": choice, "salt": self.salt(seat, choice), "choice": chosen})
        };
        put("open", plan.act.open.iter().map(|(choice, _)| open(choice)).collect());
        let chosen = plan.choose.into_iter().map(|(choice, value)| ((seat.clone(), choice), value));
        (Value::Object(draft), chosen.collect())
    }
}
