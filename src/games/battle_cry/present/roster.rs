//! The table in text: the theaters with their battles and generals, the cards of the battle, and the facts about each
//! card, general and battle.

use super::{names, sentences, statistics};
use crate::BattleCry;
use crate::document::Id;
use crate::engine::cards::TABLE;
use crate::ledger::{DECK, DISCARD, Game, HAND, RETURNED};
use crate::orders::Half;
use crate::pack::{BattleCard, PlayCard, Theater};
use crate::report::grammar::{capital, list, number};
use crate::report::{Block, Named, Report, Section, Span};
use crate::shared::Side;
use crate::view::View;

/// The battles that may block another now: those that are free, or may be in the hand.
fn blockers<'r>(rules: &'r BattleCry, game: &Game, battle: &BattleCard) -> Vec<&'r BattleCard> {
    let by_sea = |other: &BattleCard| {
        other.by_sea.as_ref().is_some_and(|by_sea| by_sea.opens == battle.id) && game.holds(&other.id)
    };
    if rules.pack.battles.iter().any(by_sea) {
        return Vec::new();
    }
    let free = |id: &Id| {
        let placed = game.placed.values().any(|placed| placed.battle == *id);
        !game.holds(id) && !game.removed.contains(id) && !placed
    };
    battle.blocked_by.iter().filter(|id| free(id)).filter_map(|id| rules.pack.battle(id)).collect()
}

/// What has become of a battle, in words.
pub fn state(rules: &BattleCry, game: &Game, battle: &BattleCard) -> String {
    let placed = game.placed.get(&battle.theater);
    if game.battle.as_ref().is_some_and(|fought| fought.id == battle.id) {
        return "fought now".to_owned();
    }
    match placed {
        Some(placed) if placed.battle == battle.id => {
            let sea = if placed.amphibious { ", by sea" } else { "" };
            let south = if placed.offensive { ", a Confederate offensive" } else { "" };
            return format!("placed{sea}{south}");
        }
        Some(placed) if placed.blocked.as_ref() == Some(&battle.id) => {
            return format!("blocked by {}", names::battle(rules, &placed.battle));
        }
        _ => {}
    }
    let lacks: Vec<String> =
        battle.needs.iter().filter(|id| !game.holds(id)).map(|id| names::battle(rules, id)).collect();
    if game.holds(&battle.id) {
        "held by the Union".to_owned()
    } else if game.removed.contains(&battle.id) {
        "out of the game".to_owned()
    } else if !lacks.is_empty() {
        format!("only after {}", list(lacks, "and", ""))
    } else {
        let blockers = blockers(rules, game, battle).into_iter().map(|battle| battle.name.clone());
        match list(blockers, "or", "") {
            none if none.is_empty() => "free".to_owned(),
            blockers => format!("free; {blockers} may block it"),
        }
    }
}

/// A side's generals in a theater: `Lee ***, Stuart * (cavalry), engaged`.
fn generals(rules: &BattleCry, game: &Game, side: Side, theater: Theater) -> String {
    let one = |general: &crate::ledger::InPlay| {
        let data = rules.pack.general(side, &general.card);
        let stars = data.map_or(String::new(), |data| match (data.offense, data.defense) {
            (offense, defense) if offense == defense => format!(" {}", "*".repeat(offense.into())),
            (offense, defense) => format!(" {}/{}", "*".repeat(offense.into()), "*".repeat(defense.into())),
        });
        let cavalry = if data.is_some_and(|data| data.cavalry) { " cavalry" } else { "" };
        let engaged = if general.engaged { " (engaged)" } else { "" };
        format!("{}{stars}{cavalry}{engaged}", names::card(rules, &general.card))
    };
    let all: Vec<String> = game.generals(side, theater).map(one).collect();
    if all.is_empty() { "none".to_owned() } else { all.join(", ") }
}

/// The theaters that a scenario has: of a single battle only its own.
pub fn theaters(rules: &BattleCry, game: &Game) -> Vec<Theater> {
    let scenario = rules.scenario(game).filter(|scenario| scenario.days > 0);
    let battle = scenario.and_then(|scenario| rules.pack.battle(&scenario.battle.as_ref()?.id));
    battle.map_or_else(|| Theater::BOTH.to_vec(), |battle| vec![battle.theater])
}

/// The battles of a theater that are on the map: of a scenario of one battle only that one.
pub fn battles<'r>(rules: &'r BattleCry, game: &Game, theater: Theater) -> impl Iterator<Item = &'r BattleCard> {
    let only = rules.scenario(game).filter(|scenario| scenario.days > 0);
    let only = only.and_then(|scenario| scenario.battle.as_ref()).map(|battle| battle.id.clone());
    let fits = move |battle: &&BattleCard| {
        battle.theater == theater && !battle.from_hand && only.as_ref().is_none_or(|only| battle.id == *only)
    };
    rules.pack.battles.iter().filter(fits)
}

/// The map as a page: the theaters, the piles, the battle.
pub fn page(rules: &BattleCry, game: &Game) -> Report {
    let section = |heading: &str, blocks: Vec<Block>| Section { heading: heading.to_owned(), blocks };
    let mut sections = Vec::new();
    let theaters = theaters(rules, game);
    let war = theaters.len() > 1;
    let row = |side: Side| {
        let own = game.side(side);
        let piles = [HAND, DECK, RETURNED, DISCARD].map(|pile| game.count(side, pile).to_string());
        let points = war.then(|| [own.points.to_string(), own.deck.to_string()]);
        [side.title().to_owned()].into_iter().chain(points.into_iter().flatten()).chain(piles).collect()
    };
    let columns = ["", "Command points", "Deck number", "Hand", "Deck", "Returned", "Discards"].into_iter().enumerate();
    let header = columns.filter(|(n, _)| war || !(1..3).contains(n)).map(|(_, word)| word.to_owned()).collect();
    sections.push(section("", vec![Block::Table { header, rows: Side::BOTH.map(row).to_vec() }]));
    sections.extend(fight(rules, game, true));
    for theater in theaters {
        let battles = battles(rules, game, theater);
        let row = |battle: &BattleCard| {
            let city = if battle.city { ", city" } else { "" };
            let points = war.then(|| points(battle));
            [format!("{}{city}", battle.name), state(rules, game, battle)].into_iter().chain(points).collect()
        };
        let header = ["Battle", "State", "Points if won by the Union; by the Confederacy"].into_iter();
        let header = header.take(if war { 3 } else { 2 }).map(str::to_owned).collect();
        let battles = Block::Table { header, rows: battles.map(row).collect() };
        let generals = Side::BOTH.map(|side| {
            let line = format!("{}: {}.", side.title(), generals(rules, game, side, theater));
            Block::Paragraph(vec![Span::plain(line)])
        });
        let blocks = generals.into_iter().chain([battles]).collect();
        sections.push(section(&format!("The {}", theater.in_words()), blocks));
    }
    let subtitle = format!("{}.", capital(&statistics::when(rules, game).words));
    Report { title: "The table".to_owned(), subtitle, sections }
}

/// What the winner gains and the loser loses.
fn points(battle: &BattleCard) -> String {
    let one = |[gain, loss]: [u8; 2]| format!("+{gain}/-{loss}");
    let major = if battle.major > 0 { format!("; major +{}", battle.major) } else { String::new() };
    format!("{}; {}{major}", one(battle.union), one(battle.confederate))
}

/// The battle that is being fought: the values and every card, with its id; or only the cards that count or are canceled.
pub fn fight(rules: &BattleCry, game: &Game, all: bool) -> Option<Section> {
    let battle = game.battle.as_ref()?;
    let table = View::of(rules, game, Side::Union).table()?;
    let named = names::on_table(rules, game);
    let sums = Side::BOTH.map(|side| {
        let sum = View::of(rules, game, side).combat_sum();
        let parts = sum.0.into_iter().map(|(card, points)| (named.get(&card).cloned().unwrap_or(card), points));
        crate::engine::sum::Sum(parts.collect())
    });
    let lead = capital(&names::lead(sums[0].total(), sums[1].total()));
    let title = vec![Span::plain(format!("{} has the initiative. {lead}.", battle.attacker.opening()))];
    let line = |(side, sum): (Side, &crate::engine::sum::Sum)| {
        (side.title().to_owned(), vec![Span::plain(format!("{}.", sentences::added_up(sum)))])
    };
    let lines = Side::BOTH.into_iter().zip(&sums).map(line).collect();
    let row = |card: &crate::combat_value::Counted<'_>| {
        let new = battle.before.as_ref().is_some_and(|old| old.table.iter().all(|old| old.card != card.played.card));
        let state = match card.cancelled_by {
            Some(by) => format!("canceled by {}", named.get(by).cloned().unwrap_or_else(|| names::card(rules, by))),
            None if new => "announced".to_owned(),
            None => "in play".to_owned(),
        };
        let value = if card.value == 0 { String::new() } else { format!("{:+}", card.value) };
        let side = card.played.side.title().to_owned();
        let mut row = vec![side, names::played(rules, card.played), value, state];
        row.extend(all.then(|| card.played.card.clone()));
        row
    };
    let header = ["Side", "Card", "Value", "State", "Id"].into_iter().take(if all { 5 } else { 4 });
    let header = header.map(str::to_owned).collect();
    let counts = |card: &&crate::combat_value::Counted<'_>| all || card.value != 0 || !card.is_in_play();
    let rows: Vec<Vec<String>> = table.cards.iter().filter(counts).map(row).collect();
    let cards = (!rows.is_empty()).then_some(Block::Table { header, rows });
    let blocks = [Block::Audit { title, lines }].into_iter().chain(cards).collect();
    Some(Section { heading: format!("The table at {}", names::battle(rules, &battle.id)), blocks })
}

/// The table in words, a line for each theater, for drafts and for those who do not see it.
pub fn lines(rules: &BattleCry, game: &Game) -> Vec<String> {
    let theater = |theater: Theater| {
        let battles: Vec<String> = self::battles(rules, game, theater)
            .map(|battle| format!("{}: {}", battle.name, state(rules, game, battle)))
            .collect();
        let [union, confederate] = Side::BOTH.map(|side| generals(rules, game, side, theater));
        let at = theater.in_words();
        let who = format!("The {at}: Union generals {union}; Confederate generals {confederate}.");
        [who, format!("Battles of the {at}. {}.", battles.join("; "))]
    };
    let theaters = theaters(rules, game).into_iter().flat_map(theater);
    [statistics::current_winner(rules, game)].into_iter().chain(theaters).collect()
}

/// The facts about something with a name: a battle, a general or a card.
pub fn facts(rules: &BattleCry, game: &Game, about: &Named) -> Vec<(&'static str, String)> {
    let Some(id) = about.value.as_str() else { return Vec::new() };
    if let Some(battle) = rules.pack.battles.iter().find(|battle| battle.id.as_str() == id) {
        let kind = match (battle.city, battle.invasion) {
            (true, _) => "city",
            (_, true) => "invasion",
            _ => "battle",
        };
        let where_to = format!("{kind} in the {}", battle.theater.in_words());
        return vec![
            ("kind", where_to),
            ("state", state(rules, game, battle)),
            ("points, Union; Confederacy", points(battle)),
        ];
    }
    match names::known(rules, id) {
        Some((side, PlayCard::General(general))) => {
            let place = match game.in_play(side, id) {
                Some(one) if one.engaged => format!("in play in the {}, engaged", one.theater.in_words()),
                Some(one) => format!("in play in the {}", one.theater.in_words()),
                None => whereabouts(game, side, id).to_owned(),
            };
            vec![
                ("side", side.title().to_owned()),
                ("id", general.id.clone()),
                ("general", names::ratings(general)),
                ("place", place),
            ]
        }
        Some((side, PlayCard::Halves(card))) => {
            let half = |half| {
                let part = rules.pack.half(card, half);
                let text = |event: &crate::pack::Event| format!(": {}", event.text);
                part.map_or(String::new(), |part| {
                    format!("{}{}", names::part(part), part.event().map_or(String::new(), text))
                })
            };
            let copies = [&card.upper, &card.lower].map(|event| rules.pack.having(side, event).count());
            let copies = copies.map(|count| number(count, "card"));
            vec![
                ("side", side.title().to_owned()),
                ("id", card.id.clone()),
                ("upper half", half(Half::Upper)),
                ("lower half", half(Half::Lower)),
                ("foot", "Frontal Assault, battle +1 *".to_owned()),
                ("copies of each half", copies.join(" and ")),
                ("place", whereabouts(game, side, id).to_owned()),
            ]
        }
        None => Vec::new(),
    }
}

/// Where a card is, as far as everybody sees.
fn whereabouts(game: &Game, side: Side, id: &str) -> &'static str {
    let lies = |pile: &str| game.cards.open(&side.id(), pile).iter().any(|card| card == id);
    let aside = game.aside.get(&side).is_some_and(|cards| cards.iter().any(|card| card == id));
    match () {
        () if lies(TABLE) => "on the table",
        () if lies(DISCARD) => "in the discards",
        () if aside => "set aside",
        () => "in the hand or the deck",
    }
}
