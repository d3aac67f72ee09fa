//! Whole matches of the Civil War played at random on a table, with every invariant after every step.
#![allow(dead_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use adjutant::document::{Bytes32, Id};
use adjutant::engine::table::{Game, Rules};
use adjutant::engine::{Act, Dice, RandomPlayer, Table, Want};
use adjutant::rulesets::civil_war::CivilWar;
use adjutant::trust::dice::Dice as Stream;
use serde_json::{Map, Value, json};

/// Dice of one fixed key: the rolls of a whole match, numbered through.
pub struct Fixed {
    stream: Stream,
    pub n: u64,
    pub purposes: BTreeSet<String>,
}

impl Fixed {
    pub fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Fixed { stream: Stream { key: Bytes32(key) }, n: 0, purposes: BTreeSet::new() }
    }
}

impl Dice for Fixed {
    fn roll(&mut self, purpose: &str, _rule: &str, count: usize, sides: u64) -> Option<Vec<u64>> {
        let word = purpose.split(' ').next().unwrap_or_default();
        self.purposes.insert(word.to_owned());
        self.n += 1;
        self.stream.roll(self.n - 1, count, sides).ok()
    }
}

/// How often what was met with in play, by name.
#[derive(Default)]
pub struct Met {
    pub orders: BTreeMap<String, u32>,
    pub questions: BTreeMap<String, u32>,
    pub answers: BTreeMap<String, u32>,
    pub events: BTreeMap<String, u32>,
    /// Rules and rulings by which something happened.
    pub rules: BTreeMap<String, u32>,
    /// Procedures that stood open when somebody was asked.
    pub frames: BTreeMap<String, u32>,
    pub purposes: BTreeSet<String>,
    pub outcomes: BTreeMap<String, u32>,
    /// Union points less Confederate points, match by match.
    pub differences: Vec<i64>,
    pub steps: u32,
    /// Halves of pulses that began.
    pub halves: u32,
    pub longest: u32,
}

/// The only key of a mapping, as orders, questions and answers have it.
pub fn key(value: &Value) -> String {
    match value {
        Value::Object(fields) => fields.keys().next().cloned().unwrap_or_default(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

impl Met {
    pub fn note(&mut self, events: &[Value]) {
        for event in events {
            let name = event["event"].as_str().expect("an event's name").to_owned();
            self.halves += u32::from(name == "half");
            *self.events.entry(name).or_default() += 1;
            if let Some(rule) = event["rule"].as_str() {
                *self.rules.entry(rule.to_owned()).or_default() += 1;
            }
        }
    }

    /// Everything that was met with, each with how often.
    pub fn histogram(&self) -> String {
        let mut text = format!(
            "{} half-pulses in {} steps (the longest match {}), none stuck; outcomes {:?}\n",
            self.halves, self.steps, self.longest, self.outcomes
        );
        let mut differences = self.differences.clone();
        differences.sort_unstable();
        text.push_str(&format!("\nUnion less Confederate points: {differences:?}\n"));
        let parts = [
            ("orders", &self.orders),
            ("questions", &self.questions),
            ("answers", &self.answers),
            ("frames", &self.frames),
            ("events", &self.events),
            ("rules", &self.rules),
        ];
        for (title, counts) in parts {
            text.push_str(&format!("\n{title}:\n"));
            for (name, count) in counts {
                text.push_str(&format!("  {count:>8}  {name}\n"));
            }
        }
        text.push_str(&format!("\nrolls: {}\n", self.purposes.iter().cloned().collect::<Vec<_>>().join(", ")));
        text
    }
}

/// So many times as many matches are played as otherwise: `ADJUTANT_TIMES`.
pub fn times() -> u64 {
    std::env::var("ADJUTANT_TIMES").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

pub fn game() -> Rules<CivilWar> {
    Rules(CivilWar::shipped())
}

/// Where a match begins.
pub enum Start<'a> {
    Scenario(&'a str),
    /// A position in the notation of cases, at the start of its turn.
    Case(&'a Value),
}

impl Start<'_> {
    fn table(&self, game: &dyn Game) -> Box<dyn Table> {
        match self {
            Start::Scenario(id) => game.setup(&id.parse().expect("an id"), &Map::new()).expect("the scenario"),
            Start::Case(given) => game.case(given).expect("a position"),
        }
    }
}

/// Plays one match of a scenario to its end; `each` sees the table before every act. `eager`: one order at a time, an
/// attack rather than not, and less burnt or torn down where something else is legal.
pub fn play(
    game: &dyn Game,
    scenario: &str,
    how: (u64, bool),
    met: &mut Met,
    each: impl FnMut(&dyn Table),
) -> Box<dyn Table> {
    play_from(game, &Start::Scenario(scenario), how, met, each)
}

/// [`play`] from anywhere.
pub fn play_from(
    game: &dyn Game,
    start: &Start<'_>,
    how: (u64, bool),
    met: &mut Met,
    each: impl FnMut(&dyn Table),
) -> Box<dyn Table> {
    let table = play_until(game, start, how, met, each, |step| {
        assert!(step < 5_000, "match {} does not end", how.0);
        false
    });
    let outcome = table.outcome().expect("an outcome");
    *met.outcomes.entry(format!("{} {}", outcome["winner"], outcome["level"])).or_default() += 1;
    let points = |side: &str| outcome["points"][side].as_i64().unwrap_or(0);
    met.differences.push(points("union") - points("confederate"));
    table
}

/// [`play_from`], to the end of the match or until `enough` says so of a step's number.
pub fn play_until(
    game: &dyn Game,
    start: &Start<'_>,
    (seed, eager): (u64, bool),
    met: &mut Met,
    mut each: impl FnMut(&dyn Table),
    enough: impl Fn(u32) -> bool,
) -> Box<dyn Table> {
    let mut table = start.table(game);
    let mut dice = Fixed::new(seed);
    let mut player = RandomPlayer::new(seed);
    let begun = table.adjudicate(&[], &mut dice).expect("the start");
    met.note(&begun);
    for step in 0.. {
        let broken = table.invariants();
        assert!(broken.is_empty(), "match {seed}, step {step}: {broken:?}\n{}", table.position());
        if table.outcome().is_some() || enough(step) {
            met.steps += step;
            met.longest = met.longest.max(step);
            break;
        }
        each(table.as_ref());
        for frame in table.procedures() {
            *met.frames.entry(frame).or_default() += 1;
        }
        let awaiting = table.awaiting();
        let awaited = awaiting.first().unwrap_or_else(|| panic!("match {seed}: nobody is asked and nobody has won"));
        if let Want::Answer { question, .. } = &awaited.want {
            *met.questions.entry(key(question)).or_default() += 1;
            if question["react"]["together"] == true {
                *met.questions.entry("react: together".to_owned()).or_default() += 1;
            }
        }
        let mut plan = player.plan(table.as_ref(), &awaited.side).expect("something is asked");
        if eager && !plan.act.orders.is_empty() {
            plan.act.orders = eagerly(&mut player, table.as_ref(), &awaited.side);
        }
        for order in &plan.act.orders {
            *met.orders.entry(key(order)).or_default() += 1;
            for what in ["army", "army_group"].into_iter().filter(|what| moves_whole(order, what)) {
                *met.orders.entry(format!("move: {what}")).or_default() += 1;
            }
        }
        for answer in &plan.act.answers {
            *met.answers.entry(answered(answer)).or_default() += 1;
        }
        let before = table.notation();
        let acts = [(awaited.side.clone(), plan.act)];
        match table.adjudicate(&acts, &mut dice) {
            Ok(events) => met.note(&events),
            Err(problems) => {
                panic!("match {seed}, step {step}: {acts:?} is refused: {problems:?}\nfrom {before}")
            }
        }
    }
    met.purposes.extend(dice.purposes);
    table
}

/// One of the legal orders, by mood: an attack, if there is one; what costs something; anything; and as often as each of
/// these, where it is legal, an exchange between armies, the march of an army, and that of an army group.
fn eagerly(player: &mut RandomPlayer, table: &dyn Table, side: &Id) -> Vec<Value> {
    let legal = table.legal(side).orders;
    let position = table.position();
    let groups = position["game"]["groups"].as_object().into_iter().flatten();
    let enemies: BTreeSet<&str> = groups
        .filter(|(_, group)| group["side"].as_str() != Some(side.as_str()))
        .filter_map(|(_, group)| group["hex"].as_str())
        .collect();
    let attack = |order: &Value| {
        let path = order["move"]["path"].as_array();
        path.and_then(|path| path.last()?.as_str()).is_some_and(|hex| enemies.contains(hex))
    };
    // What is free could go on for ever.
    let free = |order: &Value| matches!(key(order).as_str(), "spend" | "destroy" | "transfer");
    let those = |wanted: &dyn Fn(&Value) -> bool| -> Vec<Value> {
        legal.iter().filter(|order| wanted(order)).cloned().collect()
    };
    let (attacks, others) = (those(&attack), those(&|order| !free(order)));
    let mut moods = vec![
        ("fight", if attacks.is_empty() { others.clone() } else { attacks }),
        ("wait", others),
        ("burn", legal.clone()),
    ];
    let rare = [
        ("regroup", those(&|order| key(order) == "transfer")),
        ("army", those(&|order| moves_whole(order, "army"))),
        ("army_group", those(&|order| moves_whole(order, "army_group"))),
    ];
    moods.extend(rare.into_iter().filter(|(_, orders)| !orders.is_empty()));
    let names: Vec<Value> = moods.iter().map(|(mood, _)| json!({*mood: true})).collect();
    let mood = player.pick(&names).map(|mood| key(&mood));
    let among = moods.iter().find(|(name, _)| mood.as_deref() == Some(name)).map_or(&legal, |(_, orders)| orders);
    player.pick(among).or_else(|| player.pick(&legal)).into_iter().collect()
}

/// Whether it is an `army` or an `army_group` that an order moves.
fn moves_whole(order: &Value, what: &str) -> bool {
    order["move"].get(what).is_some()
}

/// An answer's kind, and what it says where that is a word.
fn answered(answer: &Value) -> String {
    let told = answer.get("answer").unwrap_or(answer);
    match told.as_object().and_then(|fields| fields.iter().find(|(name, _)| *name != "id" && *name != "question")) {
        Some((kind, value)) => match value {
            Value::String(word) if !word.starts_with(|c: char| c.is_ascii_digit()) => format!("{kind}: {word}"),
            Value::Object(fields) => format!("{kind}: {}", fields.keys().next().cloned().unwrap_or_default()),
            _ => kind.clone(),
        },
        None => key(told),
    }
}

/// Every order that is offered at each so-many-th step of some matches passes `check`; how many those were.
pub fn offers_pass(scenario: &str, seeds: Range<u64>, stride: u32) -> u32 {
    let game = game();
    let mut tried = 0;
    for seed in seeds {
        let mut step = 0;
        play(&game, scenario, (seed, seed % 2 == 1), &mut Met::default(), |table| {
            step += 1;
            if step % stride != 0 {
                return;
            }
            for awaited in table.awaiting() {
                for order in table.legal(&awaited.side).orders {
                    let act = Act { orders: vec![order.clone()], ..Act::default() };
                    let checked = table.check(&awaited.side, &act);
                    assert!(
                        checked.is_ok(),
                        "match {seed}: {order} is offered and refused: {checked:?}\nfrom {}",
                        table.notation()
                    );
                    tried += 1;
                }
            }
        });
    }
    tried
}

/// The same match comes to the same end when its position is written and read at every step.
pub fn twice_alike(scenario: &str, seed: u64) {
    let game = game();
    let straight = play(&game, scenario, (seed, false), &mut Met::default(), |_| {});
    let mut table = game.setup(&scenario.parse().expect("an id"), &Map::new()).expect("the scenario");
    let mut dice = Fixed::new(seed);
    let mut player = RandomPlayer::new(seed);
    table.adjudicate(&[], &mut dice).expect("the start");
    while table.outcome().is_none() {
        table = game.load(&table.position()).expect("a position that reads");
        let awaited = table.awaiting().remove(0);
        let plan = player.plan(table.as_ref(), &awaited.side).expect("something is asked");
        table.adjudicate(&[(awaited.side, plan.act)], &mut dice).expect("a legal act");
    }
    assert_eq!(straight.position(), table.position());
}

/// Orders that were carried out one after the other, each in a turn of its own, are carried out in one turn by the same
/// dice: `check` may not refuse that turn. How many such turns there were, how long the longest, and how many with dice.
pub fn turns_pass(scenario: &str, seeds: Range<u64>) -> (u32, usize, u32) {
    let game = game();
    let (mut turns, mut longest, mut diced) = (0, 0, 0);
    for seed in seeds {
        let mut step = 0;
        play(&game, scenario, (seed, seed % 2 == 1), &mut Met::default(), |table| {
            step += 1;
            let awaited = table.awaiting().remove(0);
            if step % 3 != 0 || !matches!(awaited.want, Want::Orders(_)) {
                return;
            }
            let mut dice = Fixed::new(seed * 1_000 + step);
            let mut player = RandomPlayer::new(seed * 1_000 + step);
            let mut then = table.boxed_clone();
            let mut orders = Vec::new();
            while orders.len() < 6 {
                let Some(now) = then.awaiting().into_iter().next() else { break };
                match now.want {
                    Want::Orders(_)
                        if now.side == awaited.side
                            && then.position()["game"]["pulse"]["number"]
                                == table.position()["game"]["pulse"]["number"] =>
                    {
                        let legal = then.legal(&now.side).orders;
                        let Some(mut order) = player.pick(&legal) else { break };
                        if orders.len() % 3 == 2 {
                            let hexes = ["5206", "5006", "5106", "4905", "5109"];
                            let at = hexes[(seed + step) as usize % hexes.len()];
                            let condition = json!({"own_sp": {"at": at, "at_least": step % 4}});
                            if let Some(details) =
                                order.as_object_mut().and_then(|order| order.values_mut().next()?.as_object_mut())
                            {
                                details.insert("if".to_owned(), condition);
                            }
                        }
                        let act = Act { orders: vec![order.clone()], ..Act::default() };
                        then.adjudicate(&[(now.side, act)], &mut dice).expect("an order that is offered");
                        orders.push(order);
                    }
                    Want::Answer { .. } => {
                        let plan = player.plan(then.as_ref(), &now.side).expect("an answer");
                        then.adjudicate(&[(now.side, plan.act)], &mut dice).expect("a legal answer");
                    }
                    _ => break,
                }
            }
            turns += 1;
            longest = longest.max(orders.len());
            let act = Act { orders: orders.clone(), ..Act::default() };
            diced += u32::from(dice.n > 0);
            if let Err(problems) = table.check(&awaited.side, &act) {
                let told: Vec<String> =
                    problems.iter().map(|p| format!("{}: {p}", p.path.as_deref().unwrap_or(""))).collect();
                panic!(
                    "match {seed}, step {step}: {}\nrefused: {}\nfrom {}",
                    json!(orders),
                    told.join("\n"),
                    table.notation()
                );
            }
        });
    }
    (turns, longest, diced)
}
