//! The match as the board holds it, with the seat that is played.

use std::cell::{OnceCell, RefCell};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use serde_json::{Map, Value};

use super::draft_text::FIELDS;
use super::requests::Question;
use crate::chain::adjudicate::Adjudication;
use crate::chain::hands::HandOwner;
use crate::cli::check::{examine, warning_words};
use crate::cli::local_match::as_draft;
use crate::cli::open_match::Match;
use crate::cli::turn_draft::Draft;
use crate::cli::{Failure, draft, home, own_hand, practice_match, seat};
use crate::document::kinds::SeatEntry;
use crate::document::{Id, Problem, harmless};
use crate::engine::Decision;
use crate::report::Target;
use crate::session::{HandTracker, Plan, Session};

/// A table after some orders, and how many of them it contains.
pub type After = Rc<(Box<dyn Session>, usize)>;

/// Targets with harmless names.
pub fn harmless_targets(targets: Vec<Target>) -> Vec<Target> {
    let clean = |target: Target| Target {
        name: harmless(&target.name).into_owned(),
        state: harmless(&target.state).into_owned(),
        ..target
    };
    targets.into_iter().map(clean).collect()
}

/// A match with the seat that is played.
pub struct Board<'m, 'f> {
    pub found: &'m Match<'f>,
    /// The newest state, with the player's own cards.
    pub adjudication: Adjudication<'m, 'f>,
    pub entry: SeatEntry,
    /// The side of the seat; of a referee's the name of the seat, for which there is nothing to ask: see
    /// [`Board::reader`].
    pub side: Id,
    /// Whether the seat plays a side.
    plays: bool,
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
    /// There is no such seat, or the match cannot be played on.
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
        let own = adjudication.side_of(&entry.seat).cloned();
        let (plays, side) = (own.is_some(), own.unwrap_or_else(|| entry.seat.clone()));
        let owner = match plays && own_hand::has_hands(&adjudication) {
            true => own_hand::find_owner(&adjudication, entry, &seat::key)?,
            false => None,
        };
        owner.iter().for_each(|owner| own_hand::show_own_cards(&mut adjudication, owner));
        let (targets, after) = (OnceCell::new(), RefCell::default());
        let is_own = seat::user_seat(charter).is_some_and(|own| own.seat == entry.seat);
        Ok(Board { found, adjudication, entry: entry.clone(), side, plays, owner, is_own, targets, after })
    }

    /// The side whose secrets the player may see; `None` for a referee, who sees what everybody sees.
    pub fn reader(&self) -> Option<&Id> {
        self.plays.then_some(&self.side)
    }

    /// Checks that the seat plays a side.
    ///
    /// # Errors
    /// It is a referee's, who orders nothing.
    pub fn must_play(&self) -> Result<(), Failure> {
        if self.plays { Ok(()) } else { Err(seat::no_side()) }
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
        let own = self.reader().and_then(|side| self.table().hand_tracker(side)).map(HandTracker::cards);
        let face = |target: &Target| {
            let lies = target.id.as_str()?.parse::<Id>().ok()?;
            own.as_ref().filter(|_| target.side.as_ref() == Some(&self.side))?.laid.get(&lies).cloned()
        };
        let named = |target: Target| match face(&target) {
            Some(card) => {
                Target { name: format!("{} (face down)", self.table().card_words(&self.side, &card)), ..target }
            }
            None => target,
        };
        harmless_targets(self.table().targets(self.reader()).into_iter().map(named).collect())
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

    /// The decisions in a question's `draft`.
    pub fn decisions(question: &Question) -> Map<String, Value> {
        let given = question.fields.get("draft").and_then(Value::as_object).cloned().unwrap_or_default();
        given.into_iter().filter(|(field, _)| FIELDS.contains(&field.as_str())).collect()
    }

    /// Decisions as a draft in the form that is signed.
    ///
    /// # Errors
    /// They cannot be read, or name cards that the hand does not have.
    pub fn draft(&self, decisions: &Map<String, Value>) -> Result<Draft, Failure> {
        let draft = as_draft(self.found, &self.entry.seat, Value::Object(decisions.clone()))?;
        let draft = draft.in_form(self.table());
        match &self.owner {
            Some(owner) => draft.concealed(self.found, &self.adjudication, owner),
            None => Ok(draft),
        }
    }

    /// The orders of decisions, with the names of the cards that they lay, even if they have ids in their place.
    pub fn orders(decisions: &Map<String, Value>) -> Vec<Value> {
        let list = |field: &str| decisions.get(field).and_then(Value::as_array).cloned().unwrap_or_default();
        let choice = |commit: &Value| Some((commit.get("id")?.as_str()?.parse().ok()?, commit.get("choice")?.clone()));
        let choices = list("commit").iter().filter_map(choice).collect();
        Decision { orders: list("orders"), choices, ..Decision::default() }.by_name().orders
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

    /// What is probably unwanted in decisions, a sentence each.
    pub fn warnings(&self, decisions: &Map<String, Value>) -> Vec<String> {
        let examined =
            self.draft(decisions).ok().map(|draft| examine(self.found, &self.adjudication, &self.entry, &draft));
        examined.and_then(Result::ok).map_or_else(Vec::new, |found| found.warnings.iter().map(warning_words).collect())
    }
}
