//! `canonical`: the form of a document that is hashed.

use std::io::IsTerminal;
use std::path::PathBuf;

use serde_json::json;

use super::{CommandResult, Format, files, out};
use crate::document::canonical;

/// Print the canonical form of a document: its content without signatures, under RFC 8785.
///
/// Accepts any mapping that fits the profile of a signed document, whatever its fields (docs/protocol.md, sections 1
/// and 2). No line break follows it, so `adjutant canonical FILE | sha256sum` gives the digest.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file, or `-` for standard input.
    file: PathBuf,
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let document = files::document(&args.file)?;
    let bytes = canonical::canonical(&document.content);
    let text = String::from_utf8_lossy(&bytes);
    match format {
        // A terminal gets escapes, which JSON reads as the same text; a pipe gets exactly the bytes that are hashed.
        Format::Text if std::io::stdout().is_terminal() => out::print(&out::escaped_json(&text)),
        Format::Text => out::print(&text),
        Format::Json => out::answer(format, String::new, || json!({"canonical": text})),
    }
}
