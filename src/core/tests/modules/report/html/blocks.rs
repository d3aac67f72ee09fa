use adjutant_core::report::html::blocks::*;
use adjutant_core::report::model::{Block, Die, Section, Span};

fn one(block: Block) -> String {
    sections(&[Section { heading: String::new(), blocks: vec![block] }], 2)
}

#[test]
fn every_form_of_block() {
    let text =
        vec![Span::strong("1."), Span::plain(" Go & see "), Span::rule("7.4 a"), Span::plain(" "), Span::Roll(3)];
    let line = "<strong>1.</strong> Go &amp; see <span class=\"rule\" data-rule=\"7.4 a\">[7.4&nbsp;a]</span> \
                (<a class=\"roll\" href=\"#roll-3\">roll&nbsp;3</a>)";
    assert_eq!(one(Block::Paragraph(text.clone())), format!("<section>\n<p>{line}</p>\n</section>\n"));
    assert!(one(Block::List(vec![text.clone()])).contains(&format!("<ul>\n<li>{line}</li>\n</ul>")));
    let table = one(Block::Table {
        header: vec![String::new(), "SP".to_owned()],
        rows: vec![vec!["<b>".to_owned(), "12".to_owned()], vec!["more".to_owned()]],
    });
    assert!(table.contains("<thead><tr><td></td><th scope=\"col\" class=\"figure\">SP</th></tr></thead>"), "{table}");
    assert!(table.contains("<tr><td>&lt;b&gt;</td><td class=\"figure\">12</td></tr>"), "{table}");
    assert!(table.contains("<tr><td>more</td><td class=\"figure\"></td></tr>"), "{table}");
    let audits = [Section {
        heading: "Two".to_owned(),
        blocks: vec![
            Block::Audit { title: text.clone(), lines: vec![("Odds".to_owned(), text)] },
            Block::Audit { title: Vec::new(), lines: Vec::new() },
        ],
    }];
    let audits = sections(&audits, 3);
    assert!(audits.contains("<h3>Two</h3>"), "{audits}");
    assert!(
        audits.contains(&format!("<details class=\"audit\" id=\"audit-0\">\n<summary>{line}</summary>")),
        "{audits}"
    );
    assert!(audits.contains(&format!("<tr><th scope=\"row\">Odds</th><td>{line}</td></tr>")), "{audits}");
    assert!(audits.contains("id=\"audit-1\">\n<summary>The calculation</summary>"), "{audits}");
}

#[test]
fn bars_are_to_scale() {
    let sides = ["North".to_owned(), "South".to_owned()];
    let table = one(Block::Ledger { sides, rows: vec![("Men".to_owned(), [50, 200]), ("Points".to_owned(), [-3, 0])] });
    // 50 of 200 is a quarter of the half of 100: from 75 to 100.
    assert!(table.contains("<rect class=\"first-bar\" x=\"75\" width=\"25\" height=\"10\"/>"), "{table}");
    assert!(table.contains("<rect class=\"second-bar\" x=\"102\" width=\"100\" height=\"10\"/>"), "{table}");
    assert!(table.contains("<td class=\"figure\">-3</td>") && table.contains("x=\"100\" width=\"0\""), "{table}");
}

#[test]
fn a_roll_brings_its_command() {
    let die = Die {
        n: 2,
        purpose: "combat".to_owned(),
        kind: "2d6".to_owned(),
        faces: vec![3, 5],
        total: Some(8),
        rule: "7.4".to_owned(),
        command: Some("adjutant roll --match ab \\\n  --reveal cd \\\n  --roll 2 --dice 2d6".to_owned()),
    };
    let table = one(Block::Dice(vec![die.clone(), Die { n: 3, command: None, total: None, ..die.clone() }]));
    assert!(table.contains("data-copy=\"adjutant roll --match ab --reveal cd --roll 2 --dice 2d6\""), "{table}");
    assert!(
        table.contains("<tr id=\"roll-2\">")
            && table.contains("<span class=\"die\">3</span> <span class=\"die\">5</span>")
    );
    assert!(table.contains("<th scope=\"col\" class=\"copies\">Recompute</th>"), "{table}");
    let bare = one(Block::Dice(vec![Die { command: None, ..die }]));
    assert!(!bare.contains("Recompute") && !bare.contains("<button"), "{bare}");
}

#[test]
fn what_players_write_is_text() {
    let hostile = "<script>alert(1)</script>\u{202e}\u{1b}[31m\" onload='x'";
    let quote = one(Block::Quote { by: hostile.to_owned(), text: format!("{hostile}\n\n{}", "x".repeat(10_000)) });
    assert!(!quote.contains("<script") && !quote.contains(['\u{202e}', '\u{1b}']), "{quote}");
    assert!(quote.contains("&lt;script&gt;") && quote.contains("&quot; onload=&#39;x&#39;"), "{quote}");
    assert!(quote.contains("cut here: 7"), "what is too long is cut: {}", &quote[quote.len() - 200..]);
    let cells = one(Block::Table { header: vec![hostile.to_owned()], rows: vec![vec![hostile.to_owned()]] });
    let pre = one(Block::Preformatted(format!("</pre>{hostile}")));
    let audit = one(Block::Audit { title: vec![Span::rule(hostile)], lines: vec![(hostile.to_owned(), Vec::new())] });
    for written in [cells, pre, audit] {
        assert!(!written.contains("<script") && !written.contains('\u{202e}'), "{written}");
        assert!(!written.contains("onload='") && !written.contains("</pre>&"), "{written}");
    }
}
