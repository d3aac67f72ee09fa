//! Compares what an act brings with what is asked.

use std::cell::RefCell;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::document::kinds::EXPECTED_ID;
use crate::document::path::value_at;
use crate::document::{Bytes32, Id, Partial, Problem, decode_partially, inline, levels, lookalikes};

use crate::report::Present;

use super::cards::parse_advance_id;
use super::rules::RulesetSession;
use super::{Request, Session};
use crate::engine::CardActs;
use crate::engine::cards::CardTable;
use crate::engine::choices::Opening;
use crate::engine::decision::Decision;
use crate::engine::position::Pending;
use crate::engine::run::SuppliedAnswer;

/// What the unknown words of a turn may be meant for: the search among all names of a game takes long.
#[derive(Default)]
pub(super) struct Suggestions {
    /// By the kind of order, the field and the word.
    known: RefCell<BTreeMap<[String; 3], Option<String>>>,
}

impl Suggestions {
    /// For how many words of a turn names are searched: nobody reads more suggestions.
    const MOST: usize = 200;

    fn of(&self, words: [&str; 3], search: impl FnOnce() -> Option<String>) -> Option<String> {
        let words = words.map(str::to_owned);
        let mut known = self.known.borrow_mut();
        match known.get(&words) {
            Some(meant) => meant.clone(),
            None if known.len() >= Self::MOST => None,
            None => known.entry(words).or_insert_with(search).clone(),
        }
    }
}

impl<R: Present> RulesetSession<R> {
    /// Adds to a problem the name that a text under its path may be meant for, if the game knows: a leader's or a
    /// place's. `part` is the path of an order, an answer or the standing orders, and `value` what stands there.
    /// What it may be meant for is looked up in `searched`, and searched for once per word.
    pub(super) fn suggested(
        &self,
        side: &Id,
        problem: Problem,
        (part, value): (&str, &Value),
        searched: &Suggestions,
    ) -> Problem {
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
        let within = steps.clone().next().unwrap_or_default();
        if problem.on_key {
            return match self.rules.suggest_key(&self.position.game, within, field, value) {
                Some(meant) => problem.advice(meant),
                None => problem,
            };
        }
        let Some(written) = value.as_str() else {
            return match self.rules.suggest_form(field, value) {
                Some(meant) => problem.advice(meant),
                None => problem,
            };
        };
        if let Some(odd) = lookalikes::in_text(written) {
            return problem.advice(odd.sentence());
        }
        // An order that is a word alone, such as `pass`.
        let alone = || {
            field
                .is_empty()
                .then(|| self.rules.suggest_key(&self.position.game, written, written, &Value::Null))
                .flatten()
        };
        let search = || self.rules.suggest_for(&self.position.game, side, (within, field), written).or_else(alone);
        let meant = searched.of([within, field, written], search);
        if problem.message == EXPECTED_ID {
            let problem = Problem { message: no_such(field, written), ..problem };
            return problem.advice(meant.unwrap_or_else(|| "`adjutant show map` lists the names".to_owned()));
        }
        match meant {
            Some(meant) => problem.advice(meant),
            None => problem,
        }
    }

    pub(super) fn read_answers(
        &self,
        side: &Id,
        act: &Decision,
        searched: &Suggestions,
        problems: &mut Vec<Problem>,
    ) -> Option<SuppliedAnswer<R>> {
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
                problems.push(Problem::new("this is not an answer").in_path(path).advice(advice));
                continue;
            };
            match &self.position.pending {
                Some(Pending::Answer { side: asked, id: wanted, question, .. }) if asked == side && wanted == id => {
                    let Partial { read, problems: wrong, .. } =
                        salvage_part::<R::Answer>(&format!("{path}.answer"), answer);
                    let suggested =
                        |problem| self.suggested(side, problem, (&format!("{path}.answer"), answer), searched);
                    problems.extend(wrong.iter().cloned().map(suggested));
                    let Some(answer) = read.filter(|_| wrong.is_empty()) else { continue };
                    if !self.rules.admits(&self.position, question, &answer) {
                        let own = self.own_cards(side);
                        let problem = self.rules.refuse_answer(&self.position, question, &answer, own.as_ref());
                        problems.push(problem.under(&format!("{path}.answer")));
                    } else if said.replace(SuppliedAnswer::Answer(answer)).is_some() {
                        problems.push(Problem::new("this question is answered twice").in_path(path));
                    }
                }
                Some(Pending::Name { side: namer, id: choice, rule }) if namer == side && name_id(choice) == id => {
                    let loser = self.rules.sides().into_iter().find(|other| other != side);
                    let legal = loser.map(|loser| self.position.choice_values(&self.rules, &loser, choice));
                    if legal.is_some_and(|legal| legal.contains(answer)) {
                        if said.replace(SuppliedAnswer::Name(answer.clone())).is_some() {
                            problems.push(Problem::new("this question is answered twice").in_path(path));
                        }
                    } else {
                        let problem = Problem::new("this is not a legal choice").in_path(path).rule(rule.clone());
                        problems.push(problem.advice("name a choice that the other side could have made"));
                    }
                }
                _ => {
                    let problem = Problem::new(format!("you are not asked '{id}'")).in_path(path);
                    problems.push(problem.rule("protocol 6").advice(self.asked_words(side)));
                }
            }
        }
        said
    }

    /// Compares the parts of an act with what is asked of its side.
    pub(super) fn match_want(&self, side: &Id, act: &Decision, cards: &CardActs, problems: &mut Vec<Problem>) {
        let all = act;
        let act = &self.without_cards(side, all, cards, problems);
        let mut unwanted = |part: &str, count: usize, wanted: bool| {
            if count > 0 && !wanted {
                let problem = Problem::new(format!("this turn cannot contain `{part}`")).in_path(part.to_owned());
                problems.push(problem.rule("protocol 3").advice(self.asked_words(side)));
            }
        };
        let awaited = self.awaiting().into_iter().find(|awaited| awaited.side == *side);
        let may_commit = awaited.iter().flat_map(|awaited| awaited.may_commit.clone()).collect::<Vec<Id>>();
        let want = awaited.map(|awaited| awaited.want);
        let answers = matches!(want, Some(Request::Answer { .. } | Request::Name { .. }));
        let started = !matches!(want, None | Some(Request::Empty(_)));
        unwanted("orders", act.orders.len(), matches!(want, Some(Request::Orders(_))));
        unwanted("answers", act.answers.len(), answers);
        unwanted("commit", act.commit.len(), matches!(want, Some(Request::Commit(_))) || !may_commit.is_empty());
        unwanted("open", act.open.len(), matches!(want, Some(Request::Open(_))));
        unwanted("standing", usize::from(act.standing.is_some()), started);
        if let Some(Request::Commit(ids) | Request::Open(ids)) = &want {
            let commits: Vec<&Id> = act.commit.iter().map(|(id, _)| id).collect();
            let opens: Vec<&Id> = act.open.iter().map(|(id, _)| id).collect();
            let opening = matches!(want, Some(Request::Open(_)));
            let of_commits = if opening { &may_commit } else { ids };
            let parts = [("commit", commits, of_commits.as_slice()), ("open", opens, if opening { ids } else { &[] })];
            for (part, brought, asked) in parts {
                for (n, id) in brought.iter().enumerate() {
                    if !asked.contains(id) || brought[..n].contains(id) {
                        let problem = Problem::new(format!("you are not asked for the choice '{id}' now"));
                        let asked = asked.iter().map(Id::as_str).collect::<Vec<_>>().join(", ");
                        let problem = problem.in_path(format!("{part}[{n}].id")).rule("protocol 7");
                        problems.push(problem.advice(format!("asked for: {asked}")));
                    }
                }
            }
        }
        if all.size() > LARGEST {
            let message = format!("this turn has more than {LARGEST} nodes");
            problems.push(
                Problem::new(message).rule("protocol 1").advice("every key and every value counts; write fewer orders"),
            );
        }
        for (n, (_, opening)) in act.open.iter().enumerate() {
            if let Opening::Choice(choice) = opening {
                problems.extend(shallow(&format!("open[{n}].choice"), choice).err());
            }
        }
        if all.is_empty() && started {
            let problem = Problem::new("this turn does nothing").rule("protocol 3");
            problems.push(problem.advice(self.asked_words(side)));
        } else if let Some(Request::Answer { id, .. } | Request::Name { id, .. }) = &want
            && act.answers.is_empty()
        {
            problems.push(Problem::new(format!("the question '{id}' is not answered")).advice(self.asked_words(side)));
        } else if let Some(Request::Commit(ids)) = &want
            && act.commit.is_empty()
        {
            problems.push(
                Problem::new(format!("the secret choice '{}' is missing from this turn", ids[0])).rule("protocol 7"),
            );
        } else if let Some(Request::Open(ids)) = &want
            && act.open.is_empty()
        {
            let problem =
                Problem::new(format!("this turn must open the secret choice '{}'", ids[0])).rule("protocol 7");
            problems.push(problem.advice("open it, or write {id: …, forfeit: true}"));
        }
    }

    /// Compares the commitments to cards and answers in advance, and the openings of cards, with what the orders and
    /// the answer need. Returns the act without them, to be compared with the rest of what is asked.
    fn without_cards(&self, side: &Id, act: &Decision, cards: &CardActs, problems: &mut Vec<Problem>) -> Decision {
        let Some(table) = self.rules.cards(&self.position.game) else { return act.clone() };
        let mut wrong = |path: String, message: String, advice: &str| {
            problems.push(Problem::new(message).in_path(path).rule("protocol 8.4").advice(advice));
        };
        let windows = self.advance_questions(side);
        let parts = self.advance_parts(side);
        let window = |id: &Id| {
            let (window, _) = parse_advance_id(id)?;
            windows.iter().chain(&parts).find(|name| **name == window).copied()
        };
        // An answer in advance to a question that does not arise here is not a secret choice either.
        let is_due = matches!(&self.position.pending, Some(Pending::Commit { .. } | Pending::Open { .. }));
        let unknown =
            |id: &Id| !windows.is_empty() && !is_due && window(id).is_none() && parse_advance_id(id).is_some();
        for (n, (id, _)) in act.commit.iter().enumerate().filter(|(_, (id, _))| unknown(id)) {
            let message = format!("'{id}' answers no question that can come after this turn");
            wrong(format!("commit[{n}].id"), message, &format!("the questions are: {}", windows.join(", ")));
        }
        let of_cards = |(id, _): &(Id, Bytes32)| CardTable::is_lay(id.as_str()) || window(id).is_some() || unknown(id);
        let (of_cards, rest): (Vec<_>, Vec<_>) = act.commit.iter().cloned().partition(of_cards);
        if !of_cards.is_empty() && !act.commit.is_sorted_by(|one, two| one.0 < two.0) {
            wrong("commit".to_owned(), "the commitments are not sorted by their ids".to_owned(), "sort them");
        }
        for (n, (id, _)) in act.commit.iter().enumerate() {
            if CardTable::is_lay(id.as_str()) && !cards.lays.contains(id) {
                wrong(format!("commit[{n}]"), format!("no order or answer lays {id}"), "leave it out");
            }
        }
        for id in cards.lays.iter().filter(|id| !of_cards.iter().any(|(other, _)| other == *id)) {
            let advice = "write the card's own id in the draft, and `adjutant sign` commits to it";
            wrong("commit".to_owned(), format!("the turn lays {id} and does not commit to a card"), advice);
        }
        let answered: Vec<&str> = of_cards.iter().filter_map(|(id, _)| window(id)).collect();
        if table.open_handed && !cards.lays.is_empty() {
            let advice = "write the card's own id: everybody sees it";
            wrong("orders".to_owned(), "hands are open, and no card is laid face down".to_owned(), advice);
        }
        if let Some(twice) = answered.iter().enumerate().find(|(n, name)| answered[..*n].contains(name)) {
            wrong("commit".to_owned(), format!("'{}' is answered in advance twice", twice.1), "leave one answer");
        }
        if !answered.is_empty() && windows.iter().any(|name| !answered.contains(name)) {
            let message = format!("a turn answers all of these questions in advance, or none: {}", windows.join(", "));
            wrong("commit".to_owned(), message, "`ask` leaves a question to you when it comes");
        }
        let sealed = parts.iter().filter(|part| answered.contains(part)).count();
        if sealed > 0 && sealed < parts.len() {
            let message = format!("a turn seals all parts of its answers in advance, or none: {}", parts.join(", "));
            wrong("commit".to_owned(), message, "leave them out: `adjutant sign` adds them");
        }
        let asked = match self.awaiting().into_iter().find(|awaited| awaited.side == *side).map(|awaited| awaited.want)
        {
            Some(Request::Open(ids)) => ids,
            _ => Vec::new(),
        };
        let face_down = |id: &Id| table.commitment(side, id).is_some() && !asked.contains(id);
        let (opened, others): (Vec<_>, Vec<_>) = act.open.iter().cloned().partition(|(id, _)| face_down(id));
        for id in cards.opens.iter().filter(|id| !opened.iter().any(|(other, _)| other == *id)) {
            let advice = "write the card's own id in the draft, and `adjutant sign` opens it";
            wrong("open".to_owned(), format!("the turn uses {id}, which is face down, and does not open it"), advice);
        }
        for (id, opening) in act.open.iter().filter(|(id, _)| table.commitment(side, id).is_some()) {
            let place = || format!("open[{}]", act.open.iter().position(|(other, _)| other == id).unwrap_or_default());
            if *opening == Opening::Forfeit {
                wrong(place(), format!("{id} cannot be forfeited"), "open it: its salt follows from your secret");
            } else if !asked.contains(id) && !cards.opens.contains(id) {
                wrong(place(), format!("no order or answer uses {id}"), "leave it out: it stays face down");
            }
        }
        Decision { commit: rest, open: others, ..act.clone() }
    }

    fn asked_words(&self, side: &Id) -> String {
        match self.awaiting().into_iter().find(|awaited| awaited.side == *side).map(|awaited| awaited.want) {
            None => "you are not asked for anything now".to_owned(),
            Some(Request::Empty(_)) => "you are asked for an empty turn".to_owned(),
            Some(Request::Orders(_)) => "you are asked for orders: write them under `orders`".to_owned(),
            Some(Request::Answer { id, .. } | Request::Name { id, .. }) => {
                // With the cards that this side holds, where they are known.
                let answers = self.legal(side).answers;
                let answers = answers.iter().filter_map(|entry| entry.get("answer"));
                let answers: Vec<String> = answers.take(12).map(inline).collect();
                format!("you are asked '{id}'; legal answers: {}", answers.join(", "))
            }
            Some(Request::Commit(ids)) => {
                format!("you are asked for the secret choice '{}': write it under `commit`", ids[0])
            }
            Some(Request::Open(ids)) => format!("you are asked to open the secret choice '{}'", ids[0]),
            Some(Request::TakeBack { to_step }) => format!("you are asked whether to go back to step {to_step}"),
            Some(Request::Draw(_)) => "you are asked whether to agree to a draw".to_owned(),
        }
    }
}

/// That nothing has the name which stands under a field: `there is no leader McDowel`.
fn no_such(field: &str, written: &str) -> String {
    let words = field.replace('_', " ");
    let noun = match field {
        "at" | "from" | "hex" | "hexes" | "into" | "path" | "route" | "to" | "via" => "place",
        "by" | "for" | "of" | "what" | "who" | "with" | "" => "name",
        "armies" => "army",
        _ => words.strip_suffix('s').filter(|one| !one.ends_with('s')).unwrap_or(&words),
    };
    let short: String = written.chars().take(64).collect();
    let one_word = !short.is_empty() && short.len() == written.len() && short.chars().all(char::is_alphanumeric);
    if one_word { format!("there is no {noun} {short}") } else { format!("there is no {noun} '{short}'") }
}

/// The id of the question that asks a side to name the choice that the other side forfeited.
pub(super) fn name_id(choice: &Id) -> String {
    format!("name-{choice}")
}

/// The maximum nesting depth of orders, answers, standing orders and choices. A state repeats them some levels deeper,
/// and must itself stay readable.
const DEEPEST: usize = 32;

/// The maximum number of nodes of the orders, answers, standing orders and choices of a turn together. A state repeats
/// them up to three times, beside a position that contains everybody's standing orders.
const LARGEST: usize = 5_000;

/// Whether a part of a turn is not nested too deeply.
pub(super) fn is_shallow(value: &Value) -> bool {
    levels(value) <= DEEPEST
}

/// Checks that a part of a turn is not nested too deeply.
fn shallow(path: &str, value: &Value) -> Result<(), Problem> {
    if is_shallow(value) {
        return Ok(());
    }
    let problem = Problem::new(format!("this is nested deeper than {DEEPEST} levels")).in_path(path);
    Err(problem.rule("protocol 1").advice("use fewer levels: a `not` inside a `not` has no effect"))
}

/// Gives a part of a turn its type: with every problem, and with whatever could be read.
pub(super) fn salvage_part<T: serde::de::DeserializeOwned>(path: &str, value: &Value) -> Partial<T> {
    match shallow(path, value) {
        Ok(()) => decode_partially(path, value),
        Err(problem) => Partial::unread(problem),
    }
}

/// A problem with a list at the entry of the list that it is about, where its facts name one: what the rules read as a set
/// has no order.
pub(super) fn at_its_entry(mut problem: Problem, orders: &[Value]) -> Problem {
    let within = problem.path.as_deref().and_then(|path| path.strip_prefix("orders["));
    let place = within.and_then(|path| path.split_once(']'));
    let order = place.and_then(|(n, within)| Some((orders.get(n.parse::<usize>().ok()?)?, within)));
    let list = order.and_then(|(order, within)| value_at(order, within)?.as_array());
    let facts = problem.refusal.as_deref().and_then(|refusal| refusal.get("facts")?.as_object());
    let (Some(list), Some(facts), Some(path)) = (list, facts, &problem.path) else { return problem };
    let mut named = list.iter().enumerate().filter(|(_, entry)| facts.values().any(|fact| fact == *entry));
    if let (Some((n, _)), None) = (named.next(), named.next()) {
        problem.path = Some(format!("{path}[{n}]"));
    }
    problem
}
