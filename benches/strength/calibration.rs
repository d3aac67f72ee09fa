//! Whether what the signs promise comes true: positions of matches between the program's players, with how they ended.

use std::fmt::Write;

use adjutant::engine::prospects::Sign;
use adjutant::session::self_play::{Player, SelfPlay};
use adjutant::session::{Game, Request, Session};

use crate::matches::Setting;

/// A position that was met.
struct Met {
    number: u64,
    signs: Vec<Sign>,
    /// The winning chance of the first side, in ten-thousandths.
    chance: i64,
    /// What the first side scored in the end, in ten-thousandths.
    scored: i64,
}

/// The positions of many matches.
pub struct Calibration {
    met: Vec<Met>,
}

/// A match that is longer counts as drawn.
const MOST: u64 = 6_000;

/// The players of a match: sensible ones, in two of three matches with an easy one among them, so that positions come up
/// in which one side is ahead.
fn players(number: u64) -> [Player; 2] {
    match number % 3 {
        0 => [Player::sensible(number), Player::sensible(number + 1)],
        1 => [Player::easy(number), Player::sensible(number + 1)],
        _ => [Player::sensible(number), Player::easy(number + 1)],
    }
}

/// Plays matches and collects their positions.
pub fn play(game: &dyn Game, setting: &Setting, count: u64, cores: usize) -> Result<Calibration, String> {
    let one = |first: u64| -> Result<Vec<Met>, String> {
        let mut all = Vec::new();
        for number in (first..count).step_by(cores) {
            let mut play: SelfPlay = setting.begin(game, number)?;
            let sides = game.sides();
            let mut met = Vec::new();
            let mut look = |table: &dyn Session, _: &[serde_json::Value]| {
                if table.awaiting().iter().any(|awaited| matches!(awaited.want, Request::Orders(_))) {
                    let (signs, chance) = (table.signs(&sides[0]), table.winning_chance(&sides[0]));
                    met.push(Met { number, signs, chance, scored: 0 });
                }
            };
            let outcome = play.run(&sides, &mut players(number), MOST, &mut look).map_err(|why| format!("{why:?}"))?;
            let scored = outcome.map_or(5_000, |_| play.table.winning_chance(&sides[0]));
            met.iter_mut().for_each(|met| met.scored = scored);
            all.append(&mut met);
        }
        Ok(all)
    };
    std::thread::scope(|scope| {
        let one = &one;
        let running: Vec<_> = (0..cores as u64).map(|first| scope.spawn(move || one(first))).collect();
        let parts: Result<Vec<_>, String> =
            running.into_iter().map(|one| one.join().map_err(|_| "a match broke off".to_owned())?).collect();
        Ok(Calibration { met: parts?.into_iter().flatten().collect() })
    })
}

impl Calibration {
    /// The reliability table: what was said, and what came true.
    pub fn table(&self) -> String {
        let mut text = String::from("| said | positions | matches | mean said | won |\n|---|---|---|---|---|\n");
        for bin in 0..10 {
            let inside = |met: &&Met| (met.chance / 1_000).min(9) == bin;
            let here: Vec<&Met> = self.met.iter().filter(inside).collect();
            if here.is_empty() {
                continue;
            }
            let mean = |of: &dyn Fn(&Met) -> i64| {
                here.iter().map(|met| of(met)).sum::<i64>() as f64 / here.len() as f64 / 100.0
            };
            let mut numbers: Vec<u64> = here.iter().map(|met| met.number).collect();
            numbers.dedup();
            let _ = writeln!(
                text,
                "| {}–{} % | {} | {} | {:.1} % | {:.1} % |",
                bin * 10,
                bin * 10 + 10,
                here.len(),
                numbers.len(),
                mean(&|met| met.chance),
                mean(&|met| met.scored)
            );
        }
        text
    }

    /// Every position as a line: the match, the lead in each sign, and the score of the first side.
    pub fn features(&self) -> String {
        let mut text = String::new();
        if let Some(first) = self.met.first() {
            let names: Vec<&str> = first.signs.iter().map(|sign| sign.what).collect();
            let _ = writeln!(text, "match,{},scored", names.join(","));
        }
        for met in &self.met {
            let leads: Vec<String> = met.signs.iter().map(|sign| sign.lead.to_string()).collect();
            let _ = writeln!(text, "{},{},{}", met.number, leads.join(","), met.scored);
        }
        text
    }
}
