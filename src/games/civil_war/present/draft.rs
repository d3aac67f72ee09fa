//! Comment lines for a drafted turn: what may be spent and by whom, then examples of legal orders.

use crate::sorted::SortedSet;

use serde_json::{Value, json};

use crate::board::Hex;
use crate::document::{Id, inline};
use crate::engine::{Pending, Position, Ruleset};
use crate::report::draft_examples::{self, ExampleKind};

use super::{audit, order_text, orders, preview, prompts, show, vocabulary};
use crate::orders::{Order, Question};
use crate::pack::{Side, Station};
use crate::position::force::force_hex;
use crate::position::ledger::{Game, counter};
use crate::{CivilWar, Procedure, leaders::army, movement::reaction::reactor, naval};

/// What may be spent, where units are, and the standing orders in force; then an empty line; then examples of legal
/// orders by kind, each a line of YAML (`  - {move: {…}}`) followed by its meaning.
pub fn notes(rules: &CivilWar, position: &Position<CivilWar>, side: &Id) -> Vec<String> {
    let Ok(own) = rules.side(side) else { return Vec::new() };
    let game = &position.game;
    let mut lines = vec![show::moment(rules, game)];
    if let Some(Pending::Answer { .. }) = &position.pending {
        lines.extend(fought(rules, position));
        lines.extend(parts(rules, position));
        return lines;
    }
    if !matches!(&position.pending, Some(Pending::Orders { .. })) {
        return lines;
    }
    lines.extend(spending_lines(rules, game, own));
    lines.push("Your forces:".to_owned());
    lines.extend(forces(rules, game, own));
    lines.extend(ships(rules, game, own));
    lines.extend(show::neutral(rules, game).into_iter().map(|(words, rule)| format!("{words}[{rule}]")));
    let standing = position.standing.iter().find(|(id, _)| *id == side).map(|(_, standing)| standing);
    match standing.map(|standing| order_text::standing(&rules.pack, standing)).filter(|lines| !lines.is_empty()) {
        None => lines.push("No standing orders are in force: you are asked to decide.".to_owned()),
        Some(standing) => {
            lines.push("Standing orders in force, until you write others:".to_owned());
            lines.extend(standing.into_iter().map(|line| format!("  {line}")));
        }
    }
    lines.push(String::new());
    lines.extend(examples(rules, position, own, &rules.legal(position, side, None)));
    if let Some((when, orders)) = preview::later(rules, position, side) {
        lines.push(format!("-- {when}:"));
        lines.extend(examples(rules, position, own, &orders));
    }
    let condition = match enemy_hex(game, own) {
        Some(hex) => format!("{{theirs: \"{hex}\"}}"),
        None => "{leader: {name: …, at: …}}".to_owned(),
    };
    lines.push(format!(
        "Any order may have a condition, and is skipped if the condition does not hold: if: \
                        {condition}"
    ));
    lines
}

/// The enemy's hex that is nearest to a side's own forces.
fn enemy_hex(game: &Game, side: Side) -> Option<Hex> {
    let own: Vec<Hex> = game.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect();
    let enemies = game.groups.values().filter(|group| group.side != side).map(|group| group.hex);
    enemies.min_by_key(|hex| (own.iter().map(|near| near.distance(*hex)).min(), *hex))
}

/// How a part of an army reacts, which is more than the answers that are listed.
fn parts(rules: &CivilWar, position: &Position<CivilWar>) -> Vec<String> {
    let Some(Pending::Answer { id, question: Question::Reaction { army, options, .. }, .. }) = &position.pending else {
        return Vec::new();
    };
    let head = reactor::head(rules, &position.game, army);
    let other = reactor::leaders(rules, &position.game, army).into_iter().find(|piece| Some(piece) != head.as_ref());
    let (Some(to), Some(piece)) = (options.first(), other) else { return Vec::new() };
    if reactor::sp(&position.game, army) < 2 {
        return Vec::new();
    }
    let line = |go: Value| inline(&json!({"id": id, "answer": {"reaction": {"go": go}}}));
    let of = if force_hex(army).is_some() { "force" } else { "army" };
    vec![
        format!(
            "Part of the {of} may react under another leader, up to what he may move; or all of it except what stays \
             behind:"
        ),
        format!("  - {}", line(json!({"to": to, "leader": piece.leader}))),
        format!("  - {}", line(json!({"to": to, "sp": 1, "leave": [piece.leader]}))),
    ]
}

/// The state of the combat in which something is asked.
fn fought(rules: &CivilWar, position: &Position<CivilWar>) -> Option<String> {
    let combat = position.stack.iter().find_map(|frame| match frame {
        Procedure::Combat(combat) => Some(combat),
        _ => None,
    })?;
    audit::so_far(combat)
        .map(|said| format!("The combat in {} so far: {said}", vocabulary::place(&rules.pack, combat.hex)))
}

/// What the side may spend in this half-pulse.
fn spending_lines(rules: &CivilWar, game: &Game, side: Side) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(pulse) = &game.pulse {
        if pulse.free {
            let or = if game.options.may_decline_free { ", or decline it" } else { "" };
            lines.push(format!(
                "Your first order must bring in your free reinforcement{or}; others may follow in the same turn."
            ));
        }
        let left = vocabulary::plural(pulse.left, "initiative point");
        lines.push(format!("You have {left} in this half-pulse. Each command point that you spend uses"));
        lines.push(
            "one, and so does each reinforcement. You must spend all initiative points if you can [4.2].".to_owned(),
        );
    }
    match game.commands_left(side) {
        0 => lines.push("You have no command points left.".to_owned()),
        _ => lines.push(format!("You have {}.", vocabulary::commands(&game.side(side).commands))),
    }
    let waiting = &game.side(side).reinforcements;
    if waiting.values().any(|sp| *sp > 0) {
        lines.push(format!("Strength points waiting: {}.", vocabulary::points(waiting)));
    }
    let pool = game.pool(&rules.pack, side);
    if !pool.is_empty() {
        lines.push(format!("Leaders in your pool: {}.", vocabulary::leaders(&rules.pack, &pool)));
    }
    lines
}

/// Where units are, and what it costs to move them.
fn forces(rules: &CivilWar, game: &Game, side: Side) -> Vec<String> {
    let mut hexes: Vec<_> = game.groups.values().filter(|group| group.side == side).map(|group| group.hex).collect();
    hexes.extend(game.leaders_on_map(&rules.pack, side).map(|(_, hex)| hex));
    hexes.sort();
    hexes.dedup();
    let line = |hex| {
        let moved = game.ordinary_at(hex, side) - game.fresh_at(hex, side);
        let mut text = format!("  {}: {} SP", vocabulary::place(&rules.pack, hex), game.sp_at(hex, side));
        if moved > 0 {
            text.push_str(&format!(" ({moved} moved)"));
        }
        if game.demoralized_at(hex, side) {
            text.push_str(", demoralized");
        }
        if game.depots.get(&hex) == Some(&side) {
            text.push_str(", a depot");
        }
        for own in army::armies_at(rules, game, hex, side) {
            let (sp, name) = (army::sp(game, &own), vocabulary::army(&rules.pack, &own));
            let head = army::commander(rules, game, &own);
            let price = head.as_ref().and_then(|piece| counter(&rules.pack, piece)).map(|counter| counter.initiative);
            let price = price.map_or("no commander".to_owned(), |price| format!("as a whole for {}", commands(price)));
            text.push_str(&format!("; {name} ({own}: {sp} SP, {price})"));
        }
        for piece in game.leaders_at(&rules.pack, hex, side) {
            let Some(leader) = rules.pack.leaders.get(&piece.leader) else { continue };
            let Some(counter) = leader.counter(piece.rank) else { continue };
            let limit = rules.pack.charts.sp_limit(piece.rank, leader.branch);
            let moved = match game.pieces.get(&piece) {
                Some(crate::position::ledger::Place::Map { moved: true, .. }) => ", has moved",
                _ => "",
            };
            text.push_str(&format!(
                "; {} ({}: up to {limit} SP for {}{moved})",
                vocabulary::leader_name(&rules.pack, &piece.leader),
                piece.leader,
                commands(counter.initiative)
            ));
        }
        text
    };
    hexes.into_iter().map(line).collect()
}

fn commands(points: u8) -> String {
    vocabulary::plural(points.into(), "command point")
}

/// Where a side's ships lie, under whom, and which have moved; and those that it may enter.
fn ships(rules: &CivilWar, game: &Game, side: Side) -> Vec<String> {
    let own = game.squadrons.values().filter(|squadron| squadron.side == side);
    let stations: SortedSet<Station> = own.map(|squadron| squadron.at).collect();
    let line = |at: Station| {
        let squadrons = game.squadrons_at(at, side).map(|(_, squadron)| {
            let moved = if squadron.moved { " (moved)" } else { "" };
            format!("{}{moved}", super::hulls(&rules.pack, &squadron.hulls))
        });
        let mut text =
            format!("  {}: {}", super::naval_text::station(&rules.pack, at), squadrons.collect::<Vec<_>>().join("; "));
        for piece in game.afloat_at(&rules.pack, at, side) {
            let Some(counter) = counter(&rules.pack, &piece) else { continue };
            let most = rules.pack.charts.naval.leader_ships;
            let moved = match game.pieces.get(&piece) {
                Some(crate::position::ledger::Place::Afloat { moved: true, .. }) => ", has moved",
                _ => "",
            };
            text.push_str(&format!(
                "; {} ({}: up to {most} ships for {}{moved})",
                vocabulary::leader_name(&rules.pack, &piece.leader),
                piece.leader,
                commands(counter.initiative)
            ));
        }
        text
    };
    let mut lines: Vec<String> = stations.into_iter().map(line).collect();
    if !lines.is_empty() {
        lines.insert(0, "Your ships:".to_owned());
    }
    let waiting = naval::launch::waiting(game, side);
    if !waiting.is_empty() {
        lines.push(format!("Ships that you may bring in: {}.", super::hulls(&rules.pack, &waiting)));
    }
    lines
}

/// Examples of each kind of legal order, different leaders and places first.
fn examples(rules: &CivilWar, position: &Position<CivilWar>, side: Side, legal: &[Order]) -> Vec<String> {
    let headings = orders::headings(rules);
    let sorts: Vec<ExampleKind<'_, Order>> = headings
        .iter()
        .map(|heading| ExampleKind { title: &heading.title, most: heading.most, subject: &heading.subject })
        .collect();
    let words = |order: &Order| {
        let said = prompts::order(rules, position, side, order);
        said + &order.words().draft_note(rules, &position.game, side)
    };
    draft_examples::examples(&sorts, legal, words, "This program can offer none.")
}
