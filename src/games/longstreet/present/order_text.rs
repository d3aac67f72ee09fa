//! Orders, answers, standing orders and questions in words.

use serde_json::Value;

use super::{facts, names};
use crate::Longstreet;
use crate::document::from_value;
use crate::engine::{Audience, Position};
use crate::interrupts::declared;
use crate::ledger::{DECK, Game, HAND, Phase};
use crate::orders::{
    Action, Amend, Answer, AskOrAccept, AskOrPass, Dice, InterruptPlan, Interrupted, MoralePlan, MoraleRule, Order,
    PlannedInterrupt, Play, Question, Spend, Standing,
};
use crate::report::grammar::list;
use crate::sealed_hand;
use crate::shared::table::UnitSelector;
use crate::side::Side;

/// An order, as it would be carried out.
pub fn order(rules: &Longstreet, side: Side, order: &Order) -> String {
    let unit = |unit| names::unit(rules, unit);
    let invoke = |what: &str, cards: &[String], modify: &Option<String>| {
        let modify = modify.iter().map(|card| format!(", modified with {}", names::card(rules, side, card)));
        format!("invoke a {what} phase with {}{}", names::cards(rules, side, cards), modify.collect::<String>())
    };
    let with = |disorder: bool| if disorder { ", with disorder" } else { "" };
    match order {
        Order::Reshuffle {} => "reshuffle".to_owned(),
        Order::Fire { card, modify } => invoke("fire", std::slice::from_ref(card), modify),
        Order::Movement { cards, modify } => invoke("movement", cards, modify),
        Order::Combat { cards, modify } => invoke("combat", cards, modify),
        Order::Volley { units, target, dice, reroll, purpose: what } => {
            let again = if *reroll { ", misses rolled again" } else { "" };
            let (who, at, dice) = (names::units(rules, units), unit(target), names::dice(*dice));
            format!("fire at {at} with {who}: {dice}{again}{}", names::quoted(", ", what))
        }
        Order::Move { unit: id, to, disorder } => {
            format!("move {} to {}{}", unit(id), names::place_and_facing(*to), with(*disorder))
        }
        Order::Charge { unit: id, target, dice, against, losses, own_losses, disorder } => {
            let come = |dice: &Option<Dice>, losses: u8| match dice {
                Some(dice) => names::dice(*dice),
                None => names::number(losses, "hit"),
            };
            let (theirs, own) = (come(dice, *losses), come(against, *own_losses));
            let (who, at, with) = (unit(id), unit(target), with(*disorder));
            format!("charge {at} with {who}: {theirs} against it, {own} against the charger{with}")
        }
        Order::Mark(mark) => format!("note that {}", names::mark(rules, mark)),
        Order::Roll { dice, purpose: what } => format!("roll {}{}", names::dice(*dice), names::quoted(", ", what)),
        Order::Claim { condition } => format!("claim the victory condition \"{}\"", names::condition(rules, condition)),
        Order::Settle {} => "ask for confirmation of what was declared".to_owned(),
        Order::Pass {} => "pass".to_owned(),
        Order::EndTurn {} => "end the turn".to_owned(),
    }
}

/// Cards for their morale values, each with what its hits come from.
fn spends(rules: &Longstreet, game: &Game, side: Side, spends: &[Spend]) -> String {
    let one = |spend: &Spend| {
        let card = names::of_either(rules, side, &spend.card);
        format!("{card} against the hits of {}", facts::fact(rules, game, spend.fact))
    };
    list(spends.iter().map(one), "and", "no card")
}

/// An answer of a side.
pub fn answer(rules: &Longstreet, game: &Game, side: Side, answer: &Answer) -> String {
    match answer {
        Answer::Pass {} => "play no card".to_owned(),
        Answer::Interrupt(Play { card, unit, to }) => {
            let on = unit.as_ref().map_or(String::new(), |unit| format!(", on {}", names::unit(rules, unit)));
            let to = to.map_or(String::new(), |to| format!(", to {}", names::place_and_facing(to)));
            format!("interrupt with {}{on}{to}", names::of_either(rules, side, card))
        }
        Answer::Accept { morale: None } => "confirm everything".to_owned(),
        Answer::Accept { morale: Some(cards) } => {
            format!("confirm everything, and for morale play {}", spends(rules, game, side, cards))
        }
        Answer::Dispute(disputes) => {
            let one = |dispute: &crate::orders::Dispute| {
                format!("{}{}", facts::fact(rules, game, dispute.fact), names::quoted(": ", &dispute.why))
            };
            format!("dispute {}", list(disputes.iter().map(one), "and", "nothing"))
        }
        Answer::Morale(cards) => format!("for morale play {}", spends(rules, game, side, cards)),
        Answer::Withdraw {} => "withdraw it".to_owned(),
        Answer::Amend(amend) => format!("correct it: {}", amended(amend)),
        Answer::Insist { why } => format!("insist{}", names::quoted(": ", why)),
        Answer::Yield {} => "yield to the other side".to_owned(),
    }
}

/// Which units are meant: `artillery of Gibbon on the left`.
fn among(rules: &Longstreet, among: &UnitSelector) -> String {
    let any = |words: Vec<String>| list(words, "or", "");
    let kinds = match among.kinds.as_slice() {
        [] => "units".to_owned(),
        kinds => any(kinds.iter().map(|kind| names::word(*kind)).collect()),
    };
    let brigades = any(among.brigades.clone());
    let brigades = if brigades.is_empty() { brigades } else { format!(" of {brigades}") };
    let wings = any(among.wings.iter().map(|wing| format!("{wing:?}").to_lowercase()).collect());
    let wings = if wings.is_empty() { wings } else { format!(" on the {wings}") };
    match among.units.as_slice() {
        [] => kinds + &brigades + &wings,
        units => any(units.iter().map(|unit| names::unit(rules, unit)).collect()) + &brigades + &wings,
    }
}

/// An answer in advance of a side to a question of that name, to its own player or to everybody.
pub fn in_advance(rules: &Longstreet, side: Side, to: Audience, window: &str, says: &Value) -> Option<String> {
    let own = to == Audience::Owner;
    let (subject, s, whose) = if own { ("you", "", "your") } else { ("it", "s", "its") };
    // To everybody it says what may come of it: whether a card is played, the events tell.
    let (play, spend) = if own { ("play", "spend") } else { ("may play", "may spend") };
    let card = |id: &String| match own {
        _ if sealed_hand::part(id).is_some() => "a sealed card".to_owned(),
        true => format!("{} ({id})", names::card(rules, side, id)),
        false => names::card(rules, side, id),
    };
    let plan = |plan: &PlannedInterrupt| {
        let on = plan.unit.as_ref().map_or(String::new(), |unit| format!(" on {}", names::unit(rules, unit)));
        let where_to = if plan.unit.is_some() { ", to" } else { " at" };
        let to = plan.to.map_or(String::new(), |to| format!("{where_to} {}", names::place_and_facing(to)));
        let by = (!plan.when.by.is_all()).then(|| format!(" with {}", among(rules, &plan.when.by)));
        let at = (!plan.when.at.is_all()).then(|| format!(" against {whose} {}", among(rules, &plan.when.at)));
        let when: String = by.into_iter().chain(at).collect();
        let enemy = if own { "the enemy" } else { side.other().in_words() };
        let when = if when.is_empty() { when } else { format!(", if {enemy} acts{when}") };
        format!("{}{on}{to}{when}", card(&plan.card))
    };
    let rule = |rule: &MoraleRule| {
        let most = rule.cards.map(|most| format!("at most {}", names::number(most, "card")));
        let points = rule.points.map(|most| format!("until they have {}", names::number(most, "point")));
        let on = (!rule.on.is_all()).then(|| format!("for {}", among(rules, &rule.on)));
        let from = (rule.from > 1).then(|| format!("if a unit takes {} or more", names::number(rule.from, "hit")));
        let limits: Vec<String> = [most, points, on, from].into_iter().flatten().collect();
        let limits = if limits.is_empty() { String::new() } else { format!(" ({})", limits.join(", ")) };
        list(rule.spend.iter().map(card), "and", "no card") + &limits
    };
    match (window, says.as_str()) {
        (_, Some("ask")) => Some(format!("{subject} decide{s} when asked")),
        (_, Some("accept")) => Some(format!("{subject} confirm{s} whatever is declared")),
        (_, Some(card_id)) if sealed_hand::part(window).is_some() => Some(card(&card_id.to_owned())),
        (_, Some(_)) => Some(format!("{subject} play{s} no card")),
        ("morale", _) => {
            let rules = from_value::<MoralePlan>(says).ok()?;
            Some(format!(
                "for morale {subject} {spend}, in this order, {}",
                rules.iter().map(rule).collect::<Vec<_>>().join("; or ")
            ))
        }
        _ => {
            let plans = from_value::<InterruptPlan>(says).ok()?;
            Some(format!("{subject} {play} {}", plans.iter().map(plan).collect::<Vec<_>>().join("; or else ")))
        }
    }
}

/// How a fact is corrected.
pub fn amended(amend: &Amend) -> String {
    let Amend { count, hit_on, losses, own_losses, to } = amend;
    let text = [
        count.map(|count| format!("{count} {}", if count == 1 { "die counts" } else { "dice count" })),
        hit_on.map(|on| format!("a {on}{} hits", if on == 6 { "" } else { " or more" })),
        losses.map(|losses| format!("{} on the target", names::number(losses, "hit"))),
        own_losses.map(|losses| format!("{} on the charger", names::number(losses, "hit"))),
        to.map(|to| format!("it ends at {}", names::place_and_facing(to))),
    ];
    list(text.into_iter().flatten(), "and", "nothing")
}

/// What units are declared to do.
fn does(rules: &Longstreet, action: &Action) -> String {
    let who = names::units(rules, &action.units);
    let verb = |one: &str, several: &str| if action.units.len() == 1 { one.to_owned() } else { several.to_owned() };
    match &action.target {
        None => format!("{who} {}", verb("moves", "move")),
        Some(target) => format!("{who} {} {}", verb("targets", "target"), names::unit(rules, target)),
    }
}

/// What is asked of a side, in sentences.
pub fn question(rules: &Longstreet, position: &Position<Longstreet>, side: Side, question: &Question) -> String {
    let game = &position.game;
    let (who, enemy) = (side.opening(), side.other());
    match question {
        Question::Interrupt { moment, action } => {
            let actions = declared(position, *moment, action.as_ref());
            let declares = list(actions.iter().map(|action| does(rules, action)), "and", "");
            let declares = if declares.is_empty() { String::new() } else { format!(" It declares: {declares}.") };
            let begins = match moment {
                crate::pack::Moment::Start => format!("The turn of {} begins.", enemy.in_words()),
                crate::pack::Moment::Charge => format!("{} has declared charges.", enemy.opening()),
                _ => format!("{} has invoked {}.", enemy.opening(), names::phase(game.phase)),
            };
            format!("{begins}{declares} {who} may interrupt with a card that it holds, once a turn.")
        }
        Question::Confirm { facts: all } => {
            let all: Vec<String> = all.iter().map(|n| facts::fact_with_details(rules, game, *n)).collect();
            format!("{who} confirms or disputes what {} has declared: {}.", enemy.in_words(), all.join("; "))
        }
        Question::Morale { hits } => {
            let one = |hit: &crate::orders::Hit| {
                let (hits, on) = (names::number(hit.hits, "hit"), names::unit(rules, &hit.unit));
                let from = facts::fact(rules, game, hit.fact).replacen(&format!(" at {on}"), "", 1);
                format!("{hits} on {on} from {from}")
            };
            let hits = list(hits.iter().map(one), "and", "no hit");
            format!("{who} may play cards that it holds for their morale values to remove hits: {hits}.")
        }
        Question::Disputed { fact, why } => {
            let (about, why) = (facts::fact_with_details(rules, game, *fact), names::quoted(": ", why));
            format!("{} disputes {about}{why}. {who} may withdraw it, correct it or insist.", enemy.opening())
        }
        Question::Insisted { fact, why, corrected } => {
            let (about, why) = (facts::fact_with_details(rules, game, *fact), names::quoted(": ", why));
            let does = if *corrected { "has corrected" } else { "insists on" };
            format!("{} {does} {about}{why}. {who} may yield or insist.", enemy.opening())
        }
    }
}

/// The orders that a side may give now, in sentences, with their rule.
pub fn orders(game: &Game, side: Side) -> (String, &'static str) {
    let (does, rule) = match game.phase {
        Phase::Start | Phase::Choice => (
            "may reshuffle, may invoke a fire phase, and then has one command choice: movement, combat or pass",
            "Sequence of a Turn",
        ),
        Phase::Fire => ("fires, then has one command choice: movement, combat or pass", "Sequence of a Turn"),
        Phase::Movement => ("moves, then ends its turn", "Sequence of a Turn"),
        Phase::Combat => ("charges, then ends its turn", "Sequence of a Turn"),
        Phase::Status => ("has no orders to give", "Redraw"),
    };
    let [hand, deck] = [HAND, DECK].map(|pile| names::number(game.count(side, pile), "card"));
    let choice = matches!(game.phase, Phase::Start | Phase::Choice | Phase::Fire);
    let passed = choice && game.has_passed(side) && game.count(side, HAND) > 0;
    let passed = if passed { " It passed in its last turn and may not pass again." } else { "" };
    (format!("{} {does}. It has {hand} in hand and {deck} in its deck.{passed}", side.opening()), rule)
}

/// Standing orders, a sentence each.
pub fn standing(standing: &Standing) -> Vec<String> {
    let asked = |how: AskOrPass, what: &str| match how {
        AskOrPass::Ask => format!("Asked each time: {what}."),
        AskOrPass::Pass => format!("Plays no {what}."),
    };
    let confirm = match standing.facts {
        AskOrAccept::Ask => "Asked each time: whether to confirm what the other side declares.",
        AskOrAccept::Accept => "Confirms whatever the other side declares.",
    };
    let interrupted = match standing.interrupted {
        Interrupted::HandBack => "After an interrupt, further orders are returned.",
        Interrupted::GoOn => "After an interrupt, further orders are carried out as far as possible.",
    };
    vec![
        asked(standing.interrupts, "interrupts"),
        asked(standing.morale, "cards for their morale values"),
        confirm.to_owned(),
        interrupted.to_owned(),
    ]
}
