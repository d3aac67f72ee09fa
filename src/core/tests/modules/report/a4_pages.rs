use adjutant_core::report::a4_pages::*;
use adjutant_core::report::svg::{Drawing, Form, Shape};

fn texts(sheet: &Drawing) -> Vec<&str> {
    let text = |shape: &'_ Shape| matches!(shape.form, Form::Text { .. });
    let words = |shape| match shape {
        &Shape { form: Form::Text { ref text, .. }, .. } => text.as_str(),
        _ => "",
    };
    sheet.layers[0].shapes.iter().filter(|shape| text(shape)).map(words).collect()
}

#[test]
fn a_page_of_tables_is_read_and_set() {
    let page = "# The tables\n\nWritten by a test.\n\n## Odds [7.2]\n\nAt `most`.\n\n| Odds | A |\n|---|--:|\n| 1-2 | d\\* |\n| 2-1 | \
                3 |\n";
    let report = from_markdown(page);
    assert_eq!((report.title.as_str(), report.sections.len()), ("The tables", 1));
    let [sheet] = &sheets(&report)[..] else { panic!("one sheet") };
    assert_eq!(
        texts(sheet),
        ["The tables", "Odds [7.2]", "At most.", "Odds", "A", "1-2", "d*", "2-1", "3", "The tables, sheet 1 of 1"]
    );
}

#[test]
fn a_long_table_goes_on_with_its_head() {
    let rows: String = (0..200).map(|n| format!("| row {n} | {n} |\n")).collect();
    let sheets = sheets(&from_markdown(&format!("# Long\n\n## Rows\n\n| Name | Number |\n|---|---|\n{rows}")));
    assert!(sheets.len() > 2, "{}", sheets.len());
    for sheet in &sheets {
        assert_eq!(texts(sheet).iter().filter(|text| **text == "Number").count(), 1);
        for shape in &sheet.layers[0].shapes {
            if let Form::Text { at, .. } = &shape.form {
                assert!(at.y < SHEET.1 && at.x <= SHEET.0 - MARGIN);
            }
        }
    }
    let all: usize = sheets.iter().flat_map(texts).filter(|text| text.starts_with("row ")).count();
    assert_eq!(all, 200);
}
