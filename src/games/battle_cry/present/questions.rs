//! Questions, answers in advance and standing orders in words.

use serde_json::Value;

use super::names;
use super::order_text::answer;
use crate::BattleCry;
use crate::document::from_value;
use crate::engine::Audience;
use crate::face_down_cards::{FIRST_BATTLE, PLANS, read};
use crate::ledger::{HAND, Phase};
use crate::orders::{Answer, ChosenGenerals, Question, Standing};
use crate::report::grammar::{list, number};
use crate::shared::Side;
use crate::view::View;

/// An answer in advance of a side to the question of that name, to its own player or to everybody.
pub fn in_advance(rules: &BattleCry, to: Audience, window: &str, says: &Value) -> Option<String> {
    let (subject, verb) = if to == Audience::Owner { ("you", "") } else { ("it", "s") };
    if says.as_str() == Some("ask") {
        return Some(format!("{subject} decide{verb} when asked"));
    }
    let planned = window == FIRST_BATTLE || PLANS.contains(&window);
    let said = if planned { read(window, says) } else { from_value::<Answer>(says).ok() };
    let said = answer(rules, &said?);
    let does = match to {
        Audience::Owner => said,
        Audience::Everyone => crate::report::grammar::third_person(&said)?,
    };
    Some(match window {
        "special" => format!("if a special event is played, {subject} {does}"),
        "threatened" => format!("if a card or a general would be lost, {subject} {does}"),
        "failure" => format!("if a special event is answered, {subject} {does}"),
        "saved" => format!("if {} saves a card or a general, {subject} {does}", enemy(to)),
        "enemy_passes" => format!("once {} passes, {subject} {does}", enemy(to)),
        "continue" => format!("after both have passed, {subject} {does}"),
        "blocked_east" => format!("if the battle in the East is blocked, {subject} {does}"),
        "blocked_west" => format!("if the battle in the West is blocked, {subject} {does}"),
        "unblocked" => format!("if nothing is blocked, {subject} {does}"),
        _ => format!("{subject} {does}"),
    })
}

fn enemy(to: Audience) -> &'static str {
    if to == Audience::Owner { "the enemy" } else { "the other side" }
}

/// What is asked of a side, in sentences.
pub fn question(view: View<'_>, question: &Question) -> String {
    let (rules, who) = (view.rules, view.side.opening());
    let on_table = names::on_table(rules, view.game);
    let name = |id: &String| on_table.get(id).cloned().unwrap_or_else(|| names::card(rules, id));
    match question {
        Question::Failure { card, by } => {
            let may = "may accept that, engage a general and return random cards, or play an immediate card";
            format!("{} meets {}. {who} {may}.", name(card), name(by))
        }
        Question::Saved { card, by } => {
            format!("{} would save {}. {who} may accept that or play Command Failure.", name(by), name(card))
        }
        Question::Special { card } => format!("{} is played. {who} may answer it at once.", name(card)),
        Question::Threatened { card, by } => {
            format!("{} would take {}. {who} may save it with a card.", name(by), name(card))
        }
        Question::Force { card } => format!("{} leaves {} a choice.", name(card), view.side.in_words()),
        Question::EnemyPasses {} => {
            format!("{} has passed. {who} passes as well, or plays on.", view.side.other().opening())
        }
        Question::Continue {} => format!("Both sides have passed. {who} may play Battle Continues."),
        Question::Disengage { count } => {
            format!("The battle goes on: {} of {} may disengage.", number(*count, "general"), view.side.in_words())
        }
        Question::Reinforce { count } => {
            format!("A new day begins: {} of {} may arrive.", number(*count, "general"), view.side.in_words())
        }
        Question::Placement {} => format!("{who} places its battles: at least one, and at most one in each theater."),
        Question::Moves { blocked } => {
            let at =
                list(blocked.iter().map(|theater| format!("the {}", theater.in_words())), "and", "neither theater");
            format!("{} has blocked in {at}. {who} may play a movement card.", view.side.other().opening())
        }
        Question::FirstBattle {} => format!("Two battles are placed. {who} says which is fought first."),
    }
}

/// The orders that a side may give now, in sentences, with their rule.
pub fn orders(view: View<'_>) -> (String, &'static str) {
    let (game, side) = (view.game, view.side);
    let hand = format!("It has {} in hand", number(game.count(side, HAND), "card"));
    let (does, rule) = match (&game.battle, game.phase) {
        (Some(battle), _) => {
            let sent = battle.sent.as_ref().filter(|sent| sent.side != side);
            let generals = view.present().count();
            let (most, enemy) = (number(generals.max(1), "card"), side.other().in_words());
            let played = match (sent, battle.cards_sent) {
                (None, played) if played > 0 => format!(", and {played} of them lie here already"),
                _ => String::new(),
            };
            let does = match sent {
                Some(sent) if sent.held => {
                    let does = format!("{} answers the send of {enemy}, who then goes on. {hand}.", side.opening());
                    return (does, "BC-28");
                }
                Some(_) => format!("answers the send of {enemy}, then plays its own or passes"),
                None if battle.before_combat && battle.attacker != side => {
                    "may play before combat, or passes".to_owned()
                }
                None => "plays cards and hands over, or passes".to_owned(),
            };
            (format!("{does}. A send has at most {most}{played}"), "I.4")
        }
        (None, Phase::SetUp) => ("chooses for the set-up".to_owned(), "Set-Up"),
        (None, Phase::FirstResources) => ("may play a resource".to_owned(), "B"),
        (None, Phase::CommandPoints) => ("lays at least half of its command points".to_owned(), "C"),
        (None, Phase::Battles) if side == Side::Union => ("places one or two battles".to_owned(), "D"),
        (None, Phase::Battles) => ("may block the battles that are placed".to_owned(), "Blocking"),
        (None, Phase::Movement) => ("may play a movement card, or passes".to_owned(), "E"),
        (None, Phase::Discretionary) => ("may add command points".to_owned(), "F"),
        (None, Phase::Generals) => ("may recall generals and bring others into play".to_owned(), "G"),
        (None, Phase::SecondResources) => ("may play a resource".to_owned(), "J"),
        (None, Phase::Discard) => ("discards down to nine cards".to_owned(), "K"),
        (None, _) => ("gives orders".to_owned(), "I"),
    };
    (format!("{} {does}. {hand}.", side.opening()), rule)
}

/// Standing orders, a sentence each.
pub fn standing(standing: &Standing) -> Vec<String> {
    let word = |how: ChosenGenerals, what: &str| match how {
        ChosenGenerals::MostStars => format!("The generals with the most stars {what}."),
        ChosenGenerals::Ask => format!("Asked each time: which generals {what}."),
    };
    vec![word(standing.disengage, "disengage where a battle goes on"), word(standing.reinforce, "arrive on a new day")]
}
