//! What `go` does without being told each time: `go.yaml` in the secrets folder.

use std::path::PathBuf;

use clap::ValueEnum;
use serde::Deserialize;

use crate::cli::{Diagnostic, Failure, files, home};
use crate::document::{Form, Problem, decode, read};

/// The file name of the settings, in the folder of secrets.
pub const NAME: &str = "go.yaml";

/// The settings; everything left out is not done.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    /// Where mail comes in: mailboxes, and folders that another program shares.
    pub mailboxes: Vec<PathBuf>,
    /// What is signed at once.
    pub auto: Automatic,
    /// Whether mails are sent, and not only written.
    pub send: bool,
    /// A command that is run when something has come, with the news as its last argument.
    pub tell: Vec<String>,
}

/// The turns that are signed without a word of their player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
pub enum Automatic {
    /// None.
    #[default]
    Nothing,
    /// Those in which nothing is decided: reveals, and the opening of choices already made.
    Reveals,
    /// Those, and answers of which only one is legal.
    Forced,
}

impl Settings {
    /// The user's settings; the usual ones if he has written none.
    ///
    /// # Errors
    /// The file cannot be read, or has something that is no setting.
    pub fn read() -> Result<Settings, Failure> {
        let path = home::home()?.join(NAME);
        if !path.exists() {
            return Ok(Settings::default());
        }
        let bytes = files::read(&path, files::MAX_BYTES)?;
        let refused = |problem: Problem| {
            let text = Some(String::from_utf8_lossy(&bytes).into_owned());
            Failure::Cannot(vec![Diagnostic { problem, file: Some(path.clone()), text }])
        };
        // A file in which every line is a comment says nothing.
        let is_said = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        if !String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}').lines().any(is_said) {
            return Ok(Settings::default());
        }
        let document = read(NAME, &bytes, Form::Draft).map_err(refused)?;
        let mut settings: Settings = decode(&document).map_err(refused)?;
        for (n, mailbox) in settings.mailboxes.iter_mut().enumerate() {
            if let (Ok(below), Some(own)) = (mailbox.strip_prefix("~"), std::env::home_dir()) {
                *mailbox = own.join(below);
            }
            if mailbox.is_relative() {
                let problem = Problem::new("this is not a whole path").in_path(format!("mailboxes[{n}]"));
                let mark = document.place_of(&problem);
                let advice = "write it from the root on, or from `~/`, your home folder";
                return Err(refused(Problem { mark, ..problem }.advice(advice)));
            }
        }
        Ok(settings)
    }
}
