//! A game as the rest of the program sees it: check an act, resolve it, say what is awaited.

use std::fmt::Debug;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::document::{Bytes32, Id, Problem, inline, levels, salvage};

use crate::report::svg::Drawing;
use crate::report::{MapView, Past, Present, Report, Show, StepFacts};

use super::act::Act;
use super::choices::Opening;
use super::dice::Dice;
use super::events::{EngineEvent, Events};
use super::player::Plan;
use super::position::{Pending, Position, Proposal, Queue};
use super::ruleset::Ruleset;
use super::run::{Said, Until, resume, to_value};
use super::story::Story;
use super::trial::Halt;
use super::words::Words;

/// What is asked of a seat, as `awaiting` states it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Want {
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
    pub want: Want,
    /// Choices to which the same turn may commit already, if the side likes (protocol 7).
    pub may_commit: Vec<Id>,
}

impl Awaited {
    /// What is asked of a side, and nothing besides that it may do already.
    pub fn new(side: Id, want: Want) -> Self {
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
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Box<dyn Table>, Problem>;
    /// The table at which a position stands.
    ///
    /// # Errors
    /// If the value is no position of this game.
    fn load(&self, position: &Value) -> Result<Box<dyn Table>, Problem>;
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
    fn case(&self, given: &Value) -> Result<Box<dyn Table>, Problem>;
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
pub type Adjudicated = (Box<dyn Table>, Vec<Value>);

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
pub trait Table: Words + Story + Debug + Send + Sync {
    /// Another table in the same position.
    fn boxed_clone(&self) -> Box<dyn Table>;
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
    /// The proposal that waits for an answer.
    fn proposal(&self) -> Option<Proposal>;
    /// Replaces the proposal.
    fn set_proposal(&mut self, proposal: Option<Proposal>);
    /// Every reason why an act is not legal here; nothing is rolled and nothing changes.
    ///
    /// # Errors
    /// All of them at once, with paths inside the turn (`orders[2].move.sp`).
    fn check(&self, side: &Id, act: &Act) -> Result<(), Vec<Problem>>;
    /// The orders of an act, by number, that [`Table::check`] could not test in full: dice or an answer of the other side
    /// come first.
    fn undecided(&self, side: &Id, act: &Act) -> Vec<usize>;
    /// Resolves acts, at most one a side, and returns what happened. Each is checked first.
    ///
    /// # Errors
    /// As [`Table::check`]; then nothing has changed.
    fn adjudicate(&mut self, acts: &[(Id, Act)], dice: &mut dyn Dice) -> Result<Vec<Value>, Vec<Problem>>;
    /// The same, at another table, which is returned.
    ///
    /// # Errors
    /// As [`Table::check`].
    fn adjudicated(&self, acts: &[(Id, Act)], dice: &mut dyn Dice) -> Result<Adjudicated, Vec<Problem>>;
    /// The same for a case, which may end where the orders that it gives are carried out: `orders_of` is then how many
    /// procedures were under way when they were asked for.
    ///
    /// # Errors
    /// As [`Table::check`], or the dice have run out; with what happened before.
    fn played(
        &self,
        acts: &[(Id, Act)],
        dice: &mut dyn Dice,
        orders_of: Option<usize>,
    ) -> Result<Adjudicated, Unfinished>;
    /// What a side may do now, enough to play on; everything in it passes [`Table::check`].
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

/// [`Table`] for a [`Ruleset`].
#[derive(Clone, Debug)]
pub struct Seated<R: Ruleset> {
    pub rules: R,
    pub position: Position<R>,
}

impl<R: Present> Game for Rules<R> {
    fn id(&self) -> &'static str {
        self.0.id()
    }
    fn revision(&self) -> u32 {
        self.0.revision()
    }
    fn sides(&self) -> [Id; 2] {
        self.0.sides()
    }
    fn setup(&self, scenario: &Id, options: &Map<String, Value>) -> Result<Box<dyn Table>, Problem> {
        let position = self.0.setup(scenario, options)?;
        Ok(Box::new(Seated { rules: self.0.seated(&position.game), position }))
    }
    fn load(&self, position: &Value) -> Result<Box<dyn Table>, Problem> {
        let position: Position<R> = decode("position", position)?;
        let table = Seated { rules: self.0.seated(&position.game), position };
        let broken = Table::invariants(&table);
        if broken.is_empty() {
            return Ok(Box::new(table));
        }
        let told: Vec<&str> = broken.iter().map(|problem| problem.message.as_str()).collect();
        let problem = Problem::new(format!("this position cannot be: {}", told.join("; ")));
        Err(Problem { path: broken[0].path.clone(), ..problem }.under("position"))
    }
    fn broken(&self, position: &Value) -> Vec<Problem> {
        match decode("position", position) {
            Ok(position) => {
                let position: Position<R> = position;
                let rules = self.0.seated(&position.game);
                let broken = Table::invariants(&Seated { rules, position });
                broken.into_iter().map(|problem| problem.under("position")).collect()
            }
            Err(problem) => vec![problem],
        }
    }
    fn check_outcome(&self, outcome: &Value) -> Result<(), Vec<Problem>> {
        self.0.check_outcome(outcome)
    }
    fn case(&self, given: &Value) -> Result<Box<dyn Table>, Problem> {
        if let Some(whole) = super::case::whole_position(given)? {
            return self.load(whole).map_err(super::case::in_whole_position);
        }
        let rules = self.0.ground(given)?.into_owned();
        let position = rules.case(given)?;
        Ok(Box::new(Seated { rules, position }))
    }
    fn case_schema(&self) -> Value {
        super::case::schema::schema(&self.0)
    }
    fn choice_schema(&self) -> Value {
        self.0.choice_schema()
    }
    fn outcome_words(&self, outcome: &Value) -> String {
        self.0.outcome_words(outcome)
    }
    fn schemas(&self) -> [Value; 3] {
        [
            schemars::schema_for!(R::Order).to_value(),
            schemars::schema_for!(R::Answer).to_value(),
            schemars::schema_for!(R::Standing).to_value(),
        ]
    }
}

/// An act whose parts have their types.
pub(super) struct Typed<R: Ruleset> {
    /// `None` for an order that does not read.
    pub(super) orders: Vec<Option<R::Order>>,
    pub(super) said: Option<Said<R>>,
    standing: Option<R::Standing>,
    commit: Vec<(Id, Bytes32)>,
    open: Vec<(Id, Opening)>,
}

impl<R: Ruleset> Typed<R> {
    /// The orders before the first that does not read.
    pub(super) fn reading(&self) -> impl Iterator<Item = &R::Order> {
        self.orders.iter().map_while(Option::as_ref)
    }
}

/// What a look at an act finds.
struct Looked<R: Ruleset> {
    found: Found,
    /// Orders, by number, that could not be tested in full.
    undecided: Vec<usize>,
    /// Where the trial came to rest, if the act was tried.
    halt: Option<Halt<R>>,
}

/// What is wrong with an act: with single orders, by their number, and with the rest of it.
#[derive(Default)]
struct Found {
    orders: Vec<(usize, Problem)>,
    rest: Vec<Problem>,
}

impl Found {
    fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.rest.is_empty()
    }

    /// Adds what a trial has found; what it says too of an order is not said twice.
    fn told_by_trial(&mut self, tried: Vec<(usize, Problem)>) {
        let same =
            |n: usize, problem: &Problem| tried.iter().any(|(m, told)| *m == n && told.message == problem.message);
        self.orders.retain(|(n, problem)| !same(*n, problem));
        self.orders.extend(tried);
    }

    /// All of it, order by order.
    fn into_problems(mut self) -> Vec<Problem> {
        self.orders.sort_by_key(|(n, _)| *n);
        self.orders.into_iter().map(|(_, problem)| problem).chain(self.rest).collect()
    }
}

impl<R: Present> Seated<R> {
    /// Gives the parts of an act their types, as far as they read, and holds them against what is asked.
    fn understand(&self, side: &Id, act: &Act) -> (Typed<R>, Found) {
        let mut found = Found::default();
        let mut problems = Vec::new();
        let mut orders = Vec::new();
        for (n, order) in act.orders.iter().enumerate() {
            let path = format!("orders[{n}]");
            let (read, wrong): (Option<R::Order>, Vec<Problem>) = salvage_said(&path, order);
            let named = read.iter().flat_map(|order| self.rules.misnamed(&self.position.game, side, order));
            let named: Vec<Problem> = named.map(|problem| problem.under(&path)).collect();
            orders.push(read.filter(|_| wrong.is_empty()));
            let wrong = wrong.into_iter().map(|problem| self.suggested(problem, "orders", &json!(act.orders)));
            found.orders.extend(wrong.chain(named).map(|problem| (n, problem)));
        }
        let standing = match &act.standing {
            None => None,
            Some(written) => {
                let (read, wrong): (Option<R::Standing>, _) = salvage_said("standing", &Value::Object(written.clone()));
                let whole = wrong.is_empty();
                problems.extend(wrong.into_iter().map(|problem| self.suggested(problem, "standing", &json!(written))));
                let check = |standing: &R::Standing| self.rules.check_standing(&self.position.game, side, standing);
                problems.extend(read.iter().flat_map(check).map(|problem| problem.under("standing")));
                read.filter(|_| whole)
            }
        };
        let said = self.understand_answers(side, act, &mut problems);
        self.match_want(side, act, &mut problems);
        found.rest = problems;
        (Typed { orders, said, standing, commit: act.commit.clone(), open: act.open.clone() }, found)
    }

    /// Everything that can be said of an act before it is carried out, and where its trial came to rest; what happened in
    /// it is told to `events`.
    fn look_at(&self, side: &Id, act: &Act, events: Events) -> Looked<R> {
        let (typed, mut found) = self.understand(side, act);
        // Orders that are asked for are tried whatever else is wrong with the turn.
        let orders = self.asks_orders_of(side) && !act.orders.is_empty();
        if !orders && !found.is_empty() {
            return Looked { found, undecided: Vec::new(), halt: None };
        }
        let (tried, halt) = self.trial(side, &typed, &act.orders, events);
        found.told_by_trial(tried.problems);
        found.rest.extend(tried.fault);
        Looked { found, undecided: tried.undecided, halt: Some(halt) }
    }

    /// Whether orders are asked of a side.
    fn asks_orders_of(&self, side: &Id) -> bool {
        let proposed = matches!(self.position.proposal, Some(Proposal::TakeBack { .. } | Proposal::Draw { .. }));
        !proposed && matches!(&self.position.pending, Some(Pending::Orders { side: asked }) if asked == side)
    }

    /// Resolves acts that were checked.
    fn carry_out(
        &self,
        acts: &[(&Id, Typed<R>)],
        dice: &mut dyn Dice,
        until: Until,
    ) -> Result<(Self, Vec<Value>), Unfinished> {
        let mut after = self.clone();
        let mut events = Events::default();
        let mut said = None;
        for (side, act) in acts {
            after.record(side, act, &mut events);
            said = said.or(act.said.clone());
        }
        let input = resume(&after.rules, &mut after.position, said, &mut events);
        after.run_out(input, dice, events, until)
    }

    /// The table after these acts, each of which is checked first, and what happened.
    fn after(&self, acts: &[(Id, Act)], dice: &mut dyn Dice, until: Until) -> Result<(Self, Vec<Value>), Unfinished> {
        if let ([(side, act)], Until::Rest) = (acts, until) {
            let Looked { found, halt, .. } = self.look_at(side, act, Events::default());
            return match halt {
                Some(halt) if found.is_empty() => halt.go_on(dice),
                _ => Err(found.into_problems().into()),
            };
        }
        let mut typed = Vec::new();
        for (side, act) in acts {
            let found = self.look_at(side, act, Events::unheard()).found;
            if !found.is_empty() {
                return Err(found.into_problems().into());
            }
            typed.push((side, self.understand(side, act).0));
        }
        self.carry_out(&typed, dice, until)
    }

    /// A problem with what a text under its path may be meant for, if the game knows: a leader's or a place's name.
    fn suggested(&self, problem: Problem, part: &str, value: &Value) -> Problem {
        let Some(path) = &problem.path else { return problem };
        let mut value = value;
        let mut field = "";
        let steps = path.strip_prefix(part).unwrap_or_default().split(['.', '[', ']']);
        let steps = steps.filter(|step| !step.is_empty());
        for step in steps.clone() {
            let next = match value {
                Value::Array(items) => step.parse::<usize>().ok().and_then(|at| items.get(at)),
                Value::Object(entries) => {
                    field = step;
                    entries.get(step)
                }
                _ => None,
            };
            let Some(next) = next else { return problem };
            value = next;
        }
        if problem.on_key {
            let within = steps.clone().nth(1).unwrap_or_default();
            return match self.rules.suggest_key(within, field, value) {
                Some(meant) => problem.advice(meant),
                None => problem,
            };
        }
        let Some(written) = value.as_str() else { return problem };
        if let Some(mark) =
            written.chars().find(|c| "\u{201c}\u{201d}\u{201e}\u{2018}\u{2019}\u{ab}\u{bb}".contains(*c))
        {
            let advice =
                format!("{mark} is a typographic quote, as word processors write; write the straight \" or none");
            return problem.advice(advice);
        }
        match self.rules.suggest(&self.position.game, field, written) {
            Some(meant) => problem.advice(meant),
            None => problem,
        }
    }

    fn understand_answers(&self, side: &Id, act: &Act, problems: &mut Vec<Problem>) -> Option<Said<R>> {
        let mut said = None;
        for (n, entry) in act.answers.iter().enumerate() {
            let path = format!("answers[{n}]");
            let parts = entry.as_object().and_then(|entry| {
                let id = entry.get("id")?.as_str()?;
                (entry.len() == 2).then_some(())?;
                Some((id, entry.get("answer")?))
            });
            let Some((id, answer)) = parts else {
                let advice = "write it as {id: the question's id, answer: {…}}";
                problems.push(Problem::new("this is no answer").in_path(path).advice(advice));
                continue;
            };
            match &self.position.pending {
                Some(Pending::Answer { side: asked, id: wanted, question, .. }) if asked == side && wanted == id => {
                    match decode_said::<R::Answer>(&format!("{path}.answer"), answer) {
                        Err(problem) => problems.push(self.suggested(problem, "answers", &json!(act.answers))),
                        Ok(answer) if self.rules.admits(&self.position, question, &answer) => {
                            if said.replace(Said::Answer(answer)).is_some() {
                                problems.push(Problem::new("this question is answered twice").in_path(path));
                            }
                        }
                        Ok(answer) => {
                            let problem = self.rules.refuse_answer(&self.position, question, &answer);
                            problems.push(problem.under(&format!("{path}.answer")));
                        }
                    }
                }
                Some(Pending::Name { side: namer, id: choice, rule }) if namer == side && name_id(choice) == id => {
                    let loser = self.rules.sides().into_iter().find(|other| other != side);
                    let legal = loser.map(|loser| self.rules.choice_values(&self.position.game, &loser, choice));
                    if legal.is_some_and(|legal| legal.contains(answer)) {
                        if said.replace(Said::Name(answer.clone())).is_some() {
                            problems.push(Problem::new("this question is answered twice").in_path(path));
                        }
                    } else {
                        let problem = Problem::new("this is no legal choice").in_path(path).rule(rule.clone());
                        problems.push(problem.advice("name a choice that the other side could have made"));
                    }
                }
                _ => {
                    let problem = Problem::new(format!("no question '{id}' is asked of you")).in_path(path);
                    problems.push(problem.rule("protocol 6").advice(self.asked_words(side)));
                }
            }
        }
        said
    }

    /// Holds the parts of an act against what is asked of its side.
    fn match_want(&self, side: &Id, act: &Act, problems: &mut Vec<Problem>) {
        let mut unwanted = |part: &str, count: usize, wanted: bool| {
            if count > 0 && !wanted {
                let problem = Problem::new(format!("this turn may bring no {part}")).in_path(part.to_owned());
                problems.push(problem.rule("protocol 3").advice(self.asked_words(side)));
            }
        };
        let awaited = self.awaiting().into_iter().find(|awaited| awaited.side == *side);
        let may_commit = awaited.iter().flat_map(|awaited| awaited.may_commit.clone()).collect::<Vec<Id>>();
        let want = awaited.map(|awaited| awaited.want);
        let answers = matches!(want, Some(Want::Answer { .. } | Want::Name { .. }));
        let started = !matches!(want, None | Some(Want::Empty(_)));
        unwanted("orders", act.orders.len(), matches!(want, Some(Want::Orders(_))));
        unwanted("answers", act.answers.len(), answers);
        unwanted("commit", act.commit.len(), matches!(want, Some(Want::Commit(_))) || !may_commit.is_empty());
        unwanted("open", act.open.len(), matches!(want, Some(Want::Open(_))));
        unwanted("standing", usize::from(act.standing.is_some()), started);
        if let Some(Want::Commit(ids) | Want::Open(ids)) = &want {
            let commits: Vec<&Id> = act.commit.iter().map(|(id, _)| id).collect();
            let opens: Vec<&Id> = act.open.iter().map(|(id, _)| id).collect();
            let opening = matches!(want, Some(Want::Open(_)));
            let of_commits = if opening { &may_commit } else { ids };
            let parts = [("commit", commits, of_commits.as_slice()), ("open", opens, if opening { ids } else { &[] })];
            for (part, brought, asked) in parts {
                for (n, id) in brought.iter().enumerate() {
                    if !asked.contains(id) || brought[..n].contains(id) {
                        let problem = Problem::new(format!("the choice '{id}' is not asked of you now"));
                        let asked = asked.iter().map(Id::as_str).collect::<Vec<_>>().join(", ");
                        let problem = problem.in_path(format!("{part}[{n}].id")).rule("protocol 7");
                        problems.push(problem.advice(format!("asked for: {asked}")));
                    }
                }
            }
        }
        for (n, (_, opening)) in act.open.iter().enumerate() {
            if let Opening::Choice(choice) = opening {
                problems.extend(shallow(&format!("open[{n}].choice"), choice).err());
            }
        }
        if act.is_empty() && started {
            let problem = Problem::new("this turn does nothing").rule("protocol 3");
            problems.push(problem.advice(self.asked_words(side)));
        } else if let Some(Want::Answer { id, .. } | Want::Name { id, .. }) = &want
            && act.answers.is_empty()
        {
            problems.push(Problem::new(format!("the question '{id}' is not answered")).advice(self.asked_words(side)));
        } else if let Some(Want::Commit(ids)) = &want
            && act.commit.is_empty()
        {
            problems.push(Problem::new(format!("a commitment to '{}' is due", ids[0])).rule("protocol 7"));
        } else if let Some(Want::Open(ids)) = &want
            && act.open.is_empty()
        {
            let problem = Problem::new(format!("the opening of '{}' is due", ids[0])).rule("protocol 7");
            problems.push(problem.advice("open it, or say {id: …, forfeit: true}"));
        }
    }

    fn asked_words(&self, side: &Id) -> String {
        match self.awaiting().into_iter().find(|awaited| awaited.side == *side).map(|awaited| awaited.want) {
            None => "nothing is asked of you now".to_owned(),
            Some(Want::Empty(_)) => "an empty turn is asked of you".to_owned(),
            Some(Want::Orders(_)) => "orders are asked of you".to_owned(),
            Some(Want::Answer { id, options, .. } | Want::Name { id, options, .. }) => {
                let options: Vec<String> = options.iter().take(12).map(inline).collect();
                format!("you are asked '{id}'; legal answers: {}", options.join(", "))
            }
            Some(Want::Commit(ids)) => format!("a commitment to '{}' is asked of you", ids[0]),
            Some(Want::Open(ids)) => format!("the opening of '{}' is asked of you", ids[0]),
            Some(Want::TakeBack { to_step }) => format!("you are asked whether to go back to step {to_step}"),
            Some(Want::Draw(_)) => "you are asked whether to agree to a draw".to_owned(),
        }
    }

    /// Writes down what an act brings, before anything is resolved.
    pub(super) fn record(&mut self, side: &Id, act: &Typed<R>, events: &mut Events) {
        let position = &mut self.position;
        if let Some(standing) = &act.standing {
            position.standing.insert(side.clone(), standing.clone());
            if *standing == R::Standing::default() {
                position.standing.remove(side);
            }
            events.emit("protocol 3", &EngineEvent::Standing { side: side.clone() });
        }
        for (id, digest) in &act.commit {
            position.choices.entry(id.clone()).or_default().commitments.insert(side.clone(), *digest);
            events.emit("protocol 7", &EngineEvent::Committed { side: side.clone(), id: id.clone() });
        }
        for (id, opening) in &act.open {
            let legal = self.rules.choice_values(&position.game, side, id);
            let (opening, event) = match opening {
                Opening::Choice(choice) if legal.contains(choice) => {
                    let event = EngineEvent::Opened { side: side.clone(), id: id.clone(), choice: choice.clone() };
                    (opening.clone(), event)
                }
                other => {
                    let because = match other {
                        Opening::Forfeit => "not opened",
                        Opening::Choice(_) => "no legal choice",
                    };
                    let because = because.to_owned();
                    (Opening::Forfeit, EngineEvent::Forfeited { side: side.clone(), id: id.clone(), because })
                }
            };
            position.choices.entry(id.clone()).or_default().opened.insert(side.clone(), opening);
            events.emit("protocol 7", &event);
        }
        let orders: Vec<R::Order> = act.reading().cloned().collect();
        if !orders.is_empty() {
            position.queue = Some(Queue { side: side.clone(), first: 0, orders });
        }
    }
}

impl<R: Present> Table for Seated<R> {
    fn boxed_clone(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn position(&self) -> Value {
        to_value(&self.position)
    }

    fn notation(&self) -> Value {
        self.rules.notation(&self.position)
    }

    fn given(&self) -> Result<Value, Problem> {
        if self.position.outcome.is_some() {
            let problem = Problem::new("the match is over here: nothing more can come of this position");
            return Err(problem.advice("take an earlier step"));
        }
        let mut position = self.position.clone();
        position.proposal = None;
        let given = self.rules.given(&position);
        let read = self.rules.ground(&given).and_then(|rules| rules.case(&given));
        let essence = |position: &Position<R>| {
            let mut position = self.rules.essence(position);
            // What is under a seal is the chain's to know: the rules ask only who has committed.
            let commitments = position.choices.values_mut().flat_map(|choice| choice.commitments.values_mut());
            commitments.for_each(|digest| *digest = Bytes32([0; 32]));
            to_value(&position)
        };
        match read {
            Ok(read) if essence(&read) == essence(&position) => Ok(given),
            _ => Ok(super::case::with_whole_position(&to_value(&position))),
        }
    }

    fn view(&self, side: Option<&Id>) -> Value {
        to_value(&*self.rules.view(&self.position, side))
    }

    fn awaiting(&self) -> Vec<Awaited> {
        let position = &self.position;
        let sides = self.rules.sides();
        let other = |by: &Id| sides.iter().find(|side| *side != by).cloned();
        match &position.proposal {
            Some(Proposal::TakeBack { by, to_step }) => {
                let want = Want::TakeBack { to_step: *to_step };
                return other(by).map(|side| Awaited::new(side, want)).into_iter().collect();
            }
            Some(Proposal::Draw { by }) => {
                return other(by).map(|side| Awaited::new(side, Want::Draw(true))).into_iter().collect();
            }
            Some(Proposal::StandingDraw { .. }) | None => {}
        }
        let one = |side: &Id, want: Want| vec![Awaited::new(side.clone(), want)];
        match &position.pending {
            None => Vec::new(),
            Some(Pending::Start) => sides.iter().map(|side| Awaited::new(side.clone(), Want::Empty(true))).collect(),
            Some(Pending::Orders { side }) => one(side, Want::Orders(self.rules.brief(position, side))),
            Some(Pending::Answer { side, id, rule, question }) => {
                let options = self.rules.answers(position, question).iter().map(to_value).collect();
                let (id, rule, question) = (id.clone(), rule.clone(), to_value(question));
                one(side, Want::Answer { id, rule, question, options })
            }
            Some(Pending::Commit { id, .. }) => {
                let done = position.choices.get(id);
                let left = sides.iter().filter(|side| !done.is_some_and(|done| done.commitments.contains_key(*side)));
                left.map(|side| Awaited::new(side.clone(), Want::Commit(vec![id.clone()]))).collect()
            }
            Some(Pending::Open { id, .. }) => {
                let done = position.choices.get(id);
                let left = sides.iter().filter(|side| !done.is_some_and(|done| done.opened.contains_key(*side)));
                let early = self.rules.early_choice(&position.game, id);
                let may_commit: Vec<Id> = early.into_iter().collect();
                left.map(|side| {
                    let (side, want) = (side.clone(), Want::Open(vec![id.clone()]));
                    Awaited { side, want, may_commit: may_commit.clone() }
                })
                .collect()
            }
            Some(Pending::Name { id, rule, side }) => {
                let loser = other(side);
                let options = loser.map(|loser| self.rules.choice_values(&position.game, &loser, id));
                let (id, rule) = (name_id(id), rule.clone());
                one(side, Want::Name { id, rule, options: options.unwrap_or_default() })
            }
        }
    }

    fn exchanged(&self) -> bool {
        self.rules.exchanged(&self.position.game)
    }

    fn exchanged_in(&self, position: &Value) -> Result<bool, Problem> {
        let position: Position<R> = decode("position", position)?;
        Ok(self.rules.exchanged(&position.game))
    }

    fn outcome(&self) -> Option<Value> {
        self.position.outcome.clone()
    }

    fn conclude(&mut self, how: &str, loser: Option<&Id>) -> Value {
        let outcome = self.rules.outcome_by(&self.position.game, how, loser);
        self.set_outcome(outcome.clone());
        outcome
    }

    fn set_outcome(&mut self, outcome: Value) {
        self.position.stack.clear();
        self.position.queue = None;
        self.position.pending = None;
        self.position.proposal = None;
        self.position.outcome = Some(outcome);
    }

    fn commitment(&self, side: &Id, choice: &Id) -> Option<Bytes32> {
        self.position.choices.get(choice)?.commitments.get(side).copied()
    }

    fn proposal(&self) -> Option<Proposal> {
        self.position.proposal.clone()
    }

    fn set_proposal(&mut self, proposal: Option<Proposal>) {
        self.position.proposal = proposal;
    }

    fn check(&self, side: &Id, act: &Act) -> Result<(), Vec<Problem>> {
        let found = self.look_at(side, act, Events::unheard()).found;
        if found.is_empty() { Ok(()) } else { Err(found.into_problems()) }
    }

    fn undecided(&self, side: &Id, act: &Act) -> Vec<usize> {
        self.look_at(side, act, Events::unheard()).undecided
    }

    fn adjudicate(&mut self, acts: &[(Id, Act)], dice: &mut dyn Dice) -> Result<Vec<Value>, Vec<Problem>> {
        let (after, events) = self.after(acts, dice, Until::Rest).map_err(|unfinished| unfinished.problems)?;
        *self = after;
        Ok(events)
    }

    fn adjudicated(&self, acts: &[(Id, Act)], dice: &mut dyn Dice) -> Result<Adjudicated, Vec<Problem>> {
        let (after, events) = self.after(acts, dice, Until::Rest).map_err(|unfinished| unfinished.problems)?;
        Ok((Box::new(after), events))
    }

    fn played(
        &self,
        acts: &[(Id, Act)],
        dice: &mut dyn Dice,
        orders_of: Option<usize>,
    ) -> Result<Adjudicated, Unfinished> {
        let (after, events) = self.after(acts, dice, orders_of.map_or(Until::Rest, Until::OrdersDone))?;
        Ok((Box::new(after), events))
    }

    fn answers_by_default(&self) -> bool {
        self.rules.default_standing().is_some()
    }

    fn legal(&self, side: &Id) -> Legal {
        let mut legal = Legal::default();
        for awaited in self.awaiting().into_iter().filter(|awaited| awaited.side == *side) {
            match awaited.want {
                Want::Orders(_) => {
                    legal.orders = self.rules.legal(&self.position, side).iter().map(to_value).collect();
                    legal.standing =
                        self.rules.standing_samples(&self.position.game, side).iter().map(to_value).collect();
                }
                Want::Answer { id, options, .. } | Want::Name { id, options, .. } => {
                    legal.answers = options.into_iter().map(|answer| json!({"id": id, "answer": answer})).collect();
                }
                Want::Commit(ids) => {
                    let values = |id: &Id| self.rules.choice_values(&self.position.game, side, id);
                    legal.choices = ids.into_iter().map(|id| (id.clone(), values(&id))).collect();
                }
                Want::Open(_) => {
                    let values = |id: &Id| self.rules.choice_values(&self.position.game, side, id);
                    legal.choices = awaited.may_commit.into_iter().map(|id| (id.clone(), values(&id))).collect();
                }
                Want::Empty(_) | Want::TakeBack { .. } | Want::Draw(_) => {}
            }
        }
        legal
    }

    fn counsel(&self, side: &Id, seed: u64) -> Option<Plan> {
        let Awaited { want, may_commit, .. } = self.awaiting().into_iter().find(|awaited| awaited.side == *side)?;
        let mut plan = Plan::default();
        let want = match want {
            // Openings are the caller's, who has what was chosen.
            Want::Open(_) => Want::Commit(may_commit),
            want => want,
        };
        match want {
            Want::Empty(_) => {}
            Want::Orders(_) => {
                let orders = self.rules.counsel(&self.position, side, seed);
                plan.act.orders = orders.iter().map(to_value).collect();
                let standing = self.rules.counsel_standing(&self.position, side);
                plan.act.standing = standing.and_then(|standing| to_value(&standing).as_object().cloned());
            }
            Want::Answer { id, .. } => {
                let Some(Pending::Answer { question, .. }) = &self.position.pending else { return None };
                let answer = self.rules.counsel_answer(&self.position, side, question)?;
                plan.act.answers = vec![json!({"id": id, "answer": to_value(&answer)})];
            }
            Want::Name { id, options, .. } => {
                plan.act.answers = vec![json!({"id": id, "answer": options.first()?})];
            }
            Want::Commit(ids) => {
                for id in ids {
                    let value = self.rules.counsel_choice(&self.position.game, side, &id, seed);
                    plan.act.commit.push((id.clone(), Bytes32([0; 32])));
                    plan.choose.push((id, value));
                }
            }
            Want::Open(_) | Want::TakeBack { .. } | Want::Draw(_) => return None,
        }
        Some(plan)
    }

    fn invariants(&self) -> Vec<Problem> {
        let mut broken = self.rules.invariants(&self.position);
        let over = self.position.outcome.is_some();
        if over == self.position.pending.is_some() {
            let problem = Problem::new("a match waits for something exactly until it is over");
            broken.push(problem.in_path(if over { "outcome" } else { "pending" }));
        }
        if !over && self.position.stack.is_empty() {
            broken.push(Problem::new("nothing is under way, and the match is not over").in_path("stack"));
        }
        if let Some(Err(problems)) = self.position.outcome.as_ref().map(|outcome| self.rules.check_outcome(outcome)) {
            broken.extend(problems.into_iter().map(|problem| problem.under("outcome")));
        }
        match decode::<Position<R>>("", &self.position()) {
            Ok(read) if read == self.position => {}
            Ok(_) => broken.push(Problem::new("the position reads back as another")),
            Err(problem) => broken.push(Problem::new(format!("the position does not read back: {problem}"))),
        }
        broken
    }

    fn procedures(&self) -> Vec<String> {
        let name = |frame: &R::Frame| match to_value(frame) {
            Value::Object(map) => map.keys().next().cloned().unwrap_or_default(),
            Value::String(name) => name,
            other => other.to_string(),
        };
        self.position.stack.iter().map(name).collect()
    }

    fn report(&self, before: &Value, facts: &StepFacts) -> Result<Report, Problem> {
        let before = decode("position", before)?;
        let reader = facts.reader.as_ref();
        let (before, after) = (self.rules.view(&before, reader), self.rules.view(&self.position, reader));
        Ok(self.rules.report(&before, &after, facts))
    }

    fn show(&self, what: &Show, reader: Option<&Id>) -> Result<Report, Problem> {
        self.rules.show(&self.rules.view(&self.position, reader), what)
    }

    fn draw(&self, view: &MapView, reader: Option<&Id>, past: Option<Past<'_, Value>>) -> Result<Drawing, Problem> {
        let after = self.rules.view(&self.position, reader);
        let Some(Past { before, facts }) = past else { return self.rules.draw(&after, view, None) };
        let before = decode("position", before)?;
        let before = self.rules.view(&before, reader);
        self.rules.draw(&after, view, Some(Past { before: &before, facts }))
    }

    fn draft_notes(&self, side: &Id) -> Vec<String> {
        self.rules.draft_notes(&self.rules.view(&self.position, Some(side)), side)
    }
}

/// The id of the question that asks a side to name a forfeited choice.
fn name_id(choice: &Id) -> String {
    format!("name-{choice}")
}

/// How deep orders, answers, standing orders and choices may be nested. A state repeats them some levels deeper, and has to
/// be read itself.
const DEEPEST: usize = 32;

/// Whether a part of a turn is nested no deeper than it may be.
fn shallow(path: &str, value: &Value) -> Result<(), Problem> {
    if levels(value) <= DEEPEST {
        return Ok(());
    }
    let problem = Problem::new(format!("this is nested deeper than {DEEPEST} levels")).in_path(path);
    Err(problem.rule("protocol 1").advice("say it with fewer levels: two `not` one in the other say nothing"))
}

/// Gives a part of a turn its type.
fn decode_said<T: serde::de::DeserializeOwned>(path: &str, value: &Value) -> Result<T, Problem> {
    shallow(path, value)?;
    decode(path, value)
}

/// The same with everything that is wrong with it; what of it does read comes along.
fn salvage_said<T: serde::de::DeserializeOwned>(path: &str, value: &Value) -> (Option<T>, Vec<Problem>) {
    match shallow(path, value) {
        Ok(()) => salvage(path, value),
        Err(problem) => (None, vec![problem]),
    }
}

pub(super) fn decode<T: serde::de::DeserializeOwned>(path: &str, value: &Value) -> Result<T, Problem> {
    crate::document::decode::decode_at(None, path, value)
}
