//! The interface that a game implements: the trait [`Ruleset`] and the types that it exchanges with the driver.

use crate::sorted::SortedMap;
use std::borrow::Cow;
use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::document::{Id, Problem, inline};

use super::cards::{CardTable, Decks, OwnCards, parse_advance_id};
use super::case::parts::CaseParts;
use super::events::Events;
use super::outcome::EndCondition;
use super::position::{Pending, Position};
use super::prospects::Sign;
use super::side_terms::HandicapUnit;

/// The context of one step of a procedure, besides the procedure itself.
pub struct StepContext<'a, R: Ruleset> {
    /// The ledger: everything on the table.
    pub game: &'a mut R::Game,
    /// The standing orders in force.
    pub standing: &'a SortedMap<Id, R::Standing>,
    /// Where the step records what happened.
    pub events: &'a mut Events,
}

/// What the driver passes to a step.
#[derive(Clone, Debug)]
pub enum Input<R: Ruleset> {
    /// Start, or continue.
    Proceed,
    /// The dice that the procedure asked for.
    Faces(Vec<u64>),
    /// The answer that the procedure asked for; it has been found legal.
    Answer(R::Answer),
    /// What the called procedure returned.
    Reply(R::Reply),
    /// The revealed choice that the procedure asked for, by side; each value is legal.
    Chosen(SortedMap<Id, Value>),
}

/// What a step asks the driver to do next.
#[derive(Clone, Debug)]
pub enum Next<R: Ruleset> {
    /// Step this procedure again.
    Continue,
    /// Run another procedure; its reply comes back as [`Input::Reply`].
    Call(R::Procedure),
    /// This procedure is over.
    Return(R::Reply),
    /// Roll dice; the faces come back as [`Input::Faces`].
    Roll { purpose: String, rule: &'static str, count: usize, sides: u64 },
    /// Ask a side; its answer comes back as [`Input::Answer`].
    Ask(Asked<R>),
    /// Carry out a side's next order, or wait for its orders. Comes back with [`Input::Proceed`] after an order that was
    /// done at once, with [`Input::Reply`] after one that a procedure carried out.
    Orders { side: Id },
    /// The time for orders is over: orders still waiting are returned, for this reason. Comes back with [`Input::Proceed`].
    Dismiss(Box<Problem>),
    /// Something has interrupted the turn: orders still waiting are returned, for this reason, though nothing is wrong
    /// with them. Comes back with [`Input::Proceed`].
    Recall(Box<Problem>),
    /// Wait until both sides have committed to the choice `id`. Comes back with [`Input::Proceed`].
    Commit { id: Id, rule: &'static str },
    /// Reveal the choice `id`. Comes back with [`Input::Chosen`].
    Reveal { id: Id, rule: &'static str },
    /// Reveal face-down cards of a side. Comes back with [`Input::Proceed`]; the step must not have changed anything before.
    TurnUp { side: Id, ids: Vec<Id>, rule: &'static str },
    /// The match is over, with this outcome.
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

/// What orders or an answer do with face-down cards.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardActs {
    /// The ids under which they lay cards: the turn must commit to exactly these.
    pub lays: Vec<Id>,
    /// Face-down cards of the side that they use: the turn must open these.
    pub opens: Vec<Id>,
}

/// A player's orders and answer, with the names of face-down cards replaced so that they can be signed: a card to be
/// laid is given by the id of its commitment.
#[derive(Clone, Debug, PartialEq)]
pub struct Concealed<R: Ruleset> {
    pub orders: Vec<R::Order>,
    pub answer: Option<R::Answer>,
    /// The cards behind the ids in [`CardActs::lays`].
    pub laid: Vec<(Id, String)>,
}

/// A turn as the owner of a hand sees it.
#[derive(Clone, Copy, Debug)]
pub struct OwnTurn<'a, R: Ruleset> {
    /// The orders in signed form; `None` for one that cannot be read. Problems with them have paths that start with
    /// `orders[N]`.
    pub orders: &'a [Option<R::Order>],
    /// The answer, in signed form (`answers[0].answer`).
    pub answer: Option<&'a R::Answer>,
    /// What the turn commits to: cards that it lays, answers in advance, secret choices (`commit[N].choice`).
    pub choices: &'a [(Id, Value)],
    /// The side's cards before the turn, and under their ids also those that the turn lays.
    pub own: &'a OwnCards,
}

impl<R: Ruleset> OwnTurn<'_, R> {
    /// The answers in advance to one of these questions: where they stand in `commit`, the question, what they say.
    pub fn in_advance<'t>(
        &'t self,
        windows: &'t [&'static str],
    ) -> impl Iterator<Item = (usize, &'static str, &'t Value)> {
        self.choices.iter().enumerate().filter_map(|(n, (id, says))| {
            let (name, _) = parse_advance_id(id)?;
            Some((n, *windows.iter().find(|window| **window == name)?, says))
        })
    }
}

/// An order that comes after something that is still undecided.
#[derive(Clone, Copy, Debug)]
pub enum LaterOrder<'a, O> {
    /// An order that can be read.
    Order(&'a O),
    /// An order that cannot be read, or has already been refused; its correction may be any order of that kind.
    Faulty(&'a Value),
}

/// What can be said about later orders. The numbers are indices into the given list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forecast {
    /// Problems that no roll and no answer could remove.
    pub problems: Vec<(usize, Problem)>,
    /// Orders without objections so far that cannot be fully checked yet.
    pub undecided: Vec<usize>,
}

/// A game: pure functions over plain data.
pub trait Ruleset: Sized + Clone + Debug + PartialEq + Send + Sync + 'static {
    /// The ledger of the position.
    type Game: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A half-finished procedure. It holds only progress markers and ids that were fixed when it began.
    type Procedure: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// What a procedure returns to the one that called it.
    type Reply: Clone + Debug + PartialEq;
    /// An order, externally tagged: its single key names it, the value holds the details.
    type Order: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// A question to a side in the middle of a turn.
    type Question: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// An answer, externally tagged.
    type Answer: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// A side's standing orders.
    type Standing: Clone + Debug + Default + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;

    /// The id of the game in charters.
    const ID: &'static str;
    /// The revision, raised by every change of code or rulings that alters a result.
    const REVISION: u32;
    /// Whether several seats may share a side (protocol 3).
    const TEAMS: bool = false;
    /// Whether the option `side_bids` is one of the game's own rules, in place of the bids that every game has (TN-19).
    const OWN_SIDE_BIDS: bool = false;

    /// The two sides, in the order in which the game names them.
    fn sides(&self) -> [Id; 2];

    /// The game as it is played at a table: for example with the map of the table's scenario.
    fn as_played(&self, _game: &Self::Game) -> Self {
        self.clone()
    }

    /// The first position of a scenario.
    ///
    /// # Errors
    /// The scenario or an option is not known.
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Position<Self>, Problem>;

    /// The game with the map and counters that a case defines itself.
    ///
    /// # Errors
    /// They cannot be read, or do not fit together.
    fn ground(&self, _given: &Value) -> Result<Cow<'_, Self>, Problem> {
        Ok(Cow::Borrowed(self))
    }

    /// The position that a case describes; whatever it does not mention has its default value. A game without a
    /// notation of its own starts from the set-up of [`Ruleset::usual_scenario`].
    ///
    /// # Errors
    /// The notation cannot be read.
    fn case(&self, given: &Value) -> Result<Position<Self>, Problem> {
        super::case::overlay::position(self, self.usual_scenario(), given)
    }

    /// The default scenario of cases.
    fn usual_scenario(&self) -> &'static str {
        ""
    }

    /// The stack of procedures for a case in which a side is asked for orders.
    fn orders_of(&self, _side: &Id) -> Vec<Self::Procedure> {
        Vec::new()
    }

    /// The position in the notation of cases, to be compared with what a case expects.
    fn notation(&self, position: &Position<Self>) -> Value {
        super::case::overlay::notation(position)
    }

    /// The `given` that describes a position, as far as the notation allows.
    fn to_given(&self, position: &Position<Self>) -> Value {
        self.notation(position)
    }

    /// A position without details that make no difference to play, such as the numbers of groups, so that equivalent
    /// positions are equal.
    fn normalized(&self, position: &Position<Self>) -> Position<Self> {
        position.clone()
    }

    /// What the game contributes to the schema of cases.
    fn case_parts(&self, _generator: &mut schemars::SchemaGenerator) -> CaseParts {
        CaseParts::unknown()
    }

    /// One pure step of one procedure: changes the procedure and the context, and returns what to do next.
    fn step(&self, cx: StepContext<'_, Self>, procedure: &mut Self::Procedure, input: Input<Self>) -> Next<Self>;

    /// What is wrong with a side's order wherever it stands in a turn, such as names that do not exist. Paths are
    /// inside the order (`move.units[0]`).
    fn check_names(&self, _game: &Self::Game, _side: &Id, _order: &Self::Order) -> Vec<Problem> {
        Vec::new()
    }

    /// What is wrong with the places of a side's orders in a turn, whatever they lead to: each problem with the order's
    /// index. `None` stands for an order that cannot be read.
    fn misplaced_orders(&self, _side: &Id, _orders: &[Option<Self::Order>]) -> Vec<(usize, Problem)> {
        Vec::new()
    }

    /// The reason given for a side's remaining orders when it becomes the turn of `next`. A report tells it to both
    /// sides.
    fn phase_is_over(&self, _game: &Self::Game, _side: &Id, next: &Id) -> Problem {
        Problem::new(format!("the {next} side gives orders now")).rule("protocol 3").advice("leave this order out")
    }

    /// Why an order is to be skipped (its `if` does not hold), or `None`.
    fn skip(&self, _game: &Self::Game, _side: &Id, _order: &Self::Order) -> Option<Problem> {
        None
    }

    /// A procedure that must run before an order is begun, such as what the other side's last turn left open; the order
    /// waits, and is begun when it returns.
    fn precede(&self, _game: &Self::Game, _side: &Id, _order: &Self::Order) -> Option<Self::Procedure> {
        None
    }

    /// Begins an order: `Ok(None)` if it is already done, `Ok(Some(procedure))` if a procedure carries it out.
    ///
    /// # Errors
    /// Every reason why the rules forbid the order here and now, each with its rule and with a path inside the order
    /// (`move.sp`). In this case nothing may have changed.
    fn begin(
        &self,
        cx: StepContext<'_, Self>,
        side: &Id,
        order: &Self::Order,
    ) -> Result<Option<Self::Procedure>, Vec<Problem>>;

    /// What the rules require immediately after an order, before anything else: for a case that ends there.
    fn at_once(&self, _game: &mut Self::Game, _events: &mut Events) {}
    /// Whether a procedure still belongs to the last order: the procedure to which that order has returned and which is
    /// about to be stepped with `input`.
    fn is_part_of_order(&self, _game: &Self::Game, _procedure: &Self::Procedure, _input: &Input<Self>) -> bool {
        false
    }

    /// What can be said about orders that come after something that dice or the other side decide, or after a faulty
    /// order. `position` is the one just before that decision. An order that some roll or answer could make legal must
    /// not be refused.
    fn plausible(&self, _position: &Position<Self>, _side: &Id, orders: &[LaterOrder<'_, Self::Order>]) -> Forecast {
        Forecast { problems: Vec::new(), undecided: (0..orders.len()).collect() }
    }

    /// The legal answers to a question, in a fixed order; never empty. If there are very many, a sufficient selection;
    /// a single one only if no other is legal. `own`: the cards of the side that is asked, if they are known.
    fn answers(
        &self,
        position: &Position<Self>,
        question: &Self::Question,
        own: Option<&OwnCards>,
    ) -> Vec<Self::Answer>;
    /// Whether an answer is legal.
    fn admits(&self, position: &Position<Self>, question: &Self::Question, answer: &Self::Answer) -> bool {
        self.answers(position, question, None).contains(answer)
    }

    /// Why an answer is not legal: the rule, and what would be allowed. `own`: the cards of the side that is asked, if
    /// it is that side that is told.
    fn refuse_answer(
        &self,
        position: &Position<Self>,
        question: &Self::Question,
        _answer: &Self::Answer,
        _own: Option<&OwnCards>,
    ) -> Problem {
        let legal = self.answers(position, question, None);
        let legal: Vec<String> = legal.iter().map(|answer| inline(&json!(answer))).collect();
        let problem =
            Problem::new("the rules do not allow this answer").advice(format!("write one of {}", legal.join(", ")));
        match &position.pending {
            Some(Pending::Answer { rule, .. }) => problem.rule(rule.as_str()),
            _ => problem,
        }
    }

    /// What a side's standing orders answer to a question, if anything. The driver ignores an illegal answer.
    fn standing_answer(
        &self,
        position: &Position<Self>,
        side: &Id,
        standing: &Self::Standing,
        question: &Self::Question,
    ) -> Option<Self::Answer>;

    /// The standing orders of a side that has given none: the rules' default answers, if the game has any.
    fn default_standing(&self) -> Option<Self::Standing> {
        None
    }

    /// What is wrong with standing orders by themselves, such as names that do not exist. Paths are inside `standing`.
    fn check_standing(&self, _game: &Self::Game, _side: &Id, _standing: &Self::Standing) -> Vec<Problem> {
        Vec::new()
    }

    /// Examples of standing orders for a side in this position, each legal: for drafts, and for players that try things
    /// out.
    fn standing_samples(&self, _game: &Self::Game, _side: &Id) -> Vec<Self::Standing> {
        Vec::new()
    }

    /// Tells the rules which orders follow in the same turn before an order is begun, and none once it has begun, for a
    /// game in which only the end of several orders has to be legal. They may never come: dice or the other side can
    /// prevent them.
    fn foresee(&self, _game: &mut Self::Game, _later: &[Self::Order]) {}

    /// Whether, of the remaining orders, those that cannot be carried out are skipped. Otherwise the first such order
    /// is returned together with all that follow it.
    fn skips_impossible_orders(&self, _rest: &[Self::Order]) -> bool {
        false
    }

    /// Every legal value of a committed choice, in a fixed order.
    fn choice_values(&self, _game: &Self::Game, _side: &Id, _id: &Id) -> Vec<Value> {
        Vec::new()
    }
    /// The choice to which a side may commit in the same turn in which it opens this one, if the rules ask for both in
    /// close succession (protocol 7). Only dice may come between.
    fn early_choice(&self, _game: &Self::Game, _opened: &Id) -> Option<Id> {
        None
    }
    /// What is wrong with an illegal value of a committed choice, if the game can say more than which values are legal.
    fn refuse_choice(&self, _game: &Self::Game, _side: &Id, _id: &Id, _choice: &Value) -> Option<Problem> {
        None
    }
    /// The JSON Schema of a committed choice in clear text.
    fn choice_schema(&self) -> Value {
        Value::Object(Map::new())
    }
    /// The choice that is used if both sides forfeit.
    fn default_choice(&self, game: &Self::Game, side: &Id, id: &Id) -> Value {
        self.choice_values(game, side, id).into_iter().next().unwrap_or_default()
    }

    /// Orders that a side may give now; not all, but enough to play on. Each passes
    /// [`Session::check`](crate::session::Session::check). `own`: the side's own cards, if they are known; orders then
    /// give cards by name.
    fn legal(&self, position: &Position<Self>, side: &Id, own: Option<&OwnCards>) -> Vec<Self::Order>;
    /// What a side that is asked for orders needs to know, such as what it may spend and how much is left.
    fn brief(&self, _position: &Position<Self>, _side: &Id) -> Value {
        Value::Object(Map::new())
    }

    /// The orders that a sensible player of a side would give: at least one, and together they pass
    /// [`Session::check`](crate::session::Session::check). `seed` decides between equally good ones; the same position
    /// and seed give the same orders. `own`: the side's own cards, if they are known; orders then give cards by name.
    ///
    /// Empty for a game without a player of its own; the order that is worth most ([`Ruleset::worth`]) is then given.
    fn recommend_orders(
        &self,
        _position: &Position<Self>,
        _side: &Id,
        _own: Option<&OwnCards>,
        _seed: u64,
    ) -> Vec<Self::Order> {
        Vec::new()
    }
    /// The answer that a sensible player of a side would give; legal. `None` for a game without a player of its own.
    fn recommend_answer(
        &self,
        _: &Position<Self>,
        _side: &Id,
        _question: &Self::Question,
        _own: Option<&OwnCards>,
    ) -> Option<Self::Answer> {
        None
    }
    /// The value of a position for a side, by the game's own measure; more is better.
    fn worth(&self, _position: &Position<Self>, _side: &Id) -> i64 {
        0
    }
    /// Whether a player who searches may think of an order: not if it states what has happened, which nobody disputes in an
    /// imagined future.
    fn may_be_imagined(&self, _order: &Self::Order) -> bool {
        true
    }
    /// The signs of who is winning, as `side` sees them, from what everybody sees. Those of the other side are the same
    /// with opposite leads, except for who moves and for what a scenario favors.
    fn signs(&self, _position: &Position<Self>, _side: &Id) -> Vec<Sign> {
        Vec::new()
    }
    /// Whether, by what everybody knows, a card of a side may be the one that lies face down under this id.
    fn may_lie(&self, _game: &Self::Game, _side: &Id, _card: &str, _id: &Id) -> bool {
        true
    }
    /// The value of a committed choice that a sensible player would pick; legal.
    fn recommend_choice(&self, game: &Self::Game, side: &Id, id: &Id, _seed: u64) -> Value {
        self.default_choice(game, side, id)
    }
    /// The standing orders that a sensible player would give, if they differ from those in force.
    fn recommend_standing(&self, _position: &Position<Self>, _side: &Id) -> Option<Self::Standing> {
        None
    }

    /// Whether the sides are exchanged in this position: every seat plays the side that the charter gives to the other
    /// one, for example after the players bid for sides.
    ///
    /// This may change only in a step, and only while no order waits and no secret choice is in progress: whatever a
    /// side has begun belongs to its player. The driver then ends all standing orders, because another person gave
    /// them.
    fn exchanged(&self, _game: &Self::Game) -> bool {
        false
    }

    /// What a side may begin with so that both have the same chances, and what players bid (TN-19); `None` in a game
    /// that has nothing of the kind.
    fn handicap_unit(&self) -> Option<HandicapUnit> {
        None
    }
    /// Gives a side so many of those units, before the first step of the game; in a game of cards, as a rule, cards.
    fn give_handicap(&self, game: &mut Self::Game, side: &Id, points: u32) {
        if let Some(cards) = self.cards_mut(game) {
            cards.more_at_first.insert(side.clone(), points);
        }
    }

    /// The card table, if the game has cards: each side has its own hands and decks (protocol 8).
    fn cards<'g>(&self, _game: &'g Self::Game) -> Option<&'g CardTable> {
        None
    }
    /// The same, mutable, for the driver.
    fn cards_mut<'g>(&self, _game: &'g mut Self::Game) -> Option<&'g mut CardTable> {
        None
    }
    /// All cards before anything is done with them.
    fn decks(&self, _game: &Self::Game) -> Decks {
        Decks::new()
    }
    /// What a side's orders or answer do with face-down cards. Depends only on public information.
    fn card_acts(&self, _: &Self::Game, _side: &Id, _: &[Self::Order], _: Option<&Self::Answer>) -> CardActs {
        CardActs::default()
    }
    /// Replaces the cards that orders or an answer lay face down, and the side's own face-down cards, by the ids of
    /// their commitments.
    fn conceal(
        &self,
        _game: &Self::Game,
        _side: &Id,
        (orders, answer): (Vec<Self::Order>, Option<Self::Answer>),
        _own: &OwnCards,
    ) -> Concealed<Self> {
        Concealed { orders, answer, laid: Vec::new() }
    }
    /// Answers in advance that follow from the cards that a turn lays, by the name of the question: their owner need
    /// not write them.
    fn follows_in_advance(
        &self,
        _: &Self::Game,
        _side: &Id,
        _written: &[Self::Order],
        _laid: &[(Id, String)],
    ) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
    /// The questions that a side may answer in advance from one of its turns to the next, by the names in
    /// [`Asked::slug`].
    fn advance_questions(&self, _game: &Self::Game, _side: &Id) -> Vec<&'static str> {
        Vec::new()
    }
    /// The names of the parts that a side's answers in advance may refer to, each sealed by itself and opened only when
    /// it is used; as many of them as `advance_part_count` says. Turns commit to all of these, or to none.
    fn advance_part_names(&self) -> &'static [&'static str] {
        &[]
    }
    /// How many parts a side's next turn seals, by public facts alone.
    fn advance_part_count(&self, _game: &Self::Game, _side: &Id) -> usize {
        0
    }
    /// The parts with their values. An answer in advance that has one of the values names the part instead.
    fn advance_parts(&self, _game: &Self::Game, _side: &Id, _own: &OwnCards) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
    /// The part that must be opened next to follow an opened answer in advance; `None` once it can be followed.
    fn next_part(&self, _: &Position<Self>, _side: &Id, _: &Self::Question, _says: &Value) -> Option<&'static str> {
        None
    }
    /// What an answer in advance replies to a question; `None` if public facts make that illegal, or if it leaves the
    /// question to its owner. It is either an answer, or an answer with conditions in the game's own form.
    fn advance_answer(&self, _: &Position<Self>, _side: &Id, _: &Self::Question, says: &Value) -> Option<Self::Answer> {
        crate::document::from_value(says).ok()
    }
    /// What is wrong with an answer in advance by itself.
    fn refuse_advance(&self, _: &Self::Game, _side: &Id, _window: &str, says: &Value) -> Option<Problem> {
        crate::document::from_value::<Self::Answer>(says).err()
    }
    /// An answer in advance with card ids in place of the titles that its owner wrote.
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
    /// Whether a claim about hidden cards is true (protocol 8.4). `game` may be any ledger of the match; the audit
    /// passes the first one. Anything else that the claim depends on must be part of the claim.
    fn is_claim_true(&self, _game: &Self::Game, _side: &Id, _claim: &Value, _own: &OwnCards) -> bool {
        true
    }
    /// What the owner of a hand can see to be false in a turn of his, though everybody else has to take it for legal:
    /// a card that may not lie where the turn lays it, a claim that the cards do not bear out, an answer in advance
    /// that he cannot give. The audit would find it, so no program signs it, and an adjudicator who knows the hand
    /// refuses it (protocol 8.5, 8.6).
    fn refuse_by_hand(&self, _: &Position<Self>, _side: &Id, _turn: &OwnTurn<'_, Self>) -> Vec<Problem> {
        Vec::new()
    }
    /// What a sensible player would answer in advance: a value for each of the [`Ruleset::advance_questions`], or none.
    fn recommend_advance(&self, _: &Position<Self>, _side: &Id, _own: &OwnCards) -> Vec<(&'static str, Value)> {
        Vec::new()
    }
    /// The invariants of every position: returns those that are violated, with a path inside the position where one
    /// place is to blame.
    fn invariants(&self, position: &Position<Self>) -> Vec<Problem>;
    /// Checks that a value is an outcome of this game, as given by [`Ruleset::outcome_by`] or [`Next::Over`], or stated
    /// by a referee.
    ///
    /// # Errors
    /// Everything that is wrong with it, with paths inside it.
    fn check_outcome(&self, outcome: &Value) -> Result<(), Vec<Problem>> {
        super::outcome::check(&self.sides(), self.ends(), outcome)
    }
    /// The ways in which the rules themselves end a match, for outcomes of the form `{winner: …, how: …}`.
    fn ends(&self) -> &'static [EndCondition] {
        &[]
    }
    /// The outcome of a default or resignation of the side `loser`, or of an agreed draw (`loser` is `None`). `how` is
    /// `resigned`, `default` or `draw_agreed`.
    fn outcome_by(&self, _game: &Self::Game, how: &str, loser: Option<&Id>) -> Value {
        super::outcome::by(&self.sides(), how, loser)
    }
    /// The position as a side may see it (`None`: the public). Open-handed, this is the whole position.
    fn view<'p>(&self, position: &'p Position<Self>, _side: Option<&Id>) -> Cow<'p, Position<Self>> {
        Cow::Borrowed(position)
    }
}
