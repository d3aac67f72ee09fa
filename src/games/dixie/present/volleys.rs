//! Fire, melee and morale as audits: every die, every hit and what became of it, so that a reader can add it up.

use super::groups::Told;
use super::names;
use crate::Dixie;
use crate::engine::sum::Sum;
use crate::events::{Event, NoFire, Range, Why};
use crate::ledger::Game;
use crate::place::Place;
use crate::report::say::{Rolls, Say};
use crate::report::words::{count, list, plural};
use crate::report::{EventText, Kind, Span, Text};
use crate::side::Side;

/// A sum in words; of a single part its value alone.
fn sum(rules: &Dixie, game: &Game, sum: &Sum) -> String {
    match sum.0.as_slice() {
        [_] | [] => sum.total().to_string(),
        _ => sum.words(|part| names::part(rules, game, part)),
    }
}

fn faces(faces: &[u64]) -> String {
    list(faces.iter().map(u64::to_string), "and", "nothing")
}

/// A line of an audit with a roll behind it.
fn line(what: String, words: String, roll: Option<u64>) -> (String, Text) {
    (what, Say::words(words).roll(roll).text())
}

/// At what range cards fire.
fn range(range: Range) -> &'static str {
    match range {
        Range::Short => "at short range",
        Range::Long => "at long range",
        Range::Support => "at long range, into an engagement",
        Range::Enfilade => "in enfilade",
        Range::Melee => "in melee",
    }
}

/// Why a card does not fire.
pub fn no_fire(because: NoFire) -> &'static str {
    match because {
        NoFire::NoCv => "it has no CV left there",
        NoFire::Ammunition => "it is low on ammunition",
        NoFire::NoTroop => "it is no troop card",
        NoFire::Enough => "the order has scored its hits, or no target is left",
    }
}

/// What cards of a position scored together, as it is counted.
#[derive(Default)]
struct Count {
    /// Hits scored by each side, the USA's first.
    scored: [u32; 2],
    /// Hits that troops have taken, and what else became of hits.
    taken: u32,
    gone: u32,
}

/// Cards fire, and what comes of it.
pub fn volley(rules: &Dixie, game: &Game, fired: &[Event], after: &[Told], rolls: &mut Rolls) -> Option<EventText> {
    let (first_side, place, at, far) = fired.iter().find_map(|event| match event {
        Event::Fired { side, from, at, range, .. } => Some((*side, *from, *at, *range)),
        _ => None,
    })?;
    let melee = far == Range::Melee;
    let (mut audit, mut counts) = (Vec::new(), Count::default());
    let mut scores = Vec::new();
    for event in fired {
        let Event::Fired { side, card, target, dice, firepower, faces: fell, hits, .. } = event else { continue };
        let purpose = if melee { format!("melee {side}") } else { format!("fire {side}") };
        let aimed = target.as_ref().map(|target| format!(" at {}", names::short(rules, game, side.other(), target)));
        let on = if *firepower > 1 { format!("1-{firepower}") } else { "1".to_owned() };
        let words = format!(
            "{} dice{}, F{firepower} hits on {on}: rolls {}: {}.",
            sum(rules, game, dice),
            aimed.unwrap_or_default(),
            faces(fell),
            names::hits(*hits)
        );
        let who = if melee {
            format!("{}, {}", names::card(rules, game, *side, card), names::side(*side))
        } else {
            names::card(rules, game, *side, card)
        };
        audit.push(line(who, words, rolls.of(&purpose)));
        counts.scored[usize::from(*side == Side::Csa)] += u32::from(*hits);
        scores.push(hits.to_string());
    }
    let all: u32 = counts.scored.iter().sum();
    if scores.len() > 1 {
        audit.push(line("Hits scored".to_owned(), format!("{} = {all}.", scores.join(" + ")), None));
    }
    became(rules, game, after, &mut audit, &mut counts);
    let left = all.saturating_sub(counts.taken + counts.gone);
    if left > 0 && counts.taken + counts.gone > 0 {
        audit.push(line("Still to be taken".to_owned(), format!("{}.", names::hits(left)), None));
    }
    let said = match melee {
        true => format!(
            "Both sides fight in {}: the USA scores {}, the CSA {}.",
            names::place(place),
            names::hits(counts.scored[0]),
            names::hits(counts.scored[1])
        ),
        false => {
            let target = if at == place { "the enemy there".to_owned() } else { names::place(at) };
            let who = first_side.opening();
            format!("{who} fires from {} at {target}, {}: {}.", names::place(place), range(far), names::hits(all))
        }
    };
    let told = EventText { audit, ..EventText::say(Kind::Combat, Say::words(said)) };
    let told = told.of(first_side.id(), Some(super::picture::middle(game, at)));
    Some(if all > 0 { told.first() } else { told })
}

/// The cards that held their fire, and what became of hits.
fn became(rules: &Dixie, game: &Game, after: &[Told], audit: &mut Vec<(String, Text)>, counts: &mut Count) {
    let (mut taken, mut generals, mut lost) = (Vec::new(), Vec::new(), Vec::new());
    for Told { rule, event } in after {
        match event {
            Event::HeldFire { side, card, because, .. } => {
                let words = format!("does not fire: {}.", no_fire(*because));
                audit.push(line(names::card(rules, game, *side, card), words, None));
            }
            Event::Hit { side, card, hits, now, .. } => {
                let cv = rules.card(game, *side, card).filter(|card| card.kind.is_troop()).map(|card| card.cv);
                let of = cv.map_or(String::new(), |cv| format!(" against CV {cv}"));
                let words = format!("{} {hits} ({now} now{of})", names::short(rules, game, *side, card));
                if rule == "11.2" {
                    generals.push(words);
                } else {
                    counts.taken += u32::from(*hits);
                    taken.push(words);
                }
            }
            Event::Wasted { hits, .. } => {
                counts.gone += u32::from(*hits);
                audit.push(line("No card left to take".to_owned(), format!("{}.", names::hits(*hits)), None));
            }
            Event::Covered { hits, .. } => {
                counts.gone += u32::from(*hits);
                audit.push(line("Cover takes away".to_owned(), format!("{}.", names::hits(*hits)), None));
            }
            Event::Eliminated { side, card, .. } => lost.push(names::short(rules, game, *side, card)),
            _ => {}
        }
    }
    let listed = |words: Vec<String>| list(words, "and", "nobody");
    if !taken.is_empty() {
        let all = if taken.len() > 1 { format!(": {} in all", counts.taken) } else { String::new() };
        audit.push(line("Hits taken".to_owned(), format!("{}{all}.", listed(taken)), None));
    }
    if !generals.is_empty() {
        audit.push(("Hits for sixes".to_owned(), Say::words(format!("{}.", listed(generals))).rule("11.2").text()));
    }
    if !lost.is_empty() {
        audit.push(line("Eliminated".to_owned(), format!("{}.", listed(lost)), None));
    }
}

/// What cards check their morale for.
pub fn why(why: Why) -> &'static str {
    match why {
        Why::Hits => "for hits",
        Why::Melee => "for hits in melee",
        Why::Disorganization => "for disorganization",
        Why::ForceMarch => "for a force march",
        Why::Outflanking => "for outflanking",
        Why::Support => "for hits by friends",
        Why::Scouting => "for hits while scouting",
    }
}

/// What befalls a card that fails, as a player reads it: of one, and of several.
fn fails(why: Why, troop: bool) -> (&'static str, &'static str) {
    match why {
        _ if !troop => ("is lost", "are lost"),
        Why::Hits | Why::Melee | Why::Support | Why::Scouting => ("routs", "rout"),
        Why::Disorganization => ("goes to the Reserve", "go to the Reserve"),
        Why::ForceMarch => ("does not move", "do not move"),
        Why::Outflanking => ("stays in the Reserve", "stay in the Reserve"),
    }
}

fn purpose(why: Why, side: Side) -> String {
    match why {
        Why::Disorganization => format!("disorganization {side}"),
        Why::ForceMarch => format!("force march {side}"),
        Why::Outflanking => format!("outflanking {side}"),
        Why::Hits | Why::Melee | Why::Support | Why::Scouting => format!("morale {side}"),
    }
}

/// Cards of a side check their morale.
pub fn checks(rules: &Dixie, game: &Game, side: Side, for_what: Why, all: &[Event], rolls: &mut Rolls) -> EventText {
    let (mut audit, mut failed, mut at) = (Vec::new(), Vec::new(), None);
    for event in all {
        let Event::Check { card, place, value, faces: fell, passed, .. } = event else { continue };
        let troop = rules.card(game, side, card).is_none_or(|card| card.kind.is_troop());
        let needs = if troop { format!("morale {}", sum(rules, game, value)) } else { "any 6 is fatal".to_owned() };
        let result = if *passed { "passes" } else { fails(for_what, troop).0 };
        let who = format!("{}, {}", names::card(rules, game, side, card), names::title(*place));
        let words = format!("{needs}; rolls {}: {result}.", faces(fell));
        let (who, mut text) = line(who, words, rolls.of(&purpose(for_what, side)));
        if !troop {
            text.extend([Span::plain(" "), Span::rule("11.2")]);
        }
        audit.push((who, text));
        if !passed {
            failed.push((names::card(rules, game, side, card), troop));
        }
        at = at.or(Some(*place));
    }
    let passed = audit.len() - failed.len();
    let people = failed.iter().map(|(name, _)| name.clone()).collect();
    let troops = count(failed.iter().filter(|(_, troop)| *troop));
    let pass = if passed == 1 { "passes" } else { "pass" };
    let mut said = vec![format!("{} {pass}", plural(u32::try_from(passed).unwrap_or(u32::MAX), "card"))];
    if passed == 0 {
        said.clear();
    }
    for troop in [true, false] {
        let lost: Vec<String> = failed.iter().filter(|(_, one)| *one == troop).map(|(name, _)| name.clone()).collect();
        let (one, several) = fails(for_what, troop);
        let verb = if lost.len() == 1 { one } else { several };
        if !lost.is_empty() {
            said.push(format!("{} {verb}", list(lost, "and", "")));
        }
    }
    let words = format!("Morale checks of {} {}: {}.", side.in_words(), why(for_what), list(said, "and", "none"));
    let kind = if troops < count(&failed) { Kind::Leader } else { Kind::Combat };
    let told = EventText { audit, people, ..EventText::say(kind, Say::words(words)) };
    let told = told.of(side.id(), at.map(|place: Place| super::picture::middle(game, place)));
    let fatal = !failed.is_empty() && matches!(for_what, Why::Hits | Why::Melee | Why::Support | Why::Scouting);
    if fatal { told.first() } else { told }
}
