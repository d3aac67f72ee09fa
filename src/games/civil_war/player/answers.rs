//! The player's answers, allocation and standing orders.

use serde_json::{Value, json};

use crate::CivilWar;
use crate::board::Hex;
use crate::document::Id;
use crate::engine::{Position, Ruleset};
use crate::homefront::priorities_turn;
use crate::movement::reaction::reactor;
use crate::orders::{Answer, Go, Question, React, Reaction, Removing, Reroll, RerollStanding, Screen, Standing};
use crate::pack::{Favours, Side, Theater};
use crate::position::ledger::{Game, Priorities, counter};

use super::{Situation, fleet};

/// What the player answers to a question.
pub fn answer(rules: &CivilWar, position: &Position<CivilWar>, side: Side, question: &Question) -> Option<Answer> {
    let offered = rules.answers(position, question, None);
    let picture = || Situation::new(rules, &position.game, side, 0);
    let wanted = match question {
        Question::Retreat { from, options, .. } => Some(Answer::Retreat(retreat(&picture(), *from, options)?)),
        Question::Reroll { .. } => Some(Answer::Reroll(Reroll::Pass)),
        Question::React { army, hex, enemy_sp, together, .. } => {
            let react = match (reacts(&picture(), army, *hex, *enemy_sp), *together) {
                (false, _) => React::Decline,
                (true, true) => React::Together,
                (true, false) => React::Roll,
            };
            Some(Answer::React(react))
        }
        Question::Reaction { army, hex, enemy_sp, options, .. } => {
            Some(Answer::Reaction(reaction(&picture(), army, *hex, *enemy_sp, options)))
        }
        Question::Screen { hex, enemy_sp, .. } => {
            let own = position.game.sp_at(*hex, side);
            let retreats = *enemy_sp > own;
            Some(Answer::Screen(if retreats { Screen::Retreat } else { Screen::Stand }))
        }
        Question::Removal { piece, .. } => {
            // Whoever helps the enemy more than his own side may go.
            let burden = counter(&rules.pack, piece).is_some_and(|printed| {
                printed.tactical_favours == Favours::Enemy && printed.tactical > 0
                    || printed.command_favours == Favours::Enemy && printed.command > 0
            });
            Some(Answer::Removal(if burden { Removing::Remove } else { Removing::Keep }))
        }
        Question::Hit { .. } | Question::Flight { .. } | Question::Pursuit { .. } => {
            fleet::answer(rules, &position.game, side, question)
        }
    };
    let admitted = wanted.filter(|answer| rules.admits(position, question, answer));
    admitted.or_else(|| offered.into_iter().next())
}

/// Where to retreat to: to friends, to supply, away from the enemy, and to places worth holding.
fn retreat(picture: &Situation<'_>, from: Hex, options: &[Hex]) -> Option<Hex> {
    let sp = picture.chart.ix(from).map_or(0, |at| picture.own[at]);
    let worth = |hex: &Hex| {
        let Some(at) = picture.chart.ix(*hex) else { return i64::MIN };
        let friends = i64::from(picture.own[at].min(12)) * 6;
        let fed = if picture.supplies.in_supply(*hex) { 60 } else { 0 };
        let stands = picture.hold_value(at, picture.own[at] + sp) - picture.hold_value(at, picture.own[at]);
        friends + fed + stands - picture.danger(at) / 4 + picture.tie_break(at, 3)
    };
    options.iter().copied().max_by_key(|hex| (worth(hex), std::cmp::Reverse(*hex)))
}

/// Whether an army rolls for reaction: to help a place that it can hold together with those there, or to get away from
/// an enemy that it cannot withstand.
fn reacts(picture: &Situation<'_>, army: &Id, hex: Hex, enemy_sp: u32) -> bool {
    let Some(own) = reactor::hex_of(picture.game, army) else { return false };
    let sp = reactor::sp(picture.game, army);
    if own == hex {
        return should_leave(picture, own, enemy_sp);
    }
    should_join(picture, own, hex, sp, enemy_sp)
}

/// Whether it is better to leave a hex than to be attacked there by this many.
fn should_leave(picture: &Situation<'_>, hex: Hex, enemy_sp: u32) -> bool {
    let Some(at) = picture.chart.ix(hex) else { return false };
    let own = i64::from(picture.own[at]) * (4 + picture.chart.cover[at]);
    let worth_holding = picture.keep[at] >= 350;
    i64::from(enemy_sp) * 4 > own * if worth_holding { 4 } else { 2 }
}

/// Whether a defence of that hex will hold with the army in it, and is worth leaving its own for.
fn should_join(picture: &Situation<'_>, own: Hex, hex: Hex, sp: u32, enemy_sp: u32) -> bool {
    let (Some(at), Some(here)) = (picture.chart.ix(hex), picture.chart.ix(own)) else { return false };
    let there = picture.own[at];
    let together = i64::from(there + sp) * (4 + picture.chart.cover[at]);
    let holds = i64::from(enemy_sp) * 5 <= together;
    // A friendly city is not left empty without need.
    let bare = picture.own[here] <= sp && picture.keep[here] > 250 && picture.keep[here] > picture.keep[at];
    holds
        && !bare
        && (there > 0 || picture.keep[at] > 0 || i64::from(enemy_sp) * 8 <= together)
        && !picture.game.demoralized_at(own, picture.side)
}

/// Where the army goes that may.
fn reaction(picture: &Situation<'_>, army: &Id, hex: Hex, enemy_sp: u32, options: &[Hex]) -> Reaction {
    let Some(own) = reactor::hex_of(picture.game, army) else { return Reaction::Stay };
    let sp = reactor::sp(picture.game, army);
    let go = |to: Hex| Reaction::Go(Go { to, leader: None, sp: None, leave: Vec::new() });
    if own != hex {
        let joins = options.contains(&hex) && should_join(picture, own, hex, sp, enemy_sp);
        return if joins { go(hex) } else { Reaction::Stay };
    }
    if !should_leave(picture, own, enemy_sp) {
        return Reaction::Stay;
    }
    let away: Vec<Hex> = options.iter().copied().filter(|to| *to != hex).collect();
    retreat(picture, own, &away).map_or(Reaction::Stay, go)
}

/// The player's choice where both sides choose in secret: the allocation for the next turn (4.1). The theater comes
/// first in which the most can be won or lost.
pub fn choice(rules: &CivilWar, game: &Game, side: Side, id: &Id, seed: u64) -> Option<Value> {
    let turn = priorities_turn(id)?;
    use Theater::{East, TransMississippi, West};
    let wanted = |[primary, secondary, tertiary]: [Theater; 3]| json!(Priorities { primary, secondary, tertiary });
    let allowed = rules.choice_values(game, &side.id(), id);
    let picture = Situation::new(rules, game, side, seed);
    let mut stakes = [(East, 0), (West, 0), (TransMississippi, 0)];
    let mut add = |at: usize, worth: i64| {
        if let Some((_, sum)) = stakes.iter_mut().find(|(theater, _)| *theater == picture.chart.theater[at]) {
            *sum += worth;
        }
    };
    for goal in picture.goals() {
        add(goal.at, goal.gain.min(900) * goal.feasible.min(100) / 100);
    }
    for (at, &keep) in picture.keep.iter().enumerate().filter(|(_, keep)| **keep >= 100) {
        add(at, -picture.hold_value(at, picture.own[at]).min(0).max(-keep));
    }
    // Where most of the troops are most can be done.
    for stack in picture.stacks_of(side) {
        add(stack.at, 25 * i64::from(stack.mobile));
    }
    if turn <= 2 {
        add_to(&mut stakes, East);
    }
    stakes.sort_by_key(|&(theater, sum)| (theater == TransMississippi, std::cmp::Reverse(sum), theater));
    let best = wanted(stakes.map(|(theater, _)| theater));
    let other = wanted([East, West, TransMississippi]);
    [best, other].into_iter().find(|value| allowed.contains(value))
}

/// The first battles are fought between the capitals.
fn add_to(stakes: &mut [(Theater, i64); 3], theater: Theater) {
    for (one, sum) in stakes.iter_mut() {
        if *one == theater {
            *sum += 5_000;
        }
    }
}

/// The standing orders that the player leaves, if they are to change.
pub fn standing(rules: &CivilWar, position: &Position<CivilWar>, side: Side) -> Option<Standing> {
    let now = position.standing.get(&side.id());
    let fleet = fleet::standing(rules, &position.game, side);
    let wanted = Standing { rerolls: Some(RerollStanding::Best), fleet, ..Standing::default() };
    (now != Some(&wanted)).then_some(wanted)
}
