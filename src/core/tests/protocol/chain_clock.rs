//! Receipts, leaves and clocks (protocol 11): what counts against whom, and on what evidence. Nothing is resolved from
//! them.

use adjutant_core::chain::charter::check_holidays;
use adjutant_core::chain::clock::{Account, EvidenceKind, Task, account, days_without_holidays, pauses};
use adjutant_core::document::kinds::{Away, Miss, Pace, TrustMode};
use adjutant_core::document::{Value, digest};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::json;

use crate::common::{HEAD_TO_HEAD, REFEREED, Rig, games, id, new_match};

fn rig(trust: TrustMode, pace: Pace) -> Rig {
    let seats = if trust == TrustMode::Refereed { REFEREED } else { HEAD_TO_HEAD };
    let mut new = new_match(trust, 3);
    new.pace = pace;
    Rig::new(games(), &new, seats)
}

fn time(text: &str) -> DateTime<Utc> {
    DateTime::parse_from_rfc3339(text).unwrap().to_utc()
}

fn at(rig: &Rig, now: &str) -> Account {
    rig.with(|chain, _| account(chain, time(now)))
}

/// A state that resolves what waits, with dates of its own.
fn respond(rig: &mut Rig, received: Option<&str>, issued: &str) -> Value {
    let (seat, mut content) = rig.resolved(issued).unwrap();
    match received {
        Some(received) => content["received"] = json!(received),
        None => drop(content.as_object_mut().unwrap().shift_remove("received")),
    }
    let name = format!("states/{:04}.yaml", content["step"].as_u64().unwrap());
    rig.sign_and_add(&name, &seat, &content)
}

fn receipt(rig: &mut Rig, seat: &str, of: &[&Value], came: Option<&str>, written: &str) {
    let of_last = of.last().unwrap();
    let mut content = json!({
        "adjutant": 1, "kind": "receipt", "match": rig.match_id(), "step": of_last["step"], "seat": seat,
        "of": of.iter().map(|one| digest(one)).collect::<Vec<_>>(), "written": written,
    });
    if let Some(came) = came {
        content["came"] = json!(came);
    }
    let name = format!("receipts/{}-{}.yaml", rig.files.len(), seat);
    rig.sign_and_add(&name, &id(seat), &content);
}

fn leave(rig: &mut Rig, seat: &str, from: &str, days: u32, written: &str) {
    let content = json!({
        "adjutant": 1, "kind": "leave", "match": rig.match_id(), "seat": seat, "from": from, "days": days, "written": written,
    });
    let name = format!("leaves/{}-{seat}.yaml", rig.files.len());
    rig.sign_and_add(&name, &id(seat), &content);
}

/// An agreement to a pause.
fn pause(rig: &mut Rig, seat: &str, from: &str, days: u32, written: &str) {
    let content = json!({
        "adjutant": 1, "kind": "leave", "match": rig.match_id(), "seat": seat, "from": from, "days": days, "pause": true,
        "written": written,
    });
    let name = format!("leaves/{}-{seat}.yaml", rig.files.len());
    rig.sign_and_add(&name, &id(seat), &content);
}

fn turn_of(rig: &mut Rig, seat: &str) -> Value {
    let name = rig.turn(seat, json!({}));
    let doc =
        adjutant_core::document::read("t", rig.text(&name).as_bytes(), adjutant_core::document::Form::Signed).unwrap();
    doc.content
}

/// State 0 is issued on 21 November at 00:01, and awaits anna; bert answers her.
#[test]
fn without_receipts_the_dates_of_the_documents_divide_the_time() {
    let mut rig = rig(TrustMode::HeadToHead, Pace { days: 2, ..Pace::default() });
    turn_of(&mut rig, "anna");
    // Nobody has said when the turn came.
    let open = at(&rig, "2026-11-22T00:01:00Z");
    assert_eq!(open.periods.len(), 1);
    assert!(open.periods[0].open && open.periods[0].used() == TimeDelta::days(1));
    respond(&mut rig, Some("2026-11-22T12:01:00Z"), "2026-11-23T00:01:00Z");
    let account = at(&rig, "2026-11-23T00:01:00Z");
    let told: Vec<_> =
        account.periods.iter().map(|one| (one.seat.as_str(), one.task, one.used().num_hours())).collect();
    // Anna has taken a day and a half; bert half a day for the state, and his own turn is awaited next.
    assert_eq!(told[..2], [("anna", Task::Turn, 36), ("bert", Task::Answer, 12)]);
    assert_eq!(account.periods[0].to.evidence.kind, EvidenceKind::Received);
    assert_eq!(account.periods[1].to.evidence.kind, EvidenceKind::Issued);
    assert!(account.periods[2].open);
    assert!(account.seats.iter().all(|seat| seat.misses == 0));
}

/// The receiver's receipt says when a turn came; the earliest of several counts, and one of another seat says nothing.
#[test]
fn a_receipt_says_when_a_document_came() {
    let mut rig = rig(TrustMode::HeadToHead, Pace { days: 2, ..Pace::default() });
    let turn = turn_of(&mut rig, "anna");
    receipt(&mut rig, "anna", &[&turn], Some("2026-11-21T00:30:00Z"), "2026-11-21T00:30:00Z");
    assert!(at(&rig, "2026-11-22T00:01:00Z").periods[0].open, "anna does not say when it came to bert");
    receipt(&mut rig, "bert", &[&turn], Some("2026-11-21T06:01:00Z"), "2026-11-21T08:00:00Z");
    receipt(&mut rig, "bert", &[&turn], None, "2026-11-21T09:00:00Z");
    let account = at(&rig, "2026-11-22T00:01:00Z");
    let told: Vec<_> =
        account.periods.iter().map(|one| (one.seat.as_str(), one.used().num_hours(), one.open)).collect();
    assert_eq!(told, [("anna", 6, false), ("bert", 18, true)]);
    assert_eq!(account.periods[0].to.evidence.kind, EvidenceKind::Receipt);
    // What bert says afterwards of when it came counts no more.
    respond(&mut rig, Some("2026-11-22T00:00:00Z"), "2026-11-22T00:01:00Z");
    assert_eq!(at(&rig, "2026-11-22T00:01:00Z").periods[0].used().num_hours(), 6);
    rig.assert_verifies();
}

/// A day for each answer, two in reserve, half of them gained with each answer: what is over comes off the reserve.
#[test]
fn the_reserve_is_used_up_and_then_an_answer_is_late() {
    let pace = Pace { days: 1, bank: Some(2), increment: Some(1), miss: Some(Miss::Claim), ..Pace::default() };
    let mut rig = rig(TrustMode::HeadToHead, pace);
    turn_of(&mut rig, "anna");
    // Two days and a half: a day and a half off the reserve.
    respond(&mut rig, Some("2026-11-23T12:01:00Z"), "2026-11-23T12:01:00Z");
    let account = at(&rig, "2026-11-23T12:01:00Z");
    assert_eq!(account.periods[0].bank, TimeDelta::hours(12));
    assert_eq!(account.seats[0].bank, TimeDelta::hours(36), "with what the answer has gained");
    assert_eq!((account.seats[0].misses, account.miss), (0, Miss::Claim));
    // Bert's own turn: four days, three of them over, of which the reserve bears two and his first answer one.
    let late = at(&rig, "2026-11-27T12:01:00Z");
    let running = late.running(&id("bert")).unwrap();
    assert_eq!((running.late, late.seats[1].misses), (TimeDelta::zero(), 0));
    let late = at(&rig, "2026-11-27T13:01:00Z");
    let running = late.running(&id("bert")).unwrap();
    assert_eq!((running.late, running.bank, late.seats[1].misses), (TimeDelta::hours(1), TimeDelta::zero(), 1));
}

#[test]
fn a_first_miss_within_the_grace_is_forgiven_and_no_other() {
    let mut rig = rig(TrustMode::HeadToHead, Pace { days: 1, grace: Some(1), ..Pace::default() });
    turn_of(&mut rig, "anna");
    respond(&mut rig, Some("2026-11-22T12:01:00Z"), "2026-11-22T12:01:00Z");
    let account = at(&rig, "2026-11-22T12:01:00Z");
    assert!(account.periods[0].forgiven && account.seats[0].misses == 0);
    // Longer than the grace.
    let later = at(&rig, "2026-11-25T12:01:00Z");
    let running = later.running(&id("bert")).unwrap();
    assert!(!running.forgiven && later.seats[1].misses == 1, "{running:?}");
    let within = at(&rig, "2026-11-24T12:00:00Z");
    assert!(within.running(&id("bert")).unwrap().forgiven && within.seats[1].misses == 0);
}

/// Ten days of leave are granted; they stop the clock from when they are declared on, and no longer than that.
#[test]
fn leave_stops_the_clock_as_far_as_the_charter_grants_it() {
    let mut rig = rig(TrustMode::HeadToHead, Pace { days: 1, leave: Some(10), ..Pace::default() });
    leave(&mut rig, "anna", "2026-11-21T12:01:00Z", 8, "2026-11-21T00:10:00Z");
    assert_eq!(at(&rig, "2026-11-29T12:01:00Z").periods[0].used(), TimeDelta::hours(12));
    let account = at(&rig, "2026-11-30T00:01:00Z");
    assert_eq!((account.periods[0].used(), account.seats[0].misses), (TimeDelta::days(1), 0));
    assert_eq!((account.seats[0].leave_left, account.seats[1].leave_left), (2, 10));
    let due = rig.with(|chain, _| adjutant_core::chain::status::status(chain).due).unwrap();
    assert_eq!(due, "2026-11-30T00:01:00Z");
    // Six more, of which two are granted, and none before they were declared.
    leave(&mut rig, "anna", "2026-11-30T00:01:00Z", 6, "2026-11-30T12:01:00Z");
    let account = at(&rig, "2026-12-03T00:01:00Z");
    assert_eq!(account.seats[0].leave_left, 0);
    assert_eq!(account.periods[0].leave, TimeDelta::hours(8 * 24 + 36));
}

/// A pause of one player stops nothing. With the other's it stops every clock from then on, uses up no leave, and ends
/// when one of them says so.
#[test]
fn a_pause_stops_every_clock_while_all_players_agree() {
    let mut rig = rig(TrustMode::HeadToHead, Pace { days: 1, leave: Some(10), ..Pace::default() });
    pause(&mut rig, "anna", "2026-11-21T06:01:00Z", 10, "2026-11-21T06:01:00Z");
    assert_eq!(at(&rig, "2026-11-25T12:01:00Z").periods[0].used(), TimeDelta::hours(4 * 24 + 12));
    // Bert's words of noon, though he dates the pause back: nobody agrees to what is past.
    pause(&mut rig, "bert", "2026-11-20T00:00:00Z", 12, "2026-11-21T12:01:00Z");
    let account = at(&rig, "2026-11-25T12:01:00Z");
    assert_eq!(account.periods[0].used(), TimeDelta::hours(12));
    assert_eq!((account.seats[0].leave_left, account.seats[1].leave_left), (10, 10));
    let due = rig.with(|chain, _| adjutant_core::chain::status::status(chain).due).unwrap();
    assert_eq!(due, "2026-12-01T18:01:00Z", "12 hours after Anna's ten days have passed, which is before Bert's");
    // Anna calls the pause off on the 26th, for the day after.
    pause(&mut rig, "anna", "2026-11-26T00:01:00Z", 1, "2026-11-26T00:01:00Z");
    assert_eq!(at(&rig, "2026-11-28T00:01:00Z").periods[0].used(), TimeDelta::hours(36));
    assert_eq!(at(&rig, "2026-11-28T00:01:00Z").seats[0].misses, 1);
}

/// No clock runs on the holidays of the charter, which use up no leave and are charged once with what else they cover.
#[test]
fn no_clock_runs_on_a_holiday() {
    let holiday = |from: &str, until: &str| Away { from: from.to_owned(), until: until.to_owned() };
    let holidays = vec![
        holiday("2026-11-24T00:00:00Z", "2026-11-25T00:00:00Z"),
        holiday("2026-11-22T00:00:00Z", "2026-11-24T00:00:00Z"),
    ];
    let mut rig =
        rig(TrustMode::HeadToHead, Pace { days: 2, leave: Some(9), holidays: Some(holidays), ..Pace::default() });
    let from = at(&rig, "2026-11-30T00:00:00Z").periods[0].from.time;
    let due = rig.with(|chain, _| adjutant_core::chain::status::status(chain).due).map(|due| time(&due)).unwrap();
    assert_eq!(due - from, TimeDelta::days(5), "two days, and three on which no clock runs");
    // A pause on the same days changes nothing.
    pause(&mut rig, "anna", "2026-11-22T12:00:00Z", 1, "2026-11-22T12:00:00Z");
    pause(&mut rig, "bert", "2026-11-22T12:00:00Z", 1, "2026-11-22T12:00:00Z");
    let account = at(&rig, "2026-11-30T00:00:00Z");
    assert_eq!(account.periods[0].leave, TimeDelta::days(3));
    assert_eq!(account.seats[0].leave_left, 9);
    let pace = rig.with(|chain, _| chain.charter.typed.pace.clone());
    let after = days_without_holidays(&pace, time("2026-11-21T12:00:00Z"), 1);
    assert_eq!(after, time("2026-11-25T12:00:00Z"));
}

/// A holiday that ends before it begins, or that is no time, is refused before anybody signs.
#[test]
fn a_holiday_has_a_beginning_and_an_end() {
    let holiday = |from: &str, until: &str| Away { from: from.to_owned(), until: until.to_owned() };
    let refused = |holidays: &[Away]| check_holidays(holidays).map(|problem| problem.message);
    let sound = holiday("2026-11-24T00:00:00Z", "2026-11-25T00:00:00Z");
    assert_eq!(refused(std::slice::from_ref(&sound)), None);
    let turned = holiday("2026-11-25T00:00:00Z", "2026-11-24T00:00:00Z");
    assert_eq!(refused(&[sound.clone(), turned]).unwrap(), "a holiday must end after it begins");
    assert!(refused(&[holiday("2026-11-24", "2026-11-25T00:00:00Z")]).unwrap().contains("is not a time in UTC"));
    assert_eq!(refused(&vec![sound; 65]).unwrap(), "a clock has at most 64 holidays");
}

/// The referee need not agree, and his clock stands still with theirs.
#[test]
fn a_pause_is_agreed_on_by_players_alone() {
    let mut rig = rig(TrustMode::Refereed, Pace { days: 1, ..Pace::default() });
    for seat in ["north", "south", "aide"] {
        assert!(rig.with(|chain, _| pauses(chain)).is_empty());
        pause(&mut rig, seat, "2026-11-21T06:00:00Z", 2, "2026-11-21T06:00:00Z");
    }
    let agreed = rig.with(|chain, _| pauses(chain));
    assert_eq!(agreed, [(time("2026-11-21T06:00:00Z"), time("2026-11-23T06:00:00Z"))]);
}

/// Agreements at random: the clocks stand still at a moment if and only if, of each player's words written by then, the
/// last cover it.
#[test]
fn pauses_at_random_last_while_the_last_words_of_every_player_do() {
    let mut state = 11_u64;
    let mut below = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut stood = 0;
    for _ in 0..60 {
        let mut rig = rig(TrustMode::HeadToHead, Pace { days: 1, ..Pace::default() });
        let mut said: Vec<(usize, u64, u64, u64)> = Vec::new();
        for n in 0..below(12) {
            // No two are written at the same time.
            let (who, written, from, days) = (below(2) as usize, 1 + 2 * n + below(2), 1 + below(12), below(20));
            pause(
                &mut rig,
                ["anna", "bert"][who],
                &format!("2026-12-{from:02}T00:00:00Z"),
                days as u32,
                &format!("2026-12-{written:02}T00:00:00Z"),
            );
            said.push((who, written, from, days));
        }
        let found = rig.with(|chain, _| pauses(chain));
        for day in 1..31 {
            let covers = |who: usize| {
                let last = said.iter().filter(|one| one.0 == who && one.1 <= day).max_by_key(|one| one.1);
                last.is_some_and(|(_, _, from, days)| (*from..from + days).contains(&day))
            };
            let noon = time(&format!("2026-12-{day:02}T12:00:00Z"));
            let stands = found.iter().any(|(from, until)| *from <= noon && noon < *until);
            assert_eq!(stands, covers(0) && covers(1), "day {day} of {said:?}: {found:?}");
            stood += usize::from(stands);
        }
    }
    assert!(stood > 20, "{stood}");
}

/// While a refused turn lies with its responder, his time runs.
#[test]
fn a_refusal_stops_one_clock_and_starts_the_other() {
    let mut rig = rig(TrustMode::Refereed, Pace { days: 2, ..Pace::default() });
    rig.play_all(&[("north", json!({})), ("south", json!({})), ("aide", json!({}))]);
    let before = at(&rig, "2026-11-21T12:00:00Z").periods.len();
    rig.choose(1, &[("north", "bold"), ("south", "wary")]);
    let file = rig.turn("north", json!({"orders": [{"raid": {"dice": 99}}]}));
    rig.refuse_turn(&file, &[adjutant_core::document::Problem::new("too many")]);
    let account = at(&rig, "2026-11-21T12:00:00Z");
    let north: Vec<_> = account.periods.iter().filter(|one| one.seat == id("north")).collect();
    let last = north.last().unwrap();
    assert!(last.open && last.from.evidence.file.starts_with("refusals/"), "{last:?}");
    assert_eq!(north[north.len() - 2].to.evidence.file, last.from.evidence.file);
    assert!(account.periods.len() > before);
    let answers =
        account.periods.iter().filter(|one| one.task == Task::Answer && one.seat == id("adjudicator")).count();
    assert!(answers >= 4, "each state, and the refusal: {answers}");
}

/// Dates and spans at the ends of what can be written: nothing overflows.
#[test]
fn absurd_times_are_reckoned_with() {
    let pace =
        Pace { days: u32::MAX, bank: Some(u32::MAX), leave: Some(u32::MAX), grace: Some(u32::MAX), ..Pace::default() };
    let mut rig = rig(TrustMode::HeadToHead, pace);
    leave(&mut rig, "anna", "9999-12-31T00:00:00Z", u32::MAX, "0000-01-01T00:00:00Z");
    leave(&mut rig, "anna", "0000-01-01T00:00:00Z", 0, "9999-12-31T00:00:00Z");
    let turn = turn_of(&mut rig, "anna");
    receipt(&mut rig, "bert", &[&turn], Some("0000-01-01T00:00:00Z"), "9999-12-31T23:59:59Z");
    let account = at(&rig, "9999-12-31T23:59:59Z");
    assert_eq!(account.periods[0].used(), TimeDelta::zero(), "what came before it was asked took no time");
    // What came after its receipt was written, or after it was resolved, did not come then.
    let mut rig = Rig::toy(TrustMode::HeadToHead, 3);
    let turn = turn_of(&mut rig, "anna");
    receipt(&mut rig, "bert", &[&turn], Some("2031-01-01T00:00:00Z"), "2026-11-21T08:00:00Z");
    assert_eq!(at(&rig, "2026-11-22T00:00:00Z").periods[0].to.time, time("2026-11-21T08:00:00Z"));
    respond(&mut rig, Some("2026-11-21T06:00:00Z"), "2026-11-21T07:00:00Z");
    assert_eq!(at(&rig, "2026-11-22T00:00:00Z").periods[0].to.time, time("2026-11-21T06:00:00Z"));
    rig.with(|chain, _| adjutant_core::chain::status::status(chain));
}

/// A receipt that its seat did not sign, or that was altered, is told of and does not count.
#[test]
fn a_forged_receipt_counts_for_nothing() {
    let mut rig = rig(TrustMode::HeadToHead, Pace { days: 2, ..Pace::default() });
    let turn = turn_of(&mut rig, "anna");
    receipt(&mut rig, "bert", &[&turn], Some("2026-11-21T06:01:00Z"), "2026-11-21T08:00:00Z");
    assert!(rig.verify().failures.is_empty());
    let name = rig.files.last().unwrap().0.clone();
    rig.edit(&name, |text| text.replace("06:01", "00:02"));
    assert!(at(&rig, "2026-11-22T00:01:00Z").periods[0].open);
    let failure = rig.verify().failures.into_iter().next().unwrap();
    assert_eq!((failure.file, failure.seat), (name, Some(id("bert"))));
}

/// Increments fill the reserve up to what the charter says, and take nothing from one that is above it.
#[test]
fn increments_fill_the_reserve_up_to_its_cap() {
    for (bank, most, expected) in
        [(2, None, 4), (2, Some(9), 4), (2, Some(3), 3), (2, Some(2), 2), (2, Some(1), 2), (0, Some(1), 1)]
    {
        let pace = Pace { days: 1, bank: Some(bank), increment: Some(2), most, ..Pace::default() };
        let mut rig = rig(TrustMode::HeadToHead, pace);
        turn_of(&mut rig, "anna");
        respond(&mut rig, Some("2026-11-21T00:02:00Z"), "2026-11-21T00:02:00Z");
        let account = at(&rig, "2026-11-21T00:02:00Z");
        assert_eq!(account.seats[0].bank, TimeDelta::days(expected), "{bank} {most:?}");
    }
    // New clocks have a cap; clocks that were agreed on without one keep their meaning.
    let pace = |bank, increment, most| Pace { days: 3, bank, increment, most, ..Pace::default() }.capped().most;
    assert_eq!(pace(Some(10), Some(1), None), Some(20));
    assert_eq!(pace(None, Some(1), None), Some(3));
    assert_eq!(pace(Some(10), Some(1), Some(12)), Some(12));
    assert_eq!(pace(Some(10), None, None), None);
    assert_eq!(pace(Some(10), Some(0), None), None);
}

/// Days that several leaves have in common are charged once, in whatever order they were declared.
#[test]
fn leave_that_overlaps_is_charged_once() {
    let days = [("2026-11-22T00:00:00Z", 5), ("2026-11-25T00:00:00Z", 5), ("2026-11-23T00:00:00Z", 2)];
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut rig = rig(TrustMode::HeadToHead, Pace { days: 1, leave: Some(10), ..Pace::default() });
        for at in order {
            leave(&mut rig, "anna", days[at].0, days[at].1, "2026-11-21T00:10:00Z");
        }
        let account = at(&rig, "2026-12-05T00:01:00Z");
        // From the 22nd to the 30th: eight days, and not twelve.
        assert_eq!(account.seats[0].leave_left, 2, "{order:?}");
        assert_eq!(account.periods[0].leave, TimeDelta::days(8), "{order:?}");
    }
    // As many days as are left count, from the first on.
    let mut rig = rig(TrustMode::HeadToHead, Pace { days: 1, leave: Some(6), ..Pace::default() });
    leave(&mut rig, "anna", "2026-11-22T00:00:00Z", 5, "2026-11-21T00:10:00Z");
    leave(&mut rig, "anna", "2026-11-25T00:00:00Z", 5, "2026-11-21T00:10:00Z");
    let account = at(&rig, "2026-12-05T00:01:00Z");
    assert_eq!((account.seats[0].leave_left, account.periods[0].leave), (0, TimeDelta::days(6)));
    // A leave that was declared late does not take the days before from one that was declared in time.
    let mut rig = self::rig(TrustMode::HeadToHead, Pace { days: 1, leave: Some(10), ..Pace::default() });
    leave(&mut rig, "anna", "2026-11-22T00:00:00Z", 4, "2026-11-25T00:00:00Z");
    leave(&mut rig, "anna", "2026-11-23T00:00:00Z", 4, "2026-11-21T00:10:00Z");
    let account = at(&rig, "2026-12-05T00:01:00Z");
    assert_eq!((account.seats[0].leave_left, account.periods[0].leave), (5, TimeDelta::days(4)));
}

/// Spans of leave at random: what is charged is never more than the days that they cover, nor than the charter grants,
/// and the clock never stands still for longer than was charged.
#[test]
fn leave_at_random_is_charged_by_the_days_that_it_covers() {
    let mut number = 7_u64;
    let mut next = |most: u64| {
        number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (number >> 33) % most
    };
    for _ in 0..60 {
        let granted = next(20) as u32;
        let mut rig = rig(TrustMode::HeadToHead, Pace { days: 1, leave: Some(granted), ..Pace::default() });
        let mut covered = std::collections::BTreeSet::new();
        for _ in 0..=next(5) {
            let (from, days) = (1 + next(20), 1 + next(8));
            covered.extend(from..from + days);
            leave(&mut rig, "anna", &format!("2026-12-{from:02}T00:00:00Z"), days as u32, "2026-11-21T00:10:00Z");
        }
        let account = at(&rig, "2027-02-01T00:00:00Z");
        let expected = granted.min(covered.len() as u32);
        assert_eq!(granted - account.seats[0].leave_left, expected);
        assert_eq!(account.periods[0].leave, TimeDelta::days(i64::from(expected)));
    }
}

/// A match that continues another begins with the clocks as they stood, where its charter gives them.
#[test]
fn clocks_go_on_as_they_stood() {
    let pace = Pace { days: 1, bank: Some(5), leave: Some(10), grace: Some(9), ..Pace::default() };
    let mut before = rig(TrustMode::HeadToHead, pace.clone());
    leave(&mut before, "anna", "2026-11-21T00:10:00Z", 1, "2026-11-21T00:10:00Z");
    leave(&mut before, "bert", "2026-12-24T00:00:00Z", 3, "2026-11-21T00:10:00Z");
    turn_of(&mut before, "anna");
    respond(&mut before, Some("2026-11-25T00:01:00Z"), "2026-11-25T00:01:00Z");
    // Anna has taken two days of her reserve, besides a day of leave; bert is on leave at Christmas.
    let now = time("2026-11-25T00:01:00Z");
    let clocks = before.with(|chain, _| adjutant_core::chain::successor::clocks(chain, now)).unwrap();
    let day = 24 * 60 * 60;
    assert_eq!((clocks[0].reserve, clocks[0].leave, &clocks[0].away), (3 * day, 9 * day, &None));
    assert_eq!((clocks[1].reserve, clocks[1].leave), (5 * day, 7 * day));
    let rig = Rig::continuing_with(&before, &[], pace.clone(), Some(clocks.clone()));
    let account = rig.with(|chain, _| account(chain, time("2026-11-21T00:01:00Z")));
    let told: Vec<_> = account.seats.iter().map(|seat| (seat.bank, seat.leave_left)).collect();
    assert_eq!(told, [(TimeDelta::days(3), 9), (TimeDelta::days(5), 7)]);
    // Once more, and nothing is lost or charged twice.
    let again = rig.with(|chain, _| adjutant_core::chain::successor::clocks(chain, time("2026-11-21T00:01:00Z")));
    assert_eq!(again, Some(clocks.clone()));
    // A match without a reserve or leave has no clocks to bring.
    let plain = self::rig(TrustMode::HeadToHead, Pace { days: 2, ..Pace::default() });
    assert_eq!(plain.with(|chain, _| adjutant_core::chain::successor::clocks(chain, now)), None);
    // What cannot be a clock is refused in the charter.
    let mut wrong = clocks;
    wrong[1].seat = wrong[0].seat.clone();
    wrong[0].reserve = u64::MAX / 4_096;
    let rig = Rig::continuing_with(&before, &[], pace, Some(wrong));
    let problems =
        rig.with(|chain, _| adjutant_core::chain::charter::check_form(&chain.charter.typed, &Default::default()));
    let said: Vec<String> = problems.into_iter().map(|problem| problem.message).collect();
    assert!(said.iter().any(|line| line.contains("has two clocks")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("at most 3650 days")), "{said:?}");
}
