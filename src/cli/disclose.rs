//! `disclose`: not yet.

use super::place::Named;
use super::{Answer, Failure};
use crate::document::Problem;

/// Disclose what was hidden during a match (not in this version).
///
/// This version has no hidden information, so there is nothing to disclose.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Named,
}

pub fn run(args: Args) -> Answer {
    let folder = args.place.place()?.find().unwrap_or_else(|_| ".".into());
    let problem = Problem::new("this version has no hidden information")
        .rule("protocol 8")
        .advice("there is nothing to disclose; `adjutant verify` already verifies the whole match");
    Err(Failure::no_in(folder, problem))
}
