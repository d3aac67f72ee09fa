//! What is asked of whom, what is pending between the players, and what a turn would do, in sentences.

use serde_json::Value;

use super::open_match::Match;
use crate::chain::Chain;
use crate::chain::adjudicate::{Adjudication, TurnAction};
use crate::chain::match_files::ParsedDocument;
use crate::document::kinds::{Reason, SeatEntry};
use crate::document::{Id, Turn, harmless};
use crate::engine::{Decision, Proposal};
use crate::report::grammar::side_name;
use crate::session::Session;

/// What an entry of `awaiting` asks for, as part of a sentence, whatever the game. `elsewhere`: whether another user
/// plays the seat, so that the reader has nothing to sign.
pub fn asked_words(entry: &Value, elsewhere: bool) -> String {
    let field = |name: &str| entry.get(name);
    let ids = |value: &Value| -> String {
        let ids: Vec<&str> = value.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        ids.join(", ")
    };
    if field("empty").is_some() {
        "an empty turn, which only reveals a secret for the dice".to_owned()
    } else if field("orders").is_some() {
        "orders".to_owned()
    } else if let Some(answer) = field("answer").or(field("name")) {
        let id = answer.get("id").and_then(Value::as_str).unwrap_or_default();
        format!("an answer to the question '{id}'")
    } else if let Some(commit) = field("commit") {
        format!("the secret choice {}", ids(commit))
    } else if let Some(open) = field("open") {
        let early =
            field("may_commit").map(|early| format!("; the secret choice {} may come in the same turn", ids(early)));
        let early = early.unwrap_or_default();
        let how = if elsewhere { "" } else { ", which `adjutant sign` adds for you" };
        format!("the opening of the secret choice {}{how}{early}", ids(open))
    } else if let Some(back) = field("take_back") {
        let step = back.get("to_step").and_then(Value::as_u64).unwrap_or_default();
        format!(
            "accept or decline the take-back to step {step}: `take_back: {{to_step: {step}}}` accepts it, an empty turn \
             declines it, and play continues"
        )
    } else if field("draw").is_some() {
        "accept or decline the draw: `offer: draw` accepts it and ends the match, an empty turn declines it, and play continues"
            .to_owned()
    } else {
        "nothing".to_owned()
    }
}

/// Why seats are awaited although the game asks nothing of them yet; `None` if the game asks something of any of them.
/// `elsewhere`: whether other users play all of them, so that the reader has nothing to sign.
pub fn first_round<'e>(mut entries: impl Iterator<Item = &'e Value>, elsewhere: bool) -> Option<String> {
    let empty = entries.next()?.get("empty").is_some() && entries.all(|entry| entry.get("empty").is_some());
    let how = if elsewhere { "" } else { " `adjutant sign` writes it without a draft." };
    let said = "There is nothing to decide yet: before the first die roll every seat must reveal a first secret, and an empty \
                turn does that.";
    empty.then(|| format!("{said}{how} [protocol 3]"))
}

/// What is asked at a table in the game's own words, with its rule; `None` while a proposal must be answered first.
pub fn game_words(table: &dyn Session) -> Option<String> {
    if matches!(table.proposal(), Some(Proposal::TakeBack { .. } | Proposal::Draw { .. })) {
        return None;
    }
    table.asked().map(|(said, rule)| format!("{said} [{rule}]"))
}

/// A side as a sentence names it: its player in this match, and the side's name.
pub fn player(chain: &Chain<'_>, table: &dyn Session, side: &Id) -> String {
    let seat = chain.seats.seat_of(table, side);
    let name = seat.and_then(|seat| chain.seats.entry(seat)).map(|entry| entry.name.as_str());
    format!("{} ({})", harmless(name.unwrap_or("the player")), side_name(side.as_str()))
}

/// A seat as a sentence names it; if the players have exchanged sides, with the side that it plays now.
pub fn seat_called(chain: &Chain<'_>, table: &dyn Session, seat: &Id) -> String {
    match chain.seats.side_of(table, seat).filter(|_| table.exchanged()) {
        Some(side) => format!("{} as {}", side_name(seat.as_str()), side_name(side.as_str())),
        None => side_name(seat.as_str()),
    }
}

/// The open offer of a draw, which can be accepted whatever else is asked; `None` if there is none.
pub fn open_offer(chain: &Chain<'_>, table: &dyn Session) -> Option<String> {
    let by = match table.proposal()? {
        Proposal::StandingDraw { by } => by,
        Proposal::TakeBack { .. } | Proposal::Draw { .. } => return None,
    };
    Some(crate::session::open_offer(&player(chain, table, &by)))
}

/// The seats that have yet to disclose a hand, once the match is over.
pub fn owed_disclosures(chain: &Chain<'_>) -> Vec<String> {
    let instead = |seat: &Id| match chain.seats.escrow {
        true => format!(" If it does not, the adjudicator can: `adjutant disclose --for {seat}`."),
        false => String::new(),
    };
    let line = |seat: &Id| {
        let own = format!("Next: {seat} discloses its hand: `adjutant disclose`.");
        super::seat::hinted(&chain.charter.typed, seat, &own) + &instead(seat)
    };
    chain.owed_disclosures().into_iter().map(line).collect()
}

/// Who moves next, in sentences: used in the answers to `adjudicate` and `rule`.
pub fn next_moves(chain: &Chain<'_>, state: &Value, table: Option<&dyn Session>, me: Option<&Id>) -> Vec<String> {
    if !state["outcome"].is_null() {
        let how = table.and_then(|table| table.outcome_words());
        let how = how.unwrap_or_else(|| crate::report::sentence(&state["outcome"]));
        let over = format!("The match is over: {how}.");
        return std::iter::once(over).chain(owed_disclosures(chain)).collect();
    }
    let entries = state["awaiting"].as_array().cloned().unwrap_or_default();
    let charter = &chain.charter.typed;
    let hinted = |seat: &str, line: String| match seat.parse() {
        Ok(seat) => super::seat::hinted(charter, &seat, &line),
        Err(_) => line,
    };
    let elsewhere = |entry: &Value| {
        let seat = entry["seat"].as_str().and_then(|seat| seat.parse().ok());
        seat.is_some_and(|seat| super::seat::is_elsewhere(charter, &seat))
    };
    let mut lines: Vec<String> = entries
        .iter()
        .map(|entry| {
            let seat = entry["seat"].as_str().unwrap_or_default();
            let asked = asked_words(entry, elsewhere(entry));
            let called = || match (table, seat.parse()) {
                (Some(table), Ok(seat)) => seat_called(chain, table, &seat),
                _ => harmless(seat).into_owned(),
            };
            let line = match me.is_some_and(|me| me.as_str() == seat) {
                true => format!("Your move: {asked}."),
                false => format!("{} is to move: {asked}.", called()),
            };
            hinted(seat, line)
        })
        .collect();
    lines.extend(first_round(entries.iter(), entries.iter().all(elsewhere)));
    if let Some(table) = table {
        lines.extend(game_words(table));
        lines.extend(open_offer(chain, table));
    }
    let whose = lines.len();
    let mine = |entry: &&Value| me.is_some_and(|me| entry["seat"].as_str() == Some(me.as_str()));
    match entries.iter().find(mine) {
        // The program knows what was chosen, and writes that turn itself.
        Some(entry) if entry.get("open").is_some() => {
            lines.push("Sign it with `adjutant sign`, which needs no draft, and mail it with these files.".to_owned());
            if entry.get("may_commit").is_some() {
                let early =
                    "To commit to the next choice in the same turn, which saves a mail, run `adjutant draft` first.";
                lines.push(early.to_owned());
            }
        }
        Some(_) => lines.push("Write your turn with `adjutant draft`, and mail it with these files.".to_owned()),
        None => {}
    }
    if let Some(me) = me {
        lines.iter_mut().skip(whose).for_each(|line| *line = hinted(me.as_str(), std::mem::take(line)));
    }
    lines
}

/// What a legal turn of a seat would do, one sentence each: what it uses, what it ends, agrees to or declines.
pub fn consequences(found: &Match<'_>, adjudication: &Adjudication<'_, '_>, turn: &Turn) -> Vec<String> {
    let Some(side) = adjudication.side_of(&turn.seat) else { return Vec::new() };
    let other = |by: &Id| player(&found.chain, &*adjudication.table, by);
    let mut said = Vec::new();
    match adjudication.meaning(turn) {
        Some(TurnAction::Resign) => said.push("You resign: the match ends, and the other side wins.".to_owned()),
        Some(TurnAction::Propose(Proposal::TakeBack { to_step, .. })) => said.push(format!(
            "This proposes to go back to the position of step {to_step}. Nothing else happens until the other side answers."
        )),
        Some(TurnAction::Propose(_)) => {
            said.push("This offers a draw. Nothing else happens until the other side answers.".to_owned());
        }
        Some(TurnAction::Accept(Proposal::TakeBack { by, to_step })) => {
            said.push(format!("This agrees with {} to go back to the position of step {to_step}.", other(&by)));
        }
        Some(TurnAction::Accept(Proposal::Draw { by } | Proposal::StandingDraw { by })) => {
            said.push(format!("This accepts the draw that {} offers, and ends the match.", other(&by)));
        }
        Some(TurnAction::Decline(Proposal::TakeBack { by, to_step })) => said.push(format!(
            "This turn is empty: it declines to go back to step {to_step}, as {} proposes, and play continues.",
            other(&by)
        )),
        Some(TurnAction::Decline(Proposal::Draw { by } | Proposal::StandingDraw { by })) => {
            said.push(format!("This turn is empty: it declines the draw that {} offers, and play continues.", other(&by)));
        }
        Some(TurnAction::Play) => {
            said.extend(adjudication.table.preview(side, &Decision::of_turn(turn)));
            if let Some(Proposal::StandingDraw { by }) = adjudication.table.proposal().filter(|offer| !by(offer, side)) {
                said.push(format!("It declines the draw that {} offers.", other(&by)));
            }
            if turn.offer.is_some() {
                said.push("It offers a draw, which the other side may accept in its next turn.".to_owned());
            }
        }
        None => {}
    }
    if let Some(standing) = &turn.standing {
        match adjudication.table.standing_words(standing).as_slice() {
            [] => said.push("It withdraws your standing orders.".to_owned()),
            lines => said.push(format!("Your standing orders from now on: {}", lines.join(" "))),
        }
    }
    said
}

/// Whether a side made the proposal itself.
fn by(proposal: &Proposal, side: &Id) -> bool {
    match proposal {
        Proposal::TakeBack { by, .. } | Proposal::Draw { by } | Proposal::StandingDraw { by } => by == side,
    }
}

/// The turn that a seat has signed for the coming step and that is still valid, if it is in the folder.
pub fn signed_turn<'f>(found: &Match<'f>, entry: &SeatEntry) -> Option<&'f ParsedDocument<Turn>> {
    let newest = found.chain.newest()?;
    let turns = found.chain.turns_to(&newest.state.digest);
    turns.iter().copied().find(|turn| turn.typed.seat == entry.seat && !found.chain.is_void(turn.digest))
}

/// A reason of a refusal: what is wrong, where, and by which rule.
pub fn reason_words(reason: &Reason) -> String {
    let mut said = harmless(&reason.message).into_owned();
    if let Some(path) = &reason.r#where {
        said = format!("{}: {said}", harmless(path));
    }
    if let Some(rule) = &reason.rule {
        said += &format!(" [{}]", harmless(rule));
    }
    said
}
