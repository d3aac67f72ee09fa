//! `show track`: the turn, what each side has left, who is due, and the victory conditions.

use crate::report::{Block, Section, Span, Text};

use super::super::{naval_text, optional_rules, statistics, vocabulary};
use super::hexes;
use crate::CivilWar;
use crate::document::Id;
use crate::pack::{Level, Line, Scenario, Side, SupplyLoss, Theater};
use crate::position::ledger::{Game, Hulls, Piece, Place, Totals, Track, side_of};
use crate::{far_west, homefront, movement::territory, victory};

/// Command points, reinforcements and victory points of both sides.
pub fn ledger_table(rules: &CivilWar, game: &Game) -> Block {
    let mut rows = Vec::new();
    let both = |label: String, of: &dyn Fn(Side) -> u32| (label, Side::BOTH.map(|side| i64::from(of(side))));
    for track in Track::in_play(true) {
        let of = |side: Side| game.side(side).commands.get(&track).copied().unwrap_or(0);
        if Side::BOTH.into_iter().any(|side| of(side) > 0) {
            rows.push(both(format!("Command points, {}", vocabulary::track(track)), &of));
        }
    }
    if rows.is_empty() {
        rows.push(both("Command points".to_owned(), &|side| game.commands_left(side)));
    }
    for track in Track::in_play(true) {
        let of = |side: Side| game.side(side).reinforcements.get(&track).copied().unwrap_or(0);
        if Side::BOTH.into_iter().any(|side| of(side) > 0) {
            rows.push(both(format!("Reinforcements, {}", vocabulary::track(track)), &of));
        }
    }
    rows.push(both("Leaders in the pool".to_owned(), &|side| game.pool(&rules.pack, side).len() as u32));
    rows.push(both("Strength points on the map".to_owned(), &|side| statistics::strength(game, side)));
    let mut some = |label: &str, of: &dyn Fn(Side) -> u32| {
        if Side::BOTH.into_iter().any(|side| of(side) > 0) {
            rows.push(both(label.to_owned(), of));
        }
    };
    some("Naval strength points afloat", &|side| statistics::afloat(game, side));
    some("Naval strength points waiting", &|side| {
        let navy = &game.side(side).navy;
        let bought = |due: &u8| side == Side::Confederate && *due <= game.turn;
        let waiting = navy.due.iter().filter(|(due, _)| bought(due)).map(|(_, hulls)| hulls.points());
        navy.pool.points() + waiting.sum::<u32>()
    });
    let net = |side: Side, of: fn(Totals) -> u32| match (side, &game.net) {
        (Side::Confederate, Some(net)) => of(net.main) + net.trans_mississippi.map_or(0, of),
        _ => 0,
    };
    some("Supply, production", &|side| net(side, |totals| totals.production));
    some("Supply, imports", &|side| net(side, |totals| totals.imports));
    let signed = |label: &str, of: &dyn Fn(Side) -> i64| (label.to_owned(), Side::BOTH.map(of));
    rows.push(signed("Strength points lost", &|side| game.side(side).lost));
    if victory::is_running(rules, game) {
        rows.push(signed("Victory points awarded", &|side| game.side(side).vp));
        rows.push(signed("Victory points for territory", &|side| victory::captured_city_points(rules, game, side)));
        let score = victory::Score::of(rules, game);
        rows.push(signed("Victory points", &|side| score.side(side)));
    } else {
        rows.push(signed("Victory points so far", &|side| game.side(side).vp));
    }
    Block::Ledger { sides: Side::BOTH.map(|side| side.title().to_owned()), rows }
}

/// The pages of the tracks.
pub fn tracks(rules: &CivilWar, game: &Game) -> Vec<Section> {
    let scenario = rules.pack.scenarios.get(&game.scenario);
    let mut sections = vec![Section { heading: "Both sides".to_owned(), blocks: vec![ledger_table(rules, game)] }];
    let mut points = Vec::new();
    let ends = u8::try_from(game.table_uses).ok().and_then(|at| rules.pack.charts.table_use.get(&at));
    let mut table = format!("The Command Points Table has {} this turn", times(game.table_uses));
    if let Some(row) = ends {
        let totals = vocabulary::list(row.ends_on.iter().map(u8::to_string), "or");
        match row.ends_on.is_empty() {
            true => table.push_str("; a tied initiative roll brings new command points"),
            false => table.push_str(&format!("; a tied initiative roll of {totals} ends the Action Phase")),
        }
    }
    points.push(vec![Span::plain(format!("{table}. ")), Span::rule("4.2")]);
    if game.table_total > 0 {
        let so_far = times(game.table_total + game.table_uses);
        points.push(vec![Span::plain(format!("It has {so_far} in the match so far."))]);
    }
    if let Some(pulse) = &game.pulse {
        let words = format!(
            "In pulse {} {} won the initiative by {}; in the {} half-pulse {} {} left. ",
            pulse.number,
            vocabulary::side(pulse.winner),
            pulse.difference,
            pulse.phasing.title(),
            vocabulary::plural(pulse.left, "initiative point"),
            if pulse.left == 1 { "is" } else { "are" }
        );
        points.insert(0, vec![Span::plain(words), Span::rule("4.2")]);
    }
    for side in Side::BOTH {
        if let Some(priorities) = &game.side(side).priorities {
            let text = format!(
                "{} Resource Allocation: {}. ",
                vocabulary::possessive(side),
                vocabulary::priorities(priorities)
            );
            points.push(vec![Span::plain(text), Span::rule("4.1")]);
        }
        if !game.side(side).burnt.is_empty() {
            let text = format!(
                "{} has spent {} on the fighting in the theaters off the map this turn. ",
                vocabulary::side_cap(side),
                vocabulary::commands(&game.side(side).burnt)
            );
            points.push(vec![Span::plain(text), Span::rule("CW-5")]);
        }
        let pool = game.pool(&rules.pack, side);
        if !pool.is_empty() {
            let text = format!("In the {} leader pool: {}. ", side.title(), vocabulary::leaders(&rules.pack, &pool));
            points.push(vec![Span::plain(text), Span::rule("10.3")]);
        }
        let removed = pieces_at(rules, game, side, |place| *place == Place::Removed);
        if !removed.is_empty() {
            let text = format!(
                "In the {} Removed Leaders Box: {}. ",
                side.title(),
                vocabulary::leaders(&rules.pack, &removed)
            );
            points.push(vec![Span::plain(text), Span::rule("5.3.3b")]);
        }
        let down = pieces_at(rules, game, side, |place| matches!(place, Place::Map { down: true, .. }));
        if !down.is_empty() {
            let text = format!("Face-down on the map, not yet revealed: {}. ", vocabulary::leaders(&rules.pack, &down));
            points.push(vec![Span::plain(text), Span::rule("5.5")]);
        }
        for (turn, bound) in &game.side(side).bound {
            let what = vocabulary::bound(*bound);
            let text = format!("In its Resource Allocation for turn {turn}, {} must {what}. ", vocabulary::side(side));
            points.push(vec![Span::plain(text), Span::rule("4.1")]);
        }
        points.extend(navy(rules, game, side));
        let capacity = rules.pack.charts.rail_capacity(side, game.turn);
        let text = format!(
            "{} has moved {} of {capacity} strength points by rail this turn. ",
            vocabulary::side_cap(side),
            game.side(side).rail_used
        );
        points.push(vec![Span::plain(text), Span::rule("6.6")]);
    }
    points.extend(home(rules, game));
    points.extend(tribes(game));
    points.extend(optional_rules::line(game));
    for side in Side::BOTH {
        let captives = pieces_at(rules, game, side, |place| matches!(place, Place::Captive(_)));
        if !captives.is_empty() {
            let text = format!("{} prisoners: {}. ", side.title(), vocabulary::leaders(&rules.pack, &captives));
            points.push(vec![Span::plain(text), Span::rule("22.1")]);
        }
    }
    sections.push(Section { heading: "On the tracks".to_owned(), blocks: vec![Block::List(points)] });

    let mut rows = Vec::new();
    if let Some(scenario) = scenario {
        for turn in scenario.first_turn..=scenario.last_turn {
            let mut due = Vec::new();
            for side in Side::BOTH {
                let waiting = pieces_at(rules, game, side, |place| *place == Place::Track(turn));
                if !waiting.is_empty() {
                    due.push(format!("{}: {}", side.title(), vocabulary::leaders(&rules.pack, &waiting)));
                }
            }
            due.extend(arrivals(rules, game, turn));
            let now = if turn == game.turn { " (now)" } else { "" };
            let period = scenario.period(turn).unwrap_or_default();
            rows.push(vec![turn.to_string(), format!("{period}{now}"), due.join("; ")]);
        }
    }
    let due = if game.options.far_west { "Leaders due back, and arrivals in the Far West" } else { "Leaders due back" };
    let header = ["Turn", "Period", due].map(str::to_owned).to_vec();
    sections.push(Section { heading: "The Turn Record Track".to_owned(), blocks: vec![Block::Table { header, rows }] });
    if homefront::has_state_rules(rules, game) {
        sections.push(states(rules, game));
    }
    if let Some(scenario) = scenario {
        sections.push(victory_conditions(rules, scenario, game));
    }
    sections
}

/// For whom the tribal Indians raid this turn, and which have raided (CW-321).
fn tribes(game: &Game) -> Option<Text> {
    if !game.options.far_west {
        return None;
    }
    let whose = match game.tribes.side {
        Some(side) => format!("The tribal Indians raid for {} this turn", vocabulary::side(side)),
        None => "The tribal Indians raid for neither side this turn".to_owned(),
    };
    let raided: Vec<String> =
        game.tribes.raided.iter().map(|tribe| format!("the {}", vocabulary::tribe(tribe))).collect();
    let have =
        if raided.is_empty() { String::new() } else { format!("; {} have raided", vocabulary::list(raided, "and")) };
    Some(vec![Span::plain(format!("{whose}{have}. ")), Span::rule("CW-321")])
}

/// What arrives in the Far West on a turn still to come (CW-317).
fn arrivals(rules: &CivilWar, game: &Game, turn: u8) -> Vec<String> {
    let due = far_west::due(rules, game).filter(|(when, _)| *when == turn && turn > game.turn);
    due.map(|(_, post)| {
        let troops = post.units().map(|(unit, sp)| vocabulary::sp_of(sp, unit));
        let leaders = post.leaders.iter().map(|leader| vocabulary::leader_name(&rules.pack, leader).to_owned());
        let who = vocabulary::list(troops.chain(leaders), "and");
        let place = vocabulary::place(&rules.pack, post.hex);
        format!("{}: {who} in {place} (arriving)", post.side.title())
    })
    .collect()
}

/// A side's ships that are not on the map, and what its fleet has done (8.6, 8.11, 10.4, 10.5).
pub fn navy(rules: &CivilWar, game: &Game, side: Side) -> Vec<Text> {
    let (pack, navy) = (&rules.pack, &game.side(side).navy);
    let mut points = Vec::new();
    let mut say = |words: String, rule: &str| points.push(vec![Span::plain(format!("{words} ")), Span::rule(rule)]);
    if !navy.pool.is_empty() {
        say(format!("In the Naval Pool: {}.", naval_text::hulls(pack, &navy.pool)), "10.4¶1");
    }
    for (due, hulls) in &navy.due {
        let (ships, when) = (naval_text::hulls(pack, hulls), vocabulary::turn(pack, game, *due));
        match side {
            Side::Union => say(format!("Returning in {when}: {ships}."), "8.10.4"),
            Side::Confederate if *due <= game.turn => say(format!("Available to buy: {ships}."), "10.5¶1"),
            Side::Confederate => say(format!("Available to buy from {when}: {ships}."), "10.5¶1"),
        }
    }
    if !navy.at_sea.is_empty() {
        let raiders = Hulls { ships: navy.at_sea.clone(), ..Hulls::default() };
        say(format!("At sea: {}.", naval_text::hulls(pack, &raiders)), "8.11.1");
    }
    if navy.merchants > 0 {
        let sunk = vocabulary::plural(navy.merchants, "merchant ship");
        say(format!("{} raiders have sunk {sunk}.", side.title()), "3.4");
    }
    if !navy.sunk.is_empty() {
        say(format!("Ships lost: {}.", naval_text::hulls(pack, &navy.sunk)), "8.10.4");
    }
    let ships = || game.squadrons.values().any(|one| one.side == side) || !navy.is_empty();
    if side == Side::Union && ships() {
        let lift = if game.intervention { 0 } else { pack.charts.sea_lift(game.turn) };
        say(format!("The Union has moved {} of {lift} strength points by sea this turn.", navy.lifted), "8.6.1");
    }
    points
}

/// A side's counters in such a place.
fn pieces_at(rules: &CivilWar, game: &Game, side: Side, place: impl Fn(&Place) -> bool) -> Vec<Piece> {
    let own = |piece: &Piece| side_of(&rules.pack, piece) == Some(side);
    game.pieces.iter().filter(|(piece, at)| place(at) && own(piece)).map(|(piece, _)| piece.clone()).collect()
}

/// The war at home: states that have turned, Washington, the Confederacy's supply (2.1, 4.1, 9.4).
fn home(rules: &CivilWar, game: &Game) -> Vec<Text> {
    let mut points = Vec::new();
    let mut say = |words: String, rule: &str| points.push(vec![Span::plain(format!("{words} ")), Span::rule(rule)]);
    for (id, to) in &game.converted {
        let Some(state) = rules.pack.map.states.get(id) else { continue };
        let how = if state.friendly_to.is_some() { "is neutral to" } else { "has joined" };
        say(format!("{} {how} {}.", state.name, vocabulary::side(*to)), "2.1.3");
    }
    if game.washington_held {
        say("The Confederacy holds Washington.".to_owned(), "4.1.6");
    }
    if game.isolated {
        say("Washington is isolated.".to_owned(), "4.1.8");
    }
    if game.mississippi_lost {
        say("The Confederacy has lost control of the Mississippi.".to_owned(), "4.1.4");
    }
    if game.intervention {
        say("Foreign powers have intervened for the Confederacy.".to_owned(), "4.1.6c");
    }
    if let Some(net) = &game.net {
        let totals = |of: Totals| {
            let Totals { production, imports } = of;
            let loss = losses(rules, of.total());
            format!("production {production}, imports {imports}, total {}: {loss}", of.total())
        };
        say(format!("Confederate supply this turn: {}.", totals(net.main)), "9.4.8");
        if let Some(beyond) = net.trans_mississippi {
            say(format!("West of the Mississippi: {}.", totals(beyond)), "9.4.9");
        }
    }
    points
}

/// The effects of the Supply Loss Schedule at a total, as far as they concern land (9.4.8).
fn losses(rules: &CivilWar, total: u32) -> String {
    let lines: Vec<&SupplyLoss> = rules.pack.charts.supply_losses(total).collect();
    let sum = |of: fn(&SupplyLoss) -> u8| lines.iter().map(|line| u32::from(of(line))).sum::<u32>();
    let mut parts = Vec::new();
    match sum(|line| line.dearer) {
        0 => {}
        more => parts.push(format!("construction costs {} more", vocabulary::plural(more, "command point"))),
    }
    if let Some(least) = lines.iter().filter_map(|line| line.fortress).max() {
        parts.push(format!("a fortress costs {least}"));
    }
    if let Some(hexes) = lines.iter().filter_map(|line| line.depot_distance).min() {
        parts.push(format!("a depot supplies no further than {}", vocabulary::hexes(hexes.into())));
    }
    if let Some(hexes) = lines.iter().filter_map(|line| line.rail_distance).min() {
        parts.push(format!("a railroad supplies no further than {}", vocabulary::hexes(hexes.into())));
    }
    match sum(|line| line.slower) {
        0 => {}
        less => parts.push(format!("strength points have {} fewer", vocabulary::plural(less, "movement point"))),
    }
    if parts.is_empty() { "no losses".to_owned() } else { vocabulary::list(parts, "and") }
}

fn times(count: u32) -> String {
    match count {
        0 => "not been used".to_owned(),
        1 => "been used once".to_owned(),
        2 => "been used twice".to_owned(),
        count => format!("been used {count} times"),
    }
}

/// The states that are worth something or have militia: whose they are, what of them each side holds, and whether their
/// militia has been out (2.1.3, 15, 16).
fn states(rules: &CivilWar, game: &Game) -> Section {
    let (map, charts) = (&rules.pack.map, &rules.pack.charts);
    let mut rows = Vec::new();
    for (id, state) in &map.states {
        let held = |side: Option<Side>| -> u32 {
            let cities = map.hexes().filter_map(|(hex, data)| Some((hex, data.city.as_ref()?)));
            let own = cities.filter(|(_, city)| city.state == *id && city.vp > 0);
            own.filter(|(hex, _)| side.is_none() || territory::controller(rules, game, *hex) == side)
                .map(|(_, city)| u32::from(city.vp))
                .sum()
        };
        let militia = charts.militia.get(id).map(|row| match game.militia.contains(id) {
            true => "mobilized".to_owned(),
            false => format!("{} SP{}", row.sp, if row.source.is_reconstructed() { " †" } else { "" }),
        });
        let all = held(None);
        if all == 0 && militia.is_none() {
            continue;
        }
        rows.push(vec![
            state.name.clone(),
            hexes::allegiance(rules, game, id).unwrap_or_default(),
            all.to_string(),
            held(Some(Side::Union)).to_string(),
            held(Some(Side::Confederate)).to_string(),
            militia.unwrap_or_default(),
        ]);
    }
    let header = ["State", "Allegiance", "Points", "Union controls", "Confederacy controls", "Militia"]
        .map(str::to_owned)
        .to_vec();
    let note = |(words, rule): (String, &'static str)| vec![Span::plain(words), Span::rule(rule)];
    let notes: Vec<Text> = neutral(rules, game).into_iter().map(note).collect();
    let mut blocks = vec![Block::Table { header, rows }];
    if !notes.is_empty() {
        blocks.push(Block::List(notes));
    }
    Section { heading: "The states".to_owned(), blocks }
}

/// What draws a neutral state to a side, where it has rules of its own (15.6, 15.7).
pub fn neutral(rules: &CivilWar, game: &Game) -> Vec<(String, &'static str)> {
    let mut notes = Vec::new();
    for id in rules.pack.map.states.keys() {
        let Some(own) = homefront::special(rules, game, id) else { continue };
        let name = vocabulary::state(&rules.pack, id);
        if let Some(points) = own.points {
            // St. Louis, which is Union ground, counts for Missouri.
            let states: Vec<&Id> = std::iter::once(id).chain(&own.with).collect();
            let cities = rules.pack.map.cities().filter(|(_, city)| states.contains(&&city.state));
            let all: u32 = cities.map(|(_, city)| u32::from(city.vp)).sum();
            let whose = vocabulary::list(states.iter().map(|id| vocabulary::state(&rules.pack, id).to_owned()), "and");
            let words = format!(
                "At the end of a turn, {name} joins the first side that controls {points} of the {all} points of \
                     {whose}. "
            );
            notes.push((words, "15.6"));
        }
        let joins = own.joins.map_or(String::new(), |joins| {
            format!("Otherwise it joins {} at the end of turn {}. ", vocabulary::side(joins.side), joins.after)
        });
        if own.inviolate {
            let words = format!("If strength points of one side enter {name}, it joins the other side. {joins}");
            notes.push((words, "15.7"));
        }
    }
    notes
}

/// The victory conditions: the lines of the schedule, the election, and what is counted at the end (17.3, 17.4).
fn victory_conditions(rules: &CivilWar, scenario: &Scenario, game: &Game) -> Section {
    let victory = &scenario.victory;
    let margin = victory::Score::of(rules, game).margin();
    let mut points: Vec<Text> = Vec::new();
    let mut say = |text: String, rule: Option<&str>| {
        let mut point = vec![Span::plain(text)];
        if let Some(rule) = rule {
            point.extend([Span::plain(" "), Span::rule(rule)]);
        }
        points.push(point);
    };
    say(
        format!("Union points minus Confederate points at the end of turn {}: so far {margin:+}.", scenario.last_turn),
        None,
    );
    say(
        format!(
            "{} or more: {} for the Union; {} or more: {}.",
            victory.union_decisive,
            vocabulary::level(Level::Decisive),
            victory.union_marginal,
            vocabulary::level(Level::Marginal)
        ),
        None,
    );
    say(
        format!(
            "{} or less: {} for the Confederacy; {} or less: {}.",
            victory.confederate_decisive,
            vocabulary::level(Level::Decisive),
            victory.confederate_marginal,
            vocabulary::level(Level::Marginal)
        ),
        None,
    );
    for theater in Theater::ALL {
        if let Some(award) = scenario.elsewhere.points.get(&theater) {
            let award = vocabulary::plural((*award).into(), "point");
            let theater = vocabulary::theater(theater);
            say(
                format!(
                    "The {theater}: {award} each turn to the side that spends more of that track without an \
                         action."
                ),
                None,
            );
        }
    }
    let mut blocks = Vec::new();
    if victory.schedule.is_some() {
        if let Some(election) = victory.election.as_ref().filter(|election| election.turn >= game.turn) {
            let words = format!(
                "At the election, at the end of turn {}, the Confederacy wins unless the difference is {} or more.",
                election.turn, election.union_at_least
            );
            say(words, Some("17.3"));
        }
        say("At the end of an earlier turn, these differences end the war at once:".to_owned(), Some("17.4"));
        let line = |turn: u8| {
            let (Line { union, confederate }, source) = victory::lines(rules, scenario, turn)?;
            let mark = if source.is_reconstructed() { " †" } else { "" };
            let now = if turn == game.turn { " (now)" } else { "" };
            Some(vec![format!("{turn}{now}"), format!("{union} or more{mark}"), format!("{confederate} or less{mark}")])
        };
        let rows = (game.turn..scenario.last_turn).filter_map(line).collect();
        let header = ["Turn", "The Union wins", "The Confederacy wins"].map(str::to_owned).to_vec();
        blocks.push(Block::Table { header, rows });
    }
    blocks.insert(0, Block::List(points));
    Section { heading: "Victory conditions".to_owned(), blocks }
}
