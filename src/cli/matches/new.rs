//! `match new`: the folder of a new match, with a charter that nobody has joined yet.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::chain::charter::{self, NewMatch};
use crate::cli::pack::folder::{Placer, pack_in};
use crate::cli::{Answer, Failure, Format, clock, files, folder, out, seat};
use crate::document::kinds::{PackPin, RulesetPin, TrustMode};
use crate::document::{Form, Problem, write};

/// Begin a match: write its folder, with a charter to join and the data that it is played with.
///
/// Who joins first stands first in the charter and, head-to-head, opens the match.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to make.
    folder: PathBuf,
    /// What the match is called.
    #[arg(long)]
    title: String,
    /// The game.
    #[arg(long, default_value = "civil_war")]
    ruleset: String,
    /// The scenario.
    #[arg(long, default_value = "virginia_1861")]
    scenario: String,
    /// Who adjudicates: the other player (head-to-head), or a third person (refereed).
    #[arg(long, value_enum, default_value = "head-to-head")]
    trust: Trust,
    /// The days within which each promises to answer.
    #[arg(long, value_name = "DAYS", default_value_t = 7, value_parser = clap::value_parser!(u32).range(1..=3650))]
    pace_days: u32,
    /// A data pack of your own, as a folder: the game's, with figures that you have corrected. The charter pins it.
    #[arg(long, value_name = "DIR")]
    pack: Option<PathBuf>,
    /// An option of the scenario; may be given several times.
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Trust {
    HeadToHead,
    Refereed,
}

pub fn run(args: Args, format: Format) -> Answer {
    if args.folder.join("charter.yaml").symlink_metadata().is_ok() {
        let problem = Problem::new("this folder holds a match already");
        return Err(Failure::cannot_in(&args.folder, problem.advice("name a new folder")));
    }
    if args.folder.exists() && !args.folder.is_dir() {
        let problem = Problem::new("this is a file, and the folder of a match is wanted");
        return Err(Failure::cannot_in(&args.folder, problem.advice("name a new folder")));
    }
    let ruleset = seat::id("game", &args.ruleset)?;
    let scenario = seat::id("scenario", &args.scenario)?;
    let games = folder::games();
    let mut shipped = folder::shipped(ruleset.as_str()).map_err(Failure::cannot)?;
    if let Some(folder) = &args.pack {
        // A game has one pack today, which one's own replaces.
        let own = pack_in(folder)?;
        shipped.packs.values_mut().for_each(|pack| pack.clone_from(&own));
    }
    let unfit = |problem| match &args.pack {
        Some(folder) => Placer::refusal(folder, [problem]),
        None => Failure::cannot(problem),
    };
    let game = games.game(ruleset.as_str(), shipped.revision, &shipped.packs).map_err(unfit)?;
    let options = options(&args.options)?;
    game.setup(&scenario, &options).map_err(Failure::cannot)?;
    let mut pins = Vec::new();
    for (name, pack) in &shipped.packs {
        pins.push(PackPin { name: seat::id("pack", name)?, sha256: pack.digest() });
    }
    let new = NewMatch {
        title: args.title,
        date: clock::now(),
        ruleset: RulesetPin { id: ruleset, revision: shipped.revision },
        packs: pins,
        scenario,
        options,
        trust: if args.trust == Trust::Refereed { TrustMode::Refereed } else { TrustMode::HeadToHead },
        pace_days: args.pace_days,
        continues: None,
    };
    let text = write(&charter::draft(&new));
    let path = args.folder.join("charter.yaml");
    // What the program writes it must be able to read: a title may hold anything.
    let document = files::parse(&path, text.as_bytes())?;
    let typed = crate::document::decode(&document).map_err(|problem| Failure::cannot_in(&path, problem))?;
    let mut written = Vec::new();
    for (name, pack) in &shipped.packs {
        for (file, content) in pack.iter() {
            let text = write(content);
            let kept = PathBuf::from("packs").join(name).join(file);
            if let Some(own) = &args.pack {
                // As a match keeps it, it must be a document that a match reads.
                let read = crate::document::read(file, text.as_bytes(), Form::Signed);
                read.map_err(|problem| Failure::no_in(own.join(file), Problem { mark: None, ..problem }))?;
            }
            written.push((args.folder.join(kept), text));
        }
    }
    written.push((path.clone(), text));
    begin(&args.folder, &written)?;
    let mut next = super::next_before_play(&typed, &game.sides());
    if args.pack.is_some() {
        next.push("mail the folder packs/ with the charter: the data is your own, and nobody else has it".to_owned());
    }
    let words = || {
        let next: String = next.iter().map(|line| format!("  {line}\n")).collect();
        format!("The charter of '{}' is in {}.\nNext:\n{next}", typed.title, path.display())
    };
    out::answer(format, words, || json!({"folder": args.folder, "next": next}))
}

/// Writes the files of a match, the charter last; where one of them cannot be written, there is no match, and what was
/// written is taken away again.
fn begin(folder: &Path, written: &[(PathBuf, String)]) -> Answer {
    let was_there = folder.exists();
    let all = || {
        folder::Folder::make_parts(folder)?;
        for (path, text) in written {
            files::write(path, text.as_bytes()).map_err(|problem| Failure::cannot_in(path, problem))?;
        }
        Ok(())
    };
    let fresh: Vec<&PathBuf> = written.iter().map(|(path, _)| path).filter(|path| !path.exists()).collect();
    let begun = all();
    if begun.is_err() {
        // What cannot be removed lies in a folder that is told of as it is.
        match was_there {
            true => {
                fresh.into_iter().for_each(|path| drop(fs::remove_file(path)));
                // Only empty folders can be removed so.
                folder::PARTS.iter().for_each(|part| drop(fs::remove_dir(folder.join(part))));
            }
            false => drop(fs::remove_dir_all(folder)),
        }
    }
    begun
}

/// The options, each a name and a value: a whole number, true, false, or a text.
fn options(given: &[String]) -> Result<Map<String, Value>, Failure> {
    let mut options = Map::new();
    for option in given {
        let Some((name, value)) = option.split_once('=') else {
            let problem = Problem::new(format!("'{option}' is no option"));
            return Err(Failure::cannot(problem.advice("write it as NAME=VALUE")));
        };
        let value = match (value.parse::<i64>(), value) {
            (Ok(number), _) => json!(number),
            (_, "true") => json!(true),
            (_, "false") => json!(false),
            _ => json!(value),
        };
        options.insert(name.to_owned(), value);
    }
    Ok(options)
}
