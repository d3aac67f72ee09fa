//! Assaults as cards: who attacked whom, the parts of the values, the dice, and what happened to both sides.

use crate::sorted::SortedSet;

use serde_json::Value;

use crate::board::Area;
use crate::document::Id;
use crate::engine::Position;
use crate::report::battle_card::{BattleCard, CardSide};

use super::event_groups::{Item, items};
use super::sentences::values;
use super::{order_text, picture, prompts, vocabulary};
use crate::SevenDays;
use crate::events::{Event, Fate, Term, TermKind};
use crate::pack::{Pack, Side};
use crate::position::ledger::Outcome;

/// The assaults of a step whose dice were rolled in it, in order.
pub fn cards(rules: &SevenDays, before: &Position<SevenDays>, events: &[Value]) -> Vec<BattleCard> {
    let spots = picture::area_centres(rules);
    let mut clashes: Vec<AssaultCard> = Vec::new();
    // An assault that began in an earlier step; the defender is known from its last question on.
    clashes.extend(prompts::assault_in_progress(before).filter(|fight| fight.forward.is_some()).map(|fight| {
        AssaultCard {
            units: fight.units.clone(),
            defenders: before
                .game
                .units_at(&rules.pack, fight.area, fight.side.other())
                .map(|(id, ..)| id.clone())
                .collect(),
            ..AssaultCard::new(fight.area, fight.side)
        }
    }));
    for (item, _) in items(events) {
        match item {
            Item::Game(Event::Assault { area, side, units, defenders, .. }) => {
                clashes.push(AssaultCard { units, defenders, ..AssaultCard::new(area, side) });
            }
            item => clashes.last_mut().into_iter().for_each(|clash| clash.record(&item)),
        }
    }
    let fought = clashes.into_iter().filter(|clash| clash.dice.is_some());
    fought.map(|clash| BattleCard { at: spots.get(&clash.area).copied(), ..clash.card(&rules.pack) }).collect()
}

/// What a term counts, in as few words as a card has room for; the report has the full form.
fn term_words(pack: &Pack, term: &Term) -> String {
    match term.what {
        TermKind::Point => "Point Unit".to_owned(),
        TermKind::Forward => "Forward Unit".to_owned(),
        TermKind::Leaders => vocabulary::leaders(pack, &term.who),
        what => values::kind(what).0.to_owned(),
    }
}

/// An assault, as described by its events.
struct AssaultCard {
    area: Area,
    /// The attacker.
    side: Side,
    units: SortedSet<Id>,
    defenders: SortedSet<Id>,
    /// What the Attack and the Defense Value are made of.
    terms: [Vec<Term>; 2],
    /// The attacker's dice and total, and the defender's.
    dice: Option<[([u8; 2], i16); 2]>,
    outcome: Option<Outcome>,
    /// The Casualty Points that the defender takes.
    points: u32,
    exhausted: SortedSet<Id>,
    eliminated: SortedSet<Id>,
    retreats: Vec<(Vec<Id>, Area)>,
    /// The leaders who were wounded or killed, in words.
    hit: Vec<(Id, &'static str)>,
    over: bool,
}

impl AssaultCard {
    fn new(area: Area, side: Side) -> AssaultCard {
        AssaultCard {
            area,
            side,
            units: SortedSet::new(),
            defenders: SortedSet::new(),
            terms: [Vec::new(), Vec::new()],
            dice: None,
            outcome: None,
            points: 0,
            exhausted: SortedSet::new(),
            eliminated: SortedSet::new(),
            retreats: Vec::new(),
            hit: Vec::new(),
            over: false,
        }
    }

    fn record(&mut self, item: &Item) {
        match item {
            _ if self.over => {}
            Item::Retreats { who, to, .. } => self.retreats.push((who.clone(), *to)),
            Item::Game(Event::Values { attack, defense }) => self.terms = [attack.clone(), defense.clone()],
            Item::Game(Event::AssaultDice { attack, defense, attack_total, defense_total, outcome, .. }) => {
                self.dice = Some([(*attack, *attack_total), (*defense, *defense_total)]);
                self.outcome = Some(*outcome);
            }
            Item::Game(Event::CasualtyPoints { points, .. }) => self.points = *points,
            Item::Game(Event::Exhausted { units }) => self.exhausted.extend(units.iter().cloned()),
            Item::Game(Event::Eliminated { units, .. }) => self.eliminated.extend(units.iter().cloned()),
            Item::Game(Event::LeaderCheck { leader, fate: Fate::Casualty, .. }) => {
                self.hit.push((leader.clone(), "wounded"));
            }
            Item::Game(Event::LeaderCheck { leader, fate: Fate::Killed, .. }) => {
                self.hit.push((leader.clone(), "killed"))
            }
            Item::Game(Event::AssaultOver { outcome, .. }) => {
                self.outcome = Some(*outcome);
                self.over = true;
            }
            _ => {}
        }
    }

    fn card(&self, pack: &Pack) -> BattleCard {
        let side = |n: usize, side: Side, units: &SortedSet<Id>, verb: &str| {
            let (dice, total) = self.dice.map_or(([0; 2], 0), |dice| dice[n]);
            CardSide {
                side: side.id(),
                heading: format!("{} {verb}", vocabulary::side_cap(side).trim_start_matches("The ")),
                force: vec![vocabulary::units(pack, units)],
                dice: dice.map(u64::from).to_vec(),
                modifiers: self.terms[n].iter().map(|term| (term_words(pack, term), i64::from(term.value))).collect(),
                total: Some(i64::from(total)),
                result: self.loss_words(pack, side, n == 1),
            }
        };
        BattleCard {
            title: vocabulary::place(pack, self.area),
            table: vec![self.comparison()],
            at: None,
            sides: [side(0, self.side, &self.units, "attacks"), side(1, self.side.other(), &self.defenders, "defends")],
            outcome: self.result_words(pack),
        }
    }

    /// How the totals compare (10.4.4).
    fn comparison(&self) -> String {
        let Some([(_, attack), (_, defense)]) = self.dice else { return String::new() };
        let margin = match i32::from(attack) - i32::from(defense) {
            0 => "equal".to_owned(),
            more @ 1.. => format!("the attacker has {} more", more.unsigned_abs()),
            less => format!("the defender has {} more", less.unsigned_abs()),
        };
        format!("Attack Total {attack}, Defense Total {defense}: {margin}")
    }

    /// The losses of a side; the defender's Casualty Points first.
    fn loss_words(&self, pack: &Pack, side: Side, defends: bool) -> String {
        let of = |ids: &SortedSet<Id>| -> Vec<Id> {
            let own = ids.iter().filter(|id| pack.forces.units.get(*id).is_some_and(|unit| unit.side == side));
            own.cloned().collect()
        };
        let mut parts = Vec::new();
        if defends && self.points > 0 {
            parts.push(format!("takes {}", order_text::points(self.points)));
        }
        let exhausted: Vec<Id> = of(&self.exhausted).into_iter().filter(|id| !self.eliminated.contains(id)).collect();
        for (units, what) in [(of(&self.eliminated), "eliminated"), (exhausted, "Exhausted")] {
            if !units.is_empty() {
                parts.push(format!("{what}: {}", vocabulary::units(pack, &units)));
            }
        }
        for (leader, how) in &self.hit {
            if pack.forces.leaders.get(leader).is_some_and(|leader| leader.side == side) {
                parts.push(format!("{} is {how}", vocabulary::leader(pack, leader)));
            }
        }
        if parts.is_empty() { "no losses".to_owned() } else { parts.join("; ") }
    }

    /// How it ended, and who retreated.
    fn result_words(&self, pack: &Pack) -> String {
        let mut text = self
            .outcome
            .map_or(String::new(), |outcome| format!("{}.", vocabulary::capital(&order_text::outcome(outcome))));
        for (who, to) in &self.retreats {
            let verb = if who.len() == 1 { "retreats" } else { "retreat" };
            let who = vocabulary::list(who.iter().map(|id| vocabulary::unit_or_leader(pack, id)), "and");
            text.push_str(&format!(" {who} {verb} to {}.", vocabulary::place(pack, *to)));
        }
        if !self.over {
            text.push_str(" It waits for a decision.");
        }
        text
    }
}
