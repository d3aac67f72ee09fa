//! What happens outside combat, an event a sentence: draws, command points, resources, battles placed and blocked,
//! movement, the ends of turns and of the game.

use super::names;
use super::reasons::{discard_reason, draw_reason, drawn, points_reason, told, won};
use crate::BattleCry;
use crate::events::{Event, ResourcePlayed};
use crate::ledger::Phase;
use crate::pack::{Effect, Theater};
use crate::report::grammar::{capital, list, number};
use crate::report::text_builder::TextBuilder;
use crate::report::{EventText, Kind};
use crate::shared::Side;

/// An event outside combat; `None` for one that other sentences tell.
pub fn text(rules: &BattleCry, event: &Event) -> Option<EventText> {
    let card = |id: &str| names::card(rules, id);
    let who = |side: &Side| side.opening();
    // Washington, D.C., ends a sentence by itself.
    let does =
        |kind, side: &Side, words: String| told(kind, *side, format!("{} {}.", who(side), words.trim_end_matches('.')));
    let nobody = |kind, words: String| EventText::new(kind, TextBuilder::words(words));
    let at = |theater: &Theater| format!("in the {}", theater.in_words());
    Some(match event {
        Event::Turn { turn } => EventText::part(format!("Turn {turn}")),
        // A battle has a heading of its own.
        Event::Phase { phase: Phase::Combat } => EventText::default(),
        Event::Phase { phase } => EventText { kind: None, ..EventText::part(capital(names::phase(*phase))) },
        Event::Draws { side, count, wanted, why } => {
            let draws = if *count == 0 { "no card".to_owned() } else { number(*count, "card") };
            let short = if count < wanted { format!(" of {wanted}: its deck has run out") } else { String::new() };
            does(Kind::Other, side, format!("draws {draws}{}{short}", draw_reason(rules, why)))
        }
        Event::DeckTurned { side, deck } => {
            let next = if *deck == 2 { "Deck Two".to_owned() } else { format!("deck {deck}") };
            does(Kind::Score, side, format!("has drawn its last card: its discards become {next}")).first()
        }
        Event::Returned { side, count } => {
            does(Kind::Other, side, format!("returns {} to the top of its deck", number(*count, "random card")))
        }
        Event::PointsChanged { side, change, points, why } => {
            let by = number(change.unsigned_abs(), "command point");
            let now = format!("{} now", number(*points, "point"));
            let how = match change {
                0 => format!("stays at {}", number(*points, "command point")),
                1.. => format!("gains {by}{}: {now}", points_reason(rules, why)),
                _ => format!("loses {by}{}: {now}", points_reason(rules, why)),
            };
            does(Kind::Score, side, how).first()
        }
        Event::Resource(ResourcePlayed { side, card: None, .. }) => {
            does(Kind::Order, side, "plays no resource".to_owned())
        }
        Event::Resource(ResourcePlayed { side, card: Some(id), general, replaced, theater }) => {
            let general = general.as_ref().map(|general| card(general));
            let replaced = replaced.as_ref().map(|general| format!(" in place of {}", card(general)));
            let general = general.map(|general| format!("{general} comes into play{}", replaced.unwrap_or_default()));
            let theater = theater.as_ref().map(|theater| format!("it names the {}", theater.in_words()));
            let part = rules.pack.part(*side, id, crate::orders::Half::Upper);
            // A change of command points has an event of its own.
            let changes = |effect: &Effect| matches!(effect, Effect::Points(_) | Effect::PointsIf { .. });
            let told = general.is_some() || part.is_some_and(|part| part.effects().iter().all(changes));
            let effects = part.map(|part| names::effects(rules, *side, part)).unwrap_or_default();
            let all = general.into_iter().chain(theater).chain(effects.into_iter().filter(|_| !told));
            let all = list(all, "and", "");
            let all = if all.is_empty() { all } else { format!(": {all}") };
            does(Kind::Order, side, format!("plays {}{all}", card(id))).first()
        }
        Event::Recalled { side, cards } => {
            does(Kind::Leader, side, format!("recalls {} to its hand", names::cards(rules, cards)))
        }
        Event::Discarded { side, cards, why } => {
            does(Kind::Other, side, format!("discards {}{}", names::cards(rules, cards), discard_reason(rules, why)))
        }
        Event::Held { battle } => {
            told(Kind::Control, Side::Union, format!("The Union now holds {}.", names::battle(rules, battle))).first()
        }
        Event::Removed { battle } => {
            nobody(Kind::Control, format!("{} leaves the game.", names::battle(rules, battle))).first()
        }
        Event::LaidDown { side, open } if open.values().all(|points| *points == 0) => {
            does(Kind::Order, side, "lays its command points face down".to_owned())
        }
        Event::LaidDown { side, open } => {
            let each = open.iter().map(|(theater, points)| format!("{points} {}", at(theater)));
            does(Kind::Order, side, format!("lays command points face up: {}", list(each, "and", "none")))
        }
        Event::Command { side, east, west } => {
            does(Kind::Other, side, format!("commands with {east} in the East and {west} in the West"))
        }
        Event::Placed { battle, theater, amphibious } => {
            let sea = if *amphibious { ", by sea" } else { "" };
            nobody(Kind::Order, format!("{} is placed {}{sea}.", names::battle(rules, battle), at(theater))).first()
        }
        Event::Blocked { battle, by, theater } => {
            let (name, by) = (names::battle(rules, battle), names::battle(rules, by));
            nobody(Kind::Order, format!("{by} blocks {name} {}.", at(theater))).first()
        }
        Event::Moved { side, card: None, .. } => does(Kind::Order, side, "plays no movement card".to_owned()),
        Event::Moved { side, card: Some(id), theater, battle, fights } => {
            let battle = battle.as_ref().map(|battle| format!(" against {}", names::battle(rules, battle)));
            let theater = theater.as_ref().map(|theater| format!(" {}", at(theater)));
            let fights = fights.map(|fights| if fights { ", and fights" } else { ", and does not fight" });
            let target = battle.or(theater).unwrap_or_default();
            does(Kind::Order, side, format!("plays {}{target}{}", card(id), fights.unwrap_or_default())).first()
        }
        Event::Negated { card: id, by } => {
            nobody(Kind::Order, format!("{} is negated by {}.", card(id), card(by))).first()
        }
        Event::Lifted { theater, battle } => {
            nobody(Kind::Order, format!("{} is not fought {}.", names::battle(rules, battle), at(theater))).first()
        }
        Event::First { side, theater } => does(Kind::Order, side, format!("fights first {}", at(theater))),
        Event::PlansVoid { side, card: id } => {
            let words = format!("takes back its command cards and its plans because of {}", card(id));
            does(Kind::Order, side, words).first()
        }
        Event::Discretionary { side, east, west } => {
            let each = [(Theater::East, east), (Theater::West, west)].into_iter().filter(|(_, points)| **points > 0);
            let each = each.map(|(theater, points)| format!("{} {}", number(*points, "command point"), at(&theater)));
            does(Kind::Order, side, format!("adds {}", list(each, "and", "no command points")))
        }
        Event::Shifted { side, to, points } => {
            let words = format!("moves {} to the {}", number(*points, "command point"), to.in_words());
            does(Kind::Order, side, words).first()
        }
        Event::Retaken { battle } => {
            let words = format!("{} is the Confederacy's again.", names::battle(rules, battle));
            told(Kind::Control, Side::Confederate, words).first()
        }
        Event::WashingtonRetaken {} => told(Kind::Control, Side::Union, "The Union retakes Washington.").first(),
        Event::Promoted { side, general, .. } => {
            let words = format!("{} of {} is promoted: he has three stars now.", card(general), side.in_words());
            EventText { people: vec![card(general)], ..told(Kind::Leader, *side, words) }.first()
        }
        Event::Embarked { side, cards, generals } => {
            let all = names::cards(rules, generals);
            let cards = number(*cards, "card");
            does(Kind::Order, side, format!("goes by sea: {cards} return to its deck, and {all} engage"))
        }
        Event::Counted { union, confederate } => {
            let of = |count: &u8| number(*count, "condition");
            nobody(Kind::Score, format!("The Union meets {} and the Confederacy {}.", of(union), of(confederate)))
                .first()
        }
        Event::Ended { winner, how } => {
            let words = match winner {
                Some(winner) => format!("{} wins the game: {}.", winner.opening(), won(*how)),
                None => format!("The game is drawn: {}.", drawn(*how)),
            };
            EventText { side: winner.map(Side::id), ..nobody(Kind::Score, words) }.first()
        }
        // `sentences` has these.
        Event::Enters { .. }
        | Event::BattleBegins { .. }
        | Event::Announced { .. }
        | Event::Sent { .. }
        | Event::Settled { .. }
        | Event::TakenBack { .. }
        | Event::Reacted { .. }
        | Event::Paid { .. }
        | Event::Beaten { .. }
        | Event::Failed { .. }
        | Event::Canceled { .. }
        | Event::Reduced { .. }
        | Event::Engaged { .. }
        | Event::Disengaged { .. }
        | Event::Wounded { .. }
        | Event::Spared { .. }
        | Event::ChoiceReplaced { .. }
        | Event::NothingToDo { .. }
        | Event::Passed { .. }
        | Event::Continues { .. }
        | Event::Day { .. }
        | Event::BattleOver { .. } => return None,
    })
}
