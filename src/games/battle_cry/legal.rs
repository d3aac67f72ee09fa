//! Legal orders and answers: enough to play on.

use crate::BattleCry;
use crate::battle::{continuing_card, reinforcements};
use crate::engine::{OwnCards, Position};
use crate::ledger::{HAND, Phase};
use crate::orders::{Answer, Choice, ChosenGenerals, ContinueBattle, ForcedAttack, Half, Order, Question, Standing};
use crate::pack::Trait;
use crate::reactions::forced_by;
use crate::settlement::answers_to;
use crate::shared::Side;
use crate::view::View;

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
        Question::Placement {} | Question::Moves { .. } | Question::FirstBattle {} => vec![Answer::Pass],
    }
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
    let sorted = |answer: &Answer| match answer {
        Answer::Generals(generals) => {
            let mut generals = generals.clone();
            generals.sort();
            Answer::Generals(generals)
        }
        other => other.clone(),
    };
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
    let candidates = if view.battle().is_some() { of_combat(view) } else { of_set_up(view) };
    candidates.into_iter().filter(|order| view.rules.refused(view, order).is_empty()).collect()
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

/// The choices that a side owes first; then every play, and the ways to end the file.
fn of_combat(view: View<'_>) -> Vec<Order> {
    let Some(battle) = view.battle() else { return Vec::new() };
    if let Some(choice) = owed(view) {
        return vec![choice];
    }
    if battle.sent.as_ref().is_some_and(|sent| sent.side != view.side)
        && battle.sent.as_ref().is_some_and(|sent| sent.held)
    {
        return vec![Order::Settle {}];
    }
    let mut found = Vec::new();
    let free: Vec<&str> = view.free_generals().collect();
    for card in view.hand() {
        let card = || card.to_owned();
        for half in [Half::Upper, Half::Lower, Half::Frontal] {
            for general in &free {
                found.push(Order::Attack { card: card(), half, general: (*general).to_owned(), on: None });
            }
        }
        for half in [Half::Upper, Half::Lower] {
            found.extend(specials(view, &card(), half));
        }
    }
    found.extend(view.present().map(|one| Order::Engage { general: one.card.clone() }));
    found.extend([Order::Send {}, Order::Hold {}, Order::Pass { continues: ContinueBattle::No }]);
    found
}

/// The special event of a half, with everything that it can be played on.
fn specials(view: View<'_>, card: &str, half: Half) -> Vec<Order> {
    let order = |general: Option<&str>, on: Option<&str>, take: Option<&String>| Order::Special {
        card: card.to_owned(),
        half,
        general: general.map(str::to_owned),
        on: on.map(str::to_owned),
        take: take.cloned(),
    };
    let table = view.battle().map(|battle| battle.table.as_slice()).unwrap_or_default();
    let on = table.iter().map(|played| order(None, Some(&played.card), None));
    let generals = view
        .present()
        .map(|one| one.card.as_str())
        .chain(view.hand().into_iter().filter(|card| view.general(card).is_some()));
    let with = generals.map(|general| order(Some(general), None, None));
    let discards = view.game.cards.open(&view.side.id(), crate::ledger::DISCARD);
    let take = discards.last().map(|card| order(None, None, Some(card)));
    [order(None, None, None)].into_iter().chain(on).chain(with).chain(take).collect()
}

/// A choice that the side owes to the announced send.
fn owed(view: View<'_>) -> Option<Order> {
    use crate::effects::Forced;
    let (number, _) = view.rules.owed_choice(view.game, view.side)?;
    let sent = view.battle()?.sent.as_ref()?;
    let play = sent.plays.get(usize::from(number) - 1)?;
    let mut choice =
        Choice { play: number, discard: Vec::new(), engage: None, cancel: None, attack: None, wounded: None };
    for forced in forced_by(view, play) {
        match forced {
            Forced::Discard { cards, generals } => {
                let others = |card: &&str| generals || view.general(card).is_none();
                choice.discard = view.hand().into_iter().filter(others).take(cards).map(str::to_owned).collect();
            }
            Forced::Engage(from) => choice.engage = from.first().cloned(),
            Forced::Cancel(from) => choice.cancel = from.first().cloned(),
            Forced::Wounded(from) => choice.wounded = from.first().cloned(),
            Forced::Attack => {
                let card = view.hand().into_iter().find(|card| view.general(card).is_none());
                let general = view.free_generals().next();
                choice.attack = card.zip(general).map(|(card, general)| ForcedAttack {
                    card: card.to_owned(),
                    half: Half::Frontal,
                    general: general.to_owned(),
                });
            }
        }
    }
    Some(Order::Choose(choice))
}

/// Whether any card of the hand, or of those it may have, answers at once.
pub fn has_immediate(view: View<'_>) -> bool {
    view.hand().into_iter().any(|card| {
        view.fitting(card, Half::Fitting, crate::events::Wanted::Immediate)
            .is_ok_and(|(_, part)| part.has(Trait::Immediate))
    })
}

/// How many cards a hand has, by public facts.
pub fn hand_count(view: View<'_>) -> usize {
    view.game.count(view.side, HAND)
}
