//! `legal`: what a seat may do now.

use serde_json::json;

use super::folder::{Folder, Place};
use super::inline::inline;
use super::play::Match;
use super::{Answer, Failure, Format, home, out, seat};
use crate::document::Problem;

/// List legal orders, answers and choices: enough to play on, each of which passes `check`.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: Place,
    /// The seat [default: the one that is asked, or the one whose secrets are on this machine].
    #[arg(long)]
    seat: Option<String>,
}

pub fn run(args: Args, format: Format) -> Answer {
    let folder = Folder::read(&args.place.find()?)?;
    let found = Match::open(&folder)?;
    let stand = found.stand()?;
    let charter = &found.chain.charter.typed;
    let awaited = found.chain.awaited(&stand.state().typed);
    let entry = match (&args.seat, awaited.as_slice()) {
        (Some(wanted), _) => {
            let wanted = seat::id("seat", wanted)?;
            charter.seats.iter().find(|seat| seat.seat == wanted)
        }
        (None, [only]) => {
            found.chain.seats.entry(only).and_then(|entry| charter.seats.iter().find(|seat| *seat == entry))
        }
        (None, _) => Some(seat::mine(&home::vault()?, charter, None)?),
    };
    let side = entry.and_then(|entry| entry.side.as_ref()).ok_or_else(|| {
        Failure::cannot(Problem::new("this seat plays no side").advice("name the seat of a side with --seat"))
    })?;
    let legal = stand.table.legal(side);
    let words = || {
        let mut text = String::new();
        let mut list = |title: &str, lines: Vec<String>| {
            if !lines.is_empty() {
                text += &format!("{title}\n");
                lines.iter().for_each(|line| text += &format!("  - {line}\n"));
            }
        };
        list("orders:", legal.orders.iter().map(inline).collect());
        list("answers:", legal.answers.iter().map(inline).collect());
        for (id, values) in &legal.choices {
            list(&format!("choices of {id}:"), values.iter().map(inline).collect());
        }
        list("standing orders:", legal.standing.iter().map(inline).collect());
        if text.is_empty() { format!("Nothing can be ordered for {side} now.\n") } else { text }
    };
    let value = || {
        let choices: serde_json::Map<String, serde_json::Value> =
            legal.choices.iter().map(|(id, values)| (id.to_string(), json!(values))).collect();
        json!({"side": side, "orders": legal.orders, "answers": legal.answers, "choices": choices,
               "standing": legal.standing})
    };
    out::answer(format, words, value)
}
