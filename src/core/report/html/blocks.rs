//! The parts of a report as HTML. Every text goes through [`markup`]: nothing that a player wrote can become an
//! element.

use std::fmt::Write;

use crate::report::model::{Block, Die, Section, Span, Text};
use crate::report::sanitize::{cut_note, markup, quoted};
use crate::report::text::is_figure;

/// Tables with more columns may be wider than a phone's screen, and scroll.
const NARROW: usize = 4;
/// A rule citation of at most this many letters is kept on one line.
const SHORT: usize = 24;
/// Half the width of the bars of a ledger, in the ledger's own units.
const BAR: i64 = 100;

/// Sections, with headings of the given level; audits are numbered from `audit-0`, in order.
pub fn sections(sections: &[Section], level: u8) -> String {
    each_section(sections, level).concat()
}

/// The same, one string per section.
pub fn each_section(sections: &[Section], level: u8) -> Vec<String> {
    let rolls = |section: &Section| section.blocks.iter().any(|block| matches!(block, Block::Dice(_)));
    let several = sections.iter().filter(|section| rolls(section)).count() > 1;
    let mut whole = Vec::new();
    let mut audits = 0;
    for (n, section) in sections.iter().enumerate() {
        let mut out = String::from("<section>\n");
        if !section.heading.is_empty() {
            let _ = writeln!(out, "<h{level}>{}</h{level}>", markup(&section.heading));
        }
        for block in &section.blocks {
            write_block(&mut out, block, &mut audits);
        }
        out += "</section>\n";
        if several {
            // Where several steps are shown together, each numbers its rolls from 0.
            out = out.replace("\"#roll-", &format!("\"#roll-{n}-")).replace("id=\"roll-", &format!("id=\"roll-{n}-"));
        }
        whole.push(out);
    }
    whole
}

fn write_block(out: &mut String, block: &Block, audits: &mut usize) {
    let _ = match block {
        Block::Paragraph(text) => writeln!(out, "<p>{}</p>", running(text)),
        Block::List(points) => {
            let points: String = points.iter().map(|point| format!("<li>{}</li>\n", running(point))).collect();
            writeln!(out, "<ul>\n{points}</ul>")
        }
        Block::Table { header, rows } => writeln!(out, "{}", table(header, rows)),
        Block::Ledger { sides, rows } => writeln!(out, "{}", ledger(sides, rows)),
        Block::Dice(rolls) => writeln!(out, "{}", dice(rolls)),
        Block::Audit { title, lines } => {
            let title = if title.is_empty() { "The calculation".to_owned() } else { running(title) };
            let rows: String = lines
                .iter()
                .map(|(label, text)| {
                    format!("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", markup(label), running(text))
                })
                .collect();
            *audits += 1;
            writeln!(
                out,
                "<details class=\"audit\" id=\"audit-{}\">\n<summary>{title}</summary>\n<table>\n{rows}</table>\n\
                 </details>",
                *audits - 1
            )
        }
        Block::Drawn(lines) => {
            let lines: Vec<String> = Block::lines(lines).iter().map(|line| markup(line)).collect();
            writeln!(out, "<pre tabindex=\"0\">{}</pre>", lines.join("\n"))
        }
        Block::Preformatted(text) => {
            let lines: Vec<String> = text.trim_end_matches('\n').split('\n').map(markup).collect();
            writeln!(out, "<pre tabindex=\"0\">{}</pre>", lines.join("\n"))
        }
        Block::Quote { by, text } => {
            let (lines, left) = quoted(text);
            let lines: String = lines
                .iter()
                .map(|line| {
                    format!("<p dir=\"auto\">{}</p>\n", if line.is_empty() { "&nbsp;".into() } else { markup(line) })
                })
                .collect();
            let cut =
                if left > 0 { format!("<p class=\"note\">{}</p>\n", markup(&cut_note(left))) } else { String::new() };
            writeln!(
                out,
                "<figure class=\"quote\">\n<figcaption><bdi>{}</bdi> writes:</figcaption>\n<blockquote>\n{lines}\
                 </blockquote>\n{cut}</figure>",
                markup(by)
            )
        }
    };
}

/// Running text.
pub fn running(text: &Text) -> String {
    let mut out = String::new();
    for span in text {
        let _ = match span {
            Span::Plain(words) => write!(out, "{}", markup(words)),
            Span::Strong(words) => write!(out, "<strong>{}</strong>", markup(words)),
            Span::Rule(rule) => write!(out, "{}", self::rule(rule)),
            Span::Roll(n) => write!(out, "(<a class=\"roll\" href=\"#roll-{n}\">roll&nbsp;{n}</a>)"),
        };
    }
    out
}

fn rule(rule: &str) -> String {
    let rule = markup(rule);
    let words = if rule.len() <= SHORT { rule.replace(' ', "&nbsp;") } else { rule.clone() };
    format!("<span class=\"rule\" data-rule=\"{rule}\">[{words}]</span>")
}

/// A table, in a scrolling box if it may be too wide; numeric columns are right-aligned.
fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).chain([header.len()]).max().unwrap_or(0);
    let figures: Vec<bool> = (0..columns)
        .map(|n| {
            let mut body = rows.iter().filter_map(|row| row.get(n)).filter(|text| !text.is_empty()).peekable();
            body.peek().is_some() && body.all(|text| is_figure(text))
        })
        .collect();
    let class = |n: usize| if figures[n] { " class=\"figure\"" } else { "" };
    let cell = |row: &[String], n: usize| row.get(n).map_or(String::new(), |text| markup(text));
    let head: String = (0..columns)
        .map(|n| match cell(header, n) {
            // An empty header cell would still be announced as a header.
            empty if empty.is_empty() => "<td></td>".to_owned(),
            words => format!("<th scope=\"col\"{}>{words}</th>", class(n)),
        })
        .collect();
    let line = |row: &Vec<String>| {
        let cells: String = (0..columns).map(|n| format!("<td{}>{}</td>", class(n), cell(row, n))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let body: String = rows.iter().map(line).collect();
    boxed(columns, &format!("<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>"))
}

/// A table, in a box of its own if it has many columns.
fn boxed(columns: usize, table: &str) -> String {
    match columns > NARROW {
        true => format!("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"a wide table\">{table}</div>"),
        false => table.to_owned(),
    }
}

/// The figures of both sides, with a bar for each between them; the bars of a row share one scale.
fn ledger(sides: &[String; 2], rows: &[(String, [i64; 2])]) -> String {
    let [first, second] = sides.each_ref().map(|side| markup(side));
    let row = |(label, [one, other]): &(String, [i64; 2])| {
        let most = one.abs().max(other.abs()).max(1);
        let [left, right] = [one, other].map(|value| value.max(&0) * BAR / most);
        format!(
            "<tr><th scope=\"row\">{}</th><td class=\"figure\">{one}</td><td class=\"bars\">\
             <svg viewBox=\"0 0 {} 10\" aria-hidden=\"true\" focusable=\"false\" preserveAspectRatio=\"none\">\
             <rect class=\"first-bar\" x=\"{}\" width=\"{left}\" height=\"10\"/>\
             <rect class=\"second-bar\" x=\"{}\" width=\"{right}\" height=\"10\"/></svg></td><td>{other}</td></tr>\n",
            markup(label),
            2 * BAR + 2,
            BAR - left,
            BAR + 2,
        )
    };
    let rows: String = rows.iter().map(row).collect();
    format!(
        "<table class=\"ledger\">\n<thead><tr><td></td><th scope=\"col\" class=\"figure\">{first}</th><td></td>\
         <th scope=\"col\">{second}</th></tr></thead>\n<tbody>\n{rows}</tbody>\n</table>"
    )
}

/// Rolls, each with a button that copies the command to recompute it.
fn dice(rolls: &[Die]) -> String {
    let copies = rolls.iter().any(|die| die.command.is_some());
    let row = |die: &Die| {
        let faces: String = die.faces.iter().map(|face| format!("<span class=\"die\">{face}</span> ")).collect();
        let total = die.total.map_or(String::new(), |total| total.to_string());
        let copy = match &die.command {
            Some(command) => format!(
                "<td class=\"copies\"><button type=\"button\" class=\"copy\" data-copy=\"{}\" aria-label=\"Copy the command for roll {}\">\
                 Copy</button></td>",
                // On one line: the same words for a shell.
                markup(&command.replace(" \\\n", "").split_whitespace().collect::<Vec<_>>().join(" ")),
                die.n
            ),
            None if copies => "<td></td>".to_owned(),
            None => String::new(),
        };
        format!(
            "<tr id=\"roll-{}\"><td class=\"figure\">{}</td><td>{}</td><td>{}</td><td>{}</td><td class=\"figure\">{total}</td>\
             <td>{}</td>{copy}</tr>\n",
            die.n,
            die.n,
            markup(&die.purpose),
            markup(&die.kind),
            faces.trim_end(),
            rule(&die.rule),
        )
    };
    let body: String = rolls.iter().map(row).collect();
    let copy = if copies { "<th scope=\"col\" class=\"copies\">Recompute</th>" } else { "" };
    boxed(
        6,
        &format!(
            "<table class=\"dice\">\n<thead><tr><th scope=\"col\" class=\"figure\">Roll</th><th scope=\"col\">Purpose</th>\
             <th scope=\"col\">Dice</th><th scope=\"col\">Faces</th><th scope=\"col\" class=\"figure\">Total</th>\
             <th scope=\"col\">Rule</th>{copy}</tr></thead>\n<tbody>\n{body}</tbody>\n</table>"
        ),
    )
}
