//! Fire, melee and morale as audits: every die, every hit and what became of it, so that a reader can add it up.

use super::event_groups::RuledEvent;
use super::{names, picture_positions};
use crate::Dixie;
use crate::engine::sum::Sum;
use crate::events::{Event, MoraleCheckReason, NoFire, Range};
use crate::ledger::Game;
use crate::report::grammar::list;
use crate::report::text_builder::{Rolls, TextBuilder};
use crate::report::{EventText, Kind, Text};
use crate::side::Side;

/// A sum in words that comes to something: `2nd Maine 3 + Hill 1 - Creek 1 = 3 dice`; of a single part that alone.
fn sum(rules: &Dixie, game: &Game, sum: &Sum, comes_to: &str) -> String {
    match sum.0.as_slice() {
        [_] | [] => comes_to.to_owned(),
        [first, others @ ..] => {
            let name = |part: &str| names::sum_part(rules, game, part);
            let mut words = format!("{} {}", name(&first.0), first.1);
            for (part, points) in others {
                let sign = if *points < 0 { '-' } else { '+' };
                words += &format!(" {sign} {} {}", name(part), points.unsigned_abs());
            }
            format!("{words} = {comes_to}")
        }
    }
}

/// What the dice show.
pub fn faces(faces: &[u64]) -> String {
    list(faces.iter().map(u64::to_string), "and", "nothing")
}

/// A line of an audit with a roll behind it.
fn entry(what: String, words: String, roll: Option<u64>) -> (String, Text) {
    (what, TextBuilder::words(words).roll(roll).text())
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
        NoFire::NoTroop => "it is not a troop card",
        NoFire::Enough => "the order has scored the hits that it asked for, or no target is left",
    }
}

/// Cards fire, with the consequences.
pub fn volley(
    rules: &Dixie,
    game: &Game,
    fired: &[Event],
    after: &[RuledEvent],
    rolls: &mut Rolls,
) -> Option<EventText> {
    let Event::Fired { side: first, from, at, range: far, .. } = fired.first()? else { return None };
    let melee = *far == Range::Melee;
    let mut audit = Vec::new();
    let mut scored: [Vec<u32>; 2] = Default::default();
    for event in fired {
        let Event::Fired { side, card, target, dice, firepower, faces: fell, hits, .. } = event else { continue };
        let purpose = if melee { format!("melee {side}") } else { format!("fire {side}") };
        let aimed =
            target.as_ref().map(|target| format!(" at {}", names::short_name(rules, game, side.other(), target)));
        let on = if *firepower > 1 { format!("1-{firepower}") } else { "1".to_owned() };
        let words = format!(
            "{}{}; F{firepower} hits on {on}; rolls {}: {}.",
            sum(rules, game, dice, &number_of_dice(dice.total())),
            aimed.unwrap_or_default(),
            faces(fell),
            names::hits(*hits)
        );
        let whose = if melee { format!(", {}", side.title()) } else { String::new() };
        audit.push(entry(names::short_name(rules, game, *side, card) + &whose, words, rolls.of(&purpose)));
        scored[usize::from(*side == Side::Csa)].push(u32::from(*hits));
    }
    for (side, hits) in Side::BOTH.into_iter().zip(&scored).filter(|(_, hits)| hits.len() > 1) {
        let parts: Vec<String> = hits.iter().map(u32::to_string).collect();
        let words = format!("{} = {}.", parts.join(" + "), hits.iter().sum::<u32>());
        audit.push(entry(format!("Hits by {}", side.in_words()), words, None));
    }
    let [usa, csa] = scored.each_ref().map(|hits| hits.iter().sum::<u32>());
    let FireEffects { counted, lost } = fire_effects(rules, game, after, &mut audit);
    if counted > 0 && counted < usa + csa {
        audit.push(entry("Still to be taken".to_owned(), format!("{}.", names::hits(usa + csa - counted)), None));
    }
    let place = names::place(*from);
    let said = if melee {
        let (usa, csa) = (names::hits(usa), names::hits(csa));
        format!("Both sides fight in {place}: the USA scores {usa}, the CSA {csa}{lost}.")
    } else {
        let (who, hits) = (first.opening(), names::hits(usa + csa));
        let aim = if at == from {
            format!("at {} in {place}", first.other().in_words())
        } else {
            format!("from {place} at {}", names::place(*at))
        };
        format!("{who} fires {aim}, {}: {hits}{lost}.", range(*far))
    };
    let text = EventText { audit, brief: usa + csa > 0, ..EventText::new(Kind::Combat, TextBuilder::words(said)) };
    Some(text.of(first.id(), picture_positions::middle(game, *at)))
}

/// This many dice: `1 die`.
fn number_of_dice(count: i64) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// Cards take hits that were face down when they were fired at.
pub fn hits(rules: &Dixie, game: &Game, taken: &[RuledEvent]) -> Option<EventText> {
    let Event::Hit { side, place, .. } = &taken.first()?.event else { return None };
    let mut audit = Vec::new();
    let FireEffects { lost, .. } = fire_effects(rules, game, taken, &mut audit);
    let all = taken.iter().map(|ruled| if let Event::Hit { hits, .. } = ruled.event { u32::from(hits) } else { 0 });
    let all = names::hits(all.sum::<u32>());
    let words = format!("{} takes {all} in {}{lost}.", side.opening(), names::place(*place));
    let text = EventText { audit, brief: !lost.is_empty(), ..EventText::new(Kind::Combat, TextBuilder::words(words)) };
    Some(text.of(side.id(), picture_positions::middle(game, *place)))
}

/// What became of fire.
struct FireEffects {
    /// Of how many hits it tells.
    counted: u32,
    /// The cards that are eliminated, as the end of a sentence.
    lost: String,
}

/// The cards that held their fire, and what became of hits.
fn fire_effects(rules: &Dixie, game: &Game, after: &[RuledEvent], audit: &mut Vec<(String, Text)>) -> FireEffects {
    let mut counted = 0;
    // Troops that take hits, generals and specials that take them for sixes: each with its hits now and in all.
    let mut taken: [Vec<(String, u8, u8)>; 2] = Default::default();
    let mut lost = Vec::new();
    for RuledEvent { rule, event } in after {
        let mut gone = |what: &str, hits: u8| {
            counted += u32::from(hits);
            audit.push(entry(what.to_owned(), format!("{}.", names::hits(hits)), None));
        };
        match event {
            Event::HeldFire { side, card, because, .. } => {
                let words = format!("does not fire: {}.", no_fire(*because));
                audit.push(entry(names::short_name(rules, game, *side, card), words, None));
            }
            Event::Hit { side, card, hits, now, .. } => {
                let six = rule == "11.2";
                counted += if six { 0 } else { u32::from(*hits) };
                let (name, all) = (names::short_name(rules, game, *side, card), &mut taken[usize::from(six)]);
                match all.iter_mut().find(|(known, ..)| *known == name) {
                    Some(known) => (known.1, known.2) = (known.1 + hits, *now),
                    None => all.push((name, *hits, *now)),
                }
            }
            Event::Wasted { hits, .. } => gone("No card left to take", *hits),
            Event::Covered { hits, .. } => gone("Cover takes away", *hits),
            Event::Eliminated { side, card, .. } => lost.push(names::short_name(rules, game, *side, card)),
            _ => {}
        }
    }
    for (what, rule, all) in [("Hits taken", "", &taken[0]), ("Hit by sixes", "11.2", &taken[1])] {
        let each = all.iter().map(|(name, hits, now)| match now == hits {
            true => format!("{name} {hits}"),
            false => format!("{name} {hits} ({now} now)"),
        });
        let sum: u32 = all.iter().map(|(_, hits, _)| u32::from(*hits)).sum();
        let sum = if all.len() > 1 { format!(": {} in all", names::hits(sum)) } else { String::new() };
        let words = format!("{}{sum}.", list(each, "and", "nobody"));
        audit.extend((!all.is_empty()).then(|| (what.to_owned(), TextBuilder::words(words).rule(rule).text())));
    }
    let are = if lost.len() == 1 { "is" } else { "are" };
    let lost = list(lost, "and", "");
    let lost = if lost.is_empty() { lost } else { format!("; {lost} {are} eliminated") };
    FireEffects { counted, lost }
}

/// What cards check their morale for.
pub fn check_reason_words(why: MoraleCheckReason) -> &'static str {
    match why {
        MoraleCheckReason::Hits => "after hits",
        MoraleCheckReason::Melee => "after hits in melee",
        MoraleCheckReason::Disorganization => "for disorganization",
        MoraleCheckReason::ForceMarch => "to force-march",
        MoraleCheckReason::Outflanking => "to outflank",
        MoraleCheckReason::Support => "after hits by its own side",
        MoraleCheckReason::Scouting => "after hits while scouting",
    }
}

/// What befalls a card that fails, as a player reads it: of one, and of several.
fn failure_words(why: MoraleCheckReason, troop: bool) -> (&'static str, &'static str) {
    match why {
        _ if !troop => ("is eliminated", "are eliminated"),
        MoraleCheckReason::Hits
        | MoraleCheckReason::Melee
        | MoraleCheckReason::Support
        | MoraleCheckReason::Scouting => ("routs", "rout"),
        MoraleCheckReason::Disorganization => ("goes to the Reserve", "go to the Reserve"),
        MoraleCheckReason::ForceMarch => ("does not move", "do not move"),
        MoraleCheckReason::Outflanking => ("stays in the Reserve", "stay in the Reserve"),
    }
}

fn purpose(why: MoraleCheckReason, side: Side) -> String {
    match why {
        MoraleCheckReason::Disorganization => format!("disorganization {side}"),
        MoraleCheckReason::ForceMarch => format!("force march {side}"),
        MoraleCheckReason::Outflanking => format!("outflanking {side}"),
        MoraleCheckReason::Hits
        | MoraleCheckReason::Melee
        | MoraleCheckReason::Support
        | MoraleCheckReason::Scouting => format!("morale {side}"),
    }
}

/// Cards of a side check their morale.
pub fn checks(
    rules: &Dixie,
    game: &Game,
    side: Side,
    for_what: MoraleCheckReason,
    all: &[Event],
    rolls: &mut Rolls,
) -> EventText {
    let place_of = |event: &Event| if let Event::Check { place, .. } = event { Some(*place) } else { None };
    let at = all.iter().find_map(place_of);
    let together = all.iter().all(|event| place_of(event) == at);
    let (mut audit, mut failed) = (Vec::new(), Vec::new());
    for event in all {
        let Event::Check { card, place, value, faces: fell, passed, .. } = event else { continue };
        let troop = rules.card(game, side, card).is_none_or(|card| card.kind.is_troop());
        let needs = match troop {
            true => sum(rules, game, value, &format!("morale {}", value.total())),
            false => "any 6 eliminates".to_owned(),
        };
        let result = if *passed { "passes" } else { failure_words(for_what, troop).0 };
        let name = names::short_name(rules, game, side, card);
        let who = if together { name.clone() } else { format!("{name}, {}", names::title(*place)) };
        let say = TextBuilder::words(format!("{needs}; rolls {}: {result}.", faces(fell)));
        let say = say.roll(rolls.of(&purpose(for_what, side)));
        audit.push((who, if troop { say.text() } else { say.rule("11.2").text() }));
        if !passed {
            failed.push((name, troop));
        }
    }
    let passed = audit.len() - failed.len();
    let pass = if passed == 1 { "passes" } else { "pass" };
    let mut said: Vec<String> = (passed > 0).then(|| format!("{} {pass}", names::number(passed))).into_iter().collect();
    for troop in [true, false] {
        let lost = || failed.iter().filter(|(_, one)| *one == troop).map(|(name, _)| name.clone());
        let (one, several) = failure_words(for_what, troop);
        let verb = if lost().count() == 1 { one } else { several };
        said.extend((lost().count() > 0).then(|| format!("{} {verb}", list(lost(), "and", "nobody"))));
    }
    let place = at.filter(|_| together).map_or(String::new(), |place| format!(" in {}", names::place(place)));
    let words =
        format!("{} checks morale {}{place}: {}.", side.opening(), check_reason_words(for_what), said.join("; "));
    let kind = if failed.iter().any(|(_, troop)| !troop) { Kind::Leader } else { Kind::Combat };
    let brief = !failed.is_empty()
        && matches!(
            for_what,
            MoraleCheckReason::Hits
                | MoraleCheckReason::Melee
                | MoraleCheckReason::Support
                | MoraleCheckReason::Scouting
        );
    let people = failed.into_iter().map(|(name, _)| name).collect();
    let text = EventText { audit, people, brief, ..EventText::new(kind, TextBuilder::words(words)) };
    text.of(side.id(), at.and_then(|place| picture_positions::middle(game, place)))
}
