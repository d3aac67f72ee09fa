//! The events of the game in an index: which of them are described, as what kind, with which people and places.

use crate::board::Hex;
use crate::document::Id;
use crate::report::Kind;

use super::super::narrator::{March, capital};
use super::super::vocabulary;
use super::{HighlightWriter, Narration, OnMarch, Site};
use crate::events::{DepotFate, Event, Fate, Phase, TieOutcome};
use crate::pack::Side;
use crate::position::ledger::{Piece, side_of};
use crate::{Procedure, leaders::army, movement::territory};

impl HighlightWriter<'_> {
    pub(super) fn event(&mut self, event: Event) {
        match event {
            // The sequence of play.
            Event::Phase { turn, phase } => {
                self.end_order();
                if phase == Phase::Reinforcement {
                    let words = capital(&vocabulary::turn(&self.rules.pack, self.game(), turn));
                    self.add_highlight(Kind::Turn, None, None, Vec::new(), words);
                }
            }
            Event::Initiative { .. } | Event::HalfOver { .. } => self.end_order(),
            Event::Half { side, .. } => {
                self.end_order();
                self.phasing = Some(side);
            }
            Event::Due { side, ref leaders, .. } => {
                let people = self.names(leaders);
                self.add_event(event, Kind::Other, Some(side), None, people);
            }
            Event::Allocation { side, .. }
            | Event::Mobilized { side, .. }
            | Event::ShipsDue { side, .. }
            | Event::Bound { side, .. } => {
                self.add_event(event, Kind::Other, Some(side), None, Vec::new());
            }
            Event::Tie { outcome: TieOutcome::Commands, .. } => {
                self.end_order();
                self.add_event(event, Kind::Other, None, None, Vec::new());
            }
            Event::ActionOver { .. } => {
                self.end_order();
                self.phasing = None;
                self.add_event(event, Kind::Other, None, None, Vec::new());
            }
            Event::Burnt { side, .. } => {
                self.add_event(event, Kind::Order, Some(side), None, Vec::new());
            }
            Event::Scored { side, .. } => {
                self.add_event(event, Kind::Score, Some(side), None, Vec::new());
            }
            Event::Points { .. } | Event::Checked { .. } => {
                self.add_event(event, Kind::Score, None, None, Vec::new());
            }
            Event::Ended { winner, .. } => {
                self.end_order();
                self.add_event(event, Kind::Score, winner, None, Vec::new());
            }
            Event::Tie { .. } | Event::Commands { .. } | Event::Paid { .. } => {}

            // Reinforcements.
            Event::Reinforced { side, at, .. } | Event::Built { side, at, .. } => {
                self.add_event(event, Kind::Order, Some(side), Some(Site::Hex(at)), Vec::new());
            }
            Event::Drawn { side, ref piece, at, .. }
            | Event::Placed { side, ref piece, at, .. }
            | Event::Promoted { side, ref piece, at, .. } => {
                let people = self.names([piece]);
                self.add_event(event, Kind::Leader, Some(side), Some(Site::Hex(at)), people);
            }

            // Movement.
            event @ (Event::March { .. } | Event::Entered { .. } | Event::Dropped { .. } | Event::Halted { .. }) => {
                self.of_march(event);
            }
            Event::Control { side, hex } | Event::MarkerRemoved { side, hex } => {
                let map = &self.rules.pack.map;
                let counts = map.city(hex).is_some() || territory::fort(self.rules, self.game(), hex).is_some();
                if counts {
                    self.add_event(event, Kind::Control, Some(side), Some(Site::Hex(hex)), Vec::new());
                }
            }
            Event::LeftAlone { side, ref piece, hex, .. } => {
                let people = self.names([piece]);
                self.add_event(event, Kind::Leader, Some(side), Some(Site::Hex(hex)), people);
            }
            Event::Railed { side, ref leader, from, .. } => {
                let people = self.names(leader);
                let at = self.add_event(event, Kind::Order, Some(side), Some(Site::Hex(from)), people);
                // How much of the rails' capacity is used belongs to the report alone.
                if let Some(moment) = self.moments.get_mut(at)
                    && let Some((way, _)) = moment.words.split_once("; ")
                {
                    moment.words = format!("{way}.");
                }
            }
            Event::Spread { .. } | Event::Joined { .. } | Event::Revealed { .. } => {}

            // Armies and reaction.
            Event::ArmyCreated { side, at, ref commander, .. } => {
                let people = self.names([commander]);
                self.add_event(event, Kind::Order, Some(side), Some(Site::Hex(at)), people);
            }
            Event::ArmyDestroyed { side, hex, .. } => {
                self.add_event(event, Kind::Other, Some(side), Some(Site::Hex(hex)), Vec::new());
            }
            Event::Transferred { side, ref from, ref leaders, .. } => {
                let site = army::hex_of(self.game(), from).map(Site::Hex);
                let people = self.names(leaders);
                self.add_event(event, Kind::Order, Some(side), site, people);
            }
            Event::TakesCommand { side, ref army, ref piece, .. }
            | Event::CommanderRemoved { side, ref army, ref piece, .. } => {
                let site = self.scene.or(army::hex_of(self.game(), army).map(Site::Hex));
                let people = self.names([piece]);
                self.add_event(event, Kind::Leader, Some(side), site, people);
            }
            Event::Reacted { side, ref army, ref leader, to, .. } => {
                let commander = army::commander(self.rules, self.game(), army);
                let people = self.names(leader.as_ref().or(commander.as_ref()));
                let Narration { words, brief, rulings } = self.narration_of(event);
                let site = Some(Site::Hex(to));
                let at = self.add_highlight(Kind::Order, Some(side), site, people, brief.unwrap_or(words));
                self.join(at, Vec::new(), rulings);
            }
            Event::Screened { side, ref leader, from, .. } => {
                let people = self.names([leader]);
                self.add_event(event, Kind::Order, Some(side), Some(Site::Hex(from)), people);
            }
            Event::Announced { .. }
            | Event::ReactionDeclined { .. }
            | Event::ReactionRoll { .. }
            | Event::ReactionStays { .. }
            | Event::Stands { .. } => {}

            // Works, states, the war at home.
            Event::DepotLost { side, hex, how } => {
                let (kind, by) = match how {
                    DepotFate::Spent => (Kind::Other, side),
                    DepotFate::Destroyed => (Kind::Order, side),
                    DepotFate::Captured | DepotFate::Burnt => (Kind::Control, side.other()),
                };
                self.add_event(event, kind, Some(by), Some(Site::Hex(hex)), Vec::new());
            }
            Event::Razed { side, hex, by, .. } => {
                let kind = if side == by { Kind::Order } else { Kind::Control };
                self.add_event(event, kind, Some(by), Some(Site::Hex(hex)), Vec::new());
            }
            Event::Converted { to, .. } => {
                self.add_event(event, Kind::Control, Some(to), None, Vec::new());
            }
            Event::Violated { by, hex, .. } => {
                self.add_event(event, Kind::Control, Some(by), Some(Site::Hex(hex)), Vec::new());
            }
            Event::Supply { .. } | Event::Intervention => {
                self.add_event(event, Kind::Other, Some(Side::Confederate), None, Vec::new());
            }
            Event::Mississippi { lost } => {
                let by = if lost { Side::Union } else { Side::Confederate };
                self.add_event(event, Kind::Other, Some(by), None, Vec::new());
            }
            Event::Regained | Event::Relieved => {
                self.add_event(event, Kind::Other, Some(Side::Union), None, Vec::new());
            }

            // The war on water.
            event @ (Event::Launched { .. }
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
            | Event::Raid { .. }) => self.of_water(event),

            // Combat.
            event @ (Event::Combat(_)
            | Event::Overrun { .. }
            | Event::Hopeless { .. }
            | Event::CombatDice(_)
            | Event::Reroll { .. }
            | Event::CombatResult(_)
            | Event::Lost { .. }
            | Event::Demoralized { .. }
            | Event::MustRetreat { .. }
            | Event::Advanced { .. }
            | Event::Retreated { .. }
            | Event::Destroyed { .. }) => self.of_combat(event),

            // Leaders.
            Event::LeaderCheck { fate: Fate::Unhurt, .. } => {}
            Event::LeaderCheck { ref piece, due, .. } => {
                let (piece, back) = (piece.clone(), due.map(|due| self.narrator.return_text("he", due)));
                let Narration { brief, rulings, .. } = self.narration_of(event);
                self.leader_loss(&piece, brief.unwrap_or_default(), back, rulings);
            }
            Event::Eligible { side, ref piece, .. } | Event::Displaced { side, ref piece, .. } => {
                let people = self.names([piece]);
                let site = self.scene;
                self.add_event(event, Kind::Leader, Some(side), site, people);
            }

            // Rally.
            Event::Rallied { side, hex, ref leader } => {
                let people: Vec<String> = leader.iter().map(|leader| self.name(leader)).collect();
                match leader {
                    Some(_) => {
                        self.add_event(event, Kind::Order, Some(side), Some(Site::Hex(hex)), people);
                    }
                    None => self.of_stack(event, side, hex),
                }
            }
            Event::NotRallied { side, hex } => self.of_stack(event, side, hex),
        }
    }

    /// What happens to a demoralized force in the Rally Phase: one line with its losses.
    fn of_stack(&mut self, event: Event, side: Side, hex: Hex) {
        let spot = self.spot(Site::Hex(hex));
        let own = Some(side.id());
        let lost = self
            .moments
            .iter()
            .rposition(|moment| moment.kind == Kind::Other && moment.at == Some(spot) && moment.side == own);
        match lost {
            Some(at) => {
                let Narration { words, .. } = self.narration_of(event);
                self.add(at, &words);
            }
            None => {
                self.add_event(event, Kind::Other, Some(side), Some(Site::Hex(hex)), Vec::new());
            }
        }
    }

    /// A leader is wounded or killed.
    fn leader_loss(&mut self, piece: &Piece, brief: String, back: Option<String>, rulings: Vec<String>) {
        let mut words = brief.trim_end_matches('.').to_owned();
        if let Some(Site::Hex(hex)) = self.scene {
            words.push_str(&format!(" in {}", self.place(hex)));
        }
        if let Some(back) = back {
            words.push_str(&format!("; {back}"));
        }
        words.push('.');
        let (side, people) = (side_of(&self.rules.pack, piece), self.names([piece]));
        let at = self.add_highlight(Kind::Leader, side, self.scene, people, words);
        self.join(at, Vec::new(), rulings);
    }

    fn of_march(&mut self, event: Event) {
        match event {
            Event::March { side, leader, armies, sp, from, allowance, supplied } => {
                self.end_march(None);
                let who = self.narrator.marches(side, leader.as_ref(), &armies, sp);
                let mut people = self.names(&leader);
                for host in &armies {
                    people.extend(self.marching_leaders(host));
                }
                let at = self.add_highlight(Kind::Order, Some(side), Some(Site::Hex(from)), people, who.clone());
                self.march = Some(OnMarch { at, march: march(who, from, (allowance, supplied)), stop: None });
            }
            Event::Entered { side, hex, .. } => {
                if self.march.is_none() && !self.resume_march(side, hex) {
                    return;
                }
                let Some(on) = &mut self.march else { return };
                // A hex that is entered after an overrun was attacked first.
                if on.march.against == Some(hex) {
                    on.march.against = None;
                }
                on.march.entered.push(hex);
                let at = on.at;
                self.join(at, Vec::new(), Vec::new());
            }
            Event::Dropped { hex, sp, ref leaders, .. } => {
                let strength = (sp > 0 || leaders.is_empty()).then(|| vocabulary::sp(sp));
                let who = strength.into_iter().chain(leaders.iter().map(|piece| self.narrator.leader(piece)));
                let who = vocabulary::list(who.collect::<Vec<_>>(), "and");
                let people = self.names(leaders);
                if let Some(on) = &mut self.march {
                    on.march.dropped.push((who, hex));
                    let at = on.at;
                    self.join(at, people, Vec::new());
                }
            }
            Event::Halted { because: Some(_), side, hex } => {
                let Narration { words, .. } = self.narration_of(event);
                match &mut self.march {
                    Some(on) => {
                        on.stop = Some(words);
                        let at = on.at;
                        self.join(at, Vec::new(), Vec::new());
                    }
                    None => {
                        self.add_highlight(Kind::Order, Some(side), Some(Site::Hex(hex)), Vec::new(), words);
                    }
                }
            }
            _ => {}
        }
    }

    /// The leaders of an army who march with it, by the order.
    fn marching_leaders(&self, host: &Id) -> Vec<String> {
        let order = self.current_order.as_ref().and_then(|current| current.order.as_object()?.values().next());
        let stays = order.and_then(|order| order.get("leave")?.as_array());
        let goes = |piece: &Piece| {
            !stays.is_some_and(|stays| stays.iter().any(|one| one.as_str() == Some(piece.leader.as_str())))
        };
        let officers: Vec<Piece> = army::leaders(self.game(), host).into_iter().filter(goes).collect();
        self.names(&officers)
    }

    /// Tells on a march that an earlier step began. Whether there is one.
    fn resume_march(&mut self, side: Side, next: Hex) -> bool {
        let found = self.before.stack.iter().find_map(|frame| match frame {
            Procedure::March(march) if march.force.side == side && march.at != next => Some(march),
            _ => None,
        });
        let Some(found) = found else { return false };
        let (force, sp) = (&found.force, found.force.sp(self.game()));
        let who = self.narrator.marches(side, force.leader.as_ref(), &force.armies, sp);
        let people = self.names(force.leaders());
        let at = self.add_highlight(Kind::Order, Some(side), Some(Site::Hex(found.at)), people, who.clone());
        self.march = Some(OnMarch { at, march: march(who, found.at, (found.left, found.supplied)), stop: None });
        true
    }

    fn of_water(&mut self, event: Event) {
        match event {
            Event::Launched { side, at, .. } => {
                self.add_event(event, Kind::Order, Some(side), at.map(Site::Water), Vec::new());
            }
            Event::Sailed { side, ref leader, from, ref aboard, .. } => {
                let people = self.names(leader.iter().chain(aboard));
                let at = self.add_event(event, Kind::Order, Some(side), Some(Site::Water(from)), people);
                self.voyage = Some(at);
            }
            Event::Ashore { side, hex, ref leaders, .. } => {
                let people = self.names(leaders);
                match self.voyage {
                    Some(at) => {
                        let Narration { words, .. } = self.narration_of(event);
                        self.add(at, &words);
                        self.join(at, people, Vec::new());
                    }
                    None => {
                        self.add_event(event, Kind::Order, Some(side), Some(Site::Hex(hex)), people);
                    }
                }
            }
            Event::TurnedBack { side, to, .. } => {
                self.of_combat(event.clone());
                match self.voyage {
                    Some(at) => {
                        let Narration { words, .. } = self.narration_of(event);
                        self.add(at, &words);
                    }
                    None => {
                        self.add_event(event, Kind::Order, Some(side), Some(Site::Water(to)), Vec::new());
                    }
                }
            }
            Event::SeaMoved { side, ref leader, ref leaders, from, .. } => {
                let people = self.names(leader.iter().chain(leaders));
                let Narration { words, brief, rulings } = self.narration_of(event);
                let site = Some(Site::Hex(from));
                let at = self.add_highlight(Kind::Order, Some(side), site, people, brief.unwrap_or(words));
                self.join(at, Vec::new(), rulings);
            }
            Event::NavalRound { at, ref union, ref confederate, .. } => {
                let people = self.names(union.leader.iter().chain(&confederate.leader));
                let (side, site) = (self.phasing, Some(Site::Water(at)));
                self.scene = site;
                self.add_event(event, Kind::Combat, side, site, people);
            }
            Event::Battery { side, at, .. } => {
                let site = Some(Site::Water(at));
                self.scene = site;
                self.add_event(event, Kind::Combat, Some(side), site, Vec::new());
            }
            Event::Hit { side, at, .. } => {
                self.add_event(event, Kind::Combat, Some(side.other()), Some(Site::Water(at)), Vec::new());
            }
            Event::CargoHit { side, hex, .. } => {
                self.add_event(event, Kind::Combat, Some(side.other()), Some(Site::Hex(hex)), Vec::new());
            }
            Event::Raid { .. } => {
                self.add_event(event, Kind::Other, Some(Side::Confederate), None, Vec::new());
            }
            _ => {}
        }
    }
}

/// A march that sets out from a hex, about which nothing more is known.
fn march(who: String, from: Hex, (allowance, supplied): (u32, bool)) -> March {
    March {
        who,
        from: Some(from),
        entered: Vec::new(),
        against: None,
        allowance,
        left: allowance,
        supplied,
        dropped: Vec::new(),
        after: Vec::new(),
        rule: String::new(),
    }
}
