//! `show army`: its commander, its units, its reaction radius, and its standing orders.

use crate::board::Hex;
use crate::document::Id;
use crate::engine::Position;
use crate::report::{Block, Section, Span, Text};

use super::super::{decision_context, order_text, vocabulary};
use super::hexes::one_leader;
use super::labelled_line::line;
use super::supply;
use crate::leaders::army::{command_capacity, commander, hex_of, leaders, sp};
use crate::pack::{ArmyData, Favours, Theater};
use crate::position::ledger::{ArmyPlace, Game, Piece, Place, by_command, counter};
use crate::{CivilWar, movement::reaction_radius};

/// The page of an army.
pub fn army(rules: &CivilWar, position: &Position<CivilWar>, id: &Id) -> Vec<Section> {
    let Some(data) = rules.pack.charts.armies.get(id) else { return Vec::new() };
    let game = &position.game;
    let mut lines = vec![
        line("Side", data.side.title()),
        line("Name in orders", id.as_str()),
        line("On the counter", data.short.clone()),
    ];
    let Some(hex) = hex_of(game, id) else {
        lines.push(line("Where", elsewhere(rules, game, id, data)));
        return vec![Section { heading: String::new(), blocks: vec![Block::Audit { title: Text::new(), lines }] }];
    };
    lines.push(line("Where", vocabulary::place(&rules.pack, hex)));
    lines.push(line("Strength", strength(game, id, data)));
    let head = commander(rules, game, id);
    match &head {
        None => lines.push(line("Commander", "none: it can neither march as an army nor react")),
        Some(piece) => {
            lines.push(line("Commander", vocabulary::leader(&rules.pack, piece)));
            lines.extend(commanded(rules, game, id, piece));
        }
    }
    let side = data.side;
    let supplied = supply::sentence(rules, game, hex, side);
    lines.push(("Supply".to_owned(), vec![Span::plain(supplied), Span::plain(" "), Span::rule("9.2")]));
    let reach: Vec<Hex> = rules
        .pack
        .map
        .neighbors(hex)
        .filter(|&there| reaction_radius::covers(rules, game, hex, side, there, false))
        .collect();
    lines.push((
        "Reaction radius".to_owned(),
        vec![Span::plain(format!("its own hex, {} ", vocabulary::places(&rules.pack, &reach))), Span::rule("12.3.1")],
    ));
    let standing = position.standing.iter().find(|(own, _)| own.as_str() == side.as_str());
    let reaction = standing.and_then(|(_, standing)| standing.reaction.get(id));
    lines.push(line(
        "Standing order",
        reaction.map_or(
            "none: its owner is asked when the enemy is about to enter its reaction radius".to_owned(),
            |wanted| order_text::reaction(&rules.pack, id, wanted),
        ),
    ));
    let mut sections =
        vec![Section { heading: String::new(), blocks: vec![Block::Audit { title: Text::new(), lines }] }];
    let all = by_command(&rules.pack, leaders(game, id));
    if !all.is_empty() {
        let points = all.iter().map(|piece| vec![Span::plain(one_leader(rules, game, piece))]).collect();
        sections.push(Section { heading: "Its leaders".to_owned(), blocks: vec![Block::List(points)] });
    }
    sections
}

/// Where an army is that is not on the map.
fn elsewhere(rules: &CivilWar, game: &Game, id: &Id, data: &ArmyData) -> String {
    match game.armies.get(id) {
        Some(ArmyPlace::Destroyed) => "eliminated: it had no strength points left".to_owned(),
        _ if rules.pack.scenarios.get(&game.scenario).is_some_and(|scenario| !scenario.armies) => {
            "not formed: this scenario has no armies".to_owned()
        }
        _ => {
            let theater = match data.theater {
                Theater::East => "in the East",
                Theater::West => "in the West",
                Theater::TransMississippi => "in the Trans-Mississippi",
                Theater::FarWest => "in the Far West",
            };
            let price = vocabulary::plural(rules.pack.charts.costs.create_army.into(), "command point");
            format!("not formed yet: it may be formed {theater}, for {price}, where a three-star leader is in supply")
        }
    }
}

/// Its strength points, as many as it may hold, and their state.
fn strength(game: &Game, id: &Id, data: &ArmyData) -> String {
    let own = || game.groups.values().filter(|group| group.army.as_ref() == Some(id));
    let sum = |moved: bool| own().filter(|group| group.moved || !moved).map(|group| group.sp).sum::<u32>();
    let mut said = match game.options.free_armies {
        true => vocabulary::sp(sum(false)),
        false => format!("{} of at most {}", vocabulary::sp(sum(false)), data.maximum),
    };
    match sum(true) {
        0 => {}
        moved if moved == sum(false) => said.push_str(", all moved this pulse"),
        moved => said.push_str(&format!(", {moved} of them moved this pulse")),
    }
    if own().any(|group| group.demoralized) {
        said.push_str(", demoralized");
    }
    said
}

/// The effect of its commander: the cost to move it, when it reacts, how many re-rolls.
fn commanded(rules: &CivilWar, game: &Game, id: &Id, piece: &Piece) -> Vec<(String, Text)> {
    let Some(printed) = counter(&rules.pack, piece) else { return Vec::new() };
    let initiative = u32::from(printed.initiative);
    let mut march = format!("as a whole for {}", vocabulary::plural(initiative, "command point"));
    if matches!(game.pieces.get(piece), Some(Place::Map { moved: true, .. })) {
        march.push_str("; but its commander has moved this pulse");
    }
    let ruled = |words: String, rule: &str| vec![Span::plain(words), Span::plain(" "), Span::rule(rule)];
    let again = match (printed.command, printed.command_favours) {
        (0, _) => "never".to_owned(),
        (rating, favours) => {
            let by = if favours == Favours::Enemy { "by the enemy" } else { "by its owner" };
            format!(
                "{} per combat, {by}, for its commander's army command rating of \
                     {rating}",
                vocabulary::times(rating.into())
            )
        }
    };
    let own = sp(game, id);
    let led = command_capacity(rules, &leaders(game, id)).min(own);
    let attacks = match led == own {
        true => format!("with all its {}", vocabulary::sp(own)),
        false => format!("with {led} of its {}; the rest have no commander", vocabulary::sp(own)),
    };
    vec![
        ("It marches".to_owned(), ruled(march, "6.2.7a")),
        ("It attacks".to_owned(), ruled(attacks, "6.2.8")),
        ("It reacts".to_owned(), ruled(decision_context::reacts(rules, game, id, piece), "12.3.6")),
        ("Rerolls".to_owned(), ruled(again, "7.4.5a")),
    ]
}
