//! The invariants of every position, whoever wrote it: an adjudicator's state, a referee's ruling, a case.

use crate::sorted::SortedMap;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::{Pending, Position};

use crate::command::action::PulseStage;
use crate::pack::{FortKind, Side, Terrain};
use crate::position::ledger::{ArmyPlace, Bound, Game, Piece, Place, Track, Works, counter};
use crate::{CivilWar, Procedure, homefront, leaders::army, movement::territory, supply::construction};

mod ships;

/// Everything that does not hold, each with its path inside the position, such as `game.groups.4.hex`.
pub fn invariants(rules: &CivilWar, position: &Position<CivilWar>) -> Vec<Problem> {
    let game = &position.game;
    let mut broken = Vec::new();
    let mut wrong = |path: String, message: String| {
        // A counter is the key of its entry.
        let on_key = path.starts_with("game.pieces.") && path.matches('.').count() == 2;
        broken.push(Problem { on_key, ..Problem::new(message).in_path(path) });
    };
    scenario(rules, game, &mut wrong);
    forces(rules, game, &mut wrong);
    leaders(rules, position, &mut wrong);
    armies(rules, game, &mut wrong);
    ships::ships(rules, game, position.stack.len() > 2, &mut wrong);
    tracks(rules, game, &mut wrong);
    home(rules, game, &mut wrong);
    for hex in game.control.keys() {
        if !territory::has_feature(rules, *hex) {
            let message = format!("{hex} has no rail, city or fortress, and so cannot have a Control marker");
            wrong(format!("game.control.{hex}"), message);
        }
    }
    works(rules, game, &mut wrong);
    procedures(rules, position, &mut wrong);
    for side in Side::BOTH {
        if game.hidden.as_ref().is_some_and(|hidden| !hidden.matches_list(&rules.pack, side)) {
            wrong("game.hidden".to_owned(), format!("the piles of the {side} leaders do not fit"));
        }
    }
    broken
}

/// The calendar, and the pulse in progress.
fn scenario(rules: &CivilWar, game: &Game, wrong: &mut impl FnMut(String, String)) {
    match rules.pack.scenarios.get(&game.scenario) {
        None => wrong("game.scenario".to_owned(), format!("there is no scenario {}", game.scenario)),
        Some(scenario) if !(scenario.first_turn..=scenario.last_turn).contains(&game.turn) => {
            let message = format!("turn {} is not from {} to {}", game.turn, scenario.first_turn, scenario.last_turn);
            wrong("game.turn".to_owned(), message);
        }
        Some(_) => {}
    }
    if game.pulse.as_ref().is_some_and(|pulse| pulse.left > pulse.difference) {
        let message = "there are more initiative points left than the dice gave".to_owned();
        wrong("game.pulse.left".to_owned(), message);
    }
}

/// Strength points: on the ground, one side a hex, one mark a stack.
fn forces(rules: &CivilWar, game: &Game, wrong: &mut impl FnMut(String, String)) {
    let mut here: SortedMap<Hex, Vec<(Side, u32)>> = SortedMap::new();
    for (number, group) in &game.groups {
        let path = |field: &str| format!("game.groups.{number}.{field}");
        if group.sp == 0 {
            wrong(path("sp"), format!("group {number} has no strength points"));
        }
        if let Some(message) = no_place(rules, group.hex) {
            wrong(path("hex"), message);
        }
        here.entry(group.hex).or_default().push((group.side, *number));
    }
    for (hex, groups) in here {
        if let Some((_, number)) = groups.iter().find(|(side, _)| *side != groups[0].0) {
            wrong(format!("game.groups.{number}.hex"), format!("both sides have strength points in {hex}"));
        }
        for side in Side::BOTH {
            let mut rest = game.groups_at(hex, side).filter(|(_, group)| !group.marching);
            let Some((_, first)) = rest.next() else { continue };
            if let Some((number, _)) = rest.find(|(_, group)| group.demoralized != first.demoralized) {
                let message = format!("only part of the {side} force in {hex} is demoralized");
                wrong(format!("game.groups.{number}"), message);
            }
        }
    }
}

/// Why nothing can be in a hex.
fn no_place(rules: &CivilWar, hex: Hex) -> Option<String> {
    match rules.pack.map.hex(hex) {
        None => Some(format!("hex {hex} is not on this map")),
        Some(data) if data.terrain == Terrain::AllSea => Some(format!("{hex} ({}) is sea", data.name)),
        Some(_) => None,
    }
}

/// Leaders: counters that exist, in one place a man, not among the enemy, unless they are just being checked: an owner
/// may be asked whether he removes somebody whose force is lost (22.1).
fn leaders(rules: &CivilWar, position: &Position<CivilWar>, wrong: &mut impl FnMut(String, String)) {
    let game = &position.game;
    let is_checked = |piece: &Piece| match position.stack.last() {
        Some(Procedure::LeaderLoss(loss)) => loss.checks.iter().any(|check| check.piece == *piece),
        _ => false,
    };
    let mut men: SortedMap<&Id, &Place> = SortedMap::new();
    for (piece, place) in &game.pieces {
        let path = format!("game.pieces.{piece}");
        if counter(&rules.pack, piece).is_none() {
            let known = rules.pack.leaders.get(&piece.leader);
            let ranks: Vec<String> = known
                .iter()
                .flat_map(|leader| &leader.counters)
                .map(|counter| format!("{}-{}", piece.leader, counter.rank))
                .collect();
            let instead = match (ranks.is_empty(), rules.pack.nearest_leader(&piece.leader)) {
                (false, _) => format!("; there is {}", ranks.join(", ")),
                (true, Some(near)) => format!("; did you mean {near}-{}?", piece.rank),
                (true, None) => String::new(),
            };
            wrong(path, format!("there is no counter {piece}{instead}"));
            continue;
        }
        if let Place::Track(due) = place
            && *due < game.turn
        {
            wrong(path.clone(), format!("{piece} is due on turn {due}, which has passed"));
        }
        if let Place::Map { hex, .. } = place {
            let enemy = crate::position::ledger::side_of(&rules.pack, piece).map(Side::other);
            if let Some(message) = no_place(rules, *hex) {
                wrong(format!("{path}.map.hex"), message);
            } else if enemy.is_some_and(|enemy| game.sp_at(*hex, enemy) > 0) && !is_checked(piece) {
                wrong(format!("{path}.map.hex"), format!("{piece} is in {hex}, which the enemy occupies"));
            }
        }
        if matches!(place, Place::Captive(since) if *since > game.turn) {
            wrong(path.clone(), format!("{piece} is captured on a later turn than this"));
        }
        if matches!(place, Place::Map { .. } | Place::Killed | Place::Terminated)
            && let Some(other) = men.insert(&piece.leader, place)
        {
            let message = match (other, place) {
                (Place::Map { .. }, Place::Map { .. }) => format!("{} is on the map twice", piece.leader),
                _ => format!("{} is out of the game, but another of his counters is in play", piece.leader),
            };
            wrong(path, message);
        }
    }
}

/// Armies: of the pack, with strength points up to their maximum, together with all that belongs to them (6.2.7, 12.1).
fn armies(rules: &CivilWar, game: &Game, wrong: &mut impl FnMut(String, String)) {
    for (id, place) in &game.armies {
        let path = format!("game.armies.{id}");
        let Some(data) = rules.pack.charts.armies.get(id) else {
            wrong(path, format!("there is no army {id}"));
            continue;
        };
        let ArmyPlace::At(hex) = place else { continue };
        let sp = army::sp(game, id);
        if sp == 0 {
            wrong(path.clone(), format!("the {} has no strength points", data.name));
        } else if sp > u32::from(data.maximum) && !game.options.free_armies {
            wrong(
                path.clone(),
                format!("the {} has {sp} strength points, but can have only {}", data.name, data.maximum),
            );
        }
        if let Some(message) = no_place(rules, *hex) {
            wrong(path, message);
        }
    }
    let stray = |army: &Id, hex: Hex, side: Option<Side>| {
        let own = rules.pack.charts.armies.get(army).map(|data| data.side);
        game.armies.get(army) != Some(&ArmyPlace::At(hex)) || own != side
    };
    for (number, group) in &game.groups {
        if let Some(army) = group.army.as_ref().filter(|army| stray(army, group.hex, Some(group.side))) {
            let message = format!("group {number} in {} belongs to the army {army}, which is not there", group.hex);
            wrong(format!("game.groups.{number}.army"), message);
        }
    }
    for (piece, place) in &game.pieces {
        let Place::Map { hex, army, .. } = place else { continue };
        let side = crate::position::ledger::side_of(&rules.pack, piece);
        if let Some(army) = army.as_ref().filter(|army| stray(army, *hex, side)) {
            let message = format!("{piece} in {hex} belongs to the army {army}, which is not there");
            wrong(format!("game.pieces.{piece}.map.army"), message);
        }
    }
}

/// Commands, and what waits.
fn tracks(rules: &CivilWar, game: &Game, wrong: &mut impl FnMut(String, String)) {
    let most = u32::from(rules.pack.charts.track_maximum);
    for side in Side::BOTH {
        let ledger = game.side(side);
        let path = |field: &str, track: Track| format!("game.sides.{side}.{field}.{}", track.as_str());
        for (&track, &points) in &ledger.commands {
            if points > most {
                wrong(path("commands", track), format!("a command track of the {side} side exceeds {most}"));
            }
        }
        let capacity = u32::from(rules.pack.charts.rail_capacity(side, game.turn));
        if ledger.rail_used > capacity {
            let message =
                format!("{} strength points have moved by rail, but the capacity is {capacity}", ledger.rail_used);
            wrong(format!("game.sides.{side}.rail_used"), message);
        }
        if side == Side::Confederate && ledger.commands.contains_key(&Track::Naval) {
            wrong(path("commands", Track::Naval), "the Confederacy has no naval command points".to_owned());
        }
        if ledger.reinforcements.contains_key(&Track::Naval) {
            wrong(path("reinforcements", Track::Naval), "there are no strength points on a naval track".to_owned());
        }
    }
}

/// Depots and fortifications: where they can be, and not among the enemy (9.2.7a, 9.2.8a, CW-140, CW-141).
fn works(rules: &CivilWar, game: &Game, wrong: &mut impl FnMut(String, String)) {
    for (hex, side) in &game.depots {
        let path = format!("game.depots.{hex}");
        if let Some(message) = no_place(rules, *hex) {
            wrong(path, message);
        } else if !construction::depot_place(rules, *hex) {
            wrong(path, format!("{hex} has no city or stockade, so that no depot can be there"));
        } else if game.sp_at(*hex, side.other()) > 0 {
            wrong(path, format!("a depot of the {side} side is in {hex}, which the enemy occupies"));
        }
    }
    for (hex, works) in &game.works {
        let path = format!("game.works.{hex}");
        let printed = territory::printed_fort(rules, *hex).map(|fort| fort.kind);
        if let Some(message) = no_place(rules, *hex) {
            wrong(path, message);
            continue;
        }
        match works {
            _ if printed == Some(FortKind::Fortress) => {
                let message =
                    format!("the fortress in {hex} is printed on the map: a Control marker shows who controls it");
                wrong(path, message);
            }
            Works::Held { kind: FortKind::Stockade, .. } => wrong(path, "stockades cannot be built".to_owned()),
            Works::Razed if printed == Some(FortKind::Stockade) && game.options.far_west => {}
            Works::Razed if printed != Some(FortKind::Fort) => {
                wrong(path, format!("no fort is printed in {hex} that could be destroyed"));
            }
            _ => {}
        }
    }
}

/// The war at home: states that exist, and that change to a side that they did not belong to, Indian Territory to none
/// (15.5), Kentucky by the end of turn 3 (15.7), and mobilize militia that they have (16); an allocation is restricted
/// only as its side's may be, and only until it is revealed; the river is lost exactly if its cities are; and the
/// Trans-Mississippi is counted separately only where there is one.
fn home(rules: &CivilWar, game: &Game, wrong: &mut impl FnMut(String, String)) {
    for (state, side) in &game.converted {
        let message = match rules.pack.map.states.get(state) {
            None => format!("there is no state {state}"),
            Some(data) if data.friendly_to == Some(*side) => format!("{} is {side} at the start", data.name),
            Some(data) if data.friendly_to.is_none() && !homefront::may_join(rules, state) => {
                format!("{} joins neither side: it has no cities", data.name)
            }
            Some(_) => continue,
        };
        wrong(format!("game.converted.{state}"), message);
    }
    for (state, side) in homefront::overdue(rules, game) {
        let name = rules.pack.map.states.get(&state).map_or(state.as_str(), |data| data.name.as_str());
        let message = format!(
            "{name} can no longer be neutral on turn {}: it has joined the {side} side, or the other if {side} strength \
             points broke its neutrality before (15.7); add {state}: {side} or {state}: {}",
            game.turn,
            side.other()
        );
        wrong("game.converted".to_owned(), message);
    }
    for state in &game.militia {
        let message = match homefront::has_state_rules(rules, game) {
            false => "this scenario has no state militia".to_owned(),
            true if !rules.pack.charts.militia.contains_key(state) => format!("there is no militia of {state}"),
            true => continue,
        };
        wrong("game.militia".to_owned(), message);
    }
    for side in Side::BOTH {
        for (turn, bound) in &game.side(side).bound {
            let message = match (bound, side) {
                (Bound::TransMississippiTertiary, Side::Union) | (Bound::EastPrimary, Side::Confederate) => {
                    format!("no rule binds the {side} side in this way")
                }
                _ if *turn < game.turn || *turn > game.turn.saturating_add(1) => {
                    format!("the allocation for turn {turn} is not made on turn {}", game.turn)
                }
                _ => continue,
            };
            wrong(format!("game.sides.{side}.bound.{turn}"), message);
        }
    }
    if game.mississippi_lost != homefront::is_lost(rules, game) {
        let message =
            "the Mississippi must be marked as lost while the Union controls all its cities, and only then".to_owned();
        wrong("game.mississippi_lost".to_owned(), message);
    }
    let river = rules.pack.scenarios.get(&game.scenario).is_some_and(|scenario| !scenario.mississippi.is_empty());
    if !river && game.net.is_some_and(|net| net.trans_mississippi.is_some()) {
        let message = "nothing divides the Confederacy in this scenario".to_owned();
        wrong("game.net.trans_mississippi".to_owned(), message);
    }
    for (counter, known) in &game.identified {
        let path = format!("game.identified.{counter}");
        if !rules.pack.untried.is_untried(counter) || !rules.pack.untried.stands_for(known) {
            wrong(path, format!("{counter} and {known} did not come untried in this match"));
        } else if game.pieces.keys().any(|piece| piece.leader == *counter) {
            wrong(path, format!("{counter} has shown who he is, and is still in the game"));
        }
    }
}

/// Procedures in progress: on this ground, with forces that exist, and at the stage that they state.
fn procedures(rules: &CivilWar, position: &Position<CivilWar>, wrong: &mut impl FnMut(String, String)) {
    let game = &position.game;
    for (n, procedure) in position.stack.iter().enumerate() {
        let path = |rest: &str| format!("stack[{n}].{rest}");
        let (name, hexes): (&str, Vec<(String, Hex)>) = match procedure {
            Procedure::Draw(draw) => ("draw", vec![("at".to_owned(), draw.at)]),
            Procedure::March(march) => {
                let steps = march.path.iter().enumerate().map(|(n, hex)| (format!("path[{n}]"), *hex));
                ("march", std::iter::once(("at".to_owned(), march.at)).chain(steps).collect())
            }
            Procedure::Combat(combat) => {
                ("combat", vec![("hex".to_owned(), combat.hex), ("from".to_owned(), combat.from)])
            }
            Procedure::Retreat(retreat) => {
                let entry = retreat.entry.map(|entry| ("entry".to_owned(), entry));
                ("retreat", std::iter::once(("from".to_owned(), retreat.from)).chain(entry).collect())
            }
            Procedure::Reaction(reactions) => {
                ("reaction", vec![("from".to_owned(), reactions.from), ("hex".to_owned(), reactions.hex)])
            }
            Procedure::Screening(screening) => {
                ("screening", vec![("from".to_owned(), screening.from), ("hex".to_owned(), screening.hex)])
            }
            Procedure::Voyage(voyage) => {
                let hexes = voyage.land.into_iter().chain(voyage.loaded).map(|hex| ("land".to_owned(), hex));
                ("voyage", hexes.collect())
            }
            Procedure::TribalRaid(raid) => ("tribal_raid", vec![("at".to_owned(), raid.at)]),
            Procedure::Flight(flight) => ("flight", vec![("fort".to_owned(), flight.fort)]),
            Procedure::Battle(_) | Procedure::Together(_) | Procedure::Raiders(_) | Procedure::Entering(_) => continue,
            Procedure::Turn(_) | Procedure::Pulse(_) | Procedure::LeaderLoss(_) | Procedure::Identify(_) => continue,
        };
        for (field, hex) in hexes {
            if rules.pack.map.hex(hex).is_none() {
                wrong(path(&format!("{name}.{field}")), format!("hex {hex} is not on this map"));
            }
        }
    }
    if position.stack.len() <= 2
        && let Some((number, _)) = game.groups.iter().find(|(_, group)| group.marching)
    {
        wrong(format!("game.groups.{number}.marching"), "a force is marching without an order".to_owned());
    }
    if let Some(Pending::Orders { side }) = &position.pending {
        let half = |procedure: &Procedure| match procedure {
            Procedure::Pulse(pulse) => match pulse.stage {
                PulseStage::Half { side: phasing } => phasing.id() == *side && game.phasing() == Some(phasing),
                _ => false,
            },
            _ => false,
        };
        if !position.stack.last().is_some_and(half) {
            let message = format!("the {side} side is asked for orders outside its half-pulse");
            wrong("pending.orders.side".to_owned(), message);
        }
    }
}
