//! What happens, an event a sentence; dice and losses as audits that a reader can add up.

use serde_json::Value;

use super::{facts, names, order_text};
use crate::Longstreet;
use crate::board::table::Spot;
use crate::document::{Id, from_tagged, from_value};
use crate::events::Event;
use crate::ledger::{EndReason, Game};
use crate::orders::{Dice, Order};
use crate::pack::Effect;
use crate::report::grammar::capital;
use crate::report::text_builder::{Rolls, TextBuilder};
use crate::report::{EventText, Kind, Text};
use crate::side::Side;

/// An event of the game in words.
pub fn text(rules: &Longstreet, game: &Game, value: &Value, rolls: &mut Rolls) -> Option<EventText> {
    let event = from_tagged::<Event>("event", value).ok()?;
    let (writer, about) = (SentenceWriter { rules, game }, |n: &u32| facts::about(value, *n));
    Some(match &event {
        Event::Volley { .. } | Event::Charged { .. } => {
            let text = writer.fight(&event, rolls);
            // The summary needs no volley whose losses it has.
            EventText { brief: text.brief && value.get("settled").is_none(), ..text }
        }
        Event::Rolled { side, dice, faces, hits: all, purpose } => {
            let what = names::quoted(" for ", purpose);
            let words = format!("{} rolls {}{what}: {}", side.opening(), names::dice(*dice), names::faces(faces));
            let say = TextBuilder::words(words).roll(rolls.of("roll")).append(format!(", {}.", hits(*all)));
            writer.side_event(Kind::Other, *side, say)
        }
        Event::LostCards { side, face, count } => {
            let say = TextBuilder::words(format!("{} rolls {face}", side.opening())).roll(rolls.of("lost cards"));
            let cards = names::number(*count, "random card");
            writer.side_event(Kind::Other, *side, say.append(format!(" and discards {cards} from its hand."))).first()
        }
        Event::Losses { fact, side, unit, hits, saved, lost, bases } => {
            writer.losses((*side, unit), [*hits, *saved, *lost, *bases], &about(fact))
        }
        Event::Confirmed { side, facts: all } => {
            let words = format!("{} confirms {}.", side.opening(), facts::several(value, all));
            writer.side_event(Kind::Other, *side, TextBuilder::words(words))
        }
        Event::Reshuffled { .. } | Event::Invoked { .. } | Event::Interrupted { .. } => writer.cards(&event),
        _ => writer.other_event(&event, &about),
    })
}

struct SentenceWriter<'t> {
    rules: &'t Longstreet,
    game: &'t Game,
}

/// A line of an audit with the roll behind it.
fn line(what: &str, words: String, roll: Option<u64>) -> (String, Text) {
    (what.to_owned(), TextBuilder::words(words).roll(roll).text())
}

fn hits(hits: u8) -> String {
    names::number(hits, "hit")
}

fn bases(bases: u8) -> String {
    if bases == 0 { "no base".to_owned() } else { names::number(bases, "base") }
}

/// Dice, what they show, and their hits.
fn shown(dice: Dice, faces: &[u8]) -> String {
    format!("{}; rolls {}: {}.", names::dice(dice), names::faces(faces), hits(dice.hits(faces)))
}

impl SentenceWriter<'_> {
    /// What a side does.
    fn side_event(&self, kind: Kind, side: Side, say: TextBuilder) -> EventText {
        EventText::new(kind, say).of(side.id(), None)
    }

    /// Something that happens to units, the first of which says where unless the table does.
    fn units(&self, kind: Kind, side: Side, (units, at): (&[&Id], Option<Spot>), words: String) -> EventText {
        let at = at.or_else(|| Some(self.game.units.get(units.first()?)?.at));
        let at = at.zip(self.rules.battle(self.game)).map(|(at, battle)| names::point(battle, at));
        let people = units.iter().map(|unit| self.unit(unit)).collect();
        EventText { people, at, ..self.side_event(kind, side, TextBuilder::words(capital(&words))) }
    }

    fn unit(&self, id: &Id) -> String {
        names::unit(self.rules, id)
    }

    /// Volleys and charges.
    fn fight(&self, event: &Event, rolls: &mut Rolls) -> EventText {
        let mut audit = Vec::new();
        if let Event::Volley { fact, side, units, target, dice, faces, again, hits: all, purpose } = event {
            let fire = if units.len() == 1 { "fires" } else { "fire" };
            let (who, at, what) = (names::units(self.rules, units), self.unit(target), names::quoted(", ", purpose));
            audit.push(line("Dice", shown(*dice, faces), rolls.of(&format!("volley {fact}"))));
            if !again.is_empty() {
                let misses = Dice { count: again.len() as u8, ..*dice };
                audit.push(line("Misses rolled again", shown(misses, again), rolls.of(&format!("reroll {fact}"))));
                let (first, second) = (dice.hits(faces), misses.hits(again));
                audit.push(line("Hits", format!("{first} + {second} = {all}."), None));
            }
            let people: Vec<&Id> = [target].into_iter().chain(units).collect();
            let words = format!("{who} {fire} at {at}{what}: {} (fact {fact}).", hits(*all));
            return EventText { audit, brief: *all > 0, ..self.units(Kind::Combat, *side, (&people, None), words) };
        }
        let Event::Charged { fact, side, unit, target, losses, own_losses, disorder, .. } = event else {
            return EventText::default();
        };
        let (who, at, disorder) =
            (self.unit(unit), self.unit(target), if *disorder { " and is disordered" } else { "" });
        let (theirs, own) = (hits(*losses), hits(*own_losses));
        if let Event::Charged { dice, faces, against, against_faces, .. } = event {
            let both = [(&at, dice, faces, &theirs, "charge"), (&who, against, against_faces, &own, "against")];
            audit.extend(both.map(|(whom, dice, faces, declared, purpose)| match dice {
                Some(dice) => line(&format!("On {whom}"), shown(*dice, faces), rolls.of(&format!("{purpose} {fact}"))),
                None => line(&format!("On {whom}"), format!("{declared}, as declared."), None),
            }));
        }
        let words = format!("{who} charges {at}{disorder}: {theirs} on {at}, {own} on {who} (fact {fact}).");
        EventText { audit, brief: true, ..self.units(Kind::Combat, *side, (&[target, unit], None), words) }
    }

    /// What is scored, less what morale removes, and the bases that are left.
    fn losses(&self, (side, unit): (Side, &Id), [scored, saved, lost, left]: [u8; 4], about: &str) -> EventText {
        let (who, had) = (self.unit(unit), u32::from(left) + u32::from(lost));
        let cause = match about.strip_prefix(&format!("the charge of {who}")) {
            Some(rest) => format!("in its charge{rest}"),
            None => format!("to {}", about.replacen(&format!(" at {who}"), "", 1)),
        };
        let words = format!("{who} loses {} {cause} and has {} left.", bases(lost), bases(left));
        let after = scored.saturating_sub(saved);
        let morale = TextBuilder::words(format!("{} - {saved} = {after}.", hits(scored))).rule("Morale Value");
        let audit = vec![
            ("Hits minus morale".to_owned(), morale.text()),
            line("Bases minus losses", format!("{had} - {lost} = {left}."), None),
        ];
        // A peak of the battle is called by the unit that it cost most.
        let peak = (lost > 0).then(|| (who.clone(), u32::from(lost)));
        EventText { audit, brief: lost > 0, peak, ..self.units(Kind::Combat, side, (&[unit], None), words) }
    }

    /// Cards are shuffled, invoke and modify phases, and interrupt.
    fn cards(&self, event: &Event) -> EventText {
        let rules = self.rules;
        match event {
            Event::Reshuffled { side, forced, removed, deck } => {
                let must = if *forced { "has no deck and must reshuffle" } else { "reshuffles" };
                let (removed, deck) = (names::number(*removed, "card"), names::number(*deck, "card"));
                let words = format!("{} {must}; it removes {removed} unseen", side.opening());
                let say =
                    TextBuilder::words(words).rule("Reshuffling Penalty").append(format!(" and has a deck of {deck}."));
                self.side_event(Kind::Other, *side, say).first()
            }
            Event::Invoked { side, phase, cards, modify } => {
                let cards_words = names::cards(rules, *side, cards);
                let words = format!("{} invokes {} with {cards_words}", side.opening(), names::phase(*phase));
                let mut say = TextBuilder::words(words);
                if cards.len() > 1 {
                    say = say.append(", which allows disorder").rule("Disorder Requires Two Cards");
                }
                if let Some(card) = modify {
                    say = say.rule("Playing Card(s) to Invoke a Phase");
                    say = say.append(format!(" and modifies it with {}", names::title_with_effect(rules, *side, card)));
                }
                self.side_event(Kind::Order, *side, say.append("."))
            }
            Event::Interrupted { side, card, moment, effect, removed, unit, to } => {
                let on = unit.as_ref().map_or("no unit".to_owned(), |unit| self.unit(unit));
                let does = match effect {
                    Effect::BatterySilent => format!("{on} does not fire in this phase"),
                    Effect::UnitStays => format!("{on} does not move in this phase"),
                    Effect::NoCharge => format!("{on} does not charge in this phase"),
                    Effect::LoseCards => format!("{} rolls for the cards that it loses", side.other().in_words()),
                    Effect::MoveEnemy => format!("{on} is moved and does not move again in this phase"),
                    Effect::RoughGround => {
                        format!("rough ground is placed at {}", to.map_or(String::new(), |to| names::spot(to.spot())))
                    }
                    Effect::Shown | Effect::RerollMisses if unit.is_some() => {
                        format!("the players apply the card to {on}")
                    }
                    Effect::Shown | Effect::RerollMisses => "the players apply the card".to_owned(),
                };
                let (who, card, when) =
                    (side.opening(), names::title_with_effect(rules, *side, card), names::moment(*moment));
                let mut say = TextBuilder::words(format!("{who} interrupts with {card}, {when}: {does}"));
                if *removed {
                    say = say.append("; the red card leaves the game").rule("Red = Remove");
                }
                let people = unit.iter().map(|unit| self.unit(unit)).collect();
                EventText { people, ..self.side_event(Kind::Other, *side, say.append(".")) }.first()
            }
            _ => EventText::default(),
        }
    }

    /// Turns, moves, notes, disputes, morale, the status phase.
    fn other_event(&self, event: &Event, about: &dyn Fn(&u32) -> String) -> EventText {
        let rules = self.rules;
        let does = |side: &Side, words: String| {
            self.side_event(Kind::Other, *side, TextBuilder::words(format!("{} {words}.", side.opening())))
        };
        match event {
            Event::Turn { turn, side } => {
                EventText::part(format!("Turn {turn}: {}", side.in_words())).of(side.id(), None)
            }
            Event::NothingToShuffle { side } => {
                does(side, "must reshuffle but has no cards to shuffle".to_owned()).first()
            }
            Event::Dropped { side, order, card } => {
                let order = from_value::<Order>(order).map(|order| order_text::order(rules, *side, &order));
                let (card, order) = (names::card(rules, side.other(), card), order.unwrap_or_default());
                does(side, format!("cannot carry out an order because of {card}: {order}"))
            }
            Event::Moved { fact, side, unit, from, to, distance, disorder } => {
                let own = rules.unit(self.game, unit).map(|(own, _)| own);
                let who = match own {
                    Some(own) if own != *side => format!("{} moves {}", side.in_words(), self.unit(unit)),
                    _ => format!("{} moves", self.unit(unit)),
                };
                let disorder = if *disorder { ", with disorder" } else { "" };
                let way = format!(
                    "{} from {} to {}",
                    names::distance(*distance),
                    names::spot(*from),
                    names::place_and_facing(*to)
                );
                let words = format!("{who} {way}{disorder} (fact {fact}).");
                self.units(Kind::Order, *side, (&[unit], Some(*to)), words)
            }
            Event::Marked { fact, side, mark } => {
                let words = format!("{} notes that {} (fact {fact}).", side.in_words(), names::mark(rules, mark));
                self.units(Kind::Other, *side, (&[&mark.unit], mark.to.map(|to| to.from(Spot::default()))), words)
            }
            Event::VictoryClaimed { fact, side, condition } => {
                let condition = names::condition(rules, condition);
                does(side, format!("claims that a victory condition is met: {condition} (fact {fact})")).first()
            }
            Event::Disputed { side, fact, why } => {
                does(side, format!("disputes {}{}", about(fact), names::quoted(": ", why))).first()
            }
            Event::Insists { side, fact, why } => {
                does(side, format!("insists on {}{}", about(fact), names::quoted(": ", why)))
            }
            Event::Withdrawn { side, fact } => {
                does(side, format!("withdraws {}, which is undone", about(fact))).first()
            }
            Event::Amended { side, fact, amend, hits: all, .. } => {
                let now = if amend.to.is_some() { String::new() } else { format!("; {} now", hits(*all)) };
                does(side, format!("corrects {}: {}{now}", about(fact), order_text::amended(amend))).first()
            }
            Event::Yielded { side, fact } => does(side, format!("yields: {} stands", about(fact))),
            Event::Morale { side, card, value, fact, unit } => {
                let (card, value, on) = (names::card(rules, *side, card), hits(*value), self.unit(unit));
                let about = about(fact);
                // The target of a volley is named with it; a charge may cost either side.
                let on = if about.contains(&format!(" at {on}")) { String::new() } else { format!(" on {on}") };
                does(side, format!("plays {card} for its morale value, to remove up to {value}{on} from {about}"))
            }
            Event::UnitGone { unit } => {
                let own = rules.unit(self.game, unit).map(|(own, _)| own);
                let words = format!("{} is removed from the table.", self.unit(unit));
                self.units(Kind::Leader, own.unwrap_or(self.game.side), (&[unit], None), words).first()
            }
            Event::Passed { side, forced: false } => does(side, "passes".to_owned()).first(),
            Event::Passed { side, forced: true } => {
                does(side, "has no card in its hand and must pass".to_owned()).first()
            }
            Event::Redrawn { side, count, hand, deck } => {
                let count = if *count == 0 { "no card".to_owned() } else { names::number(*count, "card") };
                does(side, format!("redraws {count} and holds {hand}, with {deck} left in its deck"))
            }
            Event::SmokeRemoved { side, units } => {
                does(side, format!("removes smoke from {}", names::units(rules, units)))
            }
            Event::Ended { winner, how, condition } => {
                let met = condition.as_ref().map_or(String::new(), |id| format!(" ({})", names::condition(rules, id)));
                EventText { kind: Some(Kind::Score), ..does(winner, format!("wins the battle: {}{met}", won(*how))) }
                    .first()
            }
            // These have words elsewhere.
            _ => EventText::default(),
        }
    }
}

/// How a battle is won.
pub fn won(how: EndReason) -> &'static str {
    match how {
        EndReason::NoCards => "the enemy has passed with no cards in its deck and discards",
        EndReason::Conditions => "a victory condition is met",
    }
}
