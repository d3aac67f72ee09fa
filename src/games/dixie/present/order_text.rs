//! Orders, answers, standing orders and questions in words.

use super::names;
use crate::Dixie;
use crate::ledger::{Game, Phase};
use crate::orders::{Again, Answer, First, Order, Outflanking, Play, Question, Standing};
use crate::place::Place;
use crate::report::grammar::{capital, list};
use crate::side::Side;

/// An order, as it would be carried out here.
pub fn order(rules: &Dixie, game: &Game, side: Side, order: &Order) -> String {
    let cards = |cards: &[String]| names::cards(rules, game, side, cards);
    let card = |card: &str| names::card(rules, game, side, card);
    let along = |path: &[Place]| list(path.iter().map(|place| names::place(*place)), "and on to", "nowhere");
    let with = |general: &Option<String>| {
        general
            .as_ref()
            .map_or(String::new(), |general| format!(", with {}", names::short_name(rules, game, side, general)))
    };
    let at_gun = |target: &Option<String>| {
        let target = target.as_ref().map(|target| names::short_name(rules, game, side.other(), target));
        target.map_or(String::new(), |target| format!(", all at {target}"))
    };
    match order {
        Order::Deploy { cards: positions, decoys } => {
            let each = positions.iter().filter(|(_, list)| !list.is_empty());
            let each = each.map(|(place, list)| format!("{} in {}", names::number(list.len()), names::place(*place)));
            let down = if decoys.is_empty() { String::new() } else { format!("; as decoys: {}", cards(decoys)) };
            format!("deploy {}{down}", list(each, "and", "no card"))
        }
        Order::Melee { place, specials, again } => {
            let second = match again {
                Again::IfStronger => "if stronger",
                Again::Always => "always",
                Again::Never => "never",
                Again::Ask => "ask first",
            };
            let played = if specials.is_empty() { String::new() } else { format!(" with {}", cards(specials)) };
            format!("fight a melee in {}{played}; second round: {second}", names::place(*place))
        }
        Order::Fire { cards: list, at, target, until_hits } => {
            let at = at.map_or(String::new(), |at| format!(" at {}", names::place(at)));
            let target = at_gun(target);
            let verb = if *until_hits == Some(1) { "is" } else { "are" };
            let until =
                until_hits.map(|hits| format!(", until {} {verb} scored", names::hits(hits))).unwrap_or_default();
            format!("fire with {}{at}{target}{until}", cards(list))
        }
        Order::Special(play) => format!("play {}", self::play(rules, game, side, play)),
        Order::Move { cards: list, path } => format!("move {} to {}", cards(list), along(path)),
        Order::ForceMarch { cards: list, path, general } => {
            format!("force-march {} to {}{}", cards(list), along(path), with(general))
        }
        Order::Terrain { card: id, place } => format!("play {} in {}", card(id), names::place(*place)),
        Order::Outflank(Outflanking { cards: list, place, general, special, target, named }) => {
            let march = special.as_ref().map_or("", |_| ", by a Flank March");
            let named = if *named { ", named before they roll" } else { "" };
            let (place, list, with) = (names::place(*place), cards(list), with(general));
            format!("outflank {place} with {list}{with}{march}{}{named}", at_gun(target))
        }
        Order::Scout { cards: list, place } => format!("scout {} with {}", names::place(*place), cards(list)),
        Order::Decoy { card: id, place } => format!("lay {} as a decoy in {}", card(id), names::place(*place)),
        Order::Reveal { cards: list } => format!("reveal {}", cards(list)),
        Order::EndTurn {} => "end the Battle Turn".to_owned(),
    }
}

fn play(rules: &Dixie, game: &Game, side: Side, play: &Play) -> String {
    let on = play.place.map_or(String::new(), |place| format!(" on {}", names::place(place)));
    let target = play.target.as_ref().map_or(String::new(), |target| {
        let whose = if rules.set(game).card(side, target).is_some() { side } else { side.other() };
        let aim = if whose == side { "for" } else { "against" };
        format!(", {aim} {}", names::short_name(rules, game, whose, target))
    });
    format!("{}{on}{target}", names::short_name(rules, game, side, &play.card))
}

/// An answer of a side.
pub fn answer(rules: &Dixie, game: &Game, side: Side, answer: &Answer) -> String {
    match answer {
        Answer::Pass {} => "play no special".to_owned(),
        Answer::Specials(plays) => {
            format!("play {}", list(plays.iter().map(|play| self::play(rules, game, side, play)), "and", "no special"))
        }
        Answer::Hits(cards) => {
            let hits = if cards.len() == 1 { "the hit" } else { "the hits" };
            format!("put {hits} on {}", names::cards(rules, game, side, cards))
        }
        Answer::Fight {} => "fight a second round".to_owned(),
        Answer::Disengage {} => "disengage".to_owned(),
        Answer::Withdraw(cards) => format!("withdraw {}", names::cards(rules, game, side, cards)),
        Answer::TurnUp(cards) => format!("reveal {}", names::cards(rules, game, side, cards)),
        Answer::Passed(cards) if cards.is_empty() => "outflank with no card".to_owned(),
        Answer::Passed(cards) => format!("outflank with {}", names::cards(rules, game, side, cards)),
    }
}

/// What is asked of a side, in sentences.
pub fn question(rules: &Dixie, game: &Game, side: Side, question: &Question) -> String {
    let (who, enemy, at) = (side.opening(), side.other(), |place: &Place| names::place(*place));
    let cards = |whose: Side, cards: &[String]| names::cards(rules, game, whose, cards);
    let before = format!("{who} may play specials before the dice are rolled.");
    match question {
        Question::BeforeFire { from, at: target, cards: list } => {
            let (list, place) = (capital(&cards(enemy, list)), at(from));
            let target = if from == target { String::new() } else { format!(" at {}", at(target)) };
            format!("{list} of {} will fire from {place}{target}. {before}", enemy.in_words())
        }
        Question::BeforeMelee { place } => {
            format!("{} has declared a melee in {}. {before}", enemy.opening(), at(place))
        }
        Question::Hits { place, hits, cards: list } => {
            let (place, list) = (at(place), cards(side, list));
            let take = match hits {
                1 => "takes the hit".to_owned(),
                hits => format!("take {}, one each", names::hits(*hits)),
            };
            format!("{who} chooses which of its cards in {place} {take}: {list}.")
        }
        Question::SecondRound { place } => {
            format!("{who} chooses to fight a second round of the melee in {} or to disengage.", at(place))
        }
        Question::Withdraw { place, count, cards: list } => {
            let (place, count, list) = (at(place), names::number((*count).into()), cards(side, list));
            format!("{who} overstacks {place} and chooses {count} to withdraw to its Reserve: {list}.")
        }
        Question::TurnUp { cards: list } => {
            format!("{who} reveals whichever of these cards are not troops: {}.", cards(side, list))
        }
        Question::Outflanked { place, cards: list, faces, .. } => {
            let rolled =
                list.iter().zip(faces).map(|(card, face)| format!("{} ({face})", names::card(rules, game, side, card)));
            let rolled = crate::report::grammar::list(rolled, "and", "");
            format!("{who} says which of its cards pass with the rolls shown, and so outflank {}: {rolled}.", at(place))
        }
    }
}

/// The orders that a side may give now, in sentences, with their rule.
pub fn orders(game: &Game, side: Side) -> (String, &'static str) {
    let (does, rule) = match game.phase {
        Phase::Deployment => ("deploys its cards", "3.2"),
        Phase::Morale | Phase::Combat => ("orders combat, then moves, then ends its Battle Turn", "5.0"),
        Phase::Move => ("continues its moves, then ends its Battle Turn", "8.0"),
        Phase::Outflank | Phase::Reinforce => ("may outflank, then ends its Battle Turn", "13.1"),
    };
    (format!("{} {does}. It has {} in its Reserve.", side.opening(), names::number(game.reserve(side))), rule)
}

/// Standing orders, a sentence each.
pub fn standing(rules: &Dixie, standing: &Standing) -> Vec<String> {
    let first = |what: &str, which: First| match which {
        First::Weakest => format!("The cards with the lowest CV {what} first."),
        First::Strongest => format!("The cards with the highest CV {what} first."),
        First::Listed => format!("Cards {what} in the order in which they are listed."),
        First::Ask => format!("Asked each time: which cards {what}."),
    };
    let named = |card: &String| {
        let found = Side::BOTH.into_iter().map(|side| names::name_in_any_edition(rules, side, card));
        found.into_iter().find(|name| name != card).unwrap_or_else(|| card.clone())
    };
    let before = list(standing.first.iter().map(named), "and", "");
    let before = (!before.is_empty()).then(|| format!("These cards take hits before all others: {before}."));
    let melee = match standing.melee {
        Again::IfStronger => "Second round of melee: only with more CV than the other side.",
        Again::Always => "Second round of melee: always.",
        Again::Never => "Second round of melee: never.",
        Again::Ask => "Asked each time: whether to fight a second round of melee.",
    };
    let asks = match standing.ask_specials {
        true => "Asked each time: specials before the other side rolls.",
        false => "Specials before the other side rolls: none, except by an answer in advance.",
    };
    let withdraw = first("withdraw from an overstacked position", standing.withdraw);
    [Some(first("take hits", standing.hits)), before, Some(withdraw), Some(melee.to_owned()), Some(asks.to_owned())]
        .into_iter()
        .flatten()
        .collect()
}
