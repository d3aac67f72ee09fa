//! The report of one step: the game's sections, with what the match adds to them.

use std::borrow::Cow;

use serde_json::Value;

use crate::document::kinds::{Continues, FirstPosition, Reason, ReplacedBecause, Roll, Ruling};
use crate::document::{Bytes32, Charter, Id, Problem, State, Turn, from_tagged};
use crate::engine::events::{EngineEvent, SeatEvent};
use crate::engine::{CardTable, Proposal};
use crate::report::grammar::{capital, list, side_name};
use crate::report::{ASKED, Block, Die, Report, Section, Span, StepFacts, Text, proposed, sentence};

use super::{Awaited, Request, Session};

/// The name of a practice player who gave none: a report, which speaks to everybody, names his side instead.
const NOBODY: &str = "You";

/// The maximum length of a title or a person's name, in characters.
const NAME: usize = 80;
/// The most characters of the title of a report.
const TITLE: usize = 400;

/// One seat, as a report names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    pub seat: Id,
    /// The side that the charter gives it; `None` for the adjudicator.
    pub side: Option<Id>,
    /// The person's name in the charter.
    pub name: String,
}

/// What a report of a step says apart from the events of the game.
#[derive(Clone, Debug, Default)]
pub struct StepMeta {
    /// The title of the match.
    pub title: String,
    /// In charter order.
    pub seats: Vec<Seat>,
    pub step: u64,
    /// The seat that issued the state.
    pub responder: Option<Id>,
    /// When the state was issued: RFC 3339, as in the state.
    pub issued: String,
    /// The players' comments, each with its seat, in charter order.
    pub comments: Vec<(Id, String)>,
    /// The seats that may sign turns for the next step, as in the state (protocol 3). Head-to-head it is one at a time,
    /// though the game may wait for both sides. `None`: everybody whom the game waits for.
    pub awaited: Option<Vec<Id>>,
    /// Turns for this step that were refused before the resolved ones, each with its seat and the reasons.
    pub refused: Vec<(Id, Vec<Reason>)>,
    /// The turns that were queued, or that say so: each with its seat, and what is shown of that as a clause.
    pub queued: Vec<(Id, String)>,
    /// The referee's ruling, if the step is one.
    pub ruling: Option<Ruling>,
    /// The match id, and the latest reveal of every seat in charter order (protocol 5): with them anyone can recompute
    /// the dice. Without them the report gives no commands for that.
    pub dice: Option<(Bytes32, Vec<Bytes32>)>,
    /// The match that this one continues, if the step is the first of a continued match (protocol 3).
    pub continues: Option<Continues>,
    /// The position of another match at which this one begins, if the step is the set-up or the first that is played.
    pub from: Option<FirstPosition>,
}

impl StepMeta {
    /// Collects this from the documents of a step. `turns` are those that the state resolves; `reveals` the latest
    /// reveal of every seat in charter order (protocol 5), if the caller has them.
    pub fn of(charter: &Charter, state: &State, turns: &[Turn], reveals: Option<Vec<Bytes32>>) -> StepMeta {
        let seats: Vec<Seat> = charter
            .seats
            .iter()
            .map(|entry| Seat { seat: entry.seat.clone(), side: entry.side.clone(), name: entry.name.clone() })
            .collect();
        let comment = |seat: &Seat| {
            let turn = turns.iter().find(|turn| turn.seat == seat.seat)?;
            Some((seat.seat.clone(), turn.comment.clone()?))
        };
        StepMeta {
            title: charter.title.clone(),
            step: state.step,
            responder: Some(state.responder.clone()),
            issued: state.issued.clone(),
            comments: seats.iter().filter_map(comment).collect(),
            awaited: Some(state.awaiting.iter().filter_map(seat_of).collect()),
            refused: Vec::new(),
            queued: Vec::new(),
            ruling: state.ruling.clone(),
            dice: reveals.map(|reveals| (state.match_id, reveals)),
            continues: charter.continues.clone().filter(|_| state.step == 0),
            from: charter.from.clone().filter(|_| state.step <= 1),
            seats,
        }
    }

    /// The same, with the seats' sides exchanged if `exchanged` is true.
    fn seated(&self, exchanged: bool) -> Cow<'_, StepMeta> {
        if !exchanged {
            return Cow::Borrowed(self);
        }
        let mut meta = self.clone();
        let sides: Vec<Id> = self.seats.iter().filter_map(|entry| entry.side.clone()).collect();
        for side in meta.seats.iter_mut().filter_map(|entry| entry.side.as_mut()) {
            if let Some(other) = sides.iter().find(|other| *other != side) {
                side.clone_from(other);
            }
        }
        Cow::Owned(meta)
    }

    /// A seat as a report names it: the person, and the side or office.
    fn seat(&self, seat: &Id) -> String {
        match self.seats.iter().find(|entry| entry.seat == *seat) {
            Some(Seat { name, side: Some(side), .. }) if name == NOBODY => side_name(side.as_str()),
            Some(Seat { name, side: Some(side), .. }) => format!("{} ({})", short(name), side_name(side.as_str())),
            Some(Seat { name, .. }) => format!("{} ({seat})", short(name)),
            None => seat.to_string(),
        }
    }

    /// The names of those who play a side.
    fn side(&self, side: &Id) -> String {
        match self.seats.iter().find(|entry| entry.side.as_ref() == Some(side)) {
            Some(Seat { name, .. }) if name == NOBODY => side_name(side.as_str()),
            Some(Seat { name, .. }) => format!("{} ({})", short(name), side_name(side.as_str())),
            None => format!("the {side} side"),
        }
    }
}

/// The seat of an entry of `awaiting`.
fn seat_of(entry: &Value) -> Option<Id> {
    entry.get("seat")?.as_str()?.parse().ok()
}

/// The report of the step that led from the position `before` to the table's: the game's own sections, completed with
/// title and date, the players' comments, proposals between the players, who is awaited, and the dice.
///
/// # Errors
/// `before` is not a position of the table's game.
pub fn step_report(meta: &StepMeta, table: &dyn Session, before: &Value, facts: &StepFacts) -> Result<Report, Problem> {
    let own = (table.report(before, facts)?, table.exchanged_in(before)?);
    Ok(completed(own, meta, table, before, facts))
}

/// The game's own sections of that report, completed in the same way. `exchanged`: whether the sides were exchanged in
/// the position `before`.
pub fn completed(
    (mut report, exchanged): (Report, bool),
    meta: &StepMeta,
    table: &dyn Session,
    before: &Value,
    facts: &StepFacts,
) -> Report {
    let (began, meta) = (meta.seated(exchanged), &*meta.seated(table.exchanged()));
    report.title = match meta.title.is_empty() {
        true => format!("Step {}", meta.step),
        false => format!("{}: step {}", shortened(&meta.title, TITLE), meta.step),
    };
    let mut awaiting = table.awaiting();
    if meta.continues.is_some() || meta.from.is_some() && meta.step == 0 {
        // Whatever the game waits for, every seat reveals once before.
        let sides = meta.seats.iter().filter_map(|seat| seat.side.clone());
        awaiting = sides.map(|side| Awaited::new(side, Request::Empty(true))).collect();
    }
    if let Some(awaited) = &meta.awaited {
        let mut seats = meta.seats.iter().filter(|seat| awaited.contains(&seat.seat));
        awaiting.retain(|entry| seats.clone().any(|seat| seat.side.as_ref() == Some(&entry.side)));
        // Where state and game disagree, the report shows what the game waits for.
        if awaiting.is_empty() && seats.next().is_some() {
            awaiting = table.awaiting();
        }
    }
    report.subtitle = subtitle(meta, &awaiting);

    let mut asked = Section { heading: ASKED.to_owned(), blocks: Vec::new() };
    if let Some(at) = report.sections.iter().position(|section| section.heading == ASKED) {
        asked.blocks = report.sections.remove(at).blocks;
    }
    if let Some(ruling) = &meta.ruling {
        report.sections.insert(0, ruled(meta, table, before, ruling));
    }
    let mut between = between(&began, meta, table, &facts.events);
    let refused = meta.refused.iter().map(|(seat, reasons)| {
        let mut text = vec![Span::plain(format!("An earlier turn of {} for this step was refused:", began.seat(seat)))];
        for (n, reason) in reasons.iter().enumerate() {
            text.push(Span::plain(format!("{} {}", if n > 0 { ";" } else { "" }, reason.message)));
            text.extend(reason.rule.iter().flat_map(|rule| [Span::plain(" "), Span::rule(rule.as_str())]));
        }
        text.push(Span::plain("."));
        text
    });
    between.splice(0..0, refused);
    between.extend(meta.queued.iter().map(|(seat, said)| {
        let said = format!("The turn of {} {said}.", began.seat(seat));
        vec![Span::plain(said), Span::plain(" "), Span::rule("protocol 13")]
    }));
    if let Some(before) = &meta.continues {
        asked.blocks.clear();
        between.insert(0, continuation_note(meta, before));
    }
    if let Some(first) = &meta.from {
        if meta.step == 0 {
            asked.blocks.clear();
        }
        between.insert(0, beginning_note(first));
    }
    if !between.is_empty() {
        let blocks = vec![Block::List(between)];
        report.sections.push(Section { heading: "Between the players".to_owned(), blocks });
    }
    if !meta.comments.is_empty() {
        let quote = |(seat, text): &(Id, String)| Block::Quote { by: began.seat(seat), text: text.clone() };
        let blocks = meta.comments.iter().map(quote).collect();
        report.sections.push(Section { heading: "Messages".to_owned(), blocks });
    }
    let mut points: Vec<Text> = awaiting.iter().map(|awaited| want(meta, table, awaited)).collect();
    if awaiting.is_empty() {
        let outcome = table.outcome_words().map_or(String::new(), |outcome| format!(" {}.", capital(&outcome)));
        points.push(vec![Span::plain(format!("None: the match is over.{outcome}"))]);
    }
    if matches!(table.proposal(), Some(Proposal::TakeBack { .. } | Proposal::Draw { .. })) {
        // The game's question waits until the proposal is answered.
        asked.blocks.clear();
    }
    asked.blocks.insert(0, Block::List(points));
    if let Some(Proposal::StandingDraw { by }) = table.proposal() {
        let said = open_offer(&meta.side(&by));
        asked.blocks.push(Block::Paragraph(vec![Span::plain(said), Span::plain(" "), Span::rule("protocol 6")]));
    }
    report.sections.push(asked);
    report.sections.extend(dice(meta, table, &facts.rolls));
    report
}

fn subtitle(meta: &StepMeta, awaiting: &[Awaited]) -> String {
    let mut parts = Vec::new();
    let players: Vec<String> = meta
        .seats
        .iter()
        .filter_map(|seat| Some(format!("{}: {}", side_name(seat.side.as_ref()?.as_str()), short(&seat.name))))
        .collect();
    if !players.is_empty() {
        parts.push(players.join(". "));
    }
    if let Some(responder) = &meta.responder {
        let mut issued = format!("Issued by {}", meta.seat(responder));
        if let Some((day, time)) = meta.issued.split_once('T') {
            issued.push_str(&format!(" on {day} at {} UTC", time.get(..5).unwrap_or(time)));
        }
        parts.push(issued);
    }
    let asked: Vec<String> = awaiting.iter().map(|awaited| meta.side(&awaited.side)).collect();
    if !asked.is_empty() {
        parts.push(format!("Next: {}", asked.join(" and ")));
    }
    if parts.is_empty() { String::new() } else { parts.join(". ") + "." }
}

/// A name, which a charter does not limit, shortened to at most eighty characters.
fn short(name: &str) -> String {
    shortened(name, NAME)
}

/// A text with at most this many characters.
fn shortened(name: &str, most: usize) -> String {
    match name.char_indices().nth(most) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}…", &name[..end]),
    }
}

fn ruled(meta: &StepMeta, table: &dyn Session, before: &Value, ruling: &Ruling) -> Section {
    let mut what = vec![Span::strong("This step is a ruling by the referee."), Span::plain(" ")];
    if let Some(seat) = &ruling.default {
        what.push(Span::plain(format!("{} loses the match by default.", meta.seat(seat))));
    } else if let Some(outcome) = &ruling.outcome {
        what.push(Span::plain(format!(
            "The match ends: {}.",
            table.outcome_words().unwrap_or_else(|| sentence(outcome))
        )));
    } else if ruling.position.is_some() {
        what.push(Span::plain("The position is corrected. Changes:"));
    } else if let Some(back) = &ruling.take_back {
        what.push(Span::plain(format!("Play goes back to the position of step {}.", back.to_step)));
    }
    if let Some(rule) = &ruling.rule {
        what.extend([Span::plain(" "), Span::rule(rule.as_str())]);
    }
    let by = meta.responder.as_ref().map_or("The referee".to_owned(), |seat| meta.seat(seat));
    let mut blocks = vec![Block::Paragraph(what)];
    if ruling.position.is_some() {
        let mut changes: Vec<Text> = table.changes(before).into_iter().map(|said| vec![Span::plain(said)]).collect();
        if changes.is_empty() {
            changes.push(vec![Span::plain("Nothing.")]);
        }
        blocks.push(Block::List(changes));
    }
    blocks.push(Block::Quote { by, text: ruling.reason.clone() });
    Section { heading: "A ruling".to_owned(), blocks }
}

/// The note that a match begins at a position of another.
fn beginning_note(first: &FirstPosition) -> Text {
    let short = |digest: &Bytes32| digest.to_string()[..8].to_owned();
    let said = format!(
        "The match begins at a position of another: after step {} of the match {}, state {}.",
        first.step,
        short(&first.match_id),
        short(&first.state)
    );
    vec![Span::plain(said), Span::plain(" "), Span::rule("protocol 3")]
}

/// The note that a match continues another, and which seats have a new key since.
fn continuation_note(meta: &StepMeta, before: &Continues) -> Text {
    let short = |digest: &Bytes32| digest.to_string()[..8].to_owned();
    let mut said = format!(
        "The match continues under a new charter, from the position of state {} of the match {}.",
        short(&before.state),
        short(&before.match_id)
    );
    for one in before.replaced.iter().flatten() {
        said += &match one.reason {
            ReplacedBecause::Lost => {
                format!(" {} has lost the earlier key and plays with a new one.", meta.seat(&one.seat))
            }
            ReplacedBecause::Left => format!(" {} takes the place of a player who has left.", meta.seat(&one.seat)),
        };
    }
    vec![Span::plain(said), Span::plain(" "), Span::rule("protocol 3")]
}

/// What passed between the players outside the game: offers, take-backs, secret choices, standing orders. `meta` says
/// who plays which side at first, and `after` once the sides are exchanged.
fn between(meta: &StepMeta, after: &StepMeta, table: &dyn Session, events: &[Value]) -> Vec<Text> {
    let called = |id: &Id| table.choice_called(id).unwrap_or_else(|| format!("choice {id}"));
    let mut points = Vec::new();
    let mut meta = meta;
    for event in events {
        let about_sides = SeatEvent::of(event);
        if let Some(said) = about_sides.as_ref().and_then(|event| table.side_terms_words(event)) {
            let rule = event.get("rule").and_then(Value::as_str).unwrap_or_default();
            points.push(vec![Span::plain(said), Span::plain(" "), Span::rule(rule)]);
            continue;
        }
        if about_sides.is_some() {
            meta = after;
            let plays = |seat: &Seat| {
                Some(format!("{} now plays the {} side", short(&seat.name), side_name(seat.side.as_ref()?.as_str())))
            };
            let plays: Vec<String> = meta.seats.iter().filter_map(plays).collect();
            let words = format!("The players exchange sides: {}. All standing orders end.", plays.join(", "));
            points.push(vec![Span::plain(words), Span::plain(" "), Span::rule("protocol 3")]);
            continue;
        }
        let Ok(event) = from_tagged::<EngineEvent>("event", event) else { continue };
        let words = match event {
            EngineEvent::Proposed { side, proposal } => {
                format!("{} proposes {}.", meta.side(&side), proposed(&proposal))
            }
            EngineEvent::Accepted { side, proposal } => {
                format!("{} accepts {}.", meta.side(&side), definite(&proposal))
            }
            EngineEvent::Declined { side, proposal } => {
                format!("{} declines {}; play goes on as before.", meta.side(&side), definite(&proposal))
            }
            EngineEvent::Resigned { side } => format!("{} resigns.", meta.side(&side)),
            EngineEvent::Committed { side, id } => {
                format!("{} has committed to the secret {}.", meta.side(&side), called(&id))
            }
            EngineEvent::Opened { side, id, choice } => {
                let what = table.opened_words(&choice).map_or(String::new(), |words| format!(": {words}"));
                format!("{} reveals the {}{what}.", meta.side(&side), called(&id))
            }
            EngineEvent::Forfeited { side, id, because } => {
                format!("{} forfeits the {}: {}.", meta.side(&side), called(&id), because.words())
            }
            EngineEvent::Named { id, choice, by: Some(by), .. } => {
                let what = table.choice_words(&choice);
                format!("{} makes the {}, which the other side forfeited: {what}.", meta.side(&by), called(&id))
            }
            EngineEvent::Named { id, choice, by: None, .. } => {
                let what = table.choice_words(&choice);
                format!("Both sides forfeit the {}; the default applies: {what}.", called(&id))
            }
            EngineEvent::Standing { side } => match table.in_force(&side).as_slice() {
                [] if table.answers_by_default() => {
                    format!("{} has no standing orders of its own: the default answers apply.", meta.side(&side))
                }
                [] => format!("{} withdraws all standing orders.", meta.side(&side)),
                orders => format!("{} gives new standing orders. {}", meta.side(&side), orders.join(" ")),
            },
            EngineEvent::Order { .. }
            | EngineEvent::Skipped { .. }
            | EngineEvent::OrdersReturned { .. }
            | EngineEvent::Answered { .. } => continue,
        };
        points.push(vec![Span::plain(words)]);
    }
    points
}

/// The note about a draw that was offered together with orders and waits for the other side's next turn.
pub fn open_offer(by: &str) -> String {
    format!(
        "{by} has offered a draw. It stands until the other side's next turn: `offer: draw`, alone in that turn, accepts \
         it and ends the match; any other turn declines it."
    )
}

/// The proposal with the definite article, once it has been mentioned: `the draw`.
fn definite(proposal: &Value) -> String {
    let said = proposed(proposal);
    said.strip_prefix("a ").map_or(said.clone(), |rest| format!("the {rest}"))
}

fn want(meta: &StepMeta, table: &dyn Session, awaited: &Awaited) -> Text {
    let who = meta.side(&awaited.side);
    let named = |id: &Id| table.choice_called(id).map(|name| format!("{name} ({id})"));
    let chosen = |wanted: &[Id]| {
        if let [only] = wanted
            && let Some(name) = named(only)
        {
            return name;
        }
        let cards = wanted.iter().all(|id| CardTable::is_lay(id.as_str()));
        let what = if cards { "face-down card" } else { "choice" };
        format!(
            "{what}{} {}",
            if wanted.len() == 1 { "" } else { "s" },
            list(wanted.iter().map(Id::to_string), "and", "")
        )
    };
    let (words, rule) = match &awaited.want {
        Request::Empty(_) => (
            "send an empty turn, so that every seat has revealed once before anything is rolled".to_owned(),
            Some("protocol 3"),
        ),
        Request::Orders(_) => ("orders".to_owned(), None),
        Request::Answer { id, rule, options, .. } => {
            let count = options.len();
            let choices = if count == 1 { "choice" } else { "choices" };
            (format!("answer {id} ({count} {choices})"), Some(rule.as_str()))
        }
        Request::Commit(wanted) => {
            (format!("make the secret {}, which is revealed later", chosen(wanted)), Some("protocol 7"))
        }
        Request::Open(wanted) => {
            let early = match awaited.may_commit.as_slice() {
                [] => String::new(),
                early => {
                    let names = early.iter().map(|id| named(id).map_or(id.to_string(), |name| format!("the {name}")));
                    format!("; the same turn may commit to {}", list(names, "and", ""))
                }
            };
            (format!("reveal the {}{early}", chosen(wanted)), Some("protocol 7"))
        }
        Request::Name { id, rule, .. } => {
            (format!("answer {id}, the choice that the other side forfeited"), Some(rule.as_str()))
        }
        Request::TakeBack { to_step } => (
            format!(
                "accept or decline the take-back to step {to_step}: `take_back: {{to_step: {to_step}}}` accepts it, an \
                 empty turn declines it"
            ),
            Some("protocol 6"),
        ),
        Request::Draw(_) => {
            let words = "accept or decline the draw: `offer: draw` accepts it, an empty turn declines it";
            (words.to_owned(), Some("protocol 6"))
        }
    };
    let mut text = vec![Span::strong(who), Span::plain(format!(": {words}."))];
    if let Some(rule) = rule {
        text.extend([Span::plain(" "), Span::rule(rule)]);
    }
    text
}

/// Every roll of the step, and how anyone can recompute it.
fn dice(meta: &StepMeta, table: &dyn Session, rolls: &[Roll]) -> Option<Section> {
    let die = |roll: &Roll| {
        let fallen = roll.faces.as_ref();
        Die {
            n: roll.n,
            purpose: table.roll_words(&roll.purpose),
            kind: kind(roll),
            faces: fallen.or(roll.order.as_ref()).cloned().unwrap_or_default(),
            total: fallen.map(|faces| faces.iter().fold(0u64, |sum, face| sum.saturating_add(*face))),
            rule: roll.rule.clone(),
            command: command(meta, roll),
        }
    };
    let dice: Vec<Die> = rolls.iter().map(die).collect();
    let first = dice.first()?.command.clone();
    let mut blocks = vec![Block::Dice(dice)];
    if let Some(command) = first {
        let seats = list(meta.seats.iter().map(|seat| meta.seat(&seat.seat)), "and", "");
        let words = format!(
            "Nobody chose these dice: they follow from secrets that every seat committed to before the first move. \
             Anyone can recompute them, one at a time. This command recomputes the first from the latest reveals, in \
             this order: {seats}."
        );
        blocks.push(Block::Paragraph(vec![Span::plain(words)]));
        blocks.push(Block::Preformatted(command));
    }
    Some(Section { heading: "The dice of this step".to_owned(), blocks })
}

/// The command that recomputes a roll.
fn command(meta: &StepMeta, roll: &Roll) -> Option<String> {
    let (match_id, reveals) = meta.dice.as_ref()?;
    let wanted = match (&roll.faces, &roll.order) {
        (None, Some(_)) => format!("--shuffle {}", roll.cards.unwrap_or_default()),
        _ => format!("--dice {}", kind(roll)),
    };
    let mut command = format!("adjutant roll --match {match_id} \\\n");
    for reveal in reveals {
        command.push_str(&format!("  --reveal {reveal} \\\n"));
    }
    command.push_str(&format!("  --roll {} {wanted}", roll.n));
    Some(command)
}

fn kind(roll: &Roll) -> String {
    match (&roll.faces, roll.cards) {
        (Some(faces), _) => format!("{}d{}", faces.len(), roll.sides.unwrap_or_default()),
        (None, Some(cards)) => format!("shuffle of {cards}"),
        (None, None) => String::new(),
    }
}
