//! The hands of a match (protocol 8): what a seat draws and holds, worked out from the states with the seat's secret.

use serde_json::{Value, json};

use crate::document::kinds::{Commit, HiddenDraw, Opened};
use crate::document::{Bytes32, Id, MAX_CHOICE, Problem, Turn, is_short_choice};
use crate::engine::Proposal;
use crate::engine::cards::{CardEvent, Draw};
use crate::engine::dice::OpenedValue;
use crate::engine::events::{EngineEvent, SeatEvent};
use crate::hidden::piles::Numbers;
use crate::hidden::{Salt, hidden_digest, hidden_key};
use crate::session::{Game, HandTracker, Lie, Session, secret_choices};
use crate::trust::{Dice, choice_digest, dice_key};

use super::hand_refusals::hand_refusals;
use super::seats::Seats;
use super::timeline::Chain;
use crate::document::from_tagged;

/// The secret of every seat in an open-handed match: everybody can work out every hand.
pub const NO_SECRET: Bytes32 = Bytes32([0; 32]);

/// Gives the salt and the choice behind a seat's commitment, if the issuer of the state has them.
pub type Openings<'o> = dyn Fn(&Id, &Id, &Bytes32) -> Option<(Bytes32, Value)> + 'o;

/// Openings where no secret is known.
pub fn no_openings(_: &Id, _: &Id, _: &Bytes32) -> Option<(Bytes32, Value)> {
    None
}

/// What a state does with hidden cards, collected as its dice are drawn: draws, and choices that are opened.
pub struct HandsOfState<'s> {
    /// Each side with the seat that acts for it.
    seats: Vec<(Id, Id)>,
    match_id: Bytes32,
    responder: Id,
    /// Whether the responder opens the choices of every seat.
    escrow: bool,
    openings: &'s Openings<'s>,
    pub draws: Vec<HiddenDraw>,
    pub opened: Vec<Opened>,
    /// A choice that the responder must open but cannot.
    pub missing: Option<Problem>,
}

impl std::fmt::Debug for HandsOfState<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HandsOfState").field("draws", &self.draws).field("opened", &self.opened).finish_non_exhaustive()
    }
}

impl<'s> HandsOfState<'s> {
    /// For a state that `responder` issues.
    pub fn new(chain: &Chain<'_>, table: &dyn Session, responder: &Id, openings: &'s Openings<'s>) -> HandsOfState<'s> {
        HandsOfState {
            seats: acting(&chain.seats, table),
            match_id: chain.match_id,
            responder: responder.clone(),
            escrow: chain.seats.escrow,
            openings,
            draws: Vec::new(),
            opened: Vec::new(),
            missing: None,
        }
    }

    /// For a state of a game without hands.
    pub fn none() -> HandsOfState<'static> {
        HandsOfState {
            seats: Vec::new(),
            match_id: NO_SECRET,
            responder: Id::known("nobody"),
            escrow: false,
            openings: &no_openings,
            draws: Vec::new(),
            opened: Vec::new(),
            missing: None,
        }
    }

    fn seat(&self, side: &Id) -> Option<&Id> {
        self.seats.iter().find(|(own, _)| own == side).map(|(_, seat)| seat)
    }

    /// From here on each seat acts for the side that the other one acted for.
    pub fn exchange_sides(&mut self) {
        if let [(_, one), (_, two)] = self.seats.as_mut_slice() {
            std::mem::swap(one, two);
        }
    }

    /// Lists a draw, with the next draw number of its seat.
    pub fn draw(&mut self, draw: &Draw) {
        let Some(seat) = self.seat(&draw.side).cloned() else { return };
        let d = self.draws.iter().filter(|other| other.seat == seat).count() as u64;
        let (pile, purpose, rule) = (draw.pile.clone(), draw.purpose.clone(), draw.rule.clone());
        self.draws.push(HiddenDraw { seat, d, pile, count: draw.count as u64, purpose, rule });
    }

    /// The choice behind a commitment, if the responder is to open it.
    pub fn open(&mut self, side: &Id, id: &Id, digest: &Bytes32) -> OpenedValue {
        let Some(seat) = self.seat(side).cloned() else { return OpenedValue::NotHere };
        if seat != self.responder && !self.escrow {
            return OpenedValue::ByOwner;
        }
        match (self.openings)(&seat, id, digest) {
            Some((_, choice)) if !is_short_choice(&choice) => {
                let problem = Problem::new(format!("the choice {id} of '{seat}' has more than {MAX_CHOICE} bytes"));
                self.missing = Some(problem.in_path("opened").rule("protocol 7"));
                OpenedValue::NotHere
            }
            Some((salt, choice)) if choice_digest(&self.match_id, &salt, id, &seat, &choice) == *digest => {
                self.opened.push(Opened { seat, id: id.clone(), salt, choice: choice.clone() });
                OpenedValue::Choice(choice)
            }
            Some((_, choice)) => {
                let problem = Problem::new(format!(
                    "this state must open {id} of '{seat}', and {choice} is not what '{seat}' committed to"
                ));
                self.missing = Some(problem.in_path("opened").rule("protocol 8.4"));
                OpenedValue::NotHere
            }
            None => {
                let problem = Problem::new(format!(
                    "this state must open {id} of '{seat}', but the choice is not on this machine"
                ));
                let advice = "the secret of this seat is on the machine on which it joined the match";
                self.missing = Some(problem.in_path("opened").rule("protocol 8.4").advice(advice));
                OpenedValue::NotHere
            }
        }
    }

    /// What was drawn, and what was opened, sorted by seat in charter order and by id.
    pub fn into_parts(mut self, seats: &Seats) -> (Vec<HiddenDraw>, Vec<Opened>) {
        self.opened.sort_by_key(|opened| (seats.index(&opened.seat), opened.id.clone()));
        (self.draws, self.opened)
    }
}

/// Each side with the seat that acts for it.
fn acting(seats: &Seats, table: &dyn Session) -> Vec<(Id, Id)> {
    let sides = seats.entries.iter().filter_map(|entry| entry.side.clone());
    let mut acting: Vec<(Id, Id)> = Vec::new();
    for side in sides {
        if let Some(seat) = seats.seat_of(table, &side).filter(|_| !acting.iter().any(|(own, _)| *own == side)) {
            acting.push((side.clone(), seat.clone()));
        }
    }
    acting
}

/// The choices that a seat has committed to: the step of the turn, the id, and the choice. A commitment's choice is
/// found by its digest.
pub type Choices = Vec<(u64, Id, Value)>;

/// What the owner of a hand knows: the secret of the seat, and the choices that it has committed to.
#[derive(Clone, Debug)]
pub struct HandOwner {
    pub seat: Id,
    pub secret: Bytes32,
    pub choices: Choices,
}

impl HandOwner {
    /// The salt of a choice of a turn.
    pub fn salt(&self, match_id: &Bytes32, turn: &Turn, id: &Id, choice: &Value) -> Bytes32 {
        let refusal = turn.refusal.as_ref();
        Salt { match_id, step: turn.step, refusal, id, seat: &self.seat, choice }.under(&self.secret)
    }

    /// The choice behind a commitment of a turn.
    pub fn chosen(&self, match_id: &Bytes32, turn: &Turn, id: &Id, digest: &Bytes32) -> Option<&Value> {
        let of_turn = self.choices.iter().filter(|(step, own, _)| *step == turn.step && own == id);
        let fits = |choice: &Value| {
            choice_digest(match_id, &self.salt(match_id, turn, id, choice), id, &self.seat, choice) == *digest
        };
        of_turn.map(|(_, _, choice)| choice).find(|choice| fits(choice))
    }

    /// The commitments of a step's turn to these choices, sorted by id (protocol 8.4). `refusal` is the one that the
    /// turn names.
    pub fn commits(
        &self,
        match_id: &Bytes32,
        (step, refusal): (u64, Option<&Bytes32>),
        choices: &[(Id, Value)],
    ) -> Vec<Commit> {
        let commit = |(id, choice): &(Id, Value)| {
            let salt = Salt { match_id, step, refusal, id, seat: &self.seat, choice };
            Commit { id: id.clone(), digest: salt.digest(&self.secret) }
        };
        let mut commits: Vec<Commit> = choices.iter().map(commit).collect();
        commits.sort_by(|one, two| one.id.cmp(&two.id));
        commits
    }

    /// The openings that this owner can give for everything that it has committed to in the turns of a chain.
    pub fn openings<'o>(
        &'o self,
        chain: &'o Chain<'_>,
    ) -> impl Fn(&Id, &Id, &Bytes32) -> Option<(Bytes32, Value)> + 'o {
        move |seat, id, digest| {
            let own = chain.turns.values().filter(|turn| turn.typed.seat == self.seat && *seat == self.seat);
            let mut commits = own.filter(|turn| {
                turn.typed.commit.iter().flatten().any(|commit| commit.id == *id && commit.digest == *digest)
            });
            let turn = &commits.next()?.typed;
            let choice = self.chosen(&chain.match_id, turn, id, digest)?.clone();
            Some((self.salt(&chain.match_id, turn, id, &choice), choice))
        }
    }
}

/// A false statement about a seat's cards, and where it was made.
#[derive(Clone, Debug)]
pub struct FalseStatement {
    /// The index on the line of the state in which it was made.
    pub at: usize,
    pub lie: Lie,
}

/// A seat's hand after every state of the line, as far as it can be followed.
///
/// # Errors
/// The first false statement about a card.
pub fn follow(chain: &Chain<'_>, game: &dyn Game, owner: &HandOwner) -> Result<Vec<HandTracker>, FalseStatement> {
    follow_to(chain, game, owner, usize::MAX)
}

/// Like [`follow`], only up to a given index on the line.
///
/// # Errors
/// As [`follow`].
pub fn follow_to(
    chain: &Chain<'_>,
    game: &dyn Game,
    owner: &HandOwner,
    last: usize,
) -> Result<Vec<HandTracker>, FalseStatement> {
    let Some((table, side)) = table_of(chain, game, &owner.seat) else { return Ok(Vec::new()) };
    let mut own = HandTracker::new(&side, &table.decks());
    let mut after: Vec<HandTracker> = Vec::with_capacity(chain.line.len());
    for (at, step) in chain.line.iter().enumerate().take_while(|(at, _)| *at <= last) {
        let events = events_of(&step.state.document.content);
        if let Some(to_step) = taken_back_to(step.state.typed.ruling.as_ref(), events) {
            if let Some(then) = usize::try_from(to_step).ok().and_then(|to| after.get(to)) {
                own = then.clone();
            }
            own.end_advance();
        }
        for turn in step.each_turn_once().into_iter().filter(|turn| turn.typed.seat == owner.seat) {
            // An opening that a turn owes does not end the answers in advance; a secret choice is not such an opening.
            let secret = secret_choices(events, own.side());
            let opens = turn.typed.open.is_some() && turn.typed.orders.is_none() && turn.typed.answers.is_none();
            if !opens || secret.opened || turn.typed.commit.is_some() {
                own.end_advance();
            }
            for commit in turn.typed.commit.iter().flatten().filter(|commit| !secret.committed.contains(&commit.id)) {
                if let Some(choice) = owner.chosen(&chain.match_id, &turn.typed, &commit.id, &commit.digest) {
                    own.commit(&commit.id, choice);
                }
            }
        }
        let key = hidden_key(&dice_key(&chain.match_id, &step.reveals), &owner.secret, &owner.seat);
        let (dice, mut d) = (Dice { key }, 0);
        let known = step.unknown.is_empty();
        let mut next = || -> Option<Box<Numbers<'static>>> {
            let numbers = known.then(|| dice.numbers(d))?;
            d += 1;
            Some(Box::new(numbers))
        };
        // A claim refers to the position at the beginning of the step.
        let claimed = events.iter().any(|event| event.get("event").and_then(Value::as_str) == Some("claimed"));
        let before = at.checked_sub(1).filter(|_| claimed).and_then(|before| chain.line.get(before));
        let before = before.and_then(|before| game.load(before.state.document.content.get("position")?).ok());
        let asked = before.as_ref().unwrap_or(&table);
        // Sides are exchanged before any card is drawn.
        if events.iter().any(|event| SeatEvent::of(event) == Some(SeatEvent::Exchanged {})) {
            own = HandTracker::new(chain.seats.across(own.side()), &table.decks());
        }
        let side = own.side().clone();
        let claims = |claim: &Value, cards: &_| asked.is_claim_true(&side, claim, cards);
        match own.follow(events, &mut next, &claims) {
            Ok(true) => after.push(own.clone()),
            Ok(false) => break,
            Err((_, lie)) => return Err(FalseStatement { at, lie }),
        }
    }
    Ok(after)
}

/// The first table of a match, and the side of a seat; `None` for a game without cards.
fn table_of(chain: &Chain<'_>, game: &dyn Game, seat: &Id) -> Option<(Box<dyn Session>, Id)> {
    let charter = &chain.charter.typed;
    let table = game.setup(&charter.scenario, &charter.options).ok().filter(|table| table.cards().is_some())?;
    let side = chain.seats.side_of(&*table, seat)?.clone();
    Some((table, side))
}

fn events_of(state: &Value) -> &[Value] {
    state.get("events").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The step to which a state goes back, by a ruling or by an accepted take-back.
fn taken_back_to(ruling: Option<&crate::document::kinds::Ruling>, events: &[Value]) -> Option<u64> {
    if let Some(back) = ruling.and_then(|ruling| ruling.take_back.as_ref()) {
        return Some(back.to_step);
    }
    events.iter().find_map(|event| match from_tagged::<EngineEvent>("event", event).ok()? {
        EngineEvent::Accepted { proposal, .. } => match crate::document::from_value::<Proposal>(&proposal).ok()? {
            Proposal::TakeBack { to_step, .. } => Some(to_step),
            _ => None,
        },
        _ => None,
    })
}

/// How many draws of each seat a take-back from an index on the line to a step would undo (protocol 8.2).
pub fn draws_since(chain: &Chain<'_>, to_step: u64, at: usize) -> Vec<(Id, u64)> {
    let since = chain.line.iter().take(at + 1).filter(|step| step.state.typed.step > to_step);
    let draws: Vec<&HiddenDraw> = since.flat_map(|step| step.state.typed.draws.iter().flatten()).collect();
    let seats = chain.seats.entries.iter().map(|entry| &entry.seat);
    let count = |seat: &Id| draws.iter().filter(|draw| draw.seat == *seat).count() as u64;
    seats.map(|seat| (seat.clone(), count(seat))).filter(|(_, count)| *count > 0).collect()
}

/// Whether any cards were used in a match, open-handed or hidden.
pub fn has_cards(chain: &Chain<'_>) -> bool {
    let card = |event: &Value| from_tagged::<CardEvent>("event", event).is_ok();
    chain.line.iter().any(|step| events_of(&step.state.document.content).iter().any(card))
}

/// The seats that have hands, and whether each has a secret.
pub fn hands_of<'c>(chain: &'c Chain<'_>, game: &dyn Game) -> Vec<(&'c Id, Option<Bytes32>)> {
    let charter = &chain.charter.typed;
    let Some(table) = game.setup(&charter.scenario, &charter.options).ok().filter(|table| table.cards().is_some())
    else {
        return Vec::new();
    };
    let acting = acting(&chain.seats, &*table);
    let entries = chain.charter.typed.seats.iter().filter(|entry| acting.iter().any(|(_, seat)| *seat == entry.seat));
    entries.map(|entry| (&entry.seat, entry.hidden)).collect()
}

/// A commitment of a seat that the chain does not open.
#[derive(Clone, Copy, Debug)]
pub struct Unopened<'c> {
    pub turn: &'c Turn,
    pub id: &'c Id,
    pub digest: Bytes32,
    /// Whether the seat must disclose it: a state resolves its turn, or the turn was refused under 8.6 and the seat has
    /// named that refusal. One that it has not named may have been held back; what it refused may be disclosed.
    pub owed: bool,
}

/// Everything that a seat has committed to in the turns of the chain and that the chain does not open: what it must
/// disclose, and what it may. Includes commitments in turns that were refused under 8.6.
pub fn unopened<'c>(chain: &'c Chain<'_>, seat: &Id) -> Vec<Unopened<'c>> {
    let opened = opened_digests(chain, seat);
    let own = || chain.turns.values().filter(|turn| turn.typed.seat == *seat);
    let resolved = chain.line.iter().flat_map(|step| step.each_turn_once()).filter(|turn| turn.typed.seat == *seat);
    let mut turns: Vec<_> = resolved.map(|turn| (turn, true)).collect();
    turns.extend(hand_refusals(chain, seat).into_iter().map(|refused| {
        let named = own().any(|turn| turn.typed.refusal == Some(refused.refusal.digest));
        (refused.turn, named)
    }));
    turns.sort_by_key(|(turn, _)| turn.typed.step);
    let commits = turns
        .into_iter()
        .flat_map(|(turn, owed)| turn.typed.commit.iter().flatten().map(move |commit| (turn, commit, owed)));
    let hidden = commits.filter(|(_, commit, _)| !opened.contains(&commit.digest));
    let hidden = hidden.map(|(turn, commit, owed)| (&turn.typed, &commit.id, commit.digest, owed));
    hidden.map(|(turn, id, digest, owed)| Unopened { turn, id, digest, owed }).collect()
}

/// Names the first turn that the line resolves for a seat and that is missing, if any. What the seat owes and what it
/// has opened is known only with all of its turns.
pub fn lacking_turn(chain: &Chain<'_>, seat: &Id) -> Option<String> {
    let gaps = (0..chain.line.len()).flat_map(|at| chain.missing_turns(at));
    let mut of_seat = gaps.filter(|gap| gap.seat.as_ref().is_none_or(|of| of == seat));
    of_seat.next().map(|gap| gap.because())
}

/// Why a turn of a seat that was refused under 8.6 may be missing: a refusal, or the turn that it refuses, is missing;
/// or there was a ruling on the step, so that no later turn needs to name the refusal.
pub fn lacking_refused(chain: &Chain<'_>, seat: &Id, step: u64) -> Option<String> {
    if !super::seats::has_escrow(&chain.charter.typed) {
        return None;
    }
    let own = chain.turns.values().filter(|turn| turn.typed.seat == *seat && turn.typed.step == step);
    let lacks = |named: Bytes32| match chain.refusals.get(&named) {
        None => Some(format!("the refusal {named} is missing")),
        Some(refusal) if chain.has_document(&refusal.typed.of) => None,
        Some(refusal) => Some(format!("the document that {} refuses is missing", refusal.file)),
    };
    let ruled = usize::try_from(step).ok().and_then(|at| chain.line.get(at)).map(|step| step.state);
    let ruled = ruled.filter(|state| state.typed.ruling.is_some());
    own.filter_map(|turn| turn.typed.refusal)
        .find_map(lacks)
        .or_else(|| ruled.map(|state| format!("a turn that the ruling {} displaced may be missing", state.file)))
}

/// The digests of a seat's openings in the chain.
fn opened_digests(chain: &Chain<'_>, seat: &Id) -> Vec<Bytes32> {
    openings_in(chain, seat).map(|(id, salt, choice)| choice_digest(&chain.match_id, salt, id, seat, choice)).collect()
}

/// Everything that the turns and states of the chain open for a seat: id, salt and choice.
pub fn openings_in<'c>(chain: &'c Chain<'_>, seat: &'c Id) -> impl Iterator<Item = (&'c Id, &'c Bytes32, &'c Value)> {
    chain.line.iter().flat_map(move |step| {
        let turns = step.turns.iter().filter(move |turn| turn.typed.seat == *seat);
        let in_turns = turns.flat_map(|turn| turn.typed.open.iter().flatten());
        let in_turns = in_turns.filter_map(|open| Some((&open.id, open.salt.as_ref()?, open.choice.as_ref()?)));
        let in_state = step.state.typed.opened.iter().flatten().filter(move |opened| opened.seat == *seat);
        in_turns.chain(in_state.map(|opened| (&opened.id, &opened.salt, &opened.choice)))
    })
}

/// Whether a secret is the one that a seat is bound to; open-handed, whether it is [`NO_SECRET`].
pub fn is_bound(chain: &Chain<'_>, seat: &Id, secret: &Bytes32) -> bool {
    let Some(entry) = chain.seats.entry(seat) else { return false };
    entry.hidden.map_or(*secret == NO_SECRET, |hidden| hidden_digest(&entry.key, secret) == hidden)
}

/// The disclosure for a seat that the adjudicator signs in its place, with escrow (protocol 8.6).
///
/// # Errors
/// As [`disclosure`].
pub fn disclosure_by(chain: &Chain<'_>, by: &Id, owner: &HandOwner, issued: &str) -> Result<Value, Problem> {
    let mut content = disclosure(chain, owner, issued)?;
    content["seat"] = json!(by);
    content["hand"] = json!(owner.seat);
    Ok(content)
}

/// The disclosure of a seat, to be signed when the match is over (protocol 8.7).
///
/// # Errors
/// The match is not over, or something that the seat has committed to is not known.
pub fn disclosure(chain: &Chain<'_>, owner: &HandOwner, issued: &str) -> Result<Value, Problem> {
    let newest = chain.newest().filter(|step| step.state.typed.outcome.is_some()).ok_or_else(|| {
        let problem = Problem::new("the match is not over, so the hands stay hidden").rule("protocol 8.7");
        problem.advice("`adjutant disclose --surrender` resigns, and discloses once that is resolved")
    })?;
    let mut choices = Vec::new();
    for Unopened { turn, id, digest, .. } in unopened(chain, &owner.seat) {
        let choice = owner.chosen(&chain.match_id, turn, id, &digest).ok_or_else(|| {
            let problem =
                Problem::new(format!("what '{}' committed to as {id} in step {} is not here", owner.seat, turn.step));
            problem
                .rule("protocol 8.7")
                .advice("it is with the secrets of this seat, on the machine that signed the turn")
        })?;
        choices.push(json!({"step": turn.step, "id": id, "choice": choice}));
    }
    Ok(json!({
        "adjutant": 1,
        "kind": "disclosure",
        "match": chain.match_id,
        "seat": owner.seat,
        "state": newest.state.digest,
        "secret": owner.secret,
        "choices": choices,
        "issued": issued,
    }))
}
