//! Scores, Elo, and the sequential test.

use adjutant::document::Id;

use crate::matches::{Level, Setting};

/// A sequential probability ratio test of two hypotheses: the first player scores half, or he scores the goal. Both errors
/// are 5 %. A pair is one observation, because its two matches have the same dice.
pub struct Test {
    goal: f64,
}

/// The bound of the log-likelihood ratio: log(0.95 / 0.05).
const BOUND: f64 = 2.944;
/// Fewer pairs decide nothing.
const FEWEST: usize = 8;

impl Test {
    /// A test of a goal above one half.
    pub fn new(goal: f64) -> Test {
        Test { goal }
    }

    /// The log-likelihood ratio, by the normal approximation.
    fn ratio(&self, scores: &[[f64; 2]]) -> f64 {
        let (mean, variance) = moments(scores);
        // A run of equal results would have no variance.
        let variance = variance.max(0.01);
        scores.len() as f64 * (self.goal - 0.5) * (2.0 * mean - self.goal - 0.5) / (2.0 * variance)
    }

    /// Whether one of the hypotheses is accepted.
    pub fn is_decided(&self, scores: &[[f64; 2]]) -> bool {
        scores.len() >= FEWEST && self.ratio(scores).abs() >= BOUND
    }
}

/// The mean score of a pair and its variance.
fn moments(scores: &[[f64; 2]]) -> (f64, f64) {
    let n = scores.len().max(1) as f64;
    let of = |pair: &[f64; 2]| (pair[0] + pair[1]) / 2.0;
    let mean = scores.iter().map(of).sum::<f64>() / n;
    let variance = scores.iter().map(|pair| (of(pair) - mean).powi(2)).sum::<f64>() / n;
    (mean, variance)
}

/// The difference in Elo that a score means.
fn elo(score: f64) -> f64 {
    let score = score.clamp(0.001, 0.999);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The table of a result.
pub fn summary(
    setting: &Setting,
    [first, second]: [Level; 2],
    sides: &[Id; 2],
    scores: &[[f64; 2]],
    test: &Test,
) -> String {
    let (mean, variance) = moments(scores);
    let error = (variance / scores.len().max(1) as f64).sqrt();
    let as_side = |n: usize| 100.0 * scores.iter().map(|pair| pair[n]).sum::<f64>() / scores.len().max(1) as f64;
    let (low, high) = (elo(mean - 1.96 * error), elo(mean + 1.96 * error));
    let ratio = test.ratio(scores);
    let verdict = match ratio {
        _ if !test.is_decided(scores) => "undecided",
        ratio if ratio > 0.0 => "reaches the goal",
        _ => "does not reach the goal",
    };
    format!(
        "{} {} {}: {first} against {second}, {} pairs\n  score {:.1} % (± {:.1}); as {} {:.1} %, as {} {:.1} %\n  Elo {:+.0} ({low:+.0} to {high:+.0}); goal {:.0} %: log-likelihood ratio {ratio:+.2}, {verdict}",
        setting.game,
        setting.scenario,
        setting.options,
        scores.len(),
        100.0 * mean,
        196.0 * error,
        sides[0],
        as_side(0),
        sides[1],
        as_side(1),
        elo(mean),
        100.0 * test.goal,
    )
}
