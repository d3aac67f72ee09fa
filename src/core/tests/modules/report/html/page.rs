use adjutant_core::report::html::page::*;

#[test]
fn the_policy_names_what_the_page_carries_and_nothing_else() {
    let page = HtmlPage {
        title: "A </title><script>1</script>",
        styles: &["p{margin:0}\n", "b{margin:0}"],
        body: "<p>x</p>",
        data: &[("view", "QUJD".to_owned())],
        scripts: &["let a = 1;\r\n", "a += 1;"],
    }
    .write();
    // The digest of `p{margin:0}\nb{margin:0}` and of `let a = 1;\na += 1;`, by another program.
    assert!(page.contains("style-src 'sha256-3UEd+MmDK0inESpgAcvteDgnBXFOy/EXeZyKO5uyyeo='"), "{page}");
    assert!(page.contains("script-src 'sha256-QFtbKMmu4QDxzuvZwnv1W2VTsLCL0rv1LK5mbThu0Fo='"), "{page}");
    assert!(page.contains("<title>A &lt;/title&gt;&lt;script&gt;1&lt;/script&gt;</title>"), "{page}");
    assert!(page.contains("<script type=\"application/octet-stream\" id=\"view\">QUJD</script>"), "{page}");
    assert!(page.contains("default-src 'none'"), "{page}");
    let bare = HtmlPage { title: "", styles: &[""], body: "", data: &[], scripts: &[] }.write();
    assert!(bare.contains("script-src 'none'") && !bare.contains("<script"), "{bare}");
}

#[test]
fn what_many_pages_share_lies_beside_them() {
    let shell = HtmlPage { title: "x", styles: &["p{}"], body: "<p>x</p>", data: &[], scripts: &["1;\r\n", "2;"] };
    let apart = shell.write_split(|_, _| ["../s.css".to_owned(), "../s.js".to_owned()]);
    assert_eq!((apart.style.as_str(), apart.script.as_str()), ("p{}", "1;\n2;"));
    assert!(apart.page.contains("<link rel=\"stylesheet\" href=\"../s.css\">"), "{}", apart.page);
    assert!(apart.page.contains("<script src=\"../s.js\"></script>"), "{}", apart.page);
    assert!(!apart.page.contains("<style") && !apart.page.contains("unsafe"), "{}", apart.page);
}
