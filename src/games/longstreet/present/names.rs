//! What things are called: cards by title, symbol and morale value, units, ground, victory conditions, phases, lengths
//! and spots.

use serde_json::Value;

use crate::Longstreet;
use crate::board::table::{Ammunition, Spot};
use crate::document::Id;
use crate::ledger::{Game, Phase};
use crate::orders::{Dice, Mark};
use crate::pack::{Battle, Card, Color, Moment};
use crate::report::Named;
use crate::report::grammar::list;
pub use crate::report::grammar::{number, quoted};
use crate::report::svg::Point;
use crate::report::table_map;
use crate::report::table_map::lengths::ammunition;
pub use crate::report::table_map::lengths::{distance, needs, place_and_facing, progress, spot, state, word};
use crate::side::Side;

/// What every report says of the cards.
pub const SOURCES: &str = "The list of action cards is a reconstruction: titles, symbols and effects are those of the rulebook's \
                           chapter where it names them; the rest, with the numbers of copies and all texts, is this program's own.";
/// A card by its title: `Quickstep`; also of one that a player names by it.
pub fn card(rules: &Longstreet, side: Side, word: &str) -> String {
    let card = rules.pack.card(side, word).or_else(|| rules.pack.titled(side, word));
    card.map_or_else(|| word.to_owned(), |card| card.title.clone())
}

/// A card by its title, of whichever side it is.
pub fn of_either(rules: &Longstreet, side: Side, id: &str) -> String {
    let side = if rules.pack.card(side, id).is_some() { side } else { side.other() };
    card(rules, side, id)
}

/// Several cards by their titles.
pub fn cards<'c>(rules: &Longstreet, side: Side, ids: impl IntoIterator<Item = &'c String>) -> String {
    list(ids.into_iter().map(|id| card(rules, side, id)), "and", "no card")
}

/// A card with its symbols and its morale value: `Quickstep (movement, morale 2)`.
pub fn full(card: &Card) -> String {
    let red = if card.color == Color::Red { "red interrupt" } else { "interrupt" };
    let symbols = card.symbol.map(word).into_iter().chain(card.interrupt.map(|_| red.to_owned()));
    let symbols: String = symbols.map(|symbol| format!("{symbol}, ")).collect();
    format!("{} ({symbols}morale {})", card.title, card.morale)
}

/// A card with its effect, in brackets behind its title.
pub fn title_with_effect(rules: &Longstreet, side: Side, id: &str) -> String {
    let text = rules.pack.card(side, id).map(|card| card.text.trim_end_matches('.'));
    text.map_or_else(|| card(rules, side, id), |text| format!("{} (\"{text}\")", card(rules, side, id)))
}

/// A unit by its name, in the battle that is fought or any other.
pub fn unit(rules: &Longstreet, id: &Id) -> String {
    let known = rules.pack.battles.values().find_map(|battle| battle.unit(id));
    known.map_or_else(|| id.to_string(), |(_, unit)| unit.name.clone())
}

/// Several units by their names.
pub fn units<'u>(rules: &Longstreet, ids: impl IntoIterator<Item = &'u Id>) -> String {
    list(ids.into_iter().map(|id| unit(rules, id)), "and", "nobody")
}

/// A victory condition by its name.
pub fn condition(rules: &Longstreet, id: &Id) -> String {
    let all = rules.pack.battles.values().flat_map(|battle| &battle.victory);
    all.into_iter().find(|one| one.id == *id).map_or_else(|| id.to_string(), |one| one.name.clone())
}

/// A phase in a sentence.
pub fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Start => "the start of the turn",
        Phase::Choice => "the command choice",
        Phase::Fire => "a fire phase",
        Phase::Movement => "a movement phase",
        Phase::Combat => "a combat phase",
        Phase::Status => "the status phase",
    }
}

/// When an interrupt may be played.
pub fn moment(moment: Moment) -> &'static str {
    match moment {
        Moment::Start => "at the start of a turn",
        Moment::Fire => "immediately after a fire phase is invoked",
        Moment::Movement => "immediately after a movement phase is invoked",
        Moment::Combat => "immediately after a combat phase is invoked",
        Moment::Charge => "when charges are declared",
    }
}

/// A place on the picture of the table.
pub fn point(battle: &Battle, at: Spot) -> Point {
    table_map::spot([battle.width, battle.depth], [at.east, at.north])
}

/// Dice and what they hit with: `9 dice that hit on 4 or more`.
pub fn dice(dice: Dice) -> String {
    let one = dice.count == 1;
    let (noun, verb) = if one { ("die", "hits") } else { ("dice", "hit") };
    let more = if dice.hit_on == 6 { "" } else { " or more" };
    format!("{} {noun} that {verb} on {}{more}", dice.count, dice.hit_on)
}

/// How to write what has another form: the dice of a volley, a place.
pub fn form(field: &str, written: &Value) -> Option<String> {
    let numbers: Vec<i64> = match written {
        Value::Array(items) => items.iter().filter_map(Value::as_i64).collect(),
        other => other.as_i64().into_iter().collect(),
    };
    match (field, numbers.as_slice()) {
        ("dice" | "against", [count]) => {
            Some(format!("write how many dice, and the lowest roll that hits: {field}: {{count: {count}, hit_on: 4}}"))
        }
        ("to", [east, north]) => Some(format!("write to: {{east: {east}, north: {north}}}, in tenths of a base width")),
        _ => None,
    }
}

/// What to write for a length in base widths: `tenths of a base width: write 95` for `9.5`.
pub fn in_tenths(written: &str) -> Option<String> {
    let number = written.split_whitespace().next()?;
    let (whole, part) = number.split_once(['.', ','])?;
    let whole: i32 = whole.parse().ok()?;
    let tenth = part.chars().next()?.to_digit(10)?;
    let sign = if number.starts_with('-') { "-" } else { "" };
    let digits = |part: &str| !part.is_empty() && part.len() < 6 && part.bytes().all(|digit| digit.is_ascii_digit());
    let tenths = u64::from(whole.unsigned_abs()) * 10 + u64::from(tenth);
    digits(part)
        .then(|| format!("lengths are whole tenths of a base width: for {number} base widths write {sign}{tenths}"))
}

/// What the dice show.
pub fn faces(faces: &[u8]) -> String {
    list(faces.iter().map(u8::to_string), "and", "nothing")
}

/// What is put down of a unit.
pub fn mark(rules: &Longstreet, mark: &Mark) -> String {
    let disorder = mark.disorder.map(|yes| if yes { "is disordered" } else { "is no longer disordered" }.to_owned());
    let ammunition = mark.ammunition.map(|left| match left {
        Ammunition::Full => "has full ammunition".to_owned(),
        low_or_out => format!("is {}", ammunition(low_or_out)),
    });
    let lost = (mark.lose > 0).then(|| format!("loses {}", number(mark.lose, "base")));
    let to = mark.to.map(|to| format!("goes to {}", place_and_facing(to)));
    let gone = mark.gone.then(|| "leaves the table".to_owned());
    let all = disorder.into_iter().chain(ammunition).chain(lost).chain(to).chain(gone);
    format!("{} {}{}", unit(rules, &mark.unit), list(all, "and", "stays as it is"), quoted(": ", &mark.why))
}

/// Everything that has a name: units, ground, victory conditions, cards.
pub fn all(rules: &Longstreet) -> Vec<Named> {
    let mut found = Vec::new();
    for battle in rules.pack.battles.values() {
        let units = Side::BOTH.into_iter().flat_map(|one| battle.of(one).iter().map(move |unit| (one, unit)));
        found.extend(
            units.map(|(one, unit)| Named::new(&unit.name, &unit.id, format!("{}, {}", unit.name, one.title()))),
        );
        found.extend(battle.terrain.iter().map(|ground| Named::new(&ground.name, &ground.id, ground.name.as_str())));
        let one = |one: &crate::pack::Condition| {
            Named::new(&one.name, &one.id, format!("{}, {}", one.name, one.side.title()))
        };
        found.extend(battle.victory.iter().map(one));
    }
    let cards = rules.pack.neutral.iter().chain(&rules.pack.federal).chain(&rules.pack.confederate);
    found.extend(cards.map(|card| Named::new(&card.title, &card.id, full(card))));
    found
}

/// A text with the titles of cards, in quotes, in the place of the ids of their copies.
pub fn titled(rules: &Longstreet, game: &Game, text: &str) -> String {
    let ids = Side::BOTH.into_iter().flat_map(|side| {
        // The last copy first: the tenth begins as the first does.
        let ids = rules.pack.deck(side, game.year).into_iter().rev();
        ids.map(move |id| (card(rules, side, &id), id))
    });
    ids.filter(|(_, id)| text.contains(id.as_str()))
        .fold(text.to_owned(), |text, (title, id)| text.replace(&id, &format!("\"{title}\"")))
}
