//! How card games are reported and drawn in random matches: for the tests of every such game.

use adjutant_core::document::Id;
use adjutant_core::engine::Position;
use adjutant_core::report::model::{Block, Span, StepFacts};
use adjutant_core::report::svg::{Drawing, Form, Point, Shape, text_width::width};
use adjutant_core::report::{Present, Report};
use adjutant_core::session::self_play::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use serde_json::Value;

/// What happens in the steps of a match at random, `most` at most: the position before, after, and the facts.
pub fn steps<R: Present>(
    rules: &R,
    (scenario, options): (&str, &Value),
    seed: u64,
    most: u64,
    mut look: impl FnMut(&Position<R>, &Position<R>, &StepFacts, &dyn Session),
) {
    let sides = rules.sides();
    let scenario: Id = scenario.parse().expect("an id");
    let options = options.as_object().cloned().unwrap_or_default();
    let table = Rules(rules.clone()).setup(&scenario, &options).expect("a set-up");
    let read = |table: &dyn Session| -> Position<R> { serde_json::from_value(table.position()).expect("a position") };
    let mut before = read(&*table);
    let mut play = SelfPlay::new(table, &sides, seed);
    let mut players = [Player::random(seed), Player::random(seed + 1_000)];
    let mut step = 0;
    let mut each = |table: &dyn Session, events: &[Value]| {
        step += 1;
        let after = read(table);
        let facts = StepFacts { step, rolls: Vec::new(), events: events.to_vec(), reader: None };
        look(&before, &after, &facts, table);
        before = after;
    };
    play.run(&sides, &mut players, most, &mut each).expect("a match");
}

/// All the words of a report but those of a player.
pub fn words(report: &Report) -> Vec<String> {
    let of = |text: &Vec<Span>| {
        text.iter()
            .map(|span| match span {
                Span::Plain(words) | Span::Strong(words) | Span::Rule(words) => words.clone(),
                Span::Roll(_) => String::new(),
            })
            .collect::<String>()
    };
    let mut all = Vec::new();
    for section in &report.sections {
        all.push(section.heading.clone());
        for block in &section.blocks {
            match block {
                Block::Paragraph(text) => all.push(of(text)),
                Block::List(points) => all.extend(points.iter().map(of)),
                Block::Audit { title, lines } => {
                    all.push(of(title));
                    all.extend(lines.iter().map(|(what, text)| format!("{what}: {}", of(text))));
                }
                Block::Table { header, rows } => all.extend(header.iter().chain(rows.iter().flatten()).cloned()),
                _ => {}
            }
        }
    }
    all
}

/// The texts of a shape with their classes.
fn texts<'a>(shape: &'a Shape, found: &mut Vec<(&'a str, Point, &'a str)>) {
    match &shape.form {
        Form::Group(parts) => parts.iter().for_each(|part| texts(part, found)),
        Form::Text { at, text, .. } => found.push((&shape.class, *at, text)),
        _ => {}
    }
}

/// A property of a class, as the style sheet has it.
fn styled(sheet: &str, class: &str, property: &str) -> Option<String> {
    let of = |name: &str| {
        let rule = sheet.split_inclusive('}').find(|rule| rule.trim_start().starts_with(&format!("text.{name}{{")))?;
        Some(rule.split(&format!("{property}:")).nth(1)?.split([';', '}']).next()?.to_owned())
    };
    class.split(' ').find_map(of)
}

/// The texts that overlap another or are outside the sheet.
pub fn overlaps(drawing: &Drawing) -> Vec<String> {
    let sheet = drawing.style.concat();
    let mut boxes: Vec<(String, [i32; 4])> = Vec::new();
    let mut found = Vec::new();
    let mut all = Vec::new();
    drawing.layers.iter().flat_map(|layer| &layer.shapes).for_each(|shape| texts(shape, &mut all));
    for (class, at, text) in all {
        let pixels = styled(&sheet, class, "font-size").unwrap_or_else(|| panic!("no letters of {class}"));
        let size = (pixels.trim_end_matches("px").parse::<f64>().expect("a size") * 10.0) as i32;
        assert!(size >= 105, "{class}");
        let wide = width(text, size) * if styled(&sheet, class, "font-weight").is_some() { 9 } else { 8 } / 8;
        let left = match styled(&sheet, class, "text-anchor").as_deref() {
            Some("start") => at.x,
            Some("end") => at.x - wide,
            _ => at.x - wide / 2,
        };
        let own = [left, at.y - size * 72 / 100, left + wide, at.y + size / 5];
        if own[0] < 0 || own[2] > drawing.width || own[3] > drawing.height {
            found.push(format!("{text} leaves the sheet: {own:?}"));
        }
        for (other, their) in &boxes {
            if own[0] < their[2] && their[0] < own[2] && own[1] < their[3] && their[1] < own[3] {
                found.push(format!("{text} on {other}"));
            }
        }
        boxes.push((text.to_owned(), own));
    }
    found
}
