//! A game as the rest of the program sees it: check an act, resolve it, say what is awaited.

use std::fmt::Debug;

use crate::sorted::SortedMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Bytes32, Id, Problem};

use crate::report::svg::Drawing;
use crate::report::{MapView, Past, Report, Show, StepFacts};

use crate::engine::cards::{CardTable, Decks, OwnCards};
use crate::engine::decision::Decision;
use crate::engine::dice::Dice;
use crate::engine::position::{Position, Proposal};
use crate::engine::ruleset::Ruleset;
use crate::engine::run::to_value;

mod acts;
pub mod cards;
pub mod case;
mod dry_run;
mod game;
pub mod history;
pub mod plain_names;
pub mod player;
mod seated;
pub mod selfplay;
pub mod session_text;
mod step_report;
mod wanted;

use acts::Typed;
pub use cards::{Following, Lie, SecretChoices, secret_choices, window_of};

pub use history::{History, Shown};
pub use player::{Plan, RandomPlayer, SensiblePlayer};
pub use session_text::SessionText;
pub use step_report::{Seat, StepMeta, completed, open_offer, step_report};

/// What is asked of a seat, as `awaiting` states it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Request {
    /// An empty turn, so that the seat has revealed once.
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
    /// Whether to go back to the position of a step.
    TakeBack { to_step: u64 },
    /// Whether to agree to a draw.
    Draw(bool),
}

/// What is asked of a side.
#[derive(Clone, Debug, PartialEq)]
pub struct Awaited {
    pub side: Id,
    pub want: Request,
    /// Choices to which the same turn may commit already, if the side likes (protocol 7).
    pub may_commit: Vec<Id>,
}

impl Awaited {
    /// What is asked of a side, and nothing besides that it may do already.
    pub fn new(side: Id, want: Request) -> Self {
        Awaited { side, want, may_commit: Vec::new() }
    }

    /// As data: `who` is asked, under `key`, beside what is asked.
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

/// What a side may do now, enough to play on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Legal {
    /// Orders, each a legal first order of a turn.
    pub orders: Vec<Value>,
    /// Entries for `answers`.
    pub answers: Vec<Value>,
    /// Choices to commit to, with every legal value.
    pub choices: Vec<(Id, Vec<Value>)>,
    /// Samples of standing orders.
    pub standing: Vec<Value>,
}

/// A game with its data, ready to set up tables.
pub trait Game: Debug + Send + Sync {
    /// The id under which a charter names it.
    fn id(&self) -> &'static str;
    /// The revision of its rules.
    fn revision(&self) -> u32;
    /// Its two sides.
    fn sides(&self) -> [Id; 2];
    /// The set-up of a scenario.
    ///
    /// # Errors
    /// If the scenario or an option is not known.
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Box<dyn Session>, Problem>;
    /// The table at which a position stands.
    ///
    /// # Errors
    /// If the value is no position of this game.
    fn load(&self, position: &Value) -> Result<Box<dyn Session>, Problem>;
    /// The same of a position that is known to follow from the rules: that what must hold of it does is not looked at again.
    ///
    /// # Errors
    /// If the value does not read as a position of this game.
    fn load_proven(&self, position: &Value) -> Result<Box<dyn Session>, Problem>;
    /// Everything for which [`Game::load`] does not take a position, each with its path (`position.game.groups.4.hex`).
    fn broken(&self, position: &Value) -> Vec<Problem>;
    /// Whether a value is an outcome of this game.
    ///
    /// # Errors
    /// Everything that is wrong with it, with paths inside it.
    fn check_outcome(&self, outcome: &Value) -> Result<(), Vec<Problem>>;
    /// The table that a case describes.
    ///
    /// # Errors
    /// If its notation is not understood.
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

/// A table after acts were resolved, and what happened.
pub type Adjudicated = (Box<dyn Session>, Vec<Value>);

/// Why acts were not resolved to their end.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Unfinished {
    /// What is wrong with them, or that the dice have run out.
    pub problems: Vec<Problem>,
    /// What had happened by then; nothing if the acts are refused.
    pub events: Vec<Value>,
}

impl From<Vec<Problem>> for Unfinished {
    fn from(problems: Vec<Problem>) -> Self {
        Unfinished { problems, events: Vec::new() }
    }
}

/// One position of a game, with the rules to go on.
pub trait Session: SessionText + History + Debug + Send + Sync {
    /// Another table in the same position.
    fn boxed_clone(&self) -> Box<dyn Session>;
    /// The whole position as data.
    fn position(&self) -> Value;
    /// The position in the notation of cases.
    fn notation(&self) -> Value;
    /// The position as the `given` of a case: in the notation of cases where that tells all of it, else as it stands. What
    /// the players have proposed to each other is left out.
    ///
    /// # Errors
    /// The match is over: nothing can come of it.
    fn given(&self) -> Result<Value, Problem>;
    /// The position as a side may see it (`None`: the public). Every writer of a state or report goes through this.
    fn view(&self, side: Option<&Id>) -> Value;
    /// The cards of the game before anything is done with them; nothing for a game without cards.
    fn decks(&self) -> Decks;
    /// The cards of the game as everybody sees them.
    fn cards(&self) -> Option<&CardTable>;
    /// Plays with open hands: nobody has a secret.
    fn open_hands(&mut self);
    /// Ends all answers in advance, as a take-back does.
    fn end_advance(&mut self);
    /// Lets what is asked of this table for a side see its own cards. No result depends on it.
    fn follow(&mut self, side: &Id, own: Following);
    /// What a side knows of its own cards, if they are known here.
    fn own(&self, side: &Id) -> Option<&Following>;
    /// Whether a claim of a side about its own cards is true.
    fn claim_holds(&self, side: &Id, claim: &Value, own: &OwnCards) -> bool;
    /// What a side may answer in advance, by the names of the questions.
    fn windows(&self, side: &Id) -> Vec<&'static str>;
    /// What a sensible player of a side would answer in advance beside this act, by the names of the questions; what would
    /// need a card that the act uses is left to him.
    fn counsel_advance(&self, side: &Id, act: &Decision) -> Vec<(&'static str, Value)>;
    /// Orders, answers and answers in advance as a player writes them, made fit to be signed: cards that he lays or uses are
    /// put under the ids of their commitments, which come with the act, each with what is under it.
    ///
    /// # Errors
    /// They do not read, or the side's cards are not known here.
    fn concealed(&self, side: &Id, act: &Decision) -> Result<Plan, Vec<Problem>>;
    /// Choices as a player writes them, made fit to be sealed: cards in answers in advance by their ids.
    ///
    /// # Errors
    /// They name what he does not hold; each problem has its place among the choices (`commit[2].choice`).
    fn sealed(&self, side: &Id, choices: &[(Id, Value)]) -> Result<Vec<(Id, Value)>, Vec<Problem>>;
    /// What is asked of whom.
    fn awaiting(&self) -> Vec<Awaited>;
    /// Whether every seat plays, in this position, the side that the charter gives the other.
    fn exchanged(&self) -> bool;
    /// The same of another position of the same game.
    ///
    /// # Errors
    /// If the value is no position of this game.
    fn exchanged_in(&self, position: &Value) -> Result<bool, Problem>;
    /// Who won, once the match is over.
    fn outcome(&self) -> Option<Value>;
    /// Ends the match by resignation, default or agreement.
    fn conclude(&mut self, how: &str, loser: Option<&Id>) -> Value;
    /// Ends the match with an outcome that a referee states.
    fn set_outcome(&mut self, outcome: Value);
    /// What a side has committed to, in a choice in progress.
    fn commitment(&self, side: &Id, choice: &Id) -> Option<Bytes32>;
    /// Whether an id is that of a choice in progress that both sides make (protocol 7), and of no card.
    fn is_choice(&self, id: &Id) -> bool;
    /// What a side may choose in a secret choice, as far as this position tells.
    fn choice_values(&self, side: &Id, id: &Id) -> Vec<Value>;
    /// The proposal that waits for an answer.
    fn proposal(&self) -> Option<Proposal>;
    /// Replaces the proposal.
    fn set_proposal(&mut self, proposal: Option<Proposal>);
    /// Every reason why an act is not legal here; nothing is rolled and nothing changes.
    ///
    /// # Errors
    /// All of them at once, with paths inside the turn (`orders[2].move.sp`).
    fn check(&self, side: &Id, act: &Decision) -> Result<(), Vec<Problem>>;
    /// The orders of an act, by number, that [`Session::check`] could not test in full: dice or an answer of the other side
    /// come first.
    fn undecided(&self, side: &Id, act: &Decision) -> Vec<usize>;
    /// Resolves acts, at most one a side, and returns what happened. Each is checked first.
    ///
    /// # Errors
    /// As [`Session::check`]; then nothing has changed.
    fn adjudicate(&mut self, acts: &[(Id, Decision)], dice: &mut dyn Dice) -> Result<Vec<Value>, Vec<Problem>>;
    /// The same, at another table, which is returned.
    ///
    /// # Errors
    /// As [`Session::check`].
    fn adjudicated(&self, acts: &[(Id, Decision)], dice: &mut dyn Dice) -> Result<Adjudicated, Vec<Problem>>;
    /// The same for a case, which may end where the orders that it gives are carried out: `orders_of` is then how many
    /// procedures were under way when they were asked for.
    ///
    /// # Errors
    /// As [`Session::check`], or the dice have run out; with what happened before.
    fn played(
        &self,
        acts: &[(Id, Decision)],
        dice: &mut dyn Dice,
        orders_of: Option<usize>,
    ) -> Result<Adjudicated, Unfinished>;
    /// What a side may do now, enough to play on; everything in it passes [`Session::check`].
    fn legal(&self, side: &Id) -> Legal;
    /// Whether what standing orders leave open is answered by defaults, and not asked.
    fn answers_by_default(&self) -> bool;
    /// What a sensible player of a side would do now, with the choices that it would commit to; `None` where nothing is
    /// asked of it, or openings are, which are its own to remember. The same position and seed give the same plan.
    fn counsel(&self, side: &Id, seed: u64) -> Option<Plan>;
    /// What does not hold that must.
    fn invariants(&self) -> Vec<Problem>;
    /// The names of the procedures under way, the innermost last.
    fn procedures(&self) -> Vec<String>;
    /// The game's sections of the report of the step that led here from `before`, a position of the same game.
    ///
    /// # Errors
    /// If `before` is no position of this game.
    fn report(&self, before: &Value, facts: &StepFacts) -> Result<Report, Problem>;
    /// Part of the position, as a side may see it (`None`: the public).
    ///
    /// # Errors
    /// If there is no such thing; the message names the nearest.
    fn show(&self, what: &Show, reader: Option<&Id>) -> Result<Report, Problem>;
    /// The map, or a part of it, as a drawing, as a side may see it (`None`: the public); with what happened in the step
    /// that led here from an earlier position, if one is given.
    ///
    /// # Errors
    /// If the game draws none, there is no such part, or the earlier position is none of this game.
    fn draw(&self, view: &MapView, reader: Option<&Id>, past: Option<Past<'_, Value>>) -> Result<Drawing, Problem>;
    /// Comment lines for a drafted turn of a side.
    fn draft_notes(&self, side: &Id) -> Vec<String>;
}

/// [`Game`] for a [`Ruleset`].
#[derive(Clone, Debug)]
pub struct Rules<R: Ruleset>(pub R);

/// What owners know of their cards, by side.
pub type Owners = SortedMap<Id, Following>;

/// [`Session`] for a [`Ruleset`].
#[derive(Clone, Debug)]
pub struct Seated<R: Ruleset> {
    pub rules: R,
    pub position: Position<R>,
    /// The cards of those whose secrets are known here; a result never depends on them.
    pub own: Owners,
}

fn decode<T: serde::de::DeserializeOwned>(path: &str, value: &Value) -> Result<T, Problem> {
    crate::document::decode::decode_at(None, path, value)
}
