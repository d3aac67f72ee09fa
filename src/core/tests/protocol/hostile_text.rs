//! Texts made to exhaust a reader are answered, and at once: anything worse than linear would take hours here.

use std::time::{Duration, Instant};

use adjutant_core::document::{self, Form, Value};

fn fill(form: Form, start: &str, piece: &str, end: &str) -> String {
    let room = form.max_bytes() - start.len() - end.len();
    format!("{start}{}{end}", piece.repeat(room / piece.len()))
}

#[test]
fn hostile_texts_are_refused_at_once() {
    let starts = ["", "a: ", "- [", "a: \""];
    let pieces = [
        "[",
        "]",
        "{",
        "}",
        "[{",
        "{a: ",
        "[a: ",
        "- ",
        "? ",
        ": ",
        "a: ",
        "\"a\": ",
        "&a ",
        "&a [",
        "*a ",
        "!!str ",
        "!",
        "|",
        ">",
        "\"",
        "'",
        "\"\"",
        "\\",
        "\\\\",
        "#",
        " #",
        "\n",
        "\n\n ",
        "\r\n",
        ",",
        "a,",
        "[],",
        "{},",
        "a: b\n",
        "\n- a",
        "\n  - a",
        "---\n",
        "...\n",
        "%YAML 1.2\n",
        "<<: ",
        "a b ",
        "0",
        "1, ",
        "\u{feff}",
        "é",
        "😀",
        "\\ud83d\\ude00",
        "\\u0020\\\n ",
        "\t",
    ];
    let begun = Instant::now();
    for start in starts {
        for piece in pieces {
            for form in [Form::Signed, Form::Draft] {
                let text = fill(form, start, piece, "");
                if let Err(problem) = document::read("hostile", text.as_bytes(), form) {
                    assert!(problem.message.len() < 300 && problem.advice.is_some(), "{problem}");
                    let shown = document::render("hostile", &text, &[problem], false);
                    assert!(shown.len() < 4000, "{}", shown.len());
                }
            }
        }
    }
    for (start, piece, end) in [
        ("- [", "a,", "]"),
        ("a: \"", "\\ud83d\\ude00 ", "\""),
        ("", "- ", "a"),
        ("a: ", "[", ""),
        ("a: \"", "\n", "\""),
    ] {
        let text = fill(Form::State, start, piece, end);
        let _ = document::read("hostile", text.as_bytes(), Form::State);
    }
    assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", begun.elapsed());
}

#[test]
fn a_text_beyond_the_limit_is_refused_before_it_is_read() {
    for form in [Form::Signed, Form::State, Form::Draft] {
        let text = fill(form, "a: \"", "x", "\"");
        assert!(document::read("full", text.as_bytes(), form).is_ok());
        let problem = document::read("over", (text + " ").as_bytes(), form).expect_err("too large");
        assert!(problem.message.contains("MiB"), "{problem}");
    }
}

#[test]
fn nodes_are_counted_exactly() {
    // The root, its key, the list, and the entries.
    for (form, most) in [(Form::Signed, 50_000), (Form::State, 100_000), (Form::Draft, 50_000)] {
        let list = |entries: usize| format!("a: [{}]\n", "1,".repeat(entries));
        let doc = document::read("full", list(most - 3).as_bytes(), form).expect("as many as may be");
        assert_eq!(document::read::nodes(&doc.content), most);
        let problem = document::read("over", list(most - 2).as_bytes(), form).expect_err("one too many");
        assert!(problem.message.contains("nodes"), "{problem}");
        let block = format!("a:\n{}", "- 1\n".repeat(most - 2));
        let problem = document::read("over", block.as_bytes(), form).expect_err("one too many");
        assert!(problem.message.contains("nodes"), "{problem}");
    }
}

#[test]
fn depth_is_counted_exactly_in_blocks_and_brackets() {
    // The root is the first level and the scalar the last.
    let brackets = |lists: usize| format!("a: {}1{}\n", "[".repeat(lists), "]".repeat(lists));
    let dashes = |lists: usize| format!("a:\n{}1\n", "- ".repeat(lists));
    let keys = |maps: usize| {
        (0..=maps).map(|n| format!("{}a:\n", " ".repeat(n))).collect::<String>() + &" ".repeat(80) + "1\n"
    };
    let texts: [&dyn Fn(usize) -> String; 3] = [&brackets, &dashes, &keys];
    for text in texts {
        let doc = document::read("deep", text(62).as_bytes(), Form::Signed).expect("64 levels");
        let mut value: &Value = &doc.content;
        let mut levels = 1;
        while let Some(inner) = value.get("a").or(value.get(0)) {
            value = inner;
            levels += 1;
        }
        assert_eq!(levels, 64);
        for form in [Form::Signed, Form::State, Form::Draft] {
            let problem = document::read("deeper", text(63).as_bytes(), form).expect_err("65 levels");
            assert!(problem.message.contains("deeper than 64"), "{problem}");
        }
    }
}
