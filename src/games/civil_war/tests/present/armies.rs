//! Every event of armies, reaction, rails, works and the war at home in a sentence.

use serde_json::{Value, json};

use crate::present::test_reports::{report_of, report_with_rolls, says};
use adjutant_core::document::kinds::Roll;

#[test]
fn armies_come_and_go() {
    let created = json!({"event": "army_created", "rule": "12.1.1", "side": "union", "army": "potomac", "at": "5206",
        "sp": 7, "commander": "mcdowell-3"});
    let paid = json!({"event": "paid", "rule": "12.1.1", "side": "union", "points": {"east": 2}, "left": 3});
    let page = report_of(json!([paid, created]));
    let wanted = "The Army of the Potomac is formed in Washington (5206): 7 strength points under McDowell (3 stars) \
                  (2 East command points spent, 3 initiative points left). [12.1.1]";
    assert!(page.contains(wanted), "{page}");
    says(
        json!({"event": "army_destroyed", "rule": "12.1.3", "side": "union", "army": "james", "hex": "5206"}),
        "The Army of the James has no strength points left in Washington (5206) and is eliminated. [12.1.3]",
    );
    let joined = |sp: u32| {
        json!({"event": "joined", "rule": "6.2.7", "side": "confederate", "army": "northern_virginia", "hex": "5006",
            "sp": sp})
    };
    says(joined(1), "1 strength point in Manassas (5006) joins the Army of Northern Virginia. [6.2.7]");
    says(joined(3), "3 strength points in Manassas (5006) join the Army of Northern Virginia. [6.2.7]");
    let given = |sp: u32, leaders: Value| {
        json!({"event": "transferred", "rule": "12.2.2", "side": "union", "from": "potomac", "to": "james", "sp": sp,
            "leaders": leaders})
    };
    says(
        given(3, json!(["burnside-2", "hooker-2"])),
        "The Army of the Potomac transfers 3 strength points, Burnside (2 stars) and Hooker (2 stars) to the Army of the \
         James. [12.2.2]",
    );
    says(given(0, json!(["hooker-2"])), "The Army of the Potomac transfers Hooker (2 stars) to the Army of the James.");
}

#[test]
fn each_way_to_a_command_has_its_words() {
    let takes = |piece: &str, how: &str| {
        json!({"event": "takes_command", "rule": "5.4.4", "side": "union", "army": "potomac", "piece": piece,
            "how": how})
    };
    says(takes("hooker-3", "senior"), "Hooker (3 stars) takes command of the Army of the Potomac as its senior leader");
    says(takes("burnside-3", "promoted"), "Burnside (3 stars), until now its senior two-star leader, is promoted");
    says(takes("mcclellan-3", "called"), "McClellan (3 stars), the senior three-star leader without an army, is");
    says(takes("pope-3", "recalled"), "Pope (3 stars) returns from the Removed Leaders Box and takes command of");
    says(
        takes("meade-3", "called_and_promoted"),
        "Meade (3 stars), until now the senior two-star leader on the map, is promoted at once, is called",
    );
    says(
        takes("meade-3", "senior"),
        "- Meade (3 stars) takes command of the Army of the Potomac as its senior leader.",
    );
    let removed = |fate: &str| {
        json!({"event": "commander_removed", "rule": "5.3.3", "side": "union", "army": "potomac",
            "piece": "burnside-3", "fate": fate})
    };
    let who = "Burnside (3 stars) is removed from command of the Army of the Potomac: ";
    says(removed("removed"), &format!("{who}he goes to the Removed Leaders Box"));
    says(removed("moved"), &format!("{who}he leaves its hex at no extra cost. [5.3.3]"));
    says(removed("demoted"), &format!("{who}he is demoted to two stars"));
    says(
        json!({"event": "revealed", "rule": "5.5.2", "side": "confederate", "piece": "jackson-1"}),
        "Jackson (1 star) is revealed to the Union. [5.5.2]",
    );
}

fn rolled(face: u32, cavalry: Option<&str>, demoralized: bool, total: i64, initiative: u32, reacts: bool) -> Value {
    let mut event = json!({"event": "reaction_roll", "rule": "12.3.6", "side": "confederate",
        "army": "northern_virginia", "commander": "je_johnston-3", "face": face, "cavalry_rating": 0,
        "demoralized": demoralized, "total": total, "initiative": initiative, "reacts": reacts});
    if let Some(cavalry) = cavalry {
        event["cavalry"] = json!(cavalry);
        event["cavalry_rating"] = json!(1);
    }
    event
}

#[test]
fn a_reaction_is_told_from_the_announcement_to_the_move() {
    says(
        json!({"event": "announced", "rule": "7.1.4a", "side": "union", "from": "5206", "hex": "5106", "sp": 11,
            "armies": ["northern_virginia"]}),
        "The Union force of 11 strength points in Washington (5206) is about to enter Alexandria (5106), in the \
         reaction radius of the Army of Northern Virginia. [7.1.4a]",
    );
    says(
        json!({"event": "reaction_declined", "rule": "12.3.5", "side": "confederate", "army": "northern_virginia"}),
        "The Army of Northern Virginia does not roll for reaction. [12.3.5]",
    );
    says(
        json!({"event": "reaction_stays", "rule": "12.3.8", "side": "confederate", "army": "northern_virginia"}),
        "The Army of Northern Virginia stays where it is. [12.3.8]",
    );
    let reacted = |leader: Value, sp: u32, left: u32| {
        json!({"event": "reacted", "rule": "12.3.8", "side": "confederate", "army": "northern_virginia",
            "leader": leader, "from": "5006", "to": "5107", "sp": sp, "left": left})
    };
    says(
        reacted(json!(null), 10, 0),
        "The Army of Northern Virginia reacts from Manassas (5006) to Aquia (5107) with 10 strength points. \
         [12.3.8]",
    );
    says(reacted(json!(null), 9, 1), "with 9 strength points; 1 strength point stays behind. [12.3.8]");
    says(
        reacted(json!("stuart-1"), 1, 8),
        "Part of the Army of Northern Virginia reacts under Stuart (1 star) from Manassas (5006) to Aquia \
         (5107) with 1 strength point; 8 strength points stay behind.",
    );
}

#[test]
fn a_reaction_roll_shows_its_die_and_every_term() {
    // EX 12.3A: a 3 and Stuart's rating against an initiative of 3.
    let roll = Roll {
        n: 4,
        purpose: "reaction northern_virginia".to_owned(),
        rule: "12.3.6".to_owned(),
        sides: Some(6),
        faces: Some(vec![3]),
        cards: None,
        order: None,
    };
    let page = report_with_rolls(json!([rolled(3, Some("stuart-1"), false, 4, 3, true)]), vec![roll]);
    let wanted = "The Army of Northern Virginia rolls 3 (roll 4), +1 for the cavalry under Stuart, total 4, above J.E. \
                  Johnston's initiative of 3: it may react. [12.3.6]";
    assert!(page.contains(wanted), "{page}");
    says(
        rolled(4, None, true, 3, 3, false),
        "rolls 4, -1 because it is demoralized, total 3, not above J.E. Johnston's initiative of 3: it may not react.",
    );
    says(
        rolled(4, Some("stuart-1"), true, 4, 3, true),
        "+1 for the cavalry under Stuart and -1 because it is demoralized, total 4, above",
    );
    says(rolled(3, None, false, 3, 3, false), "rolls 3, not above J.E. Johnston's initiative of 3: it may not react.");
    says(rolled(1, Some("stuart-1"), false, 2, 1, false), "total 2: this roll always fails, regardless of J.E.");
    says(rolled(6, None, true, 5, 6, true), "total 5: it may react, regardless of J.E. Johnston's initiative of 6.");
}

#[test]
fn cavalry_before_a_combat() {
    says(
        json!({"event": "screened", "rule": "7.1.7b", "side": "confederate", "leader": "stuart-1", "from": "5107",
            "sp": 1}),
        "Stuart (1 star) retreats before combat from Aquia (5107) with 1 strength point: the attacker's march ends \
         there. [7.1.7b]",
    );
    says(
        json!({"event": "stands", "rule": "5.4.1a", "side": "confederate", "hex": "5107", "leader": "stuart-1",
            "because": "leader_lost"}),
        "Stuart (1 star) stays in Aquia (5107): its leader is lost. [5.4.1a]",
    );
}

#[test]
fn rails_and_works() {
    let railed = |leader: Value, sp: u32| {
        json!({"event": "railed", "rule": "6.6.1", "side": "confederate", "leader": leader, "sp": sp, "from": "4905",
            "to": "5006", "used": 3, "capacity": 4})
    };
    let rest = "by rail from Winchester (4905) to Manassas (5006); rail capacity used this turn: 3 of 4 strength \
                points. [6.6.1]";
    says(railed(json!("jackson-1"), 2), &format!("Jackson (1 star) with 2 strength points moves {rest}"));
    says(railed(json!(null), 1), &format!("A Confederate strength point moves {rest}"));
    let built = |what: &str| json!({"event": "built", "rule": "9.2.7a", "side": "union", "what": what, "at": "5106"});
    says(built("depot"), "The Union builds a depot in Alexandria (5106). [9.2.7a]");
    says(built("fort"), "The Union builds a fort in Alexandria (5106).");
    says(built("fortress"), "The Union upgrades the fort in Alexandria (5106) to a fortress.");
    let lost = |how: &str| json!({"event": "depot_lost", "rule": "9.2.8", "side": "union", "hex": "5106", "how": how});
    let depot = "the Union depot in Alexandria (5106)";
    says(lost("spent"), &format!("The combat uses up {depot}, which supplied it. [9.2.8]"));
    says(lost("captured"), &format!("The Confederacy captures {depot}."));
    says(lost("burnt"), &format!("The Confederacy destroys {depot}."));
    says(lost("destroyed"), "The Union destroys its own depot in Alexandria (5106).");
    let razed =
        |by: &str| json!({"event": "razed", "rule": "14", "side": "union", "hex": "5106", "kind": "fort", "by": by});
    says(razed("union"), "The Union destroys its own fort in Alexandria (5106). [14]");
    says(razed("confederate"), "The Confederacy destroys the Union fort in Alexandria (5106). [14]");
}

#[test]
fn the_war_at_home() {
    let turned = |to: &str, neutral: bool, back: bool| {
        json!({"event": "converted", "rule": "2.1.3", "state": "west_virginia", "to": to, "neutral": neutral,
            "back": back})
    };
    says(
        turned("union", false, false),
        "The Union controls all victory point cities of West Virginia, which joins it.",
    );
    says(turned("union", true, false), "cities of West Virginia, which is now neutral to it.");
    says(
        turned("confederate", false, true),
        "The Confederacy controls all victory point cities of West Virginia, which is friendly to it again.",
    );
    says(turned("union", true, true), "West Virginia is neutral again. [2.1.3]");
    let supply = |region: Value| {
        let mut event = json!({"event": "supply", "rule": "9.4.5", "production": 88, "ports": 60, "blockade": 50,
            "imports": 12, "total": 100});
        if !region.is_null() {
            event["region"] = region;
        }
        event
    };
    let rest = "produces 88 points of supply; with port capacity for 60 points and a blockade of 50% it \
                imports 12: 100 in total. [9.4.5]";
    says(supply(json!(null)), &format!("The Confederacy {rest}"));
    says(supply(json!("main")), &format!("East of the Mississippi, the Confederacy {rest}"));
    says(supply(json!("trans_mississippi")), &format!("West of the Mississippi, the Confederacy {rest}"));
    let river = |lost: bool| json!({"event": "mississippi", "rule": "4.1.4", "lost": lost});
    says(river(true), "The Confederacy loses control of the Mississippi and is cut in two.");
    says(river(false), "The Confederacy regains control of the Mississippi.");
    let bound = |bound: &str| json!({"event": "bound", "rule": "4.1.6e", "side": "union", "turn": 3, "bound": bound});
    says(
        bound("east_primary"),
        "In its Resource Allocation for turn 3, the Union must make the East its primary \
                                 theater. [4.1.6e]",
    );
    says(bound("trans_mississippi_tertiary"), "the Union must make the Trans-Mississippi its tertiary theater.");
    says(json!({"event": "regained", "rule": "4.1.7"}), "Union forces hold Washington again. [4.1.7]");
    says(json!({"event": "relieved", "rule": "4.1.9"}), "Washington is no longer isolated. [4.1.9]");
    says(json!({"event": "intervention", "rule": "4.1.6"}), "Washington is taken, and foreign powers intervene");
    let page =
        report_of(json!([{"event": "phase", "rule": "3.5", "turn": 3, "phase": "blockade"}, supply(json!(null))]));
    assert!(page.contains("Blockade Effects Phase ----------------------"), "{page}");
}

#[test]
fn a_march_goes_on_after_the_enemy_has_reacted() {
    let march = json!({"event": "march", "rule": "6.1.3", "side": "union", "leader": "mcdowell-3", "sp": 6,
        "from": "5206", "allowance": 4, "supplied": true});
    let entered = |hex: &str, left: u32| json!({"event": "entered", "rule": "6.1.3", "side": "union", "hex": hex, "cost": 1, "left": left});
    let announced = json!({"event": "announced", "rule": "7.1.4a", "side": "union", "from": "5106", "hex": "5107",
        "sp": 6, "armies": ["northern_virginia"]});
    let declined = json!({"event": "reaction_declined", "rule": "12.3.5", "side": "confederate",
        "army": "northern_virginia"});
    let page =
        report_of(json!([march, entered("5106", 3), announced, declined, entered("5107", 2), entered("5108", 1)]));
    let one = "McDowell (3 stars) marches with 6 strength points from Washington (5206) to Alexandria (5106) (1 of 4 \
               movement points used).";
    let two = "McDowell (3 stars) marches on with 6 strength points via Aquia (5107) to";
    for wanted in [one, "does not roll for reaction", two, "with 1 movement point left. [6.1.3]"] {
        assert!(page.contains(wanted), "no '{wanted}' in: {page}");
    }
}

#[test]
fn a_reason_names_leaders_and_places() {
    let orders = json!([{"move": {"leader": "mcdowell", "army_group": true, "path": ["5106"]}}]);
    let back = json!({"event": "handed_back", "rule": "orders", "side": "union", "n": 1, "orders": orders,
        "reasons": [{"code": "leader_elsewhere", "rule": "6.2", "facts": {"leader": "mcdowell", "hex": "5106"}}]});
    let page = crate::present::test_reports::told_of_the_engine(json!([back]));
    let wanted =
        "Order 2 of the Union was not carried out. McDowell is not in Alexandria (5106). Its points are returned.";
    assert!(page.contains(wanted), "{page}");
    assert!(page.contains("order 2: move McDowell with every army in his hex to Alexandria (5106)"), "{page}");
}
