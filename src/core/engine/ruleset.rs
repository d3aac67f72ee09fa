//! What a game must supply.

use crate::sorted::SortedMap;
use std::borrow::Cow;
use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, inline};

use super::cards::{CardTable, Decks, OwnCards};
use super::case::parts::CaseParts;
use super::events::Events;
use super::outcome::End;
use super::position::{Pending, Position};

/// What a procedure's step is given besides the frame itself.
pub struct Cx<'a, R: Ruleset> {
    /// The ledger: everything on the table.
    pub game: &'a mut R::Game,
    /// The standing orders in force.
    pub standing: &'a SortedMap<Id, R::Standing>,
    /// Where the step records what happened.
    pub events: &'a mut Events,
}

/// What the driver hands to a step.
#[derive(Clone, Debug)]
pub enum Input<R: Ruleset> {
    /// Begin, or go on.
    Go,
    /// The dice that the frame asked for.
    Faces(Vec<u64>),
    /// The answer that the frame asked for; it is legal.
    Answer(R::Answer),
    /// What the called frame returned.
    Reply(R::Reply),
    /// The choice that the frame turned up, by side; each is legal.
    Chosen(SortedMap<Id, Value>),
}

/// What a step wants next.
#[derive(Clone, Debug)]
pub enum Next<R: Ruleset> {
    /// Step this frame again.
    Again,
    /// Run another procedure; its reply comes back as [`Input::Reply`].
    Call(R::Frame),
    /// This procedure is over.
    Return(R::Reply),
    /// Roll dice; they come back as [`Input::Faces`].
    Roll { purpose: String, rule: &'static str, count: usize, sides: u64 },
    /// Ask a side; what it says comes back as [`Input::Answer`].
    Ask(Asked<R>),
    /// Carry out a side's next order, or wait for its orders. Comes back with [`Input::Go`] after an order that was
    /// done at once, with [`Input::Reply`] after one that a procedure carried out.
    Orders { side: Id },
    /// The time for orders is over: those still waiting go back unspent, for this reason. Comes back with [`Input::Go`].
    Dismiss(Box<Problem>),
    /// Something has come between: orders still waiting go back unspent, for this reason, and nothing is wrong with them.
    /// Comes back with [`Input::Go`].
    Recall(Box<Problem>),
    /// Wait until every side has committed to the choice `id`. Comes back with [`Input::Go`].
    Commit { id: Id, rule: &'static str },
    /// Turn up the choice `id`. Comes back with [`Input::Chosen`].
    Reveal { id: Id, rule: &'static str },
    /// Turn up cards of a side that lie face down. Comes back with [`Input::Go`]; the step has changed nothing before.
    TurnUp { side: Id, ids: Vec<Id>, rule: &'static str },
    /// The match is over.
    Over(Value),
}

/// A question to a side.
#[derive(Clone, Debug)]
pub struct Asked<R: Ruleset> {
    pub side: Id,
    /// The first part of the question's id: `retreat`, `reroll`.
    pub slug: &'static str,
    pub rule: &'static str,
    pub question: R::Question,
}

/// What orders or an answer do with cards that lie face down.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardActs {
    /// The ids under which they lay cards: the turn commits to these, and to no others.
    pub lays: Vec<Id>,
    /// Cards of the side that lie face down, and that they use: the turn opens these.
    pub opens: Vec<Id>,
}

/// Orders and an answer as a player writes them, with cards by their names, made fit to be signed: a card that is to be
/// laid stands under the id of its commitment.
#[derive(Clone, Debug, PartialEq)]
pub struct Concealed<R: Ruleset> {
    pub orders: Vec<R::Order>,
    pub answer: Option<R::Answer>,
    /// The cards behind the ids that [`CardActs::lays`] names.
    pub laid: Vec<(Id, String)>,
}

/// An order that comes after something undecided.
#[derive(Clone, Copy, Debug)]
pub enum Later<'a, O> {
    /// One that reads.
    Order(&'a O),
    /// One that does not, or that is refused already; it may be mended into anything of the kind.
    Faulty(&'a Value),
}

/// What can be said of later orders. The numbers are places in the list that was given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// What no roll and no answer could make legal.
    pub problems: Vec<(usize, Problem)>,
    /// Orders that nothing speaks against so far, and whose full test must wait.
    pub undecided: Vec<usize>,
}

/// A game: pure functions over plain data.
pub trait Ruleset: Sized + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The ledger of the position.
    type Game: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A half-finished procedure: cursors and frozen ids only.
    type Frame: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a procedure returns to the one that called it.
    type Reply: Clone + Debug + PartialEq;
    /// An order, externally tagged: one key names it, its value holds the details.
    type Order: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// A question that falls to a side in mid-turn.
    type Question: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// An answer, externally tagged.
    type Answer: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// A side's standing orders.
    type Standing: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;

    /// The id under which a charter names the game.
    const ID: &'static str;
    /// Raised by every change of code or rulings that alters a result.
    const REVISION: u32;

    /// The two sides, in the order that the game names them.
    fn sides(&self) -> [Id; 2];

    /// The game as it is played at a table: with the ground, say, of the scenario that is played there.
    fn seated(&self, _game: &Self::Game) -> Self {
        self.clone()
    }

    /// The first position of a scenario.
    ///
    /// # Errors
    /// If the scenario or an option is not known.
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem>;

    /// The game with the ground and counters that a case brings of its own.
    ///
    /// # Errors
    /// If they are not understood, or do not fit together.
    fn ground(&self, _given: &Value) -> Result<Cow<'_, Self>, Problem> {
        Ok(Cow::Borrowed(self))
    }

    /// The position that a case describes: what it does not name is default. Unless the game has a notation of its own,
    /// that is as in the set-up of [`Ruleset::usual_scenario`].
    ///
    /// # Errors
    /// If the notation is not understood.
    fn case(&self, given: &Value) -> Result<Position<Self>, Problem> {
        super::case::overlay::position(self, self.usual_scenario(), given)
    }

    /// The scenario of a case that names none.
    fn usual_scenario(&self) -> &'static str {
        ""
    }

    /// The procedures under way in a case in which a side is asked for orders.
    fn orders_of(&self, _side: &Id) -> Vec<Self::Frame> {
        Vec::new()
    }

    /// The position in the notation of cases, for comparison with what a case expects.
    fn notation(&self, position: &Position<Self>) -> Value {
        super::case::overlay::notation(position)
    }

    /// What `given` of a case says of a position, as far as its notation reaches.
    fn given(&self, position: &Position<Self>) -> Value {
        self.notation(position)
    }

    /// A position without what makes no difference to its play, so that two that are played alike are equal: the numbers
    /// of groups, say.
    fn essence(&self, position: &Position<Self>) -> Position<Self> {
        position.clone()
    }

    /// What the schema of cases says of this game's.
    fn case_parts(&self, _generator: &mut schemars::SchemaGenerator) -> CaseParts {
        CaseParts::unknown()
    }

    /// One pure step of one procedure.
    fn step(&self, cx: Cx<'_, Self>, frame: &mut Self::Frame, input: Input<Self>) -> Next<Self>;

    /// What is wrong with an order of a side wherever it stands in a turn: names that do not exist. Paths are inside the
    /// order (`move.units[0]`).
    fn misnamed(&self, _game: &Self::Game, _side: &Id, _order: &Self::Order) -> Vec<Problem> {
        Vec::new()
    }

    /// What is wrong with orders of a side for the place where they stand among the others of a turn, whatever becomes of
    /// those: each with its number. `None` stands for an order that does not read.
    fn out_of_place(&self, _side: &Id, _orders: &[Option<Self::Order>]) -> Vec<(usize, Problem)> {
        Vec::new()
    }

    /// What is told of orders of `side` that are left when `next` is to give its own. A report tells it to both.
    fn overtaken(&self, _game: &Self::Game, _side: &Id, next: &Id) -> Problem {
        Problem::new(format!("the {next} side gives orders now")).rule("protocol 3").advice("leave this order out")
    }

    /// Why an order is to be passed over (its `if` does not hold), or `None`.
    fn skip(&self, _game: &Self::Game, _side: &Id, _order: &Self::Order) -> Option<Problem> {
        None
    }

    /// Begins an order: `Ok(None)` if it is done already, `Ok(Some(frame))` if a procedure carries it out.
    ///
    /// # Errors
    /// Every reason why the rules forbid it here and now, each with its rule and with a path inside the order
    /// (`move.sp`); then nothing has changed.
    fn begin(&self, cx: Cx<'_, Self>, side: &Id, order: &Self::Order) -> Result<Option<Self::Frame>, Vec<Problem>>;

    /// What the rules bring at once after an order, before anything else is done: for a case that ends there.
    fn at_once(&self, _game: &mut Self::Game, _events: &mut Events) {}
    /// Whether the procedure to which the last order has returned, and which is about to be stepped with `input`, still
    /// carries out what that order asked for.
    fn still_carried_out(&self, _game: &Self::Game, _frame: &Self::Frame, _input: &Input<Self>) -> bool {
        false
    }

    /// What can be said of orders that follow on something that dice or the other side decide, or on an order that is
    /// faulty. `position` is where that something is about to be decided. Nothing is held against an order that some
    /// roll or answer could make legal.
    fn plausible(&self, _position: &Position<Self>, _side: &Id, orders: &[Later<'_, Self::Order>]) -> Forecast {
        Forecast { problems: Vec::new(), undecided: (0..orders.len()).collect() }
    }

    /// The legal answers to a question, in a fixed order; never empty. Where they are many, enough to choose among; one
    /// alone only if no other is legal.
    fn answers(&self, position: &Position<Self>, question: &Self::Question) -> Vec<Self::Answer>;
    /// Whether an answer is legal.
    fn admits(&self, position: &Position<Self>, question: &Self::Question, answer: &Self::Answer) -> bool {
        self.answers(position, question).contains(answer)
    }

    /// Why an answer that is not among the legal ones is not: the rule, and what would be allowed.
    fn refuse_answer(&self, position: &Position<Self>, question: &Self::Question, _answer: &Self::Answer) -> Problem {
        let legal: Vec<String> = self.answers(position, question).iter().map(|answer| inline(&json!(answer))).collect();
        let problem =
            Problem::new("the rules do not allow this answer").advice(format!("write one of {}", legal.join(", ")));
        match &position.pending {
            Some(Pending::Answer { rule, .. }) => problem.rule(rule.as_str()),
            _ => problem,
        }
    }

    /// What a side's standing orders say to a question, if anything. The driver drops an illegal one.
    fn standing_answer(
        &self,
        position: &Position<Self>,
        side: &Id,
        standing: &Self::Standing,
        question: &Self::Question,
    ) -> Option<Self::Answer>;

    /// The standing orders of a side that has given none: what the rules of the game answer for whoever says nothing.
    fn default_standing(&self) -> Option<Self::Standing> {
        None
    }

    /// What is wrong with standing orders as such: names that do not exist. Paths are inside `standing`.
    fn check_standing(&self, _game: &Self::Game, _side: &Id, _standing: &Self::Standing) -> Vec<Problem> {
        Vec::new()
    }

    /// Examples of standing orders, as a side stands: for drafts, and for players who try things out. Each is legal.
    fn standing_samples(&self, _game: &Self::Game, _side: &Id) -> Vec<Self::Standing> {
        Vec::new()
    }

    /// Whether of the orders that are left those that cannot be carried out are passed over. Otherwise they are handed back
    /// with all that follow.
    fn goes_on(&self, _rest: &[Self::Order]) -> bool {
        false
    }

    /// Every legal value of a committed choice, in a fixed order.
    fn choice_values(&self, _game: &Self::Game, _side: &Id, _id: &Id) -> Vec<Value> {
        Vec::new()
    }
    /// The choice to which a side may commit already while it opens this one, if the rules have both due so close to each
    /// other that it may (protocol 7). Nothing but dice may lie between.
    fn early_choice(&self, _game: &Self::Game, _opened: &Id) -> Option<Id> {
        None
    }
    /// What is wrong with a value of a committed choice that is not legal, if the game knows better than to list those that
    /// are.
    fn refuse_choice(&self, _game: &Self::Game, _side: &Id, _id: &Id, _choice: &Value) -> Option<Problem> {
        None
    }
    /// The JSON Schema of a committed choice in clear text.
    fn choice_schema(&self) -> Value {
        Value::Object(Map::new())
    }
    /// The choice that stands where both sides forfeit.
    fn default_choice(&self, game: &Self::Game, side: &Id, id: &Id) -> Value {
        self.choice_values(game, side, id).into_iter().next().unwrap_or_default()
    }

    /// Orders that a side may give now, enough to play on; each passes `check`.
    fn legal(&self, position: &Position<Self>, side: &Id) -> Vec<Self::Order>;
    /// What a side that is asked for orders needs to know: what it may spend, how much is left.
    fn brief(&self, _position: &Position<Self>, _side: &Id) -> Value {
        Value::Object(Map::new())
    }

    /// What a sensible player of a side would do that is asked for orders: some that pass `check` together, at least one.
    /// `seed` decides between what is equally good; the same position and seed give the same orders.
    ///
    /// For a game without a player of its own, nothing: then the order is given that is worth most ([`Ruleset::worth`]).
    fn counsel(&self, _position: &Position<Self>, _side: &Id, _seed: u64) -> Vec<Self::Order> {
        Vec::new()
    }
    /// What a sensible player of a side would answer; legal. Nothing for a game without a player of its own.
    fn counsel_answer(&self, _: &Position<Self>, _side: &Id, _question: &Self::Question) -> Option<Self::Answer> {
        None
    }
    /// What a position is worth to a side, by a measure of the game's own; more is better.
    fn worth(&self, _position: &Position<Self>, _side: &Id) -> i64 {
        0
    }
    /// The value of a committed choice that a sensible player would take; legal.
    fn counsel_choice(&self, game: &Self::Game, side: &Id, id: &Id, _seed: u64) -> Value {
        self.default_choice(game, side, id)
    }
    /// The standing orders that a sensible player would leave, where they differ from those in force.
    fn counsel_standing(&self, _position: &Position<Self>, _side: &Id) -> Option<Self::Standing> {
        None
    }

    /// Whether every seat plays, in this position, the side that the charter gives the other, as where the players bid for
    /// the sides.
    ///
    /// It may change only in a step, and only while no order waits and no secret choice is under way: what a side has
    /// begun is its player's. The driver then ends all standing orders, which were another person's.
    fn exchanged(&self, _game: &Self::Game) -> bool {
        false
    }

    /// The cards of the game, if it has any: hands and decks of each side's own (protocol 8).
    fn cards<'g>(&self, _game: &'g Self::Game) -> Option<&'g CardTable> {
        None
    }
    /// The same, for the driver.
    fn cards_mut<'g>(&self, _game: &'g mut Self::Game) -> Option<&'g mut CardTable> {
        None
    }
    /// All cards before anything is done with them.
    fn decks(&self, _game: &Self::Game) -> Decks {
        Decks::new()
    }
    /// What orders or an answer of a side do with cards that lie face down. It depends on what is public alone.
    fn card_acts(&self, _: &Self::Game, _side: &Id, _: &[Self::Order], _: Option<&Self::Answer>) -> CardActs {
        CardActs::default()
    }
    /// Puts the ids of commitments in the place of cards that orders or an answer lay face down, and of the side's own
    /// cards that lie so.
    fn conceal(
        &self,
        _game: &Self::Game,
        _side: &Id,
        (orders, answer): (Vec<Self::Order>, Option<Self::Answer>),
        _own: &OwnCards,
    ) -> Concealed<Self> {
        Concealed { orders, answer, laid: Vec::new() }
    }
    /// Answers in advance that follow from what a turn lays, by the names of their questions: its owner need not write
    /// them.
    fn follows_in_advance(
        &self,
        _: &Self::Game,
        _side: &Id,
        _written: &[Self::Order],
        _laid: &[(Id, String)],
    ) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
    /// The questions to a side that it may answer in advance, by the names that [`Asked::slug`] has: from one of its turns
    /// to the next.
    fn windows(&self, _game: &Self::Game, _side: &Id) -> Vec<&'static str> {
        Vec::new()
    }
    /// What an answer in advance says to a question; nothing where public facts forbid it, or where it leaves the question
    /// to its owner. It is either an answer or, as the game has it, an answer with conditions.
    fn advance_answer(&self, _: &Position<Self>, _side: &Id, _: &Self::Question, says: &Value) -> Option<Self::Answer> {
        crate::document::from_value(says).ok()
    }
    /// What is wrong with an answer in advance as such.
    fn refuse_advance(&self, _: &Self::Game, _side: &Id, _window: &str, says: &Value) -> Option<Problem> {
        crate::document::from_value::<Self::Answer>(says).err()
    }
    /// An answer in advance as its owner means it: cards by their ids in the place of their titles.
    ///
    /// # Errors
    /// It names a card that he does not hold.
    fn advance_by_id(
        &self,
        _: &Self::Game,
        _side: &Id,
        _window: &str,
        says: &Value,
        _own: &OwnCards,
    ) -> Result<Value, Problem> {
        Ok(says.clone())
    }
    /// Whether a claim about hidden cards is true (protocol 8.4). `game` is any ledger of the match: the audit has the
    /// first. What else a claim depends on stands in it.
    fn claim_holds(&self, _game: &Self::Game, _side: &Id, _claim: &Value, _own: &OwnCards) -> bool {
        true
    }
    /// Orders that a side may give, its own cards known: cards by their names.
    fn legal_with(&self, position: &Position<Self>, side: &Id, _own: &OwnCards) -> Vec<Self::Order> {
        self.legal(position, side)
    }
    /// The legal answers to a question, its owner's cards known.
    fn answers_with(
        &self,
        position: &Position<Self>,
        _: &Id,
        question: &Self::Question,
        _: &OwnCards,
    ) -> Vec<Self::Answer> {
        self.answers(position, question)
    }
    /// What a sensible player of a side would do that sees its own cards: orders with cards by their names.
    fn counsel_with(&self, position: &Position<Self>, side: &Id, _own: &OwnCards, seed: u64) -> Vec<Self::Order> {
        self.counsel(position, side, seed)
    }
    /// What a sensible player of a side would answer that sees its own cards.
    fn counsel_answer_with(
        &self,
        position: &Position<Self>,
        side: &Id,
        question: &Self::Question,
        _own: &OwnCards,
    ) -> Option<Self::Answer> {
        self.counsel_answer(position, side, question)
    }
    /// What a sensible player would answer in advance: a value for each of the [`Ruleset::windows`], or nothing.
    fn counsel_advance(&self, _: &Position<Self>, _side: &Id, _own: &OwnCards) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
    /// What must hold in every position; each entry says what does not, with a path inside the position where one place
    /// is to blame.
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem>;
    /// Whether a value is an outcome of this game, as [`Ruleset::outcome_by`] and [`Next::Over`] give them and a referee
    /// may state them.
    ///
    /// # Errors
    /// Everything that is wrong with it, with paths inside it.
    fn check_outcome(&self, outcome: &Value) -> Result<(), Vec<Problem>> {
        super::outcome::check(&self.sides(), self.ends(), outcome)
    }
    /// How the rules themselves end a match, where an outcome is `{winner: …, how: …}`.
    fn ends(&self) -> &'static [End] {
        &[]
    }
    /// The outcome that a side's default or resignation (`loser`), or an agreed draw (`None`), gives. `how` is
    /// `resigned`, `default` or `draw_agreed`.
    fn outcome_by(&self, _game: &Self::Game, how: &str, loser: Option<&Id>) -> Value {
        super::outcome::by(&self.sides(), how, loser)
    }
    /// The position as a side may see it (`None`: the public). Open-handed, the whole.
    fn view<'p>(&self, position: &'p Position<Self>, _side: Option<&Id>) -> Cow<'p, Position<Self>> {
        Cow::Borrowed(position)
    }
}
