//! What the archive indexes about a match, from its documents.

use std::collections::BTreeMap;

use archive::model::{Combat, Count, Decision, Dice, DiceRoll, Event, Match, Moment, Notice, Outcome, Seat};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chain::verify::{Notice as Noticed, NoticeKind, Verification};
use crate::cli::Failure;
use crate::cli::folder::Folder;
use crate::cli::open_match;
use crate::cli::report::{ReportedStep, report_of, step_of_line};
use crate::document::Id;
use crate::document::kinds::{Charter, Roll, TournamentGame, TrustMode};
use crate::report::{ASKED, Block, Report, Span, TallyKind};
use crate::session::Session;
use crate::trust::keys::fingerprint;

/// Dice with more faces are not counted.
const MAX_FACES: u64 = 100;

/// What verification found in a match that verifies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerificationFindings {
    /// Whether something could not be checked.
    pub partial: bool,
    /// What rests on somebody's word.
    pub notices: Vec<Notice>,
}

impl VerificationFindings {
    /// What was found in a match and in the matches that it continues.
    pub fn of(verdicts: &[Verification]) -> VerificationFindings {
        let word = |one: &Noticed| {
            let kind = match one.kind {
                NoticeKind::Ruling => "ruling",
                NoticeKind::Replaced => "replaced",
                NoticeKind::Forfeit => "forfeit",
                NoticeKind::Refusal => "refusal",
                // A waiting turn rests on nobody's word, and on whether a turn was queued rests nothing.
                NoticeKind::Pending | NoticeKind::Queued => return None,
            };
            Some(Notice { kind: kind.to_owned(), step: one.step, words: one.text.clone() })
        };
        VerificationFindings {
            partial: verdicts.iter().any(|one| !one.unchecked.is_empty()),
            notices: verdicts.iter().flat_map(|one| one.notices.iter().filter_map(word)).collect(),
        }
    }
}

/// What the archive indexes about a match that verifies.
///
/// # Errors
/// A state cannot be read, or this build does not have the game.
pub fn summary(folder: &Folder, held: &VerificationFindings) -> Result<Match, Failure> {
    let found = open_match::Match::open(folder)?;
    let charter = &found.chain.charter.typed;
    let mut one = Match {
        id: found.chain.match_id.to_string(),
        title: charter.title.clone(),
        game: charter.ruleset.id.to_string(),
        revision: charter.ruleset.revision,
        scenario: charter.scenario.to_string(),
        options: Value::Object(charter.options.clone()).to_string(),
        trust: match charter.trust {
            TrustMode::HeadToHead => "head_to_head".to_owned(),
            TrustMode::Refereed => "refereed".to_owned(),
        },
        event: charter.event.as_ref().map(event),
        continues: charter.continues.as_ref().map(|before| before.match_id.to_string()),
        written: charter.date.clone(),
        partial: held.partial,
        notices: held.notices.clone(),
        ..Match::default()
    };
    let mut dice = BTreeMap::new();
    let mut last = None;
    for step in &found.chain.line {
        let told = step_of_line(&found, step)?;
        one.reports.push((told.state.step, words(&report_of(&found, &told)?)));
        happened(&mut one, &told)?;
        for roll in &told.facts.rolls {
            count(&mut dice, &*told.table, roll);
            one.rolls.extend(single_roll(&found, &told, roll));
        }
        one.decisions.extend(decisions(&found, &told)?);
        if one.began.is_empty() {
            one.began.clone_from(&told.state.issued);
        }
        one.ended.clone_from(&told.state.issued);
        one.steps = told.state.step;
        last = Some(told);
    }
    one.dice = dice.into_iter().map(|((side, sides), (rolls, faces))| Dice { side, sides, rolls, faces }).collect();
    let end = last.as_ref();
    one.seats = seats(charter, |seat| found.chain.seats.side_of(&*end?.table, seat).cloned());
    if let Some(end) = end {
        one.when = end.table.when().name;
        let sides = found.game.sides();
        for tally in end.table.tallies() {
            let tells = match tally.kind {
                TallyKind::Score => "score",
                TallyKind::Losses => "losses",
                TallyKind::Other => "other",
            };
            for (side, value) in sides.iter().zip(tally.values) {
                let (title, tells) = (tally.title.to_owned(), tells.to_owned());
                one.counts.push(Count { title, tells, side: side.to_string(), value });
            }
        }
        let said = |outcome: &Value| end.table.outcome_words().unwrap_or_else(|| found.game.outcome_words(outcome));
        one.result = end.state.outcome.as_ref().map(|outcome| result(&sides, outcome, said(outcome), &one.counts));
    }
    Ok(one)
}

fn event(event: &TournamentGame) -> Event {
    let [round, board, leg] = [event.round, event.board, event.leg].map(|number| Some(u64::from(number)));
    Event { tournament: event.tournament.to_string(), round, board, leg }
}

fn seats(charter: &Charter, side_of: impl Fn(&Id) -> Option<Id>) -> Vec<Seat> {
    let seat = |entry: &crate::document::kinds::SeatEntry| Seat {
        seat: entry.seat.to_string(),
        side: side_of(&entry.seat).or_else(|| entry.side.clone()).map(|side| side.to_string()),
        name: entry.name.clone(),
        key: entry.key.to_string(),
        fingerprint: fingerprint(&entry.key),
    };
    charter.seats.iter().map(seat).collect()
}

/// How a match ended, from an outcome of any game: the outcome names a winner or none, and says how, in fields that
/// differ from game to game.
fn result(sides: &[Id; 2], outcome: &Value, words: String, counts: &[Count]) -> Outcome {
    let text = |field: &str| outcome.get(field).and_then(Value::as_str);
    let winner = text("winner").filter(|winner| sides.iter().any(|side| side.as_str() == *winner));
    let how = ["how", "by", "level", "check"].into_iter().find_map(text).unwrap_or_default().to_owned();
    let points = |side: &Id| outcome.get("points").and_then(|points| points.get(side.as_str())).and_then(Value::as_i64);
    let score = |side: &Id| {
        let of_side = |count: &&Count| count.tells == "score" && count.side == side.as_str();
        points(side).or_else(|| counts.iter().find(of_side).map(|count| count.value))
    };
    let ahead = || score(&sides[0])?.checked_sub(score(&sides[1])?);
    let second = winner.is_some_and(|winner| sides[1].as_str() == winner);
    let margin = ahead().map(|ahead| if second { -ahead } else { ahead });
    Outcome { winner: winner.map(str::to_owned), how, words, margin }
}

/// What a step adds: its combats, and one line for each event.
fn happened(one: &mut Match, told: &ReportedStep<'_>) -> Result<(), Failure> {
    let step = told.state.step;
    for card in told.table.battles(&told.before, &told.facts).map_err(Failure::no)? {
        let [attacker, defender] = card.sides;
        one.combats.push(Combat {
            step,
            place: card.title,
            attacker: attacker.side.to_string(),
            defender: defender.side.to_string(),
            odds: card.table.join("; "),
            attacker_result: attacker.result,
            defender_result: defender.result,
            outcome: card.outcome,
        });
    }
    for moment in told.table.moments(&told.before, &told.facts).map_err(Failure::no)? {
        one.moments.push(Moment {
            step,
            kind: moment.kind.as_str().to_owned(),
            words: moment.words,
            side: moment.side.map(|side| side.to_string()),
            people: moment.people.join(", "),
            peak: moment.peak,
            weight: moment.weight,
        });
    }
    Ok(())
}

/// For each side and size of die: how many rolls, and how often each face came up.
type Counted = BTreeMap<(Option<String>, u64), (u64, Vec<u64>)>;

fn count(dice: &mut Counted, table: &dyn Session, roll: &Roll) {
    let (Some(sides), Some(faces)) = (roll.sides.filter(|sides| (2..=MAX_FACES).contains(sides)), &roll.faces) else {
        return;
    };
    let side = table.roller(roll).map(|side| side.to_string());
    let (rolls, counts) = dice.entry((side, sides)).or_insert_with(|| (0, vec![0; sides as usize]));
    *rolls += 1;
    for face in faces.iter().filter(|face| (1..=sides).contains(*face)) {
        counts[*face as usize - 1] += 1;
    }
}

/// A roll of dice by itself; `None` for a shuffle.
fn single_roll(found: &open_match::Match<'_>, told: &ReportedStep<'_>, roll: &Roll) -> Option<DiceRoll> {
    let (sides, faces) = (roll.sides?, roll.faces.clone()?);
    let side = told.table.roller(roll);
    let seat = side.as_ref().and_then(|side| found.chain.seats.seat_of(&*told.table, side));
    Some(DiceRoll {
        step: told.state.step,
        n: roll.n,
        seat: seat.map(ToString::to_string),
        side: side.map(|side| side.to_string()),
        purpose: roll.purpose.clone(),
        rule: roll.rule.clone(),
        sides,
        faces,
    })
}

/// What the players decided in the turns of a step, in the order in which the state names them.
fn decisions(found: &open_match::Match<'_>, told: &ReportedStep<'_>) -> Result<Vec<Decision>, Failure> {
    let mut all: Vec<Decision> = Vec::new();
    if told.state.turns.is_empty() {
        return Ok(all);
    }
    let exchanged = found.game.load_unchecked(&told.before).map_err(Failure::no)?;
    for turn in told.state.turns.iter().filter_map(|digest| found.chain.turns.get(digest)).map(|turn| &turn.typed) {
        let side = found.chain.seats.side_of(&*exchanged, &turn.seat);
        let mut decide = |kind: &str, name: String, value: Value| {
            let (step, n) = (told.state.step, all.len() as u64);
            let (seat, side) = (turn.seat.to_string(), side.map(ToString::to_string));
            all.push(Decision { step, n, seat, side, kind: kind.to_owned(), name, value: value.to_string() });
        };
        for order in turn.orders.iter().flatten() {
            let name = order.as_object().and_then(|order| order.keys().next().cloned()).unwrap_or_default();
            decide("order", name, order.clone());
        }
        for answer in turn.answers.iter().flatten() {
            let name = ["question", "id"].into_iter().find_map(|field| answer.get(field)?.as_str());
            decide("answer", name.unwrap_or_default().to_owned(), answer.clone());
        }
        if let Some(standing) = &turn.standing {
            decide("standing", String::new(), Value::Object(standing.clone()));
        }
        for commit in turn.commit.iter().flatten() {
            decide("commit", commit.id.to_string(), serde_json::json!(commit));
        }
        for open in turn.open.iter().flatten() {
            decide("open", open.id.to_string(), serde_json::json!(open));
        }
        if let Some(back) = &turn.take_back {
            decide("take_back", String::new(), serde_json::json!(back));
        }
        if let Some(offer) = &turn.offer {
            decide("offer", String::new(), serde_json::json!(offer));
        }
    }
    Ok(all)
}

/// The searchable text of a report: its sentences, calculations and what players wrote. Positions, tables, dice and the
/// next question are in every report and are left out.
fn words(report: &Report) -> String {
    let mut lines: Vec<String> = Vec::new();
    for block in report.sections.iter().filter(|section| section.heading != ASKED).flat_map(|section| &section.blocks) {
        match block {
            Block::Paragraph(text) => lines.push(plain(text)),
            Block::List(points) => lines.extend(points.iter().map(|text| plain(text))),
            Block::Audit { title, lines: audit } => {
                lines.push(plain(title));
                lines.extend(audit.iter().map(|(what, came)| format!("{what}: {}", plain(came))));
            }
            Block::Quote { by, text } => lines.push(format!("{by}: {text}")),
            _ => {}
        }
    }
    lines.retain(|line| !line.trim().is_empty());
    lines.join("\n")
}

fn plain(text: &[Span]) -> String {
    let mut words = String::new();
    for span in text {
        if let Span::Plain(part) | Span::Strong(part) = span {
            words += part;
        }
    }
    // If a rule or roll was left out, its space is removed too.
    words.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",").replace(" .", ".")
}
