//! One account of each event: the sentence of a report, the line of its summary and of an index, and what belongs to it.
//! The [`table`] has their words; [`assault`] has the lines of the calculation of an assault.

pub mod assault;
mod fields;
pub mod table;
pub mod writer;

pub use fields::{FORMS, MADE};
pub use writer::Writer;

use serde_json::Value;

use crate::board::Area;
use crate::document::Id;
use crate::report::event_groups::rule_of;
use crate::report::grammar::capital;
use crate::report::template;
use crate::report::text_builder::TextBuilder;
use crate::report::{Kind, Text};

use super::vocabulary;
use crate::SevenDays;
use crate::events::Event;
use crate::pack::Side;
use crate::position::ledger::{ImpulseKind, Phase};
use fields::{Fields, ROLL};

/// What is told of an event.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The heading of the part of a report that it begins.
    pub heading: Option<String>,
    /// What it is called among the lines of an assault.
    pub label: &'static str,
    /// Its sentence in a report, with its rule.
    pub text: Text,
    /// The lines of the calculation of an assault, if it has some.
    pub lines: Vec<(&'static str, Text)>,
    /// Its sentence in a summary and in an index: without dice.
    pub words: String,
    /// Whether it belongs in the summary.
    pub brief: bool,
    /// Its kind in an index; `None` if it has no line there.
    pub kind: Option<Kind>,
    pub side: Option<Side>,
    pub site: Option<Area>,
    /// The leaders who took part.
    pub people: Vec<Id>,
}

/// The account of an event as data, and as one of the game if it is one by itself; `fought` is the area of the assault
/// to which it belongs.
pub fn account(writer: &mut Writer<'_>, value: &Value, event: Option<&Event>, fought: Option<Area>) -> Account {
    let (row, rule) = (table::row_of(value), rule_of(value));
    if let Some(Event::Phase { turn, .. }) = event {
        writer.turn = *turn;
    }
    let heading = event.and_then(|event| heading(writer, event));
    let lines = event.map_or_else(Vec::new, |event| assault::lines(writer, event, rule, fought));
    let mut fields = Fields { writer, event: value, row, rolls: Vec::new() };
    let says = capital(&template::expand(&row.says, &mut fields));
    let mut account = Account {
        heading,
        label: &row.label,
        text: Text::new(),
        lines,
        words: if says.is_empty() { says.clone() } else { format!("{}.", says.replace(ROLL, "")) },
        brief: row.brief,
        kind: Kind::named(&row.kind),
        side: fields.acting_side(),
        site: fields.site(),
        people: row.people.iter().flat_map(|field| fields.ids(field)).collect(),
    };
    if !says.is_empty() {
        let mut parts = says.split(ROLL);
        let first = TextBuilder::words(parts.next().unwrap_or_default());
        let text = fields.rolls.iter().zip(parts).fold(first, |text, (roll, part)| text.roll(Some(*roll)).append(part));
        account.text = text.append(".").rule(rule).text();
    }
    // It is said of the event that follows the decision, and of no other.
    writer.decided = None;
    if let Some(event) = event {
        change(writer, event, fought, &mut account);
    }
    account
}

/// What depends on more than the kind of an event.
fn change(writer: &Writer<'_>, event: &Event, fought: Option<Area>, account: &mut Account) {
    match event {
        Event::Phase { turn, phase } => {
            let date = vocabulary::date(writer.pack(), *turn);
            (account.kind, account.words) = match phase {
                Phase::Dawn => (Some(Kind::Turn), date),
                Phase::Night => (Some(Kind::Other), format!("Night falls on {date}.")),
                Phase::Bids | Phase::Daylight | Phase::End => (None, String::new()),
            };
        }
        Event::Impulse { side, impulse, kind, areas } => {
            let from = vocabulary::places(writer.pack(), areas);
            let what = match kind {
                ImpulseKind::Assault | ImpulseKind::Regroup => format!("{} from {from}", impulse_kind(*kind)),
                ImpulseKind::Pass => "a pass".to_owned(),
                ImpulseKind::Relocate => "the Supply Train is relocated".to_owned(),
            };
            account.words = format!("{} impulse {impulse}: {what}.", side.title());
        }
        // Both sides bid.
        Event::Bids { .. } => account.side = None,
        Event::Sunset { ends: false, .. } => (account.kind, account.brief) = (None, false),
        Event::Engineers { bridge: None } => account.kind = None,
        // The account of the assault has it.
        Event::LeaderGone { .. } | Event::LeaderEliminated { .. } if fought.is_some() => account.brief = false,
        _ => {}
    }
}

/// The heading of the part of a report that an event begins.
fn heading(writer: &Writer<'_>, event: &Event) -> Option<String> {
    match event {
        Event::Phase { turn, phase } => Some(phase_heading(writer.rules, *turn, *phase)),
        Event::Impulse { side, impulse, kind, .. } => {
            Some(format!("{} impulse {impulse}: {}", side.title(), impulse_kind(*kind)))
        }
        _ => None,
    }
}

/// The heading of a phase.
pub fn phase_heading(rules: &SevenDays, turn: u8, phase: Phase) -> String {
    let day = vocabulary::day(&rules.pack, turn);
    match phase {
        Phase::Bids => "The bids".to_owned(),
        Phase::Dawn => format!("Dawn of {day}"),
        Phase::Daylight => day,
        Phase::Night => format!("Night of {day}"),
        Phase::End => format!("End of {day}"),
    }
}

/// A kind of impulse, as a heading has it.
fn impulse_kind(kind: ImpulseKind) -> &'static str {
    match kind {
        ImpulseKind::Assault => "an Assault Impulse",
        ImpulseKind::Regroup => "a Regroup Impulse",
        ImpulseKind::Pass => "a Pass Impulse",
        ImpulseKind::Relocate => "the Supply Train",
    }
}
