//! What the owner of a hand can see to be false in a turn that everybody else has to take for legal: cards that he does
//! not hold, or names twice, in orders and in answers sealed in advance. The audit would find it; so no program signs it.

use crate::document::{Problem, from_value};
use crate::engine::OwnTurn;
use crate::engine::cards::ASK;
use crate::events::Refusal;
use crate::ledger::HAND;
use crate::orders::{Answer, Insist, Order, PlacedBattles};
use crate::pack::Effect;
use crate::view::{RefusalList, View};
use crate::{BattleCry, battle};

/// The questions of a battle that are answered in advance.
pub const IN_BATTLE: [&str; 4] = ["failure", "saved", "enemy_passes", "continue"];

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
            let problems = Refusal::to_problems(vec![(refusal, "I.3")], view.rules, side);
            let path = format!("orders[{n}].{field}");
            found.extend(problems.into_iter().map(|problem| problem.in_path(path.clone())));
        }
    }
    for (n, window, says) in turn.in_advance(&IN_BATTLE) {
        if says.as_str() == Some(ASK) {
            continue;
        }
        let path = format!("commit[{n}].choice");
        let refusal = match (window, from_value::<Answer>(says)) {
            ("continue", Ok(Answer::Yes)) => {
                let own = View { own: Some(turn.own), ..view };
                let card = battle::continuing_card(own).filter(|card| !named.contains(card));
                card.is_none().then(|| Refusal::NotInHand { card: "Battle Continues".to_owned() })
            }
            (_, Ok(Answer::Card(card))) if !turn.own.contains(HAND, &card) => Some(Refusal::NotInHand { card }),
            (_, Ok(Answer::Card(card))) if named.contains(&card.as_str()) => Some(Refusal::Twice { card }),
            _ => None,
        };
        let refusals: RefusalList = refusal.into_iter().map(|why| (why, "BC-29")).collect();
        let problems = Refusal::to_problems(refusals, view.rules, side);
        found.extend(problems.into_iter().map(|problem| problem.in_path(path.clone())));
    }
    found
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
        "enemy_passes" => "write pass or ask",
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
                let part = view.fitting(card, *half, crate::events::Wanted::Special).ok();
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
