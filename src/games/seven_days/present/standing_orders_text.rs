//! Standing orders in plain words: those that a side has left, and what is answered where they say nothing.

use super::vocabulary::{capital, first_of, list, place, places, plural, unit};
use crate::orders::{Defence, Losses, Matter, Screening, Standing, TrainStanding, Use, Withdrawal};
use crate::pack::{Pack, Side};

/// What a side has said, a sentence each.
pub fn sentences(pack: &Pack, standing: &Standing) -> Vec<String> {
    let mut lines = Vec::new();
    for (area, defence) in &standing.areas {
        let parts = defence_words(pack, defence);
        if !parts.is_empty() {
            lines.push(format!("In {}: {}.", place(pack, *area), parts.join("; ")));
        }
    }
    if let Some(defence) = &standing.elsewhere {
        let parts = defence_words(pack, defence);
        let elsewhere = if standing.areas.is_empty() { "Everywhere" } else { "Everywhere else" };
        if !parts.is_empty() {
            lines.push(format!("{elsewhere}: {}.", parts.join("; ")));
        }
    }
    match standing.rouse {
        Some(true) => lines.push("At dawn the Advantage is used to make an Inactive Army Leader Active.".to_owned()),
        Some(false) => lines.push("At dawn the Advantage is not used for the Army Leader.".to_owned()),
        None => {}
    }
    match standing.train {
        Some(TrainStanding::Stay) => lines.push("At dawn the Supply Train stays where it is.".to_owned()),
        Some(TrainStanding::Relocate) => {
            lines.push("The Supply Train is relocated at the next dawn when this is allowed.".to_owned());
        }
        None => {}
    }
    if !standing.remove.is_empty() {
        lines.push(format!("In the End Phase the entrenchments in {} are removed.", places(pack, &standing.remove)));
    }
    if !standing.ask.is_empty() {
        let matters = standing.ask.iter().map(|matter| matter_words(*matter).to_owned());
        lines.push(format!("Asked each time: {}.", list(matters, "and")));
    }
    lines
}

fn defence_words(pack: &Pack, defence: &Defence) -> Vec<String> {
    let mut parts = Vec::new();
    match defence.screen {
        Some(Screening::Always) => parts.push("cavalry alone in an area screens".to_owned()),
        Some(Screening::Never) => parts.push("cavalry alone in an area does not screen".to_owned()),
        None => {}
    }
    if !defence.forward.is_empty() {
        let units = list(defence.forward.iter().map(|id| unit(pack, id)), "or else");
        parts.push(format!("the Forward Unit is {units}"));
    }
    match defence.heroic {
        Some(Use::Never) => parts.push("the Advantage is never used for a Heroic Defense".to_owned()),
        Some(Use::Always) => {
            parts.push("the Advantage is used for a Heroic Defense whenever this is allowed".to_owned())
        }
        Some(Use::AtLeast(points)) => parts.push(format!(
            "the Advantage is used for a Heroic Defense against {} or more",
            plural(points, "Casualty Point")
        )),
        None => {}
    }
    match defence.losses {
        Some(Losses::Hold) => parts.push("losses are taken so that the area is held".to_owned()),
        Some(Losses::Spare) => {
            parts.push("losses are taken so that no unit is eliminated that could retreat".to_owned())
        }
        None => {}
    }
    match defence.withdraw {
        Some(Withdrawal::Nobody) => parts.push("no unit retreats voluntarily after an assault".to_owned()),
        Some(Withdrawal::Exhausted) => {
            parts
                .push("Exhausted units retreat voluntarily after an assault that leaves the area Contested".to_owned());
        }
        Some(Withdrawal::All) => {
            parts.push("all units retreat voluntarily after an assault that leaves the area Contested".to_owned());
        }
        None => {}
    }
    if !defence.retreat_to.is_empty() {
        parts.push(format!("retreats go to {}", first_of(pack, &defence.retreat_to)));
    }
    parts
}

/// A matter, as it is named among those that are asked.
fn matter_words(matter: Matter) -> &'static str {
    match matter {
        Matter::Screen => "who screens",
        Matter::Forward => "the Forward Unit",
        Matter::Heroic => "the Heroic Defense",
        Matter::Losses => "how losses are taken",
        Matter::Withdraw => "who retreats voluntarily",
        Matter::Retreat => "where to retreat to",
        Matter::Follow => "whether a leader follows a retreat",
        Matter::Place => "where a leader is placed",
        Matter::Hurt => "which leader makes the casualty roll",
        Matter::Remove => "which entrenchments are removed",
    }
}

/// What is answered for a side where it has said nothing, a sentence each, with the key under which it may say
/// otherwise.
pub fn defaults(side: Side, standing: &Standing) -> Vec<String> {
    let asked = |matter: Matter| standing.ask.contains(&matter);
    let general = standing.elsewhere.as_ref();
    let open = |decides: fn(&Defence) -> bool| !general.is_some_and(decides);
    let goal = match side {
        Side::Union => "the Supply Train",
        Side::Confederate => "Richmond",
    };
    let rows: [(Option<Matter>, bool, String); 12] = [
        (
            Some(Matter::Screen),
            open(|defence| defence.screen.is_some()),
            "cavalry alone in an area screens (screen)".to_owned(),
        ),
        (
            Some(Matter::Forward),
            open(|defence| !defence.forward.is_empty()),
            "the Forward Unit is the one that makes the Defense Value highest (forward)".to_owned(),
        ),
        (
            Some(Matter::Heroic),
            open(|defence| defence.heroic.is_some()),
            "the Advantage is never used for a Heroic Defense (heroic)".to_owned(),
        ),
        (
            Some(Matter::Losses),
            open(|defence| defence.losses.is_some()),
            "losses are taken so that the area is held (losses)".to_owned(),
        ),
        (
            Some(Matter::Withdraw),
            open(|defence| defence.withdraw.is_some()),
            "no unit retreats voluntarily after an assault (withdraw)".to_owned(),
        ),
        (
            Some(Matter::Retreat),
            open(|defence| !defence.retreat_to.is_empty()),
            format!("a retreat goes to the area nearest to {goal} (retreat_to)"),
        ),
        (
            Some(Matter::Follow),
            true,
            "a leader stays where friendly units stay, and otherwise goes where most of them went".to_owned(),
        ),
        (Some(Matter::Place), true, "a leader is placed where most friendly units are".to_owned()),
        (
            Some(Matter::Hurt),
            true,
            "of several leaders the one with the lowest Combat Rating makes the casualty roll, an Army Leader last"
                .to_owned(),
        ),
        (Some(Matter::Remove), standing.remove.is_empty(), "no entrenchment is removed (remove)".to_owned()),
        (
            None,
            standing.rouse.is_none(),
            "whether the Advantage makes an Inactive Army Leader Active is asked each time (rouse)".to_owned(),
        ),
        (
            None,
            standing.train.is_none() && side == Side::Union,
            "whether the Supply Train is relocated is asked each time (train)".to_owned(),
        ),
    ];
    let left = rows.into_iter().filter(|(matter, open, _)| *open && !matter.is_some_and(asked));
    left.map(|(_, _, words)| format!("{}.", capital(&words))).collect()
}

/// What a side has said, and below it what is answered where it has said nothing.
pub fn in_force(pack: &Pack, side: Side, standing: &Standing) -> Vec<String> {
    let mut lines = match sentences(pack, standing) {
        none if none.is_empty() => vec!["You have no standing orders.".to_owned()],
        own => std::iter::once("Your standing orders, until you write others:".to_owned())
            .chain(own.into_iter().map(|line| format!("  {line}")))
            .collect(),
    };
    let defaults = defaults(side, standing);
    if !defaults.is_empty() {
        lines.push(
            "While you are away these answers are given for you, unless you change them under `standing`:".to_owned(),
        );
        lines.extend(defaults.into_iter().map(|line| format!("  {line}")));
        lines.push(
            "  To be asked each time, write ask: [screen, forward, heroic, losses, withdraw, retreat].".to_owned(),
        );
    }
    lines
}
