//! The events of the turn's phases and pulses that need more than a template: what is received, rolled, scored and won.

use crate::report::grammar::capital;
use crate::report::text_builder::TextBuilder;
use crate::report::{Span, Text};

use super::super::{idle_pulses, vocabulary};
use super::writer::Writer;
use crate::events::{ActionEnd, Check, Event, Phase};
use crate::pack::{Level, Side, Victory};
use crate::position::ledger::{Piece, Points, Track};
use crate::victory;

/// The heading of the part of a report that an event begins.
pub fn heading(writer: &Writer<'_>, event: &Event) -> Option<String> {
    Some(match event {
        Event::Phase { turn, phase: phase @ Phase::Reinforcement } => {
            format!("{}: {}", phase_title(*phase), vocabulary::turn(&writer.rules.pack, writer.game, *turn))
        }
        Event::Phase { phase, .. } => phase_title(*phase).to_owned(),
        Event::Initiative { pulse, .. } => format!("Pulse {pulse}"),
        Event::Half { side, .. } => format!("{} half-pulse", vocabulary::possessive(*side)),
        Event::Ended { .. } => "The end of the match".to_owned(),
        _ => return None,
    })
}

/// An event of the sequence of play in words; `None` for any other event.
pub fn text(writer: &mut Writer<'_>, event: &Event, rule: &str) -> Option<Text> {
    let text = match event {
        Event::Phase { turn, .. } => {
            TextBuilder::words(capital(&vocabulary::turn(&writer.rules.pack, writer.game, *turn)))
        }
        Event::Due { side, sp, leaders } => due(writer, *side, sp, leaders),
        Event::Commands { side, total, gained, lost } => commands(writer, *side, *total, (gained, lost), rule),
        Event::Initiative { union, confederate, winner, difference, .. } => {
            let who = match winner {
                Some(side) => format!(": {} wins by {difference}", vocabulary::side(*side)),
                None => ": a tie".to_owned(),
            };
            let text = TextBuilder::words(format!("For the initiative, the Union rolls {union}"));
            let text = text.roll(writer.roll("initiative union")).append(format!(", the Confederacy {confederate}"));
            text.roll(writer.roll("initiative confederate")).append(who)
        }
        Event::Half { side, difference, free, waiting } => {
            let free = if *free { ". It must first bring in its free reinforcement" } else { "" };
            let points = vocabulary::plural(*difference, "initiative point");
            let text = TextBuilder::words(format!("{} has {points} to spend{free}", vocabulary::side_cap(*side)));
            match idle_pulses::no_place(*side, waiting) {
                None => text,
                Some(why) => text.append(format!(". Its free reinforcement is lost: {why}")).rule("CW-25"),
            }
        }
        Event::HalfOver { side, unspent, waiting } => {
            let who = vocabulary::side_cap(*side);
            let are = if *unspent == 1 { "is" } else { "are" };
            let lost = format!("{} {are} lost, and", vocabulary::plural(*unspent, "initiative point"));
            match (unspent, idle_pulses::no_place(*side, waiting)) {
                (0, _) => TextBuilder::words(format!("{who} has spent its initiative points; its half-pulse is over")),
                (_, None) => TextBuilder::words(format!("{who} can spend no more; {lost} its half-pulse is over")),
                (_, Some(why)) => {
                    let because = format!("{who} can spend no more: no command points are left, and {why}");
                    TextBuilder::words(because).rule("CW-25").append(format!(". {lost} the half-pulse is over"))
                }
            }
        }
        Event::ActionOver { cause, lost } => {
            let why = match cause {
                ActionEnd::AllSpent => "neither side has anything left to spend",
                ActionEnd::Tie => "the initiative roll was tied",
            };
            let lost = lost.iter().map(|(side, points)| {
                format!(". {} loses {}", vocabulary::side_cap(*side), vocabulary::commands(points))
            });
            TextBuilder::words(format!("The Action Phase ends: {why}{}", lost.collect::<String>()))
        }
        Event::Checked { turn, margin, union, confederate } => {
            let scenario = writer.rules.pack.scenarios.get(&writer.game.scenario);
            let source =
                scenario.and_then(|scenario| victory::lines(writer.rules, scenario, *turn)).map(|(_, source)| source);
            let mark = writer.dagger("the Victory Schedule", source);
            TextBuilder::words(format!(
                "{}. On the Victory Schedule{mark}, {} is a Union victory, and {} a Confederate victory",
                vocabulary::lead_text(*margin),
                vocabulary::lead_of(*union, true),
                vocabulary::lead_of(*confederate, false)
            ))
        }
        Event::Ended { union, confederate, winner, level, check } => {
            return Some(ended(writer, [*union, *confederate], (*winner, *level), *check));
        }
        _ => return None,
    };
    Some(text.text())
}

fn due(writer: &mut Writer<'_>, side: Side, sp: &Points, leaders: &[Piece]) -> TextBuilder {
    writer.add_to_pool(side, leaders);
    let mut parts = Vec::new();
    let sum: u32 = sp.values().sum();
    if sum > 0 {
        let noun = if sum == 1 { "strength point" } else { "strength points" };
        parts.push(format!("{} {noun} on its tracks", vocabulary::points(sp)));
    }
    if !leaders.is_empty() {
        parts.push(format!("{} in its leader pool", vocabulary::leaders(&writer.rules.pack, leaders)));
    }
    TextBuilder::words(format!("{} receives {}", vocabulary::side_cap(side), vocabulary::list(parts, "and")))
}

/// Command points from the table.
fn commands(
    writer: &mut Writer<'_>,
    side: Side,
    total: u32,
    (gained, lost): (&Points, &Points),
    rule: &str,
) -> TextBuilder {
    let row = u8::try_from(total).ok().and_then(|total| writer.rules.pack.charts.command_row(total));
    let mark = writer.dagger(&format!("the row for {total} of the Command Points Table"), row.map(|row| &row.source));
    // After a tie both use the total of both rolls; only the Command Phase has separate rolls.
    let is_own = rule == "4.1.2";
    let roll = is_own.then(|| writer.roll(&format!("commands {side}"))).flatten();
    let verb = if is_own { "rolls" } else { "uses the tied roll of" };
    let beyond = match lost.values().sum::<u32>() {
        0 => String::new(),
        1 => format!("; {} beyond the end of the track is lost", vocabulary::points(lost)),
        _ => format!("; {} beyond the end of the track are lost", vocabulary::points(lost)),
    };
    let west = [gained, lost].into_iter().any(|points| points.contains_key(&Track::FarWest));
    let note = || "Far West command points (CW-316: as many as those of the tertiary theater)".to_owned();
    let west = if west { writer.mark(note()) } else { String::new() };
    let gained = vocabulary::commands(gained) + &west;
    let text = TextBuilder::words(format!("{} {verb} {total}{mark}", vocabulary::side_cap(side))).roll(roll);
    text.append(format!(" on the Command Points Table: {gained}{beyond}"))
}

fn ended(
    writer: &Writer<'_>,
    [union, confederate]: [i64; 2],
    (winner, level): (Option<Side>, Level),
    check: Option<Check>,
) -> Text {
    let result = match winner {
        Some(side) => format!("{} for {}", vocabulary::level(level), vocabulary::side(side)),
        None => vocabulary::level(level).to_owned(),
    };
    let by = check.map_or(String::new(), |check| format!(", {}", vocabulary::check(check)));
    let scenario = writer.rules.pack.scenarios.get(&writer.game.scenario);
    let line = scenario.and_then(|scenario| line_reached(&scenario.victory, (winner, level), check));
    let why = line.map(|line| format!(". {}; {line}", vocabulary::lead_text(union - confederate)));
    vec![
        Span::plain(format!("The Union has {union} victory points, the Confederacy {confederate}: ")),
        Span::strong(format!("{result}{by}")),
        Span::plain(why.unwrap_or_default()),
    ]
}

/// By which line of the scenario a match is won at its end or at the election: the side with fewer points may win.
fn line_reached(victory: &Victory, (winner, level): (Option<Side>, Level), check: Option<Check>) -> Option<String> {
    if check == Some(Check::Election) {
        let least = victory.election.as_ref()?.union_at_least;
        return Some(format!("the Union loses the election without {}", vocabulary::lead_of(least, true)));
    }
    if !matches!(check, None | Some(Check::End)) {
        return None;
    }
    let (side, lead) = (winner?, vocabulary::lead_reached(victory, (winner, level))?);
    Some(format!("{lead} is {} for {}", vocabulary::level(level), vocabulary::side(side)))
}

/// The heading of a phase.
fn phase_title(phase: Phase) -> &'static str {
    match phase {
        Phase::Reinforcement => "Reinforcement Phase",
        Phase::Command => "Command Phase",
        Phase::Raiders => "Commerce Raider Phase",
        Phase::Blockade => "Blockade Effects Phase",
        Phase::Action => "Action Phase",
        Phase::TableUse => "Command Point Table Use Phase",
        Phase::Washington => "Washington",
        Phase::Rally => "Rally Phase",
        Phase::End => "End Phase",
    }
}
