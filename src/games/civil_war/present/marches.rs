//! A march in a sentence.

use super::event_groups::March;
use super::vocabulary;
use crate::pack::Pack;
use crate::report::grammar::capital;

/// Who goes from where to where, without a full stop. `way`: whether to mention the hexes on the path.
pub fn words(pack: &Pack, march: &March, way: bool) -> String {
    let goes_on = march.is_continued;
    // A march that is interrupted before its first hex has only set out.
    let sets_out = march.entered.is_empty() && march.dropped.is_empty() && march.against.is_none() && !goes_on;
    let mut sentence = who(
        pack,
        march,
        if sets_out {
            Verb::SetsOut
        } else if goes_on {
            Verb::GoesOn
        } else {
            Verb::Goes
        },
    );
    if let Some(from) = march.from.filter(|_| !goes_on) {
        sentence.push_str(&format!(" from {}", vocabulary::place(pack, from)));
    }
    if let Some((to, by)) = march.entered.split_last() {
        if way && !by.is_empty() {
            sentence.push_str(&format!(" via {}", vocabulary::places(pack, by)));
        }
        sentence.push_str(&format!(" to {}", vocabulary::place(pack, *to)));
    }
    for (sp, leaders, hex) in &march.dropped {
        let strength = (*sp > 0 || leaders.is_empty()).then(|| vocabulary::sp(*sp));
        let left = strength.into_iter().chain(leaders.iter().map(|piece| vocabulary::leader(pack, piece)));
        let (left, hex) = (vocabulary::list(left, "and"), vocabulary::place(pack, *hex));
        sentence.push_str(&format!(", leaving {left} in {hex}"));
    }
    if let Some(hex) = march.against {
        sentence.push_str(&format!(" and attacks {}", vocabulary::place(pack, hex)));
    }
    sentence
}

/// What a force does.
#[derive(Clone, Copy)]
enum Verb {
    Goes,
    GoesOn,
    SetsOut,
}

impl Verb {
    /// For one or for several who march.
    fn marches(self, several: bool) -> &'static str {
        match (self, several) {
            (Verb::Goes, false) => "marches",
            (Verb::Goes, true) => "march",
            (Verb::GoesOn, false) => "marches on",
            (Verb::GoesOn, true) => "march on",
            (Verb::SetsOut, false) => "sets out",
            (Verb::SetsOut, true) => "set out",
        }
    }

    fn travels(self) -> &'static str {
        match self {
            Verb::Goes => "travels alone",
            Verb::GoesOn => "travels on alone",
            Verb::SetsOut => "sets out alone",
        }
    }
}

/// Who marches, with what.
fn who(pack: &Pack, march: &March, verb: Verb) -> String {
    let title = march.side.title();
    let Some(sp) = march.sp else { return format!("The {title} force {}", verb.marches(false)) };
    let troops = || vocabulary::sp_with(sp, march.counters);
    match (&march.leader, sp) {
        (Some(piece), sp) if !march.armies.is_empty() => {
            let (armies, strength) = (capital(&vocabulary::armies(pack, &march.armies)), vocabulary::sp(sp));
            let does = verb.marches(march.armies.len() > 1);
            format!("{armies} {does} with {strength} under {}", vocabulary::leader(pack, piece))
        }
        (Some(piece), 0) => format!("{} {}", vocabulary::leader(pack, piece), verb.travels()),
        (Some(piece), _) => {
            format!("{} {} with {}", vocabulary::leader(pack, piece), verb.marches(false), troops())
        }
        (None, sp) if march.counters.iter().sum::<u32>() > 0 => {
            format!("{} of {} {}", capital(&troops()), vocabulary::side(march.side), verb.marches(sp > 1))
        }
        (None, 1) => format!("A {title} strength point {}", verb.marches(false)),
        (None, sp) => format!("{sp} {title} strength points {}", verb.marches(true)),
    }
}
