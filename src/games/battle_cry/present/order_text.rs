//! Orders and answers in words.

use super::names;
use super::sentences::play_name;
use crate::BattleCry;
use crate::document::Id;
use crate::ledger::{Play, Send};
use crate::orders::{
    Answer, Choice, ContinueBattle, Half, Insist, LaidCard, MovementPlay, Order, PlacedBattles, Reaction,
};
use crate::pack::{Effect, Theater};
use crate::report::grammar::{list, number};
use crate::shared::Side;
use crate::sorted::SortedMap;
use crate::view::View;

/// An order, as it would be carried out.
pub fn order(view: View<'_>, order: &Order) -> String {
    let rules = view.rules;
    let card = |id: &str| names::card(rules, id);
    let cards = |ids: &[String]| names::cards(rules, ids);
    match order {
        Order::Pick { cards: picked } => format!("choose {}", cards(picked)),
        Order::Resource { card: id, .. } if id == NONE => "play no resource".to_owned(),
        Order::Resource { card: id, general, replaced, theater } => {
            let general = general.as_ref().map_or(String::new(), |general| format!(" with {}", card(general)));
            let replaced = replaced.as_ref().map_or(String::new(), |one| format!(" in place of {}", card(one)));
            format!("play the resource {}{general}{replaced}{}", card(id), in_theater(*theater))
        }
        Order::Lay { east, west } => {
            format!(
                "lay {}",
                by_theater([
                    (Theater::East, east.as_ref().map(|laid| laid_words(view, laid))),
                    (Theater::West, west.as_ref().map(|laid| laid_words(view, laid)))
                ])
            )
        }
        Order::Place(placed) => place(rules, placed),
        Order::Block(blocks) => {
            let one = |(battle, by): (&Id, &Vec<Id>)| {
                let by = list(by.iter().map(|id| names::battle(rules, id)), "or else", "nothing");
                format!("{} with {by}", names::battle(rules, battle))
            };
            format!("block {}", list(blocks.iter().map(one), "and", "nothing"))
        }
        Order::Movement(movement) => moves(rules, movement),
        Order::Discretionary { east: 0, west: 0 } => "add no command points".to_owned(),
        Order::Discretionary { east, west } => {
            format!(
                "add {}, face up",
                by_theater([(Theater::East, Some(east.to_string())), (Theater::West, Some(west.to_string()))])
            )
        }
        Order::Generals { recall, place } => {
            let recall = (!recall.is_empty()).then(|| format!("recall {}", cards(recall)));
            let come =
                |(general, theater): (&String, &Theater)| format!("{} in the {}", card(general), theater.in_words());
            let place =
                (!place.is_empty()).then(|| format!("bring into play {}", list(place.iter().map(come), "and", "")));
            list(recall.into_iter().chain(place), "and", "change no generals")
        }
        Order::Draw(counts) => {
            format!(
                "draw {}",
                by_theater(counts.iter().map(|(theater, count)| (*theater, Some(number(*count, "card")))))
            )
        }
        Order::First(theater) => format!("fight first in the {}", theater.in_words()),
        Order::Embark { cards: ids, generals } => {
            format!("go by sea: return {} to the deck, engage {}", names::whole(rules, ids), cards(generals))
        }
        Order::React(reaction) => react(view, reaction),
        Order::Choose(choice) => choose(view, choice),
        Order::Send {} => "hand over".to_owned(),
        Order::Hold {} => "stop here until this is settled".to_owned(),
        Order::Settle {} => format!("settle the send of {}", view.side.other().in_words()),
        Order::Pass { continues } => match continues {
            ContinueBattle::No => "pass".to_owned(),
            ContinueBattle::Yes => "pass (if both have passed, Battle Continues is played)".to_owned(),
            ContinueBattle::Ask => "pass (if both have passed, Battle Continues is asked about)".to_owned(),
        },
        Order::Discard { cards: ids, general } => {
            let general = general.as_ref().map(|one| format!("exchange {} for a card", card(one)));
            let ids = (!ids.is_empty()).then(|| format!("discard {}", names::whole(rules, ids)));
            list(ids.into_iter().chain(general), "and", "discard nothing")
        }
        Order::Attack { .. } | Order::Special { .. } | Order::Engage { .. } => announce(view, order),
    }
}

/// What is written for no card.
const NONE: &str = "none";

/// A play as an order: `engage Early for Division Enfilades (+3)`.
fn announce(view: View<'_>, order: &Order) -> String {
    let rules = view.rules;
    let card = |id: &str| names::card(rules, id);
    let play = order.announced(view);
    let titled = |id: &str, half: Half| {
        let half = play.as_ref().map_or(half, |play| play.half);
        let part = rules.pack.part(view.side, id, half).filter(|part| part.value() != 0);
        let value = part.map_or(String::new(), |part| format!(" ({:+})", part.value()));
        format!("{}{value}", names::half(rules, id, half))
    };
    let target = |id: &str| {
        let table = view.battle().map(|battle| battle.table.as_slice()).unwrap_or_default();
        table.iter().find(|played| played.card == id).map_or_else(|| card(id), |one| names::played(rules, one))
    };
    match order {
        Order::Attack { card: id, half, general, .. } => format!("engage {} for {}", card(general), titled(id, *half)),
        Order::Special { card: id, half, general, target: on, take } => {
            let rallies =
                play.as_ref().and_then(|play| play.moves_general(rules, view.side)) == Some(&Effect::Disengage {});
            let general = general.as_ref().map_or(String::new(), |one| match rallies {
                true => format!(": {} disengages", card(one)),
                false => format!(" with {}", card(one)),
            });
            let on = on.as_ref().map_or(String::new(), |on| format!(" on {}", target(on)));
            let take =
                take.as_ref().map_or(String::new(), |take| format!(", to take back {}", names::both(rules, take)));
            let title = titled(id, *half);
            let part = play.as_ref().and_then(|play| rules.pack.part(view.side, id, play.half));
            let does = part.map(|part| names::effects(rules, view.side, part)).unwrap_or_default();
            let does = if does.is_empty() { String::new() } else { format!(": {}", list(does, "and", "")) };
            format!("play {title}{on}{general}{take}{does}")
        }
        Order::Engage { general } => format!("engage {} to draw a card", card(general)),
        _ => String::new(),
    }
}

/// The enemy's announced play of that number.
fn announced(view: View<'_>, number: u8) -> String {
    let sent: Option<&Send> = view.battle().and_then(|battle| battle.sent.as_ref());
    let play: Option<(Side, &Play)> =
        sent.and_then(|sent| Some((sent.side, sent.plays.get(usize::from(number).checked_sub(1)?)?)));
    match play {
        Some((side, play)) => format!("{} (play {number})", play_name(view.rules, side, play)),
        None => format!("play {number}"),
    }
}

fn react(view: View<'_>, reaction: &Reaction) -> String {
    let Reaction { card: id, half, to, save, insist, go_on } = reaction;
    let card = |id: &str| names::card(view.rules, id);
    let on_table = names::on_table(view.rules, view.game);
    let own = |id: &String| on_table.get(id).cloned().unwrap_or_else(|| card(id));
    let part = view.fitting(id, *half, crate::events::Wanted::Immediate).ok();
    let title = part.map_or_else(|| card(id), |(half, _)| names::half(view.rules, id, half));
    let save = save.as_ref().map_or(String::new(), |save| format!(", to save {}", own(save)));
    let insist = match insist {
        Insist::Accept => String::new(),
        Insist::Pay(general) => format!("; if it is answered, {} engages", card(general)),
        Insist::Card(other) => format!("; if it is answered, play {}", card(other)),
    };
    let rest = if *go_on { "; carry out the rest in any case" } else { "" };
    format!("answer {} with {title}{save}{insist}{rest}", announced(view, *to))
}

fn choose(view: View<'_>, choice: &Choice) -> String {
    let rules = view.rules;
    let on_table = names::on_table(rules, view.game);
    let name = |id: &String| on_table.get(id).cloned().unwrap_or_else(|| names::card(rules, id));
    let discard = (!choice.discard.is_empty()).then(|| format!("discard {}", names::whole(rules, &choice.discard)));
    let all = [
        discard,
        choice.engage.as_ref().map(|one| format!("engage {}", name(one))),
        choice.attack.as_ref().map(|one| {
            let title = view.fitting(&one.card, one.half, crate::events::Wanted::PlusOneAttack);
            let title = title.map_or_else(|_| name(&one.card), |(half, _)| names::half(rules, &one.card, half));
            format!("engage {} for {title} (+1)", name(&one.general))
        }),
        choice.cancel.as_ref().map(|one| format!("give up {}", name(one))),
        choice.wounded.as_ref().map(|one| format!("give up {}", name(one))),
    ];
    let does = list(all.into_iter().flatten(), "and", "give up nothing");
    format!("{does}, for {}", announced(view, choice.play))
}

fn by_theater(each: impl IntoIterator<Item = (Theater, Option<String>)>) -> String {
    let each = each.into_iter().filter_map(|(theater, what)| Some(format!("{} in the {}", what?, theater.in_words())));
    list(each, "and", "nothing")
}

fn in_theater(theater: Option<Theater>) -> String {
    theater.map_or(String::new(), |theater| format!(" in the {}", theater.in_words()))
}

/// A command card by its value; of one that lies face down nothing is known.
fn laid_words(view: View<'_>, laid: &LaidCard) -> String {
    match laid {
        LaidCard::Points(points) => points.to_string(),
        LaidCard::Card(card) => match crate::options::command_points(view.side, card) {
            Some((_, points)) => points.to_string(),
            None => "a face-down card".to_owned(),
        },
    }
}

fn place(rules: &BattleCry, placed: &PlacedBattles) -> String {
    let name = |id: &Option<Id>| id.as_ref().map(|id| names::battle(rules, id));
    let sea = if placed.amphibious { ", by sea" } else { "" };
    format!("place {}{sea}", by_theater([(Theater::East, name(&placed.east)), (Theater::West, name(&placed.west))]))
}

fn moves(rules: &BattleCry, play: &MovementPlay) -> String {
    let MovementPlay { card, theater, battle, fights, general, discard, east, west } = play;
    let price = general.as_ref().map(|general| format!("{} engages", names::card(rules, general)));
    let price = price.into_iter().chain((!discard.is_empty()).then(|| format!("{} go", names::whole(rules, discard))));
    let price = list(price, "and", "");
    let price = if price.is_empty() { price } else { format!(": {price}") };
    let fights = match fights {
        None => String::new(),
        Some(true) => format!(", and fight on that condition{price}"),
        Some(false) => ", and cancel the battle".to_owned(),
    };
    if card == NONE {
        return format!("play no movement card{fights}");
    }
    let battle = battle.as_ref().map_or(String::new(), |battle| format!(" against {}", names::battle(rules, battle)));
    let moved: SortedMap<Theater, u8> = [(Theater::East, *east), (Theater::West, *west)]
        .into_iter()
        .filter_map(|(at, points)| Some((at, points?)))
        .collect();
    let moved = match moved.is_empty() {
        true => String::new(),
        false => {
            format!(", with {}", by_theater(moved.iter().map(|(at, points)| (*at, Some(number(*points, "point"))))))
        }
    };
    format!("play {}{battle}{}{moved}{fights}", names::card(rules, card), in_theater(*theater))
}

/// An answer of a side.
pub fn answer(rules: &BattleCry, answer: &Answer) -> String {
    match answer {
        Answer::Accept => "accept it".to_owned(),
        Answer::Pass => "pass".to_owned(),
        Answer::GoOn => "play on".to_owned(),
        Answer::Yes => "play Battle Continues".to_owned(),
        Answer::No => "let the battle end".to_owned(),
        Answer::Pay(general) => format!("pay: {} engages, and random cards return", names::card(rules, general)),
        Answer::Card(card) => format!("play {}", names::card(rules, card)),
        Answer::Generals(generals) => format!("choose {}", names::cards(rules, generals)),
        Answer::Place(placed) => place(rules, placed),
        Answer::First(theater) => format!("fight first in the {}", theater.in_words()),
        Answer::Move(play) => moves(rules, play),
        Answer::Choose(choice) => {
            format!("give up {}", list(given_up(choice).map(|card| names::card(rules, card)), "and", "nothing"))
        }
    }
}

/// Everything that a choice names.
fn given_up(choice: &Choice) -> impl Iterator<Item = &String> {
    let attack = choice.attack.as_ref().map(|attack| &attack.card);
    let others = [&choice.engage, &choice.cancel, &choice.wounded].into_iter().flatten();
    choice.discard.iter().chain(others).chain(attack)
}
