//! The events of the game in words: phase by phase, order by order. [`phases`] has what is received, scored and won.

use crate::document::Id;
use crate::report::{Span, Text};

use super::combat_cost::CombatCost;
use super::narrator::{March, Narrator, capital, paid_words};
use super::{causes, combat, idle_pulses, vocabulary};
use crate::events::{ActionEnd, Demoralization, Event, Fate, Phase, TieOutcome};
use crate::movement;
use crate::pack::Side;
use crate::position::ledger::Piece;
use crate::victory::Score;

mod phases;

use phases::phase_title;

impl Narrator<'_> {
    // -- What happened

    pub(super) fn event(&mut self, event: Event, rule: &str) {
        match event {
            Event::Phase { turn, phase } => {
                let title = phase_title(phase);
                let heading = match phase {
                    Phase::Reinforcement => format!("{title}: {}", vocabulary::turn(&self.rules.pack, self.game, turn)),
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
                let words = format!(
                    "{} Resource Allocation for turn {turn}: \
                             {}.",
                    vocabulary::possessive(side),
                    vocabulary::priorities(&priorities)
                );
                self.say("", words, rule);
            }
            Event::Commands { side, total, gained, lost } => self.commands(side, total, &gained, &lost, rule),
            Event::Initiative { pulse, union, confederate, winner, difference } => {
                // After a tie that does not end the phase both roll again for the same pulse.
                if self.pulse.replace(pulse) != Some(pulse) {
                    self.open(format!("Pulse {pulse}"));
                }
                self.listing = false;
                let mut text = vec![Span::plain(format!("For the initiative, the Union rolls {union} "))];
                text.extend(self.rolled("initiative union"));
                text.push(Span::plain(format!(", the Confederacy {confederate} ")));
                text.extend(self.rolled("initiative confederate"));
                text.push(Span::plain(match winner {
                    Some(side) => format!(": {} wins by {difference}.", vocabulary::side(side)),
                    None => ": a tie.".to_owned(),
                }));
                self.say_all("", text, rule);
            }
            Event::Tie { total, r#box, outcome } => {
                let words = match outcome {
                    TieOutcome::Commands => format!(
                        "The tie of {total}, with the marker in box {box} of the Table Use Track, does not end the \
                         Action Phase: both sides receive the command points for {total}, and the marker advances."
                    ),
                    TieOutcome::Ends => format!(
                        "The tie of {total}, with the marker in box {box} of the Table Use Track, ends the Action \
                         Phase."
                    ),
                    TieOutcome::Ignored => {
                        format!("A tie of {total} before the first pulse has no effect: both sides roll again.")
                    }
                };
                self.say("", words, rule);
            }
            Event::Half { side, difference, free, waiting } => {
                self.open(format!("{} half-pulse", vocabulary::possessive(side)));
                self.listing = false;
                let free = if free { " It must first bring in its free reinforcement." } else { "" };
                let points = vocabulary::plural(difference, "initiative point");
                let words = format!("{} has {points} to spend.{free}", vocabulary::side_cap(side));
                self.say("", words, rule);
                if let Some(why) = idle_pulses::no_place(side, &waiting) {
                    self.say("", format!("Its free reinforcement is lost: {why}."), "CW-25");
                }
            }
            Event::HalfOver { side, unspent, waiting } => {
                self.end_order();
                let who = vocabulary::side_cap(side);
                let lost = format!(
                    "{} {} lost, and",
                    vocabulary::plural(unspent, "initiative point"),
                    if unspent == 1 { "is" } else { "are" }
                );
                match (unspent, idle_pulses::no_place(side, &waiting)) {
                    (0, _) => {
                        self.say("", format!("{who} has spent its initiative points; its half-pulse is over."), rule);
                    }
                    (_, None) => self.say("", format!("{who} can spend no more; {lost} its half-pulse is over."), rule),
                    (_, Some(why)) => {
                        let because = format!("{who} can spend no more: no command points are left, and {why}.");
                        self.say("", because, "CW-25");
                        self.say("", format!("{lost} the half-pulse is over."), rule);
                    }
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
                        format!(" {} loses {}.", vocabulary::side_cap(*side), vocabulary::commands(points))
                    })
                    .collect();
                self.say("", format!("The Action Phase ends: {why}.{}", lost.concat()), rule);
            }
            Event::Burnt { side, points } => {
                let words = format!(
                    "{} spends {} without an action.",
                    vocabulary::side_cap(side),
                    vocabulary::commands(&points)
                );
                self.say("", words, rule);
            }
            Event::Paid { points, left, .. } => {
                self.describe_march();
                self.paid = Some((points, left));
            }
            Event::Scored { side, vp, cause } => self.scored(side, vp, &cause, rule),
            Event::Points { union, confederate, margin } => {
                let words = format!("{} {}.", vocabulary::score(union, confederate), vocabulary::lead_text(margin));
                self.add_consequence("Points", words, rule);
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
                    "A {} strength point from the {} track enters {}{free}.",
                    side.title(),
                    vocabulary::track(from),
                    self.place(at)
                );
                self.say("", words, rule);
            }
            Event::Placed { side, piece, at, free } => {
                let free = if free { ", the free reinforcement," } else { "" };
                let (who, place) = (vocabulary::side_cap(side), self.place(at));
                let words = format!("{who} reveals {}{free} and places him in {place}.", self.leader(&piece));
                self.remove_from_pool(side, &piece);
                self.say("", words, rule);
            }
            Event::Drawn { side, piece, at, free } => {
                let free = if free { " as the free reinforcement" } else { "" };
                let mut text = vec![Span::plain(format!(
                    "{} draws {} from its leader pool{free}",
                    vocabulary::side_cap(side),
                    self.leader(&piece)
                ))];
                if let Some(n) = self.roll(&format!("leader_draw {side}")) {
                    text.extend([Span::plain(" "), Span::Roll(n)]);
                    if let Some(order) = self.drawn_from(side, &piece, n) {
                        text.push(Span::plain(order));
                    }
                }
                self.remove_from_pool(side, &piece);
                text.push(Span::plain(format!(" and places him in {}.", self.place(at))));
                self.say_all("", text, rule);
            }
            Event::Promoted { piece, replaces, at, .. } => {
                let words = format!(
                    "{} is promoted from {} to {} in {}.",
                    self.name(&piece),
                    vocabulary::stars(replaces.rank),
                    vocabulary::stars(piece.rank),
                    self.place(at)
                );
                self.say("Promotion", words, rule);
            }

            Event::March { side, leader, armies, sp, from, allowance, supplied } => {
                self.afoot = Some(self.marches_on(side, leader.as_ref(), &armies, sp));
                let paid = self.paid.take();
                self.describe_march();
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
            Event::Entered { side, hex, left, .. } => match &mut self.march {
                Some(march) => {
                    march.entered.push(hex);
                    march.left = left;
                }
                None => {
                    self.end_audit();
                    let who = self.afoot.clone().unwrap_or_else(|| format!("The {} force marches on", side.title()));
                    self.march = Some(March {
                        who,
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
            Event::Dropped { side, hex, sp, leaders } => {
                let strength = (sp > 0 || leaders.is_empty()).then(|| vocabulary::sp(sp));
                let who = strength.into_iter().chain(leaders.iter().map(|piece| self.leader(piece)));
                let who = vocabulary::list(who.collect::<Vec<_>>(), "and");
                match &mut self.march {
                    Some(march) => march.dropped.push((who, hex)),
                    None => {
                        self.end_audit();
                        self.say("", format!("The {} force leaves {who} in {}.", side.title(), self.place(hex)), rule);
                    }
                }
            }
            Event::Halted { because: None, .. } => self.describe_march(),
            Event::Halted { hex, because: Some(because), .. } => {
                self.end_audit();
                let because = causes::stop_reason(self.rules, &because);
                self.say("", format!("The march stops in {}: {because}.", self.place(hex)), rule);
            }
            Event::Control { side, hex } => {
                let words = format!("{} takes control of {}.", vocabulary::side_cap(side), self.place(hex));
                if self.rules.pack.map.city(hex).is_some() {
                    self.add_summary_point(words.clone());
                }
                self.add_consequence("Control", words, rule);
            }
            Event::MarkerRemoved { side, hex } => {
                let (who, whose) = (vocabulary::side_cap(side), side.other().title());
                let place = self.place(hex);
                let words = format!("{who} removes the {whose} Control marker from {place}: nobody controls it now.");
                if self.rules.pack.map.city(hex).is_some() {
                    self.add_summary_point(words.clone());
                }
                self.add_consequence("Control", words, rule);
            }
            Event::Spread { side, hex } => {
                let words =
                    format!("Demoralization spreads to all {} strength points in {}.", side.title(), self.place(hex));
                self.add_summary_point(words.clone());
                self.add_consequence("Demoralization", words, rule);
            }
            Event::LeftAlone { piece, hex, due, .. } => {
                let words = format!(
                    "{}, left without strength points in {}, leaves the map; {}.",
                    self.leader(&piece),
                    self.place(hex),
                    self.return_text("he", due)
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
                self.describe_march();
                self.end_audit();
                self.end_combat();
                self.brief.combat = Some((opening.side, opening.hex));
                self.brief.outcome = None;
                self.audit = Some(combat::opening(self, &opening));
            }
            Event::CombatDice(dice) => {
                self.audit(|narrator, audit| combat::dice(narrator, audit, &dice));
            }
            Event::CombatResult(outcome) => {
                self.brief.cost = Some(CombatCost::of(&outcome));
                self.audit(|narrator, audit| combat::outcome(narrator, audit, &outcome));
            }
            Event::Reroll { side, die, face } => {
                self.audit(|narrator, audit| combat::reroll(narrator, audit, side, die, face, rule));
            }
            Event::Overrun { side, hex, attackers, defenders, ratio, .. } => {
                let words = format!(
                    "At odds of {ratio} to 1 ({} against {defenders}), {} overruns the {} force in {} without a die \
                     roll. {} loses {}.",
                    vocabulary::sp(attackers),
                    vocabulary::side(side),
                    side.other().title(),
                    self.place(hex),
                    vocabulary::side_cap(side.other()),
                    vocabulary::sp(defenders),
                );
                self.say("Overrun", words, rule);
                let words = format!(
                    "{} overruns the {} force in \
                                     {}.",
                    vocabulary::side_cap(side),
                    side.other().title(),
                    self.place(hex)
                );
                self.add_summary_point(words);
            }
            Event::Hopeless { side, attackers, defenders, hex, .. } => {
                let words = format!(
                    "{} against {defenders} is worse than 1 to 3: the {} force that attacks {} loses {} and is \
                     eliminated; the defender suffers no effect.",
                    vocabulary::sp(attackers),
                    side.title(),
                    self.place(hex),
                    vocabulary::sp(attackers)
                );
                self.say("Hopeless attack", words, rule);
                let place = self.place(hex);
                self.add_summary_point(format!(
                    "A hopeless {} attack on {place}: the attackers are eliminated.",
                    side.title()
                ));
            }
            Event::Lost { side, hex, sp, left } => {
                let left = match left {
                    0 => "none remain".to_owned(),
                    1 => "1 remains".to_owned(),
                    left => format!("{left} remain"),
                };
                let words = match self.audit.is_some() {
                    true => format!("{} loses {}; {left}.", vocabulary::side_cap(side), vocabulary::sp(sp)),
                    // Outside combat only the Rally Phase takes strength points, and only from such forces.
                    false => {
                        format!(
                            "The demoralized {} force in {} loses {}; {left}.",
                            side.title(),
                            self.place(hex),
                            vocabulary::sp(sp)
                        )
                    }
                };
                self.say("Loss", words, rule);
            }
            Event::Demoralized { side, hex, because } => {
                let place = if self.audit.is_some() { String::new() } else { format!(" in {}", self.place(hex)) };
                let outside = because != Demoralization::CombatResult || self.brief.combat.is_none();
                let because = causes::demoralization(because);
                if outside {
                    self.add_summary_point(format!(
                        "The {} force in {} is demoralized \
                                        ({because}).",
                        side.title(),
                        self.place(hex)
                    ));
                }
                let words = format!("The {} force{place} is demoralized ({because}).", side.title());
                self.say("Demoralization", words, rule);
            }
            Event::MustRetreat { side, from, because } => {
                let because = causes::must_retreat(because);
                let words = format!("The {} force must retreat from {}: {because}.", side.title(), self.place(from));
                self.say("Who must retreat", words, rule);
            }
            Event::Advanced { side, hex, sp, .. } => {
                let words = format!(
                    "{} advances into {} with {}.",
                    vocabulary::side_cap(side),
                    self.place(hex),
                    vocabulary::sp(sp)
                );
                self.say("Advance", words, rule);
                let words = format!("{} wins the combat in {}.", vocabulary::side_cap(side), self.place(hex));
                self.add_combat_summary(words);
            }
            Event::Retreated { side, from, to } => {
                let words = format!(
                    "The {} force retreats from {} to \
                                     {}.",
                    side.title(),
                    self.place(from),
                    self.place(to)
                );
                self.say("Retreat", words, rule);
                if self.brief.combat == Some((side, from)) {
                    self.attack_fails(side, from);
                }
            }
            Event::Destroyed { side, hex, sp, because } => {
                let because = causes::destruction(because);
                let words = format!(
                    "The {} force in {}, {}, is destroyed: {because}.",
                    side.title(),
                    self.place(hex),
                    vocabulary::sp(sp)
                );
                self.say("Destroyed", words, rule);
                let place = self.place(hex);
                self.destroyed(side, sp);
                self.add_summary_point(format!(
                    "A {} force of {} is destroyed in {place}.",
                    side.title(),
                    vocabulary::sp(sp)
                ));
            }
            Event::LeaderCheck { piece, cause, total, again, fate, due, .. } => {
                let text = combat::leader_check(self, &piece, cause, (total, again), fate, due);
                match fate {
                    Fate::Unhurt => {}
                    Fate::Wounded => self.add_summary_point(format!("{} is wounded.", self.leader(&piece))),
                    Fate::Killed => self.add_summary_point(format!("{} is killed.", self.leader(&piece))),
                }
                self.say_all("Leader Loss Check", text, rule);
            }
            Event::Eligible { piece, due, .. } => {
                let words = format!(
                    "{} is unhurt on a roll of {} or more and earns promotion to {}: the new counter is in the leader \
                     pool from {}.",
                    self.name(&piece),
                    self.rules.pack.charts.promotion_from,
                    vocabulary::stars(piece.rank),
                    vocabulary::turn(&self.rules.pack, self.game, due)
                );
                self.say("Promotion", words, rule);
            }
            Event::Displaced { piece, due, .. } => {
                let words = format!(
                    "{} has lost his force and leaves the map; {}.",
                    self.leader(&piece),
                    self.return_text("he", due)
                );
                self.say("Leader", words, rule);
            }

            Event::Rallied { side, hex, leader } => {
                let place = self.place(hex);
                let paid = self.paid.take().map_or(String::new(), |paid| format!(" ({})", paid_words(&paid)));
                let words = match leader {
                    Some(leader) => format!(
                        "{} rallies the {} force in {place}{paid}.",
                        vocabulary::leader_name(&self.rules.pack, &leader),
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
                let hosts = capital(&vocabulary::armies(&self.rules.pack, armies));
                format!("{hosts} {verb} with {} under {}", vocabulary::sp(sp), self.leader(piece))
            }
            (Some(piece), 0) => format!("{} travels alone", self.leader(piece)),
            (Some(piece), sp) => format!("{} marches with {}", self.leader(piece), vocabulary::sp(sp)),
            (None, 1) => format!("A {} strength point marches", side.title()),
            (None, sp) => format!("{sp} {} strength points march", side.title()),
        }
    }

    /// The same for a force that continues after an interruption.
    pub(super) fn marches_on(&self, side: Side, leader: Option<&Piece>, armies: &[Id], sp: u32) -> String {
        self.marches(side, leader, armies, sp)
            .replacen(" marches", " marches on", 1)
            .replacen(" march with", " march on with", 1)
            .replacen(" travels alone", " travels on alone", 1)
            .replacen(" strength points march", " strength points march on", 1)
    }

    pub(super) fn rolled(&mut self, purpose: &str) -> Text {
        self.roll(purpose).map(Span::Roll).into_iter().collect()
    }
}
