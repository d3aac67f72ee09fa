//! The table.

use adjutant_core::document::Problem;

use super::check;
use super::model::{Format, Plan, Player, Round, Scoring, SwissRules};

/// A tournament as a table. It is checked when it is made, so every index in it is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crosstable {
    plan: Plan,
    players: Vec<Player>,
    rounds: Vec<Round>,
    swiss_rules: SwissRules,
}

impl Crosstable {
    /// A table of these players and rounds.
    ///
    /// # Errors
    /// Every inconsistency with its place (`rounds[1].boards[0].pair`): two players with the same id or lot; a player
    /// who plays twice in a round, plays against himself, plays while absent, or is missing; a winner who does not
    /// play; a result that its kind does not allow; more rounds for points than announced; numbers out of range.
    pub fn new(plan: Plan, players: Vec<Player>, rounds: Vec<Round>) -> Result<Crosstable, Vec<Problem>> {
        let problems = check::problems(&plan, &players, &rounds);
        if problems.is_empty() {
            Ok(Crosstable { plan, players, rounds, swiss_rules: SwissRules::default() })
        } else {
            Err(problems)
        }
    }
    /// The table with further rules for the pairings of a Swiss. Pairs with a player whom the table does not have change
    /// nothing.
    pub fn with_swiss_rules(self, swiss_rules: SwissRules) -> Crosstable {
        Crosstable { swiss_rules, ..self }
    }
    /// The further rules for the pairings of a Swiss.
    pub fn swiss_rules(&self) -> &SwissRules {
        &self.swiss_rules
    }
    /// What was announced.
    pub fn plan(&self) -> &Plan {
        &self.plan
    }
    /// What results are worth.
    pub fn scoring(&self) -> &Scoring {
        &self.plan.scoring
    }
    /// All players, in the order in which tables list them.
    pub fn players(&self) -> &[Player] {
        &self.players
    }
    /// The rounds that have been paired.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }
    /// The table as it was after this many rounds.
    pub fn after(&self, rounds: usize) -> Crosstable {
        let rounds = self.rounds.iter().take(rounds).cloned().collect();
        Crosstable { rounds, ..self.clone() }
    }
    /// The table with only the rounds of one format: for example the Swiss part of a tournament that ends with a
    /// knock-out.
    pub fn only(&self, format: Format) -> Crosstable {
        let rounds = self.rounds.iter().filter(|round| round.format == format).cloned().collect();
        Crosstable { rounds, ..self.clone() }
    }
    /// The players in seeding order: by rating, highest first, those without one last, and by lot.
    pub fn seeding(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|&player| {
            let player = &self.players[player];
            (player.rating.is_none(), std::cmp::Reverse(player.rating), player.lot)
        });
        order
    }
    /// Whether a player is present in a round, counted from 1.
    pub fn is_here(&self, player: usize, round: u32) -> bool {
        self.players
            .get(player)
            .is_some_and(|player| player.enters <= round && player.leaves.is_none_or(|leaves| round < leaves))
    }
}
