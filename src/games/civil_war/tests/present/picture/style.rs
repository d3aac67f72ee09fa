use civil_war::present::picture::style::STYLE;

/// A color's share of light, by the rules of the Web Content Accessibility Guidelines.
fn light(color: &str) -> f64 {
    let part = |n: usize| {
        let value = u8::from_str_radix(&color[1 + 2 * n..3 + 2 * n], 16).expect("two digits");
        let share = f64::from(value) / 255.0;
        if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
}

fn contrast(one: &str, other: &str) -> f64 {
    let (one, other) = (light(one), light(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// What the style sheet says of a class.
fn style(class: &str, property: &str) -> &'static str {
    let rules = STYLE.iter().flat_map(|sheet| sheet.split('}')).filter_map(|rule| rule.trim().split_once('{'));
    let mut found = rules
        .filter(|(names, _)| names.split(',').any(|name| name == class || name.strip_prefix("text") == Some(class)));
    let (_, body) = found.next().unwrap_or_else(|| panic!("no style of {class}"));
    let own = body.split(';').find_map(|part| part.strip_prefix(property)?.strip_prefix(':'));
    own.unwrap_or_else(|| panic!("{class} has no {property}"))
}

#[test]
fn words_stand_out_from_the_ground() {
    let grounds = [".clear", ".forest-ground", ".swamp-ground", ".mountain-ground", ".sea-ground", ".paper"];
    for ground in grounds.map(|ground| style(ground, "fill")) {
        for words in ["text", ".number", ".hamlet", ".water", ".pass", ".sea-name"] {
            let found = contrast(style(words, "fill"), ground);
            assert!(found >= 4.5, "{words} on {ground}: {found:.1}");
        }
        // Large letters need less.
        for words in [".state", ".small-state"] {
            let found = contrast(style(words, "fill"), ground);
            assert!(found >= 2.9, "{words} on {ground}: {found:.1}");
        }
        for line in [
            ".river",
            ".navigable",
            ".ridge",
            ".way",
            ".rail",
            ".border-line",
            ".shore",
            ".union-edge",
            ".union-way",
            ".confederate-way",
            ".cross",
        ] {
            let found = contrast(style(line, "stroke"), ground);
            assert!(found >= 3.0, "{line} on {ground}: {found:.1}");
        }
    }
    for (words, field) in [
        (".points", ".city"),
        (".union-strength", ".union-force"),
        (".confederate-strength", ".confederate-force"),
        (".union-strength", ".union-ship"),
        (".confederate-strength", ".confederate-ship"),
        ("text", ".site"),
        ("text", ".burst"),
        ("text", ".naval-burst"),
        (".union-entry", ".union-force"),
        ("text", ".confederate-force"),
    ] {
        let found = contrast(style(words, "fill"), style(field, "fill"));
        assert!(found >= 4.5, "{words} on {field}: {found:.1}");
    }
}
