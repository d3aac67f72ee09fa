//! `show leader`: his counters, and where he is.

use crate::document::Id;
use crate::report::{Block, Section, Span, Text};

use super::super::{leader_location, vocabulary};
use super::hexes::rating;
use super::labelled_line::line;
use crate::position::ledger::Game;
use crate::{CivilWar, position::roster};

/// The pages of a leader.
pub fn leader(rules: &CivilWar, game: &Game, id: &Id) -> Vec<Section> {
    let Some(leader) = rules.pack.leaders.get(id) else { return Vec::new() };
    let pieces = game.pieces.iter().filter(|(piece, _)| piece.leader == *id);
    let mut lines = vec![
        line("Side", leader.side.title()),
        line("Branch", vocabulary::branch(leader.branch)),
        line("Name in orders", id.as_str()),
    ];
    let mut placed = false;
    for (piece, at) in pieces {
        lines.push(line(
            &format!("His {}-star counter", piece.rank),
            leader_location::whereabouts(&rules.pack, game, Some(at)),
        ));
        placed = true;
    }
    if !placed {
        let part = roster::is_in_scenario(rules, game, id);
        let said = if part {
            leader_location::whereabouts(&rules.pack, game, None)
        } else {
            "not in this scenario".to_owned()
        };
        lines.push(line("Where", said));
    }
    if let Some((_, hex, _)) = game.find_leader(id) {
        let sp = game.sp_at(hex, leader.side);
        lines.push(line("With", vocabulary::sp(sp)));
    }
    let header = ["Stars", "Seniority", "Initiative", "Tactical", "Army command", "Moves"].map(str::to_owned).to_vec();
    let rows = leader
        .counters
        .iter()
        .map(|counter| {
            vec![
                counter.rank.to_string(),
                counter.seniority.to_string(),
                counter.initiative.to_string(),
                rating(counter.tactical, counter.tactical_favours),
                rating(counter.command, counter.command_favours),
                vocabulary::sp(rules.pack.charts.sp_limit(counter.rank, leader.branch).into()),
            ]
        })
        .collect();
    let sources = leader
        .counters
        .iter()
        .map(|counter| {
            let mark = if counter.source.is_reconstructed() { "† " } else { "" };
            vec![Span::plain(format!("{}: {mark}{}", vocabulary::stars(counter.rank), counter.source))]
        })
        .collect();
    vec![
        Section { heading: String::new(), blocks: vec![Block::Audit { title: Text::new(), lines }] },
        Section { heading: "His counters".to_owned(), blocks: vec![Block::Table { header, rows }] },
        Section { heading: "Where the ratings come from".to_owned(), blocks: vec![Block::List(sources)] },
    ]
}
