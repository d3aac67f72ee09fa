//! What happens, an event a sentence.

use serde_json::Value;

use super::event_groups::{Group, RuledEvent};
use super::{combat_audits, names, picture_positions};
use crate::Dixie;
use crate::document::from_tagged;
use crate::events::{EliminationReason, Event};
use crate::ledger::{EndReason, Game};
use crate::pack::Effect;
use crate::place::Place;
use crate::report::event_groups::{self, EventGroup};
use crate::report::grammar::{capital, list, plural};
use crate::report::text_builder::{Rolls, TextBuilder};
use crate::report::{EventText, Kind};
use crate::side::Side;

/// An event of the game, or several that are told at once, in words.
pub fn text(rules: &Dixie, game: &Game, event: &Value, rolls: &mut Rolls) -> Option<EventText> {
    let rule = event_groups::rule_of(event);
    let known = from_tagged::<Event>("event", event).ok();
    if let Some(group) = event_groups::group(event).or_else(|| Group::from_single(known.as_ref()?)) {
        return group_text(rules, game, &group, rule, rolls);
    }
    Some(single_event_text(rules, game, &known?, rolls))
}

fn group_text(rules: &Dixie, game: &Game, group: &Group, rule: &str, rolls: &mut Rolls) -> Option<EventText> {
    match group {
        Group::Volley { fired, after } => combat_audits::volley(rules, game, fired, after, rolls),
        Group::Checks { side, why, checks } => Some(combat_audits::checks(rules, game, *side, *why, checks, rolls)),
        Group::Hits { first, more } => {
            let first = RuledEvent { rule: rule.to_owned(), event: first.clone() };
            let taken: Vec<RuledEvent> = std::iter::once(first).chain(more.iter().cloned()).collect();
            combat_audits::hits(rules, game, &taken)
        }
        Group::Moves { side, cards, from, to } => Some(moves(rules, game, (*side, cards), (*from, *to), rule)),
    }
}

fn sentence(game: &Game, kind: Kind, side: Side, place: Option<Place>, words: String) -> EventText {
    let at = place.and_then(|place| picture_positions::middle(game, place));
    EventText::new(kind, TextBuilder::words(capital(&words))).of(side.id(), at)
}

/// Cards go from one place to another; the words for it depend on who is there.
fn moves(
    rules: &Dixie,
    game: &Game,
    (side, cards): (Side, &[String]),
    (from, to): (Place, Place),
    rule: &str,
) -> EventText {
    let engages = matches!(rule, "8.1" | "13.1");
    let verb = match (to, rule) {
        _ if engages => ["engages", "engage"],
        (_, "13.7") => ["returns", "return"],
        (Place::Reserve, _) => ["goes back", "go back"],
        (_, "8.2" | "13.2") => ["disengages", "disengage"],
        _ => ["moves", "move"],
    }[usize::from(cards.len() > 1)];
    let who = capital(&names::cards(rules, game, side, cards));
    let (start, end) = (names::place(from), names::place(to));
    let way = if engages { format!("{end} from {start}") } else { format!("from {start} to {end}") };
    let text = sentence(game, Kind::Order, side, Some(to), format!("{who} of {} {verb} {way}.", side.in_words()));
    let people = cards.iter().filter_map(|card| rules.card(game, side, card));
    let people = people.filter(|card| card.kind == crate::pack::Kind::General).map(|card| card.name.clone());
    EventText { people: people.collect(), brief: engages, ..text }
}

/// An event that is told alone.
fn single_event_text(rules: &Dixie, game: &Game, event: &Event, rolls: &mut Rolls) -> EventText {
    let card = |side: &Side, id: &str| names::card(rules, game, *side, id);
    let (at, who) = (|place: &Place| names::place(*place), |side: &Side| side.opening());
    let cards = |count: usize, what: &str| plural(u32::try_from(count).unwrap_or(u32::MAX), what);
    let here = |kind, side: &Side, place: &Place, words: String| sentence(game, kind, *side, Some(*place), words);
    let off = |kind, side: &Side, words: String| sentence(game, kind, *side, None, words);
    match event {
        Event::Turn { turn, day, side } => {
            let day = if *day > 1 || game.rules.three_days { format!(", Day {day}") } else { String::new() };
            EventText::part(format!("Battle Turn {turn}{day}: {}", side.in_words())).of(side.id(), None)
        }
        Event::Deployed { side, cards: positions } => {
            let each = positions.iter().filter(|(_, count)| **count > 0);
            let each = list(each.map(|(place, count)| format!("{count} in {}", at(place))), "and", "none");
            let all = cards(positions.values().sum(), "card");
            off(Kind::Order, side, format!("{} deploys {all}: {each}.", who(side))).first()
        }
        Event::Returned { side, card: id, place } => {
            let words = format!("{} may not stand in {} and goes to the Reserve.", card(side, id), at(place));
            here(Kind::Other, side, place, words)
        }
        Event::WaterRemoved { side, card: id, place, face } => {
            let words = format!("One column has two creeks. The die shows {face}");
            let say = TextBuilder::words(words).roll(rolls.of("two creeks"));
            let say = say.append(format!(", and {} leaves {}.", card(side, id), at(place)));
            EventText { text: say, ..here(Kind::Other, side, place, String::new()) }
        }
        Event::Eliminated { side, card: id, place, because } => {
            let how = match because {
                EliminationReason::Routed => "routs and is out of play",
                EliminationReason::Hits => "has taken more hits than its CV and is eliminated",
                EliminationReason::Alone => "is engaged without troops and is eliminated",
                EliminationReason::Decoy => "is a decoy and is eliminated",
            };
            here(
                Kind::Leader,
                side,
                place,
                format!("{} of {} {how} in {}.", card(side, id), side.in_words(), at(place)),
            )
            .first()
        }
        Event::HeldFire { side, card: id, place, because } => {
            let why = combat_audits::no_fire(*because);
            here(Kind::Other, side, place, format!("{} in {} does not fire: {why}.", card(side, id), at(place)))
        }
        Event::Wasted { side, place, hits } => {
            let words = format!("{} has no card left in {} to take {}.", who(side), at(place), names::hits(*hits));
            here(Kind::Other, side, place, words)
        }
        Event::Special { side, card: id, effect, place, target } => {
            special(rules, game, (*side, id), (*effect, *place), target.as_deref())
        }
        Event::Sharpshot { side, target, place, face, hit } => {
            let name = names::short_name(rules, game, side.other(), target);
            let words =
                format!("The Sharpshooters of {} fire at {name} in {} and roll {face}", side.in_words(), at(place));
            let how = if *hit { "is hit" } else { "is not hit" };
            let say = TextBuilder::words(words)
                .roll(rolls.of(&format!("sharpshooters {side}")))
                .append(format!(": he {how}."));
            EventText { text: say, people: vec![name], brief: *hit, ..here(Kind::Leader, side, place, String::new()) }
        }
        Event::Covered { side, place, hits } => {
            let words = format!("{} takes cover in {} and is spared {}.", who(side), at(place), names::hits(*hits));
            here(Kind::Other, side, place, words)
        }
        Event::Rallied { side, card: id } => {
            off(Kind::Other, side, format!("{} rallies and goes to the Reserve.", card(side, id))).first()
        }
        Event::Melee { side, place, round: 1 } => {
            here(Kind::Combat, side, place, format!("{} declares a melee in {}.", who(side), at(place))).first()
        }
        Event::Melee { side, place, .. } => {
            here(Kind::Combat, side, place, format!("The melee in {} goes to a second round.", at(place)))
        }
        Event::LeavesMelee { side, place, must } => {
            let how = if *must { "has to leave" } else { "leaves" };
            here(Kind::Combat, side, place, format!("{} {how} the melee in {}.", who(side), at(place))).first()
        }
        Event::StaysBack { side, card: id, place, face } => {
            let words =
                format!("{} rolls {face}, does not outflank {}, and stays in the Reserve.", card(side, id), at(place));
            here(Kind::Other, side, place, words)
        }
        Event::Disorganized { side, place, over } => {
            let over = cards((*over).into(), "card");
            let words =
                format!("{} overstacks {} by {over}: its cards there check their morale.", who(side), at(place));
            here(Kind::Other, side, place, words).first()
        }
        Event::Terrain { side, card: id, place } => {
            here(Kind::Other, side, place, format!("{} plays {} in {}.", who(side), card(side, id), at(place)))
        }
        Event::Captured { side, place } => {
            here(Kind::Control, side, place, format!("{} captures {}.", who(side), at(place))).first()
        }
        Event::Reinforced { side, count } => {
            off(Kind::Other, side, format!("{} draws {} into its Reserve.", who(side), cards(*count, "reinforcement")))
        }
        Event::DayEnds { day } => EventText::part(format!("Day {day} ends")),
        Event::Night { side, count } => {
            off(Kind::Other, side, format!("{} draws {} into its Reserve overnight.", who(side), cards(*count, "card")))
        }
        Event::Ohio { count } => {
            let words = "The Army of the Ohio arrives in place of the USA's remaining reinforcements:";
            off(Kind::Other, &Side::Usa, format!("{words} {}.", cards(*count, "card"))).first()
        }
        Event::Commander { side, card: id } => {
            let text =
                off(Kind::Leader, side, format!("{} now commands the army of {}.", card(side, id), side.in_words()));
            EventText { people: vec![names::short_name(rules, game, *side, id)], ..text }
        }
        Event::Ended { winner, how } => {
            let words = match winner {
                Some(winner) => format!("{} wins the battle: {}.", winner.opening(), won(*how)),
                None => format!("The battle is drawn: {}.", won(*how)),
            };
            let text = EventText::new(Kind::Score, TextBuilder::words(words)).first();
            EventText { side: winner.map(Side::id), ..text }
        }
        // These are told together with their like.
        Event::Fired { .. } | Event::Hit { .. } | Event::Check { .. } | Event::Moved { .. } => EventText::default(),
    }
}

/// How a battle ends.
pub fn won(how: EndReason) -> &'static str {
    match how {
        EndReason::Occupation => "it occupies as many enemy positions as it needs",
        EndReason::Envelopment => "it enfilades a vacant enemy position",
        EndReason::LastDay => "the last day is over and the CSA has not won",
        EndReason::Stalemate => "for six Battle Turns nobody has fired, fought a melee, engaged or drawn a card",
    }
}

/// A special is played.
fn special(
    rules: &Dixie,
    game: &Game,
    (side, id): (Side, &str),
    (effect, place): (Effect, Option<Place>),
    target: Option<&str>,
) -> EventText {
    let at = place.map_or(String::new(), |place| format!(" on {}", names::place(place)));
    // A Rally is played on a card of one's own.
    let (whose, aim) = if effect == Effect::Rally { (side, "for") } else { (side.other(), "against") };
    let target =
        target.map_or(String::new(), |target| format!(", {aim} {}", names::short_name(rules, game, whose, target)));
    let name = names::short_name(rules, game, side, id);
    let does = effect_words(effect).map_or(String::new(), |does| format!(": {does}"));
    let words = format!("{} plays {name}{at}{target}{does}.", side.opening());
    sentence(game, Kind::Other, side, place, words)
}

/// What a special does; nothing where the next event says it.
fn effect_words(effect: Effect) -> Option<&'static str> {
    Some(match effect {
        Effect::Rally => return None,
        Effect::Sharpshooters => "a roll of 1 or 2 hits the general",
        Effect::Ford => "the Movement Limit there rises by 1",
        Effect::Railway => "it draws one more reinforcement",
        Effect::ColorGuard | Effect::JohnnyShiloh => "the morale of its troops there is 1 higher",
        Effect::RebelYell => "each of its infantry cards there rolls one more die in this melee",
        Effect::BayonetCharge => "each of its infantry cards there rolls one more die in the first round",
        Effect::Cover => "it takes 1 fewer hit",
        Effect::UniformConfusion => "the hits of that card fall on its own side",
        Effect::Ammunition => "that card does not fire",
        Effect::FlankMarch => "the first card outflanks without a check",
    })
}
