//! Acts of the sides: reading, trying out and carrying out.

use serde_json::{Value, json};

use crate::document::{Bytes32, Id, Partial, Problem, from_value};

use crate::report::Present;

use super::cards::{HandTracker, parse_advance_id, texts};
use super::dry_run::DryRun;
use super::plan::Plan;
use super::request_check::{Suggestions, at_its_entry, salvage_part};
use super::rules::{RulesetSession, Unfinished};
use crate::engine::cards::{ASK, Advance, CardTable, OwnCards, Sealed};
use crate::engine::choices::Opening;
use crate::engine::decision::{Decision, replace_texts};
use crate::engine::dice::Dice;
use crate::engine::events::{EngineEvent, Events, Forfeit};
use crate::engine::position::{Pending, Proposal, Queue};
use crate::engine::ruleset::{CardActs, OwnTurn, Ruleset};
use crate::engine::run::{SuppliedAnswer, Until, resume, to_value, turn_up_card};
use crate::sorted::SortedMap;

/// An act whose parts have their types.
pub(super) struct TypedDecision<R: Ruleset> {
    /// `None` for an order that cannot be read.
    pub(super) orders: Vec<Option<R::Order>>,
    pub(super) answer: Option<SuppliedAnswer<R>>,
    standing: Option<R::Standing>,
    commit: Vec<(Id, Bytes32)>,
    open: Vec<(Id, Opening)>,
}

impl<R: Ruleset> TypedDecision<R> {
    /// The orders before the first that cannot be read.
    pub(super) fn reading(&self) -> impl Iterator<Item = &R::Order> {
        self.orders.iter().map_while(Option::as_ref)
    }
}

/// The result of examining an act.
pub(super) struct ReviewedDecision<R: Ruleset> {
    pub(super) found: DecisionProblems,
    /// The numbers of orders that could not be fully checked.
    pub(super) undecided: Vec<usize>,
    /// Where the trial stopped, if the act was tried.
    dry_run: Option<DryRun<R>>,
}

/// What is wrong with an act: with single orders, by number, and with the rest of it.
#[derive(Default)]
pub(super) struct DecisionProblems {
    orders: Vec<(usize, Problem)>,
    rest: Vec<Problem>,
}

impl DecisionProblems {
    pub(super) fn is_empty(&self) -> bool {
        self.orders.is_empty() && self.rest.is_empty()
    }

    /// Adds what a trial has found, leaving out what is already known about the same order.
    fn add_dry_run_problems(&mut self, tried: Vec<(usize, Problem)>) {
        let same =
            |n: usize, problem: &Problem| tried.iter().any(|(m, told)| *m == n && told.message == problem.message);
        self.orders.retain(|(n, problem)| !same(*n, problem));
        self.orders.extend(tried);
    }

    /// Adds what the owner of a hand sees to be false, except in what is already refused.
    fn add_by_hand(&mut self, problems: Vec<Problem>) {
        for problem in problems {
            match problem.path.as_deref().and_then(order_number) {
                Some(n) if self.orders.iter().any(|(m, _)| *m == n) => {}
                Some(n) => self.orders.push((n, problem)),
                None => self.rest.push(problem),
            }
        }
    }

    /// All problems, order by order.
    pub(super) fn into_problems(mut self) -> Vec<Problem> {
        self.orders.sort_by_key(|(n, _)| *n);
        self.orders.into_iter().map(|(_, problem)| problem).chain(self.rest).collect()
    }
}

impl<R: Present> RulesetSession<R> {
    /// Gives the parts of an act their types, as far as they can be read, and compares them with what is asked.
    fn read_decision(&self, side: &Id, act: &Decision) -> (TypedDecision<R>, DecisionProblems) {
        let mut found = DecisionProblems::default();
        let mut problems = Vec::new();
        let mut orders = Vec::new();
        let searched = Suggestions::default();
        for (n, order) in act.orders.iter().enumerate() {
            let path = format!("orders[{n}]");
            let part = salvage_part::<R::Order>(&path, order);
            let named = part.read.iter().flat_map(|order| self.rules.check_names(&self.position.game, side, order));
            let named = named.map(|problem| at_its_entry(part.in_whole(problem).under(&path), &act.orders));
            let named: Vec<Problem> = named.collect();
            let Partial { read, problems: wrong, .. } = part;
            orders.push(read.filter(|_| wrong.is_empty()));
            let wrong = wrong.into_iter().map(|problem| self.suggested(side, problem, (&path, order), &searched));
            found.orders.extend(wrong.chain(named).map(|problem| (n, problem)));
        }
        let standing = match &act.standing {
            None => None,
            Some(written) => {
                let part = salvage_part::<R::Standing>("standing", &Value::Object(written.clone()));
                let check = |standing: &R::Standing| self.rules.check_standing(&self.position.game, side, standing);
                let named = part.read.iter().flat_map(check);
                let named: Vec<Problem> = named.map(|problem| part.in_whole(problem).under("standing")).collect();
                let whole = part.problems.is_empty();
                let whole_standing = json!(written);
                let suggested = |problem| self.suggested(side, problem, ("standing", &whole_standing), &searched);
                problems.extend(part.problems.into_iter().map(suggested).chain(named));
                part.read.filter(|_| whole)
            }
        };
        let said = self.read_answers(side, act, &searched, &mut problems);
        self.match_want(side, act, &self.card_acts(side, &orders, said.as_ref()), &mut problems);
        found.rest = problems;
        (TypedDecision { orders, answer: said, standing, commit: act.commit.clone(), open: act.open.clone() }, found)
    }

    /// What in the orders and standing orders of an act cannot be understood.
    pub(super) fn not_understood(&self, side: &Id, act: &Decision) -> Vec<Problem> {
        let searched = Suggestions::default();
        let mut problems = Vec::new();
        for (n, order) in act.orders.iter().enumerate() {
            let path = format!("orders[{n}]");
            let wrong = salvage_part::<R::Order>(&path, order).problems.into_iter();
            problems.extend(wrong.map(|problem| self.suggested(side, problem, (&path, order), &searched)));
        }
        if let Some(written) = &act.standing {
            let whole = Value::Object(written.clone());
            let wrong = salvage_part::<R::Standing>("standing", &whole).problems.into_iter();
            problems.extend(wrong.map(|problem| self.suggested(side, problem, ("standing", &whole), &searched)));
        }
        problems
    }

    /// Everything that can be said about an act before it is carried out, and where its trial stopped; events of the
    /// trial go to `events`.
    pub(super) fn review(&self, side: &Id, act: &Decision, events: Events) -> ReviewedDecision<R> {
        let (typed, mut found) = self.read_decision(side, act);
        // Orders that are asked for are tried, whatever else is wrong with the turn.
        let orders = self.asks_orders_of(side) && !act.orders.is_empty();
        if !orders && !found.is_empty() {
            return ReviewedDecision { found, undecided: Vec::new(), dry_run: None };
        }
        let own = self.own.get(side);
        let events = if own.is_some() && !events.are_recorded() { Events::default() } else { events };
        let (tried, dry_run) = self.dry_run(side, &typed, &act.orders, events);
        found.add_dry_run_problems(tried.problems);
        if let Some(own) = own {
            found.add_by_hand(self.refused_by_hand(side, own, act, &typed));
        }
        if let Some(own) = own.filter(|_| found.is_empty()) {
            found.rest.extend(self.untrue(side, own, act, dry_run.happened()));
        }
        found.rest.extend(tried.fault);
        ReviewedDecision { found, undecided: tried.undecided, dry_run: Some(dry_run) }
    }

    /// The table after an act for which neither a die nor an answer is needed; `None` if one is, or if it is not legal.
    pub(super) fn without_dice(&self, side: &Id, act: &Decision) -> Option<RulesetSession<R>> {
        let ReviewedDecision { found, dry_run, .. } = self.review(side, act, Events::discarding());
        dry_run.filter(|_| found.is_empty())?.without_answers()
    }

    /// What is wrong with the orders of an act that is refused in any case.
    fn dry_run_problems(&self, side: &Id, act: &Decision) -> Vec<(usize, Problem)> {
        match self.asks_orders_of(side) && !act.orders.is_empty() {
            true => self.review(side, act, Events::discarding()).found.orders,
            false => Vec::new(),
        }
    }

    /// What a side's orders and answer do with face-down cards.
    fn card_acts(&self, side: &Id, orders: &[Option<R::Order>], said: Option<&SuppliedAnswer<R>>) -> CardActs {
        let orders: Vec<R::Order> = orders.iter().flatten().cloned().collect();
        let answer = said.and_then(|said| match said {
            SuppliedAnswer::Answer(answer) => Some(answer),
            SuppliedAnswer::Name(_) => None,
        });
        self.rules.card_acts(&self.position.game, side, &orders, answer)
    }

    /// What the rules hold against an act if the side's own cards are known.
    fn refused_by_hand(&self, side: &Id, own: &HandTracker, act: &Decision, typed: &TypedDecision<R>) -> Vec<Problem> {
        // Where the choices behind the commitments are not at hand, nothing can be said of them.
        if act.commit.iter().any(|(id, _)| !act.choices.iter().any(|(chosen, _)| chosen == id)) {
            return Vec::new();
        }
        let mut own = own.cards();
        for (id, choice) in act.choices.iter().filter(|(id, _)| CardTable::is_lay(id.as_str())) {
            own.laid.insert(id.clone(), choice.as_str().unwrap_or_default().to_owned());
        }
        let answer = match &typed.answer {
            Some(SuppliedAnswer::Answer(answer)) => Some(answer),
            _ => None,
        };
        let turn = OwnTurn { orders: &typed.orders, answer, choices: &act.choices, own: &own };
        self.rules.refuse_by_hand(&self.position, side, &turn)
    }

    /// What in an act contradicts the side's own cards, judged by the events of its trial.
    fn untrue(&self, side: &Id, own: &HandTracker, act: &Decision, happened: &[Value]) -> Option<Problem> {
        // Cards after a draw are not followed; but no card may be laid twice, and none that its owner has not seen.
        let lays = act.choices.iter().filter(|(id, _)| CardTable::is_lay(id.as_str()));
        let lays: Vec<&str> = lays.filter_map(|(_, choice)| choice.as_str()).collect();
        let known = own.cards();
        let seen = |card: &str| {
            known.piles.keys().any(|pile| known.known_cards(pile).contains(&card)) || known.id_of(card).is_some()
        };
        let twice = |(n, card): &(usize, &&str)| lays[..*n].contains(card) || !seen(card);
        if let Some((_, card)) = lays.iter().enumerate().find(twice) {
            let problem =
                Problem::new(format!("the turn lays {card} twice, or you do not hold it")).rule("protocol 8.5");
            return Some(problem.advice("`adjutant show hand` shows your cards"));
        }
        let in_advance = act.choices.iter().filter(|(id, _)| parse_advance_id(id).is_some());
        for (id, says) in in_advance {
            let mut named = Vec::new();
            texts(says, &mut named);
            if let Some(card) = named.into_iter().find(|card| lays.contains(card)) {
                let problem =
                    Problem::new(format!("{id} would need {card}, which this turn lays")).rule("protocol 8.5");
                return Some(problem.advice("answer `ask`, or name another card"));
            }
        }
        if let Some(problem) = self.unknown_card(side, &known, act) {
            return Some(problem);
        }
        let mut own = own.clone();
        act.choices.iter().for_each(|(id, choice)| own.commit(id, choice));
        let claims = |claim: &Value, own: &OwnCards| self.rules.is_claim_true(&self.position.game, side, claim, own);
        let (_, lie) = own.follow(happened, &mut || None, &claims).err()?;
        Some(lie.problem().advice("`adjutant show hand` shows your cards"))
    }

    /// A card of the side's own that an act names and its owner does not hold. Events after dice are not followed, but
    /// even so nobody can know now that he will hold it then.
    fn unknown_card(&self, side: &Id, known: &OwnCards, act: &Decision) -> Option<Problem> {
        let decks = self.rules.decks(&self.position.game);
        let own = |card: &str| decks.get(side).is_some_and(|piles| piles.values().flatten().any(|other| other == card));
        let seen = |card: &str| {
            known.piles.keys().any(|pile| known.known_cards(pile).contains(&card)) || known.id_of(card).is_some()
        };
        let orders = act.orders.iter().enumerate().map(|(n, order)| (format!("orders[{n}]"), order));
        let answers = act.answers.iter().enumerate().map(|(n, answer)| (format!("answers[{n}]"), answer));
        let choices = act.choices.iter().enumerate().map(|(n, (_, choice))| (format!("commit[{n}]"), choice));
        for (path, said) in orders.chain(answers).chain(choices) {
            let mut named = Vec::new();
            texts(said, &mut named);
            if let Some(card) = named.into_iter().find(|card| own(card) && !seen(card)) {
                let problem = Problem::new(format!("you do not hold {card}")).in_path(path).rule("protocol 8.5");
                return Some(problem.advice("`adjutant show hand` shows your cards"));
            }
        }
        let windows = self.windows(side);
        for (n, (id, says)) in act.choices.iter().enumerate() {
            let Some(window) = parse_advance_id(id).map(|(window, _)| window).filter(|window| windows.contains(window))
            else {
                continue;
            };
            if says.as_str() != Some(ASK)
                && let Some(problem) = self.rules.refuse_advance(&self.position.game, side, window, says)
            {
                let problem = problem.under(&format!("commit[{n}].choice"));
                return Some(problem.advice_if_none("`ask` leaves the question to you"));
            }
        }
        None
    }

    /// A player's act, prepared for signing.
    pub(super) fn conceal(&self, side: &Id, act: &Decision) -> Result<Plan, Vec<Problem>> {
        let Some(own) = self.own_cards(side) else {
            let problem = Problem::new("the cards of this side are not known here").rule("protocol 8.8");
            return Err(vec![problem.advice("its secret is on the machine on which it joined the match")]);
        };
        // Secret choices are not cards: the side commits to them as in a game without hands.
        let windows = self.windows(side);
        let of_cards = |id: &Id| {
            CardTable::is_lay(id.as_str()) || parse_advance_id(id).is_some_and(|(window, _)| windows.contains(&window))
        };
        let commit = act.commit.iter().filter(|(id, _)| !of_cards(id)).cloned().collect();
        let mut bare = Decision { commit, ..act.clone() };
        let (mut typed, mut found) = self.read_decision(side, &bare);
        if !found.is_empty() && self.name_by_id(side, &mut bare, &own) {
            (typed, found) = self.read_decision(side, &bare);
        }
        found.rest.retain(|problem| problem.rule.as_deref() != Some("protocol 8.4"));
        let answer = match typed.answer {
            Some(SuppliedAnswer::Answer(ref answer)) => Some(answer.clone()),
            _ => None,
        };
        let orders: Vec<R::Order> = typed.orders.iter().flatten().cloned().collect();
        let game = &self.position.game;
        let made = self.rules.conceal(game, side, (orders.clone(), answer), &own);
        let acts = self.rules.card_acts(game, side, &made.orders, made.answer.as_ref());
        let advance = self.rules.follows_in_advance(game, side, &orders, &made.laid);
        let mut plan = Plan { act: act.clone(), choose: Vec::new(), advance };
        if let Some(standing) = &mut plan.act.standing {
            let sealed = |card: &str| {
                let laid = || made.laid.iter().find(|(_, laid)| laid == card).map(|(id, _)| id);
                own.id_of(card).or_else(laid).map(Id::to_string)
            };
            standing.values_mut().for_each(|value| replace_texts(value, &sealed));
            let standing = json!(standing);
            if let Some(problem) = self.named_secret_card(side, &own, &standing) {
                return Err(vec![problem]);
            }
        }
        // What cannot be read stays as it was written, so that everything else can be checked too.
        let mut concealed = made.orders.iter();
        for (order, _) in plan.act.orders.iter_mut().zip(&typed.orders).filter(|(_, read)| read.is_some()) {
            concealed.next().into_iter().for_each(|made| *order = to_value(made));
        }
        if let (Some(answer), [said]) = (&made.answer, &mut plan.act.answers[..]) {
            said["answer"] = to_value(answer);
        }
        for (id, card) in made.laid {
            plan.act.commit.push((id.clone(), Bytes32([0; 32])));
            plan.choose.push((id, Value::String(card)));
        }
        for id in acts.opens {
            if let Some(card) = own.laid.get(&id).filter(|_| !plan.act.open.iter().any(|(open, _)| *open == id)) {
                plan.act.open.push((id, Opening::Choice(json!(card))));
            }
        }
        plan.choose.extend(self.advance_by_id(side, &act.choices, &own)?);
        plan.act.commit.sort();
        plan.act.choices = plan.choose.clone();
        if found.is_empty() {
            return Ok(plan);
        }
        found.add_dry_run_problems(self.dry_run_problems(side, &plan.act));
        let named = |problem: Problem| plan.choose.iter().fold(problem, |problem, (id, card)| named(problem, id, card));
        Err(found.into_problems().into_iter().map(named).collect())
    }

    /// The choices, with card ids in the answers in advance.
    pub(super) fn advance_by_id(
        &self,
        side: &Id,
        choices: &[(Id, Value)],
        own: &OwnCards,
    ) -> Result<Vec<(Id, Value)>, Vec<Problem>> {
        let game = &self.position.game;
        let windows = self.rules.advance_questions(game, side);
        let (mut made, mut wrong) = (Vec::new(), Vec::new());
        for (n, (id, says)) in choices.iter().enumerate() {
            let window = parse_advance_id(id).map(|(window, _)| window).filter(|window| windows.contains(window));
            let Some(window) = window else {
                made.push((id.clone(), says.clone()));
                continue;
            };
            let said = self.rules.advance_by_id(game, side, window, says, own).and_then(|says| {
                let asks = says.as_str() == Some(ASK);
                let refused = if asks { None } else { self.rules.refuse_advance(game, side, window, &says) };
                refused.map_or(Ok(says), |problem| Err(problem.advice_if_none("`ask` leaves the question to you")))
            });
            match said {
                Ok(says) => made.push((id.clone(), says)),
                Err(problem) => wrong.push(problem.under(&format!("commit[{n}].choice"))),
            }
        }
        if wrong.is_empty() { Ok(made) } else { Err(wrong) }
    }

    /// The choices with their answers in advance divided into parts (protocol 8.4): an answer names a part instead of
    /// what the part holds, and every part comes with it.
    pub(super) fn divided(&self, side: &Id, choices: &[(Id, Value)], own: &OwnCards) -> Vec<(Id, Value)> {
        let game = &self.position.game;
        let windows = self.rules.advance_questions(game, side);
        let step = |id: &Id| Some(parse_advance_id(id).filter(|(window, _)| windows.contains(window))?.1);
        let mut made = choices.to_vec();
        let Some(of) = choices.iter().find_map(|(id, _)| step(id)) else { return made };
        let parts = self.rules.advance_parts(game, side, own);
        let part_of = |text: &str| parts.iter().find(|(_, value)| value == text).map(|(part, _)| (*part).to_owned());
        made.iter_mut().filter(|(id, _)| step(id).is_some()).for_each(|(_, says)| replace_texts(says, &part_of));
        for (part, value) in parts {
            let id = format!("{part}-{of}").parse::<Id>().ok();
            let new = id.filter(|id| made.iter().all(|(other, _)| other != id));
            made.extend(new.map(|id| (id, value)));
        }
        made
    }

    /// Replaces card names in an answer by ids; returns whether that changed the answer.
    fn name_by_id(&self, side: &Id, act: &mut Decision, own: &OwnCards) -> bool {
        let [said] = &mut act.answers[..] else { return false };
        let Ok(answer) = from_value::<R::Answer>(&said["answer"]) else { return false };
        let made = self.rules.conceal(&self.position.game, side, (Vec::new(), Some(answer)), own);
        let answer = made.answer.as_ref().map(to_value).filter(|answer| *answer != said["answer"]);
        answer.inspect(|answer| said["answer"] = answer.clone()).is_some()
    }

    /// A card of the owner's hand or deck that standing orders name: standing orders are mailed openly.
    fn named_secret_card(&self, side: &Id, own: &OwnCards, standing: &Value) -> Option<Problem> {
        let cards = self.rules.cards(&self.position.game).filter(|cards| !cards.open_handed)?;
        let mut named = Vec::new();
        texts(standing, &mut named);
        keys(standing, &mut named);
        let open = |pile: &str, card: &str| cards.open(side, pile).iter().any(|other| other == card);
        let hidden =
            |card: &str| own.piles.keys().any(|pile| own.known_cards(pile).contains(&card) && !open(pile, card));
        let card = named.into_iter().find(|card| hidden(card))?;
        let problem =
            Problem::new(format!("standing orders are read by everybody, and these name {card}, which is hidden"));
        let advice = "leave the card out; a face-down card is named by its id, such as `card-1`";
        Some(problem.in_path("standing").rule("protocol 8.5").advice(advice))
    }

    /// Whether a side is asked for orders.
    fn asks_orders_of(&self, side: &Id) -> bool {
        let proposed = matches!(self.position.proposal, Some(Proposal::TakeBack { .. } | Proposal::Draw { .. }));
        !proposed && matches!(&self.position.pending, Some(Pending::Orders { side: asked }) if asked == side)
    }

    /// The table after these acts, each of which is checked first, and the events.
    pub(super) fn after(
        &self,
        acts: &[(Id, Decision)],
        dice: &mut dyn Dice,
        until: Until,
    ) -> Result<(Self, Vec<Value>), Unfinished> {
        if let ([(side, act)], Until::Rest) = (acts, until) {
            let ReviewedDecision { found, dry_run, .. } = self.review(side, act, Events::default());
            return match dry_run {
                Some(dry_run) if found.is_empty() => dry_run.finish(dice),
                _ => Err(found.into_problems().into()),
            };
        }
        let mut typed = Vec::new();
        for (side, act) in acts {
            let found = self.review(side, act, Events::discarding()).found;
            if !found.is_empty() {
                return Err(found.into_problems().into());
            }
            typed.push((side, self.read_decision(side, act).0));
        }
        self.carry_out(&typed, dice, until)
    }
}

impl<R: Ruleset> RulesetSession<R> {
    /// A side's own cards, if this session knows them.
    pub(super) fn own_cards(&self, side: &Id) -> Option<OwnCards> {
        self.own.get(side).map(HandTracker::cards)
    }

    /// Resolves acts that have been checked.
    fn carry_out(
        &self,
        acts: &[(&Id, TypedDecision<R>)],
        dice: &mut dyn Dice,
        until: Until,
    ) -> Result<(Self, Vec<Value>), Unfinished> {
        let mut after = self.clone();
        let mut events = Events::default();
        let mut said = None;
        for (side, act) in acts {
            after.record(side, act, &mut events);
            said = said.or(act.answer.clone());
        }
        let input = resume(&after.rules, &mut after.position, said, &mut events);
        after.run_out(input, dice, events, until)
    }

    /// The questions that a side may answer in advance, and the parts of its answers.
    fn windows(&self, side: &Id) -> Vec<&'static str> {
        let game = &self.position.game;
        let mut windows = self.rules.advance_questions(game, side);
        if !windows.is_empty() {
            let parts = self.rules.advance_part_names().iter();
            windows.extend(parts.take(self.rules.advance_part_count(game, side)));
        }
        windows
    }

    /// Records what an act brings, before anything is resolved.
    pub(super) fn record(&mut self, side: &Id, act: &TypedDecision<R>, events: &mut Events) {
        let windows = self.windows(side);
        let window =
            |id: &Id| Some(parse_advance_id(id)?.0.to_owned()).filter(|window| windows.contains(&window.as_str()));
        let position = &mut self.position;
        if let Some(standing) = &act.standing {
            position.standing.insert(side.clone(), standing.clone());
            if *standing == R::Standing::default() {
                position.standing.remove(side);
            }
            events.emit("protocol 3", &EngineEvent::Standing { side: side.clone() });
        }
        if let Some(cards) = self.rules.cards_mut(&mut position.game) {
            if position.queue.is_none() {
                cards.forget_committed();
            }
            let mut advance = SortedMap::new();
            for (id, digest) in act.commit.iter() {
                if CardTable::is_lay(id.as_str()) {
                    cards.commit(side, id, *digest);
                } else if let Some(window) = window(id) {
                    advance.insert(window, Advance { id: id.clone(), says: Sealed::Under(*digest) });
                }
            }
            // An answer in advance lasts until the seat's next turn; a turn that only opens what it owes does not
            // count.
            if !matches!(&position.pending, Some(Pending::TurnUp { side: owes, .. }) if owes == side) {
                cards.set_advance(side, advance);
            }
        }
        let of_cards = |id: &Id| CardTable::is_lay(id.as_str()) || window(id).is_some();
        let chosen: Vec<_> = act.commit.iter().filter(|(id, _)| !of_cards(id)).collect();
        for (id, digest) in chosen {
            position.choices.entry(id.clone()).or_default().commitments.insert(side.clone(), *digest);
            events.emit("protocol 7", &EngineEvent::Committed { side: side.clone(), id: id.clone() });
        }
        for (id, opening) in &act.open {
            let laid = self.rules.cards(&position.game).and_then(|cards| cards.commitment(side, id)).is_some();
            if laid {
                if let Opening::Choice(choice) = opening
                    && !turn_up_card(&self.rules, position, (side, id), (choice, "protocol 8.4"), events)
                {
                    return;
                }
                continue;
            }
            let legal = position.choice_values(&self.rules, side, id);
            let (opening, event) = match opening {
                Opening::Choice(choice) if legal.contains(choice) => {
                    let event = EngineEvent::Opened { side: side.clone(), id: id.clone(), choice: choice.clone() };
                    (opening.clone(), event)
                }
                other => {
                    let because = match other {
                        Opening::Forfeit => Forfeit::NotOpened,
                        Opening::Choice(_) => Forfeit::IllegalChoice,
                    };
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

/// The number of the order that a path is about.
fn order_number(path: &str) -> Option<usize> {
    path.strip_prefix("orders[")?.split(']').next()?.parse().ok()
}

/// A problem with the name of a card in place of the id under which its owner would lay it.
fn named(mut problem: Problem, id: &Id, card: &Value) -> Problem {
    if let Some(card) = card.as_str() {
        let words = problem.message.split(' ').map(|word| if word == id.as_str() { card } else { word });
        problem.message = words.collect::<Vec<_>>().join(" ");
    }
    problem
}

/// Every key in a value.
fn keys<'v>(value: &'v Value, found: &mut Vec<&'v str>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
        Value::Object(fields) => fields.iter().for_each(|(key, field)| {
            found.push(key);
            keys(field, found);
        }),
        _ => {}
    }
}
