//! Whether a position that a case describes is possible: a card lies in one place, and counts keep within their limits.

use super::{Given, GivenBattle};
use crate::BattleCry;
use crate::document::{Id, Problem};
use crate::draws::most_points;
use crate::face_down_cards::{FIRST_BATTLE, PLANS};
use crate::hand_check::BY_CARD;
use crate::ledger::{Phase, Placed};
use crate::pack::{BattleCard, PlayCard, Scenario, Theater};
use crate::shared::Side;

/// Refuses a position with its reason.
///
/// # Errors
/// It cannot come about, or names something unknown.
pub fn check(rules: &BattleCry, scenario: &Scenario, given: &Given) -> Result<(), Problem> {
    for side in Side::BOTH {
        Cards { rules, scenario, side, seen: Vec::new() }.check(given)?;
        let points = given.points.get(&side).copied().unwrap_or(0);
        let most = most_points(side);
        refuse(points > most, || format!("{} has at most {most} command points", name(side)), at("points", side))?;
        let laid = given.laying.get(&side).into_iter().flatten().map(|(_, laid)| u16::from(laid.open)).sum::<u16>();
        let own = given.points.get(&side).copied().unwrap_or(scenario.of(side).points);
        let too_many = || format!("{} has {own} command points, and here lie {laid}", name(side));
        // After a battle there may be fewer points than were laid.
        let before = given.phase.is_some_and(|phase| phase < Phase::BattleOrder);
        refuse(before && laid > u16::from(own), too_many, at("laying", side))?;
        let deck = given.deck.get(&side).copied().unwrap_or(1);
        refuse(!(1..=3).contains(&deck), || "a deck is 1, 2 or 3".to_owned(), at("deck", side))?;
        for window in given.advance.get(&side).into_iter().flat_map(|answers| answers.keys()) {
            let known = BY_CARD.iter().chain(&PLANS).chain([&FIRST_BATTLE]).any(|other| other == window);
            refuse(!known, || format!("there is no question {window}"), at("advance", side))?;
        }
    }
    for (n, battle) in given.held.iter().flatten().enumerate() {
        let path = format!("given.held[{n}]");
        let can = known(rules, battle, &path)?.can_be_held();
        refuse(!can, || format!("{battle} is an invasion, which nobody holds"), path)?;
    }
    for (n, battle) in given.removed.iter().enumerate() {
        known(rules, battle, &format!("given.removed[{n}]"))?;
    }
    for (event, _) in &given.played {
        let known = rules.pack.events.contains_key(event);
        refuse(!known, || format!("there is no event {event}"), "given.played".to_owned())?;
    }
    for (theater, placed) in &given.placed {
        check_placed(rules, given, *theater, placed)?;
    }
    refuse(
        given.day.is_some() && scenario.days == 0,
        || "only Gettysburg has days".to_owned(),
        "given.day".to_owned(),
    )?;
    given.battle.as_ref().map_or(Ok(()), |battle| check_battle(rules, scenario, given, battle))
}

fn name(side: Side) -> &'static str {
    match side {
        Side::Union => "the Union",
        Side::Confederate => "the Confederate",
    }
}

fn at(key: &str, side: Side) -> String {
    format!("given.{key}.{side}")
}

fn refuse(wrong: bool, why: impl FnOnce() -> String, path: String) -> Result<(), Problem> {
    if wrong { Err(Problem::new(why()).in_path(path)) } else { Ok(()) }
}

fn known<'r>(rules: &'r BattleCry, battle: &Id, path: &str) -> Result<&'r BattleCard, Problem> {
    rules.pack.battle(battle).ok_or_else(|| Problem::new(format!("there is no battle {battle}")).in_path(path))
}

/// A battle that is placed: free, or the aim of an offensive.
fn check_placed(rules: &BattleCry, given: &Given, theater: Theater, placed: &Placed) -> Result<(), Problem> {
    let (path, battle) = (format!("given.placed.{}", theater.as_str()), &placed.battle);
    let card = known(rules, battle, &path)?;
    let held = given.held.iter().flatten().any(|other| other == battle);
    let wrong = [
        (card.theater != theater, "belongs to the other theater"),
        (given.removed.contains(battle), "is out of the game"),
        (held && !placed.offensive, "is held by the Union"),
        (card.invasion && !placed.offensive && placed.blocked.is_none(), "is an invasion: `offensive: true`"),
        (placed.amphibious && card.by_sea.is_none(), "is not reached by sea"),
    ];
    for (wrong, why) in wrong {
        refuse(wrong, || format!("{battle} {why}"), path.clone())?;
    }
    let Some(blocked) = &placed.blocked else { return Ok(()) };
    let blocks = known(rules, blocked, &path)?.blocked_by.contains(battle);
    refuse(!blocks, || format!("{battle} does not block {blocked}"), path)
}

fn check_battle(rules: &BattleCry, scenario: &Scenario, given: &Given, battle: &GivenBattle) -> Result<(), Problem> {
    let path = |key: &str| format!("given.battle.{key}");
    let card = known(rules, &battle.at, &path("at"))?;
    let invaded = card.invasion && battle.attacker == Side::Union && scenario.days == 0;
    refuse(invaded, || format!("{} is an invasion, and the Confederate attacks", battle.at), path("attacker"))?;
    let elsewhere = given.phase.is_some_and(|phase| phase != Phase::Combat);
    refuse(elsewhere, || "a battle is fought in the phase combat".to_owned(), "given.phase".to_owned())?;
    let lies = |card: &String| battle.table.iter().any(|other| other.card == *card);
    for (n, played) in battle.table.iter().enumerate() {
        let named = played.target.iter().chain(&played.cancels).chain(played.reduces.iter().map(|(card, _)| card));
        let missing = named.chain(&played.turned).find(|card| !lies(card));
        let why = || format!("{} does not lie in the battle", missing.cloned().unwrap_or_default());
        refuse(missing.is_some(), why, format!("given.battle.table[{n}]"))?;
    }
    Ok(())
}

/// The cards of a side that lie somewhere.
struct Cards<'c> {
    rules: &'c BattleCry,
    scenario: &'c Scenario,
    side: Side,
    seen: Vec<&'c str>,
}

impl<'c> Cards<'c> {
    fn check(&mut self, given: &'c Given) -> Result<(), Problem> {
        let (side, pack) = (self.side, &self.rules.pack);
        let usual = given.battle.as_ref().and_then(|battle| self.rules.theater(&battle.at)).unwrap_or(Theater::East);
        if !given.generals.contains_key(&side) {
            self.seen.extend(self.scenario.of(side).generals.keys().map(String::as_str));
        }
        let mut cavalry = Vec::new();
        for (n, general) in given.generals.get(&side).into_iter().flatten().enumerate() {
            let path = format!("given.generals.{side}[{n}]");
            let (card, theater) = general.place(usual);
            let Some(data) = pack.general(side, card) else {
                return refuse(true, || format!("{side} has no general {card}"), path);
            };
            self.lies(card, path.clone())?;
            let promoted = data.replaces.as_deref().filter(|old| self.seen.contains(old));
            refuse(promoted.is_some(), || format!("{} is in play twice", data.name), path.clone())?;
            let second = data.cavalry && cavalry.contains(&theater);
            refuse(second, || "a theater has at most one cavalry general of a side".to_owned(), path)?;
            cavalry.extend(Some(theater).filter(|_| data.cavalry));
        }
        for (n, card) in given.discards.get(&side).into_iter().flatten().enumerate() {
            self.lies(card, format!("given.discards.{side}[{n}]"))?;
        }
        let table = given.battle.iter().flat_map(|battle| &battle.table).enumerate();
        for (n, played) in table.filter(|(_, played)| played.side == side) {
            let path = format!("given.battle.table[{n}]");
            self.lies(&played.card, path.clone())?;
            let halves = matches!(pack.card(side, &played.card), Some(PlayCard::Halves(_)));
            refuse(!halves, || format!("{} is a general, and is not played", played.card), path.clone())?;
            let other = played.general.as_deref().filter(|general| pack.general(side, general).is_none());
            refuse(other.is_some(), || format!("{side} has no general {}", other.unwrap_or_default()), path)?;
        }
        for (n, card) in given.veterans.get(&side).into_iter().flatten().enumerate() {
            let path = format!("given.veterans.{side}[{n}]");
            refuse(pack.general(side, card).is_none(), || format!("{side} has no general {card}"), path)?;
        }
        Ok(())
    }

    /// A card lies somewhere, and nowhere else.
    fn lies(&mut self, card: &'c str, path: String) -> Result<(), Problem> {
        let known = self.rules.pack.card(self.side, card).is_some();
        refuse(!known, || format!("{} has no card {card}", self.side), path.clone())?;
        let out = self.scenario.of(self.side).removed.iter().any(|other| other == card);
        refuse(out, || format!("{card} is out of the game in this scenario"), path.clone())?;
        refuse(self.seen.contains(&card), || format!("{card} lies in two places"), path)?;
        self.seen.push(card);
        Ok(())
    }
}
