use adjutant_core::document::problem::{Mark, Problem};
use adjutant_core::document::render::*;
use adjutant_core::document::{Form, read};

fn shown(text: &str) -> String {
    let problem = read("turn.yaml", text.as_bytes(), Form::Signed).expect_err("to be refused");
    render("turn.yaml", text, &[problem], false)
}

#[test]
fn a_problem_is_shown_with_its_line_place_rule_and_advice() {
    assert_eq!(
        shown("seat: union\nfrom: 0512\n"),
        "error: this is a number, a date or a time to some YAML readers and text to others\n \
          --> turn.yaml:2:7\n  \
           |\n\
         2 | from: 0512\n  \
           |       ^\n  \
           |\n  \
           = rule: protocol 1\n  \
           = help: write \"0512\" for the text, or a whole number without leading zeros or +\n"
    );
}

#[test]
fn nothing_from_the_text_steers_the_terminal() {
    let text = "a: \u{1b}[31m\u{202e}x\n";
    let shown = shown(text);
    assert!(shown.contains("\\u{1b}[31m\\u{202e}x"), "{shown}");
    let name = render("\u{1b}]0;x\u{7}", "", &[Problem::new("a\u{9b}b\nc")], false);
    assert!(name.chars().all(|c| c == '\n' || !c.is_control()), "{name}");
}

#[test]
fn a_long_line_is_cut_around_the_mark() {
    let text = format!("a: [{}0512{}]\n", "x, ".repeat(5000), ", y".repeat(5000));
    let shown = shown(&text);
    assert!(shown.contains("turn.yaml:1:15005"), "{shown}");
    assert!(shown.contains("…") && shown.contains("0512"), "{shown}");
    assert!(shown.len() < 1500, "{}", shown.len());
}

/// Half as many characters as are quoted stand before the mark, which is under what it is about.
#[test]
fn of_a_long_line_the_mark_stands_in_the_middle() {
    let text = format!("a: [{}0512{}]\n", "x, ".repeat(100), ", y".repeat(100));
    let lines: Vec<String> = shown(&text).lines().map(str::to_owned).collect();
    let at = lines.iter().position(|line| line.contains(" | ")).expect("the line is quoted");
    let (quoted, marked) = (&lines[at], &lines[at + 1]);
    let line = quoted.split_once(" | ").expect("the line is quoted").1.trim_end();
    assert_eq!(line.chars().take_while(|c| *c != '0').count(), 1 + 80, "{line}");
    assert_eq!(line.chars().count(), 1 + 160 + 1, "{line}");
    assert!(line.starts_with('…') && line.ends_with('…'), "{line}");
    let place = |line: &str, wanted: char| line.chars().position(|c| c == wanted);
    assert_eq!(place(marked, '^'), place(quoted, '0'), "{quoted}\n{marked}");
    let short = format!("bb: [0512{}]\n", ", y".repeat(50));
    assert_eq!(short.chars().count(), 1 + 160);
    assert!(!shown(&short[..]).contains('…'));
}

#[test]
fn at_the_end_of_a_line_the_mark_stands_behind_it() {
    let problem = |path: &str| Problem::new("x").at(Mark { line: 1, column: 5 }).in_path(path);
    assert_eq!(
        render("f", "a: 1", &[problem("")], false).lines().map(str::trim_end).collect::<Vec<_>>(),
        ["error: x", " --> f:1:5", "  |", "1 | a: 1", "  |     ^"]
    );
    let placed = render("f", "a: 1", &[problem("orders[0]")], false);
    assert!(placed.contains("^ orders[0]"), "{placed}");
}

#[test]
fn marks_outside_the_text_do_no_harm() {
    for (line, column) in [(0, 0), (1, 99), (9, 1), (u32::MAX, u32::MAX)] {
        let problem = Problem::new("x").at(Mark { line, column }).in_path("orders[0]");
        assert!(render("f", "a: 1", &[problem], true).contains('x'));
    }
}
