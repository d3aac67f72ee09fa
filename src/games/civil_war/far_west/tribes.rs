//! Tribal Indians and their raids on stockades (CW-321).

use serde::{Deserialize, Serialize};

use crate::board::Hex;
use crate::command::payment;
use crate::document::{Id, Problem};
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{DepotFate, Event, Score};
use crate::movement::territory;
use crate::orders::Raid;
use crate::pack::{FortKind, Side, Theater, nearest};
use crate::position::ledger::{Game, Points, Works};
use crate::refusal::TurnRefusal;
use crate::report::grammar::list;
use crate::supply::construction;
use crate::{CivilWar, Reply};

/// Both sides have rolled for the turn: the higher roll has the tribes, and nobody on a tie.
pub fn determine(game: &mut Game, events: &mut Events, [union, confederate]: [u64; 2]) {
    let side = match union.cmp(&confederate) {
        std::cmp::Ordering::Greater => Some(Side::Union),
        std::cmp::Ordering::Less => Some(Side::Confederate),
        std::cmp::Ordering::Equal => None,
    };
    game.tribes.side = side;
    game.tribes.raided.clear();
    events.emit("CW-321", &Event::Tribes { union, confederate, side });
}

/// A raid on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raiding {
    pub side: Side,
    pub tribe: Id,
    pub at: Hex,
}

impl Raiding {
    /// A die decides.
    pub fn step(&mut self, rules: &CivilWar, cx: StepContext<'_, CivilWar>, input: Input<CivilWar>) -> Next<CivilWar> {
        match input {
            Input::Faces(faces) => {
                let die = faces.first().and_then(|&face| u32::try_from(face).ok()).unwrap_or(0);
                self.resolve(rules, cx.game, cx.events, die);
                Next::Return(Reply::Done)
            }
            _ => Next::Roll { purpose: format!("tribal_raid {}", self.tribe), rule: "CW-321", count: 1, sides: 6 },
        }
    }

    fn resolve(&self, rules: &CivilWar, game: &mut Game, events: &mut Events, die: u32) {
        let (side, at) = (self.side, self.at);
        let tribes = &rules.pack.far_west.tribes;
        let guarded = is_guarded(rules, game, at, side.other());
        let eliminated = die.saturating_sub(guarded.into()) >= u32::from(tribes.eliminates_on);
        let tribe = self.tribe.clone();
        events.emit("CW-321", &Event::TribalRaid { side, tribe, hex: at, die, guarded, eliminated });
        if eliminated {
            game.works.insert(at, Works::Razed);
            // A depot has no place there any more, unless there is a town too (CW-333).
            if construction::is_eliminated(rules, game, at)
                && let Some(side) = game.depots.remove(&at)
            {
                events.emit("CW-333", &Event::DepotLost { side, hex: at, how: DepotFate::Burnt });
            }
            let vp = i64::from(tribes.vp);
            game.side_mut(side).vp += vp;
            events.emit("CW-321", &Event::Scored { side, vp, cause: Score::Stockade });
        }
    }
}

/// Whether strength points of a side are beside a hex.
fn is_guarded(rules: &CivilWar, game: &Game, hex: Hex, side: Side) -> bool {
    rules.pack.map.neighbors(hex).any(|there| game.sp_at(there, side) > 0)
}

/// The faces of a die that eliminate a stockade which a side raids.
pub fn eliminating_faces(rules: &CivilWar, game: &Game, side: Side, at: Hex) -> u32 {
    let needed =
        u32::from(rules.pack.far_west.tribes.eliminates_on) + u32::from(is_guarded(rules, game, at, side.other()));
    7_u32.saturating_sub(needed).min(6)
}

/// The stockades that a tribe can raid for a side: the enemy's, without his strength points, within its reach.
fn targets(rules: &CivilWar, game: &Game, side: Side, home: Hex) -> Vec<Hex> {
    let reach = u32::from(rules.pack.far_west.tribes.reach);
    let near = rules.pack.map.printed_forts().filter(|hex| hex.distance(home) <= reach);
    near.filter(|&hex| is_target(rules, game, side, hex)).collect()
}

fn is_target(rules: &CivilWar, game: &Game, side: Side, hex: Hex) -> bool {
    let fort = territory::fort(rules, game, hex);
    rules.pack.map.theater(hex) == Theater::FarWest
        && fort.is_some_and(|fort| fort.kind == FortKind::Stockade && fort.owner == side.other())
        && game.sp_at(hex, side.other()) == 0
}

/// Whether strength points of either side sit in a tribe's hex: it does not raid then.
fn is_held_down(game: &Game, home: Hex) -> bool {
    game.occupier(home).is_some()
}

/// The price of a raid in command points.
pub fn price(rules: &CivilWar) -> u32 {
    rules.pack.far_west.tribes.price.into()
}

/// What pays for a raid that the rules allow.
///
/// # Errors
/// Every reason why they do not; paths begin with `raid`.
pub fn check(rules: &CivilWar, game: &Game, side: Side, order: &Raid) -> Result<Points, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut refuse = |path: &str, refusal: TurnRefusal| {
        problems.push(refusal.problem(rules, side).in_path(path).rule("CW-321"));
    };
    let homes = &rules.pack.far_west.tribes.homes;
    let tribe = order.tribe.clone();
    match homes.get(&order.tribe).filter(|_| game.options.far_west) {
        None => refuse(
            "raid.tribe",
            TurnRefusal::NoSuchTribe {
                near: nearest(homes.keys(), &tribe).filter(|_| game.options.far_west).cloned(),
                tribe,
                tribes: list(homes.keys().map(Id::to_string), "or", "none"),
            },
        ),
        Some(_) if game.tribes.side != Some(side) => refuse("raid", TurnRefusal::TribesNotYours),
        Some(_) if game.tribes.raided.contains(&tribe) => refuse("raid.tribe", TurnRefusal::TribeHasRaided { tribe }),
        Some(&home) if is_held_down(game, home) => {
            refuse("raid.tribe", TurnRefusal::TribeHeldDown { tribe, hex: home })
        }
        Some(&home) => {
            let open = targets(rules, game, side, home);
            if !open.contains(&order.at) {
                refuse("raid.at", TurnRefusal::NotRaidable { tribe, hex: order.at, open });
            }
        }
    }
    let paid = payment::payment_for(rules, game, side, Theater::FarWest, (price(rules), "CW-321"), None);
    payment::payment_unless_refused(problems, "raid", paid)
}

/// Begins a raid.
///
/// # Errors
/// As [`check`].
pub fn begin(
    rules: &CivilWar,
    game: &mut Game,
    events: &mut Events,
    side: Side,
    order: &Raid,
) -> Result<Raiding, Vec<Problem>> {
    let paid = check(rules, game, side, order)?;
    payment::charge(game, events, "CW-321", side, paid);
    game.tribes.raided.insert(order.tribe.clone());
    Ok(Raiding { side, tribe: order.tribe.clone(), at: order.at })
}

/// The raids that a side may order now.
pub fn legal(rules: &CivilWar, game: &Game, side: Side) -> Vec<Raid> {
    if game.tribes.side != Some(side) {
        return Vec::new();
    }
    let homes = rules.pack.far_west.tribes.homes.iter();
    let free = homes.filter(|(tribe, home)| !game.tribes.raided.contains(*tribe) && !is_held_down(game, **home));
    let each = free.flat_map(|(tribe, &home)| {
        let raid = |at: Hex| Raid { tribe: tribe.clone(), at, condition: None };
        targets(rules, game, side, home).into_iter().map(raid).collect::<Vec<_>>()
    });
    each.filter(|raid| check(rules, game, side, raid).is_ok()).collect()
}
