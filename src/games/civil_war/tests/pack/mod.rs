mod hex_range;
mod plausible_options;

use adjutant_core::document::Value;
use adjutant_core::document::fast_parser::read_compiled;
use civil_war::pack::*;

#[test]
fn the_files_that_are_compiled_in_are_read_as_others_read_them() {
    for (name, text) in SHIPPED.texts() {
        let other: Value = serde_yaml::from_str(text).expect("YAML");
        assert!(read_compiled(text).as_ref() == Some(&other), "{name}");
    }
}
