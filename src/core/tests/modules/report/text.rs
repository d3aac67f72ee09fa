use unicode_width::UnicodeWidthStr;

use adjutant_core::report::Die;
use adjutant_core::report::model::{Block, Report, Section, Span};
use adjutant_core::report::text::*;

/// A page without its escape sequences; each of them must be one that sets a color.
fn stripped(page: &str) -> String {
    let mut parts = page.split('\u{1b}');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let rest = part.strip_prefix('[').expect("a sequence");
        let (numbers, rest) = rest.split_once('m').expect("a color");
        assert!(numbers.chars().all(|c| c.is_ascii_digit() || c == ';'), "{part:?}");
        out.push_str(rest);
    }
    out
}

fn texts(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

/// Every kind of block, with these words wherever words may stand.
fn everything(words: &str) -> Report {
    let plain = || vec![Span::plain(words)];
    let mixed = vec![
        Span::plain("At "),
        Span::strong(words),
        Span::rule("7.4.2"),
        Span::plain(" thrown"),
        Span::Roll(12),
        Span::rule(words),
        Span::strong("  "),
    ];
    let die = Die {
        n: 3,
        purpose: words.to_owned(),
        kind: "2d6".to_owned(),
        faces: vec![4, 6],
        total: Some(10),
        rule: "7.4.2".to_owned(),
        command: None,
    };
    let blocks = vec![
        Block::Paragraph(mixed.clone()),
        Block::List(vec![plain(), mixed.clone()]),
        Block::Table { header: texts(&["Where", words]), rows: vec![texts(&["5106", words]), texts(&[words, "1"])] },
        Block::Table { header: vec![words.to_owned(); 9], rows: vec![vec![words.to_owned(); 9]; 2] },
        Block::Ledger { sides: [words.to_owned(), "Confederate".to_owned()], rows: vec![(words.to_owned(), [12, -3])] },
        Block::Dice(vec![die.clone(), die]),
        Block::Audit { title: mixed.clone(), lines: vec![(words.to_owned(), mixed), ("die".to_owned(), plain())] },
        Block::Quote { by: words.to_owned(), text: format!("{words}\n\n  {words}") },
    ];
    let section = Section { heading: words.to_owned(), blocks };
    Report { title: words.to_owned(), subtitle: words.to_owned(), sections: vec![section] }
}

fn samples() -> Vec<String> {
    vec![
        "the Army of the Potomac attacks from the march and is thrown back over the river".to_owned(),
        "short".to_owned(),
        "x".repeat(333),
        "日本語の文章は とても広い字で書かれている ので幅に".repeat(4),
        "\u{1b}[31mred\u{1b}]0;owned\u{7} \u{9b}5m\u{1}\u{2}\u{e}\u{f}\u{10} \u{202e}x\u{3000}".to_owned(),
    ]
}

#[test]
fn every_line_fits_the_page() {
    for words in samples() {
        for width in [40, 60, 78, 100, 132] {
            let page = write_for(&everything(&words), &Page { width, color: false });
            for line in page.lines() {
                assert!(line.width() <= width, "{} of {width}: {line}", line.width());
            }
        }
    }
}

#[test]
fn no_page_is_narrower_than_forty_columns_and_prose_is_no_wider_than_a_hundred() {
    let at = |width| write_for(&everything("one two three four five six "), &Page { width, color: false });
    assert_eq!(at(0), at(40));
    let report = Report {
        title: String::new(),
        subtitle: "word ".repeat(60),
        sections: vec![Section {
            heading: String::new(),
            blocks: vec![Block::Table { header: vec!["x".repeat(120)], rows: Vec::new() }],
        }],
    };
    let page = write_for(&report, &Page { width: 130, color: false });
    let widths: Vec<usize> = page.lines().map(UnicodeWidthStr::width).collect();
    // Sixty words are 299 columns: three lines of 20 words each, 99 columns. The table uses what it needs.
    assert_eq!(widths, [99, 99, 99, 0, 120, 120]);
}

#[test]
fn headings_use_the_whole_width_and_calculations_that_of_prose_beside_their_labels() {
    let report = Report {
        title: "word ".repeat(24).trim_end().to_owned(),
        subtitle: String::new(),
        sections: vec![Section {
            heading: String::new(),
            blocks: vec![Block::Audit {
                title: Vec::new(),
                lines: vec![("x".repeat(20), vec![Span::plain("word ".repeat(40).trim_end())])],
            }],
        }],
    };
    let widths = |width| -> Vec<usize> {
        write_for(&report, &Page { width, color: false }).lines().map(UnicodeWidthStr::width).collect()
    };
    // A label of 20 columns with two spaces on each side, then twenty words of 5 columns, the last without its space.
    assert_eq!(widths(130), [119, 119, 0, 24 + 99, 24 + 99]);
    assert_eq!(widths(100), [99, 19, 100, 0, 24 + 74, 24 + 74, 24 + 49]);
}

#[test]
fn colors_change_no_word_and_no_place() {
    for words in samples() {
        for width in [40, 60, 100] {
            let report = everything(&words);
            let plain = write_for(&report, &Page { width, color: false });
            assert!(plain.chars().all(|c| c == '\n' || !c.is_control()), "{plain:?}");
            let colored = write_for(&report, &Page { width, color: true });
            assert!(colored.contains('\u{1b}'));
            assert_eq!(stripped(&colored), plain);
        }
    }
    assert_eq!(write(&everything("a b")), write_for(&everything("a b"), &Page { width: WIDTH, color: false }));
}

#[test]
fn no_color_runs_into_the_next_line_or_over_spaces() {
    for words in samples() {
        let page = write_for(&everything(&words), &Page { width: 40, color: true });
        for line in page.lines() {
            let last = line.rfind("\u{1b}[");
            assert!(last.is_none_or(|at| line[at..].starts_with("\u{1b}[0m")), "{line:?}");
            assert!(!line.ends_with(' ') && !line.contains("  \u{1b}[0m"), "{line:?}");
        }
    }
}

#[test]
fn a_page_in_color() {
    let blocks = vec![
        Block::Paragraph(vec![Span::strong("Lee"), Span::plain(" reacts "), Span::rule("6.1"), Span::Roll(4)]),
        Block::Ledger { sides: texts(&["Union", "CSA"]).try_into().expect("two"), rows: vec![("sp".into(), [12, 3])] },
        Block::Audit { title: Vec::new(), lines: vec![("die".to_owned(), vec![Span::plain("3")])] },
        Block::Quote { by: "Ann".to_owned(), text: "Well".to_owned() },
    ];
    let section = Section { heading: "Now".to_owned(), blocks };
    let report = Report { title: String::new(), subtitle: String::new(), sections: vec![section] };
    let (b, d, r, o) = ("\u{1b}[1m", "\u{1b}[2m", "\u{1b}[36m", "\u{1b}[0m");
    let wanted = format!(
        "{b}Now{o}\n{d}---{o}\n{b}Lee{o} reacts {d}[6.1]{o}{r}(roll 4){o}\n\n    {u}Union{o}  {c}CSA{o}\n\
         {d}--  -----  ---{o}\nsp     12    3\n\n  {d}die{o}  3\n\n{b}Ann writes:{o}\n{s}>{o} Well\n",
        u = "\u{1b}[1m\u{1b}[34m",
        c = "\u{1b}[1m\u{1b}[31m",
        s = "\u{1b}[1m\u{1b}[32m",
    );
    assert_eq!(write_for(&report, &Page { width: 60, color: true }), wanted);
}

#[test]
fn a_table_that_no_page_holds_is_told_row_by_row() {
    let header = texts(&["Roll", "Purpose", "Dice", "Faces", "Total", "Rule", "Whose dice", "Where", "When"]);
    let row = texts(&["3", "combat", "2d6", "4 6", "10", "7.4.2", "union", "", "turn 4"]);
    let blocks = vec![Block::Table { header, rows: vec![row.clone(), row] }];
    let section = Section { heading: String::new(), blocks };
    let report = Report { title: String::new(), subtitle: String::new(), sections: vec![section] };
    let one = "  Roll        3\n  Purpose     combat\n  Dice        2d6\n  Faces       4 6\n  Total       10\n  \
               Rule        7.4.2\n  Whose dice  union\n  When        turn 4\n";
    assert_eq!(write_for(&report, &Page { width: 40, color: false }), format!("{one}\n{one}"));
    // At 78 columns it is a table.
    assert!(write(&report).starts_with("Roll  Purpose  Dice"));
}
