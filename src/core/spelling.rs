//! Matches the names that players write against the names that exist, with suggestions; the same for every game.

pub use crate::document::enumerated;

/// How many things of the same name a sentence lists at most.
const LISTED: usize = 8;
/// How many suggestions are offered at most for an unknown name.
const OFFERED: usize = 3;

/// What a text refers to among named things.
#[derive(Clone, Debug, PartialEq)]
pub enum NameMatch<'a, T> {
    /// Exactly this one.
    One(T),
    /// One of these, each listed once, with its name.
    Several(Vec<(&'a str, T)>),
    /// None; these are similar.
    Near(Vec<(usize, &'a str)>),
}

/// Looks up a text: first by full name, then by a whole word of a name, then by the beginning of a name or of a word in
/// it. Several matches at one stage are all returned.
///
/// ```
/// use adjutant_core::spelling::{NameMatch, match_name};
///
/// let places = [("Corinth", 1), ("Fort Henry", 2), ("Fort Donelson", 3)];
/// assert_eq!(match_name("corinth", &places), NameMatch::One(1));
/// assert_eq!(match_name("henry", &places), NameMatch::One(2));
/// assert_eq!(match_name("Fort", &places), NameMatch::Several(vec![("Fort Henry", 2), ("Fort Donelson", 3)]));
/// assert!(matches!(match_name("Corint", &places), NameMatch::One(1)));
/// assert!(matches!(match_name("Corynth", &places), NameMatch::Near(near) if near[0].1 == "Corinth"));
/// ```
pub fn match_name<'a, T: Clone + PartialEq>(text: &str, named: &[(&'a str, T)]) -> NameMatch<'a, T> {
    let wanted = plain(text);
    if wanted.is_empty() {
        return NameMatch::Near(Vec::new());
    }
    // How well a name fits: 0 is best, 3 not at all.
    let fit = |name: &str| {
        let bare = bare(name);
        let (whole, part): (String, Vec<&str>) = (words(&bare).collect(), words(&bare).collect());
        match () {
            () if whole == wanted => 0,
            () if wanted.len() > 2 && part.contains(&wanted.as_str()) => 1,
            () if wanted.len() > 1 && whole.starts_with(&wanted) => 2,
            () if wanted.len() > 2 && part.iter().any(|part| part.starts_with(&wanted)) => 2,
            () => 3,
        }
    };
    let fits: Vec<u8> = named.iter().map(|(name, _)| fit(name)).collect();
    for stage in 0..3 {
        let mut found: Vec<(&str, T)> = Vec::new();
        for (name, thing) in named.iter().zip(&fits).filter(|(_, fits)| **fits <= stage).map(|(named, _)| named) {
            if found.iter().all(|(_, other)| other != thing) {
                found.push((name, thing.clone()));
            }
        }
        match found.len() {
            0 => {}
            1 => return NameMatch::One(found.swap_remove(0).1),
            _ => return NameMatch::Several(found),
        }
    }
    NameMatch::Near(near(text, named.iter().map(|(name, _)| *name)))
}

/// The only thing with this name, or else the only one with this word in its name; with or without a title, initials or
/// `the`. `None` if that is not certain: signed text must not be guessed.
pub fn certain<T: Clone + PartialEq>(text: &str, named: &[(&str, T)]) -> Option<T> {
    let only = |wanted: &str| -> Option<T> {
        let exact = |name: &str| plain(name) == wanted;
        let whole = |name: &str| wanted.len() > 2 && parts(name).any(|part| part == wanted);
        for fits in [&exact as &dyn Fn(&str) -> bool, &whole] {
            let mut found = named.iter().filter(|(name, _)| fits(name)).map(|(_, thing)| thing);
            if let Some(first) = found.next() {
                return found.all(|other| other == first).then(|| first.clone());
            }
        }
        None
    };
    Some(plain(text))
        .into_iter()
        .chain([plain(untitled(text))])
        .filter(|wanted| !wanted.is_empty())
        .find_map(|wanted| only(&wanted))
}

/// A name without the title or initials before it: `Grant` of `Gen. Grant`, of `the General Grant` and of `U.S. Grant`.
pub fn untitled(text: &str) -> &str {
    let mut rest = text.trim();
    while let Some((word, more)) = rest.split_once(char::is_whitespace) {
        let title = ["the", "general", "gen", "admiral", "adm"].contains(&plain(word).as_str());
        let initials = word.ends_with('.') && word.chars().filter(|c| c.is_alphabetic()).count() < 4;
        if !(title || initials) {
            break;
        }
        rest = more.trim_start();
    }
    rest
}

/// The names most similar to a text, each with its edit distance; none that differ in more than a third of their
/// letters. Names that are similar as a whole come before those with a similar word.
pub fn near<'a>(text: &str, names: impl Iterator<Item = &'a str>) -> Vec<(usize, &'a str)> {
    // Long texts are compared by their beginning, so that a hostile one costs nothing.
    let wanted: String = plain(text).chars().take(40).collect();
    let length = wanted.chars().count();
    let most = length / 3;
    let apart = |name: &str| {
        let parts = parts(name).filter(|part| part.chars().count() > 3);
        let keys = std::iter::once((plain(name), 0)).chain(parts.map(|part| (part, 1)));
        // Names of other lengths differ in at least as many letters; this is seen faster.
        let apart = keys.filter(|(key, _)| key.chars().count().abs_diff(length) <= most);
        let apart = apart.map(|(key, part)| (strsim::osa_distance(&key, &wanted), part));
        apart.filter(|(letters, _)| *letters <= most).map(|(letters, part)| 2 * letters + part).min()
    };
    let mut near: Vec<(usize, &str)> = names.filter_map(|name| Some((apart(name)?, name))).collect();
    closest(&mut near);
    near
}

/// Keeps only the most similar names, each once, and at most [`OFFERED`].
pub fn closest(near: &mut Vec<(usize, &str)>) {
    near.sort();
    let best = near.first().map_or(0, |(apart, _)| *apart);
    let mut seen = Vec::new();
    near.retain(|(apart, name)| {
        let new = *apart == best && !seen.contains(&plain(name));
        seen.push(plain(name));
        new
    });
    near.truncate(OFFERED);
}

/// `did you mean Manassas?`, if there is something to offer.
pub fn offered(near: &[(usize, &str)], otherwise: &str) -> String {
    match near.is_empty() {
        true => otherwise.to_owned(),
        false => {
            let names: Vec<&str> = near.iter().map(|(_, name)| *name).collect();
            format!("did you mean {}?", either(&names))
        }
    }
}

/// What to write in place of an unknown name: the similar names, and all that exist. `list` introduces these: `the
/// sides are`.
pub fn instead(text: &str, known: &[&str], list: &str) -> String {
    let named: Vec<(&str, &str)> = known.iter().map(|name| (*name, *name)).collect();
    let like: Vec<&str> = match match_name(text, &named) {
        NameMatch::One(name) => vec![name],
        NameMatch::Several(found) => found.into_iter().take(OFFERED).map(|(name, _)| name).collect(),
        NameMatch::Near(near) => near.into_iter().map(|(_, name)| name).collect(),
    };
    let all = format!("{list} {}", joined(known, "and"));
    let mut letters = all.chars();
    match letters.next().filter(|_| !like.is_empty()) {
        Some(first) => format!("did you mean {}? {}{}", either(&like), first.to_uppercase(), letters.as_str()),
        None => all,
    }
}

/// Alternatives: `Corinth, Iuka or Tupelo`.
fn either(names: &[&str]) -> String {
    joined(names, "or")
}

/// Names joined by a conjunction: `Corinth, Iuka and Tupelo`.
///
/// ```
/// use adjutant_core::spelling::joined;
///
/// assert_eq!(joined(&["Corinth", "Iuka", "Tupelo"], "and"), "Corinth, Iuka and Tupelo");
/// assert_eq!(joined(&["Corinth"], "or"), "Corinth");
/// ```
pub fn joined(names: &[&str], conjunction: &str) -> String {
    match names {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [others @ .., last] => format!("{} {conjunction} {last}", others.join(", ")),
    }
}

/// Several things in a sentence: the first few, and how many more there are.
pub fn listed(things: &[String]) -> String {
    if things.len() <= LISTED {
        return either(&things.iter().map(String::as_str).collect::<Vec<_>>());
    }
    format!("{} and {} more", things[..LISTED].join(", "), things.len() - LISTED)
}

/// A name reduced for comparison: only letters and digits, with the abbreviations of maps written out.
pub fn plain(name: &str) -> String {
    words(&bare(name)).collect()
}

/// The words of a name, each reduced for comparison.
pub fn parts(name: &str) -> impl Iterator<Item = String> {
    words(&bare(name)).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// A name in lower case, without apostrophes.
fn bare(name: &str) -> String {
    let name = name.to_lowercase();
    if name.contains(['&', '\'', '’']) { name.replace('&', " and ").replace(['\'', '’'], "") } else { name }
}

fn words(bare: &str) -> impl Iterator<Item = &str> {
    bare.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(spelled)
}

/// A word reduced to one spelling: map abbreviations are expanded, and `Goldsborough` becomes `Goldsboro`.
fn spelled(word: &str) -> &str {
    match word {
        "ft" => "fort",
        "st" => "saint",
        "mt" => "mount",
        "ch" => "church",
        "number" => "no",
        "depot" => "station",
        "ten" => "10",
        // Spellings of the time.
        "berne" => "bern",
        "saylers" => "sailors",
        "spottsylvania" => "spotsylvania",
        word => match (word.strip_suffix("ugh"), word.strip_suffix('h')) {
            (Some(short), _) if short.ends_with("boro") => short,
            (_, Some(short)) if short.ends_with("burg") => short,
            _ => word,
        },
    }
}
