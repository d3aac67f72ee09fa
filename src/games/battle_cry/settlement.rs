//! Settling a send: its plays in order, each with the enemy's reaction and with what it forces upon him (BC-26 to BC-29,
//! Immediately). It is replayed from the table as it was before.

use serde::{Deserialize, Serialize};

use crate::combat_value::Part;
use crate::engine::cards::TABLE;
use crate::engine::ruleset::Asked;
use crate::engine::{Events, Input, Next, StepContext};
use crate::events::{Event, Wanted};
use crate::ledger::{ASIDE, DISCARD, Game, HAND, Play, Played, Send};
use crate::orders::{Answer, Half, Insist, Question, Reaction};
use crate::pack::{Effect, Trait};
use crate::shared::Side;
use crate::view::{View, answers, stands};
use crate::{BattleCry, Reply, letter};

/// A send that is being settled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settlement {
    /// The number of the play, from 0.
    pub play: usize,
    pub stage: Stage,
    /// The rest of the turn goes back to its player: his reaction has come to nothing, or he has returned cards.
    pub beaten: bool,
    /// What the enemy has been asked about this play (option `interrupts: card`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<String>,
}

/// Its stage.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Stage {
    /// The table is laid as it was before the send.
    Begin {},
    /// A play is put on the table.
    Play {},
    /// The reactions to it, from this one on.
    React { reaction: usize },
    /// Its owner says what he does about an immediate card that cancels it, or saves something from it. `own` is the
    /// card in question, `by` the enemy's, `last` whether the enemy has nothing more to say.
    Meets { reaction: usize, own: String, by: String, last: bool },
    /// The enemy says what he does about the owner's answer `card` to his own card (option `interrupts: card`).
    Insists { reaction: usize, own: String, by: String, card: String },
    /// What it does is done.
    Effect {},
}

impl Default for Settlement {
    fn default() -> Settlement {
        Settlement { play: 0, stage: Stage::Begin {}, beaten: false, asked: Vec::new() }
    }
}

impl Settlement {
    /// One step of it.
    pub fn step(
        &mut self,
        rules: &BattleCry,
        cx: StepContext<'_, BattleCry>,
        input: Input<BattleCry>,
    ) -> Next<BattleCry> {
        let StepContext { game, events, .. } = cx;
        let Some(sent) = game.battle.as_ref().and_then(|battle| battle.sent.clone()) else {
            return Next::Return(Reply::Done);
        };
        let play = sent.plays.get(self.play);
        match (self.stage.clone(), play) {
            (Stage::Begin {}, _) => {
                restore(game);
                self.stage = Stage::Play {};
            }
            (_, None) => return self.finish(rules, game, events, &sent),
            (Stage::Play {}, Some(play)) => {
                if put(rules, game, events, sent.side, play) {
                    self.stage = Stage::React { reaction: 0 };
                } else {
                    self.next_play();
                }
            }
            (Stage::React { reaction }, Some(play)) => {
                let number = self.play + 1;
                let next = sent.reactions.iter().enumerate().skip(reaction);
                match next.into_iter().find(|(_, other)| usize::from(other.to) == number) {
                    Some((n, answer)) => self.react(rules, game, events, (&sent, play), (n, answer)),
                    None => match letter::question(rules, game, (&sent, play), number as u8, &self.asked) {
                        Some((key, question)) => {
                            // It counts as asked once it is answered: what opens the answer repeats this step.
                            let Input::Answer(answer) = input else { return letter::ask(&sent, question) };
                            letter::record(game, number as u8, &key, answer);
                            self.asked.push(key);
                        }
                        None => self.stage = Stage::Effect {},
                    },
                }
            }
            (Stage::Insists { reaction, own, by, card }, Some(play)) => {
                let Input::Answer(answer) = input else {
                    return ask(game, sent.side.other(), Question::Failure { card: by.clone(), by: card.clone() });
                };
                let side = sent.side.other();
                self.stage = match answer {
                    Answer::Pay(general) => {
                        pay(rules, game, events, (side, &general), &card);
                        Stage::Meets { reaction, own, by, last: false }
                    }
                    Answer::Card(further) => {
                        answer_with(rules, game, events, (side, &further), &card);
                        Stage::Meets { reaction, own: card, by: further, last: false }
                    }
                    _ => {
                        events.emit("Immediately", &Event::Beaten { side, card: by });
                        let Some(reacted) = sent.reactions.get(reaction) else { return Next::Continue };
                        self.after(rules, game, play, reaction, reacted);
                        return Next::Continue;
                    }
                };
            }
            (Stage::Meets { reaction, own, by, last }, Some(play)) => {
                let saves = sent.reactions.get(reaction).is_some_and(|other| other.save.as_ref() == Some(&own));
                let question = match saves {
                    true => Question::Saved { card: own.clone(), by: by.clone() },
                    false => Question::Failure { card: own.clone(), by: by.clone() },
                };
                let Input::Answer(answer) = input else {
                    return ask(game, sent.side, question);
                };
                let meeting = Meeting { reaction, own, by, last };
                self.meet(rules, game, events, (&sent, play), meeting, answer);
            }
            (Stage::Effect {}, Some(play)) => {
                crate::effects::apply(rules, game, events, &sent, (self.play, play));
                self.next_play();
            }
        }
        Next::Continue
    }

    fn next_play(&mut self) {
        self.play += 1;
        self.asked.clear();
        self.stage = Stage::Play {};
    }

    /// The send is settled; the enemy goes on, or its player where he has held it.
    fn finish(&mut self, rules: &BattleCry, game: &mut Game, events: &mut Events, sent: &Send) -> Next<BattleCry> {
        let [union, confederate] = Side::BOTH.map(|side| View::of(rules, game, side).combat_sum());
        let resets = game.options.interrupt_resets;
        if let Some(battle) = &mut game.battle {
            (battle.sent, battle.before) = (None, None);
            let played = |play: &&Play| battle.table.iter().any(|other| Some(&other.card) == play.card.as_ref());
            let count = sent.plays.iter().filter(played).count() as u8;
            let resets = resets && !sent.reactions.is_empty();
            battle.cards_sent = if resets { 0 } else { battle.cards_sent + count };
            battle.acted = true;
            if !sent.held {
                (battle.cards_sent, battle.acted) = (0, false);
            }
            let defender_first = battle.before_combat && sent.side != battle.attacker;
            if sent.held || defender_first {
                battle.active = if sent.held { sent.side } else { battle.attacker };
            }
        }
        events.emit("BC-26", &Event::Settled { side: sent.side, union, confederate });
        Next::Return(if self.beaten { Reply::Beaten } else { Reply::Done })
    }

    /// An immediate card is played against the play.
    fn react(
        &mut self,
        rules: &BattleCry,
        game: &mut Game,
        events: &mut Events,
        (sent, play): (&Send, &Play),
        (n, reaction): (usize, &Reaction),
    ) {
        let (side, Some(card)) = (sent.side.other(), &play.card) else {
            self.stage = Stage::Effect {};
            return;
        };
        let (half, part) = immediate(rules, game, side, &reaction.card, reaction.half);
        let saves = reaction.save.clone().map(|save| (save, card.clone()));
        let cancels = if saves.is_none() { vec![card.clone()] } else { Vec::new() };
        game.cards.play(events, "Immediately", &side.id(), &reaction.card, HAND);
        let played = Played { saves, cancels, ..Played::plain(&reaction.card, side, half) };
        game.battle.iter_mut().for_each(|battle| battle.table.push(played.clone()));
        let to = card.clone();
        events.emit("Immediately", &Event::Reacted { side, card: reaction.card.clone(), half, to });
        // A card that saves another is itself a special event, which the owner of the play may answer.
        let (own, by) =
            match part.is_some_and(|part| answers(part, |effect| matches!(effect, Effect::CancelsSpecial { .. }))) {
                true => (card.clone(), reaction.card.clone()),
                false => (reaction.save.clone().unwrap_or_default(), reaction.card.clone()),
            };
        self.stage = Stage::Meets { reaction: n, own, by, last: false };
    }

    /// The owner of the play has said what he does.
    fn meet(
        &mut self,
        rules: &BattleCry,
        game: &mut Game,
        events: &mut Events,
        (sent, play): (&Send, &Play),
        meeting: Meeting,
        answer: Answer,
    ) {
        let Meeting { reaction, own, by, last } = meeting;
        let side = sent.side;
        let Some(reacted) = sent.reactions.get(reaction) else { return self.next_play() };
        match answer {
            Answer::Pay(general) => {
                pay(rules, game, events, (side, &general), &by);
                // By the letter the rest of his file waits, and may play the cards that return.
                self.beaten |= letter::is_by_card(game);
                self.after(rules, game, play, reaction, reacted);
            }
            Answer::Card(card) => {
                answer_with(rules, game, events, (side, &card), &by);
                match &reacted.insist {
                    _ if letter::is_by_card(game) => {
                        self.stage = Stage::Insists { reaction, own, by, card };
                    }
                    Insist::Pay(general) if !last && can_pay(rules, game, side.other(), general) => {
                        pay(rules, game, events, (side.other(), general), &card);
                        // The cards that return may be among those that the rest of his turn plays.
                        self.beaten = true;
                        self.stage = Stage::Meets { reaction, own, by, last: true };
                    }
                    Insist::Card(further) if !last => {
                        answer_with(rules, game, events, (side.other(), further), &card);
                        self.stage = Stage::Meets { reaction, own: card, by: further.clone(), last: true };
                    }
                    _ => {
                        events.emit("Immediately", &Event::Beaten { side: side.other(), card: by });
                        self.after(rules, game, play, reaction, reacted);
                    }
                }
            }
            _ => {
                let failed = play.card.clone().filter(|card| !stands(rules, game, card));
                if let Some(card) = failed {
                    let general = send_back(rules, game, events, side, play);
                    events.emit("Immediately", &Event::Failed { side, card, by, general });
                }
                self.after(rules, game, play, reaction, reacted);
            }
        }
    }

    /// Goes on behind a reaction: to the next one, or past a play that has failed.
    fn after(&mut self, rules: &BattleCry, game: &Game, play: &Play, reaction: usize, reacted: &Reaction) {
        let failed = reacted.save.is_none() && play.card.as_ref().is_some_and(|card| !stands(rules, game, card));
        let worked = if reacted.save.is_some() { stands(rules, game, &reacted.card) } else { failed };
        self.beaten |= !worked && !reacted.go_on;
        if failed {
            self.next_play();
        } else {
            self.stage = Stage::React { reaction: reaction + 1 };
        }
    }
}

/// A reaction and the cards that meet in it.
struct Meeting {
    reaction: usize,
    own: String,
    by: String,
    last: bool,
}

/// Asks the owner of a send.
fn ask(game: &Game, side: Side, question: Question) -> Next<BattleCry> {
    let shaken = game.battle.as_ref().is_some_and(|battle| battle.shaken.contains(&side));
    let slug = match (&question, shaken) {
        (Question::Saved { .. }, false) => "saved",
        (Question::Saved { .. }, true) => "saved_now",
        (_, false) => "failure",
        (_, true) => "failure_now",
    };
    Next::Ask(Asked { side: side.id(), slug, rule: "Immediately", question })
}

/// Lays the table as it was before the send.
fn restore(game: &mut Game) {
    let Some(battle) = &mut game.battle else { return };
    let Some(before) = battle.before.clone() else { return };
    battle.table = before.table;
    for (side, generals) in before.generals.iter() {
        game.side_mut(*side).generals = generals.clone();
    }
}

/// Puts a play on the table again. `false` if its ground is gone: the card goes back to the hand (BC-27).
fn put(rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side, play: &Play) -> bool {
    let view = View::of(rules, game, side);
    if play.has_lost_ground(view) {
        if let Some(card) = &play.card {
            game.cards.leave(events, "BC-27", &side.id(), card, HAND);
            let general = send_back(rules, game, events, side, play);
            events.emit("BC-27", &Event::TakenBack { side, card: card.clone(), general });
        }
        return false;
    }
    game.put_on_table(rules, side, play);
    true
}

/// A general whom a card would have brought goes back to where he came from: it does not stand.
fn send_back(rules: &BattleCry, game: &mut Game, events: &mut Events, side: Side, play: &Play) -> Option<String> {
    let brings = play.moves_general(rules, side) == Some(&Effect::BringGeneral {});
    let general = play.general.clone().filter(|_| brings)?;
    let returned = game.side(side).veterans.contains(&general);
    let aside = rules.is_reinforcement(game, side, &general) && !returned;
    game.cards.leave(events, "BC-27", &side.id(), &general, if aside { ASIDE } else { HAND });
    if aside {
        game.aside.entry(side).or_default().push(general.clone());
    }
    Some(general)
}

impl Play {
    /// Whether something that it needs is gone since it was announced.
    fn has_lost_ground(&self, view: View<'_>) -> bool {
        let part = self.card.as_deref().and_then(|card| view.pack().part(view.side, card, self.half));
        let general = self.general.as_ref().and_then(|general| view.game.in_play(view.side, general));
        let brings = part.is_some_and(|part| part.effects().contains(&Effect::BringGeneral {}));
        let rallies = part.is_some_and(|part| part.effects().contains(&Effect::Disengage {}));
        let general_gone =
            self.general.is_some() && !brings && general.is_none_or(|general| general.engaged != rallies);
        let target_gone = self.target.as_ref().is_some_and(|on| view.table().is_none_or(|table| !table.in_play(on)));
        general_gone || target_gone || part.is_some_and(|part| view.failing(part).is_some())
    }
}

/// The half of an immediate card.
fn immediate<'r>(rules: &'r BattleCry, game: &Game, side: Side, card: &str, half: Half) -> (Half, Option<Part<'r>>) {
    let fitting = View { rules, game, side, own: None }.fitting(card, half, Wanted::Immediate);
    fitting.map_or((half, None), |(half, _)| (half, rules.pack.part(side, card, half)))
}

/// Whether a general of a side may engage to pay.
fn can_pay(rules: &BattleCry, game: &Game, side: Side, general: &str) -> bool {
    View::of(rules, game, side).free_generals().any(|free| free == general)
}

/// The owner of a special event pays: a general engages, random cards return to his deck, and the enemy's card has no
/// effect any more (Immediately, BC-13).
fn pay(rules: &BattleCry, game: &mut Game, events: &mut Events, (side, general): (Side, &str), by: &str) {
    game.set_engaged(side, general, true);
    let price = rules.pack.owner(by).and_then(|owner| {
        let played = game.battle.as_ref()?.table.iter().find(|played| played.card == by)?;
        rules.pack.part(owner, by, played.half)?.effects().iter().find_map(|effect| match effect {
            Effect::CancelsSpecial { cards } => Some(*cards),
            _ => None,
        })
    });
    // What his answers to the send have named is not among the cards that return (BC-29).
    let promised = promised(game, side);
    promised.iter().for_each(|card| game.cards.play(events, "BC-29", &side.id(), card, HAND));
    let count = game.return_random(events, "Immediately", side, usize::from(price.unwrap_or_default()));
    promised.iter().for_each(|card| game.cards.leave(events, "BC-29", &side.id(), card, HAND));
    game.battle.iter_mut().for_each(|battle| battle.shaken.push(side));
    let without = |played: &mut Played| played.cancels.clear();
    game.battle.iter_mut().flat_map(|battle| &mut battle.table).filter(|played| played.card == by).for_each(without);
    events.emit("Immediately", &Event::Paid { side, general: general.to_owned(), card: by.to_owned(), count });
}

/// The cards that a side's answers to the send have named, and that are still in its hand.
fn promised(game: &Game, side: Side) -> Vec<String> {
    let sent = game.battle.as_ref().and_then(|battle| battle.sent.as_ref()).filter(|sent| sent.side != side);
    let gone = |card: &String| [TABLE, DISCARD].iter().any(|pile| game.cards.open(&side.id(), pile).contains(card));
    sent.into_iter().flat_map(|sent| sent.hand_cards()).filter(|card| !gone(card)).cloned().collect()
}

/// A further immediate card: it cancels the enemy's, or saves the own card from it.
fn answer_with(rules: &BattleCry, game: &mut Game, events: &mut Events, (side, card): (Side, &str), by: &str) {
    let (half, part) = immediate(rules, game, side, card, Half::Fitting);
    let saves = part.is_some_and(|part| answers(part, |effect| matches!(effect, Effect::SavesCard {})));
    let target = game.battle.iter().flat_map(|battle| &battle.table).find(|played| played.card == by);
    let target = target.and_then(|played| played.cancels.first().cloned());
    game.cards.play(events, "Immediately", &side.id(), card, HAND);
    let played = match (saves, target) {
        (true, Some(target)) => Played { saves: Some((target, by.to_owned())), ..Played::plain(card, side, half) },
        _ => Played { cancels: vec![by.to_owned()], ..Played::plain(card, side, half) },
    };
    game.battle.iter_mut().for_each(|battle| battle.table.push(played.clone()));
    events.emit("Immediately", &Event::Reacted { side, card: card.to_owned(), half, to: by.to_owned() });
}

/// The legal answers to a question about an immediate card, as far as everybody can see, or the owner of the hand.
pub fn answers_to(view: View<'_>, question: &Question) -> Vec<Answer> {
    let mut found = vec![Answer::Accept];
    let may_pay = matches!(question, Question::Failure { .. });
    found.extend(view.free_generals().filter(|_| may_pay).map(|general| Answer::Pay(general.to_owned())));
    let immediate = |card: &&str| {
        let part = view.fitting(card, Half::Fitting, Wanted::Immediate).ok().map(|(_, part)| part);
        part.is_some_and(|part| {
            answers(part, |effect| match effect {
                Effect::CancelsSpecial { .. } => true,
                Effect::SavesCard {} => may_pay && saved_by_effort(view, question),
                _ => false,
            })
        })
    };
    found.extend(letter::free_hand(view).into_iter().filter(immediate).map(|card| Answer::Card(card.to_owned())));
    found
}

/// Heroic Effort saves attack and defend cards only (I.7).
fn saved_by_effort(view: View<'_>, question: &Question) -> bool {
    let Question::Failure { card, .. } = question else { return false };
    let played = view.battle().and_then(|battle| battle.table.iter().find(|played| played.card == *card));
    played.is_some_and(|played| {
        let part = view.pack().shown(played);
        (part.is_attack() || part.is_defend()) && !part.has(Trait::Immediate)
    })
}
