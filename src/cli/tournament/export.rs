//! `tournament export`: the tournament for other programs, and checkpoints for people who keep copies.

use std::path::PathBuf;

use serde_json::json;
use tournament::checkpoint::checkpoint;
use tournament::crosstable::{Format as CrosstableFormat, area_rating, show_points, trf};
use tournament::documents::StageFormat;
use tournament::state::TournamentState;

use super::carried_ratings;
use super::folder::{TournamentArgs, TournamentFolder};
use super::issue_document::Signer;
use super::standings::tie_title;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, files, out};
use crate::document::{Bytes32, Problem};

/// Write the tournament in another program's format, or a signed checkpoint of its chain.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: TournamentArgs,
    /// What to write.
    #[arg(long, value_enum, default_value = "trf")]
    to: Target,
    /// The file to write [default: standard output].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    signer: Signer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Target {
    /// FIDE's tournament report file of 2016, which pairing programs read.
    Trf,
    /// FIDE's tournament report file of 2026.
    Trf26,
    /// The standings as comma-separated values, with points as the table shows them.
    Csv,
    /// AREA ratings after the games that were played; everybody starts with his rating on the roster, or 5000.
    Ratings,
    /// The results by scenario and side.
    Sides,
    /// A checkpoint, signed by the director: give it to everybody who keeps a copy.
    Checkpoint,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let season = folder.complete_season(&chain)?;
    let text = match args.to {
        Target::Trf => report_file(&season, trf::Version::Trf16)?,
        Target::Trf26 => report_file(&season, trf::Version::Trf26)?,
        Target::Ratings => ratings(&season),
        Target::Sides => sides(&season),
        Target::Csv => csv(&season)?,
        Target::Checkpoint => {
            let official = args.signer.official(&chain)?;
            if official.id != chain.tournament.director.id {
                let problem = Problem::new("only the director can sign checkpoints").rule("protocol 12.5");
                return Err(Failure::no(problem));
            }
            let leaves: Vec<Bytes32> =
                std::iter::once(chain.announcement.digest).chain(chain.line.iter().map(|filed| filed.digest)).collect();
            checkpoint(&season.id, &leaves, &official.key)
        }
    };
    let adjusted = adjustments(&season, args.to)?;
    match &args.out {
        Some(path) => {
            files::write_page(path, text.as_bytes()).map_err(|problem| Failure::cannot_in(path, problem))?;
            let words = || {
                let lines: String = adjusted.iter().map(|line| format!("  {line}\n")).collect();
                let head = if adjusted.is_empty() { "" } else { "What the file does not hold [TN-8]:\n" };
                format!("Written: {}\n{head}{lines}", path.shown())
            };
            out::answer(format, words, || json!({"file": path, "adjustments": adjusted}))
        }
        None => out::answer(format, || text.clone(), || json!({"text": text, "adjustments": adjusted})),
    }
}

/// FIDE's tournament report file.
fn report_file(season: &TournamentState<'_>, version: trf::Version) -> Result<String, Failure> {
    let table = season.crosstable().map_err(Failure::no)?;
    let knockouts: Vec<String> = (1..)
        .zip(table.rounds())
        .filter(|(_, round)| round.format == CrosstableFormat::Knockout)
        .map(|(number, _)| number.to_string())
        .collect();
    let only_knockouts =
        season.tournament.stages.iter().all(|stage| matches!(stage.format, StageFormat::Knockout { .. }));
    if only_knockouts {
        let problem =
            Problem::new("a tournament report file cannot hold a knock-out, because the format has no brackets");
        return Err(Failure::no(problem.rule("TN-8").advice("write the final places with --to csv")));
    }
    if !knockouts.is_empty() {
        let rounds = match knockouts.as_slice() {
            [one] => format!("round {one} of the knock-out is"),
            several => format!("rounds {} of the knock-out are", several.join(", ")),
        };
        out::warn(&format!(
            "{rounds} not in the file, because the format has no brackets [TN-8]; --to csv writes the final places"
        ));
    }
    let absent = trf::absent(&table, &[]);
    let heading = trf::Heading {
        name: season.tournament.title.clone(),
        dates: [season.tournament.date.get(..10).unwrap_or_default().to_owned(), String::new()],
        director: season.tournament.director.name.clone(),
        tie_breaks: season.tournament.tie_breaks.clone(),
        ..trf::Heading::default()
    };
    let several = |problems: Vec<Problem>| Failure::Negative(problems.into_iter().map(Into::into).collect());
    trf::write_as(&trf::Report { heading, table, absent, notes: trf::Notes::default() }, version).map_err(several)
}

/// What a report file does not hold of a tournament; empty for other formats.
fn adjustments(season: &TournamentState<'_>, to: Target) -> Result<Vec<String>, Failure> {
    if !matches!(to, Target::Trf | Target::Trf26) {
        return Ok(Vec::new());
    }
    let mut said = trf::adjustments(&season.crosstable().map_err(Failure::no)?);
    if season.players.iter().any(|player| player.team.is_some()) {
        said.push("the teams are left out: the format has only teams that meet each other".to_owned());
    }
    Ok(said)
}

/// AREA ratings as comma-separated values.
fn ratings(season: &TournamentState<'_>) -> String {
    let mut text = "player,name,rating,games\n".to_owned();
    for rated in carried_ratings::after(season) {
        let player = season.players.iter().find(|player| player.id.as_str() == rated.player);
        let name = player.map(|player| quoted(&player.name)).unwrap_or_default();
        text += &format!("{},{name},{},{}\n", rated.player, rated.rating, rated.games);
    }
    text
}

/// Results by scenario and side as comma-separated values.
fn sides(season: &TournamentState<'_>) -> String {
    let results = season.results_by_side();
    let mut text = "scenario,first side won,drawn,second side won,margin of the first side\n".to_owned();
    for row in
        area_rating::by_side(results.iter().map(|(scenario, winner, margin)| (scenario.as_str(), *winner, *margin)))
    {
        text += &format!("{},{},{},{},{}\n", row.scenario, row.first, row.drawn, row.second, row.margin);
    }
    text
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn csv(season: &TournamentState<'_>) -> Result<String, Failure> {
    let rows = season.standings_rows().map_err(Failure::no)?;
    let scoring = &season.tournament.scoring;
    let ties: Vec<&str> = season.tournament.tie_breaks.iter().map(|tie| tie_title(*tie)).collect();
    let mut text = format!("rank,player,name,points,{}\n", ties.join(","));
    for row in rows {
        let name = season.player(&row.player).map(|player| player.name.clone()).unwrap_or_default();
        let ties: Vec<String> = season
            .tournament
            .tie_breaks
            .iter()
            .map(|tie| row.tie_breaks.get(&tie.name()).map(|value| tie.show(*value, scoring)).unwrap_or_default())
            .collect();
        text += &format!(
            "{},{},{},{},{}\n",
            row.rank,
            row.player,
            quoted(&name),
            show_points(row.points, scoring),
            ties.join(",")
        );
    }
    Ok(text)
}
