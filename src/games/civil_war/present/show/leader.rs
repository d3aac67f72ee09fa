//! `show leader`: his counters, and where he is.

use crate::document::Id;
use crate::report::{Block, Section, Span, Text};

use super::super::{leader_location, vocabulary};
use super::hexes::rating;
use super::labelled_line::line;
use crate::leaders::untried::candidates;
use crate::position::ledger::{Game, Piece};
use crate::{CivilWar, far_west, position::roster};

/// The pages of a leader.
pub fn leader(rules: &CivilWar, game: &Game, id: &Id) -> Vec<Section> {
    let Some(leader) = rules.pack.leaders.get(id) else { return Vec::new() };
    let pieces = game.pieces.iter().filter(|(piece, _)| piece.leader == *id);
    let mut lines = vec![
        line("Side", leader.side.title()),
        line("Branch", vocabulary::branch(leader.branch)),
        line("Name in orders", id.as_str()),
    ];
    let untried = &rules.pack.untried;
    if untried.is_untried(id) {
        let own = leader.counters.iter().map(|counter| Piece { leader: id.clone(), rank: counter.rank });
        let may = own.flat_map(|piece| candidates(rules, game, leader.side, &piece));
        let names = may.map(|piece| vocabulary::leader_name(&rules.pack, &piece.leader).to_owned());
        lines.push(match game.identified.get(id) {
            Some(known) => line("Is", vocabulary::leader_name(&rules.pack, known)),
            None => line("May be", vocabulary::list(names, "or")),
        });
    }
    if let Some((counter, _)) = game.identified.iter().find(|(_, known)| *known == id) {
        lines.push(line("Came as", vocabulary::leader_name(&rules.pack, counter)));
    } else if untried.stands_for(id) {
        lines.push(line("Comes", "untried: one of the untried counters of his rank and branch may be his"));
    }
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
        let arrives = far_west::due(rules, game).find(|(_, post)| post.leaders.iter().any(|one| one == id));
        let said = if let Some((turn, post)) = arrives {
            let (when, place) = (vocabulary::turn(&rules.pack, game, turn), vocabulary::place(&rules.pack, post.hex));
            format!("not in play yet; he arrives in {place} on {when}, unless the enemy holds it")
        } else if part {
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
