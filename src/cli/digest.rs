//! `digest`: the SHA-256 of a document's canonical form.

use std::path::PathBuf;

use serde_json::json;

use super::{CommandResult, Format, files, out};
use crate::document::canonical;

/// Print the digest of a document: the SHA-256 of its canonical form.
///
/// Accepts any mapping that fits the profile of a signed document, whatever its fields, and leaves out its signatures
/// (docs/protocol.md, sections 1 and 2). The digest of a charter is the match id.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file, or `-` for standard input.
    file: PathBuf,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let document = files::document(&args.file)?;
    let digest = canonical::digest(&document.content);
    out::answer(format, || digest.to_string(), || json!({"digest": digest}))
}
