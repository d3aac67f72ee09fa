//! The files of other programs beside the matches of an archive, on its site.

use std::collections::BTreeMap;

use archive::model::Attached;

use super::matches::MatchCacheEntry;
use super::site_data::{Packed, attached_files};
use crate::cli::archive::archive_folder::Archive;
use crate::cli::archive::attachments::{MAX_BYTES, listed, places, read_attachment};
use crate::cli::site::files::Site;
use crate::cli::site::html::{digest, inline_quote, name, table, time, truncated};
use crate::cli::{Failure, files};
use crate::document::Bytes32;
use crate::report::markup;
use crate::trust::keys::fingerprint;

/// Adds the attachments of the published matches to the site, each file with the document that its bringer has signed; by
/// match. One that does not verify is left out, and named.
///
/// # Errors
/// A system error.
pub fn all(
    archive: &Archive,
    packed: &BTreeMap<String, Packed>,
    site: &mut Site<MatchCacheEntry>,
    left_out: &mut Vec<String>,
) -> Result<BTreeMap<String, Vec<Attached>>, Failure> {
    let mut found: BTreeMap<String, Vec<Attached>> = BTreeMap::new();
    for (match_id, sha256) in listed(archive)?.into_keys().filter(|(match_id, _)| packed.contains_key(match_id)) {
        let [document, file] = places(archive, &match_id, &sha256);
        let attached = match read_attachment(archive, &match_id, &sha256) {
            Ok(attached) => attached,
            Err(problem) => {
                left_out.push(format!("the attachment {sha256} of the match {match_id}: {}", problem.message));
                continue;
            }
        };
        let [document_path, file_path] = attached_files(&match_id, &sha256);
        site.add(document_path, files::read(&document, files::MAX_BYTES)?)?;
        site.add(file_path, files::read(&file, MAX_BYTES)?)?;
        found.entry(match_id).or_default().push(attached);
    }
    Ok(found)
}

/// The table of a match's attachments; nothing if it has none.
pub fn of_match(attached: &[Attached]) -> String {
    let line = |one: &Attached| {
        let [document, file] = attached_files(&one.match_id, &one.sha256);
        let key = one.key.parse::<Bytes32>().map(|key| fingerprint(&key)).unwrap_or_default();
        let said = if one.note.is_empty() { String::new() } else { format!("<br>{}", inline_quote(&one.note)) };
        vec![
            format!("{}<br>{} KiB", download(&file, &one.name), one.bytes.div_ceil(1024)),
            format!("{}<br><code class=\"digest\">{}</code>{said}", name(&one.person), markup(&key)),
            time(&one.brought),
            format!("{}<br>{}", digest(&markup(&one.sha256)), download(&document, "what was signed")),
        ]
    };
    let lines: Vec<Vec<String>> = attached.iter().map(line).collect();
    if lines.is_empty() {
        return String::new();
    }
    format!(
        "{}<p class=\"faint\">These files prove nothing about the match but who brought them.</p>\n",
        table("Files of other programs", &["File", "Brought by", "On", "SHA-256"], &lines, &[])
    )
}

/// A link that saves a file of the site under the name that it had.
fn download(path: &str, called: &str) -> String {
    let saved = if path.ends_with(".yaml") { String::new() } else { format!("=\"{}\"", markup(&truncated(called))) };
    format!("<a href=\"../{}\" download{saved}>{}</a>", markup(path), name(called))
}
