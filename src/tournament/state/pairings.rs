//! Rounds and their pairings (protocol 12.3).

use std::collections::{BTreeMap, BTreeSet};

use adjutant_core::document::Problem;
use adjutant_core::document::kinds::{Bytes32, Id};

use super::announcement::lots_commitment;
use super::apply::{GameKey, TournamentState};
use crate::crosstable::{
    Apart, Board, Breach, Bye, ByeKind, Crosstable, Format, LegResult, Plan, Player, Round as TableRound, Row,
    SwissRules, Unpaired, knockout, lots, round_robin, standings, swiss,
};
use crate::documents::{Acceleration, ByePlan, GamePlan, Round, Seeding, Stage, StageFormat, StandingsRow};

/// A round that the announcement provides for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScheduledRound {
    /// The stage that it belongs to, from 0.
    pub stage: usize,
    /// Which of the stage's rounds it is, from 0.
    pub in_stage: u32,
    /// How many games a board has.
    pub legs: u32,
    /// What is played.
    pub game: Id,
}

/// The pairings that the rules give for the next round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextRound {
    /// From 1.
    pub round: u32,
    /// What is played.
    pub game: Id,
    /// Who meets whom; in the first game, the first player has the game's first side.
    pub boards: Vec<[Id; 2]>,
    pub byes: Vec<ByePlan>,
}

impl TournamentState<'_> {
    /// Every round of the tournament; empty before the entries are closed.
    pub fn schedule(&self) -> Vec<ScheduledRound> {
        let entered = self.players.iter().filter(|player| player.enters == 1).count() as u32;
        if entered == 0 {
            return Vec::new();
        }
        let rounds = |(stage, plan): (usize, &Stage)| {
            let games = plan.games.clone();
            let legs = plan.legs.unwrap_or(1);
            let of_stage = move |in_stage: u32| ScheduledRound {
                stage,
                in_stage,
                legs,
                game: games[in_stage as usize % games.len()].clone(),
            };
            (0..rounds_of(&plan.format, entered)).map(of_stage).collect::<Vec<_>>()
        };
        self.tournament.stages.iter().enumerate().flat_map(rounds).collect()
    }

    /// The schedule of a round, counted from 1.
    pub fn scheduled(&self, round: u32) -> Option<ScheduledRound> {
        self.schedule().into_iter().nth(usize::try_from(round.checked_sub(1)?).ok()?)
    }

    /// Whether every game has a result, and every round is paired or nobody is left to be paired.
    pub fn is_over(&self) -> bool {
        let schedule = self.schedule();
        let complete = !schedule.is_empty() && self.open_games().is_empty();
        complete && (self.rounds.len() >= schedule.len() || self.ended_early())
    }

    /// Whether the tournament ends before its last round, because every game has a result and fewer than two players
    /// are left.
    pub fn ended_early(&self) -> bool {
        let begun = !self.rounds.is_empty() && self.rounds.len() < self.schedule().len();
        begun && self.open_games().is_empty() && self.active().count() < 2
    }

    /// A game of the announcement.
    pub fn planned_game(&self, id: &Id) -> Option<&GamePlan> {
        self.tournament.games.iter().find(|game| game.id == *id)
    }

    /// The game that a round plays.
    pub fn game_of(&self, round: &Round) -> Option<&GamePlan> {
        self.planned_game(&round.game)
    }

    /// When a game must be over.
    pub fn deadline(&self, key: GameKey) -> Option<String> {
        let extended = self.extensions.get(&(key.0, key.1)).cloned();
        extended.or_else(|| self.round(key.0).and_then(|round| round.until.clone()))
    }

    /// Takes a round.
    pub(super) fn pair(&mut self, round: &Round) -> Result<(), Problem> {
        let number = self.rounds.len() as u32 + 1;
        if round.round != number {
            return Err(refused("round", format!("round {number} comes next")));
        }
        self.round_may_begin()?;
        let scheduled = self.scheduled(number).ok_or_else(|| refused("round", "the tournament has no such round"))?;
        match (self.seed, round.seed) {
            (None, Some(seed)) if lots_commitment(&seed) != self.tournament.lots => {
                return Err(refused("seed", "this is not the seed to which the announcement commits"));
            }
            (None, Some(seed)) => self.seed = Some(seed),
            (None, None) => return Err(refused("", "the first round must reveal the seed of the draw of lots")),
            (Some(_), Some(_)) => return Err(refused("seed", "the first round has already revealed the seed")),
            (Some(_), None) => {}
        }
        if round.game != scheduled.game {
            return Err(refused("game", format!("this round plays {}", scheduled.game)));
        }
        let plan =
            self.planned_game(&round.game).ok_or_else(|| refused("game", "the announcement has no such game"))?;
        let sides: BTreeSet<&Id> = plan.sides.iter().collect();
        let mut seen = BTreeSet::new();
        for (n, board) in round.boards.iter().enumerate() {
            if board.board as usize != n + 1 {
                return Err(refused(&format!("boards[{n}].board"), "boards are numbered from 1"));
            }
            if board.sides.keys().collect::<BTreeSet<_>>() != sides {
                let message = format!("a board names the players of {} and {}", plan.sides[0], plan.sides[1]);
                return Err(refused(&format!("boards[{n}].sides"), message));
            }
            for (side, player) in &board.sides {
                self.may_play(player, &mut seen)
                    .map_err(|problem| problem.in_path(format!("boards[{n}].sides.{side}")))?;
            }
        }
        for (n, bye) in round.byes.iter().enumerate() {
            self.may_play(&bye.player, &mut seen).map_err(|problem| problem.in_path(format!("byes[{n}].player")))?;
        }
        let swiss = matches!(self.tournament.stages[scheduled.stage].format, StageFormat::Swiss { .. });
        if let Some(missing) = self.active().find(|player| swiss && !seen.contains(&player.id)) {
            return Err(refused("boards", format!("'{}' has neither a board nor a bye", missing.id)));
        }
        if let (0, StageFormat::Knockout { players }) =
            (scheduled.in_stage, &self.tournament.stages[scheduled.stage].format)
        {
            let field = self.bracket(&self.crosstable()?, scheduled.stage, *players).seeds().to_vec();
            self.fields.insert(scheduled.stage, field);
        }
        self.rounds.push(round.clone());
        Ok(())
    }

    /// Checks that the entries are closed and every game so far has a result.
    fn round_may_begin(&self) -> Result<(), Problem> {
        if self.rosters.is_empty() {
            let problem = refused("", "the entries are not closed");
            return Err(problem.advice("close them with `adjutant tournament roster`"));
        }
        match self.open_games().as_slice() {
            [] => Ok(()),
            [(round, board, _), rest @ ..] => {
                let message = match rest.len() {
                    0 => format!("board {board} of round {round} has no result"),
                    1 => format!("board {board} of round {round} and one more game have no result"),
                    more => format!("board {board} of round {round} and {more} more games have no result"),
                };
                let problem = refused("", message);
                Err(problem
                    .advice("record results with `adjutant tournament result`, and decide the games whose time is up"))
            }
        }
    }

    /// Checks that a player may be in the next round, and is in it only once.
    fn may_play(&self, id: &Id, seen: &mut BTreeSet<Id>) -> Result<(), Problem> {
        if !self.active().any(|player| player.id == *id) {
            return Err(refused("", format!("'{id}' is not on the roster or has left")));
        }
        match seen.insert(id.clone()) {
            true => Ok(()),
            false => Err(refused("", format!("'{id}' appears twice in this round"))),
        }
    }

    /// The pairings that the rules give for the next round, considering requested byes and absent players.
    ///
    /// # Errors
    /// The round cannot begin, a player is unknown, or nobody can be paired; with the reason.
    pub fn next_round(&self, half: &[Id], absent: &[Id]) -> Result<NextRound, Problem> {
        self.next_round_or(half, absent, |unpaired| Err(self.least_bad(&unpaired)))
    }

    /// The same for a round that is paired by hand: if no pairing is legal, the one that breaks the rules least often.
    ///
    /// # Errors
    /// As [`TournamentState::next_round`], except that.
    pub fn next_round_by_hand(&self, half: &[Id], absent: &[Id]) -> Result<NextRound, Problem> {
        self.next_round_or(half, absent, |unpaired| match unpaired {
            Unpaired::NoLegalPairing(draft) => Ok(draft.round),
            other => Err(why_unpaired(&other)),
        })
    }

    /// Why a round has no legal pairing, with the pairing that breaks as few rules as possible.
    fn least_bad(&self, unpaired: &Unpaired) -> Problem {
        let problem = why_unpaired(unpaired);
        let Unpaired::NoLegalPairing(draft) = unpaired else { return problem };
        let id = |player: usize| self.players[player].id.as_str();
        let boards =
            draft.round.boards.iter().map(|board| format!("--board {}-{}", id(board.pair[0]), id(board.pair[1])));
        let boards = boards.collect::<Vec<_>>().join(" ");
        let broken = draft.breaches.iter().filter_map(|breach| match *breach {
            Breach::Rematch([one, other]) => Some(format!("{} and {} meet again", id(one), id(other))),
            Breach::KeptApart([one, other]) => Some(format!("{} and {} are kept apart", id(one), id(other))),
            Breach::SecondBye(player) => Some(format!("{} has a second bye", id(player))),
            Breach::UnevenSides(_) | Breach::ThirdInARow(_) => None,
        });
        let broken = broken.collect::<Vec<_>>().join(", ");
        problem.advice(format!(
            "the pairing that breaks the fewest rules is `{boards}` ({broken}): pair by hand with it, or with others, and \
             --reason; {END}"
        ))
    }

    fn next_round_or(
        &self,
        half: &[Id],
        absent: &[Id],
        otherwise: impl FnOnce(Unpaired) -> Result<TableRound, Problem>,
    ) -> Result<NextRound, Problem> {
        self.round_may_begin()?;
        let number = self.rounds.len() as u32 + 1;
        let scheduled = self.scheduled(number).ok_or_else(|| {
            refused("round", format!("the tournament has {} rounds, and all are paired", self.schedule().len()))
        })?;
        let format = &self.tournament.stages[scheduled.stage].format;
        if let (Some(id), false) = (half.first(), matches!(format, StageFormat::Swiss { .. })) {
            let problem =
                refused("byes", format!("'{id}' cannot have a half-point bye here: only rounds of a Swiss have them"));
            return Err(problem.advice("record the player as absent, or record a forfeit"));
        }
        let table = self.crosstable()?;
        let asked = half.iter().map(|id| (id, ByeKind::Half)).chain(absent.iter().map(|id| (id, ByeKind::Zero)));
        let mut byes = Vec::new();
        for (id, kind) in asked {
            let player = self
                .active()
                .find(|player| player.id == *id)
                .ok_or_else(|| refused("byes", format!("'{id}' is not on the roster or has left, and needs no bye")))?;
            byes.push(Bye { player: self.index_of(&player.id), kind });
        }
        let draft = self.drafted(&table, &scheduled, &byes, otherwise)?;
        let id = |player: &usize| table.players()[*player].id.clone();
        let mut byes: Vec<ByePlan> =
            draft.byes.iter().map(|bye| ByePlan { player: id(&bye.player), kind: bye.kind }).collect();
        byes.sort_by_key(|bye| (bye.kind, bye.player.clone()));
        Ok(NextRound {
            round: number,
            game: scheduled.game,
            boards: draft.boards.iter().map(|board| board.pair.each_ref().map(id)).collect(),
            byes,
        })
    }

    fn drafted(
        &self,
        table: &Crosstable,
        scheduled: &ScheduledRound,
        byes: &[Bye],
        otherwise: impl FnOnce(Unpaired) -> Result<TableRound, Problem>,
    ) -> Result<TableRound, Problem> {
        let stage = &self.tournament.stages[scheduled.stage];
        match stage.format {
            StageFormat::Swiss { .. } => match swiss::pair(table, byes) {
                Ok(draft) => Ok(draft.round),
                Err(unpaired) => otherwise(unpaired),
            },
            StageFormat::RoundRobin { cycles } => {
                let players = self.original_field(table);
                self.of_schedule(table, &round_robin::schedule(&players, cycles, scheduled.legs), scheduled.in_stage)
            }
            StageFormat::Pools { size, cycles } => {
                let pools = self.pools(table, size);
                self.of_schedule(
                    table,
                    &round_robin::schedule_pools(&pools, cycles, scheduled.legs),
                    scheduled.in_stage,
                )
            }
            StageFormat::Knockout { players } => match self.bracket(table, scheduled.stage, players).next(table) {
                knockout::Next::Round(round) => Ok(round),
                knockout::Next::Over(_) => Err(refused("round", "the knock-out is over")),
                knockout::Next::Wait(_) => Err(refused("round", "one board of the knock-out has not been decided")),
                knockout::Next::Mismatch(at) => {
                    Err(refused("boards", format!("round {} is not paired according to the bracket", at + 1)))
                }
            },
        }
    }

    /// The round of a schedule made before the first round, without the boards of players who have left: their
    /// opponents are free.
    fn of_schedule(&self, table: &Crosstable, schedule: &[TableRound], in_stage: u32) -> Result<TableRound, Problem> {
        let number = self.rounds.len() as u32 + 1;
        let round = schedule.get(in_stage as usize);
        let mut round = round.ok_or_else(|| refused("round", "the schedule has no such round"))?.clone();
        round.boards.retain(|board| board.pair.iter().all(|player| table.is_here(*player, number)));
        Ok(round)
    }

    /// The players of the first roster, ordered by lot: the numbers of a schedule.
    fn original_field(&self, table: &Crosstable) -> Vec<usize> {
        let first = |player: &usize| self.players[*player].enters == 1;
        let mut field: Vec<usize> = (0..self.players.len()).filter(first).collect();
        field.sort_by_key(|player| table.players()[*player].lot);
        field
    }

    /// The pools of a stage: the players of the first roster in seeding order, distributed in a snake draft.
    pub fn pools(&self, table: &Crosstable, size: u32) -> Vec<Vec<usize>> {
        let field: Vec<usize> =
            table.seeding().into_iter().filter(|player| self.players[*player].enters == 1).collect();
        round_robin::pools(&field, field.len().div_ceil(size as usize).max(1))
    }

    /// The bracket of a knock-out: of the highest in the standings when its first round is paired, or by the seeding;
    /// later decisions do not change it [TN-12]. Players who took the same number of points from a board are separated
    /// by margin, then by lot.
    pub fn bracket(&self, table: &Crosstable, stage: usize, players: Option<u32>) -> knockout::Bracket {
        if let Some(field) = self.fields.get(&stage) {
            return knockout::Bracket::new(field.clone(), knockout::Tie::Lot);
        }
        let before = self.schedule().iter().take_while(|round| round.stage < stage).count();
        let then = table.after(before);
        let places = players.map_or(self.players.len(), |players| players as usize);
        let field = match stage {
            0 => then.seeding().into_iter().take(places).collect(),
            _ => knockout::qualified(&then, &standings(&then, &self.tournament.tie_breaks), places),
        };
        knockout::Bracket::new(field, knockout::Tie::Lot)
    }

    fn index_of(&self, id: &Id) -> usize {
        self.players.iter().position(|player| player.id == *id).unwrap_or(0)
    }

    /// The tournament as a table of results.
    ///
    /// # Errors
    /// The documents do not give a consistent table.
    pub fn crosstable(&self) -> Result<Crosstable, Problem> {
        let schedule = self.schedule();
        let stage = |round: &ScheduledRound| &self.tournament.stages[round.stage].format;
        let scored = schedule.iter().filter(|round| !matches!(stage(round), StageFormat::Knockout { .. }));
        let plan = Plan {
            rounds: scored.clone().count() as u32,
            legs: scored.map(|round| round.legs).max().unwrap_or(1),
            scoring: self.tournament.scoring.clone(),
            unplayed: self.tournament.unplayed,
        };
        let lots = self.drawn_lots()?;
        let players = self.players.iter().zip(lots).map(|(player, lot)| Player {
            id: player.id.clone(),
            name: player.name.clone(),
            rating: player.rating.filter(|_| self.tournament.seeding == Seeding::Rating),
            enters: player.enters,
            leaves: player.leaves,
            lot,
            penalty: player.penalty,
        });
        let rounds = self
            .rounds
            .iter()
            .zip(&schedule)
            .map(|(round, scheduled)| self.table_round(round, scheduled, stage(scheduled)));
        let first = |problems: Vec<Problem>| problems.into_iter().next().unwrap_or_else(|| Problem::new("no table"));
        let table = Crosstable::new(plan, players.collect(), rounds.collect()).map_err(first)?;
        Ok(table.with_swiss_rules(self.swiss_rules()))
    }

    /// What the pairings of a Swiss depend on beside points, sides and seeds.
    fn swiss_rules(&self) -> SwissRules {
        let accelerated = match self.tournament.stages.first().map(|stage| &stage.format) {
            Some(StageFormat::Swiss { rounds, acceleration: Some(Acceleration::Baku) }) => Some(*rounds),
            _ => None,
        };
        let apart = self.apart.iter().map(|pair| Apart::always(pair.each_ref().map(|id| self.index_of(id))));
        SwissRules { accelerated, apart: apart.collect(), ..SwissRules::default() }
    }

    /// Whether a decision or the rule of the teams keeps two players apart in a Swiss.
    pub fn is_kept_apart(&self, one: &Id, other: &Id) -> bool {
        self.apart.iter().any(|pair| pair.contains(one) && pair.contains(other))
    }

    fn table_round(&self, round: &Round, scheduled: &ScheduledRound, format: &StageFormat) -> TableRound {
        let format = match format {
            StageFormat::Swiss { .. } => Format::Swiss,
            StageFormat::RoundRobin { .. } | StageFormat::Pools { .. } => Format::RoundRobin,
            StageFormat::Knockout { .. } => Format::Knockout,
        };
        let board = |plan: &crate::documents::BoardPlan| {
            let [first, second] = self.players_of((round.round, plan.board, 1)).ok()?;
            let mut board = Board::new([self.index_of(&first), self.index_of(&second)], scheduled.legs);
            for (leg, number) in board.legs.iter_mut().zip(1..) {
                let recorded = self.results.get(&(round.round, plan.board, number));
                leg.result = recorded.map(|recorded| LegResult {
                    how: recorded.result.how,
                    winner: recorded.result.winner.as_ref().map(|winner| self.index_of(winner)),
                    margin: recorded.result.margin.map_or(0, i64::from),
                });
            }
            Some(board)
        };
        TableRound {
            format,
            boards: round.boards.iter().filter_map(board).collect(),
            byes: round.byes.iter().map(|bye| Bye { player: self.index_of(&bye.player), kind: bye.kind }).collect(),
        }
    }

    /// The lots of the players, in order: first those of everybody who enters before the first round are drawn, then
    /// those of players who enter before each later round. So it does not matter how the players are distributed over
    /// rosters. Before the seed is revealed, everybody's index on the roster.
    fn drawn_lots(&self) -> Result<Vec<u32>, Problem> {
        let Some(seed) = self.seed else { return Ok((1..=self.players.len() as u32).collect()) };
        let mut lot_of = BTreeMap::new();
        let mut groups: BTreeMap<u32, Vec<Bytes32>> = BTreeMap::new();
        for player in &self.players {
            groups.entry(player.enters).or_default().push(player.entry);
        }
        for entries in groups.values() {
            let before = lot_of.len() as u32;
            let drawn = lots::draw(&self.id, &seed, entries)?;
            lot_of.extend(entries.iter().zip(drawn).map(|(entry, lot)| (*entry, before + lot)));
        }
        Ok(self.players.iter().map(|player| lot_of.get(&player.entry).copied().unwrap_or(0)).collect())
    }

    /// The standings in the form of a document.
    ///
    /// # Errors
    /// The documents do not give a consistent table.
    pub fn standings_rows(&self) -> Result<Vec<StandingsRow>, Problem> {
        let table = self.crosstable()?;
        let row = |row: Row| StandingsRow {
            rank: row.rank,
            player: table.players()[row.player].id.clone(),
            points: row.points,
            tie_breaks: row.values.iter().filter_map(|one| Some((one.tie_break.name(), one.value?))).collect(),
        };
        Ok(self.ranking(&table).into_iter().map(row).collect())
    }

    /// The standings. In a knock-out, its players come first: those who are still in it, then the others by the round
    /// in which they were eliminated, latest first. Players eliminated in the same round share a place.
    pub fn ranking(&self, table: &Crosstable) -> Vec<Row> {
        let rows = standings(table, &self.tournament.tie_breaks);
        let Some(scheduled) = self.scheduled(self.rounds.len() as u32) else { return rows };
        let StageFormat::Knockout { players } = self.tournament.stages[scheduled.stage].format else { return rows };
        let mut field = self.bracket(table, scheduled.stage, players).places();
        field.retain(Option::is_some);
        let knockouts: Vec<(usize, &TableRound)> =
            table.rounds().iter().enumerate().filter(|(_, round)| round.format == Format::Knockout).collect();
        // The round in which a player was eliminated, from 0; for a player who is still in it, a number higher than any
        // round.
        let out = |player: usize| {
            let lost = knockouts.iter().position(|(at, round)| {
                let board = round.boards.iter().find(|board| board.pair.contains(&player));
                board.is_some_and(|board| match knockout::advancement(table, *at, board, knockout::Tie::Lot) {
                    knockout::Verdict::Advances { winner, .. } => winner != player,
                    knockout::Verdict::Nobody => true,
                    knockout::Verdict::Running | knockout::Verdict::NeedsDecider(_) => false,
                })
            });
            lost.unwrap_or(knockouts.len())
        };
        let level = |row: &Row| match field.contains(&Some(row.player)) {
            true => Some(out(row.player)),
            false => None,
        };
        let (mut inside, outside): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| level(row).is_some());
        inside.sort_by_key(|row| std::cmp::Reverse(level(row)));
        let mut ranked: Vec<Row> = Vec::new();
        for group in inside.chunk_by(|one, other| level(one) == level(other)) {
            let rank = ranked.len() as u32 + 1;
            let shared = |row: &Row| Row { rank, sharing: group.len() as u32, behind_by: None, ..row.clone() };
            ranked.extend(group.iter().map(shared));
        }
        let before = ranked.len() as u32;
        let mut place = 0;
        for (at, row) in outside.iter().enumerate() {
            if at == 0 || outside[at - 1].rank != row.rank {
                place = at as u32;
            }
            ranked.push(Row { rank: before + place + 1, ..row.clone() });
        }
        ranked
    }

    /// The winner of the tournament; `None` while it runs, or if several share the first place.
    pub fn champion(&self) -> Option<Id> {
        let rows = self.standings_rows().ok().filter(|_| self.is_over())?;
        let mut first = rows.iter().filter(|row| row.rank == 1);
        match (first.next(), first.next()) {
            (Some(row), None) => Some(row.player.clone()),
            _ => None,
        }
    }

    /// Whether the newest round is complete and its standings have not been published.
    pub fn standings_are_due(&self) -> bool {
        !self.rounds.is_empty() && self.open_games().is_empty() && self.published < self.rounds.len() as u32
    }
}

/// How many rounds a stage has.
fn rounds_of(format: &StageFormat, players: u32) -> u32 {
    let everybody = |players: u32| if players.is_multiple_of(2) { players.saturating_sub(1) } else { players };
    match *format {
        StageFormat::Swiss { rounds, .. } => rounds,
        StageFormat::RoundRobin { cycles } => everybody(players) * cycles,
        StageFormat::Pools { size, cycles } => {
            let pools = players.div_ceil(size.max(2)).max(1);
            everybody(players.div_ceil(pools)) * cycles
        }
        StageFormat::Knockout { players: field } => {
            let field = field.unwrap_or(players).min(players).max(1);
            field.next_power_of_two().trailing_zeros()
        }
    }
}

/// Why a round has no legal pairing, and what the director can do.
pub fn why_unpaired(unpaired: &Unpaired) -> Problem {
    match unpaired {
        Unpaired::TooFew => refused("boards", "fewer than two players are here to be paired"),
        Unpaired::BadAbsence(_) => refused("byes", "a player is listed twice among the byes"),
        Unpaired::NoLegalPairing(_) => {
            let problem = refused(
                "boards",
                "every possible pairing lets two players meet who may not, or gives one a second bye",
            );
            problem.advice(format!("pair by hand with --board FIRST-SECOND and --reason; {END}"))
        }
    }
}

/// What a director can do instead of pairing a round.
const END: &str =
    "or end the tournament: `adjutant tournament decide --withdraw PLAYER --reason WHY` for those who are left";

fn refused(path: &str, message: impl Into<String>) -> Problem {
    let problem = Problem::new(message).rule("protocol 12.3");
    if path.is_empty() { problem } else { problem.in_path(path) }
}
