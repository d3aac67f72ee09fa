//! Texts that a ` #` cuts.

use adjutant_core::document::{Form, Problem, read};

fn cut(text: &str) -> Vec<Problem> {
    read("plan.yaml", text.as_bytes(), Form::Draft).unwrap().cut_texts()
}

#[test]
fn prose_that_a_hash_cuts_is_named_with_its_place() {
    for (text, path, line, column, kept) in [
        ("rules: Use map #2 and the optional rule #7; ties are drawn.\n", "rules", 1, 16, "Use map"),
        ("a: 1\ntitle: Winter # league\n", "title", 2, 15, "Winter"),
        ("comment: On to\n  Richmond #1\n", "comment", 2, 12, "On to Richmond"),
        ("commit:\n  - {id: a, choice: b}\ncomment: \"x\"\nreason: é late #3\n", "reason", 4, 16, "é late"),
        (
            "orders:\n  - mark:\n      unit: wi_2\n      why: driven back #2\n",
            "orders[0].mark.why",
            4,
            24,
            "driven back",
        ),
        ("games:\n  - id: a\n    label: map two #2\n", "games[0].label", 3, 20, "map two"),
    ] {
        let found = cut(text);
        let [problem] = &found[..] else { panic!("{text}: {found:?}") };
        let mark = problem.mark.unwrap();
        assert_eq!((problem.path.as_deref(), mark.line, mark.column), (Some(path), line, column), "{text}");
        assert!(problem.message.ends_with(&format!("only be \"{kept}\"")), "{problem}");
        let advice = problem.advice.as_deref().unwrap();
        assert!(advice.contains("in double quotes") && advice.contains(&format!("\"{kept} #")), "{advice}");
    }
}

#[test]
fn what_was_meant_as_a_comment_is_left_alone() {
    for text in [
        "orders:\n  - spend: {east: 1}   # note\n  - pass: {}  # the end\n",
        "orders:\n  - march:\n      unit: hale   # my best\n      to: 4  # the ford\n",
        "title: \"Use map #2\"  # as agreed\n",
        "title: 'Use map #2'\n",
        "title: Use map#2\n",
        "title: Winter  #\n",
        "# title: Use map #2\ntitle: Winter\n",
        "comment: |\n  Use map #2\n  and no other\n",
        "unit: Old Chapel  # the village\n",
    ] {
        assert_eq!(cut(text), [], "{text}");
    }
}
