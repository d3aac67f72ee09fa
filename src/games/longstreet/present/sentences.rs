//! What happens, an event a sentence; dice and losses as audits that a reader can add up.

use serde_json::Value;

use super::{facts, names, picture};
use crate::Longstreet;
use crate::document::{Id, from_tagged, from_value};
use crate::events::Event;
use crate::ledger::{Game, How, Phase};
use crate::orders::{Amend, Dice, Order};
use crate::pack::Effect;
use crate::report::say::{Rolls, Say};
use crate::report::svg::Point;
use crate::report::words::capital;
use crate::report::{EventText, Kind, Text};
use crate::side::Side;
use crate::table::Spot;

/// An event of the game in words.
pub fn text(rules: &Longstreet, game: &Game, value: &Value, rolls: &mut Rolls) -> Option<EventText> {
    let event = from_tagged::<Event>("event", value).ok()?;
    let teller = Teller { rules, game };
    Some(match &event {
        Event::Volley { .. } | Event::Charged { .. } | Event::Rolled { .. } | Event::LostCards { .. } => {
            teller.dice(&event, rolls)
        }
        Event::Losses { .. } => teller.losses(&event, value),
        Event::Reshuffled { .. } | Event::Invoked { .. } | Event::Interrupted { .. } | Event::Morale { .. } => {
            teller.cards(&event, value)
        }
        _ => teller.rest(&event, value),
    })
}

struct Teller<'t> {
    rules: &'t Longstreet,
    game: &'t Game,
}

/// What is told of an order to fire or charge, under its title.
fn line(what: &str, words: String, roll: Option<u64>) -> (String, Text) {
    (what.to_owned(), Say::words(words).roll(roll).text())
}

impl Teller<'_> {
    fn off(&self, kind: Kind, side: Side, say: impl Into<String>) -> EventText {
        EventText::say(kind, Say::words(capital(&say.into()))).of(side.id(), None)
    }

    /// Something that happens to units, the first of which says where.
    fn units(&self, kind: Kind, side: Side, units: &[&Id], words: String) -> EventText {
        let people = units.iter().map(|unit| names::unit(self.rules, unit)).collect();
        let at = units.first().and_then(|unit| self.game.units.get(unit)).and_then(|unit| self.point(unit.at));
        EventText { people, at, ..self.off(kind, side, words) }
    }

    fn point(&self, at: Spot) -> Option<Point> {
        Some(picture::at(self.rules.battle(self.game)?, at))
    }

    fn unit(&self, id: &Id) -> String {
        names::unit(self.rules, id)
    }

    /// Volleys, charges and whatever else is rolled.
    fn dice(&self, event: &Event, rolls: &mut Rolls) -> EventText {
        let hits = |hits: u8| names::number(hits, "hit");
        let rolled = |dice: Dice, faces: &[u8]| {
            let count = dice.hits(faces);
            format!("{}: {}: {}", names::dice(dice), names::faces(faces), hits(count))
        };
        match event {
            Event::Volley { fact, side, units, target, dice, faces, again, hits: all, purpose } => {
                let fire = if units.len() == 1 { "fires" } else { "fire" };
                let (who, at) = (names::units(self.rules, units), self.unit(target));
                let what = if purpose.is_empty() { String::new() } else { format!(", \"{purpose}\"") };
                let words = format!("{who} {fire} at {at}{what}: {} (fact {fact}).", hits(*all));
                let mut audit =
                    vec![line("Dice", format!("{}.", rolled(*dice, faces)), rolls.of(&format!("volley {fact}")))];
                if !again.is_empty() {
                    let misses = Dice { count: again.len() as u8, ..*dice };
                    let words = format!("misses again, {}.", rolled(misses, again));
                    audit.push(line("Rerolled", words, rolls.of(&format!("reroll {fact}"))));
                    let (first, second) = (dice.hits(faces), misses.hits(again));
                    audit.push(line("Hits", format!("{first} + {second} = {all}."), None));
                }
                let people: Vec<&Id> = [target].into_iter().chain(units).collect();
                EventText { audit, brief: *all > 0, ..self.units(Kind::Combat, *side, &people, words) }
            }
            Event::Charged {
                fact,
                side,
                unit,
                target,
                dice,
                faces,
                against,
                against_faces,
                losses,
                own_losses,
                disorder,
            } => {
                let (who, at) = (self.unit(unit), self.unit(target));
                let disorder = if *disorder { " and is disordered by it" } else { "" };
                let (theirs, own) = (hits(*losses), hits(*own_losses));
                let words = format!("{who} charges {at}{disorder}: {theirs} on {at}, {own} on {who} (fact {fact}).");
                let mut told = |what: &str, dice: &Option<Dice>, faces: &[u8], losses: &str, purpose: &str| match dice {
                    Some(dice) => {
                        line(what, format!("{}.", rolled(*dice, faces)), rolls.of(&format!("{purpose} {fact}")))
                    }
                    None => line(what, format!("{losses}, as declared."), None),
                };
                let audit = vec![
                    told(&format!("Against {at}"), dice, faces, &theirs, "charge"),
                    told(&format!("Against {who}"), against, against_faces, &own, "against"),
                ];
                EventText { audit, brief: true, ..self.units(Kind::Combat, *side, &[target, unit], words) }
            }
            Event::Rolled { side, dice, faces, hits: all, purpose } => {
                let what = if purpose.is_empty() { String::new() } else { format!(" for \"{purpose}\"") };
                let words = format!("{} rolls {}{what}: {}", side.opening(), names::dice(*dice), names::faces(faces));
                let say = Say::words(words).roll(rolls.of("roll")).then(format!(": {}.", hits(*all)));
                EventText { say, ..self.off(Kind::Other, *side, "") }
            }
            Event::LostCards { side, face, count } => {
                let words = format!("{} rolls {face} for the cards that it loses", side.opening());
                let cards = names::number(*count, "random card");
                let go = if *count == 1 { "goes" } else { "go" };
                let say = Say::words(words).roll(rolls.of("lost cards"));
                let say = say.then(format!(": {cards} of its hand {go} to its discards."));
                EventText { say, ..self.off(Kind::Other, *side, "") }.first()
            }
            _ => EventText::default(),
        }
    }

    /// What is scored, less what morale removes, and the bases that are left.
    fn losses(&self, event: &Event, value: &Value) -> EventText {
        let Event::Losses { fact, side, unit, hits, saved, lost, bases } = event else { return EventText::default() };
        let who = self.unit(unit);
        let loss = if *lost == 0 { "no base".to_owned() } else { names::number(*lost, "base") };
        let left = match bases {
            0 => "has none left".to_owned(),
            bases => format!("has {bases} left"),
        };
        let words = format!("{who} loses {loss} by {} and {left}.", facts::one(value, *fact));
        let (scored, removed) = (names::number(*hits, "hit"), hits - saved);
        let morale = format!("{scored} - {saved} = {removed}.");
        let audit = vec![
            (format!("Hits on {who}, less morale"), Say::words(morale).rule("Morale Value").text()),
            line("Bases, less hits", format!("{} - {lost} = {bases}.", u32::from(*bases) + u32::from(*lost)), None),
        ];
        EventText { audit, brief: *lost > 0, ..self.units(Kind::Combat, *side, &[unit], words) }
    }

    /// Cards are shuffled, invoke and modify phases, interrupt, and remove hits.
    fn cards(&self, event: &Event, value: &Value) -> EventText {
        let rules = self.rules;
        match event {
            Event::Reshuffled { side, forced, removed, deck } => {
                let must = if *forced { "has no deck and must reshuffle" } else { "reshuffles" };
                let are = if *removed == 1 { "is" } else { "are" };
                let words =
                    format!("{} {must}: {} {are} removed unseen", side.opening(), names::number(*removed, "card"));
                let new = format!(", and its new deck has {}.", names::number(*deck, "card"));
                let say = Say::words(words).rule("Reshuffling Penalty").then(new);
                EventText { say, ..self.off(Kind::Other, *side, "") }.first()
            }
            Event::Invoked { side, phase, cards, modify } => {
                let (who, what) = (side.opening(), names::phase(*phase));
                let mut say = Say::words(format!("{who} invokes {what} with {}", names::cards(rules, *side, cards)));
                if cards.len() > 1 {
                    say = say.then(", so that units may be disordered").rule("Disorder Requires Two Cards");
                }
                if let Some(card) = modify {
                    say = say.rule("Playing Card(s) to Invoke a Phase");
                    say = say.then(format!(" and modifies it with {}", names::with_text(rules, *side, card)));
                }
                EventText { say: say.then("."), ..self.off(Kind::Order, *side, "") }
            }
            Event::Interrupted { side, card, moment, effect, removed, unit, to } => {
                let on = unit.as_ref().map_or("no unit".to_owned(), |unit| self.unit(unit));
                let to = to.map_or(String::new(), names::stand);
                let does = match effect {
                    Effect::BatterySilent => format!("{on} does not fire in this phase"),
                    Effect::UnitStays => format!("{on} does not move in this phase"),
                    Effect::NoCharge => format!("{on} does not charge in this phase"),
                    Effect::LoseCards => {
                        format!("{} loses random cards of its hand, as many as its die shows", side.other().in_words())
                    }
                    Effect::MoveEnemy => format!("it moves {on} to {to}, and {on} does not move otherwise"),
                    Effect::RoughGround => {
                        format!("rough ground is placed at {}", to.split(" facing").next().unwrap_or_default())
                    }
                    Effect::Shown | Effect::RerollMisses => {
                        let on = unit.as_ref().map_or(String::new(), |_| format!(" to {on}"));
                        format!("the players apply its text{on}")
                    }
                };
                let shown = match effect {
                    Effect::Shown | Effect::RerollMisses => names::with_text(rules, *side, card),
                    _ => names::card(rules, *side, card),
                };
                let words = format!("{} interrupts with {shown}, {}: {does}", side.opening(), when(*moment));
                let mut say = Say::words(words);
                if *removed {
                    say = say.then("; the card is red and leaves the game").rule("Red = Remove");
                }
                let told = EventText { say: say.then("."), ..self.off(Kind::Other, *side, "") }.first();
                let people: Vec<String> = unit.iter().map(|unit| self.unit(unit)).collect();
                EventText { people, ..told }
            }
            Event::Morale { side, card, value: points, fact, unit } => {
                let (card, hits) = (names::card(rules, *side, card), names::number(*points, "hit"));
                let (about, on) = (facts::one(value, *fact), self.unit(unit));
                let who = side.opening();
                let words =
                    format!("{who} plays {card} for its morale value: it removes up to {hits} on {on} by {about}.");
                self.units(Kind::Other, *side, &[unit], words)
            }
            _ => EventText::default(),
        }
    }

    /// Turns, moves, notes, confirmation and disputes, the status phase.
    fn rest(&self, event: &Event, value: &Value) -> EventText {
        let rules = self.rules;
        let about = |fact: &u32| facts::one(value, *fact);
        let off = |side: &Side, words: String| self.off(Kind::Other, *side, format!("{} {words}", side.opening()));
        match event {
            Event::Turn { turn, side } => {
                EventText::part(format!("Turn {turn}: {}", side.in_words())).of(side.id(), None)
            }
            Event::NothingToShuffle { side } => {
                off(side, "must reshuffle and has nothing to shuffle.".to_owned()).first()
            }
            Event::Dropped { side, order, card } => {
                let card = names::card(rules, side.other(), card);
                let order = from_value::<Order>(order)
                    .map_or_else(|_| "an order".to_owned(), |order| super::order_text::order(rules, *side, &order));
                let words = format!("Because of {card} an order of {} is not carried out: {order}.", side.in_words());
                self.off(Kind::Order, *side, words)
            }
            Event::Moved { fact, side, unit, from, to, distance, disorder } => {
                let own =
                    rules.battle(self.game).and_then(|battle| battle.unit(unit)).is_none_or(|(own, _)| own == *side);
                let (who, far) = (self.unit(unit), names::distance(*distance));
                let way = format!("{far} from {} to {}", names::spot(*from), names::stand(*to));
                let disorder = if *disorder { " and is disordered" } else { "" };
                let words = match own {
                    true => format!("{who} moves {way}{disorder} (fact {fact})."),
                    false => format!("{} moves {who} {way} (fact {fact}).", side.opening()),
                };
                EventText { at: self.point(*to), ..self.units(Kind::Order, *side, &[unit], words) }
            }
            Event::Marked { fact, side, mark } => {
                let words = format!("{} puts down that {} (fact {fact}).", side.opening(), names::mark(rules, mark));
                self.units(Kind::Other, *side, &[&mark.unit], words)
            }
            Event::VictoryClaimed { fact, side, condition } => off(
                side,
                format!(
                    "claims that a victory condition is met: {} (fact {fact}).",
                    names::condition(rules, condition)
                ),
            )
            .first(),
            Event::Confirmed { side, facts: all } => off(side, format!("confirms {}.", facts::several(value, all))),
            Event::Disputed { side, fact, why } => {
                off(side, format!("disputes {}{}.", about(fact), names::said(why))).first()
            }
            Event::Insists { side, fact, why } => off(side, format!("insists on {}{}.", about(fact), names::said(why))),
            Event::Withdrawn { side, fact } => off(side, format!("withdraws {}: it is undone.", about(fact))).first(),
            Event::Amended { side, fact, amend, hits, own_losses } => {
                let words = amended(amend, *hits, *own_losses);
                off(side, format!("corrects {}: {words}.", about(fact))).first()
            }
            Event::Yielded { side, fact } => off(side, format!("yields: {} stands.", about(fact))),
            Event::UnitGone { unit } => {
                let side = rules
                    .battle(self.game)
                    .and_then(|battle| battle.unit(unit))
                    .map_or(self.game.side, |(side, _)| side);
                self.units(Kind::Leader, side, &[unit], format!("{} is gone.", self.unit(unit))).first()
            }
            Event::Passed { side, forced: false } => off(side, "passes.".to_owned()).first(),
            Event::Passed { side, forced: true } => {
                off(side, "has no card in its hand and must pass.".to_owned()).first()
            }
            Event::Redrawn { side, count, hand, deck } => {
                let drawn = if *count == 0 { "no card".to_owned() } else { names::number(*count, "card") };
                off(side, format!("redraws {drawn} and holds {hand}; its deck has {}.", names::number(*deck, "card")))
            }
            Event::SmokeRemoved { side, units } => {
                let words = format!("Smoke is removed from {}.", names::units(rules, units));
                self.off(Kind::Other, *side, words)
            }
            Event::Ended { winner, how, condition } => {
                let met = condition.as_ref().map_or(String::new(), |id| format!(" ({})", names::condition(rules, id)));
                let words = format!("{} wins the battle: {}{met}.", winner.opening(), won(*how));
                self.off(Kind::Score, *winner, words).first()
            }
            // These have words elsewhere.
            Event::Reshuffled { .. }
            | Event::Invoked { .. }
            | Event::Interrupted { .. }
            | Event::LostCards { .. }
            | Event::Volley { .. }
            | Event::Charged { .. }
            | Event::Rolled { .. }
            | Event::Morale { .. }
            | Event::Losses { .. } => EventText::default(),
        }
    }
}

/// When an interrupt was played.
fn when(moment: crate::pack::Moment) -> String {
    use crate::pack::Moment;
    let phase = match moment {
        Moment::Start => return "at the start of the turn".to_owned(),
        Moment::Charge => return "as charges are declared".to_owned(),
        Moment::Fire => Phase::Fire,
        Moment::Movement => Phase::Movement,
        Moment::Combat => Phase::Combat,
    };
    format!("immediately after {} is invoked", names::phase(phase))
}

/// How a fact is corrected, and what comes of it now.
fn amended(amend: &Amend, hits: u8, own: u8) -> String {
    let now = names::number(hits, "hit");
    let mut said = Vec::new();
    said.extend(
        amend.count.map(|count| format!("{} of the dice {}", count, if count == 1 { "counts" } else { "count" })),
    );
    said.extend(amend.hit_on.map(|on| format!("they hit on {on}{}", if on == 6 { "" } else { " or more" })));
    match amend.to {
        Some(to) => said.push(format!("it ends at {}", names::stand(to))),
        None if amend.own_losses.is_some() => said.push(format!("{now} on the target and {own} on the charger now")),
        None => said.push(format!("{now} now")),
    }
    said.join(", ")
}

/// How a battle is won.
pub fn won(how: How) -> &'static str {
    match how {
        How::NoCards => "the enemy has passed with neither deck nor discards",
        How::Conditions => "a victory condition is met",
    }
}
