//! `tournament new`: the announcement.

use std::path::PathBuf;

use serde_json::json;
use tournament::documents::Kind;
use tournament::signed::{ParsedDocument, seal};
use tournament::state::lots_commitment;

use super::folder::{DOCUMENTS, MATCHES, PLAYERS, file_name};
use super::plan::{self, EXAMPLE, Plan};
use super::tournament_vault::TournamentVault;
use crate::cli::match_args::check_name;
use crate::cli::paths::Shown;
use crate::cli::{CommandResult, Failure, Format, files, home, out, seat, suggested_commands};
use crate::document::{Bytes32, Id, Problem, write};
use crate::trust::{Vault, fingerprint, secret};

/// Announce a tournament: sign its plan and write its folder.
///
/// Without --plan, the program writes an example to FOLDER/plan.yaml for you to change.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to create.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// The plan of the tournament.
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// The name of the director's key [default: your only key, or the one named default].
    #[arg(long)]
    key: Option<String>,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    check_name(&args.folder)?;
    let Some(path) = &args.plan else { return example(&args.folder, format) };
    let announced = args.folder.join(DOCUMENTS);
    if announced.exists() {
        let problem = Problem::new("a tournament has already been announced in this folder");
        return Err(Failure::cannot_in(&args.folder, problem.advice("name a new folder")));
    }
    let plan = plan::read_plan(path)?;
    let vault = home::vault()?;
    let name = seat::key_name(&vault, args.key)?;
    announce(&args.folder, &plan, &vault, &name, format).map_err(|failure| plan::located(path, failure))
}

fn announce(folder: &std::path::Path, plan: &Plan, vault: &Vault, name: &str, format: Format) -> CommandResult {
    let key = seat::load(vault, name)?;
    let director = Id::known("director");
    let seed = Bytes32(*secret::random32());
    let mut content = json!({"adjutant": 1, "kind": Kind::Tournament.as_str()});
    let fields = plan.announcement()?;
    for (field, value) in fields {
        content[field.as_str()] = value;
        if field == "date" {
            content["director"] = json!({"id": director, "name": plan.director, "key": key.public()});
            if let Some(email) = &plan.email {
                content["director"]["email"] = json!(email);
            }
            content["lots"] = json!(lots_commitment(&seed));
        }
    }
    let text = write(&seal(Kind::Tournament, &content, &director, &key));
    let filed = ParsedDocument::read("the plan", text.as_bytes()).map_err(Failure::no)?;
    if let tournament::signed::Typed::Tournament(typed) = &filed.typed {
        tournament::state::check_announcement(typed).map_err(Failure::no)?;
    }
    TournamentVault::open(vault, &filed.digest)?.keep_seed(&key, &seed)?;
    for part in [PLAYERS, MATCHES] {
        let path = folder.join(part);
        std::fs::create_dir_all(&path)
            .map_err(|error| Failure::cannot_in(&path, Problem::new(format!("cannot make the folder: {error}"))))?;
    }
    let path = folder.join(file_name(&filed));
    files::write(&path, text.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    let place = suggested_commands::shell_quoted(folder);
    let next = [
        format!(
            "mail {} to everybody who may enter; a player enters with `adjutant tournament enter --player ID --name NAME --folder FOLDER`",
            path.shown()
        ),
        format!("adjutant tournament take ENTRY… --folder {place}  # takes in the mails of the players"),
        format!("adjutant tournament roster --folder {place}  # closes the entries and signs the roster"),
    ];
    let words = || {
        let next: String = next.iter().map(|line| format!("  {line}\n")).collect();
        format!(
            "'{}' is announced in {}.\n  id           {}\n  director     {}, fingerprint {}\nNext:\n{next}",
            plan.title,
            path.shown(),
            filed.digest,
            plan.director,
            fingerprint(&key.public())
        )
    };
    out::answer(format, words, || json!({"tournament": filed.digest, "file": path, "next": next}))
}

/// Writes an example plan.
fn example(folder: &std::path::Path, format: Format) -> CommandResult {
    let path = folder.join("plan.yaml");
    if path.exists() {
        let next = format!(
            "adjutant tournament new {} --plan {}",
            suggested_commands::shell_quoted(folder),
            suggested_commands::shell_quoted(&path)
        );
        let problem = Problem::new("there is already a plan here");
        return Err(Failure::cannot_in(&path, problem.advice(format!("announce it with `{next}`"))));
    }
    files::write(&path, EXAMPLE.as_bytes()).map_err(|problem| Failure::cannot_in(&path, problem))?;
    let next = format!(
        "adjutant tournament new {} --plan {}",
        suggested_commands::shell_quoted(folder),
        suggested_commands::shell_quoted(&path)
    );
    let words =
        || format!("An example of a plan is in {}. Change it, then announce the tournament:\n  {next}\n", path.shown());
    out::answer(format, words, || json!({"plan": path, "next": next}))
}
