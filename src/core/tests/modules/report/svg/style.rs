use adjutant_core::report::svg::style::*;

#[test]
fn what_no_shape_has_is_left_out() {
    let sheet = "text{fill:red}\n.a{x:1}.b{x:2}\n.a.c{x:3}\ntext.b,text.d{x:4}\n";
    let classes = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(used(sheet, &classes(&["a", "d"])), "text{fill:red}\n.a{x:1}\ntext.d{x:4}\n");
    assert_eq!(used(sheet, &classes(&["a", "b", "c", "d"])).matches('}').count(), 5);
    assert_eq!(used(sheet, &classes(&[])), "text{fill:red}\n");
}
