//! The events of the game in words: phase by phase, order by order. [`phases`] has what is received, scored and won.

use crate::document::Id;
use crate::report::{Span, Text};

use super::super::events::{ActionEnd, Event, Phase, TieOutcome};
use super::super::leaders::Fate;
use super::super::ledger::Piece;
use super::super::movement;
use super::super::pack::Side;
use super::super::victory::Score;
use super::narrator::{March, Narrator, capital, paid_words};
use super::{causes, combat, pulses, words};

mod phases;

use phases::phase_title;

impl Narrator<'_> {
    // -- What happened

    pub(super) fn event(&mut self, event: Event, rule: &str) {
        match event {
            Event::Phase { turn, phase } => {
                let title = phase_title(phase);
                let heading = match phase {
                    Phase::Reinforcement => format!("{title}: {}", words::turn(&self.rules.pack, self.game, turn)),
                    _ => title.to_owned(),
                };
                self.open(heading);
                self.listing = phase != Phase::Action;
            }
            Event::Due { side, sp, leaders } => {
                self.pools.entry(side).or_default().extend(leaders.iter().cloned());
                self.due(side, &sp, &leaders, rule);
            }
            event @ (Event::ArmyCreated { .. }
            | Event::ArmyDestroyed { .. }
            | Event::Joined { .. }
            | Event::Transferred { .. }
            | Event::TakesCommand { .. }
            | Event::CommanderRemoved { .. }
            | Event::Revealed { .. }
            | Event::Announced { .. }
            | Event::ReactionDeclined { .. }
            | Event::ReactionRoll { .. }
            | Event::ReactionStays { .. }
            | Event::Reacted { .. }
            | Event::Screened { .. }
            | Event::Stands { .. }
            | Event::Railed { .. }
            | Event::Built { .. }
            | Event::DepotLost { .. }
            | Event::Razed { .. }
            | Event::Converted { .. }
            | Event::Violated { .. }
            | Event::Mobilized { .. }
            | Event::Supply { .. }
            | Event::Mississippi { .. }
            | Event::Bound { .. }
            | Event::Regained
            | Event::Relieved
            | Event::Intervention) => self.of_armies_and_supply(event, rule),
            event @ (Event::ShipsDue { .. }
            | Event::Launched { .. }
            | Event::Sailed { .. }
            | Event::Moored { .. }
            | Event::Ashore { .. }
            | Event::TurnedBack { .. }
            | Event::SeaMoved { .. }
            | Event::Lifted { .. }
            | Event::NavalRound { .. }
            | Event::Battery { .. }
            | Event::Hit { .. }
            | Event::CargoHit { .. }
            | Event::Raid { .. }) => self.of_water(event, rule),
            Event::Allocation { side, turn, priorities } => {
                let words =
                    format!("For turn {turn}, {} puts the {}.", words::side(side), words::priorities(&priorities));
                self.say("", words, rule);
            }
            Event::Commands { side, total, gained, lost } => self.commands(side, total, &gained, &lost, rule),
            Event::Initiative { pulse, union, confederate, winner, difference } => {
                // After a tie that does not end the phase both throw again for the same pulse.
                if self.pulse.replace(pulse) != Some(pulse) {
                    self.open(format!("Pulse {pulse}"));
                }
                self.listing = false;
                let mut text = vec![Span::plain(format!("For the initiative the Union throws {union} "))];
                text.extend(self.rolled("initiative union"));
                text.push(Span::plain(format!(", the Confederacy {confederate} ")));
                text.extend(self.rolled("initiative confederate"));
                text.push(Span::plain(match winner {
                    Some(side) => format!(": {} has it, with a difference of {difference}.", words::side(side)),
                    None => ": a tie.".to_owned(),
                }));
                self.say_all("", text, rule);
            }
            Event::Tie { total, r#box, outcome } => {
                let words = match outcome {
                    TieOutcome::Commands => format!(
                        "A tie of {total} with the marker in box {box} of the Table Use Track does not end the phase: \
                         both sides receive command points for {total}, and the marker moves on."
                    ),
                    TieOutcome::Ends => format!(
                        "A tie of {total} with the marker in box {box} of the Table Use Track ends the Action Phase."
                    ),
                    TieOutcome::Ignored => {
                        format!("A tie of {total} counts for nothing before the first pulse: both throw again.")
                    }
                };
                self.say("", words, rule);
            }
            Event::Half { side, difference, free, waiting } => {
                self.open(format!("{} half", words::possessive(side)));
                self.listing = false;
                let free = if free { " It first brings in one reinforcement that costs nothing of it." } else { "" };
                let words = format!("{} has {difference} of the difference to spend.{free}", words::side_cap(side));
                self.say("", words, rule);
                if let Some(why) = pulses::no_place(side, &waiting) {
                    self.say("", format!("Its free reinforcement lapses: {why}."), "CW-25");
                }
            }
            Event::HalfOver { side, unspent, waiting } => {
                self.end_order();
                let words = match unspent {
                    0 => format!("{} has spent its difference; its half is over.", words::side_cap(side)),
                    left => format!(
                        "{} can spend no more; {left} of the difference lapses, and its half is over.",
                        words::side_cap(side)
                    ),
                };
                self.say("", words, rule);
                if let Some(why) = pulses::no_place(side, &waiting) {
                    self.say("", format!("No command points are left, and {why}."), "CW-25");
                }
            }
            Event::ActionOver { cause, lost } => {
                self.end_order();
                let why = match cause {
                    ActionEnd::AllSpent => "neither side has anything left to spend",
                    ActionEnd::Tie => "the initiative roll was tied",
                };
                let lost: Vec<String> = lost
                    .iter()
                    .map(|(side, points)| {
                        format!(" {} loses {} unspent.", words::side_cap(*side), words::points(points))
                    })
                    .collect();
                self.say("", format!("The Action Phase ends: {why}.{}", lost.concat()), rule);
            }
            Event::Burnt { side, points } => {
                let words = format!("{} burns {} without an action.", words::side_cap(side), words::commands(&points));
                self.say("", words, rule);
            }
            Event::Paid { points, left, .. } => {
                self.halt();
                self.paid = Some((points, left));
            }
            Event::Scored { side, vp, cause } => self.scored(side, vp, &cause, rule),
            Event::Points { union, confederate, margin } => {
                let words = format!("{} {}.", words::score(union, confederate), words::ahead(margin));
                self.aside("Points", words, rule);
            }
            Event::Checked { turn, margin, union, confederate } => {
                self.checked(turn, margin, (union, confederate), rule);
            }
            Event::Ended { union, confederate, winner, level, check } => {
                self.ended(Score { union, confederate }, winner, level, check, rule);
            }

            Event::Reinforced { side, from, at, free } => {
                let free = if free { " as the free reinforcement" } else { "" };
                let words = format!(
                    "A {} strength point of the {} track enters {}{free}.",
                    side.title(),
                    words::track(from),
                    self.place(at)
                );
                self.say("", words, rule);
            }
            Event::Drawn { side, piece, at, free } => {
                let free = if free { " as the free reinforcement" } else { "" };
                let mut text =
                    vec![Span::plain(format!("{} is drawn from the {} pool{free}", self.leader(&piece), side.title()))];
                if let Some(n) = self.roll(&format!("leader_draw {side}")) {
                    text.extend([Span::plain(" "), Span::Roll(n)]);
                    if let Some(order) = self.drawn_from(side, &piece, n) {
                        text.push(Span::plain(order));
                    }
                }
                self.leave_pool(side, &piece);
                text.push(Span::plain(format!(" and takes post in {}.", self.place(at))));
                self.say_all("", text, rule);
            }
            Event::Promoted { piece, replaces, at, .. } => {
                let words = format!(
                    "{} is promoted from {} to {} in {}.",
                    self.name(&piece),
                    words::stars(replaces.rank),
                    words::stars(piece.rank),
                    self.place(at)
                );
                self.say("Promotion", words, rule);
            }

            Event::March { side, leader, armies, sp, from, allowance, supplied } => {
                let paid = self.paid.take();
                self.halt();
                self.paid = paid;
                let who = self.marches(side, leader.as_ref(), &armies, sp);
                self.march = Some(March {
                    who,
                    from: Some(from),
                    entered: Vec::new(),
                    against: None,
                    allowance,
                    left: allowance,
                    supplied,
                    dropped: Vec::new(),
                    after: Vec::new(),
                    rule: rule.to_owned(),
                });
            }
            Event::Entered { hex, left, .. } => match &mut self.march {
                Some(march) => {
                    march.entered.push(hex);
                    march.left = left;
                }
                None => {
                    self.end_audit();
                    self.march = Some(March {
                        who: "It goes on".to_owned(),
                        from: None,
                        entered: vec![hex],
                        against: None,
                        allowance: left,
                        left,
                        supplied: true,
                        dropped: Vec::new(),
                        after: Vec::new(),
                        rule: rule.to_owned(),
                    });
                }
            },
            Event::Dropped { hex, sp, leaders, .. } => {
                let strength = (sp > 0 || leaders.is_empty()).then(|| words::sp(sp));
                let who = strength.into_iter().chain(leaders.iter().map(|piece| self.leader(piece)));
                let who = words::list(who.collect::<Vec<_>>(), "and");
                match &mut self.march {
                    Some(march) => march.dropped.push((who, hex)),
                    None => {
                        self.end_audit();
                        self.say("", format!("It leaves {who} in {}.", self.place(hex)), rule);
                    }
                }
            }
            Event::Halted { because: None, .. } => self.halt(),
            Event::Halted { hex, because: Some(because), .. } => {
                self.end_audit();
                let because = causes::halt(self.rules, &because);
                self.say("", format!("The march stops in {}: {because}.", self.place(hex)), rule);
            }
            Event::Control { side, hex } => {
                let words = format!("{} takes control of {}.", words::side_cap(side), self.place(hex));
                if self.rules.pack.map.city(hex).is_some() {
                    self.brief(words.clone());
                }
                self.aside("Control", words, rule);
            }
            Event::Spread { side, hex } => {
                let words =
                    format!("Demoralization spreads to all {} strength points in {}.", side.title(), self.place(hex));
                self.aside("Demoralization", words, rule);
            }
            Event::LeftAlone { piece, hex, due, .. } => {
                let words = format!(
                    "{}, left without strength points in {}, leaves the map; {}.",
                    self.leader(&piece),
                    self.place(hex),
                    self.back("he", due)
                );
                self.end_order();
                self.say("", words, rule);
            }

            Event::Combat(opening) => {
                if let Some(march) = &mut self.march {
                    // The hex attacked must be within reach, and counts like one that is entered.
                    march.left = march.left.saturating_sub(movement::entry_cost(self.rules, opening.hex));
                    march.against = Some(opening.hex);
                }
                self.halt();
                self.end_audit();
                self.brief.combat = Some((opening.side, opening.hex));
                self.brief.losses = String::new();
                self.audit = Some(combat::opening(self, &opening));
            }
            Event::CombatDice(dice) => {
                self.audit(|narrator, audit| combat::dice(narrator, audit, &dice));
            }
            Event::CombatResult(outcome) => {
                let harm = [&outcome.attacker, &outcome.defender];
                let own = |side: Side| harm.iter().filter(move |harm| harm.side == side);
                let lost = |side: Side| own(side).map(|harm| harm.sp_lost()).sum::<u32>();
                let [union, confederate] = Side::BOTH.map(lost);
                let gone = harm.iter().filter(|harm| harm.left == 0).map(|harm| harm.side).collect::<Vec<_>>();
                let harm = harm.iter().filter(|harm| harm.demoralized).map(|harm| harm.side).collect::<Vec<_>>();
                let demoralized = match harm.as_slice() {
                    _ if !gone.is_empty() => {
                        let gone = gone.iter().map(|side| format!("the {} force", side.title()));
                        let verb = if gone.len() == 1 { "is" } else { "are" };
                        format!("{} {verb} eliminated", words::list(gone, "and"))
                    }
                    [] => "neither is demoralized".to_owned(),
                    [one] => format!("{} is demoralized", words::side(*one)),
                    _ => "both are demoralized".to_owned(),
                };
                self.brief.losses = match union + confederate {
                    0 => format!(" Neither side loses strength points; {demoralized}."),
                    _ => format!(" Lost: Union {union}, Confederate {confederate}; {demoralized}."),
                };
                self.audit(|narrator, audit| combat::outcome(narrator, audit, &outcome));
            }
            Event::Reroll { side, die, face } => {
                self.audit(|narrator, audit| combat::reroll(narrator, audit, side, die, face, rule));
            }
            Event::Overrun { side, hex, attackers, defenders, ratio, .. } => {
                let words = format!(
                    "{attackers} against {defenders}, {ratio} to 1: {} overruns the enemy in {} without a die. {} lost.",
                    words::side(side),
                    self.place(hex),
                    capital(&words::sp(defenders)),
                );
                self.say("Overrun", words, rule);
                let words = format!("{} overruns the enemy in {}.", words::side_cap(side), self.place(hex));
                self.brief(words);
            }
            Event::Hopeless { side, attackers, defenders, hex, .. } => {
                let words = format!(
                    "{attackers} against {defenders} is below 1 to 3: the {} force that attacks {} is destroyed, {} \
                     lost; the defender does not suffer.",
                    side.title(),
                    self.place(hex),
                    words::sp(attackers)
                );
                self.say("Hopeless attack", words, rule);
                let place = self.place(hex);
                self.brief(format!("A hopeless {} attack on {place} destroys the attackers.", side.title()));
            }
            Event::Lost { side, hex, sp, left } => {
                let left = if left == 0 { "none is left".to_owned() } else { format!("{left} left") };
                let words = match self.audit.is_some() {
                    true => format!("{} loses {}, {left}.", words::side_cap(side), words::sp(sp)),
                    false => {
                        format!("{} loses {} in {}, {left}.", words::side_cap(side), words::sp(sp), self.place(hex))
                    }
                };
                self.say("Loss", words, rule);
            }
            Event::Demoralized { side, hex, because } => {
                let place = if self.audit.is_some() { String::new() } else { format!(" in {}", self.place(hex)) };
                let because = causes::demoralization(because);
                let words = format!("The {} force{place} is demoralized ({because}).", side.title());
                self.say("Demoralization", words, rule);
            }
            Event::MustRetreat { side, from, because } => {
                let because = causes::must_retreat(because);
                let words = format!("The {} force must leave {}: {because}.", side.title(), self.place(from));
                self.say("Who must retreat", words, rule);
            }
            Event::Advanced { side, hex, sp, .. } => {
                let words = format!("{} takes {} with {}.", words::side_cap(side), self.place(hex), words::sp(sp));
                self.say("The field", words, rule);
                let losses = std::mem::take(&mut self.brief.losses);
                let words = format!("{} wins the combat in {}.{losses}", words::side_cap(side), self.place(hex));
                self.brief(words);
            }
            Event::Retreated { side, from, to } => {
                let words = format!("The {} force goes from {} to {}.", side.title(), self.place(from), self.place(to));
                self.say("Retreat", words, rule);
                if self.brief.combat == Some((side, from)) {
                    let losses = std::mem::take(&mut self.brief.losses);
                    let place = self.place(from);
                    self.brief(format!("The {} attack on {place} is thrown back.{losses}", side.title()));
                }
            }
            Event::Destroyed { side, hex, sp, because } => {
                let because = causes::destruction(because);
                let words = format!(
                    "The {} force in {}, {}, is destroyed: {because}.",
                    side.title(),
                    self.place(hex),
                    words::sp(sp)
                );
                self.say("Destroyed", words, rule);
                let place = self.place(hex);
                self.brief(format!("A {} force of {} is destroyed in {place}.", side.title(), words::sp(sp)));
            }
            Event::LeaderCheck { piece, cause, total, again, fate, due, .. } => {
                let text = combat::leader_check(self, &piece, cause, (total, again), fate, due);
                match fate {
                    Fate::Unhurt => {}
                    Fate::Wounded => self.brief(format!("{} is wounded.", self.leader(&piece))),
                    Fate::Killed => self.brief(format!("{} is killed.", self.leader(&piece))),
                }
                self.say_all("Leader check", text, rule);
            }
            Event::Eligible { piece, due, .. } => {
                let words = format!(
                    "{}, unhurt with {} or more, has earned promotion to {}: the counter is in the pool from {}.",
                    self.name(&piece),
                    self.rules.pack.charts.promotion_from,
                    words::stars(piece.rank),
                    words::turn(&self.rules.pack, self.game, due)
                );
                self.say("Promotion", words, rule);
            }
            Event::Displaced { piece, due, .. } => {
                let words =
                    format!("{}, whose force is gone, leaves the map; {}.", self.leader(&piece), self.back("he", due));
                self.say("Leader", words, rule);
            }

            Event::Rallied { side, hex, leader } => {
                let place = self.place(hex);
                let paid = self.paid.take().map_or(String::new(), |paid| format!(" ({})", paid_words(&paid)));
                let words = match leader {
                    Some(leader) => format!(
                        "{} rallies the {} force in {place}{paid}.",
                        words::leader_name(&self.rules.pack, &leader),
                        side.title()
                    ),
                    None => format!("The {} force in {place} rallies.", side.title()),
                };
                self.say("", words, rule);
            }
            Event::NotRallied { side, hex } => {
                let words = format!(
                    "The {} force in {} is out of supply and stays demoralized.",
                    side.title(),
                    self.place(hex)
                );
                self.say("", words, rule);
            }
        }
    }

    /// Who marches, with what.
    pub(super) fn marches(&self, side: Side, leader: Option<&Piece>, armies: &[Id], sp: u32) -> String {
        match (leader, sp) {
            (Some(piece), sp) if !armies.is_empty() => {
                let verb = if armies.len() == 1 { "marches" } else { "march" };
                let hosts = capital(&words::armies(&self.rules.pack, armies));
                format!("{hosts} {verb} with {} under {}", words::sp(sp), self.leader(piece))
            }
            (Some(piece), 0) => format!("{} travels alone", self.leader(piece)),
            (Some(piece), sp) => format!("{} marches with {}", self.leader(piece), words::sp(sp)),
            (None, 1) => format!("A {} strength point marches", side.title()),
            (None, sp) => format!("{sp} {} strength points march", side.title()),
        }
    }

    pub(super) fn rolled(&mut self, purpose: &str) -> Text {
        self.roll(purpose).map(Span::Roll).into_iter().collect()
    }
}
