use serde_json::json;

use adjutant_core::document::PackFiles;
use adjutant_core::pack::{Source, certainty, entries};
use seven_days::pack::entries::*;

#[test]
fn every_figure_stands_with_its_own_source() {
    let map = json!({
        "about": "a map",
        "size": [90, 60],
        "at_source": {"reconstructed": "drawn"},
        "areas": [{"id": 6, "name": "Mill", "tem": 3, "at": [10, 20],
            "source": {"stated": "5.2.1"}, "tem_source": {"reconstructed": "SD-2"}}],
        "boundaries": [{"areas": [6, 7], "water": "minor", "source": {"implied": "15.4"}}],
    });
    let forces = json!({"leaders": [{"id": "lee", "name": "Lee", "initiative": 3, "combat": 0,
        "source": {"stated": "5.2.2"}, "ratings_source": {"implied": "6.2.1"}}]});
    let charts = json!({"last_impulse": 12, "last_impulse_source": {"reconstructed": "SD-8"},
        "entrenchments": {"union": 8}, "entrenchments_source": {"reconstructed": "SD-9"}});
    let scenario = json!({"id": "one", "source": {"stated": "5.2"}, "units": {"6": ["mill_infantry"]},
        "bridges": {"ford": "union"}, "bridges_source": {"stated": "15.4"}});
    let files = [("map.yaml", map), ("forces.yaml", forces), ("charts.yaml", charts), ("scenarios/one.yaml", scenario)];
    let files: PackFiles = files.into_iter().map(|(name, content)| (name.to_owned(), content)).collect();
    let found = entries(&with_known_sources(&files));
    let said: Vec<(&str, &str, String)> = found
        .iter()
        .map(|(path, entry)| {
            (path.as_str(), entry.says.as_str(), entry.source.as_ref().map_or("none".to_owned(), Source::to_string))
        })
        .collect();
    let expected = [
        ("charts.yaml:entrenchments", "union: 8", "reconstructed: SD-9"),
        ("charts.yaml:last_impulse", "last_impulse: 12", "reconstructed: SD-8"),
        ("forces.yaml:leaders.lee", "id: lee, name: Lee", "stated: 5.2.2"),
        ("forces.yaml:leaders.lee.combat", "0", "implied: 6.2.1"),
        ("forces.yaml:leaders.lee.initiative", "3", "implied: 6.2.1"),
        ("map.yaml:areas.6", "id: 6, name: Mill", "stated: 5.2.1"),
        ("map.yaml:areas.6.at", "10 20", "reconstructed: drawn"),
        ("map.yaml:areas.6.tem", "3", "reconstructed: SD-2"),
        ("map.yaml:boundaries.6/7", "water: minor, id: 6/7", "implied: 15.4"),
        ("map.yaml:size", "size: 90 60", "reconstructed: drawn"),
        ("scenarios/one.yaml", "id: one", "stated: 5.2"),
        ("scenarios/one.yaml:bridges.ford", "held_by: union", "stated: 15.4"),
        ("scenarios/one.yaml:units.6", "units: mill_infantry", "stated: 5.2"),
    ];
    let expected: Vec<(&str, &str, String)> = expected.into_iter().map(|(a, b, c)| (a, b, c.to_owned())).collect();
    assert_eq!(said, expected);
    assert_eq!(certainty(&found)["map.yaml:areas"], [1, 0, 0, 2, 0]);
}
