//! `show track`: the day, the impulse, the Advantage, weather, points, the train, and what wins as things stand.

use crate::board::Area;
use crate::report::{Block, Section, Span, Text};

use super::super::{report, vocabulary};
use super::page_parts::table;
use crate::SevenDays;
use crate::pack::Side;
use crate::position::ledger::{Game, LeaderPlace, Phase, Train};
use crate::victory as rules_of_victory;

/// The pages of the tracks.
pub fn page(rules: &SevenDays, game: &Game) -> Vec<Section> {
    vec![
        Section { heading: "Both sides".to_owned(), blocks: vec![report::ledger(rules, game)] },
        Section { heading: "On the tracks".to_owned(), blocks: vec![Block::List(points(rules, game))] },
        turns(rules, game),
        Section { heading: "Victory conditions".to_owned(), blocks: vec![Block::List(victory(rules, game))] },
    ]
}

fn cited(words: impl Into<String>, rule: &str) -> Text {
    vec![Span::plain(words), Span::plain(" "), Span::rule(rule)]
}

fn points(rules: &SevenDays, game: &Game) -> Vec<Text> {
    let charts = &rules.pack.charts;
    let mut points = Vec::new();
    if game.phase == Phase::Daylight {
        let last = charts.last_impulse;
        let (which, rule) = match game.options.weather {
            true => ("lower than the impulse number; if it is equal, the weather changes", "15.1.3"),
            false => ("not higher than the impulse number", "6.3.1"),
        };
        points.push(cited(
            format!("Impulse {} of {last}: the day ends if the Sunset roll is {which}.", game.impulse),
            rule,
        ));
    }
    points.extend(report::standing(rules, game).into_iter().map(|words| vec![Span::plain(words)]));
    if game.weather_turns {
        points.push(cited("The weather changes in the next Union impulse.", "15.1.3"));
    }
    if game.lee_commanded {
        points.push(cited("Lee Commands has been used this turn.", "8.1.4"));
    }
    for side in Side::BOTH {
        let income = vocabulary::plural(rules.income(game, side), "Replacement Point");
        let most = charts.entrenchments.get(&side).copied().unwrap_or(0);
        let left = usize::from(most).saturating_sub(rules.works_in_play(game, side));
        let words = format!(
            "{} receives {income} tonight, and can still place {left} of its {most} entrenchments.",
            vocabulary::side_cap(side)
        );
        points.push(cited(words, "13.3"));
        if game.army_moved.contains(&side) {
            points
                .push(cited(format!("{} has moved its Army Leader this turn.", vocabulary::side_cap(side)), "9.1.2a"));
        }
    }
    if game.options.bridges {
        for (id, state) in &game.bridges {
            let bridge = vocabulary::capital(&vocabulary::bridge_between(&rules.pack, id));
            points.push(cited(format!("{bridge} is {}.", vocabulary::bridge_state(*state)), "15.4"));
        }
    }
    if let Some(bridge) = &game.engineers {
        points.push(cited(format!("The Engineers are at {}.", vocabulary::bridge(&rules.pack, bridge)), "15.4.4"));
    }
    if let Some(area) = game.siege_guns {
        points.push(cited(format!("The Siege Guns are in {}.", vocabulary::place(&rules.pack, area)), "16.2"));
    }
    points
}

fn turns(rules: &SevenDays, game: &Game) -> Section {
    let first = rules.scenario(game).map_or(1, |scenario| scenario.first_turn.min(game.turn));
    let row = |turn: &crate::pack::TurnBox| {
        let mut due = Vec::new();
        if game.train == Train::Arrives(turn.turn) {
            due.push("the Supply Train".to_owned());
        }
        for (id, state) in &game.leaders {
            let name = || vocabulary::leader(&rules.pack, id);
            match state.place {
                LeaderPlace::Wounded(back) if back == turn.turn => due.push(format!("{}, at night", name())),
                LeaderPlace::Killed(back) if back == turn.turn => due.push(format!("{}'s successor", name())),
                _ => {}
            }
        }
        let now = if turn.turn == game.turn { " (now)" } else { "" };
        vec![turn.turn.to_string(), format!("{}{now}", turn.date), due.join("; ")]
    };
    let turns = rules.pack.charts.turns.iter().filter(|turn| turn.turn >= first);
    table("The turn track", &["Turn", "Day", "Due"], turns.map(row).collect())
}

/// What wins, and how far each side is from it (14).
pub fn victory(rules: &SevenDays, game: &Game) -> Vec<Text> {
    let Some(scenario) = rules.scenario(game) else { return Vec::new() };
    let place = |area: Area| vocabulary::place(&rules.pack, area);
    let held = |area: Area| format!("{} is {}", place(area), game.control(area).title());
    let (train, landing) = (scenario.train, scenario.train_to);
    let mut points = Vec::new();
    let fresh = game.has_fresh(&rules.pack, scenario.richmond, Side::Union);
    let there = if fresh { "one is there now" } else { "none is there now" };
    let words = format!(
        "The Union wins at the end of a Daylight Phase with a Fresh unit in {} that has a path to the Supply Train; {there}.",
        place(scenario.richmond)
    );
    points.push(cited(words, "14.1"));
    let words = format!(
        "The Confederacy wins at the end of a Daylight Phase if it controls both landings, or the one with the Supply Train, \
         with a path to Richmond: {}, {}; the Supply Train is {}.",
        held(train),
        held(landing),
        vocabulary::train(&rules.pack, game.train)
    );
    points.push(cited(words, "14.2"));
    let last = vocabulary::day(&rules.pack, scenario.last_turn);
    let words = match rules.train_has_moved(game) {
        true => format!(
            "On {last}, because the Supply Train has moved, the Confederacy also wins if it controls {} and one of the landings: {}, {}, {}.",
            place(scenario.malvern_hill),
            held(scenario.malvern_hill),
            held(train),
            held(landing)
        ),
        false => format!(
            "On {last}, if the Supply Train has not moved, the Confederacy also wins if it controls {} and {}: {}, {}.",
            place(scenario.providence_church),
            place(landing),
            held(scenario.providence_church),
            held(landing)
        ),
    };
    points.push(cited(words, "14.3"));
    let now = match rules_of_victory::automatic(rules, game) {
        Some((side, how)) => {
            format!("If the day ended now, {} would win: {}.", vocabulary::side(side), vocabulary::victory(how, side))
        }
        None if game.turn >= scenario.last_turn => {
            let (side, _) = rules_of_victory::on_last_day(rules, game);
            format!("If the day ended now, {} would win.", vocabulary::side(side))
        }
        None => "If the day ended now, neither side would win yet.".to_owned(),
    };
    points.push(cited(now, "14"));
    points
}
