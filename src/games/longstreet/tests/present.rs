//! How battles are told and drawn: reports of matches at random, a step that is set up, and the picture of the table.

use std::collections::BTreeSet;

use adjutant_core::document::Id;
use adjutant_core::engine::{Position, Ruleset};
use adjutant_core::report::model::{Block, MapView, Show, Span, StepFacts};
use adjutant_core::report::svg::{self, Drawing, Form, Point, Shape, letters::width};
use adjutant_core::report::{Past, Present, Report, text};
use adjutant_core::session::selfplay::{Player, SelfPlay};
use adjutant_core::session::{Game, Rules, Session};
use longstreet::Longstreet;
use serde_json::Value;

/// What happens in the steps of a match at random: the position before, after, and the facts.
fn steps(
    battle: &str,
    seed: u64,
    most: usize,
    mut look: impl FnMut(&Position<Longstreet>, &Position<Longstreet>, &StepFacts, &dyn Session),
) {
    let sides = Longstreet::shipped().sides();
    let battle: Id = battle.parse().expect("an id");
    let table = Rules(Longstreet::shipped()).setup(&battle, &serde_json::Map::new()).expect("a set-up");
    let read =
        |table: &dyn Session| -> Position<Longstreet> { serde_json::from_value(table.position()).expect("a position") };
    let mut before = read(&*table);
    let mut play = SelfPlay::new(table, &sides, seed);
    let mut players = [Player::random(seed), Player::random(seed + 1_000)];
    let mut step = 0;
    let mut each = |table: &dyn Session, events: &[Value]| {
        step += 1;
        let after = read(table);
        let facts = StepFacts { step, rolls: Vec::new(), events: events.to_vec(), reader: None };
        if (step as usize) < most {
            look(&before, &after, &facts, table);
        }
        before = after;
    };
    play.run(&sides, &mut players, 5_000, &mut each).expect("a match");
}

/// All the words of a report but those of a player, the situation and lines of turns.
fn words(report: &Report) -> Vec<String> {
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

/// Whether words are a code, or are put together badly.
fn is_odd(said: &str) -> bool {
    let numbers = [" 1 bases", " 1 cards", " 1 hits", " 1 dice", " 1 facts", "s the the "];
    said.contains(['{', '}', '_'])
        || said.contains("  ")
        || said.contains(" .")
        || numbers.iter().any(|n| said.contains(n))
}

#[test]
fn every_event_of_matches_at_random_has_words() {
    let rules = Longstreet::shipped();
    let mut seen = BTreeSet::new();
    for (battle, seed) in [("brawners_farm", 1), ("millers_ford", 2), ("brawners_farm", 3), ("millers_ford", 4)] {
        steps(battle, seed, 400, |before, after, facts, table| {
            let report = rules.report(before, after, facts);
            for said in words(&report) {
                assert!(!is_odd(&said), "{battle}, step {}: {said}", facts.step);
            }
            for event in &facts.events {
                seen.insert(event["event"].as_str().expect("a name").to_owned());
            }
            for moment in rules.moments(before, after, facts) {
                assert!(moment.words.ends_with('.') || moment.words.starts_with("Turn "), "{}", moment.words);
            }
            rules.battles(before, after, facts).iter().for_each(|card| assert!(!card.words().contains('_')));
            assert!(!rules.as_it_stands(after).expect("a sentence").contains('_'));
            for awaited in table.awaiting() {
                for order in table.legal(&awaited.side).orders.iter().step_by(7) {
                    let said = table.order_words(&awaited.side, order);
                    assert!(!is_odd(&said), "{said}");
                }
                for answer in table.legal(&awaited.side).answers.iter().take(20) {
                    let said = table.answer_words(&answer["answer"]);
                    assert!(!is_odd(&said), "{said}");
                }
            }
        });
    }
    for name in [
        "turn",
        "invoked",
        "interrupted",
        "moved",
        "charged",
        "marked",
        "confirmed",
        "disputed",
        "insists",
        "withdrawn",
        "yielded",
        "morale",
        "losses",
        "unit_gone",
        "passed",
        "redrawn",
        "dropped",
        "victory_claimed",
        "ended",
        "shuffled",
        "drawn",
        "played",
    ] {
        assert!(seen.contains(name), "no {name} in {seen:?}");
    }
}

#[test]
fn pictures_of_matches_at_random_have_no_label_over_another() {
    let rules = Longstreet::shipped();
    let mut drawn = 0;
    for (battle, seed) in [("brawners_farm", 11), ("millers_ford", 12)] {
        steps(battle, seed, 120, |before, after, facts, _| {
            let drawing = rules.draw(after, &MapView::default(), Some(Past { before, facts })).expect("a picture");
            if let Some(path) = std::env::var_os("ADJUTANT_PICTURES").filter(|_| facts.step == 60) {
                let path = std::path::Path::new(&path).join(format!("{battle}.svg"));
                std::fs::write(path, svg::write(&drawing)).expect("to write the picture");
            }
            let found = overlaps(&drawing);
            assert!(found.is_empty(), "{battle}, step {}: {found:#?}", facts.step);
            let map = text::write(&rules.show(after, &Show::Map(MapView::within(60))).expect("a map"));
            let grid = map.lines().filter(|line| line.matches('.').count() > 20);
            assert!(grid.clone().count() > 10 && grid.clone().all(|line| line.trim().chars().count() == 60), "{map}");
            drawn += 1;
        });
    }
    assert!(drawn > 100);
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

/// The texts that lie over another or beside the sheet.
fn overlaps(drawing: &Drawing) -> Vec<String> {
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
