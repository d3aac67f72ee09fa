//! Plays an example match with real signed documents, always the same: random players, with a refused turn, a refused
//! state, a take-back, a forfeit, a declined and an agreed draw or a resignation, and, if refereed, a ruling.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::sync::Arc;

use adjutant::chain::adjudicate::{self, Adjudication};
use adjutant::chain::charter::{self, NewMatch};
use adjutant::chain::compose;
use adjutant::chain::hands::{self, HandOwner};
use adjutant::chain::{Chain, MatchFiles, sign};
use adjutant::document::kinds::{Pace, PackPin, RulesetPin, Ruling, SeatEntry, SeedPin, TrustMode};
use adjutant::document::{Bytes32, Id, PackFiles, Problem, State, Turn, Value, decode, write};
use adjutant::engine::choices::Opening;
use adjutant::hidden::hidden_digest;
use adjutant::report::{StepFacts, markdown};
use adjutant::session::{Game, Plan, RandomPlayer, SensiblePlayer};
use adjutant::session::{StepMeta, step_report};
use adjutant::trust::choice_digest;
use serde_json::{Map, json};

use super::example::{self, ALL, CAMPAIGN, DIXIE, Files, LONGSTREET, REFEREED, SEVEN_DAYS, id};

/// A match being written.
pub struct Writer {
    example: &'static str,
    files: MatchFiles,
    game: Arc<dyn Game>,
    random: RandomPlayer,
    /// The committed choices, by seat and choice.
    chosen: BTreeMap<(Id, Id), Value>,
    /// Name and text of everything written.
    written: Files,
    hours: u32,
}

/// Incidents besides turns and states, and when they happen.
#[derive(Default)]
struct Incidents {
    refused_turn: bool,
    refused_state: bool,
    declined_draw: bool,
    taken_back: bool,
    forfeited: bool,
    ruled: bool,
    agreed: bool,
}

/// The mails of a game turn, head-to-head. What one seat signs in a row goes in one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mails {
    pub all: usize,
    /// Turns that commit to priorities or open them: a mail each.
    pub for_priorities: usize,
    /// How often a side was asked for orders again in the same half: each costs two mails.
    pub asked_again: usize,
}

/// The setting of an example: the game, its scenario, the options switched on, and the title of the match.
fn setting(example: &str) -> (&'static str, &'static str, Value, &'static str) {
    match example {
        SEVEN_DAYS => ("seven_days", "seven_days", json!({"advanced": true, "side_bids": true}), "The Seven Days"),
        CAMPAIGN => ("civil_war", "campaign_1861", json!({}), "The whole war"),
        DIXIE => ("dixie", "first_bull_run", json!({}), "First Bull Run"),
        LONGSTREET => ("longstreet", "brawners_farm", json!({}), "Brawner's Farm"),
        _ => ("civil_war", "virginia_1861", json!({}), "Virginia 1861"),
    }
}

impl Writer {
    /// The charter, signed by every seat, and state 0.
    pub fn begin(example: &'static str, random: u64) -> Writer {
        Writer::begin_in(example, setting(example).1, random)
    }

    /// The same in another scenario.
    pub fn begin_in(example: &'static str, scenario: &str, random: u64) -> Writer {
        let refereed = example == REFEREED;
        let (trust, words) =
            if refereed { (TrustMode::Refereed, "refereed") } else { (TrustMode::HeadToHead, "head-to-head") };
        let games = adjutant::registry::games();
        let (ruleset, _, options, title) = setting(example);
        let known = games.find(ruleset).expect("the game");
        let game = games.shipped(ruleset).expect("the game");
        let packs = known.shipped();
        let pin = |(name, pack): (&String, &PackFiles)| PackPin { name: id(name), sha256: pack.digest() };
        let mut text = charter::draft(&NewMatch {
            title: format!("{title}, an example, {words}"),
            date: "2026-11-21T08:00:00Z".to_owned(),
            ruleset: RulesetPin { id: id(ruleset), revision: known.revision },
            packs: packs.iter().map(pin).collect(),
            scenario: id(scenario),
            options: options.as_object().expect("options").clone(),
            trust,
            pace: Pace { days: 3, ..Pace::default() },
            continues: None,
            from: None,
            event: None,
        });
        for (seat, side, name) in example::seats(example) {
            let key = example::key(example, seat).public();
            let hand = example::is_of_cards(example).then(|| example::hand(example, seat));
            let entry = SeatEntry {
                seat: id(seat),
                side: side.map(id),
                name: name.to_owned(),
                key,
                seed: SeedPin { anchor: example::seeds(example, seat).anchor(), length: example::length(example) },
                hidden: hand.map(|secret| hidden_digest(&key, &secret)),
            };
            text = charter::join(&text, &entry).expect("a seat");
        }
        for (seat, ..) in example::seats(example) {
            text = sign::seal(&text, &id(seat), &example::key(example, seat)).expect("a signature");
        }
        let random = RandomPlayer::new(random);
        let (files, chosen, written) = (MatchFiles::default(), BTreeMap::new(), Vec::new());
        let mut writer = Writer { example, files, game, random, chosen, written, hours: 0 };
        for (name, pack) in &packs {
            for (file, content) in pack.iter() {
                writer.add_document(format!("packs/{name}/{file}"), content);
            }
        }
        writer.add_document("charter.yaml".to_owned(), &text);
        let (_, issued) = writer.times();
        let (seat, zero) = {
            let chain = writer.chain();
            let zero = adjudicate::state_zero(&chain, &*writer.game, &issued).expect("the set-up");
            (chain.seats.first_issuer().expect("an issuer").clone(), zero.content)
        };
        writer.sign("states", &seat, &zero);
        writer
    }

    fn chain(&self) -> Chain<'_> {
        let chain = Chain::build(&self.files).expect("a chain");
        assert!(chain.bad.is_empty(), "{:?}", chain.bad);
        chain
    }

    /// When a turn came in, and when it was answered, some hours later each time.
    fn times(&mut self) -> (String, String) {
        let hours = self.hours + 9;
        self.hours += 2;
        let start = chrono::NaiveDate::from_ymd_opt(2026, 11, 21).expect("a day");
        let day = start + chrono::Days::new(u64::from(hours) / 24);
        (format!("{day}T{:02}:10:00Z", hours % 24), format!("{day}T{:02}:35:00Z", hours % 24))
    }

    fn add_document(&mut self, name: String, document: &Value) {
        let text = write(document);
        self.files.add(&name, text.as_bytes());
        assert!(self.files.unread.is_empty(), "{:?}", self.files.unread);
        self.written.push((name, text));
    }

    /// Signs a document and keeps it under the name that the command-line program would give it.
    fn sign(&mut self, folder: &str, seat: &Id, content: &Value) -> String {
        let step = content["step"].as_u64().expect("a step");
        let stem = if folder == "states" { format!("{step:04}") } else { format!("{step:04}-{seat}") };
        let names = (1..).map(|n| if n == 1 { stem.clone() } else { format!("{stem}-{n}") });
        let mut names = names.map(|name| format!("{folder}/{name}.yaml"));
        let name = names.find(|name| !self.written.iter().any(|(other, _)| other == name)).expect("a name");
        let signed = sign::seal(content, seat, &example::key(self.example, seat.as_str())).expect("a signature");
        self.add_document(name.clone(), &signed);
        name
    }

    /// A seat's signed turn; answers the name of its file.
    fn turn(&mut self, seat: &Id, draft: &Value) -> String {
        let content = {
            let chain = self.chain();
            let seeds = example::seeds(self.example, seat.as_str());
            let reveal = compose::next_reveal(&chain, seat, &seeds).expect("a reveal");
            compose::complete_turn(&chain, seat, reveal, draft).expect("a turn")
        };
        self.sign("turns", seat, &content)
    }

    /// The responder's resolution of the pending turns.
    fn resolved(&self, times: &(String, String)) -> Result<(Id, Value), Vec<Problem>> {
        let chain = self.chain();
        let turns = chain.open_turns();
        let responder = chain.seats.responder_to(&turns[0].typed.seat).expect("a responder").clone();
        let seeds = example::seeds(self.example, responder.as_str());
        let reveal = compose::next_reveal(&chain, &responder, &seeds).expect("a reveal");
        let stand = Adjudication::newest(&chain, &*self.game).expect("a state");
        let made = stand.resolve(&turns, reveal, Some(&times.0), &times.1)?;
        Ok((responder, made.content))
    }

    fn respond(&mut self) {
        let times = self.times();
        let (seat, content) = self.resolved(&times).expect("a legal turn");
        self.sign("states", &seat, &content);
    }

    /// A turn against the rules, and its refusal with the reasons that the rules give.
    fn illegal_turn(&mut self, seat: &Id) {
        let draft = json!({"orders": [{"spend": {"east": 99}}], "comment": "Everything at once!"});
        let file = self.turn(seat, &draft);
        let times = self.times();
        let reasons = self.resolved(&times).expect_err("an illegal turn");
        let (by, content) = {
            let chain = self.chain();
            let turn = chain.turns.values().find(|turn| turn.file == file).expect("the turn");
            let by = chain.seats.responder_to(seat).expect("a responder").clone();
            let content =
                compose::refuse(&chain, turn.digest, turn.typed.step, &by, &reasons, &times.1).expect("a refusal");
            (by, content)
        };
        self.sign("refusals", &by, &content);
    }

    /// The turns that wait are resolved wrongly; the seat that sees it refuses the state, and the responder mends it.
    fn resolve_wrongly(&mut self) {
        let times = self.times();
        let (responder, mut wrong) = self.resolved(&times).expect("a legal turn");
        let group = wrong["position"]["game"]["groups"].as_object_mut().expect("groups").values_mut().next();
        let group = group.expect("a group");
        group["sp"] = json!(group["sp"].as_u64().expect("strength") + 1);
        self.sign("states", &responder, &wrong);
        let times = self.times();
        let (seat, refusal) = {
            let chain = self.chain();
            let newest = chain.newest().expect("a state");
            let seats = newest.turns.iter().map(|turn| turn.typed.seat.clone());
            let seat = seats.into_iter().find(|seat| *seat != responder).expect("another seat");
            let reason = Problem::new("a strength point too many stands on the map").in_path("position.game.groups");
            let (digest, step) = (newest.state.digest, newest.state.typed.step);
            let refusal = compose::refuse(&chain, digest, step, &seat, &[reason], &times.1).expect("a refusal");
            (seat, refusal)
        };
        self.sign("refusals", &seat, &refusal);
        let times = self.times();
        let right = {
            let chain = self.chain();
            let refusal = chain.open_refusals()[0].digest;
            compose::replace_state(&chain, &*self.game, &refusal, &times.1).expect("a right state").content
        };
        self.sign("states", &responder, &right);
    }

    fn rule(&mut self, ruling: Value) {
        let times = self.times();
        let ruling: Ruling = serde_json::from_value(ruling).expect("a ruling");
        let (seat, content) = {
            let chain = self.chain();
            let stand = Adjudication::newest(&chain, &*self.game).expect("a state");
            let made = stand.rule(&ruling, None, &times.1).expect("a ruling that can be made");
            (chain.seats.adjudicator().expect("an adjudicator").clone(), made.content)
        };
        self.sign("states", &seat, &content);
    }

    /// A seat's turn when nothing unusual happens. `None` where the random player has no turn to give.
    fn draft(&mut self, seat: &Id, asked: &Value, forfeit: bool) -> Value {
        let chain = Chain::build(&self.files).expect("a chain");
        let match_id = chain.match_id;
        let stand = Adjudication::newest(&chain, &*self.game).expect("a state");
        let side = stand.side_of(seat).expect("a side").clone();
        let names = |what: &str| -> Vec<Id> {
            let names = asked[what].as_array().into_iter().flatten();
            names.map(|name| id(name.as_str().expect("an id"))).collect()
        };
        let salt = |choice: &Id| example::salt(self.example, seat.as_str(), choice);
        if asked.get("open").is_some() {
            let open = |choice: &Id| match forfeit {
                true => json!({"id": choice, "forfeit": true}),
                false => {
                    let chosen = &self.chosen[&(seat.clone(), choice.clone())];
                    json!({"id": choice, "salt": salt(choice), "choice": chosen})
                }
            };
            return json!({"open": names("open").iter().map(open).collect::<Vec<_>>()});
        }
        if asked.get("empty").is_some() {
            return json!({"comment": "Ready."});
        }
        let mut plan = self.random.plan(&*stand.table, &side).expect("something is asked");
        // An example shows more than a stroll: where an attack is legal, it is made.
        if let Some(attack) = attack(&stand.table.position(), &side, &stand.table.legal(&side).orders) {
            plan.act.orders = vec![attack];
            plan.act.standing = plan.act.standing.filter(|_| stand.state().typed.step > 50);
        }
        drop(stand);
        self.drafted(match_id, seat, plan)
    }

    /// Plays to the end with the sensible player on both sides, without incidents. Of the reports of a whole war only
    /// the last is kept. Head-to-head.
    pub fn play_sensibly(mut self, seed: u64) -> Files {
        let mut players = BTreeMap::new();
        while self.sensible_turn(seed, &mut players, &|_| {}).is_some() {}
        match self.example {
            CAMPAIGN => self.written.push(last_report(&self.files, &*self.game)),
            _ => self.reports(),
        }
        self.written
    }

    /// Plays like [`Writer::play_sensibly`] to the end of the game turn in which it begins, then one whole game turn,
    /// and counts the mails of that one. `change` may alter a player's plan.
    pub fn mails_of_a_turn(mut self, seed: u64, change: &dyn Fn(&mut Plan)) -> Mails {
        let mut players = BTreeMap::new();
        let game = |writer: &Writer| {
            let chain = writer.chain();
            chain.newest().expect("a state").state.document.content["position"]["game"].clone()
        };
        let mut now = game(&self);
        let first = now["turn"].as_u64().expect("a turn");
        let (mut mails, mut signers, mut half) = (Mails::default(), Vec::new(), Value::Null);
        while let Some((asked, signed)) = self.sensible_turn(seed, &mut players, change) {
            let begun = std::mem::replace(&mut now, game(&self));
            match begun["turn"].as_u64().expect("a turn") - first {
                0 => continue,
                1 => signers.extend(signed),
                _ => break,
            }
            mails.for_priorities += usize::from(asked.get("commit").is_some() || asked.get("open").is_some());
            if asked.get("orders").is_some() {
                let this = json!([begun["pulse"]["number"], begun["pulse"]["phasing"]]);
                mails.asked_again += usize::from(half == this);
                half = this;
            }
        }
        signers.dedup();
        mails.all = signers.len();
        mails
    }

    /// The turn of the awaited seat, by the sensible player, and the state that resolves it: what was asked, and who
    /// signed them, in order. `None` once the match is over. Head-to-head.
    fn sensible_turn(
        &mut self,
        seed: u64,
        players: &mut BTreeMap<Id, SensiblePlayer>,
        change: &dyn Fn(&mut Plan),
    ) -> Option<(Value, [Id; 2])> {
        let (step, match_id, asked, seat, plan) = {
            let chain = self.chain();
            let stand = Adjudication::newest(&chain, &*self.game).expect("a state");
            let state = &stand.state().typed;
            let asked = state.awaiting.first()?;
            let seat = id(asked["seat"].as_str().expect("a seat"));
            let side = stand.side_of(&seat).expect("a side").clone();
            let own = seed + u64::from(side.as_str() == "confederate");
            let player = players.entry(seat.clone()).or_insert_with(|| SensiblePlayer::new(own));
            let plan = match asked.get("empty").is_some() {
                true => Some(Plan::default()),
                false => player.plan(&*stand.table, &side),
            };
            let plan = plan.unwrap_or_else(|| panic!("step {}: {side} has nothing to say to {asked}", state.step));
            (state.step, chain.match_id, asked.clone(), seat, plan)
        };
        let mut plan = plan;
        change(&mut plan);
        let draft = self.drafted(match_id, &seat, plan);
        self.turn(&seat, &draft);
        let times = self.times();
        let (responder, content) = match self.resolved(&times) {
            Ok(resolved) => resolved,
            Err(problems) => panic!("step {step}: {seat} gives {draft}, which is refused: {problems:?}"),
        };
        self.sign("states", &responder, &content);
        Some((asked, [seat, responder]))
    }

    /// Plays a match of a game of cards, the sensible player on both sides: to its end, or until somebody resigns at a
    /// step. Then both disclose their hands.
    pub fn play_cards(mut self, seed: u64, resigns: u64) -> Files {
        let owner = |(seat, ..): &(&str, Option<&str>, &str)| HandOwner {
            seat: id(seat),
            secret: example::hand(self.example, seat),
            choices: Vec::new(),
        };
        let mut owners: Vec<HandOwner> = example::seats(self.example).iter().map(owner).collect();
        loop {
            let (step, awaited, over) = {
                let chain = self.chain();
                let state = &chain.newest().expect("a state").state.typed;
                let awaited: Vec<Id> = chain.awaited(state).into_iter().cloned().collect();
                (state.step, awaited, state.outcome.is_some())
            };
            if over {
                break;
            }
            for seat in awaited {
                let owner = owners.iter_mut().find(|owner| owner.seat == seat).expect("an owner");
                let draft = match step >= resigns {
                    true => json!({"offer": "resign"}),
                    false => self.with_hand(owner, seed),
                };
                self.turn(&seat, &draft);
                if step >= resigns {
                    break;
                }
            }
            let times = self.times();
            let (responder, content) = {
                let chain = self.chain();
                let turns = chain.open_turns();
                let responder = chain.seats.responder_to(&turns[0].typed.seat).expect("a responder").clone();
                let seeds = example::seeds(self.example, responder.as_str());
                let reveal = compose::next_reveal(&chain, &responder, &seeds).expect("a reveal");
                let owner = owners.iter().find(|owner| owner.seat == responder).expect("an owner");
                let stand = Adjudication::newest(&chain, &*self.game).expect("a state");
                let made = stand.resolve_with(&turns, reveal, &owner.openings(&chain), Some(&times.0), &times.1);
                (responder, made.unwrap_or_else(|problems| panic!("step {step}: {problems:?}")).content)
            };
            self.sign("states", &responder, &content);
        }
        for owner in &owners {
            let (_, issued) = self.times();
            let content = hands::disclosure(&self.chain(), owner, &issued).expect("a match that is over");
            let key = example::key(self.example, owner.seat.as_str());
            let signed = sign::seal(&content, &owner.seat, &key).expect("a signature");
            self.add_document(format!("disclosures/{}.yaml", owner.seat), &signed);
        }
        self.written
    }

    /// The sensible player's turn, seeing the hand of its owner; its commitments are remembered.
    fn with_hand(&self, owner: &mut HandOwner, seed: u64) -> Value {
        let chain = self.chain();
        let mut table = Adjudication::newest(&chain, &*self.game).expect("a state").table;
        let side = chain.seats.side_of(&*table, &owner.seat).expect("a side").clone();
        if let Some(own) = hands::follow(&chain, &*self.game, owner).expect("true cards").pop() {
            table.follow(&side, own);
        }
        let step = chain.line.len() as u64;
        let mut plan = SensiblePlayer::new(seed).plan(&*table, &side).unwrap_or_default();
        plan.commits_in_advance(step);
        for (window, says) in table.recommend_advance(&side, &plan.act) {
            plan.choose.push((id(&format!("{window}-{step}")), says));
        }
        plan.divide(&*table, &side);
        let openings = owner.openings(&chain);
        let open = |(id, opening): &(Id, Opening)| {
            let (salt, choice) = openings(&owner.seat, id, &table.commitment(&side, id)?)?;
            matches!(opening, Opening::Choice(_)).then(|| json!({"id": id, "salt": salt, "choice": choice}))
        };
        let open: Vec<Value> = plan.act.open.iter().filter_map(open).collect();
        let commits = owner.commits(&chain.match_id, (step, None), &plan.choose);
        let mut draft = Map::new();
        for (field, value) in [
            ("orders", json!(plan.act.orders)),
            ("answers", json!(plan.act.answers)),
            ("commit", json!(commits)),
            ("open", json!(open)),
        ] {
            if value.as_array().is_some_and(|list| !list.is_empty()) {
                draft.insert(field.to_owned(), value);
            }
        }
        drop(openings);
        owner.choices.extend(plan.choose.into_iter().map(|(id, choice)| (step, id, choice)));
        Value::Object(draft)
    }

    /// A player's decision in the form of a draft, with each choice replaced by its digest.
    fn drafted(&mut self, match_id: Bytes32, seat: &Id, plan: Plan) -> Value {
        let salt = |choice: &Id| example::salt(self.example, seat.as_str(), choice);
        let mut draft = Map::new();
        if !plan.act.orders.is_empty() {
            draft.insert("orders".to_owned(), json!(plan.act.orders));
        }
        if !plan.act.answers.is_empty() {
            draft.insert("answers".to_owned(), json!(plan.act.answers));
        }
        if let Some(standing) = plan.act.standing {
            draft.insert("standing".to_owned(), json!(standing));
        }
        let mut commits = Vec::new();
        for (choice, value) in plan.choose {
            let digest = choice_digest(&match_id, &salt(&choice), &choice, seat, &value);
            commits.push(json!({"id": choice, "digest": digest}));
            self.chosen.insert((seat.clone(), choice), value);
        }
        if !commits.is_empty() {
            draft.insert("commit".to_owned(), json!(commits));
        }
        let open = |choice: &Id| {
            let chosen = &self.chosen[&(seat.clone(), choice.clone())];
            json!({"id": choice, "salt": salt(choice), "choice": chosen})
        };
        if !plan.act.open.is_empty() {
            let opens: Vec<Value> = plan.act.open.iter().map(|(choice, _)| open(choice)).collect();
            draft.insert("open".to_owned(), json!(opens));
        }
        Value::Object(draft)
    }

    /// Plays until about `most` steps, then a draw is agreed head-to-head, and refereed somebody resigns.
    pub fn play(mut self, most: u64) -> Files {
        let refereed = self.example == REFEREED;
        let mut happened = Incidents::default();
        loop {
            let (step, asked, over) = {
                let chain = self.chain();
                let state = &chain.newest().expect("a state").state.typed;
                (state.step, state.awaiting.clone(), state.outcome.is_some())
            };
            if over {
                break;
            }
            let seat_of = |entry: &Value| id(entry["seat"].as_str().expect("a seat"));
            let first = seat_of(&asked[0]);
            let orders = asked.len() == 1 && asked[0].get("orders").is_some();
            let last = orders && step >= most;
            if orders && !happened.refused_turn && step >= 4 {
                happened.refused_turn = true;
                self.illegal_turn(&first);
            }
            if orders && refereed && !happened.ruled && step >= 30 {
                happened.ruled = true;
                self.rule(json!({
                    "reason": "Both asked to play the last turn again: its orders named the wrong hex.",
                    "take_back": {"to_step": step - 1},
                }));
                continue;
            }
            let draft = if last && refereed {
                json!({"offer": "resign", "comment": "You have it. A good game."})
            } else if last && !happened.agreed {
                happened.agreed = true;
                json!({"offer": "draw", "comment": "Shall we call it a draw?"})
            } else if asked[0].get("draw").is_some() && happened.agreed {
                json!({"offer": "draw"})
            } else if asked[0].get("draw").is_some() {
                json!({"comment": "Not yet."})
            } else if let Some(back) = asked[0].get("take_back") {
                json!({"take_back": back})
            } else if orders && !happened.declined_draw && step >= 20 {
                happened.declined_draw = true;
                json!({"offer": "draw"})
            } else if orders && !happened.taken_back && step >= 14 {
                happened.taken_back = true;
                json!({"take_back": {"to_step": step - 2}, "comment": "I misread the map. May I?"})
            } else {
                Value::Null
            };
            if draft.is_null() {
                for entry in &asked {
                    let forfeit = !happened.forfeited && entry.get("open").is_some();
                    happened.forfeited |= forfeit;
                    let seat = seat_of(entry);
                    let draft = self.draft(&seat, entry, forfeit);
                    self.turn(&seat, &draft);
                }
            } else {
                self.turn(&first, &draft);
            }
            if orders && draft.is_null() && !happened.refused_state && step >= 8 {
                happened.refused_state = true;
                self.resolve_wrongly();
            } else {
                self.respond();
            }
        }
        self.reports();
        assert!(happened.forfeited, "nobody was asked to open a choice: take another seed, or more steps");
        self.written
    }

    /// The report of every step, as Markdown.
    fn reports(&mut self) {
        let written = reports(&self.files, &*self.game);
        self.written.extend(written);
    }
}

/// The legal move into an enemy's hex that brings the most strength points.
fn attack(position: &Value, side: &Id, legal: &[Value]) -> Option<Value> {
    let groups = position["game"]["groups"].as_object()?;
    let enemies: Vec<&Value> =
        groups.values().filter(|group| group["side"] != json!(side)).map(|group| &group["hex"]).collect();
    let strength = |order: &&Value| order["move"]["sp"].as_u64().unwrap_or(0);
    let enters = |order: &&Value| {
        order["move"]["path"].as_array().is_some_and(|path| path.iter().any(|hex| enemies.contains(&hex)))
    };
    legal.iter().filter(enters).filter(|order| strength(order) > 1).max_by_key(strength).cloned()
}

/// The report of every step of a match.
pub fn reports(files: &MatchFiles, game: &dyn Game) -> Files {
    let chain = Chain::build(files).expect("a chain");
    (0..chain.line.len()).map(|at| report(&chain, at, game)).collect()
}

/// The report of the last step of a match.
pub fn last_report(files: &MatchFiles, game: &dyn Game) -> (String, String) {
    let chain = Chain::build(files).expect("a chain");
    report(&chain, chain.line.len() - 1, game)
}

/// The report of a step: its name and text.
fn report(chain: &Chain<'_>, at: usize, game: &dyn Game) -> (String, String) {
    let step = &chain.line[at];
    let state: State = decode(&step.state.document).expect("a state");
    let turns: Vec<Turn> = step.turns.iter().map(|turn| turn.typed.clone()).collect();
    let meta = StepMeta::of(&chain.charter.typed, &state, &turns, Some(step.reveals.clone()));
    let facts = StepFacts { step: state.step, rolls: state.rolls.clone(), events: state.events.clone(), reader: None };
    let table = game.load(&state.position).expect("a position");
    let before = &chain.line[at.saturating_sub(1)].state.document.content["position"];
    let report = step_report(&meta, &*table, before, &facts).expect("a report");
    (format!("reports/{:04}.md", state.step), markdown::write(&report))
}

/// What `examples/keys/README.md` says.
pub fn keys_page() -> String {
    let mut page = String::from(
        "# The keys of the examples\n\n**TEST KEY - USED NOWHERE ELSE.** Everybody knows these secrets: whoever signs \
         with them proves nothing.\n\nEach is the SHA-256 of a few lines of text, joined by newlines, with none at the \
         end: the phrase\n\n",
    );
    page += &format!("    {}\n\n", example::PHRASE);
    page += "then the example's name, the seat, and `key` (the seed of the Ed25519 key), `root` (the root of the seed \
             chain, 1,024 links) or `salt` followed by a line with the id of the choice.\n\n";
    page += "| example | seat | public key | anchor |\n| --- | --- | --- | --- |\n";
    for name in ALL {
        // The whole war is large, and need not be here.
        if name == CAMPAIGN && !example::folder(name).is_dir() {
            continue;
        }
        for (seat, ..) in example::seats(name) {
            let (key, anchor): (Bytes32, Bytes32) =
                (example::key(name, seat).public(), example::seeds(name, seat).anchor());
            page += &format!("| {name} | {seat} | `{key}` | `{anchor}` |\n");
        }
    }
    if example::folder(CAMPAIGN).is_dir() {
        page += &format!("\nThe seed chains of {CAMPAIGN} have {} links.\n", example::length(CAMPAIGN));
    }
    page
}
