//! Pages for things that a player asks for by name: parts of a position, the options of a unit, names in drafts. For
//! games that list their named things ([`Present::names`]) and the facts about each ([`Present::facts`]).

use serde::Serialize;
use serde_json::Value;

use super::grammar::{self, capital, face_down, list, side_name};
use super::history::TallyKind;
use super::narrator::situation;
use super::{Block, Offer, Options, OptionsFor, Present, Report, Section, Show, Span, Text, card_sentences};
use crate::document::{Id, Problem};
use crate::engine::run::to_value;
use crate::engine::{CardTable, OwnCards, Pending, Position};
use crate::spelling::{NameMatch, certain, instead, match_name, near, offered};

/// Something that has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Named {
    /// What people call it: `Old Chapel`.
    pub name: String,
    /// Its value in orders: `6`.
    pub value: Value,
    /// Its full name: `Old Chapel (6)`.
    pub called: String,
}

impl Named {
    /// Something with this name, its value in orders, and its full name.
    pub fn new(name: &str, value: &impl Serialize, called: impl Into<String>) -> Named {
        Named { name: name.to_owned(), value: to_value(value), called: called.into() }
    }
}

/// A kind of orders, by the key that names it.
#[derive(Clone, Copy, Debug)]
pub struct OrderKind {
    pub key: &'static str,
    /// The heading of a list of them: `March to an adjacent area`.
    pub title: &'static str,
    /// The rule that allows them.
    pub rule: &'static str,
}

impl OrderKind {
    /// A kind of orders.
    pub const fn new(key: &'static str, title: &'static str, rule: &'static str) -> OrderKind {
        OrderKind { key, title, rule }
    }
}

/// The thing with this name, number or id.
///
/// # Errors
/// There is none, or several; the advice names them, or the most similar.
pub fn find<R: Present>(rules: &R, text: &str) -> Result<Named, Problem> {
    let names = rules.names();
    let plain = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    if let Some(found) = names.iter().find(|named| plain(&named.value) == text.trim()) {
        return Ok(found.clone());
    }
    let listed: Vec<(&str, &Named)> = names.iter().map(|named| (named.name.as_str(), named)).collect();
    let problem = Problem::new(format!("there is nothing called '{}'", text.trim()));
    Err(problem.advice(match match_name(text, &listed) {
        NameMatch::One(found) => return Ok(found.clone()),
        NameMatch::Several(found) => {
            instead("", &found.iter().map(|(name, _)| *name).collect::<Vec<_>>(), "say which of")
        }
        NameMatch::Near(near) => offered(&near, "`show map` lists the names"),
    }))
}

/// Part of a position.
///
/// # Errors
/// There is no such thing, or the game has nothing of that kind.
pub fn show<R: Present>(rules: &R, position: &Position<R>, what: &Show) -> Result<Report, Problem> {
    let when = format!("{}.", capital(&rules.when(position).words));
    let (title, sections) = match what {
        Show::Map(_) => ("The map".to_owned(), tables(rules, position)),
        Show::Hex(text) | Show::Place(text) | Show::Stack(text) | Show::Leader(text) | Show::Army(text) => {
            let found = find(rules, text)?;
            let line = |(what, words): (&str, String)| (capital(what), vec![Span::plain(words)]);
            let lines = rules.facts(position, &found).into_iter().map(line).collect();
            let blocks = vec![Block::Audit { title: Text::new(), lines }];
            (found.called, vec![Section { heading: String::new(), blocks }])
        }
        Show::Track => {
            let blocks = situation(rules, position);
            ("The situation".to_owned(), vec![Section { heading: String::new(), blocks }])
        }
        Show::Standing(side) => ("Standing orders".to_owned(), standing(rules, position, side.as_ref())?),
        Show::Supply(_) => return Err(nothing_of("supply lines")),
        Show::Fleet(_) => return Err(nothing_of("ships")),
        Show::River(_) => return Err(nothing_of("rivers")),
    };
    // The situation begins with the time.
    let subtitle = if *what == Show::Track { String::new() } else { when };
    Ok(Report { title, subtitle, sections })
}

/// Everything that has a name, in one table per kind.
fn tables<R: Present>(rules: &R, position: &Position<R>) -> Vec<Section> {
    let mut tables: Vec<(Vec<&str>, Vec<Vec<String>>)> = Vec::new();
    for named in rules.names() {
        let (kinds, facts): (Vec<&str>, Vec<String>) = rules.facts(position, &named).into_iter().unzip();
        let row = std::iter::once(named.called).chain(facts).collect();
        match tables.iter_mut().find(|(known, _)| *known == kinds) {
            Some((_, rows)) => rows.push(row),
            None => tables.push((kinds, vec![row])),
        }
    }
    let table = |(kinds, rows): (Vec<&str>, Vec<Vec<String>>)| {
        let header = std::iter::once(String::new()).chain(kinds.into_iter().map(capital)).collect();
        Section { heading: String::new(), blocks: vec![Block::Table { header, rows }] }
    };
    tables.into_iter().map(table).collect()
}

fn nothing_of(what: &str) -> Problem {
    Problem::new(format!("this game has no {what}")).advice("`show map` shows everything on the map")
}

/// Which named things changed between two positions, in a few words each: `Lyle: shaken`.
pub fn changes<R: Present>(rules: &R, before: &Position<R>, after: &Position<R>) -> Vec<String> {
    let changed = |named: &Named| {
        let both = rules.facts(before, named).into_iter().zip(rules.facts(after, named));
        let news: Vec<String> = both.filter(|(old, new)| old != new).map(|(_, (_, words))| words).collect();
        (!news.is_empty()).then(|| format!("{}: {}", named.name, news.join(", ")))
    };
    rules.names().iter().filter_map(changed).collect()
}

/// The points of the side that has won by them, and those of the other: `9 points to 5`.
pub fn score<R: Present>(rules: &R, end: &Position<R>, winner: &Id) -> Option<String> {
    let points = rules.tallies(end).into_iter().find(|tally| tally.kind == TallyKind::Score)?.values;
    let [own, other] = if rules.sides()[0] == *winner { points } else { [points[1], points[0]] };
    Some(format!("{} to {other}", grammar::plural(u32::try_from(own).ok()?, "point")))
}

/// What is asked: which kinds of orders, which answers, which choices.
pub fn asked<R: Present>(rules: &R, position: &Position<R>) -> Option<(String, String)> {
    let list = |words: Vec<String>| list(words, "or", "nothing");
    match position.pending.as_ref()? {
        Pending::Orders { side } => {
            let kinds = rules.kinds();
            let titles = kinds.iter().map(|kind| kind.title.to_lowercase()).collect();
            let said = format!("{} gives orders: {}.", capital(&rules.side_words(side)), list(titles));
            Some((said, rules.orders_rule()?.to_owned()))
        }
        Pending::Answer { side, rule, question, .. } => {
            let answers = rules.answers(position, question, None);
            let words = answers.iter().map(|answer| rules.answer_words(position, answer)).collect();
            Some((format!("{} chooses: {}.", capital(&rules.side_words(side)), list(words)), rule.clone()))
        }
        Pending::Commit { id, rule } | Pending::Open { id, rule } => {
            let [side, _] = rules.sides();
            let values = position.choice_values(rules, &side, id);
            let words = values.iter().map(|value| rules.choice_words(value)).collect();
            Some((format!("Both sides choose in secret: {}.", list(words)), rule.clone()))
        }
        Pending::TurnUp { side, ids, rule } => {
            let (cards, answers): (Vec<&Id>, Vec<&Id>) = ids.iter().partition(|id| CardTable::is_lay(id.as_str()));
            let cards = (!cards.is_empty()).then(|| face_down(cards));
            let answers = answers.into_iter().map(|id| card_sentences::advance(rules, id));
            let all = grammar::list(cards.into_iter().chain(answers), "and", "nothing");
            Some((format!("{} reveals {all}.", capital(&rules.side_words(side))), rule.clone()))
        }
        Pending::Start | Pending::Name { .. } => None,
    }
}

/// The standing orders in force, of one side or of both.
fn standing<R: Present>(rules: &R, position: &Position<R>, only: Option<&Id>) -> Result<Vec<Section>, Problem> {
    let sides = rules.sides();
    if let Some(id) = only.filter(|id| !sides.contains(id)) {
        let known = sides.each_ref().map(Id::as_str);
        return Err(Problem::new(format!("there is no side '{id}'")).advice(instead(
            id.as_str(),
            &known,
            "the sides are",
        )));
    }
    let section = |side: &Id| {
        let mut said = position.standing.get(side).map_or_else(Vec::new, |orders| rules.standing_words(orders));
        if said.is_empty() {
            said.push("No standing orders.".to_owned());
        }
        let points = said.into_iter().map(|words| vec![Span::plain(words)]).collect();
        Section { heading: side_name(side.as_str()), blocks: vec![Block::List(points)] }
    };
    Ok(sides.iter().filter(|side| only.is_none_or(|only| only == *side)).map(section).collect())
}

/// Whether a value is contained in another, or is a key in it: `{usa_left: [hunts_battery]}`.
fn mentions(value: &Value, part: &Value) -> bool {
    value == part
        || match value {
            Value::Array(list) => list.iter().any(|one| mentions(one, part)),
            Value::Object(map) => map.iter().any(|(key, one)| part == key.as_str() || mentions(one, part)),
            _ => false,
        }
}

/// The legal orders of a side that involve something, by kind; with `to`, only those that involve that too. `own`: the
/// side's own cards, if they are known.
///
/// # Errors
/// There is no such thing.
pub fn options<R: Present>(
    rules: &R,
    position: &Position<R>,
    side: &Id,
    own: Option<&OwnCards>,
    asked: &OptionsFor<'_>,
) -> Result<Options<R::Order>, Problem> {
    let subject = find(rules, asked.subject)?;
    let to = asked.to.map(|to| find(rules, to)).transpose()?;
    let wanted: Vec<&Value> = std::iter::once(&subject).chain(&to).map(|named| &named.value).collect();
    let asked = matches!(&position.pending, Some(Pending::Orders { side: asked }) if asked == side);
    let legal = if asked { rules.legal(position, side, own) } else { Vec::new() };
    let offer = |kind: &OrderKind| -> Option<Offer<R::Order>> {
        let of_kind = legal.iter().map(|order| (order, to_value(order)));
        let of_kind: Vec<(&R::Order, Value)> = of_kind.filter(|(_, written)| written.get(kind.key).is_some()).collect();
        let fits = |written: &Value| wanted.iter().all(|value| mentions(written, value));
        let orders: Vec<R::Order> =
            of_kind.iter().filter(|(_, written)| fits(written)).map(|(order, _)| (*order).clone()).collect();
        // A kind of which nothing is legal now says nothing of this subject.
        if of_kind.is_empty() {
            return None;
        }
        // Without its rule, so that all kinds to which it applies can share one line.
        let because = match orders.is_empty() {
            true => vec![Problem::new("orders of this kind are legal now, but none of them involves it")],
            false => Vec::new(),
        };
        let (what, rule) = (kind.title.to_owned(), kind.rule.to_owned());
        Some(Offer { what, cost: String::new(), rule, orders, more: None, because })
    };
    let offers = rules.kinds().iter().filter_map(offer).collect();
    Ok(Options { title: subject.called.clone(), notes: Vec::new(), offers })
}

/// The signed form and the full name of something that a player writes by name; `None` if it already has that form.
pub fn standard<R: Present>(rules: &R, written: &str) -> Option<(Value, String)> {
    let names = rules.names();
    if names.iter().any(|named| named.value == written) {
        return None;
    }
    let listed: Vec<(&str, usize)> = names.iter().enumerate().map(|(n, named)| (named.name.as_str(), n)).collect();
    let Named { value, called, .. } = names.get(certain(written, &listed)?)?.clone();
    Some((value, called))
}

/// What an unknown name may be meant for.
pub fn suggest<R: Present>(rules: &R, written: &str) -> Option<String> {
    let names = rules.names();
    let like = near(written, names.iter().map(|named| named.name.as_str()));
    (!like.is_empty()).then(|| offered(&like, ""))
}
