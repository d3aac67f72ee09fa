//! The `odds` command: the chances of an order, over every roll.

use serde_json::{Value, json};

use crate::document::{Id, Problem};
use crate::engine::{Events, Position, Reason, Ruleset, StepContext};
use crate::report::{Block, Chances, OrderOdds, Span, Text, shared_sections};

use super::accounts::Writer;
use super::assault_odds::{self, ALL_ROLLS, AssaultOdds, TWO_DICE_ROLLS};
use super::percentages::{percent, percent_words, shares};
use super::{order_text, preview, vocabulary};
use crate::SevenDays;
use crate::events::Term;
use crate::orders::{Assault, Attack, Matter, Order, Standing};
use crate::pack::{Kind, Side};
use crate::position::ledger::{Game, Outcome};
use crate::projection;

/// What an order of a side may lead to. For the orders after one that depends on dice, an assumption is made and
/// stated: its leader activates, its assault changes nothing.
///
/// # Errors
/// Why it is illegal.
pub fn order_odds(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    side: Side,
    order: &Order,
) -> Result<OrderOdds<SevenDays>, Vec<Problem>> {
    let game = &position.game;
    if let Some(unmet) = order.condition().and_then(|given| given.fails(game, &rules.pack, side)) {
        let reason = Reason::of(&unmet.problem(rules, side));
        let because = shared_sections::because(rules, &side.id(), std::slice::from_ref(&reason));
        let text = format!("Skipped in this position: {because}.");
        let value = json!({"skipped": reason});
        return Ok(OrderOdds::Supposed(Box::new(position.clone()), Chances::new(vec![paragraph(text)], value)));
    }
    let mut trial = game.clone();
    let cx = StepContext { game: &mut trial, standing: &position.standing, events: &mut Events::discarding() };
    rules.begin(cx, &side.id(), order)?;
    let chances = match order {
        Order::Assault(order) => activation(rules, game, side, order),
        Order::Attack(order) => attack(rules, position, side, order),
        Order::End(_) | Order::Pass(_) | Order::Regroup(_) => sunset(game, side),
        Order::Wait(_) => {
            Some((vec![paragraph("The turn ends here; later orders are not carried out.")], json!({"waits": true})))
        }
        Order::Move(_) | Order::Relocate(_) | Order::Night(_) => None,
    };
    let at = |game: Game| {
        let mut after = position.clone();
        after.game = game;
        Box::new(after)
    };
    let Some((blocks, value)) = chances else {
        return Ok(match projection::after_order(rules, position, game, side, order)? {
            Some(after) if after.sure || matches!(order, Order::Assault(_)) => OrderOdds::Sure(at(after.game)),
            Some(after) => {
                let text = "No die roll decides this order, but the enemy is asked. What follows assumes that his standing \
                            orders or the defaults answer.";
                OrderOdds::Supposed(at(after.game), Chances::new(vec![paragraph(text)], json!({"answers": true})))
            }
            None => OrderOdds::Chances(Chances::new(
                vec![paragraph("The result depends on what the enemy does, or on later die rolls.")],
                json!({"depends": true}),
            )),
        });
    };
    Ok(match projection::after_assumed_order(rules, position, game, side, order) {
        Some(after) => OrderOdds::Supposed(at(after), Chances::new(blocks, value)),
        None => OrderOdds::Chances(Chances::new(blocks, value)),
    })
}

fn paragraph(words: impl Into<String>) -> Block {
    Block::Paragraph(vec![Span::plain(words)])
}

/// Whether a leader activates his command; `None` if no die decides.
fn activation(rules: &SevenDays, game: &Game, side: Side, order: &Assault) -> Option<(Vec<Block>, Value)> {
    let mut blocks = Vec::new();
    let mut value = json!({});
    if order.build.is_some() {
        let text = "The die for the bridge is rolled first; what follows assumes that the bridge is not built.";
        blocks.push(paragraph(text));
        value["depends"] = json!(true);
    }
    let leader = order.leader.as_ref().filter(|_| order.combined.is_none());
    if let Some(leader) = leader {
        let least = projection::activation_roll_needed(rules, game, side, leader);
        let name = vocabulary::leader(&rules.pack, leader);
        let ways = 7_u32.saturating_sub(u32::from(least));
        if (2..=6).contains(&least) {
            blocks.push(paragraph(format!(
                "{name} activates his command on a roll of {least} or more: {}. Otherwise one unit and the Independent \
                 units act. What follows assumes that he activates it.",
                percent(ways, 6)
            )));
            value["activates"] = json!({"ways": ways, "of": 6});
        } else if least > 6 {
            blocks.push(paragraph(format!("{name} cannot activate his command on any roll.")));
            value["activates"] = json!({"ways": 0, "of": 6});
        }
    }
    (!blocks.is_empty()).then_some((blocks, value))
}

/// The results of an assault: the values and their parts, the probability of each result, who may be hit.
fn attack(
    rules: &SevenDays,
    position: &Position<SevenDays>,
    side: Side,
    order: &Attack,
) -> Option<(Vec<Block>, Value)> {
    let game = &position.game;
    let found = assault_odds::assault(rules, position, game, side, order)?;
    let (attack, defense) = found.values();
    let (three, routs) = found.counts();
    let mut writer = Writer::quiet(rules, game.turn);
    let mut value_of = |what: &str, sum: i16, terms: &[Term]| -> Text {
        let terms = terms.iter().map(|term| writer.term(term, Some(order.area)).0);
        let terms: Vec<String> = terms.map(|term| term.trim_end_matches('.').to_owned()).collect();
        vec![Span::strong(format!("{what} {sum}")), Span::plain(format!(": {}.", terms.join("; ")))]
    };
    let values =
        vec![value_of("Attack Value", attack, &found.attack), value_of("Defense Value", defense, &found.defense)];
    let mut blocks = vec![Block::List(values), table(rules, game, side, order, &found)];
    let mut value = json!({
        "attack": attack, "defense": defense, "forward": found.forward, "of": ALL_ROLLS,
        "repulse": three[0], "stalemate": three[1], "success": three[2] - routs, "rout": routs,
        "points": found.results.iter().map(|came| json!([came.outcome.word(), came.points, came.ways])).collect::<Vec<_>>(),
    });
    blocks.push(paragraph(costs(rules, game, &found)));
    if game.options.leader_casualties {
        let (text, risks) = risk(rules, &found);
        blocks.push(paragraph(text));
        value["leaders"] = risks;
    }
    blocks.push(paragraph(assumed(position, side, &found)));
    Some((blocks, value))
}

/// The possible results with their percentages, which add up.
fn table(rules: &SevenDays, game: &Game, side: Side, order: &Attack, found: &AssaultOdds) -> Block {
    let ([repulse, stalemate, success], routs) = found.counts();
    let whole = shares(&[repulse, stalemate, success], 100);
    let row = |what: String, hundredths: u32, ways: u32| {
        vec![what, percent_words(hundredths, ways, ALL_ROLLS), ways.to_string()]
    };
    let mut rows = vec![
        row("Repulse".to_owned(), whole[0], repulse),
        row("Stalemate".to_owned(), whole[1], stalemate),
        row("Success".to_owned(), whole[2], success),
    ];
    let won: Vec<_> =
        found.results.iter().filter(|came| matches!(came.outcome, Outcome::Success | Outcome::Rout)).collect();
    let weights: Vec<u32> = won.iter().map(|came| came.ways).collect();
    let parts = shares(&weights, whole[2]);
    for (came, hundredths) in won.iter().zip(&parts) {
        let emptied = rules.must_empty(game, order.area, side.other(), came.points);
        let how = match came.outcome {
            Outcome::Rout => ": a Rout",
            _ if emptied => ": no defender is left",
            _ => "",
        };
        rows.push(row(format!("- {}{how}", order_text::points(came.points)), *hundredths, came.ways));
    }
    let routed: u32 = won
        .iter()
        .zip(&parts)
        .filter(|(came, _)| came.outcome == Outcome::Rout)
        .map(|(_, hundredths)| hundredths)
        .sum();
    rows.push(row("Rout (part of Success)".to_owned(), routed, routs));
    Block::Table { header: ["Result", "Chance", "of 1296"].map(str::to_owned).to_vec(), rows }
}

/// What the results cost besides the Casualty Points (10.4.4).
fn costs(rules: &SevenDays, game: &Game, found: &AssaultOdds) -> String {
    let tired = |id: &&Id| game.units.get(*id).is_some_and(|state| state.exhausted);
    let guns = |id: &&Id| **id != found.point && rules.unit(id).is_some_and(|unit| unit.kind == Kind::Artillery);
    let broken: Vec<&Id> = found.units.iter().filter(tired).collect();
    let lost = match broken.is_empty() {
        true => String::new(),
        false => format!(" and eliminates those that are Exhausted: {}", vocabulary::units(&rules.pack, broken)),
    };
    let led = std::iter::once(&found.point).chain(found.units.iter().filter(guns));
    let forward = vocabulary::units(&rules.pack, [&found.forward]);
    let defender = match tired(&&found.forward) {
        true => format!("eliminates {forward}, which is Exhausted"),
        false => format!("exhausts {forward}"),
    };
    format!(
        "A Repulse exhausts all assaulting units{lost}. A Stalemate or a Success exhausts {}; a Stalemate also {defender} \
         [10.4.4].",
        vocabulary::units(&rules.pack, led)
    )
}

/// Who may be hit if both sides roll the same (15.2), in words and as data.
fn risk(rules: &SevenDays, found: &AssaultOdds) -> (String, Value) {
    /// How many of the 1296 rolls are the same for both sides.
    const SAME: u32 = 146;
    let mut text = format!("The dice are equal in {} of assaults", percent(SAME, ALL_ROLLS));
    let mut risks = Vec::new();
    for (leaders, lends) in &found.leaders {
        if leaders.is_empty() {
            continue;
        }
        // 7 kills and more wounds; 1 is added where the Combat Rating is lent. Of 36 throws 6 come to 7 and 15 to more;
        // 5 come to 6 and 21 to more.
        let (killed, hurt) = if *lends { (5, 21) } else { (6, 15) };
        let of = ALL_ROLLS * TWO_DICE_ROLLS;
        let who = vocabulary::list(leaders.iter().map(|id| vocabulary::leader(&rules.pack, id)), "or");
        text.push_str(&format!(
            "; a roll is then made for {who}: overall {} killed, {} wounded",
            percent(SAME * killed, of),
            percent(SAME * hurt, of)
        ));
        risks.push(json!({"leaders": leaders, "killed": SAME * killed, "casualty": SAME * hurt, "of": of}));
    }
    if risks.is_empty() {
        text.push_str(", but no leader is at risk");
    }
    (format!("{text} [15.2]."), Value::Array(risks))
}

/// The assumptions.
fn assumed(position: &Position<SevenDays>, side: Side, found: &AssaultOdds) -> String {
    let enemy = side.other();
    let standing = position.standing.get(&enemy.id());
    let who = vocabulary::side(enemy);
    let by = match standing.is_none_or(|standing| *standing == Standing::default()) {
        true => "by default",
        false => "by its standing orders, and otherwise by default",
    };
    let mut text = format!("Assumes that {who} chooses its Forward Unit and its losses {by}");
    let asked = standing.is_some_and(|standing| standing.ask.contains(&Matter::Heroic));
    text.push_str(match (position.game.has_advantage(enemy), found.heroic, asked) {
        (false, ..) => ".",
        (true, true, _) => ", and uses the Advantage for a Heroic Defense, which counts as a Stalemate here.",
        (true, false, true) => ", and makes no Heroic Defense, although it is asked.",
        (true, false, false) => ", and makes no Heroic Defense.",
    });
    if found.absorbed_points > 0 {
        text.push_str(" The entrenchment absorbs 1 Casualty Point.");
    }
    text.push_str(" What follows assumes that the assault changes nothing.");
    text
}

/// Whether the day ends.
fn sunset(game: &Game, side: Side) -> Option<(Vec<Block>, Value)> {
    // It may have been rolled already.
    if game.current.as_ref().is_some_and(|current| current.sunset.is_some()) {
        return None;
    }
    let ways = preview::sunset_ways(game, side)?;
    let text = format!("The day ends with this impulse: {}.", percent(ways, TWO_DICE_ROLLS));
    Some((vec![paragraph(text)], json!({"sunset": {"ways": ways, "of": TWO_DICE_ROLLS}})))
}
