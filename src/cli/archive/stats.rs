//! `archive stats`: statistics over many matches.

use std::collections::BTreeMap;

use archive::fairness::{decimal, tenths};
use archive::index::Row;
use archive::stats::{self, DiceStatistics, Extreme, Group, Pair, Score};
use serde_json::{Value, json};

use super::archive_folder::Archive;
use super::filter_args::FilterArgs;
use super::match_count::count;
use super::open_index::open_for_query;
use crate::cli::out::{self, Printout};
use crate::cli::{CommandResult, Format};
use crate::report::{Block, Report, Section, Span, text};

/// Count matches: who wins how often, how long they last, who beat whom, and how the dice fell.
///
/// Pearson's chi-squared test, calculated in whole numbers, says whether the dice look fair. Its chances are corrected for
/// the number of lines that are tested.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Count by this [default: game and scenario].
    #[arg(long, value_enum)]
    by: Option<By>,
    #[command(flatten)]
    wanted: FilterArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum By {
    Game,
    Scenario,
    /// The sides of each scenario.
    Side,
    /// Each player, and who beat whom.
    Player,
    /// Each tournament.
    Event,
}

pub fn run(archive: &Archive, args: Args, format: Format) -> CommandResult {
    let index = open_for_query(archive)?;
    let filter = args.wanted.filter(archive, &index)?;
    let rows = index.matches(&filter, None).map_err(|fault| archive.fault(&fault))?.first;
    let titles: Titles = index.tournaments().map_err(|fault| archive.fault(&fault))?.into_iter().collect();
    let words = || {
        let mut words = Printout::default();
        words.page(text::write_for(&report(&rows, &titles, args.by), &out::page()));
        words
    };
    out::answer(format, words, || value(&rows, &titles))
}

/// The titles of tournaments, by their ids.
type Titles = BTreeMap<String, String>;

fn scenario(row: &Row) -> String {
    format!("{}: {}", row.game, row.scenario)
}

fn event(row: &Row) -> String {
    row.event.as_ref().map_or_else(|| "none".to_owned(), |event| event.tournament.clone())
}

/// A tournament in words: its title, if the archive has its announcement, and the beginning of its id.
fn event_title(titles: &Titles, event: &str) -> String {
    titles.get(event).map_or_else(|| event.to_owned(), |title| format!("{title} ({})", event.get(..8).unwrap_or(event)))
}

fn side_of(row: &Row, side: &str) -> String {
    format!("{}, {side}", scenario(row))
}

/// The name of the player of a side in a match.
fn player_of(row: &Row, side: &str) -> Vec<String> {
    row.seats.iter().filter(|seat| seat.side.as_deref() == Some(side)).map(|seat| seat.name.clone()).collect()
}

fn report(rows: &[Row], titles: &Titles, by: Option<By>) -> Report {
    let over = rows.iter().filter(|row| row.result.is_some()).count() as u64;
    let subtitle = format!("{} over, {} not over.", count(over), rows.len() as u64 - over);
    let mut report = Report { title: "The matches of this archive".to_owned(), subtitle, sections: Vec::new() };
    let mut say = |heading: &str, table: Block| {
        report.sections.push(Section { heading: heading.to_owned(), blocks: vec![table] });
    };
    if matches!(by, None | Some(By::Game)) {
        say("By game", groups(&stats::groups(rows, |row| row.game.clone())));
    }
    if matches!(by, None | Some(By::Scenario)) {
        say("By scenario", groups(&stats::groups(rows, scenario)));
    }
    if by == Some(By::Event) {
        say("By tournament", groups(&stats::groups(rows, |row| event_title(titles, &event(row)))));
    }
    if by == Some(By::Side) {
        say("By side", scores(&stats::scores(rows, |row, _, side| side_of(row, side)), "side", |name| name.to_owned()));
    }
    if by == Some(By::Player) {
        let keys = stats::keys(rows);
        let named = |name: &str| match keys.get(name) {
            Some(count) if *count > 1 => format!("{name} ({count} keys)"),
            _ => name.to_owned(),
        };
        say("By player", scores(&stats::scores(rows, |_, seat, _| seat.name.clone()), "player", named));
        say("Who beat whom", pairs(&stats::pairs(rows)));
    }
    let fell = dice_statistics(rows, titles, by);
    let tested = stats::tests(&fell);
    say("Dice", dice(&fell));
    if let (Some(section), 1..) = (report.sections.last_mut(), tested) {
        section.blocks.push(Block::Paragraph(vec![Span::plain(correction(tested))]));
    }
    let mut say = |heading: &str, table: Block| {
        report.sections.push(Section { heading: heading.to_owned(), blocks: vec![table] });
    };
    if let Some([high, low]) = stats::extremes(rows) {
        say(
            "Luck",
            Block::List(vec![
                vec![Span::plain(extreme("Highest mean", &high))],
                vec![Span::plain(extreme("Lowest mean", &low))],
            ]),
        );
    }
    report
}

fn dice_statistics(rows: &[Row], titles: &Titles, by: Option<By>) -> Vec<DiceStatistics> {
    match by {
        Some(By::Player) => stats::dice(rows, player_of),
        Some(By::Side) => stats::dice(rows, |row, side| vec![side_of(row, side)]),
        Some(By::Scenario) => stats::dice(rows, |row, _| vec![scenario(row)]),
        Some(By::Event) => stats::dice(rows, |row, _| vec![event_title(titles, &event(row))]),
        _ => stats::dice(rows, |row, side| vec![format!("{}, {side}", row.game)]),
    }
}

fn table(header: &[&str], rows: Vec<Vec<String>>) -> Block {
    Block::Table { header: header.iter().map(|&head| head.to_owned()).collect(), rows }
}

fn mean(steps: u64, over: u64) -> String {
    tenths(steps, over).unwrap_or_default()
}

fn groups(groups: &[Group]) -> Block {
    let line = |group: &Group| {
        let wins: Vec<String> = group.wins.iter().map(|(side, won)| format!("{side} {won}")).collect();
        let over = group.matches - group.open;
        let counts = [group.matches, group.draws, group.open].map(|count| count.to_string());
        let [matches, draws, open] = counts;
        vec![group.name.clone(), matches, wins.join(", "), draws, open, mean(group.steps, over)]
    };
    table(&["", "matches", "won", "drawn", "not over", "mean steps"], groups.iter().map(line).collect())
}

fn scores(scores: &BTreeMap<String, Score>, what: &str, named: impl Fn(&str) -> String) -> Block {
    let line = |(name, score): (&String, &Score)| {
        let counts = [score.played, score.won, score.lost, score.drawn, score.open].map(|count| count.to_string());
        let over = score.played - score.open;
        std::iter::once(named(name)).chain(counts).chain([mean(score.steps, over)]).collect()
    };
    table(&[what, "played", "won", "lost", "drawn", "not over", "mean steps"], scores.iter().map(line).collect())
}

fn pairs(pairs: &[Pair]) -> Block {
    let line = |pair: &Pair| {
        let [one, other] = pair.players.clone();
        let counts = [pair.won[0], pair.won[1], pair.drawn, pair.open].map(|count| count.to_string());
        [one, other].into_iter().chain(counts).collect()
    };
    table(&["", "", "first won", "second won", "drawn", "not over"], pairs.iter().map(line).collect())
}

/// A table of dice results.
pub fn dice(fell: &[DiceStatistics]) -> Block {
    let line = |one: &DiceStatistics| {
        let whose = one.whose.clone().unwrap_or_else(|| "all".to_owned());
        let number = |value: Option<u64>| value.map(decimal).unwrap_or_default();
        let total: u64 = one.faces.iter().sum();
        let die = format!("d{}", one.sides);
        vec![die, whose, total.to_string(), number(one.mean), number(one.statistic), one.verdict.words().to_owned()]
    };
    table(&["", "whose", "dice", "mean", "chi-squared", ""], fell.iter().map(line).collect())
}

/// What the chances in a table of dice mean.
fn correction(tested: u64) -> String {
    match tested {
        1 => "The chance is that of this one test.".to_owned(),
        count => format!(
            "The chances are corrected for {count} tests: they are those that with fair dice any line at all is like this (Bonferroni)."
        ),
    }
}

/// The luckiest or unluckiest side, in a sentence.
pub fn extreme(what: &str, one: &Extreme) -> String {
    let Extreme { title, name, side, dice, mean, .. } = one;
    format!("{what}: {name} ({side}) in '{title}': {} on {dice} dice.", decimal(*mean))
}

fn value(rows: &[Row], titles: &Titles) -> Value {
    let group = |one: &Group| {
        json!({"name": one.name, "matches": one.matches, "won": one.wins, "drawn": one.draws, "open": one.open,
               "mean_steps": tenths(one.steps, one.matches - one.open)})
    };
    let score = |(name, one): (&String, &Score)| {
        json!({"name": name, "played": one.played, "won": one.won, "lost": one.lost, "drawn": one.drawn, "open": one.open,
               "mean_steps": tenths(one.steps, one.played - one.open)})
    };
    let pair = |one: &Pair| json!({"players": one.players, "won": one.won, "drawn": one.drawn, "open": one.open});
    let die = |one: &DiceStatistics| {
        json!({"whose": one.whose, "sides": one.sides, "faces": one.faces, "mean": one.mean.map(decimal),
               "chi_squared": one.statistic.map(decimal), "verdict": one.verdict.as_str()})
    };
    let extreme = |one: &Extreme| {
        json!({"match": one.id, "title": one.title, "player": one.name, "side": one.side, "dice": one.dice, "sum": one.sum,
               "mean": decimal(one.mean)})
    };
    let groups = |by: &dyn Fn(&Row) -> String| stats::groups(rows, by).iter().map(group).collect::<Vec<_>>();
    let events: Vec<Value> = stats::groups(rows, event)
        .iter()
        .map(|one| {
            let mut value = group(one);
            value["title"] = json!(titles.get(&one.name));
            value
        })
        .collect();
    let fell = stats::dice(rows, player_of);
    let keys = stats::keys(rows);
    let players: Vec<Value> = stats::scores(rows, |_, seat, _| seat.name.clone())
        .iter()
        .map(|(name, one)| {
            let mut value = score((name, one));
            value["keys"] = json!(keys.get(name));
            value
        })
        .collect();
    json!({
        "matches": rows.len(),
        "games": groups(&|row| row.game.clone()),
        "scenarios": groups(&scenario),
        "events": events,
        "sides": stats::scores(rows, |row, _, side| side_of(row, side)).iter().map(score).collect::<Vec<_>>(),
        "players": players,
        "pairs": stats::pairs(rows).iter().map(pair).collect::<Vec<_>>(),
        "dice": fell.iter().map(die).collect::<Vec<_>>(),
        "dice_tests": stats::tests(&fell),
        "luck": stats::extremes(rows).map(|both| both.each_ref().map(extreme)),
    })
}
