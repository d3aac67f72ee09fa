//! Follows orders through before any die is rolled, as far as their result is certain.

use crate::document::{Id, Problem};
use crate::engine::{Events, Input, Next, Position, Ruleset, StepContext};

use crate::orders::{Answer, Attack, Order, Question, Standing};
use crate::pack::Side;
use crate::position::ledger::{Game, Outcome, Weather};
use crate::{Procedure, Reply, SevenDays, combat::assault};

/// The position that orders lead to.
#[derive(Clone, Debug)]
pub struct Projection {
    pub game: Game,
    /// Whether nothing on the way was left to dice or to the enemy.
    pub sure: bool,
}

/// The ledger after a legal order, assuming that a leader activates his command, that a bridge is not built, and that
/// standing orders answer questions; `None` if more than that depends on dice.
///
/// # Errors
/// Why it is not legal.
pub fn after_order(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    game: &Game,
    side: Side,
    order: &Order,
) -> Result<Option<Projection>, Vec<Problem>> {
    let mut walk = Walk::new(rules, position, game, None);
    let carried_out = match rules.begin(walk.cx(), &side.id(), order)? {
        Some(frame) => walk.run(frame).is_some(),
        None => true,
    };
    Ok(carried_out.then_some(walk.projection))
}

/// The same after an assault in which the attacker and the defender roll these sums, assuming that standing orders
/// answer questions and that no leader is hit. `None` if the assault is not legal.
pub fn after_assault(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    game: &Game,
    side: Side,
    order: &Attack,
    throws: (u64, u64),
) -> Option<Game> {
    let mut walk = Walk::new(rules, position, game, Some((side, throws)));
    let frame = rules.begin(walk.cx(), &side.id(), &Order::Attack(order.clone())).ok()??;
    walk.run(frame)?;
    Some(walk.projection.game)
}

/// The ledger after an order that depends on dice, assuming that it changes nothing later orders need: a leader
/// activates, or an assault has been made and its units are done. `None` if nothing of the kind can be assumed.
pub fn after_assumed_order(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    game: &Game,
    side: Side,
    order: &Order,
) -> Option<Game> {
    let Order::Attack(order) = order else {
        return Some(after_order(rules, position, game, side, order).ok()??.game);
    };
    let fight = assault::check(rules, game, side, order).ok()?;
    let mut after = game.clone();
    rules.mark_acting(&mut after, &mut Events::discarding(), &fight.units);
    let current = after.current.as_mut()?;
    current.assaulted.insert(fight.area, Outcome::Stalemate);
    current.entered.retain(|id, _| !fight.units.contains(id));
    current.done.extend(fight.units);
    Some(after)
}

/// The answer that a side is assumed to give: by its standing orders, or else their default, or else any legal answer.
pub fn answer(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    game: &Game,
    side: &Id,
    question: &Question,
) -> Option<Answer> {
    let standing = position.standing.get(side).cloned().unwrap_or_default();
    let of = rules.side(side).ok()?;
    let unasked = Standing { ask: crate::sorted::SortedSet::new(), ..standing };
    let standing_answer = rules.standing_order_answer(game, of, &unasked, question);
    standing_answer
        .filter(|answer| rules.is_legal(game, question, answer))
        .or_else(|| rules.legal_answers(game, question).into_iter().next())
}

/// A walk through procedures.
struct Walk<'a> {
    rules: &'a SevenDays,
    position: &'a Position<SevenDays>,
    events: Events,
    projection: Projection,
    /// The attacker, and the sums of the dice of an assault, his first; `None` if no assault is to be walked through.
    throws: Option<(Side, (u64, u64))>,
}

impl<'a> Walk<'a> {
    fn new(
        rules: &'a SevenDays,
        position: &'a Position<SevenDays>,
        game: &Game,
        throws: Option<(Side, (u64, u64))>,
    ) -> Self {
        let projection = Projection { game: game.clone(), sure: true };
        Walk { rules, position, events: Events::discarding(), projection, throws }
    }

    fn cx(&mut self) -> StepContext<'_, SevenDays> {
        StepContext { game: &mut self.projection.game, standing: &self.position.standing, events: &mut self.events }
    }

    /// Walks a procedure from its beginning to its reply; `None` if its result is not certain.
    fn run(&mut self, mut frame: Procedure) -> Option<Reply> {
        let mut input = Input::Proceed;
        loop {
            let rules = self.rules;
            input = match rules.step(self.cx(), &mut frame, input) {
                Next::Continue => Input::Proceed,
                Next::Call(inner) => Input::Reply(self.run(inner)?),
                Next::Return(reply) => return Some(reply),
                Next::Roll { purpose, .. } => Input::Faces(self.assumed_dice(&purpose)?),
                Next::Ask(asked) => Input::Answer(self.assumed_answer(&asked.side, &asked.question)?),
                _ => return None,
            };
        }
    }

    /// The dice that are assumed.
    fn assumed_dice(&mut self, purpose: &str) -> Option<Vec<u64>> {
        self.projection.sure = false;
        let mut words = purpose.split(' ');
        match (words.next(), self.throws) {
            (Some("activation"), _) => Some(vec![6]),
            (Some("build"), _) => Some(vec![0]),
            (Some("assault"), Some((side, (attack, defense)))) => {
                let sum = if words.next() == Some(side.as_str()) { attack } else { defense };
                Some(vec![sum / 2, sum - sum / 2])
            }
            (Some("leader_check"), Some(_)) => Some(vec![1, 1]),
            _ => None,
        }
    }

    /// The answer that is assumed.
    fn assumed_answer(&mut self, side: &Id, question: &Question) -> Option<Answer> {
        self.projection.sure = false;
        answer(self.rules, self.position, &self.projection.game, side, question)
    }
}

/// The lowest roll with which a leader activates his command here, from 1 (always) to 7 (never).
pub fn activation_roll_needed(rules: &SevenDays, game: &Game, side: Side, leader: &Id) -> u8 {
    let rating = rules.pack.forces.leaders.get(leader).map_or(7, |leader| i16::from(leader.initiative));
    let army = rules.army_leader(game, side);
    let successor = army.and_then(|id| game.leaders.get(id)).is_some_and(|state| state.successor);
    let lent = i16::from(rules.army_active(game, side) && !successor);
    let rain = i16::from(game.weather == Weather::Rain);
    u8::try_from((rating - lent + rain).clamp(1, 7)).unwrap_or(7)
}
