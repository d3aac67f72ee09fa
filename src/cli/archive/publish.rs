//! `archive publish`: an archive as a static site that works without a server or scripts.

mod attached;
mod index;
mod lists;
mod match_page;
mod matches;
mod players;
mod scenarios;
mod site_data;
mod verify;

use std::collections::BTreeMap;
use std::path::PathBuf;

use archive::Filter;

use self::matches::MatchCacheEntry;
use self::site_data::SiteData;
use super::archive_folder::Archive;
use super::open_index::open;
use crate::cli::site::files::Site;
use crate::cli::site::frame::{Frame, Page};
use crate::cli::site::html::link;
use crate::cli::site::{SCRIPT, STYLE};
use crate::cli::{CommandResult, Format, out};

/// The kind of site, as recorded in the list of the site's files.
const SITE_KIND: &str = "an archive of matches";
/// The pages in every page's navigation.
const WAYS: [(&str, &str); 5] = [
    ("index.html", "Overview"),
    ("matches.html", "Matches"),
    ("players.html", "Players"),
    ("scenarios.html", "Scenarios and dice"),
    ("check.html", "Verify"),
];

/// Write the archive as a site: all matches with their replays, reports, files and attachments, each player, each scenario with its
/// results and dice.
///
/// The pages need no server and no script; the search and the replays need a script, and no network. A match that does
/// not verify is left out, and named. The same archive gives the same pages. If you publish again, it writes only what
/// has changed, and removes its pages that are no longer needed.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The archive, as with --archive.
    #[arg(value_name = "ARCHIVE", conflicts_with = "archive")]
    named: Option<PathBuf>,
    /// The folder of the site: a new one, or the one of an earlier publication.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The title of the site.
    #[arg(long, value_name = "TEXT", default_value = "Archive of matches")]
    title: String,
    /// Leave out the files of other programs that are kept beside matches: logs may hold what players wrote to each other.
    #[arg(long)]
    no_attachments: bool,
}

pub fn run(archive: &Archive, args: Args, format: Format) -> CommandResult {
    let named = args.named.map(|path| Archive { path });
    let archive = named.as_ref().unwrap_or(archive);
    let mut site: Site<MatchCacheEntry> = Site::open(&args.out, SITE_KIND)?;
    let index = open(archive, BTreeMap::new(), false)?.index;
    let fault = |fault| archive.fault(&fault);
    let rows = index.matches(&Filter::default(), None).map_err(fault)?.first;
    let (mut digests, mut left_out) = (BTreeMap::new(), Vec::new());
    for (name, sha256, why) in index.files().map_err(fault)? {
        match why {
            Some(why) => left_out.push(format!("{name}: {why}")),
            None => drop(digests.insert(name, sha256)),
        }
    }
    let mut search = Default::default();
    let packed = matches::all(archive, &rows, &digests, &mut site, &mut search, &mut left_out)?;
    let attached = match args.no_attachments {
        true => BTreeMap::new(),
        false => attached::all(archive, &packed, &mut site, &mut left_out)?,
    };
    let rows: Vec<_> = rows.into_iter().filter(|row| packed.contains_key(&row.id)).collect();
    let site_data = SiteData { title: args.title, tests: site_data::tests_of(&rows), rows, packed, left_out };
    let mut pages: Vec<Page> = vec![index::page(&site_data), verify::page(&site_data)];
    pages.extend(lists::all(&site_data));
    pages.extend(players::pages(&site_data, &mut search));
    pages.extend(scenarios::pages(&site_data, &mut search));
    for row in &site_data.rows {
        let details = index.details(&row.id).map_err(fault)?;
        let beside = attached.get(&row.id).map(Vec::as_slice).unwrap_or_default();
        pages.push(match_page::page(&site_data, row, &details, beside, &mut search));
    }
    site.add(verify::SUMS, verify::sums(&site_data))?;
    let foot = |up: &str| {
        let verify = link(&format!("{up}check.html"), "see how");
        format!("<p>Anyone can verify every match here from its documents: {verify}.</p>\n")
    };
    let frame = Frame {
        title: site_data.title.clone(),
        ways: &WAYS,
        label: "Archive",
        foot: &foot,
        style: site.share("site", "css", STYLE)?,
        script: site.share("site", "js", SCRIPT)?,
        index: search.write(&mut site)?,
    };
    for page in &pages {
        site.add(page.path.clone(), frame.write(page))?;
    }
    let done = site.publish()?;
    let (first, shown) = (args.out.join("index.html"), site_data.rows.len());
    let left = &site_data.left_out;
    out::answer(format, || done.words(&first, shown, left), || done.value(&first, shown, left))
}
