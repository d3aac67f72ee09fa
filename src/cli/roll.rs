//! `roll`: recompute one roll or shuffle from public values.

use std::path::PathBuf;
use std::str::FromStr;

use serde_json::json;

use super::match_args::MatchFolderArgs;
use super::{CommandResult, Failure, Format, files, out};
use crate::document::{Bytes32, Charter, Problem, decode, digest};
use crate::trust::{Dice, dice_key};

/// Recompute a roll or a shuffle from public values.
///
/// Take the match id and the latest reveal of each seat, in the order of the charter, from the match's files; for a
/// seat that has revealed nothing yet, take its anchor. Any other program that follows docs/protocol.md, section 5,
/// must get the same faces. In a match folder the program knows how many seats there are.
#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    place: MatchFolderArgs,
    /// The match id: 64 hexadecimal digits.
    #[arg(long = "match", value_name = "HEX")]
    match_id: Bytes32,
    /// The latest reveal of every seat, in charter order.
    #[arg(long, value_name = "HEX", num_args = 1.., required = true)]
    reveal: Vec<Bytes32>,
    /// The number of the roll in its state, from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    roll: u64,
    /// The dice: `2d6` is two dice of six sides.
    #[arg(long, value_name = "DICE", required_unless_present = "shuffle", conflicts_with = "shuffle")]
    dice: Option<DiceSpec>,
    /// Shuffle this many cards instead, numbered from 0.
    #[arg(long, value_name = "CARDS")]
    shuffle: Option<u64>,
}

/// `2d6`: how many dice, of how many sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DiceSpec {
    count: usize,
    sides: u64,
}

impl FromStr for DiceSpec {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let complaint = || "write the number of dice, the letter d, and the number of sides: 2d6".to_owned();
        let (count, sides) = text.split_once(['d', 'D']).ok_or_else(complaint)?;
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(count) || !digits(sides) {
            return Err(complaint());
        }
        let count = if count.is_empty() { 1 } else { count.parse().map_err(|_| complaint())? };
        Ok(DiceSpec { count, sides: sides.parse().map_err(|_| complaint())? })
    }
}

/// Checks that there is one reveal for each seat. In a match folder the number of seats is known; elsewhere it is at
/// least two.
fn one_for_each_seat(args: &Args, folder: Option<PathBuf>) -> CommandResult {
    let given = args.reveal.len();
    let advice = "give the latest reveal of every seat, in the order of the charter";
    let charter = folder.and_then(|folder| files::document(&folder.join("charter.yaml")).ok());
    let charter = charter.filter(|charter| digest(&charter.content) == args.match_id);
    let seats = charter.as_ref().and_then(|charter| decode::<Charter>(charter).ok()).map(|charter| charter.seats);
    if let Some(seats) = seats.filter(|seats| seats.len() != given) {
        let names: Vec<&str> = seats.iter().map(|entry| entry.seat.as_str()).collect();
        let problem =
            Problem::new(format!("this match has {} seats, but the number of reveals is {given}", seats.len()));
        return Err(Failure::cannot(problem.rule("protocol 5").advice(format!("{advice}: {}", names.join(", ")))));
    }
    if given < 2 {
        let problem =
            Problem::new("every match has at least two seats, but only one reveal is given").rule("protocol 5");
        return Err(Failure::cannot(problem.advice(advice)));
    }
    Ok(())
}

pub fn run(args: Args, format: Format) -> CommandResult {
    let place = args.place.clone().place()?;
    let folder = if place.named_folder().is_some() { Some(place.find()?) } else { place.find().ok() };
    one_for_each_seat(&args, folder)?;
    let key = dice_key(&args.match_id, &args.reveal);
    let dice = Dice { key };
    let cannot = |problem: Problem| Failure::cannot(problem);
    let (n, numbers, value) = match (args.shuffle, args.dice) {
        (Some(cards), _) => {
            let order = dice.shuffle(args.roll, cards).map_err(cannot)?;
            let value = json!({"key": key, "n": args.roll, "cards": cards, "order": &order});
            (args.roll, order, value)
        }
        (None, Some(spec)) => {
            let faces = dice.roll(args.roll, spec.count, spec.sides).map_err(cannot)?;
            let value = json!({"key": key, "n": args.roll, "sides": spec.sides, "faces": &faces});
            (args.roll, faces, value)
        }
        (None, None) => {
            return Err(cannot(Problem::new("name the dice with --dice 2d6, or the cards with --shuffle CARDS")));
        }
    };
    let words = || {
        let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let what = if args.shuffle.is_some() { "shuffle" } else { "roll" };
        format!("dice key {key}\n{what} {n}: {}", numbers.join(" "))
    };
    out::answer(format, words, || value.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dice_are_written_as_players_write_them() {
        let spec = |text: &str| text.parse::<DiceSpec>().ok().map(|spec| (spec.count, spec.sides));
        assert_eq!(spec("2d6"), Some((2, 6)));
        assert_eq!(spec("D10"), Some((1, 10)));
        for wrong in ["", "6", "2d", "-1d6", "2d+6", "2d6+1", "99999999999999999999999d6"] {
            assert_eq!(spec(wrong), None, "{wrong}");
        }
    }
}
