//! The summary of a report: what a combat costs, who is demoralized, what a combat waits for.

use serde_json::{Value, json};

use adjutant_core::board::Hex;
use adjutant_core::document::from_value;
use adjutant_core::engine::{Pending, Position, Ruleset};
use adjutant_core::report::{Block, Span, StepFacts};
use civil_war::orders::Question;
use civil_war::pack::Side;
use civil_war::present::narrator::narrate;
use civil_war::{CivilWar, Procedure};

/// The points of the summary of a step.
fn brief(before: &Position<CivilWar>, after: &Position<CivilWar>, events: &Value) -> Vec<String> {
    let rules = CivilWar::shipped();
    let events: Vec<Value> = events.as_array().expect("a list").clone();
    let facts = StepFacts { events, ..StepFacts::default() };
    let sections = narrate(&rules, before, after, &facts);
    let words = |span: &Span| match span {
        Span::Plain(words) | Span::Strong(words) => words.clone(),
        Span::Rule(_) | Span::Roll(_) => String::new(),
    };
    match sections.first().map(|section| (section.heading.as_str(), section.blocks.as_slice())) {
        Some(("In brief", [Block::List(points)])) => {
            points.iter().map(|point| point.iter().map(words).collect()).collect()
        }
        _ => Vec::new(),
    }
}

/// McDowell in Alexandria, Johnston in Manassas.
fn position() -> Position<CivilWar> {
    let given = json!({"phasing": "union", "difference": 5,
        "union": {"at": {"5106": {"sp": 6, "leaders": ["mcdowell-3"]}}},
        "confederate": {"at": {"5006": {"sp": 5, "leaders": ["je_johnston-3"]}}}});
    CivilWar::shipped().case(&given).expect("a position")
}

/// The same events in a step that begins and ends in the same position.
fn brief_of(events: &Value) -> Vec<String> {
    brief(&position(), &position(), events)
}

fn opening() -> Value {
    json!({"event": "combat", "rule": "7.2", "side": "union", "hex": "5006", "from": "5106", "leader": "mcdowell-3",
        "attackers": 6, "attacker_size": "M", "defenders": 5, "defender_size": "M",
        "defending_leaders": ["je_johnston-3"], "attacker_demoralized": false, "defender_demoralized": false,
        "attacker_supplied": true, "defender_supplied": true, "chart": "K", "odds": "1-1", "shifts": [], "net": 0,
        "resolution": {"column": "K"}})
}

/// A result by which nobody loses a strength point.
fn bloodless(demoralized: [bool; 2]) -> Value {
    let cell = |side: &str, fire: &str| {
        json!({"side": side, "fire": fire, "column": "K", "size": "M", "face": 3, "added": 0, "total": 3, "result": "d",
            "source": "reconstructed: CW-1", "reconstructed": true})
    };
    json!({"event": "combat_result", "rule": "7.2.7", "hex": "5006", "column": "K",
        "attacker_reads": cell("union", "Def"), "defender_reads": cell("confederate", "Att"),
        "attacker": {"side": "union", "had": 6, "lost": 0, "left": 6, "demoralized": demoralized[0]},
        "defender": {"side": "confederate", "had": 5, "lost": 0, "left": 5, "demoralized": demoralized[1]}})
}

fn destroyed(side: &str, hex: &str, sp: u32) -> Value {
    json!({"event": "destroyed", "rule": "7.7.14", "side": side, "hex": hex, "sp": sp,
        "because": "nowhere_to_retreat"})
}

#[test]
fn a_force_destroyed_is_among_the_losses_of_its_combat() {
    let head = "Combat in Manassas (5006): the Union under McDowell attacks with 6 strength points against 5 under J.E. \
                Johnston";
    let cost = "Losses: Union 6 (force destroyed), Confederate 0; the Confederate force is demoralized.";
    let repulse = format!("{head} and is thrown back. {cost}");
    let both = bloodless([true, true]);
    assert_eq!(
        brief_of(&json!([opening(), both, destroyed("union", "5006", 6)])),
        [format!("{repulse} A Union force of 6 strength points is destroyed in Manassas (5006).")]
    );
    // Destroyed on its retreat, when the combat has been told already.
    let retreated = json!({"event": "retreated", "rule": "7.7.13", "side": "union", "from": "5006", "to": "5106"});
    assert_eq!(
        brief_of(&json!([opening(), both, retreated, destroyed("union", "5106", 6)])),
        [format!(
            "{repulse} The Union force retreats to Alexandria (5106). A Union force of 6 strength points is destroyed in \
             Alexandria (5106)."
        )]
    );
    let advanced =
        json!({"event": "advanced", "rule": "7.7.5", "side": "union", "hex": "5006", "from": "5106", "sp": 6});
    assert_eq!(
        brief_of(&json!([opening(), bloodless([false, true]), destroyed("confederate", "5006", 5), advanced])),
        [format!(
            "{head} and wins. Losses: Union 0, Confederate 5 (force destroyed). A Confederate force of 5 strength points \
             is destroyed in Manassas (5006)."
        )]
    );
}

#[test]
fn every_demoralization_is_in_the_summary() {
    let demoralized = |hex: &str, because: &str| json!({"event": "demoralized", "rule": "9.1.3", "side": "union", "hex": hex, "because": because});
    assert_eq!(
        brief_of(&json!([demoralized("5106", "out_of_supply")])),
        ["The Union force in Alexandria (5106) is demoralized (out of supply)."]
    );
    assert_eq!(
        brief_of(&json!([{"event": "spread", "rule": "7.7.2", "side": "union", "hex": "5106"}])),
        ["Demoralization spreads to all Union strength points in Alexandria (5106)."]
    );
    // A combat of which nothing else is told.
    assert_eq!(
        brief_of(&json!([opening(), bloodless([true, false])])),
        ["Combat in Manassas (5006): the Union under McDowell attacks with 6 strength points against 5 under J.E. \
             Johnston and fails. Neither side loses strength points; the Union force is demoralized."]
    );
}

#[test]
fn a_combat_that_waits_says_for_what_and_where() {
    let fought = |part: &str| {
        let fight = json!({"column": "K", "attackers": 6, "defenders": 5, "defender_demoralized": false,
            "defender_supplied": true, "defending_leaders": ["je_johnston-3"], "attack_die": 3, "defence_die": 4,
            "part": part});
        let mut position = position();
        let group = *position.game.groups.iter().find(|(_, group)| group.sp == 6).expect("the Union").0;
        let combat = json!({"force": {"side": "union", "leader": "mcdowell-3", "groups": [group]}, "hex": "5006",
            "from": "5106", "supplied": true, "stage": {"fight": fight}});
        position.stack.push(Procedure::Combat(from_value(combat).expect("a combat")));
        position
    };
    let hex = |hex: &str| -> Hex { hex.parse().expect("a hex") };
    let ask = |part: &str, question: Question| {
        let before = fought(part);
        let mut after = before.clone();
        let (id, rule) = ("choice-1".to_owned(), "7.7.5".to_owned());
        after.pending = Some(Pending::Answer { side: Side::Union.id(), id, rule, question });
        let said = brief(&before, &after, &json!([]));
        assert_eq!(said.len(), 1, "{said:?}");
        said[0].clone()
    };
    let fight = "Combat in Manassas (5006), continued: the Union under McDowell attacks with 6 strength points against 5 \
                 under J.E. Johnston";
    let head = "It waits for a decision: ";
    let reroll = Question::Reroll { side: Side::Union, hex: hex("5006"), own: 3, enemy: 4, left: 1 };
    assert_eq!(ask("choose", reroll), format!("{fight}. {head}the Union may reroll a die."));
    let options = vec![hex("5106"), hex("5107")];
    let said = ask("retreat", Question::Retreat { side: Side::Union, from: hex("5006"), options });
    let where_to = "the Union force in Manassas (5006) must retreat to Alexandria (5106) or Aquia (5107).";
    assert!(said.ends_with(&format!(" {head}{where_to}")), "{said}");
    // The dice are settled: what they cost is told with it.
    assert!(said.contains("demoralized. It waits"), "{said}");
}
