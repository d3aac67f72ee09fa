//! The card table as a picture: the Command Point Track, both sides' piles, the two theaters with battles and generals,
//! and the battle that is being fought, with who leads in it.

use super::layout::{
    self, CELL, COLUMN, GAP, MARGIN, MOST_GENERALS, Rows, STRIP, TRACK, TRACK_CELL, WIDTH, cell, generals, left, side,
};
use super::{names, roster, statistics};
use crate::BattleCry;
use crate::document::from_tagged;
use crate::events::Event;
use crate::ledger::{DECK, DISCARD, Game, HAND, InPlay, RETURNED};
use crate::pack::{BattleCard, Theater};
use crate::report::grammar::capital;
use crate::report::svg::text_width::fit;
use crate::report::svg::{self, Details, FixedParts, Form, Path, Point, Role, Shape, Sheet, layers, style as base};
use crate::report::targets::rectangle;
use crate::report::{StepFacts, Target};
use crate::shared::Side;
use crate::view::View;

const LAYERS: layers::Order = &[
    ("paper-layer", Role::Ground, Details::Always),
    ("grounds", Role::Ground, Details::Always),
    ("states", Role::Position, Details::Always),
    ("words", Role::Ground, Details::Always),
    ("tags", Role::Position, Details::Always),
    ("generals", Role::Position, Details::Always),
    ("cards", Role::Position, Details::Always),
    ("heading", Role::Ground, Details::Always),
    (svg::KEY, Role::Ground, Details::Always),
];

/// The rows of a side's cards in a battle, in two columns.
const ROWS: usize = 8;

/// The card table, drawn.
pub struct Table {
    about: String,
    title: String,
    rows: Rows,
    grounds: Vec<Shape>,
    words: Vec<Shape>,
    changing: Vec<(&'static str, Vec<Shape>)>,
    focus: Option<(Point, Point)>,
}

/// The table of a position, with the events of a step.
pub fn table(rules: &BattleCry, game: &Game, facts: Option<&StepFacts>) -> Table {
    let scenario = rules.scenario(game).map_or("", |scenario| scenario.name.as_str());
    let when = format!("{scenario}. {}.", capital(&statistics::when(rules, game).words));
    let rows = Rows::of(rules, game);
    let mut table = Table {
        about: format!("{when} {} {}", roster::lines(rules, game).join(" "), names::SOURCES),
        title: "Battle Cry of Freedom".to_owned(),
        rows,
        grounds: Vec::new(),
        words: Vec::new(),
        changing: Vec::new(),
        focus: None,
    };
    let mut states = Vec::new();
    let mut tags = vec![Shape::text("when", Point { x: MARGIN, y: 680 }, when)];
    let theaters = roster::theaters(rules, game);
    piles(rows, game, &mut states, &mut tags);
    if theaters.len() > 1 {
        table.tracks(game, &mut states);
        theaters.into_iter().for_each(|at| table.theater(rules, game, at, (&mut states, &mut tags)));
    }
    let drawn: Vec<Shape> = Side::BOTH.into_iter().flat_map(|side| counters(rules, rows, game, side)).collect();
    let cards = fight(rules, rows, game, &mut states, &mut tags);
    table.changing = vec![("states", states), ("tags", tags), ("generals", drawn), ("cards", cards)];
    let events = facts.into_iter().flat_map(|facts| &facts.events);
    let fights =
        |event: &Event| matches!(event, Event::Announced { .. } | Event::Settled { .. } | Event::BattleOver { .. });
    let fought = events.filter_map(|event| from_tagged::<Event>("event", event).ok()).any(|event| fights(&event));
    let corners = (Point { x: MARGIN, y: rows.fight }, Point { x: WIDTH - MARGIN, y: rows.key - 100 });
    table.focus = fought.then_some(corners);
    table
}

impl Table {
    /// The Command Point Track, with each side's total.
    fn tracks(&mut self, game: &Game, states: &mut Vec<Shape>) {
        for (row, (one, most)) in (0..).zip([(Side::Union, 15), (Side::Confederate, 12)]) {
            let y = TRACK + row * 330;
            let words = format!("{} points", one.title());
            self.words.push(Shape::text("label", Point { x: MARGIN, y: y + 195 }, words));
            for points in 0..=most {
                let corner = Point { x: MARGIN + 2050 + i32::from(points) * TRACK_CELL, y };
                self.grounds.push(Shape::rect("track", corner, TRACK_CELL, 290));
                let now = game.side(one).points == points;
                states.extend(
                    now.then(|| {
                        counter(&format!("{}-total", side(one)), corner.by(20, 20), (TRACK_CELL - 40, 250), one)
                    }),
                );
                self.words.push(Shape::text("points", corner.by(TRACK_CELL / 2, 190), points.to_string()));
            }
        }
    }

    /// A theater: its battles and what has become of them.
    fn theater(
        &mut self,
        rules: &BattleCry,
        game: &Game,
        theater: Theater,
        (states, tags): (&mut Vec<Shape>, &mut Vec<Shape>),
    ) {
        let corner = Point { x: left(theater), y: self.rows.battles };
        self.words.push(Shape::text("theater", corner.by(0, -70), format!("The {}", theater.in_words())));
        for (n, battle) in roster::battles(rules, game, theater).enumerate() {
            let at = cell(corner, n);
            self.grounds.push(Shape::rect("battle", at, CELL.0, CELL.1));
            let star = if battle.city { "★ " } else { "" };
            let name = fit(&format!("{star}{}", battle.name), 115, CELL.0 - 680);
            self.words.push(Shape::text("battle-name", at.by(60, 185), name));
            let (class, words) = state(game, battle);
            let about = format!("{}: {}", battle.name, roster::state(rules, game, battle));
            states.extend((!class.is_empty()).then(|| Shape::rect(class, at, CELL.0, CELL.1).titled(about)));
            tags.push(Shape::text("state", at.by(CELL.0 - 50, 185), words));
        }
    }
}

/// What has become of a battle, as a class and in a word or two.
fn state(game: &Game, battle: &BattleCard) -> (&'static str, &'static str) {
    let placed = game.placed.get(&battle.theater);
    if game.battle.as_ref().is_some_and(|fought| fought.id == battle.id) {
        return ("fought", "fought now");
    }
    match placed {
        Some(placed) if placed.battle == battle.id => ("placed", "placed"),
        Some(placed) if placed.blocked.as_ref() == Some(&battle.id) => ("blocked", "blocked"),
        _ if game.holds(&battle.id) => ("held", "Union"),
        _ if game.removed.contains(&battle.id) => ("removed", "out"),
        _ if !battle.needs.iter().all(|need| game.holds(need)) => ("", "not yet"),
        _ => ("", "free"),
    }
}

/// Each side's piles.
fn piles(rows: Rows, game: &Game, states: &mut Vec<Shape>, tags: &mut Vec<Shape>) {
    for (n, one) in (0..).zip(Side::BOTH) {
        let corner = Point { x: MARGIN + n * (COLUMN + GAP), y: rows.piles };
        states.push(counter(&format!("{}-edge", side(one)), corner, (COLUMN, 300), one));
        let deck = ["Deck One", "Deck Two", "third deck"][usize::from(game.side(one).deck.clamp(1, 3)) - 1];
        let attacks = game.battle.as_ref().filter(|battle| battle.attacker == one).map_or("", |_| ", attacks");
        let words = format!("{}, {deck}{attacks}", one.title());
        tags.push(Shape::text(format!("edge {}-ink", side(one)), corner.by(100, 195), words));
        let all = [(HAND, "hand"), (DECK, "deck"), (RETURNED, "returned"), (DISCARD, "discards")];
        for (n, (pile, words)) in (0..).zip(all) {
            let at = corner.by(n * (COLUMN / 4), 340);
            let class = if pile == DISCARD { "face" } else { "back" };
            states.push(Shape::rect(format!("{}-{class}", side(one)), at, 260, 340));
            tags.push(Shape::text("count", at.by(130, 215), game.count(one, pile).to_string()));
            tags.push(Shape::text("pile", at.by(310, 210), words));
        }
    }
}

/// A counter: the Union's has square corners, the Confederacy's cut ones.
fn counter(class: &str, corner: Point, (wide, high): (i32, i32), one: Side) -> Shape {
    let cut = if one == Side::Union { 0 } else { 60 };
    Shape::path(class, Path::counter(corner.by(wide / 2, high / 2), (wide / 2, high / 2), cut))
}

/// A counter that leans to the right.
fn leaning(class: &str, corner: Point, (wide, high): (i32, i32)) -> Shape {
    let by = 90;
    let corners = [corner.by(by, 0), corner.by(wide, 0), corner.by(wide - by, high), corner.by(0, high)];
    Shape::path(class, Path::area(&corners))
}

/// The counters of a side's generals: an engaged one leans.
fn counters(rules: &BattleCry, rows: Rows, game: &Game, one: Side) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for theater in Theater::BOTH {
        let all =
            generals(rows, game, one).into_iter().filter(|(general, _)| general.theater == theater).collect::<Vec<_>>();
        let over = all.len().saturating_sub(MOST_GENERALS);
        let shown = if over > 0 { MOST_GENERALS - 1 } else { all.len() };
        for (general, corner) in &all[..shown] {
            shapes.push(general_counter(rules, one, general, *corner));
        }
        if let Some((_, corner)) = all.get(shown).filter(|_| over > 0) {
            shapes.push(Shape::text("more", corner.by(60, 200), format!("and {} more", all.len() - shown)));
        }
    }
    shapes
}

fn general_counter(rules: &BattleCry, one: Side, general: &InPlay, corner: Point) -> Shape {
    let size = (COLUMN / 4 - 60, 330);
    let data = rules.pack.general(one, &general.card);
    let name = names::card(rules, &general.card);
    let stars = data.map_or(String::new(), |data| match (data.offense, data.defense) {
        (offense, defense) if offense == defense => "★".repeat(offense.into()),
        (offense, defense) => format!("{offense}★ / {defense}★"),
    });
    let horse = if data.is_some_and(|data| data.cavalry) { " cav." } else { "" };
    let (class, ink) = match general.engaged {
        true => (format!("{}-engaged", side(one)), "dark-ink".to_owned()),
        false => (format!("{}-general", side(one)), format!("{}-ink", side(one))),
    };
    let shape = if general.engaged { leaning(&class, corner, size) } else { counter(&class, corner, size, one) };
    let shown = fit(&name, 115, size.0 - 200);
    let middle = corner.by(size.0 / 2, 0);
    let parts = vec![
        shape,
        Shape::text(format!("general {ink}"), middle.by(0, 145), shown),
        Shape::text(format!("stars {ink}"), middle.by(0, 280), format!("{stars}{horse}")),
    ];
    let state = if general.engaged { "engaged" } else { "free" };
    let about = data.map_or(String::new(), names::ratings);
    Shape::new("piece", Form::Group(parts)).titled(format!("{name}, {}, {about}, {state}", one.title()))
}

/// The battle that is fought: who leads, and the cards of both sides.
fn fight(rules: &BattleCry, rows: Rows, game: &Game, states: &mut Vec<Shape>, tags: &mut Vec<Shape>) -> Vec<Shape> {
    let head = Point { x: MARGIN, y: rows.fight + 180 };
    let Some(battle) = &game.battle else {
        tags.push(Shape::text("fight", head, "No battle is being fought"));
        return Vec::new();
    };
    let values = Side::BOTH.map(|side| View::of(rules, game, side).combat_sum().total());
    let lead = capital(&names::lead(values[0], values[1]));
    let sent = if battle.sent.is_some() || !battle.plays.is_empty() { ", if what is announced stands" } else { "" };
    tags.push(Shape::text("fight", head, format!("{}: {lead}{sent}", names::battle(rules, &battle.id))));
    balance(rows, values[0] - values[1], states);
    let table = View::of(rules, game, Side::Union).table();
    let mut shapes = Vec::new();
    for (n, one) in (0..).zip(Side::BOTH) {
        let corner = Point { x: MARGIN + n * (COLUMN + GAP), y: rows.fight + 600 };
        let is_new = |card: &crate::combat_value::Counted<'_>| {
            battle.before.as_ref().is_some_and(|old| old.table.iter().all(|old| old.card != card.played.card))
        };
        let mut cards: Vec<_> = table.iter().flat_map(|table| table.of(one)).collect();
        if cards.len() > 2 * ROWS {
            // What has had its effect makes room.
            cards.retain(|card| card.value != 0 || !card.is_in_play() || is_new(card));
        }
        // In one column while there is room.
        let wide = if cards.len() > ROWS { COLUMN / 2 - 40 } else { COLUMN };
        let most = 2 * ROWS;
        let over = cards.len().saturating_sub(most);
        let shown = if over > 0 { most - 1 } else { cards.len() };
        let at = |n: usize| {
            let size = |n: usize| i32::try_from(n).unwrap_or(0);
            corner.by(size(n / ROWS) * (COLUMN / 2), size(n % ROWS) * 262)
        };
        for (n, card) in cards.iter().take(shown).enumerate() {
            shapes.push(strip(rules, card, is_new(card), (at(n), wide)));
        }
        if over > 0 {
            shapes.push(Shape::text("more", at(shown).by(60, 165), format!("and {} more", over + 1)));
        }
    }
    shapes
}

/// A bar from the middle toward the side that leads.
fn balance(rows: Rows, lead: i64, states: &mut Vec<Shape>) {
    let (y, middle) = (rows.fight + 290, WIDTH / 2);
    let long = i32::try_from(lead.clamp(-15, 15)).unwrap_or(0) * 280;
    let bar = |class: &str, from: i32, long: i32| Shape::rect(class, Point { x: from, y }, long, 180);
    states.push(bar("balance", MARGIN, WIDTH - 2 * MARGIN));
    match long {
        // The Union's cards lie on the left.
        1.. => states.push(bar("first-lead", middle - long, long)),
        0 => {}
        _ => states.push(bar("second-lead", middle, -long)),
    }
    states.push(Shape::path("middle", Path::line(&[Point { x: middle, y: y - 50 }, Point { x: middle, y: y + 230 }])));
}

/// A card of the battle: its value and its name. A canceled one leans and is struck out; one of a send that is not
/// settled has a broken edge.
fn strip(rules: &BattleCry, card: &crate::combat_value::Counted<'_>, new: bool, (at, wide): (Point, i32)) -> Shape {
    let one = card.played.side;
    let size = (wide, STRIP);
    let name = names::played(rules, card.played);
    let (class, ink) = match (card.is_in_play(), new) {
        (false, _) => (format!("{}-canceled", side(one)), "dark-ink".to_owned()),
        (true, true) => (format!("{}-sent", side(one)), "dark-ink".to_owned()),
        (true, false) => (format!("{}-card", side(one)), format!("{}-ink", side(one))),
    };
    let mut parts = vec![match card.is_in_play() {
        true => counter(&class, at, size, one),
        false => leaning(&class, at, size),
    }];
    let counter_value = if card.counterattack > 0 { format!("/{:+}", card.counterattack) } else { String::new() };
    let value = if card.value == 0 { "·".to_owned() } else { format!("{:+}{counter_value}", card.value) };
    parts.push(Shape::text(format!("value {ink}"), at.by(330, 165), value));
    let shown = fit(&name, 110, wide - 520);
    parts.push(Shape::text(format!("card-name {ink}"), at.by(400, 165), shown));
    if !card.is_in_play() {
        let middle = STRIP / 2;
        parts.push(Shape::path("struck", Path::line(&[at.by(60, middle), at.by(wide - 60, middle)])));
    }
    let state = match (card.cancelled_by, new) {
        (Some(by), _) => format!("canceled by {}", names::card(rules, by)),
        (None, true) => "announced".to_owned(),
        (None, false) => "in play".to_owned(),
    };
    Shape::new("piece", Form::Group(parts)).titled(format!("{name}, {}, {state}", one.title()))
}

/// The theaters, the battles in them, and the generals in play.
pub fn targets(rules: &BattleCry, game: &Game) -> Vec<Target> {
    let rows = Rows::of(rules, game);
    let mut targets = Vec::new();
    for theater in roster::theaters(rules, game).into_iter().filter(|_| rows.is_war()) {
        let corner = Point { x: left(theater), y: rows.battles };
        let heading = rectangle(corner.by(0, -300), COLUMN, 280);
        targets.push(Target::place(theater.as_str(), format!("The {}", theater.in_words()), heading));
        for (n, battle) in roster::battles(rules, game, theater).enumerate() {
            let outline = rectangle(cell(corner, n), CELL.0, CELL.1);
            let target = Target::place(battle.id.as_str(), battle.name.clone(), outline);
            targets.push(target.at(theater.as_str()).described(roster::state(rules, game, battle)));
        }
    }
    for one in Side::BOTH {
        for (general, corner) in generals(rows, game, one) {
            let data = rules.pack.general(one, &general.card);
            let state = if general.engaged { "engaged" } else { "free" };
            let target = Target::piece(general.card.as_str(), names::card(rules, &general.card), &one.id());
            let outline = rectangle(corner, COLUMN / 4 - 60, 330);
            let about = format!("{}, {state}", data.map_or(String::new(), names::ratings));
            let target = target.described(about).outlined(outline);
            // Gettysburg has no theaters.
            targets.push(if rows.is_war() { target.at(general.theater.as_str()) } else { target });
        }
    }
    targets
}

impl Sheet for Table {
    fn fixed_parts(&self) -> FixedParts<'_> {
        FixedParts {
            title: &self.title,
            about: self.about.clone(),
            width: WIDTH,
            style: &[base::BASE, layout::STYLE],
            layers: LAYERS,
            heading: Point { x: MARGIN, y: 430 },
            key: self.rows.key,
            grid: layout::GRID,
            entries: layout::entries(counter, leaning),
            shapes: vec![("grounds", self.grounds.clone()), ("words", self.words.clone())],
        }
    }
    fn changing(&self) -> Vec<(&'static str, Vec<Shape>)> {
        self.changing.clone()
    }
    fn focus(&self) -> Option<(Point, Point)> {
        self.focus
    }
}
