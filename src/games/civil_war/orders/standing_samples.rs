//! Examples of standing orders: for drafts, and for players that try things out.

use crate::board::Hex;
use crate::document::Id;

use crate::orders::{
    FleetStanding, ReactInto, ReactionStanding, RemovalStanding, RerollStanding, RetreatStanding, ScreenStanding,
    Standing,
};
use crate::pack::{ShipKind, Side};
use crate::position::ledger::{Game, Hull, is_cavalry};
use crate::{CivilWar, leaders::army};

/// Armies for which examples are given, at most.
const ARMIES: usize = 2;
/// Cavalry retreats before this many strength points.
const MANY: u32 = 4;
/// Ships named as those to risk first, at most.
const HULLS: usize = 4;

/// Examples of a side's standing orders in this position: retreats home, what each army does when the enemy comes near,
/// what cavalry does, how re-rolls are used; the last example says nothing.
pub fn standing(rules: &CivilWar, game: &Game, side: Side) -> Vec<Standing> {
    let home = home(rules, side);
    let mut samples: Vec<Standing> = Vec::new();
    if let Some(toward) = home {
        let retreat = Some(RetreatStanding { toward: Some(toward), ..RetreatStanding::default() });
        samples.push(Standing { retreat, ..Standing::default() });
    }
    for (own, _) in army::on_map(rules, game, side).take(ARMIES) {
        let each = reactions(rules, game, own, home).into_iter();
        samples.extend(each.map(|wanted| Standing { reaction: [(own.clone(), wanted)].into(), ..Standing::default() }));
    }
    if game.leaders_on_map(&rules.pack, side).any(|(piece, _)| is_cavalry(&rules.pack, &piece)) {
        for before_sp in [MANY, 1] {
            let screen = Some(ScreenStanding { before_sp, stand_in: Vec::new() });
            samples.push(Standing { screen, ..Standing::default() });
        }
    }
    if let Some(fleet) = fleet(rules, game, side) {
        samples.push(Standing { fleet: Some(fleet), ..Standing::default() });
    }
    for rerolls in [RerollStanding::Best, RerollStanding::Never] {
        samples.push(Standing { rerolls: Some(rerolls), ..Standing::default() });
    }
    if game.options.variant_leaders {
        samples.push(Standing { removals: Some(RemovalStanding::Never), ..Standing::default() });
    }
    if game.options.may_decline_free {
        samples.push(Standing { decline_free: true, ..Standing::default() });
    }
    samples.push(Standing::default());
    samples
}

/// Examples for a fleet: which ships are risked first, and whether raiders are hunted. `None` without ships.
fn fleet(rules: &CivilWar, game: &Game, side: Side) -> Option<FleetStanding> {
    let mut own = game.squadrons.values().filter(|squadron| squadron.side == side).peekable();
    own.peek()?;
    let mut kinds: Vec<Hull> = own.flat_map(|squadron| squadron.hulls.kinds()).collect();
    kinds.sort_by_key(|hull| (matches!(hull, Hull::Ship(_)), hull.clone()));
    kinds.dedup();
    kinds.truncate(HULLS);
    let raiders = rules.pack.charts.ships.values().any(|ship| ship.kind == ShipKind::Raider);
    let pursuit = (side == Side::Union && raiders).then_some(1);
    Some(FleetStanding { hits: kinds, flight: Vec::new(), pursuit })
}

/// The hex of the greatest of a side's own cities.
fn home(rules: &CivilWar, side: Side) -> Option<Hex> {
    let own = rules.pack.map.cities().filter(|(_, city)| {
        let home = rules.pack.map.states.get(&city.state).and_then(|state| state.friendly_to);
        home == Some(side)
    });
    own.max_by_key(|(hex, city)| (city.vp, std::cmp::Reverse(*hex))).map(|(hex, _)| hex)
}

/// Examples for an army: to meet an enemy who is not stronger and to fall back before others, to send cavalry, to stay.
fn reactions(rules: &CivilWar, game: &Game, own: &Id, home: Option<Hex>) -> Vec<ReactionStanding> {
    let sp = army::sp(game, own);
    let back = home.map(|toward| ReactionStanding { into: ReactInto::Toward(toward), ..ReactionStanding::default() });
    let meet = ReactionStanding {
        when_enemy_sp_at_most: Some(sp),
        into: ReactInto::Announced,
        otherwise: back.clone().map(Box::new),
        ..ReactionStanding::default()
    };
    let cavalry = army::leaders(game, own).into_iter().find(|piece| is_cavalry(&rules.pack, piece));
    let send = cavalry.map(|piece| ReactionStanding {
        when_enemy_sp_at_most: Some(1),
        into: ReactInto::Announced,
        leader: Some(piece.leader),
        ..ReactionStanding::default()
    });
    let rear = ReactionStanding { into: ReactInto::Announced, leave_sp: Some(1), ..ReactionStanding::default() };
    [Some(meet), send, back, (sp > 1).then_some(rear), Some(ReactionStanding::default())]
        .into_iter()
        .flatten()
        .collect()
}
