//! `tournament standings`: the current standings.

use serde_json::{Map, Value, json};
use tournament::chain::Chain;
use tournament::crosstable::{Crosstable, Row, TieBreak, show_points};
use tournament::documents::{Kind, StandingsRow, TeamRow};
use tournament::signed::Typed;
use tournament::state::TournamentState;

use super::arrivals::{Arrivals, why_no_round};
use super::clashing_entries::waiting;
use super::folder::{TournamentArgs, TournamentFolder, damage_lines, missing_end, sentence};
use super::issue_document::Signer;
use crate::cli::out::{self, Printout, Tone};
use crate::cli::{CommandResult, Failure, Format};

/// Show the standings; with --sign, sign them as a document of the chain.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: TournamentArgs,
    /// Sign the standings; every game of the rounds so far must have a result.
    #[arg(long)]
    sign: bool,
    #[command(flatten)]
    signer: Signer,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let mut season = if args.sign { folder.season(&chain)? } else { folder.season_so_far(&chain)? };
    let mut wrong = damage_lines(&folder.damage(&chain));
    if !args.sign {
        wrong.extend(missing_end(&chain)?.iter().map(sentence));
    }
    // Standings that are signed take what players have sent.
    let come = if args.sign { waiting(&folder, &chain, &season) } else { Vec::new() };
    let mut after = season.clone();
    for filed in &come {
        after.try_take(filed).map_err(|problem| folder.refused(&filed.file, filed.place(problem)))?;
    }
    let rows = after.standings_rows().map_err(Failure::no)?;
    let teams = after.team_rows(&rows);
    let official = if args.sign { Some(args.signer.official(&chain)?) } else { None };
    official.iter().try_for_each(|official| official.restore_missing(&folder, &season))?;
    if official.is_some() {
        super::pair::no_replacement_waits(&folder, &season)?;
    }
    let same = official.as_ref().filter(|_| come.is_empty());
    let signed_before = same.and_then(|_| same_as_before(&chain, &season, (&rows, &teams)));
    if let Some(official) = official.filter(|_| signed_before.is_none()) {
        let mut fields = Map::new();
        fields.insert("after".to_owned(), json!(season.rounds.len()));
        fields.insert("rows".to_owned(), json!(rows));
        if !teams.is_empty() {
            fields.insert("teams".to_owned(), json!(teams));
        }
        official.issue(&folder, &chain, &mut season, Kind::Standings, &fields)?;
    }
    let text = table(&season).map_err(Failure::no)?;
    let next = match () {
        () if season.is_over() => "verify",
        () if why_no_round(&season).is_some() => "status",
        () if !Arrivals::of(&folder, &chain, &season)?.left_out(&chain).is_empty() => "status",
        () => "pair",
    };
    let next = folder.hint(next);
    let words = || {
        let mut words = Printout::default();
        wrong.iter().for_each(|line| words.tone(Tone::Bad, line));
        words.line(text.trim_end());
        match (args.sign, signed_before) {
            (false, _) => {}
            (true, Some(number)) => words.line(format!(
                "Document {number} already has these standings, and nothing has changed since, so nothing was signed."
            )),
            (true, None) => words.line(format!("Signed as document {}.\nNext:\n  {next}", season.next - 1)),
        }
        words
    };
    let value = || {
        let rows: Vec<Value> = rows.iter().map(|row| json!(row)).collect();
        json!({"after": season.rounds.len(), "open": season.open_games().len(), "rows": rows, "teams": teams, "signed": args.sign,
               "signed_before": signed_before, "damage": wrong})
    };
    out::answer(format, words, value)
}

/// The number of the newest standings document, if it has these rows after this round.
fn same_as_before(
    chain: &Chain<'_>,
    season: &TournamentState<'_>,
    (rows, teams): (&[StandingsRow], &[TeamRow]),
) -> Option<u64> {
    let newest = chain.line.iter().rev().find_map(|filed| match &filed.typed {
        Typed::Standings(standings) => Some(standings),
        _ => None,
    })?;
    let is_same = newest.after as usize == season.rounds.len() && newest.rows == rows && newest.teams == teams;
    is_same.then_some(newest.number)
}

/// The standings as a table of text.
///
/// # Errors
/// The documents do not give valid standings.
pub fn table(season: &TournamentState<'_>) -> Result<String, crate::document::Problem> {
    let crosstable = season.crosstable()?;
    let rows = table_text(&crosstable, &season.ranking(&crosstable), &season.tournament.tie_breaks);
    let open = season.open_games().len();
    let open = if open > 0 { format!(", {} without a result", out::counted(open, "game")) } else { String::new() };
    let title = format!("{}, after round {}{open}\n", season.tournament.title, season.rounds.len());
    let teams = teams_text(season).map(|lines| format!("Teams:\n{lines}")).unwrap_or_default();
    let direct = match season.tournament.tie_breaks.contains(&TieBreak::DirectEncounter) && !rows.is_empty() {
        true => "head to head: the rank among the players who are level so far, by their games with each other.\n",
        false => "",
    };
    let champion = season.champion().and_then(|id| season.player(&id).map(|player| player.name.clone()));
    let won = champion.map(|name| format!("{name} has won the tournament.\n")).unwrap_or_default();
    Ok(title + &rows + direct + &won + &teams)
}

/// The standings of the teams as lines, below a head; `None` without teams.
fn teams_text(season: &TournamentState<'_>) -> Option<String> {
    let rows = season.team_rows(&season.standings_rows().ok()?);
    let head = ["", "team", "points", "sum of places"].map(str::to_owned).to_vec();
    let line = |row: &TeamRow| {
        let points = show_points(row.points, &season.tournament.scoring);
        vec![row.rank.to_string(), row.team.to_string(), points, row.places.to_string()]
    };
    let lines: Vec<Vec<String>> = std::iter::once(head).chain(rows.iter().map(line)).collect();
    (!rows.is_empty()).then(|| columns(&lines))
}

/// Rows of standings as lines, below a head.
pub fn table_text(table: &Crosstable, rows: &[Row], ties: &[TieBreak]) -> String {
    let mut lines: Vec<Vec<String>> = Vec::new();
    let mut head = vec!["".to_owned(), "player".to_owned(), "points".to_owned()];
    head.extend(ties.iter().map(|tie| tie_title(*tie).to_owned()));
    lines.push(head);
    for row in rows {
        let player = &table.players()[row.player];
        let left = player.leaves.map(|_| " (left)").unwrap_or_default();
        let points = show_points(row.points, table.scoring());
        let mut line = vec![row.rank.to_string(), format!("{}{left}", crate::document::harmless(&player.name)), points];
        line.extend(row.values.iter().map(|value| match value.value {
            Some(number) => value.tie_break.show(number, table.scoring()),
            None => "–".to_owned(),
        }));
        lines.push(line);
    }
    columns(&lines)
}

/// Lines with aligned columns; the second column is text, the others are numbers.
pub fn columns(lines: &[Vec<String>]) -> String {
    let wide = |column: usize| lines.iter().filter_map(|line| line.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..lines.iter().map(Vec::len).max().unwrap_or(0)).filter_map(wide).collect();
    let mut text = String::new();
    for line in lines {
        for (column, cell) in line.iter().enumerate() {
            let room = " ".repeat(widths[column].saturating_sub(cell.chars().count()));
            text += &if column == 1 { format!("  {cell}{room}") } else { format!("  {room}{cell}") };
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// The column head for a tie-break.
pub fn tie_title(tie: TieBreak) -> &'static str {
    match tie {
        TieBreak::Buchholz => "Buchholz",
        TieBreak::BuchholzCut1 => "Bh cut 1",
        TieBreak::BuchholzCut2 => "Bh cut 2",
        TieBreak::BuchholzMedian => "Bh median",
        TieBreak::SonnebornBerger => "S-B",
        TieBreak::DirectEncounter => "head to head",
        TieBreak::Wins => "wins",
        TieBreak::GamesWon => "games won",
        TieBreak::SecondSideGames => "2nd side",
        TieBreak::SecondSideWins => "2nd side won",
        TieBreak::Progressive => "progressive",
        TieBreak::Margin => "margin",
        TieBreak::Rating => "rating",
        TieBreak::Lot => "lot",
    }
}
