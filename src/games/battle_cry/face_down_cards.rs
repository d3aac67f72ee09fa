//! Cards that an order lays face down, cards that a turn opens, and answers in advance of the phases between battles
//! (BC-33, BC-34; protocol 8.4).

use serde_json::Value;

use crate::BattleCry;
use crate::command_points::{face_down, lays_openly};
use crate::document::{Id, Problem, from_value};
use crate::engine::cards::{ASK, Sealed};
use crate::engine::{Asked, CardActs, CardTable, Concealed, Events, Next, OwnCards, OwnTurn};
use crate::events::{Refusal, Wanted};
use crate::ledger::{DECK, Game, Phase};
use crate::options::command_card;
use crate::orders::{Answer, Half, LaidCard, MovementPlay, NONE, Order, PlacedBattles, Question};
use crate::pack::{Effect, Theater};
use crate::shared::Side;
use crate::view::View;

/// The questions to the Union that are answered in advance with its command points.
pub const PLANS: [&str; 4] = ["placement", "unblocked", "blocked_east", "blocked_west"];
/// The one that is answered with its phase G.
pub const FIRST_BATTLE: &str = "first_battle";

/// The questions of these phases that a side may answer in advance, by public facts alone.
pub fn advance_questions(game: &Game, side: Side) -> Vec<&'static str> {
    let lays = matches!(game.phase, Phase::FirstResources | Phase::CommandPoints)
        && !Side::BOTH.into_iter().any(|side| game.has_acted(Phase::CommandPoints, side));
    let names = (Phase::Movement..Phase::BattleOrder).contains(&game.phase);
    match side {
        Side::Union if lays => PLANS.to_vec(),
        Side::Union if names => vec![FIRST_BATTLE],
        _ => Vec::new(),
    }
}

/// The name of the question about the Union's first move (E).
pub fn move_window(blocked: &[Theater]) -> &'static str {
    match blocked {
        [] => "unblocked",
        [Theater::West] => "blocked_west",
        _ => "blocked_east",
    }
}

/// What an answer in advance to one of these questions says.
pub fn read(window: &str, says: &Value) -> Option<Answer> {
    match window {
        "placement" => from_value::<PlacedBattles>(says).ok().map(Answer::Place).or_else(|| from_value(says).ok()),
        FIRST_BATTLE => from_value::<Theater>(says).ok().map(Answer::First).or_else(|| from_value(says).ok()),
        _ if says.as_str() == Some("pass") => Some(Answer::Pass),
        _ => from_value::<MovementPlay>(says).ok().map(Answer::Move).or_else(|| from_value(says).ok()),
    }
}

/// The name of a question of these phases.
pub fn window(question: &Question) -> Option<&'static str> {
    match question {
        Question::Placement {} => Some("placement"),
        Question::Moves { blocked } => Some(move_window(blocked)),
        Question::FirstBattle {} => Some(FIRST_BATTLE),
        _ => None,
    }
}

/// Whether the Union may answer a question so.
pub fn admits(view: View<'_>, question: &Question, answer: &Answer) -> bool {
    match (question, answer) {
        (Question::Placement {}, Answer::Place(battles)) => crate::placement::refused(view, battles).is_empty(),
        (Question::Moves { .. }, Answer::Pass) => true,
        (Question::Moves { .. }, Answer::Move(play)) => crate::movement::refused(view, play).is_empty(),
        (Question::FirstBattle {}, Answer::First(theater)) => crate::generals::first_refused(view, *theater).is_empty(),
        _ => false,
    }
}

/// What comes of a question that the Union may have answered in advance.
pub enum InAdvance {
    /// It has not: it is asked for orders.
    None,
    /// It has written `ask`, or what cannot be done: it does the least, so that it never sees the Confederate's open
    /// orders before it chooses.
    Lapsed,
    Next(Next<BattleCry>),
}

/// Asks the Union, if it has sealed an answer: that is opened first.
pub fn in_advance(rules: &BattleCry, game: &Game, question: Question, rule: &'static str) -> InAdvance {
    let side = Side::Union.id();
    let Some(slug) = window(&question) else { return InAdvance::None };
    let Some(advance) = game.cards.of(&side).and_then(|own| own.advance.get(slug)) else { return InAdvance::None };
    let view = View::of(rules, game, Side::Union);
    match &advance.says {
        Sealed::Under(_) => InAdvance::Next(Next::TurnUp { side, ids: vec![advance.id.clone()], rule }),
        Sealed::Open(says) if read(slug, says).is_some_and(|answer| admits(view, &question, &answer)) => {
            InAdvance::Next(Next::Ask(Asked { side, slug, rule, question }))
        }
        Sealed::Open(_) => InAdvance::Lapsed,
    }
}

/// What is wrong with an answer in advance by itself.
pub fn advance_refused(view: View<'_>, name: &str, says: &Value) -> Option<Problem> {
    let form = match name {
        "placement" => "write {west: vicksburg}; leave the answer out if you want to see the enemy's resource first",
        FIRST_BATTLE => "write east or west; leave the answer out if you want to see the command points first",
        _ => "write pass, or {card: CARD, theater: west}; leave the answer out if you want to see the blocks first",
    };
    let problem = |words: &str| Some(Problem::new(words).rule("BC-33").advice(form));
    let refusals = match read(name, says) {
        _ if says.as_str() == Some(ASK) => return problem("this question is answered, or left out"),
        Some(Answer::Place(battles)) if name == "placement" => crate::placement::refused(view, &battles),
        Some(Answer::Pass) if name != "placement" && name != FIRST_BATTLE => Vec::new(),
        Some(Answer::Move(play)) if PLANS[1..].contains(&name) => {
            let fitting = view.fitting(&play.card, Half::Fitting, Wanted::Movement);
            let missing = view.not_in_hand(&play.card).or(fitting.err());
            missing.filter(|_| play.card != NONE).into_iter().map(|refusal| (refusal, "E")).collect()
        }
        Some(Answer::First(_)) if name == FIRST_BATTLE => Vec::new(),
        _ => return problem("this does not answer that question"),
    };
    Refusal::to_problems(refusals, view.rules, view.side).into_iter().next()
}

/// What orders do with face-down cards, judged only by public information.
pub fn card_acts(rules: &BattleCry, game: &Game, side: Side, orders: &[Order]) -> CardActs {
    let mut acts = CardActs::default();
    let mut laid: Vec<&String> = Vec::new();
    for order in orders {
        let lays: Vec<&String> = match order {
            Order::Lay { east, west } => [east, west].into_iter().flatten().filter_map(named).collect(),
            Order::Pick { cards } | Order::Embark { cards, .. } => cards.iter().collect(),
            _ => Vec::new(),
        };
        let new = lays.into_iter().filter(|card| CardTable::is_lay(card) && !game.cards.is_laid(&side.id(), card));
        laid.extend(new);
        if opens(rules, game, side, order) {
            acts.opens = face_down(game, side);
        }
    }
    acts.lays = game.cards.next_ids(&side.id(), laid.len());
    acts.lays.retain(|id| laid.iter().any(|card| *card == id.as_str()));
    acts
}

fn named(card: &LaidCard) -> Option<&String> {
    match card {
        LaidCard::Card(card) => Some(card),
        LaidCard::Points(_) => None,
    }
}

/// Whether an order opens the command cards of its side: the Confederate's phase F, once the Union's is over, and a
/// movement card that shifts them (F.1).
fn opens(rules: &BattleCry, game: &Game, side: Side, order: &Order) -> bool {
    match order {
        Order::Discretionary { .. } => {
            let due = game.phase == Phase::Discretionary && game.has_acted(Phase::Discretionary, Side::Union);
            side == Side::Confederate && due
        }
        Order::Movement(play) => {
            let part = View::of(rules, game, side).fitting(&play.card, Half::Fitting, Wanted::Movement);
            let shifts = part.is_ok_and(|(_, part)| part.effects().contains(&Effect::ShiftPoints {}));
            shifts && game.phase == Phase::Movement && game.maneuver.side == side
        }
        _ => false,
    }
}

/// A player's orders, prepared for signing: cards that he lays are given by the ids of their commitments. Points that
/// are written as numbers become command cards, and a theater that is left out gets the card 0.
pub fn conceal(
    rules: &BattleCry,
    game: &Game,
    side: Side,
    (mut orders, answer): (Vec<Order>, Option<Answer>),
) -> Concealed<BattleCry> {
    let mut laid: Vec<(Id, String)> = Vec::new();
    let mut lay = |card: &mut String| {
        if !CardTable::is_lay(card)
            && let Some(id) = game.cards.next_ids(&side.id(), laid.len() + 1).pop()
        {
            laid.push((id.clone(), std::mem::replace(card, id.to_string())));
        }
    };
    let single = rules.scenario(game).is_some_and(|scenario| scenario.of(side).picked == 0);
    for order in orders.iter_mut().filter(|_| !game.cards.open_handed) {
        match order {
            Order::Lay { east, west } if !lays_openly(game, side) => {
                for (theater, card) in Theater::BOTH.into_iter().zip([east, west]) {
                    let mut name = match card {
                        Some(LaidCard::Card(name)) => name.clone(),
                        Some(LaidCard::Points(points)) => command_card(side, theater, *points),
                        None if rules.is_cleared(game, theater) => continue,
                        None => command_card(side, theater, 0),
                    };
                    lay(&mut name);
                    *card = Some(LaidCard::Card(name));
                }
            }
            Order::Embark { cards, .. } => cards.iter_mut().for_each(&mut lay),
            Order::Pick { cards } if !single => cards.iter_mut().for_each(&mut lay),
            _ => {}
        }
    }
    Concealed { orders, answer, laid }
}

/// What the owner of a hand can see to be false in a turn of these phases.
pub fn refused_by_hand(view: View<'_>, turn: &OwnTurn<'_, BattleCry>) -> Vec<Problem> {
    let mut found = Vec::new();
    let view = View { own: Some(turn.own), ..view };
    let names = |ids: &[String]| ids.iter().map(|id| name(turn.own, id)).collect::<Vec<_>>();
    // Only the first order of a kind is judged by the cards as they lie now.
    for (n, order) in turn.orders.iter().enumerate().filter_map(|(n, order)| Some((n, order.as_ref()?))) {
        let refused = match order {
            Order::Lay { east, west } => {
                let game = after_resource(view, turn);
                crate::command_points::lay_by_hand(View { game: &game, ..view }, [east, west])
            }
            Order::Discretionary { east, west } => crate::command_points::discretionary_by_hand(view, [*east, *west]),
            Order::Block(policy) => crate::placement::not_held(view, policy),
            Order::Embark { cards, generals } if n == 0 => {
                crate::generals::embark_refused(view, &names(cards), generals)
            }
            Order::Pick { cards } if cards.iter().any(|card| CardTable::is_lay(card)) => {
                let missing = |card: &String| !turn.own.contains(DECK, card);
                let wrong = names(cards).into_iter().filter(missing);
                wrong.map(|general| (Refusal::NotAvailable { general }, "Deck Two Scenario")).collect()
            }
            _ => Vec::new(),
        };
        let problems = Refusal::to_problems(refused, view.rules, view.side).into_iter();
        found.extend(problems.map(|problem| problem.under(&format!("orders[{n}]"))));
    }
    let windows = advance_questions(view.game, view.side);
    for (n, window, says) in turn.in_advance(&windows) {
        let problem = advance_refused(view, window, says);
        found.extend(problem.map(|problem| problem.under(&format!("commit[{n}].choice"))));
    }
    found
}

/// The record after the resource of the same file, which may change how many points there are to lay.
fn after_resource(view: View<'_>, turn: &OwnTurn<'_, BattleCry>) -> Game {
    let mut game = view.game.clone();
    let resource = turn.orders.iter().flatten().find(|order| matches!(order, Order::Resource { .. }));
    if let Some(order) = resource.filter(|order| crate::resources::refused(view, order).is_empty()) {
        crate::resources::play(view.rules, &mut game, &mut Events::discarding(), view.side, order);
    }
    game
}

/// A card by its name, if its owner knows it under this id.
fn name(own: &OwnCards, card: &str) -> String {
    own.under(card).cloned().unwrap_or_else(|| card.to_owned())
}

/// Cards that leave a hand by an order of these phases, by their fields.
pub fn hand_cards(order: &Order) -> Vec<(String, &str)> {
    let many = |field: &str, cards: &'_ [String]| -> Vec<String> {
        (0..cards.len()).map(|n| format!("{field}[{n}]")).collect()
    };
    match order {
        Order::Resource { card, general, .. } if card != NONE => {
            let general = general.iter().map(|general| ("resource.general".to_owned(), general.as_str()));
            [("resource.card".to_owned(), card.as_str())].into_iter().chain(general).collect()
        }
        Order::Movement(play) => {
            let card = Some(("movement.card".to_owned(), play.card.as_str())).filter(|_| play.card != NONE);
            let paths = many("movement.discard", &play.discard);
            card.into_iter().chain(paths.into_iter().zip(play.discard.iter().map(String::as_str))).collect()
        }
        Order::Generals { place, .. } => {
            place.keys().map(|card| (format!("generals.place.{card}"), card.as_str())).collect()
        }
        Order::Discard { cards, general } => {
            let general = general.iter().map(|general| ("discard.general".to_owned(), general.as_str()));
            let paths = many("discard.cards", cards);
            paths.into_iter().zip(cards.iter().map(String::as_str)).chain(general).collect()
        }
        _ => Vec::new(),
    }
}
