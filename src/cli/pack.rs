//! `pack`: make, check, compare and show a data pack.

mod copy;
pub mod folder;
mod inspect;

use crate::cli::paths::Shown;
use crate::sorted::SortedMap;
use std::path::{Path, PathBuf};

use clap::Subcommand;
use serde_json::json;

use super::folder as matches;
use super::out::Diagnostic;
use super::pictures::PictureFiles;
use super::show::MapArgs;
use super::{CommandResult, Failure, Format, files, out, seat, suggested_commands};
use crate::document::{self, Form, Problem};
use crate::engine::Ruleset;
use crate::games::civil_war::atlas;
use crate::games::civil_war::pack::{FarWest, Map, Pack};
use crate::games::civil_war::{CivilWar, present};
use crate::report::svg::Drawing;
use crate::report::{MapView, a4_pages};
use folder::{GameOption, PackSource, ProblemLocator};

/// Build, check, compare or show a data pack: the figures printed on a game's map, counters and charts.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Copy(copy::Copy),
    /// Compile a pack's map from its sources.
    Build(Build),
    /// Check that a pack is consistent, and list every entry that is not.
    Check(inspect::Check),
    /// Compare two packs entry by entry.
    Diff(inspect::Diff),
    /// Show the entries of a pack, or count them by source.
    Show(inspect::Show),
    /// Draw the map of a pack.
    Map(Draw),
    /// Lay out the charts of The Civil War on A4 sheets, for printing.
    Charts(Charts),
}

#[derive(Debug, clap::Args)]
struct Draw {
    /// The pack's folder, or a map file [default: the game's pack in scenarios/ if there is one, else the program's
    /// own].
    pack: Option<PathBuf>,
    #[command(flatten)]
    of: GameOption,
    /// Draw this scenario's set-up [default: the map without forces].
    #[arg(long, value_name = "ID")]
    scenario: Option<String>,
    #[command(flatten)]
    draw: MapArgs,
}

#[derive(Debug, clap::Args)]
struct Charts {
    /// The pack's folder [default: scenarios/civil_war if there is one, else the program's own].
    pack: Option<PathBuf>,
    #[command(flatten)]
    files: PictureFiles,
}

#[derive(Debug, clap::Args)]
struct Build {
    /// The pack's folder.
    #[arg(default_value = "scenarios/civil_war")]
    folder: PathBuf,
    /// Write nothing; exit with 1 if the map differs from its sources.
    #[arg(long)]
    check: bool,
    /// Write the map to this file instead of the pack.
    #[arg(long, value_name = "FILE")]
    to: Option<PathBuf>,
    /// Write the map despite errors, and leave out the entries that are wrong.
    #[arg(long, conflicts_with = "check")]
    anyway: bool,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    match args.what {
        What::Copy(args) => copy::run(&args, format),
        What::Build(args) => build(&args, format),
        What::Check(args) => inspect::check(&args, format),
        What::Diff(args) => inspect::diff(&args, format),
        What::Show(args) => inspect::show(&args, format),
        What::Map(args) => draw(args, format),
        What::Charts(args) => charts(args, format),
    }
}

fn build(args: &Build, format: Format) -> CommandResult {
    let folder = args.folder.join(atlas::FOLDER);
    if !folder.is_dir() {
        let problem = Problem::new("this folder has no map sources");
        let advice = format!("name the folder of a pack that has a subfolder {}/", atlas::FOLDER);
        return Err(Failure::cannot_in(folder, problem.advice(advice)));
    }
    let path = args.to.clone().unwrap_or_else(|| args.folder.join(atlas::MAP));
    let mut texts = SortedMap::new();
    for name in atlas::FILES {
        let source = folder.join(name);
        if source.symlink_metadata().is_err() {
            // The compiler reports every file that is missing.
            continue;
        }
        if files::are_same(&source, &path) {
            let problem = Problem::new("this is a source of the map, which the map would overwrite");
            return Err(Failure::cannot_in(path, problem.advice("write the map to another file")));
        }
        texts.insert(name.to_owned(), text(&source)?);
    }
    let wrong = |problems| ProblemLocator::refusal(&folder, problems);
    let (built, problems) = atlas::build_anyway(&texts).map_err(wrong)?;
    if !problems.is_empty() && !args.anyway {
        return Err(wrong(problems));
    }
    // The output has to be a map, whatever the sources are.
    Map::from_text(&built.map).map_err(|problem| Failure::Negative(vec![quoted(&path, problem, &built.map)]))?;
    let stale = text(&path).map_or(true, |known| known != built.map);
    for note in &built.notes {
        out::warn(note);
    }
    if args.check {
        if stale {
            let problem = Problem::new("the map differs from its sources");
            return Err(Failure::no_in(
                path,
                problem.advice(format!("run `adjutant pack build {}`", suggested_commands::shell_quoted(&args.folder))),
            ));
        }
    } else if stale {
        files::write(&path, built.map.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    }
    let words = || {
        let did = if stale { "written" } else { "up to date" };
        format!("{}: {did}; {} notes\n", path.shown(), built.notes.len())
    };
    if !problems.is_empty() {
        if format == Format::Text {
            out::print(&words())?;
        }
        return Err(wrong(problems));
    }
    out::answer(format, words, || json!({"ok": true, "file": path, "written": stale, "notes": built.notes}))
}

fn draw(args: Draw, format: Format) -> CommandResult {
    let Draw { pack, of, scenario, draw } = args;
    if let Some(id) = scenario {
        let given = PackSource::of(pack.as_deref(), of);
        let files = given.files()?;
        let played = of.data(&files).game;
        let known = matches::shipped(played).map_err(Failure::cannot)?;
        // A game has one pack.
        let packs = known.packs.into_keys().map(|name| (name, files.clone())).collect();
        let game = matches::games().game(played, known.revision, &packs);
        let game = game.map_err(|problem| given.refusal([problem]))?;
        // The western sheet is on the table if it is asked for.
        let options = match played == CivilWar::ID && draw.goes_west() {
            true => serde_json::Map::from_iter([("far_west".to_owned(), json!(true))]),
            false => serde_json::Map::new(),
        };
        let table = game.setup(&seat::id("scenario", &id)?, &options).map_err(|problem| {
            // Nobody has written the option, which only the part of the map stands for.
            let of_the_west = problem.rule.as_deref() == Some("CW-315") && !options.is_empty();
            Failure::no(match of_the_west {
                true => problem.advice("name a part of the main map, or choose a scenario of the whole war"),
                false => problem,
            })
        })?;
        return draw.answer(&*table, format);
    }
    let given = PackSource::of(pack.as_deref(), of);
    let data = given.data(of);
    let west = draw.goes_west();
    let (view, Some(files)) = draw.picture() else {
        let problem = Problem::new("without a scenario, the map can be drawn only as a picture");
        return Err(Failure::cannot(problem.advice("add --svg FILE, or add --scenario ID to see a set-up as text")));
    };
    if data.game != CivilWar::ID {
        if view != MapView::default() {
            let problem = Problem::new("without a scenario, this game's map can be drawn only as a whole");
            return Err(Failure::cannot(problem.advice("add --scenario ID to see a part, with its forces")));
        }
        let drawing = (data.board)(&given.files()?).map_err(|problem| given.refusal([problem]))?;
        return files.write(&drawing, format);
    }
    // A map file alone is drawn with the usual sheet.
    let own = match &given {
        PackSource::Folder(pack) if west && pack.is_dir() => {
            Some(FarWest::of(&given.files()?).map_err(|problem| given.refusal([problem]))?)
        }
        _ => None,
    };
    let map = match given {
        PackSource::Folder(pack) => {
            let path = if pack.is_dir() { pack.join(atlas::MAP) } else { pack };
            let text = text(&path)?;
            let map = Map::from_text(&text);
            map.map_err(|problem| Failure::Negative(vec![quoted(&path, problem, &text)]))?.into()
        }
        PackSource::BuiltIn(_) => Pack::shipped().map,
    };
    let mut pack = Pack { map, ..Pack::shipped() };
    // The western sheet is drawn with the main map, if it is asked for.
    if west {
        pack.far_west = own.unwrap_or(pack.far_west);
        pack.join_far_west();
    }
    let rules = CivilWar::new(pack);
    let detail = view.detail();
    files.write(&present::draw(&rules, None, &view, None).map_err(Failure::no)?.at(detail), format)
}

/// Prints the charts of a pack of The Civil War on sheets.
fn charts(args: Charts, format: Format) -> CommandResult {
    let Charts { pack, files } = args;
    if !files.are_wanted() {
        let problem = Problem::new("charts can be written only as pictures");
        return Err(Failure::cannot(problem.advice("add --svg FILE or --png FILE")));
    }
    let given = PackSource::of(pack.as_deref(), GameOption::default());
    if given.data(GameOption::default()).game != CivilWar::ID {
        let problem = Problem::new("only the charts of The Civil War can be laid out on sheets");
        return Err(Failure::cannot(problem.advice("`adjutant pack show` prints every entry of this pack")));
    }
    let pack = Pack::from_files(&given.files()?).map_err(|problem| given.refusal([problem]))?;
    let pages = [pack.charts.crt.page(), pack.charts.page()];
    let sheets: Vec<Drawing> = pages.iter().flat_map(|page| a4_pages::sheets(&a4_pages::from_markdown(page))).collect();
    files.write_all(&sheets, format)
}

/// The text of a file.
fn text(path: &Path) -> Result<String, Failure> {
    let bytes = files::read(path, files::MAX_BYTES)?;
    String::from_utf8(bytes).map_err(|error| {
        let lossy = String::from_utf8_lossy(error.as_bytes()).into_owned();
        match document::read("", error.as_bytes(), Form::Pack) {
            Err(problem) => Failure::Negative(vec![quoted(path, problem, &lossy)]),
            Ok(_) => Failure::no_in(path, Problem::new("this is not UTF-8 text")),
        }
    })
}

/// A problem that already has its place in a file's text.
fn quoted(path: &Path, problem: Problem, text: &str) -> Diagnostic {
    Diagnostic { file: Some(path.to_owned()), text: problem.mark.map(|_| text.to_owned()), problem }
}
