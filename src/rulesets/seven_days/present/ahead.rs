//! Orders followed through before any die, as far as their course can be told: what they come to, and what is to be expected.

use crate::engine::{Cx, Events, Input, Next, Position, Ruleset};

use super::super::ledger::{Game, Weather};
use super::super::orders::{Answer, Order, Question};
use super::super::pack::Side;
use super::super::values::{Engaged, sum};
use super::super::{Frame, Reply, SevenDays};

/// Where a game comes to by orders.
#[derive(Clone, Debug)]
pub struct Ahead {
    pub game: Game,
    /// Nothing on the way was left to dice or to the enemy.
    pub sure: bool,
}

/// The ledger after an order that is legal: a leader activates his command, a bridge is not built, cavalry screens; nothing
/// where more is left to dice.
pub fn carried(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    game: &Game,
    side: Side,
    order: &Order,
) -> Option<Ahead> {
    let mut walk = Walk { rules, position, events: Events::unheard(), ahead: Ahead { game: game.clone(), sure: true } };
    let begun = rules.begin(walk.cx(), &side.id(), order).ok()?;
    if let Some(frame) = begun {
        walk.through(frame)?;
    }
    Some(walk.ahead)
}

/// Procedures that are walked through.
struct Walk<'a> {
    rules: &'a SevenDays,
    position: &'a Position<SevenDays>,
    events: Events,
    ahead: Ahead,
}

impl Walk<'_> {
    fn cx(&mut self) -> Cx<'_, SevenDays> {
        Cx { game: &mut self.ahead.game, standing: &self.position.standing, events: &mut self.events }
    }

    /// A procedure from its beginning to what it returns; nothing where it cannot be told what it comes to.
    fn through(&mut self, mut frame: Frame) -> Option<Reply> {
        let mut input = Input::Go;
        loop {
            let rules = self.rules;
            input = match rules.step(self.cx(), &mut frame, input) {
                Next::Again => Input::Go,
                Next::Call(inner) => Input::Reply(self.through(inner)?),
                Next::Return(reply) => return Some(reply),
                Next::Roll { purpose, .. } => Input::Faces(vec![self.thrown(&purpose)?]),
                Next::Ask(asked) => Input::Answer(self.answered(asked.question)?),
                _ => return None,
            };
        }
    }

    /// The die that is taken for granted.
    fn thrown(&mut self, purpose: &str) -> Option<u64> {
        self.ahead.sure = false;
        match purpose.split(' ').next() {
            Some("activation") => Some(6),
            Some("build") => Some(0),
            _ => None,
        }
    }

    /// The answer that is taken for granted.
    fn answered(&mut self, question: Question) -> Option<Answer> {
        self.ahead.sure = false;
        match question {
            Question::Screen { units, .. } => Some(Answer::Screen(units.into_iter().collect())),
            question => self.rules.answers(self.position, &question).into_iter().next(),
        }
    }
}

/// The least die with which a leader activates his command here, from 1 (always) to 7 (never).
pub fn needs(rules: &SevenDays, game: &Game, side: Side, leader: &crate::document::Id) -> u8 {
    let rating = rules.pack.forces.leaders.get(leader).map_or(7, |leader| i16::from(leader.initiative));
    let army = rules.army_leader(game, side);
    let successor = army.and_then(|id| game.leaders.get(id)).is_some_and(|state| state.successor);
    let lent = i16::from(rules.army_active(game, side) && !successor);
    let rain = i16::from(game.weather == Weather::Rain);
    u8::try_from((rating - lent + rain).clamp(1, 7)).unwrap_or(7)
}

/// What may come of an assault, in throws of 1296: Repulse, Stalemate, Success.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    pub attack: i16,
    pub defense: i16,
    pub of: [u32; 3],
}

/// The throws of both sides that give each result, where one value is so much above the other.
pub fn results(above: i16) -> [u32; 3] {
    let ways = |sum: i16| 6 - u32::from((sum - 7).unsigned_abs());
    let mut of = [0; 3];
    for attack in 2..=12 {
        for defense in 2..=12 {
            let at = match (i32::from(above) + i32::from(attack)).cmp(&i32::from(defense)) {
                std::cmp::Ordering::Less => 0,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 2,
            };
            of[at] += ways(attack) * ways(defense);
        }
    }
    of
}

/// An assault as it would be made, against the Forward Unit that makes the Defense Value highest.
pub fn chances(rules: &SevenDays, game: &Game, side: Side, order: &super::super::orders::Attack) -> Option<Chances> {
    let mut trial = game.clone();
    let Ok(Some(Frame::Assault(fight))) =
        super::super::assault::begin(rules, &mut trial, &mut crate::engine::Events::unheard(), side, order)
    else {
        return None;
    };
    let engaged = Engaged {
        area: fight.area,
        side,
        units: &fight.units,
        point: &fight.point,
        leaders: &fight.leaders,
        mandatory: fight.mandatory,
    };
    let attack = sum(&rules.attack_value(&trial, &engaged));
    let defenders = trial.units_at(&rules.pack, fight.area, side.other());
    let defense = defenders.map(|(id, ..)| sum(&rules.defense_value(&trial, &engaged, id))).max()?;
    Some(Chances { attack, defense, of: results(attack.saturating_sub(defense)) })
}

/// A part of a whole as a percentage, rounded.
pub fn percent(part: u32, whole: u32) -> String {
    if whole == 0 {
        return "0%".to_owned();
    }
    format!("{}%", (u64::from(part) * 200 + u64::from(whole)) / (2 * u64::from(whole)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::telling::position;
    use super::*;
    use crate::board::Area;
    use crate::document::Id;

    #[test]
    fn throws_are_counted() {
        // Two throws of two dice are equal in 146 of 1296 cases.
        assert_eq!(results(0), [575, 146, 575]);
        assert_eq!(results(11), [0, 0, 1296]);
        // Only 2 against 12 is equal there.
        assert_eq!(results(10), [0, 1, 1295]);
        assert_eq!(results(i16::MIN), [1296, 0, 0]);
        assert_eq!((percent(575, 1296), percent(1, 0)), ("44%".to_owned(), "0%".to_owned()));
    }

    #[test]
    fn an_impulse_is_followed_as_if_its_leader_activated() {
        let (rules, position) = position(json!({}));
        let order = |value| serde_json::from_value::<Order>(value).expect("an order");
        let first = order(json!({"assault": {"area": 45, "leader": "ap_hill"}}));
        let ahead = carried(&rules, &position, &position.game, Side::Confederate, &first).expect("a game");
        assert!(!ahead.sure && ahead.game.current.as_ref().is_some_and(|current| current.leaders.len() == 1));
        let second = order(json!({"move": {"units": ["ap_hill_infantry"], "path": [5]}}));
        let ahead = carried(&rules, &position, &ahead.game, Side::Confederate, &second).expect("a game");
        assert!(ahead.sure);
        assert_eq!(ahead.game.units[&Id::known("ap_hill_infantry")].at, Area(5));
        // What comes of an assault is left to dice.
        let third = order(json!({"attack": {"area": 5}}));
        assert!(carried(&rules, &position, &ahead.game, Side::Confederate, &third).is_none());
        // A. P. Hill's rating is 2, and Lee is Active: any die will do.
        assert_eq!(needs(&rules, &position.game, Side::Confederate, &Id::known("ap_hill")), 1);
        assert_eq!(needs(&rules, &position.game, Side::Union, &Id::known("keyes")), 5);
        assert_eq!(needs(&rules, &position.game, Side::Union, &Id::known("nobody")), 7);
    }
}
