//! Sentences about what is asked, and about the outcome: for the status, drafts, and the next report.

use serde_json::Value;

use crate::board::Area;
use crate::document::{Id, from_value};
use crate::engine::{Pending, Position};

use super::{order_text, vocabulary};
use crate::combat::assault::AssaultInProgress;
use crate::combat::values::sum;
use crate::events::Victory;
use crate::orders::{Order, Question};
use crate::pack::Side;
use crate::position::ledger::{Game, Impulse, Phase, SingleUnit};
use crate::{Procedure, SevenDays, phases::night};

/// What is asked now, with its rule.
pub fn asked(rules: &SevenDays, position: &Position<SevenDays>) -> Option<(String, String)> {
    match position.pending.as_ref()? {
        Pending::Start | Pending::TurnUp { .. } => None,
        Pending::Orders { side } => orders_asked(rules, &position.game, rules.side(side).ok()?),
        Pending::Answer { rule, question, side, .. } => {
            let side = rules.side(side).ok()?;
            Some((question_words(rules, position, side, question), rule.clone()))
        }
        Pending::Commit { id, rule } | Pending::Open { id, rule } => {
            let how = match matches!(&position.pending, Some(Pending::Open { .. })) && !position.is_to_be_made(id) {
                false => "Both bids are revealed once both sides have committed.",
                true => "Both sides have committed and now reveal their bids.",
            };
            Some((bid_words(how), rule.clone()))
        }
        Pending::Name { rule, .. } => {
            Some((bid_words("One side did not reveal its bid, and the other side now makes it."), rule.clone()))
        }
    }
}

fn bid_words(how: &str) -> String {
    format!(
        "Each player bids for the side that he wants: the higher bidder plays it, and the other side begins with that many \
         Replacement Points. {how}"
    )
}

/// The assault in progress.
pub fn assault_in_progress(position: &Position<SevenDays>) -> Option<&AssaultInProgress> {
    position.stack.iter().find_map(|frame| match frame {
        Procedure::Assault(fight) => Some(&**fight),
        _ => None,
    })
}

/// What a side may order.
fn orders_asked(rules: &SevenDays, game: &Game, side: Side) -> Option<(String, String)> {
    let day = vocabulary::day(&rules.pack, game.turn);
    let who = vocabulary::side_cap(side);
    match (game.phase, &game.current) {
        (Phase::Night, _) => {
            let points = vocabulary::plural(night::points(rules, game, side, false), "Replacement Point");
            let fit = vocabulary::count(rules.replaceable(game, side));
            let could = match fit {
                0 => "no Exhausted unit can take one".to_owned(),
                1 => "1 Exhausted unit can take one".to_owned(),
                fit => format!("{fit} Exhausted units can take one each"),
            };
            let extra = if game.has_advantage(side) { " The Advantage can give one more." } else { "" };
            let text =
                format!("{who} plays its Night Phase of {day}: {points}; {could}; infantry may entrench.{extra}");
            Some((text, "13.2".to_owned()))
        }
        (Phase::Daylight, None) => {
            let holds = if game.has_advantage(side) { " It has the Advantage." } else { "" };
            let text = format!(
                "{who} plays impulse {} of {day}: an Assault, a Regroup or a Pass Impulse.{holds}",
                game.impulse
            );
            Some((text, "8.1".to_owned()))
        }
        (Phase::Daylight, Some(current)) => Some((impulse_in_progress(rules, game, side, current), "9.1".to_owned())),
        _ => None,
    }
}

/// An Assault Impulse in progress.
pub fn impulse_in_progress(rules: &SevenDays, game: &Game, side: Side, current: &Impulse) -> String {
    let from = current.area.map_or_else(|| "nowhere".to_owned(), |area| vocabulary::place(&rules.pack, area));
    let mut text = format!("{} continues impulse {} from {from}", vocabulary::side_cap(side), game.impulse);
    let able = units_able_to_act(rules, game, side, current);
    let independent = |id: &&Id| rules.unit(id).is_some_and(|unit| rules.pack.forces.is_independent(unit));
    let (free, others): (Vec<&Id>, Vec<&Id>) = able.into_iter().partition(independent);
    let where_they = |ids: &[&Id]| units_by_area(rules, game, current, ids);
    text.push_str(&match (&current.single, others.as_slice(), free.as_slice()) {
        (_, [], []) => "; no unit can act any more.".to_owned(),
        (SingleUnit::Any, [_, _, ..], []) => format!("; one of these units may still act: {}.", where_they(&others)),
        (SingleUnit::Any, [_, _, ..], free) => {
            format!("; these units may still act: {}; and one of these: {}.", where_they(free), where_they(&others))
        }
        (_, others, free) => {
            let all: Vec<&Id> = others.iter().chain(free).copied().collect();
            format!("; these units may still act: {}.", where_they(&all))
        }
    });
    let due = rules.mandatory(game);
    if !due.is_empty() {
        text.push_str(&format!(" {} must still be assaulted.", vocabulary::places(&rules.pack, &due)));
    }
    text
}

/// Units with their areas, and the Movement Factors left to those that have moved.
fn units_by_area(rules: &SevenDays, game: &Game, current: &Impulse, ids: &[&Id]) -> String {
    let mut places: crate::sorted::SortedMap<Area, Vec<&Id>> = crate::sorted::SortedMap::new();
    for id in ids {
        if let Some(state) = game.units.get(*id) {
            places.entry(state.at).or_default().push(id);
        }
    }
    let left = |id: &&Id| {
        let left = u32::from(rules.mf_left(game, id));
        format!("{} ({} left)", vocabulary::unit(&rules.pack, id), vocabulary::plural(left, "Movement Factor"))
    };
    let at = |(area, ids): (Area, Vec<&Id>)| {
        let (moved, fresh): (Vec<&Id>, Vec<&Id>) = ids.into_iter().partition(|id| current.spent.contains_key(*id));
        let fresh = (!fresh.is_empty()).then(|| vocabulary::units(&rules.pack, fresh));
        let who = vocabulary::list(fresh.into_iter().chain(moved.iter().map(left)), "and");
        // Where the impulse continues from has already been said.
        if current.area == Some(area) { who } else { format!("{who} in {}", vocabulary::place(&rules.pack, area)) }
    };
    places.into_iter().map(at).collect::<Vec<_>>().join("; ")
}

/// The units that may still do something in an impulse.
pub fn units_able_to_act<'g>(rules: &SevenDays, game: &'g Game, side: Side, current: &'g Impulse) -> Vec<&'g Id> {
    let here = |id: &&Id| game.units.contains_key(*id);
    let fights = |id: &Id| current.entered.contains_key(id) || rules.mf_left(game, id) > 0;
    let may = |id: &&Id| rules.may_act(game, current, side, id).is_ok() && fights(id);
    current.began.iter().filter(here).filter(may).collect()
}

/// A question in a sentence.
pub fn question_words(rules: &SevenDays, position: &Position<SevenDays>, side: Side, question: &Question) -> String {
    let pack = &rules.pack;
    let place = |area: Area| vocabulary::place(pack, area);
    let (who, enemy) = (vocabulary::side(side), vocabulary::side_cap(side.other()));
    match question {
        Question::Rouse { leader } => format!(
            "{} is Inactive. Does {who} use the Advantage to make him Active today?",
            vocabulary::leader(pack, leader)
        ),
        Question::Train { from, to } => format!(
            "Does {who} relocate the Supply Train from {} to {}? It will be in transit for three days, and can relocate only once.",
            place(*from),
            place(*to)
        ),
        Question::Screen { area, units } => format!(
            "{enemy} enters {}. Which cavalry screens and retreats? Choose from {}; cavalry that stays is assaulted.",
            place(*area),
            vocabulary::units(pack, units)
        ),
        Question::Forward { area, units } => {
            format!(
                "{enemy} assaults {}{}. Which unit is the Forward Unit?",
                place(*area),
                values(rules, position, units)
            )
        }
        Question::Heroic { area, points } => format!(
            "The assault on {} is a Success, for {}. Does {who} use the Advantage for a Heroic Defense, which makes it a \
             Stalemate? The Advantage then passes to {}.",
            place(*area),
            order_text::points(*points),
            vocabulary::side(side.other())
        ),
        Question::Losses { area, points, forward } => format!(
            "{} in {}: how does {who} take the losses? {}, the Forward Unit, takes the first point. A Fresh unit absorbs 1 \
             when it becomes Exhausted and 3 when it is eliminated; an Exhausted unit absorbs 1 when it retreats and 2 when it \
             is eliminated.",
            vocabulary::capital(&order_text::points(*points)),
            place(*area),
            vocabulary::unit(pack, forward)
        ),
        Question::Withdraw { area, units } => format!(
            "The assault on {} is resolved. Which units retreat voluntarily? Choose from {}; a Fresh unit that retreats \
             becomes Exhausted.",
            place(*area),
            vocabulary::units(pack, units)
        ),
        Question::Retreat { unit, from, options } => format!(
            "Where does {} retreat from {}? Choose {}.",
            vocabulary::unit(pack, unit),
            place(*from),
            vocabulary::list(options.iter().map(|area| place(*area)), "or")
        ),
        Question::Follow { leader, from, options } => format!(
            "Units have retreated from {}. Where does {} go: does he stay or follow them? Choose {}.",
            place(*from),
            vocabulary::leader(pack, leader),
            vocabulary::list(options.iter().map(|area| place(*area)), "or")
        ),
        Question::Place { leader, options } => format!(
            "Where is {} placed? Choose {}.",
            vocabulary::leader(pack, leader),
            vocabulary::list(options.iter().map(|area| place(*area)), "or")
        ),
        Question::Hurt { leaders } => format!(
            "The assault dice are equal. Which leader makes the casualty roll: {}?",
            vocabulary::list(leaders.iter().map(|leader| vocabulary::leader(pack, leader)), "or")
        ),
        Question::Remove { areas } => format!(
            "The day is over. Which entrenchments does {who} remove to use elsewhere? It has entrenchments in {}.",
            vocabulary::places(pack, areas)
        ),
    }
}

/// The values of an assault: the attacker's, and the defender's with each possible Forward Unit.
fn values(rules: &SevenDays, position: &Position<SevenDays>, units: &[Id]) -> String {
    let Some(fight) = assault_in_progress(position) else { return String::new() };
    let game = &position.game;
    let engaged = fight.forces();
    let attack = sum(&rules.attack_value(game, &engaged));
    let with = units.iter().map(|id| {
        let value = sum(&rules.defense_value(game, &engaged, id));
        format!("{value} with {}", vocabulary::unit(&rules.pack, id))
    });
    format!(
        " with {}, an Attack Value of {attack}; the Defense Value is {}",
        vocabulary::units(&rules.pack, &fight.units),
        vocabulary::list(with, "or")
    )
}

/// An order as it would be carried out here, with the enemies whom it meets.
pub fn order(rules: &SevenDays, game: &Game, side: Side, order: &Order) -> String {
    let text = order_text::order(&rules.pack, order);
    let met = match order {
        Order::Attack(attack) => Some(attack.area),
        Order::Move(march) => march.path.last().copied(),
        _ => None,
    };
    let enemies = |area: Area| game.units_at(&rules.pack, area, side.other()).map(|(id, ..)| id).collect::<Vec<_>>();
    match met.map(enemies) {
        Some(enemies) if !enemies.is_empty() => {
            format!("{text}; enemies there: {}", vocabulary::units(&rules.pack, enemies))
        }
        _ => text,
    }
}

/// An outcome as the end of a sentence: `the Union wins, since …`.
pub fn outcome(value: &Value) -> Option<String> {
    let side = |id: &Id| Side::named(id).ok();
    let own = |how: &str, winner: Option<&Id>| {
        let how: Victory = from_value(Value::String(how.to_owned())).ok()?;
        Some(vocabulary::victory(how, side(winner?)?))
    };
    let who = |id: &Id| side(id).map_or("nobody", vocabulary::side).to_owned();
    crate::engine::outcome::words(&Side::BOTH.map(Side::id), value, who, own)
}

/// The name of a secret choice.
pub fn called(id: &Id) -> Option<String> {
    (id.as_str() == crate::phases::bids::BID).then(|| "bid for a side".to_owned())
}

/// A bid in words.
pub fn choice(value: &Value) -> Option<String> {
    let bid = crate::phases::bids::read(value)?;
    let other = vocabulary::side(bid.side.other());
    let price = match bid.bid {
        0 => format!("{other} gets no Replacement Points"),
        bid => format!("{other} gets {}", vocabulary::plural(bid, "Replacement Point")),
    };
    Some(format!("play {}; {price}", vocabulary::side(bid.side)))
}
