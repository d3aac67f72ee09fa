//! A game as the rest of the program sees it: check an act, resolve it, say what is awaited.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Bytes32, Id, Problem};

use crate::report::svg::Drawing;
use crate::report::{AdvanceSample, MapView, Past, Report, Show, StepFacts};

use crate::engine::cards::{CardTable, Decks, OwnCards};
use crate::engine::decision::Decision;
use crate::engine::dice::Dice;
use crate::engine::position::Proposal;
use crate::engine::prospects::Sign;
use crate::engine::run::to_value;

pub mod cards;
pub mod case;
mod decisions;
mod dry_run;
mod game;
pub mod game_entry;
pub mod history;
pub mod imagined;
pub mod luck;
pub mod name_resolution;
mod plan;
pub mod player;
mod request_check;
mod rules;
mod ruleset_session;
pub mod search;
pub mod self_play;
pub mod session_text;
mod step_report;

pub use cards::{HandTracker, Lie, SecretChoices, parse_advance_id, secret_choices};
pub use game_entry::GameEntry;
pub use history::{History, StepView};
pub use plan::Plan;
pub use player::{EasyPlayer, RandomPlayer, SensiblePlayer};
pub use rules::{HandTrackers, Rules, RulesetSession, Unfinished};
pub use session_text::SessionText;
pub use step_report::{Seat, StepMeta, completed, open_offer, step_report};

/// What is asked of a seat, as `awaiting` states it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// An empty turn, so that the seat has revealed one link.
    Empty(bool),
    /// Orders; the value says what may be spent.
    Orders(Value),
    /// An answer to the question `id`.
    Answer { id: String, rule: String, question: Value, options: Vec<Value> },
    /// Commitments to these choices.
    Commit(Vec<Id>),
    /// Openings of these choices.
    Open(Vec<Id>),
    /// An answer that names the choice in place of the one that the other side forfeited.
    Name { id: String, rule: String, options: Vec<Value> },
    /// Whether it accepts going back to the position of a step.
    TakeBack { to_step: u64 },
    /// Whether it accepts a draw.
    Draw(bool),
}

/// What is asked of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Awaited {
    pub side: Id,
    pub want: Request,
    /// Choices to which the same turn may already commit (protocol 7).
    pub may_commit: Vec<Id>,
}

impl Awaited {
    /// What is asked of a side, with nothing that it may do early.
    pub fn new(side: Id, want: Request) -> Self {
        Awaited { side, want, may_commit: Vec::new() }
    }

    /// As data: the request, with `who` under `key`.
    pub fn to_value(&self, key: &str, who: &Id) -> Value {
        let mut entry = Map::from_iter([(key.to_owned(), json!(who))]);
        if let Value::Object(want) = to_value(&self.want) {
            entry.extend(want);
        }
        if !self.may_commit.is_empty() {
            entry.insert("may_commit".to_owned(), json!(self.may_commit));
        }
        Value::Object(entry)
    }
}

/// What a side may do now; not everything, but enough to play on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legal {
    /// Orders, each a legal first order of a turn.
    pub orders: Vec<Value>,
    /// Entries for `answers`.
    pub answers: Vec<Value>,
    /// Choices to commit to, with every legal value.
    pub choices: Vec<(Id, Vec<Value>)>,
    /// Examples of standing orders.
    pub standing: Vec<Value>,
}

/// A game with its data, ready to set up tables.
pub trait Game: Debug + Send + Sync {
    /// The id of the game in charters.
    fn id(&self) -> &'static str;
    /// The revision of its rules.
    fn revision(&self) -> u32;
    /// Its two sides.
    fn sides(&self) -> [Id; 2];
    /// Whether several seats may share a side (protocol 3).
    fn has_teams(&self) -> bool;
    /// The set-up of a scenario.
    ///
    /// # Errors
    /// The scenario or an option is not known.
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Box<dyn Session>, Problem>;
    /// The table at a position.
    ///
    /// # Errors
    /// The value is not a position of this game.
    fn load(&self, position: &Value) -> Result<Box<dyn Session>, Problem>;
    /// Like [`Game::load`], for a position known to follow from the rules: its invariants are not checked again.
    ///
    /// # Errors
    /// The value cannot be read as a position of this game.
    fn load_unchecked(&self, position: &Value) -> Result<Box<dyn Session>, Problem>;
    /// Every reason why [`Game::load`] would reject a position, each with its path (`position.game.groups.4.hex`).
    fn broken(&self, position: &Value) -> Vec<Problem>;
    /// Checks that a value is an outcome of this game.
    ///
    /// # Errors
    /// Everything that is wrong with it, with paths inside it.
    fn check_outcome(&self, outcome: &Value) -> Result<(), Vec<Problem>>;
    /// The table that a case describes.
    ///
    /// # Errors
    /// Its notation cannot be read.
    fn case(&self, given: &Value) -> Result<Box<dyn Session>, Problem>;
    /// The JSON Schemas of an order, an answer and standing orders.
    fn schemas(&self) -> [Value; 3];
    /// The JSON Schema of a case.
    fn case_schema(&self) -> Value;
    /// The JSON Schema of a committed choice in clear text.
    fn choice_schema(&self) -> Value;
    /// An outcome of this game, as the end of a sentence.
    fn outcome_words(&self, outcome: &Value) -> String;
}

/// A table after acts were resolved, and the events.
pub type Adjudicated = (Box<dyn Session>, Vec<Value>);

/// One position of a game, with the rules to continue it.
pub trait Session: SessionText + History + Debug + Send + Sync {
    /// A copy of this table.
    fn boxed_clone(&self) -> Box<dyn Session>;
    /// The whole position as data.
    fn position(&self) -> Value;
    /// The position in the notation of cases.
    fn notation(&self) -> Value;
    /// The position as the `given` of a case: in the notation of cases if that describes all of it, or else in full.
    /// Proposals between the players are left out.
    ///
    /// # Errors
    /// The match is over: nothing can follow.
    fn to_given(&self) -> Result<Value, Problem>;
    /// The position as a side may see it (`None`: the public). Every state or report must be written through this.
    fn view(&self, side: Option<&Id>) -> Value;
    /// The cards of the game before anything is done with them; empty for a game without cards.
    fn decks(&self) -> Decks;
    /// The cards of the game as everybody sees them.
    fn cards(&self) -> Option<&CardTable>;
    /// Makes the table open-handed: nobody has a secret.
    fn open_hands(&mut self);
    /// Ends all answers in advance, as a take-back does.
    fn end_advance(&mut self);
    /// Lets the sensible player decide in haste, as imagined futures need it.
    fn hurry(&mut self);
    /// Adds a side's own cards, so that what this table answers for the side can use them. No result depends on them.
    fn follow(&mut self, side: &Id, own: HandTracker);
    /// What a side knows of its own cards, if that is known here.
    fn hand_tracker(&self, side: &Id) -> Option<&HandTracker>;
    /// Whether a claim of a side about its own cards is true.
    fn is_claim_true(&self, side: &Id, claim: &Value, own: &OwnCards) -> bool;
    /// The questions that a side may answer in advance.
    fn advance_questions(&self, side: &Id) -> Vec<&'static str>;
    /// The parts to which a side's answers in advance may refer, by name.
    fn advance_parts(&self, side: &Id) -> Vec<&'static str>;
    /// A side's choices with its answers in advance divided into parts, if its cards are known here.
    fn in_parts(&self, side: &Id, choices: &[(Id, Value)]) -> Vec<(Id, Value)>;
    /// Answers in advance by question, as their player thinks of them: the parts are put in where they are named.
    fn whole_advance(&self, says: &[(String, Value)]) -> Vec<(String, Value)>;
    /// What a sensible player of a side would answer in advance together with this act, by question; not where the
    /// answer needs a card that the act uses.
    fn recommend_advance(&self, side: &Id, act: &Decision) -> Vec<(&'static str, Value)>;
    /// A player's orders, answers and answers in advance, prepared for signing: cards that he lays or uses are replaced
    /// by the ids of their commitments, which come with the act, each with its value.
    ///
    /// # Errors
    /// They cannot be read, or the side's cards are not known here.
    fn concealed(&self, side: &Id, act: &Decision) -> Result<Plan, Vec<Problem>>;
    /// A player's choices, prepared for sealing: with card ids in the answers in advance.
    ///
    /// # Errors
    /// They name something that he does not hold; each problem has its place among the choices (`commit[2].choice`).
    fn sealed(&self, side: &Id, choices: &[(Id, Value)]) -> Result<Vec<(Id, Value)>, Vec<Problem>>;
    /// What is asked of which side.
    fn awaiting(&self) -> Vec<Awaited>;
    /// Whether the sides are exchanged in this position: every seat plays the side that the charter gives to the other
    /// one.
    fn exchanged(&self) -> bool;
    /// The same for another position of the same game.
    ///
    /// # Errors
    /// The value is not a position of this game.
    fn exchanged_in(&self, position: &Value) -> Result<bool, Problem>;
    /// The outcome, once the match is over.
    fn outcome(&self) -> Option<Value>;
    /// Ends the match by resignation, default or agreement, and returns the outcome.
    fn conclude(&mut self, how: &str, loser: Option<&Id>) -> Value;
    /// Ends the match with an outcome stated by a referee.
    fn set_outcome(&mut self, outcome: Value);
    /// A side's commitment in a choice in progress.
    fn commitment(&self, side: &Id, choice: &Id) -> Option<Bytes32>;
    /// Whether an id belongs to a choice in progress that both sides make (protocol 7), and not to a card.
    fn is_choice(&self, id: &Id) -> bool;
    /// The values that a side may pick in a secret choice, as far as this position tells.
    fn choice_values(&self, side: &Id, id: &Id) -> Vec<Value>;
    /// The proposal that waits for an answer.
    fn proposal(&self) -> Option<Proposal>;
    /// Replaces the proposal.
    fn set_proposal(&mut self, proposal: Option<Proposal>);
    /// Checks whether an act is legal here; nothing is rolled and nothing changes.
    ///
    /// # Errors
    /// All reasons at once, with paths inside the turn (`orders[2].move.sp`).
    fn check(&self, side: &Id, act: &Decision) -> Result<(), Vec<Problem>>;
    /// What in the orders and standing orders of an act cannot be understood, whether or not they are legal.
    fn unreadable(&self, side: &Id, act: &Decision) -> Vec<Problem>;
    /// The numbers of the orders of an act that [`Session::check`] could not fully check, because dice or an answer of
    /// the other side come first.
    fn undecided(&self, side: &Id, act: &Decision) -> Vec<usize>;
    /// Resolves acts, at most one per side, and returns the events. Each act is checked first.
    ///
    /// # Errors
    /// As [`Session::check`]; nothing has changed then.
    fn adjudicate(&mut self, acts: &[(Id, Decision)], dice: &mut dyn Dice) -> Result<Vec<Value>, Vec<Problem>>;
    /// Like [`Session::adjudicate`], on a copy of the table, which is returned.
    ///
    /// # Errors
    /// As [`Session::check`].
    fn adjudicated(&self, acts: &[(Id, Decision)], dice: &mut dyn Dice) -> Result<Adjudicated, Vec<Problem>>;
    /// The same for a case, which may end once its orders are carried out: `orders_of` is then the number of procedures
    /// that were running when they were asked for.
    ///
    /// # Errors
    /// As [`Session::check`], or there are no more dice; with the events so far.
    fn played(
        &self,
        acts: &[(Id, Decision)],
        dice: &mut dyn Dice,
        orders_of: Option<usize>,
    ) -> Result<Adjudicated, Unfinished>;
    /// What a side may do now, enough to play on; everything in it passes [`Session::check`].
    fn legal(&self, side: &Id) -> Legal;
    /// Whether questions that standing orders leave open are answered by default and not asked.
    fn answers_by_default(&self) -> bool;
    /// What a sensible player of a side would do now, with the choices that it would commit to. `None` if nothing is
    /// asked of the side, or if openings are, which only the side itself knows. The same position and seed give the
    /// same plan.
    fn recommend_plan(&self, side: &Id, seed: u64) -> Option<Plan>;
    /// Whether a player who searches may think of an order ([`Ruleset::may_be_imagined`](crate::engine::Ruleset::may_be_imagined)).
    fn may_be_imagined(&self, order: &Value) -> bool;
    /// The signs of who is winning, as a side sees them ([`Ruleset::signs`](crate::engine::Ruleset::signs)).
    fn signs(&self, side: &Id) -> Vec<Sign>;
    /// The winning chance of a side, in ten-thousandths: what the signs promise, or the outcome.
    fn winning_chance(&self, side: &Id) -> i64;
    /// Whether a card of a side may be the one that lies face down under this id, by what everybody knows.
    fn may_lie(&self, side: &Id, card: &str, id: &Id) -> bool;
    /// The ids of the secret choices in progress.
    fn choices(&self) -> Vec<Id>;
    /// Leaves of the position what another match can begin with: no proposal, and secret choices that are yet to be made
    /// (protocol 3).
    fn begin_anew(&mut self);
    /// The invariants that this position violates.
    fn invariants(&self) -> Vec<Problem>;
    /// The names of the procedures in progress, the innermost last.
    fn procedures(&self) -> Vec<String>;
    /// The game's sections of the report of the step that led here from `before`, a position of the same game.
    ///
    /// # Errors
    /// `before` is not a position of this game.
    fn report(&self, before: &Value, facts: &StepFacts) -> Result<Report, Problem>;
    /// Part of the position, as a side may see it (`None`: the public).
    ///
    /// # Errors
    /// There is no such thing; the message names the most similar one.
    fn show(&self, what: &Show, reader: Option<&Id>) -> Result<Report, Problem>;
    /// The map or a part of it as a drawing, as a side may see it (`None`: the public); with the events of the step
    /// that led here if an earlier position is given.
    ///
    /// # Errors
    /// The game has no drawing, there is no such part, or the earlier position is not one of this game.
    fn draw(&self, view: &MapView, reader: Option<&Id>, past: Option<Past<'_, Value>>) -> Result<Drawing, Problem>;
    /// Comment lines for a drafted turn of a side.
    fn draft_notes(&self, side: &Id) -> Vec<String>;
    /// A card of a side's own hand in its draft.
    fn card_in_draft(&self, side: &Id, card: &str) -> String;
    /// What a draft says of answers in advance, with samples, if the game has its own.
    fn advance_samples(&self, side: &Id) -> Option<(&'static str, Vec<AdvanceSample>)>;
}
