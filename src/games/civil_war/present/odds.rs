//! What an order may lead to, in words: a table of the possible results, and small charts of the losses.

use num_rational::BigRational;
use num_traits::Zero;
use serde_json::{Value, json};

use crate::document::{Id, Problem};
use crate::engine::Position;
use crate::engine::run::to_value;
use crate::report::chances::{fraction, percent, rounded, tenths};
use crate::report::{Block, Chances, OrderOdds, Span};

use super::naval_text;
use super::vocabulary::{self, list, plural};
use crate::CivilWar;
use crate::chances::{LeaderRisk, OrderResult, OrderResults, SideLosses, fights, odds};
use crate::far_west::tribes;
use crate::orders::{Order, Question};
use crate::pack::Side;

mod fights;

/// Results that are less likely than one in this many share the table's last row.
const RARE: u32 = 1_000;
/// The length of a bar that represents certainty, in characters.
const BAR: usize = 40;

/// What an order of `side` may lead to.
///
/// # Errors
/// Why it is illegal; or that there are too many possible results.
pub fn order_odds(
    rules: &CivilWar,
    position: &Position<CivilWar>,
    side: &Id,
    order: &Order,
) -> Result<OrderOdds<CivilWar>, Vec<Problem>> {
    let side = rules.side(side).map_err(|problem| vec![problem])?;
    let (found, after) = odds(rules, position, side, order)?;
    if let (Order::Raid(raid), None) = (order, &after) {
        let faces = tribes::eliminating_faces(rules, &position.game, side, raid.at);
        let chance = BigRational::new(faces.into(), 6.into());
        let said = format!("The raid eliminates the stockade of {}", vocabulary::place(&rules.pack, raid.at));
        let sentence = Block::Paragraph(vec![Span::Plain(format!("{said}: {}.", fraction(&chance)))]);
        return Ok(OrderOdds::Chances(Chances::new(
            vec![sentence],
            json!({"eliminated": {"n": faces.to_string(), "of": "6"}}),
        )));
    }
    match after {
        Some(after) => Ok(OrderOdds::Sure(Box::new(after))),
        None => {
            let fights = fights(rules, position, side, order);
            let mut explanation = fights::fight_audits(rules, &position.game, &fights);
            explanation.extend(blocks(rules, &found, side));
            let mut value = value(&found);
            value["fights"] = fights::value(&fights);
            Ok(OrderOdds::Chances(Chances::new(explanation, value)))
        }
    }
}

fn blocks(rules: &CivilWar, found: &OrderResults, side: Side) -> Vec<Block> {
    let mut blocks = vec![
        Block::List(summary_lines(rules, found, side).into_iter().map(|line| vec![Span::Plain(line)]).collect()),
        table(found, side),
    ];
    blocks.push(Block::Preformatted(pictures(found, side)));
    if !found.leaders.is_empty() {
        let header = ["Leader", "wounded", "killed"].map(str::to_owned).to_vec();
        let row = |peril: &LeaderRisk| {
            let name = vocabulary::leader(&rules.pack, &peril.piece);
            vec![name, percent(&peril.wounded), percent(&peril.killed)]
        };
        blocks.push(Block::Table { header, rows: found.leaders.iter().map(row).collect() });
    }
    let taken = assumption_lines(rules, found);
    if !taken.is_empty() {
        blocks.push(Block::Paragraph(vec![Span::Plain(format!("These odds assume that {}.", list(taken, "and")))]));
    }
    blocks
}

/// The most important probabilities, and the average losses, one sentence each.
pub(super) fn summary_lines(rules: &CivilWar, found: &OrderResults, side: Side) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(hex) = found.hex {
        let chance = found.chance(|end| end.succeeds);
        let place = vocabulary::place(&rules.pack, hex);
        lines.push(format!("{} takes {place}: {}.", vocabulary::side_cap(side), fraction(&chance)));
    }
    if let Some(to) = found.to {
        let chance = found.chance(|end| end.succeeds);
        lines.push(format!("The ships reach {}: {}.", naval_text::station(&rules.pack, to), fraction(&chance)));
    }
    for (whose, of) in [(side, 0), (side.other(), 1)] {
        let loss = |end: &OrderResult| if of == 0 { end.own.clone() } else { end.enemy.clone() };
        let [sp, sunk, damaged] =
            [found.mean(|end| loss(end).sp), found.mean(|end| loss(end).sunk), found.mean(|end| loss(end).damaged)];
        let mut lost = Vec::new();
        if !sp.is_zero() || sunk.is_zero() && damaged.is_zero() {
            lost.push(format!("{} strength points", tenths(&sp)));
        }
        if !sunk.is_zero() {
            lost.push(format!("{} ships", tenths(&sunk)));
        }
        let mut said = Vec::new();
        if !lost.is_empty() {
            said.push(format!("loses {}", list(lost, "and")));
        }
        if !damaged.is_zero() {
            said.push(format!("has {} ships damaged", tenths(&damaged)));
        }
        let low = found.chance(|end| loss(end).demoralized);
        let low = if low.is_zero() {
            String::new()
        } else {
            format!("; the chance that its force is demoralized is {}", fraction(&low))
        };
        lines.push(format!("On average {} {}{low}.", vocabulary::side(whose), list(said, "and")));
    }
    lines
}

/// Each end with its chance.
fn table(found: &OrderResults, side: Side) -> Block {
    let header = [
        "chance",
        if found.hex.is_some() { "the hex" } else { "the ships" },
        vocabulary::side(side),
        vocabulary::side(side.other()),
    ]
    .map(str::to_owned)
    .to_vec();
    let rare = BigRational::new(1.into(), RARE.into());
    let (often, seldom): (Vec<_>, Vec<_>) = found.ends.iter().partition(|(_, chance)| *chance >= rare);
    let row = |(end, chance): &&(OrderResult, BigRational)| {
        let hex = match (found.hex, end.succeeds, end.stays) {
            (None, true, _) => "there",
            (None, false, _) => "not there",
            (_, true, _) => "taken",
            (_, false, true) => "held",
            (_, false, false) => "empty",
        };
        let unhurt = end.enemy == SideLosses::default();
        let enemy = match found.met {
            true if end.succeeds && unhurt => "reacts or retreats before combat, no losses".to_owned(),
            // Nobody was there.
            false if found.hex.is_some() && unhurt => String::new(),
            _ => lost(&end.enemy),
        };
        vec![percent(chance), hex.to_owned(), lost(&end.own), enemy]
    };
    let mut rows: Vec<Vec<String>> = often.iter().map(row).collect();
    if !seldom.is_empty() {
        let chance: BigRational = seldom.iter().map(|(_, chance)| chance).sum();
        let others = format!("{} other outcomes, each under 0.1%", seldom.len());
        rows.push(vec![percent(&chance), others, String::new(), String::new()]);
    }
    Block::Table { header, rows }
}

/// What one side loses, in a few words.
fn lost(loss: &SideLosses) -> String {
    let parts = [
        (loss.sp > 0).then(|| format!("loses {} SP", loss.sp)),
        (loss.sunk > 0).then(|| format!("{} sunk", plural(loss.sunk, "ship"))),
        (loss.damaged > 0).then(|| format!("{} damaged", plural(loss.damaged, "ship"))),
        loss.demoralized.then(|| "demoralized".to_owned()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    if parts.is_empty() { "no losses".to_owned() } else { parts.join(", ") }
}

/// How likely each loss is, as bars.
fn pictures(found: &OrderResults, side: Side) -> String {
    let mut text = String::new();
    for (whose, of) in [(side, 0), (side.other(), 1)] {
        let points = |end: &OrderResult| {
            let loss = if of == 0 { &end.own } else { &end.enemy };
            loss.sp + loss.sunk + loss.damaged
        };
        let most = found.ends.iter().map(|(end, _)| points(end)).max().unwrap_or(0);
        let ships = |end: &(OrderResult, BigRational)| {
            let loss = if of == 0 { &end.0.own } else { &end.0.enemy };
            loss.sunk + loss.damaged > 0
        };
        let counted =
            if found.ends.iter().any(ships) { "strength points, and ships sunk or damaged" } else { "strength points" };
        text += &format!("Lost by {}: {counted}\n", vocabulary::side(whose));
        for n in 0..=most {
            let chance = found.chance(|end| points(end) == n);
            let bar = "#".repeat(rounded(&(&chance * BigRational::from_integer(BAR.into()))));
            text += format!("{n:>3} {:>10} {bar}", percent(&chance)).trim_end();
            text.push('\n');
        }
    }
    text
}

/// The assumptions.
fn assumption_lines(rules: &CivilWar, found: &OrderResults) -> Vec<String> {
    let mut said: Vec<String> = Vec::new();
    for question in &found.taken {
        let one = match question {
            Question::React { army, .. } | Question::Reaction { army, .. } => {
                format!("{} does not react", vocabulary::army(&rules.pack, army))
            }
            Question::Screen { hex, .. } => format!("the cavalry in {} stays", vocabulary::place(&rules.pack, *hex)),
            Question::Hit { .. } => "hits fall on transports first".to_owned(),
            Question::Retreat { from, .. } => {
                format!("any retreat from {} takes the first open route", vocabulary::place(&rules.pack, *from))
            }
            Question::Flight { at, .. } => {
                format!("ships leave {} by the first open route", naval_text::station(&rules.pack, *at))
            }
            Question::Pursuit { .. } | Question::Reroll { .. } | Question::Removal { .. } => continue,
        };
        if !said.contains(&one) {
            said.push(one);
        }
    }
    said
}

/// The same as data: chances as whole numbers, `n` in `of`.
fn value(found: &OrderResults) -> Value {
    let chance = |chance: &BigRational| json!({"n": chance.numer().to_string(), "of": chance.denom().to_string()});
    let loss = |loss: &SideLosses| json!({"sp": loss.sp, "sunk": loss.sunk, "damaged": loss.damaged, "demoralized": loss.demoralized});
    let end = |(end, share): &(OrderResult, BigRational)| {
        json!({"chance": chance(share), "percent": percent(share), "mover_holds": end.succeeds, "stays": end.stays,
               "own": loss(&end.own), "enemy": loss(&end.enemy)})
    };
    let leader = |peril: &LeaderRisk| json!({"leader": peril.piece, "wounded": chance(&peril.wounded), "killed": chance(&peril.killed)});
    json!({"hex": found.hex, "to": found.to, "ends": found.ends.iter().map(end).collect::<Vec<_>>(),
           "leaders": found.leaders.iter().map(leader).collect::<Vec<_>>(), "rolled": found.rolled,
           "taken": found.taken.iter().map(to_value).collect::<Vec<_>>()})
}
