//! The words of the turn's phases: what is received, scored and won.

use crate::report::Span;

use super::super::narrator::Narrator;
use super::super::vocabulary;
use crate::events::{Check, Phase, Score};
use crate::pack::{Level, Side, Theater, Victory};
use crate::position::ledger::{Piece, Points};
use crate::victory;

impl Narrator<'_> {
    pub(super) fn due(&mut self, side: Side, sp: &Points, leaders: &[Piece], rule: &str) {
        let mut parts = Vec::new();
        let sum: u32 = sp.values().sum();
        if sum > 0 {
            let noun = if sum == 1 { "strength point" } else { "strength points" };
            parts.push(format!("{} {noun} on its tracks", vocabulary::points(sp)));
        }
        if !leaders.is_empty() {
            parts.push(format!("{} in its leader pool", vocabulary::leaders(&self.rules.pack, leaders)));
        }
        self.say("", format!("{} receives {}.", vocabulary::side_cap(side), vocabulary::list(parts, "and")), rule);
        self.end_paragraph();
    }

    pub(super) fn commands(&mut self, side: Side, total: u32, gained: &Points, lost: &Points, rule: &str) {
        let row = u8::try_from(total).ok().and_then(|total| self.rules.pack.charts.command_row(total));
        let source = row.map(|row| row.source.clone());
        let mark = source.map_or(String::new(), |source| {
            self.dagger(&format!("the row for {total} of the Command Points Table"), &source)
        });
        let verb = if rule == "4.1.2" { "rolls" } else { "uses the tied roll of" };
        let mut text = vec![Span::plain(format!("{} {verb} {total}{mark} ", vocabulary::side_cap(side)))];
        // After a tie both use the total of both rolls; only the Command Phase has separate rolls.
        if rule == "4.1.2" {
            text.extend(self.rolled(&format!("commands {side}")));
            text.push(Span::plain(" "));
        }
        let beyond = match lost.values().sum::<u32>() {
            0 => String::new(),
            1 => format!("; {} beyond the end of the track is lost", vocabulary::points(lost)),
            _ => format!("; {} beyond the end of the track are lost", vocabulary::points(lost)),
        };
        text.push(Span::plain(format!("on the Command Points Table: {}{beyond}.", vocabulary::commands(gained))));
        self.say_all("", text, rule);
        self.end_paragraph();
    }

    pub(super) fn scored(&mut self, side: Side, vp: i64, cause: &Score, rule: &str) {
        let why = match cause {
            Score::TableUse { uses } => {
                format!("the Command Points Table was used {} this turn", vocabulary::times(*uses))
            }
            Score::Washington { supplied: true } => "its force holds Washington".to_owned(),
            Score::Washington { supplied: false } => {
                "its force holds Washington, though demoralized or out of supply".to_owned()
            }
            Score::Isolated => "Washington is isolated".to_owned(),
            Score::Elsewhere { theater } => {
                let name = match theater {
                    Theater::East => "in the East",
                    Theater::West => "in the West",
                    Theater::TransMississippi => "in the Trans-Mississippi",
                };
                format!("it spent more command points {name} than the other side")
            }
            Score::Merchants { sunk } => {
                format!("its raiders have sunk {} since the war began", vocabulary::plural(*sunk, "merchant ship"))
            }
            Score::Cities { points } => {
                format!("it controls cities worth {} outside its own states", vocabulary::plural(*points, "point"))
            }
        };
        let vp = vocabulary::plural(u32::try_from(vp).unwrap_or(0), "victory point");
        self.say("", format!("{} scores {vp}: {why}.", vocabulary::side_cap(side)), rule);
    }

    /// A check of the points against the schedule (17.3, 17.4).
    pub(super) fn checked(&mut self, turn: u8, margin: i64, (union, confederate): (i32, i32), rule: &str) {
        let source = self.rules.pack.scenarios.get(&self.game.scenario).and_then(|scenario| {
            let (_, source) = victory::lines(self.rules, scenario, turn)?;
            Some(source.clone())
        });
        let mark = source.map_or(String::new(), |source| self.dagger("the Victory Schedule", &source));
        let words = format!(
            "{}. On the Victory Schedule{mark}, {} is a Union victory, and {} a Confederate victory.",
            vocabulary::lead_text(margin),
            vocabulary::lead_of(union, true),
            vocabulary::lead_of(confederate, false)
        );
        self.say("", words, rule);
    }

    pub(super) fn ended(
        &mut self,
        points: victory::Score,
        winner: Option<Side>,
        level: Level,
        check: Option<Check>,
        rule: &str,
    ) {
        self.open("The end of the match");
        let result = match winner {
            Some(side) => format!("{} for {}", vocabulary::level(level), vocabulary::side(side)),
            None => vocabulary::level(level).to_owned(),
        };
        let by = check.map_or(String::new(), |check| format!(", {}", vocabulary::check(check)));
        let why = self.rules.pack.scenarios.get(&self.game.scenario).and_then(|scenario| {
            line_reached(&scenario.victory, (winner, level), check)
                .map(|line| format!(" {}; {line}.", vocabulary::lead_text(points.margin())))
        });
        let why = why.unwrap_or_default();
        let victory::Score { union, confederate } = points;
        let text = vec![
            Span::plain(format!("The Union has {union} victory points, the Confederacy {confederate}: ")),
            Span::strong(format!("{result}{by}.")),
            Span::plain(why.clone()),
        ];
        self.say_all("", text, rule);
        self.add_summary_point(format!("The match is over: {result}{by}.{why}"));
    }
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
pub(super) fn phase_title(phase: Phase) -> &'static str {
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
