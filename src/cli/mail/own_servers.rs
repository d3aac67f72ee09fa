//! The user's own mail servers: what they write into a mail says when it came; what others write may be invented.

use crate::cli::{Failure, files, home};
use crate::document::Problem;

/// The file in the secrets folder that names them, one on each line.
const NAME: &str = "servers";
const MAX_BYTES: u64 = 64 << 10;

/// The servers that are named in the file and by an option; none if neither names any.
///
/// # Errors
/// A name is not that of a server, or the file cannot be read.
pub fn named(by_option: &[String]) -> Result<Vec<String>, Failure> {
    let path = home::home()?.join(NAME);
    let text = match path.exists() {
        true => String::from_utf8_lossy(&files::read(&path, MAX_BYTES)?).into_owned(),
        false => String::new(),
    };
    let without_note = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let in_file: Vec<String> = text.lines().map(without_note).filter(|line| !line.is_empty()).collect();
    let advice =
        "write the name that it has in the `Received` lines of your mail, such as mx.example.net, or its domain";
    let wrong = |name: &str| Problem::new(format!("'{name}' is not the name of a mail server")).advice(advice);
    if let Some(name) = in_file.iter().find(|name| !is_server(name)) {
        return Err(Failure::cannot_in(&path, wrong(name)));
    }
    if let Some(name) = by_option.iter().find(|name| !is_server(name)) {
        return Err(Failure::cannot(wrong(name)));
    }
    Ok(in_file.into_iter().chain(by_option.iter().cloned()).collect())
}

fn is_server(name: &str) -> bool {
    let in_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ':');
    name.len() <= 255 && name.chars().all(in_name) && name.chars().any(char::is_alphanumeric)
}
