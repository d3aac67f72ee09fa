//! Adjudication: from a state and the turns that answer it to the next state (protocol 3, 5 to 7).

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::document::kinds::{Continues, HiddenDraw, Offer, Opened, Roll, Ruling, SeatEntry, TrustMode};
use crate::document::{Bytes32, Form, Id, MAX_CHOICE, Problem, Turn, fits, is_short_choice};
use crate::effort::Work;
use crate::engine::cards::Draw;
use crate::engine::events::{EngineEvent, Events};
use crate::engine::{Decision, Dice, OpenedValue, Proposal};
use crate::session::{Awaited, Game, Request, Session, parse_advance_id};
use crate::trust::{self, choice_digest, dice_key};

use super::hands::{self, HandOwner, HandsOfState, Openings};
use super::match_files::ParsedDocument;
use super::state_header::StateHeader;
use super::timeline::{Chain, check_reveal};

use super::seats::Seats;

mod rulings;

/// The dice of one state, as the rules draw them. Every roll is recorded in `rolls` (protocol 5), everything done with
/// hidden cards in `hands` (protocol 8).
#[derive(Debug)]
pub struct ChainDice<'s> {
    dice: trust::Dice,
    pub rolls: Vec<Roll>,
    hands: HandsOfState<'s>,
}

impl<'s> ChainDice<'s> {
    /// Dice derived from a key.
    pub fn new(key: Bytes32, hands: HandsOfState<'s>) -> Self {
        ChainDice { dice: trust::Dice { key }, rolls: Vec::new(), hands }
    }
}

impl Dice for ChainDice<'_> {
    fn draw(&mut self, draw: &Draw) {
        self.hands.draw(draw);
    }
    fn exchange_sides(&mut self) {
        self.hands.exchange_sides();
    }
    fn open(&mut self, side: &Id, id: &Id, digest: &Bytes32) -> OpenedValue {
        self.hands.open(side, id, digest)
    }
    fn roll(&mut self, purpose: &str, rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let n = self.rolls.len() as u64;
        let faces = self.dice.roll(n, count, sides).ok()?;
        self.rolls.push(Roll::of_dice(n, purpose, rule, sides, faces.clone()));
        Some(faces)
    }
}

/// The result of adjudicating: the content of the new state, unsigned, and the table that stands at its position.
#[derive(Debug)]
pub struct Resolved {
    pub content: Value,
    pub table: Box<dyn Session>,
}

impl Resolved {
    /// Checks that the state can be read back.
    ///
    /// # Errors
    /// The limit of protocol 1 that the state exceeds: nobody could read it, not even its issuer.
    fn new(content: Value, table: Box<dyn Session>) -> Result<Resolved, Problem> {
        Work::State.count();
        fits(&content, Form::State).map_err(|mut problem| {
            problem.message = format!("the state that follows cannot be written: {}", problem.message);
            problem
        })?;
        Ok(Resolved { content, table })
    }
}

/// What a turn does, given the proposal that is open.
#[derive(Clone, Debug, PartialEq)]
pub enum TurnAction {
    /// It resigns the match.
    Resign,
    /// It proposes a take-back or a draw, and does nothing else.
    Propose(Proposal),
    /// It accepts what is proposed.
    Accept(Proposal),
    /// It declines what is proposed.
    Decline(Proposal),
    /// It brings the orders, answers or choices that the game asks for.
    Play,
}

/// One state of the line with its table. From here turns are checked and resolved.
#[derive(Debug)]
pub struct Adjudication<'c, 'f> {
    pub chain: &'c Chain<'f>,
    pub game: &'c dyn Game,
    /// The index of the state on the line.
    pub at: usize,
    pub table: Box<dyn Session>,
}

/// State 0: the set-up of the charter's scenario (protocol 6).
///
/// # Errors
/// The charter is not signed by every seat, or the game does not know its scenario or options.
pub fn state_zero(chain: &Chain<'_>, game: &dyn Game, issued: &str) -> Result<Resolved, Problem> {
    let charter = chain.charter;
    super::charter::check_signatures(&charter.typed, charter.digest).map_err(|problem| charter.place(problem))?;
    set_up(chain, game, issued)
}

pub(super) fn set_up(chain: &Chain<'_>, game: &dyn Game, issued: &str) -> Result<Resolved, Problem> {
    let charter = &chain.charter.typed;
    let issuer = chain.seats.first_issuer().ok_or_else(|| Problem::new("nobody issues state 0").rule("protocol 3"))?;
    let table = match charter.source() {
        None => game.setup(&charter.scenario, &charter.options)?,
        Some(_) => super::successor::table(chain, game)?,
    };
    let mut table = table;
    if charter.seats.iter().all(|entry| entry.hidden.is_none()) {
        table.open_hands();
    }
    let parts = Parts { awaiting: first_round(&chain.seats), ..Parts::default() };
    let content = state(chain, 0, chain.match_id, issuer, &*table, parts, None, issued);
    Resolved::new(content, table)
}

impl<'c, 'f> Adjudication<'c, 'f> {
    /// The newest state of the line.
    ///
    /// # Errors
    /// There is no state yet, or its position cannot be read.
    pub fn newest(chain: &'c Chain<'f>, game: &'c dyn Game) -> Result<Self, Problem> {
        let at = chain.line.len().checked_sub(1).ok_or_else(|| {
            Problem::new("the match has no state yet").rule("protocol 6").advice("state 0 must be issued first")
        })?;
        Adjudication::at(chain, game, at)
    }

    /// A given state of the line.
    ///
    /// # Errors
    /// There is no such state, or its position cannot be read.
    pub fn at(chain: &'c Chain<'f>, game: &'c dyn Game, at: usize) -> Result<Self, Problem> {
        let table = table_at(chain, game, at)?;
        Ok(Adjudication { chain, game, at, table })
    }

    /// The state.
    pub fn state(&self) -> &'f ParsedDocument<StateHeader> {
        self.chain.line[self.at].state
    }

    /// The side that a seat plays here; `None` for the adjudicator.
    pub fn side_of(&self, seat: &Id) -> Option<&'c Id> {
        self.chain.seats.side_of(&*self.table, seat)
    }

    /// Everything that is wrong with a turn that answers this state; empty if the turn may be resolved. No dice are
    /// rolled.
    ///
    /// Each problem carries its place in the turn's text.
    pub fn check_turn(&self, turn: &ParsedDocument<Turn>) -> Vec<Problem> {
        let mut problems = self.check_envelope(&turn.typed, Some(&turn.digest));
        problems.extend(self.check_content(&turn.typed));
        problems.into_iter().map(|problem| turn.place(problem)).collect()
    }

    /// Like [`Adjudication::check_turn`], for a turn that is not signed yet.
    pub fn check_draft(&self, turn: &Turn) -> Vec<Problem> {
        let mut problems = self.check_envelope(turn, None);
        problems.extend(self.check_content(turn));
        problems
    }

    /// What the protocol requires of every turn, whatever it brings: seat, parent, step, reveal, and the refusal that
    /// it follows.
    fn check_envelope(&self, turn: &Turn, digest: Option<&Bytes32>) -> Vec<Problem> {
        let (chain, step) = (self.chain, &self.chain.line[self.at]);
        let mut problems = Vec::new();
        let mut wrong = |path: &str, rule: &str, message: String, advice: &str| {
            problems.push(Problem::new(message).in_path(path).rule(rule).advice(advice));
        };
        if turn.match_id != chain.match_id {
            wrong("match", "protocol 3", "this turn belongs to another match".to_owned(), "write a new draft");
        }
        if turn.parent != step.state.digest {
            let message = format!("this turn does not answer the state of step {}", step.state.typed.step);
            wrong("parent", "protocol 6", message, "write a new draft for the newest state");
        }
        let next = step.state.typed.step + 1;
        if turn.step != next {
            let message = format!("this turn is for step {}; the next step is {next}", turn.step);
            wrong("step", "protocol 6", message, "write a new draft for the newest state");
        }
        let awaited = chain.awaited(&step.state.typed);
        if !awaited.contains(&&turn.seat) {
            let names: Vec<&str> = awaited.iter().map(|seat| seat.as_str()).collect();
            let whom = if names.is_empty() { "nobody: the match is over".to_owned() } else { names.join(" and ") };
            let message = format!("'{}' is not asked to move; the state awaits {whom}", turn.seat);
            wrong("seat", "protocol 3", message, "wait for the next state");
        }
        let (due, must) = chain.due_refusals(self.at, &turn.seat, digest);
        match turn.refusal {
            Some(named) if due.contains(&named) || self.follows_ruling(turn, &named) => {}
            Some(named) => {
                let message = format!("there is no refusal {named} of an earlier turn or state");
                wrong("refusal", "protocol 6", message, "leave the field out, or name the refusal that is answered");
            }
            None if must => {
                let first = due.first().map(Bytes32::to_string).unwrap_or_default();
                let message = "this turn replaces one that was refused or is void, but does not say so".to_owned();
                wrong("refusal", "protocol 6", message, &format!("write `refusal: {first}`"));
            }
            None => {}
        }
        if let Some(place) = chain.seats.index(&turn.seat) {
            let (reveals, revealed) = step.links(&chain.seats);
            let (index, length) = (revealed[place] + 1, chain.seats.entries[place].seed.length);
            problems.extend(check_reveal(&turn.reveal, &reveals[place], index, length).err());
        }
        problems
    }

    /// Whether a refusal is of a turn that a ruling displaced, so that the turn's reveal is due again.
    fn follows_ruling(&self, turn: &Turn, named: &Bytes32) -> bool {
        let refused = self.chain.refusals.get(named).and_then(|refusal| self.chain.turns.get(&refusal.typed.of));
        self.state().typed.ruling.is_some()
            && refused.is_some_and(|refused| {
                refused.typed.seat == turn.seat && refused.typed.parent == self.state().typed.parent
            })
    }

    /// Checks that a turn brings either one thing that stands alone (a resignation, a proposal, an answer to one), or
    /// what the game asks for.
    fn check_content(&self, turn: &Turn) -> Vec<Problem> {
        let (mut problems, plays) = self.check_form(turn);
        if let Some(side) = plays {
            let act = Decision::of_turn(turn);
            let found = match self.open_table(&turn.seat, side) {
                Some(table) => table.check(side, &act),
                None => self.table.check(side, &act),
            };
            problems.extend(found.err().unwrap_or_default());
        }
        problems
    }

    /// The table that sees the cards of a seat in an open-handed match, where everybody can work out every hand and a
    /// turn is checked against it (protocol 8.1). `None` where hands are hidden, where there are none, or where the
    /// cards cannot be followed up to here.
    fn open_table(&self, seat: &Id, side: &Id) -> Option<Box<dyn Session>> {
        self.table.cards().filter(|cards| cards.open_handed)?;
        let owner = HandOwner { seat: seat.clone(), secret: hands::NO_SECRET, choices: Vec::new() };
        let own = hands::follow_to(self.chain, self.game, &owner, self.at).ok()?.into_iter().nth(self.at)?;
        let mut table = self.table.boxed_clone();
        table.follow(side, own);
        Some(table)
    }

    /// The same checks without those of the game; with the side for which the game still has to check the turn, if any.
    pub(super) fn check_form(&self, turn: &Turn) -> (Vec<Problem>, Option<&'c Id>) {
        let Some(side) = self.side_of(&turn.seat) else { return (Vec::new(), None) };
        let awaited = self.chain.awaited(&self.state().typed);
        let act = Decision::of_turn(turn);
        if awaited.len() > 1 {
            let other = |given: bool, part: &str| {
                let problem = Problem::new(format!("several seats move at once; none of them may send `{part}`"));
                given.then(|| problem.in_path(part).rule("protocol 3").advice("commit, open, or send an empty turn"))
            };
            let found: Vec<Problem> = [
                other(!act.orders.is_empty(), "orders"),
                other(!act.answers.is_empty(), "answers"),
                other(act.standing.is_some(), "standing"),
                other(turn.take_back.is_some(), "take_back"),
                other(turn.offer.is_some(), "offer"),
            ]
            .into_iter()
            .flatten()
            .collect();
            if !found.is_empty() {
                return (found, None);
            }
        }
        let mut problems = self.check_openings(turn, side);
        let mut plays = None;
        match self.classify(turn, side) {
            Err(problem) => problems.push(problem),
            Ok(TurnAction::Play) => {
                if self.asks(&turn.seat, "empty") {
                    // A seat that plays on a team but does not act for its side is asked only for its first reveal.
                    if !act.is_empty() || turn.offer.is_some() {
                        let problem = Problem::new("this turn must be empty: it only reveals");
                        problems.push(problem.rule("protocol 3").advice("leave everything else out"));
                    }
                } else {
                    plays = Some(side);
                }
            }
            Ok(_) => {}
        }
        (problems, plays)
    }

    /// What a turn would do; `None` for a turn that is not valid, or whose seat plays no side.
    pub fn meaning(&self, turn: &Turn) -> Option<TurnAction> {
        self.classify(turn, self.side_of(&turn.seat)?).ok()
    }

    fn asks(&self, seat: &Id, what: &str) -> bool {
        let of_seat = |entry: &&Value| entry.get("seat").and_then(Value::as_str) == Some(seat.as_str());
        self.state().typed.awaiting.iter().filter(of_seat).any(|entry| entry.get(what).is_some())
    }

    fn check_openings(&self, turn: &Turn, side: &Id) -> Vec<Problem> {
        let mut problems = Vec::new();
        let mut wrong = |path: String, message: String| {
            problems.push(Problem::new(message).in_path(path).rule("protocol 7"));
        };
        let mut ids = BTreeSet::new();
        for (n, commit) in turn.commit.iter().flatten().enumerate() {
            let used = self.chain.line[self.at].used.contains(&(turn.seat.clone(), commit.id.clone()));
            if let Some((window, step)) = parse_advance_id(&commit.id)
                && step != turn.step
                && (self.table.advance_questions(side).contains(&window)
                    || self.table.advance_parts(side).contains(&window))
            {
                wrong(
                    format!("commit[{n}].id"),
                    format!("'{}' is not an answer in advance for step {}", commit.id, turn.step),
                );
            }
            if self.has_committed(&turn.seat, &commit.digest) {
                wrong(format!("commit[{n}].digest"), "the seat has already made this commitment".to_owned());
            }
            if used || !ids.insert(&commit.id) {
                wrong(
                    format!("commit[{n}].id"),
                    format!("there is already a commitment to the choice '{}'", commit.id),
                );
            }
        }
        let mut opened = BTreeSet::new();
        for (n, open) in turn.open.iter().flatten().enumerate() {
            if !opened.insert(&open.id) {
                wrong(format!("open[{n}].id"), format!("the choice '{}' is opened twice", open.id));
                continue;
            }
            if open.choice.as_ref().is_some_and(|choice| !is_short_choice(choice)) {
                let message = format!("the choice '{}' has more than {MAX_CHOICE} bytes", open.id);
                wrong(format!("open[{n}].choice"), message);
                continue;
            }
            let Some(digest) = self.table.commitment(side, &open.id) else {
                wrong(format!("open[{n}].id"), format!("there is no unopened commitment to '{}'", open.id));
                continue;
            };
            let earlier = self.chain.charter.typed.continues.iter().flat_map(Continues::matches);
            let mut matches = std::iter::once(self.chain.match_id).chain(earlier);
            if let (Some(salt), Some(choice)) = (&open.salt, &open.choice)
                && !matches.any(|of| choice_digest(&of, salt, &open.id, &turn.seat, choice) == digest)
            {
                let message = format!("salt and choice do not match the commitment to '{}'", open.id);
                wrong(format!("open[{n}]"), message);
            }
        }
        // With hidden hands a salt is derived from the seat's secret, so none can be lost.
        let bound = self.chain.seats.entry(&turn.seat).is_some_and(|entry| entry.hidden.is_some());
        let opens = turn.open.iter().flatten().enumerate();
        for (n, open) in opens.filter(|(_, open)| bound && open.forfeit == Some(true)) {
            let problem = Problem::new(format!("'{}' cannot be forfeited", open.id)).in_path(format!("open[{n}]"));
            problems.push(problem.rule("protocol 8.4").advice("open it: its salt follows from your secret"));
        }
        problems
    }

    /// Whether a seat with a hidden hand has already made a commitment in another turn of the line: the salt would then
    /// not be the one of this turn (protocol 8.4).
    fn has_committed(&self, seat: &Id, digest: &Bytes32) -> bool {
        let hidden = self.chain.seats.entry(seat).is_some_and(|entry| entry.hidden.is_some());
        let turns = self.chain.line[..=self.at].iter().flat_map(|step| &step.turns);
        let mut own = turns.filter(|turn| turn.typed.seat == *seat);
        hidden && own.any(|turn| turn.typed.commit.iter().flatten().any(|commit| commit.digest == *digest))
    }

    /// Classifies a turn. A turn that resigns, proposes or answers a proposal carries nothing else.
    fn classify(&self, turn: &Turn, side: &Id) -> Result<TurnAction, Problem> {
        let act = Decision::of_turn(turn);
        let proposal = self.table.proposal();
        let alone = |path: &str, others: bool| {
            let problem = Problem::new(format!("a turn with this `{path}` must contain nothing else")).in_path(path);
            if others { Err(problem.rule("protocol 6").advice("send it alone")) } else { Ok(()) }
        };
        let refuse = |path: &str, message: &str, advice: &str| {
            Err(Problem::new(message).in_path(path).rule("protocol 6").advice(advice))
        };
        if turn.offer == Some(Offer::Resign) {
            alone("offer", !act.is_empty() || turn.take_back.is_some())?;
            return Ok(TurnAction::Resign);
        }
        let answered = proposal.clone().filter(|proposal| match proposal {
            Proposal::TakeBack { .. } => self.asks(&turn.seat, "take_back"),
            Proposal::Draw { .. } => self.asks(&turn.seat, "draw"),
            Proposal::StandingDraw { .. } => false,
        });
        if let Some(proposal) = answered {
            let accepts = match &proposal {
                Proposal::TakeBack { to_step, .. } => {
                    turn.take_back.as_ref().is_some_and(|back| back.to_step == *to_step) && turn.offer.is_none()
                }
                _ => turn.offer == Some(Offer::Draw) && turn.take_back.is_none(),
            };
            let empty = turn.take_back.is_none() && turn.offer.is_none();
            return match (accepts, empty, act.is_empty()) {
                (true, _, true) => Ok(TurnAction::Accept(proposal)),
                (_, true, true) => Ok(TurnAction::Decline(proposal)),
                _ => refuse(
                    "",
                    "this turn neither accepts nor declines the proposal",
                    "accept with the same field and nothing else, or decline with an empty turn",
                ),
            };
        }
        if let Some(back) = &turn.take_back {
            alone("take_back", !act.is_empty() || turn.offer.is_some())?;
            if back.to_step >= self.at as u64 {
                let message = format!("step {} is not an earlier step to go back to", back.to_step);
                return refuse("take_back.to_step", &message, "name a step before the newest one");
            }
            return Ok(TurnAction::Propose(Proposal::TakeBack { by: side.clone(), to_step: back.to_step }));
        }
        if turn.offer == Some(Offer::Draw) {
            if let Some(Proposal::StandingDraw { by }) = &proposal
                && by != side
            {
                alone("offer", !act.is_empty())?;
                return Ok(TurnAction::Accept(Proposal::StandingDraw { by: by.clone() }));
            }
            if act.is_empty() {
                return Ok(TurnAction::Propose(Proposal::Draw { by: side.clone() }));
            }
        }
        Ok(TurnAction::Play)
    }

    /// The state that resolves the turns of all awaited seats. `reveal` is the responder's own; `received` and `issued`
    /// are its times.
    ///
    /// # Errors
    /// Everything wrong with the turns, as in [`Adjudication::check_turn`]; a missing or surplus turn; a reveal of the
    /// responder that was not due.
    pub fn resolve(
        &self,
        turns: &[&ParsedDocument<Turn>],
        reveal: Bytes32,
        received: Option<&str>,
        issued: &str,
    ) -> Result<Resolved, Vec<Problem>> {
        self.resolve_with(turns, reveal, &hands::no_openings, received, issued)
    }

    /// Like [`Adjudication::resolve`], with what the responder can open of its own hidden choices (protocol 8.4).
    ///
    /// # Errors
    /// As [`Adjudication::resolve`], or something that must be opened is not known here.
    pub fn resolve_with(
        &self,
        turns: &[&ParsedDocument<Turn>],
        reveal: Bytes32,
        openings: &Openings<'_>,
        received: Option<&str>,
        issued: &str,
    ) -> Result<Resolved, Vec<Problem>> {
        let (chain, step) = (self.chain, &self.chain.line[self.at]);
        let one = |problem: Problem| vec![problem];
        let awaited = chain.awaited(&step.state.typed);
        let mut ordered = Vec::new();
        for seat in &awaited {
            let mut own = turns.iter().copied().filter(|turn| turn.typed.seat == **seat);
            let Some(turn) = own.next() else {
                return Err(one(Problem::new(format!("the turn of '{seat}' is missing")).rule("protocol 3")));
            };
            ordered.push(turn);
        }
        if ordered.len() != turns.len() || turns.is_empty() {
            return Err(one(Problem::new("a state resolves exactly one turn of each awaited seat").rule("protocol 3")));
        }
        let every_problem = || -> Vec<Problem> {
            let of_turns = ordered.iter().flat_map(|turn| self.check_turn(turn));
            let refused = ordered
                .iter()
                .filter_map(|turn| chain.refusal_of_turn(turn))
                .map(|refusal| Problem::new(format!("this turn was refused in {}", refusal.file)).rule("protocol 6"));
            of_turns.chain(refused).collect()
        };
        let or_else = |found: Vec<Problem>| Some(every_problem()).filter(|all| !all.is_empty()).unwrap_or(found);
        // The game's own checks happen while the turns are carried out, so that nothing is tried twice.
        let in_form = |turn: &ParsedDocument<Turn>| {
            self.check_envelope(&turn.typed, Some(&turn.digest)).is_empty()
                && self.check_form(&turn.typed).0.is_empty()
                && chain.refusal_of_turn(turn).is_none()
        };
        if !ordered.iter().all(|turn| in_form(turn)) {
            return Err(every_problem());
        }
        if self.table.cards().is_some_and(|cards| cards.open_handed) {
            let problems = every_problem();
            if !problems.is_empty() {
                return Err(problems);
            }
        }
        let responder = chain.seats.responder_to(&ordered[0].typed.seat);
        let responder =
            responder.ok_or_else(|| one(Problem::new("nobody responds to this seat").rule("protocol 3")))?;
        let (before, revealed) = step.links(&chain.seats);
        let mut reveals = before.clone();
        for turn in &ordered {
            if let Some(place) = chain.seats.index(&turn.typed.seat) {
                reveals[place] = turn.typed.reveal;
            }
        }
        if let Some(place) = chain.seats.index(responder) {
            let (index, length) = (revealed[place] + 1, chain.seats.entries[place].seed.length);
            check_reveal(&reveal, &before[place], index, length).map_err(|problem| or_else(one(problem)))?;
            reveals[place] = reveal;
        }

        let hands = HandsOfState::new(chain, &*self.table, responder, openings);
        let mut dice = ChainDice::new(dice_key(&chain.match_id, &reveals), hands);
        let carried_out = self.carry_out(&ordered, responder, &mut dice);
        if let Some(missing) = dice.hands.missing.take() {
            return Err(one(missing));
        }
        let (table, events, awaiting) = carried_out.map_err(or_else)?;
        let (draws, opened) = dice.hands.into_parts(&chain.seats);
        let parts = Parts {
            turns: ordered.iter().map(|turn| turn.digest).collect(),
            reveal: Some(reveal),
            rolls: dice.rolls,
            events,
            awaiting,
            ruling: None,
            draws,
            opened,
        };
        let content = state(chain, self.at as u64 + 1, step.state.digest, responder, &*table, parts, received, issued);
        Resolved::new(content, table).map_err(one)
    }

    /// Carries out turns that have passed every check but the game's own.
    #[allow(clippy::type_complexity)]
    fn carry_out(
        &self,
        turns: &[&ParsedDocument<Turn>],
        responder: &Id,
        dice: &mut ChainDice<'_>,
    ) -> Result<(Box<dyn Session>, Vec<Value>, Vec<Value>), Vec<Problem>> {
        let seats = &self.chain.seats;
        // A copy of the table, if something changes before the acts are resolved.
        let mut changed: Option<Box<dyn Session>> = None;
        let another = |changed: Option<Box<dyn Session>>| changed.unwrap_or_else(|| self.table.boxed_clone());
        let mut events = Events::default();
        let note = |events: &mut Events, event: &EngineEvent| events.emit("protocol 6", event);
        let as_value = |proposal: &Proposal| crate::engine::run::to_value(proposal);
        // The first round of a match that continues another: the game does not start anew.
        if self.at == 0 && self.chain.charter.typed.continues.is_some() {
            let asked = awaiting(seats, &*self.table, responder);
            return Ok((self.table.boxed_clone(), Vec::new(), asked));
        }
        let mut acts = Vec::new();
        let mut standing_draw = None;
        for turn in turns {
            let Some(side) = self.side_of(&turn.typed.seat).cloned() else { continue };
            match self.classify(&turn.typed, &side).map_err(|problem| vec![turn.place(problem)])? {
                TurnAction::Resign => {
                    note(&mut events, &EngineEvent::Resigned { side: side.clone() });
                    let mut table = another(changed);
                    table.conclude("resigned", Some(&side));
                    return Ok((table, events.into_values(), Vec::new()));
                }
                TurnAction::Propose(proposal) => {
                    let mut told = as_value(&proposal);
                    if let Proposal::TakeBack { to_step, .. } = proposal {
                        self.add_undone_draws(to_step, &mut told);
                    }
                    note(&mut events, &EngineEvent::Proposed { side, proposal: told });
                    let mut table = another(changed);
                    table.set_proposal(Some(proposal));
                    let awaiting = awaiting(seats, &*table, responder);
                    return Ok((table, events.into_values(), awaiting));
                }
                TurnAction::Accept(proposal) => {
                    note(&mut events, &EngineEvent::Accepted { side, proposal: as_value(&proposal) });
                    if let Proposal::TakeBack { to_step, .. } = proposal {
                        let (table, awaiting) = self.restore(to_step).map_err(|problem| vec![problem])?;
                        return Ok((table, events.into_values(), awaiting));
                    }
                    let mut table = another(changed);
                    table.conclude("draw_agreed", None);
                    return Ok((table, events.into_values(), Vec::new()));
                }
                TurnAction::Decline(proposal) => {
                    note(&mut events, &EngineEvent::Declined { side, proposal: as_value(&proposal) });
                    let mut table = another(changed);
                    table.set_proposal(None);
                    let before = self.chain.line[self.at].resume.clone();
                    let awaiting = before.unwrap_or_else(|| awaiting(seats, &*table, responder));
                    return Ok((table, events.into_values(), awaiting));
                }
                TurnAction::Play => {
                    let proposal = changed.as_ref().unwrap_or(&self.table).proposal();
                    if let Some(Proposal::StandingDraw { by }) = proposal
                        && by != side
                    {
                        let proposal = as_value(&Proposal::StandingDraw { by });
                        note(&mut events, &EngineEvent::Declined { side: side.clone(), proposal });
                        let mut table = another(changed.take());
                        table.set_proposal(None);
                        changed = Some(table);
                    }
                    if turn.typed.offer == Some(Offer::Draw) {
                        let proposal = Proposal::StandingDraw { by: side.clone() };
                        note(&mut events, &EngineEvent::Proposed { side: side.clone(), proposal: as_value(&proposal) });
                        standing_draw = Some(&turn.typed.seat);
                    }
                    if !self.asks(&turn.typed.seat, "empty") {
                        acts.push((side, Decision::of_turn(&turn.typed)));
                    }
                }
            }
        }
        let mut events = events.into_values();
        let (mut table, happened) = changed.as_ref().unwrap_or(&self.table).adjudicated(&acts, dice)?;
        events.extend(happened);
        if table.outcome().is_some() {
            table.set_proposal(None);
            return Ok((table, events, Vec::new()));
        }
        // The seat that offered the draw may play the other side by now.
        let offers = standing_draw.and_then(|seat| seats.side_of(&*table, seat).cloned());
        if let Some(by) = offers {
            table.set_proposal(Some(Proposal::StandingDraw { by }));
        }
        let awaiting = awaiting(seats, &*table, responder);
        Ok((table, events, awaiting))
    }

    /// The table and the `awaiting` list as they were at a step.
    fn restore(&self, to_step: u64) -> Result<(Box<dyn Session>, Vec<Value>), Problem> {
        let at = usize::try_from(to_step).unwrap_or(usize::MAX);
        let mut table = table_at(self.chain, self.game, at)?;
        table.end_advance();
        Ok((table, self.chain.line[at].state.typed.awaiting.clone()))
    }

    /// Adds to a take-back how many draws of each seat it would undo (protocol 8.2).
    fn add_undone_draws(&self, to_step: u64, proposal: &mut Value) {
        let draws = hands::draws_since(self.chain, to_step, self.at);
        if let Some(back) = proposal.get_mut("take_back").filter(|_| !draws.is_empty()) {
            let draws: serde_json::Map<String, Value> =
                draws.into_iter().map(|(seat, count)| (seat.as_str().to_owned(), json!(count))).collect();
            back["draws"] = Value::Object(draws);
        }
    }
}

/// The table at a state of the line.
pub(super) fn table_at(chain: &Chain<'_>, game: &dyn Game, at: usize) -> Result<Box<dyn Session>, Problem> {
    let step =
        chain.line.get(at).ok_or_else(|| Problem::new(format!("the match has no step {at}")).rule("protocol 6"))?;
    let position = step.state.document.content.get("position").unwrap_or(&Value::Null);
    game.load(position).map_err(|problem| step.state.place(problem))
}

/// What state 0 asks for: empty turns, so that every seat has revealed one link before any dice are rolled (protocol
/// 3).
fn first_round(seats: &Seats) -> Vec<Value> {
    let players = seats.entries.iter().filter(|entry| entry.side.is_some());
    let count = if seats.trust == TrustMode::HeadToHead { 1 } else { usize::MAX };
    let empty = |seat: &SeatEntry| json!({"seat": seat.seat, "empty": true});
    players.take(count).map(empty).collect()
}

/// The `awaiting` list of a state: what is asked of which seat, in charter order.
///
/// Head-to-head, only one seat at a time is asked. Of two, it is the one that issues the state, because it can mail its
/// turn along with it.
pub fn awaiting(seats: &Seats, table: &dyn Session, issuer: &Id) -> Vec<Value> {
    let asked = table.awaiting();
    let starts = !asked.is_empty() && asked.iter().all(|asked| matches!(asked.want, Request::Empty(_)));
    if starts {
        return first_round(seats);
    }
    let mut wanted: Vec<(usize, &Id, Awaited)> = asked
        .into_iter()
        .filter_map(|asked| {
            let seat = seats.seat_of(table, &asked.side)?;
            Some((seats.index(seat)?, seat, asked))
        })
        .collect();
    wanted.sort_by_key(|(place, ..)| *place);
    if seats.trust == TrustMode::HeadToHead && !wanted.is_empty() {
        let first = wanted.iter().position(|(_, seat, _)| *seat == issuer).unwrap_or(0);
        wanted = vec![wanted.swap_remove(first)];
    }
    wanted.into_iter().map(|(_, seat, asked)| asked.to_value("seat", seat)).collect()
}

#[derive(Default)]
struct Parts {
    turns: Vec<Bytes32>,
    reveal: Option<Bytes32>,
    rolls: Vec<Roll>,
    events: Vec<Value>,
    awaiting: Vec<Value>,
    ruling: Option<Ruling>,
    draws: Vec<HiddenDraw>,
    opened: Vec<Opened>,
}

/// The content of a state, its fields in the protocol's order.
#[allow(clippy::too_many_arguments)]
fn state(
    chain: &Chain<'_>,
    step: u64,
    parent: Bytes32,
    responder: &Id,
    table: &dyn Session,
    parts: Parts,
    received: Option<&str>,
    issued: &str,
) -> Value {
    // Large parts are moved in, not copied.
    let draws = (!parts.draws.is_empty()).then(|| ("draws", json!(parts.draws)));
    let opened = (!parts.opened.is_empty()).then(|| ("opened", json!(parts.opened)));
    let ruling = parts.ruling.map(|ruling| ("ruling", json!(ruling)));
    let received = received.map(|received| ("received", json!(received)));
    let fields = [
        ("adjutant", json!(1)),
        ("kind", json!("state")),
        ("match", json!(chain.match_id)),
        ("step", json!(step)),
        ("parent", json!(parent)),
        ("turns", json!(parts.turns)),
        ("responder", json!(responder)),
        ("reveal", json!(parts.reveal)),
        ("rolls", json!(parts.rolls)),
        ("events", Value::Array(parts.events)),
        ("position", table.view(None)),
        ("awaiting", Value::Array(parts.awaiting)),
        ("outcome", table.outcome().unwrap_or(Value::Null)),
    ];
    let fields =
        fields.into_iter().chain(ruling).chain(draws).chain(opened).chain(received).chain([("issued", json!(issued))]);
    Value::Object(fields.map(|(field, value)| (field.to_owned(), value)).collect())
}
