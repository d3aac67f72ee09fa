//! The combats of a step as cards: who fought, the odds and the column, dice and modifiers, losses, and how it ended.

use crate::board::Hex;
use crate::document::from_tagged;
use crate::engine::Position;
use crate::report::{BattleCard, CardSide, StepFacts};

use super::combat::{losses, shift_reason};
use super::{picture, vocabulary};
use crate::combat::{Combat, Fight, Stage};
use crate::events::Event;
use crate::events::combat::{Addition, AdditionCause, Cell, Harm, Opening, Resolution, Throw};
use crate::orders::Reroll;
use crate::pack::Side;
use crate::position::ledger::Piece;
use crate::{CivilWar, Procedure};

/// The cards of the combats that were fought in the step that began in `before`, in their order.
pub fn battles(rules: &CivilWar, before: &Position<CivilWar>, facts: &StepFacts) -> Vec<BattleCard> {
    let mut dealer = CardWriter { rules, cards: Vec::new(), open: None };
    let fought = before.stack.iter().rev().find_map(|frame| match frame {
        Procedure::Combat(combat) => Some(combat),
        _ => None,
    });
    let mut waiting = fought;
    for event in facts.events.iter().filter_map(|event| from_tagged::<Event>("event", event).ok()) {
        // A combat that was already in progress gets a card only if something more happens in it.
        if let Some(combat) = waiting.take() {
            dealer.continue_combat(combat);
        }
        dealer.event(event);
    }
    // Nothing is shown of a combat if only its being in progress is known.
    dealer.cards.retain(|card| !card.outcome.is_empty() || card.sides.iter().any(|side| !side.dice.is_empty()));
    for card in dealer.cards.iter_mut().filter(|card| card.outcome.is_empty()) {
        card.outcome = "The combat waits for a decision.".to_owned();
    }
    dealer.cards
}

/// The combat whose events are being read, by the number of its card.
#[derive(Clone, Copy)]
struct Open {
    card: usize,
    attacker: Side,
    hex: Hex,
    from: Hex,
}

struct CardWriter<'a> {
    rules: &'a CivilWar,
    cards: Vec<BattleCard>,
    open: Option<Open>,
}

impl CardWriter<'_> {
    /// A combat that began in an earlier step.
    fn continue_combat(&mut self, combat: &Combat) {
        let Combat { force, hex, from, stage, .. } = combat;
        let side = force.side;
        let (mut attacking, mut defending) = (self.led(&force.leaders().cloned().collect::<Vec<_>>()), Vec::new());
        let mut table = Vec::new();
        let mut dice = [None, None];
        if let Stage::Fight(fight) = stage {
            let Fight { column, attackers, defenders, .. } = &**fight;
            attacking.push(vocabulary::sp(*attackers));
            defending = self.led(&fight.defending_leaders);
            defending.push(vocabulary::sp(*defenders));
            table.push(format!("column {column}"));
            dice = [fight.attack_die, fight.defence_die];
        }
        let card = self.begin(side, *hex, *from, "Combat", [attacking, defending], table);
        for (of, face) in card.sides.iter_mut().zip(dice) {
            of.dice = face.into_iter().map(u64::from).collect();
        }
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Combat(opening) => self.begin_combat(&opening),
            Event::CombatDice(dice) => {
                let hex = dice.hex;
                let sides = [self.thrown(&dice.attacker), self.thrown(&dice.defender)];
                let Some((_, card)) = self.of(hex) else { return };
                for (side, (faces, modifiers, total)) in card.sides.iter_mut().zip(sides) {
                    (side.dice, side.modifiers, side.total) = (faces, modifiers, total);
                }
            }
            Event::Reroll { side, die, face: Some(face) } => {
                let Some((open, card)) = self.current() else { return };
                let whose = if die == Reroll::Enemy { side.other() } else { side };
                let side = &mut card.sides[usize::from(whose != open.attacker)];
                let added: i64 = side.modifiers.iter().map(|(_, points)| points).sum();
                side.dice = vec![face.into()];
                side.total = Some(i64::from(face) + added);
            }
            Event::CombatResult(outcome) => {
                let Some((_, card)) = self.of(outcome.hex) else { return };
                let reads = [&outcome.attacker_reads, &outcome.defender_reads];
                let harms = [&outcome.attacker, &outcome.defender];
                for ((side, cell), harm) in card.sides.iter_mut().zip(reads).zip(harms) {
                    let Cell { face, total, .. } = cell;
                    (side.dice, side.total) = (vec![(*face).into()], Some((*total).into()));
                    side.result = losses_text(harm);
                }
                // The number of column shifts is already there.
                if card.table.is_empty() {
                    card.table.push(format!("column {}", outcome.column));
                }
            }
            Event::Overrun { side, hex, from, attackers, defenders, ratio } => {
                if self.of(hex).is_none() {
                    let force = [vec![vocabulary::sp(attackers)], vec![vocabulary::sp(defenders)]];
                    self.begin(side, hex, from, "Overrun", force, vec![format!("{ratio}-1")]);
                }
                let lost = vocabulary::sp(defenders);
                self.end_combat(hex, [String::new(), format!("loses {lost}")], "The defenders are overrun.".to_owned());
            }
            Event::Hopeless { side, hex, from, attackers, defenders } => {
                if self.of(hex).is_none() {
                    let force = [vec![vocabulary::sp(attackers)], vec![vocabulary::sp(defenders)]];
                    self.begin(side, hex, from, "Combat", force, Vec::new());
                }
                let lost = format!("loses {}", vocabulary::sp(attackers));
                self.end_combat(hex, [lost, String::new()], "The attackers are eliminated.".to_owned());
            }
            Event::Advanced { side, hex, .. } => {
                let place = vocabulary::place(&self.rules.pack, hex);
                self.ended(hex, format!("{} takes {place}.", vocabulary::side_cap(side)));
            }
            Event::Retreated { side, from, to } => {
                let place = vocabulary::place(&self.rules.pack, to);
                self.ended(from, format!("The {} force retreats to {place}.", side.title()));
            }
            Event::Destroyed { side, hex, sp, .. } => {
                let lost = vocabulary::sp(sp);
                self.ended(hex, format!("The {} force of {lost} is destroyed.", side.title()));
            }
            _ => {}
        }
    }

    fn begin_combat(&mut self, opening: &Opening) {
        let Opening { side, hex, from, attackers, defenders, odds, shifts, resolution, .. } = opening;
        let with: Vec<Piece> = opening.leader.iter().chain(&opening.others).cloned().collect();
        let mut attacking = self.led(&with);
        attacking.push(strength(*attackers, opening.attacker_demoralized));
        let mut defending = self.led(&opening.defending_leaders);
        defending.push(strength(*defenders, opening.defender_demoralized));
        let strengths = format!("{attackers} to {defenders}");
        let mut table = vec![match resolution {
            Resolution::Column(column) => format!("{strengths}: {}, column {column}", vocabulary::odds(odds)),
            Resolution::Overrun => format!("{strengths}: {odds}, an overrun"),
            Resolution::Hopeless => format!("{strengths}: worse than 1-3"),
        }];
        table.extend(shifts.iter().map(|shift| {
            let way = if shift.left < 0 { "right" } else { "left" };
            let reason = shift_reason(self.rules, (*from, *hex), shift);
            format!("{} {way}: {reason}", shift.left.unsigned_abs())
        }));
        let what = if opening.defence.is_some() { "Landing" } else { "Combat" };
        self.begin(*side, *hex, *from, what, [attacking, defending], table);
    }

    /// A card with both sides and nothing else yet.
    fn begin(
        &mut self,
        attacker: Side,
        hex: Hex,
        from: Hex,
        what: &str,
        [attacking, defending]: [Vec<String>; 2],
        table: Vec<String>,
    ) -> &mut BattleCard {
        let side = |side: Side, does: &str, force: Vec<String>| CardSide {
            side: side.id(),
            heading: format!("{} {does}", side.title()),
            force,
            dice: Vec::new(),
            modifiers: Vec::new(),
            total: None,
            result: String::new(),
        };
        // An attack is placed on the hexside; a landing, which comes from far away, in its hex.
        let spot = |hex| picture::spot(self.rules, hex);
        let place = if from.adjacent(hex) { spot(hex).toward(spot(from), 50) } else { spot(hex) };
        self.open = Some(Open { card: self.cards.len(), attacker, hex, from });
        self.cards.push(BattleCard {
            title: format!("{what} in {}", vocabulary::place(&self.rules.pack, hex)),
            table,
            at: Some(place),
            sides: [side(attacker, "attacks", attacking), side(attacker.other(), "defends", defending)],
            outcome: String::new(),
        });
        let last = self.cards.len() - 1;
        &mut self.cards[last]
    }

    fn current(&mut self) -> Option<(Open, &mut BattleCard)> {
        let open = self.open?;
        Some((open, self.cards.get_mut(open.card)?))
    }

    /// The card of the combat in a hex, if that is the one that is being read.
    fn of(&mut self, hex: Hex) -> Option<(Open, &mut BattleCard)> {
        self.current().filter(|(open, _)| open.hex == hex)
    }

    /// A combat ends at once.
    fn end_combat(&mut self, hex: Hex, results: [String; 2], outcome: String) {
        let Some((_, card)) = self.of(hex) else { return };
        for (side, result) in card.sides.iter_mut().zip(results) {
            side.result = result;
        }
        card.outcome = outcome;
    }

    /// What happened to those who fought, in the hex that was attacked or that they attacked from.
    fn ended(&mut self, at: Hex, said: String) {
        let Some((open, card)) = self.current() else { return };
        if open.hex == at || open.from == at {
            card.outcome = if card.outcome.is_empty() { said } else { format!("{} {said}", card.outcome) };
        }
    }

    /// Who leads, the first with his name alone.
    fn led(&self, leaders: &[Piece]) -> Vec<String> {
        let Some((first, others)) = leaders.split_first() else { return Vec::new() };
        let name = vocabulary::leader_name(&self.rules.pack, &first.leader);
        vec![if others.is_empty() { name.to_owned() } else { format!("{name} and {} more", others.len()) }]
    }

    /// The faces, the modifiers, and the total.
    fn thrown(&self, throw: &Throw) -> (Vec<u64>, Vec<(String, i64)>, Option<i64>) {
        let counts = |addition: &&Addition| !addition.void && addition.points != 0;
        let why = |addition: &Addition| match (addition.because, &addition.leader) {
            (AdditionCause::Rating | AdditionCause::Tinted, Some(piece)) => {
                vocabulary::leader_name(&self.rules.pack, &piece.leader).to_owned()
            }
            (AdditionCause::Minimum, _) => "against a demoralized force".to_owned(),
            (AdditionCause::Limit, _) => "over the limit".to_owned(),
            _ => "tactical rating".to_owned(),
        };
        let modifiers = throw.additions.iter().filter(counts).map(|one| (why(one), one.points.into())).collect();
        (vec![throw.face.into()], modifiers, Some(throw.total.into()))
    }
}

fn strength(sp: u32, demoralized: bool) -> String {
    format!("{}{}", vocabulary::sp(sp), if demoralized { ", demoralized" } else { "" })
}

/// The losses of a side, in a few words.
fn losses_text(harm: &Harm) -> String {
    let mut said = Vec::new();
    if harm.lost > 0 {
        said.push(format!("loses {}", losses(harm)));
    }
    if harm.demoralized && harm.left > 0 {
        said.push("demoralized".to_owned());
    }
    if said.is_empty() { "no loss".to_owned() } else { said.join("; ") }
}
