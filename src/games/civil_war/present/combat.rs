//! Combats as audits: every figure that the result follows from, each with its rule and its roll.

use crate::board::Hex;
use crate::document::Id;
use crate::report::text_builder::TextBuilder;
use crate::report::{Span, Text};

use super::accounts::writer::Writer;
use super::audit::Audit;
use super::{naval_text, vocabulary};
use crate::CivilWar;
use crate::events::combat::{
    Addition, AdditionCause, Cell, Dice, Harm, Opening, Outcome, Resolution, Shift, ShiftCause, Throw,
};
use crate::events::{Cause, Event, Fate};
use crate::orders::Reroll;
use crate::pack::{Favours, Figure, Fire, HexsideKind, Side, Size};
use crate::position::ledger::{Piece, counter};

/// The lines of the calculation that an event of a combat adds.
pub fn lines(writer: &mut Writer<'_>, event: &Event, rule: &str) -> Vec<(String, Text)> {
    let mut audit = Audit::default();
    match event {
        Event::Combat(begun) => opening(writer, &mut audit, begun),
        Event::CombatDice(rolled) => dice(writer, &mut audit, rolled),
        Event::Reroll { side, die, face } => reroll(writer, &mut audit, (*side, *die, *face), rule),
        Event::CombatResult(result) => outcome(writer, &mut audit, result),
        _ => {}
    }
    audit.lines
}

/// Who fights whom, the odds, the shifts and the column.
pub fn opening(writer: &mut Writer<'_>, audit: &mut Audit, opening: &Opening) {
    let enemy = opening.side.other();

    let led = |sp: u32, leaders: &[Piece]| match leaders {
        [] if sp == 0 => String::new(),
        [] => ", without a leader".to_owned(),
        _ => format!(" under {}", vocabulary::leaders(&writer.rules.pack, leaders)),
    };
    let marks = |demoralized: bool, supplied: bool| {
        let morale = if demoralized { ", demoralized" } else { "" };
        let supply = if supplied { ", in supply" } else { ", out of supply" };
        format!("{morale}{supply}")
    };
    let of = |armies: &[Id]| match armies {
        [] => String::new(),
        _ => format!(" of {}", vocabulary::armies(&writer.rules.pack, armies)),
    };
    let with: Vec<Piece> = opening.leader.iter().chain(&opening.others).cloned().collect();
    let attacking = opening.attackers - opening.ships.as_ref().map_or(0, |ships| ships.strength);
    let attackers = format!(
        "{}: {}{}{}, from {}; {}{}{}.",
        opening.side.title(),
        vocabulary::sp(attacking),
        of(&opening.armies),
        led(attacking, &with),
        match opening.ships.as_ref().filter(|_| opening.defence.is_some()) {
            Some(ships) => format!("ships at {}", naval_text::station(&writer.rules.pack, ships.at)),
            None => writer.place(opening.from),
        },
        if opening.ships.is_some() { "with the ships " } else { "" },
        size(opening.attacker_size),
        marks(opening.attacker_demoralized, opening.attacker_supplied),
    );
    let defending = opening.defence.map_or(opening.defenders, |defence| defence.sp);
    let defenders = format!(
        "{}: {}{}{}; {}{}{}.",
        enemy.title(),
        match defending {
            0 => "no strength points".to_owned(),
            sp => vocabulary::sp(sp),
        },
        of(&opening.defending_armies),
        led(defending, &opening.defending_leaders),
        if opening.defence.is_some() { "with the hex's own defense " } else { "" },
        size(opening.defender_size),
        marks(opening.defender_demoralized, opening.defender_supplied),
    );
    audit.line("Attackers", attackers, "7.1");
    if let Some(ships) = &opening.ships {
        let (said, rule) = naval_text::support(&writer.rules.pack, ships, opening.defence.is_some());
        audit.line("Ships", said, rule);
    }
    let uncommanded = match opening.uncommanded {
        0 => None,
        1 => Some(
            "1 more strength point has no commander: it does not count in the combat, but it shares the result."
                .to_owned(),
        ),
        more => Some(format!(
            "{more} more strength points have no commander: they do not count in the combat, but they share the result."
        )),
    };
    if let Some(said) = uncommanded {
        audit.line("Not commanded", said, "6.2.8c");
    }
    audit.line("Defenders", defenders, "7.1");
    if let Some(defence) = &opening.defence {
        audit.line("Defense", naval_text::defence(defence), "8.8.2f");
    }
    let chart = match opening.chart.as_str() {
        "-" => "worse than 1-3, off the chart".to_owned(),
        letter if letter.len() == 1 && letter != "o" => {
            format!("{} on the chart, column {letter}", vocabulary::odds(&opening.odds))
        }
        overrun if overrun.starts_with('o') => {
            format!("{} on the chart, marked {overrun} (an overrun before any shift)", opening.odds)
        }
        other => match other.strip_prefix('L') {
            Some(most) => format!(
                "{} on the chart, marked {other} (column L unless the net shift is {most} or more to the left)",
                opening.odds
            ),
            None => format!("{} on the chart, marked {other}", opening.odds),
        },
    };
    audit.line("Odds", format!("{} to {}: {chart}.", opening.attackers, opening.defenders), "7.2");
    for shift in &opening.shifts {
        let line = shift_words(writer, (opening.from, opening.hex), shift);
        audit.line("Shift", line, &shift.rule);
    }
    match opening.resolution {
        Resolution::Column(column) => {
            let net = match opening.net {
                0 => "No net shift".to_owned(),
                net => format!("A net shift of {}", direction(net)),
            };
            audit.line("Column", format!("{net}: the combat is resolved on column {column}."), "7.5");
        }
        Resolution::Overrun => audit.line("Column", "None: the odds give an overrun.", "7.6"),
        Resolution::Hopeless => audit.line("Column", "None: the attack is hopeless.", "7.2.3"),
    }
    if matches!(opening.resolution, Resolution::Column(_)) {
        commanders(writer, audit, opening);
    }
}

/// By whose army rating dice may be rolled again (7.4.5a): it is listed here, and counted with the dice.
fn commanders(writer: &mut Writer<'_>, audit: &mut Audit, opening: &Opening) {
    let attacker = opening.leader.as_ref().filter(|_| !opening.armies.is_empty());
    let sides = [(opening.side, attacker), (opening.side.other(), opening.defending_commander.as_ref())];
    for (side, piece) in sides {
        let Some(piece) = piece else { continue };
        let Some(printed) = counter(&writer.rules.pack, piece) else { continue };
        let (rating, tinted) = (printed.command, printed.command_favours == Favours::Enemy);
        let mark = match printed.source_of(Figure::Command).is_reconstructed() {
            true => writer.mark("leaders' ratings that the rulebook does not give (CW-4)".to_owned()),
            false => String::new(),
        };
        let to = if tinted { side.other() } else { side };
        let mut said = format!("The army command rating of {} is {rating}{mark}", writer.leader(piece));
        match rating {
            0 => said.push_str(", which gives no reroll"),
            _ if tinted => said.push_str(&format!(", which favors {}", vocabulary::side(to))),
            _ => {}
        }
        if opening.defender_demoralized && rating > 0 {
            said.push_str(match to == opening.side {
                true => ", doubled against a demoralized force",
                false => ", without effect because the defender is demoralized",
            });
        }
        audit.line("Commander", format!("{said}."), "7.4.5a");
    }
}

fn size(size: Size) -> &'static str {
    match size {
        Size::S => "a small force (1 to 3 points)",
        Size::M => "a medium force (4 to 9 points)",
        Size::L => "a large force (10 points or more)",
    }
}

/// The size in the middle of a reading.
fn size_word(size: Size) -> &'static str {
    match size {
        Size::S => "small",
        Size::M => "medium",
        Size::L => "large",
    }
}

fn direction(left: i8) -> String {
    let columns = vocabulary::plural(left.unsigned_abs().into(), "column");
    if left < 0 { format!("{columns} to the right") } else { format!("{columns} to the left") }
}

fn shift_words(writer: &mut Writer<'_>, across: (Hex, Hex), shift: &Shift) -> String {
    let mark = match shift.reconstructed {
        true => writer.mark("ground and rivers of the map (CW-13)".to_owned()),
        false => String::new(),
    };
    format!("{}{mark}: {}.", direction(shift.left), shift_reason(writer.rules, across, shift))
}

/// Why columns are shifted, in a few words.
pub fn shift_reason(rules: &CivilWar, (from, to): (Hex, Hex), shift: &Shift) -> String {
    let map = &rules.pack.map;
    let name = shift.name.as_ref().map_or(String::new(), |name| format!(", {name}"));
    match shift.because {
        ShiftCause::Terrain(terrain) => format!("the defender is in {}{name}", vocabulary::terrain(terrain)),
        ShiftCause::Hexside(kind @ (HexsideKind::River | HexsideKind::NavigableRiver)) => {
            let name = map.hexside(from, to).filter(|side| !side.name.is_empty()).map(naval_text::named);
            let name = name.map_or(String::new(), |name| format!(", {name}"));
            format!("the attacker crosses a {}{name}", vocabulary::hexside(kind))
        }
        ShiftCause::Hexside(kind) => format!("the attacker crosses a {}{name}", vocabulary::hexside(kind)),
        ShiftCause::Fort(kind) => format!("the defender is in a {}{name}", vocabulary::fort(kind)),
        ShiftCause::Limit => "the limit on terrain shifts".to_owned(),
        ShiftCause::DemoralizedDefender => "the defender is demoralized".to_owned(),
        ShiftCause::DemoralizedAttacker => "the attacker is demoralized".to_owned(),
    }
}

/// The two dice and their modifiers.
fn dice(writer: &mut Writer<'_>, audit: &mut Audit, dice: &Dice) {
    for (label, throw) in [("Attacker's die", &dice.attacker), ("Defender's die", &dice.defender)] {
        let text = throw_words(writer, throw);
        audit.lines.push((label.to_owned(), text));
    }
    to_roll_again(audit, dice);
}

/// The modifiers of each die, and who has re-rolls: before they are rolled.
pub fn before_the_dice(writer: &mut Writer<'_>, audit: &mut Audit, dice: &Dice) {
    for (label, throw) in [("Attacker's die", &dice.attacker), ("Defender's die", &dice.defender)] {
        let mut text = Text::new();
        for (n, (words, rule)) in addition_words(writer, &throw.additions).into_iter().enumerate() {
            text.push(Span::plain(if n == 0 { words } else { format!(", {words}") }));
            text.extend([Span::plain(" "), Span::rule(rule)]);
        }
        text.push(Span::plain(match throw.additions.as_slice() {
            [] => "No modifier.".to_owned(),
            [_] => ".".to_owned(),
            _ => format!("; total {:+}.", throw.added),
        }));
        audit.lines.push((label.to_owned(), text));
    }
    to_roll_again(audit, dice);
}

fn to_roll_again(audit: &mut Audit, dice: &Dice) {
    let [attacker, defender] = [dice.rerolls, dice.defender_rerolls].map(vocabulary::times);
    let demoralized = |added: &Addition| added.doubled || added.because == AdditionCause::Minimum;
    let (said, rule) = match (dice.rerolls, dice.defender_rerolls) {
        (0, 0) => return,
        (_, 0) => {
            let rule = if dice.attacker.additions.iter().any(demoralized) { "7.7.3" } else { "7.4.6" };
            (format!("The attacker may reroll {attacker}."), rule)
        }
        (0, _) => (format!("The defender may reroll {defender}."), "7.4.6b"),
        _ => {
            let said = "The sides take turns to reroll a die or pass, the attacker first";
            (format!("{said}: the attacker {attacker}, the defender {defender}."), "7.4.6")
        }
    };
    audit.line("Rerolls", said, rule);
}

fn throw_words(writer: &mut Writer<'_>, throw: &Throw) -> Text {
    let mut text = vec![Span::plain(format!("{} ", throw.face))];
    if let Some(n) = writer.roll(&throw.purpose) {
        text.push(Span::Roll(n));
    }
    for (words, rule) in addition_words(writer, &throw.additions) {
        text.push(Span::plain(format!(", {words} ")));
        text.push(Span::rule(rule));
    }
    let total = match (throw.additions.is_empty(), throw.added) {
        (true, _) => "; no modifier.".to_owned(),
        (false, _) => format!("; total {}.", throw.total),
    };
    text.push(Span::plain(total));
    text
}

/// The modifiers of a die, with the rule of each; leaders whose ratings count in the same way are combined.
fn addition_words<'t>(writer: &mut Writer<'_>, additions: &'t [Addition]) -> Vec<(String, &'t str)> {
    let alike = |one: &Addition, other: &Addition| {
        let but_for_the_leader = |addition: &Addition| Addition { leader: None, ..addition.clone() };
        one.leader.is_some() && other.leader.is_some() && but_for_the_leader(one) == but_for_the_leader(other)
    };
    let groups = additions.chunk_by(alike);
    groups.filter_map(|group| Some((alike_words(writer, group)?, group.first()?.rule.as_str()))).collect()
}

fn alike_words(writer: &mut Writer<'_>, group: &[Addition]) -> Option<String> {
    let addition = group.first()?;
    let points = addition.points;
    match addition.because {
        AdditionCause::Minimum => return Some(format!("{points:+}, the minimum modifier against a demoralized force")),
        AdditionCause::Limit => return Some(format!("{points:+} for the limit on modifiers")),
        AdditionCause::Rating | AdditionCause::Tinted => {}
    }
    let mark = match addition.reconstructed {
        true => writer.mark("leaders' ratings that the rulebook does not give (CW-4)".to_owned()),
        false => String::new(),
    };
    let rating = format!("tactical rating {}{mark}", addition.rating.unwrap_or_default());
    let leaders = group.iter().filter_map(|addition| addition.leader.as_ref());
    let names: Vec<&str> = leaders.map(|piece| vocabulary::leader_name(&writer.rules.pack, &piece.leader)).collect();
    let whose = match names.as_slice() {
        [] => "a tactical rating".to_owned(),
        [name] => format!("{name}'s {rating}"),
        names => format!("the {rating} of {}", vocabulary::list(names.iter().map(|name| (*name).to_owned()), "and")),
    };
    let tinted = if addition.because == AdditionCause::Tinted { ", which favors the other side" } else { "" };
    let doubled = if addition.doubled { ", doubled against a demoralized force" } else { "" };
    let each = if group.len() > 1 { " each" } else { "" };
    Some(match addition.void {
        true => format!("no modifier for {whose}{tinted}, because a demoralized force rolls an unmodified die"),
        false => format!("{points:+}{each} for {whose}{tinted}{doubled}"),
    })
}

/// A die rolled again, or not.
fn reroll(writer: &mut Writer<'_>, audit: &mut Audit, (side, die, face): (Side, Reroll, Option<u8>), rule: &str) {
    let whose = match die {
        Reroll::Pass => {
            audit.line("Reroll", format!("{} keeps both dice.", vocabulary::side_cap(side)), rule);
            return;
        }
        Reroll::Own => side,
        Reroll::Enemy => side.other(),
    };
    let text = TextBuilder::words(format!("The {} die: {}", whose.title(), face.unwrap_or_default()));
    let text = text.roll(writer.roll(&format!("reroll {whose}"))).append(".").rule(rule);
    audit.lines.push(("Reroll".to_owned(), text.text()));
}

/// The cells of the table, and what each side suffers.
fn outcome(writer: &mut Writer<'_>, audit: &mut Audit, outcome: &Outcome) {
    for (label, cell, harm) in [
        ("Attacker's result", &outcome.attacker_reads, &outcome.defender),
        ("Defender's result", &outcome.defender_reads, &outcome.attacker),
    ] {
        let words = cell_words(writer, cell, harm);
        audit.line(label, words, "7.2.7");
    }
}

fn cell_words(writer: &mut Writer<'_>, cell: &Cell, harm: &Harm) -> String {
    let half = match cell.fire {
        Fire::Def => "results against the defender",
        Fire::Att => "results against the attacker",
    };
    let added = if cell.added > 0 { format!(" (die {}, modifiers {})", cell.face, cell.added) } else { String::new() };
    let mark = match cell.reconstructed {
        true => writer.mark("cells of the Combat Results Table (CW-1)".to_owned()),
        false => String::new(),
    };
    let mut suffers = Vec::new();
    if cell.result.losses > 0 {
        let fewer = harm.lost < u32::from(cell.result.losses) && harm.ships == 0 && harm.hex == 0;
        suffers.push(match (fewer, harm.lost) {
            (false, _) => format!("loses {}", losses(harm)),
            (true, 0) => "has no strength points to lose".to_owned(),
            (true, 1) => "has only 1 strength point and loses it".to_owned(),
            (true, all) => format!("has only {} and loses them all", vocabulary::sp(all)),
        });
    }
    if cell.result.demoralized && harm.left > 0 {
        suffers.push("is demoralized".to_owned());
    }
    let force = vocabulary::force(harm.side);
    let effect = match suffers.is_empty() {
        true => format!("no effect on {force}"),
        false => format!("{force} {}", vocabulary::list(suffers, "and")),
    };
    format!(
        "{half}, {} force, column {}, total {}{added}: {}{mark}; {effect}.",
        size_word(cell.size),
        cell.column,
        cell.total,
        cell.result,
    )
}

/// What a side loses: strength points, and a ship that supports them (8.9.5), or what else defends a hex (8.8.6a).
pub fn losses(harm: &Harm) -> String {
    let sp = harm.sp_lost();
    let sp = (sp > 0 || harm.ships == 0 && !harm.hex_lost()).then(|| vocabulary::sp(sp));
    let ship = (harm.ships > 0).then(|| vocabulary::plural(harm.ships, "ship"));
    let hex = harm.hex_lost().then(|| "the rest of the hex's defense".to_owned());
    vocabulary::list(sp.into_iter().chain(ship).chain(hex), "and")
}

/// A Leader Loss Check in words, without a full stop; `None` for any other event.
pub fn check(writer: &mut Writer<'_>, event: &Event) -> Option<Text> {
    let Event::LeaderCheck { piece, cause, total, again, fate, due, force_lost, spared, .. } = event else {
        return None;
    };
    let why = match cause {
        Cause::Combat => "",
        Cause::Overrun => ", overrun",
        Cause::Overtaken => ", caught without strength points",
        Cause::Hopeless => ", who led a hopeless attack",
        Cause::Eliminated => ", whose force was eliminated",
        Cause::NoRetreat => ", whose force had no way to retreat",
        Cause::Covered => ", alone in the reaction radius of an army",
        Cause::Screen => ", who retreats before combat",
        Cause::Afloat => ", aboard ship",
    };
    let less = if *force_lost { " (1 less for his lost force)" } else { "" };
    let mut text = TextBuilder::words(format!("{}{why}: {total}{less}", writer.leader(piece)));
    text = text.roll(writer.roll(&format!("leader_loss {}", piece.leader)));
    if let Some(again) = again {
        let second = if *fate == Fate::SeriouslyWounded { "serious_wound" } else { "leader_loss_again" };
        let roll = writer.roll(&format!("{second} {}", piece.leader));
        text = text.append(format!(", then {again}")).roll(roll);
    }
    let by_chart = writer.game.options.variant_leaders;
    let row = writer.rules.pack.charts.leader_loss.get(&piece.rank).map(|row| &row.source).filter(|_| !by_chart);
    let mark = writer.dagger(&format!("the row for {} of the Leader Loss Table", vocabulary::stars(piece.rank)), row);
    let due = due.map_or(String::new(), |due| format!("; {}", writer.return_text("he", due)));
    let rest = match by_chart {
        true => due,
        false => {
            let limits = limits(writer, piece, again.is_some());
            format!("{limits}{due}{}", not_promoted(writer, piece, *cause, *total, *fate))
        }
    };
    let fate = match fate {
        Fate::Unhurt => Span::plain(format!("unhurt{mark}")),
        Fate::Wounded if *spared => Span::strong("wounded instead of killed, by the option for Jackson and Lyon"),
        other => Span::strong(format!("{}{mark}", vocabulary::fate(*other))),
    };
    Some(text.append(", ").text().into_iter().chain([fate, Span::plain(rest)]).collect())
}

/// The totals of the Leader Loss Table by which a leader of that rank suffers.
fn limits(writer: &Writer<'_>, piece: &Piece, again: bool) -> String {
    let Some(row) = writer.rules.pack.charts.leader_loss.get(&piece.rank) else { return String::new() };
    let on = |what: &str, totals: &[u8]| {
        let totals = vocabulary::list(totals.iter().map(u8::to_string), "or");
        (totals != "none").then(|| format!("{what} on {totals}"))
    };
    let parts = match again {
        true => vec![on("second roll: killed", &row.reroll_killed_on), Some("wounded on any other".to_owned())],
        false => {
            vec![on("killed", &row.killed_on), on("wounded", &row.wounded_on), on("second roll", &row.reroll_on)]
        }
    };
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!(" ({}: {})", vocabulary::stars(piece.rank), parts.join(", ")),
    }
}

/// Why a leader whose roll would promote him is not promoted; `None` for one who is.
fn not_promoted(writer: &Writer<'_>, piece: &Piece, cause: Cause, total: u32, fate: Fate) -> String {
    let charts = &writer.rules.pack.charts;
    if cause != Cause::Combat || fate != Fate::Unhurt || total < u32::from(charts.promotion_from) {
        return String::new();
    }
    let promoted = writer.facts.events.iter().any(|event| {
        let leader = event.get("piece").and_then(serde_json::Value::as_str).and_then(|text| text.parse::<Piece>().ok());
        event.get("event").and_then(serde_json::Value::as_str) == Some("eligible")
            && leader.is_some_and(|next| next.leader == piece.leader)
    });
    if promoted {
        return String::new();
    }
    let next = writer.rules.pack.leaders.get(&piece.leader).and_then(|leader| leader.promotion(piece.rank));
    match (piece.rank, next) {
        (3.., _) => "; a three-star leader earns his fourth star only as commander of an army",
        (_, None) => "; he has no higher-ranked counter",
        (_, Some(_)) => "; he has already earned his next counter",
    }
    .to_owned()
}
