//! The letter that a referee can send to both players: what a dispute has found, what it proves, and what it does not.

use adjutant_mail::armor;

use super::mail::folded;
use crate::chain::dispute::{Dispute, MatchCopy};
use crate::chain::match_files::AnyDocument;
use crate::chain::verify::{Failure, Proof};
use crate::chain::{Chain, MatchFiles};
use crate::document::kinds::SeatEntry;
use crate::document::{Bytes32, Problem, write};
use crate::report::grammar::capital;
use crate::trust::fingerprint;

/// The letter, in plain text that any mail program can send. The documents that prove something stand at its end.
///
/// # Errors
/// There is no charter among the copies.
pub fn letter(found: &Dispute, copies: &[MatchCopy]) -> Result<String, Problem> {
    let mut all = MatchFiles::default();
    for copy in copies {
        all.absorb(&format!("{}: ", copy.name), &copy.files);
    }
    let chain = Chain::build(&all)?;
    let charter = &chain.charter.typed;
    let people = &found.people;
    let mut text = format!("To {}.\n\n", people.all().join(", "));
    text += &format!("The match '{}', {}.\n", charter.title, found.match_id);
    let names: Vec<&str> = copies.iter().map(|copy| copy.name.as_str()).collect();
    text += &format!("These copies were compared: {}.\n", names.join(", "));
    let documents = match &found.failure {
        Some(failure) => of_failure(&mut text, found, &chain, failure),
        None => {
            part(&mut text, "What was found", found.text.clone());
            Vec::new()
        }
    };
    if !found.missing.is_empty() {
        let lines = found.missing.iter().map(|one| {
            let signer = one.signer.as_ref().map(|seat| format!(" by {}", people.name(seat))).unwrap_or_default();
            format!("- {}{signer}, which {} does not have", one.file, one.lack.join(" and "))
        });
        let all = lines.collect::<Vec<_>>().join("\n");
        part(
            &mut text,
            "What is not in every copy",
            format!("{all}\nA missing copy proves nothing: mail can be lost."),
        );
    }
    if !found.notes.is_empty() {
        let notes: Vec<String> = found.notes.iter().map(|note| format!("- {note}")).collect();
        part(&mut text, "What else rests on somebody's word", notes.join("\n"));
    }
    part(
        &mut text,
        "How to check this",
        "Anybody who has a copy of the match can check it without trusting the writer of this letter: run `adjutant dispute COPY \
         COPY` with the copies of both players, or take in the documents below with `adjutant receive LETTER` and run `adjutant verify`. The protocol says how to \
         do the same with another program."
            .to_owned(),
    );
    let mut letter = folded(&text);
    for (number, document) in documents.iter().enumerate() {
        let bytes = write(&document.document.content);
        let headers = [("File", format!("{} {}", number + 1, document.file).chars().take(60).collect::<String>())];
        letter += &format!("\n{}", armor::wrap(&document.kind.as_str().to_uppercase(), &headers, bytes.as_bytes()));
    }
    Ok(letter)
}

/// Describes what fails; returns the documents that the letter encloses.
fn of_failure<'f>(text: &mut String, found: &Dispute, chain: &Chain<'f>, failure: &Failure) -> Vec<AnyDocument<'f>> {
    let step = failure.step.map(|step| format!(" (step {step})")).unwrap_or_default();
    let people = &found.people;
    let message = people.in_text(&failure.problem.message);
    part(text, "What was found", format!("{}{step}: {message}.", failure.file));
    if let Some(seat) = failure.seat.as_ref().filter(|_| failure.proof != Proof::Withheld) {
        let who = people.name(seat);
        let key = chain.seats.entry(seat).map(|entry: &SeatEntry| fingerprint(&entry.key)).unwrap_or_default();
        part(
            text,
            "Who signed it",
            match failure.proof {
                Proof::Forgery => {
                    format!("It names {who}, but that key (fingerprint {key}) has not signed what it says now.")
                }
                _ => format!("{who}, with the key to which the charter gives this seat (fingerprint {key})."),
            },
        );
    }
    let other = failure.with.clone().or_else(|| found.comparison.as_ref().map(|one| one.with.clone()));
    let all = chain.files.documents();
    let named: Vec<AnyDocument<'f>> = std::iter::once(failure.file.clone())
        .chain(other)
        .filter_map(|file| all.iter().find(|document| document.file == file).cloned())
        .collect();
    let digest = |digest: &Bytes32| digest.to_string();
    let files: Vec<String> = named
        .iter()
        .enumerate()
        .map(|(number, one)| format!("{}. {}\n   digest {}", number + 1, one.file, digest(&one.digest)))
        .collect();
    let mut files = if files.is_empty() { failure.file.clone() } else { files.join("\n") };
    if let Some(comparison) = found.comparison.as_ref().filter(|one| !one.changes.is_empty()) {
        let lines: Vec<String> = comparison.words().iter().map(|line| format!("- {line}")).collect();
        let what = match comparison.altered {
            true => format!("{} has a valid signature. In the other, this was altered:", comparison.with),
            false => "They differ in this:".to_owned(),
        };
        files += &format!("\n{what}\n{}", lines.join("\n"));
    }
    part(text, if named.len() > 1 { "Both files" } else { "The file" }, files);
    let (rule, limits) = rule_and_limits(failure.proof);
    let cited = failure.problem.rule.as_ref().map(|cited| format!(" [{cited}]")).unwrap_or_default();
    part(text, "The rule", format!("{rule}{cited}"));
    let proves = match &failure.proves {
        Some(proves) => format!("{}.", capital(&people.in_text(proves))),
        None => "Nothing against anybody.".to_owned(),
    };
    part(text, "What it proves", proves);
    part(text, "What it does not prove", limits.to_owned());
    named
}

fn part(text: &mut String, heading: &str, words: String) {
    *text += &format!("\n{heading}\n\n{}\n", words.trim_end());
}

/// The rule that a proof of this kind rests on, and what such a proof leaves open.
fn rule_and_limits(proof: Proof) -> (&'static str, &'static str) {
    match proof {
        Proof::DoubleDealing => (
            "A seat signs one document for one step, unless what it signed before was refused or is void; and nobody \
             resolves a turn that he has refused.",
            "Why there are two: a program without its signing log, a key in other hands, and intent look the same. Ask \
             before you judge.",
        ),
        Proof::Forgery => (
            "A document counts only with a valid signature of the seat that it names.",
            "Who altered or forged it, and against whom it was meant: anybody can change a file on its way. It counts \
             against nobody, and the copy with the valid signature stands.",
        ),
        Proof::FalseReveal => (
            "Each reveal hashes to the one before it, back to the anchor in the charter.",
            "Whether it was a fault of a program or intent. No die that rests on it counts.",
        ),
        Proof::FalseState => (
            "A state follows from the turns that it resolves and from the dice that the reveals give.",
            "Whether the responder's program was at fault, or was of another revision, or whether it was intent: let him \
             adjudicate again.",
        ),
        Proof::IllegalTurn => (
            "The responder refuses a turn that the rules do not allow.",
            "That either knew it: a turn that both programs let pass can be a fault of a program.",
        ),
        Proof::FalseHand => (
            "What a seat says of its hidden cards is true; the audit holds it against the cards that it drew.",
            "Anything against the other player, or about turns in which nothing hidden was used.",
        ),
        Proof::UnjustRefusal => (
            "A turn is refused only for what the rules or the protocol forbid.",
            "Whether the responder's program was at fault; the same acts can be sent again.",
        ),
        Proof::OutOfPlace => (
            "A document belongs to the step and the state that it names, and comes from a seat that may issue it there.",
            "That any step of the match is wrong: what the line does not need does it no harm.",
        ),
        Proof::Withheld => (
            "A document that others name must be shown.",
            "Anything against anybody: a mail can be lost. Ask whoever signed it, and whoever received it.",
        ),
        Proof::OtherMatch => (
            "Every document names the match that it belongs to.",
            "Anything about this match: the file lies in the wrong folder.",
        ),
        Proof::Nothing => {
            ("A file that cannot be read is no document.", "Anything against anybody: files are damaged on their way.")
        }
    }
}
