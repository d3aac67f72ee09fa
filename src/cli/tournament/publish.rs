//! `tournament publish`: a tournament as a static site that works without a server or scripts.

mod bracket;
mod crosstables;
mod decisions;
mod games;
mod index;
mod labels;
mod match_cache;
mod matches;
mod players;
mod rounds;
mod search;
mod site_data;
mod taken_on_trust;
mod verify;

use std::path::PathBuf;

use tournament::audit::audit;

use self::site_data::SiteData;
use super::folder::{TournamentFolder, TournamentOption, missing_end};
use crate::cli::site::files::Site;
use crate::cli::site::frame::{Frame, Page};
use crate::cli::site::html::link;
use crate::cli::site::{SCRIPT, STYLE};
use crate::cli::{CommandResult, Diagnostic, Failure, Format, out};

/// The pages in every page's navigation.
const WAYS: [(&str, &str); 8] = [
    ("index.html", "Standings"),
    ("cross.html", "Cross table"),
    ("rounds.html", "Rounds"),
    ("players.html", "Players"),
    ("games.html", "Games"),
    ("decisions.html", "Decisions"),
    ("word.html", "On a person’s word"),
    ("verify.html", "Verify"),
];

/// Write the tournament as a site: standings, cross table, rounds, players, games with reports and replays, decisions,
/// and a page that verifies it all in the browser.
///
/// The pages need no server and no script; the search and the verification need a script, and no network. The same
/// documents give the same pages. If you publish again, it writes only what has changed, and removes its pages
/// that are no longer needed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The tournament's folder, as with --folder.
    #[arg(value_name = "FOLDER")]
    named: Option<PathBuf>,
    /// The tournament's folder [default: the current folder, or the nearest one above it with a tournament].
    #[arg(long, value_name = "DIR", conflicts_with = "named")]
    folder: Option<PathBuf>,
    /// The folder of the site: a new one, or the one of an earlier publication.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Publish the players' mail addresses with their entries. Without it, the verification page has only the digests
    /// of such entries.
    #[arg(long)]
    addresses: bool,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let folder = TournamentFolder::read(&TournamentOption::at(args.named.or(args.folder)).find()?)?;
    let chain = folder.chain()?;
    let (audit, season) = audit(&folder.documents, &chain);
    if !audit.failures.is_empty() {
        let failures = audit.failures.iter().map(|(file, problem)| folder.printed(file, problem.clone()));
        let damage = folder.damage(&chain);
        return Err(Failure::Negative(damage.into_iter().take(1).chain(failures).collect::<Vec<Diagnostic>>()));
    }
    if let Some(problem) = missing_end(&chain)? {
        return Err(Failure::no_in(&folder.path, problem));
    }
    let season =
        season.ok_or_else(|| Failure::cannot(crate::document::Problem::new("the tournament does not verify")))?;
    let mut site = Site::open(&args.out, &season.id.to_string())?;
    let (matches, left_out) = matches::all(&folder, &season, &mut site)?;
    let (table, standings) = match season.players.is_empty() {
        true => (None, Vec::new()),
        false => (Some(season.crosstable().map_err(Failure::no)?), season.standings_rows().map_err(Failure::no)?),
    };
    // A document that the director has not taken is not attributed to anybody.
    let taken = |word: &tournament::audit::Attestation| {
        let mut from_players = chain.from_players.values();
        from_players.find(|filed| filed.file == word.file).is_none_or(|filed| season.has_taken(&filed.digest))
    };
    let words = audit.words.into_iter().filter(taken).collect();
    let sides = season.tournament.games.iter().map(|game| (game.id.clone(), super::sides::names(game))).collect();
    let site_data = SiteData { chain: &chain, season: &season, table, standings, matches, words, left_out, sides };
    let verifies = site.share("verify", "js", &verify::script())?;
    let (number, head) = (season.next - 1, season.head);
    let foot = |up: &str| {
        format!(
            "<p>The chain of documents ends with document {number}: <code class=\"digest\">{head}</code>. Compare it with the \
             director’s mails, and {} this tournament.</p>\n",
            link(&format!("{up}verify.html"), "verify")
        )
    };
    let frame = Frame {
        title: season.tournament.title.clone(),
        ways: &WAYS,
        label: "Tournament",
        foot: &foot,
        style: site.share("site", "css", STYLE)?,
        script: site.share("site", "js", SCRIPT)?,
        index: search::index(&site_data).write(&mut site)?,
    };
    let mut pages: Vec<Page> =
        vec![index::page(&site_data), crosstables::page(&site_data), taken_on_trust::page(&site_data)];
    pages.extend(rounds::pages(&site_data));
    pages.extend(players::pages(&site_data));
    pages.extend(games::pages(&site_data));
    pages.extend(decisions::pages(&site_data));
    pages.push(verify::page(&site_data, &folder.documents, verifies, args.addresses));
    for page in &pages {
        site.add(page.path.clone(), frame.write(page))?;
    }
    let (count, left) = (site_data.matches.len(), site_data.left_out.clone());
    let done = site.publish()?;
    let first = args.out.join("index.html");
    out::answer(format, || done.words(&first, count, &left), || done.value(&first, count, &left))
}
