//! What is known while events are put into words: the position before them, the rolls, the notes on reconstructions.

use crate::board::Hex;
use crate::document::Id;
use crate::report::StepFacts;
use crate::report::text_builder::{Notes, Rolls};
use crate::sorted::{SortedMap, SortedSet};

use crate::CivilWar;
use crate::pack::{Side, Source, Station};
use crate::position::ledger::{Game, Piece};
use crate::present::vocabulary;

/// Puts the events of a step into words, one after the other.
pub struct Writer<'a> {
    pub rules: &'a CivilWar,
    /// The position before the step.
    pub game: &'a Game,
    pub facts: &'a StepFacts,
    pub rolls: Rolls,
    /// What reconstructions the results rest on, in the order of their daggers.
    pub notes: Notes,
    /// Where the latest fight was, for those who are hurt in it.
    pub scene: Option<Station>,
    /// Whether the event belongs to a combat.
    pub fought: bool,
    /// The Leader Pools after the events so far, as far as is known.
    pools: SortedMap<Side, SortedSet<Piece>>,
}

impl<'a> Writer<'a> {
    /// A writer at the beginning of a step with this position, who mentions its rolls.
    pub fn new(rules: &'a CivilWar, game: &'a Game, facts: &'a StepFacts) -> Writer<'a> {
        let pools = Side::BOTH.map(|side| (side, game.pool(&rules.pack, side).into_iter().collect()));
        let (rolls, notes) = (Rolls::new(&facts.rolls), Notes::default());
        Writer { rules, game, facts, rolls, notes, scene: None, fought: false, pools: pools.into() }
    }

    /// The number of the next unmentioned roll with this purpose.
    pub fn roll(&mut self, purpose: &str) -> Option<u64> {
        self.rolls.of(purpose)
    }

    /// Leaders come into a pool.
    pub fn add_to_pool(&mut self, side: Side, leaders: &[Piece]) {
        self.pools.entry(side).or_default().extend(leaders.iter().cloned());
    }

    /// The order of the pool when a leader was drawn from it, by which the die is interpreted; `None` if the step does
    /// not show the pool.
    pub fn drawn_from(&self, side: Side, piece: &Piece, roll: u64) -> Option<String> {
        let pool: Vec<Piece> = self.pools.get(&side)?.iter().cloned().collect();
        let roll = self.facts.rolls.iter().find(|other| other.n == roll)?;
        let face = *roll.faces.as_ref()?.first()?;
        let drawn = pool.get(usize::try_from(face).ok()?.checked_sub(1)?);
        if roll.sides != Some(pool.len() as u64) || drawn != Some(piece) {
            return None;
        }
        let (place, all) = (vocabulary::ordinal(face), vocabulary::leaders(&self.rules.pack, &pool));
        Some(match pool.len() {
            1 => ", the only leader there,".to_owned(),
            many => format!(", the {place} of the {many} leaders there ({all}),"),
        })
    }

    /// Removes a drawn leader from the pool, with what is discarded then.
    pub fn remove_from_pool(&mut self, side: Side, piece: &Piece) {
        if let Some(pool) = self.pools.get_mut(&side) {
            pool.retain(|other| other.leader != piece.leader || other.rank > piece.rank);
        }
    }

    /// The mark of a result that is based on a reconstruction, with its note; empty otherwise.
    pub fn dagger(&mut self, what: &str, source: Option<&Source>) -> String {
        let source = source.filter(|source| source.is_reconstructed());
        source.map_or(String::new(), |source| self.mark(format!("{what} ({})", source.text())))
    }

    /// The mark of a reconstruction.
    pub fn mark(&mut self, note: String) -> String {
        self.notes.mark(note)
    }

    /// When a leader, or a ship, who left the map may come back.
    pub fn return_text(&self, who: &str, due: u8) -> String {
        let last = self.rules.pack.scenarios.get(&self.game.scenario).map_or(due, |scenario| scenario.last_turn);
        match due > last {
            true => format!("{who} is out for the rest of the match"),
            false => format!("{who} may return in {}", vocabulary::turn(&self.rules.pack, self.game, due)),
        }
    }

    pub fn place(&self, hex: Hex) -> String {
        vocabulary::place(&self.rules.pack, hex)
    }

    pub fn leader(&self, piece: &Piece) -> String {
        vocabulary::leader(&self.rules.pack, piece)
    }

    /// A leader's name without his rank.
    pub fn name(&self, leader: &Id) -> String {
        vocabulary::leader_name(&self.rules.pack, leader).to_owned()
    }
}
