//! Announcing a send: cards that are played, generals who engage, and how the send is handed over (I.4 to I.6, BC-26).

use crate::BattleCry;
use crate::combat_value::Part;
use crate::engine::Events;
use crate::engine::cards::TABLE;
use crate::engine::refusal::RefusalListExt;
use crate::events::{Event, Refusal, Wanted};
use crate::ledger::{Battle, DISCARD, Game, HAND, Play, Played, Send};
use crate::options::Interrupts;
use crate::orders::{ContinueBattle, Half, Order};
use crate::pack::{Effect, Trait};
use crate::shared::Side;
use crate::view::{RefusalList, View};

impl Order {
    /// The play that an order of a battle announces, with the half that fits.
    ///
    /// # Errors
    /// The card has no such half, or is a general.
    pub fn play(&self, view: View<'_>) -> Option<Result<Play, Refusal>> {
        let text = |text: &Option<String>| text.clone();
        let (card, half, wanted, general, on, take) = match self {
            Order::Attack { card, half, general, target: on } => {
                (card, half, Wanted::Battle, Some(general.clone()), text(on), None)
            }
            Order::Special { card, half, general, target: on, take } => {
                (card, half, Wanted::Special, text(general), text(on), text(take))
            }
            Order::Engage { general } => {
                let general = Some(general.clone());
                return Some(Ok(Play { card: None, half: Half::Fitting, general, target: None, take: None }));
            }
            _ => return None,
        };
        // A card that only answers is refused for that, whichever half is meant.
        let fitting = view.fitting(card, *half, wanted).map_err(|refusal| {
            let immediate = view.fitting(card, *half, Wanted::Immediate);
            immediate.map_or(refusal, |_| Refusal::Immediate { card: card.clone() })
        });
        Some(fitting.map(|(half, _)| Play { card: Some(card.clone()), half, general, target: on, take }))
    }
}

impl Play {
    /// Its card as it lies on the table, if it is a card, before anything is forced upon the enemy.
    pub fn played(&self, side: Side, effects: &[Effect], engages: bool) -> Option<Played> {
        let on = |fits: fn(&Effect) -> bool| self.target.clone().filter(|_| effects.iter().any(fits));
        let reduces = effects.iter().find_map(|effect| match effect {
            Effect::Reduces(by) => Some((self.target.clone()?, *by)),
            _ => None,
        });
        Some(Played {
            general: self.general.clone().filter(|_| engages),
            target: on(|effect| matches!(effect, Effect::Attached { .. })),
            cancels: on(|effect| matches!(effect, Effect::Cancels(_))).into_iter().collect(),
            reduces,
            ..Played::plain(self.card.as_ref()?, side, self.half)
        })
    }

    /// The effect by which the general whom it names disengages, or comes into the battle.
    pub fn moves_general<'r>(&self, rules: &'r BattleCry, side: Side) -> Option<&'r Effect> {
        let part = rules.pack.part(side, self.card.as_deref()?, self.half)?;
        part.effects().iter().find(|effect| matches!(effect, Effect::BringGeneral {} | Effect::Disengage {}))
    }

    /// Why a side cannot announce it now.
    pub fn refused(&self, view: View<'_>) -> RefusalList {
        let Some(battle) = view.battle() else { return vec![(Refusal::NotNow, "I")] };
        let Some(card) = &self.card else {
            return self.engagement_refused(view, battle);
        };
        let mut found = RefusalList::new();
        if let Some(refusal) = view.not_in_hand(card) {
            found.push((refusal, "I.3"));
            return found;
        }
        let Some(part) = view.pack().part(view.side, card, self.half) else {
            return vec![(Refusal::IsGeneral { card: card.clone() }, "I.3")];
        };
        found.extend(self.limits(view, battle, card, part));
        found.extend(self.general_refused(view, card, part));
        found.extend(self.target_refused(view, card, part));
        if let Some(condition) = view.failing(part) {
            found.push((Refusal::Condition { card: card.clone(), condition }, "BC-23"));
        }
        found
    }

    /// A cavalry general engages to draw a card: an action, and not a card (Cavalry General, BC-5).
    fn engagement_refused(&self, view: View<'_>, battle: &Battle) -> RefusalList {
        let general = self.general.clone().unwrap_or_default();
        let mut found = present(view, battle, &general, "I.10");
        if found.is_empty() {
            let cavalry = view.is_cavalry(&general);
            found.when(!cavalry, Refusal::NotCavalry { general }, "Cavalry General");
        }
        found
    }

    /// How many cards, of which kind, and when.
    fn limits(&self, view: View<'_>, battle: &Battle, card: &str, part: Part<'_>) -> RefusalList {
        let mut found = RefusalList::new();
        let owned = || card.to_owned();
        let present = view.present().count();
        let limit = present.max(1);
        let sent = battle.plays.iter().filter(|play| play.card.is_some()).count();
        found.when(sent + usize::from(battle.cards_sent) >= limit, Refusal::SendFull { limit: present }, "I.4");
        found.when(part.has(Trait::Immediate), Refusal::Immediate { card: owned() }, "Immediately");
        let continues = part.effects().iter().any(|effect| matches!(effect, Effect::Continues { .. }));
        found.when(continues, Refusal::AfterPasses { card: owned() }, "I.4");
        let before = part.has(Trait::BeforeCombat);
        let late = !battle.before_combat || has_acted(view, battle);
        found.when(before && late, Refusal::BeforeCombatOnly { card: owned() }, "I.1");
        // The defender plays before combat by itself, and a card that hands over the initiative ends that time.
        let alone = battle.attacker != battle.active && battle.before_combat
            || has_announced(view, battle, &Effect::EnemyAttacksFirst {});
        found.when(!before && alone, Refusal::NotBeforeCombat { card: owned() }, "I.1");
        let valued = part.is_attack() || part.is_defend();
        let no_more =
            battle.no_more_values.contains(&view.side) || has_announced(view, battle, &Effect::NoMoreValues {});
        found.when(valued && no_more, Refusal::NoMoreValues, "BC-1");
        if let Some(cap) = battle.attack_caps.get(&view.side).filter(|_| part.is_attack()) {
            let played = battle.table.iter().filter(|played| played.side == view.side);
            let attacks = played.filter(|played| view.pack().shown(played).is_attack()).count();
            found.when(attacks >= usize::from(*cap), Refusal::AttackCap { cap: *cap }, "I.6");
        }
        found
    }

    /// The general who engages, disengages or comes into play.
    fn general_refused(&self, view: View<'_>, card: &str, part: Part<'_>) -> RefusalList {
        let Some(battle) = view.battle() else { return RefusalList::new() };
        let brings = part.effects().contains(&Effect::BringGeneral {});
        let rallies = part.effects().contains(&Effect::Disengage {});
        let engages = part.stars() > 0;
        let mut found = RefusalList::new();
        let owned = || card.to_owned();
        let Some(general) = &self.general else {
            // A card that does something else may come without a general (BC-57).
            let alone = brings && part.effects().len() == 1;
            found.when(alone || rallies || engages, Refusal::GeneralWanted { card: owned() }, "I.5");
            return found;
        };
        if brings {
            return arrival_refused(view, battle, general);
        }
        if !rallies && !engages {
            return vec![(Refusal::NoGeneral { card: owned() }, "I.6")];
        }
        if rallies {
            let free = view.game.in_play(view.side, general).is_some_and(|one| !one.engaged);
            found = is_there(view, battle, general, "Disengage");
            found.when(found.is_empty() && free, Refusal::NotEngaged { general: general.clone() }, "Disengage");
            return found;
        }
        found = present(view, battle, general, "I.5");
        if found.is_empty() {
            let (stars, wanted) = (view.stars(general), part.stars());
            let cavalry = view.is_cavalry(general);
            found.when(cavalry, Refusal::IsCavalry { general: general.clone() }, "Cavalry General");
            let few = Refusal::TooFewStars { general: general.clone(), stars, card: owned(), wanted };
            found.when(!cavalry && stars < wanted, few, "I.5");
        }
        found
    }

    /// The card that it is added to, cancels, reduces or takes.
    fn target_refused(&self, view: View<'_>, card: &str, part: Part<'_>) -> RefusalList {
        let mut found = RefusalList::new();
        let takes = part.effects().contains(&Effect::Recover {});
        let discarded = |take: &String| view.game.cards.open(&view.side.id(), DISCARD).contains(take);
        match &self.take {
            None => found.when(takes, Refusal::TakeWanted { card: card.to_owned() }, "I.6"),
            Some(take) => {
                let wrong = Refusal::WrongTake { card: card.to_owned(), take: take.clone() };
                found.when(!takes || !discarded(take), wrong, "I.6");
            }
        }
        let Some(target) = part.effects().iter().find_map(Target::of) else {
            found.when(self.target.is_some(), Refusal::NoTarget { card: card.to_owned() }, "I.6");
            return found;
        };
        let Some(on) = &self.target else {
            let own = matches!(target, Target::Attack(_));
            found.push((Refusal::TargetWanted { card: card.to_owned(), own }, "I.6"));
            return found;
        };
        let wrong = Refusal::WrongTarget { card: card.to_owned(), target: on.clone() };
        found.when(!target.admits(view, on), wrong, "I.6");
        found
    }
}

/// What a card is played on.
enum Target<'p> {
    /// An enemy card in play with one of these traits.
    Enemy(&'p [Trait]),
    /// An own attack card in play, where named of this general.
    Attack(Option<&'p str>),
}

impl<'p> Target<'p> {
    fn of(effect: &'p Effect) -> Option<Target<'p>> {
        match effect {
            Effect::Cancels(traits) => Some(Target::Enemy(traits)),
            Effect::Reduces(_) => Some(Target::Enemy(&[Trait::Enfilade])),
            Effect::Attached { general, .. } => Some(Target::Attack(general.as_deref())),
            _ => None,
        }
    }

    fn admits(&self, view: View<'_>, on: &str) -> bool {
        let Some(table) = view.table() else { return false };
        let Some(target) = table.card(on).filter(|target| target.is_in_play()) else { return false };
        let part = view.pack().shown(target.played);
        match self {
            Target::Enemy(traits) => target.played.side != view.side && traits.iter().any(|wanted| part.has(*wanted)),
            Target::Attack(name) => {
                let by = target.played.general.as_deref().and_then(|card| view.general(card));
                let named = name.is_none_or(|name| by.is_some_and(|general| general.name == name));
                target.played.side == view.side && target.played.target.is_none() && target.attacks() && named
            }
        }
    }
}

/// Why a general does not stand in the battle.
fn is_there(view: View<'_>, battle: &Battle, general: &str, rule: &'static str) -> RefusalList {
    let owned = || general.to_owned();
    if view.general(general).is_none() {
        return vec![(view.not_general(general), rule)];
    }
    let there = view.game.in_play(view.side, general).is_some_and(|one| one.theater == battle.theater);
    let away = Refusal::NotPresent { general: owned(), theater: battle.theater };
    if there { RefusalList::new() } else { vec![(away, rule)] }
}

/// The same, or he is engaged already.
fn present(view: View<'_>, battle: &Battle, general: &str, rule: &'static str) -> RefusalList {
    let mut found = is_there(view, battle, general, rule);
    let engaged = view.game.in_play(view.side, general).is_some_and(|one| one.engaged);
    found.when(found.is_empty() && engaged, Refusal::IsEngaged { general: general.to_owned() }, "Engage");
    found
}

/// Why a general cannot come into the battle from the hand, or from those set aside: the limit of four may be exceeded,
/// that of one cavalry general never (G.2, G.4).
fn arrival_refused(view: View<'_>, battle: &Battle, general: &str) -> RefusalList {
    let mut found = RefusalList::new();
    let Some(data) = view.general(general) else {
        return vec![(view.not_general(general), "G.2")];
    };
    // At Gettysburg he comes from those set aside (BC-19).
    let aside = view.game.aside.get(&view.side).is_some_and(|cards| cards.iter().any(|card| card == general));
    let reserve = view.rules.is_reinforcement(view.game, view.side, general);
    if !(aside && reserve)
        && let Some(refusal) = view.not_in_hand(general)
    {
        found.push((refusal, "G.2"));
    }
    let home = crate::draws::may_enter(view.pack(), view.game, view.side, general, battle.theater);
    let away = Refusal::NotPresent { general: general.to_owned(), theater: battle.theater };
    found.when(!home, away, "G.4");
    let cavalry = view.present().any(|one| view.is_cavalry(&one.card));
    found.when(data.cavalry && cavalry, Refusal::IsCavalry { general: general.to_owned() }, "G.2");
    found
}

/// Whether the side has done anything in this battle that is not done before combat (Before Combat).
fn has_acted(view: View<'_>, battle: &Battle) -> bool {
    let before = |card: &str, half: Half| {
        view.pack().part(view.side, card, half).is_some_and(|part| part.has(Trait::BeforeCombat))
    };
    let plays = battle.plays.iter().any(|play| play.card.as_ref().is_none_or(|card| !before(card, play.half)));
    let own = battle.table.iter().filter(|played| played.side == view.side);
    let immediate = |played: &&Played| view.pack().shown(played).has(Trait::Immediate);
    plays || own.filter(|played| !immediate(played)).any(|played| !before(&played.card, played.half))
}

/// Whether the send that is composed has a card with this effect.
fn has_announced(view: View<'_>, battle: &Battle, effect: &Effect) -> bool {
    let part = |play: &Play| view.pack().part(view.side, play.card.as_deref()?, play.half);
    battle.plays.iter().filter_map(part).any(|part| part.effects().contains(effect))
}

impl Game {
    /// Announces a play that has been found legal: the card is shown, and everything that is the player's own happens
    /// as if it stood.
    pub fn announce(&mut self, rules: &BattleCry, events: &mut Events, side: Side, play: &Play) {
        let Some(battle) = &self.battle else { return };
        if battle.plays.is_empty() {
            let before = Box::new(self.snapshot(battle));
            self.battle.iter_mut().for_each(|battle| battle.before = Some(before.clone()));
        }
        if let Some(card) = &play.card {
            self.cards.play(events, "I.3", &side.id(), card, HAND);
        }
        self.put_on_table(rules, side, play);
        self.move_general(rules, events, side, play);
        let Some(battle) = &mut self.battle else { return };
        battle.plays.push(play.clone());
        let number = battle.plays.len() as u8;
        events.emit(rule_of(play), &Event::Announced { side, number, play: play.clone() });
    }

    /// What a play does by itself, before the enemy has a say: the general engages, and the card lies in the battle.
    pub fn put_on_table(&mut self, rules: &BattleCry, side: Side, play: &Play) {
        let part = play.card.as_deref().and_then(|card| rules.pack.part(side, card, play.half));
        let engages = part.is_none_or(|part| part.stars() > 0);
        if let Some(general) = play.general.as_ref().filter(|_| engages) {
            self.set_engaged(side, general, true);
        }
        let Some(battle) = &mut self.battle else { return };
        battle.must_attack &= side != Side::Union || part.is_none_or(|part| part.stars() == 0 || part.value() <= 0);
        battle.table.extend(play.played(side, part.map(Part::effects).unwrap_or_default(), engages));
    }

    /// What a special event that stands does to the general whom it names: he disengages, or arrives.
    pub fn move_general(&mut self, rules: &BattleCry, events: &mut Events, side: Side, play: &Play) {
        match (&play.general, play.moves_general(rules, side)) {
            (Some(general), Some(Effect::BringGeneral {})) => self.bring(events, side, general),
            (Some(general), Some(_)) => self.set_engaged(side, general, false),
            _ => {}
        }
    }

    /// A general arrives; in a replay his card lies on the table already.
    fn bring(&mut self, events: &mut Events, side: Side, general: &str) {
        let Some(theater) = self.battle.as_ref().map(|battle| battle.theater) else { return };
        if self.cards.open(&side.id(), TABLE).iter().any(|card| card == general) {
            let in_play = crate::ledger::InPlay { card: general.to_owned(), theater, engaged: false };
            self.side_mut(side).generals.push(in_play);
        } else {
            self.enter(events, "G.2", side, general, theater);
        }
    }

    /// Hands the send over, or holds it.
    pub fn send(&mut self, rules: &BattleCry, events: &mut Events, side: Side, held: bool) {
        let [union, confederate] = Side::BOTH.map(|side| View::of(rules, self, side).combat_sum());
        let Some(battle) = &mut self.battle else { return };
        let plays = std::mem::take(&mut battle.plays);
        let by_card = held && self.options.interrupts == Interrupts::Card;
        if !plays.is_empty() {
            battle.sent = Some(Send { side, plays, held, reactions: Vec::new(), choices: Vec::new() });
        } else if !held {
            (battle.cards_sent, battle.acted) = (0, false);
        }
        battle.passes.clear();
        if !by_card {
            battle.active = side.other();
            events.emit("I.4", &Event::Sent { side, held, union, confederate });
        }
    }

    /// A side passes (I.4).
    pub fn pass(&mut self, events: &mut Events, side: Side, continues: ContinueBattle) {
        let Some(battle) = &mut self.battle else { return };
        battle.passes.push((side, continues));
        battle.active = side.other();
        events.emit("I.4", &Event::Passed { side });
    }
}

impl View<'_> {
    /// The combat value of the side, as a sum.
    pub fn combat_sum(&self) -> crate::engine::sum::Sum {
        self.table().map(|table| table.sum(self.side).as_sum()).unwrap_or_default()
    }
}

/// The rule under which something is played.
fn rule_of(play: &Play) -> &'static str {
    match (&play.card, &play.general) {
        (None, _) => "Cavalry General",
        (Some(_), Some(_)) => "I.5",
        (Some(_), None) => "I.6",
    }
}
