//! What is known of a position when the turn of a later order comes, and what is in doubt. The kinds of orders test
//! themselves against it, and carry it on.

use serde_json::Value;

use crate::board::Hex;
use crate::document::{Id, Problem};
use crate::engine::Position;

use crate::legality::uncertainty::{Doubts, StrengthBound};
use crate::orders::Condition;
use crate::pack::Side;
use crate::position::ledger::{Game, Points, Track};
use crate::{CivilWar, command::payment, leaders::army};

/// The ledger as it will be when an order's turn comes, as far as that is known.
#[derive(Clone)]
pub struct Outlook<'a> {
    pub rules: &'a CivilWar,
    pub standing: &'a Position<CivilWar>,
    pub side: Side,
    /// The points are upper limits; anything in [`Outlook::doubts`] may have changed; everything else is certain.
    pub game: Game,
    pub doubts: Doubts,
    /// The half is at its end.
    pub finished: bool,
    /// An order before must be mended, and may become any other.
    pub mended: bool,
}

impl Outlook<'_> {
    /// Whether a condition depends on anything in doubt.
    pub fn may_differ(&self, condition: &Condition) -> bool {
        let Condition { ours, theirs, empty, own_sp, enemy_sp, leader, demoralized, not } = condition;
        let ranges = [own_sp, enemy_sp].into_iter().flatten().map(|range| range.at);
        let mut hexes = [ours, theirs, empty, demoralized].into_iter().flatten().copied().chain(ranges);
        hexes.any(|hex| self.doubts.hex(hex))
            || leader.as_ref().is_some_and(|leader| {
                self.doubts.leader(&leader.name).is_some()
                    || self.game.find_leader(&leader.name).is_some_and(|(_, hex, _)| self.doubts.hex(hex))
            })
            || not.as_ref().is_some_and(|inner| self.may_differ(inner))
    }

    /// Whether a leader may have come to a hex, or have been promoted there.
    pub fn may_lead(&self, hex: Hex) -> bool {
        self.doubts.joined(hex) > 0 || self.doubts.leaders_perhaps_in(hex).next().is_some()
    }

    /// Whether somebody else may command in a hex.
    pub fn may_command(&self, hex: Hex) -> bool {
        self.doubts.hex(hex) || self.may_lead(hex)
    }

    /// Whether a leader is where the ledger has him, or not on the map at all.
    pub fn is_leader_certain(&self, leader: Option<&Id>) -> bool {
        leader.is_none_or(|leader| self.doubts.leader(leader).is_none())
    }

    /// Whether an army is where the ledger has it, with all its units there.
    pub fn is_army_certain(&self, army: &Id) -> bool {
        !self.doubts.armies.contains_key(army)
            && army::hex_of(&self.game, army).is_some_and(|hex| !self.doubts.hex(hex))
    }

    /// Whether a hex has too few strength points that may still move, however many have come to it.
    pub fn lacks_strength(&self, hex: Hex, sp: u32) -> bool {
        sp > self.doubts.strength(&self.game, hex, self.side).fresh
    }

    /// Takes off what an order costs at least; on which tracks is not known.
    pub fn pay_at_least(&mut self, least: u32, order: &str, certain: bool) -> Result<(), Vec<Problem>> {
        payment::within_initiative(self.rules, &self.game, self.side, least, order)?;
        if certain {
            payment::use_initiative(&mut self.game, least);
        }
        Ok(())
    }

    /// A leader is drawn for a hex: anybody in the pool, or a promotion that takes a place on the map (10.3.1, 5.2.2).
    pub fn draws(&mut self, at: Hex, certain: bool) {
        let pool = self.game.pool(&self.rules.pack, self.side);
        for piece in pool {
            let who = self.doubts.suspect_leader(&self.game, &piece.leader);
            // Another counter takes the place of a man who is on the map, in his hex.
            if self.game.find_leader(&piece.leader).is_none() && !who.hexes.contains(&at) {
                who.hexes.push(at);
            }
            if !who.pieces.contains(&piece) {
                who.pieces.push(piece);
            }
        }
        self.doubts.join(at, certain);
        self.doubts.draws += u32::from(certain);
    }

    /// Strength points go from a hex to others without a march: there they have moved; if `certain`, here they are
    /// gone.
    pub fn transfer_strength(&mut self, from: Option<Hex>, to: &[Hex], sp: u32, certain: bool) {
        for &hex in to {
            self.doubts.suspect(&self.game, hex, self.side, StrengthBound::moved(sp));
        }
        if let (Some(from), true) = (from, certain) {
            self.doubts.suspect(&self.game, from, self.side, StrengthBound::NONE);
            self.doubts.use_up(from, sp);
        }
    }

    /// Takes off what an order costs at least, track by track and in all, where several prices are possible.
    pub fn spend_least<'p>(&mut self, prices: impl Iterator<Item = &'p Points>) {
        let prices: Vec<_> = prices.collect();
        let least = |of: &dyn Fn(&Points) -> u32| prices.iter().map(|paid| of(paid)).min().unwrap_or(0);
        let each: Vec<(Track, u32)> =
            Track::in_play(true).map(|track| (track, least(&|paid| paid.get(&track).copied().unwrap_or(0)))).collect();
        let sum = least(&|paid| paid.values().sum());
        self.doubts.points |= prices.windows(2).any(|two| two[0] != two[1]);
        let commands = &mut self.game.side_mut(self.side).commands;
        for (track, paid) in each {
            if let Some(left) = commands.get_mut(&track) {
                *left = left.saturating_sub(paid);
            }
        }
        commands.retain(|_, left| *left > 0);
        payment::use_initiative(&mut self.game, sum);
    }

    /// An order that must be mended may become any other; likely it is one about the leaders and hexes that it names.
    pub fn must_be_mended(&mut self, value: &Value) {
        self.mended = true;
        self.suspect_all(value, StrengthBound::ANY, StrengthBound::NONE);
    }

    /// An order may do anything with the leaders, armies and hexes that it names, and bring this many moved strength
    /// points there.
    pub fn may_affect_named(&mut self, value: &Value, sp: u32) {
        self.suspect_all(value, StrengthBound::moved(sp), StrengthBound::moved(sp));
    }

    /// Puts in doubt what a value names; this many strength points may have come to its hexes, and around them.
    fn suspect_all(&mut self, value: &Value, here: StrengthBound, around: StrengthBound) {
        let mut words = Vec::new();
        collect(value, &mut words);
        self.doubts.points = true;
        self.doubts.supply = true;
        let hexes: Vec<Hex> = words
            .iter()
            .filter_map(|word| word.parse().ok())
            .filter(|&hex| self.rules.pack.map.hex(hex).is_some())
            .collect();
        for &hex in &hexes {
            self.doubts.suspect(&self.game, hex, self.side, here);
            for near in self.rules.pack.map.neighbors(hex) {
                self.doubts.suspect(&self.game, near, self.side, around);
            }
        }
        for army in words.iter().filter_map(|word| word.parse::<Id>().ok()) {
            if let Some(hex) = army::hex_of(&self.game, &army) {
                self.doubts.suspect(&self.game, hex, self.side, StrengthBound::NONE);
            }
        }
        for leader in words.iter().filter_map(|word| word.parse::<Id>().ok()) {
            if !self.rules.pack.leaders.contains_key(&leader) {
                continue;
            }
            if let Some((_, hex, _)) = self.game.find_leader(&leader) {
                self.doubts.suspect(&self.game, hex, self.side, StrengthBound::NONE);
            }
            self.doubts.suspect_leader(&self.game, &leader).anywhere = true;
        }
        if words.iter().any(|word| word == "leaders") {
            for hex in hexes {
                self.draws(hex, false);
            }
        }
    }
}

/// Whether it is for want of points that an order is refused.
pub fn is_lack_of_points(problem: &Problem) -> bool {
    matches!(problem.rule.as_deref(), Some("4.2" | "4.2.1" | "4.2.19"))
}

/// The problems common to several cases; if there are none, the shortest list.
pub fn common_problems(mut cases: Vec<Vec<Problem>>) -> Vec<Problem> {
    let same = |one: &Problem, other: &Problem| one.rule == other.rule && one.path == other.path;
    let everywhere = |problem: &&Problem| cases.iter().all(|case| case.iter().any(|other| same(problem, other)));
    let common: Vec<Problem> = cases.iter().take(1).flatten().filter(everywhere).cloned().collect();
    cases.sort_by_key(Vec::len);
    if common.is_empty() { cases.swap_remove(0) } else { common }
}

/// Every text and number in a value, as text.
pub fn collect(value: &Value, words: &mut Vec<String>) {
    match value {
        // A hexside is two hexes.
        Value::String(text) => words.extend(text.split('/').map(str::to_owned)),
        Value::Number(number) => words.push(format!("{number:0>4}")),
        Value::Array(items) => items.iter().for_each(|item| collect(item, words)),
        Value::Object(fields) => fields.values().for_each(|item| collect(item, words)),
        Value::Null | Value::Bool(_) => {}
    }
}
