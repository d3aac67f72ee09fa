//! The bracket of a knock-out.

use tournament::crosstable::Crosstable;
use tournament::crosstable::knockout::{AdvanceReason, Tie, Verdict, advancement};
use tournament::documents::StageFormat;

use super::labels::{link, name, plain_name};
use super::site_data::{SiteData, round_page};
use crate::document::Id;

/// A place in a bracket: a player, nobody (a bye), or the winner of a board that is not decided yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Player(usize),
    Nobody,
    Open,
}

/// The bracket of a stage, round by round.
pub fn bracket(site_data: &SiteData<'_>, stage: usize, players: Option<u32>, rounds: &[u32]) -> String {
    let waits = "<p>The bracket will be drawn when the previous stage is over.</p>\n".to_owned();
    let Some(table) = &site_data.table else { return waits };
    let first = rounds.first().copied().unwrap_or(1);
    let before_is_over = site_data.season.rounds.len() as u32 + 1 >= first
        && !site_data.season.open_games().iter().any(|key| key.0 < first)
        && site_data.season.seed.is_some();
    if !before_is_over {
        return waits;
    }
    let mut places: Vec<Place> =
        site_data.season.bracket(table, stage, players).places().into_iter().map(present).collect();
    let mut columns = String::new();
    for round in rounds {
        let mut next = Vec::new();
        let mut boards = String::new();
        for pair in places.chunks(2) {
            let pair = [pair[0], pair.get(1).copied().unwrap_or(Place::Nobody)];
            let (through, shown) = board(site_data, table, *round, pair);
            next.push(through);
            boards += &shown;
        }
        let title = match site_data.season.round(*round) {
            Some(_) => link(&round_page(*round), &format!("Round {round}")),
            None => format!("Round {round}"),
        };
        columns += &format!("<li>\n<h3>{title}</h3>\n<ul>\n{boards}</ul>\n</li>\n");
        places = next;
    }
    format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"Bracket\">\n<ol class=\"bracket\">\n{columns}</ol>\n</div>\n"
    )
}

fn present(player: Option<usize>) -> Place {
    player.map_or(Place::Nobody, Place::Player)
}

/// One board: who advances, and how it is shown.
fn board(site_data: &SiteData<'_>, table: &Crosstable, round: u32, pair: [Place; 2]) -> (Place, String) {
    let at = table.rounds().get(round as usize - 1);
    let found = at.and_then(|at| {
        let plays = |place: &Place| match place {
            Place::Player(player) => at.boards.iter().position(|board| board.pair.contains(player)),
            _ => None,
        };
        pair.iter().find_map(plays)
    });
    let verdict = found.zip(at).map(|(n, at)| advancement(table, round as usize - 1, &at.boards[n], Tie::Lot));
    let by = match verdict {
        Some(Verdict::Advances { by: AdvanceReason::Lot, .. }) => " <span class=\"faint\">by lot</span>",
        Some(Verdict::Advances { by: AdvanceReason::Margin, .. }) => " <span class=\"faint\">by margin</span>",
        _ => "",
    };
    let through = match (verdict, pair) {
        (Some(verdict), _) => match verdict {
            Verdict::Advances { winner, .. } => Place::Player(winner),
            Verdict::Nobody => Place::Nobody,
            Verdict::Running | Verdict::NeedsDecider(_) => Place::Open,
        },
        (None, [Place::Open, _] | [_, Place::Open]) => Place::Open,
        (None, [one, Place::Nobody]) => one,
        (None, [Place::Nobody, other]) => other,
        // If a player has left, the other gets a bye.
        (None, [Place::Player(one), Place::Player(other)]) => {
            match (table.is_here(one, round), table.is_here(other, round)) {
                (true, false) if at.is_some() => Place::Player(one),
                (false, true) if at.is_some() => Place::Player(other),
                _ => Place::Open,
            }
        }
    };
    let games: Vec<_> = match found {
        Some(n) => site_data.season.games().into_iter().filter(|key| key.0 == round && key.1 == n as u32 + 1).collect(),
        None => Vec::new(),
    };
    let line = |place: Place| {
        let (words, class) = match place {
            Place::Nobody => ("<span class=\"faint\">bye</span>".to_owned(), ""),
            Place::Open => ("<span class=\"faint\">open</span>".to_owned(), ""),
            Place::Player(player) => {
                let id: &Id = &table.players()[player].id;
                let shown = link(&super::labels::player_page(id), &name(&plain_name(site_data.season, id)));
                let points: Vec<String> = games.iter().map(|key| site_data.cell(*key, id, "")).collect();
                let (class, by) = if through == place { (" class=\"through\"", by) } else { ("", "") };
                (format!("<span>{shown}{by}</span> <span>{}</span>", points.join(" ")), class)
            }
        };
        format!("<span{class}>{words}</span>")
    };
    (through, format!("<li>{}{}</li>\n", line(pair[0]), line(pair[1])))
}

/// The winner of the tournament, in a sentence; empty while it runs.
pub fn champion(site_data: &SiteData<'_>) -> String {
    let season = site_data.season;
    let wins = |id: &Id| format!(" {} wins it.", name(&plain_name(season, id)));
    let last = season.tournament.stages.last().map(|stage| &stage.format);
    if let Some(StageFormat::Knockout { .. }) = last {
        return season.champion().map_or(String::new(), |id| wins(&id));
    }
    let first: Vec<&Id> = site_data.standings.iter().filter(|row| row.rank == 1).map(|row| &row.player).collect();
    match first.as_slice() {
        [one] => wins(one),
        [] => String::new(),
        several => {
            let names: Vec<String> = several.iter().map(|id| name(&plain_name(season, id))).collect();
            format!(" {} share first place.", names.join(" and "))
        }
    }
}
