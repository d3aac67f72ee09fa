//! What a name that a player writes refers to: a hex, a leader, an army.

use crate::sorted::SortedSet;

use serde_json::Value;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::spelling::{
    NameMatch, certain, closest, enumerated, listed, match_name, near, offered, parts, plain, untitled,
};

use crate::pack::{ArmyData, HexData, HexsideKind, Side};
use crate::position::ledger::{Game, Piece, Track};
use crate::present::vocabulary;
use crate::{CivilWar, leaders::army, leaders::army::hex_of, position::roster};

/// The maximum number of hexes suggested for a name in a draft.
const MEANT: usize = 6;

/// What a name refers to on the map.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedFeature<'a> {
    Hex(Hex),
    /// A river, a bay, a range or a pass: all hexsides of that name.
    Hexsides(&'a str),
    /// All railroads of that name.
    Railroad(&'a str),
    State(&'a Id),
}

/// What a text refers to on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Found<'a> {
    /// Each once, hexes first.
    pub things: Vec<NamedFeature<'a>>,
    /// Whether the text is not a whole name, but only a beginning or a word of one.
    pub begun: bool,
}

impl Found<'_> {
    /// A hex among them as a list has it: with its state where several have the very name.
    pub fn called(&self, rules: &CivilWar, text: &str, hex: Hex) -> String {
        match self.begun {
            false => qualified(rules, text, hex),
            true => {
                let names = || rules.pack.map.hex(hex).into_iter().flat_map(names_of);
                let fits = |name: &&str| matches!(match_name(text, &[(*name, ())]), NameMatch::One(()));
                let name = names().find(fits).or_else(|| names().next());
                format!("{} ({hex})", name.unwrap_or_default())
            }
        }
    }
}

/// The hex with a number or a name.
///
/// # Errors
/// There is none, or several; the advice names them, or the most similar.
pub fn find_hex(rules: &CivilWar, text: &str) -> Result<Hex, Problem> {
    let found = find_things(rules, text)?;
    let hexes = hexes_of(&found.things);
    match hexes[..] {
        [hex] => Ok(hex),
        [] => {
            let near =
                hexes_along(rules, &found.things).into_iter().take(3).map(|hex| vocabulary::place(&rules.pack, hex));
            let problem = Problem::new(format!("'{}' is not a single hex", text.trim()));
            Err(problem.advice(format!("name one, such as {}", vocabulary::list(near, "or"))))
        }
        _ => likeliest(rules, text, &hexes).filter(|_| !found.begun).ok_or_else(|| {
            let which: Vec<String> = hexes.iter().map(|&hex| found.called(rules, text, hex)).collect();
            let called = if found.begun { "match" } else { "are called" };
            let problem = Problem::new(format!("{} places {called} '{}'", hexes.len(), text.trim()));
            problem.advice(format!("say which: {}", listed(&which)))
        }),
    }
}

/// Whether a text is the number of a hex or one of its chief names: not that of a hamlet that lies there too, or the
/// beginning of one.
pub fn is_main_name(rules: &CivilWar, text: &str, hex: Hex) -> bool {
    let Some(data) = rules.pack.map.hex(hex) else { return false };
    let hamlet = |name: &str| data.also.iter().any(|also| plain(also) == plain(name));
    let exact = find_things(rules, text).is_ok_and(|found| !found.begun);
    exact && !hamlet(text)
}

/// Whether a text is the number of a hex or a whole name of it, and not only the beginning of one.
pub fn is_name(rules: &CivilWar, text: &str, hex: Hex) -> bool {
    find_things(rules, text).is_ok_and(|found| !found.begun && found.things.contains(&NamedFeature::Hex(hex)))
}

/// The name of a hamlet in a hex that a text names in whole.
pub fn find_called(rules: &CivilWar, text: &str, hex: Hex) -> Option<String> {
    let data = rules.pack.map.hex(hex).filter(|_| is_name(rules, text, hex))?;
    let asked = normalized_names(text);
    let bare = |name: &str| vocabulary::bare_name(&rules.pack, name).to_owned();
    data.also.iter().map(|name| bare(name)).find(|name| asked.contains(&plain(name)))
}

/// Of several hexes with the same name, the one with the most important city of the name: with the most victory points,
/// or the one that has the name alone (CW-212). A town that only shares its hex with a city does not count; of two
/// equal ones, neither does.
pub fn likeliest(rules: &CivilWar, text: &str, hexes: &[Hex]) -> Option<Hex> {
    let asked = normalized_names(text);
    let of_name = |name: &str| asked.contains(&plain(vocabulary::bare_name(&rules.pack, name)));
    let matters = |hex: &Hex| {
        let city = rules.pack.map.hex(*hex)?.city.as_ref().filter(|city| of_name(&city.name))?;
        Some((city.vp, asked.contains(&plain(&city.name))))
    };
    let most = hexes.iter().filter_map(matters).max()?;
    let mut foremost = hexes.iter().filter(|hex| matters(hex) == Some(most));
    foremost.next().filter(|_| foremost.next().is_none()).copied()
}

/// The name that a text asks for, prepared for comparison: without the state, and also without additions such as
/// titles.
fn normalized_names(text: &str) -> Vec<String> {
    let bare = text.rsplit_once(',').map_or(text, |(bare, _)| bare);
    std::iter::once(plain(bare)).chain(without_titles(bare)).collect()
}

/// Something with a name that extends over many hexes, such as a river, a bay, a railroad or a state: all hexes that it
/// touches, and its full name. `None` if nothing of that kind has the name.
pub fn find_stretch(rules: &CivilWar, text: &str) -> Option<(Vec<Hex>, String)> {
    let found = find_things(rules, text).ok()?;
    let first = found.things.iter().find(|thing| !matches!(thing, NamedFeature::Hex(_)))?;
    let hexes: SortedSet<Hex> = hexes_along(rules, &found.things).into_iter().collect();
    Some((hexes.into_iter().collect(), called(rules, first)))
}

/// Whether a text is the whole name of a river, a bay, a railroad or a state.
pub fn is_linear_feature_name(rules: &CivilWar, text: &str) -> bool {
    find_things(rules, text)
        .is_ok_and(|found| !found.begun && found.things.iter().any(|thing| !matches!(thing, NamedFeature::Hex(_))))
}

/// The hexes among things.
pub fn hexes_of(things: &[NamedFeature]) -> Vec<Hex> {
    let hex = |thing: &NamedFeature| if let NamedFeature::Hex(hex) = thing { Some(*hex) } else { None };
    things.iter().filter_map(hex).collect()
}

/// Hexes that things lie on or along, for an example.
fn hexes_along(rules: &CivilWar, things: &[NamedFeature]) -> Vec<Hex> {
    let map = &rules.pack.map;
    let of = |thing: &NamedFeature| -> Vec<Hex> {
        match thing {
            NamedFeature::Hex(hex) => vec![*hex],
            NamedFeature::Hexsides(name) => {
                map.hexsides().filter(|(_, side)| side.name == *name).flat_map(|((a, b), _)| [a, b]).collect()
            }
            NamedFeature::Railroad(name) => {
                map.railroads.iter().filter(|line| line.name == *name).flat_map(|line| line.line.clone()).collect()
            }
            NamedFeature::State(id) => {
                map.hexes().filter(|(_, data)| data.states.contains(id)).map(|(hex, _)| hex).collect()
            }
        }
    };
    let mut hexes: Vec<Hex> = things.iter().flat_map(of).collect();
    hexes.dedup();
    hexes
}

/// A place with what distinguishes it from others of the same name: `Lexington, Kentucky (3310)`.
pub fn qualified(rules: &CivilWar, name: &str, hex: Hex) -> String {
    format!("{} ({hex})", qualified_name(rules, name, hex))
}

/// A place with its state: `Lexington, Kentucky`.
pub fn qualified_name(rules: &CivilWar, name: &str, hex: Hex) -> String {
    let Some(data) = rules.pack.map.hex(hex) else { return hex.to_string() };
    let bare = |name| vocabulary::bare_name(&rules.pack, name);
    let asked = normalized_names(name);
    let called = names_of(data).find(|name| asked.contains(&plain(bare(name)))).unwrap_or(data.display_name());
    // One of several of a name has its state by it.
    if bare(called) != called {
        return called.to_owned();
    }
    let city = data.city.as_ref().filter(|city| city.name == called);
    match city.map(|city| &city.state).or(data.states.first()) {
        Some(state) => format!("{}, {}", bare(called), vocabulary::state(&rules.pack, state)),
        None => called.to_owned(),
    }
}

/// Everything on the map that a number or a name refers to, hexes first.
///
/// # Errors
/// There is nothing of that name; the advice names the most similar.
pub fn find_things<'a>(rules: &'a CivilWar, text: &str) -> Result<Found<'a>, Problem> {
    let ground = &rules.pack.map;
    let number = text.trim().strip_prefix('b').map_or(text.trim().to_owned(), |number| format!("B{number}"));
    if is_western_number(&number)
        && let Err(message) = number.parse::<Hex>()
    {
        return Err(Problem::new(message).rule("2.1").advice("the column comes first: B4530 is in column B45"));
    }
    if let Ok(hex) = number.parse::<Hex>() {
        if ground.hex(hex).is_some() {
            return Ok(Found { things: vec![NamedFeature::Hex(hex)], begun: false });
        }
        let nearest = ground.hexes().map(|(other, _)| other).min_by_key(|other| (other.distance(hex), *other));
        let problem = Problem::new(format!("hex {hex} is not on the map of this scenario")).rule("2.1");
        return Err(match nearest {
            Some(near) => problem.advice(format!("the nearest hex on it is {}", vocabulary::place(&rules.pack, near))),
            None => problem,
        });
    }
    // `Manassas (5006)`, as the program itself writes it.
    if text.trim_end().ends_with(')')
        && let Some(hex) = hex_by_name(rules, text)
    {
        return Ok(Found { things: vec![NamedFeature::Hex(hex)], begun: false });
    }
    things_called(rules, text).map_err(|near| {
        let problem = Problem::new(format!("there is no place '{text}' on the map of this scenario"));
        problem.advice(offered(&near, "give a hex number, as on the map, or the name of a town, a river or a railroad"))
    })
}

/// Whether a text is the letter of the western sheet with four digits.
fn is_western_number(text: &str) -> bool {
    let digits = text.strip_prefix('B').unwrap_or_default();
    digits.len() == 4 && digits.bytes().all(|digit| digit.is_ascii_digit())
}

/// Everything with that name, or else the most similar.
fn things_called<'a>(rules: &'a CivilWar, text: &str) -> Result<Found<'a>, Vec<(usize, &'a str)>> {
    // Long texts are compared by their start, so that a hostile one costs nothing.
    let text: String = text.trim().chars().take(80).collect();
    let text = text.strip_prefix("the ").unwrap_or(&text);
    let wanted = plain(text);
    let named = named_things(rules);
    let once = |mut things: Vec<NamedFeature<'a>>| {
        things.sort();
        things.dedup();
        things
    };
    let keyed: Vec<(Vec<String>, &NamedFeature<'a>)> =
        named.iter().map(|(name, thing)| (keys(rules, name, thing), thing)).collect();
    let those = |fits: &dyn Fn(&String) -> bool| {
        once(keyed.iter().filter(|(keys, _)| keys.iter().any(fits)).map(|(_, thing)| (*thing).clone()).collect())
    };
    // `Lexington, Ky.`
    let (bare, state) = text.rsplit_once(',').map_or((text, None), |(name, state)| (name, Some(plain(state))));
    // The state of a town itself counts before those that share its hex or surround it.
    type States<'s> = &'s dyn Fn(&str, Hex) -> Vec<&'s str>;
    let among = |name: &str, states: States<'_>| {
        let within = |thing: &NamedFeature| match (thing, &state) {
            (_, None) => true,
            (NamedFeature::Hex(hex), Some(state)) => states(name, *hex).iter().any(|full| abbreviates(state, full)),
            _ => false,
        };
        let there = keyed.iter().filter(|(keys, thing)| keys.iter().any(|key| *key == name) && within(thing));
        once(there.map(|(_, thing)| (*thing).clone()).collect())
    };
    let of_name = |name: &str| {
        let own = |name: &str, hex: Hex| state_of_place(rules, name, hex).into_iter().collect();
        let about = |_: &str, hex: Hex| states_about(rules, hex);
        let found = among(name, &own);
        if found.is_empty() { among(name, &about) } else { found }
    };
    for exact in [those(&|key| *key == wanted), of_name(&plain(bare))] {
        if !exact.is_empty() {
            return Ok(Found { things: exact, begun: false });
        }
    }
    if let Some(name) = without_titles(bare) {
        let there = of_name(&name);
        if !there.is_empty() {
            return Ok(Found { things: there, begun: false });
        }
    }
    let begins = match wanted.chars().count() {
        0 | 1 => Vec::new(),
        _ => those(&|key| key.starts_with(&wanted)),
    };
    // Towns before whatever else is called after them.
    let places: Vec<NamedFeature> =
        begins.iter().filter(|thing| matches!(thing, NamedFeature::Hex(_))).cloned().collect();
    let begun = if places.is_empty() { begins } else { places };
    if !begun.is_empty() {
        return Ok(Found { things: begun, begun: true });
    }
    match match_name(text, &named) {
        NameMatch::One(thing) => Ok(Found { things: vec![thing], begun: true }),
        NameMatch::Several(things) => {
            let things = once(things.into_iter().map(|(_, thing)| thing).collect());
            Ok(Found { things, begun: true })
        }
        NameMatch::Near(near) => Err(near),
    }
}

/// The names under which a thing can be asked for: its own; a place also with its state, a river and a railroad also
/// with that word.
fn keys(rules: &CivilWar, name: &str, thing: &NamedFeature) -> Vec<String> {
    let (own, bare) = (plain(name), plain(vocabulary::bare_name(&rules.pack, name)));
    let with = |more: &str| format!("{own}{more}");
    let mut keys = match thing {
        NamedFeature::Hex(hex) => states_of(rules, *hex).into_iter().map(|state| with(&plain(state))).collect(),
        NamedFeature::Hexsides(_) => vec![with("river")],
        NamedFeature::Railroad(_) => ["railroad", "railway", "rr"].map(with).to_vec(),
        NamedFeature::State(_) => Vec::new(),
    };
    // `Champion Hill` for Champion's Hill.
    if name.contains("'s ") {
        keys.push(plain(&vocabulary::bare_name(&rules.pack, name).replace("'s ", " ")));
    }
    keys.insert(0, own);
    keys.push(bare);
    keys
}

/// The names of a hex's states.
fn states_of(rules: &CivilWar, hex: Hex) -> Vec<&str> {
    let states = rules.pack.map.hex(hex).map_or(&[][..], |data| &data.states);
    states.iter().map(|id| vocabulary::state(&rules.pack, id)).collect()
}

/// The state of a place in a hex: for a city its own, otherwise the first of the hex.
fn state_of_place<'a>(rules: &'a CivilWar, name: &str, hex: Hex) -> Option<&'a str> {
    let data = rules.pack.map.hex(hex)?;
    let city = data.city.as_ref().filter(|city| plain(vocabulary::bare_name(&rules.pack, &city.name)) == name);
    let id = city.map(|city| &city.state).or(data.states.first())?;
    Some(vocabulary::state(&rules.pack, id))
}

/// The names of a hex's states; for a state that has only this hex, also the states around it: Fort Monroe is in
/// Virginia. West Virginia was Virginia when the war began.
fn states_about(rules: &CivilWar, hex: Hex) -> Vec<&str> {
    let map = &rules.pack.map;
    let mut states = states_of(rules, hex);
    if states.contains(&"West Virginia") {
        states.push("Virginia");
    }
    let own = map.hex(hex).map_or(&[][..], |data| &data.states);
    let alone = |state: &Id| map.hexes().filter(|(_, data)| data.states.contains(state)).count() == 1;
    if own.iter().any(alone) {
        states.extend(map.neighbors(hex).flat_map(|there| states_of(rules, there)));
    }
    states
}

/// A name without common additions, prepared for comparison: `the second battle of Winchester`, `Appomattox Court
/// House`; `None` if there are none.
fn without_titles(text: &str) -> Option<String> {
    const BEFORE: [&str; 9] = ["the", "battle", "siege", "of", "first", "second", "third", "1st", "2nd"];
    const BEHIND: [&str; 16] = [
        "court",
        "house",
        "courthouse",
        "c",
        "h",
        "ch",
        "junction",
        "station",
        "depot",
        "harbor",
        "landing",
        "bridge",
        "creek",
        "ford",
        "gap",
        "pass",
    ];
    let lower = text.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| c.is_whitespace() || c == '.').filter(|word| !word.is_empty()).collect();
    let from = words.iter().take_while(|word| BEFORE.contains(word)).count();
    let to = words.len() - words.iter().rev().take_while(|word| BEHIND.contains(word)).count();
    let left = words.get(from..to).filter(|left| !left.is_empty() && left.len() < words.len())?;
    Some(plain(&left.join(" ")))
}

/// Postal abbreviations that could be short for another state as well.
const POST: [(&str, &str); 12] = [
    ("al", "alabama"),
    ("ar", "arkansas"),
    ("ga", "georgia"),
    ("ia", "iowa"),
    ("in", "indiana"),
    ("md", "maryland"),
    ("mo", "missouri"),
    ("ms", "mississippi"),
    ("miss", "mississippi"),
    ("tn", "tennessee"),
    ("va", "virginia"),
    ("wva", "westvirginia"),
];

/// Whether a text is short for the name of a state: by the letters of the post; or it begins alike, and its letters
/// follow each other there.
fn abbreviates(short: &str, name: &str) -> bool {
    let name = plain(name);
    if let Some((_, state)) = POST.iter().find(|(letters, _)| *letters == short) {
        return *state == name;
    }
    let mut rest = name.chars();
    short.chars().next().is_some_and(|first| name.starts_with(first)) && short.chars().all(|c| rest.any(|d| d == c))
}

/// The names of a hex: place, city, fort, resource site, and whatever else is in it.
fn names_of(data: &HexData) -> impl Iterator<Item = &str> {
    let city = data.city.as_ref().map(|city| city.name.as_str());
    let fort = data.fort.as_ref().map(|fort| fort.name.as_str());
    let site = data.site.as_ref().map(|site| site.name.as_str());
    let names = [Some(data.name.as_str()), city, fort, site].into_iter().flatten();
    names.chain(data.also.iter().map(String::as_str)).filter(|name| !name.is_empty())
}

/// Every name of a hex on the map.
fn named_hexes(rules: &CivilWar) -> Vec<(&str, Hex)> {
    rules.pack.map.hexes().flat_map(|(hex, data)| names_of(data).map(move |name| (name, hex))).collect()
}

/// Every name on the map.
fn named_things(rules: &CivilWar) -> Vec<(&str, NamedFeature<'_>)> {
    let map = &rules.pack.map;
    let mut named: Vec<(&str, NamedFeature)> =
        named_hexes(rules).into_iter().map(|(name, hex)| (name, NamedFeature::Hex(hex))).collect();
    let sides: SortedSet<&str> = map.hexsides().map(|(_, side)| side.name.as_str()).collect();
    let rails: SortedSet<&str> = map.railroads.iter().map(|line| line.name.as_str()).collect();
    named.extend(sides.into_iter().filter(|name| !name.is_empty()).map(|name| (name, NamedFeature::Hexsides(name))));
    named.extend(rails.into_iter().map(|name| (name, NamedFeature::Railroad(name))));
    named.extend(map.states.iter().map(|(id, state)| (state.name.as_str(), NamedFeature::State(id))));
    named
}

/// The leader with an id or a name, or with the only surname of that kind in the scenario; one who does not take part
/// in it only by his full name.
///
/// # Errors
/// There is none, or several; the advice names them, or the most similar in the scenario.
pub fn find_leader(rules: &CivilWar, game: &Game, text: &str) -> Result<Id, Problem> {
    find_leader_of(rules, game, None, text)
}

/// As [`find_leader`]; if a side is given, only its leaders are offered as similar.
///
/// # Errors
/// As [`find_leader`].
pub fn find_leader_of(rules: &CivilWar, game: &Game, side: Option<Side>, text: &str) -> Result<Id, Problem> {
    // A counter, as in mcdowell-3, is as good as the man.
    let person = text.parse::<Piece>().map_or(untitled(text).to_owned(), |piece| piece.leader.as_str().to_owned());
    let of = |all: bool| -> Vec<(&str, Id)> {
        let leaders =
            rules.pack.leaders.values().filter(|leader| all || roster::is_in_scenario(rules, game, &leader.id));
        leaders
            .flat_map(|leader| [(leader.name.as_str(), leader.id.clone()), (leader.id.as_str(), leader.id.clone())])
            .collect()
    };
    let problem = || Problem::new(format!("there is no leader '{}'", text.trim()));
    // A full name is one man's, though it may be a part of another's.
    if let Some((_, id)) = of(false).into_iter().find(|(name, _)| plain(name) == plain(&person)) {
        return Ok(id);
    }
    match match_name(&person, &of(false)) {
        NameMatch::One(id) => Ok(id),
        NameMatch::Several(found) => {
            let which: Vec<String> = found.iter().map(|(_, id)| leader_with_id(rules, id)).collect();
            let problem = Problem::new(format!("{} leaders match '{}'", found.len(), text.trim()));
            Err(problem.advice(format!("say which: {}", listed(&which))))
        }
        NameMatch::Near(_) => match of(true).into_iter().find(|(name, _)| plain(name) == plain(&person)) {
            Some((_, id)) => Ok(id),
            None => {
                let mut own = of(false);
                let side_of = |id: &Id| rules.pack.leaders.get(id).map(|leader| leader.side);
                own.retain(|(_, id)| side.is_none() || side == side_of(id));
                let near = near(&person, own.iter().map(|(name, _)| *name));
                let otherwise = "write the name on his counter, or the id that `adjutant legal` shows";
                Err(problem().advice(offered(&near, otherwise)))
            }
        },
    }
}

/// A leader with the word that orders have for him: `A.P. Hill (ap_hill)`.
fn leader_with_id(rules: &CivilWar, id: &Id) -> String {
    format!("{} ({id})", vocabulary::leader_name(&rules.pack, id))
}

/// The army with an id, a name or a counter's letters; of two with the same name, one that is on the map. One that does
/// not take part in the scenario only by its full name.
///
/// # Errors
/// There is none, or several; the advice names them, or the most similar in the scenario.
pub fn find_army(rules: &CivilWar, game: &Game, text: &str) -> Result<Id, Problem> {
    let mut named = armies_in_play(rules, game);
    named.sort_by_key(|(_, id)| !game.armies.contains_key(id));
    let wanted = text.trim().strip_prefix("the ").unwrap_or(text.trim());
    let called = |id: &Id| format!("{} ({id})", vocabulary::army(&rules.pack, id));
    let problem = || Problem::new(format!("there is no army '{}'", text.trim()));
    if let Some((_, id)) = named.iter().find(|(name, _)| plain(name) == plain(wanted)) {
        return Ok(id.clone());
    }
    match match_name(wanted, &named) {
        NameMatch::One(id) => Ok(id),
        NameMatch::Several(found) => {
            let which: Vec<String> = found.iter().map(|(_, id)| called(id)).collect();
            let problem = Problem::new(format!("{} armies match '{}'", found.len(), text.trim()));
            Err(problem.advice(format!("say which: {}", listed(&which))))
        }
        NameMatch::Near(near) => match named_armies(rules).into_iter().find(|(name, _)| plain(name) == plain(wanted)) {
            Some((_, id)) => Ok(id),
            None => {
                let mut all: Vec<String> = named.iter().map(|(_, id)| id.to_string()).collect();
                all.sort();
                all.dedup();
                let otherwise = match all.is_empty() {
                    true => "this scenario has no armies".to_owned(),
                    false => format!("the armies are {}", vocabulary::list(all, "and")),
                };
                Err(problem().advice(offered(&near, &otherwise)))
            }
        },
    }
}

/// What is most similar to a text that names nothing: among leaders, armies and the map of the scenario.
pub fn most_similar(rules: &CivilWar, game: &Game, text: &str) -> String {
    let leaders = rules.pack.leaders.values().filter(|leader| roster::is_in_scenario(rules, game, &leader.id));
    let armies = armies_in_play(rules, game).into_iter().map(|(name, _)| name);
    let places = named_things(rules).into_iter().map(|(name, _)| name);
    let mut found = near(text, leaders.map(|leader| leader.name.as_str()).chain(armies).chain(places));
    closest(&mut found);
    offered(&found, "give a hex number, as on the map, or the name of a town, a leader or an army")
}

/// The names of the armies that a scenario has, on the map or to be formed.
fn armies_in_play<'a>(rules: &'a CivilWar, game: &'a Game) -> Vec<(&'a str, Id)> {
    let ours: Vec<&Id> =
        Side::BOTH.iter().flat_map(|&side| army::of_scenario(rules, game, side)).map(|data| &data.id).collect();
    named_armies(rules).into_iter().filter(|(_, id)| ours.contains(&id)).collect()
}

/// Every army's id, name and letters.
fn named_armies(rules: &CivilWar) -> Vec<(&str, Id)> {
    fn names(data: &ArmyData) -> [&str; 3] {
        [data.id.as_str(), &data.name, &data.short]
    }
    let armies = rules.pack.charts.armies.values();
    armies.flat_map(|data| names(data).map(|name| (name, data.id.clone()))).collect()
}

/// The signed form of a name in a draft: a leader's id, a place's number. Who acts (`leader`) is one of the side's own.
pub fn suggest(rules: &CivilWar, game: &Game, side: Option<Side>, field: &str, written: &str) -> Option<String> {
    match field {
        "leader" | "name" => Some(match find_leader_of(rules, game, side.filter(|_| field == "leader"), written) {
            Ok(id) => format!("{} is written {id}", vocabulary::leader_name(&rules.pack, &id)),
            Err(problem) => problem.advice?,
        }),
        "army" => Some(match find_army(rules, game, written) {
            Ok(id) => format!("{} is written {id}", vocabulary::army(&rules.pack, &id)),
            Err(problem) => problem.advice?,
        }),
        "at" | "path" | "to" | "toward" | "retreat" | "ours" | "theirs" | "empty" | "demoralized" => {
            let mut near: Vec<String> = match things_called(rules, written).map(|found| hexes_of(&found.things)) {
                Ok(hexes) if hexes.len() == 1 => {
                    return hexes
                        .first()
                        .map(|hex| format!("{} is written \"{hex}\"", vocabulary::place(&rules.pack, *hex)));
                }
                Ok(hexes) => hexes
                    .into_iter()
                    .take(MEANT)
                    .map(|hex| format!("\"{hex}\" ({})", qualified_name(rules, written, hex)))
                    .collect(),
                Err(near) => {
                    let near =
                        named_hexes(rules).into_iter().filter(|(name, _)| near.iter().any(|(_, near)| near == name));
                    near.map(|(name, hex)| format!("\"{hex}\" ({name})")).collect()
                }
            };
            near.dedup();
            Some(match near.is_empty() {
                true => "write the number of the hex, as on the map".to_owned(),
                false => format!("did you mean {}?", vocabulary::list(near, "or")),
            })
        }
        _ => None,
    }
}

/// The signed form and the full name of something given by name in a draft; `None` if it already has that form, or if
/// it is not certain what is meant.
pub fn standard(rules: &CivilWar, game: &Game, field: &str, written: &str) -> Option<(Value, String)> {
    let same = |standard: &str| standard == written;
    let leader = || {
        let people = rules.pack.leaders.values().filter(|leader| roster::is_in_scenario(rules, game, &leader.id));
        let named: Vec<(&str, Id)> = people
            .flat_map(|leader| [(leader.name.as_str(), leader.id.clone()), (leader.id.as_str(), leader.id.clone())])
            .collect();
        let id = certain(written, &named)?;
        Some((Value::from(id.as_str()), vocabulary::leader_name(&rules.pack, &id).to_owned()))
    };
    let army = || {
        let id = certain(written, &armies_in_play(rules, game))?;
        Some((Value::from(id.as_str()), vocabulary::army(&rules.pack, &id)))
    };
    let hex = || {
        let hex = hex_by_name(rules, written)?;
        Some((Value::from(hex.to_string()), vocabulary::place(&rules.pack, hex)))
    };
    let ship = || {
        let ships = rules.pack.charts.ships.values();
        let named: Vec<(&str, Id)> =
            ships.flat_map(|ship| [ship.name.as_str(), ship.id.as_str()].map(|name| (name, ship.id.clone()))).collect();
        let id = certain(written, &named)?;
        let called = rules.pack.charts.ships.get(&id).map_or_else(|| id.to_string(), |ship| ship.name.clone());
        Some((Value::from(id.as_str()), called))
    };
    let word = || {
        let standard = enumerated(written);
        Some((Value::from(standard.clone()), standard))
    };
    let among = |known: &[&str]| known.contains(&enumerated(written).as_str());
    let tracks: Vec<&str> = Track::in_play(true).map(Track::as_str).collect();
    let found = match field {
        "leader" | "leaders" | "leave" | "name" => leader(),
        "ships" => ship(),
        "army" => army(),
        "from" | "to" if among(&tracks) || among(&["leaders"]) => word(),
        "from" | "to" => army().filter(|_| written.parse::<Hex>().is_err()).or_else(hex),
        "at" | "path" | "toward" | "retreat" | "ours" | "theirs" | "empty" | "demoralized" | "depot" | "convert"
        | "land" | "when_entering" | "when_in" | "first" | "stand_in" => hex(),
        // Of a march what becomes of them, of standing orders where they are.
        "depots" => hex().or_else(word),
        "what" | "fate" | "side" | "burn" | "into" | "primary" | "secondary" | "tertiary" | "rerolls" | "hits"
        | "react" | "ask" | "winner" => word(),
        // A track, an army or a leader before a colon.
        "pay" | "spend" if among(&tracks) => word(),
        "reaction" => army(),
        _ => None,
    };
    found.filter(|(standard, _)| standard.as_str().is_some_and(|standard| !same(standard)))
}

/// The hex of a name that is written alone, or with its number: `Manassas (5006)`. None where several have it, or
/// number and name are not one place.
fn hex_by_name(rules: &CivilWar, written: &str) -> Option<Hex> {
    let number = |word: &str| word.trim_matches(['(', ')', ',', ' ']).parse::<Hex>().ok();
    let (numbers, words): (Vec<&str>, Vec<&str>) = written.split_whitespace().partition(|word| number(word).is_some());
    let name = words.join(" ");
    let of_name = || {
        let found = things_called(rules, &name).ok().filter(|found| !found.begun)?;
        let hexes = hexes_of(&found.things);
        match hexes[..] {
            [hex] => Some(hex),
            _ => likeliest(rules, &name, &hexes),
        }
    };
    match (numbers.as_slice(), name.is_empty()) {
        ([], _) => of_name(),
        ([one], true) => number(one),
        // The number says which of several.
        ([one], false) => {
            let found = things_called(rules, &name).ok()?;
            number(one).filter(|hex| hexes_of(&found.things).contains(hex))
        }
        _ => None,
    }
}

/// How to write what is given under a field that the order does not have, as the field of another order; and what to
/// write in place of an order that does not exist.
pub fn suggest_key(within: &str, field: &str, written: &Value) -> Option<String> {
    match (within == field, field) {
        (true, "attack") => return Some("to attack, move into the enemy's hex: `move`".to_owned()),
        (true, "pass") => return Some("you cannot pass; use `spend` or `finish`".to_owned()),
        _ => {}
    }
    let hexes: Vec<String> = match written {
        Value::Array(items) => items.iter().map(as_text).collect(),
        one => vec![as_text(one)],
    };
    let hexes: Vec<&String> = hexes.iter().filter(|text| text.parse::<Hex>().is_ok()).collect();
    let last = hexes.last()?;
    match (within, field) {
        ("move", "to" | "at" | "hex" | "via" | "by" | "hexes" | "into") | ("remove", "to" | "at" | "hex") => {
            let path: Vec<String> = hexes.iter().map(|hex| format!("\"{hex}\"")).collect();
            Some(format!("name every hex that is entered, in order: path: [{}]", path.join(", ")))
        }
        ("rail", "path" | "at" | "hex" | "via") => Some(format!("rail movement ends in one hex: to: \"{last}\"")),
        ("reinforce" | "rally" | "build" | "destroy" | "create", _) => {
            Some(format!("name the hex under `at`: at: \"{last}\""))
        }
        _ => None,
    }
}

/// A number or a text, as text.
fn as_text(value: &Value) -> String {
    match value {
        Value::Number(number) => format!("{number:0>4}"),
        other => other.as_str().unwrap_or_default().to_owned(),
    }
}

/// A thing's name and kind: `Cumberland, river`.
pub fn called(rules: &CivilWar, thing: &NamedFeature) -> String {
    match thing {
        NamedFeature::Hex(hex) => vocabulary::place(&rules.pack, *hex),
        NamedFeature::Hexsides(name) => format!("{name}, {}", kind(rules, name)),
        NamedFeature::Railroad(name) => format!("{name}, railroad"),
        NamedFeature::State(id) => format!("{}, state", vocabulary::state(&rules.pack, id)),
    }
}

/// What the hexsides of a name are: `navigable river`.
fn kind(rules: &CivilWar, name: &str) -> String {
    let sides = || rules.pack.map.hexsides().filter(|(_, side)| side.name == name).map(|(_, side)| side);
    let kinds: SortedSet<HexsideKind> = sides().map(|side| side.kind).collect();
    if kinds.iter().eq(&[HexsideKind::River, HexsideKind::NavigableRiver]) {
        return "river".to_owned();
    }
    let kinds: SortedSet<(HexsideKind, &str)> = sides().map(|side| (side.kind, vocabulary::between(side))).collect();
    vocabulary::list(kinds.into_iter().map(|(_, words)| words.to_owned()), "and")
}

/// What else has the very name by which hexes were found, and where it is: a place, a leader, an army. A sentence, if
/// there is anything.
pub fn namesakes(rules: &CivilWar, game: &Game, text: &str, found: &[Hex]) -> Option<String> {
    let pack = &rules.pack;
    let elsewhere = |hex: &Hex| !found.contains(hex);
    let whole =
        |name: &str| plain(name) == plain(untitled(text)) || parts(name).any(|part| part == plain(untitled(text)));
    let places = find_things(rules, text).ok().filter(|found| !found.begun);
    let places = places.map(|found| hexes_of(&found.things)).unwrap_or_default();
    let place = |hex: Hex| {
        let name = qualified_name(rules, text, hex);
        match vocabulary::place_name(pack, hex).is_some_and(|chief| plain(chief) == plain(text)) || places.len() > 1 {
            true => format!("{name} ({hex})"),
            false => format!("{name}, in {}", vocabulary::place(pack, hex)),
        }
    };
    let mut others: Vec<String> = places.iter().copied().filter(elsewhere).map(place).collect();
    if let Some(id) = find_leader(rules, game, text).ok().filter(|id| whole(vocabulary::leader_name(pack, id)))
        && let Some((_, hex, _)) = game.find_leader(&id).filter(|(_, hex, _)| elsewhere(hex))
    {
        others.push(format!("the leader {}, in {}", vocabulary::leader_name(pack, &id), vocabulary::place(pack, hex)));
    }
    if let Some(id) = find_army(rules, game, text).ok().filter(|id| whole(&vocabulary::army(pack, id)))
        && let Some(hex) = hex_of(game, &id).filter(elsewhere)
    {
        others.push(format!("{}, in {}", vocabulary::army(pack, &id), vocabulary::place(pack, hex)));
    }
    let verb = if others.len() == 1 { "There is also" } else { "There are also" };
    let said = format!("{verb} {}. Ask by the number of a hex.", vocabulary::list(others.iter().cloned(), "and"));
    (!others.is_empty()).then_some(said)
}
