use serde_json::json;

use adjutant_core::document::schema::*;

#[test]
fn every_schema_refuses_unknown_fields_and_names_its_kind() {
    let schemas = schemas();
    assert_eq!(schemas.len(), 8);
    for (kind, schema) in schemas {
        assert_eq!(schema["additionalProperties"], json!(false), "{kind}");
        assert_eq!(schema["properties"]["kind"]["const"], json!(kind));
        assert_eq!(
            schema["properties"]["adjutant"].get("const").or(schema["$defs"]["Version"].get("const")),
            Some(&json!(1)),
            "{kind}"
        );
    }
}

#[test]
fn a_ruleset_supplies_the_schema_of_its_orders() {
    let order = json!({"$ref": "#/$defs/Order", "$defs": {"Order": {"type": "object"}}});
    let schema = turn_schema(Some(order), None, Some(json!({"type": "object"})));
    assert_eq!(schema["properties"]["orders"]["items"]["$ref"], json!("#/$defs/Order"));
    assert_eq!(schema["$defs"]["Order"], json!({"type": "object"}));
    assert_eq!(schema["properties"]["standing"], json!({"type": "object"}));
    assert!(schema["$defs"]["Bytes32"].is_object());
}
