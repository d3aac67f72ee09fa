//! The cards, Battle Cards and scenarios that the program ships.

use adjutant_core::document::PackFiles;
use adjutant_core::pack::Side;
use battle_cry::pack::{EventKind, PACK, Pack, Theater};

#[test]
fn the_shipped_cards_fit_and_have_sources() {
    crate::shipped_pack::assert_fits(&PACK, |files| Pack::parse(files).unwrap().check());
}

/// The box has 300 cards: two decks, four promoted generals and 16 Battle Cards among them (Components).
#[test]
fn the_counts() {
    let pack = PACK.typed();
    let of = |side| (pack.of(side).generals.len(), pack.of(side).cards.len(), pack.deck(side).count());
    assert_eq!(Side::BOTH.map(of), [(25, 95, 118), (24, 96, 118)]);
    let count = |keep: fn(&battle_cry::pack::BattleCard) -> bool| pack.battles.iter().filter(|card| keep(card)).count();
    assert_eq!(count(|card| !card.from_hand), 16);
    assert_eq!(count(|card| card.from_hand), 2);
    assert_eq!(count(|card| card.invasion), 4);
    assert_eq!(Theater::BOTH.map(|theater| pack.cities(theater).count()), [1, 2]);
    // The Confederate has more for the First Resource Phase (Union Player Notes).
    let first = |side| {
        let kind = |card: &&battle_cry::pack::Card| pack.events[&card.upper].kind == EventKind::ResourceFirst;
        pack.of(side).cards.iter().filter(kind).count()
    };
    assert_eq!(Side::BOTH.map(first), [6, 8]);
}

/// Every card that the rulebook names is there by its title, or in the text of the class of Battle Events that it
/// belongs to.
#[test]
fn all_that_the_rulebook_names() {
    const UNION: &[&str] = &[
        "Presidential Election of 1864",
        "March to the Sea",
        "Preliminary Emancipation Proclamation",
        "Emancipation Proclamation",
        "African-American Soldiers Prove Their Valor",
        "Men of Color: To Arms! To Arms!",
        "British Workers Support the Union",
        "Union Resolve Stiffens",
        "Springtide of Northern Hope",
        "Conscription",
        "German and Irish Immigrants",
        "Contrabands",
        "Dissent in the Confederacy",
        "Blockade Tightens",
        "New Orleans Falls",
        "Tennessee Lost",
        "Industrial Production",
        "Lincoln Finds a General",
        "Turning Movement: Cavalry Screen Effective",
        "Turning Movement: Chickamauga Campaign",
        "Rebel Invasion",
        "Attack and Die",
        "Discord in Confederate Command Structure",
        "Overwhelming Numbers and Resources",
        "Superior Leadership",
        "Union Command of Seas/Rivers",
        "War is Hell",
        "Counter-Battery: 20 lb. Parrots",
        "Rally Round the Flag",
        "Defend: Woods",
        "X Corps",
        "XV Corps, 1st Division",
        "II Corps",
        "XIV Corps, 3rd Division",
        "Irish Brigade, 3rd Division",
        "XVII Corps",
        "IX Corps",
    ];
    const CONFEDERATE: &[&str] = &[
        "Pressure Increases on Lincoln's Administration",
        "On to Richmond",
        "Stonewall in the Valley",
        "Cavalry Raids Slow Union Offensives",
        "Like a Duck Hit on the Head",
        "Confederate Resolve Stiffens",
        "Down With the Eagle, Up With the Cross",
        "Cotton Diplomacy Successful",
        "Conscription",
        "High Water-Mark of the Confederacy",
        "Border State Recruitment",
        "Here Come the Rebels",
        "Mason and Slidell Diplomacy",
        "Union Generals Fremont and Hunter Attempt Emancipation",
        "Union Border States Waver",
        "U.S. Congressional Elections",
        "Great Britain Recognizes the Confederacy",
        "Strategic Offensive",
        "Army of Northern Virginia on the Move",
        "Army of Tennessee on the Move",
        "Lee is Audacity Personified",
        "Strategic Retreat",
        "Mud March",
        "McClernand's Arkansas River Expedition",
        "Retreat Before Battle",
        "Confederate Brigades Seal Mountain Gaps",
        "Kennesaw Mountain",
        "North Anna",
        "Entrenchments/Field Works",
        "Seeing the Elephant",
        "Faulty Staff Work",
        "Turning Movement",
        "General Blunders",
        "Refuse Flank",
        "Battle Elan",
        "Desperate Valor",
        "Crisis of Command",
        "Defend: Ridge Crest",
        "Forney's Division",
        "Pender's Division",
        "Hood's Brigade",
        "Early's Division",
        "Rodes' Division",
        "Hindman",
    ];
    const BOTH: &[&str] = &[
        "Counter-Battery",
        "Hold the Line",
        "Battle Continues",
        "Heroic Effort",
        "Command Failure",
        "Serious Wound",
        "Just a Flesh Wound",
        "High Command Initiative",
        "Defend: Breastworks",
        "Massed Infantry Column",
        "Massed Artillery",
    ];
    let pack = PACK.typed();
    for (side, own) in [(Side::Union, UNION), (Side::Confederate, CONFEDERATE)] {
        let halves = pack.of(side).cards.iter().flat_map(|card| [&pack.events[&card.upper], &pack.events[&card.lower]]);
        let halves: Vec<_> = halves.collect();
        for name in own.iter().chain(BOTH) {
            let known = halves.iter().any(|event| {
                event.title == *name || event.kind == EventKind::Battle && event.text.contains(&format!(" {name}"))
            });
            assert!(known, "{side}: {name}");
        }
    }
}

/// The blocks of the rulebook's examples (Strategic Movement, D.2, Example of Play D).
#[test]
fn what_blocks_what() {
    let pack = PACK.typed();
    let blocks = |id: &str| {
        let battle = pack.battles.iter().find(|battle| battle.id.as_str() == id).unwrap();
        battle.blocked_by.iter().map(|other| other.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(blocks("chattanooga"), ["stones_river"]);
    assert_eq!(blocks("vicksburg"), ["shiloh", "corinth", "stones_river"]);
    assert_eq!(blocks("washington"), ["antietam", "gettysburg"]);
    assert!(!blocks("corinth").contains(&"stones_river"));
    assert!(blocks("fredericksburg").is_empty() && blocks("shiloh").is_empty());
    assert!(blocks("atlanta").len() > blocks("vicksburg").len());
}

#[test]
fn a_broken_pack_is_refused() {
    let table = [
        ("cards.yaml", r#""deck":118"#, r#""deck":117"#, "the deck has 118 cards, and is to have 117"),
        ("cards.yaml", r#""id":"us_woods_u_2""#, r#""id":"us_woods_u_1""#, "there are two cards of this id"),
        ("cards.yaml", r#""id":"cs_polk""#, r#""id":"us_grant""#, "there are two cards of this id"),
        ("cards.yaml", r#""id":"woods","title""#, r#""id":"breastworks","title""#, "there are two events breastworks"),
        ("cards.yaml", r#""upper":"hurrah""#, r#""upper":"huzza""#, "there is no event huzza"),
        ("cards.yaml", r#""upper":"hurrah""#, r#""upper":"battle_continues""#, "at most one card of a side continues"),
        ("cards.yaml", r#""upper":"hurrah""#, r#""upper":"brigades_u""#, "a Battle Event is a lower half"),
        ("cards.yaml", r#""lower":"brigade_u""#, r#""lower":"homestead""#, "a lower half is a Battle Event or"),
        ("cards.yaml", r#""upper":"discord""#, r#""upper":"by_rail""#, "no card has this event"),
        ("cards.yaml", r#""upper":"foraging""#, r#""upper":"on_to_richmond""#, "5 cards have this event, and 3 are to"),
        (
            "cards.yaml",
            r#""id":"cs_cotton","upper":"cotton""#,
            r#""id":"cs_cotton","upper":"pressure""#,
            "no card has this half and enfilade_c",
        ),
        ("cards.yaml", r#""name":"Polk""#, r#""name":"Bragg""#, "there are two generals of this name"),
        ("cards.yaml", r#""name":"Polk""#, r#""name":"""#, "a name must be 1 to 80"),
        (
            "cards.yaml",
            r#""theater":"west","offense":1"#,
            r#""theater":"west","offense":4"#,
            "a general has 1 to 3 stars",
        ),
        ("cards.yaml", r#""replaces":"us_grant""#, r#""replaces":"us_meade""#, "replaces a general of the same name"),
        (
            "cards.yaml",
            r#""theater":"east","offense":3,"defense":3"#,
            r#""theater":"east","offense":2,"defense":3"#,
            "a promoted general has 3 stars",
        ),
        ("cards.yaml", r#""value":-2"#, r#""value":-2,"stars":1"#, "a Battle Event has 1 to 3 stars, others have none"),
        ("cards.yaml", r#""value":4,"stars":3"#, r#""value":40,"stars":3"#, "a value, of 9 at most"),
        (
            "cards.yaml",
            r#""kind":"movement","#,
            r#""kind":"movement","value":1,"#,
            "only events of combat have a value",
        ),
        ("cards.yaml", r#""traits":["column"]"#, r#""traits":["immediate"]"#, "only a Special Event is immediate"),
        ("cards.yaml", r#"[{"draw_cap":{"cards":4}}]"#, "[]", "it does nothing"),
        ("cards.yaml", r#"{"strategic_retreat":{}}"#, r#"{"draw":1}"#, "an effect does not fit the kind of event"),
        ("cards.yaml", r#"{"reduces":2}"#, r#"{"reduces":10}"#, "numbers in effects are 1 to 9"),
        ("cards.yaml", r#"{"points":{"union":2}}"#, r#"{"points":{"union":-20}}"#, "numbers in effects are 1 to 9"),
        ("cards.yaml", r#"{"deck":2}"#, r#"{"deck":3}"#, "a deck is 1 or 2"),
        ("cards.yaml", r#"{"lead":10}"#, r#"{"lead":100}"#, "numbers in conditions are 1 to 15"),
        ("cards.yaml", r#"{"not_held":"richmond"}"#, r#"{"not_held":"macon"}"#, "there is no battle macon"),
        ("cards.yaml", r#"{"before":"blockade"}"#, r#"{"before":"mud_march"}"#, "there is no Resource Event mud_march"),
        ("cards.yaml", r#"{"in_play":"Lee"}"#, r#"{"in_play":"Li"}"#, "there is no general Li"),
        ("cards.yaml", r#""general":"Sherman""#, r#""general":"Shermann""#, "there is no general Shermann"),
        ("cards.yaml", r#""falls":"chattanooga""#, r#""falls":"dalton""#, "there is no battle dalton"),
        ("battles.yaml", r#""id":"corinth""#, r#""id":"shiloh""#, "there are two battles shiloh"),
        ("battles.yaml", r#""city":true,"#, r#""city":true,"major":1,"#, "there is no Major Victory at a city"),
        (
            "battles.yaml",
            r#""city":true,"#,
            r#""city":true,"invasion":true,"#,
            "a battle is for a city, an invasion or",
        ),
        ("battles.yaml", r#""invasion":true,"capital":true"#, r#""capital":true"#, "a capital is invaded"),
        ("battles.yaml", r#""from_hand":true,"#, "", "a Battle Card is a battle from the hand"),
        ("battles.yaml", r#""id":"perryville""#, r#""id":"perryville","from_hand":true"#, "no card has this battle"),
        ("battles.yaml", r#"["stones_river"]"#, r#"["antietam"]"#, "no other battle of this theater: antietam"),
        ("battles.yaml", r#"["stones_river"]"#, r#"["vicksburg"]"#, "vicksburg is a city and never blocks"),
        ("battles.yaml", r#"["chattanooga"]"#, r#"["perryville"]"#, "the Union cannot hold perryville"),
        ("battles.yaml", r#""opens":"richmond""#, r#""opens":"manassas""#, "it opens a city"),
        ("battles.yaml", r#""union":[2,2]"#, r#""union":[2,12]"#, "command points of a battle are 9 at most"),
        ("scenarios/campaign.yaml", r#""points":8"#, r#""points":13"#, "the track ends at 12"),
        ("scenarios/campaign.yaml", r#""deck":1"#, r#""deck":3"#, "a deck is 1 or 2"),
        ("scenarios/campaign.yaml", r#""hand":9"#, r#""hand":90"#, "a hand has 1 to 30 cards"),
        ("scenarios/campaign.yaml", "cs_polk", "cs_pollock", "there is no general cs_pollock"),
        ("scenarios/campaign.yaml", "us_buell", "us_grant_3", "the general whom us_grant_3 replaces is removed"),
        ("scenarios/campaign.yaml", r#""id":"manassas""#, r#""id":"bull_run""#, "there is no battle bull_run"),
        ("scenarios/deck_two.yaml", "us_pope", "us_bishop", "there is no card us_bishop"),
        ("scenarios/deck_two.yaml", "us_pope", "us_meade", "us_meade has two places"),
        ("scenarios/deck_two.yaml", "us_blockade", "us_immigrants", "no card with blockade is removed"),
        ("scenarios/deck_two.yaml", r#""blockade""#, r#""mud_march""#, "there is no Resource Event mud_march"),
        ("scenarios/deck_two.yaml", r#"["shiloh""#, r#"["perryville""#, "the Union cannot hold perryville"),
        (
            "scenarios/deck_two.yaml",
            r#""us_meade":"east""#,
            r#""us_meade":"west""#,
            "the West has more than 4 generals",
        ),
        ("scenarios/gettysburg.yaml", r#""chosen":4"#, r#""chosen":5"#, "the East has more than 4 generals"),
        ("scenarios/gettysburg.yaml", r#""days":3"#, r#""days":30"#, "a battle has 9 days at most"),
        (
            "scenarios/gettysburg.yaml",
            r#""id":"gettysburg","name""#,
            r#""id":"hanover","name""#,
            "holds the scenario hanover",
        ),
    ];
    for (file, from, to, words) in table {
        let broken = broken(file, from, to);
        let found = match Pack::parse(&broken) {
            Err(problem) => vec![problem],
            Ok(pack) => pack.check(),
        };
        let found: Vec<String> = found.iter().map(ToString::to_string).collect();
        assert!(found.iter().any(|problem| problem.contains(words)), "{from} -> {to}: {found:?}");
    }
}

/// The shipped pack with another text in one of its files, in all places.
fn broken(name: &str, from: &str, to: &str) -> PackFiles {
    let changed = |(file, content): (&str, &serde_json::Value)| {
        let text = content.to_string();
        assert!(file != name || text.contains(from), "{from}");
        let text = if file == name { text.replace(from, to) } else { text };
        (file.to_owned(), serde_json::from_str(&text).unwrap())
    };
    PACK.files().iter().map(changed).collect()
}
