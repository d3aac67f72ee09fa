//! The shipped pack of *Lee and the Seven Days* compared with known facts about the printed game.

use std::collections::BTreeSet;

use adjutant::board::outlines::contains;
use adjutant::board::{Area, Outlines, Point, outlines};
use adjutant::document::{PackFiles, Value};
use adjutant::games::seven_days::pack::*;
use serde_json::json;

// -- The drawing

fn drawn(map: &Map) -> Outlines {
    let at = map.areas.iter().map(|(area, data)| (*area, data.at)).collect();
    let pairs: Vec<(Area, Area)> = map.boundaries.iter().map(|boundary| boundary.areas.into()).collect();
    outlines(map.size, &at, &pairs).expect("polygons")
}

/// Twice the surface of a polygon.
fn surface(outline: &[Point]) -> i64 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| i64::from(a.0) * i64::from(b.1) - i64::from(b.0) * i64::from(a.1)).sum()
}

#[test]
fn every_area_is_a_polygon_of_its_own() {
    let map = Pack::shipped().map;
    let drawn = drawn(&map);
    for (area, data) in &map.areas {
        let centre = (data.at[0], data.at[1]);
        let holding = drawn.areas().filter(|(_, outline)| contains(outline, centre)).map(|(area, _)| area);
        assert_eq!(holding.collect::<Vec<Area>>(), [*area], "whose outline the centre of {area} lies in");
        // Room for its number and its counters.
        assert!(surface(drawn.area(*area)) > 2 * 1000 * 1000, "{area} is too small to be read");
        for (other, there) in &map.areas {
            let [x, y] = [data.at[0] - there.at[0], data.at[1] - there.at[1]].map(i64::from);
            assert!(area == other || x * x + y * y >= 1300 * 1300, "{area} and {other} lie too near");
        }
    }
}

#[test]
fn a_boundary_is_a_part_of_both_outlines_and_of_no_other() {
    let map = Pack::shipped().map;
    let drawn = drawn(&map);
    let has = |outline: &[Point], line: &[Point]| {
        let turned: Vec<Point> = line.iter().rev().copied().collect();
        let doubled = [outline, outline].concat();
        doubled.windows(line.len()).any(|part| part == line || part == turned)
    };
    for boundary in &map.boundaries {
        let [a, b] = boundary.areas;
        let line = drawn.boundary(a, b);
        assert_eq!(line.len(), 3, "{a} and {b}");
        let holding: BTreeSet<Area> =
            drawn.areas().filter(|(_, outline)| has(outline, line)).map(|(area, _)| area).collect();
        assert_eq!(holding, BTreeSet::from([a, b]));
    }
}

#[test]
fn the_outlines_cover_the_country_without_gap_or_overlap() {
    let map = Pack::shipped().map;
    let drawn = drawn(&map);
    // Around the land along the coasts, each of which ends where the next begins.
    let mut coasts: Vec<&[Point]> = map.areas.keys().map(|area| drawn.coast(*area)).filter(|c| !c.is_empty()).collect();
    let first = coasts.pop().expect("a coast");
    let (mut round, mut end) = (first[1..].to_vec(), first[2]);
    while let Some(next) = coasts.iter().position(|coast| coast[0] == end) {
        let coast = coasts.swap_remove(next);
        round.extend(&coast[1..]);
        end = coast[2];
    }
    assert!(coasts.is_empty() && end == first[0], "one coast");
    let all: i64 = drawn.areas().map(|(_, outline)| surface(outline)).sum();
    assert_eq!(all, surface(&round));
    let outline = drawn.areas().map(|(area, outline)| (area, surface(outline)));
    assert_eq!(outline.filter(|(_, surface)| *surface <= 0).count(), 0, "every outline is walked clockwise");
}

// -- Known facts about the printed game

fn complaints(pack: &Pack) -> Vec<String> {
    pack.check().iter().map(|p| format!("{}: {p}", p.path.as_deref().unwrap_or("?"))).collect()
}

#[test]
fn the_shipped_pack_fits_together() {
    let problems = complaints(&Pack::shipped());
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn areas_bear_the_names_that_the_text_has() {
    let map = Pack::shipped().map;
    // 5.2, 14.3 and 15.6, with Haws Shop, Enron Church and Newmarket as they are spelt elsewhere.
    for (area, name) in [
        (1, "Haw's Shop"),
        (2, "Enon Church"),
        (6, "Ellerson's Mill"),
        (7, "Gaines Mill/Cold Harbor"),
        (9, "Bowles"),
        (10, "Linney's/Old Church"),
        (17, "White House Landing"),
        (19, "Providence Church"),
        (23, "Charles City Court House"),
        (26, "Evelington"),
        (27, "Harrison's Landing"),
        (28, "Shirley Plantation"),
        (29, "Crenshaw"),
        (33, "White Oak Swamp"),
        (35, "Malvern Hill"),
        (36, "New Market"),
        (37, "Chaffin's Bluff"),
        (38, "White's Tavern"),
        (39, "Seven Pines"),
        (40, "Fair Oaks"),
        (41, "Old Tavern"),
        (42, "Charles City Road"),
        (43, "Laurel Hill Church"),
        (44, "Richmond"),
        (45, "Meadow's Bridge Road"),
    ] {
        let data = map.area(Area(area)).expect("an area");
        assert_eq!(data.name, name);
        assert!(matches!(data.source, Source::Stated(_)), "{name}");
    }
    let reconstructed = map.areas.values().filter(|area| area.source.is_reconstructed()).count();
    assert_eq!(reconstructed, 45 - 25, "the other names are ours");
}

#[test]
fn the_bridges_of_the_text_bear_its_names() {
    let pack = Pack::shipped();
    let scenario = pack.scenarios.values().next().expect("a scenario");
    // 15.4
    for (a, b, name) in [
        (6, 41, "New Bridge"),
        (7, 40, "Grapevine Bridge"),
        (15, 33, "Bottom's Bridge"),
        (33, 34, "White Oak Swamp"),
        (36, 37, "Bailey's Creek"),
        (35, 36, "Turkey Run"),
        (29, 35, "Turkey Island Creek"),
        (26, 27, "Herring Creek (lower)"),
        (25, 31, "Herring Creek (upper)"),
        (19, 32, "Long Bridge"),
        (21, 22, "Jones Bridge"),
    ] {
        let boundary = pack.map.boundary(Area(a), Area(b)).expect("a boundary");
        let bridge = boundary.bridge.as_ref().expect("a bridge");
        assert_eq!((bridge.name.as_str(), boundary.water, boundary.road), (name, Water::Major, true));
        assert!(matches!(boundary.source, Source::Stated(_)), "{name}");
        assert_eq!(scenario.bridges[&bridge.id].holder(), Some(Side::Union), "{name}");
    }
    assert_eq!(pack.map.boundaries.iter().filter(|boundary| boundary.bridge.is_some()).count(), 12);
    let meadow = pack.map.boundary(Area(5), Area(45)).expect("the Meadow Bridge (SD-4)");
    assert!(meadow.source.is_reconstructed());
}

#[test]
fn jackson_is_cut_off_until_mechanicsville_falls() {
    // SD-4: from Richmond under Confederate control alone nobody can reach 1 to 4; with Mechanicsville it is possible.
    let map = Pack::shipped().map;
    let reached = |also: &[Area]| {
        let mut reached = BTreeSet::new();
        let mut next = vec![Area(44)];
        while let Some(area) = next.pop() {
            let ours = map.area(area).is_some_and(|data| data.control == Side::Confederate) || also.contains(&area);
            if ours && reached.insert(area) {
                next.extend(map.bordering(area).filter(|other| {
                    let boundary = map.boundary(area, *other).expect("beside");
                    boundary.water != Water::Major || boundary.bridge.is_some()
                }));
            }
        }
        reached
    };
    let jackson: BTreeSet<Area> = (1..=4).map(Area).collect();
    assert!(reached(&[]).is_disjoint(&jackson) && reached(&[]).contains(&Area(45)));
    assert!(reached(&[Area(5)]).is_superset(&jackson));
}

#[test]
fn streams_run_unbroken_to_a_river() {
    // The ends of the drawn lines of one stream are connected, and one of them is on the coast or on Major Water.
    let map = Pack::shipped().map;
    let drawn = drawn(&map);
    let coast: BTreeSet<Point> = map.areas.keys().flat_map(|area| drawn.coast(*area).to_vec()).collect();
    let lines = |water: &[Water]| -> Vec<[Point; 2]> {
        let wet = map.boundaries.iter().filter(|boundary| water.contains(&boundary.water));
        let line = |boundary: &Boundary| {
            let line = drawn.boundary(boundary.areas[0], boundary.areas[1]);
            [line[0], line[2]]
        };
        wet.map(line).collect()
    };
    let reach = |mut open: Vec<[Point; 2]>, from: &BTreeSet<Point>| {
        let mut wet = from.clone();
        while let Some(next) = open.iter().position(|ends| ends.iter().any(|end| wet.contains(end))) {
            wet.extend(open.swap_remove(next));
        }
        open
    };
    assert_eq!(
        reach(lines(&[Water::Major, Water::Minor]), &coast),
        Vec::<[Point; 2]>::new(),
        "water that ends nowhere"
    );
    assert_eq!(reach(lines(&[Water::Major]), &coast), Vec::<[Point; 2]>::new(), "Major Water runs to the map's edge");
    for area in map.areas.values().filter(|area| area.james) {
        assert!(!drawn.coast(area.id).is_empty(), "{} lies on the James", area.name);
    }
}

#[test]
fn counters_are_as_many_as_the_set_up_has() {
    let pack = Pack::shipped();
    let scenario = pack.scenarios.values().next().expect("a scenario");
    let of = |side: Side| {
        let units = scenario.units.values().flatten().filter(|id| pack.forces.units[*id].side == side).count();
        let leaders = scenario.leaders.values().flatten().filter(|id| pack.forces.leaders[*id].side == side).count();
        (units, leaders)
    };
    // Counted in 5.2.1 and 5.2.2.
    assert_eq!(of(Side::Union), (37, 7));
    assert_eq!(of(Side::Confederate), (31, 11));
}

// -- Packs that are inconsistent

/// The shipped files, one of them changed.
fn with(name: &str, change: impl FnOnce(&mut Value)) -> PackFiles {
    let mut files = Pack::shipped_files().clone();
    change(files.get_mut(name).expect("a file"));
    files
}

/// The entry of that id in a list.
fn entry<'v>(file: &'v mut Value, list: &str, id: &str) -> &'v mut Value {
    let entries = file[list].as_array_mut().expect("a list").iter_mut();
    let number: u64 = id.parse().unwrap_or_default();
    let mut found = entries.filter(|entry| entry["id"] == id || entry["id"] == number);
    found.next().unwrap_or_else(|| panic!("{list} has {id}"))
}

/// The boundary of two areas.
fn between(map: &mut Value, areas: [u8; 2]) -> &mut Value {
    let mut boundaries = map["boundaries"].as_array_mut().expect("a list").iter_mut();
    boundaries.find(|boundary| boundary["areas"] == json!(areas)).unwrap_or_else(|| panic!("{areas:?}"))
}

/// The faults of a pack, one of which must be this one, at that place.
fn found_out(file: &str, place: &str, words: &str, change: impl FnOnce(&mut Value)) {
    let files = with(file, change);
    let pack = Pack::parse(&files).unwrap_or_else(|problem| panic!("{words}: {problem}"));
    assert!(Pack::from_files(&files).is_err(), "{words}");
    let problems = complaints(&pack);
    let wanted = |problem: &&String| problem.starts_with(place) && problem.contains(words);
    assert!(problems.iter().any(|problem| wanted(&problem)), "{place}: {words}: {problems:#?}");
}

type Wrong = (&'static str, &'static str, fn(&mut Value));

#[test]
fn a_map_that_does_not_fit_together_is_found_out() {
    let wrongs: [Wrong; 26] = [
        ("map.yaml:areas.6.tem: ", "a modifier is 1, 2, 3 or 4 [3.2.3]", |map| {
            entry(map, "areas", "6")["tem"] = 5.into()
        }),
        ("map.yaml:areas.6.tem: ", "a modifier is 1", |map| entry(map, "areas", "6")["tem"] = 0.into()),
        ("map.yaml:areas.6.name: ", "a name must be 1 to 80", |map| {
            entry(map, "areas", "6")["name"] = "\u{1b}[31m".into()
        }),
        ("map.yaml:areas.9.name: ", "is also called Bowles", |map| entry(map, "areas", "7")["name"] = "bowles".into()),
        ("map.yaml:areas.6.tem_source: ", "must give a case", |map| {
            entry(map, "areas", "6")["tem_source"] = json!({"reconstructed": " "});
        }),
        ("map.yaml:at_source: ", "must give a case", |map| map["at_source"] = json!({"stated": ""})),
        ("map.yaml:areas: ", "area 45 is missing: there are 45, numbered from 1 [3.2]", |map| {
            map["areas"].as_array_mut().expect("areas").pop();
            map["boundaries"]
                .as_array_mut()
                .expect("boundaries")
                .retain(|b| !b["areas"].as_array().unwrap().contains(&45.into()));
        }),
        ("map.yaml:areas.46: ", "area 46 does not exist", |map| {
            let mut more = entry(map, "areas", "45").clone();
            more["id"] = 46.into();
            map["areas"].as_array_mut().expect("areas").push(more);
        }),
        ("map.yaml:areas.35.james: ", "the `james` areas are 23, 26, 27, 28, 29, 36, 37 [15.6]", |map| {
            entry(map, "areas", "35")["james"] = true.into();
        }),
        ("map.yaml:areas.28.james: ", "the `james` areas are", |map| entry(map, "areas", "28")["james"] = false.into()),
        ("map.yaml:areas.34.victory: ", "the `victory` areas are 17, 19, 27, 35, 44 [14]", |map| {
            entry(map, "areas", "34")["victory"] = true.into();
        }),
        ("scenarios/seven_days.yaml:providence_church: ", "not a `victory` area", |map| {
            entry(map, "areas", "19")["victory"] = false.into();
        }),
        ("map.yaml:areas.6.control: ", "only Union units are in area 6, but the enemy controls it [7.2]", |map| {
            entry(map, "areas", "6")["control"] = "confederate".into();
        }),
        ("map.yaml:boundaries[", "(7/40).bridge: a bridge crosses Major Water [3.2.5]", |map| {
            between(map, [7, 40])["water"] = "minor".into();
        }),
        ("map.yaml:boundaries: ", "a bridge joins areas 7 and 40 over Major Water [15.4]", |map| {
            between(map, [7, 40])["water"] = "minor".into();
        }),
        ("map.yaml:boundaries[", "(7/41).road: a road crosses Major Water without a bridge [9.5.2]", |map| {
            between(map, [7, 41])["road"] = true.into();
        }),
        ("map.yaml:boundaries[", "(1/2).source: a source must give a case", |map| {
            map["boundaries"][0]["source"] = json!({"external": ""});
        }),
        ("map.yaml:boundaries[", "(7/40).bridge.id: there are two bridges new_bridge", |map| {
            between(map, [7, 40])["bridge"]["id"] = "new_bridge".into();
        }),
        ("map.yaml:boundaries[", "(7/40).bridge.name: something else of this kind is also called New Bridge", |map| {
            between(map, [7, 40])["bridge"]["name"] = "New Bridge".into();
        }),
        ("map.yaml:boundaries[", "(33/1): the line from 1 to 33 crosses", |map| {
            let mut more = map["boundaries"][0].clone();
            more["areas"] = json!([33, 1]);
            map["boundaries"].as_array_mut().expect("boundaries").push(more);
        }),
        ("map.yaml:boundaries[", "crosses that from", |map| entry(map, "areas", "6")["at"] = json!([9000, 9000])),
        ("map.yaml:areas.44.at: ", "does not lie within the frame", |map| {
            entry(map, "areas", "44")["at"] = json!([-9, 4460])
        }),
        ("map.yaml:size: ", "the drawing's sides", |map| map["size"] = json!([12000, 0])),
        ("map.yaml:areas.17: ", "no unit can get to area 17 from the others [3.2]", |map| {
            for other in [11, 13] {
                between(map, [other, 17])["water"] = "major".into();
                between(map, [other, 17])["road"] = false.into();
            }
            between(map, [17, 18])["water"] = "major".into();
            between(map, [17, 18])["road"] = false.into();
        }),
        ("map.yaml:areas.9: ", "no boundaries lead to area 9", |map| {
            let nine = |b: &Value| b["areas"].as_array().unwrap().contains(&9.into());
            map["boundaries"].as_array_mut().expect("boundaries").retain(|b| !nine(b));
        }),
        ("map.yaml:areas.17: ", "the only connection between", |map| {
            let cut = |b: &Value| b["areas"] == json!([11, 17]) || b["areas"] == json!([17, 18]);
            map["boundaries"].as_array_mut().expect("boundaries").retain(|b| !cut(b));
        }),
    ];
    for (place, words, change) in wrongs {
        found_out("map.yaml", place, words, change);
    }
}

#[test]
fn counters_that_do_not_fit_together_are_found_out() {
    fn unit<'v>(forces: &'v mut Value, id: &str) -> &'v mut Value {
        entry(forces, "units", id)
    }
    fn leader<'v>(forces: &'v mut Value, id: &str) -> &'v mut Value {
        entry(forces, "leaders", id)
    }
    let wrongs: [Wrong; 36] = [
        ("forces.yaml:units.sykes_infantry.command: ", "there is no command vii_corps [4.3.3]", |forces| {
            unit(forces, "sykes_infantry")["command"] = "vii_corps".into();
        }),
        ("forces.yaml:units.sykes_infantry.command: ", "a command of the other side", |forces| {
            unit(forces, "sykes_infantry")["command"] = "jackson".into();
        }),
        ("forces.yaml:units.sykes_infantry.factors: ", "a Movement Factor is at least 1 [4.3.2]", |forces| {
            unit(forces, "sykes_infantry")["factors"]["movement"] = 0.into();
        }),
        ("forces.yaml:units.sykes_infantry.factors: ", "factors are at most 20", |forces| {
            unit(forces, "sykes_infantry")["factors"]["attack"] = 21.into();
        }),
        ("forces.yaml:units.sykes_infantry.horse: ", "only artillery is horse artillery [4.2.2]", |forces| {
            unit(forces, "sykes_infantry")["horse"] = true.into();
        }),
        ("forces.yaml:units.sykes_artillery.horse: ", "the horse artillery is Stuart's", |forces| {
            unit(forces, "sykes_artillery")["horse"] = true.into();
        }),
        ("forces.yaml:units.sykes_infantry.name: ", "a name must be", |forces| {
            unit(forces, "sykes_infantry")["name"] = "".into()
        }),
        ("forces.yaml:units.sykes_infantry.name: ", "is also called Morell Infantry", |forces| {
            unit(forces, "sykes_infantry")["name"] = "Morell Infantry".into();
        }),
        ("forces.yaml:units.sykes_infantry.factors_source: ", "must give a case", |forces| {
            unit(forces, "sykes_infantry")["factors_source"] = json!({"stated": ""});
        }),
        ("forces.yaml:units.sykes_infantry.kind: ", "the set-up names another kind [5.2]", |forces| {
            unit(forces, "sykes_infantry")["kind"] = "cavalry".into();
        }),
        (
            "forces.yaml:units.ap_hill_infantry.factors: ",
            "the factors of ap_hill_infantry are 6-7-5 [5.2.2]",
            |forces| {
                unit(forces, "ap_hill_infantry")["factors"]["defense"] = 6.into();
            },
        ),
        ("forces.yaml:units.dh_hill_reduced.factors: ", "the factors of dh_hill_reduced are 3-4-5", |forces| {
            unit(forces, "dh_hill_reduced")["factors"]["attack"] = 4.into();
        }),
        ("forces.yaml:units.anderson_reduced.factors: ", "the factors of anderson_reduced are 4-4-5", |forces| {
            unit(forces, "anderson_reduced")["id"] = "anderson_remnant".into();
        }),
        ("forces.yaml:units.anderson_infantry.reduced: ", "there is no unit anderson_remnant [15.5]", |forces| {
            unit(forces, "anderson_infantry")["reduced"] = "anderson_remnant".into();
        }),
        (
            "forces.yaml:units.anderson_infantry.reduced: ",
            "ap_hill_reduced is of another side, kind or command",
            |forces| {
                unit(forces, "anderson_infantry")["reduced"] = "ap_hill_reduced".into();
            },
        ),
        (
            "forces.yaml:units.ap_hill_infantry.reduced: ",
            "ap_hill_reduced already takes the place of another unit",
            |forces| {
                unit(forces, "anderson_infantry")["reduced"] = "ap_hill_reduced".into();
            },
        ),
        ("forces.yaml:units.anderson_infantry.reduced: ", "anderson_reduced is not weaker", |forces| {
            unit(forces, "anderson_reduced")["factors"]["attack"] = 7.into();
        }),
        (
            "forces.yaml:units.anderson_infantry.reduced: ",
            "anderson_reduced is itself replaced by another unit",
            |forces| {
                unit(forces, "anderson_reduced")["reduced"] = "wise_infantry".into();
            },
        ),
        ("forces.yaml:units.huger_infantry.reduced: ", "nothing takes its place [15.5]", |forces| {
            unit(forces, "huger_infantry")["reduced"] = "wise_infantry".into();
        }),
        ("forces.yaml:units: ", "there are 2 garrisons of Richmond and there must be one [10.7.4]", |forces| {
            unit(forces, "wise_infantry")["garrison"] = true.into();
        }),
        ("forces.yaml:units.sykes_infantry.garrison: ", "the garrison of Richmond is Confederate", |forces| {
            unit(forces, "sykes_infantry")["garrison"] = true.into();
        }),
        ("forces.yaml:leaders.porter.initiative: ", "an Initiative Rating must be 1 to 6 [8.1.1]", |forces| {
            leader(forces, "porter")["initiative"] = 7.into();
        }),
        ("forces.yaml:leaders.porter.combat: ", "a Combat Rating is at most 6", |forces| {
            leader(forces, "porter")["combat"] = 7.into();
        }),
        (
            "forces.yaml:leaders.lee.combat: ",
            "an Army Leader has no Combat Rating: 0 stands for none [4.4.1]",
            |forces| {
                leader(forces, "lee")["combat"] = 1.into();
            },
        ),
        ("forces.yaml:leaders.lee.initiative: ", "lee is an Army Leader, Active on 3 to 6 [6.2.1]", |forces| {
            leader(forces, "lee")["initiative"] = 2.into();
        }),
        ("forces.yaml:leaders.porter.command: ", "there is no command vii_corps", |forces| {
            leader(forces, "porter")["command"] = "vii_corps".into();
        }),
        ("forces.yaml:leaders.porter.command: ", "jackson is a command of the other side", |forces| {
            leader(forces, "porter")["command"] = "jackson".into();
        }),
        ("forces.yaml:leaders.sumner.command: ", "iv_corps has two leaders", |forces| {
            leader(forces, "sumner")["command"] = "iv_corps".into();
        }),
        ("forces.yaml:commands.ii_corps: ", "nobody leads this command [4.3.3]", |forces| {
            leader(forces, "sumner")["command"] = "iv_corps".into();
        }),
        ("forces.yaml:commands.union_independent: ", "Independent units have no leader", |forces| {
            leader(forces, "sumner")["command"] = "union_independent".into();
        }),
        ("forces.yaml:leaders: ", "the Union side has 0 Army Leaders and must have one [4.4.1]", |forces| {
            leader(forces, "mcclellan")["alternate"] = true.into();
        }),
        ("forces.yaml:leaders: ", "the Confederate side has 2 Army Leaders and must have one", |forces| {
            leader(forces, "johnston")["alternate"] = false.into();
        }),
        ("forces.yaml:leaders.porter.alternate: ", "only an Army Leader", |forces| {
            leader(forces, "porter")["alternate"] = true.into();
        }),
        ("forces.yaml:leaders.sykes_infantry.id: ", "a unit also has the id sykes_infantry", |forces| {
            leader(forces, "porter")["id"] = "sykes_infantry".into();
        }),
        ("forces.yaml:commands.v_corps.colour: ", "the Union side has two commands in yellow [4.3.3]", |forces| {
            entry(forces, "commands", "casey")["colour"] = "yellow".into();
        }),
        (
            "forces.yaml:commands: ",
            "the Confederate side has 2 commands of Independent units and must have one",
            |forces| {
                entry(forces, "commands", "stuart")["independent"] = true.into();
            },
        ),
    ];
    for (place, words, change) in wrongs {
        found_out("forces.yaml", place, words, change);
    }
    found_out("forces.yaml", "forces.yaml:commands: ", "the Union commands are black, blue, brown", |forces| {
        entry(forces, "commands", "casey")["colour"] = "pink".into();
    });
}

#[test]
fn tracks_that_do_not_fit_are_found_out() {
    let wrongs: [Wrong; 7] = [
        ("charts.yaml:turns: ", "the turns must be numbered one after another [3.3]", |charts| {
            charts["turns"].as_array_mut().expect("turns").remove(3);
        }),
        ("charts.yaml:turns: ", "the track begins with June 25, June 26", |charts| {
            charts["turns"][2]["date"] = "July 4".into()
        }),
        ("charts.yaml:turns: ", "the track begins with June 25, June 26", |charts| {
            charts["turns"].as_array_mut().expect("turns").remove(0);
        }),
        ("charts.yaml:turns.2.date: ", "is also called June 26", |charts| {
            charts["turns"][2]["date"] = "June 26".into()
        }),
        ("charts.yaml:last_impulse: ", "the Impulses Track must end between 2 and 99 [3.4]", |charts| {
            charts["last_impulse"] = 1.into();
        }),
        ("charts.yaml:entrenchments: ", "the number of Union entrenchments is missing [11.0]", |charts| {
            charts["entrenchments"].as_object_mut().expect("counts").shift_remove("union");
        }),
        (
            "scenarios/seven_days.yaml:entrenchments: ",
            "the Union side has 4 entrenchments, and the most is 3 [11.0]",
            |charts| {
                charts["entrenchments"]["union"] = 3.into();
            },
        ),
    ];
    for (place, words, change) in wrongs {
        found_out("charts.yaml", place, words, change);
    }
}

#[test]
fn a_set_up_that_does_not_fit_is_found_out() {
    /// Puts an id into a list or takes it out.
    fn add_id(scenario: &mut Value, field: &str, area: &str, id: &str) {
        scenario[field][area].as_array_mut().expect("a list").push(id.into());
    }
    fn remove_id(scenario: &mut Value, field: &str, area: &str, id: &str) {
        scenario[field][area].as_array_mut().expect("a list").retain(|one| one != id);
    }
    let file = "scenarios/seven_days.yaml";
    let wrongs: [Wrong; 37] = [
        ("units.6: ", "there is no unit stoneman_cavalry [5.2]", |s| add_id(s, "units", "6", "stoneman_cavalry")),
        ("units.6: ", "the set-up has mccall_infantry, mccall_artillery, illinois_8_cavalry [5.2]", |s| {
            remove_id(s, "units", "6", "mccall_infantry");
        }),
        ("units: ", "mccall_infantry is nowhere: neither set up nor `optional` [5.2]", |s| {
            remove_id(s, "units", "6", "mccall_infantry");
        }),
        ("units.7: ", "mccall_infantry is in two areas [5.2]", |s| add_id(s, "units", "7", "mccall_infantry")),
        ("units.45: ", "ap_hill_reduced replaces an eliminated unit, and must not be set up", |s| {
            add_id(s, "units", "45", "ap_hill_reduced");
        }),
        ("units.40: ", "11 Union units are there; the most is 10 [7.1]", |s| {
            add_id(s, "units", "40", "blake_cavalry");
            add_id(s, "units", "40", "emory_cavalry");
        }),
        ("units.46: ", "there is no area 46 [5.2]", |s| s["units"]["46"] = json!(["wise_infantry"])),
        ("units.5: ", "the set-up has nothing", |s| s["units"]["5"] = json!(["wise_infantry"])),
        ("leaders.6: ", "there is no leader stoneman [5.2]", |s| add_id(s, "leaders", "6", "stoneman")),
        ("leaders.7: ", "porter is in two areas", |s| s["leaders"]["7"] = json!(["porter"])),
        ("leaders.5: ", "no unit of his side is with porter [9.6]", |s| s["leaders"]["5"] = json!(["porter"])),
        ("leaders.46: ", "there is no area 46", |s| s["leaders"]["46"] = json!(["porter"])),
        ("leaders: ", "porter is nowhere", |s| remove_id(s, "leaders", "6", "porter")),
        ("leaders.6: ", "the set-up has porter", |s| remove_id(s, "leaders", "6", "porter")),
        ("leaders.45: ", "johnston replaces the Army Leader by an optional rule, and must not be set up [16.3]", |s| {
            add_id(s, "leaders", "45", "johnston");
        }),
        ("entrenchments.6: ", "an entrenchment is +1 or +2 [11.1]", |s| s["entrenchments"]["6"] = 3.into()),
        ("entrenchments.6: ", "it is +1 [5.2]", |s| s["entrenchments"]["6"] = 2.into()),
        ("entrenchments.5: ", "only side with units in its area, and there is no such side [5.2]", |s| {
            s["entrenchments"]["5"] = 1.into()
        }),
        ("entrenchments.43: ", "no entrenchment is set up", |s| s["entrenchments"]["43"] = 1.into()),
        ("train: ", "it is area 17 [14]", |s| s["train"] = 18.into()),
        ("train: ", "area 18 is not a `victory` area [3.2.6]", |s| s["train"] = 18.into()),
        ("train: ", "the enemy controls area 44 at the start [6.2.2]", |s| s["train"] = 44.into()),
        ("richmond: ", "there is no area 46 [14.1]", |s| s["richmond"] = 46.into()),
        ("malvern_hill: ", "area 44 already has another part [14.3]", |s| s["malvern_hill"] = 44.into()),
        ("bridges.pontoon: ", "there is no bridge pontoon [15.4]", |s| s["bridges"]["pontoon"] = "union".into()),
        ("bridges: ", "the holder of the bridge long_bridge is missing [15.4]", |s| {
            s["bridges"].as_object_mut().expect("bridges").shift_remove("long_bridge");
        }),
        ("bridges.long_bridge: ", "the Union holds it at the start [15.4]", |s| {
            s["bridges"]["long_bridge"] = "destroyed".into()
        }),
        (
            "bridges.long_bridge: ",
            "the Confederate side holds it, and the enemy controls both of its areas [15.4]",
            |s| {
                s["bridges"]["long_bridge"] = "confederate".into();
            },
        ),
        ("first_turn: ", "the track has no turn 8 [3.3]", |s| s["first_turn"] = 8.into()),
        ("last_turn: ", "the last turn comes before the first [3.3]", |s| s["last_turn"] = 0.into()),
        ("first_turn: ", "seven turns are played, from 1 to 7 [3.3]", |s| s["last_turn"] = 6.into()),
        ("advantage: ", "the Confederate begins with the Advantage [5.1]", |s| s["advantage"] = "union".into()),
        ("title: ", "a name must be", |s| s["title"] = "".into()),
        ("about: ", "a description must be visible text", |s| s["about"] = "\u{202e}".into()),
        ("optional.help: ", "mccall_infantry is also set up [16.5]", |s| {
            add_id(s, "optional", "help", "mccall_infantry")
        }),
        ("optional.help: ", "there is no unit or leader sigel [16.5]", |s| add_id(s, "optional", "help", "sigel")),
        ("optional.relief: ", "no rule asks for relief [16]; expected help", |s| s["optional"]["relief"] = json!([])),
    ];
    for (place, words, change) in wrongs {
        found_out(file, &format!("{file}:{place}"), words, change);
    }
    found_out(
        file,
        &format!("{file}:optional.help: "),
        "johnston is not a Union unit or leader, and help comes only to the Union",
        |s| {
            add_id(s, "optional", "help", "johnston");
        },
    );
    found_out(file, &format!("{file}:optional.help: "), "mcdowell is listed twice", |s| {
        add_id(s, "optional", "help", "mcdowell");
    });
    found_out(file, &format!("{file}:optional_source: "), "expected the source", |s| {
        s.as_object_mut().expect("a scenario").shift_remove("optional_source");
    });
}

#[test]
fn another_scenario_has_a_set_up_of_its_own() {
    // What 5.2 has is asked of the scenario of that name alone.
    let mut files = Pack::shipped_files().clone();
    let mut other = files["scenarios/seven_days.yaml"].clone();
    other["id"] = "june_27".into();
    other["title"] = "June 27".into();
    other["units"]["7"].as_array_mut().expect("units").push("illinois_8_cavalry".into());
    other["units"]["6"].as_array_mut().expect("units").retain(|id| id != "illinois_8_cavalry");
    other["first_turn"] = 2.into();
    files.insert("scenarios/june_27.yaml", other);
    assert_eq!(complaints(&Pack::parse(&files).expect("understood")), Vec::<String>::new());
    files.remove("scenarios/seven_days.yaml");
    files.remove("scenarios/june_27.yaml");
    let problems = complaints(&Pack::parse(&files).expect("understood"));
    assert_eq!(problems, ["scenarios: the pack has no scenario; add scenarios/ID.yaml with the set-up"]);
}

/// Puts a value in the place of the scalar that is the so-manieth of a document.
fn spoil(value: &mut Value, at: &mut usize, with: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter_mut().any(|child| spoil(child, at, with)),
        Value::Object(map) => map.values_mut().any(|child| spoil(child, at, with)),
        scalar if *at == 0 => {
            *scalar = with.clone();
            true
        }
        _ => {
            *at -= 1;
            false
        }
    }
}

#[test]
fn no_spoilt_entry_makes_the_reader_or_the_check_panic() {
    let values =
        [Value::Null, true.into(), 0.into(), 255.into(), i32::MIN.into(), u64::MAX.into(), "".into(), "17".into()];
    let shipped = Pack::shipped_files();
    let mut tried = 0;
    for name in shipped.names() {
        for (nth, n) in (0..).step_by(7).enumerate() {
            let mut files = shipped.clone();
            if !spoil(files.get_mut(name).expect("a file"), &mut { n }, &values[nth % values.len()]) {
                break;
            }
            if let Ok(pack) = Pack::parse(&files) {
                pack.check();
            }
            tried += 1;
        }
    }
    assert!(tried > 300, "{tried}");
}

#[test]
fn nobody_is_set_up_twice() {
    for (list, area, who) in [("units", "2", "ewell_infantry"), ("leaders", "33", "mcclellan")] {
        let mut files = Pack::shipped_files().clone();
        let scenario = files.get_mut("scenarios/seven_days.yaml").expect("the scenario");
        scenario[list][area].as_array_mut().expect("a list").push(who.into());
        let problem = Pack::parse(&files).expect_err("somebody stands there twice");
        assert!(problem.message.contains("is listed twice"), "{problem}");
    }
}
