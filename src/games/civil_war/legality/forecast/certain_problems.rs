//! Decides which faults of an order stand however the doubts before it are resolved.
//!
//! An order that is done at once is checked against the known ledger. A fault found there counts against the order only
//! if no roll, answer or earlier order could remove it: every fault if the order involves nothing in doubt, otherwise,
//! kind by kind, those that depend on nothing in doubt.

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Events, StepContext};

use super::at_once::AtOnce;
use crate::legality::check;
use crate::legality::outlook::{Outlook, collect, common_problems, is_lack_of_points};
use crate::orders::kind::OrderKind;
use crate::position::ledger::{ArmyPlace, Place};
use crate::{leaders::army, naval};

impl Outlook<'_> {
    /// What no doubt can mend of an order that is done at once, its price apart.
    ///
    /// # Errors
    /// All of that.
    pub(super) fn check_certain(&self, order: &dyn AtOnce) -> Result<(), Vec<Problem>> {
        // An order that must be mended may become any other.
        if self.mended {
            return Ok(());
        }
        let led = order.led_by();
        let Some((leader, who)) = led.and_then(|(_, leader)| Some((leader, self.doubts.leader(leader)?))) else {
            return self.check_as_in_ledger(order);
        };
        if who.anywhere || who.hexes.is_empty() || who.pieces.is_empty() {
            return self.check_as_in_ledger(order);
        }
        // Wherever he may be, and whatever counter may represent him.
        let mut refused = Vec::new();
        for &hex in &who.hexes {
            for piece in &who.pieces {
                let mut world = self.clone();
                world.doubts.forget_leader(leader);
                let pieces = &mut world.game.pieces;
                pieces.retain(|other, place| {
                    other.leader != *leader || !matches!(place, Place::Map { .. } | Place::Afloat { .. })
                });
                pieces.insert(
                    piece.clone(),
                    Place::Map { hex, moved: who.moved, army: None, down: false, marching: false },
                );
                naval::board(self.rules, &mut world.game);
                match world.check_as_in_ledger(order) {
                    Ok(()) => return Ok(()),
                    Err(problems) => refused.push(problems),
                }
            }
        }
        Err(common_problems(refused))
    }

    /// [`Outlook::check_certain`], with everybody named being where the ledger has him unless he is in doubt.
    fn check_as_in_ledger(&self, order: &dyn AtOnce) -> Result<(), Vec<Problem>> {
        let mut game = self.game.clone();
        for (army, hex) in self.doubts.formed() {
            game.armies.entry(army.clone()).or_insert(ArmyPlace::At(hex));
        }
        // Strength points that have certainly moved, or gone, cannot move again.
        for (hex, most) in self.doubts.strengths() {
            let mut fresh = most.fresh;
            let here = game.groups_at(hex, self.side).filter(|(_, group)| !group.moved);
            for (number, sp) in here.map(|(number, group)| (number, group.sp)).collect::<Vec<_>>() {
                if sp > fresh {
                    let gone = game.split(number, sp - fresh);
                    if let Some(group) = game.groups.get_mut(&gone) {
                        group.moved = true;
                    }
                }
                fresh = fresh.saturating_sub(sp);
            }
        }
        let cx = StepContext { game: &mut game, standing: &self.standing.standing, events: &mut Events::default() };
        let mut problems = check::begin(self.rules, cx, self.side, order).err().unwrap_or_default();
        // Whether it can be paid for is reported with its price.
        problems.retain(|problem| !is_lack_of_points(problem));
        if !problems.is_empty() && !self.is_free_of_doubt(order) {
            problems.retain(|problem| {
                let path_and_rule = (problem.path.as_deref().unwrap_or(""), problem.rule.as_deref().unwrap_or(""));
                order.is_certain(self, path_and_rule)
            });
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }

    /// Whether everything that an order depends on is as in the ledger: nothing is in doubt except leaders elsewhere.
    fn is_free_of_doubt(&self, order: &dyn OrderKind) -> bool {
        let doubts = &self.doubts;
        if doubts.supply || !doubts.fleet.is_empty() || !doubts.armies.is_empty() {
            return false;
        }
        let mut words = Vec::new();
        collect(&order.value(), &mut words);
        words.iter().all(|word| {
            let hex = word.parse::<Hex>().ok();
            let id = word.parse::<Id>().ok();
            let at = id.as_ref().and_then(|id| army::hex_of(&self.game, id));
            let place = id.as_ref().and_then(|id| self.game.on_hand(id)).map(|(_, place)| place);
            let of_leader: Vec<Hex> = match place {
                Some(Place::Map { hex, .. }) => vec![*hex],
                Some(Place::Afloat { at, .. }) => at.hexes().collect(),
                _ => Vec::new(),
            };
            id.is_none_or(|id| doubts.leader(&id).is_none())
                && hex.into_iter().chain(at).chain(of_leader).all(|hex| !self.may_lead(hex))
        })
    }
}
