//! `tournament export`: the tournament for other programs, and checkpoints for whoever keeps copies.

use std::path::PathBuf;

use serde_json::json;
use tournament::checkpoint::checkpoint;
use tournament::crosstable::trf;

use super::folder::{Named, TournamentFolder};
use super::issue::Signer;
use super::standings::tie_title;
use crate::cli::{Answer, Failure, Format, files, out};
use crate::document::{Bytes32, Problem};

/// Write the tournament in the form of another program, or a signed checkpoint of its chain.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Named,
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
    /// FIDE's tournament report file, which pairing programs read.
    Trf,
    /// The standings as comma-separated values.
    Csv,
    /// A checkpoint, signed by the director: give it to whoever keeps a copy.
    Checkpoint,
}

pub fn run(args: Args, format: Format) -> Answer {
    let folder = TournamentFolder::read(&args.place.find()?)?;
    let chain = folder.chain()?;
    let season = folder.season(&chain)?;
    let text = match args.to {
        Target::Trf => trf::write(&season.crosstable().map_err(Failure::no)?, &season.tournament.title),
        Target::Csv => csv(&season)?,
        Target::Checkpoint => {
            let official = args.signer.official(&chain)?;
            if official.id != chain.tournament.director.id {
                let problem = Problem::new("the director alone signs checkpoints").rule("protocol 12.5");
                return Err(Failure::no(problem));
            }
            let leaves: Vec<Bytes32> =
                std::iter::once(chain.announcement.digest).chain(chain.line.iter().map(|filed| filed.digest)).collect();
            checkpoint(&season.id, &leaves, &official.key)
        }
    };
    match &args.out {
        Some(path) => {
            files::write_page(path, text.as_bytes()).map_err(|problem| Failure::cannot_in(path, problem))?;
            out::answer(format, || format!("Written: {}\n", path.display()), || json!({"file": path}))
        }
        None => out::answer(format, || text.clone(), || json!({"text": text})),
    }
}

fn csv(season: &tournament::season::Season<'_>) -> Result<String, Failure> {
    let rows = season.standings_rows().map_err(Failure::no)?;
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let ties: Vec<&str> = season.tournament.tie_breaks.iter().map(|tie| tie_title(*tie)).collect();
    let mut text = format!("rank,player,name,points,{}\n", ties.join(","));
    for row in rows {
        let name = season.player(&row.player).map(|player| player.name.clone()).unwrap_or_default();
        let ties: Vec<String> =
            row.tie_breaks.iter().map(|value| value.map(|value| value.to_string()).unwrap_or_default()).collect();
        text += &format!("{},{},{},{},{}\n", row.rank, row.player, quoted(&name), row.points, ties.join(","));
    }
    Ok(text)
}
