//! What the owner of a hand can see to be false in a turn that everybody else has to take for legal: cards that he does
//! not hold, or names twice, in orders and in answers sealed in advance. The audit would find it; so no program signs it.

use crate::document::{Problem, from_value};
use crate::engine::OwnTurn;
use crate::engine::cards::ASK;
use crate::events::{Refusal, Wanted};
use crate::ledger::HAND;
use crate::orders::{Answer, ContinueBattle, Half, Insist, Order, PlacedBattles};
use crate::pack::{Effect, Theater};
use crate::reactions::has_others;
use crate::shared::Side;
use crate::view::{RefusalList, View};
use crate::{BattleCry, battle};

/// The questions of a battle that are answered in advance.
pub const IN_BATTLE: [&str; 4] = ["failure", "saved", "enemy_passes", "continue"];
/// Those, and what is asked besides where every card is settled as it is played (option `interrupts: card`).
pub const BY_CARD: [&str; 6] = ["failure", "saved", "enemy_passes", "continue", "special", "threatened"];

/// Everything that is wrong with a turn by the hand of its owner.
pub fn refused(view: View<'_>, turn: &OwnTurn<'_, BattleCry>) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut named: Vec<&str> = Vec::new();
    let side = view.side;
    for (n, order) in turn.orders.iter().enumerate().filter_map(|(n, order)| Some((n, order.as_ref()?))) {
        for (field, card) in order.hand_cards(view) {
            let held = turn.own.contains(HAND, card);
            let refusal = match held {
                true if named.contains(&card) => Refusal::Twice { card: card.to_owned() },
                true => {
                    named.push(card);
                    continue;
                }
                false => Refusal::NotInHand { card: card.to_owned() },
            };
            let rule = if view.battle().is_some() { "I.3" } else { view.game.phase.letter() };
            let problems = Refusal::to_problems(vec![(refusal, rule)], view.rules, side);
            let path = format!("orders[{n}].{field}");
            found.extend(problems.into_iter().map(|problem| problem.in_path(path.clone())));
        }
        if matches!(order, Order::Pass { continues: ContinueBattle::Yes }) && !holds_continuing(view, turn, &named) {
            let path = format!("orders[{n}].pass.continue");
            let problems = Refusal::to_problems(vec![(not_continuing(), "BC-30")], view.rules, side);
            found.extend(problems.into_iter().map(|problem| problem.in_path(path.clone())));
        }
    }
    found.extend(answers_refused(view, turn));
    for (n, window, says) in turn.in_advance(&BY_CARD) {
        if says.as_str() == Some(ASK) {
            continue;
        }
        let path = format!("commit[{n}].choice");
        let refusal = match (window, from_value::<Answer>(says)) {
            ("continue", Ok(Answer::Yes)) => (!holds_continuing(view, turn, &named)).then(not_continuing),
            ("failure", Ok(Answer::Pay(general))) if !may_pay(view, &general) => {
                let theater = view.battle().map_or(Theater::East, |battle| battle.theater);
                Some(Refusal::NotPresent { general, theater })
            }
            (_, Ok(Answer::Card(card))) if !turn.own.contains(HAND, &card) => Some(Refusal::NotInHand { card }),
            (_, Ok(Answer::Card(card))) if named.contains(&card.as_str()) => Some(Refusal::Twice { card }),
            (window, Ok(Answer::Card(card))) if !answers_window(view, turn, window, &card) => {
                Some(Refusal::WrongHalf { card, half: Half::Fitting, wanted: Wanted::Immediate })
            }
            _ => None,
        };
        let refusals: RefusalList = refusal.into_iter().map(|why| (why, "BC-29")).collect();
        let problems = Refusal::to_problems(refusals, view.rules, side);
        found.extend(problems.into_iter().map(|problem| problem.in_path(path.clone())));
    }
    found
}

/// Where the answers to an announced send claim by their silence that the hand has no card for them, and it has one
/// (BC-6). The claim is made when the send is settled, perhaps only after a word of the enemy's.
fn answers_refused(view: View<'_>, turn: &OwnTurn<'_, BattleCry>) -> Vec<Problem> {
    let mut game = view.game.clone();
    let mut found = Vec::new();
    for (n, order) in turn.orders.iter().enumerate() {
        let (open, Some(order)) = (View { game: &game, own: None, ..view }, order) else { break };
        let owner = View { own: Some(turn.own), ..open };
        let refused = match order {
            Order::Choose(choice) => {
                let known = choice.refused(open);
                choice.refused(owner).into_iter().filter(|refusal| !known.contains(refusal)).collect()
            }
            Order::React(_) => RefusalList::new(),
            Order::Pass { .. } if owes_attack(owner) => vec![(Refusal::MustAttack, "BC-3")],
            _ if open.rules.owed_choice(open).is_none() => {
                let owed = owner.rules.owed_choice(owner).into_iter();
                owed.map(|(to, card)| (Refusal::ChoiceOwed { to, card }, "BC-6")).collect()
            }
            _ => RefusalList::new(),
        };
        let problems = Refusal::to_problems(refused, view.rules, view.side).into_iter();
        found.extend(problems.map(|problem| problem.in_path(format!("orders[{n}]"))));
        let Some(sent) = game.battle.as_mut().and_then(|battle| battle.sent.as_mut()) else { break };
        match order {
            Order::React(reaction) => sent.reactions.push(reaction.clone()),
            Order::Choose(choice) => sent.choices.push(choice.clone()),
            _ => break,
        }
    }
    found
}

/// Whether the Union must still attack and can, by what its answers to the send leave it (BC-3).
fn owes_attack(owner: View<'_>) -> bool {
    let Some(battle) = owner.battle().filter(|battle| battle.must_attack && owner.side == Side::Union) else {
        return false;
    };
    let engages = |general: &str| {
        let Some(sent) = &battle.sent else { return false };
        let chosen = |choice: &crate::orders::Choice| {
            let attacks = choice.attack.as_ref().map(|attack| attack.general.as_str());
            choice.engage.as_deref() == Some(general) || attacks == Some(general)
        };
        let pays = |insist: &Insist| matches!(insist, Insist::Pay(paid) if paid == general);
        sent.choices.iter().any(chosen) || sent.reactions.iter().any(|reaction| pays(&reaction.insist))
    };
    has_others(owner) && owner.free_generals().any(|general| !engages(general))
}

/// Whether a side holds the card with which it would go on after both have passed.
fn holds_continuing(view: View<'_>, turn: &OwnTurn<'_, BattleCry>, named: &[&str]) -> bool {
    let own = View { own: Some(turn.own), ..view };
    battle::continuing_card(own).is_some_and(|card| !named.contains(&card))
}

fn not_continuing() -> Refusal {
    Refusal::NotInHand { card: "Battle Continues".to_owned() }
}

/// Whether a general may pay for a special event: one of the side's in the battle, and no cavalry.
fn may_pay(view: View<'_>, general: &str) -> bool {
    let cavalry = view.is_cavalry(general);
    let brought = |card: &str| view.general(card).is_some() && view.game.in_play(view.side, card).is_none();
    !cavalry && (view.present().any(|one| one.card == general) || brought(general))
}

/// Whether a card can answer the question that it is sealed for. Heroic Effort saves only an attack or defend card of
/// this turn from Command Failure (I.7): an answer that cannot apply would show a card for nothing.
fn answers_window(view: View<'_>, turn: &OwnTurn<'_, BattleCry>, window: &str, card: &str) -> bool {
    let Ok((_, part)) = view.fitting(card, Half::Fitting, Wanted::Immediate) else { return false };
    let cancels = part.effects().iter().any(|effect| matches!(effect, Effect::CancelsSpecial { .. }));
    let saves = part.effects().contains(&Effect::SavesCard {});
    let valued = turn.orders.iter().flatten().any(|order| match order {
        Order::Special { card, half, .. } => {
            view.fitting(card, *half, Wanted::Special).is_ok_and(|(_, part)| part.is_attack() || part.is_defend())
        }
        _ => false,
    });
    match window {
        "failure" => cancels || saves && valued,
        "saved" => cancels,
        _ => true,
    }
}

/// What is wrong with an answer in advance by itself.
pub fn advance_refused(window: &str, says: &serde_json::Value) -> Option<Problem> {
    if window == "placement" {
        return from_value::<PlacedBattles>(says).err();
    }
    let answer = match from_value::<Answer>(says) {
        Ok(answer) => answer,
        Err(problem) => return Some(problem.advice(expected(window))),
    };
    let fits = match window {
        "failure" => matches!(answer, Answer::Accept | Answer::Pay(_) | Answer::Card(_)),
        "saved" => matches!(answer, Answer::Accept | Answer::Card(_)),
        "special" | "threatened" => matches!(answer, Answer::Pass | Answer::Card(_)),
        "enemy_passes" => matches!(answer, Answer::Pass | Answer::GoOn),
        "continue" => matches!(answer, Answer::Yes | Answer::No),
        _ => true,
    };
    (!fits).then(|| Problem::new("this does not answer that question").rule("BC-29").advice(expected(window)))
}

/// What may be written for a window.
fn expected(window: &str) -> &'static str {
    match window {
        "failure" => "write accept, {pay: GENERAL}, {card: CARD} or ask",
        "saved" => "write accept, {card: CARD} or ask",
        "special" | "threatened" => "write pass, {card: CARD} or ask",
        "enemy_passes" => "write pass, go_on or ask",
        "continue" => "write \"yes\", \"no\" or ask",
        _ => "see `adjutant draft`",
    }
}

impl Order {
    /// The cards that leave the hand by this order, with their fields.
    fn hand_cards<'o>(&'o self, view: View<'_>) -> Vec<(String, &'o str)> {
        let one = |field: &str, card: &'o String| vec![(field.to_owned(), card.as_str())];
        let many = |field: &str, cards: &'o [String]| {
            let path = |(n, card): (usize, &'o String)| (format!("{field}[{n}]"), card.as_str());
            cards.iter().enumerate().map(path).collect::<Vec<_>>()
        };
        match self {
            Order::React(reaction) => {
                let insist = match &reaction.insist {
                    Insist::Card(card) => one("react.insist.card", card),
                    _ => Vec::new(),
                };
                [one("react.card", &reaction.card), insist].concat()
            }
            Order::Choose(choice) => {
                let attack = choice.attack.iter().flat_map(|attack| one("choose.attack.card", &attack.card));
                many("choose.discard", &choice.discard).into_iter().chain(attack).collect()
            }
            Order::Attack { card, .. } => one("attack.card", card),
            Order::Special { card, half, general, .. } => {
                let part = view.fitting(card, *half, Wanted::Special).ok();
                let brings = part.is_some_and(|(_, part)| part.effects().contains(&Effect::BringGeneral {}));
                let general = general.iter().filter(|general| {
                    let aside = view.game.aside.get(&view.side);
                    brings && !aside.is_some_and(|cards| cards.contains(general))
                });
                one("special.card", card)
                    .into_iter()
                    .chain(general.flat_map(|one_| one("special.general", one_)))
                    .collect()
            }
            order => crate::face_down_cards::hand_cards(order),
        }
    }
}
