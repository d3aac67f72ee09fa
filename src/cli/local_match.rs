//! Matches in which all seats are played from this machine: the demonstration's, and practice.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Map, Value, json};

use super::folder::Folder;
use super::game_choice::ChosenGame;
use super::open_match::{Match, Outgoing, Signers};
use super::progress::Progress;
use super::turn_draft::Draft;
use super::{CommandResult, Failure, adjudicate, files, own_hand, sign, wall_clock};
use crate::chain::ProgressObserver;
use crate::chain::adjudicate::Adjudication;
use crate::chain::charter::{self, NewMatch};
use crate::chain::hands::disclosure;
use crate::chain::sign::attach;
use crate::chain::{DocumentArena, NewDocument};
use crate::document::kinds::{Pace, Ruling, SeatEntry, TrustMode};
use crate::document::{Bytes32, Id, Kind, Problem, write};
use crate::engine::choices::Opening;
use crate::hidden::hidden_digest;
use crate::session::search::{self, Found, Secrets, Settings};
use crate::session::{EasyPlayer, Plan, RandomPlayer, SensiblePlayer, Session};
use crate::trust::Vault;

/// The terms of a match.
pub struct MatchTerms<'c> {
    /// The charter without its seats.
    pub charter: NewMatch,
    pub played: &'c ChosenGame,
    /// How many secrets each seat commits to.
    pub length: u32,
    /// Whether a card game is played with open hands.
    pub open: bool,
}

/// Who takes a seat, with which key from which vault.
pub struct SeatPlayer {
    pub seat: Id,
    pub side: Option<Id>,
    pub name: String,
    pub vault: Vault,
    pub key: String,
}

/// The charter for a match in which nobody waits; it must have a clock all the same.
///
/// # Errors
/// As [`ChosenGame::charter`].
pub fn charter_of(played: &ChosenGame, title: String, trust: TrustMode) -> Result<NewMatch, Failure> {
    played.charter(title, trust, Pace { days: 7, ..Pace::default() })
}

/// A match with the secrets of all its seats.
pub struct LocalMatch {
    pub folder: Folder,
    pub seats: Vec<(SeatEntry, Vault)>,
    /// Whether each file is flushed to the disk.
    durable: bool,
}

impl LocalMatch {
    /// Draws the seeds, signs for everybody, and writes the match; the charter is written last, so there is no match
    /// until it is complete.
    ///
    /// # Errors
    /// A key is missing, or a file cannot be written.
    pub fn begin(
        path: &Path,
        terms: &MatchTerms<'_>,
        cast: Vec<SeatPlayer>,
        durable: bool,
    ) -> Result<LocalMatch, Failure> {
        for (kept, _, content) in terms.played.files() {
            write_file(&path.join(kept), write(content).as_bytes(), durable)?;
        }
        let mut content = charter::draft(&terms.charter);
        let with_hands = !terms.open && terms.played.has_hands()?;
        let mut seats = Vec::new();
        for SeatPlayer { seat, side, name, vault, key } in cast {
            let key = vault.load_key(&key, || None).map_err(Failure::cannot)?;
            let seed = vault.new_seed(&key, terms.length).map_err(Failure::cannot)?;
            let hidden = match with_hands && side.is_some() {
                true => {
                    let secret = vault.new_hidden(&key, &seed.anchor).map_err(Failure::cannot)?;
                    Some(hidden_digest(&key.public(), &secret))
                }
                false => None,
            };
            let entry = SeatEntry { seat, side, name, key: key.public(), seed, hidden };
            content = charter::join(&content, &entry).map_err(Failure::no)?;
            seats.push((entry, vault, key));
        }
        for (entry, vault, key) in &seats {
            let mut ledger = vault.lock(&entry.seed.anchor).map_err(Failure::cannot)?;
            let signed = ledger.sign(key, Kind::Charter, 0, content.clone(), &|_| false).map_err(Failure::no)?;
            if let Some(signature) = signed.document().signature() {
                content = attach(&content, &signature);
            }
        }
        Folder::create_subfolders(path)?;
        write_file(&path.join("charter.yaml"), write(&content).as_bytes(), durable)?;
        let folder = Folder::read(path)?;
        Ok(LocalMatch { folder, seats: seats.into_iter().map(|(entry, vault, _)| (entry, vault)).collect(), durable })
    }

    /// A match that was begun before and whose secrets are all in one vault. `None`: some are elsewhere.
    ///
    /// # Errors
    /// There is no charter, or the vault cannot be read.
    pub fn resume(folder: Folder, vault: &Vault) -> Result<Option<LocalMatch>, Failure> {
        let anchors = vault.anchors().map_err(Failure::cannot)?;
        let entries = &folder.charter()?.typed.seats;
        if entries.is_empty() || !entries.iter().all(|entry| anchors.contains(&entry.seed.anchor)) {
            return Ok(None);
        }
        let seats = entries.iter().map(|entry| (entry.clone(), vault.clone())).collect();
        Ok(Some(LocalMatch { folder, seats, durable: true }))
    }

    /// A match that was begun before, with the vaults in which the secrets of its seats are. `None`: some are elsewhere.
    ///
    /// # Errors
    /// There is no charter.
    pub fn resume_among(folder: Folder, vaults: &[Vault]) -> Result<Option<LocalMatch>, Failure> {
        let of_seat = |entry: &SeatEntry| {
            let holds = |vault: &&Vault| vault.anchors().is_ok_and(|all| all.contains(&entry.seed.anchor));
            Some((entry.clone(), vaults.iter().find(holds)?.clone()))
        };
        let entries = &folder.charter()?.typed.seats;
        let seats: Option<Vec<_>> = entries.iter().map(of_seat).collect();
        Ok(seats.filter(|seats| !seats.is_empty()).map(|seats| LocalMatch { folder, seats, durable: false }))
    }

    /// The entry of a seat, and its vault.
    ///
    /// # Errors
    /// There is no such seat.
    pub fn of(&self, seat: &Id) -> Result<(SeatEntry, Vault), Failure> {
        let found = self.seats.iter().find(|(entry, _)| entry.seat == *seat);
        found.cloned().ok_or_else(|| Failure::no(Problem::new(format!("nobody plays {seat}"))))
    }

    /// The match as it stands, ready to be played on. `shelf` stores the documents that will be made.
    ///
    /// # Errors
    /// As [`Match::open`].
    pub fn course<'f>(&'f self, shelf: &'f DocumentArena) -> Result<RunningMatch<'f>, Failure> {
        let signers = Signers::new(self.seats.clone());
        Ok(RunningMatch { found: Match::open(&self.folder)?, signers, shelf, durable: self.durable })
    }
}

/// A match being played in this run. New documents are added to what was ordered at the start and are not checked
/// twice; the folder stays as it was read at the start.
pub struct RunningMatch<'f> {
    pub found: Match<'f>,
    pub signers: Signers,
    shelf: &'f DocumentArena,
    durable: bool,
}

impl RunningMatch<'_> {
    /// Writes a file of the match, and adds it to the match in memory.
    ///
    /// # Errors
    /// A system error, or the file is not a valid document of this match.
    pub fn keep(&mut self, outgoing: &Outgoing) -> CommandResult {
        self.keep_with(outgoing, &mut None)
    }

    /// The same; for a new state, `table` is the table at it, if that is known.
    fn keep_with(&mut self, outgoing: &Outgoing, table: &mut Option<Box<dyn Session>>) -> CommandResult {
        let path = self.found.folder.path.join(&outgoing.name);
        write_file(&path, outgoing.text.as_bytes(), self.durable)?;
        if !outgoing.name.ends_with(".yaml") {
            return Ok(());
        }
        let made = NewDocument::read(&outgoing.name, outgoing.text.as_bytes());
        let made = made.map_err(|problem| Failure::no_in(&path, problem))?;
        let table = if matches!(made, NewDocument::State(_)) { table.take() } else { None };
        let kept = self.shelf.keep(made);
        self.found.add_document(kept.ok_or_else(|| Failure::no_in(&path, Problem::new("too many documents")))?, table)
    }

    /// Signs a draft as the turn of a seat, or returns what the seat has already signed for this step.
    ///
    /// # Errors
    /// The draft has problems.
    pub fn sign(&mut self, seat: &Id, draft: &Draft) -> Result<Outgoing, Failure> {
        let (found, adjudication) = (&self.found, self.found.adjudication()?);
        let signed = sign::turn(found, &adjudication, self.signers.unlock(found, seat)?, draft)?;
        Ok(Outgoing::document(found.folder, &signed.document().document))
    }

    /// One exchange: the turns of all seats that are awaited, as the player decides, and the answer to them. Returns
    /// false once the match is over.
    ///
    /// # Errors
    /// A turn of the player's is illegal, or a file cannot be written.
    pub fn exchange(&mut self, player: &mut Player) -> Result<bool, Failure> {
        let Some(newest) = self.found.chain.newest() else { return Ok(false) };
        let state = &newest.state.typed;
        let awaited: Vec<Id> = self.found.chain.awaited(state).into_iter().cloned().collect();
        let Some(first) = awaited.first().cloned().filter(|_| state.outcome.is_none()) else { return Ok(false) };
        // In a head-to-head match the set-up comes with the first turn.
        let open = self.found.chain.open_turns();
        let waits = |seat: &&Id| !open.iter().any(|turn| turn.typed.seat == **seat);
        let mut turns = Vec::new();
        for seat in awaited.iter().filter(waits).cloned().collect::<Vec<_>>() {
            turns.push(self.decided(player, &seat)?);
        }
        for outgoing in &turns {
            self.keep(outgoing)?;
        }
        self.answer(Some(&first))?;
        Ok(true)
    }

    /// The turn of a seat: drafted as a player would write it, checked, signed.
    fn decided(&mut self, player: &mut Player, seat: &Id) -> Result<Outgoing, Failure> {
        let draft = {
            let found = &self.found;
            let adjudication = with_own_cards(found, &mut self.signers, seat)?;
            let asked = found.asked(seat).cloned().unwrap_or_default();
            let side = adjudication.side_of(seat).unwrap_or(seat);
            let random = matches!(player, Player::Random(_));
            let long = random && found.step() >= MAX_STEPS && asked.get("orders").is_some();
            let body = match long || random && asked.get("draw").is_some() {
                true => json!({"offer": "draw"}),
                false => player.body(&adjudication, side, &asked),
            };
            as_draft(found, seat, body)?
        };
        self.sign(seat, &draft)
    }

    /// Makes and keeps the answer of the seat that responds to `seat`; without a seat, the set-up.
    ///
    /// # Errors
    /// There is nothing to answer.
    pub fn answer(&mut self, seat: Option<&Id>) -> Result<adjudicate::Answered, Failure> {
        let seats = &self.found.chain.seats;
        let responder = match seat {
            Some(seat) => seats.responder_to(seat),
            None => seats.first_issuer(),
        };
        let responder = responder.ok_or_else(|| Failure::no(Problem::new("nobody answers")))?;
        let entry = self.signers.entry(responder)?.clone();
        let arrived = adjudicate::Arrivals::default();
        let mut answered = adjudicate::respond(&mut self.signers, &self.found, &entry, &arrived)?;
        let mut table = answered.table.take();
        for outgoing in answered.in_order() {
            self.keep_with(outgoing, &mut table)?;
        }
        Ok(answered)
    }
}

impl RunningMatch<'_> {
    /// Commits the seat of a side to a secret choice, outside a turn; for a position that a ruling sets.
    ///
    /// # Errors
    /// Nobody here plays the side, or the salts cannot be written.
    pub fn commit(&mut self, side: &Id, id: &Id, choice: &Value) -> Result<Bytes32, Failure> {
        let of_side = |entry: &&SeatEntry| entry.side.as_ref() == Some(side);
        let seat = self.found.chain.charter.typed.seats.iter().find(of_side).map(|entry| entry.seat.clone());
        let seat = seat.ok_or_else(|| Failure::no(Problem::new(format!("nobody plays {side}"))))?;
        let signer = self.signers.unlock(&self.found, &seat)?;
        let commit = signer.ledger.commit(&signer.key, &self.found.chain.match_id, &seat, id, choice);
        Ok(commit.map_err(Failure::cannot)?.digest)
    }

    /// Issues a ruling of the adjudicator.
    ///
    /// # Errors
    /// There is no adjudicator, the ruling is impossible, or a file cannot be written.
    pub fn rule(&mut self, ruling: &Ruling) -> CommandResult {
        let (made, step) = {
            let adjudication = self.found.adjudication()?;
            let made = adjudication.preview_ruling(ruling, None, &wall_clock::now()).map_err(Failure::no)?;
            (made, self.found.step() + 1)
        };
        let adjudicator = self.found.chain.seats.adjudicator().cloned();
        let adjudicator = adjudicator.ok_or_else(|| Failure::no(Problem::new("nobody adjudicates this match")))?;
        let signer = self.signers.unlock(&self.found, &adjudicator)?;
        let signed = signer.sign(&self.found.chain, Kind::State, step, made.content)?;
        let outgoing = Outgoing::document(self.found.folder, &signed.document().document);
        self.keep(&outgoing)
    }

    /// Once the match is over, discloses every hidden hand that is played from here.
    ///
    /// # Errors
    /// A secret is missing, or a file cannot be written.
    pub fn disclose(&mut self) -> CommandResult {
        let owed: Vec<Id> = self.found.chain.owed_disclosures().into_iter().cloned().collect();
        for seat in owed {
            let (found, signer) = (&self.found, self.signers.unlock(&self.found, &seat)?);
            let Some(owner) = signer.owner(&found.adjudication()?)? else { continue };
            let content = disclosure(&found.chain, &owner, &wall_clock::now()).map_err(Failure::no)?;
            let signed = signer.sign(&found.chain, Kind::Disclosure, 0, content)?;
            let outgoing = Outgoing::document(found.folder, &signed.document().document);
            write_file(&found.folder.path.join(&outgoing.name), outgoing.text.as_bytes(), self.durable)?;
        }
        Ok(())
    }
}

/// The newest state with its table, showing the cards of a seat that is played from here.
///
/// # Errors
/// The secrets of the seat are not here.
pub fn with_own_cards<'m, 'f>(
    found: &'m Match<'f>,
    signers: &mut Signers,
    seat: &Id,
) -> Result<Adjudication<'m, 'f>, Failure> {
    let mut adjudication = found.adjudication()?;
    if own_hand::has_hands(&adjudication)
        && let Some(owner) = signers.unlock(found, seat)?.owner(&adjudication)?
    {
        own_hand::show_own_cards(&mut adjudication, &owner);
    }
    Ok(adjudication)
}

/// Writes a file. Without `durable` it is not flushed to disk; after a crash, the demonstration can simply be run
/// again.
pub fn write_file(path: &Path, bytes: &[u8], durable: bool) -> CommandResult {
    if durable {
        return files::write(path, bytes).map_err(|problem| Failure::cannot_in(path, problem));
    }
    let fault =
        |error: std::io::Error| Failure::cannot_in(path, Problem::new(format!("cannot write the file: {error}")));
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder).map_err(fault)?;
    }
    std::fs::write(path, bytes).map_err(fault)
}

/// The maximum length of a random match; after that, a draw is offered.
const MAX_STEPS: u64 = 160;

/// Who decides for a side.
pub enum Player {
    Random(Box<RandomPlayer>),
    /// The sensible player with a seed: his moves depend only on the position and the seed.
    Sensible(u64),
    /// One that does anything legal in every second of its turns.
    Easy(u64),
    /// One that searches.
    Strong(Thinker),
}

/// How a player that searches thinks about a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinker {
    pub seed: u64,
    /// For how long, unless the number of futures is given.
    pub seconds: u32,
    /// In how many imagined futures it tries its plans.
    pub futures: Option<u32>,
}

impl Thinker {
    /// What it finds for a side; `None` if there is nothing to decide. It shows its progress.
    pub fn search(self, adjudication: &Adjudication<'_, '_>, side: &Id) -> Option<Found> {
        let (table, sides) = (&*adjudication.table, adjudication.game.sides());
        let progress = Progress::new("thinking", 1);
        let until = self.futures.is_none().then(|| Instant::now() + Duration::from_secs(self.seconds.into()));
        let futures = self.futures.unwrap_or_else(|| {
            // As many as there is time for, by the first ones.
            let (started, mut played) = (Instant::now(), 1);
            let few = Settings::new(1, self.seed);
            let share = Duration::from_secs(self.seconds.into()) / 8;
            search::search(table, &sides, side, &Secrets::new(), few, &mut |done, _| {
                played = done.max(1);
                started.elapsed() < share
            });
            let each = started.elapsed().as_micros().max(1) / u128::from(played);
            u32::try_from(u128::from(self.seconds) * 1_000_000 * 7 / 8 / each.max(1)).unwrap_or(u32::MAX)
        });
        let settings = Settings::new(futures, self.seed);
        search::search(table, &sides, side, &Secrets::new(), settings, &mut |done, of| {
            progress.done(done as usize, of as usize);
            until.is_none_or(|until| Instant::now() < until)
        })
    }
}

impl Player {
    /// What the player writes into a seat's draft: empty if there is nothing to decide. He agrees to every take-back,
    /// and to no draw.
    pub fn body(&mut self, adjudication: &Adjudication<'_, '_>, side: &Id, asked: &Value) -> Value {
        if let Some(back) = asked.get("take_back") {
            return json!({"take_back": back});
        }
        if asked.get("draw").is_some() || asked.get("empty").is_some() {
            return json!({});
        }
        match self {
            Player::Random(player) => {
                let mut plan = player.plan(&*adjudication.table, side).unwrap_or_default();
                plan.commits_in_advance(adjudication.state().typed.step + 1);
                drafted(plan)
            }
            // What was committed to the program opens by itself.
            Player::Sensible(seed) | Player::Easy(seed) | Player::Strong(Thinker { seed, .. })
                if asked.get("open").is_some() =>
            {
                drafted(adjudication.table.recommend_plan(side, *seed).unwrap_or_default())
            }
            Player::Sensible(seed) => {
                let mut plan = SensiblePlayer::new(*seed).plan(&*adjudication.table, side).unwrap_or_default();
                let step = adjudication.state().typed.step + 1;
                for (window, says) in adjudication.table.recommend_advance(side, &plan.act) {
                    plan.choose.extend(format!("{window}-{step}").parse().ok().map(|id: Id| (id, says)));
                }
                plan.commits_in_advance(step);
                drafted(plan)
            }
            Player::Easy(seed) => {
                // Whether it is in the mood for anything legal must not be the same in every step.
                let mood = *seed ^ adjudication.state().typed.step.wrapping_mul(0x9E37_79B9_7F4A_7C15);
                let mut plan = EasyPlayer::new(mood).plan(&*adjudication.table, side).unwrap_or_default();
                plan.commits_in_advance(adjudication.state().typed.step + 1);
                drafted(plan)
            }
            Player::Strong(thinker) => {
                let found = thinker.search(adjudication, side);
                in_advance(adjudication, side, found.map(|found| found.best().plan.clone()).unwrap_or_default())
            }
        }
    }
}

/// A plan as a draft, with the answers in advance that the game advises, as far as they fit the orders.
pub fn in_advance(adjudication: &Adjudication<'_, '_>, side: &Id, plan: Plan) -> Value {
    let step = adjudication.state().typed.step + 1;
    let mut answered = plan.clone();
    for (window, says) in adjudication.table.recommend_advance(side, &plan.act) {
        answered.choose.extend(format!("{window}-{step}").parse().ok().map(|id: Id| (id, says)));
    }
    answered.commits_in_advance(step);
    let mut act = answered.act.clone();
    let written = answered.choose.iter().filter(|(id, _)| !act.commit.iter().any(|(other, _)| other == id));
    let written: Vec<(Id, Value)> = written.cloned().collect();
    act.commit.extend(written.iter().map(|(id, _)| (id.clone(), Bytes32([0; 32]))));
    act.commit.sort();
    act.choices.extend(written);
    match adjudication.table.check(side, &act) {
        Ok(()) => drafted(answered),
        Err(_) => {
            let mut plan = plan;
            plan.commits_in_advance(step);
            drafted(plan)
        }
    }
}

/// A player's decisions as a parsed draft, with the fields that every turn has.
///
/// # Errors
/// The program cannot read what it wrote.
pub fn as_draft(found: &Match<'_>, seat: &Id, body: Value) -> Result<Draft, Failure> {
    let mut whole = json!({"adjutant": 1, "kind": "turn", "step": found.step() + 1, "seat": seat});
    if let (Value::Object(whole), Value::Object(body)) = (&mut whole, body) {
        whole.extend(body);
    }
    Draft::parse(Path::new("draft.yaml"), write(&whole).as_bytes())
}

/// A player's decisions, as he would write them.
pub fn drafted(plan: Plan) -> Value {
    let mut body = Map::new();
    let Plan { act, choose, .. } = plan;
    let mut put = |field: &str, value: Value| {
        body.insert(field.to_owned(), value);
    };
    if !act.orders.is_empty() {
        put("orders", Value::Array(act.orders));
    }
    if !act.answers.is_empty() {
        put("answers", Value::Array(act.answers));
    }
    if let Some(standing) = act.standing {
        put("standing", Value::Object(standing));
    }
    if !choose.is_empty() {
        put("commit", choose.iter().map(|(id, choice)| json!({"id": id, "choice": choice})).collect());
    }
    // The program opens choices itself; only a forfeit has to be written.
    let forfeits: Vec<Value> = act
        .open
        .iter()
        .filter(|(_, opening)| *opening == Opening::Forfeit)
        .map(|(id, _)| json!({"id": id, "forfeit": true}))
        .collect();
    if !forfeits.is_empty() {
        put("open", Value::Array(forfeits));
    }
    Value::Object(body)
}

/// An id that comes from the program itself.
///
/// # Errors
/// It is not a valid id.
pub fn id(text: &str) -> Result<Id, Failure> {
    text.parse().map_err(|expected: String| Failure::no(Problem::new(format!("'{text}': {expected}"))))
}
