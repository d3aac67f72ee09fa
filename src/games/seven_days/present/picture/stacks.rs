//! The units in an area: counters in rows with their leaders below, inside the area and clear of everything else drawn
//! there. If there is no room side by side, they overlap with their names visible; if there is no room for that either,
//! one counter represents all of them.

use crate::document::Id;
use crate::report::svg::text_width::width;
use crate::report::svg::{Form, Point, Shape};

use super::super::vocabulary;
use super::base_map::BADGE;
use super::counters::{HALF_HEIGHT, HALF_WIDTH, PITCH, colour, counter};
use super::free_space::{FreeSpace, Rect};
use super::markers::{flag, occupy_places};
use super::names;
use super::{Scene, stack_summary};
use crate::pack::{AreaData, Leader, Side, Unit};
use crate::position::ledger::{Game, UnitState};

/// A stack is at most this many counters wide.
const MAX_COLUMNS: usize = 5;
/// How far the counters of a column lie apart: clear of each other, or so near that of the upper ones the names are
/// left.
const COLUMN_SPACINGS: [i32; 3] = [PITCH.1, 168, 118];
/// The height of a line of leaders.
const LINE: i32 = 175;
/// The size of the letters of a leader's name, of an Army Leader's, and the width of the bar and the flag before it.
const LETTERS: i32 = 138;
const LARGE: i32 = 158;
const FLAG: i32 = 215;

fn size(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(0)
}

/// A side's stack in an area, or a command of it.
#[derive(Clone)]
struct Stack<'a> {
    side: Side,
    units: Vec<(&'a Unit, &'a UnitState)>,
    leaders: Vec<(&'a Leader, bool)>,
}

/// How a stack is laid out.
struct StackLayout {
    columns: usize,
    /// How far the counters of a column lie apart.
    down: i32,
    /// The leaders, line by line.
    lines: Vec<Vec<usize>>,
    width: i32,
    height: i32,
    /// One counter stands for all.
    summed: bool,
}

/// Units, and leaders.
pub fn stacks(scene: &Scene, game: &Game) -> (Vec<Shape>, Vec<Shape>) {
    let (mut units, mut leaders) = (Vec::new(), Vec::new());
    for data in scene.areas() {
        // The side that controls the area has the first choice.
        let holder = game.control(data.id);
        let sides = [holder, holder.other()].map(|side| (Stack::of(scene, game, data, side), side == holder));
        let sides: Vec<(Stack, bool)> = sides.into_iter().filter(|(stack, _)| !stack.is_empty()).collect();
        if sides.is_empty() {
            continue;
        }
        let free = around(scene, game, data);
        // The nearer they lie together, the more have room: as far apart as both sides have it.
        let mut found: Vec<(Stack, StackLayout, Rect)> = Vec::new();
        for tightest in 0..COLUMN_SPACINGS.len() {
            let mut room = free.clone();
            found.clear();
            for (stack, holds) in &sides {
                let parts = stack.clone().placed(scene, data, *holds, &room, &COLUMN_SPACINGS[tightest..]);
                parts.iter().for_each(|(_, _, rect)| room.occupy(*rect));
                found.extend(parts);
            }
            if !found.iter().any(|(_, plan, _)| plan.summed) {
                break;
            }
        }
        for (part, plan, rect) in found {
            units.extend(part.counters(scene, data, &plan, rect));
            leaders.extend(part.names(scene, &plan, rect));
        }
    }
    (units, leaders)
}

/// From a middling distance: a counter for each side in each area, with its leaders.
pub fn summed(scene: &Scene, game: &Game) -> Vec<Shape> {
    let mut shapes = Vec::new();
    for data in scene.areas() {
        let holder = game.control(data.id);
        let mut room = None;
        for side in [holder, holder.other()] {
            let stack = Stack::of(scene, game, data, side);
            if stack.is_empty() {
                continue;
            }
            let room = room.get_or_insert_with(|| around(scene, game, data));
            let (plan, rect) = stack.summed(scene, data, side == holder, room);
            room.occupy(rect);
            shapes.extend(stack.summary(scene, data, rect));
            shapes.extend(stack.names(scene, &plan, rect));
        }
    }
    shapes
}

/// The room that an area has left.
fn around(scene: &Scene, game: &Game, data: &AreaData) -> FreeSpace {
    let mut room = names::free_space(scene, data);
    occupy_places(scene, game, data, &mut room);
    if let Some(rect) = names::name_rect(scene, data.id) {
        room.occupy(rect);
    }
    room
}

impl<'a> Stack<'a> {
    fn of(scene: &Scene<'a>, game: &'a Game, data: &AreaData, side: Side) -> Stack<'a> {
        let pack = &scene.rules.pack;
        let mut units: Vec<(&Unit, &UnitState)> =
            game.units_at(pack, data.id, side).map(|(_, state, unit)| (unit, state)).collect();
        // Commands stand together, infantry first.
        units.sort_by_key(|(unit, _)| (unit.command.clone(), unit.kind, unit.id.clone()));
        let inactive = |id: &Id| game.leaders.get(id).is_some_and(|state| state.inactive);
        let led = game.leaders_in(pack, data.id, side);
        let leaders = led.filter_map(|id| Some((pack.forces.leaders.get(id)?, inactive(id)))).collect();
        Stack { side, units, leaders }
    }

    fn is_empty(&self) -> bool {
        self.units.is_empty() && self.leaders.is_empty()
    }

    /// Its parts, each with how it stands and where, with the counters of a column at one of these distances: the whole
    /// at the first if the area has room for that, else command by command, else the whole at the next, else one
    /// counter for all.
    fn placed(
        self,
        scene: &Scene,
        data: &AreaData,
        holder: bool,
        room: &FreeSpace,
        close: &[i32],
    ) -> Vec<(Stack<'a>, StackLayout, Rect)> {
        if let Some((plan, rect)) = close.first().and_then(|down| self.find(scene, data, holder, room, *down)) {
            return vec![(self, plan, rect)];
        }
        let commands = self.clone().commands();
        let mut left = room.clone();
        let apart: Vec<(Stack, StackLayout, Rect)> = commands
            .iter()
            .map_while(|stack| {
                let find = |down: &i32| stack.find(scene, data, holder, &left, *down);
                let (plan, rect) = close.iter().find_map(find)?;
                left.occupy(rect);
                Some((stack.clone(), plan, rect))
            })
            .collect();
        if apart.len() == commands.len() {
            return apart;
        }
        let nearer = close.iter().find_map(|down| self.find(scene, data, holder, room, *down));
        let (plan, rect) = nearer.unwrap_or_else(|| self.summed(scene, data, holder, room));
        vec![(self, plan, rect)]
    }

    /// The commands of a stack with their leaders, the largest first; leaders of others last.
    fn commands(self) -> Vec<Stack<'a>> {
        let mut ids: Vec<&Id> = self.units.iter().map(|(unit, _)| &unit.command).collect();
        ids.dedup();
        let side = self.side;
        let of = |id: &Id| Stack {
            side,
            units: self.units.iter().filter(|(unit, _)| unit.command == *id).copied().collect(),
            leaders: self.leaders.iter().filter(|(leader, _)| leader.command.as_ref() == Some(id)).copied().collect(),
        };
        let mut found: Vec<Stack> = ids.iter().map(|id| of(id)).collect();
        found.sort_by_key(|stack| std::cmp::Reverse(stack.units.len()));
        let alone = |leader: &Leader| leader.command.as_ref().is_none_or(|id| !ids.contains(&id));
        let leaders: Vec<(&Leader, bool)> = self.leaders.iter().filter(|(leader, _)| alone(leader)).copied().collect();
        if !leaders.is_empty() {
            found.push(Stack { side, units: Vec::new(), leaders });
        }
        found
    }

    /// Where it would rather stand: below the badge and the name if its side controls the area, else above.
    fn wanted(&self, scene: &Scene, data: &AreaData, holder: bool, plan: &StackLayout) -> Point {
        let at = scene.centre(data.id);
        let name = names::name_rect(scene, data.id).filter(|rect| rect.top() > at.y);
        let (below, above) = (name.map_or(at.y + BADGE + 40, Rect::bottom), at.y - BADGE - 60);
        let y = if holder { below + plan.height / 2 } else { above - plan.height / 2 };
        Point { x: at.x, y }
    }

    /// A place in the room, with the counters of a column so far apart.
    fn find(
        &self,
        scene: &Scene,
        data: &AreaData,
        holder: bool,
        room: &FreeSpace,
        down: i32,
    ) -> Option<(StackLayout, Rect)> {
        let mut plans: Vec<StackLayout> =
            (1..=self.units.len().clamp(1, MAX_COLUMNS)).map(|columns| self.plan(columns, down)).collect();
        plans.sort_by_key(|plan| (plan.width - plan.height * 3 / 2).abs());
        plans.into_iter().find_map(|plan| {
            let rect = room.find(plan.width, plan.height, self.wanted(scene, data, holder, &plan))?;
            Some((plan, rect))
        })
    }

    /// For too small an area: the counter that stands for all of them.
    fn summed(&self, scene: &Scene, data: &AreaData, holder: bool, room: &FreeSpace) -> (StackLayout, Rect) {
        let (wide, high) = stack_summary::size(self.units.len());
        // The fewer lines, the wider: whichever finds room.
        let widest = self.leaders.iter().map(|(leader, _)| wide_of(leader)).max().unwrap_or(0).max(wide);
        let plans = [widest, 2 * widest, 3 * widest].map(|width| {
            let lines = self.lines(width);
            let height = high + LINE * size(lines.len());
            StackLayout { columns: 1, down: 0, width: self.width_of(&lines).max(wide), lines, height, summed: true }
        });
        let mut nearest = None;
        for plan in plans {
            let wanted = self.wanted(scene, data, holder, &plan);
            if let Some(rect) = room.find(plan.width, plan.height, wanted) {
                return (plan, rect);
            }
            nearest.get_or_insert((plan, wanted));
        }
        let (plan, wanted) = nearest.unwrap_or_else(|| (self.plan(1, 0), scene.centre(data.id)));
        let within = |at: i32, length: i32, all: i32| at.clamp(length / 2, (all - length / 2).max(length / 2));
        let x = within(wanted.x, plan.width, scene.frame.width);
        let y = within(wanted.y, plan.height, scene.frame.height);
        let rect = Rect::centered_at(Point { x, y }, plan.width, plan.height);
        (plan, rect)
    }

    /// The leaders, line by line, in a width.
    fn lines(&self, width: i32) -> Vec<Vec<usize>> {
        let mut lines: Vec<Vec<usize>> = Vec::new();
        let mut left = 0;
        for (n, (leader, _)) in self.leaders.iter().enumerate() {
            match lines.last_mut().filter(|_| wide_of(leader) <= left) {
                Some(line) => line.push(n),
                None => {
                    lines.push(vec![n]);
                    left = width;
                }
            }
            left -= wide_of(leader);
        }
        lines
    }

    /// The width of the longest line of leaders.
    fn width_of(&self, lines: &[Vec<usize>]) -> i32 {
        let of = |line: &Vec<usize>| line.iter().map(|n| wide_of(self.leaders[*n].0)).sum();
        lines.iter().map(of).max().unwrap_or(0)
    }

    fn plan(&self, columns: usize, down: i32) -> StackLayout {
        let rows = self.units.len().div_ceil(columns);
        let across = self.units.len().div_ceil(rows.max(1));
        let counters = if across == 0 { 0 } else { size(across - 1) * PITCH.0 + 2 * HALF_WIDTH };
        let widest = self.leaders.iter().map(|(leader, _)| wide_of(leader)).max().unwrap_or(0);
        let width = widest.max(counters);
        let lines = self.lines(width);
        let counters = if rows == 0 { 0 } else { size(rows - 1) * down + PITCH.1 };
        let height = counters + size(lines.len()) * LINE;
        StackLayout { columns: across.max(1), down, lines, width, height, summed: false }
    }

    /// The counters.
    fn counters(&self, scene: &Scene, data: &AreaData, plan: &StackLayout, rect: Rect) -> Vec<Shape> {
        if plan.summed {
            return self.summary(scene, data, rect).into_iter().collect();
        }
        let pack = &scene.rules.pack;
        let mut shapes = Vec::new();
        for (n, (unit, state)) in self.units.iter().enumerate() {
            let (column, row) = (n % plan.columns, n / plan.columns);
            // The last row stands in the middle, unless it lies on the names of others.
            let clear = plan.down >= PITCH.1;
            let in_row = if clear { plan.columns.min(self.units.len() - row * plan.columns) } else { plan.columns };
            let left = rect.middle().x - size(in_row - 1) * PITCH.0 / 2;
            let at = Point { x: left + size(column) * PITCH.0, y: rect.top() + HALF_HEIGHT + size(row) * plan.down };
            let colour = pack.forces.commands.get(&unit.command).map_or("", |command| command.colour.as_str());
            let condition = if state.exhausted { "Exhausted" } else { "Fresh" };
            let title = format!(
                "{}: {}, {condition}, {}, in {}",
                self.side.title(),
                vocabulary::unit_with_factors(pack, &unit.id),
                vocabulary::command_of(pack, &unit.command),
                vocabulary::place(pack, data.id)
            );
            let parts = counter(at, unit, colour, state.exhausted);
            shapes.push(Shape::new("unit", Form::Group(parts)).titled(title));
        }
        shapes
    }

    /// The counter of the stack, at the top of its rectangle.
    fn summary(&self, scene: &Scene, data: &AreaData, rect: Rect) -> Option<Shape> {
        let exhausted = self.units.iter().filter(|(_, state)| state.exhausted).count();
        let fresh = self.units.len().checked_sub(exhausted).filter(|_| !self.units.is_empty())?;
        let at = Point { x: rect.middle().x, y: rect.top() + stack_summary::HALF_HEIGHT };
        let names = vocabulary::units(&scene.rules.pack, self.units.iter().map(|(unit, _)| &unit.id));
        let title = format!("{} in {}: {names}", self.side.title(), vocabulary::place(&scene.rules.pack, data.id));
        Some(Shape::new("stack", Form::Group(stack_summary::counter(at, self.side, fresh, exhausted))).titled(title))
    }

    /// The leaders, below the counters: a full flag is Active, an empty one Inactive.
    fn names(&self, scene: &Scene, plan: &StackLayout, rect: Rect) -> Vec<Shape> {
        let commands = &scene.rules.pack.forces.commands;
        let mut shapes = Vec::new();
        let top = rect.bottom() - size(plan.lines.len()) * LINE;
        for (row, line) in plan.lines.iter().enumerate() {
            let mut left = rect.middle().x - line.iter().map(|n| wide_of(self.leaders[*n].0)).sum::<i32>() / 2;
            for n in line {
                let (leader, inactive) = self.leaders[*n];
                let foot = Point { x: left, y: top + size(row) * LINE + 130 };
                let middle = foot.by((wide_of(leader) + FLAG) / 2 - 20, 0);
                let army = if leader.is_army() { " army-leader" } else { "" };
                let class = format!("leader-name{army}{}", if inactive { " resting" } else { "" });
                let mut parts = flag(foot.by(90, -12), self.side, inactive);
                if let Some(command) = leader.command.as_ref().and_then(|id| commands.get(id)) {
                    parts.push(Shape::rect(colour(&command.colour), foot.by(5, -90), 55, 110));
                }
                parts.push(Shape::text(format!("{class} rim"), middle, leader.name.clone()));
                shapes.push(Shape::new("leader", Form::Group(parts)).titled(leader_title(leader, inactive)));
                left += wide_of(leader);
            }
        }
        shapes
    }
}

/// The width of a leader's name with what comes before it.
fn wide_of(leader: &Leader) -> i32 {
    FLAG + width(&leader.name, if leader.is_army() { LARGE } else { LETTERS })
}

/// A leader in words.
fn leader_title(leader: &Leader, inactive: bool) -> String {
    let state = if inactive { "Inactive" } else { "Active" };
    match leader.is_army() {
        true => format!("{}, {} Army Leader, {state}", leader.name, leader.side.title()),
        false => format!("{}, initiative {}, combat {}, {state}", leader.name, leader.initiative, leader.combat),
    }
}
