//! Random tournaments, the same on every machine: 8 to 64 players, 5 to 9 rounds, with draws, forfeits, byes, late
//! entries and withdrawals, paired by this program.

use tournament::crosstable::swiss;
use tournament::crosstable::{
    Bye, ByeKind, Crosstable, How, LegResult, PairedRound, Plan, Player, Round, Scoring, Unpaired, UnplayedRounds,
};

/// SplitMix64: a whole generator in four lines, so that no library's version changes the tournaments.
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Chance {
        Chance(seed)
    }
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below a limit.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
    /// Whether something with this probability, in thousandths, happens.
    pub fn thousandths(&mut self, many: u64) -> bool {
        self.below(1_000) < many
    }
}

/// A tournament before its first round.
pub struct Season {
    pub chance: Chance,
    pub plan: Plan,
    pub players: Vec<Player>,
    strength: Vec<u64>,
}

impl Season {
    pub fn new(seed: u64) -> Season {
        let mut chance = Chance::new(seed);
        let count = 8 + chance.below(57) as usize;
        // With few players and many rounds nobody is left to be met.
        let rounds = (5 + chance.below(5)).min(count as u64 * 2 / 3) as u32;
        Season::of(chance, count, rounds)
    }

    /// A season of this many players and rounds.
    pub fn of(mut chance: Chance, count: usize, rounds: u32) -> Season {
        let mut lots: Vec<u32> = (1..=count as u32).collect();
        for last in (1..count).rev() {
            lots.swap(last, chance.below(last as u64 + 1) as usize);
        }
        let strength: Vec<u64> = (0..count).map(|_| 1_000 + chance.below(1_500)).collect();
        let players = (0..count).map(|index| Player {
            id: format!("p{}", index + 1).parse().unwrap(),
            name: format!("Player {}", index + 1),
            rating: Some(strength[index] as u32),
            enters: if chance.thousandths(30) { 2 } else { 1 },
            leaves: None,
            lot: lots[index],
            penalty: 0,
        });
        let players: Vec<Player> = players.collect();
        let plan = Plan { rounds, legs: 1, scoring: Scoring::default(), unplayed: UnplayedRounds::Fide2026 };
        Season { chance, plan, players, strength }
    }

    /// The table of some rounds.
    pub fn table(&self, rounds: &[Round]) -> Crosstable {
        Crosstable::new(self.plan.clone(), self.players.clone(), rounds.to_vec()).unwrap()
    }

    /// Withdrawals before a round, counted from 1.
    pub fn withdraw(&mut self, round: u32) {
        for player in 0..self.players.len() {
            let here = self.players[player].enters < round && self.players[player].leaves.is_none();
            if here && self.chance.thousandths(8) {
                self.players[player].leaves = Some(round);
            }
        }
    }

    /// Who asks to miss a round.
    pub fn asked(&mut self, table: &Crosstable, round: u32) -> Vec<Bye> {
        let mut asked = Vec::new();
        for player in (0..self.players.len()).filter(|player| table.is_here(*player, round)) {
            let kind = match self.chance.below(1_000) {
                0..=14 => ByeKind::Half,
                15..=22 => ByeKind::Zero,
                _ => continue,
            };
            asked.push(Bye { player, kind });
        }
        asked
    }

    /// Results for a round: the stronger wins more often.
    pub fn play(&mut self, round: &mut Round) {
        for board in &mut round.boards {
            let [one, other] = board.pair;
            for leg in &mut board.legs {
                let winner = match self.chance.below(1_000) {
                    0..=199 => None,
                    _ if self.chance.below(self.strength[one] + self.strength[other]) < self.strength[one] => Some(one),
                    _ => Some(other),
                };
                let how = match self.chance.below(1_000) {
                    0..=19 if winner.is_some() => How::Forfeit,
                    0..=4 => How::DoubleForfeit,
                    20..=59 => How::Adjudicated,
                    _ => How::Played,
                };
                let margin = if winner.is_some() && how.is_played() { 1 + self.chance.below(20) as i64 } else { 0 };
                leg.result = Some(LegResult { how, winner, margin });
            }
        }
    }
}

/// A round of a season: the table before it, who asked to miss it, and what the program paired.
pub struct Step {
    pub before: Crosstable,
    pub asked: Vec<Bye>,
    pub drafted: Result<PairedRound, Unpaired>,
}

/// A whole tournament: each round as it was paired, and the table at the end. It ends early if no legal pairing is
/// left.
pub fn season(seed: u64, each: impl FnMut(&Step)) -> Crosstable {
    play_out(Season::new(seed), each)
}

/// The same of a season that is given.
pub fn play_out(mut season: Season, mut each: impl FnMut(&Step)) -> Crosstable {
    let mut rounds = Vec::new();
    for number in 1..=season.plan.rounds {
        if number > 2 {
            season.withdraw(number);
        }
        let before = season.table(&rounds);
        let asked = season.asked(&before, number);
        let drafted = swiss::pair(&before, &asked);
        let step = Step { before, asked, drafted };
        each(&step);
        let Ok(draft) = step.drafted else { break };
        let mut round = draft.round;
        season.play(&mut round);
        rounds.push(round);
    }
    season.table(&rounds)
}
