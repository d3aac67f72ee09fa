//! What the page shows besides the picture: whose move it is, what is asked, what can be pointed at, the hand.

use serde_json::{Value, json};

use super::draft_file::DraftFile;
use super::new_match;
use super::played_match::Board;
use super::requests::Answer;
use crate::cli::Failure;
use crate::cli::draft::{must_answer, must_be_asked};
use crate::cli::out::counted;
use crate::cli::prompts::{asked_words, game_words, open_offer, seat_called, signed_turn};
use crate::cli::report::last_move;
use crate::document::harmless;
use crate::report::grammar::capital;

/// The position as the player sees it.
pub fn position(board: &Board<'_, '_>, file: &DraftFile) -> Result<Value, Failure> {
    let (found, table) = (board.found, board.table());
    let charter = &found.chain.charter.typed;
    let asked = found.asked(&board.entry.seat);
    let signed = signed_turn(found, &board.entry);
    let waits = match must_be_asked(found, &board.entry) {
        Err(failure) => Answer::refused(failure).value["problems"][0].clone(),
        Ok(()) => Value::Null,
    };
    let legal = board.reader().map(|side| table.legal(side));
    let answers: Vec<Value> = legal
        .iter()
        .flat_map(|legal| &legal.answers)
        .map(|entry| json!({"entry": entry, "words": table.answer_words(entry.get("answer").unwrap_or(&Value::Null))}))
        .collect();
    let choices: Vec<Value> = legal
        .iter()
        .flat_map(|legal| &legal.choices)
        .map(|(id, values)| {
            let values: Vec<Value> =
                values.iter().map(|value| json!({"choice": value, "words": table.choice_words(value)})).collect();
            json!({"id": id, "title": table.choice_called(id), "values": values})
        })
        .collect();
    let standing: Vec<Value> = legal.iter().flat_map(|legal| &legal.standing).map(|sample| {
        json!({"standing": sample, "words": sample.as_object().map(|sample| table.standing_words(sample))})
    }).collect();
    let notes = board.reader().map(|side| table.draft_notes(side)).unwrap_or_default();
    let mut notes: Vec<String> = notes.into_iter().take_while(|note| !note.is_empty()).collect();
    let queued = found.chain.queue_of(&board.entry.seat).map_or(0, |queue| queue.typed.turns.len());
    if queued > 0 {
        notes.push(format!("Queued for later steps: {}; see `adjutant queue list`.", counted(queued, "turn")));
    }
    Ok(json!({
        "title": harmless(&charter.title), "game": charter.ruleset.id, "step": found.step() + 1, "parent": board.parent(),
        "seat": board.entry.seat, "side": board.reader(), "name": harmless(&board.entry.name), "doubt": found.doubt,
        "since": last_move(found, &board.entry.seat),
        "called": harmless(&seat_called(&found.chain, table, &board.entry.seat)),
        "when": capital(&table.when().words),
        "queued": queued, "asked": asked.map(|asked| json!({"words": asked_words(asked, false), "want": asked})),
        "says": game_words(table), "offer": open_offer(&found.chain, table), "waits": waits, "notes": notes,
        "over": table.outcome_words(), "again": board.is_practice().then(|| new_match::commands(board)), "winning": table.current_winner().filter(|_| table.outcome().is_none()),
        "tallies": table.tallies().iter().map(|tally| json!({"title": tally.title, "values": tally.values})).collect::<Vec<_>>(),
        "sides": found.game.sides().map(|side| json!({"id": side, "name": capital(&table.side_words(&side))})),
        "practice": board.is_practice(), "escrow": found.chain.seats.escrow, "answers_turns": must_answer(found, &board.entry), "signed": signed.map(|turn| &turn.file),
        "targets": board.targets(), "hand": hand(board), "card": table.card_noun(),
        "answers": answers, "choices": choices, "standing": standing, "in_force": board.reader().map(|side| table.in_force(side)).unwrap_or_default(),
        "advance": advance(board),
        "draft": {"decisions": file.decisions(table), "digest": file.digest(), "file": board.draft_path(),
                  "broken": file.broken.clone().map(|failure| Answer::refused(failure).value["problems"].clone())},
    }))
}

/// The player's own cards, pile by pile.
fn hand(board: &Board<'_, '_>) -> Vec<Value> {
    let table = board.table();
    let Some(side) = board.reader() else { return Vec::new() };
    let Some(own) = table.hand_tracker(side).map(crate::session::HandTracker::cards) else { return Vec::new() };
    let card = |id: &str| json!({"id": id, "words": table.card_words(side, id), "now": table.card_in_draft(side, id)});
    let mut piles: Vec<Value> = Vec::new();
    let mut names: Vec<&String> = own.piles.keys().filter(|pile| table.shows_pile(pile)).collect();
    names.sort_by_key(|pile| pile.as_str() != "hand");
    for pile in names {
        let cards: Vec<Value> = own.known_cards(pile).into_iter().map(card).collect();
        if !cards.is_empty() {
            piles.push(json!({"pile": pile, "title": capital(&table.pile_words(pile)), "cards": cards}));
        }
    }
    let laid: Vec<Value> = own.laid.iter().map(|(id, face)| {
        json!({"id": face, "words": table.card_words(side, face), "lies": id, "at": table.face_down_place(side, id)})
    }).collect();
    if !laid.is_empty() {
        piles.push(json!({"pile": "laid", "title": "Face down on the table", "cards": laid}));
    }
    piles
}

/// The questions that may be answered in advance, with samples.
fn advance(board: &Board<'_, '_>) -> Vec<Value> {
    let (table, step) = (board.table(), board.found.step() + 1);
    let Some(side) = board.reader() else { return Vec::new() };
    let questions = table.advance_questions(side);
    if questions.is_empty() {
        return Vec::new();
    }
    match table.advance_samples(side) {
        Some((_, samples)) => samples
            .into_iter()
            .map(|(question, says, means)| json!({"id": format!("{question}-{step}"), "choice": says, "words": means}))
            .collect(),
        None => questions
            .into_iter()
            .map(|question| json!({"id": format!("{question}-{step}"), "choice": "ask", "words": "ask me"}))
            .collect(),
    }
}
