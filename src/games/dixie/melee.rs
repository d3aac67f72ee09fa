//! Melee (13.2).

use adjutant_derive::sparse;
use serde::{Deserialize, Serialize};

use crate::card_values::firepower;
use crate::engine::ruleset::Asked;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{Event, MoraleCheckReason, Range, Refusal};
use crate::fire::asks_for_specials;
use crate::hit_allocation::HitAllocation;
use crate::ledger::{CardAction, Game, Phase};
use crate::morale::{Disorganization, MoraleChecks};
use crate::orders::{Again, Answer, Play, Question};
use crate::pack::{Effect, Kind};
use crate::place::Place;
use crate::side::Side;
use crate::sorted::SortedMap;
use crate::specials;
use crate::view::{RefusalList, View};
use crate::{Dixie, Procedure, Reply};

/// A melee in progress.
#[sparse(specials, left, scored)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Melee {
    /// Who has declared it.
    pub side: Side,
    pub place: Place,
    pub again: Again,
    pub round: u8,
    pub stage: Stage,
    /// The specials that each side has played.
    pub specials: SortedMap<Side, Vec<Effect>>,
    /// The cards that have not fought in this round.
    pub left: Vec<(Side, String)>,
    /// Hits and sixes that each side has scored in this round.
    pub scored: SortedMap<Side, (u8, u8)>,
}

/// The stage of a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The enemy may play specials (12.0).
    Asked,
    Round,
    Fights,
    /// Hits are applied to this side's cards.
    Marks(Side),
    Checks,
    /// This side decides whether it continues.
    Decides(Side),
    Over,
}

/// Why the rules forbid a melee.
pub fn refused(view: View<'_>, place: Place, cards: &[String]) -> RefusalList {
    let game = view.game;
    if !game.rules.melee {
        return vec![(Refusal::NotPlayed { option: "melee".to_owned() }, "13.2")];
    }
    if game.phase != Phase::Combat {
        return vec![(Refusal::WrongPhase { phase: Phase::Combat }, "5.0")];
    }
    if !game.fought.is_empty() {
        return vec![(Refusal::AfterFire, "13.2")];
    }
    if !view.rules.engaged(game, place) {
        return vec![(Refusal::NotEngaged { place }, "13.2")];
    }
    let mut found = Vec::new();
    if game.cards_in(place, view.side).iter().any(|placed| placed.did.is_some()) {
        found.push((Refusal::CombatOver { place }, "13.2"));
    }
    let mut effects = Vec::new();
    for card in cards {
        let effect =
            view.card(card).and_then(|card| card.special).filter(|effect| specials::is_melee_special(view, *effect));
        match effect {
            None => found.push((Refusal::BadSpecial { card: card.clone() }, "12.0")),
            Some(effect) if specials::specials_limit_reached(game, place, effect, &effects) => {
                found.push((Refusal::SpecialLimit { place }, "12.0"));
            }
            Some(effect) => effects.push(effect),
        }
        if !view.in_reserve(card) || game.reserve(view.side) < cards.len() {
            found.push((Refusal::NotInReserve { card: card.clone() }, "12.0"));
        }
    }
    found
}

impl Melee {
    /// A melee is declared; the declaring side plays its specials.
    pub fn begin(
        rules: &Dixie,
        game: &mut Game,
        events: &mut Events,
        (side, place, again): (Side, Place, Again),
        cards: &[String],
    ) -> Melee {
        events.emit("13.2", &Event::Melee { side, place, round: 1 });
        // A Rally has to come before all combat (DX-30).
        game.routed.clear();
        // It replaces their fire, even for cards that leave the melee.
        let fighting = game.places.get_mut(&place).and_then(|position| position.cards.get_mut(&side));
        fighting.into_iter().flatten().for_each(|placed| placed.did = Some(CardAction::Fired));
        let mut own = Vec::new();
        for card in cards {
            let play = Play { card: card.clone(), place: Some(place), target: None };
            own.extend(specials::play(rules, game, events, side, &play));
        }
        let (stage, specials) = (Stage::Asked, [(side, own)].into());
        Melee { side, place, again, round: 1, stage, specials, left: Vec::new(), scored: SortedMap::new() }
    }

    /// One step of it.
    pub fn step(&mut self, rules: &Dixie, cx: StepContext<'_, Dixie>, input: Input<Dixie>) -> Next<Dixie> {
        let StepContext { game, standing, events } = cx;
        let (side, enemy, place) = (self.side, self.side.other(), self.place);
        match (self.stage, input) {
            (Stage::Asked, Input::Answer(answer)) => {
                if let Answer::Specials(plays) = answer {
                    let played = plays.iter().filter_map(|play| specials::play(rules, game, events, enemy, play));
                    self.specials.insert(enemy, played.collect());
                }
                self.stage = Stage::Round;
            }
            (Stage::Asked, _) => {
                if asks_for_specials(game, standing.get(&enemy.id()), enemy, "before_melee") {
                    let question = Question::BeforeMelee { place };
                    return Next::Ask(Asked { side: enemy.id(), slug: "before_melee", rule: "12.0", question });
                }
                self.stage = Stage::Round;
            }
            (Stage::Round, _) => {
                self.scored.clear();
                for one in [side, enemy] {
                    let troops = rules.troops(game, place, one);
                    self.left.extend(troops.iter().map(|placed| (one, placed.card.clone())));
                }
                self.stage = Stage::Fights;
            }
            (Stage::Fights, Input::Faces(faces)) => self.apply_roll(rules, game, events, faces),
            (Stage::Fights, _) => match self.left.first() {
                None => self.stage = Stage::Marks(enemy),
                Some((one, card)) => match self.dice(rules, game, *one, card) {
                    0 => drop(self.left.remove(0)),
                    count => {
                        return Next::Roll { purpose: format!("melee {one}"), rule: "13.2", count, sides: 6 };
                    }
                },
            },
            (Stage::Marks(one), _) => {
                self.stage = if one == enemy { Stage::Marks(side) } else { Stage::Checks };
                let scored = self.scored.get(&one.other()).copied().unwrap_or_default();
                if scored.0 + scored.1 > 0 {
                    return Next::Call(Procedure::Allot(HitAllocation::new(one, place, scored, None)));
                }
            }
            (Stage::Checks, _) => {
                self.stage = Stage::Decides(side);
                return Next::Call(Procedure::Checks(MoraleChecks::of_hits(
                    rules,
                    game,
                    &[side, enemy],
                    Some(place),
                    MoraleCheckReason::Melee,
                )));
            }
            (Stage::Decides(_), _) if !rules.engaged(game, place) => self.stage = Stage::Over,
            (Stage::Decides(one), input) if self.round == 1 => {
                let again = if one == side {
                    self.again
                } else {
                    standing.get(&enemy.id()).map_or(Again::IfStronger, |standing| standing.melee)
                };
                let stays = match (input, again) {
                    (Input::Answer(answer), _) => answer == Answer::Fight {},
                    _ if !may_leave(rules, game, one, place) => true,
                    (_, Again::Always) => true,
                    (_, Again::Never) => false,
                    (_, Again::IfStronger) => {
                        strength(rules, game, place, one) > strength(rules, game, place, one.other())
                    }
                    (_, Again::Ask) => {
                        let question = Question::SecondRound { place };
                        return Next::Ask(Asked { side: one.id(), slug: "second_round", rule: "13.2", question });
                    }
                };
                match (stays, one == side) {
                    (false, _) => self.leave(rules, game, events, one, false),
                    (true, true) => self.stage = Stage::Decides(enemy),
                    (true, false) => {
                        self.round = 2;
                        events.emit("13.2", &Event::Melee { side, place, round: 2 });
                        self.stage = Stage::Round;
                    }
                }
            }
            (Stage::Decides(_), _) => self.leave(rules, game, events, side, true),
            (Stage::Over, _) => {
                return match Disorganization::due(rules, game) {
                    Some(disorder) => Next::Call(Procedure::Disorder(disorder)),
                    None => Next::Return(Reply::Done),
                };
            }
        }
        Next::Continue
    }

    /// The dice of a card: its CV without terrain, plus the specials' bonus.
    fn dice(&self, rules: &Dixie, game: &Game, side: Side, card: &str) -> usize {
        let Some(data) = rules.card(game, side, card).filter(|card| card.kind.is_troop()) else { return 0 };
        rules.dice(game, (side, data), (self.place, self.place), Range::Melee).total().max(0) as usize
            + self.special_bonus(side, data.kind)
    }

    fn special_bonus(&self, side: Side, kind: Kind) -> usize {
        let has = |effect| self.specials.get(&side).is_some_and(|own| own.contains(&effect));
        let bayonet = has(Effect::BayonetCharge) && self.round == 1;
        if kind == Kind::Infantry { usize::from(has(Effect::RebelYell)) + usize::from(bayonet) } else { 0 }
    }

    /// A card has rolled.
    fn apply_roll(&mut self, rules: &Dixie, game: &mut Game, events: &mut Events, faces: Vec<u64>) {
        let (side, card) = self.left.remove(0);
        let Some(data) = rules.card(game, side, &card) else { return };
        let (place, firepower) = (self.place, firepower(data, Range::Melee, true));
        let hits = faces.iter().filter(|face| **face <= firepower.into()).count() as u8;
        let sixes = faces.iter().filter(|face| **face == 6).count() as u8;
        let dice = rules.dice(game, (side, data), (place, place), Range::Melee);
        let dice = dice.and("specials", self.special_bonus(side, data.kind) as i64);
        let (from, at, range, target) = (place, place, Range::Melee, None);
        let card = data.id.clone();
        events.emit("13.2", &Event::Fired { side, card, from, at, range, target, dice, firepower, faces, hits });
        let scored = self.scored.entry(side).or_default();
        *scored = (scored.0 + hits, scored.1 + sixes);
        game.reset_quiet_turns();
    }

    /// A side leaves the melee.
    fn leave(&mut self, rules: &Dixie, game: &mut Game, events: &mut Events, side: Side, must: bool) {
        events.emit("13.2", &Event::LeavesMelee { side, place: self.place, must });
        if !must && limit(rules, game, side, self.place).is_some() {
            let count = crossing(rules, game, side, self.place);
            if let Some(position) = game.places.get_mut(&self.place) {
                position.crossed += count;
            }
        }
        disengage(rules, game, events, "13.2", &[(side, self.place)]);
        self.stage = Stage::Over;
    }
}

/// The CV of a side's troops in a position.
pub fn strength(rules: &Dixie, game: &Game, place: Place, side: Side) -> i64 {
    let known = rules.troops(game, place, side).into_iter().filter_map(|placed| rules.card(game, side, &placed.card));
    known.map(|card| i64::from(card.cv)).sum()
}

/// The Movement Limit that applies to a side that goes back across the Centerline voluntarily (8.2, 8.3).
fn limit(rules: &Dixie, game: &Game, side: Side, place: Place) -> Option<u8> {
    let across = place.line() != Some(side) && !game.has_enemies(place.opposite(), side);
    rules.movement_limit(game, place).filter(|_| across && game.defender(place) != Some(side))
}

/// The cards of a side in a position that count against a Movement Limit (8.3).
fn crossing(rules: &Dixie, game: &Game, side: Side, place: Place) -> u8 {
    rules.troops(game, place, side).len() as u8
}

/// Whether a side may leave a melee voluntarily: all of its troops have to be able to cross, or they fight on (DX-18).
fn may_leave(rules: &Dixie, game: &Game, side: Side, place: Place) -> bool {
    let crossed = game.position(place).map_or(0, |position| position.crossed);
    limit(rules, game, side, place).is_none_or(|limit| crossed + crossing(rules, game, side, place) <= limit)
}

/// All cards of a side leave each of these positions: from its own line to the Reserve, otherwise across the
/// Centerline, or to the Reserve if enemies who are not leaving with them are there (8.2, DX-18).
pub fn disengage(rules: &Dixie, game: &mut Game, events: &mut Events, rule: &str, leaving: &[(Side, Place)]) {
    for &(side, place) in leaving {
        let back = place.opposite();
        let blocked = game.has_enemies(back, side) && !leaving.contains(&(side.other(), back));
        let home = place.line() == Some(side) || blocked;
        let generals = |game: &Game| rules.general(game, back, side).is_some();
        let cards: Vec<String> = game.cards_in(place, side).iter().map(|placed| placed.card.clone()).collect();
        for card in cards {
            let second = rules.kind(game, side, &card) == Some(Kind::General) && generals(game);
            if home || second {
                game.withdraw(events, rule, side, &card);
            } else {
                game.move_card(events, rule, (side, &card), (place, back), None);
            }
        }
    }
}
