//! Armies, lines of supply, depots and works as `show` has them.

mod fleet;
mod places;

use serde_json::{Value, json};

use adjutant_core::report::{MapView, Show, text};
use adjutant_core::session::{Game, Rules, Session};
use civil_war::CivilWar;

fn table(given: Value) -> Box<dyn Session> {
    Rules(CivilWar::shipped()).case(&given).expect("a position")
}

pub fn page(table: &dyn Session, what: Show) -> String {
    let report = table.show(&what, None).expect("something to show");
    text::write(&report).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[track_caller]
pub fn assert_contains(page: &str, wanted: &[&str]) {
    for words in wanted {
        assert!(page.contains(words), "no '{words}' in: {page}");
    }
}

fn virginia() -> Value {
    json!({"phasing": "union", "difference": 5,
        "union": {"at": {"5206": {"sp": 11, "leaders": ["mcclellan-3", "hooker-2"], "army": "potomac"}}},
        "confederate": {"at": {"5006": {"sp": 10, "leaders": ["je_johnston-3", "stuart-1"],
            "army": "northern_virginia", "depot": true}}}})
}

#[test]
fn an_army_by_id_name_letters_or_leader() {
    let table = table(virginia());
    for name in ["northern_virginia", "Army of Northern Virginia", "the Army of Northern Virginia", "AoNV", "north"] {
        let said = page(&*table, Show::Army(name.to_owned()));
        assert!(said.contains("The Army of Northern Virginia"), "{name}: {said}");
    }
    let refused = table.show(&Show::Army("northern_virgina".to_owned()), None).expect_err("no such army").to_string();
    assert!(refused.contains("did you mean northern_virginia"), "{refused}");
    let refused = table.show(&Show::Army("xyzzy".to_owned()), None).expect_err("no such army").to_string();
    assert!(refused.contains("the armies are northern_virginia and potomac"), "{refused}");
}

#[test]
fn what_an_army_holds_does_and_reaches() {
    let said = page(&*table(virginia()), Show::Army("northern_virginia".to_owned()));
    assert_contains(
        &said,
        &[
            "Name in orders northern_virginia",
            "Where Manassas (5006)",
            "Strength 10 strength points of at most 20",
            "Commander J.E. Johnston (3 stars)",
            "It marches as a whole for 3 command points [6.2.7a]",
            "It reacts on a roll of 3 or more (above J.E. Johnston's initiative of 3, with +1 to the roll for the cavalry under \
             Stuart) [12.3.6]",
            "It attacks with 6 of its 10 strength points; the rest have no commander [6.2.8]",
            "Rerolls once per combat, by its owner, for its commander's army command rating of 1 [7.4.5a]",
            "Supply in supply",
            "Reaction radius its own hex, ",
            "Standing order none: its owner is asked when the enemy is about to enter its reaction radius",
            "- J.E. Johnston (3 stars): infantry, initiative 3",
            "commands the Army of Northern Virginia",
            "- Stuart (1 star): cavalry",
        ],
    );
    let james = |given: Value| page(&*table(given), Show::Army("james".to_owned()));
    assert_contains(&james(virginia()), &["Where not formed: this scenario has no armies"]);
    let mut later = virginia();
    later["scenario"] = json!("virginia_1862");
    assert_contains(
        &james(later.clone()),
        &["Where not formed yet: it may be formed in the East, for 2 command points"],
    );
    let mut gone = later;
    gone["union"]["destroyed"] = json!(["james"]);
    assert_contains(&page(&*table(gone), Show::Army("james".to_owned())), &["Where eliminated"]);
}

#[test]
fn a_stack_tells_whose_it_is_and_its_depot() {
    let table = table(virginia());
    assert_contains(
        &page(&*table, Show::Stack("potomac".to_owned())),
        &[
            "In Washington (5206)",
            "- 11 strength points of the Army of the Potomac",
            "commands the Army of the Potomac",
        ],
    );
    assert_contains(&page(&*table, Show::Hex("5006".to_owned())), &["Depot of the Confederacy"]);
    assert_contains(
        &page(&*table, Show::Map(MapView::default())),
        &["U11@ McCle.+1", "C10@ J.E. .+1", "5006 c+*D", "Army of Northern", "@ an army", "D depot"],
    );
}

#[test]
fn the_tracks_tell_boxes_bounds_and_the_war_at_home() {
    let mut given = virginia();
    given["union"]["removed"] = json!(["pope-3"]);
    let table = table(given);
    assert_contains(
        &page(&*table, Show::Track),
        &[
            "In the Union Removed Leaders Box: Pope (3 stars). [5.3.3b]",
            "The Union has moved 0 of 6 strength points by rail this turn. [6.6]",
            "The Confederacy has moved 0 of 4 strength points by rail this turn. [6.6]",
        ],
    );
}

/// 15.6, CW-272: St. Louis is Union ground, and its points are among those of Missouri.
#[test]
fn what_missouri_needs_is_told_of_all_its_points() {
    let table = table(json!({"scenario": "campaign_1861", "phasing": "union"}));
    let wanted = "Missouri joins the first side that controls 9 of the 12 points of Missouri and St. Louis. [15.6]";
    assert_contains(&page(&*table, Show::Track), &[wanted]);
}

/// CW-300: the track names every optional rule that is played with the mark that it has in reports.
#[test]
fn the_track_names_the_optional_rules_with_their_marks() {
    let said = |options: Value| {
        let table = table(json!({"scenario": "campaign_1862", "phasing": "union", "options": options}));
        page(&*table, Show::Track)
    };
    let (ours, in_part) = ("†: our reconstruction", "‡: our reconstruction in part");
    for (options, words, legend) in [
        (json!({"jackson_lyon_live": true}), "Jackson and Lyon wounded instead of killed (20.1)†", ours),
        (json!({"free_armies": true}), "armies of any size in any theater (20.2)†", ours),
        (json!({"random_entry": true}), "random leader entry (20.5)†", ours),
        (json!({"csa_river_supply": true}), "Confederate supply by river (21.1)†", ours),
        (json!({"may_decline_free": true}), "declining the free reinforcement (21.2)†", ours),
        (json!({"leaders_revealed": true}), "revealed leaders (21.3)†", ours),
        (json!({"no_effect_spends_no_depot": true}), "no depot used up in combats without a result (21.4)†", ours),
        (json!({"stacking": true}), "stacking (21.7)†", ours),
        (json!({"attrition": true}), "attrition (21.8)†", ours),
        (json!({"non_army_reaction": true}), "reaction of forces without an army (21.9)‡", in_part),
        (json!({"untried_leaders": true}), "untried leaders (21.10)‡", in_part),
        (json!({"captured_rails": true}), "captured railroads (21.11)†", ours),
        (json!({"off_map_rail": true}), "rail movement off the map (21.12)†", ours),
        (
            json!({"variant_leaders": true}),
            "the promotion and casualty chart and additional leaders (22.1, 22.3)‡",
            in_part,
        ),
        (json!({"far_west": true}), "the Far West (19)†", ours),
        (json!({"csa_naval_leaders": true}), "Confederate naval leaders (22.4)†", ours),
    ] {
        let wanted = format!("Optional rules in play: {words} ({legend}). [CW-300]");
        assert_contains(&said(options), &[&wanted]);
    }
    let both = "Optional rules in play: attrition (21.8)† and untried leaders (21.10)‡ (†: our reconstruction; ‡: our \
                reconstruction in part). [CW-300]";
    assert_contains(&said(json!({"attrition": true, "untried_leaders": true})), &[both]);
    assert!(!said(json!({})).contains("Optional rules"));
}

#[test]
fn a_line_of_supply_is_drawn_way_by_way() {
    let table = table(json!({"phasing": "confederate", "difference": 5,
        "union": {"at": {"5206": {"sp": 5}}},
        "confederate": {"at": {"5208": {"sp": 3}, "5109": {"sp": 1}}}}));
    let said = page(&*table, Show::Supply("5208".to_owned()));
    assert_contains(
        &said,
        &[
            "The 3 Confederate strength points here are in supply.",
            "Overland One hex to the railroad in",
            "Source The railroad leads to cities worth ",
        ],
    );
    assert_contains(
        &page(&*table, Show::Supply("5109".to_owned())),
        &["The Confederate strength point here is in supply."],
    );
}

#[test]
fn what_breaks_a_line_is_told() {
    let table = table(json!({"phasing": "confederate", "difference": 5,
        "union": {"at": {"5206": {"sp": 5}}},
        "confederate": {"at": {"5304": {"sp": 1}}}}));
    let said = page(&*table, Show::Supply("5304".to_owned()));
    assert_contains(
        &said,
        &["The Confederate strength point here is out of supply.", "Depot No friendly depot is within reach"],
    );
}

#[test]
fn a_hex_tells_whose_territory_it_is_and_which_state_makes_it_so() {
    let mut table = table(json!({"scenario": "campaign_1861", "phasing": "union"}));
    let territory = |table: &dyn Session, hex: &str| page(table, Show::Hex(hex.to_owned()));
    assert_contains(
        &territory(&*table, "2212"),
        &["Territory enemy to the Union, because part of it lies in Tennessee; neutral to the Confederacy [2.1.7] \
           Controlled by neither side until strength points enter it [2.1.5]"],
    );
    assert_contains(
        &territory(&*table, "5109"),
        &["Territory friendly to the Confederacy; enemy to the Union [2.1.3] Controlled by the Confederacy"],
    );
    assert_contains(
        &territory(&*table, "5206"),
        &["Territory friendly to the Union; enemy to the Confederacy [2.1.7]"],
    );
    table = self::table(json!({"scenario": "campaign_1861", "phasing": "union", "converted": {"tennessee": "union"}}));
    assert_contains(&territory(&*table, "2212"), &["Territory neutral to both sides"]);
}

/// Why nothing is shown.
#[track_caller]
fn refused(table: &dyn Session, what: Show) -> String {
    table.show(&what, None).expect_err("nothing of that name").to_string()
}

#[test]
fn a_surname_is_enough_and_of_several_all_are_named() {
    let summer = table(json!({"set_up": true, "phasing": "union"}));
    let leader = |table: &dyn Session, name: &str| page(table, Show::Leader(name.to_owned()));
    let none = |table: &dyn Session, name: &str| refused(table, Show::Leader(name.to_owned()));
    assert!(leader(&*summer, "lee").starts_with("R.E. Lee"), "the only one in this scenario");
    assert!(leader(&*summer, "Johnston").starts_with("J.E. Johnston"));
    assert!(leader(&*summer, "mcd").starts_with("McDowell"));
    // A hamlet in the mountains has his name too.
    assert!(page(&*summer, Show::Stack("mcdowell".to_owned())).starts_with("In Washington (5206)"));
    assert!(page(&*summer, Show::Place("mcdowell".to_owned())).starts_with("Monterey (4607)"));
    let hills = "2 leaders match 'hill'; say which: A.P. Hill (ap_hill) or D.H. Hill (dh_hill)";
    assert_eq!(none(&*summer, "hill"), hills);
    let war = table(json!({"scenario": "campaign_1861", "set_up": true, "phasing": "union"}));
    assert_eq!(
        none(&*war, "lee"),
        "3 leaders match 'lee'; say which: Fitz Lee (fitz_lee), R.E. Lee (re_lee) or S.D. Lee (sd_lee)"
    );
    assert_eq!(none(&*war, "jhonston"), "there is no leader 'jhonston'; did you mean A.S. Johnston or J.E. Johnston?");
}

#[test]
fn nothing_is_offered_that_is_not_like_it_or_not_in_the_scenario() {
    let summer = table(json!({"set_up": true, "phasing": "union"}));
    let told = [Show::Leader("foo".to_owned()), Show::Army("foo".to_owned()), Show::Stack("foo".to_owned())];
    for said in told.map(|what| refused(&*summer, what)) {
        assert!(!said.contains("did you mean"), "{said}");
    }
    assert_eq!(
        refused(&*summer, Show::Army("west point".to_owned())),
        "there is no army 'west point'; this scenario has no armies"
    );
    // A misspelt name of a man who is not in it.
    let said = refused(&*summer, Show::Leader("marmaduk".to_owned()));
    assert!(!said.contains("Marmaduke"), "{said}");
    let his = page(&*summer, Show::Leader("Marmaduke".to_owned()));
    assert!(his.contains("Where not in this scenario"), "{his}");
}

#[test]
fn many_places_of_one_beginning_are_listed_shortly() {
    let war = table(json!({"scenario": "campaign_1861", "phasing": "union"}));
    let forts = page(&*war, Show::Place("fort".to_owned()));
    assert_contains(
        &forts,
        &[
            " places have names that begin like this: ",
            "Fort Monroe (5410)",
            "Ask for one by its whole name or its number.",
        ],
    );
    assert!(!forts.contains("Terrain"), "{forts}");
    let said = refused(&*war, Show::Stack("fort".to_owned()));
    assert!(said.contains(" places match 'fort'; say which: ") && said.ends_with(" more"), "{said}");
    let summer = table(json!({"phasing": "union"}));
    assert!(page(&*summer, Show::Place("monroe".to_owned())).starts_with("Fort Monroe (5410)"), "a word of its name");
}
