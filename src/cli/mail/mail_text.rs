//! The text of a mail to the other players: the step in brief, whose move it is, and the documents in armor.

use adjutant_mail::bundle::File;
use adjutant_mail::compose::{Attachment, OutgoingMail};
use sha2::{Digest, Sha256};

use super::{bundle, invitation};
use crate::chain::match_files::AnyDocument;
use crate::chain::status::{Next, status};
use crate::cli::agreed_pause;
use crate::cli::escrow;
use crate::cli::matches::setup_steps::free_seats;
use crate::cli::matches::sign::game_in_words;
use crate::cli::matches::status::whose_move;
use crate::cli::open_match::Match;
use crate::cli::out::counted;
use crate::cli::pictures::Image;
use crate::cli::report::{report_of, step_of_state};
use crate::cli::{Failure, wall_clock};
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Id, Kind, Value, harmless};
use crate::report::grammar::{capital, side_name};
use crate::report::shared_sections::BRIEF;
use crate::report::svg;
use crate::report::{MapView, Report, text};

/// The maximum number of files that are attached individually.
const MAX_ATTACHED: usize = 60;

/// The content of a mail, and the seats it is for.
pub struct PlannedMail<'f> {
    pub seats: Vec<&'f SeatEntry>,
    pub documents: Vec<AnyDocument<'f>>,
    /// Whether one of the seats has sent nothing yet, so that charter and data are included.
    pub everything: bool,
    /// The escrow files of the hand; only the adjudicator gets them.
    pub escrow: Vec<escrow::File>,
}

impl PlannedMail<'_> {
    /// The digests of what is mailed.
    pub fn digests(&self) -> Vec<Bytes32> {
        let escrow = self.escrow.iter().map(escrow::File::digest);
        self.documents.iter().map(|document| document.digest).chain(escrow).collect()
    }

    /// The file name of the mail: the last step in it, and whom it is for.
    pub fn name(&self) -> String {
        let step = self.documents.iter().filter_map(AnyDocument::step).max();
        let seats: Vec<&str> = self.seats.iter().map(|entry| entry.seat.as_str()).collect();
        match step {
            Some(step) => format!("{step:04}-to-{}.eml", seats.join("-")),
            None if seats.is_empty() => "charter.eml".to_owned(),
            None if self.documents.is_empty() && !self.everything => format!("escrow-to-{}.eml", seats.join("-")),
            None if self.documents.iter().all(|one| one.kind == Kind::Queue) && !self.documents.is_empty() => {
                format!("queue-to-{}.eml", seats.join("-"))
            }
            None if !self.documents.is_empty() => format!("leave-to-{}.eml", seats.join("-")),
            None => format!("charter-to-{}.eml", seats.join("-")),
        }
    }

    /// Whether this mail circulates the charter for signatures.
    fn is_charter(&self) -> bool {
        self.documents.is_empty() && self.everything
    }

    /// The mail without its addresses and date.
    ///
    /// # Errors
    /// The report of the newest step cannot be made.
    pub fn letter(&self, found: &Match<'_>, me: &Id, picture: bool) -> Result<OutgoingMail, Failure> {
        let mut files: Vec<File> = if self.everything { bundle::charter_and_packs(found) } else { Vec::new() };
        files.extend(self.documents.iter().filter_map(|document| bundle::file(found.folder, document.file)));
        let armor = if files.is_empty() { String::new() } else { bundle::armored(found, Some(me), &files)? };
        // A title must not contain a line end or anything that looks like armor.
        let title =
            harmless(&found.chain.charter.typed.title).replace(['\n', '\r'], " ").replace("--", "-").replace("--", "-");
        let charter = &found.chain.charter.typed;
        let free = if self.is_charter() { free_seats(charter, &found.game.sides()) } else { Vec::new() };
        let mut said = match self.is_charter() {
            true => format!("The current charter of '{title}': {}.\n", game_in_words(charter)),
            false => self.describe(found),
        };
        let state = self.newest(Kind::State);
        if !self.escrow.is_empty() {
            said += "The secret of the hand is attached, encrypted to your key.\n";
        }
        if let Some(state) = state {
            said += &brief(found, &state.document.content)?;
        }
        said += "\n";
        match next_in_words(found) {
            Some(next) => said += &next,
            None => {
                for line in whose_move(found.folder)?.iter().filter(|line| !line.contains("`adjutant")) {
                    said += &format!("{line}\n");
                }
            }
        }
        if !free.is_empty() {
            said = format!("{}\n{said}", invitation::words(charter, &free));
            let seat = if let [one] = free.as_slice() { one.as_str() } else { "SEAT" };
            said += &format!(
                "\nNobody has taken {} yet. To take a seat, save this mail and run\n\n  adjutant match accept MAIL FOLDER \
                 --seat {seat} --name NAME\n\nMAIL is the saved mail, FOLDER a new folder for the match. If every seat is \
                 then taken, this also signs the charter.\n",
                free.join(" and ")
            );
        }
        let how = "To file these documents, save this mail and run `adjutant receive FILE`, or paste the lines below into \
                   `adjutant receive -`.";
        // Short lines of plain ASCII survive every mail program.
        let words = folded(&adjutant_mail::normalize::plain(&format!("{title}\n\n{said}\n{how}\n")));
        let text = format!("{words}\n{armor}");
        let first = state.or(self.newest(Kind::Turn)).or(self.documents.last());
        // Receivers read only a few dozen parts of a mail; the armor has everything.
        let attached = if files.len() <= MAX_ATTACHED { files.as_slice() } else { &[] };
        let mut attachments: Vec<Attachment> = attached
            .iter()
            .map(|file| Attachment {
                name: file.name.replace('/', "-"),
                kind: "application/yaml",
                bytes: file.bytes.clone(),
            })
            .collect();
        attachments.extend(self.escrow.iter().map(|file| Attachment {
            name: file.name.replace('/', "-"),
            kind: "application/octet-stream",
            bytes: file.bytes.clone(),
        }));
        files.extend(self.escrow.iter().map(|file| File::new(file.name.as_str(), file.bytes.clone())));
        if let (true, Some(state)) = (picture, state) {
            attachments.extend(picture_of(found, &state.document.content)?);
        }
        let digest = first.map_or(found.chain.match_id, |first| first.digest);
        let parent = first.and_then(|first| first.document.content.get("parent")?.as_str());
        Ok(OutgoingMail {
            subject: format!("[adjutant {}] {title} – {}", &found.chain.match_id.to_string()[..8], self.subject(found)),
            text,
            id: identity(&digest, &files),
            answers: parent.map(str::to_owned).filter(|parent| *parent != found.chain.match_id.to_string()),
            thread: found.chain.match_id.to_string(),
            attachments,
            ..OutgoingMail::default()
        })
    }

    fn newest(&self, kind: Kind) -> Option<&AnyDocument<'_>> {
        self.documents.iter().rev().find(|document| document.kind == kind)
    }

    /// `step 7, the Union turn`, or whose move it is after a state.
    fn subject(&self, found: &Match<'_>) -> String {
        let step = |document: &AnyDocument<'_>| document.step().unwrap_or_default();
        if let Some(state) = self.newest(Kind::State) {
            let next = match status(&found.chain).next {
                Next::Over(_) => ", the match is over".to_owned(),
                Next::Turns(asked) => match asked.as_slice() {
                    [one] => format!(", {} to move", capital(one.seat.as_str())),
                    _ => String::new(),
                },
                Next::State { seat, .. } | Next::Replacement { seat, .. } => {
                    format!(", {} to answer", capital(seat.as_str()))
                }
                _ => String::new(),
            };
            return format!("step {}{next}", step(state));
        }
        let beside = |document: &&AnyDocument<'_>| matches!(document.kind, Kind::Receipt | Kind::Leave | Kind::Queue);
        let mut moves = self.documents.iter().filter(|document| !beside(document));
        match moves.next_back().or(self.documents.last()) {
            Some(turn) if turn.kind == Kind::Turn => {
                format!("step {}, the {} turn", step(turn), capital(turn.signer().unwrap_or_default()))
            }
            Some(other) if other.kind == Kind::Leave => "leave".to_owned(),
            Some(other) if other.kind == Kind::Queue => "queued turns".to_owned(),
            Some(other) => format!("step {}, {}", step(other), other.kind.as_str()),
            None if !self.everything => "escrow".to_owned(),
            None => "charter".to_owned(),
        }
    }

    /// Describes the mail's contents in sentences.
    fn describe(&self, found: &Match<'_>) -> String {
        let mut said = String::new();
        // A player who has lost his documents is sent his own as well.
        let own = |one: &&AnyDocument<'_>| self.seats.iter().any(|entry| one.signer() == Some(entry.seat.as_str()));
        for document in self.documents.iter().filter(|one| !own(one)) {
            let step = document.step().unwrap_or_default();
            let seat = document.signer().unwrap_or_default();
            let name =
                seat.parse::<Id>().ok().and_then(|seat| found.chain.seats.entry(&seat)).map(|entry| &*entry.name);
            let who = format!("{} ({})", harmless(name.unwrap_or("A player")), side_name(&harmless(seat)));
            said += &match document.kind {
                Kind::Turn => format!("{who} sends a turn for step {step}.\n"),
                Kind::State => format!("{who} sends the state of step {step}.\n"),
                Kind::Refusal => format!("{who} refuses a document of step {step}.\n"),
                Kind::Disclosure => match document.document.content.get("hand").and_then(Value::as_str) {
                    Some(hand) => format!("{who} discloses the hand of {}.\n", harmless(hand)),
                    None => format!("{who} discloses secrets.\n"),
                },
                Kind::Receipt => receipt_words(&who, &document.document.content),
                Kind::Leave => {
                    let content = &document.document.content;
                    let from = harmless(content["from"].as_str().unwrap_or_default()).into_owned();
                    let days = counted(content["days"].as_u64().unwrap_or_default() as usize, "day");
                    let from = from.get(..10).unwrap_or(&from);
                    match content["pause"].as_bool() {
                        Some(true) => agreed_pause::mail_words(&who, content),
                        _ => format!("{who} is on leave from {from} for {days}.\n"),
                    }
                }
                Kind::Queue => match document.document.content["turns"].as_array().map_or(0, Vec::len) {
                    0 => format!("{who} withdraws what was queued.\n"),
                    turns => format!("{who} queues {} for later steps.\n", counted(turns, "turn")),
                },
                Kind::Charter => String::new(),
            };
            if document.kind == Kind::Refusal {
                for reason in document.document.content["reasons"].as_array().into_iter().flatten() {
                    said += &format!("- {}\n", harmless(reason["message"].as_str().unwrap_or_default()));
                }
            }
        }
        said
    }
}

/// What a receipt says, in a sentence.
fn receipt_words(who: &str, content: &Value) -> String {
    let count = counted(content["of"].as_array().map_or(0, Vec::len), "document");
    if content.get("asks").is_some() {
        return format!(
            "{who} has restored a backup and asks which of its documents you have. Receive all your mail, then run\n\n  \
             adjutant receipt\n  adjutant mail\n\n"
        );
    }
    if content.get("answers").is_some() {
        return format!(
            "{who} answers your question: since your backup you have signed {count} that this seat has. The documents that you are missing are below.\n"
        );
    }
    let came = content.get("came").and_then(Value::as_str).map(|came| format!(" on {}", wall_clock::in_utc(came)));
    format!("{who} confirms that {count} came{}.\n", came.unwrap_or_default())
}

/// The mail's id, derived from the document that it is about, so that answers find it, and from everything that it
/// carries.
fn identity(first: &Bytes32, files: &[File]) -> String {
    let mut hash = Sha256::new();
    files.iter().for_each(|file| hash.update(&file.bytes));
    let rest: String = hash.finalize()[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{}{rest}", &first.to_string()[..32])
}

/// Wraps text at 76 columns, without spaces at the ends of lines.
pub fn folded(text: &str) -> String {
    let mut whole = String::new();
    for line in text.lines() {
        let mut rest = line.trim_end();
        let indent = " ".repeat(rest.len() - rest.trim_start_matches([' ', '-']).len());
        let mut first = true;
        while !rest.is_empty() {
            let start = if first { 0 } else { indent.len() };
            let room = 76 - start.min(40);
            let end = rest.char_indices().nth(room).map_or(rest.len(), |(at, _)| at);
            let cut = match end == rest.len() {
                true => end,
                false => rest[..end].rfind(' ').filter(|at| *at > indent.len()).unwrap_or(end),
            };
            if !first {
                whole += &indent;
            }
            whole += rest[..cut].trim_end();
            whole.push('\n');
            rest = rest[cut..].trim_start();
            first = false;
        }
        if first {
            whole.push('\n');
        }
    }
    whole
}

/// Who has to answer by when, if what is awaited is not a move.
fn next_in_words(found: &Match<'_>) -> Option<String> {
    let status = status(&found.chain);
    let (Next::State { seat, .. } | Next::Replacement { seat, .. }) = &status.next else { return None };
    let name = found.chain.seats.entry(seat).map_or("", |entry| &entry.name);
    let due =
        status.due.as_ref().map(|due| format!(" An answer is due by {}.", wall_clock::in_utc(due))).unwrap_or_default();
    Some(format!("{} ({}) is to answer.{due}\n", harmless(name), side_name(seat.as_str())))
}

/// What happened in a step, in brief.
fn brief(found: &Match<'_>, state: &Value) -> Result<String, Failure> {
    let report = report_of(found, &step_of_state(found, state)?)?;
    let brief = brief_of(report);
    Ok(if brief.is_empty() { brief } else { format!("\n{}\n", brief.trim()) })
}

/// The section of a report that sums it up, as text; empty if there is none.
fn brief_of(report: Report) -> String {
    let sections: Vec<_> = report.sections.into_iter().filter(|section| section.heading == BRIEF).collect();
    if sections.is_empty() {
        return String::new();
    }
    text::write(&Report { title: String::new(), subtitle: String::new(), sections })
}

/// The points of that section, one sentence each.
pub fn brief_points(report: Report) -> Vec<String> {
    let brief = brief_of(report);
    let mut points: Vec<String> = Vec::new();
    for line in brief.lines() {
        match (line.trim_start().strip_prefix("- "), points.last_mut()) {
            (Some(point), _) => points.push(point.to_owned()),
            (None, Some(last)) if line.starts_with(' ') => *last += &format!(" {}", line.trim()),
            _ => {}
        }
    }
    points
}

/// The map of the places where something happened, as PNG; `None` for a game without a map.
fn picture_of(found: &Match<'_>, state: &Value) -> Result<Option<Attachment>, Failure> {
    let told = step_of_state(found, state)?;
    let view = MapView { happened: true, ..MapView::default() };
    let Ok(drawing) = told.table.draw(&view, None, told.past()) else { return Ok(None) };
    let image = Image::read(&svg::write(&drawing)).map_err(Failure::no)?;
    let bytes = image.png(image.width().min(1200)).map_err(Failure::no)?;
    Ok(Some(Attachment { name: format!("step-{:04}.png", told.state.step), kind: "image/png", bytes }))
}
