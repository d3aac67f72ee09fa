//! The agreement that opens a match: drawn up, joined by every seat, checked, signed (protocol 1 and 3).

use std::collections::BTreeSet;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::document::decode::is_time;
use crate::document::kinds::{
    Away, Continues, FirstPosition, Pace, PackPin, RulesetPin, SeatEntry, TournamentGame, TrustMode,
};
use crate::document::{Bytes32, Charter, Id, Kind, Problem, Signature, digest, from_value, harmless};
use crate::session::{Game, Session};
use crate::spelling::instead;
use crate::trust::keys::check_public;
use crate::trust::seeds;

use super::queue::RULE;
use super::seats::{ADJUDICATOR, Seats};
use super::sign;

/// The largest number of days that a clock may name.
pub const MAX_DAYS: u32 = 3_650;
/// How many holidays a clock can have.
const MAX_HOLIDAYS: usize = 64;

/// What the person who proposes a match decides.
#[derive(Clone, Debug, PartialEq)]
pub struct NewMatch {
    pub title: String,
    /// A date and time in RFC 3339, in UTC, ending in `Z`.
    pub date: String,
    pub ruleset: RulesetPin,
    pub packs: Vec<PackPin>,
    pub scenario: Id,
    pub options: Map<String, Value>,
    pub trust: TrustMode,
    /// How soon each player promises to answer.
    pub pace: Pace,
    pub continues: Option<Continues>,
    /// The position from which it begins, if not at the set-up.
    pub from: Option<FirstPosition>,
    /// The game of a tournament that this match is, if any.
    pub event: Option<TournamentGame>,
}

/// A draft of a charter, without seats.
pub fn draft(new: &NewMatch) -> Value {
    let mut charter = json!({
        "adjutant": 1,
        "kind": "charter",
        "title": new.title,
        "date": new.date,
        "ruleset": new.ruleset,
        "packs": new.packs,
        "scenario": new.scenario,
        "options": new.options,
        "trust": new.trust,
        "pace": new.pace,
        "seats": [],
    });
    if let Some(continues) = &new.continues {
        charter["continues"] = json!(continues);
    }
    if let Some(from) = &new.from {
        charter["from"] = json!(from);
    }
    if let Some(event) = &new.event {
        charter["event"] = json!(event);
    }
    charter
}

/// Changes a draft so that the seats entrust their hands to the adjudicator (protocol 8.6).
pub fn with_escrow(mut draft: Value) -> Value {
    draft["escrow"] = json!(true);
    draft
}

/// The draft of a charter whose seats show the turns that they queue (protocol 13).
pub fn with_open_queues(mut draft: Value) -> Value {
    draft["open_queues"] = json!(true);
    draft
}

/// The charter with one more seat, last in charter order. Earlier signatures become void and are removed.
///
/// # Errors
/// The seat is taken, its key or anchor belongs to another seat, or the charter's seeds have another length.
pub fn join(charter: &Value, seat: &SeatEntry) -> Result<Value, Problem> {
    let mut joined = charter.clone();
    let fields = joined.as_object_mut().ok_or_else(|| Problem::new("this is not a charter"))?;
    fields.shift_remove("signatures");
    let seats = fields.get_mut("seats").and_then(Value::as_array_mut);
    let seats = seats.ok_or_else(|| Problem::new("this charter has no list of seats").in_path("seats"))?;
    for other in seats.iter() {
        let other: SeatEntry = from_value(other).map_err(|problem| problem.in_path("seats"))?;
        two_seats(&other, seat)?;
    }
    seats.push(json!(seat));
    Ok(joined)
}

fn two_seats(one: &SeatEntry, two: &SeatEntry) -> Result<(), Problem> {
    let refuse = |message: String| Err(Problem::new(message).rule("protocol 3"));
    if one.seat == two.seat {
        return refuse(format!("the seat '{}' is taken", one.seat));
    }
    if one.key == two.key {
        let message = format!("'{}' and '{}' have the same key; each seat needs its own", one.seat, two.seat);
        return Err(Problem::new(message)
            .rule("protocol 2")
            .advice("let each player make his own key with `adjutant keygen`"));
    }
    let seeds = |message: String| Err(Problem::new(message).rule("protocol 4"));
    if one.seed.anchor == two.seed.anchor {
        return seeds(format!("'{}' and '{}' have the same anchor", one.seat, two.seat));
    }
    if one.seed.length != two.seed.length {
        let (seat, length) = (&two.seat, one.seed.length);
        return seeds(format!("the seed of '{seat}' has a different length; all seats of this match use {length}"));
    }
    Ok(())
}

/// Whether every seat has signed. Whether the signatures are valid is for [`check_signatures`].
pub fn signed_by_all(charter: &Charter) -> bool {
    charter.seats.iter().all(|entry| charter.signatures.iter().any(|signature| signature.by == entry.seat))
}

/// Checks that a charter carries exactly one valid signature of each seat.
///
/// # Errors
/// The first signature that is missing or invalid.
pub fn check_signatures(charter: &Charter, digest: Bytes32) -> Result<(), Problem> {
    let seats = Seats::of(charter);
    let signers: Vec<&Id> = charter.seats.iter().map(|entry| &entry.seat).collect();
    sign::check(&seats, Kind::Charter, digest, &charter.signatures, &signers)
}

/// The seats whose signatures under a charter are invalid, in charter order: the charter was changed after they signed,
/// or another key signed for them.
pub fn false_signatures(charter: &Charter, digest: Bytes32) -> Vec<&Id> {
    let seats = Seats::of(charter);
    let holds = |signature: &Signature| {
        sign::check(&seats, Kind::Charter, digest, std::slice::from_ref(signature), &[&signature.by]).is_ok()
    };
    let wrong = |seat: &Id| charter.signatures.iter().any(|signature| signature.by == *seat && !holds(signature));
    charter.seats.iter().map(|entry| &entry.seat).filter(|seat| wrong(seat)).collect()
}

/// Everything that is wrong with a charter by itself: seats, keys, seeds (protocol 2 to 4). `known` holds the anchors
/// of other charters.
pub fn check_form(charter: &Charter, known: &BTreeSet<Bytes32>) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (n, entry) in charter.seats.iter().enumerate() {
        let at = |problem: Problem, part: &str| problem.in_path(format!("seats[{n}]{part}"));
        for other in &charter.seats[..n] {
            problems.extend(two_seats(other, entry).err().map(|problem| at(problem, "")));
        }
        problems.extend(check_public(&entry.key).err().map(|problem| at(problem, ".key")));
        if !seeds::LENGTHS.contains(&entry.seed.length) {
            let problem = Problem::new("a seed chain has a length from 1024 to 65536").rule("protocol 4");
            problems.push(at(problem, ".seed.length"));
        }
        if known.contains(&entry.seed.anchor) {
            let problem = Problem::new("this anchor is known from another match; its secrets are no longer secret");
            let advice = "join with a new seed: every charter has its own";
            problems.push(at(problem.rule("protocol 4").advice(advice), ".seed.anchor"));
        }
        if entry.hidden.is_some_and(|hidden| known.contains(&hidden)) {
            let problem = Problem::new("the secret of this hand is known from another match");
            let advice = "its seat must join again: every charter has its own secret";
            problems.push(at(problem.rule("protocol 8.1").advice(advice), ".hidden"));
        }
        let adjudicates = entry.seat.as_str() == ADJUDICATOR;
        match (charter.trust, adjudicates) {
            (TrustMode::HeadToHead, true) => {
                problems.push(at(Problem::new("a head-to-head match has no adjudicator").rule("protocol 3"), ".seat"));
            }
            (TrustMode::Refereed, true) if entry.side.is_some() => {
                problems.push(at(Problem::new("the adjudicator plays no side").rule("protocol 3"), ".side"));
            }
            (_, false) if entry.side.is_none() => {
                problems.push(at(Problem::new("this seat has no side").rule("protocol 3"), ""));
            }
            _ => {}
        }
    }
    for (n, pin) in charter.packs.iter().enumerate() {
        if charter.packs[..n].iter().any(|other| other.name == pin.name) {
            let problem = Problem::new(format!("the pack '{}' is pinned twice", pin.name)).rule("protocol 1");
            problems.push(problem.in_path(format!("packs[{n}].name")).advice("pin each pack once"));
        }
    }
    // Until everybody has joined, the seat may still come.
    let seats = if charter.trust == TrustMode::Refereed { 3 } else { 2 };
    let complete = charter.continues.iter().filter(|_| charter.seats.len() >= seats);
    let replaced = complete.flat_map(|before| before.replaced.iter().flatten());
    for one in replaced.filter(|one| charter.seats.iter().all(|entry| entry.seat != one.seat)) {
        let problem = Problem::new(format!("'{}' is named as replaced but has no seat", one.seat));
        problems.push(problem.in_path("continues.replaced").rule("protocol 3").advice("name seats of this charter"));
    }
    problems.extend(check_from(charter));
    let Pace { days, bank, increment, most, leave, grace, miss: _, holidays } = &charter.pace;
    let spans = [
        ("days", Some(*days)),
        ("bank", *bank),
        ("increment", *increment),
        ("most", *most),
        ("leave", *leave),
        ("grace", *grace),
    ];
    for (field, _) in spans.into_iter().filter(|(_, span)| span.is_some_and(|span| span > MAX_DAYS)) {
        let problem = Problem::new(format!("a clock has at most {MAX_DAYS} days")).rule("protocol 11");
        problems.push(problem.in_path(format!("pace.{field}")).advice("write fewer days"));
    }
    if let Some(most) = most.filter(|most| *most < bank.unwrap_or(0)) {
        let message = format!("the reserve begins with {} days, but holds at most {most}", bank.unwrap_or(0));
        let advice = "let `most` be no less than `bank`";
        problems.push(Problem::new(message).in_path("pace.most").rule("protocol 11").advice(advice));
    }
    problems.extend(check_holidays(holidays.as_deref().unwrap_or_default()));
    problems.extend(check_clocks(charter));
    problems.extend(check_escrow(charter));
    let count = charter.seats.len();
    let seats = |message: &str| Problem::new(message).in_path("seats").rule("protocol 3");
    match charter.trust {
        TrustMode::HeadToHead if count != 2 => {
            let message = format!("a head-to-head match has exactly two seats, and this charter has {count}");
            problems.push(match count {
                0 | 1 => seats(&message).advice("wait until the other player has joined").refusing(&Fault::AwaitsSeats),
                _ => seats(&message).advice("keep only two seats"),
            });
        }
        TrustMode::Refereed if !charter.seats.iter().any(|entry| entry.seat.as_str() == ADJUDICATOR) => {
            problems.push(seats("a refereed match has a seat 'adjudicator'").refusing(&Fault::AwaitsSeats));
        }
        TrustMode::HeadToHead if charter.seats[0].side == charter.seats[1].side => {
            problems.push(seats("the two seats must play different sides"));
        }
        _ => {}
    }
    problems
}

/// Checks that a match that begins at a position of another does nothing else with it.
fn check_from(charter: &Charter) -> Option<Problem> {
    charter.from.as_ref()?;
    let wrong = |message: &str, advice: &str| {
        Some(Problem::new(message).in_path("from").rule("protocol 3").advice(advice.to_owned()))
    };
    if charter.continues.is_some() {
        return wrong(
            "a match that continues another goes on from its position, and begins at no other",
            "leave `from` out, or `continues`",
        );
    }
    if charter.event.is_some() {
        return wrong("a game of a tournament begins at its set-up", "leave `from` out");
    }
    None
}

/// What kind of problem a charter has, as a problem carries it.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Fault {
    /// Seats have yet to join.
    AwaitsSeats,
}

/// Whether a problem of a charter is only that seats have yet to join.
pub fn awaits_seats(problem: &Problem) -> bool {
    problem.refusal == Problem::default().refusing(&Fault::AwaitsSeats).refusal
}

/// Checks the times at which all clocks stand still.
pub fn check_holidays(holidays: &[Away]) -> Option<Problem> {
    let refuse = |at: String, message: String| {
        let problem = Problem::new(message).in_path(format!("pace.holidays{at}")).rule("protocol 11");
        Some(problem.advice("write each holiday as {from: TIME, until: TIME}"))
    };
    if holidays.len() > MAX_HOLIDAYS {
        return refuse(String::new(), format!("a clock has at most {MAX_HOLIDAYS} holidays"));
    }
    for (n, Away { from, until }) in holidays.iter().enumerate() {
        if let Some(time) = [from, until].into_iter().find(|time| !is_time(time)) {
            let message = format!("'{}' is not a time in UTC, such as 2026-11-20T17:00:00Z", harmless(time));
            return refuse(format!("[{n}]"), message);
        }
        if from >= until {
            return refuse(format!("[{n}]"), "a holiday must end after it begins".to_owned());
        }
    }
    None
}

/// Checks the clocks that a match brings from the one that it continues.
fn check_clocks(charter: &Charter) -> Vec<Problem> {
    let clocks = charter.continues.as_ref().and_then(|before| before.clocks.as_ref());
    let mut problems = Vec::new();
    for (n, clock) in clocks.into_iter().flatten().enumerate() {
        let mut wrong = |field: &str, message: String| {
            let problem = Problem::new(message).in_path(format!("continues.clocks[{n}]{field}"));
            problems.push(problem.rule("protocol 11").advice("begin the continuation of the match again"));
        };
        let earlier = clocks.into_iter().flatten().take(n);
        if earlier.filter(|other| other.seat == clock.seat).count() > 0 {
            wrong(".seat", format!("'{}' has two clocks", clock.seat));
        }
        for (field, span) in [(".reserve", clock.reserve), (".leave", clock.leave)] {
            if span > u64::from(MAX_DAYS) * 24 * 60 * 60 {
                wrong(field, format!("a clock has at most {MAX_DAYS} days, here in seconds"));
            }
        }
        let times = clock.away.iter().flatten().flat_map(|away| [&away.from, &away.until]);
        if let Some(time) = times.into_iter().find(|time| !is_time(time)) {
            wrong(".away", format!("'{}' is not a time in UTC, such as 2026-11-20T17:00:00Z", harmless(time)));
        }
    }
    problems
}

/// Checks a charter against the game before anybody signs it: [`check_terms`], and that no seat has a misleading name.
pub fn check_game(charter: &Charter, game: &dyn Game) -> Vec<Problem> {
    let mut problems = Vec::new();
    let sides = game.sides();
    for (n, entry) in charter.seats.iter().enumerate() {
        if sides.contains(&entry.seat)
            && let Some(side) = entry.side.as_ref().filter(|side| **side != entry.seat)
        {
            let problem = Problem::new(format!("the seat '{}' plays '{side}', which is misleading", entry.seat));
            problems.push(problem.in_path(format!("seats[{n}].side")).advice("name the seat after its side"));
        }
    }
    problems.extend(check_terms(charter, game));
    problems
}

/// What a game requires of a charter (protocol 3): its sides are the game's sides, each is played, by one seat unless the
/// game has teams, and the game has its scenario and options, and hands where it says so. Verification checks it too.
pub fn check_terms(charter: &Charter, game: &dyn Game) -> Vec<Problem> {
    let mut problems = Vec::new();
    let sides = game.sides();
    let known = [sides[0].as_str(), sides[1].as_str()];
    for (n, entry) in charter.seats.iter().enumerate() {
        if let Some(side) = entry.side.as_ref().filter(|side| !sides.contains(side)) {
            let problem = Problem::new(format!("the game has no side '{side}'")).in_path(format!("seats[{n}].side"));
            problems.push(problem.rule("protocol 3").advice(instead(side.as_str(), &known, "its sides are")));
        }
    }
    for side in sides.iter().filter(|side| !charter.seats.iter().any(|entry| entry.side.as_ref() == Some(side))) {
        let problem = Problem::new(format!("nobody plays '{side}'")).in_path("seats").rule("protocol 3");
        let taken = charter.seats.iter().filter(|entry| entry.side.is_some()).count();
        let problem = match taken < sides.len() {
            true => problem.advice("wait until its player has joined"),
            false => problem.advice("let one of the seats play it"),
        };
        // A refereed match may have more seats than sides.
        let may_join = taken < sides.len() || charter.trust == TrustMode::Refereed;
        problems.push(if may_join { problem.refusing(&Fault::AwaitsSeats) } else { problem });
    }
    for (n, entry) in charter.seats.iter().enumerate().filter(|(_, entry)| entry.side.is_some() && !game.has_teams()) {
        if let Some(other) = charter.seats[..n].iter().find(|other| other.side == entry.side) {
            let side = entry.side.as_ref().map_or("", Id::as_str);
            let message = format!("'{}' and '{}' both play '{side}'; this game has no teams", other.seat, entry.seat);
            let problem = Problem::new(message).in_path(format!("seats[{n}].side")).rule("protocol 3");
            problems.push(problem.advice("let each side have one seat"));
        }
    }
    match game.setup(&charter.scenario, &charter.options) {
        Err(problem) => problems.push(if problem.path.is_some() { problem } else { problem.in_path("scenario") }),
        Ok(table) => problems.extend(check_hands(charter, &*table)),
    }
    problems
}

/// Checks what a charter says about hidden hands (protocol 8.1 and 8.6).
fn check_hands(charter: &Charter, table: &dyn Session) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut wrong = |path: String, message: String, advice: &str| {
        problems.push(Problem::new(message).in_path(path).rule("protocol 8.1").advice(advice));
    };
    let acts = |n: usize, entry: &SeatEntry| {
        entry.side.is_some() && !charter.seats[..n].iter().any(|other| other.side == entry.side)
    };
    let hidden = charter.seats.iter().filter(|entry| entry.hidden.is_some()).count();
    for (n, entry) in charter.seats.iter().enumerate() {
        let (path, seat) = (format!("seats[{n}].hidden"), &entry.seat);
        match entry.hidden {
            Some(_) if table.cards().is_none() => {
                wrong(path, "this game has no hidden hands".to_owned(), "leave `hidden` out");
            }
            Some(_) if !acts(n, entry) => {
                wrong(path, format!("'{seat}' acts for no side and has no hand"), "leave `hidden` out");
            }
            None if hidden > 0 && acts(n, entry) => {
                wrong(
                    path,
                    format!("the hand of '{seat}' is open, but another seat's is hidden"),
                    "let both sides have a secret, or neither",
                );
            }
            Some(one) if charter.seats[..n].iter().any(|other| other.hidden == Some(one)) => {
                wrong(path, format!("'{seat}' has the secret of another seat"), "join with your own secret");
            }
            _ => {}
        }
    }
    if hidden > 0 && charter.continues.is_some() {
        let message = "a match with hidden hands cannot be continued".to_owned();
        wrong("continues".to_owned(), message, "start a new match");
    }
    if table.cards().is_some() && charter.from.is_some() {
        let message = "a game with hands of cards begins at its set-up: nobody else can have the cards of a hand";
        wrong("from".to_owned(), message.to_owned(), "leave `from` out");
    }
    let for_hands = || {
        let problem = Problem::new("there is no hidden hand in this match to entrust to the adjudicator");
        let plays = charter.seats.iter().any(|entry| entry.side.is_some());
        (plays && hidden == 0).then(|| problem.advice("join without --open in a card game, or leave `escrow` out"))
    };
    let escrow = charter.escrow.filter(|_| check_escrow(charter).is_none()).and_then(|_| for_hands());
    problems.extend(escrow.map(|problem| problem.in_path("escrow").rule("protocol 8.6")));
    let queues = match charter.open_queues {
        Some(true) if hidden > 0 => {
            Some(("queued turns that are shown would show hidden hands", "begin a match without `--open-queues`"))
        }
        Some(false) => Some(("`open_queues` is `true` or is left out", "leave it out")),
        _ => None,
    };
    let queues = queues.map(|(message, advice)| Problem::new(message).in_path("open_queues").rule(RULE).advice(advice));
    problems.extend(queues);
    problems
}

/// What is wrong with the `escrow` of a charter that nobody has joined yet: escrow needs a match with a referee
/// (protocol 8.6).
pub fn check_escrow(charter: &Charter) -> Option<Problem> {
    let wrong =
        |message: &str, advice: &str| Some(Problem::new(message).in_path("escrow").rule("protocol 8.6").advice(advice));
    match (charter.escrow?, charter.trust) {
        (false, _) => wrong("`escrow` is `true` or is left out", "leave it out"),
        (true, TrustMode::HeadToHead) => wrong(
            "escrow needs an adjudicator, and a head-to-head match has none",
            "begin a match with `--trust refereed --escrow`, or leave `escrow` out",
        ),
        (true, TrustMode::Refereed) => None,
    }
}

/// Everything that is wrong with a charter apart from its signatures: [`check_form`] and [`check_game`].
pub fn check(charter: &Charter, game: &dyn Game, known: &BTreeSet<Bytes32>) -> Vec<Problem> {
    let mut problems = check_form(charter, known);
    problems.extend(check_game(charter, game));
    problems
}

/// Merges the signatures of several copies of one charter, as they come back by mail.
///
/// # Errors
/// The copies are of different charters.
pub fn merge(copies: &[Value]) -> Result<Value, Problem> {
    let first = copies.first().ok_or_else(|| Problem::new("no charter is given"))?;
    let mut merged = first.clone();
    for copy in copies {
        if digest(copy) != digest(first) {
            let problem = Problem::new("these are different charters: somebody changed a term after another signed");
            return Err(problem.rule("protocol 3").advice("agree on one text, and let every seat sign it"));
        }
        let signatures = copy.get("signatures").cloned().unwrap_or_default();
        let signatures: Vec<Signature> = from_value(signatures).unwrap_or_default();
        for signature in &signatures {
            merged = sign::attach(&merged, signature);
        }
    }
    Ok(merged)
}
