//! The Far West (19, CW-315 to CW-321): its set-up and arrivals, and in files of their own its counters and tribes.

use crate::document::{Id, Problem};
use crate::engine::Events;
use crate::events::Event;
use crate::options::Options;
use crate::pack::{Post, Scenario, Unit};
use crate::position::ledger::{Game, Group, Piece, Place};
use crate::{CivilWar, movement::territory};

pub mod counters;
pub mod tribes;

/// Whether a scenario can be played with the option.
///
/// # Errors
/// It is played on a part of the main map.
pub fn check_scenario(scenario: &Scenario, options: &Options) -> Result<(), Problem> {
    if !options.far_west || scenario.ground.is_none() {
        return Ok(());
    }
    let message =
        format!("{} is played on a part of the main map, to which the Far West is not joined", scenario.title);
    let problem = Problem::new(message).in_path("options.far_west").rule("CW-315");
    Err(problem.advice("leave out `far_west`, or choose a scenario of the whole war"))
}

/// Adds what stands in the Far West at the start (19.8, CW-317).
pub fn set_up(rules: &CivilWar, game: &mut Game) {
    let west = &rules.pack.far_west;
    let Some(setup) = west.setups.get(&game.scenario).filter(|_| game.options.far_west) else { return };
    for post in &setup.at {
        place(rules, game, post);
        if post.depot {
            game.depots.insert(post.hex, post.side);
        }
        if post.controls {
            game.control.insert(post.hex, post.side);
        }
    }
    game.tidy();
}

/// Puts strength points and leaders of a side into a hex; the leaders who are not in play yet.
fn place(rules: &CivilWar, game: &mut Game, post: &Post) -> Vec<Piece> {
    let (hex, side) = (post.hex, post.side);
    for (unit, sp) in post.units() {
        let demoralized = game.demoralized_at(hex, side);
        game.add_group(Group { unit, demoralized, ..Group::new(side, hex, sp) });
    }
    post.leaders.iter().filter_map(|leader| place_leader(rules, game, leader, Place::on_map(hex))).collect()
}

/// Puts a leader's lowest counter somewhere, if he is not in play.
fn place_leader(rules: &CivilWar, game: &mut Game, leader: &Id, place: Place) -> Option<Piece> {
    let (leader, counter) = rules.pack.named_counter(leader)?;
    if game.pieces.keys().any(|piece| piece.leader == leader.id) {
        return None;
    }
    let piece = Piece { leader: leader.id.clone(), rank: counter.rank };
    game.pieces.insert(piece.clone(), place);
    Some(piece)
}

/// What the Far West's own turn track still brings in a match, in the order of its turns: what a later scenario's set-up
/// has came before.
pub fn due<'a>(rules: &'a CivilWar, game: &'a Game) -> impl Iterator<Item = (u8, &'a Post)> {
    let first = rules.pack.scenarios.get(&game.scenario).map_or(0, |scenario| scenario.first_turn);
    let arrivals = rules
        .pack
        .far_west
        .arrivals
        .iter()
        .filter(move |arrival| game.options.far_west && arrival.turn > first && arrival.turn >= game.turn);
    arrivals.flat_map(|arrival| arrival.at.iter().map(|post| (arrival.turn, post)))
}

/// What the Far West's own turn track brings in the Reinforcement Phase (2.2, 19.5, CW-317): it arrives in its hex, or not at
/// all if the enemy is there or controls it.
pub fn arrive(rules: &CivilWar, game: &mut Game, events: &mut Events) {
    let now: Vec<Post> =
        due(rules, game).filter(|(turn, _)| *turn == game.turn).map(|(_, post)| post.clone()).collect();
    for post in &now {
        let (hex, side) = (post.hex, post.side);
        let enemy = side.other();
        let shut = game.sp_at(hex, enemy) > 0 || territory::controller(rules, game, hex) == Some(enemy);
        let leaders = if shut { Vec::new() } else { place(rules, game, post) };
        let of = |unit| post.units().filter(|(own, _)| !shut && *own == unit).map(|(_, sp)| sp).sum();
        let (sp, rangers, indians) = (of(None), of(Some(Unit::TexasRanger)), of(Some(Unit::CivilizedIndian)));
        if shut || sp + rangers + indians > 0 || !leaders.is_empty() {
            events.emit("CW-317", &Event::Arrived { side, hex, sp, rangers, indians, leaders });
        }
    }
    if game.options.far_west {
        game.tidy();
    }
}
