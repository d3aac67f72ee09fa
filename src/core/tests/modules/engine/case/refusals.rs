use adjutant_core::engine::case::refusals::is_part_of;

#[test]
fn a_rule_is_a_part_of_those_above_it() {
    for (rule, whole) in [
        ("6.2.18", "6.2"),
        ("6.2.18", "6"),
        ("6.2.4c", "6.2.4"),
        ("8.8\u{b6}8", "8.8"),
        ("CW-1", "CW-1"),
        ("6.2", "6.2"),
    ] {
        assert!(is_part_of(rule, whole), "{rule} is a part of {whole}");
    }
    for (rule, whole) in [
        ("6.20", "6.2"),
        ("62.1", "6"),
        ("CW-12", "CW-1"),
        ("6.2", "6.2.18"),
        ("6.2.4c", "6.2.4b"),
        ("protocol 12", "protocol 1"),
    ] {
        assert!(!is_part_of(rule, whole), "{rule} is no part of {whole}");
    }
}
