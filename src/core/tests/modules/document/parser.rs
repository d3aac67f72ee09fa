//! The parser's events must match those of the first pass, one by one.

use std::borrow::Cow;

use saphyr_parser::{Event, Parser, ScalarStyle, Tag};
use serde_json::{Value, json};

use adjutant_core::document::form::Form;
use adjutant_core::document::lexer::tokenize;
use adjutant_core::document::parser::*;
use adjutant_core::document::problem::{Mark, Problem};

const TEXT: &str = "a: [b, {c: 'd'}]\ne:\n  - \"f\"\n  - g: 1\n";

/// An event of the parser, its place, and whether no text stands for it.
type Seen = (Event<'static>, Mark, bool);

fn seen() -> Vec<Seen> {
    let mut parser = Parser::new_from_str(TEXT);
    std::iter::from_fn(|| parser.next_event())
        .map(|event| {
            let (event, span) = event.unwrap();
            let (line, column) = (span.start.line() as u32, span.start.col() as u32 + 1);
            (event, Mark { line, column }, span.is_empty())
        })
        .collect()
}

fn built(events: &[Seen]) -> Result<Value, Problem> {
    let tokens = tokenize(TEXT, Form::Signed)?;
    let mut builder = Builder::new(TEXT, Form::Signed, &tokens, false);
    for (event, mark, empty) in events {
        if builder.event(event.clone(), *mark, *empty)? {
            break;
        }
    }
    builder.finish().map(|(content, _)| content)
}

/// Other events for one: an anchor or a tag with it, another style, a list for a mapping, an end for another end.
fn others(event: &Event<'static>) -> Vec<Event<'static>> {
    let tag = || Some(Cow::Owned(Tag { handle: "!".to_owned(), suffix: "t".to_owned() }));
    match event {
        Event::Scalar(text, style, ..) => {
            let scalar = |style, anchor, tag| Event::Scalar(text.clone(), style, anchor, tag);
            let styles =
                [ScalarStyle::Plain, ScalarStyle::SingleQuoted, ScalarStyle::DoubleQuoted, ScalarStyle::Literal];
            let styles = styles.into_iter().filter(|other| other != style).map(|style| scalar(style, 0, None));
            styles.chain([scalar(*style, 1, None), scalar(*style, 0, tag()), Event::Alias(1)]).collect()
        }
        Event::SequenceStart(..) => {
            vec![Event::SequenceStart(1, None), Event::SequenceStart(0, tag()), Event::MappingStart(0, None)]
        }
        Event::MappingStart(..) => {
            vec![Event::MappingStart(1, None), Event::MappingStart(0, tag()), Event::SequenceStart(0, None)]
        }
        Event::SequenceEnd => vec![Event::MappingEnd],
        Event::MappingEnd => vec![Event::SequenceEnd],
        _ => Vec::new(),
    }
}

#[track_caller]
fn differs_with(at: usize, event: &Event<'static>, events: &[Seen]) {
    let problem = built(events).expect_err("two readings");
    assert_eq!(problem.message, "YAML readers interpret this differently", "{event:?} for event {at}: {problem}");
    assert!(problem.mark.is_some() && problem.advice.is_some(), "{event:?} for event {at}");
}

#[test]
fn each_event_must_be_the_token_that_stands_there() {
    let events = seen();
    assert_eq!(built(&events).unwrap(), json!({"a": ["b", {"c": "d"}], "e": ["f", {"g": 1}]}));
    let mut tried = 0;
    for (at, (event, mark, empty)) in events.iter().enumerate() {
        for other in others(event) {
            let mut altered = events.clone();
            altered[at].0 = other.clone();
            differs_with(at, &other, &altered);
            tried += 1;
        }
        // The parser places a } after a comma at the comma.
        let placed = matches!(event, Event::Scalar(..) | Event::SequenceEnd | Event::SequenceStart(..));
        let in_block = matches!(event, Event::SequenceEnd) && mark.line > 1;
        if placed && !empty && !in_block {
            let mut moved = events.clone();
            moved[at].1.column += 1;
            differs_with(at, event, &moved);
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
}

#[test]
fn no_event_is_left_out_and_no_second_document_begins() {
    let events = seen();
    for (at, (event, ..)) in events.iter().enumerate() {
        let counts = !others(event).is_empty();
        let mut fewer = events.clone();
        fewer.remove(at);
        assert_eq!(built(&fewer).is_err(), counts, "without event {at}, {event:?}");
    }
    let end = events.iter().position(|(event, ..)| *event == Event::StreamEnd).unwrap();
    let mut more = events.clone();
    more.insert(end, (Event::DocumentStart(true), Mark { line: 5, column: 1 }, false));
    differs_with(end, &Event::DocumentStart(true), &more);
}
