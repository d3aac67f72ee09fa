//! The words of what happens to armies, depots, railroads and supply.

use crate::document::Id;
use crate::report::Span;

use super::narrator::{Narrator, capital, paid_words};
use super::{causes, vocabulary};
use crate::CivilWar;
use crate::events::{DepotFate, Event, Region, Succession};
use crate::orders::{Removal, Work};
use crate::pack::Source;
use crate::position::ledger::Piece;

impl Narrator<'_> {
    /// Tells an event of armies, reaction, rails, works or the war at home.
    pub(super) fn of_armies_and_supply(&mut self, event: Event, rule: &str) {
        match event {
            Event::ArmyCreated { army, at, sp, commander, .. } => {
                let said = format!(
                    "{} is formed in {}: {} under {}",
                    self.army_cap(&army),
                    self.place(at),
                    vocabulary::sp(sp),
                    self.leader(&commander)
                );
                self.add_summary_point(format!("{said}."));
                let paid = self.price();
                self.say("Army", format!("{said}{paid}."), rule);
            }
            Event::ArmyDestroyed { army, hex, .. } => {
                let place = self.place(hex);
                let said =
                    format!("{} has no strength points left in {place} and is eliminated.", self.army_cap(&army));
                self.add_summary_point(said.clone());
                self.add_consequence("Army", said, rule);
            }
            Event::Joined { army, hex, sp, .. } => {
                let said =
                    format!("{} in {} join {}.", capital(&vocabulary::sp(sp)), self.place(hex), self.army(&army));
                let said = if sp == 1 { said.replace(" join ", " joins ") } else { said };
                self.add_consequence("Army", said, rule);
            }
            Event::Transferred { from, to, sp, leaders, .. } => {
                let strength = (sp > 0).then(|| vocabulary::sp(sp));
                let who = strength.into_iter().chain(leaders.iter().map(|piece| self.leader(piece)));
                let who = vocabulary::list(who.collect::<Vec<_>>(), "and");
                self.say("", format!("{} transfers {who} to {}.", self.army_cap(&from), self.army(&to)), rule);
            }
            Event::TakesCommand { army, piece, how, .. } => {
                let said = self.takes_command(&army, &piece, how);
                self.add_summary_point(format!("{} takes command of {}.", self.name(&piece), self.army(&army)));
                self.add_consequence("Command", said, rule);
            }
            Event::CommanderRemoved { army, piece, fate, .. } => {
                let then = match fate {
                    Removal::Removed => {
                        "he goes to the Removed Leaders Box and returns only to an army that has lost its commander"
                    }
                    Removal::Moved => "he leaves its hex at no extra cost",
                    Removal::Demoted => "he is demoted to two stars, and his three-star counter does not return",
                };
                let who = self.leader(&piece);
                self.add_summary_point(format!(
                    "{} is removed from command of {}.",
                    self.name(&piece),
                    self.army(&army)
                ));
                let paid = self.price();
                self.say("", format!("{who} is removed from command of {}{paid}: {then}.", self.army(&army)), rule);
            }
            Event::Revealed { side, piece } => {
                let said = format!("{} is revealed to {}.", self.leader(&piece), vocabulary::side(side.other()));
                self.add_consequence("Revealed", said, rule);
            }
            event @ (Event::Announced { .. }
            | Event::ReactionDeclined { .. }
            | Event::ReactionRoll { .. }
            | Event::ReactionStays { .. }
            | Event::Reacted { .. }
            | Event::Screened { .. }
            | Event::Stands { .. }) => self.of_reaction(event, rule),
            Event::Railed { side, leader, sp, from, to, used, capacity } => {
                let who = match leader {
                    Some(piece) if sp == 0 => format!("{} moves", self.leader(&piece)),
                    Some(piece) => format!("{} with {} moves", self.leader(&piece), vocabulary::sp(sp)),
                    None if sp == 1 => format!("A {} strength point moves", side.title()),
                    None => format!("{sp} {} strength points move", side.title()),
                };
                let paid = self.price();
                let said = format!(
                    "{who} by rail from {} to {}{paid}; rail capacity used this turn: {used} of {}.",
                    self.place(from),
                    self.place(to),
                    vocabulary::sp(capacity)
                );
                self.say("", said, rule);
            }
            Event::Built { side, what, at } => {
                let (side, place) = (vocabulary::side_cap(side), self.place(at));
                let said = match what {
                    Work::Depot | Work::Fort => format!("{side} builds a {} in {place}", vocabulary::work(what)),
                    Work::Fortress => format!("{side} upgrades the fort in {place} to a fortress"),
                };
                let paid = self.price();
                self.say("", format!("{said}{paid}."), rule);
            }
            Event::DepotLost { side, hex, how } => {
                let depot = format!("the {} depot in {}", side.title(), self.place(hex));
                let enemy = vocabulary::side_cap(side.other());
                let said = match how {
                    DepotFate::Spent => format!("The combat uses up {depot}, which supplied it."),
                    DepotFate::Captured => format!("{enemy} captures {depot}."),
                    DepotFate::Burnt => format!("{enemy} destroys {depot}."),
                    DepotFate::Destroyed => {
                        format!("{} destroys its own depot in {}.", vocabulary::side_cap(side), self.place(hex))
                    }
                };
                if matches!(how, DepotFate::Captured | DepotFate::Burnt) {
                    self.add_summary_point(said.clone());
                }
                self.add_consequence("Depot", said, rule);
            }
            Event::Razed { side, hex, kind, by } => {
                let whose = if side == by { "its own".to_owned() } else { format!("the {}", side.title()) };
                let place = self.place(hex);
                let said =
                    format!("{} destroys {whose} {} in {place}.", vocabulary::side_cap(by), vocabulary::fort(kind));
                self.add_summary_point(said.clone());
                self.add_consequence("Fortification", said, rule);
            }
            other => self.home_front_event(other, rule),
        }
    }

    /// Announcements, reactions and cavalry before a combat.
    fn of_reaction(&mut self, event: Event, rule: &str) {
        match event {
            Event::Announced { side, from, hex, sp, armies } => {
                let said = format!(
                    "The {} force of {} in {} is about to enter {}, in the reaction radius of {}.",
                    side.title(),
                    vocabulary::sp(sp),
                    self.place(from),
                    self.place(hex),
                    vocabulary::armies(&self.rules.pack, &armies)
                );
                self.say("", said, rule);
            }
            Event::ReactionDeclined { army, .. } => {
                self.say("", format!("{} does not roll for reaction.", self.army_cap(&army)), rule);
            }
            Event::ReactionStays { army, .. } => {
                self.say("", format!("{} stays where it is.", self.army_cap(&army)), rule);
            }
            Event::ReactionRoll {
                army,
                commander,
                face,
                cavalry,
                cavalry_rating,
                demoralized,
                total,
                initiative,
                reacts,
                ..
            } => {
                let mut text = vec![Span::plain(format!("{} rolls {face} ", self.army_cap(&army)))];
                text.extend(self.rolled(&format!("reaction {army}")));
                let mut added = Vec::new();
                if let Some(piece) = &cavalry {
                    added.push(format!("{cavalry_rating:+} for the cavalry under {}", self.name(piece)));
                }
                if demoralized {
                    added.push("-1 because it is demoralized".to_owned());
                }
                if !added.is_empty() {
                    text.push(Span::plain(format!(", {}, total {total}", vocabulary::list(added, "and"))));
                }
                text.push(Span::plain(verdict(&self.name(&commander), (total, initiative), reacts)));
                self.say_all("Reaction", text, rule);
            }
            Event::Reacted { army, leader, from, to, sp, left, .. } => {
                let who = match &leader {
                    None => format!("{} reacts", self.army_cap(&army)),
                    Some(piece) => format!("Part of {} reacts under {}", self.army(&army), self.leader(piece)),
                };
                let behind = match left {
                    0 => String::new(),
                    1 => "; 1 strength point stays behind".to_owned(),
                    left => format!("; {left} strength points stay behind"),
                };
                let said = format!(
                    "{who} from {} to {} with {}{behind}.",
                    self.place(from),
                    self.place(to),
                    vocabulary::sp(sp)
                );
                self.add_summary_point(format!("{} reacts into {}.", self.army_cap(&army), self.place(to)));
                self.say("Reaction", said, rule);
            }
            Event::Screened { leader, from, sp, .. } => {
                let said = format!(
                    "{} retreats before combat from {} with {}: the attacker's march ends there.",
                    self.leader(&leader),
                    self.place(from),
                    vocabulary::sp(sp)
                );
                self.say("Cavalry", said, rule);
            }
            Event::Stands { hex, leader, because, .. } => {
                let because = causes::screen_refusal_reason(because);
                let said =
                    format!("The cavalry under {} stays in {}: {because}.", self.leader(&leader), self.place(hex));
                self.say("Cavalry", said, rule);
            }
            _ => {}
        }
    }

    /// The mark of what the charts say of a state.
    fn states_mark(&mut self, state: &Id, source: impl Fn(&CivilWar, &Id) -> Option<Source>) -> String {
        let name = vocabulary::state(&self.rules.pack, state).to_owned();
        source(self.rules, state)
            .map_or(String::new(), |source| self.dagger(&format!("the chart entry for {name}"), &source))
    }

    /// States, supply and Washington.
    fn home_front_event(&mut self, event: Event, rule: &str) {
        match event {
            Event::Violated { state, by, hex } => {
                let mark = self.states_mark(&state, |rules, state| {
                    rules.pack.charts.neutral_states.get(state).map(|row| row.source.clone())
                });
                let state = vocabulary::state(&self.rules.pack, &state).to_owned();
                let said = format!(
                    "{} violates the neutrality of {state}{mark} in {}.",
                    vocabulary::side_cap(by),
                    self.place(hex)
                );
                self.add_summary_point(said.clone());
                self.add_consequence("States", said, rule);
            }
            Event::Mobilized { side, state, at, waiting, track } => {
                let mark = self.states_mark(&state, |rules, state| {
                    rules.pack.charts.militia.get(state).map(|row| row.source.clone())
                });
                let state = vocabulary::state(&self.rules.pack, &state).to_owned();
                let all = vocabulary::sp(at.len() as u32 + waiting);
                let (places, track) = (vocabulary::places(&self.rules.pack, &at), vocabulary::track(track));
                let where_to = match (at.as_slice(), waiting) {
                    ([], _) => format!(" on the {track} track"),
                    ([_], 0) => format!(" in {places}"),
                    ([_], _) => format!(", 1 in {places} and {waiting} on the {track} track"),
                    (_, 0) => format!(", one each in {places}"),
                    _ => format!(", one each in {places}, and {waiting} on the {track} track"),
                };
                let said =
                    format!("The militia of {state}{mark} mobilizes for {}: {all}{where_to}.", vocabulary::side(side));
                self.add_summary_point(said.clone());
                self.add_consequence("Militia", said, rule);
            }
            Event::Converted { state, to, neutral: false, back: false } if rule.starts_with("15.") => {
                let mark = self.states_mark(&state, |rules, state| {
                    rules.pack.charts.neutral_states.get(state).map(|row| row.source.clone())
                });
                let state = vocabulary::state(&self.rules.pack, &state).to_owned();
                let said = format!("{state} joins {}{mark}.", vocabulary::side(to));
                self.add_summary_point(said.clone());
                self.add_consequence("States", said, rule);
            }
            Event::Converted { state, to, neutral, back } => {
                let state = vocabulary::state(&self.rules.pack, &state).to_owned();
                let cap = vocabulary::side_cap(to);
                let said = match (neutral, back) {
                    (false, false) => {
                        format!("{cap} controls all victory point cities of {state}, which joins it.")
                    }
                    (true, false) => {
                        format!("{cap} controls all victory point cities of {state}, which is now neutral to it.")
                    }
                    (false, true) => {
                        format!("{cap} controls all victory point cities of {state}, which is friendly to it again.")
                    }
                    (true, true) => format!("{state} is neutral again."),
                };
                self.add_summary_point(said.clone());
                self.say("", said, rule);
            }
            Event::Supply { region, production, ports, blockade, imports, total } => {
                let land = match region {
                    None => "The Confederacy",
                    Some(Region::Main) => "East of the Mississippi, the Confederacy",
                    Some(Region::TransMississippi) => "West of the Mississippi, the Confederacy",
                };
                let said = format!(
                    "{land} produces {} of supply; with port capacity for {} and a blockade of {blockade}% it \
                     imports {imports}: {total} in total.",
                    vocabulary::plural(production, "point"),
                    vocabulary::plural(ports, "point"),
                );
                self.say("", said, rule);
            }
            Event::Mississippi { lost } => {
                let said = match lost {
                    true => "The Confederacy loses control of the Mississippi and is cut in two.",
                    false => "The Confederacy regains control of the Mississippi.",
                };
                self.add_summary_point(said);
                self.add_consequence("Mississippi", said.to_owned(), rule);
            }
            Event::Bound { side, turn, bound } => {
                let what = vocabulary::bound(bound);
                let said =
                    format!("In its Resource Allocation for turn {turn}, {} must {what}.", vocabulary::side(side));
                self.add_consequence("Allocation", said, rule);
            }
            Event::Regained => {
                let said = "Union forces hold Washington again.";
                self.add_summary_point(said);
                self.add_consequence("Washington", said.to_owned(), rule);
            }
            Event::Relieved => {
                let said = "Washington is no longer isolated.";
                self.add_summary_point(said);
                self.add_consequence("Washington", said.to_owned(), rule);
            }
            Event::Intervention => {
                let said = "Washington is taken, and foreign powers intervene for the Confederacy.";
                self.add_summary_point(said);
                self.add_consequence("Washington", said.to_owned(), rule);
            }
            _ => {}
        }
    }

    /// How somebody came to command an army.
    fn takes_command(&self, army: &Id, piece: &Piece, how: Succession) -> String {
        let (who, army) = (self.leader(piece), self.army(army));
        match how {
            Succession::Senior => format!("{who} takes command of {army} as its senior leader."),
            Succession::Promoted => {
                format!("{who}, until now its senior two-star leader, is promoted at once and takes command of {army}.")
            }
            Succession::Called => format!(
                "{who}, the senior three-star leader without an army, is called from his hex and takes command of \
                 {army}."
            ),
            Succession::Recalled => {
                format!("{who} returns from the Removed Leaders Box and takes command of {army}.")
            }
            Succession::CalledAndPromoted => format!(
                "{who}, until now the senior two-star leader on the map, is promoted at once, is called from his hex \
                 and takes command of {army}."
            ),
        }
    }

    /// An army in the middle of a sentence.
    pub(super) fn army(&self, army: &Id) -> String {
        vocabulary::army(&self.rules.pack, army)
    }

    /// An army at the start of a sentence.
    pub(super) fn army_cap(&self, army: &Id) -> String {
        capital(&self.army(army))
    }

    /// What was paid for the order that is being told, in brackets; nothing if nothing was.
    pub(super) fn price(&mut self) -> String {
        self.paid.take().map_or(String::new(), |paid| format!(" ({})", paid_words(&paid)))
    }
}

/// Whether a total lets an army react, and why.
fn verdict(commander: &str, (total, initiative): (i64, u32), reacts: bool) -> String {
    let above = total > i64::from(initiative);
    match (reacts, above) {
        (true, true) => format!(", above {commander}'s initiative of {initiative}: it may react."),
        (false, false) => format!(", not above {commander}'s initiative of {initiative}: it may not react."),
        // A face that decides by itself, whatever is added to it (12.3.13).
        (true, false) => format!(": it may react, regardless of {commander}'s initiative of {initiative}."),
        (false, true) => format!(": this roll always fails, regardless of {commander}'s initiative of {initiative}."),
    }
}
