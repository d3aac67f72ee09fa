//! A match on a site: its replay, the reports of all steps, and their text for the search.

use super::files::shared;
use super::match_paths::MatchPaths;
use super::report::{self, ReportPage, Step};
use crate::cli::open_match::Match;
use crate::cli::{Failure, replay};
use crate::report::grammar::capital;
use crate::report::replay::SiteLinks;

/// The pages of a match.
#[derive(Clone, Debug)]
pub struct MatchPages {
    pub steps: Vec<Step>,
    /// The pages, and what they share with others, each with its path.
    pub files: Vec<(String, String)>,
}

/// Makes the replay of a match, the page of its reports, and the texts for the search.
///
/// # Errors
/// A state or a position cannot be read.
pub fn drawn(found: &Match<'_>, place: &MatchPaths) -> Result<MatchPages, Failure> {
    let mut steps = Vec::new();
    let mut told = ReportPage::new(place);
    let (page, proof) = replay::replay(found, |frame| {
        let number = steps.len() as u64;
        steps.push(report::step(frame, number, told.before()));
        told.push(frame, number);
    })?;
    let beside = SiteLinks {
        page: place.relative_link(""),
        called: capital(&place.called),
        reports: place.relative_link("-report"),
        front: "../index.html".to_owned(),
    };
    let mut at = Vec::new();
    let apart = page.write_split(&proof, &beside, |style, script| {
        at = vec![shared("replay", "css", style), shared("replay", "js", script)];
        [format!("../{}", at[0]), format!("../{}", at[1])]
    });
    let mut files = vec![(at[0].clone(), apart.style), (at[1].clone(), apart.script), (place.replay(), apart.page)];
    files.extend(told.write());
    files.push((place.text(), report::text_file(&place.file, &steps)));
    Ok(MatchPages { steps, files })
}
