//! Legal orders and answers: enough to play on.

use crate::battle::{continuing_card, reinforcements};
use crate::combat_value::Part;
use crate::effects::Forced;
use crate::engine::{Events, Input, Next, OwnCards, Position, StepContext};
use crate::events::Wanted;
use crate::ledger::{DISCARD, Game, HAND, Phase, Played, Send};
use crate::orders::{
    Answer, Choice, ChosenGenerals, ContinueBattle, ForcedAttack, Half, Insist, Order, Question, Reaction, Standing,
};
use crate::pack::{Effect, EventKind, Trait};
use crate::reactions::forced_by;
use crate::settlement::{Settlement, answers_to};
use crate::shared::Side;
use crate::sorted::SortedMap;
use crate::view::View;
use crate::{BattleCry, Procedure};

/// The side that is asked a question.
pub fn asked(position: &Position<BattleCry>) -> Side {
    match &position.pending {
        Some(crate::engine::Pending::Answer { side, .. }) => Side::of(side),
        _ => position.game.battle.as_ref().map(|battle| battle.active).unwrap_or_default(),
    }
}

/// The side to which a question belongs, also before it waits.
fn side_of(position: &Position<BattleCry>, question: &Question) -> Side {
    let battle = position.game.battle.as_ref();
    match question {
        Question::Special { .. } | Question::Threatened { .. } | Question::Force { .. } => {
            battle.and_then(|battle| battle.sent.as_ref()).map(|sent| sent.side.other()).unwrap_or_default()
        }
        Question::Failure { .. } if insists(position) => {
            battle.and_then(|battle| battle.sent.as_ref()).map(|sent| sent.side.other()).unwrap_or_default()
        }
        Question::Failure { .. } | Question::Saved { .. } => {
            battle.and_then(|battle| battle.sent.as_ref()).map(|sent| sent.side).unwrap_or_default()
        }
        Question::Disengage { .. } | Question::Reinforce { .. } | Question::Continue {} => {
            match (position.stack.last(), &position.pending) {
                (_, Some(crate::engine::Pending::Answer { side, .. })) => Side::of(side),
                (Some(crate::Procedure::Combat(crate::battle::Combat::GoesOn { side, .. })), _) => *side,
                (Some(crate::Procedure::Combat(crate::battle::Combat::BothPassed { said })), _) => {
                    let attacker = battle.map(|battle| battle.attacker).unwrap_or_default();
                    if said.is_empty() { attacker } else { attacker.other() }
                }
                _ => asked(position),
            }
        }
        _ => asked(position),
    }
}

/// The legal answers to a question.
pub fn answers(
    rules: &BattleCry,
    position: &Position<BattleCry>,
    question: &Question,
    own: Option<&OwnCards>,
) -> Vec<Answer> {
    let view = View { own, ..View::of(rules, &position.game, side_of(position, question)) };
    match question {
        Question::Failure { .. } | Question::Saved { .. } => answers_to(view, question),
        Question::Special { .. } | Question::Threatened { .. } => crate::letter::answers_to(view, question),
        Question::Force { .. } => forced_answers(view),
        Question::EnemyPasses {} => vec![Answer::Pass, Answer::GoOn],
        Question::Continue {} => {
            let yes = continuing_card(view).map(|_| Answer::Yes);
            [Answer::No].into_iter().chain(yes).collect()
        }
        Question::Disengage { count } => {
            let engaged = view.present().filter(|one| one.engaged).map(|one| one.card.as_str());
            choices(&by_stars(view, engaged.collect()), usize::from(*count))
        }
        Question::Reinforce { count } => choices(&by_stars(view, reinforcements(view)), usize::from(*count)),
        Question::Placement {} | Question::Moves { .. } | Question::FirstBattle {} => {
            crate::strategy_legal::answers(View { side: Side::Union, ..view }, question)
        }
    }
}

/// Whether the enemy of a send is asked about his own immediate card.
fn insists(position: &Position<BattleCry>) -> bool {
    let settlement = position.stack.last();
    matches!(settlement, Some(Procedure::Settle(Settlement { stage: crate::settlement::Stage::Insists { .. }, .. })))
}

/// What a side may choose where the only play of a send forces something upon it (option `interrupts: card`).
fn forced_answers(view: View<'_>) -> Vec<Answer> {
    let mut found = choices_for(view, 1);
    // As far as everybody can see, a hand always leaves a choice.
    if let Some(first) = found.first().filter(|first| !first.discard.is_empty() || first.attack.is_some())
        && view.own.is_none()
    {
        let fewer = first.discard.iter().skip(1).cloned().collect();
        found.push(Choice { discard: fewer, attack: None, ..first.clone() });
    }
    if found.is_empty() { vec![Answer::Pass] } else { found.into_iter().map(Answer::Choose).collect() }
}

/// What a side may choose for a play of the announced send; of a card that is discarded, each of its own.
pub fn choices_for(view: View<'_>, number: u8) -> Vec<Choice> {
    let play = view.battle().and_then(|battle| battle.sent.as_ref()?.plays.get(usize::from(number).checked_sub(1)?));
    let Some((play, first)) = play.zip(choice(view, number)) else { return Vec::new() };
    let mut found = vec![first.clone()];
    for forced in forced_by(view, play) {
        let with = |card: &String| {
            let mut other = first.clone();
            match &forced {
                Forced::Engage(_) => other.engage = Some(card.clone()),
                Forced::Cancel(_) => other.cancel = Some(card.clone()),
                Forced::Discard { .. } => other.discard = vec![card.clone()],
                _ => other.wounded = Some(card.clone()),
            }
            other
        };
        match &forced {
            Forced::Engage(from) | Forced::Cancel(from) | Forced::Wounded(from) => {
                found.extend(from.iter().skip(1).map(with));
            }
            Forced::Discard { cards: 1, generals } if view.own.is_some() => {
                let may = |card: &&&str| *generals || view.general(card).is_none();
                let hand = view.hand();
                let others = hand.iter().filter(may).map(|card| (*card).to_owned());
                found.extend(others.filter(|card| !first.discard.contains(card)).map(|card| with(&card)));
            }
            _ => {}
        }
    }
    found
}

/// The orders that use a card of the hand now, also those that the settlement of the enemy's send comes before.
pub fn with_card(view: View<'_>, card: &str) -> Vec<Order> {
    let Some(battle) = view.battle() else { return orders(view) };
    let Some(sent) = battle.sent.as_ref().filter(|sent| sent.side != view.side) else {
        return legal_now(view, plays(view, card));
    };
    let mut found = reactions(view, sent);
    found.retain(|order| matches!(order, Order::React(reaction) if reaction.card == card));
    if !sent.held {
        let (game, own) = settled(view);
        let then = View { game: &game, own: own.as_ref(), ..view };
        found.extend(legal_now(then, plays(then, card)));
    }
    found
}

/// Generals with the most stars first; among equals, as they stand.
fn by_stars<'g>(view: View<'_>, mut generals: Vec<&'g str>) -> Vec<&'g str> {
    generals.sort_by_key(|card| std::cmp::Reverse(view.stars(card)));
    generals
}

/// All choices of so many of these, the first ones first.
fn choices(from: &[&str], count: usize) -> Vec<Answer> {
    let owned = |cards: Vec<&str>| Answer::Generals(cards.into_iter().map(str::to_owned).collect());
    subsets(from, count).into_iter().map(owned).collect()
}

fn subsets<'c>(from: &[&'c str], count: usize) -> Vec<Vec<&'c str>> {
    match from.split_first() {
        _ if count == 0 => vec![Vec::new()],
        None => Vec::new(),
        Some((first, rest)) => {
            let mut with = subsets(rest, count - 1);
            with.iter_mut().for_each(|others| others.insert(0, first));
            with.extend(subsets(rest, count));
            with
        }
    }
}

/// Whether an answer is legal.
pub fn admits(rules: &BattleCry, position: &Position<BattleCry>, question: &Question, answer: &Answer) -> bool {
    if crate::face_down_cards::window(question).is_some() {
        return crate::face_down_cards::admits(View::of(rules, &position.game, Side::Union), question, answer);
    }
    let sorted = |answer: &Answer| match answer {
        Answer::Generals(generals) => {
            let mut generals = generals.clone();
            generals.sort();
            Answer::Generals(generals)
        }
        other => other.clone(),
    };
    if let (Question::Force { .. }, Answer::Choose(choice)) = (question, answer) {
        let view = View::of(rules, &position.game, side_of(position, question));
        return Choice { play: 1, ..choice.clone() }.refused(view).is_empty();
    }
    let wanted = sorted(answer);
    answers(rules, position, question, None).iter().any(|legal| sorted(legal) == wanted)
}

/// What standing orders answer (BC-37).
pub fn by_standing_order(view: View<'_>, standing: &Standing, question: &Question) -> Option<Answer> {
    let (word, from, count) = match question {
        Question::Disengage { count } => {
            let engaged = view.present().filter(|one| one.engaged).map(|one| one.card.as_str());
            (standing.disengage, engaged.collect(), count)
        }
        Question::Reinforce { count } => (standing.reinforce, reinforcements(view), count),
        _ => return None,
    };
    let best = by_stars(view, from).into_iter().take(usize::from(*count)).map(str::to_owned).collect();
    (word == ChosenGenerals::MostStars).then_some(Answer::Generals(best))
}

/// Orders that a side may give now.
pub fn orders(view: View<'_>) -> Vec<Order> {
    if view.battle().is_some() {
        return of_combat(view);
    }
    // Cards that are laid face down get their ids later.
    let (concealed, others): (Vec<Order>, Vec<Order>) = crate::strategy_legal::candidates(view)
        .into_iter()
        .chain(of_set_up(view))
        .partition(|order| crate::strategy_legal::is_concealed(view, order));
    concealed.into_iter().chain(legal_now(view, others)).collect()
}

fn of_set_up(view: View<'_>) -> Vec<Order> {
    let Some(scenario) = view.rules.scenario(view.game) else { return Vec::new() };
    let own = scenario.of(view.side);
    if view.game.phase != Phase::SetUp || own.chosen == 0 {
        return Vec::new();
    }
    let best = by_stars_of(view, own.available.iter().map(String::as_str).collect());
    vec![Order::Pick { cards: best.into_iter().take(usize::from(own.chosen)).map(str::to_owned).collect() }]
}

fn by_stars_of<'g>(view: View<'_>, mut generals: Vec<&'g str>) -> Vec<&'g str> {
    let stars = |card: &str| view.general(card).map_or(0, |general| general.offense + general.defense);
    generals.sort_by_key(|card| std::cmp::Reverse(stars(card)));
    generals
}

/// What answers the enemy's send: immediate cards, and the choices that are owed first; then every play, as the send
/// leaves the table, and the ways to end the file.
fn of_combat(view: View<'_>) -> Vec<Order> {
    let Some(battle) = view.battle() else { return Vec::new() };
    let sent = battle.sent.as_ref().filter(|sent| sent.side != view.side);
    let mut found: Vec<Order> = sent.iter().flat_map(|sent| reactions(view, sent)).collect();
    if let Some((number, _)) = view.rules.owed_choice(view) {
        found.extend(choices_for(view, number).into_iter().map(Order::Choose));
        return legal_now(view, found);
    }
    match sent {
        Some(sent) if sent.held => found.push(Order::Settle {}),
        Some(_) => {
            let (game, own) = settled(view);
            let then = View { game: &game, own: own.as_ref(), ..view };
            found = legal_now(view, found);
            found.extend(legal_now(then, plays_and_ends(then)));
            return found;
        }
        None => found.extend(plays_and_ends(view)),
    }
    legal_now(view, found)
}

fn legal_now(view: View<'_>, mut orders: Vec<Order>) -> Vec<Order> {
    orders.retain(|order| view.rules.refused(view, order).is_empty());
    orders
}

/// Every play that there may be, and the ways to end the file.
fn plays_and_ends(view: View<'_>) -> Vec<Order> {
    let mut found: Vec<Order> = view.hand().into_iter().flat_map(|card| plays(view, card)).collect();
    found.extend(view.present().map(|one| Order::Engage { general: one.card.clone() }));
    let words = continuing_card(view).map(|_| ContinueBattle::Yes);
    let words = [ContinueBattle::No, ContinueBattle::Ask].into_iter().chain(words);
    found.extend([Order::Send {}, Order::Hold {}]);
    found.extend(words.map(|continues| Order::Pass { continues }));
    found
}

/// The plays of a card, with everything that each half can be played on.
pub fn plays(view: View<'_>, card: &str) -> Vec<Order> {
    let halves = [Half::Upper, Half::Lower, Half::Frontal].into_iter();
    let parts = halves.filter_map(|half| Some((half, view.pack().part(view.side, card, half)?)));
    let of = |(half, part): (Half, Part<'_>)| match part.kind() {
        EventKind::Battle => {
            let able = view.free_generals().filter(|general| view.stars(general) >= part.stars());
            let attack = |general: &str| {
                let (card, general) = (card.to_owned(), general.to_owned());
                Order::Attack { card, half, general, target: None }
            };
            able.map(attack).collect()
        }
        EventKind::Special if !part.has(Trait::Immediate) => specials(view, card, half, part),
        _ => Vec::new(),
    };
    parts.flat_map(of).collect()
}

/// A special event with everything that it can be played on.
fn specials(view: View<'_>, card: &str, half: Half, part: Part<'_>) -> Vec<Order> {
    let order = |general: Option<&str>, on: Option<&str>, take: Option<&String>| {
        let text = |text: Option<&str>| text.map(str::to_owned);
        Order::Special { card: card.to_owned(), half, general: text(general), target: text(on), take: take.cloned() }
    };
    let table = view.battle().map(|battle| battle.table.as_slice()).unwrap_or_default();
    let on = |own: bool| {
        let fits = move |played: &&Played| (played.side == view.side) == own;
        table.iter().filter(fits).map(|played| order(None, Some(&played.card), None)).collect::<Vec<_>>()
    };
    for effect in part.effects() {
        match effect {
            Effect::Cancels(_) | Effect::Reduces(_) => return on(false),
            Effect::Attached { .. } => return on(true),
            Effect::Disengage {} => {
                let engaged = view.present().filter(|one| one.engaged);
                return engaged.map(|one| order(Some(&one.card), None, None)).collect();
            }
            Effect::BringGeneral {} => {
                let hand = view.hand().into_iter().filter(|card| view.general(card).is_some());
                let generals: Vec<Order> =
                    hand.chain(arriving(view)).map(|general| order(Some(general), None, None)).collect();
                // Without a general it is played for what it does besides (BC-57).
                let alone = generals.is_empty() && part.effects().len() > 1;
                return if alone { vec![order(None, None, None)] } else { generals };
            }
            Effect::Recover {} => {
                let discards = view.game.cards.open(&view.side.id(), DISCARD);
                return discards.iter().map(|card| order(None, None, Some(card))).collect();
            }
            _ => {}
        }
    }
    vec![order(None, None, None)]
}

/// The generals set aside whom a special event may bring (BC-19).
fn arriving(view: View<'_>) -> impl Iterator<Item = &str> {
    let aside = view.game.aside.get(&view.side).map(Vec::as_slice).unwrap_or_default();
    let fits = move |card: &&String| view.rules.is_reinforcement(view.game, view.side, card);
    aside.iter().filter(fits).map(String::as_str)
}

/// The immediate cards that may answer a send, each with what it saves.
pub fn reactions(view: View<'_>, sent: &Send) -> Vec<Order> {
    let table = view.battle().map(|battle| battle.table.as_slice()).unwrap_or_default();
    let own = table.iter().filter(|played| played.side == view.side).map(|played| played.card.as_str());
    let saved: Vec<&str> = own.chain(view.present().map(|one| one.card.as_str())).collect();
    let mut found = Vec::new();
    for card in view.hand() {
        let Ok((half, part)) = view.fitting(card, Half::Fitting, Wanted::Immediate) else { continue };
        let cancels = part.effects().iter().any(|effect| matches!(effect, Effect::CancelsSpecial { .. }));
        for to in 1..=sent.plays.len() as u8 {
            let order = |save: Option<&str>| {
                let (card, save) = (card.to_owned(), save.map(str::to_owned));
                Order::React(Reaction { card, half, to, save, insist: Insist::Accept, go_on: false })
            };
            if cancels {
                found.push(order(None));
            } else {
                found.extend(saved.iter().map(|save| order(Some(save))));
            }
        }
    }
    legal_now(view, found)
}

/// The table as it will be once the enemy's send is settled, and the cards that the side will still hold, with the
/// reactions and choices that it has made; every question is answered by `accept`.
pub fn settled(view: View<'_>) -> (Game, Option<OwnCards>) {
    let (mut game, mut own) = (view.game.clone(), view.own.cloned());
    if let (Some(own), Some(sent)) = (&mut own, view.battle().and_then(|battle| battle.sent.as_ref())) {
        sent.hand_cards().for_each(|card| spend(own, card));
    }
    let (standing, mut settlement, mut input) = (SortedMap::new(), Settlement::default(), Input::Proceed);
    loop {
        let cx = StepContext { game: &mut game, standing: &standing, events: &mut Events::discarding() };
        input = match settlement.step(view.rules, cx, input) {
            Next::Continue => Input::Proceed,
            Next::Ask(_) => Input::Answer(Answer::Accept),
            _ => return (game, own),
        };
    }
}

/// The hand is without a card.
pub fn spend(own: &mut OwnCards, card: &str) {
    let hand = own.piles.get_mut(HAND).into_iter();
    hand.for_each(|hand| hand.retain(|other| other.as_deref() != Some(card)));
}

/// A choice that the side owes to the announced send: the first of each kind that is legal.
pub fn choice(view: View<'_>, number: u8) -> Option<Choice> {
    let sent = view.battle()?.sent.as_ref()?;
    let play = sent.plays.get(usize::from(number).checked_sub(1)?)?;
    let mut choice =
        Choice { play: number, discard: Vec::new(), engage: None, cancel: None, attack: None, wounded: None };
    let hand = crate::letter::free_hand(view);
    for forced in forced_by(view, play) {
        match forced {
            Forced::Discard { cards, generals } => {
                let others = |card: &&str| generals || view.general(card).is_none();
                choice.discard = hand.iter().copied().filter(others).take(cards).map(str::to_owned).collect();
            }
            Forced::Engage(from) => choice.engage = from.first().cloned(),
            Forced::Cancel(from) => choice.cancel = from.first().cloned(),
            Forced::Wounded(from) => choice.wounded = from.first().cloned(),
            Forced::Attack => {
                let card = hand.iter().find(|card| view.general(card).is_none());
                choice.attack = card.zip(view.free_generals().next()).map(|(card, general)| {
                    let (card, general) = ((*card).to_owned(), general.to_owned());
                    ForcedAttack { card, half: Half::Frontal, general }
                });
            }
        }
    }
    Some(choice)
}
