//! A player's draft of a turn: his decisions, before the program adds the envelope, commitments and openings.

use std::cell::OnceCell;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::open_match::{Match, Signer};
use super::{Diagnostic, Failure, files, out, seat, syntax_advice};
use crate::chain::adjudicate::Adjudication;
use crate::chain::compose::complete_turn;
use crate::chain::hands::{HandOwner, NO_SECRET};
use crate::cli::paths::Shown;
use crate::document::kinds::{PlayedFromQueue, SeatEntry};
use crate::document::{Bytes32, Charter, Document, Form, Id, MAX_CHOICE, Problem, Turn, is_short_choice, read};
use crate::document::{enumerated, inline, lookalikes};
use crate::engine::{CardTable, Decision};
use crate::session::name_resolution::{ResolvedName, resolve_names};
use crate::session::{Plan, Session, parse_advance_id};
use crate::trust::Vault;

/// A draft that was read.
#[derive(Clone)]
pub struct Draft {
    pub path: PathBuf,
    pub text: String,
    pub document: Document,
    /// The player's decisions, with a digest of zeros in place of each choice in `commit`.
    body: Value,
    /// The choices in plain text: their index in `commit`, id and value.
    choices: Vec<(usize, Id, Value)>,
    /// The index of each choice in `commit` as the player wrote it; `None` for one that the program has added.
    places: Vec<Option<usize>>,
    /// The names in the draft that were translated to ids.
    pub understood: Vec<ResolvedName>,
    /// The salts of its commitments, in order, if they are derived from the secret of a hand.
    salts: Vec<Bytes32>,
    /// The player's own face-down cards: the id under which each lies, and the id of the card itself.
    laid: Vec<(String, String)>,
}

/// The fields that the program fills in itself; if a draft has them, they must agree.
const ENVELOPE: [&str; 4] = ["match", "step", "parent", "seat"];

impl Draft {
    /// Reads a draft.
    ///
    /// # Errors
    /// The file cannot be read or is not a turn; the line is quoted.
    pub fn read(path: &Path) -> Result<Draft, Failure> {
        let bytes = files::read(path, Form::Draft.max_bytes() as u64)?;
        Draft::parse(path, &bytes)
    }

    /// The empty draft: a turn without decisions.
    pub fn empty() -> Draft {
        let body = json!({"adjutant": 1, "kind": "turn"});
        let document = Document::unplaced("an empty turn", body.clone());
        Draft {
            path: PathBuf::new(),
            text: String::new(),
            document,
            body,
            choices: Vec::new(),
            places: Vec::new(),
            understood: Vec::new(),
            salts: Vec::new(),
            laid: Vec::new(),
        }
    }

    /// Reads a draft that came from `path`.
    ///
    /// # Errors
    /// As [`Draft::read`].
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<Draft, Failure> {
        let bytes = &*files::in_utf8(bytes);
        let text = String::from_utf8_lossy(bytes).into_owned();
        let refused = |problem| Failure::Negative(vec![printed(path, &text, problem)]);
        let document = read(&path.shown(), bytes, Form::Draft).map_err(refused)?;
        let kind = crate::document::decode_kind(&document).map_err(refused)?;
        if kind != crate::document::Kind::Turn {
            let mut problem = Problem::new(format!("this is a {}, not a turn", kind.as_str()));
            problem.mark = document.mark("kind");
            return Err(refused(problem.advice("write the draft of a turn with `adjutant draft`")));
        }
        let mut body = document.content.clone();
        let mut choices = Vec::new();
        if let Some(Value::Array(commits)) = body.get_mut("commit") {
            for (n, commit) in commits.iter_mut().enumerate() {
                let Some(fields) = commit.as_object_mut() else { continue };
                let Some(choice) = fields.shift_remove("choice") else { continue };
                let written = fields.get("id").and_then(Value::as_str).unwrap_or_default();
                // `Posture-1` for `posture-1`, as `East` for `east`.
                let id = written.trim().to_lowercase().parse::<Id>().map_err(|_| {
                    let path = format!("commit[{n}].id");
                    let mut problem = match written {
                        "" => Problem::new("this secret choice has no id"),
                        _ => Problem::new(format!("'{written}' is not the id of a secret choice")),
                    };
                    problem.mark = document.nearest_mark(&path);
                    let odd = lookalikes::in_text(written).map(|odd| odd.sentence());
                    let advice = || "write `- {id: …, choice: …}`, with the id that `adjutant draft` shows".to_owned();
                    refused(problem.in_path(path).rule("protocol 7").advice(odd.unwrap_or_else(advice)))
                })?;
                fields.insert("id".to_owned(), json!(id));
                fields.insert("digest".to_owned(), json!(Bytes32([0; 32])));
                choices.push((n, id, choice));
            }
        }
        let places = choices.iter().map(|(n, ..)| Some(*n)).collect();
        let path = path.to_owned();
        Ok(Draft {
            path,
            text,
            document,
            body,
            choices,
            places,
            understood: Vec::new(),
            salts: Vec::new(),
            laid: Vec::new(),
        })
    }

    /// The same draft with every name replaced by the form that is signed.
    pub fn in_form(mut self, table: &dyn Session) -> Draft {
        let told = &mut self.understood;
        for field in ["orders", "answers", "standing"] {
            if let Some(part) = self.body.get_mut(field) {
                resolve_names(table, field, part, told);
            }
        }
        for field in ["orders", "answers", "standing"] {
            if let Some(part) = self.body.get_mut(field) {
                table.spell_words(field, part);
            }
        }
        if let Some(Value::String(offer)) = self.body.get_mut("offer") {
            *offer = enumerated(offer);
        }
        for (_, id, choice) in &mut self.choices {
            table.spell_choice(id, choice);
            resolve_names(table, id.as_str(), choice, told);
        }
        // Accept `Union` for `union`: seat ids are lower case.
        if let Some(Value::String(seat)) = self.body.get_mut("seat") {
            *seat = seat.trim().to_lowercase();
        }
        self
    }

    /// The same draft with the cards that it lays or uses under the ids of their commitments, committed and opened as
    /// the owner's hand has them (protocol 8.4). A draft that already has this form stays unchanged.
    ///
    /// # Errors
    /// The draft cannot be read, or lays a card that is not in the hand; the line is quoted.
    pub fn concealed(
        mut self,
        found: &Match<'_>,
        adjudication: &Adjudication<'_, '_>,
        owner: &HandOwner,
    ) -> Result<Draft, Failure> {
        let plays = ["orders", "answers", "standing"].iter().any(|field| self.body.get(field).is_some());
        let Some(side) = adjudication.side_of(&owner.seat).cloned() else { return Ok(self) };
        if owner.secret != NO_SECRET && self.opens_nothing_yet(adjudication, &owner.seat) {
            self.open_what_is_due(found, adjudication, owner);
        }
        if !plays && self.body.get("commit").is_none() {
            return Ok(self);
        }
        let unmade = self.unmade_choices();
        if !unmade.is_empty() {
            return Err(self.refused(unmade));
        }
        let Some(turn) = self.turn(found, &owner.seat) else { return Ok(self) };
        let openings = owner.openings(&found.chain);
        let table = adjudication.table.cards();
        let lies = table.and_then(|cards| cards.sides.get(&side)).into_iter().flat_map(|own| own.laid.keys());
        self.laid.extend(lies.filter_map(|id| {
            let (_, face) = openings(&owner.seat, id, &adjudication.table.commitment(&side, id)?)?;
            Some((id.to_string(), face.as_str()?.to_owned()))
        }));
        let choices: Vec<(Id, Value)> =
            self.choices.iter().map(|(_, id, choice)| (id.clone(), choice.clone())).collect();
        let act = Decision { choices, ..Decision::of_turn(&turn) };
        // Without orders and answers there are only choices, which are sealed as they are.
        let mut plan = match plays {
            true => adjudication.table.concealed(&side, &act).map_err(|problems| self.refused(problems))?,
            false => {
                let choose =
                    adjudication.table.sealed(&side, &act.choices).map_err(|problems| self.refused(problems))?;
                Plan { choose, act, advance: Vec::new() }
            }
        };
        plan.commits_in_advance(turn.step);
        for (field, list) in [("orders", &plan.act.orders), ("answers", &plan.act.answers)] {
            if !list.is_empty() {
                self.body[field] = json!(list);
            }
        }
        if let Some(standing) = &plan.act.standing {
            self.body["standing"] = json!(standing);
        }
        if owner.secret == NO_SECRET {
            return Ok(self);
        }
        let at = (turn.step, turn.refusal.as_ref());
        let mut chosen = adjudication.table.in_parts(&side, &plan.choose);
        chosen.sort_by(|one, two| one.0.cmp(&two.0));
        let lays = chosen.iter().filter(|(id, _)| CardTable::is_lay(id.as_str()));
        self.laid.extend(lays.filter_map(|(id, face)| Some((id.to_string(), face.as_str()?.to_owned()))));
        if !chosen.is_empty() {
            self.body["commit"] = json!(owner.commits(&found.chain.match_id, at, &chosen));
            self.salts =
                chosen.iter().map(|(id, choice)| owner.salt(&found.chain.match_id, &turn, id, choice)).collect();
            // The choices are sorted; each keeps the index at which its player wrote it.
            let mut written: Vec<(Id, Option<usize>)> =
                self.choices.iter().zip(&self.places).map(|((_, id, _), place)| (id.clone(), *place)).collect();
            let mut place = |id: &Id| {
                let at = written.iter().position(|(other, _)| other == id)?;
                written.remove(at).1
            };
            self.places = chosen.iter().map(|(id, _)| place(id)).collect();
            self.choices = chosen.into_iter().enumerate().map(|(n, (id, choice))| (n, id, choice)).collect();
        }
        let opened: Vec<Value> = (plan.act.open.iter())
            .filter_map(|(id, _)| {
                let (salt, choice) = openings(&owner.seat, id, &adjudication.table.commitment(&side, id)?)?;
                Some(json!({"id": id, "salt": salt, "choice": choice}))
            })
            .collect();
        if !opened.is_empty() {
            self.body["open"] = json!(opened);
        }
        Ok(self)
    }

    /// Opens what is due, as far as possible: what was committed is derived from the secret of the hand.
    fn open_what_is_due(&mut self, found: &Match<'_>, adjudication: &Adjudication<'_, '_>, owner: &HandOwner) {
        let openings = owner.openings(&found.chain);
        let due = due_openings(adjudication, &owner.seat);
        let opened: Vec<Value> = (due.iter())
            .filter_map(|(id, digest)| {
                let (salt, choice) = openings(&owner.seat, id, digest)?;
                Some(json!({"id": id, "salt": salt, "choice": choice}))
            })
            .collect();
        if opened.len() == due.len() {
            self.body["open"] = Value::Array(opened);
        }
    }

    /// The player's decisions in these fields, with his secret choices in plain text.
    pub fn decisions(&self, fields: &[&str]) -> serde_json::Map<String, Value> {
        let mut found: serde_json::Map<String, Value> = self.body.as_object().cloned().unwrap_or_default();
        found.retain(|field, value| fields.contains(&field.as_str()) && !value.is_null());
        if let Some(Value::Array(commits)) = found.get_mut("commit") {
            for (n, id, choice) in &self.choices {
                if let Some(commit) = commits.get_mut(*n) {
                    *commit = json!({"id": id, "choice": choice});
                }
            }
        }
        found
    }

    /// The same draft with the queued turn that it plays.
    pub fn played_from(mut self, played: &PlayedFromQueue) -> Draft {
        self.body["queued"] = json!(played);
        self
    }

    /// The orders, in the form that is signed.
    pub fn orders(&self) -> Vec<Value> {
        self.body.get("orders").and_then(Value::as_array).cloned().unwrap_or_default()
    }

    /// Its orders alone, with the names of the cards that they lay, even if the draft has ids in their place.
    pub fn orders_by_name(&self) -> Decision {
        let choices = self.choices.iter().map(|(_, id, choice)| (id.clone(), choice.clone())).collect();
        Decision { orders: self.orders(), choices, ..Decision::default() }.by_name()
    }

    /// The seat that the draft names.
    pub fn seat(&self) -> Option<&str> {
        self.body.get("seat").and_then(Value::as_str)
    }

    /// A problem with this draft, with its line.
    pub fn printed(&self, mut problem: Problem) -> Diagnostic {
        if let Some((n, rest)) = problem.path.as_deref().and_then(choice_of)
            && let Some(at) = self.choices.iter().position(|(place, ..)| *place == n)
            && let Some(Some(written)) = self.places.get(at)
        {
            problem.path = Some(format!("commit[{written}]{rest}"));
        }
        if problem.mark.is_none() && !self.text.is_empty() {
            problem.mark = self.document.place_of(&problem);
        }
        // The player wrote the card, but the turn has the id under which it lies.
        for (id, card) in &self.laid {
            let named = |word: &str| word.trim_end_matches([',', ';', ':', ')', '\'']) == id;
            if problem.message.split(' ').any(named) {
                let words = problem.message.split(' ').map(|word| match named(word) {
                    true => word.replacen(id.as_str(), &format!("{id} ({card})"), 1),
                    false => word.to_owned(),
                });
                problem.message = words.collect::<Vec<_>>().join(" ");
            }
        }
        if self.text.is_empty() {
            return problem.into();
        }
        printed(&self.path, &self.text, problem)
    }

    /// A failure that reports all these problems with the draft.
    pub fn refused(&self, problems: Vec<Problem>) -> Failure {
        Failure::Negative(out::diagnostics(problems, |problem| self.printed(problem)))
    }

    /// Everything that is wrong with the draft as a seat's turn at this state, as far as can be checked without
    /// secrets.
    pub fn problems(&self, found: &Match<'_>, adjudication: &Adjudication<'_, '_>, seat: &SeatEntry) -> Vec<Problem> {
        // All problems ask for examples from the same list, which takes long to make.
        let legal = OnceCell::new();
        let example = |kind: &str| {
            let side = adjudication.side_of(&seat.seat)?;
            let legal: &Vec<Value> = legal.get_or_init(|| {
                let later = adjudication.table.later(side).map(|(_, later)| later).unwrap_or_default();
                adjudication.table.legal(side).orders.into_iter().chain(later).collect()
            });
            legal.iter().find(|order| order.get(kind).is_some()).cloned()
        };
        let line = |path: &str| {
            let mark = self.document.mark(path)?;
            self.text.lines().nth((mark.line as usize).checked_sub(1)?).map(str::to_owned)
        };
        let asked = asked_choices(adjudication, &seat.seat);
        let spoken = syntax_advice::Spoken { line: &line, example: &example, asked: &asked };
        let mut problems = self.document.cut_texts();
        problems.extend(self.plain_problems(found, adjudication, seat));
        problems.into_iter().map(|problem| syntax_advice::advise(problem, &self.body, &spoken)).collect()
    }

    fn plain_problems(&self, found: &Match<'_>, adjudication: &Adjudication<'_, '_>, seat: &SeatEntry) -> Vec<Problem> {
        let mut problems = self.stale(found, seat);
        problems.extend(self.unmade_choices());
        problems.extend(self.chosen_twice());
        problems.extend(self.chosen_at_length());
        if !problems.is_empty() {
            return problems;
        }
        let mut body = self.body.clone();
        let opens_nothing_yet = self.opens_nothing_yet(adjudication, &seat.seat);
        if opens_nothing_yet {
            if self.is_empty() {
                return problems;
            }
            // The program opens what is due when the turn is signed; for the check, this placeholder is used.
            let forfeits =
                due_openings(adjudication, &seat.seat).into_iter().map(|(id, _)| json!({"id": id, "forfeit": true}));
            body["open"] = forfeits.collect();
        }
        if let (Some(side), Some(turn), false) =
            (adjudication.side_of(&seat.seat), self.turn(found, &seat.seat), self.salts.is_empty())
        {
            let choices = self.choices.iter().map(|(_, id, choice)| (id.clone(), choice.clone())).collect();
            let act = Decision { choices, ..Decision::of_turn(&turn) };
            problems.extend(adjudication.table.check(side, &act).err().unwrap_or_default());
            if !problems.is_empty() {
                return problems;
            }
        }
        let mut content = match complete_turn(&found.chain, &seat.seat, Bytes32([0; 32]), &body) {
            Ok(content) => content,
            Err(problem) => return vec![problem],
        };
        // A field that cannot be decoded is set aside so that the others can still be checked.
        let (turn, whole) = loop {
            // Positions are looked up in the draft, so the program's own additions have none.
            match crate::document::decode_at::<Turn>(Some(&self.document), "", &content) {
                Ok(turn) => break (turn, problems.iter().all(|problem| !acts(problem))),
                Err(problem) => {
                    let field = field_of(&problem).map(str::to_owned);
                    problems.push(match problem.path.as_deref() == Some("take_back") && problem.advice.is_none() {
                        true => problem.advice("write `take_back: {to_step: STEP}`, with the step to go back to"),
                        false => problem,
                    });
                    let removed = field.and_then(|field| content.as_object_mut()?.shift_remove(&field));
                    if removed.is_none() {
                        return problems;
                    }
                }
            }
        };
        let own = |problem: &Problem| {
            let of_program = opens_nothing_yet && field_of(problem) == Some("open");
            problem.path.as_deref() != Some("reveal") && (whole || problem.path.is_some()) && !of_program
        };
        problems.extend(adjudication.check_draft(&turn).into_iter().filter(own));
        problems.extend(self.illegal_choices(adjudication, seat));
        problems
    }

    /// Whether a problem is about the digest of a choice that was sealed before: here, or by a player whose log was
    /// recovered from copies of his documents.
    fn is_sealed_before(&self, problem: &Problem, signer: &Signer) -> bool {
        let Some((n, ".digest")) = problem.path.as_deref().and_then(choice_of) else { return false };
        let digest = self.document.content.pointer(&format!("/commit/{n}/digest")).and_then(Value::as_str);
        let digest = digest.and_then(|digest| digest.parse::<Bytes32>().ok());
        digest.is_some_and(|digest| signer.recovered || signer.ledger.opening(&signer.key, &digest).is_ok())
    }

    /// Secret choices that the draft does not make: each has a digest instead, or nothing.
    fn unmade_choices(&self) -> Vec<Problem> {
        let written = self.document.content.get("commit").and_then(Value::as_array);
        let unmade = |(n, commit): (usize, &Value)| {
            let id = commit.get("id").map_or_else(|| "…".to_owned(), inline);
            let (path, message) = match (commit.get("choice"), commit.get("digest")) {
                (None, Some(_)) => {
                    (format!("commit[{n}].digest"), "a secret choice in a draft has no digest: the program seals it")
                }
                (None, None) if commit.get("id").is_some() => {
                    (format!("commit[{n}]"), "this secret choice does not say what you choose")
                }
                _ => return None,
            };
            let advice = format!("write the choice itself: - {{id: {id}, choice: …}}");
            Some(Problem::new(message).in_path(path).rule("protocol 7").advice(advice))
        };
        written.into_iter().flatten().enumerate().filter_map(unmade).collect()
    }

    /// The turn that the draft makes, as far as it can be known without secrets.
    pub fn turn(&self, found: &Match<'_>, seat: &Id) -> Option<Turn> {
        let content = complete_turn(&found.chain, seat, Bytes32([0; 32]), &self.body).ok()?;
        crate::document::decode_at::<Turn>(None, "", &content).ok()
    }

    /// The turn in a signed document.
    pub fn of_document(content: &Value) -> Option<Turn> {
        crate::document::decode_at::<Turn>(None, "", content).ok()
    }

    /// Whether a signed turn says the same as the draft.
    pub fn is_as_signed(&self, signed: &Value, signer: &Signer) -> bool {
        let choice = |n: usize| -> Option<Value> {
            let digest = signed.get("commit")?.get(n)?.get("digest")?.as_str()?.parse().ok()?;
            signer.ledger.opening(&signer.key, &digest).ok()?.choice
        };
        let committed = signed.get("commit").and_then(Value::as_array).map_or(0, Vec::len);
        let others = ["orders", "answers", "standing", "take_back", "offer", "comment"];
        committed == self.choices.len()
            && others.iter().all(|field| self.body.get(field) == signed.get(field))
            && self.choices.iter().all(|(n, _, chosen)| choice(*n).as_ref() == Some(chosen))
    }

    /// The numbers of the orders in a legal draft that depend on dice or on the other side's answers.
    pub fn undecided(&self, adjudication: &Adjudication<'_, '_>, seat: &SeatEntry) -> Vec<usize> {
        let orders = self.orders();
        match adjudication.side_of(&seat.seat) {
            Some(side) if !orders.is_empty() => {
                adjudication.table.undecided(side, &Decision { orders, ..Decision::default() })
            }
            _ => Vec::new(),
        }
    }

    /// Its answers in advance in words, each after its id.
    pub fn in_advance(&self, adjudication: &Adjudication<'_, '_>, seat: &SeatEntry) -> Vec<String> {
        let Some(side) = adjudication.side_of(&seat.seat) else { return Vec::new() };
        let step = |id: &Id| parse_advance_id(id).map(|(window, step)| (window.to_owned(), step));
        let says = self.choices.iter().filter_map(|(_, id, says)| Some((step(id)?.0, says.clone())));
        let whole = adjudication.table.whole_advance(&says.collect::<Vec<_>>());
        let said = |(_, id, _): &(usize, Id, Value)| {
            let (window, _) = step(id)?;
            let (_, says) = whole.iter().find(|(other, _)| *other == window)?;
            Some(format!("{id}: {}.", adjudication.table.advance_words(side, id, says)?))
        };
        self.choices.iter().filter_map(said).collect()
    }

    /// What is legal in a legal draft but probably unwanted.
    pub fn warnings(&self, adjudication: &Adjudication<'_, '_>, seat: &SeatEntry) -> Vec<Problem> {
        let choices = self.choices.iter().map(|(_, id, choice)| (id.clone(), choice.clone())).collect();
        let act = Decision { orders: self.orders(), choices, ..Decision::default() };
        adjudication.side_of(&seat.seat).map(|side| adjudication.table.warnings(side, &act)).unwrap_or_default()
    }

    /// The fields of the draft's envelope that name another match, step, state or seat.
    pub fn stale(&self, found: &Match<'_>, seat: &SeatEntry) -> Vec<Problem> {
        let (step, parent) = match found.chain.newest() {
            Some(newest) => (newest.state.typed.step + 1, newest.state.digest),
            None => return Vec::new(),
        };
        let right = [json!(found.chain.match_id), json!(step), json!(parent), json!(seat.seat)];
        let body = self.body.as_object();
        let older = body.and_then(|body| body.get("parent")).is_some_and(|there| *there != right[2]);
        let is_seat = |there: &Value| found.chain.charter.typed.seats.iter().any(|one| *there == *one.seat.as_str());
        let mut problems = Vec::new();
        for (field, right) in ENVELOPE.into_iter().zip(right) {
            let Some(there) = body.and_then(|body| body.get(field)).filter(|there| **there != right) else { continue };
            let message = match field {
                "match" => "this draft is for another match".to_owned(),
                "step" => format!("this draft is for step {}, but the next step is {right}", inline(there)),
                "parent" => "this draft was written for an older state".to_owned(),
                _ => format!("this draft is the turn of {}, but you sign for {}", inline(there), seat.seat),
            };
            let advice = match field {
                "match" => "go to the folder of its match, or write a new draft with `adjutant draft`".to_owned(),
                "seat" if is_seat(there) => "name the draft's seat with --seat".to_owned(),
                "seat" => format!("write `seat: {}`", seat.seat),
                "step" if !older => format!("write `step: {}`", found.step() + 1),
                _ => "see what has happened since, then write a new draft with `adjutant draft`".to_owned(),
            };
            problems.push(Problem::new(message).in_path(field).rule("protocol 6").advice(advice));
        }
        problems
    }

    /// Choices that the draft makes twice: each would be checked at the other's index.
    fn chosen_twice(&self) -> Vec<Problem> {
        let twice = |(at, (n, id, _)): (usize, &(usize, Id, Value))| {
            let first = self.choices[..at].iter().position(|(_, other, _)| other == id)?;
            let written = self.places.get(first).copied().flatten().unwrap_or(first);
            let line = self.document.nearest_mark(&format!("commit[{written}]")).map(|mark| mark.line);
            let also = line.map_or(String::new(), |line| format!(" and in line {line}"));
            let problem = Problem::new(format!("'{id}' is chosen twice: here{also}")).in_path(format!("commit[{n}]"));
            Some(problem.rule("protocol 7").advice("keep one of the two lines"))
        };
        self.choices.iter().enumerate().filter_map(twice).collect()
    }

    /// Choices that are too long to be opened later.
    fn chosen_at_length(&self) -> Vec<Problem> {
        let long = self.choices.iter().filter(|(_, _, choice)| !is_short_choice(choice));
        let problem = |(n, id, _): &(usize, Id, Value)| {
            let problem = Problem::new(format!("the choice '{id}' has more than {MAX_CHOICE} bytes"));
            problem.in_path(format!("commit[{n}].choice")).rule("protocol 7").advice("write a shorter choice")
        };
        long.map(problem).collect()
    }

    /// Whether openings are due and the draft leaves them to the program.
    fn opens_nothing_yet(&self, adjudication: &Adjudication<'_, '_>, seat: &Id) -> bool {
        let others = ["orders", "answers", "standing", "open", "take_back", "offer"];
        !due_openings(adjudication, seat).is_empty() && others.iter().all(|field| self.body.get(field).is_none())
    }

    /// Whether the draft does nothing but offer a draw or give up.
    pub fn only_offers(&self) -> bool {
        let others = ["orders", "answers", "standing", "commit", "open", "take_back"];
        self.body.get("offer").is_some() && others.iter().all(|field| self.body.get(field).is_none())
    }

    /// Whether the draft is empty.
    pub fn is_empty(&self) -> bool {
        ["orders", "answers", "standing", "commit", "open", "take_back", "offer", "comment"]
            .iter()
            .all(|field| self.body.get(field).is_none())
    }

    fn illegal_choices(&self, adjudication: &Adjudication<'_, '_>, seat: &SeatEntry) -> Vec<Problem> {
        let Some(side) = adjudication.side_of(&seat.seat).filter(|_| !self.choices.is_empty()) else {
            return Vec::new();
        };
        let legal = adjudication.table.legal(side).choices;
        let mut problems = Vec::new();
        for (n, id, choice) in &self.choices {
            let Some((_, values)) = legal.iter().find(|(asked, _)| asked == id) else { continue };
            if !values.contains(choice) {
                let problem = adjudication.table.refuse_choice(side, id, choice).unwrap_or_else(|| {
                    let mut shown: Vec<String> = values.iter().take(12).map(inline).collect();
                    shown.extend((values.len() > shown.len()).then(|| "…".to_owned()));
                    let problem = Problem::new(format!("{} is not a legal choice", inline(choice))).rule("protocol 7");
                    let odd = lookalikes::in_text(&choice.to_string()).map(|odd| odd.sentence() + "; ");
                    problem.advice(format!("{}legal choices: {}", odd.unwrap_or_default(), shown.join(", ")))
                });
                problems.push(problem.in_path(format!("commit[{n}].choice")));
            }
        }
        problems
    }

    /// The complete turn except for the signature: envelope, reveal, commitments, openings.
    ///
    /// # Errors
    /// The draft has a problem, or a secret that it needs is not here.
    pub fn complete(
        &self,
        found: &Match<'_>,
        adjudication: &Adjudication<'_, '_>,
        signer: &mut Signer,
    ) -> Result<Value, Failure> {
        let mut problems = self.problems(found, adjudication, &signer.entry);
        // A choice that was sealed before may be given by its digest, as when a turn is signed again.
        problems.retain(|problem| !self.is_sealed_before(problem, signer));
        if !problems.is_empty() {
            return Err(self.refused(problems));
        }
        let mut body = self.body.clone();
        let seat = signer.entry.seat.clone();
        for (n, id, choice) in &self.choices {
            let (ledger, of) = (&mut signer.ledger, &found.chain.match_id);
            let commit = match self.salts.get(*n) {
                Some(salt) => ledger.commit_under(&signer.key, of, &seat, (id, choice), salt),
                None => ledger.commit(&signer.key, of, &seat, id, choice),
            };
            body["commit"][*n] = json!(commit.map_err(Failure::cannot)?);
        }
        if self.opens_nothing_yet(adjudication, &seat) {
            let mut opens = Vec::new();
            for (_, digest) in due_openings(adjudication, &seat) {
                opens.push(json!(signer.ledger.opening(&signer.key, &digest).map_err(Failure::no)?));
            }
            body["open"] = Value::Array(opens);
        }
        let reveal = signer.reveal(&found.chain)?;
        let content = complete_turn(&found.chain, &seat, reveal, &body).map_err(Failure::no)?;
        let turn = crate::document::decode_at::<Turn>(Some(&self.document), "", &content);
        let turn = turn.map_err(|problem| self.refused(vec![problem]))?;
        let problems = adjudication.check_draft(&turn);
        if problems.is_empty() { Ok(content) } else { Err(self.refused(problems)) }
    }
}

/// The seat to act for with a draft: like [`seat::mine`], but if several seats are here, the one whose draft it is.
///
/// # Errors
/// As [`seat::mine`]; or the draft cannot be read.
pub fn seat_of<'c>(
    vault: &Vault,
    charter: &'c Charter,
    wanted: Option<&str>,
    file: Option<&Path>,
) -> Result<&'c SeatEntry, Failure> {
    match (wanted, file) {
        (None, Some(file)) if seat::several_here(charter) => {
            let draft = Draft::read(file)?;
            let known = |name: &&str| charter.seats.iter().any(|seat| seat.seat.as_str() == *name);
            seat::acting_seat(vault, charter, draft.seat().filter(known))
        }
        _ => seat::acting_seat(vault, charter, wanted),
    }
}

/// The top-level field that a problem is about.
fn field_of(problem: &Problem) -> Option<&str> {
    let path = problem.path.as_deref()?;
    path.split(['.', '[']).next().filter(|field| !field.is_empty())
}

/// The index of the choice in `commit` that a path leads to, and the rest of the path.
fn choice_of(path: &str) -> Option<(usize, &str)> {
    let (n, rest) = path.strip_prefix("commit[")?.split_once(']')?;
    Some((n.parse().ok()?, rest))
}

/// Whether the field that a problem is about is a decision: without it, the rest of the draft may seem empty.
fn acts(problem: &Problem) -> bool {
    matches!(
        field_of(problem),
        Some("orders" | "answers" | "standing" | "commit" | "open" | "take_back" | "offer" | "refusal") | None
    )
}

/// The secret choices that a seat may commit to now.
fn asked_choices(adjudication: &Adjudication<'_, '_>, seat: &Id) -> Vec<Id> {
    let Some(side) = adjudication.side_of(seat) else { return Vec::new() };
    let awaited = adjudication.table.awaiting().into_iter().filter(|awaited| awaited.side == *side);
    let ids = awaited.flat_map(|awaited| match awaited.want {
        crate::session::Request::Commit(ids) => ids,
        _ => awaited.may_commit,
    });
    ids.collect()
}

/// The commitments that a seat has to open now.
pub fn due_openings(adjudication: &Adjudication<'_, '_>, seat: &Id) -> Vec<(Id, Bytes32)> {
    let Some(side) = adjudication.side_of(seat) else { return Vec::new() };
    // Openings that a continued match requires wait until every seat has revealed once.
    let mut asked = adjudication.state().typed.awaiting.iter();
    if asked.any(|entry| entry.get("seat") == Some(&json!(seat)) && entry.get("empty").is_some()) {
        return Vec::new();
    }
    let mut due = Vec::new();
    for awaited in adjudication.table.awaiting() {
        if let crate::session::Request::Open(ids) = awaited.want
            && awaited.side == *side
        {
            due.extend(ids.into_iter().filter_map(|id| {
                let digest = adjudication.table.commitment(side, &id)?;
                Some((id, digest))
            }));
        }
    }
    due
}

fn printed(path: &Path, text: &str, problem: Problem) -> Diagnostic {
    Diagnostic { problem, file: Some(path.to_owned()), text: Some(text.to_owned()) }
}
