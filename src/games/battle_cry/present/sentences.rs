//! What happens, an event a sentence; combat values as sums that a reader can add up.

use serde_json::Value;

use super::event_groups::{Group, announced};
use super::reasons::told;
use super::{names, strategy};
use crate::BattleCry;
use crate::combat_value::Part;
use crate::document::from_tagged;
use crate::engine::CardEvent;
use crate::engine::sum::Sum;
use crate::events::Event;
use crate::ledger::{DECK, Play};
use crate::pack::{Effect, Theater};
use crate::report::grammar::{list, number};
use crate::report::{EventText, Kind, Span, Text, event_groups};
use crate::shared::Side;

/// An event of the game, or several that are told at once, in words.
pub fn text(rules: &BattleCry, event: &Value) -> Option<EventText> {
    if let Some(group) = event_groups::group::<Group>(event) {
        return Some(of_group(rules, &group));
    }
    if let Ok(event) = from_tagged::<Event>("event", event) {
        let text = in_battle(rules, &event).or_else(|| strategy::text(rules, &event));
        return Some(text.unwrap_or_default());
    }
    match from_tagged::<CardEvent>("event", event).ok()? {
        CardEvent::Left { side, card: Some(card), to, .. } if to == DECK => {
            let (side, card) = (Side::of(&side), names::card(rules, &card));
            Some(told(
                Kind::Other,
                side,
                format!("{card} goes into the deck of {}, which is shuffled.", side.in_words()),
            ))
        }
        CardEvent::Claimed { side, .. } => {
            let who = Side::of(&side);
            let words = "states that its hand has no card but generals; the audit compares this with the truth.";
            Some(told(Kind::Other, who, format!("{} {words}", who.opening())))
        }
        _ => None,
    }
}

fn of_group(rules: &BattleCry, group: &Group) -> EventText {
    let heading = |words: String| EventText { heading: Some(words), ..EventText::default() };
    match group {
        Group::Settlement { side } => heading(format!("Settlement: the send of {}", side.in_words())),
        Group::Orders { side } => heading(format!("Orders of {}", side.in_words())),
        Group::Saved { side, card, by, saver } => {
            let words = format!("{by} would cancel {card} of {}, which {saver} saves.", side.in_words());
            told(Kind::Combat, *side, words).first()
        }
        Group::Disengage { side, generals } => {
            let people: Vec<String> = generals.iter().map(|card| names::card(rules, card)).collect();
            let verb = if people.len() > 1 { "disengage" } else { "disengages" };
            let words = format!("{} of {} {verb}.", list(people.iter().cloned(), "and", ""), side.in_words());
            EventText { people, ..told(Kind::Leader, *side, words) }
        }
        Group::Enter { side, generals } => {
            let each = Theater::BOTH.map(|theater| {
                let there = generals.iter().filter(|(_, at)| *at == theater).map(|(card, _)| names::card(rules, card));
                (theater, list(there, "and", ""))
            });
            let each = each.into_iter().filter(|(_, who)| !who.is_empty());
            let each = each.map(|(at, who)| {
                let comes = if who.contains(" and ") { "come" } else { "comes" };
                format!("{who} {comes} into play in the {}", at.in_words())
            });
            let each = list(each, "and", "nobody comes into play");
            let people = generals.iter().map(|(card, _)| names::card(rules, card)).collect();
            EventText { people, ..told(Kind::Leader, *side, format!("{each} for {}.", side.in_words())) }
        }
    }
}

/// What happens in a battle.
fn in_battle(rules: &BattleCry, event: &Event) -> Option<EventText> {
    let card = |id: &str| names::card(rules, id);
    let who = |side: &Side| side.opening();
    let combat = |side: &Side, words: String| told(Kind::Combat, *side, words);
    Some(match event {
        Event::BattleBegins { battle, theater, attacker, offensive } => {
            let (name, at) = (names::battle(rules, battle), theater.in_words());
            let how = if *offensive { "takes the offensive" } else { "has the initiative" };
            let text =
                combat(attacker, format!("The battle of {name} begins in the {at}: {} {how}.", attacker.in_words()));
            EventText { heading: Some(format!("The battle of {name}")), ..text }.first()
        }
        Event::Announced { side, number, play } => {
            let people = play.general.iter().map(|general| card(general)).collect();
            let words = format!("Play {number}: {}.", self::play(rules, *side, play));
            EventText { people, ..told(Kind::Order, *side, words) }
        }
        Event::Sent { side, held, union, confederate } => {
            let does = match held {
                true => "stops here and goes on once this is settled",
                false => "hands over",
            };
            let words = format!("{} {does}. Announced, if all of it stands: {}.", who(side), lead(union, confederate));
            EventText { audit: audit(union, confederate), ..combat(side, words) }
        }
        Event::Settled { side, union, confederate } => {
            let words = format!("The send of {} is settled: {}.", side.in_words(), lead(union, confederate));
            EventText { audit: audit(union, confederate), ..combat(side, words) }.first()
        }
        Event::TakenBack { side, card: id, general } => {
            let with = general.as_ref().map_or(String::new(), |general| format!(" with {}", card(general)));
            let words = "has lost its ground: it goes back to the hand of";
            combat(side, format!("{}{with} {words} {} and does not count as played.", card(id), side.in_words()))
        }
        Event::Reacted { side, card: id, half, to } => {
            combat(side, format!("{} answers {} at once with {}.", who(side), card(to), names::half(rules, id, *half)))
                .first()
        }
        Event::Paid { side, general, card: id, count } => {
            let price = number(*count, "random card");
            let words = format!("{} engages and {} returns {price} to its deck", card(general), side.in_words());
            combat(side, format!("{words}, so that {} has no effect.", card(id))).first()
        }
        Event::Beaten { side, card: id } => {
            combat(side, format!("{} of {} comes to nothing.", card(id), side.in_words()))
        }
        Event::Failed { side, card: id, by, general } => {
            let back =
                general.as_ref().map_or(String::new(), |general| format!(", and {} does not come", card(general)));
            combat(side, format!("{} of {} is canceled by {}{back}.", card(id), side.in_words(), card(by))).first()
        }
        Event::Canceled { side, card: id, by } => {
            combat(side, format!("{} has to cancel a card for {}: {}.", who(side), card(by), card(id))).first()
        }
        Event::Reduced { side, card: id, by } => {
            combat(side, format!("{} turns a card for {}: {} counts less.", who(side), card(by), card(id))).first()
        }
        Event::Engaged { side, general, card: None } => {
            person(rules, *side, general, format!("{} of {} has to engage.", card(general), side.in_words()))
        }
        Event::Engaged { side, general, card: Some(id) } => {
            let words = format!("{} has to attack at +1: {} engages for {}.", who(side), card(general), card(id));
            person(rules, *side, general, words)
        }
        Event::Wounded { side, general, by } => {
            let words = "and goes to the discards; what he engaged for stays in play";
            let who = format!("{} of {}", card(general), side.in_words());
            person(rules, *side, general, format!("{who} is wounded by {} {words}.", card(by))).first()
        }
        Event::Spared { side, general, by } => {
            let words = format!("{} of {} is saved from a wound by {}.", card(general), side.in_words(), card(by));
            person(rules, *side, general, words).first()
        }
        Event::ChoiceReplaced { side, choice } => {
            let words = "can no longer choose as it did for play";
            combat(side, format!("{} {words} {}: the first possibility is taken.", who(side), choice.play))
        }
        Event::NothingToDo { side, card: id } => {
            combat(side, format!("{} has nothing that {} could take from it.", who(side), card(id)))
        }
        Event::Passed { side } => told(Kind::Order, *side, format!("{} passes.", who(side))).first(),
        Event::Continues { side, card: id } => {
            let words = format!("{} plays {} after both have passed: the battle goes on.", who(side), card(id));
            combat(side, words).first()
        }
        Event::Day { day } => EventText::part(format!("Day {day}")),
        Event::BattleOver { battle, winner, union, confederate, margin, major } => {
            let name = names::battle(rules, battle);
            let by = match (*margin, *major) {
                (by, true) => format!(" by {by}, a Major Victory"),
                (0, _) => ", as the attacker does not lead".to_owned(),
                (by, false) => format!(" by {by}"),
            };
            let text = combat(winner, format!("{} wins the battle of {name}{by}.", who(winner)));
            let weight = union.total().unsigned_abs() + confederate.total().unsigned_abs();
            let peak = Some((name, u32::try_from(weight).unwrap_or(0)));
            EventText { audit: audit(union, confederate), peak, ..text }.first()
        }
        _ => return None,
    })
}

/// A sentence about a general.
fn person(rules: &BattleCry, side: Side, general: &str, words: String) -> EventText {
    EventText { people: vec![names::card(rules, general)], ..told(Kind::Leader, side, words) }
}

/// Who leads, by the two sums.
fn lead(union: &Sum, confederate: &Sum) -> String {
    names::lead(union.total(), confederate.total())
}

/// Both combat values, card by card.
fn audit(union: &Sum, confederate: &Sum) -> Vec<(String, Text)> {
    let line = |(side, sum): (Side, &Sum)| (side.title().to_owned(), vec![Span::plain(format!("{}.", added_up(sum)))]);
    [(Side::Union, union), (Side::Confederate, confederate)].map(line).to_vec()
}

/// A sum of cards: `Forney's Division Assaults 3 - Woods 1 = 2`.
pub fn added_up(sum: &Sum) -> String {
    let mut words = String::new();
    for (what, points) in &sum.0 {
        let what = if what == "city" { "the city's defense" } else { what };
        let sign = match (words.is_empty(), *points < 0) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        };
        words += &format!("{sign}{what} {}", points.unsigned_abs());
    }
    if words.is_empty() { "no attack card in play, 0".to_owned() } else { format!("{words} = {}", sum.total()) }
}

/// An announced play in a clause: `Early engages for Division Enfilades, an attack at +3`.
pub fn play(rules: &BattleCry, side: Side, play: &Play) -> String {
    let general = play.general.as_deref().map(|general| names::card(rules, general)).unwrap_or_default();
    let Some(card) = &play.card else { return format!("{general} engages to draw a card") };
    let Some(part) = rules.pack.part(side, card, play.half) else {
        return format!("{} plays {}", side.in_words(), names::card(rules, card));
    };
    let on = play.target.as_deref().map(|on| names::card(rules, on)).unwrap_or_default();
    let title = part.title();
    let mut words = match value(part) {
        None if part.stars() > 0 => format!("{general} engages for {title}"),
        Some(value) if part.stars() > 0 => format!("{general} engages for {title}, {value}"),
        Some(value) if play.target.is_none() => format!("{} plays {title}, {value}", side.in_words()),
        _ => format!("{} plays {title}", side.in_words()),
    };
    for effect in part.effects() {
        words += &match effect {
            Effect::Cancels(_) => format!(" against {on}, which it cancels"),
            Effect::Reduces(by) => format!(" against {on}, which counts {by} less"),
            Effect::Attached { .. } => format!(" and adds {} to {on}", part.value()),
            Effect::Disengage {} => format!(", and {general} disengages"),
            Effect::BringGeneral {} => format!(", and {general} comes into the battle"),
            Effect::Recover {} => {
                let taken = play.take.as_deref().map(|take| names::card(rules, take)).unwrap_or_default();
                format!(", to return {taken} from its discards to its deck")
            }
            _ => continue,
        };
    }
    let does = names::effects(rules, side, part);
    if does.is_empty() { words } else { format!("{words}: {}", list(does, "and", "")) }
}

/// What a half counts in combat; nothing for one without a value.
fn value(part: Part<'_>) -> Option<String> {
    let counter = part.event().map_or(0, crate::pack::Event::counterattack);
    let also = if counter > 0 { format!(" that also attacks at +{counter}") } else { String::new() };
    match part.value() {
        0 => None,
        value if value > 0 => Some(format!("an attack at +{value}")),
        value => Some(format!("a defense at {value}{also}")),
    }
}

/// The announced play as everybody may call it: `Early's Division Enfilades`.
pub fn play_name(rules: &BattleCry, side: Side, play: &Play) -> String {
    match &play.card {
        Some(_) => announced(rules, side, play),
        None => format!(
            "{} drawing a card",
            play.general.as_deref().map(|card| names::card(rules, card)).unwrap_or_default()
        ),
    }
}
