//! The match as the board holds it, and the answer to each question of the page.

use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::draft_file::DraftFile;
use super::draft_text::FIELDS;
use super::requests::{Answer, Question, problem_values};
use super::{commands, offers, picture, position, terminal};
use crate::chain::adjudicate::Adjudication;
use crate::chain::hands::HandOwner;
use crate::cli::check::{examine, warning_words};
use crate::cli::local_match::{Player, as_draft};
use crate::cli::open_match::Match;
use crate::cli::turn_draft::Draft;
use crate::cli::{Failure, draft, home, own_hand, practice_match, report, schema, seat};
use crate::document::kinds::SeatEntry;
use crate::document::{Id, Problem, harmless};
use crate::engine::Decision;
use crate::report::{ASKED, Section, Target, html};
use crate::session::{HandTracker, Plan, Session};

/// A table after some orders, and how many of them it contains.
pub type After = Rc<(Box<dyn Session>, usize)>;

/// A match with the seat that is played.
pub struct Board<'m, 'f> {
    pub found: &'m Match<'f>,
    /// The newest state, with the player's own cards.
    pub adjudication: Adjudication<'m, 'f>,
    pub entry: SeatEntry,
    pub side: Id,
    owner: Option<HandOwner>,
    /// Whether it is the seat that this machine plays.
    is_own: bool,
    targets: OnceCell<Vec<Target>>,
    /// The last table that was worked out, with the orders that lead to it.
    after: RefCell<Option<(Vec<Value>, After)>>,
}

impl<'m, 'f> Board<'m, 'f> {
    /// The board of a seat: of the one that is named, or of the one whose secrets are here.
    ///
    /// # Errors
    /// There is no such seat, or it plays no side; or the match cannot be played on.
    pub fn open(found: &'m Match<'f>, wanted: Option<&str>) -> Result<Self, Failure> {
        let charter = &found.chain.charter.typed;
        let entry = match (wanted, seat::user_seat(charter)) {
            (None, Some(own)) => own,
            (Some(wanted), Some(own)) if own.seat.as_str() == wanted => own,
            (None, None) => seat::acting_seat(&home::vault()?, charter, None)?,
            // Somebody who has no secrets of a seat may look at it, and try out its orders.
            (Some(wanted), _) => seat::by_name(charter, wanted)?,
        };
        let mut adjudication = found.adjudication()?;
        let side = adjudication.side_of(&entry.seat).cloned().ok_or_else(seat::no_side)?;
        let owner = match own_hand::has_hands(&adjudication) {
            true => own_hand::find_owner(&adjudication, entry, &seat::key)?,
            false => None,
        };
        owner.iter().for_each(|owner| own_hand::show_own_cards(&mut adjudication, owner));
        let (targets, after) = (OnceCell::new(), RefCell::default());
        let is_own = seat::user_seat(charter).is_some_and(|own| own.seat == entry.seat);
        Ok(Board { found, adjudication, entry: entry.clone(), side, owner, is_own, targets, after })
    }

    /// The title of the match.
    pub fn title(&self) -> &str {
        &self.found.chain.charter.typed.title
    }

    /// The folder of the match.
    pub fn folder(&self) -> &Path {
        &self.found.folder.path
    }

    /// Where the draft of the player's turn is.
    pub fn draft_path(&self) -> PathBuf {
        self.folder().join(draft::default_name(self.found, &self.entry))
    }

    /// The game at the newest state.
    pub fn table(&self) -> &dyn Session {
        &*self.adjudication.table
    }

    /// What can be pointed at, as the player sees it.
    pub fn targets(&self) -> &[Target] {
        self.targets.get_or_init(|| self.named_targets())
    }

    /// The targets with harmless names; the player's own face-down cards by the names that he knows.
    fn named_targets(&self) -> Vec<Target> {
        let own = self.table().hand_tracker(&self.side).map(HandTracker::cards);
        let face = |target: &Target| {
            let lies = target.id.as_str()?.parse::<Id>().ok()?;
            own.as_ref().filter(|_| target.side.as_ref() == Some(&self.side))?.laid.get(&lies).cloned()
        };
        let named = |target: Target| {
            let own_name =
                face(&target).map(|card| format!("{} (face down)", self.table().card_words(&self.side, &card)));
            let name = own_name.unwrap_or_else(|| harmless(&target.name).into_owned());
            Target { name, state: harmless(&target.state).into_owned(), ..target }
        };
        self.table().targets(Some(&self.side)).into_iter().map(named).collect()
    }

    /// Whether it is a practice match, all of whose secrets are here.
    pub fn is_practice(&self) -> bool {
        practice_match::is_practised(&self.found.chain.charter.typed)
    }

    /// Checks that it is a practice match, and its player's seat.
    ///
    /// # Errors
    /// It is a match between people, or the seat of the sensible player.
    pub fn must_be_practised(&self) -> Result<(), Failure> {
        match self.is_practice() && self.is_own {
            true => Ok(()),
            false => {
                let problem = Problem::new("this is no practice match in which you play this seat");
                Err(Failure::no(problem.advice("sign your turn, and mail it")))
            }
        }
    }

    /// The digest of the state that the turn answers.
    pub fn parent(&self) -> String {
        self.adjudication.state().digest.to_string()
    }

    /// The answer to a question. A question about a state that is not the newest any more is not answered.
    pub fn answer(&self, question: &Question, file: &mut DraftFile) -> Answer {
        if question.fields.get("parent").is_some_and(|parent| !parent.is_null() && *parent != json!(self.parent())) {
            return Answer::changed();
        }
        match question.name.as_str() {
            "position" => {
                file.read(self.draft_path(), self.table());
                position::position(self, file).into()
            }
            "picture" => picture::picture(self, question).into(),
            "story" => self.story(question).into(),
            "offers" => offers::offers(self, question).into(),
            "check" => self.check(question).into(),
            "odds" => self.odds(question).into(),
            "hint" => self.hint().into(),
            "schema" => self.schema().into(),
            "events" => {
                Answer::of(json!({"step": self.found.step(), "parent": self.parent(), "terminal": terminal::state(),
                "draft": if file.is_current() { json!(file.digest()) } else { json!("changed") }}))
            }
            "save" => self.save(question, file),
            "play" | "sign" | "adjudicate" | "letter" | "receive" => commands::run(self, question, file),
            name => {
                let problem = Problem::new(format!("the board has no answer to '{name}'"));
                Answer { status: 404, ..Answer::refused(Failure::cannot(problem.advice("see docs/board.md"))) }
            }
        }
    }

    /// The decisions in a question's `draft`.
    pub fn decisions(question: &Question) -> Map<String, Value> {
        let given = question.fields.get("draft").and_then(Value::as_object).cloned().unwrap_or_default();
        given.into_iter().filter(|(field, _)| FIELDS.contains(&field.as_str())).collect()
    }

    /// Decisions as a draft in the form that is signed.
    fn draft(&self, decisions: &Map<String, Value>) -> Result<Draft, Failure> {
        let draft = as_draft(self.found, &self.entry.seat, Value::Object(decisions.clone()))?;
        let draft = draft.in_form(self.table());
        match &self.owner {
            Some(owner) => draft.concealed(self.found, &self.adjudication, owner),
            None => Ok(draft),
        }
    }

    /// The orders of a draft by themselves, in the form that is signed.
    pub fn act(&self, orders: Vec<Value>) -> Decision {
        Decision { orders, ..Decision::default() }
    }

    /// Whether orders pass the check of the rules.
    pub fn passes(&self, orders: Vec<Value>) -> bool {
        let act = self.act(orders);
        let act = match &self.owner {
            Some(_) => self.table().concealed(&self.side, &act).map(|Plan { act, .. }| act),
            None => Ok(act),
        };
        act.is_ok_and(|act| self.table().check(&self.side, &act).is_ok())
    }

    /// The table after orders, as far as their results are known or assumed.
    ///
    /// # Errors
    /// The orders are not legal.
    pub fn after(&self, orders: &[Value]) -> Result<After, Vec<Problem>> {
        if let Some((known, after)) = &*self.after.borrow()
            && known == orders
        {
            return Ok(after.clone());
        }
        let after: After = match orders {
            [] => Rc::new((self.table().boxed_clone(), 0)),
            orders => Rc::new(self.table().after_orders(&self.side, &self.act(orders.to_vec()))?),
        };
        *self.after.borrow_mut() = Some((orders.to_vec(), after.clone()));
        Ok(after)
    }

    /// Everything that is wrong with a draft; or what it does, and what is probably unwanted in it.
    fn check(&self, question: &Question) -> Result<Value, Failure> {
        let decisions = Board::decisions(question);
        let orders = decisions.get("orders").and_then(Value::as_array).cloned().unwrap_or_default();
        let words: Vec<String> = orders.iter().map(|order| self.table().order_words(&self.side, order)).collect();
        let problems = match self.draft(&decisions) {
            Ok(draft) => match examine(self.found, &self.adjudication, &self.entry, &draft) {
                Ok(findings) => {
                    let said = findings.warnings.iter().map(warning_words).collect::<Vec<_>>();
                    return Ok(json!({"ok": true, "orders": words, "notes": findings.notes,
                        "warnings": problem_values(&findings.warnings), "warned": said,
                        "undecided": findings.undecided}));
                }
                Err(problems) => problem_values(&problems),
            },
            Err(failure) => Answer::refused(failure).value["problems"].as_array().cloned().unwrap_or_default(),
        };
        Ok(json!({"ok": false, "orders": words, "problems": problems}))
    }

    /// What is probably unwanted in decisions, a sentence each.
    pub fn warnings(&self, decisions: &Map<String, Value>) -> Vec<String> {
        let examined =
            self.draft(decisions).ok().map(|draft| examine(self.found, &self.adjudication, &self.entry, &draft));
        examined.and_then(Result::ok).map_or_else(Vec::new, |found| found.warnings.iter().map(warning_words).collect())
    }

    /// What each order of a draft may lead to.
    fn odds(&self, question: &Question) -> Result<Value, Failure> {
        let decisions = Board::decisions(question);
        let act = self.act(decisions.get("orders").and_then(Value::as_array).cloned().unwrap_or_default());
        let supposed = self.table().supposing(&self.side, &act);
        let table = supposed.as_ref().map_or(self.table(), |(table, _)| &**table);
        let odds = table
            .odds(&self.side, &act)
            .map_err(|problems| Failure::Negative(crate::cli::out::diagnostics(problems, Into::into)))?;
        let one = |one: crate::session::session_text::OrderChances| {
            let (blocks, value) = one.chances.map_or((Vec::new(), Value::Null), |(blocks, value)| (blocks, value));
            let page = html::sections(&[Section { heading: String::new(), blocks }], 4);
            json!({"order": one.words, "html": page, "chances": value})
        };
        Ok(json!({"orders": odds.into_iter().map(one).collect::<Vec<_>>(), "supposed": supposed.map(|(_, what)| what)}))
    }

    /// What the sensible player would do; in a practice match only.
    fn hint(&self) -> Result<Value, Failure> {
        self.must_be_practised()?;
        let asked = self.found.asked(&self.entry.seat).cloned().unwrap_or_default();
        let body = Player::Sensible(self.found.step()).body(&self.adjudication, &self.side, &asked);
        Ok(json!({"draft": body}))
    }

    /// The JSON Schema of a turn, from which forms are made.
    fn schema(&self) -> Result<Value, Failure> {
        let text = schema::turn(self.found.chain.charter.typed.ruleset.id.as_str()).map_err(Failure::cannot)?;
        let fault = |error: serde_json::Error| Failure::cannot(Problem::new(format!("the schema is damaged: {error}")));
        serde_json::from_str(&text).map_err(fault)
    }

    /// The reports of steps, newest first, for reading; of the newest step if none is named.
    fn story(&self, question: &Question) -> Result<Value, Failure> {
        let newest = self.found.step();
        let from = question.fields.get("from").and_then(Value::as_u64).unwrap_or(newest).min(newest);
        let to = question.fields.get("to").and_then(Value::as_u64).unwrap_or(newest).min(newest);
        let line = &self.found.chain.line;
        let mut steps = Vec::new();
        for step in line.iter().filter(|step| (from..=to).contains(&step.state.typed.step)).take(40) {
            let mut told = report::of_step(self.found, &step.state.document.content)?;
            // What to write into a file does not concern a reader of the page.
            told.sections.retain(|section| section.heading != ASKED);
            let page = html::sections(&told.sections, 3);
            steps.push(
                json!({"step": step.state.typed.step, "title": harmless(&told.title), "subtitle": harmless(&told.subtitle), "html": page}),
            );
        }
        Ok(json!({"steps": steps, "newest": newest}))
    }

    /// Writes a draft, if nobody else has changed it since the page read it.
    fn save(&self, question: &Question, file: &mut DraftFile) -> Answer {
        let known = question.fields.get("digest").unwrap_or(&Value::Null);
        if !file.is_current() || *known != json!(file.digest()) {
            file.read(self.draft_path(), self.table());
            return Answer::changed();
        }
        let written = self.write(question, file);
        written.map(|()| json!({"digest": file.digest(), "file": self.draft_path()})).into()
    }

    /// Writes decisions into the draft's file.
    fn write(&self, question: &Question, file: &mut DraftFile) -> Result<(), Failure> {
        draft::must_be_asked(self.found, &self.entry)?;
        if !question.fields.get("draft").is_some_and(Value::is_object) {
            let problem = Problem::new("the question has no draft to be saved");
            return Err(Failure::no(problem.in_path("draft").advice("give a mapping with the decisions")));
        }
        let given = as_draft(self.found, &self.entry.seat, Value::Object(Board::decisions(question)))?;
        let decisions = given.in_form(self.table()).decisions(&FIELDS);
        if question.fields.get("set_aside") == Some(&json!(true)) {
            file.set_aside()?;
        }
        let fresh = || draft::text(self.found, &self.adjudication, &self.entry);
        let text = file.text(&decisions, self.table(), fresh)?;
        draft::write_schema(self.found, &self.draft_path())?;
        file.write(&text)
    }
}
